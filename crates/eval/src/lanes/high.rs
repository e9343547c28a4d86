//! The best high hand of five to seven cards.

use super::LaneFunction;
use super::rank_counts::{RankCounts, flush_ranks, highest, lowest, runs_of_five, without_lowest};

/// The categories of high hands, the top three bits of a strength. High card and one pair share
/// the lowest: with no pair the ranks that make the hand are empty, which sorts below every pair.
pub(super) mod category {
    pub(crate) const TWO_PAIR: u16 = 1;
    pub(crate) const TRIPS: u16 = 2;
    pub(crate) const STRAIGHT: u16 = 3;
    pub(crate) const FLUSH: u16 = 4;
    pub(crate) const FULL_HOUSE: u16 = 5;
    pub(crate) const QUADS: u16 = 6;
    pub(crate) const STRAIGHT_FLUSH: u16 = 7;
    /// Below the category are the thirteen ranks that make it.
    pub(crate) const SHIFT: u32 = 13;

    /// A flush beats a full house in short-deck games, where it is the rarer of the two.
    pub(crate) const fn flush(short_deck: bool) -> u16 {
        if short_deck { FULL_HOUSE } else { FLUSH }
    }

    /// The full house takes the place that the flush leaves.
    pub(crate) const fn full_house(short_deck: bool) -> u16 {
        if short_deck { FLUSH } else { FULL_HOUSE }
    }
}

/// The ranking of the 52-card deck.
pub(crate) struct High;

/// The ranking of the 36-card deck.
pub(crate) struct ShortDeck;

impl LaneFunction for High {
    #[inline(always)]
    fn evaluate(suits: [u16; 4]) -> (u16, u16) {
        evaluate::<false>(suits)
    }
}

impl LaneFunction for ShortDeck {
    #[inline(always)]
    fn evaluate(suits: [u16; 4]) -> (u16, u16) {
        evaluate::<true>(suits)
    }
}

/// Makes room below the deuce and puts the ace there too: below the deuce, or in the place of
/// the five where the six is the lowest rank.
#[inline(always)]
pub(super) const fn with_low_ace<const SHORT_DECK: bool>(ranks: u16) -> u16 {
    let ace = ranks >> 12;
    ranks << 1 | if SHORT_DECK { ace << 4 } else { ace }
}

#[inline(always)]
fn evaluate<const SHORT_DECK: bool>(suits: [u16; 4]) -> (u16, u16) {
    let counts = RankCounts::of(suits);
    let any = counts.any();
    let (pairs, trips, quads) = (counts.pairs(), counts.trips(), counts.quads());

    let flush = flush_ranks(suits);
    let is_flush = flush != 0;
    // With a flush, only a straight within it can still matter.
    let straights = runs_of_five(with_low_ace::<SHORT_DECK>(if is_flush {
        flush
    } else {
        any
    }));
    let is_straight = straights != 0;
    let top_straight = highest(straights);

    let pairs_but_lowest = pairs ^ lowest(pairs);
    let pair_count = pairs.count_ones() as u16;
    let top_two_pairs = if pair_count == 3 {
        pairs_but_lowest
    } else {
        pairs
    };

    let upper_trips = without_lowest(trips);
    let two_trips = upper_trips != 0;
    let top_trips = if two_trips { upper_trips } else { trips };
    let is_full_house = (trips != 0) & (two_trips | (pairs != 0));

    // From the weakest category to the strongest, each overwrites what came before: the ranks that
    // make the hand, the ranks that kickers come from, and how many kickers there are.
    let mut category = if pair_count >= 2 {
        category::TWO_PAIR
    } else {
        0
    };
    let mut made = top_two_pairs;
    let mut rest = any ^ top_two_pairs;
    let mut keep = match pair_count {
        0 => 5u16,
        1 => 3,
        _ => 1,
    };
    if trips != 0 {
        (category, made, rest, keep) = (category::TRIPS, top_trips, any ^ top_trips, 2);
    }
    if is_straight & !is_flush {
        (category, made, rest, keep) = (category::STRAIGHT, top_straight, 0, 5);
    }
    if is_flush {
        (category, made, rest, keep) = (category::flush(SHORT_DECK), 0, flush, 5);
    }
    if is_full_house & !is_flush {
        let full_of = (trips ^ top_trips) | pairs;
        (category, made, rest, keep) = (category::full_house(SHORT_DECK), top_trips, full_of, 1);
    }
    if quads != 0 {
        (category, made, rest, keep) = (category::QUADS, quads, any ^ quads, 1);
    }
    if is_flush & is_straight {
        (category, made, rest) = (category::STRAIGHT_FLUSH, top_straight, 0);
    }

    // There are never more than two kickers too many.
    let rest_count = rest.count_ones() as u16;
    let one_less = without_lowest(rest);
    let two_less = without_lowest(one_less);
    let kickers = if rest_count >= keep.wrapping_add(2) {
        two_less
    } else if rest_count > keep {
        one_less
    } else {
        rest
    };
    (category << category::SHIFT | made, kickers)
}
