//! Many files at once: what came of every hand, as columns.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use crate::amounts::number::Number;
use crate::amounts::scale::Scale;
use crate::bulk::file::Document;
use crate::bulk::parts::{count_threads, is_large, share};
use crate::bulk::texts::Texts;
use crate::error::{Fault, Place};
use crate::phh::check::FieldRules;
use crate::phh::document::{Span, Unread, hands};
use crate::phh::hand::Hand;
use crate::replay::findings::Finding;
use crate::replay::settle::Comparison;
use crate::replay::{Game, Outcome, Provider, Repaired, Replayer};

/// A problem of a hand, or of a file.
#[derive(Debug, Clone, PartialEq)]
pub struct FileProblem {
    /// The file, by its place in the list.
    pub file: usize,
    /// The hand, by its row; none where it is the file.
    pub row: Option<usize>,
    /// The key of the hand's table.
    pub key: String,
    /// The kind of the mistake.
    pub fault: Fault,
    /// Where.
    pub place: Place,
}

/// Makes a struct of columns that can be put one after the other.
macro_rules! columns {
    ($($(#[$about:meta])* $name:ident: $kind:ty,)*) => {
        /// The columns of hands: a value of every column for each hand, or for each player of each.
        #[derive(Debug, Clone, Default, PartialEq)]
        #[allow(missing_docs)]
        pub struct Columns {
            $($(#[$about])* pub $name: Vec<$kind>,)*
            pub keys: Texts,
            /// The numbers or names of the hands.
            pub hands: Texts,
            pub variants: Texts,
            /// The kinds of repairs, each once for every time, with blanks between them.
            pub repair_kinds: Texts,
            /// The names of all players, one hand after the other.
            pub names: Texts,
            pub problems: Vec<FileProblem>,
            /// The findings of strict checks, by the rows.
            pub findings: Vec<(usize, Finding)>,
        }

        impl Columns {
            fn append_numbers(&mut self, other: &mut Self) {
                $(self.$name.append(&mut other.$name);)*
            }

            /// Makes room for so many hands.
            fn expect(&mut self, hands: usize) {
                $(self.$name.reserve(hands);)*
            }

            fn clear_numbers(&mut self) {
                $(self.$name.clear();)*
            }

            /// Makes room for other columns, so that nothing is moved when they come.
            fn reserve(&mut self, others: &[Self]) {
                $(self.$name.reserve(others.iter().map(|other| other.$name.len()).sum());)*
            }
        }
    };
}

columns! {
    file: u32,
    line: u32,
    /// Where the hand begins in the file, and how long it is, in bytes.
    start: u64,
    length: u64,
    players: u8,
    actions: u32,
    applied: u32,
    /// How many units a chip is; 0 where the hand could not be set up.
    scale: i64,
    bring_in: i64,
    small_bet: i64,
    big_bet: i64,
    min_bet: i64,
    ended: bool,
    showdown: bool,
    hidden: bool,
    repairs: u32,
    /// -1 where nothing was recorded; 0 where it is as in the replay, 1 where it is less, 2 where it differs in
    /// another way, 3 where others won.
    finishing: i8,
    winnings: i8,
    /// -1 where it is not known.
    rake: i64,
    /// For every player of every hand, one hand after the other: the row of the hand, the player, and amounts in
    /// units, of which -1 is one that is not recorded.
    player_row: u32,
    player: u8,
    antes: i64,
    blinds: i64,
    starting_stacks: i64,
    stacks: i64,
    payoffs: i64,
    finishing_stacks: i64,
    player_winnings: i64,
}

/// A callback that is given how many bytes are read next, and returns whether to go on.
pub type KeepGoing<'a> = dyn Fn(u64) -> bool + Sync + 'a;

/// The room of so many players of hands, some 40 MB in all, is kept at most.
const MAX_KEPT: usize = 1 << 19;
/// How long the text of a hand is, more or less.
pub(crate) const TYPICAL_HAND_BYTES: usize = 600;
/// The mark of an amount that is not recorded.
const NOTHING: i64 = -1;

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

    /// Forgets all hands, and keeps the room that they took, unless it is much: reading files again and again needs
    /// no new memory each time.
    #[must_use]
    pub fn cleared(mut self) -> Self {
        if self.player_row.capacity() > MAX_KEPT || self.names.text.capacity() > 32 * MAX_KEPT {
            return Self::default();
        }
        self.clear_numbers();
        let Self { keys, hands, variants, repair_kinds, names, problems, findings, .. } = &mut self;
        [keys, hands, variants, repair_kinds, names].into_iter().for_each(Texts::clear);
        problems.clear();
        findings.clear();
        self
    }

    /// Reads all hands of a document.
    pub fn read(&mut self, file: usize, text: &str, replayer: &mut Replayer<'_>) {
        hands(text, |hand, span| self.take(file, hand, span, replayer));
    }

    /// Reads all hands of a file; `room` is for its text.
    fn read_file(
        &mut self,
        file: usize,
        path: &Path,
        replayer: &mut Replayer<'_>,
        room: &mut Vec<u8>,
    ) {
        match Document::open_into(path, std::mem::take(room)) {
            Ok(document) => {
                self.expect(document.text.len() / TYPICAL_HAND_BYTES);
                document.hands(|hand, span| self.take(file, hand, span, replayer));
                *room = document.into_room();
            }
            Err(fault) => self.report(file, None, "", fault, Place::default()),
        }
    }

    fn take(
        &mut self,
        file: usize,
        hand: Result<&Hand<'_>, Unread<'_>>,
        span: Span<'_>,
        replayer: &mut Replayer<'_>,
    ) {
        match hand {
            Ok(hand) => self.add(file, hand, replayer),
            Err(unread) => {
                let row = self.len();
                replayer.refuse(&unread);
                self.add_row(file, &Hand { span, ..Hand::default() }, None);
                self.find(row, replayer);
                self.report(file, Some(row), span.key, unread.fault, unread.place);
            }
        }
    }

    fn add(&mut self, file: usize, hand: &Hand<'_>, replayer: &mut Replayer<'_>) {
        let row = self.len();
        match replayer.replay(hand) {
            Ok(outcome) => self.add_row(file, hand, Some(&outcome)),
            Err(failure) => {
                self.add_row(file, hand, failure.outcome.as_ref());
                self.report(file, Some(row), hand.span.key, failure.fault, failure.place);
            }
        }
        self.find(row, replayer);
    }

    /// Adds what was found in the last hand.
    fn find(&mut self, row: usize, replayer: &mut Replayer<'_>) {
        self.findings.extend(replayer.take_findings().map(|one| (row, one)));
    }

    fn report(&mut self, file: usize, row: Option<usize>, key: &str, fault: Fault, place: Place) {
        self.problems.push(FileProblem { file, row, key: key.to_owned(), fault, place });
    }

    fn add_row(&mut self, file: usize, hand: &Hand<'_>, outcome: Option<&Outcome>) {
        let row = self.len();
        self.file.push(file as u32);
        self.line.push(hand.span.line as u32);
        self.start.push(hand.span.start as u64);
        self.length.push(hand.span.length as u64);
        self.keys.push(hand.span.key);
        self.hands.push(hand.name);
        self.variants.push(hand.variant.unwrap_or_default());
        self.actions.push(hand.actions.len() as u32);
        self.players.push(outcome.map_or(0, |outcome| outcome.stacks.len() as u8));
        self.applied.push(outcome.map_or(0, |outcome| outcome.applied as u32));
        self.scale.push(outcome.map_or(0, |outcome| outcome.scale));
        self.ended.push(outcome.is_some_and(|outcome| outcome.ended));
        self.showdown.push(outcome.is_some_and(|outcome| outcome.showdown));
        self.hidden.push(outcome.is_some_and(|outcome| outcome.hidden));
        let repairs = outcome.map_or(&[] as &[Repaired], |outcome| &outcome.repairs);
        self.repairs.push(repairs.len() as u32);
        if repairs.is_empty() {
            self.repair_kinds.push("");
        } else {
            let kinds: Vec<&str> = repairs.iter().map(|(repair, _)| repair.kind()).collect();
            self.repair_kinds.push(&kinds.join(" "));
        }
        let settlement = outcome.and_then(|outcome| outcome.settlement).unwrap_or_default();
        self.finishing.push(number(settlement.finishing));
        self.winnings.push(number(settlement.winnings));
        self.rake.push(settlement.rake.unwrap_or(NOTHING));
        self.add_amounts(row, hand, outcome);
    }

    /// Adds the stakes, and a row for each player.
    fn add_amounts(&mut self, row: usize, hand: &Hand<'_>, outcome: Option<&Outcome>) {
        let scale = Scale::new(outcome.map_or(1, |outcome| outcome.scale));
        let given = |amount: Option<Number>| {
            amount.filter(|_| outcome.is_some()).and_then(|amount| scale.units(amount))
        };
        self.bring_in.push(given(hand.bring_in).unwrap_or(NOTHING));
        self.small_bet.push(given(hand.small_bet).unwrap_or(NOTHING));
        self.big_bet.push(given(hand.big_bet).unwrap_or(NOTHING));
        self.min_bet.push(given(hand.min_bet).unwrap_or(NOTHING));
        let Some(outcome) = outcome else { return };
        let count = outcome.stacks.len();
        self.player_row.resize(self.player_row.len() + count, row as u32);
        self.player.extend(1..=count as u8);
        let add = |column: &mut Vec<i64>, amounts: &[Number], missing: i64| {
            let units = |amount: &Number| scale.stack(*amount).unwrap_or(missing);
            column.extend(amounts.iter().take(count).map(units));
            column.resize(column.len() + count.saturating_sub(amounts.len()), missing);
        };
        add(&mut self.antes, &hand.antes, 0);
        add(&mut self.blinds, &hand.blinds_or_straddles, 0);
        add(&mut self.starting_stacks, &hand.starting_stacks, 0);
        add(&mut self.finishing_stacks, &hand.finishing_stacks, NOTHING);
        add(&mut self.player_winnings, &hand.winnings, NOTHING);
        self.stacks.extend_from_slice(&outcome.stacks);
        self.payoffs.extend_from_slice(&outcome.payoffs);
        let names = hand.players.iter().copied().chain(std::iter::repeat(""));
        names.take(count).for_each(|name| self.names.push(name));
    }

    /// Adds the hands of other columns after these.
    pub fn append(&mut self, mut other: Self) {
        let rows = self.len();
        other.player_row.iter_mut().for_each(|row| *row += rows as u32);
        self.append_numbers(&mut other);
        self.keys.append(&other.keys);
        self.hands.append(&other.hands);
        self.variants.append(&other.variants);
        self.repair_kinds.append(&other.repair_kinds);
        self.names.append(&other.names);
        let shifted = |problem: FileProblem| FileProblem {
            row: problem.row.map(|row| row + rows),
            ..problem
        };
        self.problems.extend(other.problems.into_iter().map(shifted));
        self.findings.extend(other.findings.into_iter().map(|(row, one)| (row + rows, one)));
    }
}

/// Returns what stands for a comparison in a column.
#[must_use]
pub const fn number(comparison: Option<Comparison>) -> i8 {
    match comparison {
        None => -1,
        Some(Comparison::Equal) => 0,
        Some(Comparison::Less) => 1,
        Some(Comparison::Different) => 2,
        Some(Comparison::OtherWinners) => 3,
    }
}

/// Reads files on many threads, strictly where there are `rules`; `provider` knows games that are not in the list; `going`
/// is asked before each file, and each part of a large one.
#[must_use]
pub fn read_files(
    paths: &[PathBuf],
    games: &[Game],
    rules: Option<&Arc<FieldRules>>,
    provider: Option<&dyn Provider>,
    threads: Option<NonZeroUsize>,
    going: &KeepGoing<'_>,
) -> Columns {
    read_files_into(Columns::default(), paths, games, rules, provider, threads, going)
}

/// Reads files as [`read_files`] does, after the hands of other columns, and into their room.
#[must_use]
pub fn read_files_into(
    mut all: Columns,
    paths: &[PathBuf],
    games: &[Game],
    rules: Option<&Arc<FieldRules>>,
    provider: Option<&dyn Provider>,
    threads: Option<NonZeroUsize>,
    going: &KeepGoing<'_>,
) -> Columns {
    let threads = count_threads(threads);
    let start = || {
        let replayer = Replayer::new(games).with(provider);
        match rules {
            Some(rules) => replayer.strict(Arc::clone(rules)),
            None => replayer,
        }
    };
    let size = |path: &PathBuf| std::fs::metadata(path).map_or(0, |found| found.len());
    let stopped = AtomicBool::new(false);
    let is_going = |bytes: u64| {
        let goes = !stopped.load(Ordering::Relaxed) && going(bytes);
        stopped.fetch_or(!goes, Ordering::Relaxed);
        goes
    };
    if threads == 1 {
        let (mut replayer, mut room) = (start(), Vec::new());
        for (file, path) in paths.iter().enumerate() {
            let bytes = size(path);
            if is_large(bytes) && is_going(0) {
                all.append(read_large(file, path, 1, &is_going, &start));
            } else if is_going(bytes) {
                all.read_file(file, path, &mut replayer, &mut room);
            } else {
                break;
            }
        }
        return all;
    }
    let parts: Vec<Mutex<Columns>> = paths.iter().map(|_| Mutex::default()).collect();
    let mut large = Vec::new();
    let small: Vec<usize> = (0..paths.len())
        .filter(|&file| {
            let is_large = is_large(size(&paths[file]));
            large.extend(is_large.then_some(file));
            !is_large
        })
        .collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let (mut replayer, mut room) = (start(), Vec::new());
        while let Some(&file) = small.get(next.fetch_add(1, Ordering::Relaxed)) {
            if !is_going(size(&paths[file])) {
                return;
            }
            let mut columns = Columns::default();
            columns.read_file(file, &paths[file], &mut replayer, &mut room);
            if let Ok(mut part) = parts[file].lock() {
                *part = columns;
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.min(small.len()) {
            scope.spawn(work);
        }
        work();
    });
    let mut parts: Vec<Columns> =
        parts.into_iter().map(|part| part.into_inner().unwrap_or_default()).collect();
    for file in large {
        if is_going(0) {
            parts[file] = read_large(file, &paths[file], threads, &is_going, &start);
        }
    }
    all.reserve(&parts);
    parts.into_iter().for_each(|part| all.append(part));
    all
}

/// Reads a large file, of which every thread has parts.
fn read_large<'p>(
    file: usize,
    path: &Path,
    threads: usize,
    going: &KeepGoing<'_>,
    start: &(dyn Fn() -> Replayer<'p> + Sync),
) -> Columns {
    let mut all = Columns::default();
    let document = match Document::open(path) {
        Ok(document) => document,
        Err(fault) => {
            all.report(file, None, "", fault, Place::default());
            return all;
        }
    };
    let parts = share(
        &document,
        threads,
        going,
        &|| (start(), Columns::default()),
        &|(replayer, columns), hand, span| columns.take(file, hand, span, replayer),
        &|(_, columns)| std::mem::take(columns),
    );
    all.reserve(&parts);
    parts.into_iter().for_each(|part| all.append(part));
    all
}
