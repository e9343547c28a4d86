//! Paying for cards: buying new ones, turning one face up; and replacing cards of the board.

use croupier_cards::Card;

use crate::cards::piles::Numbered;
use crate::chips::Chips;
use crate::definition::{Buying, Decision};
use crate::error::RuleError;
use crate::hooks::Hooks;
use crate::operation::{Cards, Operation};
use crate::seats::Seat;
use crate::state::State;

impl State {
    /// Returns who can buy cards now, and what it costs.
    ///
    /// # Errors
    ///
    /// The caller's rake failed.
    pub fn buying(&self, hooks: &dyn Hooks) -> Result<Option<(Seat, Buying, Chips)>, RuleError> {
        let (Some(seat), Some(&Decision::Buy(buying))) = (self.decider(), self.decision()) else {
            return Ok(None);
        };
        let cost = match buying.cost {
            Some(cost) => cost,
            None => self.total_pot_amount(hooks)?,
        };
        Ok(Some((seat, buying, cost)))
    }

    /// Returns who would buy cards, and what it costs; who buys names the cards to discard for them.
    ///
    /// # Errors
    ///
    /// Nobody can buy cards now, or not for these cards, or the player cannot pay.
    pub fn verify_card_buying(
        &self,
        buys: bool,
        discards: &Cards,
        hooks: &dyn Hooks,
    ) -> Result<(Seat, Chips), RuleError> {
        let (seat, buying, cost) = self.buying(hooks)?.ok_or(RuleError::NoBuying)?;
        if !buys {
            return Ok((seat, 0));
        }
        self.find_cards(seat, discards)?;
        let held = self.hole[seat].cards.len();
        let count = if buying.discards { buying.count.min(held) } else { 0 };
        if discards.len() != count {
            let given = discards.len();
            return Err(RuleError::DiscardCount { seat, minimum: count, maximum: count, given });
        }
        if self.stacks[seat] < cost {
            return Err(RuleError::TooDear { seat, cost });
        }
        Ok((seat, cost))
    }

    /// Buys cards for these discards, or none.
    ///
    /// # Errors
    ///
    /// As [`State::verify_card_buying`].
    pub fn buy_cards(
        &mut self,
        buys: bool,
        discards: &Cards,
        commentary: Option<String>,
        hooks: &dyn Hooks,
    ) -> Result<usize, RuleError> {
        self.perform(commentary, hooks, |state| {
            let (seat, amount) = state.verify_card_buying(buys, discards, hooks)?;
            let buying = state.buying(hooks)?.map(|(_, buying, _)| buying);
            let cards: &[Card] = if buys { discards } else { &[] };
            state.record(|| Operation::CardBuying { seat, amount, cards, buys });
            if let (true, Some(buying)) = (buys, buying) {
                state.pay_due(seat, amount);
                state.discard(seat, cards);
                for _ in 0..buying.count.min(state.room_for_cards(seat)) {
                    state.ask_for_card(seat, buying.up);
                }
                // The pot has grown: somebody may not be able to match it any more.
                let able = state.find_deciders(&Decision::Buy(buying), hooks)?;
                state.deciders.seats = state.deciders.seats.intersection(able);
            }
            state.end_turn(seat);
            Ok(())
        })
    }

    /// Moves cards from a player's hand to the discards.
    pub(crate) fn discard(&mut self, seat: Seat, cards: &[Card]) {
        self.ranks.clear();
        let street = self.street().unwrap_or(0) as u8;
        for card in cards {
            if let Some(place) = self.hole[seat].cards.iter().position(|other| other == card) {
                self.take_card(seat, place);
                self.discarded.push(Numbered {
                    number: street,
                    card: *card,
                    seat: Some(seat as u8),
                    up: false,
                });
            }
        }
    }

    /// Returns who can pay for turning the last card face up, and what it costs.
    #[must_use]
    pub fn protecting(&self) -> Option<(Seat, Chips)> {
        match self.decision()? {
            Decision::Protect { cost } => Some((self.decider()?, *cost)),
            _ => None,
        }
    }

    /// Returns who would pay for turning the last card face up, and how much.
    ///
    /// # Errors
    ///
    /// Nobody can do that now.
    pub fn verify_card_protecting(&self, pays: bool) -> Result<(Seat, Chips), RuleError> {
        let (seat, cost) = self.protecting().ok_or(RuleError::NoProtecting)?;
        Ok((seat, if pays { cost } else { 0 }))
    }

    /// Pays for turning the last card face up, or leaves it as it is.
    ///
    /// # Errors
    ///
    /// As [`State::verify_card_protecting`].
    pub fn protect_card(
        &mut self,
        pays: bool,
        commentary: Option<String>,
        hooks: &dyn Hooks,
    ) -> Result<usize, RuleError> {
        self.perform(commentary, hooks, |state| {
            let (seat, amount) = state.verify_card_protecting(pays)?;
            if pays && let Some(last) = state.hole[seat].cards.len().checked_sub(1) {
                state.pay_due(seat, amount);
                state.ranks.clear();
                state.hole[seat].up |= 1 << last;
                if let Some(variant) = &mut state.variant {
                    variant.dealt_up[seat] |= 1 << last;
                }
            }
            state.record(|| Operation::CardProtecting { seat, amount, pays });
            state.end_turn(seat);
            Ok(())
        })
    }

    /// Returns who is to replace cards of the board, and how many.
    #[must_use]
    pub fn replacing(&self) -> Option<(Seat, usize)> {
        match self.decision()? {
            Decision::Replace { count } => Some((self.decider()?, *count)),
            _ => None,
        }
    }

    /// Returns who would replace these cards of the board.
    ///
    /// # Errors
    ///
    /// Nobody is to replace cards now, or they are not on the board, or too few or too many.
    pub fn verify_board_replacing(&self, cards: &Cards) -> Result<Seat, RuleError> {
        let (seat, count) = self.replacing().ok_or(RuleError::NoReplacing)?;
        let mut left: Vec<Card> = self.board.iter().map(|entry| entry.card).collect();
        for card in cards {
            let Some(place) = left.iter().position(|other| other == card) else {
                return Err(RuleError::NotOnBoard);
            };
            left.remove(place);
        }
        if cards.len() == count {
            Ok(seat)
        } else {
            Err(RuleError::ReplacingCount { count, given: cards.len() })
        }
    }

    /// Replaces cards of the board.
    ///
    /// # Errors
    ///
    /// As [`State::verify_board_replacing`].
    pub fn replace_board_cards(
        &mut self,
        cards: &Cards,
        commentary: Option<String>,
        hooks: &dyn Hooks,
    ) -> Result<usize, RuleError> {
        self.perform(commentary, hooks, |state| {
            let seat = state.verify_board_replacing(cards)?;
            let street = state.street().unwrap_or(0) as u8;
            state.ranks.clear();
            let mut pending = 0;
            for card in cards {
                let Some(place) = state.board.iter().position(|entry| entry.card == *card) else {
                    continue;
                };
                let up = state.board.remove(place).up;
                if let Some(variant) = &mut state.variant {
                    let subsets = variant.board.remove(place);
                    variant.board_next.push(subsets);
                }
                state.discarded.push(Numbered { number: street, card: *card, seat: None, up });
                pending += 1;
            }
            for (position, entry) in state.board.iter_mut().enumerate() {
                entry.number = position as u8;
            }
            if state.has_cards(pending) {
                state.board_pending[0] += pending as u8;
            } else if let Some(variant) = &mut state.variant {
                variant.board_next.clear();
            }
            state.record(|| Operation::BoardReplacing { seat, cards });
            state.end_turn(seat);
            Ok(())
        })
    }
}
