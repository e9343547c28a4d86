//! Matching regrets and learning from them: the loops over the numbers of one decision.
//!
//! Values go up from the last decision of a street to the first, and so do the loops that find them through the hands of
//! each: numbers are then read in one direction, from the last to the first of a board, which processors foresee.

use crate::vectors::vector::{MAX_SHORT, Short, Stored, V};

/// The factors by which a strategy is discounted and added up.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Discount {
    /// The factor of positive regrets.
    pub positive: f32,
    /// The factor of negative regrets.
    pub negative: f32,
    /// The factor of the sums of strategies.
    pub sums: f32,
    /// The part of the newest strategy in the mean of all.
    pub newest: f32,
}

/// Returns the sums of positive parts of the actions' numbers of some hands, and these parts' share of 1 in an action
/// that has none.
#[inline(always)]
fn shares<S: Stored>(numbers: &[S], actions: usize, place: usize) -> (V, V) {
    let mut sum = V::ZERO;
    for action in 0..actions {
        sum = sum.add(numbers[place * actions + action].read().positive());
    }
    (sum.inverse(), sum.where_none(1.0 / actions as f32))
}

/// Returns the positive parts of numbers as parts of 1.
///
/// Arrays are gone through in loops: what takes closures is compiled for every machine, and not inlined.
#[inline(always)]
fn parts_of<const ACTIONS: usize>(numbers: &[V; ACTIONS]) -> [V; ACTIONS] {
    let mut parts = [V::ZERO; ACTIONS];
    let mut sum = V::ZERO;
    for action in 0..ACTIONS {
        parts[action] = numbers[action].positive();
        sum = if action == 0 { parts[0] } else { sum.add(parts[action]) };
    }
    let (inverse, even) = (sum.inverse(), sum.where_none(1.0 / ACTIONS as f32));
    for part in &mut parts {
        *part = part.mul(inverse).add(even);
    }
    parts
}

#[inline(always)]
fn split_among<const ACTIONS: usize, S: Stored>(numbers: &[S], reach: &[V], out: &mut [V]) {
    let width = reach.len();
    if numbers.len() != ACTIONS * width || out.len() != ACTIONS * width {
        return;
    }
    for place in 0..width {
        let mut here = [V::ZERO; ACTIONS];
        for action in 0..ACTIONS {
            here[action] = numbers[place * ACTIONS + action].read();
        }
        let parts = parts_of(&here);
        for action in 0..ACTIONS {
            out[action * width + place] = parts[action].mul(reach[place]);
        }
    }
}

#[inline(always)]
fn split_among_any<S: Stored>(numbers: &[S], reach: &[V], out: &mut [V]) {
    let width = reach.len();
    let actions = out.len() / width.max(1);
    if numbers.len() != out.len() || out.len() != actions * width {
        return;
    }
    for place in 0..width {
        let (inverse, even) = shares(numbers, actions, place);
        for action in 0..actions {
            let part = numbers[place * actions + action].read().positive().mul(inverse).add(even);
            out[action * width + place] = part.mul(reach[place]);
        }
    }
}

#[inline(always)]
pub(crate) fn split_numbers<S: Stored>(numbers: &[S], reach: &[V], out: &mut [V]) {
    match numbers.len() / reach.len().max(1) {
        2 => split_among::<2, S>(numbers, reach, out),
        3 => split_among::<3, S>(numbers, reach, out),
        4 => split_among::<4, S>(numbers, reach, out),
        _ => split_among_any(numbers, reach, out),
    }
}

#[inline(always)]
pub(crate) fn weigh_numbers<S: Stored>(numbers: &[S], values: &[V], out: &mut [V]) {
    let width = out.len();
    let actions = values.len() / width.max(1);
    if numbers.len() != values.len() || values.len() != actions * width {
        return;
    }
    for (place, out) in out.iter_mut().enumerate().rev() {
        let (inverse, even) = shares(numbers, actions, place);
        let mut value = V::ZERO;
        for action in 0..actions {
            let part = numbers[place * actions + action].read().positive().mul(inverse).add(even);
            value = value.add(part.mul(values[action * width + place]));
        }
        *out = value;
    }
}

/// Numbers of 16 bits that are learnt: regrets as parts of the largest of sixteen hands, and the mean of strategies.
#[derive(Debug)]
pub struct Shorts<'a> {
    /// The regrets, in units.
    pub regrets: &'a mut [Short],
    /// The size of a unit, for sixteen hands at a time.
    pub units: &'a mut [f32],
    /// The mean of strategies, in parts of the largest number.
    pub sums: &'a mut [Short],
}

/// Returns the unit of numbers up to the largest, and what makes units of them.
#[inline(always)]
fn unit_of(largest: V) -> (f32, V) {
    let largest = f32::from_bits(largest.largest_bits());
    let inverse = if largest > 0.0 { MAX_SHORT / largest } else { 0.0 };
    // Numbers too small to divide by count as zero.
    let inverse = if inverse.is_finite() { inverse } else { 0.0 };
    (largest / MAX_SHORT, V::all(inverse))
}

/// Returns the mean of strategies with the newest: rounded down, so that what is done no more comes to nothing.
#[inline(always)]
fn mean_with(mean: Short, part: V, discount: &Discount) -> Short {
    let kept = mean.read().mul(V::all(1.0 - discount.newest));
    let more = part.mul(V::all(discount.newest * MAX_SHORT));
    Short::round(kept.add(more).sub(V::all(0.499)).positive())
}

#[inline(always)]
fn learn_shorts_of<const ACTIONS: usize>(
    shorts: &mut Shorts<'_>,
    values: &[V],
    out: &mut [V],
    discount: &Discount,
) {
    let width = out.len();
    let len = ACTIONS * width;
    let Shorts { regrets, units, sums } = shorts;
    if regrets.len() != len || sums.len() != len || values.len() != len || units.len() != width {
        return;
    }
    for place in (0..width).rev() {
        let mut before = [V::ZERO; ACTIONS];
        let mut worth = [V::ZERO; ACTIONS];
        for action in 0..ACTIONS {
            before[action] = regrets[place * ACTIONS + action].read();
            worth[action] = values[action * width + place];
        }
        let parts = parts_of(&before);
        let mut value = parts[0].mul(worth[0]);
        for action in 1..ACTIONS {
            value = value.add(parts[action].mul(worth[action]));
        }
        out[place] = value;
        let unit = V::all(units[place]);
        let mut largest = V::ZERO;
        for action in 0..ACTIONS {
            let more = worth[action].sub(value);
            before[action] = before[action].faded(discount).mul(unit).add(more);
            largest = largest.larger(before[action].without_sign());
        }
        let (unit, inverse) = unit_of(largest);
        units[place] = unit;
        for action in 0..ACTIONS {
            let at = place * ACTIONS + action;
            regrets[at] = Short::round(before[action].mul(inverse));
            sums[at] = mean_with(sums[at], parts[action], discount);
        }
    }
}

#[inline(always)]
fn learn_shorts_of_any(shorts: &mut Shorts<'_>, values: &[V], out: &mut [V], discount: &Discount) {
    let width = out.len();
    let actions = values.len() / width.max(1);
    let len = actions * width;
    let Shorts { regrets, units, sums } = shorts;
    if regrets.len() != len || sums.len() != len || values.len() != len || units.len() != width {
        return;
    }
    for (place, out) in out.iter_mut().enumerate().rev() {
        let (inverse, even) = shares(regrets, actions, place);
        let mut value = V::ZERO;
        for action in 0..actions {
            let at = place * actions + action;
            let part = regrets[at].read().positive().mul(inverse).add(even);
            value = value.add(part.mul(values[action * width + place]));
            sums[at] = mean_with(sums[at], part, discount);
        }
        *out = value;
        let before = V::all(units[place]);
        let mut largest = V::ZERO;
        for action in 0..actions {
            let more = values[action * width + place].sub(value);
            let regret = regrets[place * actions + action].read().faded(discount).mul(before);
            largest = largest.larger(regret.add(more).without_sign());
        }
        let (unit, inverse) = unit_of(largest);
        units[place] = unit;
        for action in 0..actions {
            let at = place * actions + action;
            let more = values[action * width + place].sub(value);
            let regret = regrets[at].read().faded(discount).mul(before).add(more);
            regrets[at] = Short::round(regret.mul(inverse));
        }
    }
}

#[inline(always)]
fn learn_of<const ACTIONS: usize>(
    regrets: &mut [V],
    sums: &mut [V],
    values: &[V],
    out: &mut [V],
    discount: &Discount,
) {
    let width = out.len();
    let len = ACTIONS * width;
    if regrets.len() != len || sums.len() != len || values.len() != len {
        return;
    }
    let fade = V::all(discount.sums);
    for place in (0..width).rev() {
        let mut before = [V::ZERO; ACTIONS];
        let mut worth = [V::ZERO; ACTIONS];
        for action in 0..ACTIONS {
            before[action] = regrets[place * ACTIONS + action];
            worth[action] = values[action * width + place];
        }
        let parts = parts_of(&before);
        let mut value = parts[0].mul(worth[0]);
        for action in 1..ACTIONS {
            value = value.add(parts[action].mul(worth[action]));
        }
        out[place] = value;
        for action in 0..ACTIONS {
            let at = place * ACTIONS + action;
            regrets[at] = before[action].faded(discount).add(worth[action].sub(value));
            sums[at] = sums[at].mul(fade).add(parts[action]);
        }
    }
}

#[inline(always)]
fn learn_of_any(
    regrets: &mut [V],
    sums: &mut [V],
    values: &[V],
    out: &mut [V],
    discount: &Discount,
) {
    let width = out.len();
    let actions = values.len() / width.max(1);
    if regrets.len() != values.len()
        || sums.len() != values.len()
        || values.len() != actions * width
    {
        return;
    }
    let fade = V::all(discount.sums);
    for (place, out) in out.iter_mut().enumerate().rev() {
        let (inverse, even) = shares(regrets, actions, place);
        let mut value = V::ZERO;
        for action in 0..actions {
            let at = place * actions + action;
            let part = regrets[at].positive().mul(inverse).add(even);
            value = value.add(part.mul(values[action * width + place]));
            sums[at] = sums[at].mul(fade).add(part);
        }
        *out = value;
        for action in 0..actions {
            let at = place * actions + action;
            let worth = values[action * width + place];
            regrets[at] = regrets[at].faded(discount).add(worth.sub(value));
        }
    }
}

#[inline(always)]
pub(crate) fn learn_numbers(
    regrets: &mut [V],
    sums: &mut [V],
    values: &[V],
    out: &mut [V],
    discount: &Discount,
) {
    match values.len() / out.len().max(1) {
        2 => learn_of::<2>(regrets, sums, values, out, discount),
        3 => learn_of::<3>(regrets, sums, values, out, discount),
        4 => learn_of::<4>(regrets, sums, values, out, discount),
        _ => learn_of_any(regrets, sums, values, out, discount),
    }
}

#[inline(always)]
pub(crate) fn learn_short_numbers(
    shorts: &mut Shorts<'_>,
    values: &[V],
    out: &mut [V],
    discount: &Discount,
) {
    match values.len() / out.len().max(1) {
        2 => learn_shorts_of::<2>(shorts, values, out, discount),
        3 => learn_shorts_of::<3>(shorts, values, out, discount),
        4 => learn_shorts_of::<4>(shorts, values, out, discount),
        _ => learn_shorts_of_any(shorts, values, out, discount),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDTH: usize = 5;
    const DISCOUNT: Discount =
        Discount { positive: 0.75, negative: 0.5, sums: 0.875, newest: 0.25 };

    /// Returns numbers of all kinds: positive and negative ones, and nothing but zeros for some hands.
    fn numbers(len: usize, seed: u32) -> Vec<V> {
        let mut state = seed;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) as f32 / 4096.0 - 8.0
        };
        (0..len)
            .map(|at| if at % 7 == 3 { V::ZERO } else { V([0; 16].map(|_: i32| next())) })
            .collect()
    }

    fn shorts(numbers: &[V]) -> Vec<Short> {
        numbers.iter().map(|each| Short::round(each.mul(V::all(100.0)))).collect()
    }

    /// Returns the values of actions for sixteen hands.
    fn values_at(values: &[V], place: usize) -> Vec<V> {
        values[place..].iter().step_by(WIDTH).copied().collect()
    }

    #[test]
    fn hands_are_learnt_one_by_one_as_all_together() {
        for actions in 1..=6 {
            let len = actions * WIDTH;
            let (mut regrets, mut sums) = (numbers(len, 1), numbers(len, 2));
            let values = numbers(len, 3);
            let before = (regrets.clone(), sums.clone());
            let mut out = vec![V::ZERO; WIDTH];
            learn_numbers(&mut regrets, &mut sums, &values, &mut out, &DISCOUNT);
            let mut weighed = vec![V::ZERO; WIDTH];
            weigh_numbers(&before.0, &values, &mut weighed);
            assert_eq!(out, weighed);
            for (place, &together) in out.iter().enumerate() {
                let at = place * actions..(place + 1) * actions;
                let (mut regret, mut sum) =
                    (before.0[at.clone()].to_vec(), before.1[at.clone()].to_vec());
                let mut alone = [V::ZERO];
                let values = values_at(&values, place);
                learn_numbers(&mut regret, &mut sum, &values, &mut alone, &DISCOUNT);
                assert_eq!(alone[0], together, "{actions} actions");
                assert_eq!((&regret[..], &sum[..]), (&regrets[at.clone()], &sums[at]));
            }
        }
    }

    #[test]
    fn hands_of_16_bits_are_learnt_one_by_one_as_all_together() {
        for actions in 1..=6 {
            let len = actions * WIDTH;
            let mut regrets = shorts(&numbers(len, 1));
            let mut sums: Vec<Short> =
                shorts(&numbers(len, 2).iter().map(|each| each.positive()).collect::<Vec<_>>());
            let mut units: Vec<f32> = (1..=WIDTH).map(|place| place as f32 / 64.0).collect();
            let values = numbers(len, 3);
            let before = (regrets.clone(), units.clone(), sums.clone());
            let mut out = vec![V::ZERO; WIDTH];
            let mut all = Shorts { regrets: &mut regrets, units: &mut units, sums: &mut sums };
            learn_short_numbers(&mut all, &values, &mut out, &DISCOUNT);
            for (place, &together) in out.iter().enumerate() {
                let at = place * actions..(place + 1) * actions;
                let mut regret = before.0[at.clone()].to_vec();
                let (mut unit, mut sum) = ([before.1[place]], before.2[at.clone()].to_vec());
                let mut alone = [V::ZERO];
                let mut one = Shorts { regrets: &mut regret, units: &mut unit, sums: &mut sum };
                let values = values_at(&values, place);
                learn_short_numbers(&mut one, &values, &mut alone, &DISCOUNT);
                assert_eq!((alone[0], unit[0]), (together, units[place]), "{actions} actions");
                assert_eq!((&regret[..], &sum[..]), (&regrets[at.clone()], &sums[at]));
            }
        }
    }
}
