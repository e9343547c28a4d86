//! Random numbers for deals that are only counted.

use croupier_cards::RandomNumbers;

/// Random numbers, and small ones of which several are made at once.
pub(crate) struct Stream {
    pub(crate) random: RandomNumbers,
    /// The rest of a number of which several small ones are made.
    rest: u64,
    left: u32,
}

/// So many small numbers are made of one of 64 bits.
const SMALL_NUMBERS: u32 = 2;

impl Stream {
    pub(crate) fn new(seed: u64) -> Self {
        Self { random: RandomNumbers::new(seed), rest: 0, left: 0 }
    }

    /// Returns a number below a bound of at most 64, even to within one in 2^26.
    #[inline(always)]
    pub(crate) fn below_small(&mut self, bound: usize) -> usize {
        if self.left == 0 {
            (self.rest, self.left) = (self.random.next(), SMALL_NUMBERS);
        }
        self.left -= 1;
        let number = u64::from(self.rest as u32) * bound as u64;
        self.rest >>= 32;
        (number >> 32) as usize
    }
}
