//! Push or fold before the flop, for two players of hold'em: the first is all-in or out, the second calls or folds.

use croupier_equity::holdem::preflop::{BOARD_COUNT, Matchups};
use croupier_eval::batch::PAIR_COUNT;

use crate::SolverError;

/// How many starting hands there are when suits do not matter.
pub const HAND_COUNT: usize = 169;
const RANKS: usize = 13;

/// The stakes, in whatever unit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PushFoldStakes {
    /// The smaller stack, before blinds and antes.
    pub stack: f64,
    /// The blind of the player who is all-in or out.
    pub small_blind: f64,
    /// The blind of the player who calls or folds.
    pub big_blind: f64,
    /// The ante of each player.
    pub ante: f64,
}

/// Strategies of both, and how good they are.
#[derive(Debug, Clone, PartialEq)]
pub struct PushFold {
    /// How often each starting hand is all-in, and how often it calls.
    pub parts: [Vec<f64>; 2],
    /// The value of all-in and of a call for each starting hand, less that of folding.
    pub margins: [Vec<f64>; 2],
    /// The winnings of each player.
    pub values: [f64; 2],
    /// The gain of each player who would play the best response.
    pub gains: [f64; 2],
    /// How many iterations were done.
    pub iterations: u32,
}

/// Returns the place of a starting hand in the usual grid: suited hands right of the pairs, aces first.
pub(crate) fn class_of([one, two]: [u8; 2]) -> usize {
    let place = |code: u8| RANKS - 1 - usize::from(code / 4);
    let (high, low) = (place(one).min(place(two)), place(one).max(place(two)));
    if one % 4 == two % 4 { high * RANKS + low } else { low * RANKS + high }
}

/// For all pairs of starting hands how often they are dealt, what the first wins less what it loses, and how often both
/// win.
pub(crate) struct MatchupTable {
    pub weights: Vec<f64>,
    pub odds: Vec<f64>,
    pub ties: Vec<f64>,
}

impl MatchupTable {
    pub(crate) fn new() -> Self {
        let pairs: Vec<[u8; 2]> =
            (0..52).flat_map(|low| (low + 1..52).map(move |high| [low, high])).collect();
        let mut table = Self {
            weights: vec![0.0; HAND_COUNT * HAND_COUNT],
            odds: vec![0.0; HAND_COUNT * HAND_COUNT],
            ties: vec![0.0; HAND_COUNT * HAND_COUNT],
        };
        for (number, &own) in pairs.iter().enumerate().take(PAIR_COUNT) {
            let row = Matchups::get().row(number);
            for (other, counts) in pairs.iter().zip(row) {
                if other.contains(&own[0]) || other.contains(&own[1]) {
                    continue;
                }
                let at = class_of(own) * HAND_COUNT + class_of(*other);
                let (wins, ties) = (f64::from(counts.0), f64::from(counts.1));
                table.weights[at] += 1.0;
                table.ties[at] += ties / f64::from(BOARD_COUNT);
                table.odds[at] += (2.0 * wins + ties) / f64::from(BOARD_COUNT) - 1.0;
            }
        }
        table
    }
}

/// The regrets of players.
struct Learner {
    regrets: [Vec<f64>; 2],
    sums: [Vec<f64>; 2],
}

/// Returns how often something is done whose regret over not doing it is given with that of not doing it.
fn part(does: f64, does_not: f64) -> f64 {
    let (one, two) = (does.max(0.0), does_not.max(0.0));
    if one + two > 0.0 { one / (one + two) } else { 0.5 }
}

/// Returns for each player what all-in or a call is worth more than folding, times how often each hand is dealt.
fn margins(table: &MatchupTable, stakes: &PushFoldStakes, parts: [&[f64]; 2]) -> [Vec<f64>; 2] {
    let PushFoldStakes { stack, small_blind, big_blind, ante } = *stakes;
    let mut found = [vec![0.0; HAND_COUNT], vec![0.0; HAND_COUNT]];
    for own in 0..HAND_COUNT {
        for other in 0..HAND_COUNT {
            let at = own * HAND_COUNT + other;
            let (weight, odds) = (table.weights[at], table.odds[at]);
            let calls = parts[1][other];
            let pushed = (1.0 - calls) * weight * (big_blind + ante) + calls * odds * stack;
            found[0][own] += pushed + weight * (small_blind + ante);
            let pushes = parts[0][own];
            found[1][other] += pushes * (weight * (big_blind + ante) - odds * stack);
        }
    }
    found
}

/// Solves it until nobody could win more than a target, or so many iterations are done.
///
/// # Errors
///
/// The stakes make no sense.
pub fn solve(stakes: &PushFoldStakes, target: f64, most: u32) -> Result<PushFold, SolverError> {
    let PushFoldStakes { stack, small_blind, big_blind, ante } = *stakes;
    let all = [stack, small_blind, big_blind, ante];
    let sound = all.iter().all(|each| each.is_finite() && *each >= 0.0 && *each <= 1e12);
    if !sound || stack <= big_blind + ante || stack <= small_blind + ante || big_blind <= 0.0 {
        return Err(SolverError::Spot(
            "push or fold needs a stack larger than the blinds and the ante, and a big blind"
                .to_owned(),
        ));
    }
    let table = MatchupTable::new();
    let mut learner = Learner {
        regrets: [vec![0.0; 2 * HAND_COUNT], vec![0.0; 2 * HAND_COUNT]],
        sums: [vec![0.0; HAND_COUNT], vec![0.0; HAND_COUNT]],
    };
    let mut weights = 0.0;
    let mut iterations = 0;
    let now = |regrets: &[f64]| -> Vec<f64> {
        let (does, does_not) = regrets.split_at(HAND_COUNT);
        does.iter().zip(does_not).map(|(one, two)| part(*one, *two)).collect()
    };
    loop {
        let weight = f64::from(iterations + 1).powi(2);
        weights += weight;
        for player in 0..2 {
            let parts = [now(&learner.regrets[0]), now(&learner.regrets[1])];
            let margins = margins(&table, stakes, [&parts[0], &parts[1]]);
            let t = f64::from(iterations);
            let keep = t.powf(1.5) / (t.powf(1.5) + 1.0);
            for hand in 0..HAND_COUNT {
                let (margin, does) = (margins[player][hand], parts[player][hand]);
                learner.sums[player][hand] += weight * does;
                for (place, more) in [(hand, 1.0 - does), (HAND_COUNT + hand, -does)] {
                    let regret = &mut learner.regrets[player][place];
                    *regret = *regret * if *regret > 0.0 { keep } else { 0.5 } + margin * more;
                }
            }
        }
        iterations += 1;
        if iterations % 20 == 0 || iterations >= most {
            let found = judge(&table, stakes, &learner, weights, iterations);
            if found.gains.iter().all(|gain| *gain <= target) || iterations >= most {
                return Ok(found);
            }
        }
    }
}

fn judge(
    table: &MatchupTable,
    stakes: &PushFoldStakes,
    learner: &Learner,
    weights: f64,
    iterations: u32,
) -> PushFold {
    let PushFoldStakes { small_blind, ante, .. } = *stakes;
    let parts = [0, 1].map(|player: usize| -> Vec<f64> {
        learner.sums[player].iter().map(|sum| sum / weights).collect()
    });
    let margins = margins(table, stakes, [&parts[0], &parts[1]]);
    let deals: f64 = table.weights.iter().sum();
    let sum = |player: usize, take: &dyn Fn(f64, f64) -> f64| -> f64 {
        let both = margins[player].iter().zip(&parts[player]);
        both.map(|(margin, part)| take(*margin, *part)).sum::<f64>() / deals
    };
    let own = sum(0, &|margin, part| margin * part) - (small_blind + ante);
    let gains = [0, 1].map(|player| {
        sum(player, &|margin, _| margin.max(0.0)) - sum(player, &|margin, part| margin * part)
    });
    let dealt = |player: usize, hand: usize| -> f64 {
        (0..HAND_COUNT)
            .map(|other| {
                let at = [hand * HAND_COUNT + other, other * HAND_COUNT + hand][player];
                table.weights[at] * if player == 0 { 1.0 } else { parts[0][other] }
            })
            .sum()
    };
    let each = [0, 1].map(|player: usize| -> Vec<f64> {
        let found = margins[player].iter().enumerate();
        found
            .map(|(hand, margin)| {
                let dealt = dealt(player, hand);
                if dealt > 0.0 { margin / dealt } else { 0.0 }
            })
            .collect()
    });
    PushFold { parts, margins: each, values: [own, -own], gains, iterations }
}
