//! Spots of any size and depth are solved or refused; results are numbers.
#![allow(missing_docs, clippy::unwrap_used)]

#[path = "support/spots.rs"]
mod spots;

use croupier_cards::RandomNumbers;
use croupier_engine::chips::LIMIT;
use croupier_solver::spot::{SpotTable, cut};

#[test]
fn any_spot_is_solved_or_refused() {
    let mut solved = 0;
    // More of them: CROUPIER_CASES=100000 cargo test --test any_…
    let cases = std::env::var("CROUPIER_CASES").ok().and_then(|count| count.parse().ok());
    for seed in 0..cases.unwrap_or(800) {
        let mut random = RandomNumbers::new(seed);
        let bytes: Vec<u8> = (0..300).map(|_| (random.next() >> 32) as u8).collect();
        solved += u32::from(spots::solve_any(&bytes));
    }
    assert!(solved > 80, "{solved}");
}

#[test]
fn spots_with_too_many_chips_are_refused() {
    let game = spots::definition(4).unwrap();
    let is_possible = |pot, stacks| {
        cut(&game, &SpotTable { board: 5, pot, stacks, minimum_bet: 1, chip: 1 }).is_ok()
    };
    // The pot counts twice, as antes and in the stacks that they are taken from.
    assert!(is_possible(LIMIT / 2 - 2, [1, 1]));
    for (pot, stacks) in [
        (LIMIT - 1, [1, 1]),
        (1, [LIMIT, 0]),
        (i64::MAX, [0, 0]),
        (1, [i64::MAX, 0]),
        (i64::MAX, [i64::MAX; 2]),
    ] {
        assert!(!is_possible(pot, stacks), "{pot} {stacks:?}");
    }
}
