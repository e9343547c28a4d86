//! Canadian stud, or Soko: four to a flush and four to a straight are hands.

use super::{
    Cards, SpecialHand, descending, highest_run, paired_category, place_of, straight_or_flush,
};
use crate::category::Category;

pub(super) const CATEGORIES: &[Category] = &[
    Category::RoyalFlush,
    Category::StraightFlush,
    Category::FourOfAKind,
    Category::FullHouse,
    Category::Flush,
    Category::Straight,
    Category::ThreeOfAKind,
    Category::TwoPair,
    Category::FourFlush,
    Category::FourStraight,
    Category::OnePair,
    Category::HighCard,
];

pub(super) fn classify(cards: &Cards) -> SpecialHand {
    let kind = |category| place_of(CATEGORIES, category);
    if let Some(hand) = straight_or_flush(CATEGORIES, cards) {
        return hand;
    }
    let category = paired_category(cards.pattern());
    if !matches!(category, Category::OnePair | Category::HighCard) {
        return SpecialHand::new(kind(category), cards.by_count());
    }
    if cards.suited != 0 {
        let deciders = descending(cards.suited).chain(cards.without(cards.suited));
        return SpecialHand::new(kind(Category::FourFlush), deciders);
    }
    if let Some((top, run)) = highest_run(cards.mask(), 4) {
        let deciders = std::iter::once(top).chain(cards.without(run));
        return SpecialHand::new(kind(Category::FourStraight), deciders);
    }
    SpecialHand::new(kind(category), cards.by_count())
}
