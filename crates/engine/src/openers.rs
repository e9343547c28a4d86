//! Who opens by the cards that lie face up.

use std::cmp::Reverse;

use croupier_cards::{Card, Rank, rank};

/// The most cards that lie face up while there is betting.
const MAXIMUM_UP_CARDS: usize = 4;

/// A hand of up cards by its pattern and its ranks; greater is higher.
pub(crate) type UpHand = (Vec<u8>, Vec<u8>);

/// Returns the order of a card where aces are high and suits break ties.
pub(crate) fn ace_high(card: Card) -> Option<(u8, u8)> {
    Some((card.rank()?.index(), card.suit()?.index()))
}

/// Returns the order of a card where aces are low and suits break ties.
pub(crate) fn ace_low(card: Card) -> Option<(u8, u8)> {
    Some(((card.rank()?.index() + 1) % rank::COUNT as u8, card.suit()?.index()))
}

/// Returns the order of up cards where aces are high.
pub(crate) fn high_hand(cards: &[Card]) -> Option<UpHand> {
    up_hand(cards, Rank::index)
}

/// Returns the order of up cards where aces are low.
pub(crate) fn low_hand(cards: &[Card]) -> Option<UpHand> {
    up_hand(cards, |rank| (rank.index() + 1) % rank::COUNT as u8)
}

/// Compares how often ranks are held, then how many cards there are, then the ranks.
fn up_hand(cards: &[Card], place: impl Fn(Rank) -> u8) -> Option<UpHand> {
    let mut counts = [0_u8; rank::COUNT];
    let known: Vec<Rank> = cards.iter().filter_map(|card| card.rank()).collect();
    // More up cards than a street deals are those of a hand that was shown: there is no betting.
    if known.is_empty() || cards.len() > MAXIMUM_UP_CARDS {
        return None;
    }
    for rank in known {
        counts[usize::from(place(rank))] += 1;
    }
    let mut groups: Vec<(u8, u8)> = (0..rank::COUNT as u8)
        .map(|position| (counts[usize::from(position)], position))
        .filter(|&(count, _)| count > 0)
        .collect();
    groups.sort_unstable_by_key(|&group| Reverse(group));
    Some(groups.into_iter().unzip())
}
