"""Two hundred games that others wrote are read, described and compiled."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from croupier._native import Definition
from croupier.games import load
from croupier.games.configuration.compile.game import compile
from croupier.games.configuration.schema.json_schema import read_schema
from shared import data_path

from .validator import validate

FILES = sorted(data_path("game_configs").glob("*.json"))
SCHEMA = read_schema()

UNSEEN_BRING_IN = (
    "gamePlay[2].bet",
    "nobody is dealt a card face up; the first player brings it in",
)
SEVERAL_SHOWN = (
    '"{}" is about one card, and each player shows 2: the best hand face up brings it in'
)
WHOLE_SUBSET = 'is missing; "entire_subset" is meant, a whole subset'
INDIVIDUAL = 'must be "player" or "community"; "individual" is taken for "player"'
BOTTON = '"Botton Turn" is used as "Bottom Turn" and taken for it'
# What is odd about these games; nothing is about the others.
ODD = {
    "3_hand_hold_em_8": [
        (f"gamePlay[{index}].discard.cards[0].number", WHOLE_SUBSET) for index in (5, 8)
    ],
    "7_card_flip_8": [("forcedBets.rule", SEVERAL_SHOWN.format("low card"))],
    "kryky": [("forcedBets.rule", SEVERAL_SHOWN.format("high card"))],
    "7_card_stud_double_qualifier": [
        (
            "showdown.bestHand[0].qualifier",
            "falls between hands that differ little: two pair, Nines and Eights, Five kicker"
            " qualifies, two pair, Nines and Eights, Four kicker does not",
        )
    ],
    "9_card_omaha": [("gamePlay", "has no betting round; players play for what they must post")],
    "omaha_321": [("gamePlay[5].deal.cards[1].subset", BOTTON)],
    "omaha_321_hi_lo": [("gamePlay[5].deal.cards[1].subset", BOTTON)],
    "q": [(f"gamePlay[{index}].deal.location", INDIVIDUAL) for index in (4, 6, 8, 10)],
    **{
        name: [UNSEEN_BRING_IN]
        for name in (
            "anaconda_high",
            "bisexual",
            "grodnikonda",
            "nasty_anaconda",
            "richs_revenge",
            "screwy_louie",
            "seven_card_reverse",
            "shawnahoma",
            "show_five",
        )
    },
}


def test_there_are_files() -> None:
    assert len(FILES) == 200


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_games(path: Path) -> None:
    game = load(path)
    found = [(problem.path, problem.message) for problem in game.warnings]
    assert found == ODD.get(path.stem, [])
    assert validate(SCHEMA, json.loads(path.read_bytes())) == []
    text = game.describe()
    assert text.startswith(f"{game.name}\n\nFor ")
    assert text.endswith((".", ":"))
    assert not [wrong for wrong in ("None", "..", "  ", " ,", " .", "()") if wrong in text]
    for structure in game.structures:
        for count in range(game.players.minimum, game.players.maximum + 1):
            program = compile(game, structure, {"small_bet": 10}, count)
            assert json.loads(program.to_json())["steps"] == program.steps
            assert program.definition == Definition.from_json(program.definition.to_json())
            assert program.definition.hand_type_count == len(program.contests)
            assert len(program.antes) == len(program.blinds) == count
            streets = [each["street"] for each in program.steps]
            assert streets[0] == 0 and streets == sorted(streets)
