//! Decisions on cards and on the game: what is won most with.

use croupier_cards::RandomNumbers;
use croupier_engine::tables::{Asked, Kind};
use croupier_engine::{Hooks, RuleError, State};

use crate::knowledge::Knowledge;
use crate::shares::{share_after_draw, value_after};
use crate::style::Brain;

/// So many decisions are compared.
const MAX_COMPARED: usize = 32;
/// So many are tried to find those that are possible.
const MAX_TRIED: usize = 512;
const MIN_DEALS: u32 = 24;
/// The deals for all of them, for each of a bet.
const DEALS_OF_BETS: u32 = 4;

/// Decides.
pub(crate) fn choose(
    brain: &Brain,
    knowledge: &Knowledge,
    state: &State,
    asked: &Asked,
    random: &mut RandomNumbers,
    hooks: &dyn Hooks,
) -> Result<i64, RuleError> {
    let possible = |&number: &i64| state.verify_decision(asked, number, hooks).is_ok();
    match brain {
        Brain::Caller | Brain::Folder => {
            return list_decisions(asked, state).into_iter().find(possible).ok_or(RuleError::Stuck);
        }
        Brain::Random => {
            for _ in 0..MAX_TRIED {
                let number = draw(state, asked, random);
                if possible(&number) {
                    return Ok(number);
                }
            }
            return list_decisions(asked, state).into_iter().find(possible).ok_or(RuleError::Stuck);
        }
        Brain::Rules { .. } | Brain::Equity { .. } => {}
    }
    let mut found: Vec<i64> = Vec::new();
    let some = list_decisions(asked, state);
    let all = some.len() <= MAX_COMPARED;
    for number in some.into_iter().take(MAX_TRIED) {
        if found.len() < if all { MAX_COMPARED } else { 1 } && possible(&number) {
            found.push(number);
        }
    }
    if !all {
        for _ in 0..2 * MAX_COMPARED {
            let number = draw(state, asked, random);
            if found.len() < MAX_COMPARED && !found.contains(&number) && possible(&number) {
                found.push(number);
            }
        }
    }
    let Some(&first) = found.first() else { return Err(RuleError::Stuck) };
    // Nobody has cards yet when a straddle is asked for: more chips blind are worth nothing.
    if found.len() == 1 || asked.kind == Kind::Straddle {
        return Ok(first);
    }
    let deals = (DEALS_OF_BETS * brain.deals() / found.len() as u32).max(MIN_DEALS);
    let (mut best, mut most) = (first, f64::NEG_INFINITY);
    for number in found {
        let thrown = state.cards_of_decision(asked, number).unwrap_or_default();
        let worth = match asked.kind {
            Kind::Discard => share_after_draw(knowledge, state, asked.seat, &thrown, deals, random),
            _ => None,
        };
        let worth = worth.or_else(|| value_after(state, asked, number, deals, random, hooks));
        if let Some(worth) = worth
            && worth > most
        {
            (best, most) = (number, worth);
        }
    }
    Ok(best)
}

/// Lists decisions, those that do least first; all of them, or enough to find one that is possible.
fn list_decisions(asked: &Asked, state: &State) -> Vec<i64> {
    match asked.kind {
        kind if kind.takes_option() => {
            (0..64).filter(|option| asked.choices >> option & 1 == 1).collect()
        }
        Kind::Buy if asked.most == 0 => vec![0, 1],
        Kind::Separate => {
            let order = state.first_separation_number(asked);
            order.into_iter().collect()
        }
        _ => {
            let places: Vec<u32> =
                (0..64).filter(|place| asked.choices >> place & 1 == 1).collect();
            let mut sets: Vec<i64> = Vec::new();
            if places.len() <= 13 {
                for chosen in 0_u64..1 << places.len() {
                    let count = chosen.count_ones() as usize;
                    let fits = (asked.fewest..=asked.most).contains(&count)
                        || asked.kind == Kind::Buy && count == 0;
                    if fits {
                        let bits = places.iter().enumerate();
                        let bits = bits.filter(|(index, _)| chosen >> index & 1 == 1);
                        sets.push(bits.fold(0, |sum, (_, place)| sum | 1 << place));
                    }
                }
            } else {
                let first = places.iter().take(asked.fewest).fold(0, |sum, place| sum | 1 << place);
                sets.push(first);
                sets.push(asked.choices as i64);
            }
            sets.sort_by_key(|set| (set.count_ones(), *set));
            sets
        }
    }
}

/// Draws a decision at random, which need not be possible.
fn draw(state: &State, asked: &Asked, random: &mut RandomNumbers) -> i64 {
    let mut places: Vec<u32> = (0..64).filter(|place| asked.choices >> place & 1 == 1).collect();
    match asked.kind {
        kind if kind.takes_option() => {
            i64::from(places.get(random.below(places.len() as u32) as usize).copied().unwrap_or(0))
        }
        Kind::Buy if asked.most == 0 => (random.next() & 1) as i64,
        Kind::Separate => {
            let held = state.hole[asked.seat].cards.len();
            let sizes = state.separating().map(|(_, terms)| &terms.parts);
            let parts = sizes.into_iter().flatten().enumerate();
            let mut digits: Vec<i64> = parts
                .flat_map(|(part, &(_, count))| std::iter::repeat_n(part as i64 + 1, count))
                .collect();
            digits.resize(held, 0);
            random.shuffle(&mut digits);
            digits.iter().rev().fold(0, |number, digit| number << 3 | digit)
        }
        _ => {
            random.shuffle(&mut places);
            let mut count =
                asked.fewest + random.below((asked.most - asked.fewest + 1) as u32) as usize;
            if asked.kind == Kind::Buy {
                count = if random.next() & 1 == 0 { 0 } else { asked.most };
            }
            places.iter().take(count).fold(0, |sum, place| sum | 1 << place)
        }
    }
}
