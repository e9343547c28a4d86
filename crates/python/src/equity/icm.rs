//! The worth of chips in a tournament, for Python.

use croupier_equity::icm::{self, Tournament};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::cards::SeedValue;
use crate::errors::OrRaise;
use crate::working::watch;

/// The means of prizes and of bounties, and the standard errors of both together.
type Sample = (Vec<f64>, Vec<f64>, Vec<f64>);

/// A check for interruptions, without a report of progress.
type Report<'a> = &'a (dyn Fn(Option<()>) -> bool + Sync);

/// Return the most players of exact values, of exact values with bounties, and the most numbers of an integral.
#[pyfunction]
pub const fn icm_limits() -> (usize, usize, usize) {
    (icm::MAX_EXACT, icm::MAX_WITH_BOUNTIES, icm::MAX_NUMBERS)
}

/// Return the values of positive stacks exactly, by way of all sets of players.
#[pyfunction]
pub fn icm_exact(py: Python<'_>, payouts: Vec<f64>, stacks: Vec<f64>) -> PyResult<Vec<f64>> {
    check(&payouts, &stacks, icm::MAX_EXACT)?;
    Ok(py.detach(|| icm::exact(&payouts, &stacks)))
}

/// Return the values of positive stacks as an integral.
#[pyfunction]
pub fn icm_integral(py: Python<'_>, payouts: Vec<f64>, stacks: Vec<f64>) -> PyResult<Vec<f64>> {
    check(&payouts, &stacks, icm::MAX_NUMBERS / payouts.len().max(1))?;
    let work = |report: Report<'_>| icm::integral(&payouts, &stacks, &mut || report(None));
    watch(py, None, work)?.or_raise(py)
}

/// Return the values of bounties, of which a part is put on the heads of their winners.
#[pyfunction]
pub fn icm_bounties(
    py: Python<'_>,
    stacks: Vec<f64>,
    heads: Vec<f64>,
    growth: f64,
) -> PyResult<Vec<f64>> {
    check(&heads, &stacks, icm::MAX_WITH_BOUNTIES)?;
    Ok(py.detach(|| icm::bounties(&stacks, &heads, growth)))
}

/// Return the values by races at random.
#[pyfunction]
#[pyo3(signature = (payouts, stacks, heads, growth, races, seed, threads=None))]
#[allow(clippy::too_many_arguments)]
pub fn icm_sampled(
    py: Python<'_>,
    payouts: Vec<f64>,
    stacks: Vec<f64>,
    heads: Vec<f64>,
    growth: f64,
    races: u64,
    seed: SeedValue,
    threads: Option<usize>,
) -> PyResult<Sample> {
    check(&payouts, &stacks, usize::MAX)?;
    if !heads.is_empty() && heads.len() != stacks.len() {
        return Err(PyValueError::new_err("every player has a bounty, or nobody has"));
    }
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = threads.unwrap_or_else(cores);
    let tournament = Tournament { payouts: &payouts, stacks: &stacks, heads: &heads, growth };
    let work =
        |report: Report<'_>| icm::sampled(tournament, races, seed.0, threads, &mut || report(None));
    let sample = watch(py, None, work)?.or_raise(py)?;
    Ok((sample.prizes, sample.bounties, sample.errors))
}

fn check(payouts: &[f64], stacks: &[f64], most: usize) -> PyResult<()> {
    if payouts.len() > stacks.len() || stacks.len() > most {
        return Err(PyValueError::new_err("there are too many prizes, or too many players"));
    }
    if stacks.iter().any(|&stack| !(stack > 0.0 && stack.is_finite())) {
        return Err(PyValueError::new_err("stacks are positive numbers"));
    }
    Ok(())
}
