//! What a player may see.

use croupier_cards::{Card, Shuffler};

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
        let secret = self.particulars.as_ref().and_then(|kept| kept.secret);
        seen.log.censor(observer, secret);
        seen.hide_particulars(observer, secret.is_some());
        seen
    }

    /// Hides what others have chosen or declared in secret.
    fn hide_particulars(&mut self, observer: Option<Seat>, secret: bool) {
        let hides_board = self.board.iter().any(|entry| !entry.up);
        let Some(particulars) = &mut self.particulars else { return };
        if hides_board {
            // The rank may be that of a card that nobody sees.
            particulars.marked = None;
        }
        for seat in 0..particulars.labels.len() {
            if observer == Some(seat) {
                continue;
            }
            particulars.chosen[seat] = 0;
            if secret {
                particulars.declarations[seat] = Default::default();
            }
        }
    }
}
