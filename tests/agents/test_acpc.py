"""The protocol of the computer poker competition, from both sides."""

from __future__ import annotations

import socket
from contextlib import suppress
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from croupier.agents import (
    AcpcDealer,
    AgentBase,
    Caller,
    HandInfo,
    MatchInfo,
    Move,
    RandomAgent,
    play_acpc,
)
from croupier.agents.external.acpc import write_states
from croupier.errors import AgentError, AgentStartError, LateError
from croupier.games import FixedLimitTexasHoldem, NoLimitTexasHoldem, Poker
from croupier.histories import HandHistory
from croupier.tables import HistoryRecorder, Table

from .situations import holdem

NO_LIMIT = NoLimitTexasHoldem((), True, 0, (50, 100), 100)
LIMIT = FixedLimitTexasHoldem((), True, 0, (5, 10), 10, 20)


def test_states_are_those_of_the_histories() -> None:
    recorder = HistoryRecorder()
    table = Table(
        NO_LIMIT, ["random"] * 3, stack=2000, seed=2, reset_stacks=True, recorders=[recorder]
    )
    table.play(30)
    for number, history in enumerate(recorder.histories):
        state = HandHistory.loads(history.dumps()).replay().state
        for index in state.player_indices:
            told = [
                line.strip()
                for side, line in history.to_acpc_protocol(index, number)
                if side == "S->"
            ]
            assert write_states(state.observe(index), index, number) == told


@pytest.mark.parametrize("game", [NO_LIMIT, LIMIT], ids=["no limit", "limit"])
@pytest.mark.parametrize("players", [2, 3])
def test_agents_play_over_the_protocol_as_they_do_without(game: Poker, players: int) -> None:
    hands = 40
    local = HistoryRecorder()
    seeds = range(players)
    agents: list[Any] = [RandomAgent(seed) for seed in seeds]
    # Without views they would draw other numbers.
    for agent in agents:
        agent.acts_without_view = False
    Table(game, agents, stack=2000, seed=5, reset_stacks=True, recorders=[local]).play(hands)

    remote = HistoryRecorder()
    dealers = [AcpcDealer(seconds=60) for _ in seeds]
    played: list[int] = []
    errors: list[BaseException] = []

    def run(seed: int) -> None:
        try:
            agent = RandomAgent(seed)
            played.append(play_acpc(agent, game, 2000, "127.0.0.1", dealers[seed].port, seconds=60))
        except BaseException as error:
            errors.append(error)

    threads = [Thread(target=run, args=(seed,)) for seed in seeds]
    for thread in threads:
        thread.start()
    with Table(
        game,
        dealers,
        names=["random", *(f"random {number}" for number in range(2, players + 1))],
        stack=2000,
        seed=5,
        reset_stacks=True,
        recorders=[remote],
    ) as table:
        assert table.play(hands) == hands
        assert not any(player.faults for player in table.players)
    for thread in threads:
        thread.join(60)
    assert not errors
    assert played == [hands] * players
    assert [one.actions for one in remote.histories] == [one.actions for one in local.histories]


def client(port: int, *lines: bytes) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", port))
    connection.sendall(b"".join(lines))
    return connection


def test_what_a_program_may_answer() -> None:
    state = holdem()
    line = write_states(state.observe(1), 1, 0)[-1].encode()
    for letter, move in {
        b"c": Move("check_or_call"),
        b"f": Move("fold"),
        b"r8": Move("complete_bet_or_raise_to", (8,)),
    }.items():
        dealer = AcpcDealer(seconds=60)
        connection = client(
            dealer.port, b"VERSION:2.0.0\r\n", b"# hello\r\n", line + b":" + letter + b"\r\n"
        )
        assert dealer.act(state.observe(1)) == move
        connection.close()
        dealer.close()


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ([b"VERSION:1.0.0\r\n"], "no version 2"),
        ([b"VERSION:2.0.0\r\n"], "no answer within"),
        ([b"VERSION:2.0.0\r\n", b"MATCHSTATE:1:0::|LINE:z\r\n"], "no answer within"),
    ],
)
def test_programs_that_are_wrong(lines: list[bytes], said: str) -> None:
    dealer = AcpcDealer(seconds=60.0)
    connection = client(dealer.port, *lines)
    if "answer" in said:
        dealer.start_match(MatchInfo("a", 0, "hold'em", 1))
        dealer.seconds = 0.05
    with pytest.raises(AgentError, match=said):
        dealer.act(holdem().observe(1))
    connection.close()
    dealer.close()


@pytest.mark.parametrize(
    ("greeting", "said"),
    [
        (b"", "no version within 0.05 seconds"),
        (b"VERSION:2.0.0", "no version within 0.05 seconds"),
        (b"x" * 100_000, "says no version: a line is longer than 65536 bytes"),
        (b"VERSION:1.0.0\r\n", "speaks no version 2"),
    ],
)
def test_who_does_not_say_its_version_starts_no_match(greeting: bytes, said: str) -> None:
    dealer = AcpcDealer(seconds=0.05 if "within" in said else 60.0, seconds_to_connect=60.0)
    with client(dealer.port, greeting), pytest.raises(AgentStartError, match=said):
        Table(NO_LIMIT, [dealer, "caller"], stack=2000)


def test_a_client_that_leaves_before_it_says_anything_starts_no_match() -> None:
    dealer = AcpcDealer(seconds=60.0)
    client(dealer.port).close()
    with pytest.raises(AgentStartError, match="says no version: the other side has closed"):
        Table(NO_LIMIT, [dealer, "caller"], stack=2000)


class Clock:
    """A clock that goes on by a second whenever it is looked at."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 1.0
        return self.now


@pytest.mark.parametrize("drop", [b"# still thinking\r\n", b"x", b"\r\n"])
def test_comments_and_single_bytes_do_not_renew_the_limit(drop: bytes) -> None:
    clock = Clock()
    dealer = AcpcDealer(seconds=20.0, clock=clock)
    connection = client(dealer.port, b"VERSION:2.0.0\r\n")
    ended = Event()

    def drip() -> None:
        with suppress(OSError):
            while not ended.is_set():
                connection.sendall(drop)

    thread = Thread(target=drip)
    dealer.start_match(MatchInfo("a", 0, "hold'em", 1))
    # Something comes all the time, so that nothing but the clock ends it, or the amount.
    thread.start()
    with pytest.raises(AgentError, match=r"no answer within 20 seconds|longer than|more than"):
        dealer.act(holdem().observe(1))
    ended.set()
    dealer.close()
    thread.join()
    connection.close()


def test_a_client_that_does_not_read_hangs_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.agents.external.lines._MAX_WAITING", 10_000)
    dealer = AcpcDealer(seconds=60.0)
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.connect(("127.0.0.1", dealer.port))
    connection.sendall(b"VERSION:2.0.0\r\n")
    dealer.start_match(MatchInfo("a", 0, "hold'em", 1))
    dealer.seconds = 0.01
    view = holdem().observe(1)
    told = ""
    for number in range(1_000_000):
        dealer.start_hand(HandInfo(number, "hold'em", 1, ("a", "b"), (200, 200)))
        try:
            if number < 3:
                with pytest.raises(LateError):
                    dealer.act(view)
            dealer.end_hand(view, 1)
        except AgentError as error:
            told = str(error)
            break
    assert "does not read what it is sent" in told
    connection.close()
    dealer.close()


def test_nobody_connects() -> None:
    dealer = AcpcDealer(seconds_to_connect=0.1)
    with pytest.raises(AgentError, match="nobody connected"):
        dealer.act(holdem().observe(1))
    with pytest.raises(AgentError, match="cannot be used"):
        AcpcDealer(dealer.port)
    dealer.close()


def test_no_dealer_is_there() -> None:
    dealer = AcpcDealer()
    port = dealer.port
    dealer.close()
    with pytest.raises(AgentError, match="there is no dealer"):
        play_acpc(Caller(), NO_LIMIT, 2000, "127.0.0.1", port, seconds=1)


def test_a_dealer_that_talks_nonsense() -> None:
    server = socket.create_server(("127.0.0.1", 0))

    def talk() -> None:
        connection, _ = server.accept()
        connection.sendall(b"MATCHSTATE:0:0:zz:AsKs|\r\n")
        connection.recv(100)
        connection.close()

    thread = Thread(target=talk)
    thread.start()
    with pytest.raises(AgentError, match="what cannot be"):
        play_acpc(Caller(), NO_LIMIT, 2000, "127.0.0.1", server.getsockname()[1], seconds=60)
    thread.join(60)
    server.close()


def test_an_illegal_answer_of_an_agent_is_not_sent() -> None:
    class Wild(AgentBase):
        def act(self, view: Any) -> Move:
            return Move("complete_bet_or_raise_to", (10**9,))

    dealer = AcpcDealer(seconds=60)
    thread = Thread(
        target=play_acpc,
        args=(Wild(), NO_LIMIT, 2000, "127.0.0.1", dealer.port),
        kwargs={"seconds": 60},
    )
    thread.start()
    with Table(NO_LIMIT, [dealer, "caller"], stack=2000, seed=1, reset_stacks=True) as table:
        table.play(4)
        assert not table.find("acpc").faults
    thread.join(60)


def load_example() -> Any:
    """Import the program of the examples."""
    path = Path(__file__).parents[2] / "examples" / "acpc_bot.py"
    spec = spec_from_file_location("acpc_bot", path)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("game", [NO_LIMIT, LIMIT], ids=["no limit", "limit"])
def test_the_program_of_the_examples_knows_its_turn(game: Poker) -> None:
    bot = load_example()
    remote, local = HistoryRecorder(), HistoryRecorder()
    dealer = AcpcDealer(seconds=60)
    thread = Thread(target=bot.play, args=(dealer.port,))
    thread.start()
    options: dict[str, Any] = {"stack": 2000, "seed": 3, "reset_stacks": True}
    with Table(game, [dealer, "random"], recorders=[remote], **options) as table:
        assert table.play(60) == 60
        assert table.find("acpc").first_fault == ""
    thread.join(60)
    assert not thread.is_alive()
    Table(game, ["caller", "random"], recorders=[local], **options).play(60)
    assert [one.actions for one in remote.histories] == [one.actions for one in local.histories]


def test_every_state_is_sent() -> None:
    sent = []

    class Listening(AgentBase):
        def act(self, view: Any) -> str:
            return "call"

    dealer = AcpcDealer(seconds=60)

    def listen() -> None:
        # The dealer may be gone when the last line is answered.
        with suppress(OSError), client(dealer.port, b"VERSION:2.0.0\r\n") as connection:
            for line in connection.makefile():
                sent.append(line.strip())
                # Answers to states of others' turns are passed over.
                connection.sendall(f"{line.strip()}:c\r\n".encode())

    thread = Thread(target=listen)
    thread.start()
    with Table(NO_LIMIT, [dealer, Listening()], stack=2000, seed=3) as table:
        assert table.play(1) == 1 and not table.find("acpc").faults
    thread.join(60)
    actions = [line.split(":")[3] for line in sent]
    assert actions == [
        "",
        "c",
        "cc/",
        "cc/c",
        "cc/cc/",
        "cc/cc/c",
        "cc/cc/cc/",
        "cc/cc/cc/c",
        "cc/cc/cc/cc",
    ]
