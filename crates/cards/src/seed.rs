//! Seeds: numbers that decide a stream, of up to 256 bits.

/// A number below 2^256 that decides a stream of random numbers.
///
/// A deal from a number below 2^64 can be guessed like the number; nobody can try all larger ones.
///
/// ```
/// use croupier_cards::Seed;
///
/// assert_eq!(Seed::from(7).small(), Some(7));
/// assert_eq!(Seed::from_be_bytes([1; 32]).small(), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seed([u8; Seed::BYTES]);

/// Where the bytes of numbers below 2^64 begin.
const SMALL: usize = Seed::BYTES - 8;

impl Seed {
    /// How many bytes a seed has.
    pub const BYTES: usize = 32;

    /// Returns the seed whose bytes these are, the most significant one first.
    #[must_use]
    pub const fn from_be_bytes(bytes: [u8; Self::BYTES]) -> Self {
        Self(bytes)
    }

    /// Returns the bytes of the number, the most significant one first.
    #[must_use]
    pub const fn to_be_bytes(self) -> [u8; Self::BYTES] {
        self.0
    }

    /// Returns the number if it is below 2^64.
    #[must_use]
    pub fn small(self) -> Option<u64> {
        let (high, low) = self.0.split_at(SMALL);
        let number = low.iter().fold(0, |number, &byte| number << 8 | u64::from(byte));
        high.iter().all(|&byte| byte == 0).then_some(number)
    }
}

impl From<u64> for Seed {
    fn from(number: u64) -> Self {
        let mut bytes = [0; Self::BYTES];
        bytes[SMALL..].copy_from_slice(&number.to_be_bytes());
        Self(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_numbers_are_told_from_large_ones() {
        for number in [0, 1, 255, 256, u64::MAX - 1, u64::MAX] {
            let seed = Seed::from(number);
            assert_eq!(seed.small(), Some(number));
            assert_eq!(Seed::from_be_bytes(seed.to_be_bytes()), seed);
        }
        let mut bytes = Seed::from(7).to_be_bytes();
        bytes[SMALL - 1] = 1;
        assert_eq!(Seed::from_be_bytes(bytes).small(), None);
    }
}
