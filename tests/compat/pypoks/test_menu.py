"""Game configs and the moves on their menus, with the sizes of pypoks."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from croupier import Automation
from croupier.compat.pypoks import CONFIG_NAMES, POSITION_NAMES, GameConfig, MoveMenu
from croupier.compat.pypoks.menu import FIRST_RAISE
from croupier.errors import ConfigurationError, RuleError, UnsupportedError
from croupier.games import (
    FixedLimitTexasHoldem,
    NoLimitDeuceToSevenLowballSingleDraw,
    NoLimitShortDeckHoldem,
    NoLimitTexasHoldem,
    PotLimitOmahaHoldem,
    load,
)
from shared import data_path

from .vectors import CONFIGS, ERAS, rows

ALL = tuple(Automation)


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("name", CONFIGS)
def test_sizes_are_those_of_pypoks(era: str, name: str) -> None:
    menu = GameConfig.from_name(name).menu
    decisions = rows(era, f"amc_{name}.jsonl")
    for row in decisions:
        found = menu.sizes(
            row["pot"],
            row["cash_tc"],
            row["cash_rs"],
            row["pl_cash"],
            row["pl_cash_cs"],
            preflop=row["state"] == 1,
        )
        assert found == (tuple(row["allowed_moves"]), tuple(row["moves_cash"])), row
    assert len(decisions) > 500


@pytest.mark.parametrize("name", CONFIGS)
def test_known_configs_are_those_of_the_files(name: str) -> None:
    pytest.importorskip("yaml")
    folder = data_path("pypoks", "game_configs")
    read = GameConfig.from_name(name, folder)
    assert read == GameConfig.from_yaml(folder / f"{name}_gc.yaml") == GameConfig.from_name(name)
    assert GameConfig.from_mapping(name, read.to_mapping()) == read


def test_names_of_positions() -> None:
    import json

    names = json.loads(data_path("pypoks", "era_D", "names.json").read_text(encoding="utf-8"))
    assert {int(size): tuple(texts) for size, texts in names["pos_names"].items()} == POSITION_NAMES


def _fields(**others: Any) -> dict[str, Any]:
    return GameConfig.from_name("3players_2bets").to_mapping() | others


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        (_fields(table_size=4), "table_size: must be one of 2, 3, 6, 9, not 4"),
        (_fields(table_cash_sb=2.0), r"table_cash_sb: must be a whole number above 0, not 2\.0"),
        (_fields(table_cash_start=True), "table_cash_start: must be a whole number"),
        (_fields(table_cash_sb=6), "must not decrease, unlike 6, 5, 500"),
        (_fields(ante=1), "ante: there is no such field"),
        ({}, "has 5 errors"),
        (_fields(table_moves=[["FLD"]]), "must begin with CCK, FLD, CLL"),
        (_fields(table_moves="CCK"), "table_moves: must be a list"),
        (
            _fields(table_moves=[["CCK"], ["FLD"], ["CLL"], ["BR1", 2]]),
            r"table_moves\[3\]: must be",
        ),
        (_fields(table_moves=[["CCK"], ["FLD"], ["CLL"], ["BR1"]]), "BR1 needs two sizes above 0"),
        (
            _fields(table_moves=[["CCK"], ["FLD"], ["CLL"], ["BRA"], ["BRM"]]),
            "BRA, all-in, can only",
        ),
        (_fields(table_moves=[["CCK"], ["FLD"], ["CLL"], ["B1", 2, 1]]), "must have BR in it"),
        (_fields(table_moves=[["CCK"], ["FLD"], ["CLL", 1, 1]]), "CLL has no sizes"),
        (_fields(table_moves=[["CCK"], ["FLD"], ["CLL"], ["BR", "x", 1]]), "must be a number"),
        (
            _fields(table_moves=[["CCK"], ["FLD"], ["CLL"], ["BR1", 2, 1], ["BR1", 3, 1]]),
            "BR1 is there twice",
        ),
        ([1], "there must be fields"),
    ],
)
def test_wrong_configs_are_refused(fields: Any, message: str) -> None:
    with pytest.raises(ConfigurationError, match=message):
        GameConfig.from_mapping("mine", fields)


def test_wrong_files_are_refused(tmp_path: Any) -> None:
    pytest.importorskip("yaml")
    (tmp_path / "mine_gc.yaml").write_text("a: [", encoding="utf-8")
    with pytest.raises(ConfigurationError, match="is no YAML"):
        GameConfig.from_name("mine", tmp_path)
    with pytest.raises(UnsupportedError, match=r"nor is there other_gc\.yaml"):
        GameConfig.from_name("other", tmp_path)


def _menus() -> list[MoveMenu]:
    return [GameConfig.from_name(name).menu for name in ("3players_2bets", "6players_9bets")]


def _configured(stacks: Any, players: int, seed: int) -> Any:
    game = load("texas_holdem").game("No Limit", {"big_blind": 2}, automations=ALL)
    return game(stacks, players, seed=seed)


GAMES: dict[str, Any] = {
    "a game of a file": _configured,
    "hold'em": lambda stacks, players, seed: NoLimitTexasHoldem.create_state(
        ALL, True, 0, (1, 2), 2, stacks, players, seed=seed
    ),
    "straddled": lambda stacks, players, seed: NoLimitTexasHoldem.create_state(
        ALL, True, 1, (1, 2, 4), 2, stacks, players, seed=seed
    ),
    "short deck": lambda stacks, players, seed: NoLimitShortDeckHoldem.create_state(
        ALL, True, 1, {-1: 2}, 2, stacks, players, seed=seed
    ),
    "omaha": lambda stacks, players, seed: PotLimitOmahaHoldem.create_state(
        ALL, True, 0, (1, 2), 2, stacks, players, seed=seed
    ),
    "draw": lambda stacks, players, seed: NoLimitDeuceToSevenLowballSingleDraw.create_state(
        ALL, True, 0, (1, 2), 2, stacks, players, seed=seed
    ),
}


@pytest.mark.parametrize("game", GAMES)
def test_every_move_on_the_menu_can_be_made(game: str) -> None:
    random = Random(2026)
    raises = short = 0
    for hand in range(60):
        menu = random.choice(_menus())
        stacks = [random.choice([7, 30, 200, 1000]) for _ in range(4)]
        state = GAMES[game](stacks, 4, hand)
        while state.status:
            if state.actor_index is None:
                state.stand_pat_or_discard()
                continue
            choices = menu.choices(state)
            allowed = [choice for choice in choices if choice.allowed]
            assert {choice.name for choice in allowed} & {"CCK", "CLL"}
            player = state.actor_index
            for choice in allowed:
                trial = state.copy()
                operation: Any = menu.apply(trial, choice.move)
                name = type(operation).__name__
                if choice.amount is not None:
                    assert operation.amount == choice.amount == state.bets[player] + choice.cash
                elif choice.name != "FLD":
                    assert (name, operation.amount) == ("CheckingOrCalling", choice.cash)
                    short += choice.move >= FIRST_RAISE
            choice = random.choice(allowed)
            raises += choice.amount is not None
            menu.apply(state, choice.name)
        assert sum(state.stacks) == sum(stacks)
    assert raises > 50
    # With unequal stacks somebody raises all chips and no more than a call.
    assert short > 0 or game == "omaha"


def test_a_raise_stays_within_the_pot_limit() -> None:
    menu = GameConfig.from_name("6players_9bets").menu
    state = GAMES["omaha"](200, 3, 1)
    by_name = {choice.name: choice for choice in menu.choices(state)}
    assert by_name["BRA"].amount == state.max_completion_betting_or_raising_to_amount == 7
    assert by_name["BR7"].allowed is False


def test_what_has_no_sizes_is_refused() -> None:
    menu = GameConfig.from_name("2players_2bets").menu
    state = FixedLimitTexasHoldem.create_state(ALL, True, 0, (1, 2), 2, 4, 200, 2)
    with pytest.raises(UnsupportedError, match="fixed limits"):
        menu.choices(state)
    state = NoLimitTexasHoldem.create_state(ALL, True, 0, (0.5, 1), 1, 100, 2)
    with pytest.raises(UnsupportedError, match="whole chips"):
        menu.choices(state)
    state = GAMES["hold'em"](100, 2, 1)
    with pytest.raises(RuleError, match="CCK is not allowed now: FLD, CLL"):
        menu.apply(state, "CCK")
    with pytest.raises(RuleError, match="there is no move 'BR9'"):
        menu.apply(state, "BR9")
    with pytest.raises(RuleError, match="there is no move 7"):
        menu.apply(state, 7)
    state.fold()
    with pytest.raises(RuleError, match="nobody is to act"):
        menu.choices(state)


def test_known_configs_have_names() -> None:
    assert set(CONFIG_NAMES) == set(CONFIGS)
