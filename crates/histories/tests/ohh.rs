//! Records of Open Hand History.

mod support;

use croupier_histories::builder::Games;
use croupier_histories::rooms::ReadResult;
use croupier_histories::rooms::ohh::{OFFICIAL, OhhReader};

/// A hand that everybody folds to the big blind in.
fn record(number: &str, stack: &str) -> String {
    format!(
        r#"{{"ohh": {{"game_number": "{number}", "small_blind_amount": 1, "big_blind_amount": 2,
 "dealer_seat": 3, "players": [
  {{"id": 1, "seat": 1, "name": "Ann", "starting_stack": {stack}}},
  {{"id": 2, "seat": 2, "name": "Zoë", "starting_stack": 100}},
  {{"id": 3, "seat": 3, "name": "Cat", "starting_stack": 100}}],
 "rounds": [{{"id": 0, "street": "Preflop", "actions": [
  {{"action": "Post SB", "player_id": 1, "amount": 1}},
  {{"action": "Post BB", "player_id": 2, "amount": 2}},
  {{"action": "Fold", "player_id": 3}}, {{"action": "Fold", "player_id": 1}}]}}],
 "pots": [{{"number": 0, "amount": 2, "player_wins": [{{"player_id": 2, "win_amount": 2}}]}}]}}}}
"#
    )
}

fn reader() -> OhhReader {
    let games: Vec<_> = support::holdem().into_iter().collect();
    OhhReader::new(Games::new(&games), String::new())
}

fn read(text: &str) -> Vec<ReadResult> {
    reader().read(text, 1, true).0
}

fn outline(found: &[ReadResult]) -> Vec<(u32, String)> {
    let tell = |one: &ReadResult| match &one.hand {
        Ok(hand) => (one.line, hand.hand.clone()),
        Err(problem) => (one.line, problem.code().into_owned()),
    };
    found.iter().map(tell).collect()
}

#[test]
fn a_hand_is_played() {
    let found = read(&record("7", "50"));
    let [reading] = &found[..] else { panic!("{found:?}") };
    assert_eq!(reading.format, OFFICIAL);
    let hand = reading.hand.as_ref().unwrap();
    assert_eq!(hand.players, ["Ann", "Zoë", "Cat"]);
    assert_eq!(hand.finishing_stacks, [49, 101, 100]);
}

#[test]
fn a_bad_number_costs_its_hand_alone() {
    for bad in ["1e1000000000", "-1", "\"x\"", "[1]", "1e300", "0.00000000001", "true", "{}"] {
        let text = [record("1", "50"), record("2", bad), record("3", "50")].concat();
        let found = read(&text);
        assert_eq!(found.len(), 3, "{bad}");
        assert!(found[0].hand.is_ok() && found[2].hand.is_ok(), "{bad}");
        let problem = found[1].hand.as_ref().unwrap_err();
        assert_eq!((problem.at.line, &*problem.hand), (13, "2"), "{bad}");
        let line = text.lines().nth(12).unwrap();
        let column = line.find(bad).unwrap() as u32 + 1;
        assert_eq!(found[1].column, column, "{bad}: {problem}");
    }
}

#[test]
fn texts_in_parts_are_read_as_at_once() {
    let all = format!("[{},\n{}]\nnull 12 \"x\"\n", record("1", "50"), record("2", "-1"));
    let whole = outline(&read(&all));
    assert_eq!(whole.len(), 5);
    for cut in (0..all.len()).filter(|&cut| all.is_char_boundary(cut)) {
        let mut reader = reader();
        let (mut found, progress) = reader.read(&all[..cut], 1, false);
        found.extend(reader.read(&all[progress.bytes..], progress.line, true).0);
        assert_eq!(outline(&found), whole, "{cut}");
    }
}

#[test]
fn what_is_no_json_costs_its_record_alone() {
    let good = record("1", "50");
    for broken in ["{\"ohh\": {", "{\"ohh\": [}", "nonsense", "{\"ohh\": \"\\"] {
        let found = read(&format!("{good}{broken}\n{good}"));
        let codes = outline(&found);
        assert_eq!(codes.len(), 3, "{broken}: {codes:?}");
        assert_eq!((codes[1].0, codes[1].1.as_str()), (11, "json-syntax"), "{broken}");
    }
    let deep = format!("{}\n{good}", "{\"a\":".repeat(100_000));
    assert_eq!(outline(&read(&deep)), [(1, "json-syntax".to_owned()), (2, "1".to_owned())]);
}

#[test]
fn sizes_are_bounded() {
    let many = |item: &str, count: usize| vec![item; count].join(",");
    let fold = r#"{"action": "Fold", "player_id": 3}"#;
    let text = record("1", "50").replacen(fold, &many(fold, 20_000), 1);
    assert_eq!(outline(&read(&text)), [(1, "ohh-too-long".to_owned())]);
    let seat = r#"{"id": 1, "seat": 1, "name": "Ann", "starting_stack": 50}"#;
    let text = record("1", "50").replacen(seat, &many(seat, 5_000), 1);
    assert_eq!(outline(&read(&text)), [(1, "too-many-players".to_owned())]);
}

#[test]
fn the_margin_counts_wherever_a_text_is_cut() {
    for text in [" /\n{  *", " { \n {\n{}", "[ /\n{}\n /\n {}", "{} /\n{}"] {
        let whole = outline(&read(text));
        for cut in 0..=text.len() {
            let mut reader = reader();
            let (mut parts, progress) = reader.read(&text[..cut], 1, false);
            parts.extend(reader.read(&text[progress.bytes..], progress.line, true).0);
            assert_eq!(outline(&parts), whole, "{text:?} cut at {cut}");
        }
    }
}
