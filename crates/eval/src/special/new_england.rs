//! New England: all seven cards make the hand.

use super::{Cards, SpecialHand, descending, highest_run, place_of};
use crate::category::Category;

pub(super) const CATEGORIES: &[Category] = &[
    Category::GrandStraightFlush,
    Category::Palace,
    Category::LongStraightFlush,
    Category::GrandFlush,
    Category::Mansion,
    Category::StraightFlush,
    Category::Hotel,
    Category::Villa,
    Category::GrandStraight,
    Category::FourOfAKind,
    Category::LongFlush,
    Category::LongStraight,
    Category::ThreePair,
    Category::FullHouse,
    Category::Flush,
    Category::Straight,
    Category::ThreeOfAKind,
    Category::TwoPair,
    Category::OnePair,
    Category::HighCard,
];

pub(super) fn classify(cards: &Cards) -> SpecialHand {
    let candidates =
        [sequence(cards, true), sequence(cards, false), flush(cards), Some(groups(cards))];
    let best = candidates.into_iter().flatten().min_by_key(|hand| hand.kind);
    best.unwrap_or_else(|| groups(cards))
}

/// Finds the longest sequence, within one suit or without regard to suits, and what is left beside it.
fn sequence(cards: &Cards, suited: bool) -> Option<SpecialHand> {
    let mask = if suited { cards.suited } else { cards.mask() };
    let kinds = if suited {
        [Category::GrandStraightFlush, Category::LongStraightFlush, Category::StraightFlush]
    } else {
        [Category::GrandStraight, Category::LongStraight, Category::Straight]
    };
    [7, 6, 5].into_iter().zip(kinds).find_map(|(length, category)| {
        let (top, run) = highest_run(mask, length)?;
        let deciders = std::iter::once(top).chain(cards.without(run));
        Some(SpecialHand::new(place_of(CATEGORIES, category), deciders))
    })
}

fn flush(cards: &Cards) -> Option<SpecialHand> {
    let category = match cards.suited.count_ones() {
        7 => Category::GrandFlush,
        6 => Category::LongFlush,
        5 => Category::Flush,
        _ => return None,
    };
    let deciders = descending(cards.suited).chain(cards.without(cards.suited));
    Some(SpecialHand::new(place_of(CATEGORIES, category), deciders))
}

fn groups(cards: &Cards) -> SpecialHand {
    let category = match cards.pattern() {
        43 => Category::Palace,
        421 => Category::Mansion,
        331 => Category::Hotel,
        322 => Category::Villa,
        4111 => Category::FourOfAKind,
        2221 => Category::ThreePair,
        3211 => Category::FullHouse,
        31111 => Category::ThreeOfAKind,
        22111 => Category::TwoPair,
        211_111 => Category::OnePair,
        _ => Category::HighCard,
    };
    SpecialHand::new(place_of(CATEGORIES, category), cards.by_count())
}
