//! Strict checks of hands, and what the core asks Python for meanwhile.

use std::collections::HashSet;
use std::sync::Arc;

use croupier_histories::phh::check::{FieldRules as Rules, ProblemText, Severity};
use croupier_histories::phh::violation::Violation;
use croupier_histories::replay::findings::Finding;
use croupier_histories::replay::{Provided, Provider};
use croupier_histories::toml::Name;
use croupier_histories::{Fault, Field, Hand, Hands, Record, Replayer, visit_hands};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::histories::documents::{Cache, Objects, check, read_text};
use crate::histories::{NamedGame, take_games};
use crate::state::setup::Setup;

/// The rules for fields: the games, the values of some texts, and functions that check others.
#[pyclass(frozen, module = "croupier._native")]
pub struct FieldRules {
    pub rules: Arc<Rules>,
    callbacks: Callbacks,
}

/// Functions of Python that checks call: one knows time zones, the other checks the fields of custom games.
struct Callbacks {
    is_zone: Py<PyAny>,
    check_configured: Py<PyAny>,
}

#[pymethods]
impl FieldRules {
    /// Take the codes of games with the fields that each needs, the code of games that say in other fields what they are,
    /// the codes of currencies, who knows time zones, and who checks the fields of a hand of such a game: it is given all of
    /// them, and returns how bad each problem is, the word for it, the field, its element, and the message.
    #[new]
    fn new(
        required: Vec<(String, Vec<String>)>,
        configured: String,
        currencies: HashSet<String>,
        is_zone: Py<PyAny>,
        check_configured: Py<PyAny>,
    ) -> Self {
        let fields =
            |names: Vec<String>| names.iter().filter_map(|name| Field::find(name)).collect();
        let required = required.into_iter().map(|(code, names)| (code, fields(names))).collect();
        let rules = Arc::new(Rules { required, configured, currencies });
        Self { rules, callbacks: Callbacks { is_zone, check_configured } }
    }
}

/// What checks ask Python for: games that are not in the list, time zones, values as Python shows them.
pub struct PythonProvider<'a> {
    /// Returns the setup of a hand, or nothing; nobody where hands are not played.
    pub provide: Option<Py<PyAny>>,
    /// The rules of strict checks.
    pub rules: Option<&'a FieldRules>,
}

/// How bad a problem is, the word for it, the field, its element, and the message.
type FoundProblem = (String, String, String, Option<usize>, String);

impl Provider for PythonProvider<'_> {
    fn provide(&self, hand: &Hand<'_>) -> Option<Result<Provided, Fault>> {
        let (record, provide) = (hand.record?, self.provide.as_ref()?);
        let provided = Python::attach(|py| -> PyResult<Option<Provided>> {
            let key = Some(record.span.key).filter(|key| !key.is_empty());
            let setup = provide.call1(py, (record.written(), key))?;
            let setup: Option<Bound<'_, Setup>> = setup.extract(py)?;
            Ok(setup.map(|setup| {
                let setup = setup.get();
                Provided { definition: setup.definition.clone(), scale: setup.scale }
            }))
        });
        match provided {
            Ok(provided) => provided.map(Ok),
            Err(error) => {
                Some(Err(Python::attach(|py| Fault::Provided(describe_raised(py, &error)))))
            }
        }
    }

    fn check_configured(&self, record: &Record<'_>) -> Vec<Finding> {
        let Some(FieldRules { callbacks, .. }) = self.rules else { return Vec::new() };
        Python::attach(|py| {
            let ask = || -> PyResult<Vec<FoundProblem>> {
                let fields = with_objects(py, |objects| objects.make_fields(record))?;
                callbacks.check_configured.call1(py, (fields,))?.extract(py)
            };
            let problems = ask().unwrap_or_else(|error| {
                let (severity, code) = ("error".to_owned(), Violation::Setup.code().to_owned());
                vec![(severity, code, "variant".to_owned(), None, describe_raised(py, &error))]
            });
            let finding = |(severity, code, field, item, message): FoundProblem| {
                let severity = match &*severity {
                    "warning" => Severity::Warning,
                    _ => Severity::Error,
                };
                let code = Violation::find(&code).unwrap_or(Violation::Value);
                Finding::of_field(record, severity, code, Name::new(&field), item, message)
            };
            problems.into_iter().map(finding).collect()
        })
    }

    fn show_problem(&self, record: &Record<'_>, text: &ProblemText<'_>) -> String {
        let shown = Python::attach(|py| -> PyResult<String> {
            with_objects(py, |objects| {
                Ok(match text {
                    ProblemText::Words(words) => words.clone(),
                    ProblemText::Number(words, value) => {
                        format!("{words}{}", objects.make(record, *value)?.str()?)
                    }
                    ProblemText::Shown(words, value) => {
                        format!("{words}{}", objects.make(record, *value)?.repr()?)
                    }
                })
            })
        });
        shown.unwrap_or_else(|_| text.as_written())
    }

    fn is_zone(&self, name: &str) -> bool {
        let Some(FieldRules { callbacks, .. }) = self.rules else { return true };
        Python::attach(|py| callbacks.is_zone.call1(py, (name,))?.is_truthy(py)).unwrap_or(false)
    }
}

/// Returns the message of an exception, without the place, which the finding has.
fn describe_raised(py: Python<'_>, error: &PyErr) -> String {
    let arguments = error.value(py).getattr("args");
    let message = arguments.and_then(|all| all.get_item(0)).and_then(|one| one.str());
    message.map_or_else(|_| error.to_string(), |text| text.to_string())
}

fn with_objects<'py, T>(
    py: Python<'py>,
    make: impl FnOnce(&mut Objects<'_, 'py>) -> PyResult<T>,
) -> PyResult<T> {
    let (texts, decimals) = (&mut Cache::new(), &mut Cache::new());
    make(&mut Objects { py, parse_value: None, texts, decimals })
}

/// How bad a finding is, the word for it, the field, the action, the message, the line and the column.
pub type FoundFinding = (&'static str, &'static str, String, Option<usize>, String, usize, usize);

/// Returns a finding as Python takes it.
pub fn to_python(finding: &Finding) -> FoundFinding {
    let place = finding.place.unwrap_or_default();
    let severity = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let (field, message) = (finding.field.clone(), finding.message.clone());
    let code = finding.code.code();
    (severity, code, field, finding.action, message, place.line, place.column)
}

/// List everything that is wrong with the hands of a document without a byte order mark: the key of each, and the finding.
///
/// All of the document is looked at before, so that it is read or refused as a whole. With `part`, the text is the fields of
/// one hand of this key. Where no games are given, fields and the notation of actions are all that is looked at.
#[pyfunction]
#[pyo3(signature = (text, rules, games=None, provide=None, part=None))]
pub fn check_document<'py>(
    text: &Bound<'py, PyString>,
    rules: &Bound<'py, FieldRules>,
    games: Option<Vec<NamedGame<'py>>>,
    provide: Option<Py<PyAny>>,
    part: Option<&str>,
) -> PyResult<Vec<(Option<String>, FoundFinding)>> {
    let (py, rules) = (text.py(), rules.get());
    let text = read_text(text)?;
    let begin = || part.map_or_else(|| Hands::new(text), Hands::part);
    check(py, text, begin())?;
    let plays = games.is_some();
    let provider = PythonProvider { provide, rules: Some(rules) };
    let games = take_games(games.unwrap_or_default());
    let mut replayer = Replayer::new(&games).with(Some(&provider)).strict(Arc::clone(&rules.rules));
    let mut found = Vec::new();
    visit_hands(begin(), text, usize::MAX, |hand, span| {
        match hand {
            Ok(hand) if plays => drop(replayer.replay(hand)),
            Err(unread) if plays || unread.record.is_none() => replayer.refuse(&unread),
            unplayed => {
                let record = unplayed.map_or_else(|unread| unread.record, |hand| hand.record);
                record.map(|record| replayer.check_record(&record, None));
            }
        }
        let key = (!span.key.is_empty()).then(|| span.key.to_owned());
        found.extend(replayer.take_findings().map(|one| (key.clone(), to_python(&one))));
    });
    Ok(found)
}

/// Return the codes of all kinds of violations, and what each means.
#[pyfunction]
pub fn list_violations() -> Vec<(&'static str, &'static str)> {
    Violation::ALL.iter().map(|one| (one.code(), one.meaning())).collect()
}
