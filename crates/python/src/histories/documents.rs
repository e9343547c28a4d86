//! Documents of hand histories as Python objects, hand by hand.

use std::collections::HashSet;

use croupier_histories::toml::{Kind, Moment, Name, Value};
use croupier_histories::{Fault, Field, Hands, Record, limits};
use pyo3::exceptions::{PyArithmeticError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyType};

use crate::errors::{DOCUMENT_KINDS, history_error};
use crate::imported::imported;

/// Fields without which a hand is none.
const NEEDED: [Field; 4] = [Field::Variant, Field::Antes, Field::StartingStacks, Field::Actions];

/// Say how many bytes a file may have from now on.
#[pyfunction]
pub fn set_most_file_bytes(most: u64) {
    limits::set_file_bytes(most);
}

/// A reader of the hands of a document, one after the other.
///
/// All of it is looked at before the first hand is given, so that a document is read or refused as a whole.
#[pyclass(module = "croupier._native")]
pub struct HandReader {
    text: Py<PyString>,
    hands: Hands,
    /// The names of the standard's fields, in their order.
    names: Vec<Py<PyString>>,
    /// The caller's reader of numbers that are no integers, if there is one.
    parse_value: Option<Py<PyAny>>,
    /// The class of histories and the attributes of one without any field.
    history: Option<(Py<PyType>, Py<PyDict>)>,
    texts: Cache,
    decimals: Cache,
}

#[pymethods]
impl HandReader {
    /// Take a document without a byte order mark.
    ///
    /// `parse_value` reads numbers that are no integers. With a class of histories and the attributes of one without
    /// fields, hands that have no other fields than those of the standard and such as begin with an underscore are
    /// histories; all others are keys and fields. With `part`, the text is the fields of one hand of this key.
    #[new]
    #[pyo3(signature = (text, *, parse_value=None, part=None, kind=None, attributes=None))]
    fn new(
        text: Bound<'_, PyString>,
        parse_value: Option<Py<PyAny>>,
        part: Option<&str>,
        kind: Option<Py<PyType>>,
        attributes: Option<Py<PyDict>>,
    ) -> PyResult<Self> {
        let py = text.py();
        let whole = read_text(&text)?;
        let begin = || part.map_or_else(|| Hands::new(whole), Hands::part);
        check(py, whole, begin())?;
        let hands = begin();
        let names = Field::ALL.iter().map(|field| PyString::intern(py, field.name()).unbind());
        Ok(Self {
            text: text.unbind(),
            hands,
            names: names.collect(),
            parse_value,
            history: kind.zip(attributes),
            texts: Cache::new(),
            decimals: Cache::new(),
        })
    }

    const fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Self { text, hands, names, parse_value, history, texts, decimals } = self;
        let text = text.bind(py).to_str()?;
        let record = match hands.next(text) {
            None => return Ok(None),
            Some(Ok(record)) => record,
            Some(Err((_, fault, _))) => {
                return Err(history_error(py, &DOCUMENT_KINDS[0], &fault.to_string(), None, None));
            }
        };
        let mut objects = Objects { py, parse_value: parse_value.as_ref(), texts, decimals };
        let is_standard = |(name, _): &(Name<'_>, Value<'_>)| match name {
            Name::Field(_) => true,
            Name::Other(name) => name.starts_with('_'),
        };
        let mut fields = record.fields;
        if let Some((kind, attributes)) = history
            && fields.all(|field| is_standard(&field))
            && NEEDED.iter().all(|&field| record.fields.get(Name::Field(field)).is_some())
        {
            let dict = attributes.bind(py).copy()?;
            let others = PyDict::new(py);
            for (name, value) in record.fields {
                let made = objects.make(&record, value)?;
                match name {
                    Name::Field(field) => dict.set_item(&names[field as usize], made)?,
                    Name::Other(name) => others.set_item(name, made)?,
                }
            }
            dict.set_item(intern!(py, "user_defined_fields"), others)?;
            if !record.span.key.is_empty() {
                dict.set_item(intern!(py, "key"), record.span.key)?;
            }
            return instance(kind.bind(py), &dict).map(Some);
        }
        let dict = objects.make_fields(&record)?;
        let key = (!record.span.key.is_empty()).then_some(record.span.key);
        Ok(Some((key, dict).into_pyobject(py)?.into_any()))
    }
}

/// Returns a text as the core has it.
pub fn read_text<'a>(text: &'a Bound<'_, PyString>) -> PyResult<&'a str> {
    text.to_str().map_err(|_| {
        let said = "this is no TOML: half a character is no text";
        history_error(text.py(), &DOCUMENT_KINDS[0], said, None, None)
    })
}

/// Reads a document to its end, without making anything of it.
pub fn check(py: Python<'_>, text: &str, mut hands: Hands) -> PyResult<()> {
    let mut keys: HashSet<String> = HashSet::new();
    while let Some(read) = hands.next(text) {
        let record = match read {
            Ok(record) => record,
            Err((span, fault, place)) => {
                let hand = matches!(fault, Fault::TooMuch { .. }).then_some(span.key);
                let hand = hand.filter(|key| !key.is_empty());
                let place = (place.column > 0).then_some((place.line, place.column));
                return Err(history_error(py, &DOCUMENT_KINDS[0], &fault.to_string(), hand, place));
            }
        };
        let key = record.span.key;
        if !key.is_empty() && !keys.insert(key.to_owned()) {
            let said = "this is no TOML: there is another hand with this key";
            let place = (record.span.line - 1, 1);
            return Err(history_error(py, &DOCUMENT_KINDS[0], said, Some(key), Some(place)));
        }
    }
    Ok(())
}

/// Makes an instance with these attributes.
pub fn instance<'py>(
    kind: &Bound<'py, PyType>,
    attributes: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = kind.py();
    let new = imported!(py, "builtins", "object")?.getattr(intern!(py, "__new__"))?;
    let made = new.call1((kind,))?;
    made.setattr(intern!(py, "__dict__"), attributes)?;
    Ok(made)
}

/// Makes Python's objects.
pub struct Objects<'a, 'py> {
    pub py: Python<'py>,
    /// The caller's reader of numbers that are no integers, if there is one.
    pub parse_value: Option<&'a Py<PyAny>>,
    pub texts: &'a mut Cache,
    pub decimals: &'a mut Cache,
}

impl<'py> Objects<'_, 'py> {
    /// Makes a dictionary of the fields of a hand.
    pub fn make_fields(&mut self, record: &Record<'_>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(self.py);
        for (name, value) in record.fields {
            dict.set_item(PyString::intern(self.py, name.text()), self.make(record, value)?)?;
        }
        Ok(dict)
    }

    pub fn make<'t>(
        &mut self,
        record: &Record<'t>,
        value: Value<'t>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = self.py;
        if let Some(text) = value.text() {
            return self.texts.find(py, text, || Ok(PyString::new(py, text).into_any()));
        }
        let written = value.written();
        match value.kind() {
            Kind::Integer => match written.parse::<i64>() {
                Ok(number) => Ok(number.into_pyobject(py)?.into_any()),
                // In another base, with underscores, or a large one.
                Err(_) => py.get_type::<PyInt>().call1((written, 0)),
            },
            Kind::Decimal | Kind::Infinity | Kind::NotANumber => self.number(record, value),
            Kind::Boolean => Ok(PyBool::new(py, written == "true").to_owned().into_any()),
            Kind::Moment => moment(py, value.moment()),
            Kind::List => {
                let made = PyList::empty(py);
                for item in value.items().into_iter().flatten() {
                    made.append(self.make(record, item)?)?;
                }
                Ok(made.into_any())
            }
            _ => {
                let made = PyDict::new(py);
                for (name, inner) in value.fields().into_iter().flatten() {
                    made.set_item(name.text(), self.make(record, inner)?)?;
                }
                Ok(made.into_any())
            }
        }
    }

    /// Makes a number that is no integer.
    fn number<'t>(&mut self, record: &Record<'t>, value: Value<'t>) -> PyResult<Bound<'py, PyAny>> {
        let (py, written) = (self.py, value.written());
        if let Some(parse) = self.parse_value {
            let place = record.place(value);
            return parse.bind(py).call1((written,)).map_err(|error| {
                let said = if error.is_instance_of::<PyValueError>(py) {
                    error.value(py).to_string()
                } else if error.is_instance_of::<PyArithmeticError>(py) {
                    // Of an exponent it says nothing.
                    "it is too large".to_owned()
                } else {
                    return error;
                };
                let said = format!("a number cannot be read: {said}");
                let made = history_error(
                    py,
                    &DOCUMENT_KINDS[1],
                    &said,
                    None,
                    Some((place.line, place.column)),
                );
                made.set_cause(py, Some(error));
                made
            });
        }
        match value.kind() {
            Kind::Infinity => {
                let negative = written.starts_with('-');
                let infinity = if negative { f64::NEG_INFINITY } else { f64::INFINITY };
                Ok(PyFloat::new(py, infinity).into_any())
            }
            Kind::NotANumber => decimal(py)?.call1(("nan",)),
            _ => self.decimals.find(py, written, || decimal(py)?.call1((written,))),
        }
    }
}

/// Makes a date, a time, or both.
fn moment(py: Python<'_>, moment: Option<Moment>) -> PyResult<Bound<'_, PyAny>> {
    let Some(Moment { date, time, offset }) = moment else { return Ok(py.None().into_bound(py)) };
    if let (None, Some(time)) = (date, time) {
        return imported!(py, "datetime", "time" as PyType)?.call1(time);
    }
    let module = py.import("datetime")?;
    match (date, time) {
        (Some((year, month, day)), Some((hour, minute, second, micro))) => {
            let zone = match offset {
                None => py.None().into_bound(py),
                Some(0) => module.getattr("timezone")?.getattr("utc")?,
                Some(minutes) => {
                    let delta = module.getattr("timedelta")?.call1((0, i32::from(minutes) * 60))?;
                    module.getattr("timezone")?.call1((delta,))?
                }
            };
            let values = (year, month, day, hour, minute, second, micro, zone);
            module.getattr("datetime")?.call1(values)
        }
        (date, _) => module.getattr("date")?.call1(date.unwrap_or((1, 1, 1))),
    }
}

/// Returns Python's class of decimals.
pub fn decimal(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    imported!(py, "decimal", "Decimal" as PyType)
}

/// Objects that never change, by what they are written as: the same ones come again and again.
pub struct Cache {
    slots: Vec<Option<(Box<str>, Py<PyAny>)>>,
}

const SLOTS: usize = 1 << 10;
/// Longer texts come once.
const LONGEST: usize = 40;

impl Cache {
    pub fn new() -> Self {
        Self { slots: Vec::new() }
    }

    /// Returns the object of a text, which is made where it is not known.
    pub fn find<'py>(
        &mut self,
        py: Python<'py>,
        text: &str,
        make: impl FnOnce() -> PyResult<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if text.len() > LONGEST {
            return make();
        }
        if self.slots.is_empty() {
            self.slots.resize_with(SLOTS, || None);
        }
        let slot = &mut self.slots[hash(text.as_bytes()) as usize % SLOTS];
        if let Some((known, object)) = slot
            && **known == *text
        {
            return Ok(object.bind(py).clone());
        }
        let made = make()?;
        *slot = Some((text.into(), made.clone().unbind()));
        Ok(made)
    }
}

fn hash(bytes: &[u8]) -> u64 {
    let mut hash = bytes.len() as u64;
    let mut mix = |word: u64| {
        hash = (hash.rotate_left(5) ^ word).wrapping_mul(0x517C_C1B7_2722_0A95);
    };
    let mut chunks = bytes.chunks_exact(8);
    for chunk in &mut chunks {
        mix(chunk.iter().fold(0, |word, &byte| word << 8 | u64::from(byte)));
    }
    mix(chunks.remainder().iter().fold(0, |word, &byte| word << 8 | u64::from(byte)));
    hash >> 32 ^ hash
}
