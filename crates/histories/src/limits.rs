//! How much a document may be: more than any real hand needs, and less than would harm a reader.

use std::sync::atomic::{AtomicU64, Ordering};

use toml::Value;

use crate::error::Fault;
use crate::hand::Hand;
use crate::nesting::Nesting;

/// The most bytes of a file, unless another number is set.
pub const MOST_FILE_BYTES: u64 = 256 << 20;
/// The most bytes of a hand.
pub const MOST_HAND_BYTES: u64 = 1 << 20;
/// The most actions of a hand.
pub const MOST_ACTIONS: u64 = 10_000;
/// The most players of a hand.
pub const MOST_PLAYERS: u64 = 24;
/// How deep lists and tables may lie in each other, and how many points a key may have.
pub const MOST_DEPTH: usize = 32;

static FILE_BYTES: AtomicU64 = AtomicU64::new(MOST_FILE_BYTES);

/// Says how many bytes a file may have from now on.
pub fn set_file_bytes(most: u64) {
    FILE_BYTES.store(most, Ordering::Relaxed);
}

/// Returns how many bytes a file may have.
pub(crate) fn file_bytes() -> u64 {
    FILE_BYTES.load(Ordering::Relaxed)
}

/// Checks the size of a file.
pub(crate) fn check_file(given: u64) -> Result<(), Fault> {
    let most = file_bytes();
    if given <= most { Ok(()) } else { Err(Fault::FileTooLarge { given, most }) }
}

/// Tells whether values lie too deep in each other, or keys have too many parts, without reading them.
#[must_use]
pub fn is_too_deep(text: &str) -> bool {
    let mut nesting = Nesting::new();
    nesting.feed(text);
    nesting.is_too_deep()
}

/// Checks the size of a hand.
pub(crate) fn check_hand(hand: &Hand<'_>) -> Result<(), Fault> {
    at_most("bytes in the hand", hand.length as u64, MOST_HAND_BYTES)?;
    at_most("actions", hand.actions.len() as u64, MOST_ACTIONS)?;
    at_most("players", hand.starting_stacks.len() as u64, MOST_PLAYERS)
}

/// Says that a hand is too large.
pub(crate) const fn too_large(text: &str) -> Fault {
    Fault::TooMuch { what: "bytes in the hand", given: text.len() as u64, most: MOST_HAND_BYTES }
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
