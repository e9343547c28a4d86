//! Lines that are told apart by patterns, for rooms that do not write as PokerStars does.
//!
//! A pattern is a line with holes: `{player}` is somebody who sits at the table, `{amount}` an amount, `{seat}` digits,
//! `{boxed}` an amount in brackets or parentheses, `{cards}` what stands before a bracket that closes, `{word}` letters
//! without a blank, `{text}` the shortest text that fits, `{rest}` any text to the end of the line.

use croupier_engine::{Cards, Chips};

use super::scan::{Scan, find_last, small_number};
use super::{BuildResult, HandText};
use crate::builder::{
    BuildError, Games, HandBuilder, HandProblem, LinePlace, PlayerId, Precision, currency_of,
    find_cards, shorten,
};

/// The meaning of a line that has a pattern.
#[derive(Clone, Copy)]
pub(super) enum LineAction {
    SmallBlind,
    BigBlind,
    BothBlinds,
    Late,
    Dead,
    Ante,
    Deal,
    Board,
    Fold,
    Check,
    Call,
    Bet,
    RaiseTo,
    PutIn,
    GiveBack,
    Show,
    Muck,
    Collect,
    Rake,
    Button,
    End,
    /// What only one room writes.
    Own(fn(&mut LineReader<'_>, &Found<'_>) -> Result<(), BuildError>),
}

/// A room of such lines.
pub(super) struct LineRoom {
    /// Reads a line in the room's own way, before patterns are tried; tells whether it did.
    pub(super) own: fn(&mut LineReader<'_>, &str) -> Result<bool, BuildError>,
    /// Patterns of whole lines; the first that fits counts.
    pub(super) lines: &'static [(&'static str, LineAction)],
    /// How lines begin that are of no interest.
    pub(super) ignored_starts: &'static [&'static str],
    /// The parts by which lines to ignore are known.
    pub(super) ignored_parts: &'static [&'static str],
    /// Reads a seat.
    pub(super) read_seat: fn(&str) -> Option<(&str, &str, &str)>,
    /// Whether the text must say that the hand ends.
    pub(super) ends: bool,
    /// Whether decimals may follow a comma.
    pub(super) decimal_commas: bool,
}

/// The texts in the holes of a pattern.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Found<'t> {
    pub(super) player: Option<PlayerId>,
    /// The name of somebody who has no seat.
    name: &'t str,
    pub(super) amount: &'t str,
    pub(super) seat: &'t str,
    pub(super) cards: &'t str,
    pub(super) words: [&'t str; 2],
    word_count: usize,
    pub(super) texts: [&'t str; 4],
    text_count: usize,
    pub(super) rest: &'t str,
}

/// A reader of one hand, line by line.
pub(super) struct LineReader<'r> {
    room: &'r LineRoom,
    pub(super) builder: HandBuilder,
    pub(super) board: Cards,
    pub(super) runs: Vec<Cards>,
    pub(super) ended: bool,
    /// Whether the line that names the game was read.
    pub(super) has_game: bool,
    heroes: Vec<PlayerId>,
    line: usize,
}

/// Reads a hand.
pub(super) fn read_hand(room: &LineRoom, chunk: &HandText<'_>, games: &mut Games) -> BuildResult {
    let mut builder = HandBuilder::new("NT", Precision::CENTS);
    builder.begins = LinePlace { line: chunk.line, byte: 0 };
    let mut reader = LineReader {
        room,
        builder,
        board: Cards::new(),
        runs: Vec::new(),
        ended: !room.ends,
        has_game: false,
        heroes: Vec::new(),
        line: 0,
    };
    let done = chunk.lines().try_for_each(|(number, line)| {
        reader.line = line.as_ptr() as usize;
        reader.builder.at = LinePlace { line: number, byte: 0 };
        match line.trim() {
            "" => Ok(()),
            text => {
                reader.set_place(text);
                reader.read_line(text)
            }
        }
    });
    let cut = BuildError::CutOff { missing: "end" };
    if let Err(error) = done.and(if reader.ended { Ok(()) } else { Err(cut) }) {
        let hand = reader.builder.hand.clone();
        return Err(Box::new(HandProblem { hand, ..HandProblem::new(error, reader.builder.at) }));
    }
    if let [hero] = reader.heroes[..] {
        let name = reader.builder.players[hero].name.to_string();
        reader.builder.extensions.hero.get_or_insert(name);
    }
    reader.builder.finish(games)
}

impl LineReader<'_> {
    fn set_place(&mut self, part: &str) {
        self.builder.at.byte = (part.as_ptr() as usize).wrapping_sub(self.line) as u32;
    }

    /// Reads an amount.
    pub(super) fn units(&mut self, text: &str) -> Result<Chips, BuildError> {
        let read = match text.len().checked_sub(3) {
            // Some lines have a comma for the point.
            Some(place) if self.room.decimal_commas && text.as_bytes()[place] == b',' => {
                let text = format!("{}.{}", &text[..place], &text[place + 1..]);
                self.builder.precision.read(&text)
            }
            _ => self.builder.precision.read(text),
        };
        read.inspect_err(|_| self.set_place(text))
    }

    /// Sets the currency by the sign before an amount.
    pub(super) fn set_money(&mut self, amount: &str) {
        let sign = amount.chars().next().map_or(0, char::len_utf8);
        let metadata = &mut self.builder.metadata;
        if let Some(code) = currency_of(&amount[..sign])
            && metadata.currency_symbol.is_none()
        {
            metadata.currency_symbol = Some(amount[..sign].to_owned());
            metadata.currency.get_or_insert_with(|| code.to_owned());
        }
    }

    /// Sets the blinds, or the bets where they are fixed.
    pub(super) fn set_stakes(&mut self, small: &str, big: &str) -> Result<(), BuildError> {
        let (small, big) = (self.units(small)?, self.units(big)?);
        let builder = &mut self.builder;
        if builder.variant.starts_with('F') {
            (builder.small_bet, builder.big_bet) = (small, big);
            (builder.small_blind, builder.big_blind) = (small / 2, small);
        } else {
            (builder.small_blind, builder.big_blind) = (small, big);
        }
        Ok(())
    }

    /// Finds the code of the game that a text names, the longest name first.
    pub(super) fn set_game(
        &mut self,
        names: &[(&str, &'static str)],
        text: &str,
    ) -> Result<(), BuildError> {
        let named =
            names.iter().filter(|(name, _)| super::scan::find_word(text, name, 0).is_some());
        let longest = named.max_by_key(|(name, _)| name.len());
        let &(_, code) = longest
            .ok_or_else(|| BuildError::UnknownGame { text: shorten(text, 80).to_owned() })?;
        self.builder.variant = code.into();
        Ok(())
    }

    fn read_line(&mut self, line: &str) -> Result<(), BuildError> {
        let room = self.room;
        if (room.own)(self, line)? {
            return Ok(());
        }
        for (pattern, action) in room.lines {
            let mut found = Found::default();
            if fits(pattern, line, Some(&self.builder), &mut found) {
                return self.act(*action, &found);
            }
        }
        let seated = room.ends && self.ended;
        if !seated && let Some((number, name, stack)) = (room.read_seat)(line) {
            return self.sit(number, name, stack);
        }
        for (pattern, _) in room.lines.iter().filter(|(pattern, _)| pattern.contains("{player}")) {
            let mut found = Found::default();
            if fits(pattern, line, None, &mut found) {
                self.set_place(found.name);
                return self.builder.known(found.name).map(drop);
            }
        }
        let ignored = room.ignored_starts.iter().any(|start| line.starts_with(start))
            || room.ignored_parts.iter().any(|part| line.contains(part));
        if !ignored {
            let message = format!("nothing is known of '{}'", shorten(line, 80));
            self.builder.note("unread", message);
        }
        Ok(())
    }

    fn sit(&mut self, number: &str, name: &str, stack: &str) -> Result<(), BuildError> {
        self.set_money(stack);
        let stack = self.units(stack)?;
        let wrong = || BuildError::SeatNumber { text: shorten(number, 20).to_owned() };
        let number = small_number(number).ok_or_else(wrong)?;
        self.set_place(name);
        self.builder.sit_by_name(number, name, stack)?;
        Ok(())
    }

    fn act(&mut self, action: LineAction, found: &Found<'_>) -> Result<(), BuildError> {
        let builder = &mut self.builder;
        match action {
            LineAction::Own(read) => return read(self, found),
            LineAction::End => self.ended = true,
            LineAction::Button => builder.button = small_number(found.seat),
            LineAction::Board => self.deal_board(found.rest),
            LineAction::Rake => self.builder.rake = Some(self.units(found.amount)?),
            _ => {
                let Some(id) = found.player else { return Ok(()) };
                self.act_for(id, action, found)?;
            }
        }
        Ok(())
    }

    fn act_for(
        &mut self,
        id: PlayerId,
        action: LineAction,
        found: &Found<'_>,
    ) -> Result<(), BuildError> {
        match action {
            LineAction::Fold => self.builder.fold(id),
            LineAction::Check => self.builder.check(id),
            LineAction::Muck => self.builder.muck(id, Cards::new()),
            LineAction::Show => self.builder.show(id, find_cards(found.cards)),
            LineAction::Deal => {
                let cards = find_cards(found.cards);
                if !cards.is_empty() {
                    self.heroes.push(id);
                }
                self.builder.deal(id, cards);
            }
            _ => {
                let units = self.units(found.amount)?;
                let builder = &mut self.builder;
                match action {
                    LineAction::SmallBlind => builder.post_small_blind(id, units),
                    LineAction::BigBlind => builder.post_big_blind(id, units),
                    LineAction::BothBlinds => builder.post_both_blinds(id, units),
                    LineAction::Late => builder.post_late(id, units),
                    LineAction::Dead => builder.post_dead(id, units),
                    LineAction::Ante => builder.post_ante(id, units),
                    LineAction::Call => builder.call(id, Some(units)),
                    LineAction::Bet => builder.bet(id, units),
                    LineAction::RaiseTo => builder.raise_to(id, units),
                    LineAction::PutIn => builder.put_in(id, units),
                    LineAction::GiveBack => builder.give_back(id, units),
                    _ => builder.collect(id, units),
                }
            }
        }
        Ok(())
    }

    /// Reads new cards of the board; those of earlier streets may stand with them.
    fn deal_board(&mut self, text: &str) {
        let mut new = find_cards(text);
        new.retain(|card| !self.board.contains(card));
        self.builder.next_street();
        self.board.extend_from_slice(&new);
        if !new.is_empty() {
            self.builder.deal_board(new, 0);
        }
    }

    /// Reads cards of a board that is run several times.
    pub(super) fn deal_run(&mut self, run: usize, text: &str) {
        if self.runs.is_empty() {
            self.builder.next_street();
        }
        while self.runs.len() <= run.min(9) {
            self.runs.push(self.board.clone());
        }
        let board = &mut self.runs[run.min(9)];
        let mut new = find_cards(text);
        new.retain(|card| !board.contains(card));
        board.extend_from_slice(&new);
        if !new.is_empty() {
            self.builder.deal_board(new, run.min(9));
        }
    }
}

/// Tells whether a line fits a pattern, and what stands in its holes; without a builder, anybody is a player.
fn fits<'t>(
    pattern: &str,
    text: &'t str,
    builder: Option<&HandBuilder>,
    found: &mut Found<'t>,
) -> bool {
    let Some(place) = pattern.find('{') else { return pattern == text };
    let (before, hole) = pattern.split_at(place);
    let Some(text) = text.strip_prefix(before) else { return false };
    let Some((hole, pattern)) = hole[1..].split_once('}') else { return false };
    let scan = &mut Scan::new(text);
    match hole {
        "player" => {
            let Some(known) = builder else {
                // Anybody, even if nobody at the table has the name.
                let ends = text.char_indices().map(|(end, _)| end).skip(1).chain([text.len()]);
                return ends.into_iter().any(|end| {
                    found.name = &text[..end];
                    fits(pattern, &text[end..], builder, found)
                });
            };
            let mut fitting: Option<(usize, Found<'t>)> = None;
            for (id, player) in known.players.iter().enumerate() {
                let Some(rest) = text.strip_prefix(&*player.name) else { continue };
                let mut tried = Found { player: Some(id), ..*found };
                let shorter = fitting.is_none_or(|(length, _)| player.name.len() < length);
                if shorter && fits(pattern, rest, builder, &mut tried) {
                    fitting = Some((player.name.len(), tried));
                }
            }
            if let Some((_, tried)) = fitting {
                *found = tried;
            }
            fitting.is_some()
        }
        "amount" => match take_amount(scan) {
            Some(amount) => {
                found.amount = amount;
                fits(pattern, scan.rest, builder, found)
            }
            None => false,
        },
        "seat" => match scan.digits() {
            Some(digits) => {
                found.seat = digits;
                fits(pattern, scan.rest, builder, found)
            }
            None => false,
        },
        "word" => {
            let word = scan.take(|letter| !letter.is_whitespace());
            if word.is_empty() || found.word_count >= found.words.len() {
                return false;
            }
            found.words[found.word_count] = word;
            found.word_count += 1;
            fits(pattern, scan.rest, builder, found)
        }
        "cards" => {
            found.cards = scan.take(|letter| letter != ']');
            fits(pattern, scan.rest, builder, found)
        }
        "boxed" => {
            scan.blanks();
            if !scan.text("[") && !scan.text("(") {
                return false;
            }
            scan.blanks();
            let Some(amount) = take_amount(scan) else { return false };
            found.amount = amount;
            scan.take(|letter| letter != ']' && letter != ')');
            let closed = scan.text("]") || scan.text(")");
            scan.text(".");
            closed && fits(pattern, scan.rest, builder, found)
        }
        "rest" => {
            found.rest = text;
            true
        }
        _ => {
            // The shortest text that fits.
            if found.text_count >= found.texts.len() {
                return false;
            }
            let ends = text.char_indices().map(|(end, _)| end).chain([text.len()]);
            for end in ends {
                let mut tried = *found;
                tried.texts[tried.text_count] = &text[..end];
                tried.text_count += 1;
                if fits(pattern, &text[end..], builder, &mut tried) {
                    *found = tried;
                    return true;
                }
            }
            false
        }
    }
}

/// Takes an amount off, perhaps with the sign of a currency before it; it ends with a digit.
fn take_amount<'t>(scan: &mut Scan<'t>) -> Option<&'t str> {
    let text = scan.rest;
    let sign =
        text.chars().next().filter(|letter| !letter.is_ascii_digit()).map_or(0, char::len_utf8);
    let mut rest = Scan::new(&text[sign..]);
    let digits = rest.amount()?.trim_end_matches(['.', ',']);
    let end = sign + digits.len();
    scan.rest = &text[end..];
    Some(&text[..end])
}

/// Reads a seat: its number, the name, and the stack, which stands in the last parentheses for which this holds.
pub(super) fn split_seat<'t>(
    line: &'t str,
    begins: &[&str],
    between: &str,
    closes: impl Fn(&str) -> bool,
) -> Option<(&'t str, &'t str, &'t str)> {
    let rest = begins.iter().find_map(|begin| line.strip_prefix(begin))?;
    let mut scan = Scan::new(rest);
    let number = scan.digits()?;
    if !scan.text(between) {
        return None;
    }
    let text = scan.rest;
    let mut end = text.len();
    while let Some(place) = find_last(&text[..end], " (") {
        let mut inner = Scan::new(&text[place + 2..]);
        inner.text(" ");
        if place > 0
            && let Some(stack) = take_amount(&mut inner)
            && closes(inner.rest)
        {
            return Some((number, &text[..place], stack));
        }
        end = place;
    }
    None
}
