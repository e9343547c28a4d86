//! A set of cards as one 64-bit word.

use crate::card::CODE_COUNT;
use crate::{Card, Rank, Suit, rank, suit};

/// A set of distinct cards: a 16-bit lane for each suit, a bit for each rank, bit 13 for the joker of that lane.
///
/// Bit `16 × suit + rank`. A lane without its joker is a 13-bit mask of ranks, which is what the
/// evaluators work on. Unknown cards cannot be members.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(transparent)]
pub struct CardSet(u64);

/// How many bits apart the suits are.
pub const LANE_BITS: u32 = 16;
/// The ranks of one lane.
pub const RANK_MASK: u16 = (1 << rank::COUNT) - 1;
/// The joker of one lane.
pub const JOKER_BIT: u16 = 1 << rank::COUNT;

const STANDARD_BITS: u64 = lanes(RANK_MASK);
const JOKER_BITS: u64 = lanes(JOKER_BIT);

/// The bit of every card, and none for cards of which something is unknown.
const BITS: [u64; CODE_COUNT] = {
    let mut bits = [0; CODE_COUNT];
    let mut code = 0;
    while code < CODE_COUNT {
        bits[code] = CardSet::find(Card::new(code as u8)).0;
        code += 1;
    }
    bits
};

const fn lanes(lane: u16) -> u64 {
    lane as u64 * 0x0001_0001_0001_0001
}

impl CardSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);
    /// The 52 cards of the standard deck.
    pub const STANDARD: Self = Self(STANDARD_BITS);
    /// The four jokers.
    pub const JOKERS: Self = Self(JOKER_BITS);

    /// Takes the word as it is; bits that are no card are dropped.
    #[must_use]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits & (STANDARD_BITS | JOKER_BITS))
    }

    /// Returns the word.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Returns the set of one card, which is empty for a card of which something is unknown.
    #[must_use]
    #[inline]
    pub const fn of(card: Card) -> Self {
        Self(BITS[card.code() as usize])
    }

    /// Works the set of one card out.
    const fn find(card: Card) -> Self {
        let lane = match card.suit() {
            Some(suit) if !card.is_unknown() => suit.index() as u32 * LANE_BITS,
            _ => return Self::EMPTY,
        };
        let bit = match card.rank() {
            Some(rank) => rank.index() as u32,
            None => rank::COUNT as u32,
        };
        Self(1 << (lane + bit))
    }

    /// Returns every card of this rank.
    #[must_use]
    pub const fn of_rank(rank: Rank) -> Self {
        Self(lanes(1 << rank.index()))
    }

    /// Returns the ranks held in this suit, the joker left out.
    #[must_use]
    pub const fn lane(self, suit: Suit) -> u16 {
        (self.0 >> (suit.index() as u32 * LANE_BITS)) as u16 & RANK_MASK
    }

    /// Returns the ranks held in clubs, diamonds, hearts and spades.
    #[must_use]
    pub const fn suit_masks(self) -> [u16; suit::COUNT] {
        [
            self.0 as u16 & RANK_MASK,
            (self.0 >> 16) as u16 & RANK_MASK,
            (self.0 >> 32) as u16 & RANK_MASK,
            (self.0 >> 48) as u16 & RANK_MASK,
        ]
    }

    /// Returns how many cards there are.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Tells whether there is no card.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Tells whether the card is a member.
    #[must_use]
    pub const fn contains(self, card: Card) -> bool {
        self.0 & Self::of(card).0 != 0
    }

    /// Returns the cards of either set.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the cards of both sets.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns the cards of this set that are not in the other.
    #[must_use]
    pub const fn difference(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Adds a card and tells whether it was new.
    pub const fn insert(&mut self, card: Card) -> bool {
        let before = self.0;
        self.0 |= Self::of(card).0;
        self.0 != before
    }

    /// Removes a card and tells whether it was there.
    pub const fn remove(&mut self, card: Card) -> bool {
        let before = self.0;
        self.0 &= !Self::of(card).0;
        self.0 != before
    }

    /// Returns the cards, suit by suit from the lowest rank up.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            if bits == 0 {
                return None;
            }
            let position = bits.trailing_zeros();
            bits &= bits - 1;
            let suit = Suit::from_index((position / LANE_BITS) as u8)?;
            Some(match Rank::from_index((position % LANE_BITS) as u8) {
                Some(rank) => Card::of(rank, suit),
                None => Card::joker(suit),
            })
        })
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        cards.into_iter().fold(Self::EMPTY, |set, card| set.union(Self::of(card)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holds_every_known_card() {
        let mut set = CardSet::EMPTY;
        for code in 0..56 {
            assert!(set.insert(Card::new(code)));
            assert!(!set.insert(Card::new(code)));
        }
        assert_eq!(set, CardSet::STANDARD.union(CardSet::JOKERS));
        assert_eq!(set.len(), 56);
        assert_eq!(CardSet::from_iter(set.iter()), set);
        for code in 0..56 {
            assert!(set.remove(Card::new(code)));
        }
        assert!(set.is_empty());
    }

    #[test]
    fn unknown_cards_are_never_members() {
        for code in 56..crate::card::CODE_COUNT as u8 {
            assert!(CardSet::of(Card::new(code)).is_empty());
        }
    }

    #[test]
    fn lanes_are_rank_masks() {
        let set: CardSet = crate::parse::cards("2c Ac 3s *s").unwrap().into_iter().collect();
        assert_eq!(set.suit_masks(), [1 | 1 << 12, 0, 0, 2]);
    }
}
