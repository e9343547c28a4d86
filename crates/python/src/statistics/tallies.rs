//! How players play in many hands, for Python: sums that stay in the core until somebody looks at a player.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use croupier_engine::Chips;
use croupier_histories::statistics::count::{CountedEnd, count};
use croupier_histories::statistics::gather::{
    AllInHand, Gathered, HandPlace, HandSource, SumKey, Totals,
};
use croupier_histories::statistics::{count_files, position};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyDict, PyTuple};

use crate::histories::checking::PythonProvider;
use crate::histories::{NamedGame, take_games, watch};
use crate::state::State;
use crate::statistics::hands::show_all_in;
use crate::store::KnownHands;

/// A player's name, the stakes by their place in the list, the position, and how many units a chip is.
type ShownKey<'a> = (&'a str, u32, String, i64);

/// The stakes by their place in the list, the position, how many units a chip is, how many hands there are, of how
/// many it is known what was won, the counts, and what was won: the sum, that of squares, and that after showdowns.
type Row = (u32, String, i64, u64, u64, Vec<u64>, (i128, u128, i128));

/// The sums of many players.
#[pyclass(module = "croupier._native")]
#[derive(Default)]
pub struct Tallies {
    gathered: Gathered,
    /// For each player the places of the sums, as far as they have been looked at.
    places: Vec<Vec<usize>>,
    placed: usize,
}

#[pymethods]
impl Tallies {
    /// Begin without hands.
    #[new]
    fn new() -> Self {
        Self::default()
    }

    /// Add a hand that was played here, under the names that are given, without its expected winnings.
    ///
    /// None for a hand that came to no end, false for one whose amounts are too large.
    #[pyo3(signature = (state, names, variant, currency, tournament=false))]
    #[allow(clippy::needless_pass_by_value)]
    fn add(
        &mut self,
        state: &Bound<'_, State>,
        names: Vec<PyBackedStr>,
        variant: &str,
        currency: &str,
        tournament: bool,
    ) -> PyResult<Option<bool>> {
        let state = state.try_borrow()?;
        let record = CountedEnd { factor: 1, finishing: None, winnings: None };
        let Some(mut hand) = count(&state.core, record) else { return Ok(None) };
        hand.all_in = None;
        let spot = HandPlace { file: 0, start: 0 };
        let scale = state.setup.get().scale;
        let source = HandSource { spot, variant, currency, tournament, scale, mark: None };
        let names = names.iter().map(|name| &**name);
        Ok(Some(self.gathered.add(&source, hand, names, &HashSet::new())))
    }

    /// Add all hands of files, and return what else is to be known of them: those of some players, those in which
    /// everybody was all-in, and those that others must play.
    #[pyo3(signature = (paths, games, listed, hero, provide, known, threads=None, tell_bytes=None))]
    #[allow(clippy::needless_pass_by_value, clippy::too_many_arguments)]
    fn count_files<'py>(
        &mut self,
        py: Python<'py>,
        paths: Vec<PathBuf>,
        games: Vec<NamedGame<'py>>,
        listed: HashSet<String>,
        hero: Option<String>,
        provide: Py<PyAny>,
        known: &mut KnownHands,
        threads: Option<usize>,
        tell_bytes: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let games = take_games(games);
        let threads = threads.and_then(NonZeroUsize::new);
        let known = &mut known.0;
        let provider = PythonProvider { provide: Some(provide), rules: None };
        let found = watch(py, tell_bytes, |going| {
            let hero = hero.as_deref();
            count_files(&paths, &games, &listed, hero, known, Some(&provider), threads, going)
        })?;
        self.gathered.merge(found);
        let result = self.show(py);
        // Hands that were given to Python need not be kept.
        let gathered = &mut self.gathered;
        gathered.all_ins.clear();
        gathered.listed.clear();
        gathered.left.clear();
        gathered.problems.clear();
        (gathered.hands, gathered.unfinished, gathered.repeated) = (0, 0, 0);
        result
    }

    /// Return the players' names.
    fn names(&self) -> &[String] {
        &self.gathered.players
    }

    /// Return what hands were played for: variant, currency, smallest bet and whether it is a tournament, without those
    /// known already.
    fn stakes(&self, known: usize) -> Vec<(&str, &str, (Chips, Chips), bool)> {
        let stakes = self.gathered.stakes.iter().skip(known);
        stakes.map(|one| (&*one.variant, &*one.currency, one.bet, one.tournament)).collect()
    }

    /// Return a player's sums, and forget them.
    fn take(&mut self, name: &str) -> Vec<Row> {
        self.find_places();
        let Some(player) = self.gathered.find(name) else { return Vec::new() };
        let totals = &mut self.gathered.totals;
        let taken = self.places[player].iter().map(|&place| {
            let (key, sums) = &mut totals[place];
            (*key, std::mem::take(sums))
        });
        taken.filter(|(_, sums)| sums.hands > 0).map(|(key, sums)| show_row(key, &sums)).collect()
    }
}

impl Tallies {
    /// Finds the places of sums that are new.
    fn find_places(&mut self) {
        self.places.resize_with(self.gathered.players.len(), Vec::new);
        for (place, (key, _)) in self.gathered.totals.iter().enumerate().skip(self.placed) {
            self.places[key.player as usize].push(place);
        }
        self.placed = self.gathered.totals.len();
    }

    fn show<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let gathered = &self.gathered;
        let result = PyDict::new(py);
        let all_ins = gathered.all_ins.iter().map(|hand| self.show_hand(py, hand));
        result.set_item("all_ins", all_ins.collect::<PyResult<Vec<_>>>()?)?;
        let listed = gathered.listed.iter().map(|one| {
            let spot = (one.spot.file, one.spot.start, one.seat);
            (spot, self.show_key(one.key), one.net, one.showdown)
        });
        result.set_item("listed", listed.collect::<Vec<_>>())?;
        let left = gathered.left.iter().map(|one| {
            let (file, start) = (one.spot.file, one.spot.start);
            (file, start, one.length, one.key.as_str())
        });
        result.set_item("left", left.collect::<Vec<_>>())?;
        result.set_item("hands", gathered.hands)?;
        result.set_item("unfinished", gathered.unfinished)?;
        result.set_item("repeated", gathered.repeated)?;
        result.set_item("problems", &gathered.problems)?;
        Ok(result)
    }

    fn show_key(&self, key: SumKey) -> ShownKey<'_> {
        let name = &self.gathered.players[key.player as usize];
        (name, key.stakes, position::name(key.position), key.scale)
    }

    fn show_hand<'py>(&self, py: Python<'py>, hand: &AllInHand) -> PyResult<Bound<'py, PyTuple>> {
        let seats: Vec<_> = hand
            .seats
            .iter()
            .map(|&(key, net, gross, received)| (self.show_key(key), net, gross, received))
            .collect();
        let dealt = show_all_in(py, &hand.board, &hand.hands, &hand.pots)?;
        ((hand.spot.file, hand.spot.start), seats, dealt).into_pyobject(py)
    }
}

fn show_row(key: SumKey, totals: &Totals) -> Row {
    let counts = totals.counts.numbers().collect();
    let sums = (totals.net, totals.squares, totals.showdown_net);
    let position = position::name(key.position);
    (key.stakes, position, key.scale, totals.hands, totals.settled, counts, sums)
}
