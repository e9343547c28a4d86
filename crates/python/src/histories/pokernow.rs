//! PokerNow's logs and downloads, for Python.

use std::borrow::Cow;
use std::sync::{Arc, Mutex};

use croupier_cards::coded::Coded;
use croupier_histories::builder::Games;
use croupier_histories::rooms::pokernow::lines::{
    HandStart, Line, SeatLine, read_line, read_seats, read_start,
};
use croupier_histories::rooms::pokernow::reading::LogRefusal;
use croupier_histories::rooms::pokernow::{
    DownloadedHand, Log, LogProblem, LoggedHand, Row, Writing, find_hands, read_download,
    read_rows, sort_rows,
};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString, PyTuple, PyType};

use crate::errors::{Raise, make};
use crate::histories::built::{HandMaker, make_error};
use crate::histories::played::PlayedHand;
use crate::histories::{NamedGame, take_games};
use crate::working::lock;

const FORMAT: &str = "pokernow";

/// Return what a line within a hand says, or none if it is nothing that belongs to the play.
#[pyfunction]
pub fn read_pokernow_line<'py>(
    py: Python<'py>,
    text: &Bound<'py, PyString>,
) -> PyResult<Option<Bound<'py, PyTuple>>> {
    match read_line(&text.to_string_lossy()) {
        Ok(line) => line.map(|line| write_line(py, &line)).transpose(),
        Err(fault) => Err(fault.explain().raise(py)),
    }
}

/// Return who sits where, and with how much.
#[pyfunction]
pub fn read_pokernow_seats<'py>(
    py: Python<'py>,
    text: &Bound<'py, PyString>,
) -> PyResult<Vec<Bound<'py, PyTuple>>> {
    let text = text.to_string_lossy();
    let seats = read_seats(&text).map_err(|fault| fault.explain().raise(py))?;
    seats
        .iter()
        .map(|SeatLine { number, player, stack }| (number, player, stack).into_pyobject(py))
        .collect()
}

/// Return how a hand begins, or none if the line begins no hand.
#[pyfunction]
pub fn read_pokernow_start<'py>(
    py: Python<'py>,
    text: &Bound<'py, PyString>,
) -> PyResult<Option<Bound<'py, PyTuple>>> {
    let text = text.to_string_lossy();
    let write = |HandStart { number, name, game, dealer, dead }: HandStart<'_>| {
        (number, name, game, dealer, dead).into_pyobject(py)
    };
    read_start(&text).map(write).transpose()
}

fn write_line<'py>(py: Python<'py>, line: &Line<'_>) -> PyResult<Bound<'py, PyTuple>> {
    let cards = PyTuple::new(py, line.cards.iter().map(ToString::to_string))?;
    (line.kind.name(), line.player, line.amount, cards, line.flag.name()).into_pyobject(py)
}

/// A row: order, text, time, line.
type GivenRow<'py> = (i128, Bound<'py, PyString>, Bound<'py, PyString>, u32);

/// The rows of a log, and what cannot be read of it.
type RowsAndProblems<'py> = (Vec<Bound<'py, PyTuple>>, Vec<Bound<'py, PyAny>>);

fn take_rows(rows: Vec<GivenRow<'_>>) -> Vec<Row<'static>> {
    let take = |(order, text, at, line): GivenRow<'_>| {
        let text = Cow::Owned(text.to_string_lossy().into_owned());
        let at = Cow::Owned(at.to_string_lossy().into_owned());
        Row { order, text, at, line, column: 1, written: Writing::Plain }
    };
    rows.into_iter().map(take).collect()
}

/// Return the rows of a log in the order of time; and what cannot be read.
#[pyfunction]
pub fn read_pokernow_rows<'py>(
    py: Python<'py>,
    text: &Bound<'py, PyString>,
) -> PyResult<RowsAndProblems<'py>> {
    let text = text.to_string_lossy();
    let (mut rows, problems) = read_rows(&text);
    sort_rows(&mut rows);
    let rows = rows.iter().map(|row| (row.order, &row.text, &row.at, row.line).into_pyobject(py));
    let problems = problems.iter().map(|problem| log_error(py, problem));
    Ok((rows.collect::<PyResult<_>>()?, problems.collect::<PyResult<_>>()?))
}

/// Return the hands of rows that are in the order of time, as they are told; or what is wrong with them.
///
/// Each is its number, name, game, button, time and first line; seats; steps; the cards of the owner of the log.
#[pyfunction]
pub fn read_pokernow_hands<'py>(
    py: Python<'py>,
    rows: Vec<GivenRow<'py>>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let rows = take_rows(rows);
    let hands = find_hands(&rows).into_iter().map(|hand| {
        let hand = match hand {
            Ok(hand) => hand,
            Err(problem) => return log_error(py, &problem),
        };
        let steps = hand.steps.iter().map(|step| write_line(py, &step.line));
        let steps = steps.collect::<PyResult<Vec<_>>>()?;
        let cards = PyTuple::new(py, hand.hero_cards.iter().map(ToString::to_string))?;
        let start = (hand.number, hand.name, hand.game, hand.dealer, hand.at, hand.begins.line);
        Ok((start, hand.seats, steps, cards).into_pyobject(py)?.into_any())
    });
    hands.collect()
}

/// The games and what makes histories, which all hands of a log share.
struct Shared {
    games: Games,
    maker: Arc<Mutex<HandMaker>>,
    /// The classes of readings of played hands, of others, and of notes.
    played: Py<PyType>,
    reading: Py<PyType>,
    note: Py<PyType>,
}

impl Shared {
    /// Makes a reading of a hand.
    fn read<'py>(
        &mut self,
        py: Python<'py>,
        log: &Log,
        hand: &LoggedHand<'_>,
    ) -> PyResult<Bound<'py, PyAny>> {
        match log.read(hand, &mut self.games) {
            Ok(built) => {
                let state = self.games.played(&built.variant).cloned();
                let maker = Arc::clone(&self.maker);
                let (title, line) = (built.hand.clone(), hand.begins.line);
                let played = Bound::new(py, PlayedHand::new(built, state, maker))?;
                self.played.bind(py).call1((played, title, line))
            }
            Err(refusal) => {
                let error = match &refusal {
                    LogRefusal::Log(problem) => log_error(py, problem)?,
                    LogRefusal::Hand(problem) => make_error(py, FORMAT, problem, problem.at.byte)?,
                };
                let strange = hand.strange.iter().map(|(line, text)| {
                    let end = text.char_indices().nth(80).map_or(text.len(), |(end, _)| end);
                    let message = format!("this is passed over: {}", &text[..end]);
                    self.note.bind(py).call1(("not-understood", message, line))
                });
                let notes = PyTuple::new(py, strange.collect::<PyResult<Vec<_>>>()?)?;
                self.refuse(py, error, notes, hand.title(), hand.begins.line, false)
            }
        }
    }

    fn refuse<'py>(
        &self,
        py: Python<'py>,
        error: Bound<'py, PyAny>,
        notes: Bound<'py, PyTuple>,
        hand: &str,
        line: u32,
        outside: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let values = (py.None(), (error,), notes, hand, line.max(1), outside);
        self.reading.bind(py).call1(values)
    }
}

/// Makes the error of a problem of a log.
fn log_error<'py>(py: Python<'py>, problem: &LogProblem) -> PyResult<Bound<'py, PyAny>> {
    make(py, "ParseError", |options| {
        options.set_item("code", problem.error.code())?;
        options.set_item("format", FORMAT)?;
        if problem.at.line > 0 {
            options.set_item("line", problem.at.line)?;
            options.set_item("column", problem.at.byte)?;
        }
        if !problem.hand.is_empty() {
            options.set_item("hand", &problem.hand)?;
        }
        if !problem.excerpt.is_empty() {
            options.set_item("excerpt", &problem.excerpt)?;
        }
        Ok(problem.error.to_string())
    })
}

/// A reader of logs and downloads of PokerNow.
#[pyclass(frozen, module = "croupier._native")]
pub struct PokerNowReader {
    shared: Arc<Mutex<Shared>>,
}

#[pymethods]
impl PokerNowReader {
    /// Take the games, the classes of histories, of readings with a played hand, of other readings and of notes; and
    /// the attributes of a history without any field.
    #[new]
    fn new(
        games: Vec<NamedGame<'_>>,
        history: Py<PyType>,
        attributes: Py<PyDict>,
        played: Py<PyType>,
        reading: Py<PyType>,
        note: Py<PyType>,
        py: Python<'_>,
    ) -> Self {
        let maker = HandMaker::new(history, attributes, reading.clone_ref(py), note.clone_ref(py));
        let maker = Arc::new(Mutex::new(maker));
        let games = Games::new(&take_games(games));
        let shared = Arc::new(Mutex::new(Shared { games, maker, played, reading, note }));
        Self { shared }
    }

    /// Read a log as text or as bytes; return what came of each hand, one by one.
    fn read_log(
        &self,
        py: Python<'_>,
        log: &Bound<'_, PyAny>,
        hero: &str,
        table: &str,
    ) -> PyResult<PokerNowLog> {
        let decoded;
        let text = match log.cast::<PyBytes>() {
            Ok(bytes) => match utf8_text(bytes.as_bytes()) {
                Some(text) => Cow::Borrowed(text),
                None => {
                    // Rooms of all times have other bytes.
                    let module = py.import("croupier.histories.formats.base")?;
                    decoded = module.getattr("decode")?.call1((bytes,))?.cast_into::<PyString>()?;
                    decoded.to_string_lossy()
                }
            },
            Err(_) => log.cast::<PyString>()?.to_string_lossy(),
        };
        let (rows, problems, log, hands) = py.detach(|| {
            let (rows, problems) = read_rows(&text);
            let mut rows: Vec<Row<'static>> = rows.into_iter().map(own).collect();
            sort_rows(&mut rows);
            let (log, hands) = survey(&rows, hero, table);
            (rows, problems, log, hands)
        });
        Ok(PokerNowLog::new(&self.shared, rows, problems, log, hands))
    }

    /// Read the hands of a download.
    fn read_download<'py>(
        &self,
        py: Python<'py>,
        text: &Bound<'py, PyString>,
        hero: &str,
        table: &str,
    ) -> PyResult<Bound<'py, PyList>> {
        let text = text.to_string_lossy();
        let hands = py.detach(|| match read_download(&text) {
            Ok(hands) => hands,
            Err(problem) => vec![Err((problem.at, problem))],
        });
        let hands: Vec<_> =
            hands.iter().map(|hand| hand.as_ref().map(DownloadedHand::view)).collect();
        let log = Log::of(hands.iter().flatten(), hero, table);
        let mut shared = lock(&self.shared);
        let made = PyList::empty(py);
        for hand in &hands {
            made.append(match hand {
                Ok(hand) => shared.read(py, &log, hand)?,
                Err((begins, problem)) => {
                    let error = log_error(py, problem)?;
                    let notes = PyTuple::empty(py);
                    shared.refuse(py, error, notes, &problem.hand, begins.line, false)?
                }
            })?;
        }
        Ok(made)
    }
}

/// Returns bytes as a text, if they are one of UTF-8.
fn utf8_text(bytes: &[u8]) -> Option<&str> {
    if bytes.iter().take(200).any(|&byte| byte == 0) {
        return None;
    }
    std::str::from_utf8(bytes).ok()
}

fn own(row: Row<'_>) -> Row<'static> {
    Row {
        order: row.order,
        text: Cow::Owned(row.text.into_owned()),
        at: Cow::Owned(row.at.into_owned()),
        line: row.line,
        column: row.column,
        written: row.written,
    }
}

/// Where a hand stands among the rows; or what is wrong with it.
type Place = Result<(usize, usize), LogProblem>;

/// Looks at all hands of a log, and says where they stand.
fn survey(rows: &[Row<'static>], hero: &str, table: &str) -> (Log, Vec<Place>) {
    let hands = find_hands(rows);
    let log = Log::of(hands.iter().filter_map(|hand| hand.as_ref().ok()), hero, table);
    let mut places: Vec<Place> = Vec::with_capacity(hands.len());
    for hand in hands {
        places.push(hand.map(|LoggedHand { row: begin, .. }| {
            let begins = |row: &Row<'_>| read_start(&row.text).is_some();
            let next = rows.iter().skip(begin + 1).position(begins);
            (begin, next.map_or(rows.len(), |next| begin + 1 + next))
        }));
    }
    (log, places)
}

/// The hands of a log, one by one: what cannot be read outside of hands comes first.
#[pyclass(frozen, module = "croupier._native")]
pub struct PokerNowLog {
    shared: Arc<Mutex<Shared>>,
    rows: Vec<Row<'static>>,
    log: Log,
    left: Mutex<(std::vec::IntoIter<LogProblem>, std::vec::IntoIter<Place>)>,
}

impl PokerNowLog {
    fn new(
        shared: &Arc<Mutex<Shared>>,
        rows: Vec<Row<'static>>,
        problems: Vec<LogProblem>,
        log: Log,
        hands: Vec<Place>,
    ) -> Self {
        let left = Mutex::new((problems.into_iter(), hands.into_iter()));
        Self { shared: Arc::clone(shared), rows, log, left }
    }
}

#[pymethods]
impl PokerNowLog {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let (problem, place) = {
            let mut left = lock(&self.left);
            match left.0.next() {
                Some(problem) => (Some((problem, true)), None),
                None => match left.1.next() {
                    Some(Ok(place)) => (None, Some(place)),
                    Some(Err(problem)) => (Some((problem, false)), None),
                    None => return Ok(None),
                },
            }
        };
        let mut shared = lock(&self.shared);
        if let Some((problem, outside)) = problem {
            let error = log_error(py, &problem)?;
            let notes = PyTuple::empty(py);
            let made = shared.refuse(py, error, notes, &problem.hand, problem.at.line, outside);
            return made.map(Some);
        }
        let (begin, end) = place.unwrap_or_default();
        let rows = self.rows.get(begin..end).unwrap_or_default();
        match find_hands(rows).into_iter().next() {
            Some(Ok(hand)) => shared.read(py, &self.log, &hand).map(Some),
            Some(Err(problem)) => {
                let error = log_error(py, &problem)?;
                let notes = PyTuple::empty(py);
                shared.refuse(py, error, notes, &problem.hand, problem.at.line, false).map(Some)
            }
            None => Ok(None),
        }
    }
}
