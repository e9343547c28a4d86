//! The actions of a hand, as histories write them: hands without anything unusual, in one go.

use std::fmt::Write;

use croupier_cards::Card;
use croupier_engine::seats::MAX_PLAYERS;
use croupier_engine::{Cards, Definition, Operation, Seat, State as Core};
use pyo3::prelude::*;

use crate::state::State;

#[pymethods]
impl State {
    /// Return the actions of the hand, cards that are dealt one after the other being one action; none where something
    /// was done that only Python knows how to write.
    fn _write_actions(&self) -> Option<Vec<String>> {
        let without_warnings =
            self.setup.get().converter.is_none() && self.core.definition.board_count == 1;
        if without_warnings { Writer::new(&self.core.definition).write(&self.core) } else { None }
    }
}

struct Writer {
    actions: Vec<String>,
    /// Cards that have been dealt, and not been written yet.
    hole: [Cards; MAX_PLAYERS],
    board: Cards,
    /// How many cards of the board each street has, and how many of those of this one are written.
    streets: std::vec::IntoIter<usize>,
    left: usize,
}

impl Writer {
    fn new(definition: &Definition) -> Self {
        let dealings = definition.steps.iter().filter_map(|step| step.dealing());
        let streets: Vec<usize> =
            dealings.map(|dealing| dealing.board).filter(|&count| count > 0).collect();
        Self {
            actions: Vec::with_capacity(16),
            hole: Default::default(),
            board: Cards::new(),
            streets: streets.into_iter(),
            left: 0,
        }
    }

    fn write(mut self, state: &Core) -> Option<Vec<String>> {
        for (number, operation) in state.log.iter().enumerate() {
            if state.log.commentary(number).is_some() {
                return None;
            }
            match operation {
                Operation::HoleDealing { seat, cards, .. } => {
                    self.hole.get_mut(seat)?.extend_from_slice(cards);
                    continue;
                }
                Operation::BoardDealing { cards, .. } => {
                    self.board.extend_from_slice(cards);
                    continue;
                }
                _ => self.deal()?,
            }
            match operation {
                Operation::StandingPatOrDiscarding { seat, cards, .. } => {
                    self.act(seat, "sd", cards);
                }
                Operation::BringInPosting { seat, .. } => self.act(seat, "pb", &[]),
                Operation::Folding { seat } => self.act(seat, "f", &[]),
                Operation::CheckingOrCalling { seat, .. } => self.act(seat, "cc", &[]),
                Operation::CompletionBettingOrRaisingTo { seat, amount } => {
                    self.actions.push(format!("p{} cbr {amount}", seat + 1));
                }
                Operation::HoleCardsShowingOrMucking { seat, cards } => self.act(seat, "sm", cards),
                Operation::RunoutCountSelection { count, .. } if count.unwrap_or(1) > 1 => {
                    return None;
                }
                Operation::AntePosting { .. }
                | Operation::BetCollection { .. }
                | Operation::BlindOrStraddlePosting { .. }
                | Operation::CardBurning { .. }
                | Operation::RunoutCountSelection { .. }
                | Operation::HandKilling { .. }
                | Operation::ChipsPushing { .. }
                | Operation::ChipsPulling { .. }
                | Operation::NoOperation { .. } => {}
                _ => return None,
            }
        }
        self.deal()?;
        Some(self.actions)
    }

    fn act(&mut self, seat: Seat, what: &str, cards: &[Card]) {
        let gap = if cards.is_empty() { "" } else { " " };
        self.push(format!("p{} {what}{gap}", seat + 1), cards);
    }

    fn push(&mut self, mut action: String, cards: &[Card]) {
        for card in cards {
            // Nothing can go wrong with a text in memory.
            let _ = write!(action, "{card}");
        }
        self.actions.push(action);
    }

    /// Writes what has been dealt; nothing if the board has more cards than the game deals to it.
    fn deal(&mut self) -> Option<()> {
        for seat in 0..MAX_PLAYERS {
            if !self.hole[seat].is_empty() {
                let cards = std::mem::take(&mut self.hole[seat]);
                self.push(format!("d dh p{} ", seat + 1), &cards);
            }
        }
        let board = std::mem::take(&mut self.board);
        let mut rest: &[Card] = &board;
        while !rest.is_empty() {
            if self.left == 0 {
                self.left = self.streets.next()?;
            }
            let (cards, others) = rest.split_at(self.left.min(rest.len()));
            self.push("d db ".to_owned(), cards);
            self.left -= cards.len();
            rest = others;
        }
        Some(())
    }
}
