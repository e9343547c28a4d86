//! Faults of a history, and their places.

use std::borrow::Cow;
use std::fmt;

use croupier_cards::coded::Value;
use croupier_engine::{RuleError, SetupError};
use thiserror::Error;

use crate::limits::MAX_HAND_BYTES;

/// A place in a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Place {
    /// The line of the file, counted from 1; 0 where it is not known.
    pub line: usize,
    /// The column of the line, counted from 1; 0 where it is not known.
    pub column: usize,
    /// The action, counted from 1.
    pub action: Option<usize>,
}

/// The kind of a mistake.
#[derive(Debug, Clone, PartialEq, Error)]
#[allow(missing_docs)]
pub enum Fault {
    #[error("the file cannot be read: {0}")]
    File(String),
    #[error("this is no TOML: {0}")]
    Toml(String),
    #[error("the byte {0:#04x} is no UTF-8")]
    Encoding(u8),
    #[error(
        "'{0}' is too large or too fine: numbers have at most 40 digits and an exponent from -40 to 40"
    )]
    OutOfBounds(String),
    #[error("the field '{0}' stands outside of the hands")]
    Outside(String),
    #[error("the field {0} is missing")]
    MissingField(&'static str),
    #[error("the field {0} has a value of the wrong kind")]
    WrongKind(&'static str),
    #[error("there is no variant {0:?}")]
    UnknownVariant(String),
    #[error("the field {field} is given for {given} players, but there are {count}")]
    WrongLength { field: &'static str, given: usize, count: usize },
    #[error("there are {given} {what}, but no more than {most} are read")]
    TooMuch { what: &'static str, given: u64, most: u64 },
    #[error(
        "there are {given} bytes in the file, but no more than {most} are read: CROUPIER_MOST_FILE_BYTES sets another limit"
    )]
    FileTooLarge { given: u64, most: u64 },
    #[error("values are nested more than {0} deep")]
    TooDeep(usize),
    #[error("amounts differ too much in size to be counted exactly")]
    TooFine,
    #[error("the game cannot be played: {}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Setup(Vec<SetupError>),
    #[error("{0}")]
    Action(Box<ActionFault>),
    #[error("{0}")]
    Rule(RuleError),
    /// A mistake that somebody else found, who knows games that this crate does not.
    #[error("{0}")]
    Provided(String),
}

/// An action that cannot be read or done.
#[derive(Debug, Clone, PartialEq)]
pub struct ActionFault {
    /// The action, counted from 1.
    pub action: usize,
    /// Why, for people.
    pub why: String,
    /// The legal alternatives; nothing where it could not be read.
    pub legal: Option<String>,
    /// The stable word for it.
    pub code: Cow<'static, str>,
    /// The values that the text speaks of, by name.
    pub values: Vec<(&'static str, Value)>,
}

impl fmt::Display for ActionFault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { action, why, .. } = self;
        match &self.legal {
            None => write!(formatter, "action {action} cannot be read: {why}"),
            Some(legal) => {
                write!(formatter, "action {action} is refused: {why}; legal would be {legal}")
            }
        }
    }
}

impl Fault {
    /// Says that a hand has so many bytes.
    pub(crate) const fn hand_too_large(given: usize) -> Self {
        Self::TooMuch { what: "bytes in the hand", given: given as u64, most: MAX_HAND_BYTES }
    }
}
