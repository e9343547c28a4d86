//! Hands of a class of games, one after the other.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyString, PyTuple, PyType};

use super::setup::{Setup, are_same};
use super::subclass::make_as;

/// What a class of games started its last hand from, with what that was made of.
#[pyclass(frozen, module = "croupier._native")]
pub struct Recent {
    arguments: Py<PyTuple>,
    /// The class variables, which anybody may set.
    variables: Vec<(Py<PyString>, Py<PyAny>)>,
    setup: Py<Setup>,
}

#[pymethods]
impl Recent {
    #[new]
    const fn new(
        arguments: Py<PyTuple>,
        variables: Vec<(Py<PyString>, Py<PyAny>)>,
        setup: Py<Setup>,
    ) -> Self {
        Self { arguments, variables, setup }
    }
}

impl Recent {
    /// Tells whether a hand with these arguments starts from the same, because nothing of the class has changed.
    fn fits(&self, kind: &Bound<'_, PyType>, arguments: &Bound<'_, PyTuple>) -> PyResult<bool> {
        let py = kind.py();
        if !are_same(self.arguments.bind(py), arguments) {
            return Ok(false);
        }
        for (name, value) in &self.variables {
            if !kind.getattr(name)?.is(value) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Make a state of a class: a hand that starts, with a deck as it lies or shuffled, or one that was saved.
#[pyfunction]
#[pyo3(signature = (class, setup, seed=None, deck=None, saved=None, /))]
pub fn make_state<'py>(
    class: &Bound<'py, PyType>,
    setup: &Bound<'py, Setup>,
    seed: Option<&Bound<'py, PyAny>>,
    deck: Option<&Bound<'py, PyTuple>>,
    saved: Option<&Bound<'py, PyBytes>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = class.py();
    make_as(class, (setup, seed, py.None(), saved, deck).into_pyobject(py)?)
}

/// Start a hand of a class of games: from what the last one started from, where it is given the same objects.
#[pyfunction]
#[pyo3(signature = (kind, arguments, seed, /))]
pub fn start_hand<'py>(
    kind: &Bound<'py, PyType>,
    arguments: &Bound<'py, PyTuple>,
    seed: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    static STATE: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let py = kind.py();
    let recent = kind.getattr(intern!(py, "_recent"))?;
    match recent.cast_exact::<Recent>() {
        Ok(recent) if recent.get().fits(kind, arguments)? => {
            let class = STATE.import(py, "croupier.state", "State")?;
            make_as(class, (&recent.get().setup, seed).into_pyobject(py)?)
        }
        _ => kind.call_method1(intern!(py, "_create"), (arguments, seed)),
    }
}
