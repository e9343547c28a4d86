//! Hands of exactly two hole cards and exactly three board cards.

mod chunk;
mod rows;
mod single;
mod tables;

use std::ops::Range;

use super::convert::{self, CHUNK, SuitPlanes};
use super::hands::{check_rows, row_set};
use super::{BatchError, Level};
use chunk::{Board, Chunk};
pub use rows::strength_of_rows;
pub use single::omaha_strength;
pub(super) use tables::Ranking;
use tables::table;

/// How many hole cards are allowed.
const HOLE_WIDTHS: (usize, usize) = (4, 6);
/// How many board cards are allowed.
const BOARD_WIDTHS: (usize, usize) = (3, 5);

/// Evaluates Omaha high hands: rows of `hole_width` (4 to 6) hole cards, each with a row of
/// `board_width` (3 to 5) board cards, or all with the only row of the board.
///
/// The strengths are those of [`LaneKind::High`](crate::lanes::LaneKind::High).
///
/// # Errors
///
/// If a width is not allowed, if the rows or the output have the wrong length, or if a hand has a
/// byte that is no card or, hole and board together, a card twice.
pub fn evaluate_omaha(
    holes: &[u8],
    hole_width: usize,
    boards: &[u8],
    board_width: usize,
    out: &mut [u32],
    level: Level,
) -> Result<(), BatchError> {
    let input = Input::checked(holes, hole_width, boards, board_width, out.len())?;
    input.evaluate(Ranking::High, out, level)
}

/// Evaluates the low halves of Omaha hands, of which any may win: whether a low is good enough is for
/// the caller to decide.
///
/// The strengths are those of [`LaneKind::AceToFive`](crate::lanes::LaneKind::AceToFive).
///
/// # Errors
///
/// As for [`evaluate_omaha`].
pub fn evaluate_omaha_low(
    holes: &[u8],
    hole_width: usize,
    boards: &[u8],
    board_width: usize,
    out: &mut [u32],
    level: Level,
) -> Result<(), BatchError> {
    let input = Input::checked(holes, hole_width, boards, board_width, out.len())?;
    input.evaluate(Ranking::Low, out, level)
}

/// Rows of hole cards and of board cards.
#[derive(Clone, Copy)]
pub(super) struct Input<'a> {
    holes: &'a [u8],
    hole_width: usize,
    boards: &'a [u8],
    board_width: usize,
    /// Whether all hands have the same board.
    one_board: bool,
}

impl<'a> Input<'a> {
    /// Checks everything but the cards themselves.
    pub(super) fn checked(
        holes: &'a [u8],
        hole_width: usize,
        boards: &'a [u8],
        board_width: usize,
        room: usize,
    ) -> Result<Self, BatchError> {
        check_rows(holes, hole_width, HOLE_WIDTHS.0, HOLE_WIDTHS.1)?;
        check_rows(boards, board_width, BOARD_WIDTHS.0, BOARD_WIDTHS.1)?;
        let hands = holes.len() / hole_width;
        let board_count = boards.len() / board_width;
        if board_count != hands && board_count != 1 {
            return Err(BatchError::UnequalInputs { first: hands, second: board_count });
        }
        if hands != room {
            return Err(BatchError::OutputLength { hands, room });
        }
        Ok(Self { holes, hole_width, boards, board_width, one_board: board_count == 1 })
    }

    /// Returns some of the hands.
    pub(super) fn part(&self, range: Range<usize>) -> Self {
        let rows = |cards: &'a [u8], width: usize| &cards[range.start * width..range.end * width];
        let boards = if self.one_board { self.boards } else { rows(self.boards, self.board_width) };
        Self { holes: rows(self.holes, self.hole_width), boards, ..*self }
    }

    pub(super) fn evaluate(
        &self,
        ranking: Ranking,
        out: &mut [u32],
        level: Level,
    ) -> Result<(), BatchError> {
        let level = level.supported();
        let table = table(ranking, self.board_width);
        let run = chunk::function(ranking, self.hole_width, level);
        let prepare_board = chunk::board_function(ranking, self.board_width, level);
        let mut hole_planes = SuitPlanes::EMPTY;
        let mut board_planes = SuitPlanes::EMPTY;
        let mut board = Board::EMPTY;
        let mut boards_are_cards = true;
        let repeated;
        let boards = if self.one_board {
            repeated = self.boards.repeat(CHUNK.min(out.len()));
            &repeated
        } else {
            self.boards
        };
        for (number, chunk) in out.chunks_mut(CHUNK).enumerate() {
            let start = number * CHUNK;
            let count = chunk.len();
            let holes = &self.holes[start * self.hole_width..];
            let holes_are_cards =
                convert::rows(holes, self.hole_width, count, &mut hole_planes, level);
            if number == 0 || !self.one_board {
                let first = if self.one_board { 0 } else { start };
                let boards = &boards[first * self.board_width..];
                boards_are_cards =
                    convert::rows(boards, self.board_width, count, &mut board_planes, level);
                // SAFETY: the level is supported by the machine.
                unsafe { prepare_board(&boards[..count * self.board_width], &mut board) };
            }
            let parts = Chunk {
                holes: &holes[..count * self.hole_width],
                hole_planes: &hole_planes,
                board_planes: &board_planes,
                board_width: self.board_width,
                board: &board,
                table,
            };
            // SAFETY: as above.
            let within = unsafe { run(&parts, chunk) };
            if !(within && holes_are_cards && boards_are_cards)
                && let Some(error) = (start..start + count).find_map(|index| self.error(index))
            {
                return Err(error);
            }
        }
        Ok(())
    }

    /// Returns what is wrong with one hand.
    fn error(&self, index: usize) -> Option<BatchError> {
        let row = |bytes: &'a [u8], width: usize, index: usize| {
            row_set(&bytes[index * width..(index + 1) * width], 0)
        };
        let board_row = if self.one_board { 0 } else { index };
        let hole = row(self.holes, self.hole_width, index);
        let board = row(self.boards, self.board_width, board_row);
        match (hole, board) {
            (Err(error), _) | (_, Err(error)) => Some(error.shifted(index)),
            (Ok(hole), Ok(board)) if hole & board != 0 => Some(BatchError::DuplicateCard { index }),
            _ => None,
        }
    }
}
