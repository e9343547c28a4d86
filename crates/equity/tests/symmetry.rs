//! Boards that are looked at once for all that are the same but for suits, against all boards.
#![allow(clippy::unwrap_used)]

use croupier_cards::CardSet;
use croupier_equity::contest::Contest;
use croupier_equity::problem::{Combo, Problem};
use croupier_equity::runouts::visit_subsets;
use croupier_equity::symmetry::Symmetry;
use croupier_equity::tally::Answer;
use croupier_equity::{exact, holdem};
use croupier_eval::lanes::LaneKind;
use croupier_eval::{Rule, registry};
use proptest::prelude::*;

/// A game: its rankings, the hole and board cards, whether two hole cards are used, its lowest rank.
type Game = (&'static [&'static str], usize, usize, bool, u32);

const GAMES: [Game; 6] = [
    (&["high"], 2, 5, false, 0),
    (&["36card_ffh_high"], 2, 5, false, 4),
    (&["high", "eight_or_better_low"], 4, 5, true, 0),
    (&["27_low"], 5, 0, false, 0),
    (&["a6_low", "high"], 2, 5, false, 0),
    (&["badugi"], 4, 0, false, 0),
];

const LANES: [LaneKind; 3] = [LaneKind::High, LaneKind::AceToSix, LaneKind::AceToFive];

/// Suits that change places, in pairs.
type Exchanges = &'static [(u32, u32)];

const EXCHANGES: [Exchanges; 6] =
    [&[(0, 1)], &[(1, 2)], &[(0, 1), (1, 2)], &[], &[(0, 1), (2, 3)], &[(0, 1), (1, 2), (2, 3)]];

fn cards_from(lowest: u32) -> Vec<CardSet> {
    let mut cards = Vec::new();
    let lanes = (0x1fff_u64 << lowest & 0x1fff) * 0x0001_0001_0001_0001;
    visit_subsets(lanes, 1, &mut |card| cards.push(CardSet::from_bits(card)));
    cards
}

fn union(cards: &[CardSet]) -> CardSet {
    cards.iter().fold(CardSet::EMPTY, |all, card| all.union(*card))
}

/// Adds to hands what they become when suits of a set change places.
fn closed_under(hands: &[(CardSet, u32)], exchanges: &[(u32, u32)]) -> Vec<Combo> {
    let lane = |cards: CardSet, suit: u32| cards.bits() >> (16 * suit) & 0xffff;
    let exchange = |cards: CardSet, (one, other): (u32, u32)| {
        let (first, second) = (lane(cards, one), lane(cards, other));
        let rest = cards.bits() & !(0xffff << (16 * one)) & !(0xffff << (16 * other));
        CardSet::from_bits(rest | first << (16 * other) | second << (16 * one))
    };
    let mut all: Vec<(CardSet, u32)> = Vec::new();
    let mut new: Vec<(CardSet, u32)> = hands.to_vec();
    while let Some((cards, weight)) = new.pop() {
        if all.iter().all(|(other, _)| *other != cards) {
            all.push((cards, weight));
            new.extend(exchanges.iter().map(|&suits| (exchange(cards, suits), weight)));
        }
    }
    let combo = |(cards, weight)| Combo { cards, weight: f64::from(weight) / 2.0 };
    all.into_iter().map(combo).collect()
}

fn problem(game: Game, known: &[CardSet], shape: [usize; 4], exchanges: &[(u32, u32)]) -> Problem {
    let (names, hole_count, board_count, omaha, lowest) = game;
    let [players, hands, board, dead] = shape;
    let rule = |name| {
        let ranking = registry::get(name).unwrap();
        let rule = if omaha { Rule::exactly(2, 3) } else { ranking.any_cards() };
        Contest::new(ranking, rule, hole_count, board_count)
    };
    let mut cards = known.iter().copied();
    let mut take = |count: usize| union(&cards.by_ref().take(count).collect::<Vec<_>>());
    let (board, dead) = (take(board), take(dead));
    let players = (0..players).map(|_| {
        let hands: Vec<(CardSet, u32)> =
            (0..hands).map(|number| (take(hole_count), number as u32 % 3 + 1)).collect();
        closed_under(&hands, exchanges)
    });
    Problem {
        deck: union(&cards_from(lowest)),
        board,
        dead,
        hole_count,
        board_count,
        players: players.collect(),
        contests: names.iter().map(|name| rule(name)).collect(),
    }
}

fn solve(problem: &Problem, symmetry: &Symmetry) -> Answer {
    exact::solve(problem, symmetry, 1, &mut |_, _| true).unwrap()
}

fn assert_equal(quick: &Answer, slow: &Answer) {
    let pairs = quick.combos.iter().flatten().zip(slow.combos.iter().flatten());
    for (quick, slow) in pairs {
        // Weights are halves: these are exact. Shares of three are not.
        assert_eq!((quick.weight, quick.win, quick.tie), (slow.weight, slow.win, slow.tie));
        assert!((quick.share - slow.share).abs() <= 1e-9 * slow.share.abs());
    }
    assert_eq!(quick.deals, slow.deals);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn the_same_with_and_without(
        game in prop::sample::select(&GAMES[..]),
        mut known in Just(cards_from(4)).prop_shuffle(),
        players in 2_usize..=3,
        hands in 1_usize..=2,
        dead in 0_usize..=2,
        suits in prop::sample::select(&EXCHANGES[..]),
        one_suit in any::<bool>(),
    ) {
        if one_suit {
            // Board and dead cards tell fewer suits apart.
            known.sort_by_key(|card| card.bits().trailing_zeros() / 16 != 3);
        }
        // Few enough cards to come to go through all of them.
        let board = game.2.saturating_sub(2);
        let mut problem = problem(game, &known, [players, hands, board, dead], suits);
        prop_assume!(problem.check().is_ok());
        let symmetry = Symmetry::of(&problem);
        assert_equal(&solve(&problem, &symmetry), &solve(&problem, &Symmetry::none()));
    }

    #[test]
    fn sweeps_are_the_same(
        mut known in Just(cards_from(0)).prop_shuffle(),
        hands in 1_usize..=6,
        lane in prop::sample::select(&LANES[..]),
        suits in prop::sample::select(&EXCHANGES[..3]),
    ) {
        known.sort_by_key(|card| card.bits().trailing_zeros() / 16 != 3);
        let mut problem = problem(GAMES[0], &known, [2, hands, 3, 0], suits);
        prop_assume!(problem.check().is_ok());
        let symmetry = Symmetry::of(&problem);
        prop_assert!(symmetry.order() > 1);
        let sweep = |symmetry| holdem::sweep::solve(&problem, lane, symmetry, 1, &mut |_, _| true);
        assert_equal(&sweep(&symmetry).unwrap(), &sweep(&Symmetry::none()).unwrap());
    }
}

#[test]
fn before_the_flop() {
    let cards = |text: &str| CardSet::from_iter(croupier_cards::parse::cards(text).unwrap());
    let hand = |text: &str| vec![Combo { cards: cards(text), weight: 1.0 }];
    let mut problem = problem(GAMES[0], &[], [0; 4], &[]);
    // The kings of two suits, and the aces of the two others.
    problem.players = vec![hand("AhAs"), hand("KdKc"), hand("7c2d")];
    assert_eq!(Symmetry::of(&problem).order(), 2);
    problem.players = vec![hand("AhAs"), hand("KdKc")];
    let symmetry = Symmetry::of(&problem);
    assert_eq!(symmetry.order(), 4);
    let quick = solve(&problem, &symmetry);
    assert_eq!(quick.players[0].win, 1_388_072.0);
    assert_eq!(quick.players[0].weight, 1_712_304.0);
    assert_equal(&quick, &solve(&problem, &Symmetry::none()));
    // A dead card, a range of other weights or another suit on the board tells suits apart.
    problem.dead = cards("2c");
    assert_eq!(Symmetry::of(&problem).order(), 2);
    problem.players[0].push(Combo { cards: cards("AdAc"), weight: 0.5 });
    problem.players[0].push(Combo { cards: cards("QhJh"), weight: 0.5 });
    assert_eq!(Symmetry::of(&problem), Symmetry::none());
    // The highest spade depends on the names of suits.
    let spade = registry::get("one_card_high_spade").unwrap();
    problem.players.iter_mut().for_each(|combos| combos.truncate(1));
    problem.contests.push(Contest::new(spade, spade.any_cards(), 2, 5));
    assert_eq!(Symmetry::of(&problem), Symmetry::none());
}
