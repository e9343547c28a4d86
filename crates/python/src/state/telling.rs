//! A hand as people tell it, as tuples that Python gives names to.

use croupier_engine::Chips;
use croupier_histories::transcript::{Award, Event, EventKind, Opening, transcribe};
use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use super::State;
use crate::cards;

/// Events, awards, what was in each pot, the whole pot, and how often the board was run.
type Told<'py> = (
    Vec<Bound<'py, PyTuple>>,
    Vec<(usize, usize, usize, Chips)>,
    Vec<(usize, Chips)>,
    Chips,
    usize,
);

#[pymethods]
impl State {
    /// Return what happened as people tell it; chips must be whole.
    fn _tell<'py>(
        &self,
        py: Python<'py>,
        stacks: Vec<Chips>,
        blinds: Vec<Chips>,
        dead: Vec<Chips>,
    ) -> PyResult<Told<'py>> {
        if self.setup.get().converter.is_some() {
            return Err(PyValueError::new_err("chips must be whole to be told"));
        }
        let opening = Opening {
            stacks: &stacks,
            blinds: &blinds,
            dead: &dead,
            price: self.core.definition.blind_price(),
            board_count: self.core.definition.board_count,
            said_raises: &[],
        };
        let told = transcribe(&self.core.log, &opening)
            .ok_or_else(|| PyValueError::new_err("there must be one amount for each player"))?;
        let nothing = PyTuple::empty(py);
        let events = told.events.iter().map(|event| write(py, event, &nothing));
        let awards = told
            .awards
            .iter()
            .map(|&Award { pot, board, seat, amount }| (pot, board, seat, amount));
        let awards = awards.collect();
        Ok((events.collect::<PyResult<_>>()?, awards, told.pushed, told.total_pot, told.run_count))
    }
}

fn write<'py>(
    py: Python<'py>,
    event: &Event<'_>,
    nothing: &Bound<'py, PyTuple>,
) -> PyResult<Bound<'py, PyTuple>> {
    let cards =
        if event.cards.is_empty() { nothing.clone() } else { cards::to_tuple(py, event.cards)? };
    let faces = if event.kind == EventKind::Deal {
        let faces = (0..event.cards.len()).map(|index| event.up >> index & 1 == 1);
        PyTuple::new(py, faces.collect::<Vec<bool>>())?
    } else {
        nothing.clone()
    };
    (
        name(py, event.kind),
        event.street,
        event.seat,
        event.amount,
        event.total,
        event.over,
        event.all_in,
        cards,
        faces,
        event.board,
    )
        .into_pyobject(py)
}

fn name(py: Python<'_>, kind: EventKind) -> &Bound<'_, PyString> {
    match kind {
        EventKind::Ante => intern!(py, "ante"),
        EventKind::Dead => intern!(py, "dead"),
        EventKind::Blind => intern!(py, "blind"),
        EventKind::Straddle => intern!(py, "straddle"),
        EventKind::Post => intern!(py, "post"),
        EventKind::BringIn => intern!(py, "bring_in"),
        EventKind::Deal => intern!(py, "deal"),
        EventKind::Board => intern!(py, "board"),
        EventKind::Fold => intern!(py, "fold"),
        EventKind::Check => intern!(py, "check"),
        EventKind::Call => intern!(py, "call"),
        EventKind::Bet => intern!(py, "bet"),
        EventKind::Raise => intern!(py, "raise"),
        EventKind::Discard => intern!(py, "discard"),
        EventKind::Uncalled => intern!(py, "uncalled"),
        EventKind::Show => intern!(py, "show"),
        EventKind::Muck => intern!(py, "muck"),
    }
}
