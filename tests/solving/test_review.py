"""Spots of hands that were played, reviews, and the agent that plays a solution."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from croupier import HandHistory
from croupier.agents import SolvedAgent, make_agent
from croupier.errors import AgentError, ParseError, SetupError, UnsupportedError
from croupier.solving import Node, Solution, Spot, choose_ranges, read_ranges, review_hands, solve
from croupier.solving.played import PlayedStreet, name_lines

from .slow_walk import AUTOMATIONS

HAND = """
variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 100, 300]
players = ["ann", "bob", "cid"]
actions = ["d dh p1 AhKd", "d dh p2 8s8d", "d dh p3 7c2d", "p3 cbr 6", "p1 f", "p2 cc",
    "d db 8hQsJc", "p2 cc", "p3 cbr 8", "p2 cc", "d db 2h", "p2 cc", "p3 cc",
    "d db Tc", "p2 cbr 20", "p3 cbr 286", "p2 cc"]
"""


def load(text: str = HAND) -> HandHistory:
    return HandHistory.loads(text)


def test_a_hand_is_followed_from_a_street_on() -> None:
    played = PlayedStreet.of(load(), "turn")
    assert played.players == (1, 2) and played.pot == 29 and played.stacks == (86, 286)
    assert [step.write(1) for step in played.steps] == ["x", "x", "Tc", "b20", "r86", "c"]
    assert [step.player for step in played.steps] == [0, 1, None, 0, 1, 0]
    assert name_lines(load()) == {2: "BTN open", 0: "SB fold", 1: "BB call"}


def test_spots_of_hands_have_their_chips() -> None:
    spot = Spot.from_history(load(), "river", ("88, AK", "72o, AA"), sizes="a / a")
    assert spot.pot == 29 and spot.stacks == (86, 286) and len(spot.board) == 5
    with pytest.raises(SetupError, match="flop, turn or river"):
        Spot.from_history(load(), "preflop", ("AA", "KK"))
    multiway = HAND.replace('"p1 f"', '"p1 cc"').replace('"d db 8hQsJc"', '"d db 8hQsJc", "p1 cc"')
    with pytest.raises(UnsupportedError, match="3 players are left on the flop"):
        Spot.from_history(load(multiway), "flop", ("AA", "KK"))
    over = load(HAND.partition('"d db Tc"')[0] + "]")
    with pytest.raises(SetupError, match="nobody can bet on the river"):
        Spot.from_history(over, "river", ("AA", "KK"))


def test_games_that_are_not_known_must_be_named() -> None:
    hand = HandHistory.loads(
        'variant = "FT"\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nsmall_bet = 2\nbig_bet = 4\n'
        'starting_stacks = [50, 50]\nactions = ["d dh p1 AsAh", "d dh p2 KsKh", "p2 cc", "p1 cc",'
        ' "d db 2s3d4h"]'
    )
    with pytest.raises(UnsupportedError, match="say the game"):
        Spot.from_history(hand, "flop", ("AA", "KK"))
    assert Spot.from_history(hand, "flop", ("AA", "KK"), game="nlhe").pot == 4


def test_what_nobody_does_is_not_judged() -> None:
    # With these ranges the solution never raises, so nothing follows from the call of a raise.
    ranges = {"bob": "88, AK, QJ", "cid": "72o, AA, KK, Q9"}
    [hand] = review_hands([("1", load())], "bob", street="river", ranges=ranges)
    assert [decision.taken for decision in hand.decisions] == ["bet 20"]
    assert hand.unjudged == 1 and hand.decisions[0].lost >= 0


def test_what_has_not_settled_is_not_judged() -> None:
    counts = []
    for iterations in (1, 2, 4, 300):
        [hand] = review_hands([("1", load())], "cid", street="turn", iterations=iterations)
        counts.append(hand.unjudged)
        for decision in hand.decisions:
            # What the solution itself does with the hand is about as good as the best.
            assert decision.frequency * decision.lost <= 0.02 * float(decision.pot)
    assert counts[0] > 0 == counts[-1]


def test_ranges_are_those_of_names_lines_and_rules_of_thumb() -> None:
    played = PlayedStreet.of(load(), "flop")
    chosen = choose_ranges(load(), played, {"bob": "QQ", "open": "AA"})
    assert chosen == [("BB call", "QQ"), ("BTN open", "top 43%")]
    chosen = choose_ranges(load(), played, {"BB call": "JJ", "BTN open": "55"})
    assert chosen == [("BB call", "JJ"), ("BTN open", "55")]
    assert read_ranges({"a": "AA"}) == {"a": "AA"}
    for wrong in (3, ["AA"], {"a": 3}):
        with pytest.raises(SetupError, match="by position and line"):
            read_ranges(wrong)
    with pytest.raises(ParseError):
        read_ranges({"a": "zz"})


@pytest.mark.parametrize("hero", ["bob", "cid"])
def test_reviews_say_what_decisions_cost(hero: str) -> None:
    (found,) = review_hands([("1", load())], hero, street="river", target="0.2%")
    assert found.passed == "" and found.exploitability <= 0.2
    lines = [decision.line for decision in found.decisions]
    assert lines == (["", "b20 r86"] if hero == "bob" else ["b20"])
    for decision in found.decisions:
        assert decision.street == "river" and decision.board == "8hQsJc2hTc"
        assert decision.lost >= 0 and decision.lost_big_blinds == decision.lost / 2
        if decision.taken == decision.best:
            assert decision.lost == 0
    if hero == "cid":
        # A pair of twos that raises all-in: the cost is what the solution says it is.
        played = PlayedStreet.of(load(), "river")
        ranges = [text for _, text in choose_ranges(load(), played, {})]
        assert found.ranges == (("BB call", ranges[0]), ("BTN open", ranges[1]))
        assert found.decisions[0].taken == "raise 86" and found.decisions[0].cards == "7c2d"


def test_reviews_pass_over_what_cannot_be_solved() -> None:
    folded = list(review_hands([("1", load())], "ann", street="river"))
    assert [hand.passed for hand in folded] == ["the player folded before"]
    unknown = load(HAND.replace("8s8d", "????"))
    (found,) = review_hands([("1", unknown)], "bob", street="river")
    assert "not known" in found.passed
    assert list(review_hands([("1", load())], "nobody")) == []
    with pytest.raises(SetupError, match="flop, turn or river"):
        list(review_hands([("1", load())], "bob", street="preflop"))


def test_a_whole_review_begins_with_the_flop() -> None:
    opened = "AA, KQs, 72o, 98s, T9s, AKs, K9s, QTs"
    ranges = {"BB call": "88, QJs, T9s", "BTN open": opened}
    (found,) = review_hands([("1", load())], "bob", ranges=ranges, target="2%")
    assert [decision.street for decision in found.decisions] == [
        "flop",
        "flop",
        "turn",
        "river",
        "river",
    ]
    assert [decision.taken for decision in found.decisions[:3]] == ["check", "call", "check"]


# The agent.


@pytest.fixture(scope="module")
def solution(tmp_path_factory: pytest.TempPathFactory) -> tuple[Solution, Path]:
    spot = Spot(
        board="Th8h3c5d",
        pot=20,
        stacks=60,
        ranges=("AA, KQs, 98s, 76s", "TT, A8s, 87s, QJs"),
        sizes="60% / a",
        force_all_in=0.15,
    )
    path = tmp_path_factory.mktemp("solved") / "spot.crs"
    found = solve(spot, "0.3%", threads=1)
    found.save(path)
    return found, path


def deal(spot: Spot, hands: list[str], runout: str, agents: list[SolvedAgent]) -> float:
    """Play a hand from the spot on, and return what the first player wins of the pot."""
    from croupier import NoLimitTexasHoldem

    half = int(spot.pot) // 2
    state = NoLimitTexasHoldem.create_state(
        AUTOMATIONS, False, half, (0, 0), 1, int(spot.stacks[0]) + half, 2
    )
    for hand in hands:
        state.deal_hole(hand)
    cards = [repr(card) for card in spot.board] + [runout]
    while state.status:
        if state.can_burn_card():
            state.burn_card("??")
        elif state.can_deal_board():
            count = 3 if not list(state.get_board_cards(0)) else 1
            state.deal_board("".join(cards[:count]))
            del cards[:count]
        elif state.actor_index is not None:
            player = state.actor_index
            agents[player].act(state.observe(player)).apply(state)
        else:
            break
    return float(state.stacks[0]) - float(spot.stacks[0])


def test_the_agent_wins_what_the_solution_says(solution: tuple[Solution, Path]) -> None:
    found, path = solution
    agents = [SolvedAgent(str(path), seed) for seed in (1, 2)]
    chance = random.Random(5)
    spot = found.spot
    pairs = [
        (one, two)
        for one in found.hands[0]
        for two in found.hands[1]
        if len({one[:2], one[2:], two[:2], two[2:]}) == 4
    ]
    from croupier.cards import Deck

    total = squares = 0.0
    count = 600
    for _ in range(count):
        hands = list(chance.choice(pairs))
        held = {*map(repr, spot.board), *(h[i : i + 2] for h in hands for i in (0, 2))}
        runout = chance.choice([repr(card) for card in Deck.STANDARD if repr(card) not in held])
        for agent in agents:
            agent.start_hand(None)
        won = deal(spot, hands, runout, agents)
        total += won
        squares += won * won
    mean = total / count
    error = ((squares / count - mean * mean) / count) ** 0.5
    assert mean == pytest.approx(found.ev[0], abs=4 * error + found.exploitability.chips)
    assert agents[0].mapped == agents[1].mapped == 0


def start(spot: Spot, board: str, hands: tuple[str, str] = ("AsAd", "TsTd"), stack: int = 60):  # type: ignore[no-untyped-def]
    from croupier import NoLimitTexasHoldem

    half = int(spot.pot) // 2
    state = NoLimitTexasHoldem.create_state(AUTOMATIONS, False, half, (0, 0), 1, stack + half, 2)
    for hand in hands:
        state.deal_hole(hand)
    for cards in (board[:6], board[6:8]):
        for _ in range(2):
            state.check_or_call()
        if cards:
            state.burn_card("??")
            state.deal_board(cards)
    return state


def test_the_agent_refuses_other_spots(solution: tuple[Solution, Path]) -> None:
    found, path = solution
    agent = make_agent(f"solved:{path}")
    assert isinstance(agent, SolvedAgent)
    with pytest.raises(AgentError, match="for the board Th8h3c5d, not for") as raised:
        agent.act(start(found.spot, "Th8h3c6d").observe(0))
    assert raised.value.code == "other-board"
    with pytest.raises(AgentError, match="stacks of 60") as raised:
        agent.act(start(found.spot, "Th8h3c5d", stack=61).observe(0))
    with pytest.raises(AgentError, match="has no KsKd"):
        agent.act(start(found.spot, "Th8h3c5d", ("KsKd", "TsTd")).observe(0))
    assert agent.act(start(found.spot, "Th8h3c5d").observe(0)).name
    with pytest.raises(SetupError, match="No such file"):
        make_agent("solved:nothing.crs")
    with pytest.raises(SetupError):
        make_agent(f"solved:{path},colour=red")


def test_sizes_off_the_tree_are_mapped_and_counted(solution: tuple[Solution, Path]) -> None:
    found, path = solution
    agent = SolvedAgent(str(path), 1)
    state = start(found.spot, "Th8h3c5d")
    state.complete_bet_or_raise_to(9)
    move = agent.act(state.observe(1))
    assert agent.mapped == 1 and move.can_apply(state)
    # The same size is taken the same way, and counted once.
    agent.act(state.observe(1))
    assert agent.mapped == 1


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("agent_first", [True, False])
@pytest.mark.parametrize("size", [1, 3, 20, 40, 55, 59])
def test_hands_go_on_after_sizes_off_the_tree(
    solution: tuple[Solution, Path], size: int, agent_first: bool, seed: int
) -> None:
    """A size may be taken for a check, or for all-in: what follows is in the tree or nothing."""
    found, path = solution
    agent = SolvedAgent(str(path), seed)
    own = 0 if agent_first else 1
    state = start(found.spot, "Th8h3c5d")
    chance = random.Random(seed)
    for _ in range(2):
        while state.actor_index is not None:
            player = state.actor_index
            if player == own:
                move = agent.act(state.observe(player))
                assert move.can_apply(state)
                move.apply(state)
            elif state.can_complete_bet_or_raise_to(size) and chance.random() < 0.8:
                state.complete_bet_or_raise_to(size)
            else:
                state.check_or_call()
        if not state.can_burn_card():
            break
        state.burn_card("??")
        state.deal_board("2s")
    # The hand is over, or nothing but the showdown is left of it.
    assert state.actor_index is None


def test_a_small_bet_is_taken_for_a_check(
    solution: tuple[Solution, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    found, path = solution
    agent = SolvedAgent(str(path), 1)
    monkeypatch.setattr(agent, "_map", lambda step, actions, pot: "x")
    state = start(found.spot, "Th8h3c5d")
    state.check_or_call()
    state.complete_bet_or_raise_to(1)
    # There is nothing in the tree after two checks but the next card: it is called.
    assert agent.act(state.observe(0)).name == "check_or_call"
    state.check_or_call()
    state.burn_card("??")
    state.deal_board("2s")
    agent.act(state.observe(0)).apply(state)
    assert agent._follow(["x", "b1", "c", "2s"])[0] == ["x", "x", "2s"]
    assert agent._follow(["b1", "c", "2s"])[0] == ["x", "x", "2s"]
    assert agent._follow(["b1", "r12", "c", "2s"])[0] == ["x", "b12", "c", "2s"]
    # How sizes were taken is known by what was done before, and each is counted once.
    assert agent.mapped == 2


def test_a_raise_that_the_tree_has_no_size_for_is_refused(
    solution: tuple[Solution, Path],
) -> None:
    agent = SolvedAgent(str(solution[1]), 1)
    root = solution[0].root
    (bet,) = [action for action in root._notations if action[0] == "b"]
    (all_in,) = [each for each in solution[0].node(bet)._notations if each[0] == "r"]
    with pytest.raises(AgentError, match="has no raise there") as raised:
        agent._follow([bet, all_in, "r70"])
    assert raised.value.code == "other-line"


def test_the_mapping_is_pseudo_harmonic(solution: tuple[Solution, Path]) -> None:
    agent = SolvedAgent(str(solution[1]), 3)
    # Between a half of the pot and all of it: (1 - x)(1 + 1/2) / ((1 - 1/2)(1 + x)) of the time.
    size = 75
    share = (1 - 0.75) * 1.5 / (0.5 * 1.75)
    count = sum(agent._map(f"b{size}", ["x", "b50", "b100"], 100) == "b50" for _ in range(4000))
    assert count / 4000 == pytest.approx(share, abs=0.03)
    assert agent._map("b500", ["x", "b50", "b100"], 100) == "b100"
    with pytest.raises(AgentError, match="no raise there"):
        agent._map("r500", ["f", "c"], 100)


def test_commands_review_and_solve_hands(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from croupier.cli.app import run

    path = tmp_path / "hand.phh"
    path.write_text(HAND, "utf-8")
    ranges = tmp_path / "ranges.json"
    ranges.write_text(json.dumps({"BB call": "88, QJs, T9s", "cid": "AA, 72o, KQs"}), "utf-8")
    assert run(["review", str(path), "--hero", "bob", "--street", "river"]) == 0
    output = capsys.readouterr().out
    assert "in 1 hand that was solved" in output and "nan" not in output
    assert "Assumed" in output and "BTN open" in output
    assert run(["review", str(path), "--hero", "bob", "--ranges", str(ranges), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["hands"][0]["ranges"][1] == ["BTN open", "AA, 72o, KQs"]
    assert len(document["hands"][0]["decisions"]) + document["hands"][0]["unjudged"] == 5
    assert run(["review", str(path), "--hero", "eve"]) == 2
    assert "there is no player 'eve'" in capsys.readouterr().err
    solved = ["solve", "--from", str(path), "--street", "river", "--ranges", str(ranges)]
    assert run([*solved, "--bet", "a", "--raise", "a"]) == 0
    assert "BTN open, has AA, 72o, KQs" in capsys.readouterr().out
    assert run(["solve", "--from", str(path), "--hand", "2"]) == 2
    assert "there is no hand 2" in capsys.readouterr().err


def test_nodes_are_pictures(solution: tuple[Solution, Path]) -> None:
    node: Node = solution[0].root
    assert str(node._repr_html_()).startswith("<svg")
    assert "bet 12" in str(node.svg(title="turn"))
