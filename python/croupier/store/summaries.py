"""Summaries of tournaments, as rooms write them: what was paid, who came where, who won what."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from croupier.errors import ParseError, PokerError
from croupier.histories.formats.base import decode
from croupier.histories.formats.summaries import (
    GGPOKER,
    POKERSTARS,
    WINAMAX,
    is_first_line,
    is_tournament_summary,
)
from croupier.limits import read_limited
from croupier.numbers import read_decimal

if TYPE_CHECKING:
    import pyarrow as pa

    from croupier.histories.pipeline.finding import PassedOver
    from croupier.store.adding import AddedFiles

__all__ = [
    "TournamentResult",
    "find_results",
    "join_results",
    "merge_results",
    "read_summaries",
    "to_table",
]


class TournamentResult(NamedTuple):
    """A player's result in a tournament. Amounts are in `currency`.

    Attributes:
        room: Where it was played.
        number: Its number there.
        title: Its name.
        currency: The sign or the code of the currency.
        started: When it began, as it is written.
        players: How many entered.
        prize_pool: What was played for.
        name: The player.
        place: Where the player came; missing for players who are still there.
        buy_in: What an entry pays for prizes.
        bounty_buy_in: What it pays for bounties.
        fee: What the room takes of it.
        entries: How often the player entered.
        prize: What the player won. GGPoker adds bounties to it.
        bounty: What the player won as bounties, where that is said.
    """

    room: str
    number: str
    title: str
    currency: str
    started: datetime | None
    players: int | None
    prize_pool: Decimal | None
    name: str
    place: int | None
    buy_in: Decimal
    bounty_buy_in: Decimal
    fee: Decimal
    entries: int
    prize: Decimal
    bounty: Decimal


_ZERO: Final = Decimal(0)
_LOOK: Final = 400
_SIGN: Final = "[$€£¥₹]"
_AMOUNT: Final = rf"{_SIGN}?\d[\d,]*(?:\.\d+)?{_SIGN}?"
_STARTED: Final = re.compile(
    r"Tournament started(?: -)? (\d{4})/(\d\d?)/(\d\d?)(?: -)? (\d\d?):(\d\d):(\d\d)"
)
_LISTED: Final = re.compile(rf"(\d+): (.+?)(?: \[(\d{{1,4}})\])? \([^()]*\),(?: ({_AMOUNT}))?(.*)")
_PLACE: Final = r"(\d+)(?:st|nd|rd|th)"


def read_summaries(path: Path) -> list[TournamentResult]:
    """Read a summary of PokerStars, GGPoker or Winamax.

    Args:
        path: The file.

    Returns:
        The results of all players that it tells of; none where it is no summary.

    Raises:
        ParseError: It is a summary, and cannot be read.
        OSError: The file cannot be opened.
    """
    with path.open("rb") as file:
        if not is_tournament_summary(decode(file.read(_LOOK))):
            return []
        file.seek(0)
        text = decode(read_limited(file))
    return list(_read(text))


def _read(text: str) -> Iterator[TournamentResult]:
    """Yield the results of all summaries of a text, each of which begins with its first line."""
    block: list[tuple[int, str]] = []
    for number, line in enumerate(text.replace("\ufeff", "").splitlines(), 1):
        stripped = line.strip(" \t\x10")
        begins = is_first_line(stripped)
        if begins and block:
            yield from _read_block(block)
            block = []
        # Summaries that PokerStars sends have a heading before the first one.
        if begins or (block and stripped):
            block.append((number, stripped))
    if block:
        yield from _read_block(block)


def _read_block(lines: list[tuple[int, str]]) -> Iterator[TournamentResult]:
    first = lines[0][1]
    common: dict[str, Any] = {
        "started": None,
        "players": None,
        "prize_pool": None,
        "buy_in": _ZERO,
        "bounty_buy_in": _ZERO,
        "fee": _ZERO,
        "currency": "",
        "entries": 1,
        "prize": _ZERO,
        "bounty": _ZERO,
        "place": None,
    }
    listed: list[dict[str, Any]] = []
    name = "Hero"
    for number, line in lines[1:]:
        if found := re.fullmatch(r"Buy-[Ii]n ?: (.+)", line):
            _read_buy_in(found[1], common, number)
        elif found := re.fullmatch(r"Registered players : (\d+)|([\d,]+) [Pp]layers", line):
            common["players"] = int((found[1] or found[2]).replace(",", ""))
        elif found := re.fullmatch(
            rf"(?:Total Prize Pool:|Prizepool :) ({_AMOUNT})(?: ([A-Z]{{3}}))?\W*", line
        ):
            common["prize_pool"] = _money(found[1], number)
        elif found := _STARTED.match(line):
            common["started"] = _time(found, number)
        elif found := re.fullmatch(r"Player : (.+)", line):
            name = found[1]
        elif found := re.fullmatch(_LISTED, line):
            # PokerStars lists everybody, with countries; behind a name is the number of entries.
            playing = "still playing" in found[5]
            listed.append(
                {
                    "name": found[2],
                    "place": None if playing else int(found[1]),
                    "entries": int(found[3] or 0),
                    "prize": _money(found[4], number) if found[4] else _ZERO,
                }
            )
        elif found := re.fullmatch(rf"{_PLACE} : (.+), ({_AMOUNT})(.*)", line):
            name, common["prize"] = found[2], _money(found[3], number)
            common["place"] = int(found[1])
        elif found := re.match(rf"You finished (?:the tournament )?in {_PLACE} place", line):
            common["place"] = int(found[1])
        elif found := re.fullmatch(rf"You won ({_AMOUNT})(?: \+ Bounty ({_AMOUNT}))?.*", line):
            common["prize"] = _money(found[1], number)
            common["bounty"] = _money(found[2], number) if found[2] else _ZERO
        elif found := re.fullmatch(rf"You won Bounty ({_AMOUNT})", line):
            common["bounty"] = _money(found[1], number)
        if found := re.search(r"You made (\d+) (?:re-)?entries", line):
            common["entries"] = 1 + int(found[1])
        if found := re.search(rf"received a total of ({_AMOUNT})", line):
            common["prize"] = _money(found[1].rstrip("."), number)
    if found := POKERSTARS.fullmatch(first):
        common |= {"room": found[1], "number": found[2], "title": found[3]}
        # The player who asked for the summary is one of those who are listed; what it says of
        # entries is about that player alone.
        for one in listed:
            own = common["entries"] if one["place"] == (common["place"] or -1) else 1
            one["entries"] = one["entries"] or own
        common["place"] = None
    elif found := WINAMAX.fullmatch(first):
        common |= {"room": "Winamax", "number": found[2], "title": found[1]}
    elif found := GGPOKER.fullmatch(first):
        common |= {"room": "GGPoker", "number": found[1], "title": found[2]}
    else:
        raise ParseError(
            f"{first!r:.80} is no first line of a summary", code="summary-head", line=lines[0][0]
        )
    for one in listed or [{"name": name}]:
        yield TournamentResult(**(common | one))


def _read_buy_in(text: str, common: dict[str, Any], line: int) -> None:
    """Read what an entry costs: two parts, or three where some of it goes to bounties."""
    parts = re.findall(_AMOUNT, text)
    if not parts:
        if "free" in text.lower():
            return
        raise ParseError(
            f"a buy-in must be such as $10+$1, unlike {text!r:.80}",
            code="summary-buy-in",
            line=line,
        )
    sign = re.search(_SIGN, text)
    code = re.search(r"\b([A-Z]{3})\b", text)
    common["currency"] = code[1] if code else sign[0] if sign else ""
    amounts = [_money(part, line) for part in parts[:3]]
    common["buy_in"] = amounts[0]
    if len(amounts) > 1:
        common["fee"] = min(amounts[1:]) if len(amounts) == 3 else amounts[1]
    if len(amounts) == 3:
        common["bounty_buy_in"] = max(amounts[1:])


def _money(text: str, line: int) -> Decimal:
    amount = read_decimal(re.sub(r"[^\d.]", "", text))
    if not amount.is_finite() or amount >= 10**14 or amount != round(amount, 4):
        raise ParseError(
            f"an amount of money has four decimal places at most, unlike {text!r:.40}",
            code="summary-amount",
            line=line,
        )
    return amount


def _time(found: re.Match[str], line: int) -> datetime:
    try:
        year, month, day, hour, minute, second = map(int, found.groups())
        return datetime(year, month, day, hour, minute, second)
    except ValueError:
        raise ParseError(f"{found[0]!r} names no time", code="summary-time", line=line) from None


def join_results(results: list[TournamentResult]) -> list[TournamentResult]:
    """Put the entries of a player to one tournament together, as a file has them.

    Args:
        results: What a file tells.

    Returns:
        One result for each tournament and player: what was paid and won is that of all entries,
        the place that of the last.
    """
    joined: dict[tuple[str, str, str], TournamentResult] = {}
    for one in results:
        key = one.room, one.number, one.name
        before = joined.get(key)
        if before is not None:
            one = one._replace(
                entries=before.entries + one.entries,
                prize=before.prize + one.prize,
                bounty=before.bounty + one.bounty,
            )
        joined[key] = one
    return list(joined.values())


def find_results(passed: Sequence[PassedOver], added: AddedFiles) -> list[TournamentResult]:
    """Return the results of the summaries among files without hands; report the other files.

    Args:
        passed: The files.
        added: Told of what is read, what is wrong, and what is passed over.

    Returns:
        The results.
    """
    found: list[TournamentResult] = []
    for one in passed:
        try:
            own = join_results(read_summaries(one.path))
        except (OSError, PokerError) as error:
            said = error.strerror if isinstance(error, OSError) else None
            added.problems.append(f"{one.path}: {said or error}")
            continue
        if own:
            found += own
            added.files += 1
        else:
            added.passed_over.append(str(one))
    return found


def merge_results(
    before: Iterable[TournamentResult], found: Iterable[TournamentResult], added: AddedFiles
) -> list[TournamentResult]:
    """Return results and others, which replace those of the same player and tournament."""
    known = {(one.room, one.number, one.name): one for one in before}
    after = known | {(one.room, one.number, one.name): one for one in found}
    added.tournaments = sum(known.get(key) != one for key, one in after.items())
    return list(after.values())


def to_table(results: list[TournamentResult]) -> pa.Table:
    """Return results as a table, in the order of rooms, numbers and names."""
    import pyarrow as pa

    money = pa.decimal128(18, 4)
    types = {
        "room": pa.string(),
        "number": pa.string(),
        "title": pa.string(),
        "currency": pa.string(),
        "started": pa.timestamp("us"),
        "players": pa.int32(),
        "prize_pool": money,
        "name": pa.string(),
        "place": pa.int32(),
        "buy_in": money,
        "bounty_buy_in": money,
        "fee": money,
        "entries": pa.int32(),
        "prize": money,
        "bounty": money,
    }
    ordered = sorted(results, key=lambda one: (one.room, one.number, one.name))
    columns = zip(*ordered, strict=True) if ordered else ((),) * len(types)
    return pa.table(
        {
            name: pa.array(list(column), kind)
            for (name, kind), column in zip(types.items(), columns, strict=True)
        }
    )
