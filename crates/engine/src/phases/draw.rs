//! Drawing: players stand pat or discard, in turn.

use crate::error::RuleError;
use crate::hooks::Hooks;
use crate::operation::{Cards, Operation};
use crate::seats::Seat;
use crate::state::State;

impl State {
    /// Returns who is to stand pat or discard.
    #[must_use]
    pub fn drawer(&self) -> Option<Seat> {
        self.draw_pending.lowest()
    }

    /// Returns who would discard these cards.
    ///
    /// # Errors
    ///
    /// Nobody is to discard now, or the player does not hold the cards.
    pub fn verify_standing_pat_or_discarding(&self, cards: &Cards) -> Result<Seat, RuleError> {
        let seat = self.drawer().ok_or(RuleError::NoDrawPending)?;
        let mut held = self.hole[seat].cards.clone();
        for card in cards {
            let Some(index) = held.iter().position(|other| other == card) else {
                return Err(RuleError::NotHeld { seat, cards: cards.to_vec() });
            };
            held.remove(index);
        }
        Ok(seat)
    }

    fn apply_draw(&mut self, cards: &Cards) -> Result<(), RuleError> {
        let seat = self.verify_standing_pat_or_discarding(cards)?;
        let street = self.street.unwrap_or(0);
        self.draw_pending.remove(seat);
        self.ranks.clear();
        for card in cards {
            if let Some(index) = self.hole[seat].cards.iter().position(|other| other == card) {
                let up = self.hole[seat].remove(index);
                self.hole_pending[seat].push(up);
                self.hole_left += 1;
                self.discarded[street].push(*card);
            }
        }
        self.record(Operation::StandingPatOrDiscarding { seat, cards: cards.clone() }, None);
        Ok(())
    }

    /// Stands pat, or discards these cards.
    ///
    /// # Errors
    ///
    /// As [`State::verify_standing_pat_or_discarding`].
    pub fn stand_pat_or_discard(
        &mut self,
        cards: &Cards,
        remark: Option<String>,
        hooks: &dyn Hooks,
    ) -> Result<usize, RuleError> {
        self.perform(remark, hooks, |state| state.apply_draw(cards))
    }
}
