//! PokerNow's logs: rows, lines, hands, people, and histories of them.
//!
//! | module | what is in it |
//! |---|---|
//! | [`lines`] | what a line says |
//! | [`log`] | the rows of a log, in the order in which they happened |
//! | [`hands`] | the hands among them |
//! | [`people`] | the people of a log, under all of their names |
//! | [`reading`] | from a hand of a log to one that was played and whose money is right |
//! | [`downloads`] | hands of downloads |
//! | [`error`] | why there is none |

pub mod downloads;
pub mod error;
pub mod hands;
pub mod lines;
pub mod log;
pub mod people;
pub mod reading;

pub use downloads::{Downloaded, DownloadedHand, read_download};
pub use error::{LogError, LogProblem};
pub use hands::{LoggedHand, LoggedStep, find_hands};
pub use lines::{
    Flag, HandStart, Line, LineFault, LineKind, SeatLine, read_line, read_seats, read_start,
};
pub use log::{Row, Writing, read_rows, sort_rows};
pub use people::People;
pub use reading::{Log, VARIANTS};
