//! Many tables in step.

use std::num::{NonZeroU64, NonZeroUsize};

use croupier_engine::tables::{Menu, Move, Rows, Tables as CoreTables};
use pyo3::buffer::Element;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::bulk::Numbers;
use crate::cards::SeedValue;
use crate::errors;
use crate::state::setup::Setup;

/// Many tables of one game, played one decision at a time.
#[pyclass(module = "croupier._native")]
pub struct Tables {
    tables: CoreTables,
}

/// The arrays that rows are written to, in the order in which they are given.
struct Arrays {
    kinds: Numbers<u8>,
    seats: Numbers<u8>,
    players: Numbers<u8>,
    streets: Numbers<u8>,
    cards: Numbers<u8>,
    board: Numbers<u8>,
    stacks: Numbers<i64>,
    bets: Numbers<i64>,
    statuses: Numbers<u8>,
    pots: Numbers<i64>,
    legal: Numbers<u8>,
    amounts: Numbers<i64>,
    choices: Numbers<u32>,
    bounds: Numbers<u8>,
    finished: Numbers<u32>,
    payoffs: Numbers<i64>,
}

const ARRAY_COUNT: usize = 16;

impl Arrays {
    fn get(arrays: &Bound<'_, PyTuple>) -> PyResult<Self> {
        if arrays.len() != ARRAY_COUNT {
            return Err(PyValueError::new_err(format!(
                "there must be {ARRAY_COUNT} arrays, not {}",
                arrays.len()
            )));
        }
        fn one<T: Element>(
            arrays: &Bound<'_, PyTuple>,
            place: usize,
            what: &str,
            type_name: &str,
        ) -> PyResult<Numbers<T>> {
            Numbers::writable(&arrays.get_item(place)?, what, type_name)
        }
        let result = Self {
            kinds: one(arrays, 0, "kinds", "uint8")?,
            seats: one(arrays, 1, "seats", "uint8")?,
            players: one(arrays, 2, "players", "uint8")?,
            streets: one(arrays, 3, "streets", "uint8")?,
            cards: one(arrays, 4, "cards", "uint8")?,
            board: one(arrays, 5, "board", "uint8")?,
            stacks: one(arrays, 6, "stacks", "int64")?,
            bets: one(arrays, 7, "bets", "int64")?,
            statuses: one(arrays, 8, "statuses", "uint8")?,
            pots: one(arrays, 9, "pots", "int64")?,
            legal: one(arrays, 10, "legal", "uint8")?,
            amounts: one(arrays, 11, "amounts", "int64")?,
            choices: one(arrays, 12, "choices", "uint32")?,
            bounds: one(arrays, 13, "bounds", "uint8")?,
            finished: one(arrays, 14, "finished", "uint32")?,
            payoffs: one(arrays, 15, "payoffs", "int64")?,
        };
        let mut extents = [
            result.kinds.extent(),
            result.seats.extent(),
            result.players.extent(),
            result.streets.extent(),
            result.cards.extent(),
            result.board.extent(),
            result.stacks.extent(),
            result.bets.extent(),
            result.statuses.extent(),
            result.pots.extent(),
            result.legal.extent(),
            result.amounts.extent(),
            result.choices.extent(),
            result.bounds.extent(),
            result.finished.extent(),
            result.payoffs.extent(),
        ];
        extents.sort_unstable_by_key(|extent| extent.start);
        if extents.windows(2).any(|pair| pair[0].end > pair[1].start) {
            return Err(PyValueError::new_err("the arrays must not share memory"));
        }
        Ok(result)
    }

    fn rows(&mut self) -> Rows<'_> {
        Rows {
            kinds: self.kinds.as_mut_slice(),
            seats: self.seats.as_mut_slice(),
            players: self.players.as_mut_slice(),
            streets: self.streets.as_mut_slice(),
            cards: self.cards.as_mut_slice(),
            board: self.board.as_mut_slice(),
            stacks: self.stacks.as_mut_slice(),
            bets: self.bets.as_mut_slice(),
            statuses: self.statuses.as_mut_slice(),
            pots: self.pots.as_mut_slice(),
            legal: self.legal.as_mut_slice(),
            amounts: self.amounts.as_mut_slice(),
            choices: self.choices.as_mut_slice(),
            bounds: self.bounds.as_mut_slice(),
            finished: self.finished.as_mut_slice(),
            payoffs: self.payoffs.as_mut_slice(),
        }
    }
}

#[pymethods]
impl Tables {
    #[new]
    #[pyo3(signature = (setup, count, seed, menu, hands=None))]
    fn new(
        setup: &Bound<'_, Setup>,
        count: usize,
        seed: SeedValue,
        menu: Vec<(String, f64, f64)>,
        hands: Option<NonZeroU64>,
    ) -> PyResult<Self> {
        let py = setup.py();
        let given = setup.get();
        if given.foreign.is_some() || given.converter.is_some() {
            return Err(errors::unsupported_error(
                py,
                "many tables in step need whole chips, and hands, rake and splits of the core",
            ));
        }
        let menu = menu.iter().map(read_move).collect::<PyResult<Vec<_>>>()?;
        let tables = CoreTables::new(&given.definition, count, seed.0, Menu::new(menu), hands)
            .map_err(|error| errors::tables_error(py, &error))?;
        Ok(Self { tables })
    }

    /// The number of players, and of the most hole cards, board cards and moves.
    #[getter]
    fn widths(&self) -> (usize, usize, usize, usize) {
        let widths = self.tables.widths();
        (widths.players, widths.hole, widths.board, widths.moves)
    }

    /// Start the first hands.
    fn start(
        &mut self,
        py: Python<'_>,
        arrays: &Bound<'_, PyTuple>,
        threads: usize,
    ) -> PyResult<()> {
        let mut arrays = self.arrays(arrays)?;
        let threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
        let (tables, rows) = (&mut self.tables, arrays.rows());
        let result = py.detach(|| tables.start(rows, threads));
        result.map_err(|error| errors::tables_error(py, &error))
    }

    /// Do what was decided at every table.
    fn step(
        &mut self,
        py: Python<'_>,
        decisions: &Bound<'_, PyAny>,
        arrays: &Bound<'_, PyTuple>,
        threads: usize,
    ) -> PyResult<()> {
        let decisions = Numbers::<i64>::get(decisions, "the decisions", "int64")?;
        let mut arrays = self.arrays(arrays)?;
        let threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
        let (tables, rows) = (&mut self.tables, arrays.rows());
        // What is decided may be an array that is written to: a copy is not.
        let decided = decisions.as_slice().to_vec();
        let result = py.detach(|| tables.step(&decided, rows, threads));
        result.map_err(|error| errors::tables_error(py, &error))
    }
}

impl Tables {
    fn arrays(&self, arrays: &Bound<'_, PyTuple>) -> PyResult<Arrays> {
        let mut arrays = Arrays::get(arrays)?;
        let (count, widths) = (self.tables.len(), self.tables.widths());
        match arrays.rows().find_wrong_size(count, widths) {
            Some((name, size)) => Err(PyValueError::new_err(format!(
                "the array {name} must have room for {size} numbers"
            ))),
            None => Ok(arrays),
        }
    }
}

fn read_move((name, first, second): &(String, f64, f64)) -> PyResult<Move> {
    Ok(match name.as_str() {
        "fold" => Move::Fold,
        "call" => Move::Call,
        "min" => Move::Least,
        "max" => Move::Most,
        "pot" => Move::Pot(*first),
        "times" => Move::Times(*first),
        "street" => Move::Street { times: *first, part: *second },
        _ => return Err(PyValueError::new_err(format!("there is no move {name:?}"))),
    })
}
