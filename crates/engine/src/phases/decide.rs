//! Decisions in turn about cards and about the game: which players are asked, and what happens when all have answered.

use croupier_cards::Card;

use crate::definition::{
    AfterBet, CardAfter, Decision, Direction, Exposing, Opening, Passing, Step,
};
use crate::error::RuleError;
use crate::hooks::Hooks;
use crate::operation::{Cards, Operation};
use crate::seats::{Order, Seat, Seats};
use crate::state::{Phase, State};

impl State {
    pub(crate) fn begin_decide(&mut self, hooks: &dyn Hooks) -> Result<(), RuleError> {
        self.phase = Phase::Decide;
        let Some(deciding) = self.current_step().and_then(Step::deciding) else { return Ok(()) };
        let (opening, secret) = (deciding.opening, deciding.decision.is_secret());
        let seats = self.find_deciders(&deciding.decision, hooks)?;
        // Blinds decide who bets first, not who decides first.
        let first = if opening == Opening::Position { 0 } else { self.find_opener(opening) };
        self.deciders = Order::new(seats, first);
        if let Some(variant) = &mut self.variant {
            variant.chosen.fill(0);
            variant.secret = secret.then_some(self.log.len() as u32);
        }
        Ok(())
    }

    /// Returns the players who have the cards or the chips to decide.
    pub(crate) fn find_deciders(
        &self,
        decision: &Decision,
        hooks: &dyn Hooks,
    ) -> Result<Seats, RuleError> {
        let can_pay = |cost| Seats::of(self.player_count(), |seat| self.stacks[seat] >= cost);
        Ok(match decision {
            Decision::Expose(_) => {
                self.active.iter().filter(|&seat| !self.hole[seat].all_up()).collect()
            }
            Decision::Pass(_) if self.active.len() < 2 => Seats::NONE,
            Decision::Pass(_) | Decision::Separate(_) => {
                self.active.iter().filter(|&seat| !self.hole[seat].cards.is_empty()).collect()
            }
            Decision::Declare(_) => self.active,
            Decision::Choose(choosing) => {
                [self.find_chooser(choosing.chooser)].into_iter().collect()
            }
            Decision::Buy(buying) => {
                let cost = match buying.cost {
                    Some(cost) => cost,
                    None => self.total_pot_amount(hooks)?,
                };
                self.active.intersection(can_pay(cost))
            }
            Decision::Protect { cost } => {
                let hides = |seat: Seat| {
                    let hole = &self.hole[seat];
                    hole.cards.len().checked_sub(1).is_some_and(|last| !hole.is_up(last))
                };
                self.active
                    .intersection(can_pay(*cost))
                    .iter()
                    .filter(|&seat| hides(seat))
                    .collect()
            }
            Decision::Replace { count } => {
                if self.board.len() >= *count {
                    self.active
                } else {
                    Seats::NONE
                }
            }
        })
    }

    /// Returns who is to decide something: to draw, to bet, to show, or what else the game asks for.
    #[must_use]
    pub fn turn(&self) -> Option<Seat> {
        self.drawer().or(self.actor()).or(self.decider()).or(self.shower())
    }

    /// Returns who is to decide.
    #[must_use]
    pub fn decider(&self) -> Option<Seat> {
        if self.deciders.is_empty() || self.has_hole_pending() || self.has_board_pending() {
            return None;
        }
        self.deciders.first()
    }

    /// Returns what is to be decided in turn, if anything is.
    #[must_use]
    pub fn decision(&self) -> Option<&Decision> {
        Some(&self.current_step()?.deciding()?.decision)
    }

    /// Takes the player who has decided off the list, and deals the card that comes with it.
    pub(crate) fn end_turn(&mut self, seat: Seat) {
        self.deciders.seats.remove(seat);
        let after = self.current_step().and_then(Step::deciding).and_then(|step| step.then);
        if let Some(CardAfter { count, up_if_all_up, up_otherwise }) = after {
            let all_up = self.hole[seat].all_up();
            for _ in 0..count.min(self.room_for_cards(seat)) {
                self.ask_for_card(seat, if all_up { up_if_all_up } else { up_otherwise });
            }
        }
    }

    /// Returns how many cards more a player can hold.
    pub(crate) fn room_for_cards(&self, seat: Seat) -> usize {
        crate::cards::piles::MAX_HOLE_CARDS - self.hole[seat].cards.len()
    }

    /// Has a player dealt a card, if there is one.
    pub(crate) fn ask_for_card(&mut self, seat: Seat, up: bool) {
        if self.has_cards(usize::from(self.hole_left) + 1) {
            self.hole_pending[seat].push(up);
            self.hole_left += 1;
        }
    }

    /// Does what everybody has chosen, and goes on.
    pub(crate) fn leave_decide(&mut self, hooks: &dyn Hooks) -> Result<(), RuleError> {
        if let Some(variant) = &mut self.variant {
            variant.secret = None;
        }
        match self.decision() {
            Some(Decision::Expose(_)) => self.turn_chosen_cards(),
            Some(&Decision::Pass(passing)) => self.move_chosen_cards(passing),
            _ => {}
        }
        self.leave_card_step(hooks)
    }

    /// Returns the places of cards in a player's hand, as bits.
    pub(crate) fn find_cards(&self, seat: Seat, cards: &[Card]) -> Result<u32, RuleError> {
        let held = &self.hole[seat].cards;
        let mut left: u32 = (1 << held.len()) - 1;
        for card in cards {
            let equal =
                |bits, (place, other): (usize, &Card)| bits | u32::from(other == card) << place;
            let places = left & held.iter().enumerate().fold(0, equal);
            if places == 0 {
                return Err(RuleError::NotHeld { seat, cards: cards.to_vec() });
            }
            // Of equal cards, the first one goes.
            left &= !(places & places.wrapping_neg());
        }
        Ok(((1 << held.len()) - 1) & !left)
    }

    /// Returns how cards are turned face up now.
    fn exposing(&self) -> Option<Exposing> {
        match (self.decision(), self.betting().and_then(|betting| betting.terms.then)) {
            (Some(Decision::Expose(exposing)), _) => Some(*exposing),
            // A decision that comes with a bet is done at once, because the others go on betting.
            (_, Some(AfterBet::Expose(exposing))) => Some(Exposing { immediate: true, ..exposing }),
            _ => None,
        }
    }

    /// Returns who can turn cards face up now, and how many.
    #[must_use]
    pub fn exposing_bounds(&self) -> Option<(Seat, usize, usize)> {
        let (seat, exposing) = (self.decider()?, self.exposing()?);
        let down = self.hole[seat].cards.len() - self.hole[seat].up.count_ones() as usize;
        Some((seat, exposing.minimum.min(down), exposing.maximum.min(down)))
    }

    /// Returns who would turn these cards face up, and where they are, as bits.
    ///
    /// # Errors
    ///
    /// Nobody is to turn cards now, or not these, or not so many.
    pub fn verify_card_exposing(&self, cards: &Cards) -> Result<(Seat, u32), RuleError> {
        let (seat, minimum, maximum) = self.exposing_bounds().ok_or(RuleError::NoExposing)?;
        let hole = &self.hole[seat];
        let mut places = self.find_cards(seat, cards)?;
        // Of equal cards, which can only be unknown ones, those that lie face down are meant.
        if places & hole.up != 0 {
            let down = (0..hole.cards.len()).filter(|&place| !hole.is_up(place));
            let mut left: Vec<usize> = down.collect();
            places = 0;
            for card in cards {
                let Some(index) = left.iter().position(|&place| hole.cards[place] == *card) else {
                    return Err(RuleError::AlreadyUp { seat });
                };
                places |= 1 << left.remove(index);
            }
        }
        if !(minimum..=maximum).contains(&cards.len()) {
            let given = cards.len();
            return Err(RuleError::ExposingCount { seat, minimum, maximum, given });
        }
        Ok((seat, places))
    }

    /// Turns these cards face up: at once, or when everybody has chosen.
    ///
    /// # Errors
    ///
    /// As [`State::verify_card_exposing`].
    pub fn expose_cards(
        &mut self,
        cards: &Cards,
        commentary: Option<String>,
        hooks: &dyn Hooks,
    ) -> Result<usize, RuleError> {
        self.perform(commentary, hooks, |state| {
            let (seat, places) = state.verify_card_exposing(cards)?;
            let immediate = state.exposing().is_some_and(|exposing| exposing.immediate);
            if let Some(variant) = &mut state.variant {
                variant.chosen[seat] = places;
            }
            if immediate {
                state.turn_cards(seat);
            }
            state.record(|| Operation::CardExposing { seat, cards });
            state.end_turn(seat);
            Ok(())
        })
    }

    /// Turns the cards face up that a player has chosen.
    fn turn_cards(&mut self, seat: Seat) {
        self.ranks.clear();
        if let Some(variant) = &mut self.variant {
            let places = std::mem::take(&mut variant.chosen[seat]);
            variant.dealt_up[seat] |= places;
            self.hole[seat].up |= places;
        }
    }

    fn turn_chosen_cards(&mut self) {
        for seat in self.active.iter() {
            self.turn_cards(seat);
        }
    }

    /// Returns who can pass cards now, and how many.
    #[must_use]
    pub fn passing_count(&self) -> Option<(Seat, usize)> {
        let seat = self.decider()?;
        match self.decision()? {
            Decision::Pass(passing) => Some((seat, passing.count.min(self.hole[seat].cards.len()))),
            _ => None,
        }
    }

    /// Returns who would pass these cards, and where they are, as bits.
    ///
    /// # Errors
    ///
    /// Nobody is to pass cards now, or not these, or not so many.
    pub fn verify_card_passing(&self, cards: &Cards) -> Result<(Seat, u32), RuleError> {
        let (seat, count) = self.passing_count().ok_or(RuleError::NoPassing)?;
        let places = self.find_cards(seat, cards)?;
        if cards.len() == count {
            Ok((seat, places))
        } else {
            Err(RuleError::PassingCount { seat, count, given: cards.len() })
        }
    }

    /// Chooses cards to pass; they move when everybody has chosen.
    ///
    /// # Errors
    ///
    /// As [`State::verify_card_passing`].
    pub fn pass_cards(
        &mut self,
        cards: &Cards,
        commentary: Option<String>,
        hooks: &dyn Hooks,
    ) -> Result<usize, RuleError> {
        self.perform(commentary, hooks, |state| {
            let (seat, places) = state.verify_card_passing(cards)?;
            if let Some(variant) = &mut state.variant {
                variant.chosen[seat] = places;
            }
            state.record(|| Operation::CardPassing { seat, cards });
            state.end_turn(seat);
            Ok(())
        })
    }

    /// Moves the cards that players have chosen, all at the same time.
    fn move_chosen_cards(&mut self, passing: Passing) {
        self.ranks.clear();
        let order: Vec<Seat> = self.active.iter().collect();
        let shift = match passing.direction {
            Direction::Left => 1,
            Direction::Right => order.len() - 1,
            Direction::Across => order.len() / 2,
        };
        let mut passed: Vec<Cards> = vec![Cards::new(); order.len()];
        for (index, &seat) in order.iter().enumerate() {
            let chosen = self.variant.as_ref().map_or(0, |kept| kept.chosen[seat]);
            for place in (0..u32::BITS as usize).rev().filter(|place| chosen >> place & 1 == 1) {
                passed[index].push(self.hole[seat].cards[place]);
                self.take_card(seat, place);
            }
            passed[index].reverse();
        }
        for (index, cards) in passed.into_iter().enumerate() {
            let receiver = order[(index + shift) % order.len()];
            for card in cards {
                self.give_card(receiver, card, passing.up);
            }
        }
        if let Some(variant) = &mut self.variant {
            variant.chosen.fill(0);
        }
    }
}

impl Decision {
    /// Tells whether nobody knows what others decided before everybody has decided.
    const fn is_secret(&self) -> bool {
        match self {
            Self::Expose(exposing) => !exposing.immediate,
            Self::Declare(declaring) => declaring.simultaneous,
            Self::Pass(_) => true,
            _ => false,
        }
    }
}
