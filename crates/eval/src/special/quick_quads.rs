//! Quick Quads: three of a kind whose other two cards add up to their rank are four of a kind.

use croupier_cards::Rank;

use super::{Cards, SpecialHand, paired_category, place_of, straight_or_flush};
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
    Category::OnePair,
    Category::HighCard,
];

/// The second decider of four of a kind: four real cards beat three and their sum.
const NATURAL: u8 = 1;
const QUICK: u8 = 0;

/// Returns the number of a rank as it is added up: aces are 1, and no card is more than a ten.
fn pips(rank: u8) -> Option<u8> {
    match rank {
        12 => Some(1),
        0..=8 => Some(rank + 2),
        _ => None,
    }
}

pub(super) fn classify(cards: &Cards) -> SpecialHand {
    let kind = |category| place_of(CATEGORIES, category);
    if let Some(hand) = straight_or_flush(CATEGORIES, cards) {
        return hand;
    }
    let category = paired_category(cards.pattern());
    match category {
        Category::FourOfAKind => {
            let mut ranks = cards.by_count();
            let (quad, kicker) = (ranks.next().unwrap_or(0), ranks.next().unwrap_or(0));
            SpecialHand::new(kind(category), [quad, NATURAL, kicker])
        }
        Category::FullHouse | Category::ThreeOfAKind => match quick_quad(cards) {
            Some(deciders) => SpecialHand::new(kind(Category::FourOfAKind), deciders),
            None => SpecialHand::new(kind(category), cards.by_count()),
        },
        _ => SpecialHand::new(kind(category), cards.by_count()),
    }
}

/// Returns a full house, promoted or not: published tables keep the places of the promoted ones.
pub(super) fn kept_place(cards: &Cards) -> Option<SpecialHand> {
    let category = paired_category(cards.pattern());
    (category == Category::FullHouse)
        .then(|| SpecialHand::new(place_of(CATEGORIES, category), cards.by_count()))
}

/// Returns the deciders where the two other cards add up to the rank of three.
fn quick_quad(cards: &Cards) -> Option<[u8; 3]> {
    let three = cards.held(3).next()?;
    let others: Vec<u8> = cards.without(0).filter(|&rank| rank != three).collect();
    let sum = pips(*others.first()?)? + pips(*others.get(1)?)?;
    // The higher of the two, an ace being high, orders them.
    (pips(three)? == sum).then(|| [three, QUICK, others[0]])
}

/// Describes four of a kind by its rank, whether it is natural, and the deciding card beside it.
pub(super) fn describe(ranks: &[Rank], natural: u8) -> String {
    let [quad, _, kicker, ..] = ranks else { return String::new() };
    if natural == NATURAL {
        return format!("four of a kind, {}, {} kicker", quad.plural(), kicker.name());
    }
    let sum = pips(quad.index()).zip(pips(kicker.index())).and_then(|(quad, one)| {
        let other = quad.checked_sub(one)?;
        Rank::from_index(if other == 1 { 12 } else { other.checked_sub(2)? })
    });
    match sum {
        Some(other) => {
            format!("quick quads, {} with {} and {}", quad.plural(), kicker.name(), other.name())
        }
        None => format!("quick quads, {}", quad.plural()),
    }
}
