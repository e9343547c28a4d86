//! Any bytes are a spot, by its size and depth: it is measured, solved a little or refused, and every result is a number.

#![no_main]

#[path = "../../crates/solver/tests/support/spots.rs"]
mod spots;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    spots::solve_any(bytes);
});
