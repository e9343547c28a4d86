//! Laws that hold whatever is played: after every operation of every game.
//!
//! Bytes become a game and a sequence of operations, right and wrong ones; `support` says how, and
//! what is checked.

#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use croupier_engine::State;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// The most bytes of a hand: some for the game, a few for each operation.
const MAX_BYTES: usize = 1000;

/// The same hands every time, so that a change is to blame for what fails.
fn hands(count: u32) -> ProptestConfig {
    ProptestConfig { rng_seed: RngSeed::Fixed(2026), ..other_hands(count) }
}

/// Other hands every time, to find what nobody thought of.
fn other_hands(count: u32) -> ProptestConfig {
    ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(count) }
}

fn bytes(most: usize) -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 50..most)
}

/// Checks that what was written down and then damaged is read, or is not, and nothing else.
fn read_damaged(state: &State, damage: &[(usize, u8)]) {
    let mut bytes = state.to_bytes();
    for &(place, byte) in damage {
        let place = place % bytes.len();
        bytes[place] ^= byte;
    }
    if let Some(read) = State::from_bytes(state.definition.0.clone(), &bytes) {
        assert_eq!(read.player_count(), state.player_count());
    }
    bytes.truncate(damage.iter().map(|(place, _)| *place).sum::<usize>() % bytes.len());
    assert!(State::from_bytes(state.definition.0.clone(), &bytes).is_none(), "half of it was read");
}

proptest! {
    #![proptest_config(hands(2500))]

    #[test]
    fn everything_holds(bytes in bytes(MAX_BYTES)) {
        drop(support::play(&bytes));
    }

    #[test]
    fn wrong_games_are_refused_or_played(bytes in bytes(MAX_BYTES / 2)) {
        drop(support::play_anything(&bytes));
    }

    #[test]
    fn damaged_texts_of_games_are_refused_or_played(bytes in bytes(MAX_BYTES / 2)) {
        drop(support::play_text(&bytes));
    }
}

proptest! {
    #![proptest_config(hands(500))]

    #[test]
    fn damaged_states_do_not_panic(
        bytes in bytes(MAX_BYTES),
        damage in prop::collection::vec((any::<usize>().prop_map(|place| place >> 8), 1_u8..), 1..6),
    ) {
        read_damaged(&support::play(&bytes).state, &damage);
    }
}

proptest! {
    #![proptest_config(other_hands(100_000))]

    #[test]
    #[ignore = "takes a quarter of an hour"]
    fn everything_holds_for_long(bytes in bytes(2 * MAX_BYTES)) {
        drop(support::play(&bytes));
        drop(support::play_anything(&bytes));
    }
}
