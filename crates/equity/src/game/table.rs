//! One deal after the other at the table of a game.

use croupier_engine::{Chips, ContestHand, DefaultHooks, Seats, ShowdownTable};

use super::problem::{GameProblem, UNKNOWN};
use super::script::Event;
use crate::EquityError;

/// A pot that can be divided twice by any number up to ten without a rest.
const POT: Chips = 2520 * 2520;

/// A deal: places in the deck, dice, and choices.
#[derive(Debug, Clone)]
pub(crate) struct Deal {
    /// The cards of each player in turn.
    pub(crate) hole: Vec<u8>,
    pub(crate) board: Vec<u8>,
    pub(crate) dice: Vec<u8>,
    pub(crate) choices: Vec<u8>,
}

impl Deal {
    /// Returns room for the deals of a question, with the board and the choices as far as they are known.
    pub(crate) fn new(problem: &GameProblem) -> Self {
        Self {
            hole: vec![0; problem.script.hole.len() * problem.players.len()],
            board: problem.board.clone(),
            dice: vec![1; problem.script.dice],
            choices: problem.choices.iter().map(|choice| choice.unwrap_or(0)).collect(),
        }
    }
}

/// A table at which deals are shown down.
pub(crate) struct DealtTable<'a> {
    problem: &'a GameProblem,
    pub(crate) table: ShowdownTable,
    pots: [(Chips, Seats); 1],
    /// The share of the pot that each player won.
    pub(crate) shares: Vec<f64>,
}

impl<'a> DealtTable<'a> {
    pub(crate) fn new(problem: &'a GameProblem) -> Result<Self, EquityError> {
        let players = problem.players.len();
        Ok(Self {
            problem,
            table: problem.table()?,
            pots: [(POT, Seats::first(players))],
            shares: vec![0.0; players],
        })
    }

    /// Shows a deal down.
    pub(crate) fn show(&mut self, deal: &Deal) -> Result<(), EquityError> {
        self.lay_out(deal);
        let amounts = self.table.award_pots(&self.pots, &DefaultHooks);
        let amounts = amounts.map_err(|error| EquityError::Game(error.to_string()))?;
        for (share, &amount) in self.shares.iter_mut().zip(amounts) {
            *share = amount as f64 / POT as f64;
        }
        Ok(())
    }

    /// Returns the hand of the first player in a contest, if there is one.
    pub(crate) fn hand(&self, contest: usize) -> Option<ContestHand> {
        self.table.hand(contest, 0)
    }

    /// Lays a deal out; cards that are not known do not lie on the table.
    #[inline]
    pub(crate) fn lay_out(&mut self, deal: &Deal) {
        let (script, deck) = (&self.problem.script, self.problem.deck());
        let table = &mut self.table;
        table.clear();
        let count = script.hole.len();
        let players = self.shares.len();
        for seat in 0..players {
            table.let_in(seat);
        }
        for (key, &value) in deal.choices.iter().enumerate() {
            table.choose(key, value);
        }
        let mut dice = deal.dice.iter();
        for (when, event) in &script.events {
            if !when.is_empty() && !table.all_hold(when, None) {
                continue;
            }
            match event {
                Event::Hole(slots) => {
                    for place in slots.clone() {
                        let slot = script.hole[place];
                        for seat in 0..players {
                            if let Some(&card) =
                                deck.get(usize::from(deal.hole[seat * count + place]))
                            {
                                table.give(seat, card, slot.up, slot.subset);
                            }
                        }
                    }
                }
                Event::Board(slots) => {
                    for place in slots.clone() {
                        let slot = script.board[place];
                        if let Some(&card) = deck.get(usize::from(deal.board[place])) {
                            table.put(card, slot.subsets, slot.marks);
                        }
                    }
                }
                Event::Roll(count, subset) => {
                    for &value in dice.by_ref().take(*count) {
                        table.roll(*subset, value);
                    }
                }
                Event::RemoveLowest(subsets, minimum) => table.remove_lowest(subsets, *minimum),
                Event::Discard(terms) => {
                    for seat in 0..players {
                        table.discard(seat, *terms);
                    }
                }
            }
        }
    }
}

// A deck has fewer cards than the number that stands for one that is not known.
const _: () = assert!(UNKNOWN as usize >= 64);
