"""A game configuration: what is in a JSON file that describes a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.games.configuration.problems import Problem
from croupier.games.configuration.schema.conditions import Condition
from croupier.games.configuration.schema.hands import Showdown
from croupier.games.configuration.schema.names import (
    DECK_RANKS,
    DeckType,
    DefaultCap,
    ForcedBetStyle,
    LayoutType,
    OpeningOrder,
    OpeningRule,
    Structure,
    Variation,
)
from croupier.games.configuration.schema.shapes import (
    Boolean,
    Choice,
    Converted,
    Evaluation,
    Integer,
    ListOf,
    Null,
    ObjectOf,
    OneOf,
    Part,
    Subset,
    Text,
    member,
)
from croupier.games.configuration.schema.steps import Choose, Step
from croupier.limits import MAX_GAME_CARDS, MAX_GAME_NUMBER

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.games.configuration.compile.game import CompiledGame
    from croupier.games.configuration.custom_game import CustomGame
    from croupier.state import State
    from croupier.utilities import ValuesLike

__all__ = [
    "BettingOrder",
    "ConditionalForcedBet",
    "ConditionalOrder",
    "ConditionalOrders",
    "Configuration",
    "Deck",
    "ForcedBets",
    "Layout",
    "LayoutRow",
    "Players",
    "Reference",
]

_SUITS = 4
# More players than a deck has cards cannot play.
_SEATS = 52


class Players(Part):
    """The numbers of players that a game allows."""

    minimum: int = member("min", Integer(2, _SEATS), "The fewest players.")
    maximum: int = member("max", Integer(2, _SEATS), "The most players.")


class Reference(Part):
    """A source for the rules of a game."""

    url: str = member("url", Text(), "The address of the page.")
    description: str | None = member("description", Text(), "What is there.", default=None)


class Deck(Part):
    """The cards that a game is played with."""

    type: DeckType = member(
        "type",
        Choice(DeckType),
        "Which cards the deck has: standard for all 52, short_6a for sixes to aces, short_ta for"
        " tens to aces, short_27_ja for all but eights, nines and tens.",
    )
    cards: int = member(
        "cards", Integer(1, MAX_GAME_CARDS), "How many cards the deck has, without jokers."
    )
    jokers: int = member("jokers", Integer(0, 4), "How many jokers are added.", default=0)
    burn: bool = member(
        "burn",
        Boolean(),
        "Whether a card is burnt before the first cards that are dealt after each betting round.",
        default=False,
    )

    @property
    def ranks(self) -> str:
        """The ranks of the cards."""
        return DECK_RANKS[self.type]

    @property
    def size(self) -> int:
        """How many cards there are, jokers included."""
        return len(self.ranks) * _SUITS + self.jokers


_STYLE = Choice(ForcedBetStyle, others={"antes": "antes_only"})
_RULE = Choice(OpeningRule)


class PlainForcedBet(Part):
    """The forced bets of players."""

    style: ForcedBetStyle = member(
        "style", _STYLE, "Who pays before having a choice.", default=ForcedBetStyle.BLINDS
    )
    rule: OpeningRule | None = member(
        "rule", _RULE, "Whose card brings it in; al and ah are aces low and high.", default=None
    )
    variation: Variation | None = member(
        "variation", Choice(Variation), "An unusual way to find who brings it in.", default=None
    )
    evaluation: str | None = member(
        "bringInEval",
        Evaluation(),
        "How hands that lie open are ranked to find who acts first.",
        default=None,
    )


class ConditionalForcedBet(Part):
    """The forced bets of players if a condition holds."""

    condition: Condition = member("condition", ObjectOf(Condition), "The condition.")
    forced_bet: PlainForcedBet = member(
        "forcedBet", ObjectOf(PlainForcedBet), "What players must pay."
    )


class ForcedBets(PlainForcedBet):
    """The forced bets of players, perhaps depending on conditions."""

    open_pair_double_bet: bool = member(
        "openPairDoubleBet",
        Boolean(),
        "Whether the big bet may be bet on the second street when somebody shows a pair.",
        default=False,
    )
    conditional: tuple[ConditionalForcedBet, ...] = member(
        "conditionalOrders",
        ListOf(ObjectOf(ConditionalForcedBet)),
        "What players must pay instead if a condition holds; the first that does counts.",
        default=(),
    )
    default: PlainForcedBet | None = member(
        "default",
        ObjectOf(PlainForcedBet),
        "What players must pay if no condition holds.",
        default=None,
    )

    @property
    def unconditional(self) -> PlainForcedBet:
        """The forced bets if there are no conditions, or if none of them holds."""
        return self.default or self


_ORDER = Choice(OpeningOrder)


class ConditionalOrder(Part):
    """The first player to act if a condition holds."""

    condition: Condition = member("condition", ObjectOf(Condition), "The condition.")
    order: OpeningOrder = member("order", _ORDER, "Who acts first.")


class ConditionalOrders(Part):
    """The first player to act, depending on conditions."""

    conditional: tuple[ConditionalOrder, ...] = member(
        "conditionalOrders",
        ListOf(ObjectOf(ConditionalOrder), 0),
        "Who acts first if a condition holds; the first that does counts.",
        default=(),
    )
    default: OpeningOrder = member("default", _ORDER, "Who acts first if no condition holds.")


class BettingOrder(Part):
    """The rules for the first player to act."""

    initial: OpeningOrder | None = member(
        "initial", _ORDER, "Who acts first in the first betting round.", default=None
    )
    subsequent: ConditionalOrders | None = member(
        "subsequent",
        OneOf(
            Converted(_ORDER, lambda order: ConditionalOrders(default=order)),
            ObjectOf(ConditionalOrders),
        ),
        "Who acts first in the later ones.",
        default=None,
    )


_CELL = OneOf(
    Null(), Converted(Subset(zone="board"), lambda name: (name,)), ListOf(Subset(zone="board"))
)


class LayoutRow(Part):
    """A row of boards."""

    label: str | None = member("label", Text(), "What stands before the row.", default=None)
    parts: tuple[tuple[str, ...] | None, ...] = member(
        "subsets",
        ListOf(_CELL),
        "The parts of the board in the row, each with all its cards: a subset, or the subsets that"
        " its cards are of at once; null for a gap.",
    )


class Layout(Part):
    """The drawing of the board; it has nothing to do with the rules."""

    type: LayoutType = member("type", Choice(LayoutType), "What the board looks like.")
    rows: tuple[LayoutRow, ...] = member(
        "rows", ListOf(ObjectOf(LayoutRow)), "The rows, from above.", default=()
    )
    columns: int | None = member(
        "columns", Integer(1, MAX_GAME_CARDS), "How many columns a grid has.", default=None
    )
    cells: tuple[tuple[tuple[str, ...] | None, ...], ...] = member(
        "cells",
        ListOf(ListOf(_CELL)),
        "The rows of a grid: what part of the board, or parts, a card is of; null for no card. The"
        " last of several cells alike has all cards that are left.",
        default=(),
    )


def _read_reference(url: str) -> Reference:
    return Reference(url=url)


class Configuration(Part, aside=("warnings", "source")):
    """A game as data: read from a JSON file, checked, ready to be described and played.

    `croupier.games.load` makes it.

    >>> from croupier.games import load
    >>> game = load(
    ...     {
    ...         "game": "Flat Stud",
    ...         "players": {"min": 2, "max": 7},
    ...         "deck": {"type": "standard", "cards": 52},
    ...         "bettingStructures": ["Limit"],
    ...         "gamePlay": [
    ...             {"name": "Antes", "bet": {"type": "antes"}},
    ...             {
    ...                 "name": "Cards",
    ...                 "deal": {
    ...                     "location": "player",
    ...                     "cards": [{"number": 5, "state": "face down"}],
    ...                 },
    ...             },
    ...             {"name": "Bets", "bet": {"type": "small"}},
    ...             {"name": "Showdown", "showdown": {"type": "final"}},
    ...         ],
    ...         "showdown": {"bestHand": [{"evaluationType": "high", "anyCards": 5}]},
    ...     }
    ... )
    >>> game.name, game.players.maximum, game.warnings
    ('Flat Stud', 7, ())
    >>> print(game.describe().splitlines()[0])
    Flat Stud
    """

    schema: str | None = member(
        "$schema", Text(), "The address of the schema, for editors.", default=None
    )
    name: str = member("game", Text(), "The name of the game.")
    description: str | None = member(
        "description", Text(), "What kind of game it is, in a sentence or two.", default=None
    )
    aliases: tuple[str, ...] = member(
        "aliases", ListOf(Text(), 0), "Other names of the game.", default=()
    )
    category: str | None = member(
        "category",
        Text(("Hold'em", "Omaha", "Pineapple", "Dramaha", "Draw", "Stud", "Straight", "Other")),
        "The family of games that it belongs to.",
        default=None,
    )
    references: tuple[Reference, ...] = member(
        "references",
        ListOf(OneOf(Converted(Text(), _read_reference), ObjectOf(Reference)), 0),
        "Where the rules of the game are told.",
        default=(),
    )
    players: Players = member("players", ObjectOf(Players), "How many players there may be.")
    deck: Deck = member("deck", ObjectOf(Deck), "The cards that the game is played with.")
    structures: tuple[Structure, ...] = member(
        "bettingStructures", ListOf(Choice(Structure)), "The limits with which the game is played."
    )
    raise_cap: int | DefaultCap | None = member(
        "raiseCap",
        OneOf(Null(), Integer(1, MAX_GAME_NUMBER)),
        "How many bets and raises a betting round may see with Limit, the big blind included and"
        " between two players, too; null for any number. Left out, they are four.",
        default=DefaultCap.DEFAULT,
    )
    forced_bets: ForcedBets = member(
        "forcedBets",
        ObjectOf(ForcedBets),
        "What players must pay; blinds if it is left out.",
        default=ForcedBets(),
    )
    betting_order: BettingOrder = member(
        "bettingOrder",
        ObjectOf(BettingOrder),
        "Who acts first; as usual with the forced bets if it is left out.",
        default=BettingOrder(),
    )
    layout: Layout | None = member(
        "communityCardLayout", ObjectOf(Layout), "How the board is drawn.", default=None
    )
    steps: tuple[Step, ...] = member(
        "gamePlay", ListOf(ObjectOf(Step)), "What happens, step by step."
    )
    showdown: Showdown = member("showdown", ObjectOf(Showdown), "Which hands win.")
    warnings: tuple[Problem, ...] = ()
    source: str | None = None

    def __hash__(self) -> int:
        # Games are looked up for every hand, and two of the same name are hardly ever compared.
        return hash(self.name)

    @property
    def choices(self) -> dict[str, Choose]:
        """The choices that players make for the table, by their names."""
        found = [step.choose for step in self.steps if step.choose is not None]
        return {choice.name: choice for choice in found}

    def describe(self) -> str:
        """Return the rules of the game in English.

        Returns:
            A title, and paragraphs of plain text.
        """
        from croupier.games.configuration.describe.game import describe

        return describe(self)

    def game(
        self,
        structure: str | Structure | None = None,
        stakes: Mapping[str, Any] | None = None,
        **options: Any,
    ) -> CustomGame:
        """Return the game with limits and stakes, to be called for one hand after the other.

        >>> from croupier.games import load
        >>> game = load("badugi").game("Pot Limit", {"big_blind": 10})
        >>> game((500, 800), 2, seed=1).starting_stacks
        (500, 800)

        Args:
            structure: One of the limits with which the game is played; the first when omitted.
            stakes: The amounts of the bets: `small_bet`, `big_bet`, `small_blind`, `big_blind`,
                `ante`, `bring_in` and those that only this game has. Most can be left out.
            **options: What else `CustomGame` takes: `automations`, `mode`, `divmod`, `rake`,
                `bring_in_option` and `unit`.

        Returns:
            The game.

        Raises:
            SetupError: The limits or the stakes are wrong; it is a ValueError.
            UnsupportedError: The engine cannot play the game.
        """
        from croupier.games.configuration.custom_game import CustomGame

        return CustomGame(self, structure, stakes, **options)

    def create_state(
        self,
        structure: str | Structure | None,
        stakes: Mapping[str, Any] | None,
        raw_starting_stacks: ValuesLike,
        player_count: int,
        *,
        seed: int | bytes | None = None,
        **options: Any,
    ) -> State:
        """Start a hand of the game. For many hands, `game` is faster.

        >>> from croupier.games import load
        >>> state = load("razz").create_state("Limit", {"small_bet": 10}, 500, 4, seed=1)
        >>> state.antes, state.bring_in, list(state.legal)
        ((2, 2, 2, 2), 5, ['post_bring_in', 'complete_bet_or_raise_to'])

        Args:
            structure: One of the limits with which the game is played; the first for `None`.
            stakes: The amounts of the bets.
            raw_starting_stacks: The stacks: one number for all, numbers in order, or a mapping of
                positions.
            player_count: How many players there are.
            seed: A number that decides the order of the cards.
            **options: What else `CustomGame` takes.

        Returns:
            The state at the start of the hand.

        Raises:
            SetupError: A hand cannot be played like this; it is a ValueError.
            UnsupportedError: The engine cannot play the game.
        """
        return self.game(structure, stakes, **options)(raw_starting_stacks, player_count, seed=seed)

    def compile(
        self, structure: str | Structure, stakes: Mapping[str, Any], player_count: int
    ) -> CompiledGame:
        """Turn the game into what the engine plays.

        Args:
            structure: One of the limits with which the game is played.
            stakes: The amounts of the bets.
            player_count: How many players there are.

        Returns:
            The program.

        Raises:
            SetupError: The game cannot be played so; it is a ValueError.
        """
        from croupier.games.configuration.compile.game import compile

        return compile(self, structure, stakes, player_count)
