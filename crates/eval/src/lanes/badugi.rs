//! Badugi and its relatives: the most cards of different ranks and suits.
//!
//! The sets of ranks that can be matched to different suits form a matroid, so that the best hand
//! is found greedily: go through the ranks from the best to the worst and take each one that still
//! leaves a matching. What has to be remembered is which sets of suits the ranks taken so far can be
//! matched to; there are sixteen sets of suits, so that is one 16-bit word.

use super::ace_to_five::ace_first;
use super::{LaneFunction, join};
use croupier_cards::set::RANK_MASK;

/// For each suit, the sets of suits (as bits of a 16-bit word) that do not contain it.
const WITHOUT_SUIT: [u16; 4] = [0x5555, 0x3333, 0x0f0f, 0x00ff];

/// Badugi with the ace low, the usual one.
pub(crate) struct BadugiAceLow;

/// Badugi with the ace high, as in badeucy.
pub(crate) struct BadugiAceHigh;

/// Badugi for the highest ranks.
pub(crate) struct Hidugi;

impl LaneFunction for BadugiAceLow {
    #[inline(always)]
    fn evaluate(suits: [u16; 4]) -> (u16, u16) {
        low_value(Matching::from_lowest(suits.map(ace_first)).taken)
    }
}

impl LaneFunction for BadugiAceHigh {
    #[inline(always)]
    fn evaluate(suits: [u16; 4]) -> (u16, u16) {
        low_value(Matching::from_lowest(suits).taken)
    }
}

impl LaneFunction for Hidugi {
    #[inline(always)]
    fn evaluate(suits: [u16; 4]) -> (u16, u16) {
        high_value(Matching::from_highest(suits).taken)
    }
}

#[inline(always)]
fn low_value(taken: u16) -> (u16, u16) {
    ((taken.count_ones() as u16) << 13 | (RANK_MASK ^ taken), 0)
}

#[inline(always)]
fn high_value(taken: u16) -> (u16, u16) {
    ((taken.count_ones() as u16) << 13 | taken, 0)
}

/// The ranks taken so far, and what they can be matched to.
#[derive(Clone, Copy)]
struct Matching {
    /// The ranks that have been taken.
    taken: u16,
    /// Bit `m` tells whether these ranks can be matched to exactly the set of suits `m`.
    reachable: u16,
}

impl Matching {
    const EMPTY: Self = Self { taken: 0, reachable: 1 };

    /// Takes the rank if that leaves a matching.
    ///
    /// The suits come one by one because the compiler would handle an array of four as a 64-bit
    /// number, and the loop over hands as vectors of such numbers.
    #[inline(always)]
    fn offer<const RANK: u32>(self, clubs: u16, diamonds: u16, hearts: u16, spades: u16) -> Self {
        let rank = 1 << RANK;
        let by_suit = |suit: usize, ranks: u16| {
            let extended = (self.reachable & WITHOUT_SUIT[suit]) << (1 << suit);
            if ranks & rank != 0 { extended } else { 0 }
        };
        let next =
            by_suit(0, clubs) | by_suit(1, diamonds) | by_suit(2, hearts) | by_suit(3, spades);
        if next != 0 { Self { taken: self.taken | rank, reachable: next } } else { self }
    }

    // Written out rather than looped over, because only then does the loop over hands around it
    // become vector code.
    #[inline(always)]
    fn from_lowest([clubs, diamonds, hearts, spades]: [u16; 4]) -> Self {
        Self::EMPTY
            .offer::<0>(clubs, diamonds, hearts, spades)
            .offer::<1>(clubs, diamonds, hearts, spades)
            .offer::<2>(clubs, diamonds, hearts, spades)
            .offer::<3>(clubs, diamonds, hearts, spades)
            .offer::<4>(clubs, diamonds, hearts, spades)
            .offer::<5>(clubs, diamonds, hearts, spades)
            .offer::<6>(clubs, diamonds, hearts, spades)
            .offer::<7>(clubs, diamonds, hearts, spades)
            .offer::<8>(clubs, diamonds, hearts, spades)
            .offer::<9>(clubs, diamonds, hearts, spades)
            .offer::<10>(clubs, diamonds, hearts, spades)
            .offer::<11>(clubs, diamonds, hearts, spades)
            .offer::<12>(clubs, diamonds, hearts, spades)
    }

    #[inline(always)]
    fn from_highest([clubs, diamonds, hearts, spades]: [u16; 4]) -> Self {
        Self::EMPTY
            .offer::<12>(clubs, diamonds, hearts, spades)
            .offer::<11>(clubs, diamonds, hearts, spades)
            .offer::<10>(clubs, diamonds, hearts, spades)
            .offer::<9>(clubs, diamonds, hearts, spades)
            .offer::<8>(clubs, diamonds, hearts, spades)
            .offer::<7>(clubs, diamonds, hearts, spades)
            .offer::<6>(clubs, diamonds, hearts, spades)
            .offer::<5>(clubs, diamonds, hearts, spades)
            .offer::<4>(clubs, diamonds, hearts, spades)
            .offer::<3>(clubs, diamonds, hearts, spades)
            .offer::<2>(clubs, diamonds, hearts, spades)
            .offer::<1>(clubs, diamonds, hearts, spades)
            .offer::<0>(clubs, diamonds, hearts, spades)
    }

    /// The same for a single hand, where it pays to look only at the ranks that are there.
    fn of_present(suits: [u16; 4], highest_first: bool) -> Self {
        let mut state = Self::EMPTY;
        let mut left = suits[0] | suits[1] | suits[2] | suits[3];
        while left != 0 {
            let position =
                if highest_first { 15 - left.leading_zeros() } else { left.trailing_zeros() };
            left ^= 1 << position;
            let mut next = 0;
            for (suit, &ranks) in suits.iter().enumerate() {
                let held = (ranks >> position & 1).wrapping_neg();
                next |= (state.reachable & WITHOUT_SUIT[suit] & held) << (1 << suit);
            }
            if next != 0 {
                state = Self { taken: state.taken | 1 << position, reachable: next };
            }
        }
        state
    }
}

pub(super) fn strength_ace_low(suits: [u16; 4]) -> u32 {
    join(low_value(Matching::of_present(suits.map(ace_first), false).taken))
}

pub(super) fn strength_ace_high(suits: [u16; 4]) -> u32 {
    join(low_value(Matching::of_present(suits, false).taken))
}

pub(super) fn strength_hidugi(suits: [u16; 4]) -> u32 {
    join(high_value(Matching::of_present(suits, true).taken))
}
