//! Every poker hand ranked: one by one, best of many, and in bulk.
//!
//! | module | what is in it |
//! |---|---|
//! | [`registry`] | all rankings by name |
//! | [`ranking`] | one ranking: strengths, places in the tables, words |
//! | [`shape`] | rankings by pairs, sequences and suits, as data |
//! | [`special`] | rankings with hands of their own |
//! | [`badugi`], [`pips`], [`one_card`] | the other ways to rank |
//! | [`selection`] | which cards may form a hand |
//! | [`qualifier`] | what a hand must be at least |
//! | [`best`] | the best hand that they form |
//! | [`card_split`] | the best hand of hole and board cards in certain numbers |
//! | [`lanes`] | table-free kernels on suit masks |
//! | [`batch`] | arrays of hands |
//!
//! ```
//! use croupier_cards::parse;
//! use croupier_eval::{Roles, registry};
//!
//! let high = registry::get("high").unwrap();
//! let (hole, board) = (parse::cards("AsKs").unwrap(), parse::cards("AdKh7c7dQs").unwrap());
//! let best = high.best(&hole, &board, &high.any_cards(), Roles::NONE).unwrap();
//! assert_eq!(high.describe(best.strength).unwrap(), "two pair, Aces and Kings, Queen kicker");
//! assert_eq!(parse::text(&best.cards), "AsKsAdKhQs");
//! ```

pub mod badugi;
pub mod batch;
pub mod best;
pub mod card_split;
pub mod category;
mod describe;
pub mod error;
pub mod lanes;
pub mod one_card;
pub mod pips;
pub mod qualifier;
pub mod ranking;
pub mod registry;
pub mod selection;
pub mod shape;
pub mod special;

pub use best::Best;
pub use card_split::CardSplit;
pub use category::Category;
pub use error::EvalError;
pub use qualifier::Qualifier;
pub use ranking::{Ranking, Roles, Standing, Strength};
pub use selection::Rule;
pub use shape::{Shape, StandardBoard};
