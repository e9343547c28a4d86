//! Hands of the players, as numbers that compare.

use std::sync::OnceLock;

use croupier_cards::{Card, CardSet};
use croupier_eval::Roles;
use smallvec::SmallVec;

use crate::definition::HandType;
use crate::error::RuleError;
use crate::hooks::Hooks;
use crate::seats::Seat;
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

/// Ranks of hands, by board, hand type and player.
#[derive(Debug, Clone, Default)]
pub(crate) struct RankCache(OnceLock<Vec<Option<u32>>>);

impl RankCache {
    /// Forgets all ranks, because cards have moved.
    pub(crate) fn clear(&mut self) {
        self.0.take();
    }
}

impl State {
    fn cards_of(&self, seat: Seat, view: View) -> HandCards {
        let hole = &self.hole[seat];
        match view {
            View::All => hole.cards.iter().copied().filter(|card| !card.is_unknown()).collect(),
            View::Up => hole.up_cards().collect(),
        }
    }

    /// Ranks hands against each other: larger is better, none where there is no hand.
    fn rank_views(
        &self,
        views: impl Iterator<Item = (Seat, View)>,
        board: usize,
        hand_type: usize,
        hooks: &dyn Hooks,
    ) -> Result<PerSeat<Option<u32>>, RuleError> {
        let kind = &self.definition.hand_types[hand_type];
        let in_play = |seat: Seat| self.active.contains(seat);
        if matches!(kind, HandType::Foreign) {
            // Foreign hands compare with each other only, so all of them are ranked at once.
            let hands = views.map(|(seat, view)| {
                if in_play(seat) { self.cards_of(seat, view).to_vec() } else { Vec::new() }
            });
            let board: HandCards = self.board_cards(board).collect();
            let ranks = hooks.rank_hands(hand_type, &hands.collect::<Vec<_>>(), &board)?;
            return Ok(ranks.into_iter().collect());
        }
        let known = self.known_ranks(board, hand_type);
        Ok(views
            .map(|(seat, view)| match view {
                _ if !in_play(seat) => None,
                View::All => known[seat],
                View::Up if self.hole[seat].all_up() => known[seat],
                View::Up if self.hole[seat].up == 0 => known[self.player_count()],
                View::Up => {
                    let board: HandCards = self.board_cards(board).collect();
                    kind.rank(&self.cards_of(seat, view), &board)
                }
            })
            .collect())
    }

    /// Returns the ranks of all players' known cards, and of the board alone, which are kept until cards move.
    fn known_ranks(&self, board: usize, hand_type: usize) -> &[Option<u32>] {
        let types = self.definition.hand_types.len();
        let all = self.ranks.0.get_or_init(|| {
            let mut ranks =
                Vec::with_capacity(self.board_count() * types * (self.player_count() + 1));
            for board in 0..self.board_count() {
                let cards: HandCards = self.board_cards(board).collect();
                for kind in &self.definition.hand_types {
                    for seat in 0..self.player_count() {
                        let hole =
                            self.active.contains(seat).then(|| self.cards_of(seat, View::All));
                        ranks.push(hole.and_then(|hole| kind.rank(&hole, &cards)));
                    }
                    ranks.push(kind.rank(&[], &cards));
                }
            }
            ranks
        });
        let size = self.player_count() + 1;
        let start = (board * types + hand_type) * size;
        &all[start..start + size]
    }

    /// Ranks the shown hands of all players.
    ///
    /// # Errors
    ///
    /// The caller's ranking failed.
    pub fn rank_up_hands(
        &self,
        board: usize,
        hand_type: usize,
        hooks: &dyn Hooks,
    ) -> Result<PerSeat<Option<u32>>, RuleError> {
        let views = (0..self.player_count()).map(|seat| (seat, View::Up));
        self.rank_views(views, board, hand_type, hooks)
    }

    /// Tells whether a player has a hand that no shown hand beats, in any pot, on any board.
    ///
    /// # Errors
    ///
    /// The caller's rake or ranking failed.
    pub fn can_win_now(&self, seat: Seat, hooks: &dyn Hooks) -> Result<bool, RuleError> {
        let pots = self.pots(hooks)?;
        let count = self.player_count();
        for board in 0..self.board_count() {
            for hand_type in 0..self.definition.hand_types.len() {
                let shown = (0..count).map(|other| (other, View::Up));
                let views = shown.chain([(seat, View::All)]);
                let ranks = self.rank_views(views, board, hand_type, hooks)?;
                let Some(hand) = ranks[count] else { continue };
                let unbeaten = pots.iter().any(|pot| {
                    pot.seats.contains(seat)
                        && pot.seats.iter().all(|other| ranks[other] <= Some(hand))
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
                    cards
                        .iter()
                        .copied()
                        .filter(|&card| !card.is_unknown() && seen.insert(card))
                        .collect()
                };
                let (hole, board) = (distinct(hole), distinct(board));
                ranking.best(&hole, &board, rule, Roles::NONE).ok().map(|best| best.strength)
            }
            Self::Foreign => None,
        }
    }
}
