//! Measures answers on one thread, on Linux.

use croupier_cards::{CardSet, parse};
use croupier_equity::contest::Contest;
use croupier_equity::problem::{Combo, Problem};
use croupier_equity::sample::Effort;
use croupier_equity::{Plan, solve};
use croupier_eval::{Rule, registry};

/// Returns the nanoseconds that this thread was at work, which other programs do not change.
fn clock() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|number| number.parse().ok()).unwrap_or(f64::NAN)
}

fn set(text: &str) -> CardSet {
    parse::cards(text).map(CardSet::from_iter).unwrap_or_default()
}

fn everything() -> Vec<Combo> {
    let mut combos = Vec::new();
    croupier_equity::runouts::visit_subsets(CardSet::STANDARD.bits(), 2, &mut |bits| {
        combos.push(Combo { cards: CardSet::from_bits(bits), weight: 1.0 });
    });
    combos
}

fn main() {
    let hand = |text: &str| vec![Combo { cards: set(text), weight: 1.0 }];
    let unknown = |count: usize| vec![hand(""); count];
    let names = |names: &[&str], rule: Option<Rule>, hole: usize| -> Vec<Contest> {
        let rankings = names.iter().filter_map(|name| registry::get(name).ok());
        rankings
            .map(|ranking| {
                let rule = rule.clone().unwrap_or_else(|| ranking.any_cards());
                Contest::new(ranking, rule, hole, 5)
            })
            .collect()
    };
    let problem = |players, board: &str, hole_count, contests| Problem {
        deck: CardSet::STANDARD,
        board: set(board),
        dead: CardSet::EMPTY,
        hole_count,
        board_count: 5,
        players,
        contests,
    };
    let high = || names(&["high"], None, 2);
    let omaha = || names(&["high"], Some(Rule::exactly(2, 3)), 4);
    let split = || names(&["high", "eight_or_better_low"], Some(Rule::exactly(2, 3)), 4);
    let four = || vec![hand("AhAsKhKs"), hand("9c8d7c6d")];
    let random = || vec![everything(), everything()];
    let cases = [
        ("random v random before the flop", problem(random(), "", 2, high()), None),
        ("random v random on a flop", problem(random(), "Qs7h2c", 2, high()), None),
        (
            "three hands",
            problem(vec![hand("AhAs"), hand("KdKc"), hand("7c2d")], "", 2, high()),
            None,
        ),
        ("2 random players, sampled", problem(unknown(2), "", 2, high()), Some(2_000_000)),
        ("6 random players, sampled", problem(unknown(6), "", 2, high()), Some(1_000_000)),
        ("2 ranges, sampled", problem(random(), "", 2, high()), Some(1_000_000)),
        ("Omaha", problem(four(), "", 4, omaha()), None),
        ("Omaha high-low", problem(four(), "", 4, split()), None),
    ];
    for (name, problem, samples) in cases {
        let effort = Effort { deals: samples.unwrap_or(1), precision: None };
        let plan = Plan { exact: Some(samples.is_none()), effort, seed: 1.into(), threads: 1 };
        let mut best = f64::INFINITY;
        for _ in 0..5 {
            let mut problem = problem.clone();
            let start = clock();
            if let Err(error) = solve(&mut problem, &plan, &mut |_, _| true) {
                println!("{name}: {error}");
            }
            best = best.min((clock() - start) / 1e9);
        }
        match samples {
            Some(samples) => println!("{name}: {:.1} M deals/s", samples as f64 / best / 1e6),
            None => println!("{name}: {:.3} ms", best * 1e3),
        }
    }
}
