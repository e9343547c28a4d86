//! Python's cards to bytes and back, and shuffling.

use croupier_cards::card::CODE_COUNT;
use croupier_cards::{Card, CardSet, Seed, Shuffler, parse, seeding};
use croupier_engine::GivenError;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyInt, PyList, PyString, PyTuple};

use crate::errors::{self, OrRaise};

/// Python's card objects, of which there is one for each card, and the way back from their addresses.
pub struct CardObjects {
    by_code: Vec<Py<PyAny>>,
    /// Addresses and codes in an open hash table.
    by_address: [(usize, u8); TABLE_SIZE],
}

const TABLE_SIZE: usize = 256;

static CARDS: PyOnceLock<CardObjects> = PyOnceLock::new();

/// Spreads addresses over the table; objects lie at least 16 bytes apart.
const fn slot(address: usize) -> usize {
    (address >> 4).wrapping_mul(0x9E37_79B9) >> 8 & (TABLE_SIZE - 1)
}

impl CardObjects {
    fn new(by_code: Vec<Py<PyAny>>) -> Self {
        let mut by_address = [(0, 0); TABLE_SIZE];
        for (code, object) in by_code.iter().enumerate() {
            let address = object.as_ptr() as usize;
            let mut place = slot(address);
            while by_address[place].0 != 0 {
                place = (place + 1) & (TABLE_SIZE - 1);
            }
            by_address[place] = (address, code as u8);
        }
        Self { by_code, by_address }
    }

    /// Returns the object of a card.
    #[inline]
    pub fn get(&self, card: Card) -> &Py<PyAny> {
        &self.by_code[usize::from(card.code())]
    }

    fn find(&self, object: &Bound<'_, PyAny>) -> Option<Card> {
        let address = object.as_ptr() as usize;
        let mut place = slot(address);
        loop {
            let (known, code) = self.by_address[place];
            if known == address {
                return Card::from_code(code);
            }
            if known == 0 {
                return None;
            }
            place = (place + 1) & (TABLE_SIZE - 1);
        }
    }
}

/// Returns all card objects.
pub fn objects(py: Python<'_>) -> PyResult<&CardObjects> {
    if CARDS.get(py).is_none() {
        // Importing the cards hands them over.
        py.import("croupier.cards")?;
    }
    CARDS
        .get(py)
        .ok_or_else(|| PyRuntimeError::new_err("croupier.cards did not register its cards"))
}

/// Take over Python's card objects, ordered by their codes.
#[pyfunction]
pub fn set_cards(py: Python<'_>, cards: Vec<Py<PyAny>>) -> PyResult<()> {
    if cards.len() != CODE_COUNT {
        return Err(PyValueError::new_err(format!(
            "{CODE_COUNT} cards were expected, not {}",
            cards.len()
        )));
    }
    CARDS.get_or_init(py, || CardObjects::new(cards));
    Ok(())
}

/// Reads one card object; objects of subclasses have a code too.
fn card(objects: &CardObjects, object: &Bound<'_, PyAny>) -> PyResult<Card> {
    if let Some(card) = objects.find(object) {
        return Ok(card);
    }
    let code = object.getattr("code").ok().and_then(|code| code.extract::<u8>().ok());
    code.and_then(Card::from_code).ok_or_else(|| {
        let shown = object.repr().map_or_else(|_| "?".to_owned(), |text| text.to_string());
        PyValueError::new_err(format!("{shown} is not a card"))
    })
}

/// Reads anything that stands for cards: text, one card, or cards.
pub fn extract(value: &Bound<'_, PyAny>) -> PyResult<Vec<Card>> {
    collect(value)
}

/// Reads anything that stands for cards into a collection.
pub fn collect<T: FromIterator<Card>>(value: &Bound<'_, PyAny>) -> PyResult<T> {
    if let Ok(text) = value.cast::<PyString>() {
        let cards = parse::cards(&text.to_string_lossy());
        return Ok(cards.or_raise(value.py())?.into_iter().collect());
    }
    let objects = objects(value.py())?;
    if let Some(only) = objects.find(value) {
        return Ok([only].into_iter().collect());
    }
    if let Ok(cards) = value.cast::<PyTuple>() {
        return cards.iter_borrowed().map(|object| card(objects, &object)).collect();
    }
    if let Ok(cards) = value.cast::<PyList>() {
        let own = cards.iter().map(|object| card(objects, &object));
        return if cards.is_empty() { Ok(T::from_iter([])) } else { own.collect() };
    }
    match value.try_iter() {
        Ok(cards) => cards.map(|object| card(objects, &object?)).collect(),
        Err(_) => Ok([card(objects, value).map_err(|_| invalid(value))?].into_iter().collect()),
    }
}

fn invalid(value: &Bound<'_, PyAny>) -> PyErr {
    let shown = value.repr().map_or_else(|_| "?".to_owned(), |text| text.to_string());
    PyValueError::new_err(format!("The card values {shown} are invalid."))
}

/// Reads a set of cards, each of which stands once.
pub fn extract_set(value: Option<&Bound<'_, PyAny>>) -> PyResult<CardSet> {
    value.map_or(Ok(CardSet::EMPTY), collect)
}

/// Returns Python's objects of these cards.
pub fn to_tuple<'py>(py: Python<'py>, cards: &[Card]) -> PyResult<Bound<'py, PyTuple>> {
    let objects = objects(py)?;
    PyTuple::new(py, cards.iter().map(|&card| objects.get(card)))
}

/// Returns a list of Python's objects of these cards.
pub fn to_list<'py>(py: Python<'py>, cards: &[Card]) -> PyResult<Bound<'py, PyList>> {
    let objects = objects(py)?;
    PyList::new(py, cards.iter().map(|&card| objects.get(card)))
}

/// Return the cards that a text, a card or an iterable of cards stands for.
#[pyfunction]
pub fn clean<'py>(values: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
    to_tuple(values.py(), &extract(values)?)
}

/// A seed as a caller gives it: a whole number, or its bytes with the most significant one first.
#[derive(Clone, Copy)]
pub struct SeedValue(pub Seed);

impl<'a, 'py> FromPyObject<'a, 'py> for SeedValue {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        // Tables give bytes for every hand, so they come first.
        if let Ok(bytes) = object.cast::<PyBytes>() {
            return seed_of(&bytes).ok_or_else(|| no_seed(&object));
        }
        if let Ok(number) = object.extract::<u64>() {
            return Ok(Self(number.into()));
        }
        let index = object.py().import("operator")?.call_method1("index", (object,));
        let bytes = index.and_then(|number| number.call_method1("to_bytes", (Seed::BYTES, "big")));
        let seed = bytes.ok().and_then(|bytes| seed_of(bytes.cast().ok()?));
        seed.ok_or_else(|| no_seed(&object))
    }
}

fn no_seed(given: &Bound<'_, PyAny>) -> PyErr {
    errors::given_error(given, &GivenError::NotASeed { seed: errors::show(given) })
}

fn seed_of(bytes: &Bound<'_, PyBytes>) -> Option<SeedValue> {
    bytes.as_bytes().try_into().ok().map(|bytes| SeedValue(Seed::from_be_bytes(bytes)))
}

/// Returns a seed as Python's number.
fn seed_out(py: Python<'_>, seed: Seed) -> PyResult<Bound<'_, PyAny>> {
    match seed.small() {
        Some(number) => Ok(number.into_pyobject(py)?.into_any()),
        None => {
            let bytes = PyBytes::new(py, &seed.to_be_bytes());
            py.get_type::<PyInt>().call_method1("from_bytes", (bytes, "big"))
        }
    }
}

/// Returns the shuffler of a seed, or one of the process's own where none is given.
pub fn shuffler_of(py: Python<'_>, seed: Option<SeedValue>) -> PyResult<Shuffler> {
    match seed {
        Some(SeedValue(seed)) => Ok(Shuffler::from_seed(seed)),
        None => Shuffler::fresh().or_raise(py),
    }
}

/// Decide what is random in this process, or leave it to the operating system.
#[pyfunction]
#[pyo3(signature = (seed))]
pub fn set_seed(seed: Option<SeedValue>) {
    seeding::seed(seed.map(|seed| seed.0));
}

/// Return a seed for something that was given none.
#[pyfunction]
pub fn draw_seed(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    seed_out(py, seeding::draw().or_raise(py)?)
}

/// Return a seed as a number.
#[pyfunction]
pub fn check_seed(py: Python<'_>, seed: SeedValue) -> PyResult<Bound<'_, PyAny>> {
    seed_out(py, seed.0)
}

/// Return the numbers below `count` in a random order.
#[pyfunction]
#[pyo3(signature = (count, seed=None))]
pub fn permutation(py: Python<'_>, count: usize, seed: Option<SeedValue>) -> PyResult<Vec<usize>> {
    let mut shuffler = shuffler_of(py, seed)?;
    let mut order: Vec<usize> = (0..count).collect();
    shuffler.shuffle(&mut order);
    Ok(order)
}

/// Returns Python's object of one card.
pub fn to_object(py: Python<'_>, card: Card) -> PyResult<Py<PyAny>> {
    Ok(objects(py)?.get(card).clone_ref(py))
}
