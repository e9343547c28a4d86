//! Texts of rooms: each room is its words, its headers and its quirks, and knows nothing of others.
//!
//! | module | what is in it |
//! |---|---|
//! | `text`, `summary` | lines as PokerStars and rooms like it write them |
//! | `seating` | seats and tables, as several rooms write them |
//! | `header` | the game, the stakes and the time of a first line |
//! | `scan`, `moments` | small steps through a line; moments with a zone |
//! | `json` | JSON with places |
//! | `pokerstars`, `ggpoker`, `winamax` | rooms of such lines |
//! | [`pokernow`] | logs of PokerNow |
//! | [`ohh`] | records of Open Hand History |
//! | `lines` | lines that are told apart by patterns |
//! | `absolute`, `fulltilt`, `ongame`, `partypoker` | rooms of patterns |
//! | `ignition` | a room that names players by their positions |

mod absolute;
mod fulltilt;
mod ggpoker;
mod header;
mod ignition;
mod json;
mod lines;
mod moments;
pub mod ohh;
mod ongame;
mod partypoker;
pub mod pokernow;
mod pokerstars;
mod scan;
mod seating;
mod summary;
mod text;
mod winamax;

use crate::builder::{BuildError, BuiltHand, Games, HandProblem, LinePlace};

/// The most characters of a line: five times as many as any room writes.
pub const MAX_LINE_CHARACTERS: usize = 1_000;
/// The most lines of a hand.
pub const MAX_HAND_LINES: usize = 10_000;

/// The lines of one hand.
#[derive(Debug, Clone, Copy)]
pub struct HandText<'t> {
    /// The lines.
    pub text: &'t str,
    /// The number of the first line, from 1.
    pub line: u32,
}

impl<'t> HandText<'t> {
    /// Lists the lines with their numbers, without what ends them.
    pub fn lines(&self) -> impl Iterator<Item = (u32, &'t str)> + use<'t> {
        let mut rest = Some(self.text.strip_suffix('\n').unwrap_or(self.text));
        let lines = std::iter::from_fn(move || {
            let text = rest?;
            // `split` looks at lines letter by letter: 5 to 8 of 100 instructions of reading were lost on that.
            let end = memchr::memchr(b'\n', text.as_bytes());
            rest = end.map(|end| &text[end + 1..]);
            let line = &text[..end.unwrap_or(text.len())];
            Some(line.strip_suffix('\r').unwrap_or(line))
        });
        (self.line..).zip(lines)
    }

    /// Returns the first line.
    #[must_use]
    pub fn first(&self) -> &'t str {
        self.lines().next().map_or("", |(_, line)| line)
    }
}

/// The result of building a hand from its text.
pub type BuildResult = Result<BuiltHand, Box<HandProblem>>;

/// A room: how hands begin in its texts, and what reads them.
#[derive(Debug)]
pub struct Room {
    /// The name of the format.
    pub name: &'static str,
    /// The names of the places whose hands these are, as hands have them.
    pub venues: &'static [&'static str],
    /// The byte that every first line of a hand has: a quick look for it saves the question.
    mark: u8,
    /// Tells whether a hand begins with a line.
    starts: fn(&str) -> bool,
    /// Finds the whole of such a line behind a line that was cut off.
    find_header: fn(&str) -> Option<usize>,
    /// Reads a hand.
    read: fn(&HandText<'_>, &mut Games) -> BuildResult,
}

/// All rooms.
static ROOMS: [&Room; 8] = [
    &pokerstars::ROOM,
    &ggpoker::ROOM,
    &winamax::ROOM,
    &ignition::ROOM,
    &fulltilt::ROOM,
    &absolute::ROOM,
    &ongame::ROOM,
    &partypoker::ROOM,
];

/// The result of reading a hand.
#[derive(Debug)]
pub struct ReadResult {
    /// The name of the format that the hand has.
    pub format: &'static str,
    /// The number of the hand's first line, from 1.
    pub line: u32,
    /// The byte of the text where it begins, if its places are bytes of lines, which [`find_column`] makes columns of;
    /// nothing if they are columns.
    pub begin: Option<usize>,
    /// The hand, or what is wrong with it.
    pub hand: BuildResult,
    /// The column of what is wrong, from 1; 0 where it is not known.
    pub column: u32,
}

/// The place up to which a text was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// How many bytes: what follows is the beginning of a hand that goes on.
    pub bytes: usize,
    /// The number of the line there.
    pub line: u32,
}

impl Room {
    /// Returns a room by the name of its format.
    #[must_use]
    pub fn find(name: &str) -> Option<&'static Self> {
        ROOMS.into_iter().find(|room| room.name == name)
    }

    /// Tells whether a hand of this room begins in a text.
    #[must_use]
    pub fn recognizes(&self, text: &str) -> bool {
        text.split('\n').any(|line| self.begins(line))
    }

    fn begins(&self, line: &str) -> bool {
        memchr::memchr(self.mark, line.as_bytes()).is_some() && (self.starts)(line)
    }

    /// Returns where a hand begins in a line.
    fn find_start(&self, line: &str) -> Option<usize> {
        memchr::memchr(self.mark, line.as_bytes())?;
        if (self.starts)(line) {
            return Some(0);
        }
        if line.len() > 4 * MAX_LINE_CHARACTERS {
            return None;
        }
        // Players may say anything, headers too.
        (self.find_header)(line).filter(|&place| scan::find(&line[..place], " said, \"").is_none())
    }

    /// Returns where another hand begins in a line, behind a header that was cut off.
    fn find_next_start(&self, line: &str, start: usize) -> Option<usize> {
        if line.len() > 4 * MAX_LINE_CHARACTERS {
            return None;
        }
        let (place, _) =
            line[start..].char_indices().find(|(_, letter)| !letter.is_whitespace())?;
        // All headers begin with a letter of one byte.
        let behind = start + place + 1;
        (self.find_header)(line.get(behind..)?).map(|place| behind + place)
    }

    /// Reads the hands of a text whose first line has this number. What stands before the first hand is left out. The
    /// last hand may go on behind the text, unless that is all.
    pub fn read(
        &self,
        text: &str,
        line: u32,
        is_all: bool,
        games: &mut Games,
        into: &mut Vec<ReadResult>,
    ) -> Progress {
        let mut open: Option<(usize, u32)> = None;
        let mut longest = 0;
        let (mut place, mut number) = (0, line);
        while place < text.len() {
            let rest = &text[place..];
            let length = memchr::memchr(b'\n', rest.as_bytes()).map_or(rest.len(), |end| end + 1);
            let mut found = self.find_start(&rest[..length]);
            while let Some(start) = found {
                let begin = place + start;
                if let Some((first, line)) = open.replace((begin, number)) {
                    let chunk = HandText { text: &text[first..begin], line };
                    into.push(self.read_chunk(chunk, first, longest.max(start), games));
                }
                longest = 0;
                found = self.find_next_start(&rest[..length], start);
            }
            longest = longest.max(length);
            place += length;
            number += 1;
        }
        match open {
            Some((first, line)) if is_all => {
                let chunk = HandText { text: &text[first..], line };
                into.push(self.read_chunk(chunk, first, longest, games));
                Progress { bytes: text.len(), line: number }
            }
            Some((first, line)) => Progress { bytes: first, line },
            None => Progress { bytes: text.len(), line: number },
        }
    }

    fn read_chunk(
        &self,
        chunk: HandText<'_>,
        begin: usize,
        longest: usize,
        games: &mut Games,
    ) -> ReadResult {
        // Nearly all hands are small enough to need no closer look.
        let is_large = longest > MAX_LINE_CHARACTERS || chunk.text.len() > MAX_HAND_LINES;
        let sized = if is_large { check_size(&chunk) } else { Ok(()) };
        let hand = sized.and_then(|()| (self.read)(&chunk, games));
        let column = match &hand {
            Ok(_) => 0,
            Err(problem) => find_column(&chunk, problem.at),
        };
        ReadResult { format: self.name, line: chunk.line, begin: Some(begin), hand, column }
    }
}

/// Refuses hands that are longer than any room writes them.
fn check_size(chunk: &HandText<'_>) -> Result<(), Box<HandProblem>> {
    let refuse = |error, line| Err(Box::new(HandProblem::new(error, LinePlace { line, byte: 0 })));
    let mut count = 0;
    for (number, line) in chunk.lines() {
        count += 1;
        if line.len() > MAX_LINE_CHARACTERS {
            let given = line.chars().count();
            if given > MAX_LINE_CHARACTERS {
                let most = MAX_LINE_CHARACTERS;
                return refuse(BuildError::LineTooLong { given, most }, number);
            }
        }
    }
    if count > MAX_HAND_LINES {
        return refuse(BuildError::HandTooLong { given: count, most: MAX_HAND_LINES }, chunk.line);
    }
    Ok(())
}

/// Returns the number of the character of a line where something is told in a hand, from 1; 0 where that is not known.
///
/// Readers keep bytes: few places are ever asked for, and what comes before each would have to be counted.
#[must_use]
pub fn find_column(chunk: &HandText<'_>, at: LinePlace) -> u32 {
    let line = chunk.lines().find(|&(number, _)| number == at.line);
    line.map_or(0, |(_, line)| {
        let before = line.char_indices().take_while(|&(place, _)| place < at.byte as usize);
        before.count() as u32 + 1
    })
}

/// A reader of hands of a room, one text after the other.
pub struct RoomReader {
    room: &'static Room,
    games: Games,
}

impl RoomReader {
    /// Takes the games that can be played.
    #[must_use]
    pub const fn new(room: &'static Room, games: Games) -> Self {
        Self { room, games }
    }

    /// Reads the hands of a text; see [`Room::read`].
    pub fn read(&mut self, text: &str, line: u32, is_all: bool) -> (Vec<ReadResult>, Progress) {
        let mut into = Vec::new();
        let progress = self.room.read(text, line, is_all, &mut self.games, &mut into);
        (into, progress)
    }
}

#[cfg(test)]
mod tests {
    use super::HandText;

    #[test]
    fn lines_end_where_a_text_says_so() {
        let list = |text| HandText { text, line: 7 }.lines().collect::<Vec<_>>();
        assert_eq!(list(""), [(7, "")]);
        assert_eq!(list("\n"), [(7, "")]);
        assert_eq!(list("a\r\n\n\u{20ac}\rb\r"), [(7, "a"), (8, ""), (9, "\u{20ac}\rb")]);
        assert_eq!(list("a\n\n"), [(7, "a"), (8, "")]);
    }
}
