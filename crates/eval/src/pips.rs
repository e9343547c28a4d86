//! Rankings by adding up the cards.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use croupier_cards::{Card, rank};

/// The values of cards: aces 1, deuces 2 and so on, court cards as said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Pips {
    /// Court cards count nothing; the highest total wins.
    Most,
    /// Court cards count nothing; the lowest total wins.
    Fewest,
    /// Court cards count ten; the lowest total wins.
    FewestWithTens,
    /// Court cards count nothing; the highest total up to 21 wins, then the most cards.
    TwentyOne,
    /// Aces, deuces, treys and sixes score as in football, the rest nothing; the highest total wins.
    Football,
}

/// A ranking by totals, for hands of these many cards.
#[derive(Debug)]
pub struct PipRanking {
    pips: Pips,
    /// The fewest cards.
    pub minimum: usize,
    /// The most cards.
    pub maximum: usize,
    /// The scores that hands can have, ascending.
    scores: OnceLock<Vec<u32>>,
}

/// The total that must not be passed.
const LIMIT: u32 = 21;
/// The factor of a score of 21, so that the number of cards fits below it.
const COUNT_BASE: u32 = 8;
/// Lowest totals are subtracted from this, so that larger is better.
const CEILING: u32 = 100;

impl PipRanking {
    /// Makes the ranking of hands of so many cards.
    #[must_use]
    pub const fn new(pips: Pips, minimum: usize, maximum: usize) -> Self {
        Self { pips, minimum, maximum, scores: OnceLock::new() }
    }

    fn worth(&self, rank: u8) -> u32 {
        let court = matches!(rank, 9..=11);
        let face_value = if rank == 12 { 1 } else { u32::from(rank) + 2 };
        match self.pips {
            Pips::FewestWithTens if court => 10,
            _ if court => 0,
            Pips::Football if !matches!(face_value, 1 | 2 | 3 | 6) => 0,
            _ => face_value,
        }
    }

    /// Returns the strength of the cards: larger is better and nothing is 0.
    pub(crate) fn evaluate(&self, cards: &[Card]) -> u32 {
        let ranks = cards.iter().filter_map(|card| card.rank());
        self.score(&ranks.map(|rank| rank.index()).collect::<Vec<u8>>())
    }

    fn score(&self, ranks: &[u8]) -> u32 {
        let total = |chosen: u32| -> u32 {
            let ranks = ranks.iter().enumerate();
            ranks
                .filter(|(index, _)| chosen >> index & 1 == 1)
                .map(|(_, &rank)| self.worth(rank))
                .sum()
        };
        match self.pips {
            Pips::Most | Pips::Football => total(u32::MAX) + 1,
            Pips::Fewest | Pips::FewestWithTens => CEILING - total(u32::MAX),
            Pips::TwentyOne => (0..1_u32 << ranks.len())
                .map(|chosen| (total(chosen), chosen.count_ones()))
                .filter(|&(total, _)| total <= LIMIT)
                .map(|(total, count)| total * COUNT_BASE + count)
                .max()
                .unwrap_or(0),
        }
    }

    /// Returns the total that a strength stands for, and how many cards make it up where that matters.
    pub(crate) fn total(&self, strength: u32) -> (u32, Option<u32>) {
        match self.pips {
            Pips::Most | Pips::Football => (strength.saturating_sub(1), None),
            Pips::Fewest | Pips::FewestWithTens => (CEILING.saturating_sub(strength), None),
            Pips::TwentyOne => (strength / COUNT_BASE, Some(strength % COUNT_BASE)),
        }
    }

    /// Returns the rank of a strength, counted from 1 for the best.
    ///
    /// A hand without cards, where that is allowed, stands before all others: rank 0.
    pub(crate) fn standing(&self, strength: u32) -> Option<(u32, u32)> {
        let scores = self.scores();
        let place = scores.binary_search(&strength).ok()?;
        let better = (scores.len() - 1 - place) as u32;
        Some((if self.minimum == 0 { better } else { better + 1 }, 1))
    }

    fn scores(&self) -> &[u32] {
        self.scores.get_or_init(|| {
            let mut found = BTreeSet::new();
            for size in self.minimum..=self.maximum {
                self.visit(&mut Vec::new(), size, &mut found);
            }
            found.into_iter().collect()
        })
    }

    fn visit(&self, ranks: &mut Vec<u8>, left: usize, found: &mut BTreeSet<u32>) {
        if left == 0 {
            found.insert(self.score(ranks));
            return;
        }
        let from = ranks.last().copied().unwrap_or(0);
        for rank in from..rank::COUNT as u8 {
            if ranks.iter().filter(|&&held| held == rank).count() < 4 {
                ranks.push(rank);
                self.visit(ranks, left - 1, found);
                ranks.pop();
            }
        }
    }
}
