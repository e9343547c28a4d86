//! Operations that happen again and again, each with one object for all times.

use croupier_engine::{OperationKind as Kind, State, seats::MAX_PLAYERS};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

use super::operations;
use crate::units::Converter;

/// Amounts up to this one are common.
const AMOUNTS: usize = 64;

/// An object for each player and amount, made when it is first needed.
type Table = [[PyOnceLock<Py<PyAny>>; AMOUNTS]; MAX_PLAYERS];

/// Calls, raises, folds, and draws of nothing.
static COMMON: [Table; 4] =
    [const { [const { [const { PyOnceLock::new() }; AMOUNTS] }; MAX_PLAYERS] }; 4];

/// Returns the object of an operation without a remark, in whole chips.
pub fn operation(py: Python<'_>, state: &State, number: usize) -> PyResult<Py<PyAny>> {
    let common = state.log.outline(number).and_then(|(kind, seat, amount, cards)| {
        let (table, amount) = match kind {
            Kind::CheckingOrCalling => (&COMMON[0], amount),
            Kind::CompletionBettingOrRaisingTo => (&COMMON[1], amount),
            Kind::Folding => (&COMMON[2], 0),
            Kind::StandingPatOrDiscarding if cards == 0 => (&COMMON[3], 0),
            _ => return None,
        };
        table.get(seat)?.get(usize::try_from(amount).ok()?)
    });
    if let Some(object) = common.and_then(|cell| cell.get(py)) {
        return Ok(object.clone_ref(py));
    }
    let made = make(py, state, number, None, None)?;
    Ok(match common {
        Some(cell) => cell.get_or_init(py, || made).clone_ref(py),
        None => made,
    })
}

/// Makes the object of an operation.
pub fn make(
    py: Python<'_>,
    state: &State,
    number: usize,
    remark: Option<&str>,
    converter: Option<&Py<Converter>>,
) -> PyResult<Py<PyAny>> {
    let operation = state
        .log
        .get(number)
        .ok_or_else(|| PyIndexError::new_err(format!("there is no operation {number}")))?;
    let rules = &state.definition.variant_rules;
    operations::to_python(py, operation, remark.map(str::to_owned), converter, rules)
}
