//! Texts of rooms.

use std::sync::{Mutex, PoisonError};

use croupier_histories::builder::Games;
use croupier_histories::rooms::{self, Room};
use croupier_histories::writers::phh;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyType};

use crate::errors::unsupported_error;
use crate::histories::built::{HandMaker, HandPlaces};
use crate::histories::{NamedGame, take_games};

/// A reader of hands of a room, text by text.
#[pyclass(frozen, module = "croupier._native")]
pub struct RoomReader {
    room: &'static Room,
    inner: Mutex<(rooms::RoomReader, HandMaker)>,
}

#[pymethods]
impl RoomReader {
    /// Take the name of a format, the games, and the classes of histories, readings and notes; and the attributes of
    /// a history without any field.
    #[new]
    fn new(
        py: Python<'_>,
        name: &str,
        games: Vec<NamedGame<'_>>,
        history: Py<PyType>,
        attributes: Py<PyDict>,
        reading: Py<PyType>,
        note: Py<PyType>,
    ) -> PyResult<Self> {
        let room = find(py, name)?;
        let reader = rooms::RoomReader::new(room, Games::new(&take_games(games)));
        let maker = HandMaker::new(name.to_owned(), history, attributes, reading, note);
        Ok(Self { room, inner: Mutex::new((reader, maker)) })
    }

    /// Tell whether a hand begins with a line.
    fn begins(&self, line: &Bound<'_, PyString>) -> bool {
        self.room.recognizes(&line.to_string_lossy())
    }

    /// Read the hands of a text whose first line has this number; return what came of each, what is left of the text,
    /// which is the beginning of a hand that may go on, and the number of its first line.
    fn read<'py>(
        &self,
        py: Python<'py>,
        text: &Bound<'py, PyString>,
        line: u32,
        is_all: bool,
    ) -> PyResult<(Bound<'py, PyList>, Bound<'py, PyString>, u32)> {
        let source = text;
        let text = source.to_string_lossy();
        let (hands, progress) = py.detach(|| {
            let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
            inner.0.read(&text, line, is_all)
        });
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        let made = hands.into_iter().map(|mut reading| match &mut reading.hand {
            Ok(hand) => {
                let places = std::mem::take(&mut hand.places);
                let places = HandPlaces::of_text(places, source, reading.begin, reading.line);
                inner.1.read(py, hand, reading.line, places)
            }
            Err(problem) => inner.1.refuse(py, problem, reading.line, reading.column),
        });
        let made = PyList::new(py, made.collect::<PyResult<Vec<_>>>()?)?;
        Ok((made, PyString::new(py, &text[progress.bytes..]), progress.line))
    }

    /// Read the hands of a text as `read` does, but return each as a document of PHH beside a reading without a history;
    /// the document of a hand that is refused is nothing.
    fn read_documents<'py>(
        &self,
        py: Python<'py>,
        text: &Bound<'py, PyString>,
        line: u32,
        is_all: bool,
    ) -> PyResult<(Vec<Document<'py>>, Bound<'py, PyString>, u32)> {
        let source = text;
        let text = source.to_string_lossy();
        let (hands, progress) = py.detach(|| {
            let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
            let (hands, progress) = inner.0.read(&text, line, is_all);
            let written = hands.into_iter().map(|reading| {
                let document = reading.hand.as_ref().ok().map(phh::write);
                (reading, document)
            });
            (written.collect::<Vec<_>>(), progress)
        });
        let inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        let made = hands.into_iter().map(|(mut reading, document)| {
            let made = match &mut reading.hand {
                Ok(hand) => {
                    let places = std::mem::take(&mut hand.places);
                    let places = HandPlaces::of_text(places, source, reading.begin, reading.line);
                    inner.1.read_place(py, hand, reading.line, places)
                }
                Err(problem) => inner.1.refuse(py, problem, reading.line, reading.column),
            };
            Ok((made?, document))
        });
        let made = made.collect::<PyResult<Vec<_>>>()?;
        Ok((made, PyString::new(py, &text[progress.bytes..]), progress.line))
    }
}

/// A reading, and a hand as a document.
pub type Document<'py> = (Bound<'py, PyAny>, Option<String>);

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
