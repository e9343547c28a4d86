//! The lowest hand of five to seven cards where straights and flushes count and the ace is low.
//!
//! With the ace below the deuce this is deuce-to-seven low: in both, the highest rank starts no
//! straight below the lowest. Only the places of the ranks differ.

use super::LaneFunction;
use super::ace_to_five::ace_first;
use super::deuce_to_seven::{self, DeuceToSeven};

/// The ranking of ace-to-six low.
///
/// Of six or seven cards with five or more of a suit, the lane function gives only a mark, as
/// [`DeuceToSeven`] does.
pub(crate) struct AceToSix;

impl LaneFunction for AceToSix {
    #[inline(always)]
    fn evaluate(suits: [u16; 4]) -> (u16, u16) {
        DeuceToSeven::evaluate(suits.map(ace_first))
    }
}

/// Returns the strength of one hand.
pub(super) fn strength(suits: [u16; 4]) -> u32 {
    deuce_to_seven::strength(suits.map(ace_first))
}
