//! Bets go into the pot; what nobody called goes back.

use crate::chips;
use crate::error::RuleError;
use crate::hooks::Hooks;
use crate::operation::Operation;
use crate::seats::Seat;
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
        let winner = self.active.only();
        if self.step.is_some() || self.definition.trims_antes {
            self.return_uncalled_bet(winner);
        }
        // The last player's own bet stays in front of them until they pull the chips in.
        let own = winner.map_or(0, |winner| std::mem::take(&mut self.bets[winner]));
        self.log.push_with(|| Operation::BetCollection { bets: &self.bets });
        self.bets.fill(0);
        self.largest_bet = own;
        if let Some(winner) = winner {
            self.bets[winner] = own;
        }
        Ok(())
    }

    /// Gives back what nobody called of the largest bet, unless it is that of the last player.
    #[inline]
    fn return_uncalled_bet(&mut self, winner: Option<Seat>) {
        let (mut first, mut called, mut bettor) = (0, 0, 0);
        for (seat, &bet) in self.bets.iter().enumerate() {
            if bet > first {
                (first, called, bettor) = (bet, first, seat);
            } else if bet > called {
                called = bet;
            }
        }
        if first > called && winner != Some(bettor) {
            chips::put(&mut self.stacks[bettor], first - called);
            self.payoffs[bettor] += first - called;
            self.bets[bettor] = called;
        }
    }

    /// Collects the bets.
    ///
    /// # Errors
    ///
    /// As [`State::verify_bet_collection`].
    pub fn collect_bets(
        &mut self,
        commentary: Option<String>,
        hooks: &dyn Hooks,
    ) -> Result<usize, RuleError> {
        self.perform(commentary, hooks, Self::apply_collect)
    }
}
