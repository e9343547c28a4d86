//! Hands as rows of tables, for Python.

pub mod arrow;

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use croupier_histories::hands;
use croupier_histories::identity::fingerprint::{KnownMarks, Mark};
use croupier_histories::statistics::count::CountedEnd;
use croupier_histories::statistics::counters::NAMES;
use croupier_histories::store::tables::{ACTION, Added, FileSpan, HAND, ONCE};
use croupier_histories::store::texture::{FLOPS, RUNOUTS};
use croupier_histories::store::{Described, SCHEMA, TableRows, derive_files};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::equity::all_ins::{AllInShowdown, find_luck};
use crate::histories::checking::PythonProvider;
use crate::histories::{NamedGame, take_games, watch};
use crate::state::State;
use crate::statistics::hands::{Ratios, in_finer_units};
use crate::store::arrow::ArrowTable;

/// Fractions with larger numbers are not kept.
const LARGEST_RATIO: i128 = 1 << 62;

/// The schema of tables: for each the columns, with types, whether values may be missing, and what they say.
type Schema = Vec<(&'static str, Vec<Described>)>;
/// The bits of a column: their names, and what each says.
type Bits = Vec<(&'static str, &'static str)>;

/// Return the tables of a store with all of their columns.
#[pyfunction]
pub fn store_schema() -> Schema {
    let columns = |(name, columns): &(&'static str, &[Described])| {
        let mut all = vec![HAND];
        if *name == "actions" {
            all.push(ACTION);
        }
        all.extend_from_slice(columns);
        (*name, all)
    };
    SCHEMA.iter().map(columns).collect()
}

/// Return the names of the statistics that are bits of `deeds`: first the chances of all, then what was taken of them.
#[pyfunction]
pub fn store_deeds() -> Vec<&'static str> {
    NAMES[..ONCE].to_vec()
}

/// Return the bits of flops and of runouts.
#[pyfunction]
pub fn store_textures() -> (Bits, Bits) {
    (FLOPS.to_vec(), RUNOUTS.to_vec())
}

/// The hands that a store has, by what they are known by.
#[pyclass(module = "croupier._native")]
#[derive(Default)]
pub struct KnownHands(pub KnownMarks);

#[pymethods]
impl KnownHands {
    /// Begin without hands.
    #[new]
    fn new() -> Self {
        Self::default()
    }

    /// Tell for each hand whether it is new, and remember it: given are the first halves of fingerprints and the hashes
    /// of cards, zeros where those are not known, as numbers of eight bytes.
    fn take(&mut self, ids: &[u8], cards: &[u8]) -> Vec<bool> {
        let number = |bytes: &[u8]| bytes.try_into().map_or(0, u64::from_ne_bytes);
        let pairs = ids.chunks_exact(8).zip(cards.chunks_exact(8));
        pairs.map(|(id, cards)| !self.0.was_there(Mark::new(number(id), number(cards)))).collect()
    }

    /// Tell whether a hand, as a document of PHH, was there before, and remember it.
    fn was_there(&mut self, document: &str) -> bool {
        let mut mark = None;
        hands(document, |hand, _| mark = hand.ok().and_then(Mark::of));
        mark.is_some_and(|mark| self.0.was_there(mark))
    }

    /// Return all that is remembered, as numbers of eight bytes, in an order that is always the same.
    fn dump<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let bytes: Vec<u8> = self
            .0
            .entries()
            .iter()
            .flat_map(|&(key, cards)| [key, cards])
            .flat_map(u64::to_le_bytes)
            .collect();
        PyBytes::new(py, &bytes)
    }

    /// Remember what others do, unless they share a hand with these: then nothing is remembered, and it is false.
    fn include(&mut self, dumped: &[u8]) -> bool {
        let number = |bytes: &[u8]| bytes.try_into().map_or(0, u64::from_le_bytes);
        let entries = dumped.chunks_exact(16).map(|pair| (number(&pair[..8]), number(&pair[8..])));
        self.0.include(entries)
    }
}

/// Rows of hands, players and actions, on their way to a store.
#[pyclass(module = "croupier._native")]
#[derive(Default)]
pub struct StoreRows {
    tables: TableRows,
}

#[pymethods]
impl StoreRows {
    /// Begin without rows.
    #[new]
    fn new() -> Self {
        Self::default()
    }

    fn __len__(&self) -> usize {
        self.tables.len()
    }

    /// Add all hands of files that the core reads; return what else is to be known of them.
    #[pyo3(signature = (paths, games, provide, known, threads=None))]
    #[allow(clippy::needless_pass_by_value)]
    fn add_files<'py>(
        &mut self,
        py: Python<'py>,
        paths: Vec<PathBuf>,
        games: Vec<NamedGame<'py>>,
        provide: Py<PyAny>,
        known: &mut KnownHands,
        threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let games = take_games(games);
        let threads = threads.and_then(NonZeroUsize::new);
        let provider = PythonProvider { provide: Some(provide), rules: None };
        let Self { tables } = self;
        let known = &mut known.0;
        let taken = watch(py, None, |going| {
            derive_files(tables, &paths, &games, known, Some(&provider), threads, going)
        })?;
        let result = PyDict::new(py);
        result.set_item("counts", taken.counts)?;
        let left = taken.left.iter().map(|one| (one.file, one.span, one.key.as_str()));
        result.set_item("left", left.collect::<Vec<_>>())?;
        result.set_item("problems", taken.problems)?;
        Ok(result)
    }

    /// Add a hand that was played in Python, which is given as a document of PHH, too.
    ///
    /// Return "row", "unfinished", "repeated" or "large".
    #[pyo3(signature = (document, state, finishing, winnings, known, file, line, span=None))]
    #[allow(clippy::needless_pass_by_value, clippy::too_many_arguments)]
    fn add_state(
        &mut self,
        document: &str,
        state: &Bound<'_, State>,
        finishing: Option<Ratios>,
        winnings: Option<Ratios>,
        known: &mut KnownHands,
        file: u32,
        line: u32,
        span: Option<(u64, u32)>,
    ) -> PyResult<&'static str> {
        let state = state.try_borrow()?;
        let (factor, scale, finishing, winnings) = in_finer_units(&state, finishing, winnings);
        let record =
            CountedEnd { factor, finishing: finishing.as_deref(), winnings: winnings.as_deref() };
        let mut added = Added::TooLarge;
        hands(document, |hand, _| {
            if let Ok(hand) = hand {
                let is_new = &mut |mark: Mark| !known.0.was_there(mark);
                let source = FileSpan { file, line, span };
                added = self.tables.add(hand, &state.core, record, scale, source, is_new);
            }
        });
        Ok(match added {
            Added::Row => "row",
            Added::Unfinished => "unfinished",
            Added::Repeated => "repeated",
            Added::TooLarge => "large",
        })
    }

    /// Find out how much more than they won players of all-in hands could expect; given are the showdowns of games whose
    /// equities are known exactly, by their codes.
    #[allow(clippy::needless_pass_by_value)]
    fn adjust(&mut self, py: Python<'_>, showdowns: HashMap<String, Py<AllInShowdown>>) {
        let tables = &mut self.tables;
        py.detach(|| {
            tables.adjust(|one| {
                let showdown = &showdowns.get(&one.variant)?.get().0;
                let dealt = &one.dealt;
                let luck =
                    find_luck(showdown, &dealt.board, &dealt.hands, &dealt.pots, &one.amounts)?;
                let small = |(numerator, denominator): (i128, i128)| {
                    let fits = numerator.abs().max(denominator) < LARGEST_RATIO;
                    fits.then_some((numerator as i64, denominator as i64))
                };
                luck.into_iter().map(small).collect()
            });
        });
    }

    /// Give the rows away, with numbers of hands from `first` on.
    fn export(&mut self, first: i64) -> Vec<ArrowTable> {
        let tables = std::mem::take(&mut self.tables);
        tables.export(first).into_iter().map(ArrowTable::new).collect()
    }
}
