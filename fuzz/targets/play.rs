//! Any bytes are a game and a hand of it: whatever is asked for, nothing panics, no chip and no card is lost.

#![no_main]

#[path = "../../crates/engine/tests/support/mod.rs"]
mod support;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Some((first, rest)) = bytes.split_first() else { return };
    if first % 2 == 0 {
        drop(support::play(rest));
    } else {
        drop(support::play_anything(rest));
    }
});
