//! One hand after the other.

use super::{CARD_END, GROUP, Groups, SuitPlanes, place};

/// A bit that is no card in a set: bit 13 of the lowest lane.
const NO_CARD: u64 = 1 << 13;

/// The bit of every byte in a set; looking it up is quicker than shifting.
static BITS: [u64; 256] = {
    let mut bits = [NO_CARD; 256];
    let mut card = 0;
    while card < CARD_END {
        bits[card as usize] = 1 << place(card);
        card += 1;
    }
    bits
};

/// Converts rows that go on after the groups; tells whether every byte was a card.
pub(super) fn rows<const WIDTH: usize>(
    bytes: &[u8],
    groups: Groups,
    planes: &mut SuitPlanes,
) -> bool {
    let mut all = 0;
    let rows = bytes.as_chunks::<WIDTH>().0;
    for (number, row) in rows[..groups.hands()].iter().enumerate() {
        let word = row.iter().fold(0, |word, &card| word | BITS[usize::from(card)]);
        all |= word;
        planes.set(groups.first * GROUP + number, word);
    }
    all & NO_CARD == 0
}

/// Takes sets apart.
pub(super) fn sets(words: &[[u64; GROUP]], groups: Groups, planes: &mut SuitPlanes) {
    for (number, &word) in words.as_flattened().iter().enumerate() {
        planes.set(groups.first * GROUP + number, word);
    }
}
