//! One high hand at a time.
//!
//! The lane function spends most of its work on the rare flush and on population counts, which are
//! slow without a machine instruction. A single hand can afford a branch for the flush, and knows
//! from the number of its cards how many kickers are too many.

use super::high::{category, with_low_ace};
use super::join;
use super::rank_counts::{RankCounts, highest, runs_of_five, without_lowest};
use croupier_cards::set::{LANE_BITS, RANK_MASK};

/// Returns the strength of the five to seven cards of a set.
#[inline]
pub(super) fn high<const SHORT_DECK: bool>(set: u64) -> u32 {
    let suit_counts = counts_of_lanes(set);
    // Five to seven and three more is eight to ten: the bit for eight tells.
    let flush_flags = (suit_counts + broadcast(3)) & broadcast(8);
    if flush_flags != 0 {
        let shift = flush_flags.trailing_zeros() & !(LANE_BITS - 1);
        let ranks = (set >> shift) as u16 & RANK_MASK;
        return flush::<SHORT_DECK>(ranks, (suit_counts >> shift) as u16);
    }
    // The multiplication adds the four lanes up in the top one.
    let card_count = (suit_counts.wrapping_mul(broadcast(1)) >> 48) as u16;
    let suits = [set as u16, (set >> 16) as u16, (set >> 32) as u16, (set >> 48) as u16];
    no_flush::<SHORT_DECK>(suits, card_count)
}

const fn broadcast(lane: u16) -> u64 {
    lane as u64 * 0x0001_0001_0001_0001
}

/// Counts the bits of each 16-bit lane.
#[inline(always)]
const fn counts_of_lanes(word: u64) -> u64 {
    let twos = word - (word >> 1 & broadcast(0x5555));
    let fours = (twos & broadcast(0x3333)) + (twos >> 2 & broadcast(0x3333));
    let bytes = (fours + (fours >> 4)) & broadcast(0x0f0f);
    (bytes + (bytes >> 8)) & broadcast(0x00ff)
}

/// Five to seven cards of one suit; quads and full houses need more cards than are left.
fn flush<const SHORT_DECK: bool>(ranks: u16, count: u16) -> u32 {
    let straights = runs_of_five(with_low_ace::<SHORT_DECK>(ranks));
    if straights != 0 {
        return join((category::STRAIGHT_FLUSH << category::SHIFT | highest(straights), 0));
    }
    let mut kickers = ranks;
    for _ in 5..count {
        kickers = without_lowest(kickers);
    }
    join((category::flush(SHORT_DECK) << category::SHIFT, kickers))
}

#[inline(always)]
fn no_flush<const SHORT_DECK: bool>(suits: [u16; 4], card_count: u16) -> u32 {
    let counts = RankCounts::of(suits);
    let any = counts.any();
    let (pairs, trips, quads) = (counts.pairs(), counts.trips(), counts.quads());
    let straights = runs_of_five(with_low_ace::<SHORT_DECK>(any));

    // The rare categories first, each behind a branch that is nearly always skipped.
    if quads != 0 {
        return join((category::QUADS << category::SHIFT | quads, highest(any ^ quads)));
    }
    if trips != 0 {
        let top_trips = highest(trips);
        let full_of = (trips ^ top_trips) | pairs;
        if full_of != 0 {
            let category = category::full_house(SHORT_DECK);
            return join((category << category::SHIFT | top_trips, highest(full_of)));
        }
        if straights == 0 {
            let kickers = drop_surplus(any ^ top_trips, card_count);
            return join((category::TRIPS << category::SHIFT | top_trips, kickers));
        }
    }
    if straights != 0 {
        return join((category::STRAIGHT << category::SHIFT | highest(straights), 0));
    }

    // No pair, one, two or three: too evenly spread for branches to be foreseen.
    let upper_pairs = without_lowest(pairs);
    let three_pairs = without_lowest(upper_pairs) != 0;
    let made = if three_pairs { upper_pairs } else { pairs };
    let category = u16::from(upper_pairs != 0) * category::TWO_PAIR;
    let rest = any ^ made;
    // Three pairs and a seventh card leave two ranks for one kicker, one too many.
    let kickers = if three_pairs {
        let second = without_lowest(rest);
        if second != 0 { second } else { rest }
    } else {
        drop_surplus(rest, card_count)
    };
    join((category << category::SHIFT | made, kickers))
}

/// Drops as many of the lowest ranks as there are cards beyond five.
#[inline(always)]
fn drop_surplus(ranks: u16, card_count: u16) -> u16 {
    let one_less = without_lowest(ranks);
    let two_less = without_lowest(one_less);
    if card_count >= 7 {
        two_less
    } else if card_count == 6 {
        one_less
    } else {
        ranks
    }
}
