//! Rankings of single cards: who brings it in, and who holds the best spade.

use croupier_cards::{Card, Rank, Suit, rank, suit};

/// A ranking in which one card decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OneCard {
    /// All 52 cards in order, spades before hearts, diamonds and clubs where high wins, the reverse where low wins.
    Every {
        /// Whether aces rank above kings.
        ace_high: bool,
        /// Whether the lowest card wins.
        low: bool,
    },
    /// The best card of one suit among the cards held; cards of other suits do not count.
    OfSuit {
        /// The suit.
        suit: Suit,
        /// Whether the lowest card wins.
        low: bool,
        /// How many cards a hand has.
        held: usize,
    },
}

/// The strength of a hand without a card of the suit.
const WITHOUT_SUIT: u32 = 1;

impl OneCard {
    /// Returns how many cards a hand has.
    #[must_use]
    pub const fn card_count(self) -> usize {
        match self {
            Self::Every { .. } => 1,
            Self::OfSuit { held, .. } => held,
        }
    }

    /// Returns the strength of the cards: larger is better and nothing is 0.
    pub(crate) fn evaluate(self, cards: &[Card]) -> u32 {
        match self {
            Self::Every { ace_high, low } => {
                let place = cards.first().map_or(0, |card| place(*card, ace_high));
                1 + if low { LAST_PLACE - place } else { place }
            }
            Self::OfSuit { suit, low, .. } => {
                let ranks = cards
                    .iter()
                    .filter(|card| card.suit() == Some(suit))
                    .filter_map(|card| card.rank());
                let worth = |rank: Rank| {
                    let rank = u32::from(rank.index());
                    WITHOUT_SUIT + 1 + if low { rank::COUNT as u32 - 1 - rank } else { rank }
                };
                ranks.map(worth).max().unwrap_or(WITHOUT_SUIT)
            }
        }
    }

    /// Returns the strength of the best card.
    pub(crate) fn best_strength(self) -> u32 {
        match self {
            Self::Every { .. } => LAST_PLACE + 1,
            Self::OfSuit { .. } => WITHOUT_SUIT + rank::COUNT as u32,
        }
    }

    /// Returns the rank and the number within it, both counted from 1 for the best.
    pub(crate) fn standing(self, strength: u32) -> Option<(u32, u32)> {
        match self {
            Self::Every { .. } => {
                (1..=LAST_PLACE + 1).contains(&strength).then(|| (1, LAST_PLACE + 2 - strength))
            }
            Self::OfSuit { .. } => {
                let worst = rank::COUNT as u32 + WITHOUT_SUIT;
                (WITHOUT_SUIT..=worst).contains(&strength).then(|| (worst + 1 - strength, 1))
            }
        }
    }

    /// Returns the card that a strength stands for, or `None` for a hand without the suit.
    pub(crate) fn card(self, strength: u32) -> Option<Card> {
        match self {
            Self::Every { ace_high, low } => {
                let index = strength.checked_sub(1)?;
                let place = if low { LAST_PLACE.checked_sub(index)? } else { index };
                let shifted = (place / suit::COUNT as u32) as u8;
                let rank = if ace_high { shifted } else { (shifted + 12) % 13 };
                let suit = Suit::from_index((place % suit::COUNT as u32) as u8)?;
                Some(Card::of(Rank::from_index(rank)?, suit))
            }
            Self::OfSuit { suit, low, .. } => {
                let index = strength.checked_sub(WITHOUT_SUIT + 1)?;
                let rank = if low { (rank::COUNT as u32 - 1).checked_sub(index)? } else { index };
                Some(Card::of(Rank::from_index(rank as u8)?, suit))
            }
        }
    }
}

const LAST_PLACE: u32 = 51;

/// Returns the place of a card from the lowest; a joker stands for the ace of spades.
fn place(card: Card, ace_high: bool) -> u32 {
    let Some(rank) = card.rank() else { return LAST_PLACE };
    let rank = if ace_high { rank.index() } else { (rank.index() + 1) % 13 };
    let suit = card.suit().map_or(0, Suit::index);
    u32::from(rank) * suit::COUNT as u32 + u32::from(suit)
}
