//! Single hands of Omaha before the flop, board by board.
//!
//! Three cards of the board and two of the hand form a hand, so all that a player can make of three
//! board cards is worked out once, for every three. What a board is worth is then the best of its ten
//! threes. The last card of the board varies fastest, and the threes that it is in lie side by side, so
//! that boards are compared in vectors.

use croupier_eval::batch::{Level, evaluate_sets};
use croupier_eval::lanes::LaneKind;

use crate::EquityError;
use crate::problem::Problem;
use crate::runouts::{Runouts, visit_subsets};
use crate::showdown::{self, Shares};
use crate::tally::{Answer, Tally, add_all};
use crate::work::{Report, run_all};

/// Room for the last card of a board, in whole vectors.
const ROW: usize = 48;

/// Rows are worked on in pieces, so that those before the range of the last card are left out.
const PIECE: usize = 16;

/// The places of hands among all that occur, the best last; 0 is no hand.
type Row = [i16; ROW];

/// Tells whether the question is about single hands of Omaha with nothing on the board.
#[must_use]
pub fn fits(problem: &Problem) -> bool {
    let whole = problem.hole_count as u32;
    problem.board_count == 5
        && problem.board.is_empty()
        && problem.contests.iter().all(|contest| contest.omaha_lane().is_some())
        // Somebody must have a hand for the first.
        && problem.contests[0].omaha_lane().is_some_and(|(_, floor)| floor == 0)
        && problem
            .players
            .iter()
            .all(|combos| matches!(combos.as_slice(), [only] if only.cards.len() == whole))
        && problem.may_come().len() as usize <= ROW
}

/// The strengths of a player with three board cards, in one contest.
struct Threes {
    /// By the first two cards, a row for the third.
    rows: Vec<Row>,
    count: usize,
}

impl Threes {
    #[inline(always)]
    fn row(&self, first: usize, second: usize) -> &Row {
        &self.rows[first * self.count + second]
    }
}

/// Answers such a question.
///
/// # Errors
///
/// [`EquityError::Interrupted`].
pub fn solve(problem: &Problem, threads: usize, report: Report<'_>) -> Result<Answer, EquityError> {
    let mut cards = Vec::new();
    visit_subsets(problem.may_come().bits(), 1, &mut |card| cards.push(card));
    let mut threes = Vec::new();
    for contest in &problem.contests {
        let (lane, floor) = contest.omaha_lane().unwrap_or((LaneKind::High, 0));
        threes.extend(threes_of(problem, &cards, lane, floor)?);
    }
    let players = problem.players.len();
    let mut sums = vec![vec![Tally::default()]; players];
    let boards = Boards { threes: &threes, players, count: cards.len() };
    run_all(
        cards.len() as u64,
        threads,
        report,
        |first| Ok(boards.with_first(first as usize)),
        |tallies| add_all(&mut sums, &tallies),
    )?;
    Ok(Answer::exact(Runouts::new(problem.may_come().bits(), 5).count(), sums))
}

/// Returns what each player makes of all threes, in places that compare between players.
fn threes_of(
    problem: &Problem,
    cards: &[u64],
    lane: LaneKind,
    floor: u32,
) -> Result<Vec<Threes>, EquityError> {
    let count = cards.len();
    let mut boards = Vec::new();
    for third in 2..count {
        for second in 1..third {
            for first in 0..second {
                boards.push([first, second, third]);
            }
        }
    }
    let mut best = Vec::with_capacity(problem.players.len());
    let mut found = vec![0; boards.len()];
    for combos in &problem.players {
        let mut of_player = vec![0; boards.len()];
        let mut pairs = Vec::new();
        visit_subsets(combos[0].cards.bits(), 2, &mut |pair| pairs.push(pair));
        for pair in pairs {
            let sets: Vec<u64> = boards
                .iter()
                .map(|&[first, second, third]| cards[first] | cards[second] | cards[third] | pair)
                .collect();
            evaluate_sets(lane, &sets, &mut found, Level::detect())?;
            for (best, &strength) in of_player.iter_mut().zip(&found) {
                *best = strength.max(*best);
            }
        }
        for strength in &mut of_player {
            *strength = if *strength < floor { 0 } else { *strength };
        }
        best.push(of_player);
    }
    let mut all: Vec<u32> = best.iter().flatten().copied().chain([0]).collect();
    all.sort_unstable();
    all.dedup();
    let threes = best.into_iter().map(|of_player| {
        let mut rows = vec![[0; ROW]; count * count];
        for (&[first, second, third], strength) in boards.iter().zip(of_player) {
            // Fewer than 7,500 hands differ.
            let place = all.binary_search(&strength).unwrap_or(0) as i16;
            rows[first * count + second][third] = place;
        }
        Threes { rows, count }
    });
    Ok(threes.collect())
}

struct Boards<'a> {
    /// By contest and player.
    threes: &'a [Threes],
    players: usize,
    count: usize,
}

impl Boards<'_> {
    /// Goes through all boards whose first card is this one.
    fn with_first(&self, a: usize) -> Vec<Vec<Tally>> {
        let mut values = vec![[0; ROW]; self.threes.len()];
        let mut counter = Counter::new(self.players);
        for b in a + 1..self.count {
            for c in b + 1..self.count {
                for d in c + 1..self.count.saturating_sub(1) {
                    for (threes, value) in self.threes.iter().zip(&mut values) {
                        let known = threes.row(a, b)[c]
                            .max(threes.row(a, b)[d])
                            .max(threes.row(a, c)[d])
                            .max(threes.row(b, c)[d]);
                        let rows = [(a, b), (a, c), (a, d), (b, c), (b, d), (c, d)]
                            .map(|(first, second)| threes.row(first, second));
                        for start in ((d + 1) / PIECE * PIECE..ROW).step_by(PIECE) {
                            let mut best = [known; PIECE];
                            for row in rows {
                                for (best, &place) in
                                    best.iter_mut().zip(&row[start..start + PIECE])
                                {
                                    *best = place.max(*best);
                                }
                            }
                            value[start..start + PIECE].copy_from_slice(&best);
                        }
                    }
                    counter.add(&values, d + 1..self.count);
                }
            }
        }
        counter.tallies()
    }
}

/// A counter of wins.
struct Counter {
    shares: Shares,
    row: Vec<u32>,
    tallies: Vec<Tally>,
    /// For two players: how often the first of them wins no quarter of the pot, one, and so on.
    quarters: [u64; 5],
}

impl Counter {
    fn new(players: usize) -> Self {
        let tallies = vec![Tally::default(); players];
        Self { shares: Shares::new(players), row: Vec::new(), tallies, quarters: [0; 5] }
    }

    #[inline(always)]
    fn add(&mut self, values: &[Row], last: std::ops::Range<usize>) {
        match (self.tallies.len(), values) {
            (2, [own, other]) => self.add_duel(own, other, last),
            (2, [own, other, own_low, other_low]) => {
                self.add_split_duel([own, other], [own_low, other_low], last);
            }
            _ => self.add_each(values, last),
        }
    }

    /// Counts the boards of two players and one contest.
    #[inline(always)]
    fn add_duel(&mut self, own: &Row, other: &Row, last: std::ops::Range<usize>) {
        let (mut wins, mut losses) = (0_i16, 0_i16);
        let (first, end) = (last.start as i16, last.end as i16);
        for start in (last.start / PIECE * PIECE..ROW).step_by(PIECE) {
            let own = &own[start..start + PIECE];
            let other = &other[start..start + PIECE];
            for lane in 0..PIECE {
                // Places outside of the range hold what no board has, and must not count.
                let place = (start + lane) as i16;
                let live = i16::from((place >= first) & (place < end));
                wins += i16::from(own[lane] > other[lane]) & live;
                losses += i16::from(other[lane] > own[lane]) & live;
            }
        }
        self.quarters[4] += wins as u64;
        self.quarters[0] += losses as u64;
        self.quarters[2] += last.len() as u64 - (wins + losses) as u64;
    }

    /// Counts the boards of two players and two contests, for the first of which all have a hand.
    #[inline(always)]
    fn add_split_duel(&mut self, high: [&Row; 2], low: [&Row; 2], last: std::ops::Range<usize>) {
        let mut counts = [0_i16; 5];
        let (first, end) = (last.start as i16, last.end as i16);
        let part = |[own, other]: [i16; 2]| 2 * i16::from(own > other) + i16::from(own == other);
        for start in (last.start / PIECE * PIECE..ROW).step_by(PIECE) {
            let [high, low] = [high, low].map(|rows| rows.map(|row| &row[start..start + PIECE]));
            for lane in 0..PIECE {
                let half = part(high.map(|row| row[lane]));
                let low = low.map(|row| row[lane]);
                // Without a low hand, the whole pot is for the high one.
                let other_half = if (low[0] | low[1]) == 0 { half } else { part(low) };
                let place = (start + lane) as i16;
                let live = i16::from((place >= first) & (place < end));
                for (number, count) in counts.iter_mut().enumerate() {
                    *count += i16::from(half + other_half == number as i16) & live;
                }
            }
        }
        for (sum, count) in self.quarters.iter_mut().zip(counts) {
            *sum += count as u64;
        }
    }

    fn add_each(&mut self, values: &[Row], last: std::ops::Range<usize>) {
        for place in last {
            self.row.clear();
            self.row.extend(values.iter().map(|value| value[place] as u32));
            showdown::share_pot(&self.row, &mut self.shares);
            for (tally, &share) in self.tallies.iter_mut().zip(&self.shares.parts) {
                let all = showdown::is_all(share);
                tally.weight += 1.0;
                tally.win += f64::from(u8::from(all));
                tally.tie += f64::from(u8::from(share > 0.0 && !all));
                tally.share += share;
            }
        }
    }

    fn tallies(mut self) -> Vec<Vec<Tally>> {
        let counts = self.quarters.map(|count| count as f64);
        let tally = |counts: [f64; 5]| Tally {
            weight: counts.iter().sum(),
            win: counts[4],
            tie: counts[1..4].iter().sum(),
            share: counts
                .iter()
                .zip(0_u8..)
                .map(|(count, part)| count * f64::from(part) / 4.0)
                .sum(),
        };
        if let [own, other] = self.tallies.as_mut_slice() {
            let [a, b, c, d, e] = counts;
            own.add(&tally(counts));
            other.add(&tally([e, d, c, b, a]));
        }
        self.tallies.into_iter().map(|tally| vec![tally]).collect()
    }
}
