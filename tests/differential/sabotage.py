"""PokerKit with one mistake each, to see whether the comparison notices."""

from __future__ import annotations

import warnings
from dataclasses import dataclass, replace
from typing import Any

from pokerkit.state import Automation, Operation, State

HOLDEM = ("NoLimitTexasHoldem", "NoLimitRoyalHoldem")
SMALL = ("NoLimitRoyalHoldem", "RoyalRhodeIslandHoldem", "LeducHoldem")
HIGH_LOW = (
    "FixedLimitOmahaHoldemHighLowSplitEightOrBetter",
    "FixedLimitSevenCardStudHighLowSplitEightOrBetter",
)
DRAW = ("FixedLimitDeuceToSevenLowballTripleDraw", "FixedLimitBadugi", "State")
STUD = ("FixedLimitSevenCardStud", "FixedLimitRazz")


@dataclass(frozen=True)
class Sabotage:
    """A class with a mistake, the games where it should show, and how many hands that may take.

    The first seed is near one where it shows, to save time; any other would do.
    """

    state: type[State]
    games: tuple[str, ...] = HOLDEM
    first: int = 0
    hands: int = 400

    def alter(self, state: State) -> State:
        """Put the mistake into a state."""
        state.__class__ = self.state
        return state


class LostChip(State):
    def pull_chips(self, *arguments: Any, **options: Any) -> Any:
        operation = super().pull_chips(*arguments, **options)
        self.payoffs[operation.player_index] -= 1
        return operation


def _do_nothing(operation: Operation | None = None) -> None:
    pass


class Pushing(State):
    """A state that pushes the chips differently: each part of a pot is changed before it leaves."""

    def _begin_chips_pushing(self) -> None:
        update, self._update_chips_pushing = self._update_chips_pushing, _do_nothing  # type: ignore[method-assign]
        super()._begin_chips_pushing()
        self._update_chips_pushing = update  # type: ignore[method-assign]
        self.change()
        update()

    def change(self) -> None:
        raise NotImplementedError


class SidePotsFirst(Pushing):
    def change(self) -> None:
        self._sub_pots.sort(key=lambda part: -part[1])


def _moving_odd_chip(state: State, place: int) -> None:
    """Take the odd chip from the first part with one index, and give it to the last."""
    for pot in {part[1] for part in state._sub_pots}:
        parts = [index for index, part in enumerate(state._sub_pots) if part[1] == pot]
        first, last = parts[0], parts[-1]
        one, other = state._sub_pots[first], state._sub_pots[last]
        if one[place] != other[place] and one[0] > other[0]:
            odd = one[0] - other[0]
            state._sub_pots[first] = (one[0] - odd, *one[1:])
            state._sub_pots[last] = (other[0] + odd, *other[1:])


class OddChipLastBoard(Pushing):
    def change(self) -> None:
        _moving_odd_chip(self, 2)


class OddChipLow(Pushing):
    def change(self) -> None:
        _moving_odd_chip(self, 3)


class OddChipLastWinner(State):
    def push_chips(self, **options: Any) -> Any:
        automations, self.automations = self.automations, ()
        before = list(self.bets)
        try:
            operation = super().push_chips(**options)
        finally:
            self.automations = automations
        gains = [now - then for now, then in zip(self.bets, before, strict=True)]
        winners = [i for i, gain in enumerate(gains) if gain]
        if len(winners) > 1 and gains[winners[0]] > gains[winners[-1]]:
            odd = gains[winners[0]] - gains[winners[-1]]
            self.bets[winners[0]] -= odd
            self.bets[winners[-1]] += odd
        if self._sub_pots and Automation.CHIPS_PUSHING in automations:
            self.push_chips()
        elif self.can_pull_chips() and Automation.CHIPS_PULLING in automations:
            self.pull_chips()
        return operation


class MuckStaysOut(State):
    def _consume_cards(self, cards: Any) -> None:
        muck = list(self.mucked_cards)
        super()._consume_cards(cards)
        if muck and not self.mucked_cards:
            self.mucked_cards.extend(card for card in muck if card in self.deck_cards)
            for card in self.mucked_cards:
                self.deck_cards.remove(card)


class NothingComesBack(State):
    def _produce_cards(self, cards: Any) -> None:
        cards = list(cards)
        reserved = set(self.reserved_cards)
        super()._produce_cards(card for card in cards if card not in reserved)


class FirstRunoutCountWins(State):
    def select_runout_count(self, *arguments: Any, **options: Any) -> Any:
        count = self.runout_count
        operation = super().select_runout_count(*arguments, **options)
        if count is not None and self.street_return_index is None:
            self.runout_count = count
        return operation


class NoTrimming(State):
    def collect_bets(self, **options: Any) -> Any:
        if self.street is None:
            self.ante_trimming_status = False
        return super().collect_bets(**options)


class BurnsBeforeDiscards(State):
    def verify_card_burning(self, *arguments: Any) -> Any:
        statuses = self.standing_pat_or_discarding_statuses
        self.standing_pat_or_discarding_statuses = [False] * self.player_count
        try:
            return super().verify_card_burning(*arguments)
        finally:
            self.standing_pat_or_discarding_statuses = statuses


class LastBestHand(State):
    def get_hand(self, player_index: int, board_index: int, hand_type_index: int) -> Any:
        if not self.statuses[player_index]:
            return None
        hole = [card for card in self.hole_cards[player_index] if card]
        board = list(self.get_board_cards(board_index))
        try:
            return self.hand_types[hand_type_index].from_game(hole[::-1], board[::-1])
        except (KeyError, ValueError):
            return None


class PartialShowInTournament(State):
    def verify_hole_cards_showing_or_mucking(self, *arguments: Any, **options: Any) -> Any:
        mode = self.mode
        self.mode = type(mode).CASH_GAME
        try:
            return super().verify_hole_cards_showing_or_mucking(*arguments, **options)
        finally:
            self.mode = mode


class LastOpenerOfEquals(State):
    def _begin_betting(self) -> None:
        super()._begin_betting()
        if self.opener_index is None or self.street_index is None:
            return
        ranks = [sorted(card.rank for card in self.get_up_cards(i)) for i in self.player_indices]
        equals = [i for i, rank in enumerate(ranks) if rank and rank == ranks[self.opener_index]]
        if self.actor_indices and equals and self.street_index:
            self.opener_index = equals[-1]


class LargerMinimum(State):
    @property
    def min_completion_betting_or_raising_to_amount(self) -> Any:
        amount = super().min_completion_betting_or_raising_to_amount
        return amount if amount is None or not self.actor_indices else amount + (amount > 9)


class NeverReopens(State):
    def complete_bet_or_raise_to(self, *arguments: Any, **options: Any) -> Any:
        acted = set(self.acted_player_indices)
        operation = super().complete_bet_or_raise_to(*arguments, **options)
        self.acted_player_indices |= acted
        return operation


class LeftOfOpenerShowsFirst(State):
    def _begin_showdown(self) -> None:
        opener = self.opener_index
        if opener is not None:
            self.opener_index = (opener + 1) % self.player_count
        super()._begin_showdown()
        self.opener_index = opener


class EverybodyWins(State):
    def can_win_now(self, player_index: int) -> bool:
        return self.statuses[player_index]


class UntrimmedAntesMakeSidePots(State):
    @property
    def pots(self) -> Any:
        status, self.ante_trimming_status = self.ante_trimming_status, True
        try:
            found = list(super().pots)
        finally:
            self.ante_trimming_status = status
        return iter(found)


class RemarksAreLost(State):
    def _update(self, operation: Any = None) -> None:
        super()._update(None if operation is None else replace(operation, commentary=None))


class LastDiscardFirst(State):
    def stand_pat_or_discard(self, *arguments: Any, **options: Any) -> Any:
        street = self.street_index
        operation = super().stand_pat_or_discard(*arguments, **options)
        if street is not None:
            self.discarded_cards[street].reverse()
        return operation


class NothingIsStrange(State):
    def _verify_cards_consumption(self, cards: Any) -> Any:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return super()._verify_cards_consumption(cards)


SABOTAGES: dict[str, Sabotage] = {
    "a chip is lost": Sabotage(LostChip),
    "side pots go first": Sabotage(SidePotsFirst, first=22),
    "the odd chip goes to the last board": Sabotage(OddChipLastBoard, first=8),
    "the odd chip goes to the low hand": Sabotage(OddChipLow, HIGH_LOW, 2),
    "the odd chip goes to the last winner": Sabotage(OddChipLastWinner, SMALL, 90),
    "the muck stays out of the deck": Sabotage(MuckStaysOut, DRAW, 9),
    "nothing comes back to the deck": Sabotage(NothingComesBack, DRAW, 9),
    "the first number of runouts wins": Sabotage(FirstRunoutCountWins, first=22),
    "antes are never trimmed": Sabotage(NoTrimming, first=16),
    "the card is burnt before the discards": Sabotage(BurnsBeforeDiscards, DRAW),
    "the last of equal hands is formed": Sabotage(LastBestHand),
    "part of a hand is shown in tournaments": Sabotage(PartialShowInTournament),
    "the last of equal hands opens": Sabotage(LastOpenerOfEquals, STUD, 88),
    "the smallest raise is larger": Sabotage(LargerMinimum),
    "a full raise does not reopen the betting": Sabotage(NeverReopens),
    "the wrong player shows first": Sabotage(LeftOfOpenerShowsFirst),
    "everybody can win": Sabotage(EverybodyWins),
    "untrimmed antes make side pots": Sabotage(UntrimmedAntesMakeSidePots, first=12),
    "remarks are lost": Sabotage(RemarksAreLost),
    "nobody warns of strange cards": Sabotage(NothingIsStrange),
    "discards are turned over": Sabotage(LastDiscardFirst, DRAW),
}
