//! Any bytes are ranges, a board and dead cards: equities are numbers that add up to 1, or the question is refused.

#![no_main]

#[path = "../../crates/equity/tests/support/ranges.rs"]
mod ranges;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    ranges::compare_any(bytes);
});
