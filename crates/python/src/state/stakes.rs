//! The amounts of a hand history: how fine its chips are, and its setup from that of a hand with the same stakes.

use std::sync::{Arc, Mutex};

use croupier_engine::units::{self, Amount};
use croupier_engine::{Action, Chips, Definition, UNKNOWN_STACK};
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
    stacks: Vec<Number>,
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
        Ok(Some(Self { key, stacks: numbers, starting_stacks }))
    }

    /// Return the setup of a hand with these stacks, from that of another hand with the same key; none where the
    /// stacks cannot be played or counted. The stacks are at a place of the setup's values.
    fn fill(
        &self,
        py: Python<'_>,
        like: &Bound<'_, Setup>,
        place: usize,
    ) -> PyResult<Option<Setup>> {
        let like = like.get();
        let Some((scale, places)) = self.scale(like) else { return Ok(None) };
        let mut definition = (*like.definition).clone();
        if rescale(&mut definition, like.scale, scale).is_none() {
            return Ok(None);
        }
        for (stack, number) in definition.starting_stacks.iter_mut().zip(&self.stacks) {
            *stack = match number {
                Number::Infinite => UNKNOWN_STACK,
                number => match number.units(scale) {
                    Some(units) => units,
                    None => return Ok(None),
                },
            };
        }
        if !definition.problems().is_empty() {
            return Ok(None);
        }
        let converter = match &like.converter {
            None => None,
            Some(converter) if (scale, places) == (like.scale, like.places) => {
                Some(converter.clone_ref(py))
            }
            Some(converter) => Some(decimal_converter(converter.bind(py), scale, places)?),
        };
        let values = like.values.bind(py).cast::<PyTuple>()?;
        let changed: Vec<Bound<'_, PyAny>> = values
            .iter()
            .enumerate()
            .map(|(index, value)| match index == place {
                true => self.starting_stacks.bind(py).clone().into_any(),
                false => value,
            })
            .collect();
        let class = values.get_type();
        let values = tuple_of(py)?.call1((class, changed))?.unbind();
        Ok(Some(Setup {
            definition: Arc::new(definition),
            foreign: None,
            converter,
            scale,
            places,
            whole_chips: like.whole_chips,
            values,
        }))
    }
}

impl Stakes {
    /// Returns how many units 1 is, and how many decimal places amounts have.
    fn scale(&self, like: &Setup) -> Option<(i64, u8)> {
        if like.foreign.is_some() || self.stacks.len() != like.definition.starting_stacks.len() {
            return None;
        }
        if like.converter.is_none() {
            return Some((1, 0));
        }
        let (places, scale) = (like.places, i128::from(like.scale));
        let parts = 10_i128.pow(places.into());
        let amount = |units: Chips| {
            let digits = i64::try_from(i128::from(units) * parts / scale).unwrap_or(i64::MAX);
            Amount::Decimal { digits, places }
        };
        let definition = &like.definition;
        let forced =
            definition.antes.iter().chain(&definition.blinds).chain([&definition.bring_in]);
        let forced = forced.map(|&units| amount(units));
        let bets = definition.steps.iter().filter_map(|step| step.betting());
        let bets = bets.map(|betting| amount(betting.minimum_bet));
        let unit = units::choose(forced.chain(self.stacks.iter().map(|&n| n.into())), bets)?;
        Some((unit.scale, unit.places))
    }
}

/// Returns a converter of decimals, of the class of another one.
fn decimal_converter(like: &Bound<'_, PyAny>, scale: i64, places: u8) -> PyResult<Py<PyAny>> {
    /// There are few scales, and converters never change.
    static MADE: Mutex<Vec<(i64, u8, Py<PyAny>)>> = Mutex::new(Vec::new());
    let py = like.py();
    if let Ok(made) = MADE.lock()
        && let Some((.., converter)) = made.iter().find(|made| (made.0, made.1) == (scale, places))
    {
        return Ok(converter.clone_ref(py));
    }
    let converter = like.get_type().call1((intern!(py, "Decimal"), scale, places))?.unbind();
    if let Ok(mut made) = MADE.lock() {
        made.push((scale, places, converter.clone_ref(py)));
    }
    Ok(converter)
}

/// Returns an attribute, or Python's `None`.
fn attribute<'py>(
    attributes: &Bound<'py, PyDict>,
    name: &Bound<'py, PyString>,
) -> PyResult<Bound<'py, PyAny>> {
    let none = || attributes.py().None().into_bound(attributes.py());
    Ok(attributes.get_item(name)?.unwrap_or_else(none))
}

/// Returns what makes a named tuple of its values.
fn tuple_of(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    py.get_type::<PyTuple>().getattr(intern!(py, "__new__"))
}

/// Turns all amounts but the stacks into other units.
fn rescale(definition: &mut Definition, from: i64, to: i64) -> Option<()> {
    if from == to {
        return Some(());
    }
    let change = |amount: &mut Chips| {
        let product = i128::from(*amount) * i128::from(to);
        let exact = product % i128::from(from) == 0;
        *amount = Chips::try_from(product / i128::from(from)).ok().filter(|_| exact)?;
        Some(())
    };
    definition.antes.iter_mut().try_for_each(change)?;
    definition.blinds.iter_mut().try_for_each(change)?;
    change(&mut definition.bring_in)?;
    for step in &mut definition.steps {
        if let Action::Bet(betting) = &mut step.action {
            change(&mut betting.minimum_bet)?;
        }
    }
    Some(())
}

/// Returns how many decimal places an amount needs.
const fn fewest_places(number: Number) -> u8 {
    let Number::Finite { mut digits, mut places } = number else { return 0 };
    while places > 0 && digits % 10 == 0 {
        digits /= 10;
        places -= 1;
    }
    places
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
    Ok(numbers.map(|numbers| numbers.into_iter().any(|number| fewest_places(number) > 0)))
}
