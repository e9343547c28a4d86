"""The steps of a game."""

from __future__ import annotations

from typing import TypeAlias

from croupier.games.configuration.schema.conditions import Condition, DealCondition, WildCards
from croupier.games.configuration.schema.names import (
    BetType,
    Chooser,
    CostType,
    Declaration,
    Direction,
    DiscardRule,
    Location,
    RemovalCriterion,
    Side,
    Timing,
    ZeroCardsBetting,
)
from croupier.games.configuration.schema.separating import (
    ComparedHand,
    HandComparison,
    Separate,
    SeparatedCards,
    VisibilityRequirement,
)
from croupier.games.configuration.schema.shapes import (
    Boolean,
    Choice,
    Converted,
    Integer,
    ListOf,
    ObjectOf,
    OneOf,
    Part,
    Subset,
    Text,
    member,
)
from croupier.limits import MAX_GAME_CARDS, MAX_GAME_NUMBER

__all__ = [
    "ACTION_KEYS",
    "Action",
    "Bet",
    "BoughtCards",
    "Buy",
    "Choose",
    "ComparedHand",
    "Cost",
    "Deal",
    "DealtCards",
    "Declare",
    "Discard",
    "DiscardedCards",
    "Draw",
    "DrawAmount",
    "DrawnCards",
    "Expose",
    "ExposedCards",
    "GroupedAction",
    "HandComparison",
    "Pass",
    "PassedCards",
    "Protection",
    "Remove",
    "ReplaceCommunity",
    "RollDie",
    "Separate",
    "SeparatedCards",
    "ShowdownStep",
    "Step",
    "VisibilityRequirement",
]

_NAMES = OneOf(Converted(Subset(), lambda name: (name,)), ListOf(Subset()))


class Bet(Part):
    """A forced bet or a betting round."""

    type: BetType = member(
        "type",
        Choice(BetType),
        "A forced bet, or the size of the bets in a betting round with fixed limits.",
    )
    zero_cards_betting: ZeroCardsBetting = member(
        "zeroCardsBetting",
        Choice(ZeroCardsBetting),
        "What a player who has no cards left may do.",
        default=ZeroCardsBetting.NORMAL,
    )


class Protection(Part):
    """A fee for which a card is turned up."""

    cost: str | int = member(
        "cost",
        OneOf(Text(("protection_fee",)), Integer(0, MAX_GAME_NUMBER)),
        "The fee: its name, or chips.",
    )
    timing: Timing = member(
        "timing", Choice(Timing), "When it is offered.", default=Timing.POST_DEAL
    )
    prompt: str | None = member("prompt", Text(), "What the player is asked.", default=None)


class DealtCards(Part):
    """Cards that are dealt."""

    number: int = member("number", Integer(1, MAX_GAME_CARDS), "How many cards are dealt.")
    state: Side | None = member(
        "state",
        Choice(Side),
        "Which side of them is up; it may be left out where a condition says so.",
        default=None,
    )
    subsets: tuple[str, ...] = member(
        "subset",
        _NAMES,
        "The subset that they belong to, or several.",
        default=(),
        others=("community_subset",),
    )
    hole_subset: str | None = member(
        "hole_subset",
        Subset(),
        "The subset of the player's hand that they belong to.",
        default=None,
    )
    protection: Protection | None = member(
        "protection_option",
        ObjectOf(Protection),
        "A fee for which a player may have the card turned up.",
        default=None,
    )

    @property
    def all_subsets(self) -> tuple[str, ...]:
        """The subsets that the cards belong to, wherever they are dealt."""
        return self.subsets if self.hole_subset is None else (*self.subsets, self.hole_subset)


class Deal(Part):
    """A deal of cards to every player or to the board."""

    location: Location = member(
        "location",
        Choice(Location, slips={"individual": "player"}),
        "Whether every player or the board is dealt cards.",
    )
    cards: tuple[DealtCards, ...] = member(
        "cards", ListOf(ObjectOf(DealtCards)), "The cards, in the order in which they are dealt."
    )
    condition: DealCondition | None = member(
        "conditional_state",
        ObjectOf(DealCondition),
        "When they are dealt, or which side of them is up.",
        default=None,
    )
    wild_cards: tuple[WildCards, ...] = member(
        "wildCards", ListOf(ObjectOf(WildCards)), "Which cards are wild from now on.", default=()
    )


class DrawAmount(Part):
    """The number of cards drawn for those that are discarded."""

    relative_to: str = member("relative_to", Text(("discard",)), 'It must be "discard".')
    amount: int = member(
        "amount", Integer(-10, 10), "How many cards more, or fewer, are drawn than discarded."
    )


class DrawnCards(Part):
    """Cards that may be exchanged."""

    number: int = member(
        "number", Integer(1, MAX_GAME_CARDS), "How many cards may be exchanged at most."
    )
    minimum: int = member(
        "min_number",
        Integer(0, MAX_GAME_CARDS),
        "How many cards must be exchanged at least.",
        default=0,
    )
    state: Side | None = member(
        "state", Choice(Side), "Which side of the new cards is up.", default=None
    )
    hole_subset: str | None = member(
        "hole_subset",
        Subset(zone="hole"),
        "The subset of the hand that is drawn to.",
        default=None,
        others=("subset",),
    )
    draw_amount: DrawAmount | None = member(
        "draw_amount",
        ObjectOf(DrawAmount),
        "How many cards are drawn if not as many as are discarded.",
        default=None,
    )
    preserve_state: bool = member(
        "preserve_state",
        Boolean(),
        "Whether a new card lies as the one lay that it replaces.",
        default=False,
    )


class Draw(Part):
    """A draw: players discard cards and are dealt others."""

    cards: tuple[DrawnCards, ...] = member(
        "cards", ListOf(ObjectOf(DrawnCards)), "The cards that may be exchanged."
    )


class DiscardedCards(Part):
    """Cards that must or may be discarded."""

    number: int | None = member(
        "number", Integer(1, MAX_GAME_CARDS), "How many cards go at most.", default=None
    )
    minimum: int | None = member(
        "min_number",
        Integer(0, MAX_GAME_CARDS),
        "How many cards must go at least; as many as may go when it is left out.",
        default=None,
    )
    rule: DiscardRule | None = member(
        "rule", Choice(DiscardRule), "Which cards must go.", default=None
    )
    subset: str | None = member(
        "subset",
        Subset(zone="any"),
        "The board cards that the rule looks at, or the subset of the hand that cards go from.",
        default=None,
    )
    hole_subset: str | None = member(
        "hole_subset",
        Subset(zone="hole"),
        'The subset of the hand that cards go from; "any" for one that the player picks.',
        default=None,
    )
    entire_subset: bool = member(
        "entire_subset", Boolean(), "Whether a whole subset goes.", default=False
    )
    state: Side | None = member(
        "state", Choice(Side), "Whether everybody sees the cards that go.", default=None
    )
    location: Location | None = member(
        "discardLocation",
        Choice(Location),
        "Where the cards go to; the muck if it is left out.",
        default=None,
    )
    target: str | None = member(
        "discardSubset", Subset(), "The subset of the board that they are added to.", default=None
    )
    once: bool = member(
        "oncePerStep",
        Boolean(),
        "Whether a player who acts again in the same step does not discard again.",
        default=False,
    )


class Discard(Part):
    """A discard: players give up cards and get none for them."""

    cards: tuple[DiscardedCards, ...] = member(
        "cards", ListOf(ObjectOf(DiscardedCards)), "The cards that must or may go."
    )


class ExposedCards(Part):
    """Cards that must or may be turned up."""

    number: int = member("number", Integer(1, MAX_GAME_CARDS), "How many cards are turned at most.")
    minimum: int | None = member(
        "min_number",
        Integer(0, MAX_GAME_CARDS),
        "How many cards must be turned at least; as many as may be when it is left out.",
        default=None,
    )
    state: Side | None = member(
        "state", Choice(Side), "Which side of the cards to turn is up before.", default=None
    )
    immediate: bool = member(
        "immediate",
        Boolean(),
        "Whether cards are turned at once, not when all players have picked theirs.",
        default=False,
    )


class Expose(Part):
    """A choice of hole cards to turn up."""

    cards: tuple[ExposedCards, ...] = member(
        "cards", ListOf(ObjectOf(ExposedCards)), "The cards that must or may be turned up."
    )


class PassedCards(Part):
    """Cards that are passed."""

    number: int = member("number", Integer(1, MAX_GAME_CARDS), "How many cards are passed.")
    direction: Direction = member("direction", Choice(Direction), "To whom they are passed.")
    state: Side | None = member("state", Choice(Side), "Which side of them is up.", default=None)


class Pass(Part):
    """A pass of cards to other players, all at the same time."""

    cards: tuple[PassedCards, ...] = member(
        "cards", ListOf(ObjectOf(PassedCards)), "The cards that are passed."
    )


class Remove(Part):
    """Boards are taken away."""

    type: str = member("type", Text(("subset",)), 'It must be "subset".', default="subset")
    criterion: RemovalCriterion = member(
        "criteria", Choice(RemovalCriterion), "Which boards are taken away."
    )
    subsets: tuple[str, ...] = member(
        "subsets", ListOf(Subset(zone="board")), "The boards that are compared."
    )


class Declare(Part):
    """A declaration of the part of the pot that players play for."""

    type: str = member("type", Text(("declare",)), 'It must be "declare".', default="declare")
    options: tuple[Declaration, ...] = member(
        "options", ListOf(Choice(Declaration), 2), "What they may say."
    )
    per_pot: bool = member(
        "per_pot", Boolean(), "Whether they say so for every pot.", default=False
    )
    simultaneous: bool = member(
        "simultaneous", Boolean(), "Whether all say so at the same time.", default=True
    )


class Choose(Part):
    """A player makes a choice for the table."""

    name: str = member("value", Text(), "The name of the choice, by which conditions refer to it.")
    options: tuple[str, ...] = member("possible_values", ListOf(Text(), 2), "What may be chosen.")
    chooser: Chooser = member("chooser", Choice(Chooser), "Who chooses.", default=Chooser.UTG)
    default: str | None = member(
        "default", Text(), "What counts as chosen if nobody chooses.", default=None
    )
    time_limit: int | None = member(
        "time_limit",
        Integer(1, MAX_GAME_NUMBER),
        "How many seconds there are to choose.",
        default=None,
    )


class Cost(Part):
    """The cost of a card."""

    type: CostType = member("type", Choice(CostType), "How the price is found.")
    amount: str | int | None = member(
        "amount",
        OneOf(Text(("small_bet", "big_bet", "ante")), Integer(0, MAX_GAME_NUMBER)),
        "A fixed price: the name of a bet, or chips.",
        default=None,
    )


class BoughtCards(Part):
    """Cards that may be bought."""

    number: int = member("number", Integer(1, MAX_GAME_CARDS), "How many cards are bought.")
    state: Side | None = member("state", Choice(Side), "Which side of them is up.", default=None)
    cost: Cost = member("cost", ObjectOf(Cost), "What they cost.")
    discard_first: bool = member(
        "discard_first",
        Boolean(),
        "Whether as many cards must be discarded before.",
        default=False,
    )
    optional: bool = member("optional", Boolean(), "Whether players may decline.", default=True)


class Buy(Part):
    """An offer to buy cards."""

    cards: tuple[BoughtCards, ...] = member(
        "cards", ListOf(ObjectOf(BoughtCards)), "The cards that may be bought."
    )


class RollDie(Part):
    """Dice are rolled for the table."""

    subset: str = member("subset", Subset(), "The name by which conditions refer to the dice.")
    dice: int = member("dice", Integer(1, 10), "How many dice there are.", default=1)


class ReplaceCommunity(Part):
    """Every player in turn replaces board cards."""

    number: int = member(
        "cardsToReplace", Integer(1, MAX_GAME_CARDS), "How many board cards every player replaces."
    )
    order: str = member(
        "order", Text(("clockwise",)), 'It must be "clockwise".', default="clockwise"
    )
    starting_from: str = member(
        "startingFrom",
        Text(("left_of_dealer",)),
        'Who begins; it must be "left_of_dealer".',
        default="left_of_dealer",
    )


class ShowdownStep(Part):
    """Hands are compared."""

    type: str = member("type", Text(("final",)), 'It is "final".')


Action: TypeAlias = (
    Bet
    | Buy
    | Choose
    | Deal
    | Declare
    | Discard
    | Draw
    | Expose
    | Pass
    | Remove
    | ReplaceCommunity
    | RollDie
    | Separate
    | ShowdownStep
)
"""The action of a step."""


class GroupedAction(Part):
    """One of several actions that a player does in the same turn."""

    bet: Bet | None = member("bet", ObjectOf(Bet), "A betting round.", default=None)
    deal: Deal | None = member("deal", ObjectOf(Deal), "Cards are dealt.", default=None)
    draw: Draw | None = member("draw", ObjectOf(Draw), "Cards are exchanged.", default=None)
    discard: Discard | None = member(
        "discard", ObjectOf(Discard), "Cards are discarded.", default=None
    )
    expose: Expose | None = member("expose", ObjectOf(Expose), "Cards are turned up.", default=None)
    declare: Declare | None = member(
        "declare", ObjectOf(Declare), "Players say what they play for.", default=None
    )

    @property
    def actions(self) -> dict[str, Action]:
        """Everything that is given, by its key."""
        return _find_actions(self)


class Step(Part):
    """One step of a game: a name and one action."""

    name: str = member("name", Text(), "The name of the step.")
    condition: Condition | None = member(
        "conditional_state",
        ObjectOf(Condition),
        "When the step is played; always if it is left out.",
        default=None,
    )
    bet: Bet | None = member("bet", ObjectOf(Bet), "A forced bet or a betting round.", default=None)
    deal: Deal | None = member("deal", ObjectOf(Deal), "Cards are dealt.", default=None)
    draw: Draw | None = member("draw", ObjectOf(Draw), "Cards are exchanged.", default=None)
    discard: Discard | None = member(
        "discard", ObjectOf(Discard), "Cards are discarded.", default=None
    )
    expose: Expose | None = member("expose", ObjectOf(Expose), "Cards are turned up.", default=None)
    pass_: Pass | None = member("pass", ObjectOf(Pass), "Cards are passed.", default=None)
    separate: Separate | None = member(
        "separate", ObjectOf(Separate), "Players divide their hands.", default=None
    )
    remove: Remove | None = member(
        "remove", ObjectOf(Remove), "Boards are taken away.", default=None
    )
    declare: Declare | None = member(
        "declare", ObjectOf(Declare), "Players say what they play for.", default=None
    )
    choose: Choose | None = member(
        "choose", ObjectOf(Choose), "A player makes a choice for the table.", default=None
    )
    buy: Buy | None = member("buy", ObjectOf(Buy), "Players may buy cards.", default=None)
    roll_die: RollDie | None = member(
        "roll_die", ObjectOf(RollDie), "Dice are rolled.", default=None
    )
    replace_community: ReplaceCommunity | None = member(
        "replaceCommunity", ObjectOf(ReplaceCommunity), "Players replace board cards.", default=None
    )
    group: tuple[GroupedAction, ...] = member(
        "groupedActions",
        ListOf(ObjectOf(GroupedAction)),
        "Several things that each player does before it is the next player's turn.",
        default=(),
    )
    showdown: ShowdownStep | None = member(
        "showdown", ObjectOf(ShowdownStep), "Hands are compared.", default=None
    )

    @property
    def actions(self) -> dict[str, Action]:
        """Everything that is given but a group, by its key."""
        return _find_actions(self)

    @property
    def action(self) -> Action | None:
        """The action; `None` in a group."""
        return next(iter(self.actions.values()), None)


ACTION_KEYS = {
    "bet": "bet",
    "deal": "deal",
    "draw": "draw",
    "discard": "discard",
    "expose": "expose",
    "pass_": "pass",
    "separate": "separate",
    "remove": "remove",
    "declare": "declare",
    "choose": "choose",
    "buy": "buy",
    "roll_die": "roll_die",
    "replace_community": "replaceCommunity",
    "showdown": "showdown",
}
"""The keys of everything that can happen, by the names of the fields."""


def _find_actions(step: Step | GroupedAction) -> dict[str, Action]:
    found = {key: getattr(step, name, None) for name, key in ACTION_KEYS.items()}
    return {key: action for key, action in found.items() if action is not None}
