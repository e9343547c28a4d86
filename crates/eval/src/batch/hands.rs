//! The layouts that hands come in.

use std::ops::Range;

use croupier_cards::CardSet;

use super::convert::{self, CARD_END, SuitPlanes};
use super::kernels::{GROUP, Limits};
use super::{BatchError, Level};
use crate::lanes::LaneKind;

/// Hands in one of the layouts.
#[derive(Clone, Copy)]
pub(super) enum Hands<'a> {
    /// Rows of card bytes.
    Rows { bytes: &'a [u8], width: usize },
    /// One set for each hand.
    Sets(&'a [u64]),
    /// An array of masks for each suit.
    Planes([&'a [u16]; 4]),
}

impl<'a> Hands<'a> {
    /// Checks everything but the cards themselves, and returns the hands if all is well.
    pub(super) fn checked(self, kind: LaneKind, room: usize) -> Result<Self, BatchError> {
        match self {
            Self::Rows { bytes, width } => {
                let counts = kind.card_counts();
                let (minimum, maximum) = (*counts.start() as usize, *counts.end() as usize);
                check_rows(bytes, width, minimum, maximum)?;
            }
            Self::Sets(_) => {}
            Self::Planes([first, others @ ..]) => {
                for other in others {
                    if other.len() != first.len() {
                        return Err(BatchError::UnequalInputs {
                            first: first.len(),
                            second: other.len(),
                        });
                    }
                }
            }
        }
        let hands = self.len();
        if hands != room {
            return Err(BatchError::OutputLength { hands, room });
        }
        Ok(self)
    }

    /// Returns how many hands there are.
    pub(super) fn len(self) -> usize {
        match self {
            Self::Rows { bytes, width } => bytes.len() / width,
            Self::Sets(words) => words.len(),
            Self::Planes([clubs, ..]) => clubs.len(),
        }
    }

    /// Returns some of the hands.
    pub(super) fn part(self, range: Range<usize>) -> Self {
        match self {
            Self::Rows { bytes, width } => {
                Self::Rows { bytes: &bytes[range.start * width..range.end * width], width }
            }
            Self::Sets(words) => Self::Sets(&words[range]),
            Self::Planes(planes) => Self::Planes(planes.map(|plane| &plane[range.clone()])),
        }
    }

    /// Returns what the kernel has to check.
    pub(super) fn limits(self, kind: LaneKind) -> Limits {
        let counts = kind.card_counts();
        let (fewest, most) = match self {
            // A row with a card twice makes a set of fewer cards: that is how it is found.
            Self::Rows { width, .. } => (width as u16, width as u16),
            _ => (*counts.start() as u16, *counts.end() as u16),
        };
        Limits { forbidden: !kind.deck_ranks(), fewest, span: most.saturating_sub(fewest) }
    }

    /// Returns the suit masks of `count` hands from `start` on, where possible without a copy.
    ///
    /// A copy is padded with its first hand to a multiple of [`GROUP`]. The flag is `false` if a
    /// byte may not have been a card.
    pub(super) fn planes<'b>(
        self,
        start: usize,
        count: usize,
        scratch: &'b mut SuitPlanes,
        level: Level,
    ) -> ([&'b [u16]; 4], bool)
    where
        'a: 'b,
    {
        let mut all_cards = true;
        match self {
            Self::Rows { bytes, width } => {
                all_cards = convert::rows(&bytes[start * width..], width, count, scratch, level);
            }
            Self::Sets(words) => convert::sets(&words[start..start + count], scratch, level),
            Self::Planes(planes) => {
                let planes = planes.map(|plane| &plane[start..start + count]);
                if count.is_multiple_of(GROUP) {
                    return (planes, true);
                }
                for (copy, plane) in scratch.suits.iter_mut().zip(planes) {
                    copy[..count].copy_from_slice(plane);
                }
            }
        }
        let padded = count.next_multiple_of(GROUP);
        for copy in &mut scratch.suits {
            let first = copy[0];
            copy[count..padded].fill(first);
        }
        (scratch.first(padded), all_cards)
    }

    /// Returns what is wrong with the first wrong hand of the range.
    pub(super) fn first_error(self, kind: LaneKind, range: Range<usize>) -> Option<BatchError> {
        range.into_iter().find_map(|index| self.checked_set(kind, index).err())
    }

    /// Returns the set of one hand, or what is wrong with it.
    pub(super) fn checked_set(self, kind: LaneKind, index: usize) -> Result<CardSet, BatchError> {
        let word = match self {
            Self::Rows { bytes, width } => row_set(&bytes[index * width..][..width], index)?,
            Self::Sets(words) => words[index],
            Self::Planes(planes) => {
                planes.iter().rev().fold(0, |word, plane| word << 16 | u64::from(plane[index]))
            }
        };
        let count = word.count_ones();
        if word & !CardSet::STANDARD.bits() != 0 {
            Err(BatchError::NotACard { index })
        } else if word & !kind.deck().bits() != 0 {
            Err(BatchError::NotInDeck { index })
        } else if !kind.card_counts().contains(&count) {
            Err(BatchError::CardCount { index, count })
        } else {
            Ok(CardSet::from_bits(word))
        }
    }
}

/// Checks that the bytes are rows of an allowed width.
pub(super) fn check_rows(
    bytes: &[u8],
    width: usize,
    minimum: usize,
    maximum: usize,
) -> Result<(), BatchError> {
    if !(minimum..=maximum).contains(&width) {
        return Err(BatchError::Width { width, minimum, maximum });
    }
    if !bytes.len().is_multiple_of(width) {
        return Err(BatchError::PartialRow { length: bytes.len(), width });
    }
    Ok(())
}

/// Returns the set of the cards of one row, or what is wrong with them.
pub(super) fn row_set(row: &[u8], index: usize) -> Result<u64, BatchError> {
    let mut word = 0u64;
    for &value in row {
        if value >= CARD_END {
            return Err(BatchError::CardOutOfRange { index, value });
        }
        let card = 1 << (u32::from(value % 4) * 16 + u32::from(value / 4));
        if word & card != 0 {
            return Err(BatchError::DuplicateCard { index });
        }
        word |= card;
    }
    Ok(word)
}
