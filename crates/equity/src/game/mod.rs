//! Showdowns of any game that the engine plays, laid out on its table.
//!
//! | module | what is in it |
//! |---|---|
//! | [`script`] | which cards the steps of a game deal |
//! | [`problem`] | the question: the cards that players may hold |
//! | `table` | one deal after the other |
//! | [`exact`] | every deal |
//! | [`claims`] | what hands are worth where only they are not known |
//! | [`kinds`] | how often a hand becomes which kind |
//! | [`sample`] | deals at random |
//! | [`ranked`] | games that are a matter of rankings and selections alone, which kernels answer |

pub mod claims;
pub mod exact;
pub mod kinds;
pub mod problem;
pub mod ranked;
pub mod sample;
pub mod script;
mod table;

pub use claims::Claims;
pub use problem::{GameProblem, Known, UNKNOWN};
pub use script::Script;

use crate::tally::Answer;
use crate::work::Report;
use crate::{EquityError, Plan, QUICK_ENOUGH, thread_count};

/// Roughly what the showdown of one player takes, in nanoseconds.
const COST_OF_PLAYER: f64 = 1500.0;

/// Answers a question about any game.
///
/// # Errors
///
/// Whatever is wrong with it, or [`EquityError::Interrupted`] when the report says stop.
pub fn solve(
    problem: &mut GameProblem,
    plan: &Plan,
    report: Report<'_>,
) -> Result<Answer, EquityError> {
    problem.check()?;
    let threads = thread_count(plan);
    let quick = || {
        let cost = exact::count(problem)? * COST_OF_PLAYER * problem.players.len() as f64;
        (cost <= QUICK_ENOUGH).then_some(())
    };
    if plan.exact == Some(true) || plan.exact.is_none() && quick().is_some() {
        return exact::solve(problem, threads, report);
    }
    sample::solve(problem, plan.effort, plan.seed, threads, report)
}
