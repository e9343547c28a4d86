//! One hand after the other.

use super::{CARD_END, GROUP, Groups, SuitPlanes, place};

/// Converts rows that go on after the groups; tells whether every byte was a card.
pub(super) fn rows<const WIDTH: usize>(
    bytes: &[u8],
    groups: Groups,
    planes: &mut SuitPlanes,
) -> bool {
    let mut largest = 0;
    let rows = bytes.as_chunks::<WIDTH>().0;
    for (number, row) in rows[..groups.hands()].iter().enumerate() {
        let mut word = 0u64;
        for &card in row {
            word |= 1 << place(card);
            largest = largest.max(card);
        }
        planes.set(groups.first * GROUP + number, word);
    }
    largest < CARD_END
}

/// Takes sets apart.
pub(super) fn sets(words: &[[u64; GROUP]], groups: Groups, planes: &mut SuitPlanes) {
    for (number, &word) in words.as_flattened().iter().enumerate() {
        planes.set(groups.first * GROUP + number, word);
    }
}
