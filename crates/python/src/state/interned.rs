//! Operations that happen again and again, each with one object for all times.

use croupier_engine::{OperationKind as Kind, State, seats::MAX_PLAYERS};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

use super::operations;
use crate::units::Converter;

/// Amounts below this one are common, and so are all cards that are known.
const PLACES: usize = 64;

/// An object for each player and amount or card, made when it is first needed.
type Table = [[PyOnceLock<Py<PyAny>>; PLACES]; MAX_PLAYERS];

/// Calls, raises, folds, draws of nothing, and draws of one card.
static COMMON: [Table; 5] =
    [const { [const { [const { PyOnceLock::new() }; PLACES] }; MAX_PLAYERS] }; 5];

/// Returns the object of an operation without a commentary, in whole chips.
pub fn operation(py: Python<'_>, state: &State, number: usize) -> PyResult<Py<PyAny>> {
    let common = state.log.outline(number).and_then(|(kind, seat, amount, cards)| {
        let (table, place) = match (kind, cards) {
            (Kind::CheckingOrCalling, _) => (&COMMON[0], usize::try_from(amount).ok()?),
            (Kind::CompletionBettingOrRaisingTo, _) => (&COMMON[1], usize::try_from(amount).ok()?),
            (Kind::Folding, _) => (&COMMON[2], 0),
            (Kind::StandingPatOrDiscarding, []) => (&COMMON[3], 0),
            (Kind::StandingPatOrDiscarding, [card]) => (&COMMON[4], usize::from(card.code())),
            _ => return None,
        };
        table.get(seat)?.get(place)
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
    commentary: Option<&str>,
    converter: Option<&Py<Converter>>,
) -> PyResult<Py<PyAny>> {
    let operation = state
        .log
        .get(number)
        .ok_or_else(|| PyIndexError::new_err(format!("there is no operation {number}")))?;
    let rules = &state.definition.variant_rules;
    operations::to_python(py, operation, commentary.map(str::to_owned), converter, rules)
}
