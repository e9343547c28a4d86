//! Hands at random: bytes become a game and a sequence of operations, right and wrong ones.
//!
//! | module | what is in it |
//! |---|---|
//! | [`tape`] | bytes as decisions |
//! | [`games`] | games, known ones and odd ones |
//! | [`house`] | rake, division and foreign hands, which can fail |
//! | [`request`] | operations with their arguments, as data |
//! | [`ledger`] | chips and knowledge of cards, reckoned from the log alone |
//! | [`wrong`] | games that may be wrong |
//! | [`table`] | a hand that is checked after every operation |

// Each fuzz target uses a part of it.
#![allow(dead_code)]

pub mod games;
pub mod house;
pub mod ledger;
pub mod request;
pub mod table;
pub mod tape;
pub mod wrong;

use croupier_engine::Definition;
use table::Table;
use tape::Tape;

/// A hand that is not over after so many operations never will be.
const MAX_OPERATIONS: usize = 3000;

/// Plays one hand as the bytes say, checks everything after every operation, and returns how it ended.
pub fn play(bytes: &[u8]) -> Table {
    let mut tape = Tape::new(bytes);
    let game = games::game(&mut tape);
    let Some(table) = Table::new(game, &mut tape) else { panic!("the game is refused") };
    play_on(table, tape)
}

/// Plays one hand of a game that may be wrong, unless it is refused.
pub fn play_anything(bytes: &[u8]) -> Option<Table> {
    let mut tape = Tape::new(bytes);
    let mut game = games::game(&mut tape);
    wrong::spoil(&mut game, &mut tape);
    let table = Table::new(game, &mut tape)?;
    Some(play_on(table, tape))
}

fn play_on(mut table: Table, mut tape: Tape<'_>) -> Table {
    table.check();
    while !tape.is_empty() && table.state.log.len() < MAX_OPERATIONS {
        let legal = table.check_legal();
        for _ in 0..2 {
            table.try_anything(&legal, &mut tape);
        }
        table.go_on(&legal, &mut tape);
        table.check();
    }
    table.finish(MAX_OPERATIONS);
    table
}

/// Plays one hand of a game that was written as JSON and damaged, unless it is refused.
pub fn play_text(bytes: &[u8]) -> Option<Table> {
    let mut tape = Tape::new(bytes);
    let game = games::game(&mut tape);
    let text = wrong::spoil_text(game.definition.to_json(1).ok()?, &mut tape);
    let (read, scale) = Definition::from_json(&text).ok()?;
    // What was read can be written, and read again.
    let written = read.to_json(scale).ok()?;
    assert_eq!(
        Definition::from_json(&written).map(|(again, _)| again.steps),
        Ok(read.steps.clone())
    );
    let definition = Definition {
        deck: read.deck,
        hand_types: read.hand_types,
        steps: read.steps,
        structure: read.structure,
        variant_rules: read.variant_rules,
        ..game.definition
    };
    let table = Table::new(games::Game { definition, always_a_hand: false }, &mut tape)?;
    Some(play_on(table, tape))
}
