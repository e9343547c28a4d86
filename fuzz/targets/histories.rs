//! Any text is hands or errors, and whatever is read can be played, or is refused.

#![no_main]

#[path = "../../crates/histories/tests/support/mod.rs"]
mod support;

use std::sync::Arc;

use croupier_histories::{Action, Columns, FieldRules, Replayer, hands};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    hands(text, |hand, span| {
        assert!(text.is_char_boundary(span.start));
        assert!(text.get(span.start..span.start + span.length).is_some());
        if let Ok(hand) = hand {
            hand.actions.iter().for_each(|action| drop(Action::parse(action)));
        }
    });
    let Some(game) = support::holdem() else { return };
    let mut columns = Columns::default();
    let mut replayer = Replayer::new(&[game]).strict(Arc::new(FieldRules::default()));
    columns.read(0, text, &mut replayer);
    let hands = columns.len();
    assert_eq!(hands, columns.keys.len());
    let players: usize = columns.players.iter().map(|&count| usize::from(count)).sum();
    assert_eq!([columns.player_row.len(), columns.stacks.len(), columns.names.len()], [players; 3]);
});
