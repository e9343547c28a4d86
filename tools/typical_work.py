"""Do what people do with the core, from all of its parts, so that a compiler sees what is hot.

Wheels are built in two rounds: the first build counts how often each branch is taken while this
runs, and the second is laid out for that. What is not run here is taken for rare, so that whatever
should be fast has a place here, but for what is compiled without counts (`rustc-for-tuning`). It
needs the package and this repository, and no other package.
"""

from __future__ import annotations

import io
import re
import sys
import warnings
from array import array
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

_ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(_ROOT), str(_ROOT / "tests")]

from benchmarks.measuring.play import GAMES, make_start, play  # noqa: E402

import croupier  # noqa: E402
from croupier import Card, HandHistory, NoLimitTexasHoldem, TableBatch, _native, rankings  # noqa: E402
from croupier.analysis import Range, calculate_icm, equity, read_statistics  # noqa: E402
from croupier.cards import CARDS_BY_CODE  # noqa: E402
from croupier.games.configuration.library import library  # noqa: E402
from croupier.hands import OmahaHoldemHand, StandardHighHand  # noqa: E402
from croupier.histories import check_histories, find_histories, read, read_all  # noqa: E402
from croupier.histories.bulk.reading import list_games, provide_setup  # noqa: E402
from croupier.histories.pipeline.converting import Conversion, convert  # noqa: E402
from histories.formats import texts  # noqa: E402
from histories.formats.pokernow.logs import hand_lines, make_log  # noqa: E402

_CORPUS = _ROOT / "tests" / "corpus"
_POKERNOW = (
    "{Bob} posts a small blind of 5",
    "{Cat} posts a big blind of 10",
    "{Ann} raises to 30",
    "{Bob} calls 30",
    "{Cat} folds",
    "Flop:  [2♣, 3♣, 4♦]",
    "{Bob} checks",
    "{Ann} bets 45",
    "{Bob} calls 45",
    "Turn: 2♣, 3♣, 4♦ [8♦]",
    "{Bob} checks",
    "{Ann} checks",
    "River: 2♣, 3♣, 4♦, 8♦ [9♦]",
    "{Bob} bets 80",
    "{Ann} calls 80",
    "{Bob} shows a A♠, A♥.",
    "{Bob} collected 320 from pot with Pair, A's (combination: A♠, A♥, 9♦, 8♦, 4♦)",
)


def main() -> None:
    """Do all of it."""
    warnings.simplefilter("ignore")
    for work in (play_by_itself, play_by_hand, play_batches, read_files, ask):
        work()


def play_by_itself() -> None:
    """Play hands of every game in the core."""
    for game in GAMES:
        croupier.simulate(make_start(croupier, game)(0), 2000, seed=1, threads=1)
    for name in library().files:
        croupier.simulate(name, 20, seed=1, stacks=10_000, player_count=3, threads=1)
    croupier.simulate("nlhe", 2000, "call", seed=1, stacks=200, player_count=6, threads=1)


def play_by_hand() -> None:
    """Play hands of every game from Python, decision by decision."""
    for game in GAMES:
        start = make_start(croupier, game)
        for number in range(1500):
            state = start(number)
            play(state, fixed_limit=game.is_fixed_limit, rng=Random(number))
            list(state.operations)
    start = make_start(croupier, GAMES[0])
    for number in range(300):
        state = start(number)
        while state.status:
            _ = state.legal, state.can_fold(), state.board_cards
            state.copy()
            state.check_or_call()


def play_batches() -> None:
    """Play tables in arrays, and agents against each other."""
    holdem = NoLimitTexasHoldem((), True, 0, (1, 2), 2)
    for game, options in (
        (holdem, {"stacks": 200, "player_count": 2}),
        (holdem, {"stacks": 200, "player_count": 6}),
        ("leduc", {"stacks": 13, "player_count": 2, "menu": ("fold", "call", "max")}),
        ("kuhn", {"stacks": 2, "player_count": 2, "menu": ("fold", "call", "max")}),
    ):
        batch = TableBatch(game, 256, seed=0, **options)
        random = Random(0)
        for _ in range(120):
            legal = [
                [place for place, one in enumerate(row) if one] for row in batch.legal.tolist()
            ]
            batch.step(array("q", [random.choice(row) if row else 0 for row in legal]))
    for agent in ("tight", "equity", "random", "caller"):
        opponents = {0: agent, 1: agent}
        TableBatch(holdem, 64, stacks=200, player_count=2, seed=0, hands=10, opponents=opponents)


def read_files() -> None:
    """Read, prove, count and convert hands of every format."""
    with TemporaryDirectory() as folder:
        files = list(_write_files(Path(folder)))
        for _ in range(3):
            for _ in read_all(files, threads=1):
                pass
            check_histories(find_histories(files), threads=1)
        read_statistics(files, all_in=False, threads=1)
        rows = _native.StoreRows()
        rows.add_files(files, list_games(), provide_setup, _native.KnownHands(), 1)
        rows.export(0)
        for file in files:
            for history in HandHistory.load_all(io.BytesIO(file.read_bytes())):
                for _ in history:
                    pass
        log = make_log(
            [line for number in range(100) for line in hand_lines(*_POKERNOW, number=number)]
        )
        (Path(folder) / "log.csv").write_text(log)
        for target in ("phh", "ohh", "pokerstars", "gtowizard"):
            convert(Path(folder) / "log.csv", Conversion(target=target, listed=0), io.StringIO())
    for path in sorted(_CORPUS.rglob("*.*")):
        for _ in range(5):
            list(read(path))
    for kind, text in texts.ALL.items():
        list(read("\n\n\n".join([text] * 50), kind))


def _write_files(folder: Path) -> Iterator[Path]:
    """Write the PHH files of the corpus many times over; some as rooms have them, too."""
    for path in sorted((_CORPUS / "phh").glob("*.phhs")):
        hands = [part.partition("]")[2] for part in path.read_text().split("\n[")]
        many = hands * max(1, 600 // len(hands))
        yield _write(folder / path.name, many)
        if path.name.startswith("nlhe"):
            yield _write(folder / f"room-{path.name}", [_hide(hand) for hand in many * 3])


def _write(path: Path, hands: list[str]) -> Path:
    path.write_text("\n".join(f"[{number}]{text}" for number, text in enumerate(hands, 1)))
    return path


def _hide(hand: str) -> str:
    """Hide the cards of those who do not show them, and put a point into all amounts."""
    shown = re.findall(r"'(p\d+) sm \w", hand)
    hand = re.sub(
        r"'d dh (p\d+) (\w+)'",
        lambda dealt: dealt[0] if dealt[1] in shown else f"'d dh {dealt[1]} ????'",
        hand,
    )
    amounts = r"(?m)^(?:antes|blinds_or_straddles|min_bet|\w+_stacks) = .*$|cbr [\d.]+"
    whole = r"(?<![\d.])\d+(?![\d.])"
    return re.sub(
        amounts, lambda said: re.sub(whole, lambda one: f"{int(one[0]) / 100:.2f}", said[0]), hand
    )


def ask() -> None:
    """Ask what is asked one call at a time: hands, cards, equities and chances in tournaments."""
    random = Random(1)
    high = rankings.get("high")
    for number in range(3000):
        cards = random.sample(CARDS_BY_CODE[:52], 9)
        high.strength(cards[:7])
        high.strength(cards[:2], cards[2:7])
        if number % 10 == 0:
            StandardHighHand.from_game(cards[:2], cards[2:7])
            OmahaHoldemHand.from_game(cards[:4], cards[4:])
            tuple(Card.parse("".join(map(repr, cards))))
    some = Range.parse("99-77,ATs,KQs")
    equity(some, some, board="Qs7h2c5d", threads=1)
    for game in (
        "omaha8",
        "dramaha",
        "double_board_holdem",
        "chowaha_hi_lo_8",
        "criss_cross",
        "criss_cross_omaha",
    ):
        equity(None, None, game=game, exact=False, samples=20_000, seed=1, threads=1)
    for players in (3, 9):
        calculate_icm((50, 30, 20), [100 + seat for seat in range(players)])


if __name__ == "__main__":
    main()
