//! All hands of a deck: how many there are of each category and how many classes.
#![allow(clippy::unwrap_used)]

mod common;

use std::collections::{BTreeMap, HashMap};

use common::{deck, subsets, word_of};
use croupier_eval::batch::{Level, evaluate_sets};
use croupier_eval::lanes::LaneKind;

/// Calls the function with the strength of every hand, in lexicographic order of the cards.
fn every_hand(kind: LaneKind, count: usize, mut function: impl FnMut(u32)) {
    let deck = deck(kind);
    let mut words = Vec::with_capacity(4096);
    let mut out = vec![0; 4096];
    let mut flush = |words: &mut Vec<u64>| {
        let out = &mut out[..words.len()];
        evaluate_sets(kind, words, out, Level::detect()).unwrap();
        out.iter().for_each(|&strength| function(strength));
        words.clear();
    };
    let places: Vec<u64> = deck.iter().map(|&card| word_of(&[card])).collect();
    // All but the last two cards by the general enumeration, the last two by plain loops.
    subsets(deck.len() - 2, count - 2, |first| {
        let start = first.iter().fold(0, |word, &place| word | places[place]);
        for next in first[first.len() - 1] + 1..deck.len() - 1 {
            let word = start | places[next];
            words.extend(places[next + 1..].iter().map(|last| word | last));
            if words.len() > 4096 - 52 {
                flush(&mut words);
            }
        }
    });
    flush(&mut words);
}

/// How many hands there are of each strength, sorted by strength.
fn classes(kind: LaneKind, count: usize) -> BTreeMap<u32, u64> {
    // Direct-mapped by a hash, so that nearly every hand only counts up one number.
    let mut slots = vec![(0u32, 0u64); 1 << 16];
    let mut classes = BTreeMap::new();
    every_hand(kind, count, |strength| {
        let slot = &mut slots[(strength.wrapping_mul(0x9e37_79b1) >> 16) as usize];
        if slot.0 != strength {
            *classes.entry(slot.0).or_insert(0) += slot.1;
            *slot = (strength, 0);
        }
        slot.1 += 1;
    });
    for (strength, count) in slots {
        *classes.entry(strength).or_insert(0) += count;
    }
    assert_eq!(classes.remove(&0), Some(0), "0 is no hand's strength");
    classes
}

/// Adds hands up by a number that a strength stands for.
fn tally<const LENGTH: usize>(
    classes: &BTreeMap<u32, u64>,
    number: impl Fn(u32) -> usize,
) -> [u64; LENGTH] {
    let mut tally = [0; LENGTH];
    for (&strength, count) in classes {
        tally[number(strength)] += count;
    }
    tally
}

/// High card, pair, and then the seven larger categories of a high hand's strength.
fn category(strength: u32) -> usize {
    match strength >> 29 {
        0 if strength >> 16 == 0 => 0,
        category => category as usize + 1,
    }
}

#[test]
fn high_five_and_six() {
    let five = classes(LaneKind::High, 5);
    assert_eq!(five.len(), 7462);
    assert_eq!(
        tally(&five, category),
        [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40]
    );
    assert_eq!(five.values().last(), Some(&4), "royal flushes");
    let six = classes(LaneKind::High, 6);
    assert_eq!(six.len(), 6075);
    assert_eq!(
        tally(&six, category),
        [6_612_900, 9_730_740, 2_532_816, 732_160, 361_620, 205_792, 165_984, 14_664, 1_844]
    );
    assert_eq!(six.values().last(), Some(&188), "royal flushes");
    assert!(six.keys().all(|strength| five.contains_key(strength)));
}

/// Seven cards, and that every single strength is right: the classes are numbered from 1, the royal
/// flush, to 7462, and two independent evaluators agree on a hash over the numbers in order.
#[test]
fn high_seven() {
    let five = classes(LaneKind::High, 5);
    let number: HashMap<u32, u64> = five.keys().rev().copied().zip(1..).collect();
    let mut slots = vec![(0u32, 0u64); 1 << 16];
    let mut sum = 0;
    let mut hash = 0u64;
    let mut categories = [0u64; 9];
    every_hand(LaneKind::High, 7, |strength| {
        let slot = &mut slots[(strength.wrapping_mul(0x9e37_79b1) >> 16) as usize];
        if slot.0 != strength {
            *slot = (strength, number[&strength]);
        }
        sum += slot.1;
        hash = hash.wrapping_mul(0x0100_0000_01b3).wrapping_add(slot.1);
        categories[category(strength)] += 1;
    });
    assert_eq!(sum, 547_965_983_972);
    assert_eq!(hash, 0xe3a9_6093_53ad_dab6);
    assert_eq!(
        categories,
        [
            23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184,
            224_848, 41_584
        ]
    );
}

#[test]
fn short_deck_five_and_seven() {
    let five = classes(LaneKind::ShortDeck, 5);
    assert_eq!(five.len(), 1404);
    assert_eq!(
        tally(&five, category),
        [122_400, 193_536, 36_288, 16_128, 6_120, 1_728, 480, 288, 24]
    );
    let seven = classes(LaneKind::ShortDeck, 7);
    assert_eq!(seven.len(), 752);
    assert_eq!(
        tally(&seven, category),
        [233_100, 2_316_600, 3_157_056, 607_200, 1_169_940, 633_024, 175_560, 44_640, 10_560]
    );
}

#[test]
fn deuce_to_seven_and_ace_to_six_five() {
    let five = classes(LaneKind::DeuceToSeven, 5);
    // The best are 7-5-4-3-2 and 6-4-3-2-A; with ranks renamed all hands are the same.
    assert!(five.iter().eq(classes(LaneKind::AceToSix, 5).iter()));
    assert_eq!(five.len(), 7462);
    assert_eq!(five.values().last(), Some(&1020), "7-5-4-3-2");
    assert_eq!(
        tally(&five, |strength| category(!strength)),
        [1_303_560, 1_098_240, 123_552, 54_912, 9_180, 5_112, 3_744, 624, 36]
    );
    let mut by_category = [0; 9];
    five.keys().for_each(|&strength| by_category[category(!strength)] += 1);
    assert_eq!(by_category, [1278, 2860, 858, 858, 9, 1278, 156, 156, 9]);
}

/// The pairs of an ace-to-five hand (quads first), then the unpaired ones by the highest rank.
fn low_number(strength: u32) -> usize {
    let code = (strength >> 29) as usize;
    let ranks = !strength & 0x1fff;
    if code < 5 { code } else { 5 + (31 - ranks.leading_zeros() as usize) - 4 }
}

#[test]
fn ace_to_five_five_and_six() {
    let five = classes(LaneKind::AceToFive, 5);
    assert_eq!(five.len(), 6175);
    assert_eq!(
        tally(&five, low_number),
        [
            624, 3_744, 54_912, 123_552, 1_098_240, 1024, 5120, 15_360, 35_840, 71_680, 129_024,
            215_040, 337_920, 506_880
        ]
    );
    let six = classes(LaneKind::AceToFive, 6);
    assert_eq!(six.len(), 6019);
    assert_eq!(
        tally(&six, low_number),
        [
            0, 2_184, 13_728, 226_512, 3_203_200, 40_448, 181_760, 483_840, 985_600, 1_684_480,
            2_515_968, 3_333_120, 3_886_080, 3_801_600
        ]
    );
}

#[test]
fn ace_to_five_seven() {
    let seven = classes(LaneKind::AceToFive, 7);
    assert_eq!(seven.len(), 5083);
    assert_eq!(
        tally(&seven, low_number),
        [
            0, 624, 0, 219_648, 5_948_800, 781_824, 3_151_360, 7_426_560, 13_171_200, 19_174_400,
            23_675_904, 24_837_120, 21_457_920, 13_939_200
        ]
    );
}

#[test]
fn badugi_four() {
    for kind in [LaneKind::BadugiAceLow, LaneKind::BadugiAceHigh, LaneKind::Hidugi] {
        let four = classes(kind, 4);
        assert_eq!(four.len(), 715 + 286 + 78 + 13);
        assert_eq!(four.values().last(), Some(&24));
        let sizes = tally(&four, |strength| (strength >> 29) as usize);
        assert_eq!(sizes, [0, 2_873, 96_252, 154_440, 17_160]);
    }
}
