//! The best hand of hole and board cards where the game says how many of each it may take.
//!
//! A player who may take up to three cards of a row of five has the best five of the hole cards and some
//! three of the row. So a few large sets are ranked and not many small ones; where any numbers go
//! together, it is one set.

use croupier_cards::{Card, CardSet};
use smallvec::SmallVec;

use crate::batch::omaha_strength;
use crate::lanes::{self, LaneKind};
use crate::ranking::{Method, Ranking, Roles, Strength};
use crate::selection::{Count, Counts, Rule};
use crate::shape::Shape;

/// The number of cards of the hole and of the board that form a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CardSplit {
    /// How many cards a hand has.
    pub size: u32,
    /// How many of them may come from the board: a bit for each number.
    pub board_counts: u32,
}

/// The numbers of an Omaha hand.
const OMAHA: CardSplit = CardSplit { size: 5, board_counts: 1 << 3 };
/// The same with hole and board in each other's place.
const OMAHA_REVERSED: CardSplit = CardSplit { size: 5, board_counts: 1 << 2 };

impl CardSplit {
    /// Any cards, so many of all.
    #[must_use]
    pub const fn any(size: u32) -> Self {
        Self { size, board_counts: u32::MAX }
    }

    /// Returns a rule over all cards as a split, if it is one.
    #[must_use]
    pub fn of(rule: &Rule) -> Option<Self> {
        if !rule.hole.is_empty() || !rule.board.is_empty() || rule.padding {
            return None;
        }
        match &rule.counts {
            Counts::Any(size) => Some(Self::any(*size as u32)),
            Counts::Pairs(pairs) => pairs.iter().try_fold(None, |split: Option<Self>, pair| {
                let &(Count::Exactly(hole), Count::Exactly(board)) = pair else { return None };
                let (size, bit) = ((hole + board) as u32, 1_u32.checked_shl(board as u32)?);
                let split = split.unwrap_or(Self { size, board_counts: 0 });
                let board_counts = split.board_counts | bit;
                (split.size == size).then_some(Some(Self { size, board_counts }))
            })?,
        }
    }
}

/// The way to rank the best hand of a set of cards, however many there are.
enum Kernel<'a> {
    Lane(LaneKind),
    Wild(&'a Shape, Roles),
}

impl Ranking {
    /// Returns the strength of the best hand of a split, 0 where there is none.
    ///
    /// `None` where the hands have to be tried one by one, which other methods do.
    #[must_use]
    pub fn best_strength_of_split(
        &self,
        hole: &[Card],
        board: &[Card],
        split: CardSplit,
        roles: Roles,
    ) -> Option<Strength> {
        let (own, common) = (set_of(hole), set_of(board));
        let (own_count, common_count) = (own.len(), common.len());
        let distinct = own.intersection(common).is_empty()
            && own_count as usize == hole.len()
            && common_count as usize == board.len();
        if !distinct || split.size as usize != self.card_counts().1 {
            return None;
        }
        let kernel = self.kernel(own.union(common), roles)?;
        let mut left = split.board_counts
            & counts_between(split.size.saturating_sub(own_count), common_count.min(split.size));
        let mut best = 0;
        while left != 0 {
            // The numbers from the fewest on without a gap.
            let fewest = left.trailing_zeros();
            let most = fewest + (left >> fewest).trailing_ones() - 1;
            left &= !counts_between(fewest, most);
            let numbers =
                CardSplit { size: split.size, board_counts: counts_between(fewest, most) };
            if let Kernel::Lane(lane) = kernel
                && let Some(strength) = match numbers {
                    OMAHA => omaha_strength(lane, hole, board),
                    OMAHA_REVERSED => omaha_strength(lane, board, hole),
                    _ => None,
                }
            {
                best = best.max(strength);
                continue;
            }
            // Numbers bind only where there are more cards than they allow.
            let from_hole =
                if fewest == 0 { own_count } else { own_count.min(split.size - fewest) };
            let from_board = if most == split.size { common_count } else { common_count.min(most) };
            visit_subsets(own, from_hole, CardSet::EMPTY, &mut |taken| {
                visit_subsets(common, from_board, taken, &mut |cards| {
                    best = best.max(kernel.strength(cards, split.size));
                });
            });
        }
        let floor = match &self.method {
            Method::Shape(shape) => shape.floor(),
            _ => 0,
        };
        Some(if best >= floor { best } else { 0 })
    }

    /// Returns what ranks sets of these cards.
    fn kernel(&self, cards: CardSet, roles: Roles) -> Option<Kernel<'_>> {
        match (&self.method, self.lane()) {
            (Method::Shape(shape), None) if self.wild && !shape.is_low() => {
                let natural = cards.difference(roles.free_of(cards));
                let known = natural.iter().all(|card| self.has_card(card));
                let sound = roles.wild.intersection(roles.bugs).is_empty();
                (known && sound).then_some(Kernel::Wild(shape, roles))
            }
            (_, Some(lane)) => {
                let is_natural = roles == Roles::NONE && cards.difference(lane.deck()).is_empty();
                is_natural.then_some(Kernel::Lane(lane))
            }
            _ => None,
        }
    }
}

impl Kernel<'_> {
    /// Returns the strength of the best hand of so many of these cards, 0 where there is none.
    fn strength(&self, cards: CardSet, size: u32) -> Strength {
        match self {
            Self::Wild(shape, roles) => shape.strength_of_wild(cards, *roles).unwrap_or(0),
            Self::Lane(lane) => lanes::strength_of_many(*lane, cards).unwrap_or_else(|| {
                let mut best = 0;
                visit_subsets(cards, size, CardSet::EMPTY, &mut |hand| {
                    best = best.max(lanes::strength(*lane, hand));
                });
                best
            }),
        }
    }
}

/// Returns bits for the numbers from one to another, which are below 32.
const fn counts_between(fewest: u32, most: u32) -> u32 {
    if fewest > most { 0 } else { (u32::MAX >> (31 - most)) & (u32::MAX << fewest) }
}

fn set_of(cards: &[Card]) -> CardSet {
    cards.iter().copied().collect()
}

/// Calls back with every way to add so many of some cards to those that are taken already.
pub(crate) fn visit_subsets(
    cards: CardSet,
    count: u32,
    taken: CardSet,
    visit: &mut impl FnMut(CardSet),
) {
    let available = cards.len();
    if count >= available {
        return if count == available {
            visit(taken.union(cards))
        };
    }
    let mut singles = SmallVec::<[CardSet; 16]>::new();
    let mut left = cards.bits();
    while left != 0 {
        singles.push(CardSet::from_bits(left & left.wrapping_neg()));
        left &= left - 1;
    }
    let mut go_on = |cards: CardSet| {
        visit(cards);
        false
    };
    find_subset(&singles, count as usize, taken, &mut go_on);
}

/// Adds so many of some cards, first cards first, until that is what the callback looks for.
pub(crate) fn find_subset(
    singles: &[CardSet],
    count: usize,
    taken: CardSet,
    is_it: &mut impl FnMut(CardSet) -> bool,
) -> bool {
    match count {
        0 => is_it(taken),
        1 => singles.iter().any(|single| is_it(taken.union(*single))),
        _ => (0..(singles.len() + 1).saturating_sub(count)).any(|place| {
            let (rest, taken) = (&singles[place + 1..], taken.union(singles[place]));
            find_subset(rest, count - 1, taken, is_it)
        }),
    }
}

#[cfg(test)]
mod tests {
    use croupier_cards::{Deck, Rank, Shuffler};

    use super::*;
    use crate::best::visit_hands;
    use crate::registry;
    use crate::selection::{Choice, Group};

    /// Tries the hands of each number of board cards.
    fn slow(
        ranking: &Ranking,
        hole: &[Card],
        board: &[Card],
        split: CardSplit,
        roles: Roles,
    ) -> u32 {
        let (own, common) = ((1 << hole.len()) - 1, (1 << board.len()) - 1);
        let mut best = 0;
        for taken in (0..=split.size).filter(|taken| split.board_counts >> taken & 1 == 1) {
            let groups = [(own, split.size - taken), (common << hole.len(), taken)];
            if groups.iter().any(|&(cards, count): &(u64, u32)| cards.count_ones() < count) {
                continue;
            }
            let group = |&(cards, count): &(u64, u32)| Group { cards, count: count as usize };
            let choice: Choice = groups.iter().map(group).collect();
            let all: Vec<Card> = hole.iter().chain(board).copied().collect();
            visit_hands(&all, &choice, &mut |hand| {
                let held = set_of(hand);
                let (wild, bugs) = (roles.wild.intersection(held), roles.bugs.intersection(held));
                let found = ranking.evaluate(hand, Roles { wild, bugs });
                best = best.max(found.unwrap_or(0));
                false
            });
        }
        best
    }

    #[test]
    fn mixes_are_the_best_of_all_their_hands() {
        let mut shuffler = Shuffler::from_seed(11);
        let names = [
            "high",
            "a5_low",
            "27_low",
            "a6_low",
            "eight_or_better_low",
            "36card_ffh_high",
            "high_wild_bug",
            "36card_ffh_high_wild_bug",
            "badugi",
            "four_card_high_wild_bug",
        ];
        for name in names {
            let ranking = registry::get(name).unwrap();
            let size = ranking.card_counts().1 as u32;
            for _ in 0..60 {
                let mut deck = Deck::Standard.cards(2);
                let allowed = |card: &Card| ranking.has_card(*card);
                deck.retain(allowed);
                shuffler.shuffle(&mut deck);
                let hole_count = shuffler.below(9) as usize;
                let board_count = shuffler.below(7) as usize;
                let (hole, rest) = deck.split_at(hole_count);
                let board = &rest[..board_count];
                let split = CardSplit { size, board_counts: shuffler.below(64) };
                let mut roles = Roles::NONE;
                if ranking.wild {
                    let held = set_of(hole).union(set_of(board));
                    let rank = |number| CardSet::of_rank(Rank::from_index(number).unwrap());
                    let number = 6 + shuffler.below(3) as u8;
                    roles.wild = rank(number).intersection(held);
                    roles.bugs = rank(12).union(CardSet::JOKERS).intersection(held);
                }
                let found = ranking.best_strength_of_split(hole, board, split, roles);
                let expected = slow(ranking, hole, board, split, roles);
                assert_eq!(found, Some(expected), "{name} {hole:?} {board:?} {split:?} {roles:?}");
            }
        }
    }

    #[test]
    fn rules_as_mixes() {
        assert_eq!(CardSplit::of(&Rule::any(5)), Some(CardSplit::any(5)));
        assert_eq!(CardSplit::of(&Rule::exactly(2, 3)), Some(OMAHA));
        let pairs = |pairs: &[(usize, usize)]| {
            let exactly =
                |&(hole, board): &(usize, usize)| (Count::Exactly(hole), Count::Exactly(board));
            Rule::new(Counts::Pairs(pairs.iter().map(exactly).collect()))
        };
        let either = CardSplit::of(&pairs(&[(2, 3), (3, 2)]));
        assert_eq!(either, Some(CardSplit { size: 5, board_counts: 0b1100 }));
        assert_eq!(CardSplit::of(&pairs(&[(2, 3), (3, 1)])), None);
        assert_eq!(CardSplit::of(&Rule { padding: true, ..Rule::any(5) }), None);
    }
}
