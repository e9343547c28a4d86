//! Optimal play: spots of two players on public trees, and whole small games.
//!
//! | module | what is in it |
//! |---|---|
//! | [`spot`] | the question: a game from a street on, ranges, sizes; the betting as a tree |
//! | [`boards`] | the boards that can come, and the hands on them: suits, strengths, who wins when all-in |
//! | [`extent`] | how much there is, before it is made |
//! | [`vectors`] | vectors, and loops over them; regrets |
//! | [`walk`] | going through the tree for one player, on all threads; what is learnt |
//! | [`solver`] | iterations and exploitability |
//! | [`line`], [`view`] | finding a node, and looking at it |
//! | [`file`] | solutions as bytes: all but the last street |
//! | [`tabular`] | whole small games, state by state |
//! | [`push_fold`], [`all_in`] | all-in or fold before the flop, for two players exactly, and for up to nine |
//! | [`error`] | why there is no solution |

pub mod all_in;
pub mod boards;
pub mod error;
pub mod extent;
pub mod file;
pub mod line;
pub mod push_fold;
pub mod solver;
pub mod spot;
pub mod tabular;
pub mod vectors;
pub mod view;
pub mod walk;

pub use error::SolverError;
pub use solver::{Exploitability, Extent, LockedStrategy, Options, Solver, measure};
pub use spot::{Rake, Spot};
pub use walk::store::Precision;
