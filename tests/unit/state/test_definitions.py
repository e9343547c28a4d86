"""`Definition`: one description of a game, whatever it was made of."""

from __future__ import annotations

import json
import pickle
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from croupier import games
from croupier._native import Definition
from croupier.errors import SetupError, UnsupportedError
from croupier.games import FixedLimitRazz, NoLimitTexasHoldem, Poker, load
from croupier.games.class_rules import RULES
from croupier.games.configuration.library import library
from croupier.hands import StandardHighHand
from croupier.simulation import simulate
from croupier.state import BettingStructure, Discard, Mode, Rules, Street
from croupier.state.setup import Setup, make_definition
from croupier.utilities import divmod, rake
from unit.state.table import ALL

HOLDEM = NoLimitTexasHoldem(ALL, True, 0, (1, 2), 2)


class OwnHand(StandardHighHand):
    """A hand that ranks with code of its own."""

    @classmethod
    def from_game(cls, hole_cards: Any, board_cards: Any = ()) -> Any:
        return super().from_game(hole_cards, board_cards)


def make_all() -> dict[str, Poker]:
    made = {}
    for name in games.__all__:
        kind = getattr(games, name)
        if not (isinstance(kind, type) and issubclass(kind, Poker)):
            continue
        if not all(hasattr(kind, part) for part in ("deck", "hand_types", "betting_structure")):
            continue
        for arguments in ((True, 1, 1, 2, 4), (True, 0, (1, 2), 2, 4), (True, 0, (1, 2), 2), ()):
            try:
                made[name] = kind(ALL, *arguments)
            except (TypeError, ValueError):
                continue
            break
    return made


CLASSES = make_all()


def make_setup(
    definition: Definition,
    *,
    antes: Any = 0,
    blinds: Any = (1, 2),
    bring_in: Any = 0,
    stacks: Any = 200,
    count: int = 2,
    mode: Any = Mode.TOURNAMENT,
    rules: Any = Rules.CARD_ROOM,
    automations: Any = ALL,
) -> Setup:
    return Setup(
        definition,
        automations=automations,
        ante_trimming_status=True,
        antes=antes,
        blinds_or_straddles=blinds,
        bring_in=bring_in,
        starting_stacks=stacks,
        player_count=count,
        mode=mode,
        rules=rules,
        starting_board_count=1,
        divmod=divmod,
        rake=rake,
    )


@pytest.mark.parametrize("name", CLASSES)
def test_classes_are_what_they_were_when_written_and_read(name: str) -> None:
    definition = CLASSES[name].define()
    text = definition.to_json()
    read = Definition.from_json(text)
    assert json.loads(read.to_json()) == json.loads(text)
    assert read == definition
    assert definition == read
    assert hash(read) == hash(definition)
    assert read.deck == tuple(definition.deck)
    assert read.betting_structure is definition.betting_structure
    assert read.street_count == definition.street_count
    assert read.hand_type_count == definition.hand_type_count
    assert read.streets == definition.streets


@pytest.mark.parametrize("name", ["NoLimitTexasHoldem", "FixedLimitRazz", "FixedLimitBadugi"])
def test_what_is_read_plays_as_what_was_written(name: str) -> None:
    game = CLASSES[name]
    read = Definition.from_json(game.define().to_json())
    setups = [
        make_setup(
            definition,
            antes=game.raw_antes,
            blinds=game.raw_blinds_or_straddles,
            bring_in=game.bring_in,
            stacks=200,
            count=4,
        )
        for definition in (game.define(), read)
    ]
    from croupier.state import State

    results = [
        simulate(State._start(setup, 1), 300, "mixed", 7)._replace(seconds=0) for setup in setups
    ]
    assert results[0] == results[1]
    assert results[0].showdowns > 50


@pytest.mark.parametrize("name", sorted(library().files))
def test_files_are_what_they_were_when_written_and_read(name: str) -> None:
    definition = load(name).game(stakes={"small_bet": 10, "big_blind": 10}).define()
    text = definition.to_json()
    again = Definition.from_json(text)
    assert again.to_json() == text
    assert again == definition
    assert hash(again) == hash(definition)
    assert pickle.loads(pickle.dumps(definition)) == definition


@pytest.mark.parametrize("kind", [*RULES])
def test_files_have_the_streets_of_their_classes(kind: str) -> None:
    # This one has cards and a last raise of its own.
    named = (game for name, game in CLASSES.items() if name != "Numeral211Holdem")
    made = next(game for game in named if getattr(game, "definition", None) == kind)
    bets = {"small_bet": made.small_bet, "big_bet": made.big_bet}
    fixed = made.betting_structure is BettingStructure.FIXED_LIMIT
    stakes = bets if fixed else {"big_blind": 2, "small_bet": 2}
    file = load(kind).game(str(made.betting_structure), stakes)
    assert file.define().streets == made.streets
    state = file(200, 3, seed=1)
    assert state.streets == made.streets
    assert list(state.draw_statuses) == [street.draw_status for street in made.streets]


def test_games_of_the_library_have_streets_unless_they_do_what_no_street_does() -> None:
    without = set()
    for name in library().files:
        definition = load(name).game(stakes={"small_bet": 10, "big_blind": 10}).define()
        if not definition.streets:
            without.add(name)
            continue
        betting = [street for street in definition.streets if isinstance(street, Street)]
        assert len(betting) == definition.street_count
    assert {"texas_holdem", "razz", "badugi", "irish"}.isdisjoint(without)
    assert {"criss_cross", "anaconda"} <= without
    assert len(without) < len(library().files) / 2


def test_a_discard_belongs_to_the_street_that_it_stands_before() -> None:
    state = load("pineapple").game("No Limit", {"big_blind": 2})(200, 2, seed=1)
    assert [isinstance(one, Discard) for one in state.streets] == [False, True, False, False, False]
    assert state.street == state.streets[0]
    state.check_or_call()
    state.check_or_call()
    assert (state.street_index, state.street) == (1, state.streets[2])


def test_streets_of_divisible_bets_are_exact() -> None:
    definition = NoLimitTexasHoldem((), True, 0, (1, 2), Decimal("0.25")).define()
    bets = [
        street.min_completion_betting_or_raising_amount
        for street in Definition.from_json(definition.to_json()).streets
    ]
    assert bets == [Fraction(1, 4)] * 4


def test_definitions_are_equal_by_value() -> None:
    same = NoLimitTexasHoldem((), True, 3, (5, 10), 2).define()
    assert HOLDEM.define() == same
    assert hash(HOLDEM.define()) == hash(same)
    assert len({HOLDEM.define(), same}) == 1
    assert HOLDEM.define() != NoLimitTexasHoldem((), True, 3, (5, 10), 3).define()
    assert HOLDEM.define() != FixedLimitRazz((), True, 1, 1, 2, 4).define()
    assert HOLDEM.define() != "hold'em"


def test_the_game_is_made_once() -> None:
    game = NoLimitTexasHoldem(ALL, True, 0, (1, 2), 2)
    assert game.define() is game(200, 2)._setup.definition is game((5, 9), 2)._setup.definition


def test_divisible_bets_are_written_exactly() -> None:
    definition = NoLimitTexasHoldem((), True, 0, (1, 2), Decimal("0.25")).define()
    written = json.loads(definition.to_json())
    bets = [step["action"]["bet"] for step in written["steps"] if "bet" in step["action"]]
    assert [bet["minimum_bet"] / written["scale"] for bet in bets] == [0.25] * 4
    assert Definition.from_json(definition.to_json()).to_json() == definition.to_json()


def test_pickles_of_classes() -> None:
    definition = HOLDEM.define()
    again = pickle.loads(pickle.dumps(definition))
    assert again == definition
    assert again.streets == definition.streets
    assert again.hand_types == definition.hand_types


def test_what_python_ranks_cannot_be_written() -> None:
    definition = make_definition(HOLDEM.deck, (OwnHand,), HOLDEM.streets, BettingStructure.NO_LIMIT)
    with pytest.raises(UnsupportedError, match="hand type 0"):
        definition.to_json()
    same = make_definition(HOLDEM.deck, (OwnHand,), HOLDEM.streets, BettingStructure.NO_LIMIT)
    assert definition == same
    assert hash(definition) == hash(same)
    assert definition != HOLDEM.define()
    assert pickle.loads(pickle.dumps(definition)) == definition


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "[]",
        '{"deck": "AcAx", "structure": "no_limit", "steps": [], "hand_types": []}',
        '{"deck": "AcAd", "structure": "free", "steps": [], "hand_types": []}',
        '{"deck": "", "structure": "no_limit", "steps": [], "hand_types": [], "scale": 0}',
        '{"deck": "", "structure": "no_limit", "steps": [], "hand_types": [], "more": 1}',
        '{"deck": "", "structure": "no_limit", "steps": [], "hand_types":'
        ' [{"lookup": {"ranking": "badugi", "cards": {"any": 4}}}]}',
        '{"deck": "", "structure": "no_limit", "steps": [], "hand_types":'
        ' [{"ranked": {"ranking": "high", "cards": {}}}]}',
    ],
)
def test_what_is_no_game_is_refused(text: str) -> None:
    with pytest.raises(SetupError, match="no definition of a game"):
        Definition.from_json(text)


def test_a_game_without_steps_cannot_be_played() -> None:
    text = '{"deck": "AcAd", "structure": "no_limit", "steps": [], "hand_types": []}'
    with pytest.raises(SetupError):
        make_setup(Definition.from_json(text))


def test_names_of_stakes_are_names() -> None:
    setup = make_setup(HOLDEM.define(), antes=1, stacks=(50, 60), rules=Rules.POKERKIT)
    assert (setup.antes, setup.blinds_or_straddles) == ((1, 1), (1, 2))
    assert (setup.starting_stacks, setup.bring_in) == ((50, 60), 0)
    assert (setup.divmod, setup.rake) == (divmod, rake)
    assert setup.rules is Rules.POKERKIT
    assert setup.starting_board_count == 1


def test_options_of_setups_may_be_texts_and_what_can_be_gone_through_once() -> None:
    given: Any = {"mode": "Cash-game", "rules": "PokerKit", "automations": iter(ALL)}
    setup = make_setup(HOLDEM.define(), **given)
    assert (setup.mode, setup.rules) == (Mode.CASH_GAME, Rules.POKERKIT)
    assert setup.automations == ALL
    with pytest.raises(SetupError, match="'cash' is not a valid Mode") as caught:
        make_setup(HOLDEM.define(), mode="cash")
    assert caught.value.code == "unknown-option"
