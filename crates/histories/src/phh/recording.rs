//! The actions of a hand that was played, as histories write them: hands without anything unusual, in one go.

use croupier_cards::Card;
use croupier_engine::seats::MAX_PLAYERS;
use croupier_engine::{Cards, Definition, Operation, Seat, State};

use crate::builder::{write_cards, write_player};

/// Returns the actions of a hand in whole chips on one board, cards that are dealt one after the other being one action;
/// nothing where something was done that needs more words.
#[must_use]
pub fn write_actions(state: &State) -> Option<Vec<String>> {
    Writer::new(&state.definition).write(state)
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

    fn write(mut self, state: &State) -> Option<Vec<String>> {
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
                    self.act(seat, &format!("cbr {amount}"), &[]);
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

    fn act(&mut self, seat: Seat, event: &str, cards: &[Card]) {
        let mut action = String::with_capacity(16);
        write_player(seat, event, &mut action);
        if !cards.is_empty() {
            action.push(' ');
        }
        self.push(action, cards);
    }

    fn push(&mut self, mut action: String, cards: &[Card]) {
        write_cards(cards, &mut action);
        self.actions.push(action);
    }

    /// Writes what has been dealt; nothing if the board has more cards than the game deals to it.
    fn deal(&mut self) -> Option<()> {
        for seat in 0..MAX_PLAYERS {
            if !self.hole[seat].is_empty() {
                let cards = std::mem::take(&mut self.hole[seat]);
                let mut action = "d dh ".to_owned();
                write_player(seat, "", &mut action);
                self.push(action, &cards);
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
