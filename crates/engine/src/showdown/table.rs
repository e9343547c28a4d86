//! A table on which showdowns are laid out one after the other, card by card, without hands that led to them.

use std::sync::Arc;

use croupier_cards::{Card, Shuffler};

use crate::cards::piles::Numbered;
use crate::chips::Chips;
use crate::chips::pots::Pot;
use crate::definition::{
    Automations, Condition, Declaration, Definition, DiscardPlace, DrawTerms, SubsetId, SubsetMask,
};
use crate::error::{RuleError, SetupError};
use crate::hands::View;
use crate::hooks::Hooks;
use crate::seats::{Seat, Seats};
use crate::state::{Phase, State};
use crate::variants::contests::ContestHand;
use crate::variants::state::Declared;

/// Any hand is more than what wins where there is none.
const HAND: u64 = 1 << 33;

/// A table on which cards are laid out.
///
/// The caller sees to it that players, subsets and choices are those of the game, and that
/// there is room for the cards.
#[derive(Debug, Clone)]
pub struct ShowdownTable {
    state: State,
}

impl ShowdownTable {
    /// Returns an empty table for a game.
    ///
    /// # Errors
    ///
    /// The game is wrong, or the caller's own code failed.
    pub fn new(
        definition: &Definition,
        hooks: &dyn Hooks,
    ) -> Result<Result<Self, RuleError>, Vec<SetupError>> {
        let definition =
            Arc::new(Definition { automations: Automations::default(), ..definition.clone() });
        let state = State::new(definition, Shuffler::from_seed(0), hooks)?;
        Ok(state.map(|mut state| {
            state.log.silence();
            state.deck = Default::default();
            let mut table = Self { state };
            table.clear();
            table
        }))
    }

    /// Takes everything off the table.
    pub fn clear(&mut self) {
        self.state.clear();
        self.state.phase = Phase::Showdown;
        self.state.active = Seats::NONE;
    }

    /// Gives a card to a player, and counts the player as in from now on.
    #[inline]
    pub fn give(&mut self, seat: Seat, card: Card, up: bool, subset: Option<SubsetId>) {
        if self.state.variant.is_some() {
            self.state.note_card(seat, card, up, subset);
        }
        // Everybody shows everything at a showdown.
        self.state.hole[seat].push(card, true);
        self.state.active.insert(seat);
        self.state.ranks.clear();
    }

    /// Lets a player in who may have no cards.
    pub fn let_in(&mut self, seat: Seat) {
        self.state.active.insert(seat);
        self.state.ranks.clear();
    }

    /// Puts a card on the board; the rank of a card that marks is wild.
    #[inline]
    pub fn put(&mut self, card: Card, subsets: SubsetMask, marks: bool) {
        let number = self.state.board.len() as u8;
        self.state.board.push(Numbered { number, card, seat: None, up: true });
        if let Some(variant) = &mut self.state.variant {
            variant.board.push(subsets);
            if let (true, Some(rank)) = (marks, card.rank()) {
                variant.marked = Some(rank.index());
            }
        }
        self.state.ranks.clear();
    }

    /// Puts down a die.
    pub fn roll(&mut self, subset: SubsetId, value: u8) {
        if let Some(variant) = &mut self.state.variant {
            variant.dice.push((subset, value));
        }
        self.state.ranks.clear();
    }

    /// Chooses something about the game.
    pub fn choose(&mut self, key: usize, value: u8) {
        if let Some(variant) = &mut self.state.variant
            && let Some(choice) = variant.choices.get_mut(key)
        {
            *choice = value;
        }
        self.state.ranks.clear();
    }

    /// Declares for a player, pot by pot.
    pub fn declare(&mut self, seat: Seat, declarations: &[Declaration]) {
        if let Some(variant) = &mut self.state.variant {
            variant.declarations[seat] = Declared::of(declarations);
        }
        self.state.ranks.clear();
    }

    /// Says which ranks became wild: the one that was marked, and the one that followed the trigger.
    pub fn set_wild_ranks(&mut self, marked: Option<u8>, following: Option<u8>) {
        if let Some(variant) = &mut self.state.variant {
            (variant.marked, variant.following) = (marked, following);
        }
        self.state.ranks.clear();
    }

    /// Tells whether conditions hold with what lies on the table, for a player where they are about players.
    #[must_use]
    pub fn all_hold(&self, conditions: &[Condition], seat: Option<Seat>) -> bool {
        self.state.all_hold(conditions, seat)
    }

    /// Takes those of some subsets of the board out of play of which the last card is the lowest.
    pub fn remove_lowest(&mut self, subsets: &[SubsetId], minimum: usize) {
        let removed = self.state.lowest_subsets(subsets, minimum);
        self.state.remove_subsets(removed);
    }

    /// Discards what a player must by the terms of a draw.
    pub fn discard(&mut self, seat: Seat, terms: DrawTerms) {
        let places = self.state.discardable(seat, terms);
        for place in (0..self.state.hole[seat].cards.len()).rev() {
            if places >> place & 1 == 1 {
                let card = self.state.hole[seat].cards[place];
                self.state.take_card(seat, place);
                if let DiscardPlace::Board(subsets) = terms.to {
                    self.put(card, subsets, false);
                }
            }
        }
        self.state.ranks.clear();
    }

    /// Returns how strong the hands are in a contest; none where there is no hand, or none that qualifies.
    ///
    /// # Errors
    ///
    /// The caller's own code failed.
    pub fn strengths(
        &mut self,
        contest: usize,
        hooks: &dyn Hooks,
    ) -> Result<Vec<Option<u32>>, RuleError> {
        self.state.refresh_ranks();
        Ok(self.state.rank_up_hands(0, contest, hooks)?.to_vec())
    }

    /// Returns what decides a contest, for each player: the largest number wins, and 0 wins nothing. What wins
    /// where nobody has a hand is less than any hand.
    ///
    /// # Errors
    ///
    /// The caller's own code failed.
    pub fn claims(&mut self, contest: usize, hooks: &dyn Hooks) -> Result<Vec<u64>, RuleError> {
        let hands = self.strengths(contest, hooks)?;
        let kind = self.state.definition.hand_types[contest].contest();
        let special = kind.and_then(|contest| contest.otherwise);
        let special = special.map(|special| self.state.rank_special(special));
        let claim = |(seat, hand): (Seat, Option<u32>)| match hand {
            Some(strength) => HAND + u64::from(strength),
            None => {
                let found = special.as_ref().and_then(|ranks| ranks[seat]);
                found.map_or(0, |strength| 1 + u64::from(strength))
            }
        };
        Ok(hands.into_iter().enumerate().map(claim).collect())
    }

    /// Returns a player's hand in a contest; none where there is no hand, or none that qualifies.
    #[must_use]
    pub fn hand(&self, contest: usize, seat: Seat) -> Option<ContestHand> {
        self.state.contest_hand(contest, seat, View::All)
    }

    /// Shares pots out, and returns what each player wins.
    ///
    /// # Errors
    ///
    /// The caller's own code failed.
    pub fn award_pots(
        &mut self,
        pots: &[(Chips, Seats)],
        hooks: &dyn Hooks,
    ) -> Result<&[Chips], RuleError> {
        let state = &mut self.state;
        let active = state.active;
        state.bets.fill(0);
        let pot = |&(amount, seats): &(Chips, Seats)| Pot {
            raked: 0,
            unraked: amount,
            seats: seats.intersection(active),
        };
        state.pots = Some(pots.iter().map(pot).collect());
        state.begin_push(hooks)?;
        while !state.sub_pots.is_empty() {
            state.apply_push(hooks)?;
        }
        Ok(&self.state.bets)
    }
}
