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
        seen.shuffler = Shuffler::from_seed(0);
        seen.deck = self.deck.iter().map(|_| Card::UNKNOWN).collect();
        seen.burnt.fill(Card::UNKNOWN);
        seen.mucked.fill(Card::UNKNOWN);
        for entry in &mut seen.discarded {
            if observer.is_none() || entry.seat.map(Seat::from) != observer {
                entry.card = Card::UNKNOWN;
            }
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
        seen.log.censor(observer);
        seen
    }
}
