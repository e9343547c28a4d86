//! The rules of a house: rake, division and foreign hands, which can fail.

use std::cell::Cell;

use croupier_cards::Card;
use croupier_engine::{Chips, Hooks, RuleError, State};

use super::tape::Tape;

/// Decisions of a house. Foreign hands are worth the sum of their cards.
#[derive(Debug, Default)]
pub struct House {
    percentage: Chips,
    cap: Chips,
    /// Chips are divided in multiples of this.
    chip: Chips,
    can_fail: bool,
    /// After how many questions the house fails; 0 for never.
    countdown: Cell<u32>,
}

impl House {
    pub fn new(tape: &mut Tape<'_>) -> Self {
        Self {
            percentage: tape.pick(&[0, 0, 0, 5, 10, 100]),
            cap: tape.pick(&[3, 1000]),
            chip: tape.pick(&[1, 1, 1, 5]),
            can_fail: tape.once_in(4),
            countdown: Cell::new(0),
        }
    }

    /// Lets one of the next questions fail, if this house may, and tells whether it may.
    pub fn arm(&self, questions: u32) -> bool {
        self.countdown.set(if self.can_fail { questions } else { 0 });
        self.can_fail
    }

    pub fn disarm(&self) {
        self.countdown.set(0);
    }

    fn ask(&self) -> Result<(), RuleError> {
        let left = self.countdown.get();
        self.countdown.set(left.saturating_sub(1));
        if left == 1 { Err(RuleError::Hook("the house fails".to_owned())) } else { Ok(()) }
    }
}

impl Hooks for House {
    fn rake(&self, amount: Chips, _: &State) -> Result<(Chips, Chips), RuleError> {
        self.ask()?;
        let raked =
            (amount / 100 * self.percentage + amount % 100 * self.percentage / 100).min(self.cap);
        Ok((raked, amount - raked))
    }

    fn divide(&self, amount: Chips, parts: usize) -> Result<(Chips, Chips), RuleError> {
        self.ask()?;
        let parts = parts.max(1) as Chips;
        let share = amount / parts / self.chip * self.chip;
        Ok((share, amount - share * parts))
    }

    fn rank_hands(
        &self,
        _: usize,
        hands: &[Vec<Card>],
        board: &[Card],
    ) -> Result<Vec<Option<u32>>, RuleError> {
        self.ask()?;
        let worth = |hand: &Vec<Card>| {
            let cards = hand.iter().chain(board);
            (!hand.is_empty()).then(|| cards.map(|card| u32::from(card.code())).sum())
        };
        Ok(hands.iter().map(worth).collect())
    }

    fn takes_rake(&self) -> bool {
        self.percentage > 0
    }

    fn can_fail(&self) -> bool {
        self.can_fail
    }
}
