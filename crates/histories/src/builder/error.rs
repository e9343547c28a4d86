//! Why the text of a hand cannot be made a hand, and where.

use std::borrow::Cow;
use std::fmt;

use croupier_cards::coded::{Coded, Value};
use croupier_engine::RuleError;

/// A place in a text: a line and a byte or column of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LinePlace {
    /// The line, counted from 1; 0 where it is not known.
    pub line: u32,
    /// The byte of the line, counted from 0, which columns are made of when somebody asks; or the column, counted from
    /// 1, for readers that count characters, and 0 where they do not know it.
    pub byte: u32,
}

impl LinePlace {
    /// Returns this place, or another one where this is not known.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        if self.line > 0 { self } else { other }
    }
}

croupier_cards::coded_errors! {
    /// The reason why a text is no hand. Amounts are as the text has them.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum BuildError {
        #[error("'{text}' is no amount such as 20 or $2.50")]
        AmountSyntax { text: String },
        #[error("'{text}' is finer than {digits} digits after the point")]
        AmountTooFine { text: String, digits: u8 },
        #[error("'{text}' is more than can be counted")]
        AmountTooLarge { text: String },
        #[error("there is no amount in '{text}'")]
        AmountMissing { text: String },
        #[error("the header has no hand number, game and date")]
        NoHeader,
        #[error("the header names no game that is known: '{text}'")]
        UnknownGame { text: String },
        /// The reader of a format gave the builder a variant that nobody knows.
        #[error("there is no game '{text}'")]
        UnknownVariant { text: String },
        #[error("the header has no stakes such as ($1/$2)")]
        NoStakes,
        #[error("there is no such time: '{text}'")]
        UnknownTime { text: String },
        #[error("a table is written as {form}")]
        NotATable { form: &'static str },
        #[error("a seat is written as {form}")]
        NotASeat { form: &'static str },
        #[error("'{text}' is no number of a seat")]
        SeatNumber { text: String },
        #[error("nobody sits in seat {number}")]
        EmptySeat { number: u32 },
        #[error("'{name}' sits at the table twice")]
        SeatedTwice { name: String },
        #[error("nobody at the table is called '{name}'")]
        UnknownPlayer { name: String },
        #[error("a part of a hand is marked as '*** FLOP ***'")]
        NotAMarker,
        #[error("a raise is written as 'raises $2 to $4'")]
        NotARaise,
        #[error("there is no post called '{text}'")]
        UnknownPost { text: String },
        #[error("discards are written as 'discards 2 cards'")]
        NotADiscard,
        #[error("there is no action of type '{text}'")]
        UnknownAction { text: String },
        #[error("'{text}' is no number of an action")]
        ActionNumber { text: String },
        #[error("the hand was cancelled")]
        Cancelled,
        #[error("the hand is cut off: there is no {missing}")]
        CutOff { missing: &'static str },
        #[error("it is no XML: {text}")]
        NotXml { text: String },
        #[error("a line has {given} characters, but no more than {most} are read")]
        LineTooLong { given: usize, most: usize },
        #[error("a hand has {given} lines, but no more than {most} are read")]
        HandTooLong { given: usize, most: usize },
        #[error("a hand needs two players, not {given}")]
        TooFewPlayers { given: usize },
        #[error("a hand has no more than {most} players, not {given}")]
        TooManyPlayers { given: usize, most: usize },
        #[error("the hand cannot begin: {text}")]
        CannotBegin { text: String },
        #[error("{name} calls {amount} where nothing can be called")]
        NothingToCall { name: String, amount: String },
        #[error("{name} calls {amount}, but {due} is to call")]
        OtherCall { name: String, amount: String, due: String },
        #[error("{name} is not to act: {turn}")]
        OutOfTurn { name: String, turn: String },
        #[error("{name} is not to discard: {turn}")]
        NotToDiscard { name: String, turn: String },
        #[error("cards are dealt, but {name} is to act")]
        DealtTooEarly { name: String },
        #[error("{name}'s hand is known, but not what is discarded")]
        UnknownDiscard { name: String },
        #[error("{name} holds {held} and cannot show {shown}")]
        NotHeld { name: String, held: String, shown: String },
        #[error("the hand ends early: {next}")]
        EndsEarly { next: String },
        #[error("the pot is said to be {said}, but players paid {paid}")]
        OtherPot { said: String, paid: String },
        #[error("{won} is won of {pot}")]
        WonTooMuch { won: String, pot: String },
        #[error("nobody is said to win the pot")]
        NobodyWins,
        #[error("players win {won} and {taken} is taken, but the pot is {pot}")]
        PotNotShared { won: String, taken: String, pot: String },
        #[error("{name} ends with {recorded} by the record, but with {ruled} by the rules")]
        OtherStack { name: String, recorded: String, ruled: String },
        #[error("this is no JSON: {reason}")]
        JsonSyntax { reason: &'static str },
        #[error("this is no hand: expected an object with ohh, or one with hands")]
        NoOhhHand,
        #[error("{path}: expected {expected}, not {shown}")]
        OhhMember { path: String, expected: &'static str, shown: String },
        #[error("players: two players have the same id")]
        OhhSameId,
        #[error("players: two players have the same name, and actions go by names")]
        OhhSameName,
        #[error("players: expected two or more, not {given}")]
        OhhTooFewPlayers { given: usize },
        #[error("{path}: expected {names}")]
        OhhPlayer { path: String, names: &'static str },
        #[error("a hand has {given} rounds and actions, but no more than {most} are read")]
        OhhTooLong { given: usize, most: usize },
        #[error("game_type: expected one of {names}")]
        OhhGameType { names: String },
        #[error("gameType: '{said}' is no game that is known here")]
        OhhUnknownGame { said: String },
        #[error("{game} {limit} with {cards} hole cards cannot be played from this format: expected Holdem NL or FL, or Omaha and OmahaHiLo")]
        OhhUnplayableGame { game: &'static str, limit: String, cards: usize },
        #[error("tournament_info: expected an object")]
        OhhTournamentInfo,
        #[error("{path}: expected one of {names}")]
        OhhStreet { path: String, names: String },
        #[error("{path}: '{said}' is no action of the specification, and has chips")]
        OhhAction { path: String, said: String },
        #[error("{path}: expected one of {names}")]
        OhhActionType { path: String, names: String },
        #[error("{path}: {action} needs a player_id")]
        OhhNoPlayerId { path: String, action: &'static str },
        #[error("{path}: {said} is no player of the hand")]
        OhhUnknownPlayer { path: String, said: String },
        #[error("players win {won} of {pot}, which no rake explains")]
        OhhNoRake { won: String, pot: String },
        #[error("{taken} is taken, not {expected}")]
        OtherRake { taken: String, expected: String },
    }
}

/// An error of the text, or of the play by the rules.
#[derive(Debug, Clone, PartialEq)]
pub enum ProblemCause {
    /// The text says something that makes no hand.
    Text(BuildError),
    /// The rules refuse what players do.
    Rule {
        /// Why.
        error: RuleError,
        /// In words, with amounts as the text has them.
        said: String,
    },
}

impl From<BuildError> for ProblemCause {
    fn from(error: BuildError) -> Self {
        Self::Text(error)
    }
}

/// A problem of a hand that cannot be built, with its place.
#[derive(Debug, Clone, PartialEq)]
pub struct HandProblem {
    /// The error.
    pub wrong: ProblemCause,
    /// Where.
    pub at: LinePlace,
    /// The legal alternatives, where the rules refuse it.
    pub legal: Option<String>,
    /// The number of the action that cannot be played, from 1.
    pub action: Option<usize>,
    /// The method of a state that refuses it.
    pub operation: Option<&'static str>,
    /// The number or name of the hand, where it is known.
    pub hand: String,
    /// The text that is to blame.
    pub excerpt: Option<String>,
}

impl HandProblem {
    /// Says that something is wrong with the text.
    #[must_use]
    pub fn new(error: BuildError, at: LinePlace) -> Self {
        let wrong = ProblemCause::Text(error);
        Self {
            wrong,
            at,
            legal: None,
            action: None,
            operation: None,
            hand: String::new(),
            excerpt: None,
        }
    }

    /// Adds the text that is to blame; its beginning, where it is long.
    #[must_use]
    pub fn near(mut self, text: &str) -> Self {
        self.excerpt = Some(shorten(text, 80).to_owned());
        self
    }

    /// Returns the stable word for it.
    #[must_use]
    pub fn code(&self) -> Cow<'static, str> {
        match &self.wrong {
            ProblemCause::Text(error) => error.code(),
            ProblemCause::Rule { error, .. } => error.code(),
        }
    }

    /// Returns what it speaks of, by name.
    #[must_use]
    pub fn values(&self) -> Vec<(&'static str, Value)> {
        match &self.wrong {
            ProblemCause::Text(error) => error.values(),
            ProblemCause::Rule { error, .. } => error.values(),
        }
    }

    /// Tells whether it is the text that makes no hand, and not the rules that refuse one.
    #[must_use]
    pub const fn is_of_text(&self) -> bool {
        matches!(self.wrong, ProblemCause::Text(_))
    }
}

impl fmt::Display for HandProblem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.wrong {
            ProblemCause::Text(error) => write!(formatter, "{error}")?,
            ProblemCause::Rule { said, .. } => write!(formatter, "{said}")?,
        }
        match &self.legal {
            Some(legal) => write!(formatter, "; legal would be {legal}"),
            None => Ok(()),
        }
    }
}

/// Returns the beginning of a text: so many characters.
pub(crate) fn shorten(text: &str, most: usize) -> &str {
    text.char_indices().nth(most).map_or(text, |(end, _)| &text[..end])
}
