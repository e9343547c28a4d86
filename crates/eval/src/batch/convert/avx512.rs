//! Eight hands at a time, one in each 64-bit lane.

use std::arch::x86_64::*;

use super::{CARD_END, GROUP, Groups, SuitPlanes, place};

/// How many hands are in one vector.
const HANDS: usize = 8;

/// The places of all bytes below 64, to be looked up with one permutation.
const PLACES: [u8; 64] = {
    let mut places = [0; 64];
    let mut card = 0;
    while card < 64 {
        places[card] = place(card as u8);
        card += 1;
    }
    places
};

/// For each card of a row: where its byte is in eight rows, for each 64-bit lane.
const fn spread<const WIDTH: usize>() -> [[u64; HANDS]; WIDTH] {
    let mut spread = [[0; HANDS]; WIDTH];
    let mut card = 0;
    while card < WIDTH {
        let mut hand = 0;
        while hand < HANDS {
            spread[card][hand] = (hand * WIDTH + card) as u64;
            hand += 1;
        }
        card += 1;
    }
    spread
}

/// Moves the sixteen-bit parts of eight sets together by suit: part `8 × suit + hand` is taken from
/// part `4 × hand + suit`.
const BY_SUIT: [u16; 32] = {
    let mut parts = [0; 32];
    let mut target = 0;
    while target < 32 {
        parts[target] = (target % HANDS * 4 + target / HANDS) as u16;
        target += 1;
    }
    parts
};

/// Converts rows; tells whether every byte was a card.
///
/// # Safety
///
/// The planes must have room for the groups, and there must be `groups.hands()` rows.
#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512bitalg,avx512vpopcntdq"
)]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) unsafe fn rows<const WIDTH: usize>(
    bytes: &[u8],
    groups: Groups,
    planes: &mut SuitPlanes,
) -> bool {
    const LOWEST_BYTES: u64 = 0x0101_0101_0101_0101;
    let row_bytes: u64 = u64::MAX >> (64 - HANDS * WIDTH);
    let spread = const { spread::<WIDTH>() };
    // SAFETY: the constants are 64 bytes each.
    let (places, spread) = unsafe {
        let places = _mm512_loadu_si512(PLACES.as_ptr().cast());
        (places, spread.map(|lanes| _mm512_loadu_si512(lanes.as_ptr().cast())))
    };
    let one = _mm512_set1_epi64(1);
    let mut largest = _mm512_setzero_si512();
    for group in 0..groups.count {
        let mut words = [_mm512_setzero_si512(); GROUP / HANDS];
        for (part, word) in words.iter_mut().enumerate() {
            let start = (group * GROUP + part * HANDS) * WIDTH;
            // SAFETY: the masked bytes are eight rows within the input.
            let cards =
                unsafe { _mm512_maskz_loadu_epi8(row_bytes, bytes.as_ptr().add(start).cast()) };
            largest = _mm512_max_epu8(largest, cards);
            let places = _mm512_permutexvar_epi8(cards, places);
            for lanes in spread {
                let place = _mm512_maskz_permutexvar_epi8(LOWEST_BYTES, lanes, places);
                *word = _mm512_or_si512(*word, _mm512_sllv_epi64(one, place));
            }
        }
        // SAFETY: the caller checked the room.
        unsafe { store(words, (groups.first + group) * GROUP, planes) };
    }
    _mm512_cmpge_epu8_mask(largest, _mm512_set1_epi8(CARD_END as i8)) == 0
}

/// Takes sets apart.
///
/// # Safety
///
/// The planes must have room for the groups.
#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512bitalg,avx512vpopcntdq"
)]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) unsafe fn sets(words: &[[u64; GROUP]], groups: Groups, planes: &mut SuitPlanes) {
    for (number, group) in words.iter().enumerate() {
        // SAFETY: a group is four vectors, and the caller checked the room.
        unsafe {
            let part = |part: usize| _mm512_loadu_si512(group.as_ptr().add(part * HANDS).cast());
            let words = [part(0), part(1), part(2), part(3)];
            store(words, (groups.first + number) * GROUP, planes);
        }
    }
}

/// Stores the masks of 32 sets from hand `first` on.
///
/// # Safety
///
/// The planes must have room for them.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
unsafe fn store(words: [__m512i; GROUP / HANDS], first: usize, planes: &mut SuitPlanes) {
    // SAFETY: the constant is 64 bytes.
    let by_suit = unsafe { _mm512_loadu_si512(BY_SUIT.as_ptr().cast()) };
    let [first_eight, second, third, fourth] =
        words.map(|word| _mm512_permutexvar_epi16(by_suit, word));
    // Each vector now has a quarter for each suit: transpose four by four quarters.
    let minor_low = _mm512_shuffle_i64x2::<0x44>(first_eight, second);
    let major_low = _mm512_shuffle_i64x2::<0xee>(first_eight, second);
    let minor_high = _mm512_shuffle_i64x2::<0x44>(third, fourth);
    let major_high = _mm512_shuffle_i64x2::<0xee>(third, fourth);
    let by_suit = [
        _mm512_shuffle_i64x2::<0x88>(minor_low, minor_high),
        _mm512_shuffle_i64x2::<0xdd>(minor_low, minor_high),
        _mm512_shuffle_i64x2::<0x88>(major_low, major_high),
        _mm512_shuffle_i64x2::<0xdd>(major_low, major_high),
    ];
    for (plane, masks) in planes.suits.iter_mut().zip(by_suit) {
        // SAFETY: the caller promises the room.
        unsafe { _mm512_storeu_si512(plane.as_mut_ptr().add(first).cast(), masks) };
    }
}
