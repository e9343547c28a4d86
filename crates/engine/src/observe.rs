//! The view of a player: cards that are hidden from them are unknown.

use std::sync::Arc;

use croupier_cards::{Card, Shuffler};

use crate::operation::Cards;
use crate::seats::Seat;
use crate::state::State;

impl State {
    /// Returns the state as a player sees it, or as a spectator does: cards that lie face down for
    /// them are unknown, in hands, in the deck, in all piles and in the log.
    ///
    /// It is a state like any other, so everything can be asked of it, and nothing that is hidden is
    /// in it.
    #[must_use]
    pub fn observe(&self, observer: Option<Seat>) -> Self {
        let mut seen = self.clone();
        // Nobody may foretell how cards will be shuffled.
        seen.shuffler.0 = Shuffler::from_seed(0);
        seen.deck = self.deck.iter().map(|_| Card::UNKNOWN).collect();
        seen.burnt.fill(Card::UNKNOWN);
        seen.mucked.fill(Card::UNKNOWN);
        for entry in &mut seen.discarded {
            if !entry.up && (observer.is_none() || entry.seat.map(Seat::from) != observer) {
                entry.card = Card::UNKNOWN;
            }
        }
        for entry in seen.board.iter_mut().filter(|entry| !entry.up) {
            entry.card = Card::UNKNOWN;
        }
        for seat in 0..self.player_count() {
            if observer == Some(seat) {
                continue;
            }
            let hole = &mut seen.hole[seat];
            let up = hole.up;
            let cards = hole.cards.iter().enumerate();
            hole.cards = cards
                .map(|(index, &card)| if up >> index & 1 == 1 { card } else { Card::UNKNOWN })
                .collect();
        }
        let secret = self.variant.as_ref().and_then(|kept| kept.secret);
        seen.log.censor(observer, secret);
        seen.hide_variant_state(observer, secret.is_some());
        seen
    }

    /// Returns the hand as it may be for all that a player sees: cards that the player does not see are any of those
    /// that are left. `None` where there are too few of them.
    #[must_use]
    pub fn imagine(&self, observer: Seat, random: &mut Shuffler) -> Option<Self> {
        let mut state = self.observe(Some(observer));
        let mut unknown = self.definition.deck.to_vec();
        let mut see = |card: Card| {
            if let Some(place) = unknown.iter().position(|other| *other == card) {
                unknown.swap_remove(place);
            }
        };
        state.hole.iter().flat_map(|hole| hole.cards.iter()).for_each(|&card| see(card));
        state.board.iter().chain(state.discarded.iter()).for_each(|entry| see(entry.card));
        // The order of the deck must not tell which cards are where.
        unknown.sort_unstable_by_key(|card| card.code());
        random.shuffle(&mut unknown);
        let mut deal = |card: &mut Card| -> Option<()> {
            if card.is_unknown() {
                *card = unknown.pop()?;
            }
            Some(())
        };
        for seat in 0..state.player_count() {
            let hole = &mut state.hole[seat];
            let mut cards: Cards = hole.cards.iter().copied().collect();
            cards.iter_mut().try_for_each(&mut deal)?;
            hole.cards = cards.into_iter().collect();
        }
        state.board.iter_mut().try_for_each(|entry| deal(&mut entry.card))?;
        state.discarded.iter_mut().try_for_each(|entry| deal(&mut entry.card))?;
        state.mucked.iter_mut().try_for_each(&mut deal)?;
        state.burnt.iter_mut().try_for_each(&mut deal)?;
        state.deck = unknown.into_iter().take(state.deck.len()).collect();
        state.definition.0 = Arc::new(self.definition.automated());
        state.shuffler.0 = Shuffler::from_seed(random.next_u64());
        state.ranks.clear();
        state.log.clear();
        state.log.silence_if(false);
        if let Some(variant) = &mut state.variant {
            // Where the log began anew, so did what was decided in secret.
            variant.secret = variant.secret.map(|_| 0);
        }
        Some(state)
    }

    /// Hides what others have chosen or declared in secret.
    fn hide_variant_state(&mut self, observer: Option<Seat>, secret: bool) {
        let hides_board = self.board.iter().any(|entry| !entry.up);
        let Some(variant) = &mut self.variant else { return };
        if hides_board {
            // The rank may be that of a card that nobody sees.
            variant.marked = None;
        }
        for seat in 0..variant.labels.len() {
            if observer == Some(seat) {
                continue;
            }
            variant.chosen[seat] = 0;
            if secret {
                variant.declarations[seat] = Default::default();
            }
        }
    }
}
