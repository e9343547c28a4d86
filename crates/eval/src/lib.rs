//! Every poker hand ranked: one by one, best of many, and in bulk.

pub mod batch;
pub mod lanes;
