"""The names of the rankings and what they say about themselves."""

import pytest

import reference
from croupier import rankings


def test_every_ranking_is_there() -> None:
    assert set(reference.names()) <= set(rankings.names())


def test_every_ranking_has_an_oracle() -> None:
    assert set(rankings.names()) <= set(reference.names())


def test_names_are_a_tuple_without_repetition() -> None:
    names = rankings.names()
    assert isinstance(names, tuple)
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("name", reference.names())
def test_description_of_a_ranking(name: str) -> None:
    ranking, takes = rankings.get(name), reference.spec(name)
    assert ranking.name == name
    assert set(takes.aliases) <= set(ranking.aliases)
    assert (ranking.minimum_cards, ranking.maximum_cards) == (takes.minimum, takes.maximum)


@pytest.mark.parametrize("name", reference.names())
def test_aliases_lead_to_the_ranking(name: str) -> None:
    for alias in rankings.get(name).aliases:
        assert rankings.get(alias).name == name
        assert alias not in rankings.names()


@pytest.mark.parametrize(
    ("alias", "name"),
    [
        ("higudi", "hidugi"),
        ("high_wild", "high_wild_bug"),
        ("low_pip_6", "low_pip_6_cards"),
    ],
)
def test_published_aliases(alias: str, name: str) -> None:
    assert rankings.get(alias).name == name


@pytest.mark.parametrize(
    ("typo", "meant"), [("a5_lwo", "a5_low"), ("badugy", "badugi"), ("soko_hihg", "soko_high")]
)
def test_unknown_names_suggest_known_ones(typo: str, meant: str) -> None:
    with pytest.raises(ValueError) as caught:
        rankings.get(typo)
    assert typo in str(caught.value)
    assert meant in str(caught.value)
