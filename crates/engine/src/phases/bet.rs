//! Betting: fold, check or call, bring in, complete, bet or raise.

use super::Verified;
use crate::chips::{Chips, LIMIT};
use crate::definition::{AfterBet, BetTerms, Mode, Rules, Step, Structure};
use crate::error::{RuleError, Warning};
use crate::hooks::Hooks;
use crate::operation::Operation;
use crate::seats::{Order, Seat, Seats};
use crate::state::{Phase, State};

impl State {
    pub(crate) fn begin_bet(&mut self) {
        self.phase = Phase::Bet;
        let is_first = self.is_first_bet();
        let opener = self.begin_with_forced_bets(is_first);
        self.opener = Some(opener);
        self.bring_in_pending = self.definition.bring_in > 0 && is_first;
        self.completion_pending = self.bring_in_pending;
        // A player without chips, or without anybody left to bet against, does not act.
        let has_chips = |seat: Seat| self.stacks[seat] > 0;
        let has_more = |&seat: &Seat| self.chips_of(seat) > self.largest_bet;
        // Mostly the first two have more than anybody has bet: everybody can win something from one of them.
        let all_can = self.active.iter().filter(has_more).nth(1).is_some();
        let cover = if all_can { Chips::MAX } else { self.second_largest_total() };
        let actors = self.active.filter(|seat| has_chips(seat) && cover > self.bets[seat]);
        self.actors = Order::new(actors, opener);
        self.raise_amount = 0;
        self.raise_count = 0;
        self.acted = Default::default();
        self.short_all_ins.clear();
        if let Some(variant) = &mut self.variant {
            variant.done = Seats::NONE;
        }
        self.release_last_actor();
    }

    /// Does not ask the last player who could act, if everybody else is all-in or folded and there is nothing to call.
    fn release_last_actor(&mut self) {
        if let Some(only) = self.actors.seats.only()
            && self.bets[only] >= self.price_for(only)
        {
            self.actors = Order::NONE;
        }
    }

    /// Returns what a player must have bet to stay in the hand: nobody pays a blind, straddle or bring-in that was
    /// not posted in full as far as no opponent has the chips for it.
    #[inline]
    fn price_for(&self, actor: Seat) -> Chips {
        if self.forced <= self.largest_bet {
            return self.largest_bet;
        }
        let others = self.active.iter().filter(|&seat| seat != actor);
        let most = others.map(|seat| self.chips_of(seat)).fold(0, Chips::max);
        self.largest_bet.max(self.forced.min(most))
    }

    /// Tells whether this is the first betting round.
    fn is_first_bet(&self) -> bool {
        let before = self.definition.steps.get(..self.step.unwrap_or(0)).unwrap_or_default();
        !before.iter().any(|step| step.betting().is_some())
    }

    pub(crate) fn leave_bet(&mut self) {
        self.actors = Order::NONE;
        if self.is_all_in() {
            self.all_in = true;
        }
        if self.is_last_step() && self.stacks.contains(&0) {
            self.all_in = true;
        }
        self.begin_collect();
    }

    /// Tells whether nothing is left to decide but how often the board is run: nobody can bet, discard or draw.
    pub(crate) fn is_all_in(&self) -> bool {
        // Mostly the first two have chips.
        let mut with_chips = self.active.iter().filter(|&seat| self.stacks[seat] > 0);
        let can_bet = with_chips.next().is_some() && with_chips.next().is_some();
        let decides = |step: &Step| step.has_card_decision();
        !can_bet && self.active.has_several() && !self.steps_to_come().iter().any(decides)
    }

    /// Returns who is to act.
    #[must_use]
    #[inline(always)]
    pub fn actor(&self) -> Option<Seat> {
        if self.variant.is_some() && (self.is_waiting_for_cards() || self.has_hole_pending()) {
            return None;
        }
        self.actors.first()
    }

    /// Takes the player who has acted off the list.
    #[inline]
    fn end_action(&mut self, actor: Seat) {
        self.actors.seats.remove(actor);
        self.acted.insert(actor);
        if let Some(variant) = &mut self.variant {
            variant.last_actor = Some(actor as u8);
        }
    }

    /// Checks that the player to act can fold.
    ///
    /// # Errors
    ///
    /// Nobody is to act, or folding is not possible.
    pub fn verify_folding(&self) -> Verified<Seat> {
        if let Some(actor) = self.actor()
            && self.may_decline_bring_in(actor)
        {
            return Ok((actor, Vec::new()));
        }
        let actor = self.verify_checking_or_calling()?;
        if self.bets[actor] < self.price_for(actor) {
            Ok((actor, Vec::new()))
        } else if self.definition.mode == Mode::Tournament {
            Err(RuleError::FoldWithoutNeed)
        } else {
            Ok((actor, vec![Warning::FoldWithoutNeed]))
        }
    }

    /// Tells whether a player may fold instead of bringing in: who should have brought in is all-in for the ante.
    fn may_decline_bring_in(&self, actor: Seat) -> bool {
        self.bring_in_pending
            && self.definition.rules == Rules::CardRoom
            && self.opener != Some(actor)
    }

    /// Folds.
    ///
    /// # Errors
    ///
    /// As [`State::verify_folding`].
    pub fn fold(
        &mut self,
        commentary: Option<String>,
        hooks: &dyn Hooks,
    ) -> Result<usize, RuleError> {
        self.perform(commentary, hooks, |state| {
            let (seat, _) = state.verify_folding()?;
            state.apply_fold(seat);
            Ok(())
        })
    }

    /// Takes a fold that was verified.
    pub(crate) fn apply_fold(&mut self, seat: Seat) {
        self.end_action(seat);
        self.muck(seat);
        self.record(|| Operation::Folding { seat });
        self.end_short_round();
    }

    /// Checks that the player to act can check or call.
    ///
    /// # Errors
    ///
    /// Nobody is to act, or the bring-in is to be posted.
    #[inline]
    pub fn verify_checking_or_calling(&self) -> Result<Seat, RuleError> {
        let Some(actor) = self.actor() else { return Err(RuleError::NobodyToAct) };
        if self.bring_in_pending { Err(RuleError::BringInPending) } else { Ok(actor) }
    }

    /// Returns what checking or calling costs.
    #[must_use]
    pub fn checking_or_calling_amount(&self) -> Option<Chips> {
        let actor = self.verify_checking_or_calling().ok()?;
        Some(self.stacks[actor].min(self.price_for(actor) - self.bets[actor]))
    }

    /// Checks or calls.
    ///
    /// # Errors
    ///
    /// As [`State::verify_checking_or_calling`].
    #[inline]
    pub fn check_or_call(
        &mut self,
        commentary: Option<String>,
        hooks: &dyn Hooks,
    ) -> Result<usize, RuleError> {
        self.perform(commentary, hooks, |state| {
            let seat = state.verify_checking_or_calling()?;
            state.apply_call(seat);
            Ok(())
        })
    }

    /// Takes a check or call that was verified.
    #[inline]
    pub(crate) fn apply_call(&mut self, seat: Seat) {
        let amount = self.stacks[seat].min(self.price_for(seat) - self.bets[seat]);
        self.end_action(seat);
        self.bet_chips(seat, amount);
        self.record(|| Operation::CheckingOrCalling { seat, amount });
        self.end_short_round();
        self.ask_after_bet(seat);
    }

    /// Ends a round whose blind, straddle or bring-in nobody has paid in full, if the only player left to ask has paid
    /// all that others could.
    #[inline]
    fn end_short_round(&mut self) {
        if self.forced > self.largest_bet || self.bring_in_pending {
            self.release_last_actor();
        }
    }

    /// Checks that the player to act can post the bring-in.
    ///
    /// # Errors
    ///
    /// Nobody is to act, or there is no bring-in to post.
    pub fn verify_bring_in_posting(&self) -> Result<Seat, RuleError> {
        let Some(actor) = self.actor() else { return Err(RuleError::NobodyToAct) };
        if self.bring_in_pending { Ok(actor) } else { Err(RuleError::NoBringIn) }
    }

    /// Returns the bring-in that the player to act can pay.
    #[must_use]
    pub fn effective_bring_in(&self) -> Option<Chips> {
        let actor = self.verify_bring_in_posting().ok()?;
        Some(self.stacks[actor].min(self.definition.bring_in))
    }

    /// Posts the bring-in.
    ///
    /// # Errors
    ///
    /// As [`State::verify_bring_in_posting`].
    pub fn post_bring_in(
        &mut self,
        commentary: Option<String>,
        hooks: &dyn Hooks,
    ) -> Result<usize, RuleError> {
        self.perform(commentary, hooks, |state| {
            let seat = state.verify_bring_in_posting()?;
            let amount = state.effective_bring_in().unwrap_or(0);
            state.end_action(seat);
            state.bet_chips(seat, amount);
            state.bring_in_pending = false;
            state.forced = state.definition.full_price(state.definition.bring_in);
            if state.bet_terms().is_some_and(|terms| terms.bring_in_option)
                && state.stacks[seat] > 0
            {
                // The last to act, with the right to raise.
                state.acted.remove(seat);
                state.actors.seats.insert(seat);
                state.actors = Order::new(state.actors.seats, seat + 1);
            }
            state.record(|| Operation::BringInPosting { seat, amount });
            state.ask_after_bet(seat);
            Ok(())
        })
    }

    /// Returns what the game asks for of this betting round beside the bets.
    #[inline]
    pub(super) fn bet_terms(&self) -> Option<&BetTerms> {
        self.betting().map(|betting| &betting.terms)
    }

    /// Asks a player who has bet for what comes with it, once a round.
    #[inline]
    fn ask_after_bet(&mut self, seat: Seat) {
        if self.variant.is_some() {
            self.begin_after_bet(seat);
        }
    }

    #[cold]
    #[inline(never)]
    fn begin_after_bet(&mut self, seat: Seat) {
        let Some(after) = self.bet_terms().and_then(|terms| terms.then) else { return };
        let hides = !self.hole[seat].all_up();
        let holds = !self.hole[seat].cards.is_empty();
        let Some(variant) = &mut self.variant else { return };
        if variant.done.contains(seat) {
            return;
        }
        variant.done.insert(seat);
        let only = Order::new([seat].into_iter().collect(), seat);
        match after {
            AfterBet::Discard(_) if holds => self.draw_pending = only,
            AfterBet::Expose(_) if hides => self.deciders = only,
            AfterBet::Discard(_) | AfterBet::Expose(_) => {}
        }
    }

    /// Returns the smallest full bet or raise of the round so far.
    #[inline]
    fn full_raise(&self) -> Chips {
        let minimum = self.betting().map_or(0, |betting| betting.minimum_bet);
        let raise = self.raise_amount.max(minimum);
        match self.definition.structure {
            Structure::FixedLimit => raise,
            // A straddle is a larger blind.
            Structure::PotLimit | Structure::NoLimit => raise.max(self.forced),
        }
    }

    /// Returns how many bets the blinds are, and the straddles, which raise them: a bring-in is none.
    #[inline]
    fn blind_bets(&self, minimum_bet: Chips) -> u32 {
        match self.definition.structure {
            Structure::FixedLimit => {
                u32::try_from(self.forced / minimum_bet.max(1)).unwrap_or(u32::MAX)
            }
            Structure::PotLimit | Structure::NoLimit => 0,
        }
    }

    /// Tells whether so much more reopens the betting: a [full raise](Self::full_raise), or half of one in fixed limit.
    #[inline]
    fn reopens(&self, more: Chips, full_raise: Chips) -> bool {
        match self.definition.structure {
            Structure::FixedLimit => 2 * more >= full_raise,
            Structure::PotLimit | Structure::NoLimit => more >= full_raise,
        }
    }

    /// Checks that the player to act can complete, bet or raise at all.
    ///
    /// # Errors
    ///
    /// Nobody is to act, or the player cannot raise now.
    #[inline]
    pub fn check_raise(&self) -> Result<Seat, RuleError> {
        let Some(actor) = self.actor() else { return Err(RuleError::NobodyToAct) };
        if let Some(betting) = self.betting() {
            let capped = betting.maximum_raises.is_some_and(|cap| {
                self.raise_count.saturating_add(self.blind_bets(betting.minimum_bet)) >= cap
            });
            if capped {
                return Err(RuleError::RaiseCap);
            }
        }
        self.check_raise_beyond_cap(actor)
    }

    /// Checks that the player to act can complete, bet or raise, however often that was done.
    #[inline]
    fn check_raise_beyond_cap(&self, actor: Seat) -> Result<Seat, RuleError> {
        if self.bet_terms().is_some_and(|terms| terms.call_without_cards)
            && self.hole[actor].cards.is_empty()
        {
            return Err(RuleError::NoCardsNoRaise);
        }
        let price = self.price();
        let to_call = price - self.bets[actor];
        // A player who has acted may raise again only when facing a full raise, which several players may have made up.
        let is_closed = self.acted.contains(actor) && !self.reopens(to_call, self.full_raise());
        if is_closed && !self.bring_in_pending {
            return Err(RuleError::NotReopened);
        }
        // A player with no more than the bring-in can only bring in.
        let bring_in = if self.bring_in_pending { self.definition.bring_in } else { 0 };
        if self.stacks[actor] <= to_call.max(self.definition.full_price(bring_in)) {
            return Err(RuleError::Covered);
        }
        let can_answer = |seat: Seat| seat != actor && self.chips_of(seat) > price;
        if !self.active.iter().any(can_answer) {
            return Err(RuleError::NobodyToRaise);
        }
        Ok(actor)
    }

    /// Returns the smallest amount that the player to act can complete, bet or raise to.
    #[must_use]
    #[inline]
    pub fn minimum_raise_to(&self) -> Option<Chips> {
        self.check_raise().ok().map(|actor| self.minimum_of(actor))
    }

    /// Returns the smallest amount of a player who can raise.
    #[inline]
    pub(super) fn minimum_of(&self, actor: Seat) -> Chips {
        let base = if self.completion_pending { 0 } else { self.price() };
        self.chips_of(actor).min(base + self.full_raise())
    }

    /// Tells whether an amount is a bet or raise of its own, of which there may be so many. What completes one is not,
    /// and in card rooms neither is an all-in that does not reopen the betting: who completes that makes the bet.
    #[inline]
    fn counts_as_raise(&self, amount: Chips, actor: Seat, full_raise: Chips) -> bool {
        let base = if self.completion_pending { 0 } else { self.price() };
        let completes = amount < self.chips_of(actor).min(base + full_raise);
        match self.definition.rules {
            Rules::PokerKit => !completes,
            Rules::CardRoom if completes => {
                let size = self.betting().map_or(1, |betting| betting.minimum_bet.max(1));
                2 * (self.price() % size) < size
            }
            Rules::CardRoom => self.reopens(amount - base, full_raise),
        }
    }

    /// Returns the amount of the size of the pot of a player who can raise.
    fn pot_of(&self, actor: Seat, hooks: &dyn Hooks) -> Result<Chips, RuleError> {
        // Blinds count as if they were posted in full.
        let pot = self.total_pot_amount(hooks)? + self.unposted;
        let pot = pot + 2 * self.price() - self.bets[actor];
        Ok(self.chips_of(actor).min(pot.max(self.minimum_of(actor))))
    }

    /// Returns the largest amount of a player who can raise.
    #[inline]
    pub(crate) fn maximum_of(&self, actor: Seat, hooks: &dyn Hooks) -> Result<Chips, RuleError> {
        match self.definition.structure {
            Structure::FixedLimit => {
                Ok(self.larger_bet_of(actor).unwrap_or(self.minimum_of(actor)))
            }
            Structure::PotLimit => self.pot_of(actor, hooks),
            Structure::NoLimit => Ok(self.chips_of(actor)),
        }
    }

    /// Returns the amount of a bet or raise of the size of the pot.
    ///
    /// # Errors
    ///
    /// The caller's rake failed.
    pub fn pot_raise_to(&self, hooks: &dyn Hooks) -> Result<Option<Chips>, RuleError> {
        self.check_raise().ok().map(|actor| self.pot_of(actor, hooks)).transpose()
    }

    /// Returns the largest amount that the player to act can complete, bet or raise to.
    ///
    /// # Errors
    ///
    /// The caller's rake failed.
    pub fn maximum_raise_to(&self, hooks: &dyn Hooks) -> Result<Option<Chips>, RuleError> {
        self.check_raise().ok().map(|actor| self.maximum_of(actor, hooks)).transpose()
    }

    /// Returns the smallest and the largest amount that the player to act can complete, bet or raise to.
    ///
    /// # Errors
    ///
    /// The caller's rake failed.
    #[inline]
    pub fn raise_bounds(&self, hooks: &dyn Hooks) -> Result<Option<(Chips, Chips)>, RuleError> {
        let Ok(actor) = self.check_raise() else { return Ok(None) };
        Ok(Some((self.minimum_of(actor), self.maximum_of(actor, hooks)?)))
    }

    /// Returns the most that a player can bet to without paying more in the hand than can be counted.
    pub fn most_countable(&self, seat: Seat) -> Chips {
        LIMIT + self.payoffs[seat] + self.bets[seat]
    }

    /// Returns the amount that the player to act would complete, bet or raise to; the minimum where nothing is said.
    ///
    /// # Errors
    ///
    /// The player cannot raise now, or not to this amount.
    #[inline]
    pub fn verify_completion_betting_or_raising_to(
        &self,
        amount: Option<Chips>,
        hooks: &dyn Hooks,
    ) -> Result<Chips, RuleError> {
        let actor = self.check_raise()?;
        self.verify_amount(actor, amount, hooks)
    }

    /// Returns the amount that a player who can raise would complete, bet or raise to.
    #[inline]
    fn verify_amount(
        &self,
        actor: Seat,
        amount: Option<Chips>,
        hooks: &dyn Hooks,
    ) -> Result<Chips, RuleError> {
        let (minimum, maximum) = (self.minimum_of(actor), self.maximum_of(actor, hooks)?);
        let amount = amount.unwrap_or(minimum);
        if amount > self.most_countable(actor) {
            Err(RuleError::UnknownAmount)
        } else if amount != minimum
            && self.fixed_amounts(actor).is_some_and(|amounts| amounts.contains(&amount))
        {
            Ok(amount)
        } else if amount < minimum {
            Err(RuleError::AmountBelowMinimum { amount, minimum, maximum })
        } else if amount > maximum {
            Err(RuleError::AmountAboveMaximum { amount, minimum, maximum })
        } else if self.definition.structure == Structure::FixedLimit && amount != minimum {
            // There is nothing between the small and the large bet.
            Err(RuleError::AmountBelowMinimum { amount, minimum: maximum, maximum })
        } else {
            Ok(amount)
        }
    }

    /// Completes, bets or raises.
    ///
    /// # Errors
    ///
    /// As [`State::verify_completion_betting_or_raising_to`].
    pub fn complete_bet_or_raise_to(
        &mut self,
        amount: Option<Chips>,
        commentary: Option<String>,
        hooks: &dyn Hooks,
    ) -> Result<usize, RuleError> {
        self.perform(commentary, hooks, |state| {
            let amount = state.verify_completion_betting_or_raising_to(amount, hooks)?;
            let Some(seat) = state.actor() else { return Err(RuleError::NobodyToAct) };
            state.apply_raise(seat, amount);
            Ok(())
        })
    }

    /// Completes, bets or raises as a record says that somebody did: rooms have caps of their own.
    ///
    /// # Errors
    ///
    /// As [`State::verify_completion_betting_or_raising_to`], but for the cap.
    pub fn raise_beyond_cap(
        &mut self,
        amount: Chips,
        commentary: Option<String>,
        hooks: &dyn Hooks,
    ) -> Result<usize, RuleError> {
        self.perform(commentary, hooks, |state| {
            let Some(seat) = state.actor() else { return Err(RuleError::NobodyToAct) };
            state.check_raise_beyond_cap(seat)?;
            let amount = state.verify_amount(seat, Some(amount), hooks)?;
            state.apply_raise(seat, amount);
            Ok(())
        })
    }

    /// Completes, bets or raises as a record says that somebody did, against all rules on how often and how much: to
    /// anything that is more than a call and no more than the player has; in fixed limit, by a bet of some round.
    ///
    /// # Errors
    ///
    /// Nobody is to act, the amount is no raise, or the player does not have it.
    pub fn raise_as_recorded(
        &mut self,
        amount: Chips,
        commentary: Option<String>,
        hooks: &dyn Hooks,
    ) -> Result<usize, RuleError> {
        self.perform(commentary, hooks, |state| {
            let Some(seat) = state.actor() else { return Err(RuleError::NobodyToAct) };
            let minimum = state.price() + 1;
            let maximum = state.chips_of(seat).min(state.most_countable(seat));
            if amount < minimum {
                return Err(RuleError::AmountBelowMinimum { amount, minimum, maximum });
            }
            if amount > maximum {
                return Err(RuleError::AmountAboveMaximum { amount, minimum, maximum });
            }
            if state.definition.structure == Structure::FixedLimit && amount != maximum {
                let base = if state.completion_pending { 0 } else { state.price() };
                let mut bets = state.definition.steps.iter().filter_map(Step::betting);
                if !bets.any(|betting| betting.minimum_bet == amount - base) {
                    let minimum = state.minimum_of(seat);
                    return Err(RuleError::AmountBelowMinimum { amount, minimum, maximum });
                }
            }
            state.apply_raise(seat, amount);
            Ok(())
        })
    }

    /// Takes a bet, completion or raise that was verified.
    pub(crate) fn apply_raise(&mut self, seat: Seat, amount: Chips) {
        self.end_action(seat);
        let full_raise = self.full_raise();
        let counts = self.counts_as_raise(amount, seat, full_raise);
        let mut raise = amount - self.price();
        let is_fixed = self.definition.structure == Structure::FixedLimit;
        if is_fixed && self.completions().contains(&Some(amount)) {
            // The bets stay as large as they are.
            raise = raise.min(full_raise);
        }
        // Completing the bring-in adds less than a bet, but makes it one.
        let is_full = self.reopens(raise, full_raise)
            || self.completion_pending && self.reopens(amount, full_raise);
        self.bet_chips(seat, amount - self.bets[seat]);
        self.bring_in_pending = false;
        self.completion_pending = false;
        let mut actors = self.active.filter(|other| self.stacks[other] > 0);
        actors.remove(seat);
        self.actors = Order::new(actors, seat);
        self.opener = Some(seat);
        if is_full {
            self.acted = [seat].into_iter().collect();
        }
        self.raise_amount = self.raise_amount.max(raise);
        self.raise_count += u32::from(counts);
        if is_full || self.stacks[seat] > 0 {
            self.short_all_ins.clear();
        } else {
            self.short_all_ins.push(raise);
            if self.short_all_ins.iter().sum::<Chips>() >= full_raise {
                self.short_all_ins.clear();
            }
        }
        self.record(|| Operation::CompletionBettingOrRaisingTo { seat, amount });
        self.ask_after_bet(seat);
    }
}
