//! Prints how many hands per second each ranking, layout and level evaluates on one core.
//!
//! ```text
//! cargo run --release -p croupier-eval --example throughput [part of a name]
//! ```
//!
//! Every number is the best of several runs over hands that fit into the second cache.

use std::hint::black_box;
use std::time::Instant;

use croupier_cards::{CardSet, Shuffler};
use croupier_eval::batch::{
    Level, PAIR_COUNT, board_strengths, evaluate_omaha, evaluate_omaha_low, evaluate_planes,
    evaluate_rows, evaluate_sets,
};
use croupier_eval::lanes::{LaneKind, strength};

const HANDS: usize = 1 << 15;
const RUNS: usize = 25;

/// Prints the speed of the fastest run.
fn report(filter: Option<&str>, name: &str, hands: usize, mut run: impl FnMut()) {
    if filter.is_some_and(|part| !name.contains(part)) {
        return;
    }
    let repeats = (1_usize << 18).div_ceil(hands);
    let mut best = f64::INFINITY;
    for _ in 0..RUNS {
        let start = Instant::now();
        for _ in 0..repeats {
            run();
        }
        best = best.min(start.elapsed().as_secs_f64() / (hands * repeats) as f64);
    }
    println!("{name:<44} {:>8.1} M/s {:>8.2} ns", 1e-6 / best, best * 1e9);
}

/// Deals rows of different cards of the ranking's deck.
fn deal(kind: LaneKind, width: usize, shuffler: &mut Shuffler) -> Vec<u8> {
    let mut deck: Vec<u8> = kind.deck().iter().map(|card| card.code()).collect();
    let mut rows = Vec::new();
    for _ in 0..HANDS {
        for place in 0..width {
            let other = place + shuffler.below((deck.len() - place) as u32) as usize;
            deck.swap(place, other);
        }
        rows.extend_from_slice(&deck[..width]);
    }
    rows
}

fn sets_of(rows: &[u8], width: usize) -> Vec<u64> {
    let set = |row: &[u8]| row.iter().fold(0, |set, card| set | 1 << (16 * (card % 4) + card / 4));
    rows.chunks(width).map(set).collect()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let filter = std::env::args().nth(1);
    let filter = filter.as_deref();
    let mut shuffler = Shuffler::from_seed(1);
    let mut out = vec![0; HANDS];
    for kind in LaneKind::ALL {
        let widths: &[usize] = match kind {
            LaneKind::BadugiAceLow | LaneKind::BadugiAceHigh | LaneKind::Hidugi => &[4, 7],
            _ => &[5, 7],
        };
        for &width in widths {
            let rows = deal(kind, width, &mut shuffler);
            let sets = sets_of(&rows, width);
            let plane = |suit: usize| -> Vec<u16> {
                sets.iter().map(|set| (set >> (16 * suit)) as u16).collect()
            };
            let planes = [plane(0), plane(1), plane(2), plane(3)];
            let planes = planes.each_ref().map(Vec::as_slice);
            report(filter, &format!("{kind:?} {width} single"), HANDS, || {
                for (strength_of, &set) in out.iter_mut().zip(&sets) {
                    *strength_of = strength(kind, CardSet::from_bits(set));
                }
                black_box(&out);
            });
            for level in Level::available() {
                let name = |layout: &str| format!("{kind:?} {width} {layout} {level:?}");
                report(filter, &name("rows"), HANDS, || {
                    let _ = black_box(evaluate_rows(kind, &rows, width, &mut out, level));
                });
                report(filter, &name("sets"), HANDS, || {
                    let _ = black_box(evaluate_sets(kind, &sets, &mut out, level));
                });
                report(filter, &name("planes"), HANDS, || {
                    let _ = black_box(evaluate_planes(kind, planes, &mut out, level));
                });
            }
        }
    }
    let rows = deal(LaneKind::High, 7, &mut shuffler);
    for level in Level::available() {
        for count in [1, 10, 100, 1000] {
            let name = format!("High 7 rows, {count} at a time {level:?}");
            let (rows, out) = (&rows[..7 * count], &mut out[..count]);
            report(filter, &name, count, || {
                let _ = black_box(evaluate_rows(LaneKind::High, black_box(rows), 7, out, level));
            });
        }
        for kind in [LaneKind::High, LaneKind::DeuceToSeven] {
            let mut strengths = [0; PAIR_COUNT];
            let board = [0, 5, 23, 34, 51];
            let name = format!("{kind:?} board of five {level:?}");
            report(filter, &name, PAIR_COUNT, || {
                let _ = black_box(board_strengths(kind, &board, &mut strengths, level));
            });
        }
        for width in 4..=6 {
            let rows = deal(LaneKind::High, width + 5, &mut shuffler);
            let (mut holes, mut boards) = (Vec::new(), Vec::new());
            for row in rows.chunks(width + 5) {
                holes.extend_from_slice(&row[..width]);
                boards.extend_from_slice(&row[width..]);
            }
            report(filter, &format!("Omaha {width} high {level:?}"), HANDS, || {
                let _ = black_box(evaluate_omaha(&holes, width, &boards, 5, &mut out, level));
            });
            report(filter, &format!("Omaha {width} low {level:?}"), HANDS, || {
                let result = evaluate_omaha_low(&holes, width, &boards, 5, &mut out, level);
                let _ = black_box(result);
            });
        }
    }
    Ok(())
}
