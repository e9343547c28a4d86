//! The hands among the rows of a log.

use std::borrow::Cow;

use croupier_engine::Cards;

use super::super::scan::{cut, cut_last, find};
use super::error::{LogError, LogProblem};
use super::lines::{
    HandStart, Line, LineFault, LineKind, is_talk, read_line, read_seats, read_start,
};
use super::log::Row;
use crate::builder::{LinePlace, shorten};

/// Something that happened, and where the file says so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoggedStep<'a> {
    /// The line.
    pub line: Line<'a>,
    /// Where its text begins.
    pub at: LinePlace,
}

/// A hand as a log or a download has it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LoggedHand<'a> {
    /// The number of the hand at the table.
    pub number: Cow<'a, str>,
    /// The name that no other hand has, if there is one.
    pub name: Cow<'a, str>,
    /// The name of the game.
    pub game: Cow<'a, str>,
    /// The player on the button, as the line has it; nothing if the button is dead.
    pub dealer: Cow<'a, str>,
    /// When it began, as the log has it.
    pub at: Cow<'a, str>,
    /// Where its first text begins.
    pub begins: LinePlace,
    /// The place of its first row among all rows.
    pub row: usize,
    /// The seats: the number of the seat, the name and number of the player, the stack.
    pub seats: Vec<(Option<u32>, Cow<'a, str>, Cow<'a, str>)>,
    /// The steps of the hand, in order.
    pub steps: Vec<LoggedStep<'a>>,
    /// The cards that were shown after the end.
    pub shown: Vec<LoggedStep<'a>>,
    /// The number of the player who saw it, if that is known.
    pub hero: Cow<'a, str>,
    /// The cards of that player.
    pub hero_cards: Cards,
    /// The numbers that players got while the hand was played, and their former ones.
    pub renamed: Vec<(&'a str, &'a str)>,
    /// Lines that say something unknown.
    pub strange: Vec<(u32, Cow<'a, str>)>,
    /// Whether it is said to be a bomb pot.
    pub bomb_pot: bool,
    /// Whether it is said to have two boards.
    pub double_board: bool,
}

impl<'a> LoggedHand<'a> {
    fn new(start: &HandStart<'a>, row: &'a Row<'_>, place: usize) -> Self {
        Self {
            number: Cow::Borrowed(start.number),
            name: Cow::Borrowed(start.name),
            game: Cow::Borrowed(start.game),
            dealer: Cow::Borrowed(start.dealer),
            at: Cow::Borrowed(&row.at),
            begins: row.begins(),
            row: place,
            steps: Vec::with_capacity(24),
            ..Self::default()
        }
    }

    /// Returns the name of the hand, or its number.
    #[must_use]
    pub fn title(&self) -> &str {
        if self.name.is_empty() { &self.number } else { &self.name }
    }

    /// Returns the number of a player, the one from the start of the hand.
    #[must_use]
    pub fn who<'b>(&'b self, player: &'b str) -> &'b str {
        let number = split_player(player).1;
        let renamed = self.renamed.iter().rev().find(|(new, _)| *new == number);
        renamed.map_or(number, |(_, old)| old)
    }
}

/// Returns a player's name and number; the number is the name where there is none.
#[must_use]
pub fn split_player(token: &str) -> (&str, &str) {
    cut_last(token, " @ ").unwrap_or((token, token))
}

/// Finds the hands of a log whose rows are in the order of time: each in the order of its first row, or what is wrong
/// with it.
#[must_use]
pub fn find_hands<'a>(rows: &'a [Row<'_>]) -> Vec<Result<LoggedHand<'a>, LogProblem>> {
    let mut found = Vec::with_capacity(rows.len() / 16);
    let mut open: Option<Open<'a>> = None;
    // A log that was cut off has ends of hands without a start.
    let mut begun = false;
    for (place, row) in rows.iter().enumerate() {
        let text: &str = &row.text;
        if text.starts_with("-- ") {
            if let Some(start) = read_start(text) {
                let next = Open::new(LoggedHand::new(&start, row, place));
                if let Some(hand) = open.replace(next) {
                    found.push(hand.finish());
                }
                begun = true;
                continue;
            }
            if text.starts_with("-- ending hand") {
                if !begun {
                    // Whatever hand is open began before the cut.
                    if let Some(hand) = open.take() {
                        found.push(hand.finish());
                    }
                    found.push(Err(lacks_start(row)));
                } else if let Some(hand) = &mut open {
                    hand.complete = true;
                }
                begun = false;
                continue;
            }
        }
        if let Some(hand) = &mut open {
            hand.add(text, row);
        }
    }
    if let Some(hand) = open {
        found.push(hand.finish());
    }
    found
}

fn lacks_start(row: &Row<'_>) -> LogProblem {
    let number = row.text.split_once('#').map_or("", |(_, rest)| rest);
    let digits = number.bytes().take_while(u8::is_ascii_digit).count();
    LogProblem {
        hand: number[..digits].to_owned(),
        ..LogProblem::new(LogError::NoHandStart, row.begins())
    }
}

/// A hand whose rows are being read.
struct Open<'a> {
    hand: LoggedHand<'a>,
    complete: bool,
    problem: Option<LogProblem>,
}

impl<'a> Open<'a> {
    const fn new(hand: LoggedHand<'a>) -> Self {
        Self { hand, complete: false, problem: None }
    }

    fn finish(self) -> Result<LoggedHand<'a>, LogProblem> {
        if !self.complete {
            let hand = self.hand.title().to_owned();
            let problem = LogProblem::new(LogError::NoHandEnd, self.hand.begins);
            return Err(LogProblem { hand, ..problem });
        }
        match self.problem {
            Some(problem) => Err(problem),
            None => Ok(self.hand),
        }
    }

    fn add(&mut self, text: &'a str, row: &Row<'_>) {
        let at = row.begins();
        if let Some((_, change)) = cut(text, "changed the ID from ") {
            self.hand.renamed.extend(read_change(change));
            return;
        }
        if self.complete {
            // Whatever else is said between hands is about the table.
            if find(text, " shows a").is_some()
                && let Ok(Some(line)) = read_line(text)
                && line.kind == LineKind::Show
            {
                self.hand.shown.push(LoggedStep { line, at });
            }
            return;
        }
        if self.problem.is_some() {
            return;
        }
        if text.starts_with("Player") && shorten(text, 15).contains(" stacks:") {
            match read_seats(text) {
                Ok(seats) => {
                    let seats = seats.into_iter().map(|seat| {
                        (seat.number, Cow::Borrowed(seat.player), Cow::Borrowed(seat.stack))
                    });
                    self.hand.seats = seats.collect();
                }
                Err(fault) => self.blame(&fault, text, row),
            }
            return;
        }
        match read_line(text) {
            Ok(Some(line)) if line.kind == LineKind::Hand => self.hand.hero_cards = line.cards,
            Ok(Some(line)) => self.hand.steps.push(LoggedStep { line, at }),
            Ok(None) if !is_talk(text) => self.hand.strange.push((at.line, Cow::Borrowed(text))),
            Ok(None) => {}
            Err(fault) => self.blame(&fault, text, row),
        }
    }

    fn blame(&mut self, fault: &LineFault<'_>, text: &str, row: &Row<'_>) {
        let at = row.find(fault.text());
        let error = fault.explain();
        let hand = self.hand.title().to_owned();
        let excerpt = shorten(text, 60).to_owned();
        self.problem = Some(LogProblem { error, at, hand, excerpt });
    }
}

/// Reads that a player got another number: the new one and the old one.
fn read_change(change: &str) -> Option<(&str, &str)> {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '-';
    let word = |text: &str| text.find(|letter| !is_part(letter)).unwrap_or(text.len());
    let (old, rest) = change.split_at(word(change));
    let rest = rest.strip_prefix(" to ").filter(|_| !old.is_empty())?;
    let new = &rest[..word(rest)];
    (!new.is_empty()).then_some((new, old))
}
