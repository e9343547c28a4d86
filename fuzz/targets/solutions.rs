//! Any bytes are a solution of a spot or an error, and whatever is read can be looked at.

#![no_main]

use std::sync::{Arc, OnceLock};

use croupier_cards::{CardSet, Deck, parse};
use croupier_engine::definition::{Action, Betting, Dealing, Definition, HandType, Opening, Step};
use croupier_engine::{Automations, Mode, Rules, Structure};
use croupier_equity::problem::Combo;
use croupier_eval::{Rule, registry};
use croupier_solver::spot::sizes::{Menu, Size, Thresholds};
use croupier_solver::spot::{SpotTable, cut};
use croupier_solver::{Options, Rake, Solver, Spot};
use libfuzzer_sys::fuzz_target;

fn spot() -> Spot {
    let deal = |hole: usize, board| {
        Action::Deal(Dealing { hole: vec![false; hole], board, ..Dealing::default() })
    };
    let deals = [deal(2, 0), deal(0, 3), deal(0, 1), deal(0, 1)];
    let bet = || Action::Bet(Betting::new(Opening::Position, 2, None));
    let steps = deals.into_iter().enumerate();
    let steps = steps.flat_map(|(n, deal)| [Step::new(n, deal), Step::new(n, bet())]).collect();
    let Ok(ranking) = registry::get("high") else { unreachable!("high is registered") };
    let definition = Definition {
        automations: Automations::ALL,
        deck: Deck::Standard.cards(0).into(),
        hand_types: [HandType::Ranked { ranking, rule: Rule::any(5), qualifier: None }].into(),
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
        variant_rules: Default::default(),
    };
    let cards = |text: &str| parse::cards(text).unwrap_or_default();
    let board = cards("Th8h3c5d");
    let range = |hands: [&str; 3]| {
        let combo =
            |text| Combo { cards: cards(text).into_iter().collect::<CardSet>(), weight: 1.0 };
        hands.map(combo).to_vec()
    };
    let table =
        SpotTable { board: board.len(), pot: 100, stacks: [300; 2], minimum_bet: 1, chip: 1 };
    let sizes = |text| Size::parse_list(text).unwrap_or_default();
    let menu = Menu { bets: sizes("50%"), raises: sizes("a"), donks: None };
    let Ok(definition) = cut(&definition, &table) else { unreachable!("the turn can be solved") };
    Spot {
        definition: Arc::new(definition),
        ranges: [range(["AsAd", "KhQh", "9c9d"]), range(["TsTd", "Ah8c", "7s6s"])],
        board,
        dead: CardSet::EMPTY,
        last_round: None,
        pot: 100,
        menus: vec![[menu.clone(), menu.clone()], [menu.clone(), menu]],
        thresholds: Thresholds::default(),
        rake: Rake::default(),
        added: Vec::new(),
        removed: Vec::new(),
    }
}

/// A solution as it is written, to be damaged.
fn saved() -> &'static [u8] {
    static SAVED: OnceLock<Vec<u8>> = OnceLock::new();
    SAVED.get_or_init(|| {
        let solved = Solver::new(spot(), &Options::default()).and_then(|mut solver| {
            (0..5).for_each(|_| solver.iterate());
            solver.save()
        });
        solved.unwrap_or_default()
    })
}

fuzz_target!(|input: &[u8]| {
    let _ = Solver::load(spot(), &Options::default(), input, 1.0);
    let mut bytes = saved().to_vec();
    for change in input.chunks_exact(3) {
        let at = usize::from(u16::from_le_bytes([change[0], change[1]])) % bytes.len().max(1);
        if let Some(byte) = bytes.get_mut(at) {
            *byte = change[2];
        }
    }
    let Ok(mut solver) = Solver::load(spot(), &Options::default(), &bytes, 1.0) else { return };
    for line in ["", "x", "b50", "x x 2s", "b50 c Ah"] {
        let Ok(view) = solver.view(line) else { unreachable!("{line} is in the tree") };
        for row in &view.strategy {
            assert!(row.iter().all(|part| part.is_nan() || (-0.001..=1.001).contains(part)));
        }
    }
});
