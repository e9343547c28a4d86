//! Operations: the table of them, their records and the log.
//!
//! | module | what is in it |
//! |---|---|
//! | [`table`] | the one table of operations |
//! | [`fields`] | the kinds of fields: their types, and how they are kept |
//! | [`log`] | all operations of a hand |

mod fields;
mod log;
mod table;

use croupier_cards::Card;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::chips::Chips;
use crate::error::RuleError;
use crate::hooks::Hooks;
use crate::phases::arrange::MAX_DICE;
use crate::seats::Seat;
use crate::state::State;
use crate::variants::state::Declared;
use fields::{Packed, field_type, pack, unpack};
pub use log::Log;
use log::LogEntry;

/// Cards that a caller names; most operations have a few.
pub type Cards = SmallVec<[Card; 16]>;

/// An argument of an operation: its name, its kind, and what it is where nothing is said; nothing where it must be said.
pub type Argument = (&'static str, &'static str, Option<&'static str>);

/// A row of the table of operations, for those who cannot call the macro.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OperationInfo {
    /// Which operation it is.
    pub kind: OperationKind,
    /// The name of its record.
    pub name: &'static str,
    /// The method that does it.
    pub method: &'static str,
    /// The method that tells whether it is possible.
    pub can: &'static str,
    /// The method that says why it is not.
    pub verify: &'static str,
    /// The arguments of the three methods.
    pub arguments: &'static [Argument],
    /// The kind of value that `verify` returns.
    pub result: &'static str,
    /// The fields of the record that Python has, with their kinds.
    pub fields: &'static [(&'static str, &'static str)],
    /// A property of the record that is the sum of a field, and the field.
    pub sum: Option<(&'static str, &'static str)>,
    /// Whether a player decides it.
    pub is_decision: bool,
    /// Whether it is decided in the betting: what is paid lies in front of the player then.
    pub is_bet: bool,
    /// The word of hand histories; empty where they have none.
    pub word: &'static str,
    /// The automation that does it without being asked.
    pub automation: Option<&'static str>,
    /// The sentence of the play-by-play, and that for when nothing is done, shown or paid.
    pub sentences: &'static [&'static str],
}

/// The argument of a decision whose methods take one thing: yes or no, or cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Given<'a> {
    /// Yes or no.
    Status(bool),
    /// Cards.
    Cards(&'a Cards),
}

impl OperationInfo {
    /// Tells whether its methods take yes or no, and nothing else.
    #[must_use]
    pub const fn takes_status(&self) -> bool {
        matches!(self.arguments, [(_, kind, _)] if matches!(kind.as_bytes(), b"status"))
    }

    /// Returns what is given to its methods, of a status and cards, where they take one of them and nothing else.
    pub fn given<'a>(&self, status: impl FnOnce() -> bool, cards: &'a Cards) -> Option<Given<'a>> {
        match self.arguments {
            [(_, "status", _)] => Some(Given::Status(status())),
            [(_, "cards" | "order", _)] => Some(Given::Cards(cards)),
            _ => None,
        }
    }
}

/// Does an operation whose methods take what is given, and nothing else.
macro_rules! decide {
    ($state:ident, $given:ident, $rest:tt, $act:ident(status: status)) => {
        match $given {
            Given::Status(status) => decide!(@do $state, $act, status, $rest),
            Given::Cards(_) => Err(RuleError::Stuck),
        }
    };
    ($state:ident, $given:ident, $rest:tt, $act:ident(cards: cards)) => {
        match $given {
            Given::Cards(cards) => decide!(@do $state, $act, cards, $rest),
            Given::Status(_) => Err(RuleError::Stuck),
        }
    };
    ($state:ident, $given:ident, $rest:tt, $act:ident(cards: order)) => {
        decide!($state, $given, $rest, $act(cards: cards))
    };
    ($state:ident, $given:ident, $rest:tt, $act:ident($($others:tt)*)) => {
        Err(RuleError::Stuck)
    };
    (@do $state:ident, $act:ident, $given:ident, ($commentary:ident, $hooks:ident)) => {
        $state.$act($given, $commentary, $hooks)
    };
}

/// Returns who is asked for an operation whose methods take yes or no, if it has a price and somebody is.
macro_rules! ask {
    ($state:ident, $name:ident, price, $verify:ident(status: status)) => {
        if let Ok((seat, amount)) = $state.$verify(true) {
            return Some((OperationKind::$name, seat, amount));
        }
    };
    ($state:ident, $name:ident, $result:ident, $verify:ident($($others:tt)*)) => {};
}

/// Returns who paid how much by a record of yes or no; nothing where it is no such record, or was declined.
macro_rules! paid {
    (@player $seat:ident amount $amount:ident status $status:ident) => {
        $status.then_some(($seat, $amount))
    };
    (@$($kind:tt $other:ident)*) => {{
        $(let _ = $other;)*
        None
    }};
}

/// Makes the records, their kinds, the table and how records are written down and read from the rows.
macro_rules! define {
    ($(
        $(#[$doc:meta])*
        $name:ident {
            $($field:ident: $kind:tt $(= $python:ident $about:literal)?),* $(,)?
        } $(sum $sum:ident of $summed:ident)?
        verify $verify:ident [$($how:ident)*] -> $result:ident $verify_doc:literal,
        can $can:ident $can_doc:literal,
        do $act:ident($($argument:ident: $taken:ident $(= $default:tt)?),*) $act_doc:literal,
        $who:ident, $word:literal, [$($automation:ident)?], [$($sentence:literal),*];
    )*) => {
        /// One thing that happened.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[allow(missing_docs)]
        pub enum Operation<'a> {
            $($(#[$doc])* $name { $($field: field_type!($kind)),* },)*
        }

        /// An operation that somebody can ask for, or that was done.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum OperationKind {
            $($(#[$doc])* $name,)*
        }

        /// All operations, each with everything that is said about it.
        pub const OPERATIONS: &[OperationInfo] = &[$(
            OperationInfo {
                kind: OperationKind::$name,
                name: stringify!($name),
                method: stringify!($act),
                can: stringify!($can),
                verify: stringify!($verify),
                arguments: &[$(
                    (stringify!($argument), stringify!($taken), define!(@maybe $($default)?)),
                )*],
                result: stringify!($result),
                fields: &[$($((stringify!($python), define!(@kind $kind)),)?)*],
                sum: define!(@sum $($sum $summed)?),
                is_decision: define!(@decides $who),
                is_bet: define!(@bets $who),
                word: $word,
                automation: define!(@maybe $($automation)?),
                sentences: &[$($sentence),*],
            },
        )*];

        impl Operation<'_> {
            /// Returns what the table says about it.
            #[must_use]
            pub const fn info(&self) -> &'static OperationInfo {
                match self {
                    $(Self::$name { .. } => OperationKind::$name.info(),)*
                }
            }

            /// Returns who paid, and how much, where it was decided by yes or no; nothing where it was declined, or is
            /// something else.
            #[must_use]
            pub fn paid_by_choice(&self) -> Option<(Seat, Chips)> {
                match *self {
                    $(Self::$name { $($field),* } => paid!(@$($kind $field)*),)*
                }
            }
        }

        impl State {
            /// Returns the decision of yes or no that somebody is asked for, who is asked, and what yes costs.
            #[must_use]
            pub fn yes_or_no(&self) -> Option<(OperationKind, Seat, Chips)> {
                let state = self;
                $(ask!(state, $name, $result, $verify($($argument: $taken),*));)*
                None
            }

            /// Does an operation for which [`OperationInfo::given`] has what its methods take.
            ///
            /// # Errors
            ///
            /// As the method of the operation; its methods take something else.
            pub fn decide(
                &mut self,
                kind: OperationKind,
                given: Given<'_>,
                commentary: Option<String>,
                hooks: &dyn Hooks,
            ) -> Result<usize, RuleError> {
                let state = self;
                match kind {
                    $(OperationKind::$name => {
                        decide!(state, given, (commentary, hooks), $act($($argument: $taken),*))
                    })*
                }
            }
        }

        impl Log {
            /// Writes an operation down, or only counts it.
            #[inline(always)]
            pub(crate) fn push_with<'a>(&mut self, operation: impl FnOnce() -> Operation<'a>) {
                if self.silent {
                    self.unwritten += 1;
                } else {
                    self.keep(&operation());
                }
            }

            /// Writes an operation down, apart from its method: the code of a hand must fit into the processor's
            /// cache.
            #[inline(never)]
            fn keep(&mut self, operation: &Operation<'_>) {
                let kind = OperationKind::NoOperation;
                let mut entry = LogEntry { kind, seat: 0, small: 0, count: 0, start: 0, value: 0 };
                let mut cards: &[Card] = &[];
                let mut amounts: &[Chips] = &[];
                match operation {
                    $(Operation::$name { $($field),* } => {
                        entry.kind = OperationKind::$name;
                        $(pack!($kind, $field, entry, cards, amounts);)*
                    })*
                }
                self.write(entry, cards, amounts);
            }

            /// Returns an operation.
            #[must_use]
            pub fn get(&self, number: usize) -> Option<Operation<'_>> {
                let entry = self.entries.get(number)?;
                let range = entry.start as usize..entry.start as usize + usize::from(entry.count);
                Some(match entry.kind {
                    $(OperationKind::$name => Operation::$name {
                        $($field: unpack!($kind, entry, self, range)),*
                    },)*
                })
            }
        }
    };
    (@maybe) => { None };
    (@maybe $some:tt) => { Some(stringify!($some)) };
    (@sum) => { None };
    (@sum $sum:ident $summed:ident) => { Some((stringify!($sum), stringify!($summed))) };
    (@kind ($kind:ident $other:ident)) => { stringify!($kind) };
    (@kind $kind:ident) => { stringify!($kind) };
    (@decides dealer) => { false };
    (@decides $who:ident) => { true };
    (@bets bettor) => { true };
    (@bets $who:ident) => { false };
}

crate::operations!(define);

impl OperationKind {
    /// Returns what the table says about it.
    #[must_use]
    pub const fn info(self) -> &'static OperationInfo {
        // Kinds are numbered in the order of the rows.
        &OPERATIONS[self as usize]
    }
}
