"""Letting the engine play a hand that was collected from a text, and writing it down as it goes."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from croupier.cards import Card
from croupier.errors import ParseError, ReplayError, RuleError
from croupier.histories.actions import describe_legal
from croupier.histories.formats.amounts import Chips
from croupier.histories.formats.money import prove_money
from croupier.histories.formats.seating import ForcedBets, Seat, find_forced_bets
from croupier.histories.history import HandHistory
from croupier.histories.variants import GAME_TYPES, REQUIRED_FIELDS
from croupier.state import Rules, State

if TYPE_CHECKING:
    from croupier.histories.formats.assembly import Assembly, Move

__all__ = ["Shape", "find_shape", "play_hand"]

_MOST_SILENT = 24


class Shape(NamedTuple):
    """Say what a game deals.

    Attributes:
        hole_counts: How many hole cards a player is dealt on each street.
        is_draw: Whether players discard.
        is_stud: Whether some hole cards lie face up.
    """

    hole_counts: tuple[int, ...]
    is_draw: bool
    is_stud: bool


@cache
def find_shape(variant: str) -> Shape:
    """Return what a game deals.

    >>> find_shape("PO").hole_counts, find_shape("F7S").is_stud, find_shape("FB").is_draw
    ((4, 0, 0, 0), True, True)

    Args:
        variant: The code of the game.

    Returns:
        Its shape.
    """
    values: dict[str, Any] = {"raw_antes": 0, "bring_in": 1, "small_bet": 2, "big_bet": 4}
    values |= {"raw_blinds_or_straddles": (1, 2), "min_bet": 2}
    names = {"antes": "raw_antes", "blinds_or_straddles": "raw_blinds_or_straddles"}
    needed = [names.get(name, name) for name in REQUIRED_FIELDS[variant]]
    game_type: Any = GAME_TYPES[variant]
    game = game_type(
        automations=(),
        ante_trimming_status=True,
        **{name: values[name] for name in needed if name in values},
    )
    streets = game.streets
    return Shape(
        tuple(len(street.hole_dealing_statuses) for street in streets),
        any(street.draw_status for street in streets),
        any(any(street.hole_dealing_statuses) for street in streets),
    )


def play_hand(assembly: Assembly, players: list[Seat]) -> tuple[HandHistory, State]:
    """Play a hand and return it as a history.

    Args:
        assembly: What the text says.
        players: The players in order.

    Returns:
        The history, and the end of the hand, with chips that are units.

    Raises:
        ParseError: The hand cannot be played, or its money is wrong.
    """
    forced = find_forced_bets(players, assembly.small_blind, assembly.big_blind)
    fields = _stakes(assembly, forced)
    stacks = [seat.stack for seat in players]
    runs = 1 + max(assembly.late_runs, default=0)
    others: dict[str, Any] = {}
    if assembly.board_count > 1:
        others["_board_count"] = assembly.board_count
    # In units, chips are whole, so pots are divided as rooms divide them: to the cent.
    counted = HandHistory(
        variant=assembly.variant,
        ante_trimming_status=forced.trimmed,
        starting_stacks=stacks,
        # The engine asks how often to run the board where a record says it.
        actions=[f"# croupier: p1 rc {runs}"] if runs > 1 else [],
        user_defined_fields=others,
        **fields,
    )
    try:
        state = counted.start_under(None)
        if state._has_short_forced_bet and _pay_what_was_posted(assembly.moves, state):
            state = counted.start_under(Rules.POKERKIT)
    except ValueError as error:
        assembly.line = 0
        raise assembly.error(f"the hand cannot begin: {error}") from error
    table = _Table(assembly, players, state, runs)
    with warnings.catch_warnings():
        # Folding where checking is free, and cards that are there twice, happen.
        warnings.simplefilter("ignore")
        table.play(assembly.moves)
    table.keep_shows()
    proof = prove_money(assembly, players, list(state.stacks), table.hidden)
    write: Callable[[int], Any] = assembly.chips.write
    whole = not assembly.chips.digits
    facts = assembly.facts
    facts["seats"] = [seat.number for seat in players]
    facts["players"] = [seat.name for seat in players]
    finishing, winnings = proof
    facts["finishing_stacks"] = finishing if whole else list(map(write, finishing))
    facts["winnings"] = winnings if whole else list(map(write, winnings))
    others |= assembly.others
    others |= _other_fields(assembly, players)
    if whole:
        # Units are chips, so it is the hand itself that was played.
        counted.actions = table.actions
        vars(counted).update(facts)
        return counted, state
    history = HandHistory(
        variant=assembly.variant,
        ante_trimming_status=forced.trimmed,
        starting_stacks=[write(amount) for amount in stacks],
        actions=table.actions,
        user_defined_fields=others,
        **{name: _written(value, assembly.chips) for name, value in fields.items()},
        **facts,
    )
    return history, state


def _pay_what_was_posted(moves: list[Move], state: State) -> bool:
    """Tell whether somebody calls less than a forced bet that was not posted in full."""
    full = max(*state.blinds_or_straddles, state.bring_in)
    bets, stacks = list(state.bets), list(state.stacks)
    playing = set(state.player_indices)
    for kind, seat, value, _ in moves:
        if seat is None or kind == "cbr":
            break
        index = seat.index
        if kind == "f":
            playing.discard(index)
        elif kind == "cc" and value:
            most = max((bets[n] + stacks[n] for n in playing if n != index), default=0)
            bets[index] += value
            stacks[index] -= value
            if stacks[index] > 0 and bets[index] < min(full, most):
                return True
    return False


def _written(value: Any, chips: Chips) -> Any:
    return [chips.write(one) for one in value] if isinstance(value, list) else chips.write(value)


def _stakes(assembly: Assembly, forced: ForcedBets) -> dict[str, Any]:
    """Return the fields of the stakes that the game has."""
    small_bet = assembly.small_bet or assembly.big_blind
    names = REQUIRED_FIELDS.get(assembly.variant, ())
    if "bring_in" in names and not assembly.bring_in:
        # Whoever had to bring it in bet more at once.
        assembly.bring_in = max(1, small_bet // 2)
        assembly.note("bring-in", "nobody brings in, so how much that is is not known")
    values: dict[str, Any] = {
        "antes": forced.antes,
        "blinds_or_straddles": forced.blinds,
        "bring_in": assembly.bring_in,
        "small_bet": small_bet,
        "big_bet": assembly.big_bet or 2 * small_bet,
        "min_bet": assembly.big_blind or max(forced.blinds, default=0) or max(forced.antes),
    }
    return {name: value for name, value in values.items() if name in names}


def _other_fields(assembly: Assembly, players: list[Seat]) -> dict[str, Any]:
    """Return what the standard has no field for."""
    write = assembly.chips.write
    others: dict[str, Any] = {}
    if assembly.button is not None:
        others["_button"] = assembly.button
    if 0 < assembly.small_blind not in [seat.blind for seat in players]:
        others["_small_blind"] = write(assembly.small_blind)
    if assembly.rake is not None:
        others["_rake"] = write(assembly.rake)
    for name, amount in assembly.fees.items():
        others[f"_{name}"] = write(amount)
    if assembly.added:
        others["_added"] = write(assembly.added)
    if assembly.cap is not None:
        others["_cap"] = write(assembly.cap)
        others["_stacks"] = [write(seat.stack + seat.beyond) for seat in players]
    if assembly.cash_outs:
        others["_cash_outs"] = {name: write(paid) for name, paid in assembly.cash_outs.items()}
    out = [seat for seat in assembly.seats.values() if not seat.playing]
    if out:
        others["_sitting_out"] = [
            {"seat": seat.number, "player": seat.name, "stack": write(seat.stack)} for seat in out
        ]
    return others


class _Table:
    """Play moves in a state, and write them down.

    Attributes:
        actions: What was done, in the notation of histories.
        hidden: Whether somebody won, or could have, whose cards are not known.
    """

    def __init__(self, assembly: Assembly, players: list[Seat], state: State, runs: int) -> None:
        self.actions: list[str] = []
        self.hidden = False
        self._assembly = assembly
        self._players = players
        self._state = state
        self._runs = runs
        self._shape = find_shape(assembly.variant)
        self._changes_hands = self._shape.is_draw or self._shape.is_stud
        # Cards that were seen before the state has room for them.
        self._seen: dict[int, str] = {}
        self._drawn: dict[int, int] = {}
        self._line = 0

    def play(self, moves: list[Move]) -> None:
        try:
            if not self._shape.is_stud:
                self._deal_first()
            for move in moves:
                self._line = move.line
                self._do(move)
            self._line = 0
            self._end()
        except ParseError:
            raise
        except ValueError as error:
            assembly = self._assembly
            assembly.line = self._line
            # The engine counts units, the text has its own amounts.
            show = assembly.chips.text
            rule = error if isinstance(error, RuleError) else None
            said = (str(error) if rule is None else rule.describe(show)).rstrip(".")
            said += f"; legal would be {describe_legal(self._state, show=show)}"
            code = None if rule is None else rule.code
            operation = None if rule is None else rule.operation
            raise ReplayError(
                said,
                code=code,
                operation=operation,
                format=assembly.format,
                hand=assembly.hand or None,
                line=self._line or None,
                action=len(self.actions) + 1,
            ) from error

    def _deal_first(self) -> None:
        count = self._shape.hole_counts[0]
        unknown = "??" * count
        keeps = not self._shape.is_draw
        deal = self._state.deal_hole
        for index, seat in enumerate(self._players):
            cards = seat.dealt or (seat.thrown if keeps else "") or unknown
            if len(cards) < 2 * count:
                cards += unknown[len(cards) :]
            deal(cards, index)
            self.actions.append(f"d dh p{index + 1} {cards}")

    def _do(self, move: Move) -> None:
        kind, seat, value, _ = move
        state = self._state
        if seat is None:
            if kind == "db":
                self._deal_board(value)
            elif self._changes_hands:
                self._begin_street()
            return
        index = seat.index
        if kind == "dh":
            self._seen[index] = value
            return
        if kind == "sd":
            self._discard(seat, value)
            return
        if state.actor_index != index:
            if (kind == "f" and self._gives_up(seat)) or (
                kind == "cc" and self._is_idle(seat, value)
            ):
                return
            self._reach(seat)
        seat.left -= 1
        if kind == "f":
            state.fold()
            self.actions.append(f"p{index + 1} f")
        elif kind == "cc":
            if value is not None and value != state.checking_or_calling_amount:
                self._call_otherwise(seat, value)
                return
            state.check_or_call()
            self.actions.append(f"p{index + 1} cc")
        elif kind == "cbr":
            if state.min_completion_betting_or_raising_to_amount is None:
                self._raise_alone(seat, value)
                return
            value = self._raise(seat, value)
            self.actions.append(f"p{index + 1} cbr {self._assembly.chips.text(value)}")
        else:
            state.post_bring_in()
            self.actions.append(f"p{index + 1} pb")

    def _raise(self, seat: Seat, value: int) -> int:
        """Bet or raise; too small a raise that leaves nobody a chip counts as the smallest one."""
        state = self._state
        least: Any = state.min_completion_betting_or_raising_to_amount
        if least is not None and value < least:
            most = max(
                state.bets[index] + state.stacks[index]
                for index in state.player_indices
                if index != seat.index and state.statuses[index]
            )
            if value >= most and state.can_complete_bet_or_raise_to(least):
                state.complete_bet_or_raise_to(least)
                text = self._assembly.chips.text
                message = (
                    f"{seat.name} raises to {text(value)}, too little, but it puts everybody else"
                    f" all-in: played as a raise to {text(least)}"
                )
                self._assembly.note("raise-all-in", message, line=self._line)
                return int(least)
        self._raise_as_told(seat, value)
        return value

    def _raise_as_told(self, seat: Seat, value: int) -> None:
        """Bet or raise, against the rules if the text says so: rooms have other ones."""
        state = self._state
        if state.can_complete_bet_or_raise_to(value):
            state.complete_bet_or_raise_to(value)
            return
        state._raise_as_recorded(value)
        message = f"{seat.name} raises to {self._assembly.chips.text(value)}, against the rules"
        self._assembly.note("odd-raise", message, line=self._line)

    def _call_otherwise(self, seat: Seat, amount: int) -> None:
        """Call more than is due: all of a blind of which others have only a part."""
        state = self._state
        due: Any = state.checking_or_calling_amount
        text = self._assembly.chips.text
        if due is None:
            raise RuleError(f"{seat.name} calls {text(amount)} where nothing can be called")
        total = int(state.bets[seat.index]) + amount
        if not (due < amount <= state.stacks[seat.index] and total <= state.price):
            raise RuleError(f"{seat.name} calls {text(amount)}, but {text(due)} is to call")
        state.check_or_call()
        self.actions.append(f"p{seat.index + 1} cc")
        message = f"{seat.name} calls more than anybody else has: the rest comes back"
        self._assembly.note("short-blind", message, line=self._line)

    def _raise_alone(self, seat: Seat, total: int) -> None:
        """Raise where everybody else is all-in: all of it comes back, so it is a call."""
        state = self._state
        due: Any = state.checking_or_calling_amount
        others = [n for n in range(len(self._players)) if n != seat.index and state.statuses[n]]
        most = max((state.bets[n] + state.stacks[n] for n in others), default=0)
        if due is None or total - int(state.bets[seat.index]) < due or most > state.price:
            self._raise_as_told(seat, total)
            self.actions.append(f"p{seat.index + 1} cbr {self._assembly.chips.text(total)}")
            return
        state.check_or_call()
        self.actions.append(f"p{seat.index + 1} cc")
        message = f"{seat.name} raises where everybody else is all-in: played as a call"
        self._assembly.note("raise-alone", message, line=self._line)

    def _gives_up(self, seat: Seat) -> bool:
        """Tell whether somebody folds who is all-in, as rooms do for players who sit out."""
        state = self._state
        if state.stacks[seat.index] or not state.statuses[seat.index]:
            return False
        seat.left -= 1
        seat.mucked = seat.given_up = True
        message = f"{seat.name} folds all-in: played as a hand that is mucked"
        self._assembly.note("all-in-fold", message, line=self._line)
        return True

    def _is_idle(self, seat: Seat, value: int | None) -> bool:
        """Tell whether somebody checks although nobody is left to bet against."""
        state = self._state
        if value or state.actor_index is not None or not state.statuses[seat.index]:
            return False
        if (
            sum(
                1 for index in state.player_indices if state.statuses[index] and state.stacks[index]
            )
            > 1
        ):
            return False
        seat.left -= 1
        message = f"{seat.name} checks where everybody else is all-in: passed over"
        self._assembly.note("idle-check", message, line=self._line)
        return True

    def _reach(self, seat: Seat) -> None:
        """Do what is not written before a player can act."""
        state = self._state
        self._deal_seen()
        for _ in range(_MOST_SILENT):
            actor = state.actor_index
            if actor is None or actor == seat.index:
                break
            if not self._fold_silently(self._players[actor]):
                break
        actor = state.actor_index
        if actor != seat.index:
            turn = "nobody is" if actor is None else f"{self._players[actor].name} is"
            raise RuleError(f"{seat.name} is not to act: {turn}")

    def _fold_silently(self, seat: Seat) -> bool:
        """Fold for somebody of whom nothing more is said."""
        if seat.left or seat.collected or seat.shown or seat.mucked:
            return False
        self._state.fold()
        self.actions.append(f"p{seat.index + 1} f")
        self._assembly.note("silent-fold", f"{seat.name} says nothing and folds", line=self._line)
        return True

    def keep_shows(self) -> None:
        """Keep the cards of those who showed where nobody had to: no action says it."""
        seats = [seat for seat in self._players if seat.shown]
        if not seats:
            return
        shown = {action.split()[0] for action in self.actions if " sm" in action}
        for seat in seats:
            if f"p{seat.index + 1}" not in shown:
                self._assembly.others.setdefault("_shows", {})[seat.name] = seat.shown

    # Cards.

    def _deal_seen(self) -> None:
        """Deal hole cards of a later street: those that were seen, and unknown ones."""
        state = self._state
        if not self._changes_hands:
            return
        if state.can_burn_card():
            state.burn_card("??")
        while state.can_deal_hole():
            index = state.hole_dealee_index
            if index is None:
                break
            count = self._drawn.pop(index, 0)
            if not count:
                count = self._shape.hole_counts[state.street_index or 0]
            cards = self._seen.pop(index, "")[-2 * count :]
            # Cards face up come last.
            cards = "??" * (count - len(cards) // 2) + cards
            state.deal_hole(cards, index)
            self.actions.append(f"d dh p{index + 1} {cards}")
        if not self._drawn:
            self._seen.clear()

    def _begin_street(self) -> None:
        """Deal what was to be dealt on the street before."""
        if self._state.actor_index is not None:
            self._pass_round()
        self._show(final=False)
        if self._seen or self._drawn:
            self._deal_seen()

    def _discard(self, seat: Seat, cards: str) -> None:
        state = self._state
        if state.stand_patter_or_discarder_index is None:
            if state.actor_index is not None:
                self._pass_round()
            self._deal_seen()
        self._show(final=False)
        if "?" in cards and "?" not in seat.dealt and seat.dealt:
            raise RuleError(f"{seat.name}'s hand is known, but not what is discarded")
        if state.stand_patter_or_discarder_index != seat.index:
            index = state.stand_patter_or_discarder_index
            turn = "nobody is" if index is None else f"{self._players[index].name} is"
            raise RuleError(f"{seat.name} is not to discard: {turn}")
        seat.left -= 1
        state.stand_pat_or_discard(cards)
        if cards:
            self._drawn[seat.index] = len(cards) // 2
        self.actions.append(f"p{seat.index + 1} sd {cards}".rstrip())

    def _deal_board(self, cards: str) -> None:
        state = self._state
        if state.actor_index is not None:
            self._pass_round()
        self._show(final=False)
        self._select_runs()
        if state.can_burn_card():
            state.burn_card("??")
        plain = not state.board_cards or len(state.board_cards) < _board_size(state, cards)
        state.deal_board(cards)
        mark = "" if plain else "# croupier: "
        self.actions.append(f"{mark}d db {cards}")

    def _pass_round(self) -> None:
        """Close a round of betting in which nobody is said to do anything more."""
        state = self._state
        for _ in range(_MOST_SILENT):
            actor = state.actor_index
            if actor is None:
                return
            seat = self._players[actor]
            if state.checking_or_calling_amount:
                if not self._fold_silently(seat):
                    raise RuleError(f"cards are dealt, but {seat.name} is to act")
            else:
                state.check_or_call()
                self.actions.append(f"p{actor + 1} cc")
                if sum(map(bool, state.stacks)) > sum(not one for one in state.statuses) + 1:
                    message = f"{seat.name} says nothing and checks"
                    self._assembly.note("silent-check", message, line=self._line)

    def _select_runs(self) -> None:
        state = self._state
        if self._runs == 1 or not state.can_select_runout_count():
            return
        for index in range(len(self._players)):
            if state.can_select_runout_count(self._runs, index):
                state.select_runout_count(self._runs, index)
                self.actions.append(f"# croupier: p{index + 1} rc {self._runs}")

    # Showdown.

    def _show(self, *, final: bool) -> None:
        """Show what players show; before the last card, others keep their cards face down."""
        state = self._state
        count = 0
        while (index := state.showdown_index) is not None:
            seat = self._players[index]
            held = 2 * len(state.hole_cards[index])
            cards = seat.shown
            if not cards and seat.collected and not seat.mucked:
                known = "".join(map(repr, state.hole_cards[index]))
                cards = "" if "?" in known else known
            if not final and self._changes_hands:
                cards = ""
            if cards and len(cards) < held:
                cards = self._complete(cards, state.hole_cards[index])
            if seat.given_up or (not cards and final and not seat.collected):
                state._muck_as_recorded()
                self.actions.append(f"p{index + 1} sm")
            else:
                cards = cards or "??" * (held // 2)
                state.show_or_muck_hole_cards(cards)
                self.actions.append(f"p{index + 1} sm {cards}")
                if final and "?" in cards:
                    self.hidden = True
            count += 1
            if not final and count >= len(self._players):
                break

    @staticmethod
    def _complete(shown: str, held: list[Card]) -> str:
        """Return a hand of which only some cards are shown, with what else is known of it."""
        hidden = [shown[place : place + 2] for place in range(0, len(shown), 2)]
        known = [repr(card) for card in held]
        for card in known:
            if card in hidden:
                hidden.remove(card)
        return "".join(hidden.pop(0) if card == "??" and hidden else card for card in known)

    def _end(self) -> None:
        state = self._state
        assembly = self._assembly
        self._deal_seen()
        while state.status:
            actor = state.actor_index
            if actor is not None:
                if self._fold_silently(self._players[actor]):
                    continue
                raise assembly.error(
                    f"the hand ends early: {self._players[actor].name} is still to act"
                )
            if state.showdown_index is not None:
                self._show(final=state.street_index == state.street_count - 1)
                self._deal_seen()
            elif sum(state.statuses) == 1 and state.can_burn_card():
                self._deal_for_nobody()
            else:
                legal = describe_legal(state, show=assembly.chips.text)
                raise assembly.error(f"the hand ends early: next is {legal}")

    def _deal_for_nobody(self) -> None:
        """Deal what the engine wants where everybody else has mucked."""
        state = self._state
        if state.can_burn_card():
            state.burn_card("??")
        cards = "??" * max(1, *state.board_dealing_counts)
        state.deal_board(cards)
        self.actions.append(f"d db {cards}")


def _board_size(state: State, cards: str) -> int:
    """Return how many cards a board has once these are dealt to the first one."""
    street = state.street_index or 0
    return sum(one.board_dealing_count for one in state.streets[: street + 1])
