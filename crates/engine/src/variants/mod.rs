//! The parts of a hand that only some games have: subsets of cards, wild cards, dice, declarations.
//!
//! | module | what is in it |
//! |---|---|
//! | [`state`] | what such a game keeps track of |
//! | `conditions` | whether conditions hold |
//! | `contests` | hands with subsets, wild cards and qualifiers, as numbers that compare |

mod conditions;
pub(crate) mod contests;
pub mod state;
