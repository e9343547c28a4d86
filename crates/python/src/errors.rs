//! The one place where errors become Python exceptions.

use croupier_cards::ParseCardError;
use croupier_cards::coded::{Coded, Kind, Value};
use croupier_cards::shuffle::EntropyError;
use croupier_engine::tables::{TableRefusal, TablesError};
use croupier_engine::{GivenError, RuleError, SetupError, Warning};
use croupier_equity::EquityError;
use croupier_eval::EvalError;
use croupier_eval::batch::{ArrayError, BatchError};
use croupier_histories::builder::BuildError;
use croupier_histories::phh::notation::NotationError;
use croupier_histories::replay::refusal::{RecordError, Refusal as Refused};
use croupier_histories::rooms::pokernow::LogError;
use croupier_histories::writers::WriteError;
use croupier_solver::SolverError;
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple, PyType};

use crate::cards;
use crate::state::convert::Amount;
use crate::units::Converter;

/// An error of the core that is an exception in Python.
pub trait Raise {
    /// Returns the exception.
    fn raise(&self, py: Python<'_>) -> PyErr;
}

/// A result of the core for Python.
pub trait OrRaise<T> {
    /// Returns the result, its error as an exception.
    fn or_raise(self, py: Python<'_>) -> PyResult<T>;
}

impl<T, E: Raise> OrRaise<T> for Result<T, E> {
    fn or_raise(self, py: Python<'_>) -> PyResult<T> {
        self.map_err(|error| error.raise(py))
    }
}

/// Makes an exception of a class of `croupier.errors`: a function adds its options and returns its text.
pub fn make<'py>(
    py: Python<'py>,
    name: &str,
    write: impl FnOnce(&Bound<'py, PyDict>) -> PyResult<String>,
) -> PyResult<Bound<'py, PyAny>> {
    let options = PyDict::new(py);
    let text = write(&options)?;
    let class = py.import(intern!(py, "croupier.errors"))?.getattr(name)?;
    class.call((text,), Some(&options))
}

/// Raises an exception that was made; what went wrong meanwhile, where it was not.
pub fn raise(made: PyResult<Bound<'_, PyAny>>) -> PyErr {
    made.map_or_else(|failed| failed, PyErr::from_value)
}

/// Makes an exception that has nothing but a text.
fn uncoded(py: Python<'_>, name: &str, message: impl ToString) -> PyErr {
    raise(make(py, name, |_| Ok(message.to_string())))
}

/// Makes an exception that has the code and the values of an error.
fn coded(py: Python<'_>, name: &str, error: &dyn Coded) -> PyErr {
    raise(make(py, name, |options| {
        describe(options, &error.code(), &error.values(), None)?;
        Ok(error.to_string())
    }))
}

/// Adds the code and the values of an error to the options of an exception; amounts are as the caller has them.
fn describe(
    options: &Bound<'_, PyDict>,
    code: &str,
    values: &[(&'static str, Value)],
    converter: Option<&Py<Converter>>,
) -> PyResult<()> {
    options.set_item("code", code)?;
    add_values(options, values, converter)
}

fn add_values(
    options: &Bound<'_, PyDict>,
    values: &[(&'static str, Value)],
    converter: Option<&Py<Converter>>,
) -> PyResult<()> {
    let py = options.py();
    for (name, value) in values {
        let name = player_name(name);
        match value {
            Value::Chips(chips) => options.set_item(name, Amount(*chips, converter)),
            Value::Number(number) => options.set_item(name, number),
            Value::Card(card) => options.set_item(name, cards::to_object(py, *card)?),
            Value::Cards(held) => options.set_item(name, cards::to_tuple(py, held)?),
            Value::Text(text) => options.set_item(name, text),
            Value::Texts(texts) => options.set_item(name, PyTuple::new(py, texts)?),
        }?;
    }
    Ok(())
}

/// Returns a name of a value for Python, which counts players where the core has seats.
fn player_name(name: &'static str) -> &'static str {
    if name == "seat" { "player_index" } else { name }
}

/// Adds what was to be done, and whose turn it is, unless the error says which player it is about.
fn add_operation(
    options: &Bound<'_, PyDict>,
    operation: Option<&'static str>,
    turn: Option<usize>,
) -> PyResult<()> {
    options.set_item("operation", operation)?;
    if options.contains("player_index")? { Ok(()) } else { options.set_item("player_index", turn) }
}

/// Reports cards that cannot be used.
pub fn card_error(py: Python<'_>, message: impl ToString) -> PyErr {
    uncoded(py, "CardError", message)
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
    raise(make(py, "ParseError", |options| {
        options.set_item("code", kind.code())?;
        options.set_item("format", "phh")?;
        options.set_item("hand", hand)?;
        if let Some((line, column)) = place {
            options.set_item("line", line)?;
            options.set_item("column", column)?;
        }
        Ok(message.to_owned())
    }))
}

/// Reports a text that is no action.
pub fn notation_error(py: Python<'_>, error: &NotationError, excerpt: &str) -> PyErr {
    raise(make(py, "ParseError", |options| {
        describe(options, &error.code(), &error.values(), None)?;
        options.set_item("format", "phh")?;
        options.set_item("excerpt", excerpt)?;
        Ok(error.to_string())
    }))
}

/// Reports an action that cannot be done for another reason than the rules.
pub fn record_error(
    py: Python<'_>,
    refused: &Refused,
    converter: Option<&Py<Converter>>,
    operation: &'static str,
    turn: Option<usize>,
) -> PyErr {
    raise(make(py, "RuleError", |options| {
        describe(options, &refused.code(), &refused.values(), converter)?;
        add_operation(options, Some(operation), turn)?;
        Ok(refused.message(|amount| amount.to_string()))
    }))
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
    let error = raise(make(py, "ReplayError", |options| {
        describe(options, &refused.code(), &refused.values(), converter)?;
        if let Some(cause) = &cause
            && let Ok(code) = cause.value(py).getattr("code")
            && let Ok(values) = cause.value(py).getattr("details")
        {
            options.update(values.cast::<PyDict>()?.as_mapping())?;
            options.set_item("code", code)?;
        }
        if place.operation.is_some() {
            add_operation(options, place.operation, place.player)?;
        }
        options.set_item("format", "phh")?;
        options.set_item("hand", place.hand)?;
        options.set_item("excerpt", place.text)?;
        options.set_item("action", place.number)?;
        Ok(message.to_owned())
    }));
    error.set_cause(py, cause);
    error
}

/// Returns the class of an error of the evaluation.
fn eval_class(code: &str) -> &'static str {
    if code == "unknown-ranking" { "UnsupportedError" } else { "CardError" }
}

/// Returns the class of an error about an array.
fn array_class(code: &str) -> &'static str {
    if code == "no-bulk-evaluation" { "UnsupportedError" } else { "CardError" }
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
    raise(make(py, "RuleError", |options| {
        let (values, code, mut text) = (error.values(), error.code(), error.to_string());
        describe(options, &code, &values, refusal.converter)?;
        if values.iter().any(|(_, value)| matches!(value, Value::Chips(_)))
            && let Some(kind) = RuleError::KINDS.iter().find(|kind| kind.code() == code)
        {
            // Others may count chips in another way.
            options.set_item("template", kind.text)?;
            if refusal.converter.is_some() {
                text = fill_in(py, kind.text, &values, refusal.converter)?;
            }
        }
        add_operation(options, refusal.operation, refusal.turn)?;
        Ok(text)
    }))
}

/// Returns what a caller gave, to be shown.
pub fn show(given: &Bound<'_, PyAny>) -> String {
    // Python refuses to write very large numbers out.
    let shown = given.repr().and_then(|text| text.extract::<String>());
    shown.map_or_else(|_| "a larger one".to_owned(), |text| shorten(&text))
}

/// Reports something that a caller gives, as it was given.
pub fn given_error(given: &Bound<'_, PyAny>, error: &GivenError) -> PyErr {
    let (py, made) = (given.py(), error.raise(given.py()));
    let kept = || match error.values().last() {
        Some((name, _)) => made.value(py).getattr("details")?.set_item(name, given),
        None => Ok(()),
    };
    kept().err().unwrap_or_else(|| made.clone_ref(py))
}

/// Returns the class of an error about what a caller gives.
fn given_class(code: &str) -> &'static str {
    match code {
        "amount-not-whole"
        | "amount-off-unit"
        | "negative-card-count"
        | "unknown-contest"
        | "unknown-declaration" => "RuleError",
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
    uncoded(py, "RuleError", message)
}

/// Reports everything that is wrong with a game.
pub fn setup_error(py: Python<'_>, problems: &[SetupError]) -> PyErr {
    let texts: Vec<String> = problems.iter().map(SetupError::to_string).collect();
    raise(make(py, "SetupError", |options| {
        let list = |(problem, text): (&SetupError, _)| {
            let values = PyDict::new(py);
            add_values(&values, &problem.values(), None)?;
            Ok((problem.code(), text, values))
        };
        let listed = problems.iter().zip(&texts).map(list).collect::<PyResult<Vec<_>>>()?;
        options.set_item("problems", listed)?;
        Ok(texts.join("; "))
    }))
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
    uncoded(py, "UnsupportedError", message)
}

impl Raise for TablesError {
    fn raise(&self, py: Python<'_>) -> PyErr {
        match self {
            Self::Setup(problems) => setup_error(py, problems),
            Self::Refused(refusal) => refusal.raise(py),
        }
    }
}

/// Text that is not cards, as PokerKit reports it.
impl Raise for ParseCardError {
    fn raise(&self, _py: Python<'_>) -> PyErr {
        PyValueError::new_err(self.to_string())
    }
}

/// The operating system has no randomness.
impl Raise for EntropyError {
    fn raise(&self, _py: Python<'_>) -> PyErr {
        PyOSError::new_err(self.to_string())
    }
}

/// Returns the class of a warning.
pub fn warning_class<'py>(py: Python<'py>, warning: &Warning) -> PyResult<&'py Bound<'py, PyType>> {
    static CLASSES: [PyOnceLock<Py<PyType>>; 3] = [const { PyOnceLock::new() }; 3];
    let (number, name) = match warning {
        Warning::FoldWithoutNeed => (0, "FoldWithoutNeedWarning"),
        Warning::NotDealable(_) => (1, "NotDealableWarning"),
        Warning::Replenished => (2, "ReplenishedWarning"),
    };
    CLASSES[number].import(py, "croupier.errors", name)
}

/// Makes exceptions of errors, each of a class that may depend on the code, where nothing else has to be said of them; and
/// lists all kinds with their classes.
macro_rules! classes {
    ($($error:ty $(, $raised:ident)? => $class:expr;)*) => {
        $($(
            impl Raise for $error {
                fn $raised(&self, py: Python<'_>) -> PyErr {
                    let class: fn(&str) -> &'static str = $class;
                    coded(py, class(&self.code()), self)
                }
            }
        )?)*

        const KINDS: &[(&[Kind], fn(&str) -> &'static str)] =
            &[$((<$error>::KINDS, $class),)* (DOCUMENT_KINDS, |_| "ParseError")];
    };
}

classes! {
    RuleError => |_| "RuleError";
    SetupError => |_| "SetupError";
    Warning => |_| "RuleWarning";
    EvalError, raise => eval_class;
    BatchError, raise => |_| "CardError";
    ArrayError, raise => array_class;
    EquityError, raise => equity_class;
    SolverError, raise => solver_class;
    BuildError, raise => |_| "ParseError";
    LogError, raise => |_| "ParseError";
    WriteError, raise => |_| "UnsupportedError";
    NotationError => |_| "ParseError";
    RecordError => |_| "RuleError";
    TableRefusal, raise => |_| "RuleError";
    GivenError, raise => given_class;
}

/// Returns all kinds of errors and warnings of the core: the class or classes in Python, the code, the text, and the
/// names of the values.
#[pyfunction]
#[pyo3(name = "list_error_kinds")]
pub fn list_kinds() -> Vec<(&'static str, String, &'static str, Vec<&'static str>)> {
    let of_all =
        KINDS.iter().flat_map(|(kinds, class)| kinds.iter().map(move |kind| (kind, class)));
    of_all
        .map(|(kind, class)| {
            let (code, values) = (kind.code(), kind.values.iter().copied().map(player_name));
            (class(&code), code, kind.text, values.collect())
        })
        .collect()
}
