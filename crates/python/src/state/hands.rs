//! The hole cards of all players.

use croupier_engine::State as Core;
use croupier_engine::cards::piles::Hole;
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PySlice, PyTuple};
use smallvec::SmallVec;

use super::arguments::object;
use super::convert::{Number, Pile};
use crate::cards;

/// The hole cards of all players, a list of cards for each. The lists are made when they are asked for.
#[pyclass(sequence, frozen, module = "croupier.state")]
pub struct HoleCards {
    hands: SmallVec<[Hole; 6]>,
}

impl HoleCards {
    /// Takes the hole cards as they are now.
    pub fn new(core: &Core) -> Self {
        Self { hands: SmallVec::from_slice(&core.hole) }
    }

    fn list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.hands.iter().map(|hole| Pile(&hole.cards)))
    }
}

#[pymethods]
impl HoleCards {
    fn __len__(&self) -> usize {
        self.hands.len()
    }

    fn __getitem__<'py>(&self, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = key.py();
        if let Ok(Number(index)) = key.extract::<Number>() {
            let count = self.hands.len() as i64;
            let place = if index < 0 { index.saturating_add(count) } else { index };
            let hand = usize::try_from(place).ok().and_then(|place| self.hands.get(place));
            let hand =
                hand.ok_or_else(|| PyIndexError::new_err(format!("there is no player {index}")))?;
            return Ok(cards::to_list(py, &hand.cards)?.into_any());
        }
        if key.is_instance_of::<PySlice>() {
            return self.list(py)?.as_any().get_item(key);
        }
        Err(PyTypeError::new_err("players are numbered by integers"))
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.list(py)?.try_iter()?.into_any())
    }

    /// Return the first player with this hand.
    #[pyo3(signature = (*arguments))]
    fn index<'py>(&self, arguments: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
        self.list(arguments.py())?.call_method1("index", arguments)
    }

    /// Return how many players have this hand.
    fn count<'py>(&self, hand: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.list(hand.py())?.call_method1("count", (hand,))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let equal = match (other.cast::<Self>(), other.cast::<PyList>()) {
            (Ok(other), _) => {
                let cards = |hole: &Hole| hole.cards;
                self.hands.iter().map(cards).eq(other.get().hands.iter().map(cards))
            }
            (_, Ok(other)) => self.list(py)?.eq(other)?,
            _ => return Ok(py.NotImplemented()),
        };
        object(py, equal)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.list(py)?.repr()?.to_string())
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let list = py.get_type::<PyList>().into_any();
        Ok((list, (self.list(py)?,).into_pyobject(py)?))
    }
}
