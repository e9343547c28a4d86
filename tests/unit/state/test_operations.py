"""Operations as objects, and the list of them."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Sequence
from typing import Any

import pokerkit
import pytest

from croupier import state as module
from croupier.cards import Card
from croupier.state import (
    BetCollection,
    CheckingOrCalling,
    ChipsPushing,
    Folding,
    HoleDealing,
    NoOperation,
    Operation,
)
from unit.state.table import finish, holdem

# Each class with its fields in order.
FIELDS: dict[str, tuple[Any, ...]] = {
    "AntePosting": (0, 1),
    "BetCollection": ((1, 2),),
    "BlindOrStraddlePosting": (1, 2),
    "CardBurning": ("As",),
    "HoleDealing": (0, ("As", "Ks"), (False, True)),
    "BoardDealing": (("As", "Ks"),),
    "StandingPatOrDiscarding": (0, ("As",)),
    "Folding": (0,),
    "CheckingOrCalling": (0, 2),
    "BringInPosting": (0, 1),
    "CompletionBettingOrRaisingTo": (0, 4),
    "RunoutCountSelection": (0, None),
    "HoleCardsShowingOrMucking": (0, ()),
    "HandKilling": (0,),
    "ChipsPushing": ((3, 4), 0, 1, None),
    "ChipsPulling": (0, 7),
    "NoOperation": (),
}


def make(name: str, source: Any = module, **options: Any) -> Any:
    return getattr(source, name)(*FIELDS[name], **options)


# What other games than PokerKit's have.
OURS = {
    "BoardRemoval",
    "BoardReplacing",
    "CardBuying",
    "CardExposing",
    "CardPassing",
    "CardProtecting",
    "CardSeparation",
    "Choosing",
    "Declaration",
    "DiceRolling",
    "StraddlePosting",
}


def test_there_are_the_seventeen_of_pokerkit_and_ours() -> None:
    found = {
        name
        for name, value in vars(module).items()
        if isinstance(value, type) and issubclass(value, Operation) and value is not Operation
    }
    assert found == set(FIELDS) | OURS
    assert len(FIELDS) == 17


@pytest.mark.parametrize("name", FIELDS)
def test_fields_and_words_are_those_of_pokerkit(name: str) -> None:
    ours, theirs = make(name), make(name, pokerkit)
    assert repr(ours) == repr(theirs)
    assert type(ours).__match_args__ == tuple(type(theirs).__match_args__)
    for field, value in zip(type(ours).__match_args__, FIELDS[name], strict=True):
        assert getattr(ours, field) == value
    remark = make(name, commentary="why?")
    assert remark.commentary == "why?"
    assert repr(remark) == repr(make(name, pokerkit, commentary="why?"))


@pytest.mark.parametrize("name", FIELDS)
def test_operations_are_values(name: str) -> None:
    one, two = make(name), make(name)
    assert isinstance(one, Operation)
    assert one == two
    assert hash(one) == hash(two)
    assert one != make(name, commentary="why?")
    fields: object = FIELDS[name]
    assert one != fields
    assert len({one, two}) == 1
    for same in (pickle.loads(pickle.dumps(one)), copy.copy(one), copy.deepcopy(one)):
        assert same == one
        assert type(same) is type(one)
    remark = make(name, commentary="why?")
    assert pickle.loads(pickle.dumps(remark)) == remark
    kind: Any = type(one)
    named = dict(zip(kind.__match_args__, FIELDS[name], strict=True))
    assert getattr(module, name)(**named) == one


@pytest.mark.parametrize("name", FIELDS)
def test_operations_never_change(name: str) -> None:
    operation = make(name)
    for field in (*type(operation).__match_args__, "commentary", "colour"):
        with pytest.raises(AttributeError):
            setattr(operation, field, 1)


def test_operations_of_other_classes_differ() -> None:
    assert module.AntePosting(0, 1) != module.BringInPosting(0, 1)
    assert Folding(0) != NoOperation()


def test_fields_must_be_given() -> None:
    with pytest.raises(TypeError, match="amount"):
        CheckingOrCalling(0)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        Folding(0, "why?")  # type: ignore[call-arg]


def test_patterns_match() -> None:
    def tell(operation: Operation) -> str:
        match operation:
            case CheckingOrCalling(player, 0):
                return f"{player} checks"
            case CheckingOrCalling(player, amount):
                return f"{player} calls {amount}"
            case Folding(player_index=player):
                return f"{player} folds"
            case _:
                return type(operation).__name__

    state = holdem()
    told = [tell(state.check_or_call()), tell(state.fold()), tell(state.check_or_call())]
    assert told == ["2 calls 2", "0 folds", "1 checks"]
    assert tell(state.operations[-1]) == "BoardDealing"


def test_sums() -> None:
    assert ChipsPushing((3, 4), 0, None, None).total_amount == 7
    assert BetCollection((1, 2)).bets == (1, 2)


def test_the_list_of_operations() -> None:
    state = holdem()
    operations = state.operations
    assert isinstance(operations, Sequence)
    assert len(operations) == 8
    assert operations[0] == module.BlindOrStraddlePosting(0, 1)
    assert isinstance(operations[-1], HoleDealing)
    assert operations[1:3] == list(operations)[1:3]
    assert operations == list(operations) == operations.copy()
    assert operations == tuple(operations)
    assert repr(operations) == repr(list(operations))
    for index in (8, -9):
        with pytest.raises(IndexError):
            operations[index]
    with pytest.raises(TypeError):
        operations[0] = NoOperation()  # type: ignore[index]


def test_the_list_stays_what_it_was() -> None:
    state = holdem()
    before = state.operations
    folding = state.fold(commentary="no cards")
    assert len(before) == 8
    assert len(state.operations) == 9
    assert state.operations[-1] == folding == Folding(2, commentary="no cards")


def test_the_operation_is_returned_not_what_followed() -> None:
    state = holdem()
    for _ in range(2):
        state.check_or_call()
    assert state.check_or_call() == CheckingOrCalling(1, 0)
    assert [type(item).__name__ for item in state.operations[-4:]] == [
        "CheckingOrCalling",
        "BetCollection",
        "CardBurning",
        "BoardDealing",
    ]


def test_operations_replay_a_hand() -> None:
    state = finish(holdem())
    other = holdem(())
    for operation in state.operations:
        match operation:
            case module.BlindOrStraddlePosting(player, _):
                other.post_blind_or_straddle(player)
            case BetCollection():
                other.collect_bets()
            case module.CardBurning(card):
                other.burn_card(card)
            case HoleDealing(player, cards, _):
                other.deal_hole(cards, player)
            case module.BoardDealing(cards):
                other.deal_board(cards)
            case CheckingOrCalling():
                other.check_or_call()
            case module.HoleCardsShowingOrMucking(player, cards):
                other.show_or_muck_hole_cards(bool(cards), player)
            case module.HandKilling(player):
                other.kill_hand(player)
            case ChipsPushing():
                other.push_chips()
            case module.ChipsPulling(player, _):
                other.pull_chips(player)
            case _:
                raise AssertionError(operation)
    assert not other.status
    assert other.operations == state.operations
    assert Card.clean("As")[0] in (*other.cards_in_play, *other.cards_not_in_play)
