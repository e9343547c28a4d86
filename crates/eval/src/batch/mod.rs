//! Arrays of hands in, strengths out.
//!
//! The strengths are those of [`crate::lanes::strength`], on vectors of hands at a time. Hands come
//! as rows of card bytes ([`evaluate_rows`]), as sets ([`evaluate_sets`]) or as an array of masks for
//! each suit ([`evaluate_planes`]); [`parallel`] spreads the same over threads. [`board_strengths`]
//! ranks every pair of hole cards on one board, and [`evaluate_omaha`] hands that use exactly two
//! hole cards.
//!
//! Every input is checked while it is evaluated. After an error, the output holds some numbers that
//! mean nothing.
//!
//! ```
//! use croupier_eval::batch::{BatchError, Level, evaluate_rows};
//! use croupier_eval::lanes::LaneKind;
//!
//! let rows = [51, 47, 43, 39, 35, 0, 1, 51, 50, 49, 48, 0, 1, 2];
//! let mut out = [0; 2];
//! evaluate_rows(LaneKind::High, &rows, 7, &mut out, Level::detect())?;
//! assert!(out[0] > out[1], "a royal flush beats quads");
//!
//! let twice = [51, 51, 43, 39, 35];
//! let error = evaluate_rows(LaneKind::High, &twice, 5, &mut out[..1], Level::detect());
//! assert_eq!(error, Err(BatchError::DuplicateCard { index: 0 }));
//! # Ok::<(), BatchError>(())
//! ```

mod board;
mod boards;
mod convert;
mod error;
mod hands;
mod kernels;
mod level;
mod omaha;
pub mod parallel;

use crate::lanes::{LaneKind, fix_flushes, strength};
use convert::{CHUNK, SuitPlanes};
use hands::Hands;
use kernels::{GROUP, kernel};

pub use board::{PAIR_COUNT, board_strengths, pair_index};
pub use boards::{board_classes, class_strengths, has_classes, sort_classes};
pub use error::{ArrayError, BatchError};
pub use level::{LEVEL_VARIABLE, Level};
pub use omaha::{evaluate_omaha, evaluate_omaha_low, omaha_strength, strength_of_rows};

/// So few hands are evaluated one by one: a group of them would take longer.
const FEW: usize = 4;

/// Evaluates rows of `width` card bytes, one hand after the other.
///
/// # Errors
///
/// If the width is none of the [`LaneKind::card_counts`], if the rows or the output have the wrong
/// length, or if a row has a byte that is no card, a card twice, or a card that is not in the deck.
pub fn evaluate_rows(
    kind: LaneKind,
    rows: &[u8],
    width: usize,
    out: &mut [u32],
    level: Level,
) -> Result<(), BatchError> {
    let hands = Hands::Rows { bytes: rows, width };
    evaluate(kind, hands.checked(kind, out.len())?, out, level)
}

/// Evaluates sets of cards, the words of [`CardSet`](croupier_cards::CardSet).
///
/// The hands need not all have the same number of cards.
///
/// # Errors
///
/// If the output has the wrong length, or if a set has too few or too many cards, bits that are no
/// card (jokers among them), or a card that is not in the deck.
pub fn evaluate_sets(
    kind: LaneKind,
    sets: &[u64],
    out: &mut [u32],
    level: Level,
) -> Result<(), BatchError> {
    evaluate(kind, Hands::Sets(sets).checked(kind, out.len())?, out, level)
}

/// Evaluates hands of which the masks of clubs, diamonds, hearts and spades are in four arrays.
///
/// The hands need not all have the same number of cards.
///
/// # Errors
///
/// If the arrays or the output have different lengths, or as for [`evaluate_sets`].
pub fn evaluate_planes(
    kind: LaneKind,
    planes: [&[u16]; 4],
    out: &mut [u32],
    level: Level,
) -> Result<(), BatchError> {
    evaluate(kind, Hands::Planes(planes).checked(kind, out.len())?, out, level)
}

/// Evaluates hands whose shape has been checked.
fn evaluate(
    kind: LaneKind,
    hands: Hands<'_>,
    out: &mut [u32],
    level: Level,
) -> Result<(), BatchError> {
    if out.len() <= FEW {
        for (index, strength_of) in out.iter_mut().enumerate() {
            *strength_of = strength(kind, hands.checked_set(kind, index)?);
        }
        return Ok(());
    }
    let level = level.supported();
    let run = kernel(kind, level);
    let limits = hands.limits(kind);
    let mut scratch = SuitPlanes::EMPTY;
    for (number, chunk) in out.chunks_mut(CHUNK).enumerate() {
        let start = number * CHUNK;
        let count = chunk.len();
        let (planes, all_cards) = hands.planes(start, count, &mut scratch, level);

        let whole = count - count % GROUP;
        let (whole_groups, rest) = chunk.split_at_mut(whole);
        // SAFETY: the level is supported by the machine.
        let mut within = unsafe { run(planes.map(|plane| &plane[..whole]), whole_groups, limits) };
        if !rest.is_empty() {
            let mut last_group = [0; GROUP];
            // SAFETY: as above.
            within &= unsafe { run(planes.map(|plane| &plane[whole..]), &mut last_group, limits) };
            rest.copy_from_slice(&last_group[..rest.len()]);
        }

        if !(all_cards && within)
            && let Some(error) = hands.first_error(kind, start..start + count)
        {
            return Err(error);
        }
        if limits.fewest + limits.span > 5 {
            fix_flushes(kind, planes, chunk);
        }
    }
    Ok(())
}
