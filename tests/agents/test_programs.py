"""Agents that are other programs, and people."""

from __future__ import annotations

import json
import re
import select
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from textwrap import dedent, indent
from time import monotonic, sleep
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.agents import (
    AgentBase,
    Caller,
    HandInfo,
    Human,
    MatchInfo,
    Move,
    ProcessAgent,
    Replayed,
    Scripted,
    describe_view,
    make_agent,
    read_answer,
)
from croupier.agents.human import describe_situation
from croupier.agents.moves import MAX_ARGUMENTS
from croupier.errors import AgentError, LateError, SetupError, UnsupportedError
from croupier.games import FixedLimitBadugi, NoLimitTexasHoldem, make_game
from croupier.state import Automation
from croupier.tables import Fault, HistoryRecorder, Table

from .situations import custom_games, decisions, holdem

GAME = NoLimitTexasHoldem((), True, 0, (1, 2), 2)
# How long answers may take that do come: any machine is quicker.
PATIENCE = 60.0
BOT = """
    import json, sys
    heard = []
    for line in sys.stdin:
        message = json.loads(line)
        heard.append(message["type"])
        if message["type"] == "act":
            names = [one["name"] for one in message["legal"]]
            assert message["hole_cards"][message["player"]][0] != "??"
            print(json.dumps({"move": "call" if "check_or_call" in names else "fold"}), flush=True)
        if message["type"] == "close":
            print(*heard, file=sys.stderr)
"""


@pytest.fixture
def bots(tmp_path: Path) -> Iterator[Any]:
    """Make programs that are ended when the test is over."""
    made: list[ProcessAgent] = []

    def make(code: str, *arguments: str, seconds: float | None = PATIENCE) -> ProcessAgent:
        path = tmp_path / f"bot{len(made)}.py"
        path.write_text(dedent(code))
        agent = ProcessAgent([sys.executable, str(path), *arguments], seconds)
        made.append(agent)
        return agent

    yield make
    for agent in made:
        agent.close()


def test_a_program_plays_a_match(bots: Any, capfd: pytest.CaptureFixture[str]) -> None:
    agent = bots(BOT)
    with Table(GAME, [agent, "caller", "random"], stack=100, seed=1, rebuys=None) as table:
        assert table.play(10) == 10
        assert not any(player.faults for player in table.players)
    kinds = capfd.readouterr().err.split()
    assert kinds[0] == "match" and kinds[-1] == "close"
    assert kinds.count("hand") == kinds.count("end") == 10 and "act" in kinds


def test_a_program_that_says_nonsense(bots: Any) -> None:
    agent = bots(
        """
        import sys
        for line in sys.stdin:
            if '"act"' in line:
                print("{broken", flush=True)
        """
    )
    with pytest.raises(AgentError, match="no JSON"):
        agent.act(holdem().observe(1))


def test_a_program_that_ends(bots: Any) -> None:
    agent = bots("raise SystemExit")
    view = holdem().observe(1)
    for _ in range(3):
        with pytest.raises(AgentError, match="has ended"):
            agent.act(view)


def test_a_program_that_is_not_there() -> None:
    with pytest.raises(AgentError, match="cannot be started"):
        ProcessAgent("./no-such-program").act(holdem().observe(1))
    with pytest.raises(AgentError, match="missing"):
        ProcessAgent("")


LATE = """
    import json, os, sys
    number = 0
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "act":
            number += 1
            say(number, message["id"])
"""


def say(body: str) -> str:
    """Return a program that answers questions by `say(number, id)`."""
    return "def say(number, id):\n" + indent(dedent(body), "    ") + dedent(LATE)


def test_an_answer_that_comes_too_late_is_not_taken_for_the_next(bots: Any) -> None:
    # The first answer comes with the second one.
    agent = bots(say("if number == 2: print('fold\\ncall', flush=True)"), seconds=0.1)
    view = holdem().observe(1)
    with pytest.raises(LateError, match=r"did not answer within 0\.1 seconds"):
        agent.act(view)
    agent.seconds = PATIENCE
    assert agent.act(view).name == "check_or_call"


class Script:
    """Lines on which everything comes as it is written down: what was there, and what comes."""

    def __init__(self, *rounds: tuple[list[bytes], list[bytes]]) -> None:
        self._rounds = list(rounds)
        self._left: list[bytes] = []

    def find_deadline(self, seconds: float) -> float:
        return seconds

    def drain(self) -> list[bytes]:
        early, self._left = self._rounds.pop(0)
        return early

    def post(self, line: str) -> None:
        assert json.loads(line)["type"] == "act"

    def receive(self, deadline: float) -> bytes:
        if not self._left:
            raise LateError("there was no answer in time")
        return self._left.pop(0)


@pytest.mark.parametrize(
    ("rounds", "decided"),
    [
        # All in time.
        ([([], [b"call"]), ([], [b"fold"])], "cf"),
        # The first answer comes before the second question, or after it, or never.
        ([([], []), ([b"fold"], [b"call"]), ([], [b"call"])], "-cc"),
        ([([], []), ([], [b"fold", b"call"]), ([], [b"call"])], "-cc"),
        ([([], []), ([], [b"fold"]), ([], [b"call"]), ([], [b"call"])], "--cc"),
        # Two are late, and come one by one.
        ([([], []), ([], []), ([b"fold"], [b"fold", b"call"]), ([], [b"call"])], "--cc"),
        # What nobody asked for is no answer, and owes none.
        ([([b"fold"] * 3, [b"call"]), ([b"fold", b""], [b"call"])], "cc"),
        # Late nonsense is late, too.
        ([([], []), ([b"{broken"], [b"call"]), ([], [b"call"])], "-cc"),
        ([([], []), ([], [b"{broken", b"call"]), ([], [b"call"])], "-cc"),
        ([([], [b"{broken"]), ([], [b"call"])], "!c"),
        # Numbers settle it at once.
        ([([], []), ([], [b'{"move": "call", "id": 2}']), ([], [b"call"])], "-cc"),
        ([([], []), ([b'{"id": 1}'], [b'{"move": "call", "id": 2}'])], "-c"),
        ([([], []), ([], [b'{"id": 1}', b'{"move": "call", "id": 2}'])], "-c"),
    ],
)
def test_answers_and_their_questions(rounds: Any, decided: str) -> None:
    agent = ProcessAgent("nobody")
    agent._lines = Script(*rounds)  # type: ignore[assignment]
    view = holdem().observe(1)
    found = ""
    for _ in rounds:
        try:
            found += agent.act(view).name[0]
        except LateError:
            found += "-"
        except AgentError:
            found += "!"
    assert found == decided


def test_answers_with_numbers_are_never_mistaken(bots: Any) -> None:
    agent = bots(
        say(
            """
            def answer(move, id):
                print(json.dumps({"move": move, "id": id}), flush=True)
            if number == 2:
                answer("fold", id - 1)
                answer("call", id)
            elif number == 4:
                answer("raise 8", id)
            elif number == 5:
                answer("call", id + 1)
            """
        ),
        seconds=0.1,
    )
    view = holdem().observe(1)
    with pytest.raises(LateError):
        agent.act(view)
    agent.seconds = PATIENCE
    assert agent.act(view).name == "check_or_call"
    agent.seconds = 0.1
    with pytest.raises(LateError):
        agent.act(view)
    agent.seconds = PATIENCE
    # The third was never answered, and the fourth is not late for it.
    assert agent.act(view).arguments == (8,)
    with pytest.raises(AgentError, match="to question 6, and 5 is the last one"):
        agent.act(view)


def test_what_is_said_before_it_is_asked_is_no_answer(bots: Any) -> None:
    agent = bots(
        """
        import sys
        print("fold", flush=True)
        for line in sys.stdin:
            if '"act"' in line:
                print("call", flush=True)
        """,
        seconds=PATIENCE,
    )
    agent.start_match(MatchInfo("a", 0, "hold'em", 1))
    lines = agent._lines
    wait_until(lambda: bool(select.select([lines._reader], [], [], PATIENCE)[0]))
    assert agent.act(holdem().observe(1)).name == "check_or_call"


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("print('x' * 100_000, flush=True)", "longer than 65536 bytes.*CROUPIER_LONGEST_LINE"),
        ("sys.stdout.buffer.write(b'\\xff\\xfe\\n'); sys.stdout.flush()", "no UTF-8"),
        ('print(\'{"move": "call", "id": "x"}\', flush=True)', "the id of an answer"),
        ("print('[' * 60_000, flush=True)", "60000 characters are no move"),
        ("print('{\"move\":' * 6000, flush=True)", "nested too deeply|no JSON"),
    ],
)
def test_answers_that_nobody_can_read(bots: Any, code: str, said: str) -> None:
    agent = bots(say(f"import sys\n{code}"), seconds=PATIENCE)
    for _ in range(2):
        with pytest.raises(AgentError, match=said):
            agent.act(holdem().observe(1))


def test_a_longer_line_can_be_allowed(tmp_path: Path) -> None:
    answer = '{"move": "call", "why": "%s"}\' % ("x" * 99_999)'
    bot = f"[print('{answer}, flush=True) for line in iter(input, '') if 'act' in line]"
    command = [sys.executable, "-c", bot]
    agent = ProcessAgent(command, PATIENCE, longest_line=200_000)
    assert agent.act(holdem().observe(1)).name == "check_or_call"
    agent.close()


def test_a_program_that_does_not_read_hangs_nobody(bots: Any) -> None:
    agent = bots("import time; time.sleep(1000)", seconds=0.01)
    view = holdem().observe(1)
    for _ in range(5):
        agent.end_hand(view, 1)
        with pytest.raises(LateError):
            agent.act(view)
    with suppress(AgentError):
        for _ in range(10_000):
            agent.end_hand(view, 1)
    with pytest.raises(AgentError, match="does not read what it is sent"):
        agent.end_hand(view, 1)


def test_a_program_that_writes_on_and_on_is_not_kept_in_memory(bots: Any) -> None:
    agent = bots("while True: print('call\\n' * 1000)", seconds=PATIENCE)
    view = holdem().observe(1)
    for _ in range(20):
        assert agent.act(view).name == "check_or_call"
        assert len(agent._lines._rest) < 200_000


def test_a_line_without_an_end_is_no_answer(bots: Any) -> None:
    agent = bots("import sys\nwhile True: sys.stdout.write('x' * 100_000)", seconds=PATIENCE)
    view = holdem().observe(1)
    for _ in range(5):
        with pytest.raises(AgentError, match=r"longer than 65536|more than 1048576 bytes"):
            agent.act(view)
        assert len(agent._lines._rest) < 200_000


def test_a_program_that_closes_its_input(bots: Any) -> None:
    agent = bots(
        "import os, sys, time; os.close(0); print('x', flush=True); time.sleep(1000)",
        seconds=PATIENCE,
    )
    view = holdem().observe(1)
    agent.start_match(MatchInfo("a", 0, "hold'em", 1))
    wait_until(lambda: bool(select.select([agent._lines._reader], [], [], PATIENCE)[0]))
    waited: list[float] = []
    find_status = agent._program.find_status

    def note(seconds: float) -> Any:
        waited.append(seconds)
        return find_status(seconds)

    agent._program.find_status = note
    for _ in range(5):
        with pytest.raises(AgentError, match="has closed its input"):
            agent.act(view)
        with pytest.raises(AgentError, match="has closed its input"):
            agent.end_hand(view, 1)
    # How it ended is waited for once, and not long.
    assert len(waited) == 1 and waited[0] < 0.5


def test_a_program_that_ends_in_the_middle_is_found_out_at_once(bots: Any) -> None:
    agent = bots("import sys; sys.stdin.readline(); sys.exit(3)", seconds=1000 * PATIENCE)
    for _ in range(3):
        with pytest.raises(AgentError, match="has ended with status 3"):
            agent.act(holdem().observe(1))


def test_a_table_tells_programs_its_limit(bots: Any) -> None:
    slow = bots(say("pass"), seconds=None)
    other = bots(say("pass"), seconds=0.02)
    faults: list[Fault] = []

    class Listener:
        listens_to = frozenset({Fault})

        def record(self, event: Any) -> None:
            faults.append(event)

    with Table(
        GAME, [slow, other], stack=100, seed=1, time_limit=0.05, recorders=[Listener()]
    ) as table:
        assert (slow.seconds, other.seconds) == (0.05, 0.02)
        assert table.play(3) == 3
    assert {fault.kind for fault in faults} == {"late"}
    assert "did not answer within 0.05 seconds" in " ".join(fault.message for fault in faults)


def wait_until(condition: Any) -> None:
    end = monotonic() + PATIENCE
    while not condition():
        assert monotonic() < end
        sleep(0.01)


def test_a_table_goes_on_without_a_program(bots: Any) -> None:
    faults: list[Fault] = []

    class Listener:
        listens_to = frozenset({Fault})

        def record(self, event: Any) -> None:
            faults.append(event)

    table = Table(
        GAME, [bots("raise SystemExit"), "caller"], stack=100, seed=1, recorders=[Listener()]
    )
    with table:
        assert table.play(3) == 3
    assert {fault.kind for fault in faults} == {"crash"}


@pytest.mark.parametrize(
    ("answer", "name"),
    [
        ("call", "check_or_call"),
        ('"fold"', "fold"),
        ('{"move": "p2 cbr 8"}', "complete_bet_or_raise_to"),
        ('{"name": "complete_bet_or_raise_to", "arguments": [8]}', "complete_bet_or_raise_to"),
    ],
)
def test_answers(answer: str, name: str) -> None:
    assert read_answer(answer, holdem()).name == name


@pytest.mark.parametrize(
    "answer", ["{}", "[1]", '{"name": "deal_board"}', '{"move": 3}', "", '{"move": "hm"}', "12"]
)
def test_answers_that_are_none(answer: str) -> None:
    state = holdem()
    if answer == "12":
        assert read_answer(answer, state).arguments == (12,)
        return
    with pytest.raises(AgentError):
        read_answer(answer, state)


NUMBERS = st.integers() | st.floats() | st.sampled_from(["1e400", "nan", "inf", "-7", "9" * 5000])
WORDS = st.sampled_from(
    [
        *("fold", "call", "check", "raise", "bet", "by", "to", "pot", "half", "all", "in", "2/3"),
        *("1/0", "50%", "0.5", "discard", "keep", "declare", "choose", "buy", "p1", "cbr", "sd"),
        *("k", "m", "As", "2c", "10h", "??", "**", "{", "}", '"', "\\", "\x00", "\ud800", "é"),
        *("1,000", "-", "²", "٣"),
    ]
)
SAID = st.lists(WORDS | NUMBERS.map(str) | st.text(max_size=4), max_size=6).map(" ".join)
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | SAID,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["name", "move", "id", "arguments"]), inner, max_size=4)
    ),
    max_leaves=8,
)
NAMED = st.builds(
    lambda name, arguments: {"name": name, "arguments": arguments},
    st.sampled_from(sorted(MAX_ARGUMENTS)),
    st.lists(VALUES, max_size=3),
)
ANSWERS = (
    SAID
    | (VALUES | NAMED).map(json.dumps)
    | st.sampled_from(["[" * 90_000, '{"a":' * 90_000, '"' * 3, '{"name": {}}', '{"name": []}'])
)


@pytest.fixture(scope="module")
def asked() -> list[Any]:
    """Return views of decisions of every kind."""
    found: dict[str, Any] = {}
    for _, game in custom_games():
        for state in decisions(game, seed=3):
            index = state.legal.player_index
            assert index is not None
            for each in state.legal:
                found.setdefault(each, state.observe(index))
    return list(found.values())


@settings(max_examples=400, deadline=None)
@given(answer=ANSWERS, number=st.integers(0, 99))
def test_whatever_is_answered_is_a_move_or_an_error_of_the_agent(
    asked: list[Any], answer: str, number: int
) -> None:
    view = asked[number % len(asked)]
    try:
        move = read_answer(answer, view)
    except AgentError:
        return
    assert isinstance(move, Move) and move.name in MAX_ARGUMENTS


def test_cards_in_answers() -> None:
    state = FixedLimitBadugi.create_state(tuple(Automation), True, 0, (1, 2), 2, 4, 100, 2, seed=4)
    while state.stand_patter_or_discarder_index is None:
        state.check_or_call()
    cards = list(map(repr, state.hole_cards[0]))
    for said in (cards[:2], "".join(cards[:2])):
        answer = json.dumps({"name": "stand_pat_or_discard", "arguments": [said]})
        done: Any = read_answer(answer, state).apply(state.copy())
        assert list(map(repr, done.cards)) == cards[:2]
    empty = read_answer('{"name": "stand_pat_or_discard", "arguments": [[]]}', state)
    assert empty.can_apply(state)


def test_every_view_is_json() -> None:
    for name, game in custom_games():
        for state in decisions(game, seed=1):
            index = state.legal.player_index
            assert index is not None
            seen = json.loads(json.dumps(describe_view(state.observe(index), index)))
            assert seen["legal"] and seen["player"] == index, name
            break


# People.


def test_a_person_is_asked_until_the_answer_is_one() -> None:
    said = iter(["?", "raise 3", "what", "raise 8"])
    told: list[str] = []
    person = Human(lambda prompt: next(said), told.append)
    person.start_hand(HandInfo(0, "hold'em", 1, ("Ann", "Bob"), (200, 200)))
    view = holdem().observe(1)
    assert person.act(view).arguments == (8,)
    text = "\n".join(told)
    assert "4 to 200" in text and "raise pot" in text
    assert "Ann: 198, bet 2  ?? ??" in text


def test_a_person_can_leave() -> None:
    view = holdem().observe(1)
    with pytest.raises(KeyboardInterrupt):
        Human(lambda prompt: "q", lambda text: None).act(view)

    def end(prompt: str) -> str:
        raise EOFError

    with pytest.raises(AgentError, match="input has ended"):
        Human(end, lambda text: None).act(view)


def test_a_person_deals() -> None:
    said = iter(["tiddlywinks", "b", "2"])
    told: list[str] = []
    person = Human(lambda prompt: next(said), told.append)
    assert person.choose_game(["H", "B"]) == "B"
    assert person.choose_game(["H", "B"]) == "B"
    assert "no such game" in told[0]


# Scripts and replays.


def test_scripts() -> None:
    agent = Scripted(["raise 6", "call"])
    view = holdem().observe(1)
    assert agent.act(view).arguments == (6,)
    assert agent.act(view).name == "check_or_call"
    with pytest.raises(AgentError, match="after 2 moves"):
        agent.act(view)


def test_a_match_is_replayed_from_its_histories() -> None:
    recorder = HistoryRecorder()
    agents = ["random", "random", "random"]
    with Table(GAME, agents, stack=200, seed=3, rebuys=None, recorders=[recorder]) as table:
        table.play(20)
    names = ["random", "random 2", "random 3"]
    again = HistoryRecorder()
    replayed = [Replayed(recorder.histories, name) for name in names]
    with Table(
        GAME, replayed, names=names, stack=200, seed=3, rebuys=None, recorders=[again]
    ) as table:
        assert table.play(20) == 20
        assert not any(player.faults for player in table.players)
    assert [one.dumps() for one in again.histories] == [one.dumps() for one in recorder.histories]


def test_a_player_who_was_not_there_cannot_be_replayed() -> None:
    recorder = HistoryRecorder()
    Table(GAME, ["random", "caller"], stack=200, seed=3, recorders=[recorder]).play(1)
    with pytest.raises(AgentError, match="no player 'Zoe'"):
        Replayed(recorder.histories, "Zoe")
    with pytest.raises(AgentError, match="no player 5"):
        Replayed(recorder.histories, 5)
    agent = Replayed([], 0)
    with pytest.raises(AgentError, match="0 hands"):
        agent.act(holdem().observe(1))


# Names.


def test_names_make_agents(tmp_path: Path) -> None:
    assert isinstance(make_agent("caller"), Caller)
    agent: Any = make_agent("equity:deals=50,caution=0.2,seed=4")
    assert (agent.deals, agent.caution, agent.seed) == (50, 0.2, 4)
    assert isinstance(make_agent("subprocess:./bot.py --fast"), ProcessAgent)
    assert isinstance(make_agent("croupier.agents:Caller"), Caller)
    path = tmp_path / "mine.py"
    path.write_text(
        "from croupier.agents import AgentBase\n"
        "class Mine(AgentBase):\n"
        "    def act(self, view):\n"
        "        return 'call'\n"
    )
    assert isinstance(make_agent(f"{path}:Mine:seed=2"), AgentBase)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("tihgt", "did you mean 'tight'"),
        ("zzz", "there are random"),
        ("no_such_module:Agent", "cannot be imported"),
        ("croupier.agents:Nobody", "no class 'Nobody'"),
        ("nowhere.py:Agent", "there is no file"),
        ("croupier.agents:Move:name=fold", "no method act"),
    ],
)
def test_agents_that_are_not_there(text: str, said: str) -> None:
    with pytest.raises(UnsupportedError, match=said):
        make_agent(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("tight:speed=3", "no option speed"),
        ("tight:7", "names and values"),
        ("acpc:port=x", "a port is"),
    ],
)
def test_options_that_are_wrong(text: str, said: str) -> None:
    with pytest.raises((SetupError, AgentError), match=said):
        make_agent(text)


def test_an_agent_with_a_seed_of_its_own_keeps_it() -> None:
    info = MatchInfo("a", 0, "hold'em", 99)
    one, other = make_agent("random:seed=5"), make_agent("random:seed=5")
    one.start_match(info)  # type: ignore[attr-defined]
    view = holdem().observe(1)
    assert [one.act(view) for _ in range(9)] == [other.act(view) for _ in range(9)]


def test_a_person_is_told_which_cards_lie_face_up() -> None:
    game = make_game("stud")
    game.automations = tuple(Automation)
    state = game(100, 2, seed=1)
    index = state.legal.player_index
    assert index is not None
    _, *lines = describe_situation(state.observe(index), index, ("Ann", "Bob"))
    own, other = lines[index], lines[1 - index]
    assert re.search(r"1:.. 2:.. up 3:..$", own) and re.search(r"\?\? \?\? up [^?]{2}$", other)
