//! Decisions that are left to the caller: the rake, how chips are divided, how foreign hands rank.

use croupier_cards::Card;

use crate::chips::Chips;
use crate::error::RuleError;
use crate::state::State;

/// Decisions of the caller. The defaults are those of a game without rake and with odd chips.
pub trait Hooks {
    /// Returns how much of a pot is raked and how much is left.
    ///
    /// # Errors
    ///
    /// The caller's own code failed.
    fn rake(&self, amount: Chips, state: &State) -> Result<(Chips, Chips), RuleError> {
        let _ = state;
        Ok((0, amount))
    }

    /// Divides an amount into equal parts, and returns one of them and what remains.
    ///
    /// # Errors
    ///
    /// The caller's own code failed.
    fn divide(&self, amount: Chips, parts: usize) -> Result<(Chips, Chips), RuleError> {
        if parts <= 1 {
            // Mostly nothing is divided.
            return Ok((amount, 0));
        }
        let parts = parts as Chips;
        Ok((amount.div_euclid(parts), amount.rem_euclid(parts)))
    }

    /// Ranks hands of a foreign type on a board: larger is better, none where there is no hand.
    ///
    /// # Errors
    ///
    /// The caller's own code failed.
    fn rank_hands(
        &self,
        hand_type: usize,
        hands: &[Vec<Card>],
        board: &[Card],
    ) -> Result<Vec<Option<u32>>, RuleError> {
        let _ = (hand_type, board);
        Ok(vec![None; hands.len()])
    }

    /// Tells whether there is a rake, so that the pots must be asked for.
    fn takes_rake(&self) -> bool {
        false
    }

    /// Tells whether any of this can fail.
    fn can_fail(&self) -> bool {
        false
    }
}

/// No rake, odd chips, no foreign hands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DefaultHooks;

impl Hooks for DefaultHooks {}
