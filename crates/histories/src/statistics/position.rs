//! The names of seats, by where they are from the button.

use croupier_engine::definition::Opening;
use croupier_engine::{Definition, Seat};

/// A seat by its name; 0 where the game has no names for seats.
pub type Position = u8;

/// No name.
pub const NOWHERE: Position = 0;
/// The small blind, of three players or more.
pub const SMALL_BLIND: Position = 1;
/// The big blind.
pub const BIG_BLIND: Position = 2;
/// The button, which is the small blind of two players.
pub const BUTTON: Position = 3;
/// The seat before the button.
pub const CUTOFF: Position = 4;
const HIJACK: Position = 5;
const LOJACK: Position = 6;
const UNDER_THE_GUN: Position = 7;

/// Returns the name of a position, if it is one without a number.
#[must_use]
fn short(position: Position) -> Option<&'static str> {
    ["", "SB", "BB", "BTN", "CO", "HJ", "LJ", "UTG"].get(usize::from(position)).copied()
}

/// Returns the name of a position.
#[must_use]
pub fn name(position: Position) -> String {
    match short(position) {
        Some(name) => name.to_owned(),
        None => format!("UTG+{}", position - UNDER_THE_GUN),
    }
}

/// Returns where a seat is: seats have names in games with blinds in which the seat decides who acts first.
#[must_use]
pub fn find(definition: &Definition, seat: Seat) -> Position {
    let first = definition.steps.iter().find_map(|step| step.betting());
    let by_seat = first.is_some_and(|betting| betting.opening == Opening::Position);
    if !by_seat || definition.blinds.iter().all(|&blind| blind == 0) {
        return NOWHERE;
    }
    at(seat, definition.starting_stacks.len())
}

fn at(seat: Seat, count: usize) -> Position {
    let before_button = count - 1 - seat;
    match (count, seat, before_button) {
        (2, 0, _) => BIG_BLIND,
        (_, _, 0) => BUTTON,
        (_, 0, _) => SMALL_BLIND,
        (_, 1, _) => BIG_BLIND,
        (_, _, 1) => CUTOFF,
        // The first to act is under the gun, at tables of every size.
        (_, 2, _) => UNDER_THE_GUN,
        (_, _, 2) => HIJACK,
        (_, _, 3) => LOJACK,
        _ => UNDER_THE_GUN + (seat - 2) as Position,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_have_the_names_that_players_use() {
        let names = |count| (0..count).map(|seat| name(at(seat, count))).collect::<Vec<_>>();
        assert_eq!(names(2), ["BB", "BTN"]);
        assert_eq!(names(3), ["SB", "BB", "BTN"]);
        assert_eq!(names(4), ["SB", "BB", "CO", "BTN"]);
        assert_eq!(names(6), ["SB", "BB", "UTG", "HJ", "CO", "BTN"]);
        let ring = ["SB", "BB", "UTG", "UTG+1", "UTG+2", "LJ", "HJ", "CO", "BTN"];
        assert_eq!(names(9), ring);
    }
}
