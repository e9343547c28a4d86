//! One comparison of hands at the showdown.

use std::sync::Arc;

use croupier_cards::{Card, CardSet};
use croupier_eval::batch::{Level, evaluate_omaha, evaluate_omaha_low, evaluate_sets};
use croupier_eval::lanes::{LaneKind, strength_of_many};
use croupier_eval::ranking::Method as RankingMethod;
use croupier_eval::selection::{Count, Counts};
use croupier_eval::{Qualifier, Ranking, Rule};

use crate::EquityError;
use crate::runouts::visit_subsets;

/// A kind of hand, the cards that may form it, and how many of them each player has.
#[derive(Debug, Clone)]
pub struct Contest {
    ranking: &'static Ranking,
    rule: Rule,
    method: Method,
    /// Strengths below this one win nothing.
    floor: u32,
    qualifier: Option<Arc<Qualifier>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Method {
    /// The best of all cards, by a kernel.
    Lane(LaneKind),
    /// The best of more cards than a kernel takes in bulk: one by one, or of so many at a time.
    Parts(LaneKind, usize),
    /// Two hole cards and three of the board, by a kernel.
    Omaha { hole: usize, board: usize, low: bool },
    /// One hand at a time.
    General,
}

/// Of more cards there are so many parts that it is quicker to look at hands one by one.
const MAX_IN_PARTS: usize = 10;

impl Contest {
    /// Prepares the comparison of hands of so many hole and board cards.
    #[must_use]
    pub fn new(
        ranking: &'static Ranking,
        rule: Rule,
        hole_count: usize,
        board_count: usize,
    ) -> Self {
        let floor = match &ranking.method {
            RankingMethod::Shape(shape) => shape.floor(),
            _ => 0,
        };
        let is_natural = rule.allows_all_cards(hole_count) && !ranking.wild;
        let all = hole_count + board_count;
        let method = match (ranking.lane(), &rule.counts) {
            (Some(lane), Counts::Any(count))
                if is_natural
                    && *count == ranking.card_counts().1
                    && lane.card_counts().contains(&(all as u32)) =>
            {
                Method::Lane(lane)
            }
            (Some(lane), Counts::Any(count))
                if is_natural
                    && *count == ranking.card_counts().1
                    && all > *lane.card_counts().end() as usize
                    && all <= MAX_IN_PARTS =>
            {
                Method::Parts(lane, *lane.card_counts().end() as usize)
            }
            (Some(lane @ (LaneKind::High | LaneKind::AceToFive)), Counts::Pairs(pairs))
                if is_natural
                    && pairs.as_slice() == [(Count::Exactly(2), Count::Exactly(3))]
                    && (4..=6).contains(&hole_count)
                    && (3..=5).contains(&board_count) =>
            {
                let low = lane == LaneKind::AceToFive;
                Method::Omaha { hole: hole_count, board: board_count, low }
            }
            _ => Method::General,
        };
        Self { ranking, rule, method, floor, qualifier: None }
    }

    /// Lets only hands win that stand no worse in the tables of the ranking.
    #[must_use]
    pub fn with_qualifier(mut self, qualifier: Qualifier) -> Self {
        self.qualifier = Some(Arc::new(qualifier));
        self
    }

    /// Returns the kernel if the best of all cards counts and every hand wins something.
    #[must_use]
    pub fn kernel_lane(&self) -> Option<LaneKind> {
        match self.method {
            Method::Lane(lane) if self.floor == 0 && self.qualifier.is_none() => Some(lane),
            _ => None,
        }
    }

    /// Returns the kernel if two hole cards and three of the board form a hand, and the least strength.
    #[must_use]
    pub fn omaha_lane(&self) -> Option<(LaneKind, u32)> {
        match self.method {
            _ if self.qualifier.is_some() => None,
            Method::Omaha { low: false, .. } => Some((LaneKind::High, self.floor)),
            Method::Omaha { low: true, .. } => Some((LaneKind::AceToFive, self.floor)),
            _ => None,
        }
    }

    /// Tells whether hands are worth the same when suits are renamed.
    #[must_use]
    pub fn ignores_names_of_suits(&self) -> bool {
        matches!(self.ranking.method, RankingMethod::Shape(_) | RankingMethod::Badugi(_))
    }

    /// Returns roughly how many nanoseconds one hand takes.
    #[must_use]
    pub fn cost(&self) -> f64 {
        match self.method {
            Method::Lane(_) => 4.0,
            Method::Parts(..) => 400.0,
            Method::Omaha { .. } => 60.0,
            Method::General => 1500.0,
        }
    }

    /// Returns the strengths of hole cards, each with its board; 0 is no hand.
    ///
    /// # Errors
    ///
    /// If a hand has a card that the ranking does not know.
    pub fn evaluate(
        &self,
        holes: &[u64],
        boards: &[u64],
        scratch: &mut Scratch,
        out: &mut [u32],
    ) -> Result<(), EquityError> {
        match self.method {
            Method::Lane(lane) => {
                scratch.sets.clear();
                scratch.sets.extend(holes.iter().zip(boards).map(|(hole, board)| hole | board));
                evaluate_sets(lane, &scratch.sets, out, Level::detect())?;
            }
            Method::Parts(lane, size) => {
                for ((&hole, &board), strength) in holes.iter().zip(boards).zip(out.iter_mut()) {
                    let all = CardSet::from_bits(hole | board);
                    if let Some(found) = strength_of_many(lane, all) {
                        *strength = found;
                        continue;
                    }
                    scratch.sets.clear();
                    visit_subsets(hole | board, size, &mut |set| scratch.sets.push(set));
                    scratch.strengths.resize(scratch.sets.len(), 0);
                    evaluate_sets(lane, &scratch.sets, &mut scratch.strengths, Level::detect())?;
                    *strength = scratch.strengths.iter().copied().max().unwrap_or(0);
                }
            }
            Method::Omaha { hole, board, low } => {
                rows(holes, &mut scratch.holes);
                rows(boards, &mut scratch.boards);
                let evaluate = if low { evaluate_omaha_low } else { evaluate_omaha };
                evaluate(&scratch.holes, hole, &scratch.boards, board, out, Level::detect())?;
            }
            Method::General => {
                for ((&hole, &board), strength) in holes.iter().zip(boards).zip(out.iter_mut()) {
                    cards(hole, &mut scratch.hole_cards);
                    cards(board, &mut scratch.board_cards);
                    let (hole, board) = (&scratch.hole_cards, &scratch.board_cards);
                    *strength = self.ranking.best_strength(hole, board, &self.rule).unwrap_or(0);
                }
            }
        }
        if self.floor > 0 {
            for strength in out.iter_mut() {
                *strength = if *strength < self.floor { 0 } else { *strength };
            }
        }
        if let Some(qualifier) = &self.qualifier {
            for strength in out.iter_mut().filter(|strength| **strength > 0) {
                if !qualifier.admits(self.ranking, *strength) {
                    *strength = 0;
                }
            }
        }
        Ok(())
    }
}

/// Room that evaluations use again and again.
#[derive(Debug, Default)]
pub struct Scratch {
    sets: Vec<u64>,
    strengths: Vec<u32>,
    holes: Vec<u8>,
    boards: Vec<u8>,
    hole_cards: Vec<Card>,
    board_cards: Vec<Card>,
}

fn rows(sets: &[u64], bytes: &mut Vec<u8>) {
    bytes.clear();
    for &set in sets {
        let mut left = set;
        while left != 0 {
            let place = left.trailing_zeros();
            left &= left - 1;
            bytes.push((place % 16 * 4 + place / 16) as u8);
        }
    }
}

fn cards(set: u64, cards: &mut Vec<Card>) {
    cards.clear();
    cards.extend(CardSet::from_bits(set).iter());
}
