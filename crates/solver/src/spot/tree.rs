//! The betting of a spot, played by the engine: cards do not change it, so one tree does for all boards.

use std::fmt;
use std::sync::Arc;

use croupier_cards::Shuffler;
use croupier_engine::definition::Structure;
use croupier_engine::{Chips, DefaultHooks, OperationKind, State};

use crate::SolverError;
use crate::spot::Spot;
use crate::spot::sizes::Chances;

/// A tree of more nodes is refused.
pub const MAX_NODES: usize = 4_000_000;
/// A line of more actions is refused.
pub const MAX_LINE_ACTIONS: usize = 256;

/// An action of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// Folds.
    Fold,
    /// Checks.
    Check,
    /// Calls.
    Call,
    /// Bets so much.
    Bet(Chips),
    /// Raises to so much.
    Raise(Chips),
}

impl fmt::Display for Action {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fold => formatter.write_str("f"),
            Self::Check => formatter.write_str("x"),
            Self::Call => formatter.write_str("c"),
            Self::Bet(amount) => write!(formatter, "b{amount}"),
            Self::Raise(amount) => write!(formatter, "r{amount}"),
        }
    }
}

/// The kind of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A player decides.
    Decision {
        /// The player.
        player: usize,
    },
    /// Somebody has folded.
    Fold {
        /// The player.
        folder: usize,
    },
    /// Hands are compared; cards that are missing are dealt first.
    Showdown,
    /// Cards are dealt, and the next round begins with a root of this number.
    Deal {
        /// The number of the root.
        line: usize,
    },
}

/// A state of the betting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Node {
    /// The kind of the node.
    pub kind: Kind,
    /// The action that led here; nothing for roots.
    pub action: Option<Action>,
    /// The node before, on the same street; none for roots.
    pub parent: Option<u32>,
    /// The first node after; the others follow it.
    pub first_child: u32,
    /// How many nodes come after.
    pub child_count: u32,
    /// The chips that each player has put in since the spot began.
    pub paid: [Chips; 2],
    /// The chips that both have put in since then: less would come back to who put in more.
    pub called: Chips,
    /// Whether nobody can bet any more.
    pub all_in: bool,
}

impl Node {
    /// Returns the numbers of the nodes after.
    #[must_use]
    pub fn children(&self) -> std::ops::Range<usize> {
        self.first_child as usize..(self.first_child + self.child_count) as usize
    }
}

/// All betting on one street: a tree for each way in which the street can begin.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Forest {
    /// The nodes; those after a node stand after it.
    pub nodes: Vec<Node>,
    /// The nodes at which the street begins.
    pub roots: Vec<usize>,
    /// For each root, the node of the street before that led there.
    pub origins: Vec<usize>,
}

impl Forest {
    /// Returns the node of the street before from which a node descends.
    #[must_use]
    pub fn line_of(&self, node: usize) -> usize {
        self.roots.partition_point(|&root| root <= node) - 1
    }
}

/// The betting of a spot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tree {
    /// The streets.
    pub streets: Vec<Forest>,
    /// The chips in the middle.
    pub pot: Chips,
}

impl Tree {
    /// Plays all betting of a spot.
    ///
    /// # Errors
    ///
    /// There are too many nodes, a line is too long, or a line to add or remove does not exist.
    pub fn build(spot: &Spot) -> Result<Self, SolverError> {
        let state = State::new(Arc::clone(&spot.definition), Shuffler::from_seed(0), &DefaultHooks);
        let state = match state {
            Err(problems) => {
                let first = problems.first().map_or_else(String::new, ToString::to_string);
                return Err(SolverError::Spot(first));
            }
            Ok(state) => state?,
        };
        if state.actor().is_none() {
            return Err(SolverError::Spot("nobody can bet: somebody is all-in already".to_owned()));
        }
        let mut builder = Builder {
            spot,
            streets: vec![Forest::default(); spot.deals().len() + 1],
            count: 0,
            added: Edit::parse(&spot.added)?,
            removed: Edit::parse(&spot.removed)?,
        };
        builder.grow(state)?;
        let Builder { streets, added, removed, .. } = builder;
        if let Some(edit) = added.iter().chain(&removed).find(|edit| !edit.used) {
            return Err(SolverError::UnknownLine {
                step: edit.steps.last().cloned().unwrap_or_default(),
                line: edit.steps.join(" "),
                choices: "other lines".to_owned(),
            });
        }
        Ok(Self { streets, pot: spot.pot })
    }

    /// Returns the line that leads to a node: actions, with nothing where cards are dealt.
    #[must_use]
    pub fn line(&self, street: usize, node: usize) -> Vec<Option<Action>> {
        line_to(&self.streets, street, node)
    }

    /// Returns how many nodes there are.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.streets.iter().map(|forest| forest.nodes.len()).sum()
    }
}

fn line_to(streets: &[Forest], street: usize, node: usize) -> Vec<Option<Action>> {
    let mut line = Vec::new();
    let (mut street, mut node) = (street, node);
    loop {
        let forest = &streets[street];
        let here = &forest.nodes[node];
        match (here.parent, here.action) {
            (Some(parent), action) => {
                line.push(action);
                node = parent as usize;
            }
            (None, _) if street > 0 => {
                line.push(None);
                node = forest.origins[forest.line_of(node)];
                street -= 1;
            }
            (None, _) => break,
        }
    }
    line.reverse();
    line
}

/// A line that is added or removed.
struct Edit {
    steps: Vec<String>,
    used: bool,
}

impl Edit {
    fn parse(lines: &[String]) -> Result<Vec<Self>, SolverError> {
        let edits = lines.iter().map(|line| Self {
            steps: line.split_whitespace().map(|step| step.to_ascii_lowercase()).collect(),
            used: false,
        });
        let edits: Vec<Self> = edits.collect();
        match edits.iter().find(|edit| edit.steps.is_empty()) {
            Some(_) => Err(SolverError::Spot("a line to add or remove is empty".to_owned())),
            None => Ok(edits),
        }
    }

    /// Returns the last step, if the steps before it are these.
    fn last_after(&mut self, path: &[Action]) -> Option<&str> {
        let (last, before) = self.steps.split_last()?;
        let same = before.len() == path.len()
            && before.iter().zip(path).all(|(step, action)| *step == action.to_string());
        self.used |= same;
        same.then_some(last.as_str())
    }
}

/// A node whose children are still to be added.
struct Pending {
    street: usize,
    node: usize,
    state: State,
    /// The number of actions that led here.
    depth: usize,
    aggressor: Option<usize>,
}

struct Builder<'a> {
    spot: &'a Spot,
    streets: Vec<Forest>,
    count: usize,
    added: Vec<Edit>,
    removed: Vec<Edit>,
}

impl Builder<'_> {
    /// Plays all betting from the root.
    ///
    /// Nodes wait on a stack of our own, because a line can have more raises than the thread's stack has room for. They are
    /// taken in the order of the lines, so that the nodes of a street follow each other.
    fn grow(&mut self, state: State) -> Result<(), SolverError> {
        let mut stack = vec![self.plant(0, 0, state, 0, None)?];
        while let Some(pending) = stack.pop() {
            let Pending { street, node, depth, .. } = pending;
            match self.streets[street].nodes[node].kind {
                Kind::Decision { player } => {
                    if depth >= MAX_LINE_ACTIONS {
                        return Err(SolverError::TooManyActions(MAX_LINE_ACTIONS));
                    }
                    // The last bettor of the street before decides only who begins this one.
                    let is_root = self.streets[street].nodes[node].parent.is_none();
                    let before = if is_root { None } else { pending.aggressor };
                    let choices = self.choices(player, &pending)?;
                    let (count, first) = (choices.len(), self.streets[street].nodes.len());
                    let here = &mut self.streets[street].nodes[node];
                    here.first_child = first as u32;
                    here.child_count = count as u32;
                    let waiting = stack.len();
                    for action in choices {
                        let mut state = pending.state.clone();
                        act(&mut state, action)?;
                        let node = self.add(street, Some(node as u32), Some(action), &state)?;
                        let kind = self.streets[street].nodes[node].kind;
                        if matches!(kind, Kind::Fold { .. } | Kind::Showdown) {
                            continue;
                        }
                        let aggressor = match action {
                            Action::Bet(_) | Action::Raise(_) => Some(player),
                            _ => before,
                        };
                        let depth = depth + 1;
                        stack.push(Pending { street, node, state, depth, aggressor });
                    }
                    stack[waiting..].reverse();
                }
                Kind::Deal { .. } => {
                    let line = self.streets[street + 1].roots.len();
                    self.streets[street].nodes[node].kind = Kind::Deal { line };
                    let Pending { state, aggressor, .. } = pending;
                    stack.push(self.plant(street + 1, node, state, depth, aggressor)?);
                }
                Kind::Fold { .. } | Kind::Showdown => {}
            }
        }
        Ok(())
    }

    /// Adds the root of a street.
    fn plant(
        &mut self,
        street: usize,
        origin: usize,
        state: State,
        depth: usize,
        aggressor: Option<usize>,
    ) -> Result<Pending, SolverError> {
        let forest = &mut self.streets[street];
        forest.roots.push(forest.nodes.len());
        forest.origins.push(origin);
        let node = self.add(street, None, None, &state)?;
        Ok(Pending { street, node, state, depth, aggressor })
    }

    fn add(
        &mut self,
        street: usize,
        parent: Option<u32>,
        action: Option<Action>,
        state: &State,
    ) -> Result<usize, SolverError> {
        self.count += 1;
        if self.count > MAX_NODES {
            return Err(SolverError::TooManyNodes(MAX_NODES));
        }
        let kind = match state.actor() {
            // The number of a line is put in when the next street begins.
            Some(_) if self.street_of(state) > street => Kind::Deal { line: usize::MAX },
            Some(player) => Kind::Decision { player },
            None if state.active.len() > 1 => Kind::Showdown,
            None => {
                let folder = (0..2).find(|&seat| !state.active.contains(seat)).unwrap_or(0);
                Kind::Fold { folder }
            }
        };
        let put_in = |seat: usize| -state.payoffs[seat] - self.antes(seat);
        let paid = [put_in(0), put_in(1)];
        let called = paid[0].min(paid[1]);
        let all_in = kind == Kind::Showdown && street + 1 < self.streets.len();
        let node =
            Node { kind, action, parent, first_child: 0, child_count: 0, paid, called, all_in };
        let nodes = &mut self.streets[street].nodes;
        nodes.push(node);
        Ok(nodes.len() - 1)
    }

    /// Returns what a player anted that is in the pot of the spot: nothing in whole games.
    fn antes(&self, seat: usize) -> Chips {
        if self.spot.pot > 0 { self.spot.definition.effective_ante(seat) } else { 0 }
    }

    /// Returns the number of the betting round that is being played.
    fn street_of(&self, state: &State) -> usize {
        let steps = self.spot.definition.steps.iter().take(state.step.unwrap_or(0));
        steps.filter(|step| step.betting().is_some()).count()
    }

    /// Returns the actions that led to a node; nothing if no line is added or removed.
    fn path(&self, pending: &Pending) -> Vec<Action> {
        if self.added.is_empty() && self.removed.is_empty() {
            return Vec::new();
        }
        line_to(&self.streets, pending.street, pending.node).into_iter().flatten().collect()
    }

    /// Lists what a player does, by the rules and by the menu.
    fn choices(&mut self, player: usize, pending: &Pending) -> Result<Vec<Action>, SolverError> {
        let state = &pending.state;
        let path = self.path(pending);
        let facing = state.largest_bet();
        let mut actions = Vec::new();
        let mut amounts = Vec::new();
        for legal in &state.legal(&DefaultHooks)? {
            match legal.kind {
                OperationKind::Folding => actions.push(Action::Fold),
                OperationKind::CheckingOrCalling => {
                    let cost = legal.amounts.map_or(0, |(least, _)| least);
                    actions.push(if cost == 0 { Action::Check } else { Action::Call });
                }
                OperationKind::CompletionBettingOrRaisingTo => {
                    let Some(bounds) = legal.amounts else { continue };
                    amounts = self.amounts(player, pending, &path, bounds, &legal.fixed)?;
                }
                act => {
                    return Err(SolverError::Unsupported(format!("{act:?} is no bet")));
                }
            }
        }
        let raises = amounts
            .into_iter()
            .map(|to| if facing == 0 { Action::Bet(to) } else { Action::Raise(to) });
        actions.extend(raises);
        for edit in &mut self.removed {
            let Some(last) = edit.last_after(&path).map(str::to_owned) else { continue };
            let count = actions.len();
            actions.retain(|action| action.to_string() != last);
            if actions.len() == count || actions.is_empty() {
                let choices: Vec<String> = actions.iter().map(ToString::to_string).collect();
                let line = edit.steps.join(" ");
                return Err(SolverError::UnknownLine {
                    step: last,
                    line,
                    choices: choices.join(", "),
                });
            }
        }
        Ok(actions)
    }

    /// Returns what a player bets or raises to.
    fn amounts(
        &mut self,
        player: usize,
        pending: &Pending,
        path: &[Action],
        bounds: (Chips, Chips),
        fixed: &[Chips],
    ) -> Result<Vec<Chips>, SolverError> {
        let Pending { street, state, .. } = pending;
        let street = *street;
        let facing = state.largest_bet();
        // Nobody bets what the other cannot call.
        let reach = state.bets[player] + state.effective_stack(player);
        let (least, most) = (bounds.0.min(reach), bounds.1.min(reach));
        let thresholds = &self.spot.thresholds;
        let mut amounts = if !fixed.is_empty() {
            fixed.to_vec()
        } else if self.spot.definition.structure == Structure::FixedLimit {
            vec![least]
        } else {
            let menu = self.spot.menus.get(street).map(|menus| &menus[player]);
            let donks = pending.aggressor.is_some_and(|other| other != player)
                && facing == 0
                && street > 0
                && state.acted.is_empty();
            let sizes = menu.map(|menu| match &menu.donks {
                _ if facing > 0 => menu.raises.as_slice(),
                Some(sizes) if donks => sizes.as_slice(),
                _ => menu.bets.as_slice(),
            });
            let call = (facing - state.bets[player]).min(state.stacks[player]);
            let chances = Chances {
                facing,
                pot: state.total_pot_amount(&DefaultHooks)? + call,
                bounds: (least, most),
                streets: (self.streets.len() - street) as u32,
            };
            match sizes {
                Some(sizes) if !sizes.is_empty() => chances.amounts(sizes, thresholds),
                _ => Vec::new(),
            }
        };
        if thresholds.most_raises.is_some_and(|cap| state.raise_count >= cap) {
            amounts.clear();
        }
        for edit in &mut self.added {
            let Some(last) = edit.last_after(path).map(str::to_owned) else { continue };
            let given = last.strip_prefix(if facing == 0 { 'b' } else { 'r' });
            match given.and_then(|digits| digits.parse().ok()) {
                Some(amount) if (least..=most).contains(&amount) => amounts.push(amount),
                _ => {
                    let letter = if facing == 0 { 'b' } else { 'r' };
                    let choices = format!("{letter}{least} to {letter}{most}");
                    let line = edit.steps.join(" ");
                    return Err(SolverError::UnknownLine { step: last, line, choices });
                }
            }
        }
        amounts.sort_unstable();
        amounts.dedup();
        Ok(amounts)
    }
}

/// Does what a node's player decided.
fn act(state: &mut State, action: Action) -> Result<(), SolverError> {
    match action {
        Action::Fold => state.fold(None, &DefaultHooks)?,
        Action::Check | Action::Call => state.check_or_call(None, &DefaultHooks)?,
        Action::Bet(to) | Action::Raise(to) => {
            let to = to.max(least_of(state)?);
            state.complete_bet_or_raise_to(Some(to), None, &DefaultHooks)?
        }
    };
    Ok(())
}

/// Returns the least that may be bet or raised to: more than the other can call where that is not much.
fn least_of(state: &State) -> Result<Chips, SolverError> {
    let legal = state.legal(&DefaultHooks)?;
    let bets = legal.iter().find(|each| each.kind == OperationKind::CompletionBettingOrRaisingTo);
    Ok(bets.and_then(|each| each.amounts).map_or(0, |(least, _)| least))
}
