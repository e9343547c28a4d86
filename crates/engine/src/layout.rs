//! A showdown without a hand that led to it: cards, pots and declarations laid out on the table.

use std::sync::Arc;

use croupier_cards::{Card, Shuffler};

use crate::chips::Chips;
use crate::definition::{Automations, Declaration, Definition, SubsetId, SubsetMask};
use crate::error::{RuleError, SetupError};
use crate::hooks::Hooks;
use crate::particulars::Declared;
use crate::piles::Numbered;
use crate::pots::Pot;
use crate::seats::{PerSeat, Seat, Seats};
use crate::state::{Phase, State};

/// What lies on the table at a showdown.
#[derive(Debug, Clone, Default)]
pub struct Layout {
    /// For each player the cards, which of them lie face up, and their subsets; none for who is out.
    pub hole: Vec<Vec<(Card, bool, Option<SubsetId>)>>,
    /// The cards of the board with their subsets.
    pub board: Vec<(Card, SubsetMask)>,
    /// Dice with their subsets.
    pub dice: Vec<(SubsetId, u8)>,
    /// What was chosen about the game.
    pub choices: Vec<u8>,
    /// What players declared for each pot.
    pub declarations: Vec<Vec<Declaration>>,
    /// The ranks that became wild: the one that was marked, and the one that followed the trigger.
    pub wild_ranks: (Option<u8>, Option<u8>),
    /// The pots, each with who can win it.
    pub pots: Vec<(Chips, Vec<Seat>)>,
}

/// What came of a showdown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settlement {
    /// For each contest and player how strong the hand is; none where there is no hand, or none that qualifies.
    pub strengths: Vec<Vec<Option<u32>>>,
    /// What each player wins.
    pub amounts: Vec<Chips>,
}

impl Layout {
    /// Shares the pots out.
    ///
    /// # Errors
    ///
    /// The game is wrong, or what lies on the table does not fit it, or the caller's own code failed.
    pub fn settle(
        &self,
        definition: &Definition,
        hooks: &dyn Hooks,
    ) -> Result<Result<Settlement, RuleError>, Vec<SetupError>> {
        let definition =
            Arc::new(Definition { automations: Automations::default(), ..definition.clone() });
        if !self.fits(&definition) {
            return Err(vec![SetupError::Terms]);
        }
        let state = State::new(definition, Shuffler::from_seed(0), hooks)?;
        Ok(state.and_then(|state| self.settle_on(state, hooks)))
    }

    /// Tells whether everything that is spoken of exists.
    fn fits(&self, definition: &Definition) -> bool {
        let (count, subsets) = (definition.player_count(), definition.terms.subsets.len());
        let known = |subset: SubsetId| usize::from(subset) < subsets;
        let cards = self.hole.iter().flatten();
        self.hole.len() == count
            && self.hole.iter().all(|cards| cards.len() <= crate::piles::MAXIMUM_HOLE_CARDS)
            && self.board.len() <= definition.deck.len().min(64)
            && cards.map(|&(_, _, subset)| subset).all(|subset| subset.is_none_or(known))
            && self.board.iter().all(|&(_, mask)| mask >> subsets == 0)
            && self.dice.iter().all(|&(subset, _)| known(subset))
            && self.declarations.len() <= count
            && self.choices.len() <= definition.terms.choices.len()
            && self.pots.iter().flat_map(|(_, seats)| seats).all(|&seat| seat < count)
    }

    fn settle_on(&self, mut state: State, hooks: &dyn Hooks) -> Result<Settlement, RuleError> {
        let count = state.player_count();
        state.phase = Phase::Showdown;
        // Who can win a pot is in, even without cards.
        let can_win = |seat: Seat| self.pots.iter().any(|(_, seats)| seats.contains(&seat));
        state.active = Seats::of(count, |seat| !self.hole[seat].is_empty() || can_win(seat));
        state.deck = Default::default();
        state.payoffs = PerSeat::all(0, count);
        state.bets = PerSeat::all(0, count);
        for (seat, cards) in self.hole.iter().enumerate() {
            for &(card, up, subset) in cards {
                let place = state.hole[seat].cards.len();
                state.hole[seat].push(card, true);
                if let Some(particulars) = &mut state.particulars {
                    particulars.labels[seat].set(place, subset);
                    particulars.dealt_up[seat] |= u32::from(up) << place;
                }
            }
        }
        for (place, &(card, mask)) in self.board.iter().enumerate() {
            state.board.push(Numbered { number: place as u8, card, seat: None, up: true });
            if let Some(particulars) = &mut state.particulars {
                particulars.board.push(mask);
            }
        }
        if let Some(particulars) = &mut state.particulars {
            particulars.dice.extend(self.dice.iter().copied());
            let choices = particulars.choices.iter_mut();
            choices.zip(&self.choices).for_each(|(choice, &value)| *choice = value);
            for (seat, declarations) in self.declarations.iter().enumerate() {
                particulars.declarations[seat] = Declared::of(declarations);
            }
            (particulars.marked, particulars.following) = self.wild_ranks;
        }
        let pot = |(amount, seats): &(Chips, Vec<Seat>)| {
            let seats: Seats = seats.iter().copied().collect();
            Pot { raked: 0, unraked: *amount, seats: seats.intersection(state.active) }
        };
        state.pots = Some(self.pots.iter().map(pot).collect());
        let strengths = (0..state.definition.hand_types.len())
            .map(|contest| Ok(state.rank_up_hands(0, contest, hooks)?.to_vec()))
            .collect::<Result<_, RuleError>>()?;
        state.begin_push(hooks)?;
        while !state.sub_pots.is_empty() {
            state.apply_push(hooks)?;
        }
        Ok(Settlement { strengths, amounts: state.bets.to_vec() })
    }
}
