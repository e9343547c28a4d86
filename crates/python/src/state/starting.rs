//! Hands of a class of games, one after the other.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict, PyInt, PyList, PyString, PyTuple, PyType};

use super::setup::Setup;
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
        let kept = self.arguments.bind(py);
        let mut pairs = kept.iter_borrowed().zip(arguments.iter_borrowed());
        if kept.len() != arguments.len() || !pairs.all(|(kept, given)| is_unchanged(&kept, &given))
        {
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

/// Tells whether an argument is the one that was kept, or a collection of the same whole numbers: of those that may
/// change, a copy was kept.
fn is_unchanged(kept: &Bound<'_, PyAny>, given: &Bound<'_, PyAny>) -> bool {
    if kept.is(given) {
        return true;
    }
    if let (Ok(kept), Ok(given)) = (kept.cast_exact::<PyTuple>(), given.cast_exact::<PyTuple>()) {
        let mut pairs = kept.iter_borrowed().zip(given.iter_borrowed());
        return kept.len() == given.len() && pairs.all(|(one, other)| is_same(&one, &other));
    }
    if let (Ok(kept), Ok(given)) = (kept.cast_exact::<PyList>(), given.cast_exact::<PyList>()) {
        return kept.len() == given.len()
            && kept.iter().zip(given.iter()).all(|(one, other)| is_same(&one, &other));
    }
    if let (Ok(kept), Ok(given)) = (kept.cast_exact::<PyDict>(), given.cast_exact::<PyDict>()) {
        let mut pairs = kept.iter().zip(given.iter());
        return kept.len() == given.len()
            && pairs.all(|(one, other)| is_same(&one.0, &other.0) && is_same(&one.1, &other.1));
    }
    false
}

/// Tells whether two objects are one, or the same whole number.
fn is_same(one: &Bound<'_, PyAny>, other: &Bound<'_, PyAny>) -> bool {
    one.is(other)
        || one.is_exact_instance_of::<PyInt>()
            && other.is_exact_instance_of::<PyInt>()
            && one.eq(other).unwrap_or(false)
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
