//! Loops over vectors of sixteen numbers, compiled for every set of instructions.
//!
//! The same loops run on all machines, without fused operations, so that all levels come to the same bits.

use croupier_eval::batch::Level;

pub use crate::vectors::learning::{Discount, Shorts};
use crate::vectors::learning::{learn_numbers, learn_short_numbers, split_numbers, weigh_numbers};
use crate::vectors::subsets::Subsets;
#[cfg(target_arch = "x86_64")]
use crate::vectors::vector::Wide;
pub use crate::vectors::vector::{LANES, Short, V};
use crate::vectors::vector::{Scalar, Transpose};

/// The second card of a hand of one card: nothing is ever added up for it.
pub const NO_CARD: u8 = 63;
const CARDS: usize = 64;

/// Hands of both players, in the order of strength on a complete board.
#[derive(Debug, Clone, Default)]
pub struct Order {
    /// The cards of each player's hands.
    pub cards: [Vec<[u8; 2]>; 2],
    /// The places of hands that both can have.
    pub same: Vec<[u32; 2]>,
    /// For each hand how many it stands for, and how many of these have each of its cards; empty where each stands for
    /// itself and has two cards.
    pub factors: [Vec<[f32; 3]>; 2],
    /// Hands of equal strength: where they end among those of each player.
    pub groups: Vec<[u32; 2]>,
    /// The subsets of hands of more than two cards.
    pub subsets: Option<Box<Subsets>>,
}

macro_rules! kernels {
    ($($(#[$doc:meta])* fn $name:ident($($argument:ident: $type:ty),* $(,)?) $body:block)*) => {
        /// The loops for one set of instructions.
        #[derive(Clone, Copy)]
        pub struct Kernels {
            $($name: unsafe fn($($argument: $type),*),)*
        }

        impl Kernels {
            /// Returns the loops for a level, or for the best one of the machine where that is lower.
            #[must_use]
            pub fn new(level: Level) -> Self {
                let level = Level::available().into_iter().filter(|each| *each <= level).max();
                match level {
                    #[cfg(target_arch = "x86_64")]
                    Some(Level::Avx512) => Self { $($name: avx512::$name,)* },
                    #[cfg(target_arch = "x86_64")]
                    Some(Level::Avx2) => Self { $($name: avx2::$name,)* },
                    _ => Self { $($name: baseline::$name,)* },
                }
            }

            $(
                $(#[$doc])*
                #[inline]
                pub fn $name(&self, $($argument: $type),*) {
                    // SAFETY: the machine has the level that these loops were compiled for.
                    unsafe { (self.$name)($($argument),*) }
                }
            )*
        }

        mod inlined {
            use super::*;
            $(#[inline(always)] pub fn $name<T: Transpose>($($argument: $type),*) $body)*
        }

        mod baseline {
            use super::*;
            $(pub fn $name($($argument: $type),*) { inlined::$name::<Scalar>($($argument),*) })*
        }

        #[cfg(target_arch = "x86_64")]
        mod avx2 {
            use super::*;
            $(
                #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
                pub fn $name($($argument: $type),*) { inlined::$name::<Scalar>($($argument),*) }
            )*
        }

        #[cfg(target_arch = "x86_64")]
        mod avx512 {
            use super::*;
            $(
                #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx2,bmi1,bmi2,lzcnt,popcnt")]
                pub fn $name($($argument: $type),*) { inlined::$name::<Wide>($($argument),*) }
            )*
        }
    };
}

/// The sums so far: of all hands, and of those with each card.
struct Running {
    sum: V,
    cards: [V; CARDS],
}

impl Running {
    #[inline(always)]
    fn new() -> Self {
        Self { sum: V::ZERO, cards: [V::ZERO; CARDS] }
    }

    /// Adds a player's hands from one place to another.
    #[inline(always)]
    fn add<const MERGED: bool>(
        &mut self,
        (order, player): (&Order, usize),
        reach: &[V],
        from: usize,
        to: usize,
    ) {
        let hands = reach[from..to].iter().zip(&order.cards[player][from..to]);
        for (place, (reach, &[one, two])) in hands.enumerate() {
            let (one, two) = (one as usize % CARDS, two as usize % CARDS);
            if MERGED {
                let [count, first, second] = order.factors[player][from + place];
                self.sum = self.sum.add(reach.mul(V::all(count)));
                self.cards[one] = self.cards[one].add(reach.mul(V::all(first)));
                self.cards[two] = self.cards[two].add(reach.mul(V::all(second)));
            } else {
                self.sum = self.sum.add(*reach);
                self.cards[one] = self.cards[one].add(*reach);
                self.cards[two] = self.cards[two].add(*reach);
            }
        }
    }

    /// Returns what has none of two cards; what has both was taken away twice.
    ///
    /// Places are checked: where they were not, the compiler would go through sixteen hands at once instead of the
    /// sixteen numbers of a vector, which takes several times as long.
    #[inline(always)]
    fn without(&self, &[one, two]: &[u8; 2]) -> V {
        self.sum.sub(self.cards[one as usize]).sub(self.cards[two as usize])
    }
}

#[inline(always)]
fn sweep_of<const MERGED: bool>(
    order: &Order,
    player: usize,
    reach: &[V],
    wins: &mut [V],
    totals: &mut [V],
) {
    let mut running = Running::new();
    let cards = &order.cards[player];
    let (mut own, mut other) = (0, 0);
    for ends in &order.groups {
        let (own_end, other_end) = (ends[player] as usize, ends[1 - player] as usize);
        if other == other_end {
            for (wins, cards) in wins[own..own_end].iter_mut().zip(&cards[own..own_end]) {
                let weaker = running.without(cards);
                *wins = weaker.add(weaker);
            }
        } else {
            for (wins, cards) in wins[own..own_end].iter_mut().zip(&cards[own..own_end]) {
                *wins = running.without(cards);
            }
            running.add::<MERGED>((order, 1 - player), reach, other, other_end);
            for (wins, cards) in wins[own..own_end].iter_mut().zip(&cards[own..own_end]) {
                *wins = wins.add(running.without(cards));
            }
        }
        (own, other) = (own_end, other_end);
    }
    for ((wins, total), cards) in wins.iter_mut().zip(totals.iter_mut()).zip(cards) {
        let all = running.without(cards);
        *wins = wins.sub(all);
        *total = all;
    }
    add_same(order, player, reach, totals);
}

/// Adds the same hand of the other, which was taken away twice, once for each of its cards.
#[inline(always)]
fn add_same(order: &Order, player: usize, reach: &[V], totals: &mut [V]) {
    for places in &order.same {
        let total = &mut totals[places[player] as usize];
        *total = total.add(reach[places[1 - player] as usize]);
    }
}

/// Adds the same hand of the other player, or takes it away: what hands of more than two cards need.
#[inline(always)]
fn put_same_right(order: &Order, player: usize, adds: bool, reach: &[V], totals: &mut [V]) {
    if adds {
        return add_same(order, player, reach, totals);
    }
    for places in &order.same {
        let total = &mut totals[places[player] as usize];
        *total = total.sub(reach[places[1 - player] as usize]);
    }
}

kernels! {
    /// Splits a reach by a strategy: `numbers` are regrets or sums of strategies, all actions of sixteen hands together.
    fn split(numbers: &[V], reach: &[V], out: &mut [V]) {
        split_numbers(numbers, reach, out);
    }

    /// The same with numbers of 16 bits.
    fn split_shorts(numbers: &[Short], reach: &[V], out: &mut [V]) {
        split_numbers(numbers, reach, out);
    }

    /// Values a decision by its strategy, and learns from what the actions are worth.
    fn learn(regrets: &mut [V], sums: &mut [V], values: &[V], out: &mut [V], discount: &Discount) {
        learn_numbers(regrets, sums, values, out, discount);
    }

    /// The same with numbers of 16 bits.
    fn learn_shorts(shorts: &mut Shorts<'_>, values: &[V], out: &mut [V], discount: &Discount) {
        learn_short_numbers(shorts, values, out, discount);
    }

    /// Values a decision by a strategy.
    fn weigh(numbers: &[V], values: &[V], out: &mut [V]) {
        weigh_numbers(numbers, values, out);
    }

    /// The same with numbers of 16 bits.
    fn weigh_shorts(numbers: &[Short], values: &[V], out: &mut [V]) {
        weigh_numbers(numbers, values, out);
    }

    /// Values a decision by the best action.
    fn best(values: &[V], out: &mut [V]) {
        let width = out.len();
        for (place, out) in out.iter_mut().enumerate() {
            let mut best = values[place];
            for value in values[place..].iter().step_by(width).skip(1) {
                best = best.larger(*value);
            }
            *out = best;
        }
    }

    /// Adds values up.
    fn gather(values: &[V], out: &mut [V]) {
        let width = out.len();
        for (place, out) in out.iter_mut().enumerate() {
            let mut sum = values[place];
            for value in values[place..].iter().step_by(width).skip(1) {
                sum = sum.add(*value);
            }
            *out = sum;
        }
    }

    /// Puts up to sixteen rows side by side: a vector for each hand, with a number of each row.
    fn pack(rows: &[V], width: usize, chosen: &[u32], out: &mut [V]) {
        let mut block = [V::ZERO; LANES];
        for (place, out) in out.as_chunks_mut::<LANES>().0.iter_mut().enumerate().take(width) {
            for (row, &chosen) in block.iter_mut().zip(chosen) {
                *row = rows[chosen as usize * width + place];
            }
            T::transpose(&block, out);
        }
    }

    /// Takes apart what stood side by side, multiplied, and puts it into rows.
    fn unpack(packed: &[V], factors: &[f32; LANES], width: usize, targets: &[u32], out: &mut [V]) {
        let mut block = [V::ZERO; LANES];
        for (place, packed) in packed.as_chunks::<LANES>().0.iter().enumerate().take(width) {
            T::transpose(packed, &mut block);
            for ((row, &target), factor) in block.iter().zip(targets).zip(factors) {
                if target != u32::MAX {
                    out[target as usize * width + place] = row.mul(V::all(*factor));
                }
            }
        }
    }

    /// Adds one thing, multiplied, to another.
    fn add_scaled(from: &[V], factors: &V, to: &mut [V]) {
        for (to, from) in to.iter_mut().zip(from) {
            *to = to.add(from.mul(*factors));
        }
    }

    /// Multiplies everything.
    fn scale(values: &mut [V], factors: &V) {
        for value in values {
            *value = value.mul(*factors);
        }
    }

    /// Takes some of many vectors.
    fn choose(from: &[V], places: &[u32], out: &mut [V]) {
        for (out, &place) in out.iter_mut().zip(places) {
            *out = from[place as usize];
        }
    }

    /// Adds vectors to some of many, each as often as its factor says; once where there are none.
    fn add_to(values: &[V], places: &[u32], factors: &[f32], sums: &mut [V]) {
        if factors.is_empty() {
            for (value, &place) in values.iter().zip(places) {
                let sum = &mut sums[place as usize];
                *sum = sum.add(*value);
            }
            return;
        }
        for ((value, &place), factor) in values.iter().zip(places).zip(factors) {
            let sum = &mut sums[place as usize];
            *sum = sum.add(value.mul(V::all(*factor)));
        }
    }

    /// For each hand of a player, adds up what of the other's is weaker, less what is stronger; and all that goes with it.
    fn sweep(order: &Order, player: usize, reach: &[V], wins: &mut [V], totals: &mut [V]) {
        if order.factors[1 - player].is_empty() {
            sweep_of::<false>(order, player, reach, wins, totals);
        } else {
            sweep_of::<true>(order, player, reach, wins, totals);
        }
    }

    /// The same for hands of more than two cards, with a table for their subsets.
    fn sweep_subsets(
        order: &Order,
        player: usize,
        reach: &[V],
        wins: &mut [V],
        totals: &mut [V],
        table: &mut [V],
    ) {
        let Some(subsets) = &order.subsets else { return };
        table.fill(V::ZERO);
        let mut sum = V::ZERO;
        let (mut own, mut other) = (0, 0);
        for ends in &order.groups {
            let (own_end, other_end) = (ends[player] as usize, ends[1 - player] as usize);
            for (hand, wins) in (own..own_end).zip(&mut wins[own..own_end]) {
                *wins = subsets.without(sum, table, player, hand);
            }
            for (hand, reach) in (other..other_end).zip(&reach[other..other_end]) {
                sum = sum.add(*reach);
                subsets.put(*reach, table, 1 - player, hand);
            }
            for (hand, wins) in (own..own_end).zip(&mut wins[own..own_end]) {
                *wins = wins.add(subsets.without(sum, table, player, hand));
            }
            (own, other) = (own_end, other_end);
        }
        for (hand, (wins, total)) in wins.iter_mut().zip(totals.iter_mut()).enumerate().take(own) {
            let all = subsets.without(sum, table, player, hand);
            *wins = wins.sub(all);
            *total = all;
        }
        put_same_right(order, player, subsets.adds_same, reach, totals);
    }

    /// Adds the totals of hands of more than two cards.
    fn total_subsets(order: &Order, player: usize, reach: &[V], totals: &mut [V], table: &mut [V]) {
        let Some(subsets) = &order.subsets else { return };
        table.fill(V::ZERO);
        let mut sum = V::ZERO;
        for (hand, reach) in reach.iter().enumerate().take(order.cards[1 - player].len()) {
            sum = sum.add(*reach);
            subsets.put(*reach, table, 1 - player, hand);
        }
        for (hand, total) in totals.iter_mut().enumerate().take(order.cards[player].len()) {
            *total = subsets.without(sum, table, player, hand);
        }
        put_same_right(order, player, subsets.adds_same, reach, totals);
    }

    /// For each hand of a player, adds up what of the other's goes with it.
    fn total(order: &Order, player: usize, reach: &[V], totals: &mut [V]) {
        let mut running = Running::new();
        let other = (order, 1 - player);
        let end = order.cards[1 - player].len();
        if order.factors[1 - player].is_empty() {
            running.add::<false>(other, reach, 0, end);
        } else {
            running.add::<true>(other, reach, 0, end);
        }
        for (total, cards) in totals.iter_mut().zip(&order.cards[player]) {
            *total = running.without(cards);
        }
        add_same(order, player, reach, totals);
    }

    /// Multiplies a matrix, a row for each hand of the first player, with reaches of the second that stand side by side.
    fn multiply(matrix: &[i16], columns: usize, reach: &[V], out: &mut [V]) {
        let columns = columns.max(1);
        for (rows, out) in matrix.chunks(ROWS * columns).zip(out.chunks_mut(ROWS)) {
            // Each by itself, so that all of them stay where they are added up.
            let (mut one, mut two, mut three, mut four) = (V::ZERO, V::ZERO, V::ZERO, V::ZERO);
            for first in (0..columns).step_by(BLOCK) {
                let count = BLOCK.min(columns - first);
                let mut block = [[0.0; BLOCK]; ROWS];
                for (numbers, row) in block.iter_mut().zip(rows.chunks_exact(columns)) {
                    read_numbers(&row[first..first + count], numbers);
                }
                for (place, reach) in reach[first..first + count].iter().enumerate() {
                    let place = place % BLOCK;
                    one = one.add(reach.mul(V::all(block[0][place])));
                    two = two.add(reach.mul(V::all(block[1][place])));
                    three = three.add(reach.mul(V::all(block[2][place])));
                    four = four.add(reach.mul(V::all(block[3][place])));
                }
            }
            for (out, sum) in out.iter_mut().zip([one, two, three, four]) {
                *out = sum;
            }
        }
    }

    /// Multiplies the same matrix from the other side, with reaches of the first player; what it is taken off begins with
    /// nothing.
    fn multiply_back(matrix: &[i16], columns: usize, reach: &[V], out: &mut [V]) {
        let columns = columns.max(1);
        out.fill(V::ZERO);
        for (rows, reach) in matrix.chunks(ROWS * columns).zip(reach.chunks(ROWS)) {
            let mut reaches = [V::ZERO; ROWS];
            reaches[..reach.len()].copy_from_slice(reach);
            for first in (0..columns).step_by(BLOCK) {
                let count = BLOCK.min(columns - first);
                let mut block = [[0.0; BLOCK]; ROWS];
                for (numbers, row) in block.iter_mut().zip(rows.chunks_exact(columns)) {
                    read_numbers(&row[first..first + count], numbers);
                }
                for (place, out) in out[first..first + count].iter_mut().enumerate() {
                    let mut sum = *out;
                    for row in 0..ROWS {
                        sum = sum.sub(reaches[row].mul(V::all(block[row][place % BLOCK])));
                    }
                    *out = sum;
                }
            }
        }
    }
}

/// So many rows of a matrix are gone through together, and so many of its columns.
const ROWS: usize = 4;
const BLOCK: usize = 64;

/// Makes numbers of 16 bits ready to be multiplied.
#[inline(always)]
fn read_numbers(from: &[i16], to: &mut [f32; BLOCK]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to = f32::from(*from);
    }
}

impl Kernels {
    /// Compares the hands of a complete board, of however many cards they are: see [`Kernels::sweep`].
    pub fn compare(
        &self,
        order: &Order,
        player: usize,
        reach: &[V],
        wins: &mut [V],
        totals: &mut [V],
        table: &mut Vec<V>,
    ) {
        match &order.subsets {
            None => self.sweep(order, player, reach, wins, totals),
            Some(subsets) => {
                table.resize(subsets.table, V::ZERO);
                self.sweep_subsets(order, player, reach, wins, totals, table);
            }
        }
    }

    /// Adds up what goes with each hand, of however many cards they are: see [`Kernels::total`].
    pub fn add_up(
        &self,
        order: &Order,
        player: usize,
        reach: &[V],
        totals: &mut [V],
        table: &mut Vec<V>,
    ) {
        match &order.subsets {
            None => self.total(order, player, reach, totals),
            Some(subsets) => {
                table.resize(subsets.table, V::ZERO);
                self.total_subsets(order, player, reach, totals, table);
            }
        }
    }
}
