//! Any text is cards or an error, and cards survive being written and read again.

#![no_main]

use croupier_cards::{Card, parse};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let one = text.parse::<Card>();
    match parse::cards(text) {
        Ok(cards) => {
            let written = parse::text(&cards);
            assert_eq!(parse::cards(&written).as_ref(), Ok(&cards), "{written}");
            assert_eq!(one.is_ok(), cards.len() == 1);
        }
        Err(error) => {
            assert_eq!(one, Err(error.clone()));
            assert!(!error.to_string().is_empty());
        }
    }
});
