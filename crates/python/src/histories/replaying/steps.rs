//! A history gone through action by action.

use croupier_histories::Action;
use croupier_histories::phh::notation::Style;
use croupier_histories::replay::refusal::Refusal;
use croupier_histories::replay::table::{House, Table};
use croupier_histories::replay::{Replay, ReplayOptions, Step, describe};
use pyo3::IntoPyObjectExt;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

use super::notation::{PythonTable, with_table};
use crate::errors::{self, ReplayPlace};
use crate::state::State;

/// The states of a history and what led to them, one after the other.
#[pyclass(module = "croupier._native")]
pub struct Steps {
    /// Starts the hand.
    source: Py<PyAny>,
    pairs: bool,
    strict: bool,
    play: Option<Play>,
    ended: bool,
}

/// A history that is being played.
struct Play {
    state: Py<State>,
    actions: Py<PyList>,
    /// Reads amounts, if not as usual.
    parse_value: Option<Py<PyAny>>,
    key: Option<String>,
    replay: Replay,
    /// The next action.
    next: usize,
    /// The action that is to be done, if it was read before.
    action: Option<Action>,
}

/// The action that led to a state, or none where none was needed.
type Led<'py> = Option<Bound<'py, PyAny>>;

#[pymethods]
impl Steps {
    /// Take who starts the hand; give pairs of states and actions, or states. A strict replay repairs nothing.
    #[new]
    #[pyo3(signature = (source, pairs, strict=false))]
    const fn new(source: Py<PyAny>, pairs: bool, strict: bool) -> Self {
        Self { source, pairs, strict, play: None, ended: false }
    }

    const fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(action) = self.step(py)? else { return Ok(None) };
        let state = self.state(py).into_bound_py_any(py)?;
        match self.pairs {
            true => Ok(Some((state, action).into_bound_py_any(py)?)),
            false => Ok(Some(state)),
        }
    }

    /// Go on to the end.
    fn finish(&mut self, py: Python<'_>) -> PyResult<()> {
        while self.step(py)?.is_some() {}
        Ok(())
    }

    /// The state, if the hand was started.
    #[getter]
    fn state(&self, py: Python<'_>) -> Option<Py<State>> {
        self.play.as_ref().map(|play| play.state.clone_ref(py))
    }

    /// The repairs so far: the kind, the number of the action, and what was done.
    #[getter]
    fn repairs(&self, py: Python<'_>) -> PyResult<Vec<(&'static str, Option<usize>, String)>> {
        let Some(play) = &self.play else { return Ok(Vec::new()) };
        if play.replay.repairs.is_empty() {
            return Ok(Vec::new());
        }
        with_table(play.state.bind(py), None, |table| {
            let tell = |amount| table.house.show(amount);
            let repairs = play.replay.repairs.iter();
            repairs.map(|&(repair, action)| (repair.kind(), action, repair.message(tell))).collect()
        })
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.source)?;
        if let Some(play) = &self.play {
            visit.call(&play.state)?;
            visit.call(&play.actions)?;
            visit.call(&play.parse_value)?;
        }
        Ok(())
    }

    fn __clear__(&mut self) {
        self.ended = true;
        self.play = None;
    }
}

impl Steps {
    /// Goes on, unless it has ended, which an error does.
    fn step<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Led<'py>>> {
        let step = match &mut self.play {
            _ if self.ended => Ok(None),
            Some(play) => play.step(py),
            None => self.begin(py).map(|play| {
                self.play = Some(play);
                Some(None)
            }),
        };
        self.ended = !matches!(step, Ok(Some(_)));
        step
    }

    /// Starts the hand.
    fn begin(&self, py: Python<'_>) -> PyResult<Play> {
        type Begun<'py> =
            (Bound<'py, State>, Bound<'py, PyList>, bool, Option<Py<PyAny>>, Option<String>, bool);
        let begun = self.source.bind(py).call_method0(intern!(py, "_begin"))?;
        let (state, actions, burns, parse_value, key, configured): Begun<'_> = begun.extract()?;
        let strict = self.strict;
        let style = if strict { Style { strict, extended: configured } } else { Style::LOOSE };
        let replay =
            Replay::new(ReplayOptions { burns, strict, reports: false, warns: true, style });
        let (state, actions) = (state.unbind(), actions.unbind());
        Ok(Play { state, actions, parse_value, key, replay, next: 0, action: None })
    }
}

impl Play {
    fn step<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Led<'py>>> {
        let Self { state, actions, parse_value, key, replay, next, action } = self;
        let (state, actions) = (state.bind(py), actions.bind(py));
        let parse_value = parse_value.as_ref().map(|parse_value| parse_value.bind(py));
        if *next >= actions.len() {
            let went = with_table(state, parse_value, |table| {
                replay.end(table).map_err(|refusal| {
                    let turn = table.state().turn();
                    table.house.raise(refusal, "no_operate", turn)
                })
            })?;
            return Ok(went?.then_some(None));
        }
        let given = actions.get_item(*next)?;
        let text = given.cast::<PyString>().map_err(|_| {
            let shown = given.repr().map_or_else(|_| "?".to_owned(), |text| text.to_string());
            let message = format!("an action must be a text, not {shown}");
            errors::history_error(py, &errors::DOCUMENT_KINDS[2], &message, key.as_deref(), None)
        })?;
        let text = text.to_str().or_else(|error| {
            // Python has the words for it.
            let module = py.import(intern!(py, "croupier.histories.replaying.replay"))?;
            let verify = module.getattr(intern!(py, "verify_text"))?;
            verify.call1((text, *next + 1, key.as_deref()))?;
            Err(error)
        })?;
        let (hand, number) = (key.as_deref(), *next + 1);
        let place = ReplayPlace { hand, number, text, operation: None, player: None };
        let (read, commentary) = match action.take() {
            Some(read) => (read, croupier_histories::phh::action::find_remark(text)),
            None => Action::read(text, replay.options().style).map_err(|error| {
                let message = format!("action {} cannot be read: {error}", place.number);
                let refusal = Refusal::Notation(error);
                errors::replay_error(py, &message, &refusal, None, None, &place)
            })?,
        };
        let done = with_table(state, parse_value, |table| {
            replay
                .act(table, place.number, text, &read, commentary)
                .map_err(|refusal| refuse(py, table, &refusal, &read, place))
        })?;
        match done? {
            Step::Silent => {
                *action = Some(read);
                Ok(Some(None))
            }
            Step::Acted => {
                *next += 1;
                Ok(Some(Some(given)))
            }
            // Nothing is reported.
            Step::Stopped => Ok(None),
        }
    }
}

/// Returns the exception for an action that is refused.
fn refuse(
    py: Python<'_>,
    table: &PythonTable<'_, '_>,
    refusal: &Refusal,
    action: &Action,
    place: ReplayPlace<'_>,
) -> PyErr {
    let mut cause = table.house.hooks.take_raised();
    if matches!(refusal, Refusal::Raised { fatal: true, .. })
        && let Some(raised) = cause.take()
    {
        return raised;
    }
    let cause = cause.filter(|_| matches!(refusal, Refusal::Raised { .. }));
    let why = refusal.message(|amount| table.house.show(amount));
    let number = place.number;
    let why = why.trim_end_matches('.');
    let message = format!("action {number} is refused: {why}; legal would be {}", describe(table));
    let operation = Some(action.operation());
    let player = action.seat().or_else(|| table.state().turn());
    let place = ReplayPlace { operation, player, ..place };
    errors::replay_error(py, &message, refusal, cause, table.house.converter(), &place)
}
