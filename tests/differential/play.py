"""The same random hand in PokerKit and in Croupier, compared after every operation."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from decimal import Decimal
from fractions import Fraction
from math import isclose
from random import Random
from typing import Any

import pokerkit.hands
import pokerkit.state

from differential import setups
from differential.differences import EVERYTHING, REFUSALS, Difference, Situation, Story
from differential.moves import OPERATIONS, Move, choose, illegal, legal
from differential.setups import Setup, build, construct, put_deck, script

PAIR = ("pokerkit", "croupier")
# So many operations are a hand that does not end.
MOST_MOVES = 600
TOLERANCE = 1e-9

# Said once, at the beginning.
FIXED = ("automations", "betting_structure", "ante_trimming_status", "bring_in", "player_count")
FIXED += ("mode", "starting_board_count", "antes", "blinds_or_straddles", "starting_stacks")
APART = ("deck", "hand_types", "streets", "divmod", "rake")
FIELDS = tuple(
    field.name
    for field in dataclasses.fields(pokerkit.state.State)
    if not field.name.startswith("_") and field.name not in (*FIXED, *APART, "operations")
)
PROPERTIES = (
    "hand_type_count",
    "hand_type_indices",
    "draw_statuses",
    "player_indices",
    "street_count",
    "street_indices",
    "street",
    "turn_index",
    "board_count",
    "board_indices",
    "reserved_cards",
    "cards_in_play",
    "cards_not_in_play",
    "pot_amounts",
    "total_pot_amount",
    "pots",
    "ante_poster_indices",
    "blind_or_straddle_poster_indices",
    "hole_dealee_index",
    "board_dealing_count",
    "stand_patter_or_discarder_index",
    "actor_index",
    "checking_or_calling_amount",
    "effective_bring_in_amount",
    "min_completion_betting_or_raising_to_amount",
    "pot_completion_betting_or_raising_to_amount",
    "max_completion_betting_or_raising_to_amount",
    "runout_count_selector_indices",
    "showdown_index",
    "hand_killing_indices",
    "chips_pulling_indices",
)
BY_PLAYER = (
    "get_censored_hole_cards",
    "get_down_cards",
    "get_up_cards",
    "can_win_now",
    "get_effective_stack",
    "get_effective_ante",
    "get_effective_blind_or_straddle",
)
# What warns is impossible where warnings are errors.
WARNING = (
    "can_burn_card",
    "can_deal_hole",
    "can_deal_board",
    "can_fold",
    "can_show_or_muck_hole_cards",
)
_OPERATION_FIELDS = {
    name: tuple(field.name for field in dataclasses.fields(value))
    for name, value in vars(pokerkit.state).items()
    if isinstance(value, type) and issubclass(value, pokerkit.state.Operation)
}
_NUMBERS = (int, float, Decimal, Fraction)


# Values of either library as plain ones.


def plain(value: Any) -> Any:
    """Return a value without anything of its library: cards and hands are text, lists are lists."""
    kind = type(value)
    convert = _CONVERSIONS.get(kind)
    if convert is None:
        convert = _CONVERSIONS[kind] = _conversion(kind)
    return convert(value)


_CONVERSIONS: dict[type, Callable[[Any], Any]] = {}


def _conversion(kind: type) -> Callable[[Any], Any]:
    name = kind.__name__
    if kind is type(None) or issubclass(kind, (bool, str, *_NUMBERS)):
        return _itself
    if name == "Card":
        return repr
    if issubclass(kind, (set, frozenset)):
        return sorted
    if name == "Pot":
        return lambda pot: [pot.raked_amount, pot.unraked_amount, list(pot.player_indices)]
    if name == "Street":
        return _plain_street
    if name in _OPERATION_FIELDS:
        fields = _OPERATION_FIELDS[name]
        return lambda operation: [name, *(plain(getattr(operation, field)) for field in fields)]
    if issubclass(kind, Iterable):
        return _plain_list
    return repr


def _plain_list(values: Iterable[Any]) -> list[Any]:
    found = list(values)
    # Most lists are lists of cards.
    if found and type(found[0]).__name__ == "Card":
        return list(map(repr, found))
    return list(map(plain, found))


def _itself(value: Any) -> Any:
    return value


def _plain_street(street: Any) -> list[Any]:
    return [
        street.card_burning_status,
        list(street.hole_dealing_statuses),
        street.board_dealing_count,
        street.draw_status,
        str(street.opening),
        street.min_completion_betting_or_raising_amount,
        street.max_completion_betting_or_raising_count,
    ]


def ask(question: Callable[[], Any]) -> Any:
    """Return an answer as a plain value, or which error there was instead."""
    try:
        return plain(question())
    except Exception as error:
        return f"raises {type(error).__name__}"


def same(one: Any, other: Any, *, exact: bool) -> bool:
    """Tell whether two plain values are the same, amounts up to rounding."""
    if one == other:
        return isinstance(one, bool) == isinstance(other, bool)
    if exact:
        return False
    if isinstance(one, list) and isinstance(other, list):
        pairs = zip(one, other, strict=False)
        return len(one) == len(other) and all(same(a, b, exact=exact) for a, b in pairs)
    if isinstance(one, _NUMBERS) and isinstance(other, _NUMBERS):
        return isclose(one, other, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
    return False


def start(state: Any) -> dict[str, Any]:
    """Return what does not change during a hand."""
    found = {name: ask(lambda name=name: getattr(state, name)) for name in FIXED}
    found["deck"] = plain(state.deck)
    found["hand_types"] = [hand_type.__name__ for hand_type in state.hand_types]
    found["streets"] = plain(state.streets)
    return found


def snapshot(state: Any) -> dict[str, Any]:
    """Return everything that a state tells, except its operations."""
    found = {name: ask(lambda name=name: getattr(state, name)) for name in FIELDS}
    for name in PROPERTIES:
        found[name] = ask(lambda name=name: getattr(state, name))
    for name in BY_PLAYER:
        query = getattr(state, name)
        found[f"{name}()"] = [ask(lambda i=i, q=query: q(i)) for i in state.player_indices]
    boards, types = list(state.board_indices), list(state.hand_type_indices)
    found["get_board_cards()"] = [ask(lambda b=b: state.get_board_cards(b)) for b in boards]
    places = [(board, hand_type) for board in boards for hand_type in types]
    for name in ("get_hand", "get_up_hand"):
        query = getattr(state, name)
        found[f"{name}()"] = [
            ask(lambda i=i, place=place, q=query: text(q(i, *place)))
            for i in state.player_indices
            for place in places
        ]
    found["get_up_hands()"] = [
        ask(lambda place=place: map(text, state.get_up_hands(*place))) for place in places
    ]
    found["get_dealable_cards()"] = ask(state.get_dealable_cards)
    # Whatever comes back to the deck comes in any order.
    found["get_dealable_cards(None)"] = sorted(ask(lambda: state.get_dealable_cards(None, False)))
    for question in OPERATIONS.values():
        found[f"{question}()"] = ask(getattr(state, question))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for question in WARNING:
            found[f"{question}() without warnings"] = ask(getattr(state, question))
    return found


def text(hand: Any) -> str | None:
    return None if hand is None else repr(hand)


def compare(theirs: dict[str, Any], ours: dict[str, Any], setup: Setup) -> dict[str, Any]:
    """Return in which respects two plain pictures of a state differ."""
    return {
        name: (value, ours[name])
        for name, value in theirs.items()
        if not same(value, ours[name], exact=setup.is_exact)
    }


# A hand.


class DivergenceError(AssertionError):
    """Two hands that should be the same are not."""


class Hand:
    """A hand that is being played in two libraries."""

    def __init__(
        self,
        setup: Setup,
        seed: int | str,
        pair: tuple[str, str] = PAIR,
        differences: Sequence[Difference] = (),
        altered: Callable[[Any], Any] | None = None,
        copies: Sequence[Callable[[Any], Any]] = (copy.copy, copy.deepcopy),
    ) -> None:
        self.setup, self.seed, self.pair = setup, seed, pair
        self.differences = differences
        self.rng = Random(f"{seed}")
        self.moves: list[Move] = []
        self.excused: set[str] = set()
        self.story = Story()
        self.copies = copies
        self.theirs = build(pair[0], setup)
        self.ours = build(pair[1], setup)
        if altered is not None:
            self.ours = altered(self.ours)
        self.seen_operations = 0
        mismatches = compare(start(self.theirs), start(self.ours), setup)
        if mismatches:
            raise self.divergence(mismatches)

    def play(self) -> None:
        """Play the hand to its end, or to where the libraries part on purpose."""
        goes_on = self.check()
        while goes_on and len(self.moves) < MOST_MOVES:
            moves = [
                (weight, move)
                for weight, move in legal(self.theirs, self.setup, self.rng)
                if not self.is_excused_move(move)
            ]
            if not moves:
                return
            if self.rng.random() < 0.2:
                self.probe(illegal(self.theirs, self.setup, self.rng))
            if self.rng.random() < 0.03:
                self.ours = self.copied(self.ours)
            goes_on = self.step(choose(moves, self.rng))
        if goes_on:
            raise self.divergence({"length": (f"more than {MOST_MOVES} operations", None)})

    def is_excused_move(self, move: Move) -> bool:
        """Tell whether a move is not ours to make, on purpose."""
        return move.name == "complete_bet_or_raise_to" and "reopened betting" in self.now_excused

    def step(self, move: Move) -> bool:
        """Make a move in both; tell whether the hand goes on."""
        self.story.note(self.theirs, move)
        before = _reserved(self.theirs)
        self.moves.append(move)
        expected, their_error, their_warnings = _make(move, self.theirs)
        result, our_error, our_warnings = _make(move, self.ours)
        if their_error is not None:
            return self.failed(their_error, our_error)
        if our_error is not None:
            raise self.divergence({"error": (None, repr(our_error))}) from our_error
        if before and before & set(map(repr, self.theirs.deck_cards)):
            self.order_decks()
        found = {"result": (plain(expected), plain(result))}
        if len(self.theirs.operations) == self.seen_operations + 1:
            found["warning"] = (their_warnings, our_warnings)
        exact = self.setup.is_exact
        wrong = {name: pair for name, pair in found.items() if not same(*pair, exact=exact)}
        return self.check(wrong)

    def failed(self, their_error: BaseException, our_error: BaseException | None) -> bool:
        """Look at an operation that was possible and yet failed; the hand ends."""
        situation = Situation(self.setup, self.story, self.theirs, self.ours, error=their_error)
        for difference in self.differences:
            if difference.excuses == EVERYTHING and difference.applies(situation):
                self.excused.add(difference.name)
                return False
        if type(their_error) is type(our_error):
            self.excused.add(f"both fail: {their_error!r}")
            return False
        raise self.divergence({"error": (repr(their_error), repr(our_error))}) from their_error

    def order_decks(self) -> None:
        """Put both decks in one order after cards came back to them in any order."""
        cards = sorted(map(repr, self.theirs.deck_cards))
        if cards == sorted(map(repr, self.ours.deck_cards)):
            self.rng.shuffle(cards)
            for name, state in zip(self.pair, (self.theirs, self.ours), strict=True):
                put_deck(name, state, cards)

    def check(self, mismatches: dict[str, Any] | None = None) -> bool:
        """Compare the states; tell whether the hand goes on."""
        mismatches = dict(mismatches or {})
        mismatches |= compare(snapshot(self.theirs), snapshot(self.ours), self.setup)
        mismatches |= self.compare_operations()
        self.now_excused: set[str] = set()
        if mismatches:
            situation = Situation(self.setup, self.story, self.theirs, self.ours, mismatches)
            for difference in self.differences:
                if not mismatches:
                    break
                if not difference.is_relevant(mismatches) or not difference.applies(situation):
                    continue
                self.now_excused.add(difference.name)
                if difference.excuses == EVERYTHING:
                    self.excused |= self.now_excused
                    self.check_chips()
                    return False
                for name in difference.excuses:
                    mismatches.pop(name, None)
            self.excused |= self.now_excused
        if mismatches:
            raise self.divergence(mismatches)
        self.check_chips()
        return True

    def compare_operations(self) -> dict[str, Any]:
        theirs = list(self.theirs.operations[self.seen_operations :])
        ours = list(self.ours.operations[self.seen_operations :])
        self.seen_operations += len(theirs)
        if not same(plain(theirs), plain(ours), exact=self.setup.is_exact):
            return {"operations": (theirs, ours)}
        # In other types there are zeros of two kinds.
        if self.setup.chips == "int" and repr(theirs) != repr(ours):
            return {"operations": (repr(theirs), repr(ours))}
        return {}

    def check_chips(self) -> None:
        """Check that our chips are all somewhere, whatever PokerKit's do."""
        state = self.ours
        if self.pair[1] != "croupier":
            return
        total = sum(state.stacks) + state.total_pot_amount
        if not same(total, sum(state.starting_stacks), exact=self.setup.is_exact):
            raise self.divergence({"all chips": (sum(state.starting_stacks), total)})
        if self.setup.chips == "int":
            amounts = [*state.stacks, *state.bets, *state.payoffs, state.total_pot_amount]
            if any(type(amount) is not int for amount in amounts):
                raise self.divergence({"types of chips": ("int", amounts)})

    def probe(self, move: Move) -> None:
        """Check that both refuse, or both would accept, an operation."""
        if any(refusal.applies(self.theirs, move) for refusal in REFUSALS):
            return
        expected = ask(lambda: move.is_possible(self.theirs))
        if not isinstance(expected, bool):
            return
        if move.name in OPERATIONS and self.is_excused_move(move):
            return
        possible = ask(lambda: move.is_possible(self.ours))
        if expected != possible:
            raise self.divergence({f"possible: {move.code}": (expected, possible)})
        if expected:
            return
        _, error, _ = _make(move, self.ours)
        if not isinstance(error, ValueError):
            raise self.divergence({f"error of {move.code}": ("ValueError", repr(error))})

    def copied(self, state: Any) -> Any:
        """Return a copy with which the hand goes on."""
        how = self.rng.choice(self.copies)
        if how is copy.copy and self.pair[1] == "pokerkit":
            return state
        try:
            other = how(state)
        except Exception as error:
            raise self.divergence({"copy": ("a copy", repr(error))}) from error
        if self.setup.rake is None and other != state:
            raise self.divergence({"copy": ("equal", "different")})
        return other

    def divergence(self, mismatches: dict[str, Any]) -> DivergenceError:
        lines = [f"{' and '.join(self.pair)} differ after {len(self.moves)} operations."]
        lines.append(f"play({self.setup!r}, {self.seed!r})")
        for name, (expected, actual) in mismatches.items():
            lines += [f"  {name}:", f"    {expected!r}", f"    {actual!r}"]
        for name in dict.fromkeys(self.pair):
            lines += [f"# In {name}:", script(name, self.setup, self.moves)]
        return DivergenceError("\n".join(lines))


def play(
    setup: Setup,
    seed: int | str,
    pair: tuple[str, str] = PAIR,
    differences: Sequence[Difference] = (),
    altered: Callable[[Any], Any] | None = None,
    copies: Sequence[Callable[[Any], Any]] = (copy.copy, copy.deepcopy),
) -> Hand:
    """Play a hand in two libraries, and return it; where they differ, it is a `DivergenceError`."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        hand = Hand(setup, seed, pair, differences, altered, copies)
        hand.play()
    return hand


def pickled(state: Any) -> Any:
    """Return a state that was written to bytes and read back."""
    return pickle.loads(pickle.dumps(state))


def play_seed(game: str, seed: int, *arguments: Any, **options: Any) -> Hand:
    """Play the hand that a game and a number stand for."""
    return play(setups.draw(Random(f"{game} {seed}"), game), seed, *arguments, **options)


def construct_both(pair: tuple[str, str], setup: Setup) -> tuple[bool, bool]:
    """Tell for each library whether it refuses a set-up."""
    refused = []
    for name in pair:
        try:
            construct(name, setup)
        except ValueError:
            refused.append(True)
        else:
            refused.append(False)
    return refused[0], refused[1]


def _make(move: Move, state: Any) -> tuple[Any, BaseException | None, bool]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            result = move.make(state)
        except Exception as error:
            return None, error, bool(caught)
    return result, None, bool(caught)


def _reserved(state: Any) -> set[str]:
    return {repr(card) for card in state.reserved_cards}


@contextmanager
def quick_hands() -> Iterator[None]:
    """Let PokerKit remember the hands that it has evaluated: the same ones are asked often."""
    classes = [
        value
        for value in vars(pokerkit.hands).values()
        if isinstance(value, type) and issubclass(value, pokerkit.hands.Hand)
        if getattr(value, "lookup", None) is not None and "Hand" in value.__name__
    ]
    own = {cls: cls.__dict__.get("from_game") for cls in classes}
    # All methods first, since some of the classes inherit from others.
    for cls, method in [(cls, cls.from_game) for cls in classes]:
        cls.from_game = _remembering(method)
    try:
        yield
    finally:
        for cls, method in own.items():
            if method is None:
                del cls.from_game
            else:
                cls.from_game = method


def _remembering(method: Callable[..., Any]) -> Any:
    clean = pokerkit.Card.clean
    known: dict[Any, Any] = {}

    def from_game(hole_cards: Any, board_cards: Any = ()) -> Any:
        cards = clean(hole_cards), clean(board_cards)
        key = tuple(map(repr, cards))
        if key not in known:
            if len(known) > 20_000:
                known.clear()
            try:
                known[key] = method(*cards)
            except (KeyError, ValueError) as error:
                known[key] = error
        found = known[key]
        if isinstance(found, Exception):
            raise found.with_traceback(None)
        return found

    return staticmethod(from_game)
