//! Games that may be wrong: one or more of their values are at or beyond the limits.

use std::sync::Arc;

use croupier_cards::{Card, Deck};
use croupier_engine::{Action, Chips, Definition, DrawTerms, Drawing, UNKNOWN_STACK, chips};

use super::games::Game;
use super::tape::Tape;

const AMOUNTS: [Chips; 12] = [
    0,
    1,
    -1,
    7,
    1000,
    chips::LIMIT,
    chips::LIMIT + 1,
    UNKNOWN_STACK,
    UNKNOWN_STACK + 1,
    i64::MAX,
    i64::MIN,
    -UNKNOWN_STACK,
];
const NUMBERS: [usize; 10] = [0, 1, 2, 22, 23, 24, 52, 64, 65, 300];

/// Changes some values of a game to whatever they must not be, or may just be.
pub fn spoil(game: &mut Game, tape: &mut Tape<'_>) {
    for _ in 0..=tape.below(3) {
        spoil_once(&mut game.definition, tape);
    }
    game.always_a_hand = false;
}

fn spoil_once(definition: &mut Definition, tape: &mut Tape<'_>) {
    let seat = tape.below(definition.player_count());
    let step = tape.below(definition.steps.len());
    match tape.below(14) {
        0 => definition.starting_stacks[seat] = tape.pick(&AMOUNTS),
        1 => {
            if let Some(amount) = definition.antes.get_mut(seat) {
                *amount = tape.pick(&AMOUNTS);
            }
        }
        2 => {
            if let Some(amount) = definition.blinds.get_mut(seat) {
                *amount = tape.pick(&AMOUNTS);
            }
        }
        3 => definition.bring_in = tape.pick(&AMOUNTS),
        4 => definition.board_count = tape.pick(&NUMBERS),
        5 => {
            let count = tape.pick(&NUMBERS).max(1);
            definition.starting_stacks.resize(count, 20);
            definition.antes.resize(count, 0);
            definition.blinds.resize(count, 0);
        }
        6 => definition.antes.truncate(1 + tape.below(3)),
        7 => definition.steps = definition.steps[..step.max(1)].into(),
        8 => {
            let streets = [0, 3, 63, 64, 1 << 40, usize::MAX];
            Arc::make_mut(&mut definition.steps)[step].street = tape.pick(&streets);
        }
        9 => {
            let left = tape.below(2).min(definition.hand_types.len());
            definition.hand_types = definition.hand_types[..left].into();
        }
        10 => {
            definition.deck = match tape.below(3) {
                0 => Vec::new(),
                1 => vec![Card::UNKNOWN; 30],
                _ => [Deck::Standard.cards(4), Deck::Short.cards(0)].concat(),
            }
            .into();
        }
        _ => match &mut Arc::make_mut(&mut definition.steps)[step].action {
            Action::Bet(betting) => {
                betting.minimum_bet = tape.pick(&AMOUNTS);
            }
            Action::Deal(dealing) => {
                dealing.hole.resize(tape.pick(&NUMBERS).min(24), tape.once_in(2));
                dealing.board = tape.pick(&NUMBERS);
                if tape.once_in(2) {
                    let (minimum, maximum) = (tape.pick(&NUMBERS), Some(tape.pick(&NUMBERS)));
                    dealing.draw = Some(Drawing {
                        minimum,
                        maximum,
                        replaces: tape.once_in(2),
                        terms: DrawTerms::NONE,
                    });
                }
            }
            Action::Decide(_) | Action::Arrange(_) => {}
        },
    }
}

const VALUES: [&str; 12] = [
    "0",
    "1",
    "-1",
    "53",
    "1e9",
    "4294967296",
    "18446744073709551615",
    "99999999999999999999",
    "null",
    "[]",
    "{}",
    "\"x\"",
];

/// Changes some numbers of a text to whatever they must not be, or repeats, nests and leaves out parts of it.
pub fn spoil_text(text: String, tape: &mut Tape<'_>) -> String {
    let mut text = text.into_bytes();
    for _ in 0..=tape.below(3) {
        let at = (tape.below(256) << 8 | tape.below(256)) % text.len().max(1);
        let digits = (at..text.len()).find(|&place| text[place].is_ascii_digit());
        match (tape.below(8), digits) {
            (0..5, Some(first)) => {
                let is_digit = |place: &usize| text[*place].is_ascii_digit();
                let end = (first..text.len()).take_while(is_digit).last().unwrap_or(first) + 1;
                text.splice(first..end, tape.pick(&VALUES).bytes());
            }
            (5, _) => {
                let end = (at + 1 + tape.below(64)).min(text.len());
                let part = text[at..end].repeat(1 + tape.below(40));
                text.splice(at..at, part);
            }
            (6, _) => text.splice(at..at, b"[".repeat(1 + tape.below(256))).for_each(drop),
            _ => text.drain(at..(at + 1 + tape.below(16)).min(text.len())).for_each(drop),
        }
    }
    String::from_utf8_lossy(&text).into_owned()
}
