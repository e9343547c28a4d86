//! Spots of any size and depth are solved or refused; results are numbers.
#![allow(missing_docs)]

#[path = "support/spots.rs"]
mod spots;

use croupier_cards::RandomNumbers;

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
