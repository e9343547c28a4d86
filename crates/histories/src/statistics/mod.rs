//! How players play: counts of chances and of what was made of them, hand by hand and over many files.
//!
//! | module | what is in it |
//! |---|---|
//! | [`counters`] | the statistics by their names, and a pair of counts for each |
//! | [`position`] | the names of seats |
//! | `betting` | what happened so far, as far as statistics ask |
//! | [`count`] | a hand that was played |
//! | [`gather`] | many hands of many players |
//! | [`files`] | many files at once |

mod betting;
pub mod count;
pub mod counters;
pub mod files;
pub mod gather;
pub mod position;

pub(crate) use betting::Betting;
pub use count::{AllIn, CountedEnd, HandCount, SeatCount};
pub use counters::{Counts, Statistic};
pub use files::count_files;
pub use gather::Gathered;
