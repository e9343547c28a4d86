//! Winners pull their chips in.

use crate::chips;
use crate::error::RuleError;
use crate::hooks::Hooks;
use crate::operation::Operation;
use crate::seats::{Seat, Seats};
use crate::state::{Phase, State};

impl State {
    pub(crate) fn begin_pull(&mut self) {
        self.phase = Phase::Pull;
        self.pull_pending = Seats::of(self.player_count(), |seat| self.bets[seat] > 0);
    }

    /// Returns who would pull chips in.
    ///
    /// # Errors
    ///
    /// Nobody, or not this player, has chips to pull in.
    pub fn verify_chips_pulling(&self, seat: Option<Seat>) -> Result<Seat, RuleError> {
        seat.map_or(Ok(()), |seat| self.verify_player(seat))?;
        let first = self.pull_pending.lowest().ok_or(RuleError::NoPullPending)?;
        let seat = seat.unwrap_or(first);
        if self.pull_pending.contains(seat) { Ok(seat) } else { Err(RuleError::NoPull(seat)) }
    }

    pub(crate) fn apply_pull(&mut self, seat: Option<Seat>) -> Result<(), RuleError> {
        let seat = self.verify_chips_pulling(seat)?;
        let amount = std::mem::take(&mut self.bets[seat]);
        chips::put(&mut self.stacks[seat], amount);
        self.payoffs[seat] += amount;
        self.pull_pending.remove(seat);
        self.find_largest_bet();
        self.record(|| Operation::ChipsPulling { seat, amount });
        Ok(())
    }

    /// Pulls chips in.
    ///
    /// # Errors
    ///
    /// As [`State::verify_chips_pulling`].
    pub fn pull_chips(
        &mut self,
        seat: Option<Seat>,
        commentary: Option<String>,
        hooks: &dyn Hooks,
    ) -> Result<usize, RuleError> {
        self.perform(commentary, hooks, |state| state.apply_pull(seat))
    }
}
