//! Published counts of hands with wild cards, by enumeration.

#![allow(clippy::unwrap_used)]

use std::collections::HashMap;

use croupier_cards::{Card, CardSet, Deck, Rank};
use croupier_eval::{Roles, registry};

/// Ranks every five cards of a deck and counts the kinds of hands, royal flushes among straight flushes.
fn tally(deck: &[Card], wild: CardSet) -> HashMap<String, u32> {
    let ranking = registry::get("high_wild_bug").unwrap();
    let mut strengths: HashMap<u32, u32> = HashMap::new();
    let count = deck.len();
    for a in 0..count {
        for b in a + 1..count {
            for c in b + 1..count {
                for d in c + 1..count {
                    for e in d + 1..count {
                        let hand = [deck[a], deck[b], deck[c], deck[d], deck[e]];
                        let held: CardSet = hand.into_iter().collect();
                        let roles = Roles { wild: wild.intersection(held), bugs: CardSet::EMPTY };
                        let strength = ranking.evaluate(&hand, roles).unwrap();
                        *strengths.entry(strength).or_default() += 1;
                    }
                }
            }
        }
    }
    let mut kinds = HashMap::new();
    for (strength, count) in strengths {
        let label = ranking.label(strength).unwrap().replace("Royal", "Straight");
        *kinds.entry(label).or_default() += count;
    }
    kinds
}

fn check(kinds: &HashMap<String, u32>, expected: [u32; 10]) {
    let names = [
        "Five of a kind",
        "Straight flush",
        "Four of a kind",
        "Full house",
        "Flush",
        "Straight",
        "Three of a kind",
        "Two pair",
        "One pair",
        "High card",
    ];
    let found = names.map(|name| kinds.get(name).copied().unwrap_or(0));
    assert_eq!(found, expected);
}

#[test]
fn one_wild_joker() {
    let kinds = tally(&Deck::Standard.cards(1), CardSet::EMPTY);
    check(&kinds, [13, 204, 3120, 6552, 7804, 20_532, 137_280, 123_552, 1_268_088, 1_302_540]);
}

#[test]
fn deuces_wild() {
    let deuces = CardSet::of_rank(Rank::from_index(0).unwrap());
    let kinds = tally(&Deck::Standard.cards(0), deuces);
    check(&kinds, [672, 2552, 31_552, 12_672, 14_472, 62_232, 355_080, 95_040, 1_225_008, 799_680]);
}
