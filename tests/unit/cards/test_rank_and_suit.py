"""Ranks, their orders, and suits."""

from __future__ import annotations

import copy
import pickle

import pokerkit
import pytest

from croupier.cards import Rank, RankOrder, Suit


def test_ranks_and_suits_are_those_of_pokerkit() -> None:
    for ours, theirs in ((Rank, pokerkit.Rank), (Suit, pokerkit.Suit)):
        assert [(member.name, member.value) for member in ours] == [
            (member.name, member.value) for member in theirs
        ]
        assert [repr(member) for member in ours] == [repr(member) for member in theirs]
        assert [str(member) for member in ours] == [str(member) for member in theirs]


def test_rank_orders_are_those_of_pokerkit() -> None:
    for theirs in pokerkit.RankOrder:
        ours = RankOrder[theirs.name]
        assert isinstance(ours, tuple)
        assert "".join(ours) == "".join(theirs)
        assert all(type(rank) is Rank for rank in ours)
        assert repr(ours) == repr(theirs)


def test_walking_through_ranks_leaves_the_joker_out() -> None:
    assert "".join(Rank) == "A23456789TJQK?"
    assert "".join(reversed(Rank)) == "?KQJT98765432A"
    assert len(Rank) == len(list(Rank)) == 14
    assert Rank.JOKER not in list(Rank)


def test_joker_is_a_rank_in_every_other_way() -> None:
    assert Rank("*") is Rank.JOKER
    assert Rank["JOKER"] is Rank.JOKER
    assert isinstance(Rank.JOKER, Rank)
    assert Rank.JOKER in Rank
    assert Rank.JOKER.name == "JOKER"
    assert Rank.JOKER.value == "*"
    assert f"{Rank.JOKER}s" == "*s"
    assert repr(Rank.JOKER) == "<Rank.JOKER: '*'>"


@pytest.mark.parametrize("member", [*Rank, Rank.JOKER, *Suit, *RankOrder])
def test_members_survive_copies_and_pickles(member: object) -> None:
    assert pickle.loads(pickle.dumps(member)) is member
    assert copy.copy(member) is member
    assert copy.deepcopy(member) is member


def test_stripped_order() -> None:
    assert "".join(RankOrder.STRIPPED) == "234567JQKA"


@pytest.mark.parametrize(
    ("alias", "name"),
    [
        ("ROYAL_POKER", "ROYAL_HOLDEM"),
        ("ROYAL", "ROYAL_HOLDEM"),
        ("SHORT", "SHORT_DECK_HOLDEM"),
        ("KUHN", "KUHN_POKER"),
        ("NUMERAL211", "NUMERAL211_HOLDEM"),
    ],
)
def test_second_names_of_orders(alias: str, name: str) -> None:
    assert RankOrder[alias] is RankOrder[name]
    assert RankOrder[alias].name == name


@pytest.mark.parametrize(("kind", "text"), [(Rank, "1"), (Rank, "a"), (Suit, "x"), (Suit, "S")])
def test_error_names_what_is_no_member(kind: type[Rank | Suit], text: str) -> None:
    with pytest.raises(ValueError, match=f"^'{text}' is not a valid {kind.__name__}$"):
        kind(text)
