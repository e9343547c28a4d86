"""Agents that look at their cards, and how they find out what the cards are worth."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from croupier import games
from croupier.agents import Agent, find_share, make_agent
from croupier.analysis import equity
from croupier.cards import Card
from croupier.games import FixedLimitBadugi, NoLimitTexasHoldem, load
from croupier.state import Automation, State
from croupier.tables import play_duplicate
from croupier.testing import check_agent

from .situations import custom_games, decisions

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
def test_shares_agree_with_equities(cards: str, players: int) -> None:
    view = dealt(cards, players)
    expected = equity(cards, *[None] * (players - 1), samples=200_000, seed=1).equities[0]
    index = opener(players)
    assert find_share(view, index, 20_000, Random(1)) == pytest.approx(expected, abs=0.02)


def test_shares_are_found_in_every_game() -> None:
    random = Random(1)
    found = set()
    for name, game in custom_games():
        for state in decisions(game, seed=3):
            index = state.legal.player_index
            assert index is not None
            view = state.observe(index)
            before = view.copy()
            share = find_share(view, index, 96, random)
            assert 0 <= share <= 1, name
            assert view == before
            found.add(share)
            break
    # It would be the same everywhere if hands could not be played out.
    assert len(found) > 60


def test_hands_that_are_played_out_are_worth_what_equities_say() -> None:
    # Pineapple is hold'em with three cards of which one goes: the core plays it out.
    automations = tuple(one for one in Automation if one is not Automation.HOLE_DEALING)
    shares = []
    for cards in ("2cAsAh", "3h7c2d"):
        state = games.NoLimitPineapple.create_state(automations, True, 0, (1, 2), 2, 100, 2, seed=1)
        state.deal_hole(cards, 0)
        state.deal_hole("??????", 1)
        shares.append(find_share(state.observe(0), 0, 8000, Random(1)))
    assert shares[0] > 0.6 > shares[1]


def test_a_pair_is_thrown_away_in_badugi() -> None:
    automations = tuple(one for one in Automation if one is not Automation.HOLE_DEALING)
    state = FixedLimitBadugi(automations, True, 0, (1, 2), 2, 4)(100, 2, seed=1)
    state.deal_hole("Ac2d3hAs", 0)
    state.deal_hole("????????", 1)
    while state.stand_patter_or_discarder_index is None:
        state.check_or_call()
    move: Any = make_agent("equity:deals=4000,seed=1").act(state.observe(0))
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
