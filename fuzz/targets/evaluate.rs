//! Any cards are a hand of any ranking or an error, and more cards never make the best hand worse.

#![no_main]

use arbitrary::Arbitrary;
use croupier_cards::{Card, CardSet};
use croupier_eval::{Ranking, Roles, Strength, registry};
use libfuzzer_sys::fuzz_target;

#[derive(Debug, Arbitrary)]
struct Input {
    ranking: u8,
    /// Codes of cards, valid or not; the first ones are the hole cards.
    codes: Vec<u8>,
    hole_count: u8,
    /// Bit by bit, whether the card at a position is wild or a bug.
    wild: u8,
    bugs: u8,
    /// Cards that may not be held at all, as wild cards and as bugs.
    strays: Option<(u8, u8)>,
}

/// Trying all hands of more cards takes too long to be worth it.
const CARD_LIMIT: usize = 9;

fuzz_target!(|input: Input| {
    let names: Vec<&str> = registry::names().collect();
    let name = names[usize::from(input.ranking) % names.len()];
    let Ok(ranking) = registry::get(name) else { unreachable!("{name} is registered") };
    let cards: Vec<Card> =
        input.codes.iter().take(CARD_LIMIT).filter_map(|&code| Card::from_code(code)).collect();
    let mut roles = Roles { wild: marked(&cards, input.wild), bugs: marked(&cards, input.bugs) };
    if let Some((wild, bug)) = input.strays {
        roles.wild = roles.wild.union(CardSet::of(Card::new(wild)));
        roles.bugs = roles.bugs.union(CardSet::of(Card::new(bug)));
    }

    if let Ok(strength) = ranking.evaluate(&cards, roles) {
        check_words(ranking, strength);
    }
    let (hole, board) = cards.split_at(usize::from(input.hole_count).min(cards.len()));
    match ranking.best(hole, board, &ranking.any_cards(), roles) {
        Ok(best) => {
            check_words(ranking, best.strength);
            assert!(best.cards.iter().all(|card| cards.contains(card)), "{best:?} of {cards:?}");
            check_fewer_cards(ranking, &cards, roles, best.strength);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});

/// Returns the cards at the positions of the bits.
fn marked(cards: &[Card], bits: u8) -> CardSet {
    let cards = cards.iter().take(u8::BITS as usize).enumerate();
    cards.filter(|(position, _)| bits >> position & 1 == 1).map(|(_, card)| *card).collect()
}

/// Checks that the ranking knows what it gave.
fn check_words(ranking: &Ranking, strength: Strength) {
    assert!(strength > 0, "{}", ranking.name);
    assert!(ranking.standing(strength).is_some(), "{} {strength}", ranking.name);
    for words in [ranking.label(strength), ranking.describe(strength)] {
        assert!(words.is_some_and(|words| !words.is_empty()), "{} {strength}", ranking.name);
    }
}

/// Checks that the hand without the last card is no better, where both choose among enough cards.
fn check_fewer_cards(ranking: &Ranking, cards: &[Card], roles: Roles, strength: Strength) {
    let Some((last, fewer)) = cards.split_last() else { return };
    if fewer.len() < ranking.card_counts().1 {
        return;
    }
    let without = CardSet::of(*last);
    let roles =
        Roles { wild: roles.wild.difference(without), bugs: roles.bugs.difference(without) };
    if let Ok(best) = ranking.best(fewer, &[], &ranking.any_cards(), roles) {
        assert!(best.strength <= strength, "{} {cards:?} {roles:?}", ranking.name);
    }
}
