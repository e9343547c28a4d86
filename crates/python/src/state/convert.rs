//! Amounts, cards and seats, in and out.

use croupier_engine::{Chips, Deal, Seat, UNKNOWN_STACK, Warning};
use pyo3::exceptions::{PyUserWarning, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyInt, PyList, PyTuple};

use crate::cards;

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
        Some(converter) => converter.bind(py).call_method1("from_units", (amount,)),
    }
}

/// Reads an amount.
pub fn amount_in(converter: Option<&Py<PyAny>>, amount: &Bound<'_, PyAny>) -> PyResult<Chips> {
    match converter {
        Some(converter) => {
            converter.bind(amount.py()).call_method1("to_units", (amount,))?.extract()
        }
        None => amount.extract().map_err(|_| {
            let shown = amount.repr().map_or_else(|_| "?".to_owned(), |text| text.to_string());
            PyValueError::new_err(format!(
                "the amount must be an integer in this game, not {shown}"
            ))
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

/// Reads the number of a player.
pub fn seat_in(seat: Option<i64>) -> PyResult<Option<Seat>> {
    match seat {
        Some(seat) => Seat::try_from(seat)
            .map(Some)
            .map_err(|_| PyValueError::new_err(format!("there is no player {seat}"))),
        None => Ok(None),
    }
}

/// Reads cards, or how many of them.
pub fn deal_in(cards: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Deal>> {
    let Some(cards) = cards else { return Ok(None) };
    if cards.is_instance_of::<PyInt>() {
        let count =
            cards.extract().map_err(|_| PyValueError::new_err("cards cannot be negative"))?;
        return Ok(Some(Deal::Count(count)));
    }
    Ok(Some(Deal::Cards(cards::extract(cards)?.into_iter().collect())))
}

/// Issues warnings; an error where the caller makes warnings errors.
pub fn warn(py: Python<'_>, warnings: &[Warning]) -> PyResult<()> {
    for warning in warnings {
        let text = std::ffi::CString::new(warning.to_string())?;
        PyErr::warn(py, &py.get_type::<PyUserWarning>(), &text, 1)?;
    }
    Ok(())
}
