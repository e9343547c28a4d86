"""Hands and cards, as PokerKit has them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from benchmarks.measuring import harness, peers, random_hands
from benchmarks.measuring.harness import Case, Contender, Effort, Target
from croupier import hands as our_hands
from croupier.cards import CARDS_BY_CODE, Card

__all__ = ["make_cases", "run"]

_SECTION = "Hands and cards"
_POKERKIT = "pokerkit"
_TIMED = 30

# The class, the call, hole cards, board cards, the lowest card code, the ratio to reach.
_GAMES = (
    ("StandardHighHand", "from_game", 2, 5, 0, 100),
    ("OmahaHoldemHand", "from_game", 4, 5, 0, 200),
    ("RegularLowHand", "from_game", 7, 0, 0, None),
    ("EightOrBetterLowHand", "from_game_or_none", 2, 5, 0, None),
    ("OmahaEightOrBetterLowHand", "from_game_or_none", 4, 5, 0, None),
    ("GreekHoldemHand", "from_game", 2, 5, 0, None),
    ("BadugiHand", "from_game", 4, 0, 0, None),
    ("StandardLowHand", "from_game", 5, 0, 0, None),
    ("ShortDeckHoldemHand", "from_game", 2, 5, 16, None),
)


def make_cases(effort: Effort) -> Iterator[Case]:
    """Make the cases.

    Args:
        effort: How long to measure; a quick run has fewer hands.

    Yields:
        The cases.
    """
    pokerkit = peers.load("pokerkit")
    timed = 5 if effort.quick else _TIMED
    checked = 10 if effort.quick else 200
    for name, call, hole_count, board_count, lowest, ratio in _GAMES:
        codes = random_hands.deal_tuples(checked, hole_count + board_count, lowest=lowest)
        deals = [(row[:hole_count], row[hole_count:]) for row in codes]
        counts = f"{hole_count} and {board_count}" if board_count else f"{hole_count}"
        yield _make_case(
            name=f"`{name}.{call}`, {counts} cards",
            what=f"`{name}.{call}(hole, board)`, two tuples of cards",
            make=_find_call(name, call),
            values=_hand_out(deals),
            timed=timed,
            pokerkit=pokerkit,
            ratio=ratio,
        )
    fives = random_hands.deal_tuples(checked, 5)
    yield _make_case(
        name="`StandardHighHand(cards)`, 5 cards",
        what="a hand made of five cards, checked",
        make=lambda module: _get(module, "StandardHighHand"),
        values=lambda deck: [(tuple(deck[code] for code in row),) for row in fives],
        timed=timed,
        pokerkit=pokerkit,
    )
    yield from _make_comparison_cases(random_hands.deal_tuples(checked, 9), timed, pokerkit)
    sevens = random_hands.deal_tuples(checked, 7)
    texts = [("".join(repr(CARDS_BY_CODE[code]) for code in row),) for row in sevens]
    yield _make_case(
        name="`Card.parse`, 7 cards",
        what='`tuple(Card.parse("AsKd..."))`',
        make=lambda module: _make_parse(_get(module, "Card")),
        values=lambda deck: texts,
        timed=timed,
        pokerkit=pokerkit,
    )
    yield _make_case(
        name="`Card.clean` of text, 7 cards",
        what='`Card.clean("AsKd...")`',
        make=lambda module: _get(module, "Card").clean,
        values=lambda deck: texts,
        timed=timed,
        pokerkit=pokerkit,
    )


run = harness.make_runner(make_cases)


def _make_comparison_cases(
    codes: list[tuple[int, ...]], timed: int, pokerkit: Any
) -> Iterator[Case]:
    def make_pairs(module: Any) -> Callable[[Sequence[Any]], list[tuple[Any, ...]]]:
        find = _get(module, "StandardHighHand").from_game

        def make(deck: Sequence[Any]) -> list[tuple[Any, ...]]:
            cards = [tuple(deck[code] for code in row) for row in codes]
            return [(find(row[:2], row[4:]), find(row[2:4], row[4:])) for row in cards]

        return make

    yield _make_case(
        name="Comparison of two hands that are ready",
        what="`one < other`, again and again for the same hands",
        make=lambda module: _less,
        values=make_pairs,
        timed=timed,
        pokerkit=pokerkit,
        values_of_module=True,
    )
    yield _make_case(
        name="Showdown of two players",
        what="two `StandardHighHand.from_game` and `one < other`",
        make=_make_showdown,
        values=_hand_out([(row[:2], row[2:4], row[4:]) for row in codes]),
        timed=timed,
        pokerkit=pokerkit,
    )


def _make_case(
    *,
    name: str,
    what: str,
    make: Callable[[Any], Callable[..., object]],
    values: Callable[[Any], Any],
    timed: int,
    pokerkit: Any,
    ratio: float | None = None,
    values_of_module: bool = False,
) -> Case:
    """Make the case of one function, ours and PokerKit's.

    Args:
        name: The work.
        what: What is measured.
        make: Makes the function, of PokerKit, or of Croupier for `None`.
        values: Makes the arguments of the calls, of a deck; of a module and then a deck if
            `values_of_module` says so.
        timed: How many of them are timed; all are checked.
        pokerkit: PokerKit, or `None` if it is not installed.
        ratio: The ratio to reach.
        values_of_module: See `values`.

    Returns:
        The case.
    """
    function = make(None)
    arguments = (values(None) if values_of_module else values)(CARDS_BY_CODE)
    others = []
    check = None
    if pokerkit is not None:
        peer = make(pokerkit)
        deck = [next(iter(pokerkit.Card.parse(repr(card)))) for card in CARDS_BY_CODE[:52]]
        peer_arguments = (values(pokerkit) if values_of_module else values)(deck)
        run = peers.spread_each(peer, peer_arguments[:timed])
        others.append(Contender(_POKERKIT, run, timed))

        def check() -> None:
            ours = [repr(function(*each)) for each in arguments]
            harness.require_equal(name, ours, [repr(peer(*each)) for each in peer_arguments])

    return Case(
        section=_SECTION,
        name=name,
        what=what,
        ours=Contender("Croupier", peers.spread_each(function, arguments[:timed]), timed),
        peers=others,
        targets=[] if ratio is None else [Target.ratio(_POKERKIT, ratio)],
        check=check,
    )


def _find_call(name: str, call: str) -> Callable[[Any], Callable[..., object]]:
    def find(module: Any) -> Callable[..., object]:
        function: Callable[..., object] = getattr(_get(module, name), call)
        return function

    return find


def _hand_out(deals: Sequence[Sequence[Sequence[int]]]) -> Callable[[Any], Any]:
    """Return what makes tuples of cards, of a deck and codes in parts."""
    return lambda deck: [
        tuple(tuple(deck[code] for code in part) for part in deal) for deal in deals
    ]


def _get(module: Any, name: str) -> Any:
    """Return a class of PokerKit, or of Croupier for `None`."""
    if module is not None:
        return getattr(module, name)
    return Card if name == "Card" else getattr(our_hands, name)


def _make_parse(card: Any) -> Callable[[str], tuple[Any, ...]]:
    parse = card.parse
    return lambda text: tuple(parse(text))


def _make_showdown(module: Any) -> Callable[..., bool]:
    find = _get(module, "StandardHighHand").from_game

    def show(one: Any, other: Any, board: Any) -> bool:
        return bool(find(one, board) < find(other, board))

    return show


def _less(one: Any, other: Any) -> bool:
    return bool(one < other)
