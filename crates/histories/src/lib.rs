//! Hand histories: read, replayed, checked and counted, many at once.
//!
//! | module | what is in it |
//! |---|---|
//! | [`toml`] | TOML with places: one pass gives all values |
//! | [`phh`] | the PHH format: documents, fields, hands, the notation of actions |
//! | [`amounts`] | amounts as they are written, how fine they are, and as chips |
//! | [`extensions`] | what formats know beyond the fields of PHH |
//! | [`limits`] | how much a document may be |
//! | [`rooms`] | texts of rooms |
//! | [`builder`] | from what is said at a table to a hand: the one way in for every room's text |
//! | [`replay`] | hands through the rules, and what a strict check finds |
//! | [`writers`] | hands as texts of rooms and as Open Hand History, from one transcript |
//! | [`identity`] | the same hand in every format, and the players of a hand told apart |
//! | [`bulk`] | many files at once, as columns |
//! | [`statistics`] | how players play |
//! | [`store`] | hands as rows of tables |
//! | [`error`] | what is wrong, and where |

pub mod amounts;
pub mod builder;
pub mod bulk;
pub mod error;
pub mod extensions;
pub mod identity;
pub mod limits;
pub mod phh;
pub mod replay;
pub mod rooms;
pub mod statistics;
pub mod store;
pub mod toml;
pub mod writers;

pub use amounts::number::Number;
pub use bulk::read::{Columns, read_files, read_files_into};
pub use bulk::texts::Texts;
pub use error::{Fault, Place};
pub use extensions::Extensions;
pub use phh::action::Action;
pub use phh::check::FieldRules;
pub use phh::document::{Hands, Record, Span, Unread, hands, visit_hands};
pub use phh::field::Field;
pub use phh::hand::Hand;
pub use replay::settle::{Comparison, Settlement};
pub use replay::{Failure, Game, Outcome, Repair, Replayer};
