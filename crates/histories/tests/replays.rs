//! Hands of a document, played and compared with what is recorded of them.

#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use croupier_histories::replay::{Provided, Provider};
use croupier_histories::{Columns, Fault, Field, FieldRules, Hand, Hands, Replayer};

const HAND: &str = "variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [10, 20]
min_bet = 20
starting_stacks = [500, 500]
";
const DEAL: &str = "'d dh p1 AsAh', 'd dh p2 KsKh'";
const CHECKS: &str = "'p2 cc', 'p1 cc', 'd db 2c7d9h', 'p1 cc', 'p2 cc', 'd db Jc', 'p1 cc', 'p2 cc', 'd db 3d', 'p1 cc', 'p2 cc'";

fn read(text: &str) -> Columns {
    let mut columns = Columns::default();
    let game = support::holdem().unwrap();
    let fields = game.required.iter().filter_map(|name| Field::find(name)).collect();
    let required = vec![(game.code.clone(), fields)];
    let rules = FieldRules { required, ..FieldRules::default() };
    let mut replayer = Replayer::new(&[game]).strict(Arc::new(rules));
    columns.read(0, text, &mut replayer);
    columns
}

fn hand(actions: &str, fields: &str) -> String {
    format!("{HAND}actions = [{DEAL}{actions}]\n{fields}")
}

#[test]
fn columns_have_a_value_for_each_hand_and_each_player() {
    let text = format!(
        "[1]\n{}\n[2]\n{}",
        hand(", 'p2 f'", "hand = 'A-1'\nplayers = ['Ann', '''B's''']\n"),
        hand(", 'p2 cbr 60.50', 'p1 f'", ""),
    );
    let columns = read(&text);
    assert_eq!(columns.keys.iter().collect::<Vec<_>>(), ["1", "2"]);
    assert_eq!(columns.hands.iter().collect::<Vec<_>>(), ["A-1", ""]);
    assert_eq!(columns.names.iter().collect::<Vec<_>>(), ["Ann", "B's", "", ""]);
    assert_eq!(columns.player_row, [0, 0, 1, 1]);
    assert_eq!(columns.player, [1, 2, 1, 2]);
    let chips: Vec<i64> = columns
        .payoffs
        .iter()
        .zip(&columns.player_row)
        .map(|(payoff, &row)| payoff / columns.scale[row as usize])
        .collect();
    assert_eq!(chips, [10, -10, -20, 20]);
    assert!(columns.findings.is_empty());
    let start = columns.start[1] as usize;
    assert!(text[start..start + columns.length[1] as usize].contains("cbr 60.50"));
}

#[test]
fn known_hands_are_shown_at_the_end() {
    for (end, shown, missing) in
        [("", 0, 2), (", 'p1 sm ????', 'p2 sm ????'", 2, 0), (", 'p1 sm -', 'p2 sm'", 0, 0)]
    {
        let columns = read(&hand(&format!(", {CHECKS}{end}"), ""));
        assert!(columns.problems.is_empty(), "{:?}", columns.problems);
        assert_eq!(columns.payoffs, [20, -20]);
        let kinds = [vec!["shown"; shown], vec!["missing-show"; missing]].concat().join(" ");
        assert_eq!(columns.repair_kinds.iter().collect::<Vec<_>>(), [kinds]);
        assert_eq!(columns.repairs[0] as usize, shown + missing);
    }
}

#[test]
fn what_is_recorded_is_compared() {
    for (fields, finishing, winnings, rake) in [
        ("finishing_stacks = [520, 480]\n", 0, -1, 0),
        ("finishing_stacks = [518, 480]\n", 1, -1, 2),
        ("finishing_stacks = [522, 480]\n", 2, -1, -1),
        ("winnings = [40, 0]\n", -1, 0, 0),
        // With the bet that nobody called.
        ("winnings = [130, 0]\n", -1, 0, 0),
        ("winnings = [38, 0]\n", -1, 1, 2),
        ("winnings = [128, 0]\n", -1, 1, 2),
        ("winnings = [20, 0]\n", -1, 2, -1),
        ("winnings = [0, 40]\n", -1, 3, -1),
    ] {
        let columns = read(&hand(", 'p2 cc', 'p1 cc', 'd db 2c7d9h', 'p1 cbr 90', 'p2 f'", fields));
        assert!(columns.problems.is_empty(), "{:?}", columns.problems);
        let found = (columns.finishing[0], columns.winnings[0], columns.rake[0]);
        assert_eq!(found, (finishing, winnings, rake), "{fields}");
    }
}

#[test]
fn what_is_odd_is_worth_a_look() {
    for (actions, fields) in [
        (", 'p2 cc', 'p1 f'", ""),
        (", 'p2 f' # words", ""),
        (", 'p2 f', '# croupier: p1 rc 2'", ""),
        (", 'p2 f'", "mine = 1\n"),
        (", 'p2 cc', 'p1 cc', 'd db As2c3c'", ""),
    ] {
        assert!(!read(&hand(actions, fields)).findings.is_empty(), "{actions} {fields}");
    }
}

#[test]
fn the_end_that_is_recorded_is_told() {
    let played = ", 'p2 cc', 'p1 cc', 'd db 2c7d9h', 'p1 cbr 90', 'p2 f'";
    for (fields, code, message) in [
        (
            "finishing_stacks = [518, 480]\n",
            "rake",
            "are 2 less than were played for, as by a rake: 520, 480",
        ),
        (
            "finishing_stacks = [519.50, 480]\nmin_bet = 20.00\n",
            "rake",
            "are 0.50 less than were played for, as by a rake: 520, 480",
        ),
        (
            "finishing_stacks = [530, 470]\n",
            "finishing-stacks",
            "are not those of the hand as it was played: 520, 480",
        ),
        (
            "winnings = [0, 40]\n",
            "winnings",
            "name other winners than the hand as it was played, which p1 won",
        ),
        (
            "winnings = [20, 0]\n",
            "winnings",
            "are not what p1 won as the hand was played, even with a rake",
        ),
    ] {
        let mut text = hand(played, fields);
        if fields.contains("min_bet") {
            text = text.replacen("min_bet = 20\n", "", 1);
        }
        let columns = read(&text);
        let [(0, found)] = &columns.findings[..] else { panic!("{:?}", columns.findings) };
        assert_eq!((found.code.code(), found.message.as_str()), (code, message));
        assert!(found.place.is_some());
    }
}

#[test]
fn nothing_is_odd_where_hands_do_not_end() {
    let stopped = ", 'p2 cc', 'p1 cc', 'd db 2c7d9h', 'p1 cc'";
    for fields in ["", "winnings = [0, 0]\n", "finishing_stacks = [480, 480]\n"] {
        let columns = read(&hand(stopped, fields));
        assert!(!columns.ended[0], "{fields}");
        assert!(columns.findings.is_empty());
    }
}

#[test]
fn all_is_said_of_hands_that_cannot_be_played() {
    let played = "'p2 cc', 'p1 cc', 'd db 2c7d9h', 'p1 cbr 90', 'p2 f'";
    for (actions, fields, codes) in [
        (
            "'p2 q', 'p9 zz'",
            "mine = 1\nhand = 1.5\n",
            &["unknown", "type", "notation", "notation"][..],
        ),
        ("'p2 cc', 'p2 cc', 'p1 cbr 1,0'", "", &["notation", "rules"]),
        ("'p2 cc', 'p2 cc', 'p1 cc'", "", &["rules", "stopped"]),
        (played, "_board_count = 99\nday = 31\nmonth = 6\n", &["date"]),
        (played, "_board_count = 99\n", &["setup"]),
        (played, "bring_in = 1e30\nwinnings = [0, 40]\n", &["superfluous", "setup"]),
        (played, "players = ['Ann\n", &["toml"]),
    ] {
        let columns = read(&hand(&format!(", {actions}"), fields));
        let found: Vec<&str> = columns.findings.iter().map(|(_, one)| one.code.code()).collect();
        assert_eq!(found, codes, "{actions} {fields}");
        assert!(columns.findings.iter().all(|(_, one)| one.place.is_some()));
    }
}

#[test]
fn numbers_of_boards_are_read_as_all_numbers_are() {
    for (count, refused) in [("0x2", ""), ("1_000", "not 1000"), ("-5", ""), ("9e9", "")] {
        let columns = read(&hand(", 'p2 f'", &format!("_board_count = {count}\n")));
        let said = columns.problems.first().map(|one| one.fault.to_string()).unwrap_or_default();
        assert!(said.ends_with(refused) && said.is_empty() == refused.is_empty(), "{said}");
    }
}

#[test]
fn hands_that_are_too_large_are_refused() {
    let text = format!("variant = 'NT'\nstarting_stacks = [{}]\n", vec!["9"; 25].join(", "));
    let columns = read(&text);
    assert!(columns.problems[0].fault.to_string().contains("25 players"));
    let deep = hand(", 'p2 f'", &format!("_deep = {}{}\n", "[".repeat(33), "]".repeat(33)));
    assert!(read(&deep).problems[0].fault.to_string().contains("32 deep"));
}

/// Knows no time zone, and counts how often it is asked for one.
struct NoZones(AtomicUsize);

impl Provider for NoZones {
    fn provide(&self, _: &Hand<'_>) -> Option<Result<Provided, Fault>> {
        None
    }

    fn is_zone(&self, _: &str) -> bool {
        self.0.fetch_add(1, Ordering::Relaxed);
        false
    }
}

#[test]
fn time_zones_are_asked_for_once_and_not_all_remembered() {
    let provider = NoZones(AtomicUsize::new(0));
    let rules = Arc::new(FieldRules::default());
    let mut replayer = Replayer::new(&[]).with(Some(&provider)).strict(rules);
    let mut asked = |zone: &str| {
        let before = provider.0.load(Ordering::Relaxed);
        let text = format!("time_zone = '{zone}'\n");
        let mut hands = Hands::part("");
        let record = hands.next(&text).unwrap().ok().unwrap();
        let _ = replayer.check_record(&record, None);
        assert!(replayer.take_findings().any(|one| one.field == "time_zone"));
        provider.0.load(Ordering::Relaxed) - before
    };
    assert_eq!((asked("Mars/Olympus"), asked("Mars/Olympus")), (1, 0));
    let long = "Mars/".repeat(100);
    assert_eq!((asked(&long), asked(&long)), (1, 1));
    for number in 0..2000 {
        asked(&format!("Mars/{number}"));
    }
    assert_eq!((asked("Mars/Olympus"), asked("Mars/1999")), (0, 1));
}
