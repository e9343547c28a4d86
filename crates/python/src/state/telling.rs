//! A hand as people tell it, as tuples that Python gives names to.

use croupier_engine::Chips;
use croupier_engine::telling::{Award, Beginning, Event, Happening, tell};
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
        let beginning = Beginning {
            stacks: &stacks,
            blinds: &blinds,
            dead: &dead,
            price: self.core.definition.blind_price(),
            board_count: self.core.definition.board_count,
        };
        let told = tell(&self.core.log, &beginning)
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
    let faces = if event.kind == Happening::Deal {
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

fn name(py: Python<'_>, kind: Happening) -> &Bound<'_, PyString> {
    match kind {
        Happening::Ante => intern!(py, "ante"),
        Happening::Dead => intern!(py, "dead"),
        Happening::Blind => intern!(py, "blind"),
        Happening::Straddle => intern!(py, "straddle"),
        Happening::Post => intern!(py, "post"),
        Happening::BringIn => intern!(py, "bring_in"),
        Happening::Deal => intern!(py, "deal"),
        Happening::Board => intern!(py, "board"),
        Happening::Fold => intern!(py, "fold"),
        Happening::Check => intern!(py, "check"),
        Happening::Call => intern!(py, "call"),
        Happening::Bet => intern!(py, "bet"),
        Happening::Raise => intern!(py, "raise"),
        Happening::Discard => intern!(py, "discard"),
        Happening::Uncalled => intern!(py, "uncalled"),
        Happening::Show => intern!(py, "show"),
        Happening::Muck => intern!(py, "muck"),
    }
}
