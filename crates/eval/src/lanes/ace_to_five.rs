//! The lowest hand of five to seven cards where the ace is low and straights and flushes do not count.

use super::LaneFunction;
use super::rank_counts::{RankCounts, lowest, without_lowest};
use croupier_cards::set::RANK_MASK;

/// The ranking of ace-to-five low.
pub(crate) struct AceToFive;

/// Rotates the ranks so that the ace is bit 0 and the king bit 12.
#[inline(always)]
pub(super) const fn ace_first(ranks: u16) -> u16 {
    (ranks << 1 | ranks >> 12) & RANK_MASK
}

/// The numbers that a ranking gives to what pairs there are among five cards.
pub(super) struct PairCodes {
    pub(super) no_pair: u16,
    pub(super) one_pair: u16,
    pub(super) two_pair: u16,
    pub(super) trips: u16,
    pub(super) full_house: u16,
    pub(super) quads: u16,
}

/// Fewer pairs are better, and a larger number is better.
const CODES: PairCodes =
    PairCodes { no_pair: 5, one_pair: 4, two_pair: 3, trips: 2, full_house: 1, quads: 0 };

/// The lowest five cards of a hand by their ranks alone.
pub(super) struct LowFive {
    /// The number for what pairs there are.
    pub(super) code: u16,
    /// The ranks that make the pairs.
    pub(super) made: u16,
    /// The other ranks.
    pub(super) kickers: u16,
}

/// Returns the five lowest bits of the mask.
#[inline(always)]
pub(super) fn lowest_five(mask: u16) -> u16 {
    let mut above = mask;
    for _ in 0..5 {
        above = without_lowest(above);
    }
    mask ^ above
}

/// Chooses the best low five of five to seven cards, bit 0 being the best rank.
///
/// The number of different ranks decides. Seven cards of four ranks hold a pair whichever five are
/// taken, and the lowest pair leaves all three other ranks as kickers; three ranks allow two pairs
/// unless all extra cards are of one rank; two ranks make a full house, or quads of exactly five
/// cards.
#[inline(always)]
pub(super) fn choose(counts: RankCounts, codes: PairCodes) -> LowFive {
    let any = counts.any();
    let distinct = any.count_ones() as u16;
    let paired = counts.two_or_more();
    let first_pair = lowest(paired);
    let second_pair = lowest(paired ^ first_pair);
    let first_trips = lowest(counts.three_or_more());
    let two_ranks_paired = second_pair != 0;

    let mut code = codes.no_pair;
    let mut made = 0;
    let mut rest = lowest_five(any);
    if distinct == 4 {
        (code, made, rest) = (codes.one_pair, first_pair, any);
    }
    if distinct == 3 {
        code = if two_ranks_paired { codes.two_pair } else { codes.trips };
        made = first_pair | second_pair;
        rest = any;
    }
    if distinct <= 2 {
        code = if two_ranks_paired { codes.full_house } else { codes.quads };
        made = first_trips;
        rest = any;
    }
    LowFive { code, made, kickers: rest ^ made }
}

impl LaneFunction for AceToFive {
    #[inline(always)]
    fn evaluate(suits: [u16; 4]) -> (u16, u16) {
        let five = choose(RankCounts::of(suits.map(ace_first)), CODES);
        (five.code << 13 | (RANK_MASK ^ five.made), RANK_MASK ^ five.kickers)
    }
}
