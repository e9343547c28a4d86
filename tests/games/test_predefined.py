"""Games that are classes have the rules of the files that they name, and play as the files do."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from croupier import games
from croupier.cards import Deck
from croupier.errors import UnsupportedError
from croupier.games import load
from croupier.games.class_rules import RULES
from croupier.games.configuration.compile.classes import find_rules, make_rules, write_rules
from croupier.games.configuration.compile.game import CompiledGame
from croupier.games.configuration.custom_game import CustomGame
from croupier.games.from_library import read_rules
from croupier.hands import OmahaHoldemHand, StandardHighHand
from croupier.simulation import simulate
from croupier.state import BettingStructure, Discard, Opening

from .build import bet, cards, change, draw, holdem, step
from .files import read_all

STAKES = {
    "small_bet": 2,
    "big_bet": 4,
    "small_blind": 1,
    "big_blind": 2,
    "ante": 1,
    "bring_in": 1,
}
STRUCTURES = {
    BettingStructure.FIXED_LIMIT: "Limit",
    BettingStructure.NO_LIMIT: "No Limit",
    BettingStructure.POT_LIMIT: "Pot Limit",
}
HOLDEM = "{} small, board 3 small, board 1 big, board 1 big"
TRIPLE_DRAW = "{} small, draw small, draw big, draw big"
SINGLE_DRAW = "{} small, draw big"
STUD = "ddu small, u small, u big, u big, d big"
# What the files must say, so that no change of them goes unnoticed: cards that players are dealt (d
# is down, u is up), the board, draws and discards, and the size of the bets.
STREETS = {
    "texas_holdem": HOLDEM.format("dd"),
    "royal_holdem": HOLDEM.format("dd"),
    "short_deck_holdem": HOLDEM.format("dd"),
    "greek_holdem": HOLDEM.format("dd"),
    "rhode_island_holdem": "d small, board 1 big, board 1 big",
    "royal_rhode_island_holdem": "d small, board 1 big, board 1 big",
    "omaha_holdem": HOLDEM.format("dddd"),
    "omaha_holdem_hi_lo_8": HOLDEM.format("dddd"),
    "five_card_omaha": HOLDEM.format("ddddd"),
    "five_card_omaha_hi_lo_8": HOLDEM.format("ddddd"),
    "six_card_omaha": HOLDEM.format("dddddd"),
    "courchevel": "ddddd board 1 small, board 2 small, board 1 big, board 1 big",
    "courchevel_hi_lo_8": "ddddd board 1 small, board 2 small, board 1 big, board 1 big",
    "pineapple": "ddd small, discard 1, board 3 small, board 1 big, board 1 big",
    "crazy_pineapple": "ddd small, board 3 small, discard 1, board 1 big, board 1 big",
    "crazy_pineapple_hi_lo_8": "ddd small, board 3 small, discard 1, board 1 big, board 1 big",
    "seven_card_stud": STUD,
    "seven_card_stud_hi_lo_8": STUD,
    "razz": STUD,
    "five_card_stud": "du small, u small, u big, u big",
    "five_card_draw": SINGLE_DRAW.format("ddddd"),
    "deuce_to_seven_single_draw": SINGLE_DRAW.format("ddddd"),
    "deuce_to_seven_triple_draw": TRIPLE_DRAW.format("ddddd"),
    "ace_to_five_triple_draw": TRIPLE_DRAW.format("ddddd"),
    "badugi": TRIPLE_DRAW.format("dddd"),
    "badacey": TRIPLE_DRAW.format("ddddd"),
    "badeucey": TRIPLE_DRAW.format("ddddd"),
}
HANDS = {
    "short_deck_holdem": "ShortDeckHoldemHand",
    "greek_holdem": "GreekHoldemHand",
    "rhode_island_holdem": "RhodeIslandHoldemHand",
    "royal_rhode_island_holdem": "RhodeIslandHoldemHand",
    "omaha_holdem": "OmahaHoldemHand",
    "omaha_holdem_hi_lo_8": "OmahaHoldemHand OmahaEightOrBetterLowHand",
    "five_card_omaha": "OmahaHoldemHand",
    "five_card_omaha_hi_lo_8": "OmahaHoldemHand OmahaEightOrBetterLowHand",
    "six_card_omaha": "OmahaHoldemHand",
    "courchevel": "OmahaHoldemHand",
    "courchevel_hi_lo_8": "OmahaHoldemHand OmahaEightOrBetterLowHand",
    "crazy_pineapple_hi_lo_8": "StandardHighHand EightOrBetterLowHand",
    "seven_card_stud_hi_lo_8": "StandardHighHand EightOrBetterLowHand",
    "razz": "RegularLowHand",
    "deuce_to_seven_single_draw": "StandardLowHand",
    "deuce_to_seven_triple_draw": "StandardLowHand",
    "ace_to_five_triple_draw": "RegularLowHand",
    "badugi": "BadugiHand",
    "badacey": "BadugiHand RegularLowHand",
    "badeucey": "StandardBadugiHand StandardLowHand",
}
DECKS = {
    "royal_holdem": Deck.ROYAL,
    "royal_rhode_island_holdem": Deck.ROYAL,
    "short_deck_holdem": Deck.SHORT,
    "razz": Deck.REGULAR,
    "ace_to_five_triple_draw": Deck.REGULAR,
    "badugi": Deck.REGULAR,
    "badacey": Deck.REGULAR,
}
CLASSES = {
    "texas_holdem": ["FixedLimitTexasHoldem", "PotLimitTexasHoldem", "NoLimitTexasHoldem"],
    "royal_holdem": ["NoLimitRoyalHoldem"],
    "short_deck_holdem": ["NoLimitShortDeckHoldem"],
    "greek_holdem": ["NoLimitGreekHoldem"],
    "rhode_island_holdem": ["RhodeIslandHoldem"],
    "royal_rhode_island_holdem": ["RoyalRhodeIslandHoldem"],
    "omaha_holdem": ["FixedLimitOmahaHoldem", "PotLimitOmahaHoldem", "NoLimitOmahaHoldem"],
    "omaha_holdem_hi_lo_8": [
        "FixedLimitOmahaHoldemHighLowSplitEightOrBetter",
        "PotLimitOmahaHoldemHighLowSplitEightOrBetter",
        "NoLimitOmahaHoldemHighLowSplitEightOrBetter",
    ],
    "five_card_omaha": ["PotLimitFiveCardOmahaHoldem"],
    "five_card_omaha_hi_lo_8": ["PotLimitFiveCardOmahaHoldemHighLowSplitEightOrBetter"],
    "six_card_omaha": ["PotLimitSixCardOmahaHoldem"],
    "courchevel": ["PotLimitCourchevel"],
    "courchevel_hi_lo_8": ["PotLimitCourchevelHighLowSplitEightOrBetter"],
    "pineapple": ["FixedLimitPineapple", "PotLimitPineapple", "NoLimitPineapple"],
    "crazy_pineapple": [
        "FixedLimitCrazyPineapple",
        "PotLimitCrazyPineapple",
        "NoLimitCrazyPineapple",
    ],
    "crazy_pineapple_hi_lo_8": ["FixedLimitCrazyPineappleHighLowSplitEightOrBetter"],
    "seven_card_stud": ["FixedLimitSevenCardStud"],
    "seven_card_stud_hi_lo_8": ["FixedLimitSevenCardStudHighLowSplitEightOrBetter"],
    "razz": ["FixedLimitRazz"],
    "five_card_stud": ["FixedLimitFiveCardStud"],
    "five_card_draw": ["FixedLimitFiveCardDraw", "PotLimitFiveCardDraw", "NoLimitFiveCardDraw"],
    "deuce_to_seven_single_draw": ["NoLimitDeuceToSevenLowballSingleDraw"],
    "deuce_to_seven_triple_draw": [
        "FixedLimitDeuceToSevenLowballTripleDraw",
        "PotLimitDeuceToSevenLowballTripleDraw",
        "NoLimitDeuceToSevenLowballTripleDraw",
    ],
    "ace_to_five_triple_draw": ["FixedLimitAceToFiveLowballTripleDraw"],
    "badugi": ["FixedLimitBadugi"],
    "badacey": ["FixedLimitBadacey"],
    "badeucey": ["FixedLimitBadeucy"],
}
# Their decks are none that files know.
WITHOUT_FILES = {"KuhnPoker", "LeducHoldem", "Numeral211Holdem"}
PAIRS = [(name, class_name) for name, names in CLASSES.items() for class_name in names]
every_pair = pytest.mark.parametrize(("name", "class_name"), PAIRS)


def kind(class_name: str) -> Any:
    return getattr(games, class_name)


def configured(name: str, class_name: str, unit: int = 1) -> CustomGame:
    """Return the game of a file with the limits of a class."""
    file = load(name)
    # In a game with blinds, an ante would be the big blind's.
    stakes = STAKES | ({"ante": 0} if "blinds" in str(read_all()[name]["gamePlay"]) else {})
    stakes = {name: amount * unit for name, amount in stakes.items()}
    return CustomGame(file, STRUCTURES[kind(class_name).betting_structure], stakes)


def make(class_name: str, program: CompiledGame, unit: int = 1) -> games.Poker:
    """Return the game of a class with the stakes of a program."""
    made = kind(class_name)
    forced: tuple[Any, ...] = (program.ante_trimming_status, program.antes)
    if issubclass(made, games.Stud):
        forced += (program.bring_in,)
    elif not issubclass(made, games.RhodeIslandHoldem):
        forced += (program.blinds,)
    try:
        game: games.Poker = made((), *forced, 2 * unit, 4 * unit)
    except TypeError:
        # Games without fixed limits take one bet.
        game = made((), *forced, 2 * unit)
    return game


def test_every_class_has_a_file() -> None:
    whole = {
        name
        for name in games.__all__
        if issubclass(kind(name), games.Poker)
        and all(hasattr(kind(name), part) for part in ("deck", "hand_types", "betting_structure"))
    }
    assert whole == {class_name for _, class_name in PAIRS} | WITHOUT_FILES
    assert set(CLASSES) == set(STREETS)


@every_pair
def test_classes_name_their_files(name: str, class_name: str) -> None:
    assert kind(class_name).definition == name
    assert STRUCTURES[kind(class_name).betting_structure] in read_all()[name]["bettingStructures"]


@every_pair
def test_streets(name: str, class_name: str) -> None:
    fixed = kind(class_name).betting_structure is BettingStructure.FIXED_LIMIT
    small = configured(name, class_name).configuration.players.minimum
    game = make(class_name, configured(name, class_name).compile(small))
    found = []
    for street in game.streets:
        if isinstance(street, Discard):
            found.append(f"discard {street.count}")
            continue
        words = ["".join("u" if up else "d" for up in street.hole_dealing_statuses)]
        words += [f"board {street.board_dealing_count}"] if street.board_dealing_count else []
        words += ["draw"] if street.draw_status else []
        words.append("big" if street.min_completion_betting_or_raising_amount == 4 else "small")
        found.append(" ".join(filter(None, words)))
    wanted = STREETS[name] if fixed else STREETS[name].replace("big", "small")
    assert ", ".join(found) == wanted


@every_pair
def test_hands_and_decks(name: str, class_name: str) -> None:
    found = " ".join(hand_type.__name__ for hand_type in kind(class_name).hand_types)
    assert found == HANDS.get(name, "StandardHighHand")
    assert kind(class_name).deck is DECKS.get(name, Deck.STANDARD)


@every_pair
def test_raises(name: str, class_name: str) -> None:
    fixed = kind(class_name).betting_structure is BettingStructure.FIXED_LIMIT
    cap = (3 if "rhode" in name else 4) if fixed else None
    assert kind(class_name).max_completion_betting_or_raising_count == cap


# The same steps, and the same hands.


def class_steps(game: games.Poker) -> list[Any]:
    """Return what the streets of a class do, step by step."""
    steps: list[Any] = []
    for street in game.streets:
        if isinstance(street, Discard):
            steps.append((False, [], 0, (street.count, street.count, False)))
            continue
        drawn = (0, game.max_hole_card_count, True) if street.draw_status else None
        hole, board = list(street.hole_dealing_statuses), street.board_dealing_count
        # The compiler deals to players and to the board in steps of their own.
        dealt = [(hole, 0)] * bool(hole) + [([], board)] * bool(board) or [([], 0)]
        for index, (faces, count) in enumerate(dealt):
            steps.append((street.card_burning_status and not index, faces, count, drawn))
        opening = Opening(street.opening).name.lower()
        least = street.min_completion_betting_or_raising_amount
        steps.append((opening, least, street.max_completion_betting_or_raising_count))
    return steps


def program_steps(program: CompiledGame) -> list[Any]:
    """Return what a program does, step by step; it must do nothing else."""
    steps: list[Any] = []
    for each in program.steps:
        assert set(each) == {"street", "action"}
        match each["action"]:
            case {"deal": dealing}:
                assert set(dealing) <= {"burn", "hole", "board", "draw"}
                drawing = dealing.get("draw")
                drawn = None
                if drawing is not None:
                    assert set(drawing) == {"minimum", "maximum", "replaces"}
                    drawn = (drawing["minimum"], drawing["maximum"], drawing["replaces"])
                hole, board = dealing.get("hole", []), dealing.get("board", 0)
                steps.append((dealing.get("burn", False), hole, board, drawn))
            case {"bet": betting}:
                assert set(betting) == {"opening", "minimum_bet", "maximum_raises"}
                steps.append(
                    (betting["opening"], betting["minimum_bet"], betting["maximum_raises"])
                )
            case other:
                raise AssertionError(other)
    return steps


@every_pair
@pytest.mark.parametrize("players", [2, 6])
def test_programs_are_streets_step_by_step(name: str, class_name: str, players: int) -> None:
    program = configured(name, class_name).compile(players)
    game = make(class_name, program)
    assert program_steps(program) == class_steps(game)
    assert program.deck == tuple(game.deck)
    assert program.structure is game.betting_structure


@every_pair
@pytest.mark.parametrize("players", [2, 6])
def test_simulations_come_to_the_same(name: str, class_name: str, players: int) -> None:
    # An odd chip goes to the hand of five cards in files, and to the first hand in classes, as it
    # does in PokerKit: in these two games there must be none.
    unit = 120 if name in {"badacey", "badeucey"} else 1
    file = configured(name, class_name, unit)
    results = [
        simulate(game, 300, "mixed", 7, stacks=60 * unit, player_count=players)._replace(seconds=0)
        for game in (file, make(class_name, file.compile(players), unit))
    ]
    assert results[0] == results[1]
    assert results[0].showdowns > 100


# Classes are what they were.


def test_nothing_is_read_at_import() -> None:
    code = (
        "import sys, croupier, croupier.games\n"
        "from croupier.games.from_library import read_rules\n"
        "assert read_rules.cache_info().currsize == 0\n"
        "assert 'json' not in sys.modules\n"
        "assert not [name for name in sys.modules if 'games.configuration' in name]\n"
        "croupier.NoLimitTexasHoldem.create_state((), True, 0, (1, 2), 2, 200, 6)\n"
        "assert read_rules.cache_info().currsize == 1\n"
        "assert not [name for name in sys.modules if 'games.configuration' in name]\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_games_of_users_change_what_they_say() -> None:
    class ThreeCards(games.NoLimitTexasHoldem):
        hole_dealing_count = 3

    class RoyalOmaha(games.RoyalHoldemMixin, games.PotLimitOmahaHoldem):
        pass

    class Reraised(games.FixedLimitTexasHoldem):
        max_completion_betting_or_raising_count = 7

    class Unlimited(games.NoLimitPokerMixin, games.FixedLimitTexasHoldem):
        pass

    class SmallBoard(games.TexasHoldemMixin, games.PotLimitCourchevel):
        pass

    three = ThreeCards((), True, 0, (1, 2), 2)
    assert (three.max_hole_card_count, three.max_board_card_count) == (3, 5)
    assert three.hand_types == (StandardHighHand,)
    royal = RoyalOmaha((), True, 0, (1, 2), 2)
    assert (royal.deck, royal.max_hole_card_count) == (Deck.ROYAL, 4)
    assert royal.hand_types == (OmahaHoldemHand,)
    raised = Reraised((), True, 0, (1, 2), 2, 4)
    assert {s.max_completion_betting_or_raising_count for s in raised._betting_streets} == {7}
    free = Unlimited((), True, 0, (1, 2), 2, 4)
    assert {s.max_completion_betting_or_raising_count for s in free._betting_streets} == {None}
    board = SmallBoard((), True, 0, (1, 2), 2)
    assert [street.board_dealing_count for street in board._betting_streets] == [1, 2, 1, 1]
    assert (board.max_hole_card_count, board.hand_types) == (2, (StandardHighHand,))


def test_a_stud_game_with_more_streets_has_big_bets_there() -> None:
    class Longer(games.FixedLimitSevenCardStud):
        hole_dealing_statuses = ((False, True), *[(True,)] * 6)

    bets = [
        street.min_completion_betting_or_raising_amount
        for street in Longer((), True, 1, 1, 2, 4)._betting_streets
    ]
    assert bets == [2, 2, 4, 4, 4, 4, 4]


def test_classes_can_be_changed_and_changed_back() -> None:
    def cards() -> int:
        state = games.NoLimitGreekHoldem.create_state((), True, 0, (1, 2), 2, 200, 2)
        return len(state.streets[0].hole_dealing_statuses)

    class Greek(games.NoLimitGreekHoldem):
        pass

    assert cards() == 2
    try:
        games.NoLimitGreekHoldem.hole_dealing_count = 3
        assert (cards(), Greek.hole_dealing_count) == (3, 3)
    finally:
        games.NoLimitGreekHoldem.hole_dealing_count = 2
    assert cards() == 2


@every_pair
def test_games_can_be_pickled(name: str, class_name: str) -> None:
    game = make(class_name, configured(name, class_name).compile(2))
    again = pickle.loads(pickle.dumps(game))
    assert vars(again) == game.__getstate__()
    assert type(again) is type(game)
    assert again((100, 100), 2, seed=3) == game((100, 100), 2, seed=3)


# The table of rules, and files that classes cannot stand for.


def test_the_table_of_rules_is_what_the_files_compile_to() -> None:
    assert make_rules() == RULES
    assert list(RULES) == sorted(CLASSES)


def test_the_table_is_written_as_it_is_read(tmp_path: Path) -> None:
    write_rules(tmp_path / "class_rules.py")
    read: dict[str, Any] = {}
    exec((tmp_path / "class_rules.py").read_text("utf-8"), read)
    assert read["RULES"] == RULES


def test_classes_of_others_may_name_any_file_that_streets_can_say() -> None:
    class SuperHoldem(games.NoLimitPokerMixin, games.UnfixedLimitHoldem):
        definition = "super_holdem"

    game = SuperHoldem((), True, 0, (1, 2), 2)
    assert "super_holdem" not in RULES
    assert (game.max_hole_card_count, game.max_board_card_count) == (3, 5)
    assert game.hand_types == (StandardHighHand,)


def test_a_game_that_is_not_there() -> None:
    with pytest.raises(UnsupportedError, match="there is no game 'nothing'"):
        read_rules("nothing")


BURN = {"deck": {"type": "standard", "cards": 52, "burn": True}, "raiseCap": 4}
STUD_WITH_CHOICE = draw(step("expose", {"cards": [cards(1, "face up")]}), bet("big"))
MORE = "its steps do more than to deal, to draw and to bet"


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (STUD_WITH_CHOICE | BURN, MORE),
        (draw(step("draw", {"cards": [cards(3)]}), bet("big")) | BURN, MORE),
        (holdem(), "a card is not burnt on every street"),
        (read_all()["dramaha"], "no class stands for its hand"),
        (read_all()["omaha_hi_lo_no_qualifier"], "no class stands for its hand"),
        (read_all()["five_card_draw_bug"], "the deck is none of `Deck`"),
    ],
)
def test_what_streets_cannot_say(data: Any, words: str) -> None:
    with pytest.raises(UnsupportedError, match=words):
        find_rules(load(data))


def test_rare_openings_are_no_streets() -> None:
    razz = change(read_all()["razz"], "forcedBets.rule", "low card al")
    with pytest.raises(UnsupportedError, match=MORE):
        find_rules(load(razz))
