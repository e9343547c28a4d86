//! Declaring for which part of the pot a hand plays, and choosing something about the game.

use smallvec::SmallVec;

use crate::definition::{Chooser, Choosing, Decision, Declaration, Declaring};
use crate::error::RuleError;
use crate::hooks::Hooks;
use crate::operation::Operation;
use crate::seats::{Seat, Seats};
use crate::state::State;
use crate::variants::state::Declared;

/// Declarations, one for each pot or one for all.
pub type Declarations = SmallVec<[Declaration; 4]>;

impl State {
    /// Returns who is to declare, and what can be declared.
    #[must_use]
    pub fn declaring(&self) -> Option<(Seat, Declaring)> {
        match self.decision()? {
            Decision::Declare(declaring) => Some((self.decider()?, *declaring)),
            _ => None,
        }
    }

    /// Returns for how many pots a player can declare.
    ///
    /// # Errors
    ///
    /// The caller's rake failed.
    pub fn declarable_pots(&self, seat: Seat, hooks: &dyn Hooks) -> Result<usize, RuleError> {
        let per_pot = self.declaring().is_some_and(|(_, declaring)| declaring.per_pot);
        let pots = self.pots(hooks)?;
        let own = pots.iter().filter(|pot| pot.seats.contains(seat)).count();
        Ok(if per_pot { own.max(1) } else { 1 })
    }

    /// Returns who would declare this.
    ///
    /// # Errors
    ///
    /// Nobody is to declare now, or not this, or not for so many pots.
    pub fn verify_declaration(
        &self,
        declarations: &[Declaration],
        hooks: &dyn Hooks,
    ) -> Result<Seat, RuleError> {
        let (seat, declaring) = self.declaring().ok_or(RuleError::NoDeclaration)?;
        let pots = self.declarable_pots(seat, hooks)?;
        if !(1..=pots).contains(&declarations.len()) {
            return Err(RuleError::DeclarationCount { seat, pots, given: declarations.len() });
        }
        if declarations.iter().all(|declaration| declaration.is_among(declaring.options)) {
            Ok(seat)
        } else {
            Err(RuleError::DeclarationOption)
        }
    }

    /// Declares for the pots in order; the last declaration is for all further pots, too.
    ///
    /// # Errors
    ///
    /// As [`State::verify_declaration`].
    pub fn declare(
        &mut self,
        declarations: &[Declaration],
        commentary: Option<String>,
        hooks: &dyn Hooks,
    ) -> Result<usize, RuleError> {
        self.perform(commentary, hooks, |state| {
            let seat = state.verify_declaration(declarations, hooks)?;
            let declared = Declared::of(declarations);
            if let Some(variant) = &mut state.variant {
                variant.declarations[seat] = declared;
            }
            let count = declarations.len() as u8;
            state.record(|| Operation::Declaration { seat, declared, count });
            state.end_turn(seat);
            Ok(())
        })
    }

    /// Returns what a player declared for a pot.
    #[must_use]
    pub fn declaration(&self, seat: Seat, pot: usize) -> Option<Declaration> {
        self.variant.as_ref()?.declarations.get(seat)?.for_pot(pot)
    }

    /// Returns who chooses.
    pub(crate) fn find_chooser(&self, chooser: Chooser) -> Seat {
        let count = self.player_count();
        let button = count - 1;
        let blind = |seat: Seat| self.definition.blinds[self.definition.forced_bet_place(seat)] > 0;
        match chooser {
            Chooser::First => 0,
            Chooser::Button => button,
            Chooser::AfterBlinds => {
                let blinds = Seats::of(count, blind);
                let free = (0..count).find(|&seat| !blinds.contains(seat));
                if count <= 3 { button } else { free.unwrap_or(button) }
            }
        }
    }

    /// Returns who is to choose, and what.
    #[must_use]
    pub fn choosing(&self) -> Option<(Seat, Choosing)> {
        match self.decision()? {
            Decision::Choose(choosing) => Some((self.decider()?, *choosing)),
            _ => None,
        }
    }

    /// Returns who would choose this value.
    ///
    /// # Errors
    ///
    /// Nobody is to choose now, or there is no such value.
    pub fn verify_choosing(&self, value: usize) -> Result<Seat, RuleError> {
        let (seat, choosing) = self.choosing().ok_or(RuleError::NoChoice)?;
        let count = usize::from(choosing.count);
        if value < count { Ok(seat) } else { Err(RuleError::UnknownChoice { value, count }) }
    }

    /// Chooses a value by its number.
    ///
    /// # Errors
    ///
    /// As [`State::verify_choosing`].
    pub fn choose(
        &mut self,
        value: usize,
        commentary: Option<String>,
        hooks: &dyn Hooks,
    ) -> Result<usize, RuleError> {
        self.perform(commentary, hooks, |state| {
            let seat = state.verify_choosing(value)?;
            let (key, value) =
                (state.choosing().map_or(0, |(_, choosing)| choosing.key), value as u8);
            if let Some(variant) = &mut state.variant
                && let Some(choice) = variant.choices.get_mut(usize::from(key))
            {
                *choice = value;
            }
            state.record(|| Operation::Choosing { seat, key, value });
            state.end_turn(seat);
            Ok(())
        })
    }
}
