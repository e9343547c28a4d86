//! The best high hand of five to seven cards.

use super::LaneFunction;
use super::rank_counts::{RankCounts, flush_ranks, runs_of_five, without_lowest};
use croupier_cards::set::RANK_MASK;

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

/// Describes each category that the cards make as a high half and takes the largest: that order is
/// the order of the categories, and few instructions.
#[inline(always)]
fn evaluate<const SHORT_DECK: bool>(suits: [u16; 4]) -> (u16, u16) {
    let counts = RankCounts::of(suits);
    let any = counts.any();
    let (pairs, trips, quads) = (counts.pairs(), counts.trips(), counts.quads());

    let suit_counts = suits.map(|suit| suit.count_ones() as u16);
    let flush = flush_ranks(suits);
    let is_flush = flush != 0;
    // With a flush, only a straight within it and its own kickers can matter.
    let base = if is_flush { flush } else { any };
    let straights = runs_of_five(with_low_ace::<SHORT_DECK>(base));
    let is_straight = straights != 0;

    let upper_pairs = without_lowest(pairs);
    let three_pairs = without_lowest(upper_pairs) != 0;
    let top_pairs = if three_pairs { upper_pairs } else { pairs };
    let upper_trips = without_lowest(trips);
    let two_trips = upper_trips != 0;
    let top_trips = if two_trips { upper_trips } else { trips };
    // Of at most seven cards, a full house or quads leave no room for a flush or a straight.
    let is_full_house = (trips != 0) & (two_trips | (pairs != 0));

    let described = |condition: bool, category: u16, made: u16| {
        if condition { category << category::SHIFT | made } else { 0 }
    };
    let straight_category = if is_flush { category::STRAIGHT_FLUSH } else { category::STRAIGHT };
    let high = top_pairs
        .max(described(upper_pairs != 0, category::TWO_PAIR, top_pairs))
        .max(described(trips != 0, category::TRIPS, top_trips))
        .max(described(is_straight, straight_category, top_of_run(straights)))
        .max(described(is_flush, category::flush(SHORT_DECK), 0))
        .max(described(is_full_house, category::full_house(SHORT_DECK), top_trips))
        .max(described(quads != 0, category::QUADS, quads));
    let made = high & RANK_MASK;

    let base = if is_full_house { pairs | trips } else { base };
    let rest = if is_straight { 0 } else { base ^ made };
    // The lowest ranks go, one for each card beyond five (of the suit, for a flush); but where pairs
    // have left only one rank, it stays.
    let count = total(suit_counts);
    let count = if is_flush { largest(suit_counts) } else { count };
    let rest = without_lowest_if(count >= 6, rest);
    let kickers = without_lowest_if(count >= 7, rest);
    (high, kickers)
}

/// Returns the highest bit of a run of neighbouring bits.
///
/// Straights of at most seven cards start at neighbouring ranks.
#[inline(always)]
fn top_of_run(run: u16) -> u16 {
    run & !(run >> 1)
}

/// Drops the lowest bit if the condition holds and the bit is not the only one.
#[inline(always)]
fn without_lowest_if(condition: bool, mask: u16) -> u16 {
    let less = without_lowest(mask);
    if condition & (less != 0) { less } else { mask }
}

#[inline(always)]
fn total([clubs, diamonds, hearts, spades]: [u16; 4]) -> u16 {
    clubs.wrapping_add(diamonds).wrapping_add(hearts).wrapping_add(spades)
}

#[inline(always)]
fn largest([clubs, diamonds, hearts, spades]: [u16; 4]) -> u16 {
    clubs.max(diamonds).max(hearts.max(spades))
}
