//! Hands of the players, as numbers that compare.

use croupier_cards::{Card, CardSet};
use croupier_eval::Roles;
use smallvec::SmallVec;

use crate::definition::HandType;
use crate::error::RuleError;
use crate::hooks::Hooks;
use crate::seats::{Seat, Seats};
use crate::state::{PerSeat, State};

/// Which of a player's cards count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum View {
    /// All known cards.
    All,
    /// The cards that lie face up.
    Up,
}

type HandCards = SmallVec<[Card; 16]>;

impl State {
    fn cards_of(&self, seat: Seat, view: View) -> HandCards {
        let hole = &self.hole[seat];
        match view {
            View::All => hole.cards.iter().copied().filter(|card| !card.is_unknown()).collect(),
            View::Up => hole.up_cards().collect(),
        }
    }

    /// Ranks the hands of these players: larger is better, none where there is no hand.
    ///
    /// # Errors
    ///
    /// The caller's ranking failed.
    pub fn rank_hands(
        &self,
        seats: Seats,
        view: View,
        board: usize,
        hand_type: usize,
        hooks: &dyn Hooks,
    ) -> Result<PerSeat<Option<u32>>, RuleError> {
        let mut ranks: PerSeat<Option<u32>> = SmallVec::from_elem(None, self.player_count());
        let board_cards: HandCards = self.board_cards(board).collect();
        let seats = seats.intersection(self.active);
        let kind = &self.definition.hand_types[hand_type];
        if matches!(kind, HandType::Foreign) {
            let hands: Vec<Vec<Card>> = seats.iter().map(|seat| self.cards_of(seat, view).to_vec()).collect();
            let ranked = hooks.rank_hands(hand_type, &hands, &board_cards)?;
            for (seat, rank) in seats.iter().zip(ranked) {
                ranks[seat] = rank;
            }
            return Ok(ranks);
        }
        for seat in seats.iter() {
            ranks[seat] = kind.rank(&self.cards_of(seat, view), &board_cards);
        }
        Ok(ranks)
    }

    /// Tells whether a player has a hand that no shown hand beats, in any pot, on any board.
    ///
    /// # Errors
    ///
    /// The caller's rake or ranking failed.
    pub fn can_win_now(&self, seat: Seat, hooks: &dyn Hooks) -> Result<bool, RuleError> {
        let own = Seats::of(seat + 1, |other| other == seat);
        let pots = self.pots(hooks)?;
        for board in 0..self.board_count() {
            for hand_type in 0..self.definition.hand_types.len() {
                let Some(hand) = self.rank_hands(own, View::All, board, hand_type, hooks)?[seat] else {
                    continue;
                };
                let shown = self.rank_hands(self.active, View::Up, board, hand_type, hooks)?;
                let unbeaten = pots.iter().any(|pot| {
                    pot.seats.contains(seat) && pot.seats.iter().all(|other| shown[other] <= Some(hand))
                });
                if unbeaten {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}

impl HandType {
    /// Ranks the best hand; cards may be unknown or stand twice, which makes some hands impossible.
    fn rank(&self, hole: &[Card], board: &[Card]) -> Option<u32> {
        match self {
            Self::Lookup { shape, rule, low } => shape.best_score(hole, board, rule, *low),
            Self::Ranked { ranking, rule } => {
                // A card that stands twice counts once.
                let mut seen = CardSet::EMPTY;
                let mut distinct = |cards: &[Card]| -> Vec<Card> {
                    cards.iter().copied().filter(|&card| !card.is_unknown() && seen.insert(card)).collect()
                };
                let (hole, board) = (distinct(hole), distinct(board));
                ranking.best(&hole, &board, rule, Roles::NONE).ok().map(|best| best.strength)
            }
            Self::Foreign => None,
        }
    }
}
