//! Suits that may change their names without changing the question.
//!
//! Where nothing that is known tells two suits apart, a board and the same board with these suits
//! exchanged come to the same: one of them is looked at, and counts for all. What came of single
//! hands of a range is shared out afterwards between hands that are the same but for such suits.

use std::collections::HashMap;

use croupier_cards::CardSet;

use crate::problem::{Combo, Problem};
use crate::runouts::{binomial, visit_subsets};
use crate::tally::Tally;

const SUITS: usize = 4;
const LANE_BITS: usize = 16;
/// Up to so many boards are listed.
const MAX_BOARDS: u64 = 8_000_000;

/// The suits in another order: the suit that takes the place of each.
pub type Renaming = [usize; SUITS];

/// A board, and for how many boards it stands.
pub type CountedBoard = (u64, u32);

/// The suits that may be exchanged without changing the answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symmetry {
    /// For each suit, the first that is as good.
    first_like: [usize; SUITS],
    /// Every way to rename suits.
    renamings: Vec<Renaming>,
}

impl Symmetry {
    /// Returns that of a question in which all suits differ.
    #[must_use]
    pub fn none() -> Self {
        Self::new([0, 1, 2, 3])
    }

    /// Finds the suits that a question does not tell apart.
    #[must_use]
    pub fn of(problem: &Problem) -> Self {
        let boards = binomial(problem.free().len() as usize, problem.to_come());
        let distinct =
            problem.players.iter().all(|combos| combos.is_empty() || are_distinct(combos));
        let suited = problem.contests.iter().any(|contest| !contest.ignores_names_of_suits());
        if boards > MAX_BOARDS || !distinct || suited {
            return Self::none();
        }
        let mut first_like = [0, 1, 2, 3];
        for suit in 1..SUITS {
            let like = (0..suit).find(|&other| {
                first_like[other] == other && is_same(problem, exchange(suit, other))
            });
            first_like[suit] = like.unwrap_or(suit);
        }
        Self::new(first_like)
    }

    fn new(first_like: [usize; SUITS]) -> Self {
        let mut renamings = Vec::new();
        for code in 0..SUITS.pow(SUITS as u32) {
            let renaming: Renaming =
                std::array::from_fn(|suit| code / SUITS.pow(suit as u32) % SUITS);
            let used = renaming.iter().fold(0, |used, suit| used | 1 << suit);
            if used == (1 << SUITS) - 1
                && (0..SUITS).all(|suit| first_like[suit] == first_like[renaming[suit]])
            {
                renamings.push(renaming);
            }
        }
        Self { first_like, renamings }
    }

    /// Returns how many ways there are to rename suits.
    #[must_use]
    pub fn order(&self) -> usize {
        self.renamings.len()
    }

    /// Lists the ways to rename suits, the one that leaves all as they are among them.
    #[must_use]
    pub fn renamings(&self) -> &[Renaming] {
        &self.renamings
    }

    /// Tells whether all suits differ.
    #[must_use]
    pub fn is_none(&self) -> bool {
        self.order() == 1
    }

    /// Lists the ways to take so many cards that differ by more than suits.
    #[must_use]
    pub fn boards(&self, cards: u64, take: usize) -> Vec<CountedBoard> {
        let lists = std::array::from_fn(|suit| {
            let lane = cards >> (LANE_BITS * suit) & 0xffff;
            let mut by_count = vec![Vec::new(); take + 1];
            for (count, list) in by_count.iter_mut().enumerate() {
                visit_subsets(lane, count, &mut |ranks| list.push(ranks));
                list.sort_unstable();
            }
            by_count
        });
        let mut listing = Listing { symmetry: self, lists, boards: Vec::new() };
        listing.add_suit(0, take, [0; SUITS], 1);
        listing.boards
    }

    /// Shares out what came of hands on the boards that were looked at.
    pub(crate) fn spread(&self, problem: &Problem, sums: &mut [Vec<Tally>]) {
        if self.is_none() {
            return;
        }
        for (combos, tallies) in problem.players.iter().zip(sums) {
            let places: HashMap<CardSet, usize> =
                combos.iter().enumerate().map(|(place, combo)| (combo.cards, place)).collect();
            let order = self.order() as f64;
            let spread = combos.iter().enumerate().map(|(place, combo)| {
                let mut sum = Tally::default();
                for renaming in &self.renamings {
                    // Only hands that are impossible may have no counterpart.
                    let other = places.get(&rename(combo.cards, *renaming)).unwrap_or(&place);
                    sum.add(&tallies[*other]);
                }
                Tally {
                    weight: sum.weight / order,
                    win: sum.win / order,
                    tie: sum.tie / order,
                    share: sum.share / order,
                }
            });
            *tallies = spread.collect();
        }
    }
}

/// The boards that are found, suit by suit.
struct Listing<'a> {
    symmetry: &'a Symmetry,
    /// For each suit and number, the ranks that may be taken, ascending.
    lists: [Vec<Vec<u64>>; SUITS],
    boards: Vec<CountedBoard>,
}

impl Listing<'_> {
    fn add_suit(&mut self, suit: usize, left: usize, taken: [u64; SUITS], count: u32) {
        if suit == SUITS {
            let join = |board, suit: usize| board | taken[suit] << (LANE_BITS * suit);
            self.boards.push(((0..SUITS).fold(0, join), count));
            return;
        }
        let like = &self.symmetry.first_like;
        let before = (0..suit).filter(|&other| like[other] == like[suit]);
        // Of suits that are as good as each other, the first has the largest number.
        let (place, limit) =
            before.fold((1, u64::MAX), |(place, _), other| (place + 1, taken[other]));
        let fewest = if suit + 1 == SUITS { left } else { 0 };
        for size in fewest..=left {
            for index in 0..self.lists[suit][size].len() {
                let ranks = self.lists[suit][size][index];
                if ranks > limit {
                    break;
                }
                let mut taken = taken;
                taken[suit] = ranks;
                let count = if place == 1 { count } else { self.orders(suit, &taken, count) };
                self.add_suit(suit + 1, left - size, taken, count);
            }
        }
    }

    /// Returns in how many orders that differ the suits up to one can lie, given those before it.
    fn orders(&self, suit: usize, taken: &[u64; SUITS], before: u32) -> u32 {
        let like = &self.symmetry.first_like;
        let alike = || (0..=suit).filter(|&other| like[other] == like[suit]);
        let same = alike().filter(|&other| taken[other] == taken[suit]).count();
        before * alike().count() as u32 / same as u32
    }
}

fn exchange(one: usize, other: usize) -> Renaming {
    let mut renaming = [0, 1, 2, 3];
    renaming.swap(one, other);
    renaming
}

/// Returns cards with other suits.
#[must_use]
pub fn rename(cards: CardSet, renaming: Renaming) -> CardSet {
    let lane = |suit: usize| cards.bits() >> (LANE_BITS * suit) & 0xffff;
    let bits = (0..SUITS).fold(0, |bits, suit| bits | lane(suit) << (LANE_BITS * renaming[suit]));
    CardSet::from_bits(bits)
}

/// Tells whether a question stays the same when suits are renamed.
fn is_same(problem: &Problem, renaming: Renaming) -> bool {
    let stays = |cards: CardSet| rename(cards, renaming) == cards;
    stays(problem.deck)
        && stays(problem.board)
        && stays(problem.dead)
        && problem.players.iter().all(|combos| match combos.as_slice() {
            [only] => stays(only.cards),
            combos => {
                let weights: HashMap<CardSet, f64> =
                    combos.iter().map(|combo| (combo.cards, combo.weight)).collect();
                combos.iter().all(|combo| {
                    let other = weights.get(&rename(combo.cards, renaming)).copied();
                    other.unwrap_or(0.0) == combo.weight
                })
            }
        })
}

fn are_distinct(combos: &[Combo]) -> bool {
    let mut sets: Vec<u64> = combos.iter().map(|combo| combo.cards.bits()).collect();
    sets.sort_unstable();
    sets.windows(2).all(|pair| pair[0] != pair[1])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runouts::Runouts;

    #[test]
    fn boards_stand_for_all_boards() {
        let deck = CardSet::STANDARD.bits();
        // All boards of five cards that differ by more than suits: a published count.
        let all = Symmetry::new([0; 4]);
        let boards = all.boards(deck, 5);
        assert_eq!((all.order(), boards.len()), (24, 134_459));
        assert_eq!(boards.iter().map(|board| u64::from(board.1)).sum::<u64>(), 2_598_960);
        assert_eq!(all.boards(deck, 3).len(), 1755);
        for first_like in [[0, 1, 2, 3], [0, 0, 2, 3], [0, 1, 0, 1], [0, 1, 1, 1], [0, 0, 0, 0]] {
            let symmetry = Symmetry::new(first_like);
            let mut counts = HashMap::new();
            for (board, count) in symmetry.boards(deck, 3) {
                let of = CardSet::from_bits(board);
                let mut images: Vec<u64> =
                    symmetry.renamings.iter().map(|&other| rename(of, other).bits()).collect();
                images.sort_unstable();
                images.dedup();
                assert_eq!(images.len() as u32, count, "{of:?}");
                for image in images {
                    *counts.entry(image).or_insert(0) += 1;
                }
            }
            assert!(counts.values().all(|&count| count == 1));
            assert_eq!(counts.len() as u64, Runouts::new(deck, 3).count());
        }
    }
}
