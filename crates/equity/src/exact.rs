//! Every deal, for any number of players and any kinds of hands.

use std::ops::Range;

use crate::EquityError;
use crate::contest::{Contest, Scratch};
use crate::problem::{Combo, Problem};
use crate::runouts::Runouts;
use crate::showdown::{self, Shares};
use crate::symmetry::Symmetry;
use crate::tally::{Answer, Tally, add_all};
use crate::work::{Report, run_all};

/// So many strengths are kept at a time by each thread.
const STRENGTHS_AT_ONCE: u64 = 1 << 20;
const MAX_BOARDS_A_JOB: u64 = 4096;
/// About so many deals are a job at most, because progress is reported, and can be stopped, between jobs only.
const MAX_DEALS_A_JOB: f64 = 1_048_576.0;
/// Up to so many players with one hand each, a number for each set of winners is kept.
const MAX_SINGLE_HANDS: usize = 10;

/// Returns roughly how many nanoseconds of work the answer takes; `None` where hands cannot be filled.
#[must_use]
pub fn cost(problem: &Problem) -> Option<f64> {
    let counts: Option<Vec<u64>> =
        (0..problem.players.len()).map(|player| problem.filled_count(player)).collect();
    let counts = counts?;
    let boards = Runouts::new(problem.may_come().bits(), problem.to_come()).count() as f64;
    let evaluation: f64 = problem.contests.iter().map(Contest::cost).sum();
    let hands = counts.iter().sum::<u64>() as f64;
    let deals: f64 = counts.iter().map(|&count| count as f64).product();
    let comparison = (2 * counts.len() * problem.contests.len()) as f64;
    Some(boards * (hands * evaluation + deals * comparison))
}

/// Answers a question by going through all deals.
///
/// Boards that differ by nothing but suits that the symmetry names are looked at once.
///
/// # Errors
///
/// [`EquityError::NotExact`] where the hands cannot be listed, or [`EquityError::Interrupted`].
pub fn solve(
    problem: &Problem,
    symmetry: &Symmetry,
    threads: usize,
    report: Report<'_>,
) -> Result<Answer, EquityError> {
    if cost(problem).is_none() {
        return Err(EquityError::NotExact(
            "there are too many hands, or known parts of several sizes",
        ));
    }
    let hands: Vec<Vec<(Combo, u32)>> =
        (0..problem.players.len()).map(|player| problem.filled(player)).collect();
    let count: usize = hands.iter().map(Vec::len).sum();
    let pieces = Pieces::new(&hands);
    let boards_a_job = (STRENGTHS_AT_ONCE / (count * problem.contests.len()).max(1) as u64)
        .min((MAX_DEALS_A_JOB / pieces.deals) as u64)
        .clamp(1, MAX_BOARDS_A_JOB);
    let runouts = Runouts::new(problem.may_come().bits(), problem.to_come());
    let empty: Vec<Vec<Tally>> =
        problem.players.iter().map(|combos| vec![Tally::default(); combos.len()]).collect();
    let mut sums = empty.clone();
    let listed = (!symmetry.is_none())
        .then(|| symmetry.boards(problem.may_come().bits(), problem.to_come()));
    let board_count = listed.as_ref().map_or(runouts.count(), |boards| boards.len() as u64);
    // Of one hand each, no board has a card.
    let single = problem.contests.len() == 1
        && hands.len() <= MAX_SINGLE_HANDS
        && hands
            .iter()
            .zip(&problem.players)
            .all(|(hands, combos)| hands.len() + combos.len() == 2);
    run_all(
        board_count.div_ceil(boards_a_job).saturating_mul(pieces.count),
        threads,
        report,
        |job| {
            let (job, piece) = (job / pieces.count, job % pieces.count);
            let mut boards = Vec::with_capacity(boards_a_job as usize);
            let mut counts = Vec::with_capacity(boards_a_job as usize);
            let start = job * boards_a_job;
            match &listed {
                Some(listed) => {
                    let end = board_count.min(start + boards_a_job);
                    for &(runout, count) in &listed[start as usize..end as usize] {
                        boards.push(problem.board.bits() | runout);
                        counts.push(count);
                    }
                }
                None => {
                    runouts.visit(start, boards_a_job, |runout| {
                        boards.push(problem.board.bits() | runout);
                    });
                    counts.resize(boards.len(), 1);
                }
            }
            if single {
                return single_hands(problem, &hands, &boards, &counts, &empty);
            }
            let mut deals = Deals {
                hands: &hands,
                strengths: strengths(problem, &hands, &boards)?,
                places: pieces.places(piece),
                contests: problem.contests.len(),
                chosen: vec![0; hands.len()],
                row: vec![0; hands.len() * problem.contests.len()],
                shares: Shares::new(hands.len()),
                tallies: empty.clone(),
            };
            for (place, &board) in boards.iter().enumerate() {
                deals.visit(0, place, board, f64::from(counts[place]));
            }
            Ok(deals.tallies)
        },
        |tallies| add_all(&mut sums, &tallies),
    )?;
    symmetry.spread(problem, &mut sums);
    Ok(Answer::exact(runouts.count(), sums))
}

/// The deals on a board in pieces: each has some of the hands of every player.
struct Pieces {
    /// How many hands each player has, in all and in a piece.
    sizes: Vec<(usize, usize)>,
    /// How many pieces there are.
    count: u64,
    /// About how many deals a piece has.
    deals: f64,
}

impl Pieces {
    fn new(hands: &[Vec<(Combo, u32)>]) -> Self {
        let mut deals: f64 = hands.iter().map(|hands| hands.len() as f64).product();
        let (mut sizes, mut count) = (Vec::new(), 1_u64);
        for all in hands.iter().map(Vec::len) {
            let rest = deals / all as f64;
            let size =
                if deals > MAX_DEALS_A_JOB { (MAX_DEALS_A_JOB / rest) as usize } else { all };
            let size = size.clamp(1, all.max(1));
            sizes.push((all, size));
            count = count.saturating_mul(all.div_ceil(size).max(1) as u64);
            deals = rest * size as f64;
        }
        Self { sizes, count, deals: deals.max(1.0) }
    }

    /// Returns the places of each player's hands in a piece.
    fn places(&self, mut piece: u64) -> Vec<Range<usize>> {
        let places = self.sizes.iter().map(|&(all, size)| {
            let count = all.div_ceil(size).max(1) as u64;
            let start = (piece % count) as usize * size;
            piece /= count;
            start..all.min(start + size)
        });
        places.collect()
    }
}

/// Counts who wins where every player has only one hand, and there is only one contest.
fn single_hands(
    problem: &Problem,
    hands: &[Vec<(Combo, u32)>],
    boards: &[u64],
    counts: &[u32],
    empty: &[Vec<Tally>],
) -> Result<Vec<Vec<Tally>>, EquityError> {
    let mut scratch = Scratch::default();
    let mut found = vec![0; boards.len()];
    let (mut best, mut winners) = (vec![0; boards.len()], vec![0_u32; boards.len()]);
    for (player, hands) in hands.iter().enumerate() {
        let holes = vec![hands[0].0.cards.bits(); boards.len()];
        problem.contests[0].evaluate(&holes, boards, &mut scratch, &mut found)?;
        for ((best, winners), &strength) in best.iter_mut().zip(&mut winners).zip(&found) {
            // Where nobody has a hand, all strengths are 0, and everybody has a share.
            let kept = if strength > *best { 0 } else { *winners };
            *winners = kept | u32::from(strength >= *best) << player;
            *best = strength.max(*best);
        }
    }
    let mut by_winners = vec![0_u64; 1 << hands.len()];
    for (&winners, &count) in winners.iter().zip(counts) {
        by_winners[winners as usize] += u64::from(count);
    }
    let weight: f64 = hands.iter().map(|hands| hands[0].0.weight).product();
    let mut tallies = empty.to_vec();
    for (winners, &count) in by_winners.iter().enumerate().filter(|(_, count)| **count > 0) {
        for (player, hands) in hands.iter().enumerate() {
            let wins = winners >> player & 1 == 1;
            let share = if wins { 1.0 / f64::from(winners.count_ones()) } else { 0.0 };
            tallies[player][hands[0].1 as usize].add(&Tally::of(weight * count as f64, share));
        }
    }
    Ok(tallies)
}

/// Returns, for each player, the strengths of all hands in all contests on each board in turn.
fn strengths(
    problem: &Problem,
    hands: &[Vec<(Combo, u32)>],
    boards: &[u64],
) -> Result<Vec<Vec<u32>>, EquityError> {
    let contests = problem.contests.len();
    let mut scratch = Scratch::default();
    let (mut live, mut holes) = (Vec::new(), Vec::new());
    let (mut live_boards, mut found) = (Vec::new(), Vec::new());
    let mut all = Vec::with_capacity(hands.len());
    for hands in hands {
        let mut strengths = vec![0; hands.len() * contests * boards.len()];
        for (number, (hand, _)) in hands.iter().enumerate() {
            let cards = hand.cards.bits();
            live.clear();
            live.extend((0..boards.len()).filter(|&place| boards[place] & cards == 0));
            live_boards.clear();
            live_boards.extend(live.iter().map(|&place| boards[place]));
            holes.clear();
            holes.resize(live.len(), cards);
            found.resize(live.len(), 0);
            for (index, contest) in problem.contests.iter().enumerate() {
                contest.evaluate(&holes, &live_boards, &mut scratch, &mut found)?;
                for (&place, &strength) in live.iter().zip(&found) {
                    strengths[(place * hands.len() + number) * contests + index] = strength;
                }
            }
        }
        all.push(strengths);
    }
    Ok(all)
}

/// The deals on some boards.
struct Deals<'a> {
    hands: &'a [Vec<(Combo, u32)>],
    strengths: Vec<Vec<u32>>,
    /// The places of the hands that each player is given.
    places: Vec<Range<usize>>,
    contests: usize,
    /// Which of the hands as given each player has.
    chosen: Vec<u32>,
    /// The strengths of the players' hands, contest by contest.
    row: Vec<u32>,
    shares: Shares,
    tallies: Vec<Vec<Tally>>,
}

impl Deals<'_> {
    fn visit(&mut self, player: usize, board: usize, used: u64, weight: f64) {
        let hands = self.hands;
        let Some(own) = hands.get(player) else {
            self.count_deal(weight);
            return;
        };
        let places = self.places[player].clone();
        for (number, (hand, origin)) in (places.start..).zip(&own[places]) {
            if hand.cards.bits() & used != 0 {
                continue;
            }
            self.chosen[player] = *origin;
            let at = (board * own.len() + number) * self.contests;
            for contest in 0..self.contests {
                self.row[contest * hands.len() + player] = self.strengths[player][at + contest];
            }
            self.visit(player + 1, board, used | hand.cards.bits(), weight * hand.weight);
        }
    }

    fn count_deal(&mut self, weight: f64) {
        showdown::share_pot(&self.row, &mut self.shares);
        for (player, tallies) in self.tallies.iter_mut().enumerate() {
            let share = self.shares.parts[player];
            tallies[self.chosen[player] as usize].add(&Tally::of(weight, share));
        }
    }
}
