//! Random numbers that follow from one.

use croupier_engine::tables::Chances;

/// Random numbers of a decision.
#[derive(Debug, Clone)]
pub struct Chance(Chances);

impl Chance {
    /// Begins with a number.
    #[must_use]
    pub const fn new(number: u64) -> Self {
        Self(Chances::new(number))
    }

    /// Returns the next 64 bits.
    pub const fn bits(&mut self) -> u64 {
        self.0.draw()
    }

    /// Returns a number from 0 to 1, 1 left out.
    pub const fn fraction(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Returns a number below a bound; 0 for a bound of 0. The bias is below the bound in 2^64.
    pub const fn below(&mut self, bound: usize) -> usize {
        ((self.bits() as u128 * bound as u128) >> 64) as usize
    }

    /// Puts values in a random order.
    pub fn shuffle<T>(&mut self, values: &mut [T]) {
        for last in (1..values.len()).rev() {
            values.swap(last, self.below(last + 1));
        }
    }
}
