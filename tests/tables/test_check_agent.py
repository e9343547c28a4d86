"""The check of agents finds what is wrong with them."""

from __future__ import annotations

import shlex
import sys
import threading
from pathlib import Path
from random import Random
from time import monotonic, sleep
from typing import Any

import pytest

from croupier import testing
from croupier.agents import AgentBase, Caller, Move, choose_randomly
from croupier.errors import SetupError, UnsupportedError
from croupier.games import NoLimitTexasHoldem
from croupier.games.configuration.library import library
from croupier.state import State
from croupier.testing import GAMES, check_agent

HOLDEM = NoLimitTexasHoldem((), True, 0, (1, 2), 2)
# On a busy machine, any decision may take a while; only what hangs takes as long as this.
HANG = 600


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for decisions that are late and come to an end, however busy the machine is."""
    monkeypatch.setattr(testing, "_PATIENCE", HANG)


class Crashing(AgentBase):
    def act(self, view: State) -> Any:
        if view.street_index:
            raise ZeroDivisionError
        return "call"


class Illegal(AgentBase):
    def act(self, view: State) -> Any:
        return Move("complete_bet_or_raise_to", (10**6,))


class Slow(AgentBase):
    def act(self, view: State) -> Any:
        sleep(0.03)
        return "call" if "check_or_call" in view.legal else "fold"


class Fickle(AgentBase):
    chance = Random(1)

    def act(self, view: State) -> Any:
        return choose_randomly(view, self.chance)


class BlindlyWrong(Caller):
    def bet(self, price: Any, least: Any, most: Any) -> Any:
        return Move("complete_bet_or_raise_to", (10**6,))


@pytest.mark.parametrize(
    ("agent", "kind"),
    [
        (BlindlyWrong, "illegal"),
        (Crashing, "crash"),
        (Illegal, "illegal"),
        (Slow, "slow"),
        (Fickle, "different"),
    ],
)
def test_what_is_wrong_is_found(agent: Any, kind: str) -> None:
    seconds = 0.02 if agent is Slow else HANG
    report = check_agent(agent, [HOLDEM], hands=4, seconds=seconds)
    assert {problem.kind for problem in report.problems} == {kind}
    assert not report.is_fine and kind in str(report)


def test_agents_names_and_classes_can_be_checked() -> None:
    for agent in (Caller(), Caller, "caller", lambda: Caller()):
        report = check_agent(agent, [HOLDEM, "razz"], hands=2, seconds=HANG)
        assert report.is_fine and report.games == 2 and report.hands == 12


def test_what_cannot_be_checked() -> None:
    class Uncopied(Caller):
        def __init__(self) -> None:
            super().__init__()
            self.lock = threading.Lock()

    with pytest.raises(SetupError, match="cannot be copied"):
        check_agent(Uncopied(), [HOLDEM])
    with pytest.raises(UnsupportedError):
        check_agent("nobody", [HOLDEM])
    with pytest.raises(UnsupportedError):
        check_agent("caller", ["no such game"])
    with pytest.raises(SetupError, match="no method act"):
        check_agent(lambda: 7, [HOLDEM])  # type: ignore[arg-type,return-value]


def test_the_games_of_these_tests_have_every_kind_of_decision() -> None:
    kinds: set[str] = set()

    class Curious(AgentBase):
        def act(self, view: State) -> Any:
            kinds.update(name for name in view.legal)
            return choose_randomly(view, self._random)

    assert set(GAMES) <= set(library().files)
    assert check_agent(Curious, hands=8, seconds=HANG, seconds_in_all=HANG).is_fine
    assert kinds >= {
        "fold",
        "check_or_call",
        "complete_bet_or_raise_to",
        "post_bring_in",
        "stand_pat_or_discard",
        "expose_cards",
        "pass_cards",
        "separate_cards",
        "declare",
        "choose",
        "buy_cards",
        "replace_board_cards",
    }


def test_a_decision_that_does_not_end_ends_the_check(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(testing, "_PATIENCE", 0.1)
    done = threading.Event()
    answers = []

    class Hanging(AgentBase):
        def act(self, view: State) -> Any:
            done.wait(HANG)
            answers.append("call")
            return "call"

    report = check_agent(Hanging, [HOLDEM, "razz", "badugi"], hands=4, seconds=0.1)
    # The check was over before any answer came.
    assert not answers
    done.set()
    assert [problem.kind for problem in report.problems] == ["slow", "unfinished"]
    assert "does not come to an end" in report.problems[1].message and report.games == 1


def test_a_slow_agent_is_not_waited_for_again_in_the_same_game() -> None:
    class Counting(Slow):
        count = 0

        def act(self, view: State) -> Any:
            Counting.count += 1
            # On a busy machine, nobody looks whether it is late before some time has passed.
            sleep(0.5)
            return super().act(view)

    report = check_agent(Counting, [HOLDEM, "razz"], hands=4, seconds=0.01)
    assert [problem.kind for problem in report.problems] == ["slow", "slow"]
    # The last one may still have to begin when nobody waits for it any more.
    end = monotonic() + HANG
    while Counting.count < 2 and monotonic() < end:
        sleep(0.01)
    assert Counting.count == 2 and "took longer than 0.01 s" in str(report)
    assert report.slowest >= 0.01 and "of 2 games" in str(report)
    assert "of 1 game;" in str(check_agent(Counting, [HOLDEM], hands=1, seconds=0.01))


def test_the_whole_check_has_a_limit() -> None:
    report = check_agent(Caller, [HOLDEM, "razz"], hands=4, seconds_in_all=0.0)
    assert [problem.kind for problem in report.problems] == ["unfinished"]
    assert "took longer than 0 s" in str(report) and not report.is_fine


def test_every_kind_of_illegal_answer_is_named() -> None:
    class Inventive(AgentBase):
        count = 0

        def act(self, view: State) -> Any:
            self.count += 1
            return (None, f"raise {10**6 + self.count}", "hm")[self.count % 3]

    report = check_agent(Inventive, [HOLDEM], hands=8, seconds=HANG)
    said = [problem.message for problem in report.problems if problem.kind == "illegal"]
    assert any("None is no move" in text for text in said)
    # Numbers make no other kind of it, of which there are many.
    assert 1 <= sum("1000" in text for text in said) <= 2 < report.decisions
    assert any("'hm'" in text for text in said)


def test_an_agent_that_exits_crashes() -> None:
    class Exiting(AgentBase):
        def act(self, view: State) -> Any:
            raise SystemExit(1)

    (found,) = check_agent(Exiting, [HOLDEM], hands=2, seconds=HANG).problems
    assert found.kind == "crash" and "SystemExit" in found.message


def test_a_program_that_goes_by_its_number_makes_the_same_moves(tmp_path: Path) -> None:
    path = tmp_path / "bot.py"
    path.write_text(
        "import json, random, sys\n"
        "for line in sys.stdin:\n"
        "    message = json.loads(line)\n"
        "    if message['type'] == 'match':\n"
        "        random.seed(message['seed'])\n"
        "    if message['type'] == 'act':\n"
        "        print(random.choice(['call', 'min', 'all in']), flush=True)\n"
    )
    command = shlex.join([sys.executable, str(path)])
    report = check_agent(f"subprocess:{command}", ["nlhe"], hands=3, seconds=60.0)
    assert report.decisions > 10
    assert not [problem for problem in report.problems if problem.kind == "different"]
