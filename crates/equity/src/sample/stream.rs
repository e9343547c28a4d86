//! Random numbers for deals that are only counted.

/// A quick stream of random numbers: what is dealt here is only counted, and never played for money.
pub(crate) struct Stream {
    state: u64,
    /// The rest of a number of which several small ones are made.
    rest: u64,
    left: u32,
}

/// So many small numbers are made of one of 64 bits.
const SMALL_NUMBERS: u32 = 2;

impl Stream {
    pub(crate) fn new(seed: u64) -> Self {
        Self { state: seed, rest: 0, left: 0 }
    }

    #[inline(always)]
    pub(crate) fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// Returns a number below any bound, even to within one in 2^32 over the bound.
    #[inline(always)]
    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        (((self.next() >> 32) * u64::from(bound)) >> 32) as u32
    }

    /// Returns a number below a bound of at most 64, even to within one in 2^26.
    #[inline(always)]
    pub(crate) fn below_small(&mut self, bound: usize) -> usize {
        if self.left == 0 {
            (self.rest, self.left) = (self.next(), SMALL_NUMBERS);
        }
        self.left -= 1;
        let number = u64::from(self.rest as u32) * bound as u64;
        self.rest >>= 32;
        (number >> 32) as usize
    }

    /// Returns a number from 0 to 1, without 1.
    #[inline(always)]
    pub(crate) fn fraction(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }
}
