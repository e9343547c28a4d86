//! The player who opens by the cards that lie face up.

use croupier_cards::{Card, Rank, rank};
use croupier_eval::registry;
use smallvec::SmallVec;

use crate::definition::{Opening, Rules, UpCardOrder, UpCardRanking};
use crate::seats::Seat;
use crate::state::State;

/// The most cards that lie face up while there is betting.
const MAX_UP_CARDS: usize = 4;

/// A hand of up cards by its pattern and its ranks; greater is higher. Four bits each: how often each rank is held, the
/// most first, with 0 behind the last, and then the ranks in the same order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
struct UpHand(u32);

impl UpHand {
    /// Returns the hand of groups, each four bits of how many cards it has and four of their rank, 0 where there is none.
    fn of(mut groups: [u8; MAX_UP_CARDS]) -> Self {
        // Five comparisons order four numbers.
        for (one, other) in [(0, 1), (2, 3), (0, 2), (1, 3), (1, 2)] {
            let (first, second) = (groups[one], groups[other]);
            (groups[one], groups[other]) = (first.max(second), first.min(second));
        }
        let pack = |shift: u32| {
            groups.iter().fold(0, |all, group| all << 4 | u32::from(group >> shift & 15))
        };
        Self(pack(4) << 16 | pack(0))
    }

    /// Returns the hand with counts, and perhaps ranks, of which the smaller ones are the greater.
    fn reversed(self, ranks_too: bool) -> Self {
        let counts = self.0 >> 16;
        let held = (0..MAX_UP_CARDS).map(|place| 15 << (4 * place));
        let held = held.filter(|place| counts & place != 0).sum::<u32>();
        Self(self.0 ^ (held << 16 | if ranks_too { held } else { 0 }))
    }
}

/// Cards that lie face up, mostly a few.
type UpCards = SmallVec<[Card; 8]>;

/// Returns the order of a card where aces are high and suits break ties.
pub(crate) fn ace_high(card: Card) -> Option<(u8, u8)> {
    Some((card.rank()?.index(), card.suit()?.index()))
}

/// Returns the order of a card where aces are low and suits break ties.
pub(crate) fn ace_low(card: Card) -> Option<(u8, u8)> {
    Some(((card.rank()?.index() + 1) % rank::COUNT as u8, card.suit()?.index()))
}

impl State {
    /// Returns who acts first.
    pub(crate) fn find_opener(&self, opening: Opening) -> Seat {
        let count = self.player_count();
        let up_cards = |seat: Seat| self.hole[seat].up_cards();
        match opening {
            Opening::Position if self.price() == 0 => 0,
            Opening::Position => {
                let blind =
                    |seat: Seat| self.definition.blinds[self.definition.forced_bet_place(seat)];
                let posted = |seat: Seat| match self.definition.rules {
                    // A player whose blind is short keeps the place.
                    Rules::CardRoom => blind(seat),
                    Rules::PokerKit => self.bets[seat] * blind(seat).signum(),
                };
                // Of those who posted the same it is the last.
                let last = (0..count).max_by_key(|&seat| posted(seat));
                last.map_or(0, |seat| if seat + 1 == count { 0 } else { seat + 1 })
            }
            Opening::LowCard => lowest(count, |seat| up_cards(seat).filter_map(ace_high).min()),
            Opening::LowCardAceLow => {
                lowest(count, |seat| up_cards(seat).filter_map(ace_low).min())
            }
            Opening::HighCard => highest(count, |seat| up_cards(seat).filter_map(ace_low).max()),
            Opening::HighCardAceHigh => {
                highest(count, |seat| up_cards(seat).filter_map(joker_high).max())
            }
            Opening::LowHand | Opening::HighHand if self.shows_whole_hands() => {
                let by = match opening {
                    Opening::LowHand => UpCardRanking::AceToFive,
                    _ => UpCardRanking::High,
                };
                self.find_opener(Opening::Shown(UpCardOrder { by, board: 0 }))
            }
            Opening::LowHand => lowest(count, |seat| low_hand(up_cards(seat))),
            Opening::HighHand => highest(count, |seat| high_hand(up_cards(seat))),
            Opening::Shown(shown) => {
                let active = |seat: Seat| self.active.contains(seat);
                highest(count, |seat| active(seat).then(|| self.rank_shown(seat, shown)).flatten())
            }
            Opening::LastActor => {
                let last = self.variant.as_ref().and_then(|kept| kept.last_actor);
                last.map_or(0, |seat| (usize::from(seat) + 1) % count)
            }
        }
    }

    /// Tells whether a game lets players bet who show five cards or more, as those of configurations may.
    fn shows_whole_hands(&self) -> bool {
        let up = |seat: Seat| self.hole[seat].up.count_ones() as usize;
        self.definition.variant_rules.shares_are_fixed
            && self.active.iter().any(|seat| up(seat) > MAX_UP_CARDS)
    }

    /// Ranks what a player shows: the larger, the better.
    fn rank_shown(&self, seat: Seat, shown: UpCardOrder) -> Option<ShownRank> {
        let mut cards: UpCards = self.hole[seat].up_cards().collect();
        if shown.board != 0 && !cards.is_empty() {
            cards.extend(self.cards_of_subsets(shown.board));
        }
        cards.retain(|card| !card.is_unknown());
        if cards.len() > MAX_UP_CARDS {
            let ranking = registry::get(shown.by.ranking()).ok()?;
            let strength = ranking.best_strength(&cards, &[], &ranking.any_cards())?;
            return Some((strength, UpHand::default()));
        }
        let cards = cards.into_iter();
        let hand = match shown.by {
            UpCardRanking::High => high_hand(cards)?,
            UpCardRanking::AceToFive => low_hand(cards)?.reversed(true),
            UpCardRanking::DeuceToSeven => high_hand(cards)?.reversed(true),
            UpCardRanking::AceToFiveHigh => low_hand(cards)?.reversed(false),
        };
        Some((0, hand))
    }
}

/// The rank of up cards: a hand of five cards, or the pattern and the ranks of fewer.
type ShownRank = (u32, UpHand);

/// Returns who has the least, the first of equals.
fn lowest<T: Ord>(count: usize, value: impl Fn(Seat) -> Option<T>) -> Seat {
    let values = (0..count).filter_map(|seat| Some((value(seat)?, seat)));
    values.min().map_or(0, |(_, seat)| seat)
}

/// Returns who has the most, the first of equals.
fn highest<T: Ord>(count: usize, value: impl Fn(Seat) -> Option<T>) -> Seat {
    let values = (0..count).filter_map(|seat| Some((value(seat)?, count - seat)));
    values.max().map_or(0, |(_, place)| count - place)
}

impl UpCardRanking {
    /// Returns the ranking of five cards and more.
    const fn ranking(self) -> &'static str {
        match self {
            Self::High => "high",
            Self::AceToFive => "a5_low",
            Self::DeuceToSeven => "27_low",
            Self::AceToFiveHigh => "a5_low_high",
        }
    }
}

/// Returns the order of a card where aces are high, but not as high as jokers.
fn joker_high(card: Card) -> Option<(u8, u8)> {
    if card.is_joker() { Some((u8::MAX, 0)) } else { ace_high(card) }
}

/// Returns the order of up cards where aces are high.
fn high_hand(cards: impl Iterator<Item = Card>) -> Option<UpHand> {
    up_hand(cards, Rank::index)
}

/// Returns the order of up cards where aces are low.
fn low_hand(cards: impl Iterator<Item = Card>) -> Option<UpHand> {
    up_hand(cards, |rank| (rank.index() + 1) % rank::COUNT as u8)
}

/// Compares how often ranks are held, then how many cards there are, then the ranks.
fn up_hand(cards: impl Iterator<Item = Card>, place: impl Fn(Rank) -> u8) -> Option<UpHand> {
    let mut groups = [0; MAX_UP_CARDS];
    let (mut used, mut count) = (0, 0);
    for card in cards {
        count += 1;
        // More up cards than a street deals are those of a hand that was shown: there is no betting.
        if count > MAX_UP_CARDS {
            return None;
        }
        let Some(position) = card.rank().map(&place) else { continue };
        match groups[..used].iter_mut().find(|group| **group & 15 == position) {
            Some(group) => *group += 1 << 4,
            None => {
                groups[used] = 1 << 4 | position;
                used += 1;
            }
        }
    }
    (used > 0).then(|| UpHand::of(groups))
}
