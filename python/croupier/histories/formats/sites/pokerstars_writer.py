"""Hands as the text of PokerStars, in the one form that trackers and solvers import."""

from __future__ import annotations

from dataclasses import replace

from croupier import _native
from croupier.errors import UnsupportedError
from croupier.histories.formats.describe import WritableHand, prepare_for_writing
from croupier.histories.formats.extensions import Extensions
from croupier.histories.formats.sites.pokerstars_header import TITLES, number_of, write_time
from croupier.histories.history import HandHistory
from croupier.texts import show_line

__all__ = ["write_pokerstars"]


def write_pokerstars(
    history: HandHistory,
    *,
    hero: str | None = None,
    site: str | None = None,
    number: int | None = None,
) -> str:
    """Write a hand as the text of PokerStars.

    >>> history = HandHistory(
    ...     variant="NT",
    ...     antes=[0, 0],
    ...     blinds_or_straddles=[1, 2],
    ...     min_bet=2,
    ...     starting_stacks=[200, 200],
    ...     actions=["d dh p1 AsAh", "d dh p2 KsKh", "p2 cbr 6", "p1 f"],
    ...     players=["Ann", "Bob"],
    ...     hand=7,
    ... )
    >>> print(write_pokerstars(history).split("*** SUMMARY ***")[1].strip())
    Total pot 4 | Rake 0
    Seat 1: Ann (big blind) folded before Flop
    Seat 2: Bob (button) (small blind) collected (4)

    Args:
        history: The hand.
        hero: The name of the player whose cards are told; that of the history if nothing is said,
            or everybody whose cards are known where it names nobody.
        site: The name of the room; that of the history, or PokerStars, if nothing is said.
        number: The number of the hand; that of the history, or one made from what happened.

    Returns:
        The text, with a newline at the end.

    Raises:
        UnsupportedError: There is no such game at PokerStars, a stack is not known, or the hand
            does not come to its end.
        ReplayError: The hand cannot be played.
    """
    if history.variant not in TITLES:
        raise UnsupportedError(
            f"PokerStars has no game for the variant {history.variant!r}", code="unknown-game"
        )
    writable, _, state = prepare_for_writing(history)
    _show_all(writable)
    return _native.write_pokerstars(
        state,
        writable,
        hero=hero and show_line(hero),
        site=show_line(site or "PokerStars"),
        number=str(number_of(history, number)),
        time=show_line(write_time(history)),
    )


def _show_all(writable: WritableHand) -> None:
    """Let all texts be seen: a name with a line break must not begin a line of its own."""
    writable.names = list(map(show_line, writable.names))
    for name in ("venue", "table", "currency", "currency_symbol"):
        text = getattr(writable, name)
        if text is not None:
            setattr(writable, name, show_line(text))
    known = writable.extensions
    if known != _NOTHING:
        writable.extensions = replace(
            known,
            hero=known.hero and show_line(known.hero),
            tournament=known.tournament and show_line(known.tournament),
            buy_in=known.buy_in and show_line(known.buy_in),
            mix=known.mix and show_line(known.mix),
            remarks=list(map(show_line, known.remarks)),
            bounties={show_line(one): show_line(text) for one, text in known.bounties.items()},
            cash_outs={show_line(one): paid for one, paid in known.cash_outs.items()},
            dead_posts={show_line(one): paid for one, paid in known.dead_posts.items()},
            shows={show_line(one): cards for one, cards in known.shows.items()},
            shown_after={show_line(one): cards for one, cards in known.shown_after.items()},
            sitting_out=[one._replace(player=show_line(one.player)) for one in known.sitting_out],
            said_names={},
            player_ids={},
            ohh=None,
            network=None,
            currency=None,
            flags=[],
            hero_cards=None,
        )


_NOTHING = Extensions()
