//! Players that the core plays: at random, by calling, by rules of thumb, by equities.
//!
//! A decision follows from what the player sees and from one random number. Nothing else is looked at, so that the same
//! is decided wherever the player sits: at a table of a batch, or behind an agent of Python.
//!
//! | module | what is in it |
//! |---|---|
//! | [`style`] | how bots play, as data |
//! | [`knowledge`] | what is known of a game before anybody plays: what is compared, how far hands are apart |
//! | `shares` | how much of the pot a hand wins |
//! | `betting`, `choosing` | bets; decisions on cards |
//! | `forecasts` | what is to be expected where nobody can decide any more |

mod betting;
mod choosing;
mod forecasts;
pub mod knowledge;
mod shares;
pub mod style;

use std::sync::Arc;

use croupier_cards::RandomNumbers;
use croupier_engine::definition::Definition;
use croupier_engine::tables::{Asked, Bot, Choice, Judge, Kind, Weights};
use croupier_engine::{DefaultHooks, Hooks, RuleError, State};

pub use crate::betting::{House, bet_randomly};
use crate::knowledge::Knowledge;
use crate::shares::find_share;
pub use crate::style::{Brain, Style};

/// A player of a game.
#[derive(Debug, Clone)]
pub struct Thinker {
    brain: Brain,
    knowledge: Arc<Knowledge>,
}

impl Thinker {
    /// Makes a player for hands of a game, whatever the stacks.
    #[must_use]
    pub fn new(brain: Brain, definition: &Definition) -> Self {
        Self { brain, knowledge: Arc::new(Knowledge::new(definition)) }
    }

    /// Makes another player of the same game, who shares what is known of it.
    #[must_use]
    pub fn with_brain(&self, brain: Brain) -> Self {
        Self { brain, knowledge: self.knowledge.clone() }
    }
}

impl Thinker {
    /// Decides at a table with rules of the caller.
    ///
    /// # Errors
    ///
    /// The hand could not go on, or the caller's own code failed.
    pub fn choose_at(
        &self,
        state: &State,
        asked: &Asked,
        chance: u64,
        house: House<'_>,
    ) -> Result<Choice, RuleError> {
        let mut random = RandomNumbers::new(chance);
        let (brain, knowledge) = (&self.brain, &*self.knowledge);
        if asked.kind == Kind::Bet {
            return betting::bet(brain, knowledge, state, asked.seat, &mut random, house);
        }
        let number = choosing::choose(brain, knowledge, state, asked, &mut random, house.hooks)?;
        Ok(Choice::Other(number))
    }

    /// Returns how much of the pot a player wins on average if nobody folds, by what the player sees, at a table with rules
    /// of the caller.
    #[must_use]
    pub fn share_at(
        &self,
        state: &State,
        seat: usize,
        deals: u32,
        chance: u64,
        hooks: &dyn Hooks,
    ) -> f64 {
        find_share(&self.knowledge, state, seat, deals, &mut RandomNumbers::new(chance), hooks)
    }
}

impl Bot for Thinker {
    fn choose(&self, state: &State, asked: &Asked, chance: u64) -> Result<Choice, RuleError> {
        self.choose_at(state, asked, chance, House { hooks: &DefaultHooks, whole_chips: true })
    }

    fn weigh(&self, state: &State, asked: &Asked) -> Result<Option<Weights>, RuleError> {
        if asked.kind != Kind::Bet {
            return Ok(None);
        }
        betting::weigh(&self.brain, &self.knowledge, state, asked.seat, &DefaultHooks)
    }
}

impl Judge for Thinker {
    fn share(&self, state: &State, seat: usize, chance: u64) -> f64 {
        let mut random = RandomNumbers::new(chance);
        find_share(&self.knowledge, state, seat, self.brain.deals(), &mut random, &DefaultHooks)
    }
}
