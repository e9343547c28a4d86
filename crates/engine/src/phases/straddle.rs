//! The optional straddle, which a player may decline after the blinds were posted.

use crate::chips::Chips;
use crate::error::RuleError;
use crate::hooks::Hooks;
use crate::operation::Operation;
use crate::seats::{Order, Seat};
use crate::state::{Phase, State};

impl State {
    /// Asks for the optional straddle as soon as all blinds are posted; players who are all-in are not asked.
    pub(super) fn offer_straddle(&mut self) {
        if self.blind_pending.is_empty()
            && let Some((seat, _)) = self.definition.optional_straddle()
            && self.stacks[seat] > 0
        {
            self.deciders = Order::new([seat].into_iter().collect(), seat);
        }
    }

    /// Returns the player who is asked for a straddle, and how much of it the player can pay.
    #[must_use]
    pub fn straddling(&self) -> Option<(Seat, Chips)> {
        let seat = self.deciders.first().filter(|_| self.phase == Phase::Blind)?;
        let (_, amount) = self.definition.optional_straddle()?;
        Some((seat, self.stacks[seat].min(amount)))
    }

    /// Returns the player who opened the first round by the optional straddle.
    pub(super) fn straddler(&self) -> Option<Seat> {
        self.opener.filter(|_| self.definition.variant_rules.optional_straddle)
    }

    /// Returns the player who would post a straddle, and how much; 0 where it is declined.
    ///
    /// # Errors
    ///
    /// Nobody is asked for one.
    pub fn verify_straddle_posting(&self, posts: bool) -> Result<(Seat, Chips), RuleError> {
        let (seat, amount) = self.straddling().ok_or(RuleError::NoBlindPending)?;
        Ok((seat, if posts { amount } else { 0 }))
    }

    /// Posts a straddle that is left open, or declines. It is a blind from then on: it costs others what it would in
    /// full, a raise is as large, and its player acts last.
    ///
    /// # Errors
    ///
    /// As [`State::verify_straddle_posting`].
    pub fn post_straddle(
        &mut self,
        posts: bool,
        commentary: Option<String>,
        hooks: &dyn Hooks,
    ) -> Result<usize, RuleError> {
        self.perform(commentary, hooks, |state| {
            let (seat, amount) = state.verify_straddle_posting(posts)?;
            state.deciders = Order::NONE;
            if let (true, Some((_, full))) = (posts, state.definition.optional_straddle()) {
                state.bet_chips(seat, amount);
                state.forced = state.definition.full_price(full);
                state.unposted = full - amount;
                state.opener = Some(seat);
            }
            state.record(|| Operation::StraddlePosting { seat, amount, posts });
            Ok(())
        })
    }
}
