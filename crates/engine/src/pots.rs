//! Pots: the main pot, side pots, and what is raked.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::chips::Chips;
use crate::error::RuleError;
use crate::hooks::Hooks;
use crate::seats::Seats;
use crate::state::State;

/// A pot and who can win it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pot {
    /// What the house takes.
    pub raked: Chips,
    /// What is left for the winners.
    pub unraked: Chips,
    /// Who can win it.
    pub seats: Seats,
}

impl Pot {
    /// Returns the whole amount.
    #[must_use]
    pub const fn amount(&self) -> Chips {
        self.raked + self.unraked
    }
}

/// The pots of a hand, the main pot first.
pub type Pots = SmallVec<[Pot; 2]>;

/// A part of a pot that is pushed at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SubPot {
    /// The amount.
    pub amount: Chips,
    /// The pot.
    pub pot: u8,
    /// The board, unless everybody else folded.
    pub board: Option<u8>,
    /// The hand type, unless everybody else folded.
    pub hand_type: Option<u8>,
}

/// Parts of pots that are still to be pushed, the next one first.
pub type SubPots = SmallVec<[SubPot; 2]>;

impl State {
    /// Returns the pots, the main pot first; bets that are not collected are in none.
    ///
    /// # Errors
    ///
    /// The caller's rake failed.
    pub fn pots(&self, hooks: &dyn Hooks) -> Result<Pots, RuleError> {
        if let Some(pots) = &self.pots {
            return Ok(pots.clone());
        }
        let collected: Chips =
            -(self.payoffs.iter().sum::<Chips>() + self.bets.iter().sum::<Chips>());
        if collected == 0 {
            return Ok(Pots::new());
        }
        let count = self.player_count();
        // Antes that are not trimmed belong to the main pot, whoever paid them.
        let untrimmed = |seat| {
            if self.definition.trims_antes { 0 } else { self.definition.effective_ante(seat) }
        };
        let mut amount: Chips = (0..count).map(untrimmed).sum();
        let contribution = |seat: usize| -self.payoffs[seat] - self.bets[seat] - untrimmed(seat);
        let with_bets = |seat: usize| -self.payoffs[seat] - untrimmed(seat);
        let largest = (0..count).map(contribution).max().unwrap_or(0);
        if self.active.iter().all(|seat| with_bets(seat) >= largest) {
            // Nobody is all-in for less: there is one pot.
            let (raked, unraked) = hooks.rake(collected, self)?;
            return Ok(Pots::from_elem(Pot { raked, unraked, seats: self.active }, 1));
        }
        let mut levels: SmallVec<[Chips; 10]> = (0..count).map(contribution).collect();
        levels.sort_unstable();
        levels.dedup();
        let mut pots = Pots::new();
        let mut previous = 0;
        for level in levels {
            let payers = (0..count).filter(|&seat| contribution(seat) >= level).count();
            amount += payers as Chips * (level - previous);
            let mut seats =
                Seats::of(count, |seat| self.active.contains(seat) && with_bets(seat) >= level);
            if seats.is_empty() {
                // Everybody who could win this folded without need: the pot below gets it.
                seats = pots.last().map_or(self.active, |pot| pot.seats);
            }
            while let Some(pot) = pots.last().filter(|pot| pot.seats == seats) {
                amount += pot.amount();
                pots.pop();
            }
            if amount != 0 {
                let (raked, unraked) = hooks.rake(amount, self)?;
                pots.push(Pot { raked, unraked, seats });
            }
            amount = 0;
            previous = level;
        }
        Ok(pots)
    }

    /// Returns all chips that are in the middle or in front of the players.
    ///
    /// # Errors
    ///
    /// The caller's rake failed.
    pub fn total_pot_amount(&self, hooks: &dyn Hooks) -> Result<Chips, RuleError> {
        let bets: Chips = self.bets.iter().sum();
        if self.pots.is_none() && !hooks.takes_rake() {
            return Ok(-self.payoffs.iter().sum::<Chips>());
        }
        Ok(bets + self.pots(hooks)?.iter().map(Pot::amount).sum::<Chips>())
    }
}
