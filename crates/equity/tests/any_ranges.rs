//! Ranges of any size are compared or refused; results are numbers.
#![allow(missing_docs)]

#[path = "support/ranges.rs"]
mod ranges;

use croupier_cards::RandomNumbers;

#[test]
fn any_ranges_are_compared_or_refused() {
    let mut compared = 0;
    // More of them: CROUPIER_CASES=100000 cargo test --test any_…
    let cases = std::env::var("CROUPIER_CASES").ok().and_then(|count| count.parse().ok());
    for seed in 0..cases.unwrap_or(2_000) {
        let mut random = RandomNumbers::new(seed);
        let bytes: Vec<u8> = (0..200).map(|_| (random.next() >> 32) as u8).collect();
        compared += u32::from(ranges::compare_any(&bytes));
    }
    assert!(compared > 150, "{compared}");
}
