//! Every deal at the table of a game.

use super::kinds::Street;
use super::problem::{GameProblem, UNKNOWN};
use super::table::{Deal, DealtTable};
use crate::EquityError;
use crate::runouts::{Runouts, binomial, visit_subsets};
use crate::tally::{Answer, Tally, add_all};
use crate::work::{Report, run_all};

/// The most deals that are counted at all.
const MAX_DEALS: f64 = 1e10;
/// Up to so many ways in which the players hold hands are listed.
const MAX_MATCHUPS: f64 = 1e6;
/// So many ways to deal the first cards are one job.
const WAYS_A_JOB: u64 = 512;
const SIDES: u8 = 6;

/// Cards that come together: in whatever order, they are the same.
#[derive(Debug, Clone)]
pub(super) struct Batch {
    /// Where the cards go, among those of the players first and then those of the board.
    pub(super) places: Vec<usize>,
}

/// All cards of a game.
const WHOLE: Street = (usize::MAX, usize::MAX);

/// The hands that players hold, and what is to come.
pub(super) struct Matchup {
    chosen: Vec<u32>,
    pub(super) weight: f64,
    pub(super) used: u64,
    pub(super) batches: Vec<Batch>,
}

/// Returns how many deals there are; `None` where they are too many to be counted.
#[must_use]
pub fn count(problem: &GameProblem) -> Option<f64> {
    let matchups: f64 = problem.players.iter().map(|hands| hands.len() as f64).product();
    if matchups > MAX_MATCHUPS {
        return None;
    }
    let deals =
        all_matchups(problem, WHOLE).iter().map(|matchup| ways(problem, matchup)).sum::<f64>()
            * extras(problem).len() as f64;
    (deals <= MAX_DEALS).then_some(deals)
}

pub(super) fn ways(problem: &GameProblem, matchup: &Matchup) -> f64 {
    let mut left = (problem.free() & !matchup.used).count_ones() as usize;
    matchup.batches.iter().fold(1.0, |ways, batch| {
        let size = batch.places.len();
        left = left.saturating_sub(size);
        ways * binomial(left + size, size) as f64
    })
}

/// Lists the hands that the players may hold at the same time, and what comes up to a street.
pub(super) fn all_matchups(problem: &GameProblem, street: Street) -> Vec<Matchup> {
    let mut found = Vec::new();
    let mut chosen = Vec::new();
    find_matchups(problem, street, 0, 1.0, &mut chosen, &mut found);
    found
}

fn find_matchups(
    problem: &GameProblem,
    street: Street,
    used: u64,
    weight: f64,
    chosen: &mut Vec<u32>,
    found: &mut Vec<Matchup>,
) {
    let Some(hands) = problem.players.get(chosen.len()) else {
        let batches = batches(problem, street, chosen);
        found.push(Matchup { chosen: chosen.clone(), weight, used, batches });
        return;
    };
    for (place, hand) in hands.iter().enumerate() {
        if hand.weight > 0.0 && hand.used() & used == 0 {
            chosen.push(place as u32);
            let used = used | hand.used();
            find_matchups(problem, street, used, weight * hand.weight, chosen, found);
            chosen.pop();
        }
    }
}

/// Lists the cards to come; each alone where their order matters.
fn batches(problem: &GameProblem, (hole, board): Street, chosen: &[u32]) -> Vec<Batch> {
    let script = &problem.script;
    let slots = script.hole.len();
    let mut batches: Vec<((usize, usize), Batch)> = Vec::new();
    let mut add = |key: (usize, usize), place: usize| {
        let same = batches.iter_mut().find(|(other, _)| *other == key && !script.ordered);
        match same {
            Some((_, batch)) => batch.places.push(place),
            None => batches.push((key, Batch { places: vec![place] })),
        }
    };
    for (player, &hand) in chosen.iter().enumerate() {
        let known = &problem.players[player][hand as usize].cards;
        let known = known.iter().take(hole).enumerate();
        for (place, _) in known.filter(|(_, card)| **card == UNKNOWN) {
            add((player, script.hole[place].group), player * slots + place);
        }
    }
    let all = slots * chosen.len();
    let known = problem.board.iter().take(board).enumerate();
    for (place, _) in known.filter(|(_, card)| **card == UNKNOWN) {
        add((chosen.len(), script.board[place].group), all + place);
    }
    let mut batches: Vec<Batch> = batches.into_iter().map(|(_, batch)| batch).collect();
    // The batches of the most deals go first, so that jobs have equal shares of them.
    batches.sort_by_key(|batch| std::cmp::Reverse(batch.places.len()));
    batches
}

/// Lists what dice and choices can be.
pub(super) fn extras(problem: &GameProblem) -> Vec<(Vec<u8>, Vec<u8>)> {
    let mut all = vec![(Vec::new(), Vec::new())];
    for _ in 0..problem.script.dice {
        let longer = |(dice, choices): &(Vec<u8>, Vec<u8>)| {
            let (dice, choices) = (dice.clone(), choices.clone());
            (1..=SIDES).map(move |side| ([dice.as_slice(), &[side]].concat(), choices.clone()))
        };
        all = all.iter().flat_map(longer).collect();
    }
    for (known, &count) in problem.choices.iter().zip(&problem.script.choices) {
        let values: Vec<u8> = known.map_or_else(|| (0..count).collect(), |value| vec![value]);
        let longer = |(dice, choices): &(Vec<u8>, Vec<u8>)| {
            let (dice, choices) = (dice.clone(), choices.clone());
            let values = values.clone().into_iter();
            values.map(move |value| (dice.clone(), [choices.as_slice(), &[value]].concat()))
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// Answers a question by going through all deals.
///
/// # Errors
///
/// [`EquityError::NotExact`] where there are too many, or [`EquityError::Interrupted`].
pub fn solve(
    problem: &GameProblem,
    threads: usize,
    report: Report<'_>,
) -> Result<Answer, EquityError> {
    let Some(deals) = count(problem) else {
        return Err(EquityError::NotExact("there are too many deals"));
    };
    let matchups = all_matchups(problem, WHOLE);
    if matchups.is_empty() {
        return Err(EquityError::NoDeal);
    }
    let extras = extras(problem);
    let mut jobs = Vec::new();
    for (number, matchup) in matchups.iter().enumerate() {
        let free = problem.free() & !matchup.used;
        let first = matchup.batches.first().map_or(0, |batch| batch.places.len());
        let count = Runouts::new(free, first).count();
        for start in 0..count.div_ceil(WAYS_A_JOB) {
            jobs.push((number, start * WAYS_A_JOB));
        }
    }
    let mut sums: Vec<Vec<Tally>> =
        problem.players.iter().map(|hands| vec![Tally::default(); hands.len()]).collect();
    let empty = sums.clone();
    run_all(
        jobs.len() as u64,
        threads,
        report,
        |job| {
            let (number, start) = jobs[job as usize];
            let matchup = &matchups[number];
            let mut deals = Deals {
                problem,
                matchup,
                extras: &extras,
                table: DealtTable::new(problem)?,
                deal: Deal::new(problem),
                tallies: empty.clone(),
                failure: None,
            };
            hold(problem, matchup, &mut deals.deal);
            deals.go(start)?;
            Ok(deals.tallies)
        },
        |tallies| add_all(&mut sums, &tallies),
    )?;
    Ok(Answer::exact(deals as u64, sums))
}

/// Gives the players what is known of their hands.
pub(super) fn hold(problem: &GameProblem, matchup: &Matchup, deal: &mut Deal) {
    let slots = problem.script.hole.len();
    for (player, &hand) in matchup.chosen.iter().enumerate() {
        let known = &problem.players[player][hand as usize].cards;
        deal.hole[player * slots..][..slots].copy_from_slice(known);
    }
}

/// Puts cards where those of a batch go.
pub(super) fn put(batch: &Batch, mut cards: u64, deal: &mut Deal) {
    let held = deal.hole.len();
    for &place in &batch.places {
        let card = cards.trailing_zeros() as u8;
        cards &= cards.wrapping_sub(1);
        match place.checked_sub(held) {
            None => deal.hole[place] = card,
            Some(place) => deal.board[place] = card,
        }
    }
}

/// The deals of one job.
struct Deals<'a> {
    problem: &'a GameProblem,
    matchup: &'a Matchup,
    extras: &'a [(Vec<u8>, Vec<u8>)],
    table: DealtTable<'a>,
    deal: Deal,
    tallies: Vec<Vec<Tally>>,
    failure: Option<EquityError>,
}

impl Deals<'_> {
    fn go(&mut self, start: u64) -> Result<(), EquityError> {
        let matchup = self.matchup;
        let free = self.problem.free() & !matchup.used;
        match matchup.batches.split_first() {
            None => self.count(),
            Some((batch, rest)) => {
                Runouts::new(free, batch.places.len()).visit(start, WAYS_A_JOB, |cards| {
                    put(batch, cards, &mut self.deal);
                    self.come(rest, free & !cards);
                });
            }
        }
        self.failure.take().map_or(Ok(()), Err)
    }

    fn come(&mut self, batches: &[Batch], free: u64) {
        let Some((batch, rest)) = batches.split_first() else { return self.count() };
        visit_subsets(free, batch.places.len(), &mut |cards| {
            put(batch, cards, &mut self.deal);
            self.come(rest, free & !cards);
        });
    }

    fn count(&mut self) {
        for (dice, choices) in self.extras {
            self.deal.dice.copy_from_slice(dice);
            self.deal.choices.copy_from_slice(choices);
            if self.failure.is_some() {
                return;
            }
            self.failure = self.table.show(&self.deal).err();
            for (player, &share) in self.table.shares.iter().enumerate() {
                let chosen = self.matchup.chosen[player] as usize;
                self.tallies[player][chosen].add(&Tally::of(self.matchup.weight, share));
            }
        }
    }
}
