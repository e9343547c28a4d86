"""People and their names in several rooms: a file that joins them."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from os import PathLike
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from croupier.errors import ParseError, SetupError
from croupier.files import whole_text
from croupier.games.documents import read_json
from croupier.histories.identities import HERO, MARK, ROOM_MARK, make_key

__all__ = [
    "MAX_IDENTITIES",
    "PERSON_MARK",
    "GivenPeople",
    "Identity",
    "People",
    "Person",
    "person_key",
]

_VERSION: Final = 1
_CODE: Final = "people-file"
MAX_IDENTITIES: Final = 1000
"""The most identities in a file of people."""
_MAX_CHARACTERS: Final = 200
_MAX_BYTES: Final = 1 << 20
PERSON_MARK: Final = "@:"
"""The beginning of the key of a person; ids begin with an @ alone."""
_T = TypeVar("_T")


class Identity(NamedTuple):
    """A name or an id by which a room knows a person.

    Attributes:
        room: The room, as hands have it: `PokerStars`; empty for hands without one.
        name: The name.
        id: The id, if there is one, instead of the name.
    """

    room: str = ""
    name: str = ""
    id: str = ""

    @property
    def key(self) -> str:
        """The key of this identity: see `make_key`."""
        return make_key(self.name, self.room, self.id)

    @classmethod
    def parse(cls, text: str) -> Identity:
        """Parse an identity: `NAME @ ROOM`, `NAME` or `@ID`.

        >>> Identity.parse("Dan @ PokerStars")
        Identity(room='PokerStars', name='Dan', id='')
        >>> Identity.parse("@a1b2")
        Identity(room='', name='', id='a1b2')

        Raises:
            SetupError: It is empty, too long, or the key of a person.
        """
        text = _verify(text, "identity", "a name, `NAME @ ROOM` or an id after an @")
        if text.startswith(MARK):
            if text in (HERO, MARK) or text.startswith(PERSON_MARK):
                raise SetupError(
                    f"identity: expected a name, `NAME @ ROOM` or an id after an @, got {text!r}",
                    code="identity",
                )
            return cls(id=text.removeprefix(MARK))
        name, _, room = text.rpartition(ROOM_MARK)
        # "Bob @ seat 4" is a name: two players at a table have the same.
        if not name or room.startswith("seat "):
            return cls(name=text)
        return cls(room=_find_room_name(room), name=name)


class Person(NamedTuple):
    """A person, and the identities of that person.

    Attributes:
        name: The name that is shown.
        identities: The names and ids in rooms.
        me: Whether it is the user, whom `--me` shows.
    """

    name: str
    identities: tuple[Identity, ...] = ()
    me: bool = False


GivenPeople: TypeAlias = "People | str | PathLike[str] | None"
"""People, or the file of them."""


def person_key(name: str) -> str:
    """Return the key of a person of a file, which no name and no id of a room is."""
    return f"{PERSON_MARK}{name}"


class People:
    """People with their names in rooms.

    >>> people = People([Person("Daniel", (Identity("PokerStars", "Dan"), Identity(id="a1")))])
    >>> people.key_of("Dan @ PokerStars"), people.key_of("@a1"), people.key_of("Dan @ Winamax")
    ('@:Daniel', '@:Daniel', 'Dan @ Winamax')

    Attributes:
        people: The people.
        keys: The keys of people by those of their identities.
        me: The key of the person who is the user; `None` if no person is.
    """

    def __init__(self, people: Iterable[Person] = ()) -> None:
        """Take people.

        Raises:
            SetupError: A name or an identity is invalid or there twice, or two people are `me`.
        """
        self.people = tuple(people)
        self.keys: dict[str, str] = {}
        self.me: str | None = None
        names: set[str] = set()
        for number, person in enumerate(self.people):
            place = f"people[{number}]"
            name = _verify(person.name, f"{place}.name", "a name")
            if name.startswith(MARK):
                _refuse(f"{place}.name", f"a name without {MARK} before it", name)
            if name in names:
                _refuse(f"{place}.name", "each name once", name)
            names.add(name)
            if not isinstance(person.me, bool):
                _refuse(f"{place}.me", "true or false", person.me)
            if person.me:
                if self.me is not None:
                    _refuse(f"{place}.me", "at most one person who is me", name)
                self.me = person_key(name)
            for which, identity in enumerate(person.identities):
                self._add(identity, person_key(name), f"{place}.identities[{which}]")

    def _add(self, identity: Identity, person: str, place: str) -> None:
        if bool(identity.name) == bool(identity.id):
            _refuse(place, "either a name or an id", identity.name or identity.id or "neither")
        for field, text in zip(Identity._fields, identity, strict=True):
            if text:
                _verify(text, f"{place}.{field}", "text")
        if identity.key in self.keys:
            _refuse(place, "each identity once", identity.key)
        if len(self.keys) >= MAX_IDENTITIES:
            _refuse(place, f"at most {MAX_IDENTITIES} identities", len(self.keys) + 1)
        self.keys[identity.key] = person

    @classmethod
    def read(cls, path: str | PathLike[str]) -> People:
        """Read a file of people.

        Raises:
            ParseError: It is not JSON, or not a file of people.
            SetupError: It is missing.
        """
        place = Path(path)
        if place.exists() and not place.is_file():
            raise SetupError(
                f"{place}: expected a file of people, got a folder or a device",
                code="no-people-file",
            )
        try:
            with place.open("rb") as file:
                data = file.read(_MAX_BYTES + 1)
        except OSError as error:
            raise SetupError(
                f"{os.fspath(path)}: expected a file of people, got {error.strerror or error}",
                code="no-people-file",
            ) from error
        try:
            return cls(_read_people(read_json(data, most=_MAX_BYTES)))
        except ParseError as error:
            raise ParseError(
                f"{place}: {error.args[0]}",
                format=error.format,
                line=error.line,
                column=error.column,
                code=_CODE,
            ) from None
        except SetupError as error:
            raise ParseError(f"{place}, {error}", code=_CODE) from None

    @classmethod
    def take(cls, given: GivenPeople) -> People:
        """Return people that are given, or those of a file; none if nothing is given.

        Raises:
            ParseError: The file is not one of people.
            SetupError: The file is missing, or it is neither people nor a path.
        """
        if given is None:
            return cls()
        if isinstance(given, People):
            return given
        if isinstance(given, str | PathLike):
            return cls.read(given)
        raise SetupError(
            f"people: expected People or the path of a file, got {type(given).__name__}",
            code="people",
        )

    def write(self, path: str | PathLike[str]) -> None:
        """Write a file of people, which replaces the one before."""
        listed = []
        for person in self.people:
            identities = [
                {field: text for field, text in one._asdict().items() if text}
                for one in person.identities
            ]
            known: dict[str, Any] = {"name": person.name}
            listed.append(known | ({"me": True} if person.me else {}) | {"identities": identities})
        with whole_text(path) as file:
            json.dump({"version": _VERSION, "people": listed}, file, indent=1, ensure_ascii=False)
            file.write("\n")

    def __bool__(self) -> bool:
        return bool(self.people)

    def __eq__(self, other: object) -> bool:
        return self.people == other.people if isinstance(other, People) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.people)

    def __repr__(self) -> str:
        return f"People({list(self.people)!r})"

    def key_of(self, key: str) -> str:
        """Return the key of the person who has an identity; the same key if no person has it."""
        return self.keys.get(key, key)

    def name_of(self, key: str) -> str | None:
        """Return the name that is shown for a key; `None` if it is not that of a person."""
        name = key.removeprefix(PERSON_MARK)
        known = name != key and any(person.name == name for person in self.people)
        return name if known else None

    def names_in_hands(self, key: str) -> set[str]:
        """Return the names under which a player may be in hands, given the key."""
        found = {key, key.rpartition(ROOM_MARK)[0]} - {""}
        for identity, person in self.keys.items():
            if person == key:
                found |= {identity, identity.rpartition(ROOM_MARK)[0]} - {""}
        return found

    def join(self, name: str, identities: Iterable[Identity], *, me: bool = False) -> People:
        """Return people of whom one has more identities; the person is new if there is none.

        Args:
            name: The name that is shown.
            identities: More identities, which no other person has.
            me: Whether it is the user; then no other person is.

        Raises:
            SetupError: Another person has an identity, or a name is invalid.
        """
        given = tuple(dict.fromkeys(identities))
        others = [one._replace(me=one.me and not me) for one in self.people if one.name != name]
        own = next((one for one in self.people if one.name == name), Person(name))
        for identity in given:
            person = self.keys.get(identity.key)
            if person not in (None, person_key(name)):
                raise SetupError(
                    f"{identity.key!r} is already an alias of {self.name_of(str(person))!r}:"
                    f" expected an identity of no other person than {name!r}",
                    code="alias-taken",
                )
        more = tuple(one for one in given if one.key not in self.keys)
        joined = Person(name, (*own.identities, *more), own.me or me)
        return People([*others, joined])

    def part(self, what: str) -> People:
        """Return people without a person, by the name, or without an identity.

        Raises:
            SetupError: There is no such person or identity.
        """
        if any(person.name == what for person in self.people):
            return People(person for person in self.people if person.name != what)
        key = Identity.parse(what).key
        if key not in self.keys:
            known = ", ".join(person.name for person in self.people) or "none"
            raise SetupError(
                f"unknown alias: expected a person ({known}) or one of their identities,"
                f" got {what!r}",
                code="unknown-alias",
            )
        kept = (
            person._replace(identities=tuple(one for one in person.identities if one.key != key))
            for person in self.people
        )
        return People(person for person in kept if person.identities or person.me)


def _refuse(place: str, expected: str, got: object) -> None:
    raise SetupError(f"{place}: expected {expected}, got {got!r:.100}", code="people")


def _verify(text: object, place: str, expected: str) -> str:
    """Return a short text of one line that is not empty."""
    if (
        not isinstance(text, str)
        or not text.strip()
        or text != text.strip()
        or len(text) > _MAX_CHARACTERS
        or not text.isprintable()
    ):
        _refuse(place, f"{expected} of 1 to {_MAX_CHARACTERS} printable characters", text)
    return str(text)


def _find_room_name(room: str) -> str:
    """Return a room as hands have it, whatever the case in which it is written."""
    # Few programs name rooms.
    from croupier.histories.formats import NAMES, get

    known = {venue.casefold(): venue for name in NAMES for venue in get(name).venues}
    return known.get(room.casefold(), room)


def _take(value: object, kind: type[_T], place: str, expected: str) -> _T:
    if not isinstance(value, kind):
        _refuse(place, expected, value)
    return value  # type: ignore[return-value]


def _verify_members(found: dict[str, Any], place: str, known: Iterable[str]) -> None:
    others = [name for name in found if name not in known]
    if others:
        _refuse(place, f"no other members than {', '.join(known)}", others[0])


def _read_people(found: object) -> list[Person]:
    document = _take(found, dict, "the file", "an object with version and people")
    version = document.get("version")
    if type(version) is not int or version != _VERSION:
        _refuse("version", str(_VERSION), version)
    _verify_members(document, "the file", ("version", "people"))
    listed = _take(document.get("people"), list, "people", "a list of people")
    return [_read_person(one, f"people[{number}]") for number, one in enumerate(listed)]


def _read_person(found: object, place: str) -> Person:
    person = _take(found, dict, place, "an object with name and identities")
    _verify_members(person, place, Person._fields)
    listed = _take(person.get("identities"), list, f"{place}.identities", "a list of identities")
    identities = (
        _read_identity(one, f"{place}.identities[{number}]") for number, one in enumerate(listed)
    )
    return Person(person.get("name", ""), tuple(identities), person.get("me", False))


def _read_identity(found: object, place: str) -> Identity:
    given = _take(found, dict, place, "an object with a name or an id, and a room")
    _verify_members(given, place, Identity._fields)
    for field, text in given.items():
        _verify(text, f"{place}.{field}", "text")
    identity = Identity(**given)
    return identity._replace(room=_find_room_name(identity.room))
