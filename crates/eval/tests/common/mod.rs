//! Tools that the tests share: a slow evaluator written from the rules, random hands, enumeration.
#![allow(dead_code, reason = "no test uses all of it")]

use croupier_cards::{CardSet, Shuffler};
use croupier_eval::lanes::LaneKind;

/// A hand as something that compares as the rules say; larger is better.
pub type Key = [i32; 6];

const WORST: Key = [i32::MIN; 6];

fn rank(card: u8) -> i32 {
    i32::from(card / 4) + 2
}

/// The ranks of five cards, the most frequent first, then the highest first, and how frequent.
fn groups(ranks: [i32; 5]) -> Vec<(i32, i32)> {
    let mut groups: Vec<(i32, i32)> = Vec::new();
    for rank in ranks {
        match groups.iter_mut().find(|group| group.1 == rank) {
            Some(group) => group.0 += 1,
            None => groups.push((1, rank)),
        }
    }
    groups.sort_unstable_by(|one, other| other.cmp(one));
    groups
}

fn key(category: i32, ranks: impl Iterator<Item = i32>) -> Key {
    let mut key = [0; 6];
    key[0] = category;
    for (place, rank) in key[1..].iter_mut().zip(ranks) {
        *place = rank;
    }
    key
}

/// Pairs and the like: 0 high card, 1 pair, 2 two pair, 3 trips, 6 full house, 7 quads.
fn pairing(groups: &[(i32, i32)]) -> i32 {
    match (groups[0].0, groups.len()) {
        (1, _) => 0,
        (2, 4) => 1,
        (2, _) => 2,
        (3, 3) => 3,
        (3, _) => 6,
        _ => 7,
    }
}

/// Five cards as a high hand; `low_ace` is the rank just above the ace when it plays low.
fn high_five(cards: [u8; 5], low_ace: Option<i32>, flush_beats_full_house: bool) -> Key {
    let groups = groups(cards.map(rank));
    let mut ranks = cards.map(rank);
    ranks.sort_unstable();
    let is_flush = cards.iter().all(|card| card % 4 == cards[0] % 4);
    let consecutive = |ranks: [i32; 5]| (1..5).all(|place| ranks[place] == ranks[0] + place as i32);
    let straight_top = if consecutive(ranks) {
        Some(ranks[4])
    } else {
        low_ace.filter(|&low| ranks == [low, low + 1, low + 2, low + 3, 14]).map(|low| low + 3)
    };
    let (flush, full_house) = if flush_beats_full_house { (6, 5) } else { (5, 6) };
    let by_rank = groups.iter().map(|group| group.1);
    match (straight_top, is_flush) {
        (Some(top), true) => key(8, [top].into_iter()),
        (Some(top), false) => key(4, [top].into_iter()),
        (None, true) => key(flush, by_rank),
        (None, false) => match pairing(&groups) {
            6 => key(full_house, by_rank),
            category => key(category, by_rank),
        },
    }
}

fn negated(key: Key) -> Key {
    key.map(|part| -part)
}

/// The best key of any five of the cards.
fn best_five(cards: &[u8], five: impl Fn([u8; 5]) -> Key) -> Key {
    let mut best = WORST;
    subsets(cards.len(), 5, |places| {
        best = best.max(five(std::array::from_fn(|place| cards[places[place]])));
    });
    best
}

fn best_badugi(cards: &[u8], rank: impl Fn(u8) -> i32, highest_wins: bool) -> Key {
    let mut best = WORST;
    for subset in 1..1u32 << cards.len() {
        let chosen: Vec<u8> = (0..cards.len())
            .filter(|&place| subset >> place & 1 != 0)
            .map(|place| cards[place])
            .collect();
        let clash = chosen.iter().enumerate().any(|(place, one)| {
            chosen[..place].iter().any(|other| one % 4 == other % 4 || one / 4 == other / 4)
        });
        if !clash {
            let mut ranks: Vec<i32> = chosen.iter().map(|&card| rank(card)).collect();
            ranks.sort_unstable_by(|one, other| other.cmp(one));
            let sign = if highest_wins { 1 } else { -1 };
            best = best.max(key(ranks.len() as i32, ranks.iter().map(|rank| sign * rank)));
        }
    }
    best
}

/// Ranks a hand as slowly and as plainly as the rules are written.
pub fn slow_key(kind: LaneKind, cards: &[u8]) -> Key {
    let ace_low = |card: u8| if rank(card) == 14 { 1 } else { rank(card) };
    match kind {
        LaneKind::High => best_five(cards, |five| high_five(five, Some(2), false)),
        LaneKind::ShortDeck => best_five(cards, |five| high_five(five, Some(6), true)),
        LaneKind::DeuceToSeven => best_five(cards, |five| negated(high_five(five, None, false))),
        // The deuce takes the place of the ace, and every rank that of the one above it.
        LaneKind::AceToSix => best_five(cards, |five| {
            let up = |card: u8| if card / 4 == 12 { card % 4 } else { card + 4 };
            negated(high_five(five.map(up), None, false))
        }),
        LaneKind::AceToFive => best_five(cards, |five| {
            let groups = groups(five.map(ace_low));
            negated(key(pairing(&groups), groups.iter().map(|group| group.1)))
        }),
        LaneKind::BadugiAceLow => best_badugi(cards, ace_low, false),
        LaneKind::BadugiAceHigh => best_badugi(cards, rank, false),
        LaneKind::Hidugi => best_badugi(cards, rank, true),
    }
}

/// Calls the function with every `length` of `count` places, in lexicographic order.
pub fn subsets(count: usize, length: usize, mut function: impl FnMut(&[usize])) {
    let mut places: Vec<usize> = (0..length).collect();
    loop {
        function(&places);
        let Some(moving) = (0..length).rfind(|&place| places[place] < count - length + place)
        else {
            return;
        };
        places[moving] += 1;
        for place in moving + 1..length {
            places[place] = places[place - 1] + 1;
        }
    }
}

/// The cards of the ranking's deck, ascending.
pub fn deck(kind: LaneKind) -> Vec<u8> {
    let mut deck: Vec<u8> = kind.deck().iter().map(|card| card.code()).collect();
    deck.sort_unstable();
    deck
}

/// The set of some cards.
pub fn set_of(cards: &[u8]) -> CardSet {
    CardSet::from_bits(word_of(cards))
}

/// The word of the set of some cards.
pub fn word_of(cards: &[u8]) -> u64 {
    cards.iter().fold(0, |word, card| word | 1 << (16 * (card % 4) + card / 4))
}

/// The masks of each suit of some sets.
pub fn planes_of(words: &[u64]) -> [Vec<u16>; 4] {
    std::array::from_fn(|suit| words.iter().map(|word| (word >> (16 * suit)) as u16).collect())
}

/// Deals `count` different cards of the deck.
pub fn deal(deck: &mut [u8], count: usize, shuffler: &mut Shuffler) -> Vec<u8> {
    for place in 0..count {
        let other = place + shuffler.below((deck.len() - place) as u32) as usize;
        deck.swap(place, other);
    }
    deck[..count].to_vec()
}
