"""Games, ranges, solutions, stores and logs that are damaged: errors of ours, and nothing else."""

from __future__ import annotations

import json
import shutil
import sqlite3
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from attack.budget import Attack
from attack.structures import change
from croupier import Range
from croupier.compat.pypoks import HHistory, PTable, to_hand_history, write_texts
from croupier.errors import PokerError
from croupier.games import load, mixed
from croupier.games.configuration.custom_game import CustomGame
from croupier.hosting import Lobby
from croupier.hosting.entries import read_entry
from croupier.hosting.log import TableLog
from croupier.solving import Solution, Spot, solve
from croupier.store import Store
from games.files import read_all
from games.random.test_random_games import STAKES
from histories.mutation.damage import mutate
from histories.mutation.run import HangError, limited
from histories.mutation.sources import find_sources
from hosting.people import Session
from store.test_store import write

pytestmark = pytest.mark.attack

# More than any of these needs.
_MEMORY = 4 << 30


@contextmanager
def bounded_memory() -> Iterator[None]:
    """Let no document take all memory of the machine, where the system can."""
    try:
        import resource
    except ImportError:
        yield
        return
    before = resource.getrlimit(resource.RLIMIT_AS)
    pages = int(Path("/proc/self/statm").read_text().split()[0]) if Path("/proc").is_dir() else 0
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + _MEMORY, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


def watch(attack: Attack, kind: str, seed: int, work: Callable[[], object]) -> bool:
    """Do something with a damaged document; return whether it could be read."""
    attack.try_case(kind)
    try:
        with limited():
            work()
    except PokerError as error:
        if not str(error) or "an unexpected " in str(error):
            attack.find(f"{kind}, seed {seed}: {error!r}")
        return False
    except (Exception, HangError):
        attack.find(f"{kind}, seed {seed}: {traceback.format_exc(limit=-4)}")
        return False
    return True


def damage(random: Random, data: bytes) -> bytes:
    """Return bytes of which some are changed, missing, doubled or swapped."""
    changed = bytearray(data)
    for _ in range(random.choice((1, 1, 2, 5, 20))):
        if not changed:
            break
        place, length = random.randrange(len(changed)), random.choice((1, 1, 4, 8, 64))
        how = random.randrange(5)
        if how == 0:
            changed[place] ^= 1 << random.randrange(8)
        elif how == 1:
            changed[place : place + length] = random.randbytes(length)
        elif how == 2:
            del changed[place : place + length]
        elif how == 3:
            changed[place:place] = changed[place : place + length]
        else:
            changed[place : place + length] = random.choice((b"\0", b"\xff")) * length
    return bytes(changed)


def test_games(attack: Attack, tmp_path: Path) -> None:
    games, place = read_all(), tmp_path / "game.json"
    names = [*games]
    with bounded_memory():
        for _ in attack.rounds(100):
            seed = attack.random.getrandbits(32)
            random = Random(seed)
            place.write_text(json.dumps(change(random, games[random.choice(names)])))

            def play(random: Random = random) -> None:
                configuration = load(place)
                structure = random.choice([*configuration.structures])
                CustomGame(configuration, str(structure), STAKES)(500, 3, seed=1)

            watch(attack, "games", seed, play)


def test_mixes(attack: Attack, tmp_path: Path) -> None:
    place = tmp_path / "mix.json"
    good = [json.loads(source.text) for source in find_sources("mix")]
    with bounded_memory():
        for _ in attack.rounds(100):
            seed = attack.random.getrandbits(32)
            random = Random(seed)
            place.write_text(json.dumps(change(random, random.choice(good))))
            watch(attack, "mixes", seed, lambda: mixed.load(place))


def test_ranges(attack: Attack) -> None:
    good = ["AA,KK:0.5,AKs", "22+,A2s+,K9s-K5s,QJo", "AsKd:0.25,7c6c", "random", "{T9s+}", "1-50%"]
    for _ in attack.rounds(200):
        seed = attack.random.getrandbits(32)
        text = mutate(Random(seed), attack.random.choice(good))
        watch(attack, "ranges", seed, lambda text=text: Range(text))  # type: ignore[misc]


def test_solutions(attack: Attack, tmp_path: Path) -> None:
    spot = Spot(board="2c2d2h7s8s", pot=100, stacks=100, ranges=("AA,54s", "KK"), sizes="a / a")
    place = tmp_path / "river.crs"
    solve(spot, "1%", threads=1).save(place)
    good = place.read_bytes()
    with bounded_memory():
        for _ in attack.rounds(200):
            seed = attack.random.getrandbits(32)
            place.write_bytes(damage(Random(seed), good))

            def look() -> None:
                solution = Solution.load(place)
                assert solution.root.ev is not None

            watch(attack, "solutions", seed, look)


def test_stores(attack: Attack, tmp_path: Path) -> None:
    good = tmp_path / "good"
    store = Store(good)
    store.add(write(tmp_path / "hands.phhs", range(1, 30)), keep_text=True)
    store.note("Ann", "calls")
    files = sorted(path.relative_to(good) for path in good.rglob("*") if path.suffix)
    for number in attack.rounds(3 * len(files)):
        seed = attack.random.getrandbits(32)
        random = Random(seed)
        bad = tmp_path / "bad"
        shutil.rmtree(bad, ignore_errors=True)
        shutil.copytree(good, bad)
        file = bad / files[number % len(files)]
        if file.suffix == ".json" and random.random() < 0.7:
            file.write_text(json.dumps(change(random, json.loads(file.read_text()))))
        else:
            file.write_bytes(damage(random, file.read_bytes()))

        def ask(bad: Path = bad) -> None:
            damaged = Store(bad)
            damaged.limit(megabytes=500, threads=1)
            for table in ("hands", "players", "actions", "names", "files", "notes", "texts"):
                damaged.query(f"select sum(hash(t)) from {table} t")
            damaged.report("leaks")
            damaged.hands(player="Ann")

        watch(attack, f"stores: {file.name}", seed, ask)


def test_logs(attack: Attack, tmp_path: Path) -> None:
    """The file of a server, as bytes and as rows."""
    good = tmp_path / "good"
    log = TableLog(good)
    for number in range(3):
        session = Session(seed=number)
        session.sit("Ann", "Bob", "Cy")
        for _ in range(3):
            session.play_hand()
        log.append(f"t{number}", 1, [*map(read_entry, session.entries)])
    log.close()
    for number in attack.rounds(100):
        seed = attack.random.getrandbits(32)
        random = Random(seed)
        bad = tmp_path / f"bad-{number % 2}"
        for path in tmp_path.glob(f"{bad.name}*"):
            path.unlink()
        shutil.copy(good, bad)
        if number % 2:
            bad.write_bytes(damage(random, good.read_bytes()))
        else:
            spoil_row(random, bad)

        def open_all(bad: Path = bad) -> None:
            lobby = Lobby(TableLog(bad))
            try:
                # Other amounts in an entry are no damage that can be seen.
                for opened in lobby.tables.values():
                    opened.table.count_chips()
            finally:
                lobby.close()

        watch(attack, "logs by bytes" if number % 2 else "logs by rows", seed, open_all)


def spoil_row(random: Random, path: Path) -> None:
    """Change an entry of a log."""
    connection = sqlite3.connect(path)
    rows = connection.execute("select code, number, entry from entries").fetchall()
    code, number, text = random.choice(rows)
    try:
        spoilt = json.dumps(change(random, json.loads(text)))
    except ValueError:
        spoilt = mutate(random, text)
    if random.random() < 0.3:
        spoilt = mutate(random, text).encode("utf-8", "replace").decode()
    with connection:
        connection.execute(
            "update entries set entry = ? where code = ? and number = ?", (spoilt, code, number)
        )
    connection.close()


def test_events(attack: Attack) -> None:
    table = PTable("t", "3players_2bets", ["Ann", "Bob", "Cid"], seed=1)
    events = json.loads(json.dumps(table.run_hand().events))
    for _ in attack.rounds(200):
        seed = attack.random.getrandbits(32)
        changed = change(Random(seed), events)
        lines = changed if isinstance(changed, list) else [changed]
        text = "".join(f"{json.dumps(event)}\n" for event in lines)

        def use(text: str = text) -> None:
            history = HHistory.loads(text)
            for player in history.players:
                history.view(player)
            write_texts(history)
            to_hand_history(history)

        watch(attack, "events", seed, use)
