//! Hands and their rankings: one hand at a time, lookups that users define, arrays of hands.

pub mod arrays;
pub mod lookups;
pub mod rankings;
pub mod selections;
