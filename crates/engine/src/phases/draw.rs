//! Drawing: players stand pat or discard, in turn.

use crate::definition::Drawing;
use crate::error::RuleError;
use crate::hooks::Hooks;
use crate::operation::{Cards, Operation};
use crate::piles::Numbered;
use crate::seats::Seat;
use crate::state::State;

impl State {
    /// Returns who is to stand pat or discard.
    #[must_use]
    pub fn drawer(&self) -> Option<Seat> {
        self.draw_pending.lowest()
    }

    /// Returns what may be discarded now.
    #[must_use]
    pub fn drawing(&self) -> Option<Drawing> {
        self.dealing()?.draw
    }

    /// Returns who would discard these cards.
    ///
    /// # Errors
    ///
    /// Nobody is to discard now, the player does not hold the cards, or they are too few or too many.
    pub fn verify_standing_pat_or_discarding(&self, cards: &Cards) -> Result<Seat, RuleError> {
        let seat = self.drawer().ok_or(RuleError::NoDrawPending)?;
        let held = &self.hole[seat].cards;
        let mut left: u32 = (1 << held.len()) - 1;
        for card in cards {
            let mut places = held.iter().enumerate();
            let place = places.find(|(place, other)| left >> place & 1 == 1 && *other == card);
            let Some((place, _)) = place else {
                return Err(RuleError::NotHeld { seat, cards: cards.to_vec() });
            };
            left &= !(1 << place);
        }
        let Some(draw) = self.drawing() else { return Err(RuleError::NoDrawPending) };
        let (held, given) = (held.len(), cards.len());
        let minimum = draw.minimum.min(held);
        let maximum = draw.maximum.unwrap_or(held).min(held);
        if (minimum..=maximum).contains(&given) {
            Ok(seat)
        } else {
            Err(RuleError::DiscardCount { seat, minimum, maximum, given })
        }
    }

    fn apply_draw(&mut self, cards: &Cards) -> Result<(), RuleError> {
        let seat = self.verify_standing_pat_or_discarding(cards)?;
        let street = self.street().unwrap_or(0) as u8;
        let replaces = self.drawing().is_some_and(|draw| draw.replaces);
        self.draw_pending.remove(seat);
        self.ranks.clear();
        for card in cards {
            if let Some(index) = self.hole[seat].cards.iter().position(|other| other == card) {
                let up = self.hole[seat].remove(index);
                if replaces {
                    self.hole_pending[seat].push(up);
                    self.hole_left += 1;
                }
                let seat = Some(seat as u8);
                self.discarded.push(Numbered { number: street, card: *card, seat });
            }
        }
        self.record(Operation::StandingPatOrDiscarding { seat, cards });
        Ok(())
    }

    /// Stands pat, or discards these cards.
    ///
    /// # Errors
    ///
    /// As [`State::verify_standing_pat_or_discarding`].
    pub fn stand_pat_or_discard(
        &mut self,
        cards: &Cards,
        remark: Option<String>,
        hooks: &dyn Hooks,
    ) -> Result<usize, RuleError> {
        self.perform(remark, hooks, |state| state.apply_draw(cards))
    }
}
