//! Wild cards and bugs in rankings by shape.
//!
//! A wild card is any card that the hand does not hold, or the fifth of a kind. A bug is an ace,
//! or any card that completes a straight, a flush or a straight flush; in low hands it is wild.

use croupier_cards::{Card, rank};

use super::{Holding, MAXIMUM_CARDS, Placed, Shape};

/// How many cards of a rank there are; the next one is the fifth of a kind.
const CARDS_OF_A_RANK: u8 = 4;

/// The cards of a hand, the wild ones told apart.
#[derive(Debug, Clone, Copy)]
pub(crate) struct WildHand<'a> {
    /// The cards that are what they are.
    pub natural: &'a [Card],
    /// How many cards are wild.
    pub wild: usize,
    /// How many cards are bugs.
    pub bugs: usize,
}

impl Shape {
    /// Finds the best hand that exactly these cards can be; ties do not matter.
    pub(crate) fn place_wild(&self, hand: WildHand<'_>) -> Option<Placed> {
        if hand.natural.len() + hand.wild + hand.bugs > MAXIMUM_CARDS {
            return None;
        }
        let hand = if self.low_kinds {
            WildHand { wild: hand.wild + hand.bugs, bugs: 0, ..hand }
        } else {
            hand
        };
        let natural = self.holding(hand.natural)?;
        let ace = self.positions[rank::COUNT - 1]?;
        let mut best = None;

        // Bugs that are aces, wild cards that are anything.
        let mut with_aces = natural;
        with_aces.counts[usize::from(ace)] += hand.bugs as u8;
        with_aces.size += hand.bugs as u8;
        self.fill(&with_aces, hand.wild, 0, &mut |holding| {
            self.keep_better(&mut best, holding, hand, false);
        });
        // Bugs that are anything, for the sake of a straight or a flush.
        if hand.bugs > 0 {
            self.fill(&natural, hand.wild + hand.bugs, 0, &mut |holding| {
                self.keep_better(&mut best, holding, hand, true);
            });
        }
        best
    }

    /// Calls back with every way to give ranks to so many free cards.
    fn fill(&self, base: &Holding, free: usize, from: usize, visit: &mut impl FnMut(&Holding)) {
        if free == 0 {
            visit(base);
            return;
        }
        for position in from..self.order.len() {
            let mut next = *base;
            next.counts[position] += 1;
            next.size += 1;
            self.fill(&next, free - 1, position, visit);
        }
    }

    fn keep_better(
        &self,
        best: &mut Option<Placed>,
        holding: &Holding,
        hand: WildHand<'_>,
        completing: bool,
    ) {
        if !self.is_possible(holding) {
            return;
        }
        for suited in self.suitednesses(holding, hand) {
            let Some(placed) = self.place_holding(&Holding { suited, ..*holding }) else { continue };
            if completing && !suited && !self.is_straight(placed.kind) {
                continue;
            }
            if best.is_none_or(|best| self.pack(&placed) > self.pack(&best)) {
                *best = Some(placed);
            }
        }
    }

    /// Tells whether there are so many cards: four of a rank, or one hand of five of a kind.
    fn is_possible(&self, holding: &Holding) -> bool {
        holding.counts.iter().all(|&count| count <= CARDS_OF_A_RANK || count == holding.size)
    }

    /// Lists whether the suits can differ and whether they can agree, free cards having any suit.
    fn suitednesses(&self, holding: &Holding, hand: WildHand<'_>) -> impl Iterator<Item = bool> {
        let free = hand.wild + hand.bugs;
        let natural_agree = hand.natural.windows(2).all(|pair| pair[0].suit() == pair[1].suit());
        let distinct = holding.counts.iter().all(|&count| count <= 1);
        let can_agree = holding.size <= 1 || (natural_agree && distinct);
        let can_differ = holding.size > 1 && (!natural_agree || free > 0);
        [(false, can_differ), (true, can_agree)]
            .into_iter()
            .filter_map(|(suited, possible)| possible.then_some(suited))
    }
}
