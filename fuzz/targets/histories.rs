//! Any text is hands or errors, and whatever is read can be played, or is refused.

#![no_main]

use croupier_phh::{Action, Columns, Replayer, hands};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    hands(text, |hand, _| {
        if let Ok(hand) = hand {
            hand.actions.iter().for_each(|action| drop(Action::parse(action)));
        }
    });
    let mut columns = Columns::default();
    columns.read(0, text, &mut Replayer::new(&[]));
    assert_eq!(columns.len(), columns.keys.len());
});
