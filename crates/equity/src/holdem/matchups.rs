//! Every pair of hole cards against every other before the flop, worked out from nothing.
//!
//! Boards that differ only by their suits count once, as often as there are of them; what they say of
//! a matchup is summed over the 24 ways to rename the suits. It takes several seconds, so its result
//! is kept as the table of [`super::preflop`].

use std::thread;

use croupier_cards::CardSet;
use croupier_eval::batch::{Level, PAIR_COUNT, board_strengths, pair_index};
use croupier_eval::lanes::LaneKind;

use super::pairs;

/// So many boards are compared at a time: few enough that sums fit into 16 bits.
const BOARDS_AT_ONCE: usize = 1024;
/// So many boards are compared at once where the machine has vectors.
const LANES: usize = 16;

/// The ways to rename the suits.
#[must_use]
pub fn renamings() -> Vec<[u8; 4]> {
    let mut all = Vec::with_capacity(24);
    for a in 0..4 {
        for b in (0..4).filter(|b| *b != a) {
            for c in (0..4).filter(|c| *c != a && *c != b) {
                all.push([a, b, c, 6 - a - b - c]);
            }
        }
    }
    all
}

/// Returns the place that each pair has after the suits were renamed.
#[must_use]
pub fn renamed_pairs(renaming: [u8; 4]) -> Vec<u16> {
    let renamed = |card: u8| card / 4 * 4 + renaming[usize::from(card % 4)];
    let all = pairs().iter();
    all.map(|&[low, high]| pair_index(renamed(low), renamed(high)).unwrap_or(0) as u16).collect()
}

/// A board that stands for all that differ from it only by their suits, and how many these are.
struct Board {
    cards: [u8; 5],
    count: u16,
}

fn boards() -> Vec<Board> {
    let renamings = renamings();
    let renamed = |set: u64, renaming: &[u8; 4]| {
        (0..4).fold(0, |word, suit| {
            word | (set >> (16 * suit) & 0xffff) << (16 * u32::from(renaming[suit as usize]))
        })
    };
    let mut boards = Vec::new();
    let mut cards = [0_u8, 1, 2, 3, 4];
    loop {
        let set: CardSet = cards.iter().map(|&code| croupier_cards::Card::new(code)).collect();
        let set = set.bits();
        let mut same = 0;
        let first = renamings.iter().all(|renaming| {
            let image = renamed(set, renaming);
            same += u16::from(image == set);
            image >= set
        });
        if first {
            boards.push(Board { cards, count: 24 / same });
        }
        // The next five of the 52 cards in lexicographic order.
        let Some(place) = (0..5).rev().find(|&place| cards[place] < 47 + place as u8) else {
            return boards;
        };
        cards[place] += 1;
        for later in place + 1..5 {
            cards[later] = cards[later - 1] + 1;
        }
    }
}

/// On some boards, what each pair makes there, as small numbers in the order of their strengths.
struct Chunk {
    /// For each pair and board: 0 where they share a card.
    own: Vec<u16>,
    /// The same, but the largest number where they share a card, so that nothing beats or ties it.
    other: Vec<u16>,
    counts: [u16; BOARDS_AT_ONCE],
}

fn chunk(boards: &[Board]) -> Chunk {
    let mut chunk = Chunk {
        own: vec![0; PAIR_COUNT * BOARDS_AT_ONCE],
        other: vec![u16::MAX; PAIR_COUNT * BOARDS_AT_ONCE],
        counts: [0; BOARDS_AT_ONCE],
    };
    let mut strengths = [0; PAIR_COUNT];
    for (place, board) in boards.iter().enumerate() {
        chunk.counts[place] = board.count;
        // The cards of a board are five different ones.
        let evaluated =
            board_strengths(LaneKind::High, &board.cards, &mut strengths, Level::detect());
        debug_assert!(evaluated.is_ok());
        let mut order: Vec<u64> = (strengths.iter().enumerate())
            .filter(|(_, strength)| **strength > 0)
            .map(|(pair, &strength)| u64::from(strength) << 32 | pair as u64)
            .collect();
        order.sort_unstable();
        let (mut number, mut last) = (0, 0);
        for entry in order {
            if entry >> 32 != last {
                (number, last) = (number + 1, entry >> 32);
            }
            let cell = (entry as u32) as usize * BOARDS_AT_ONCE + place;
            chunk.own[cell] = number;
            chunk.other[cell] = number;
        }
    }
    chunk
}

/// The number of boards on which the first of two pairs of cards wins and ties.
pub type Counts = (u32, u32);

/// The number of boards on which it wins, loses and ties.
type Sums = [u32; 3];

/// Returns the wins and ties of each pair of cards against each other, row by row.
///
/// It is 0 where the two share a card.
#[must_use]
pub fn compute() -> Vec<Counts> {
    let mut sums = vec![[0; 3]; PAIR_COUNT * PAIR_COUNT];
    let threads = thread::available_parallelism().map_or(1, usize::from);
    // Rows get shorter towards the end, so each thread takes many parts from all over.
    let rows = PAIR_COUNT.div_ceil(threads * 8);
    for some in boards().chunks(BOARDS_AT_ONCE) {
        let chunk = &chunk(some);
        let mut shares: Vec<Vec<(usize, &mut [Sums])>> = Vec::new();
        shares.resize_with(threads, Vec::new);
        for (number, part) in sums.chunks_mut(rows * PAIR_COUNT).enumerate() {
            shares[number % threads].push((number * rows, part));
        }
        thread::scope(|scope| {
            for share in shares {
                scope.spawn(move || {
                    for (first_row, cells) in share {
                        add(chunk, first_row, cells);
                    }
                });
            }
        });
    }
    over_renamings(&sums)
}

/// So many rows are compared with another pair's while that one's numbers are at hand.
const ROWS_AT_ONCE: usize = 8;

/// Adds what a chunk says of some rows, right of the diagonal.
fn add(chunk: &Chunk, first_row: usize, cells: &mut [Sums]) {
    let numbers = |all: &[u16], pair: usize| -> [[u16; LANES]; BOARDS_AT_ONCE / LANES] {
        let mut copy = [[0; LANES]; BOARDS_AT_ONCE / LANES];
        copy.as_flattened_mut().copy_from_slice(&all[pair * BOARDS_AT_ONCE..][..BOARDS_AT_ONCE]);
        copy
    };
    for (tile, cells) in cells.chunks_mut(ROWS_AT_ONCE * PAIR_COUNT).enumerate() {
        let first_row = first_row + tile * ROWS_AT_ONCE;
        let rows = first_row..first_row + cells.len() / PAIR_COUNT;
        let own: Vec<_> = rows
            .clone()
            .map(|pair| (numbers(&chunk.own, pair), numbers(&chunk.other, pair)))
            .collect();
        for other in first_row + 1..PAIR_COUNT {
            let theirs = numbers(&chunk.own, other);
            let theirs_or_most = numbers(&chunk.other, other);
            for pair in rows.start..rows.end.min(other) {
                let offset = pair - first_row;
                let (own, own_or_most) = &own[offset];
                let mut sums = [[0_u16; LANES]; 3];
                let counts = chunk.counts.as_chunks::<LANES>().0;
                for (group, counts) in counts.iter().enumerate() {
                    for lane in 0..LANES {
                        let (own, theirs_or_most) = (own[group][lane], theirs_or_most[group][lane]);
                        let (theirs, own_or_most) = (theirs[group][lane], own_or_most[group][lane]);
                        let count = counts[lane];
                        sums[0][lane] += if own > theirs_or_most { count } else { 0 };
                        sums[1][lane] += if theirs > own_or_most { count } else { 0 };
                        sums[2][lane] += if own == theirs_or_most { count } else { 0 };
                    }
                }
                let cell = &mut cells[offset * PAIR_COUNT + other];
                for (sum, lanes) in cell.iter_mut().zip(sums) {
                    *sum += lanes.iter().map(|&lane| u32::from(lane)).sum::<u32>();
                }
            }
        }
    }
}

/// Sums over the ways to rename suits what the boards that stand for many say.
fn over_renamings(sums: &[Sums]) -> Vec<Counts> {
    let images: Vec<Vec<u16>> = renamings().into_iter().map(renamed_pairs).collect();
    let mut result = vec![(0, 0); PAIR_COUNT * PAIR_COUNT];
    for first in 0..PAIR_COUNT {
        for second in (0..PAIR_COUNT).filter(|&second| are_disjoint(first, second)) {
            let (mut wins, mut ties) = (0, 0);
            for image in &images {
                let (own, other) = (usize::from(image[first]), usize::from(image[second]));
                let sums = sums[own.min(other) * PAIR_COUNT + own.max(other)];
                wins += sums[usize::from(own > other)];
                ties += sums[2];
            }
            // Each board stood for all its images, and now each image was counted as often.
            result[first * PAIR_COUNT + second] = (wins / 24, ties / 24);
        }
    }
    result
}

/// Tells whether two pairs have no card in common.
#[must_use]
pub fn are_disjoint(first: usize, second: usize) -> bool {
    let ([a, b], [c, d]) = (pairs()[first], pairs()[second]);
    a != c && a != d && b != c && b != d
}
