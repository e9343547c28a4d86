//! Tables of what two hole cards make with a board, by ranks alone.
//!
//! Without flushes, the best hand of two hole cards and three board cards follows from the ranks:
//! 91 pairs of ranks, and 455, 1820 or 6188 lists of ranks of three, four or five board cards. A
//! table has a row for each board with the class of the best hand for each pair, so that a high hand
//! costs one load for each pair of its hole cards. The largest table has 1.2 MB. For low hands, which
//! fewer games have, there is only the table of three board cards: a hand costs a load for each
//! three of its board and each pair. So all tables together stay below 2 MB. They are built when
//! they are first needed, which takes a few milliseconds.

use std::sync::OnceLock;

use croupier_cards::{CardSet, rank};

use crate::lanes::{LaneKind, strength};

/// How many pairs of ranks there are.
const PAIRS: usize = 91;

/// The number of the highest rank.
pub(super) const TOP_RANK: u16 = rank::COUNT as u16 - 1;

/// The class of every pair of ranks on one board; three cache lines.
#[derive(Clone)]
#[repr(align(64))]
pub(super) struct Row([u16; 96]);

impl Row {
    /// Returns the class of a pair of cards. Bytes that are no card count as some card.
    #[inline(always)]
    pub(super) fn class(&self, first: u8, second: u8) -> u16 {
        let cards = usize::from(first & 63) << 6 | usize::from(second & 63);
        // SAFETY: two numbers of six bits are below 4096, and every place is below 91.
        unsafe {
            let place = *PAIR_PLACES.get_unchecked(cards);
            *self.0.get_unchecked(usize::from(place))
        }
    }
}

impl Row {
    /// Returns the class of a pair of ranks by its [`board_index`]; 0 where there is no such pair.
    #[inline(always)]
    pub(super) fn class_at(&self, place: u8) -> u16 {
        self.0.get(usize::from(place)).copied().unwrap_or(0)
    }
}

/// The place in a row of every pair of cards, the first in the upper six bits of the index.
static PAIR_PLACES: [u8; 64 * 64] = {
    let mut places = [0; 64 * 64];
    let mut cards = 0;
    while cards < places.len() {
        let (first, second) = (top_limited(cards >> 8), top_limited(cards >> 2 & 15));
        let (low, high) = if first < second { (first, second) } else { (second, first) };
        let place = high * (high + 1) / 2 + low;
        assert!(place < PAIRS);
        places[cards] = place as u8;
        cards += 1;
    }
    places
};

/// Returns the rank, or the highest one where there is no such rank.
const fn top_limited(rank: usize) -> usize {
    if rank < rank::COUNT { rank } else { rank::COUNT - 1 }
}

/// The best hands for boards of one size.
pub(super) struct RankTable {
    rows: Vec<Row>,
    /// The best class of each row.
    best: Vec<u16>,
    /// The strengths of the classes in ascending order, after a 0 for hands that do not exist.
    strengths: Vec<u32>,
}

impl RankTable {
    fn new(rows: Vec<Row>, strengths: Vec<u32>) -> Self {
        let best = rows.iter().map(|row| row.0.iter().copied().max().unwrap_or(0)).collect();
        Self { rows, best, strengths }
    }

    /// Returns the best class of the row of the board with this [`board_index`].
    #[inline(always)]
    pub(super) fn best_of(&self, board: u16) -> u16 {
        self.best[usize::from(board)]
    }

    /// Returns the row of the board with this [`board_index`].
    #[inline(always)]
    pub(super) fn row(&self, board: u16) -> &Row {
        &self.rows[usize::from(board)]
    }

    /// Returns the strength of a class.
    #[inline(always)]
    pub(super) fn strength(&self, class: u16) -> u32 {
        self.strengths[usize::from(class)]
    }

    /// Builds the table for boards of three cards from the ranking of five cards.
    fn of_triples(kind: LaneKind) -> Self {
        let mut strengths_of = Vec::new();
        for_each_multiset(3, |triple| {
            for_each_multiset(2, |pair| {
                strengths_of.push(strength_of_ranks(kind, [triple, pair].concat()));
            });
        });
        let mut strengths = strengths_of.clone();
        strengths.push(0);
        strengths.sort_unstable();
        strengths.dedup();
        let rows = strengths_of
            .chunks(PAIRS)
            .map(|of_triple| {
                let mut row = Row([0; 96]);
                for (class, strength) in row.0.iter_mut().zip(of_triple) {
                    *class = strengths.partition_point(|other| other < strength) as u16;
                }
                row
            })
            .collect();
        Self::new(rows, strengths)
    }

    /// Builds the table for larger boards: the best of a board's triples.
    fn of_boards(triples: &Self, width: usize) -> Self {
        let mut rows = Vec::new();
        for_each_multiset(width, |board| {
            let mut best = Row([0; 96]);
            for third in 2..width {
                for second in 1..third {
                    for first in 0..second {
                        let ranks = [board[first], board[second], board[third]];
                        let row = triples.row(board_index(ranks.map(u16::from)));
                        for (class, other) in best.0.iter_mut().zip(&row.0) {
                            *class = (*class).max(*other);
                        }
                    }
                }
            }
            rows.push(best);
        });
        Self::new(rows, triples.strengths.clone())
    }
}

/// A ranking that has tables.
#[derive(Clone, Copy)]
pub(in super::super) enum Ranking {
    /// High hands but for flushes.
    High,
    /// Ace-to-five low.
    Low,
}

/// Returns the table for boards of three to five cards; for low hands, that of their triples.
pub(super) fn table(ranking: Ranking, board_width: usize) -> &'static RankTable {
    static HIGH: [OnceLock<RankTable>; 3] = [const { OnceLock::new() }; 3];
    static LOW: OnceLock<RankTable> = OnceLock::new();
    let triples = || HIGH[0].get_or_init(|| RankTable::of_triples(LaneKind::High));
    match (ranking, board_width) {
        (Ranking::Low, _) => LOW.get_or_init(|| RankTable::of_triples(LaneKind::AceToFive)),
        (Ranking::High, 5) => HIGH[2].get_or_init(|| RankTable::of_boards(triples(), 5)),
        (Ranking::High, 4) => HIGH[1].get_or_init(|| RankTable::of_boards(triples(), 4)),
        (Ranking::High, _) => triples(),
    }
}

/// Returns the place of an ascending list of ranks among all such lists.
///
/// The place is the sum of C(rank + i, i + 1), which numbers the lists in the order of their last
/// rank, then of the one before, and so on.
#[inline(always)]
pub(super) fn board_index<const WIDTH: usize>(ranks: [u16; WIDTH]) -> u16 {
    let mut index = 0u16;
    for (place, &rank) in ranks.iter().enumerate() {
        index = index.wrapping_add(match place {
            0 => rank,
            1 => pairs_below(rank),
            2 => triples_below(rank),
            3 => quadruples_below(rank),
            // One binomial from the last keeps the product within 16 bits.
            _ => quadruples_below(rank).wrapping_mul(rank.wrapping_add(4)) / 5,
        });
    }
    index
}

#[inline(always)]
fn pairs_below(rank: u16) -> u16 {
    rank.wrapping_mul(rank.wrapping_add(1)) / 2
}

#[inline(always)]
fn triples_below(rank: u16) -> u16 {
    pairs_below(rank).wrapping_mul(rank.wrapping_add(2)) / 3
}

#[inline(always)]
fn quadruples_below(rank: u16) -> u16 {
    triples_below(rank).wrapping_mul(rank.wrapping_add(3)) / 4
}

/// Calls the function for every ascending list of `length` ranks, in the order of [`board_index`].
fn for_each_multiset(length: usize, mut function: impl FnMut(&[u8])) {
    let mut ranks = vec![0u8; length];
    loop {
        function(&ranks);
        // The first rank that can grow without passing the next one; those before it start again.
        let growing = (0..length).find(|&place| {
            let limit = ranks.get(place + 1).copied().unwrap_or(TOP_RANK as u8);
            ranks[place] < limit
        });
        let Some(place) = growing else { return };
        ranks[place] += 1;
        ranks[..place].fill(0);
    }
}

/// Returns the strength of five cards of these ranks that are not all of one suit; 0 if there are
/// five of a rank.
fn strength_of_ranks(kind: LaneKind, mut ranks: Vec<u8>) -> u32 {
    ranks.sort_unstable();
    let mut word = 0u64;
    for (place, &rank) in ranks.iter().enumerate() {
        let copies = ranks[..place].iter().filter(|&&other| other == rank).count();
        if copies == 4 {
            return 0;
        }
        // Five different ranks would be a flush: the last one is put into another suit.
        let breaks_flush = place == 4 && copies == 0 && word < 1 << 16;
        let suit = if breaks_flush { 1 } else { copies };
        word |= 1 << (16 * suit + usize::from(rank));
    }
    strength(kind, CardSet::from_bits(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn multisets_are_numbered_in_order() {
        fn check<const WIDTH: usize>(expected: u16) {
            let mut count = 0;
            for_each_multiset(WIDTH, |ranks| {
                let ranks: [u16; WIDTH] = std::array::from_fn(|place| u16::from(ranks[place]));
                assert_eq!(board_index(ranks), count);
                count += 1;
            });
            assert_eq!(count, expected);
        }
        check::<2>(91);
        check::<3>(455);
        check::<4>(1820);
        check::<5>(6188);
        for first in 0..52u8 {
            for second in 0..52u8 {
                let mut ranks = [u16::from(first / 4), u16::from(second / 4)];
                ranks.sort_unstable();
                let place = PAIR_PLACES[usize::from(first) << 6 | usize::from(second)];
                assert_eq!(u16::from(place), board_index(ranks));
            }
        }
    }

    #[test]
    fn tables_are_small() {
        let bytes: usize =
            [(Ranking::High, 3), (Ranking::High, 4), (Ranking::High, 5), (Ranking::Low, 5)]
                .map(|(ranking, width)| {
                    let table = table(ranking, width);
                    size_of_val(table.rows.as_slice()) + size_of_val(table.strengths.as_slice())
                })
                .iter()
                .sum();
        assert!(bytes + size_of_val(&PAIR_PLACES) < 1 << 21, "{bytes}");
    }

    #[test]
    fn classes_without_flushes() {
        // All 7462 classes of five cards but 1277 flushes and 10 straight flushes, and the 0.
        assert_eq!(table(Ranking::High, 3).strengths.len(), 7462 - 1277 - 10 + 1);
        assert_eq!(table(Ranking::Low, 3).strengths.len(), 6175 + 1);
    }
}
