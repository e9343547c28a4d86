//! Hold'em heads-up: pairs of cards against pairs of cards.

pub mod matchups;
pub mod preflop;
pub mod sweep;

use std::sync::OnceLock;

use croupier_cards::CardSet;
use croupier_eval::batch::PAIR_COUNT;

/// The two cards of each pair, in the order of [`croupier_eval::batch::pair_index`].
pub(crate) fn pairs() -> &'static [[u8; 2]; PAIR_COUNT] {
    static PAIRS: OnceLock<[[u8; 2]; PAIR_COUNT]> = OnceLock::new();
    PAIRS.get_or_init(|| {
        let mut pairs = [[0; 2]; PAIR_COUNT];
        let all = (0..52).flat_map(|low| (low + 1..52).map(move |high| [low, high]));
        for (pair, cards) in pairs.iter_mut().zip(all) {
            *pair = cards;
        }
        pairs
    })
}

/// Returns the place of a set of two cards among the pairs.
pub(crate) fn index_of(set: CardSet) -> Option<usize> {
    let mut cards = set.iter();
    let (first, second) = (cards.next()?, cards.next()?);
    if cards.next().is_some() {
        return None;
    }
    croupier_eval::batch::pair_index(first.code(), second.code())
}
