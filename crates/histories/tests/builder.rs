//! Hands that a builder makes of what readers tell it.

mod support;

use croupier_engine::Cards;
use croupier_histories::builder::{
    BuiltHand, Games, HandBuilder, HandProblem, PlayerId, Precision, find_cards,
};

fn table(precision: Precision) -> (HandBuilder, [PlayerId; 3]) {
    let mut table = HandBuilder::new("NT", precision);
    let players = [1, 2, 3].map(|number| table.sit(number, &format!("P{number}"), 20_000));
    table.button = Some(3);
    (table.small_blind, table.big_blind) = (50, 100);
    table.post_small_blind(players[0], 50);
    table.post_big_blind(players[1], 100);
    (table, players)
}

fn finish(table: HandBuilder) -> Result<BuiltHand, Box<HandProblem>> {
    let games: Vec<_> = support::holdem().into_iter().collect();
    table.finish(&mut Games::new(&games))
}

fn actions(hand: &BuiltHand) -> Vec<&str> {
    hand.actions.iter().collect()
}

#[test]
fn a_hand_is_played_and_its_money_proved() {
    let (mut table, [one, two, three]) = table(Precision::CENTS);
    table.deal(three, find_cards("[As Ah]"));
    table.bet(three, 300);
    table.fold(one);
    table.fold(two);
    table.give_back(three, 200);
    table.collect(three, 250);
    let hand = finish(table).unwrap();
    let expected = ["d dh p1 ????", "d dh p2 ????", "d dh p3 AsAh", "p3 cbr 3", "p1 f", "p2 f"];
    assert_eq!(actions(&hand), expected);
    assert_eq!(hand.finishing_stacks, [19_950, 19_900, 20_150]);
    assert_eq!(hand.extensions.rake, Some(0));
    assert!(hand.notes.is_empty());
}

#[test]
fn two_players_of_one_name_stay_two() {
    let mut table = HandBuilder::new("NT", Precision::WHOLE);
    let (first, second) = (table.sit(1, "Ann", 100), table.sit(2, "Ann", 200));
    table.button = Some(1);
    table.post_small_blind(first, 1);
    table.post_big_blind(second, 2);
    table.fold(first);
    table.give_back(second, 1);
    table.collect(second, 2);
    let hand = finish(table).unwrap();
    assert_eq!((hand.players, hand.finishing_stacks), (vec!["Ann".into(); 2], vec![201, 99]));
}

#[test]
fn of_two_without_a_button_the_small_blind_has_it() {
    for (small, big) in [(0, 1), (1, 0)] {
        let mut table = HandBuilder::new("NT", Precision::WHOLE);
        let players = [table.sit(1, "Ann", 100), table.sit(2, "Bob", 100)];
        let (small, big) = (players[small], players[big]);
        table.post_small_blind(small, 1);
        table.post_big_blind(big, 2);
        table.call(small, Some(1));
        table.check(big);
        table.deal_board(find_cards("[2c 7d 9h]"), 0);
        // After the flop, the big blind is first.
        table.check(big);
        table.bet(small, 4);
        table.fold(big);
        table.give_back(small, 4);
        table.collect(small, 4);
        let hand = finish(table).unwrap();
        assert_eq!(hand.finishing_stacks, [98, 102]);
        assert_eq!(hand.blinds_or_straddles, Some(vec![1, 2]));
    }
}

#[test]
fn what_is_refused_has_a_code_and_a_place() {
    let (mut table, [one, two, three]) = table(Precision::CENTS);
    table.call(three, Some(100));
    table.at.line = 7;
    table.raise_to(one, 30_000);
    table.fold(two);
    table.collect(three, 1);
    let problem = finish(table).unwrap_err();
    assert_eq!((problem.code().as_ref(), problem.at.line), ("amount-above-maximum", 7));
    assert!(problem.to_string().contains("300"), "{problem}");
}

#[test]
fn money_that_is_missing_is_missed() {
    let (mut table, [one, two, three]) = table(Precision::WHOLE);
    table.fold(three);
    table.fold(one);
    table.collect(two, 100);
    table.total_pot = Some(120);
    table.pot_at.line = 9;
    let problem = finish(table).unwrap_err();
    assert_eq!((problem.code().as_ref(), problem.at.line), ("other-pot", 9));
    assert_eq!(problem.to_string(), "the pot is said to be 120, but players paid 150");
}

#[test]
fn what_is_said_is_kept_where_something_else_is_played() {
    let mut table = HandBuilder::new("NT", Precision::WHOLE);
    let (short, rich) = (table.sit(1, "short", 100), table.sit(2, "rich", 500));
    table.button = Some(1);
    table.post_small_blind(short, 1);
    table.post_big_blind(rich, 2);
    table.raise_to(short, 100);
    table.raise_to(rich, 500);
    for cards in ["2c3d4h", "5s", "9c"] {
        table.next_street();
        table.deal_board(find_cards(cards), 0);
    }
    table.show(rich, find_cards("AsAh"));
    table.muck(short, Cards::new());
    table.collect(rich, 200);
    let hand = finish(table).unwrap();
    assert_eq!(hand.extensions.said, [(4, "raises to 500".to_owned())]);
    assert_eq!(hand.notes[0].kind, "raise-alone");
}
