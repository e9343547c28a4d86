//! Games at random: known ones, and steps in an order that no known game has.

use std::sync::Arc;

use croupier_cards::Deck;
use croupier_engine::{
    Action, Automation, Automations, Betting, Chips, Dealing, Definition, DrawTerms, Drawing,
    HandType, Mode, Opening, Rules, Step, Structure, UNKNOWN_STACK,
};
use croupier_eval::ranking::Method;
use croupier_eval::{Rule, registry};

use super::tape::Tape;

/// A game, and whether somebody is sure to have a hand at a showdown.
pub struct Game {
    pub definition: Definition,
    pub always_a_hand: bool,
}

pub fn lookup(name: &str, rule: Rule, low: bool) -> HandType {
    match &registry::get(name).unwrap().method {
        Method::Shape(shape) => HandType::Lookup { shape: Arc::new(shape.clone()), rule, low },
        _ => unreachable!("{name} has no shape"),
    }
}

pub fn ranked(name: &str, rule: Option<Rule>) -> HandType {
    let ranking = registry::get(name).unwrap();
    HandType::Ranked { ranking, rule: rule.unwrap_or_else(|| ranking.any_cards()), qualifier: None }
}

pub fn bet(opening: Opening, minimum_bet: Chips, maximum_raises: Option<u32>) -> Action {
    Action::Bet(Betting::new(opening, minimum_bet, maximum_raises))
}

pub fn deal(draw: Option<Drawing>, burn: bool, hole: &[bool], board: usize) -> Action {
    Action::Deal(Dealing { draw, burn, hole: hole.to_vec(), board, ..Dealing::default() })
}

/// Returns a cash game without a limit: a standard deck, blinds of 1 and 2, and 100 chips for everybody.
pub fn no_limit(count: usize, hand_types: Vec<HandType>, steps: Vec<Step>) -> Definition {
    let mut blinds = vec![0; count];
    blinds[..2].copy_from_slice(&[1, 2]);
    Definition {
        automations: Automations::ALL,
        deck: Deck::Standard.cards(0).into(),
        hand_types: hand_types.into(),
        steps: steps.into(),
        structure: Structure::NoLimit,
        trims_antes: true,
        antes: vec![0; count],
        blinds,
        bring_in: 0,
        starting_stacks: vec![100; count],
        mode: Mode::CashGame,
        rules: Rules::CardRoom,
        board_count: 1,
        variant_rules: Default::default(),
    }
}

/// Puts a deal and a bet on each street.
pub fn streets(deals: Vec<Action>, opening: Opening, cap: Option<u32>) -> Vec<Step> {
    let steps = deals.into_iter().enumerate().flat_map(|(street, deal)| {
        let minimum_bet = if street < 2 { 2 } else { 4 };
        [deal, bet(opening, minimum_bet, cap)].map(|action| Step::new(street, action))
    });
    steps.collect()
}

pub fn game(tape: &mut Tape<'_>) -> Game {
    let count = match tape.below(16) {
        15 => 24,
        small => 2 + small % 8,
    };
    let cap = tape.pick(&[None, None, Some(4), Some(1), Some(0)]);
    let opening = Opening::Position;
    let kind = tape.below(14);
    let board = |draw| {
        vec![
            deal(None, false, &[false; 2], 0),
            deal(draw, true, &[], 3),
            deal(None, true, &[], 1),
            deal(None, true, &[], 1),
        ]
    };
    let draws = |held: usize, times: usize| {
        let mut deals = vec![deal(None, false, &vec![false; held], 0)];
        deals.extend((0..times).map(|_| deal(Some(Drawing::ANY), true, &[], 0)));
        deals
    };
    let (steps, hand_types) = match kind {
        0 | 1 => {
            let high = if kind == 0 {
                lookup("high", Rule::any(5), false)
            } else {
                ranked("high", Some(Rule::any(5)))
            };
            (streets(board(None), opening, cap), vec![high])
        }
        2 => {
            let mut deals = board(None);
            deals[0] = deal(None, false, &[false; 4], 0);
            let types = vec![
                lookup("high", Rule::exactly(2, 3), false),
                lookup("eight_or_better_low", Rule::exactly(2, 3), true),
            ];
            (streets(deals, opening, cap), types)
        }
        3 | 4 => {
            let mut deals = vec![deal(None, false, &[false, false, true], 0)];
            deals.extend((0..3).map(|_| deal(None, true, &[true], 0)));
            deals.push(deal(None, true, &[false], 0));
            let (first, later, high) = if kind == 3 {
                (Opening::LowCard, Opening::HighHand, ranked("high", Some(Rule::any(5))))
            } else {
                (Opening::HighCard, Opening::LowHand, ranked("a5_low", Some(Rule::any(5))))
            };
            let mut steps = streets(deals, later, cap);
            steps[1].action = bet(first, 2, cap);
            (steps, vec![high])
        }
        5 => (
            streets(draws(5, 1 + tape.below(3)), opening, cap),
            vec![lookup("27_low", Rule::any(5), true)],
        ),
        6 => (streets(draws(4, 3), opening, cap), vec![ranked("badugi", None)]),
        7 => {
            let mut deals = board(Some(Drawing::discard(1)));
            deals[0] = deal(None, false, &[false; 3], 0);
            (streets(deals, opening, cap), vec![ranked("high", Some(Rule::any(5)))])
        }
        _ => (odd_steps(tape), odd_hand_types(tape)),
    };
    let brings_in = matches!(kind, 3 | 4) || kind > 7 && tape.once_in(4);
    let mut definition = with_stakes(tape, count, brings_in, steps, hand_types);
    definition.variant_rules.optional_straddle = tape.once_in(3);
    Game { definition, always_a_hand: kind <= 7 }
}

/// Steps in any order, several of them on a street.
fn odd_steps(tape: &mut Tape<'_>) -> Vec<Step> {
    let mut street = 0;
    let mut steps = Vec::new();
    let (mut hole_left, mut board_left) = if tape.once_in(16) { (23, 12) } else { (8, 7) };
    let mut dealt = false;
    let count = 1 + tape.below(8);
    for number in 0..=count {
        let must_deal = number == count && !dealt;
        let action = if !must_deal && tape.once_in(2) {
            let openings = [
                Opening::Position,
                Opening::LowCard,
                Opening::HighCard,
                Opening::LowHand,
                Opening::HighHand,
            ];
            let cap = tape.pick(&[None, Some(2)]);
            bet(tape.pick(&openings), tape.pick(&[2, 5, 1, 30]), cap)
        } else {
            let least = usize::from(!dealt);
            let hole = (least + tape.below(4)).min(hole_left);
            let board = tape.pick(&[0, 0, 1, 3]).min(board_left);
            hole_left -= hole;
            board_left -= board;
            dealt = true;
            let ups: Vec<bool> = (0..hole).map(|_| tape.once_in(3)).collect();
            deal(odd_draw(tape), tape.once_in(2), &ups, board)
        };
        steps.push(Step::new(street, action));
        street += tape.below(2);
    }
    steps
}

fn odd_draw(tape: &mut Tape<'_>) -> Option<Drawing> {
    match tape.below(10) {
        0 => Some(Drawing::ANY),
        1 => Some(Drawing::discard(1 + tape.below(3))),
        2 => Some(Drawing {
            minimum: 0,
            maximum: Some(tape.below(4)),
            replaces: true,
            terms: DrawTerms::NONE,
        }),
        3 => Some(Drawing {
            minimum: 1,
            maximum: Some(2),
            replaces: tape.once_in(2),
            terms: DrawTerms::NONE,
        }),
        _ => None,
    }
}

fn odd_hand_types(tape: &mut Tape<'_>) -> Vec<HandType> {
    let count = 1 + tape.below(2);
    let hand_type = |_| match tape.below(7) {
        0 => ranked("one_card_high", Some(Rule::any(1))),
        1 => ranked("high", Some(Rule::any(5))),
        2 => lookup("high", Rule::exactly(2, 3), false),
        3 => ranked("a5_low", Some(Rule::any(5))),
        4 => ranked("badugi", None),
        5 => lookup("eight_or_better_low", Rule::any(5), true),
        _ => HandType::Foreign,
    };
    (0..count).map(hand_type).collect()
}

fn with_stakes(
    tape: &mut Tape<'_>,
    count: usize,
    brings_in: bool,
    steps: Vec<Step>,
    hand_types: Vec<HandType>,
) -> Definition {
    let first_bet = steps.iter().find_map(Step::betting).map_or(2, |betting| betting.minimum_bet);
    let bring_in = if brings_in && first_bet > 1 { 1 } else { 0 };
    let mut blinds = vec![0; count];
    if bring_in == 0 {
        blinds[..2].copy_from_slice(&[1, 2]);
        for (seat, blind) in blinds.iter_mut().enumerate().skip(2) {
            *blind = match tape.below(8) {
                6 if seat == 2 => 4,
                7 => -2,
                _ => 0,
            };
        }
    }
    let antes = match tape.below(4) {
        0 => vec![0; count],
        1 => vec![1; count],
        2 => (0..count).map(|_| tape.below(4) as Chips).collect(),
        _ => (0..count).map(|seat| if seat == 1 { 3 } else { 0 }).collect(),
    };
    let rich = tape.pick(&[20, 200]);
    let stack = |_| match tape.below(8) {
        0 => rich,
        1 => 1,
        7 if rich == 20 => UNKNOWN_STACK,
        other => other as Chips * rich / 8 + tape.below(8) as Chips + 1,
    };
    Definition {
        starting_stacks: (0..count).map(stack).collect(),
        automations: match tape.below(4) {
            0 => Automations::ALL,
            1 => Automations::default(),
            _ => {
                let all = Automation::ALL.into_iter().map(|(_, automation)| automation);
                all.filter(|_| tape.once_in(2)).collect()
            }
        },
        deck: match tape.below(16) {
            15 => tape.pick(&[Deck::Kuhn, Deck::Leduc]).cards(0),
            10.. => tape.pick(&[Deck::Short, Deck::Stripped, Deck::Royal]).cards(0),
            _ => Deck::Standard.cards(0),
        }
        .into(),
        structure: tape.pick(&[Structure::NoLimit, Structure::PotLimit, Structure::FixedLimit]),
        trims_antes: tape.once_in(2),
        antes,
        blinds,
        bring_in,
        mode: tape.pick(&[Mode::CashGame, Mode::Tournament, Mode::CashGame]),
        rules: Rules::CardRoom,
        board_count: tape.pick(&[1, 1, 2, 3]),
        ..no_limit(count, hand_types, steps)
    }
}
