//! The classes of ranks for all pairs of cards: a row stays in three registers, and every 32 pairs are taken out of it at
//! once.

use std::arch::x86_64::{
    _mm512_loadu_si512, _mm512_mask_permutexvar_epi16, _mm512_mask_storeu_epi16,
    _mm512_maskz_permutex2var_epi16, _mm512_or_si512, _mm512_setzero_si512, _mm512_storeu_si512,
};

use super::{CARD_END, PAIR_COUNT, RANKS, Row, SUITS, index_of};

/// How many pairs a register has.
const LANES: usize = 32;
const BLOCKS: usize = PAIR_COUNT.div_ceil(LANES);
/// The blocks, in whole registers of one bit for each pair.
const MASKS: usize = BLOCKS.next_multiple_of(16);
/// The places of a row that are in the first two registers.
const NEAR: u16 = 2 * LANES as u16;

/// Numbers that are loaded as whole registers.
#[repr(align(64))]
struct Aligned<T>(T);

/// Where in its row the class of each pair is, and which pairs have theirs in the third register.
static PLACES: (Aligned<[u16; BLOCKS * LANES]>, [u32; BLOCKS]) = {
    let (mut places, mut far) = ([0; BLOCKS * LANES], [0; BLOCKS]);
    let mut low = 0;
    while low < CARD_END as usize {
        let mut high = low + 1;
        while high < CARD_END as usize {
            let (pair, rank) = (index_of(low, high), low / SUITS);
            let place = (rank * (2 * RANKS + 1 - rank) / 2 + high / SUITS - rank) as u16;
            places[pair] = place;
            if place >= NEAR {
                far[pair / LANES] |= 1 << (pair % LANES);
            }
            high += 1;
        }
        low += 1;
    }
    (Aligned(places), far)
};

/// Which pairs a card is in, a bit for each.
static HOLDERS: [Aligned<[u32; MASKS]>; CARD_END as usize] = {
    let mut holders = [const { Aligned([0; MASKS]) }; CARD_END as usize];
    let mut low = 0;
    while low < CARD_END as usize {
        let mut high = low + 1;
        while high < CARD_END as usize {
            let pair = index_of(low, high);
            holders[low].0[pair / LANES] |= 1 << (pair % LANES);
            holders[high].0[pair / LANES] |= 1 << (pair % LANES);
            high += 1;
        }
        low += 1;
    }
    holders
};

/// Writes the classes of a row for all pairs, and 0 for those that have a card of the board.
///
/// # Panics
///
/// If the board has a byte that is no card.
#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512bitalg,avx512vpopcntdq"
)]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline]
pub(super) fn write_ranks(Row(row): &Row, board: &[u8], out: &mut [u16; PAIR_COUNT]) {
    let mut taken = Aligned([0_u32; MASKS]);
    for part in (0..MASKS).step_by(16) {
        let mut pairs = _mm512_setzero_si512();
        for &card in board {
            let holder = &HOLDERS[usize::from(card)].0[part..part + 16];
            // SAFETY: these are 64 bytes.
            pairs = _mm512_or_si512(pairs, unsafe { _mm512_loadu_si512(holder.as_ptr().cast()) });
        }
        // SAFETY: as above.
        unsafe { _mm512_storeu_si512(taken.0[part..part + 16].as_mut_ptr().cast(), pairs) };
    }
    // SAFETY: a row has three registers.
    let [first, second, third] =
        [0, 1, 2].map(|part| unsafe { _mm512_loadu_si512(row[part * LANES..].as_ptr().cast()) });
    let (places, far) = &PLACES;
    let places = places.0.as_chunks::<LANES>().0;
    for (block, (places, far)) in places.iter().zip(far).enumerate() {
        let free = !taken.0[block];
        // SAFETY: a block has 64 bytes.
        let places = unsafe { _mm512_loadu_si512(places.as_ptr().cast()) };
        let near = _mm512_maskz_permutex2var_epi16(free, first, places, second);
        let classes = _mm512_mask_permutexvar_epi16(near, free & far, places, third);
        let (start, room) = (block * LANES, PAIR_COUNT - block * LANES);
        let within = u32::MAX >> LANES.saturating_sub(room);
        // SAFETY: only the pairs that there are, are written.
        unsafe { _mm512_mask_storeu_epi16(out.as_mut_ptr().add(start).cast(), within, classes) };
    }
}
