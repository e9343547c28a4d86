"""The lines of PokerNow's log, one by one."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from typing import NamedTuple

__all__ = [
    "Line",
    "Seat",
    "Start",
    "is_talk",
    "read_amount",
    "read_cards",
    "read_line",
    "read_seats",
    "read_start",
    "split_player",
]

Amount = int | Decimal


class Line(NamedTuple):
    """Say what happened.

    Attributes:
        kind: What it is: "fold", "check", "call", "bet", "raise", the kinds of posts ("ante",
            "small blind", "big blind", "straddle", "missing small blind", "missed big blind",
            "bomb pot"), "flop", "turn", "river", "hand", "show", "collect", "uncalled", "paid
            bounty", "won bounty", "runs", "dead small blind", "dead big blind", "undealt".
        player: The player's name and number, as the line has them.
        amount: How much; for calls, bets and raises all of the street.
        cards: The cards, in the notation of Croupier.
        flag: "second" for a second run or board, "all in" where the line says so, "twice" or
            "once" for a choice of runs, "low" or "high" of half a pot; else nothing.
    """

    kind: str
    player: str = ""
    amount: Amount = 0
    cards: tuple[str, ...] = ()
    flag: str = ""


class Start(NamedTuple):
    """Say how a hand begins.

    Attributes:
        number: The number of the hand at the table.
        name: The name that no other hand has, if the line gives one.
        game: The name of the game.
        dealer: The player on the button as the line has it; nothing if the button is dead.
        dead: Whether the line says that the button is dead.
    """

    number: str
    name: str
    game: str
    dealer: str
    dead: bool


class Seat(NamedTuple):
    """Say who sits where.

    Attributes:
        number: The number of the seat; `None` in logs that have none.
        player: The player's name and number, as the line has them.
        stack: What the player begins with.
    """

    number: int | None
    player: str
    stack: Amount


def read_amount(text: str) -> Amount:
    """Return an amount: whole chips, or a decimal where there is a point.

    >>> read_amount("250"), read_amount("0.50")
    (250, Decimal('0.50'))

    Args:
        text: The amount.

    Returns:
        The amount.

    Raises:
        ValueError: It is none.
    """
    if text.isdecimal() and text.isascii():
        if len(text) > _MOST_DIGITS:
            raise ValueError(f"an amount has {len(text)} digits, more than {_MOST_DIGITS}")
        return int(text)
    try:
        amount = Decimal(text.replace(",", ""))
    except InvalidOperation:
        raise ValueError(f"{text[:40]!r} is no amount") from None
    if len(text) > _MOST_DIGITS or not amount.is_finite():
        raise ValueError(f"{text[:40]!r} is no amount")
    return int(amount) if "." not in text else amount


@lru_cache(maxsize=4096)
def read_cards(text: str) -> tuple[str, ...]:
    """Return cards in the notation of Croupier.

    >>> read_cards("10♥, A♠")
    ('Th', 'As')

    Args:
        text: The cards as the log has them.

    Returns:
        The cards.

    Raises:
        ValueError: One of them is no card.
    """
    cards = []
    for part in text.split(","):
        card = part.strip().translate(_SUITS).replace("10", "T")
        if _CARD.fullmatch(card) is None:
            raise ValueError(f"{part.strip()[:20]!r} is no card: expected one such as 10♥ or A♠")
        cards.append(card)
    return tuple(cards)


@lru_cache(maxsize=4096)
def split_player(token: str) -> tuple[str, str]:
    """Return a player's name and number; the number is the name where there is none.

    >>> split_player("a @ b @ 3mid0aO0hZ")
    ('a @ b', '3mid0aO0hZ')

    Args:
        token: The name and number as the log has them.

    Returns:
        The name and the number.
    """
    name, mark, number = token.rpartition(" @ ")
    return (name, number) if mark else (token, token)


def read_start(text: str) -> Start | None:
    """Read the line that begins a hand.

    >>> number = 7
    >>> read_start(f"-- starting hand #{number} (id: a1b2)  No Limit Hold'em (dead button) --")
    Start(number='7', name='a1b2', game="No Limit Hold'em", dealer='', dead=True)

    Args:
        text: The line.

    Returns:
        What it says, or `None` if it begins no hand.
    """
    match = _START.fullmatch(text)
    if match is None:
        return None
    number, name, game, dealer, dead = match.groups()
    game = game.strip()
    if game.startswith("(") and game.endswith(")"):
        game = game[1:-1]
    return Start(number, name or "", game, dealer or "", dead is not None)


def read_seats(text: str) -> list[Seat]:
    """Read the line that says what players begin with.

    >>> stacks = 'Player stacks: #{} "a | b @ 3mid0aO0hZ" (10) | #{} "Bo @ q7Wm2aO0hZ" (2.50)'
    >>> read_seats(stacks.format(1, 4))[1]
    Seat(number=4, player='Bo @ q7Wm2aO0hZ', stack=Decimal('2.50'))

    Args:
        text: The line.

    Returns:
        The players.

    Raises:
        ValueError: Something in it is no seat.
    """
    rest = text.partition(":")[2].strip()
    seats = []
    # Names may hold anything, but a seat ends with a stack in parentheses and begins with a quote.
    for part in _SEAT_BORDER.split(rest):
        match = _SEAT.fullmatch(part)
        if match is None:
            raise ValueError(
                f'{part[:60]!r} is no seat: expected a number, "name @ id" and (stack)'
            )
        number, player, stack = match.groups()
        seats.append(Seat(None if number is None else int(number), player, read_amount(stack)))
    return seats


# The same few players do the same things again and again.
@lru_cache(maxsize=1 << 14)
def read_line(text: str) -> Line | None:
    """Read a line within a hand.

    >>> read_line('"Bo @ q7Wm2aO0hZ" raises to 40 and go all in')
    Line(kind='raise', player='Bo @ q7Wm2aO0hZ', amount=40, cards=(), flag='all in')
    >>> read_line("Turn: 2♣, 3♣, 4♣ [10♦] (second run)")
    Line(kind='turn', player='', amount=0, cards=('Td',), flag='second')

    Args:
        text: The line.

    Returns:
        What it says, or `None` if it is nothing that belongs to the play.

    Raises:
        ValueError: It belongs to the play, but says something that cannot be.
    """
    if text.startswith('"'):
        if text.endswith('" folds'):
            return Line("fold", text[1:-7])
        if text.endswith('" checks'):
            return Line("check", text[1:-8])
        # Names may hold anything, but what follows them has no quotation marks.
        end = text.rfind('" ')
        word, _, number = text[end + 2 :].rpartition(" ")
        kind = _KINDS.get(word)
        if kind is not None and number.isdecimal():
            return Line(kind, text[1:end], read_amount(number))
        match = _PAID.fullmatch(text)
        if match is not None:
            player, word, amount, bomb, flag = match.groups()
            kind = "bomb pot" if bomb else _KINDS[word]
            return Line(kind, player, read_amount(amount), (), "all in" if flag else "")
        return _read_rest(text)
    match = _BOARD.fullmatch(text)
    if match is not None:
        street, cards, mark = match.groups()
        flag = "" if mark is None else "second"
        kind = "undealt" if street.startswith("Undealt") else street.lower()
        return Line(kind, "", 0, read_cards(cards), flag)
    if text.startswith("Your hand is "):
        return Line("hand", "", 0, read_cards(text[len("Your hand is ") :]))
    match = _RETURNED.fullmatch(text)
    if match is not None:
        return Line("uncalled", match[2], read_amount(match[1]))
    return _FIXED.get(text)


def is_talk(text: str) -> bool:
    """Return whether a line is about the table, and moves no chip of the hand.

    >>> is_talk('The player "Bo @ q7Wm2aO0hZ" requested a seat.'), is_talk("Somebody sneezes")
    (True, False)

    Args:
        text: The line.

    Returns:
        Whether it is.
    """
    return text.startswith(_TALK) or _TALK_OF_PLAYER.search(text) is not None


def _read_rest(text: str) -> Line | None:
    """Read what a player does less often."""
    for pattern, make in _RARE:
        match = pattern.fullmatch(text)
        if match is not None:
            return make(match)
    return None


def _collect(match: re.Match[str]) -> Line:
    player, amount, rest = match.groups()
    rest = rest or ""
    flag = "second" if "on the second" in rest else ""
    if " low hand" in rest:
        flag = "low"
    elif " hi hand" in rest:
        flag = "high"
    return Line("collect", player, read_amount(amount), (), flag)


def _choose(match: re.Match[str]) -> Line:
    return Line("runs", match[1], 0, (), "once" if match[2] else "twice")


def _pay(kind: str) -> Callable[[re.Match[str]], Line]:
    return lambda match: Line(kind, match[1], read_amount(match[2]))


def _show(match: re.Match[str]) -> Line:
    return Line("show", match[1], 0, read_cards(match[2]))


_MOST_DIGITS = 15
_SUITS = str.maketrans("♥♦♣♠", "hdcs")
_CARD = re.compile("[2-9TJQKA][cdhs]")
_AMOUNT = r"(\d[\d,]*(?:\.\d+)?)"
_START = re.compile(
    r"-- starting hand #(\d+)\s+(?:\(id: ([^)]*)\)\s+)?(.*?)\s*"
    r'(?:\(dealer: "(.*)"\)|\((dead button)\)) --'
)
_SEAT_BORDER = re.compile(r'(?<=\)) \| (?=(?:#\d+ )?")')
_SEAT = re.compile(rf'(?:#(\d{{1,4}}) )?"(.*)" \({_AMOUNT}\)', re.DOTALL)
# The newest logs say "calls 40", older ones "calls with 40", "raises with 80 and all in".
_PAID = re.compile(
    r'"(.*)" (calls|bets|raises to|calls with|bets with|raises with|raises'
    r"|posts an? (?:small blind|big blind|ante|straddle|missing small blind|missed big blind|bet)"
    rf" of) {_AMOUNT}( \(bomb pot bet\))?( and (?:go )?all in)?\.? *",
    re.DOTALL,
)
_KINDS = {
    "calls": "call",
    "calls with": "call",
    "bets": "bet",
    "bets with": "bet",
    "raises": "raise",
    "raises to": "raise",
    "raises with": "raise",
} | {
    f"posts {article} {kind} of": kind if kind != "bet" else "bomb pot"
    for article in ("a", "an")
    for kind in (
        "small blind",
        "big blind",
        "ante",
        "straddle",
        "missing small blind",
        "missed big blind",
        "bet",
    )
}
_BOARD = re.compile(
    r"([Ff]lop|[Tt]urn|[Rr]iver|Undealt cards)(?: \([^)]*\))?:\s*[^[]*\[([^\]]+)\]"
    r"(?: \((second (?:run|board))\))?"
)
_RETURNED = re.compile(rf'Uncalled bet of {_AMOUNT} returned to "(.*)"', re.DOTALL)
_FIXED = {
    "Dead Small Blind": Line("dead small blind"),
    "Dead Big Blind": Line("dead big blind"),
}
_RARE: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Line]], ...] = (
    (re.compile(r'"(.*)" shows? an? ([^"]*?)\.?', re.DOTALL), _show),
    (re.compile(rf'"(.*)" collected {_AMOUNT} from pot(.*)', re.DOTALL), _collect),
    (re.compile(rf'"(.*)" (?:gained|wins) {_AMOUNT}( with .*)?\.?', re.DOTALL), _collect),
    (re.compile(rf'"(.*?)" paid {_AMOUNT} for the 7-?2 bounty.*', re.DOTALL), _pay("paid bounty")),
    (
        re.compile(rf'"(.*)" collected {_AMOUNT} from the 7-?2 bounty.*', re.DOTALL),
        _pay("won bounty"),
    ),
    (re.compile(r'"(.*)" chooses to +(not )?run it twice\.?', re.DOTALL), _choose),
)
_TALK = (
    "The player ",
    "The admin ",
    "The game's ",
    "The game ",
    "Game ",
    "IMPORTANT: ",
    "WARNING: ",
    "Asking to ",
    "Remaining players ",
    "All players in hand ",
    "Some players ",
)
_TALK_OF_PLAYER = re.compile(r'" (?:will be playing on table|joined|quits|stand up|sit back)\b')
