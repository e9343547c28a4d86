//! Problems of fields, and their words.

#![allow(clippy::unwrap_used)]

use croupier_histories::phh::check::{ProblemText, Severity, check_fields};
use croupier_histories::{Field, FieldRules, Hands};

/// Lists what is wrong with a hand that has these fields, too: the codes, and the words as far as Python is not needed.
fn check(fields: &str) -> Vec<(Severity, &'static str, String)> {
    let needed = [Field::Variant, Field::MinBet];
    let rules = FieldRules {
        required: vec![("NT".to_owned(), needed.to_vec())],
        configured: "X:G".to_owned(),
        currencies: ["EUR".to_owned()].into(),
    };
    let mut text = "variant = 'NT'\nstarting_stacks = [100, inf]\n".to_owned();
    if !fields.contains("min_bet") {
        text.push_str("min_bet = 2\n");
    }
    text.push_str(fields);
    let mut hands = Hands::part("");
    let record = hands.next(&text).unwrap().ok().unwrap();
    let problems = check_fields(record.fields, &rules, &mut |zone| zone == "Europe/Berlin");
    let text = |text: ProblemText<'_>| text.text().unwrap_or_default();
    problems.into_iter().map(|one| (one.severity, one.code.code(), text(one.text))).collect()
}

#[test]
fn fields_that_are_as_they_should_be() {
    for fields in [
        "",
        "hand = 12\ntable = 'A'",
        "time = 23:59:59\nday = 30\nmonth = 4\nyear = 2026",
        "day = 29\nmonth = 2",
        "seats = [1, 6]\nseat_count = 6\nplayers = ['a', '''b's''']",
        "players = ['', '']",
        "currency = 'EUR'\ncurrency_symbol = '€'\nurl = 'https://docs.python.org'",
        "time_limit = inf\ntime_banks = [0, 1.5]\n_mine = [1]\nmin_bet = 0x2",
        "time_zone = 'Europe/Berlin'\nantes = [0, 0.0]\nante_trimming_status = true",
    ] {
        assert_eq!(check(fields), [], "{fields}");
    }
}

#[test]
fn fields_that_are_not() {
    for (fields, code) in [
        ("mine = 1", "unknown"),
        ("big_bet = 2", "superfluous"),
        ("hand = 1.5", "type"),
        ("time = 2026-01-01", "type"),
        ("year = '2026'", "type"),
        ("author = 5", "type"),
        ("antes = 0", "type"),
        ("players = ['a', 1]", "type"),
        ("day = 31\nmonth = 6", "date"),
        ("day = 29\nmonth = 2\nyear = 2026", "date"),
        ("day = 1\nmonth = 1\nyear = 0", "date"),
        ("day = 0", "value"),
        ("month = 13", "value"),
        ("seat_count = 1", "value"),
        ("antes = [-1, 0]", "value"),
        ("antes = [inf, 0]", "value"),
        ("winnings = [nan, 0]", "value"),
        ("min_bet = 0e5", "value"),
        ("time_limit = 0", "value"),
        ("_board_count = 0", "value"),
        ("seats = [1]", "length"),
        ("time_banks = [1]", "length"),
        ("seats = [1, 1]", "repeated"),
        ("players = ['a', 'a']", "repeated"),
        ("seats = [1, 7]\nseat_count = 6", "seats"),
        ("currency = 'usd'", "currency"),
        ("time_zone = 'Mars'", "zone"),
        ("currency_symbol = 'US$'", "symbol"),
        ("url = 'example.com'", "url"),
        ("blinds_or_straddles = [1, -2.50]", "superfluous"),
        ("antes = [1, 2]\nante_trimming_status = true", "antes"),
    ] {
        let found = check(fields);
        assert_eq!(found.first().map(|one| one.1), Some(code), "{fields}: {found:?}");
        let is_error = matches!(code, "type" | "value" | "date" | "length");
        assert_eq!(found[0].0 == Severity::Error, is_error, "{fields}");
    }
}

#[test]
fn words_have_the_values() {
    for (fields, words) in [
        ("currency = 'usd'", "is no currency of ISO 4217: 'usd'"),
        ("currency = '''it's'''", "is no currency of ISO 4217: \"it's\""),
        ("day = 31\nmonth = 6\nyear = 2026", "there is no day 31 in month 6 of 2026"),
        ("antes = [-1.50, 0]", "must be 0 or more, unlike -1.50"),
        ("seats = [1]", "must have 2 values, one for each player, not 1"),
        ("currency = 'ü\u{202e}\u{301}'", "is no currency of ISO 4217: 'ü\\u202e\u{301}'"),
        // Python writes these.
        ("antes = [-1e3, 0]", ""),
        ("time = [1]", ""),
    ] {
        assert_eq!(check(fields)[0].2, words, "{fields}");
    }
}
