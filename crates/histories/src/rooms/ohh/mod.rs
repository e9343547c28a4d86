//! Open Hand History: records of JSON in the official form and in the simplified one.
//!
//! | module | what is in it |
//! |---|---|
//! | `members` | members by name, with errors that name the place |
//! | `records`, `simplified` | the objects of a hand, in the official form; the other form as such objects |
//! | `conventions` | what the amounts of a producer mean |
//! | `rounds` | from a record to a hand |
//! | `keeping` | what a hand has no other place for |

mod conventions;
mod keeping;
mod members;
mod records;
mod rounds;
mod simplified;

use records::{OhhRecord, name_of};

use super::json::{self, Item, JsonError, JsonValue, TextPlaces};
use super::{Progress, ReadResult};
use crate::builder::{BuildError, Games, HandProblem};

/// The names of the formats.
pub const OFFICIAL: &str = "ohh";
/// The name of the simplified form.
pub const SIMPLIFIED: &str = "ohh-simplified";

/// Wider margins are none: they would have to be kept until something follows them.
const WIDEST_MARGIN: usize = 4096;

/// A reader of records, text by text; each says which form it has.
pub struct OhhReader {
    games: Games,
    hero: String,
    /// Whether the next text begins within a line, behind something else than blanks.
    is_within_line: bool,
}

impl OhhReader {
    /// Takes the games that can be played, and the name of the player whose cards are known where a hand does not say it.
    #[must_use]
    pub const fn new(games: Games, hero: String) -> Self {
        Self { games, hero, is_within_line: false }
    }

    /// Reads the hands of a text whose first line has this number, whatever stands between them. The last record may go on
    /// behind the text, unless that is all. After something that is no JSON, reading goes on at the next line that
    /// begins an object with the same margin.
    pub fn read(&mut self, text: &str, line: u32, is_all: bool) -> (Vec<ReadResult>, Progress) {
        let places = TextPlaces::new(text, line);
        let within = std::mem::take(&mut self.is_within_line);
        let mut found = Vec::new();
        let mut at = 0;
        let end = loop {
            at = pass_between(text, at);
            if at >= text.len() {
                break text.len();
            }
            match json::parse(text, at) {
                Ok((item, end)) => {
                    // Digits at the end may go on, and so may words.
                    if end == text.len() && !is_all && !text.ends_with(['}', ']', '"']) {
                        break at;
                    }
                    self.read_value(item, &places, &mut found);
                    at = end;
                }
                Err(broken) => {
                    let next = find_next(text, at, within);
                    // More may come of it.
                    if !is_all && (broken.at >= text.len() || next.is_none()) {
                        break at;
                    }
                    found.push(refuse(
                        no_json(text, broken, &places),
                        places.find(at).line,
                        OFFICIAL,
                    ));
                    let Some(next) = next else { break text.len() };
                    at = next;
                }
            }
        };
        if is_all {
            return (found, progress(&places, text.len()));
        }
        // The margin is wanted again, with what comes behind it.
        let end = margin_of(text, end, within).map_or(end, |margin| end - margin.len());
        self.is_within_line = !text[..end].ends_with('\n') && (end > 0 || within);
        (found, progress(&places, end))
    }

    /// Reads a record, or many of them in one object.
    fn read_value(&mut self, item: Item<'_>, places: &TextPlaces<'_>, into: &mut Vec<ReadResult>) {
        let has = |name: &str| item.get(name).is_some();
        let is_official = has("ohh") || has("spec_version") && has("rounds");
        let has_hands =
            || matches!(item.get("hands"), Some(Item { value: JsonValue::List(_), .. }));
        if has("ohh") || !has_hands() && is_official {
            into.push(self.read_hand(item, places, true));
        } else if has_hands() {
            let JsonValue::Object(members) = item.value else { return };
            let hands = members.into_iter().rev().find(|(name, _)| name == "hands");
            if let Some((_, Item { value: JsonValue::List(hands), .. })) = hands {
                into.extend(hands.into_iter().map(|hand| self.read_hand(hand, places, false)));
            }
        } else if has("handId") || has("actions") {
            into.push(self.read_hand(item, places, false));
        } else {
            let at = places.find(item.at);
            let problem = HandProblem::new(BuildError::NoOhhHand, at).near(&item.shown());
            into.push(refuse(Box::new(problem), at.line, OFFICIAL));
        }
    }

    fn read_hand(&mut self, item: Item<'_>, places: &TextPlaces<'_>, official: bool) -> ReadResult {
        let format = if official { OFFICIAL } else { SIMPLIFIED };
        let line = places.find(item.at).line;
        let hand = match item.get("ohh").filter(|_| official) {
            Some(inner) => name_of(inner, "game_number"),
            None => name_of(&item, if official { "game_number" } else { "handId" }),
        };
        let record = match official {
            true => OhhRecord::read(item),
            false => OhhRecord::read_simplified(item, &self.hero),
        };
        let result = match record {
            Ok(record) => rounds::play_record(record, &self.hero, places, &mut self.games),
            Err(wrong) => {
                let at = places.find(wrong.at);
                Err(Box::new(HandProblem { hand, ..HandProblem::new(wrong.error, at) }))
            }
        };
        match result {
            Ok(hand) => ReadResult { format, line, begin: None, hand: Ok(hand), column: 0 },
            Err(problem) => refuse(problem, line, format),
        }
    }
}

fn refuse(problem: Box<HandProblem>, line: u32, format: &'static str) -> ReadResult {
    let column = problem.at.byte;
    ReadResult { format, line, begin: None, hand: Err(problem), column }
}

/// Passes over what stands between records: blanks, commas, and brackets around all of them.
fn pass_between(text: &str, at: usize) -> usize {
    let is_between =
        |letter: char| letter.is_whitespace() || matches!(letter, ',' | '[' | ']' | '\u{feff}');
    at + text[at..].find(|letter| !is_between(letter)).unwrap_or(text.len() - at)
}

/// Returns the margin before a record: the blanks from the beginning of its line on, if there are few, and nothing else.
fn margin_of(text: &str, at: usize, within: bool) -> Option<&str> {
    let line = text[..at].rfind('\n').map(|end| end + 1);
    let margin = &text[line.unwrap_or(0)..at];
    let is_margin = margin.len() <= WIDEST_MARGIN && margin.trim().is_empty();
    (is_margin && (line.is_some() || !within)).then_some(margin)
}

/// Returns where the next record begins: a line with the same margin that opens an object.
fn find_next(text: &str, at: usize, within: bool) -> Option<usize> {
    let margin = margin_of(text, at, within).unwrap_or_default();
    let from = at + text[at..].chars().next().map_or(1, char::len_utf8);
    let beginning = format!("\n{margin}{{");
    memchr::memmem::find(&text.as_bytes()[from..], beginning.as_bytes()).map(|found| from + found)
}

fn no_json(text: &str, broken: JsonError, places: &TextPlaces<'_>) -> Box<HandProblem> {
    let at = places.find(broken.at);
    let rest = text.get(broken.at..).unwrap_or_default();
    Box::new(HandProblem::new(BuildError::JsonSyntax { reason: broken.why }, at).near(rest))
}

fn progress(places: &TextPlaces<'_>, bytes: usize) -> Progress {
    Progress { bytes, line: places.find_line(bytes) }
}
