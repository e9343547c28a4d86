//! Amounts, cards and seats, in and out.

use croupier_engine::{Chips, Deal, GivenError, Seat, UNKNOWN_STACK, Warning};
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyInt, PyList, PyTuple};

use crate::units::Converter;
use crate::{cards, errors};

/// Returns an amount as Python has it.
pub fn amount_out<'py>(
    py: Python<'py>,
    converter: Option<&Py<PyAny>>,
    amount: Chips,
) -> PyResult<Bound<'py, PyAny>> {
    if amount == UNKNOWN_STACK {
        return Ok(PyFloat::new(py, f64::INFINITY).into_any());
    }
    match converter {
        None => Ok(amount.into_pyobject(py)?.into_any()),
        Some(converter) => {
            converter.bind(py).cast::<Converter>()?.get().amount_of(py, amount.into())
        }
    }
}

/// Reads an amount.
pub fn amount_in(converter: Option<&Py<PyAny>>, amount: &Bound<'_, PyAny>) -> PyResult<Chips> {
    match converter {
        Some(converter) => converter.bind(amount.py()).cast::<Converter>()?.get().to_units(amount),
        None => amount.extract().map_err(|_| {
            let error = GivenError::AmountNotWhole { amount: errors::show(amount) };
            errors::given_error(amount, &error)
        }),
    }
}

/// Returns amounts as a list.
pub fn amounts_out<'py>(
    py: Python<'py>,
    converter: Option<&Py<PyAny>>,
    amounts: &[Chips],
) -> PyResult<Bound<'py, PyList>> {
    if converter.is_none() && !amounts.contains(&UNKNOWN_STACK) {
        return PyList::new(py, amounts);
    }
    let amounts: PyResult<Vec<_>> =
        amounts.iter().map(|&amount| amount_out(py, converter, amount)).collect();
    PyList::new(py, amounts?)
}

/// Returns amounts as a tuple.
pub fn amounts_tuple<'py>(
    py: Python<'py>,
    converter: Option<&Py<PyAny>>,
    amounts: &[Chips],
) -> PyResult<Bound<'py, PyTuple>> {
    Ok(amounts_out(py, converter, amounts)?.to_tuple())
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

impl Number {
    /// Returns the player of this number; the core refuses those that there are not, negative ones too.
    pub fn seat(self) -> Seat {
        self.0 as Seat
    }
}

/// Reads the number of a player.
pub fn seat_in(seat: Option<Number>) -> Option<Seat> {
    seat.map(Number::seat)
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
