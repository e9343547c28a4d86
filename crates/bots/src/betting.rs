//! Bets: what is worth its price is called, what is better is raised.

use croupier_cards::RandomNumbers;
use croupier_engine::chips::Chips;
use croupier_engine::tables::{Choice, Weights};
use croupier_engine::{Hooks, RuleError, State};

use crate::knowledge::{Knowledge, alone};
use crate::shares::find_share;
use crate::style::{Brain, Style};

/// How much better a hand must be for each raise of the round, and what is always good enough.
const CAUTION: f64 = 0.08;
const BEST: f64 = 0.93;
/// How much is bet with a hand that is a little better than needed, in pots.
const SMALL: f64 = 0.66;
const THIRD: f64 = 1.0 / 3.0;

/// The rules that the table adds to those of the game.
#[derive(Clone, Copy)]
pub struct House<'a> {
    /// The caller's own rules.
    pub hooks: &'a dyn Hooks,
    /// Whether a unit is a whole chip.
    pub whole_chips: bool,
}

/// The amounts that can be bet or raised to.
#[derive(Debug, Clone)]
struct Raise {
    least: Chips,
    most: Chips,
    pot: Option<Chips>,
    fixed: Vec<Chips>,
}

/// The decision that the player faces.
struct Spot<'a> {
    state: &'a State,
    seat: usize,
    /// The cost of a call, where one is possible.
    price: Option<Chips>,
    raise: Option<Raise>,
}

impl<'a> Spot<'a> {
    fn new(state: &'a State, seat: usize, hooks: &dyn Hooks) -> Result<Self, RuleError> {
        let brings_in = state.bring_in_pending;
        let price = state.checking_or_calling_amount().filter(|_| !brings_in);
        let raise = match state.raise_bounds(hooks)? {
            Some((least, most)) => {
                let countable = state.most_countable(seat);
                let fixed = state.fixed_amounts(seat).map(|all| all.to_vec()).unwrap_or_default();
                match (fixed.first(), fixed.last()) {
                    _ if least > countable => None,
                    (Some(&least), Some(&most)) => Some(Raise { least, most, pot: None, fixed }),
                    _ => {
                        let pot = state.pot_raise_to(hooks)?.map(|pot| pot.min(countable));
                        Some(Raise { least, most: most.min(countable), pot, fixed })
                    }
                }
            }
            None => None,
        };
        Ok(Self { state, seat, price, raise })
    }

    /// Calls, or does what costs as little as that.
    fn call(&self) -> Choice {
        if self.price.is_some() { Choice::Call } else { Choice::BringIn }
    }

    /// Checks, or folds where that is not free.
    fn decline(&self) -> Choice {
        match self.price {
            None => Choice::BringIn,
            Some(0) => Choice::Call,
            Some(_) => Choice::Fold,
        }
    }

    /// Bets or raises by a part of the pot, as far as it is possible.
    fn raise_by(&self, raise: &Raise, sizing: f64) -> Choice {
        let bet = self.state.price();
        let mut amount = raise.least;
        if let Some(pot) = raise.pot {
            amount = bet + ((pot - bet) as f64 * sizing).round_ties_even() as Chips;
        }
        // Little that is left behind is of no use.
        if 3 * amount > 2 * raise.most {
            amount = raise.most;
        }
        let amount = amount.clamp(raise.least, raise.most);
        let fits = raise.fixed.is_empty() || raise.fixed.contains(&amount);
        Choice::RaiseTo(if fits { amount } else { raise.least })
    }
}

/// Decides in a betting round.
pub(crate) fn bet(
    brain: &Brain,
    knowledge: &Knowledge,
    state: &State,
    seat: usize,
    random: &mut RandomNumbers,
    house: House<'_>,
) -> Result<Choice, RuleError> {
    let mut spot = Spot::new(state, seat, house.hooks)?;
    if let Some(raise) = &mut spot.raise
        && !house.whole_chips
    {
        // Parts of a chip are left to others: the least or the most is bet.
        raise.pot = None;
    }
    Ok(match *brain {
        Brain::Random => {
            let raise = spot.raise.as_ref().map(|raise| (raise.least, raise.most));
            match bet_randomly(spot.price.unwrap_or(0), raise, house.whole_chips, random) {
                Choice::Call => spot.call(),
                choice => choice,
            }
        }
        Brain::Caller => spot.call(),
        Brain::Folder => spot.decline(),
        Brain::Rules { .. } | Brain::Equity { .. } => {
            let share = find_share(knowledge, state, seat, brain.deals(), random, house.hooks);
            // Only what is free is bluffed at.
            let bluffs = spot.price.unwrap_or(0) == 0 && random.fraction() < brain.bluffing();
            bet_by_share(brain, &spot, knowledge, share, bluffs)
        }
    })
}

/// Returns how often what is done in a betting round; `None` where that depends on deals at random, or on amounts of which
/// there are too many.
pub(crate) fn weigh(
    brain: &Brain,
    knowledge: &Knowledge,
    state: &State,
    seat: usize,
    hooks: &dyn Hooks,
) -> Result<Option<Weights>, RuleError> {
    let spot = Spot::new(state, seat, hooks)?;
    let opponents = state.active.len().saturating_sub(1).max(1);
    Ok(match brain {
        Brain::Random => None,
        Brain::Caller => Some(Weights::from_slice(&[(spot.call(), 1.0)])),
        Brain::Folder => Some(Weights::from_slice(&[(spot.decline(), 1.0)])),
        Brain::Rules { .. } | Brain::Equity { .. } => {
            let share = knowledge.share_of_view(state, seat, opponents, brain.deals());
            share.map(|share| {
                let bet = |bluffs| bet_by_share(brain, &spot, knowledge, share, bluffs);
                let bluffing = if spot.price.unwrap_or(0) == 0 { brain.bluffing() } else { 0.0 };
                let bluffing = bluffing.clamp(0.0, 1.0);
                let all = [(bet(true), bluffing), (bet(false), 1.0 - bluffing)];
                all.into_iter().filter(|&(_, weight)| weight > 0.0).collect()
            })
        }
    })
}

/// Bets by what the hand is worth.
fn bet_by_share(
    brain: &Brain,
    spot: &Spot<'_>,
    knowledge: &Knowledge,
    share: f64,
    bluffs: bool,
) -> Choice {
    match *brain {
        Brain::Rules { style, .. } => bet_by_rules(spot, knowledge, style, share, bluffs),
        Brain::Equity { caution, .. } => bet_by_equity(spot, share, caution, bluffs),
        _ => spot.call(),
    }
}

/// Does anything that is possible, given what a call costs and what can be bet or raised to; small raises are likelier
/// than large ones.
#[must_use]
pub fn bet_randomly(
    price: Chips,
    raise: Option<(Chips, Chips)>,
    whole_chips: bool,
    random: &mut RandomNumbers,
) -> Choice {
    let mut chance = random.fraction();
    let Some((least, most)) = raise else {
        return if price > 0 && chance < 0.5 { Choice::Fold } else { Choice::Call };
    };
    if price > 0 {
        if chance < THIRD {
            return Choice::Fold;
        }
        chance = (chance - THIRD) * 1.5;
    }
    if chance < 0.5 {
        return Choice::Call;
    }
    chance = 2.0 * chance - 1.0;
    if whole_chips && most > 2 * least {
        return Choice::RaiseTo(least + ((most - least) as f64 * chance.powi(4)) as Chips);
    }
    // Between the small and the big bet of a fixed limit there is nothing.
    Choice::RaiseTo(if chance < 0.5 { most } else { least })
}

fn bet_by_rules(
    spot: &Spot<'_>,
    knowledge: &Knowledge,
    style: Style,
    share: f64,
    bluffs: bool,
) -> Choice {
    let state = spot.state;
    let opponents = state.active.len().saturating_sub(1).max(1);
    let held = state.hole[spot.seat].cards.len();
    let spread = knowledge.spread(held, state.board.len(), opponents);
    let place = (alone(share, opponents) - spread.mean) / spread.deviation;
    let strength = normal(place).powi(opponents as i32);
    let price = spot.price.unwrap_or(0);
    // Those who raise have something.
    let caution = CAUTION * f64::from(state.raise_count);
    match &spot.raise {
        Some(raise) if strength >= (style.raising + caution).min(BEST) || bluffs => {
            spot.raise_by(raise, style.sizing)
        }
        _ if price == 0 || strength >= (style.calling + caution).min(BEST) => spot.call(),
        _ => Choice::Fold,
    }
}

fn bet_by_equity(spot: &Spot<'_>, share: f64, caution: f64, bluffs: bool) -> Choice {
    let state = spot.state;
    let players = state.active.len().max(2) as f64;
    let price = spot.price.unwrap_or(0);
    let pot = state.chips_put_in() as f64;
    let raises = f64::from(state.raise_count);
    let after = if state.raise_count > 0 { caution } else { 0.0 };
    let wanted = 1.0 / players + (0.05 + 0.05 * raises) * (2.0 / players) + after;
    if let Some(raise) = &spot.raise
        && (share >= wanted || bluffs)
    {
        return spot.raise_by(raise, if share < wanted + 0.1 { SMALL } else { 1.0 });
    }
    if price == 0 {
        return spot.call();
    }
    let odds = price as f64 / (pot + price as f64);
    let worth = odds + caution * (1.0 + raises) / 2.0;
    if share >= worth { Choice::Call } else { Choice::Fold }
}

/// Returns how much of a normal distribution is below a place: Abramowitz and Stegun's 26.2.17, to seven digits.
fn normal(place: f64) -> f64 {
    let size = place.abs();
    let t = 1.0 / (1.0 + 0.231_641_9 * size);
    let sum = t
        * (0.319_381_530
            + t * (-0.356_563_782
                + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))));
    let tail = (-0.5 * size * size).exp() * 0.398_942_280_401_432_7 * sum;
    if place > 0.0 { 1.0 - tail } else { tail }
}

#[cfg(test)]
mod tests {
    use super::normal;

    #[test]
    fn the_normal_distribution_is_that_of_tables() {
        for (place, part) in
            [(0.0, 0.5), (1.0, 0.841_344_75), (-1.96, 0.024_997_9), (3.0, 0.998_650_1)]
        {
            assert!((normal(place) - part).abs() < 1e-6, "{place}");
        }
    }
}
