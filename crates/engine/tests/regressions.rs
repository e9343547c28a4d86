//! Hands that once went wrong.

#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use std::sync::Arc;

use croupier_cards::{Card, Deck, RandomNumbers, Shuffler, parse};
use croupier_engine::simulate::Policy;
use croupier_engine::{
    Action, Automation, Automations, Cards, Chips, Deal, DefaultHooks, Definition, DrawTerms,
    Drawing, Opening, Operation, OperationKind as Kind, Phase, Pot, RuleError, Rules, Showing,
    State, Step, UNKNOWN_STACK, chips,
};
use croupier_eval::Rule;
use support::games::{bet, deal, lookup, no_limit, ranked};

/// Returns a game of these steps, each on a street of its own, with blinds of 1 and 2.
fn game(count: usize, actions: Vec<Action>) -> Definition {
    let steps = actions.into_iter().enumerate();
    let steps = steps.map(|(street, action)| Step::new(street, action)).collect();
    no_limit(count, vec![ranked("high", Some(Rule::any(5)))], steps)
}

fn start(definition: Definition) -> State {
    State::new(Arc::new(definition), Shuffler::from_seed(1), &DefaultHooks).unwrap().unwrap()
}

fn hole(count: usize) -> Action {
    deal(None, false, &vec![false; count], 0)
}

fn betting() -> Action {
    bet(Opening::Position, 2, None)
}

fn without(automations: &[Automation]) -> Automations {
    let all = Automation::ALL.into_iter().map(|(_, automation)| automation);
    all.filter(|automation| !automations.contains(automation)).collect()
}

fn named(text: &str) -> Cards {
    parse::cards(text).unwrap().into_iter().collect()
}

/// Returns the largest number of an entry of what is legal.
fn most(state: &State, kind: Kind) -> usize {
    let legal = state.legal(&DefaultHooks).unwrap();
    legal.iter().find(|entry| entry.kind == kind).unwrap().counts.unwrap().1
}

fn call_down(state: &mut State) {
    while state.actor().is_some() {
        state.check_or_call(None, &DefaultHooks).unwrap();
    }
}

#[test]
fn tables_can_be_full() {
    let mut state = start(game(24, vec![hole(2), betting()]));
    assert_eq!(state.active.len(), 24);
    call_down(&mut state);
    assert!(!state.is_live());
}

#[test]
fn listed_hole_cards_can_be_dealt_to_all_who_are_listed() {
    let mut definition = game(2, vec![hole(2), betting()]);
    definition.automations = without(&[Automation::HoleDealing]);
    let mut state = start(definition);
    state.deal_hole(&Deal::Count(1), Some(0), None, &DefaultHooks).unwrap();
    let legal = state.legal(&DefaultHooks).unwrap();
    for entry in legal.iter().filter(|entry| entry.kind == Kind::HoleDealing) {
        let most = entry.counts.unwrap().1;
        for seat in entry.seats.iter() {
            let verified = state.verify_hole_dealing(&Deal::Count(most), Some(seat));
            assert!(verified.is_ok(), "player {seat}: {verified:?}");
        }
    }
}

#[test]
fn no_more_hole_cards_are_listed_than_there_are() {
    let draw = deal(Some(Drawing::ANY), false, &[false; 3], 0);
    let mut definition = game(2, vec![hole(3), draw, betting()]);
    definition.deck = Deck::Leduc.cards(0).into();
    definition.automations = without(&[Automation::HoleDealing]);
    let mut state = start(definition);
    let unknown: Cards = [Card::UNKNOWN; 3].into_iter().collect();
    for seat in [0, 1] {
        state.deal_hole(&Deal::Cards(unknown.clone()), Some(seat), None, &DefaultHooks).unwrap();
    }
    state.stand_pat_or_discard(&unknown, None, &DefaultHooks).unwrap();
    state.stand_pat_or_discard(&Cards::new(), None, &DefaultHooks).unwrap();
    state.deal_hole(&Deal::Count(3), Some(1), None, &DefaultHooks).unwrap();
    assert_eq!(state.deck.len(), 3);
    assert!(most(&state, Kind::HoleDealing) <= 3);
}

#[test]
fn two_deals_of_a_street_can_be_shared() {
    // Six cards are too few for seven players, so both deals go to both boards.
    let mut definition = game(7, vec![hole(1), hole(1), betting()]);
    definition.deck = Deck::Leduc.cards(0).into();
    definition.board_count = 2;
    for step in Arc::make_mut(&mut definition.steps) {
        step.street = 0;
    }
    let state = start(definition);
    let boards = [0, 1].map(|board| state.board_cards(board).count());
    assert_eq!((state.board.len(), boards), (4, [2, 2]));
}

#[test]
fn blinds_are_collected_without_a_betting_round() {
    let mut definition = game(3, vec![hole(5)]);
    definition.automations = without(&[Automation::ChipsPulling]);
    let state = start(definition);
    let pulled: Vec<Chips> = state.bets.iter().copied().filter(|&bet| bet > 0).collect();
    assert_eq!(pulled, [2], "one player wins what was called, the rest of the big blind goes back");
}

#[test]
fn hole_cards_are_dealt_once() {
    let last = deal(None, false, &[false; 12], 1);
    let mut definition = game(2, vec![betting(), last]);
    definition.automations = without(&[Automation::RunoutCountSelection]);
    definition.starting_stacks = vec![2; 2];
    let mut state = start(definition);
    call_down(&mut state);
    assert_eq!(state.phase, Phase::Showdown);
    for _ in 0..2 {
        // That this is refused is as good.
        let _ = state.select_runout_count(Some(2), None, None, &DefaultHooks);
    }
    let deals = |operation: &Operation<'_>| matches!(operation, Operation::HoleDealing { .. });
    let dealt = state.log.iter().filter(deals).count();
    assert_eq!(dealt, 24, "twelve cards for each player");
    let mut cards: Vec<Card> = state.deck.iter().chain(state.reserved_cards()).collect();
    cards.extend(state.hole.iter().flat_map(|hole| hole.cards.iter().copied()));
    cards.extend(state.board.iter().map(|entry| entry.card));
    assert_eq!(cards.len(), 52, "a hand has no room for its 24th card");
}

#[test]
fn cards_that_stand_for_hole_cards_are_on_every_run_of_the_board() {
    // Twelve cards are left for two hole cards each: they go to the board, which is run twice.
    let last = deal(None, false, &[false; 2], 1);
    let mut definition = game(8, vec![hole(5), betting(), last]);
    definition.automations = without(&[Automation::RunoutCountSelection]);
    definition.starting_stacks = vec![2; 8];
    let mut state = start(definition);
    call_down(&mut state);
    for _ in 0..8 {
        state.select_runout_count(Some(2), None, None, &DefaultHooks).unwrap();
    }
    assert_eq!(state.phase, Phase::End);
    assert_eq!([0, 1].map(|board| state.board_cards(board).count()), [3, 3]);
}

#[test]
fn streets_can_have_any_number() {
    let mut definition = game(2, vec![hole(2), betting()]);
    Arc::make_mut(&mut definition.steps)[1].street = usize::MAX;
    assert!(!definition.problems().is_empty());
}

#[test]
fn smallest_bets_are_checked() {
    for minimum in [0, -5, chips::LIMIT + 1, Chips::MAX] {
        let second = bet(Opening::Position, minimum, None);
        let definition = game(2, vec![hole(2), betting(), second]);
        assert!(!definition.problems().is_empty(), "{minimum}");
    }
}

#[test]
fn draws_have_bounds_that_can_be_met() {
    let draw = Drawing { minimum: 2, maximum: Some(1), replaces: true, terms: DrawTerms::NONE };
    let definition = game(2, vec![hole(3), deal(Some(draw), false, &[], 0), betting()]);
    assert!(!definition.problems().is_empty());
}

#[test]
fn bets_of_unknown_stacks_that_are_listed_are_accepted() {
    let mut definition = game(2, vec![hole(2), betting()]);
    definition.starting_stacks = vec![UNKNOWN_STACK; 2];
    let mut state = start(definition);
    for amount in [None, Some(chips::LIMIT)] {
        let legal = state.legal(&DefaultHooks).unwrap();
        let raises = legal.iter().filter(|entry| entry.kind == Kind::CompletionBettingOrRaisingTo);
        for (least, most) in raises.filter_map(|entry| entry.amounts) {
            for amount in [least, most] {
                let verified =
                    state.verify_completion_betting_or_raising_to(Some(amount), &DefaultHooks);
                assert_eq!(verified, Ok(amount));
            }
        }
        if amount.is_some() {
            state.complete_bet_or_raise_to(amount, None, &DefaultHooks).unwrap();
        }
    }
}

#[test]
fn chips_of_unknown_stacks_can_be_counted() {
    let actions = std::iter::once(hole(2)).chain((0..14).map(|_| betting()));
    let mut definition = game(10, actions.collect());
    definition.starting_stacks = vec![UNKNOWN_STACK; 10];
    let mut state = start(definition);
    while state.is_live() {
        if state.largest_bet() < chips::LIMIT && state.check_raise().is_ok() {
            // That this is refused in the end is as good.
            let raised = state.complete_bet_or_raise_to(Some(chips::LIMIT), None, &DefaultHooks);
            if raised.is_ok() {
                continue;
            }
        }
        state.check_or_call(None, &DefaultHooks).unwrap();
    }
}

#[test]
fn simulated_hands_of_unknown_stacks_end() {
    let mut definition = game(2, vec![hole(5), betting()]);
    definition.starting_stacks = vec![UNKNOWN_STACK; 2];
    let policy = Policy { raise: 1.0, sized: 1.0, ..Policy::CALL };
    let mut state = start(definition);
    let mut random = RandomNumbers::new(1);
    while state.is_live() {
        policy.decide(&mut state, 1, &mut random, &DefaultHooks).unwrap();
    }
}

#[test]
fn what_is_read_can_be_played() {
    let state = start(game(2, vec![hole(2), betting()]));
    let bytes = state.to_bytes();
    for place in 0..bytes.len() {
        for byte in [1, 3, 7, 127] {
            let mut damaged = bytes.clone();
            damaged[place] = byte;
            if let Some(mut read) = State::from_bytes(state.definition.0.clone(), &damaged) {
                let _ =
                    (read.legal(&DefaultHooks), read.pots(&DefaultHooks), read.observe(Some(0)));
                let _ = read.check_or_call(None, &DefaultHooks);
                let _ = read.check_or_call(None, &DefaultHooks);
            }
        }
    }
}

#[test]
fn what_was_saved_is_restored_unless_any_byte_was_changed() {
    let state = start(game(2, vec![hole(2), betting()]));
    let (definition, saved) = (&state.definition.0, state.save());
    assert!(State::restore(definition.clone(), &saved).unwrap() == state);
    for place in 0..saved.len() {
        let mut damaged = saved.clone();
        damaged[place] ^= 1;
        assert!(State::restore(definition.clone(), &damaged).is_none(), "byte {place}");
        assert!(State::restore(definition.clone(), &saved[..place]).is_none(), "{place} bytes");
    }
}

#[test]
fn a_pot_that_everybody_gave_up_is_still_there() {
    let mut definition = game(2, vec![hole(5), betting()]);
    definition.automations = without(&[Automation::HoleCardsShowingOrMucking]);
    // In card rooms the last live hand wins.
    definition.rules = Rules::PokerKit;
    let mut state = start(definition);
    call_down(&mut state);
    for _ in 0..2 {
        state.show_or_muck_hole_cards(&Showing::Muck, None, None, &DefaultHooks).unwrap();
    }
    let left: Chips = state.stacks.iter().sum();
    let start: Chips = state.definition.starting_stacks.iter().sum();
    assert!(!state.is_live());
    assert_eq!(left + state.total_pot_amount(&DefaultHooks).unwrap(), start);
}

#[test]
fn somebody_wins_where_nobody_has_a_hand() {
    let mut definition = game(2, vec![hole(5), betting()]);
    definition.hand_types = [lookup("eight_or_better_low", Rule::any(5), true)].into();
    definition.deck = parse::cards("KsQsJsTs9sKhQhJhTh9h").unwrap().into();
    let mut state = start(definition);
    call_down(&mut state);
    assert_eq!((state.phase, state.payoffs.iter().sum::<Chips>()), (Phase::End, 0));
}

#[test]
fn chips_are_not_pushed_to_nobody() {
    let mut definition = game(2, vec![hole(5), betting()]);
    definition.hand_types = [lookup("eight_or_better_low", Rule::any(5), true)].into();
    definition.automations = without(&[Automation::HoleDealing, Automation::ChipsPushing]);
    let mut state = start(definition);
    for (seat, cards) in ["As2s3s4s5c", "Ah2h3h4h5d"].into_iter().enumerate() {
        state.deal_hole(&Deal::Cards(named(cards)), Some(seat), None, &DefaultHooks).unwrap();
    }
    call_down(&mut state);
    assert_eq!(state.phase, Phase::Push);
    for (seat, cards) in ["KsQsJsTs9s", "KhQhJhTh9h"].into_iter().enumerate() {
        // That this is refused is as good.
        let showing = Showing::Cards(named(cards));
        let _ = state.show_or_muck_hole_cards(&showing, Some(seat), None, &DefaultHooks);
    }
    state.push_chips(None, &DefaultHooks).unwrap();
    let pots: Chips = state.pots(&DefaultHooks).unwrap().iter().map(Pot::amount).sum();
    assert_eq!(pots + state.stacks.iter().sum::<Chips>() + state.bets.iter().sum::<Chips>(), 200);
}

#[test]
fn players_see_how_often_the_board_can_be_run() {
    let board = deal(None, false, &[], 1);
    let mut definition = game(3, vec![hole(2), betting(), board]);
    definition.deck = Deck::Leduc.cards(0).into();
    definition.automations = without(&[Automation::RunoutCountSelection]);
    let mut state = start(definition);
    state.fold(None, &DefaultHooks).unwrap();
    state.complete_bet_or_raise_to(Some(100), None, &DefaultHooks).unwrap();
    state.check_or_call(None, &DefaultHooks).unwrap();
    let seen = state.observe(Some(0));
    assert_eq!(most(&seen, Kind::RunoutCountSelection), most(&state, Kind::RunoutCountSelection));
}

#[test]
fn players_see_how_often_the_board_can_be_run_from_discards() {
    let (draw, board) = (deal(Some(Drawing::ANY), false, &[], 0), deal(None, false, &[], 1));
    let mut definition = game(2, vec![hole(2), betting(), draw, betting(), board]);
    definition.deck = Deck::Leduc.cards(0).into();
    definition.automations = without(&[Automation::RunoutCountSelection]);
    let mut state = start(definition);
    state.check_or_call(None, &DefaultHooks).unwrap();
    state.check_or_call(None, &DefaultHooks).unwrap();
    while let Some(seat) = state.drawer() {
        let thrown: Cards = state.hole[seat].cards.iter().copied().take(1).collect();
        state.stand_pat_or_discard(&thrown, None, &DefaultHooks).unwrap();
    }
    state.complete_bet_or_raise_to(Some(98), None, &DefaultHooks).unwrap();
    state.check_or_call(None, &DefaultHooks).unwrap();
    // The deck is empty, and nobody knows what the other has discarded.
    let seen = state.observe(Some(0));
    assert_eq!((state.deck.len(), most(&state, Kind::RunoutCountSelection)), (0, 2));
    assert_eq!(most(&seen, Kind::RunoutCountSelection), 2);
}

#[test]
fn hand_types_beyond_the_last_are_refused() {
    let state = start(game(2, vec![hole(5), betting()]));
    let ranks = state.rank_up_hands(0, 1, &DefaultHooks);
    assert_eq!(ranks, Err(RuleError::UnknownHandType { index: 1, count: 1 }));
}
