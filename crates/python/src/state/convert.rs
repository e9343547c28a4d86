//! Amounts, cards and seats, in and out.

use croupier_cards::Card;
use croupier_engine::{Chips, Deal, GivenError, Seat, UNKNOWN_STACK, Warning};
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyInt, PyList, PyTuple};

use crate::units::Converter;
use crate::{cards, errors};

/// An amount, which becomes one as the caller counts.
#[derive(Clone, Copy)]
pub struct Amount<'a>(pub Chips, pub Option<&'a Py<Converter>>);

impl<'py> IntoPyObject<'py> for Amount<'_> {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        match self {
            Self(UNKNOWN_STACK, _) => Ok(PyFloat::new(py, f64::INFINITY).into_any()),
            Self(amount, None) => Ok(amount.into_pyobject(py)?.into_any()),
            Self(amount, Some(converter)) => converter.get().amount_of(py, amount.into()),
        }
    }
}

impl Amount<'_> {
    /// Returns the amount as Python shows it.
    pub fn show(self, py: Python<'_>) -> PyResult<String> {
        Ok(self.into_pyobject(py)?.str()?.to_string())
    }
}

/// Values that become a tuple.
pub struct Values<T>(pub T);

impl<'py, T> IntoPyObject<'py> for Values<T>
where
    T: IntoIterator<Item: IntoPyObject<'py>>,
{
    type Target = PyTuple;
    type Output = Bound<'py, PyTuple>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        PyTuple::new(py, self.0.into_iter().collect::<Vec<_>>())
    }
}

/// Cards that become a tuple.
pub struct Shown<T>(pub T);

impl<'py, T: AsRef<[Card]>> IntoPyObject<'py> for Shown<T> {
    type Target = PyTuple;
    type Output = Bound<'py, PyTuple>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        cards::to_tuple(py, self.0.as_ref())
    }
}

/// Cards that become a list.
pub struct Pile<'a>(pub &'a [Card]);

impl<'py> IntoPyObject<'py> for Pile<'_> {
    type Target = PyList;
    type Output = Bound<'py, PyList>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        cards::to_list(py, self.0)
    }
}

/// Reads an amount.
pub fn amount_in(converter: Option<&Py<Converter>>, amount: &Bound<'_, PyAny>) -> PyResult<Chips> {
    match converter {
        Some(converter) => converter.get().to_units(amount),
        None => amount.extract().map_err(|_| {
            let error = GivenError::AmountNotWhole { amount: errors::show(amount) };
            errors::given_error(amount, &error)
        }),
    }
}

/// A whole number as a caller gives it; those that are too large are as large as can be.
#[derive(Clone, Copy)]
pub struct Number(pub i64);

impl<'a, 'py> FromPyObject<'a, 'py> for Number {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        match object.extract::<i64>() {
            Ok(number) => Ok(Self(number)),
            Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => {
                Ok(Self(if object.lt(0)? { i64::MIN } else { i64::MAX }))
            }
            Err(error) => Err(error),
        }
    }
}

/// Reads the number of a player; the core refuses those that there are not, negative ones too.
pub fn seat_in(seat: Option<Number>) -> Option<Seat> {
    seat.map(|Number(seat)| seat as Seat)
}

/// Reads cards, or how many of them.
pub fn deal_in(cards: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Deal>> {
    let Some(cards) = cards else { return Ok(None) };
    if cards.is_instance_of::<PyInt>() {
        let Number(count) = cards.extract()?;
        let count = usize::try_from(count).map_err(|_| {
            let error = GivenError::NegativeCardCount { given: errors::show(cards) };
            errors::given_error(cards, &error)
        })?;
        return Ok(Some(Deal::Count(count)));
    }
    Ok(Some(Deal::Cards(cards::collect(cards)?)))
}

/// Issues warnings; an error where the caller makes warnings errors.
pub fn warn(py: Python<'_>, warnings: &[Warning]) -> PyResult<()> {
    for warning in warnings {
        let text = std::ffi::CString::new(warning.to_string())?;
        PyErr::warn(py, errors::warning_class(py, warning)?, &text, 1)?;
    }
    Ok(())
}
