//! The question: the cards that players may hold, and the board.

use croupier_cards::CardSet;

use crate::EquityError;
use crate::contest::Contest;
use crate::runouts::{binomial, visit_subsets};

/// Cards that a player may hold, and how likely that is beside the others.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Combo {
    /// The cards that are known; the rest is dealt at random.
    pub cards: CardSet,
    /// The weight.
    pub weight: f64,
}

/// A question about a showdown.
#[derive(Debug, Clone)]
pub struct Problem {
    /// The cards of the deck.
    pub deck: CardSet,
    /// The cards on the board so far.
    pub board: CardSet,
    /// Cards that nobody gets any more.
    pub dead: CardSet,
    /// How many hole cards each player has in the end.
    pub hole_count: usize,
    /// How many cards the board has in the end.
    pub board_count: usize,
    /// The range of each player.
    pub players: Vec<Vec<Combo>>,
    /// The contests; those of them that anybody has a hand for share the pot evenly.
    pub contests: Vec<Contest>,
}

/// A player whose missing cards can be filled in by at most so many hands is given all of them.
const MAX_FILLED: u64 = 200_000;

/// The largest weight: products of many of them must be numbers.
const MAX_WEIGHT: f64 = 1e12;
/// Smaller weights count as 0.
const MIN_WEIGHT: f64 = 1e-30;

/// Returns the weight of a hand of a player, from 1, as it counts.
pub(crate) fn read_weight(player: usize, weight: f64) -> Result<f64, EquityError> {
    if !(0.0..=MAX_WEIGHT).contains(&weight) {
        return Err(EquityError::Weight { player, weight: format!("{weight:e}") });
    }
    Ok(if weight < MIN_WEIGHT { 0.0 } else { weight })
}

impl Problem {
    /// Returns the cards that may still be dealt or held.
    #[must_use]
    pub fn free(&self) -> CardSet {
        self.deck.difference(self.board).difference(self.dead)
    }

    /// Returns the cards that may come to the board: not those of a player who has only one hand.
    #[must_use]
    pub fn may_come(&self) -> CardSet {
        let only = self.players.iter().filter_map(|combos| match combos.as_slice() {
            [only] => Some(only.cards),
            _ => None,
        });
        only.fold(self.free(), CardSet::difference)
    }

    /// Returns how many cards the board lacks.
    #[must_use]
    pub fn to_come(&self) -> usize {
        self.board_count - self.board.len() as usize
    }

    /// Checks the question, and takes away hands that are impossible by the board and the dead cards.
    ///
    /// The hands keep their places: those that are impossible weigh nothing afterwards.
    ///
    /// # Errors
    ///
    /// Whatever is wrong.
    pub fn check(&mut self) -> Result<(), EquityError> {
        if self.players.len() < 2 {
            return Err(EquityError::TooFewPlayers(self.players.len()));
        }
        if self.contests.is_empty() {
            return Err(EquityError::NoContest);
        }
        if let Some(card) = self.board.intersection(self.dead).iter().next() {
            return Err(EquityError::DuplicateCard(card));
        }
        if let Some(card) = self.board.union(self.dead).difference(self.deck).iter().next() {
            return Err(EquityError::NotInDeck(card));
        }
        let given = self.board.len() as usize;
        if given > self.board_count {
            return Err(EquityError::BoardTooLong { given, count: self.board_count });
        }
        let free = self.free();
        for (number, combos) in self.players.iter_mut().enumerate() {
            let player = number + 1;
            for combo in combos.iter_mut() {
                let given = combo.cards.len() as usize;
                if given > self.hole_count {
                    return Err(EquityError::HandTooLong { player, given, count: self.hole_count });
                }
                combo.weight = read_weight(player, combo.weight)?;
                if let Some(card) = combo.cards.difference(self.deck).iter().next() {
                    return Err(EquityError::NotInDeck(card));
                }
                if !combo.cards.difference(free).is_empty() {
                    combo.weight = 0.0;
                }
            }
            if combos.iter().all(|combo| combo.weight == 0.0) {
                return Err(EquityError::NoCombo { player });
            }
        }
        let all = self.hole_count * self.players.len() + self.to_come();
        let left = free.len() as usize;
        if all > left {
            return Err(EquityError::DeckTooSmall { needed: all, left });
        }
        if self.any_deal() { Ok(()) } else { Err(EquityError::NoDeal) }
    }

    /// Tells whether the players can all have a hand at once.
    fn any_deal(&self) -> bool {
        fn find(players: &[&[Combo]], used: u64, budget: &mut u32) -> bool {
            let Some((combos, rest)) = players.split_first() else { return true };
            for combo in combos.iter().filter(|combo| combo.weight > 0.0) {
                if *budget == 0 {
                    // Too hard to tell here: the dealing of hands will find out.
                    return true;
                }
                *budget -= 1;
                if combo.cards.bits() & used == 0 && find(rest, used | combo.cards.bits(), budget) {
                    return true;
                }
            }
            false
        }
        // Those with the fewest hands first.
        let mut players: Vec<&[Combo]> = self.players.iter().map(Vec::as_slice).collect();
        players.sort_by_key(|combos| combos.len());
        find(&players, 0, &mut 1_000_000)
    }

    /// Returns how many whole hands a player may have, if all known parts are of one size.
    #[must_use]
    pub fn filled_count(&self, player: usize) -> Option<u64> {
        let combos = &self.players[player];
        let size = combos.first()?.cards.len() as usize;
        if combos.iter().any(|combo| combo.cards.len() as usize != size) {
            return None;
        }
        let missing = self.hole_count - size;
        let left = (self.free().len() as usize).saturating_sub(size);
        let count = binomial(left, missing).checked_mul(combos.len() as u64)?;
        (missing == 0 || count <= MAX_FILLED).then_some(count)
    }

    /// Returns the whole hands of a player, each with the place of the known part that it is of.
    pub(crate) fn filled(&self, player: usize) -> Vec<(Combo, u32)> {
        let mut filled = Vec::new();
        for (place, combo) in self.players[player].iter().enumerate() {
            if combo.weight == 0.0 {
                continue;
            }
            let missing = self.hole_count - combo.cards.len() as usize;
            let free = self.free().difference(combo.cards).bits();
            visit_subsets(free, missing, &mut |rest| {
                let cards = CardSet::from_bits(rest).union(combo.cards);
                filled.push((Combo { cards, weight: combo.weight }, place as u32));
            });
        }
        filled
    }
}
