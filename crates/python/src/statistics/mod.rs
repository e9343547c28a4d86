//! How players play, in one hand and in many.

pub mod hands;
pub mod tallies;
