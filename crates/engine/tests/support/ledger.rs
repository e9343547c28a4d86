//! Chips, and who has seen which cards, reckoned from the log alone.

use croupier_cards::{Card, CardSet};
use croupier_engine::{Chips, Operation, Seat, State, UNKNOWN_STACK};

/// The chips, and the cards that everybody has seen, as the log has them.
#[derive(Debug)]
pub struct Ledger {
    /// How many operations of the log are in the books.
    read: usize,
    pub bets: Vec<Chips>,
    /// The payoff of everybody.
    pub payoffs: Vec<Chips>,
    /// The chips that everybody put into the middle.
    paid: Vec<Chips>,
    /// The chips in the middle.
    pub middle: Chips,
    /// The players who folded or mucked.
    folded: Vec<bool>,
    /// Cards by observer: the players, then somebody who has no cards.
    seen: Vec<CardSet>,
}

impl Ledger {
    pub fn new(count: usize) -> Self {
        Self {
            read: 0,
            bets: vec![0; count],
            payoffs: vec![0; count],
            paid: vec![0; count],
            middle: 0,
            folded: vec![false; count],
            seen: vec![CardSet::EMPTY; count + 1],
        }
    }

    /// Enters what is new in the log.
    pub fn read(&mut self, state: &State) {
        while let Some(operation) = state.log.get(self.read) {
            self.enter(operation);
            self.read += 1;
        }
        assert_eq!(self.read, state.log.len());
    }

    fn enter(&mut self, operation: Operation<'_>) {
        use Operation as O;
        match operation {
            O::AntePosting { seat, amount }
            | O::BlindOrStraddlePosting { seat, amount }
            | O::StraddlePosting { seat, amount, .. }
            | O::CheckingOrCalling { seat, amount }
            | O::BringInPosting { seat, amount } => self.pay(seat, amount),
            O::CompletionBettingOrRaisingTo { seat, amount } => {
                self.pay(seat, amount - self.bets[seat]);
            }
            O::BetCollection { bets } => self.collect(bets),
            O::ChipsPushing { amounts, .. } => {
                for (seat, amount) in amounts.iter().enumerate() {
                    assert!(*amount >= 0, "{operation:?}");
                    self.bets[seat] += amount;
                    self.middle -= amount;
                }
            }
            O::ChipsPulling { seat, amount } => {
                assert_eq!(amount, self.bets[seat], "{operation:?}");
                self.bets[seat] = 0;
                self.payoffs[seat] += amount;
            }
            O::HoleDealing { seat, cards, up } => {
                for (place, &card) in cards.iter().enumerate() {
                    if up >> place & 1 == 1 {
                        self.show(card);
                    } else {
                        self.seen[seat].insert(card);
                    }
                }
            }
            O::Folding { seat } | O::HoleCardsShowingOrMucking { seat, cards: [] } => {
                self.folded[seat] = true;
            }
            O::BoardDealing { cards, .. } | O::HoleCardsShowingOrMucking { cards, .. } => {
                cards.iter().for_each(|&card| self.show(card));
            }
            O::CardBurning { .. }
            | O::StandingPatOrDiscarding { .. }
            | O::RunoutCountSelection { .. }
            | O::HandKilling { .. }
            | O::NoOperation {} => {}
            // These games have no such decisions.
            other => unreachable!("{other:?}"),
        }
    }

    fn pay(&mut self, seat: Seat, amount: Chips) {
        assert!(amount >= 0, "player {seat} pays {amount}");
        self.bets[seat] += amount;
        self.payoffs[seat] -= amount;
    }

    /// Collects bets: what is not collected goes back, but the last player's bet stays.
    fn collect(&mut self, collected: &[Chips]) {
        let last = self.folded.iter().filter(|folded| !**folded).count() == 1;
        for (seat, &amount) in collected.iter().enumerate() {
            if last && !self.folded[seat] {
                assert_eq!(amount, 0);
                self.paid[seat] += self.bets[seat];
                continue;
            }
            let back = self.bets[seat] - amount;
            assert!(amount >= 0 && back >= 0, "{collected:?} of {:?}", self.bets);
            self.payoffs[seat] += back;
            self.bets[seat] = 0;
            self.paid[seat] += amount;
            self.middle += amount;
        }
    }

    fn show(&mut self, card: Card) {
        self.seen.iter_mut().for_each(|seen| {
            seen.insert(card);
        });
    }

    /// Returns the cards that a player, or somebody without cards, has ever seen.
    pub fn seen_by(&self, observer: Option<Seat>) -> CardSet {
        self.seen[observer.unwrap_or(self.seen.len() - 1)]
    }

    /// Checks that the chips are where the log says.
    pub fn check(&self, state: &State, pots: Chips) {
        assert_eq!(self.bets[..], *state.bets, "bets");
        assert_eq!(self.payoffs[..], *state.payoffs, "payoffs");
        assert_eq!(self.middle, pots, "pots");
        assert!(self.middle >= 0);
        assert_eq!(state.largest_bet(), self.bets.iter().copied().max().unwrap());
        for (seat, &start) in state.definition.starting_stacks.iter().enumerate() {
            assert!(state.stacks[seat] >= 0 && state.bets[seat] >= 0, "less than nothing");
            let known = start != UNKNOWN_STACK;
            let stack = if known { start + self.payoffs[seat] } else { start };
            assert_eq!(state.stacks[seat], stack, "the stack of player {seat}");
        }
    }

    /// Checks that nobody won more from anybody than they paid themselves.
    pub fn check_winnings(&self) {
        for (seat, &payoff) in self.payoffs.iter().enumerate() {
            let others = self.paid.iter().enumerate().filter(|(other, _)| *other != seat);
            let most: Chips = others.map(|(_, &paid)| paid.min(self.paid[seat])).sum();
            assert!(payoff <= most, "player {seat} won {payoff} of {:?}", self.paid);
        }
    }
}
