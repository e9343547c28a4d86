//! How often a hand of any game becomes which kind, street by street.

use std::collections::HashMap;

use croupier_cards::Shuffler;

use super::exact::{Batch, Matchup, all_matchups, extras, hold, put, ways};
use super::problem::{GameProblem, UNKNOWN, used};
use super::sample::Dealer;
use super::script::{Event, Script};
use super::table::{Deal, DealtTable};
use crate::categories::Categories;
use crate::runouts::visit_subsets;
use crate::sample::stream::Stream;
use crate::work::{Report, run_all};
use crate::{EquityError, Plan, thread_count};

/// With more deals than this, some are drawn at random.
const MAX_EXACT: f64 = 200_000.0;
/// So many deals at random are one job.
const DEALS_A_JOB: u64 = 2048;

/// The number of cards that a player and the board have.
pub type Street = (usize, usize);

/// A hand of a contest: what it is worth there, its kind, and the same in more words.
pub type Named = (u32, String, String);

/// The best strength of each kind, and its weight; no kind where there is no hand.
type Sums = HashMap<Option<String>, (u32, f64)>;

impl Script {
    /// Returns how many cards there are each time that some were dealt.
    #[must_use]
    pub fn streets(&self) -> Vec<Street> {
        let mut streets = Vec::new();
        let (mut hole, mut board) = (0, 0);
        for (_, event) in &self.events {
            match event {
                Event::Hole(slots) => hole = slots.end,
                Event::Board(slots) => board = slots.end,
                _ => continue,
            }
            streets.push((hole, board));
        }
        streets
    }
}

/// Returns what the cards of the only player that are known are in a contest by now, if they are a hand.
///
/// # Errors
///
/// The game cannot be laid out.
pub fn name(problem: &GameProblem, contest: usize) -> Result<Option<Named>, EquityError> {
    // Before the dice are rolled and all is chosen, there is no telling.
    if problem.script.dice > 0 || problem.choices.iter().any(Option::is_none) {
        return Ok(None);
    }
    let mut deal = Deal::new(problem);
    if let Some(hand) = problem.players.first().and_then(|hands| hands.first()) {
        deal.hole.copy_from_slice(&hand.cards);
    }
    let mut table = DealtTable::new(problem)?;
    table.lay_out(&deal);
    Ok(table.hand(contest).map(|hand| {
        let (label, words) = (
            hand.ranking.label(hand.best.strength).unwrap_or_default(),
            hand.ranking.describe(hand.best.strength).unwrap_or_default(),
        );
        (hand.worth, label, words)
    }))
}

/// Counts the kinds of hands that the only player has in a contest on a street.
///
/// # Errors
///
/// Whatever is wrong with the question, or [`EquityError::Interrupted`].
pub fn solve(
    problem: &mut GameProblem,
    contest: usize,
    street: Street,
    plan: &Plan,
    report: Report<'_>,
) -> Result<Categories, EquityError> {
    problem.check()?;
    let problem = &*problem;
    let matchups = all_matchups(problem, street);
    let extras = extras(problem);
    let all: f64 = matchups.iter().map(|matchup| ways(problem, matchup)).sum();
    let exact = plan.exact.unwrap_or(all * extras.len() as f64 <= MAX_EXACT);
    let mut sums = Sums::new();
    let add = |of_job: Sums| {
        for (kind, (worth, weight)) in of_job {
            let sum = sums.entry(kind).or_insert((0, 0.0));
            *sum = (sum.0.max(worth), sum.1 + weight);
        }
    };
    let counter = || -> Result<Counter<'_>, EquityError> {
        let (table, deal) = (DealtTable::new(problem)?, Deal::new(problem));
        Ok(Counter { table, deal, street, contest, extras: &extras, sums: Sums::new() })
    };
    if exact {
        let jobs = matchups.len() as u64;
        let work = |job: u64| {
            let mut counter = counter()?;
            let matchup = &matchups[job as usize];
            hold(problem, matchup, &mut counter.deal);
            counter.come(matchup, &matchup.batches, problem.free() & !matchup.used);
            Ok(counter.sums)
        };
        run_all(jobs, thread_count(plan), report, work, add)?;
    } else {
        let dealer = Dealer::new(problem);
        let (seeds, deals) = (Shuffler::from_seed(plan.seed), plan.effort.deals);
        let work = |job: u64| {
            let mut counter = counter()?;
            let mut stream = Stream::new(seeds.stream(job).next_u64());
            let (mut deck, mut chosen) = (dealer.deck.clone(), vec![0; problem.players.len()]);
            for _ in 0..DEALS_A_JOB.min(deals - job * DEALS_A_JOB) {
                dealer.deal(&mut stream, &mut deck, &mut chosen, &mut counter.deal)?;
                counter.count(1.0);
            }
            Ok(counter.sums)
        };
        run_all(deals.div_ceil(DEALS_A_JOB), thread_count(plan), report, work, add)?;
    }
    let mut kinds: Vec<(Option<String>, u32, f64)> =
        sums.into_iter().map(|(kind, (worth, weight))| (kind, worth, weight)).collect();
    kinds.sort_unstable_by(|one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
    Ok(Categories { exact, kinds })
}

/// The deals of one job.
struct Counter<'a> {
    table: DealtTable<'a>,
    deal: Deal,
    street: Street,
    contest: usize,
    extras: &'a [(Vec<u8>, Vec<u8>)],
    sums: Sums,
}

impl Counter<'_> {
    fn come(&mut self, matchup: &Matchup, batches: &[Batch], free: u64) {
        let Some((batch, rest)) = batches.split_first() else {
            for (dice, choices) in self.extras {
                self.deal.dice.copy_from_slice(dice);
                self.deal.choices.copy_from_slice(choices);
                self.count(matchup.weight);
            }
            return;
        };
        visit_subsets(free, batch.places.len(), &mut |cards| {
            put(batch, cards, &mut self.deal);
            self.come(matchup, rest, free & !cards);
        });
    }

    fn count(&mut self, weight: f64) {
        // Cards of later streets do not lie on the table yet.
        let (hole, board) = self.street;
        self.deal.hole[hole..].fill(UNKNOWN);
        self.deal.board[board..].fill(UNKNOWN);
        self.table.lay_out(&self.deal);
        let hand = self.table.hand(self.contest);
        let kind = hand.as_ref().and_then(|hand| hand.ranking.label(hand.best.strength));
        let worth = hand.map_or(0, |hand| hand.worth);
        let sum = self.sums.entry(kind).or_insert((0, 0.0));
        *sum = (sum.0.max(worth), sum.1 + weight);
    }
}

/// Tells whether all known cards are those of streets up to one.
#[must_use]
pub fn fits(problem: &GameProblem, (hole, board): Street) -> bool {
    used(&problem.board[board..]) == 0
        && problem.players.iter().flatten().all(|hand| used(&hand.cards[hole..]) == 0)
}
