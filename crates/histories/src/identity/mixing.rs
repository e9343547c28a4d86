//! Hashes that take little time.

use std::hash::{BuildHasher, Hasher, RandomState};

/// A maker of hashes of short texts and numbers, with a secret number: others cannot choose what has the same
/// hash.
#[derive(Debug, Clone)]
pub(crate) struct Mixing(u64);

impl Default for Mixing {
    fn default() -> Self {
        Self(RandomState::new().build_hasher().finish())
    }
}

impl BuildHasher for Mixing {
    type Hasher = Mixer;

    fn build_hasher(&self) -> Mixer {
        Mixer(self.0)
    }
}

/// Mixes eight bytes at once into the hash.
pub(crate) struct Mixer(u64);

impl Mixer {
    fn mix(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * 0x9e37_79b9_7f4a_7c15;
        self.0 = (product as u64 ^ (product >> 64) as u64).wrapping_add(word);
    }
}

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        words.iter().for_each(|&word| self.mix(u64::from_le_bytes(word)));
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        self.mix(u64::from_le_bytes(last) ^ (bytes.len() as u64) << 56);
    }

    fn write_u64(&mut self, number: u64) {
        self.mix(number);
    }

    fn write_u8(&mut self, _: u8) {
        // Texts end with it, and their lengths are known.
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
