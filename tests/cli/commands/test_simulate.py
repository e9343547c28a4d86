"""`croupier simulate`."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from croupier import games
from croupier.cli import run
from croupier.errors import UnsupportedError
from croupier.games import load
from croupier.games.configuration.library import library
from croupier.games.finding import ALIASES, find_game, game_names, show_name
from croupier.simulation import simulate

HANDS = ("--hands", "200", "--seed", "1")


def lines(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    """Run a command that succeeds and return the lines that it prints."""
    assert run(["simulate", *arguments]) == 0
    captured = capsys.readouterr()
    assert not captured.err
    return captured.out.splitlines()


def cells(out: list[str]) -> list[list[str]]:
    """Return the rows of the table."""
    rows = [line for line in out if line.startswith("│")]
    return [[cell.strip() for cell in row.strip("│").split("│")] for row in rows]


def problem(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Run a command that fails and return what it says."""
    assert run(["simulate", *arguments]) == 2
    captured = capsys.readouterr()
    assert not captured.out
    assert "Traceback" not in captured.err
    return captured.err


# Names of games.


@pytest.mark.parametrize(
    "name",
    [
        "NoLimitTexasHoldem",
        "no-limit-texas-holdem",
        "no_limit_texas_holdem",
        "No-Limit Texas Hold'em",
        "NOLIMITTEXASHOLDEM",
        "nlhe",
        "NLHE",
    ],
)
def test_any_spelling(name: str) -> None:
    assert find_game(name) is games.NoLimitTexasHoldem


@pytest.mark.parametrize(
    ("alias", "name"),
    [
        ("flhe", "FixedLimitTexasHoldem"),
        ("plo", "PotLimitOmahaHoldem"),
        ("o8", "FixedLimitOmahaHoldemHighLowSplitEightOrBetter"),
        ("stud", "FixedLimitSevenCardStud"),
        ("stud8", "FixedLimitSevenCardStudHighLowSplitEightOrBetter"),
        ("razz", "FixedLimitRazz"),
        ("27sd", "NoLimitDeuceToSevenLowballSingleDraw"),
        ("27td", "FixedLimitDeuceToSevenLowballTripleDraw"),
        ("badugi", "FixedLimitBadugi"),
        ("kuhn", "KuhnPoker"),
        ("leduc", "LeducHoldem"),
        ("Big O", "PotLimitFiveCardOmahaHoldemHighLowSplitEightOrBetter"),
        ("crazy pineapple", "NoLimitCrazyPineapple"),
    ],
)
def test_short_names(alias: str, name: str) -> None:
    found = find_game(alias)
    assert isinstance(found, type) and found.__name__ == name


def test_every_game_has_its_name_and_every_alias_a_game() -> None:
    names = game_names()
    assert len(names) > 40
    assert not {"Poker", "Holdem", "Draw", "TexasHoldemMixin"} & set(names)
    for name in names:
        assert find_game(show_name(name)) is getattr(games, name)
    assert set(ALIASES.values()) <= set(names)


@pytest.mark.parametrize(
    ("wrong", "near"),
    [
        ("no-limit-texas-holdm", "no-limit-texas-holdem"),
        ("raz", "razz"),
        ("omahaa8", "omaha8"),
        ("hosre", "horse"),
        ("dramahaa", "dramaha"),
        ("lowball-single", "no-limit-deuce-to-seven-lowball-single-draw"),
        ("omaha-holdem-high", "fixed-limit-omaha-holdem"),
        ("qqqq", "nlhe, "),
    ],
)
def test_unknown_names_come_with_others(
    capsys: pytest.CaptureFixture[str], wrong: str, near: str
) -> None:
    with pytest.raises(UnsupportedError, match=re.escape(repr(wrong))) as caught:
        find_game(wrong)
    assert near in str(caught.value)
    assert near in problem(capsys, wrong)


def test_a_file_beside_is_near(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "g1.json").write_text("{}")
    assert "did you mean the file g1.json?" in problem(capsys, "g1")


def test_a_mixed_game_is_not_one_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert "HORSE is a mixed game, and one game is needed here" in problem(capsys, "horse")


# What is shown.


def test_the_table_and_the_line_below_it(capsys: pytest.CaptureFixture[str]) -> None:
    out = lines(capsys, "nlhe", *HANDS, "--players", "4")
    assert out[0] == "no-limit-texas-holdem"
    for heading in ("Seat", "Chips", "Mean a hand", "± 95 %", "Hands won"):
        assert heading in "".join(out)
    game = games.NoLimitTexasHoldem((), True, 0, (1, 2), 2)
    expected = simulate(game, 200, "mixed", 1, stacks=200, player_count=4)
    assert cells(out) == [
        [
            str(seat + 1),
            f"{expected.payoffs[seat]:+,}",
            f"{expected.mean_payoffs[seat]:+.4f}",
            f"{1.96 * expected.errors[seat]:.4f}",
            f"{expected.wins[seat] / 200:.1%}",
        ]
        for seat in range(4)
    ]
    line = " ".join(out[-1].split())
    for words in (
        "200 hands,",
        f"{expected.showdowns / 200:.1%} to a showdown",
        f"{expected.decisions / 200:.1f} decisions",
        f"{expected.operations / 200:.1f} operations a hand",
        "hands/s",
    ):
        assert words in line


def test_no_progress_where_nobody_looks(capsys: pytest.CaptureFixture[str]) -> None:
    lines(capsys, "nlhe", "--hands", "5000")
    done = subprocess.run(
        [sys.executable, "-m", "croupier", "simulate", "kuhn", "--hands", "100"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "kuhn-poker" in done.stdout
    assert not done.stderr


@pytest.mark.parametrize("name", game_names())
def test_every_game_can_be_simulated(capsys: pytest.CaptureFixture[str], name: str) -> None:
    out = lines(capsys, name, "--hands", "20", "--seed", "1")
    assert out[0] == show_name(name)
    assert out[-1].startswith("20 hands")


def test_a_seed_repeats_it_for_any_number_of_threads(capsys: pytest.CaptureFixture[str]) -> None:
    tables = [
        cells(lines(capsys, "o8", *HANDS, "--threads", threads)) for threads in ("1", "2", "3")
    ]
    assert tables[0] == tables[1] == tables[2]


# Options.


def decisions(out: list[str]) -> float:
    found = re.search(r"([\d.]+) decisions", out[-1])
    assert found
    return float(found[1])


def test_players_who_only_call(capsys: pytest.CaptureFixture[str]) -> None:
    out = lines(capsys, "nlhe", *HANDS, "--policy", "call", "-p", "3")
    assert "100.0% to a showdown" in out[-1]
    assert decisions(out) == 12


def test_the_stakes_of_a_game_follow_from_what_is_given(
    capsys: pytest.CaptureFixture[str],
) -> None:
    # Whoever only calls pays the big blind, and wins or loses multiples of five or so.
    plain = cells(lines(capsys, "nlhe", *HANDS, "--policy", "call"))
    dear = cells(lines(capsys, "nlhe", *HANDS, "--policy", "call", "--blinds", "100,200"))
    cheap = cells(lines(capsys, "nlhe", *HANDS, "--policy", "call", "--bet", "200"))
    assert dear == cheap
    assert [float(row[2]) for row in dear] == pytest.approx(
        [100 * float(row[2]) for row in plain], abs=5
    )


def test_small_and_big_bets(capsys: pytest.CaptureFixture[str]) -> None:
    one = cells(lines(capsys, "stud", *HANDS, "--small-bet", "10"))
    two = cells(
        lines(
            capsys,
            *("stud", *HANDS, "--small-bet", "10", "--big-bet", "20"),
            *("--ante", "5", "--bring-in", "5", "--stack", "1000"),
        )
    )
    assert one == two
    three = cells(lines(capsys, "stud", *HANDS, "--small-bet", "10", "--big-bet", "40"))
    assert three != one


def test_cents(capsys: pytest.CaptureFixture[str]) -> None:
    out = cells(lines(capsys, "plo", *HANDS, "--blinds", "0.05,0.10", "--policy", "call"))
    assert all(re.fullmatch(r"[+-][\d,]+\.\d\d", row[1]) for row in out)


def test_stacks_of_their_own_and_antes_that_differ(capsys: pytest.CaptureFixture[str]) -> None:
    out = cells(lines(capsys, "nlhe", *HANDS, "--stack", "200,100,50", "--ante", "0,2"))
    assert len(out) == 3


def test_small_games_have_stakes_of_their_own(capsys: pytest.CaptureFixture[str]) -> None:
    out = cells(lines(capsys, "kuhn", *HANDS))
    assert len(out) == 2
    game = games.KuhnPoker(())
    expected = simulate(game, 200, "mixed", 1, stacks=2, player_count=2)
    assert out[0][1] == f"{expected.payoffs[0]:+,}"
    more = cells(lines(capsys, "kuhn", *HANDS, "--bet", "3", "--ante", "2", "--stack", "9"))
    assert more != out


def test_several_boards_and_cash_games(capsys: pytest.CaptureFixture[str]) -> None:
    one = cells(lines(capsys, "plo", *HANDS))
    two = cells(lines(capsys, "plo", *HANDS, "--boards", "2", "--cash"))
    assert one != two


# Games of files and of the library.


def test_games_of_the_library(capsys: pytest.CaptureFixture[str]) -> None:
    out = lines(capsys, "dramaha", *HANDS, "--players", "3")
    assert out[0] == "Dramaha, Limit"
    game = load("dramaha").game("Limit", {"small_bet": 2})
    expected = simulate(game, 200, "mixed", 1, stacks=200, player_count=3)
    rows = cells(out)
    assert [row[1] for row in rows[:3]] == [f"{payoff:+,}" for payoff in expected.payoffs]
    # Both hands win their halves in every showdown, and sometimes one player has both.
    assert [row[0] for row in rows[-3:]] == ["Draw", "Omaha", "all by one player"]
    assert [row[1] for row in rows[-3:-1]] == ["100.0%"] * 2


def test_a_file_is_played_as_the_library_is(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "mine.json"
    path.write_bytes(library().files["badugi"].read_bytes())
    options = (*HANDS, "--structure", "pot-limit", "--blinds", "5,10", "--stack", "700")
    file, name = (cells(lines(capsys, game, *options)) for game in (str(path), "badugi"))
    assert file == name
    other = cells(lines(capsys, "badugi", *HANDS, "--structure", "limit", "--stack", "700"))
    assert other != name


def test_limits_decide_between_a_class_and_the_library(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert lines(capsys, "razz", *HANDS)[0] == "fixed-limit-razz"
    assert lines(capsys, "razz", *HANDS, "--structure", "limit")[0] == "Razz, Limit"
    for limits in ("No Limit", "no-limit", "NO_LIMIT"):
        out = lines(capsys, "texas_holdem", *HANDS, "--structure", limits, "--blinds", "1,2")
        assert out[0] == "Texas Hold'em, No Limit"
        assert cells(out) == cells(lines(capsys, "nlhe", *HANDS))


def test_stakes_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    one = cells(lines(capsys, "razz", *HANDS, "--stakes", "small_bet=20,ante=3, bring-in=7"))
    two = cells(
        lines(
            capsys,
            *("razz", *HANDS, "--structure", "limit", "--small-bet", "20"),
            *("--ante", "3", "--bring-in", "7", "--stack", "2000"),
        )
    )
    assert one == two
    assert cells(lines(capsys, "razz", *HANDS, "--stakes", "small_bet=20")) != one


def test_as_many_players_as_there_may_be(capsys: pytest.CaptureFixture[str]) -> None:
    most = {name: game.players.maximum for name, game in library().load_all().items()}
    small = next(name for name, players in most.items() if players < 6)
    assert len(cells(lines(capsys, small, "--hands", "5"))) == most[small]


# What is wrong.


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("nlhe --bring-in 2", "takes no --bring-in, but --ante, --blinds, --bet"),
        ("nlhe --small-bet 2", "takes no --small-bet"),
        ("stud --blinds 1,2", "but --ante, --bring-in, --small-bet, --big-bet"),
        ("flhe --bet 2", "but --ante, --blinds, --small-bet, --big-bet"),
        ("kuhn --blinds 1,2 --bring-in 1", "takes no --blinds, --bring-in, but --ante, --bet"),
        ("nlhe --blinds one,two", "--blinds takes an amount"),
        ("nlhe --stack 100,", "--stack takes an amount"),
        ("nlhe --stack 100,200 --players 3", "2 amounts for 3 players"),
        ("nlhe --players 1", "for 2 to 22 players, not 1"),
        ("nlhe --hands -1", "negative"),
        ("nlhe --threads 0", "at least one thread"),
        ("nlhe --seed -1", "a seed must be from 0"),
        ("nlhe --boards 0", "at least one board"),
        ("stud --bring-in 5", "bring-in"),
        ("nlhe --stack 0", "chips"),
        ("razz --structure no-limit", 'Razz is played with "Limit", not "no-limit"'),
        ("razz --stakes small_bet", "such as small_bet=10,ante=1, unlike 'small_bet'"),
        ("razz --stakes small_bat=2", "did you mean"),
        (
            "action_razz --blinds 1,2",
            "Razz takes no --blinds, but --ante, --bring-in, --bet",
        ),
        ("anaconda --blinds 1,2 --bring-in 1", "takes no --blinds, --bring-in, but --ante, --bet"),
        ("dramaha --boards 2", "it takes no --boards"),
        ("dramaha --blinds 2", "the small and the big blind, unlike 2"),
        ("dramaha --blinds 0.5,1", "must be a whole number of chips"),
        ("dramaha --players 11", "is for 2 to"),
        ("nothing.json", "No such file"),
    ],
)
def test_errors(capsys: pytest.CaptureFixture[str], arguments: str, words: str) -> None:
    assert words in " ".join(problem(capsys, *arguments.split()).split())
