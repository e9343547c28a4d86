"""`croupier play` and `croupier match`."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from croupier.cli import run
from croupier.cli.playing.view import show_results
from croupier.histories import HandHistory
from croupier.tables import PlayerResult

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Run commands in a folder of their own."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def out(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> str:
    """Run a command and return what it prints."""
    assert run(list(arguments)) == status
    captured = capsys.readouterr()
    assert not captured.err
    return captured.out


def problem(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Run a command that fails and return what it says."""
    assert run(list(arguments)) == 2
    captured = capsys.readouterr()
    assert "Traceback" not in captured.err
    return " ".join(captured.err.split())


def read(path: Path) -> list[HandHistory]:
    with path.open("rb") as stream:
        return list(HandHistory.load_all(stream))


def test_hands_are_watched_saved_and_drawn(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    text = out(capsys, "play", "--save", "caller", "random", "tight", "--hands", "3", "--seed", "5")
    assert text.count("Hand ") == 3
    for words in ("posts 1", "is dealt", "wins", "Player", "bb/100", "VPIP", "seed 5"):
        assert words in text
    [path] = (folder / "out").glob("play-*.phhs")
    hands = read(path)
    assert [hand.user_defined_fields for hand in hands] == 3 * [{"_seed": 5}]
    assert [hand.hand for hand in hands] == [1, 2, 3]
    for hand in hands:
        assert list(hand.replay().state.stacks) == hand.finishing_stacks
    assert path.with_suffix(".png").read_bytes().startswith(b"\x89PNG")


def test_nothing_is_overwritten(
    capsys: pytest.CaptureFixture[str], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = ("play", "--save", "caller", "caller", "--hands", "1", "--seed", "5", "-q")
    monkeypatch.setattr("croupier.cli.playing.session._name_match", lambda: "play-now")
    out(capsys, *arguments)
    first = (folder / "out" / "play-now.phhs").read_bytes()
    out(capsys, *arguments)
    assert (folder / "out" / "play-now-2.phhs").read_bytes() == first


def test_json_for_machines(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    arguments = ("play", "--save", "--hands", "20", "--seed", "5", "--json", "--players", "5")
    result = json.loads(out(capsys, *arguments))
    assert result["hands"] == 20 and result["seed"] == 5 and result["house"] == 0
    assert [player["name"] for player in result["players"]] == [
        "tight",
        "loose",
        "equity",
        "random",
        "caller",
    ]
    assert sum(player["won"] for player in result["players"]) == 0
    assert Path(result["files"]["hands"]).exists()
    again = json.loads(out(capsys, *arguments))
    assert again["players"] == result["players"]


def test_nothing_is_saved_if_nobody_wants_it(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    result = json.loads(out(capsys, "play", "--hands", "2", "--no-save", "--json"))
    assert result["files"] == {} and not (folder / "out").exists()


@pytest.mark.parametrize(
    ("arguments", "title"),
    [
        (("--game", "horse", "--players", "3"), "HORSE"),
        (("--game", "plo", "--blinds", "5,10", "--stack", "300"), "pot-limit-omaha-holdem"),
        (("--game", "anaconda", "--players", "3"), "Anaconda, Limit"),
        (("--game", "dramaha", "--structure", "pot-limit"), "Dramaha, Pot Limit"),
        (("--game", "razz", "--ante", "1", "--small-bet", "4"), "fixed-limit-razz"),
        (
            (
                "--game",
                "kuhn",
            ),
            "kuhn-poker",
        ),
    ],
)
def test_any_game(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], title: str
) -> None:
    text = out(capsys, "play", "random", "caller", *arguments, "--hands", "4", "--seed", "1")
    assert title in text


def test_the_picture_may_go_elsewhere(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    arguments = ("play", "caller", "caller", "-n", "2", "-q", "--no-save", "--picture", "a.svg")
    assert "a.svg" in out(capsys, *arguments)
    assert "<svg" in (folder / "a.svg").read_text() and not (folder / "out").exists()


def test_games_and_mixes_of_files(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    mix = {
        "name": "mine",
        "rotation": [
            {"variant": "razz", "bettingStructure": "Limit"},
            {"variant": "badugi", "bettingStructure": "Limit"},
        ],
    }
    (folder / "mine.json").write_text(json.dumps(mix))
    text = out(capsys, "play", "random", "random", "-g", "mine.json", "-n", "4", "--seed", "1")
    assert "Razz" in text and "Badugi" in text


def test_many_hands_have_no_lines_of_their_own(capsys: pytest.CaptureFixture[str]) -> None:
    text = out(capsys, "play", "random", "caller", "--hands", "150", "--seed", "1", "--no-save")
    assert "is dealt" not in text and "150 hands" in text


def type_in(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_a_person_plays(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    type_in(monkeypatch, "?", "call", "nonsense", "check", "r pot", "allin")
    text = out(capsys, "play", "--save", "caller", "--human", "--hands", "1", "--seed", "2")
    assert "raise pot" in text and "it is not clear" in text
    assert "Hero calls 1" in text and "Hero bets 4" in text and "Hero bets 194" in text
    [path] = (folder / "out").glob("play-*.phhs")
    (hand,) = read(path)
    assert hand.players == ["caller", "Hero"]


@pytest.mark.parametrize("game", ["nlhe", "stud", "27td", "anaconda", "sohe", "rollout_declare"])
def test_a_person_sees_no_card_of_others(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, folder: Path, game: str
) -> None:
    # Whatever comes, one of these is possible.
    lines = [
        "call",
        "1",
        "2",
        "3",
        "4",
        "5",
        "1 2 3",
        "1 2 3 4",
        "pat",
        "bring in",
        "high",
        "1 2",
        "1 2 3 4 5 6",
        "show",
        "fold",
    ]
    type_in(monkeypatch, *lines * 120)
    options = ("--human", "-g", game, "-n", "6", "--seed", "4")
    arguments = ("play", "--save", "random", "caller", *options)
    text = out(capsys, *arguments)
    shown = text.replace("♠", "s").replace("♥", "h").replace("♦", "d").replace("♣", "c")
    parts = re.split(r"Hand \d+  ", shown)[1:]
    [path] = (folder / "out").glob("play-*.phhs")
    hands = read(path)
    assert hands
    secrets = 0
    for hand, part in zip(hands, parts, strict=False):
        for card in _find_secrets(hand):
            secrets += 1
            # An ace in words is no ace of clubs.
            assert not re.search(f"{card}(?!e)", part), (card, part)
    assert secrets


def _find_secrets(hand: HandHistory) -> set[str]:
    """Return cards that lay face down before others, and were neither shown nor passed on."""
    me = (hand.players or []).index("Hero")
    down: set[str] = set()
    known: set[str] = set()
    state: Any = None
    for state, _ in hand.state_actions:
        for index in state.player_indices:
            cards = zip(state.hole_cards[index], state.hole_card_statuses[index], strict=True)
            for card, up in cards:
                (known if up or index == me else down).add(repr(card))
        for board in state.board_cards:
            known.update(map(repr, board))
    return down - known


def test_a_person_leaves(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    type_in(monkeypatch, "fold", "q")
    text = out(capsys, "play", "caller", "--human", "--hands", "9", "--seed", "2", "--no-save")
    assert "The match ends here" in text and "1 hand, seed 2" in text
    type_in(monkeypatch)
    text = out(capsys, "play", "caller", "--human", "--hands", "9", "--seed", "2", "--no-save")
    assert "The match ends here" in text


def test_a_person_presses_ctrl_c(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def press(*_: object, **__: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("croupier.cli.commands.play.console.input", press)
    assert run(["play", "caller", "--human", "--hands", "9", "--no-save"]) == 130
    assert "The match ends here" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--game", "nlheee"), "did you mean"),
        (("nobody",), "there is no agent 'nobody'"),
        (("--hands", "0"), "--hands takes"),
        (("tight", "loose", "random", "--players", "2"), "3 agents for 2 seats"),
        (("--game", "badugi", "--structure", "limit", "--players", "12"), "players, not 12"),
        (("--game", "nlhe", "--bring-in", "1"), "takes no --bring-in"),
        (("--stack", "1,2,3"), "--stack"),
        (("--game", "horse", "--stack", "x"), "--stack takes one amount"),
        (("--game", "missing.json"), "missing.json"),
    ],
)
def test_what_is_wrong_is_said(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], said: str
) -> None:
    assert said in problem(capsys, "play", *arguments)


def test_agents_that_fail_are_in_the_table(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    (folder / "bad.py").write_text(
        "class Bad:\n    def act(self, view):\n        raise KeyError('oops')\n"
    )
    text = out(capsys, "play", "bad.py:Bad", "caller", "--hands", "2", "--seed", "1", status=1)
    assert "Faults" in text and "KeyError" in text


# Matches.


def test_a_match_in_words_and_numbers(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    arguments = ("match", "equity:deals=64", "caller", "--hands", "300", "--seed", "3")
    text = out(capsys, *arguments, "--output", "match.phhs")
    assert "300 hands, 150 deals" in text and "mbb/hand" in text
    assert "equity is better than caller." in text
    assert len(read(folder / "match.phhs")) == 300
    result = json.loads(out(capsys, *arguments, "--json"))
    assert result["mbb_per_hand"] == pytest.approx(10 * result["bb_per_100"])
    assert result["mbb_per_hand"] > result["mbb_per_hand_error"] > 0
    assert result["agents"] == ["equity", "caller"]


def test_a_match_without_a_winner(capsys: pytest.CaptureFixture[str]) -> None:
    text = out(capsys, "match", "caller", "caller", "--hands", "20", "--game", "razz")
    assert "Neither is better" in text


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("caller", "caller", "--hands", "1"), "2 or more"),
        (("caller", "caller", "--game", "horse"), "mixed game"),
        (("caller", "zzz"), "there is no agent 'zzz'"),
        (("caller", "caller", "--game", "one_mans_trash"), "players"),
    ],
)
def test_matches_that_cannot_be(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], said: str
) -> None:
    assert said in problem(capsys, "match", *arguments)


def test_game_configs_are_played_with_their_moves(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    options = ["--save", "--hands", "4", "--seed", "3", "--quiet", "--events", "--json"]
    files = json.loads(out(capsys, "play", "--game", "3players_2bets", *options))["files"]
    events = Path(files["events"]).read_text().splitlines()
    assert sum(line.startswith('["GCF", ["3players_2bets"]]') for line in events) == 4
    texts = Path(files["texts"]).read_text().split("\n\n")
    assert [text.splitlines()[0] for text in texts] == ["GCF: 3players_2bets"] * 4
    for history in read(Path(files["hands"])):
        assert history.starting_stacks == [500] * 3


def test_a_game_config_may_be_a_file(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    (folder / "mine_gc.yaml").write_text(
        "table_size: 2\ntable_cash_start: 300\ntable_cash_sb: 1\ntable_cash_bb: 3\n"
        "table_moves: [[CCK], [FLD], [CLL], [BR1, 2.5, 0.5]]\n"
    )
    text = out(capsys, "play", "--game", "mine_gc.yaml", "--hands", "2", "--seed", "3")
    assert "mine, 2 hands" in text


def test_what_a_game_config_does_not_take(capsys: pytest.CaptureFixture[str]) -> None:
    config = ("play", "--game", "3players_2bets")
    assert "has its stakes and stacks itself" in problem(capsys, *config, "--blinds", "1,2")
    assert "is for 3 players, not 4" in problem(capsys, *config, "--players", "4")
    assert "--events is for hands of a game config" in problem(capsys, "play", "--events")


# Agents that fail.


@pytest.mark.parametrize("command", ["match", "play"])
def test_a_program_that_cannot_be_started(capsys: pytest.CaptureFixture[str], command: str) -> None:
    said = problem(
        capsys,
        command,
        "subprocess:./nosuch",
        "caller",
        "--hands",
        "20",
        "--no-save" if command == "play" else "--seed=1",
    )
    assert "./nosuch cannot be started: no such file" in said


BROKEN = """
class Broken:
    def act(self, view):
        return {}["nothing"]

class Fine:
    def act(self, view):
        return "call"

class Needy:
    def __init__(self):
        raise ValueError("no model")

    def act(self, view):
        return "call"
"""


def test_the_first_fault_is_said(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    (folder / "bots.py").write_text(BROKEN)
    words = "The first fault of Broken: crash, KeyError: 'nothing'"
    for command in (("match",), ("play", "--quiet", "--no-save")):
        arguments = (*command, "bots.py:Broken", "caller", "--hands", "4", "--seed", "1")
        assert words in out(capsys, *arguments, status=1)
    arguments = ("bots.py:Broken", "caller", "--hands", "4", "--seed", "1", "--json")
    result = json.loads(out(capsys, "match", *arguments, status=1))
    assert result["first_faults"] == ["crash, KeyError: 'nothing' (bots.py, line 4)", None]
    result = json.loads(out(capsys, "play", *arguments, "--no-save", status=1))
    found = {player["name"]: player["first_fault"] for player in result["players"]}
    assert found == {"Broken": "crash, KeyError: 'nothing' (bots.py, line 4)", "caller": None}


@pytest.mark.parametrize(
    ("agent", "said"),
    [
        ("bots:Fine", "did you mean bots.py:Fine?"),
        ("bots.py", "such as bots.py:Broken; it has Broken, Fine, Needy"),
        ("bots.py:Fien", "classes with a method act that it has: Broken, Fine, Needy"),
        ("bots.py:Needy", "cannot be made: ValueError: no model"),
        ("wrong.py:Fine", "cannot be imported: SyntaxError"),
    ],
)
def test_classes_that_are_not_there(
    capsys: pytest.CaptureFixture[str], folder: Path, agent: str, said: str
) -> None:
    (folder / "bots.py").write_text(BROKEN)
    (folder / "wrong.py").write_text("class (")
    assert said in problem(capsys, "match", agent, "caller", "--hands", "2")


@pytest.mark.parametrize("command", ["match", "play"])
def test_a_port_is_waited_at_aloud(capsys: pytest.CaptureFixture[str], command: str) -> None:
    said = problem(capsys, command, "acpc:seconds_to_connect=0.05", "caller", "--hands", "2")
    assert "Waiting at port " in said and "nobody connected to port" in said


# Tables of results.


def make_results(count: int) -> list[PlayerResult]:
    return [
        PlayerResult(f"player {n}", 60, -124_884 * n, -1040.7, 655.7, 0.5, 0.25, 3.0, 0.4, 0)
        for n in range(count)
    ]


@pytest.mark.parametrize("width", [50, 60, 70, 80, 120])
def test_names_are_whole_in_narrow_terminals(width: int) -> None:
    stream = io.StringIO()
    console = Console(file=stream, width=width, force_terminal=True, color_system=None)
    show_results(console, make_results(3), {"player 0": 136_680})
    lines = stream.getvalue().splitlines()
    assert max(map(len, lines)) <= width and "…" not in stream.getvalue()
    for number in range(3):
        assert any(f"player {number} " in line for line in lines)
    assert "bb/100" in lines[1] and "± 95 %" in lines[1]
    assert (" AF " in lines[1]) == (width == 120)


def test_nothing_is_left_out_of_files() -> None:
    stream = io.StringIO()
    show_results(Console(file=stream, width=60), make_results(3), {})
    for heading in ("Player", "Hands", "Stack", "VPIP", "PFR", "AF", "WTSD"):
        assert heading in stream.getvalue().splitlines()[1]


def test_one_deal_tells_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    text = out(capsys, "match", "caller", "caller", "--hands", "2", "--seed", "1")
    assert "2 hands, 1 deal, seed 1" in text
    assert "-0" not in text and "│ caller   │   0 │    0.0 │        0 │      - │" in text
    assert "Neither is better" in text
    result = json.loads(out(capsys, "match", "caller", "folder", "-n", "2", "--json"))
    assert result["mbb_per_hand_error"] is None and result["bb_per_100_error"] is None


def test_errors_mean_the_same_everywhere(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    arguments = ("random", "caller", "--hands", "60", "--seed", "1", "--json")
    played = json.loads(out(capsys, "play", "--save", *arguments))
    stats = json.loads(out(capsys, "stats", played["files"]["hands"], "--json"))
    for player in played["players"]:
        counted = stats["players"][player["name"]]
        assert counted["bb_per_100"] == pytest.approx(player["rate"])
        assert counted["bb_per_100_error"] == pytest.approx(player["error"])


def test_people_are_asked_apart_from_json(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("fold\n" * 9))
    assert run(["play", "caller", "--human", "--hands", "1", "--no-save", "--json"]) == 0
    captured = capsys.readouterr()
    assert json.loads(captured.out)["hands"] == 1
    assert "fold, call" in captured.err


def test_agents_can_be_named(capsys: pytest.CaptureFixture[str]) -> None:
    agents = ("Rock=tight", "Two=random:seed=3", "random:seed=3")
    data = json.loads(out(capsys, "play", *agents, "--hands", "1", "--no-save", "--json"))
    assert {player["name"] for player in data["players"]} == {"Rock", "Two", "random"}
    data = json.loads(out(capsys, "match", *agents[:2], "--hands", "2", "--json"))
    assert data["agents"] == ["Rock", "Two"]


def test_many_agents_of_the_core_play_a_match(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    arguments = ("match", "tight", "caller", "random", "--seed", "1")
    found = json.loads(out(capsys, *arguments, "--hands", "600", "--json"))
    assert found["deals"] == 200 and found["hands"] == 600
    assert sum(agent["won"] for agent in found["agents"]) == 0
    assert [agent["name"] for agent in found["agents"]] == ["tight", "caller", "random"]
    assert "600 hands, 200 deals" in out(capsys, *arguments, "--hands", "600")
    picture = tmp_path / "all.svg"
    options = ("--round-robin", "--hands", "400", "--picture", str(picture))
    text = out(capsys, *arguments, *options)
    assert "1,200 hands, 200 deals in each match" in text and "tight" in text
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    found = json.loads(out(capsys, *arguments, "--round-robin", "--hands", "400", "--json"))
    for row, name in enumerate(found["agents"]):
        assert found["against"][row][row] is None, name
    # Two of one name are told apart, and threads do not matter.
    one, two = (
        json.loads(
            out(capsys, *("match", "tight", "tight", "-n", "40", "--seed", "2", "--json"), *threads)
        )
        for threads in (("--threads", "1"), ("--threads", "2"))
    )
    assert one == two and one["agents"] == ["tight", "tight 2"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("tight",), "two agents or more, not 1"),
        (("tight", "caller", "--picture", "x.svg"), "give --round-robin, too"),
        (("tight", "caller", "human"), "are for agents of the core"),
        (("tight", "caller", "random", "-o", "x.phhs"), "are for agents of the core"),
        (("tight", "caller", "--round-robin", "--picture", "x.gif"), "the name of an SVG file"),
        (("tight", "caller", "random", "--hands", "2"), "3 or more, not 2"),
    ],
)
def test_matches_of_many_that_cannot_be(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], said: str
) -> None:
    assert said in problem(capsys, "match", *arguments)


def test_brackets_of_names_and_titles_are_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = json.loads((ROOT / "examples" / "lifeboat.json").read_text(encoding="utf-8"))
    game["game"] = "Boat [red]"
    path = tmp_path / "boat.json"
    path.write_text(json.dumps(game), encoding="utf-8")
    names = ["[b]ob=tight", "[i]an=random"]
    for arguments in (
        ["play", *names, "--game", str(path), "--hands", "1", "--no-save"],
        ["match", *names, "--game", str(path), "--hands", "400", "--seed", "1"],
        ["simulate", str(path), "--hands", "10"],
    ):
        status = run(arguments)
        shown = capsys.readouterr()
        assert (status, shown.err) == (0, "")
        assert "Boat [red], " in shown.out or "\nBoat [red]\n" in f"\n{shown.out}"
        if arguments[0] == "match":
            assert "[b]ob is better than [i]an." in shown.out


def test_a_picture_that_cannot_be_drawn_names_the_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert run(["play", "--save", "caller", "folder", "--hands", "1"]) == 0
    assert "pictures need matplotlib: install croupier[plots]" in capsys.readouterr().err
