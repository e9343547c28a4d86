//! Why an action cannot be done.

use std::borrow::Cow;

use croupier_cards::coded::{Coded, Kind, Value};
use croupier_cards::{Card, coded_errors, parse};
use croupier_engine::{Chips, RuleError, Seat, Warning};

use crate::phh::notation::NotationError;

coded_errors! {
    /// A reason against an action beside the rules.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum RecordError {
        #[error("there is no p{} among {count} players", .seat + 1)]
        UnknownPlayer { seat: Seat, count: usize },
        #[error("p{} is not to {what}: {turn}", .seat + 1)]
        OutOfTurn { seat: Seat, what: &'static str, turn: String },
        #[error("p{} holds {} and cannot show {}", .seat + 1, parse::text(.held), parse::text(.cards))]
        NotHeld { seat: Seat, held: Vec<Card>, cards: Vec<Card> },
        #[error("{0} is no card of this game")]
        ForeignCard(card: Card),
        #[error("{0} is there twice")]
        DuplicateCard(card: Card),
        #[error("{0} was dealt before, and the deck has others")]
        CardDealtBefore(card: Card),
        #[error("a card is to be burnt")]
        BurnFirst,
        #[error("the amount {0} is more, or finer, than this game can count")]
        UncountableAmount(amount: String),
        #[error("'{value}' cannot be chosen: there are '{values}'")]
        UnknownChoice { value: String, values: String },
    }
}

/// The reason why an action cannot be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// It is none.
    Notation(NotationError),
    /// The rules.
    Rule(RuleError),
    /// Something else that is known of the hand.
    Record(RecordError),
    /// It is legal, but odd.
    Odd(Warning),
    /// The caller's own code, which keeps what it raised; it says this.
    Raised {
        /// The text of it.
        text: String,
        /// Whether nothing can go on after it.
        fatal: bool,
    },
}

impl From<RuleError> for Refusal {
    fn from(error: RuleError) -> Self {
        Self::Rule(error)
    }
}

impl From<RecordError> for Refusal {
    fn from(error: RecordError) -> Self {
        Self::Record(error)
    }
}

impl Refusal {
    fn coded(&self) -> Option<(&dyn Coded, &'static [Kind])> {
        Some(match self {
            Self::Notation(error) => (error, NotationError::KINDS),
            Self::Rule(error) => (error, RuleError::KINDS),
            Self::Record(error) => (error, RecordError::KINDS),
            Self::Odd(warning) => (warning, Warning::KINDS),
            Self::Raised { .. } => return None,
        })
    }

    /// Returns the stable word for it.
    #[must_use]
    pub fn code(&self) -> Cow<'static, str> {
        self.coded().map_or("rule".into(), |(error, _)| error.code())
    }

    /// Returns what its text speaks of, by name.
    #[must_use]
    pub fn values(&self) -> Vec<(&'static str, Value)> {
        self.coded().map(|(error, _)| error.values()).unwrap_or_default()
    }

    /// Says why; `show` writes amounts.
    pub fn message(&self, show: impl Fn(Chips) -> String) -> String {
        let Some((error, kinds)) = self.coded() else {
            let Self::Raised { text, .. } = self else { return String::new() };
            return text.clone();
        };
        let values = error.values();
        if !values.iter().any(|(_, value)| matches!(value, Value::Chips(_))) {
            return error.to_string();
        }
        let code = error.code();
        let kind = kinds.iter().find(|kind| kind.code() == code);
        let Some(kind) = kind else { return error.to_string() };
        let mut text = kind.text.to_owned();
        for (name, value) in &values {
            let shown = match value {
                Value::Chips(chips) => show(*chips),
                value => value.to_string(),
            };
            text = text.replace(&format!("{{{name}}}"), &shown);
        }
        text
    }

    /// Tells whether nothing can go on after it.
    #[must_use]
    pub const fn is_fatal(&self) -> bool {
        matches!(self, Self::Raised { fatal: true, .. } | Self::Notation(_))
    }
}
