//! Cards on the table, and their ways over it.
//!
//! | module | what is in it |
//! |---|---|
//! | [`piles`] | hands, the deck, and piles of cards with a number on each |
//! | [`zones`] | cards from zone to zone: dealt, burnt, mucked, discarded |

pub mod piles;
pub mod zones;
