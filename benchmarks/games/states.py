"""One state: made, copied, saved and read."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator
from timeit import Timer
from typing import Any

import croupier
from benchmarks.measuring import harness, peers
from benchmarks.measuring.harness import Case, Contender, Effort, Target, Unit
from benchmarks.measuring.play import CROUPIER, GAMES, POKERKIT, make_start, start_alike

__all__ = ["make_cases", "run"]

_SECTION = "States"
_READ_SECTION = "Reading a state"
_GAME = GAMES[0]
_SEED = 0
# Six calls, then three checks: the middle of the flop.
_CALLS = 9
_WHERE = "no-limit hold'em, 6 players, on the flop"
_COPIES = 1_000_000.0
_MAX_SECONDS = 150e-9
_READS = 1000

# Questions and attributes that should cost next to nothing.
_QUICK = (
    "can_fold()",
    "can_check_or_call()",
    "can_complete_bet_or_raise_to()",
    "can_complete_bet_or_raise_to(8)",
    "can_post_bring_in()",
    "can_stand_pat_or_discard()",
    "can_deal_hole()",
    "can_deal_board()",
    "can_show_or_muck_hole_cards()",
    "can_push_chips()",
    "status",
    "street_index",
    "actor_index",
    "turn_index",
    "stand_patter_or_discarder_index",
    "checking_or_calling_amount",
    "min_completion_betting_or_raising_to_amount",
    "max_completion_betting_or_raising_to_amount",
    "pot_completion_betting_or_raising_to_amount",
    "total_pot_amount",
    "player_count",
    "statuses",
    "bets",
    "stacks",
    "payoffs",
    "hole_cards",
    "board_cards",
    "starting_stacks",
    "betting_structure",
)
# Attributes that are put together when they are asked for.
_OTHERS = (
    "tuple(state.pots)",
    "tuple(state.get_board_cards(0))",
    "tuple(state.actor_indices)",
    "state.get_hand(3, 0, 0)",
    "state.operations[-1]",
    "list(state.operations)",
)


def make_cases(effort: Effort) -> Iterator[Case]:
    """Make the cases.

    Args:
        effort: How long to measure; a quick run reads fewer times.

    Yields:
        The cases.
    """
    pokerkit = peers.load("pokerkit")
    ours = _go_to_flop(make_start(croupier, _GAME)(_SEED))
    theirs = None if pokerkit is None else _go_to_flop(start_alike(pokerkit, _GAME, _SEED))
    yield from _make_start_cases(pokerkit)
    yield from _make_copy_cases(ours, theirs)
    count = 10 if effort.quick else _READS
    for name in _QUICK:
        targets = [Target.time(_MAX_SECONDS)]
        yield _make_read_case(f"state.{name}", ours, theirs, count, targets)
    for expression in _OTHERS:
        yield _make_read_case(expression, ours, theirs, count // 10, [])


run = harness.make_runner(
    make_cases, full=Effort(sample=0.004, budget=0.25, least_rounds=5, most_rounds=30)
)


def _make_start_cases(pokerkit: Any) -> Iterator[Case]:
    def make(start: Callable[[Any], Callable[[], object]], name: str, what: str) -> Case:
        others = [] if pokerkit is None else [Contender(POKERKIT, start(pokerkit), 1)]
        return Case(
            section=_SECTION,
            name=name,
            what=what,
            ours=Contender(CROUPIER, start(croupier), 1),
            peers=others,
        )

    def create(module: Any, *, automated: bool) -> Callable[[], object]:
        start = getattr(module, _GAME.name).create_state
        automations = tuple(module.Automation) if automated else ()
        return lambda: start(automations, *_GAME.arguments)

    def call(module: Any) -> Callable[[], object]:
        *stakes, stacks, players = _GAME.arguments
        game = getattr(module, _GAME.name)(tuple(module.Automation), *stakes)
        return lambda: game(stacks, players)

    yield make(
        lambda module: create(module, automated=True),
        "`create_state`, all automated",
        f"`{_GAME.name}.create_state`, {_GAME.players} players: shuffle, blinds and hole cards",
    )
    yield make(
        lambda module: create(module, automated=False),
        "`create_state`, nothing automated",
        "the same, shuffled only",
    )
    yield make(call, "A game called, all automated", "`game(200, 6)`, a game that is ready")


def _make_copy_cases(ours: Any, theirs: Any) -> Iterator[Case]:
    def check() -> None:
        for twin in (ours.copy(), copy.deepcopy(ours), pickle.loads(pickle.dumps(ours))):
            harness.require_equal("A copied state", [twin], [ours])

    def make(name: str, what: str, function: Callable[[Any], object], *targets: Target) -> Case:
        deep = copy.deepcopy if function is _copy else function
        others = [] if theirs is None else [Contender(POKERKIT, lambda: deep(theirs), 1)]
        return Case(
            section=_SECTION,
            name=name,
            what=f"{what}; {_WHERE}",
            ours=Contender(CROUPIER, lambda: function(ours), 1),
            peers=others,
            targets=targets,
            unit=Unit.RATE,
            check=check,
        )

    yield make("Copies", "`state.copy()`, PokerKit's `copy.deepcopy`", _copy, Target.rate(_COPIES))
    yield make("Deep copies", "`copy.deepcopy(state)`", copy.deepcopy)
    yield make("Pickles", "`pickle.loads(pickle.dumps(state))`", _save_and_restore)


def _make_read_case(
    expression: str, ours: Any, theirs: Any, count: int, targets: list[Target]
) -> Case:
    def make_contender(name: str, state: Any) -> Contender:
        timer = Timer(expression, globals={"state": state})
        return Contender(name, lambda: timer.timeit(count), count)

    def read(state: Any) -> str:
        return repr(eval(expression, {"state": state}))

    def check() -> None:
        harness.require_equal(expression, [read(ours)], [read(theirs)])

    name = expression.replace("state.", "", 1) if expression.startswith("state.") else expression
    return Case(
        section=_READ_SECTION,
        name=f"`{name}`",
        what=f"read again and again; {_WHERE}; lists are copies, PokerKit's are its own",
        ours=make_contender(CROUPIER, ours),
        peers=[] if theirs is None else [make_contender(POKERKIT, theirs)],
        targets=targets,
        check=None if theirs is None else check,
    )


def _go_to_flop(state: Any) -> Any:
    for _ in range(_CALLS):
        state.check_or_call()
    return state


def _copy(state: Any) -> Any:
    return state.copy()


def _save_and_restore(state: Any) -> Any:
    return pickle.loads(pickle.dumps(state))
