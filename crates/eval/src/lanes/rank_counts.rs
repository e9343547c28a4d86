//! How many cards of each rank, thirteen counters at once.

/// The counts of all ranks as bit slices: the count of a rank is `odd + 2 × twos + 4 × fours`.
#[derive(Clone, Copy)]
pub(super) struct RankCounts {
    odd: u16,
    twos: u16,
    fours: u16,
}

impl RankCounts {
    /// Adds the four suits up with one full adder for each bit position.
    #[inline(always)]
    pub(super) fn of([clubs, diamonds, hearts, spades]: [u16; 4]) -> Self {
        let minor_sum = clubs ^ diamonds;
        let minor_carry = clubs & diamonds;
        let major_sum = hearts ^ spades;
        let major_carry = hearts & spades;
        Self {
            odd: minor_sum ^ major_sum,
            twos: minor_carry ^ major_carry ^ (minor_sum & major_sum),
            fours: minor_carry & major_carry,
        }
    }

    /// The ranks that are there at all.
    #[inline(always)]
    pub(super) fn any(self) -> u16 {
        self.odd | self.twos | self.fours
    }

    /// The ranks of which there are exactly two.
    #[inline(always)]
    pub(super) fn pairs(self) -> u16 {
        self.twos & !self.odd
    }

    /// The ranks of which there are exactly three.
    #[inline(always)]
    pub(super) fn trips(self) -> u16 {
        self.twos & self.odd
    }

    /// The ranks of which there are four.
    #[inline(always)]
    pub(super) fn quads(self) -> u16 {
        self.fours
    }

    /// The ranks of which there are two or more.
    #[inline(always)]
    pub(super) fn two_or_more(self) -> u16 {
        self.twos | self.fours
    }

    /// The ranks of which there are three or more.
    #[inline(always)]
    pub(super) fn three_or_more(self) -> u16 {
        self.trips() | self.fours
    }
}

/// Returns the mask of the suit that has five cards or more, or 0.
///
/// Of at most seven cards there is only one such suit.
#[inline(always)]
pub(super) fn flush_ranks([clubs, diamonds, hearts, spades]: [u16; 4]) -> u16 {
    let if_five = |suit: u16| if suit.count_ones() >= 5 { suit } else { 0 };
    if_five(clubs) | if_five(diamonds) | if_five(hearts) | if_five(spades)
}

/// Returns the mask without its lowest bit; 0 stays 0.
#[inline(always)]
pub(super) fn without_lowest(mask: u16) -> u16 {
    mask & mask.wrapping_sub(1)
}

/// Returns the lowest bit of the mask alone.
#[inline(always)]
pub(super) fn lowest(mask: u16) -> u16 {
    mask & mask.wrapping_neg()
}

/// Returns the highest bit of the mask alone.
#[inline(always)]
pub(super) fn highest(mask: u16) -> u16 {
    // Every bit below the highest one is set, so that the xor leaves only the top of the run.
    let filled = mask | mask >> 1;
    let filled = filled | filled >> 2;
    let filled = filled | filled >> 4;
    let filled = filled | filled >> 8;
    filled ^ filled >> 1
}

/// Returns a bit for each five neighbouring bits of the mask, at the lowest of them.
#[inline(always)]
pub(super) fn runs_of_five(mask: u16) -> u16 {
    let two = mask & mask >> 1;
    two & two >> 2 & mask >> 4
}
