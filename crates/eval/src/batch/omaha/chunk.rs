//! A chunk of Omaha hands: vector code for flushes and indices, one load for each pair of hole cards.

use super::super::Level;
use super::super::convert::{CHUNK, SuitPlanes};
use super::super::kernels::GROUP;
use super::tables::{RankTable, Ranking, TOP_RANK, board_index};
use crate::lanes::omaha_flush;

/// The most rows of a board: one for every three of five cards.
const MAX_ROWS: usize = 10;

/// The boards of a chunk, as rows of the table of ranks.
pub(super) struct Board {
    /// Where each board's rows are in the table.
    rows: [[u16; CHUNK]; MAX_ROWS],
    /// How many rows a board has.
    count: usize,
}

impl Board {
    pub(super) const EMPTY: Self = Self { rows: [[0; CHUNK]; MAX_ROWS], count: 1 };
}

/// The input of a chunk. The planes must be filled up to the next multiple of [`GROUP`].
pub(super) struct Chunk<'a> {
    pub(super) holes: &'a [u8],
    pub(super) hole_planes: &'a SuitPlanes,
    pub(super) board_planes: &'a SuitPlanes,
    pub(super) board_width: usize,
    pub(super) board: &'a Board,
    pub(super) table: &'a RankTable,
}

/// A function that evaluates a chunk and tells whether no hand had a card twice.
pub(super) type Function = unsafe fn(chunk: &Chunk<'_>, out: &mut [u32]) -> bool;

/// A function that finds the table rows of a chunk's boards.
pub(super) type BoardFunction = unsafe fn(boards: &[u8], board: &mut Board);

/// Returns the function for hands of four to six hole cards; the machine must support the level.
pub(super) fn function(ranking: Ranking, hole_width: usize, level: Level) -> Function {
    match (ranking, hole_width) {
        (Ranking::High, 4) => function_of::<4, 6, true>(level),
        (Ranking::High, 5) => function_of::<5, 10, true>(level),
        (Ranking::High, _) => function_of::<6, 15, true>(level),
        (Ranking::Low, 4) => function_of::<4, 6, false>(level),
        (Ranking::Low, 5) => function_of::<5, 10, false>(level),
        (Ranking::Low, _) => function_of::<6, 15, false>(level),
    }
}

/// Returns the function for boards of three to five cards; the machine must support the level.
pub(super) fn board_function(ranking: Ranking, width: usize, level: Level) -> BoardFunction {
    match (ranking, width) {
        (_, 3) => board_function_of::<3, false>(level),
        (Ranking::High, 4) => board_function_of::<4, false>(level),
        (Ranking::High, _) => board_function_of::<5, false>(level),
        (Ranking::Low, 4) => board_function_of::<4, true>(level),
        (Ranking::Low, _) => board_function_of::<5, true>(level),
    }
}

fn function_of<const WIDTH: usize, const PAIRS: usize, const FLUSHES: bool>(
    level: Level,
) -> Function {
    match level {
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 => x86::chunk_avx512::<WIDTH, PAIRS, FLUSHES>,
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => x86::chunk_avx2::<WIDTH, PAIRS, FLUSHES>,
        _ => evaluate::<WIDTH, PAIRS, FLUSHES>,
    }
}

fn board_function_of<const WIDTH: usize, const TRIPLES: bool>(level: Level) -> BoardFunction {
    match level {
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 => x86::board_avx512::<WIDTH, TRIPLES>,
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => x86::board_avx2::<WIDTH, TRIPLES>,
        _ => find_rows::<WIDTH, TRIPLES>,
    }
}

/// The ranks of a group of rows, an array for each card. Bytes that are no card become some rank.
#[inline(always)]
fn ranks_of<const WIDTH: usize>(rows: &[[u8; WIDTH]]) -> [[u16; GROUP]; WIDTH] {
    let mut ranks = [[0; GROUP]; WIDTH];
    for (lane, row) in rows.iter().enumerate().take(GROUP) {
        for card in 0..WIDTH {
            ranks[card][lane] = u16::from(row[card] >> 2).min(TOP_RANK);
        }
    }
    ranks
}

/// Finds the rows of whole boards, or of every three cards of them.
#[inline(always)]
fn find_rows<const WIDTH: usize, const TRIPLES: bool>(boards: &[u8], board: &mut Board) {
    board.count = 1;
    for (number, group) in boards.as_chunks::<WIDTH>().0.chunks(GROUP).enumerate() {
        let ranks = ranks_of(group);
        let start = number * GROUP;
        let mut sorted_ranks = [[0; GROUP]; WIDTH];
        for lane in 0..GROUP {
            let mut sorted: [u16; WIDTH] = std::array::from_fn(|card| ranks[card][lane]);
            sort(&mut sorted);
            for card in 0..WIDTH {
                sorted_ranks[card][lane] = sorted[card];
            }
            if !TRIPLES {
                board.rows[0][start + lane] = board_index(sorted);
            }
        }
        if TRIPLES {
            board.count = 0;
            for third in 2..WIDTH {
                for second in 1..third {
                    for first in 0..second {
                        let rows = &mut board.rows[board.count][start..start + GROUP];
                        for (lane, row) in rows.iter_mut().enumerate() {
                            let of = |card: usize| sorted_ranks[card][lane];
                            *row = board_index([of(first), of(second), of(third)]);
                        }
                        board.count += 1;
                    }
                }
            }
        }
    }
}

/// Sorts three to five numbers without branches: an odd-even transposition network.
#[inline(always)]
pub(super) fn sort<const WIDTH: usize>(values: &mut [u16; WIDTH]) {
    for round in 0..WIDTH {
        let mut place = round % 2;
        while place + 1 < WIDTH {
            let (low, high) = (values[place], values[place + 1]);
            values[place] = low.min(high);
            values[place + 1] = low.max(high);
            place += 2;
        }
    }
}

#[inline(always)]
fn evaluate<const WIDTH: usize, const PAIRS: usize, const FLUSHES: bool>(
    chunk: &Chunk<'_>,
    out: &mut [u32],
) -> bool {
    let holes = chunk.holes.as_chunks::<WIDTH>().0;
    let mut all_distinct = true;
    for (number, (out, holes)) in out.chunks_mut(GROUP).zip(holes.chunks(GROUP)).enumerate() {
        let start = number * GROUP;
        let mut flush_high = [0u16; GROUP];
        let mut flush_low = [0u16; GROUP];
        let mut wrong = [0u16; GROUP];
        let hole_planes = group_of(chunk.hole_planes, start);
        let board_planes = group_of(chunk.board_planes, start);
        let expected = (WIDTH + chunk.board_width) as u16;
        for lane in 0..GROUP {
            let hole = hole_planes.map(|plane| plane[lane]);
            let board = board_planes.map(|plane| plane[lane]);
            let mut count = 0u16;
            for suit in 0..4 {
                // A card that is there twice, in whichever part, counts once.
                count = count.wrapping_add((hole[suit] | board[suit]).count_ones() as u16);
            }
            wrong[lane] = count ^ expected;
            if FLUSHES {
                (flush_high[lane], flush_low[lane]) = omaha_flush(hole, board);
            }
        }
        // The lanes beyond the last hand are not hands.
        all_distinct &= wrong[..out.len()].iter().all(|&lane| lane == 0);

        // All loads first and the maxima over whole vectors later: a maximum after each load would
        // become a branch that cannot be foreseen.
        let mut best = [0u16; GROUP];
        for rows in &chunk.board.rows[..chunk.board.count] {
            let mut classes = [[0u16; GROUP]; PAIRS];
            let rows = &rows[start..start + GROUP];
            for (lane, (&row, hole)) in rows.iter().zip(holes).enumerate() {
                let row = chunk.table.row(row);
                let mut pair = 0;
                for second in 1..WIDTH {
                    for first in 0..second {
                        classes[pair][lane] = row.class(hole[first], hole[second]);
                        pair += 1;
                    }
                }
            }
            for of_pair in &classes {
                for (best, &class) in best.iter_mut().zip(of_pair) {
                    *best = class.max(*best);
                }
            }
        }
        let mut strengths = best.map(|class| chunk.table.strength(class));
        for (lane, strength) in strengths.iter_mut().enumerate() {
            let flush = u32::from(flush_high[lane]) << 16 | u32::from(flush_low[lane]);
            *strength = flush.max(*strength);
        }
        out.copy_from_slice(&strengths[..out.len()]);
    }
    all_distinct
}

/// Returns a group of the planes.
#[inline(always)]
fn group_of(planes: &SuitPlanes, start: usize) -> [&[u16; GROUP]; 4] {
    planes.suits.each_ref().map(|plane| &plane.as_chunks::<GROUP>().0[start / GROUP])
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{Board, Chunk, evaluate, find_rows};

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn chunk_avx2<const WIDTH: usize, const PAIRS: usize, const FLUSHES: bool>(
        chunk: &Chunk<'_>,
        out: &mut [u32],
    ) -> bool {
        evaluate::<WIDTH, PAIRS, FLUSHES>(chunk, out)
    }

    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512bitalg,avx512vpopcntdq"
    )]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn chunk_avx512<const WIDTH: usize, const PAIRS: usize, const FLUSHES: bool>(
        chunk: &Chunk<'_>,
        out: &mut [u32],
    ) -> bool {
        evaluate::<WIDTH, PAIRS, FLUSHES>(chunk, out)
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn board_avx2<const WIDTH: usize, const TRIPLES: bool>(
        boards: &[u8],
        board: &mut Board,
    ) {
        find_rows::<WIDTH, TRIPLES>(boards, board);
    }

    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512bitalg,avx512vpopcntdq"
    )]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn board_avx512<const WIDTH: usize, const TRIPLES: bool>(
        boards: &[u8],
        board: &mut Board,
    ) {
        find_rows::<WIDTH, TRIPLES>(boards, board);
    }
}
