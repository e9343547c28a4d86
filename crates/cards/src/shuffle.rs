//! Seeded, unbiased shuffling.

use std::cell::RefCell;

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::seed::Seed;

/// A source of shuffles: ChaCha with eight rounds, the same for a seed on every machine.
///
/// ```
/// use croupier_cards::Shuffler;
///
/// let mut one = [1, 2, 3, 4, 5];
/// let mut two = one;
/// Shuffler::from_seed(7).shuffle(&mut one);
/// Shuffler::from_seed(7).shuffle(&mut two);
/// assert_eq!(one, two);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shuffler(ChaCha8Rng);

/// How many words a shuffle draws at once: enough for a deck with jokers.
const WORDS_AT_ONCE: usize = 56;
/// How many streams are started with what the operating system gives at once.
const SEEDS_AT_ONCE: u32 = 1024;

/// Seeds of streams that nobody can foretell: asking the operating system takes longer than a deal.
struct Seeds {
    stream: ChaCha8Rng,
    left: u32,
    process: u32,
}

thread_local! {
    static SEEDS: RefCell<Seeds> =
        RefCell::new(Seeds { stream: ChaCha8Rng::seed_from_u64(0), left: 0, process: 0 });
}

/// The operating system has no randomness to give.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("the operating system gave no randomness: {0}")]
pub struct EntropyError(String);

impl Shuffler {
    /// Starts the stream of this seed.
    #[must_use]
    pub fn from_seed(seed: impl Into<Seed>) -> Self {
        Self(start(seed.into()))
    }

    /// Starts a stream that nobody can foretell.
    ///
    /// # Errors
    ///
    /// The operating system's source of randomness failed.
    pub fn from_entropy() -> Result<Self, EntropyError> {
        SEEDS.with_borrow_mut(|seeds| {
            let process = std::process::id();
            // A copy of the process must not repeat what the first one draws.
            if seeds.left == 0 || seeds.process != process {
                let mut seed = [0; 32];
                getrandom::fill(&mut seed).map_err(|error| EntropyError(error.to_string()))?;
                *seeds =
                    Seeds { stream: ChaCha8Rng::from_seed(seed), left: SEEDS_AT_ONCE, process };
            }
            seeds.left -= 1;
            Ok(Self::next_of(&mut seeds.stream))
        })
    }

    /// Starts the stream whose seed another stream gives.
    pub(crate) fn next_of(seeds: &mut ChaCha8Rng) -> Self {
        let mut seed = [0; 32];
        seeds.fill_bytes(&mut seed);
        Self(ChaCha8Rng::from_seed(seed))
    }

    /// Returns the seed of this stream, and of all others of the same seed, with all its bits.
    #[must_use]
    pub fn seed(&self) -> Seed {
        Seed::from_be_bytes(self.0.get_seed())
    }

    /// Returns a seed of all the bits that one can have.
    pub fn next_seed(&mut self) -> Seed {
        let mut bytes = [0; Seed::BYTES];
        self.0.fill_bytes(&mut bytes);
        Seed::from_be_bytes(bytes)
    }

    /// Returns the start of one of many independent streams of the same seed.
    #[must_use]
    pub fn stream(&self, number: u64) -> Self {
        let mut stream = self.clone();
        stream.restart(number);
        stream
    }

    /// Starts one of the streams of the same seed here.
    #[inline]
    pub fn restart(&mut self, number: u64) {
        // In this order nothing is drawn that nobody asks for.
        self.0.set_word_pos(0);
        self.0.set_stream(number);
    }

    /// Returns a number from 0 to 1, 1 left out.
    pub fn fraction(&mut self) -> f64 {
        // The upper bits, as many as a float can hold.
        (self.0.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Returns a number below the bound, each with the same probability; 0 for a bound of 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        loop {
            let product = u64::from(self.0.next_u32()) * u64::from(bound);
            if is_even(product, bound) {
                return (product >> 32) as u32;
            }
        }
    }

    /// Returns 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Puts the values in a random order, each order with the same probability.
    pub fn shuffle<T>(&mut self, values: &mut [T]) {
        // As many words are drawn at once as there are values left, which is quicker than one by one.
        let mut bytes = [0; 4 * WORDS_AT_ONCE];
        let mut left = values;
        while left.len() > 1 {
            let bytes = &mut bytes[..4 * WORDS_AT_ONCE.min(left.len() - 1)];
            self.0.fill_bytes(bytes);
            for &word in bytes.as_chunks().0 {
                let product = u64::from(u32::from_le_bytes(word)) * left.len() as u64;
                if is_even(product, left.len() as u32)
                    && let Some((last, others)) = std::mem::take(&mut left).split_last_mut()
                {
                    // Where nobody else is chosen, the last value stays where it is.
                    if let Some(chosen) = others.get_mut((product >> 32) as usize) {
                        std::mem::swap(last, chosen);
                    }
                    left = others;
                }
            }
        }
    }
}

/// Tells whether the product of a random word and a bound gives all numbers below the bound the same chance, by Lemire's
/// method: the few that would favour small numbers are drawn again.
#[inline]
const fn is_even(product: u64, bound: u32) -> bool {
    let low = product as u32;
    low >= bound || bound == 0 || low >= bound.wrapping_neg() % bound
}

/// Starts the stream of a seed; a number below 2^64 is spread over the bits of a key.
pub(crate) fn start(seed: Seed) -> ChaCha8Rng {
    match seed.small() {
        Some(number) => ChaCha8Rng::seed_from_u64(number),
        None => ChaCha8Rng::from_seed(seed.to_be_bytes()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_of_a_seed_is_fixed() {
        let mut values: Vec<u8> = (0..10).collect();
        Shuffler::from_seed(2026).shuffle(&mut values);
        assert_eq!(values, STREAM_2026);
    }

    const STREAM_2026: [u8; 10] = [7, 3, 8, 6, 9, 4, 1, 2, 5, 0];

    #[test]
    fn the_stream_of_a_large_seed_is_fixed() {
        let seed = Seed::from_be_bytes(std::array::from_fn(|place| place as u8));
        let mut values: Vec<u8> = (0..10).collect();
        Shuffler::from_seed(seed).shuffle(&mut values);
        assert_eq!(values, STREAM_LARGE);
    }

    const STREAM_LARGE: [u8; 10] = [4, 9, 2, 7, 6, 0, 1, 8, 3, 5];

    #[test]
    fn a_seed_that_was_spread_shuffles_alike() {
        for seed in [Seed::from(7), Seed::from_be_bytes([9; Seed::BYTES])] {
            let mut one = Shuffler::from_seed(seed);
            assert_eq!(Shuffler::from_seed(one.seed()).next_u64(), one.next_u64());
        }
    }

    #[test]
    fn every_bit_of_a_seed_counts() {
        let mut found = std::collections::HashSet::new();
        for bit in 0..8 * Seed::BYTES {
            let mut bytes = [0; Seed::BYTES];
            bytes[bit / 8] = 1 << (bit % 8);
            assert!(found.insert(Shuffler::from_seed(Seed::from_be_bytes(bytes)).next_u64()));
        }
    }

    #[test]
    fn every_order_is_as_likely() {
        let mut shuffler = Shuffler::from_seed(1);
        let mut counts = std::collections::HashMap::new();
        const ROUNDS: u32 = 24_000;
        for _ in 0..ROUNDS {
            let mut values = [0, 1, 2, 3];
            shuffler.shuffle(&mut values);
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
    fn words_that_are_drawn_at_once_are_those_of_the_stream() {
        for count in [0, 1, 2, 3, 52, 56, 57, 58, 200] {
            let (mut one, mut two) = (Shuffler::from_seed(count), Shuffler::from_seed(count));
            let mut shuffled: Vec<u64> = (0..count).collect();
            let mut expected = shuffled.clone();
            one.shuffle(&mut shuffled);
            for last in (1..expected.len()).rev() {
                expected.swap(last, two.below(last as u32 + 1) as usize);
            }
            assert_eq!(shuffled, expected);
            assert_eq!(one.next_u64(), two.next_u64());
        }
    }

    #[test]
    fn products_that_favour_small_numbers_are_drawn_again() {
        // Of 2^32 words, 4 too many fall on 6 numbers.
        let uneven =
            |bound: u32| (0..64_u64).filter(move |word| !is_even(word * u64::from(bound), bound));
        assert_eq!(uneven(6).collect::<Vec<_>>(), [0]);
        assert_eq!(uneven(1 << 31).count(), 0);
        assert_eq!(uneven(0).count(), 0);
        assert_eq!(uneven(u32::MAX).count(), 1);
    }

    #[test]
    fn streams_differ_and_start_anew() {
        let mut used = Shuffler::from_seed(1);
        used.next_u64();
        let fresh = Shuffler::from_seed(1);
        assert_eq!(used.stream(5).next_u64(), fresh.stream(5).next_u64());
        assert_ne!(fresh.stream(5).next_u64(), fresh.stream(6).next_u64());
    }

    #[test]
    fn fractions_are_even() {
        let mut shuffler = Shuffler::from_seed(4);
        let mean = (0..10_000).map(|_| shuffler.fraction()).sum::<f64>() / 10_000.0;
        assert!((mean - 0.5).abs() < 0.02, "{mean}");
    }

    #[test]
    fn bounds_are_kept() {
        let mut shuffler = Shuffler::from_seed(3);
        for bound in [0, 1, 2, 3, 52, u32::MAX] {
            for _ in 0..100 {
                assert!(shuffler.below(bound) < bound.max(1));
            }
        }
    }

    #[test]
    fn entropy_differs() {
        let (mut one, mut two) =
            (Shuffler::from_entropy().unwrap(), Shuffler::from_entropy().unwrap());
        assert_ne!(one.next_u64(), two.next_u64());
    }
}
