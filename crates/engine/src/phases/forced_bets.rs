//! Forced bets: antes before anything else, then blinds, straddles and posts.

use crate::chips::{self, Chips};
use crate::definition::Opening;
use crate::error::RuleError;
use crate::hooks::Hooks;
use crate::operation::Operation;
use crate::seats::Seat;
use crate::state::{Phase, State};

impl State {
    pub(crate) fn begin_ante(&mut self) {
        self.phase = Phase::Ante;
        // Whose place is whose seat goes both ways.
        let owing = self.definition.antes.iter().enumerate().filter(|(_, ante)| **ante > 0);
        let owing = owing.map(|(place, _)| self.definition.forced_bet_place(place));
        self.ante_pending =
            owing.filter(|&seat| self.definition.effective_ante(seat) > 0).collect();
    }

    pub(crate) fn begin_blind(&mut self) {
        self.phase = Phase::Blind;
        let owing = self.definition.blinds.iter().enumerate().filter(|(_, blind)| **blind != 0);
        let owing = owing.map(|(place, _)| self.definition.forced_bet_place(place));
        self.blind_pending =
            owing.filter(|&seat| self.definition.effective_blind(seat) > 0).collect();
        self.offer_straddle();
    }

    /// Returns who would post an ante.
    ///
    /// # Errors
    ///
    /// Nobody owes one, or this player does not.
    pub fn verify_ante_posting(&self, seat: Option<Seat>) -> Result<Seat, RuleError> {
        seat.map_or(Ok(()), |seat| self.verify_player(seat))?;
        let first = self.ante_pending.lowest().ok_or(RuleError::NoAntePending)?;
        let seat = seat.unwrap_or(first);
        if self.ante_pending.contains(seat) { Ok(seat) } else { Err(RuleError::NoAnte(seat)) }
    }

    /// Returns who would post a blind or straddle.
    ///
    /// # Errors
    ///
    /// Nobody owes one, or this player does not.
    pub fn verify_blind_or_straddle_posting(&self, seat: Option<Seat>) -> Result<Seat, RuleError> {
        seat.map_or(Ok(()), |seat| self.verify_player(seat))?;
        let first = self.blind_pending.lowest().ok_or(RuleError::NoBlindPending)?;
        let seat = seat.unwrap_or(first);
        if self.blind_pending.contains(seat) { Ok(seat) } else { Err(RuleError::NoBlind(seat)) }
    }

    /// Finds the price of the forced bets of the round, and the first to act: a player who straddled acts last.
    pub(crate) fn begin_with_forced_bets(&mut self, is_first: bool) -> Seat {
        // An optional straddle is counted already.
        self.forced = if is_first { self.forced.max(self.definition.blind_price()) } else { 0 };
        self.unposted = match self.forced {
            0 => 0,
            _ => self.unposted + self.definition.unposted_blinds(),
        };
        let opening = self.betting().map_or(Opening::Position, |betting| betting.opening);
        let straddler = self.straddler().filter(|_| is_first);
        // As with blinds, a short player keeps the place in card rooms, and loses it with PokerKit.
        match straddler {
            Some(seat) if self.definition.is_card_room() || self.bets[seat] == self.largest_bet => {
                (seat + 1) % self.player_count()
            }
            _ => self.find_opener(opening),
        }
    }

    /// Moves chips from a player's stack in front of the player.
    #[inline]
    pub(crate) fn bet_chips(&mut self, seat: Seat, amount: Chips) {
        self.bets[seat] += amount;
        self.largest_bet = self.largest_bet.max(self.bets[seat]);
        chips::take(&mut self.stacks[seat], amount);
        self.payoffs[seat] -= amount;
    }

    pub(crate) fn apply_ante(&mut self, seat: Option<Seat>) -> Result<(), RuleError> {
        let seat = self.verify_ante_posting(seat)?;
        let amount = self.definition.effective_ante(seat);
        self.ante_pending.remove(seat);
        self.bet_chips(seat, amount);
        self.record(|| Operation::AntePosting { seat, amount });
        Ok(())
    }

    pub(crate) fn apply_blind(&mut self, seat: Option<Seat>) -> Result<(), RuleError> {
        let seat = self.verify_blind_or_straddle_posting(seat)?;
        let amount = self.definition.effective_blind(seat);
        self.blind_pending.remove(seat);
        self.bet_chips(seat, amount);
        self.record(|| Operation::BlindOrStraddlePosting { seat, amount });
        self.offer_straddle();
        Ok(())
    }

    /// Posts an ante and returns the number of the operation in the log.
    ///
    /// # Errors
    ///
    /// As [`State::verify_ante_posting`].
    pub fn post_ante(
        &mut self,
        seat: Option<Seat>,
        commentary: Option<String>,
        hooks: &dyn Hooks,
    ) -> Result<usize, RuleError> {
        self.perform(commentary, hooks, |state| state.apply_ante(seat))
    }

    /// Posts a blind or straddle.
    ///
    /// # Errors
    ///
    /// As [`State::verify_blind_or_straddle_posting`].
    pub fn post_blind_or_straddle(
        &mut self,
        seat: Option<Seat>,
        commentary: Option<String>,
        hooks: &dyn Hooks,
    ) -> Result<usize, RuleError> {
        self.perform(commentary, hooks, |state| state.apply_blind(seat))
    }
}
