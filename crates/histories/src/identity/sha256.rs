//! The hash SHA-256, by FIPS 180-4.

/// How many bytes are taken at once.
const BLOCK: usize = 64;

/// The fractions of the cube roots of the first primes.
const ROUNDS: [u32; 64] = [
    0x428a_2f98,
    0x7137_4491,
    0xb5c0_fbcf,
    0xe9b5_dba5,
    0x3956_c25b,
    0x59f1_11f1,
    0x923f_82a4,
    0xab1c_5ed5,
    0xd807_aa98,
    0x1283_5b01,
    0x2431_85be,
    0x550c_7dc3,
    0x72be_5d74,
    0x80de_b1fe,
    0x9bdc_06a7,
    0xc19b_f174,
    0xe49b_69c1,
    0xefbe_4786,
    0x0fc1_9dc6,
    0x240c_a1cc,
    0x2de9_2c6f,
    0x4a74_84aa,
    0x5cb0_a9dc,
    0x76f9_88da,
    0x983e_5152,
    0xa831_c66d,
    0xb003_27c8,
    0xbf59_7fc7,
    0xc6e0_0bf3,
    0xd5a7_9147,
    0x06ca_6351,
    0x1429_2967,
    0x27b7_0a85,
    0x2e1b_2138,
    0x4d2c_6dfc,
    0x5338_0d13,
    0x650a_7354,
    0x766a_0abb,
    0x81c2_c92e,
    0x9272_2c85,
    0xa2bf_e8a1,
    0xa81a_664b,
    0xc24b_8b70,
    0xc76c_51a3,
    0xd192_e819,
    0xd699_0624,
    0xf40e_3585,
    0x106a_a070,
    0x19a4_c116,
    0x1e37_6c08,
    0x2748_774c,
    0x34b0_bcb5,
    0x391c_0cb3,
    0x4ed8_aa4a,
    0x5b9c_ca4f,
    0x682e_6ff3,
    0x748f_82ee,
    0x78a5_636f,
    0x84c8_7814,
    0x8cc7_0208,
    0x90be_fffa,
    0xa450_6ceb,
    0xbef9_a3f7,
    0xc671_78f2,
];

/// Returns the hash of bytes by FIPS 180-4.
pub(crate) fn sha256(bytes: &[u8]) -> [u8; 32] {
    let mut state: [u32; 8] = [
        0x6a09_e667,
        0xbb67_ae85,
        0x3c6e_f372,
        0xa54f_f53a,
        0x510e_527f,
        0x9b05_688c,
        0x1f83_d9ab,
        0x5be0_cd19,
    ];
    let (whole, rest) = bytes.split_at(bytes.len() / BLOCK * BLOCK);
    // The remaining bytes, a bit, and the length fill one block or two.
    let mut last = [0; 2 * BLOCK];
    last[..rest.len()].copy_from_slice(rest);
    last[rest.len()] = 0x80;
    let end = if rest.len() + 9 <= BLOCK { BLOCK } else { 2 * BLOCK };
    last[end - 8..end].copy_from_slice(&(bytes.len() as u64 * 8).to_be_bytes());
    take(&mut state, whole);
    take(&mut state, &last[..end]);
    let mut hash = [0; 32];
    for (four, word) in hash.chunks_exact_mut(4).zip(state) {
        four.copy_from_slice(&word.to_be_bytes());
    }
    hash
}

/// Takes whole blocks into the state, with the machine's own instructions where it has them.
fn take(state: &mut [u32; 8], blocks: &[u8]) {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("sha")
        && is_x86_feature_detected!("sse4.1")
        && is_x86_feature_detected!("ssse3")
    {
        // SAFETY: the machine has these instructions.
        return unsafe { native::take(state, blocks) };
    }
    take_portably(state, blocks);
}

fn take_portably(state: &mut [u32; 8], blocks: &[u8]) {
    for block in blocks.chunks_exact(BLOCK) {
        let mut words = [0_u32; 64];
        for (word, four) in words.iter_mut().zip(block.chunks_exact(4)) {
            *word = four.iter().fold(0, |word, &byte| word << 8 | u32::from(byte));
        }
        for at in 16..64 {
            let (one, two) = (words[at - 15], words[at - 2]);
            let one = one.rotate_right(7) ^ one.rotate_right(18) ^ one >> 3;
            let two = two.rotate_right(17) ^ two.rotate_right(19) ^ two >> 10;
            words[at] =
                words[at - 16].wrapping_add(one).wrapping_add(words[at - 7]).wrapping_add(two);
        }
        let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = *state;
        for (&round, &word) in ROUNDS.iter().zip(&words) {
            let sum = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
            let first = h.wrapping_add(sum).wrapping_add(e & f ^ !e & g);
            let first = first.wrapping_add(round).wrapping_add(word);
            let sum = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
            let second = sum.wrapping_add(a & b ^ a & c ^ b & c);
            (h, g, f, e) = (g, f, e, d.wrapping_add(first));
            (d, c, b, a) = (c, b, a, first.wrapping_add(second));
        }
        for (word, more) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
            *word = word.wrapping_add(more);
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod native {
    use std::arch::x86_64::{
        __m128i, _mm_add_epi32, _mm_alignr_epi8, _mm_blend_epi16, _mm_loadu_si128, _mm_set_epi64x,
        _mm_sha256msg1_epu32, _mm_sha256msg2_epu32, _mm_sha256rnds2_epu32, _mm_shuffle_epi8,
        _mm_shuffle_epi32, _mm_storeu_si128,
    };

    use super::{BLOCK, ROUNDS};

    /// Takes whole blocks into the state.
    ///
    /// # Safety
    ///
    /// The machine must have the instructions.
    #[target_feature(enable = "sha,sse2,ssse3,sse4.1")]
    pub(super) unsafe fn take(state: &mut [u32; 8], blocks: &[u8]) {
        // SAFETY: what is read and written lies in arrays of the right sizes.
        let load = |words: *const u32| unsafe { _mm_loadu_si128(words.cast::<__m128i>()) };
        // The instructions want the words as a b e f and c d g h, the last one lowest.
        let low = _mm_shuffle_epi32(load(state.as_ptr()), 0xB1);
        let high = _mm_shuffle_epi32(load(state[4..].as_ptr()), 0x1B);
        let mut abef = _mm_alignr_epi8(low, high, 8);
        let mut cdgh = _mm_blend_epi16(high, low, 0xF0);
        // Words are written with the highest byte first.
        let order = _mm_set_epi64x(0x0C0D_0E0F_0809_0A0B, 0x0405_0607_0001_0203);
        for block in blocks.chunks_exact(BLOCK) {
            let (abef_before, cdgh_before) = (abef, cdgh);
            let mut words = [abef; 4];
            for (word, sixteen) in words.iter_mut().zip(block.chunks_exact(16)) {
                *word = _mm_shuffle_epi8(load(sixteen.as_ptr().cast()), order);
            }
            for step in 0..16 {
                let current = words[step % 4];
                let sum = _mm_add_epi32(current, load(ROUNDS[step * 4..].as_ptr()));
                cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);
                abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sum, 0x0E));
                if step < 12 {
                    // The four words that come after those that are there.
                    let (second, third, last) =
                        (words[(step + 1) % 4], words[(step + 2) % 4], words[(step + 3) % 4]);
                    let more = _mm_sha256msg1_epu32(current, second);
                    let more = _mm_add_epi32(more, _mm_alignr_epi8(last, third, 4));
                    words[step % 4] = _mm_sha256msg2_epu32(more, last);
                }
            }
            abef = _mm_add_epi32(abef, abef_before);
            cdgh = _mm_add_epi32(cdgh, cdgh_before);
        }
        let low = _mm_shuffle_epi32(abef, 0x1B);
        let high = _mm_shuffle_epi32(cdgh, 0xB1);
        let store = |words: &mut [u32], value: __m128i| unsafe {
            // SAFETY: there are four words.
            _mm_storeu_si128(words.as_mut_ptr().cast::<__m128i>(), value);
        };
        let (first, last) = state.split_at_mut(4);
        store(first, _mm_blend_epi16(low, high, 0xF0));
        store(last, _mm_alignr_epi8(high, low, 8));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(hash: [u8; 32]) -> String {
        hash.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    #[test]
    fn hashes_are_those_of_the_standard() {
        let known = [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
            ),
        ];
        for (text, hash) in known {
            assert_eq!(hex(sha256(text.as_bytes())), hash);
        }
    }

    #[test]
    fn both_ways_come_to_the_same() {
        let bytes: Vec<u8> = (0..BLOCK as u32 * 9).map(|at| (at * at % 251) as u8).collect();
        let (mut one, mut other) = ([7; 8], [7; 8]);
        take(&mut one, &bytes);
        take_portably(&mut other, &bytes);
        assert_eq!(one, other);
        for length in 0..200 {
            assert_ne!(sha256(&bytes[..length]), sha256(&bytes[..=length]));
        }
    }
}
