//! Spots made of bytes: streets, stacks, sizes, ranges and thresholds, from nothing to far too much.

use std::sync::Arc;

use croupier_cards::{Card, CardSet, Deck};
use croupier_engine::definition::{Action, Betting, Dealing, Definition, HandType, Opening, Step};
use croupier_engine::{Automations, Mode, Rules, Structure};
use croupier_equity::problem::Combo;
use croupier_eval::{Rule, registry};
use croupier_solver::spot::sizes::{Menu, Size, Thresholds};
use croupier_solver::spot::{SpotTable, cut};
use croupier_solver::{Options, Precision, Rake, Solver, Spot, measure};

/// Spots of more bytes are measured, and not solved.
const MAX_BYTES: u64 = 1 << 20;
const MAX_NODES: u64 = 4_000;

/// Numbers taken from bytes; zeros when they are used up.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }

    fn below(&mut self, bound: usize) -> usize {
        usize::from(self.byte()) % bound.max(1)
    }

    /// Returns a number of any size: small ones as often as large ones.
    fn amount(&mut self) -> i64 {
        let bits = self.byte() % 64;
        let number = (0..8).fold(0_u64, |number, _| number << 8 | u64::from(self.byte()));
        (number & ((1_u64 << bits) - 1).max(1)) as i64
    }

    fn weight(&mut self) -> f64 {
        match self.byte() % 16 {
            0..12 => 1.0,
            12 => 0.0,
            13 => f64::from(self.byte()) / 255.0,
            14 => 10_f64.powi(-i32::from(self.byte() % 64)),
            _ => f64::from_bits(self.amount() as u64),
        }
    }
}

/// Returns a game of hold'em with the first of its streets.
pub fn definition(streets: usize) -> Option<Definition> {
    let deal = |hole: usize, board| {
        Action::Deal(Dealing { hole: vec![false; hole], board, ..Dealing::default() })
    };
    let mut deals = vec![deal(2, 0), deal(0, 3), deal(0, 1), deal(0, 1)];
    deals.truncate(streets);
    let bet = || Action::Bet(Betting::new(Opening::Position, 2, None));
    let steps = deals.into_iter().enumerate();
    let steps = steps.flat_map(|(n, deal)| [Step::new(n, deal), Step::new(n, bet())]).collect();
    let ranking = registry::get("high").ok()?;
    Some(Definition {
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
    })
}

fn menu(bytes: &mut Bytes<'_>) -> Menu {
    const WORDS: [&str; 12] =
        ["min", "a", "e", "2e", "9e1%", "pot", "1%", "50%", "300%", "2x", "1c", "999999999999c"];
    let sizes = |bytes: &mut Bytes<'_>| -> Vec<Size> {
        (0..bytes.below(3))
            .filter_map(|_| Size::parse(WORDS[bytes.below(WORDS.len())]).ok())
            .collect()
    };
    let (bets, raises) = (sizes(bytes), sizes(bytes));
    let donks = (bytes.byte().is_multiple_of(4)).then(|| sizes(bytes));
    Menu { bets, raises, donks }
}

/// Takes cards of a deck; now and then any cards, twice or not in the deck.
fn cards(bytes: &mut Bytes<'_>, deck: &mut Vec<Card>, count: usize) -> Vec<Card> {
    let wild = bytes.byte() == 255;
    let mut take = |bytes: &mut Bytes<'_>| match (wild, deck.is_empty()) {
        (false, false) => Some(deck.remove(bytes.below(deck.len()))),
        _ => Card::from_code(bytes.byte() % 56),
    };
    (0..count).filter_map(|_| take(bytes)).collect()
}

fn range(bytes: &mut Bytes<'_>, deck: &[Card]) -> Vec<Combo> {
    let mut combos: Vec<Combo> = Vec::new();
    for _ in 0..1 + bytes.below(6) {
        let held = if bytes.byte() == 0 { 3 } else { 2 };
        let cards: CardSet = cards(bytes, &mut deck.to_vec(), held).into_iter().collect();
        if combos.iter().all(|combo| combo.cards != cards) || bytes.byte() == 255 {
            combos.push(Combo { cards, weight: bytes.weight() });
        }
    }
    combos
}

/// Picks one of some numbers, the first one most often.
fn pick(bytes: &mut Bytes<'_>, numbers: &[f64]) -> f64 {
    let place = usize::from(bytes.byte() % 64);
    numbers.get(place).copied().unwrap_or(numbers[0])
}

fn spot(bytes: &mut Bytes<'_>) -> Option<Spot> {
    let board_count = [5, 5, 5, 5, 4, 4, 3, 0, 2][bytes.below(9)];
    let mut deck = Deck::Standard.cards(0);
    let board = cards(bytes, &mut deck, board_count);
    let pot = bytes.amount();
    let stacks = [bytes.amount(), bytes.amount()];
    let minimum_bet = if bytes.byte().is_multiple_of(2) { 1 } else { bytes.amount() };
    let table = SpotTable { board: board.len(), pot, stacks, minimum_bet, chip: 1 };
    let definition = cut(&definition(4)?, &table).ok()?;
    let ranges = [range(bytes, &deck), range(bytes, &deck)];
    Some(Spot {
        definition: Arc::new(definition),
        ranges,
        board,
        dead: CardSet::EMPTY,
        last_round: None,
        pot,
        menus: (0..4).map(|_| [menu(bytes), menu(bytes)]).collect(),
        thresholds: Thresholds {
            add_all_in: pick(bytes, &[0.0, 0.5, 1e300, f64::NAN]),
            force_all_in: pick(bytes, &[0.0, 0.15, 1e300, -1.0]),
            merge: pick(bytes, &[0.0, 0.1, 1e300, f64::INFINITY]),
            most_raises: (bytes.byte().is_multiple_of(2)).then(|| u32::from(bytes.byte() % 5)),
        },
        rake: Rake {
            rate: pick(bytes, &[0.0, 0.05, 0.05, 0.999, 1.0]),
            cap: pick(bytes, &[0.0, 3.0, 1e-9, f64::INFINITY]),
        },
        added: if bytes.byte() == 1 { vec!["x b5".to_owned()] } else { Vec::new() },
        removed: if bytes.byte() == 1 { vec!["x".to_owned()] } else { Vec::new() },
    })
}

/// Solves the spot that bytes say, if it is one and small; tells whether it was.
///
/// # Panics
///
/// A result is no number, or a size was estimated wrongly.
pub fn solve_any(bytes: &[u8]) -> bool {
    let mut bytes = Bytes(bytes);
    let half = bytes.byte().is_multiple_of(2);
    let Some(spot) = spot(&mut bytes) else { return false };
    let precision = if half { Precision::Half } else { Precision::Full };
    let options = Options { precision, most_bytes: MAX_BYTES, ..Options::default() };
    let Ok(extent) = measure(&spot, &options) else { return false };
    if extent.nodes > MAX_NODES {
        return false;
    }
    let Ok(mut solver) = Solver::new(spot, &options) else { return false };
    assert_eq!(solver.number_bytes() as u64, solver.extent.numbers);
    (0..12).for_each(|_| solver.iterate());
    let found = solver.exploitability();
    let numbers = found.gains.iter().chain(&found.values);
    assert!(numbers.clone().all(|number| number.is_finite()), "{found:?}");
    let view = solver.view("");
    let Ok(view) = view else { unreachable!("the root is there") };
    let values = view.values.iter().chain(&view.equities).chain(&view.action_values).flatten();
    assert!(values.into_iter().all(|value| !value.is_infinite()));
    for row in &view.strategy {
        assert!(row.iter().all(|part| part.is_nan() || (-0.001..=1.001).contains(part)));
    }
    true
}
