//! The exact expected payoffs of a hand in which nobody could act any more before the last card.

use croupier_cards::{Card, CardSet};
use croupier_engine::{Cards, Chips, Seat, Seats};

use crate::contest::Contest;
use crate::problem::{Combo, Problem};
use crate::{Plan, solve};

/// Shares of pots are multiples of this part of a deal: up to ten players, two kinds of hands.
const PARTS: f64 = 5040.0;

/// The showdown of a game: its cards in the end, and the contests.
#[derive(Debug, Clone)]
pub struct Showdown {
    /// The cards of the deck.
    pub deck: CardSet,
    /// How many hole cards each player has.
    pub hole_count: usize,
    /// How many cards the board has.
    pub board_count: usize,
    /// The contests for the pot.
    pub contests: Vec<Contest>,
}

/// The amounts that a player won: after what the house took, before it, and out of the pots.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Won {
    /// The chips that were won, or lost, after what the house took.
    pub net: Chips,
    /// The same without what the house took.
    pub gross: Chips,
    /// The chips that came out of the pots.
    pub received: Chips,
}

/// A numerator, and a denominator above 0.
pub type Ratio = (i128, i128);

impl Showdown {
    /// Returns how much more than they won players could expect, in units; nothing for cards that cannot be, and for
    /// amounts that there is no room for.
    ///
    /// The rake is taken of all pots in proportion. Cards of players who folded are not
    /// looked at.
    #[must_use]
    pub fn find_luck(
        &self,
        board: &[Card],
        hands: &[(Seat, Cards)],
        pots: &[(Chips, Seats)],
        won: &[Won],
    ) -> Option<Vec<Ratio>> {
        let board = different(board)?;
        let mut expected: Vec<Ratio> = vec![(0, 1); won.len()];
        for &(pot, seats) in pots {
            for (seat, (numerator, denominator)) in self.find_shares(board, hands, seats)? {
                let part = reduce((numerator.checked_mul(pot.into())?, denominator));
                let place = expected.get_mut(seat)?;
                *place = add(*place, part)?;
            }
        }
        let raked: i128 = won.iter().map(|one| i128::from(one.gross) - i128::from(one.net)).sum();
        let all: i128 = pots.iter().map(|&(pot, _)| i128::from(pot)).sum();
        let kept = reduce((all - raked, all));
        let difference = |(one, &share): (&Won, &Ratio)| {
            let apart = i128::from(one.gross) - i128::from(one.received) - i128::from(one.net);
            add((apart, 1), multiply(kept, share)?)
        };
        won.iter().zip(&expected).map(difference).collect()
    }

    /// Returns which part of a pot each of some players wins on average.
    fn find_shares(
        &self,
        board: CardSet,
        hands: &[(Seat, Cards)],
        seats: Seats,
    ) -> Option<Vec<(Seat, Ratio)>> {
        let mut players = Vec::with_capacity(seats.len());
        let mut order = Vec::with_capacity(seats.len());
        for seat in seats.iter() {
            let (_, held) = hands.iter().find(|(one, _)| *one == seat)?;
            let cards = different(held).filter(|_| held.len() == self.hole_count)?;
            players.push(vec![Combo { cards, weight: 1.0 }]);
            order.push(seat);
        }
        if let [only] = *order {
            return Some(vec![(only, (1, 1))]);
        }
        let mut problem = Problem {
            deck: self.deck,
            board,
            dead: CardSet::EMPTY,
            hole_count: self.hole_count,
            board_count: self.board_count,
            players,
            contests: self.contests.clone(),
        };
        // Most take some microseconds, in which no thread can be begun.
        let plan = Plan { exact: Some(true), threads: 1, ..Plan::default() };
        let answer = solve(&mut problem, &plan, &mut |_, _| true).ok()?;
        let share = |(seat, tally): (Seat, &crate::tally::Tally)| {
            let parts = (tally.share * PARTS).round() as i128;
            (seat, reduce((parts, tally.weight.round() as i128 * PARTS as i128)))
        };
        Some(order.into_iter().zip(&answer.players).map(share).collect())
    }
}

/// Returns the set of cards each of which is known and stands once.
fn different(cards: &[Card]) -> Option<CardSet> {
    let mut set = CardSet::EMPTY;
    cards.iter().all(|&card| !card.is_unknown() && set.insert(card)).then_some(set)
}

fn reduce((numerator, denominator): Ratio) -> Ratio {
    let (mut one, mut other) = (numerator.unsigned_abs(), denominator.unsigned_abs());
    while other != 0 {
        (one, other) = (other, one % other);
    }
    match i128::try_from(one) {
        Ok(divisor) if divisor > 1 => (numerator / divisor, denominator / divisor),
        _ => (numerator, denominator),
    }
}

fn add(one: Ratio, other: Ratio) -> Option<Ratio> {
    let (left, right) = (one.0.checked_mul(other.1)?, other.0.checked_mul(one.1)?);
    Some(reduce((left.checked_add(right)?, one.1.checked_mul(other.1)?)))
}

fn multiply(one: Ratio, other: Ratio) -> Option<Ratio> {
    let (numerator, denominator) = (one.0.checked_mul(other.0)?, one.1.checked_mul(other.1)?);
    (denominator > 0).then(|| reduce((numerator, denominator)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_cards::parse;
    use croupier_eval::registry;

    fn holdem() -> Showdown {
        let high = registry::get("high").unwrap();
        let contests = vec![Contest::new(high, high.any_cards(), 2, 5)];
        Showdown { deck: CardSet::STANDARD, hole_count: 2, board_count: 5, contests }
    }

    fn cards(text: &str) -> Cards {
        parse::cards(text).unwrap().into_iter().collect()
    }

    fn won(amounts: &[(Chips, Chips)]) -> Vec<Won> {
        let one = |&(net, received): &(Chips, Chips)| Won { net, gross: net, received };
        amounts.iter().map(one).collect()
    }

    #[test]
    fn luck_is_what_hands_win_on_average_less_what_they_won() {
        // A pair against two overcards on the turn: 6 of 44 rivers help.
        let board = cards("2c7dJh9s");
        let hands = [(0, cards("AhKd")), (2, cards("QsQd"))];
        let pots = [(440, Seats::of(3, |seat| seat != 1))];
        let paid_and_won = won(&[(220, 440), (0, 0), (-220, 0)]);
        let found = holdem().find_luck(&board, &hands, &pots, &paid_and_won).unwrap();
        assert_eq!(found, [(60 - 440, 1), (0, 1), (440 - 60, 1)]);
        // The house takes a twentieth, whoever wins.
        let raked = [
            Won { net: 198, gross: 220, received: 440 },
            Won { net: 0, gross: 0, received: 0 },
            Won { net: -220, gross: -220, received: 0 },
        ];
        let found = holdem().find_luck(&board, &hands, &pots, &raked).unwrap();
        assert_eq!(found, [(57 - 418, 1), (0, 1), (418 - 57, 1)]);
    }

    #[test]
    fn what_cannot_be_has_no_luck() {
        let pots = [(100, Seats::of(2, |_| true))];
        let amounts = won(&[(50, 100), (-50, 0)]);
        for (board, one, other) in
            [("2c7dJh", "AhAh", "KsKd"), ("2c7dJh", "AhKd", "KdQc"), ("2c7dAh", "AhKd", "QsQc")]
        {
            let hands = [(0, cards(one)), (1, cards(other))];
            assert_eq!(holdem().find_luck(&cards(board), &hands, &pots, &amounts), None);
        }
        let hands = [(0, cards("AhKd")), (1, cards("QsQc"))];
        let huge = [(Chips::MAX, pots[0].1); 2];
        assert_eq!(holdem().find_luck(&[], &hands, &huge, &amounts).map(|all| all.len()), Some(2));
        assert_eq!(holdem().find_luck(&[], &hands[..1], &pots, &amounts), None);
        assert_eq!(holdem().find_luck(&[], &hands, &[], &amounts), None);
    }
}
