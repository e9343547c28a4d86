//! Records of Open Hand History.

use std::sync::{Mutex, PoisonError};

use croupier_histories::builder::Games;
use croupier_histories::rooms::Progress;
use croupier_histories::rooms::ohh::{self, OFFICIAL, OhhReading, SIMPLIFIED};
use croupier_histories::writers::phh;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyType};

use crate::histories::built::{HandMaker, HandPlaces};
use crate::histories::rooms::Document;
use crate::histories::{NamedGame, take_games};

/// A reader of Open Hand History in both forms, text by text.
#[pyclass(frozen, module = "croupier._native")]
pub struct OhhReader {
    inner: Mutex<Inner>,
}

struct Inner {
    reader: ohh::OhhReader,
    official: HandMaker,
    simplified: HandMaker,
}

impl Inner {
    fn refuse<'py>(
        &self,
        py: Python<'py>,
        found: &OhhReading,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let OhhReading { reading, is_simplified } = found;
        let maker = if *is_simplified { &self.simplified } else { &self.official };
        let refused = reading.hand.as_ref().err();
        refused.map(|problem| maker.refuse(py, problem, reading.line, reading.column)).transpose()
    }
}

impl OhhReader {
    /// Reads hands, and does something with them, without the interpreter's lock.
    fn find<T: Send>(
        &self,
        py: Python<'_>,
        text: &str,
        line: u32,
        is_all: bool,
        make: impl Fn(OhhReading) -> T + Send,
    ) -> (Vec<T>, Progress) {
        py.detach(|| {
            let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
            let (hands, progress) = inner.reader.read(text, line, is_all);
            (hands.into_iter().map(make).collect(), progress)
        })
    }
}

#[pymethods]
impl OhhReader {
    /// Take the games, the classes of histories, readings and notes, the attributes of a history without any field, and
    /// the name of the player whose cards are known where a hand does not say it.
    #[new]
    fn new(
        py: Python<'_>,
        games: Vec<NamedGame<'_>>,
        history: Py<PyType>,
        attributes: Py<PyDict>,
        reading: Py<PyType>,
        note: Py<PyType>,
        hero: String,
    ) -> Self {
        let make = |name: &str| {
            HandMaker::new(
                name.to_owned(),
                history.clone_ref(py),
                attributes.clone_ref(py),
                reading.clone_ref(py),
                note.clone_ref(py),
            )
        };
        let reader = ohh::OhhReader::new(Games::new(&take_games(games)), hero);
        let (official, simplified) = (make(OFFICIAL), make(SIMPLIFIED));
        Self { inner: Mutex::new(Inner { reader, official, simplified }) }
    }

    /// Tell whether a record may begin with a line.
    fn begins(&self, line: &Bound<'_, PyString>) -> bool {
        line.to_string_lossy().starts_with(['{', '['])
    }

    /// Read the hands of a text whose first line has this number; return what came of each, what is left of the text,
    /// which is the beginning of a record that may go on, and the number of its first line.
    fn read<'py>(
        &self,
        py: Python<'py>,
        text: &Bound<'py, PyString>,
        line: u32,
        is_all: bool,
    ) -> PyResult<(Bound<'py, PyList>, Bound<'py, PyString>, u32)> {
        let text = text.to_string_lossy();
        let (hands, progress) = self.find(py, &text, line, is_all, |found| found);
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        let made = PyList::empty(py);
        for mut found in hands {
            if let Some(refused) = inner.refuse(py, &found)? {
                made.append(refused)?;
            } else if let Ok(hand) = &mut found.reading.hand {
                let places = HandPlaces::of_columns(std::mem::take(&mut hand.places));
                made.append(inner.official.read(py, hand, found.reading.line, places)?)?;
            }
        }
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
        let text = text.to_string_lossy();
        let (hands, progress) = self.find(py, &text, line, is_all, |found| {
            let document = found.reading.hand.as_ref().ok().map(phh::write);
            (found, document)
        });
        let inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        let mut made = Vec::with_capacity(hands.len());
        for (mut found, document) in hands {
            if let Some(refused) = inner.refuse(py, &found)? {
                made.push((refused, document));
            } else if let Ok(hand) = &mut found.reading.hand {
                let places = HandPlaces::of_columns(std::mem::take(&mut hand.places));
                let place = inner.official.read_place(py, hand, found.reading.line, places)?;
                made.push((place, document));
            }
        }
        Ok((made, PyString::new(py, &text[progress.bytes..]), progress.line))
    }
}
