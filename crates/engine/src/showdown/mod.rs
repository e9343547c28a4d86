//! A showdown without a hand that led to it: cards, pots and declarations laid out on the table.

pub mod table;

use croupier_cards::Card;

use crate::chips::Chips;
use crate::definition::{Declaration, Definition, SubsetId, SubsetMask};
use crate::error::{RuleError, SetupError};
use crate::hooks::Hooks;
use crate::seats::{Seat, Seats};
use crate::showdown::table::ShowdownTable;

/// The cards on the table at a showdown.
#[derive(Debug, Clone, Default)]
pub struct Showdown {
    /// For each player the cards, which of them lie face up, and their subsets; none for players who are out.
    pub hole: Vec<Vec<(Card, bool, Option<SubsetId>)>>,
    /// The cards of the board with their subsets.
    pub board: Vec<(Card, SubsetMask)>,
    /// Dice with their subsets.
    pub dice: Vec<(SubsetId, u8)>,
    /// The choices that were made about the game.
    pub choices: Vec<u8>,
    /// The declarations of players for each pot.
    pub declarations: Vec<Vec<Declaration>>,
    /// The ranks that became wild: the one that was marked, and the one that followed the trigger.
    pub wild_ranks: (Option<u8>, Option<u8>),
    /// The pots, each with the players who can win it.
    pub pots: Vec<(Chips, Vec<Seat>)>,
}

/// The result of a showdown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShowdownResult {
    /// For each contest and player how strong the hand is; none where there is no hand, or none that qualifies.
    pub strengths: Vec<Vec<Option<u32>>>,
    /// The amounts that players win.
    pub amounts: Vec<Chips>,
}

impl Showdown {
    /// Shares the pots out.
    ///
    /// # Errors
    ///
    /// The game is wrong, or what lies on the table does not fit it, or the caller's own code failed.
    pub fn award_pots(
        &self,
        definition: &Definition,
        hooks: &dyn Hooks,
    ) -> Result<Result<ShowdownResult, RuleError>, Vec<SetupError>> {
        if !self.fits(definition) {
            return Err(vec![SetupError::VariantRules]);
        }
        let table = ShowdownTable::new(definition, hooks)?;
        Ok(table.and_then(|table| self.award_on(table, definition.hand_types.len(), hooks)))
    }

    /// Tells whether everything that is spoken of exists.
    fn fits(&self, definition: &Definition) -> bool {
        let (count, subsets) = (definition.player_count(), definition.variant_rules.subsets.len());
        let known = |subset: SubsetId| usize::from(subset) < subsets;
        let cards = self.hole.iter().flatten();
        self.hole.len() == count
            && self.hole.iter().all(|cards| cards.len() <= crate::cards::piles::MAX_HOLE_CARDS)
            && self.board.len() <= definition.deck.len().min(64)
            && cards.map(|&(_, _, subset)| subset).all(|subset| subset.is_none_or(known))
            && self.board.iter().all(|&(_, mask)| mask >> subsets == 0)
            && self.dice.iter().all(|&(subset, _)| known(subset))
            && self.declarations.len() <= count
            && self.choices.len() <= definition.variant_rules.choices.len()
            && self.pots.iter().flat_map(|(_, seats)| seats).all(|&seat| seat < count)
    }

    fn award_on(
        &self,
        mut table: ShowdownTable,
        contests: usize,
        hooks: &dyn Hooks,
    ) -> Result<ShowdownResult, RuleError> {
        for (seat, cards) in self.hole.iter().enumerate() {
            for &(card, up, subset) in cards {
                table.give(seat, card, up, subset);
            }
        }
        for &(card, subsets) in &self.board {
            table.put(card, subsets, false);
        }
        for &(subset, value) in &self.dice {
            table.roll(subset, value);
        }
        for (key, &value) in self.choices.iter().enumerate() {
            table.choose(key, value);
        }
        for (seat, declarations) in self.declarations.iter().enumerate() {
            table.declare(seat, declarations);
        }
        table.set_wild_ranks(self.wild_ranks.0, self.wild_ranks.1);
        // A player who can win a pot is in, even without cards.
        for &seat in self.pots.iter().flat_map(|(_, seats)| seats) {
            table.let_in(seat);
        }
        let strengths = (0..contests)
            .map(|contest| table.strengths(contest, hooks))
            .collect::<Result<_, RuleError>>()?;
        let pots: Vec<(Chips, Seats)> = (self.pots.iter())
            .map(|(amount, seats)| (*amount, seats.iter().copied().collect()))
            .collect();
        let amounts = table.award_pots(&pots, hooks)?.to_vec();
        Ok(ShowdownResult { strengths, amounts })
    }
}
