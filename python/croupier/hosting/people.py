"""The people at a hosted table, who watch or sit, and bots."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable
from typing import Final

from croupier.errors import RefusedError
from croupier.state import State

__all__ = [
    "ACKNOWLEDGED_FOR",
    "MAX_ACKNOWLEDGED",
    "Guest",
    "Person",
    "check_name",
    "number_name",
]

MAX_NAME_CHARACTERS: Final = 24
MAX_ACKNOWLEDGED: Final = 64
"""Maximum number of acknowledged intents per person."""
ACKNOWLEDGED_FOR: Final = 20_000
"""Milliseconds for which a snapshot keeps acknowledged intents."""
# Letters, marks, numbers, punctuation and symbols; neither controls nor what turns text around.
_REFUSED_CATEGORIES = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
# Letters and marks that nobody sees: fillers, joiners, and what chooses between forms of signs.
_UNSEEN = {
    *"\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0",
    *map(chr, (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))),
}
# Scripts whose letters look alike: a name has letters of one of them only.
_ALIKE = {"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE"}
# No language puts more marks on a letter.
_MARKS = 3


class Person:
    """A person at a hosted table.

    Attributes:
        id: A word that nobody else has.
        name: What others call them; empty for who only watches.
        key: The hash of the secret that proves who they are; empty for bots.
        is_host: Whether the table is theirs.
        bot: The label of the agent that decides; empty for people.
        seat: Where they sit, or `None`.
        is_asking: Whether the host has to agree before they sit down.
        is_waiting: Whether they sit down when the hand is over.
        is_leaving: Whether they stand up when the hand is over.
        is_away: Whether they are not dealt cards from the next hand on.
        away_at: Since when, in milliseconds since 1970.
        amount: What they bring when they sit down.
        buying: What they buy when the hand is over.
        new_stack: What they have when the hand is over, where the host has set it.
        bank: How many milliseconds they have left for hard decisions.
        late: How often in a row they were late.
        plan: What they said that they would do, with the hand and the price that they meant.
        bought: All chips that they bought.
        taken: All chips that they took away.
        has_played: Whether they were dealt cards at this table.
        left_at: When they left their seat, in milliseconds since 1970; 0 otherwise.
        removed_at: When the host removed them, in milliseconds since 1970; 0 otherwise.
        is_banned: Whether they cannot sit down any more.
        link: The hash of the secret in their unused private link; empty for none.
        is_link_given: Whether the host made that link.
        hidden_hands: The last hand whose cards they are not shown any more: the host gave them the
            link of a person who had left.
    """

    def __init__(self, id: str, name: str, key: str, *, is_host: bool, bot: str) -> None:
        self.id = id
        self.name = name
        self.key = key
        self.is_host = is_host
        self.bot = bot
        self.seat: int | None = None
        self.is_asking = False
        self.is_waiting = False
        self.is_leaving = False
        self.is_away = False
        self.away_at = 0
        self.amount = 0
        self.buying = 0
        self.new_stack: int | None = None
        self.bank = 0
        self.late = 0
        self.plan: tuple[int, str, int] | None = None
        self.bought = 0
        self.taken: int = 0
        self.has_played = False
        self.left_at = 0
        self.removed_at = 0
        self.is_banned = False
        self.link = ""
        self.is_link_given = False
        self.hidden_hands = 0
        self._acknowledged: dict[str, tuple[int, int]] = {}

    def acknowledge(self, id: str, version: int, at: int) -> None:
        """Remember that an intent was done.

        Args:
            id: What the intent was called.
            version: The version of the table after it.
            at: When, in milliseconds since 1970.
        """
        self._acknowledged[id] = version, at
        while len(self._acknowledged) > MAX_ACKNOWLEDGED:
            del self._acknowledged[next(iter(self._acknowledged))]

    def list_done(self, since: int = 0) -> dict[str, tuple[int, int]]:
        """Return the intents that were done last.

        Args:
            since: Those that were done earlier are left out, in milliseconds since 1970.

        Returns:
            By intent, the version of the table after it, and when it was done.
        """
        return {id: done for id, done in self._acknowledged.items() if done[1] >= since}

    def forget_done(self, before: int) -> None:
        """Forget intents that were done long ago.

        Args:
            before: Until when, in milliseconds since 1970.
        """
        self._acknowledged = self.list_done(before)

    def forget_times(self) -> None:
        """Forget when intents were done: the next snapshot does not have them."""
        self._acknowledged = {id: (done[0], 0) for id, done in self._acknowledged.items()}

    def find_version(self, id: str) -> int | None:
        """Return the version of the table after an intent that was done, or `None`.

        Args:
            id: What the intent is called.

        Returns:
            The version.
        """
        done = self._acknowledged.get(id)
        return None if done is None else done[0]


class Guest:
    """An agent for a person who decides by messages: a table asks it nothing.

    Attributes:
        also_decides: What they are asked for beside all else.
        game: The game that they choose when they deal, where dealers choose.
    """

    def __init__(self, also_decides: Collection[str] = ()) -> None:
        self.also_decides = also_decides
        self.game = ""

    def act(self, view: State) -> str:
        """Refuse: decisions come by messages.

        Args:
            view: The hand.
        """
        raise RefusedError("decisions at a hosted table come by messages", code="hosted-decision")

    def choose_game(self, games: Collection[str]) -> str:
        """Return the game that they chose.

        Args:
            games: What there is.

        Returns:
            The game; nothing leaves it to the table.
        """
        return self.game


def check_name(name: str, taken: Collection[str] = ()) -> str:
    """Return a name in the form in which a table shows it, or refuse it.

    >>> check_name("  Zoë   B. ")
    'Zoë B.'

    Args:
        name: What somebody wants to be called.
        taken: The names of others.

    Returns:
        The name, with single spaces, as Unicode composes it.

    Raises:
        RefusedError: It is too long or empty, has signs that cannot be seen, or looks like that of
            somebody else.
    """
    composed = unicodedata.normalize("NFC", " ".join(name.split()))
    if not 1 <= len(composed) <= MAX_NAME_CHARACTERS:
        raise RefusedError(
            f"a name has 1 to {MAX_NAME_CHARACTERS} letters, not {len(composed)}",
            code="name-length",
        )
    kinds = [unicodedata.category(one) for one in composed]
    if _REFUSED_CATEGORIES.intersection(kinds) or _UNSEEN.intersection(composed):
        raise RefusedError("a name has no signs that cannot be seen", code="name-signs")
    if any(kinds[place:][:_MARKS] == ["Mn"] * _MARKS for place in range(len(kinds))):
        raise RefusedError("a name has no heaps of marks", code="name-signs")
    scripts = {unicodedata.name(one, "").split(" ")[0] for one in composed} & _ALIKE
    if len(scripts) > 1:
        raise RefusedError(
            f"a name has letters of one alphabet, not of {' and '.join(sorted(scripts)).lower()}",
            code="name-signs",
        )
    folded = _fold(composed)
    if any(_fold(other) == folded for other in taken):
        raise RefusedError(
            f"the name {composed} is taken: if it is yours, open your private link, or ask the host"
            " for one",
            code="duplicate-name",
        )
    return composed


def number_name(wanted: str, taken: Iterable[str]) -> str:
    """Return a name, with a number behind it where somebody else has it.

    >>> number_name("tight", ["Tight", "Ann"])
    'tight 2'

    Args:
        wanted: The name.
        taken: The names of others.

    Returns:
        The name.
    """
    found = {name.casefold() for name in taken}
    number, name = 1, wanted
    while name.casefold() in found:
        number += 1
        name = f"{wanted} {number}"
    return name


def _fold(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()
