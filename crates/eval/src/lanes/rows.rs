//! Two cards of some and one card of each of three rows, as ranks held in four suits.

use super::ace_to_five::ace_first;
use super::high::{category, with_low_ace};
use super::many::of_low_ranks;
use super::rank_counts::{highest, lowest, runs_of_five};

/// How many ways there are to choose some of the pool and the three rows.
const GROUPINGS: usize = 1 << 4;

/// How many cards each choice of the pool (bit 0) and the rows (bits 1 to 3) gives to a hand.
const ROOM: [u8; GROUPINGS] = {
    let mut room = [0; GROUPINGS];
    let mut groups = 0;
    while groups < GROUPINGS {
        room[groups] = groups.count_ones() as u8 + (groups & 1) as u8;
        groups += 1;
    }
    room
};

/// Returns the strength of the best flush or straight flush as a high hand, or (0, 0).
pub(crate) fn flush_of_rows(pool: [u16; 4], rows: [[u16; 4]; 3]) -> (u16, u16) {
    let mut best = (0, 0);
    for suit in 0..4 {
        let (own, rows) = (pool[suit], rows.map(|row| row[suit]));
        if own.count_ones() < 2 || rows.contains(&0) {
            continue;
        }
        let found = match highest_straight(own, rows) {
            0 => {
                let top = highest(own);
                let two = top | highest(own ^ top);
                let kickers = rows.into_iter().fold(two, |all, row| all | highest(row));
                (category::FLUSH << category::SHIFT, kickers)
            }
            straight => (category::STRAIGHT_FLUSH << category::SHIFT | straight, 0),
        };
        best = best.max(found);
    }
    best
}

/// Returns the bit of the highest straight of two cards and one of each row, all of one suit, or 0.
fn highest_straight(own: u16, rows: [u16; 3]) -> u16 {
    let all = rows.into_iter().fold(own, |all, row| all | row);
    let mut starts = runs_of_five(with_low_ace::<false>(all));
    while starts != 0 {
        let start = highest(starts);
        // Every card of the suit is there once, so that the row with it must give it.
        let five = start * 0b1_1111;
        let given = |ranks: u16| (with_low_ace::<false>(ranks) & five).count_ones();
        if given(own) == 2 && rows.into_iter().all(|row| given(row) == 1) {
            return start;
        }
        starts ^= start;
    }
    0
}

/// Returns the strength of the lowest hand without a pair, aces low; `None` where every hand has one.
///
/// Ranks are taken from the lowest on, whenever the cards that are taken can still come from
/// different places: as such sets are a matroid, nothing better comes of passing a rank over.
pub(crate) fn low_of_rows(pool: [u16; 4], rows: [[u16; 4]; 3]) -> Option<u32> {
    let ranks = |suits: [u16; 4]| ace_first(suits.into_iter().fold(0, |all, suit| all | suit));
    let groups = [ranks(pool), ranks(rows[0]), ranks(rows[1]), ranks(rows[2])];
    let mut taken = 0_u16;
    let mut used = [0_u8; GROUPINGS];
    let mut left = groups.into_iter().fold(0, |all, group| all | group);
    while left != 0 {
        let bit = lowest(left);
        left ^= bit;
        let holders =
            (0..4).fold(0, |all, group| all | usize::from(groups[group] & bit != 0) << group);
        // Ranks that only some groups have must fit into those: for all groups, that is enough.
        let mut with_rank = used;
        for (grouping, used) in with_rank.iter_mut().enumerate() {
            *used += u8::from(holders & !grouping == 0);
        }
        if with_rank.iter().zip(&ROOM).all(|(used, room)| used <= room) {
            used = with_rank;
            taken |= bit;
            if taken.count_ones() == 5 {
                return Some(of_low_ranks(taken));
            }
        }
    }
    None
}
