//! A history gone through action by action.

use pyo3::exceptions::PyStopIteration;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};

use super::State;
use super::notation::{Manner, act};

/// The states of a history and what led to them, one after the other.
///
/// Actions that can be done as they are written are done here; whatever else there is, Python's replayer does.
#[pyclass(module = "croupier._native")]
pub struct Steps {
    /// Starts the hand, and takes over.
    source: Py<PyAny>,
    pairs: bool,
    play: Option<Play>,
    ended: bool,
}

/// A history that is being played.
struct Play {
    /// Python's replayer, once it is needed.
    replayer: Option<Py<PyAny>>,
    state: Py<State>,
    actions: Py<PyList>,
    /// How actions are done here; none where Python does all of them.
    manner: Option<Manner>,
    /// The next action.
    next: usize,
    /// What Python does now, step by step, and whether it is the last.
    python: Option<(Py<PyAny>, bool)>,
}

/// What a step led to.
enum Step<'py> {
    /// The state after what needs no action.
    Silent,
    /// The state after an action.
    Action(Bound<'py, PyAny>),
    End,
}

#[pymethods]
impl Steps {
    /// Take who starts the hand and takes over where actions cannot be done as they are written; give pairs of states
    /// and actions, or states.
    #[new]
    const fn new(source: Py<PyAny>, pairs: bool) -> Self {
        Self { source, pairs, play: None, ended: false }
    }

    const fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let step = match self.step(py) {
            Ok(Step::End) => {
                self.ended = true;
                return Ok(None);
            }
            Ok(step) => step,
            Err(error) => {
                self.ended = true;
                return Err(error);
            }
        };
        let Some(play) = &self.play else { return Ok(None) };
        let state = play.state.bind(py).as_any();
        if !self.pairs {
            return Ok(Some(state.clone()));
        }
        let action = match step {
            Step::Action(action) => action,
            _ => py.None().into_bound(py),
        };
        Ok(Some(PyTuple::new(py, [state, &action])?.into_any()))
    }

    /// Go on to the end.
    fn finish(&mut self, py: Python<'_>) -> PyResult<()> {
        while !self.ended {
            match self.step(py) {
                Ok(Step::End) => self.ended = true,
                Ok(_) => {}
                Err(error) => {
                    self.ended = true;
                    return Err(error);
                }
            }
        }
        Ok(())
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.source)?;
        if let Some(play) = &self.play {
            if let Some(replayer) = &play.replayer {
                visit.call(replayer)?;
            }
            visit.call(&play.state)?;
            visit.call(&play.actions)?;
            if let Some((generator, _)) = &play.python {
                visit.call(generator)?;
            }
        }
        Ok(())
    }

    fn __clear__(&mut self) {
        self.ended = true;
        self.play = None;
    }
}

impl Steps {
    fn step<'py>(&mut self, py: Python<'py>) -> PyResult<Step<'py>> {
        if self.ended {
            return Ok(Step::End);
        }
        let Some(play) = &mut self.play else {
            self.play = Some(Play::begin(self.source.bind(py))?);
            return Ok(Step::Silent);
        };
        play.step(self.source.bind(py))
    }
}

impl Play {
    fn begin(source: &Bound<'_, PyAny>) -> PyResult<Self> {
        type Begun<'py> = (Bound<'py, State>, Bound<'py, PyList>, Option<(bool, bool, bool)>);
        let begun = source.call_method0(intern!(source.py(), "_begin"))?;
        let (state, actions, manner): Begun<'_> = begun.extract()?;
        let manner = manner.map(|(burns, strict, reports)| Manner { burns, strict, reports });
        let (state, actions) = (state.unbind(), actions.unbind());
        Ok(Self { replayer: None, state, actions, manner, next: 0, python: None })
    }

    /// Returns Python's replayer.
    fn replayer<'py>(&mut self, source: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = source.py();
        if let Some(replayer) = &self.replayer {
            return Ok(replayer.bind(py).clone());
        }
        let replayer = source.call_method1(intern!(py, "_take_over"), (&self.state,))?;
        self.replayer = Some(replayer.clone().unbind());
        Ok(replayer)
    }

    fn step<'py>(&mut self, source: &Bound<'py, PyAny>) -> PyResult<Step<'py>> {
        let py = source.py();
        loop {
            if let Some((generator, last)) = &self.python {
                match generator.bind(py).call_method0(intern!(py, "__next__")) {
                    Ok(pair) => {
                        let action = pair.get_item(1)?;
                        return Ok(if action.is_none() {
                            Step::Silent
                        } else {
                            Step::Action(action)
                        });
                    }
                    Err(error) if error.is_instance_of::<PyStopIteration>(py) => {
                        let goes_on = error.value(py).getattr(intern!(py, "value"))?.is_truthy()?;
                        let ends = *last || !goes_on;
                        self.python = None;
                        if ends {
                            return Ok(Step::End);
                        }
                    }
                    Err(error) => return Err(error),
                }
                continue;
            }
            let actions = self.actions.bind(py);
            if self.next >= actions.len() {
                if !self.state.bind(py).try_borrow()?.core.is_live() {
                    return Ok(Step::End);
                }
                let generator = self.replayer(source)?.call_method0(intern!(py, "end"))?;
                self.python = Some((generator.unbind(), true));
                continue;
            }
            let action = actions.get_item(self.next)?;
            self.next += 1;
            if let Some(manner) = self.manner
                && let Ok(text) = action.cast::<PyString>()
                && let Ok(text) = text.to_str()
                && act(&mut *self.state.bind(py).try_borrow_mut()?, py, text, manner)
            {
                return Ok(Step::Action(action));
            }
            let generator =
                self.replayer(source)?.call_method1(intern!(py, "act"), (self.next, action))?;
            self.python = Some((generator.unbind(), false));
        }
    }
}
