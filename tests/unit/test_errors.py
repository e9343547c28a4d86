"""The family of errors, and what they carry."""

from __future__ import annotations

import copy
import pickle
import re
import warnings
from collections import Counter
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from croupier import Automation, Mode, NoLimitTexasHoldem, _native, errors, rankings
from croupier.analysis import equity
from croupier.errors import (
    AgentError,
    CardError,
    ConfigurationError,
    ParseError,
    PokerError,
    Problem,
    ReplayError,
    RuleError,
    SetupError,
    UnsupportedError,
)
from croupier.games import load, make_game
from croupier.histories import HandHistory
from croupier.limits import MAX_RAISES
from croupier.state import Opening, Street
from croupier.tables import TableBatch

AUTOMATIONS = tuple(Automation)
ERRORS = [
    name
    for name in errors.__all__
    if isinstance(getattr(errors, name), type)
    and issubclass(getattr(errors, name), Exception)
    and not name.endswith("Warning")
]
WARNINGS = [name for name in errors.__all__ if name.endswith("Warning")]


def holdem(**options: Any) -> Any:
    return NoLimitTexasHoldem.create_state(
        AUTOMATIONS, True, 0, (1, 2), 2, 200, 3, seed=7, **options
    )


def test_the_family() -> None:
    for name in ERRORS:
        assert issubclass(getattr(errors, name), PokerError)
    for name in set(ERRORS) - {"PokerError", "AgentError", "AgentStartError", "LateError"}:
        assert issubclass(getattr(errors, name), ValueError)
    for name in WARNINGS:
        assert issubclass(getattr(errors, name), errors.PokerWarning)
        assert issubclass(getattr(errors, name), UserWarning)
    assert {*ERRORS, *WARNINGS} == set(errors.__all__) - {"Problem", "guard", "need_extra"}
    assert issubclass(AgentError, RuntimeError)
    assert issubclass(errors.AgentStartError, AgentError)
    assert issubclass(ReplayError, ParseError)


def test_each_class_has_its_own_code() -> None:
    codes = [getattr(errors, name).default_code for name in ERRORS]
    assert len(set(codes)) == len(codes)
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", code) for code in codes)


def test_codes_of_the_core_are_words_and_each_stands_once() -> None:
    kinds = _native.list_error_kinds()
    assert len(kinds) > 100
    for name, code, text, values in kinds:
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", code), code
        assert text
        assert hasattr(errors, name)
        assert not {"code", "message", "problems", "template"} & set(values), code
    # The rules have a code for one thing once; records that are played again share these with them.
    rules = Counter(code for name, code, _, _ in kinds if name == "RuleError")
    shared = {code for code, count in rules.items() if count > 1}
    assert shared == {"burn-first", "not-held", "unknown-choice", "unknown-player"}
    assert max(rules.values()) == 2


def test_one_thing_has_one_code() -> None:
    # Texts that come from elsewhere, or are the same for whatever has a list of words.
    open_texts = {"{0}", "{path}: expected one of {names}"}
    codes_of_texts: dict[tuple[str, str], set[str]] = {}
    for name, code, text, _ in _native.list_error_kinds():
        if text in open_texts:
            continue
        codes_of_texts.setdefault((name, text), set()).add(code)
    assert [pair for pair in codes_of_texts.items() if len(pair[1]) > 1] == []
    page = (Path(__file__).parents[2] / "docs" / "errors.md").read_text("utf-8")
    codes = set(re.findall(r"^\| `([a-z-]+)` \|", page, re.MULTILINE))
    assert len(codes) > 300
    # What is named and is not there is unknown.
    assert sorted(code for code in codes if code.startswith("no-such-")) == []


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (ParseError("bad"), "bad"),
        (ParseError("bad", line=0), "bad (line 0)"),
        (
            ReplayError("bad", format="phh", hand=7, line=3, column=9, excerpt="p1 f"),
            "bad (phh, hand 7, line 3, column 9, near 'p1 f')",
        ),
    ],
)
def test_text_tells_the_place(error: ParseError, text: str) -> None:
    assert str(error) == text


@pytest.mark.parametrize(
    "error",
    [
        CardError("bad", value="1d"),
        ParseError("bad", format="phh", line=3, column=9, hand="7", excerpt="p1 f"),
        RuleError("bad", code="amount-below-minimum", amount=3, minimum=4, template="{amount}"),
        SetupError("a; b", problems=[("one", "a", {}), ("two", "b", {"given": 3})]),
        ConfigurationError("game.json", [Problem("missing", "is missing", path="deck")]),
        ReplayError("bad", code="covered", action=3),
    ],
)
def test_errors_survive_pickles_and_copies(error: PokerError) -> None:
    for again in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert type(again) is type(error)
        assert str(again) == str(error)
        assert vars(again) == vars(error)


def test_a_refused_amount_has_its_bounds() -> None:
    state = holdem()
    with pytest.raises(RuleError, match="the amount 3 is below the minimum of 4") as caught:
        state.complete_bet_or_raise_to(3)
    error = caught.value
    assert error.code == "amount-below-minimum"
    assert error.operation == "complete_bet_or_raise_to"
    assert (error.player_index, error.amount, error.minimum, error.maximum) == (2, 3, 4, 200)
    with pytest.raises(RuleError) as caught:
        state.verify_completion_betting_or_raising_to(1000)
    error = caught.value
    assert (error.code, error.operation) == ("amount-above-maximum", "complete_bet_or_raise_to")
    assert (error.amount, error.minimum, error.maximum) == (1000, 4, 200)


def test_amounts_are_of_the_callers_type() -> None:
    state = NoLimitTexasHoldem.create_state(
        AUTOMATIONS,
        True,
        0,
        (Decimal("0.05"), Decimal("0.10")),
        Decimal("0.10"),
        Decimal("20.00"),
        3,
        seed=7,
    )
    with pytest.raises(RuleError, match=r"0\.15 is below the minimum of 0\.20") as caught:
        state.complete_bet_or_raise_to(Decimal("0.15"))
    assert caught.value.minimum == Decimal("0.20")
    assert isinstance(caught.value.amount, Decimal)
    assert caught.value.describe(lambda amount: f"${amount}") == (
        "the amount $0.15 is below the minimum of $0.20"
    )


def test_refused_cards_are_named() -> None:
    game = load("badugi").game("Limit", {"small_bet": 2})
    state = game(100, 2, seed=3)
    while state.actor_index is not None:
        state.check_or_call()
    player = state.stander_pat_or_discarder_index
    assert player is not None
    held = set(state.hole_cards[player])
    other = next(card for card in state.deck if card not in held)
    with pytest.raises(RuleError) as caught:
        state.stand_pat_or_discard((other,))
    error = caught.value
    assert (error.code, error.operation) == ("not-held", "stand_pat_or_discard")
    assert (error.player_index, error.cards) == (player, (other,))


@pytest.mark.parametrize(
    ("operation", "code", "player"),
    [
        ("burn_card", "no-burn-pending", 2),
        ("post_ante", "no-ante-pending", 2),
        ("kill_hand", "no-kill-pending", 2),
        ("deal_board", "no-board-pending", 2),
        ("select_runout_count", "no-runout-pending", 2),
        ("post_bring_in", "no-bring-in", 2),
        ("expose_cards", "no-exposing", 2),
        ("stand_pat_or_discard", "no-draw-pending", 2),
    ],
)
def test_every_refusal_names_its_operation(operation: str, code: str, player: int) -> None:
    with pytest.raises(RuleError) as caught:
        getattr(holdem(), operation)()
    error = caught.value
    assert (error.code, error.operation, error.player_index) == (code, operation, player)


def test_a_player_who_does_not_exist() -> None:
    with pytest.raises(RuleError) as caught:
        holdem().observe(9)
    assert caught.value.details["count"] == 3
    assert (caught.value.code, caught.value.player_index) == ("unknown-player", 9)


def test_all_problems_of_a_game_are_listed() -> None:
    with pytest.raises(SetupError) as caught:
        NoLimitTexasHoldem.create_state(AUTOMATIONS, True, -1, (1, 2), 2, 0, 2)
    problems = caught.value.problems
    assert [problem.code for problem in problems] == [
        "negative-forced-bet",
        "empty-stack",
    ]
    assert problems[1].details == {"player_index": 0}
    assert str(caught.value) == "; ".join(problem.message for problem in problems)
    assert caught.value.code == "setup"


def test_one_problem_gives_its_code_to_the_error() -> None:
    with pytest.raises(SetupError) as caught:
        NoLimitTexasHoldem.create_state(AUTOMATIONS, True, 0, 0, 2, 200, 2)
    assert caught.value.code == "no-forced-bet"
    with pytest.raises(SetupError) as caught:
        NoLimitTexasHoldem.create_state(AUTOMATIONS, True, 0, (1, 2), 2, 200, 1)
    assert [problem.code for problem in caught.value.problems] == ["too-few"]


def test_errors_of_rankings_and_equities_have_codes() -> None:
    with pytest.raises(UnsupportedError) as unsupported:
        rankings.get("hihg")
    assert unsupported.value.code == "unknown-ranking"
    with pytest.raises(CardError) as card:
        rankings.get("high").best("AsAs", "KdQdJd")
    assert card.value.code == "duplicate-card"
    with pytest.raises(CardError) as card:
        equity("AsAh", "KdKc", board="2c3c4c", dead="2c")
    assert card.value.code == "duplicate-card"


def test_a_refused_record_has_the_code_of_the_rule() -> None:
    history = HandHistory.loads(
        'variant = "NT"\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\n'
        'starting_stacks = [100, 100]\nactions = ["d dh p1 AsAh", "d dh p2 KsKh", "p2 cbr 500"]\n'
    )
    with pytest.raises(ReplayError) as caught:
        list(history)
    assert caught.value.code == "amount-above-maximum"
    assert caught.value.action == 3
    assert caught.value.details["maximum"] == 100


def test_warnings_have_classes() -> None:
    state = holdem(mode=Mode.CASH_GAME)
    state.check_or_call()
    state.check_or_call()
    with pytest.warns(errors.FoldWithoutNeedWarning):
        state.fold()
    with warnings.catch_warnings():
        warnings.simplefilter("error", errors.FoldWithoutNeedWarning)
        assert not state.can_fold()


def test_problems_of_a_wrong_game_have_codes_and_places(tmp_path: Path) -> None:
    path = tmp_path / "wrong.json"
    path.write_text('{\n  "game": "Nothing",\n  "players": {"min": 5, "max": 4}\n}')
    with pytest.raises(SetupError) as caught:
        make_game(str(path))
    problems = caught.value.problems
    assert {problem.code for problem in problems} == {"missing", "wrong-value"}
    missing = problems[0]
    assert (missing.code, missing.path, missing.line, missing.column) == ("missing", "deck", 1, 1)
    assert all(type(problem) is errors.Problem for problem in problems)
    assert pickle.loads(pickle.dumps(caught.value)).problems == problems
    assert len({*problems, *problems}) == len(problems)


def test_problems_of_all_errors_are_of_one_class() -> None:
    with pytest.raises(SetupError) as caught:
        NoLimitTexasHoldem.create_state((), True, -1, (1, 2), 2, (200, 0), 2)
    assert all(type(problem) is errors.Problem for problem in caught.value.problems)
    assert [(one.path, one.line) for one in caught.value.problems] == [("", None), ("", None)]


def test_histories_that_are_wrong_list_their_problems() -> None:
    text = (
        'variant = "NT"\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\n'
        'starting_stacks = [200, 0]\nactions = ["d dh p1 AsKs", "foo"]\n'
    )
    with pytest.raises(ParseError) as caught:
        HandHistory.loads(text, strict=True)
    problems = caught.value.problems
    assert [(one.code, one.path, one.line) for one in problems] == [
        ("value", "starting_stacks", 5),
        ("notation", "actions[1]", 6),
    ]
    assert problems[1].details["action"] == 2
    assert ParseError("no", code="no-hand", line=3).problems[0][:2] == ("no-hand", "no")


def test_arguments_that_are_refused_have_a_code_and_the_operation() -> None:
    state = holdem()
    for amount in (4.5, "x"):
        with pytest.raises(RuleError, match="must be an integer in this game") as caught:
            state.complete_bet_or_raise_to(amount)
        error = caught.value
        assert (error.code, error.operation) == ("amount-not-whole", "complete_bet_or_raise_to")
        assert (error.player_index, error.amount) == (2, amount)
    dealing = NoLimitTexasHoldem.create_state((), True, 0, (1, 2), 2, 200, 2, seed=1)
    with pytest.raises(RuleError) as caught:
        dealing.verify_hole_dealing(-1)
    assert caught.value.details["given"] == -1
    assert (caught.value.code, caught.value.operation) == ("negative-card-count", "deal_hole")
    with pytest.raises(RuleError) as caught:
        state.post_ante(17)
    assert (caught.value.code, caught.value.player_index) == ("unknown-player", 17)


def test_numbers_of_cards_have_their_bounds() -> None:
    automations = (Automation.BLIND_OR_STRADDLE_POSTING, Automation.BET_COLLECTION)
    state = NoLimitTexasHoldem.create_state(automations, True, 0, (1, 2), 2, 200, 2, seed=1)
    with pytest.raises(RuleError) as caught:
        state.deal_hole("AsKsQs")
    error = caught.value
    assert (error.code, error.minimum, error.maximum) == ("hole-count", 1, 2)
    assert "".join(map(repr, error.cards)) == "AsKsQs"
    with pytest.raises(RuleError) as caught:
        state.deal_hole(3)
    # Cards that nobody named stay in the deck.
    assert caught.value.cards == ()


@pytest.mark.parametrize(
    ("options", "code", "details"),
    [
        ({"seed": -1}, "not-a-seed", {"seed": -1}),
        ({"stacks": 10**30}, "too-many-chips", {"amount": 10**30}),
        ({"stacks": ("x", 200)}, "no-amount", {"amount": "x"}),
        ({"automations": ("foo",)}, "unknown-option", {"what": "automation", "given": "foo"}),
        ({"mode": "x"}, "unknown-option", {"what": "mode", "given": "x"}),
    ],
)
def test_games_that_cannot_be_set_up_have_a_code(
    options: dict[str, Any], code: str, details: dict[str, Any]
) -> None:
    automations = options.pop("automations", ())
    stacks = options.pop("stacks", 200)
    with pytest.raises(SetupError) as caught:
        NoLimitTexasHoldem.create_state(automations, True, 0, (1, 2), 2, stacks, 2, **options)
    assert (caught.value.code, caught.value.details) == (code, details)


def test_hands_that_are_no_toml_have_a_code() -> None:
    with pytest.raises(ParseError) as caught:
        HandHistory.loads('variant = "NT"\nfoo')
    assert (caught.value.code, caught.value.line) == ("phh-syntax", 2)
    assert caught.value.problems[0].line == 2


def test_refusals_at_tables_in_step_have_their_values() -> None:
    game = NoLimitTexasHoldem((), True, 0, (1, 2), 2)
    menu = ("fold", "call", "any")
    batch = TableBatch(game, 2, stacks=200, player_count=2, seed=1, menu=menu)
    cases: list[tuple[list[int], list[int] | None, str, dict[str, int]]] = [
        ([0], None, "decisions-shape", {"given": 1, "tables": 2}),
        ([0, 9], None, "unknown-move", {"given": 9, "table": 1}),
        ([2, 0], None, "missing-amount", {"table": 0, "minimum": 4, "maximum": 200}),
        ([0, 2], [0, 1], "raise-amount", {"table": 1, "amount": 1, "minimum": 4, "maximum": 200}),
    ]
    for decisions, amounts, code, details in cases:
        with pytest.raises(RuleError) as caught:
            batch.step(decisions, amounts)
        assert caught.value.code == code
        assert caught.value.details.items() >= details.items()
    listed = {code for _, code, _, _ in _native.list_error_kinds()}
    assert {"unknown-move", "missing-amount", "raise-amount", "illegal-cards"} <= listed
    assert {"table-stuck", "dealt-cards", "stack-size"} <= listed


@pytest.mark.parametrize(
    ("change", "code", "details"),
    [
        ({"board": -1}, "too-few", {"given": -1, "minimum": 0, "maximum": 52}),
        ({"board": 53}, "too-many", {"given": 53, "minimum": 0, "maximum": 52}),
        ({"hole": ()}, "street-without-cards", {}),
        ({"draws": True}, "street-with-deal-and-draw", {}),
        ({"bet": 0}, "smallest-bet", {"amount": 0}),
        ({"raises": -1}, "too-few", {"given": -1, "minimum": 0, "maximum": MAX_RAISES}),
        (
            {"raises": MAX_RAISES + 1},
            "too-many",
            {"given": MAX_RAISES + 1, "minimum": 0, "maximum": MAX_RAISES},
        ),
    ],
)
def test_wrong_streets_say_what_is_wrong(
    change: dict[str, Any], code: str, details: dict[str, Any]
) -> None:
    given: dict[str, Any] = {
        "hole": (False,),
        "board": 0,
        "draws": False,
        "bet": 2,
        "raises": None,
    } | change
    with pytest.raises(SetupError) as caught:
        Street(
            False,
            given["hole"],
            given["board"],
            given["draws"],
            Opening.POSITION,
            given["bet"],
            given["raises"],
        )
    assert (caught.value.code, caught.value.details) == (code, details)
