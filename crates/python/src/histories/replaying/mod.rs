//! Histories that are replayed on states of Python: their actions, read, done and written down again.

pub mod notation;
pub mod stakes;
pub mod steps;
mod writing;
