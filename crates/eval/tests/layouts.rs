//! Every level and layout gives the strengths of single hands.
#![allow(clippy::unwrap_used)]

mod common;

use common::{deal, deck, planes_of, set_of, word_of};
use croupier_cards::Shuffler;
use croupier_eval::batch::{
    Level, PAIR_COUNT, board_strengths, evaluate_planes, evaluate_rows, evaluate_sets, pair_index,
    parallel,
};
use croupier_eval::lanes::{LaneKind, strength};

/// A number that no strength is, to see whether all of the output is written.
const UNTOUCHED: u32 = 0;

fn hands(kind: LaneKind, width: usize, count: usize, seed: u64) -> Vec<Vec<u8>> {
    let mut shuffler = Shuffler::from_seed(seed);
    let mut deck = deck(kind);
    (0..count).map(|_| deal(&mut deck, width, &mut shuffler)).collect()
}

fn check_rows(kind: LaneKind, width: usize, hands: &[Vec<u8>]) {
    let rows = hands.concat();
    let expected: Vec<u32> = hands.iter().map(|hand| strength(kind, set_of(hand))).collect();
    for level in Level::available() {
        let mut out = vec![UNTOUCHED; hands.len()];
        evaluate_rows(kind, &rows, width, &mut out, level).unwrap();
        assert!(out == expected, "{kind:?} {width} {level:?} {} rows", hands.len());
    }
}

fn check_sets_and_planes(kind: LaneKind, hands: &[Vec<u8>]) {
    let words: Vec<u64> = hands.iter().map(|hand| word_of(hand)).collect();
    let planes = planes_of(&words);
    let planes = planes.each_ref().map(Vec::as_slice);
    let expected: Vec<u32> = hands.iter().map(|hand| strength(kind, set_of(hand))).collect();
    for level in Level::available() {
        let mut out = vec![UNTOUCHED; hands.len()];
        evaluate_sets(kind, &words, &mut out, level).unwrap();
        assert!(out == expected, "{kind:?} {level:?} {} sets", hands.len());
        out.fill(UNTOUCHED);
        evaluate_planes(kind, planes, &mut out, level).unwrap();
        assert!(out == expected, "{kind:?} {level:?} {} masks", hands.len());
    }
}

#[test]
fn short_arrays_of_every_length() {
    for kind in LaneKind::ALL {
        let mut split_ways = Vec::new();
        for width in kind.card_counts() {
            let hands = hands(kind, width as usize, 200, u64::from(width));
            for length in 0..=200 {
                check_rows(kind, width as usize, &hands[..length]);
            }
            split_ways.extend(hands);
        }
        Shuffler::from_seed(3).shuffle(&mut split_ways);
        for length in 0..=200 {
            check_sets_and_planes(kind, &split_ways[..length]);
        }
    }
}

#[test]
fn long_arrays() {
    for kind in LaneKind::ALL {
        let mut split_ways = Vec::new();
        for width in kind.card_counts() {
            let hands = hands(kind, width as usize, 100_000 + width as usize, 99);
            check_rows(kind, width as usize, &hands);
            split_ways.extend(hands.into_iter().take(33_333));
        }
        Shuffler::from_seed(4).shuffle(&mut split_ways);
        check_sets_and_planes(kind, &split_ways);
    }
}

#[test]
fn rows_at_any_address() {
    let hands = hands(LaneKind::High, 7, 700, 5).concat();
    let expected: Vec<u32> =
        hands.chunks(7).map(|hand| strength(LaneKind::High, set_of(hand))).collect();
    for offset in 0..64 {
        let mut moved = vec![0; offset];
        moved.extend_from_slice(&hands);
        for level in Level::available() {
            let mut out = vec![UNTOUCHED; 700];
            evaluate_rows(LaneKind::High, &moved[offset..], 7, &mut out, level).unwrap();
            assert!(out == expected, "{level:?} {offset}");
        }
    }
}

#[test]
fn threads_change_nothing() {
    for kind in [LaneKind::High, LaneKind::DeuceToSeven] {
        let hands = hands(kind, 7, 200_003, 11);
        let rows = hands.concat();
        let words: Vec<u64> = hands.iter().map(|hand| word_of(hand)).collect();
        let planes = planes_of(&words);
        let planes = planes.each_ref().map(Vec::as_slice);
        let level = Level::detect();
        let mut expected = vec![UNTOUCHED; hands.len()];
        evaluate_sets(kind, &words, &mut expected, level).unwrap();
        for threads in [0, 1, 2, 3, 7, 1000] {
            let mut out = vec![UNTOUCHED; hands.len()];
            parallel::evaluate_rows(kind, &rows, 7, &mut out, level, threads).unwrap();
            assert!(out == expected, "{threads} threads, rows");
            out.fill(UNTOUCHED);
            parallel::evaluate_sets(kind, &words, &mut out, level, threads).unwrap();
            assert!(out == expected, "{threads} threads, sets");
            out.fill(UNTOUCHED);
            parallel::evaluate_planes(kind, planes, &mut out, level, threads).unwrap();
            assert!(out == expected, "{threads} threads, masks");
        }
    }
}

#[test]
fn every_pair_on_a_board() {
    let mut shuffler = Shuffler::from_seed(12);
    for kind in LaneKind::ALL {
        let mut deck = deck(kind);
        for round in 0..60 {
            let mut board = deal(&mut deck, 3 + round % 3, &mut shuffler);
            if round % 4 == 0 {
                // Boards of one suit, for flushes.
                board.iter_mut().for_each(|card| *card = *card / 4 * 4);
                board.sort_unstable();
                board.dedup();
                if board.len() < 3 {
                    continue;
                }
            }
            let board_set = set_of(&board);
            for level in Level::available() {
                let mut out = [1; PAIR_COUNT];
                board_strengths(kind, &board, &mut out, level).unwrap();
                let mut index = 0;
                for low in 0..52 {
                    for high in low + 1..52 {
                        let pair = set_of(&[low, high]);
                        let possible = pair.intersection(board_set).is_empty()
                            && pair.difference(kind.deck()).is_empty();
                        let expected =
                            if possible { strength(kind, board_set.union(pair)) } else { 0 };
                        assert_eq!(
                            out[index], expected,
                            "{kind:?} {level:?} {board:?} {low} {high}"
                        );
                        assert_eq!(pair_index(low, high), Some(index));
                        assert_eq!(pair_index(high, low), Some(index));
                        index += 1;
                    }
                }
            }
        }
    }
    assert_eq!(pair_index(52, 3), None);
    assert_eq!(pair_index(3, 255), None);
    assert_eq!(pair_index(3, 3), None);
}
