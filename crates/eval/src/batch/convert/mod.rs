//! From rows of cards and from sets to suit masks.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod baseline;

use super::Level;
use super::kernels::GROUP;

/// How many hands are converted before they are evaluated: few enough to stay in the first cache.
pub(super) const CHUNK: usize = 8 * GROUP;

/// The largest number of cards of a row.
pub(super) const WIDEST_ROW: usize = 7;

/// How many bytes a row converter may read beyond the last row it converts.
pub(super) const SLACK: usize = 16;

/// The first byte that is not a card.
pub(super) const CARD_END: u8 = 52;

/// The suit masks of up to [`CHUNK`] hands.
#[repr(align(64))]
pub(super) struct SuitPlanes {
    /// The masks of clubs, diamonds, hearts and spades.
    pub(super) suits: [[u16; CHUNK]; 4],
}

impl SuitPlanes {
    pub(super) const EMPTY: Self = Self { suits: [[0; CHUNK]; 4] };

    /// Returns the first `count` masks of each suit.
    pub(super) fn first(&self, count: usize) -> [&[u16]; 4] {
        let [clubs, diamonds, hearts, spades] = &self.suits;
        [&clubs[..count], &diamonds[..count], &hearts[..count], &spades[..count]]
    }

    /// Sets the masks of one hand.
    #[inline(always)]
    fn set(&mut self, index: usize, word: u64) {
        let [clubs, diamonds, hearts, spades] = &mut self.suits;
        clubs[index] = word as u16;
        diamonds[index] = (word >> 16) as u16;
        hearts[index] = (word >> 32) as u16;
        spades[index] = (word >> 48) as u16;
    }
}

/// The hands of the planes that a converter fills, in groups of [`GROUP`] hands.
#[derive(Clone, Copy)]
struct Groups {
    first: usize,
    count: usize,
}

impl Groups {
    /// Returns how many hands there are in the groups.
    fn hands(self) -> usize {
        self.count * GROUP
    }

    /// Panics unless the planes have room for the groups: the converters rely on it.
    fn check(self) {
        assert!((self.first + self.count) * GROUP <= CHUNK, "too many hands for the planes");
    }
}

/// Converts the first `count` rows and tells whether every byte was a card.
///
/// At most [`CHUNK`] rows; the masks up to the next multiple of [`GROUP`] are overwritten too.
/// Bytes that follow the rows may be looked at, so that `false` can be a false alarm; `true` never is.
/// A byte that is no card becomes any bit.
pub(super) fn rows(
    bytes: &[u8],
    width: usize,
    count: usize,
    planes: &mut SuitPlanes,
    level: Level,
) -> bool {
    let readable = bytes.len().saturating_sub(SLACK) / width;
    let direct = Groups { first: 0, count: count.min(readable) / GROUP };
    let mut all_cards = row_groups(bytes, width, direct, planes, level);

    // The last rows go through a buffer that has the slack.
    let rest = &bytes[direct.hands() * width..count * width];
    for (number, part) in rest.chunks(GROUP * width).enumerate() {
        let mut padded = [0u8; GROUP * WIDEST_ROW + SLACK];
        padded[..part.len()].copy_from_slice(part);
        let group = Groups { first: direct.count + number, count: 1 };
        all_cards &= row_groups(&padded, width, group, planes, level);
    }
    all_cards
}

/// Converts whole groups of rows; the bytes must go on for [`SLACK`] bytes after them.
fn row_groups(
    bytes: &[u8],
    width: usize,
    groups: Groups,
    planes: &mut SuitPlanes,
    level: Level,
) -> bool {
    match width {
        1 => row_groups_of::<1>(bytes, groups, planes, level),
        2 => row_groups_of::<2>(bytes, groups, planes, level),
        3 => row_groups_of::<3>(bytes, groups, planes, level),
        4 => row_groups_of::<4>(bytes, groups, planes, level),
        5 => row_groups_of::<5>(bytes, groups, planes, level),
        6 => row_groups_of::<6>(bytes, groups, planes, level),
        _ => row_groups_of::<7>(bytes, groups, planes, level),
    }
}

fn row_groups_of<const WIDTH: usize>(
    bytes: &[u8],
    groups: Groups,
    planes: &mut SuitPlanes,
    level: Level,
) -> bool {
    groups.check();
    if groups.count == 0 {
        return true;
    }
    assert!(groups.hands() * WIDTH + SLACK <= bytes.len(), "rows without slack");
    match level.supported() {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the level is supported; room and slack have been checked.
        Level::Avx512 => unsafe { avx512::rows::<WIDTH>(bytes, groups, planes) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: as above.
        Level::Avx2 => unsafe { avx2::rows::<WIDTH>(bytes, groups, planes) },
        _ => baseline::rows::<WIDTH>(bytes, groups, planes),
    }
}

/// Takes at most [`CHUNK`] sets apart; the masks up to the next multiple of [`GROUP`] are overwritten.
pub(super) fn sets(words: &[u64], planes: &mut SuitPlanes, level: Level) {
    let (whole, rest) = words.as_chunks::<GROUP>();
    set_groups(whole, 0, planes, level);
    if !rest.is_empty() {
        let mut padded = [0; GROUP];
        padded[..rest.len()].copy_from_slice(rest);
        set_groups(&[padded], whole.len(), planes, level);
    }
}

fn set_groups(words: &[[u64; GROUP]], first: usize, planes: &mut SuitPlanes, level: Level) {
    let groups = Groups { first, count: words.len() };
    groups.check();
    match level.supported() {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the level is supported, and the room has been checked.
        Level::Avx512 => unsafe { avx512::sets(words, groups, planes) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: as above.
        Level::Avx2 => unsafe { avx2::sets(words, groups, planes) },
        _ => baseline::sets(words, groups, planes),
    }
}

/// Where a card is in a set: `16 × suit + rank`. Bytes that are no card give some place below 64.
const fn place(card: u8) -> u8 {
    (card & 3) << 4 | (card >> 2 & 15)
}
