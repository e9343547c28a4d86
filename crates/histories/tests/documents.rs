//! Documents in every style, right ones and wrong ones.

#![allow(clippy::unwrap_used)]

use croupier_histories::{Action, Fault, Number, Place, hands};
use proptest::prelude::*;

const PLAIN: &str = "variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [0.50, 1]
min_bet = 1
starting_stacks = [100, inf]
actions = ['d dh p1 AsKs', 'd dh p2 ????', 'p2 f']
players = ['A', '''B's''']
hand = 12
";

fn parse(text: &str) -> Option<Action> {
    Action::parse(text).map(|(action, _)| action)
}

/// A hand as it is read: its key, its line, its variant, its stacks and its actions.
type Read = (String, usize, String, Vec<Number>, Vec<Option<Action>>);

fn read(text: &str) -> Vec<Result<Read, (Fault, Place)>> {
    let mut found = Vec::new();
    hands(text, |hand, _| {
        found.push(hand.map_err(|unread| (unread.fault, unread.place)).map(|hand| {
            let actions = hand.actions.iter().map(|action| parse(action)).collect();
            let variant = hand.variant.unwrap_or_default().to_owned();
            (
                hand.span.key.to_owned(),
                hand.span.line,
                variant,
                hand.starting_stacks.clone(),
                actions,
            )
        }));
    });
    found
}

#[test]
fn one_hand() {
    let [Ok((key, line, variant, stacks, actions))] = &read(PLAIN)[..] else { unreachable!() };
    assert_eq!((key.as_str(), *line, variant.as_str()), ("", 1, "NT"));
    assert_eq!(stacks[..], [Number::Finite { digits: 100, places: 0 }, Number::Infinite]);
    assert_eq!(actions[..], ["d dh p1 AsKs", "d dh p2 ????", "p2 f"].map(parse));
}

#[test]
fn many_hands_keep_their_keys_and_lines() {
    let text = format!("[7]\n{PLAIN}\n[9]\n{PLAIN}");
    let found: Vec<_> = read(&text).into_iter().map(Result::unwrap).collect();
    let places: Vec<_> = found.iter().map(|hand| (hand.0.as_str(), hand.1)).collect();
    assert_eq!(places, [("7", 2), ("9", 12)]);
    assert_eq!(found[0].4, found[1].4);
}

#[test]
fn lines_within_texts_and_lists_begin_no_hand() {
    for field in [
        "_note = '''\n[8]\nvariant = 'FT'\n'''",
        "_note = \"\"\"\n[8]\n\\\"\"\"\n[9]\n\"\"\"",
        "_notes = [\n[8]\n]",
        "_notes = [''']\n[8]\n''']",
    ] {
        let text = format!("[7]\n{PLAIN}{field}\n[10]\n{PLAIN}");
        let found: Vec<_> = read(&text).into_iter().map(Result::unwrap).collect();
        let keys: Vec<_> = found.iter().map(|hand| hand.0.as_str()).collect();
        assert_eq!(keys, ["7", "10"], "{field:?}");
        assert_eq!(found[0].4, found[1].4);
    }
}

#[test]
fn what_is_never_closed_takes_no_other_hand_along() {
    for field in ["_note = '''", "_notes = [", "actions = ['p1 f',"] {
        let text = format!("[7]\nvariant = 'NT'\n{field}\n[8]\n{PLAIN}\n[9]\n{PLAIN}");
        // Later texts of three marks would close the first one.
        let text = text.replace("'''B's'''", "'B'");
        let found: Vec<bool> = read(&text).iter().map(Result::is_ok).collect();
        assert_eq!(found, [false, true, true], "{field:?}");
    }
}

#[test]
fn nothing_is_no_hand() {
    for text in ["", "\n \n", "\u{feff}"] {
        assert!(read(text).is_empty(), "{text:?}");
    }
}

#[test]
fn any_style_says_the_same() {
    let other = "# A commentary.
variant=\"NT\"
antes = [
  0, # nothing
  0,
]
blinds_or_straddles = [ 0.5, 1 ]
min_bet = 1_0e-1
starting_stacks = [100, inf]
actions = [
  \"d dh p1 AsKs\", 'd  dh p2 ????   # unknown', \"\"\"p2 f\"\"\",
]
note = { by = \"me\" }
";
    assert_eq!(read(other)[0].as_ref().unwrap().4, read(PLAIN)[0].as_ref().unwrap().4);
    let windows = PLAIN.replace('\n', "\r\n");
    assert_eq!(read(&windows)[0].as_ref().unwrap().4, read(PLAIN)[0].as_ref().unwrap().4);
}

#[test]
fn tables_may_be_written_in_parts() {
    for text in [
        format!("{PLAIN}[_x]\na = 1\n[_x.b]\nc = 2\n[[_y]]\n[[_y]]\nz = 1\n"),
        format!("[7]\n{PLAIN}_x.a = 1\n_x.b.c = 2\n[7._y]\n[7._y.z]\n"),
        format!("['7']\n{PLAIN}_x = {{a.b = 1, a.c = 2}}\n"),
        format!("[\"\\u0037\"] # a hand\n{PLAIN}"),
        format!("7 = {{{}}}\n", PLAIN.trim().replace('\n', ", ")),
        PLAIN.lines().map(|line| format!("7.{line}\n")).collect(),
    ] {
        let found: Vec<_> = read(&text).into_iter().map(Result::unwrap).collect();
        assert_eq!(found.len(), 1, "{text}");
        let key = if text.starts_with("variant") { "" } else { "7" };
        assert_eq!((found[0].0.as_str(), found[0].4.len()), (key, 3), "{text}");
    }
}

#[test]
fn tables_are_not_there_twice() {
    for field in [
        "variant = 'FT'",
        "_a = 1\n'_a' = 2",
        "_a.b = 1\n_a.b = 2",
        "_a = {b = 1}\n_a.c = 2",
        "_a = {b = 1, b = 2}",
        "_a = {b.c = 1, b = 2}",
        "_a.b = 1\n[_a]",
        "[_a]\n[_a]",
        "_a = [{}]\n[[_a]]",
        "[_a]\n[[_a]]",
        "_a = 1\n[_a.b]",
    ] {
        let found = read(&format!("{PLAIN}{field}\n"));
        let fault = &found[0].as_ref().unwrap_err().0;
        assert!(matches!(fault, Fault::Toml(_)), "{field}");
        assert_eq!(found.len(), 1);
    }
}

#[test]
fn fields_outside_of_hands_are_named() {
    let text = format!("author = 'A'\n[1]\n{PLAIN}[[2]]\n{PLAIN}[3]\n{PLAIN}");
    let found = read(&text);
    let outside = |name: &str| Some(Fault::Outside(name.to_owned()));
    let faults: Vec<_> = found.into_iter().map(|one| one.err().map(|(fault, _)| fault)).collect();
    assert_eq!(faults, [outside("author"), None, outside("2"), None]);
}

#[test]
fn a_bad_hand_does_not_keep_the_others_from_being_read() {
    let text = format!("[1]\n{PLAIN}\n[2]\nvariant = 'NT\n\n[3]\n{PLAIN}");
    let found = read(&text);
    assert_eq!(found.len(), 3);
    assert!(found[0].is_ok() && found[2].is_ok());
    let (fault, place) = found[1].as_ref().unwrap_err();
    assert!(matches!(fault, Fault::Toml(_)));
    assert_eq!(place.line, 12);
}

#[test]
fn values_of_the_wrong_kind_are_named() {
    for (field, value) in
        [("antes", "'0'"), ("actions", "[1]"), ("variant", "1"), ("min_bet", "nan")]
    {
        let text = format!("{field} = {value}\n");
        let found = read(&text);
        assert_eq!(found[0].as_ref().unwrap_err().0, Fault::WrongKind(field));
    }
}

proptest! {
    #[test]
    fn no_text_is_too_strange(text in "(\\[[0-9a]{0,3}\\]|variant = 'NT'|actions = \\['|p1 f|'\\]|[ -~]|\n|é){0,60}") {
        read(&text);
    }
}
