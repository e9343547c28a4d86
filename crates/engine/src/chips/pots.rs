//! Pots: the main pot, side pots, and what is raked.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::chips::Chips;
use crate::error::RuleError;
use crate::hooks::Hooks;
use crate::seats::{MAX_PLAYERS, Seat, Seats};
use crate::state::{Phase, State};

/// A pot and the players who can win it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pot {
    /// The rake.
    pub raked: Chips,
    /// The rest, for the winners.
    pub unraked: Chips,
    /// The players who can win it.
    pub seats: Seats,
}

impl Pot {
    /// No chips, for nobody.
    pub(crate) const NOTHING: Self = Self { raked: 0, unraked: 0, seats: Seats::NONE };

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

/// The pots of a showdown, in which no chips move.
#[derive(Debug, Clone, Default)]
pub(crate) struct PotCache {
    /// For whom they were divided; nobody where they were not.
    contenders: Seats,
    divided: Pots,
}

impl State {
    /// Returns the pots, the main pot first; bets that are not collected are in none.
    ///
    /// # Errors
    ///
    /// The caller's rake failed.
    pub fn pots(&self, hooks: &dyn Hooks) -> Result<Pots, RuleError> {
        if let Some(pots) = &self.pots {
            return Ok(Pots::from_slice(pots));
        }
        let mut pots = match self.kept_pots() {
            Some(pots) => Pots::from_slice(pots),
            None => self.divide_into_pots(hooks)?,
        };
        leave_out_dead_hands(&mut pots, self.active);
        Ok(pots)
    }

    /// Returns the pots that need not be divided again, if there are any; players who have mucked since may still be in them.
    #[inline]
    pub(crate) fn kept_pots(&self) -> Option<&[Pot]> {
        if let Some(pots) = &self.pots {
            return Some(pots);
        }
        let kept = &*self.showdown_pots;
        let are_kept = matches!(self.phase, Phase::Showdown | Phase::Kill)
            && !kept.contenders.is_empty()
            && kept.contenders == self.pot_contenders();
        are_kept.then_some(&kept.divided[..])
    }

    /// Keeps the pots of a showdown. The caller's rake may depend on anything, and is asked every time.
    #[inline]
    pub(crate) fn keep_pots(&mut self, hooks: &dyn Hooks) -> Result<(), RuleError> {
        if self.kept_pots().is_none() && !hooks.takes_rake() {
            let divided = self.divide_into_pots(hooks)?;
            let contenders = self.pot_contenders();
            *self.showdown_pots = PotCache { contenders, divided };
        }
        Ok(())
    }

    /// Forgets the pots of the last showdown.
    pub(crate) fn forget_pots(&mut self) {
        self.showdown_pots.contenders = Seats::NONE;
    }

    /// Returns for whom the pots are divided.
    fn pot_contenders(&self) -> Seats {
        if self.contenders.is_empty() { self.active } else { self.contenders }
    }

    /// Divides what was collected into pots, as if nobody had mucked since the betting was over.
    fn divide_into_pots(&self, hooks: &dyn Hooks) -> Result<Pots, RuleError> {
        let count = self.player_count();
        // The chips of each player in the middle beyond antes that are not trimmed, which belong to the
        // main pot, whoever paid them; and the same with the bets that are not collected yet.
        let mut contributions = [0; MAX_PLAYERS];
        let (mut collected, mut amount, mut largest) = (0, 0, 0);
        for (seat, contribution) in contributions.iter_mut().enumerate().take(count) {
            let untrimmed = if self.definition.trims_antes { 0 } else { self.untrimmed_ante(seat) };
            let paid = -self.payoffs[seat] - self.bets[seat];
            collected += paid;
            amount += untrimmed;
            *contribution = paid - untrimmed;
            largest = largest.max(*contribution);
        }
        if collected == 0 {
            return Ok(Pots::new());
        }
        let contribution = |seat: Seat| contributions[seat];
        // Players who pay for a card pay more than others, who can still win all of it unless they are all-in.
        let has_dues = self.variant.as_ref().is_some_and(|kept| kept.has_dues);
        let with_bets = |seat: Seat| {
            if has_dues && self.stacks[seat] > 0 {
                Chips::MAX
            } else {
                contributions[seat] + self.bets[seat]
            }
        };
        let contenders = self.pot_contenders();
        if contenders.iter().all(|seat| with_bets(seat) >= largest) {
            // Nobody is all-in for less: there is one pot.
            let (raked, unraked) = hooks.rake(collected, self)?;
            return Ok(Pots::from_elem(Pot { raked, unraked, seats: contenders }, 1));
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
                Seats::of(count, |seat| contenders.contains(seat) && with_bets(seat) >= level);
            if seats.is_empty() {
                // Everybody who could win this folded without need: the pot below gets it.
                seats = pots.last().map_or(contenders, |pot| pot.seats);
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

    /// Tells whether a player holds the only live hand of some pot.
    pub(crate) fn is_last_for_a_pot(
        &self,
        seat: Seat,
        hooks: &dyn Hooks,
    ) -> Result<bool, RuleError> {
        let only = Seats::of(self.player_count(), |other| other == seat);
        Ok(self.active == only || self.pots(hooks)?.iter().any(|pot| pot.seats == only))
    }

    /// Returns what a player anted for the main pot alone, where antes are not trimmed.
    fn untrimmed_ante(&self, seat: Seat) -> Chips {
        if self.definition.antes[self.definition.forced_bet_place(seat)] == 0 {
            0
        } else {
            self.definition.effective_ante(seat)
        }
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

/// Takes who has mucked, or whose hand was killed, off the pots, which stay as many as they were.
fn leave_out_dead_hands(pots: &mut [Pot], active: Seats) {
    let mut below = active;
    for pot in pots {
        let live = pot.seats.intersection(active);
        // A pot that no player is left for goes to the winners of the pot below.
        pot.seats = if live.is_empty() { below } else { live };
        below = pot.seats;
    }
}
