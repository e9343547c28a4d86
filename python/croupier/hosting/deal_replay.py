"""Check a proof of fair dealing against a hand history, by replaying the hand with the rules."""

from __future__ import annotations

import tomllib
import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from croupier.agents import Move
from croupier.cards import Card
from croupier.errors import PokerError, RefusedError, RuleWarning
from croupier.histories import HandHistory
from croupier.histories.phh.actions import EXTENSION_MARK
from croupier.hosting.dealing_plan import BOARD, BURN, make_plan
from croupier.hosting.fairness import CheckedDeal, DealProof, check_proof
from croupier.state import Automation, State

__all__ = ["check_deal", "write_setup"]

# What a hand history says beside the game, the stakes and the stacks.
_OF_THE_RESULT = {"actions", "hand", "finishing_stacks"}
_DEALING = {Automation.CARD_BURNING, Automation.HOLE_DEALING, Automation.BOARD_DEALING}
_OF_PLAYERS = {
    Automation.RUNOUT_COUNT_SELECTION,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
}
_AUTOMATED = tuple(one for one in Automation if one not in _DEALING | _OF_PLAYERS)
_UNKNOWN = next(iter(Card.parse("??")))
_SHOWING = ("sm", "ex")
_DEALS = (["d", "dh"], ["d", "db"])
# Histories are files: a replay with unknown discards must end, whatever they say.
_MAX_BRANCHES = 2_000


def write_setup(history: HandHistory) -> str:
    """Return the game, the stakes, the stacks and the players of a hand, without what happened.

    Args:
        history: The history of the hand.
    """
    lines = history.dumps().splitlines()
    return "\n".join(line for line in lines if line.partition(" = ")[0] not in _OF_THE_RESULT)


def check_deal(proof: DealProof, history: HandHistory) -> CheckedDeal:
    """Check a proof against the hand that a player saw.

    Beside what `check_proof` checks, the hand is replayed by the rules of the game: they say which
    card goes to which player. Each card that the history knows must be opened.

    Args:
        proof: The proof.
        history: The hand, with the cards that the player saw.

    Raises:
        RefusedError: Something is wrong: the code is `unfair-deal`, and the text says what.
    """
    checked = check_proof(proof)
    try:
        _check_setup(proof, history)
        with warnings.catch_warnings():
            # A file may say anything about the cards.
            warnings.simplefilter("ignore", RuleWarning)
            _check_cards(proof, history)
    except (PokerError, LookupError, ValueError) as error:
        raise RefusedError(f"hand {proof.deck.hand}: {error}", code="unfair-deal") from None
    return checked


def _require(condition: object, problem: str) -> None:
    if not condition:
        raise ValueError(problem)


def _check_setup(proof: DealProof, history: HandHistory) -> None:
    """Check that the history is of the hand that the deck was committed for."""
    deck = proof.deck
    _require(history.hand == deck.hand, f"the history is of hand {history.hand}")
    try:
        setup = tomllib.loads(deck.setup)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"the committed game is not a hand history: {error}") from None
    given = tomllib.loads(history.dumps())
    for name in sorted({*setup, *given} - _OF_THE_RESULT):
        _require(
            setup.get(name) == given.get(name),
            f"{name} differs: expected {setup.get(name)!r:.100} as committed,"
            f" got {given.get(name)!r:.100} in the history",
        )
    _require(setup.get("players") == deck.players, "the committed players differ")


def _check_cards(proof: DealProof, history: HandHistory) -> None:
    deck = proof.deck
    state = _start(history)
    definition = _make_setup(history).definition
    cards = "".join(repr(card) for card in definition.deck)
    _require(cards == deck.cards, "the committed cards are not those of the game")
    plan = make_plan(definition.to_json(), state.starting_board_count)
    _require(plan == deck.plan, "the committed plan is not that of the game")
    owners = proof.dealt
    _require(
        _can_be_dealt(proof, history), "the cards were not dealt to the players whom the rules name"
    )
    given: dict[int, list[Card]] = {}
    for owner, card in _list_given(history):
        given.setdefault(owner, []).append(card)
    opened = {one.position: one.card for one in proof.openings}
    for owner in {*owners, *given} - {BURN}:
        positions = [position for position, one in enumerate(owners) if one == owner]
        cards_given = given.get(owner, [])
        # Cards that come after the whole deck was dealt were shuffled again.
        is_whole = len(positions) == len(cards_given) or len(owners) == deck.size
        _require(is_whole, "the history deals other cards than the rules")
        for position, card in zip(positions, cards_given, strict=False):
            if card:
                _require(position in opened, f"card {position + 1}, {card!r}, is not opened")
                _require(
                    opened[position] == repr(card),
                    f"card {position + 1} is {opened[position]}, and the history has {card!r}",
                )
    moves = "moves" in deck.plan
    places = {card: position for position, card in opened.items()}
    for player, verb, name in _list_shown(history):
        _require(name in places, f"{name} was shown and is not opened")
        _require(
            moves or verb not in _SHOWING or proof.dealt[places[name]] == player,
            f"{name} was dealt to another player",
        )


def _make_setup(history: HandHistory) -> Any:
    game: Any = history.create_game()
    stacks = tuple(history.starting_stacks)
    return game._find_setup(stacks, len(stacks)).replace(starting_stacks=stacks)


def _start(history: HandHistory) -> State:
    """Start the hand, with the decisions of players and the dealing of cards left to do."""
    return State._start(_make_setup(history).replace(automations=_AUTOMATED), 0)


def _can_be_dealt(proof: DealProof, history: HandHistory) -> bool:
    """Return whether a replay of the hand deals its cards to the players whom a proof names."""
    given: dict[int, list[Card]] = {}
    for owner, card in _list_given(history):
        given.setdefault(owner, []).append(card)
    opened = {one.position: next(iter(Card.parse(one.card))) for one in proof.openings}

    def find_given(owner: int, number: int, position: int) -> Card:
        cards = given.get(owner, [])
        return cards[number] if number < len(cards) else _UNKNOWN

    def find_opened(owner: int, number: int, position: int) -> Card:
        # A card that was dealt face down and shown later has to be known from the start in games
        # where it is shown before the showdown.
        return opened.get(position, _UNKNOWN)

    actions = [words for words in _list_actions(history) if words[:2] not in _DEALS]
    count = sum(map(len, given.values()))
    for find in (find_given, find_opened):
        replay = _Replay(actions, proof.deck.size, count, find)
        if any(owners == proof.dealt for owners in replay.play(_start(history), 0, [])):
            return True
    return False


class _Replay:
    """A replay of a hand, in which the rules say to whom each card is dealt."""

    def __init__(
        self,
        actions: Sequence[list[str]],
        size: int,
        given: int,
        find: Callable[[int, int, int], Card],
    ) -> None:
        """Prepare a replay.

        Args:
            actions: The words of what players did.
            size: The number of cards of the deck.
            given: The number of cards that the history deals.
            find: Returns a card by its owner, its number among those of the owner, and its
                position in the deck.
        """
        self._actions = actions
        self._size = size
        self._given = given
        self._find = find
        self._branches = _MAX_BRANCHES

    def play(self, state: State, number: int, owners: list[int]) -> Iterator[list[int]]:
        """Yield the owners of the cards at the end of the hand.

        There are several ends where it is unknown which cards a player discarded.

        Args:
            state: The hand so far, which is changed.
            number: The number of actions that are done.
            owners: The owners of the cards so far.
        """
        self._deal(state, owners)
        while number < len(self._actions) and len(owners) < self._size:
            choices = _list_choices(state, self._actions[number])
            number += 1
            for choice in choices[1:]:
                self._branches -= 1
                _require(self._branches, "the hand has too many unknown discards to be replayed")
                branch = state.copy()
                if self._do(branch, choice):
                    yield from self.play(branch, number, list(owners))
            if not self._do(state, choices[0]):
                if state.can_select_runout_count():
                    # A player left it to others how often the board is run.
                    state.select_runout_count()
                    yield from self.play(state, number - 1, owners)
                    return
                if sum(owner != BURN for owner in owners) < self._given:
                    return
                # All cards are dealt. What players did with unknown cards cannot always be
                # replayed.
                break
            self._deal(state, owners)
        while len(owners) < self._size and state.can_select_runout_count():
            state.select_runout_count()
            self._deal(state, owners)
        yield owners

    def _deal(self, state: State, owners: list[int]) -> None:
        """Deal all cards that are due, in the order of the core."""
        while len(owners) < self._size:
            if state.can_burn_card():
                state.burn_card(self._take(BURN, owners))
            elif state.can_deal_hole():
                index = state.hole_dealee_index
                assert index is not None
                state.deal_hole(self._take(index, owners))
            elif state.can_deal_board():
                count = state.board_dealing_count or 1
                state.deal_board([self._take(BOARD, owners) for _ in range(count)])
            else:
                return

    def _take(self, owner: int, owners: list[int]) -> Card:
        card = self._find(owner, owners.count(owner), len(owners))
        owners.append(owner)
        return card

    def _do(self, state: State, words: list[str]) -> bool:
        """Do what a player did; return whether the rules allow it."""
        try:
            if words[:2] == ["d", "rd"]:
                state.roll_dice([int(value) for value in words[2:]])
            elif words[:2] == ["d", "rm"]:
                state.remove_board_cards()
            elif words[1:2] == ["rc"]:
                # Players choose in any order.
                count = int(words[2]) if len(words) > 2 else None
                state.select_runout_count(count, int(words[0][1:]) - 1)
            else:
                done: Any = Move.from_action(" ".join(words)).apply(state)
                return words[0] == f"p{getattr(done, 'player_index', -1) + 1}"
        except (PokerError, ValueError):
            return False
        return True


def _list_choices(state: State, words: list[str]) -> list[list[str]]:
    """Return what a player may have done: a card that lay face up may be among unknown discards."""
    if len(words) != 3 or words[1] != "sd" or not words[2].endswith("??"):
        return [words]
    index = int(words[0][1:]) - 1
    cards = zip(state.hole_cards[index], state.hole_card_statuses[index], strict=True)
    shown = [repr(card) for card, is_up in cards if is_up and card]
    return [words, *([words[0], "sd", words[2][:-2] + card] for card in shown)]


def _list_actions(history: HandHistory) -> Iterator[list[str]]:
    """Yield the words of all actions, those included that the standard has no notation for."""
    for action in history.actions:
        words = action.removeprefix(f"# {EXTENSION_MARK}").partition("#")[0].split()
        if words:
            yield words


def _list_given(history: HandHistory) -> Iterator[tuple[int, Card]]:
    """Yield the cards that a history deals, with their owners."""
    for words in _list_actions(history):
        if words[:2] == ["d", "dh"]:
            for card in Card.parse(words[3]):
                yield int(words[2][1:]) - 1, card
        elif words[:2] == ["d", "db"]:
            for card in Card.parse(words[2]):
                yield BOARD, card


def _list_shown(history: HandHistory) -> Iterator[tuple[int, str, str]]:
    """Yield the known cards of players' actions: the player, the action and the card."""
    for words in _list_actions(history):
        if len(words) > 2 and words[0][:1] == "p" and words[0][1:].isdecimal():
            for text in words[2:]:
                for card in _parse_cards(text):
                    yield int(words[0][1:]) - 1, words[1], repr(card)


def _parse_cards(text: str) -> Sequence[Card]:
    try:
        return [card for card in Card.parse(text) if card]
    except ValueError:
        # A number of chips, or a word.
        return ()
