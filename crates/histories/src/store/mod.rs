//! Hands as rows of tables: what a store keeps of them, so that questions are answered without playing them again.
//!
//! | module | what is in it |
//! |---|---|
//! | [`columns`] | columns as Arrow has them |
//! | [`tables`] | the tables of hands, players and actions, with all of their columns |
//! | `said` | what a hand says of place and time |
//! | `walk` | what is written down while a hand is counted |
//! | [`texture`] | what boards are like |
//! | [`files`] | many files at once |

pub mod columns;
pub mod files;
mod hand_fields;
pub mod tables;
pub mod texture;
mod walk;

pub use files::{Taken, derive_files};
pub use tables::{Described, ExportedTable, SCHEMA, TableRows};
