//! Shapes as lookups: the index of a hand among all hands, and the best hand by that index.
//!
//! A lookup is more lenient than a ranking: it looks at ranks and at whether the suits agree, so a
//! card may stand twice and its suit may be unknown.

use croupier_cards::{Card, CardSet};

use super::Shape;
use crate::best::{pool, visit_hands};
use crate::lanes;
use crate::selection::Choice;

/// The number of cards that all hands of the kernels have.
const KERNEL_CARDS: usize = 5;

/// What a lookup knows of a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// The number of the hand, counted from the lowest.
    pub index: u32,
    /// The number of its kind, counted from the lowest.
    pub kind: usize,
}

impl Shape {
    /// Looks exactly these cards up; `None` where they are no hand.
    #[must_use]
    pub fn entry(&self, cards: &[Card]) -> Option<Entry> {
        let placed = self.place(cards)?;
        Some(Entry { index: self.index(&placed), kind: placed.kind })
    }

    /// Finds the hand of the highest index, or of the lowest where low hands win; the first of equal ones.
    #[must_use]
    pub fn best_entry(&self, cards: &[Card], choices: &[Choice], low: bool) -> Option<Vec<Card>> {
        let set: CardSet = cards.iter().copied().collect();
        // The kernel is for distinct known cards, and for this ranking's own direction.
        let lane = self.lane.filter(|_| {
            low == self.low_kinds
                && set.len() as usize == cards.len()
                && cards.iter().all(|card| {
                    card.is_standard()
                        && card.rank().is_some_and(|rank| self.has_rank(rank.index()))
                })
        });
        let score = |hand: &[Card]| -> Option<u32> {
            match lane {
                Some(lane) if hand.len() == KERNEL_CARDS => {
                    let strength = lanes::strength(lane, hand.iter().copied().collect());
                    (strength >= self.floor).then_some(strength)
                }
                Some(_) => None,
                None => {
                    let index = self.entry(hand)?.index;
                    Some(if low { u32::MAX - index } else { index })
                }
            }
        };
        let mut best: Option<(u32, Vec<Card>)> = None;
        for choice in choices {
            let target = match (lane, choice.as_slice()) {
                (Some(lane), [group]) if group.count == KERNEL_CARDS => {
                    let pool: CardSet = pool(cards, group).into_iter().collect();
                    lane.card_counts().contains(&pool.len()).then(|| lanes::strength(lane, pool))
                }
                _ => None,
            };
            visit_hands(cards, choice, &mut |hand| {
                let Some(score) = score(hand) else { return false };
                if best.as_ref().is_none_or(|(best, _)| score > *best) {
                    best = Some((score, hand.to_vec()));
                }
                target == Some(score)
            });
        }
        best.map(|(_, hand)| hand)
    }
}
