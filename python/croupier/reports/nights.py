"""A night of poker: statistics, chips over time, big pots and the ledger, on one page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from heapq import nlargest
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from croupier.analysis.statistics import PlayerStatistics
from croupier.errors import ParseError, PokerError, guard
from croupier.frames import show_table, show_value, to_arrow, to_pandas, to_stream
from croupier.histories import HandHistory, read
from croupier.histories.formats.files import open_bytes
from croupier.histories.formats.pokernow.log import read_rows
from croupier.histories.identities import KnownHands, find_identities, label_players
from croupier.histories.money import CHIPS, TOURNAMENT, Money, find_money
from croupier.histories.phh.documents import decode
from croupier.histories.pipeline.finding import Found, find_histories
from croupier.histories.replaying.outcome import Outcome, find_outcome
from croupier.histories.showing import find_names, name_game, show_history
from croupier.numbers import Chips
from croupier.reports.ledgers import Ledger, read_ledger
from croupier.reports.settling import Balance, Payment, settle
from croupier.state import ChipsPulling, State
from croupier.svg.charts import draw_lines
from croupier.svg.pages import Page, make_both, make_wide
from croupier.texts import escape_markup

if TYPE_CHECKING:
    from croupier.histories.formats.base import ReadResult
    from croupier.svg.ink import Picture

__all__ = [
    "BigPot",
    "Drawing",
    "Listing",
    "Night",
    "Paragraph",
    "Rows",
    "Section",
    "count_pot",
    "read_night",
]

_LOG = "pokernow"
_SHOWN = 3
_LISTED = 10
_PROBLEMS_SHOWN = 20
_COLUMNS = {
    "Hands": "hands",
    "VPIP": "vpip",
    "PFR": "pfr",
    "3-bet": "three_bet",
    "AF": "aggression_factor",
    "WTSD": "went_to_showdown",
    "W$SD": "won_at_showdown",
}


class BigPot(NamedTuple):
    """A big pot: what was played for in a hand.

    Attributes:
        amount: The chips in all pots, without what came back to who bet it.
        place: Which hand of the night it is, from 1.
        winners: Who won something, and how much.
        history: The hand.
    """

    amount: Chips
    place: int
    winners: tuple[tuple[str, Any], ...]
    history: HandHistory


class _Book:
    """The results of a night in one kind of money."""

    def __init__(self) -> None:
        self.hands = 0
        self.games: Counter[str] = Counter()
        self.statistics = PlayerStatistics(by_id=True)
        self.chips: dict[str, list[Chips]] = {}
        self.big_blinds: dict[str, list[float]] = {}
        self.pots: list[BigPot] = []
        self.rake: Chips = 0
        # How many hands have results that their records do not say.
        self.unknown = 0

    def add(self, history: HandHistory, outcome: Outcome, place: int) -> None:
        """Add a hand that came to its end."""
        names = find_names(history)
        self.statistics.add(history, all_in=False)
        keys = self.statistics.find_keys(history, names)
        self.hands += 1
        self.games[name_game(history)] += 1
        for key in keys:
            if key not in self.chips:
                self.chips[key] = [0] * self.hands
                self.big_blinds[key] = [0.0] * self.hands
        if outcome.rake is None:
            self.unknown += 1
        else:
            self.rake += outcome.rake
        net = {key: won or 0 for key, won in zip(keys, outcome.net, strict=True)}
        for key, line in self.chips.items():
            won = net.get(key, 0)
            line.append(line[-1] + won)
            share = self.big_blinds[key]
            share.append(share[-1] + (float(won) / float(outcome.bet) if outcome.bet else 0.0))
        winners = tuple(
            (name, won) for name, won in zip(names, outcome.net, strict=True) if won and won > 0
        )
        pots = [*self.pots, BigPot(outcome.pot, place, winners, history)]
        self.pots = nlargest(_LISTED, pots, key=lambda pot: pot.amount)


class Night:
    """The results of a night.

    Cash, tournament chips, chips without a currency, and amounts in different currencies are never
    added up: everything is about the hands played for `money`.

    Attributes:
        problems: What is wrong with hands that were left out.
        repeated: How many hands were there before, and were not counted again.
        ledger: Buy-ins and cash-outs, where the files tell of them.
        wanted: What is shown: `cash`, `tournament`, `chips` or a currency; the kind with the most
            hands if empty.
    """

    def __init__(self, *, money: str = "") -> None:
        """Begin a night.

        Args:
            money: What is shown: `cash`, `tournament`, `chips` or a currency such as `USD`.
                Defaults to the kind with the most hands.
        """
        self.problems: list[str] = []
        self.repeated = 0
        self.ledger: Ledger | None = None
        self.wanted = money
        self._books: dict[Money, _Book] = {}
        self._known = KnownHands()
        # How many hands came to their end, those that are repeated included.
        self._ended = 0
        # The stacks at the end of each hand, by its number at the table.
        self._stacks: dict[str, dict[str, Chips]] = {}

    @property
    def money(self) -> Money | None:
        """What the hands that are shown were played for; `None` without hands."""
        fitting = [money for money in self._books if money.fits(self.wanted)]
        return max(fitting, key=lambda money: self._books[money].hands, default=None)

    @property
    def others(self) -> dict[Money, int]:
        """How many hands were played for other money, which are not shown."""
        shown = self.money
        return {money: book.hands for money, book in self._books.items() if money != shown}

    @property
    def _book(self) -> _Book:
        money = self.money
        return _Book() if money is None else self._books[money]

    @property
    def hands(self) -> int:
        """How many hands were played."""
        return self._book.hands

    @property
    def games(self) -> Counter[str]:
        """What was played, and how often."""
        return self._book.games

    @property
    def statistics(self) -> PlayerStatistics:
        """How everybody plays."""
        return self._book.statistics

    @property
    def chips(self) -> dict[str, list[Chips]]:
        """What everybody is ahead, before the first hand and after each, the rake taken off."""
        return self._book.chips

    @property
    def big_blinds(self) -> dict[str, list[float]]:
        """The same in big blinds, each hand in those of its time."""
        return self._book.big_blinds

    @property
    def pots(self) -> list[BigPot]:
        """The biggest pots, the biggest first."""
        return self._book.pots

    @property
    def rake(self) -> Chips:
        """What the house took of the pots."""
        return self._book.rake

    @property
    def labels(self) -> dict[str, str]:
        """The labels of people: the latest name, with the id where two share it."""
        statistics = self.statistics
        return label_players(
            {key: [name or "(no name)" for name in statistics.names_of(key)] for key in self.chips}
        )

    def add(self, history: HandHistory) -> bool:
        """Add a hand.

        Args:
            history: The hand.

        Returns:
            Whether it was counted: a hand that came to no end, or was there before, is not.

        Raises:
            ReplayError: An action cannot be done.
        """
        with guard("counted", "the replay", hand=history.key):
            state = history.replay().state
        outcome = find_outcome(history, state)
        if outcome is None:
            return False
        self._ended += 1
        if self._known.was_there(history.dumps()):
            self.repeated += 1
            return False
        book = self._books.setdefault(find_money(history), _Book())
        book.add(history, outcome, self._ended)
        names = find_names(history)
        ids = find_identities(history)
        number = history.user_defined_fields.get("_hand_number")
        if ids and number is not None:
            ends = zip(names, state.stacks, outcome.taken, strict=True)
            self._stacks[str(number)] = {
                ids[name]: stack - (taken or 0) for name, stack, taken in ends if name in ids
            }
        return True

    def read_log(self, lines: Iterable[str]) -> None:
        """Read the ledger from the lines of a log whose hands have been added.

        Args:
            lines: The lines, in the order of time.
        """
        self.ledger = read_ledger(lines, self._stacks)

    def settle(self) -> tuple[list[Payment], list[str]]:
        """Return who pays whom, and why nobody does or what was taken for granted.

        Returns:
            The payments, and remarks.
        """
        if self.ledger is not None:
            remarks = [*self.ledger.remarks, *self._compare(self.ledger)]
            if self.ledger.problems:
                return [], [*self.ledger.problems, *remarks]
            return self.ledger.settle(), remarks
        book, labels = self._book, self.labels
        balances = [Balance(labels[key], line[-1]) for key, line in book.chips.items()]
        total: Any = sum(one.amount for one in balances)
        remark = "No ledger found; settling up from hand results."
        money = self.money
        if money is not None and money.kind == TOURNAMENT:
            return [], ["Tournament chips are not money: there is nothing to settle."]
        if not total and not book.unknown:
            return settle(balances), [remark]
        why = []
        if book.rake:
            why.append(f"the house took {show_value(book.rake)}")
        if book.unknown:
            hands = "hand does" if book.unknown == 1 else "hands do"
            why.append(f"{book.unknown:,} {hands} not say who won")
        return [], [
            f"No ledger found, and results come to {show_value(total)} instead of 0"
            f" ({', '.join(why)}): there is nothing to settle between players."
        ]

    def _compare(self, ledger: Ledger) -> Iterator[str]:
        """Yield where the ledger and the hands say different things."""
        for account in ledger.accounts:
            played = self.chips.get(account.key, [0])[-1]
            if account.net != played:
                yield (
                    f"{account.name} won {show_value(Fraction(played))} in hands, and"
                    f" {show_value(account.net)} by the ledger."
                )

    @property
    def note(self) -> str:
        """What is shown and what is left out, in words; empty if all hands are shown."""
        others = ", ".join(f"{count:,} for {money}" for money, count in self.others.items())
        said = f"Shown: {self.money}. Not shown: {others} (hands)." if others else ""
        if self.repeated:
            times = "hand was" if self.repeated == 1 else "hands were"
            said = f"{said} {self.repeated:,} {times} there more than once.".strip()
        return said

    @property
    def is_even(self) -> bool:
        """Whether nobody has won or lost anything."""
        if self.ledger is not None:
            return not any(account.net for account in self.ledger.accounts)
        return not any(line[-1] for line in self.chips.values())

    def to_rows(self) -> list[dict[str, Any]]:
        """Return a row for each player, who won most first.

        Returns:
            The rows.
        """
        labels = self.labels
        rows = []
        for key in sorted(self.chips, key=lambda key: (-self.chips[key][-1], labels[key])):
            found = self.statistics[key]
            rows.append(
                {
                    "player": labels[key],
                    "won": self.chips[key][-1],
                    "big_blinds": self.big_blinds[key][-1],
                    "hands": found.hands,
                    **{name: one.rate for name, one in found.frequencies.items()},
                }
            )
        return rows

    def describe(self) -> list[Section]:
        """Return everything that is to be said of the night, for whatever shows it.

        Returns:
            The parts of the report, in order.
        """
        return list(_describe(self))

    def to_page(self, *, title: str = "A night of poker", shown: int = _SHOWN) -> Page:
        """Return everything as one page to keep or to send.

        Args:
            title: What stands above.
            shown: How many of the biggest pots can be stepped through.

        Returns:
            The page.
        """
        return Page("".join(_write(self, title, shown)))

    to_pandas = to_pandas
    to_arrow = to_arrow
    __arrow_c_stream__ = to_stream

    def _repr_html_(self) -> str:
        return str(self.to_page())


def count_pot(state: State) -> Any:
    """Return what was played for in a hand.

    >>> from croupier.games import make_game
    >>> state = make_game("texas_holdem")(200, 2, seed=1)
    >>> state.complete_bet_or_raise_to(4), state.fold(), count_pot(state)
    (..., 4)

    Args:
        state: The end of the hand, or any moment of it.

    Returns:
        The chips in all pots, without what came back to who bet it.
    """
    pulled: Counter[int] = Counter()
    for operation in state.operations:
        if isinstance(operation, ChipsPulling):
            pulled[operation.player_index] += operation.amount
    paid = sorted(pulled[index] - payoff for index, payoff in enumerate(state.payoffs))
    # The part of a bet that nobody called was not played for.
    return sum(paid) - (paid[-1] - paid[-2])


def read_night(
    paths: str | PathLike[str] | Iterable[str | PathLike[str]] | Found,
    *,
    money: str = "",
    progress: Callable[[int], object] | None = None,
) -> Night:
    """Read the hands of a night from files of any format, and the ledger from PokerNow's log.

    Args:
        paths: Files and folders; or what `find_histories` found among them.
        money: What is shown: `cash`, `tournament`, `chips` or a currency such as `USD`; the kind
            with the most hands when omitted.
        progress: Called with the number of files that are done.

    Returns:
        The night. Hands that cannot be played are left out, and said to be.

    Raises:
        SetupError: There is no such file or folder; it is a ValueError.
    """
    found = paths if isinstance(paths, Found) else find_histories(paths)
    night = Night(money=money)
    for done, file in enumerate(found.files, 1):
        try:
            for reading in read(file.path, file.format):
                _add(night, reading, file.path)
        except ParseError as error:
            night.problems.append(f"{file.path.name}: {error}")
        if progress is not None:
            progress(done)
    # Tables have hands of the same numbers, so that the ledger of one is read at a time.
    if len(found.files) == 1 and found.files[0].format.name == _LOG:
        night.read_log(_read_lines(found.files[0].path))
    return night


def _add(night: Night, reading: ReadResult, path: Path) -> None:
    if reading.history is None:
        night.problems += [f"{path.name}: {problem}" for problem in reading.problems]
        return
    try:
        night.add(reading.history)
    except PokerError as error:
        night.problems.append(f"{path.name}: hand {reading.hand or '?'}: {error}")


def _read_lines(path: Path) -> list[str]:
    """Return what PokerNow's log says, in the order of time; nothing for its other files."""
    with open_bytes(path) as file:
        text = decode(file.read())
    rows, _ = read_rows(text)
    return [row.text for row in rows]


class Paragraph(NamedTuple):
    """A paragraph of a report.

    Attributes:
        text: The words.
        strong: Whether they must be seen.
    """

    text: str
    strong: bool = False


class Listing(NamedTuple):
    """A list of a report.

    Attributes:
        items: What is listed.
    """

    items: tuple[str, ...]


class Rows(NamedTuple):
    """A table of a report.

    Attributes:
        label: What it is.
        headings: What stands above the columns.
        rows: The cells.
        places: Which hands of the night the rows are about, from 1, where they are about hands.
    """

    label: str
    headings: Sequence[str]
    rows: Sequence[Sequence[object]]
    places: tuple[int, ...] = ()


class Drawing(NamedTuple):
    """A picture of a report.

    Attributes:
        label: What it is.
        picture: The picture.
        narrow: The same for narrow screens.
    """

    label: str
    picture: Picture
    narrow: Picture


class Section(NamedTuple):
    """A part of a report.

    Attributes:
        heading: What stands above; nothing above the first part.
        parts: What it says.
    """

    heading: str
    parts: tuple[Paragraph | Listing | Rows | Drawing, ...]


def _describe(night: Night) -> Iterator[Section]:
    played = ", ".join(f"{name} ({count:,})" for name, count in night.games.most_common())
    count = len(night.chips)
    hands = "hand" if night.hands == 1 else "hands"
    players = "player" if count == 1 else "players"
    said = f"{night.hands:,} {hands}, {count} {players}. {played}"
    if night.money is not None and night.money.kind != CHIPS:
        money = str(night.money)
        said += f" {money[:1].upper()}{money[1:]}."
    first = [Paragraph(said if night.hands else "There are no hands.")]
    first += [Paragraph(night.note)] if night.note else []
    yield Section("", tuple(first))
    yield Section("Who pays whom", tuple(_describe_settlement(night)))
    if night.hands:
        yield from _describe_charts(night)
        yield Section("How everybody plays", (_make_statistics(night),))
        yield Section("Biggest pots", (_list_pots(night),))
    if night.problems:
        problems = "problem" if len(night.problems) == 1 else "problems"
        yield Section(
            "Left out",
            (
                Paragraph(f"{len(night.problems):,} {problems}."),
                Listing(tuple(night.problems[:_PROBLEMS_SHOWN])),
            ),
        )


def _describe_settlement(night: Night) -> Iterator[Paragraph | Listing | Rows]:
    payments, remarks = night.settle()
    yield from (Paragraph(remark, strong=True) for remark in remarks)
    if payments:
        yield Listing(tuple(map(str, payments)))
    elif night.is_even:
        yield Paragraph("Nobody owes anything.")
    if night.ledger is not None:
        headings = ["Player", "Buy-ins", "Bought", "Cashed out", "Still on the table", "Net"]
        rows = [
            [*list(row.values())[:-1], _show_signed(row["net"])] for row in night.ledger.to_rows()
        ]
        if not any(account.is_open for account in night.ledger.accounts):
            place = headings.index("Still on the table")
            for cells in (headings, *rows):
                del cells[place]
        yield Rows("Ledger", headings, rows)


def _show_signed(value: Any) -> str:
    return f"+{show_value(value)}" if value > 0 else show_value(value)


def _describe_charts(night: Night) -> Iterator[Section]:
    labels = night.labels
    order = sorted(night.chips, key=lambda key: -night.chips[key][-1])
    for heading, lines in (("Chips", night.chips), ("Big blinds", night.big_blinds)):
        drawn = {labels[key]: [float(value) for value in lines[key]] for key in order}
        height = max(380, 18 * len(drawn) + 90)
        wide, narrow = (
            draw_lines(drawn, title=heading, x_label="Hands", size=(width, height), headed=False)
            for width in (960, 400)
        )
        yield Section(heading, (Drawing(heading, wide, narrow),))


def _make_statistics(night: Night) -> Rows:
    rows = []
    for row in night.to_rows():
        won = row["won"]
        cells = [row["player"], _show_signed(won)]
        cells.append(f"{row['big_blinds']:+,.1f}")
        for name in _COLUMNS.values():
            value = row[name]
            if name == "hands":
                cells.append(value)
            elif name == "aggression_factor":
                cells.append("" if value is None else f"{value:.1f}")
            else:
                cells.append("" if value is None else f"{value:.0%}")
        rows.append(cells)
    return Rows("How everybody plays", ["Player", "Won", "In big blinds", *_COLUMNS], rows)


def _list_pots(night: Night) -> Rows:
    rows = [
        [
            place,
            pot.amount,
            f"{pot.place}",
            ", ".join(f"{name} +{show_value(won)}" for name, won in pot.winners) or "split",
        ]
        for place, pot in enumerate(night.pots, 1)
    ]
    places = tuple(pot.place for pot in night.pots)
    return Rows("Biggest pots", ["Place", "Pot", "Hand", "Winner"], rows, places)


def _write(night: Night, title: str, shown: int) -> Iterable[str]:
    yield f"<h1>{escape_markup(title)}</h1>"
    for section in night.describe():
        if section.heading:
            yield f"<h2>{escape_markup(section.heading)}</h2>"
        for part in section.parts:
            yield _write_part(part)
            if isinstance(part, Rows) and part.places:
                yield from _write_pots(night, shown)


def _write_part(part: Paragraph | Listing | Rows | Drawing) -> str:
    match part:
        case Paragraph(text, strong):
            said = escape_markup(text)
            return f"<p><strong>{said}</strong></p>" if strong else f"<p>{said}</p>"
        case Listing(items):
            return f"<ul>{''.join(f'<li>{escape_markup(one)}</li>' for one in items)}</ul>"
        case Rows(label, headings, rows):
            return make_wide(show_table(headings, rows), label)
        case Drawing(_, picture, narrow):
            return make_both(picture, narrow)


def _write_pots(night: Night, shown: int) -> Iterable[str]:
    for place, pot in enumerate(night.pots[:shown], 1):
        summary = f"{place}. A pot of {show_value(pot.amount)}, hand {pot.place}"
        player = show_history(pot.history, key=f"pot-{place}")
        yield f"<details><summary>{escape_markup(summary)}</summary>{player}</details>"
