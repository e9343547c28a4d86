//! How strong hands are on complete boards.

use std::sync::Arc;

use croupier_cards::CardSet;
use croupier_engine::definition::{Definition, HandType};
use croupier_engine::{DefaultHooks, ShowdownTable};
use croupier_equity::contest::{Contest, Scratch};
use croupier_equity::game::Claims;
use croupier_eval::batch::{Level, evaluate_sets};
use croupier_eval::lanes::LaneKind;
use croupier_eval::ranking::Method as RankingMethod;
use croupier_eval::{Shape, registry};

use crate::SolverError;
use crate::spot::Spot;

/// Compares the hands of a game in all ways that share the pot.
#[derive(Debug)]
pub struct Judge {
    ways: Ways,
    definition: Arc<Definition>,
    /// Cards that are not on the board, though nobody can hold them.
    dead: u64,
}

#[derive(Debug)]
enum Ways {
    /// By what players hold and the board.
    Kinds(Vec<Strengths>),
    /// At the engine's table, where all cards lie that everybody sees.
    Table(Arc<Claims>),
}

impl Judge {
    /// Finds out how the hands of a spot are compared.
    ///
    /// # Errors
    ///
    /// [`SolverError::Unsupported`] where something else than cards decides.
    pub fn new(spot: &Spot) -> Result<Self, SolverError> {
        let dead = spot.dead.bits();
        if let Some(round) = &spot.last_round {
            let (ways, definition) = (Ways::Table(Arc::clone(&round.claims)), &round.definition);
            return Ok(Self { ways, definition: Arc::clone(definition), dead });
        }
        let kinds = Self::kinds(&spot.definition, spot.hole_count(), spot.board_count())?;
        Ok(Self { ways: Ways::Kinds(kinds), definition: Arc::clone(&spot.definition), dead })
    }

    /// Finds out how hands of so many cards are compared beside a board of so many.
    ///
    /// # Errors
    ///
    /// As [`Judge::new`].
    pub fn kinds(
        definition: &Definition,
        hole: usize,
        board: usize,
    ) -> Result<Vec<Strengths>, SolverError> {
        let kinds = 0..definition.hand_types.len();
        kinds.map(|kind| Strengths::of(definition, kind, hole, board)).collect()
    }

    /// Tells whether hands are worth the same when suits are renamed.
    #[must_use]
    pub fn ignores_names_of_suits(&self) -> bool {
        match &self.ways {
            Ways::Kinds(kinds) => kinds.iter().all(|kind| kind.ignores_names_of_suits),
            Ways::Table(_) => false,
        }
    }

    /// Returns in how many ways hands are compared.
    #[must_use]
    pub fn way_count(&self) -> usize {
        self.definition.hand_types.len()
    }

    /// Returns the strengths of both players' hands on a board, way by way: larger ones are better, and 0 is no hand.
    ///
    /// # Errors
    ///
    /// The evaluation refused a hand.
    pub fn strengths(
        &self,
        board: CardSet,
        hands: &[Vec<u64>; 2],
    ) -> Result<Vec<[Vec<u32>; 2]>, SolverError> {
        let board = CardSet::from_bits(board.bits() & !self.dead);
        match &self.ways {
            Ways::Kinds(kinds) => kinds
                .iter()
                .map(|kind| Ok([kind.on(board, &hands[0])?, kind.on(board, &hands[1])?]))
                .collect(),
            Ways::Table(claims) => {
                let [one, two] = [claims.of(0, &hands[0])?, claims.of(1, &hands[1])?];
                Ok(one.into_iter().zip(two).map(|(one, two)| rank(&[one, two])).collect())
            }
        }
    }

    /// Returns which part of the pot each way is for, where somebody would win these.
    #[must_use]
    pub fn parts(&self, won: &[bool]) -> Vec<f64> {
        self.definition.parts(won)
    }
}

/// Makes small numbers of large ones, in the same order; 0 stays what it is.
fn rank(claims: &[Vec<u64>; 2]) -> [Vec<u32>; 2] {
    let mut known: Vec<u64> = claims.iter().flatten().copied().filter(|claim| *claim > 0).collect();
    known.sort_unstable();
    known.dedup();
    let place = |claim: &u64| match claim {
        0 => 0,
        _ => known.partition_point(|each| each < claim) as u32 + 1,
    };
    [0, 1].map(|player: usize| claims[player].iter().map(place).collect())
}

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
    Table(Box<ShowdownTable>, usize),
}

impl Strengths {
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
            HandType::Contest(_) => {
                return Err(SolverError::Unsupported("more than cards decides".to_owned()));
            }
        };
        let ignores_names_of_suits = match &method {
            Method::Lane(_) => true,
            Method::Contest(contest) => contest.ignores_names_of_suits(),
            // Shapes know whether suits agree, and not what they are called.
            Method::Table(..) => true,
        };
        Ok(Self { method, ignores_names_of_suits })
    }

    fn contest(contest: Contest) -> Method {
        match contest.kernel_lane() {
            Some(lane) => Method::Lane(lane),
            None => Method::Contest(Box::new(contest)),
        }
    }

    fn table(definition: &Definition, kind: usize) -> Result<Method, SolverError> {
        match ShowdownTable::new(definition, &DefaultHooks) {
            Ok(table) => Ok(Method::Table(Box::new(table?), kind)),
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
            Method::Table(table, kind) => {
                let mut table = table.clone();
                for (&hand, strength) in hands.iter().zip(&mut out) {
                    table.clear();
                    for card in CardSet::from_bits(hand).iter() {
                        table.give(0, card, false, None);
                    }
                    for card in board.iter() {
                        table.put(card, 0, false);
                    }
                    let found = table.strengths(*kind, &DefaultHooks)?;
                    *strength = found.first().copied().flatten().map_or(0, |each| each + 1);
                }
            }
        }
        Ok(out)
    }
}
