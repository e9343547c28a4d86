//! Cards on the table: hands, the deck, and piles of cards with a number on each.

use std::fmt;
use std::ops::Deref;

use croupier_cards::{Card, Shuffler};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use smallvec::SmallVec;

use crate::operation::Cards;

/// The most cards that a player can hold.
pub const MAX_HOLE_CARDS: usize = 23;

/// The cards of a player, in the order in which they came.
#[derive(Clone, Copy)]
pub struct Hand {
    cards: [Card; MAX_HOLE_CARDS],
    count: u8,
}

impl Hand {
    #[inline]
    fn push(&mut self, card: Card) {
        if let Some(place) = self.cards.get_mut(usize::from(self.count)) {
            *place = card;
            self.count += 1;
        }
    }

    fn remove(&mut self, index: usize) {
        let end = self.len();
        // A few cards, which are moved sooner than a function is called that moves any number.
        for place in index + 1..end {
            self.cards[place - 1] = self.cards[place];
        }
        self.count -= 1;
    }
}

impl Default for Hand {
    fn default() -> Self {
        Self { cards: [Card::UNKNOWN; MAX_HOLE_CARDS], count: 0 }
    }
}

impl Deref for Hand {
    type Target = [Card];

    #[inline]
    fn deref(&self) -> &[Card] {
        &self.cards[..usize::from(self.count).min(MAX_HOLE_CARDS)]
    }
}

impl FromIterator<Card> for Hand {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut hand = Self::default();
        cards.into_iter().for_each(|card| hand.push(card));
        hand
    }
}

impl PartialEq for Hand {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_list().entries(self.iter()).finish()
    }
}

impl Serialize for Hand {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Hand {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Vec::deserialize(deserializer)?.into_iter().collect())
    }
}

/// The cards of a player, face up and face down.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Hole {
    /// The cards.
    pub cards: Hand,
    /// Which of them lie face up, as bits.
    pub up: u32,
}

impl Hole {
    /// Tells whether a card lies face up.
    #[must_use]
    pub fn is_up(&self, index: usize) -> bool {
        self.up >> index & 1 == 1
    }

    /// Tells whether all cards lie face up, or there are none.
    #[must_use]
    pub fn all_up(&self) -> bool {
        self.up == (1 << self.cards.len()) - 1
    }

    /// Tells whether all cards are known, or there are none.
    #[must_use]
    #[inline]
    pub fn is_known(&self) -> bool {
        self.cards.iter().all(|card| !card.is_unknown())
    }

    /// Lists the cards that lie face up.
    pub fn up_cards(&self) -> impl Iterator<Item = Card> {
        self.cards.iter().enumerate().filter(|(index, _)| self.is_up(*index)).map(|(_, card)| *card)
    }

    #[inline]
    pub(crate) fn push(&mut self, card: Card, up: bool) {
        self.up |= u32::from(up) << self.cards.count;
        self.cards.push(card);
    }

    /// Takes a card out and tells whether it lay face up.
    pub(crate) fn remove(&mut self, index: usize) -> bool {
        let up = self.is_up(index);
        let below = (1_u32 << index) - 1;
        self.up = self.up & below | self.up >> 1 & !below;
        self.cards.remove(index);
        up
    }

    pub(crate) fn clear(&mut self) {
        self.cards.count = 0;
        self.up = 0;
    }
}

/// Cards that a player is still to be dealt: how many, and which of them face up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Pending {
    /// Which of them face up, as bits, the next card first.
    pub up: u32,
    /// How many.
    pub count: u8,
}

impl Pending {
    pub(crate) fn push(&mut self, up: bool) {
        self.up |= u32::from(up) << self.count;
        self.count += 1;
    }

    #[inline]
    pub(crate) fn pop(&mut self) -> bool {
        let up = self.up & 1 == 1;
        self.up >>= 1;
        self.count = self.count.saturating_sub(1);
        up
    }
}

/// The deck. The top card is the last one, so that it is quickly taken.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Stock(SmallVec<[Card; 56]>);

impl Stock {
    /// Returns how many cards there are.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Tells whether there is no card.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Lists the cards from the top.
    pub fn iter(&self) -> impl Iterator<Item = Card> {
        self.0.iter().rev().copied()
    }

    /// Tells whether a card is there.
    #[must_use]
    pub fn contains(&self, card: Card) -> bool {
        self.0.contains(&card)
    }

    #[inline]
    pub(crate) fn top(&self) -> Option<Card> {
        self.0.last().copied()
    }

    #[inline]
    pub(crate) fn pop(&mut self) -> Option<Card> {
        self.0.pop()
    }

    /// Takes so many cards from the top; there must be as many.
    #[inline]
    pub(crate) fn draw(&mut self, count: usize) -> Cards {
        let left = self.0.len().saturating_sub(count);
        let mut cards = Cards::from_slice(&self.0[left..]);
        cards.reverse();
        self.0.truncate(left);
        cards
    }

    /// Takes out the first card like this, from the top, and tells whether there was one.
    pub(crate) fn take(&mut self, card: Card) -> bool {
        // Cards that nobody knows are in no deck. To find that out, many cards are looked at together.
        let (many, few) = self.0.as_chunks::<16>();
        let has = |cards: &[Card]| cards.iter().fold(0, |sum, &one| sum | u8::from(one == card));
        if many.iter().all(|cards| has(cards) == 0) && has(few) == 0 {
            return false;
        }
        let place = self.0.iter().rposition(|&other| other == card);
        place.map(|index| self.0.remove(index)).is_some()
    }

    pub(crate) fn put_under(&mut self, card: Card) {
        self.0.insert(0, card);
    }

    /// Puts these cards in the place of all others, the top one last.
    pub(crate) fn lay(&mut self, cards: &[Card]) {
        self.0.clear();
        self.0.extend_from_slice(cards);
    }

    /// Brings cards to the top, in this order; where one of them is unknown, it is whatever came first of the others. Tells
    /// whether the deck has them all.
    pub(crate) fn bring_up(&mut self, wanted: &[Card]) -> bool {
        let is_known = |card: &&Card| !card.is_unknown();
        let has_all = wanted.iter().filter(is_known).all(|&card| self.take(card));
        let mut top = Cards::new();
        for &card in wanted {
            match if card.is_unknown() { self.pop() } else { Some(card) } {
                Some(card) => top.push(card),
                None => return false,
            }
        }
        self.0.extend(top.into_iter().rev());
        has_all
    }

    /// Puts these cards, shuffled, in the place of all others.
    pub(crate) fn shuffle(&mut self, cards: &[Card], shuffler: &mut Shuffler) {
        self.lay(cards);
        shuffler.shuffle(&mut self.0);
        self.0.reverse();
    }
}

impl FromIterator<Card> for Stock {
    /// Builds the deck from the top down.
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut cards: SmallVec<_> = cards.into_iter().collect();
        cards.reverse();
        Self(cards)
    }
}

/// A card with a number: its position on the board, or the street on which it was discarded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Numbered {
    /// The number.
    pub number: u8,
    /// The card.
    pub card: Card,
    /// The player who discarded it; none where it is of the board.
    pub seat: Option<u8>,
    /// Whether everybody sees it.
    pub up: bool,
}

/// Cards with numbers, in the order in which they came.
pub type Pile = SmallVec<[Numbered; 8]>;

/// Lists the cards of a pile by their numbers, for all numbers below the given one.
#[must_use]
pub fn by_number(pile: &[Numbered], count: usize) -> Vec<Vec<Card>> {
    let mut cards = vec![Vec::new(); count];
    for entry in pile {
        if let Some(list) = cards.get_mut(usize::from(entry.number)) {
            list.push(entry.card);
        }
    }
    cards
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(code: u8) -> Card {
        Card::new(code)
    }

    #[test]
    fn cards_keep_their_faces_when_one_leaves() {
        let mut hole = Hole::default();
        for (code, up) in [(1, false), (2, true), (3, false), (4, true)] {
            hole.push(card(code), up);
        }
        assert!(hole.remove(1));
        assert_eq!(hole.cards[..], [card(1), card(3), card(4)]);
        assert_eq!(hole.up_cards().collect::<Vec<_>>(), [card(4)]);
    }

    #[test]
    fn the_deck_is_dealt_from_the_top() {
        let mut stock: Stock = (0..4).map(card).collect();
        assert!(stock.take(card(1)) && !stock.take(card(1)));
        stock.put_under(card(9));
        assert_eq!(stock.iter().collect::<Vec<_>>(), [0, 2, 3, 9].map(card));
        assert_eq!(stock.pop(), Some(card(0)));
    }

    #[test]
    fn a_hand_has_room_for_so_many() {
        let hand: Hand = (0..40).map(card).collect();
        assert_eq!(hand.len(), MAX_HOLE_CARDS);
    }
}
