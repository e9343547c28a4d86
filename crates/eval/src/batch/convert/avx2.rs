//! Four hands at a time, one in each 64-bit lane.

use std::arch::x86_64::*;

use super::{CARD_END, GROUP, Groups, SuitPlanes};

/// How many hands are transposed at a time.
const HANDS: usize = 16;

/// For each card of a row: where its byte is in two rows, for both 64-bit halves of a vector's half;
/// the other bytes become 0.
const fn spread<const WIDTH: usize>() -> [[u8; 32]; WIDTH] {
    let mut spread = [[0x80; 32]; WIDTH];
    let mut card = 0;
    while card < WIDTH {
        spread[card][0] = card as u8;
        spread[card][8] = (WIDTH + card) as u8;
        spread[card][16] = card as u8;
        spread[card][24] = (WIDTH + card) as u8;
        card += 1;
    }
    spread
}

/// Moves the sixteen-bit parts of two sets together by suit, in each half of the vector.
const BY_SUIT: [u8; 32] = {
    let mut parts = [0; 32];
    let mut target = 0;
    while target < 32 {
        let (suit, hand, byte) = (target / 4 % 4, target / 2 % 2, target % 2);
        parts[target] = (hand * 8 + suit * 2 + byte) as u8;
        target += 1;
    }
    parts
};

/// Converts rows; tells whether every byte that was looked at was a card.
///
/// # Safety
///
/// The planes must have room for the groups, and there must be `groups.hands()` rows and
/// [`super::SLACK`] bytes.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) unsafe fn rows<const WIDTH: usize>(
    bytes: &[u8],
    groups: Groups,
    planes: &mut SuitPlanes,
) -> bool {
    let spread = const { spread::<WIDTH>() };
    // SAFETY: the constants are 32 bytes each.
    let spread = spread.map(|lanes| unsafe { _mm256_loadu_si256(lanes.as_ptr().cast()) });
    let one = _mm256_set1_epi64x(1);
    let mut largest = _mm256_setzero_si256();
    for half_group in 0..groups.hands() / HANDS {
        let mut words = [_mm256_setzero_si256(); 4];
        for (part, word) in words.iter_mut().enumerate() {
            // Two rows from the first eight hands and two from the second eight: that is the order
            // that the transposition wants.
            let low = (half_group * HANDS + part * 2) * WIDTH;
            let high = low + HANDS / 2 * WIDTH;
            // SAFETY: sixteen bytes from the start of any row are within the rows and their slack.
            let cards = unsafe {
                _mm256_loadu2_m128i(bytes.as_ptr().add(high).cast(), bytes.as_ptr().add(low).cast())
            };
            largest = _mm256_max_epu8(largest, cards);
            let suits = _mm256_slli_epi16::<4>(_mm256_and_si256(cards, _mm256_set1_epi8(3)));
            let ranks = _mm256_and_si256(_mm256_srli_epi16::<2>(cards), _mm256_set1_epi8(15));
            let places = _mm256_or_si256(suits, ranks);
            for lanes in spread {
                let place = _mm256_shuffle_epi8(places, lanes);
                *word = _mm256_or_si256(*word, _mm256_sllv_epi64(one, place));
            }
        }
        // SAFETY: the caller checked the room.
        unsafe { store(words, groups.first * GROUP + half_group * HANDS, planes) };
    }
    let end = _mm256_set1_epi8(CARD_END as i8);
    let too_large = _mm256_cmpeq_epi8(_mm256_max_epu8(largest, end), largest);
    _mm256_movemask_epi8(too_large) == 0
}

/// Takes sets apart.
///
/// # Safety
///
/// The planes must have room for the groups.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) unsafe fn sets(words: &[[u64; GROUP]], groups: Groups, planes: &mut SuitPlanes) {
    let start = groups.first * GROUP;
    for (number, words) in words.as_flattened().as_chunks::<HANDS>().0.iter().enumerate() {
        // SAFETY: all parts are within the sixteen sets, and the caller checked the room.
        unsafe {
            let part = |part: usize| {
                let low = words.as_ptr().add(part * 2);
                _mm256_loadu2_m128i(low.add(HANDS / 2).cast(), low.cast())
            };
            let words = [part(0), part(1), part(2), part(3)];
            store(words, start + number * HANDS, planes);
        }
    }
}

/// Stores the masks of sixteen sets from hand `first` on; each vector has two of the first eight
/// sets in its low half and two of the second eight in its high half.
///
/// # Safety
///
/// The planes must have room for them.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn store(words: [__m256i; 4], first: usize, planes: &mut SuitPlanes) {
    // SAFETY: the constant is 32 bytes.
    let by_suit = unsafe { _mm256_loadu_si256(BY_SUIT.as_ptr().cast()) };
    let [first_two, second, third, fourth] = words.map(|word| _mm256_shuffle_epi8(word, by_suit));
    // Each half now has 32 bits for each suit: transpose four by four of them.
    let minor_low = _mm256_unpacklo_epi32(first_two, second);
    let major_low = _mm256_unpackhi_epi32(first_two, second);
    let minor_high = _mm256_unpacklo_epi32(third, fourth);
    let major_high = _mm256_unpackhi_epi32(third, fourth);
    let by_suit = [
        _mm256_unpacklo_epi64(minor_low, minor_high),
        _mm256_unpackhi_epi64(minor_low, minor_high),
        _mm256_unpacklo_epi64(major_low, major_high),
        _mm256_unpackhi_epi64(major_low, major_high),
    ];
    for (plane, masks) in planes.suits.iter_mut().zip(by_suit) {
        // SAFETY: the caller promises the room.
        unsafe { _mm256_storeu_si256(plane.as_mut_ptr().add(first).cast(), masks) };
    }
}
