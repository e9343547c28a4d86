//! The PHH format: files, hands, fields and actions.
//!
//! | module | what is in it |
//! |---|---|
//! | [`document`] | a file as hands: one, or one for each table |
//! | [`field`] | the fields of the standard |
//! | [`hand`] | what a hand says that a replay needs |
//! | [`notation`] | the notation of actions, word by word |
//! | [`action`] | actions as something to do |
//! | [`recording`] | the actions of a hand that was played |
//! | [`check`] | what is wrong with fields |
//! | [`violation`] | all kinds of what a check finds, with their codes |

pub mod action;
pub mod check;
pub mod document;
pub mod field;
pub mod hand;
pub mod notation;
pub mod recording;
pub mod violation;
