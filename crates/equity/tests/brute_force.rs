//! Fast answers against slow and obvious ones.
#![allow(clippy::unwrap_used)]

use croupier_cards::{Card, CardSet, Shuffler, parse};
use croupier_equity::contest::Contest;
use croupier_equity::problem::{Combo, Problem};
use croupier_equity::runouts::visit_subsets;
use croupier_equity::sample::Effort;
use croupier_equity::tally::Answer;
use croupier_equity::{EquityError, Plan, solve};
use croupier_eval::{Rule, registry};

fn set(text: &str) -> CardSet {
    CardSet::from_iter(parse::cards(text).unwrap())
}

fn hand(text: &str) -> Vec<Combo> {
    vec![Combo { cards: set(text), weight: 1.0 }]
}

fn problem(players: Vec<Vec<Combo>>, board: &str) -> Problem {
    let high = registry::get("high").unwrap();
    Problem {
        deck: CardSet::STANDARD,
        board: set(board),
        dead: CardSet::EMPTY,
        hole_count: 2,
        board_count: 5,
        players,
        contests: vec![Contest::new(high, high.any_cards(), 2, 5)],
    }
}

fn ask(problem: &Problem, plan: Plan) -> Result<Answer, EquityError> {
    solve(&mut problem.clone(), &plan, &mut |_, _| true)
}

fn exactly() -> Plan {
    Plan { exact: Some(true), ..Plan::default() }
}

fn sampled(seed: u64) -> Plan {
    let effort = Effort { deals: 200_000, precision: None };
    Plan { exact: Some(false), seed: seed.into(), effort, ..Plan::default() }
}

/// Every deal of full hands, with nothing clever: shares, wins and weights of each player's hands.
fn brute_force(problem: &Problem) -> Vec<Vec<[f64; 3]>> {
    let high = registry::get("high").unwrap();
    let mut results: Vec<Vec<[f64; 3]>> =
        problem.players.iter().map(|combos| vec![[0.0; 3]; combos.len()]).collect();
    let mut indices = vec![0; problem.players.len()];
    loop {
        let chosen: Vec<Combo> = indices
            .iter()
            .zip(&problem.players)
            .map(|(&at, combos): (&usize, _)| combos[at])
            .collect();
        let held: CardSet = chosen.iter().flat_map(|combo| combo.cards.iter()).collect();
        let count: u32 = chosen.iter().map(|combo| combo.cards.len()).sum();
        let free = problem.free();
        if held.len() == count && held.difference(free).is_empty() {
            let weight: f64 = chosen.iter().map(|combo| combo.weight).product();
            visit_subsets(free.difference(held).bits(), problem.to_come(), &mut |runout| {
                let board = CardSet::from_bits(runout).union(problem.board);
                let strengths: Vec<u32> = chosen
                    .iter()
                    .map(|combo| {
                        let cards: Vec<Card> = combo.cards.union(board).iter().collect();
                        high.best(&cards, &[], &high.any_cards(), croupier_eval::Roles::NONE)
                            .unwrap()
                            .strength
                    })
                    .collect();
                let best = *strengths.iter().max().unwrap();
                let winners = strengths.iter().filter(|&&strength| strength == best).count();
                for (player, &strength) in strengths.iter().enumerate() {
                    let result = &mut results[player][indices[player]];
                    result[2] += weight;
                    if strength == best {
                        result[0] += weight / winners as f64;
                        result[1] += if winners == 1 { weight } else { 0.0 };
                    }
                }
            });
        }
        let Some(player) =
            (0..indices.len()).find(|&player| indices[player] + 1 < problem.players[player].len())
        else {
            return results;
        };
        indices[player] += 1;
        indices[..player].fill(0);
    }
}

fn assert_same(problem: &Problem, answer: &Answer) {
    for (slow, quick) in brute_force(problem).iter().flatten().zip(answer.combos.iter().flatten()) {
        for (slow, quick) in slow.iter().zip([quick.share, quick.win, quick.weight]) {
            assert!((slow - quick).abs() < 1e-6 * slow.abs() + 1e-6, "{slow} {quick}");
        }
    }
}

fn random_range(shuffler: &mut Shuffler, count: usize) -> Vec<Combo> {
    let mut pairs: Vec<u64> = Vec::new();
    visit_subsets(CardSet::STANDARD.bits(), 2, &mut |pair| pairs.push(pair));
    shuffler.shuffle(&mut pairs);
    let weight = |shuffler: &mut Shuffler| f64::from(shuffler.below(4) + 1) / 4.0;
    pairs
        .into_iter()
        .take(count)
        .map(|pair| Combo { cards: CardSet::from_bits(pair), weight: weight(shuffler) })
        .collect()
}

#[test]
fn two_ranges_on_the_turn() {
    let mut shuffler = Shuffler::from_seed(7);
    for count in [1, 5, 40, 120] {
        let (own, other) =
            (random_range(&mut shuffler, count), random_range(&mut shuffler, count / 2 + 1));
        let problem = problem(vec![own, other], "Qs7h2c9d");
        assert_same(&problem, &ask(&problem, exactly()).unwrap());
    }
}

#[test]
fn three_ranges_on_the_turn() {
    let mut shuffler = Shuffler::from_seed(8);
    let ranges = (0..3).map(|_| random_range(&mut shuffler, 8)).collect();
    let mut problem = problem(ranges, "QsJsTs9d");
    problem.dead = set("AhKd");
    assert_same(&problem, &ask(&problem, exactly()).unwrap());
}

#[test]
fn a_hand_against_an_unknown_one() {
    let unknown = vec![Combo { cards: CardSet::EMPTY, weight: 1.0 }];
    let aces = problem(vec![hand("AhAs"), unknown.clone()], "");
    let answer = ask(&aces, Plan::default()).unwrap();
    assert!(answer.exact);
    let equity = answer.players[0].share / answer.players[0].weight;
    assert!((equity - 0.852_037).abs() < 1e-6, "{equity}");
    let flop = problem(vec![hand("AhAs"), unknown], "Qs7h2c");
    let (exact, sampled) = (ask(&flop, exactly()).unwrap(), ask(&flop, sampled(3)).unwrap());
    for player in 0..2 {
        let mean = |answer: &Answer| answer.players[player].share / answer.players[player].weight;
        assert!((mean(&exact) - mean(&sampled)).abs() < 4.0 * sampled.errors[player]);
        assert_eq!(exact.combos[player].len(), 1);
    }
}

#[test]
fn samples_are_near_exact_answers_hand_by_hand() {
    let mut shuffler = Shuffler::from_seed(9);
    let ranges = (0..2).map(|_| random_range(&mut shuffler, 10)).collect();
    let problem = problem(ranges, "Qs7h2c");
    let (exact, sampled) = (ask(&problem, exactly()).unwrap(), ask(&problem, sampled(4)).unwrap());
    for player in 0..2 {
        let total = exact.players[player].weight;
        for (exact, sampled) in exact.combos[player].iter().zip(&sampled.combos[player]) {
            let (expected, found) = (exact.weight / total, sampled.weight / 200_000.0);
            let error = (expected * (1.0 - expected) / 200_000.0).sqrt();
            assert!((expected - found).abs() <= 5.0 * error, "{expected} {found}");
            if exact.weight > 0.0 {
                let error = 0.5 / sampled.weight.sqrt();
                let (exact, sampled) = (exact.share / exact.weight, sampled.share / sampled.weight);
                assert!((exact - sampled).abs() < 5.0 * error);
            }
        }
    }
}

#[test]
fn answers_do_not_depend_on_threads() {
    let mut shuffler = Shuffler::from_seed(10);
    let ranges = (0..3).map(|_| random_range(&mut shuffler, 9)).collect();
    let three = problem(ranges, "Qs7h2c");
    let ranges = (0..2).map(|_| random_range(&mut shuffler, 300)).collect();
    let two = problem(ranges, "Qs7h2c");
    for problem in [&two, &three] {
        for plan in [exactly(), sampled(5)] {
            let answer = ask(problem, Plan { threads: 1, ..plan }).unwrap();
            for threads in [2, 3, 7] {
                assert_eq!(ask(problem, Plan { threads, ..plan }).unwrap(), answer);
            }
        }
    }
}

#[test]
fn omaha_high_and_low() {
    let rule = Rule::exactly(2, 3);
    let contests = ["high", "eight_or_better_low"]
        .map(|name| Contest::new(registry::get(name).unwrap(), rule.clone(), 4, 5));
    let mut problem = problem(vec![hand("AhAsKhKs"), hand("9c8d7c6d")], "");
    problem.hole_count = 4;
    problem.contests = contests[..1].to_vec();
    let answer = ask(&problem, exactly()).unwrap();
    assert_eq!(answer.players[0].weight, 1_086_008.0);
    let equity = answer.players[0].share / answer.players[0].weight;
    assert!((equity - 0.600_622).abs() < 1e-6, "{equity}");
    problem.contests = contests.to_vec();
    let split = ask(&problem, exactly()).unwrap();
    let sum: f64 = split.players.iter().map(|player| player.share).sum();
    assert!((sum - 1_086_008.0).abs() < 1e-3);
    let sampled = ask(&problem, sampled(6)).unwrap();
    let mean = |answer: &Answer| answer.players[0].share / answer.players[0].weight;
    assert!((mean(&split) - mean(&sampled)).abs() < 4.0 * sampled.errors[0]);
}

#[test]
fn wrong_questions() {
    let wrong = |problem: Problem| ask(&problem, Plan::default()).unwrap_err();
    assert_eq!(wrong(problem(vec![hand("AhAs")], "")), EquityError::TooFewPlayers(1));
    assert_eq!(wrong(problem(vec![hand("AhAs"), hand("AhKd")], "")), EquityError::NoDeal);
    assert_eq!(
        wrong(problem(vec![hand("AhAs"), hand("KhKd")], "Kh2c3c")),
        EquityError::NoCombo { player: 2 }
    );
    let long = problem(vec![hand("AhAs"), hand("KhKdKc")], "");
    assert_eq!(wrong(long), EquityError::HandTooLong { player: 2, given: 3, count: 2 });
    let stopped =
        solve(&mut problem(vec![hand("AhAs"), hand("KhKd")], "2c"), &sampled(1), &mut |_, _| false);
    assert_eq!(stopped, Err(EquityError::Interrupted));
}

#[test]
fn deals_of_one_board_are_counted_in_pieces() {
    let mut combos = Vec::new();
    let cards = set("2d3d4d6d8d9dTdJdQdKdAd2h3h4h5h6h8h9hThJh");
    visit_subsets(cards.bits(), 2, &mut |bits| {
        combos.push(Combo { cards: CardSet::from_bits(bits), weight: 1.0 });
    });
    let mut problem = problem(vec![combos; 3], "Qs7h2c5d9s");
    let mut pieces = 0;
    let answer = solve(&mut problem, &exactly(), &mut |_, count| {
        pieces = count;
        true
    });
    assert!(pieces > 1);
    for player in answer.unwrap().players {
        assert_eq!(player.weight, 190.0 * 153.0 * 120.0);
        assert!((player.share / player.weight - 1.0 / 3.0).abs() < 1e-9, "{player:?}");
    }
}

#[test]
fn answers_stop_between_deals_of_one_board() {
    for players in [3, 4] {
        let mut problem = problem(vec![hand(""); players], "Qs7h2c5d9s");
        let mut reported = (0, 0);
        let answer = solve(&mut problem, &exactly(), &mut |done, count| {
            reported = (done, count);
            false
        });
        assert!(matches!(answer, Err(EquityError::Interrupted)));
        assert!(0 < reported.0 && reported.0 < reported.1, "{reported:?}");
    }
}
