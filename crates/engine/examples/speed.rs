//! How many hands of no-limit hold'em a second are played on one core, how many decisions at tables in step, and how many
//! states are copied.
//!
//! With an argument, only the work whose name begins with it is done, and with another one so many times, as a profiler
//! wants it.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Instant;

use croupier_cards::{Deck, RandomNumbers, Shuffler};
use croupier_engine::simulate::{Policy, SimulationPlan, simulate_here};
use croupier_engine::tables::{self, Menu, Move, Rows, Tables, Widths};
use croupier_engine::with_arrays;
use croupier_engine::{
    Action, Automations, Betting, Dealing, DefaultHooks, Definition, HandType, Mode, Opening,
    Rules, State, Step, Structure,
};
use croupier_eval::ranking::Method;
use croupier_eval::{Rule, registry};

fn main() {
    let Ok(high) = registry::get("high") else { return };
    let Method::Shape(shape) = &high.method else { return };
    let streets = [(false, 2, 0), (true, 0, 3), (true, 0, 1), (true, 0, 1)];
    let steps = streets.into_iter().enumerate().flat_map(|(street, (burn, hole, board))| {
        let dealing = Dealing { burn, hole: vec![false; hole], board, ..Dealing::default() };
        let betting = Betting::new(Opening::Position, 2, None);
        [Action::Deal(dealing), Action::Bet(betting)].map(|action| Step::new(street, action))
    });
    let definition = Arc::new(Definition {
        automations: Automations::ALL,
        deck: Deck::Standard.cards(0).into(),
        hand_types: [HandType::Lookup {
            shape: Arc::new(shape.clone()),
            rule: Rule::any(5),
            low: false,
        }]
        .into(),
        steps: steps.collect(),
        structure: Structure::NoLimit,
        trims_antes: true,
        antes: vec![0; 6],
        blinds: vec![1, 2, 0, 0, 0, 0],
        bring_in: 0,
        starting_stacks: vec![200; 6],
        mode: Mode::Tournament,
        rules: Rules::CardRoom,
        board_count: 1,
        variant_rules: Default::default(),
    });
    let Ok(Ok(state)) = State::new(definition.clone(), Shuffler::from_seed(0), &DefaultHooks)
    else {
        return;
    };
    let only = std::env::args().nth(1).unwrap_or_default();
    let rounds = std::env::args().nth(2).and_then(|count| count.parse().ok()).unwrap_or(500);
    if "copies".starts_with(&only) {
        let copies = 10_000;
        let copy = fastest(rounds, |_| {
            for _ in 0..copies {
                std::hint::black_box(state.clone());
            }
        });
        println!("{:.2} M copies/s", f64::from(copies) / copy / 1e6);
    }
    let mut heads_up = (*definition).clone();
    heads_up.antes.truncate(2);
    heads_up.blinds = vec![2, 1];
    heads_up.starting_stacks.truncate(2);
    let moves = [Move::Fold, Move::Call, Move::Pot(0.5), Move::Pot(1.0), Move::Most];
    let few = [Move::Fold, Move::Call, Move::Most];
    let kuhn = make_kuhn(&heads_up);
    for (name, game, moves, count) in [
        ("tables", Some(&heads_up), &moves[..], 512),
        ("tables", Some(&heads_up), &moves[..], 8192),
        ("kuhn", kuhn.as_ref(), &few[..], 512),
    ] {
        let name = format!("{name} {count}");
        if let Some(game) = game
            && name.starts_with(&only)
        {
            decide(&name, game, moves, count, rounds);
        }
    }
    for (name, policy) in [("mixed policy", Policy::MIXED), ("check-down", Policy::CALL)] {
        if !name.starts_with(&only) {
            continue;
        }
        let hands = 1_000;
        let threads = NonZeroUsize::new(1);
        let seconds = fastest(rounds, |round| {
            let plan = SimulationPlan {
                first: 0,
                hands,
                policy,
                chip: 1,
                seed: round.into(),
                threads,
                parts: false,
            };
            let _ = simulate_here(&definition, &plan, &DefaultHooks, &mut |_| true);
        });
        println!("{name}: {:.0} hands/s", hands as f64 / seconds);
    }
}

/// Returns Kuhn poker: one card and one bet.
fn make_kuhn(heads_up: &Definition) -> Option<Definition> {
    let ranking = registry::get("kuhn").ok()?;
    let Method::Shape(shape) = &ranking.method else { return None };
    let dealing = Dealing { hole: vec![false], ..Dealing::default() };
    let betting = Betting::new(Opening::Position, 1, Some(1));
    let actions = [Action::Deal(dealing), Action::Bet(betting)];
    Some(Definition {
        deck: Deck::Kuhn.cards(0).into(),
        hand_types: [HandType::Lookup {
            shape: Arc::new(shape.clone()),
            rule: Rule::any(1),
            low: false,
        }]
        .into(),
        steps: actions.map(|action| Step::new(0, action)).into(),
        structure: Structure::FixedLimit,
        antes: vec![1, 1],
        blinds: vec![0, 0],
        starting_stacks: vec![2, 2],
        ..heads_up.clone()
    })
}

/// Takes random decisions at tables of two players.
fn decide(name: &str, definition: &Definition, moves: &[Move], count: usize, rounds: u64) {
    let plan = tables::TableSettings {
        count,
        first: 0,
        seed: 1.into(),
        menu: Menu::new(moves.to_vec()),
        hands: None,
        moves_seats: true,
        duplicate: false,
        stacks: None,
        by_picks: false,
        history: 32,
        unit: None,
        bots: Vec::new(),
        judge: None,
        forecast: None,
    };
    let Ok(mut tables) = Tables::new(definition, plan) else { return };
    let mut arrays = Arrays::new(count, tables.widths());
    let _ = tables.start(arrays.rows(), NonZeroUsize::MIN);
    let mut random = RandomNumbers::new(1);
    let mut decisions = vec![0; count];
    let mut most = f64::MAX;
    for _ in 0..rounds {
        for (decision, legal) in decisions.iter_mut().zip(arrays.legal.chunks_exact(moves.len())) {
            let possible = legal.iter().filter(|&&one| one == 1).count() as u32;
            let chosen = random.below(possible);
            let mut places = (0..moves.len()).filter(|&place| legal[place] == 1);
            *decision = places.nth(chosen as usize).unwrap_or(1) as i64;
        }
        let start = Instant::now();
        let _ = tables.step(&decisions, None, arrays.rows(), NonZeroUsize::MIN);
        most = most.min(start.elapsed().as_secs_f64());
    }
    println!("{name}: {:.2} M decisions/s", count as f64 / most / 1e6);
}

macro_rules! arrays {
    ($($(#[$doc:meta])* $name:ident: $type:ty, |$widths:ident| $shape:expr;)*) => {
        /// Room for all that tables write.
        struct Arrays {
            $($name: Vec<$type>,)*
        }

        impl Arrays {
            fn new(count: usize, widths: Widths) -> Self {
                Self { $($name: {
                    let $widths = widths;
                    let _ = $widths;
                    let shape: &[usize] = &$shape;
                    vec![<$type>::default(); count * shape.iter().product::<usize>()]
                },)* }
            }

            fn rows(&mut self) -> Rows<'_> {
                Rows { $($name: &mut self.$name,)* }
            }
        }
    };
}

with_arrays!(arrays);

/// Returns the time of the quickest of many short rounds: the machine may be busy with something else.
fn fastest(rounds: u64, mut work: impl FnMut(u64)) -> f64 {
    let rounds = (0..rounds).map(|round| {
        let start = Instant::now();
        work(round);
        start.elapsed().as_secs_f64()
    });
    rounds.fold(f64::MAX, f64::min)
}
