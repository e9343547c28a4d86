//! One card as one byte.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Rank, Suit, rank, suit};

/// A card: 0 (2c) to 51 (As), rank-major; then the jokers; then cards of which something is unknown.
///
/// | byte | card |
/// |---|---|
/// | 0..=51 | rank × 4 + suit |
/// | 52..=55 | the jokers `*c`, `*d`, `*h`, `*s`: four, so that a deck can hold several distinct ones |
/// | 56..=59 | the suit is known, the rank is not: `?c` to `?s` |
/// | 60..=72 | the rank is known, the suit is not: `2?` to `A?` |
/// | 73 | nothing is known: `??` |
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[repr(transparent)]
#[serde(try_from = "u8", into = "u8")]
pub struct Card(u8);

/// How many cards the standard deck has.
pub const STANDARD_COUNT: u8 = 52;
/// How many jokers can be told apart.
pub const JOKER_COUNT: u8 = 4;
/// The character that stands for a joker's rank.
pub const JOKER_CHARACTER: char = '*';
/// The character that stands for what is not known.
pub const UNKNOWN_CHARACTER: char = '?';

const FIRST_JOKER: u8 = STANDARD_COUNT;
const FIRST_UNKNOWN_RANK: u8 = FIRST_JOKER + JOKER_COUNT;
const FIRST_UNKNOWN_SUIT: u8 = FIRST_UNKNOWN_RANK + suit::COUNT as u8;
const UNKNOWN: u8 = FIRST_UNKNOWN_SUIT + rank::COUNT as u8;

/// How many different bytes are cards, jokers and unknown ones included.
pub const CODE_COUNT: usize = UNKNOWN as usize + 1;

impl Card {
    /// The card of which nothing is known, `??`.
    pub const UNKNOWN: Self = Self(UNKNOWN);

    /// Returns the card of this byte.
    ///
    /// A byte that is no card gives [`Card::UNKNOWN`]; use [`Card::from_code`] where that matters.
    #[must_use]
    pub const fn new(code: u8) -> Self {
        if code < UNKNOWN { Self(code) } else { Self::UNKNOWN }
    }

    /// Returns the card of this byte, or `None` where the byte is no card.
    #[must_use]
    pub const fn from_code(code: u8) -> Option<Self> {
        if code <= UNKNOWN { Some(Self(code)) } else { None }
    }

    /// Returns the card of this rank and suit.
    #[must_use]
    pub const fn of(rank: Rank, suit: Suit) -> Self {
        Self(rank.index() * suit::COUNT as u8 + suit.index())
    }

    /// Returns the joker of this suit's colour.
    #[must_use]
    pub const fn joker(suit: Suit) -> Self {
        Self(FIRST_JOKER + suit.index())
    }

    /// Returns the card of which only this much is known.
    #[must_use]
    pub const fn partial(rank: Option<Rank>, suit: Option<Suit>) -> Self {
        match (rank, suit) {
            (Some(rank), Some(suit)) => Self::of(rank, suit),
            (None, Some(suit)) => Self(FIRST_UNKNOWN_RANK + suit.index()),
            (Some(rank), None) => Self(FIRST_UNKNOWN_SUIT + rank.index()),
            (None, None) => Self::UNKNOWN,
        }
    }

    /// Returns the byte.
    #[must_use]
    pub const fn code(self) -> u8 {
        self.0
    }

    /// Returns the rank, unless it is unknown or the card is a joker.
    #[must_use]
    pub const fn rank(self) -> Option<Rank> {
        if self.0 < STANDARD_COUNT {
            Rank::from_index(self.0 / suit::COUNT as u8)
        } else if self.0 >= FIRST_UNKNOWN_SUIT && self.0 < UNKNOWN {
            Rank::from_index(self.0 - FIRST_UNKNOWN_SUIT)
        } else {
            None
        }
    }

    /// Returns the suit, unless it is unknown.
    #[must_use]
    pub const fn suit(self) -> Option<Suit> {
        if self.0 < FIRST_UNKNOWN_SUIT {
            Suit::from_index(self.0 % suit::COUNT as u8)
        } else {
            None
        }
    }

    /// Tells whether this is one of the 52 cards of the standard deck.
    #[must_use]
    pub const fn is_standard(self) -> bool {
        self.0 < STANDARD_COUNT
    }

    /// Tells whether this is a joker.
    #[must_use]
    pub const fn is_joker(self) -> bool {
        self.0 >= FIRST_JOKER && self.0 < FIRST_UNKNOWN_RANK
    }

    /// Tells whether the rank or the suit is unknown.
    #[must_use]
    pub const fn is_unknown(self) -> bool {
        self.0 >= FIRST_UNKNOWN_RANK
    }
}

impl From<Card> for u8 {
    fn from(card: Card) -> Self {
        card.0
    }
}

impl TryFrom<u8> for Card {
    type Error = &'static str;

    fn try_from(code: u8) -> Result<Self, Self::Error> {
        Self::from_code(code).ok_or("not the code of a card")
    }
}

impl fmt::Display for Card {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rank = match self.rank() {
            Some(rank) => rank.character(),
            None if self.is_joker() => JOKER_CHARACTER,
            None => UNKNOWN_CHARACTER,
        };
        let suit = self.suit().map_or(UNKNOWN_CHARACTER, Suit::character);
        write!(formatter, "{rank}{suit}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_prints_and_reads_back() {
        for code in 0..CODE_COUNT as u8 {
            let card = Card::new(code);
            assert_eq!(card.to_string().parse(), Ok(card));
        }
    }

    #[test]
    fn codes_end_at_unknown() {
        assert_eq!(Card::from_code(CODE_COUNT as u8), None);
        assert_eq!(Card::new(255), Card::UNKNOWN);
        assert!(Card::UNKNOWN.is_unknown());
    }

    #[test]
    fn kinds_do_not_overlap() {
        for code in 0..CODE_COUNT as u8 {
            let card = Card::new(code);
            let kinds = [card.is_standard(), card.is_joker(), card.is_unknown()];
            assert_eq!(kinds.iter().filter(|&&kind| kind).count(), 1, "{card}");
        }
    }
}
