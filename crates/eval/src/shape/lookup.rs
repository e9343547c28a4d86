//! Shapes as lookups: the index of a hand among all hands, and the best hand by that index.
//!
//! A lookup is more lenient than a ranking: it looks at ranks and at whether the suits agree, so a
//! card may stand twice and its suit may be unknown.

use croupier_cards::{Card, CardSet, Suit};

use super::Shape;
use crate::batch::omaha_strength;
use crate::best::{SmallCards, pool, visit_hands};
use crate::lanes::{self, LaneKind};
use crate::selection::{Choice, Count, Counts, Rule, Zone};

/// The number of cards that all hands of the kernels have.
const KERNEL_CARDS: usize = 5;

/// The entry of a hand in a lookup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// The number of the hand, counted from the lowest.
    pub index: u32,
    /// The number of its kind, counted from the lowest.
    pub kind: usize,
}

impl Shape {
    /// Looks exactly these cards up; `None` where they are no hand.
    #[must_use]
    pub fn entry(&self, cards: &[Card]) -> Option<Entry> {
        let placed = self.place(cards)?;
        Some(Entry { index: self.index(&placed), kind: placed.kind })
    }

    /// Finds the hand of the highest index, or of the lowest where low hands win; the first of equal ones.
    #[must_use]
    pub fn best_entry(&self, cards: &[Card], choices: &[Choice], low: bool) -> Option<Vec<Card>> {
        let mut best: Option<(u32, Vec<Card>)> = None;
        for choice in choices {
            let target = match choice.as_slice() {
                [group] if group.count == KERNEL_CARDS => {
                    self.score_of_all(&pool(cards, group), low)
                }
                _ => None,
            };
            visit_hands(cards, choice, &mut |hand| {
                let Some(score) = self.score(hand, low) else { return false };
                if best.as_ref().is_none_or(|(best, _)| score > *best) {
                    best = Some((score, hand.to_vec()));
                }
                target == Some(score)
            });
        }
        best.map(|(_, hand)| hand)
    }

    /// Returns a number for the best hand: larger is better, comparable for one direction of this shape.
    #[must_use]
    pub fn best_score(&self, hole: &[Card], board: &[Card], rule: &Rule, low: bool) -> Option<u32> {
        if !rule.has_enough(hole.len(), board.len()) {
            return None;
        }
        // The usual games need no list of choices.
        if let Some(score) = self.score_of_standard(hole, board, rule, low) {
            return (score >= self.floor).then_some(score);
        }
        let cards: SmallCards = hole.iter().chain(board).copied().collect();
        // Where all cards form the hand, there is nothing to choose.
        if rule.allows_all_cards(hole.len()) && rule.counts == Counts::Any(cards.len()) {
            return self.score(&cards, low);
        }
        let zone = |count| Zone { subsets: &[], count };
        let mut best = None;
        for choice in rule.choices(zone(hole.len()), zone(board.len())) {
            visit_hands(&cards, &choice, &mut |hand| {
                best = best.max(self.score(hand, low));
                false
            });
        }
        best
    }

    /// Returns the cards of the best hand, the first of several equal ones.
    #[must_use]
    pub fn best_cards(&self, hole: &[Card], board: &[Card], rule: &Rule, low: bool) -> Vec<Card> {
        let cards: SmallCards = hole.iter().chain(board).copied().collect();
        let zone = |count| Zone { subsets: &[], count };
        let mut best: (Option<u32>, Vec<Card>) = (None, Vec::new());
        for choice in rule.choices(zone(hole.len()), zone(board.len())) {
            visit_hands(&cards, &choice, &mut |hand| {
                let score = self.score(hand, low);
                if score > best.0 {
                    best = (score, hand.to_vec());
                }
                false
            });
        }
        best.1
    }

    /// Returns the kernel, if low hands win as the caller wants it.
    fn kernel(&self, low: bool) -> Option<LaneKind> {
        self.lane.filter(|_| low == self.low_kinds)
    }

    /// Returns the score of the best hand where distinct cards of the deck form it in a usual way.
    pub(crate) fn score_of_standard(
        &self,
        hole: &[Card],
        board: &[Card],
        rule: &Rule,
        low: bool,
    ) -> Option<u32> {
        if let Counts::Pairs(pairs) = &rule.counts
            && pairs[..] == [(Count::Exactly(2), Count::Exactly(3))]
        {
            let lane = self.kernel(low)?;
            let set = set_of(hole).union(set_of(board));
            let standard = rule.allows_all_cards(hole.len())
                && set.len() as usize == hole.len() + board.len()
                && set.difference(lane.deck()).is_empty();
            return if standard { omaha_strength(lane, hole, board) } else { None };
        }
        self.standard_board(board, rule, low)?.strength(hole)
    }

    /// Returns the board for those who rank many hands with it, where a kernel ranks the best five of all cards.
    #[must_use]
    pub fn standard_board(&self, board: &[Card], rule: &Rule, low: bool) -> Option<StandardBoard> {
        let lane = self.kernel(low)?;
        let (least, count) = (rule.minimum_cards, board.len());
        let standard =
            rule.allows_all_cards(least) && matches!(rule.counts, Counts::Any(KERNEL_CARDS));
        standard.then(|| StandardBoard {
            lane,
            set: set_of(board),
            count,
            least,
            floor: self.floor,
        })
    }

    /// Returns the score of the best five of these cards without trying them, where that is possible.
    fn score_of_all(&self, cards: &[Card], low: bool) -> Option<u32> {
        let lane = self.kernel(low)?;
        let set = self.known_set(cards)?;
        lane.card_counts().contains(&set.len()).then(|| lanes::strength(lane, set))
    }

    /// Returns the score of exactly these cards.
    fn score(&self, hand: &[Card], low: bool) -> Option<u32> {
        let Some(lane) = self.kernel(low) else {
            let index = self.entry(hand)?.index;
            return Some(if low { u32::MAX - index } else { index });
        };
        let set = match self.known_set(hand) {
            Some(set) if hand.len() == KERNEL_CARDS => set,
            _ => {
                self.place(hand)?;
                similar_set(hand)
            }
        };
        let strength = lanes::strength(lane, set);
        (strength >= self.floor).then_some(strength)
    }

    /// Returns the set of known, distinct cards of this ranking's deck; `None` where they are not.
    fn known_set(&self, cards: &[Card]) -> Option<CardSet> {
        let set: CardSet = cards.iter().copied().collect();
        let known = set.len() as usize == cards.len()
            && cards.iter().all(|card| card.rank().is_some_and(|rank| self.has_rank(rank.index())));
        known.then_some(set)
    }
}

/// A board with which a kernel ranks hands of distinct cards of its deck.
#[derive(Debug, Clone, Copy)]
pub struct StandardBoard {
    lane: LaneKind,
    set: CardSet,
    count: usize,
    /// How many hole cards a hand needs at least.
    least: usize,
    /// Hands below this are none.
    floor: u32,
}

impl StandardBoard {
    /// Returns the score of the best five cards, none where they are no hand; nothing where the cards are too few, or
    /// not distinct cards of the deck: then they are to be ranked one by one.
    #[must_use]
    #[inline]
    pub fn score(&self, hole: &[Card]) -> Option<Option<u32>> {
        let strength = self.strength(hole)?;
        Some((strength >= self.floor).then_some(strength))
    }

    #[inline]
    fn strength(&self, hole: &[Card]) -> Option<u32> {
        let set = self.set.union(set_of(hole));
        let count = set.len();
        let standard = count as usize == self.count + hole.len()
            && set.difference(self.lane.deck()).is_empty()
            && hole.len() >= self.least
            && self.lane.card_counts().contains(&count);
        standard.then(|| lanes::strength(self.lane, set))
    }
}

#[inline]
fn set_of(cards: &[Card]) -> CardSet {
    cards.iter().copied().collect()
}

/// Returns distinct cards of the same ranks, of one suit if these are.
fn similar_set(hand: &[Card]) -> CardSet {
    let suited = hand.windows(2).all(|pair| pair[0].suit() == pair[1].suit());
    let mut set = CardSet::EMPTY;
    for (index, rank) in hand.iter().filter_map(|card| card.rank()).enumerate() {
        // A second card of a rank is of another suit anyway; the first card keeps hands from flushes.
        let first = u8::from(!suited && index == 0);
        let suits = (0..4).map(|step| (first + step) % 4).filter_map(Suit::from_index);
        let free = suits.map(|suit| Card::of(rank, suit)).find(|&card| !set.contains(card));
        set = set.union(free.map_or(CardSet::EMPTY, CardSet::of));
    }
    set
}
