//! Many files at once: what came of every hand, as columns.

use std::fs;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use croupier_engine::Chips;

use crate::document::hands;
use crate::error::{Fault, Place};
use crate::hand::Hand;
use crate::replay::{Comparison, Game, Outcome, Replayer};

/// What is wrong with a hand, or with a file.
#[derive(Debug, Clone, PartialEq)]
pub struct Problem {
    /// The file, by its place in the list.
    pub file: usize,
    /// The hand, by its row; none where it is the file.
    pub row: Option<usize>,
    /// The key of the hand's table.
    pub key: String,
    /// What is wrong.
    pub fault: Fault,
    /// Where.
    pub place: Place,
}

/// What came of hands: a value of every column for each.
#[derive(Debug, Clone, Default, PartialEq)]
#[allow(missing_docs)]
pub struct Columns {
    pub file: Vec<u32>,
    pub line: Vec<u32>,
    pub keys: Vec<String>,
    pub variants: Vec<String>,
    pub players: Vec<u8>,
    pub actions: Vec<u32>,
    pub applied: Vec<u32>,
    /// How many units a chip is; 0 where the hand could not be set up.
    pub scale: Vec<i64>,
    pub ended: Vec<bool>,
    pub showdown: Vec<bool>,
    pub hidden: Vec<bool>,
    pub repairs: Vec<u32>,
    /// -1 where no stacks were recorded; 0 where they are those of the replay, 1 where they are less, 2 otherwise.
    pub finishing: Vec<i8>,
    /// Stacks and payoffs of all players, one hand after the other, in units.
    pub stacks: Vec<Chips>,
    pub payoffs: Vec<Chips>,
    pub problems: Vec<Problem>,
}

impl Columns {
    /// Returns how many hands there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.file.len()
    }

    /// Tells whether there are no hands.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.file.is_empty()
    }

    /// Reads all hands of a document.
    pub fn read(&mut self, file: usize, text: &str, replayer: &mut Replayer) {
        hands(text, |hand, key| match hand {
            Ok(hand) => self.add(file, hand, replayer),
            Err((fault, place)) => {
                let row = self.len();
                self.add_row(file, &Hand { key, line: place.line, ..Hand::default() }, None);
                self.report(file, Some(row), key, fault, place);
            }
        });
    }

    fn add(&mut self, file: usize, hand: &Hand<'_>, replayer: &mut Replayer) {
        let row = self.len();
        match replayer.replay(hand) {
            Ok(outcome) => self.add_row(file, hand, Some(&outcome)),
            Err(failure) => {
                self.add_row(file, hand, failure.outcome.as_ref());
                self.report(file, Some(row), hand.key, failure.fault, failure.place);
            }
        }
    }

    fn report(&mut self, file: usize, row: Option<usize>, key: &str, fault: Fault, place: Place) {
        self.problems.push(Problem { file, row, key: key.to_owned(), fault, place });
    }

    fn add_row(&mut self, file: usize, hand: &Hand<'_>, outcome: Option<&Outcome>) {
        self.file.push(file as u32);
        self.line.push(hand.line as u32);
        self.keys.push(hand.key.to_owned());
        self.variants.push(hand.variant.unwrap_or_default().to_owned());
        self.actions.push(hand.actions.len() as u32);
        self.players.push(outcome.map_or(0, |outcome| outcome.stacks.len() as u8));
        self.applied.push(outcome.map_or(0, |outcome| outcome.applied as u32));
        self.scale.push(outcome.map_or(0, |outcome| outcome.scale));
        self.ended.push(outcome.is_some_and(|outcome| outcome.ended));
        self.showdown.push(outcome.is_some_and(|outcome| outcome.showdown));
        self.hidden.push(outcome.is_some_and(|outcome| outcome.hidden));
        self.repairs.push(outcome.map_or(0, |outcome| outcome.repairs as u32));
        self.finishing.push(match outcome.and_then(|outcome| outcome.finishing) {
            None => -1,
            Some(Comparison::Equal) => 0,
            Some(Comparison::Less) => 1,
            Some(Comparison::Different) => 2,
        });
        if let Some(outcome) = outcome {
            self.stacks.extend_from_slice(&outcome.stacks);
            self.payoffs.extend_from_slice(&outcome.payoffs);
        }
    }

    /// Adds the hands of other columns after these.
    pub fn append(&mut self, other: Self) {
        let rows = self.len();
        self.file.extend(other.file);
        self.line.extend(other.line);
        self.keys.extend(other.keys);
        self.variants.extend(other.variants);
        self.players.extend(other.players);
        self.actions.extend(other.actions);
        self.applied.extend(other.applied);
        self.scale.extend(other.scale);
        self.ended.extend(other.ended);
        self.showdown.extend(other.showdown);
        self.hidden.extend(other.hidden);
        self.repairs.extend(other.repairs);
        self.finishing.extend(other.finishing);
        self.stacks.extend(other.stacks);
        self.payoffs.extend(other.payoffs);
        let shifted =
            |problem: Problem| Problem { row: problem.row.map(|row| row + rows), ..problem };
        self.problems.extend(other.problems.into_iter().map(shifted));
    }
}

/// Reads files on many threads; `going` is asked before each file whether to go on.
#[must_use]
pub fn read_files(
    paths: &[PathBuf],
    games: &[Game],
    threads: Option<NonZeroUsize>,
    going: &(dyn Fn() -> bool + Sync),
) -> Columns {
    let cores = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let threads = threads.map_or_else(cores, NonZeroUsize::get).min(paths.len()).max(1);
    let parts: Vec<Mutex<Columns>> = paths.iter().map(|_| Mutex::default()).collect();
    let (next, stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
    let work = || {
        let mut replayer = Replayer::new(games);
        loop {
            let file = next.fetch_add(1, Ordering::Relaxed);
            let Some(path) = paths.get(file) else { return };
            if stopped.load(Ordering::Relaxed) || !going() {
                stopped.store(true, Ordering::Relaxed);
                return;
            }
            let mut columns = Columns::default();
            match fs::read(path).map(String::from_utf8) {
                Ok(Ok(text)) => columns.read(file, &text, &mut replayer),
                Ok(Err(error)) => {
                    let place = error.utf8_error().valid_up_to();
                    let fault = Fault::Toml(format!("the bytes from {place} on are no UTF-8"));
                    columns.report(file, None, "", fault, Place::default());
                }
                Err(error) => {
                    columns.report(
                        file,
                        None,
                        "",
                        Fault::File(error.to_string()),
                        Place::default(),
                    );
                }
            }
            if let Ok(mut part) = parts[file].lock() {
                *part = columns;
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
    let mut all = Columns::default();
    for part in parts {
        all.append(part.into_inner().unwrap_or_default());
    }
    all
}
