//! The best flush of exactly two hole cards and exactly three board cards.

use super::high::{category, with_low_ace};
use super::rank_counts::{highest, runs_of_five, without_lowest};

/// Returns the strength of the best flush or straight flush as a high hand, or (0, 0).
///
/// Both hands are given as the ranks held in clubs, diamonds, hearts and spades: two to six hole
/// cards and three to five board cards. Branch-free, like the lane functions.
#[inline(always)]
pub(crate) fn omaha_flush(hole: [u16; 4], board: [u16; 4]) -> (u16, u16) {
    // At most one suit has three of the board's cards. The suits are written out because a loop over
    // them makes the compiler pack the arrays into 64-bit numbers.
    let usable = |own: u16, shared: u16| {
        (without_lowest(own) != 0) & (without_lowest(without_lowest(shared)) != 0)
    };
    let of_suit = |own: u16, shared: u16| {
        if usable(own, shared) { (own, shared) } else { (0, 0) }
    };
    let clubs = of_suit(hole[0], board[0]);
    let diamonds = of_suit(hole[1], board[1]);
    let hearts = of_suit(hole[2], board[2]);
    let spades = of_suit(hole[3], board[3]);
    let own = clubs.0 | diamonds.0 | hearts.0 | spades.0;
    let shared = clubs.1 | diamonds.1 | hearts.1 | spades.1;

    // The highest two and the highest three ranks, since a flush compares as the sum of its bits.
    let top_own = highest(own);
    let two_own = top_own | highest(own ^ top_own);
    let without_one = without_lowest(shared);
    let without_two = without_lowest(without_one);
    let without_three = without_lowest(without_two);
    let three_shared = if without_lowest(without_three) != 0 {
        without_two
    } else if without_three != 0 {
        without_one
    } else {
        shared
    };

    let straights = runs_of_five(with_low_ace::<false>(own | shared));
    let straights = straights & windows_with_two(with_low_ace::<false>(own));
    if straights != 0 {
        (category::STRAIGHT_FLUSH << category::SHIFT | highest(straights), 0)
    } else if own != 0 {
        (category::FLUSH << category::SHIFT, two_own | three_shared)
    } else {
        (0, 0)
    }
}

/// Returns a bit for each five neighbouring places of which exactly two are set, at the lowest.
#[inline(always)]
fn windows_with_two(mask: u16) -> u16 {
    // Two full adders over the mask and its neighbours: count = ones + 2 × (carry + next carry).
    let (first, second) = (mask >> 1, mask >> 2);
    let sum = mask ^ first ^ second;
    let carry = mask & first | second & (mask ^ first);
    let (third, fourth) = (mask >> 3, mask >> 4);
    let ones = sum ^ third ^ fourth;
    let next_carry = sum & third | fourth & (sum ^ third);
    (carry ^ next_carry) & !ones
}
