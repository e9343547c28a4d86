//! How much a document may be: more than any real hand needs, and less than would harm a reader.

use toml::Value;

use crate::error::Fault;
use crate::hand::Hand;

/// The most bytes of a file.
pub const MOST_FILE_BYTES: u64 = 256 << 20;
/// The most bytes of a hand.
pub const MOST_HAND_BYTES: u64 = 1 << 20;
/// The most actions of a hand.
pub const MOST_ACTIONS: u64 = 10_000;
/// The most players of a hand.
pub const MOST_PLAYERS: u64 = 24;
/// How deep lists and tables may lie in each other.
pub const MOST_DEPTH: usize = 32;

/// Checks the size of a file.
pub(crate) fn check_file(bytes: u64) -> Result<(), Fault> {
    at_most("bytes in the file", bytes, MOST_FILE_BYTES)
}

/// Checks the size of a hand.
pub(crate) fn check_hand(hand: &Hand<'_>) -> Result<(), Fault> {
    at_most("bytes in the hand", hand.length as u64, MOST_HAND_BYTES)?;
    at_most("actions", hand.actions.len() as u64, MOST_ACTIONS)?;
    at_most("players", hand.starting_stacks.len() as u64, MOST_PLAYERS)
}

/// Checks how deep the values of a hand are.
pub(crate) fn check_depth<'a>(values: impl Iterator<Item = &'a Value>) -> Result<(), Fault> {
    let is_container = |value: &&Value| matches!(value, Value::Array(_) | Value::Table(_));
    let mut level: Vec<&Value> = values.filter(is_container).collect();
    for _ in 0..MOST_DEPTH {
        level = level.into_iter().flat_map(inner).filter(is_container).collect();
    }
    if level.is_empty() { Ok(()) } else { Err(Fault::TooDeep(MOST_DEPTH)) }
}

fn inner(value: &Value) -> Box<dyn Iterator<Item = &Value> + '_> {
    match value {
        Value::Array(values) => Box::new(values.iter()),
        Value::Table(table) => Box::new(table.values()),
        _ => Box::new(std::iter::empty()),
    }
}

const fn at_most(what: &'static str, given: u64, most: u64) -> Result<(), Fault> {
    if given <= most { Ok(()) } else { Err(Fault::TooMuch { what, given, most }) }
}
