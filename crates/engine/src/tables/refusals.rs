//! Why tables in step could not go on.

use croupier_cards::coded::Coded;
use croupier_cards::{Card, coded_errors};

use crate::chips::Chips;
use crate::error::{RuleError, SetupError};

/// The reason why tables could not go on. All of them are as they were before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TablesError {
    /// The game is wrong.
    Setup(Vec<SetupError>),
    /// Something is refused.
    Refused(TableRefusal),
}

impl From<TableRefusal> for TablesError {
    fn from(refusal: TableRefusal) -> Self {
        Self::Refused(refusal)
    }
}

coded_errors! {
    /// The reason why a request to tables is refused.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum TableRefusal {
        /// There are not as many decisions as tables.
        #[error("there must be one for each of the {tables} tables, not {given}")]
        DecisionsShape { given: usize, tables: usize },
        /// The menu has not so many moves.
        #[error("{given} cannot be decided at table {table}: there is no such move or card")]
        UnknownMove { table: usize, given: isize },
        /// The move is not possible now.
        #[error("{given} cannot be decided at table {table}: the move is not possible now")]
        IllegalMove { table: usize, given: isize },
        /// The move needs an amount, and none was given.
        #[error(
            "{given} cannot be decided at table {table}: the move needs an amount: give one for each table"
        )]
        MissingAmount { table: usize, given: isize, minimum: Chips, maximum: Chips },
        /// Nobody can bet or raise to this amount.
        #[error(
            "{given} cannot be decided at table {table}: nobody can bet or raise to {amount}, but to amounts from {minimum} to {maximum}"
        )]
        RaiseAmount { table: usize, given: isize, amount: Chips, minimum: Chips, maximum: Chips },
        /// The rules forbid it.
        #[error("{given} cannot be decided at table {table}: {reason}")]
        IllegalCards { table: usize, given: isize, rule: String, reason: String },
        /// There is no such table.
        #[error("there is no table {table}: there are {tables}, numbered from 0")]
        UnknownTable { table: usize, tables: usize },
        /// A stack cannot be.
        #[error("a stack is at least {minimum} and at most {maximum}, unlike {amount} at table {table}")]
        StackSize { table: usize, amount: Chips, minimum: Chips, maximum: Chips },
        /// A card is not in the deck, or twice.
        #[error("{card} cannot be dealt at table {table}: it is not in the deck, or not so often")]
        DealtCards { table: usize, card: Card },
        /// There are not as many cards for each table.
        #[error("there must be as many cards for each table, and no more than in the deck")]
        DealtCardCount { given: usize, tables: usize },
        /// A hand could not go on.
        #[error("table {table} cannot go on: {reason}")]
        TableStuck { table: usize, rule: String, reason: String },
    }
}

impl TableRefusal {
    /// Says that a hand could not go on.
    pub(super) fn stuck(table: usize, error: &RuleError) -> Self {
        Self::TableStuck { table, rule: error.code().into_owned(), reason: error.to_string() }
    }

    /// Says what is wrong with a decision.
    pub(super) fn decision(table: usize, given: i64, problem: &Problem) -> Self {
        let given = given as isize;
        match *problem {
            Problem::UnknownMove => Self::UnknownMove { table, given },
            Problem::IllegalMove => Self::IllegalMove { table, given },
            Problem::NoAmount { minimum, maximum } => {
                Self::MissingAmount { table, given, minimum, maximum }
            }
            Problem::Amount { amount, minimum, maximum } => {
                Self::RaiseAmount { table, given, amount, minimum, maximum }
            }
            Problem::Rule(ref error) => {
                let (rule, reason) = (error.code().into_owned(), error.to_string());
                Self::IllegalCards { table, given, rule, reason }
            }
        }
    }
}

/// A problem of a decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Problem {
    /// The menu has not so many moves.
    UnknownMove,
    /// The move is not possible now.
    IllegalMove,
    /// The move needs an amount, and none was given.
    NoAmount {
        /// The least that is possible.
        minimum: Chips,
        /// The most.
        maximum: Chips,
    },
    /// Nobody can bet or raise to this amount.
    Amount {
        /// The amount.
        amount: Chips,
        /// The least that is possible.
        minimum: Chips,
        /// The most.
        maximum: Chips,
    },
    /// The rules forbid it.
    Rule(RuleError),
}
