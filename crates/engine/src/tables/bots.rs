//! Players of the core: bots, and what they are asked.

use std::fmt::Debug;

use croupier_cards::CardSet;
use smallvec::SmallVec;

use super::decisions::{Asked, Choice};
use crate::chips::Chips;
use crate::error::RuleError;
use crate::seats::Seat;
use crate::state::State;

/// A player of the core, which decides without being asked from outside.
pub trait Bot: Debug + Send + Sync {
    /// Decides, by what the player sees and by one random number, and by nothing else.
    ///
    /// # Errors
    ///
    /// The hand could not go on.
    fn choose(&self, state: &State, asked: &Asked, chance: u64) -> Result<Choice, RuleError>;

    /// Returns how often it would do what, over all random numbers; `None` where it cannot say so exactly.
    ///
    /// # Errors
    ///
    /// The hand could not go on.
    fn weigh(&self, state: &State, asked: &Asked) -> Result<Option<Weights>, RuleError> {
        let _ = (state, asked);
        Ok(None)
    }
}

/// The frequencies of a player's decisions; one decision may be there more than once.
pub type Weights = SmallVec<[(Choice, f64); 2]>;

/// An estimator of a player's share of the pot.
pub trait Judge: Debug + Send + Sync {
    /// Returns how much of the pot a player wins on average if nobody folds, by what the player sees and by one random
    /// number, and by nothing else.
    fn share(&self, state: &State, seat: Seat, chance: u64) -> f64;
}

/// The stakes of players after a bet, a call or a fold, before anything else was dealt.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Stake {
    /// The chips that each seat has put in.
    pub put_in: SmallVec<[Chips; 8]>,
    /// Those who play for the pot, with their cards.
    pub hands: SmallVec<[(Seat, CardSet); 8]>,
    /// The cards of the board.
    pub board: CardSet,
}

impl Stake {
    /// Looks at a hand.
    pub(super) fn update(&mut self, state: &State) {
        self.put_in.clear();
        self.put_in.extend(state.payoffs.iter().map(|payoff| -payoff));
        self.hands.clear();
        for seat in (0..state.player_count()).filter(|&seat| state.active.contains(seat)) {
            self.hands.push((seat, state.hole[seat].cards.iter().copied().collect()));
        }
        self.board = state.board.iter().map(|entry| entry.card).collect();
    }
}

/// A source of expected payoffs for hands in which nobody can decide any more before the last card.
pub trait Forecast: Debug + Send + Sync {
    /// Returns what each seat wins or loses on average over all cards that might have come after the last decision; `None`
    /// where nothing was left to chance, or where it cannot be found out.
    fn expect(&self, stake: &Stake, end: &State) -> Option<SmallVec<[f64; 8]>>;
}
