//! The strength of the best hand, found without its cards, is that of the best hand.
#![allow(clippy::unwrap_used)]

mod common;

use common::deal;
use croupier_cards::{Card, Shuffler};
use croupier_eval::Roles;
use croupier_eval::registry;
use croupier_eval::selection::{Count, Counts, Rule};

#[test]
fn equals_the_strength_of_the_best_hand() {
    let omaha = Counts::Pairs(vec![(Count::Exactly(2), Count::Exactly(3))]);
    let mut shuffler = Shuffler::from_seed(3);
    let mut hands = 0;
    for name in registry::names() {
        let ranking = registry::get(name).unwrap();
        for counts in [Counts::Any(5), Counts::Any(ranking.card_counts().1), omaha.clone()] {
            let rule = Rule::new(counts);
            for number in 0..120 {
                let mut deck: Vec<u8> = match number % 2 {
                    0 => (0..52).collect(),
                    _ => (0..52).filter(|card| card / 4 < 7 || card / 4 == 12).collect(),
                };
                if ranking.wild {
                    // Jokers.
                    deck.extend(52..54);
                }
                let cards: Vec<Card> = deal(&mut deck, 9, &mut shuffler)
                    .iter()
                    .map(|&index| Card::new(index))
                    .collect();
                // From what is one hand to more than the kernels take.
                let count = 5 + number % 5;
                let (hole, board) = cards[..count].split_at(2 + number % 3);
                let best = ranking.best(hole, board, &rule, Roles::NONE).ok();
                let expected = best.map(|best| best.strength);
                assert_eq!(ranking.best_strength(hole, board, &rule), expected, "{name}");
                hands += usize::from(expected.is_some());
            }
        }
    }
    assert!(hands > 3000, "{hands}");
}
