//! Which phase follows which, and what is automated.

use crate::cards::zones::Deal;
use crate::definition::{Action, Automation, Step};
use crate::error::RuleError;
use crate::hooks::Hooks;
use crate::operation::Operation;
use crate::phases::showdown::Showing;
use crate::state::{Phase, State};

/// The next act of a phase.
enum Next {
    /// Nothing is left to do.
    Leave,
    /// This is automated.
    Do(Automation),
    /// Somebody must decide or do something.
    Wait,
}

impl State {
    /// Writes an operation down, which is not even made where nobody will ask for it.
    #[inline(always)]
    pub(crate) fn record<'a>(&mut self, operation: impl FnOnce() -> Operation<'a>) {
        self.log.push_with(operation);
    }

    /// Goes on until somebody must decide, doing what is automated.
    #[inline]
    pub(crate) fn advance(&mut self, hooks: &dyn Hooks) -> Result<(), RuleError> {
        // In the middle of a betting round there is nothing to do.
        if self.phase == Phase::Bet
            && !self.actors.is_empty()
            && self.active.has_several()
            && !self.has_hole_pending()
        {
            return Ok(());
        }
        self.do_what_is_automated(hooks)
    }

    /// Leaves phases with nothing to do, and does what is automated.
    #[inline(never)]
    fn do_what_is_automated(&mut self, hooks: &dyn Hooks) -> Result<(), RuleError> {
        loop {
            match self.next(hooks) {
                Next::Wait => return Ok(()),
                Next::Leave => self.leave(hooks)?,
                Next::Do(automation) => self.automate(automation, hooks)?,
            }
        }
    }

    #[inline]
    fn automates(&self, automation: Automation) -> bool {
        self.definition.automations.contains(automation)
    }

    fn next(&self, hooks: &dyn Hooks) -> Next {
        let when = |automation| {
            if self.automates(automation) { Next::Do(automation) } else { Next::Wait }
        };
        match self.phase {
            Phase::Ante if self.ante_pending.is_empty() => Next::Leave,
            Phase::Ante => when(Automation::AntePosting),
            Phase::Collect if !self.collect_pending => Next::Leave,
            Phase::Collect => when(Automation::BetCollection),
            Phase::Blind if !self.deciders.is_empty() => Next::Wait,
            Phase::Blind if self.blind_pending.is_empty() => Next::Leave,
            Phase::Blind => when(Automation::BlindOrStraddlePosting),
            Phase::Deal if !self.has_deal_pending() => Next::Leave,
            Phase::Deal => self.next_deal(),
            Phase::Bet | Phase::Decide if self.deals_between() => self.next_deal(),
            Phase::Decide if self.is_waiting_for_cards() => Next::Wait,
            Phase::Bet if self.variant.is_some() && self.is_waiting_for_cards() => Next::Wait,
            Phase::Bet if self.actors.is_empty() || !self.active.has_several() => Next::Leave,
            Phase::Bet => Next::Wait,
            Phase::Decide => Next::Leave,
            Phase::Arrange if !self.arrange_pending => Next::Leave,
            Phase::Arrange => when(Automation::BoardDealing),
            Phase::Showdown if self.runout_pending.is_empty() && self.showdown.is_empty() => {
                Next::Leave
            }
            Phase::Showdown => {
                let chooses = Automation::RunoutCountSelection;
                if !self.runout_pending.is_empty() && self.automates(chooses) {
                    Next::Do(chooses)
                } else if self.can_show_by_itself(hooks) {
                    when(Automation::HoleCardsShowingOrMucking)
                } else {
                    Next::Wait
                }
            }
            Phase::Kill if self.kill_pending.is_empty() => Next::Leave,
            Phase::Kill => when(Automation::HandKilling),
            Phase::Push if self.sub_pots.is_empty() => Next::Leave,
            Phase::Push => when(Automation::ChipsPushing),
            Phase::Pull if self.pull_pending.is_empty() => Next::Leave,
            Phase::Pull => when(Automation::ChipsPulling),
            Phase::End => Next::Wait,
        }
    }

    /// Tells whether the next player can show or muck without being asked: cards may be unknown.
    fn can_show_by_itself(&self, hooks: &dyn Hooks) -> bool {
        let Some(seat) = self.shower() else { return false };
        self.hole[seat].is_known()
            || self.verify_hole_cards_showing_or_mucking(&Showing::Default, None, hooks).is_ok()
    }

    /// Burns, deals hole cards and deals the board, in this order, as far as each is automated, due and possible.
    fn next_deal(&self) -> Next {
        if self.automates(Automation::CardBurning) && self.can_burn() && self.has_cards(1) {
            Next::Do(Automation::CardBurning)
        } else if self.automates(Automation::HoleDealing) && self.is_hole_due() && self.has_cards(1)
        {
            Next::Do(Automation::HoleDealing)
        } else if self.automates(Automation::BoardDealing)
            && self.board_dealing_count().is_some_and(|count| self.has_cards(count))
        {
            Next::Do(Automation::BoardDealing)
        } else {
            Next::Wait
        }
    }

    fn automate(&mut self, automation: Automation, hooks: &dyn Hooks) -> Result<(), RuleError> {
        match automation {
            Automation::AntePosting => self.apply_ante(None),
            Automation::BetCollection => self.apply_collect(),
            Automation::BlindOrStraddlePosting => self.apply_blind(None),
            Automation::CardBurning => {
                if !self.duplicates
                    && let Some(card) = self.deck.pop()
                {
                    self.ranks.clear();
                    self.burn(card);
                    return Ok(());
                }
                *self.replenished |= self.deck.is_empty();
                self.apply_burn(&Deal::Count(1))
            }
            Automation::HoleDealing
                if usize::from(self.hole_left) <= self.deck.len() && !self.duplicates =>
            {
                self.deal_all_hole_cards();
                Ok(())
            }
            Automation::HoleDealing => {
                *self.replenished |= self.deck.is_empty();
                self.apply_hole(&Deal::Count(1), None)
            }
            Automation::BoardDealing if self.arrange_pending => self.apply_arrangement(),
            Automation::BoardDealing => {
                let count = self.board_dealing_count().unwrap_or(0);
                if let Some(cards) = self.draw_from_top(count) {
                    self.lay_board_cards(&cards);
                    return Ok(());
                }
                *self.replenished |= count > self.deck.len();
                self.apply_board(None)
            }
            Automation::RunoutCountSelection => self.apply_runout(None, None),
            Automation::HoleCardsShowingOrMucking => self.show_by_default(hooks),
            Automation::HandKilling => self.apply_kill(None),
            Automation::ChipsPushing => self.apply_push(hooks),
            Automation::ChipsPulling => self.apply_pull(None),
        }
    }

    /// Ends the phase and begins the next one.
    fn leave(&mut self, hooks: &dyn Hooks) -> Result<(), RuleError> {
        match self.phase {
            Phase::Ante => self.begin_collect(),
            Phase::Collect => return self.leave_collect(hooks),
            Phase::Blind => return self.begin_next_step(hooks),
            Phase::Deal | Phase::Arrange => return self.leave_card_step(hooks),
            Phase::Decide => return self.leave_decide(hooks),
            Phase::Bet => self.leave_bet(),
            Phase::Showdown => return self.leave_showdown(hooks),
            Phase::Kill => return self.begin_push(hooks),
            Phase::Push => self.begin_pull(),
            Phase::Pull => self.phase = Phase::End,
            Phase::End => {}
        }
        Ok(())
    }

    /// Tells whether cards are dealt in between decisions, as only some games do.
    fn deals_between(&self) -> bool {
        self.variant.is_some() && (self.has_hole_pending() || self.has_board_pending())
    }

    /// Tells whether somebody is to discard, or to decide something else beside bets.
    pub(crate) fn is_waiting_for_cards(&self) -> bool {
        !self.draw_pending.is_empty() || !self.deciders.is_empty()
    }

    /// Goes on after a step that was no betting round.
    pub(crate) fn leave_card_step(&mut self, hooks: &dyn Hooks) -> Result<(), RuleError> {
        if self.is_last_step() {
            self.begin_collect();
        } else if self.is_settled() {
            self.all_in = true;
            self.begin_showdown();
        } else {
            return self.begin_next_step(hooks);
        }
        Ok(())
    }

    /// Tells whether the last decision about cards was just taken, and nobody can bet any more: hands are
    /// shown before anything else is dealt.
    fn is_settled(&self) -> bool {
        let decided = self.current_step().is_some_and(Step::has_card_decision);
        let deals_next = self.steps_to_come().first().is_some_and(|step| step.dealing().is_some());
        decided && !self.all_in && deals_next && self.is_all_in()
    }

    /// Begins the next step of which the conditions hold.
    pub(crate) fn begin_next_step(&mut self, hooks: &dyn Hooks) -> Result<(), RuleError> {
        let mut number = self.step.map_or(0, |step| step + 1);
        while let Some(step) = self.definition.steps.get(number) {
            if step.when.is_empty() || self.all_hold(&step.when, None) {
                break;
            }
            number += 1;
        }
        let Some(step) = self.definition.steps.get(number) else {
            // All further steps are left out.
            self.step = number.checked_sub(1);
            self.all_in |= self.stacks.contains(&0);
            self.begin_showdown();
            return Ok(());
        };
        self.step = Some(number);
        match step.action {
            Action::Deal(_) => self.begin_deal(),
            Action::Bet(_) => self.begin_bet(),
            Action::Decide(_) => return self.begin_decide(hooks),
            Action::Arrange(_) => self.begin_arrange(),
        }
        Ok(())
    }

    fn leave_collect(&mut self, hooks: &dyn Hooks) -> Result<(), RuleError> {
        let ends = self.is_last_step();
        if ends {
            self.return_for_next_run();
        }
        if self.active.only().is_some() {
            self.folded = true;
            return self.begin_push(hooks);
        }
        if self.step.is_none() {
            self.begin_blind();
        } else if ends || self.all_in {
            self.begin_showdown();
        } else {
            return self.begin_next_step(hooks);
        }
        Ok(())
    }

    /// Goes back to where the all-in was after the last step, if the board is run again.
    fn return_for_next_run(&mut self) {
        if self.return_count > 0 {
            self.step = self.return_step.and_then(|step| step.checked_sub(1));
            self.return_count -= 1;
        }
    }
}
