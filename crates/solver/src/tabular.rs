//! Whole small games of any number of players: every deal and every decision is played once, and what players need of
//! them is kept.
//!
//! A player knows what `observe` shows: states that look the same to a player are one information set.

use std::collections::HashMap;
use std::sync::Arc;

use croupier_cards::{Card, Shuffler, parse};
use croupier_engine::definition::{Action, Automation, Definition, Structure};
use croupier_engine::operation::Cards;
use croupier_engine::{Chips, Deal, DefaultHooks, Legal, OperationKind, State};

use crate::SolverError;
use crate::spot::sizes::{Chances, Size, Thresholds};
use crate::spot::tree::MAX_LINE_ACTIONS;

/// A game of more states is refused.
pub const MAX_STATES: usize = 5_000_000;

/// An information set: the cards and the line that a player knows, and the actions there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InformationSet {
    /// The player who decides.
    pub player: usize,
    /// The cards that the player holds.
    pub hole: String,
    /// The cards on the board.
    pub board: String,
    /// The actions of everybody so far.
    pub line: String,
    /// The actions that are possible.
    pub actions: Vec<String>,
    /// Where its numbers begin.
    first: usize,
}

impl InformationSet {
    fn places(&self) -> std::ops::Range<usize> {
        self.first..self.first + self.actions.len()
    }
}

/// The weights by which strategies are discounted and added up.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Schedule {
    /// Positive regrets are discounted by t^a / (t^a + 1).
    pub positive: f64,
    /// The strategy of iteration t weighs as much as t to this power.
    pub sums: f64,
    /// Whether a strategy counts as often as its player would come to play it.
    pub by_reach: bool,
}

impl Default for Schedule {
    fn default() -> Self {
        Self { positive: 1.5, sums: 2.0, by_reach: true }
    }
}

/// A decision of a player, by slots: the places of actions among those of all information sets. After these comes one
/// for each player who has done nothing yet.
#[derive(Debug, Clone, Copy)]
struct Turn {
    /// The first of its slots.
    first: u32,
    /// How many slots it has.
    count: u32,
    /// The action of the player before.
    before: u32,
}

impl Turn {
    const fn places(self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }
}

/// A game as a player sees it who knows what the others do: decisions, and ends that add up to values of actions.
///
/// With perfect recall the last action of a player leads to an end, so that nothing between two decisions
/// of a player needs to be looked at: the ends are a sparse matrix with a row for each action of the player.
#[derive(Debug, Default)]
struct Side {
    /// The decisions, those after another one after it.
    turns: Vec<Turn>,
    /// The last actions of the player at the ends, each with where its ends end.
    rows: Vec<(u32, u32)>,
    /// For each end what is won, times how likely the cards are.
    weights: Vec<f64>,
    /// For each end the last actions of all others.
    others: Vec<u32>,
}

impl Side {
    /// Adds up what each action is worth for what it ends with, by how often each action of others is played.
    fn end(&self, played: &[f64], worth: &mut [f64]) {
        worth.fill(0.0);
        let others = self.others.len() / self.weights.len().max(1);
        let mut first = 0;
        for &(slot, end) in &self.rows {
            let end = end as usize;
            let weights = self.weights[first..end].iter();
            worth[slot as usize] = if others == 1 {
                let ends = weights.zip(&self.others[first..end]);
                ends.map(|(weight, &other)| weight * played[other as usize]).sum()
            } else {
                let ends = weights.zip(self.others[first * others..].chunks_exact(others.max(1)));
                let often = |others: &[u32]| -> f64 {
                    others.iter().map(|&other| played[other as usize]).product()
                };
                ends.map(|(weight, others)| weight * often(others)).sum()
            };
            first = end;
        }
    }

    /// Values decisions from the last to the first; what the first ones are worth is left in the player's own slot.
    fn go_up(&self, worth: &mut [f64], mut value: impl FnMut(Turn, &[f64]) -> f64) {
        for &turn in self.turns.iter().rev() {
            let value = value(turn, &worth[turn.places()]);
            worth[turn.before as usize] += value;
        }
    }

    /// Finds out how often a player comes to play each action, as far as that is up to the player.
    fn play(&self, parts: &[f64], played: &mut [f64]) {
        for &turn in &self.turns {
            let before = played[turn.before as usize];
            for place in turn.places() {
                played[place] = before * parts[place];
            }
        }
    }
}

/// A whole game while it is solved, and after.
#[derive(Debug)]
pub struct TabularGame {
    sides: Vec<Side>,
    state_count: usize,
    /// The information sets of players.
    pub sets: Vec<InformationSet>,
    regrets: Vec<f64>,
    sums: Vec<f64>,
    /// The strategies of players by their regrets, and how often each of them comes to do it.
    parts: Vec<f64>,
    played: Vec<f64>,
    iterations: u32,
    schedule: Schedule,
}

/// Returns how many states a game has at least: one for each order in which its cards can be dealt.
fn fewest_states(definition: &Definition) -> usize {
    let always = definition.steps.iter().filter(|step| step.when.is_empty());
    let dealt = always.filter_map(|step| step.dealing());
    let cards = dealt.map(|deal| deal.hole.len() * definition.player_count() + deal.board).sum();
    let deck = definition.deck.len();
    (deck.saturating_sub(cards)..deck).fold(1, |ways, left| ways.saturating_mul(left + 1))
}

/// The ends while a game is played: for each what each player did last, what each wins, and how likely the cards are.
#[derive(Default)]
struct Ends {
    last: Vec<u32>,
    payoffs: Vec<Chips>,
    chances: Vec<f64>,
}

struct Builder<'a> {
    sets: Vec<InformationSet>,
    /// For each information set what its player did before.
    before: Vec<u32>,
    ends: Ends,
    state_count: usize,
    /// The information sets by the player who decides, the player's actions before, and the observation.
    known: HashMap<(usize, u32, Vec<u8>), usize>,
    sizes: &'a [Size],
}

/// A state whose followers are still to be played.
struct Pending {
    /// In a box, because a state takes kilobytes and is moved several times before its turn comes.
    state: Box<State>,
    /// How many actions led to the state before, and the action since, if there was one.
    depth: usize,
    action: Option<String>,
    /// The last slot of each player.
    last: Vec<u32>,
    /// How likely the cards are.
    chance: f64,
}

/// The slot of a player who has done nothing yet, before it is known how many slots there are.
const fn nothing_done(player: usize) -> u32 {
    u32::MAX - player as u32
}

impl TabularGame {
    /// Plays everything that can be played of a game.
    ///
    /// # Errors
    ///
    /// There are too many states, a line is too long, or players decide something else than bets and draws.
    pub fn new(
        definition: &Definition,
        sizes: &[Size],
        schedule: Schedule,
    ) -> Result<Self, SolverError> {
        let by_itself = Automation::ALL
            .into_iter()
            .map(|(_, each)| each)
            .filter(|each| !matches!(each, Automation::HoleDealing | Automation::BoardDealing));
        let mut definition = Definition { automations: by_itself.collect(), ..definition.clone() };
        for step in Arc::make_mut(&mut definition.steps) {
            // Nobody ever sees a burnt card.
            if let Action::Deal(deal) = &mut step.action {
                deal.burn = false;
            }
        }
        let player_count = definition.player_count();
        if fewest_states(&definition) > MAX_STATES {
            return Err(SolverError::TooManyNodes(MAX_STATES));
        }
        let state = match State::new(Arc::new(definition), Shuffler::from_seed(0), &DefaultHooks) {
            Ok(state) => state?,
            Err(problems) => {
                let first = problems.first().map_or_else(String::new, ToString::to_string);
                return Err(SolverError::Spot(first));
            }
        };
        let mut builder = Builder {
            sets: Vec::new(),
            before: Vec::new(),
            ends: Ends::default(),
            state_count: 0,
            known: HashMap::new(),
            sizes,
        };
        let last = (0..player_count).map(nothing_done).collect();
        let state = Box::new(state);
        builder.grow(Pending { state, depth: 0, action: None, last, chance: 1.0 })?;
        Ok(builder.finish(player_count, schedule))
    }

    /// Returns how many states there are.
    #[must_use]
    pub const fn state_count(&self) -> usize {
        self.state_count
    }

    /// Returns how many players there are.
    #[must_use]
    pub fn player_count(&self) -> usize {
        self.sides.len()
    }

    /// Returns how many iterations were done.
    #[must_use]
    pub const fn iterations(&self) -> u32 {
        self.iterations
    }

    /// Lets every player learn once, one after the other.
    pub fn iterate(&mut self) {
        let t = f64::from(self.iterations);
        let power = t.powf(self.schedule.positive);
        let (positive, negative) = (power / (power + 1.0), 0.5);
        let fade = (t / (t + 1.0)).powf(self.schedule.sums);
        let Self { sides, regrets, sums, parts, played, .. } = self;
        let mut worth = vec![0.0; played.len()];
        for side in sides {
            side.end(played, &mut worth);
            side.go_up(&mut worth, |turn, worth| {
                let places = turn.places();
                let (regrets, sums) = (&mut regrets[places.clone()], &mut sums[places.clone()]);
                let parts = &mut parts[places];
                let by_reach = self.schedule.by_reach;
                let weight = if by_reach { played[turn.before as usize] } else { 1.0 };
                let value: f64 = parts.iter().zip(worth).map(|(part, worth)| part * worth).sum();
                let numbers = regrets.iter_mut().zip(sums).zip(parts.iter().zip(worth));
                for ((regret, sum), (part, worth)) in numbers {
                    let factor = if *regret > 0.0 { positive } else { negative };
                    *regret = *regret * factor + worth - value;
                    *sum = *sum * fade + weight * part;
                }
                normalise(regrets, parts);
                value
            });
            side.play(parts, played);
        }
        self.iterations += 1;
    }

    fn normalised(&self, numbers: &[f64]) -> Vec<f64> {
        let mut out = vec![0.0; numbers.len()];
        for set in &self.sets {
            normalise(&numbers[set.places()], &mut out[set.places()]);
        }
        out
    }

    /// Returns how often each player comes to play each action, as far as that is up to the player.
    fn play_all(&self, parts: &[f64]) -> Vec<f64> {
        let mut played = vec![1.0; parts.len() + self.sides.len()];
        self.sides.iter().for_each(|side| side.play(parts, &mut played));
        played
    }

    /// Returns the strategies, a part of 1 for each action of each information set, in their order.
    #[must_use]
    pub fn strategy(&self) -> Vec<Vec<f64>> {
        let all = self.normalised(&self.sums);
        self.sets.iter().map(|set| all[set.places()].to_vec()).collect()
    }

    /// Forgets what was learnt, and plays these strategies: a weight for each action of each information set, in their
    /// order. Returns whether there are as many as needed.
    pub fn play(&mut self, strategy: &[Vec<f64>]) -> bool {
        let sizes = self.sets.iter().map(|set| set.actions.len());
        if !sizes.eq(strategy.iter().map(Vec::len)) {
            return false;
        }
        for (set, weights) in self.sets.iter().zip(strategy) {
            self.sums[set.places()].copy_from_slice(weights);
        }
        self.begin();
        true
    }

    /// Begins to learn, with nothing known.
    fn begin(&mut self) {
        self.regrets.fill(0.0);
        self.parts = self.normalised(&self.regrets);
        self.played = self.play_all(&self.parts);
        self.iterations = 0;
    }

    /// Returns what each player wins.
    #[must_use]
    pub fn values(&self) -> Vec<f64> {
        self.value_all(|worth, parts| {
            parts.iter().zip(worth).map(|(part, worth)| part * worth).sum()
        })
    }

    /// Returns what each player could win more against what the others do.
    #[must_use]
    pub fn gains(&self) -> Vec<f64> {
        let best =
            self.value_all(|worth, _| worth.iter().copied().fold(f64::NEG_INFINITY, f64::max));
        best.into_iter().zip(self.values()).map(|(best, value)| best - value).collect()
    }

    /// Returns what each player wins against what the others have learnt, by what a decision is worth: of what its actions
    /// are worth, and how often each is taken.
    fn value_all(&self, value: impl Fn(&[f64], &[f64]) -> f64) -> Vec<f64> {
        let strategy = self.normalised(&self.sums);
        let played = self.play_all(&strategy);
        let mut worth = vec![0.0; played.len()];
        let value_of = |(player, side): (usize, &Side)| {
            side.end(&played, &mut worth);
            side.go_up(&mut worth, |turn, worth| value(worth, &strategy[turn.places()]));
            worth[strategy.len() + player]
        };
        self.sides.iter().enumerate().map(value_of).collect()
    }

    /// Learns until nobody could win more than a number of chips, or so many iterations more are done.
    ///
    /// Returns the largest gain.
    ///
    /// # Errors
    ///
    /// [`SolverError::Interrupted`]; what was learnt stays.
    pub fn solve(
        &mut self,
        target: f64,
        most: u32,
        report: &mut dyn FnMut(u32, Option<f64>) -> bool,
    ) -> Result<f64, SolverError> {
        let largest = |game: &Self| game.gains().into_iter().fold(0.0, f64::max);
        let end = self.iterations.saturating_add(most);
        let mut gain = if self.iterations > 0 { largest(self) } else { f64::INFINITY };
        let mut look = self.iterations;
        while gain > target && self.iterations < end {
            self.iterate();
            let measured = self.iterations >= look || self.iterations == end;
            if measured {
                gain = largest(self);
                look = self.iterations + (self.iterations / 5).max(10);
            }
            if !report(self.iterations, measured.then_some(gain)) {
                return Err(SolverError::Interrupted);
            }
        }
        Ok(gain)
    }
}

impl Builder<'_> {
    /// Plays everything that can follow a state.
    ///
    /// States wait on a stack of our own, because a line can have more raises than the thread's stack has room for.
    fn grow(&mut self, root: Pending) -> Result<(), SolverError> {
        let mut line: Vec<String> = Vec::new();
        let mut stack = vec![root];
        while let Some(Pending { state, depth, action, last, chance }) = stack.pop() {
            if self.state_count >= MAX_STATES {
                return Err(SolverError::TooManyNodes(MAX_STATES));
            }
            self.state_count += 1;
            line.truncate(depth);
            line.extend(action);
            if !state.is_live() {
                self.ends.last.extend_from_slice(&last);
                self.ends.payoffs.extend_from_slice(&state.payoffs);
                self.ends.chances.push(chance);
                continue;
            }
            let depth = line.len();
            let legal = state.legal(&DefaultHooks)?;
            let Some(first) = legal.first() else {
                return Err(SolverError::Unsupported("nobody can do anything".to_owned()));
            };
            if matches!(first.kind, OperationKind::HoleDealing | OperationKind::BoardDealing) {
                let states = deals(&state, first)?;
                let chance = chance / states.len() as f64;
                let next =
                    |state| Pending { state, depth, action: None, last: last.clone(), chance };
                stack.extend(states.into_iter().rev().map(next));
                continue;
            }
            if depth >= MAX_LINE_ACTIONS {
                return Err(SolverError::TooManyActions(MAX_LINE_ACTIONS));
            }
            let player = state.turn().unwrap_or(0);
            let steps = self.decisions(&state, &legal)?;
            let set = self.set_of(&state, (&line, &last), &steps);
            let waiting = stack.len();
            for (slot, (name, state)) in (self.sets[set].first..).zip(steps) {
                let mut last = last.clone();
                last[player] = slot as u32;
                stack.push(Pending { state, depth, action: Some(name), last, chance });
            }
            stack[waiting..].reverse();
        }
        Ok(())
    }

    fn set_of(
        &mut self,
        state: &State,
        (line, last): (&[String], &[u32]),
        steps: &[(String, Box<State>)],
    ) -> usize {
        let player = state.turn().unwrap_or(0);
        let seen = state.observe(Some(player));
        let next = self.sets.len();
        let key = (player, last[player], seen.to_bytes());
        let number = *self.known.entry(key).or_insert(next);
        if number == next {
            let first = self.sets.last().map_or(0, |set| set.places().end);
            let board: Vec<Card> = seen.board.iter().map(|entry| entry.card).collect();
            let hole: Vec<Card> = seen.hole[player].cards.iter().copied().collect();
            self.before.push(last[player]);
            self.sets.push(InformationSet {
                player,
                hole: parse::text(&hole),
                board: parse::text(&board),
                line: line.join(" "),
                actions: steps.iter().map(|(name, _)| name.clone()).collect(),
                first,
            });
        }
        number
    }

    /// Sorts everything by players, and forgets the states.
    fn finish(self, player_count: usize, schedule: Schedule) -> TabularGame {
        let room = self.sets.last().map_or(0, |set| set.places().end);
        let slot = |slot: u32| {
            if (slot as usize) < room { slot } else { room as u32 + (u32::MAX - slot) }
        };
        let Ends { mut last, payoffs, chances } = self.ends;
        last.iter_mut().for_each(|last| *last = slot(*last));
        let mut sides: Vec<Side> = (0..player_count).map(|_| Side::default()).collect();
        for (set, &before) in self.sets.iter().zip(&self.before) {
            let (first, count) = (set.first as u32, set.actions.len() as u32);
            sides[set.player].turns.push(Turn { first, count, before: slot(before) });
        }
        let last_at = |end: u32| &last[end as usize * player_count..][..player_count];
        let mut order: Vec<u32> = (0..chances.len() as u32).collect();
        for (player, side) in sides.iter_mut().enumerate() {
            order.sort_unstable_by_key(|&end| (last_at(end)[player], last_at(end), end));
            for same in order.chunk_by(|&one, &two| last_at(one) == last_at(two)) {
                let won = |&end: &u32| {
                    let end = end as usize;
                    chances[end] * payoffs[end * player_count + player] as f64
                };
                side.weights.push(same.iter().map(won).sum());
                let all = last_at(same[0]);
                side.others.extend_from_slice(&all[..player]);
                side.others.extend_from_slice(&all[player + 1..]);
                let end = side.weights.len() as u32;
                match side.rows.last_mut() {
                    Some((slot, last)) if *slot == all[player] => *last = end,
                    _ => side.rows.push((all[player], end)),
                }
            }
        }
        let mut game = TabularGame {
            sides,
            state_count: self.state_count,
            sets: self.sets,
            regrets: vec![0.0; room],
            sums: vec![0.0; room],
            parts: Vec::new(),
            played: Vec::new(),
            iterations: 0,
            schedule,
        };
        game.begin();
        game
    }

    /// Lists what a player can do.
    fn decisions(
        &self,
        state: &State,
        legal: &[Legal],
    ) -> Result<Vec<(String, Box<State>)>, SolverError> {
        let mut steps = Vec::new();
        let mut add = |name: String, act: &dyn Fn(&mut State) -> Result<(), SolverError>| {
            let mut next = Box::new(state.clone());
            act(&mut next)?;
            steps.push((name, next));
            Ok::<(), SolverError>(())
        };
        for each in legal {
            match each.kind {
                OperationKind::Folding => {
                    add("f".to_owned(), &|next| Ok(next.fold(None, &DefaultHooks).map(drop)?))?
                }
                OperationKind::CheckingOrCalling => {
                    let is_free = each.amounts.is_none_or(|(cost, _)| cost == 0);
                    let name = if is_free { "x" } else { "c" };
                    add(name.to_owned(), &|next| {
                        Ok(next.check_or_call(None, &DefaultHooks).map(drop)?)
                    })?;
                }
                OperationKind::BringInPosting => {
                    add("i".to_owned(), &|next| {
                        Ok(next.post_bring_in(None, &DefaultHooks).map(drop)?)
                    })?;
                }
                OperationKind::CompletionBettingOrRaisingTo => {
                    let letter = if state.largest_bet() == 0 { 'b' } else { 'r' };
                    for to in self.amounts(state, each)? {
                        add(format!("{letter}{to}"), &|next| {
                            Ok(next
                                .complete_bet_or_raise_to(Some(to), None, &DefaultHooks)
                                .map(drop)?)
                        })?;
                    }
                }
                OperationKind::StandingPatOrDiscarding => {
                    let (fewest, most) = each.counts.unwrap_or((0, 0));
                    for places in 0_u32..1 << each.cards.len().min(8) {
                        if !(fewest..=most).contains(&(places.count_ones() as usize)) {
                            continue;
                        }
                        let chosen = each.cards.iter().enumerate();
                        let chosen: Cards = chosen
                            .filter(|(place, _)| places >> place & 1 == 1)
                            .map(|(_, card)| *card)
                            .collect();
                        let cards: Vec<Card> = chosen.iter().copied().collect();
                        let name = if cards.is_empty() {
                            "p".to_owned()
                        } else {
                            format!("d{}", parse::text(&cards))
                        };
                        add(name, &|next| {
                            Ok(next.stand_pat_or_discard(&chosen, None, &DefaultHooks).map(drop)?)
                        })?;
                    }
                }
                act => {
                    return Err(SolverError::Unsupported(format!("{act:?} is no bet and no draw")));
                }
            }
        }
        Ok(steps)
    }

    fn amounts(&self, state: &State, legal: &Legal) -> Result<Vec<Chips>, SolverError> {
        let Some((least, most)) = legal.amounts else { return Ok(Vec::new()) };
        if !legal.fixed.is_empty() {
            return Ok(legal.fixed.to_vec());
        }
        if state.definition.structure == Structure::FixedLimit {
            return Ok(vec![least]);
        }
        let player = state.turn().unwrap_or(0);
        let facing = state.largest_bet();
        let reach = state.bets[player] + state.effective_stack(player);
        let call = (facing - state.bets[player]).min(state.stacks[player]);
        let chances = Chances {
            facing,
            pot: state.total_pot_amount(&DefaultHooks)? + call,
            bounds: (least.min(reach), most.min(reach)),
            streets: 1,
        };
        Ok(chances.amounts(self.sizes, &Thresholds::default()))
    }
}

/// Lists every card that can be dealt next.
#[expect(clippy::vec_box, reason = "states wait on the stack in their boxes")]
fn deals(state: &State, legal: &Legal) -> Result<Vec<Box<State>>, SolverError> {
    let mut steps = Vec::new();
    for card in state.deck.iter() {
        let mut next = Box::new(state.clone());
        let deal = Deal::Cards(std::iter::once(card).collect());
        if legal.kind == OperationKind::HoleDealing {
            next.deal_hole(&deal, None, None, &DefaultHooks)?;
        } else {
            next.deal_board(Some(&deal), None, &DefaultHooks)?;
        }
        steps.push(next);
    }
    if steps.is_empty() {
        return Err(SolverError::Unsupported("the deck runs out".to_owned()));
    }
    Ok(steps)
}

/// Makes parts of 1 of the positive ones of some numbers; all are the same where there are none.
fn normalise(numbers: &[f64], out: &mut [f64]) {
    let sum: f64 = numbers.iter().map(|number| number.max(0.0)).sum();
    let even = 1.0 / numbers.len() as f64;
    for (out, number) in out.iter_mut().zip(numbers) {
        *out = if sum > 0.0 { number.max(0.0) / sum } else { even };
    }
}
