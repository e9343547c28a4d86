"""Matches in which every deal is played twice."""

from __future__ import annotations

import ctypes
import platform
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Lock, Thread
from typing import Any, ClassVar

import pytest

import croupier
from croupier.agents import (
    AcpcDealer,
    Agent,
    AgentBase,
    Caller,
    HandInfo,
    MatchInfo,
    RandomAgent,
    play_acpc,
)
from croupier.errors import AgentError, SetupError
from croupier.games import FixedLimitBadugi, KuhnPoker, NoLimitTexasHoldem, load
from croupier.state import State
from croupier.tables import HistoryRecorder, MatchStopped, play_duplicate

GAME = NoLimitTexasHoldem((), True, 0, (1, 2), 2)


def test_each_deal_has_the_same_cards_with_the_seats_swapped() -> None:
    recorder = HistoryRecorder()
    play_duplicate(GAME, "random", "caller", 20, seed=1, recorder=recorder)
    assert recorder.count == 40
    hands = recorder.histories
    assert [hand.hand for hand in hands] == [*range(1, 41)]
    for first, second in zip(hands[:20], hands[20:], strict=True):
        assert [*reversed(first.players or [])] == second.players
        assert first.actions[:2] == second.actions[:2]
        assert first.actions[0].startswith("d dh p1")
    # The button moves from hand to hand.
    assert [hand.players for hand in hands[:20:2]] == 10 * [["random", "caller"]]
    assert [hand.players for hand in hands[1:20:2]] == 10 * [["caller", "random"]]


@pytest.mark.parametrize("name", ["caller", "folder"])
def test_agents_that_do_the_same_are_equally_good(name: str) -> None:
    for game in (GAME, FixedLimitBadugi((), True, 0, (1, 2), 2, 4)):
        result = play_duplicate(game, name, name, 50, seed=1)
        assert result.won == 0 and result.deviation == 0
        assert result.names == (name, f"{name} 2")


def test_the_same_seed_is_the_same_match() -> None:
    one = play_duplicate(GAME, "random", "tight:deals=32", 30, seed=4)
    assert one == play_duplicate(GAME, "random", "tight:deals=32", 30, seed=4)
    other = play_duplicate(GAME, "random", "tight:deals=32", 30, seed=5)
    assert one.won != other.won
    drawn = play_duplicate(GAME, "random", "caller", 30)
    assert drawn == play_duplicate(GAME, "random", "caller", 30, seed=drawn.seed)
    assert drawn.seed >= 2**64


def test_the_sign_is_that_of_the_first_agent() -> None:
    one = play_duplicate(GAME, RandomAgent(1), "equity:deals=64", 100, seed=4)
    other = play_duplicate(GAME, "equity:deals=64", RandomAgent(1), 100, seed=4)
    assert one.millis < 0 < other.millis


def test_luck_of_the_deal_matters_less() -> None:
    result = play_duplicate(GAME, "equity:deals=64", "caller", 200, seed=4)
    assert result.deviation < result.single_deviation
    assert result.error == pytest.approx(1.96 * result.deviation / 200**0.5 / 2 * 1000)
    assert result.rate == pytest.approx(result.millis / 10)
    assert result.millis == pytest.approx(result.won / 400 / 2 * 1000)


class Remembering(AgentBase):
    """A caller, unless the deal was seen before: whoever held the card then has it now."""

    ranks = "JQK"
    notes: ClassVar[dict[int, str] | None] = None

    def __init__(self) -> None:
        super().__init__()
        self.memory: dict[int, str] = {} if self.notes is None else self.notes
        self.number = 0

    def start_hand(self, info: HandInfo) -> None:
        self.number = info.number

    def act(self, view: State) -> str:
        player = view.actor_index
        assert player is not None
        own = str(view.hole_cards[player][0].rank)
        theirs = self.memory.setdefault(self.number, own)
        if theirs == own:
            return "call"
        if self.ranks.index(own) > self.ranks.index(theirs):
            return "raise" if "complete_bet_or_raise_to" in view.legal else "call"
        return "check" if not view.checking_or_calling_amount else "fold"


KUHN = KuhnPoker(())


def test_who_remembers_gains_nothing() -> None:
    for agent in (Remembering, Remembering(), lambda: Remembering()):
        result = play_duplicate(KUHN, agent, "caller", 300, seed=1)
        assert (result.won, result.faults) == (0, (0, 0))
        assert (result.blind, result.isolated) == (True, None)


def test_what_would_be_gained_by_remembering() -> None:
    # Agents of this process are trusted: who keeps notes where copies find them may cheat.
    Remembering.notes = {}
    try:
        result = play_duplicate(KUHN, Remembering, "caller", 300, seed=1)
    finally:
        Remembering.notes = None
    assert result.millis > 3 * result.error > 0


# The same as a program; it has notes of its own, and others in all places that it finds.
PROGRAM = """
import json, os, sys, tempfile
places = {
    "memory": [],
    "files": [".", os.path.expanduser("~"), tempfile.gettempdir(), os.path.dirname(__file__)],
}[sys.argv[1]]
notes = [os.path.join(place, "croupier-test-notes.json") for place in places]
memory, before = {}, {}
for path in notes:
    try:
        with open(path) as file:
            before.update(json.load(file))
    except (OSError, ValueError):
        pass
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hand":
        number = str(message["number"])
    elif message["type"] == "act":
        own = message["hole_cards"][message["player"]][0][0]
        theirs = before.get(number, memory.setdefault(number, own))
        names = [each["name"] for each in message["legal"]]
        if theirs == own:
            said = "call"
        elif "JQK".index(own) > "JQK".index(theirs):
            said = "raise" if "complete_bet_or_raise_to" in names else "call"
        else:
            said = "fold" if "fold" in names else "call"
        print(said, flush=True)
    elif message["type"] == "close":
        for path in notes:
            try:
                with open(path, "w") as file:
                    json.dump(memory, file)
            except OSError:
                pass
"""


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    for name, folder in (("HOME", "home"), ("TMPDIR", "temporary")):
        (tmp_path / folder).mkdir()
        monkeypatch.setenv(name, str(tmp_path / folder))
    (tmp_path / "bot").mkdir()
    path = tmp_path / "bot" / "remembering.py"
    path.write_text(PROGRAM)
    monkeypatch.chdir(tmp_path)
    return f"subprocess:{shlex.quote(sys.executable)} {shlex.quote(str(path))}"


def test_programs_that_remember_gain_nothing(program: str) -> None:
    result = play_duplicate(KUHN, f"{program} memory", "caller", 100)
    assert (result.won, result.faults, result.blind) == (0, (0, 0), True)
    assert result.isolated is not None


def test_programs_that_take_notes_gain_nothing_where_they_are_isolated(program: str) -> None:
    result = play_duplicate(KUHN, f"{program} files", "caller", 100)
    assert result.faults == (0, 0)
    if not result.isolated:
        pytest.skip("programs are not isolated here, as the result says")
    assert result.won == 0


def test_result_records_that_nothing_was_left_of_the_first_pass(
    program: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = play_duplicate(KUHN, f"{program} files", "caller", 4)
    assert result.leftovers == (() if result.isolated else None)
    assert play_duplicate(KUHN, "random", "caller", 4).leftovers is None
    monkeypatch.setenv("CROUPIER_ISOLATE", "off")
    result = play_duplicate(KUHN, f"{program} files", "caller", 4)
    assert (result.isolated, result.leftovers) == (False, None)


class KeyKeeper(AgentBase):
    """A caller that leaves a kernel key of the user behind, as a program might."""

    key = 0

    def act(self, view: State) -> str:
        if not KeyKeeper.key:
            number = {"x86_64": 248, "aarch64": 217}[platform.machine()]
            arguments = (b"user", b"croupier-test", b"x", ctypes.c_long(1), ctypes.c_long(-4))
            KeyKeeper.key = ctypes.CDLL(None).syscall(ctypes.c_long(number), *arguments)
        return "call"


@pytest.fixture
def kept_key() -> Iterator[None]:
    KeyKeeper.key = 0
    yield
    if KeyKeeper.key > 0:
        number = {"x86_64": 250, "aarch64": 219}[platform.machine()]
        unlink = map(ctypes.c_long, (number, 9, KeyKeeper.key, -4))
        ctypes.CDLL(None).syscall(*unlink)


@pytest.mark.usefixtures("kept_key")
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has such keys")
@pytest.mark.parametrize("required", [False, True])
def test_kernel_keys_that_are_left_are_reported(
    program: str, required: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.agents.external.processes._SECONDS_TO_VANISH", 0.1)
    if not play_duplicate(KUHN, f"{program} memory", "caller", 1).isolated:
        pytest.skip("programs are not isolated here")
    if required:
        monkeypatch.setenv("CROUPIER_ISOLATE", "require")
        try:
            play_duplicate(KUHN, f"{program} memory", KeyKeeper, 4)
            error = None
        except AgentError as raised:
            error = raised
    else:
        result = play_duplicate(KUHN, f"{program} memory", KeyKeeper, 4)
    if KeyKeeper.key <= 0:
        pytest.skip("this machine has no kernel keys for users")
    if required:
        assert error is not None and error.code == "left-behind"
        assert "croupier-test" in str(error)
    else:
        [left] = result.leftovers or ()
        assert "kernel key" in left and "croupier-test" in left
        assert result.isolated is False and result.deals == 4


def test_result_names_agents_that_are_trusted(program: str) -> None:
    result = play_duplicate(KUHN, Remembering, "caller", 2)
    assert result.trusted == ("Remembering",)
    assert play_duplicate(KUHN, "random", "caller", 2).trusted == ()
    assert play_duplicate(KUHN, f"{program} memory", "caller", 2).trusted == ()


def test_a_match_with_a_chosen_seed_is_not_blind_to_programs(program: str) -> None:
    assert not play_duplicate(KUHN, f"{program} memory", "caller", 2, seed=7).blind
    assert play_duplicate(KUHN, "random", "caller", 2, seed=7).blind
    croupier.seed(7)
    try:
        assert not play_duplicate(KUHN, f"{program} memory", "caller", 2).blind
    finally:
        croupier.seed(None)


def test_a_program_of_the_competition_connects_once_for_each_half() -> None:
    hands: list[int] = []
    threads: list[Thread] = []

    def make() -> Agent:
        dealer = AcpcDealer()

        def play() -> None:
            hands.append(play_acpc(Caller(), GAME, 200, "127.0.0.1", dealer.port))

        threads.append(Thread(target=play))
        threads[-1].start()
        return dealer

    result = play_duplicate(GAME, make, "caller", 5)
    for thread in threads:
        thread.join()
    assert hands == [5, 5]
    assert (result.won, result.faults, result.blind) == (0, (0, 0), True)
    assert result.isolated is False


def test_agents_must_be_other_ones_each_time() -> None:
    agent = Remembering()
    for first, second in ((lambda: agent, "caller"), ("caller", lambda: agent)):
        with pytest.raises(SetupError, match="comes twice"):
            play_duplicate(KUHN, first, second, 1)
    locked: Any = Remembering()
    locked.lock = Lock()
    with pytest.raises(SetupError, match="cannot be copied"):
        play_duplicate(KUHN, locked, "caller", 1)


def test_an_agent_that_is_given_is_left_alone() -> None:
    agent = Remembering()
    play_duplicate(KUHN, agent, "caller", 5)
    assert agent.memory == {}


def test_agents_are_closed_before_others_begin() -> None:
    told: list[str] = []

    class Told(AgentBase):
        def start_match(self, info: MatchInfo) -> None:
            told.append(f"{info.name} starts")
            assert told.count("Told starts") == told.count("Told ends") + 1

        def start_hand(self, info: HandInfo) -> None:
            told.append(f"hand {info.number}")

        def act(self, view: State) -> str:
            return "call"

        def close(self) -> None:
            told.append("Told ends")

    play_duplicate(KUHN, Told, "caller", 2)
    assert told == 2 * ["Told starts", "hand 0", "hand 1", "Told ends"]


@pytest.mark.parametrize(("hands", "deals"), [(1, 0), (10, 0), (13, 3), (20, 10)])
def test_who_stops_a_match_has_the_deals_that_were_played_twice(hands: int, deals: int) -> None:
    def stop(done: int, of: int) -> None:
        assert of == 20
        if done == hands:
            raise KeyboardInterrupt

    with pytest.raises(MatchStopped) as stopped:
        play_duplicate(GAME, "random", "caller", 10, seed=3, progress=stop)
    result = stopped.value.result
    assert (result.deals, result.seed, result.names) == (deals, 3, ("random", "caller"))
    recorder = HistoryRecorder()
    play_duplicate(GAME, "random", "caller", 10, seed=3, recorder=recorder)
    won = 0
    for number in (*range(deals), *range(10, 10 + deals)):
        hand = recorder.histories[number]
        place = (hand.players or []).index("random")
        won += (hand.finishing_stacks or [])[place] - hand.starting_stacks[place]
    assert result.won == won


def test_who_stops_a_match_before_it_begins_just_stops_it() -> None:
    class Stopping(AgentBase):
        def start_match(self, info: MatchInfo) -> None:
            raise KeyboardInterrupt

        def act(self, view: State) -> str:
            return "call"

    with pytest.raises(KeyboardInterrupt) as stopped:
        play_duplicate(GAME, Stopping, "caller", 10)
    assert not isinstance(stopped.value, MatchStopped)


def test_faults_of_both_times_count() -> None:
    class Wrong(AgentBase):
        def act(self, view: State) -> str:
            return "sing"

    result = play_duplicate(KUHN, Wrong, "caller", 4, seed=1)
    assert result.faults == (8, 0) and "sing" in result.first_faults[0]


def test_games_of_files() -> None:
    game = load("razz").game(None, {"small_bet": 2})
    assert play_duplicate(game, "random", "caller", 20, seed=1).hands == 40


def test_matches_that_cannot_be() -> None:
    with pytest.raises(SetupError, match="negative"):
        play_duplicate(GAME, "random", "caller", -1)
    game = load("one_mans_trash").game(None, {"small_bet": 2})
    with pytest.raises(SetupError, match="not for two"):
        play_duplicate(game, "random", "caller", 1)
