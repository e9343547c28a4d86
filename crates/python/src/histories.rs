//! Hand histories, many at once.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use croupier_histories::{Accepted, Columns, Game, Texts, read_files};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyDict, PyList, PyString};

use crate::state::setup::Setup;

/// Read and replay files of hand histories; return what came of each hand, as columns by their names.
///
/// With `accepted`, the texts that some fields may have by their names, hands are looked at strictly.
/// Numbers are bytes of the machine's own order: four each for counts, eight for amounts, one for truths.
#[pyfunction]
#[pyo3(signature = (paths, games, threads=None, accepted=None))]
pub fn read_histories<'py>(
    py: Python<'py>,
    paths: Vec<PathBuf>,
    games: Vec<NamedGame<'py>>,
    threads: Option<usize>,
    accepted: Option<Accepted>,
) -> PyResult<Bound<'py, PyDict>> {
    let games = take_games(games);
    let accepted = accepted.map(Arc::new);
    let threads = threads.and_then(NonZeroUsize::new);
    let columns = watch(py, |going| read_files(&paths, &games, accepted.as_ref(), threads, going))?;
    to_python(py, &columns)
}

/// A game by its code, and the fields that a hand of it must have.
pub type NamedGame<'py> = (String, Bound<'py, Setup>, Vec<String>);

/// Takes games from Python.
pub fn take_games(games: Vec<NamedGame<'_>>) -> Vec<Game> {
    let game = |(code, setup, required): NamedGame<'_>| {
        let definition = (*setup.get().definition).clone();
        Game { code, definition, required }
    };
    games.into_iter().map(game).collect()
}

/// Reads files without the interpreter's lock; a signal between two of them ends it.
pub fn watch<T: Send>(
    py: Python<'_>,
    read: impl FnOnce(&(dyn Fn() -> bool + Sync)) -> T + Send,
) -> PyResult<T> {
    let raised: Mutex<Option<PyErr>> = Mutex::new(None);
    let done = py.detach(|| {
        read(&|| {
            Python::attach(|py| match py.check_signals() {
                Ok(()) => true,
                Err(error) => {
                    if let Ok(mut raised) = raised.lock() {
                        *raised = Some(error);
                    }
                    false
                }
            })
        })
    });
    match raised.into_inner() {
        Ok(Some(error)) => Err(error),
        _ => Ok(done),
    }
}

/// Returns numbers as their bytes, which can be changed.
fn bytes<'py, T: Copy, const N: usize>(
    py: Python<'py>,
    values: &[T],
    to_bytes: impl Fn(T) -> [u8; N],
) -> PyResult<Bound<'py, PyByteArray>> {
    PyByteArray::new_with(py, values.len() * N, |bytes| {
        for (place, &value) in bytes.chunks_exact_mut(N).zip(values) {
            place.copy_from_slice(&to_bytes(value));
        }
        Ok(())
    })
}

fn to_python<'py>(py: Python<'py>, columns: &Columns) -> PyResult<Bound<'py, PyDict>> {
    let result = PyDict::new(py);
    let counts = [
        ("file", &columns.file),
        ("line", &columns.line),
        ("action_count", &columns.actions),
        ("applied_count", &columns.applied),
        ("shown", &columns.shown),
        ("missing_shows", &columns.missing_shows),
        ("row", &columns.player_row),
    ];
    for (name, values) in counts {
        result.set_item(name, bytes(py, values, u32::to_ne_bytes)?)?;
    }
    for (name, values) in [("start", &columns.start), ("length", &columns.length)] {
        result.set_item(name, bytes(py, values, u64::to_ne_bytes)?)?;
    }
    let amounts = [
        ("scale", &columns.scale),
        ("bring_in", &columns.bring_in),
        ("small_bet", &columns.small_bet),
        ("big_bet", &columns.big_bet),
        ("min_bet", &columns.min_bet),
        ("rake", &columns.rake),
        ("ante", &columns.antes),
        ("blind_or_straddle", &columns.blinds),
        ("starting_stack", &columns.starting_stacks),
        ("stack", &columns.stacks),
        ("payoff", &columns.payoffs),
        ("finishing_stack", &columns.finishing_stacks),
        ("winnings", &columns.player_winnings),
    ];
    for (name, values) in amounts {
        result.set_item(name, bytes(py, values, i64::to_ne_bytes)?)?;
    }
    let truths = [
        ("ended", &columns.ended),
        ("showdown", &columns.showdown),
        ("hidden", &columns.hidden),
        ("usual", &columns.usual),
        ("uncertain", &columns.uncertain),
    ];
    for (name, values) in truths {
        result.set_item(name, bytes(py, values, |truth| [u8::from(truth)])?)?;
    }
    result.set_item("player_count", PyByteArray::new(py, &columns.players))?;
    result.set_item("player", PyByteArray::new(py, &columns.player))?;
    result.set_item("finishing_check", bytes(py, &columns.finishing, i8::to_ne_bytes)?)?;
    result.set_item("winnings_check", bytes(py, &columns.winnings, i8::to_ne_bytes)?)?;
    result.set_item("key", list(py, &columns.keys)?)?;
    result.set_item("hand", list(py, &columns.hands)?)?;
    result.set_item("variant", repeated(py, &columns.variants)?)?;
    let name = PyBytes::new(py, columns.names.text.as_bytes());
    result.set_item("name", (name, bytes(py, &columns.names.lengths, u32::to_ne_bytes)?))?;
    let problems: Vec<_> = columns
        .problems
        .iter()
        .map(|problem| {
            let place = problem.place;
            let text = problem.fault.to_string();
            (problem.file, problem.row, place.line, place.column, place.action, text)
        })
        .collect();
    result.set_item("problems", problems)?;
    Ok(result)
}

fn list<'py>(py: Python<'py>, texts: &Texts) -> PyResult<Bound<'py, PyList>> {
    let texts: Vec<&str> = texts.iter().collect();
    PyList::new(py, texts)
}

/// Returns texts of which there are few different ones, each once.
fn repeated<'py>(py: Python<'py>, texts: &Texts) -> PyResult<Bound<'py, PyList>> {
    let mut last = PyString::new(py, "");
    let mut known = "";
    let mut found = Vec::with_capacity(texts.len());
    for text in texts.iter() {
        if text != known {
            (last, known) = (PyString::new(py, text), text);
        }
        found.push(last.clone());
    }
    PyList::new(py, found)
}
