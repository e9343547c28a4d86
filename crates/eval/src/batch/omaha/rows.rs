//! Two cards of some and one card of each of three rows, one hand at a time.
//!
//! Boards that are laid out in rows can have hundreds of such threes. By ranks alone many of them
//! are the same, and each of the others is one row of the table of three board cards.

use croupier_cards::{CardSet, rank};

use super::tables::{Ranking, board_index, table};
use crate::lanes::{LaneKind, flush_of_rows, low_of_rows};

/// How many pairs of ranks there are.
const PAIRS: usize = 91;

/// Where the lists of three ranks begin that have a rank as the highest.
const TRIPLES_BELOW: [u16; rank::COUNT] = {
    let mut below = [0; rank::COUNT];
    let mut rank = 0;
    while rank < rank::COUNT {
        below[rank] = (rank * (rank + 1) * (rank + 2) / 6) as u16;
        rank += 1;
    }
    below
};

/// The three ranks without a pair that can be the best hand: the highest straight.
const TEN_JACK_QUEEN: [u16; 3] = [8, 9, 10];

/// For each pair of ranks, the ranks that make a three with a pair of it: all where it is a pair itself.
const PAIRING: [u16; PAIRS] = {
    let mut pairing = [0; PAIRS];
    let mut pair = 0;
    let mut high = 0;
    while high < rank::COUNT {
        let mut low = 0;
        while low <= high {
            pairing[pair] = if low == high { u16::MAX } else { 1 << high };
            pair += 1;
            low += 1;
        }
        high += 1;
    }
    pairing
};

/// Returns the strength of the best hand of two cards of a pool and one card of each row, as
/// [`crate::lanes`] has it; `None` where that takes looking at all hands.
///
/// The four sets must be of the standard deck and share no card.
#[must_use]
pub fn strength_of_rows(kind: LaneKind, pool: CardSet, rows: [CardSet; 3]) -> Option<u32> {
    if pool.len() < 2 || rows.iter().any(|row| row.is_empty()) {
        return None;
    }
    let rows = rows.map(CardSet::suit_masks);
    match kind {
        LaneKind::High => {
            let (high, low) = flush_of_rows(pool.suit_masks(), rows);
            let flush = u32::from(high) << 16 | u32::from(low);
            Some(without_flushes(pool.suit_masks(), rows).max(flush))
        }
        LaneKind::AceToFive => low_of_rows(pool.suit_masks(), rows),
        _ => None,
    }
}

/// Returns the strength of the best high hand by ranks.
fn without_flushes(pool: [u16; 4], rows: [[u16; 4]; 3]) -> u32 {
    let table = table(Ranking::High, 3);
    // One more than there are pairs, so that all of them come in twos.
    let mut places = [0; PAIRS + 1];
    let count = list_pairs(pool, &mut places);
    let (twos, _) = places[..count.next_multiple_of(2)].as_chunks::<2>();
    let ranks = rows.map(|row| row.into_iter().fold(0, |ranks, suit| ranks | suit));
    let (tops, pairs) = highest_beside(ranks);
    let mut best = 0;
    // Threes with a pair first: when they made a hand that no three without one can beat, these
    // need not be looked at.
    let best_without_pair = table.best_of(board_index(TEN_JACK_QUEEN));
    for with_pair in [true, false] {
        if !with_pair && best >= best_without_pair {
            break;
        }
        let mut left = pairs;
        while left != 0 {
            let pair = left.trailing_zeros() as usize % PAIRS;
            left &= left - 1;
            let chosen = if with_pair { PAIRING[pair] } else { !PAIRING[pair] };
            for top in ranks_of(tops[pair] & chosen) {
                let board = pair as u16 + TRIPLES_BELOW[usize::from(top)];
                if table.best_of(board) <= best {
                    continue;
                }
                let row = table.row(board);
                for &[one, other] in twos {
                    best = best.max(row.class_at(one).max(row.class_at(other)));
                }
            }
        }
    }
    table.strength(best)
}

/// Lists the places in rows of tables of all pairs of ranks that a pool has, and counts them.
///
/// The place after the last is that of the last, too.
fn list_pairs(pool: [u16; 4], places: &mut [u8; PAIRS + 1]) -> usize {
    let any = pool.into_iter().fold(0, |ranks, suit| ranks | suit);
    let held = |rank: u16| pool.iter().filter(|&suit| suit >> rank & 1 == 1).count();
    let mut count = 0;
    for high in ranks_of(any) {
        for low in ranks_of(any & ((1 << high) - 1)).chain((held(high) > 1).then_some(high)) {
            places[count] = board_index([low, high]) as u8;
            places[count + 1] = places[count];
            count += 1;
        }
    }
    count
}

/// Returns the lists of three ranks that have one of each mask: for each pair of ranks, the ranks that
/// go with it and are no lower; and, as bits, the pairs that have some.
fn highest_beside([first, second, third]: [u16; 3]) -> ([u16; PAIRS], u128) {
    let mut tops = [0; PAIRS];
    let mut pairs = 0;
    // The highest rank is of one row, the two others are of the other two.
    for (one, other, highest) in
        [(first, second, third), (first, third, second), (second, third, first)]
    {
        for rank in ranks_of(one) {
            for beside in ranks_of(other) {
                let (low, high) = (rank.min(beside), rank.max(beside));
                let pair = usize::from(board_index([low, high])) % PAIRS;
                tops[pair] |= highest & (u16::MAX << high);
                pairs |= 1 << pair;
            }
        }
    }
    (tops, pairs)
}

fn ranks_of(mask: u16) -> impl Iterator<Item = u16> {
    let mut left = mask & ((1 << rank::COUNT) - 1);
    std::iter::from_fn(move || {
        let rank = (left != 0).then(|| left.trailing_zeros() as u16);
        left &= left.wrapping_sub(1);
        rank
    })
}

#[cfg(test)]
mod tests {
    use croupier_cards::{Deck, Shuffler};

    use super::*;
    use crate::card_split::visit_subsets;
    use crate::lanes::strength;

    fn slow(kind: LaneKind, pool: CardSet, rows: [CardSet; 3]) -> u32 {
        let mut best = 0;
        visit_subsets(pool, 2, CardSet::EMPTY, &mut |two| {
            visit_subsets(rows[0], 1, two, &mut |three| {
                visit_subsets(rows[1], 1, three, &mut |four| {
                    visit_subsets(rows[2], 1, four, &mut |five| {
                        best = best.max(strength(kind, five));
                    });
                });
            });
        });
        best
    }

    #[test]
    fn is_the_best_of_all_hands() {
        let mut shuffler = Shuffler::from_seed(4);
        let mut unpaired = 0;
        for round in 0..4000 {
            let mut deck = Deck::Standard.cards(0);
            // Few suits make many flushes, few ranks many pairs.
            match round % 4 {
                0 => deck.retain(|card| card.code() % 4 < 2),
                1 => deck.retain(|card| card.code() / 4 < 7),
                2 => deck.retain(|card| card.code() % 4 == 0 || card.code() / 4 > 8),
                _ => {}
            }
            shuffler.shuffle(&mut deck);
            let mut cards = deck.into_iter();
            let mut take =
                |count: u32| -> CardSet { cards.by_ref().take(count as usize).collect() };
            let pool = take(2 + round % 5);
            let rows = std::array::from_fn(|_| take(1 + shuffler.below(4)));
            let high = strength_of_rows(LaneKind::High, pool, rows);
            assert_eq!(high, Some(slow(LaneKind::High, pool, rows)), "{pool:?} {rows:?}");
            let low = strength_of_rows(LaneKind::AceToFive, pool, rows);
            if let Some(low) = low {
                unpaired += 1;
                assert_eq!(low, slow(LaneKind::AceToFive, pool, rows), "{pool:?} {rows:?}");
            }
            assert_eq!(strength_of_rows(LaneKind::AceToSix, pool, rows), None);
        }
        assert!(unpaired > 2000, "{unpaired}");
        let empty = strength_of_rows(LaneKind::High, CardSet::STANDARD, [CardSet::EMPTY; 3]);
        assert_eq!(empty, None);
    }
}
