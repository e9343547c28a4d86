//! Hands through the rules, by one replayer.
//!
//! | module | what is in it |
//! |---|---|
//! | [`steps`] | a hand, action by action |
//! | [`table`] | the state, and the decisions that are the caller's |
//! | [`repair`] | what a record left out |
//! | [`refusal`] | why an action cannot be done |
//! | [`legal`] | what may be done, in the notation |
//! | `start` | the start of a hand, from its fields |
//! | [`rules`] | by whose rules a hand was played |
//! | [`replayer`] | many hands |
//! | [`settle`] | what the record says of the end, beside the replay |
//! | [`findings`] | what a strict check finds in a hand |

pub mod findings;
pub mod legal;
pub mod refusal;
pub mod repair;
pub mod replayer;
pub mod rules;
pub mod settle;
pub(crate) mod start;
pub mod steps;
pub mod table;

pub use legal::describe_legal;
pub use refusal::{RecordError, Refusal};
pub use repair::{Repair, Repaired};
pub use replayer::{Failure, Game, Outcome, Provided, Provider, Replayer};
pub use rules::{Choice, Fit, choose_rules};
pub(crate) use steps::find_new_cards;
pub use steps::{Replay, ReplayOptions, Report, Step, apply, describe};
pub use table::{Direct, House, OddPolicy, StateChange, Table};
