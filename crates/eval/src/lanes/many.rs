//! The best five of any number of cards, one hand at a time.
//!
//! The kernels for five to seven cards rest on what so few cards cannot be: two flushes, or a flush
//! beside a full house. With more cards anything goes with anything.

use super::ace_to_five::{AceToFive, ace_first, lowest_five};
use super::high::{category, with_low_ace};
use super::rank_counts::{RankCounts, highest, lowest, runs_of_five, without_lowest};
use super::{LaneFunction, join};
use croupier_cards::set::RANK_MASK;

/// How many cards a hand has.
const SIZE: u32 = 5;

/// Returns the strength of the best high hand of five cards or more.
pub(super) fn high<const SHORT_DECK: bool>(suits: [u16; 4]) -> u32 {
    let flushes = suits.into_iter().filter(|suit| suit.count_ones() >= SIZE);
    flushes.map(flush::<SHORT_DECK>).fold(no_flush::<SHORT_DECK>(suits), u32::max)
}

/// Returns the strength of the lowest hand of five ranks, aces low; `None` where there are fewer ranks.
pub(super) fn ace_to_five(suits: [u16; 4]) -> Option<u32> {
    let ranks = suits.into_iter().fold(0, |ranks, suit| ranks | suit);
    if ranks.count_ones() < SIZE {
        return None;
    }
    Some(of_low_ranks(lowest_five(ace_first(ranks))))
}

/// Returns the strength of the lowest hand where straights and flushes count, aces high.
///
/// `None` where the five lowest ranks are a straight, a flush, or not there.
pub(super) fn deuce_to_seven(suits: [u16; 4]) -> Option<u32> {
    let five = lowest_five(suits.into_iter().fold(0, |ranks, suit| ranks | suit));
    // With a card of a second suit it is no flush.
    let suited = suits.iter().filter(|&suit| suit & five != 0).count() == 1;
    if five.count_ones() < SIZE || runs_of_five(five) != 0 || suited {
        return None;
    }
    Some(join((!0, !five)))
}

/// Returns the strength of the lowest hand where straights and flushes count, aces low.
///
/// `None` as for [`deuce_to_seven`].
pub(super) fn ace_to_six(suits: [u16; 4]) -> Option<u32> {
    deuce_to_seven(suits.map(ace_first))
}

/// Returns the strength of the lowest hand of two hole cards and three of the board without a pair, aces low.
///
/// `None` where every hand has a pair.
pub(crate) fn omaha_ace_to_five(hole: [u16; 4], board: [u16; 4]) -> Option<u32> {
    let ranks = |suits: [u16; 4]| ace_first(suits.into_iter().fold(0, |all, suit| all | suit));
    let (hole, board) = (ranks(hole), ranks(board));
    let mut best = u16::MAX;
    let mut firsts = hole;
    while firsts != 0 {
        let first = lowest(firsts);
        firsts ^= first;
        let mut seconds = firsts;
        while seconds != 0 {
            let pair = first | lowest(seconds);
            seconds = without_lowest(seconds);
            let others = board & !pair;
            let above = without_lowest(without_lowest(without_lowest(others)));
            // With fewer than three other ranks there is no such hand.
            let hand = pair | others ^ above;
            if hand.count_ones() == SIZE {
                best = best.min(hand);
            }
        }
    }
    (best != u16::MAX).then(|| of_low_ranks(best))
}

/// Returns the strength of five ranks, the ace being bit 0.
pub(super) fn of_low_ranks(ranks: u16) -> u32 {
    // Back to where the ace is the highest.
    join(AceToFive::evaluate([(ranks >> 1 | ranks << 12) & RANK_MASK, 0, 0, 0]))
}

fn flush<const SHORT_DECK: bool>(ranks: u16) -> u32 {
    let straights = runs_of_five(with_low_ace::<SHORT_DECK>(ranks));
    if straights != 0 {
        return join((category::STRAIGHT_FLUSH << category::SHIFT | highest(straights), 0));
    }
    join((category::flush(SHORT_DECK) << category::SHIFT, highest_of(ranks, SIZE)))
}

fn no_flush<const SHORT_DECK: bool>(suits: [u16; 4]) -> u32 {
    let counts = RankCounts::of(suits);
    let any = counts.any();
    let (pairs, trips) = (counts.two_or_more(), counts.three_or_more());
    let hand = |category: u16, made: u16, kickers: u32| {
        join((category << category::SHIFT | made, highest_of(any & !made, kickers)))
    };
    if counts.quads() != 0 {
        return hand(category::QUADS, highest(counts.quads()), 1);
    }
    let top_trips = highest(trips);
    let full_of = highest(pairs & !top_trips);
    if trips != 0 && full_of != 0 {
        let category = category::full_house(SHORT_DECK);
        return join((category << category::SHIFT | top_trips, full_of));
    }
    let straights = runs_of_five(with_low_ace::<SHORT_DECK>(any));
    if straights != 0 {
        return join((category::STRAIGHT << category::SHIFT | highest(straights), 0));
    }
    if trips != 0 {
        return hand(category::TRIPS, top_trips, 2);
    }
    let made = highest_of(pairs, 2);
    match made.count_ones() {
        2 => hand(category::TWO_PAIR, made, 1),
        1 => hand(0, made, 3),
        _ => hand(0, 0, SIZE),
    }
}

/// Returns so many of the highest bits of a mask, or all.
fn highest_of(mut mask: u16, count: u32) -> u16 {
    while mask.count_ones() > count {
        mask = without_lowest(mask);
    }
    mask
}

#[cfg(test)]
mod tests {
    use croupier_cards::{CardSet, Deck, Shuffler};

    use super::super::{LaneKind, strength, strength_of_many};

    const FIVE_CARDS: [LaneKind; 5] = [
        LaneKind::High,
        LaneKind::ShortDeck,
        LaneKind::DeuceToSeven,
        LaneKind::AceToSix,
        LaneKind::AceToFive,
    ];

    /// Tries every five of the cards.
    fn best_of_fives(kind: LaneKind, cards: &[CardSet], taken: CardSet) -> u32 {
        if taken.len() == 5 {
            return strength(kind, taken);
        }
        let after = |place: usize| &cards[place + 1..];
        let takes = cards.iter().enumerate();
        let best = takes.map(|(place, &card)| best_of_fives(kind, after(place), taken.union(card)));
        best.max().unwrap_or(0)
    }

    #[test]
    fn is_the_best_of_all_fives() {
        let mut shuffler = Shuffler::from_seed(3);
        for kind in FIVE_CARDS {
            let mut deck: Vec<CardSet> =
                Deck::Standard.cards(0).into_iter().map(CardSet::of).collect();
            deck.retain(|card| card.difference(kind.deck()).is_empty());
            for round in 0..1500 {
                shuffler.shuffle(&mut deck);
                // Few ranks make many pairs, few suits many flushes.
                if round % 3 == 1 {
                    deck.sort_by_key(|card| card.bits().trailing_zeros() % 16 > 7);
                } else if round % 3 == 2 {
                    deck.sort_by_key(|card| card.bits().trailing_zeros() > 31);
                }
                let cards = &deck[..5 + round % 8];
                let set = cards.iter().fold(CardSet::EMPTY, |set, &card| set.union(card));
                if let Some(found) = strength_of_many(kind, set) {
                    assert_eq!(found, best_of_fives(kind, cards, CardSet::EMPTY), "{set:?}");
                } else {
                    assert!(![LaneKind::High, LaneKind::ShortDeck].contains(&kind));
                }
            }
        }
    }
}
