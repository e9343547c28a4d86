"""What happens in a hand, in words: one voice for hands that are played and hands of histories."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rich.text import Text

from croupier.cards import Card
from croupier.cli.console import show_cards
from croupier.rankings import get as get_ranking
from croupier.state import (
    BetCollection,
    BlindOrStraddlePosting,
    BoardDealing,
    BringInPosting,
    CardBuying,
    CardProtecting,
    CheckingOrCalling,
    ChipsPulling,
    ChipsPushing,
    CompletionBettingOrRaisingTo,
    HoleCardsShowingOrMucking,
    HoleDealing,
    Operation,
    State,
    StraddlePosting,
)
from croupier.state.operation_table import RECORDS
from croupier.texts import show_line

__all__ = ["Teller", "show_hole_cards"]

_LOW, _GOOD = "dim", "green"
# What needs an article, unlike "two pair" or "7-5-4-2-A low".
_ARTICLE = re.compile(r"^(?=straight|flush|full house|royal|(two|three|four)-card)")
_RUNS = {1: "once", 2: "twice"}
_FIELD = re.compile(r"\{(\w+)\}")
# What is told in another way than most.
_STYLES = {
    "AntePosting": _LOW,
    "BoardRemoval": "bold",
    "DiceRolling": "bold",
    "Folding": _LOW,
    "HoleCardsShowingOrMucking": _LOW,
}


class Teller:
    """Tell a hand operation by operation.

    Cards that are dealt one after the other are told together, player by player, as soon as
    something else happens.

    >>> from croupier.games import make_game
    >>> from croupier.state import Automation
    >>> game = make_game("nlhe")
    >>> game.automations = tuple(Automation)
    >>> state = game(200, 2, seed=1)
    >>> state.fold()
    Folding(commentary=None, player_index=1)
    >>> teller = Teller(["Ann", "Bob"])
    >>> [line.plain for one in state.operations for line in teller.tell(one, state)][-3:]
    ['Bob folds', 'Ann takes back 1', 'Ann wins 2']
    """

    def __init__(self, names: Sequence[str]) -> None:
        """Begin a hand.

        Args:
            names: The players, in the order of the state.
        """
        self._names = [show_line(name) for name in names]
        self._dealt: dict[int, list[tuple[Card, bool]]] = {}
        # What was bet in this round: nothing, a bring-in, or a bet.
        self._bet = ""
        self._has_opened = False
        self._bets: dict[int, Any] = {}
        self._pot: Any = 0
        self._returned: Any = 0
        self._shown: set[int] = set()

    def tell(self, operation: Operation, state: State) -> Iterator[Text]:
        """Yield what there is to say about an operation.

        Args:
            operation: What was done.
            state: The hand, then or later; when chips are won, how it ended.

        Yields:
            Lines.
        """
        if isinstance(operation, HoleDealing):
            cards = zip(operation.cards, operation.statuses, strict=True)
            self._dealt.setdefault(operation.player_index, []).extend(cards)
            return
        yield from self.tell_cards()
        if isinstance(operation, CompletionBettingOrRaisingTo) and not self._has_opened:
            # Who has the bring-in may put in a whole bet at once.
            self._bet = self._bet or ("bring-in" if state.bring_in else "")
        if isinstance(operation, ChipsPushing) and self._shown:
            yield from self._tell_winners(operation, state)
            return
        line = self._tell(operation)
        if line is not None:
            if operation.commentary:
                line += Text(f"  # {operation.commentary}", style=_LOW)
            yield line

    def tell_cards(self) -> Iterator[Text]:
        """Yield who was dealt what, if that has not been told yet."""
        for index, cards in sorted(self._dealt.items()):
            # Cards of others that nobody sees are no news, unless there are some that all see.
            if any(card for card, _ in cards):
                shown = show_hole_cards([card for card, _ in cards], [up for _, up in cards])
                yield Text(f"{self._names[index]} is dealt ", style=_LOW) + shown
        self._dealt.clear()

    def _tell(self, operation: Operation) -> Text | None:
        """Return what happened in words, or `None` for what goes without saying."""
        names = self._names
        match operation:
            case BetCollection(bets):
                self._bet = ""
                self._pot += sum(bets)
                return self._tell_uncalled()
            case StraddlePosting(index, amount, True):
                self._bets[index] = amount
                return _tell_plainly(operation, names)
            case BlindOrStraddlePosting(index, amount):
                self._bet = "blind"
                self._has_opened = True
                self._bets[index] = amount
                return Text(f"{names[index]} posts {amount}", style=_LOW)
            case BringInPosting(index, amount):
                self._bet = "bring-in"
                self._has_opened = True
                self._bets[index] = amount
                return Text(f"{names[index]} brings in for {amount}")
            case CompletionBettingOrRaisingTo(index, amount):
                verbs = {"": "bets", "bring-in": "completes to"}
                verb = verbs.get(self._bet, "raises to")
                self._bet = "bet"
                self._has_opened = True
                self._bets[index] = amount
                return Text(f"{names[index]} {verb} {amount}", style="yellow")
            case CheckingOrCalling(index, amount):
                self._bets[index] = self._bets.get(index, 0) + amount
                return Text(f"{names[index]} {f'calls {amount}' if amount else 'checks'}")
            case ChipsPulling(index, amount) if not self._shown:
                # Nobody called: the state leaves the last bet where it is until then.
                won = amount - self._returned
                return Text(f"{names[index]} wins {won}", style=f"bold {_GOOD}")
            case BoardDealing(cards):
                pot = Text(f"   pot {self._pot}", style="cyan")
                return Text("Board  ", style="bold") + show_cards(cards) + pot
            case HoleCardsShowingOrMucking(index, cards) if cards:
                if all(cards):
                    self._shown.add(index)
                return Text(f"{names[index]} shows ") + show_cards(cards)
            case CardBuying(index, amount, _, True) | CardProtecting(index, amount, True):
                self._pot += amount
                return _tell_plainly(operation, names)
            case _:
                return _tell_plainly(operation, names)

    def _tell_uncalled(self) -> Text | None:
        """Tell who takes back what nobody called in a betting round that is over."""
        bets = sorted(self._bets.items(), key=lambda item: item[1])
        self._bets.clear()
        if not bets:
            return None
        index, most = bets[-1]
        self._returned = most - (bets[-2][1] if len(bets) > 1 else 0)
        if not self._returned:
            return None
        return Text(f"{self._names[index]} takes back {self._returned}", style=_LOW)

    def _tell_winners(self, push: ChipsPushing, state: State) -> Iterator[Text]:
        pushes = [one for one in state.operations if isinstance(one, ChipsPushing)]
        part = _name_part(push, pushes) + _name_contest(push, pushes, state)
        for index, amount in enumerate(push.amounts):
            if amount:
                hand = _describe_hand(push, state, index) if index in self._shown else ""
                with_what = f" with {_ARTICLE.sub('a ', hand)}" if hand else ""
                said = f"{self._names[index]} wins {amount}{part}{with_what}"
                yield Text(said, style=f"bold {_GOOD}")


def _describe_hand(push: ChipsPushing, state: State, index: int) -> str:
    """Return what somebody won with."""
    place = push.hand_type_index or 0
    if state.hand_types:
        hand = state.get_hand(index, push.board_index or 0, place)
        return "" if hand is None else hand.description
    found = state.get_contest_hand(index, place)
    return "" if found is None else str(found)


def _name_contest(push: ChipsPushing, pushes: Iterable[ChipsPushing], state: State) -> str:
    """Return which part of its pot chips are, where hands of several kinds share it."""
    rivals = {one.hand_type_index or 0 for one in pushes if one.pot_index == push.pot_index}
    if len(rivals) < 2:
        return ""
    place = push.hand_type_index or 0
    title = _find_title(place, state)
    if any(_find_title(other, state) == title for other in rivals - {place}):
        return f" for part {place + 1}, the {title}"
    return f" for the {title}"


def _find_title(place: int, state: State) -> str:
    """Return what a contest is called, or what kind of hand wins it."""
    if state.hand_types:
        hand_type = state.hand_types[place]
        name = getattr(hand_type.lookup, "ranking_name", None)
        return hand_type.__name__ if name is None else get_ranking(name).title
    for index in state.player_indices:
        found = state.get_contest_hand(index, place)
        if found is not None:
            return found.contest or found.ranking.title
    return "hand"


def _name_part(push: ChipsPushing, pushes: Iterable[ChipsPushing]) -> str:
    """Return which pot and which board chips come from, where there are several."""
    said = ""
    everything = list(pushes)
    if len({one.pot_index for one in everything}) > 1:
        said += f" of side pot {push.pot_index}" if push.pot_index else " of the main pot"
    if push.board_index is not None and len({one.board_index for one in everything}) > 1:
        said += f" on board {push.board_index + 1}"
    return said


def _tell_plainly(operation: Operation, names: Sequence[str]) -> Text | None:
    """Return what happened where it does not matter what happened before, as the table has it."""
    row = RECORDS[type(operation).__name__]
    values = [(name, kind, getattr(operation, name)) for name, kind in row.fields]
    deciding = [value for _, kind, value in values if kind == "status"] or [
        value for _, kind, value in values if kind in {"cards", "runouts"}
    ]
    told = row.told[:1] if all(deciding) else row.told[1:]
    if not any(told):
        return None
    texts = {name: _show_field(kind, value, names) for name, kind, value in values}
    texts["player"] = texts.get("player_index", Text())
    parts = _FIELD.split(told[0])
    line = Text(style=_STYLES.get(row.record, ""))
    for number, part in enumerate(parts):
        line += texts[part] if number % 2 else Text(part)
    return line


def _show_field(kind: str, value: Any, names: Sequence[str]) -> Text:
    match kind:
        case "player":
            return Text(names[value])
        case "cards":
            return show_cards(value)
        case "declarations":
            said = ", ".join(one or "nothing yet" for one in value)
            return Text(said.replace("high_low", "high and low"))
        case "runouts":
            return Text(_RUNS.get(value, f"{value} times"))
        case "dice":
            return Text(", ".join(map(str, value)))
        case _:
            return Text(str(value))


def show_hole_cards(
    cards: Sequence[Card],
    statuses: Sequence[bool],
    *,
    dim: bool = False,
    numbered: bool = False,
) -> Text:
    """Return a player's cards as coloured text, those that lie face up behind the word "up".

    >>> show_hole_cards(Card.clean("AsKd2c"), (False, False, True)).plain
    'A♠ K♦ up 2♣'
    >>> show_hole_cards(Card.clean("AsKd2c"), (False, True, False), numbered=True).plain
    '1:A♠ 3:2♣ up 2:K♦'
    >>> show_hole_cards(Card.clean("AsKd"), (False, False)).plain
    'A♠ K♦'

    Args:
        cards: The cards.
        statuses: Which of them lie face up.
        dim: Whether to hold them back.
        numbered: Whether they have the numbers by which their player calls them.

    Returns:
        The text.
    """
    groups: tuple[list[Text], list[Text]] = ([], [])
    for number, (card, is_up) in enumerate(zip(cards, statuses, strict=True), 1):
        shown = show_cards([card], dim=dim)
        if numbered:
            shown = Text(f"{number}:", style=_LOW) + shown
        groups[bool(is_up)].append(shown)
    down, up = groups
    if up:
        up.insert(0, Text("up", style=_LOW))
    return Text(" ").join([*down, *up])
