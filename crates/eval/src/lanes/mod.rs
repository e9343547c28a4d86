//! Table-free evaluation of suit masks.
//!
//! Every function here works on four 13-bit masks, the ranks held in clubs, diamonds, hearts and
//! spades, with bit 0 for the deuce and bit 12 for the ace. None of them branches or loads from a
//! table, so that a plain loop over arrays of masks becomes vector code with one hand in each
//! 16-bit lane. [`crate::batch`] has those loops; [`strength`] ranks a single hand.
//!
//! A strength is `high half << 16 | low half`. A larger one is always the better hand, whatever
//! the ranking, and 0 is never the strength of a hand.
//!
//! | ranking | high half | low half |
//! |---|---|---|
//! | [`High`](LaneKind::High), [`ShortDeck`](LaneKind::ShortDeck) | category << 13 \| ranks that make it | kickers |
//! | [`DeuceToSeven`](LaneKind::DeuceToSeven) | all bits of the high hand's, inverted | inverted too |
//! | [`AceToSix`](LaneKind::AceToSix) | as deuce-to-seven, the ace being the lowest bit of the ranks | as there |
//! | [`AceToFive`](LaneKind::AceToFive) | category << 13 \| inverted ranks that make it | inverted kickers |
//! | badugi family | cards << 13 \| ranks, inverted where low is good | 0 |

mod ace_to_five;
mod ace_to_six;
mod badugi;
mod deuce_to_seven;
mod high;
mod many;
mod omaha_flush;
mod rank_counts;
mod rows;
mod single;

use std::ops::RangeInclusive;

use croupier_cards::{CardSet, set::RANK_MASK};

pub(crate) use ace_to_five::AceToFive;
pub(crate) use ace_to_six::AceToSix;
pub(crate) use badugi::{BadugiAceHigh, BadugiAceLow, Hidugi};
pub(crate) use deuce_to_seven::{DeuceToSeven, fix_flushes};
pub(crate) use high::{High, ShortDeck};
pub(crate) use many::omaha_ace_to_five;
pub(crate) use omaha_flush::omaha_flush;
pub(crate) use rows::{flush_of_rows, low_of_rows};

/// The ranks six to ace.
const SHORT_DECK_RANKS: u16 = RANK_MASK & !0xf;

/// A ranking of hands that has a lane function.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LaneKind {
    /// The best five cards, as in hold'em.
    High,
    /// The best five cards of a deck without deuces to fives: a flush beats a full house, and the
    /// ace also plays below the six.
    ShortDeck,
    /// The lowest five cards where straights and flushes count and the ace is high.
    DeuceToSeven,
    /// The lowest five cards where straights and flushes count and the ace is low.
    AceToSix,
    /// The lowest five cards where straights and flushes do not count and the ace is low.
    AceToFive,
    /// The most cards of different ranks and suits, then the lowest; the ace is low.
    BadugiAceLow,
    /// The most cards of different ranks and suits, then the lowest; the ace is high.
    BadugiAceHigh,
    /// The most cards of different ranks and suits, then the highest.
    Hidugi,
}

impl LaneKind {
    /// Every ranking.
    pub const ALL: [Self; 8] = [
        Self::High,
        Self::ShortDeck,
        Self::DeuceToSeven,
        Self::AceToSix,
        Self::AceToFive,
        Self::BadugiAceLow,
        Self::BadugiAceHigh,
        Self::Hidugi,
    ];

    /// Returns how many cards a hand may have.
    #[must_use]
    pub const fn card_counts(self) -> RangeInclusive<u32> {
        match self {
            Self::High
            | Self::ShortDeck
            | Self::DeuceToSeven
            | Self::AceToSix
            | Self::AceToFive => 5..=7,
            Self::BadugiAceLow | Self::BadugiAceHigh | Self::Hidugi => 1..=7,
        }
    }

    /// Returns the ranks of the deck, the same in every suit.
    #[must_use]
    pub const fn deck_ranks(self) -> u16 {
        match self {
            Self::ShortDeck => SHORT_DECK_RANKS,
            _ => RANK_MASK,
        }
    }

    /// Returns the cards of the deck.
    #[must_use]
    pub const fn deck(self) -> CardSet {
        CardSet::from_bits(self.deck_ranks() as u64 * 0x0001_0001_0001_0001)
    }
}

/// A ranking as a branch-free function of the ranks held in clubs, diamonds, hearts and spades.
pub(crate) trait LaneFunction {
    /// Returns the high and the low half of the strength.
    ///
    /// The result means nothing for a number of cards that the ranking does not allow, but no
    /// masks whatsoever make it panic.
    fn evaluate(suits: [u16; 4]) -> (u16, u16);
}

/// Puts the halves of a strength together.
#[inline(always)]
const fn join((high, low): (u16, u16)) -> u32 {
    (high as u32) << 16 | low as u32
}

/// Returns the strength of one hand; larger is better.
///
/// The set must have one of the [`LaneKind::card_counts`], no jokers, and only cards of the
/// [`LaneKind::deck`]. For any other set the result is some number that means nothing; check the
/// set first, or use [`crate::batch::evaluate_sets`], which does.
///
/// ```
/// use croupier_cards::{CardSet, parse};
/// use croupier_eval::lanes::{LaneKind, strength};
///
/// let set = |text| CardSet::from_iter(parse::cards(text).unwrap());
/// let flush = strength(LaneKind::High, set("Ah 9h 7h 4h 2h Ks Kd"));
/// let trips = strength(LaneKind::High, set("Ah 9h 7h 4h Kh Ks Kd"));
/// assert!(flush > strength(LaneKind::High, set("Ah 9h 7h 4s 2h Ks Kd")));
/// assert!(trips > flush);
/// ```
#[must_use]
#[inline]
pub fn strength(kind: LaneKind, set: CardSet) -> u32 {
    match kind {
        LaneKind::High => single::high::<false>(set.bits()),
        LaneKind::ShortDeck => single::high::<true>(set.bits()),
        LaneKind::DeuceToSeven => deuce_to_seven::strength(set.suit_masks()),
        LaneKind::AceToSix => ace_to_six::strength(set.suit_masks()),
        LaneKind::AceToFive => join(AceToFive::evaluate(set.suit_masks())),
        LaneKind::BadugiAceLow => badugi::strength_ace_low(set.suit_masks()),
        LaneKind::BadugiAceHigh => badugi::strength_ace_high(set.suit_masks()),
        LaneKind::Hidugi => badugi::strength_hidugi(set.suit_masks()),
    }
}

/// Returns the strength of the best hand of any number of cards, at least as many as a hand has.
///
/// `None` where no kernel knows it without trying the hands. Otherwise the set must be as for [`strength`].
#[must_use]
pub fn strength_of_many(kind: LaneKind, set: CardSet) -> Option<u32> {
    if kind.card_counts().contains(&set.len()) {
        return Some(strength(kind, set));
    }
    match kind {
        LaneKind::High => Some(many::high::<false>(set.suit_masks())),
        LaneKind::ShortDeck => Some(many::high::<true>(set.suit_masks())),
        LaneKind::AceToFive => many::ace_to_five(set.suit_masks()),
        LaneKind::DeuceToSeven => many::deuce_to_seven(set.suit_masks()),
        LaneKind::AceToSix => many::ace_to_six(set.suit_masks()),
        _ => None,
    }
}
