//! Loops over vectors of sixteen numbers, compiled for every set of instructions.
//!
//! The same loops run on all machines, without fused operations, so that all levels come to the same bits.

use croupier_eval::batch::Level;

/// How many numbers a vector has.
pub const LANES: usize = 16;
/// Places of cards that are read and never written, and that are written and never read.
pub const NEVER_WRITTEN: u8 = 63;
/// See [`NEVER_WRITTEN`].
pub const NEVER_READ: u8 = 62;
const CARDS: usize = 64;

/// Sixteen numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
#[repr(C, align(64))]
pub struct V(pub [f32; LANES]);

impl V {
    /// Nothing.
    pub const ZERO: Self = Self([0.0; LANES]);

    /// Returns the same number sixteen times.
    #[inline(always)]
    #[must_use]
    pub const fn all(value: f32) -> Self {
        Self([value; LANES])
    }

    #[inline(always)]
    fn zip(self, other: Self, combine: impl Fn(f32, f32) -> f32) -> Self {
        let mut out = self;
        for lane in 0..LANES {
            out.0[lane] = combine(self.0[lane], other.0[lane]);
        }
        out
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.zip(other, |one, two| one + two)
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.zip(other, |one, two| one - two)
    }

    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        self.zip(other, |one, two| one * two)
    }

    #[inline(always)]
    fn positive(self) -> Self {
        self.zip(Self::ZERO, |one, zero| if one > zero { one } else { zero })
    }

    #[inline(always)]
    fn larger(self, other: Self) -> Self {
        self.zip(other, |one, two| if one > two { one } else { two })
    }

    /// Returns 1 / x where x is positive, and 0 elsewhere.
    #[inline(always)]
    fn inverse(self) -> Self {
        self.zip(Self::ZERO, |one, zero| if one > zero { 1.0 / one } else { zero })
    }

    /// Returns a number where this is zero, and 0 elsewhere.
    #[inline(always)]
    fn where_none(self, value: f32) -> Self {
        self.zip(Self::ZERO, |one, zero| if one > zero { zero } else { value })
    }

    #[inline(always)]
    fn low_of_both(self, other: Self) -> Self {
        let (a, b) = (self.0, other.0);
        Self([
            a[0], b[0], a[1], b[1], a[2], b[2], a[3], b[3], a[4], b[4], a[5], b[5], a[6], b[6],
            a[7], b[7],
        ])
    }

    #[inline(always)]
    fn high_of_both(self, other: Self) -> Self {
        let (a, b) = (self.0, other.0);
        Self([
            a[8], b[8], a[9], b[9], a[10], b[10], a[11], b[11], a[12], b[12], a[13], b[13], a[14],
            b[14], a[15], b[15],
        ])
    }
}

/// Makes columns of rows.
#[inline(always)]
fn transpose(rows: [V; LANES]) -> [V; LANES] {
    let mut rows = rows;
    for _ in 0..4 {
        let mut next = [V::ZERO; LANES];
        for row in 0..LANES / 2 {
            next[2 * row] = rows[row].low_of_both(rows[row + LANES / 2]);
            next[2 * row + 1] = rows[row].high_of_both(rows[row + LANES / 2]);
        }
        rows = next;
    }
    rows
}

/// How a strategy is discounted and added up.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Discount {
    /// What positive regrets are multiplied with.
    pub positive: f32,
    /// What negative regrets are multiplied with.
    pub negative: f32,
    /// What the sums of strategies are multiplied with.
    pub sums: f32,
}

/// Hands of both players in the order of strength on a complete board, for one of them as the one who asks.
#[derive(Debug, Clone, Default)]
pub struct Order {
    /// The cards of the own hands, as they are read.
    pub own: Vec<[u8; 2]>,
    /// The cards of the other's hands, as they are written.
    pub other: Vec<[u8; 2]>,
    /// For each own hand, the place of the same hand of the other; behind the last where there is none.
    pub same: Vec<u32>,
    /// Hands of equal strength: where they end among the own ones, and among the other's.
    pub groups: Vec<(u32, u32)>,
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
                    _ => Self { $($name: plain::$name,)* },
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
            $(#[inline(always)] pub fn $name($($argument: $type),*) $body)*
        }

        mod plain {
            use super::*;
            $(pub fn $name($($argument: $type),*) { inlined::$name($($argument),*) })*
        }

        #[cfg(target_arch = "x86_64")]
        mod avx2 {
            use super::*;
            $(
                #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
                pub fn $name($($argument: $type),*) { inlined::$name($($argument),*) }
            )*
        }

        #[cfg(target_arch = "x86_64")]
        mod avx512 {
            use super::*;
            $(
                #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx2,bmi1,bmi2,lzcnt,popcnt")]
                pub fn $name($($argument: $type),*) { inlined::$name($($argument),*) }
            )*
        }
    };
}

/// Returns the sums of positive parts of the actions' numbers of some hands, and these parts' share of 1 in an action
/// that has none.
#[inline(always)]
fn shares(numbers: &[V], actions: usize, width: usize, place: usize) -> (V, V) {
    let mut sum = V::ZERO;
    for action in 0..actions {
        sum = sum.add(numbers[action * width + place].positive());
    }
    (sum.inverse(), sum.where_none(1.0 / actions as f32))
}

kernels! {
    /// Splits a reach by a strategy: `numbers` are regrets or sums of strategies, action by action.
    fn split(numbers: &[V], reach: &[V], out: &mut [V]) {
        let width = reach.len();
        let actions = out.len() / width.max(1);
        if numbers.len() != out.len() || out.len() != actions * width {
            return;
        }
        for place in 0..width {
            let (inverse, even) = shares(numbers, actions, width, place);
            let reach = reach[place];
            for action in 0..actions {
                let part = numbers[action * width + place].positive().mul(inverse).add(even);
                out[action * width + place] = part.mul(reach);
            }
        }
    }

    /// Values a decision by its strategy, and learns from what the actions are worth.
    fn learn(regrets: &mut [V], sums: &mut [V], values: &[V], out: &mut [V], discount: &Discount) {
        let width = out.len();
        let actions = values.len() / width.max(1);
        if regrets.len() != values.len() || sums.len() != values.len() || values.len() != actions * width {
            return;
        }
        let (positive, negative) = (discount.positive, discount.negative);
        let fade = V::all(discount.sums);
        for place in 0..width {
            let (inverse, even) = shares(regrets, actions, width, place);
            let mut value = V::ZERO;
            for action in 0..actions {
                let at = action * width + place;
                let part = regrets[at].positive().mul(inverse).add(even);
                value = value.add(part.mul(values[at]));
                sums[at] = sums[at].mul(fade).add(part);
            }
            out[place] = value;
            for action in 0..actions {
                let at = action * width + place;
                let regret = regrets[at];
                let kept = regret.zip(V::ZERO, |one, zero| one * if one > zero { positive } else { negative });
                regrets[at] = kept.add(values[at].sub(value));
            }
        }
    }

    /// Values a decision by a strategy.
    fn weigh(numbers: &[V], values: &[V], out: &mut [V]) {
        let width = out.len();
        let actions = values.len() / width.max(1);
        if numbers.len() != values.len() || values.len() != actions * width {
            return;
        }
        for place in 0..width {
            let (inverse, even) = shares(numbers, actions, width, place);
            let mut value = V::ZERO;
            for action in 0..actions {
                let at = action * width + place;
                let part = numbers[at].positive().mul(inverse).add(even);
                value = value.add(part.mul(values[at]));
            }
            out[place] = value;
        }
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
        for place in 0..width {
            let mut block = [V::ZERO; LANES];
            for (lane, &row) in chosen.iter().enumerate().take(LANES) {
                block[lane] = rows[row as usize * width + place];
            }
            let block = transpose(block);
            out[place * LANES..(place + 1) * LANES].copy_from_slice(&block);
        }
    }

    /// Takes apart what stood side by side, multiplied, and puts it into rows.
    fn unpack(packed: &[V], factors: &V, width: usize, targets: &[u32], out: &mut [V]) {
        for place in 0..width {
            let mut block = [V::ZERO; LANES];
            for (lane, row) in block.iter_mut().enumerate() {
                *row = packed[place * LANES + lane].mul(*factors);
            }
            let block = transpose(block);
            for (lane, &row) in targets.iter().enumerate().take(LANES) {
                if row != u32::MAX {
                    out[row as usize * width + place] = block[lane];
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
        let mut cards = [V::ZERO; CARDS];
        let mut sum = V::ZERO;
        let (mut own, mut other) = (0, 0);
        for &(own_end, other_end) in &order.groups {
            let (own_end, other_end) = (own_end as usize, other_end as usize);
            if other == other_end {
                for (wins, &[one, two]) in wins[own..own_end].iter_mut().zip(&order.own[own..own_end]) {
                    let weaker = sum
                        .sub(cards[one as usize % CARDS])
                        .sub(cards[two as usize % CARDS]);
                    *wins = weaker.add(weaker);
                }
            } else {
                for (wins, &[one, two]) in wins[own..own_end].iter_mut().zip(&order.own[own..own_end]) {
                    *wins = sum
                        .sub(cards[one as usize % CARDS])
                        .sub(cards[two as usize % CARDS]);
                }
                for (reach, &[one, two]) in reach[other..other_end].iter().zip(&order.other[other..other_end]) {
                    sum = sum.add(*reach);
                    cards[one as usize % CARDS] = cards[one as usize % CARDS].add(*reach);
                    cards[two as usize % CARDS] = cards[two as usize % CARDS].add(*reach);
                }
                for (wins, &[one, two]) in wins[own..own_end].iter_mut().zip(&order.own[own..own_end]) {
                    let no_stronger = sum
                        .sub(cards[one as usize % CARDS])
                        .sub(cards[two as usize % CARDS]);
                    *wins = wins.add(no_stronger);
                }
            }
            (own, other) = (own_end, other_end);
        }
        let hands = wins.iter_mut().zip(totals).zip(order.own.iter().zip(&order.same));
        for ((wins, total), (&[one, two], &same)) in hands {
            let all = sum.sub(cards[one as usize % CARDS]).sub(cards[two as usize % CARDS]);
            *wins = wins.sub(all);
            *total = all.add(reach[same as usize]);
        }
    }

    /// For each own hand, adds up what of the other's goes with it.
    fn total(order: &Order, reach: &[V], totals: &mut [V]) {
        let mut cards = [V::ZERO; CARDS];
        let mut sum = V::ZERO;
        for (reach, &[one, two]) in reach.iter().zip(&order.other) {
            sum = sum.add(*reach);
            cards[one as usize % CARDS] = cards[one as usize % CARDS].add(*reach);
            cards[two as usize % CARDS] = cards[two as usize % CARDS].add(*reach);
        }
        for (total, (&[one, two], &same)) in totals.iter_mut().zip(order.own.iter().zip(&order.same)) {
            let all = sum.sub(cards[one as usize % CARDS]).sub(cards[two as usize % CARDS]);
            *total = all.add(reach[same as usize]);
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
