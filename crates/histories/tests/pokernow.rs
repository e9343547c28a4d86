//! Lines of PokerNow's log: what they say, and that no text whatever breaks the reader.

#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use croupier_histories::rooms::pokernow::lines::{
    Line, LineFault, LineKind, is_talk, read_line, read_seats, read_start,
};
use proptest::prelude::*;

fn line(text: &str) -> Line<'_> {
    read_line(text).unwrap().unwrap()
}

#[test]
fn deeds_have_a_kind_a_player_and_an_amount() {
    for (text, kind, amount, flag) in [
        (r#""Bo @ q7" folds"#, "fold", None, ""),
        (r#""Bo @ q7" checks"#, "check", None, ""),
        (r#""Bo @ q7" calls 40"#, "call", Some("40"), ""),
        (r#""Bo @ q7" calls with 0.50 and all in"#, "call", Some("0.50"), "all in"),
        (r#""Bo @ q7" raises to 1,200 and go all in."#, "raise", Some("1,200"), "all in"),
        (r#""Bo @ q7" posts a big blind of 10"#, "big blind", Some("10"), ""),
        (r#""Bo @ q7" posts an ante of 1 and go all in"#, "ante", Some("1"), "all in"),
        (r#""Bo @ q7" posts a missing small blind of 5"#, "missing small blind", Some("5"), ""),
        (r#""Bo @ q7" posts a bet of 20 (bomb pot bet)"#, "bomb pot", Some("20"), ""),
        (r#""Bo @ q7" collected 30 from pot with Pair, A's"#, "collect", Some("30"), ""),
        (r#""Bo @ q7" collected 30 from pot on the second run"#, "collect", Some("30"), "second"),
        (r#""Bo @ q7" paid 5 for the 7-2 bounty to Ann"#, "paid bounty", Some("5"), ""),
        (r#""Bo @ q7" collected 5 from the 72 bounty"#, "won bounty", Some("5"), ""),
        (r#""Bo @ q7" chooses to  not run it twice."#, "runs", None, "once"),
        (r#"Uncalled bet of 9 returned to "Bo @ q7""#, "uncalled", Some("9"), ""),
    ] {
        let read = line(text);
        let found = (read.kind.name(), read.player, read.amount, read.flag.name());
        assert_eq!(found, (kind, "Bo @ q7", amount, flag), "{text}");
    }
}

#[test]
fn names_may_hold_anything() {
    let read = line(r#""a" folds" calls 5 | (x @ q7" bets 7"#);
    assert_eq!((read.kind, read.player), (LineKind::Bet, r#"a" folds" calls 5 | (x @ q7"#));
    let start = read_start("-- starting hand #7 (id: k3)  No Limit (dealer: \"a\") --\" @ b\") --");
    assert_eq!(start.unwrap().dealer, "a\") --\" @ b");
    let seats = read_seats("Player stacks: #1 \"a (5) | b @ c\" (10) | \"d @ e\" (2.50)").unwrap();
    assert_eq!(seats.len(), 2);
    assert_eq!((seats[0].player, seats[0].stack), ("a (5) | b @ c", "10"));
    assert_eq!((seats[1].number, seats[1].stack), (None, "2.50"));
}

#[test]
fn boards_have_cards() {
    let read = line("Turn: 2♣, 3♣, 4♣ [10♦] (second run)");
    assert_eq!((read.kind.name(), read.flag.name()), ("turn", "second"));
    let cards = |text| croupier_cards::parse::text(&line(text).cards);
    assert_eq!(croupier_cards::parse::text(&read.cards), "Td");
    assert_eq!(cards("Flop:  [A♠, 10♥, 2c]"), "AsTh2c");
    assert_eq!(cards("Your hand is 7♠, K♥"), "7sKh");
    assert_eq!(read_line("River: [1♠]"), Err(LineFault::Card("1♠")));
    assert_eq!(read_line("River: []"), Ok(None));
}

#[test]
fn what_is_said_about_the_table_is_no_play() {
    assert!(is_talk("The player \"Bo @ q7\" requested a seat."));
    assert!(is_talk("x \"Bo @ q7\" quits the game with a stack of 5"));
    assert!(!is_talk("\"Bo @ q7\" quitsx"));
    assert_eq!(read_line("The player \"Bo @ q7\" requested a seat."), Ok(None));
}

proptest! {
    #[test]
    fn no_text_breaks_the_reader(text in "\\PC{0,60}", end in "[ -~♥♦♣♠]{0,40}") {
        for text in [text.clone(), format!("\"{text}\" {end}"), format!("-- starting hand #{end}"),
                     format!("Player stacks: {text} | {end}"), format!("Flop: {text}[{end}]")] {
            let _ = read_line(&text);
            let _ = read_start(&text);
            let _ = read_seats(&text);
            let _ = is_talk(&text);
        }
    }
}
