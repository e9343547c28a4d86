//! How fine chips are.

use croupier_engine::units::{self, Amount};
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyInt};

/// Choose what divisible chips are counted in, so that all amounts are whole numbers of units.
///
/// Return how many units 1 is and how many decimal places the finest amount has; none where there are too many chips,
/// or too fine ones. The amounts are on the table together; the others are only counted.
#[pyfunction]
#[pyo3(signature = (amounts, others=Vec::new()))]
pub fn choose_unit(
    amounts: Vec<Bound<'_, PyAny>>,
    others: Vec<Bound<'_, PyAny>>,
) -> PyResult<Option<(i64, u8)>> {
    let (amounts, others) = (read_amounts(&amounts)?, read_amounts(&others)?);
    let unit = amounts.zip(others).and_then(|(amounts, others)| units::choose(amounts, others));
    Ok(unit.map(|unit| (unit.scale, unit.places)))
}

/// Choose with how many decimal places amounts are written: none where all are whole, two for cents, or more.
///
/// Return none where some have no end, or more than are counted.
#[pyfunction]
pub fn choose_places(amounts: Vec<Bound<'_, PyAny>>) -> PyResult<Option<u8>> {
    Ok(read_amounts(&amounts)?.and_then(units::places))
}

/// Reads amounts of any types; nothing where one has more digits than are counted.
fn read_amounts(amounts: &[Bound<'_, PyAny>]) -> PyResult<Option<Vec<Amount>>> {
    amounts.iter().map(read_amount).collect()
}

/// Reads an `int`, a `float` as it is written, or anything that says of which integers it is the ratio.
fn read_amount(amount: &Bound<'_, PyAny>) -> PyResult<Option<Amount>> {
    if amount.is_instance_of::<PyInt>() {
        let whole = amount.extract::<i128>().ok();
        return Ok(whole.map(|numerator| Amount::Ratio { numerator, denominator: 1 }));
    }
    if amount.eq(f64::INFINITY)? {
        return Ok(Some(Amount::Unknown));
    }
    let is_written = ["Decimal", "Fraction"].contains(&amount.get_type().name()?.to_str()?);
    if is_written && !amount.is_instance_of::<PyFloat>() {
        let (numerator, denominator): (Bound<'_, PyAny>, Bound<'_, PyAny>) =
            amount.call_method0("as_integer_ratio")?.extract()?;
        let (numerator, denominator) = (numerator.extract().ok(), denominator.extract().ok());
        let ratio = numerator.zip(denominator);
        return Ok(ratio.map(|(numerator, denominator)| Amount::Ratio { numerator, denominator }));
    }
    Ok(read_float(amount.extract()?))
}

/// Returns a float as the shortest decimal that is it.
fn read_float(float: f64) -> Option<Amount> {
    let text = float.to_string();
    let (whole, part) = text.split_once('.').unwrap_or((&text, ""));
    let numerator = format!("{whole}{part}").parse().ok()?;
    let denominator = 10_i128.checked_pow(u32::try_from(part.len()).ok()?)?;
    Some(Amount::Ratio { numerator, denominator })
}
