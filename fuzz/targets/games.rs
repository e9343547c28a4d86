//! Any bytes are a game in JSON, damaged or not, by its size and depth: it is refused or played, and no chip is lost.

#![no_main]

#[path = "../../crates/engine/tests/support/mod.rs"]
mod support;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| drop(support::play_text(bytes)));
