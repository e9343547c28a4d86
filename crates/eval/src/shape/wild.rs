//! Wild cards and bugs in rankings by shape.
//!
//! A wild card is any card that the hand does not hold, or the fifth of a kind. A bug is an ace,
//! or any card that completes a straight, a flush or a straight flush; in low hands it is wild.

use croupier_cards::{Card, rank, suit};

use super::{Holding, MAXIMUM_CARDS, Pattern, Placed, Shape, Suits};

/// Cards of which some are wild.
#[derive(Debug, Clone, Copy)]
pub(crate) struct WildHand<'a> {
    /// The cards that are what they are.
    pub natural: &'a [Card],
    /// How many cards are wild.
    pub wild: usize,
    /// How many cards are bugs.
    pub bugs: usize,
}

impl WildHand<'_> {
    fn size(&self) -> usize {
        self.natural.len() + self.wild + self.bugs
    }
}

impl Shape {
    /// Finds the best hand that the cards can be. There may be more of them than a hand has where high hands win.
    pub(crate) fn place_wild(&self, hand: WildHand<'_>) -> Option<Placed> {
        if self.low_kinds { self.place_wild_low(hand) } else { self.place_wild_high(hand) }
    }

    /// Goes through the kinds from the best and takes the first that the cards can be.
    fn place_wild_high(&self, hand: WildHand<'_>) -> Option<Placed> {
        let mut suits = [0_u16; suit::COUNT];
        let mut counts = [0_u8; rank::COUNT];
        for card in hand.natural {
            let position = self.positions[usize::from(card.rank()?.index())]?;
            counts[usize::from(position)] += 1;
            suits[usize::from(card.suit()?.index())] |= 1 << position;
        }
        let all_suits = suits.iter().fold(0, |all, mask| all | mask);
        let ace = usize::from(self.positions[rank::COUNT - 1]?);
        counts[ace] += hand.bugs as u8;
        let completing = (hand.wild + hand.bugs) as u32;

        self.kinds.iter().enumerate().rev().find_map(|(index, kind)| match &kind.pattern {
            Pattern::Groups(multiplicities)
                if kind.suits == Suits::SAME && multiplicities.len() > 1 =>
            {
                let length = multiplicities.len() as u32;
                let best = suits
                    .iter()
                    .filter_map(|&mask| self.fill_flush(mask, completing, length))
                    .max()?;
                Some(Placed::new(
                    index,
                    (0..rank::COUNT as u8).rev().filter(|bit| best >> bit & 1 == 1),
                ))
            }
            Pattern::Groups(multiplicities) => {
                let mut chosen = Vec::with_capacity(multiplicities.len());
                self.choose_groups(&counts, hand.wild as u8, multiplicities, &mut chosen)
                    .then(|| Placed::new(index, chosen))
            }
            pattern => {
                let length = pattern.card_count() as u32;
                let fits = |mask: u16, straight: u16| {
                    (mask & straight).count_ones() + completing >= length
                };
                let straights: Vec<(u8, u16)> = self.straights(pattern).collect();
                let found = straights.into_iter().rev().find(|&(_, straight)| {
                    if kind.suits == Suits::SAME {
                        suits.iter().any(|&mask| fits(mask, straight))
                    } else {
                        fits(all_suits, straight)
                    }
                });
                found.map(|(top, _)| Placed::new(index, [top]))
            }
        })
    }

    /// Returns the ranks of the best flush of a suit, free cards taking the highest that are missing.
    fn fill_flush(&self, mut mask: u16, free: u32, length: u32) -> Option<u16> {
        if mask.count_ones() + free < length {
            return None;
        }
        for _ in 0..free {
            let missing = (0..self.order.len()).rev().find(|&position| mask >> position & 1 == 0);
            mask |= missing.map_or(0, |position| 1 << position);
        }
        while mask.count_ones() > length {
            mask &= mask - 1;
        }
        Some(mask)
    }

    /// Chooses the highest ranks for the groups, and tells whether wild cards suffice for what is missing.
    fn choose_groups(
        &self,
        counts: &[u8; rank::COUNT],
        wild: u8,
        groups: &[u8],
        chosen: &mut Vec<u8>,
    ) -> bool {
        let Some((&size, rest)) = groups.split_first() else { return true };
        for position in (0..self.order.len() as u8).rev() {
            let missing = size.saturating_sub(counts[usize::from(position)]);
            if missing > wild || chosen.contains(&position) {
                continue;
            }
            chosen.push(position);
            if self.choose_groups(counts, wild - missing, rest, chosen) {
                return true;
            }
            chosen.pop();
        }
        false
    }

    /// Tries every rank for every wild card.
    fn place_wild_low(&self, hand: WildHand<'_>) -> Option<Placed> {
        if hand.size() > MAXIMUM_CARDS {
            return None;
        }
        let natural = self.holding(hand.natural)?;
        let distinct = |holding: &Holding| holding.counts.iter().all(|&count| count <= 1);
        let mut best: Option<Placed> = None;
        self.fill(&natural, hand.wild + hand.bugs, 0, &mut |holding| {
            // Free cards can always be of another suit, which is all that a low hand can want.
            let suited = holding.suited && hand.wild + hand.bugs == 0 && distinct(holding);
            let Some(placed) = self.place_holding(&Holding { suited, ..*holding }) else { return };
            if best.is_none_or(|best| self.pack(&placed) > self.pack(&best)) {
                best = Some(placed);
            }
        });
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
}
