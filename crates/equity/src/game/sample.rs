//! Deals at random at the table of a game.

use croupier_cards::{RandomNumbers, Seed};

use super::problem::{GameProblem, UNKNOWN};
use super::table::{Deal, DealtTable};
use crate::EquityError;
use crate::sample::drawn::{Drawn, fixed_and_drawn};
use crate::sample::stream::Stream;
use crate::sample::sums::Sums;
use crate::sample::{Effort, MAX_ATTEMPTS, play_blocks};
use crate::tally::{Answer, Tally};
use crate::work::Report;

/// So many deals are one block.
const DEALS_A_BLOCK: u64 = 2048;
/// The sides of a die.
const SIDES: u32 = 6;

/// Answers a question by dealing at random.
///
/// # Errors
///
/// [`EquityError::NoDeal`] where hands hardly ever go together, or [`EquityError::Interrupted`].
pub fn solve(
    problem: &GameProblem,
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

/// A dealer of random cards.
pub(super) struct Dealer<'a> {
    problem: &'a GameProblem,
    drawn: Vec<Drawn>,
    /// The places in the deck that may come.
    pub(super) deck: Vec<u8>,
}

impl<'a> Dealer<'a> {
    pub(super) fn new(problem: &'a GameProblem) -> Self {
        let players: Vec<Vec<(u64, u32, f64)>> = (problem.players.iter())
            .map(|hands| {
                let hands = hands.iter().enumerate();
                hands.map(|(place, hand)| (hand.used(), place as u32, hand.weight)).collect()
            })
            .collect();
        let (fixed, drawn) = fixed_and_drawn(&players);
        let free = fixed.iter().fold(problem.free(), |free, cards| free & !cards);
        let deck = (0..64).filter(|place| free >> place & 1 == 1).collect();
        Self { problem, drawn, deck }
    }

    fn play(&self, mut stream: Stream, deals: u64) -> Result<Sums, EquityError> {
        let problem = self.problem;
        let mut table = DealtTable::new(problem)?;
        let mut deal = Deal::new(problem);
        let mut chosen = vec![0; problem.players.len()];
        let mut deck = self.deck.clone();
        let mut sums = Sums::new(problem.players.iter().map(Vec::len));
        sums.deals = deals;
        for _ in 0..deals {
            self.deal(&mut stream, &mut deck, &mut chosen, &mut deal)?;
            table.show(&deal)?;
            for (player, &share) in table.shares.iter().enumerate() {
                let tally = Tally::of(1.0, share);
                sums.players[player].add(&tally);
                sums.squares[player] += share * share;
                if problem.players[player].len() > 1 {
                    sums.combos[player][chosen[player] as usize].add(&tally);
                }
            }
        }
        Ok(sums)
    }

    /// Deals all cards, dice and choices.
    #[inline]
    pub(super) fn deal(
        &self,
        stream: &mut Stream,
        deck: &mut [u8],
        chosen: &mut [u32],
        deal: &mut Deal,
    ) -> Result<(), EquityError> {
        let problem = self.problem;
        let used = self.draw_hands(&mut stream.random, chosen)?;
        let mut left = deck.len();
        let mut next = |stream: &mut Stream| loop {
            let place = stream.below_small(left);
            left -= 1;
            deck.swap(place, left);
            // Enough cards are left: the question was checked.
            if used >> deck[left] & 1 == 0 || left == 0 {
                return deck[left];
            }
        };
        let slots = problem.script.hole.len();
        for (player, &hand) in chosen.iter().enumerate() {
            let known = &problem.players[player][hand as usize].cards;
            for (place, &card) in known.iter().enumerate() {
                deal.hole[player * slots + place] =
                    if card == UNKNOWN { next(stream) } else { card };
            }
        }
        for (place, &card) in problem.board.iter().enumerate() {
            deal.board[place] = if card == UNKNOWN { next(stream) } else { card };
        }
        for die in &mut deal.dice {
            *die = stream.random.below(SIDES) as u8 + 1;
        }
        for (key, choice) in problem.choices.iter().enumerate() {
            if choice.is_none() {
                deal.choices[key] =
                    stream.random.below(u32::from(problem.script.choices[key])) as u8;
            }
        }
        Ok(())
    }

    /// Chooses hands that share no card, and returns their cards.
    fn draw_hands(
        &self,
        random: &mut RandomNumbers,
        chosen: &mut [u32],
    ) -> Result<u64, EquityError> {
        let mut attempts = 0;
        'attempt: loop {
            let mut used = 0;
            for range in &self.drawn {
                if range.hands.is_empty() {
                    return Err(EquityError::NoDeal);
                }
                let (cards, place) = range.draw(random);
                if cards & used != 0 {
                    attempts += 1;
                    if attempts > MAX_ATTEMPTS {
                        return Err(EquityError::NoDeal);
                    }
                    continue 'attempt;
                }
                used |= cards;
                chosen[range.player] = place;
            }
            return Ok(used);
        }
    }
}
