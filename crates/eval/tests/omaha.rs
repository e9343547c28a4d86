//! Omaha hands against the best of every two hole cards and three board cards.
#![allow(clippy::unwrap_used)]

mod common;

use common::{deal, set_of, subsets};
use croupier_cards::Shuffler;
use croupier_eval::batch::{BatchError, Level, evaluate_omaha, evaluate_omaha_low};
use croupier_eval::lanes::{LaneKind, strength};

fn best_of_all(kind: LaneKind, hole: &[u8], board: &[u8]) -> u32 {
    let mut best = 0;
    subsets(hole.len(), 2, |own| {
        subsets(board.len(), 3, |shared| {
            let mut cards = [0; 5];
            own.iter().zip(&mut cards).for_each(|(&place, card)| *card = hole[place]);
            shared.iter().zip(&mut cards[2..]).for_each(|(&place, card)| *card = board[place]);
            best = best.max(strength(kind, set_of(&cards)));
        });
    });
    best
}

/// Deals from the whole deck, or from a part of it in which flushes and straights are common.
fn deal_hands(hole: usize, board: usize, count: usize, seed: u64) -> (Vec<u8>, Vec<u8>) {
    let mut shuffler = Shuffler::from_seed(seed);
    let (mut holes, mut boards) = (Vec::new(), Vec::new());
    for number in 0..count {
        let lowest = shuffler.below(8) as u8;
        let mut deck: Vec<u8> = match number % 3 {
            0 => (0..52).collect(),
            1 => (0..52).filter(|card| card % 4 == 1 || card % 7 == 0).collect(),
            _ => (0..52).filter(|card| card / 4 >= lowest && card / 4 < lowest + 5).collect(),
        };
        let cards = deal(&mut deck, hole + board, &mut shuffler);
        holes.extend_from_slice(&cards[..hole]);
        boards.extend_from_slice(&cards[hole..]);
    }
    (holes, boards)
}

#[test]
fn equals_the_best_of_all_combinations() {
    for hole in 4..=6 {
        for board in 3..=5 {
            let (holes, boards) = deal_hands(hole, board, 4000, (hole * 10 + board) as u64);
            for (kind, evaluate) in [
                (LaneKind::High, evaluate_omaha as fn(&[u8], _, &[u8], _, &mut [u32], _) -> _),
                (LaneKind::AceToFive, evaluate_omaha_low),
            ] {
                let expected: Vec<u32> = holes
                    .chunks(hole)
                    .zip(boards.chunks(board))
                    .map(|(hole, board)| best_of_all(kind, hole, board))
                    .collect();
                for level in Level::available() {
                    for length in (0..70).chain([255, 256, 257, 1000, 4000]) {
                        let mut out = vec![0; length];
                        let (holes, boards) = (&holes[..length * hole], &boards[..length * board]);
                        let result: Result<(), BatchError> =
                            evaluate(holes, hole, boards, board, &mut out, level);
                        assert_eq!(result, Ok(()));
                        assert!(out == expected[..length], "{kind:?} {hole} {board} {level:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn one_board_for_all() {
    let mut shuffler = Shuffler::from_seed(2);
    for board in 3..=5 {
        let mut deck: Vec<u8> = (0..52).collect();
        let cards = deal(&mut deck, board, &mut shuffler);
        let mut rest: Vec<u8> = (0..52).filter(|card| !cards.contains(card)).collect();
        let holes: Vec<u8> = (0..1300).flat_map(|_| deal(&mut rest, 5, &mut shuffler)).collect();
        let repeated = cards.repeat(1300);
        for level in Level::available() {
            for length in [0, 1, 5, 32, 700, 1300] {
                let (mut once, mut each) = (vec![0; length], vec![0; length]);
                let holes = &holes[..length * 5];
                evaluate_omaha(holes, 5, &cards, board, &mut once, level).unwrap();
                evaluate_omaha(holes, 5, &repeated[..length * board], board, &mut each, level)
                    .unwrap();
                assert_eq!(once, each);
            }
        }
    }
}

#[test]
fn bad_hands_are_named() {
    let (holes, boards) = deal_hands(4, 5, 1100, 21);
    for level in Level::available() {
        let mut out = vec![0; 1100];
        for index in [0, 1, 31, 32, 255, 256, 500, 1087, 1088, 1099] {
            let mut run =
                |holes: &[u8], boards: &[u8]| evaluate_omaha(holes, 4, boards, 5, &mut out, level);
            let mut bad = holes.clone();
            bad[index * 4 + 2] = 52;
            let error = BatchError::CardOutOfRange { index, value: 52 };
            assert_eq!(run(&bad, &boards), Err(error));
            bad[index * 4 + 2] = bad[index * 4];
            assert_eq!(run(&bad, &boards), Err(BatchError::DuplicateCard { index }));
            let mut bad = boards.clone();
            bad[index * 5 + 4] = 255;
            let error = BatchError::CardOutOfRange { index, value: 255 };
            assert_eq!(run(&holes, &bad), Err(error));
            bad[index * 5 + 4] = bad[index * 5];
            assert_eq!(run(&holes, &bad), Err(BatchError::DuplicateCard { index }));
            bad[index * 5 + 4] = holes[index * 4 + 3];
            assert_eq!(run(&holes, &bad), Err(BatchError::DuplicateCard { index }));
        }
    }
}

#[test]
fn shapes_are_checked() {
    let level = Level::detect();
    let cards: Vec<u8> = (0..50).collect();
    let mut out = [0; 3];
    let mut run = |holes: usize, hole_width, boards: usize, board_width, room: usize| {
        let (holes, boards) = (&cards[..holes], &cards[cards.len() - boards..]);
        evaluate_omaha(holes, hole_width, boards, board_width, &mut out[..room], level)
    };
    assert_eq!(run(12, 4, 15, 5, 3), Ok(()));
    assert_eq!(run(12, 4, 5, 5, 3), Ok(()));
    let (minimum, maximum) = (4, 6);
    assert_eq!(run(9, 3, 15, 5, 3), Err(BatchError::Width { width: 3, minimum, maximum }));
    assert_eq!(run(0, 0, 15, 5, 3), Err(BatchError::Width { width: 0, minimum, maximum }));
    let (minimum, maximum) = (3, 5);
    assert_eq!(run(12, 4, 18, 6, 3), Err(BatchError::Width { width: 6, minimum, maximum }));
    assert_eq!(run(13, 4, 15, 5, 3), Err(BatchError::PartialRow { length: 13, width: 4 }));
    assert_eq!(run(12, 4, 14, 5, 3), Err(BatchError::PartialRow { length: 14, width: 5 }));
    assert_eq!(run(12, 4, 10, 5, 3), Err(BatchError::UnequalInputs { first: 3, second: 2 }));
    assert_eq!(run(12, 4, 15, 5, 2), Err(BatchError::OutputLength { hands: 3, room: 2 }));
    assert_eq!(run(0, 4, 0, 5, 0), Ok(()));
}
