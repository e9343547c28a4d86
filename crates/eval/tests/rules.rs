//! The lane functions against an evaluator that is written from the rules.

mod common;

use std::collections::BTreeMap;

use common::{deal, deck, set_of, slow_key, subsets};
use croupier_cards::Shuffler;
use croupier_eval::lanes::{LaneKind, strength};

/// Checks that strengths order the hands exactly as the rules do: sorting makes every pair of hands
/// count, not only neighbours.
fn check_order(kind: LaneKind, hands: &[Vec<u8>]) {
    let mut ranked: Vec<_> = hands
        .iter()
        .map(|hand| (slow_key(kind, hand), strength(kind, set_of(hand)), hand))
        .collect();
    ranked.sort_unstable();
    for pair in ranked.windows(2) {
        let (slow, fast) = (pair[0].0.cmp(&pair[1].0), pair[0].1.cmp(&pair[1].1));
        assert_eq!(slow, fast, "{kind:?}: {:?} and {:?}", pair[0], pair[1]);
    }
    assert!(ranked.iter().all(|hand| hand.1 != 0));
}

#[test]
fn random_hands_of_every_size() {
    let mut shuffler = Shuffler::from_seed(7);
    for kind in LaneKind::ALL {
        let mut hands = Vec::new();
        let mut deck = deck(kind);
        for count in kind.card_counts() {
            for _ in 0..15_000 {
                hands.push(deal(&mut deck, count as usize, &mut shuffler));
            }
        }
        check_order(kind, &hands);
    }
}

#[test]
fn every_ace_to_six_hand() {
    let mut by_strength = BTreeMap::new();
    let deck = deck(LaneKind::AceToSix);
    subsets(deck.len(), 5, |places| {
        let hand: [u8; 5] = std::array::from_fn(|place| deck[places[place]]);
        let slow = slow_key(LaneKind::AceToSix, &hand);
        let fast = strength(LaneKind::AceToSix, set_of(&hand));
        assert_eq!(*by_strength.entry(fast).or_insert(slow), slow, "{hand:?}");
    });
    assert_eq!(by_strength.len(), 7462);
    assert!(by_strength.values().is_sorted_by(|weaker, stronger| weaker < stronger));
}

#[test]
fn random_hands_of_few_ranks_or_suits() {
    let mut shuffler = Shuffler::from_seed(8);
    for kind in LaneKind::ALL {
        let mut hands = Vec::new();
        for round in 0..2000 {
            let mut deck = deck(kind);
            if round % 2 == 0 {
                let suits = 1 + shuffler.below(2) as u8;
                deck.retain(|card| card % 4 <= suits);
            } else {
                let lowest = shuffler.below(10) as u8;
                let lowest = if kind == LaneKind::ShortDeck { lowest.max(4) } else { lowest };
                let ranks = 2 + shuffler.below(5) as u8;
                deck.retain(|card| card / 4 >= lowest && card / 4 < lowest + ranks);
            }
            for count in kind.card_counts() {
                for _ in 0..10 {
                    if deck.len() >= count as usize {
                        hands.push(deal(&mut deck, count as usize, &mut shuffler));
                    }
                }
            }
        }
        check_order(kind, &hands);
    }
}

#[test]
fn every_hand_of_small_decks() {
    // Straights, flushes and pairs that get in each other's way are most of these.
    let decks: [Vec<u8>; 3] = [
        (0..24).collect(),
        (0..52).filter(|card| card % 4 < 2 && card / 4 < 9).collect(),
        (0..52).filter(|card| card / 4 >= 8).collect(),
    ];
    for kind in LaneKind::ALL {
        for deck in &decks {
            for count in [4, 5, 6, 7] {
                let mut hands = Vec::new();
                if kind.card_counts().contains(&count) {
                    subsets(deck.len(), count as usize, |places| {
                        let hand: Vec<u8> = places.iter().map(|&place| deck[place]).collect();
                        if set_of(&hand).difference(kind.deck()).is_empty() {
                            hands.push(hand);
                        }
                    });
                }
                // A part of the largest decks is enough, at a stride that is prime to everything.
                let stride = if hands.len() > 50_000 { 23 } else { 1 };
                let hands: Vec<_> = hands.into_iter().step_by(stride).collect();
                check_order(kind, &hands);
            }
        }
    }
}
