//! Times the iterations on a spot that is described in a file.

use std::sync::Arc;
use std::time::Instant;

use croupier_cards::{Deck, parse};
use croupier_engine::definition::{Action, Betting, Dealing, Definition, HandType, Opening, Step};
use croupier_engine::{Automations, Mode, Rules, Structure};
use croupier_equity::problem::Combo;
use croupier_eval::{Rule, registry};
use croupier_solver::sizes::{Menu, Size, Thresholds};
use croupier_solver::spot::{Table, cut};
use croupier_solver::{Options, Rake, Solver, Spot};

fn holdem() -> Definition {
    let deal = |hole: usize, board| {
        Action::Deal(Dealing { hole: vec![false; hole], board, ..Dealing::default() })
    };
    let steps = [deal(2, 0), deal(0, 3), deal(0, 1), deal(0, 1)];
    let bet = || Action::Bet(Betting::new(Opening::Position, 2, None));
    let steps = steps.into_iter().enumerate();
    let steps = steps.flat_map(|(n, deal)| [Step::new(n, deal), Step::new(n, bet())]).collect();
    let ranking = registry::get("high").unwrap();
    Definition {
        automations: Automations::ALL,
        deck: Deck::Standard.cards(0),
        hand_types: vec![HandType::Ranked { ranking, rule: Rule::any(5), qualifier: None }],
        steps,
        structure: Structure::NoLimit,
        trims_antes: true,
        antes: vec![0; 2],
        blinds: vec![1, 2],
        bring_in: 0,
        starting_stacks: vec![100; 2],
        mode: Mode::CashGame,
        rules: Rules::CardRoom,
        board_count: 1,
        terms: Default::default(),
    }
}

/// Returns the seconds that the threads of this process have worked.
fn cpu() -> f64 {
    let tasks = std::fs::read_dir("/proc/self/task").unwrap();
    let spent = tasks.filter_map(|task| {
        let text = std::fs::read_to_string(task.ok()?.path().join("schedstat")).ok()?;
        text.split_whitespace().next()?.parse::<f64>().ok()
    });
    spent.sum::<f64>() / 1e9
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&arguments[1]).unwrap();
    let most: u32 = arguments.get(2).map_or(100, |text| text.parse().unwrap());
    let target: f64 = arguments.get(3).map_or(0.0, |text| text.parse().unwrap());
    let threads: usize = arguments.get(4).map_or(1, |text| text.parse().unwrap());
    let lines: Vec<&str> = text.lines().collect();
    let numbers = |line: &str| -> Vec<f64> {
        line.split_whitespace().map(|number| number.parse().unwrap()).collect()
    };
    let board = parse::cards(lines[0]).unwrap();
    let (pot, stack): (i64, i64) = (lines[1].parse().unwrap(), lines[2].parse().unwrap());
    let streets = 6 - board.len();
    let by_street = |line: &str| -> Vec<Vec<Size>> {
        let parts: Vec<&str> = line.split('|').collect();
        (0..streets)
            .map(|street| {
                let place = (3 - streets + street).min(parts.len() - 1);
                Size::parse_list(parts[place]).unwrap()
            })
            .collect()
    };
    let (bets, raises) = (by_street(lines[3]), by_street(lines[4]));
    let donks = Size::parse_list(lines[5]).unwrap();
    let menus = (0..streets).map(|street| {
        let donks = (street + 1 == streets && !donks.is_empty()).then(|| donks.clone());
        let menu = Menu { bets: bets[street].clone(), raises: raises[street].clone(), donks };
        [menu.clone(), menu]
    });
    let thresholds = numbers(lines[6]);
    let rake = numbers(lines[7]);
    let range = |line: &str| -> Vec<Combo> {
        line.split_whitespace()
            .map(|part| {
                let (cards, weight) = part.split_once(':').unwrap();
                let cards = parse::cards(cards).unwrap().into_iter().collect();
                Combo { cards, weight: weight.parse().unwrap() }
            })
            .collect()
    };
    let table = Table { board: board.len(), pot, stacks: [stack; 2], minimum_bet: 1 };
    let spot = Spot {
        definition: Arc::new(cut(&holdem(), &table).unwrap()),
        board,
        pot,
        ranges: [range(lines[8]), range(lines[9])],
        menus: menus.collect(),
        thresholds: Thresholds {
            add_all_in: thresholds[0],
            force_all_in: thresholds[1],
            merge: thresholds[2],
            most_raises: None,
        },
        rake: Rake { rate: rake[0], cap: rake[1] },
        added: Vec::new(),
        removed: Vec::new(),
    };
    let options = Options { threads, ..Options::default() };
    let start = Instant::now();
    let mut solver = Solver::new(spot, &options).unwrap();
    println!("{:?} {:.3} s", solver.extent, start.elapsed().as_secs_f64());
    let (wall, start) = (Instant::now(), cpu());
    let goal = target / 100.0 * pot as f64;
    solver
        .solve(goal, most, &mut |iteration, distance| {
            if let Some(distance) = distance {
                let percent = 100.0 * distance / pot as f64;
                println!("{iteration:5} {percent:.4} % {:.3} s", cpu() - start);
            }
            true
        })
        .unwrap();
    let spent = cpu() - start;
    println!("{spent:.3} s of work in {:.3} s", wall.elapsed().as_secs_f64());
    let iterations = f64::from(solver.iterations());
    println!(
        "{:.3} ms an iteration with looks, {:.2} ns an entry",
        1e3 * spent / iterations,
        1e9 * spent / iterations / solver.extent.entries as f64
    );
    let start = cpu();
    for _ in 0..10.min(most) {
        solver.iterate();
    }
    let spent = (cpu() - start) / f64::from(10.min(most));
    println!(
        "{:.3} ms an iteration, {:.2} ns an entry",
        1e3 * spent,
        1e9 * spent / solver.extent.entries as f64
    );
    println!("{:?}", solver.exploitability());
    let view = solver.look("").unwrap();
    println!("{:?}", view.actions);
}
