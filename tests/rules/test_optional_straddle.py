"""A straddle that the player after the big blind may post before the cards, or decline."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.agents import Caller, Folder, RandomAgent, RuleAgent, choose_default, parse_move
from croupier.agents.external.messages import describe_view, read_answer
from croupier.agents.legal_moves import choose_randomly
from croupier.agents.moves import Move, move_of
from croupier.errors import RuleError
from croupier.games import (
    FixedLimitSevenCardStud,
    FixedLimitTexasHoldem,
    NoLimitTexasHoldem,
    PotLimitOmahaHoldem,
)
from croupier.histories import HandHistory
from croupier.simulation import simulate
from croupier.state import (
    Automation,
    BlindOrStraddlePosting,
    Rules,
    State,
    StraddlePosting,
)
from croupier.tables import Table, TableBatch
from croupier.views.play_by_play import PlayByPlay

ALL = tuple(Automation)


class Straddled(NoLimitTexasHoldem):
    """Hold'em with the option."""

    optional_straddle = True


class StraddledLimit(FixedLimitTexasHoldem):
    """Limit hold'em with the option."""

    optional_straddle = True


class StraddledOmaha(PotLimitOmahaHoldem):
    """Omaha with the option."""

    optional_straddle = True


def start(stacks: Any = 200, count: int = 4, **options: Any) -> State:
    blinds = options.pop("blinds", (1, 2))
    antes = options.pop("antes", 0)
    return Straddled.create_state(ALL, True, antes, blinds, 2, stacks, count, seed=3, **options)


def test_nobody_is_asked_unless_the_game_says_so() -> None:
    state = NoLimitTexasHoldem.create_state(ALL, True, 0, (1, 2), 2, 200, 4, seed=3)
    assert state.actor_index == 2 and not state.can_post_straddle()
    assert not state.optional_straddle
    with pytest.raises(RuleError, match="nobody has a blind or straddle to post"):
        state.post_straddle()


def test_the_player_after_the_big_blind_is_asked_before_the_cards() -> None:
    state = start()
    assert list(state.legal) == ["post_straddle"]
    assert state.legal["post_straddle"].min_amount == 4
    assert state.turn_index == state.decider_index == state.legal.player_index == 2
    assert not any(map(len, state.hole_cards)) and state.street_index is None
    assert state.verify_straddle_posting() == (2, 4)
    assert state.verify_straddle_posting(False) == (2, 0)


def test_a_straddle_is_the_opening_bet_and_its_player_acts_last() -> None:
    state = start()
    assert state.post_straddle() == StraddlePosting(2, 4, True)
    assert state.bets == [1, 2, 4, 0] and state.blinds_or_straddles == (1, 2, 4, 0)
    assert state.actor_index == 3
    assert state.legal["complete_bet_or_raise_to"].min_amount == 8
    for _ in range(3):
        state.check_or_call()
    assert state.actor_index == 2 and state.checking_or_calling_amount == 0
    # The option of the straddler, as of a big blind.
    assert state.legal["complete_bet_or_raise_to"].min_amount == 8
    state.check_or_call()
    assert state.street_index == 1 and state.actor_index == 0


def test_a_player_who_declines_the_straddle_acts_in_turn() -> None:
    state = start()
    assert state.post_straddle(False) == StraddlePosting(2, 0, False)
    other = NoLimitTexasHoldem.create_state(ALL, True, 0, (1, 2), 2, 200, 4, seed=3)
    assert state.actor_index == other.actor_index == 2
    assert state.bets == other.bets and state.blinds_or_straddles == other.blinds_or_straddles
    assert [list(cards) for cards in state.hole_cards] == [list(one) for one in other.hole_cards]
    assert state.legal["complete_bet_or_raise_to"] == other.legal["complete_bet_or_raise_to"]


def test_two_players_have_nobody_to_ask() -> None:
    state = start(count=2)
    assert state.actor_index == 1 and not state.can_post_straddle()


def test_three_players_have_the_button_straddle() -> None:
    state = start(count=3)
    state.post_straddle()
    assert state.bets == [1, 2, 4] and state.actor_index == 0


@pytest.mark.parametrize("blinds", [(1, 2, -2), (1, 2, 4, 8)])
def test_who_posts_something_else_is_not_asked(blinds: tuple[int, ...]) -> None:
    assert not start(blinds=blinds).can_post_straddle()


def test_a_game_without_blinds_asks_nobody() -> None:
    game = FixedLimitSevenCardStud(ALL, True, 1, 1, 2, 4)
    game.optional_straddle = True
    assert not game(200, 4, seed=1).can_post_straddle()


def test_blinds_come_first_where_they_are_posted_by_hand() -> None:
    state = Straddled.create_state((), True, 0, (1, 2), 2, 200, 3, seed=1)
    assert not state.can_post_straddle() and state.turn_index is None
    state.post_blind_or_straddle()
    state.post_blind_or_straddle()
    assert list(state.legal) == ["post_straddle"] and not state.can_deal_hole()
    state.post_straddle()
    assert state.can_deal_hole()


def test_fixed_limit_counts_it_as_a_raise() -> None:
    def raise_all(optional: bool) -> int:
        cls = StraddledLimit if optional else FixedLimitTexasHoldem
        blinds = (1, 2) if optional else (1, 2, 4)
        state = cls.create_state(ALL, True, 0, blinds, 2, 4, 200, 4, seed=1)
        if optional:
            state.post_straddle()
        count = 0
        while state.can_complete_bet_or_raise_to():
            state.complete_bet_or_raise_to()
            count += 1
        return count

    assert raise_all(True) == raise_all(False)


# Two all-ins: for less than the straddle, and for less than the big blind.
@pytest.mark.parametrize(("stack", "posted"), [(3, 3), (1, 1)])
def test_a_short_straddle_costs_others_what_it_would_in_full(stack: int, posted: int) -> None:
    state = start((200, 200, stack, 200))
    assert state.legal["post_straddle"].min_amount == posted
    assert state.post_straddle() == StraddlePosting(2, posted, True)
    assert state.actor_index == 3 and state.checking_or_calling_amount == 4
    assert state.legal["complete_bet_or_raise_to"].min_amount == 8
    for _ in range(3):
        state.check_or_call()
    assert state.street_index == 1
    while state.status:
        state.check_or_call()
    assert sum(state.stacks) == 600 + stack


def test_who_is_all_in_for_the_ante_is_not_asked() -> None:
    state = start((200, 200, 1, 200), antes=1)
    assert not state.can_post_straddle() and state.actor_index == 3


@pytest.mark.parametrize("cls", [Straddled, StraddledOmaha])
@pytest.mark.parametrize("rules", list(Rules))
@given(stacks=st.lists(st.integers(1, 40), min_size=3, max_size=6), seed=st.integers(0, 999))
def test_a_posted_straddle_is_a_forced_one(
    cls: Any, rules: Rules, stacks: list[int], seed: int
) -> None:
    """Play a hand in which it is posted, and the same hand with a straddle that must be posted."""
    count = len(stacks)
    game = cls(ALL, True, 1, (1, 2), 2)
    forced = cls(ALL, True, 1, (1, 2, 4), 2)
    game.rules = forced.rules = rules
    forced.optional_straddle = False
    one, two = game(tuple(stacks), count, seed=seed), forced(tuple(stacks), count, seed=seed)
    asked = one.can_post_straddle()
    assert asked == (stacks[2] > 1)
    if asked:
        one.post_straddle()
    random = Random(seed)
    while one.status:
        assert one.legal == two.legal if asked else True
        move = choose_randomly(one, random)
        if not asked:
            move.apply(one)
            continue
        assert move.apply(one) == move.apply(two)
    assert sum(one.stacks) == sum(stacks) and sum(one.payoffs) == 0
    if asked:
        assert one.payoffs == two.payoffs and not two.status
        assert one.blinds_or_straddles == two.blinds_or_straddles


def test_copies_pickles_and_views_know_of_it() -> None:
    asked = start()
    posted = start()
    posted.post_straddle()
    for state in (asked, posted):
        for other in (pickle.loads(pickle.dumps(state)), state.copy()):
            assert other == state and other.legal == state.legal
        assert state.observe(1).legal == state.legal
    assert asked.observe(0).can_post_straddle() and asked != posted


@pytest.mark.parametrize("posts", [True, False])
def test_histories_have_it_among_the_blinds(posts: bool) -> None:
    game = Straddled(ALL, True, 0, (1, 2), 2)
    state = game((200, 150, 3, 90), 4, seed=5)
    state.post_straddle(posts)
    random = Random(1)
    while state.status:
        choose_randomly(state, random).apply(state)
    history = HandHistory.from_game_state(
        NoLimitTexasHoldem(ALL, True, 0, (1, 2), 2), state, players=["A", "B", "C", "D"]
    )
    assert history.blinds_or_straddles == [1, 2, 4 * posts, 0]
    read = HandHistory.loads(history.dumps())
    *_, last = read
    assert last.payoffs == state.payoffs and last.stacks == state.stacks
    written = [one for one in last.operations if not isinstance(one, BlindOrStraddlePosting)]
    played = [
        one
        for one in state.operations
        if not isinstance(one, BlindOrStraddlePosting | StraddlePosting)
    ]
    kinds = [type(one) for one in written if type(one).__name__ not in {"HoleDealing"}]
    assert kinds == [type(one) for one in played if type(one).__name__ not in {"HoleDealing"}]


def test_moves_are_written_read_and_said() -> None:
    state = start()
    for move in (Move("post_straddle", (True,)), Move("post_straddle", (False,))):
        assert Move.from_action(move.to_action(2)) == move
        assert read_answer(move.to_action(2), state) == move
    assert Move("post_straddle", (False,)).to_action(2) == "p3 st -"
    for said, does in {"straddle": True, "post": True, "no": False, "decline": False}.items():
        assert parse_move(said, state) == Move("post_straddle", (does,))
    assert choose_default(state) == Move("post_straddle", (False,))
    seen = describe_view(state.observe(2), 2)["legal"]
    assert seen == [{"name": "post_straddle", "min_amount": 4, "max_amount": 4}]
    operation = state.post_straddle()
    assert move_of(operation) == (2, Move("post_straddle", (True,)))
    assert describe_view(state.observe(3), 3)["actions"][0] == "p3 st"


@pytest.mark.parametrize("agent", [Caller(), Folder(), RuleAgent(seed=1)])
def test_built_in_agents_decline(agent: Any) -> None:
    assert agent.act(start().observe(2)) == Move("post_straddle", (False,))


def test_the_play_by_play_describes_an_optional_straddle() -> None:
    state = start(count=3)
    state.post_straddle()
    state.fold()
    state.fold()
    teller = PlayByPlay(["Ann", "Bob", "Cem"])
    told = [str(line) for one in state.operations for line in teller.describe(one, state)]
    assert told[2] == "Cem straddles for 4"
    assert told[-2:] == ["Cem takes back 2", "Cem wins 5"]


class Straddler(Caller):
    """Straddles always."""

    def act(self, view: State) -> Move:
        """Post it."""
        return Move("post_straddle") if view.can_post_straddle() else super().act(view)


def test_tables_ask_for_it_and_repeat() -> None:
    def play(agent: Any) -> list[Any]:
        game = Straddled(ALL, True, 0, (1, 2), 2)
        table = Table(game, [agent(place) for place in range(4)], stack=60, seed=4, rebuys=None)
        table.play(30)
        assert not any(player.faults for player in table.players)
        return [player.won for player in table.players]

    assert play(lambda _: Straddler()) == play(lambda _: Straddler())
    assert play(lambda place: RandomAgent(seed=place)) == play(
        lambda place: RandomAgent(seed=place)
    )


def test_simulations_and_batches_decline() -> None:
    plain = NoLimitTexasHoldem(ALL, True, 0, (1, 2), 2)
    asked = Straddled(ALL, True, 0, (1, 2), 2)
    one, two = (simulate(game, 200, seed=1, stacks=200, player_count=4) for game in (plain, asked))
    assert one.payoffs == two.payoffs
    numpy = pytest.importorskip("numpy")
    batches = [TableBatch(game, 8, stacks=200, player_count=4, seed=1) for game in (plain, asked)]
    assert all(numpy.array_equal(batch.stacks, batches[0].stacks) for batch in batches)
