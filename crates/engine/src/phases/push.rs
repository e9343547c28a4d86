//! Chips are pushed to the winners, part by part: pots, then boards, then hand types.

use smallvec::SmallVec;

use crate::chips::Chips;
use crate::chips::pots::{Pot, SubPot, SubPots};
use crate::definition::{Definition, HandType};
use crate::error::RuleError;
use crate::hooks::Hooks;
use crate::operation::Operation;
use crate::seats::{PerSeat, Seats};
use crate::state::{Phase, State};

impl HandType {
    /// Tells whether this is held only where no other contest has a winner.
    fn is_last_resort(&self) -> bool {
        self.contest().is_some_and(|contest| contest.last_resort)
    }
}

impl Definition {
    /// Returns into how many shares a pot is split where so many contests have a winner.
    fn share_count(&self, contested: usize) -> usize {
        let regular = self.hand_types.iter().filter(|kind| !kind.is_last_resort()).count();
        if self.variant_rules.shares_are_fixed { regular.max(contested) } else { contested }
    }

    /// Returns which part of a pot each contest is for, where somebody would win these; nothing where nobody wins any,
    /// and the pot is shared.
    #[must_use]
    pub fn parts(&self, won: &[bool]) -> Vec<f64> {
        let mut parts = vec![0.0; self.hand_types.len()];
        let of = |last_resort: bool| {
            let kinds = self.hand_types.iter().zip(won).enumerate();
            kinds
                .filter(|(_, (kind, won))| **won && kind.is_last_resort() == last_resort)
                .map(|(number, _)| number)
                .collect::<SmallVec<[usize; 4]>>()
        };
        let regular = of(false);
        let types = if regular.is_empty() { of(true) } else { regular };
        let count = self.share_count(types.len());
        for (place, &number) in types.iter().enumerate() {
            // Parts of the pot that no other contest wins go to the first one.
            let more = if place == 0 { count - types.len() } else { 0 };
            parts[number] = (1 + more) as f64 / count as f64;
        }
        parts
    }
}

impl State {
    pub(crate) fn begin_push(&mut self, hooks: &dyn Hooks) -> Result<(), RuleError> {
        self.refresh_ranks();
        let pots = self.pots(hooks)?;
        let mut parts = SubPots::new();
        for (index, pot) in pots.iter().enumerate() {
            match self.active.len() {
                0 => {}
                1 => parts.push(SubPot {
                    amount: pot.unraked,
                    pot: index as u8,
                    board: None,
                    hand_type: None,
                }),
                _ => self.split_pot(index, pot, &mut parts, hooks)?,
            }
        }
        self.phase = Phase::Push;
        self.step = None;
        self.pots = Some(pots);
        self.sub_pots = parts;
        Ok(())
    }

    /// Splits a pot between the boards, and each board's share between the hand types that somebody has.
    fn split_pot(
        &self,
        index: usize,
        pot: &Pot,
        parts: &mut SubPots,
        hooks: &dyn Hooks,
    ) -> Result<(), RuleError> {
        let (share, odd) = hooks.divide(pot.unraked, self.board_count())?;
        let (lucky, chip) = self.divide_rest(odd, self.board_count(), hooks)?;
        for board in 0..self.board_count() {
            let amount = if board < lucky { share + chip } else { share };
            // Only who can win this pot counts: nobody else's low takes half of it.
            let mut types = self.contested(index, pot, board, false, hooks)?;
            if types.is_empty() {
                types = self.contested(index, pot, board, true, hooks)?;
            }
            if types.is_empty() {
                // Nobody has a hand with this board: they share it.
                if amount != 0 {
                    let (pot, board) = (index as u8, Some(board as u8));
                    parts.push(SubPot { amount, pot, board, hand_type: None });
                }
                continue;
            }
            self.split_share((index, pot), board, amount, &types, parts, hooks)?;
        }
        Ok(())
    }

    /// Splits a board's share of a pot between contests that somebody wins.
    fn split_share(
        &self,
        pot: (usize, &Pot),
        board: usize,
        amount: Chips,
        types: &[usize],
        parts: &mut SubPots,
        hooks: &dyn Hooks,
    ) -> Result<(), RuleError> {
        let rules = &self.definition.variant_rules;
        let count = self.definition.share_count(types.len());
        let (share, odd) = hooks.divide(amount, count)?;
        let uneven = self.odd_of_share(pot, board, types, share, hooks)?;
        let (share, odd) = (share - uneven, odd + uneven * count as Chips);
        let odd_place = types.iter().position(|&kind| kind == rules.odd_contest).unwrap_or(0);
        for (place, &hand_type) in types.iter().enumerate() {
            let mut amount = if place == odd_place { share + odd } else { share };
            if place == 0 {
                // Parts of the pot that no other contest wins go to the first one.
                amount += share * (count - types.len()) as Chips;
            }
            if amount != 0 {
                parts.push(SubPot {
                    amount,
                    pot: pot.0 as u8,
                    board: Some(board as u8),
                    hand_type: Some(hand_type as u8),
                });
            }
        }
        Ok(())
    }

    /// Marks the contests that somebody of these players has a hand for.
    pub(crate) fn find_contested(
        &self,
        seats: Seats,
        found: &mut [bool],
        hooks: &dyn Hooks,
    ) -> Result<(), RuleError> {
        let pot = Pot { seats, ..Pot::NOTHING };
        for board in 0..self.board_count() {
            let mut types = self.contested(0, &pot, board, false, hooks)?;
            if types.is_empty() {
                types = self.contested(0, &pot, board, true, hooks)?;
            }
            for place in types {
                found[place] = true;
            }
        }
        Ok(())
    }

    /// Lists the contests for a pot that somebody wins: the usual ones, or those of last resort.
    fn contested(
        &self,
        index: usize,
        pot: &Pot,
        board: usize,
        last_resort: bool,
        hooks: &dyn Hooks,
    ) -> Result<SmallVec<[usize; 4]>, RuleError> {
        let mut types = SmallVec::new();
        for (number, hand_type) in self.definition.hand_types.iter().enumerate() {
            if !self.definition.variant_rules.has_contests {
                let hands = self.rank_up_hands(board, number, hooks)?;
                if pot.seats.iter().any(|seat| hands[seat].is_some()) && !last_resort {
                    types.push(number);
                }
                continue;
            }
            if hand_type.is_last_resort() == last_resort
                && !self.find_winners(pot, index, board, number, hooks)?.is_empty()
            {
                types.push(number);
            }
        }
        Ok(types)
    }

    /// Checks that chips can be pushed.
    ///
    /// # Errors
    ///
    /// There are none to push now.
    pub fn verify_chips_pushing(&self) -> Result<(), RuleError> {
        if self.sub_pots.is_empty() { Err(RuleError::NoPushPending) } else { Ok(()) }
    }

    #[inline(never)]
    pub(crate) fn apply_push(&mut self, hooks: &dyn Hooks) -> Result<(), RuleError> {
        let part = *self.sub_pots.first().ok_or(RuleError::NoPushPending)?;
        let index = usize::from(part.pot);
        let pots = self.pots.as_deref().unwrap_or_default();
        let pot = pots.get(index).copied().unwrap_or(Pot::NOTHING);
        let seats = pot.seats;
        let winners: Seats = match (part.board, part.hand_type) {
            (Some(board), Some(hand_type)) => {
                self.find_winners(&pot, index, usize::from(board), usize::from(hand_type), hooks)?
            }
            (Some(_), None) => seats,
            _ => self.active,
        };
        // Cards can be named after pots were divided: the players left share a part without a hand.
        let eligible = seats.intersection(self.active);
        let winners = match (winners.is_empty(), eligible.is_empty()) {
            (false, _) => winners,
            (true, false) => eligible,
            (true, true) => self.active,
        };
        let (share, odd) = hooks.divide(part.amount, winners.len())?;
        let (lucky, chip) = self.divide_rest(odd, winners.len(), hooks)?;
        let sharers = self.order_sharers(&part, winners, odd != 0);
        self.sub_pots.remove(0);
        if let Some(pot) = self.pots.as_mut().and_then(|pots| pots.get_mut(usize::from(part.pot))) {
            pot.unraked -= part.amount;
        }
        let mut amounts = PerSeat::all(0, self.player_count());
        for (place, &seat) in sharers.iter().enumerate() {
            amounts[seat] = if place < lucky { share + chip } else { share };
            self.bets[seat] += amounts[seat];
        }
        self.find_largest_bet();
        self.pushed += amounts.iter().sum::<Chips>();
        self.record(|| Operation::ChipsPushing {
            amounts: &amounts,
            pot: part.pot,
            board: part.board,
            hand_type: part.hand_type,
        });
        Ok(())
    }

    /// Pushes the next part of a pot to its winners.
    ///
    /// # Errors
    ///
    /// As [`State::verify_chips_pushing`].
    pub fn push_chips(
        &mut self,
        commentary: Option<String>,
        hooks: &dyn Hooks,
    ) -> Result<usize, RuleError> {
        self.perform(commentary, hooks, |state| state.apply_push(hooks))
    }
}
