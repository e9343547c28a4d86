"""Hands in words: what is told adds up to what was won, in all kinds of games."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest
from rich.console import Console
from rich.text import Text

from croupier.agents import AgentBase, Move, choose_default
from croupier.agents.human import describe_situation
from croupier.agents.moves import CALL
from croupier.cli.output.hand_printer import show_boards
from croupier.cli.playing.view import LiveView
from croupier.games import make_game
from croupier.state import (
    AntePosting,
    Automation,
    BetCollection,
    BlindOrStraddlePosting,
    BringInPosting,
    CardBuying,
    CardProtecting,
    CheckingOrCalling,
    CompletionBettingOrRaisingTo,
    State,
)
from croupier.tables import HandEnded, Table
from croupier.views import PlayByPlay, view_table
from croupier.views.play_by_play import show_card

GAMES = (
    "nlhe",
    "plo8",
    "stud8",
    "razz",
    "27td",
    "badeucy",
    "kuhn",
    "leduc",
    "dramaha",
    "anaconda",
    "baseball",
    "double_board_holdem",
    "sohe",
    "auction_draw",
    "rollout_declare",
    "short_deck_holdem",
)
MONEY = re.compile(r"(p\d) (wins|takes back) (\d+)")


def count_paid(state: State) -> Counter[int]:
    """Add up what every player put into the pot, operation by operation."""
    paid: Counter[int] = Counter()
    bets: Counter[int] = Counter()
    for one in state.operations:
        match one:
            case BetCollection():
                bets.clear()
            case AntePosting(index, amount):
                paid[index] += amount
            case BlindOrStraddlePosting(index, amount) | BringInPosting(index, amount):
                paid[index] += amount
                bets[index] += amount
            case CheckingOrCalling(index, amount):
                paid[index] += amount
                bets[index] += amount
            case CompletionBettingOrRaisingTo(index, amount):
                paid[index] += amount - bets[index]
                bets[index] = amount
            case CardBuying(index, amount, _, True) | CardProtecting(index, amount, True):
                paid[index] += amount
            case _:
                pass
    return paid


class Accountant:
    """A comparison of what is told of each hand with what it changed."""

    listens_to = frozenset({HandEnded})

    def __init__(self) -> None:
        self.hands = 0
        self.described = 0

    def record(self, event: Any) -> None:
        state: State = event.state
        names = [f"p{index}" for index in state.player_indices]
        teller = PlayByPlay(names)
        got: Counter[str] = Counter()
        for operation in state.operations:
            for line in teller.describe(operation, state):
                found = MONEY.match(str(line))
                if found:
                    got[found[1]] += int(found[3])
                    self.described += " with " in str(line)
        paid = count_paid(state)
        told = [got[name] - paid[index] for index, name in enumerate(names)]
        assert told == list(state.payoffs), [*state.operations]
        self.hands += 1


@pytest.mark.parametrize("game", GAMES)
def test_chips_of_events_add_up(game: str) -> None:
    accountant = Accountant()
    count = 2 if game in ("kuhn", "leduc") else 3
    agents = ["random"] * (count - 1) + ["caller"]
    options: dict[str, Any] = {"stack": 5} if game == "kuhn" else {"stack": 40}
    table = Table(game, agents, seed=3, rebuys=None, recorders=[accountant], **options)
    assert table.play(40) == 40
    assert accountant.hands == 40 and accountant.described


@pytest.mark.parametrize(
    ("first", "told"),
    [
        (["post_bring_in", "complete_bet_or_raise_to"], ["brings in for 1", "completes to 2"]),
        (["complete_bet_or_raise_to"] * 2, ["completes to 2", "raises to 4"]),
    ],
)
def test_a_bring_in_is_completed(first: list[str], told: list[str]) -> None:
    game = make_game("stud")
    game.automations = tuple(Automation)
    state = game(100, 3, seed=1)
    for name in first:
        getattr(state, name)()
    teller = PlayByPlay(["p0", "p1", "p2"])
    lines = [str(line) for one in state.operations for line in teller.describe(one, state)]
    assert [line[3:] for line in lines[-len(told) :]] == told
    assert " up " in lines[3]


def test_boards_are_shown_as_they_lie() -> None:
    """Two boards are two rows, and a pot is told before there are any cards."""
    game = make_game("double_board_holdem")
    game.automations = tuple(Automation)
    state = game(100, 2, seed=1)
    heading = Text("Pot 3")
    assert [line.plain for line in show_boards(view_table(state), heading)] == ["Pot 3"]
    state.check_or_call()
    state.check_or_call()
    lines = [line.plain for line in show_boards(view_table(state), heading)]
    cards = list(map(show_card, state.get_board_cards(0)))
    assert [line.split() for line in lines] == [
        ["Pot", "3", "Top", *cards[:3], "--", "--"],
        ["Bottom", *cards[3:], "--", "--"],
    ]


def test_trees_are_centred() -> None:
    game = make_game("chowaha")
    game.automations = tuple(Automation)
    state = game(100, 2, seed=1)
    while len(state.board_card_subsets) < 12:
        state.check_or_call()
    lines = [line.plain for line in show_boards(view_table(state), Text(""))]
    # The river lies below the middle of the second flop.
    assert len(lines) == 3
    river = len(lines[2]) - 2
    assert lines[0][river : river + 2].strip() and lines[0][river - 3 : river - 1].strip()


def test_people_without_a_terminal_see_both_boards() -> None:
    game = make_game("double_board_holdem")
    game.automations = tuple(Automation)
    state = game(100, 2, seed=1)
    state.check_or_call()
    state.check_or_call()
    first = next(describe_situation(state.observe(0), 0))
    assert first.startswith("Pot 4, Top ") and ", Bottom " in first


def test_cards_that_are_passed_or_turned_up_together_are_told(
    capsys: pytest.CaptureFixture[str],
) -> None:
    class Person(AgentBase):
        """An agent that passes and turns up what comes first, and calls."""

        def act(self, view: State) -> Move:
            return choose_default(view) if "check_or_call" not in view.legal else CALL

    console = Console(width=100)
    # The first seat is watched: others' cards are not known to it.
    view = LiveView(console, viewer="Ann")
    table = Table(
        "anaconda",
        [Person(), Person(), Person()],
        names=["Ann", "Bob", "Cy"],
        stack=200,
        seed=3,
        recorders=[view],
    )
    table.play(1)
    out = capsys.readouterr().out
    assert "??" not in out
    # Ann knows what she passes and is passed, and how many cards others pass.
    assert out.count("Ann passes ") == out.count("Ann is passed ") == 3
    assert "Bob passes 3 cards" in out and "Bob is passed" not in out
    passed = re.findall(r"Ann passes (.*)", out)
    assert [len(cards.split()) for cards in passed] == [3, 2, 1]
    # What all turn up at the same time is told of all when it is seen.
    assert len(re.findall(r"(?:Ann|Bob|Cy) turns up \S\S$", out, re.MULTILINE)) == 12
