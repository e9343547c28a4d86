//! Vectors of numbers, and the loops over them that solving spends its time in.
//!
//! | module | what is in it |
//! |---|---|
//! | [`vector`] | vectors of sixteen numbers |
//! | [`lanes`] | loops over them, compiled for every set of instructions |
//! | `learning` | matching regrets and learning from them |
//! | [`subsets`] | hands of more than two cards, by inclusion and exclusion |

pub mod lanes;
mod learning;
pub mod subsets;
pub mod vector;
