//! Documents of hand histories as Python objects, hand by hand.

use std::collections::{HashMap, HashSet};

use croupier_histories::document::{Block, Blocks};
use croupier_histories::limits;
use croupier_histories::line::{Line, Nothing, Values, line, value};
use pyo3::exceptions::PyException;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyDict, PyFloat, PyList, PyString, PyType};

/// Fields without which a hand is none.
const STANDARD_NAMES: [&str; 4] = ["variant", "antes", "starting_stacks", "actions"];

/// Say how many bytes a file may have from now on.
#[pyfunction]
pub fn set_most_file_bytes(most: u64) {
    limits::set_file_bytes(most);
}

/// Tell whether values of a TOML document lie too deep in each other, or keys have too many parts.
#[pyfunction]
pub fn is_too_deep(text: &str) -> bool {
    limits::is_too_deep(text)
}

/// Reads the hands of a document one after the other.
///
/// Nearly all documents have every field on a line of its own. Where a hand of one has not, the caller's
/// reader of TOML reads that hand; where it is not certain what is a hand, the caller reads the document.
#[pyclass(module = "croupier._native")]
pub struct HandReader {
    text: Py<PyString>,
    /// The key of the next hand, as the place of its text, and where its fields begin; none at the end.
    next: Option<(usize, usize, usize)>,
    /// Hands that the caller's reader read, by where they begin: where they end, and their fields.
    others: HashMap<usize, Other>,
    names: Names,
    /// The class of histories and the attributes of one without any field.
    history: Option<(Py<PyType>, Py<PyDict>)>,
    texts: Cache,
    decimals: Cache,
}

struct Other {
    fields: Py<PyDict>,
    /// The key of the next hand, and where its fields begin.
    next: Option<(usize, usize, usize)>,
}

struct Name {
    text: String,
    object: Py<PyString>,
}

/// A hand as it was read, or the history of it.
enum Read<'py> {
    Fields(Bound<'py, PyDict>),
    History(Bound<'py, PyAny>),
}

#[pymethods]
impl HandReader {
    /// Return a reader of a document without a byte order mark; none if the caller must read all of it.
    ///
    /// `read_other` reads the fields of one hand in any style. `names` are the fields of the standard. With a class
    /// of histories and the attributes of one without fields, hands that have no other fields than those
    /// and such as begin with an underscore are histories; all others are keys and fields.
    #[staticmethod]
    #[pyo3(signature = (text, read_other, names, kind=None, attributes=None))]
    fn open(
        text: Bound<'_, PyString>,
        read_other: &Bound<'_, PyAny>,
        names: Vec<Bound<'_, PyString>>,
        kind: Option<Py<PyType>>,
        attributes: Option<Py<PyDict>>,
    ) -> PyResult<Option<Self>> {
        // Half of a character is no text.
        let Ok(whole) = text.to_str() else { return Ok(None) };
        let mut others = HashMap::new();
        let known = names
            .into_iter()
            .map(|name| Ok(Name { text: name.to_str()?.to_owned(), object: name.unbind() }))
            .collect::<PyResult<Vec<Name>>>()?;
        let mut names = Names { known, next: 0 };
        let first = check(whole, &mut names, &mut others, read_other)?;
        let Some(next) = first else { return Ok(None) };
        Ok(Some(Self {
            text: text.unbind(),
            next,
            others,
            names,
            history: kind.zip(attributes),
            texts: Cache::new(),
            decimals: Cache::new(),
        }))
    }

    const fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some((key, key_end, start)) = self.next else { return Ok(None) };
        let owner = self.text.clone_ref(py);
        let text = owner.bind(py).to_str()?;
        let mut blocks = Blocks::at(text, &text[key..key_end], start);
        let Some(block) = blocks.next() else {
            self.next = None;
            return Ok(None);
        };
        let made = match self.others.remove(&block.start) {
            Some(Other { fields, next }) => {
                self.next = next;
                Read::Fields(fields.into_bound(py))
            }
            None => {
                self.next = places(text, &blocks);
                self.make(py, &block)?
            }
        };
        match made {
            Read::History(history) => Ok(Some(history)),
            Read::Fields(fields) => {
                let key = (!block.key.is_empty()).then_some(block.key);
                Ok(Some((key, fields).into_pyobject(py)?.into_any()))
            }
        }
    }
}

/// Returns where the key of the next hand stands, and where its fields begin.
fn places(text: &str, blocks: &Blocks<'_>) -> Option<(usize, usize, usize)> {
    let (key, start) = blocks.peek()?;
    if key.is_empty() {
        return Some((0, 0, start));
    }
    let place = key.as_ptr() as usize - text.as_ptr() as usize;
    Some((place, place + key.len(), start))
}

/// Reads hands that are written in another style, and returns where the first hand begins, if any; nothing, if it is
/// not certain what is a hand.
#[allow(clippy::option_option, clippy::type_complexity)]
fn check(
    text: &str,
    names: &mut Names,
    others: &mut HashMap<usize, Other>,
    read_other: &Bound<'_, PyAny>,
) -> PyResult<Option<Option<(usize, usize, usize)>>> {
    if has_strange_lines(text) {
        return Ok(None);
    }
    let mut blocks = Blocks::new(text);
    let mut first = places(text, &blocks);
    let mut keys = HashSet::new();
    let mut seen = Seen { known: 0, others: Vec::new(), variant: false, table: false };
    while let Some(block) = blocks.next() {
        let plain = is_plain(&block, names, &mut seen);
        if block.key.is_empty() {
            if plain && seen.is_empty() {
                // Comments before the first hand.
                first = places(text, &blocks);
            } else if !plain || seen.may_be_hands() || blocks.peek().is_some() {
                return Ok(None);
            }
            continue;
        }
        // A document with a table of this name is one hand, although a strange one.
        if block.key == "variant" || !keys.insert(block.key) {
            return Ok(None);
        }
        if plain {
            continue;
        }
        let (whole, after) =
            blocks.extended(&block).unwrap_or_else(|| (block.clone(), blocks.clone()));
        if whole.has_tables() {
            return Ok(None);
        }
        let fields = match read_other.call1((whole.text(),)) {
            Ok(fields) => fields.cast_into::<PyDict>()?.unbind(),
            // The reader of the whole document says what is wrong with it.
            Err(error) if error.is_instance_of::<PyException>(read_other.py()) => return Ok(None),
            Err(error) => return Err(error),
        };
        others.insert(block.start, Other { fields, next: places(text, &after) });
        blocks = after;
    }
    Ok(Some(first))
}

/// Tells whether there are carriage returns that end no line.
fn has_strange_lines(text: &str) -> bool {
    text.split('\r').skip(1).any(|part| !part.starts_with('\n'))
}

/// The names of fields; hands have them in one order, mostly.
struct Names {
    known: Vec<Name>,
    /// The place after that of the last name.
    next: usize,
}

impl Names {
    /// Returns the place of a name, if it is one of the standard.
    fn find(&mut self, name: &str) -> Option<usize> {
        let (before, after) = self.known.split_at(self.next);
        let is_it = |known: &Name| known.text == name;
        let found = after.iter().position(is_it).map(|ahead| self.next + ahead);
        let found = found.or_else(|| before.iter().position(is_it));
        if let Some(place) = found {
            self.next = place + 1;
        }
        found
    }
}

/// The fields that a hand has.
struct Seen<'a> {
    known: u64,
    others: Vec<&'a str>,
    /// Whether there is a variant, and whether a table.
    variant: bool,
    table: bool,
}

impl<'a> Seen<'a> {
    /// Tells whether fields outside of hands are hands themselves: tables, in a document without a variant.
    const fn may_be_hands(&self) -> bool {
        self.table && !self.variant
    }

    const fn is_empty(&self) -> bool {
        self.known == 0 && self.others.is_empty()
    }

    /// Adds a field; false if it was there.
    fn add(&mut self, name: &'a str, place: Option<usize>) -> bool {
        match place {
            Some(place) if place < 64 => {
                let is_new = self.known >> place & 1 == 0;
                self.known |= 1 << place;
                is_new
            }
            _ => {
                let is_new = !self.others.contains(&name);
                self.others.push(name);
                is_new
            }
        }
    }
}

/// Tells whether all fields of a hand stand on lines of their own, each once.
fn is_plain<'a>(block: &Block<'a>, names: &mut Names, seen: &mut Seen<'a>) -> bool {
    // Whether that is too much is for the other reader to say. An action has two quotation marks and a comma at least.
    let most = limits::MOST_HAND_BYTES.min(3 * limits::MOST_ACTIONS) as usize;
    if block.text().len() > most {
        return false;
    }
    seen.known = 0;
    seen.others.clear();
    (seen.variant, seen.table) = (false, false);
    names.next = 0;
    for row in block.rows() {
        match line(row) {
            Line::Blank => {}
            Line::Field(name, written) => {
                let is_new = seen.add(name, names.find(name));
                seen.variant |= name == "variant";
                seen.table |= written.trim_start_matches([' ', '\t']).starts_with('{');
                let is_crowd = name == "starting_stacks"
                    && written.split(',').nth(limits::MOST_PLAYERS as usize).is_some();
                if !is_new || is_crowd || !matches!(value(written, &mut Nothing), Ok(Some(()))) {
                    return false;
                }
            }
            Line::Other => return false,
        }
    }
    true
}

impl HandReader {
    /// Makes a hand whose fields stand on lines of their own.
    fn make<'py>(&mut self, py: Python<'py>, block: &Block<'_>) -> PyResult<Read<'py>> {
        let Self { names, history, texts, decimals, .. } = self;
        let mut objects = Objects { py, texts, decimals };
        let mut fields = Vec::with_capacity(32);
        names.next = 0;
        let mut strange = false;
        for row in block.rows() {
            let Line::Field(name, written) = line(row) else { continue };
            let Some(made) = value(written, &mut objects)? else { continue };
            let found = names.find(name);
            strange |= found.is_none() && !name.starts_with('_');
            fields.push((found, name, made));
        }
        let has = |wanted: &&str| fields.iter().any(|(_, name, _)| name == wanted);
        if let Some((kind, attributes)) = history
            && !strange
            && STANDARD_NAMES.iter().all(has)
        {
            let dict = attributes.bind(py).copy()?;
            let others = PyDict::new(py);
            for (index, name, made) in fields {
                match index {
                    Some(index) => dict.set_item(&names.known[index].object, made)?,
                    None => others.set_item(name, made)?,
                }
            }
            dict.set_item(intern!(py, "user_defined_fields"), others)?;
            if !block.key.is_empty() {
                dict.set_item(intern!(py, "key"), block.key)?;
            }
            return instance(kind.bind(py), &dict).map(Read::History);
        }
        let dict = PyDict::new(py);
        for (index, name, made) in fields {
            match index {
                Some(index) => dict.set_item(&names.known[index].object, made)?,
                None => dict.set_item(name, made)?,
            }
        }
        Ok(Read::Fields(dict))
    }
}

/// Makes an instance with these attributes.
fn instance<'py>(
    kind: &Bound<'py, PyType>,
    attributes: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyAny>> {
    static NEW: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let py = kind.py();
    let new = NEW.import(py, "builtins", "object")?.getattr(intern!(py, "__new__"))?;
    let made = new.call1((kind,))?;
    made.setattr(intern!(py, "__dict__"), attributes)?;
    Ok(made)
}

/// Makes Python's objects.
struct Objects<'a, 'py> {
    py: Python<'py>,
    texts: &'a mut Cache,
    decimals: &'a mut Cache,
}

impl<'a, 'py> Values<'a> for Objects<'_, 'py> {
    type Value = Bound<'py, PyAny>;
    type Error = PyErr;

    fn integer(&mut self, number: i64) -> PyResult<Self::Value> {
        Ok(number.into_pyobject(self.py)?.into_any())
    }

    fn decimal(&mut self, text: &'a str) -> PyResult<Self::Value> {
        let py = self.py;
        self.decimals.find(py, text, || decimal(py)?.call1((text,)))
    }

    fn infinity(&mut self, negative: bool) -> PyResult<Self::Value> {
        let infinity = if negative { f64::NEG_INFINITY } else { f64::INFINITY };
        Ok(PyFloat::new(self.py, infinity).into_any())
    }

    fn boolean(&mut self, truth: bool) -> PyResult<Self::Value> {
        Ok(PyBool::new(self.py, truth).to_owned().into_any())
    }

    fn time(&mut self, hour: u8, minute: u8, second: u8) -> PyResult<Self::Value> {
        static TIME: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        TIME.import(self.py, "datetime", "time")?.call1((hour, minute, second))
    }

    fn text(&mut self, text: &'a str) -> PyResult<Self::Value> {
        let py = self.py;
        self.texts.find(py, text, || Ok(PyString::new(py, text).into_any()))
    }

    fn list(&mut self, values: Vec<Self::Value>) -> PyResult<Self::Value> {
        Ok(PyList::new(self.py, values)?.into_any())
    }

    fn table(&mut self, fields: Vec<(&'a str, Self::Value)>) -> PyResult<Self::Value> {
        let made = PyDict::new(self.py);
        for (name, value) in fields {
            made.set_item(name, value)?;
        }
        Ok(made.into_any())
    }
}

/// Returns Python's class of decimals.
pub fn decimal(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    static DECIMAL: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    DECIMAL.import(py, "decimal", "Decimal")
}

/// Objects that never change, by what they are written as: the same ones come again and again.
struct Cache {
    slots: Vec<Option<(Box<str>, Py<PyAny>)>>,
}

const SLOTS: usize = 1 << 10;
/// Longer texts come once.
const LONGEST: usize = 40;

impl Cache {
    fn new() -> Self {
        Self { slots: Vec::new() }
    }

    fn find<'py>(
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
