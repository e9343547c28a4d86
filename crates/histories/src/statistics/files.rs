//! Many files at once.

use std::collections::{BTreeSet, HashSet};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use croupier_engine::Chips;

use super::count::{CountedEnd, count};
use super::gather::{Gathered, HandPlace, HandSource, UncountedHand};
use crate::amounts::number::Number;
use crate::amounts::scale::Scale;
use crate::bulk::file::Document;
use crate::bulk::parts::{count_threads, is_large, share};
use crate::bulk::read::KeepGoing;
use crate::identity::fingerprint::{KnownMarks, Mark};
use crate::phh::document::{Span, Unread};
use crate::phh::hand::Hand;
use crate::replay::{Game, Provider, Replayer};

/// Counts the hands of files on many threads, and lists those of the players that are wanted; `going` is asked
/// before each file, and each part of a large one. Hands that are there twice, or were `known` before, are counted once: the first of
/// them, whatever threads do. If there is a name for the `hero`, the player whose record a hand is has that name. Games that are not in the list are asked for.
#[must_use]
#[allow(clippy::too_many_arguments)]
pub fn count_files(
    paths: &[PathBuf],
    games: &[Game],
    wanted: &HashSet<String>,
    hero: Option<&str>,
    known: &mut KnownMarks,
    provider: Option<&dyn Provider>,
    threads: Option<NonZeroUsize>,
    going: &KeepGoing<'_>,
) -> Gathered {
    let threads = count_threads(threads);
    let all = Mutex::new(Gathered::default());
    let (next, stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
    let is_going = |bytes: u64| {
        let goes = !stopped.load(Ordering::Relaxed) && going(bytes);
        stopped.fetch_or(!goes, Ordering::Relaxed);
        goes
    };
    let size = |path: &PathBuf| std::fs::metadata(path).map_or(0, |found| found.len());
    let is_shared = |path: &PathBuf| is_large(size(path));
    let work = || {
        let mut counter = Counter::new(games, provider, wanted, hero);
        loop {
            let file = next.fetch_add(1, Ordering::Relaxed);
            let Some(path) = paths.get(file) else { break };
            let bytes = if is_shared(path) { 0 } else { size(path) };
            if !is_going(bytes) {
                break;
            }
            if !is_shared(path) {
                counter.read_file(file, path, None);
            }
        }
        if let Ok(mut all) = all.lock() {
            all.merge(counter.gathered);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.min(paths.len()) {
            scope.spawn(work);
        }
        work();
    });
    for (file, path) in paths.iter().enumerate().filter(|(_, path)| is_shared(path)) {
        if !is_going(0) {
            break;
        }
        let found = Document::open(path).map(|document| {
            share(
                &document,
                threads,
                &is_going,
                &|| Counter::new(games, provider, wanted, hero),
                &|counter, hand, span| counter.visit(file, hand, span),
                &|counter| std::mem::take(&mut counter.gathered),
            )
        });
        if let Ok(mut all) = all.lock() {
            match found {
                Ok(parts) => parts.into_iter().for_each(|part| all.merge(part)),
                Err(fault) => all.problems.push((file, fault.to_string())),
            }
        }
    }
    let mut all = all.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    let repeated = all.find_repeated(known);
    if !repeated.is_empty() {
        // Few hands are there twice: they are counted once more, and taken away.
        let mut counter = Counter::new(games, provider, wanted, hero);
        let files: BTreeSet<usize> = repeated.iter().map(|spot| spot.file).collect();
        for file in files {
            counter.read_file(file, &paths[file], Some(&repeated));
        }
        all.take_away(&counter.gathered, &repeated);
    }
    all.sort();
    all
}

struct Counter<'a> {
    replayer: Replayer<'a>,
    gathered: Gathered,
    wanted: &'a HashSet<String>,
    /// What the player is counted as whose records they are, if that is another name than in the hand.
    hero: Option<&'a str>,
    finishing: Vec<Chips>,
    winnings: Vec<Chips>,
}

impl<'a> Counter<'a> {
    fn new(
        games: &[Game],
        provider: Option<&'a dyn Provider>,
        wanted: &'a HashSet<String>,
        hero: Option<&'a str>,
    ) -> Self {
        Self {
            replayer: Replayer::new(games).with(provider).without_settlement(),
            gathered: Gathered::default(),
            wanted,
            hero,
            finishing: Vec::new(),
            winnings: Vec::new(),
        }
    }

    /// Counts the hands of a file; only some of them, where they are named.
    fn read_file(&mut self, file: usize, path: &Path, only: Option<&HashSet<HandPlace>>) {
        let document = match Document::open(path) {
            Ok(document) => document,
            Err(fault) => return self.gathered.problems.push((file, fault.to_string())),
        };
        document.hands(|hand, span| {
            if only.is_some_and(|only| !only.contains(&HandPlace { file, start: span.start })) {
                return;
            }
            self.visit(file, hand, span);
        });
    }

    /// Counts a hand, or leaves it to others.
    fn visit(&mut self, file: usize, hand: Result<&Hand<'_>, Unread<'_>>, span: Span<'_>) {
        let counted = hand.is_ok_and(|hand| self.count(file, hand));
        if !counted {
            let Span { key, start, length, .. } = span;
            let (spot, key) = (HandPlace { file, start }, key.to_owned());
            self.gathered.left.push(UncountedHand { spot, length, key });
        }
    }

    /// Counts a hand; false if others must.
    fn count(&mut self, file: usize, hand: &Hand<'_>) -> bool {
        let Ok(outcome) = self.replayer.replay(hand) else { return false };
        let variant = hand.variant.unwrap_or_default();
        let Some(state) = self.replayer.played(variant) else { return false };
        let scale = Scale::new(outcome.scale);
        let finishing = units(&scale, &hand.finishing_stacks, &mut self.finishing);
        let winnings = units(&scale, &hand.winnings, &mut self.winnings);
        let record = CountedEnd {
            factor: 1,
            finishing: finishing.then_some(&*self.finishing),
            winnings: winnings.then_some(&*self.winnings),
        };
        let Some(counted) = count(state, record) else {
            self.gathered.unfinished += 1;
            return true;
        };
        let source = HandSource {
            spot: HandPlace { file, start: hand.span.start },
            variant,
            currency: hand.money(),
            tournament: hand.is_tournament(),
            scale: outcome.scale,
            mark: Mark::of(hand),
        };
        // Where it is asked for, who keeps the records is one player, whatever rooms call that player.
        let hero = self.hero.filter(|_| !hand.hero.is_empty());
        let seat = hero.and_then(|_| hand.players.iter().position(|&name| name == hand.hero));
        let named = |(place, name)| if Some(place) == seat { hero.unwrap_or(name) } else { name };
        match hand.said_players() {
            None => {
                let names = hand.players.iter().copied().enumerate().map(named);
                self.gathered.add(&source, counted, names, self.wanted)
            }
            Some(names) => {
                let names = names.iter().map(|name| &**name).enumerate().map(named);
                self.gathered.add(&source, counted, names, self.wanted)
            }
        }
    }
}

/// Writes amounts as units; false if there are none, or not in whole units, or one is negative.
pub(crate) fn units(scale: &Scale, numbers: &[Number], into: &mut Vec<Chips>) -> bool {
    into.clear();
    for &number in numbers {
        match scale.stack(number) {
            Some(amount) if amount >= 0 => into.push(amount),
            _ => return false,
        }
    }
    !into.is_empty()
}
