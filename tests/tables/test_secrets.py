"""Messages and attributes that programs get to see, and the seed that none of them tells."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any, ClassVar

import pytest

from croupier.agents import Agent, AgentBase, HandInfo, MatchInfo, ProcessAgent, make_agent
from croupier.compat.pypoks import GameConfig, MenuAgent
from croupier.games import NoLimitTexasHoldem, mixed
from croupier.histories import HandHistory
from croupier.state import State
from croupier.tables import HistoryRecorder, MatchStarted, Table
from croupier.tables.secrets import (
    HiddenText,
    are_isolated,
    find_agent_seed,
    is_program,
    is_trusted,
    list_leftovers,
)

GAME = NoLimitTexasHoldem((), True, 0, (1, 2), 2)


class Listener(AgentBase):
    """An agent that keeps what the table says."""

    def __init__(self) -> None:
        super().__init__()
        self.infos: list[MatchInfo] = []
        self.hands: list[HandInfo] = []

    def start_match(self, info: MatchInfo) -> None:
        self.infos.append(info)

    def start_hand(self, info: HandInfo) -> None:
        self.hands.append(info)

    def act(self, view: State) -> str:
        return "call"


class Program(Listener):
    """An agent that says it is a program."""

    is_program = True
    isolated = False


def find_seeds(kind: type[Listener], seed: int | None) -> list[int]:
    agents = [kind(), kind()]
    Table(GAME, agents, seed=seed)
    return [info.seed for agent in agents for info in agent.infos]


def test_agents_of_ours_repeat_a_match() -> None:
    first, second = find_seeds(Listener, 7)
    assert first != second
    assert find_seeds(Listener, 7) == [first, second]
    assert find_seeds(Listener, 8) != [first, second]
    # No seed of cards is in it as it is.
    assert 7 not in {first, second}


@pytest.mark.parametrize("seed", [7, 2**200])
def test_no_seed_of_cards_follows_from_that_of_a_program(seed: int) -> None:
    # Whoever tries seeds one after the other finds none that gives this number: there is none.
    told = {number for _ in range(10) for number in find_seeds(Program, seed)}
    assert len(told) == 20
    derived = {
        find_agent_seed(Listener(), small, place) for small in range(200) for place in range(4)
    }
    assert not told & derived


def test_programs_say_that_they_are() -> None:
    config = GameConfig.from_name("2players_2bets")
    for agent in (make_agent("subprocess:./bot"), ProcessAgent("./bot"), Program()):
        assert is_program(agent) and is_program(MenuAgent(agent, config))
        assert find_agent_seed(agent, 7, 1) != find_agent_seed(agent, 7, 1)
    for agent in (make_agent("caller"), make_agent("human"), Listener()):
        assert not is_program(agent) and not is_program(MenuAgent(agent, config))
        assert find_agent_seed(agent, 7, 1) == find_agent_seed(agent, 7, 1)
    acpc: Any = make_agent("acpc")
    assert is_program(acpc)
    acpc.close()


def test_a_match_is_isolated_if_all_programs_are() -> None:
    alone, other = Program(), Program()
    alone.isolated = True
    config = GameConfig.from_name("2players_2bets")
    assert are_isolated([Listener(), Listener()]) is None
    assert are_isolated([Listener(), alone]) is True
    assert are_isolated([MenuAgent(alone, config)]) is True
    assert are_isolated([alone, other]) is False
    assert are_isolated([MenuAgent(other, config)]) is False


def test_leftovers_are_listed_only_where_they_can_be_checked() -> None:
    class Checked(Program):
        isolated = True
        left: ClassVar[list[str]] = []

        def check_ended(self) -> list[str]:
            return self.left

    config = GameConfig.from_name("2players_2bets")
    alone, other = Checked(), Checked()
    assert list_leftovers([Listener(), alone, MenuAgent(other, config)]) == ()
    Checked.left = ["process 7"]
    assert list_leftovers([Listener(), MenuAgent(other, config)]) == ("process 7",)
    # What is not isolated, or does not check itself, may have left anything.
    unchecked = Program()
    unchecked.isolated = True
    assert list_leftovers([alone, Program()]) is None
    assert list_leftovers([alone, unchecked]) is None
    assert list_leftovers([Listener()]) is None


def test_python_agents_from_elsewhere_are_trusted() -> None:
    config = GameConfig.from_name("2players_2bets")
    assert is_trusted(Listener()) and is_trusted(MenuAgent(Listener(), config))
    for agent in (make_agent("caller"), make_agent("subprocess:./bot"), Program()):
        assert not is_trusted(agent) and not is_trusted(MenuAgent(agent, config))


def test_a_table_without_a_seed_has_one_of_256_bits() -> None:
    seeds = [Table(GAME, ["caller", "caller"]).seed for _ in range(8)]
    assert len(set(seeds)) == 8 and max(seeds) >= 2**250


@pytest.mark.parametrize("seed", [3, 2**255 + 3])
def test_dealers_choice_repeats(seed: int) -> None:
    def play() -> list[Any]:
        hands = HistoryRecorder()
        game = mixed.load("dealers_choice")
        agents = ["caller"] * 3
        table = Table(game, agents, stakes={"small_bet": 2}, seed=seed, recorders=[hands])
        table.play(6)
        return [(hand.variant, hand.actions) for hand in hands.histories]

    assert play() == play()


# Files of hands.


class ReadResult(AgentBase):
    """An agent that reads a file before each decision."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self.seen = ""

    def act(self, view: State) -> str:
        self.seen = self.path.read_text() if self.path.exists() else ""
        return "call"


def read(path: Path) -> list[HandHistory]:
    with path.open("rb") as stream:
        return list(HandHistory.load_all(stream))


@pytest.mark.parametrize("meanwhile", ["all", "shown", "nothing"])
def test_what_a_file_has_meanwhile(tmp_path: Path, meanwhile: Any) -> None:
    path = tmp_path / "hands.phhs"
    agent = ReadResult(path)
    recorder = HistoryRecorder(path, meanwhile=meanwhile, with_seed=True)
    agents: list[Agent | str] = [agent, "folder", "caller"]
    with Table(GAME, agents, seed=5, rebuys=None, recorders=[recorder]) as table:
        table.play(4)
    whole = path.read_text()
    assert "?" not in whole and whole.count("_seed = 5") == 4
    hands = read(path)
    assert [hand.hand for hand in hands] == [1, 2, 3, 4]
    assert {
        "all": agent.seen and whole.startswith(agent.seen),
        "shown": "????" in agent.seen and "_seed" not in agent.seen,
        "nothing": not agent.seen,
    }[meanwhile]
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    "game",
    ["texas_holdem", "seven_card_stud", "badugi", "anaconda", "sohe", "dramaha", "baseball"],
)
def test_hands_without_what_was_hidden_can_be_read(tmp_path: Path, game: str) -> None:
    path = tmp_path / "hands.phhs"
    recorder = HistoryRecorder(path, meanwhile="shown")
    table = Table(game, ["random"] * 3, seed=5, reset_stacks=True, recorders=[recorder])
    table.play(5)
    shown = read(path)
    assert len(shown) == 5 and "??" in path.read_text()
    table.close()
    assert [hand.players for hand in read(path)] == [hand.players for hand in shown]
    assert "??" not in path.read_text()


def test_histories_in_memory_may_have_the_seed() -> None:
    recorder = HistoryRecorder(with_seed=True)
    Table(GAME, ["caller", "caller"], seed=2**64, recorders=[recorder]).play(1)
    [hand] = recorder.histories
    assert hand.user_defined_fields == {"_seed": f"0x{2**64:064x}"}
    assert int(hand.user_defined_fields["_seed"], 16) == 2**64


def test_recorders_are_told_the_seed() -> None:
    heard: list[int] = []

    class Listener:
        def record(self, event: Any) -> None:
            if isinstance(event, MatchStarted):
                heard.append(event.seed)

    Table(GAME, ["caller", "caller"], seed=bytes(31) + b"\x07", recorders=[Listener()]).play(1)
    assert heard == [7]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have names for such files")
def test_hidden_texts_have_no_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    text = HiddenText(tmp_path / "told")
    text.add("secret\n" * 100_000)
    assert list(tmp_path.iterdir()) == []
    text.close()
    assert (tmp_path / "told").read_text() == "secret\n" * 100_000
    assert [path.name for path in tmp_path.iterdir()] == ["told"]


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such limits")
def test_records_that_find_no_room_are_not_there_at_all(tmp_path: Path) -> None:
    code = (
        "import resource\n"
        "from croupier.tables.secrets import HiddenText\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))\n"
        "text = HiddenText('hands.txt')\n"
        "text.add('a' * 60)\n"
        "try:\n"
        "    text.add('b' * 60)\n"
        "except OSError as error:\n"
        "    print(error.filename)\n"
        "text.close()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, check=True
    )
    assert done.stdout == "hands.txt\n"
    assert (tmp_path / "hands.txt").read_text() == "a" * 60
