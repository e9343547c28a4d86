//! How often hands and ranges win: exactly, or by dealing at random.
//!
//! | module | what is in it |
//! |---|---|
//! | [`problem`] | the question: the cards that players may hold |
//! | [`all_in`] | what was to be expected in an all-in hand, exactly |
//! | [`contest`] | what is compared at the showdown |
//! | [`tally`] | the answer |
//! | [`exact`] | every deal, for any game |
//! | [`holdem`] | two ranges of hold'em: a table before the flop, a sweep on boards |
//! | [`omaha`] | single hands of Omaha before the flop |
//! | [`sample`] | deals at random |
//! | [`game`] | any game that the engine plays, at its table |
//! | [`categories`] | how often a hand becomes which kind |
//! | [`symmetry`] | suits that may be exchanged, and boards that differ by more |
//! | [`runouts`], [`work`] | the cards to come, and jobs on several threads |
//!
//! ```
//! use croupier_cards::{CardSet, parse};
//! use croupier_equity::contest::Contest;
//! use croupier_equity::problem::{Combo, Problem};
//! use croupier_equity::{Plan, solve};
//! use croupier_eval::registry;
//!
//! let set = |text: &str| CardSet::from_iter(parse::cards(text).unwrap());
//! let hand = |text| vec![Combo { cards: set(text), weight: 1.0 }];
//! let high = registry::get("high").unwrap();
//! let mut problem = Problem {
//!     deck: CardSet::STANDARD,
//!     board: CardSet::EMPTY,
//!     dead: CardSet::EMPTY,
//!     hole_count: 2,
//!     board_count: 5,
//!     players: vec![hand("AhAs"), hand("KdKc")],
//!     contests: vec![Contest::new(high, high.any_cards(), 2, 5)],
//! };
//! let answer = solve(&mut problem, &Plan::default(), &mut |_, _| true).unwrap();
//! assert_eq!(answer.players[0].win, 1_388_072.0);
//! assert_eq!(answer.players[0].weight, 1_712_304.0);
//! ```

pub mod all_in;
pub mod categories;
pub mod contest;
pub mod error;
pub mod exact;
pub mod game;
pub mod holdem;
pub mod icm;
pub mod omaha;
pub mod problem;
pub mod runouts;
pub mod sample;
mod showdown;
pub mod symmetry;
pub mod tally;
pub mod work;

use std::thread;

use croupier_cards::{CardSet, Seed};
use croupier_eval::lanes::LaneKind;

pub use error::EquityError;
use problem::{Combo, Problem};
use sample::Effort;
use symmetry::Symmetry;
use tally::Answer;
use work::Report;

/// The way in which a question is answered.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Plan {
    /// Whether every deal must be counted, or must not; whichever is quick enough when `None`.
    pub exact: Option<bool>,
    /// How many deals to look at otherwise.
    pub effort: Effort,
    /// The seed of the random deals.
    pub seed: Seed,
    /// How many threads work; 0 for as many as the machine runs at once.
    pub threads: usize,
}

impl Default for Plan {
    fn default() -> Self {
        let effort = Effort { deals: 1_000_000, precision: None };
        Self { exact: None, effort, seed: Seed::from(0), threads: 0 }
    }
}

/// The longest estimate, in nanoseconds of one core, with which an exact answer is quick enough.
///
/// It must not depend on the number of threads, and so does not.
const QUICK_ENOUGH: f64 = 1.0e9;
/// Roughly what a sweep over all pairs on one board takes.
const COST_OF_SWEEP: f64 = 16_000.0;

/// The ways to answer exactly, each with roughly what it costs.
enum Method {
    Preflop,
    Sweep(LaneKind, Symmetry, f64),
    Omaha,
    Deals(Symmetry, f64),
}

/// Answers a question.
///
/// # Errors
///
/// Whatever is wrong with it, or [`EquityError::Interrupted`] when the report says stop.
pub fn solve(
    problem: &mut Problem,
    plan: &Plan,
    report: Report<'_>,
) -> Result<Answer, EquityError> {
    problem.check()?;
    let threads = thread_count(plan);
    let method = if plan.exact == Some(false) { None } else { find_method(problem) };
    let quick = |cost: f64| plan.exact == Some(true) || cost <= QUICK_ENOUGH;
    match method {
        Some(Method::Preflop) => filled(problem, |filled| Ok(holdem::preflop::solve(filled))),
        Some(Method::Sweep(lane, symmetry, cost)) if quick(cost) => {
            filled(problem, |filled| holdem::sweep::solve(filled, lane, &symmetry, threads, report))
        }
        Some(Method::Omaha) => omaha::solve(problem, threads, report),
        Some(Method::Deals(symmetry, cost)) if quick(cost) => {
            exact::solve(problem, &symmetry, threads, report)
        }
        None if plan.exact == Some(true) => Err(EquityError::NotExact(
            "there are too many hands, or hands of which different numbers of cards are known",
        )),
        _ => sample::solve(problem, plan.effort, plan.seed, threads, report),
    }
}

/// Returns how many threads work.
fn thread_count(plan: &Plan) -> usize {
    match plan.threads {
        0 => thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    }
}

/// Answers with every pair of cards for a player of whom nothing is known.
fn filled(
    problem: &Problem,
    solve: impl FnOnce(&Problem) -> Result<Answer, EquityError>,
) -> Result<Answer, EquityError> {
    let is_unknown = |player: &Vec<Combo>| player.iter().any(|combo| combo.cards.is_empty());
    if !problem.players.iter().any(is_unknown) {
        return solve(problem);
    }
    let mut whole = problem.clone();
    for (player, combos) in whole.players.iter_mut().enumerate() {
        if is_unknown(combos) {
            *combos = problem.filled(player).into_iter().map(|(combo, _)| combo).collect();
        }
    }
    let mut answer = solve(&whole)?;
    for (player, combos) in problem.players.iter().enumerate() {
        if is_unknown(combos) {
            answer.combos[player] = vec![answer.players[player]];
        }
    }
    Ok(answer)
}

fn find_method(problem: &Problem) -> Option<Method> {
    let deals = exact::cost(problem)?;
    if omaha::fits(problem) {
        return Some(Method::Omaha);
    }
    let lane = match problem.contests.as_slice() {
        [contest] => contest.kernel_lane(),
        _ => None,
    };
    let known = problem.players.iter().all(|combos| match combos.as_slice() {
        [only] => matches!(only.cards.len(), 0 | 2),
        combos => combos.iter().all(|combo| combo.cards.len() == 2),
    });
    if let Some(lane) = lane
        && problem.players.len() == 2
        && problem.hole_count == 2
        && known
        && problem.board_count == 5
    {
        let nothing_known = problem.board.is_empty() && problem.dead.is_empty();
        if lane == LaneKind::High && problem.deck == CardSet::STANDARD && nothing_known {
            return Some(Method::Preflop);
        }
        let boards = runouts::binomial(problem.free().len() as usize, problem.to_come()) as f64;
        let sweep = boards * COST_OF_SWEEP;
        if sweep < deals {
            let symmetry = Symmetry::of(problem);
            let cost = sweep / symmetry.order() as f64;
            return Some(Method::Sweep(lane, symmetry, cost));
        }
    }
    let symmetry = Symmetry::of(problem);
    let cost = deals / symmetry.order() as f64;
    Some(Method::Deals(symmetry, cost))
}
