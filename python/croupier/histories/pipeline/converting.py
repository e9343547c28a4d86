"""Turning files of hands in one format into hands in another."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Any, NamedTuple, TextIO
from zoneinfo import ZoneInfo

from croupier.errors import ParseError, PokerError, SetupError, UnsupportedError, guard
from croupier.histories.formats import Format, Note, ReadResult, detect, get
from croupier.histories.formats.base import PlayedResult
from croupier.histories.formats.blaming import blame
from croupier.histories.formats.extensions import Extensions
from croupier.histories.formats.files import count_read_bytes, unpack
from croupier.histories.formats.sites.gtowizard import prepare
from croupier.histories.formats.sites.pokerstars_header import make_number, number_of
from croupier.histories.history import HandHistory
from croupier.histories.identities import find_identities
from croupier.histories.pipeline.anonymizing import Anonymizer, make_key
from croupier.histories.pipeline.losses import find_losses, find_played_losses
from croupier.histories.pipeline.rewriting import Rewriter
from croupier.histories.times import get_zone

__all__ = [
    "LOST",
    "PASSED_OVER",
    "SAME_NAME",
    "SKIPPED",
    "TARGETS",
    "UNREAD",
    "Conversion",
    "ReportEntry",
    "Result",
    "Style",
    "convert",
    "find_style",
]

SKIPPED = "skipped"
"""The kind of entry of a hand that was not written."""
UNREAD = "unreadable"
"""The kind of entry of something that cannot be read, outside of hands."""
PASSED_OVER = "passed-over"
"""The kind of entry of a file that cannot be read."""
LOST = "not-carried"
"""The kind of entry of something that the other format has no room for."""
SAME_NAME = "same-name"
"""The kind of entry of a name that several players have, who become one in the other format."""

# Writers that tell what was played, so that they ask for the end of it.
# Formats that the core writes for hands that it has read.
_DIRECT = frozenset({"phh", "ohh", "pokerstars"})
# After so many hands it is said how far it is.
_OFTEN = 64
_HEROIC = frozenset({"pokernow", "ohh", "ohh-simplified"})


class Style(NamedTuple):
    """A style of documents: how many hands become one.

    Attributes:
        suffix: How names of files end.
        opening: What stands before the first hand.
        between: What stands between hands.
        closing: What stands after the last hand.
    """

    suffix: str
    opening: str = ""
    between: str = ""
    closing: str = ""


_STYLES = {
    "phh": Style(".phhs", between="\n"),
    "ohh": Style(".ohh", between="\n"),
    "ohh-simplified": Style(".json", '{"version":"1.0","hands":[\n', ",\n", "]}\n"),
    "pokerstars": Style(".txt", between="\n\n"),
    "gtowizard": Style(".txt", between="\n\n"),
    "pluribus": Style(".log"),
}
TARGETS = tuple(_STYLES)
"""The names of the formats that hands can be written in."""


def find_style(target: str) -> Style:
    """Return how documents of a format are made of hands.

    >>> find_style("ohh").suffix
    '.ohh'

    Args:
        target: The name of the format.

    Returns:
        The style.

    Raises:
        SetupError: Hands cannot be written in this format.
    """
    style = _STYLES.get(target)
    if style is None:
        raise SetupError(
            f"hands cannot be written as {target!r}: there are {', '.join(TARGETS)}",
            code="unknown-target",
        )
    return style


@dataclass(frozen=True, kw_only=True)
class Conversion:
    """The options of a conversion: what is done with each hand.

    Attributes:
        target: The name of the format to write.
        source: The format to read, or its name; found by what is in a file if nothing is said.
        hero: The name of the player whose hands they are; in texts of rooms nobody else's cards are
            told before they are shown.
        only_hero: Whether hands without the hero are left out.
        anonymous: Whether players get other names, and tables and hands other ids.
        key: What other names are made with; what is in the source if nothing is said, so that the
            same source gives the same names, and nobody without it can try names.
        compatible: What writes hands as another program does, `CompatibleOptions` for pokernow2gw.
        cash: For GTO Wizard, whether hands of play money are those of a cash game.
        site: The name of the room in the text of PokerStars; the history's if nothing is said.
        time_zone: The zone of times, by its name in the IANA database; the history's if nothing is
            said.
        player_counts: How many players hands may have that are kept; any if nothing is said.
        listed: How many skipped hands and notes of a file are listed; all are counted.
    """

    target: str
    source: str | Format = ""
    hero: str = ""
    only_hero: bool = False
    anonymous: bool = False
    key: str = ""
    compatible: Rewriter | None = None
    cash: bool = False
    site: str = ""
    time_zone: str = ""
    player_counts: frozenset[int] | None = None
    listed: int | None = None

    def __post_init__(self) -> None:
        """Refuse what cannot be.

        Raises:
            SetupError: Hands cannot be written in the format, or there is no such zone.
            UnsupportedError: There is no format to read of this name.
        """
        find_style(self.target)
        if self.only_hero and not self.hero:
            raise SetupError(
                "only the hero's hands are kept, but nobody says who that is", code="no-hero-named"
            )
        if self.time_zone:
            get_zone(self.time_zone)
        if self.source:
            get(self.source)


class ReportEntry(NamedTuple):
    """An entry of the report: what happened to a hand.

    Attributes:
        hand: The number or name of the hand.
        line: Its first line, or the line of the fault; 0 where it is of the whole file.
        kind: What kind of note it is; `SKIPPED` for a hand that was not written.
        message: The reason.
        column: The column of the fault, from 1; 0 where it is not known.
        code: The code of the error; empty where there is none.
    """

    hand: str
    line: int
    kind: str
    message: str
    column: int = 0
    code: str = ""


@dataclass
class Result:
    """The result of converting a file.

    Attributes:
        path: The file.
        format: The name of its format; nothing if it is none that is known.
        read: How many hands there are.
        converted: How many were written.
        skipped: How many could not be.
        filtered: How many were left out because somebody asked for it.
        of_hero: How many the hero took part in, if it is said who that is.
        failure: Why the file could not be read, or not to its end; empty if it was.
        entries: Why hands were skipped, and what is odd or lost in others.
        kinds: How many entries of each kind there are, those that are not listed included.
        lost: How often each thing was lost that the other format has no room for.
        people: The ids of players by their names, as far as the other format has no room for them;
            empty for a name that several have.
    """

    path: str
    format: str = ""
    read: int = 0
    converted: int = 0
    skipped: int = 0
    filtered: int = 0
    of_hero: int = 0
    failure: str = ""
    entries: list[ReportEntry] = field(default_factory=list)
    kinds: Counter[str] = field(default_factory=Counter)
    lost: Counter[str] = field(default_factory=Counter)
    people: dict[str, str] = field(default_factory=dict)

    def meet(self, people: Iterable[tuple[str, str]]) -> None:
        """Remember who is who.

        Args:
            people: Names of players, and ids.
        """
        for name, number in people:
            if self.people.setdefault(name, number) != number:
                self.people[name] = ""

    def add(self, entry: ReportEntry, limit: int | None) -> None:
        """Keep an entry, unless there are too many.

        Args:
            entry: The entry.
            limit: How many of a kind are kept; all if nothing is said.
        """
        self.kinds[entry.kind] += 1
        if entry.kind == LOST:
            self.lost[entry.message] += 1
        if limit is None or self.kinds[entry.kind] <= limit:
            self.entries.append(entry)


def convert(
    source: str | bytes | os.PathLike[str],
    conversion: Conversion,
    out: TextIO,
    *,
    name: str = "",
    progress: Callable[[int], None] | None = None,
) -> Result:
    r"""Convert the hands of a text, of bytes, or of a file; nothing is raised for what is in it.

    >>> import io
    >>> line = "STATE:7:r200fffff:AsKs|2c2d|3c3d|4c4d|5c5d|6c6d:-50|-100|150|0|0|0:A|B|C|D|E|F\n"
    >>> out = io.StringIO()
    >>> result = convert(line, Conversion(target="ohh"), out)
    >>> result.format, result.converted, out.getvalue()[:8]
    ('pluribus', 1, '{"ohh":{')

    Args:
        source: The text, the bytes, or the path.
        conversion: What is done.
        out: Where the hands are written, with what stands between them, but not around them.
        name: What the source is called in the result.
        progress: Is told now and then how many bytes of the file were read.

    Returns:
        The result.
    """
    result = Result(name or (str(source) if isinstance(source, os.PathLike) else ""))
    style = find_style(conversion.target)
    texts = _Texts(conversion, result)
    for text in texts.make(source):
        if text:
            if result.converted:
                out.write(style.between)
            result.converted += 1
            out.write(f"[{result.converted}]\n{text}" if conversion.target == "phh" else text)
        if progress is not None and result.read % _OFTEN == 0:
            progress(count_read_bytes())
    return result


class _Texts:
    """A writer of the texts of hands, which takes notes."""

    def __init__(self, conversion: Conversion, result: Result) -> None:
        self._conversion = conversion
        self._result = result
        self._anonymizer: Anonymizer | None = None
        # The stakes of a file, in the order in which they came.
        self._levels: dict[tuple[str, ...], int] = {}
        # Players of hands without the hero.
        self._others: set[str] = set()
        # Whether hands are written as they are read.
        self._is_direct = (
            conversion.target in _DIRECT
            and not conversion.anonymous
            and not conversion.time_zone
            and conversion.player_counts is None
            and not conversion.only_hero
        )
        if conversion.compatible is None:
            target = "pokerstars" if conversion.target == "gtowizard" else conversion.target
            self._writer = get(target)

    def make(self, source: str | bytes | os.PathLike[str]) -> Iterator[str]:
        result = self._result
        try:
            with guard("read to the end", "the conversion", passing=(OSError, PokerError)):
                yield from self._make(source)
        except (OSError, PokerError) as error:
            if isinstance(error, OSError):
                # There may be hands in it.
                result.failure = error.strerror or str(error)
                self._add(ReportEntry("", 0, UNREAD, result.failure))
                return
            result.failure = str(error)
            self._add(_describe(error, "", 1, PASSED_OVER, result.failure))

    def _make(self, source: str | bytes | os.PathLike[str]) -> Iterator[str]:
        conversion, result = self._conversion, self._result
        if conversion.anonymous:
            self._anonymizer = Anonymizer(conversion.key or make_key([source]))
        if isinstance(source, bytes):
            source = unpack(source)
        format = get(conversion.source) if conversion.source else detect(source)
        if self._anonymizer is not None:
            self._anonymizer.keep_venues(format.venues)
        result.format = format.name
        if conversion.compatible is not None:
            yield from self._write_compatibly(format, source, conversion.compatible)
            return
        reader = format
        if conversion.hero and format.name in _HEROIC:
            maker: Any = type(format)
            reader = maker(hero=conversion.hero)
        for reading in reader.read(source):
            if reading.outside:
                self._report_unread(reading.problems)
                continue
            result.read += 1
            yield self._write(reading)
        if conversion.hero and self._others and not result.of_hero:
            self._add(ReportEntry("", 1, "no-hero", self._ask_for_hero()))

    def _add(self, entry: ReportEntry) -> None:
        self._result.add(entry, self._conversion.listed)

    def _skip(self, reading: ReadResult, error: PokerError) -> None:
        self._result.skipped += 1
        entry = ReportEntry(reading.hand, reading.line, SKIPPED, str(error), code=error.code)
        self._add(entry)

    def _report_unread(self, problems: Iterable[ParseError]) -> None:
        for problem in problems:
            self._add(_describe(problem, "", 1, UNREAD))

    def _write(self, reading: ReadResult) -> str:
        """Write a hand; where that cannot be done, it costs no other."""
        if self._is_direct and isinstance(reading, PlayedResult):
            try:
                text = self._write_played(reading)
            except PokerError as error:
                self._skip(reading, error)
                return ""
            if text:
                return text
        try:
            with guard("written", f"the conversion to {self._conversion.target}", UnsupportedError):
                return self._write_reading(reading)
        except PokerError as error:
            if reading.history is not None:
                error = blame(error, reading.history, self._render)
            self._skip(reading, error)
            return ""

    def _write_reading(self, reading: ReadResult) -> str:
        history = reading.history
        if history is None:
            self._result.skipped += 1
            for problem in reading.problems:
                self._add(_describe(problem, reading.hand, reading.line, SKIPPED))
            for note in reading.notes:
                self._add(
                    ReportEntry(reading.hand, note.line or reading.line, note.kind, note.message)
                )
            return ""
        counts = self._conversion.player_counts
        if counts is not None and len(history.starting_stacks) not in counts:
            self._result.filtered += 1
            return ""
        if self._conversion.hero and self._find_hero(history):
            self._result.of_hero += 1
        elif self._conversion.hero:
            self._others.update(history.players or ())
            if self._conversion.only_hero:
                self._result.filtered += 1
                return ""
        text, notes = self._render(history)
        if self._conversion.target != "phh" and not self._conversion.anonymous:
            self._result.meet(find_identities(history).items())
        for note in (*reading.notes, *notes):
            self._add(ReportEntry(reading.hand, note.line or reading.line, note.kind, note.message))
        return text

    def _write_played(self, reading: PlayedResult) -> str:
        """Let the core write a hand that it has read; nothing where the history must be asked."""
        conversion, played = self._conversion, reading.played
        hero = conversion.hero or None
        if hero is not None:
            if hero not in played.players:
                return ""
            self._result.of_hero += 1
        if conversion.target == "phh":
            text = played.write_phh(hero) + "\n"
        elif conversion.target == "ohh":
            text = played.write_ohh(hero) + "\n"
        else:
            title = played.title or ""
            number = title if title.isdecimal() else str(make_number(title))
            text = played.write_pokerstars(number, conversion.site or "PokerStars", hero)
        if conversion.target != "phh":
            self._result.meet(played.people)
        for note in (*reading.notes, *find_played_losses(played, conversion.target, hero)):
            self._add(ReportEntry(reading.hand, note.line or reading.line, note.kind, note.message))
        return text

    def _render(self, history: HandHistory) -> tuple[str, list[Note]]:
        """Return the text of a hand, and what is to be said of it."""
        history = self._prepare(history)
        notes = [*find_losses(history, self._conversion.target)]
        if self._conversion.target == "gtowizard":
            stakes = (*map(str, history.blinds_or_straddles or ()), *map(str, history.antes))
            # Where blinds are raised, the level is not known: stakes are numbered as they come.
            level = self._levels.setdefault(_name_stakes(stakes), len(self._levels) + 1)
            history, changes = prepare(history, cash=self._conversion.cash, level=level)
            notes += changes
        return self._dump(history), notes

    def _find_hero(self, history: HandHistory) -> str:
        """Return the hero's name in a hand; nothing if the hero takes no part."""
        hero = self._conversion.hero
        if hero in (history.players or ()):
            return hero
        known = Extensions.of(history)
        for names in (known.player_ids, known.said_names):
            found = next((name for name, other in names.items() if other == hero), "")
            if found in (history.players or ()):
                return found
        return ""

    def _ask_for_hero(self) -> str:
        hero = self._conversion.hero
        near = get_close_matches(hero, self._others, n=3)
        near += sorted(name for name in self._others if hero.lower() in name.lower())
        hint = f": did you mean {' or '.join(map(repr, dict.fromkeys(near)))}?" if near else ""
        return f"nobody is called {hero!r} here{hint}"

    def _prepare(self, history: HandHistory) -> HandHistory:
        conversion = self._conversion
        hero = self._find_hero(history) if conversion.hero else ""
        if hero:
            others = {**history.user_defined_fields, "_hero": hero}
            history = replace(history, user_defined_fields=others)
        if self._anonymizer is not None:
            history = self._anonymizer.apply(history)
        if conversion.time_zone:
            history = _move_to(history, get_zone(conversion.time_zone))
        return history

    def _dump(self, history: HandHistory) -> str:
        options: dict[str, Any] = {}
        if self._conversion.target == "ohh-simplified":
            options["bare"] = True
        elif self._conversion.target == "pluribus" and not isinstance(history.hand, int):
            # A log has numbers alone: that of the table, or one made of the name.
            at_table = Extensions.of(history).hand_number
            options["hand_number"] = at_table if isinstance(at_table, int) else number_of(history)
        elif self._conversion.site:
            options["site"] = self._conversion.site
        if self._conversion.hero and self._writer.name == "pokerstars":
            # Where the hero takes no part, nobody else's cards are told either.
            options["hero"] = history.user_defined_fields.get("_hero") or self._conversion.hero
        return self._writer.write(history, **options)

    def _write_compatibly(
        self, format: Format, source: str | bytes | os.PathLike[str], rewriter: Rewriter
    ) -> Iterator[str]:
        for one in rewriter.rewrite(format, source):
            self._result.read += one.is_hand
            if one.is_filtered:
                self._result.filtered += 1
            elif one.reason and one.is_hand:
                self._result.skipped += 1
                self._add(ReportEntry(one.name, one.line, SKIPPED, one.reason))
            elif one.reason:
                self._add(ReportEntry(one.name, one.line, UNREAD, one.reason))
            for note in one.notes:
                self._add(ReportEntry(one.name, one.line, note.kind, note.message))
            yield one.text


def _describe(error: PokerError, hand: str, line: int, kind: str, message: str = "") -> ReportEntry:
    """Return what is said of an error, with its place and its code."""
    parsed = error if isinstance(error, ParseError) else None
    said = message or str(error.args[0] if parsed else error)
    column = (parsed.column if parsed else None) or 0
    return ReportEntry(
        hand, (parsed.line if parsed else None) or line, kind, said, column, error.code
    )


def _name_stakes(amounts: tuple[str, ...]) -> tuple[str, ...]:
    """Return the amounts that there are, whoever must pay them."""
    return tuple(sorted({amount for amount in amounts if amount.strip("0.-")}))


def _move_to(history: HandHistory, zone: ZoneInfo) -> HandHistory:
    """Return a hand that began at the same moment, as the clocks of a zone show it."""
    moment = history.moment
    if moment is None:
        return history
    moment = moment.astimezone(zone)
    return replace(
        history,
        time=moment.time(),
        time_zone=zone.key,
        time_zone_abbreviation=None,
        day=moment.day,
        month=moment.month,
        year=moment.year,
    )
