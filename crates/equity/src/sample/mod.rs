//! Deals at random, for questions with too many deals to go through.
//!
//! The deals come in blocks. Each block has its own stream of random numbers, and the blocks are added up
//! in order, so that a seed gives the same answer on any number of threads.

pub(crate) mod drawn;
mod lanes;
pub(crate) mod stream;
pub(crate) mod sums;

use croupier_cards::{Seed, Shuffler};

use crate::EquityError;
use crate::contest::Scratch;
use crate::problem::{Combo, Problem};
use crate::showdown::{self, Shares};
use crate::tally::{Answer, Tally};
use crate::work::{JOBS_A_ROUND, Report, run};
use drawn::{Drawn, fixed_and_drawn};
use lanes::{LANES, Places, add_cards};
use stream::Stream;
use sums::Sums;

/// So many deals are one block.
const DEALS_A_BLOCK: u64 = 16_384;
/// So many deals are evaluated at a time.
const DEALS_AT_ONCE: usize = 1024;
/// After so many attempts in a row the hands of the players do not seem to go together.
pub(crate) const MAX_ATTEMPTS: u32 = 10_000_000;

/// The number of deals to look at.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Effort {
    /// The most deals.
    pub deals: u64,
    /// Stop as soon as every player's standard error is no larger.
    pub precision: Option<f64>,
}

/// Answers a question by dealing at random.
///
/// # Errors
///
/// [`EquityError::NoDeal`] where hands hardly ever go together, or [`EquityError::Interrupted`].
pub fn solve(
    problem: &Problem,
    effort: Effort,
    seed: Seed,
    threads: usize,
    report: Report<'_>,
) -> Result<Answer, EquityError> {
    let dealer = Dealer::new(problem);
    let sums = Sums::new(problem.players.iter().map(Vec::len));
    play_blocks(effort, DEALS_A_BLOCK, seed, threads, report, sums, |stream, deals| {
        dealer.play(stream, deals)
    })
}

/// Plays blocks of deals until there are enough, and adds them up in order.
pub(crate) fn play_blocks(
    effort: Effort,
    deals_a_block: u64,
    seed: Seed,
    threads: usize,
    report: Report<'_>,
    mut sums: Sums,
    play: impl Fn(Stream, u64) -> Result<Sums, EquityError> + Sync,
) -> Result<Answer, EquityError> {
    let seeds = Shuffler::from_seed(seed);
    let blocks = effort.deals.div_ceil(deals_a_block);
    let mut done = 0;
    while done < blocks {
        // The first rounds are short, so that an easy question is answered at once.
        let end = blocks.min(done + (done + 1).min(JOBS_A_ROUND));
        run(
            done..end,
            threads,
            |block| {
                let deals = deals_a_block.min(effort.deals - block * deals_a_block);
                play(Stream::new(seeds.stream(block).next_u64()), deals)
            },
            |of_block| sums.add(&of_block),
        )?;
        done = end;
        if !report(sums.deals, effort.deals) {
            return Err(EquityError::Interrupted);
        }
        if effort.precision.is_some_and(|most| sums.errors().iter().all(|&error| error <= most)) {
            break;
        }
    }
    Ok(sums.answer())
}

/// A dealer of random cards that counts the wins.
struct Dealer<'a> {
    problem: &'a Problem,
    /// Ranges of several hands.
    drawn: Vec<Drawn>,
    /// The cards of players with only one hand; 0 for the others.
    fixed: Vec<u64>,
    /// The cards that may come.
    deck: Vec<u64>,
}

/// There are at most so many cards.
const SHOE: usize = LANES;

/// The cards that may come in one deal.
///
/// Drawing is the first steps of a shuffle; wherever earlier deals left the cards, every order is as likely.
struct Shoe<'a> {
    cards: &'a mut [u64; SHOE],
    left: usize,
    /// Cards that a player has in this deal.
    used: u64,
}

impl Shoe<'_> {
    #[inline(always)]
    fn draw(&mut self, mut missing: usize, stream: &mut Stream) -> u64 {
        let mut drawn = 0;
        while missing > 0 && self.left > 0 {
            let place = stream.below_small(self.left);
            self.left -= 1;
            // The remainder is the number itself, and spares a check.
            let last = self.left % SHOE;
            self.cards.swap(place % SHOE, last);
            let card = self.cards[last];
            if card & self.used == 0 {
                drawn |= card;
                missing -= 1;
            }
        }
        drawn
    }
}

/// Room for deals.
struct Workspace {
    holes: Vec<Vec<u64>>,
    boards: Vec<u64>,
    /// Which of the hands as given each player has.
    chosen: Vec<Vec<u32>>,
    /// For each contest and player, the strengths.
    strengths: Vec<Vec<u32>>,
    deck: [u64; SHOE],
    places: Places,
}

impl<'a> Dealer<'a> {
    fn new(problem: &'a Problem) -> Self {
        let hands = |combos: &Vec<Combo>| -> Vec<(u64, u32, f64)> {
            let places = combos.iter().enumerate();
            places.map(|(place, hand)| (hand.cards.bits(), place as u32, hand.weight)).collect()
        };
        let players: Vec<_> = problem.players.iter().map(hands).collect();
        let (fixed, drawn) = fixed_and_drawn(&players);
        let taken = fixed.iter().fold(0, |taken, cards| taken | cards);
        let mut deck = Vec::new();
        crate::runouts::visit_subsets(problem.free().bits() & !taken, 1, &mut |card| {
            deck.push(card);
        });
        Self { problem, drawn, fixed, deck }
    }

    fn play(&self, mut stream: Stream, deals: u64) -> Result<Sums, EquityError> {
        let players = self.fixed.len();
        let contests = self.problem.contests.len();
        let mut sums = Sums::new(self.problem.players.iter().map(Vec::len));
        // Few deals need little room.
        let size = DEALS_AT_ONCE.min((deals as usize).next_multiple_of(LANES));
        let mut room = Workspace {
            holes: vec![vec![0; size]; players],
            boards: vec![0; size],
            chosen: vec![vec![0; size]; players],
            strengths: vec![vec![0; size]; players * contests],
            deck: [0; SHOE],
            places: Places::new(self.missing()),
        };
        room.deck[..self.deck.len()].copy_from_slice(&self.deck);
        let mut scratch = Scratch::default();
        let mut left = deals as usize;
        while left > 0 {
            let count = left.min(DEALS_AT_ONCE);
            left -= count;
            if self.drawn.is_empty() {
                self.deal_unknown(&mut stream, count, &mut room);
            } else {
                self.deal(&mut stream, count, &mut room)?;
            }
            for (index, contest) in self.problem.contests.iter().enumerate() {
                for player in 0..players {
                    contest.evaluate(
                        &room.holes[player][..count],
                        &room.boards[..count],
                        &mut scratch,
                        &mut room.strengths[index * players + player][..count],
                    )?;
                }
            }
            sums.deals += count as u64;
            if contests == 1 && self.drawn.is_empty() {
                count_winners(&room.strengths, count, &mut sums);
            } else {
                self.count_each(&room, count, &mut sums);
            }
        }
        Ok(sums)
    }

    fn deal(
        &self,
        stream: &mut Stream,
        count: usize,
        room: &mut Workspace,
    ) -> Result<(), EquityError> {
        let problem = self.problem;
        let to_come = problem.to_come();
        for number in 0..count {
            let mut attempts = 0;
            let used = 'attempt: loop {
                let mut used = 0;
                for range in &self.drawn {
                    let (cards, place) = range.draw(&mut stream.random);
                    if cards & used != 0 {
                        attempts += 1;
                        if attempts > MAX_ATTEMPTS {
                            return Err(EquityError::NoDeal);
                        }
                        continue 'attempt;
                    }
                    used |= cards;
                    room.holes[range.player][number] = cards;
                    room.chosen[range.player][number] = place;
                }
                break used;
            };
            let mut shoe = Shoe { left: self.deck.len(), cards: &mut room.deck, used };
            for (player, &fixed) in self.fixed.iter().enumerate() {
                let known = if self.is_drawn(player) { room.holes[player][number] } else { fixed };
                let missing = problem.hole_count - known.count_ones() as usize;
                room.holes[player][number] = known | shoe.draw(missing, stream);
            }
            room.boards[number] = problem.board.bits() | shoe.draw(to_come, stream);
        }
        Ok(())
    }

    /// Deals where every player has one hand or none: no two cards can be the same.
    fn deal_unknown(&self, stream: &mut Stream, count: usize, room: &mut Workspace) {
        let size = self.deck.len();
        for left in (1..size).rev() {
            let place = stream.below_small(left + 1);
            room.deck.swap(place % SHOE, left % SHOE);
        }
        let board = self.problem.board.bits();
        for start in (0..count).step_by(LANES) {
            let lanes = start..start + LANES;
            room.places.deal(size, &mut stream.random);
            let mut rest = room.places.dealt.as_slice();
            for (holes, &fixed) in room.holes.iter_mut().zip(&self.fixed) {
                let missing = self.problem.hole_count - fixed.count_ones() as usize;
                let (own, others) = rest.split_at(missing);
                add_cards(own, &room.deck, &mut holes[lanes.clone()], fixed);
                rest = others;
            }
            add_cards(rest, &room.deck, &mut room.boards[lanes], board);
        }
    }

    /// Returns how many cards come where every player has one hand or none.
    fn missing(&self) -> usize {
        let missing = |fixed: &u64| self.problem.hole_count - fixed.count_ones() as usize;
        self.fixed.iter().map(missing).sum::<usize>() + self.problem.to_come()
    }

    #[inline(always)]
    fn is_drawn(&self, player: usize) -> bool {
        self.problem.players[player].len() > 1
    }

    /// Counts deals one by one.
    fn count_each(&self, room: &Workspace, count: usize, sums: &mut Sums) {
        let players = self.fixed.len();
        let mut shares = Shares::new(players);
        let mut row = vec![0; room.strengths.len()];
        for number in 0..count {
            for (strength, of_all) in row.iter_mut().zip(&room.strengths) {
                *strength = of_all[number];
            }
            showdown::share_pot(&row, &mut shares);
            for (player, &share) in shares.parts.iter().enumerate() {
                let tally = Tally::of(1.0, share);
                sums.players[player].add(&tally);
                sums.squares[player] += share * share;
                if self.is_drawn(player) {
                    sums.combos[player][room.chosen[player][number] as usize].add(&tally);
                }
            }
        }
    }
}

/// Counts deals of one contest, in loops that become vectors; only deals with several winners, which are
/// few, are looked at one by one.
fn count_winners(strengths: &[Vec<u32>], count: usize, sums: &mut Sums) {
    let mut best = [0; DEALS_AT_ONCE];
    for row in strengths {
        for (best, &strength) in best.iter_mut().zip(&row[..count]) {
            *best = strength.max(*best);
        }
    }
    let mut winners = [0_u32; DEALS_AT_ONCE];
    for row in strengths {
        for ((winners, &best), &strength) in winners.iter_mut().zip(&best).zip(&row[..count]) {
            *winners += u32::from(strength == best);
        }
    }
    for (player, row) in strengths.iter().enumerate() {
        let mut wins = 0_u32;
        for ((&winners, &best), &strength) in winners.iter().zip(&best).zip(&row[..count]) {
            wins += u32::from((strength == best) & (winners == 1));
        }
        let tally = &mut sums.players[player];
        tally.weight += count as f64;
        tally.win += f64::from(wins);
        tally.share += f64::from(wins);
        sums.squares[player] += f64::from(wins);
    }
    for number in (0..count).filter(|&number| winners[number] > 1) {
        let part = 1.0 / f64::from(winners[number]);
        for (player, row) in strengths.iter().enumerate() {
            if row[number] == best[number] {
                sums.players[player].tie += 1.0;
                sums.players[player].share += part;
                sums.squares[player] += part * part;
            }
        }
    }
}
