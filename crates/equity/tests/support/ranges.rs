//! Questions about equities made of bytes: ranges, boards and dead cards, from nothing to far too much.

use croupier_cards::{Card, CardSet, Deck};
use croupier_equity::contest::Contest;
use croupier_equity::problem::{Combo, Problem};
use croupier_equity::sample::Effort;
use croupier_equity::{Plan, solve};
use croupier_eval::{Rule, registry};

/// Numbers taken from bytes; zeros when they are used up.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }

    fn below(&mut self, bound: usize) -> usize {
        usize::from(self.byte()) % bound.max(1)
    }

    fn weight(&mut self) -> f64 {
        match self.byte() % 32 {
            0 => 0.0,
            1 => -1.0,
            2 => f64::NAN,
            3 => f64::INFINITY,
            4 => 1e300,
            5 => 1e-300,
            6 => f64::MIN_POSITIVE / 4.0,
            7..12 => f64::from(self.byte()) / 255.0,
            _ => 1.0,
        }
    }

    /// Takes cards of a deck; now and then any cards, twice or not in the deck.
    fn cards(&mut self, deck: &mut Vec<Card>, count: usize) -> CardSet {
        let wild = self.byte() == 255;
        let mut set = CardSet::EMPTY;
        for _ in 0..count {
            let card = match (wild, deck.is_empty()) {
                (false, false) => Some(deck.remove(self.below(deck.len()))),
                _ => Card::from_code(self.byte() % 56),
            };
            if let Some(card) = card.filter(|card| !card.is_unknown()) {
                set = set.union(CardSet::of(card));
            }
        }
        set
    }
}

/// Compares the ranges that bytes say, if they can be compared; tells whether they were.
///
/// # Panics
///
/// A result is no number, or shares do not add up.
pub fn compare_any(bytes: &[u8]) -> bool {
    let mut bytes = Bytes(bytes);
    let Ok(high) = registry::get("high") else { unreachable!("high is registered") };
    let mut deck = Deck::Standard.cards(0);
    let hole_count = [2, 2, 2, 4, 5, 1, 6, 23][bytes.below(8)];
    let board_count = [5, 5, 5, 5, 3, 0, 7][bytes.below(7)];
    let rule = if hole_count > 2 { Rule::exactly(2, 3) } else { Rule::any(5) };
    let on_board = bytes.below(6);
    let board = bytes.cards(&mut deck, on_board);
    let dead_count = if bytes.byte().is_multiple_of(8) { bytes.below(40) } else { 0 };
    let dead = bytes.cards(&mut deck, dead_count);
    let player_count = if bytes.byte() == 255 { bytes.below(40) } else { 2 + bytes.below(3) };
    let players: Vec<Vec<Combo>> = (0..player_count)
        .map(|_| {
            let count = if bytes.byte() == 255 { 0 } else { 1 + bytes.below(4) };
            (0..count)
                .map(|_| {
                    let held =
                        if bytes.byte().is_multiple_of(8) { bytes.below(8) } else { hole_count };
                    let cards = bytes.cards(&mut deck.clone(), held);
                    Combo { cards, weight: bytes.weight() }
                })
                .collect()
        })
        .collect();
    let contests = vec![Contest::new(high, rule, hole_count, board_count)];
    let deck = CardSet::STANDARD;
    let mut problem = Problem { deck, board, dead, hole_count, board_count, players, contests };
    // A few known hands with few cards to come are counted, and others sampled: counting everything takes as long as it takes.
    let all_known =
        problem.players.iter().flatten().all(|combo| combo.cards.len() as usize == hole_count);
    let to_come = problem.board_count.saturating_sub(board.len() as usize);
    let exact = to_come <= 1 && all_known && player_count <= 4;
    let effort = Effort { deals: 200, precision: None };
    let plan = Plan { exact: Some(exact), effort, seed: 1.into(), threads: 1 };
    let Ok(answer) = solve(&mut problem, &plan, &mut |_, _| true) else { return false };
    let tallies = answer.players.iter().chain(answer.combos.iter().flatten());
    for tally in tallies {
        let numbers = [tally.share, tally.win, tally.weight];
        assert!(numbers.iter().all(|number| number.is_finite() && *number >= 0.0), "{tally:?}");
        assert!(tally.share <= tally.weight * (1.0 + 1e-9), "{tally:?}");
    }
    assert!(answer.errors.iter().all(|error| error.is_finite()), "{:?}", answer.errors);
    let weight = answer.players.first().map_or(0.0, |tally| tally.weight);
    let shares: f64 = answer.players.iter().map(|tally| tally.share).sum();
    assert!((shares - weight).abs() <= 1e-6 * weight, "{shares} of {weight}");
    true
}
