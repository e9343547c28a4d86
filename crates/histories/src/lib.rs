//! Hand histories: read, replayed, checked and counted, many at once.
//!
//! | module | what is in it |
//! |---|---|
//! | [`toml`] | TOML with places: one pass gives all values |
//! | [`document`] | a file as hands: one, or one for each table |
//! | `file` | a file as text, with bytes that are none at their places |
//! | [`field`] | the fields of the standard |
//! | [`hand`] | what a hand says that a replay needs |
//! | [`number`] | amounts as they are written |
//! | [`fineness`] | how fine the chips of a hand are |
//! | [`builder`] | from what is said at a table to a hand: the one way in for every room's text |
//! | [`notation`] | the notation of actions, word by word |
//! | [`action`] | actions as something to do |
//! | [`extensions`] | what formats know beyond the fields of PHH |
//! | [`limits`] | how much a document may be |
//! | `mixing` | hashes that take little time and cannot be foreseen |
//! | `scale` | amounts in units |
//! | [`fingerprint`] | what makes a hand the same hand in every format |
//! | [`people`] | names by which players can be told apart |
//! | [`rooms`] | texts of rooms |
//! | [`replay`] | hands through the rules |
//! | `sha256` | the hash of fingerprints |
//! | [`settle`] | what the record says of the end, beside the replay |
//! | [`statistics`] | how players play |
//! | [`store`] | hands as rows of tables |
//! | [`texts`] | texts as a column |
//! | [`transcript`] | what happened in a hand, as writers tell it |
//! | [`writers`] | hands as texts of rooms and as Open Hand History |
//! | [`check`] | what is wrong with fields |
//! | [`findings`] | what a strict look finds in a hand |
//! | [`read`] | many files at once, as columns |
//! | `parts` | large files in parts, for all threads |
//! | [`error`] | what is wrong, and where |

pub mod action;
pub mod builder;
pub mod check;
pub mod document;
pub mod error;
pub mod extensions;
pub mod field;
mod file;
pub mod findings;
pub mod fineness;
pub mod fingerprint;
pub mod hand;
pub mod limits;
mod mixing;
pub mod notation;
pub mod number;
mod parts;
pub mod people;
pub mod read;
pub mod replay;
pub mod rooms;
mod scale;
pub mod settle;
mod sha256;
pub mod statistics;
pub mod store;
pub mod texts;
pub mod toml;
pub mod transcript;
pub mod writers;

pub use action::Action;
pub use check::FieldRules;
pub use document::{Hands, Record, Span, hands};
pub use error::{Fault, Place};
pub use extensions::Extensions;
pub use field::Field;
pub use hand::Hand;
pub use number::Number;
pub use read::{Columns, read_files, read_files_into};
pub use replay::{Failure, Game, Outcome, Repair, Replayer};
pub use settle::{Comparison, Settlement};
pub use texts::Texts;
