//! The worth of chips in a tournament, by the independent chip model of Malmuth and Harville.
//!
//! The chance to win is a player's part of all chips. The winner is left out, and the chance to be second is
//! the part of what the others have, and so on. It is the same as a race in which everybody arrives after an
//! exponential time, at a rate of the own chips: the first to arrive wins. There are three ways to the values:
//! all sets of players who may come before ([`exact`]), the race as an integral over the time ([`integral`]), and
//! races at random ([`sampled`]). All stacks must be positive; there are no more prizes than players.
//!
//! Bounties are those of players who bust, and are won by one of the players left, each with a chance of the part of
//! their chips. Of a bounty the part `growth` is put on the winner's own head, the rest is paid. Who wins the
//! tournament gets what is on the own head.

use croupier_cards::{Seed, Shuffler};

use crate::EquityError;
use crate::work::run;

/// The most players for whom all sets are gone through.
pub const MAX_EXACT: usize = 20;
/// The most players for whom bounties are followed through all sets.
pub const MAX_WITH_BOUNTIES: usize = 16;
/// The integral has so many numbers in memory at most.
pub const MAX_NUMBERS: usize = 1 << 24;
/// So many races are one block.
const RACES_A_BLOCK: u64 = 1024;
/// The integral is good enough when twice as many points change it by no more, as a part of all prizes.
const PRECISION: f64 = 1.0e-12;
/// The distance of points is halved so often at most.
const MAX_HALVINGS: u32 = 10;

/// Returns the values by going through all sets of players; for [`MAX_EXACT`] players or fewer.
#[must_use]
pub fn exact(payouts: &[f64], stacks: &[f64]) -> Vec<f64> {
    let sums = subset_sums(stacks);
    let mut values = vec![0.0; stacks.len()];
    finish_chances(stacks, &sums, payouts.len(), |place, player, chance| {
        values[player] += payouts[place] * chance;
    });
    values
}

/// Returns the sum of the stacks of every set of players.
fn subset_sums(stacks: &[f64]) -> Vec<f64> {
    let mut sums = vec![0.0; 1 << stacks.len()];
    for set in 1..sums.len() {
        let lowest = set.trailing_zeros() as usize;
        sums[set] = sums[set & (set - 1)] + stacks[lowest];
    }
    sums
}

/// Returns for every set of players how likely it is that they come before all others, up to a number of places;
/// `visit` is told how likely it is that a player comes in at a place behind such a set.
fn finish_chances(
    stacks: &[f64],
    sums: &[f64],
    places: usize,
    mut visit: impl FnMut(usize, usize, f64),
) -> Vec<f64> {
    let full = sums.len() - 1;
    let mut chances = vec![0.0; sums.len()];
    chances[0] = 1.0;
    for set in 0..full {
        let place = set.count_ones() as usize;
        let (chance, rest) = (chances[set], sums[full ^ set]);
        if place >= places || chance == 0.0 {
            continue;
        }
        let mut others = full ^ set;
        while others != 0 {
            let player = others.trailing_zeros() as usize;
            others &= others - 1;
            let next = chance * stacks[player] / rest;
            visit(place, player, next);
            chances[set | 1 << player] += next;
        }
    }
    chances
}

/// Returns what bounties are worth to each player; for [`MAX_WITH_BOUNTIES`] players or fewer.
#[must_use]
pub fn bounties(stacks: &[f64], heads: &[f64], growth: f64) -> Vec<f64> {
    let count = stacks.len();
    let mut values = vec![0.0; count];
    if count == 0 {
        return values;
    }
    let sums = subset_sums(stacks);
    let chances = finish_chances(stacks, &sums, count, |_, _, _| {});
    let full = sums.len() - 1;
    // For every set of players that may be left, what is on each head then, times how likely that is.
    let mut on_heads = vec![0.0; sums.len() * count];
    on_heads[full * count..].copy_from_slice(heads);
    for set in (1..=full).rev() {
        let (before, here) = on_heads.split_at_mut(set * count);
        let here = &here[..count];
        if set.count_ones() == 1 {
            let winner = set.trailing_zeros() as usize;
            values[winner] += here[winner];
            continue;
        }
        if chances[set] == 0.0 {
            continue;
        }
        for loser in players(set) {
            let left = set & !(1 << loser);
            let chance = chances[left] * stacks[loser] / sums[full ^ left] / chances[set];
            let paid = here[loser] * chance;
            let next = &mut before[left * count..(left + 1) * count];
            for player in players(left) {
                let part = stacks[player] / sums[left];
                values[player] += (1.0 - growth) * paid * part;
                next[player] += here[player] * chance + growth * paid * part;
            }
        }
    }
    values
}

fn players(mut set: usize) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let player = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            player
        })
    })
}

/// Returns the values as an integral over the time of the race, for any number of players.
///
/// At a time, the number of players who arrived is a sum of independent events, whose distribution is built up player
/// by player. Going through them once forwards and once backwards gives the distribution without each of them.
///
/// # Errors
///
/// [`EquityError::Interrupted`] when the report says stop.
pub fn integral(
    payouts: &[f64],
    stacks: &[f64],
    report: &mut dyn FnMut() -> bool,
) -> Result<Vec<f64>, EquityError> {
    let total: f64 = stacks.iter().sum();
    let rates: Vec<f64> = stacks.iter().map(|stack| stack / total * stacks.len() as f64).collect();
    let slowest = rates.iter().copied().fold(f64::INFINITY, f64::min);
    // Before and after these points nothing is left of it. Points are dense where the time is short, so that
    // the sum over them is as good as the integral.
    let (first, last) = (-4.0_f64, (40.0 / slowest).ln().max(5.0));
    let mut race = Race::new(payouts, rates);
    let mut values = vec![0.0; stacks.len()];
    let mut distance = 0.5;
    let mut points = (first / distance) as i64..=(last / distance) as i64 + 1;
    for number in points.clone() {
        race.add(number as f64 * distance, distance, &mut values);
    }
    let pool: f64 = payouts.iter().map(|payout| payout.abs()).sum();
    for _ in 0..MAX_HALVINGS {
        let mut finer: Vec<f64> = values.iter().map(|value| value / 2.0).collect();
        distance /= 2.0;
        points = 2 * points.start()..=2 * points.end();
        for number in points.clone().filter(|number| number % 2 != 0) {
            race.add(number as f64 * distance, distance, &mut finer);
            if !report() {
                return Err(EquityError::Interrupted);
            }
        }
        let change = values.iter().zip(&finer).map(|(one, other)| (one - other).abs());
        let done = change.fold(0.0, f64::max) <= PRECISION * pool;
        values = finer;
        if done {
            break;
        }
    }
    Ok(values)
}

/// The race at a time.
struct Race<'a> {
    payouts: &'a [f64],
    rates: Vec<f64>,
    /// For each player, how likely it is that so many of the players before arrived.
    before: Vec<f64>,
    /// For each number of the players up to one who arrived, what is to be expected with the players after.
    after: Vec<f64>,
    stays: Vec<f64>,
}

impl<'a> Race<'a> {
    fn new(payouts: &'a [f64], rates: Vec<f64>) -> Self {
        let before = vec![0.0; payouts.len() * rates.len()];
        let (after, stays) = (vec![0.0; payouts.len()], vec![0.0; rates.len()]);
        Self { payouts, rates, before, after, stays }
    }

    fn add(&mut self, point: f64, distance: f64, values: &mut [f64]) {
        let Self { payouts, rates, before, after, stays } = self;
        let places = payouts.len();
        let time = (point - (-point).exp()).exp();
        let weight = distance * time * (1.0 + (-point).exp());
        if places == 0 || !weight.is_finite() || weight == 0.0 {
            return;
        }
        for (stay, rate) in stays.iter_mut().zip(&*rates) {
            *stay = (-rate * time).exp();
        }
        before[..places].fill(0.0);
        before[0] = 1.0;
        for player in 1..rates.len() {
            let stay = stays[player - 1];
            let arrives = -(-rates[player - 1] * time).exp_m1();
            let (done, next) = before.split_at_mut(player * places);
            let done = &done[(player - 1) * places..];
            next[0] = stay * done[0];
            for place in 1..places {
                next[place] = stay * done[place] + arrives * done[place - 1];
            }
        }
        after.copy_from_slice(payouts);
        for player in (0..rates.len()).rev() {
            let (stay, rate) = (stays[player], rates[player]);
            let chances = &before[player * places..(player + 1) * places];
            let expected: f64 = chances.iter().zip(&*after).map(|(one, other)| one * other).sum();
            values[player] += weight * rate * stay * expected;
            let arrives = -(-rate * time).exp_m1();
            for place in 0..places {
                let one_more = if place + 1 < places { after[place + 1] } else { 0.0 };
                after[place] = stay * after[place] + arrives * one_more;
            }
        }
    }
}

/// The result of random races: the mean of prizes and of bounties, and the standard error of both together.
#[derive(Debug, Clone, PartialEq)]
pub struct Sample {
    /// The value of prizes.
    pub prizes: Vec<f64>,
    /// The value of bounties.
    pub bounties: Vec<f64>,
    /// The standard errors.
    pub errors: Vec<f64>,
}

/// A tournament: its prizes, stacks and bounties.
#[derive(Debug, Clone, Copy)]
pub struct Tournament<'a> {
    /// The prizes, the first one first.
    pub payouts: &'a [f64],
    /// The stacks.
    pub stacks: &'a [f64],
    /// The bounties on the heads of players, or nothing.
    pub heads: &'a [f64],
    /// The part of a bounty that is put on the head of its winner.
    pub growth: f64,
}

/// Returns the values by so many races at random; a seed gives the same ones on any number of threads.
///
/// # Errors
///
/// [`EquityError::Interrupted`] when the report says stop.
pub fn sampled(
    tournament: Tournament<'_>,
    races: u64,
    seed: Seed,
    threads: usize,
    report: &mut dyn FnMut() -> bool,
) -> Result<Sample, EquityError> {
    let count = tournament.stacks.len();
    let seeds = Shuffler::from_seed(seed);
    let blocks = races.div_ceil(RACES_A_BLOCK);
    let mut sums = vec![[0.0; 3]; count];
    let mut done = 0;
    while done < blocks {
        let end = blocks.min(done + 16);
        run(
            done..end,
            threads,
            |block| {
                let races = RACES_A_BLOCK.min(races - block * RACES_A_BLOCK);
                Ok(run_races(&tournament, races, seeds.stream(block)))
            },
            |of_block: Vec<[f64; 3]>| {
                for (sum, more) in sums.iter_mut().zip(of_block) {
                    (0..3).for_each(|index| sum[index] += more[index]);
                }
            },
        )?;
        done = end;
        if !report() {
            return Err(EquityError::Interrupted);
        }
    }
    let races = races.max(1) as f64;
    let error = |[prizes, bounties, squares]: [f64; 3]| {
        let mean = (prizes + bounties) / races;
        let variance = (squares / races - mean * mean).max(0.0) * races / (races - 1.0).max(1.0);
        (variance / races).sqrt()
    };
    Ok(Sample {
        prizes: sums.iter().map(|sum| sum[0] / races).collect(),
        bounties: sums.iter().map(|sum| sum[1] / races).collect(),
        errors: sums.into_iter().map(error).collect(),
    })
}

/// Returns the sums of prizes, of bounties, and of the squares of both together.
fn run_races(tournament: &Tournament<'_>, races: u64, mut stream: Shuffler) -> Vec<[f64; 3]> {
    let &Tournament { payouts, stacks, heads, growth } = tournament;
    let count = stacks.len();
    let mut sums = vec![[0.0; 3]; count];
    let mut order: Vec<(f64, usize)> = Vec::with_capacity(count);
    let (mut on_heads, mut won, mut chips) = (vec![0.0; count], vec![0.0; count], vec![0.0; count]);
    for _ in 0..races {
        order.clear();
        let times = stacks.iter().map(|stack| -(1.0 - stream.fraction()).ln() / stack);
        order.extend(times.enumerate().map(|(player, time)| (time, player)));
        let paid = payouts.len();
        if heads.is_empty() && paid < count {
            if paid > 0 {
                order.select_nth_unstable_by(paid - 1, |one, other| one.0.total_cmp(&other.0));
            }
            order[..paid].sort_unstable_by(|one, other| one.0.total_cmp(&other.0));
        } else {
            order.sort_unstable_by(|one, other| one.0.total_cmp(&other.0));
        }
        won.fill(0.0);
        for (&payout, &(_, player)) in payouts.iter().zip(&order) {
            sums[player][0] += payout;
            won[player] += payout;
        }
        if !heads.is_empty() {
            on_heads.copy_from_slice(heads);
            let mut sum = 0.0;
            for (chip, &(_, player)) in chips.iter_mut().zip(&order) {
                sum += stacks[player];
                *chip = sum;
            }
            for place in (1..count).rev() {
                let head = on_heads[order[place].1];
                let mark = stream.fraction() * chips[place - 1];
                let winner = chips[..place].partition_point(|&sum| sum <= mark).min(place - 1);
                let winner = order[winner].1;
                on_heads[winner] += growth * head;
                sums[winner][1] += (1.0 - growth) * head;
                won[winner] += (1.0 - growth) * head;
            }
            if let Some(&(_, winner)) = order.first() {
                sums[winner][1] += on_heads[winner];
                won[winner] += on_heads[winner];
            }
        }
        for (sum, won) in sums.iter_mut().zip(&won) {
            sum[2] += won * won;
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    const STACKS: [f64; 6] = [5000.0, 3000.0, 2000.0, 700.0, 100.0, 4.0];

    fn assert_close(one: &[f64], other: &[f64], precision: f64) {
        for (one, other) in one.iter().zip(other) {
            assert!((one - other).abs() < precision, "{one} {other}");
        }
    }

    #[test]
    fn two_players_have_their_parts() {
        assert_close(&exact(&[10.0], &[3.0, 1.0]), &[7.5, 2.5], 1e-12);
    }

    #[test]
    fn all_ways_agree() {
        for places in 0..=6 {
            let payouts = &[50.0, 30.0, 20.0, 10.0, 5.0, 1.0][..places];
            let values = exact(payouts, &STACKS);
            let integral = integral(payouts, &STACKS, &mut || true).unwrap();
            assert_close(&values, &integral, 1e-9);
            let tournament = Tournament { payouts, stacks: &STACKS, heads: &[], growth: 0.0 };
            let sample = sampled(tournament, 40_000, 1.into(), 1, &mut || true).unwrap();
            for ((value, mean), error) in values.iter().zip(&sample.prizes).zip(&sample.errors) {
                assert!((value - mean).abs() <= 5.0 * error + 1e-9, "{value} {mean} {error}");
            }
        }
    }

    #[test]
    fn bounties_are_all_won() {
        let heads = [10.0, 20.0, 5.0, 40.0, 10.0, 10.0];
        for growth in [0.0, 0.5, 1.0] {
            let values = bounties(&STACKS, &heads, growth);
            assert!((values.iter().sum::<f64>() - 95.0).abs() < 1e-9);
            let tournament = Tournament { payouts: &[], stacks: &STACKS, heads: &heads, growth };
            let sample = sampled(tournament, 40_000, 2.into(), 1, &mut || true).unwrap();
            for ((value, mean), error) in values.iter().zip(&sample.bounties).zip(&sample.errors) {
                assert!((value - mean).abs() <= 5.0 * error + 1e-9, "{value} {mean} {error}");
            }
        }
    }
}
