"""Playing a history: what is not written is done, what is missing is repaired if it is certain."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Generator, Iterator
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

from croupier._native import Steps
from croupier.cards import Card
from croupier.errors import ParseError, PokerError, ReplayError, RuleError, guard
from croupier.histories.actions import Action, apply_action, describe_legal, read_action
from croupier.histories.documents import FORMAT
from croupier.histories.variants import CONFIGURED
from croupier.state import Automation, BoardDealing, CardBurning, HoleDealing, State
from croupier.utilities import parse_value

if TYPE_CHECKING:
    from croupier.histories.history import HandHistory

__all__ = ["Repair", "Replay", "Replayer", "Script", "replay", "script"]


class Repair(NamedTuple):
    """Say what was done that the record does not say.

    Attributes:
        kind: What kind of repair it is.
        action: The number of the action, from 1, before or instead of which it was done; `None`
            after the last one.
        message: What was done and why.
    """

    kind: str
    action: int | None
    message: str


class Replay(NamedTuple):
    """The end of a history.

    Attributes:
        state: The state after the last action.
        repairs: What was repaired.
    """

    state: State
    repairs: tuple[Repair, ...]


def replay(history: HandHistory, *, strict: bool = False) -> Replay:
    """Play a history to its end.

    Args:
        history: The history.
        strict: Whether nothing is repaired, and what is merely odd is refused.

    Returns:
        The state, and what was repaired.

    Raises:
        ReplayError: An action cannot be done.
    """
    place = {"format": FORMAT, "hand": history.key}
    with guard("replayed", "the replay", ReplayError, passing=(PokerError,), **place):
        replayer = Replayer(history, strict=strict)
        if strict:
            with warnings.catch_warnings():
                warnings.simplefilter("error", UserWarning)
                replayer.steps().finish()
        else:
            replayer.steps().finish()
    return Replay(replayer.state, tuple(replayer.repairs))


# A state, actions, and how the core does those that can be done as they are written: whether cards
# are burnt silently, whether nothing odd is done, whether odd folds are reported. `None` where
# Python does all of them.
Script = tuple[State, list[str], tuple[bool, bool, bool] | None]


def script(
    history: HandHistory, state: State, strict: bool = False, reports: bool = False
) -> Script:
    """Return what the core needs to play a history.

    Args:
        history: The history.
        state: The state at the start.
        strict: Whether nothing is repaired.
        reports: Whether somebody is told of what is refused.

    Returns:
        The state, the actions, and how they are done.
    """
    actions = history.actions
    usual = type(state) is State and history.parse_value is parse_value
    return (
        state,
        actions if type(actions) is list else list(actions),
        (Automation.CARD_BURNING in history.automations, strict, reports) if usual else None,
    )


class Replayer:
    """Play a history action by action.

    Attributes:
        state: The state.
        repairs: What was repaired so far.
        stopped: The number of the action, from 1, that was reported and could not be repaired.
    """

    def __init__(
        self,
        history: HandHistory,
        *,
        strict: bool = False,
        report: Callable[[int, str, Exception], None] | None = None,
        state: State | None = None,
    ) -> None:
        """Start the hand.

        Args:
            history: The history.
            strict: Whether nothing is repaired.
            report: Is told of what is refused, instead of an error: the number of the action, the
                action, and the reason. After that, what can be repaired is.
            state: A state that was started, and perhaps played, before.
        """
        self.stopped: int | None = None
        self._report = report
        self.repairs: list[Repair] = []
        self.state = history.create_state() if state is None else state
        self._history = history
        self._strict = strict
        self._burns_silently = Automation.CARD_BURNING in history.automations

    def steps(self) -> Steps:
        """Return the steps: the state and what led to it, an action, or `None` for anything else.

        The core does what can be done as it is written, and asks `act` and `end` for the rest.
        """
        return Steps(self, True)

    def _begin(self) -> Script:
        return script(self._history, self.state, self._strict, self._report is not None)

    def _take_over(self, state: State) -> Replayer:
        return self

    def act(self, number: int, text: str) -> Generator[tuple[State, str | None], None, bool]:
        """Do an action, with whatever must be done before it.

        Args:
            number: The number of the action, from 1.
            text: The action.

        Yields:
            The state and what led to it.

        Returns:
            Whether to go on.

        Raises:
            ReplayError: The action cannot be done.
        """
        state = self.state
        reported = False
        action = self._read(number, text)
        while True:
            refusal = self._try(number, action)
            if refusal is None:
                break
            done = self._keep_books()
            if done is None:
                if self._report is not None:
                    if not reported:
                        self._report(number, text, refusal)
                    reported = True
                    done = self._force(number, action)
                elif self._strict:
                    raise self._refused(number, text, refusal)
                done = done or self._repair(number, action)
            if done is None:
                if self._report is None:
                    raise self._refused(number, text, refusal)
                self.stopped = number
                return False
            if done in {"skipped", "replaced"}:
                break
            if done != "burnt":
                yield state, None
        yield state, text
        return True

    def end(self) -> Iterator[tuple[State, str | None]]:
        """Do what is left to do after the last action, and yield the state each time."""
        state = self.state
        while state.status:
            done = self._keep_books(at_end=True)
            if done is None and not self._strict:
                done = self._show_what_is_known()
            if done is None:
                break
            if done != "burnt":
                yield state, None

    def _read(self, number: int, text: str) -> Action:
        try:
            extended = None if not self._strict else self._history.variant == CONFIGURED
            return read_action(text, strict=self._strict, extended=extended)
        except ParseError as error:
            raise ReplayError(
                f"action {number} cannot be read: {error.args[0]}",
                format=FORMAT,
                hand=self._history.key,
                excerpt=text,
                action=number,
            ) from None

    def _try(self, number: int, action: Action) -> Exception | None:
        """Do an action; return what stands against it."""
        state = self.state
        if action.kind in {"dh", "db"} and state.can_burn_card():
            # It saves a refusal, and the steps are the same.
            if not self._burns_silently:
                return ValueError("a card is to be burnt")
            state.burn_card("??")
        if self._strict and action.kind in {"dh", "db"}:
            strange = self._strange_card(tuple(Card.parse(action.argument or "")))
            if strange is not None:
                return RuleError(strange)
            # The state would warn of cards that come again after a reshuffle.
            return self._do_quietly(number, action)
        if action.kind == "f" and self._report is None and not state.checking_or_calling_amount:
            # To fold where checking costs nothing is odd, but happened.
            return self._do_quietly(number, action)
        if self._report is None:
            return self._do(number, action)
        with warnings.catch_warnings():
            warnings.simplefilter("error", UserWarning)
            return self._do(number, action)

    def _do(self, number: int, action: Action) -> Exception | None:
        try:
            if action.kind == "sm":
                action = self._shown(number, action)
            apply_action(self.state, action, self._history.parse_value)
        except (ValueError, UserWarning) as error:
            return error
        return None

    def _do_quietly(self, number: int, action: Action) -> Exception | None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return self._do(number, action)

    def _strange_card(self, cards: tuple[Card, ...]) -> str | None:
        """Say which of the cards cannot be dealt, and why."""
        state = self.state
        known = [card for card in cards if card]
        deck = set(state.deck)
        for card in known:
            if card not in deck:
                return f"{card!r} is no card of this game"
            if known.count(card) > 1 or card in state.cards_in_play:
                return f"{card!r} is there twice"
        used = sum(
            1 if isinstance(one, CardBurning) else len(one.cards)
            for one in state.operations
            if isinstance(one, CardBurning | HoleDealing | BoardDealing)
        )
        if used + len(cards) <= len(state.deck):
            gone = set(state.reserved_cards)
            for card in known:
                if card in gone:
                    return f"{card!r} was dealt before, and the deck has others"
        return None

    def _force(self, number: int, action: Action) -> str | None:
        """Do an action that is merely odd."""
        return "replaced" if self._do_quietly(number, action) is None else None

    def _shown(self, number: int, action: Action) -> Action:
        """Return what a player shows, which must be what the player holds as far as it is known."""
        index, argument = action.player_index, action.argument
        if index is None or index >= self.state.player_count or argument in {None, "-"}:
            return action
        held = [card for card in self.state.hole_cards[index] if card]
        shown = list(Card.parse(argument or ""))
        known = [card for card in shown if card]
        strangers = [card for card in known if card not in held]
        if len(strangers) > len(self.state.hole_cards[index]) - len(held):
            hand = "".join(map(repr, self.state.hole_cards[index]))
            raise RuleError(
                f"p{index + 1} holds {hand} and cannot show {''.join(map(repr, strangers))}"
            )
        if self._strict:
            strange = self._strange_card(tuple(strangers))
            if strange is not None:
                raise RuleError(strange)
        if not known and not self._strict and self._is_last_showdown() and self._all_known():
            self._note("shown", number, f"p{index + 1}'s cards are known, so they are shown")
            return action._replace(argument="-")
        return action

    # What is never written.

    def _keep_books(self, *, at_end: bool = False) -> str | None:
        state = self.state
        if state.can_post_ante():
            state.post_ante()
        elif state.can_collect_bets():
            state.collect_bets()
        elif state.can_post_blind_or_straddle():
            state.post_blind_or_straddle()
        elif state.can_burn_card():
            if at_end and (any(state.board_dealing_counts) or any(state.hole_dealing_statuses)):
                # Nobody knows whether the hand went on.
                return None
            state.burn_card("??")
            return "burnt" if self._burns_silently else "done"
        elif state.can_select_runout_count():
            state.select_runout_count()
        elif state.can_kill_hand():
            state.kill_hand()
        elif state.can_push_chips():
            state.push_chips()
        elif state.can_pull_chips():
            state.pull_chips()
        else:
            return None
        return "done"

    # What is missing or too much.

    def _repair(self, number: int, action: Action) -> str | None:
        """Do what the record leaves out and cannot be otherwise; return how, or `None`."""
        return (
            self._skip_repeated_show(number, action)
            or self._raise_all_in(number, action)
            or self._raise_as_recorded(number, action)
            or self._skip_idle_check(number, action)
            or self._remove_boards(number, action)
            or self._deal_unknown_card(number, action)
            or self._show_later(number, action)
        )

    def _skip_repeated_show(self, number: int, action: Action) -> str | None:
        """Pass over a player's cards that were shown, or hidden, before."""
        state, index = self.state, action.player_index
        if action.kind != "sm" or index is None or index >= state.player_count:
            return None
        if not state.statuses[index] or action.argument is None:
            return None
        shown = [] if action.argument == "-" else [c for c in Card.parse(action.argument) if c]
        if any(card not in state.hole_cards[index] for card in shown):
            return None
        if shown and not all(state.hole_card_statuses[index]):
            return None
        self._note("repeated-show", number, f"p{index + 1} is not asked to show again")
        return "skipped"

    def _raise_all_in(self, number: int, action: Action) -> str | None:
        """Let a raise be large enough where nobody has the chips for it to matter."""
        state = self.state
        least = state.min_completion_betting_or_raising_to_amount
        if action.kind != "cbr" or action.player_index != state.actor_index or least is None:
            return None
        try:
            amount: Any = self._history.parse_value(action.argument or "")
        except ValueError:
            return None
        others = [
            index
            for index in state.player_indices
            if index != action.player_index and state.statuses[index]
        ]
        if any(state.stacks[index] == inf for index in others):
            # Who has an unknown stack may call anything.
            return None
        most = max(state.bets[index] + state.stacks[index] for index in others)
        if not most <= amount < least or not state.can_complete_bet_or_raise_to(least):
            return None
        state.complete_bet_or_raise_to(least, commentary=action.commentary)
        self._note(
            "raise-all-in",
            number,
            f"a raise to {amount} puts everybody else all-in; it counts as the smallest raise, to"
            f" {least}, of which nobody can call more",
        )
        return "replaced"

    def _raise_as_recorded(self, number: int, action: Action) -> str | None:
        """Believe that somebody raised as often, or by as little, as is against the rules."""
        state = self.state
        if action.kind != "cbr" or action.player_index != state.actor_index:
            return None
        amount: Any = self._history.parse_value(action.argument or "")
        try:
            state._raise_as_recorded(amount, commentary=action.commentary)
        except (RuleError, ValueError):
            return None
        self._note("odd-raise", number, f"a raise to {amount} is against the rules, but recorded")
        return "replaced"

    def _skip_idle_check(self, number: int, action: Action) -> str | None:
        """Pass over a check of the big blind before anybody acted.

        It moves no chip. Converters put it where the small blind of a heads-up hand is missing.
        """
        state, index = self.state, action.player_index
        if action.kind != "cc" or index is None or state.actor_index in {None, index}:
            return None
        if state.street_index or state.acted_player_indices or state.player_count != 2:
            return None
        if index >= state.player_count:
            return None
        if not state.statuses[index] or state.bets[index] < max(state.bets):
            return None
        self._note("idle-check", number, f"p{index + 1} owes nothing and is not to act")
        return "skipped"

    def _remove_boards(self, number: int, action: Action) -> str | None:
        """Take boards out of play where the game says which."""
        state = self.state
        if action.kind == "rm" or not state.can_remove_board_cards():
            return None
        state.remove_board_cards()
        self._note("missing-removal", number, "the lowest boards are taken out of play")
        return "done"

    def _deal_unknown_card(self, number: int, action: Action) -> str | None:
        """Deal a card that nobody wrote down, without which nothing can go on."""
        state = self.state
        if action.kind == "dh" or not state.can_deal_hole():
            return None
        index = state.hole_dealee_index
        state.deal_hole("??")
        self._note("unknown-card", number, f"p{(index or 0) + 1} is dealt an unknown card")
        return "done"

    def _show_later(self, number: int, action: Action) -> str | None:
        """Leave cards face down where the next ones are dealt before anybody shows."""
        state = self.state
        index = state.showdown_index
        if action.kind != "db" and action.kind != "dh":
            return None
        if index is None or not state.can_show_or_muck_hole_cards(()):
            return None
        state.show_or_muck_hole_cards(())
        self._note("show-later", number, f"p{index + 1}'s cards stay face down for now")
        return "done"

    def _show_what_is_known(self) -> str | None:
        """Show the hands at the end, if all of them are known."""
        state = self.state
        index = state.showdown_index
        if index is None or not self._is_last_showdown() or not self._all_known():
            return None
        state.show_or_muck_hole_cards(True)
        self._note("missing-show", None, f"p{index + 1} shows the cards that are known")
        return "done"

    def _is_last_showdown(self) -> bool:
        state = self.state
        return (
            state.showdown_index is not None
            and state.street_index == state.street_count - 1
            and not state.street_return_count
        )

    def _all_known(self) -> bool:
        """Tell whether all cards of all who can win are known."""
        state = self.state
        return all(
            all(state.hole_cards[index]) for index in state.player_indices if state.statuses[index]
        )

    def _note(self, kind: str, number: int | None, message: str) -> None:
        self.repairs.append(Repair(kind, number, message))

    def _refused(self, number: int, text: str, refusal: Exception) -> ReplayError:
        legal = describe_legal(self.state)
        rule = {"code": refusal.code, **refusal.details} if isinstance(refusal, RuleError) else {}
        return ReplayError(
            f"action {number} is refused: {str(refusal).rstrip('.')}; legal would be {legal}",
            **rule,
            format=FORMAT,
            hand=self._history.key,
            excerpt=text,
            action=number,
        )
