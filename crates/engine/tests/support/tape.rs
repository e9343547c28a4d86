//! Bytes as decisions.

/// Bytes that are read as numbers; there are zeros without end behind them.
#[derive(Debug)]
pub struct Tape<'a>(&'a [u8]);

impl<'a> Tape<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// Tells whether only zeros are left.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *first
    }

    /// Returns a number below a bound of at most 256.
    pub fn below(&mut self, bound: usize) -> usize {
        usize::from(self.byte()) % bound.max(1)
    }

    /// Tells whether something happens that happens once in so many times, and never behind the bytes.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == times - 1
    }

    /// Returns a number from the least to the most, both of them likely.
    pub fn between(&mut self, least: i64, most: i64) -> i64 {
        let span = most.saturating_sub(least).max(0);
        match self.byte() {
            0..=63 => least,
            64..=127 => most,
            byte => least + (span / 128).saturating_mul(i64::from(byte - 128)) + span % 128 / 2,
        }
    }

    pub fn pick<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.below(values.len())]
    }
}
