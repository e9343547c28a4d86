//! Every pair of hole cards on many boards, as numbers of classes.
//!
//! Where no flush is possible, only the ranks of the board and of the pair count: a table has the class of every pair of
//! ranks for every board of ranks. A board is one row of it, each class written for all suits of its pair; flushes are
//! put over that. Nothing is evaluated any more.

#[cfg(target_arch = "x86_64")]
mod avx512;

use std::sync::OnceLock;

use croupier_cards::CardSet;
use croupier_cards::set::RANK_MASK;

use super::board::{PAIR_COUNT, index_of};
use super::convert::CARD_END;
use super::hands::{check_rows, row_set};
use super::{BatchError, Level};
use crate::lanes::{LaneKind, strength};

const RANKS: usize = 13;
const SUITS: usize = 4;
/// The pairs of ranks, each with itself and with all above it.
const RANK_PAIRS: usize = RANKS * (RANKS + 1) / 2;
/// How many cards a board has.
const WIDTHS: std::ops::RangeInclusive<usize> = 3..=5;
const MAX: usize = 5;
/// A bit in each of four lanes of 16 bits.
const EACH_LANE: u64 = 0x0001_0001_0001_0001;
/// The sets of ranks.
const MASKS: usize = 1 << RANKS;

/// The rankings whose classes follow of ranks and of flushes that are better the higher they are.
const KINDS: [LaneKind; 3] = [LaneKind::High, LaneKind::ShortDeck, LaneKind::AceToFive];

/// The classes of a ranking.
struct Classes {
    /// The strength of each class, the weakest first; class 1 is the first of them.
    strengths: Vec<u32>,
    /// The class of the best flush of the ranks of a suit; 0 where there are fewer than five.
    flushes: Box<[u16; MASKS]>,
    /// For boards of three, four and five cards: for every board of ranks the classes of all pairs of ranks.
    rows: [OnceLock<Vec<Row>>; 3],
}

/// The classes of all pairs of ranks on a board of ranks, and as much room as whole registers have.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Row([u16; RANK_PAIRS.next_multiple_of(32)]);

/// Returns the classes of a ranking, if they follow of ranks and flushes.
fn classes(kind: LaneKind) -> Option<&'static Classes> {
    static CLASSES: [OnceLock<Classes>; KINDS.len()] = [const { OnceLock::new() }; KINDS.len()];
    let place = KINDS.iter().position(|&one| one == kind)?;
    Some(CLASSES[place].get_or_init(|| Classes::new(kind)))
}

/// Tells whether the ranking has classes on many boards.
#[must_use]
pub fn has_classes(kind: LaneKind) -> bool {
    KINDS.contains(&kind)
}

/// Returns the strengths of the classes of a ranking, the weakest first: class 1 is the first of them.
#[must_use]
pub fn class_strengths(kind: LaneKind) -> &'static [u32] {
    classes(kind).map_or(&[], |found| &found.strengths)
}

impl Classes {
    fn new(kind: LaneKind) -> Self {
        let deck = kind.deck_ranks();
        let has_flushes = kind != LaneKind::AceToFive;
        let of_suit = |mask: u16| strength(kind, CardSet::from_bits(u64::from(mask)));
        let masks = |fewest: u32, most: u32| {
            (0..MASKS as u16).filter(move |mask| {
                mask & !deck == 0 && (fewest..=most).contains(&mask.count_ones())
            })
        };
        let mut strengths = Vec::new();
        each_multiset::<5>(|ranks| {
            if let Some(set) = spread(ranks, deck) {
                strengths.push(strength(kind, set));
            }
        });
        if has_flushes {
            strengths.extend(masks(5, 5).map(of_suit));
        }
        strengths.sort_unstable();
        strengths.dedup();
        let mut found = Self { strengths, flushes: Box::new([0; MASKS]), rows: Default::default() };
        if has_flushes {
            for mask in masks(5, 7) {
                found.flushes[usize::from(mask)] = found.class_of(of_suit(mask));
            }
        }
        found
    }

    fn class_of(&self, strength: u32) -> u16 {
        self.strengths.binary_search(&strength).map_or(0, |place| place as u16 + 1)
    }

    fn rows(&self, kind: LaneKind, width: usize) -> &[Row] {
        self.rows[width - WIDTHS.start()].get_or_init(|| match width {
            3 => self.make_rows::<3>(kind),
            4 => self.make_rows::<4>(kind),
            _ => self.make_rows::<5>(kind),
        })
    }

    fn make_rows<const WIDTH: usize>(&self, kind: LaneKind) -> Vec<Row> {
        let mut rows = Vec::new();
        each_multiset::<WIDTH>(|board| {
            let mut row = Row([0; _]);
            let pairs =
                (0..RANKS as u8).flat_map(|low| (low..RANKS as u8).map(move |high| [low, high]));
            for (class, pair) in row.0.iter_mut().zip(pairs) {
                let mut ranks = [0; MAX + 2];
                ranks[..WIDTH].copy_from_slice(&board);
                ranks[WIDTH..WIDTH + 2].copy_from_slice(&pair);
                let ranks = &mut ranks[..WIDTH + 2];
                ranks.sort_unstable();
                if let Some(set) = spread(ranks, kind.deck_ranks()) {
                    *class = self.class_of(strength(kind, set));
                }
            }
            rows.push(row);
        });
        rows
    }
}

/// Calls with every choice of ranks in ascending order, in the order of [`multiset_index`].
fn each_multiset<const WIDTH: usize>(mut call: impl FnMut([u8; WIDTH])) {
    let mut ranks = [0; WIDTH];
    loop {
        call(ranks);
        // The lowest that can grow does; those below it begin anew.
        let Some(place) = (0..WIDTH).find(|&place| {
            place + 1 == WIDTH && ranks[place] + 1 < RANKS as u8
                || place + 1 < WIDTH && ranks[place] < ranks[place + 1]
        }) else {
            return;
        };
        ranks[place] += 1;
        ranks[..place].fill(0);
    }
}

/// Deals cards of ranks in ascending order so that no five have one suit; `None` where there are not as many, or where
/// the deck has none.
fn spread(ranks: impl AsRef<[u8]>, deck: u16) -> Option<CardSet> {
    let mut bits = 0_u64;
    for (number, &rank) in ranks.as_ref().iter().enumerate() {
        let card = 1 << (number % SUITS * 16 + usize::from(rank));
        if bits & card != 0 || deck >> rank & 1 == 0 {
            return None;
        }
        bits |= card;
    }
    Some(CardSet::from_bits(bits))
}

/// How many choices of ranks come before those whose place-th rank, from the lowest, is this and the others are lowest.
const BEFORE: [[u16; RANKS]; MAX] = {
    let mut before = [[0; RANKS]; MAX];
    let mut place = 0;
    while place < MAX {
        let mut rank = 1;
        while rank < RANKS {
            before[place][rank] = choice_count(place + 1, rank - 1);
            rank += 1;
        }
        place += 1;
    }
    before
};

/// Returns how many choices of so many ranks there are, none above the given one.
const fn choice_count(count: usize, highest: usize) -> u16 {
    // Multisets: (highest + count) over count.
    let mut found = 1;
    let mut step = 1;
    while step <= count {
        found = found * (highest + step) / step;
        step += 1;
    }
    found as u16
}

/// Returns the place of ranks in ascending order among all choices of as many.
#[inline(always)]
fn multiset_index<const WIDTH: usize>(ranks: [u8; WIDTH]) -> usize {
    let mut index = 0;
    for (place, rank) in ranks.into_iter().enumerate() {
        index += BEFORE[place][usize::from(rank)];
    }
    usize::from(index)
}

/// Writes the classes of the pairs of a rank with itself and with those above it.
#[inline(always)]
fn write_rank<const RANK: usize>(Row(row): &Row, free: &[u64; RANKS], out: &mut [u16; PAIR_COUNT]) {
    let first = RANK * (2 * RANKS + 1 - RANK) / 2;
    for number in 0..RANKS - RANK {
        let lanes = to_lanes((u64::from(row[first + number]) * EACH_LANE) & free[RANK + number]);
        for suit in (0..SUITS).rev() {
            let card = SUITS * RANK + suit;
            // Where the card's pair with the first card of this rank would be.
            let place = index_of(card, card + 1) + SUITS * number;
            match place.checked_sub(suit + 1) {
                Some(place) => out[place..place + SUITS].copy_from_slice(&lanes),
                // There is nothing before the first row.
                None => out[..SUITS - 1].copy_from_slice(&lanes[1..]),
            }
        }
    }
}

/// Returns the four lanes of a word.
#[inline(always)]
const fn to_lanes(word: u64) -> [u16; SUITS] {
    [word as u16, (word >> 16) as u16, (word >> 32) as u16, (word >> 48) as u16]
}

/// Puts a few numbers in order, without branches.
#[inline(always)]
fn sort<const WIDTH: usize>(ranks: &mut [u8; WIDTH]) {
    for end in (1..WIDTH).rev() {
        for place in 0..end {
            let (one, two) = (ranks[place], ranks[place + 1]);
            (ranks[place], ranks[place + 1]) = (one.min(two), one.max(two));
        }
    }
}

/// Writes the classes of all pairs on rows of boards of `width` cards: [`PAIR_COUNT`] for each board, in the order of
/// [`pair_index`](super::pair_index). A class is a number from 1 for the weakest hands of the ranking; pairs that share a
/// card with the board, or have one that is not in the deck, have 0.
///
/// # Errors
///
/// If the boards have fewer than three or more than five cards, if there is another number of rows than the output has
/// room for, or if a board has a byte that is no card, a card twice, or a card that is not in the deck.
pub fn board_classes(
    kind: LaneKind,
    boards: &[u8],
    width: usize,
    out: &mut [u16],
    level: Level,
) -> Result<(), BatchError> {
    check_rows(boards, width, *WIDTHS.start(), *WIDTHS.end())?;
    let (hands, room) = (boards.len() / width * PAIR_COUNT, out.len());
    let Some(classes) = classes(kind).filter(|_| hands == room) else {
        return Err(BatchError::OutputLength { hands, room });
    };
    let rows = classes.rows(kind, width);
    let work = Work { classes, rows, deck: kind.deck().bits() };
    let out = out.as_chunks_mut::<PAIR_COUNT>().0;
    let run: Run = match level.supported() {
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 => x86::avx512,
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => x86::avx2,
        _ => baseline,
    };
    // SAFETY: the level is supported by the machine.
    unsafe { run(work, boards, width, out) }
}

/// The tables that boards are looked up in.
#[derive(Clone, Copy)]
struct Work<'a> {
    classes: &'a Classes,
    rows: &'a [Row],
    deck: u64,
}

type Run = unsafe fn(Work<'_>, &[u8], usize, &mut [[u16; PAIR_COUNT]]) -> Result<(), BatchError>;

/// Calls for boards of as many cards as there are, with the given way of writing what the ranks make.
#[inline(always)]
fn run(
    work: Work<'_>,
    boards: &[u8],
    width: usize,
    out: &mut [[u16; PAIR_COUNT]],
    write_ranks: impl Fn(&Row, &[u8], &mut [u16; PAIR_COUNT]),
) -> Result<(), BatchError> {
    match width {
        3 => work.run::<3>(boards, out, write_ranks),
        4 => work.run::<4>(boards, out, write_ranks),
        _ => work.run::<5>(boards, out, write_ranks),
    }
}

fn baseline(
    work: Work<'_>,
    boards: &[u8],
    width: usize,
    out: &mut [[u16; PAIR_COUNT]],
) -> Result<(), BatchError> {
    run(work, boards, width, out, write_ranks)
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{BatchError, PAIR_COUNT, Work, avx512, run, write_ranks};

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn avx2(
        work: Work<'_>,
        boards: &[u8],
        width: usize,
        out: &mut [[u16; PAIR_COUNT]],
    ) -> Result<(), BatchError> {
        run(work, boards, width, out, write_ranks)
    }

    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512bitalg,avx512vpopcntdq"
    )]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn avx512(
        work: Work<'_>,
        boards: &[u8],
        width: usize,
        out: &mut [[u16; PAIR_COUNT]],
    ) -> Result<(), BatchError> {
        run(work, boards, width, out, |row, board, out| avx512::write_ranks(row, board, out))
    }
}

/// Writes what the ranks alone make.
///
/// The classes of a rank with itself and with those above it, once for each suit, are what stands beside each of its
/// four cards, but for the first few: pairs of the card with itself and with those before it. They are written all
/// the same, over the end of the row before, which is written after it. So nothing is read again that was just written.
#[inline(always)]
fn write_ranks(row: &Row, board: &[u8], out: &mut [u16; PAIR_COUNT]) {
    // For each rank which of its cards are not on the board, 16 bits for each.
    let mut free = [u64::MAX; RANKS];
    for &card in board {
        let card = usize::from(card);
        free[card / SUITS] &= !(u64::from(u16::MAX) << (card % SUITS * 16));
    }
    // All places are known beforehand: nothing is left to be checked.
    macro_rules! write {
        ($($rank:literal)*) => { $(write_rank::<$rank>(row, &free, out);)* };
    }
    write!(12 11 10 9 8 7 6 5 4 3 2 1 0);
    for card in
        board.iter().map(|&card| usize::from(card)).filter(|card| card + 1 < CARD_END as usize)
    {
        let place = index_of(card, card + 1);
        out[place..place + CARD_END as usize - 1 - card].fill(0);
    }
}

impl Work<'_> {
    #[inline(always)]
    fn run<const WIDTH: usize>(
        self,
        boards: &[u8],
        out: &mut [[u16; PAIR_COUNT]],
        write_ranks: impl Fn(&Row, &[u8], &mut [u16; PAIR_COUNT]),
    ) -> Result<(), BatchError> {
        for (index, (board, out)) in boards.as_chunks::<WIDTH>().0.iter().zip(out).enumerate() {
            let set = row_set(board, index)?;
            if set & !self.deck != 0 {
                return Err(BatchError::NotInDeck { index });
            }
            let mut ranks = board.map(|card| card / SUITS as u8);
            sort(&mut ranks);
            write_ranks(&self.rows[multiset_index(ranks)], board, out);
            for suit in 0..SUITS {
                let held = (set >> (16 * suit)) as u16;
                if held.count_ones() >= 3 {
                    self.write_flushes(held, suit, set, out);
                }
            }
        }
        Ok(())
    }

    /// Puts flushes over what the ranks make, where the board has these ranks of a suit.
    fn write_flushes(self, held: u16, suit: usize, set: u64, out: &mut [u16; PAIR_COUNT]) {
        let flushes = &self.classes.flushes;
        let flush = |ranks: u16| flushes[usize::from(ranks) % MASKS];
        let open = self.deck as u16 & !held;
        if held.count_ones() >= 4 {
            let base = flush(held);
            if base > 0 {
                out.iter_mut()
                    .filter(|class| **class > 0)
                    .for_each(|class| *class = base.max(*class));
            }
            for other in (0..SUITS).filter(|&other| other != suit) {
                let live = ((self.deck & !set) >> (16 * other)) as u16;
                for rank in bits(open) {
                    let (card, class) = (SUITS * rank + suit, flush(held | 1 << rank));
                    for rank in bits(live) {
                        let beside = SUITS * rank + other;
                        raise(out, index_of(card.min(beside), card.max(beside)), class);
                    }
                }
            }
        }
        let mut above = open;
        for low in bits(open) {
            above &= above - 1;
            let (ranks, places) = (held | 1 << low, &SUITED[suit][low]);
            for high in bits(above) {
                raise(out, usize::from(places[high]), flush(ranks | 1 << high));
            }
        }
    }
}

/// Where pairs of two ranks of a suit are, by suit, lower and higher rank.
const SUITED: [[[u16; RANKS]; RANKS]; SUITS] = {
    let mut places = [[[0; RANKS]; RANKS]; SUITS];
    let mut number = 0;
    while number < SUITS * RANKS * RANKS {
        let (suit, low, high) = (number / RANKS / RANKS, number / RANKS % RANKS, number % RANKS);
        if low < high {
            places[suit][low][high] = index_of(SUITS * low + suit, SUITS * high + suit) as u16;
        }
        number += 1;
    }
    places
};

/// Makes the class of a pair at least this.
#[inline(always)]
fn raise(out: &mut [u16; PAIR_COUNT], place: usize, class: u16) {
    let old = &mut out[place];
    *old = class.max(*old);
}

/// Lists the ranks of a mask.
#[inline(always)]
fn bits(mask: u16) -> impl Iterator<Item = usize> {
    let mut left = mask & RANK_MASK;
    std::iter::from_fn(move || {
        let rank = left.trailing_zeros() as usize;
        if left == 0 {
            return None;
        }
        left &= left - 1;
        Some(rank)
    })
}

/// Writes for rows of [`PAIR_COUNT`] classes the pairs from the weakest to the best; those of the same class stay in
/// their order, and those that are not possible come first.
///
/// # Errors
///
/// If the output has another length than the input, or if the input does not divide into rows.
pub fn sort_classes(classes: &[u16], out: &mut [u16]) -> Result<(), BatchError> {
    check_rows_of_pairs(classes, out)?;
    let rows = classes.as_chunks::<PAIR_COUNT>().0.as_chunks::<ROWS_AT_ONCE>();
    let outs = out.as_chunks_mut::<PAIR_COUNT>().0.as_chunks_mut::<ROWS_AT_ONCE>();
    let mut between = [[0; PAIR_COUNT]; ROWS_AT_ONCE];
    for (rows, out) in rows.0.iter().zip(outs.0) {
        sort_rows(rows, out, &mut between);
    }
    let mut between = [[0; PAIR_COUNT]];
    for (row, out) in rows.1.iter().zip(outs.1) {
        sort_rows(std::array::from_ref(row), std::array::from_mut(out), &mut between);
    }
    Ok(())
}

/// So many rows are sorted side by side: a count that was just raised cannot be read at once, and those of other rows
/// can.
const ROWS_AT_ONCE: usize = 4;

/// Sorts some rows by the lower half of the bits, and then by the upper half, which keeps the order of the lower.
#[expect(
    clippy::needless_range_loop,
    reason = "one place of all rows is looked at, not all places of one row"
)]
fn sort_rows<const ROWS: usize>(
    rows: &[[u16; PAIR_COUNT]; ROWS],
    out: &mut [[u16; PAIR_COUNT]; ROWS],
    between: &mut [[u32; PAIR_COUNT]; ROWS],
) {
    let mut low = [[0_u16; DIGITS]; ROWS];
    let mut high = low;
    for pair in 0..PAIR_COUNT {
        for row in 0..ROWS {
            let class = usize::from(rows[row][pair]);
            low[row][class % DIGITS] += 1;
            high[row][class / DIGITS] += 1;
        }
    }
    let (mut low, mut high) = (low.map(starts), high.map(starts));
    for pair in 0..PAIR_COUNT {
        for row in 0..ROWS {
            let class = usize::from(rows[row][pair]);
            let place = &mut low[row][class % DIGITS];
            // The digit that is left, and the pair.
            let rest = ((class / DIGITS) << 16 | pair) as u32;
            between[row][usize::from(*place).min(PAIR_COUNT - 1)] = rest;
            *place += 1;
        }
    }
    for place in 0..PAIR_COUNT {
        for row in 0..ROWS {
            let rest = between[row][place];
            let place = &mut high[row][(rest >> 16) as usize % DIGITS];
            out[row][usize::from(*place).min(PAIR_COUNT - 1)] = rest as u16;
            *place += 1;
        }
    }
}

/// Two digits of this many values have room for every number of 16 bits, whoever made it.
const DIGITS: usize = 256;

fn starts(counts: [u16; DIGITS]) -> [u16; DIGITS] {
    let mut sum = 0;
    counts.map(|count| {
        sum += count;
        sum - count
    })
}

fn check_rows_of_pairs(classes: &[u16], out: &[u16]) -> Result<(), BatchError> {
    if !classes.len().is_multiple_of(PAIR_COUNT) {
        return Err(BatchError::PartialRow { length: classes.len(), width: PAIR_COUNT });
    }
    if classes.len() != out.len() {
        return Err(BatchError::OutputLength { hands: classes.len(), room: out.len() });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::board_strengths;
    use croupier_cards::Shuffler;

    #[test]
    fn there_are_as_many_classes_as_the_tables_say() {
        let counts = KINDS.map(|kind| class_strengths(kind).len());
        assert_eq!(counts, [7462, 1404, 6175]);
    }

    #[test]
    fn choices_of_ranks_are_numbered_in_their_order() {
        let mut number = 0;
        each_multiset::<5>(|ranks| {
            assert_eq!(multiset_index(ranks), number, "{ranks:?}");
            number += 1;
        });
        assert_eq!(number, 6188);
    }

    #[test]
    fn classes_are_those_of_strengths() {
        let mut random = Shuffler::from_seed(3);
        for kind in KINDS {
            let strengths = class_strengths(kind);
            let mut deck: Vec<u8> =
                (0..CARD_END).filter(|card| kind.deck_ranks() >> (card / 4) & 1 == 1).collect();
            for round in 0..600 {
                random.shuffle(&mut deck);
                let width = 3 + round % 3;
                // Every third board is of one suit as far as it goes.
                if round % 9 < 3 {
                    deck.sort_by_key(|card| card % 4);
                    deck[..9].rotate_left(round % 5);
                }
                let board = deck[..width].to_vec();
                let mut expected = [0; PAIR_COUNT];
                board_strengths(kind, &board, &mut expected, Level::Baseline).unwrap();
                for level in Level::available() {
                    let mut found = [1; PAIR_COUNT];
                    board_classes(kind, &board, width, &mut found, level).unwrap();
                    for (pair, (&class, &strength)) in found.iter().zip(&expected).enumerate() {
                        let said = if class == 0 { 0 } else { strengths[usize::from(class) - 1] };
                        assert_eq!(said, strength, "{kind:?} {board:?} {pair}");
                    }
                }
            }
        }
    }

    #[test]
    fn pairs_are_sorted_from_the_weakest() {
        let boards = [51, 47, 43, 2, 9, 0, 4, 8, 12, 16];
        let mut classes = vec![0; 2 * PAIR_COUNT];
        board_classes(LaneKind::High, &boards, 5, &mut classes, Level::detect()).unwrap();
        let mut order = vec![0; 2 * PAIR_COUNT];
        sort_classes(&classes, &mut order).unwrap();
        for (classes, order) in classes.chunks(PAIR_COUNT).zip(order.chunks(PAIR_COUNT)) {
            let key = |pair: &u16| (classes[usize::from(*pair)], *pair);
            assert!(order.is_sorted_by_key(key));
            let mut all = order.to_vec();
            all.sort_unstable();
            assert!(all.iter().enumerate().all(|(place, &pair)| place == usize::from(pair)));
            assert_eq!(order.iter().filter(|pair| key(pair).0 == 0).count(), 245);
        }
    }

    #[test]
    fn numbers_that_are_no_classes_are_sorted_all_the_same() {
        let mut random = Shuffler::from_seed(5);
        let numbers: Vec<u16> = (0..PAIR_COUNT).map(|_| random.next_u64() as u16).collect();
        let mut order = vec![0; PAIR_COUNT];
        sort_classes(&numbers, &mut order).unwrap();
        assert!(order.is_sorted_by_key(|&pair| (numbers[usize::from(pair)], pair)));
    }

    #[test]
    fn wrong_boards_are_refused() {
        let mut out = [0; PAIR_COUNT];
        let mut refuse = |kind, boards: &[u8], width| {
            board_classes(kind, boards, width, &mut out, Level::detect()).unwrap_err()
        };
        let high = LaneKind::High;
        assert_eq!(refuse(high, &[1, 2, 3, 4, 4], 5), BatchError::DuplicateCard { index: 0 });
        assert_eq!(
            refuse(high, &[1, 2, 3, 4, 52], 5),
            BatchError::CardOutOfRange { index: 0, value: 52 }
        );
        assert_eq!(
            refuse(LaneKind::ShortDeck, &[1, 20, 30, 40, 50], 5),
            BatchError::NotInDeck { index: 0 }
        );
        assert_eq!(
            refuse(high, &[1, 2], 2),
            BatchError::Width { width: 2, minimum: 3, maximum: 5 }
        );
        assert!(matches!(refuse(high, &[1, 2, 3, 4, 5, 6], 3), BatchError::OutputLength { .. }));
    }
}
