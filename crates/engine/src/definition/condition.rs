//! Conditions: steps are left out, and hands compared in another way, depending on what happened.

use serde::{Deserialize, Serialize};

use super::step::SubsetMask;

/// A condition, which holds or not when it is asked for.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Condition {
    /// A choice about the game was one of these values.
    Choice {
        /// The number of the choice.
        key: u8,
        /// The values.
        values: Vec<u8>,
    },
    /// So many cards of the board have a colour.
    Color {
        /// The subsets of the board; 0 for all cards.
        subsets: SubsetMask,
        /// Whether they are red.
        red: bool,
        /// The fewest cards.
        minimum: usize,
    },
    /// So many cards of the board have one of these suits.
    Suit {
        /// The subsets of the board; 0 for all cards.
        subsets: SubsetMask,
        /// The suits as bits: clubs, diamonds, hearts, spades.
        suits: u8,
        /// The fewest cards.
        minimum: usize,
    },
    /// A card or die of the board, or their sum, has one of these values; 2 to 10, 11 to 14 from jack to ace.
    Value {
        /// The subsets of the board.
        subsets: SubsetMask,
        /// The values.
        values: Vec<u32>,
        /// Whether all of them are added up; otherwise it is the last one.
        sum: bool,
    },
    /// A player holds one of these numbers of cards.
    HandSize {
        /// The numbers.
        sizes: Vec<usize>,
    },
    /// All, some or none of a player's cards lie face up; of all players' where none is asked for.
    Faces(Faces),
}

/// The number of a player's cards that lie face up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Faces {
    /// All of them.
    AllUp,
    /// At least one.
    AnyUp,
    /// None.
    NoneUp,
}
