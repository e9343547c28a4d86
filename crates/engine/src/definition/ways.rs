//! The ways to form a hand, sorted out so that those that go together are ranked together.

use std::ops::Deref;

use croupier_eval::CardSplit;
use serde::{Deserialize, Serialize};

use super::contest::{Source, Take, TakeCount, Way};

/// The ways to form a hand: the best of all counts.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(from = "Vec<Way>", into = "Vec<Way>")]
pub struct Ways {
    all: Vec<Way>,
    /// Ways that say no more than how many hole and board cards there are.
    pub(crate) splits: Vec<SplitWays>,
    /// The other ways.
    pub(crate) others: Vec<Way>,
}

/// Ways that differ only in how many cards come from the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SplitWays {
    /// The hole cards to take from, if any are.
    pub(crate) hole: Option<Source>,
    /// The board cards to take from, if any are.
    pub(crate) board: Option<Source>,
    /// How many of them.
    pub(crate) split: CardSplit,
}

impl Deref for Ways {
    type Target = [Way];

    fn deref(&self) -> &[Way] {
        &self.all
    }
}

impl From<Ways> for Vec<Way> {
    fn from(ways: Ways) -> Self {
        ways.all
    }
}

impl From<Vec<Way>> for Ways {
    fn from(all: Vec<Way>) -> Self {
        let mut splits: Vec<SplitWays> = Vec::new();
        let mut others = Vec::new();
        for way in &all {
            let Some(split_ways) = SplitWays::of(way) else {
                others.push(way.clone());
                continue;
            };
            match splits.iter_mut().find(|other| other.differs_in_counts_only(&split_ways)) {
                Some(other) => other.split.board_counts |= split_ways.split.board_counts,
                None => splits.push(split_ways),
            }
        }
        // Hole cards alone, or board cards alone, go with whatever takes one card less of them.
        let absorbed: Vec<bool> =
            (0..splits.len()).map(|place| absorb(&mut splits, place)).collect();
        let mut absorbed = absorbed.into_iter();
        splits.retain(|_| !absorbed.next().unwrap_or(false));
        Self { all, splits, others }
    }
}

impl SplitWays {
    fn of(way: &Way) -> Option<Self> {
        let count = |take: &Take| match take.count {
            TakeCount::Exactly(count) if !take.optional && count < 32 => Some(count as u32),
            _ => None,
        };
        let (hole, board, size, board_counts) = match way.groups.as_slice() {
            [take @ Take { hole, board: None, .. }] => (hole, &None, count(take)?, 1),
            [take @ Take { hole: None, board, .. }] => {
                let count = count(take)?;
                (&None, board, count, 1 << count)
            }
            [take @ Take { hole, board, .. }] => (hole, board, count(take)?, u32::MAX),
            [
                first @ Take { hole: hole @ Some(_), board: None, .. },
                second @ Take { hole: None, board: board @ Some(_), .. },
            ] => {
                let (own, common) = (count(first)?, count(second)?);
                (hole, board, own + common, 1 << common)
            }
            _ => return None,
        };
        let split = CardSplit { size, board_counts };
        Some(Self { hole: hole.clone(), board: board.clone(), split })
    }

    fn differs_in_counts_only(&self, other: &Self) -> bool {
        self.hole == other.hole && self.board == other.board && self.split.size == other.split.size
    }
}

/// Adds ways that take from one zone only to those that take nearly all cards from it, and tells whether there are any.
fn absorb(splits: &mut [SplitWays], place: usize) -> bool {
    let SplitWays { hole, board, split } = splits[place].clone();
    let mut found = false;
    for other in splits.iter_mut() {
        if other.hole.is_none() || other.board.is_none() || other.split.size != split.size {
            continue;
        }
        let neighbour = match (&hole, &board) {
            (Some(_), None) if other.hole == hole => 1,
            (None, Some(_)) if other.board == board && split.size > 0 => split.size - 1,
            _ => continue,
        };
        if other.split.board_counts >> neighbour & 1 == 1 {
            other.split.board_counts |= split.board_counts;
            found = true;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ways(text: &str) -> Ways {
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn numbers_of_the_same_cards_go_together() {
        let found = ways(
            r#"[
                [{"hole": "all", "count": {"exactly": 5}}],
                [{"hole": "all", "count": {"exactly": 4}},
                 {"board": {"subsets": [[0, null]]}, "count": {"exactly": 1}}],
                [{"hole": "all", "count": {"exactly": 3}},
                 {"board": {"subsets": [[0, null]]}, "count": {"exactly": 2}}],
                [{"hole": "all", "count": {"exactly": 4}},
                 {"board": {"subsets": [[1, null]]}, "count": {"exactly": 1}}]
            ]"#,
        );
        assert_eq!(found.len(), 4);
        assert!(found.others.is_empty());
        let counts: Vec<u32> =
            found.splits.iter().map(|split_ways| split_ways.split.board_counts).collect();
        assert_eq!(counts, [0b111, 0b11]);
    }

    #[test]
    fn what_stands_alone_stays_alone() {
        let found = ways(
            r#"[
                [{"hole": "all", "count": {"exactly": 5}}],
                [{"hole": "all", "count": {"exactly": 2}}, {"board": "all", "count": {"exactly": 3}}],
                [{"board": "all", "count": {"exactly": 5}}],
                [{"hole": "all", "count": "all"}],
                [{"board": "all", "count": {"exactly": 1}, "optional": true}]
            ]"#,
        );
        let counts: Vec<u32> =
            found.splits.iter().map(|split_ways| split_ways.split.board_counts).collect();
        assert_eq!(counts, [1, 1 << 3, 1 << 5]);
        assert_eq!(found.others.len(), 2);
    }
}
