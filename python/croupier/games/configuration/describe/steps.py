"""The steps of a game, in English."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.games.configuration.compile.openings import count_shown_at_bring_in
from croupier.games.configuration.describe.words import (
    capitalize,
    count,
    describe_condition,
    number,
    uncapitalize,
)
from croupier.games.configuration.problems import listed
from croupier.games.configuration.schema.model import Configuration, PlainForcedBet
from croupier.games.configuration.schema.names import (
    BetType,
    Chooser,
    CostType,
    Declaration,
    DiscardRule,
    Location,
    OpeningOrder,
    OpeningRule,
    Side,
    ZeroCardsBetting,
)
from croupier.games.configuration.schema.steps import (
    Action,
    Bet,
    Buy,
    Choose,
    Deal,
    DealtCards,
    Declare,
    Discard,
    DiscardedCards,
    Draw,
    DrawnCards,
    Expose,
    Pass,
    Remove,
    ReplaceCommunity,
    RollDie,
    Separate,
    Step,
)

__all__ = ["describe_opening_card", "describe_step"]

_DECLARATIONS = {
    Declaration.HIGH: "for high",
    Declaration.LOW: "for low",
    Declaration.HIGH_LOW: "for both",
}
_DIRECTIONS = {"left": "to the left", "right": "to the right", "across": "across the table"}
_CHOOSERS = {
    Chooser.UTG: "The player to the left of the big blind",
    Chooser.DEALER: "The dealer",
}


def describe_step(configuration: Configuration, step: Step) -> str:
    """Say what happens in a step.

    Args:
        configuration: The game.
        step: The step.

    Returns:
        A sentence or several; nothing for the showdown.
    """
    if step.group:
        text = _describe_group(configuration, step)
    else:
        texts = [_describe(configuration, action) for action in step.actions.values()]
        text = " ".join(text for text in texts if text)
    if step.condition is not None and text:
        text = f"If {describe_condition(step.condition)}, {uncapitalize(text)}"
    return text


def _describe_group(configuration: Configuration, step: Step) -> str:
    """Say what each player does before the next one acts."""
    actions = [action for part in step.group for action in part.actions.values()]
    texts = [_describe(configuration, action).removesuffix(".") for action in actions]
    deeds = [text.removeprefix("Each player ") for text in texts]
    if isinstance(actions[0], Bet):
        rest = listed(deeds[1:], "and")
        return f"{texts[0]}; after acting for the first time, each player {rest}."
    return f"In turn, each player {' and then '.join(deeds)}."


def _describe(configuration: Configuration, action: Action) -> str:
    match action:
        case Bet():
            return _describe_bet(configuration, action)
        case Deal():
            return _describe_deal(action)
        case Draw():
            return " ".join(_describe_draw(cards) for cards in action.cards)
        case Discard():
            return " ".join(_describe_discard(cards) for cards in action.cards)
        case Expose():
            return _describe_expose(action)
        case Pass():
            parts = [
                f"{count(cards.number)} {_DIRECTIONS[cards.direction]}" for cards in action.cards
            ]
            return f"Each player passes {listed(parts, 'and')}, all at the same time."
        case Separate():
            return _describe_separate(action)
        case Declare():
            options = listed(_DECLARATIONS[option] for option in action.options)
            time = (
                "All players declare at the same time"
                if action.simultaneous
                else ("The players declare in turn")
            )
            pots = ", for every pot of its own" if action.per_pot else ""
            return f"{time} whether they play {options}{pots}."
        case Choose():
            return f"{_CHOOSERS[action.chooser]} chooses {listed(action.options)}."
        case Buy():
            return " ".join(_describe_buy(action))
        case RollDie():
            dice = "a die is" if action.dice == 1 else f"{number(action.dice)} dice are"
            return f"{capitalize(dice)} rolled."
        case Remove():
            boards = listed(action.subsets, "and")
            return (
                f"Of {boards}, the one with the lowest last card is out of play, or all of those"
                " that tie for it; none is if all of them tie."
            )
        case ReplaceCommunity():
            return (
                "In turn from the left of the dealer, each player replaces"
                f" {count(action.number, 'board card')}."
            )
        case _:
            return ""


def describe_opening_card(forced: PlainForcedBet) -> str:
    """Say whose card brings it in."""
    return {
        None: "the best hand face up",
        OpeningRule.LOW_CARD: "the lowest card face up (aces are high)",
        OpeningRule.LOW_CARD_ACE_LOW: "the lowest card face up (aces are low)",
        OpeningRule.HIGH_CARD: "the highest card face up (aces are low)",
        OpeningRule.HIGH_CARD_ACE_HIGH: "the highest card face up (aces are high)",
        OpeningRule.HIGH_CARD_ACE_HIGH_WILD: (
            "the highest card face up (aces are high, jokers are aces)"
        ),
    }[forced.rule]


def _describe_bet(configuration: Configuration, bet: Bet) -> str:
    match bet.type:
        case BetType.ANTES:
            return "Every player posts an ante."
        case BetType.BLINDS:
            if configuration.betting_order.initial is OpeningOrder.DEALER:
                return "The dealer alone posts the big blind."
            return "The two players to the left of the dealer post the small and the big blind."
        case BetType.BRING_IN:
            ups = count_shown_at_bring_in(configuration)
            if not ups:
                return "The player to the left of the dealer brings it in."
            if ups > 1:
                return "The player with the best hand face up brings it in."
            card = describe_opening_card(configuration.forced_bets.unconditional)
            return f"The player with {card} brings it in."
        case _:
            pass
    text = "There is a betting round."
    if bet.zero_cards_betting is ZeroCardsBetting.CALL_ONLY:
        text += " A player without cards can only call."
    return text


def _describe_deal(deal: Deal) -> str:
    condition = deal.condition
    certain = condition is None or condition.false_state in (None, Side.NONE)
    sides = [cards.state or (condition.true_state if condition else None) for cards in deal.cards]
    if deal.location is Location.COMMUNITY:
        text = _describe_board_deal(deal.cards, sides)
    else:
        text = f"each player is dealt {_describe_hole_cards(deal.cards, sides, certain)}."
    if condition is not None and certain:
        text = f"if {describe_condition(condition)}, {text}"
    elif condition is not None:
        clause = describe_condition(condition).replace("a player's", "the player's")
        text = f"{text[:-1]}, {condition.true_state} if {clause} and"
        text += f" {condition.false_state} otherwise."
    for cards in deal.cards:
        if cards.protection is not None:
            cost = str(cards.protection.cost).replace("_", " ")
            text += f" For the {cost} a player may have the card turned up."
    return capitalize(text)


def _describe_hole_cards(
    cards: Sequence[DealtCards], sides: Sequence[Side | None], certain: bool
) -> str:
    parts = []
    for each, side in zip(cards, sides, strict=True):
        text = f"{count(each.number)} {side}" if certain and side else count(each.number)
        if each.all_subsets:
            text += f" for {listed(each.all_subsets, 'and')}"
        parts.append(text)
    return listed(parts, "and")


def _describe_board_deal(cards: Sequence[DealtCards], sides: Sequence[Side | None]) -> str:
    """Say what is dealt to the board; what is dealt to the same subsets is counted together."""
    groups: dict[tuple[Side | None, tuple[str, ...]], int] = {}
    for each, side in zip(cards, sides, strict=True):
        groups[side, each.subsets] = groups.get((side, each.subsets), 0) + each.number
    verb = "is" if next(iter(groups.values())) == 1 else "are"
    texts = []
    last: Side | None = None
    for index, ((side, names), number_of_cards) in enumerate(groups.items()):
        place = listed(names, "and") if names else "the board"
        if len(names) > 1:
            place = f"both {place}" if len(names) == 2 else f"all of {place}"
        amount = number(number_of_cards)
        if not index:
            texts.append(f"{count(number_of_cards)} {verb} dealt {side} to {place}")
        else:
            texts.append(f"{amount}{'' if side is last else f' {side}'} to {place}")
        last = side
    return f"{listed(texts, 'and')}."


def _range(least: int, most: int) -> str:
    """Return how many cards, between bounds."""
    if least == most or most == 1:
        return count(most)
    if least:
        return f"{number(least)} to {count(most)}"
    return f"up to {count(most)}"


def _describe_draw(cards: DrawnCards) -> str:
    verb = "exchanges" if cards.minimum else "may exchange"
    text = f"Each player {verb} {_range(cards.minimum, cards.number)}"
    if cards.hole_subset is not None:
        text += f" of {cards.hole_subset}"
    if cards.draw_amount is not None and cards.draw_amount.amount:
        amount = cards.draw_amount.amount
        word = "more" if amount > 0 else "fewer"
        text += f", drawing {count(abs(amount))} {word} than were discarded"
    if cards.preserve_state:
        text += "; a new card lies as the one lay that it replaces"
    return f"{text}."


def _describe_discard(cards: DiscardedCards) -> str:
    if cards.rule is DiscardRule.MATCHING_RANKS:
        text = f"Each player discards all cards whose rank lies in {cards.subset}"
        if cards.target is not None:
            text += f"; they are added to {cards.target}"
        return f"{text}."
    if cards.entire_subset or cards.number is None:
        return "Each player discards one whole part of the hand."
    least = cards.number if cards.minimum is None else cards.minimum
    verb = "discards" if least else "may discard"
    text = f"Each player {verb} {_range(least, cards.number)}"
    source = cards.hole_subset or cards.subset
    if source not in (None, "any"):
        text += f" of {source}"
    if cards.state is Side.UP:
        text += ", face up"
    if cards.target is not None:
        text += f", to {cards.target}"
    return f"{text}."


def _describe_expose(expose: Expose) -> str:
    texts = []
    for cards in expose.cards:
        least = cards.number if cards.minimum is None else cards.minimum
        verb = "turns" if least else "may turn"
        time = "" if cards.immediate else ", all at the same time"
        texts.append(f"Each player {verb} {_range(least, cards.number)} face up{time}.")
    return " ".join(texts)


def _describe_separate(separate: Separate) -> str:
    parts = [f"{part.hole_subset} ({count(part.number)})" for part in separate.cards]
    text = f"Each player divides the hand into {listed(parts, 'and')}."
    if separate.comparison is not None:
        better, worse = separate.comparison.subsets[:2]
        text += f" {better.hole_subset} must be better than {worse.hole_subset}."
    for rule in separate.visibility:
        sides = [
            f"{count(least)} {side}"
            for least, side in (
                (rule.minimum_face_down, Side.DOWN),
                (rule.minimum_face_up, Side.UP),
            )
            if least
        ]
        if sides:
            text += f" {rule.hole_subset} has at least {listed(sides, 'and')}."
    return text


def _describe_buy(buy: Buy) -> Sequence[str]:
    texts = []
    for cards in buy.cards:
        cost = "as much as is in the pot"
        if cards.cost.type is CostType.FIXED:
            amount = cards.cost.amount
            chips = f"{amount} chips" if isinstance(amount, int) else f"the {amount}"
            cost = chips.replace("_", " ")
        what = "card" if cards.number == 1 else f"{number(cards.number)} cards"
        act = (
            f"replace one {what}"
            if cards.discard_first and cards.number == 1
            else (f"replace {what}" if cards.discard_first else f"buy {count(cards.number)}")
        )
        side = f", {cards.state}" if cards.state is Side.UP else ""
        texts.append(f"Each player may {act} for {cost}{side}.")
    return texts
