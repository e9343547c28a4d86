//! Many hands at once: the same result on any number of threads, and no hand without an end.

#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::sync::Arc;

use croupier_cards::{Deck, RandomNumbers, Shuffler};
use croupier_engine::simulate::{
    Policy, SimulationError, SimulationPlan, Summary, simulate, simulate_here,
};
use croupier_engine::{
    Action, Betting, Chips, Dealing, DefaultHooks, Definition, DrawTerms, Drawing, Hooks, Opening,
    Operation, RuleError, SetupError, State, Step, Structure,
};
use croupier_eval::Rule;
use support::games::{no_limit, ranked};

/// A house that rakes a tenth of every pot.
struct Tenth;

impl Hooks for Tenth {
    fn rake(&self, amount: Chips, _: &State) -> Result<(Chips, Chips), RuleError> {
        Ok((amount / 10, amount - amount / 10))
    }

    fn takes_rake(&self) -> bool {
        true
    }
}

/// Returns a game of these deals, with a betting round after each.
fn game(deals: Vec<Dealing>, count: usize, ranking: &str) -> Definition {
    let steps = deals.into_iter().enumerate().flat_map(|(street, dealing)| {
        let betting = Betting::new(Opening::Position, 2, None);
        [Action::Deal(dealing), Action::Bet(betting)].map(|action| Step::new(street, action))
    });
    let hand_types = vec![ranked(ranking, Some(Rule::any(5)))];
    Definition {
        antes: vec![1; count],
        starting_stacks: (0..count as Chips).map(|seat| 40 + 20 * seat).collect(),
        ..no_limit(count, hand_types, steps.collect())
    }
}

fn holdem(count: usize) -> Definition {
    let board = |board| Dealing { burn: true, board, ..Dealing::default() };
    let hole = Dealing { hole: vec![false; 2], ..Dealing::default() };
    game(vec![hole, board(3), board(1), board(1)], count, "high")
}

fn triple_draw(count: usize) -> Definition {
    let draw = Dealing { draw: Some(Drawing::ANY), burn: true, ..Dealing::default() };
    let hole = Dealing { hole: vec![false; 5], ..Dealing::default() };
    game(vec![hole, draw.clone(), draw.clone(), draw], count, "27_low")
}

fn plan(hands: u64, policy: Policy, threads: usize) -> SimulationPlan {
    let threads = NonZeroUsize::new(threads);
    SimulationPlan { first: 0, hands, policy, chip: 1, seed: 7.into(), threads, parts: false }
}

fn run(definition: &Definition, plan: &SimulationPlan) -> Summary {
    simulate(definition, plan, &DefaultHooks, &mut |_| true).unwrap()
}

#[test]
fn threads_do_not_matter() {
    for definition in [holdem(2), holdem(6), triple_draw(4)] {
        // One chunk, a part of one, and several with a rest.
        for hands in [0, 1, 511, 512, 1500] {
            let one = run(&definition, &plan(hands, Policy::MIXED, 1));
            assert_eq!(one.hands, hands);
            assert_eq!(one.payoffs.iter().sum::<i128>(), 0);
            for threads in [2, 3] {
                assert_eq!(run(&definition, &plan(hands, Policy::MIXED, threads)), one);
            }
            let plan = plan(hands, Policy::MIXED, 1);
            assert_eq!(simulate_here(&definition, &plan, &DefaultHooks, &mut |_| true), Ok(one));
        }
    }
}

#[test]
fn the_seed_matters() {
    let definition = holdem(3);
    let first = plan(600, Policy::MIXED, 2);
    assert_ne!(
        run(&definition, &first),
        run(&definition, &SimulationPlan { seed: 8.into(), ..first })
    );
}

#[test]
fn what_is_lost_is_raked() {
    for threads in [1, 3] {
        let plan = plan(1000, Policy::MIXED, threads);
        let summary = simulate(&holdem(5), &plan, &Tenth, &mut |_| true).unwrap();
        assert!(summary.rake > 0);
        assert_eq!(summary.payoffs.iter().sum::<i128>(), -summary.rake);
        let squares: i128 = summary.squares.iter().sum();
        assert!(squares > summary.payoffs.iter().map(|payoff| payoff.abs()).sum());
        assert!(summary.wins.iter().sum::<u64>() > 0);
        assert!(summary.showdowns <= summary.hands);
    }
}

#[test]
fn the_caller_can_stop() {
    // It would take hours.
    let plan = plan(u64::MAX / 4, Policy::MIXED, 2);
    let mut questions = 0;
    let summary = simulate(&holdem(3), &plan, &DefaultHooks, &mut |done| {
        questions += 1;
        assert!(done.is_multiple_of(512));
        questions < 3
    });
    let summary = summary.unwrap();
    assert_eq!(questions, 3);
    assert!(summary.hands < plan.hands && summary.hands.is_multiple_of(512));
    assert_eq!(summary.payoffs.iter().sum::<i128>(), 0);
    let here = simulate_here(&holdem(3), &plan, &DefaultHooks, &mut |done| done < 1024).unwrap();
    assert_eq!(here.hands, 1024);
    let nothing = simulate_here(&holdem(3), &plan, &DefaultHooks, &mut |_| false).unwrap();
    assert_eq!((nothing.hands, nothing.payoffs), (0, vec![0; 3]));
}

#[test]
fn a_game_without_cards_is_an_error() {
    // Three cards are no deck for five on the board.
    let mut definition = holdem(2);
    definition.deck = Deck::Kuhn.cards(0).into();
    for threads in [1, 2, 3] {
        let plan = plan(10_000, Policy::CALL, threads);
        let result = simulate(&definition, &plan, &DefaultHooks, &mut |_| true);
        assert_eq!(result, Err(SimulationError::Rule(RuleError::Stuck)));
        let result = simulate_here(&definition, &plan, &DefaultHooks, &mut |_| true);
        assert_eq!(result, Err(SimulationError::Rule(RuleError::Stuck)));
    }
    definition.starting_stacks[1] = 0;
    let result = simulate(&definition, &plan(1, Policy::CALL, 2), &DefaultHooks, &mut |_| true);
    assert_eq!(result, Err(SimulationError::Setup(vec![SetupError::EmptyStack(1)])));
}

#[test]
fn who_calls_does_not_fold() {
    let definition = holdem(6);
    let summary = run(&definition, &plan(2000, Policy::CALL, 2));
    assert_eq!(summary.showdowns, 2000);
    let summary = run(&triple_draw(4), &plan(500, Policy::CALL, 2));
    assert_eq!(summary.showdowns, 500);
    // The same, decision by decision.
    let mut random = RandomNumbers::new(3);
    for seed in 0..50 {
        let shuffler = Shuffler::from_seed(seed);
        let mut state =
            State::new(definition.clone().into(), shuffler, &DefaultHooks).unwrap().unwrap();
        while state.is_live() {
            Policy::CALL.decide(&mut state, 1, &mut random, &DefaultHooks).unwrap();
        }
        let folds = |operation: &Operation<'_>| {
            matches!(
                operation,
                Operation::Folding { .. } | Operation::CompletionBettingOrRaisingTo { .. }
            )
        };
        assert!(!state.log.iter().any(|operation| folds(&operation)));
        let stuck = Policy::CALL.decide(&mut state, 1, &mut random, &DefaultHooks);
        assert_eq!(stuck, Err(RuleError::Stuck));
    }
}

#[test]
fn wild_policies_end_their_hands() {
    let wild = Policy { fold: 0.0, raise: 1.0, sized: 1.0, complete: 1.0, discard: 1.0 };
    let timid = Policy { fold: 1.0, ..Policy::CALL };
    for mut definition in [holdem(9), triple_draw(6)] {
        for structure in [Structure::NoLimit, Structure::PotLimit, Structure::FixedLimit] {
            definition.structure = structure;
            for policy in [wild, timid] {
                let summary = run(&definition, &plan(100, policy, 2));
                assert_eq!((summary.hands, summary.payoffs.iter().sum::<i128>()), (100, 0));
            }
        }
    }
}

#[test]
fn raises_are_of_whole_chips() {
    let policy = Policy { raise: 0.5, sized: 1.0, ..Policy::MIXED };
    let mut definition = holdem(4);
    for amounts in [&mut definition.antes, &mut definition.blinds, &mut definition.starting_stacks]
    {
        amounts.iter_mut().for_each(|amount| *amount *= 10);
    }
    let definition = Arc::new(definition);
    let mut random = RandomNumbers::new(5);
    let mut sizes = BTreeSet::new();
    for seed in 0..100 {
        let shuffler = Shuffler::from_seed(seed);
        let mut state = State::new(definition.clone(), shuffler, &DefaultHooks).unwrap().unwrap();
        while state.is_live() {
            let least = state.minimum_raise_to();
            let first = state.log.len();
            policy.decide(&mut state, 10, &mut random, &DefaultHooks).unwrap();
            if let Some(Operation::CompletionBettingOrRaisingTo { amount, .. }) =
                state.log.get(first)
            {
                assert_eq!((amount - least.unwrap()) % 10, 0);
                sizes.insert(amount - least.unwrap());
            }
        }
    }
    assert!(sizes.len() > 5, "{sizes:?}");
}

#[test]
fn discards_are_as_many_as_they_must_be() {
    let hole = Dealing { hole: vec![false; 4], ..Dealing::default() };
    let discard = Dealing { draw: Some(Drawing::discard(2)), board: 3, ..Dealing::default() };
    let limited = Drawing { minimum: 1, maximum: Some(2), replaces: true, terms: DrawTerms::NONE };
    let limited = Dealing { draw: Some(limited), ..Dealing::default() };
    let definition = game(vec![hole, discard, limited], 4, "high");
    for discard in [0.0, 0.3, 1.0] {
        let policy = Policy { discard, ..Policy::MIXED };
        let summary = run(&definition, &plan(300, policy, 1));
        assert_eq!(summary.hands, 300);
    }
}
