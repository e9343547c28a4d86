"""Rankings of a single card.

`one_card_high` (king high, ace low), `one_card_high_ah` (ace high), `one_card_low` (deuce first,
ace last) and `one_card_low_al` (ace first) are orders of all 52 cards: rank 1, ordered rank 1 to
52. Equal ranks are told apart by suit: spades, hearts, diamonds, clubs where the highest card is
first, clubs, diamonds, hearts, spades where the lowest is. `one_card_high_ah_wild_bug` is
`one_card_high_ah` in which a joker, a wild card and a bug count as the ace of spades.

`one_card_high_spade` numbers the cards of one suit from the ace (1) down to the deuce (13),
`one_card_low_spade` from the deuce (1) up to the ace (13); a card of another suit is 14.
`three_card_high_spade` takes the best such card of three. Their ordered rank is always 1.
"""

from .cards import ACE_HIGH, ACE_LOW, SUITS, Cards, Standing, deck

SUIT_NAMES = {"club": "c", "diamond": "d", "heart": "h", "spade": "s"}
ORDERS = {
    "one_card_high": deck(ACE_LOW, SUITS)[::-1],
    "one_card_high_ah": deck(ACE_HIGH, SUITS)[::-1],
    "one_card_high_ah_wild_bug": deck(ACE_HIGH, SUITS)[::-1],
    "one_card_low": deck(ACE_HIGH, SUITS),
    "one_card_low_al": deck(ACE_LOW, SUITS),
}


def evaluate_order(name: str, card: str, free: bool) -> Standing:
    return 1, 1 if free else ORDERS[name].index(card) + 1


def evaluate_suit(high: bool, suit: str, cards: Cards) -> Standing:
    """Return the standing of the best card of this suit."""
    order = ACE_HIGH[::-1] if high else ACE_HIGH
    return min(order.index(card[0]) + 1 if card[1] == suit else 14 for card in cards), 1
