//! Push or fold before the flop for any number of players of hold'em up to nine, in chips or in prizes.
//!
//! Players act in turn: all-in or out. What they know is their starting hand and who is all-in. Deals are drawn at random,
//! others in each iteration; in each of them a player learns for all starting hands that are left beside the others'
//! cards. Showdowns of two are counted over all boards, and those of more on the board of the deal. What each player could
//! win more is measured on deals from which nobody learnt. The best answer is chosen by these deals as well, so that it
//! looks better than it is: the fewer deals there are, the more.

use std::collections::HashMap;

use croupier_cards::{Card, CardSet, Deck, Shuffler};
use croupier_equity::icm;
use croupier_eval::batch::{Level, evaluate_sets};
use croupier_eval::lanes::LaneKind;

use crate::SolverError;
use crate::push_fold::{HAND_COUNT, MatchupTable, class_of};

/// The most players.
pub const MAX_PLAYERS: usize = 9;
/// The most deals.
pub const MAX_DEALS: usize = 2_000_000;
const BOARD: usize = 5;
/// How many times the deals of an iteration are dealt to measure what players could win more: the player who decides
/// seldom, as the last player after some of eight others, is judged by few of them.
const JUDGED: usize = 10;
/// The least frequency of an action that is looked at while strategies are learnt.
const SELDOM: f64 = 1e-3;

/// The stakes: players in the order in which they act, the small and the big blind last.
#[derive(Debug, Clone, PartialEq)]
pub struct AllInStakes {
    /// The stack of each player before blinds and antes.
    pub stacks: Vec<f64>,
    /// The small blind.
    pub small_blind: f64,
    /// The big blind.
    pub big_blind: f64,
    /// The ante of each player.
    pub ante: f64,
    /// Prizes of a tournament; chips are worth themselves where there are none.
    pub payouts: Vec<f64>,
}

/// The work to put into a solution: deals and iterations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// The deals that are drawn in each iteration; the result is measured with ten times as many.
    pub deals: usize,
    /// The number of iterations.
    pub iterations: u32,
    /// The seed of the random deals.
    pub seed: u64,
}

/// Strategies of all players, and how good they are.
#[derive(Debug, Clone, PartialEq)]
pub struct AllIn {
    /// For each player, each set of players who are all-in before (a bit for each) and each starting hand, how often it
    /// is all-in.
    pub parts: Vec<Vec<Vec<f64>>>,
    /// For each player and each such set, how often it comes to that.
    pub reached: Vec<Vec<f64>>,
    /// The result of each player in the end: chips or prizes, less what was there before.
    pub values: Vec<f64>,
    /// The gain of each player who would play the best response.
    pub gains: Vec<f64>,
}

/// The hands of players, and those that they might have been dealt instead.
struct Dealt {
    hands: Vec<u8>,
    strengths: Vec<u32>,
    /// For each starting hand, how many pairs of cards of it neither players nor the board have.
    left: [u8; HAND_COUNT],
    /// For each starting hand, how strong one of these pairs is on the board.
    others: [u32; HAND_COUNT],
}

struct AllInGame<'a> {
    stakes: &'a AllInStakes,
    table: MatchupTable,
    /// The results of everybody where nobody is all-in, and where each player is alone.
    alone: Vec<Vec<f64>>,
    /// The results of everybody after a showdown: by the players who are all-in, and the order of their hands.
    after: HashMap<(u32, u64), Vec<f64>>,
}

impl AllInStakes {
    fn check(&self) -> Result<(), SolverError> {
        let refuse = |reason: &str| Err(SolverError::Spot(reason.to_owned()));
        let count = self.stacks.len();
        if !(2..=MAX_PLAYERS).contains(&count) {
            return refuse("push or fold is for two to nine players");
        }
        let blinds = [self.small_blind, self.big_blind, self.ante];
        let sound = |each: &f64| each.is_finite() && (0.0..=1e12).contains(each);
        if !blinds.iter().chain(&self.stacks).chain(&self.payouts).all(sound)
            || self.big_blind <= 0.0
        {
            return refuse("stacks, blinds, antes and prizes are numbers that are not negative");
        }
        let least = self.big_blind.max(self.small_blind) + self.ante;
        if self.stacks.iter().any(|stack| *stack <= least) {
            return refuse("push or fold needs stacks larger than the blinds and the ante");
        }
        if self.payouts.len() > count {
            return refuse("there are more prizes than players");
        }
        Ok(())
    }

    /// Returns what a player has put in without going all-in.
    fn posted(&self, player: usize) -> f64 {
        let count = self.stacks.len();
        let blind = match count - player {
            1 => self.big_blind,
            2 => self.small_blind,
            _ => 0.0,
        };
        blind + self.ante
    }

    /// Returns what chips are worth: themselves, or prizes.
    fn worth(&self, stacks: &[f64]) -> Vec<f64> {
        if self.payouts.is_empty() {
            return stacks.iter().zip(&self.stacks).map(|(now, before)| now - before).collect();
        }
        // Players who are out have the last prizes, the better ones for more chips.
        let mut out: Vec<usize> = (0..stacks.len()).filter(|&seat| stacks[seat] <= 0.0).collect();
        out.sort_by(|&one, &two| self.stacks[two].total_cmp(&self.stacks[one]));
        let left: Vec<usize> = (0..stacks.len()).filter(|&seat| stacks[seat] > 0.0).collect();
        let mut values = vec![0.0; stacks.len()];
        let prizes = &self.payouts[..self.payouts.len().min(left.len())];
        let chips: Vec<f64> = left.iter().map(|&seat| stacks[seat]).collect();
        for (value, seat) in icm::exact(prizes, &chips).into_iter().zip(&left) {
            values[*seat] = value;
        }
        let mut place = left.len();
        while !out.is_empty() {
            // Those who had the same share what they come to.
            let same = out.iter().filter(|&&seat| self.stacks[seat] == self.stacks[out[0]]).count();
            let prize = |place: usize| self.payouts.get(place).copied().unwrap_or(0.0);
            let share = (place..place + same).map(prize).sum::<f64>() / same as f64;
            out.drain(..same).for_each(|seat| values[seat] = share);
            place += same;
        }
        values
    }

    /// Returns what everybody has after a showdown, for hands of which larger numbers are better.
    fn stacks_after(&self, mask: u32, ranks: &[u8]) -> Vec<f64> {
        let count = self.stacks.len();
        let paid = |seat: usize| match mask >> seat & 1 {
            1 => self.stacks[seat],
            _ => self.posted(seat),
        };
        let mut left: Vec<f64> = (0..count).map(paid).collect();
        let mut stacks: Vec<f64> = (0..count).map(|seat| self.stacks[seat] - paid(seat)).collect();
        let mut players: Vec<usize> = (0..count).filter(|seat| mask >> seat & 1 == 1).collect();
        while !players.is_empty() {
            let level = players.iter().map(|&seat| left[seat]).fold(f64::INFINITY, f64::min);
            let mut pot = 0.0;
            for chips in &mut left {
                let part = chips.min(level);
                pot += part;
                *chips -= part;
            }
            let best = players.iter().map(|&seat| ranks[seat]).max().unwrap_or(0);
            let winners: Vec<usize> =
                players.iter().copied().filter(|&seat| ranks[seat] == best).collect();
            for &seat in &winners {
                stacks[seat] += pot / winners.len() as f64;
            }
            players.retain(|&seat| left[seat] > 0.0);
        }
        stacks
    }
}

impl<'a> AllInGame<'a> {
    fn new(stakes: &'a AllInStakes) -> Self {
        let count = stakes.stacks.len();
        let mut game =
            Self { stakes, table: MatchupTable::new(), alone: Vec::new(), after: HashMap::new() };
        // Where nobody is all-in, the big blind wins what lies there.
        let mut stacks: Vec<f64> =
            (0..count).map(|seat| stakes.stacks[seat] - stakes.posted(seat)).collect();
        stacks[count - 1] += (0..count).map(|seat| stakes.posted(seat)).sum::<f64>();
        game.alone.push(stakes.worth(&stacks));
        for seat in 0..count {
            game.alone.push(stakes.worth(&stakes.stacks_after(1 << seat, &vec![0; count])));
        }
        for one in 0..count {
            for two in one + 1..count {
                for (key, ranks) in [(0, (1, 0)), (1, (0, 1)), (2, (0, 0))] {
                    let mut all = vec![0; count];
                    (all[one], all[two]) = ranks;
                    let mask = 1 << one | 1 << two;
                    let values = stakes.worth(&stakes.stacks_after(mask, &all));
                    game.after.insert((mask, key), values);
                }
            }
        }
        game
    }

    /// Returns what a player has where these others are all-in.
    fn end(&mut self, mask: u32, dealt: &Dealt, player: usize) -> f64 {
        match mask.count_ones() {
            0 | 1 => self.alone[(32 - mask.leading_zeros()) as usize][player],
            2 => {
                let one = mask.trailing_zeros() as usize;
                let two = (31 - mask.leading_zeros()) as usize;
                self.between(mask, player, [dealt.hands[one], dealt.hands[two]].map(usize::from))
            }
            _ => self.ranked(mask, player, &dealt.strengths),
        }
    }

    /// Returns what a player has on average where two are all-in with starting hands.
    fn between(&self, mask: u32, player: usize, [one, two]: [usize; 2]) -> f64 {
        let at = one * HAND_COUNT + two;
        let weight = self.table.weights[at];
        if weight <= 0.0 {
            return 0.0;
        }
        let (odds, ties) = (self.table.odds[at] / weight, self.table.ties[at] / weight);
        let value = |key: u64| self.after[&(mask, key)][player];
        let (win, lose) = ((1.0 - ties + odds) / 2.0, (1.0 - ties - odds) / 2.0);
        win * value(0) + lose * value(1) + ties * value(2)
    }

    /// Returns what a player has where several are all-in with hands of such strengths.
    fn ranked(&mut self, mask: u32, player: usize, strengths: &[u32]) -> f64 {
        let count = strengths.len();
        let among = |seat: &usize| mask >> seat & 1 == 1;
        let mut known: Vec<u32> = (0..count).filter(among).map(|seat| strengths[seat]).collect();
        known.sort_unstable();
        known.dedup();
        let mut key = 0_u64;
        let mut ranks = vec![0; count];
        for seat in (0..count).filter(among) {
            ranks[seat] = known.partition_point(|&each| each < strengths[seat]) as u8;
            key = key << 4 | u64::from(ranks[seat]);
        }
        let stakes = self.stakes;
        let found = self.after.entry((mask, key));
        found.or_insert_with(|| stakes.worth(&stakes.stacks_after(mask, &ranks)))[player]
    }

    /// Adds the values of a player who is all-in with others, for each starting hand.
    fn add_ends(
        &mut self,
        mask: u32,
        dealt: &Dealt,
        player: usize,
        chance: f64,
        out: &mut [f64; HAND_COUNT],
    ) {
        match mask.count_ones() {
            0 | 1 => {
                let value = self.alone[player + 1][player];
                out.iter_mut().for_each(|out| *out += chance * value);
            }
            2 => {
                let other = (mask & !(1 << player)).trailing_zeros() as usize;
                let theirs = usize::from(dealt.hands[other]);
                let values = [0, 1, 2].map(|key| self.after[&(mask, key)][player]);
                let [won, lost] = if player < other { [0, 1] } else { [1, 0] };
                for (hand, out) in out.iter_mut().enumerate() {
                    let at = hand * HAND_COUNT + theirs;
                    let weight = self.table.weights[at];
                    if weight > 0.0 {
                        let odds = self.table.odds[at] / weight;
                        let ties = self.table.ties[at] / weight;
                        let (win, lose) = ((1.0 - ties + odds) / 2.0, (1.0 - ties - odds) / 2.0);
                        let value = win * values[won] + lose * values[lost] + ties * values[2];
                        *out += chance * value;
                    }
                }
            }
            _ => {
                let count = dealt.hands.len();
                let mut known: Vec<u32> = (0..count)
                    .filter(|&seat| seat != player && mask >> seat & 1 == 1)
                    .map(|seat| dealt.strengths[seat])
                    .collect();
                known.sort_unstable();
                known.dedup();
                // A hand is between two of the others', or as good as one of them.
                let mut values = Vec::with_capacity(2 * known.len() + 1);
                let place = |strength: &u32| 2 * known.partition_point(|each| each < strength) + 1;
                let mut places: Vec<u32> =
                    dealt.strengths.iter().map(|strength| place(strength) as u32).collect();
                for place in 0..=2 * known.len() as u32 {
                    places[player] = place;
                    values.push(self.ranked(mask, player, &places));
                }
                for (strength, out) in dealt.others.iter().zip(out) {
                    let below = known.partition_point(|each| each < strength);
                    let same = usize::from(known.get(below) == Some(strength));
                    *out += chance * values[2 * below + same];
                }
            }
        }
    }
}

/// The regrets of players: for each, each set of players who are all-in before, and each hand.
struct Learner {
    /// Regrets of being all-in, and of being out.
    regrets: Vec<Vec<[[f64; 2]; HAND_COUNT]>>,
    now: Vec<Vec<[f64; HAND_COUNT]>>,
    sums: Vec<Vec<[f64; HAND_COUNT]>>,
}

/// Told of a decision: who is all-in before, how likely others make that, what all-in is worth for each starting hand, and
/// what being out is worth.
type Visit<'a> = dyn FnMut(u32, f64, &[f64; HAND_COUNT], f64) + 'a;

/// Going through one deal for one player.
struct Walk<'a, 'b> {
    game: &'a mut AllInGame<'b>,
    now: &'a [Vec<[f64; HAND_COUNT]>],
    dealt: &'a Dealt,
    player: usize,
}

impl Walk<'_, '_> {
    /// Returns what the player has, from somebody's turn on.
    fn value(&mut self, seat: usize, mask: u32) -> f64 {
        let count = self.dealt.hands.len();
        // The big blind has won where nobody is all-in.
        if seat == count || seat + 1 == count && mask == 0 {
            return self.game.end(mask, self.dealt, self.player);
        }
        let part = self.now[seat][mask as usize][usize::from(self.dealt.hands[seat])];
        let mut value = 0.0;
        if part > SELDOM {
            let part = if part > 1.0 - SELDOM { 1.0 } else { part };
            value += part * self.value(seat + 1, mask | 1 << seat);
        }
        if part < 1.0 - SELDOM {
            let part = if part < SELDOM { 0.0 } else { part };
            value += (1.0 - part) * self.value(seat + 1, mask);
        }
        value
    }

    /// Adds the values of the player who is all-in, from somebody's turn on, for each starting hand.
    fn add_values(&mut self, seat: usize, mask: u32, chance: f64, out: &mut [f64; HAND_COUNT]) {
        if seat == self.dealt.hands.len() {
            self.game.add_ends(mask, self.dealt, self.player, chance, out);
            return;
        }
        let part = self.now[seat][mask as usize][usize::from(self.dealt.hands[seat])];
        if part > SELDOM {
            self.add_values(seat + 1, mask | 1 << seat, chance * part, out);
        }
        if part < 1.0 - SELDOM {
            self.add_values(seat + 1, mask, chance * (1.0 - part), out);
        }
    }

    /// Visits the player's decisions, with how likely others make them, and what all-in is worth for each starting hand,
    /// and what being out is worth.
    fn visit(&mut self, seat: usize, mask: u32, reach: f64, visit: &mut Visit<'_>) {
        let is_last = seat + 1 == self.dealt.hands.len();
        if seat == self.player {
            // The big blind has won where nobody is all-in.
            if !is_last || mask != 0 {
                let mut push = [0.0; HAND_COUNT];
                self.add_values(seat + 1, mask | 1 << seat, 1.0, &mut push);
                let fold = self.value(seat + 1, mask);
                visit(mask, reach, &push, fold);
            } else {
                let won = self.game.end(0, self.dealt, self.player);
                visit(mask, reach, &[won; HAND_COUNT], won);
            }
            return;
        }
        let part = self.now[seat][mask as usize][usize::from(self.dealt.hands[seat])];
        if part > SELDOM {
            self.visit(seat + 1, mask | 1 << seat, reach * part, visit);
        }
        if part < 1.0 - SELDOM {
            self.visit(seat + 1, mask, reach * (1.0 - part), visit);
        }
    }
}

/// All pairs of cards, and which starting hand each is.
fn pairs() -> Vec<(u64, usize)> {
    let cards: Vec<Card> = Deck::Standard.cards(0);
    let mut pairs = Vec::new();
    for (place, &one) in cards.iter().enumerate() {
        for &two in &cards[place + 1..] {
            let set: CardSet = [one, two].into_iter().collect();
            pairs.push((set.bits(), class_of([one.code(), two.code()])));
        }
    }
    pairs
}

/// Draws deals.
fn draw(count: usize, deals: usize, shuffler: &mut Shuffler) -> Result<Vec<Dealt>, SolverError> {
    let mut deck: Vec<Card> = Deck::Standard.cards(0);
    let mut pairs = pairs();
    let mut sets = Vec::with_capacity(count + HAND_COUNT);
    let mut drawn = Vec::with_capacity(deals);
    for _ in 0..deals {
        shuffler.shuffle(&mut deck);
        let board: CardSet = deck[..BOARD].iter().copied().collect();
        let mut taken = 0;
        let mut hands = Vec::with_capacity(count);
        sets.clear();
        for pair in deck[BOARD..BOARD + 2 * count].chunks_exact(2) {
            hands.push(class_of([pair[0].code(), pair[1].code()]) as u8);
            let hand: CardSet = pair.iter().copied().collect();
            taken |= hand.bits();
            sets.push(board.bits() | hand.bits());
        }
        // Of each starting hand the pairs that nobody has, and the first of them from somewhere on.
        let turn = shuffler.below(pairs.len() as u32) as usize;
        pairs.rotate_left(turn);
        let mut left = [0; HAND_COUNT];
        let mut places = [usize::MAX; HAND_COUNT];
        for &(pair, hand) in &pairs {
            if pair & (taken | board.bits()) == 0 {
                left[hand] += 1;
                if places[hand] == usize::MAX {
                    places[hand] = sets.len();
                    sets.push(board.bits() | pair);
                }
            }
        }
        let mut strengths = vec![0; sets.len()];
        evaluate_sets(LaneKind::High, &sets, &mut strengths, Level::detect())
            .map_err(|error| SolverError::Game(error.to_string()))?;
        let others = places.map(|place| strengths.get(place).copied().unwrap_or(0));
        strengths.truncate(count);
        drawn.push(Dealt { hands, strengths, left, others });
    }
    Ok(drawn)
}

/// Solves it.
///
/// The report is told of iterations, and says whether to go on.
///
/// # Errors
///
/// The stakes make no sense, or [`SolverError::Interrupted`].
pub fn solve(
    stakes: &AllInStakes,
    effort: &Effort,
    report: &mut dyn FnMut(u32, Option<f64>) -> bool,
) -> Result<AllIn, SolverError> {
    stakes.check()?;
    if effort.deals == 0 || effort.deals > MAX_DEALS || effort.iterations == 0 {
        return Err(SolverError::Spot(format!(
            "push or fold is learnt from 1 to {MAX_DEALS} deals, in one iteration or more"
        )));
    }
    let count = stakes.stacks.len();
    let mut shuffler = Shuffler::from_seed(effort.seed);
    let mut game = AllInGame::new(stakes);
    let sets = |seat: usize| 1_usize << seat;
    let mut learner = Learner {
        regrets: (0..count).map(|seat| vec![[[0.0; 2]; HAND_COUNT]; sets(seat)]).collect(),
        now: (0..count).map(|seat| vec![[0.0; HAND_COUNT]; sets(seat)]).collect(),
        sums: (0..count).map(|seat| vec![[0.0; HAND_COUNT]; sets(seat)]).collect(),
    };
    let mut weights = 0.0;
    for iteration in 0..effort.iterations {
        let t = f64::from(iteration);
        let keep = t.powf(1.5) / (t.powf(1.5) + 1.0);
        let weight = (t + 1.0).powi(2);
        weights += weight;
        // Other deals each time: who always learnt from the same ones would know them by heart.
        let drawn = draw(count, effort.deals, &mut shuffler)?;
        for player in 0..count {
            let mut more = vec![[0.0; HAND_COUNT]; sets(player)];
            for dealt in &drawn {
                let mut walk = Walk { game: &mut game, now: &learner.now, dealt, player };
                walk.visit(0, 0, 1.0, &mut |mask, reach, push, fold| {
                    let more = more[mask as usize].iter_mut().zip(push).zip(&dealt.left);
                    for ((more, push), &left) in more {
                        *more += reach * f64::from(left) * (push - fold);
                    }
                });
            }
            learner.learn(player, &more, keep, weight);
        }
        if !report(iteration + 1, None) {
            return Err(SolverError::Interrupted);
        }
    }
    let mean = |seat: usize| -> Vec<[f64; HAND_COUNT]> {
        let sums = learner.sums[seat].iter();
        sums.map(|row| row.map(|sum| sum / weights)).collect()
    };
    let parts: Vec<Vec<[f64; HAND_COUNT]>> = (0..count).map(mean).collect();
    judge(&mut game, &parts, effort, &mut shuffler)
}

impl Learner {
    fn learn(&mut self, player: usize, more: &[[f64; HAND_COUNT]], keep: f64, weight: f64) {
        for (mask, more) in more.iter().enumerate() {
            // The big blind need not decide where nobody is all-in.
            for (hand, margin) in more.iter().enumerate() {
                let part = self.now[player][mask][hand];
                let regrets = &mut self.regrets[player][mask][hand];
                for (regret, margin) in
                    regrets.iter_mut().zip([margin * (1.0 - part), -margin * part])
                {
                    *regret = *regret * if *regret > 0.0 { keep } else { 0.5 } + margin;
                }
                let [push, fold] = regrets.map(|regret| regret.max(0.0));
                let sum = push + fold;
                self.sums[player][mask][hand] += weight * part;
                self.now[player][mask][hand] = if sum > 0.0 { push / sum } else { part };
            }
        }
    }
}

/// Finds out on other deals what each player wins and could win more.
fn judge(
    game: &mut AllInGame<'_>,
    parts: &[Vec<[f64; HAND_COUNT]>],
    effort: &Effort,
    shuffler: &mut Shuffler,
) -> Result<AllIn, SolverError> {
    let count = parts.len();
    let deals = (JUDGED * effort.deals) as f64;
    let mut found = AllIn {
        parts: parts.iter().map(|of| of.iter().map(|row| row.to_vec()).collect()).collect(),
        reached: parts.iter().map(|of| vec![0.0; of.len()]).collect(),
        values: vec![0.0; count],
        gains: vec![0.0; count],
    };
    let mut margins: Vec<Vec<[f64; HAND_COUNT]>> =
        parts.iter().map(|of| vec![[0.0; HAND_COUNT]; of.len()]).collect();
    for _ in 0..JUDGED {
        let drawn = draw(count, effort.deals, shuffler)?;
        for (player, margins) in margins.iter_mut().enumerate() {
            for dealt in &drawn {
                let all: f64 = dealt.left.iter().copied().map(f64::from).sum();
                let mut walk = Walk { game: &mut *game, now: parts, dealt, player };
                let AllIn { reached, values, .. } = &mut found;
                walk.visit(0, 0, 1.0, &mut |mask, reach, push, fold| {
                    let mask = mask as usize;
                    reached[player][mask] += reach / deals;
                    let hands = margins[mask].iter_mut().zip(push).zip(&dealt.left);
                    for (hand, ((margin, push), &left)) in hands.enumerate() {
                        let weight = reach * f64::from(left) / all;
                        *margin += weight * (push - fold);
                        let part = parts[player][mask][hand];
                        values[player] += weight * (fold + part * (push - fold)) / deals;
                    }
                });
            }
        }
    }
    for (player, margins) in margins.iter().enumerate() {
        for (mask, margins) in margins.iter().enumerate() {
            for (hand, margin) in margins.iter().enumerate() {
                let part = parts[player][mask][hand];
                found.gains[player] += (margin.max(0.0) - part * margin) / deals;
            }
        }
    }
    Ok(found)
}
