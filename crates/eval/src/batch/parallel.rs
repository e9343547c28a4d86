//! The batch functions on several threads.
//!
//! The input is cut into as many pieces as there are threads. `threads` 0 stands for as many as the
//! machine runs at once. The strengths and the errors are those of one thread.

use std::num::NonZero;
use std::ops::Range;
use std::thread;

use super::hands::Hands;
use super::omaha::{Input as OmahaInput, Ranking as OmahaRanking};
use super::{BatchError, Level, PAIR_COUNT, convert::CHUNK, evaluate};
use crate::lanes::LaneKind;

/// Below this many hands for each thread, starting the thread takes longer than the work.
const MIN_HANDS: usize = 32 * CHUNK;
/// The same for boards.
const MIN_BOARDS: usize = 64;

/// [`evaluate_rows`](super::evaluate_rows) on several threads.
///
/// # Errors
///
/// As for one thread.
pub fn evaluate_rows(
    kind: LaneKind,
    rows: &[u8],
    width: usize,
    out: &mut [u32],
    level: Level,
    threads: usize,
) -> Result<(), BatchError> {
    let hands = Hands::Rows { bytes: rows, width };
    spread(kind, hands.checked(kind, out.len())?, out, level, threads)
}

/// [`evaluate_sets`](super::evaluate_sets) on several threads.
///
/// # Errors
///
/// As for one thread.
pub fn evaluate_sets(
    kind: LaneKind,
    sets: &[u64],
    out: &mut [u32],
    level: Level,
    threads: usize,
) -> Result<(), BatchError> {
    let hands = Hands::Sets(sets).checked(kind, out.len())?;
    spread(kind, hands, out, level, threads)
}

/// [`evaluate_planes`](super::evaluate_planes) on several threads.
///
/// # Errors
///
/// As for one thread.
pub fn evaluate_planes(
    kind: LaneKind,
    planes: [&[u16]; 4],
    out: &mut [u32],
    level: Level,
    threads: usize,
) -> Result<(), BatchError> {
    let hands = Hands::Planes(planes).checked(kind, out.len())?;
    spread(kind, hands, out, level, threads)
}

/// [`evaluate_omaha`](super::evaluate_omaha) on several threads.
///
/// # Errors
///
/// As for one thread.
pub fn evaluate_omaha(
    holes: &[u8],
    hole_width: usize,
    boards: &[u8],
    board_width: usize,
    out: &mut [u32],
    level: Level,
    threads: usize,
) -> Result<(), BatchError> {
    let input = OmahaInput::checked(holes, hole_width, boards, board_width, out.len())?;
    let piece = piece_length(out.len(), threads, MIN_HANDS);
    spread_pieces(out, 1, piece, |range, out| {
        input.part(range).evaluate(OmahaRanking::High, out, level)
    })
}

/// [`evaluate_omaha_low`](super::evaluate_omaha_low) on several threads.
///
/// # Errors
///
/// As for one thread.
pub fn evaluate_omaha_low(
    holes: &[u8],
    hole_width: usize,
    boards: &[u8],
    board_width: usize,
    out: &mut [u32],
    level: Level,
    threads: usize,
) -> Result<(), BatchError> {
    let input = OmahaInput::checked(holes, hole_width, boards, board_width, out.len())?;
    let piece = piece_length(out.len(), threads, MIN_HANDS);
    spread_pieces(out, 1, piece, |range, out| {
        input.part(range).evaluate(OmahaRanking::Low, out, level)
    })
}

/// [`board_classes`](super::board_classes) on several threads.
///
/// # Errors
///
/// As for one thread.
pub fn board_classes(
    kind: LaneKind,
    boards: &[u8],
    width: usize,
    out: &mut [u16],
    level: Level,
    threads: usize,
) -> Result<(), BatchError> {
    let rows = boards.len().checked_div(width).unwrap_or(0);
    if out.len() != rows * PAIR_COUNT || !boards.len().is_multiple_of(width.max(1)) {
        return super::board_classes(kind, boards, width, out, level);
    }
    spread_pieces(out, PAIR_COUNT, piece_length(rows, threads, MIN_BOARDS), |range, out| {
        super::board_classes(
            kind,
            &boards[range.start * width..range.end * width],
            width,
            out,
            level,
        )
    })
}

fn spread(
    kind: LaneKind,
    hands: Hands<'_>,
    out: &mut [u32],
    level: Level,
    threads: usize,
) -> Result<(), BatchError> {
    let piece = piece_length(out.len(), threads, MIN_HANDS);
    spread_pieces(out, 1, piece, |range, out| evaluate(kind, hands.part(range), out, level))
}

/// Cuts the hands, with so many numbers for each, into pieces, one for each thread, and names the first wrong hand of all.
fn spread_pieces<T: Send>(
    out: &mut [T],
    each: usize,
    piece: usize,
    work: impl Fn(Range<usize>, &mut [T]) -> Result<(), BatchError> + Sync,
) -> Result<(), BatchError> {
    let hands = out.len() / each;
    if piece >= hands {
        return work(0..hands, out);
    }
    let work = &work;
    thread::scope(|scope| {
        let mut pieces = out.chunks_mut(piece * each).enumerate().map(|(number, out)| {
            let start = number * piece;
            let range = start..start + out.len() / each;
            move || work(range.clone(), out).map_err(|error| error.shifted(start))
        });
        let own = pieces.next();
        let others: Vec<_> = pieces.map(|work| scope.spawn(work)).collect();
        let first = own.map_or(Ok(()), |mut work| work());
        // In the order of the pieces, so that the first wrong hand of all is the one that is named.
        others.into_iter().fold(first, |result, handle| {
            let next = handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            result.and(next)
        })
    })
}

/// Returns how many hands each thread takes.
fn piece_length(hands: usize, threads: usize, fewest: usize) -> usize {
    let threads = match threads {
        0 => thread::available_parallelism().map_or(1, NonZero::get),
        threads => threads,
    };
    hands.div_ceil(threads).max(fewest).next_multiple_of(fewest.min(CHUNK))
}
