//! The worth of hands of a game where all lies face up but for the cards that their players alone know.

use croupier_cards::{Card, CardSet};
use croupier_engine::DefaultHooks;
use croupier_engine::definition::{Definition, DiscardPlace};

use super::problem::{GameProblem, UNKNOWN};
use super::script::Event;
use super::table::{Deal, DealtTable};
use crate::EquityError;

/// A table on which all cards lie that everybody sees.
#[derive(Debug, Clone)]
pub struct Claims {
    problem: GameProblem,
    deal: Deal,
    /// For each card that a player holds, whether the others see it.
    up: Vec<bool>,
}

impl Claims {
    /// Puts on a table what everybody sees: the cards of each player in the order in which they came, and the board.
    ///
    /// # Errors
    ///
    /// There are more or fewer of them, some are not of the game, or more than cards decides.
    pub fn new(
        definition: &Definition,
        shown: &[Vec<Card>],
        board: &[Card],
    ) -> Result<Self, EquityError> {
        let mut problem = GameProblem::new(definition)?;
        let script = problem.script();
        if script.dice > 0 || !script.choices.is_empty() {
            return Err(EquityError::Unsupported("dice or choices decide as well"));
        }
        if script.events.iter().any(|(when, event)| {
            !when.is_empty() || matches!(event, Event::Discard(terms) if matches!(terms.to, DiscardPlace::Board(_)))
        }) {
            return Err(EquityError::Unsupported("cards decide what is dealt"));
        }
        let up: Vec<bool> = script.hole.iter().map(|slot| slot.up).collect();
        let mut down = script.hole.iter().filter(|slot| !slot.up).map(|slot| slot.group);
        let first = down.next();
        if script.hole_ordered || down.any(|group| Some(group) != first) {
            return Err(EquityError::Unsupported("cards that nobody else sees are in parts"));
        }
        let count = up.iter().filter(|up| **up).count();
        if board.len() != script.board.len() || shown.iter().any(|cards| cards.len() != count) {
            return Err(EquityError::Unsupported("all cards that everybody sees must be known"));
        }
        let place = |card: Card| {
            let found = problem.deck().iter().position(|each| *each == card);
            let unknown = EquityError::Unsupported("a card is not in the deck of the game");
            found.map(|place| place as u8).ok_or(unknown)
        };
        let board = board.iter().map(|&card| place(card)).collect::<Result<Vec<u8>, _>>()?;
        let mut hole = Vec::new();
        for cards in shown {
            let mut cards = cards.iter();
            for up in &up {
                let card = if *up { cards.next() } else { None };
                hole.push(card.map_or(Ok(UNKNOWN), |&card| place(card))?);
            }
        }
        problem.board = board;
        let deal = Deal { hole, ..Deal::new(&problem) };
        Ok(Self { problem, deal, up })
    }

    fn hold(&self, deal: &mut Deal, player: usize, hand: u64) {
        let count = self.up.len();
        let mut cards = CardSet::from_bits(hand).iter();
        for (place, _) in self.up.iter().enumerate().filter(|(_, up)| !**up) {
            let card = cards.next();
            let found = self.problem.deck().iter().position(|each| Some(*each) == card);
            deal.hole[player * count + place] = found.map_or(UNKNOWN, |place| place as u8);
        }
    }

    /// Returns what hands of a player are worth: contest by contest, larger numbers win, and 0 wins nothing.
    ///
    /// # Errors
    ///
    /// The evaluation refused a hand.
    pub fn of(&self, player: usize, hands: &[u64]) -> Result<Vec<Vec<u64>>, EquityError> {
        let mut table = DealtTable::new(&self.problem)?;
        let mut deal = self.deal.clone();
        let mut claims = vec![Vec::with_capacity(hands.len()); self.problem.contest_count()];
        for &hand in hands {
            self.hold(&mut deal, player, hand);
            table.lay_out(&deal);
            for (contest, claims) in claims.iter_mut().enumerate() {
                let all = table.table.claims(contest, &DefaultHooks);
                let all = all.map_err(|error| EquityError::Game(error.to_string()))?;
                claims.push(all[player]);
            }
        }
        Ok(claims)
    }

    /// Returns which part of the pot the first of two players wins with these hands.
    ///
    /// # Errors
    ///
    /// The evaluation refused a hand.
    pub fn share(&self, hands: [u64; 2]) -> Result<f64, EquityError> {
        let mut table = DealtTable::new(&self.problem)?;
        let mut deal = self.deal.clone();
        for (player, hand) in hands.into_iter().enumerate() {
            self.hold(&mut deal, player, hand);
        }
        table.show(&deal)?;
        Ok(table.shares[0])
    }
}
