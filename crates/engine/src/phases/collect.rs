//! Bets go into the pot; what nobody called goes back.

use crate::chips;
use crate::error::RuleError;
use crate::hooks::Hooks;
use crate::operation::Operation;
use crate::seats::Seats;
use crate::state::{Phase, State};

impl State {
    pub(crate) fn begin_collect(&mut self) {
        self.phase = Phase::Collect;
        self.collect_pending = self.largest_bet != 0;
    }

    /// Checks that bets can be collected.
    ///
    /// # Errors
    ///
    /// There are none to collect now.
    pub fn verify_bet_collection(&self) -> Result<(), RuleError> {
        if self.collect_pending { Ok(()) } else { Err(RuleError::NoBetsPending) }
    }

    #[inline(never)]
    pub(crate) fn apply_collect(&mut self) -> Result<(), RuleError> {
        self.verify_bet_collection()?;
        self.collect_pending = false;
        let mut bets = self.bets;
        let mut payers = Seats::first(self.player_count());
        if let Some(winner) = self.active.only() {
            // The last player's own bet stays in front of them until they pull the chips in.
            bets[winner] = 0;
            payers.remove(winner);
        }
        if self.step.is_some() || self.definition.trims_antes {
            let (mut first, mut called) = (0, 0);
            for &bet in self.bets.iter() {
                if bet > first {
                    (first, called) = (bet, first);
                } else if bet > called {
                    called = bet;
                }
            }
            for seat in payers.iter() {
                let over = self.bets[seat] - called;
                if over > 0 {
                    chips::put(&mut self.stacks[seat], over);
                    self.payoffs[seat] += over;
                    bets[seat] = called;
                }
            }
        }
        for seat in payers.iter() {
            self.bets[seat] = 0;
        }
        self.find_largest_bet();
        self.record(Operation::BetCollection { bets: &bets });
        Ok(())
    }

    /// Collects the bets.
    ///
    /// # Errors
    ///
    /// As [`State::verify_bet_collection`].
    pub fn collect_bets(
        &mut self,
        remark: Option<String>,
        hooks: &dyn Hooks,
    ) -> Result<usize, RuleError> {
        self.perform(remark, hooks, Self::apply_collect)
    }
}
