//! Hand histories, many at once.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Mutex;

use croupier_phh::{Columns, Game, read_files};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::state::setup::Setup;

/// Read and replay files of hand histories; return what came of each hand, as columns by their names.
///
/// Numbers are bytes of the machine's own order: four each for counts, eight for amounts, one for truths.
#[pyfunction]
#[pyo3(signature = (paths, games, threads=None))]
pub fn read_histories<'py>(
    py: Python<'py>,
    paths: Vec<PathBuf>,
    games: Vec<(String, Bound<'py, Setup>, Vec<String>)>,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyDict>> {
    let games: Vec<Game> = games
        .into_iter()
        .map(|(code, setup, required)| {
            let definition = (*setup.get().definition).clone();
            Game { code, definition, required }
        })
        .collect();
    let threads = threads.and_then(NonZeroUsize::new);
    let raised: Mutex<Option<PyErr>> = Mutex::new(None);
    let columns = py.detach(|| {
        read_files(&paths, &games, threads, &|| {
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
        _ => to_python(py, columns),
    }
}

/// Returns numbers as their bytes.
fn bytes<'py, T: Copy, const N: usize>(
    py: Python<'py>,
    values: &[T],
    to_bytes: impl Fn(T) -> [u8; N],
) -> Bound<'py, PyBytes> {
    let bytes: Vec<u8> = values.iter().flat_map(|&value| to_bytes(value)).collect();
    PyBytes::new(py, &bytes)
}

fn to_python<'py>(py: Python<'py>, columns: Columns) -> PyResult<Bound<'py, PyDict>> {
    let result = PyDict::new(py);
    let counts = [
        ("file", &columns.file),
        ("line", &columns.line),
        ("action_count", &columns.actions),
        ("applied_count", &columns.applied),
        ("repair_count", &columns.repairs),
    ];
    for (name, values) in counts {
        result.set_item(name, bytes(py, values, u32::to_ne_bytes))?;
    }
    let amounts =
        [("scale", &columns.scale), ("stacks", &columns.stacks), ("payoffs", &columns.payoffs)];
    for (name, values) in amounts {
        result.set_item(name, bytes(py, values, i64::to_ne_bytes))?;
    }
    let truths =
        [("ended", &columns.ended), ("showdown", &columns.showdown), ("hidden", &columns.hidden)];
    for (name, values) in truths {
        result.set_item(name, bytes(py, values, |truth| [u8::from(truth)]))?;
    }
    result.set_item("player_count", PyBytes::new(py, &columns.players))?;
    result.set_item("finishing", bytes(py, &columns.finishing, i8::to_ne_bytes))?;
    result.set_item("key", &columns.keys)?;
    result.set_item("variant", &columns.variants)?;
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
