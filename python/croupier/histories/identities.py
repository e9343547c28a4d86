"""The identities of players in a hand, where names are not enough."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches

from croupier import _native
from croupier._native import KnownHands
from croupier.errors import SetupError
from croupier.histories.history import HandHistory

__all__ = [
    "FIELD",
    "HERO",
    "HERO_LABEL",
    "MARK",
    "SAID",
    "KnownHands",
    "choose_player",
    "find_hero",
    "find_identities",
    "find_recorded_names",
    "fingerprint",
    "label_players",
    "make_distinct",
]

FIELD = "_player_ids"
"""The field with what rooms know players by, by their names in the hand."""
SAID = "_said_names"
"""The field with what the record calls players, by their names in the hand."""
MARK = "@"
"""The first letter of a key that is an id, and not a name."""
HERO = "@hero"
"""The key of the player whose records the hands are, where that is one player at all rooms."""
HERO_LABEL = "(hero)"
"""The label of that player."""

# How many players are named in errors.
_SHOWN = 5


def find_identities(history: HandHistory) -> dict[str, str]:
    """Return what a room knows the players of a hand by, whatever they call themselves.

    Only texts count: the numbers of players in Open Hand History are those of one hand. Where two
    have one name, nobody knows whose the id is.

    >>> history = HandHistory(
    ...     variant="NT",
    ...     antes=[0, 0],
    ...     blinds_or_straddles=[1, 2],
    ...     min_bet=2,
    ...     starting_stacks=[200, 200],
    ...     actions=[],
    ...     players=["Ann", "Bob"],
    ...     user_defined_fields={"_player_ids": {"Ann": "a1b2c3d4e5", "Bob": 7}},
    ... )
    >>> find_identities(history)
    {'Ann': 'a1b2c3d4e5'}

    Args:
        history: The hand.

    Returns:
        The players' ids by their names, as far as they are known.
    """
    given = history.user_defined_fields.get(FIELD)
    if not isinstance(given, dict):
        return {}
    counts = Counter(history.players or ())
    return {
        name: one
        for name, one in given.items()
        if isinstance(one, str) and one and counts[name] < 2
    }


def find_hero(history: HandHistory) -> int | None:
    """Return the player whose record a hand is, or `None` if the record does not say it.

    >>> history = HandHistory(
    ...     variant="NT",
    ...     antes=[0, 0],
    ...     blinds_or_straddles=[1, 2],
    ...     min_bet=2,
    ...     starting_stacks=[200, 200],
    ...     actions=[],
    ...     players=["UTG", "Dealer"],
    ...     user_defined_fields={"_hero": "Dealer"},
    ... )
    >>> find_hero(history)
    1
    """
    hero = history.user_defined_fields.get("_hero")
    players = history.players if isinstance(history.players, list) else []
    return players.index(hero) if isinstance(hero, str) and hero and hero in players else None


def label_players(names: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Return the labels of players: the latest name, with the id behind it where two share it.

    A player is known by an id where the room has one, and by the name otherwise. So a player who
    changes names stays one player, and two people of one name stay two.

    >>> label_players({"@a1": ["Bob", "Rob"], "@b2": ["Bob"], "Ann": ["Ann"]})
    {'@a1': 'Bob @a1', '@b2': 'Bob @b2', 'Ann': 'Ann'}

    Args:
        names: The names of each player, the latest first, by the player's key: the id after an @,
            or the name.

    Returns:
        The labels by key.
    """
    latest = {key: HERO_LABEL if key == HERO else (own or [key])[0] for key, own in names.items()}
    shared = Counter(latest.values())
    return {
        key: name if shared[name] == 1 or key == name else f"{name} {key}"
        for key, name in latest.items()
    }


def choose_player(
    names: Mapping[str, Sequence[str]], wanted: str, where: str, *, prefixes: bool = True
) -> str:
    """Return the key of the player who is meant by a label, a key or a name.

    >>> choose_player({"@a1": ["Bob", "Rob"], "@b2": ["Bob"]}, "Rob", "2 hands")
    '@a1'

    Args:
        names: The names of each player, the latest first, by the player's key.
        wanted: The label, the key, any name, or the beginning of one.
        where: What the players are in, for errors.
        prefixes: Whether the beginning of a name is enough.

    Returns:
        The key.

    Raises:
        SetupError: No player is meant, or several may be.
    """
    labels = label_players(names)
    ways: list[Callable[[str], bool]] = [
        lambda key: wanted in (key, labels[key]),
        lambda key: wanted in names[key],
    ]
    if prefixes:
        ways.append(lambda key: any(known.startswith(wanted) for known in names[key]))
    for fits in ways:
        keys = [key for key in names if fits(key)]
        if len(keys) == 1:
            return keys[0]
        if keys:
            meant = ", ".join(sorted(labels[key] for key in keys)[:_SHOWN])
            raise SetupError(
                f"{len(keys)} players may be {wanted!r}; did you mean {meant}?",
                code="ambiguous-player",
            )
    alike = get_close_matches(wanted, [label for label in labels.values() if label], cutoff=0.5)
    hint = f"; did you mean {', '.join(alike)}?" if alike else ""
    raise SetupError(f"there is no player {wanted!r} in {where}{hint}", code="unknown-player")


def find_recorded_names(history: HandHistory) -> dict[str, str]:
    """Return what the record of a hand calls players who go by other names in it.

    Args:
        history: The hand.

    Returns:
        Their names in the record, by those in the hand.
    """
    given = history.user_defined_fields.get(SAID)
    if not isinstance(given, dict):
        return {}
    return {name: said for name, said in given.items() if isinstance(said, str) and said}


def fingerprint(history: HandHistory) -> str | None:
    """Return what a hand is known by in every format: a hash of what all of them tell.

    That is the game, the number of the hand, the seats with names, stacks, antes and blinds, what
    was decided, and the boards. Cards that only some see are no part of it, so whoever kept the
    hand, it is the same. Where there is no number, or one of fewer than seven digits, which may be
    that of another hand, too, it is also when the hand began, within a quarter of an hour.

    >>> history = HandHistory(
    ...     variant="NT",
    ...     antes=[0, 0],
    ...     blinds_or_straddles=[1, 2],
    ...     min_bet=2,
    ...     starting_stacks=[200, 200],
    ...     actions=["d dh p1 AsAh", "d dh p2 ????", "p2 cbr 6", "p1 f"],
    ...     players=["Ann", "Bob"],
    ...     hand=7,
    ... )
    >>> fingerprint(history)
    'c4d3778f2536d5fa16eefdc39c0580db'
    >>> history.actions[1] = "d dh p2 KsKh"
    >>> fingerprint(history)
    'c4d3778f2536d5fa16eefdc39c0580db'
    >>> history.hand = None
    >>> fingerprint(history) is None
    True

    Args:
        history: The hand.

    Returns:
        Thirty-two hexadecimal digits; `None` for a hand with neither a number nor a time, which
        cannot be told from another that went the same way.
    """
    found = _native.fingerprint(history.dumps())
    return None if found is None else found.hex()


def make_distinct(history: HandHistory, names: Sequence[str]) -> list[str]:
    """Return names by which the players of a hand can be told apart.

    >>> history = HandHistory(
    ...     variant="NT",
    ...     antes=[0, 0, 0],
    ...     blinds_or_straddles=[1, 2, 0],
    ...     min_bet=2,
    ...     starting_stacks=[200, 200, 200],
    ...     actions=[],
    ...     seats=[4, 5, 6],
    ... )
    >>> make_distinct(history, ["Bob", "Ann", "Bob"])
    ['Bob @ seat 4', 'Ann', 'Bob @ seat 6']

    Args:
        history: The hand.
        names: The players' names; empty where they are not known.

    Returns:
        The names; those that several have, with the numbers of the seats.
    """
    if len(set(names)) == len(names):
        return list(names)
    seats = history.seats
    known = isinstance(seats, list) and all(
        type(seat) is int and 0 <= seat < 1 << 32 for seat in seats
    )
    return _native.distinct_names(list(names), seats if known and seats else [])
