//! Fixed limit: the few amounts that can be bet or raised to.

use croupier_cards::Card;

use crate::chips::{Chips, FixedAmounts};
use crate::definition::Structure;
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
        let shows_pair = |seat: Seat| {
            let cards: Vec<Card> = self.hole[seat].up_cards().collect();
            let ranks: Vec<_> = cards.iter().filter_map(|card| card.rank()).collect();
            (1..ranks.len()).any(|index| ranks[..index].contains(&ranks[index]))
        };
        let base = if self.completion_pending { 0 } else { self.price() };
        let amount = self.chips_of(actor).min(base + larger);
        (amount > self.minimum_of(actor) && self.active.iter().any(shows_pair)).then_some(amount)
    }
}
