"""The logs of Pluribus, a program that played no-limit hold'em for six."""

from __future__ import annotations

from collections.abc import Generator

from croupier.errors import UnsupportedError
from croupier.games import NoLimitTexasHoldem
from croupier.histories.history import HandHistory
from croupier.histories.protocols.acpc import read_acpc
from croupier.histories.protocols.lines import betting_letters, hand_number_of
from croupier.state import BoardDealing, HoleCardsShowingOrMucking, HoleDealing
from croupier.texts import show_line
from croupier.utilities import parse_value

__all__ = ["read_pluribus", "write_pluribus"]


def write_pluribus(history: HandHistory, hand_number: int | None) -> str:
    """Return a hand as a line of the log.

    Args:
        history: The history.
        hand_number: The number of the hand, if not that of the history.

    Returns:
        The line.

    Raises:
        UnsupportedError: The log has no room for the hand.
    """
    variants = history.PLURIBUS_PROTOCOL_VARIANTS
    number = hand_number_of(history, hand_number, variants, "Pluribus")
    state = history.replay().state
    hands: list[list[str]] = [[] for _ in state.player_indices]
    betting = board = ""
    for operation, letter in betting_letters(state.operations, amounts=True):
        betting += letter
        if isinstance(operation, HoleDealing):
            hands[operation.player_index] += map(repr, operation.cards)
        elif isinstance(operation, HoleCardsShowingOrMucking):
            hand = hands[operation.player_index]
            for place, card in enumerate(operation.hole_cards[: len(hand)]):
                if card:
                    hand[place] = repr(card)
        elif isinstance(operation, BoardDealing):
            betting += "/"
            board += "/" + "".join(map(repr, operation.cards))
    stacks = history.finishing_stacks or state.stacks
    payoffs = [end - start for start, end in zip(history.starting_stacks, stacks, strict=True)]
    names = history.players or [f"p{index + 1}" for index in state.player_indices]
    parts = [
        "STATE",
        str(number),
        betting,
        "|".join("".join(card for card in hand if card != "??") for hand in hands) + board,
        "|".join(map(str, payoffs)),
        "|".join(map(_write_name, names)),
    ]
    return ":".join(parts)


def _write_name(name: str) -> str:
    if "|" in name or ":" in name:
        raise UnsupportedError(
            f"the logs of Pluribus have no room for the name {name!r}: players stand between | and"
            " parts between :",
            code="pluribus-name",
            name=name,
        )
    return show_line(name)


def read_pluribus(
    text: str, *, blinds: tuple[int, ...], starting_stack: int, error_status: bool
) -> Generator[HandHistory, None, int]:
    """Yield the hands of a log, and return how many there are.

    Args:
        text: The log.
        blinds: The blinds.
        starting_stack: What everybody begins with.
        error_status: Whether a hand that cannot be read is an error; a warning otherwise.

    Returns:
        The generator.
    """
    game = NoLimitTexasHoldem((), True, 0, blinds, max(blinds))
    return read_acpc(
        game,
        starting_stack,
        text,
        parse_value=parse_value,
        error_status=error_status,
        finish=True,
    )
