//! Solving a spot: iterations, exploitability, and how much of everything there is.

use std::collections::HashMap;
use std::sync::Mutex;

use croupier_cards::CardSet;
use croupier_equity::symmetry::{Symmetry, rename};
use croupier_eval::batch::Level;

use crate::SolverError;
use crate::boards::{Board, Boards, Hands, possible_hands, width};
use crate::line::{Place, Step, parse_line};
use crate::spot::Spot;
use crate::spot::tree::Tree;
use crate::vectors::lanes::{Discount, Kernels, LANES, V};
use crate::walk::crew::Crew;
use crate::walk::plan::StreetPlan;
use crate::walk::store::{Lock, Precision, Slot, Store, place_of};
use crate::walk::{Flat, KernelBox, Mode, Results, Scratch, World, scale_of};

/// Positive regrets are discounted by t^a / (t^a + 1).
const POSITIVE_EXPONENT: f64 = 1.5;
/// Negative regrets are halved.
const NEGATIVE: f32 = 0.5;
/// The strategy of iteration t weighs as much as t to this power.
const SUM_EXPONENT: f64 = 8.0;
/// Last streets that were solved again are forgotten when they take more bytes.
const MAX_RIVERS: usize = 256 << 20;
/// The smallest part of all pairs of hands that must go together, by weight.
const MIN_PAIRS: f64 = 1e-4;
/// Up to so many iterations are done between two looks at the exploitability.
const FIRST_CHECK: u32 = 10;

/// A strategy that somebody insists on.
#[derive(Debug, Clone, PartialEq)]
pub struct LockedStrategy {
    /// The decision.
    pub line: String,
    /// Hands, each with how often it takes each action.
    pub hands: Vec<(CardSet, Vec<f64>)>,
}

/// The options for solving a spot.
#[derive(Debug, Clone, PartialEq)]
pub struct Options {
    /// How many threads work.
    pub threads: usize,
    /// The most memory, in bytes.
    pub most_bytes: u64,
    /// Whether deals that differ by suits that may be exchanged are solved once.
    pub symmetric: bool,
    /// How many bits numbers have.
    pub precision: Precision,
    /// The instructions to use.
    pub level: Level,
    /// Strategies that somebody insists on.
    pub locks: Vec<LockedStrategy>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            threads: 1,
            most_bytes: 4 << 30,
            symmetric: true,
            precision: Precision::Full,
            level: Level::detect(),
            locks: Vec::new(),
        }
    }
}

/// The size of a spot: nodes, hands and memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Extent {
    /// States of the betting, on whatever board.
    pub nodes: u64,
    /// Decisions on all boards that are looked at.
    pub decisions: u64,
    /// Boards that are looked at.
    pub boards: u64,
    /// Pairs of a hand and an action at all decisions.
    pub entries: u64,
    /// The size of regrets and strategies, in bytes: exactly that.
    pub numbers: u64,
    /// The size of all of it, in bytes: boards and their hands as well, which are estimated.
    pub bytes: u64,
}

/// The distance of a strategy from the best one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Exploitability {
    /// The gain of each player from the best response to the other's strategy, in chips.
    pub gains: [f64; 2],
    /// The winnings of each player, in chips, the pot included.
    pub values: [f64; 2],
}

impl Exploitability {
    /// Returns what a player could win more, on average.
    #[must_use]
    pub fn chips(&self) -> f64 {
        (self.gains[0] + self.gains[1]) / 2.0
    }
}

/// A spot while it is solved, and after.
#[derive(Debug)]
pub struct Solver {
    /// The question.
    pub spot: Spot,
    /// The hands that players can have at the root.
    pub hands: Hands,
    /// How much there is.
    pub extent: Extent,
    pub(crate) world: World,
    pub(crate) store: Store,
    pub(crate) reaches: [Vec<V>; 2],
    /// The weights of each player's range that count as 1 in the reaches.
    pub(crate) scales: [f64; 2],
    pub(crate) rivers: Option<Rivers>,
    scratches: Vec<Mutex<Scratch>>,
    /// The values of each board after the first deal, where several threads find them out.
    results: Results,
    iterations: u32,
    /// The weight of all pairs of hands that go together.
    weight: f64,
}

/// A deal for each street with the board that stands for it, and a line.
type RiverKey = (Vec<(u32, u32)>, u32);

/// Last streets of a solution that was loaded, which are solved again when somebody looks at them.
#[derive(Debug, Default)]
pub(crate) struct Rivers {
    /// How exact they must be, in chips.
    target: f64,
    /// Those that somebody has looked at.
    stores: HashMap<RiverKey, Store>,
    /// How many bytes they take.
    bytes: usize,
}

impl Rivers {
    pub fn new(target: f64) -> Self {
        Self { target, ..Self::default() }
    }

    /// Returns what was learnt on a last street, and learns it where nobody has looked lately.
    pub fn find(&mut self, key: RiverKey, solve: impl FnOnce(f64) -> Store) -> &mut Store {
        // A program that plays a solution for long looks at many nodes.
        if self.bytes > MAX_RIVERS && !self.stores.contains_key(&key) {
            self.stores.clear();
            self.bytes = 0;
        }
        let Self { target, stores, bytes } = self;
        stores.entry(key).or_insert_with(|| {
            let store = solve(*target);
            *bytes += store.bytes();
            store
        })
    }
}

/// The facts about a spot that are known before memory is taken.
struct Draft {
    hands: Hands,
    tree: Tree,
    plans: Vec<StreetPlan>,
    extent: Extent,
    symmetric: bool,
}

impl Draft {
    fn new(spot: &Spot, options: &Options) -> Result<Self, SolverError> {
        spot.check()?;
        let hands = possible_hands(spot);
        let tree = Tree::build(spot)?;
        let plans: Vec<StreetPlan> = (0..tree.streets.len())
            .map(|street| StreetPlan::new(&tree, street, &spot.rake))
            .collect();
        let symmetric = options.symmetric && are_symmetric(spot, &hands, &options.locks);
        let boards = Boards::new(spot, &hands, all_ins(&tree), symmetric)?;
        let extents = boards.count(spot.taken())?;
        let mut extent = Extent { nodes: tree.node_count() as u64, ..Extent::default() };
        let mut numbers = 0;
        for (plan, of_street) in plans.iter().zip(&extents) {
            extent.boards += of_street.boards;
            let decisions = plan.decisions[0] + plan.decisions[1];
            extent.decisions += decisions as u64 * of_street.boards;
            extent.bytes += of_street.bytes;
            for player in 0..2 {
                let actions = plan.actions[player] as u64;
                extent.entries += actions * of_street.hands[player];
                let decisions = plan.decisions[player] as u64;
                let (vector, unit) = options.precision.bytes();
                numbers += (actions * vector + decisions * unit) * of_street.vectors[player];
            }
        }
        extent.numbers = numbers;
        extent.bytes += numbers;
        Ok(Self { hands, tree, plans, extent, symmetric })
    }
}

/// Returns on which streets there are showdowns with cards to come.
fn all_ins(tree: &Tree) -> Vec<bool> {
    tree.streets.iter().map(|forest| forest.nodes.iter().any(|node| node.all_in)).collect()
}

/// Tells whether locked strategies leave suits alone: those of later streets are for one board.
fn are_symmetric(spot: &Spot, hands: &Hands, locks: &[LockedStrategy]) -> bool {
    let problem = croupier_equity::problem::Problem {
        deck: spot.deck(),
        board: spot.board.iter().copied().collect(),
        dead: spot.dead,
        hole_count: spot.hole_count(),
        board_count: spot.board_count(),
        players: hands.to_vec(),
        contests: Vec::new(),
    };
    let symmetry = Symmetry::of(&problem);
    locks.iter().all(|lock| {
        let on_root = parse_line(&lock.line)
            .is_ok_and(|steps| !steps.iter().any(|step| matches!(step, Step::Cards(_))));
        let same = |(cards, strategy): &(CardSet, Vec<f64>)| {
            symmetry.renamings().iter().all(|&renaming| {
                let image = rename(*cards, renaming);
                lock.hands.iter().any(|(other, theirs)| *other == image && theirs == strategy)
            })
        };
        on_root && lock.hands.iter().all(same)
    })
}

/// Finds out how much there is to solve, without taking memory for it.
///
/// # Errors
///
/// Whatever is wrong with the spot.
pub fn measure(spot: &Spot, options: &Options) -> Result<Extent, SolverError> {
    Ok(Draft::new(spot, options)?.extent)
}

impl Solver {
    /// Prepares a spot.
    ///
    /// # Errors
    ///
    /// Whatever is wrong with it, or that it takes more memory than is allowed.
    pub fn new(spot: Spot, options: &Options) -> Result<Self, SolverError> {
        let mut solver = Self::prepare(spot, options, |board, plans| {
            Store::new(board, plans, options.precision)
        })?;
        for lock in &options.locks {
            solver.lock(lock)?;
        }
        Ok(solver)
    }

    pub(crate) fn prepare(
        spot: Spot,
        options: &Options,
        make_store: impl FnOnce(&Board, &[StreetPlan]) -> Store,
    ) -> Result<Self, SolverError> {
        let draft = Draft::new(&spot, options)?;
        let Draft { hands, tree, plans, extent, symmetric } = draft;
        if extent.bytes > options.most_bytes {
            let megabytes = |bytes: u64| bytes.div_ceil(1_000_000);
            return Err(SolverError::TooLarge {
                needed: megabytes(extent.bytes),
                allowed: megabytes(options.most_bytes),
            });
        }
        let board = Boards::new(&spot, &hands, all_ins(&tree), symmetric)?.make(spot.taken())?;
        let kernels = KernelBox(Kernels::new(options.level));
        let store = make_store(&board, &plans);
        let scales =
            [0, 1].map(|player: usize| scale_of(hands[player].iter().map(|combo| combo.weight)));
        let reaches = [0, 1].map(|player: usize| {
            let mut reach = vec![V::ZERO; width(&board.hands[player])];
            let numbers = reach.as_flattened_mut().iter_mut().zip(&board.hands[player]);
            for (weight, &hand) in numbers {
                *weight = (hands[player][hand as usize].weight / scales[player]) as f32;
            }
            reach
        });
        let world = World { tree, plans, board, kernels };
        let scratches = (0..options.threads.max(1)).map(|_| Mutex::default()).collect();
        let mut solver = Self {
            spot,
            hands,
            extent,
            world,
            store,
            reaches,
            scales,
            rivers: None,
            scratches,
            results: Vec::new(),
            iterations: 0,
            weight: 0.0,
        };
        solver.weight = solver.count_weight();
        // Rounding would decide about the result.
        let [one, two] = [0, 1].map(|player| solver.total_weight(player));
        if solver.weight < MIN_PAIRS * one * two {
            return Err(SolverError::NoDeal);
        }
        Ok(solver)
    }

    /// Returns how many iterations were done.
    #[must_use]
    pub const fn iterations(&self) -> u32 {
        self.iterations
    }

    /// Returns how many bytes regrets and strategies take.
    #[must_use]
    pub fn number_bytes(&self) -> usize {
        self.store.bytes()
    }

    /// Returns how many bytes the boards take, with their hands.
    #[must_use]
    pub fn board_bytes(&self) -> usize {
        self.world.board.bytes()
    }

    /// Returns the betting.
    #[must_use]
    pub const fn tree(&self) -> &Tree {
        &self.world.tree
    }

    /// Lets so many threads work from now on.
    pub fn set_threads(&mut self, threads: usize) {
        self.scratches.resize_with(threads.max(1), Mutex::default);
    }

    /// Returns the weight of all pairs of hands that go together.
    fn count_weight(&self) -> f64 {
        let totals = self.world.totals(&self.world.board, 0, &self.reaches[1]);
        self.world.board.sum(0, &totals, &self.reaches[0])
    }

    /// Returns the weight of all hands of a player.
    fn total_weight(&self, player: usize) -> f64 {
        let board = &self.world.board;
        let certain = vec![V::all(1.0); self.reaches[player].len()];
        board.sum(player, &certain, &self.reaches[player])
    }

    /// Returns what a player wins on average, in chips beyond half of the pot.
    fn mean(&self, player: usize, values: &[V]) -> f64 {
        self.world.board.sum(player, values, &self.reaches[player]) / self.weight
    }

    pub(crate) fn go(&mut self, crew: &Crew, player: usize, mode: Mode) -> Vec<V> {
        let reach = &self.reaches[1 - player];
        let rooms = (crew, self.scratches.as_slice(), &mut self.results);
        self.world.go(player, mode, &mut self.store, reach, rooms)
    }

    /// Lets threads wait for work while something is done.
    pub(crate) fn with_crew<T>(&mut self, body: impl FnOnce(&mut Self, &Crew) -> T) -> T {
        Crew::with(self.scratches.len(), |crew| body(self, crew))
    }

    /// Lets both players learn once.
    pub fn iterate(&mut self) {
        self.with_crew(Self::learn);
    }

    fn learn(&mut self, crew: &Crew) {
        let discount = discount(self.iterations);
        for player in 0..2 {
            self.go(crew, player, Mode::Learn(discount));
        }
        self.iterations += 1;
    }

    /// Finds out what each player could win more.
    pub fn exploitability(&mut self) -> Exploitability {
        self.with_crew(Self::measure)
    }

    fn measure(&mut self, crew: &Crew) -> Exploitability {
        let half = self.spot.pot as f64 / 2.0;
        let best = [0, 1].map(|player| {
            let values = self.go(crew, player, Mode::Respond);
            self.mean(player, &values)
        });
        let values = [0, 1].map(|player| {
            let values = self.go(crew, player, Mode::Value);
            self.mean(player, &values)
        });
        Exploitability {
            gains: [0, 1].map(|player: usize| best[player] - values[player]),
            values: values.map(|value| value + half),
        }
    }

    /// Finds out how far from the best the strategies are, in chips: the mean of what both could win more.
    fn distance(&mut self, crew: &Crew) -> f64 {
        if self.spot.rake.rate > 0.0 {
            return self.measure(crew).chips();
        }
        // What one wins the other loses, so that values need not be asked for.
        let best = [0, 1].map(|player| {
            let values = self.go(crew, player, Mode::Respond);
            self.mean(player, &values)
        });
        (best[0] + best[1]) / 2.0
    }

    /// Learns until the exploitability is no larger than a number of chips, or so many iterations more are done.
    ///
    /// The report is told of iterations and, where it is known, the exploitability, and says whether to go on.
    /// Returns the last exploitability that was measured.
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
        if self.rivers.is_some() {
            return Err(SolverError::Loaded);
        }
        self.with_crew(|solver, crew| solver.solve_with(crew, target, most, report))
    }

    fn solve_with(
        &mut self,
        crew: &Crew,
        target: f64,
        most: u32,
        report: &mut dyn FnMut(u32, Option<f64>) -> bool,
    ) -> Result<f64, SolverError> {
        let start = self.iterations;
        let end = start.saturating_add(most);
        let mut distance = if start > 0 { self.distance(crew) } else { f64::INFINITY };
        let mut look = next_check(start);
        while distance > target && self.iterations < end {
            self.learn(crew);
            let measured = self.iterations >= look || self.iterations == end;
            if measured {
                distance = self.distance(crew);
                look = next_check(self.iterations);
            }
            if !report(self.iterations, measured.then_some(distance)) {
                return Err(SolverError::Interrupted);
            }
        }
        Ok(distance)
    }

    /// Fixes a strategy.
    fn lock(&mut self, locked: &LockedStrategy) -> Result<(), SolverError> {
        let wrong = |reason: &str| SolverError::Lock {
            line: locked.line.clone(),
            reason: reason.to_owned(),
        };
        let place = self.find(&locked.line)?;
        let Place { street, node, player: Some(player), .. } = place else {
            return Err(wrong("nobody decides there"));
        };
        let actions = self.world.tree.streets[street].nodes[node].child_count as usize;
        let (board, numbers) = self.board_at(&place);
        let width = width(&board.hands[player]);
        let mut fixed = vec![false; width * LANES];
        let mut strategy = vec![V::ZERO; actions * width];
        for (cards, parts) in &locked.hands {
            let sum: f64 = parts.iter().sum();
            let sound = parts.iter().all(|part| (0.0..=1.0).contains(part));
            if parts.len() != actions || !sound || (sum - 1.0).abs() > 1e-6 {
                return Err(wrong(
                    "each hand takes each action with a part of 1, which add up to 1",
                ));
            }
            let at = numbers[player]
                .iter()
                .find(|(hand, _)| self.hands[player][*hand as usize].cards == *cards);
            // A hand that cannot be there need not be told what to do.
            let Some(&(_, at)) = at else { continue };
            let at = at as usize;
            fixed[at] = true;
            for (action, part) in parts.iter().enumerate() {
                strategy.as_flattened_mut()[place_of(at, action, actions)] = *part as f32;
            }
        }
        let slot = Slot::new(&self.world.plans[street], node, actions, width);
        let mut store = &mut self.store;
        for &(child, _) in &place.deals {
            store = match store.children[child].get_mut() {
                Ok(store) => store,
                Err(poisoned) => poisoned.into_inner(),
            };
        }
        let lock = Lock { node, fixed, strategy };
        store.players[player].restore(&slot, &lock);
        store.locks.retain(|other| other.node != node);
        store.locks.push(lock);
        Ok(())
    }
}

/// Returns the discounts of an iteration, from 0.
pub(crate) fn discount(iteration: u32) -> Discount {
    let t = f64::from(iteration);
    let power = t.powf(POSITIVE_EXPONENT);
    Discount {
        positive: (power / (power + 1.0)) as f32,
        negative: NEGATIVE,
        sums: (t / (t + 1.0)).powf(SUM_EXPONENT) as f32,
        newest: (1.0 / weight_of_all(t + 1.0)) as f32,
    }
}

/// Returns the weight of the strategies of so many iterations where the last has a weight of 1: the sum of eighth powers,
/// by Faulhaber's formula.
fn weight_of_all(count: f64) -> f64 {
    let n = count;
    n / 9.0 + 1.0 / 2.0 + 2.0 / (3.0 * n) - 7.0 / (15.0 * n.powi(3)) + 2.0 / (9.0 * n.powi(5))
        - 1.0 / (30.0 * n.powi(7))
}

/// Returns when the exploitability is measured next: at growing gaps.
fn next_check(iterations: u32) -> u32 {
    iterations + (iterations / 5 / FIRST_CHECK * FIRST_CHECK).max(FIRST_CHECK)
}
