"""Hands of every game, played by chance, for histories to be made of."""

from __future__ import annotations

from random import Random
from typing import Any

from croupier.games import Poker
from croupier.histories import HandHistory
from croupier.state import Automation, Mode, State

STAKES: dict[str, Any] = {
    "blinds_or_straddles": [1, 2],
    "bring_in": 1,
    "small_bet": 2,
    "big_bet": 4,
    "min_bet": 2,
}
CODES = tuple(HandHistory.game_types)


def make_game(code: str, **options: Any) -> Poker:
    """Return the game of a code with small stakes and all that can be automated automated."""
    fields = HandHistory.required_field_names[code]
    stakes = {name: STAKES[name] for name in fields if name in STAKES}
    needs_ante = "blinds_or_straddles" not in fields
    history = HandHistory(
        variant=code,
        antes=[int(needs_ante)] * 2,
        starting_stacks=[50, 50],
        actions=[],
        ante_trimming_status=True,
        **stakes,
    )
    game = history.create_game()
    assert isinstance(game, Poker)
    game.automations = tuple(one for one in Automation if one not in options.get("without", ()))
    game.mode = options.get("mode", Mode.CASH_GAME)
    game.starting_board_count = options.get("boards", 1)
    if "raw_antes" in vars(game):
        game.raw_antes = int(needs_ante)
    return game


def play(state: State, random: Random, *, limit: int | None = None) -> None:
    """Decide by chance until the hand is over, or so many times."""
    while state.status and limit != 0:
        legal = {one.name: one for one in state.legal.values() if one.is_decision}
        names = sorted(legal)
        if not names:
            return
        # Folds end hands; let there be fewer of them.
        name = random.choice(
            [one for one in names if one != "fold" or random.random() < 0.3] or names
        )
        operation = legal[name]
        if name == "stand_pat_or_discard":
            assert operation.min_count is not None and operation.max_count is not None
            count = random.randint(operation.min_count, operation.max_count)
            state.stand_pat_or_discard(tuple(random.sample(list(operation.cards), count)))
        elif name == "complete_bet_or_raise_to":
            amounts = [operation.min_amount, operation.max_amount]
            state.complete_bet_or_raise_to(random.choice(amounts))
        elif name == "select_runout_count":
            state.select_runout_count(2)
        else:
            getattr(state, name)()
        if limit is not None:
            limit -= 1
