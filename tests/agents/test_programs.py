"""Agents that are other programs, and people."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from croupier.agents import (
    AgentBase,
    Caller,
    HandInfo,
    Human,
    MatchInfo,
    ProcessAgent,
    Replayed,
    Scripted,
    describe_view,
    make_agent,
    read_answer,
)
from croupier.agents.human import describe_situation
from croupier.errors import AgentError, SetupError, UnsupportedError
from croupier.games import FixedLimitBadugi, NoLimitTexasHoldem, make_game
from croupier.state import Automation
from croupier.tables import Fault, HistoryRecorder, Table

from .situations import configured_games, decisions, holdem

GAME = NoLimitTexasHoldem((), True, 0, (1, 2), 2)
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

    def make(code: str, *arguments: str, seconds: float = 10.0) -> ProcessAgent:
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


def test_an_answer_that_comes_too_late_is_not_taken_for_the_next(bots: Any) -> None:
    agent = bots(
        """
        import sys, time
        for number, line in enumerate(sys.stdin):
            if number == 0:
                time.sleep(1.0)
            print("fold" if number == 0 else "call", flush=True)
        """,
        seconds=0.3,
    )
    view = holdem().observe(1)
    with pytest.raises(AgentError, match=r"0\.3 seconds"):
        agent.act(view)
    agent.seconds = 10.0
    assert agent.act(view).name == "check_or_call"


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
    for name, game in configured_games():
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
