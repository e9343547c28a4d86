//! Why there is no row, or no hand.

use crate::builder::LinePlace;

croupier_cards::coded_errors! {
    /// The reason why something in a log cannot be read.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum LogError {
        #[error("this is no log of PokerNow: expected the columns entry, at and order")]
        NotALog,
        #[error("a row is not as it should be: expected what happened, when, and a number")]
        NotALogRow,
        #[error("this is no JSON: {reason}")]
        JsonSyntax { reason: &'static str },
        #[error("this is no log of PokerNow: expected a list called logs")]
        NoLogs,
        #[error("an entry is not as it should be: expected at, created_at and msg")]
        NoLogEntry,
        #[error("this is no download of PokerNow: expected a list called hands")]
        NoDownload,
        #[error("the hand is not as it should be: {why}")]
        NoDownloadedHand { why: String },
        #[error("a row cannot be read: a field is larger than {most} characters")]
        LogFieldTooLong { most: usize },
        #[error("the first row is torn: the log was cut off here, and newer rows may be missing")]
        FirstRowTorn,
        #[error("the last row is torn: the log was cut off here, and older rows may be missing")]
        LastRowTorn,
        #[error("the log has no start of the hand: expected -- starting hand")]
        NoHandStart,
        #[error("the log has no end of the hand: expected -- ending hand")]
        NoHandEnd,
        #[error("the game {game} is not known: expected one of {games}")]
        UnknownGame { game: String, games: String },
        #[error("the hand has no stacks: expected a line that begins with Player stacks:")]
        NoStacks,
        #[error("{text} is no card: expected one such as 10♥ or A♠")]
        CardSyntax { text: String },
        #[error("{text} is no seat: expected a number, \"name @ id\" and (stack)")]
        NoLogSeat { text: String },
        #[error("{text} is no amount")]
        AmountSyntax { text: String },
        #[error("an amount has {given} digits, more than {most}")]
        LogAmountTooLong { given: usize, most: usize },
        #[error("amounts have more digits behind the point than can be counted")]
        LogAmountTooFine,
        #[error("{text} has no seat in this hand")]
        NotSeated { text: String },
        #[error("{text} sits in this hand twice")]
        SeatedTwice { text: String },
        #[error("{text} is no number of a hand")]
        NoHandNumber { text: String },
    }
}

/// A problem of a log, with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogProblem {
    /// The error.
    pub error: LogError,
    /// The line and the column of the file, both from 1; 0 where they are not known.
    pub at: LinePlace,
    /// The number or name of the hand; empty where it is none.
    pub hand: String,
    /// The text that is to blame; empty where there is none.
    pub excerpt: String,
}

impl LogProblem {
    /// Says what is wrong at a place.
    #[must_use]
    pub const fn new(error: LogError, at: LinePlace) -> Self {
        Self { error, at, hand: String::new(), excerpt: String::new() }
    }

    /// Says what is wrong with a line.
    #[must_use]
    pub const fn of_line(error: LogError, line: u32) -> Self {
        Self::new(error, LinePlace { line, byte: 1 })
    }
}

/// Returns the beginning of a text between apostrophes.
pub(crate) fn quote(text: &str, most: usize) -> String {
    let end = text.char_indices().nth(most).map_or(text.len(), |(end, _)| end);
    let shown = &text[..end];
    if shown.contains('\'') && !shown.contains('"') {
        format!("\"{shown}\"")
    } else {
        format!("'{}'", shown.replace('\\', "\\\\").replace('\'', "\\'"))
    }
}
