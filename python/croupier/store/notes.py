"""Notes and tags on people and hands: the small side of a store that people write themselves."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from croupier.errors import SetupError
from croupier.files import whole_text
from croupier.store.folder import damaged, read_document

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["Notes", "Subject"]

_FILE: Final = "notes.json"
_VERSION: Final = 1
_WHAT: Final = "the notes of a store"
_CODE: Final = "store-notes"
MAX_CHARACTERS: Final = 10_000
"""The most characters of a note."""
MAX_TAG_CHARACTERS: Final = 100
"""The most characters of a tag."""


class Subject(NamedTuple):
    """The subject of a note: a player, or a hand by its content, which rebuilding keeps.

    Attributes:
        name: The player's name; empty for a hand.
        id: The first half of the hand's fingerprint.
        cards: The hash of its cards; 0 where not all are known.
    """

    name: str = ""
    id: int = 0
    cards: int = 0


def _read_note(one: dict[str, Any]) -> tuple[Subject, dict[str, Any]]:
    subject = Subject(one["name"], one["id"], one["cards"])
    note, tags = one["note"], list(one["tags"])
    for text in (subject.name, note, *tags):
        if not isinstance(text, str):
            raise TypeError
        # Some text of JSON is not Unicode.
        text.encode()
    if any(type(number) is not int or number >> 64 for number in subject[1:]):
        raise ValueError
    return subject, {"note": note, "tags": tags}


class Notes:
    """The notes and tags of a store, in a file that is replaced at once."""

    def __init__(self, folder: Path) -> None:
        """Take the folder of a store."""
        self._path = folder / _FILE

    @property
    def stamp(self) -> tuple[int, int]:
        """A value that changes when the notes do."""
        try:
            status = self._path.stat()
        except OSError:
            return 0, 0
        return status.st_mtime_ns, status.st_size

    def _read(self) -> dict[Subject, dict[str, Any]]:
        found = read_document(self._path, _WHAT, _CODE)
        if found is None:
            return {}
        try:
            if found["version"] != _VERSION:
                raise ValueError
            return dict(map(_read_note, found["notes"]))
        except (ValueError, KeyError, TypeError) as error:
            raise damaged(self._path, _WHAT, _CODE) from error

    def _write(self, notes: dict[Subject, dict[str, Any]]) -> None:
        kept = [
            subject._asdict() | one
            for subject, one in sorted(notes.items())
            if one["note"] or one["tags"]
        ]
        with whole_text(self._path) as file:
            json.dump({"version": _VERSION, "notes": kept}, file, indent=1, ensure_ascii=False)
            file.write("\n")

    def write(self, subject: Subject, text: str) -> None:
        """Write a note, which takes the place of the one before; an empty one removes it."""
        if len(text) > MAX_CHARACTERS:
            raise SetupError(
                f"a note has {MAX_CHARACTERS} characters at most, unlike {len(text)}",
                code="note-length",
            )
        notes = self._read()
        notes.setdefault(subject, {"note": "", "tags": []})["note"] = text
        self._write(notes)

    def tag(self, subject: Subject, tags: Iterable[str], *, remove: bool = False) -> None:
        """Add tags, or remove them."""
        given = [tag.strip() for tag in tags]
        for tag in given:
            if not tag or len(tag) > MAX_TAG_CHARACTERS or "," in tag:
                raise SetupError(
                    f"a tag has 1 to {MAX_TAG_CHARACTERS} characters and no comma, unlike"
                    f" {tag!r:.40}",
                    code="tag",
                )
        notes = self._read()
        one = notes.setdefault(subject, {"note": "", "tags": []})
        kept = set(one["tags"]) - set(given) if remove else {*one["tags"], *given}
        one["tags"] = sorted(kept)
        self._write(notes)

    def to_table(self) -> pa.Table:
        """Return all of them as a table."""
        import pyarrow as pa

        found = sorted(self._read().items())
        return pa.table(
            {
                "name": pa.array([one.name or None for one, _ in found], pa.string()),
                "id": pa.array([None if one.name else one.id for one, _ in found], pa.uint64()),
                "cards": pa.array([one.cards or None for one, _ in found], pa.uint64()),
                "note": pa.array([rest["note"] or None for _, rest in found], pa.string()),
                "tags": pa.array([rest["tags"] for _, rest in found], pa.list_(pa.string())),
            }
        )
