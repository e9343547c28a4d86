"""Games as objects: what they remember, what users may change, and what is refused."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator
from decimal import Decimal
from functools import partial
from inspect import signature
from typing import Any, ClassVar

import pytest

from croupier import games
from croupier.cards import Card, Deck
from croupier.games import (
    FixedLimitPokerMixin,
    FixedLimitTexasHoldem,
    KuhnPoker,
    NoLimitPokerMixin,
    NoLimitShortDeckHoldem,
    NoLimitTexasHoldem,
    Poker,
    PotLimitOmahaHoldem,
    TexasHoldemMixin,
    UnfixedLimitHoldem,
    load,
)
from croupier.games.finding import game_names
from croupier.hands import GreekHoldemHand, StandardHighHand
from croupier.state import Automation, BettingStructure, Mode, Opening, Street
from croupier.utilities import divmod, rake

FIELDS: tuple[tuple[Automation, ...], bool, int, tuple[int, int], int] = ((), True, 0, (1, 2), 2)


class Counted(NoLimitTexasHoldem):
    """A game that counts how many of it are made."""

    made: ClassVar[list[Counted]] = []

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.made.append(self)


@pytest.fixture
def made() -> Iterator[list[Counted]]:
    Counted.made = []
    yield Counted.made
    Counted.made = []


def create(**changes: Any) -> Any:
    arguments: dict[str, Any] = {
        "automations": (Automation.ANTE_POSTING,),
        "ante_trimming_status": True,
        "raw_antes": 0,
        "raw_blinds_or_straddles": (1, 2),
        "min_bet": 2,
        "raw_starting_stacks": 200,
        "player_count": 3,
    }
    return Counted.create_state(**(arguments | changes))


def test_the_same_arguments_make_one_game(made: list[Counted]) -> None:
    for stacks in (100, (200, 300, 400), 100):
        create(raw_starting_stacks=stacks)
    # Equal arguments, not the same objects.
    create(raw_blinds_or_straddles=tuple(range(1, 3)))
    assert len(made) == 1
    assert create(raw_starting_stacks=(5, 6, 7)).starting_stacks == (5, 6, 7)


@pytest.mark.parametrize(
    "change",
    [
        {"automations": ()},
        {"ante_trimming_status": False},
        {"raw_antes": 1},
        {"raw_blinds_or_straddles": (2, 2)},
        {"min_bet": 4},
        {"mode": Mode.CASH_GAME},
        {"starting_board_count": 2},
        {"divmod": lambda dividend, divisor: divmod(dividend, divisor)},
        {"rake": partial(rake, percentage=0.05)},
    ],
    ids=lambda change: next(iter(change)),
)
def test_other_arguments_make_other_games(made: list[Counted], change: dict[str, Any]) -> None:
    create()
    (name,) = change
    before = create(**change)
    assert len(made) == 2
    assert getattr(made[1], name) == change[name]
    create()
    after = create(**change)
    assert len(made) == 2
    assert before.streets == after.streets


@pytest.mark.parametrize("number", [float, Decimal])
def test_chips_keep_their_type(made: list[Counted], number: type[Any]) -> None:
    for kind in (int, number, int):
        state = create(
            raw_antes=kind(0), raw_blinds_or_straddles=(kind(1), kind(2)), min_bet=kind(2)
        )
        assert [type(blind) for blind in state.blinds_or_straddles[:2]] == [kind, kind]
        assert type(state.antes[0]) is kind
        assert type(state.streets[0].min_completion_betting_or_raising_amount) is kind


@pytest.mark.parametrize("blinds", [[1, 2], {0: 1, 1: 2}])
def test_what_can_change_is_remembered_as_it_was(made: list[Counted], blinds: Any) -> None:
    for _ in range(2):
        assert create(raw_blinds_or_straddles=blinds).blinds_or_straddles == (1, 2, 0)
    assert len(made) == 1
    before = blinds.copy()
    blinds[1] = 5
    for _ in range(2):
        assert create(raw_blinds_or_straddles=blinds).blinds_or_straddles == (1, 5, 0)
    assert create(raw_blinds_or_straddles=before).blinds_or_straddles == (1, 2, 0)
    assert len(made) == 2
    blinds[1] = 5.0
    assert type(create(raw_blinds_or_straddles=blinds).blinds_or_straddles[1]) is float


@pytest.mark.parametrize("kind", [tuple, list, lambda values: dict(enumerate(values))])
def test_stacks_are_those_that_are_given(made: list[Counted], kind: Callable[..., Any]) -> None:
    large = 10**6
    for given in ([large, 300, 400], [large, 300, 400], [large, 301, 400], [large, 300.0, 400]):
        stacks = kind(given)
        for _ in range(2):
            found = create(raw_starting_stacks=stacks).starting_stacks
            assert [(type(one), one) for one in found] == [(type(one), one) for one in given]
        if kind is not tuple and float not in map(type, given):
            stacks[0] = Decimal("7.50")
            found = create(raw_starting_stacks=stacks).starting_stacks
            assert repr(found[0]) == "Decimal('7.50')"
            stacks[0] = Decimal("7.5")
            found = create(raw_starting_stacks=stacks).starting_stacks
            assert repr(found[0]) == "Decimal('7.5')"
    assert len(made) == 1


def test_other_players_make_no_other_game(made: list[Counted]) -> None:
    blinds = [1, 2]
    for count in (3, 4, 3, 2):
        state = create(raw_blinds_or_straddles=blinds, player_count=count)
        assert state.blinds_or_straddles == (1, 2, 0, 0)[:count]
    assert len(made) == 1
    # What was made of the list as it was is not what the list says later.
    blinds[1] = 7
    assert create(raw_blinds_or_straddles=[1, 2], player_count=5).blinds_or_straddles[1] == 2


def test_stacks_that_are_wrong_are_refused_after_good_ones(made: list[Counted]) -> None:
    for stacks in ((200, 0, 200), (200, -5), "many", (200, 10**30, 200)):
        create()
        with pytest.raises((TypeError, ValueError)) as again:
            create(raw_starting_stacks=stacks)
        with pytest.raises((TypeError, ValueError)) as anew:
            Counted((), True, 0, (1, 2), 2)(stacks, 3)  # type: ignore[arg-type]
        assert (type(again.value), str(again.value)) == (type(anew.value), str(anew.value))


def test_a_game_may_play_for_other_stacks_than_it_is_given() -> None:
    class Capped(NoLimitTexasHoldem):
        def __call__(
            self, raw_starting_stacks: Any, player_count: int, *, seed: int | bytes | None = None
        ) -> Any:
            return super().__call__(min(raw_starting_stacks, 100), player_count, seed=seed)

    found = [
        Capped.create_state(*FIELDS, stack, 2).starting_stacks[0] for stack in (50, 50, 200, 60)
    ]
    assert found == [50, 50, 100, 60]


def test_what_can_be_read_once_is_not_remembered(made: list[Counted]) -> None:
    for _ in range(2):
        blinds: Any = iter((1, 2))
        assert create(raw_blinds_or_straddles=blinds).blinds_or_straddles == (1, 2, 0)


def test_few_games_are_remembered(made: list[Counted]) -> None:
    for _ in range(2):
        for min_bet in range(1, 201):
            assert create(min_bet=min_bet).streets[0].min_completion_betting_or_raising_amount == (
                min_bet
            )
    assert len(made) >= 200
    assert len(Counted._recent) <= 64


def test_numbers_of_players_take_turns(made: list[Counted]) -> None:
    # Another number of players is another setup, but no other game.
    class Fresh(Counted):
        pass

    for _ in range(3):
        for player_count in (2, 6, 3):
            state = Fresh.create_state((), True, 0, (1, 2), 2, 200, player_count, seed=1)
            assert state.player_count == player_count
    # The last one comes first.
    assert [one.recall(200, 3) is None for one in Fresh._recent] == [False, True, True]
    assert len(made) == 1


@pytest.mark.parametrize("owner", [Counted, NoLimitTexasHoldem, TexasHoldemMixin])
def test_changed_classes_are_noticed(
    made: list[Counted], monkeypatch: pytest.MonkeyPatch, owner: type[Any]
) -> None:
    game = Counted(*FIELDS)
    assert [len(create().streets[0].hole_dealing_statuses), len(game(9, 2).deck)] == [2, 52]
    monkeypatch.setattr(owner, "hole_dealing_count", 3, raising=False)
    monkeypatch.setattr(owner, "deck", Deck.SHORT_DECK_HOLDEM, raising=False)
    assert len(create().streets[0].hole_dealing_statuses) == 3
    assert [len(create().deck), len(game(9, 2).deck)] == [36, 36]
    monkeypatch.undo()
    assert len(create().streets[0].hole_dealing_statuses) == 2
    assert [len(create().deck), len(game(9, 2).deck)] == [52, 52]


def test_changed_games_are_noticed() -> None:
    game = NoLimitTexasHoldem(*FIELDS)
    assert game(200, 2).antes == (0, 0)
    game.raw_antes = 3
    game.mode = Mode.CASH_GAME
    state = game(200, 2)
    assert state.antes == (3, 3)
    assert state.mode is Mode.CASH_GAME
    # A game of its own, as any two calls of the class make.
    assert NoLimitTexasHoldem.create_state(*FIELDS, 200, 2).antes == (0, 0)


@pytest.mark.parametrize("antes", [[0, 0], {0: 0, 1: 0}])
def test_antes_can_be_changed_in_place(antes: Any) -> None:
    game = NoLimitTexasHoldem((), True, antes, (1, 2), 2)
    stacks = (200, 200)
    assert game(stacks, 2).antes == game(stacks, 2).antes == (0, 0)
    antes[0] = 5
    assert game(stacks, 2).antes == game(stacks, 2).antes == (5, 0)


def test_automations_and_stakes_can_be_changed_in_place() -> None:
    automations: Any = [Automation.ANTE_POSTING]
    game = NoLimitTexasHoldem(automations, *FIELDS[1:])
    assert game(200, 2).automations == game(200, 2).automations == (Automation.ANTE_POSTING,)
    automations.append(Automation.BET_COLLECTION)
    assert game(200, 2).automations == tuple(automations)
    file = load("texas_holdem").game("No Limit", {"big_blind": 2})
    assert file(200, 2).blinds_or_straddles == file(200, 2).blinds_or_straddles == (1, 2)
    file.stakes["big_blind"] = 6
    assert file(200, 2).blinds_or_straddles == (3, 6)


@pytest.mark.parametrize("used", [False, True])
def test_games_can_be_copied(used: bool) -> None:
    game = NoLimitTexasHoldem(*FIELDS)
    if used:
        game(200, 2)
    for other in (copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        other.raw_antes = 7
        assert other(200, 2).antes == (7, 7)
        assert other.streets == game.streets
    assert game(200, 2).antes == (0, 0)


def test_a_seed_decides_the_cards() -> None:
    automations = (
        Automation.ANTE_POSTING,
        Automation.BET_COLLECTION,
        Automation.BLIND_OR_STRADDLE_POSTING,
        Automation.HOLE_DEALING,
    )
    game = NoLimitTexasHoldem(automations, *FIELDS[1:])
    hands = [game(200, 6, seed=seed).hole_cards for seed in (1, 1, 2)]
    created = NoLimitTexasHoldem.create_state(automations, *FIELDS[1:], 200, 6, seed=1).hole_cards
    assert hands[0] == hands[1] == created != hands[2]


def test_omaha_with_another_number_of_cards() -> None:
    class SevenCardOmaha(PotLimitOmahaHoldem):
        hole_dealing_count = 7

    state = SevenCardOmaha.create_state(*FIELDS, 200, 2)
    assert state.streets[0].hole_dealing_statuses == (False,) * 7
    assert PotLimitOmahaHoldem.create_state(*FIELDS, 200, 2).streets[0].hole_dealing_statuses == (
        (False,) * 4
    )


def test_short_deck_with_other_hands() -> None:
    class ShortDeckGreek(NoLimitShortDeckHoldem):
        hand_types = (GreekHoldemHand,)

    state = ShortDeckGreek.create_state(*FIELDS, 200, 2)
    assert state.hand_types == (GreekHoldemHand,)
    assert len(state.deck) == 36


def test_a_deck_of_ones_own() -> None:
    class Stripped(NoLimitTexasHoldem):
        deck: ClassVar[tuple[Card, ...]] = tuple(Deck.STRIPPED)

    assert sorted(map(repr, Stripped.create_state(*FIELDS, 200, 2).deck)) == sorted(
        map(repr, Deck.STRIPPED)
    )


def test_a_game_with_mixins() -> None:
    class Cautious(FixedLimitPokerMixin, TexasHoldemMixin, games.Holdem):
        max_completion_betting_or_raising_count = 2

    game = Cautious((), True, 0, (1, 2), 2, 4)
    streets = [street for street in game.streets if isinstance(street, Street)]
    assert len(streets) == len(game.streets)
    assert {street.max_completion_betting_or_raising_count for street in streets} == {2}
    assert game.betting_structure is BettingStructure.FIXED_LIMIT
    assert Cautious.create_state((), True, 0, (1, 2), 2, 4, 200, 2).streets == game.streets


def test_a_game_with_streets_of_its_own() -> None:
    class BombPot(NoLimitPokerMixin, TexasHoldemMixin, Poker):
        pass

    streets = (
        Street(True, (False, False), 3, False, Opening.POSITION, 10, None),
        Street(True, (), 1, False, Opening.POSITION, 10, None),
        Street(True, (), 1, False, Opening.POSITION, 10, None),
    )
    game = BombPot((), streets, True, 10, 0, 0, starting_board_count=2)
    assert (game.max_hole_card_count, game.max_board_card_count, game.min_bet) == (2, 5, 10)
    assert game(1000, 4).starting_board_count == 2


def test_create_state_of_a_user() -> None:
    # What users may do, though not in the place of the other games.
    class Heads(NoLimitPokerMixin, TexasHoldemMixin, UnfixedLimitHoldem):
        @classmethod
        def create_state(cls, stack: int) -> Any:  # type: ignore[override]
            return cls(*FIELDS)(stack, 2)

    assert Heads.create_state(30).starting_stacks == (30, 30)


@pytest.mark.parametrize("bet", [0, -1])
def test_bets_are_positive(bet: int) -> None:
    with pytest.raises(ValueError):
        NoLimitTexasHoldem((), True, 0, (1, 2), bet)
    with pytest.raises(ValueError):
        FixedLimitTexasHoldem((), True, 0, (1, 2), 2, bet)
    with pytest.raises(ValueError):
        KuhnPoker.create_state((), True, 1, bet)


def test_hands_that_cannot_be_played() -> None:
    with pytest.raises(ValueError):
        NoLimitTexasHoldem((), True, 0, 0, 2)(200, 2)
    with pytest.raises(ValueError):
        NoLimitTexasHoldem(*FIELDS)(0, 2)
    with pytest.raises(ValueError):
        NoLimitTexasHoldem(*FIELDS)(200, 1)
    with pytest.raises(ValueError):
        games.FixedLimitRazz((), True, 1, 2, 2, 4)(200, 2)
    # It is no error that a game is remembered after.
    for _ in range(2):
        with pytest.raises(ValueError):
            NoLimitTexasHoldem.create_state(*FIELDS, 0, 2)


def test_there_is_not_always_one_bet() -> None:
    with pytest.raises(ValueError, match="the small bet is 2, the big bet 4"):
        _ = FixedLimitTexasHoldem((), True, 0, (1, 2), 2, 4).min_bet
    assert FixedLimitTexasHoldem((), True, 0, (1, 2), 2, 2).min_bet == 2


def test_options_go_by_keyword_only() -> None:
    arguments: tuple[Any, ...] = (*FIELDS, Mode.CASH_GAME)
    with pytest.raises(TypeError):
        NoLimitTexasHoldem(*arguments)


def test_standard_hands_are_not_the_only_ones() -> None:
    assert NoLimitTexasHoldem.hand_types == (StandardHighHand,)
    concrete = {name for name in games.__all__ if _is_concrete(getattr(games, name))}
    assert set(game_names()) == concrete
    assert concrete == {
        name
        for name in games.__all__
        if name.startswith(("FixedLimit", "PotLimit", "NoLimit"))
        and not name.endswith("Mixin")
        and name != "FixedLimitSingleDraw"
    } | {
        "KuhnPoker",
        "LeducHoldem",
        "Numeral211Holdem",
        "RhodeIslandHoldem",
        "RoyalRhodeIslandHoldem",
    }


def _is_concrete(cls: Any) -> bool:
    return isinstance(cls, type) and issubclass(cls, Poker) and hasattr(cls, "hand_types")


def test_create_state_takes_what_the_class_and_its_games_take() -> None:
    class Ring(NoLimitTexasHoldem):
        """A game with stakes of its own."""

        def __init__(self, automations: tuple[Automation, ...], big_blind: int = 2) -> None:
            """Make a game.

            Args:
                automations: What is done without being asked for.
                big_blind: The blind.
            """
            super().__init__(automations, True, 0, (big_blind // 2, big_blind), big_blind)

        def __call__(
            self,
            raw_starting_stacks: Any = 100,
            player_count: int = 6,
            *,
            seed: int | bytes | None = None,
        ) -> Any:
            return super().__call__(raw_starting_stacks, player_count, seed=seed)

    create: Any = Ring.create_state
    assert list(signature(create).parameters) == [
        "automations",
        "big_blind",
        "raw_starting_stacks",
        "player_count",
        "seed",
    ]
    assert create(()).blinds_or_straddles == (1, 2, 0, 0, 0, 0)
    assert create((), 10, 500, 2).starting_stacks == (500, 500)
    assert create((), player_count=3, big_blind=4).blinds_or_straddles == (2, 4, 0)
    assert create.__qualname__.endswith("Ring.create_state")
    assert "big_blind: The blind." in create.__doc__
    with pytest.raises(TypeError, match="create_state"):
        create((), small_blind=1)
