//! How much of the pot a hand wins on average if nobody folds.

use croupier_cards::{Card, CardSet, RandomNumbers, Shuffler};
use croupier_engine::operation::Operation;
use croupier_engine::simulate::Policy;
use croupier_engine::tables::{Asked, Choice};
use croupier_engine::{Hooks, State};
use croupier_equity::game::ranked::RankedGame;
use croupier_equity::problem::{Combo, Problem};
use croupier_equity::sample::{self, Effort};
use croupier_eval::batch::{Level, evaluate_planes};
use croupier_eval::lanes::LaneKind;

use crate::knowledge::Knowledge;

/// A roll-out takes as long as some dozens of deals that are only compared.
const DEALS_FOR_A_ROLL_OUT: u32 = 16;
const MIN_ROLL_OUTS: u32 = 4;
/// More than any hand has where nobody bets.
const MAX_STEPS: usize = 400;

/// A showdown as a player knows it.
#[derive(Debug, Clone)]
pub(crate) struct Question {
    /// The known cards of everybody who plays for the pot; the player's come first.
    players: Vec<CardSet>,
    board: CardSet,
    dead: CardSet,
}

impl Question {
    /// Returns a question in which nothing is known of the opponents.
    pub(crate) fn of_strangers(cards: CardSet, board: CardSet, opponents: usize) -> Self {
        let mut players = vec![CardSet::EMPTY; opponents + 1];
        players[0] = cards;
        Self { players, board, dead: CardSet::EMPTY }
    }

    /// Returns what a player sees; some of the cards may be thrown away first.
    fn of_view(state: &State, seat: usize, thrown: &[Card]) -> Option<Self> {
        let held = state.hole[seat].cards.iter().copied();
        let own: CardSet = held.filter(|card| !thrown.contains(card)).collect();
        let mut players = vec![own];
        let mut dead: CardSet = thrown.iter().copied().collect();
        for other in (0..state.player_count()).filter(|&other| other != seat) {
            let up: CardSet = state.hole[other].up_cards().collect();
            if state.active.contains(other) {
                players.push(up);
            } else {
                dead = dead.union(up);
            }
        }
        let lying = state.board.iter().filter(|entry| entry.up && !entry.card.is_unknown());
        let board: CardSet = lying.map(|entry| entry.card).collect();
        for entry in state.discarded.iter() {
            if entry.up || entry.seat.map(usize::from) == Some(seat) {
                dead = dead.union([entry.card].into_iter().collect());
            }
        }
        let seen = players.iter().fold(board, |seen, cards| seen.union(*cards));
        let all: usize = players.iter().map(|cards| cards.len() as usize).sum();
        // Cards that were dealt again may be in two places for those who see them.
        let whole = all + board.len() as usize == seen.len() as usize;
        (whole && players.len() > 1).then(|| Self { players, board, dead: dead.difference(seen) })
    }
}

impl Question {
    /// Returns the cards of the player.
    pub(crate) fn own(&self) -> CardSet {
        self.players[0]
    }
}

/// Room for the hands that are evaluated at once: two turns of the deck with one deal each, or one with a dozen.
const AT_ONCE: usize = 640;
/// All cards that may be unknown.
const MAX_UNKNOWN: usize = 50;

/// Returns the share of a hand of hold'em on a board, against so many random hands. The same deals are looked at every
/// time for the same cards.
///
/// The cards that are not known are put in a ring in random order. A deal takes the cards at fixed places of it; then the
/// ring is turned by one card. In a whole turn every card lies in every place once, so that no card comes more often
/// than others, and far fewer deals are needed than by drawing. Where several deals fit into the ring, they share the
/// board: pairs of places are all differently far apart, so that they are other hands in every turn.
pub(crate) fn share_in_holdem(
    cards: CardSet,
    board: CardSet,
    opponents: usize,
    deals: u32,
) -> Option<f64> {
    let to_come = 5_usize.checked_sub(board.len() as usize)?;
    let unknown = CardSet::STANDARD.difference(cards.union(board));
    let count = unknown.len() as usize;
    let fitting = count.checked_sub(to_come)? / (2 * opponents);
    if fitting == 0 || count > MAX_UNKNOWN {
        return None;
    }
    let mut ring = [0_u64; 2 * MAX_UNKNOWN];
    let mut rest = unknown.bits();
    for place in &mut ring[..count] {
        *place = rest & rest.wrapping_neg();
        rest &= rest - 1;
    }
    let deals = deals.max(1) as usize;
    let at_once = deals.div_ceil(count).min(fitting);
    // One turn at least, where so many deals are wanted.
    let turns = deals.div_ceil(at_once * count).max(1);
    let steps = if deals < count { deals } else { count };
    let width = 1 + at_once * opponents;
    let steps_at_once = AT_ONCE / width;
    let level = Level::detect();
    let mut random = RandomNumbers::new(cards.bits() ^ board.bits().rotate_left(29));
    let mut planes = [[0_u16; AT_ONCE]; 4];
    let mut strengths = [0_u32; AT_ONCE];
    let mut won = 0.0;
    for _ in 0..turns {
        random.shuffle(&mut ring[..count]);
        let (first, second) = ring.split_at_mut(count);
        second[..count].copy_from_slice(first);
        let mut start = 0;
        while start < steps {
            let end = steps.min(start + steps_at_once);
            let mut place = 0;
            for step in start..end {
                let turned = &ring[step..step + count];
                let lying = turned[..to_come].iter().fold(board.bits(), |all, card| all | card);
                put(&mut planes, place, lying | cards.bits());
                place += 1;
                let (low, high) = (&turned[to_come..], &turned[count - at_once * opponents..]);
                for (one, two) in low.iter().zip(high.iter().rev()).take(at_once * opponents) {
                    put(&mut planes, place, lying | one | two);
                    place += 1;
                }
            }
            let [clubs, diamonds, hearts, spades] = &planes;
            let suits = [&clubs[..place], &diamonds[..place], &hearts[..place], &spades[..place]];
            evaluate_planes(LaneKind::High, suits, &mut strengths[..place], level).ok()?;
            won += strengths[..place]
                .chunks_exact(width)
                .map(|all| share(all, opponents))
                .sum::<f64>();
            start = end;
        }
    }
    Some(won / (turns * steps * at_once) as f64)
}

/// Puts a hand where its suits are evaluated.
#[inline]
fn put(planes: &mut [[u16; AT_ONCE]; 4], place: usize, hand: u64) {
    for (suit, plane) in planes.iter_mut().enumerate() {
        plane[place] = (hand >> (16 * suit)) as u16;
    }
}

/// Returns how many pots the first of some hands wins, against so many of the others at a time.
#[inline]
fn share(strengths: &[u32], opponents: usize) -> f64 {
    let (&own, others) = match strengths.split_first() {
        Some(split) => split,
        None => return 0.0,
    };
    if opponents == 1 {
        // Twice the pots: a win counts two, a tie one.
        let halves = others.iter().map(|&other| u32::from(own > other) + u32::from(own >= other));
        return f64::from(halves.sum::<u32>()) / 2.0;
    }
    let mut won = 0.0;
    for deal in others.chunks_exact(opponents) {
        if deal.iter().all(|&other| own >= other) {
            let ties = deal.iter().filter(|&&other| own == other).count();
            won += 1.0 / (1 + ties) as f64;
        }
    }
    won
}

/// Returns the share of the first player by deals at random.
pub(crate) fn share_of(
    game: &RankedGame,
    question: &Question,
    deals: u32,
    random: &mut RandomNumbers,
) -> Option<f64> {
    let combo = |&cards: &CardSet| vec![Combo { cards, weight: 1.0 }];
    let problem = Problem {
        deck: game.deck,
        board: question.board,
        dead: question.dead,
        hole_count: game.hole_count,
        board_count: game.board_count,
        players: question.players.iter().map(combo).collect(),
        contests: game.contests.clone(),
    };
    let held = |cards: &CardSet| cards.len() as usize <= game.hole_count;
    let known: usize = question.players.iter().map(|cards| cards.len() as usize).sum();
    let to_come = game.board_count.checked_sub(question.board.len() as usize)?;
    let missing = to_come + (game.hole_count * question.players.len()).checked_sub(known)?;
    let taken = question.players.iter().fold(CardSet::EMPTY, |all, cards| all.union(*cards));
    if !question.players.iter().all(held)
        || missing > problem.free().difference(taken).len() as usize
    {
        return None;
    }
    let effort = Effort { deals: u64::from(deals.max(1)), precision: None };
    let answer = sample::solve(&problem, effort, random.next().into(), 1, &mut |_, _| true).ok()?;
    let tally = answer.players.first()?;
    Some(tally.share / tally.weight)
}

/// Returns the share that a player wins on average, by what the player sees.
pub fn find_share(
    knowledge: &Knowledge,
    state: &State,
    seat: usize,
    deals: u32,
    random: &mut RandomNumbers,
    hooks: &dyn Hooks,
) -> f64 {
    let opponents = state.active.len().saturating_sub(1).max(1);
    if let Some(share) = knowledge.share_of_view(state, seat, opponents, deals) {
        return share;
    }
    if let Some(game) = &knowledge.ranked_game
        && let Some(question) = Question::of_view(state, seat, &[])
        && let Some(share) = share_of(game, &question, deals, random)
    {
        return share;
    }
    let rolls = (deals / DEALS_FOR_A_ROLL_OUT).max(MIN_ROLL_OUTS);
    let won = roll_out(state, (seat, None), rolls, random, hooks, find_won);
    won.unwrap_or_else(|| 1.0 / (opponents as f64 + 1.0))
}

/// Returns the share after a draw in a game that is decided by the cards that players hold in the end.
pub(crate) fn share_after_draw(
    knowledge: &Knowledge,
    state: &State,
    seat: usize,
    thrown: &[Card],
    deals: u32,
    random: &mut RandomNumbers,
) -> Option<f64> {
    let game = knowledge.ranked_game.as_ref().filter(|game| game.board_count == 0)?;
    let question = Question::of_view(state, seat, thrown)?;
    share_of(game, &question, deals, random)
}

/// Returns the chips that a player wins or loses on average after a decision.
pub(crate) fn value_after(
    state: &State,
    asked: &Asked,
    number: i64,
    deals: u32,
    random: &mut RandomNumbers,
    hooks: &dyn Hooks,
) -> Option<f64> {
    let rolls = (deals / DEALS_FOR_A_ROLL_OUT).max(MIN_ROLL_OUTS);
    let seat = asked.seat;
    let decided = Some((asked, number));
    let won = |end: &State, seat: usize| end.payoffs[seat] as f64;
    roll_out(state, (seat, decided), rolls, random, hooks, won)
}

/// Plays a hand to its end many times, with nobody betting, from what one player sees, and returns the mean of what
/// comes of it.
fn roll_out(
    state: &State,
    (seat, decided): (usize, Option<(&Asked, i64)>),
    rolls: u32,
    random: &mut RandomNumbers,
    hooks: &dyn Hooks,
    worth: impl Fn(&State, usize) -> f64,
) -> Option<f64> {
    let (mut sum, mut count) = (0.0, 0);
    for _ in 0..rolls {
        let seed = random.next();
        let imagined = state.imagine(seat, &mut Shuffler::from_seed(seed));
        let Some(mut end) = imagined else { continue };
        if let Some((asked, number)) = decided
            && end.choose_for(asked, Choice::Other(number), hooks).is_err()
        {
            return None;
        }
        if finish(&mut end, &mut RandomNumbers::new(seed), hooks) {
            sum += worth(&end, seat);
            count += 1;
        }
    }
    (count > 0).then(|| sum / f64::from(count))
}

/// Plays a hand to its end; everybody calls, and tells whether it came to one.
fn finish(state: &mut State, random: &mut RandomNumbers, hooks: &dyn Hooks) -> bool {
    for _ in 0..MAX_STEPS {
        if !state.is_live() {
            return true;
        }
        if Policy::CALL.decide(state, 1, random, hooks).is_err() {
            return false;
        }
    }
    false
}

/// Returns the part of all that was won in a hand which a player won.
fn find_won(state: &State, seat: usize) -> f64 {
    let (mut own, mut all) = (0, 0);
    for operation in state.log.iter() {
        if let Operation::ChipsPulling { seat: winner, amount } = operation {
            all += amount;
            own += if winner == seat { amount } else { 0 };
        }
    }
    if all > 0 { own as f64 / all as f64 } else { 0.0 }
}
