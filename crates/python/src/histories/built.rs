//! Hands that were built of texts, as Python's histories and errors.

use croupier_cards::coded::Value;
use croupier_engine::Chips;
use croupier_histories::builder::{
    BuiltHand, EventPlaces, HandName, HandProblem, Metadata, Note, Precision,
};
use croupier_histories::extensions::{Extensions, Identity, Value as Known};
use croupier_histories::rooms::{HandText, find_column};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyList, PyString, PyTuple, PyType};

use crate::errors::make;
use crate::histories::documents::{Cache, decimal, instance};
use crate::imported::imported;

/// The places of a hand's events in its text.
#[pyclass(frozen, module = "croupier._native")]
pub struct HandPlaces {
    places: EventPlaces,
    /// The text that they are bytes of; nothing where they are columns.
    source: Option<SourceText>,
}

/// A hand in a text, of which columns are made.
struct SourceText {
    text: Py<PyString>,
    /// The byte where the hand begins, and the number of its first line.
    begin: usize,
    line: u32,
}

impl HandPlaces {
    /// Takes places that are columns.
    pub const fn of_columns(places: EventPlaces) -> Self {
        Self { places, source: None }
    }

    /// Takes places of a hand of a text: columns, or bytes of the lines of a hand that begins somewhere.
    pub fn of_text(
        places: EventPlaces,
        text: &Bound<'_, PyString>,
        begin: Option<usize>,
        line: u32,
    ) -> Self {
        let source = begin.map(|begin| SourceText { text: text.clone().unbind(), begin, line });
        Self { places, source }
    }
}

#[pymethods]
impl HandPlaces {
    /// Return the line and the column of an item of a field, or of all of a field; nothing where that is not known.
    #[pyo3(signature = (name, item=None))]
    fn find(&self, py: Python<'_>, name: &str, item: Option<usize>) -> Option<(u32, Option<u32>)> {
        let at = match (name, item) {
            ("actions", Some(item)) => *self.places.actions.get(item)?,
            ("finishing_stacks" | "winnings", _) => self.places.end,
            _ => return None,
        };
        let column = match &self.source {
            None => at.byte,
            // All lines have a first column.
            Some(_) if at.byte == 0 => 1,
            Some(source) => {
                let text = source.text.bind(py).to_string_lossy();
                find_column(&HandText { text: text.get(source.begin..)?, line: source.line }, at)
            }
        };
        (at.line > 0).then(|| (at.line, (column > 0).then_some(column)))
    }
}

/// A maker of histories and readings of hands.
pub struct HandMaker {
    /// The class of histories, and the attributes of one without any field.
    history: Py<PyType>,
    attributes: Py<PyDict>,
    reading: Py<PyType>,
    note: Py<PyType>,
    texts: Cache,
    decimals: Cache,
}

impl HandMaker {
    /// Takes the classes that Python has for histories, readings and notes.
    pub fn new(
        history: Py<PyType>,
        attributes: Py<PyDict>,
        reading: Py<PyType>,
        note: Py<PyType>,
    ) -> Self {
        let (texts, decimals) = (Cache::new(), Cache::new());
        Self { history, attributes, reading, note, texts, decimals }
    }

    /// Makes a reading of a hand.
    pub fn read<'py>(
        &mut self,
        py: Python<'py>,
        hand: &BuiltHand,
        line: u32,
        places: HandPlaces,
    ) -> PyResult<Bound<'py, PyAny>> {
        let history = self.make(py, hand)?;
        self.read_as(history, hand, line, places)
    }

    /// Makes a reading of a hand that says where it is, and has no history.
    pub fn read_place<'py>(
        &self,
        py: Python<'py>,
        hand: &BuiltHand,
        line: u32,
        places: HandPlaces,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.read_as(py.None().into_bound(py), hand, line, places)
    }

    fn read_as<'py>(
        &self,
        history: Bound<'py, PyAny>,
        hand: &BuiltHand,
        line: u32,
        places: HandPlaces,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = history.py();
        let notes = self.make_notes(py, &hand.notes)?;
        let values = (history, PyTuple::empty(py), notes, &hand.hand, line, false, places);
        self.reading.bind(py).call1(values)
    }

    /// Makes notes.
    pub fn make_notes<'py>(
        &self,
        py: Python<'py>,
        notes: &[Note],
    ) -> PyResult<Bound<'py, PyTuple>> {
        let notes = notes.iter().map(|note| {
            let line = (note.line > 0).then_some(note.line);
            self.note.bind(py).call1((&*note.kind, &note.message, line))
        });
        PyTuple::new(py, notes.collect::<PyResult<Vec<_>>>()?)
    }

    /// Makes a reading of a hand that is none.
    pub fn refuse<'py>(
        &self,
        py: Python<'py>,
        format: &str,
        problem: &HandProblem,
        line: u32,
        column: u32,
    ) -> PyResult<Bound<'py, PyAny>> {
        let error = make_error(py, format, problem, column)?;
        let values = (py.None(), (error,), PyTuple::empty(py), &problem.hand, line);
        self.reading.bind(py).call1(values)
    }

    fn text<'py>(&mut self, py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
        self.texts.find(py, text, || Ok(PyString::new(py, text).into_any()))
    }

    /// Makes an amount: an integer, or a decimal with all digits.
    fn amount<'py>(
        &mut self,
        py: Python<'py>,
        units: Chips,
        precision: Precision,
    ) -> PyResult<Bound<'py, PyAny>> {
        if precision.digits == 0 {
            return Ok(units.into_pyobject(py)?.into_any());
        }
        let text = precision.full_text(units);
        self.decimals.find(py, &text, || decimal(py)?.call1((text.as_str(),)))
    }

    fn amounts<'py>(
        &mut self,
        py: Python<'py>,
        units: &[Chips],
        precision: Precision,
    ) -> PyResult<Bound<'py, PyList>> {
        let made = units.iter().map(|&units| self.amount(py, units, precision));
        PyList::new(py, made.collect::<PyResult<Vec<_>>>()?)
    }

    /// Makes a history.
    pub fn make<'py>(&mut self, py: Python<'py>, hand: &BuiltHand) -> PyResult<Bound<'py, PyAny>> {
        let dict = self.attributes.bind(py).copy()?;
        let unit = hand.precision;
        dict.set_item(intern!(py, "variant"), self.text(py, &hand.variant)?)?;
        dict.set_item(intern!(py, "ante_trimming_status"), hand.ante_trimming)?;
        dict.set_item(intern!(py, "antes"), self.amounts(py, &hand.antes, unit)?)?;
        if let Some(blinds) = &hand.blinds_or_straddles {
            dict.set_item(intern!(py, "blinds_or_straddles"), self.amounts(py, blinds, unit)?)?;
        }
        for (name, amount) in [
            (intern!(py, "bring_in"), hand.bring_in),
            (intern!(py, "small_bet"), hand.small_bet),
            (intern!(py, "big_bet"), hand.big_bet),
            (intern!(py, "min_bet"), hand.min_bet),
        ] {
            if let Some(amount) = amount {
                dict.set_item(name, self.amount(py, amount, unit)?)?;
            }
        }
        for (name, amounts) in [
            (intern!(py, "starting_stacks"), &hand.starting_stacks),
            (intern!(py, "finishing_stacks"), &hand.finishing_stacks),
            (intern!(py, "winnings"), &hand.winnings),
        ] {
            dict.set_item(name, self.amounts(py, amounts, unit)?)?;
        }
        let actions = hand.actions.iter().map(|action| self.text(py, action));
        let actions = PyList::new(py, actions.collect::<PyResult<Vec<_>>>()?)?;
        dict.set_item(intern!(py, "actions"), actions)?;
        dict.set_item(intern!(py, "seats"), &hand.seats)?;
        let players = hand.players.iter().map(|name| self.text(py, name));
        let players = PyList::new(py, players.collect::<PyResult<Vec<_>>>()?)?;
        dict.set_item(intern!(py, "players"), players)?;
        self.write_metadata(py, &dict, &hand.metadata)?;
        let others = self.write_extensions(py, &hand.extensions, unit)?;
        dict.set_item(intern!(py, "user_defined_fields"), others)?;
        instance(self.history.bind(py), &dict)
    }

    fn write_metadata(
        &mut self,
        py: Python<'_>,
        dict: &Bound<'_, PyDict>,
        metadata: &Metadata,
    ) -> PyResult<()> {
        for (name, text) in [
            (intern!(py, "venue"), &metadata.venue),
            (intern!(py, "event"), &metadata.event),
            (intern!(py, "table"), &metadata.table),
            (intern!(py, "currency"), &metadata.currency),
            (intern!(py, "currency_symbol"), &metadata.currency_symbol),
        ] {
            if let Some(text) = text {
                dict.set_item(name, self.text(py, text)?)?;
            }
        }
        match &metadata.hand {
            Some(HandName::Number(digits)) => {
                dict.set_item(intern!(py, "hand"), whole(py, digits)?)?;
            }
            Some(HandName::Text(text)) => dict.set_item(intern!(py, "hand"), text)?,
            None => {}
        }
        if let Some(level) = metadata.level {
            dict.set_item(intern!(py, "level"), level)?;
        }
        if let Some(count) = metadata.seat_count {
            dict.set_item(intern!(py, "seat_count"), count)?;
        }
        if let Some(moment) = &metadata.moment {
            let time = (moment.hour, moment.minute, moment.second, moment.microsecond);
            let time = imported!(py, "datetime", "time" as PyType)?.call1(time)?;
            dict.set_item(intern!(py, "time"), time)?;
            dict.set_item(intern!(py, "day"), moment.day)?;
            dict.set_item(intern!(py, "month"), moment.month)?;
            dict.set_item(intern!(py, "year"), moment.year)?;
            if let Some(zone) = moment.zone {
                dict.set_item(intern!(py, "time_zone"), self.text(py, zone)?)?;
            }
            if let Some(letters) = &moment.letters {
                let letters = self.text(py, letters)?;
                dict.set_item(intern!(py, "time_zone_abbreviation"), letters)?;
            }
        }
        Ok(())
    }

    /// Writes what formats know beyond the standard, under the names that it has in PHH.
    fn write_extensions<'py>(
        &mut self,
        py: Python<'py>,
        extensions: &Extensions,
        unit: Precision,
    ) -> PyResult<Bound<'py, PyDict>> {
        let others = PyDict::new(py);
        for (name, value) in extensions.fields() {
            let made = match value {
                Known::Text(text) => self.text(py, text)?,
                Known::Texts(texts) => texts.into_pyobject(py)?.into_any(),
                Known::Integer(number) => number.into_pyobject(py)?.into_any(),
                Known::Flag(truth) => truth.into_pyobject(py)?.to_owned().into_any(),
                Known::Amount(units) => self.amount(py, units, unit)?,
                Known::Amounts(units) => self.amounts(py, units, unit)?.into_any(),
                Known::AmountByName(pairs) => {
                    self.by_name(py, pairs, |maker, &units| maker.amount(py, units, unit))?
                }
                Known::TextByName(pairs) => {
                    self.by_name(py, pairs, |maker, text| maker.text(py, text))?
                }
                Known::IdentityByName(pairs) => {
                    self.by_name(py, pairs, |maker, identity| maker.identity(py, identity))?
                }
                Known::Name(identity) => self.identity(py, identity)?,
                Known::Said(rows) => {
                    let made = PyList::empty(py);
                    for (action, said) in rows {
                        let row = PyDict::new(py);
                        if *action > 0 {
                            row.set_item(intern!(py, "action"), action)?;
                        }
                        row.set_item(intern!(py, "said"), said)?;
                        made.append(row)?;
                    }
                    made.into_any()
                }
                Known::Seats(seats) => {
                    let made = PyList::empty(py);
                    for absent in seats {
                        let row = PyDict::new(py);
                        row.set_item(intern!(py, "seat"), absent.seat)?;
                        row.set_item(intern!(py, "player"), self.text(py, &absent.player)?)?;
                        let stack = self.amount(py, absent.stack, unit)?;
                        row.set_item(intern!(py, "stack"), stack)?;
                        made.append(row)?;
                    }
                    made.into_any()
                }
            };
            others.set_item(self.text(py, name)?, made)?;
        }
        Ok(others)
    }

    fn by_name<'py, T>(
        &mut self,
        py: Python<'py>,
        pairs: &[(String, T)],
        make: impl Fn(&mut Self, &T) -> PyResult<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let made = PyDict::new(py);
        for (name, value) in pairs {
            made.set_item(self.text(py, name)?, make(self, value)?)?;
        }
        Ok(made.into_any())
    }

    fn identity<'py>(
        &mut self,
        py: Python<'py>,
        identity: &Identity,
    ) -> PyResult<Bound<'py, PyAny>> {
        match identity {
            Identity::Text(text) => self.text(py, text),
            Identity::Number(number) => Ok(number.into_pyobject(py)?.into_any()),
        }
    }
}

/// Makes a whole number of digits.
fn whole<'py>(py: Python<'py>, digits: &str) -> PyResult<Bound<'py, PyAny>> {
    match digits.parse::<u64>() {
        Ok(number) => Ok(number.into_pyobject(py)?.into_any()),
        Err(_) => py.get_type::<PyInt>().call1((digits,)),
    }
}

/// Makes the error of a problem.
pub fn make_error<'py>(
    py: Python<'py>,
    format: &str,
    problem: &HandProblem,
    column: u32,
) -> PyResult<Bound<'py, PyAny>> {
    let name = if problem.action.is_some() { "ReplayError" } else { "ParseError" };
    make(py, name, |options| {
        options.set_item("code", problem.code())?;
        options.set_item("format", format)?;
        if !problem.hand.is_empty() {
            options.set_item("hand", &problem.hand)?;
        }
        if problem.at.line > 0 {
            options.set_item("line", problem.at.line)?;
            if column > 0 {
                options.set_item("column", column)?;
            }
        }
        if let Some(excerpt) = &problem.excerpt {
            options.set_item("excerpt", excerpt)?;
        }
        if let Some(action) = problem.action {
            options.set_item("action", action)?;
            options.set_item("operation", problem.operation)?;
        }
        if problem.is_of_text() {
            for (name, value) in problem.values() {
                match value {
                    Value::Number(number) => options.set_item(name, number)?,
                    value => options.set_item(name, value.to_string())?,
                }
            }
        }
        Ok(problem.to_string())
    })
}
