"""The same random hand in PokerKit and in Croupier, compared after every operation."""

from __future__ import annotations

import copy
import pickle
import warnings
from collections.abc import Callable, Sequence
from math import inf
from random import Random
from typing import Any
from zlib import crc32

from differential import random_setups
from differential.comparison import ALWAYS, SOMETIMES, compare, compare_beginnings
from differential.differences import EVERYTHING, REFUSALS, Difference, Situation, Story
from differential.moves import Move, choose, illegal
from differential.plain import ask, plain, same
from differential.quick_pokerkit import forget, remember, text_of
from differential.setups import Setup, build, construct, put_deck, script

PAIR = ("pokerkit", "croupier")
# So many operations are a hand that does not end.
MAX_MOVES = 600
# All fields, most properties and what is possible are compared after every operation. What takes
# long and follows from them, such as the hands of all players and whether they can win, is compared
# after one operation of so many, and not after the same ones in every hand.
STRIDE = 4
EVERY_GROUP = (*ALWAYS, *SOMETIMES)


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
        # First what excuses a few fields, then what ends the comparison if nothing else differs.
        self.differences = sorted(differences, key=lambda one: one.excuses == EVERYTHING)
        self.rng = Random(f"{seed}")
        self.moves: list[Move] = []
        self.excused: set[str] = set()
        self.story = Story()
        self.copies = copies
        forget()
        self.theirs = build(pair[0], setup)
        self.ours = build(pair[1], setup)
        if altered is not None:
            self.ours = altered(self.ours)
        self.seen_operations = 0
        self.phase = crc32(f"{seed}".encode())
        mismatches = compare_beginnings(self.theirs, self.ours, exact=setup.is_exact)
        if mismatches:
            raise self.divergence(mismatches)

    def play(self) -> None:
        """Play the hand to its end, or to where the libraries part on purpose."""
        goes_on = self.check()
        while goes_on and len(self.moves) < MAX_MOVES:
            move = choose(self.theirs, self.setup, self.rng, self.is_excused_move)
            if move is None:
                return
            if self.rng.random() < 0.2:
                self.probe(illegal(self.theirs, self.setup, self.rng))
            if self.rng.random() < 0.03:
                self.ours = self.copied(self.ours)
            goes_on = self.step(move)
        if goes_on:
            raise self.divergence({"length": (f"more than {MAX_MOVES} operations", None)})

    def is_excused_move(self, move: Move) -> bool:
        """Return whether a move is not ours to make, on purpose."""
        if any(refusal.applies(self.theirs, move) for refusal in REFUSALS):
            return True
        return move.name == "complete_bet_or_raise_to" and "reopened betting" in self.now_excused

    def step(self, move: Move) -> bool:
        """Make a move in both; tell whether the hand goes on."""
        self.story.note(self.theirs, move)
        before = _reserved(self.theirs)
        self.moves.append(move)
        forget()
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            expected, their_error = _make(move, self.theirs)
            their_warnings = len(caught)
            result, our_error = _make(move, self.ours)
            our_warnings = len(caught) - their_warnings
        if their_error is not None:
            return self.failed(their_error, our_error)
        if our_error is not None:
            raise self.divergence({"error": (None, repr(our_error))}) from our_error
        if before and not before.isdisjoint(map(text_of, self.theirs.deck_cards)):
            self.order_decks()
        found = {}
        # What was done is compared below, with everything else that was done.
        first = self.seen_operations
        if expected is not self.theirs.operations[first] or result != self.ours.operations[first]:
            found["result"] = plain(expected), plain(result)
        found["warning"] = their_warnings, our_warnings
        if len(self.theirs.operations) > first + 1:
            # PokerKit warns when it asks itself what is possible, and again when it does it.
            found["warning"] = bool(their_warnings), bool(our_warnings)
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
        remember()
        mismatches |= self.compare_states()
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
        # As long as nothing was excused, our chips are where PokerKit's are.
        if self.is_due or self.excused or not self.theirs.status:
            self.check_chips()
        return True

    @property
    def is_due(self) -> bool:
        """Whether it is time to compare everything."""
        return (len(self.moves) + self.phase) % STRIDE == 0

    def compare_states(self) -> dict[str, Any]:
        groups = EVERY_GROUP if self.is_due else ALWAYS
        exact = self.setup.is_exact
        return compare(self.theirs, self.ours, self.pair[1], groups, exact=exact)

    def compare_operations(self) -> dict[str, Any]:
        theirs = list(self.theirs.operations[self.seen_operations :])
        ours = list(self.ours.operations[self.seen_operations :])
        self.seen_operations += len(theirs)
        if repr(theirs) == repr(ours):
            return {}
        # In other types than integers there are zeros of two kinds.
        is_same = same(plain(theirs), plain(ours), exact=self.setup.is_exact)
        if self.setup.chips == "int" or not is_same:
            return {"operations": (theirs, ours)}
        return {}

    def check_chips(self) -> None:
        """Check that our chips are all somewhere, whatever PokerKit's do."""
        state = self.ours
        if self.pair[1] != "croupier":
            return
        exact, pot = self.setup.is_exact, state.total_pot_amount
        if not same(sum(state.payoffs) + pot, 0, exact=exact):
            raise self.divergence({"all chips": (0, sum(state.payoffs) + pot)})
        if inf not in state.starting_stacks:
            begun, now = sum(state.starting_stacks), sum(state.stacks) + pot
            if not same(now, begun, exact=exact):
                raise self.divergence({"all chips": (begun, now)})
        if self.setup.chips == "int":
            amounts = [*state.stacks, *state.bets, *state.payoffs, pot]
            if any(type(amount) is not int and amount != inf for amount in amounts):
                raise self.divergence({"types of chips": ("int", amounts)})

    def probe(self, move: Move) -> None:
        """Check that both refuse, or both would accept, an operation."""
        if self.is_excused_move(move):
            return
        expected = ask(lambda: move.is_possible(self.theirs))
        if not isinstance(expected, bool):
            return
        possible = ask(lambda: move.is_possible(self.ours))
        if expected != possible:
            raise self.divergence({f"possible: {move.code}": (expected, possible)})
        if expected:
            return
        _, error = _make(move, self.ours)
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
    return play(random_setups.draw(Random(f"{game} {seed}"), game), seed, *arguments, **options)


def construct_both(pair: tuple[str, str], setup: Setup) -> tuple[bool, bool]:
    """Tell for each library whether it refuses a set-up."""
    refused = []
    for name in pair:
        try:
            construct(name, setup)
        except (IndexError, ValueError):
            # PokerKit has its own error for amounts of players who are not there.
            refused.append(True)
        else:
            refused.append(False)
    return refused[0], refused[1]


def _make(move: Move, state: Any) -> tuple[Any, BaseException | None]:
    try:
        return move.make(state), None
    except Exception as error:
        return None, error


def _reserved(state: Any) -> set[str]:
    return {text_of(card) for card in state.reserved_cards}
