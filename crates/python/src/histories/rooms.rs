//! Texts of rooms, and records of Open Hand History.

use std::sync::Mutex;

use croupier_histories::builder::{BuiltHand, Games};
use croupier_histories::rooms::ohh::{OFFICIAL, OhhReader};
use croupier_histories::rooms::{self, Progress, ReadResult, Room};
use croupier_histories::writers::phh;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyType};

use crate::errors::unsupported_error;
use crate::histories::built::{HandMaker, HandPlaces};
use crate::histories::{NamedGame, take_games};
use crate::working::lock;

/// A reader of hands of a room, or of Open Hand History in both forms, text by text.
#[pyclass(frozen, module = "croupier._native")]
pub struct RoomReader {
    /// The room; none where records of Open Hand History are read.
    room: Option<&'static Room>,
    inner: Mutex<(Source, HandMaker)>,
}

enum Source {
    Room(rooms::RoomReader),
    Ohh(OhhReader),
}

impl Source {
    fn read(&mut self, text: &str, line: u32, is_all: bool) -> (Vec<ReadResult>, Progress) {
        match self {
            Self::Room(reader) => reader.read(text, line, is_all),
            Self::Ohh(reader) => reader.read(text, line, is_all),
        }
    }
}

/// The results of the hands, the rest of the text, and the number of the rest's first line.
type Readings<'py, T> = (Vec<T>, Bound<'py, PyString>, u32);

#[pymethods]
impl RoomReader {
    /// Take the name of a format, the games, and the classes of histories, readings and notes; the attributes of a history
    /// without any field; and the name of the player whose cards are known where a record does not say it.
    #[new]
    #[pyo3(signature = (name, games, history, attributes, reading, note, hero=""))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        name: &str,
        games: Vec<NamedGame<'_>>,
        history: Py<PyType>,
        attributes: Py<PyDict>,
        reading: Py<PyType>,
        note: Py<PyType>,
        hero: &str,
    ) -> PyResult<Self> {
        let room = if name == OFFICIAL { None } else { Some(find(py, name)?) };
        let games = Games::new(&take_games(games));
        let source = match room {
            Some(room) => Source::Room(rooms::RoomReader::new(room, games)),
            None => Source::Ohh(OhhReader::new(games, hero.to_owned())),
        };
        let maker = HandMaker::new(history, attributes, reading, note);
        Ok(Self { room, inner: Mutex::new((source, maker)) })
    }

    /// Tell whether a hand, or a record of hands, may begin with a line.
    fn begins(&self, line: &Bound<'_, PyString>) -> bool {
        let line = line.to_string_lossy();
        self.room.map_or_else(|| line.starts_with(['{', '[']), |room| room.recognizes(&line))
    }

    /// Read the hands of a text whose first line has this number; return what came of each, what is left of the text,
    /// which is the beginning of a hand that may go on, and the number of its first line.
    fn read<'py>(
        &self,
        text: &Bound<'py, PyString>,
        line: u32,
        is_all: bool,
    ) -> PyResult<Readings<'py, Bound<'py, PyAny>>> {
        let (made, rest, line) = self.find(text, line, is_all, |_| (), HandMaker::read)?;
        Ok((made.into_iter().map(|(reading, ())| reading).collect(), rest, line))
    }

    /// Read the hands of a text as `read` does, but return each as a document of PHH beside a reading without a history;
    /// the document of a hand that is refused is nothing.
    fn read_documents<'py>(
        &self,
        text: &Bound<'py, PyString>,
        line: u32,
        is_all: bool,
    ) -> PyResult<Readings<'py, (Bound<'py, PyAny>, Option<String>)>> {
        let write = |found: &ReadResult| found.hand.as_ref().ok().map(phh::write);
        self.find(text, line, is_all, write, |maker, py, hand, line, places| {
            maker.read_place(py, hand, line, places)
        })
    }
}

impl RoomReader {
    /// Reads hands, and writes something of each, without the interpreter's lock; then makes readings of them.
    fn find<'py, T: Send>(
        &self,
        source: &Bound<'py, PyString>,
        line: u32,
        is_all: bool,
        write: impl Fn(&ReadResult) -> T + Send + Sync,
        make: impl Fn(
            &mut HandMaker,
            Python<'py>,
            &BuiltHand,
            u32,
            HandPlaces,
        ) -> PyResult<Bound<'py, PyAny>>,
    ) -> PyResult<Readings<'py, (Bound<'py, PyAny>, T)>> {
        let (py, text) = (source.py(), source.to_string_lossy());
        let (hands, progress) = py.detach(|| {
            let (hands, progress) = lock(&self.inner).0.read(&text, line, is_all);
            let hands = hands.into_iter().map(|found| (write(&found), found));
            (hands.collect::<Vec<_>>(), progress)
        });
        let maker = &mut lock(&self.inner).1;
        let made = hands.into_iter().map(|(written, mut found)| {
            let made = match &mut found.hand {
                Ok(hand) => {
                    let places = std::mem::take(&mut hand.places);
                    let places = HandPlaces::of_text(places, source, found.begin, found.line);
                    make(maker, py, hand, found.line, places)
                }
                Err(problem) => maker.refuse(py, found.format, problem, found.line, found.column),
            };
            Ok((made?, written))
        });
        let made = made.collect::<PyResult<_>>()?;
        Ok((made, PyString::new(py, &text[progress.bytes..]), progress.line))
    }
}

/// Tell whether a hand of a room begins in a text.
#[pyfunction]
pub fn recognize_room(name: &str, text: &Bound<'_, PyString>) -> PyResult<bool> {
    Ok(find(text.py(), name)?.recognizes(&text.to_string_lossy()))
}

/// Return the names of the places whose hands a room's texts hold.
#[pyfunction]
pub fn list_room_venues(py: Python<'_>, name: &str) -> PyResult<Vec<&'static str>> {
    Ok(find(py, name)?.venues.to_vec())
}

fn find(py: Python<'_>, name: &str) -> PyResult<&'static Room> {
    Room::find(name).ok_or_else(|| unsupported_error(py, format!("there is no room {name}")))
}
