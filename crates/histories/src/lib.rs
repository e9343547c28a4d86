//! Hand histories of the PHH format, many at once: parse, replay, check.
//!
//! | module | what is in it |
//! |---|---|
//! | [`document`] | a file as hands: one, or one for each table |
//! | `file` | a file as text, with bytes that are none at their places |
//! | [`hand`] | what a hand says that a replay needs |
//! | [`line`] | any field that stands on one line |
//! | `scan` | the plain style in which nearly all files are written, a line a field |
//! | `style` | any other style: the hand is written anew in the plain one |
//! | `nesting` | whether a part of a document is complete |
//! | [`number`] | amounts as they are written |
//! | [`pokernow`] | lines of PokerNow's log |
//! | [`action`] | actions as they are written |
//! | [`limits`] | how much a document may be |
//! | `scale` | amounts in units |
//! | [`replay`] | hands through the rules |
//! | [`settle`] | what the record says of the end, beside the replay |
//! | [`statistics`] | how players play |
//! | [`texts`] | texts as a column |
//! | [`usual`] | whether a hand is surely as it should be |
//! | [`read`] | many files at once, as columns |
//! | [`error`] | what is wrong, and where |

pub mod action;
pub mod document;
pub mod error;
mod file;
pub mod hand;
pub mod limits;
pub mod line;
mod nesting;
pub mod number;
pub mod pokernow;
pub mod read;
pub mod replay;
mod scale;
mod scan;
pub mod settle;
pub mod statistics;
mod style;
pub mod texts;
pub mod usual;

pub use action::Action;
pub use document::{Block, Blocks, Span, hands};
pub use error::{Fault, Place};
pub use hand::Hand;
pub use number::Number;
pub use read::{Columns, read_files};
pub use replay::{Failure, Game, Outcome, Repairs, Replayer};
pub use settle::{Comparison, Settlement};
pub use texts::Texts;
pub use usual::Accepted;
