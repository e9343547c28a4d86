//! How strong hands are on complete boards.

use croupier_cards::CardSet;
use croupier_engine::definition::{Definition, HandType};
use croupier_engine::{Plain, Stage};
use croupier_equity::contest::{Contest, Scratch};
use croupier_eval::batch::{Level, evaluate_sets};
use croupier_eval::lanes::LaneKind;
use croupier_eval::ranking::Method as RankingMethod;
use croupier_eval::{Shape, registry};

use crate::SolverError;

/// Ranks the hands of a game in one way.
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
    /// The engine's table, and the number of the kind of hand.
    Table(Box<Stage>, usize),
}

impl Strengths {
    /// Finds out how the hands of a game are compared: in one way, or in two that share the pot.
    ///
    /// # Errors
    ///
    /// [`SolverError::Unsupported`] where more kinds of hands share the pot.
    pub fn of_all(
        definition: &Definition,
        hole: usize,
        board: usize,
    ) -> Result<Vec<Self>, SolverError> {
        let kinds = &definition.hand_types;
        if kinds.len() > 2 || definition.terms.has_contests {
            return Err(SolverError::Unsupported(
                "more than two kinds of hands share the pot, or more than cards decides".to_owned(),
            ));
        }
        (0..kinds.len()).map(|kind| Self::of(definition, kind, hole, board)).collect()
    }

    fn of(
        definition: &Definition,
        kind: usize,
        hole: usize,
        board: usize,
    ) -> Result<Self, SolverError> {
        let method = match &definition.hand_types[kind] {
            HandType::Ranked { ranking, rule, qualifier } => {
                let contest = Contest::new(ranking, rule.clone(), hole, board);
                Self::contest(match qualifier {
                    Some(qualifier) => contest.with_qualifier(qualifier.clone()),
                    None => contest,
                })
            }
            HandType::Lookup { shape, rule, low } => {
                // Shapes with the same kernel and the same least hand are the same.
                let same = |known: &Shape| {
                    known.lane().is_some()
                        && known.lane() == shape.lane()
                        && known.floor() == shape.floor()
                        && known.is_low() == *low
                        && shape.is_low() == *low
                };
                let mut rankings = registry::names().filter_map(|name| registry::get(name).ok());
                let known = rankings.find(|ranking| {
                    let shape = match &ranking.method {
                        RankingMethod::Shape(shape) => Some(shape),
                        _ => None,
                    };
                    !ranking.wild && shape.is_some_and(same)
                });
                match known {
                    Some(ranking) => {
                        Self::contest(Contest::new(ranking, rule.clone(), hole, board))
                    }
                    None => Self::table(definition, kind)?,
                }
            }
            HandType::Foreign => {
                return Err(SolverError::Unsupported(
                    "hands are ranked by code of the caller's".to_owned(),
                ));
            }
            HandType::Contest(_) => Self::table(definition, kind)?,
        };
        let ignores_names_of_suits = match &method {
            Method::Lane(_) => true,
            Method::Contest(contest) => contest.ignores_names_of_suits(),
            Method::Table(..) => false,
        };
        Ok(Self { method, ignores_names_of_suits })
    }

    fn contest(contest: Contest) -> Method {
        match contest.plain_lane() {
            Some(lane) => Method::Lane(lane),
            None => Method::Contest(Box::new(contest)),
        }
    }

    fn table(definition: &Definition, kind: usize) -> Result<Method, SolverError> {
        match Stage::new(definition, &Plain) {
            Ok(stage) => Ok(Method::Table(Box::new(stage?), kind)),
            Err(problems) => {
                let first = problems.first().map_or_else(String::new, ToString::to_string);
                Err(SolverError::Game(first))
            }
        }
    }

    /// Returns the strengths of hands on a board, larger ones being better; 0 is no hand.
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
            Method::Table(stage, kind) => {
                let mut stage = stage.clone();
                for (&hand, strength) in hands.iter().zip(&mut out) {
                    stage.clear();
                    for card in CardSet::from_bits(hand).iter() {
                        stage.give(0, card, false, None);
                    }
                    for card in board.iter() {
                        stage.put(card, 0, false);
                    }
                    let found = stage.strengths(*kind, &Plain)?;
                    *strength = found.first().copied().flatten().map_or(0, |each| each + 1);
                }
            }
        }
        Ok(out)
    }
}
