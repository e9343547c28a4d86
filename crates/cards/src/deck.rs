//! The decks that games are played with.

use crate::card::JOKER_COUNT;
use crate::{Card, Rank, Suit};

/// A deck: the cards, in the order of a new pack (rank by rank, clubs to spades).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Deck {
    /// 52 cards, deuces first.
    Standard,
    /// 52 cards, aces first.
    Regular,
    /// 36 cards, sixes to aces.
    Short,
    /// 20 cards, tens to aces.
    Royal,
    /// 40 cards: deuces to sevens, then jacks to aces.
    Stripped,
    /// Three cards: jack, queen and king of spades.
    Kuhn,
    /// Six cards: jacks, queens and kings of hearts and spades.
    Leduc,
    /// 40 cards: deuces to tens, and aces.
    Numeral211,
}

const ACE: u8 = 12;
const ALL_SUITS: [u8; 4] = [0, 1, 2, 3];

impl Deck {
    /// Every deck.
    pub const ALL: [Self; 8] = [
        Self::Standard,
        Self::Regular,
        Self::Short,
        Self::Royal,
        Self::Stripped,
        Self::Kuhn,
        Self::Leduc,
        Self::Numeral211,
    ];

    /// Returns the ranks in the order of a new pack.
    #[must_use]
    pub const fn ranks(self) -> &'static [u8] {
        match self {
            Self::Standard => &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, ACE],
            Self::Regular => &[ACE, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
            Self::Short => &[4, 5, 6, 7, 8, 9, 10, 11, ACE],
            Self::Royal => &[8, 9, 10, 11, ACE],
            Self::Stripped => &[0, 1, 2, 3, 4, 5, 9, 10, 11, ACE],
            Self::Kuhn | Self::Leduc => &[9, 10, 11],
            Self::Numeral211 => &[0, 1, 2, 3, 4, 5, 6, 7, 8, ACE],
        }
    }

    /// Returns the suits.
    #[must_use]
    pub const fn suits(self) -> &'static [u8] {
        match self {
            Self::Kuhn => &[3],
            Self::Leduc => &[2, 3],
            _ => &ALL_SUITS,
        }
    }

    /// Returns the cards, followed by up to four jokers.
    #[must_use]
    pub fn cards(self, jokers: u8) -> Vec<Card> {
        let natural = self.ranks().iter().flat_map(|&rank| {
            self.suits().iter().filter_map(move |&suit| {
                Some(Card::of(Rank::from_index(rank)?, Suit::from_index(suit)?))
            })
        });
        let jokers = (0..jokers.min(JOKER_COUNT)).filter_map(|index| {
            // Spades first: a deck with one joker has `*s`.
            Some(Card::joker(Suit::from_index(JOKER_COUNT - 1 - index)?))
        });
        natural.chain(jokers).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CardSet, parse};

    #[test]
    fn sizes() {
        let sizes = Deck::ALL.map(|deck| deck.cards(0).len());
        assert_eq!(sizes, [52, 52, 36, 20, 40, 3, 6, 40]);
        for deck in Deck::ALL {
            let cards = deck.cards(2);
            assert_eq!(CardSet::from_iter(cards.iter().copied()).len() as usize, cards.len());
        }
    }

    #[test]
    fn orders() {
        assert_eq!(parse::text(&Deck::Regular.cards(0)[..5]), "AcAdAhAs2c");
        assert_eq!(parse::text(&Deck::Kuhn.cards(0)), "JsQsKs");
        assert_eq!(parse::text(&Deck::Royal.cards(9)[20..]), "*s*h*d*c");
    }
}
