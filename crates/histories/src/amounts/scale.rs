//! Amounts in units.

use croupier_engine::{Chips, UNKNOWN_STACK};

use crate::amounts::number::{MAX_PLACES, Number};

/// The number of units of a chip, and so of each decimal place of it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scale {
    pub(crate) chip: i64,
    /// By the number of places; 0 where that is no whole number.
    factors: [i64; MAX_PLACES as usize + 1],
}

impl Scale {
    pub(crate) fn new(chip: i64) -> Self {
        let mut factors = [0; MAX_PLACES as usize + 1];
        let mut factor = chip;
        for place in &mut factors {
            *place = factor;
            if factor % 10 != 0 {
                break;
            }
            factor /= 10;
        }
        Self { chip, factors }
    }

    /// Returns an amount in units; nothing where it is infinite, too large, or no whole number of units.
    pub(crate) fn units(&self, number: Number) -> Option<Chips> {
        let Number::Finite { digits, places } = number else { return None };
        match self.factors.get(usize::from(places)) {
            Some(&factor) if factor != 0 => digits.checked_mul(factor),
            _ => number.units(self.chip),
        }
    }

    /// Returns a stack in units, where infinity is a stack that is not known.
    pub(crate) fn stack(&self, number: Number) -> Option<Chips> {
        match number {
            Number::Infinite => Some(UNKNOWN_STACK),
            number => self.units(number),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_those_of_the_number() {
        for chip in [1, 60, 100, 1_008_000, 7_000] {
            let scale = Scale::new(chip);
            for text in ["0", "3", "2.5", "2.50", "-1.25", "0.001", "7.000000001"] {
                let number = Number::parse(text.as_bytes()).unwrap();
                assert_eq!(scale.units(number), number.units(chip), "{text} {chip}");
            }
            assert_eq!(scale.stack(Number::Infinite), Some(UNKNOWN_STACK));
            assert_eq!(scale.units(Number::Infinite), None);
        }
    }
}
