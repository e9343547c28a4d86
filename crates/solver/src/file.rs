//! Solutions as bytes: strategies and values of all streets but the last, which is solved again when somebody looks.
//!
//! For each board, in the order of the boards, and each player come the strategies, as parts of 65,535 for each action and
//! hand; and then, where there is another street, for each node the largest value as a 32-bit number and the values of all
//! hands as parts of 32,767 of it. Everything is little-endian, and its length is known from the spot.

use crate::SolverError;
use crate::boards::{Board, width};
use crate::solver::{Options, Rivers, Solver, discount};
use crate::spot::Spot;
use crate::spot::tree::{Forest, Kind};
use crate::vectors::lanes::{LANES, V};
use crate::walk::plan::StreetPlan;
use crate::walk::store::{Numbers, Precision, Slot, Store, place_of};
use crate::walk::{At, Flat, Mode, Scratch, World, scale_of};

const WHOLE: f32 = 65_535.0;
const MAX: f32 = 32_767.0;
/// The last street is solved no longer than this.
const MAX_ITERATIONS: u32 = 1000;
const ITERATIONS_A_LOOK: u32 = 20;

/// Returns how many streets are kept.
const fn kept_streets(streets: usize) -> usize {
    if streets > 1 { streets - 1 } else { 1 }
}

/// Returns how many bytes a board and those after it take.
fn length(board: &Board, plans: &[StreetPlan], left: usize, valued: bool) -> usize {
    let Some((plan, rest)) = plans.split_first().filter(|_| left > 0) else { return 0 };
    let of_player = |player: usize| {
        let count = board.hands[player].len();
        let values = if valued { plan.slots.len() * (4 + 2 * count) } else { 0 };
        2 * plan.actions[player] * count + values
    };
    let after = board.children.iter().map(|child| length(child, rest, left - 1, valued));
    of_player(0) + of_player(1) + after.sum::<usize>()
}

/// Bytes that are read one after the other.
struct Reader<'a> {
    bytes: &'a [u8],
}

impl Reader<'_> {
    fn take<const COUNT: usize>(&mut self) -> Result<[u8; COUNT], SolverError> {
        let (first, rest) =
            self.bytes.split_first_chunk().ok_or(SolverError::Damaged("it is too short"))?;
        self.bytes = rest;
        Ok(*first)
    }
}

impl Solver {
    /// Returns the solution as bytes.
    ///
    /// # Errors
    ///
    /// [`SolverError::Loaded`]: what was loaded is saved already.
    pub fn save(&mut self) -> Result<Vec<u8>, SolverError> {
        if self.rivers.is_some() {
            return Err(SolverError::Loaded);
        }
        let streets = self.world.tree.streets.len();
        let valued = streets > 1;
        let left = kept_streets(streets);
        if has_lock_after(&mut self.store, left) {
            let reason = "a strategy is locked on the last street, which is not kept".to_owned();
            return Err(SolverError::Unsupported(reason));
        }
        if valued {
            set_keeping(&mut self.store, left, true);
            for player in 0..2 {
                self.with_crew(|solver, crew| solver.go(crew, player, Mode::Value));
            }
        }
        let length = length(&self.world.board, &self.world.plans, left, valued);
        let mut out = Vec::with_capacity(length);
        self.world.write(&self.world.board, &self.world.plans, &mut self.store, left, &mut out);
        set_keeping(&mut self.store, left, false);
        debug_assert_eq!(out.len(), length);
        Ok(out)
    }

    /// Reads what [`Solver::save`] returned for the same spot and options.
    ///
    /// # Errors
    ///
    /// Whatever is wrong with the spot, or with the bytes.
    pub fn load(
        spot: Spot,
        options: &Options,
        bytes: &[u8],
        target: f64,
    ) -> Result<Self, SolverError> {
        let mut solver = Self::prepare(spot, options, |_, _| Store::default())?;
        let streets = solver.world.tree.streets.len();
        let (left, valued) = (kept_streets(streets), streets > 1);
        let World { board, plans, .. } = &solver.world;
        if length(board, plans, left, valued) != bytes.len() {
            return Err(SolverError::Damaged("it has another length"));
        }
        let forests = &solver.world.tree.streets;
        solver.store = read(board, (plans, forests), left, valued, &mut Reader { bytes })?;
        solver.rivers = Some(Rivers::new(target));
        Ok(solver)
    }
}

fn has_lock_after(store: &mut Store, left: usize) -> bool {
    let here = left == 0 && !store.locks.is_empty();
    let below = |child: &mut std::sync::Mutex<Store>| {
        child.get_mut().is_ok_and(|child| has_lock_after(child, left.saturating_sub(1)))
    };
    here || store.children.iter_mut().any(below)
}

fn set_keeping(store: &mut Store, left: usize, keeps: bool) {
    if left == 0 {
        return;
    }
    store.kept = keeps.then(Box::default);
    for child in &mut store.children {
        if let Ok(child) = child.get_mut() {
            set_keeping(child, left - 1, keeps);
        }
    }
}

fn read(
    board: &Board,
    (plans, forests): (&[StreetPlan], &[Forest]),
    left: usize,
    valued: bool,
    reader: &mut Reader<'_>,
) -> Result<Store, SolverError> {
    let (Some((plan, rest)), Some((forest, forests))) =
        (plans.split_first().filter(|_| left > 0), forests.split_first())
    else {
        return Ok(Store::default());
    };
    let mut store = Store::default();
    let mut kept = [Vec::new(), Vec::new()];
    for (player, kept) in kept.iter_mut().enumerate() {
        let count = board.hands[player].len();
        let width = width(&board.hands[player]);
        let mut sums = vec![V::ZERO; plan.actions[player] * width];
        let numbers = sums.as_flattened_mut();
        for (node, &slot) in forest.nodes.iter().zip(&plan.slots) {
            if node.kind != (Kind::Decision { player }) {
                continue;
            }
            let actions = node.child_count as usize;
            for action in 0..actions {
                for hand in 0..count {
                    let place = slot as usize * width * LANES + place_of(hand, action, actions);
                    numbers[place] = f32::from(u16::from_le_bytes(reader.take()?)) / WHOLE;
                }
            }
        }
        store.players[player] = Numbers::Full { regrets: Vec::new(), sums };
        if valued {
            kept.reserve_exact(plan.slots.len() * count);
            for _ in 0..plan.slots.len() {
                let scale = f32::from_le_bytes(reader.take()?);
                if !scale.is_finite() {
                    return Err(SolverError::Damaged("a value is no number"));
                }
                for _ in 0..count {
                    kept.push(f32::from(i16::from_le_bytes(reader.take()?)) / MAX * scale);
                }
            }
        }
    }
    store.kept = valued.then(|| Box::new(kept));
    for child in &board.children {
        store.children.push(read(child, (rest, forests), left - 1, valued, reader)?.into());
    }
    Ok(store)
}

impl World {
    fn write(
        &self,
        board: &Board,
        plans: &[StreetPlan],
        store: &mut Store,
        left: usize,
        out: &mut Vec<u8>,
    ) {
        let Some((plan, rest)) = plans.split_first().filter(|_| left > 0) else { return };
        let mut parts = Vec::new();
        for player in 0..2 {
            let count = board.hands[player].len();
            let width = width(&board.hands[player]);
            parts.clear();
            parts.resize(plan.actions[player] * width, V::ZERO);
            self.normalise(board, plan, player, &store.players[player], &mut parts);
            for row in parts.as_flattened().chunks_exact((width * LANES).max(1)) {
                let units = row[..count].iter().map(|part| (part * WHOLE).round() as u16);
                out.extend(units.flat_map(u16::to_le_bytes));
            }
            let Some(kept) = &store.kept else { continue };
            for node in 0..plan.slots.len() {
                let row = &kept[player][node * count..(node + 1) * count];
                let largest = row.iter().fold(0.0_f32, |most, value| most.max(value.abs()));
                out.extend(largest.to_le_bytes());
                let scale = if largest > 0.0 { MAX / largest } else { 0.0 };
                let units = row.iter().map(|value| (value * scale).round() as i16);
                out.extend(units.flat_map(i16::to_le_bytes));
            }
        }
        for (child, store) in board.children.iter().zip(&mut store.children) {
            if let Ok(store) = store.get_mut() {
                self.write(child, rest, store, left - 1, out);
            }
        }
    }

    /// Makes parts of 1 of the sums of all decisions of a player on a board.
    fn normalise(
        &self,
        board: &Board,
        plan: &StreetPlan,
        player: usize,
        numbers: &Numbers,
        out: &mut [V],
    ) {
        let width = width(&board.hands[player]);
        let certain = vec![V::all(1.0); width];
        let street = self.plans.iter().position(|each| std::ptr::eq(each, plan)).unwrap_or(0);
        for (number, node) in self.tree.streets[street].nodes.iter().enumerate() {
            if node.kind == (Kind::Decision { player }) {
                let slot = Slot::new(plan, number, node.child_count as usize, width);
                let out = &mut out[slot.numbers.clone()];
                numbers.split(&self.kernels.0, &slot, false, &certain, out);
            }
        }
    }

    /// Solves one line of the last street on a board, for the hands with which both players come there.
    pub(crate) fn solve_line(
        &self,
        street: usize,
        board: &Board,
        line: usize,
        reaches: &[Vec<V>; 2],
        target: f64,
    ) -> Store {
        let mut store = Store::new(board, &self.plans[street..], Precision::Full);
        let mut scratch = Scratch::default();
        let root = self.tree.streets[street].roots[line];
        let reaches = &[0, 1].map(|player: usize| {
            let mut reach = reaches[player].clone();
            let weights = reach.as_flattened_mut();
            let scale = scale_of(weights.iter().copied().map(f64::from));
            weights.iter_mut().for_each(|weight| *weight = (f64::from(*weight) / scale) as f32);
            reach
        });
        let weights = [0, 1].map(|player: usize| self.totals(board, player, &reaches[1 - player]));
        let sum = |player: usize, values: &[V]| board.sum(player, values, &reaches[player]);
        let weight = sum(0, &weights[0]);
        for iteration in 0..MAX_ITERATIONS {
            for player in 0..2 {
                let mode = Mode::Learn(discount(iteration));
                let at = At { street, board, player, mode };
                self.values_at(at, &mut store, (line, &reaches[1 - player]), root, &mut scratch);
            }
            if iteration % ITERATIONS_A_LOOK != ITERATIONS_A_LOOK - 1 || weight <= 0.0 {
                continue;
            }
            let mut distance = 0.0;
            for player in 0..2 {
                let own = width(&board.hands[player]);
                for (mode, sign) in [(Mode::Respond, 0.5), (Mode::Value, -0.5)] {
                    let at = At { street, board, player, mode };
                    let asked = (line, reaches[1 - player].as_slice());
                    let values = self.values_at(at, &mut store, asked, root, &mut scratch);
                    distance += sign * sum(player, &values[..own]) / weight;
                }
            }
            if distance <= target {
                break;
            }
        }
        store
    }
}
