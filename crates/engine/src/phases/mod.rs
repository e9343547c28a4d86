//! The phases of a hand. Each file has the same parts: begin, verify, apply, and what callers ask.
//!
//! `verify_…` changes nothing; `apply_…` verifies first, so that what is refused leaves the state
//! as it was, unless it says that somebody has verified already.

pub mod arrange;
mod bet;
mod buy;
mod collect;
mod deal;
mod decide;
pub mod declare;
mod draw;
mod fixed_limit;
mod forced_bets;
mod kill;
mod pull;
mod push;
mod runout;
mod separate;
pub mod showdown;
mod straddle;

use crate::error::{RuleError, Warning};
use crate::hooks::Hooks;
use crate::operation::Operation;
use crate::seats::Seat;
use crate::state::State;

/// A verified operation with its warnings.
pub(crate) type Verified<T> = Result<(T, Vec<Warning>), RuleError>;

impl State {
    /// Refuses a player who does not exist.
    ///
    /// # Errors
    ///
    /// There is no such player.
    pub fn verify_player(&self, seat: Seat) -> Result<(), RuleError> {
        if seat < self.player_count() {
            Ok(())
        } else {
            Err(RuleError::UnknownPlayer { seat, count: self.player_count() })
        }
    }

    /// Does an operation and everything that is automated after it; where anything fails, nothing is changed.
    #[inline]
    pub(crate) fn perform(
        &mut self,
        commentary: Option<String>,
        hooks: &dyn Hooks,
        apply: impl FnOnce(&mut Self) -> Result<(), RuleError>,
    ) -> Result<usize, RuleError> {
        if hooks.can_fail() {
            return self.perform_or_return(commentary, hooks, apply);
        }
        let number = self.log.len();
        apply(self)?;
        if let Some(commentary) = commentary {
            self.log.comment_on(number, commentary);
        }
        self.advance(hooks)?;
        Ok(number)
    }

    /// Does an operation with the caller's own code, which can fail half way: then a copy takes the place of the state.
    #[cold]
    fn perform_or_return(
        &mut self,
        commentary: Option<String>,
        hooks: &dyn Hooks,
        apply: impl FnOnce(&mut Self) -> Result<(), RuleError>,
    ) -> Result<usize, RuleError> {
        let number = self.log.len();
        let before = Box::new(self.clone());
        let result = apply(self).and_then(|()| {
            if let Some(commentary) = commentary {
                self.log.comment_on(number, commentary);
            }
            self.advance(hooks)
        });
        if result.is_err() {
            *self = *before;
        }
        result.map(|()| number)
    }

    /// Checks that nothing can be done, which is always so.
    ///
    /// # Errors
    ///
    /// There are none.
    pub const fn verify_no_operation(&self) -> Result<(), RuleError> {
        Ok(())
    }

    /// Writes down that nothing happened, for the sake of a commentary.
    ///
    /// # Errors
    ///
    /// There are none.
    pub fn no_operate(
        &mut self,
        commentary: Option<String>,
        _hooks: &dyn Hooks,
    ) -> Result<usize, RuleError> {
        let number = self.log.len();
        if let Some(commentary) = commentary {
            self.log.comment_on(number, commentary);
        }
        self.record(|| Operation::NoOperation {});
        Ok(number)
    }
}
