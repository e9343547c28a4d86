//! Hands that cannot win anything are killed before chips are pushed.

use crate::error::RuleError;
use crate::hooks::Hooks;
use crate::operation::Operation;
use crate::seats::{Seat, Seats};
use crate::state::{Phase, State};

impl State {
    pub(crate) fn begin_kill(&mut self, hooks: &dyn Hooks) -> Result<(), RuleError> {
        self.refresh_ranks();
        self.keep_pots(hooks)?;
        let mut lost = Seats::NONE;
        for seat in self.active.iter() {
            if !self.can_win_now(seat, hooks)? && !self.can_share_now(seat, hooks)? {
                lost.insert(seat);
            }
        }
        if lost == self.active && !self.pots(hooks)?.is_empty() {
            // Nobody has a hand at all: they share what is there.
            lost = Seats::NONE;
        }
        if !lost.is_empty() && self.definition.is_card_room() {
            lost = self.spare_last_hands(lost, hooks)?;
        }
        self.phase = Phase::Kill;
        self.kill_pending = lost;
        Ok(())
    }

    /// Leaves hands alive where all hands of a pot would be killed, as hidden ones may be: they share it.
    fn spare_last_hands(&self, lost: Seats, hooks: &dyn Hooks) -> Result<Seats, RuleError> {
        let mut lost = lost;
        for pot in self.pots(hooks)? {
            if pot.seats.is_subset(lost) {
                pot.seats.iter().for_each(|seat| lost.remove(seat));
            }
        }
        Ok(lost)
    }

    /// Returns whose hand would be killed.
    ///
    /// # Errors
    ///
    /// There is no hand to kill, or not this player's.
    pub fn verify_hand_killing(&self, seat: Option<Seat>) -> Result<Seat, RuleError> {
        seat.map_or(Ok(()), |seat| self.verify_player(seat))?;
        let first = self.kill_pending.lowest().ok_or(RuleError::NoKillPending)?;
        let seat = seat.unwrap_or(first);
        if self.kill_pending.contains(seat) { Ok(seat) } else { Err(RuleError::NoKill(seat)) }
    }

    pub(crate) fn apply_kill(&mut self, seat: Option<Seat>) -> Result<(), RuleError> {
        let seat = self.verify_hand_killing(seat)?;
        self.kill_pending.remove(seat);
        self.muck(seat);
        self.record(|| Operation::HandKilling { seat });
        Ok(())
    }

    /// Kills a hand.
    ///
    /// # Errors
    ///
    /// As [`State::verify_hand_killing`].
    pub fn kill_hand(
        &mut self,
        seat: Option<Seat>,
        commentary: Option<String>,
        hooks: &dyn Hooks,
    ) -> Result<usize, RuleError> {
        self.perform(commentary, hooks, |state| state.apply_kill(seat))
    }
}
