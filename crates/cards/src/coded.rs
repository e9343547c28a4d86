//! Errors that programs can read: a code, a text, and the values that the text speaks of, by name.

use std::borrow::Cow;

use crate::{Card, parse};

/// A value that the text of an error speaks of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// An amount, in the units of the crate that counts chips.
    Chips(i64),
    /// A number of things, or of one among several: a player, a hand, a board.
    Number(i128),
    /// A card.
    Card(Card),
    /// Several cards.
    Cards(Vec<Card>),
    /// A word, a name, or what another error says.
    Text(String),
    /// Several words.
    Texts(Vec<&'static str>),
}

/// An error with a code and with values.
pub trait Coded: std::error::Error {
    /// Returns the stable word for this kind of error, such as `amount-below-minimum`.
    fn code(&self) -> Cow<'static, str>;

    /// Returns what the text speaks of, by name.
    fn values(&self) -> Vec<(&'static str, Value)>;
}

/// A kind of error, for who wants to list them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kind {
    /// The name that the code is made of.
    pub name: &'static str,
    /// The text, with the names of values in braces.
    pub text: &'static str,
    /// The names of the values.
    pub values: &'static [&'static str],
}

impl Kind {
    /// Returns the code.
    #[must_use]
    pub fn code(&self) -> String {
        code_of(self.name)
    }
}

/// Returns the code for the name of a variant: `UnknownPlayer` is `unknown-player`.
#[must_use]
pub fn code_of(name: &str) -> String {
    let mut code = String::with_capacity(name.len() + 4);
    for (index, letter) in name.char_indices() {
        if letter.is_ascii_uppercase() && index > 0 {
            code.push('-');
        }
        code.push(letter.to_ascii_lowercase());
    }
    code
}

macro_rules! values {
    ($($type:ty => $make:expr),* $(,)?) => {
        $(impl From<&$type> for Value {
            fn from(value: &$type) -> Self {
                let make: fn(&$type) -> Self = $make;
                make(value)
            }
        })*
    };
}

values! {
    i64 => |&chips| Self::Chips(chips),
    // A caller's number may have been negative.
    usize => |&number| Self::Number(number as isize as i128),
    isize => |&number| Self::Number(number as i128),
    u8 => |&number| Self::Number(number.into()),
    u32 => |&number| Self::Number(number.into()),
    u64 => |&number| Self::Number(number.into()),
    Card => |&card| Self::Card(card),
    Vec<Card> => |cards| Self::Cards(cards.clone()),
    String => |text| Self::Text(text.clone()),
    &'static str => |&text| Self::Text(text.to_owned()),
    char => |letter| Self::Text(letter.to_string()),
    Vec<&'static str> => |texts| Self::Texts(texts.clone()),
}

impl std::fmt::Display for Value {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Chips(chips) => write!(formatter, "{chips}"),
            Self::Number(number) => write!(formatter, "{number}"),
            Self::Card(card) => write!(formatter, "{card}"),
            Self::Cards(cards) => formatter.write_str(&parse::text(cards)),
            Self::Text(text) => formatter.write_str(text),
            Self::Texts(texts) => formatter.write_str(&texts.join(", ")),
        }
    }
}

/// Declares an enum of errors with texts (as `thiserror` has them), codes and named values.
///
/// A variant with one unnamed field gives it a name for programs: `NoAnte(seat: usize)` is made as
/// `NoAnte(3)`.
///
/// ```
/// use croupier_cards::coded::{Coded, Value};
///
/// croupier_cards::coded_errors! {
///     /// Why there is no bet.
///     #[derive(Debug, Clone, PartialEq, Eq)]
///     pub enum BetError {
///         /// The amount is too small.
///         #[error("the amount {amount} is below the minimum of {minimum}")]
///         AmountBelowMinimum { amount: i64, minimum: i64 },
///         #[error("player {0} has no chips")]
///         NoChips(seat: usize),
///     }
/// }
///
/// let error = BetError::NoChips(3);
/// assert_eq!((error.code().as_ref(), error.to_string().as_str()), ("no-chips", "player 3 has no chips"));
/// assert_eq!(error.values(), [("seat", Value::Number(3))]);
/// assert_eq!(BetError::KINDS[0].values, ["amount", "minimum"]);
/// ```
#[macro_export]
macro_rules! coded_errors {
    (
        $(#[doc = $about:literal])*
        #[derive($($derived:ident),* $(,)?)]
        pub enum $name:ident {
            $(
                $(#[doc = $meaning:literal])*
                #[error($text:literal $(, $($argument:tt)*)?)]
                $variant:ident
                $({ $($(#[doc = $detail:literal])* $field:ident: $type:ty),* $(,)? })?
                $(($only:ident: $inner:ty))?
            ),* $(,)?
        }
    ) => {
        $(#[doc = $about])*
        #[derive($($derived),*, ::thiserror::Error)]
        #[allow(missing_docs)]
        pub enum $name {
            $(
                $(#[doc = $meaning])*
                #[error($text $(, $($argument)*)?)]
                $variant
                $({ $($(#[doc = $detail])* $field: $type),* })?
                $(($inner))?
            ),*
        }

        impl $name {
            /// All kinds of this error.
            pub const KINDS: &'static [$crate::coded::Kind] = &[
                $($crate::coded::Kind {
                    name: stringify!($variant),
                    text: $text,
                    values: &[$($(stringify!($field)),*)? $(stringify!($only))?],
                }),*
            ];
        }

        impl $crate::coded::Coded for $name {
            fn code(&self) -> ::std::borrow::Cow<'static, str> {
                let name = match self {
                    $(Self::$variant { .. } => stringify!($variant)),*
                };
                $crate::coded::code_of(name).into()
            }

            fn values(&self) -> ::std::vec::Vec<(&'static str, $crate::coded::Value)> {
                match self {
                    $(Self::$variant $({ $($field),* })? $(($only))? => ::std::vec![
                        $($((stringify!($field), $crate::coded::Value::from($field))),*)?
                        $((stringify!($only), $crate::coded::Value::from($only)))?
                    ]),*
                }
            }
        }
    };
}
