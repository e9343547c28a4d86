//! Bad input is named, wherever it is, and never evaluated.
#![allow(clippy::unwrap_used)]

mod common;

use common::{deal, planes_of, set_of, word_of};
use croupier_cards::{CardSet, Shuffler};
use croupier_eval::batch::{
    BatchError, Level, PAIR_COUNT, board_strengths, evaluate_planes, evaluate_rows, evaluate_sets,
    parallel,
};
use croupier_eval::lanes::{LaneKind, strength};
use proptest::prelude::*;

/// Good hands of the short deck, which are good hands of every ranking.
fn hands(width: usize, count: usize) -> Vec<u8> {
    let mut shuffler = Shuffler::from_seed(1);
    let mut deck: Vec<u8> = (16..52).collect();
    (0..count).flat_map(|_| deal(&mut deck, width, &mut shuffler)).collect()
}

/// First, middle and last hands of groups, chunks and tails.
fn places(count: usize) -> impl Iterator<Item = usize> {
    [0, 1, 15, 31, 32, 63, 255, 256, 300, 511, 512, 1000, 1023, 1024, 1055, 1056]
        .into_iter()
        .filter(move |&place| place < count)
        .chain([count / 2, count - 2, count - 1])
}

const LENGTHS: [usize; 7] = [2, 31, 32, 33, 256, 1056, 1070];

#[test]
fn rows() {
    for width in [5, 6, 7] {
        for count in LENGTHS {
            let good = hands(width, count);
            let mut out = vec![0; count];
            for level in Level::available() {
                for kind in LaneKind::ALL {
                    let mut run = |rows: &[u8]| evaluate_rows(kind, rows, width, &mut out, level);
                    assert_eq!(run(&good), Ok(()));
                    for index in places(count) {
                        let start = index * width;
                        for value in [52, 56, 63, 64, 73, 116, 128, 200, 255] {
                            let mut rows = good.clone();
                            rows[start + width - 1] = value;
                            // A second bad hand further on is not the one that is named.
                            *rows.last_mut().unwrap() = value;
                            let error = BatchError::CardOutOfRange { index, value };
                            assert_eq!(run(&rows), Err(error), "{kind:?} {level:?} {width}");
                        }
                        let mut rows = good.clone();
                        rows[start] = rows[start + width / 2];
                        assert_eq!(run(&rows), Err(BatchError::DuplicateCard { index }));
                        if kind == LaneKind::ShortDeck {
                            rows[start] = 15;
                            assert_eq!(run(&rows), Err(BatchError::NotInDeck { index }));
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn sets_and_planes() {
    for count in LENGTHS {
        let good: Vec<u64> = hands(6, count).chunks(6).map(word_of).collect();
        let mut out = vec![0; count];
        for level in Level::available() {
            for kind in LaneKind::ALL {
                let mut run = |words: &[u64]| {
                    let planes = planes_of(words);
                    let planes = planes.each_ref().map(Vec::as_slice);
                    let by_planes = evaluate_planes(kind, planes, &mut out, level);
                    let by_sets = evaluate_sets(kind, words, &mut out, level);
                    assert_eq!(by_planes, by_sets);
                    by_sets
                };
                assert_eq!(run(&good), Ok(()));
                for index in places(count) {
                    for bit in [13, 14, 15, 29, 45, 61, 63] {
                        let mut words = good.clone();
                        words[index] |= 1 << bit;
                        assert_eq!(run(&words), Err(BatchError::NotACard { index }));
                        // The right number of bits is not enough.
                        words[index] = good[index] & (good[index] - 1) | 1 << bit;
                        assert_eq!(run(&words), Err(BatchError::NotACard { index }));
                    }
                    let mut words = good.clone();
                    for count in [0, 8, 20, 36] {
                        // The highest ranks of all suits, which are in every deck.
                        let mut word = 0u64;
                        for card in 0..count {
                            word |= 1 << (16 * (card % 4) + 12 - card / 4);
                        }
                        words[index] = word;
                        let error = BatchError::CardCount { index, count };
                        assert_eq!(run(&words), Err(error), "{kind:?} {level:?}");
                    }
                    if *kind.card_counts().start() == 5 {
                        words[index] = 0x1e00;
                        assert_eq!(run(&words), Err(BatchError::CardCount { index, count: 4 }));
                    }
                    if kind == LaneKind::ShortDeck {
                        words[index] = 0x1f08;
                        assert_eq!(run(&words), Err(BatchError::NotInDeck { index }));
                    }
                }
            }
        }
    }
}

#[test]
fn shapes() {
    let rows = hands(7, 10);
    let words: Vec<u64> = rows.chunks(7).map(word_of).collect();
    let planes = planes_of(&words);
    let mut out = [0; 11];
    for level in Level::available() {
        for kind in LaneKind::ALL {
            let counts = kind.card_counts();
            let (minimum, maximum) = (*counts.start() as usize, *counts.end() as usize);
            for width in [0, minimum - 1, 8, 9, 70, usize::MAX] {
                assert_eq!(
                    evaluate_rows(kind, &rows, width, &mut out[..10], level),
                    Err(BatchError::Width { width, minimum, maximum })
                );
            }
            assert_eq!(
                evaluate_rows(kind, &rows[1..], 7, &mut out[..10], level),
                Err(BatchError::PartialRow { length: 69, width: 7 })
            );
            for room in [0, 9, 11] {
                let error = Err(BatchError::OutputLength { hands: 10, room });
                let out = &mut out[..room];
                assert_eq!(evaluate_rows(kind, &rows, 7, out, level), error);
                assert_eq!(evaluate_sets(kind, &words, out, level), error);
                let planes = planes.each_ref().map(Vec::as_slice);
                assert_eq!(evaluate_planes(kind, planes, out, level), error);
                assert_eq!(parallel::evaluate_rows(kind, &rows, 7, out, level, 2), error);
            }
            for suit in 1..4 {
                let mut planes = planes.each_ref().map(Vec::as_slice);
                planes[suit] = &planes[suit][1..];
                assert_eq!(
                    evaluate_planes(kind, planes, &mut out[..10], level),
                    Err(BatchError::UnequalInputs { first: 10, second: 9 })
                );
            }
        }
    }
}

#[test]
fn the_first_bad_hand_of_all_threads() {
    let count = 150_000;
    let good: Vec<u64> = hands(5, count).chunks(5).map(word_of).collect();
    let mut out = vec![0; count];
    for index in [0, 20_000, 70_001, 149_999] {
        let mut words = good.clone();
        words[index] = 0;
        words[count - 1] = 0;
        for threads in [0, 1, 2, 5] {
            let level = Level::detect();
            let result = parallel::evaluate_sets(LaneKind::High, &words, &mut out, level, threads);
            assert_eq!(result, Err(BatchError::CardCount { index, count: 0 }));
        }
    }
}

#[test]
fn boards() {
    let mut out = [0; PAIR_COUNT];
    let mut run = |kind, board: &[u8]| board_strengths(kind, board, &mut out, Level::detect());
    let (minimum, maximum) = (3, 5);
    for board in [&[][..], &[1, 2], &[1, 2, 3, 4, 5, 6]] {
        let width = board.len();
        let error = BatchError::Width { width, minimum, maximum };
        assert_eq!(run(LaneKind::High, board), Err(error));
    }
    let error = BatchError::CardOutOfRange { index: 0, value: 52 };
    assert_eq!(run(LaneKind::High, &[20, 52, 21]), Err(error));
    let error = BatchError::DuplicateCard { index: 0 };
    assert_eq!(run(LaneKind::High, &[20, 21, 20]), Err(error));
    assert_eq!(run(LaneKind::High, &[1, 30, 21]), Ok(()));
    let error = BatchError::NotInDeck { index: 0 };
    assert_eq!(run(LaneKind::ShortDeck, &[1, 30, 21]), Err(error));
}

/// Bytes of which most are cards, so that whole rows are often good.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let byte = prop_oneof![2000 => 0u8..52, 1 => any::<u8>()];
    prop::collection::vec(byte, 0..900)
}

/// Words of a few bits, of which most are cards.
fn words() -> impl Strategy<Value = Vec<u64>> {
    let bits = prop::collection::vec(prop_oneof![500 => 0u32..13, 1 => 13u32..16], 5..8);
    let word = (bits, any::<u32>()).prop_map(|(bits, suits)| {
        bits.iter()
            .enumerate()
            .fold(0u64, |word, (place, bit)| word | 1 << (bit + 16 * (suits >> (2 * place) & 3)))
    });
    prop::collection::vec(word, 0..300)
}

/// Returns the error of a row, looked at on its own.
fn row_error(kind: LaneKind, index: usize, row: &[u8]) -> Option<BatchError> {
    if let Some(&value) = row.iter().enumerate().find_map(|(place, card)| {
        let ends_here = *card >= 52 || row[..place].contains(card);
        ends_here.then_some(card)
    }) {
        return Some(match value {
            52.. => BatchError::CardOutOfRange { index, value },
            _ => BatchError::DuplicateCard { index },
        });
    }
    let outside = !set_of(row).difference(kind.deck()).is_empty();
    outside.then_some(BatchError::NotInDeck { index })
}

proptest! {
    #[test]
    fn any_bytes(bytes in bytes(), width in 1usize..=7, kind in prop::sample::select(&LaneKind::ALL)) {
        let rows: Vec<&[u8]> = bytes.chunks_exact(width).collect();
        let bytes = &bytes[..rows.len() * width];
        let first_error = rows
            .iter()
            .enumerate()
            .find_map(|(index, row)| row_error(kind, index, row));
        for level in Level::available() {
            let mut out = vec![0; rows.len()];
            let result = evaluate_rows(kind, bytes, width, &mut out, level);
            if !kind.card_counts().contains(&(width as u32)) {
                let is_width_error = matches!(result, Err(BatchError::Width { .. }));
                prop_assert!(is_width_error);
            } else if let Some(error) = first_error {
                prop_assert_eq!(result, Err(error));
            } else {
                prop_assert_eq!(result, Ok(()));
                let singles: Vec<u32> =
                    rows.iter().map(|row| strength(kind, set_of(row))).collect();
                prop_assert_eq!(out, singles);
            }
        }
    }

    #[test]
    fn any_words(words in words(), kind in prop::sample::select(&LaneKind::ALL)) {
        let first_error = words.iter().enumerate().find_map(|(index, &word)| {
            let count = word.count_ones();
            if word & !CardSet::STANDARD.bits() != 0 {
                Some(BatchError::NotACard { index })
            } else if word & !kind.deck().bits() != 0 {
                Some(BatchError::NotInDeck { index })
            } else if !kind.card_counts().contains(&count) {
                Some(BatchError::CardCount { index, count })
            } else {
                None
            }
        });
        for level in Level::available() {
            let mut out = vec![0; words.len()];
            let result = evaluate_sets(kind, &words, &mut out, level);
            prop_assert_eq!(result, first_error.map_or(Ok(()), Err));
            if result.is_ok() {
                for (&word, &by_batch) in words.iter().zip(&out) {
                    prop_assert_eq!(by_batch, strength(kind, CardSet::from_bits(word)));
                }
            }
        }
    }
}
