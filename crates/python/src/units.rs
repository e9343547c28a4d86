//! How fine chips are, and amounts as Python has them: exact inside, given back in the type that they came in.

use croupier_engine::chips::units::{self, Amount, MAX_UNITS, Unit};
use croupier_engine::{GivenError, UNKNOWN_STACK};
use croupier_histories::Number;
use croupier_histories::builder::{CURRENCIES, Precision};
use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyInt, PyString};

use crate::errors::{OrRaise, Raise};
use crate::histories::documents::decimal;
use crate::imported::imported;

/// The largest exponent of the first digit of an amount, as `croupier.numbers` has it.
const MAX_EXPONENT: u64 = 40;

/// Return a converter for amounts, or none where they are integers. The amounts are on the table together; the others, such
/// as the sizes of bets, are only counted.
#[pyfunction]
#[pyo3(signature = (amounts, others=Vec::new()))]
pub fn choose_converter(
    py: Python<'_>,
    amounts: Vec<Bound<'_, PyAny>>,
    others: Vec<Bound<'_, PyAny>>,
) -> PyResult<Option<Py<Converter>>> {
    Ok(Counting::choose(py, &amounts, &others)?.converter)
}

/// Choose with how many decimal places amounts are written: none where all are whole, two for cents, or more.
///
/// Return none where some have no end, or more than are counted.
#[pyfunction]
pub fn choose_places(amounts: Vec<Bound<'_, PyAny>>) -> PyResult<Option<u8>> {
    Ok(read_amounts(&amounts)?.and_then(units::places))
}

/// Read an amount of a text as whole units, of which so many digits stand behind the point.
#[pyfunction]
pub fn read_units(py: Python<'_>, text: &Bound<'_, PyString>, digits: u8) -> PyResult<i64> {
    Precision { digits }.read(&text.to_string_lossy()).or_raise(py)
}

/// List signs of currencies, and the codes that they stand for.
#[pyfunction]
pub fn list_currencies() -> Vec<(char, &'static str)> {
    CURRENCIES.to_vec()
}

/// The type of amounts that are no integers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Float,
    Decimal,
    Fraction,
}

impl Kind {
    const ALL: [(Self, &'static str); 3] =
        [(Self::Float, "float"), (Self::Decimal, "Decimal"), (Self::Fraction, "Fraction")];

    /// Returns the type of an amount; nothing where it is an integer or unknown, an error for what is no amount.
    pub fn of(amount: &Bound<'_, PyAny>) -> PyResult<Option<Self>> {
        if amount.is_instance_of::<PyInt>() {
            return Ok(None);
        }
        if let Ok(float) = amount.cast_exact::<PyFloat>() {
            return Ok((float.value() != f64::INFINITY).then_some(Self::Float));
        }
        if amount.get_type().is(decimal(amount.py())?) {
            return Ok(Some(Self::Decimal));
        }
        Err(PyValueError::new_err("an unusual amount"))
    }

    /// Returns the one type of amounts, of which some may be whole; nothing where there are two.
    fn join(one: Option<Self>, other: Option<Self>) -> Option<Option<Self>> {
        (one.is_none() || other.is_none() || one == other).then_some(one.or(other))
    }
}

/// A converter of amounts that are no integers into units and back.
#[pyclass(frozen, module = "croupier._native")]
pub struct Converter {
    kind: Kind,
    pub unit: Unit,
}

impl Converter {
    pub const fn new(kind: Kind, unit: Unit) -> Self {
        Self { kind, unit }
    }
}

#[pymethods]
impl Converter {
    /// How many units 1 is.
    #[getter]
    const fn scale(&self) -> i64 {
        self.unit.scale
    }

    /// How many decimal places amounts have.
    #[getter]
    const fn places(&self) -> u8 {
        self.unit.places
    }

    /// Return an amount in units.
    pub fn to_units(&self, amount: &Bound<'_, PyAny>) -> PyResult<i64> {
        let units = match Kind::of(amount) {
            Ok(_) => read_amount(amount).ok().flatten().and_then(|amount| self.unit.count(amount)),
            Err(_) => None,
        };
        if let Some(units) = units {
            return Ok(units);
        }
        // Python has the words for what is wrong, and the patience for other types.
        let py = amount.py();
        let count = imported!(py, "croupier.state.amounts", "count_units")?;
        count.call1((amount, self.unit.scale))?.extract()
    }

    /// Return an amount of the type of this game.
    #[pyo3(name = "from_units")]
    pub fn amount_of<'py>(&self, py: Python<'py>, units: i128) -> PyResult<Bound<'py, PyAny>> {
        let Unit { scale, places } = self.unit;
        match self.kind {
            Kind::Float => units.into_pyobject(py)?.into_any().div(scale),
            Kind::Decimal => {
                let class = decimal(py)?;
                let parts = 10_i128.checked_pow(places.into());
                let written = parts.and_then(|parts| units.checked_mul(parts));
                // As many places as the amounts that were given, unless there are more.
                match written {
                    Some(written) if written % i128::from(scale) == 0 => {
                        class.call1((write_decimal(written / i128::from(scale), places.into()),))
                    }
                    _ => class.call1((units,))?.div(class.call1((scale,))?),
                }
            }
            Kind::Fraction => {
                imported!(py, "fractions", "Fraction" as PyType)?.call1((units, scale))
            }
        }
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| {
            (self.kind, self.unit.scale) == (other.get().kind, other.get().unit.scale)
        })
    }
}

/// Writes digits with a point before the last ones.
fn write_decimal(digits: i128, places: usize) -> String {
    let sign = if digits < 0 { "-" } else { "" };
    let text = format!("{:0>1$}", digits.unsigned_abs(), places + 1);
    let (whole, part) = text.split_at(text.len() - places);
    if places == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{part}") }
}

/// The way in which the amounts of a hand are counted: whole, or with a converter.
pub struct Counting {
    pub unit: Unit,
    pub converter: Option<Py<Converter>>,
}

/// Amounts that were read: whole numbers, and others that are all of one type.
#[derive(Default)]
pub struct ReadAmounts {
    amounts: Vec<Amount>,
    kind: Option<Kind>,
}

impl ReadAmounts {
    /// Reads amounts; nothing where one is unusual.
    pub fn new<'py>(amounts: impl ExactSizeIterator<Item = Bound<'py, PyAny>>) -> Option<Self> {
        let mut read = Self { amounts: Vec::with_capacity(amounts.len()), kind: None };
        for amount in amounts {
            read.kind = Kind::join(read.kind, Kind::of(&amount).ok()?)?;
            read.amounts.push(read_amount(&amount).ok()??);
        }
        Some(read)
    }

    /// Returns the amounts in units; nothing where one is more than is counted.
    pub fn count(&self, unit: Unit) -> Option<Vec<i64>> {
        self.amounts.iter().map(|&amount| unit.count(amount)).collect()
    }
}

impl Counting {
    /// Chooses how amounts that were read are counted, those on the table together and others with them, and makes what
    /// turns them into units unless the one that is given does; nothing where that needs a closer look.
    pub fn of_read(
        py: Python<'_>,
        forced: &ReadAmounts,
        stacks: &ReadAmounts,
        others: &ReadAmounts,
        made: Option<&Py<Converter>>,
    ) -> Option<Self> {
        let kind = Kind::join(Kind::join(forced.kind, stacks.kind)?, others.kind)?;
        let Some(kind) = kind else { return Some(Self { unit: Unit::WHOLE, converter: None }) };
        let amounts = forced.amounts.iter().chain(&stacks.amounts).copied();
        let unit = units::choose(amounts, others.amounts.iter().copied())?;
        let is_same = |made: &Converter| (made.kind, made.unit) == (kind, unit);
        let converter = match made.filter(|made| is_same(made.get())) {
            Some(made) => made.clone_ref(py),
            None => Py::new(py, Converter::new(kind, unit)).ok()?,
        };
        Some(Self { unit, converter: Some(converter) })
    }

    /// Chooses how any amounts are counted, those on the table together and others with them.
    pub fn choose(
        py: Python<'_>,
        amounts: &[Bound<'_, PyAny>],
        others: &[Bound<'_, PyAny>],
    ) -> PyResult<Self> {
        let read = |amounts: &[Bound<'_, PyAny>]| ReadAmounts::new(amounts.iter().cloned());
        if let (Some(amounts), Some(others)) = (read(amounts), read(others))
            && let Some(found) = Self::of_read(py, &amounts, &ReadAmounts::default(), &others, None)
        {
            return Ok(found);
        }
        if amounts.iter().chain(others).all(is_whole) {
            return Ok(Self { unit: Unit::WHOLE, converter: None });
        }
        // Python has the words for what is wrong, and the patience for other types.
        let find = imported!(py, "croupier.state.amounts", "find_kind")?;
        let name: Option<String> = find.call1((amounts, others))?.extract()?;
        let kind = Kind::ALL.into_iter().find(|(_, kind)| name.as_deref() == Some(kind));
        let Some((kind, _)) = kind else { return Ok(Self { unit: Unit::WHOLE, converter: None }) };
        let read = read_amounts(amounts)?.zip(read_amounts(others)?);
        let unit = read.and_then(|(amounts, others)| units::choose(amounts, others));
        let unit = unit.ok_or_else(|| GivenError::UncountableAmount.raise(py))?;
        Ok(Self { unit, converter: Some(Py::new(py, Converter::new(kind, unit))?) })
    }

    /// Returns an amount in units.
    pub fn count(&self, amount: &Bound<'_, PyAny>) -> PyResult<i64> {
        let py = amount.py();
        if let Some(converter) = &self.converter {
            return converter.get().to_units(amount);
        }
        match amount.extract::<i64>() {
            Ok(units) if units.unsigned_abs() <= MAX_UNITS.unsigned_abs() => Ok(units),
            _ if amount.eq(f64::INFINITY)? => Ok(UNKNOWN_STACK),
            _ => {
                let shown = py.import(intern!(py, "croupier.numbers"))?.getattr("show_short")?;
                let shown = shown.call1((amount,))?.to_string();
                let error = GivenError::TooManyChips { amount: shown };
                Err(crate::errors::given_error(amount, &error))
            }
        }
    }
}

/// Tells whether an amount is an integer, or unknown.
fn is_whole(amount: &Bound<'_, PyAny>) -> bool {
    matches!(Kind::of(amount), Ok(None))
}

/// Reads amounts of any types; nothing where one has more digits than are counted.
pub fn read_amounts(amounts: &[Bound<'_, PyAny>]) -> PyResult<Option<Vec<Amount>>> {
    amounts.iter().map(read_amount).collect()
}

/// Reads an `int`, a `float` as it is written, or anything that says of which integers it is the ratio.
fn read_amount(amount: &Bound<'_, PyAny>) -> PyResult<Option<Amount>> {
    if amount.is_instance_of::<PyInt>() {
        if let Ok(digits) = amount.extract::<i64>() {
            return Ok(Some(Amount::Decimal { digits, places: 0 }));
        }
        let whole = amount.extract::<i128>().ok();
        return Ok(whole.map(|numerator| Amount::Ratio { numerator, denominator: 1 }));
    }
    // Nearly all decimals are written plainly, and that is quicker to read than to ask for.
    if amount.get_type().is(decimal(amount.py())?)
        && let Some(Number::Finite { digits, places }) =
            Number::parse(amount.str()?.to_str()?.as_bytes())
    {
        return Ok(Some(Amount::Decimal { digits, places }));
    }
    if amount.eq(f64::INFINITY)? {
        return Ok(Some(Amount::Unknown));
    }
    let class = amount.get_type().name()?;
    if class == "Decimal" {
        // A ratio of such a number would have as many digits as its exponent says.
        let first: i64 = amount.call_method0(intern!(amount.py(), "adjusted"))?.extract()?;
        if first.unsigned_abs() > MAX_EXPONENT {
            return Ok(None);
        }
    }
    let is_written = class == "Decimal" || class == "Fraction";
    if is_written && !amount.is_instance_of::<PyFloat>() {
        let (numerator, denominator): (Bound<'_, PyAny>, Bound<'_, PyAny>) =
            amount.call_method0(intern!(amount.py(), "as_integer_ratio"))?.extract()?;
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
