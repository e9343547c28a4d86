//! How fine the chips of a hand are.
//!
//! Integers are chips that cannot be divided: who splits an odd pot gets a chip more or less. An ante, a blind, a bet or
//! a raise with a point says that chips can be divided, and then pots are divided exactly. So do stacks that end with a
//! fraction, if none began with a point. Stacks that begin with one say nothing: it may come from hands before, or from
//! the rake.

use crate::amounts::number::Number;

/// The fineness with which an amount is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fineness {
    /// A whole number, or one that is unknown.
    Whole,
    /// A whole number with a point.
    Point,
    /// A part of a chip.
    Fraction,
}

impl From<Number> for Fineness {
    fn from(number: Number) -> Self {
        match (number.is_decimal(), number.fewest_places()) {
            (false, _) => Self::Whole,
            (true, 0) => Self::Point,
            (true, _) => Self::Fraction,
        }
    }
}

/// Tells whether amounts say that chips are divided: all forced and other bets, and the stacks before and after the hand.
/// The last arguments are looked at last, and only where the others do not decide it.
pub fn are_divided(
    bets: impl IntoIterator<Item = Fineness>,
    starting: impl IntoIterator<Item = Fineness>,
    finishing: impl IntoIterator<Item = Fineness>,
) -> bool {
    bets.into_iter().any(|bet| bet > Fineness::Whole) || end_divided(starting, finishing)
}

/// Tells whether whole stacks became fractions of chips.
pub fn end_divided(
    starting: impl IntoIterator<Item = Fineness>,
    finishing: impl IntoIterator<Item = Fineness>,
) -> bool {
    starting.into_iter().all(|stack| stack == Fineness::Whole)
        && finishing.into_iter().any(|stack| stack == Fineness::Fraction)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(texts: &str) -> Vec<Fineness> {
        texts.split_whitespace().map(|text| Number::read(text).unwrap().into()).collect()
    }

    #[test]
    fn bets_and_ends_say_whether_chips_are_divided() {
        for (bets, starting, finishing, divided) in [
            ("1 2", "100 inf", "99 101", false),
            ("1 2.0", "100 100", "99 101", true),
            ("0.5 1", "100 100", "99 101", true),
            ("1 2", "100 100", "99.5 100.5", true),
            ("1 2", "100 100", "99.0 101.00", false),
            ("1 2", "100.5 100", "99.5 101", false),
            ("1 2", "100.0 100", "99.5 100.5", false),
            ("", "", "", false),
        ] {
            let found = are_divided(read(bets), read(starting), read(finishing));
            assert_eq!(found, divided, "{bets}; {starting}; {finishing}");
        }
    }
}
