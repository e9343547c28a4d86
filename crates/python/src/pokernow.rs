//! PokerNow's logs, for Python: the hands of all rows at once.

use std::borrow::Cow;
use std::collections::HashMap;

use croupier_histories::pokernow::{self, Fault, Line, Seat, Start};
use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

/// No amount has more characters.
const MOST_DIGITS: usize = 15;

/// Return what a line within a hand says, or none if it is nothing that belongs to the play.
#[pyfunction]
pub fn read_pokernow_line<'py>(
    py: Python<'py>,
    text: &Bound<'py, PyString>,
) -> PyResult<Option<Bound<'py, PyTuple>>> {
    match pokernow::read_line(&text.to_string_lossy()) {
        Ok(line) => line.map(|line| write_line(py, &line)).transpose(),
        Err(fault) => Err(refuse(py, fault)),
    }
}

/// Return who sits where, and with how much.
#[pyfunction]
pub fn read_pokernow_seats<'py>(
    py: Python<'py>,
    text: &Bound<'py, PyString>,
) -> PyResult<Vec<Bound<'py, PyTuple>>> {
    let text = text.to_string_lossy();
    let seats = pokernow::read_seats(&text).map_err(|fault| refuse(py, fault))?;
    seats.iter().map(|seat| write_seat(py, seat)).collect()
}

/// Return how a hand begins, or none if the line begins no hand.
#[pyfunction]
pub fn read_pokernow_start<'py>(
    py: Python<'py>,
    text: &Bound<'py, PyString>,
) -> PyResult<Option<Bound<'py, PyTuple>>> {
    let text = text.to_string_lossy();
    pokernow::read_start(&text).map(|start| write_start(&start).into_pyobject(py)).transpose()
}

/// Return the hands of a log whose rows are in the order of time.
///
/// Each is how it begins, the number of its first row, whether it has an end, who got another number within it,
/// seats, steps, what is shown after the end, the cards of whoever owns the log, lines that say something unknown,
/// and what is wrong, if anything is: the line, why, and the text.
#[pyfunction]
pub fn read_pokernow_hands<'py>(
    py: Python<'py>,
    rows: &Bound<'py, PyList>,
    make_line: &Bound<'py, PyAny>,
    make_seat: &Bound<'py, PyAny>,
    make_step: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyList>> {
    let mut texts = Vec::with_capacity(rows.len());
    let mut numbers = Vec::with_capacity(rows.len());
    for row in rows {
        let row = row.cast_into::<PyTuple>()?;
        texts.push(row.get_item(1)?.cast_into::<PyString>()?);
        numbers.push(row.get_item(3)?);
    }
    // Names may hold anything, even what is no text.
    let texts: Vec<Cow<'_, str>> = texts.iter().map(|text| text.to_string_lossy()).collect();
    let mut reader = Reader { py, make_line, make_seat, make_step, known: HashMap::new() };
    let hands = PyList::empty(py);
    let mut open: Option<Hand<'_, 'py>> = None;
    for (place, (text, number)) in texts.iter().zip(&numbers).enumerate() {
        let text: &str = text;
        if text.starts_with("-- ") {
            if let Some(start) = pokernow::read_start(text) {
                if let Some(hand) = open.replace(Hand::new(py, start, place)) {
                    hands.append(hand.finish(py)?)?;
                }
                continue;
            }
            if text.starts_with("-- ending hand")
                && let Some(hand) = &mut open
            {
                hand.complete = true;
                continue;
            }
        }
        if let Some(hand) = &mut open {
            reader.add(hand, text, number)?;
        }
    }
    if let Some(hand) = open {
        hands.append(hand.finish(py)?)?;
    }
    Ok(hands)
}

/// A hand whose rows are being read.
struct Hand<'a, 'py> {
    start: Start<'a>,
    first: usize,
    complete: bool,
    renamed: Bound<'py, PyDict>,
    seats: Bound<'py, PyList>,
    steps: Bound<'py, PyList>,
    shown: Bound<'py, PyList>,
    cards: Bound<'py, PyTuple>,
    strange: Bound<'py, PyList>,
    problem: Option<(Bound<'py, PyAny>, String, &'a str)>,
}

impl<'a, 'py> Hand<'a, 'py> {
    fn new(py: Python<'py>, start: Start<'a>, first: usize) -> Self {
        Self {
            start,
            first,
            complete: false,
            renamed: PyDict::new(py),
            seats: PyList::empty(py),
            steps: PyList::empty(py),
            shown: PyList::empty(py),
            cards: PyTuple::empty(py),
            strange: PyList::empty(py),
            problem: None,
        }
    }

    fn finish(self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        (
            write_start(&self.start),
            self.first,
            self.complete,
            self.renamed,
            self.seats,
            self.steps,
            self.shown,
            self.cards,
            self.strange,
            self.problem,
        )
            .into_pyobject(py)
    }
}

/// What a line comes to that was read before.
#[derive(Clone)]
enum Known<'py> {
    Step(Bound<'py, PyAny>, bool),
    Cards(Bound<'py, PyTuple>),
    Nothing,
}

/// The same few players do the same things again and again, so that lines are remembered.
struct Reader<'a, 'b, 'py> {
    py: Python<'py>,
    make_line: &'b Bound<'py, PyAny>,
    make_seat: &'b Bound<'py, PyAny>,
    make_step: &'b Bound<'py, PyAny>,
    known: HashMap<&'a str, Known<'py>>,
}

impl<'a, 'py> Reader<'a, '_, 'py> {
    fn add(
        &mut self,
        hand: &mut Hand<'a, 'py>,
        text: &'a str,
        number: &Bound<'py, PyAny>,
    ) -> PyResult<()> {
        if let Some((_, change)) = text.split_once("changed the ID from ") {
            return rename(hand, change);
        }
        if hand.complete {
            // Whatever else is said between hands is about the table.
            if text.contains(" shows a")
                && let Ok(Known::Step(line, true)) = self.read(text)
            {
                let step = self.make_step.call1(((line, number),))?;
                hand.shown.append(step)?;
            }
            return Ok(());
        }
        if hand.problem.is_some() {
            return Ok(());
        }
        let begin = text.char_indices().nth(15).map_or(text, |(end, _)| &text[..end]);
        if text.starts_with("Player") && begin.contains(" stacks:") {
            match self.read_seats(text) {
                Ok(seats) => hand.seats = seats,
                Err(error) => return self.blame(hand, &error, text, number),
            }
            return Ok(());
        }
        match self.read(text) {
            Ok(Known::Step(line, _)) => {
                let step = self.make_step.call1(((line, number),))?;
                hand.steps.append(step)?;
            }
            Ok(Known::Cards(cards)) => hand.cards = cards,
            Ok(Known::Nothing) => {
                if !pokernow::is_talk(text) {
                    hand.strange.append((number, text))?;
                }
            }
            Err(error) => return self.blame(hand, &error, text, number),
        }
        Ok(())
    }

    fn blame(
        &self,
        hand: &mut Hand<'a, 'py>,
        error: &PyErr,
        text: &'a str,
        number: &Bound<'py, PyAny>,
    ) -> PyResult<()> {
        let why = error.value(self.py).str()?.to_string();
        hand.problem = Some((number.clone(), why, text));
        Ok(())
    }

    fn read_seats(&self, text: &str) -> PyResult<Bound<'py, PyList>> {
        let found = PyList::empty(self.py);
        let seats = pokernow::read_seats(text).map_err(|fault| refuse(self.py, fault))?;
        for seat in &seats {
            found.append(self.make_seat.call1((write_seat(self.py, seat)?,))?)?;
        }
        Ok(found)
    }

    fn read(&mut self, text: &'a str) -> PyResult<Known<'py>> {
        if let Some(known) = self.known.get(text) {
            return Ok(known.clone());
        }
        let line = pokernow::read_line(text).map_err(|fault| refuse(self.py, fault))?;
        let known = match line {
            None => Known::Nothing,
            Some(line) if line.kind == "hand" => Known::Cards(write_cards(self.py, &line)?),
            Some(line) => {
                let made = self.make_line.call1((write_line(self.py, &line)?,))?;
                Known::Step(made, line.kind == "show")
            }
        };
        self.known.insert(text, known.clone());
        Ok(known)
    }
}

/// Takes down that a player got another number within a hand.
fn rename(hand: &Hand<'_, '_>, change: &str) -> PyResult<()> {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '-';
    let word = |text: &str| text.find(|letter| !is_part(letter)).unwrap_or(text.len());
    let end = word(change);
    let (old, rest) = change.split_at(end);
    if let Some(rest) = rest.strip_prefix(" to ").filter(|_| !old.is_empty()) {
        let new = &rest[..word(rest)];
        if !new.is_empty() {
            hand.renamed.set_item(new, old)?;
        }
    }
    Ok(())
}

fn write_start<'a>(start: &Start<'a>) -> (&'a str, &'a str, &'a str, &'a str, bool) {
    (start.number, start.name, start.game, start.dealer, start.dead)
}

fn write_seat<'py>(py: Python<'py>, seat: &Seat<'_>) -> PyResult<Bound<'py, PyTuple>> {
    (seat.number, seat.player, write_amount(py, seat.stack)?).into_pyobject(py)
}

fn write_line<'py>(py: Python<'py>, line: &Line<'_>) -> PyResult<Bound<'py, PyTuple>> {
    let amount = match line.amount {
        Some(amount) => write_amount(py, amount)?,
        None => 0_u64.into_pyobject(py)?.into_any(),
    };
    let kind = PyString::intern(py, line.kind);
    let flag = PyString::intern(py, line.flag);
    (kind, line.player, amount, write_cards(py, line)?, flag).into_pyobject(py)
}

fn write_cards<'py>(py: Python<'py>, line: &Line<'_>) -> PyResult<Bound<'py, PyTuple>> {
    let cards = line.cards.iter().map(|card| String::from_utf8_lossy(card).into_owned());
    PyTuple::new(py, cards.collect::<Vec<_>>())
}

/// Returns an amount: whole chips, or a decimal where there is a point.
fn write_amount<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit());
    if text.len() > MOST_DIGITS {
        let message = if plain {
            format!("an amount has {} digits, more than {MOST_DIGITS}", text.len())
        } else {
            format!("'{}' is no amount", text.get(..40).unwrap_or(text))
        };
        return Err(PyValueError::new_err(message));
    }
    let digits = text.replace(',', "");
    if text.contains('.') {
        return py
            .import(intern!(py, "decimal"))?
            .getattr(intern!(py, "Decimal"))?
            .call1((digits,));
    }
    let number: u64 =
        digits.parse().map_err(|_| PyValueError::new_err(format!("'{text}' is no amount")))?;
    Ok(number.into_pyobject(py)?.into_any())
}

/// Says what is wrong with a line.
fn refuse(py: Python<'_>, fault: Fault<'_>) -> PyErr {
    let quote = |text: &str, most: usize| {
        let end = text.char_indices().nth(most).map_or(text.len(), |(end, _)| end);
        PyString::new(py, &text[..end])
            .repr()
            .map_or_else(|_| String::new(), |text| text.to_string())
    };
    PyValueError::new_err(match fault {
        Fault::Card(text) => {
            format!("{} is no card: expected one such as 10♥ or A♠", quote(text, 20))
        }
        Fault::Seat(text) => {
            format!("{} is no seat: expected a number, \"name @ id\" and (stack)", quote(text, 60))
        }
    })
}
