//! One Omaha hand at a time, from the tables of the batches.

use croupier_cards::{Card, CardSet};

use super::BOARD_WIDTHS;
use super::chunk::sort;
use super::tables::{RankTable, Ranking, board_index, table};
use crate::lanes::{LaneKind, omaha_ace_to_five, omaha_flush};

/// Returns the strength of the best two hole cards and three board cards, as [`crate::lanes`] has it;
/// `None` where there is no table for the ranking or for so many cards.
///
/// The cards must be distinct and of the standard deck.
#[must_use]
pub fn omaha_strength(kind: LaneKind, hole: &[Card], board: &[Card]) -> Option<u32> {
    let fits = hole.len() >= 2 && (BOARD_WIDTHS.0..=BOARD_WIDTHS.1).contains(&board.len());
    match kind {
        LaneKind::High if fits => {
            let table = table(Ranking::High, board.len());
            let row = match board.len() {
                3 => row_index::<3>(board),
                4 => row_index::<4>(board),
                _ => row_index::<5>(board),
            };
            let strength = table.strength(best_class(table, row, hole));
            let (high, low) = omaha_flush(suit_masks(hole), suit_masks(board));
            Some(strength.max(u32::from(high) << 16 | u32::from(low)))
        }
        LaneKind::AceToFive if fits => {
            if let Some(strength) = omaha_ace_to_five(suit_masks(hole), suit_masks(board)) {
                return Some(strength);
            }
            let table = table(Ranking::Low, board.len());
            let mut best = 0;
            for third in 2..board.len() {
                for second in 1..third {
                    for first in 0..second {
                        let triple = [board[first], board[second], board[third]];
                        best = best.max(best_class(table, row_index::<3>(&triple), hole));
                    }
                }
            }
            Some(table.strength(best))
        }
        _ => None,
    }
}

fn suit_masks(cards: &[Card]) -> [u16; 4] {
    CardSet::from_iter(cards.iter().copied()).suit_masks()
}

fn row_index<const WIDTH: usize>(board: &[Card]) -> u16 {
    let mut ranks = [0; WIDTH];
    for (rank, card) in ranks.iter_mut().zip(board) {
        *rank = u16::from(card.code() >> 2);
    }
    sort(&mut ranks);
    board_index(ranks)
}

fn best_class(table: &RankTable, row: u16, hole: &[Card]) -> u16 {
    let row = table.row(row);
    let mut best = 0;
    for (place, second) in hole.iter().enumerate() {
        for first in &hole[..place] {
            best = best.max(row.class(first.code(), second.code()));
        }
    }
    best
}
