"""PokerKit's page on simulation: phases, operations, and what is done up to the cards."""

from __future__ import annotations

import warnings
from typing import Any

import pytest

import croupier.state
from croupier import (
    Automation,
    Card,
    FixedLimitDeuceToSevenLowballTripleDraw,
    FixedLimitRazz,
    FixedLimitSevenCardStud,
    Mode,
    NoLimitTexasHoldem,
    State,
)

from .pokerkit_tables import (
    ALL,
    AUTOMATIONS,
    BY_HAND,
    OPERATIONS,
    PHASES,
    TRIPLETS,
    holdem,
)

# Section: Transitions
# Section: Phases

# What can be done without a player's decision, in the order in which it is tried.
NEXT = [name for name, _ in OPERATIONS if name not in ("fold", "complete_bet_or_raise_to")]


def play(state: State) -> list[str]:
    """Do everything by hand, checking and calling, and return what was done."""
    done = []
    while state.status:
        # Nobody wants the board to be run more often.
        for name in NEXT:
            if name != "select_runout_count" and getattr(state, f"can_{name}")():
                getattr(state, name)()
                done.append(name)
                break
        else:
            raise AssertionError("nothing can be done")
    return done


def phases(done: list[str]) -> list[str]:
    """Return the phases of operations, each once as long as it lasts."""
    of = {name: phase for phase, names in PHASES.items() for name in names}
    found: list[str] = []
    for name in done:
        if not found or found[-1] != of[name]:
            found.append(of[name])
    return found


ROUND = ["Dealing", "Betting", "Bet Collection"]


def test_phases_follow_each_other() -> None:
    first = ["Ante Posting", "Bet Collection", "Blind or Straddle Posting", *ROUND]
    # Nobody bets after the flop, so nothing is collected.
    later = ["Dealing", "Betting"] * 3
    last = ["Showdown", "Hand Killing", "Chips Pushing", "Chips Pulling"]
    assert phases(play(holdem())) == [*first, *later, *last]


@pytest.mark.parametrize(
    ("options", "skipped"),
    [({"antes": 0}, "Ante Posting"), ({"players": 3}, None)],
)
def test_a_phase_without_anything_to_do_is_skipped(
    options: dict[str, Any], skipped: str | None
) -> None:
    found = phases(play(holdem(**options)))
    assert set(PHASES) - set(found) == ({skipped} if skipped else set())


def test_without_blinds_their_phase_is_skipped() -> None:
    state = NoLimitTexasHoldem.create_state((), True, 1, 0, 2, 200, 3, seed=1)
    assert "Blind or Straddle Posting" not in phases(play(state))


def test_where_one_player_remains_nothing_is_dealt_bet_or_shown() -> None:
    state = holdem(BY_HAND)
    for _ in range(6):
        state.deal_hole()
    state.fold()
    state.fold()
    names = [type(one).__name__ for one in state.operations]
    assert not state.status and names[-3:] == ["BetCollection", "ChipsPushing", "ChipsPulling"]
    assert "HoleCardsShowingOrMucking" not in names and "BoardDealing" not in names


def test_where_all_are_all_in_nobody_bets() -> None:
    state = holdem(ALL, players=2)
    state.complete_bet_or_raise_to(199)
    state.check_or_call()
    assert not state.status and len(state.board_cards) == 5


def test_the_pot_is_pushed_and_pulled_always() -> None:
    for state in (holdem(), holdem(antes=0), holdem(players=2)):
        done = play(state)
        assert done[-1] == "pull_chips" and "push_chips" in done


def test_an_operation_is_for_its_phase_only() -> None:
    state = holdem()
    of = {name: phase for phase, names in PHASES.items() for name in names}
    seen = set()
    while state.status:
        can = [name for name, _ in OPERATIONS if getattr(state, f"can_{name}")()]
        (phase,) = {of[name] for name in can}
        seen.add(phase)
        name = next(name for name in NEXT if name in can)
        getattr(state, name)()
    assert seen == set(PHASES)


# Section: Operations


def one_of_each() -> dict[str, Any]:
    """Return what each operation returned."""
    found: dict[str, Any] = {}

    def do(state: State, name: str, *arguments: Any, **options: Any) -> None:
        found[name] = getattr(state, name)(*arguments, **options)

    state = holdem(mode=Mode.CASH_GAME)
    for name in ("post_ante",) * 3 + ("collect_bets",) + ("post_blind_or_straddle",) * 2:
        do(state, name)
    for _ in range(6):
        do(state, "deal_hole")
    do(state, "complete_bet_or_raise_to", 199)
    do(state, "fold")
    do(state, "check_or_call")
    state.collect_bets()
    do(state, "select_runout_count", runout_count=1)
    state.select_runout_count(runout_count=1)
    do(state, "show_or_muck_hole_cards", True)
    state.show_or_muck_hole_cards(True)
    while state.can_burn_card():
        do(state, "burn_card")
        do(state, "deal_board")
    for name in ("kill_hand", "push_chips", "pull_chips"):
        do(state, name)
    assert not state.status
    draw = FixedLimitDeuceToSevenLowballTripleDraw.create_state(
        ALL, True, 0, (1, 2), 2, 4, 200, 2, seed=1
    )
    while draw.actor_index is not None:
        draw.check_or_call()
    do(draw, "stand_pat_or_discard")
    do(FixedLimitRazz.create_state(ALL, True, 1, 1, 2, 4, 200, 2, seed=1), "post_bring_in")
    return found


@pytest.mark.parametrize(("name", "returned"), OPERATIONS)
def test_an_operation_returns_what_happened(name: str, returned: str) -> None:
    operation = one_of_each()[name]
    assert type(operation) is getattr(croupier.state, returned)


def test_operations_are_those_of_the_phases() -> None:
    assert [name for names in PHASES.values() for name in names] == [name for name, _ in OPERATIONS]


# Section: Automation


METHOD_OF = dict(zip(AUTOMATIONS, [name for name, _ in OPERATIONS], strict=True))


@pytest.mark.parametrize("name", [name for name, one in AUTOMATIONS.items() if one != "N/A"])
def test_what_is_no_decision_can_be_automated(name: str) -> None:
    assert METHOD_OF[name] not in play(holdem((Automation[AUTOMATIONS[name]],)))


@pytest.mark.parametrize("name", [name for name, one in AUTOMATIONS.items() if one == "N/A"])
def test_a_decision_waits_for_its_player(name: str) -> None:
    states = {
        "stand_pat_or_discard": draw(automations=ALL),
        "post_bring_in": FixedLimitRazz.create_state(ALL, True, 1, 1, 2, 4, 200, 2, seed=1),
    }
    state = states.get(METHOD_OF[name], holdem(ALL))
    assert getattr(state, f"can_{METHOD_OF[name]}")()


def test_there_are_no_other_automations() -> None:
    names = [name for name in AUTOMATIONS.values() if name != "N/A"]
    assert [one.name for one in Automation] == names


# Section: Method Triplets


@pytest.mark.parametrize(("verifier", "querier", "operator"), TRIPLETS)
def test_verifiers_queriers_and_operators_agree(verifier: str, querier: str, operator: str) -> None:
    answers = set()
    states = [
        holdem(),
        holdem(mode=Mode.CASH_GAME, players=2),
        FixedLimitRazz.create_state((), True, 1, 1, 2, 4, 200, 2, seed=1),
        FixedLimitDeuceToSevenLowballTripleDraw.create_state(
            (), True, 0, (1, 2), 2, 4, 200, 2, seed=1
        ),
    ]
    for state in states:
        while state.status:
            before = state.copy()
            can = getattr(state, querier)()
            answers.add(can)
            if can:
                getattr(state, verifier)()
                getattr(state.copy(), operator)()
            else:
                for name in (verifier, operator):
                    with pytest.raises(ValueError):
                        getattr(state, name)()
            # Asking changes nothing, nor does what is refused.
            assert state == before
            name = next(name for name in NEXT if getattr(state, f"can_{name}")())
            if (
                name == "check_or_call"
                and state.can_complete_bet_or_raise_to()
                and not any("Completion" in type(one).__name__ for one in state.operations)
            ):
                state.complete_bet_or_raise_to(state.max_completion_betting_or_raising_to_amount)
            elif name == "select_runout_count":
                state.select_runout_count(runout_count=1)
            else:
                getattr(state, name)()
    assert answers == {True, False}


def test_warnings_are_no_errors_unless_they_are_made_some() -> None:
    state = holdem(ALL, mode=Mode.CASH_GAME, players=2)
    state.check_or_call()
    # Nobody bet: folding is suspicious.
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        with pytest.warns(UserWarning, match="fold"):
            state.copy().fold()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert state.can_fold()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert not state.can_fold()
        with pytest.raises(UserWarning):
            state.fold()


# Section: Ante Posting Phase/Operation


def test_every_player_posts_an_ante() -> None:
    state = NoLimitTexasHoldem.create_state((), True, 5, (1, 2), 2, (200, 3, 200), 3)
    assert list(state.ante_posting_statuses) == [True] * 3
    # A player may have less.
    assert [state.get_effective_ante(index) for index in range(3)] == [5, 3, 5]
    assert list(state.ante_poster_indices) == [0, 1, 2]
    assert state.post_ante(1).amount == 3
    assert list(state.ante_poster_indices) == [0, 2]
    # The lowest index is next where nobody is named.
    assert [state.post_ante().player_index for _ in range(2)] == [0, 2]
    assert not any(state.ante_posting_statuses) and state.bet_collection_status


# Section: Bet Collection Phase/Operation


def test_bets_are_collected() -> None:
    state = holdem(antes=1)
    assert not state.bet_collection_status and not state.can_collect_bets()
    for _ in range(3):
        state.post_ante()
    assert state.bet_collection_status and state.bets == [1, 1, 1]
    assert state.collect_bets().bets == (1, 1, 1)
    assert state.bets == [0, 0, 0] and state.total_pot_amount == 3


# Section: Blind/Straddle Posting Phase/Operation


def test_forced_bets_are_posted() -> None:
    state = NoLimitTexasHoldem.create_state((), True, 0, (2, 4, 8), 4, (200, 3, 200, 200), 4)
    assert list(state.blind_or_straddle_posting_statuses) == [True, True, True, False]
    found = [state.get_effective_blind_or_straddle(index) for index in range(4)]
    assert found == [2, 3, 8, 0]
    assert list(state.blind_or_straddle_poster_indices) == [0, 1, 2]
    state.post_blind_or_straddle(2)
    assert [state.post_blind_or_straddle().player_index for _ in range(2)] == [0, 1]
    assert state.bets == [2, 3, 8, 0] and not state.can_post_blind_or_straddle()


# Section: Dealing Phase


def test_helpers_of_dealing() -> None:
    state = holdem(BY_HAND, players=2)
    assert [list(one) for one in state.hole_dealing_statuses] == [[False, False]] * 2
    assert state.hole_dealee_index == 0
    state.deal_hole()
    assert state.hole_dealee_index == 1
    for _ in range(3):
        state.deal_hole()
    assert state.hole_dealee_index is None
    state.check_or_call()
    state.check_or_call()
    assert state.card_burning_status and list(state.board_dealing_counts) == [3]
    assert list(state.standing_pat_or_discarding_statuses) == [False, False]
    assert state.stander_pat_or_discarder_index is None


def draw(*, players: int = 2, automations: Any = BY_HAND) -> State:
    """Return a state before its first draw."""
    state = FixedLimitDeuceToSevenLowballTripleDraw.create_state(
        automations, True, 0, (1, 2), 2, 4, 200, players, seed=1
    )
    while state.can_deal_hole():
        state.deal_hole()
    while state.actor_index is not None:
        state.check_or_call()
    return state


def test_cards_that_were_given_away_are_dealt_again_when_the_deck_is_empty() -> None:
    # Ten players draw all of their cards: 50 are dealt, and 50 more are needed.
    state = draw(players=10, automations=ALL)
    assert len(state.deck_cards) == 2
    discards = [tuple(state.hole_cards[index]) for index in range(10)]
    for cards in discards[:-1]:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            state.stand_pat_or_discard(cards)
    with pytest.warns(UserWarning, match="are dealt again"):
        state.stand_pat_or_discard(discards[-1])
    assert all(len(hole) == 5 for hole in state.hole_cards)
    again = {card for hole in state.hole_cards for card in hole}
    assert again & {card for cards in discards for card in cards}


def test_in_stud_a_card_for_all_is_dealt_where_there_are_too_few() -> None:
    state = FixedLimitSevenCardStud.create_state(ALL, True, 1, 1, 2, 4, 200, 8, seed=1)
    state.post_bring_in()
    with warnings.catch_warnings():
        # Burnt cards are dealt again, too.
        warnings.simplefilter("ignore")
        while not any(state.board_cards):
            state.check_or_call()
    # Eight players of seven cards are 56.
    assert [len(group) for group in state.board_cards] == [1]
    assert {len(hole) for hole in state.hole_cards} == {6}


# Section: Card Burning Operation


def test_the_front_of_the_deck_is_burnt_or_what_is_named() -> None:
    state = draw()
    state.stand_pat_or_discard()
    state.stand_pat_or_discard(state.hole_cards[1][:1])
    first = state.deck_cards[0]
    copy = state.copy()
    assert copy.burn_card().card == first and not copy.can_burn_card()
    assert state.burn_card("??").card == Card.UNKNOWN and len(state.burn_cards) == 1


# Section: Hole Dealing Operation


def test_one_card_is_dealt_to_each_player_in_turn() -> None:
    state = holdem(BY_HAND)
    front = list(state.deck_cards)[:6]
    dealt = [state.deal_hole() for _ in range(6)]
    assert [one.player_index for one in dealt] == [0, 1, 2] * 2
    assert [card for one in dealt for card in one.cards] == front


@pytest.mark.parametrize("cards", ["AsKs", "????", "As??"])
def test_hole_cards_may_be_named(cards: str) -> None:
    state = holdem(BY_HAND)
    assert state.deal_hole(cards).cards == tuple(Card.parse(cards))
    assert state.hole_dealee_index == 1


def test_in_a_draw_a_player_may_be_dealt_all_cards_at_once() -> None:
    state = draw()
    state.stand_pat_or_discard(state.hole_cards[0][:3])
    state.stand_pat_or_discard(state.hole_cards[1][:2])
    state.burn_card()
    # The page says that this happens by itself; PokerKit deals one card: docs/pokerkit.md.
    assert len(state.copy().deal_hole().cards) == 1
    assert [len(state.deal_hole(count).cards) for count in (3, 2)] == [3, 2]
    assert state.hole_dealee_index is None


# Section: Board Dealing Operation


def test_all_cards_of_a_street_are_dealt_to_the_board() -> None:
    state = holdem(BY_HAND, players=2)
    state.deal_hole("AsAh")
    state.deal_hole("KsKh")
    sizes = []
    for cards in ("2c3d4h", "", ""):
        while state.actor_index is not None:
            state.check_or_call()
        state.burn_card("??")
        sizes.append(len(state.deal_board(*[cards] * bool(cards)).cards))
    assert sizes == [3, 1, 1]
    assert list(state.get_board(0))[:3] == list(Card.parse("2c3d4h"))


# Section: Standing Pat/Discarding Operation


def test_cards_are_discarded_or_kept() -> None:
    state = draw()
    assert state.stander_pat_or_discarder_index == 0
    assert list(state.standing_pat_or_discarding_statuses) == [True, True]
    cards = tuple(state.hole_cards[0][:2])
    assert state.stand_pat_or_discard(cards).cards == cards
    assert state.stander_pat_or_discarder_index == 1
    assert state.stand_pat_or_discard().cards == ()
    # Who discarded is dealt as many cards in the same phase.
    state.burn_card()
    assert state.hole_dealee_index == 0 and len(state.deal_hole(2).cards) == 2
    assert state.actor_index is not None


# Section: Specifying Cards


@pytest.mark.parametrize(
    "cards",
    ["AsKs", "As Ks", [Card("A", "s"), Card("K", "s")], iter((Card("A", "s"), Card("K", "s")))],
)
def test_cards_may_be_given_in_many_ways(cards: Any) -> None:
    assert holdem(BY_HAND).deal_hole(cards).cards == tuple(Card.parse("AsKs"))


def test_one_card_is_an_iterable_of_one() -> None:
    for card in (Card("A", "s"), "As", [Card("A", "s")]):
        assert holdem(BY_HAND).deal_hole(card).cards == tuple(Card.parse("As"))
