//! Fixed limit: the few amounts that can be bet or raised to.

use croupier_cards::Card;

use crate::chips::{Chips, FixedAmounts};
use crate::definition::{Opening, Step, Structure};
use crate::seats::Seat;
use crate::state::State;

impl State {
    /// Returns the amounts that complete an all-in bet or raise that falls short in fixed limit: the multiple of the
    /// bet that it falls short of, and, where half of it is there, the next one. To raise by a whole bet on top of it
    /// is possible, too.
    pub(super) fn completions(&self) -> [Option<Chips>; 2] {
        let size = self.betting().map_or(0, |betting| betting.minimum_bet);
        let price = self.price();
        let is_all_in = |seat: Seat| self.bets[seat] == price && self.stacks[seat] == 0;
        if size == 0
            || self.completion_pending
            || price % size == 0
            || !self.active.iter().any(is_all_in)
        {
            return [None, None];
        }
        let level = price - price % size + size;
        [Some(level), (2 * (price % size) >= size).then_some(level + size)]
    }

    /// Returns the amounts that a player who can raise can complete, bet or raise to where bets are fixed, the smallest
    /// first; `None` where every amount between the smallest and the largest is possible.
    #[must_use]
    #[inline]
    pub fn fixed_amounts(&self, actor: Seat) -> Option<FixedAmounts> {
        let is_fixed = self.definition.structure == Structure::FixedLimit;
        is_fixed.then(|| self.amounts_of_fixed_limit(actor))
    }

    fn amounts_of_fixed_limit(&self, actor: Seat) -> FixedAmounts {
        let most = self.chips_of(actor).min(self.most_countable(actor));
        let [first, second] = self.completions();
        let sizes = [Some(self.minimum_of(actor)), self.larger_bet_of(actor), first, second];
        let mut amounts: FixedAmounts =
            sizes.into_iter().flatten().filter(|&amount| amount <= most).collect();
        amounts.sort_unstable();
        amounts.dedup();
        amounts
    }

    /// Returns the larger amount in a fixed-limit round in which somebody shows a pair: that and the
    /// smallest one are possible, until somebody bets it; then it is the smallest.
    pub(super) fn larger_bet_of(&self, actor: Seat) -> Option<Chips> {
        let larger = self.bet_terms()?.pair_bet?;
        let base = if self.completion_pending { 0 } else { self.price() };
        let amount = self.chips_of(actor).min(base + larger);
        (amount > self.minimum_of(actor) && self.is_pair_showing()).then_some(amount)
    }

    /// Tells whether somebody who is left shows a pair.
    fn is_pair_showing(&self) -> bool {
        let shows_pair = |seat: Seat| {
            let cards: Vec<Card> = self.hole[seat].up_cards().collect();
            let ranks: Vec<_> = cards.iter().filter_map(|card| card.rank()).collect();
            (1..ranks.len()).any(|index| ranks[..index].contains(&ranks[index]))
        };
        self.active.iter().any(shows_pair)
    }

    /// Tells whether an amount is the double bet of limit stud: with a pair showing on fourth street, the big bet may be
    /// bet or raised. Only high games have this rule. Games here offer it only if their definition does, but rooms play
    /// it under the same name, so records of them have such bets.
    #[must_use]
    pub fn is_open_pair_bet(&self, actor: Seat, amount: Chips) -> bool {
        let is_high_stud = self.definition.structure == Structure::FixedLimit
            && self.definition.hand_types.len() == 1
            && self.betting().is_some_and(|betting| matches!(betting.opening, Opening::HighHand));
        if !is_high_stud {
            return false;
        }
        let steps = &self.definition.steps;
        let (before, after) = steps.split_at(self.step.unwrap_or(0).min(steps.len()));
        let is_second = before.iter().filter_map(Step::betting).count() == 1;
        let mut bets = after.iter().filter_map(Step::betting).map(|betting| betting.minimum_bet);
        let (Some(small), Some(big), true) = (bets.next(), bets.next(), is_second) else {
            return false;
        };
        small < big
            && amount == self.price() + big
            && amount <= self.chips_of(actor)
            && self.check_raise().is_ok()
            && self.is_pair_showing()
    }
}
