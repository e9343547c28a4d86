//! Cards and hands that are alike, since suits that may be exchanged do not tell them apart.

use croupier_cards::{Card, CardSet, Deck};
use croupier_equity::symmetry::{Renaming, rename};

/// Returns the renamings that leave cards what they are.
pub(crate) fn stabiliser(group: &[Renaming], cards: CardSet) -> Vec<Renaming> {
    group.iter().filter(|renaming| rename(cards, **renaming) == cards).copied().collect()
}

/// Returns the first of the cards that others become when suits are renamed.
pub(crate) fn first_like(cards: CardSet, group: &[Renaming]) -> CardSet {
    let images = group.iter().map(|&renaming| rename(cards, renaming).bits());
    CardSet::from_bits(images.min().unwrap_or(cards.bits()))
}

/// Cards that suits make alike.
pub(crate) struct Likes {
    /// For each card, the first of those that are like it, and how many there are.
    cards: Option<Box<[(u8, f32); 64]>>,
}

impl Likes {
    pub(crate) fn new(group: &[Renaming]) -> Self {
        if group.len() == 1 {
            return Self { cards: None };
        }
        let mut cards = Box::new([(0, 1.0); 64]);
        for card in Deck::Standard.cards(0) {
            let own: CardSet = std::iter::once(card).collect();
            let mut images: Vec<u8> = (group.iter())
                .flat_map(|&renaming| {
                    rename(own, renaming).iter().map(Card::code).collect::<Vec<_>>()
                })
                .collect();
            images.sort_unstable();
            images.dedup();
            cards[usize::from(card.code())] = (images[0], images.len() as f32);
        }
        Self { cards: Some(cards) }
    }

    pub(crate) fn first(&self, card: Card) -> u8 {
        self.cards.as_ref().map_or(card.code(), |cards| cards[usize::from(card.code())].0)
    }

    pub(crate) fn count(&self, card: Card) -> f32 {
        self.cards.as_ref().map_or(1.0, |cards| cards[usize::from(card.code())].1)
    }
}
