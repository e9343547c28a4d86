//! Separating: every player puts all cards into the subsets of the game.

use croupier_cards::{Card, rank};
use croupier_eval::{Roles, registry};

use crate::definition::{Decision, Separating, SubsetId};
use crate::error::RuleError;
use crate::hooks::Hooks;
use crate::operation::{Cards, Operation};
use crate::seats::Seat;
use crate::state::State;

/// A value by which hands of any size compare: a kind from the worst to the best, then ranks.
type Worth = (u32, Vec<u8>);

/// The kinds of hands by pairs alone; better ones come from the ranking of five cards.
const NO_PAIR: u32 = 0;
const PAIR: u32 = 1;
const BETTER: u32 = 2;

impl State {
    /// Returns who is to separate cards, and into which subsets.
    #[must_use]
    pub fn separating(&self) -> Option<(Seat, &Separating)> {
        match self.decision()? {
            Decision::Separate(separating) => Some((self.decider()?, separating)),
            _ => None,
        }
    }

    /// Returns who would put these cards, in order, into the subsets.
    ///
    /// # Errors
    ///
    /// Nobody is to separate cards now, these are not all of the player's cards, or the subsets are
    /// not what the game asks for although they could be.
    pub fn verify_card_separation(&self, cards: &Cards) -> Result<(Seat, u32), RuleError> {
        let (seat, separating) = self.separating().ok_or(RuleError::NoSeparation)?;
        let held = self.hole[seat].cards.len();
        let places = self.find_cards(seat, cards)?;
        let asked: usize = separating.parts.iter().map(|&(_, count)| count).sum();
        if cards.len() != asked.min(held) {
            let (asked, given) = (asked.min(held), cards.len());
            return Err(RuleError::SeparationCount { seat, asked, given });
        }
        let order = self.places_in_order(seat, cards);
        match self.check_separation(seat, separating, &order) {
            Err(error) if self.find_separation(seat, separating).is_some() => Err(error),
            _ => Ok((seat, places)),
        }
    }

    /// Returns the place of each card in a player's hand.
    fn places_in_order(&self, seat: Seat, cards: &[Card]) -> Vec<usize> {
        let mut left: Vec<usize> = (0..self.hole[seat].cards.len()).collect();
        let held = &self.hole[seat].cards;
        let find = |card: &Card| {
            let index = left.iter().position(|&place| held[place] == *card)?;
            Some(left.remove(index))
        };
        cards.iter().filter_map(find).collect()
    }

    /// Lists the subsets of cards in order.
    fn labels_in_order(separating: &Separating) -> Vec<SubsetId> {
        let parts = separating.parts.iter();
        parts.flat_map(|&(subset, count)| std::iter::repeat_n(subset, count)).collect()
    }

    /// Checks that cards at these places, put into the subsets in order, are what the game asks for.
    fn check_separation(
        &self,
        seat: Seat,
        separating: &Separating,
        order: &[usize],
    ) -> Result<(), RuleError> {
        let labels = Self::labels_in_order(separating);
        let hole = &self.hole[seat];
        let part = |subset: SubsetId| {
            let places = order.iter().zip(&labels).filter(move |(_, label)| **label == subset);
            places.map(|(&place, _)| place)
        };
        // Players know the subsets by their order.
        let number =
            |subset| 1 + separating.parts.iter().position(|&(each, _)| each == subset).unwrap_or(0);
        for &(subset, down, up) in &separating.faces {
            let ups = part(subset).filter(|&place| hole.is_up(place)).count();
            if part(subset).count() - ups < down || ups < up {
                return Err(RuleError::SeparationFaces { seat, part: number(subset), down, up });
            }
        }
        let cards = |subset| part(subset).map(|place| hole.cards[place]).collect::<Vec<_>>();
        let unknown = |cards: &[Card]| cards.iter().any(|card| card.is_unknown());
        if let Some((first, second)) = separating.better {
            let (better, worse) = (cards(first), cards(second));
            if !unknown(&better) && !unknown(&worse) && worth(&better) <= best_worth(&worse) {
                let (better, worse) = (number(first), number(second));
                return Err(RuleError::SeparationOrder { seat, better, worse });
            }
        }
        Ok(())
    }

    /// Finds places of cards, in order, that are what the game asks for; the first cards first.
    #[must_use]
    pub fn find_separation(&self, seat: Seat, separating: &Separating) -> Option<Vec<usize>> {
        let labels = Self::labels_in_order(separating);
        let held = self.hole[seat].cards.len();
        let (mut order, mut tries) = (Vec::with_capacity(held), MAX_TRIES);
        let fits = &mut |order: &[usize]| self.check_separation(seat, separating, order).is_ok();
        let count = labels.len().min(held);
        arrange(&labels[..count], held, &mut order, &mut tries, fits).then_some(order)
    }

    /// Returns the cards of the player whose turn it is in an order that is what the game asks for.
    #[must_use]
    pub fn first_separation(&self) -> Cards {
        let Some((seat, separating)) = self.separating() else { return Cards::new() };
        let held = &self.hole[seat].cards;
        match self.find_separation(seat, separating) {
            Some(order) => order.into_iter().map(|place| held[place]).collect(),
            None => Cards::from_slice(held),
        }
    }

    /// Puts cards, in order, into the subsets of the game.
    ///
    /// # Errors
    ///
    /// As [`State::verify_card_separation`].
    pub fn separate_cards(
        &mut self,
        cards: &Cards,
        commentary: Option<String>,
        hooks: &dyn Hooks,
    ) -> Result<usize, RuleError> {
        self.perform(commentary, hooks, |state| {
            let (seat, _) = state.verify_card_separation(cards)?;
            let labels = state.separating().map(|(_, terms)| Self::labels_in_order(terms));
            let order = state.places_in_order(seat, cards);
            state.ranks.clear();
            if let Some(variant) = &mut state.variant {
                variant.labels[seat] = Default::default();
                for (place, label) in order.into_iter().zip(labels.unwrap_or_default()) {
                    variant.labels[seat].set(place, Some(label));
                }
            }
            state.record(|| Operation::CardSeparation { seat, cards });
            state.end_turn(seat);
            Ok(())
        })
    }
}

/// The most arrangements that are tried: all of those of seven cards, and many of more.
const MAX_TRIES: usize = 20_000;

/// Tries all ways to put cards into subsets, where the order within a subset does not matter.
fn arrange(
    labels: &[SubsetId],
    held: usize,
    order: &mut Vec<usize>,
    tries: &mut usize,
    fits: &mut impl FnMut(&[usize]) -> bool,
) -> bool {
    let Some(&label) = labels.get(order.len()) else {
        *tries = tries.saturating_sub(1);
        return fits(order);
    };
    let same = !order.is_empty() && labels[order.len() - 1] == label;
    let first = if same { order[order.len() - 1] + 1 } else { 0 };
    for place in first..held {
        if *tries == 0 {
            return false;
        }
        if order.contains(&place) {
            continue;
        }
        order.push(place);
        if arrange(labels, held, order, tries, fits) {
            return true;
        }
        order.pop();
    }
    false
}

/// Returns what cards are worth as a high hand.
fn worth(cards: &[Card]) -> Worth {
    if cards.len() == 5
        && let Ok(ranking) = registry::get("high")
        && let Ok(strength) = ranking.evaluate(cards, Roles::NONE)
        && let Some(standing) = ranking.standing(strength)
        && standing.rank < 9
    {
        // Two pair or better: the number of the kind falls as hands get better.
        let place = u32::MAX - standing.ordered_rank;
        return (BETTER + 9 - standing.rank, place.to_be_bytes().to_vec());
    }
    let mut counts = [0_u8; rank::COUNT];
    for rank in cards.iter().filter_map(|card| card.rank()) {
        counts[usize::from(rank.index())] += 1;
    }
    let mut groups: Vec<(u8, u8)> =
        (0..rank::COUNT as u8).map(|rank| (counts[usize::from(rank)], rank)).collect();
    groups.retain(|&(count, _)| count > 0);
    groups.sort_unstable_by(|first, second| second.cmp(first));
    let kind = match groups.as_slice() {
        [(2, _), (1, _), ..] | [(2, _)] => PAIR,
        [(1, _), ..] | [] => NO_PAIR,
        [(2, _), (2, _), ..] => BETTER + 1,
        _ => BETTER + 2,
    };
    (kind, groups.into_iter().map(|(_, rank)| rank).collect())
}

/// Returns what the best five cards are worth that begin with the pair or the ranks of a smaller hand.
fn best_worth(cards: &[Card]) -> Worth {
    let (kind, mut ranks) = worth(cards);
    if cards.len() < 5 {
        // Nothing that begins in the same way is better.
        ranks.resize(5, rank::COUNT as u8);
    }
    (kind, ranks)
}

#[cfg(test)]
mod tests {
    use croupier_cards::parse;

    use super::*;

    fn cards(text: &str) -> Vec<Card> {
        parse::cards(text).unwrap()
    }

    #[test]
    fn a_small_hand_is_as_good_as_the_best_that_begins_with_it() {
        let better = |large: &str, small: &str| worth(&cards(large)) > best_worth(&cards(small));
        assert!(!better("AsAhKsQsJs", "AcAd"));
        assert!(better("2s2h3s3hAs", "AcAd"));
        assert!(better("AsAhKsQsJs", "KcKd"));
        assert!(!better("KsQh9s8s2s", "KcQd"));
        assert!(better("AsQh9s8s2s", "KcQd"));
        assert!(better("2s2h9s8s7s", "AcKd"));
        assert!(better("2s3s4s5s6s", "AcAd"));
        assert!(better("5s5h4s4hAs", "3s3h2s2hKs"));
        assert!(!better("3s3h2s2hKs", "5s5h4s4hAs"));
    }
}
