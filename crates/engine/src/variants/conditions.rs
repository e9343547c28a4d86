//! Whether conditions hold.

use croupier_cards::Card;

use crate::definition::{Condition, Faces, SubsetMask};
use crate::seats::Seat;
use crate::state::State;
use crate::variants::contests::REMOVED;
use crate::variants::state::NONE;

/// Returns the value of a card: 2 to 10, then 11 to 14 from jack to ace.
fn value(card: Card) -> Option<u32> {
    Some(u32::from(card.rank()?.index()) + 2)
}

impl State {
    /// Tells whether all conditions hold, for a player where they are about players.
    pub(crate) fn all_hold(&self, conditions: &[Condition], seat: Option<Seat>) -> bool {
        conditions.iter().all(|condition| self.holds(condition, seat))
    }

    fn holds(&self, condition: &Condition, seat: Option<Seat>) -> bool {
        match condition {
            Condition::Choice { key, values } => {
                let choices = self.variant.as_ref().map(|kept| &kept.choices);
                let chosen = choices.and_then(|choices| choices.get(usize::from(*key)));
                chosen.is_some_and(|value| *value != NONE && values.contains(value))
            }
            Condition::Color { subsets, red, minimum } => {
                // Diamonds and hearts are red.
                let suits = if *red { 0b0110 } else { 0b1001 };
                self.count_suits(*subsets, suits) >= *minimum
            }
            Condition::Suit { subsets, suits, minimum } => {
                self.count_suits(*subsets, *suits) >= *minimum
            }
            Condition::Value { subsets, values, sum } => {
                let found = self.board_values(*subsets);
                if *sum {
                    !found.is_empty() && values.contains(&found.iter().sum())
                } else {
                    found.last().is_some_and(|value| values.contains(value))
                }
            }
            Condition::HandSize { sizes } => {
                let fits = |seat: Seat| sizes.contains(&self.hole[seat].cards.len());
                seat.map_or_else(|| self.active.iter().all(fits), fits)
            }
            Condition::Faces(faces) => {
                let fits = |seat: Seat| {
                    let held = self.hole[seat].cards.len();
                    let up = self.dealt_up(seat).count_ones() as usize;
                    match faces {
                        Faces::AllUp => up == held,
                        Faces::AnyUp => up > 0,
                        Faces::NoneUp => up == 0,
                    }
                };
                seat.map_or_else(|| self.active.iter().all(fits), fits)
            }
        }
    }

    /// Lists the cards of some subsets of the board; 0 for all of it.
    pub(crate) fn cards_of_subsets(&self, subsets: SubsetMask) -> impl Iterator<Item = Card> {
        let board = self.board.iter().enumerate();
        let chosen = move |place: usize| match self.board_subsets(place) {
            REMOVED => false,
            other => subsets == 0 || other & subsets != 0,
        };
        board.filter(move |(place, _)| chosen(*place)).map(|(_, entry)| entry.card)
    }

    fn count_suits(&self, subsets: SubsetMask, suits: u8) -> usize {
        let fits = |card: &Card| card.suit().is_some_and(|suit| suits >> suit.index() & 1 == 1);
        self.cards_of_subsets(subsets).filter(fits).count()
    }

    /// Lists the values of cards and dice in some subsets of the board.
    fn board_values(&self, subsets: SubsetMask) -> Vec<u32> {
        let dice = self.variant.iter().flat_map(|kept| &kept.dice);
        let dice = dice.filter(|(subset, _)| subsets >> subset & 1 == 1);
        let cards = self.cards_of_subsets(subsets).filter_map(value);
        cards.chain(dice.map(|&(_, pips)| u32::from(pips))).collect()
    }
}
