//! The dealer's work on the boards: rolling dice, taking a board out of play.

use croupier_cards::Card;
use smallvec::SmallVec;

use crate::definition::{Action, Arrangement, SubsetId, SubsetMask};
use crate::error::RuleError;
use crate::hooks::Hooks;
use crate::operation::Operation;
use crate::seats::Order;
use crate::state::{Phase, State};
use crate::variants::contests::REMOVED;

/// The most dice that are rolled at once.
pub const MAX_DICE: usize = 8;
/// The sides of a die.
const SIDES: u32 = 6;

/// The numbers that dice show.
pub type Dice = SmallVec<[u8; 4]>;

impl State {
    pub(crate) fn begin_arrange(&mut self) {
        self.phase = Phase::Arrange;
        self.arrange_pending = true;
        self.deciders = Order::NONE;
    }

    /// Returns what the dealer is to do with the boards.
    #[must_use]
    pub fn arrangement(&self) -> Option<&Arrangement> {
        match &self.current_step()?.action {
            Action::Arrange(arrangement) if self.arrange_pending => Some(arrangement),
            _ => None,
        }
    }

    #[cold]
    pub(crate) fn apply_arrangement(&mut self) -> Result<(), RuleError> {
        match self.arrangement() {
            Some(Arrangement::Roll { .. }) => self.apply_roll(None),
            Some(Arrangement::RemoveLowest { .. }) => self.apply_removal(),
            None => Ok(()),
        }
    }

    /// Returns what dice would show; by chance where nothing is said.
    ///
    /// # Errors
    ///
    /// No dice are to be rolled now, or not so many, or they have no such sides.
    pub fn verify_dice_rolling(&self, values: Option<&Dice>) -> Result<usize, RuleError> {
        let Some(Arrangement::Roll { dice, .. }) = self.arrangement() else {
            return Err(RuleError::NoRolling);
        };
        let Some(values) = values else { return Ok(*dice) };
        if values.len() != *dice {
            return Err(RuleError::DiceCount { count: *dice, given: values.len() });
        }
        match values.iter().find(|&&value| !(1..=SIDES).contains(&u32::from(value))) {
            Some(&value) => Err(RuleError::UnknownSide(value)),
            None => Ok(*dice),
        }
    }

    fn apply_roll(&mut self, values: Option<&Dice>) -> Result<(), RuleError> {
        let count = self.verify_dice_rolling(values)?;
        let subset = match self.arrangement() {
            Some(Arrangement::Roll { subset, .. }) => *subset,
            _ => 0,
        };
        let values: Dice = match values {
            Some(values) => values.clone(),
            None => (0..count).map(|_| self.shuffler.below(SIDES) as u8 + 1).collect(),
        };
        self.arrange_pending = false;
        self.ranks.clear();
        if let Some(variant) = &mut self.variant {
            variant.dice.extend(values.iter().map(|&value| (subset, value)));
        }
        let mut written = [0; MAX_DICE];
        written.iter_mut().zip(&values).for_each(|(place, &value)| *place = value);
        self.record(|| Operation::DiceRolling { values: written });
        Ok(())
    }

    /// Rolls dice: these values, or by chance.
    ///
    /// # Errors
    ///
    /// As [`State::verify_dice_rolling`].
    pub fn roll_dice(
        &mut self,
        values: Option<&Dice>,
        commentary: Option<String>,
        hooks: &dyn Hooks,
    ) -> Result<usize, RuleError> {
        self.perform(commentary, hooks, |state| state.apply_roll(values))
    }

    /// Returns the subsets of the board that would be taken out of play.
    ///
    /// # Errors
    ///
    /// None is to be taken out now.
    pub fn verify_board_removal(&self) -> Result<SubsetMask, RuleError> {
        let Some(Arrangement::RemoveLowest { subsets, minimum }) = self.arrangement() else {
            return Err(RuleError::NoRemoval);
        };
        Ok(self.lowest_subsets(subsets, *minimum))
    }

    /// Returns those of some subsets of the board of which the last card is the lowest, unless all are equal.
    pub(crate) fn lowest_subsets(&self, subsets: &[SubsetId], minimum: usize) -> SubsetMask {
        let last = |subset: SubsetId| -> Option<(SubsetId, u8)> {
            let cards: Vec<Card> = self.cards_of_subsets(1 << subset).collect();
            let rank = cards.last()?.rank()?;
            (cards.len() >= minimum).then_some((subset, rank.index()))
        };
        let ranks: Vec<(SubsetId, u8)> =
            subsets.iter().filter_map(|&subset| last(subset)).collect();
        let lowest = ranks.iter().map(|&(_, rank)| rank).min();
        let all_same = ranks.iter().all(|&(_, rank)| Some(rank) == lowest);
        let removed = ranks.iter().filter(|&&(_, rank)| Some(rank) == lowest && !all_same);
        removed.map(|&(subset, _)| 1 << subset).sum()
    }

    /// Takes subsets of the board out of play.
    pub(crate) fn remove_subsets(&mut self, removed: SubsetMask) {
        self.ranks.clear();
        let Some(variant) = &mut self.variant else { return };
        for subsets in variant.board.iter_mut().filter(|subsets| **subsets & removed != 0) {
            *subsets &= !removed;
            if *subsets == 0 {
                *subsets = REMOVED;
            }
        }
    }

    fn apply_removal(&mut self) -> Result<(), RuleError> {
        let removed = self.verify_board_removal()?;
        let cards: Vec<Card> =
            if removed == 0 { Vec::new() } else { self.cards_of_subsets(removed).collect() };
        self.arrange_pending = false;
        self.remove_subsets(removed);
        self.record(|| Operation::BoardRemoval { cards: &cards });
        Ok(())
    }

    /// Takes the boards out of play that the game takes out.
    ///
    /// # Errors
    ///
    /// As [`State::verify_board_removal`].
    pub fn remove_board_cards(
        &mut self,
        commentary: Option<String>,
        hooks: &dyn Hooks,
    ) -> Result<usize, RuleError> {
        self.perform(commentary, hooks, Self::apply_removal)
    }
}
