"""Actions of a state: what the core writes in one go is what Python writes one by one."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from croupier.errors import UnsupportedError
from croupier.games import PotLimitOmahaHoldem
from croupier.histories import HandHistory
from croupier.histories.recording import write_actions
from croupier.state import Automation, CardProtecting, Folding, Mode, StraddlePosting
from histories.play import CODES, make_game, play

# Games with many draws deal cards again.
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


@pytest.mark.parametrize("code", CODES)
def test_the_core_writes_what_python_writes(code: str) -> None:
    quick = 0
    for number in range(12):
        options: dict[str, Any] = {"mode": (Mode.TOURNAMENT, Mode.CASH_GAME)[number % 2]}
        if number % 3 == 2:
            options["without"] = (Automation.HOLE_CARDS_SHOWING_OR_MUCKING,)
        elif number % 4 == 3:
            options["boards"] = 2
        game = make_game(code, **options)
        state = game((20, 50, 35), 3, seed=number)
        while True:
            written = state._write_actions()
            if written is not None:
                assert written == list(write_actions(state))
                quick += 1
            if not state.status:
                break
            play(state, Random(number), limit=1)
    assert quick > 30


def test_what_is_unusual_is_left_to_python() -> None:
    remarked = make_game("NT")(50, 2, seed=1)
    assert remarked._write_actions() is not None
    remarked.check_or_call(commentary="hm")
    assert remarked._write_actions() is None
    decimals = make_game("NT")(Decimal("50.5"), 2, seed=1)
    assert decimals._write_actions() is None
    assert make_game("NT", boards=2)(50, 2, seed=1)._write_actions() is None
    twice = make_game("NT", without=(Automation.RUNOUT_COUNT_SELECTION,))(50, 2, seed=1)
    twice.complete_bet_or_raise_to(50)
    twice.check_or_call()
    while twice.can_select_runout_count(2):
        twice.select_runout_count(2)
    assert twice._write_actions() is None
    assert any("rc 2" in action for action in write_actions(twice))


def test_an_error_for_a_class_without_a_code_names_the_remedy() -> None:
    class SevenCardOmaha(PotLimitOmahaHoldem):
        hole_dealing_count = 7

    game = SevenCardOmaha((), True, 0, (1, 2), 2)
    with pytest.raises(
        UnsupportedError, match=r'SevenCardOmaha: .*"Hand histories of your own game"'
    ):
        HandHistory.from_game_state(game, game(200, 2))
    text = (Path(__file__).parents[3] / "docs" / "games" / "index.md").read_text(encoding="utf-8")
    assert "### Hand histories of your own game" in text


def test_decisions_that_the_standard_does_not_have_are_remarks_to_others() -> None:
    state = make_game("NT")(50, 2, seed=1)
    operations = [CardProtecting(1, 0, False), StraddlePosting(0, 4, True), Folding(0)]
    seen: Any = SimpleNamespace(
        operations=operations, streets=state.streets, hand_types=state.hand_types
    )
    seen.starting_board_count = 1
    # Bets before the cards stand among the blinds.
    assert list(write_actions(seen)) == ["# croupier: p2 pr -", "p1 f"]
