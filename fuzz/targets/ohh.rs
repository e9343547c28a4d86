//! Any text is hands or problems of Open Hand History, the same at once and in two parts; a problem has a code and a place.

#![no_main]

#[path = "../../crates/histories/tests/support/mod.rs"]
mod support;

use std::cell::RefCell;

use croupier_histories::builder::Games;
use croupier_histories::rooms::ReadResult;
use croupier_histories::rooms::ohh::OhhReader;
use libfuzzer_sys::fuzz_target;

thread_local! {
    static READER: RefCell<Option<OhhReader>> = const { RefCell::new(None) };
}

fn places(readings: &[ReadResult]) -> Vec<(u32, bool)> {
    readings.iter().map(|found| (found.line, found.hand.is_ok())).collect()
}

fuzz_target!(|text: &str| {
    READER.with_borrow_mut(|reader| {
        let reader = reader.get_or_insert_with(|| {
            let games: Vec<_> = support::holdem().into_iter().collect();
            OhhReader::new(Games::new(&games), "Ann".to_owned())
        });
        let (whole, progress) = reader.read(text, 1, true);
        assert_eq!(progress.bytes, text.len());
        let last = text.split('\n').count() as u32;
        for found in &whole {
            assert!((1..=last).contains(&found.line));
            match &found.hand {
                Err(problem) => {
                    assert!(!problem.code().is_empty());
                    assert!((1..=last).contains(&problem.at.line));
                    assert!(found.column > 0);
                }
                Ok(hand) => {
                    let count = hand.players.len();
                    assert_eq!(hand.starting_stacks.len(), count);
                    assert_eq!(hand.finishing_stacks.len(), count);
                    assert!(hand.actions.len() >= count);
                }
            }
        }
        let middle = (0..=text.len() / 2).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
        let (mut parts, progress) = reader.read(&text[..middle], 1, false);
        parts.extend(reader.read(&text[progress.bytes..], progress.line, true).0);
        assert_eq!(places(&whole), places(&parts));
    });
});
