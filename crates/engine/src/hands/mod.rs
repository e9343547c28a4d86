//! Hands of the players, as numbers that compare; and by up cards, who opens (`openers`).

pub(crate) mod openers;

use croupier_cards::{Card, CardSet};
use croupier_eval::ranking::Method;
use croupier_eval::{Ranking, Rule, StandardBoard, Strength};
use smallvec::SmallVec;

use crate::chips::pots::Pot;
use crate::definition::{Contest, HandType};
use crate::error::RuleError;
use crate::hooks::Hooks;
use crate::seats::{PerSeat, Seat, Seats};
use crate::state::State;

/// The cards of a player that count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum View {
    /// All known cards.
    All,
    /// The cards that lie face up.
    Up,
}

type HandCards = SmallVec<[Card; 16]>;

/// Ranks of hands, kept from the showdown on until cards move.
#[derive(Debug, Default)]
pub(crate) struct RankCache {
    valid: bool,
    /// By board, hand type and player: the rank of all cards, and that of the cards that lie face up.
    ranks: Vec<(Option<Strength>, Option<Strength>)>,
}

impl RankCache {
    /// Forgets all ranks, because cards have moved.
    #[inline]
    pub(crate) fn clear(&mut self) {
        self.valid = false;
    }
}

impl Clone for RankCache {
    /// Returns an empty one: a copy can rank its hands again.
    fn clone(&self) -> Self {
        Self::default()
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

    /// Ranks the hand that a player's cards make with those of a board.
    fn rank_view(
        &self,
        kind: &HandType,
        seat: Seat,
        view: View,
        board: &[Card],
    ) -> Option<Strength> {
        let hole = &self.hole[seat];
        let is_whole = match view {
            View::All => hole.is_known(),
            View::Up => hole.all_up(),
        };
        // Mostly all cards count, and need not be copied.
        if is_whole {
            kind.rank(&hole.cards, board)
        } else {
            kind.rank(&self.cards_of(seat, view), board)
        }
    }

    /// Ranks all hands, unless that was done since cards last moved.
    #[inline]
    pub(crate) fn refresh_ranks(&mut self) {
        if !self.ranks.valid {
            self.rank_all_hands();
        }
    }

    #[inline(never)]
    fn rank_all_hands(&mut self) {
        let mut ranks = std::mem::take(&mut self.ranks.ranks);
        ranks.clear();
        for board in 0..self.board_count() {
            let cards: HandCards = self.board_cards(board).collect();
            for kind in self.definition.hand_types.iter() {
                if let HandType::Contest(contest) = kind {
                    self.rank_contest(contest, &mut ranks);
                    continue;
                }
                // Mostly a kernel ranks all hands with one look at the board.
                let standard = kind.standard_board(&cards);
                // A player who shows nothing has the hand of the board. It beats nobody where a kernel ranks, in which
                // the cards of the board count for everybody.
                let mut alone = standard.is_some().then_some(None);
                for seat in 0..self.player_count() {
                    if !self.active.contains(seat) {
                        ranks.push((None, None));
                        continue;
                    }
                    let hole = &self.hole[seat];
                    let known = match standard.as_ref().and_then(|board| board.score(&hole.cards)) {
                        Some(rank) => rank.filter(|&rank| kind.admits(rank)),
                        None => self.rank_view(kind, seat, View::All, &cards),
                    };
                    let up = if hole.all_up() {
                        known
                    } else if hole.up == 0 {
                        *alone.get_or_insert_with(|| kind.rank(&[], &cards))
                    } else {
                        self.rank_view(kind, seat, View::Up, &cards)
                    };
                    ranks.push((known, up));
                }
            }
        }
        *self.ranks = RankCache { valid: true, ranks };
    }

    /// Ranks all hands of a contest.
    fn rank_contest(
        &self,
        contest: &Contest,
        ranks: &mut Vec<(Option<Strength>, Option<Strength>)>,
    ) {
        for seat in 0..self.player_count() {
            if !self.active.contains(seat) {
                ranks.push((None, None));
                continue;
            }
            let known = self.rank_in_contest(contest, seat, View::All);
            let up = if self.hole[seat].all_up() {
                known
            } else {
                self.rank_in_contest(contest, seat, View::Up)
            };
            ranks.push((known, up));
        }
    }

    /// Ranks the hand of a player who has shown some cards.
    pub(crate) fn refresh_shown_ranks(&mut self, seat: Seat) {
        if !self.ranks.valid {
            return;
        }
        if !self.hole[seat].all_up() {
            self.ranks.clear();
            return self.refresh_ranks();
        }
        for ranks in self.ranks.ranks.iter_mut().skip(seat).step_by(self.definition.player_count())
        {
            ranks.1 = ranks.0;
        }
    }

    /// Returns the ranks of all players in a contest, if they are known: that of a hand type on a board.
    #[inline]
    fn known_ranks(&self, contest: usize) -> Option<&[(Option<Strength>, Option<Strength>)]> {
        let count = self.player_count();
        let start = contest * count;
        self.ranks.ranks.get(start..start + count).filter(|_| self.ranks.valid)
    }

    /// Ranks one hand.
    fn rank(&self, seat: Seat, view: View, board: usize, hand_type: usize) -> Option<Strength> {
        if !self.active.contains(seat) {
            return None;
        }
        let types = &self.definition.hand_types;
        if let Some(ranks) = self.known_ranks(board * types.len() + hand_type) {
            let (known, up) = ranks[seat];
            // The hand of the board alone may not have been ranked yet.
            let shows_nothing = self.hole[seat].up == 0 && !self.hole[seat].cards.is_empty();
            if view == View::All || up.is_some() || !shows_nothing {
                return if view == View::All { known } else { up };
            }
        }
        let kind = &types[hand_type];
        if let HandType::Contest(contest) = kind {
            return self.rank_in_contest(contest, seat, view);
        }
        let board: HandCards = self.board_cards(board).collect();
        self.rank_view(kind, seat, view, &board)
    }

    /// Ranks the shown hands of all players, and the whole hand of one of them.
    #[inline(never)]
    fn rank_against(
        &self,
        hero: Option<Seat>,
        board: usize,
        hand_type: usize,
        hooks: &dyn Hooks,
    ) -> Result<(PerSeat<Option<Strength>>, Option<Strength>), RuleError> {
        let count = self.player_count();
        if self.definition.hand_types[hand_type].is_foreign() {
            // Foreign hands compare with each other only, so all of them are ranked at once.
            let views = (0..count).map(|seat| (seat, View::Up));
            let hands = views.chain(hero.map(|seat| (seat, View::All))).map(|(seat, view)| {
                let in_play = self.active.contains(seat);
                if in_play { self.cards_of(seat, view).to_vec() } else { Vec::new() }
            });
            let board: HandCards = self.board_cards(board).collect();
            let ranks = hooks.rank_hands(hand_type, &hands.collect::<Vec<_>>(), &board)?;
            let shown = ranks.iter().copied().take(count).collect();
            return Ok((shown, ranks.get(count).copied().flatten()));
        }
        let shown = (0..count).map(|seat| self.rank(seat, View::Up, board, hand_type)).collect();
        Ok((shown, hero.and_then(|seat| self.rank(seat, View::All, board, hand_type))))
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
    ) -> Result<PerSeat<Option<Strength>>, RuleError> {
        let (boards, types) = (self.board_count(), self.definition.hand_types.len());
        if board >= boards {
            return Err(RuleError::UnknownBoard { index: board, count: boards });
        }
        if hand_type >= types {
            return Err(RuleError::UnknownHandType { index: hand_type, count: types });
        }
        Ok(self.rank_against(None, board, hand_type, hooks)?.0)
    }

    /// Tells whether a player has a hand that no shown hand beats, in any pot, on any board.
    ///
    /// # Errors
    ///
    /// The caller's rake or ranking failed.
    pub fn can_win_now(&self, seat: Seat, hooks: &dyn Hooks) -> Result<bool, RuleError> {
        let has_live_hand = |pot: &Pot| !pot.seats.intersection(self.active).is_empty();
        match self.kept_pots().filter(|_| !self.definition.variant_rules.has_contests) {
            Some(pots) if pots.iter().all(has_live_hand) => self.can_win_pots(seat, pots, hooks),
            _ => {
                let pots = self.pots(hooks)?;
                let has_contests = self.definition.variant_rules.has_contests;
                Ok(has_contests && self.wins_in_special_ways(seat, &pots, hooks)?
                    || self.can_win_pots(seat, &pots, hooks)?)
            }
        }
    }

    /// Tells whether a player has a hand that no shown hand beats in one of these pots, in which some may have mucked.
    fn can_win_pots(&self, seat: Seat, pots: &[Pot], hooks: &dyn Hooks) -> Result<bool, RuleError> {
        if !self.ranks.valid {
            return self.can_win_unranked(seat, pots, hooks);
        }
        // By board and hand type, all players. An iterator of chunks would count them first, by a division.
        let mut left = &self.ranks.ranks[..];
        while let Some((ranks, others)) = left.split_at_checked(self.player_count()) {
            left = others;
            let Some(hand) = ranks[seat].0 else {
                if self.definition.hand_types.iter().any(HandType::is_foreign) {
                    return self.can_win_unranked(seat, pots, hooks);
                }
                continue;
            };
            let beats = |other: Seat| ranks[other].1.is_some_and(|shown| shown > hand);
            let is_unbeaten = |pot: &Pot| {
                let live = pot.seats.intersection(self.active);
                live.contains(seat) && !live.iter().any(beats)
            };
            if pots.iter().any(is_unbeaten) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Tells the same as [`State::can_win_pots`], and ranks the hands for it.
    #[cold]
    fn can_win_unranked(
        &self,
        seat: Seat,
        pots: &[Pot],
        hooks: &dyn Hooks,
    ) -> Result<bool, RuleError> {
        for board in 0..self.board_count() {
            for hand_type in 0..self.definition.hand_types.len() {
                let (shown, hand) = self.rank_against(Some(seat), board, hand_type, hooks)?;
                let Some(hand) = hand else { continue };
                let is_unbeaten = |pot: &Pot| {
                    let live = pot.seats.intersection(self.active);
                    live.contains(seat) && live.iter().all(|other| shown[other] <= Some(hand))
                };
                if pots.iter().any(is_unbeaten) {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}

impl State {
    /// Tells whether a player without a hand may still share a pot: as long as nobody who plays for it has shown one.
    /// Cards that others hold face down do not count, since the player does not know them.
    #[inline]
    pub(crate) fn can_share_now(&self, seat: Seat, hooks: &dyn Hooks) -> Result<bool, RuleError> {
        // Nearly everybody has a hand.
        let types = self.definition.hand_types.len();
        let has_hand = |board| {
            (0..types).any(|hand_type| {
                let ranks = self.known_ranks(board * types + hand_type);
                ranks.is_some_and(|ranks| ranks[seat].0.is_some())
            })
        };
        if (0..self.board_count()).all(has_hand) || !self.hole[seat].is_known() {
            return Ok(false);
        }
        self.can_share_without_hand(seat, hooks)
    }

    #[cold]
    fn can_share_without_hand(&self, seat: Seat, hooks: &dyn Hooks) -> Result<bool, RuleError> {
        'boards: for board in 0..self.board_count() {
            let mut shown = Seats::NONE;
            for hand_type in 0..self.definition.hand_types.len() {
                let (ranks, hand) = self.rank_against(Some(seat), board, hand_type, hooks)?;
                if hand.is_some() {
                    continue 'boards;
                }
                for other in self.active.iter().filter(|&other| ranks[other].is_some()) {
                    shown.insert(other);
                }
            }
            let open =
                |pot: &Pot| pot.seats.contains(seat) && pot.seats.intersection(shown).is_empty();
            if self.pots(hooks)?.iter().any(open) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Tells whether a player may win although the cards alone do not say so: because of what was
    /// declared, or because nobody in a pot has a hand that qualifies.
    fn wins_in_special_ways(
        &self,
        seat: Seat,
        pots: &[Pot],
        hooks: &dyn Hooks,
    ) -> Result<bool, RuleError> {
        let types = &self.definition.hand_types;
        let special = |contest: &Contest| contest.otherwise.is_some() || contest.last_resort;
        if self.definition.variant_rules.declared
            || types.iter().filter_map(HandType::contest).any(special)
        {
            return Ok(pots.iter().any(|pot| pot.seats.contains(seat)));
        }
        for pot in pots.iter().filter(|pot| pot.seats.contains(seat)) {
            let mut qualified = false;
            for hand_type in 0..types.len() {
                let seats = pot.seats.intersection(self.active);
                for other in seats.iter() {
                    let (_, hand) = self.rank_against(Some(other), 0, hand_type, hooks)?;
                    qualified |= hand.is_some();
                }
            }
            if !qualified {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl HandType {
    /// Returns the board for the ranks of many hands, where a kernel has them.
    fn standard_board(&self, board: &[Card]) -> Option<StandardBoard> {
        match self {
            Self::Lookup { shape, rule, low } => shape.standard_board(board, rule, *low),
            Self::Ranked { ranking, rule, .. } => match &ranking.method {
                // Wild cards give hands other numbers.
                Method::Shape(shape) if !ranking.wild => {
                    shape.standard_board(board, rule, shape.is_low())
                }
                _ => None,
            },
            Self::Foreign | Self::Contest(_) => None,
        }
    }

    /// Tells whether a hand is good enough to count.
    fn admits(&self, strength: u32) -> bool {
        match self {
            Self::Ranked { ranking, qualifier: Some(least), .. } => least.admits(ranking, strength),
            _ => true,
        }
    }

    /// Ranks the best hand; cards may be unknown or stand twice, which makes some hands impossible.
    fn rank(&self, hole: &[Card], board: &[Card]) -> Option<Strength> {
        match self {
            Self::Lookup { shape, rule, low } => shape.best_score(hole, board, rule, *low),
            Self::Ranked { ranking, rule, .. } => {
                rank_distinct(ranking, rule, hole, board).filter(|&strength| self.admits(strength))
            }
            // These need more than the cards.
            Self::Foreign | Self::Contest(_) => None,
        }
    }
}

/// Ranks the best hand of a ranking; a card that is unknown does not count, and one that stands twice counts once.
fn rank_distinct(
    ranking: &Ranking,
    rule: &Rule,
    hole: &[Card],
    board: &[Card],
) -> Option<Strength> {
    // To find out that there is no hand would take longer than to rank one. Fewer cards than the rule asks for may be a
    // hand where others do not count anyway, as in badugi.
    if hole.is_empty() && board.is_empty() && ranking.card_counts().0 > 0
        || matches!(ranking.method, Method::Shape(_)) && !rule.has_enough(hole.len(), board.len())
    {
        return None;
    }
    if let Some(found) = ranking.standard_strength(hole, board, rule) {
        return found;
    }
    let known = hole.iter().chain(board).copied().filter(|card| !card.is_unknown());
    let set: CardSet = known.collect();
    if set.len() as usize == hole.len() + board.len() {
        return ranking.best_strength(hole, board, rule);
    }
    let mut seen = CardSet::EMPTY;
    let mut distinct = |cards: &[Card]| -> HandCards {
        let cards = cards.iter().copied();
        cards.filter(|&card| !card.is_unknown() && seen.insert(card)).collect()
    };
    let (hole, board) = (distinct(hole), distinct(board));
    ranking.best_strength(&hole, &board, rule)
}
