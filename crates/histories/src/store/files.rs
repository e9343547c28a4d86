//! Many files at once.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use croupier_engine::Chips;

use super::tables::{Added, FileSpan, TableRows};
use crate::amounts::scale::Scale;
use crate::bulk::file::Document;
use crate::bulk::read::{KeepGoing, TYPICAL_HAND_BYTES};
use crate::identity::fingerprint::{KnownMarks, Mark};
use crate::phh::document::Span;
use crate::phh::hand::Hand;
use crate::replay::{Game, Provider, Replayer};
use crate::statistics::count::CountedEnd;
use crate::statistics::files::units;

/// So many hands are made room for at most.
const MAX_EXPECTED: usize = 1 << 16;

/// A hand that others must play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnstoredHand {
    /// The file, by its place in the list.
    pub file: usize,
    /// Where it begins, in bytes, how many it has, and in which line.
    pub span: (usize, usize, usize),
    /// The key of its table.
    pub key: String,
}

/// The results of taking files, beside rows.
#[derive(Debug, Clone, Default)]
pub struct Taken {
    /// For each file how many hands were added, had been there before, and came to no end.
    pub counts: Vec<[u64; 3]>,
    /// Hands that others must play.
    pub left: Vec<UnstoredHand>,
    /// Problems of files, each with the number of its file.
    pub problems: Vec<(usize, String)>,
}

/// Adds the hands of files to tables, in the order of the files whatever threads do; `going` is asked before each file
/// whether to go on. Hands that are `known` are not added again. Games that are not in the list are asked for.
pub fn derive_files(
    tables: &mut TableRows,
    paths: &[PathBuf],
    games: &[Game],
    known: &mut KnownMarks,
    provider: Option<&dyn Provider>,
    threads: Option<NonZeroUsize>,
    going: &KeepGoing<'_>,
) -> Taken {
    let cores = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let threads = threads.map_or_else(cores, NonZeroUsize::get).min(paths.len()).max(1);
    let mut taken = Taken::default();
    if threads == 1 {
        let bytes = paths.iter().filter_map(|path| Some(path.metadata().ok()?.len())).sum::<u64>();
        // Files may be anything: more than that comes when it is needed.
        let hands = (bytes as usize / TYPICAL_HAND_BYTES).min(MAX_EXPECTED);
        tables.expect(hands);
        known.expect(hands);
        let mut deriver = Deriver::new(games, provider);
        for (file, path) in paths.iter().enumerate().take_while(|_| going(0)) {
            let is_new = &mut |mark: Mark| !known.was_there(mark);
            deriver.read_file(file, path, tables, &mut taken, is_new);
        }
        return taken;
    }
    let parts: Vec<Mutex<Option<(TableRows, Taken)>>> =
        paths.iter().map(|_| Mutex::default()).collect();
    let (next, stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
    let work = || {
        let mut deriver = Deriver::new(games, provider);
        loop {
            let file = next.fetch_add(1, Ordering::Relaxed);
            let Some(path) = paths.get(file) else { return };
            if stopped.load(Ordering::Relaxed) || !going(0) {
                stopped.store(true, Ordering::Relaxed);
                return;
            }
            let (mut rows, mut found) = <(TableRows, Taken)>::default();
            deriver.read_file(file, path, &mut rows, &mut found, &mut |_| true);
            if let Ok(mut part) = parts[file].lock() {
                *part = Some((rows, found));
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
    for part in parts {
        let Ok(Some((rows, mut found))) = part.into_inner() else { break };
        let kept: Vec<bool> = rows.marks.iter().map(|&mark| !known.was_there(mark)).collect();
        let repeated = kept.iter().filter(|kept| !**kept).count() as u64;
        for counts in &mut found.counts {
            counts[0] -= repeated;
            counts[1] += repeated;
        }
        tables.append(&rows, (repeated > 0).then_some(&kept));
        taken.counts.append(&mut found.counts);
        taken.left.append(&mut found.left);
        taken.problems.append(&mut found.problems);
    }
    taken
}

struct Deriver<'a> {
    replayer: Replayer<'a>,
    finishing: Vec<Chips>,
    winnings: Vec<Chips>,
    /// Room for the text of a file.
    room: Vec<u8>,
}

impl<'a> Deriver<'a> {
    fn new(games: &[Game], provider: Option<&'a dyn Provider>) -> Self {
        let replayer = Replayer::new(games).with(provider).without_settlement();
        Self { replayer, finishing: Vec::new(), winnings: Vec::new(), room: Vec::new() }
    }

    fn read_file(
        &mut self,
        file: usize,
        path: &Path,
        tables: &mut TableRows,
        taken: &mut Taken,
        is_new: &mut dyn FnMut(Mark) -> bool,
    ) {
        let mut counts = [0; 3];
        match Document::open_into(path, std::mem::take(&mut self.room)) {
            Ok(document) => {
                document.hands(|hand, span| {
                    let added = hand.ok().and_then(|hand| self.add(file, hand, tables, is_new));
                    match added {
                        Some(Added::Row) => counts[0] += 1,
                        Some(Added::Repeated) => counts[1] += 1,
                        Some(Added::Unfinished) => counts[2] += 1,
                        Some(Added::TooLarge) | None => {
                            let Span { key, line, start, length } = span;
                            let (span, key) = ((start, length, line), key.to_owned());
                            taken.left.push(UnstoredHand { file, span, key });
                        }
                    }
                });
                self.room = document.into_room();
            }
            Err(fault) => taken.problems.push((file, fault.to_string())),
        }
        taken.counts.push(counts);
    }

    /// Adds a hand; nothing if others must.
    fn add(
        &mut self,
        file: usize,
        hand: &Hand<'_>,
        tables: &mut TableRows,
        is_new: &mut dyn FnMut(Mark) -> bool,
    ) -> Option<Added> {
        let outcome = self.replayer.replay(hand).ok()?;
        let state = self.replayer.played(hand.variant?)?;
        let scale = Scale::new(outcome.scale);
        let finishing = units(&scale, &hand.finishing_stacks, &mut self.finishing);
        let winnings = units(&scale, &hand.winnings, &mut self.winnings);
        let record = CountedEnd {
            factor: 1,
            finishing: finishing.then_some(&*self.finishing),
            winnings: winnings.then_some(&*self.winnings),
        };
        let span = &hand.span;
        let length = u32::try_from(span.length).ok()?;
        let source = FileSpan {
            file: file as u32,
            line: span.line as u32,
            span: Some((span.start as u64, length)),
        };
        Some(tables.add(hand, state, record, outcome.scale, source, is_new))
    }
}
