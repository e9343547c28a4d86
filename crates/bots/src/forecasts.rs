//! The expected payoffs of a hand in which nobody can decide any more before the last card: the mean over all cards
//! that may come.

use croupier_cards::CardSet;
use croupier_engine::State;
use croupier_engine::chips::Chips;
use croupier_engine::tables::{Forecast, Stake};
use croupier_equity::game::ranked::RankedGame;
use croupier_equity::holdem::preflop::{BOARD_COUNT, Matchups};
use croupier_equity::problem::{Combo, Problem};
use croupier_equity::runouts::visit_subsets;
use croupier_equity::{Plan, solve};
use croupier_eval::batch::{Level, evaluate_planes, pair_index};
use croupier_eval::lanes::LaneKind;
use smallvec::SmallVec;

use crate::Thinker;

/// So many hands are evaluated at once.
const AT_ONCE: usize = 990;

type PerPlayer = SmallVec<[f64; 8]>;

/// A pot: how much it is, and which of the hands play for it.
struct Pot {
    amount: Chips,
    hands: SmallVec<[usize; 8]>,
}

impl Forecast for Thinker {
    fn expect(&self, stake: &Stake, end: &State) -> Option<PerPlayer> {
        let game = self.knowledge.ranked_game.as_ref()?;
        let left = game.board_count.checked_sub(stake.board.len() as usize)?;
        let known = |&(_, cards): &(usize, CardSet)| cards.len() as usize == game.hole_count;
        if left == 0 || stake.hands.len() < 2 || !stake.hands.iter().all(known) {
            return None;
        }
        let pots = find_pots(stake);
        let board: CardSet = end.board.iter().map(|entry| entry.card).collect();
        let came = self.value_pots(game, stake, board, &pots)?;
        // Where the chips did not go as pots go here, there is more to the game than is known of it.
        let odd = (pots.len() * stake.put_in.len()) as f64;
        if came.iter().zip(end.payoffs.iter()).any(|(one, &two)| (one - two as f64).abs() > odd) {
            return None;
        }
        self.value_pots(game, stake, stake.board, &pots)
    }
}

impl Thinker {
    /// Returns what each seat wins or loses on average from a board on.
    fn value_pots(
        &self,
        game: &RankedGame,
        stake: &Stake,
        board: CardSet,
        pots: &[Pot],
    ) -> Option<PerPlayer> {
        let shares = if self.knowledge.is_holdem {
            shares_in_holdem(stake, board, pots)?
        } else {
            pots.iter().map(|pot| shares_of(game, stake, board, pot)).collect::<Option<_>>()?
        };
        let mut result: PerPlayer = stake.put_in.iter().map(|&put_in| -(put_in as f64)).collect();
        for (pot, shares) in pots.iter().zip(shares) {
            for (&place, share) in pot.hands.iter().zip(shares) {
                result[stake.hands[place].0] += pot.amount as f64 * share;
            }
        }
        Some(result)
    }
}

/// Returns the pots: each is what was put in between the bets of two players who play for it.
fn find_pots(stake: &Stake) -> Vec<Pot> {
    let mut levels: SmallVec<[Chips; 8]> =
        stake.hands.iter().map(|&(seat, _)| stake.put_in[seat]).collect();
    levels.sort_unstable();
    levels.dedup();
    let mut pots = Vec::with_capacity(levels.len());
    let mut below = 0;
    for (number, &level) in levels.iter().enumerate() {
        // Chips that others put in above the last level belong to the last pot.
        let top = if number + 1 == levels.len() { Chips::MAX } else { level };
        let amount = stake.put_in.iter().map(|&put_in| put_in.min(top).max(below) - below).sum();
        let plays = |place: &usize| stake.put_in[stake.hands[*place].0] >= level;
        pots.push(Pot { amount, hands: (0..stake.hands.len()).filter(plays).collect() });
        below = level;
    }
    pots
}

/// Returns the share of the first of two hands of hold'em before the flop.
fn share_of_two(own: CardSet, other: CardSet) -> Option<f64> {
    let place = |cards: CardSet| {
        let mut cards = cards.iter();
        pair_index(cards.next()?.code(), cards.next()?.code())
    };
    let (wins, ties) = Matchups::get().row(place(own)?)[place(other)?];
    Some((f64::from(wins) + f64::from(ties) / 2.0) / f64::from(BOARD_COUNT))
}

/// Returns the shares of hands of hold'em in each pot over all boards that may come.
fn shares_in_holdem(stake: &Stake, board: CardSet, pots: &[Pot]) -> Option<Vec<PerPlayer>> {
    let hands: SmallVec<[u64; 8]> = stake.hands.iter().map(|(_, cards)| cards.bits()).collect();
    if let (&[(_, own), (_, other)], true) = (stake.hands.as_slice(), board.is_empty()) {
        let share = share_of_two(own, other)?;
        let of_pot = |pot: &Pot| match pot.hands.as_slice() {
            [_] => SmallVec::from_slice(&[1.0]),
            _ => SmallVec::from_slice(&[share, 1.0 - share]),
        };
        return Some(pots.iter().map(of_pot).collect());
    }
    let known = hands.iter().fold(board.bits(), |all, hand| all | hand);
    let left = CardSet::STANDARD.bits() & !known;
    let level = Level::detect();
    let width = hands.len();
    let full = AT_ONCE / width * width;
    let mut planes = [[0_u16; AT_ONCE]; 4];
    let mut strengths = [0_u32; AT_ONCE];
    let mut sums: Vec<PerPlayer> =
        pots.iter().map(|pot| SmallVec::from_elem(0.0, pot.hands.len())).collect();
    let mut compare = |planes: &[[u16; AT_ONCE]; 4], filled: usize| {
        let [clubs, diamonds, hearts, spades] = planes;
        let suits = [&clubs[..filled], &diamonds[..filled], &hearts[..filled], &spades[..filled]];
        let done = evaluate_planes(LaneKind::High, suits, &mut strengths[..filled], level);
        for of_board in strengths[..filled].chunks_exact(width) {
            for (pot, sums) in pots.iter().zip(&mut sums) {
                let best = pot.hands.iter().map(|&place| of_board[place]).max().unwrap_or(0);
                let winners = pot.hands.iter().filter(|&&place| of_board[place] == best).count();
                let part = 1.0 / winners as f64;
                for (&place, sum) in pot.hands.iter().zip(sums) {
                    *sum += if of_board[place] == best { part } else { 0.0 };
                }
            }
        }
        done.is_ok()
    };
    let (mut filled, mut count, mut fine) = (0, 0_u32, true);
    visit_subsets(left, 5_usize.checked_sub(board.len() as usize)?, &mut |came| {
        for hand in &hands {
            let cards = came | board.bits() | hand;
            for (suit, plane) in planes.iter_mut().enumerate() {
                plane[filled] = (cards >> (16 * suit)) as u16;
            }
            filled += 1;
        }
        count += 1;
        if filled == full {
            fine &= compare(&planes, filled);
            filled = 0;
        }
    });
    fine &= compare(&planes, filled);
    for sum in sums.iter_mut().flatten() {
        *sum /= f64::from(count);
    }
    (fine && count > 0).then_some(sums)
}

/// Returns the shares of the hands in a pot over all boards that may come.
fn shares_of(game: &RankedGame, stake: &Stake, board: CardSet, pot: &Pot) -> Option<PerPlayer> {
    if pot.hands.len() == 1 {
        return Some(SmallVec::from_slice(&[1.0]));
    }
    let mut dead = CardSet::EMPTY;
    let mut players = Vec::with_capacity(pot.hands.len());
    for (place, &(_, cards)) in stake.hands.iter().enumerate() {
        if pot.hands.contains(&place) {
            players.push(vec![Combo { cards, weight: 1.0 }]);
        } else {
            // Players who do not play for this pot hold cards all the same.
            dead = dead.union(cards);
        }
    }
    let mut problem = Problem {
        deck: game.deck,
        board,
        dead,
        hole_count: game.hole_count,
        board_count: game.board_count,
        players,
        contests: game.contests.clone(),
    };
    let plan = Plan { exact: Some(true), threads: 1, ..Plan::default() };
    let answer = solve(&mut problem, &plan, &mut |_, _| true).ok()?;
    Some(answer.players.iter().map(|tally| tally.share / tally.weight).collect())
}
