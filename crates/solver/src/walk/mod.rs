//! Going through the tree for one player: reaches of the other player down, values of the own hands up.
//!
//! | module | what is in it |
//! |---|---|
//! | [`plan`] | which nodes are gone through together |
//! | [`store`] | what is learnt, with 32 or 16 bits a number |
//! | `crew` | threads that wait for work |

pub(crate) mod crew;
pub mod plan;
pub mod store;

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::boards::{Board, width};
use crate::spot::tree::{Kind, Tree};
use crate::vectors::lanes::{Discount, Kernels, LANES, V};
use crate::vectors::vector::SMALLEST;
use crate::walk::crew::Crew;
use crate::walk::plan::{Chunk, NONE, StreetPlan};
use crate::walk::store::{Slot, Store};

/// The purpose of a walk.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Mode {
    /// The player learns; both play by their regrets.
    Learn(Discount),
    /// The player plays as well as possible against what the other has learnt.
    Respond,
    /// Both play as they have learnt.
    Value,
}

/// Room that is used again and again; that of one thread shares no lines of the caches with that of another.
#[derive(Debug, Default)]
#[repr(align(128))]
pub struct Scratch {
    streets: Vec<Rows>,
    packed: Vec<V>,
    wins: Vec<V>,
    totals: Vec<V>,
    /// The lines of a board that was dealt, side by side.
    lanes: Vec<V>,
    /// For subsets of hands.
    table: Vec<V>,
}

#[derive(Debug, Default)]
struct Rows {
    /// The reaches that lines begin with, of a board of this street.
    incoming: Vec<V>,
    /// The values of these lines.
    outgoing: Vec<V>,
    reaches: Vec<V>,
    values: Vec<V>,
    /// Reaches where cards are dealt, side by side, and what is won after that.
    down: Vec<V>,
    up: Vec<V>,
}

/// The tree, with all that does not change while it is solved.
#[derive(Debug)]
pub struct World {
    /// The betting.
    pub tree: Tree,
    /// The streets.
    pub plans: Vec<StreetPlan>,
    /// The first board.
    pub board: Board,
    /// The loops.
    pub kernels: KernelBox,
}

/// The loops, which print nothing of themselves.
#[derive(Clone, Copy)]
pub struct KernelBox(pub Kernels);

impl std::fmt::Debug for KernelBox {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Kernels")
    }
}

/// The values of each board after the first deal, side by side.
pub(crate) type Results = Vec<Mutex<Vec<V>>>;

fn grown(room: &mut Vec<V>, len: usize) -> &mut [V] {
    if room.len() < len {
        room.resize(len, V::ZERO);
    }
    &mut room[..len]
}

/// A place in the tree, and the player who asks.
#[derive(Clone, Copy)]
pub struct At<'a> {
    /// The street.
    pub street: usize,
    /// The board.
    pub board: &'a Board,
    /// The player whose values are computed.
    pub player: usize,
    /// The purpose of the walk.
    pub mode: Mode,
}

impl World {
    /// Goes through a street and all that follow on one board.
    ///
    /// `incoming` has a row of the other player's reach for each line, `outgoing` gets one of values for each.
    pub fn walk(
        &self,
        at: At<'_>,
        store: &mut Store,
        incoming: &[V],
        outgoing: &mut [V],
        scratch: &mut Scratch,
    ) {
        let At { street, board, player, .. } = at;
        let widths = [width(&board.hands[player]), width(&board.hands[1 - player])];
        if scratch.streets.len() <= street {
            scratch.streets.resize_with(street + 1, Rows::default);
        }
        let mut rows = std::mem::take(&mut scratch.streets[street]);
        for chunk in &self.plans[street].chunks[player] {
            let reaches = grown(&mut rows.reaches, chunk.row_count * widths[1]);
            let lines = &incoming[chunk.lines.start * widths[1]..chunk.lines.end * widths[1]];
            reaches[..lines.len()].copy_from_slice(lines);
            let values = grown(&mut rows.values, chunk.nodes.len() * widths[0]);
            self.go_down(at, chunk, store, reaches);
            self.compare(at, chunk, reaches, values, scratch);
            if !chunk.deals.is_empty() {
                self.deal(at, chunk, store, reaches, values, scratch);
            }
            self.go_up(at, chunk, store, values);
            self.keep(at, chunk, store, reaches, values);
            for line in chunk.lines.clone() {
                let root = self.tree.streets[street].roots[line] - chunk.nodes.start;
                outgoing[line * widths[0]..(line + 1) * widths[0]]
                    .copy_from_slice(&values[root * widths[0]..(root + 1) * widths[0]]);
            }
        }
        scratch.streets[street] = rows;
    }

    /// Returns the values of a node and of those after it, for a reach of the other player with which a line begins.
    pub fn values_at(
        &self,
        at: At<'_>,
        store: &mut Store,
        (line, reach): (usize, &[V]),
        node: usize,
        scratch: &mut Scratch,
    ) -> Vec<V> {
        let [own, other] = [at.player, 1 - at.player].map(|player| width(&at.board.hands[player]));
        let mut chunks = self.plans[at.street].chunks[at.player].iter();
        let Some(chunk) = chunks.find(|chunk| chunk.lines.contains(&line)) else {
            return Vec::new();
        };
        let mut reaches = vec![V::ZERO; chunk.row_count * other];
        let start = (line - chunk.lines.start) * other;
        reaches[start..start + other].copy_from_slice(reach);
        let mut values = vec![V::ZERO; chunk.nodes.len() * own];
        self.go_down(at, chunk, store, &mut reaches);
        self.compare(at, chunk, &reaches, &mut values, scratch);
        if !chunk.deals.is_empty() {
            self.deal(at, chunk, store, &reaches, &mut values, scratch);
        }
        self.go_up(at, chunk, store, &mut values);
        let children = self.tree.streets[at.street].nodes[node].children();
        let row = |node: usize| {
            let local = node - chunk.nodes.start;
            &values[local * own..(local + 1) * own]
        };
        std::iter::once(node).chain(children).flat_map(row).copied().collect()
    }

    /// Splits the reach of the other player, decision by decision.
    fn go_down(&self, at: At<'_>, chunk: &Chunk, store: &Store, reaches: &mut [V]) {
        let other = 1 - at.player;
        let nodes = &self.tree.streets[at.street].nodes;
        let plan = &self.plans[at.street];
        let width = width(&at.board.hands[other]);
        let numbers = &store.players[other];
        let by_regrets = matches!(at.mode, Mode::Learn(_));
        for number in chunk.nodes.clone() {
            let node = &nodes[number];
            if node.kind != (Kind::Decision { player: other }) {
                continue;
            }
            let row = chunk.rows[number - chunk.nodes.start] as usize;
            let first = chunk.rows[node.first_child as usize - chunk.nodes.start] as usize;
            let slot = Slot::new(plan, number, node.child_count as usize, width);
            let (before, after) = reaches.split_at_mut(first * width);
            let before = &before[row * width..(row + 1) * width];
            let after = &mut after[..slot.numbers.len()];
            numbers.split(&self.kernels.0, &slot, by_regrets, before, after);
        }
    }

    /// Values all nodes at which hands are compared or somebody has folded.
    fn compare(
        &self,
        at: At<'_>,
        chunk: &Chunk,
        reaches: &[V],
        values: &mut [V],
        scratch: &mut Scratch,
    ) {
        let At { board, player, .. } = at;
        let [own, other] = [width(&board.hands[player]), width(&board.hands[1 - player])];
        let kernels = &self.kernels.0;
        let order = &board.order;
        let count = board.hands[player].len();
        let packed = grown(&mut scratch.packed, other * LANES);
        let wins = grown(&mut scratch.wins, own * LANES);
        let totals = grown(&mut scratch.totals, own * LANES);
        let table = &mut scratch.table;
        for batch in &chunk.batches {
            kernels.pack(reaches, other, &batch.rows, packed);
            if batch.compares && board.children.is_empty() {
                self.compare_hands(board, player, packed, wins, totals, table);
            } else {
                if batch.compares {
                    self.run_out(board, player, packed, wins, table);
                }
                if batch.totals {
                    kernels.add_up(order, player, packed, totals, table);
                }
            }
            // Lanes behind the last hand are padding.
            wins[count..].fill(V::ZERO);
            totals[count..].fill(V::ZERO);
            if batch.compares {
                if batch.has_costs {
                    kernels.scale(wins, &batch.stakes);
                    kernels.add_scaled(totals, &batch.costs, wins);
                    kernels.unpack(wins, &[1.0; LANES], own, &batch.showdowns, values);
                } else {
                    kernels.unpack(wins, &batch.stakes.0, own, &batch.showdowns, values);
                }
            }
            if batch.folds.iter().any(|&fold| fold != NONE) {
                kernels.unpack(totals, &batch.gains.0, own, &batch.folds, values);
            }
        }
    }

    /// Compares the hands of a complete board in all ways that share the pot.
    fn compare_hands(
        &self,
        board: &Board,
        player: usize,
        packed: &[V],
        wins: &mut [V],
        totals: &mut [V],
        table: &mut Vec<V>,
    ) {
        let kernels = &self.kernels.0;
        kernels.compare(&board.order, player, packed, wins, totals, table);
        if board.part < 1.0 {
            kernels.scale(wins, &V::all(board.part));
        }
        for contest in &board.contests {
            let [own, other] = [&contest.places[player], &contest.places[1 - player]];
            let mut reach = vec![V::ZERO; other.len()];
            kernels.choose(packed, other, &mut reach);
            let mut more = vec![V::ZERO; own.len()];
            let mut rest = more.clone();
            kernels.compare(&contest.order, player, &reach, &mut more, &mut rest, table);
            let part = V::all(contest.part);
            for (more, &place) in more.iter().zip(own) {
                wins[place as usize] = wins[place as usize].add(more.mul(part));
            }
        }
    }

    /// Compares hands over all runouts, of reaches that stand side by side.
    pub(crate) fn run_out(
        &self,
        board: &Board,
        player: usize,
        packed: &[V],
        wins: &mut [V],
        table: &mut Vec<V>,
    ) {
        let kernels = &self.kernels.0;
        if let Some(odds) = &board.odds {
            return odds.win(kernels, board, player, packed, wins);
        }
        if board.children.is_empty() {
            let mut totals = vec![V::ZERO; wins.len()];
            self.compare_hands(board, player, packed, wins, &mut totals, table);
            return;
        }
        wins.fill(V::ZERO);
        for child in &board.children {
            let [own, other] = [player, 1 - player].map(|each| width(&child.hands[each]) * LANES);
            let mut reach = vec![V::ZERO; other];
            kernels.choose(packed, &child.deals[0].places[1 - player], &mut reach);
            kernels.scale(&mut reach, &V::all(child.chance));
            let mut after = vec![V::ZERO; own];
            self.run_out(child, player, &reach, &mut after, table);
            child.add_up(kernels, player, &after, wins);
        }
    }

    /// Goes through the boards that follow, one after the other.
    fn deal(
        &self,
        at: At<'_>,
        chunk: &Chunk,
        store: &mut Store,
        reaches: &[V],
        values: &mut [V],
        scratch: &mut Scratch,
    ) {
        let street = at.street + 1;
        if scratch.streets.len() <= street {
            scratch.streets.resize_with(street + 1, Rows::default);
        }
        let rows = &mut scratch.streets[street];
        let [mut incoming, mut outgoing, mut down, mut up] =
            [&mut rows.incoming, &mut rows.outgoing, &mut rows.down, &mut rows.up]
                .map(std::mem::take);
        self.put_together(at, chunk, reaches, &mut down);
        up.clear();
        let room = self.room_of(at, at.player) * chunk.deals.len();
        let up_all = grown(&mut up, room);
        for (child, store) in at.board.children.iter().zip(&mut store.children) {
            let Ok(store) = store.get_mut() else { continue };
            let next = At { street, board: child, ..at };
            let (lines_in, lines_out) = self.rooms(next, &mut incoming, &mut outgoing);
            self.hand_down(at, child, chunk, &down, lines_in, &mut scratch.lanes);
            self.walk(next, store, lines_in, lines_out, scratch);
            self.hand_up(next, chunk, lines_out, &mut scratch.lanes);
            self.add_child(at, child, chunk, &scratch.lanes, up_all);
        }
        self.take_apart(at, chunk, up_all, values);
        let rows = &mut scratch.streets[street];
        (rows.incoming, rows.outgoing, rows.down, rows.up) = (incoming, outgoing, down, up);
    }

    fn rooms<'a>(
        &self,
        next: At<'_>,
        incoming: &'a mut Vec<V>,
        outgoing: &'a mut Vec<V>,
    ) -> (&'a mut [V], &'a mut [V]) {
        let lines = self.tree.streets[next.street].roots.len();
        let own = width(&next.board.hands[next.player]);
        let other = width(&next.board.hands[1 - next.player]);
        (grown(incoming, lines * other), grown(outgoing, lines * own))
    }

    /// Returns how many vectors the hands of a player fill that stand side by side.
    fn room_of(&self, at: At<'_>, player: usize) -> usize {
        width(&at.board.hands[player]) * LANES
    }

    /// Puts the reaches where cards are dealt side by side.
    fn put_together(&self, at: At<'_>, chunk: &Chunk, reaches: &[V], down: &mut Vec<V>) {
        let room = self.room_of(at, 1 - at.player);
        let down = grown(down, room * chunk.deals.len());
        for (deals, down) in chunk.deals.iter().zip(down.chunks_exact_mut(room.max(1))) {
            self.kernels.0.pack(reaches, room / LANES, &deals.rows, down);
        }
    }

    /// Gives reaches that stand side by side to a board that follows.
    fn hand_down(
        &self,
        at: At<'_>,
        child: &Board,
        chunk: &Chunk,
        down: &[V],
        incoming: &mut [V],
        lanes: &mut Vec<V>,
    ) {
        let other = 1 - at.player;
        let to = width(&child.hands[other]);
        let places = &child.deals[0].places[other];
        let lanes = grown(lanes, to * LANES);
        lanes[places.len()..].fill(V::ZERO);
        let from = down.chunks_exact(self.room_of(at, other).max(1));
        for (deals, from) in chunk.deals.iter().zip(from) {
            self.kernels.0.choose(from, places, lanes);
            self.kernels.0.unpack(lanes, &[child.chance; LANES], to, &deals.lines, incoming);
        }
    }

    /// Puts what lines of a board that follows are worth side by side.
    fn hand_up(&self, next: At<'_>, chunk: &Chunk, outgoing: &[V], lanes: &mut Vec<V>) {
        let room = self.room_of(next, next.player);
        let lanes = grown(lanes, room * chunk.deals.len());
        for (deals, lanes) in chunk.deals.iter().zip(lanes.chunks_exact_mut(room.max(1))) {
            self.kernels.0.pack(outgoing, room / LANES, &deals.lines, lanes);
        }
    }

    /// Adds what a board that follows is worth, for all deals that it stands for.
    fn add_child(&self, at: At<'_>, child: &Board, chunk: &Chunk, lanes: &[V], up: &mut [V]) {
        let room = width(&child.hands[at.player]) * LANES;
        let into = up.chunks_exact_mut(self.room_of(at, at.player).max(1));
        for ((_, lanes), up) in chunk.deals.iter().zip(lanes.chunks_exact(room.max(1))).zip(into) {
            child.add_up(&self.kernels.0, at.player, lanes, up);
        }
    }

    /// Writes what deals are worth to their nodes.
    fn take_apart(&self, at: At<'_>, chunk: &Chunk, up: &[V], values: &mut [V]) {
        let room = self.room_of(at, at.player);
        for (deals, up) in chunk.deals.iter().zip(up.chunks_exact(room.max(1))) {
            self.kernels.0.unpack(up, &[1.0; LANES], room / LANES, &deals.nodes, values);
        }
    }

    /// Values decisions from the last to the first.
    fn go_up(&self, at: At<'_>, chunk: &Chunk, store: &mut Store, values: &mut [V]) {
        let player = at.player;
        let nodes = &self.tree.streets[at.street].nodes;
        let plan = &self.plans[at.street];
        let width = width(&at.board.hands[player]);
        let kernels = &self.kernels.0;
        for number in chunk.nodes.clone().rev() {
            let node = &nodes[number];
            let Kind::Decision { player: actor } = node.kind else { continue };
            let local = number - chunk.nodes.start;
            let first = (node.first_child as usize - chunk.nodes.start) * width;
            let count = node.child_count as usize * width;
            let (before, after) = values.split_at_mut(first);
            let out = &mut before[local * width..(local + 1) * width];
            let children = &after[..count];
            if actor != player {
                kernels.gather(children, out);
                continue;
            }
            let slot = Slot::new(plan, number, node.child_count as usize, width);
            let lock = store.lock_at(number);
            let numbers = &mut store.players[player];
            let locked = lock.map(|lock| &store.locks[lock]);
            match at.mode {
                Mode::Learn(discount) => {
                    numbers.learn(kernels, &slot, children, out, &discount);
                    if let Some(lock) = locked {
                        numbers.restore(&slot, lock);
                    }
                }
                Mode::Value => numbers.weigh(kernels, &slot, children, out),
                Mode::Respond => {
                    kernels.best(children, out);
                    if let Some(lock) = locked {
                        lock.value(children, out);
                    }
                }
            }
        }
    }

    /// Keeps what hands are worth, where somebody asked for it.
    fn keep(&self, at: At<'_>, chunk: &Chunk, store: &mut Store, reaches: &[V], values: &[V]) {
        let Some(kept) = &mut store.kept else { return };
        let [own, other] = [at.player, 1 - at.player].map(|player| width(&at.board.hands[player]));
        let count = at.board.hands[at.player].len();
        let kept = &mut kept[at.player];
        kept.resize(self.tree.streets[at.street].nodes.len() * count, 0.0);
        let totals: Vec<Vec<V>> = (0..chunk.row_count)
            .map(|row| &reaches[row * other..(row + 1) * other])
            .map(|reach| self.totals(at.board, at.player, reach))
            .collect();
        for (local, number) in chunk.nodes.clone().enumerate() {
            let totals = totals[chunk.rows[local] as usize].as_flattened();
            let values = values[local * own..(local + 1) * own].as_flattened();
            let row = &mut kept[number * count..(number + 1) * count];
            for ((kept, value), total) in row.iter_mut().zip(values).zip(totals) {
                *kept = per_weight(*value, *total).unwrap_or(0.0);
            }
        }
    }

    /// Goes through the whole tree on several threads: the result does not depend on how many.
    ///
    /// `reach` is that of the other player at the root; the values of the player's hands come back.
    pub(crate) fn go(
        &self,
        player: usize,
        mode: Mode,
        store: &mut Store,
        reach: &[V],
        (crew, scratches, results): (&Crew, &[Mutex<Scratch>], &mut Results),
    ) -> Vec<V> {
        let at = At { street: 0, board: &self.board, player, mode };
        let own = width(&self.board.hands[player]);
        let mut out = vec![V::ZERO; own];
        let Some(Ok(mut scratch)) = scratches.first().map(Mutex::lock) else { return out };
        let [chunk] = self.plans[0].chunks[player].as_slice() else { return out };
        if crew.len() <= 1 || self.board.children.len() <= 1 || chunk.deals.is_empty() {
            self.walk(at, store, reach, &mut out, &mut scratch);
            return out;
        }
        drop(scratch);
        let other = width(&self.board.hands[1 - player]);
        let mut reaches = vec![V::ZERO; chunk.row_count * other];
        reaches[..other].copy_from_slice(reach);
        let mut values = vec![V::ZERO; chunk.nodes.len() * own];
        self.go_down(at, chunk, store, &mut reaches);
        let mut down = Vec::new();
        self.put_together(at, chunk, &reaches, &mut down);
        // A thread goes through the boards that were its own the last time, whose numbers are in its caches, and then
        // helps others.
        let (boards, threads) = (self.board.children.len(), crew.len());
        let first = |thread: usize| boards * thread / threads;
        let shares: Vec<Share> =
            (0..threads).map(|thread| Share(AtomicUsize::new(first(thread)))).collect();
        let take = |thread: usize| {
            (0..threads).map(|turn| (thread + turn) % threads).find_map(|share| {
                let number = shares[share].0.fetch_add(1, Ordering::Relaxed);
                (number < first(share + 1)).then_some(number)
            })
        };
        results.resize_with(boards, Mutex::default);
        let compare = || {
            if let Ok(mut scratch) = scratches[0].lock() {
                self.compare(at, chunk, &reaches, &mut values, &mut scratch);
            }
        };
        let stores = &store.children;
        crew.run(compare, &|thread| {
            let Some(Ok(mut scratch)) = scratches.get(thread).map(Mutex::lock) else { return };
            if scratch.streets.len() <= 1 {
                scratch.streets.resize_with(2, Rows::default);
            }
            let rows = &mut scratch.streets[1];
            let [mut incoming, mut outgoing] =
                [&mut rows.incoming, &mut rows.outgoing].map(std::mem::take);
            while let Some(number) = take(thread) {
                let child = &self.board.children[number];
                let (Ok(mut store), Ok(mut result)) =
                    (stores[number].lock(), results[number].lock())
                else {
                    break;
                };
                let after = At { street: 1, board: child, ..at };
                let (lines_in, lines_out) = self.rooms(after, &mut incoming, &mut outgoing);
                self.hand_down(at, child, chunk, &down, lines_in, &mut scratch.lanes);
                self.walk(after, &mut store, lines_in, lines_out, &mut scratch);
                self.hand_up(after, chunk, lines_out, &mut result);
            }
            let rows = &mut scratch.streets[1];
            (rows.incoming, rows.outgoing) = (incoming, outgoing);
        });
        let mut up = vec![V::ZERO; self.room_of(at, player) * chunk.deals.len()];
        for (child, result) in self.board.children.iter().zip(results.iter_mut()) {
            if let Ok(result) = result.get_mut() {
                self.add_child(at, child, chunk, result, &mut up);
            }
        }
        self.take_apart(at, chunk, &up, &mut values);
        self.go_up(at, chunk, store, &mut values);
        self.keep(at, chunk, store, &reaches, &values);
        out.copy_from_slice(&values[..own]);
        out
    }
}

/// Divides what a hand wins by the weight of the hands that it meets; nothing if it meets none.
pub(crate) fn per_weight(value: f32, total: f32) -> Option<f32> {
    (total >= SMALLEST).then(|| (value / total).clamp(f32::MIN, f32::MAX))
}

/// Returns the power of two that brings the largest of some weights close to 1: products of small weights would get lost,
/// and powers of two change nothing else.
pub(crate) fn scale_of(weights: impl Iterator<Item = f64>) -> f64 {
    let largest = weights.fold(0.0, f64::max);
    if largest > 0.0 { largest.log2().floor().exp2() } else { 1.0 }
}

/// The number of the next board of a thread, away from all that other threads write.
#[repr(align(128))]
struct Share(AtomicUsize);

/// Vectors as plain numbers.
pub trait Flat {
    /// Returns the numbers.
    fn as_flattened(&self) -> &[f32];
    /// Returns the numbers, to change them.
    fn as_flattened_mut(&mut self) -> &mut [f32];
}

impl Flat for [V] {
    #[inline(always)]
    fn as_flattened(&self) -> &[f32] {
        // SAFETY: a vector is sixteen numbers, without anything between them.
        unsafe { std::slice::from_raw_parts(self.as_ptr().cast(), self.len() * LANES) }
    }

    #[inline(always)]
    fn as_flattened_mut(&mut self) -> &mut [f32] {
        // SAFETY: as above.
        unsafe { std::slice::from_raw_parts_mut(self.as_mut_ptr().cast(), self.len() * LANES) }
    }
}
