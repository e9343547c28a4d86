//! Operations that happen again and again, each with one object for all times.

use croupier_engine::definition::Terms;
use croupier_engine::{Chips, Operation, seats::MAXIMUM_PLAYERS};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

use super::operations;

/// Amounts up to this one are common.
const AMOUNTS: usize = 64;

/// An object for each player and amount, made when it is first needed.
type Table = [[PyOnceLock<Py<PyAny>>; AMOUNTS]; MAXIMUM_PLAYERS];

const fn table() -> Table {
    [const { [const { PyOnceLock::new() }; AMOUNTS] }; MAXIMUM_PLAYERS]
}

static CALLS: Table = table();
static RAISES: Table = table();
static FOLDS: [PyOnceLock<Py<PyAny>>; MAXIMUM_PLAYERS] =
    [const { PyOnceLock::new() }; MAXIMUM_PLAYERS];

static STOOD_PAT: [PyOnceLock<Py<PyAny>>; MAXIMUM_PLAYERS] =
    [const { PyOnceLock::new() }; MAXIMUM_PLAYERS];

/// Returns the object of an operation without a remark, in whole chips.
pub fn operation(py: Python<'_>, operation: Operation<'_>, terms: &Terms) -> PyResult<Py<PyAny>> {
    let found = match operation {
        Operation::CheckingOrCalling { seat, amount } => cell(&CALLS, seat, amount),
        Operation::CompletionBettingOrRaisingTo { seat, amount } => cell(&RAISES, seat, amount),
        Operation::Folding { seat } => FOLDS.get(seat),
        Operation::StandingPatOrDiscarding { seat, cards: [], .. } => STOOD_PAT.get(seat),
        _ => None,
    };
    let make = || operations::to_python(py, operation, None, None, terms);
    match found {
        Some(cell) => Ok(cell.get_or_try_init(py, make)?.clone_ref(py)),
        None => make(),
    }
}

fn cell(
    table: &'static Table,
    seat: usize,
    amount: Chips,
) -> Option<&'static PyOnceLock<Py<PyAny>>> {
    table.get(seat)?.get(usize::try_from(amount).ok()?)
}
