"""A game as data, and a game with its stakes and stacks, as the core has them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from numbers import Number
from typing import TYPE_CHECKING

from croupier import _native
from croupier.cards import Card
from croupier.errors import SetupError
from croupier.hands import Hand
from croupier.hands.core import core_of
from croupier.numbers import Chips, ChipsLike
from croupier.state.enums import Automation, BettingStructure, Mode, Rules, find_option
from croupier.state.layout import BoardLayout
from croupier.state.street import Discard, Street
from croupier.utilities import ValuesLike, divmod, rake

if TYPE_CHECKING:
    from croupier.state.state import State

__all__ = [
    "Definition",
    "Recent",
    "Setup",
    "are_same",
    "is_lasting",
    "make_definition",
    "make_setup",
    "start_hand",
]

Definition = _native.Definition
Setup = _native.Setup
Recent = _native.Recent
are_same = _native.are_same
start_hand = _native.start_hand


def is_lasting(value: object) -> bool:
    """Return whether an argument that is given again, or a copy of it, says the same again.

    >>> is_lasting((1, 2)), is_lasting([1, 2]), is_lasting(iter((1, 2)))
    (True, True, False)

    Args:
        value: The argument.

    Returns:
        Whether it is a number, a name or a function, or a collection of these.
    """
    values: Iterable[object] = (value,)
    if type(value) is dict:
        values = value.values()
    elif type(value) is tuple or type(value) is list:
        values = value
    return all(isinstance(one, Number | Enum | str) or callable(one) for one in values)


def make_definition(
    deck: Iterable[Card] | str,
    hand_types: Iterable[type[Hand]],
    streets: Iterable[Street | Discard],
    betting_structure: BettingStructure,
) -> Definition:
    """Make a game of streets.

    >>> from croupier.cards import Deck
    >>> from croupier.hands import KuhnPokerHand
    >>> from croupier.state import Opening
    >>> street = Street(False, (False,), 0, False, Opening.POSITION, 1, 1)
    >>> make_definition(Deck.KUHN_POKER, (KuhnPokerHand,), (street,), BettingStructure.FIXED_LIMIT)
    <Definition: Fixed-limit, 3 cards, 1 streets, 2 steps, KuhnPokerHand>

    Args:
        deck: The cards.
        hand_types: How hands compete; several types split the pot.
        streets: What is dealt and bet.
        betting_structure: How much may be bet.

    Returns:
        The game, without stakes and stacks.

    Raises:
        SetupError: Hand types are none, or cards are discarded that nobody holds.
    """
    if isinstance(hand_types, type | str):
        raise SetupError(
            f"hand types must be several classes, such as ({_show(hand_types)},)", code="hand-types"
        )
    hand_types, streets = tuple(hand_types), tuple(streets)
    _verify_hand_types(hand_types)
    _verify_discards(streets)
    return Definition(
        deck if isinstance(deck, str | tuple) else tuple(deck),
        hand_types,
        [core_of(hand_type) for hand_type in hand_types],
        streets,
        betting_structure
        if type(betting_structure) is BettingStructure
        else BettingStructure(betting_structure),
    )


def make_setup(
    definition: Definition,
    automations: Iterable[Automation],
    ante_trimming_status: bool,
    raw_antes: ValuesLike,
    raw_blinds_or_straddles: ValuesLike,
    bring_in: ChipsLike,
    raw_starting_stacks: ValuesLike,
    player_count: int,
    *,
    mode: Mode = Mode.TOURNAMENT,
    starting_board_count: int = 1,
    divmod: Callable[[Chips, int], tuple[Chips, Chips]] = divmod,
    rake: Callable[[Chips, State], tuple[Chips, Chips]] = rake,
    rules: Rules = Rules.CARD_ROOM,
    layout: BoardLayout | None = None,
    optional_straddle: bool = False,
) -> Setup:
    """Check a game with its stakes and stacks.

    Args:
        definition: The game.
        automations: What is done without being asked for.
        ante_trimming_status: Whether what one player anted beyond the others is given back.
        raw_antes: The antes: a number, a sequence, or a mapping from players.
        raw_blinds_or_straddles: The blinds and straddles likewise; posts are negative.
        bring_in: The bring-in, or 0.
        raw_starting_stacks: The stacks; `math.inf` for one that is unknown.
        player_count: How many players there are.
        mode: Which rules apply where tournaments and cash games differ.
        starting_board_count: How many boards there are.
        divmod: Divides an amount into shares and returns one share and the rest.
        rake: Divides a pot into what is raked and what is not.
        rules: Whose rules apply where card rooms and PokerKit differ.
        layout: Where the cards of boards lie, for those who show them.
        optional_straddle: Whether the player after the largest blind is asked for a straddle of
            twice as much before the cards.

    Returns:
        What hands start from.

    Raises:
        SetupError: Something is wrong with them; all of it is in the message.
    """
    return Setup(
        definition,
        automations=automations if type(automations) is tuple else tuple(automations),
        antes=raw_antes,
        blinds_or_straddles=raw_blinds_or_straddles,
        bring_in=bring_in,
        starting_stacks=raw_starting_stacks,
        player_count=player_count,
        ante_trimming_status=bool(ante_trimming_status),
        # Texts do as well.
        mode=mode if type(mode) is Mode else find_option(Mode, mode),
        rules=rules if type(rules) is Rules else find_option(Rules, rules),
        starting_board_count=starting_board_count,
        divmod=divmod,
        rake=rake,
        optional_straddle=bool(optional_straddle),
        layout=layout,
    )


def _show(hand_type: object) -> str:
    return hand_type.__name__ if isinstance(hand_type, type) else repr(hand_type)


def _verify_hand_types(hand_types: tuple[type[Hand], ...]) -> None:
    for hand_type in hand_types:
        if not callable(getattr(hand_type, "from_game_or_none", None)):
            raise SetupError(
                "a hand type must be a class of hands such as StandardHighHand, which has"
                f" from_game_or_none, not {_show(hand_type)}",
                code="hand-types",
            )


def _verify_discards(streets: tuple[Street | Discard, ...]) -> None:
    """Check that players hold the cards that they are to discard.

    That cards are dealt first is for the core to say.
    """
    held = 0
    for number, street in enumerate(streets):
        held += len(street.hole_dealing_statuses)
        if isinstance(street, Discard):
            if number and street.count > held:
                raise SetupError(
                    f"streets[{number}] discards {street.count} cards, but players hold {held}",
                    code="discard-too-many",
                )
            held = max(held - street.count, 0)
