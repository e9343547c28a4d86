//! The lowest hand of five to seven cards where straights and flushes count and the ace is high.
//!
//! Unless a suit has five cards or more, the ranks alone decide, and they decide as in ace-to-five
//! low but for straights. More than five cards with such a suit are rare; they are ranked one by one.

use super::ace_to_five::{PairCodes, ace_first, choose, lowest_five};
use super::high::category;
use super::rank_counts::{RankCounts, flush_ranks, highest, lowest, runs_of_five, without_lowest};
use super::{LaneFunction, LaneKind, join};

/// The categories of the high hands that low hands are the opposite of.
const CODES: PairCodes = PairCodes {
    no_pair: 0,
    one_pair: 0,
    two_pair: category::TWO_PAIR,
    trips: category::TRIPS,
    full_house: category::FULL_HOUSE,
    quads: category::QUADS,
};

/// The ranking of deuce-to-seven low.
///
/// Of six or seven cards with five or more of a suit, the lane function gives only a mark that
/// [`fix_flushes`] finds.
pub(crate) struct DeuceToSeven;

impl LaneFunction for DeuceToSeven {
    #[inline(always)]
    fn evaluate(suits: [u16; 4]) -> (u16, u16) {
        let counts = RankCounts::of(suits);
        let any = counts.any();
        let five = choose(counts, CODES);
        let mut category = five.code;
        let mut made = five.made;
        let mut kickers = five.kickers;

        // Five neighbouring ranks: take the sixth rank instead of the fifth; without a sixth, a
        // pair and the three lowest other ranks; without a pair, it is a straight.
        let straight = if made == 0 { runs_of_five(kickers) } else { 0 };
        let sixth = lowest(any ^ kickers);
        let first_pair = lowest(counts.two_or_more());
        // The highest of the five is four places above the lowest, where the run starts.
        let lowest_four = kickers ^ straight << 4;
        let beside_pair = kickers ^ first_pair;
        let highest_beside_pair = beside_pair
            ^ lowest(beside_pair)
            ^ lowest(without_lowest(beside_pair))
            ^ lowest(without_lowest(without_lowest(beside_pair)));
        if straight != 0 {
            kickers = lowest_four | sixth;
        }
        if (straight != 0) & (sixth == 0) {
            made = first_pair;
            kickers = beside_pair ^ highest_beside_pair;
        }
        if (straight != 0) & (sixth == 0) & (first_pair == 0) {
            (category, made, kickers) = (category::STRAIGHT, straight << 1, 0);
        }

        let flush = flush_ranks(suits);
        if flush != 0 {
            let is_straight = category == category::STRAIGHT;
            category = if is_straight { category::STRAIGHT_FLUSH } else { category::FLUSH };
        }
        (!(category << category::SHIFT | made), !kickers)
    }
}

/// Tells whether a strength is that of a flush or of a straight flush.
#[inline(always)]
const fn is_flush(strength: u32) -> bool {
    let category = (!strength >> 29) as u16;
    category == category::FLUSH || category == category::STRAIGHT_FLUSH
}

/// Returns the strength of one hand.
pub(super) fn strength(suits: [u16; 4]) -> u32 {
    let by_lanes = join(DeuceToSeven::evaluate(suits));
    if is_flush(by_lanes) && card_count(suits) > 5 { of_many_suited(suits) } else { by_lanes }
}

/// Replaces the strengths of hands of more than five cards that have a suit of five or more.
///
/// Other rankings than those that count flushes against a hand need no such thing.
pub(crate) fn fix_flushes(kind: LaneKind, planes: [&[u16]; 4], strengths: &mut [u32]) {
    match kind {
        LaneKind::DeuceToSeven => fix(planes, strengths, |suits| suits),
        LaneKind::AceToSix => fix(planes, strengths, |suits| suits.map(ace_first)),
        _ => {}
    }
}

fn fix(planes: [&[u16]; 4], strengths: &mut [u32], in_order: impl Fn([u16; 4]) -> [u16; 4]) {
    let [clubs, diamonds, hearts, spades] = planes;
    let masks = clubs.iter().zip(diamonds).zip(hearts.iter().zip(spades));
    for (strength, ((&club, &diamond), (&heart, &spade))) in strengths.iter_mut().zip(masks) {
        if is_flush(*strength) {
            let suits = [club, diamond, heart, spade];
            if card_count(suits) > 5 {
                *strength = of_many_suited(in_order(suits));
            }
        }
    }
}

fn card_count(suits: [u16; 4]) -> u32 {
    suits.iter().map(|suit| suit.count_ones()).sum()
}

/// Returns the strength of six or seven cards of which five or more are of one suit.
fn of_many_suited(suits: [u16; 4]) -> u32 {
    let mut suited = 0;
    let mut others = 0;
    for suit in suits {
        if suit.count_ones() >= 5 {
            suited = suit;
        } else {
            others |= suit;
        }
    }
    let five = lowest_five(suited | others);
    if others == 0 || runs_of_five(five) != 0 {
        return best_of_subsets(suits);
    }
    // Five different ranks, and another suit for one of them: no hand is better. If all five are
    // only there in the one suit, the lowest card of another suit is higher than all of them and
    // takes the place of the highest.
    let kickers = if five & others != 0 { five } else { five ^ highest(five) | lowest(others) };
    join((!0, !kickers))
}

/// Returns the best strength of any five of the six or seven cards.
fn best_of_subsets(suits: [u16; 4]) -> u32 {
    let word = suits.iter().rev().fold(0u64, |word, &suit| word << 16 | u64::from(suit));
    let five = |word: u64| {
        let suits = [word as u16, (word >> 16) as u16, (word >> 32) as u16, (word >> 48) as u16];
        join(DeuceToSeven::evaluate(suits))
    };
    let two_left_out = word.count_ones() == 7;
    let mut best = 0;
    let mut first_choices = word;
    while first_choices != 0 {
        let without_first = word ^ (first_choices & first_choices.wrapping_neg());
        first_choices &= first_choices - 1;
        if !two_left_out {
            best = best.max(five(without_first));
            continue;
        }
        let mut second_choices = first_choices;
        while second_choices != 0 {
            let second = second_choices & second_choices.wrapping_neg();
            second_choices &= second_choices - 1;
            best = best.max(five(without_first ^ second));
        }
    }
    best
}
