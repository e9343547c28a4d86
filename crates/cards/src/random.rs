//! Quick random numbers, for what is only counted or tried out.

/// A quick stream of random numbers that follow from one, by SplitMix64.
///
/// Who knows a few of them knows all that follow: cards that people play for are dealt by a
/// [`Shuffler`](crate::Shuffler).
///
/// ```
/// use croupier_cards::RandomNumbers;
///
/// let (mut one, mut two) = (RandomNumbers::new(7), RandomNumbers::new(7));
/// assert_eq!(one.next(), two.next());
/// assert!(one.below(6) < 6);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RandomNumbers(u64);

/// What the state grows by from one number to the next.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

impl RandomNumbers {
    /// Begins with a number.
    #[must_use]
    pub const fn new(number: u64) -> Self {
        Self(number)
    }

    /// Returns the start of one of many streams, as good as independent, that follow from the same number.
    #[must_use]
    #[inline]
    pub const fn stream(self, number: u64) -> Self {
        // Streams that began a few steps apart would soon repeat each other.
        Self(mix(self.0 ^ mix(number.wrapping_add(STEP))))
    }

    /// Returns the next 64 bits.
    #[inline(always)]
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        mix(self.0)
    }

    /// Returns a number from 0 to 1, 1 left out.
    #[inline(always)]
    pub const fn fraction(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Returns a number below a bound, even to within the bound in 2^64; 0 for a bound of 0.
    #[inline(always)]
    pub const fn below(&mut self, bound: u32) -> u32 {
        ((self.next() as u128 * bound as u128) >> 64) as u32
    }

    /// Puts values in a random order.
    pub fn shuffle<T>(&mut self, values: &mut [T]) {
        for last in (1..values.len()).rev() {
            values.swap(last, self.below(last as u32 + 1) as usize);
        }
    }
}

/// Spreads what differs in a number over all bits.
#[inline(always)]
const fn mix(number: u64) -> u64 {
    let half = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let whole = (half ^ half >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    whole ^ whole >> 31
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use super::*;

    #[test]
    fn the_numbers_are_those_of_splitmix64() {
        // Published with the method, for the seed 1234567.
        let mut random = RandomNumbers::new(1_234_567);
        let first: [u64; 3] = std::array::from_fn(|_| random.next());
        assert_eq!(
            first,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    #[test]
    fn bounds_and_fractions_are_kept_and_even() {
        let mut random = RandomNumbers::new(3);
        for bound in [0, 1, 2, 3, 52, u32::MAX] {
            let numbers = (0..10_000).map(|_| random.below(bound));
            let mean = numbers
                .inspect(|&number| assert!(number < bound.max(1)))
                .map(f64::from)
                .sum::<f64>()
                / 1e4;
            let middle = f64::from(bound.max(1) - 1) / 2.0;
            assert!((mean - middle).abs() <= 0.02 * f64::from(bound), "{bound}: {mean}");
        }
        let mean = (0..10_000).map(|_| random.fraction()).sum::<f64>() / 1e4;
        assert!((mean - 0.5).abs() < 0.02, "{mean}");
    }

    #[test]
    fn every_order_is_as_likely() {
        let mut random = RandomNumbers::new(1);
        let mut counts = HashMap::new();
        const ROUNDS: u32 = 24_000;
        for _ in 0..ROUNDS {
            let mut values = [0, 1, 2, 3];
            random.shuffle(&mut values);
            *counts.entry(values).or_insert(0_u32) += 1;
        }
        assert_eq!(counts.len(), 24);
        // Chi-squared with 23 degrees of freedom: 49.7 is passed once in a thousand seeds.
        let expected = f64::from(ROUNDS / 24);
        let chi_squared: f64 =
            counts.values().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum();
        assert!(chi_squared < 49.7, "{chi_squared}");
    }

    #[test]
    fn streams_share_no_numbers() {
        let random = RandomNumbers::new(5);
        let mut seen = HashSet::new();
        for number in 0..2_000 {
            let mut stream = random.stream(number);
            assert!((0..20).all(|_| seen.insert(stream.next())), "{number}");
        }
    }
}
