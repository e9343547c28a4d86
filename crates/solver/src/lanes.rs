//! Loops over vectors of sixteen numbers, compiled for every set of instructions.
//!
//! The same loops run on all machines, without fused operations, so that all levels come to the same bits.

use croupier_eval::batch::Level;

pub use crate::learning::{Discount, Shorts};
use crate::learning::{learn_numbers, learn_short_numbers, split_numbers, weigh_numbers};
use crate::subsets::Subsets;
#[cfg(target_arch = "x86_64")]
use crate::vector::Wide;
pub use crate::vector::{LANES, Short, V};
use crate::vector::{Scalar, Transpose};

/// Places of cards that are read and never written, and that are written and never read.
pub const NEVER_WRITTEN: u8 = 63;
/// See [`NEVER_WRITTEN`].
pub const NEVER_READ: u8 = 62;
const CARDS: usize = 64;

/// Hands of both players in the order of strength on a complete board, for one of them as the one who asks.
#[derive(Debug, Clone, Default)]
pub struct Order {
    /// The cards of the own hands, as they are read.
    pub own: Vec<[u8; 2]>,
    /// The cards of the other's hands, as they are written.
    pub other: Vec<[u8; 2]>,
    /// For each own hand, the place of the same hand of the other; behind the last where there is none.
    pub same: Vec<u32>,
    /// For each of the other's hands how many it stands for, and how many of these have each of its cards; empty where
    /// each stands for itself.
    pub factors: Vec<[f32; 3]>,
    /// Hands of equal strength: where they end among the own ones, and among the other's.
    pub groups: Vec<(u32, u32)>,
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

/// What was added up so far: all of it, and what has each card.
struct Running {
    sum: V,
    cards: [V; CARDS],
}

impl Running {
    #[inline(always)]
    fn new() -> Self {
        Self { sum: V::ZERO, cards: [V::ZERO; CARDS] }
    }

    /// Adds the other's hands from one place to another.
    #[inline(always)]
    fn add<const MERGED: bool>(&mut self, order: &Order, reach: &[V], from: usize, to: usize) {
        let hands = reach[from..to].iter().zip(&order.other[from..to]);
        for (place, (reach, &[one, two])) in hands.enumerate() {
            let (one, two) = (one as usize % CARDS, two as usize % CARDS);
            if MERGED {
                let [count, first, second] = order.factors[from + place];
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
    #[inline(always)]
    fn without(&self, &[one, two]: &[u8; 2]) -> V {
        self.sum.sub(self.cards[one as usize % CARDS]).sub(self.cards[two as usize % CARDS])
    }
}

#[inline(always)]
fn sweep_of<const MERGED: bool>(order: &Order, reach: &[V], wins: &mut [V], totals: &mut [V]) {
    let mut running = Running::new();
    let (mut own, mut other) = (0, 0);
    for &(own_end, other_end) in &order.groups {
        let (own_end, other_end) = (own_end as usize, other_end as usize);
        if other == other_end {
            for (wins, cards) in wins[own..own_end].iter_mut().zip(&order.own[own..own_end]) {
                let weaker = running.without(cards);
                *wins = weaker.add(weaker);
            }
        } else {
            for (wins, cards) in wins[own..own_end].iter_mut().zip(&order.own[own..own_end]) {
                *wins = running.without(cards);
            }
            running.add::<MERGED>(order, reach, other, other_end);
            for (wins, cards) in wins[own..own_end].iter_mut().zip(&order.own[own..own_end]) {
                *wins = wins.add(running.without(cards));
            }
        }
        (own, other) = (own_end, other_end);
    }
    let hands = wins.iter_mut().zip(totals).zip(order.own.iter().zip(&order.same));
    for ((wins, total), (cards, &same)) in hands {
        let all = running.without(cards);
        *wins = wins.sub(all);
        *total = all.add(reach[same as usize]);
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

    /// For each own hand, adds up what of the other's is weaker, less what is stronger; and all that goes with it.
    fn sweep(order: &Order, reach: &[V], wins: &mut [V], totals: &mut [V]) {
        if order.factors.is_empty() {
            sweep_of::<false>(order, reach, wins, totals);
        } else {
            sweep_of::<true>(order, reach, wins, totals);
        }
    }

    /// The same for hands of more than two cards, with a table for their subsets.
    fn sweep_subsets(order: &Order, reach: &[V], wins: &mut [V], totals: &mut [V], table: &mut [V]) {
        let Some(subsets) = &order.subsets else { return };
        table.fill(V::ZERO);
        let mut sum = V::ZERO;
        let (mut own, mut other) = (0, 0);
        for &(own_end, other_end) in &order.groups {
            let (own_end, other_end) = (own_end as usize, other_end as usize);
            for (hand, wins) in (own..own_end).zip(&mut wins[own..own_end]) {
                *wins = subsets.without(sum, table, hand);
            }
            for (hand, reach) in (other..other_end).zip(&reach[other..other_end]) {
                sum = sum.add(*reach);
                subsets.put(*reach, table, hand);
            }
            for (hand, wins) in (own..own_end).zip(&mut wins[own..own_end]) {
                *wins = wins.add(subsets.without(sum, table, hand));
            }
            (own, other) = (own_end, other_end);
        }
        for (hand, (wins, total)) in wins.iter_mut().zip(totals).enumerate().take(own) {
            let all = subsets.without(sum, table, hand);
            *wins = wins.sub(all);
            let same = reach[order.same[hand] as usize];
            *total = if subsets.adds_same { all.add(same) } else { all.sub(same) };
        }
    }

    /// What goes with hands of more than two cards.
    fn total_subsets(order: &Order, reach: &[V], totals: &mut [V], table: &mut [V]) {
        let Some(subsets) = &order.subsets else { return };
        table.fill(V::ZERO);
        let mut sum = V::ZERO;
        for (hand, reach) in reach.iter().enumerate().take(order.other.len()) {
            sum = sum.add(*reach);
            subsets.put(*reach, table, hand);
        }
        for (hand, total) in totals.iter_mut().enumerate().take(order.own.len()) {
            let all = subsets.without(sum, table, hand);
            let same = reach[order.same[hand] as usize];
            *total = if subsets.adds_same { all.add(same) } else { all.sub(same) };
        }
    }

    /// For each own hand, adds up what of the other's goes with it.
    fn total(order: &Order, reach: &[V], totals: &mut [V]) {
        let mut running = Running::new();
        if order.factors.is_empty() {
            running.add::<false>(order, reach, 0, order.other.len());
        } else {
            running.add::<true>(order, reach, 0, order.other.len());
        }
        for (total, (cards, &same)) in totals.iter_mut().zip(order.own.iter().zip(&order.same)) {
            *total = running.without(cards).add(reach[same as usize]);
        }
    }

    /// Multiplies a matrix, a row for each own hand, with reaches that stand side by side.
    fn multiply(matrix: &[f32], columns: usize, reach: &[V], out: &mut [V]) {
        let mut rows = matrix.chunks_exact(4 * columns);
        let mut outs = out.chunks_exact_mut(4);
        for (rows, out) in (&mut rows).zip(&mut outs) {
            let (one, rest) = rows.split_at(columns);
            let (two, rest) = rest.split_at(columns);
            let (three, four) = rest.split_at(columns);
            let mut sums = [V::ZERO; 4];
            for ((((reach, one), two), three), four) in reach.iter().zip(one).zip(two).zip(three).zip(four) {
                sums[0] = sums[0].add(reach.mul(V::all(*one)));
                sums[1] = sums[1].add(reach.mul(V::all(*two)));
                sums[2] = sums[2].add(reach.mul(V::all(*three)));
                sums[3] = sums[3].add(reach.mul(V::all(*four)));
            }
            out.copy_from_slice(&sums);
        }
        let rest = rows.remainder().chunks_exact(columns.max(1));
        for (row, out) in rest.zip(outs.into_remainder()) {
            let mut sum = V::ZERO;
            for (reach, factor) in reach.iter().zip(row) {
                sum = sum.add(reach.mul(V::all(*factor)));
            }
            *out = sum;
        }
    }
}

impl Kernels {
    /// Compares the hands of a complete board, of however many cards they are: see [`Kernels::sweep`].
    pub fn compare(
        &self,
        order: &Order,
        reach: &[V],
        wins: &mut [V],
        totals: &mut [V],
        table: &mut Vec<V>,
    ) {
        match &order.subsets {
            None => self.sweep(order, reach, wins, totals),
            Some(subsets) => {
                table.resize(subsets.table, V::ZERO);
                self.sweep_subsets(order, reach, wins, totals, table);
            }
        }
    }

    /// Adds up what goes with each hand, of however many cards they are: see [`Kernels::total`].
    pub fn add_up(&self, order: &Order, reach: &[V], totals: &mut [V], table: &mut Vec<V>) {
        match &order.subsets {
            None => self.total(order, reach, totals),
            Some(subsets) => {
                table.resize(subsets.table, V::ZERO);
                self.total_subsets(order, reach, totals, table);
            }
        }
    }
}
