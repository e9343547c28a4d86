"""Agents that look at their cards, and how they find out what the cards are worth."""

from __future__ import annotations

from random import Random

import pytest

from croupier import games
from croupier.agents import Agent, RollOuts, choose_cards, find_share, make_agent
from croupier.agents.strength import Percentiles, find_showdown_of
from croupier.analysis import equity
from croupier.cards import Card
from croupier.games import FixedLimitBadugi, NoLimitTexasHoldem, load
from croupier.state import Automation, State
from croupier.tables import play_duplicate
from croupier.testing import check_agent

from .situations import configured_games, decisions

GAME = NoLimitTexasHoldem(tuple(Automation), True, 0, (1, 2), 2)


def opener(players: int) -> int:
    """Return who opens: the button of two, or the player after the big blind."""
    return 1 if players == 2 else 2


def dealt(cards: str, players: int = 2) -> State:
    """Return a hand of hold'em in which the player who opens has certain cards."""
    automations = tuple(one for one in Automation if one is not Automation.HOLE_DEALING)
    state = NoLimitTexasHoldem(automations, True, 0, (1, 2), 2)(200, players, seed=1)
    for index in range(players):
        state.deal_hole(cards if index == opener(players) else "????", index)
    return state.observe(opener(players))


@pytest.mark.parametrize("cards", ["AsAh", "7c2d", "JsTs"])
@pytest.mark.parametrize("players", [2, 4])
def test_roll_outs_agree_with_equities(cards: str, players: int) -> None:
    view = dealt(cards, players)
    expected = equity(cards, *[None] * (players - 1), samples=200_000, seed=1).equities[0]
    index = opener(players)
    assert find_share(view, index, 20_000, Random(1)) == pytest.approx(expected, abs=0.02)
    assert RollOuts(view, index, Random(2)).share(1500) == pytest.approx(expected, abs=0.05)


def test_roll_outs_play_every_game() -> None:
    random = Random(1)
    for name, game in configured_games():
        for state in decisions(game, seed=3):
            index = state.legal.player_index
            assert index is not None
            view = state.observe(index)
            rolls = RollOuts(view, index, random)
            before = view.copy()
            assert 0 <= rolls.share(2) <= 1, name
            # The share would be even if none of the hands could be played out.
            finished = rolls._fill(view._save())
            assert rolls._finish(finished) and not finished.status, name
            assert view == before
            break


def test_unknown_showdowns_are_played_out() -> None:
    state = games.NoLimitPineapple.create_state(
        tuple(Automation), True, 0, (1, 2), 2, 100, 2, seed=1
    )
    assert find_showdown_of(state) is None
    assert find_showdown_of(GAME(200, 2)) is not None
    assert 0 <= find_share(state.observe(1), 1, 200, Random(1)) <= 1


def test_percentiles_are_spread_evenly() -> None:
    random = Random(3)
    percentiles = Percentiles(random)
    found = []
    for seed in range(200):
        view = GAME(200, 2, seed=seed).observe(1)
        found.append(percentiles.find(view, 1, find_share(view, 1, 400, random)))
    assert 0.4 < sum(found) / len(found) < 0.6
    assert 30 < sum(one < 0.25 for one in found) < 75
    assert 30 < sum(one > 0.75 for one in found) < 75


def test_a_pair_is_thrown_away_in_badugi() -> None:
    automations = tuple(one for one in Automation if one is not Automation.HOLE_DEALING)
    state = FixedLimitBadugi(automations, True, 0, (1, 2), 2, 4)(100, 2, seed=1)
    state.deal_hole("Ac2d3hAs", 0)
    state.deal_hole("????????", 1)
    while state.stand_patter_or_discarder_index is None:
        state.check_or_call()
    move = choose_cards(state.observe(0), 0, 20_000, Random(1))
    assert move.arguments[0] in {tuple(Card.clean("Ac")), tuple(Card.clean("As"))}


@pytest.mark.parametrize("name", ["tight", "loose", "equity"])
def test_they_bet_aces_and_fold_the_worst(name: str) -> None:
    agent = make_agent(f"{name}:seed=1")
    assert agent.act(dealt("AsAh", 4)).name == "complete_bet_or_raise_to"  # type: ignore[union-attr]
    assert agent.act(dealt("7c2d", 6)).name == "fold"  # type: ignore[union-attr]


@pytest.mark.parametrize("name", ["tight", "loose", "equity:deals=150"])
def test_they_beat_random_play_and_calling(name: str) -> None:
    for other in ("random", "caller"):
        result = play_duplicate(GAME, name, other, 150, seed=4)
        assert result.won > 0, (name, other)
        assert result.faults == (0, 0)


@pytest.mark.parametrize("name", ["random", "caller", "folder", "tight", "loose"])
def test_they_do_nothing_wrong(name: str) -> None:
    report = check_agent(name, hands=2, seconds=5)
    assert report.is_fine, str(report)
    assert report.decisions > 100


def test_the_equity_agent_does_nothing_wrong() -> None:
    names = ["texas_holdem", "razz", "badugi", "anaconda", "anaconda_declare", "dramaha"]
    report = check_agent("equity:deals=60", names, hands=2, seconds=10)
    assert report.is_fine, str(report)


def test_seeds_decide() -> None:
    view = load("texas_holdem").game(None, {"small_bet": 2})(100, 3, seed=1).observe(2)

    def play(agent: Agent) -> list[object]:
        return [agent.act(view.copy()) for _ in range(20)]

    assert play(make_agent("random:seed=1")) == play(make_agent("random:seed=1"))
    assert play(make_agent("random:seed=1")) != play(make_agent("random:seed=2"))
