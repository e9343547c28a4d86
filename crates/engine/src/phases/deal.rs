//! Dealing: a card is burnt, hole cards and board cards are dealt.

use std::sync::Arc;

use croupier_cards::Card;

use super::Verified;
use crate::cards::piles::{Numbered, Pending};
use crate::cards::zones::{Chosen, Deal};
use crate::error::{RuleError, Warning};
use crate::hooks::Hooks;
use crate::operation::{Cards, Operation};
use crate::seats::{Order, Seat};
use crate::state::{Phase, State};
use crate::variants::contests::SHARED;

impl State {
    pub(crate) fn begin_deal(&mut self) {
        self.phase = Phase::Deal;
        let Some(dealing) = self.dealing() else { return };
        let (burn, board, hole, draws) =
            (dealing.burn, dealing.board as u8, dealing.hole.len(), dealing.draw.is_some());
        let mut pending = Pending::default();
        dealing.hole.iter().for_each(|&up| pending.push(up));
        self.burn_pending = burn;
        self.board_pending.fill(board);
        // Hole cards are dealt in the first run of the board, for all runs; those that went to the boards
        // instead are dealt with every run, as all cards of the boards are.
        let further = self.is_further_run();
        let asked = if further || hole == 0 { 0 } else { hole * self.active.len() };
        if further {
            let shared = self.shared[self.step.unwrap_or(0)];
            self.board_pending.iter_mut().for_each(|count| *count += shared);
        }
        if asked == 0 {
            // Nothing is dealt to players.
        } else if self.has_cards(asked) {
            for seat in self.active.iter() {
                self.hole_pending[seat] = pending;
            }
            self.hole_left = asked as u16;
        } else {
            // Too few cards for everybody: they are dealt to the board, for all to use.
            self.shared[self.step.unwrap_or(0)] = hole as u8;
            self.board_pending.iter_mut().for_each(|count| *count += hole as u8);
        }
        if self.variant.is_some() {
            self.name_board_subsets();
        }
        if draws {
            let opening = self.drawing().and_then(|draw| draw.terms.opening);
            let first = opening.map_or(0, |opening| self.find_opener(opening));
            self.draw_pending = Order::new(self.active, first);
        }
    }

    /// Writes down which subsets the cards belong to that are dealt to the board now.
    #[cold]
    fn name_board_subsets(&mut self) {
        let shared = usize::from(self.shared[self.step.unwrap_or(0)]);
        let definition = Arc::clone(&self.definition);
        let dealing = self.step.and_then(|step| definition.steps[step].dealing());
        let (Some(dealing), Some(variant)) = (dealing, &mut self.variant) else { return };
        variant.board_next.clear();
        variant.board_next.extend_from_slice(&dealing.board_subsets);
        variant.board_next.resize(dealing.board, 0);
        variant.board_next.extend(std::iter::repeat_n(SHARED, shared));
    }

    /// Tells whether the board is run again.
    fn is_further_run(&self) -> bool {
        let runs = self.runout_count.unwrap_or(1);
        self.return_step.is_some() && self.return_count + 1 < runs
    }

    pub(crate) fn has_hole_pending(&self) -> bool {
        self.hole_left > 0
    }

    pub(crate) fn has_board_pending(&self) -> bool {
        self.board_pending.iter().any(|&count| count > 0)
    }

    pub(crate) fn has_deal_pending(&self) -> bool {
        self.burn_pending
            || !self.draw_pending.is_empty()
            || self.has_hole_pending()
            || self.has_board_pending()
    }

    pub(crate) fn can_burn(&self) -> bool {
        self.burn_pending && self.check_burn().is_ok()
    }

    #[inline(always)]
    pub(crate) fn check_burn(&self) -> Result<(), RuleError> {
        if !self.burn_pending {
            Err(RuleError::NoBurnPending)
        } else if self.has_hole_pending() && self.has_board_pending() {
            Err(RuleError::HoleBeforeBurn)
        } else if !self.draw_pending.is_empty() {
            Err(RuleError::DrawsPending)
        } else {
            Ok(())
        }
    }

    /// Returns the card that would be burnt.
    ///
    /// # Errors
    ///
    /// No card is to be burnt now, or there is none.
    pub fn verify_card_burning(&self, deal: &Deal) -> Verified<Card> {
        self.check_burn()?;
        let mut warnings = Vec::new();
        let cards = self.choose_cards(deal, None, &mut warnings)?;
        match *cards {
            [card] => Ok((card, warnings)),
            _ => Err(RuleError::BurnCount(cards.len())),
        }
    }

    #[inline(never)]
    pub(crate) fn apply_burn(&mut self, deal: &Deal) -> Result<(), RuleError> {
        let (card, _) = self.verify_card_burning(deal)?;
        self.consume_cards(&[card]);
        self.burn(card);
        Ok(())
    }

    /// Burns a card that was taken from the deck.
    pub(crate) fn burn(&mut self, card: Card) {
        self.burn_pending = false;
        self.burnt.push(card);
        self.record(|| Operation::CardBurning { card });
    }

    /// Burns a card.
    ///
    /// # Errors
    ///
    /// As [`State::verify_card_burning`].
    pub fn burn_card(
        &mut self,
        deal: &Deal,
        commentary: Option<String>,
        hooks: &dyn Hooks,
    ) -> Result<usize, RuleError> {
        self.perform(commentary, hooks, |state| state.apply_burn(deal))
    }

    #[inline(always)]
    pub(crate) fn check_hole(&self) -> Result<(), RuleError> {
        if self.is_hole_due() {
            Ok(())
        } else if self.burns_before_hole() {
            Err(RuleError::BurnFirst)
        } else if !self.has_hole_pending() {
            Err(RuleError::NoHolePending)
        } else {
            Err(RuleError::DrawsPending)
        }
    }

    /// Tells whether hole cards are to be dealt now. It is asked before every card: an error that nobody reads costs
    /// more than the question.
    pub(crate) fn is_hole_due(&self) -> bool {
        !self.burns_before_hole() && self.has_hole_pending() && self.draw_pending.is_empty()
    }

    fn burns_before_hole(&self) -> bool {
        self.burn_pending && !self.has_board_pending()
    }

    /// Returns who is dealt the next hole card: one card each in turn, or all that were drawn.
    #[must_use]
    pub fn hole_dealee(&self) -> Option<Seat> {
        if !self.is_hole_due() {
            return None;
        }
        let counts = || self.hole_pending.iter().map(|pending| pending.count);
        let most = if self.drawing().is_some() {
            counts().find(|&count| count > 0)
        } else {
            counts().max()
        };
        counts().position(|count| Some(count) == most)
    }

    /// Returns the hole cards that would be dealt, and to whom.
    ///
    /// # Errors
    ///
    /// Nobody, or not this player, is to be dealt so many cards now, or there are not enough.
    pub fn verify_hole_dealing(&self, deal: &Deal, seat: Option<Seat>) -> Verified<(Cards, Seat)> {
        let mut warnings = Vec::new();
        let (cards, seat) = self.choose_hole_cards(deal, seat, &mut warnings)?;
        Ok(((cards.keep(), seat), warnings))
    }

    fn choose_hole_cards<'a>(
        &self,
        deal: &'a Deal,
        seat: Option<Seat>,
        warnings: &mut Vec<Warning>,
    ) -> Result<(Chosen<'a>, Seat), RuleError> {
        self.check_hole()?;
        let seat = seat.or_else(|| self.hole_dealee());
        let cards = self.choose_cards(deal, seat, warnings)?;
        let seat = seat.ok_or(RuleError::NoHolePending)?;
        self.verify_player(seat)?;
        let maximum = usize::from(self.hole_pending[seat].count);
        if maximum == 0 {
            Err(RuleError::NoHole(seat))
        } else if !(1..=maximum).contains(&cards.len()) {
            Err(RuleError::HoleCount {
                seat,
                minimum: 1,
                maximum: maximum.try_into().unwrap_or(u8::MAX),
                given: cards.len(),
                cards: deal.named(),
            })
        } else {
            Ok((cards, seat))
        }
    }

    #[inline(never)]
    pub(crate) fn apply_hole(&mut self, deal: &Deal, seat: Option<Seat>) -> Result<(), RuleError> {
        let (cards, seat) = self.choose_hole_cards(deal, seat, &mut Vec::new())?;
        self.consume_cards(&cards);
        let mut ups = 0;
        for (index, &card) in cards.iter().enumerate() {
            let up = self.hole_pending[seat].pop();
            self.hole_left -= 1;
            ups |= u32::from(up) << index;
            self.give_card(seat, card, up);
        }
        self.record(|| Operation::HoleDealing { seat, cards: &cards, up: ups });
        Ok(())
    }

    /// Deals all hole cards that are due from the deck, which has enough, in the usual order.
    #[inline(never)]
    pub(crate) fn deal_all_hole_cards(&mut self) {
        self.ranks.clear();
        if self.drawing().is_some() {
            for seat in 0..self.player_count() {
                while self.hole_pending[seat].count > 0 {
                    self.deal_next_hole_card(seat);
                }
            }
        } else {
            // The players who lack most cards are first.
            let most = self.hole_pending.iter().map(|pending| pending.count).max().unwrap_or(0);
            for count in (1..=most).rev() {
                for seat in 0..self.player_count() {
                    if self.hole_pending[seat].count == count {
                        self.deal_next_hole_card(seat);
                    }
                }
            }
        }
        self.hole_left = 0;
    }

    #[inline(always)]
    fn deal_next_hole_card(&mut self, seat: Seat) {
        let up = self.hole_pending[seat].pop();
        let card = self.deck.pop().unwrap_or(Card::UNKNOWN);
        self.give_card(seat, card, up);
        let cards = [card];
        self.record(|| Operation::HoleDealing { seat, cards: &cards, up: u32::from(up) });
    }

    /// Deals hole cards.
    ///
    /// # Errors
    ///
    /// As [`State::verify_hole_dealing`].
    pub fn deal_hole(
        &mut self,
        deal: &Deal,
        seat: Option<Seat>,
        commentary: Option<String>,
        hooks: &dyn Hooks,
    ) -> Result<usize, RuleError> {
        self.perform(commentary, hooks, |state| state.apply_hole(deal, seat))
    }

    #[inline(always)]
    pub(crate) fn check_board(&self) -> Result<(), RuleError> {
        if self.burn_pending {
            Err(RuleError::BurnFirst)
        } else if !self.has_board_pending() {
            Err(RuleError::NoBoardPending)
        } else if !self.draw_pending.is_empty() {
            Err(RuleError::DrawsPending)
        } else {
            Ok(())
        }
    }

    /// Returns how many cards the next board is dealt.
    #[must_use]
    pub fn board_dealing_count(&self) -> Option<usize> {
        self.check_board().ok()?;
        self.board_pending.iter().find(|&&count| count > 0).map(|&count| usize::from(count))
    }

    /// Returns the board cards that would be dealt; all that are due where nothing is said.
    ///
    /// # Errors
    ///
    /// So many are not to be dealt now, or there are not enough.
    pub fn verify_board_dealing(&self, deal: Option<&Deal>) -> Verified<Cards> {
        let mut warnings = Vec::new();
        let all = Deal::Count(self.board_dealing_count().unwrap_or(0));
        let cards = self.choose_board_cards(deal.unwrap_or(&all), &mut warnings)?;
        Ok((cards.keep(), warnings))
    }

    fn choose_board_cards<'a>(
        &self,
        deal: &'a Deal,
        warnings: &mut Vec<Warning>,
    ) -> Result<Chosen<'a>, RuleError> {
        self.check_board()?;
        let maximum = self.board_dealing_count().unwrap_or(0);
        let cards = self.choose_cards(deal, None, warnings)?;
        if (1..=maximum).contains(&cards.len()) {
            Ok(cards)
        } else {
            Err(RuleError::BoardCount {
                minimum: 1,
                maximum: maximum.try_into().unwrap_or(u8::MAX),
                given: cards.len(),
                cards: deal.named(),
            })
        }
    }

    #[inline(never)]
    pub(crate) fn apply_board(&mut self, deal: Option<&Deal>) -> Result<(), RuleError> {
        let all = Deal::Count(self.board_dealing_count().unwrap_or(0));
        let cards = self.choose_board_cards(deal.unwrap_or(&all), &mut Vec::new())?;
        self.consume_cards(&cards);
        self.lay_board_cards(&cards);
        Ok(())
    }

    /// Lays cards on the board that were taken from the deck.
    pub(crate) fn lay_board_cards(&mut self, cards: &[Card]) {
        let position = self.next_board_position();
        let up = !self.dealing().is_some_and(|dealing| dealing.board_down);
        if let Some(count) = self.board_pending.iter_mut().find(|count| **count > 0) {
            *count -= cards.len() as u8;
        }
        let entries = cards.iter().enumerate().map(|(index, &card)| {
            let number = (position + index) as u8;
            Numbered { number, card, seat: None, up }
        });
        if self.board.last().is_none_or(|last| usize::from(last.number) <= position) {
            entries.for_each(|entry| self.board.push(entry));
        } else {
            // Cards of one position lie together, in the order of the boards.
            for entry in entries {
                let before = self.board.iter().rposition(|other| other.number <= entry.number);
                self.board.insert(before.map_or(0, |before| before + 1), entry);
            }
        }
        if self.variant.is_some() {
            self.label_board(cards);
        }
        self.record(|| Operation::BoardDealing { cards, up });
    }

    /// Writes down what a game keeps track of about cards that were dealt to the board.
    #[cold]
    fn label_board(&mut self, cards: &[Card]) {
        let dealing = self.dealing();
        let marks = dealing.is_some_and(|dealing| dealing.marks_wild);
        let Some(variant) = &mut self.variant else { return };
        for card in cards {
            let subsets =
                if variant.board_next.is_empty() { 0 } else { variant.board_next.remove(0) };
            variant.board.push(subsets);
            if marks && let Some(rank) = card.rank() {
                variant.marked = Some(rank.index());
            }
        }
    }

    /// Returns where on its board the next card goes.
    fn next_board_position(&self) -> usize {
        if self.variant.is_some() || self.board_count() == 1 {
            return self.board.len();
        }
        let planned = self.dealing().map_or(0, |dealing| dealing.board);
        let shared = self.step.map_or(0, |step| usize::from(self.shared[step]));
        let pending = self.board_dealing_count().unwrap_or(0);
        self.board_cards_before(self.step.unwrap_or(0)) + planned + shared - pending
    }

    /// Deals board cards.
    ///
    /// # Errors
    ///
    /// As [`State::verify_board_dealing`].
    pub fn deal_board(
        &mut self,
        deal: Option<&Deal>,
        commentary: Option<String>,
        hooks: &dyn Hooks,
    ) -> Result<usize, RuleError> {
        self.perform(commentary, hooks, |state| state.apply_board(deal))
    }
}
