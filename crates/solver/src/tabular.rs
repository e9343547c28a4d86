//! Whole small games of any number of players: every deal, every decision, one after the other.
//!
//! Who decides knows what `observe` shows: states that look the same to a player are one information set.

use std::collections::HashMap;
use std::sync::Arc;

use croupier_cards::{Card, Shuffler, parse};
use croupier_engine::definition::{Action, Automation, Definition, Structure};
use croupier_engine::operation::Cards;
use croupier_engine::{Chips, Deal, DefaultHooks, Legal, OperationKind, State};

use crate::SolverError;
use crate::sizes::{Chances, Size, Thresholds};

/// A game of more states is refused.
pub const MAX_STATES: usize = 5_000_000;

/// What is known of an information set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InformationSet {
    /// Who decides.
    pub player: usize,
    /// The cards that the player holds.
    pub hole: String,
    /// The cards on the board.
    pub board: String,
    /// What everybody has done so far.
    pub line: String,
    /// What can be done.
    pub actions: Vec<String>,
    /// Where its numbers begin.
    first: usize,
}

impl InformationSet {
    fn places(&self) -> std::ops::Range<usize> {
        self.first..self.first + self.actions.len()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The number of the first payoff.
    End(usize),
    /// Every card is as likely.
    Chance,
    /// The number of the information set.
    Decision(usize),
}

#[derive(Debug, Clone, Copy)]
struct Node {
    kind: Kind,
    depth: u32,
    first: usize,
    count: usize,
}

/// How strategies are discounted and added up.
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

/// The states as plain lists, to be gone through from one end to the other without asking what each of them is.
///
/// A slot is the place of an action among those of all information sets; those of chance come after them.
#[derive(Debug, Default)]
struct Flat {
    /// For each state after which something follows, in the order of the game, the one before it and the slot that led
    /// there; the first has neither.
    inner: Vec<(u32, u32)>,
    /// The same of the ends.
    ends: Vec<(u32, u32)>,
    /// For each player, what is won at each end.
    payoffs: Vec<Vec<f64>>,
    /// How likely each action of chance is.
    chances: Vec<f64>,
    /// For each information set, the player's action before it: its set and its slot.
    before: Vec<Option<(u32, u32)>>,
}

/// A whole game while it is solved, and after.
#[derive(Debug)]
pub struct Game {
    flat: Flat,
    nodes: Vec<Node>,
    children: Vec<usize>,
    /// The nodes, the deepest first.
    order: Vec<usize>,
    payoffs: Vec<f64>,
    player_count: usize,
    /// What players know when they decide.
    pub sets: Vec<InformationSet>,
    regrets: Vec<f64>,
    sums: Vec<f64>,
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

struct Builder<'a> {
    game: Game,
    known: HashMap<(usize, Vec<u8>), usize>,
    sizes: &'a [Size],
}

impl Game {
    /// Plays everything that can be played of a game.
    ///
    /// # Errors
    ///
    /// There is too much of it, or players decide something else than bets and draws.
    pub fn new(
        definition: &Definition,
        sizes: &[Size],
        schedule: Schedule,
    ) -> Result<Self, SolverError> {
        let by_itself = Automation::ALL
            .into_iter()
            .filter(|each| !matches!(each, Automation::HoleDealing | Automation::BoardDealing));
        let mut definition = Definition { automations: by_itself.collect(), ..definition.clone() };
        for step in &mut definition.steps {
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
        let game = Self {
            flat: Flat::default(),
            nodes: Vec::new(),
            children: Vec::new(),
            order: Vec::new(),
            payoffs: Vec::new(),
            player_count,
            sets: Vec::new(),
            regrets: Vec::new(),
            sums: Vec::new(),
            iterations: 0,
            schedule,
        };
        let mut builder = Builder { game, known: HashMap::new(), sizes };
        builder.grow(&state, 0, &mut Vec::new())?;
        let mut game = builder.game;
        game.order = (0..game.nodes.len()).collect();
        game.order.sort_by_key(|&node| std::cmp::Reverse(game.nodes[node].depth));
        let room = game.sets.last().map_or(0, |set| set.places().end);
        game.regrets = vec![0.0; room];
        game.sums = vec![0.0; room];
        game.flat = game.flatten();
        Ok(game)
    }

    /// Returns how many states there are.
    #[must_use]
    pub const fn state_count(&self) -> usize {
        self.nodes.len()
    }

    /// Returns how many players there are.
    #[must_use]
    pub const fn player_count(&self) -> usize {
        self.player_count
    }

    /// Returns how many iterations were done.
    #[must_use]
    pub const fn iterations(&self) -> u32 {
        self.iterations
    }

    fn children(&self, node: &Node) -> &[usize] {
        &self.children[node.first..node.first + node.count]
    }

    /// Lists the states as they are gone through while players learn.
    fn flatten(&self) -> Flat {
        let room = self.regrets.len();
        let mut flat = Flat { payoffs: vec![Vec::new(); self.player_count], ..Flat::default() };
        flat.before = vec![None; self.sets.len()];
        // For each state where it stands, what leads there, and the last action of each player.
        let mut ways = vec![(0_u32, 0_u32); self.nodes.len()];
        let mut places = vec![0_u32; self.nodes.len()];
        let mut last = vec![None; self.nodes.len() * self.player_count];
        let mut counts: HashMap<usize, u32> = HashMap::new();
        for (number, node) in self.nodes.iter().enumerate() {
            if let Kind::End(first) = node.kind {
                flat.ends.push(ways[number]);
                for (player, payoffs) in flat.payoffs.iter_mut().enumerate() {
                    payoffs.push(self.payoffs[first + player]);
                }
                continue;
            }
            places[number] = flat.inner.len() as u32;
            flat.inner.push(ways[number]);
            if let Kind::Decision(set) = node.kind {
                flat.before[set] = last[number * self.player_count + self.sets[set].player];
            }
            for (action, &child) in self.children(node).iter().enumerate() {
                last.copy_within(
                    number * self.player_count..(number + 1) * self.player_count,
                    child * self.player_count,
                );
                let slot = match node.kind {
                    Kind::Decision(set) => {
                        let (player, slot) = (self.sets[set].player, self.sets[set].first + action);
                        last[child * self.player_count + player] = Some((set as u32, slot as u32));
                        slot as u32
                    }
                    _ => *counts.entry(node.count).or_insert_with(|| {
                        flat.chances.push(1.0 / node.count as f64);
                        (room + flat.chances.len() - 1) as u32
                    }),
                };
                ways[child] = (places[number], slot);
            }
        }
        flat
    }

    /// Lets every player learn once, one after the other.
    pub fn iterate(&mut self) {
        let t = f64::from(self.iterations);
        let power = t.powf(self.schedule.positive);
        let (positive, negative) = (power / (power + 1.0), 0.5);
        let fade = (t / (t + 1.0)).powf(self.schedule.sums);
        let room = self.regrets.len();
        let flat = &self.flat;
        let mut others = vec![1.0; flat.inner.len()];
        let mut values = vec![0.0; flat.inner.len()];
        let mut worth = vec![0.0; room + flat.chances.len()];
        let mut own = vec![1.0; self.sets.len()];
        for player in 0..self.player_count {
            let mut parts = self.normalised(&self.regrets);
            parts.extend_from_slice(&flat.chances);
            let mut by_others = parts.clone();
            for set in self.sets.iter().filter(|set| set.player == player) {
                by_others[set.places()].fill(1.0);
            }
            // How often what the others do leads to each state: those after a state stand after it.
            for (number, &(before, slot)) in flat.inner.iter().enumerate().skip(1) {
                others[number] = others[before as usize] * by_others[slot as usize];
            }
            values.fill(0.0);
            worth.fill(0.0);
            for (&(before, slot), payoff) in flat.ends.iter().zip(&flat.payoffs[player]) {
                let (before, slot) = (before as usize, slot as usize);
                values[before] += parts[slot] * payoff;
                worth[slot] += others[before] * payoff;
            }
            for (number, &(before, slot)) in flat.inner.iter().enumerate().skip(1).rev() {
                let (before, slot, value) = (before as usize, slot as usize, values[number]);
                values[before] += parts[slot] * value;
                worth[slot] += others[before] * value;
            }
            for (number, set) in self.sets.iter().enumerate() {
                if set.player != player {
                    continue;
                }
                own[number] = flat.before[number]
                    .map_or(1.0, |(set, slot)| own[set as usize] * parts[slot as usize]);
                let weight = if self.schedule.by_reach { own[number] } else { 1.0 };
                let value: f64 = set.places().map(|place| parts[place] * worth[place]).sum();
                for place in set.places() {
                    let regret = &mut self.regrets[place];
                    *regret = *regret * if *regret > 0.0 { positive } else { negative }
                        + worth[place]
                        - value;
                    self.sums[place] = self.sums[place] * fade + weight * parts[place];
                }
            }
        }
        self.iterations += 1;
    }

    /// Returns how often what the others do leads to each node.
    fn reaches(&self, player: usize, strategy: &[f64]) -> Vec<f64> {
        let mut others = vec![1.0; self.nodes.len()];
        // Nodes after a node stand after it.
        for (number, node) in self.nodes.iter().enumerate() {
            let here = others[number];
            for (action, &child) in self.children(node).iter().enumerate() {
                let (part, is_own) = match node.kind {
                    Kind::Decision(set) => {
                        let set = &self.sets[set];
                        (strategy[set.first + action], set.player == player)
                    }
                    _ => (1.0 / node.count as f64, false),
                };
                others[child] = if is_own { here } else { here * part };
            }
        }
        others
    }

    fn value(&self, node: &Node, player: usize, strategy: &[f64], values: &[f64]) -> f64 {
        let children = self.children(node).iter();
        match node.kind {
            Kind::End(first) => self.payoffs[first + player],
            Kind::Chance => children.map(|&child| values[child]).sum::<f64>() / node.count as f64,
            Kind::Decision(set) => {
                let parts = &strategy[self.sets[set].places()];
                children.zip(parts).map(|(&child, part)| part * values[child]).sum()
            }
        }
    }

    fn normalised(&self, numbers: &[f64]) -> Vec<f64> {
        let mut out = vec![0.0; numbers.len()];
        for set in &self.sets {
            let sum: f64 = numbers[set.places()].iter().map(|number| number.max(0.0)).sum();
            for place in set.places() {
                let even = 1.0 / set.actions.len() as f64;
                out[place] = if sum > 0.0 { numbers[place].max(0.0) / sum } else { even };
            }
        }
        out
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
        self.regrets.fill(0.0);
        self.iterations = 0;
        true
    }

    /// Returns what each player wins.
    #[must_use]
    pub fn values(&self) -> Vec<f64> {
        let strategy = self.normalised(&self.sums);
        let value_of = |player: usize| {
            let mut values = vec![0.0; self.nodes.len()];
            for number in (0..self.nodes.len()).rev() {
                values[number] = self.value(&self.nodes[number], player, &strategy, &values);
            }
            values.first().copied().unwrap_or(0.0)
        };
        (0..self.player_count).map(value_of).collect()
    }

    /// Returns what each player could win more against what the others do.
    #[must_use]
    pub fn gains(&self) -> Vec<f64> {
        let strategy = self.normalised(&self.sums);
        let best = (0..self.player_count).map(|player| self.best(player, &strategy));
        best.zip(self.values()).map(|(best, value)| best - value).collect()
    }

    /// Returns what a player wins who knows what the others do.
    fn best(&self, player: usize, strategy: &[f64]) -> f64 {
        let others = self.reaches(player, strategy);
        let mut values = vec![0.0; self.nodes.len()];
        let mut worth = vec![0.0; self.regrets.len()];
        // States that look the same lie equally deep: what follows all of them is valued before any of them.
        for level in
            self.order.chunk_by(|&one, &two| self.nodes[one].depth == self.nodes[two].depth)
        {
            let own = |node: &Node| match node.kind {
                Kind::Decision(set) if self.sets[set].player == player => Some(set),
                _ => None,
            };
            for &number in level {
                let node = &self.nodes[number];
                let Some(set) = own(node) else { continue };
                for (&child, place) in self.children(node).iter().zip(self.sets[set].places()) {
                    worth[place] += others[number] * values[child];
                }
            }
            for &number in level {
                let node = &self.nodes[number];
                values[number] = match own(node) {
                    None => self.value(node, player, strategy, &values),
                    Some(set) => {
                        let all = &worth[self.sets[set].places()];
                        let largest = all.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                        let action = all.iter().position(|each| *each == largest).unwrap_or(0);
                        values[self.children(node)[action]]
                    }
                };
            }
        }
        values.first().copied().unwrap_or(0.0)
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
    /// Adds a state and all that follow; returns its number.
    fn grow(
        &mut self,
        state: &State,
        depth: u32,
        line: &mut Vec<String>,
    ) -> Result<usize, SolverError> {
        let number = self.game.nodes.len();
        if number >= MAX_STATES {
            return Err(SolverError::TooManyNodes(MAX_STATES));
        }
        let end = Node { kind: Kind::End(self.game.payoffs.len()), depth, first: 0, count: 0 };
        self.game.nodes.push(end);
        if !state.is_live() {
            self.game.payoffs.extend(state.payoffs.iter().map(|&payoff| payoff as f64));
            return Ok(number);
        }
        let legal = state.legal(&DefaultHooks)?;
        let (kind, steps) = match legal.first() {
            Some(first)
                if matches!(
                    first.kind,
                    OperationKind::HoleDealing | OperationKind::BoardDealing
                ) =>
            {
                (Kind::Chance, deals(state, first)?)
            }
            Some(_) => {
                let steps = self.decisions(state, &legal)?;
                (Kind::Decision(self.set_of(state, line, &steps)), steps)
            }
            None => return Err(SolverError::Unsupported("nobody can do anything".to_owned())),
        };
        let mut children = Vec::with_capacity(steps.len());
        for (name, next) in steps {
            let is_decision = matches!(kind, Kind::Decision(_));
            if is_decision {
                line.push(name);
            }
            children.push(self.grow(&next, depth + 1, line)?);
            if is_decision {
                line.pop();
            }
        }
        let first = self.game.children.len();
        let count = children.len();
        self.game.children.extend(children);
        self.game.nodes[number] = Node { kind, depth, first, count };
        Ok(number)
    }

    fn set_of(&mut self, state: &State, line: &[String], steps: &[(String, State)]) -> usize {
        let player = state.turn().unwrap_or(0);
        let seen = state.observe(Some(player));
        let next = self.game.sets.len();
        let number = *self.known.entry((player, seen.to_bytes())).or_insert(next);
        if number == next {
            let first = self.game.sets.last().map_or(0, |set| set.places().end);
            let board: Vec<Card> = seen.board.iter().map(|entry| entry.card).collect();
            let hole: Vec<Card> = seen.hole[player].cards.iter().copied().collect();
            self.game.sets.push(InformationSet {
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

    /// Lists what a player can do.
    fn decisions(
        &self,
        state: &State,
        legal: &[Legal],
    ) -> Result<Vec<(String, State)>, SolverError> {
        let mut steps = Vec::new();
        let mut add = |name: String, act: &dyn Fn(&mut State) -> Result<(), SolverError>| {
            let mut next = state.clone();
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
fn deals(state: &State, legal: &Legal) -> Result<Vec<(String, State)>, SolverError> {
    let mut steps = Vec::new();
    for card in state.deck.iter() {
        let mut next = state.clone();
        let deal = Deal::Cards(std::iter::once(card).collect());
        if legal.kind == OperationKind::HoleDealing {
            next.deal_hole(&deal, None, None, &DefaultHooks)?;
        } else {
            next.deal_board(Some(&deal), None, &DefaultHooks)?;
        }
        steps.push((card.to_string(), next));
    }
    if steps.is_empty() {
        return Err(SolverError::Unsupported("the deck runs out".to_owned()));
    }
    Ok(steps)
}
