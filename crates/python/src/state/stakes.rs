//! The amounts of a hand history: how fine its chips are, and its setup from that of a hand with the same stakes.

use croupier_histories::Number;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};

use super::setup::Setup;
use crate::documents::decimal;

/// The amounts of a hand history.
#[pyclass(frozen, module = "croupier._native")]
pub struct Stakes {
    /// What tells the game and the stakes from others; the stacks are no part of it.
    #[pyo3(get)]
    key: Py<PyString>,
    starting_stacks: Py<PyTuple>,
}

#[pymethods]
impl Stakes {
    /// Return the amounts of a hand history, given its attributes; none where something about it is unusual, or where
    /// an attribute is not what it usually is.
    #[staticmethod]
    fn read(attributes: &Bound<'_, PyDict>, usual: &Bound<'_, PyDict>) -> PyResult<Option<Self>> {
        let py = attributes.py();
        for (name, value) in usual.iter() {
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
        if others.contains(intern!(py, "_board_count"))? {
            return Ok(None);
        }
        let Ok(code) = variant.to_str() else { return Ok(None) };
        let mut key = String::with_capacity(96);
        key.push_str(code);
        key.push(if trimming.is_true() { '+' } else { '-' });
        let bets = [
            get(intern!(py, "antes"))?,
            get(intern!(py, "blinds_or_straddles"))?,
            get(intern!(py, "bring_in"))?,
            get(intern!(py, "small_bet"))?,
            get(intern!(py, "big_bet"))?,
            get(intern!(py, "min_bet"))?,
        ];
        let mut divided = false;
        for bet in &bets {
            key.push(';');
            if bet.is_none() {
                continue;
            }
            if let Ok(list) = bet.cast_exact::<PyList>() {
                key.push('[');
                for item in list.iter() {
                    if !write_bet(&item, &mut key, &mut divided)? {
                        return Ok(None);
                    }
                }
            } else if !write_bet(bet, &mut key, &mut divided)? {
                return Ok(None);
            }
        }
        let Some(raised) = has_divided_raises(actions)? else { return Ok(None) };
        divided |= raised;
        let Some(numbers) = numbers(stacks)? else { return Ok(None) };
        let begins_divided = stacks.iter().any(|stack| !is_whole(&stack));
        if !divided && !begins_divided {
            divided = match ends_divided(&get(intern!(py, "finishing_stacks"))?)? {
                Some(ends) => ends,
                None => return Ok(None),
            };
        }
        key.push_str(match (divided, begins_divided) {
            (true, _) => ";exact",
            (false, true) => ";whole",
            (false, false) => ";integers",
        });
        key.push_str(&numbers.len().to_string());
        let starting_stacks = stacks.to_tuple().unbind();
        let key = PyString::new(py, &key).unbind();
        Ok(Some(Self { key, starting_stacks }))
    }

    /// Return the setup of a hand with these stacks, from that of another hand with the same key; none where the
    /// stacks cannot be played or counted.
    fn fill(&self, py: Python<'_>, like: &Bound<'_, Setup>) -> Option<Setup> {
        let stacks = Some(self.starting_stacks.clone_ref(py));
        like.get().replace(py, None, None, None, stacks, None).ok()
    }
}

/// Returns an attribute, or Python's `None`.
fn attribute<'py>(
    attributes: &Bound<'py, PyDict>,
    name: &Bound<'py, PyString>,
) -> PyResult<Bound<'py, PyAny>> {
    let none = || attributes.py().None().into_bound(attributes.py());
    Ok(attributes.get_item(name)?.unwrap_or_else(none))
}

/// Tells whether an amount says nothing of fractions: an integer, or one that is unknown.
fn is_whole(value: &Bound<'_, PyAny>) -> bool {
    value.is_exact_instance_of::<PyInt>() || value.is_exact_instance_of::<PyFloat>()
}

/// Reads an integer or a decimal that is written in the usual way, or infinity.
fn number(value: &Bound<'_, PyAny>) -> PyResult<Option<Number>> {
    let py = value.py();
    if value.is_exact_instance_of::<PyInt>() {
        return Ok(value.extract::<i64>().ok().and_then(Number::whole));
    }
    if value.get_type().is(decimal(py)?) {
        return Ok(Number::parse(value.str()?.to_str()?.as_bytes()).filter(is_finite));
    }
    let infinite = value.cast_exact::<PyFloat>().is_ok_and(|float| float.value() == f64::INFINITY);
    Ok(infinite.then_some(Number::Infinite))
}

fn is_finite(number: &Number) -> bool {
    *number != Number::Infinite
}

fn numbers(values: &Bound<'_, PyList>) -> PyResult<Option<Vec<Number>>> {
    let mut read = Vec::with_capacity(values.len());
    for value in values.iter() {
        match number(&value)? {
            Some(number) => read.push(number),
            None => return Ok(None),
        }
    }
    Ok(Some(read))
}

/// Adds a bet to the key, as it is written; tells whether it is a usual one.
fn write_bet(bet: &Bound<'_, PyAny>, key: &mut String, divided: &mut bool) -> PyResult<bool> {
    use std::fmt::Write;
    key.push(',');
    if bet.is_exact_instance_of::<PyInt>() {
        match bet.extract::<i64>() {
            Ok(digit @ 0..=9) => key.push(char::from(b'0' + digit as u8)),
            Ok(number) => {
                let _ = write!(key, "{number}");
            }
            Err(_) => return Ok(false),
        }
        return Ok(true);
    }
    if !bet.get_type().is(decimal(bet.py())?) {
        return Ok(false);
    }
    *divided = true;
    key.push('d');
    let text = bet.str()?;
    key.push_str(text.to_str()?);
    Ok(Number::parse(text.to_str()?.as_bytes()).is_some_and(|number| is_finite(&number)))
}

/// Tells whether any bet or raise has a point; nothing where actions are unusual.
fn has_divided_raises(actions: &Bound<'_, PyList>) -> PyResult<Option<bool>> {
    let mut divided = false;
    for action in actions.iter() {
        let Ok(action) = action.cast_exact::<PyString>() else { return Ok(None) };
        let Ok(text) = action.to_str() else { return Ok(None) };
        let (mut said, mut raises) = (text, false);
        for (index, &byte) in text.as_bytes().iter().enumerate() {
            match byte {
                b'#' => {
                    let remark = &text[index..];
                    // Croupier's own actions are remarks; and an amount in a remark is none.
                    if remark.contains("croupier:") || remark.contains("cbr") {
                        return Ok(None);
                    }
                    said = &text[..index];
                    break;
                }
                b'c' => raises |= text.as_bytes()[index..].starts_with(b"cbr"),
                0x80.. => return Ok(None),
                _ => {}
            }
        }
        if !raises {
            continue;
        }
        let mut words = said.split_ascii_whitespace();
        let (Some(_), Some("cbr"), Some(amount), None) =
            (words.next(), words.next(), words.next(), words.next())
        else {
            return Ok(None);
        };
        match Number::parse(amount.as_bytes()) {
            Some(number) if amount.as_bytes()[0].is_ascii_digit() => divided |= number.is_decimal(),
            _ => return Ok(None),
        }
    }
    Ok(Some(divided))
}

/// Tells whether stacks end with fractions; nothing where they are unusual.
fn ends_divided(stacks: &Bound<'_, PyAny>) -> PyResult<Option<bool>> {
    if stacks.is_none() {
        return Ok(Some(false));
    }
    let Ok(stacks) = stacks.cast_exact::<PyList>() else { return Ok(None) };
    let numbers = numbers(stacks)?;
    Ok(numbers.map(|numbers| numbers.into_iter().any(|number| number.fewest_places() > 0)))
}
