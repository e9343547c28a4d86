"""Statistics, stores, reports, the replayer and the desk have the results that records have.

What is expected is worked out here from the fields of the records. Everything else goes the way
that users go: through files.
"""

from __future__ import annotations

import sqlite3
import warnings
from collections import defaultdict
from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from math import inf
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

pytest.importorskip("pyarrow")
pytest.importorskip("duckdb")

from croupier import _native
from croupier.analysis.statistics import read_statistics
from croupier.errors import PokerError
from croupier.histories import HandHistory, read
from croupier.histories.money import Money, find_money
from croupier.histories.pipeline.finding import find_histories
from croupier.histories.replaying.outcome import Outcome, find_outcome
from croupier.histories.showing import find_taken, list_frames
from croupier.reports import read_night
from croupier.state import (
    AntePosting,
    BetCollection,
    BlindOrStraddlePosting,
    BringInPosting,
    CheckingOrCalling,
    CompletionBettingOrRaisingTo,
    State,
)
from croupier.store import Store
from croupier.views import view_table
from croupier.web.shelves import Shelf
from croupier.web.shelves.reading import read_files
from histories.custom_games.playing import NAMES, play, start
from histories.play import CODES, make_game
from histories.play import play as play_code
from shared import data_path

Sums = dict[tuple[str, Money], Fraction]
FOLDERS = (
    *("ggpoker", "ignition", "ohh", "pacific", "phh/handhq", "phh/pluribus", "phh/wsop"),
    *("pokernow", "pokerstars", "winamax"),
)
# How many hands of a folder are looked at where time is short, and every how many of them are
# shown step by step.
_FEW, _SHOWN = 150, 23
_FEES = ("_rake", "_jackpot", "_bingo", "_fortune", "_tax")
_GENERATED, _MANY = 260, 50_000


class Hand(NamedTuple):
    """A hand of a file that came to its end, with what its record says that players won."""

    history: HandHistory
    state: State
    outcome: Outcome
    net: list[Fraction | None]


def read_net(history: HandHistory, state: State) -> list[Fraction | None]:
    """Return what players won by the fields of the record, or else by the rules."""
    payoffs = [Fraction(one) for one in state.payoffs]
    ends: Any = history.finishing_stacks
    if isinstance(ends, list) and len(ends) == len(payoffs) and inf not in ends:
        starts = history.starting_stacks
        pairs = zip(ends, starts, strict=True)
        return [Fraction(end) - Fraction(begin) for end, begin in pairs]
    won: Any = history.winnings
    if not isinstance(won, list) or len(won) != len(payoffs) or not any(won):
        return [*payoffs]
    # Some rooms count a bet that nobody called among the winnings, some do not.
    paid = [Fraction(0)] * len(payoffs)
    before = [*paid]
    for operation in state.operations:
        match operation:
            case BetCollection():
                before = [*paid]
            case CompletionBettingOrRaisingTo(index, amount):
                paid[index] = before[index] + Fraction(amount)
            case AntePosting() | BlindOrStraddlePosting() | CheckingOrCalling():
                paid[operation.player_index] += Fraction(operation.amount)
            case BringInPosting():
                paid[operation.player_index] += Fraction(operation.amount)
            case _:
                pass
    _, second, *_ = sorted(paid, reverse=True)
    called = [min(one, second) for one in paid]
    if sum(map(Fraction, won)) > sum(called):
        called = [one if got else min(one, second) for one, got in zip(paid, won, strict=True)]
    return [Fraction(got) - one for got, one in zip(won, called, strict=True)]


def list_hands(paths: Sequence[Path]) -> Iterator[Hand]:
    """Yield the hands that end, each of them once."""
    known = _native.KnownHands()
    for file in find_histories(paths).files:
        for reading in read(file.path, file.format):
            if reading.history is None:
                continue
            try:
                state = reading.history.replay().state
            except PokerError:
                continue
            if state.status:
                continue
            outcome = find_outcome(reading.history, state)
            assert outcome is not None
            net = read_net(reading.history, state)
            # Nobody can say who won a showdown of hidden cards whose record does not.
            if None in outcome.net:
                assert reading.history.finishing_stacks is None
                net = [None] * len(net)
            assert not known.was_there(reading.history.dumps()) or reading.history.hand is not None
            yield Hand(reading.history, state, outcome, net)


def find_players(history: HandHistory) -> list[str]:
    """Return who played, by the fields of the record: the id, or the name that is said there."""
    fields = history.user_defined_fields
    ids, said = fields.get("_player_ids", {}), fields.get("_said_names", {})
    names = list(history.players or [""] * len(history.starting_stacks))
    keys = []
    for index, name in enumerate(names):
        shown = said.get(name, name)
        known = ids.get(name)
        if isinstance(known, str) and known and names.count(name) == 1:
            keys.append(f"@{known}")
        elif [said.get(one, one) for one in names].count(shown) > 1 and shown:
            seat = history.seats[index] if history.seats else index + 1
            keys.append(f"{shown} @ seat {seat}")
        else:
            keys.append(shown)
    return keys


def compare(paths: Sequence[Path], folder: Path, shown: int = 1) -> int:
    """Compare what all paths say of the hands of some files; return how many hands there are."""
    expected: Sums = defaultdict(Fraction)
    rakes: dict[Money, Fraction] = defaultdict(Fraction)
    rows: list[list[tuple[str, Fraction | None]]] = []
    known = _native.KnownHands()
    count = 0
    for number, hand in enumerate(list_hands(paths)):
        history, net = hand.history, hand.net
        check_replay(hand, all_steps=number % shown == 0)
        names = [
            name or f"Player {index + 1}"
            for index, name in enumerate(history.players or [""] * len(net))
        ]
        rows.append(list(zip(names, net, strict=True)))
        if known.was_there(history.dumps()):
            continue
        count += 1
        money = find_money(history)
        for key, won in zip(find_players(history), net, strict=True):
            expected[key, money] += won or 0
        rakes[money] -= sum(won for won in net if won is not None)
    expected = dict(expected)
    for money, rake in rakes.items():
        assert sum(won for (_, other), won in expected.items() if other == money) + rake == 0
    assert sum_statistics(paths) == expected
    assert sum_store(paths, folder / "store", rakes) == expected
    assert sum_reports(paths, rakes) == expected
    assert list_desk(paths, folder) == rows
    return count


def check_replay(hand: Hand, *, all_steps: bool) -> None:
    """Check what the replayer shows at the end, and that chips are neither made nor lost."""
    history, state, outcome, net = hand
    assert [None if one is None else Fraction(one) for one in outcome.net] == net
    if outcome.rake is not None:
        results = [Fraction(one) for one in outcome.net if one is not None]
        assert sum(results) + Fraction(outcome.rake) == 0
        fields = history.user_defined_fields
        if history.finishing_stacks is not None and "_rake" in fields and "_cap" not in fields:
            fees = sum(Fraction(fields.get(name, 0)) for name in _FEES)
            if "_cash_outs" not in fields:
                assert Fraction(outcome.rake) == fees - Fraction(fields.get("_added", 0))
    if all_steps:
        *_, (view, _) = list_frames(history)
    else:
        view = view_table(state, words=False, taken=find_taken(history, state))
    assert [Fraction(seat.payoff) for seat in view.seats] == [won or 0 for won in net]
    for seat, won, begin in zip(view.seats, net, history.starting_stacks, strict=True):
        if won is not None and begin != inf:
            assert Fraction(seat.stack) == Fraction(begin) + won


def sum_statistics(paths: Sequence[Path]) -> Sums:
    found = read_statistics(paths, by_id=True)
    return {
        (key, money): sum((group.net for group in part.groups.values()), Fraction(0))
        for key, one in found.items()
        for money, part in one.by_money.items()
    }


def sum_store(paths: Sequence[Path], place: Path, rakes: dict[Money, Fraction]) -> Sums:
    store = Store(place)
    store.add(paths)
    rows = store.query(
        "select who, kind, currency, scale, sum(net)::varchar as net"
        " from players join hands using (hand) group by all"
    ).to_pylist()
    sums: Sums = defaultdict(Fraction)
    for row in rows:
        key = row["who"] or "", Money(row["kind"], row["currency"] or "")
        sums[key] += Fraction(int(row["net"] or 0), row["scale"])
    taken: dict[Money, Fraction] = defaultdict(Fraction)
    for row in store.query("select kind, currency, scale, rake from hands").to_pylist():
        money = Money(row["kind"], row["currency"] or "")
        taken[money] += Fraction(row["rake"] or 0, row["scale"])
    assert taken == rakes
    # Reports say the same, to the cent in which they are written.
    listed: dict[Money, float] = defaultdict(float)
    for row in store.report("players").to_pylist():
        listed[Money(row["kind"], row["currency"] or "")] += row["won"] or 0
    for money, won in listed.items():
        assert won == pytest.approx(-float(rakes[money]), abs=0.01 * (1 + len(rows)))
    return dict(sums)


def sum_reports(paths: Sequence[Path], rakes: dict[Money, Fraction]) -> Sums:
    sums: Sums = defaultdict(Fraction)
    for money, rake in rakes.items():
        night = read_night(paths, money=money.currency or money.kind)
        assert night.money == money
        assert Fraction(night.rake) == rake
        for key, line in night.chips.items():
            # Players without a name have made up ones.
            name = "" if key.removeprefix("Player ").isdecimal() and " " in key else key
            sums[name, money] += Fraction(line[-1])
    return dict(sums)


def list_desk(paths: Sequence[Path], folder: Path) -> list[list[tuple[str, Fraction | None]]]:
    (folder / "shelves").mkdir(exist_ok=True)
    shelf = Shelf.make(folder / "shelves")
    for file in find_histories(paths).files:
        shelf.add_file(file.path.name, file.path)
    read_files(shelf)
    found: dict[int, list[tuple[str, Fraction | None]]] = {}
    with sqlite3.connect(shelf.folder / "hands.db") as database:
        for number, name, text in database.execute(
            "select hand, seats.name, won_text from seats join hands on hands.id = seats.hand"
            " where hands.ended and hands.problem = '' order by seats.rowid"
        ):
            won = None if text == "?" else Fraction(text.replace(",", ""))
            found.setdefault(number, []).append((name, won))
    return list(found.values())


def choose(folder: Path) -> list[Path]:
    """Return some files of a folder, small ones first, with few hands altogether."""
    files = [path for path in folder.rglob("*") if path.is_file() and "summar" not in str(path)]
    found = [one.path for one in find_histories(sorted(files)).files]
    chosen: list[Path] = []
    hands = 0
    for path in sorted(found, key=lambda path: (path.stat().st_size, path.name)):
        if hands >= _FEW:
            break
        chosen.append(path)
        hands += sum(1 for _ in read(path, "phh" if path.suffix in (".phh", ".phhs") else None))
    return chosen


@pytest.mark.parametrize("name", FOLDERS)
def test_all_paths_agree_on_some_hands(name: str, tmp_path: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert compare(choose(data_path(name)), tmp_path, _SHOWN) > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", FOLDERS)
def test_all_paths_agree_on_all_hands(name: str, tmp_path: Path) -> None:
    files = [path for path in data_path(name).rglob("*") if path.is_file()]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = [one.path for one in find_histories(sorted(files)).files]
        assert compare(found, tmp_path, _SHOWN) > 0


def generate(count: int, seed: int, place: Path) -> tuple[Sums, int]:
    """Write hands of all games that were played by chance, with rakes, ids and several currencies.

    Returns:
        What everybody won, as it was dealt out here, and how many hands there are.
    """
    random = Random(seed)
    games = [*NAMES, *CODES]
    sums: Sums = defaultdict(Fraction)
    written = 0
    with place.open("w", encoding="utf-8") as file:
        for number in range(count):
            name = games[number % len(games)]
            with warnings.catch_warnings():
                # Decks run out.
                warnings.simplefilter("ignore")
                game: Any
                if name in NAMES:
                    game, state, chance = start(name, random.randrange(1 << 32))
                    play(state, chance)
                else:
                    game = make_game(name)
                    state = game(random.choice([30, 200]), 2 + number % 3, seed=number + seed)
                    play_code(state, random)
            if state.status:
                continue
            money = random.choice([Money("cash", "USD"), Money("cash", "EUR"), Money("tournament")])
            fields: dict[str, Any] = {"_tournament": "5"} if money.kind == "tournament" else {}
            seats = range(state.player_count)
            names = random.sample(
                ["Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal"], len(seats)
            )
            # Of two people called Ann, each is known by an id.
            keys = [f"@{random.choice('xy')}" if one == "Ann" else one for one in names]
            if "Ann" in names:
                fields["_player_ids"] = {"Ann": keys[names.index("Ann")][1:]}
            ends = list(state.stacks)
            winner = max(seats, key=lambda seat: state.payoffs[seat])
            if money.kind == "cash" and state.payoffs[winner] > 0:
                rake = random.randrange(int(20 * state.payoffs[winner])) // 100
                fields["_rake"] = rake
                ends[winner] -= rake
            history = HandHistory.from_game_state(
                game,
                state,
                hand=10_000_000 + number,
                players=names,
                currency=money.currency or None,
                finishing_stacks=ends,
            )
            history.user_defined_fields |= fields
            text = history.dumps()
            for _ in range(1 + (number % 17 == 0)):
                written += 1
                file.write(f"[{written}]\n{text}\n\n")
            for key, end, begin in zip(keys, ends, state.starting_stacks, strict=True):
                sums[key, money] += Fraction(end) - Fraction(begin)
    return dict(sums), written


def check_generated(count: int, seed: int, folder: Path, shown: int) -> None:
    place = folder / "hands.phhs"
    expected, written = generate(count, seed, place)
    assert written >= count * 0.95
    with warnings.catch_warnings():
        # Decks run out.
        warnings.simplefilter("ignore")
        assert compare([place], folder, shown) < written
        assert sum_statistics([place]) == expected


def test_all_paths_agree_on_generated_hands(tmp_path: Path) -> None:
    check_generated(_GENERATED, 3, tmp_path, _SHOWN)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_all_paths_agree_on_many_generated_hands(tmp_path: Path, part: int) -> None:
    check_generated(_MANY // 10, 100 + part, tmp_path, 10 * _SHOWN)


def test_all_paths_agree_on_amounts_of_all_kinds(tmp_path: Path) -> None:
    """Thirds of a cent, cents and chips: to the unit."""
    place = tmp_path / "hands.phhs"
    actions = ["d dh p1 ????", "d dh p2 ????", "p2 f"]
    hands: list[tuple[list[Any], list[Any]]] = [
        ([Decimal("1.00"), Decimal("3.005")], [Decimal("1.01"), Decimal("2.995")]),
        ([100, 200], [101, 199]),
        ([Decimal("0.1"), Decimal("0.3")], [Decimal("0.11"), Decimal("0.28")]),
    ]
    with place.open("w", encoding="utf-8") as file:
        for number, (begins, ends) in enumerate(hands, 1):
            history = HandHistory(
                variant="NT",
                antes=[0, 0],
                blinds_or_straddles=[Decimal("0.01"), Decimal("0.02")],
                min_bet=Decimal("0.02"),
                starting_stacks=begins,
                finishing_stacks=ends,
                actions=actions,
                players=["Ann", "Bob"],
                currency="USD",
                hand=10_000_000 + number,
            )
            file.write(f"[{number}]\n{history.dumps()}\n")
    assert compare([place], tmp_path) == 3


def test_the_comparison_notices_a_path_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A replayer that ignores the rake, as it once did, is noticed."""
    place = tmp_path / "hands.phhs"
    generate(40, 5, place)
    monkeypatch.setattr("reports.test_all_paths_agree.find_taken", lambda history, end: ())
    with pytest.raises(AssertionError):
        compare([place], tmp_path, 1000)
