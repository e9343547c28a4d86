//! The amounts of a hand history: how fine its chips are, and what tells its stakes from others.

use std::fmt::Write;

use croupier_histories::amounts::fineness::{self, Fineness};
use croupier_histories::{Action, Number};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};

use crate::histories::documents::decimal;

/// Return what tells the game and the stakes of a hand history from others, and its stacks, given its attributes; none
/// where something about it is unusual, or where an attribute is not the default.
#[pyfunction]
pub fn read_stakes<'py>(
    attributes: &Bound<'py, PyDict>,
    defaults: &Bound<'py, PyDict>,
) -> PyResult<Option<(String, Bound<'py, PyTuple>)>> {
    let py = attributes.py();
    for (name, value) in defaults.iter() {
        if !attributes.get_item(name)?.is_some_and(|given| given.is(&value)) {
            return Ok(None);
        }
    }
    let get = |name| attribute(attributes, name);
    let variant = get(intern!(py, "variant"))?;
    let trimming = get(intern!(py, "ante_trimming_status"))?;
    let starting = get(intern!(py, "starting_stacks"))?;
    let actions = get(intern!(py, "actions"))?;
    let others = get(intern!(py, "user_defined_fields"))?;
    let (Ok(variant), Ok(trimming), Ok(stacks), Ok(actions), Ok(others)) = (
        variant.cast_exact::<PyString>(),
        trimming.cast_exact::<PyBool>(),
        starting.cast_exact::<PyList>(),
        actions.cast_exact::<PyList>(),
        others.cast_exact::<PyDict>(),
    ) else {
        return Ok(None);
    };
    if others.contains(intern!(py, "_board_count"))? || others.contains(intern!(py, "_unit"))? {
        return Ok(None);
    }
    let Ok(code) = variant.to_str() else { return Ok(None) };
    let mut key = String::with_capacity(96);
    key.push_str(code);
    key.push(if trimming.is_true() { '+' } else { '-' });
    let mut fine = Vec::with_capacity(16);
    for bet in [
        get(intern!(py, "antes"))?,
        get(intern!(py, "blinds_or_straddles"))?,
        get(intern!(py, "bring_in"))?,
        get(intern!(py, "small_bet"))?,
        get(intern!(py, "big_bet"))?,
        get(intern!(py, "min_bet"))?,
    ] {
        // One number for everybody is something else than a list of one.
        key.push(if bet.is_exact_instance_of::<PyList>() { '[' } else { ';' });
        let Some(found) = read_all(&bet, Some(&mut key))? else { return Ok(None) };
        fine.extend(found);
    }
    if !add_raises(actions, &mut fine)? {
        return Ok(None);
    }
    let Some(starting) = read_all(stacks, None)? else { return Ok(None) };
    let begins_divided = starting.iter().any(|stack| *stack > Fineness::Whole);
    let count = starting.len();
    // Most hands say enough before anybody looks at their end.
    let is_decided = begins_divided || fine.iter().any(|bet| *bet > Fineness::Whole);
    let finishing = get(intern!(py, "finishing_stacks"))?;
    let finishing = match finishing.is_none() || finishing.is_exact_instance_of::<PyList>() {
        false => None,
        true if is_decided => Some(Vec::new()),
        true => read_all(&finishing, None)?,
    };
    let Some(finishing) = finishing else { return Ok(None) };
    let divided = fineness::are_divided(fine, starting, finishing);
    key.push_str(match (divided, begins_divided) {
        (true, _) => ";exact",
        (false, true) => ";whole",
        (false, false) => ";integers",
    });
    key.push_str(&count.to_string());
    Ok(Some((key, stacks.to_tuple())))
}

/// Returns an attribute, or Python's `None`.
fn attribute<'py>(
    attributes: &Bound<'py, PyDict>,
    name: &Bound<'py, PyString>,
) -> PyResult<Bound<'py, PyAny>> {
    let none = || attributes.py().None().into_bound(attributes.py());
    Ok(attributes.get_item(name)?.unwrap_or_else(none))
}

/// Tell whether amounts say that chips are divided: all bets, and the stacks before and after the hand.
#[pyfunction]
pub fn are_chips_divided(
    bets: Vec<Bound<'_, PyAny>>,
    starting: Vec<Bound<'_, PyAny>>,
    finishing: Vec<Bound<'_, PyAny>>,
) -> PyResult<bool> {
    let fine =
        |all: Vec<Bound<'_, PyAny>>| all.iter().map(find_fineness).collect::<PyResult<Vec<_>>>();
    Ok(fineness::are_divided(fine(bets)?, fine(starting)?, fine(finishing)?))
}

/// Returns how fine an amount is: decimals, and floats that are finite, are not whole, whatever their value.
fn find_fineness(value: &Bound<'_, PyAny>) -> PyResult<Fineness> {
    if let Some(fine) = read_fineness(value)? {
        return Ok(fine);
    }
    let is_amount = value.is_instance(decimal(value.py())?)? || value.is_instance_of::<PyFloat>();
    if !is_amount {
        return Ok(Fineness::Whole);
    }
    match value.call_method0(intern!(value.py(), "as_integer_ratio")) {
        Ok(ratio) if ratio.get_item(1)?.eq(1)? => Ok(Fineness::Point),
        Ok(_) => Ok(Fineness::Fraction),
        // There is none of an infinite amount.
        Err(_) => Ok(Fineness::Whole),
    }
}

/// Reads an integer or a decimal that is written in the usual way, or infinity; returns how fine it is.
fn read_fineness(value: &Bound<'_, PyAny>) -> PyResult<Option<Fineness>> {
    let py = value.py();
    if value.is_exact_instance_of::<PyInt>() {
        let number = value.extract::<i64>().ok().and_then(Number::whole);
        return Ok(number.map(|_| Fineness::Whole));
    }
    if value.get_type().is(decimal(py)?) {
        return Ok(match Number::parse(value.str()?.to_str()?.as_bytes()) {
            // A decimal has a point, even where it is not written.
            Some(number @ Number::Finite { .. }) => {
                Some(Fineness::from(number).max(Fineness::Point))
            }
            _ => None,
        });
    }
    let infinite = value.cast_exact::<PyFloat>().is_ok_and(|float| float.value() == f64::INFINITY);
    Ok(infinite.then_some(Fineness::Whole))
}

/// Returns how fine the amounts of a list are, or the only one, or none, and writes them down in a key; nothing where they
/// are unusual.
fn read_all(
    value: &Bound<'_, PyAny>,
    mut key: Option<&mut String>,
) -> PyResult<Option<Vec<Fineness>>> {
    let mut read = |amount: &Bound<'_, PyAny>| {
        let found = read_fineness(amount)?;
        // What is no amount may have a text that is made by anybody's code.
        if let (Some(key), Some(_)) = (&mut key, found) {
            // Equal decimals may be written differently.
            let _ = match amount.cast_exact::<PyInt>().map(|number| number.extract::<i64>()) {
                Ok(Ok(number)) => write!(key, ",{number}"),
                _ => write!(key, ",d{}", amount.str()?.to_string_lossy()),
            };
        }
        Ok(found)
    };
    match value.cast_exact::<PyList>() {
        Ok(list) => list.iter().map(|amount| read(&amount)).collect(),
        Err(_) if value.is_none() => Ok(Some(Vec::new())),
        Err(_) => Ok(read(value)?.map(|fine| vec![fine])),
    }
}

/// Adds how fine bets and raises are; false where an action is unusual, or one of Croupier's own.
fn add_raises(actions: &Bound<'_, PyList>, fine: &mut Vec<Fineness>) -> PyResult<bool> {
    for action in actions.iter() {
        let Ok(text) = action.cast_exact::<PyString>() else { return Ok(false) };
        let Ok(text) = text.to_str() else { return Ok(false) };
        // Deals have no amounts.
        if text.starts_with("d ") && !text.as_bytes().contains(&b'#') {
            continue;
        }
        let Some((action, _)) = Action::parse(text) else { return Ok(false) };
        fine.extend(action.amount().map(Fineness::from));
    }
    Ok(true)
}
