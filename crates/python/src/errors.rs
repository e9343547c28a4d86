//! The one place where errors become Python exceptions.

use croupier_cards::ParseCardError;
use croupier_cards::coded::{Coded, Kind, Value};
use croupier_cards::shuffle::EntropyError;
use croupier_engine::tables::{TableRefusal, TablesError};
use croupier_engine::{GivenError, RuleError, SetupError, Warning};
use croupier_equity::EquityError;
use croupier_eval::EvalError;
use croupier_eval::batch::BatchError;
use croupier_histories::builder::BuildError;
use croupier_histories::phh::notation::NotationError;
use croupier_histories::replay::refusal::{RecordError, Refusal as Refused};
use croupier_histories::rooms::pokernow::LogError;
use croupier_histories::writers::WriteError;
use croupier_solver::SolverError;
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple, PyType};

use crate::cards;
use crate::state::convert::Amount;
use crate::units::Converter;

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

/// Makes an exception that has the code and the values of an error.
fn make_coded(py: Python<'_>, name: &str, error: &dyn Coded) -> PyErr {
    let made = || {
        let options = details(py, &error.values(), None)?;
        options.set_item("code", error.code())?;
        let class = py.import("croupier.errors")?.getattr(name)?;
        class.call((error.to_string(),), Some(&options))
    };
    made().map_or_else(|failed| failed, PyErr::from_value)
}

/// Returns the values of an error for Python; amounts are as the caller has them.
fn details<'py>(
    py: Python<'py>,
    values: &[(&'static str, Value)],
    converter: Option<&Py<Converter>>,
) -> PyResult<Bound<'py, PyDict>> {
    let details = PyDict::new(py);
    for (name, value) in values {
        // Python counts players where the core has seats.
        let name = if *name == "seat" { "player_index" } else { name };
        match value {
            Value::Chips(chips) => details.set_item(name, Amount(*chips, converter)),
            Value::Number(number) => details.set_item(name, number),
            Value::Card(card) => details.set_item(name, cards::to_object(py, *card)?),
            Value::Cards(held) => details.set_item(name, cards::to_tuple(py, held)?),
            Value::Text(text) => details.set_item(name, text),
            Value::Texts(texts) => details.set_item(name, PyTuple::new(py, texts)?),
        }?;
    }
    Ok(details)
}

/// Reports cards that cannot be used.
pub fn card_error(py: Python<'_>, message: impl ToString) -> PyErr {
    make(py, &CARD_ERROR, "CardError", message.to_string())
}

/// Why a document of hands cannot be read.
pub const DOCUMENT_KINDS: &[Kind] = &[
    Kind { name: "PhhSyntax", text: "this is no TOML: {reason}", values: &[] },
    Kind { name: "PhhNumber", text: "a number cannot be read: {reason}", values: &[] },
    Kind { name: "PhhAction", text: "an action must be a text, not {action}", values: &[] },
];

/// Reports a hand history that cannot be read, and where.
pub fn history_error(
    py: Python<'_>,
    kind: &Kind,
    message: &str,
    hand: Option<&str>,
    place: Option<(usize, usize)>,
) -> PyErr {
    let made = || {
        let options = PyDict::new(py);
        options.set_item("code", kind.code())?;
        options.set_item("format", "phh")?;
        options.set_item("hand", hand)?;
        if let Some((line, column)) = place {
            options.set_item("line", line)?;
            options.set_item("column", column)?;
        }
        let class = py.import("croupier.errors")?.getattr("ParseError")?;
        class.call((message,), Some(&options))
    };
    made().map_or_else(|failed| failed, PyErr::from_value)
}

/// Reports a text that is no action.
pub fn notation_error(py: Python<'_>, error: &NotationError, excerpt: &str) -> PyErr {
    let made = || {
        let options = details(py, &error.values(), None)?;
        options.set_item("code", error.code())?;
        options.set_item("format", "phh")?;
        options.set_item("excerpt", excerpt)?;
        let class = py.import("croupier.errors")?.getattr("ParseError")?;
        class.call((error.to_string(),), Some(&options))
    };
    made().map_or_else(|failed| failed, PyErr::from_value)
}

/// Reports an action that cannot be done for another reason than the rules.
pub fn record_error(
    py: Python<'_>,
    refused: &Refused,
    converter: Option<&Py<Converter>>,
    operation: &'static str,
    turn: Option<usize>,
) -> PyErr {
    let made = || {
        let options = details(py, &refused.values(), converter)?;
        options.set_item("code", refused.code())?;
        options.set_item("operation", operation)?;
        if !options.contains("player_index")? {
            options.set_item("player_index", turn)?;
        }
        let text = refused.tell(|amount| amount.to_string());
        RULE_ERROR.import(py, "croupier.errors", "RuleError")?.call((text,), Some(&options))
    };
    made().map_or_else(|failed| failed, PyErr::from_value)
}

/// The place of an action that cannot be done, and what it would do.
pub struct ReplayPlace<'a> {
    /// The key of the hand.
    pub hand: Option<&'a str>,
    /// The number of the action, from 1.
    pub number: usize,
    /// The action.
    pub text: &'a str,
    /// The method that would do it, if it is known.
    pub operation: Option<&'static str>,
    /// The player who acts, or whose turn it is.
    pub player: Option<usize>,
}

/// Reports an action of a history that cannot be done, or read.
pub fn replay_error(
    py: Python<'_>,
    message: &str,
    refused: &Refused,
    cause: Option<PyErr>,
    converter: Option<&Py<Converter>>,
    place: &ReplayPlace<'_>,
) -> PyErr {
    let made = || {
        let options = details(py, &refused.values(), converter)?;
        options.set_item("code", refused.code())?;
        if let Some(cause) = &cause
            && let Ok(code) = cause.value(py).getattr("code")
            && let Ok(values) = cause.value(py).getattr("details")
        {
            options.update(values.cast::<PyDict>()?.as_mapping())?;
            options.set_item("code", code)?;
        }
        if let Some(operation) = place.operation {
            options.set_item("operation", operation)?;
            if !options.contains("player_index")? {
                options.set_item("player_index", place.player)?;
            }
        }
        options.set_item("format", "phh")?;
        options.set_item("hand", place.hand)?;
        options.set_item("excerpt", place.text)?;
        options.set_item("action", place.number)?;
        let class = py.import("croupier.errors")?.getattr("ReplayError")?;
        class.call((message,), Some(&options))
    };
    let error = made().map_or_else(|failed| failed, PyErr::from_value);
    error.set_cause(py, cause);
    error
}

/// Reports an error of the evaluation.
pub fn eval_error(py: Python<'_>, error: &EvalError) -> PyErr {
    make_coded(py, eval_class(&error.code()), error)
}

/// Returns the class of an error of the evaluation.
fn eval_class(code: &str) -> &'static str {
    if code == "unknown-ranking" { "UnsupportedError" } else { "CardError" }
}

/// The details of a refusal beside the error itself.
#[derive(Clone, Copy, Default)]
pub struct Refusal<'a> {
    /// How the caller counts chips.
    pub converter: Option<&'a Py<Converter>>,
    /// The method that was called.
    pub operation: Option<&'static str>,
    /// Whose turn it is.
    pub turn: Option<usize>,
}

/// Fills the values of an error into its text, amounts as the caller has them.
fn fill_in(
    py: Python<'_>,
    template: &str,
    values: &[(&'static str, Value)],
    converter: Option<&Py<Converter>>,
) -> PyResult<String> {
    let mut text = template.to_owned();
    for (name, value) in values {
        let shown = match value {
            Value::Chips(chips) => Amount(*chips, converter).show(py)?,
            _ => value.to_string(),
        };
        text = text.replace(&format!("{{{name}}}"), &shown);
    }
    Ok(text)
}

/// Reports an operation that the rules forbid; amounts are shown as the caller has them.
pub fn rule_error(py: Python<'_>, error: &RuleError, refusal: Refusal<'_>) -> PyErr {
    let made = || {
        let values = error.values();
        let options = details(py, &values, refusal.converter)?;
        let (code, mut text) = (error.code(), error.to_string());
        if values.iter().any(|(_, value)| matches!(value, Value::Chips(_)))
            && let Some(kind) = RuleError::KINDS.iter().find(|kind| kind.code() == code)
        {
            // Others may count chips in another way.
            options.set_item("template", kind.text)?;
            if refusal.converter.is_some() {
                text = fill_in(py, kind.text, &values, refusal.converter)?;
            }
        }
        options.set_item("code", code)?;
        options.set_item("operation", refusal.operation)?;
        if !options.contains("player_index")? {
            options.set_item("player_index", refusal.turn)?;
        }
        RULE_ERROR.import(py, "croupier.errors", "RuleError")?.call((text,), Some(&options))
    };
    made().map_or_else(|failed| failed, PyErr::from_value)
}

/// Returns what a caller gave, to be shown.
pub fn show(given: &Bound<'_, PyAny>) -> String {
    // Python refuses to write very large numbers out.
    let shown = given.repr().and_then(|text| text.extract::<String>());
    shown.map_or_else(|_| "a larger one".to_owned(), |text| shorten(&text))
}

/// Reports something that a caller gives, as it was given.
pub fn given_error(given: &Bound<'_, PyAny>, error: &GivenError) -> PyErr {
    let (py, made) = (given.py(), made_of(given.py(), error));
    let kept = || match error.values().last() {
        Some((name, _)) => made.value(py).getattr("details")?.set_item(name, given),
        None => Ok(()),
    };
    kept().err().unwrap_or_else(|| made.clone_ref(py))
}

/// Reports something that a caller gives.
pub fn made_of(py: Python<'_>, error: &GivenError) -> PyErr {
    make_coded(py, given_class(&error.code()), error)
}

/// Returns the class of an error about what a caller gives.
fn given_class(code: &str) -> &'static str {
    match code {
        "amount-not-whole" | "negative-card-count" => "RuleError",
        _ => "SetupError",
    }
}

/// Adds to an error about an argument what was to be done with it, and whose turn it is.
#[cold]
pub fn about_operation(
    py: Python<'_>,
    error: PyErr,
    operation: &'static str,
    turn: Option<usize>,
) -> PyErr {
    if let Ok(details) = error.value(py).getattr("details")
        && let Ok(details) = details.cast::<PyDict>()
        && let Err(failed) = details
            .set_item("operation", operation)
            .and_then(|()| details.set_item("player_index", turn))
    {
        return failed;
    }
    error
}

fn shorten(text: &str) -> String {
    const MAX: usize = 100;
    match text.char_indices().nth(MAX) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

/// Reports an operation that cannot be, for a reason that the core does not know.
pub fn refusal(py: Python<'_>, message: String) -> PyErr {
    make(py, &RULE_ERROR, "RuleError", message)
}

/// Reports everything that is wrong with a game.
pub fn setup_error(py: Python<'_>, problems: &[SetupError]) -> PyErr {
    let texts: Vec<String> = problems.iter().map(SetupError::to_string).collect();
    let made = || {
        let listed = problems
            .iter()
            .zip(&texts)
            .map(|(problem, text)| {
                Ok((problem.code(), text, details(py, &problem.values(), None)?))
            })
            .collect::<PyResult<Vec<_>>>()?;
        let options = PyDict::new(py);
        options.set_item("problems", listed)?;
        let class = SETUP_ERROR.import(py, "croupier.errors", "SetupError")?;
        class.call((texts.join("; "),), Some(&options))
    };
    made().map_or_else(|failed| failed, PyErr::from_value)
}

/// Reports an array that cannot be evaluated.
pub fn batch_error(py: Python<'_>, error: &BatchError) -> PyErr {
    make_coded(py, "CardError", error)
}

/// Reports a question about a showdown that has no answer.
pub fn equity_error(py: Python<'_>, error: &EquityError) -> PyErr {
    make_coded(py, equity_class(&error.code()), error)
}

/// Returns the class of an error about a showdown.
fn equity_class(code: &str) -> &'static str {
    match code {
        "batch" | "board-too-long" | "duplicate-card" | "hand-too-long" | "not-in-deck" => {
            "CardError"
        }
        "not-exact" | "unsupported" => "UnsupportedError",
        _ => "SetupError",
    }
}

/// Reports a spot that cannot be solved.
pub fn solver_error(py: Python<'_>, error: &SolverError) -> PyErr {
    make_coded(py, solver_class(&error.code()), error)
}

/// Returns the class of an error about a spot.
fn solver_class(code: &str) -> &'static str {
    match code {
        "board" | "hand-size" => "CardError",
        "too-large" | "too-many-nodes" | "unsupported" => "UnsupportedError",
        _ => "SetupError",
    }
}

/// Reports what cannot be done.
pub fn unsupported_error(py: Python<'_>, message: impl ToString) -> PyErr {
    make(py, &UNSUPPORTED_ERROR, "UnsupportedError", message.to_string())
}

/// Reports tables that could not go on.
pub fn tables_error(py: Python<'_>, error: &TablesError) -> PyErr {
    match error {
        TablesError::Setup(problems) => setup_error(py, problems),
        TablesError::Refused(refusal) => make_coded(py, "RuleError", refusal),
    }
}

/// Reports text that is not cards, as PokerKit does.
pub fn parse_error(error: &ParseCardError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Reports that the operating system has no randomness.
pub fn entropy_error(error: &EntropyError) -> PyErr {
    PyOSError::new_err(error.to_string())
}

/// Returns the class of a warning.
pub fn warning_class<'py>(py: Python<'py>, warning: &Warning) -> PyResult<&'py Bound<'py, PyType>> {
    static FOLD: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    static CARD: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    static RESHUFFLE: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let (cell, name) = match warning {
        Warning::FoldWithoutNeed => (&FOLD, "FoldWithoutNeedWarning"),
        Warning::NotDealable(_) => (&CARD, "NotDealableWarning"),
        Warning::Replenished => (&RESHUFFLE, "ReplenishedWarning"),
    };
    cell.import(py, "croupier.errors", name)
}

/// Reports a line of PokerNow's log that cannot be read.
pub fn no_log_line(py: Python<'_>, error: &LogError) -> PyErr {
    make_coded(py, "ParseError", error)
}

/// Reports a hand that cannot be written.
pub fn write_error(py: Python<'_>, error: &WriteError) -> PyErr {
    make_coded(py, "UnsupportedError", error)
}

/// Returns all kinds of errors and warnings of the core: the class or classes in Python, the code, the text, and the
/// names of the values.
#[pyfunction]
#[pyo3(name = "list_error_kinds")]
pub fn list_kinds() -> Vec<(&'static str, String, &'static str, Vec<&'static str>)> {
    type Listed = (&'static [Kind], fn(&str) -> &'static str);
    let listed: [Listed; 15] = [
        (RuleError::KINDS, |_| "RuleError"),
        (SetupError::KINDS, |_| "SetupError"),
        (Warning::KINDS, |_| "RuleWarning"),
        (EvalError::KINDS, eval_class),
        (BatchError::KINDS, |_| "CardError"),
        (EquityError::KINDS, equity_class),
        (SolverError::KINDS, solver_class),
        (BuildError::KINDS, |_| "ParseError"),
        (LogError::KINDS, |_| "ParseError"),
        (WriteError::KINDS, |_| "UnsupportedError"),
        (NotationError::KINDS, |_| "ParseError"),
        (RecordError::KINDS, |_| "RuleError"),
        (TableRefusal::KINDS, |_| "RuleError"),
        (GivenError::KINDS, given_class),
        (DOCUMENT_KINDS, |_| "ParseError"),
    ];
    let named = |name: &&'static str| if *name == "seat" { "player_index" } else { *name };
    let of_all =
        listed.iter().flat_map(|(kinds, class)| kinds.iter().map(move |kind| (kind, class)));
    of_all
        .map(|(kind, class)| {
            let code = kind.code();
            (class(&code), code, kind.text, kind.values.iter().map(named).collect())
        })
        .collect()
}
