//! Random play: whatever is done, chips and cards are conserved.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::sync::Arc;

use croupier_cards::{CardSet, Deck, Shuffler};
use croupier_engine::{
    Action, Automation, Automations, Betting, Cards, Dealing, DefaultHooks, Definition, Drawing,
    HandType, Mode, Opening, Phase, Rules, State, Step, Structure,
};
use croupier_eval::ranking::Method;
use croupier_eval::{Rule, registry};

fn lookup(name: &str, rule: Rule, low: bool) -> HandType {
    match &registry::get(name).unwrap().method {
        Method::Shape(shape) => HandType::Lookup { shape: Arc::new(shape.clone()), rule, low },
        _ => unreachable!(),
    }
}

/// Returns the steps of streets: whether a card is burnt, hole cards, board cards, whether there is a draw, and the bet.
fn steps(streets: &[(bool, usize, usize, bool, i64)]) -> Vec<Step> {
    let steps = streets.iter().enumerate().flat_map(|(street, &(burn, hole, board, draw, bet))| {
        let draw = draw.then_some(Drawing::ANY);
        let dealing = Dealing { draw, burn, hole: vec![false; hole], board, ..Dealing::default() };
        let betting = Betting::new(Opening::Position, bet, None);
        [Action::Deal(dealing), Action::Bet(betting)].map(|action| Step::new(street, action))
    });
    steps.collect()
}

fn game(random: &mut Shuffler, kind: u32) -> Definition {
    let count = 2 + random.below(5) as usize;
    let (hand_types, steps) = match kind {
        0 => (
            vec![lookup("high", Rule::any(5), false)],
            steps(&[
                (false, 2, 0, false, 2),
                (true, 0, 3, false, 2),
                (true, 0, 1, false, 2),
                (true, 0, 1, false, 2),
            ]),
        ),
        1 => (
            vec![
                lookup("high", Rule::exactly(2, 3), false),
                lookup("eight_or_better_low", Rule::exactly(2, 3), true),
            ],
            steps(&[
                (false, 4, 0, false, 2),
                (true, 0, 3, false, 2),
                (true, 0, 1, false, 4),
                (true, 0, 1, false, 4),
            ]),
        ),
        _ => (
            vec![lookup("27_low", Rule::any(5), true)],
            steps(&[
                (false, 5, 0, false, 2),
                (true, 0, 0, true, 2),
                (true, 0, 0, true, 2),
                (true, 0, 0, true, 2),
            ]),
        ),
    };
    let blinds: Vec<i64> = (0..count).map(|seat| [1, 2].get(seat).copied().unwrap_or(0)).collect();
    Definition {
        automations: Automations::ALL,
        deck: Deck::Standard.cards(0).into(),
        hand_types: hand_types.into(),
        steps: steps.into(),
        structure: [Structure::NoLimit, Structure::PotLimit, Structure::FixedLimit]
            [random.below(3) as usize],
        trims_antes: random.below(2) == 0,
        antes: vec![i64::from(random.below(2)); count],
        blinds,
        bring_in: 0,
        starting_stacks: (0..count).map(|_| 1 + i64::from(random.below(60))).collect(),
        mode: if random.below(2) == 0 { Mode::Tournament } else { Mode::CashGame },
        rules: Rules::CardRoom,
        board_count: 1 + random.below(2) as usize,
        variant_rules: Default::default(),
    }
}

fn check(state: &State, total: i64) {
    let stacks: i64 = state.stacks.iter().sum();
    let middle = state.total_pot_amount(&DefaultHooks).unwrap();
    assert_eq!(stacks + middle, total, "chips are lost or made");
    let cards = state.deck.iter().chain(state.mucked.iter().chain(&state.burnt).copied());
    let cards = cards.chain(state.hole.iter().flat_map(|hole| hole.cards.iter().copied()));
    let piles = state.board.iter().chain(&state.discarded).map(|entry| entry.card);
    let cards: Vec<_> = cards.chain(piles).collect();
    assert_eq!(cards.len(), 52);
    assert_eq!(CardSet::from_iter(cards), CardSet::STANDARD);
}

fn act(state: &mut State, random: &mut Shuffler) {
    let choice = random.below(100);
    if state.drawer().is_some() {
        let seat = state.drawer().unwrap();
        let held = state.hole[seat].cards;
        let cards: Cards = held.iter().copied().filter(|_| random.below(4) == 0).collect();
        state.stand_pat_or_discard(&cards, None, &DefaultHooks).unwrap();
    } else if state.actor().is_some() {
        let hooks = &DefaultHooks;
        if choice < 15 && state.verify_folding().is_ok_and(|(_, warnings)| warnings.is_empty()) {
            state.fold(None, hooks).unwrap();
        } else if choice < 45 && state.check_raise().is_ok() {
            let least = state.minimum_raise_to().unwrap();
            let most = state.maximum_raise_to(hooks).unwrap().unwrap();
            let amount = least + i64::from(random.below((most - least + 1) as u32));
            state.complete_bet_or_raise_to(Some(amount), None, hooks).unwrap();
        } else {
            state.check_or_call(None, hooks).unwrap();
        }
    } else {
        panic!("nobody can act in {:?}", state.phase);
    }
}

#[test]
fn chips_and_cards_are_conserved() {
    let mut random = Shuffler::from_seed(1);
    for hand in 0..3000 {
        let definition = Arc::new(game(&mut random, hand % 3));
        let total = definition.starting_stacks.iter().sum();
        let shuffler = Shuffler::from_seed(u64::from(hand));
        let mut state = State::new(definition.clone(), shuffler, &DefaultHooks).unwrap().unwrap();
        let mut steps = 0;
        while state.is_live() {
            check(&state, total);
            let before = state.clone();
            assert!(
                state.stand_pat_or_discard(&Cards::new(), None, &DefaultHooks).is_err()
                    || before.drawer().is_some()
            );
            if before.drawer().is_none() {
                assert_eq!(state, before, "a refused operation changed something");
            } else {
                state = before;
            }
            act(&mut state, &mut random);
            steps += 1;
            assert!(steps < 1000);
        }
        check(&state, total);
        assert_eq!(state.phase, Phase::End);
        assert_eq!(state.payoffs.iter().sum::<i64>(), 0);
        assert_eq!(state.stacks.iter().sum::<i64>(), total);
    }
}

#[test]
fn nothing_automated_means_everything_by_hand() {
    let mut random = Shuffler::from_seed(2);
    let mut definition = game(&mut random, 0);
    definition.automations = [Automation::AntePosting].into_iter().collect();
    definition.antes = vec![1; definition.player_count()];
    let state =
        State::new(Arc::new(definition), Shuffler::from_seed(1), &DefaultHooks).unwrap().unwrap();
    assert_eq!(state.phase, Phase::Collect);
    assert!(state.verify_bet_collection().is_ok());
}
