//! The rankings by name.

use std::sync::OnceLock;

use croupier_cards::Suit;

use crate::badugi::Badugi;
use crate::error::EvalError;
use crate::one_card::OneCard;
use crate::pips::{PipRanking, Pips};
use crate::ranking::{Method, Ranking};
use crate::shape::{Shape, ShapeName, SmallOrder};
use crate::special::{Special, SpecialName};

/// A ranking before anybody asked for it.
struct Entry {
    name: &'static str,
    aliases: &'static [&'static str],
    title: &'static str,
    wild: bool,
    make: fn() -> Method,
}

const fn entry(
    name: &'static str,
    aliases: &'static [&'static str],
    title: &'static str,
    make: fn() -> Method,
) -> Entry {
    Entry { name, aliases, title, wild: false, make }
}

const fn wild(
    name: &'static str,
    aliases: &'static [&'static str],
    title: &'static str,
    make: fn() -> Method,
) -> Entry {
    Entry { name, aliases, title, wild: true, make }
}

macro_rules! shape {
    ($name:ident) => {
        || Method::Shape(Shape::named(ShapeName::$name))
    };
}
macro_rules! small {
    ($size:literal, $order:ident) => {
        || Method::Shape(Shape::small($size, SmallOrder::$order))
    };
}
macro_rules! special {
    ($name:ident) => {
        || Method::Special(Special::new(SpecialName::$name))
    };
}
macro_rules! badugi {
    ($name:ident) => {
        || Method::Badugi(Badugi::$name)
    };
}
macro_rules! pips {
    ($name:ident, $minimum:literal, $maximum:literal) => {
        || Method::Pips(PipRanking::new(Pips::$name, $minimum, $maximum))
    };
}
macro_rules! every_card {
    ($ace_high:literal, $low:literal) => {
        || Method::OneCard(OneCard::Every { ace_high: $ace_high, low: $low })
    };
}
macro_rules! of_suit {
    ($suit:literal, $low:literal, $held:literal) => {
        || match Suit::from_index($suit) {
            Some(suit) => Method::OneCard(OneCard::OfSuit { suit, low: $low, held: $held }),
            None => unreachable!(),
        }
    };
}

static ENTRIES: &[Entry] = &[
    // Five cards.
    entry("high", &["standard_high"], "high hand", shape!(High)),
    entry(
        "27_low",
        &["standard_low", "deuce_to_seven_low"],
        "deuce-to-seven low",
        shape!(DeuceToSeven),
    ),
    entry("a5_low", &["regular_low", "ace_to_five_low"], "ace-to-five low", shape!(AceToFive)),
    entry("a6_low", &["ace_to_six_low"], "ace-to-six low", shape!(AceToSix)),
    entry("a5_low_high", &[], "highest ace-to-five hand", shape!(AceToFiveHigh)),
    entry("eight_or_better_low", &[], "eight-or-better low", shape!(EightOrBetter)),
    entry(
        "36card_ffh_high",
        &["short_deck", "short_deck_holdem"],
        "short-deck high hand",
        shape!(ShortDeck),
    ),
    entry("27_ja_ffh_high", &[], "high hand without eights, nines and tens", shape!(Stripped)),
    entry("20card_high", &[], "high hand of tens to aces", shape!(Royal)),
    entry("soko_high", &["soko", "canadian_stud"], "Canadian stud hand", special!(Soko)),
    entry("quick_quads", &[], "Quick Quads hand", special!(QuickQuads)),
    entry(
        "ne_seven_card_high",
        &["new_england"],
        "New England seven-card hand",
        special!(NewEngland),
    ),
    // Wild cards.
    wild("high_wild_bug", &["high_wild"], "high hand with wild cards", || {
        Method::Shape(Shape::named(ShapeName::High).with_five_of_a_kind())
    }),
    wild(
        "36card_ffh_high_wild_bug",
        &["short_deck_wild"],
        "short-deck high hand with wild cards",
        || Method::Shape(Shape::named(ShapeName::ShortDeck).with_five_of_a_kind()),
    ),
    wild(
        "27_ja_ffh_high_wild_bug",
        &[],
        "high hand without eights, nines and tens, with wild cards",
        || Method::Shape(Shape::named(ShapeName::Stripped).with_five_of_a_kind()),
    ),
    wild("a5_low_wild", &[], "ace-to-five low with wild cards", || {
        Method::Shape(Shape::named(ShapeName::AceToFive).without_lane())
    }),
    wild("27_low_wild", &[], "deuce-to-seven low with wild cards", || {
        Method::Shape(Shape::named(ShapeName::DeuceToSeven).without_lane())
    }),
    wild("two_card_high_wild_bug", &[], "two-card high hand with wild cards", small!(2, High)),
    wild("three_card_high_wild_bug", &[], "three-card high hand with wild cards", small!(3, High)),
    wild("four_card_high_wild_bug", &[], "four-card high hand with wild cards", small!(4, High)),
    wild(
        "two_card_27_ja_ffh_high_wild_bug",
        &[],
        "two-card hand without eights, nines and tens, with wild cards",
        small!(2, Stripped),
    ),
    wild(
        "three_card_27_ja_ffh_high_wild_bug",
        &[],
        "three-card hand without eights, nines and tens, with wild cards",
        small!(3, Stripped),
    ),
    wild(
        "four_card_27_ja_ffh_high_wild_bug",
        &[],
        "four-card hand without eights, nines and tens, with wild cards",
        small!(4, Stripped),
    ),
    wild(
        "one_card_high_ah_wild_bug",
        &[],
        "highest card, aces high, with wild cards",
        every_card!(true, false),
    ),
    // Badugi.
    entry("badugi", &["regular_badugi"], "badugi", badugi!(AceLow)),
    entry("badugi_ah", &["standard_badugi"], "badugi with aces high", badugi!(AceHigh)),
    entry("hidugi", &["higudi"], "high badugi", badugi!(High)),
    // Two to four cards.
    entry("two_card_high", &[], "two-card high hand", small!(2, High)),
    entry("two_card_high_al", &[], "two-card high hand with aces low", small!(2, HighAceLow)),
    entry("two_card_a5_low", &[], "two-card ace-to-five low", small!(2, AceToFive)),
    entry("two_card_27_low", &[], "two-card deuce-to-seven low", small!(2, DeuceToSeven)),
    entry(
        "two_card_a5_low_high",
        &[],
        "highest two-card ace-to-five hand",
        small!(2, AceToFiveHigh),
    ),
    entry(
        "two_card_27_ja_ffh_high",
        &[],
        "two-card hand without eights, nines and tens",
        small!(2, Stripped),
    ),
    entry("three_card_high", &[], "three-card high hand", small!(3, High)),
    entry("three_card_high_al", &[], "three-card high hand with aces low", small!(3, HighAceLow)),
    entry("three_card_a5_low", &[], "three-card ace-to-five low", small!(3, AceToFive)),
    entry("three_card_27_low", &[], "three-card deuce-to-seven low", small!(3, DeuceToSeven)),
    entry(
        "three_card_a5_low_high",
        &[],
        "highest three-card ace-to-five hand",
        small!(3, AceToFiveHigh),
    ),
    entry(
        "three_card_27_ja_ffh_high",
        &[],
        "three-card hand without eights, nines and tens",
        small!(3, Stripped),
    ),
    entry("four_card_high", &[], "four-card high hand", small!(4, High)),
    entry("four_card_high_al", &[], "four-card high hand with aces low", small!(4, HighAceLow)),
    entry("four_card_a5_low", &[], "four-card ace-to-five low", small!(4, AceToFive)),
    entry("four_card_27_low", &[], "four-card deuce-to-seven low", small!(4, DeuceToSeven)),
    entry(
        "four_card_a5_low_high",
        &[],
        "highest four-card ace-to-five hand",
        small!(4, AceToFiveHigh),
    ),
    entry(
        "four_card_27_ja_ffh_high",
        &[],
        "four-card hand without eights, nines and tens",
        small!(4, Stripped),
    ),
    // Totals.
    entry("49", &[], "most points, court cards nothing", pips!(Most, 5, 5)),
    entry("58", &[], "most points of six cards, court cards nothing", pips!(Most, 6, 6)),
    entry("zero", &[], "fewest points, court cards nothing", pips!(Fewest, 5, 5)),
    entry("zero_6", &[], "fewest points of six cards, court cards nothing", pips!(Fewest, 6, 6)),
    entry("6", &[], "fewest points, court cards ten", pips!(FewestWithTens, 5, 5)),
    entry(
        "low_pip_6_cards",
        &["low_pip_6"],
        "fewest points of up to six cards",
        pips!(FewestWithTens, 0, 6),
    ),
    entry("21", &[], "closest to 21", pips!(TwentyOne, 5, 5)),
    entry("21_6", &[], "closest to 21 with six cards", pips!(TwentyOne, 6, 6)),
    entry("football", &[], "football score", pips!(Football, 5, 5)),
    entry("six_card_football", &[], "football score of six cards", pips!(Football, 6, 6)),
    entry("seven_card_football", &[], "football score of seven cards", pips!(Football, 7, 7)),
    // One card.
    entry("one_card_high", &[], "highest card, aces low", every_card!(false, false)),
    entry("one_card_high_ah", &[], "highest card, aces high", every_card!(true, false)),
    entry("one_card_low", &[], "lowest card, aces high", every_card!(true, true)),
    entry("one_card_low_al", &[], "lowest card, aces low", every_card!(false, true)),
    entry("one_card_high_club", &[], "highest club", of_suit!(0, false, 1)),
    entry("one_card_high_diamond", &[], "highest diamond", of_suit!(1, false, 1)),
    entry("one_card_high_heart", &[], "highest heart", of_suit!(2, false, 1)),
    entry("one_card_high_spade", &[], "highest spade", of_suit!(3, false, 1)),
    entry("one_card_low_club", &[], "lowest club", of_suit!(0, true, 1)),
    entry("one_card_low_diamond", &[], "lowest diamond", of_suit!(1, true, 1)),
    entry("one_card_low_heart", &[], "lowest heart", of_suit!(2, true, 1)),
    entry("one_card_low_spade", &[], "lowest spade", of_suit!(3, true, 1)),
    entry("three_card_high_club", &[], "highest club of three cards", of_suit!(0, false, 3)),
    entry("three_card_high_diamond", &[], "highest diamond of three cards", of_suit!(1, false, 3)),
    entry("three_card_high_heart", &[], "highest heart of three cards", of_suit!(2, false, 3)),
    entry("three_card_high_spade", &[], "highest spade of three cards", of_suit!(3, false, 3)),
    // Small games.
    entry("kuhn", &["kuhn_poker"], "Kuhn poker card", shape!(Kuhn)),
    entry("leduc", &["leduc_holdem"], "Leduc hold'em hand", shape!(Leduc)),
    entry(
        "rhode_island",
        &["rhode_island_holdem"],
        "Rhode Island hold'em hand",
        shape!(RhodeIsland),
    ),
    entry("numeral211", &["numeral211_holdem"], "Numeral211 hold'em hand", shape!(Numeral211)),
];

static RANKINGS: [OnceLock<Ranking>; ENTRIES.len()] = [const { OnceLock::new() }; ENTRIES.len()];

/// Returns the names of all rankings, aliases left out.
pub fn names() -> impl Iterator<Item = &'static str> {
    ENTRIES.iter().map(|entry| entry.name)
}

/// Returns the ranking of a name or an alias.
///
/// ```
/// use croupier_cards::parse;
/// use croupier_eval::{Roles, registry};
///
/// let low = registry::get("a5_low").unwrap();
/// let strength = low.evaluate(&parse::cards("8c7d6h5s4c").unwrap(), Roles::NONE).unwrap();
/// let standing = low.standing(strength).unwrap();
/// assert_eq!((standing.rank, standing.ordered_rank), (1, 56));
/// assert_eq!(low.describe(strength).unwrap(), "8-7-6-5-4 low");
/// ```
///
/// # Errors
///
/// There is no such ranking; names that look alike are in the error.
pub fn get(name: &str) -> Result<&'static Ranking, EvalError> {
    let index = ENTRIES
        .iter()
        .position(|entry| entry.name == name || entry.aliases.contains(&name))
        .ok_or_else(|| EvalError::UnknownRanking {
            name: name.to_owned(),
            suggestions: suggestions(name),
        })?;
    let entry = &ENTRIES[index];
    Ok(RANKINGS[index].get_or_init(|| Ranking {
        name: entry.name.to_owned(),
        method: (entry.make)(),
        wild: entry.wild,
    }))
}

/// Returns the ranking that is by this very shape, if there is one.
#[must_use]
pub fn find_shape(shape: &Shape) -> Option<&'static Ranking> {
    let mut rankings = names().filter_map(|name| get(name).ok());
    rankings.find(|ranking| matches!(&ranking.method, Method::Shape(known) if known == shape))
}

/// Returns the other names of a ranking.
#[must_use]
pub fn aliases(name: &str) -> &'static [&'static str] {
    ENTRIES.iter().find(|entry| entry.name == name).map_or(&[], |entry| entry.aliases)
}

/// Returns what a ranking is, in English.
#[must_use]
pub fn title(name: &str) -> &'static str {
    ENTRIES.iter().find(|entry| entry.name == name).map_or("", |entry| entry.title)
}

/// Returns up to three known names that are within a few letters of this one.
fn suggestions(name: &str) -> Vec<&'static str> {
    let wanted = name.to_lowercase().replace(['-', ' '], "_");
    let mut near: Vec<(usize, &'static str)> = ENTRIES
        .iter()
        .flat_map(|entry| std::iter::once(entry.name).chain(entry.aliases.iter().copied()))
        .map(|known| match known.strip_prefix(wanted.as_str()) {
            Some(_) if !wanted.is_empty() => (0, known),
            _ => (edit_distance(&wanted, known), known),
        })
        .filter(|&(distance, _)| distance <= wanted.len() / 3)
        .collect();
    near.sort_unstable();
    near.into_iter().take(3).map(|(_, known)| known).collect()
}

fn edit_distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (line, letter) in one.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = line + 1;
        for column in 0..other.len() {
            let replaced = diagonal + usize::from(letter != other[column]);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn names_are_unique_and_made() {
        let mut seen = HashSet::new();
        for entry in ENTRIES {
            for name in std::iter::once(&entry.name).chain(entry.aliases) {
                assert!(seen.insert(*name), "{name}");
            }
            let ranking = get(entry.name).unwrap();
            assert_eq!(ranking.name, entry.name);
            let (minimum, maximum) = ranking.card_counts();
            assert!(minimum <= maximum && maximum <= 7);
        }
    }

    #[test]
    fn unknown_names_get_suggestions() {
        let error = get("a5-low").unwrap_err().to_string();
        assert!(error.contains("a5_low"), "{error}");
        let error = get("hi").unwrap_err().to_string();
        assert!(error.contains("hidugi or high"), "{error}");
        assert!(get("qqqqqqqqqqqq").unwrap_err().to_string().ends_with("'qqqqqqqqqqqq'"));
    }
}
