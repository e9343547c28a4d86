//! The numbers that are learnt on each board: regrets and sums of strategies, with 32 or 16 bits a number.

use std::ops::Range;
use std::sync::Mutex;

use crate::boards::{Board, width};
use crate::vectors::lanes::{Discount, Kernels, LANES, Short, Shorts, V};
use crate::vectors::vector::MAX_SHORT;
use crate::walk::Flat;
use crate::walk::plan::StreetPlan;

/// The number of bits that numbers have while a spot is solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Precision {
    /// 32 bits.
    #[default]
    Full,
    /// 16 bits: half of the memory.
    Half,
}

impl Precision {
    /// Returns how many bytes a vector of regrets and one of sums take together, and what is needed for each sixteen hands
    /// at a decision.
    pub(crate) const fn bytes(self) -> (u64, u64) {
        match self {
            Self::Full => (2 * size_of::<V>() as u64, 0),
            Self::Half => (2 * size_of::<Short>() as u64, size_of::<f32>() as u64),
        }
    }
}

/// The value of fixed strategies in place of regrets, in units of 16 bits: no unit may be taken from it.
const LOCKED: f32 = 8_191.0;

/// Regrets and sums of strategies of one player on one board: for each decision, and sixteen hands at a time, those of
/// all actions.
#[derive(Debug)]
pub enum Numbers {
    /// With 32 bits.
    Full {
        /// How much better each action would have been.
        regrets: Vec<V>,
        /// The sums of strategies, discounted.
        sums: Vec<V>,
    },
    /// With 16 bits.
    Half {
        /// How much better each action would have been, in units.
        regrets: Vec<Short>,
        /// The size of a unit, for sixteen hands at a time and each decision.
        units: Vec<f32>,
        /// The mean of what was done.
        sums: Vec<Short>,
    },
}

impl Default for Numbers {
    fn default() -> Self {
        Self::Full { regrets: Vec::new(), sums: Vec::new() }
    }
}

/// The place of the numbers of a decision.
#[derive(Debug, Clone)]
pub struct Slot {
    /// Those of actions.
    pub numbers: Range<usize>,
    /// The units.
    pub units: Range<usize>,
}

impl Slot {
    /// Returns the slot of a node at which somebody decides whose hands fill so many vectors.
    #[must_use]
    pub fn new(plan: &StreetPlan, node: usize, actions: usize, width: usize) -> Self {
        let (first, rank) = (plan.slots[node] as usize, plan.ranks[node] as usize);
        Self {
            numbers: first * width..(first + actions) * width,
            units: rank * width..(rank + 1) * width,
        }
    }
}

impl Numbers {
    fn new(plan: &StreetPlan, player: usize, width: usize, precision: Precision) -> Self {
        let room = plan.actions[player] * width;
        match precision {
            Precision::Full => {
                Self::Full { regrets: vec![V::ZERO; room], sums: vec![V::ZERO; room] }
            }
            Precision::Half => Self::Half {
                regrets: vec![Short::ZERO; room],
                units: vec![0.0; plan.decisions[player] * width],
                sums: vec![Short::ZERO; room],
            },
        }
    }

    /// Splits a reach by what regrets say, or by the mean of strategies.
    pub fn split(
        &self,
        kernels: &Kernels,
        slot: &Slot,
        by_regrets: bool,
        reach: &[V],
        out: &mut [V],
    ) {
        let at = slot.numbers.clone();
        match self {
            Self::Full { regrets, sums } => {
                kernels.split(&(if by_regrets { regrets } else { sums })[at], reach, out);
            }
            Self::Half { regrets, sums, .. } => {
                kernels.split_shorts(&(if by_regrets { regrets } else { sums })[at], reach, out);
            }
        }
    }

    /// Values a decision by its strategy, and learns from what the actions are worth.
    pub fn learn(
        &mut self,
        kernels: &Kernels,
        slot: &Slot,
        values: &[V],
        out: &mut [V],
        discount: &Discount,
    ) {
        let at = slot.numbers.clone();
        match self {
            Self::Full { regrets, sums } => {
                kernels.learn(&mut regrets[at.clone()], &mut sums[at], values, out, discount);
            }
            Self::Half { regrets, units, sums } => {
                let mut shorts = Shorts {
                    regrets: &mut regrets[at.clone()],
                    units: &mut units[slot.units.clone()],
                    sums: &mut sums[at],
                };
                kernels.learn_shorts(&mut shorts, values, out, discount);
            }
        }
    }

    /// Values a decision by the mean of its strategies.
    pub fn weigh(&self, kernels: &Kernels, slot: &Slot, values: &[V], out: &mut [V]) {
        match self {
            Self::Full { sums, .. } => kernels.weigh(&sums[slot.numbers.clone()], values, out),
            Self::Half { sums, .. } => {
                kernels.weigh_shorts(&sums[slot.numbers.clone()], values, out);
            }
        }
    }

    /// Puts back what is fixed.
    pub fn restore(&mut self, slot: &Slot, lock: &Lock) {
        let at = slot.numbers.clone();
        match self {
            Self::Full { regrets, sums } => {
                lock.write(regrets[at.clone()].as_flattened_mut(), |part| part);
                lock.write(sums[at].as_flattened_mut(), |part| part);
            }
            Self::Half { regrets, sums, .. } => {
                let flat = |numbers: &mut [Short], whole: f32| {
                    for (place, short) in numbers.iter_mut().enumerate() {
                        lock.write_from(place * LANES, &mut short.0, |part| {
                            (part * whole).round() as i16
                        });
                    }
                };
                flat(&mut regrets[at.clone()], LOCKED);
                flat(&mut sums[at], MAX_SHORT);
            }
        }
    }

    /// Returns how many bytes they take.
    fn bytes(&self) -> usize {
        match self {
            Self::Full { regrets, sums } => size_of::<V>() * (regrets.capacity() + sums.capacity()),
            Self::Half { regrets, units, sums } => {
                size_of::<Short>() * (regrets.capacity() + sums.capacity())
                    + size_of::<f32>() * units.capacity()
            }
        }
    }
}

/// The regrets and strategies of a board and what comes after it; different threads learn on different boards.
#[derive(Debug, Default)]
#[repr(align(64))]
pub struct Store {
    /// That of each player.
    pub players: [Numbers; 2],
    /// The boards that follow.
    pub children: Vec<Mutex<Store>>,
    /// Decisions on this board of which something is fixed.
    pub locks: Vec<Lock>,
    /// The values of hands at each node, where they are kept.
    pub kept: Option<Box<Kept>>,
}

/// For each player what each hand wins at each node, node by node, in chips beyond half of the pot.
pub type Kept = [Vec<f32>; 2];

/// A decision of which something is fixed.
#[derive(Debug, Clone, PartialEq)]
pub struct Lock {
    /// The node.
    pub node: usize,
    /// For each hand as it is stored, whether its strategy is fixed.
    pub fixed: Vec<bool>,
    /// The strategy, as numbers are stored.
    pub strategy: Vec<V>,
}

impl Store {
    /// Makes room for a board and all that follow.
    #[must_use]
    pub fn new(board: &Board, plans: &[StreetPlan], precision: Precision) -> Self {
        let (plan, rest) = match plans.split_first() {
            Some(parts) => parts,
            None => return Self::default(),
        };
        let players = [0, 1].map(|player: usize| {
            Numbers::new(plan, player, width(&board.hands[player]), precision)
        });
        let children = board.children.iter();
        let children = children.map(|child| Mutex::new(Self::new(child, rest, precision)));
        Self { players, children: children.collect(), locks: Vec::new(), kept: None }
    }

    /// Returns what is fixed at a node.
    #[must_use]
    pub fn lock_at(&self, node: usize) -> Option<usize> {
        self.locks.iter().position(|lock| lock.node == node)
    }

    /// Returns how many bytes the numbers of this board and of all that follow take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let own: usize = self.players.iter().map(Numbers::bytes).sum();
        let after = self.children.iter().filter_map(|child| child.lock().ok());
        own + after.map(|child| child.bytes()).sum::<usize>()
    }
}

impl Lock {
    fn actions(&self) -> usize {
        self.strategy.len() / (self.fixed.len() / LANES).max(1)
    }

    fn write<T>(&self, numbers: &mut [T], make: impl Fn(f32) -> T) {
        self.write_from(0, numbers, make);
    }

    /// Writes what is fixed into the numbers of a decision from one on.
    fn write_from<T>(&self, first: usize, numbers: &mut [T], make: impl Fn(f32) -> T) {
        let actions = self.actions();
        let strategy = self.strategy.as_flattened();
        for (at, number) in (first..).zip(numbers) {
            let hand = at / (actions * LANES) * LANES + at % LANES;
            if self.fixed.get(hand) == Some(&true) {
                *number = make(strategy[at]);
            }
        }
    }

    /// Values what is fixed.
    pub fn value(&self, values: &[V], out: &mut [V]) {
        let width = out.len();
        let actions = self.actions();
        let (values, strategy) = (values.as_flattened(), self.strategy.as_flattened());
        for (hand, out) in out.as_flattened_mut().iter_mut().enumerate() {
            if self.fixed.get(hand) == Some(&true) {
                let parts = (0..actions).map(|action| strategy[place_of(hand, action, actions)]);
                let each = values[hand..].iter().step_by(width * LANES);
                *out = each.zip(parts).map(|(value, part)| value * part).sum();
            }
        }
    }
}

/// Returns where the number of a hand and an action stands among those of a decision.
pub(crate) const fn place_of(hand: usize, action: usize, actions: usize) -> usize {
    (hand / LANES * actions + action) * LANES + hand % LANES
}
