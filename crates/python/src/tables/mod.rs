//! Hands that nobody plays step by step: many at once, many tables in step, and the bots at them.

pub mod batch;
pub mod bots;
pub mod simulation;
