"""Tables and deciders in processes of their own: the protocol, and what fails."""

from __future__ import annotations

import os
import pickle
import signal
from multiprocessing import Pipe
from typing import Any

import pytest

from croupier.compat.pypoks import (
    DMK,
    Channel,
    GameConfig,
    GameManager,
    PTable,
    QMessage,
    QPPlayer,
    QPTable,
    RandomDMK,
    read_texts,
    write_texts,
)
from croupier.errors import AgentError, SetupError

from .vectors import ERAS, hidden, plain, rows

# Processes are started anew, which takes its time on a busy machine.
PATIENCE = 60.0


class Tape:
    """The decider of a trace: it writes down what is said, and answers what was answered."""

    def __init__(self, said: list[Any], answers: dict[str, list[Any]], decider: str) -> None:
        self._said = said
        self._answers = answers
        self._asked = decider

    def post(self, message: QMessage) -> None:
        self._said.append(message)

    def send(self, message: QMessage) -> None:
        self._said.append(message)

    def receive(self) -> list[QMessage]:
        answer = QMessage("move", self._answers[self._asked].pop(0))
        self._said.append(answer)
        return [answer]


@pytest.mark.parametrize("era", ERAS)
def test_the_protocol_is_that_of_pypoks(era: str) -> None:
    trace = rows(era, "queue_trace.jsonl")
    answers: dict[str, list[Any]] = {}
    for row in trace:
        if row["type"] == "move":
            answers.setdefault(row["que"].split("[")[1].rstrip("]"), []).append(row["data"])
    # What a player was told of a hand has all cards: pypoks did not hide them.
    hands = all_events(trace, "dmk0_0")
    said: list[QMessage] = []
    ids = ["dmk0_0", "dmk1_0", "dmk2_0"]
    players = [QPPlayer(name, Tape(said, answers, name)) for name in ids]
    table = PTable("tbl0", "3players_2bets", players, dialect=era)
    for events in hands:
        deck = [card for name, values in events if name == "PLH" for card in values[1:]]
        deck += [card for name, values in events if name == "TCD" for card in values]
        table.run_hand(deck=deck)
    assert len(hands) == 2 and len(said) == len(trace)
    for message, row in zip(said, trace, strict=True):
        assert message.type == row["type"]
        expected = row["data"]
        if message.type == "state_changes":
            expected = expected | {"state_changes": hidden(expected["state_changes"])}
        assert close(plain(message.data), expected), row


def all_events(trace: list[Any], player: str) -> list[list[Any]]:
    hands: list[list[Any]] = []
    for row in trace:
        if row["type"] == "state_changes" and row["data"]["id"] == player:
            for event in row["data"]["state_changes"]:
                if event[0] == "GCF":
                    hands.append([])
                hands[-1].append(event)
    return hands


def close(found: Any, expected: Any) -> bool:
    """Return whether two values are the same but for the last bits of probabilities."""
    if isinstance(expected, dict):
        return found.keys() == expected.keys() and all(
            close(found[key], value) for key, value in expected.items()
        )
    if isinstance(expected, list):
        return len(found) == len(expected) and all(map(close, found, expected))
    if isinstance(expected, float):
        return bool(found == pytest.approx(expected))
    return bool(found == expected)


def check(hands: list[Any]) -> None:
    """Look whether hands that came from other processes are complete and right."""
    for hh in hands:
        assert hh.events[0][0] == "GCF" and hh.events[-1][0] == "HFN"
        again = read_texts(write_texts(hh))
        assert again.results == hh.results
    numbers = [tuple(hh.events[1][1]) for hh in hands]
    assert len({*numbers}) == len(numbers)
    for table in {name for name, _ in numbers}:
        played = [number for name, number in numbers if name == table]
        assert played == list(range(len(played)))


@pytest.mark.parametrize("together", [1, 2])
def test_tables_play_and_stop(together: int) -> None:
    dmks = [RandomDMK(f"dmk{number}", 2) for number in range(3)]
    manager = GameManager("3players_2bets", dmks, seed=1, dialect="Q", tables_per_process=together)
    with manager:
        assert manager.run(60, PATIENCE) >= 60
        assert len(manager.processes) == 3 + 2 // together
        assert manager.table_names == ("tbl0", "tbl1")
        reports = manager.ask_reports(PATIENCE)
        assert set(reports) == {"dmk0", "dmk1", "dmk2"}
        assert all(report["n_hands"] > 20 for report in reports.values())
        assert all(report["wonH_IV"] == [] for report in reports.values())
    assert manager.failures == {}
    assert not any(process.is_alive() for process in manager.processes.values())
    check(manager.hands)
    players = {player for hh in manager.hands for player in hh.players}
    assert players == {f"dmk{number}_{seat}" for number in range(3) for seat in range(2)}


def test_a_table_that_is_killed_stops_nobody_else() -> None:
    manager = GameManager("2players_2bets", [RandomDMK("a", 2), RandomDMK("b", 2)], seed=2)
    with manager:
        assert manager.run(40, PATIENCE) >= 40
        before = len(manager.hands)
        manager.processes["tbl0"].kill()
        assert manager.run(100, PATIENCE) >= 100
        assert manager.table_names == ("tbl1",)
    assert manager.failures == {"tbl0": "the process is gone"}
    assert len(manager.hands) >= before + 100
    check(manager.hands)


def test_tables_that_share_a_process_share_its_end() -> None:
    dmks = [RandomDMK("a", 3), RandomDMK("b", 3)]
    manager = GameManager("2players_2bets", dmks, seed=2, tables_per_process=2)
    with manager:
        assert manager.run(60, PATIENCE) >= 60
        assert set(manager.processes) == {"tbl0-tbl1", "tbl2", "a", "b"}
        before = len(manager.hands)
        manager.processes["tbl0-tbl1"].kill()
        assert manager.run(60, PATIENCE) >= 60
        assert manager.table_names == ("tbl2",)
    assert set(manager.failures) == {"tbl0", "tbl1"}
    assert len(manager.hands) >= before + 60
    check(manager.hands)


@pytest.mark.parametrize("together", [1, 2])
def test_a_decider_that_is_killed_leaves_no_table_waiting(together: int) -> None:
    dmks = [RandomDMK("a", 2), RandomDMK("b", 2)]
    manager = GameManager("2players_2bets", dmks, seed=3, tables_per_process=together)
    with manager:
        assert manager.run(40, PATIENCE) >= 40
        before = len(manager.hands)
        manager.processes["b"].kill()
        # It ends before that many hands because no table is left.
        manager.run(1_000_000, 10 * PATIENCE)
        assert manager.table_names == ()
    assert set(manager.failures) == {"tbl0", "tbl1", "b"}
    assert "the decider b is gone" in manager.failures["tbl0"]
    assert len(manager.hands) >= before
    check(manager.hands)


class Clock:
    """A clock for a manager whose decider `b` hangs.

    Time goes by while the table waits for it, and then stands still until the decider `a`, which
    does not hang, has stopped: whether it is in time depends on no machine.
    """

    def __init__(self) -> None:
        self.now = 0.0
        self.manager: GameManager | None = None

    def __call__(self) -> float:
        manager = self.manager
        if manager is not None and (
            "tbl0" not in manager.failures or not manager.processes["a"].is_alive()
        ):
            self.now += 0.25
        return self.now


def test_a_decider_that_hangs_is_not_waited_for() -> None:
    clock = Clock()
    dmks = [RandomDMK("a"), RandomDMK("b")]
    manager = GameManager("2players_2bets", dmks, seed=3, clock=clock)
    manager.start()
    assert manager.run(10) >= 10
    pid = manager.processes["b"].pid
    assert pid is not None
    os.kill(pid, signal.SIGSTOP)
    clock.manager = manager
    manager.run(1_000_000, 1.0)
    manager.stop(1.0)
    assert not any(process.is_alive() for process in manager.processes.values())
    assert set(manager.failures) == {"tbl0", "b"}
    assert "did not stop" in manager.failures["tbl0"]
    check(manager.hands)


def test_a_decider_that_fails_says_why() -> None:
    wrong = RandomDMK("wrong")
    # It answers the questions themselves; a list can be pickled wherever the test is.
    wrong.make_decisions = list  # type: ignore[method-assign, assignment]
    manager = GameManager("2players_2bets", [RandomDMK("right"), wrong], seed=3)
    with manager:
        assert manager.run(10, PATIENCE) == 0
    assert "a move or the probabilities of all moves" in manager.failures["wrong"]
    assert "the decider wrong is gone" in manager.failures["tbl0"]


def test_a_table_goes_step_by_step() -> None:
    own, other = Pipe()
    here, there = Pipe()
    config = GameConfig.from_name("2players_2bets")
    seats = [("agent", "d"), ("human", "d")]
    table = QPTable({"tbl": seats}, config, {"d": here}, other, step=True)
    table.start()
    other.close()
    here.close()
    manager, decider = Channel(own, "tbl"), Channel(there, "tbl")
    try:
        assert manager.waits(PATIENCE)
        assert [message.type for message in manager.receive()] == ["table_started"]
        given = ["POS: agent BTN 1000", "POS: human BB 1000", "PLH: human JD 6D", "MOV: ??"]
        manager.send(QMessage("run_hand", given))
        assert decider.waits(PATIENCE)
        changes, question = decider.receive()
        assert (changes.type, question.type) == ("state_changes", "make_decision")
        assert changes.data["id"] == "agent"
        decider.send(QMessage("move", {"selected_move": 2, "probs": (0, 0, 1, 0, 0)}))
        assert manager.waits(PATIENCE)
        (answer,) = manager.receive()
        assert answer.type == "hh_out"
        assert answer.data.events[-2][1] == ("agent", 2, 5, [0, 0, 1, 0, 0], (995, 5, 5))
        manager.send(QMessage("stop_table"))
        assert manager.waits(PATIENCE)
        (stopped,) = manager.receive()
        assert (stopped.type, stopped.data["hands"]) == ("table_stopped", 1)
        table.join(PATIENCE)
        assert table.exitcode == 0
    finally:
        table.kill()
        own.close()
        there.close()


def test_wrong_answers_of_a_decider_are_reported() -> None:
    class Mute(Tape):
        def receive(self) -> list[QMessage]:
            return [QMessage("hello")]

    players = [QPPlayer(name, Mute([], {}, name)) for name in "ab"]
    with pytest.raises(AgentError, match=r"a was answered .*: a move is expected"):
        PTable("t", "2players_2bets", players).run_hand()


@pytest.mark.parametrize(
    ("dmks", "message"),
    [
        ([RandomDMK("a", 2), RandomDMK("a", 2)], "a name of its own"),
        ([RandomDMK("a", 2), RandomDMK("b", 3)], "5 players cannot fill tables of 2"),
        ([], "0 players cannot fill"),
        ([RandomDMK("a", 2), RandomDMK("a_0"), RandomDMK("a_1")], "players of the same name"),
    ],
)
def test_seats_are_checked(dmks: list[DMK], message: str) -> None:
    with pytest.raises(SetupError, match=message):
        GameManager("2players_2bets", dmks)


def test_processes_need_tables() -> None:
    dmks = [RandomDMK("a"), RandomDMK("b")]
    with pytest.raises(SetupError, match="one table at least, not 0"):
        GameManager("2players_2bets", dmks, tables_per_process=0)
    config = GameConfig.from_name("2players_2bets")
    with pytest.raises(SetupError, match="one table that goes step by step, not 2"):
        QPTable({"a": [], "b": []}, config, {}, None, step=True)
    with pytest.raises(SetupError, match="not 0"):
        QPTable({}, config, {}, None)


def test_deciders_are_checked() -> None:
    with pytest.raises(SetupError, match="without blanks"):
        RandomDMK("a b")
    with pytest.raises(SetupError, match="one player at least, not 0"):
        RandomDMK("a", 0)
    with pytest.raises(NotImplementedError):
        DMK("a").make_decisions([])
    assert pickle.loads(pickle.dumps(RandomDMK("a", 3))).player_ids == ("a_0", "a_1", "a_2")


def test_a_decider_that_cannot_be_sent_is_refused() -> None:
    wrong = RandomDMK("wrong")
    wrong.save = lambda: None  # type: ignore[method-assign]
    manager = GameManager("2players_2bets", [RandomDMK("right"), wrong])
    with pytest.raises(SetupError, match="wrong cannot be sent to a process"):
        manager.start()
    assert manager.processes
    assert not any(process.is_alive() for process in manager.processes.values())


def test_nobody_is_left_over() -> None:
    manager = GameManager("2players_2bets", [RandomDMK("a"), RandomDMK("b")])
    manager.start()
    pids = [process.pid for process in manager.processes.values()]
    manager.stop()
    with pytest.raises(SetupError, match="starts its tables once"):
        manager.start()
    assert manager.run(1) == 0
    for pid in pids:
        assert pid is not None
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
