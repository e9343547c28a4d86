"""Which hands win, in English."""

from __future__ import annotations

from collections.abc import Sequence

from croupier import rankings
from croupier.games.configuration.check.qualifiers import describe_qualifier
from croupier.games.configuration.describe.words import (
    capitalize,
    count,
    describe_condition,
    number,
    rank_name,
    rank_names,
    uncapitalize,
)
from croupier.games.configuration.problems import listed
from croupier.games.configuration.schema.conditions import WildCards
from croupier.games.configuration.schema.hands import BestHand, DefaultAction
from croupier.games.configuration.schema.model import Configuration
from croupier.games.configuration.schema.names import (
    ActionType,
    ConditionType,
    Criterion,
    Declaration,
    DeclarationMode,
    RankName,
    Role,
    Side,
    SuitRule,
    WildType,
)
from croupier.games.configuration.schema.steps import Deal, Declare
from croupier.games.configuration.schema.walking import count_cards, walk_hands, walk_steps

__all__ = ["describe_showdown", "describe_wild_cards"]

_PARTS = {2: "half", 3: "a third", 4: "a quarter"}


def describe_showdown(configuration: Configuration) -> list[str]:
    """Say which hands win.

    Args:
        configuration: The game.

    Returns:
        Paragraphs.
    """
    showdown = configuration.showdown
    paragraphs = []
    rest = showdown.default_best_hands or showdown.best_hands
    conditions = [each.condition.type for each in showdown.conditional_best_hands]
    if conditions and set(conditions) == {ConditionType.PLAYER_HAND_SIZE}:
        paragraphs.append(_describe_by_size(configuration, rest))
    else:
        for each in showdown.conditional_best_hands:
            condition = describe_condition(each.condition)
            paragraphs += _describe_hands(configuration, each.best_hands, f"If {condition}, ")
        if rest:
            prefix = "Otherwise, " if conditions else ""
            paragraphs += _describe_hands(configuration, rest, prefix)
    if any(len(hands) > 1 for _, hands in walk_hands(configuration)):
        paragraphs += _describe_leftovers(configuration)
    for default in showdown.default_actions:
        paragraphs.append(_describe_default(configuration, default))
    if showdown.global_default_action is not None:
        paragraphs.append(_describe_global(configuration, showdown.global_default_action))
    if showdown.declaration_mode is DeclarationMode.DECLARE:
        text = "Players win only what they declared for"
        if any(Declaration.HIGH_LOW in declare.options for declare in _declarations(configuration)):
            text += "; who declared for both must win or tie both, or wins nothing"
        paragraphs.append(f"{text}.")
    return paragraphs


def _describe_by_size(configuration: Configuration, rest: Sequence[BestHand]) -> str:
    """Say which hands win where that depends on how many cards a player holds."""
    lines = ["The best hand wins; where there are several, each wins an equal part of the pot."]
    for each in configuration.showdown.conditional_best_hands:
        hands = [_describe_hand(configuration, hand) for hand in each.best_hands]
        holder = describe_condition(each.condition).removeprefix("a player holds ")
        lines.append(f"- A player who holds {holder} forms {'; and '.join(hands)}.")
    if rest:
        hands = [_describe_hand(configuration, hand) for hand in rest]
        lines.append(f"- Any other player forms {'; and '.join(hands)}.")
    return "\n".join(lines)


def _declarations(configuration: Configuration) -> list[Declare]:
    return [action for _, action, _ in walk_steps(configuration) if isinstance(action, Declare)]


def _describe_hands(
    configuration: Configuration, hands: Sequence[BestHand], prefix: str
) -> list[str]:
    if len(hands) == 1:
        hand = hands[0]
        text = f"{prefix}the pot goes to {_describe_hand(configuration, hand)}."
        return [capitalize(text), *_describe_notes(hand)]
    part = _PARTS.get(len(hands), "an equal part")
    head = f"{prefix}{part} of the pot goes to each of these:"
    lines = [capitalize(head)]
    for hand in hands:
        name = f"{hand.name}: " if hand.name else ""
        lines.append(f"- {name}{_describe_hand(configuration, hand)}.")
    return ["\n".join(lines), *(note for hand in hands for note in _describe_notes(hand))]


def _describe_hand(configuration: Configuration, hand: BestHand) -> str:
    """Return what the best hand is, and which cards form it."""
    ranking = rankings.get(hand.evaluation_type)
    title = ranking.title.removesuffix(" with wild cards").removesuffix(",")
    if title.endswith(("nothing", "ten")):
        title = title.replace(", ", " (") + ")"
    superlative = title.split()[0] in ("highest", "lowest", "most", "fewest", "closest")
    text = f"{'the' if superlative else 'the best'} {title}"
    cards = _describe_cards(configuration, hand)
    # Some titles say how many cards there are.
    if cards and not (title.endswith("cards") and "board" not in cards):
        text += f" {cards}"
    # That the highest spade must be a spade need not be said.
    if hand.qualifier is not None and not ranking.name.startswith("one_card"):
        qualifier = describe_qualifier(ranking, hand.qualifier)
        text += f", if it is {qualifier}" if "badugi" in qualifier else f" ({qualifier})"
    return text


def _describe_notes(hand: BestHand) -> list[str]:
    notes = []
    if hand.classification is not None:
        cards = listed(rank_name(RankName[rank.name]) for rank in hand.classification.face_ranks)
        notes.append(f"A player who holds {cards} beats every player who does not.")
    if hand.zero_cards_pip_value is not None and not hand.minimum_cards:
        notes.append("A player without cards has the best possible hand of that kind.")
    elif hand.minimum_cards:
        notes.append(f"It takes at least {count(hand.minimum_cards)} to have such a hand.")
    return notes


def _describe_cards(configuration: Configuration, hand: BestHand) -> str:
    """Return which cards form a hand."""
    side = f" that lie {hand.card_state}" if hand.card_state is not None else ""
    hole = f"hole cards{side}"
    hole_names = list(hand.hole_subsets)
    hole_names += [listed(way.subsets, "and") for way in hand.hole_cards_allowed]
    board = _describe_board(hand.community_subsets)
    if hand.community_cards_allowed:
        ways = [listed(way.subsets, "and") for way in hand.community_cards_allowed]
        board = f"board cards of {listed(dict.fromkeys(ways))}"
    if hole_names:
        hole = f"cards of {listed(dict.fromkeys(hole_names))}{side}"
    if hand.uses_unused_from is not None:
        hole = f"hole cards that the {hand.uses_unused_from} does not use"
    if hand.community_subset_requirements:
        return f"of {_describe_requirements(hand, hole)}"
    if hand.combinations:
        return f"of {_describe_combinations(hand)}"
    grouped = hand.community_card_combinations or hand.community_card_select_combinations
    if hand.hole_cards and grouped:
        return f"of {_describe_groups(hand, hole)}"
    counts = count_cards(configuration)
    has_board = any(each.board for each in counts)
    if hand.any_cards is not None:
        if has_board:
            return f"of any {number(hand.any_cards)} of the player's {hole} and the {board}"
        if all(each.hole == hand.any_cards for each in counts) and not hole_names:
            return ""
        return f"of any {number(hand.any_cards)} of the player's {hole}"
    if hand.hole_cards:
        first = hand.hole_cards[0]
        if len(hand.hole_cards) == 1 and isinstance(first, int) and not any(hand.community_cards):
            if hand.uses_unused_from is not None:
                return f"of the {hole}"
            if hole_names:
                return f"of the {hole}" if not side else f"of {_one_or_more(first, hole)}"
            if first == 1:
                return f"among the player's {hole}"
            if all(each.hole == first for each in counts) and not side:
                return f"of the player's {hole}" if has_board else ""
            return f"of any {number(first)} of the player's {hole}"
        return f"of {_describe_counts(hand, hole, board)}"
    if hand.player_hand_size:
        return _describe_sizes(hand)
    return f"of all {hole}"


def _describe_board(names: Sequence[str]) -> str:
    return f"board cards of {listed(names, 'and')}" if names else "board cards"


def _one_or_more(value: int, plural: str) -> str:
    """Return a number of cards that have a plural name."""
    if value == 1:
        return f"one of the {plural}"
    return f"{number(value)} {plural}"


def _describe_counts(hand: BestHand, hole: str, board: str) -> str:
    first = hand.hole_cards[0]
    if first == "all":
        return f"all {hole}, completed with {board}"
    if first == "remaining":
        return f"the remaining {hole}"
    ways = []
    longest = max(len(hand.hole_cards), len(hand.community_cards))
    for index in range(longest):
        hole_count = hand.hole_cards[min(index, len(hand.hole_cards) - 1)]
        counts = hand.community_cards
        board_count = counts[min(index, len(counts) - 1)] if counts else 0
        parts = [
            _one_or_more(int(value), noun)
            for value, noun in ((hole_count, hole), (board_count, board))
            if value
        ]
        ways.append(" and ".join(parts))
    exactly = "up to " if hand.padding else "exactly " if hand.community_cards else ""
    return exactly + ", or ".join(dict.fromkeys(ways))


def _describe_requirements(hand: BestHand, hole: str) -> str:
    first = hand.hole_cards[0] if hand.hole_cards else "all"
    parts = [f"all {hole}" if isinstance(first, str) else _one_or_more(first, hole)]
    for rule in hand.community_subset_requirements:
        optional = "" if rule.required else ", if there is one"
        parts.append(f"{count(rule.count)} of {rule.subset}{optional}")
    return listed(parts, "and")


def _describe_combinations(hand: BestHand) -> str:
    ways: dict[tuple[int, int], list[str]] = {}
    for way in hand.combinations:
        name = listed(way.community_subsets, "and")
        ways.setdefault((way.hole_cards, way.community_cards), []).append(name)
    texts = []
    for (hole, board), names in ways.items():
        known = [name for name in dict.fromkeys(names) if name]
        cards = f"board cards of {listed(known)}" if known else "board cards"
        parts = [
            text
            for text in (
                count(hole, "hole card") if hole else "",
                _one_or_more(board, cards) if board else "",
            )
            if text
        ]
        texts.append(" and ".join(parts))
    return ", or ".join(texts)


def _describe_groups(hand: BestHand, hole: str) -> str:
    first = hand.hole_cards[0]
    size = rankings.get(hand.evaluation_type).maximum_cards
    hole_text = _one_or_more(first, hole) if isinstance(first, int) else f"all {hole}"
    number_of_cards = hand.community_cards[0] if hand.community_cards else None
    if number_of_cards is None and isinstance(first, int):
        number_of_cards = size - first
    ways = [listed(names, "and") for names in hand.community_card_combinations]
    texts = []
    if ways:
        cards = number(number_of_cards) if isinstance(number_of_cards, int) else "any"
        texts.append(f"{cards} board cards of one of these: {'; '.join(dict.fromkeys(ways))}")
    for group in hand.community_card_select_combinations:
        parts = [
            f"{number(least) if least == most else f'{least} to {most}'} of {name}"
            for name, least, most in group
        ]
        texts.append(listed(parts, "and"))
    return f"{hole_text} and {', or '.join(texts)}"


def _describe_sizes(hand: BestHand) -> str:
    texts = []
    for size, rule in hand.player_hand_size:
        parts = [count(rule.hole_cards, "hole card")] if rule.hole_cards else []
        if rule.community_cards:
            names = listed(rule.community_subsets, "and") or "the board"
            parts.append(f"{count(rule.community_cards)} of {names}")
        texts.append(f"{' and '.join(parts)} for a player who holds {number(size)}")
    return f"of {'; '.join(reversed(texts))}"


def _describe_leftovers(configuration: Configuration) -> list[str]:
    """Say where a part goes for which nobody qualifies."""
    showdown = configuration.showdown
    named = {name for default in showdown.default_actions for name in default.applies_to}
    qualified = [
        hand
        for _, hands in walk_hands(configuration)
        for hand in hands
        if len(hands) > 1 and hand.qualifier is not None and hand.name not in named
    ]
    if not qualified or showdown.declaration_mode is DeclarationMode.DECLARE:
        return []
    return ["Where nobody has a hand that qualifies, that part goes to whoever wins the rest."]


def _describe_default(configuration: Configuration, default: DefaultAction) -> str:
    names = listed(default.applies_to, "and") or "a part"
    evaluation = default.action.evaluation
    if default.action.type is ActionType.EVALUATE_SPECIAL and evaluation is not None:
        which = "highest" if evaluation.criterion is Criterion.HIGHEST_RANK else "lowest"
        if evaluation.suit is SuitRule.RIVER_CARD_SUIT:
            card = f"the {which} hole card of the suit of the last board card"
        else:
            card = f"the {which} {evaluation.suit or 'card'} in the hole"
        return f"If nobody qualifies for the {names}, {card} wins that part."
    if default.action.type is ActionType.SPLIT_POT:
        return f"If nobody qualifies for the {names}, that part is split among all players left."
    hands = listed(_describe_hand(configuration, hand) for hand in default.best_hands)
    return f"If nobody qualifies for the {names}, that part goes to {hands}."


def _describe_global(configuration: Configuration, default: DefaultAction) -> str:
    if default.action.type is ActionType.BEST_HAND:
        hands = listed((_describe_hand(configuration, hand) for hand in default.best_hands), "and")
        return f"If nobody qualifies at all, the pot goes to {hands}."
    return "If nobody qualifies at all, the players left split the pot."


def describe_wild_cards(configuration: Configuration) -> list[str]:
    """Say which cards are wild.

    Args:
        configuration: The game.

    Returns:
        Sentences; none where no card is wild.
    """
    dealt: list[WildCards] = []
    for _, action, _ in walk_steps(configuration):
        if isinstance(action, Deal):
            dealt += action.wild_cards
    hands = [hand for _, hands in walk_hands(configuration) for hand in hands]
    differ = len({frozenset(hand.wild_cards) for hand in hands}) > 1
    common = [*dealt] if differ else [*dealt, *(rule for hand in hands for rule in hand.wild_cards)]
    texts = _describe_rules(common)
    if differ:
        for hand in hands:
            name = hand.name or rankings.get(hand.evaluation_type).title
            for text in _describe_rules(hand.wild_cards):
                texts.append(f"For the {name}, {uncapitalize(text)}")
    rules = [*dealt, *(rule for hand in hands for rule in hand.wild_cards)]
    if configuration.deck.jokers and all(rule.type is not WildType.JOKER for rule in rules):
        texts.append("Jokers are wild.")
    if any(rule.role is not Role.WILD for rule in rules):
        texts.append("A bug is an ace, or whatever card completes a straight or a flush.")
    return list(dict.fromkeys(texts))


def _describe_rules(rules: Sequence[WildCards]) -> list[str]:
    ranks = [rule.rank for rule in rules if rule.type is WildType.RANK and rule.rank is not None]
    texts = []
    if ranks:
        names = listed(map(rank_names, dict.fromkeys(ranks)), "and")
        texts.append(f"{capitalize(names)} are wild.")
    texts += [_describe_rule(rule) for rule in rules if rule.type is not WildType.RANK]
    return list(dict.fromkeys(texts))


def _describe_rule(rule: WildCards) -> str:
    role = "a bug" if rule.role is Role.BUG else "wild"
    match rule.type:
        case WildType.JOKER:
            if rule.condition is not None and rule.role is Role.CONDITIONAL:
                up, down = rule.condition.true_role, rule.condition.false_role
                if rule.condition.visibility is not Side.UP:
                    up, down = down, up
                words = {Role.WILD: "wild", Role.BUG: "a bug", Role.CONDITIONAL: "natural"}
                return f"A joker is {words[up]} face up and {words[down]} face down."
            return f"A joker is {role}."
        case WildType.LAST_COMMUNITY_CARD:
            where = f" of {rule.subset}" if rule.subset is not None else ""
            return f"The last board card{where} is {role}, and so are all cards of its rank."
        case WildType.LOWEST_COMMUNITY:
            where = f" of {rule.subset}" if rule.subset is not None else ""
            return f"The lowest board card{where} is {role}, and so are all cards of its rank."
        case WildType.LOWEST_HOLE:
            side = " face down" if rule.visibility is Side.DOWN else ""
            return (
                f"For each player, the lowest hole card{side} is {role}, and so are all cards of"
                " its rank."
            )
        case _:
            trigger = "the trigger" if rule.trigger_rank is None else rank_name(rule.trigger_rank)
            return (
                f"The next card dealt face up after {trigger} makes all cards of its rank {role},"
                f" until {trigger} is dealt face up again."
            )
