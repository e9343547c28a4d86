//! Every pair of hole cards on one board.

use std::sync::OnceLock;

use super::convert::{CARD_END, CHUNK};
use super::hands::{check_rows, row_set};
use super::kernels::{GROUP, Limits, kernel};
use super::{BatchError, Level};
use crate::lanes::{LaneKind, fix_flushes};

/// How many pairs of cards there are.
pub const PAIR_COUNT: usize = 1326;

/// The pairs and what fills the last group up.
const PADDED_COUNT: usize = PAIR_COUNT.next_multiple_of(GROUP);

/// Returns the place of a pair of different cards among all pairs in lexicographic order,
/// (0, 1), (0, 2), … (50, 51); the cards may come in either order.
///
/// `None` if a byte is no card or both are the same card.
///
/// ```
/// use croupier_eval::batch::pair_index;
///
/// assert_eq!(pair_index(0, 1), Some(0));
/// assert_eq!(pair_index(51, 50), Some(1325));
/// assert_eq!(pair_index(7, 7), None);
/// ```
#[must_use]
pub const fn pair_index(first: u8, second: u8) -> Option<usize> {
    if first == second || first >= CARD_END || second >= CARD_END {
        return None;
    }
    let (low, high) = if first < second { (first, second) } else { (second, first) };
    Some(index_of(low as usize, high as usize))
}

/// As [`pair_index`], for two different cards in ascending order.
pub(super) const fn index_of(low: usize, high: usize) -> usize {
    // Before the pairs of `low` come those of 0, with 51 of them, 1, with 50 of them, and so on.
    low * (103 - low) / 2 + high - low - 1
}

/// The suit masks of every pair.
struct PairPlanes([[u16; PADDED_COUNT]; 4]);

fn pair_planes() -> &'static PairPlanes {
    static PLANES: OnceLock<PairPlanes> = OnceLock::new();
    PLANES.get_or_init(|| {
        let mut planes = PairPlanes([[0; PADDED_COUNT]; 4]);
        for low in 0..CARD_END as usize {
            for high in low + 1..CARD_END as usize {
                for card in [low, high] {
                    planes.0[card % 4][index_of(low, high)] |= 1 << (card / 4);
                }
            }
        }
        planes
    })
}

/// Evaluates all pairs of hole cards together with a board of three to five cards.
///
/// The strength of a pair is at its [`pair_index`]. It is 0 for pairs that share a card with the
/// board and for pairs with a card that is not in the ranking's deck.
///
/// # Errors
///
/// If the board has fewer than three or more than five cards, or if it has a byte that is no card,
/// a card twice, or a card that is not in the deck; the index of the hand is then 0.
pub fn board_strengths(
    kind: LaneKind,
    board: &[u8],
    out: &mut [u32; PAIR_COUNT],
    level: Level,
) -> Result<(), BatchError> {
    check_rows(board, board.len(), 3, 5)?;
    let board_set = row_set(board, 0)?;
    let deck = kind.deck().bits();
    if board_set & !deck != 0 {
        return Err(BatchError::NotInDeck { index: 0 });
    }

    let level = level.supported();
    let run = kernel(kind, level);
    // The pairs that are not possible are evaluated too and then overwritten: nothing is checked.
    let limits = Limits { forbidden: 0, fewest: 0, span: u16::MAX };
    let pairs = &pair_planes().0;
    let mut planes = [[0u16; CHUNK]; 4];
    for start in (0..PADDED_COUNT).step_by(CHUNK) {
        let end = PADDED_COUNT.min(start + CHUNK);
        for (suit, plane) in planes.iter_mut().enumerate() {
            let of_board = (board_set >> (16 * suit)) as u16;
            for (mask, pair) in plane.iter_mut().zip(&pairs[suit][start..end]) {
                *mask = of_board | pair;
            }
        }
        let mut strengths = [0; CHUNK];
        let planes = planes.each_ref().map(|plane| &plane[..end - start]);
        // SAFETY: the level is supported by the machine.
        unsafe { run(planes, &mut strengths[..end - start], limits) };
        fix_flushes(kind, planes, &mut strengths[..end - start]);
        let room = &mut out[start..PAIR_COUNT.min(end)];
        room.copy_from_slice(&strengths[..room.len()]);
    }

    for card in 0..CARD_END {
        let place = 1 << (u32::from(card % 4) * 16 + u32::from(card / 4));
        if deck & !board_set & place == 0 {
            remove(card as usize, out);
        }
    }
    Ok(())
}

/// Sets the strengths of all pairs with the card to 0.
fn remove(card: usize, out: &mut [u32; PAIR_COUNT]) {
    for low in 0..card {
        out[index_of(low, card)] = 0;
    }
    if card + 1 < CARD_END as usize {
        out[index_of(card, card + 1)..=index_of(card, CARD_END as usize - 1)].fill(0);
    }
}
