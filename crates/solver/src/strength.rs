//! How strong hands are on complete boards.

use croupier_cards::CardSet;
use croupier_engine::definition::{Definition, HandType};
use croupier_engine::{Plain, Stage};
use croupier_equity::contest::{Contest, Scratch};
use croupier_eval::batch::{Level, evaluate_sets};
use croupier_eval::lanes::LaneKind;
use croupier_eval::selection::Counts;

use crate::SolverError;

/// Ranks the hands of a game that are compared in one way.
#[derive(Debug)]
pub struct Strengths {
    method: Method,
    /// Whether hands are worth the same when suits are renamed.
    pub ignores_names_of_suits: bool,
}

#[derive(Debug)]
enum Method {
    Lane(LaneKind),
    Contest(Box<Contest>),
    Table(Box<Stage>),
}

impl Strengths {
    /// Finds out how the hands of a game are compared.
    ///
    /// # Errors
    ///
    /// [`SolverError::Unsupported`] where more than one kind of hand shares the pot.
    pub fn of(definition: &Definition, hole: usize, board: usize) -> Result<Self, SolverError> {
        let [kind] = definition.hand_types.as_slice() else {
            return Err(SolverError::Unsupported(
                "more than one kind of hand shares the pot".to_owned(),
            ));
        };
        let all = (hole + board) as u32;
        let method = match kind {
            HandType::Ranked { ranking, rule, qualifier: None } => {
                let contest = Contest::new(ranking, rule.clone(), hole, board);
                match contest.plain_lane() {
                    Some(lane) => Method::Lane(lane),
                    None => Method::Contest(Box::new(contest)),
                }
            }
            HandType::Lookup { shape, rule, low } => {
                let lane = shape.lane().filter(|lane| {
                    *low == shape.is_low()
                        && rule.is_plain(hole)
                        && rule.counts == Counts::Any(5)
                        && lane.card_counts().contains(&all)
                        && lane.card_counts().contains(&5)
                });
                match lane {
                    Some(lane) => Method::Lane(lane),
                    None => Self::table(definition)?,
                }
            }
            HandType::Foreign => {
                return Err(SolverError::Unsupported(
                    "hands are ranked by code of the caller's".to_owned(),
                ));
            }
            HandType::Ranked { .. } | HandType::Contest(_) => Self::table(definition)?,
        };
        let ignores_names_of_suits = match &method {
            Method::Lane(_) => true,
            Method::Contest(contest) => contest.ignores_names_of_suits(),
            Method::Table(_) => false,
        };
        Ok(Self { method, ignores_names_of_suits })
    }

    fn table(definition: &Definition) -> Result<Method, SolverError> {
        match Stage::new(definition, &Plain) {
            Ok(stage) => Ok(Method::Table(Box::new(stage?))),
            Err(problems) => {
                let first = problems.first().map_or_else(String::new, ToString::to_string);
                Err(SolverError::Game(first))
            }
        }
    }

    /// Returns the strengths of hands on a board, larger ones being better.
    ///
    /// # Errors
    ///
    /// The evaluation refused a hand.
    pub fn on(&self, board: CardSet, hands: &[u64]) -> Result<Vec<u32>, SolverError> {
        let mut out = vec![0; hands.len()];
        match &self.method {
            Method::Lane(lane) => {
                let sets: Vec<u64> = hands.iter().map(|hand| hand | board.bits()).collect();
                evaluate_sets(*lane, &sets, &mut out, Level::detect())
                    .map_err(|error| SolverError::Game(error.to_string()))?;
            }
            Method::Contest(contest) => {
                let boards = vec![board.bits(); hands.len()];
                contest.evaluate(hands, &boards, &mut Scratch::default(), &mut out)?;
            }
            Method::Table(stage) => {
                let mut stage = stage.clone();
                for (&hand, strength) in hands.iter().zip(&mut out) {
                    stage.clear();
                    for card in CardSet::from_bits(hand).iter() {
                        stage.give(0, card, false, None);
                    }
                    for card in board.iter() {
                        stage.put(card, 0, false);
                    }
                    let found = stage.strengths(0, &Plain)?;
                    *strength = found.first().copied().flatten().map_or(0, |each| each + 1);
                }
            }
        }
        Ok(out)
    }
}
