//! The one place where errors become Python exceptions.

use croupier_cards::ParseCardError;
use croupier_cards::shuffle::EntropyError;
use croupier_engine::tables::{Problem, TablesError};
use croupier_engine::{RuleError, SetupError};
use croupier_equity::EquityError;
use croupier_eval::EvalError;
use croupier_eval::batch::BatchError;
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

use crate::state::convert::amount_out;

static CARD_ERROR: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static RULE_ERROR: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static SETUP_ERROR: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static UNSUPPORTED_ERROR: PyOnceLock<Py<PyType>> = PyOnceLock::new();

/// Makes an exception of a class of `croupier.errors`.
fn make(py: Python<'_>, cell: &PyOnceLock<Py<PyType>>, name: &str, message: String) -> PyErr {
    match cell.import(py, "croupier.errors", name) {
        Ok(class) => PyErr::from_type(class.clone(), message),
        Err(error) => error,
    }
}

/// Reports cards that cannot be used.
pub fn card_error(py: Python<'_>, message: impl ToString) -> PyErr {
    make(py, &CARD_ERROR, "CardError", message.to_string())
}

/// Reports an error of the evaluation.
pub fn eval_error(py: Python<'_>, error: &EvalError) -> PyErr {
    match error {
        EvalError::UnknownRanking { .. } => unsupported_error(py, error),
        _ => card_error(py, error),
    }
}

/// Reports an operation that the rules forbid; amounts are shown as the caller has them.
pub fn rule_error(py: Python<'_>, error: &RuleError, converter: Option<&Py<PyAny>>) -> PyErr {
    let shown = |amount: i64| -> String {
        let amount = amount_out(py, converter, amount).and_then(|amount| amount.str());
        amount.map_or_else(|_| "?".to_owned(), |text| text.to_string())
    };
    let text = match error {
        RuleError::AmountBelowMinimum { amount, minimum } => {
            format!("the amount {} is below the minimum of {}", shown(*amount), shown(*minimum))
        }
        RuleError::AmountAboveMaximum { amount, maximum } => {
            format!("the amount {} is above the maximum of {}", shown(*amount), shown(*maximum))
        }
        _ => error.to_string(),
    };
    make(py, &RULE_ERROR, "RuleError", text)
}

/// Reports an operation that cannot be, for a reason that the core does not know.
pub fn refusal(py: Python<'_>, message: String) -> PyErr {
    make(py, &RULE_ERROR, "RuleError", message)
}

/// Reports everything that is wrong with a game.
pub fn setup_error(py: Python<'_>, problems: &[SetupError]) -> PyErr {
    let texts: Vec<String> = problems.iter().map(SetupError::to_string).collect();
    make(py, &SETUP_ERROR, "SetupError", texts.join("; "))
}

/// Reports a game that cannot be set up, for a reason that the core does not know.
pub fn setup_failure(py: Python<'_>, message: String) -> PyErr {
    make(py, &SETUP_ERROR, "SetupError", message)
}

/// Reports an array that cannot be evaluated.
pub fn batch_error(py: Python<'_>, error: &BatchError) -> PyErr {
    card_error(py, error)
}

/// Reports a question about a showdown that has no answer.
pub fn equity_error(py: Python<'_>, error: &EquityError) -> PyErr {
    match error {
        EquityError::CardTwice(_)
        | EquityError::NotInDeck(_)
        | EquityError::HandTooLong { .. }
        | EquityError::BoardTooLong { .. }
        | EquityError::Batch(_) => card_error(py, error),
        EquityError::NotExact(_) | EquityError::Unsupported(_) => unsupported_error(py, error),
        _ => make(py, &SETUP_ERROR, "SetupError", error.to_string()),
    }
}

/// Reports what cannot be done.
pub fn unsupported_error(py: Python<'_>, message: impl ToString) -> PyErr {
    make(py, &UNSUPPORTED_ERROR, "UnsupportedError", message.to_string())
}

/// Reports tables that could not go on.
pub fn tables_error(py: Python<'_>, error: &TablesError) -> PyErr {
    let message = match error {
        TablesError::Setup(problems) => return setup_error(py, problems),
        TablesError::OtherDecisions => {
            return unsupported_error(
                py,
                "many tables in step play games in which players bet and discard, and decide nothing else",
            );
        }
        TablesError::Count { given, tables } => {
            format!("there must be a decision for each of the {tables} tables, not {given}")
        }
        TablesError::Decision { table, given, problem } => {
            let why = match problem {
                Problem::NoSuchMove => "there is no such move or card".to_owned(),
                Problem::IllegalMove => "the move is not possible now".to_owned(),
                Problem::Cards(error) => error.to_string(),
            };
            format!("{given} cannot be decided at table {table}: {why}")
        }
        TablesError::Rule { table, error } => format!("table {table} cannot go on: {error}"),
    };
    make(py, &RULE_ERROR, "RuleError", message)
}

/// Reports text that is not cards, as PokerKit does.
pub fn parse_error(error: &ParseCardError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Reports that the operating system has no randomness.
pub fn entropy_error(error: &EntropyError) -> PyErr {
    PyOSError::new_err(error.to_string())
}
