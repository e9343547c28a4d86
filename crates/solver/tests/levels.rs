//! All sets of instructions come to the same bits, and sweeps to what comparing all pairs does.
#![allow(clippy::unwrap_used, missing_docs)]

use std::sync::Arc;

use croupier_cards::{CardSet, Deck, parse};
use croupier_engine::definition::{Action, Betting, Dealing, Definition, HandType, Opening, Step};
use croupier_engine::{Automations, Mode, Rules, Structure};
use croupier_equity::problem::Combo;
use croupier_eval::batch::Level;
use croupier_eval::{Rule, registry};
use croupier_solver::spot::sizes::{Menu, Size, Thresholds};
use croupier_solver::spot::{SpotTable, cut};
use croupier_solver::{Options, Rake, Solver, Spot};

fn game(hole: usize, rule: Rule) -> Definition {
    let deal = |hole: usize, board| {
        Action::Deal(Dealing { hole: vec![false; hole], board, ..Dealing::default() })
    };
    let deals = [deal(hole, 0), deal(0, 3), deal(0, 1), deal(0, 1)];
    let bet = || Action::Bet(Betting::new(Opening::Position, 2, None));
    let steps = deals.into_iter().enumerate();
    let steps = steps.flat_map(|(n, deal)| [Step::new(n, deal), Step::new(n, bet())]).collect();
    let ranking = registry::get("high").unwrap();
    Definition {
        automations: Automations::ALL,
        deck: Deck::Standard.cards(0).into(),
        hand_types: [HandType::Ranked { ranking, rule, qualifier: None }].into(),
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
    }
}

/// Returns hands at random, with weights.
fn range(hole: usize, board: CardSet, count: usize, seed: u64) -> Vec<Combo> {
    let mut shuffler = croupier_cards::Shuffler::from_seed(seed);
    let mut hands: Vec<Combo> = Vec::new();
    while hands.len() < count {
        let mut deck = Deck::Standard.cards(0);
        shuffler.shuffle(&mut deck);
        let mut free = deck.into_iter().filter(|card| !board.contains(*card));
        let cards: CardSet = free.by_ref().take(hole).collect();
        let weight = f64::from(1 + shuffler.below(4)) / 4.0;
        if hands.iter().all(|hand| hand.cards != cards) {
            hands.push(Combo { cards, weight });
        }
    }
    hands
}

fn spot(hole: usize, rule: Rule, board: &str, hands: usize) -> Spot {
    let board = parse::cards(board).unwrap();
    let on_board: CardSet = board.iter().copied().collect();
    let table =
        SpotTable { board: board.len(), pot: 100, stacks: [300; 2], minimum_bet: 1, chip: 1 };
    let sizes = |text| Size::parse_list(text).unwrap();
    let menu = Menu { bets: sizes("50%, a"), raises: sizes("3x"), donks: None };
    Spot {
        definition: Arc::new(cut(&game(hole, rule), &table).unwrap()),
        ranges: [range(hole, on_board, hands, 1), range(hole, on_board, hands + 7, 2)],
        board,
        dead: CardSet::EMPTY,
        last_round: None,
        pot: 100,
        menus: vec![[menu.clone(), menu.clone()], [menu.clone(), menu]],
        thresholds: Thresholds::default(),
        rake: Rake { rate: 0.05, cap: 4.0 },
        added: Vec::new(),
        removed: Vec::new(),
    }
}

#[test]
fn all_levels_come_to_the_same_bits() {
    for (hole, rule, board) in
        [(2, Rule::any(5), "Th8h3c5d"), (4, Rule::exactly(2, 3), "Th8h3c5dKs")]
    {
        let mut seen: Option<Vec<u32>> = None;
        for level in Level::available() {
            let options = Options { level, ..Options::default() };
            let mut solver = Solver::new(spot(hole, rule.clone(), board, 60), &options).unwrap();
            (0..6).for_each(|_| solver.iterate());
            let view = solver.view("").unwrap();
            let numbers = view.values.iter().flatten().chain(view.strategy.iter().flatten());
            let bits: Vec<u32> = numbers.map(|number| number.to_bits()).collect();
            assert_eq!(*seen.get_or_insert_with(|| bits.clone()), bits, "{level:?}");
        }
    }
}

#[test]
fn sweeps_are_what_all_pairs_come_to() {
    let high = registry::get("high").unwrap();
    for (hole, rule) in [
        (1, Rule::any(5)),
        (2, Rule::any(5)),
        (3, Rule::any(5)),
        (4, Rule::exactly(2, 3)),
        (5, Rule::exactly(2, 3)),
    ] {
        let hands = if hole == 1 { 30 } else { 90 };
        let question = spot(hole, rule.clone(), "Th8h3c5dKs", hands);
        let board = question.board.clone();
        let mut solver = Solver::new(question, &Options::default()).unwrap();
        let view = solver.view("").unwrap();
        let strength = |hand: &Combo| {
            let cards: Vec<_> = hand.cards.iter().collect();
            high.best_strength(&cards, &board, &rule).unwrap()
        };
        for (number, own) in solver.hands[0].iter().enumerate() {
            let (mut share, mut total) = (0.0, 0.0);
            for other in &solver.hands[1] {
                if own.cards.bits() & other.cards.bits() == 0 {
                    total += other.weight;
                    share += other.weight
                        * match strength(own).cmp(&strength(other)) {
                            std::cmp::Ordering::Greater => 1.0,
                            std::cmp::Ordering::Equal => 0.5,
                            std::cmp::Ordering::Less => 0.0,
                        };
                }
            }
            assert!((f64::from(view.totals[0][number]) - total).abs() < 1e-4, "{hole} {own:?}");
            if total > 0.0 {
                let found = f64::from(view.equities[0][number]);
                assert!((found - share / total).abs() < 1e-5, "{hole} {own:?} {found}");
            }
        }
    }
}
