"""The names of all rankings, and the one function that evaluates a hand by name.

Where a number follows from a published table it is that table's; the other choices are written down
in the docstring of the module that makes them: `shapes`, `wild`, `badugi`, `pips`, `single`,
`hybrids` and `seven`.
"""

from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass

from . import badugi, hybrids, pips, seven, shapes, single, wild
from .cards import JOKERS, KUHN, STANDARD_DECK, Cards, Standing, deck, split

ALIASES = {
    "higudi": "hidugi",
    "high_wild": "high_wild_bug",
    "low_pip_6": "low_pip_6_cards",
}


@dataclass(frozen=True)
class Spec:
    """A ranking, and the hands that it takes."""

    name: str
    minimum: int
    maximum: int
    deck: tuple[str, ...]  # without jokers
    free: bool  # whether it knows wild cards, bugs and jokers

    @property
    def aliases(self) -> tuple[str, ...]:
        return tuple(alias for alias, name in ALIASES.items() if name == self.name)


def _specs() -> Iterator[Spec]:
    decks = {"kuhn": deck(KUHN, "s"), "leduc": deck(KUHN, "hs")}
    for name, rules in shapes.RULES.items():
        cards = decks.get(name) or deck(rules.order)
        if name == "eight_or_better_low":
            cards = STANDARD_DECK
        free = "wild" in name
        yield Spec(name, rules.size, rules.size, cards, free)
    for name in badugi.ORDERS:
        yield Spec(name, 1, 4, STANDARD_DECK, False)
    for name in ("49", "zero", "6", "21", "football", "soko_high", "quick_quads"):
        yield Spec(name, 5, 5, STANDARD_DECK, False)
    for name in ("58", "zero_6", "21_6", "six_card_football"):
        yield Spec(name, 6, 6, STANDARD_DECK, False)
    for name in ("seven_card_football", "ne_seven_card_high"):
        yield Spec(name, 7, 7, STANDARD_DECK, False)
    yield Spec("low_pip_6_cards", 0, 6, STANDARD_DECK, False)
    for name in single.ORDERS:
        yield Spec(name, 1, 1, STANDARD_DECK, "wild" in name)
    for suit in single.SUIT_NAMES:
        yield Spec(f"one_card_high_{suit}", 1, 1, STANDARD_DECK, False)
        yield Spec(f"one_card_low_{suit}", 1, 1, STANDARD_DECK, False)
        yield Spec(f"three_card_high_{suit}", 3, 3, STANDARD_DECK, False)


SPECS = {spec.name: spec for spec in _specs()}


def names() -> tuple[str, ...]:
    """Return all canonical names."""
    return tuple(SPECS)


def canonical(name: str) -> str:
    return ALIASES.get(name, name)


def spec(name: str) -> Spec:
    return SPECS[canonical(name)]


def evaluate(
    name: str,
    cards: str | Iterable[str],
    wild: str | Iterable[str] = (),
    bug: str | Iterable[str] = (),
) -> Standing:
    """Return (rank, ordered_rank) of exactly one hand; lower is better.

    `wild` and `bug` are those of the cards that are wild and bugs.
    """
    takes, held = spec(name), split(cards)
    wild_cards, bugs = set(split(wild)), set(split(bug))
    _check(takes, held, wild_cards, bugs)
    wild_cards |= {card for card in held if card in JOKERS and card not in bugs}
    return _evaluate(takes.name, held, wild_cards, bugs)


def _check(takes: Spec, cards: Cards, wild: Set[str], bug: Set[str]) -> None:
    if not takes.minimum <= len(cards) <= takes.maximum:
        raise ValueError(f"{takes.name} does not take {len(cards)} cards")
    if len(set(cards)) < len(cards):
        raise ValueError(f"a card occurs twice in {cards}")
    for card in wild & bug:
        raise ValueError(f"{card} cannot be both wild and a bug")
    for card in (wild | bug) - set(cards):
        raise ValueError(f"{card} is not in the hand")
    if not takes.free and (wild or bug):
        raise ValueError(f"{takes.name} knows no wild cards")
    for card in cards:
        if card not in takes.deck and not (takes.free and card in JOKERS):
            raise ValueError(f"{card} is not in the deck of {takes.name}")


def _evaluate(name: str, cards: Cards, wild_cards: Set[str], bugs: Set[str]) -> Standing:
    if name in single.ORDERS:
        return single.evaluate_order(name, cards[0], bool(wild_cards or bugs))
    if name.endswith(tuple("_" + suit for suit in single.SUIT_NAMES)):
        suit = single.SUIT_NAMES[name.rsplit("_", 1)[1]]
        return single.evaluate_suit("_high_" in name, suit, cards)
    if name in pips.RANKS:
        return pips.evaluate(name, cards)
    if name in badugi.ORDERS:
        return badugi.evaluate(name, cards)
    if name == "soko_high":
        return hybrids.soko(cards)
    if name == "quick_quads":
        return hybrids.quick_quads(cards)
    if name == "ne_seven_card_high":
        return seven.evaluate(cards)
    return wild.evaluate(shapes.RULES[name], cards, wild_cards, bugs)


def all_ranks(name: str) -> set[int]:
    """Return every rank that a hand of this ranking can have, where that is known at once."""
    name = canonical(name)
    if name in shapes.RULES:
        rules = shapes.RULES[name]
        return {rules.number(category) for category in rules.categories}
    known = {
        "soko_high": range(1, 13),
        "quick_quads": range(1, 11),
        "ne_seven_card_high": range(1, 21),
        "badugi": range(1, 5),
        "badugi_ah": range(1, 5),
        "hidugi": range(1, 5),
    }
    return set(known.get(name, ()))
