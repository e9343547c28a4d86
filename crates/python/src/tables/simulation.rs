//! Many hands at once.

use std::num::NonZeroUsize;

use croupier_engine::DefaultHooks;
use croupier_engine::simulate::{
    Policy, SimulationError, SimulationPlan, simulate as simulate_core, simulate_here,
};
use pyo3::prelude::*;

use crate::cards::SeedValue;
use crate::errors;
use crate::state::hooks::SetupHooks;
use crate::state::setup::Setup;

/// The sums of a run: hands, showdowns, decisions, operations, payoffs, their squares, wins, rake, parts and scoops.
/// Amounts are units, and everything adds up.
type Sums = (u64, u64, u64, u64, Vec<i128>, Vec<i128>, Vec<u64>, i128, Vec<u64>, u64);

/// Play hands with a random policy: how often to fold, to raise, to raise by another size, to complete and to discard.
#[pyfunction]
#[pyo3(signature = (setup, hands, policy, seed, threads=None, progress=None, parts=false, first=0))]
#[allow(clippy::too_many_arguments)]
pub fn simulate<'py>(
    setup: &Bound<'py, Setup>,
    hands: u64,
    policy: (f64, f64, f64, f64, f64),
    seed: SeedValue,
    threads: Option<usize>,
    progress: Option<Bound<'py, PyAny>>,
    parts: bool,
    first: u64,
) -> PyResult<Sums> {
    let py = setup.py();
    let (fold, raise, sized, complete, discard) = policy;
    let policy = Policy { fold, raise, sized, complete, discard };
    let chip = match setup.get().converter.as_ref() {
        _ if setup.get().basis.has_unit => setup.get().chip,
        None => 1,
        Some(converter) => converter.get().unit.scale,
    };
    let threads = threads.and_then(NonZeroUsize::new);
    let plan = SimulationPlan { first, hands, policy, chip, seed: seed.0, threads, parts };
    let progress = progress.map(Bound::unbind);
    // The exception of the callback or of a signal, which stops the hands.
    let mut raised = None;
    let mut report = |py: Python<'_>, done: u64| {
        if raised.is_some() {
            return false;
        }
        let reported = match &progress {
            Some(progress) => progress.call1(py, (done, hands)).map(drop),
            None => Ok(()),
        };
        let result = reported.and_then(|()| py.check_signals());
        let goes_on = result.is_ok();
        if let Err(error) = result {
            raised = Some(error);
        }
        goes_on
    };
    let definition = setup.get().definition.clone();
    let hooks = SetupHooks::new(setup);
    let summary = if setup.get().basis.foreign.is_any() || setup.get().chip > 1 {
        // The caller's own rules need the interpreter, so one thread plays.
        simulate_here(&definition, &plan, &hooks, &mut |done| report(py, done))
    } else {
        py.detach(|| {
            simulate_core(&definition, &plan, &DefaultHooks, &mut |done| {
                Python::attach(|py| report(py, done))
            })
        })
    };
    if summary.is_ok() {
        report(py, hands);
    }
    if let Some(error) = raised {
        return Err(error);
    }
    let summary = summary.map_err(|error| match error {
        SimulationError::Setup(problems) => errors::setup_error(py, &problems),
        SimulationError::Rule(error) => hooks.exception(&error, None, None),
    })?;
    Ok((
        summary.hands,
        summary.showdowns,
        summary.decisions,
        summary.operations,
        summary.payoffs,
        summary.squares,
        summary.wins,
        summary.rake,
        summary.parts,
        summary.scoops,
    ))
}
