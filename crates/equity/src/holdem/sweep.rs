//! Two ranges on complete boards, without looking at the matchups one by one.
//!
//! On one board, all pairs of cards are put in the order of their strengths. Going through them from the
//! weakest, a running sum has the weight of everything weaker, and a running sum for each card has the
//! weight of what of it holds that card. Taking away the sums of the pair's own two cards leaves what it
//! beats: nothing was subtracted twice, for no pair but itself holds both cards.

use croupier_cards::{Card, CardSet};
use croupier_eval::batch::{Level, PAIR_COUNT, evaluate_planes};
use croupier_eval::lanes::LaneKind;

use super::{index_of, pairs};
use crate::EquityError;
use crate::problem::Problem;
use crate::runouts::{Runouts, binomial};
use crate::symmetry::{CountedBoard, Symmetry};
use crate::tally::{Answer, Tally};
use crate::work::{Report, run_all};

/// A number for each of the two players.
type Both = [f64; 2];

/// So many boards are one job.
const BOARDS_A_JOB: u64 = 64;
/// Up to so many pairs are sorted by comparing them.
const FEW_PAIRS: usize = 160;

/// Pairs stand in tables by their cards, the lower one first: no place is out of bounds.
const CARD_BITS: usize = 6;
const PLACES: usize = 1 << (2 * CARD_BITS);
/// A table with something for each pair of cards.
type ByCards<T> = Box<[T; PLACES]>;

/// Returns where a pair of cards stands in tables.
#[inline(always)]
fn place_of([low, high]: [u8; 2]) -> usize {
    (usize::from(low) << CARD_BITS | usize::from(high)) % PLACES
}

/// Returns the cards of a pair by its place in tables.
#[inline(always)]
fn cards_at(place: usize) -> [usize; 2] {
    [place >> CARD_BITS & (CARDS - 1), place & (CARDS - 1)]
}

/// Room for a number for each card, with which no card is out of bounds.
const CARDS: usize = 1 << CARD_BITS;
type PerCard = [Both; CARDS];

fn table<T: Copy + Default>() -> ByCards<T> {
    let empty: Box<[T]> = vec![T::default(); PLACES].into();
    // It has as many entries; a box of another length cannot come of it.
    empty.try_into().unwrap_or_else(|_| Box::new([T::default(); PLACES]))
}

/// The weights of the other player's hands against a pair, summed over boards.
#[derive(Clone, Copy, Default)]
struct Against {
    weaker: Both,
    no_stronger: Both,
}

/// Answers a question of two players with two hole cards each and one kernel.
///
/// Boards that differ by nothing but suits that the symmetry names are looked at once.
///
/// # Errors
///
/// [`EquityError::Interrupted`], or a board that the kernel does not know.
pub fn solve(
    problem: &Problem,
    lane: LaneKind,
    symmetry: &Symmetry,
    threads: usize,
    report: Report<'_>,
) -> Result<Answer, EquityError> {
    let weights = weights(problem);
    let active: Vec<u16> = (0..PAIR_COUNT as u16)
        .filter(|&pair| weights[usize::from(pair)].iter().any(|&weight| weight > 0.0))
        .collect();
    let runouts = Runouts::new(problem.free().bits(), problem.to_come());
    let mut by_cards = table();
    for (&cards, &weight) in pairs().iter().zip(&weights) {
        by_cards[place_of(cards)] = weight;
    }
    let mut sums: ByCards<Against> = table();
    let listed =
        (!symmetry.is_none()).then(|| symmetry.boards(problem.free().bits(), problem.to_come()));
    let count = listed.as_ref().map_or(runouts.count(), |boards| boards.len() as u64);
    let jobs = count.div_ceil(BOARDS_A_JOB);
    run_all(
        jobs,
        threads,
        report,
        |job| {
            let mut sweep = Sweep::new(&by_cards, &active, lane);
            let mut result = Ok(());
            let mut add = |(runout, count): CountedBoard| {
                if result.is_ok() {
                    result = sweep.add(problem.board.bits() | runout, f64::from(count));
                }
            };
            let start = job * BOARDS_A_JOB;
            match &listed {
                Some(boards) => {
                    let boards = boards.iter().skip(start as usize);
                    boards.take(BOARDS_A_JOB as usize).for_each(|&board| add(board));
                }
                None => runouts.visit(start, BOARDS_A_JOB, |runout| add((runout, 1))),
            }
            result.map(|()| sweep.sums)
        },
        |of_job| {
            for (sum, more) in sums.iter_mut().zip(of_job.iter()) {
                for player in 0..2 {
                    sum.weaker[player] += more.weaker[player];
                    sum.no_stronger[player] += more.no_stronger[player];
                }
            }
        },
    )?;
    // Every matchup that is possible at all is possible on as many boards.
    let boards = binomial(problem.free().len() as usize - 4, problem.to_come()) as f64;
    let possible = possible(&weights);
    let combos = [0, 1].map(|player| {
        let tally = |cards, weight: f64| {
            let Some(pair) = index_of(cards).filter(|_| weight > 0.0) else {
                return Tally::default();
            };
            let against = sums[place_of(pairs()[pair])];
            let win = against.weaker[player].max(0.0) * weight;
            let tie = (against.no_stronger[player] - against.weaker[player]).max(0.0) * weight;
            let weight = possible[pair][player].max(0.0) * boards * weight;
            Tally { weight, win, tie, share: win + tie / 2.0 }
        };
        problem.players[player].iter().map(|combo| tally(combo.cards, combo.weight)).collect()
    });
    let mut combos: Vec<Vec<Tally>> = combos.into();
    symmetry.spread(problem, &mut combos);
    Ok(Answer::exact(runouts.count(), combos))
}

/// Returns the weight that each pair has for each player.
pub(crate) fn weights(problem: &Problem) -> Vec<Both> {
    let mut weights = vec![[0.0; 2]; PAIR_COUNT];
    for (player, combos) in problem.players.iter().take(2).enumerate() {
        for combo in combos {
            if let Some(pair) = index_of(combo.cards) {
                weights[pair][player] += combo.weight;
            }
        }
    }
    weights
}

/// Returns the weight of what each player's opponent has that shares no card with each pair.
fn possible(weights: &[Both]) -> Vec<Both> {
    let mut total = [0.0; 2];
    let mut by_card = [[0.0; 2]; CARDS];
    for (cards, weights) in pairs().iter().zip(weights) {
        for player in 0..2 {
            total[player] += weights[player];
            for card in cards.map(usize::from) {
                by_card[card][player] += weights[player];
            }
        }
    }
    let pairs = pairs().iter().zip(weights);
    pairs.map(|(&cards, &own)| without(total, &by_card, cards.map(usize::from), own)).collect()
}

/// The work on some boards.
struct Sweep<'a> {
    weights: &'a ByCards<Both>,
    /// The places of the active pairs in tables.
    places: Vec<u16>,
    lane: LaneKind,
    /// The cards of the active pairs, as sets and as ranks by suit, and room for those with a board.
    sets: Vec<u64>,
    planes: [Vec<u16>; 4],
    with_board: [Vec<u16>; 4],
    strengths: Vec<u32>,
    order: Vec<u64>,
    spare: Vec<u64>,
    sums: ByCards<Against>,
}

impl<'a> Sweep<'a> {
    fn new(weights: &'a ByCards<Both>, active: &[u16], lane: LaneKind) -> Self {
        let sets: Vec<u64> = (active.iter())
            .map(|&pair| {
                let cards = pairs()[usize::from(pair)].map(Card::new);
                CardSet::from_iter(cards).bits()
            })
            .collect();
        let planes = [0, 1, 2, 3]
            .map(|suit| sets.iter().map(|set| (set >> (16 * suit)) as u16).collect::<Vec<_>>());
        Self {
            weights,
            places: (active.iter())
                .map(|&pair| place_of(pairs()[usize::from(pair)]) as u16)
                .collect(),
            lane,
            sets,
            with_board: planes.clone(),
            planes,
            strengths: vec![0; active.len()],
            order: Vec::with_capacity(active.len()),
            spare: Vec::new(),
            sums: table(),
        }
    }

    /// Adds a board that stands for so many.
    fn add(&mut self, board: u64, count: f64) -> Result<(), EquityError> {
        for (suit, (plane, pairs)) in self.with_board.iter_mut().zip(&self.planes).enumerate() {
            let of_board = (board >> (16 * suit)) as u16;
            for (mask, pair) in plane.iter_mut().zip(pairs) {
                *mask = of_board | pair;
            }
        }
        // Pairs that share a card with the board make some hand of fewer cards, and are left out.
        let planes = self.with_board.each_ref().map(Vec::as_slice);
        evaluate_planes(self.lane, planes, &mut self.strengths, Level::detect())?;
        self.sort(board);
        let mut total: Both = [0.0; 2];
        let mut by_card: PerCard = [[0.0; 2]; CARDS];
        let mut rest = self.order.as_slice();
        while let Some(first) = rest.first() {
            let key = first >> 16;
            let length = rest.iter().position(|entry| entry >> 16 != key).unwrap_or(rest.len());
            let (group, stronger) = rest.split_at(length);
            rest = stronger;
            for &entry in group {
                // The pair itself is not yet in any of the sums.
                let place = entry as usize % PLACES;
                let weaker = without(total, &by_card, cards_at(place), [0.0; 2]);
                let sums = &mut self.sums[place];
                for (sum, more) in sums.weaker.iter_mut().zip(weaker) {
                    *sum += more * count;
                }
            }
            for &entry in group {
                let place = entry as usize % PLACES;
                let [low, high] = cards_at(place);
                let weights = self.weights[place];
                for player in 0..2 {
                    total[player] += weights[player];
                    by_card[low][player] += weights[player];
                    by_card[high][player] += weights[player];
                }
            }
            for &entry in group {
                let place = entry as usize % PLACES;
                let no_stronger = without(total, &by_card, cards_at(place), self.weights[place]);
                let sums = &mut self.sums[place];
                for (sum, more) in sums.no_stronger.iter_mut().zip(no_stronger) {
                    *sum += more * count;
                }
            }
        }
        Ok(())
    }

    /// Puts the pairs that the board leaves in the order of their strengths.
    fn sort(&mut self, board: u64) {
        self.order.clear();
        self.order.resize(self.places.len(), 0);
        let mut count = 0;
        for ((&place, &set), &strength) in self.places.iter().zip(&self.sets).zip(&self.strengths) {
            // Three bits of the lower half are the same in all strengths of a ranking.
            let key = u64::from(strength >> 16 << 13 | strength & 0x1fff);
            self.order[count] = key << 16 | u64::from(place);
            // Without a branch: nobody can foresee which pairs the board leaves.
            count += usize::from(set & board == 0);
        }
        self.order.truncate(count);
        if self.order.len() <= FEW_PAIRS {
            self.order.sort_unstable();
        } else {
            radix_sort(&mut self.order, &mut self.spare);
        }
    }
}

/// Returns what each player's opponent has that shares no card with a pair.
#[inline(always)]
fn without(total: Both, by_card: &PerCard, [low, high]: [usize; 2], own: Both) -> Both {
    let (low, high) = (by_card[low % CARDS], by_card[high % CARDS]);
    // The pair itself is in both sums of its cards.
    [1, 0].map(|other| total[other] - low[other] - high[other] + own[other])
}

/// Sorts by bits 16 to 45, ten at a time.
fn radix_sort(entries: &mut Vec<u64>, spare: &mut Vec<u64>) {
    const DIGITS: usize = 3;
    const VALUES: usize = 1 << 10;
    let digit = |entry: u64, place: usize| (entry >> (16 + 10 * place)) as usize & (VALUES - 1);
    let mut counts = [[0_u16; VALUES]; DIGITS];
    for &entry in entries.iter() {
        for (place, counts) in counts.iter_mut().enumerate() {
            counts[digit(entry, place)] += 1;
        }
    }
    spare.resize(entries.len(), 0);
    for (place, counts) in counts.iter_mut().enumerate() {
        let mut start = 0;
        for count in counts.iter_mut() {
            (*count, start) = (start, start + *count);
        }
        for &entry in entries.iter() {
            let next = &mut counts[digit(entry, place)];
            spare[usize::from(*next)] = entry;
            *next += 1;
        }
        std::mem::swap(entries, spare);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_radix_sort_sorts() {
        let mut shuffler = croupier_cards::Shuffler::from_seed(1);
        let mut entries: Vec<u64> =
            (0..1000).map(|pair| (shuffler.next_u64() & 0x1fff_ffff) << 16 | pair).collect();
        let mut sorted = entries.clone();
        sorted.sort_unstable();
        radix_sort(&mut entries, &mut Vec::new());
        assert_eq!(entries, sorted);
    }
}
