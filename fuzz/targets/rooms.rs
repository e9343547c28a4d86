//! Any text is hands or problems in every room; a problem has a code and a place in the text, and a hand has its chips.

#![no_main]

#[path = "../../crates/histories/tests/support/mod.rs"]
mod support;

use std::cell::RefCell;

use croupier_histories::builder::Games;
use croupier_histories::rooms::{Room, RoomReader};
use libfuzzer_sys::fuzz_target;

const NAMES: [&str; 8] = [
    "pokerstars",
    "ggpoker",
    "winamax",
    "ignition",
    "fulltilt",
    "absolute",
    "ongame",
    "partypoker",
];

thread_local! {
    static READERS: RefCell<Vec<RoomReader>> = const { RefCell::new(Vec::new()) };
}

fuzz_target!(|text: &str| {
    READERS.with_borrow_mut(|readers| {
        if readers.is_empty() {
            for room in NAMES.into_iter().filter_map(Room::find) {
                let games: Vec<_> = support::holdem().into_iter().collect();
                readers.push(RoomReader::new(room, Games::new(&games)));
            }
        }
        // One room for each text, so that the fuzzer knows which it is about; others must not mind.
        for reader in readers {
            let (readings, progress) = reader.read(text, 1, true);
            assert_eq!(progress.bytes, text.len());
            let last = text.split('\n').count() as u32;
            for reading in readings {
                assert!((1..=last).contains(&reading.line));
                match reading.hand {
                    Err(problem) => {
                        assert!(!problem.code().is_empty());
                        assert!(problem.at.line <= last);
                        assert!(problem.at.line == 0 || reading.column > 0);
                    }
                    Ok(hand) => {
                        let count = hand.players.len();
                        assert_eq!(hand.starting_stacks.len(), count);
                        assert_eq!(hand.finishing_stacks.len(), count);
                        assert!(hand.actions.len() >= count);
                    }
                }
            }
        }
    });
});
