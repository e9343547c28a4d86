//! Those who are played by the core.

use std::fmt::Debug;

use super::decisions::{Asked, Choice};
use crate::error::RuleError;
use crate::seats::Seat;
use crate::state::State;

/// Whoever decides for a player without being asked from outside.
pub trait Bot: Debug + Send + Sync {
    /// Decides, by what the player sees and by one random number, and by nothing else.
    ///
    /// # Errors
    ///
    /// The hand could not go on.
    fn choose(&self, state: &State, asked: &Asked, chance: u64) -> Result<Choice, RuleError>;
}

/// Whoever says what a hand is worth.
pub trait Judge: Debug + Send + Sync {
    /// Returns how much of the pot a player wins on average if nobody folds, by what the player sees and by one random
    /// number, and by nothing else.
    fn share(&self, state: &State, seat: Seat, chance: u64) -> f64;
}

/// The random numbers of a bot: one for each decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Chances(u64);

impl Chances {
    /// Begins with a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns the next number.
    #[inline]
    pub const fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let half = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let whole = (half ^ half >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        whole ^ whole >> 31
    }
}
