//! Amounts: as they are written, and as chips.
//!
//! | module | what is in it |
//! |---|---|
//! | [`number`] | amounts as they are written |
//! | [`fineness`] | how fine the chips of a hand are |
//! | `scale` | amounts in units |

pub mod fineness;
pub mod number;
pub(crate) mod scale;
