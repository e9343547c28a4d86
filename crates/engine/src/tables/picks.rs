//! Decisions on cards one card at a time, so that each step is one of a short list.

use super::decisions::{Asked, Kind, PART_BITS};
use crate::hooks::DefaultHooks;
use crate::state::State;

/// The cards that were picked so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Picked {
    /// The number of the decision so far.
    pub number: u64,
    /// How many cards were looked at or picked.
    pub count: usize,
}

/// The result of a pick.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    /// It cannot be picked.
    Refused,
    /// There is more to pick.
    More(Picked),
    /// The decision is complete.
    Done(i64),
}

/// How many arrangements are tried to find out whether a separation can be completed.
const MAX_TRIES: usize = 4096;

/// Finds out what comes of a pick; `end` says that nothing more is picked.
pub(super) fn pick(
    state: &State,
    asked: &Asked,
    picked: Picked,
    place: usize,
    end: bool,
) -> Outcome {
    let accepts = |number: u64| {
        let number = number as i64;
        state.verify_decision(asked, number, &DefaultHooks).is_ok().then_some(number)
    };
    let done = |number: u64| accepts(number).map_or(Outcome::Refused, Outcome::Done);
    let bit = 1_u64.unbounded_shl(place as u32);
    match asked.kind {
        kind if kind.takes_option() => {
            if end {
                Outcome::Refused
            } else {
                done(place as u64)
            }
        }
        Kind::Buy if asked.most == 0 => {
            if end || place > 1 {
                Outcome::Refused
            } else {
                done(place as u64)
            }
        }
        Kind::Separate => separate(state, asked, picked, (!end).then_some(place)),
        _ if end => done(picked.number),
        _ if asked.choices & bit == 0 || picked.number & bit != 0 => Outcome::Refused,
        _ => {
            let whole = whole_set(state, asked, place);
            let number = picked.number | whole.unwrap_or(bit);
            let count = number.count_ones() as usize;
            if whole.is_some() || count == asked.most {
                done(number)
            } else if count > asked.most {
                Outcome::Refused
            } else {
                Outcome::More(Picked { number, count })
            }
        }
    }
}

/// Returns the cards that go together with one, where whole subsets go; the first card stands for them.
fn whole_set(state: &State, asked: &Asked, place: usize) -> Option<u64> {
    if asked.kind != Kind::Discard {
        return None;
    }
    let draw = state.drawing()?;
    let sets = state.discard_sets(asked.seat, draw);
    if sets.is_empty() {
        // Cards that must all be discarded are discarded together.
        let forced =
            asked.fewest == asked.most && asked.fewest == asked.choices.count_ones() as usize;
        return forced.then_some(asked.choices);
    }
    let whole = sets.iter().find(|set| set.trailing_zeros() as usize == place);
    Some(whole.map_or(u64::MAX, |&set| u64::from(set)))
}

/// Puts the next card into a subset, or into none.
fn separate(state: &State, asked: &Asked, picked: Picked, part: Option<usize>) -> Outcome {
    let held = state.hole[asked.seat].cards.len();
    let Some((_, separating)) = state.separating() else { return Outcome::Refused };
    let sizes: Vec<usize> = separating.parts.iter().map(|&(_, count)| count).collect();
    if part.is_some_and(|part| part >= sizes.len()) || picked.count >= held {
        return Outcome::Refused;
    }
    let digit = part.map_or(0, |part| part as u64 + 1);
    let number = picked.number | digit << (PART_BITS * picked.count as u32);
    let mut tries = MAX_TRIES;
    let next = Picked { number, count: picked.count + 1 };
    match complete(state, asked, &sizes, next, held, &mut tries) {
        Some(_) if next.count < held => Outcome::More(next),
        Some(number) => Outcome::Done(number),
        None => Outcome::Refused,
    }
}

/// Finds a separation that begins like this; the first one that is possible, or any where it takes too long to find out.
fn complete(
    state: &State,
    asked: &Asked,
    sizes: &[usize],
    picked: Picked,
    held: usize,
    tries: &mut usize,
) -> Option<i64> {
    let digit = |place: usize| picked.number >> (PART_BITS * place as u32) & 7;
    let in_part =
        |part: usize| (0..picked.count).filter(|&place| digit(place) == part as u64).count();
    let left = (0..picked.count).filter(|&place| digit(place) == 0).count();
    let full = sizes.iter().enumerate().any(|(part, &size)| in_part(part + 1) > size);
    if full || left > held.saturating_sub(asked.most) {
        return None;
    }
    if picked.count == held {
        *tries = tries.saturating_sub(1);
        let number = picked.number as i64;
        return state.verify_decision(asked, number, &DefaultHooks).is_ok().then_some(number);
    }
    for part in (1..=sizes.len()).chain([0]) {
        if *tries == 0 {
            break;
        }
        let number = picked.number | (part as u64) << (PART_BITS * picked.count as u32);
        let next = Picked { number, count: picked.count + 1 };
        if let Some(found) = complete(state, asked, sizes, next, held, tries) {
            return Some(found);
        }
    }
    None
}
