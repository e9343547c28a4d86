//! Chips: amounts of them, the pots that they are in, and how they are divided.
//!
//! | module | what is in it |
//! |---|---|
//! | [`units`] | how fine chips are |
//! | [`pots`] | the main pot, side pots, and the rake |
//! | `odd_chips` | who gets chips that cannot be split |

mod odd_chips;
pub mod pots;
pub mod units;

use smallvec::SmallVec;

/// An amount in the smallest unit of the game; what a unit is worth is the caller's business.
pub type Chips = i64;

/// The amounts to choose from where bets are fixed, the smallest first.
pub type FixedAmounts = SmallVec<[Chips; 4]>;

/// The stack of a player whose stack is unknown: it stays what it is whatever is bet.
pub const UNKNOWN_STACK: Chips = 1 << 60;

/// The most chips that all players together may have, unknown stacks left out.
pub const LIMIT: Chips = 1 << 56;

/// Takes chips from a stack.
pub(crate) fn take(stack: &mut Chips, amount: Chips) {
    if *stack != UNKNOWN_STACK {
        *stack -= amount;
    }
}

/// Puts chips on a stack.
pub(crate) fn put(stack: &mut Chips, amount: Chips) {
    if *stack != UNKNOWN_STACK {
        *stack += amount;
    }
}
