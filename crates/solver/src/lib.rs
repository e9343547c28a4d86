//! Optimal play: spots of two players on public trees, and whole small games.
//!
//! | module | what is in it |
//! |---|---|
//! | [`spot`] | the question: a game from a street on, ranges, sizes |
//! | [`last_round`] | the last bets of games with boards of several rows, cards face up, and others |
//! | [`sizes`] | sizes of bets as people write them |
//! | [`tree`] | the betting, played by the engine |
//! | [`boards`], `likes`, `odds` | the boards that can come, and the hands on them; suits; who wins when all-in |
//! | [`extent`] | how much there is, before it is made |
//! | [`strength`] | how strong hands are on a board |
//! | [`plan`] | which nodes are gone through together |
//! | [`vector`], [`lanes`], `learning` | vectors, and loops over them; regrets |
//! | [`subsets`] | hands of more than two cards |
//! | [`store`] | what is learnt, with 32 or 16 bits a number |
//! | [`walk`], `crew` | going through the tree for one player; threads that wait for work |
//! | [`solver`] | iterations and exploitability |
//! | [`line`], [`view`] | finding a node, and looking at it |
//! | [`tabular`] | whole small games, state by state |
//! | [`push_fold`], [`all_in`] | all-in or fold before the flop, for two players exactly, and for up to nine |
//! | [`file`] | solutions as bytes: all but the last street |
//! | [`error`] | why there is no solution |

pub mod all_in;
pub mod boards;
mod crew;
pub mod error;
pub mod extent;
pub mod file;
pub mod lanes;
pub mod last_round;
mod learning;
mod likes;
pub mod line;
mod odds;
pub mod plan;
pub mod push_fold;
pub mod sizes;
pub mod solver;
pub mod spot;
pub mod store;
pub mod strength;
pub mod subsets;
pub mod tabular;
pub mod tree;
pub mod vector;
pub mod view;
pub mod walk;

pub use error::SolverError;
pub use solver::{Exploitability, Extent, LockedStrategy, Options, Solver, measure};
pub use spot::{Rake, Spot};
pub use store::Precision;
