"""Views of hands: what is shown, and what is not."""

from __future__ import annotations

import pytest

from croupier import Automation, NoLimitTexasHoldem
from croupier.state import State
from croupier.views import PlayByPlay, Standing, view_table

from .hands import CLASSES, LIBRARY, go_through, start


@pytest.mark.parametrize("name", [*LIBRARY, *CLASSES])
def test_every_game_is_shown_whole(name: str) -> None:
    for state in go_through(start(name)):
        view = view_table(state, words=not state.status)
        lying = [
            card.card
            for board in view.boards
            for row in board.rows
            for card in row.cards
            if card is not None
        ]
        expected = [card for index in state.board_indices for card in state.get_board_cards(index)]
        assert sorted(lying, key=repr) == sorted(expected, key=repr)
        held = [[card.card for card in seat.cards] for seat in view.seats]
        for index, cards in enumerate(state.hole_cards):
            # Those that were shown and lost are added.
            assert held[index] == list(cards) or not cards
        assert [seat.stack for seat in view.seats] == list(state.stacks)
        assert sum(seat.bet for seat in view.seats) + sum(pot.amount for pot in view.pots) == (
            view.pot
        )
        assert bool(view.legal) == (state.legal.player_index is not None)
        assert [seat.index for seat in view.seats if seat.is_to_act] == (
            [] if state.legal.player_index is None else [state.legal.player_index]
        )


@pytest.mark.parametrize("name", [*LIBRARY, *CLASSES])
def test_views_of_players_show_what_they_see(name: str) -> None:
    """Every card that a view of an observation has is one that the observation has."""
    for place, state in enumerate(go_through(start(name, seed=2), seed=2)):
        if place % 3:
            continue
        for viewer in (None, 0, state.player_count - 1):
            seen = state.observe(viewer)
            view = view_table(seen, viewer=viewer, words=False)
            known = {card for cards in seen.hole_cards for card in cards if card}
            known |= {card for index in seen.board_indices for card in seen.get_board_cards(index)}
            shown = {card for card in view.list_cards() if card not in known}
            # The rest was shown by somebody who has lost.
            told = {
                card
                for one in seen.operations
                for card in getattr(one, "hole_cards", ())
                if type(one).__name__ == "HoleCardsShowingOrMucking"
            }
            assert shown <= told


def _play(*actions: str, stacks: tuple[int, ...] = (100, 100, 100)) -> State:
    state = NoLimitTexasHoldem.create_state(
        tuple(one for one in Automation if one is not Automation.HOLE_DEALING),
        True,
        0,
        (1, 2),
        2,
        stacks,
        len(stacks),
        seed=4,
    )
    for cards in ("AsAh", "KsKh", "QsQh"):
        state.deal_hole(cards)
    for action in actions:
        name, _, amount = action.partition(" ")
        getattr(state, name)(*([int(amount)] if amount else []))
    return state


def test_what_players_did() -> None:
    state = _play("complete_bet_or_raise_to 6", "fold", "check_or_call")
    state.check_or_call()
    view = view_table(state, ["Ann", "Bob", "Cy"])
    assert [seat.badge for seat in view.seats] == ["folds", "checks", ""]
    standings = [Standing.FOLDED, Standing.PLAYING, Standing.PLAYING]
    assert [seat.place for seat in view.seats] == standings
    assert view.seats[2].is_button and view.seats[2].is_to_act
    assert view.words == ("check", "bet 2 to 94 (pot: 13)")
    assert view.seats[0].cards == () and "Kings" in view.seats[1].words


def test_cards_that_were_shown_and_lost_stay() -> None:
    state = _play(
        "complete_bet_or_raise_to 100", "check_or_call", "check_or_call", stacks=(40, 100, 100)
    )
    view = view_table(state)
    assert view.is_over
    assert all(len(seat.cards) == 2 for seat in view.seats)
    places = {seat.place for seat in view.seats}
    assert Standing.LOST in places and Standing.WON in places


def test_side_pots_and_who_is_all_in() -> None:
    state = _play("complete_bet_or_raise_to 60", "check_or_call", stacks=(40, 100, 100))
    view = view_table(state)
    assert view.seats[0].place is Standing.ALL_IN
    state.check_or_call()
    view = view_table(state)
    assert [pot.amount for pot in view.pots] == [120, 40]
    assert [pot.players for pot in view.pots] == [(0, 1, 2), (1, 2)]


def test_boards_lie_as_the_game_says() -> None:
    *_, state = go_through(start("iron_cross", players=2))
    (board,) = view_table(state).boards
    assert [[card is None for card in row.cards] for row in board.rows] == [
        [True, False, True],
        [False, False, False],
        [True, False, True],
    ]
    assert board.rows[0].gaps == (True, False, True)


def test_boards_that_go_are_dead() -> None:
    for seed in range(60):
        *_, state = go_through(start("survivor_holdem", seed=seed, players=2), seed=seed)
        (board,) = view_table(state).boards
        dead = [[card is not None and card.dead for card in row.cards] for row in board.rows]
        if any(map(any, dead)):
            # A whole row, and not all of them.
            assert all(len(set(row)) == 1 for row in dead) and not all(map(all, dead))
            return
    pytest.fail("no board has ever gone")


def test_parts_of_hands_and_dice_are_shown() -> None:
    found = list(map(view_table, go_through(start("sohe", players=3))))
    assert {card.part for view in found for seat in view.seats for card in seat.cards} > {None}
    dice = [view_table(state).dice for state in go_through(start("dice_omaha", players=2))]
    assert dice[0] == () and any(len(one) == 2 for one in dice)


def test_a_bet_that_nobody_called_is_not_won() -> None:
    state = NoLimitTexasHoldem.create_state(tuple(Automation), True, 0, (1, 2), 2, 200, 3, seed=7)
    for amount in (6, 50):
        state.complete_bet_or_raise_to(amount)
    state.fold()
    state.fold()
    view = view_table(state, words=True)
    assert [seat.badge for seat in view.seats] == ["wins 14", "folds", "folds"]
    # The words say the same.
    teller = PlayByPlay(["Ann", "Bob", "Cy"])
    said = [str(line) for one in state.operations for line in teller.describe(one, state)]
    assert said[-2:] == ["Ann takes back 44", "Ann wins 14"]
