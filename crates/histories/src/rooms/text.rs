//! Lines as PokerStars writes them, and rooms that imitate it: `Ann: raises $2 to $4`.

use croupier_cards::Card;
use croupier_engine::{Cards, Chips};

use super::scan::{cut, find, find_last, first_word, has_in_order, last_word};
use super::{BuildResult, HandText};
use crate::builder::{
    BuildError, Games, HandBuilder, HandProblem, LinePlace, PlayerId, find_cards, shorten,
};

/// The differences between rooms that write such lines.
pub(super) struct TextRoom {
    /// Begins a hand with what the header says.
    pub(super) begin: fn(&HandText<'_>) -> Result<HandBuilder, Box<HandProblem>>,
    /// Finds who acts in a line, and where it is said what is done.
    pub(super) find_actor: fn(&HandBuilder, &str) -> Option<(PlayerId, usize)>,
    /// Reads a seat.
    pub(super) read_seat: fn(&str) -> Option<SeatLine<'_>>,
    /// The form of a seat's line, for messages.
    pub(super) seat_form: &'static str,
    /// The beginning of the line of the table.
    pub(super) table_mark: &'static str,
    /// Reads the line of the table.
    pub(super) read_table: fn(&mut HandBuilder, &str) -> Result<(), BuildError>,
    /// Reads an event in the room's own words; tells whether it did.
    pub(super) read_action: fn(&mut TextReader<'_>, PlayerId, &str) -> Result<bool, BuildError>,
    /// Reads a mark of a part of the hand in the room's own words; tells whether it did.
    pub(super) read_marker: fn(&mut TextReader<'_>, &str) -> Result<bool, BuildError>,
    /// Reads any other line in the room's own words; tells whether it did.
    pub(super) read_other: fn(&mut TextReader<'_>, &str) -> Result<bool, BuildError>,
    /// Whether the amount of a straddle includes what the player had posted before.
    pub(super) straddles_to: bool,
    /// Whether the pot is given without the rake.
    pub(super) net_pot: bool,
}

/// A seat as it is written.
#[derive(Debug, Clone, Copy)]
pub(super) struct SeatLine<'t> {
    pub(super) number: u32,
    pub(super) name: &'t str,
    pub(super) stack: &'t str,
    pub(super) bounty: Option<&'t str>,
    pub(super) rest: &'t str,
}

/// The part of the hand that is being read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    Seats,
    Blinds,
    Play,
    Summary,
}

/// Reads no action: the room has no words of its own.
pub(super) const fn no_action(
    _: &mut TextReader<'_>,
    _: PlayerId,
    _: &str,
) -> Result<bool, BuildError> {
    Ok(false)
}

/// Reads no line: the room has no words of its own.
pub(super) const fn no_line(_: &mut TextReader<'_>, _: &str) -> Result<bool, BuildError> {
    Ok(false)
}

/// The words of lines that move no chips and are kept: bounties, places in tournaments, rebuys.
const REMARKS: [&[&str]; 10] = [
    &[" wins the ", " bounty for"],
    &[" wins ", " for eliminating"],
    &[" wins ", " for splitting"],
    &[" split the ", " bounty for"],
    &[" finished the tournament"],
    &[" wins the tournament"],
    &[" wins an entry"],
    &[" re-buys and"],
    &[" takes the add-on"],
    &[" received a bounty"],
];
/// The words of lines that are passed over: they are about the table, and not about the hand.
const NOISE: [&str; 29] = [
    " said, \"",
    "Pair on board - a double bet is allowed",
    " is disconnected",
    " is connected",
    " has timed out",
    " has returned",
    " joins the table",
    " leaves the table",
    " leave user",
    " will be allowed",
    " sits out",
    " is sitting out",
    " was removed",
    " timed out",
    " has been disconnected",
    " is capped",
    "The deck is reshuffled",
    "No low hand qualified",
    "Hand was run",
    ": doesn't show hand",
    ": is sitting out",
    " is feeling",
    " stands up",
    " sits down",
    "Table ",
    " has requested TIME",
    " added chips",
    " adds ",
    " is now known",
];
/// The verbs of actions in lines that have no colon behind the name.
const VERBS: [&str; 13] = [
    "posts",
    "folds",
    "checks",
    "calls",
    "bets",
    "raises",
    "shows",
    "mucks",
    "discards",
    "stands",
    "brings",
    "straddles",
    "straddle",
];

/// A reader of one hand, line by line.
pub(super) struct TextReader<'r> {
    pub(super) room: &'r TextRoom,
    pub(super) builder: HandBuilder,
    pub(super) stage: Stage,
    /// Where the line begins in memory, to tell columns.
    line: usize,
    pub(super) is_stud: bool,
    is_draw: bool,
    hole_count: usize,
    boards: Vec<Cards>,
    /// The board before it was run several times.
    base: Option<Cards>,
    /// The moves whose cards are not there.
    pub(super) gaps: Vec<usize>,
    pub(super) final_board: Cards,
    /// Whose cards were seen when they were dealt, and how many.
    pub(super) heroes: Vec<(PlayerId, usize)>,
    /// How many cards players discarded last.
    discarded: Vec<(PlayerId, usize)>,
}

/// Reads a hand.
pub(super) fn read_hand(room: &TextRoom, chunk: &HandText<'_>, games: &mut Games) -> BuildResult {
    let mut builder = (room.begin)(chunk)?;
    builder.begins = LinePlace { line: chunk.line, byte: 0 };
    builder.at = builder.begins;
    let shape = games.shape(&builder.variant);
    let mut reader = TextReader {
        room,
        stage: Stage::Seats,
        line: 0,
        is_stud: shape.is_some_and(|shape| shape.is_stud),
        is_draw: shape.is_some_and(|shape| shape.is_draw),
        hole_count: shape.map_or(2, |shape| shape.hole_counts[0]),
        boards: vec![Cards::new()],
        base: None,
        gaps: Vec::new(),
        final_board: Cards::new(),
        heroes: Vec::new(),
        discarded: Vec::new(),
        builder,
    };
    let done = chunk.lines().skip(1).try_for_each(|(number, line)| reader.read(number, line));
    let done = done.and_then(|()| {
        if reader.stage == Stage::Summary {
            return Ok(());
        }
        reader.builder.at.byte = 0;
        Err(BuildError::CutOff { missing: "summary" })
    });
    if let Err(error) = done {
        let hand = reader.builder.hand.clone();
        return Err(Box::new(HandProblem { hand, ..HandProblem::new(error, reader.builder.at) }));
    }
    reader.fill_gaps();
    reader.add_fields();
    reader.builder.finish(games)
}

/// Finds who acts in a line in which a colon stands behind the name.
pub(super) fn find_before_colon(builder: &HandBuilder, line: &str) -> Option<(PlayerId, usize)> {
    find_named(builder, line, |rest| rest.starts_with(": "), 2)
}

/// Finds who acts in a line in which nothing but a blank stands behind the name, which may have blanks itself.
pub(super) fn find_before_verb(
    builder: &HandBuilder,
    line: &str,
    verbs: &[&str],
) -> Option<(PlayerId, usize)> {
    let is_action =
        |rest: &str| rest.strip_prefix(' ').is_some_and(|event| verbs.contains(&first_word(event)));
    find_named(builder, line, is_action, 1)
}

/// Finds the shortest name that a line begins with, and behind which this holds.
fn find_named(
    builder: &HandBuilder,
    line: &str,
    holds: impl Fn(&str) -> bool,
    skip: usize,
) -> Option<(PlayerId, usize)> {
    let mut found: Option<(PlayerId, usize)> = None;
    for (id, player) in builder.players.iter().enumerate() {
        let length = player.name.len();
        if length > 0
            && line.strip_prefix(&*player.name).is_some_and(&holds)
            && found.is_none_or(|(_, place)| length + skip < place)
        {
            found = Some((id, length + skip));
        }
    }
    found
}

impl TextReader<'_> {
    /// Sets the column of the place to a part of the line that is being read.
    fn set_place(&mut self, part: &str) {
        self.builder.at.byte = (part.as_ptr() as usize).wrapping_sub(self.line) as u32;
    }

    /// Reads an amount.
    pub(super) fn amount(&mut self, text: &str) -> Result<Chips, BuildError> {
        let read = self.builder.precision.read(text);
        if read.is_err() {
            self.set_place(text);
        }
        read
    }

    fn known(&mut self, name: &str) -> Result<PlayerId, BuildError> {
        let found = self.builder.known(name);
        if found.is_err() {
            self.set_place(name);
        }
        found
    }

    fn read(&mut self, number: u32, line: &str) -> Result<(), BuildError> {
        self.line = line.as_ptr() as usize;
        let mut line = line.trim_end();
        if line.is_empty() {
            return Ok(());
        }
        self.builder.at = LinePlace { line: number, byte: 0 };
        let mut actor = (self.room.find_actor)(&self.builder, line);
        if line.starts_with(char::is_whitespace) && actor.is_none() {
            // Blanks before a line mean nothing, unless a name begins with them.
            line = line.trim_start();
            self.set_place(line);
            actor = (self.room.find_actor)(&self.builder, line);
        }
        if self.stage == Stage::Summary {
            return self.read_summary(line);
        }
        match actor {
            Some((id, place)) => {
                let event = &line[place..];
                self.set_place(event);
                if self.read_action(id, event)? { Ok(()) } else { self.read_line(line) }
            }
            None => self.read_line(line),
        }
    }

    // Actions of players.

    /// Reads what a player does; tells whether it was understood.
    pub(super) fn read_action(&mut self, id: PlayerId, text: &str) -> Result<bool, BuildError> {
        if (self.room.read_action)(self, id, text)? {
            return Ok(true);
        }
        let (verb, rest) = text.split_once(' ').unwrap_or((text, ""));
        match verb {
            "folds" => self.fold(id, rest),
            "checks" => self.builder.check(id),
            "calls" => {
                let amount = self.amount(first_word(rest))?;
                self.builder.call(id, Some(amount));
            }
            "bets" => {
                let amount = self.amount(first_word(rest))?;
                self.builder.bet(id, amount);
            }
            "raises" => self.raise(id, rest)?,
            "posts" => self.post(id, rest)?,
            "straddle" | "straddles" => {
                let amount = self.amount(last_word(without_all_in(rest)))?;
                let before = if self.room.straddles_to { self.builder.players[id].bet } else { 0 };
                self.builder.post_straddle(id, amount - before);
            }
            "shows" => return Ok(self.show(id, rest)),
            // Nothing happens: hands that nobody shows, and players who are away.
            "doesn't" if rest.starts_with("show hand") => {}
            "is" if rest.starts_with("sitting out") => {}
            "mucks" => self.builder.muck(id, Cards::new()),
            "discards" => self.discard(id, rest)?,
            "stands" if rest.starts_with("pat") => self.builder.discard(id, Cards::new()),
            "brings" => {
                let amount = self.amount(last_word(without_all_in(rest)))?;
                self.builder.post_bring_in(id, amount);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn fold(&mut self, id: PlayerId, rest: &str) {
        self.builder.fold(id);
        if rest.starts_with('[') {
            let cards = find_cards(rest);
            self.fit_game(cards.len());
            let mut text = String::new();
            crate::builder::write_cards(&cards, &mut text);
            let name = self.builder.players[id].name.to_string();
            self.builder.extensions.shows.push((name, text));
            self.builder.players[id].thrown = cards;
        }
    }

    pub(super) fn raise(&mut self, id: PlayerId, rest: &str) -> Result<(), BuildError> {
        let mut words = rest.split(' ').skip(1);
        let (Some("to"), Some(total)) = (words.next(), words.next()) else {
            return Err(BuildError::NotARaise);
        };
        let total = self.amount(total)?;
        self.builder.raise_to(id, total);
        Ok(())
    }

    pub(super) fn post(&mut self, id: PlayerId, rest: &str) -> Result<(), BuildError> {
        let rest = without_all_in(rest);
        let (what, last) = rest.rsplit_once(' ').unwrap_or(("", rest));
        let amount = self.amount(last)?;
        let builder = &mut self.builder;
        match what {
            "small blind" => builder.post_small_blind(id, amount),
            "big blind" => builder.post_big_blind(id, amount),
            "the ante" | "ante" => builder.post_ante(id, amount),
            "small & big blinds" | "both blinds" | "small and big blinds" => {
                builder.post_both_blinds(id, amount);
            }
            "button blind" | "straddle" | "a straddle" => builder.post_straddle(id, amount),
            "missed blind" | "dead" | "dead blind" => builder.post_dead(id, amount),
            _ => return Err(BuildError::UnknownPost { text: shorten(what, 40).to_owned() }),
        }
        Ok(())
    }

    fn show(&mut self, id: PlayerId, rest: &str) -> bool {
        let Some(cards) = brackets(rest).next() else { return false };
        let cards = find_cards(cards);
        self.fit_game(cards.len());
        self.builder.show(id, cards);
        true
    }

    pub(super) fn discard(&mut self, id: PlayerId, rest: &str) -> Result<(), BuildError> {
        let (count, seen) = rest.split_once(' ').unwrap_or((rest, ""));
        let mut cards = find_cards(seen);
        if cards.is_empty() {
            let [digit @ b'0'..=b'9'] = count.as_bytes() else {
                return Err(BuildError::NotADiscard);
            };
            cards = Cards::from_elem(Card::UNKNOWN, usize::from(digit - b'0'));
        }
        match self.discarded.iter_mut().find(|(other, _)| *other == id) {
            Some(known) => known.1 = cards.len(),
            None => self.discarded.push((id, cards.len())),
        }
        self.builder.discard(id, cards);
        Ok(())
    }

    /// Plays a game with more hole cards, where players have more than the game of the header has.
    pub(super) fn fit_game(&mut self, count: usize) {
        if count <= self.hole_count || self.is_stud || self.is_draw {
            return;
        }
        let larger = match (&*self.builder.variant, count) {
            ("PO", 5) => "X:PO5",
            ("PO" | "X:PO5", 6) => "X:PO6",
            ("X:PO/8", 5) => "X:PO5/8",
            _ => return,
        };
        self.builder.variant = larger.into();
        self.hole_count = count;
        let message = format!("players have {count} cards, so the game is not that of the header");
        self.builder.note("game", message);
    }

    // Other lines.

    fn read_line(&mut self, line: &str) -> Result<(), BuildError> {
        if line.starts_with("***") {
            return self.read_marker(line);
        }
        if self.stage == Stage::Seats && line.starts_with("Seat ") {
            return self.read_seat(line);
        }
        if let Some(dealt) = line.strip_prefix("Dealt to ") {
            return self.read_deal(dealt);
        }
        if self.stage == Stage::Seats && line.starts_with(self.room.table_mark) {
            return (self.room.read_table)(&mut self.builder, line);
        }
        if let Some(rest) = line.strip_prefix("Uncalled bet (")
            && let Some((amount, name)) = cut(rest, ") returned to ")
        {
            let (id, amount) = (self.known(name)?, self.amount(amount)?);
            self.builder.give_back(id, amount);
            return Ok(());
        }
        if self.read_collected(line)? {
            return Ok(());
        }
        if let Some(place) = find(line, " cashed out the hand for ") {
            let (name, rest) = (&line[..place], &line[place + 25..]);
            let (id, amount) = (self.known(name)?, self.amount(first_word(rest))?);
            self.builder.cash_out(id, amount);
            return Ok(());
        }
        self.read_other(line)
    }

    /// Reads `Ann collected $5 from pot`; tells whether it is that.
    pub(super) fn read_collected(&mut self, line: &str) -> Result<bool, BuildError> {
        let mut end = line.len();
        while let Some(place) = find_last(&line[..end], " collected ") {
            let amount = first_word(&line[place + 11..]);
            let rest = &line[place + 11 + amount.len()..];
            if !amount.is_empty() && rest.starts_with(" from ") {
                if find(line, " said, \"").is_none() {
                    let (id, amount) = (self.known(&line[..place])?, self.amount(amount)?);
                    self.builder.collect(id, amount);
                }
                return Ok(true);
            }
            end = place;
        }
        Ok(false)
    }

    /// Reads a line that moves no chips, or moves them in a way that few rooms know.
    fn read_other(&mut self, line: &str) -> Result<(), BuildError> {
        if line.starts_with("Hand cancelled") {
            return Err(BuildError::Cancelled);
        }
        if (self.room.read_other)(self, line)? {
            return Ok(());
        }
        if is_remark(line) {
            self.builder.extensions.remarks.push(line.to_owned());
            return Ok(());
        }
        // Not every program writes the colon.
        if let Some((id, place)) = find_before_verb(&self.builder, line, &VERBS)
            && self.read_action(id, &line[place..])?
        {
            return Ok(());
        }
        if !NOISE.iter().any(|noise| find(line, noise).is_some()) {
            let message = format!("nothing is known of '{}'", shorten(line, 80));
            self.builder.note("unread", message);
        }
        Ok(())
    }

    fn read_seat(&mut self, line: &str) -> Result<(), BuildError> {
        let form = self.room.seat_form;
        let seat = (self.room.read_seat)(line).ok_or(BuildError::NotASeat { form })?;
        let stack = self.amount(seat.stack)?;
        self.set_place(seat.name);
        self.builder.sit_by_name(seat.number, seat.name, stack)?;
        let extensions = &mut self.builder.extensions;
        if let Some(bounty) = seat.bounty.filter(|bounty| !bounty.is_empty()) {
            extensions.bounties.push((seat.name.to_owned(), bounty.to_owned()));
        }
        if find(seat.rest, "[hero]").is_some() {
            extensions.hero = Some(seat.name.to_owned());
        }
        Ok(())
    }

    fn read_deal(&mut self, text: &str) -> Result<(), BuildError> {
        let mut end = find(text, " [");
        while let Some(place) = end
            && self.builder.find(&text[..place]).is_none()
        {
            end = find(&text[place + 1..], " [").map(|next| next + place + 1);
        }
        let Some(end) = end else {
            // Some rooms name everybody, and show nothing.
            let name = find(text, " [").map_or(text, |place| &text[..place]);
            let id = self.known(name)?;
            self.builder.deal(id, Cards::new());
            return Ok(());
        };
        let id = self.known(&text[..end])?;
        let parts: Vec<Cards> = brackets(&text[end..]).map(find_cards).collect();
        let (Some(first), Some(cards)) = (parts.first(), parts.last()) else { return Ok(()) };
        let drawn = self.discarded.iter().find(|&&(other, _)| other == id).map(|&(_, count)| count);
        // A player who draws a whole hand keeps no cards that would be shown before it.
        let whole_hand = !first.is_empty() && drawn == Some(first.len());
        if parts.len() > 1 || self.is_stud || whole_hand {
            self.builder.deal_more(id, cards.clone());
        } else {
            self.fit_game(cards.len());
            self.builder.deal(id, cards.clone());
        }
        let seen = !cards.is_empty() && (!self.is_stud || parts.len() > 1 || first.len() > 1);
        if seen && !self.heroes.iter().any(|&(other, _)| other == id) {
            self.heroes.push((id, first.len()));
        }
        Ok(())
    }

    // Parts of the hand.

    pub(super) fn read_marker(&mut self, line: &str) -> Result<(), BuildError> {
        if (self.room.read_marker)(self, line)? {
            return Ok(());
        }
        let (what, rest) = split_marker(line).ok_or(BuildError::NotAMarker)?;
        const RUNS: [(&str, usize); 4] =
            [("FIRST ", 0), ("SECOND ", 1), ("THIRD ", 2), ("FOURTH ", 3)];
        let run = RUNS.iter().find(|(word, _)| what.starts_with(word));
        let (what, number) = run.map_or((what, 0), |&(word, run)| (&what[word.len()..], run));
        let is_first = run.is_some() && number == 0;
        let is = |word: &str| what.eq_ignore_ascii_case(word);
        let ends = |word: &str| {
            let start = what.len().saturating_sub(word.len());
            what.get(start..).is_some_and(|end| end.eq_ignore_ascii_case(word))
        };
        self.stage = Stage::Play;
        let wanted = [("FLOP", 3), ("TURN", 4), ("RIVER", 5)].iter().find(|(word, _)| is(word));
        if is("SUMMARY") {
            self.stage = Stage::Summary;
        } else if let Some(&(_, wanted)) = wanted {
            if number == 0 {
                self.builder.next_street();
            }
            if !self.is_stud {
                self.deal_board(&find_cards(rest), number, wanted, is_first);
            }
        } else if is("PRE-FLOP") || super::scan::strip_word(what, "HOLE CARDS").is_some() {
            // Courchevel shows the first card of the board before the flop.
            let cards = find_cards(rest);
            if !cards.is_empty() {
                self.deal_board(&cards, 0, 1, false);
            }
        } else if ends("STREET") || ends("DRAW") {
            self.builder.next_street();
        }
        Ok(())
    }

    /// Deals those of the cards that are new on their board.
    fn deal_board(&mut self, cards: &[Card], run: usize, wanted: usize, is_first: bool) {
        if is_first && self.base.is_none() && self.builder.board_count == 1 {
            self.base = Some(self.boards[0].clone());
        }
        while self.boards.len() <= run {
            self.boards.push(self.base.clone().unwrap_or_default());
        }
        let board = &mut self.boards[run];
        let lying = board.len();
        let mut new = Cards::new();
        for card in cards {
            if !board.contains(card) && !new.contains(card) {
                new.push(*card);
            }
        }
        if new.len() + lying < wanted {
            new.resize(wanted - lying, Card::UNKNOWN);
            self.gaps.push(self.builder.moves.len());
        }
        if !new.is_empty() {
            board.extend_from_slice(&new);
            self.builder.deal_board(new, run);
        }
    }
}

/// Returns what stands in brackets, one after the other.
fn brackets(text: &str) -> impl Iterator<Item = &str> {
    let parts = text.split('[').skip(1);
    parts.map(|part| part.split_once(']').map_or(part, |(inner, _)| inner))
}

fn without_all_in(text: &str) -> &str {
    text.strip_suffix(" and is all-in").unwrap_or(text)
}

pub(super) fn is_remark(line: &str) -> bool {
    REMARKS.iter().any(|parts| has_in_order(line, parts))
}

/// Returns what a part of a hand is called, and what stands behind the mark.
pub(super) fn split_marker(line: &str) -> Option<(&str, &str)> {
    let rest = line.strip_prefix("*** ")?;
    let (what, rest) = cut(rest, "***")?;
    let what = what.trim_end();
    (!what.is_empty() && !what.contains('*')).then_some((what, rest))
}
