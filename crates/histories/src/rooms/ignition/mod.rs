//! The text of Ignition, Bovada and Bodog, which names players by their positions.

mod header;

use std::borrow::Cow;

use croupier_cards::Card;
use croupier_engine::{Cards, Chips};

use super::scan::{Scan, cut, find, small_number, strip_word};
use super::{BuildResult, HandText, Room};
use crate::builder::{
    BuildError, Games, HandBuilder, HandEvent, HandProblem, LinePlace, PlayerId, Precision,
    find_cards, shorten,
};
use crate::extensions::Identity;
use header::{SITES, begin, find_header, starts};

pub(super) static ROOM: Room =
    Room { name: "ignition", venues: &SITES, mark: b'#', starts, find_header, read };

/// The lines that are about the table, whatever the size of their letters.
const NOISE: [&str; 18] = [
    "seat ",
    "table ",
    "sitout",
    "sit out",
    "rejoin",
    "re-join",
    "stand",
    "leave",
    "enter",
    "ranking",
    "prize",
    "draw for dealer",
    "set dealer",
    "bounty",
    "small blind)",
    "timeout",
    "sit in",
    "deposit",
];

/// The action of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LineAction {
    Deal,
    SmallBlind,
    BigBlind,
    BringIn,
    Ante,
    BothBlinds,
    Late,
    Fold,
    Check,
    Call,
    Bet,
    /// The big bet on fourth street, with a pair showing.
    DoubleBet,
    RaiseTo,
    AllIn,
    GiveBack,
    Show,
    Muck,
    Collect,
}

/// The beginnings of lines behind the player, in small letters; the first that fits counts.
const DEEDS: [(&str, LineAction); 23] = [
    ("card dealt to a spot", LineAction::Deal),
    ("ante/small blind", LineAction::SmallBlind),
    ("small blind", LineAction::SmallBlind),
    ("big blind", LineAction::BigBlind),
    ("bring_in chip", LineAction::BringIn),
    ("bring in", LineAction::BringIn),
    ("ante chip", LineAction::Ante),
    ("posts dead chip", LineAction::BothBlinds),
    ("posts chip", LineAction::Late),
    ("folds", LineAction::Fold),
    ("fold", LineAction::Fold),
    ("checks", LineAction::Check),
    ("calls", LineAction::Call),
    ("call", LineAction::Call),
    ("bets", LineAction::Bet),
    ("double bets", LineAction::DoubleBet),
    ("raises", LineAction::RaiseTo),
    ("all-in", LineAction::AllIn),
    ("return uncalled", LineAction::GiveBack),
    ("showdown", LineAction::Show),
    ("does not show", LineAction::Muck),
    ("mucks", LineAction::Muck),
    ("hand result", LineAction::Collect),
];

/// Reads one hand, line by line.
struct Reader {
    builder: HandBuilder,
    board: Cards,
    /// Whether the summary is being read.
    summary: bool,
    /// Whether no cards were dealt yet.
    posting: bool,
    is_stud: bool,
    /// Where the line begins in memory, to tell columns.
    line: usize,
    /// The players who acted since the last raise, and those who folded.
    acted: Vec<PlayerId>,
    folded: Vec<PlayerId>,
    /// The moves that deal boards of which only the summary has the cards.
    gaps: Vec<usize>,
    /// The move of the first double bet.
    double_bet: Option<usize>,
}

/// Tenths of cents, for the smallest stakes: half of a cent is the bring-in where bets are of one.
const FINE: Precision = Precision { digits: 3 };

fn read(chunk: &HandText<'_>, games: &mut Games) -> BuildResult {
    let bytes = chunk.text.as_bytes();
    let is_fine = memchr::memchr_iter(b'.', bytes).any(|point| {
        bytes.get(point + 1..point + 4).is_some_and(|part| part.iter().all(u8::is_ascii_digit))
    });
    read_as_fine_as(if is_fine { FINE } else { Precision::CENTS }, chunk, games)
}

fn read_as_fine_as(money: Precision, chunk: &HandText<'_>, games: &mut Games) -> BuildResult {
    let mut builder = begin(chunk, money)?;
    builder.begins = LinePlace { line: chunk.line, byte: 0 };
    builder.at = builder.begins;
    let is_stud = builder.variant.starts_with("F7S");
    let mut reader = Reader {
        builder,
        board: Cards::new(),
        summary: false,
        posting: true,
        is_stud,
        line: 0,
        acted: Vec::new(),
        folded: Vec::new(),
        gaps: Vec::new(),
        double_bet: None,
    };
    let done = chunk.lines().skip(1).try_for_each(|(number, line)| {
        reader.line = line.as_ptr() as usize;
        let line = line.trim();
        if line.is_empty() {
            return Ok(());
        }
        reader.builder.at = LinePlace { line: number, byte: 0 };
        reader.set_place(line);
        if reader.summary { reader.read_summary(line) } else { reader.read_line(line) }
    });
    let cut = BuildError::CutOff { missing: "summary" };
    let done = done.and(if reader.summary { Ok(()) } else { Err(cut) });
    if let Err(error) = done {
        let hand = reader.builder.hand.clone();
        return Err(Box::new(HandProblem { hand, ..HandProblem::new(error, reader.builder.at) }));
    }
    if reader.builder.extensions.tournament.is_some() {
        reader.number_seats();
    }
    reader.deal_rest(&[]);
    if is_stud && reader.builder.small_bet == 0 {
        reader.find_bets();
        if reader.has_half_cents() {
            return read_as_fine_as(FINE, chunk, games);
        }
    }
    reader.builder.finish(games)
}

impl Reader {
    /// Says which part of the line is being read.
    fn set_place(&mut self, part: &str) {
        self.builder.at.byte = (part.as_ptr() as usize).wrapping_sub(self.line) as u32;
    }

    /// Reads the amounts of a text: the first and the last.
    fn amounts(&mut self, text: &str) -> Result<(Chips, Chips, usize), BuildError> {
        let mut found = None;
        let mut count = 0;
        let mut scan = Scan::new(text);
        loop {
            let before = scan.take(|letter| !letter.is_ascii_digit());
            if scan.rest.is_empty() {
                break;
            }
            let start = text.len() - scan.rest.len() - usize::from(before.ends_with('$'));
            scan.take(|letter| letter.is_ascii_digit() || letter == ',');
            let mut part = scan;
            if part.text(".") && part.digits().is_some() {
                scan = part;
            }
            let written = text[start..text.len() - scan.rest.len()].trim_end_matches(',');
            let read = self.builder.precision.read(written);
            if read.is_err() {
                self.set_place(written);
            }
            let units = read?;
            found = Some((found.map_or(units, |(first, _)| first), units));
            count += 1;
        }
        match found {
            Some((first, last)) => Ok((first, last, count)),
            None => Err(BuildError::AmountMissing { text: shorten(text, 40).to_owned() }),
        }
    }

    fn amount(&mut self, text: &str) -> Result<Chips, BuildError> {
        self.amounts(text).map(|(_, last, _)| last)
    }

    fn read_line(&mut self, line: &str) -> Result<(), BuildError> {
        if line.starts_with("***") {
            self.read_marker(line);
            return Ok(());
        }
        if line.starts_with("Card dealt to table") || line.starts_with("Card to the table") {
            self.deal_board(line);
            return Ok(());
        }
        if line.starts_with("Seat") && find(line, "in chips").is_some() {
            return self.read_seat(line);
        }
        if let Some((name, text)) = cut(line, " : ") {
            return self.read_action(name, text.trim());
        }
        if let Some(people) = line.strip_prefix("Player Info:") {
            self.read_people(people);
            return Ok(());
        }
        self.pass_over(line);
        Ok(())
    }

    fn pass_over(&mut self, text: &str) {
        if !NOISE.iter().any(|noise| strip_word(text, noise).is_some()) {
            let message = format!("nothing is known of '{}'", shorten(text, 80));
            self.builder.note("unread", message);
        }
    }

    /// Reads `Seat 1: UTG ($20 in chips)`, or `Seat+1: $20 in chips` where nobody has a position.
    fn read_seat(&mut self, line: &str) -> Result<(), BuildError> {
        let wrong = BuildError::NotASeat { form: "'Seat 1: UTG ($20 in chips)'" };
        let Some((number, name, stack)) = split_seat(line) else { return Err(wrong) };
        let mine = find(name, "[ME]").is_some();
        let name = match normalize_position(name) {
            name if name.is_empty() => format!("Seat+{number}"),
            name => name.into_owned(),
        };
        let stack = self.builder.precision.read(stack).inspect_err(|_| self.set_place(stack));
        let number = small_number(number).ok_or(wrong)?;
        self.builder.sit_by_name(number, &name, stack?)?;
        if mine {
            self.builder.extensions.hero = Some(name);
        }
        Ok(())
    }

    /// Reads `Seat1: P1-d07e, Seat4: P4-4be1`: who the people are that are called by their positions.
    fn read_people(&mut self, list: &str) {
        for one in list.split(',') {
            let Some((seat, person)) =
                one.trim().strip_prefix("Seat").and_then(|one| one.split_once(": "))
            else {
                continue;
            };
            let found = small_number(seat).map(|number| self.builder.in_seat(number));
            if let Some(Ok(id)) = found {
                // The seat is a part of it.
                let person = person.split_once('-').map_or(person, |(_, person)| person);
                let name = self.builder.players[id].name.to_string();
                self.builder.extensions.player_ids.push((name, Identity::Text(person.to_owned())));
            }
        }
    }

    fn read_marker(&mut self, line: &str) {
        let what = line.trim_matches(['*', ' ']);
        let what = cut(what, " ***").map_or(what, |(what, _)| what);
        let is = |word: &str| what.eq_ignore_ascii_case(word);
        self.posting = false;
        if is("SUMMARY") {
            self.summary = true;
        } else if is("FLOP") || is("TURN") || is("RIVER") && !self.is_stud {
            self.deal_board(line);
        } else if is("RIVER") || what.to_ascii_uppercase().ends_with("STREET") && !is("3RD STREET")
        {
            self.builder.next_street();
        }
    }

    fn deal_board(&mut self, line: &str) {
        let mut new = find_cards(line);
        new.retain(|card| !self.board.contains(card));
        if !new.is_empty() {
            self.builder.next_street();
            self.acted.clear();
            self.board.extend_from_slice(&new);
            self.builder.deal_board(new, 0);
        }
    }

    fn read_action(&mut self, name: &str, text: &str) -> Result<(), BuildError> {
        if text.starts_with("Set dealer") {
            let place = text.split_once('[').and_then(|(_, rest)| rest.split_once(']'));
            let place = place.and_then(|(number, _)| Scan::new(number).digits());
            if let Some(number) = place.and_then(small_number) {
                self.builder.button = Some(number);
            }
            return Ok(());
        }
        let action = without_times(text);
        let event = DEEDS.iter().find(|(words, _)| strip_word(&action, words).is_some());
        let Some(&(_, does)) = event else {
            self.pass_over(text);
            return Ok(());
        };
        let known = self.builder.known(&normalize_position(name));
        let id = known.inspect_err(|_| self.set_place(name))?;
        self.set_place(text);
        self.act(id, does, text)
    }

    fn act(&mut self, id: PlayerId, does: LineAction, text: &str) -> Result<(), BuildError> {
        let betting = matches!(
            does,
            LineAction::Fold
                | LineAction::Check
                | LineAction::Call
                | LineAction::Bet
                | LineAction::DoubleBet
                | LineAction::RaiseTo
                | LineAction::AllIn
        );
        if !betting || self.is_stud || self.posting {
            return self.play_event(id, does, text);
        }
        if self.is_round_over() {
            // Some texts do not mark the streets, and have the board in the summary alone.
            self.builder.next_street();
            self.acted.clear();
            self.gaps.push(self.builder.moves.len());
            self.builder.deal_board(Cards::new(), 0);
        }
        let before = self.highest_bet();
        self.play_event(id, does, text)?;
        if does == LineAction::Fold {
            self.folded.push(id);
        } else if self.builder.players[id].bet > before {
            self.acted.clear();
        }
        self.acted.push(id);
        Ok(())
    }

    fn highest_bet(&self) -> Chips {
        self.builder.players.iter().map(|player| player.bet).max().unwrap_or(0)
    }

    /// Tells whether everybody who can has acted since the last raise, so that the next event is one of another street.
    fn is_round_over(&self) -> bool {
        let high = self.highest_bet();
        let mut live = self.builder.players.iter().enumerate().filter(|(id, player)| {
            player.playing && !self.folded.contains(id) && player.paid < player.stack
        });
        !self.acted.is_empty()
            && live.all(|(id, player)| self.acted.contains(&id) && player.bet == high)
    }

    fn play_event(&mut self, id: PlayerId, does: LineAction, text: &str) -> Result<(), BuildError> {
        match does {
            LineAction::Deal => self.deal(id, text),
            LineAction::SmallBlind => {
                let amount = self.amount(text)?;
                self.post_small_blind(id, amount);
            }
            LineAction::BigBlind => {
                let amount = self.amount(text)?;
                self.post_big_blind(id, amount);
            }
            LineAction::BringIn => {
                let amount = self.amount(text)?;
                self.builder.post_bring_in(id, amount);
            }
            LineAction::Ante => {
                let amount = self.amount(text)?;
                self.builder.post_ante(id, amount);
            }
            LineAction::BothBlinds => {
                let amount = self.amount(text)?;
                self.builder.post_both_blinds(id, amount);
            }
            LineAction::Late => {
                let amount = self.amount(text)?;
                self.builder.post_late(id, amount);
            }
            LineAction::Fold => self.builder.fold(id),
            LineAction::Check => self.builder.check(id),
            LineAction::Call => {
                let amount = self.amount(text)?;
                self.builder.call(id, Some(amount));
            }
            LineAction::Bet | LineAction::DoubleBet => {
                let amount = self.amount(text)?;
                if does == LineAction::DoubleBet {
                    self.double_bet.get_or_insert(self.builder.moves.len());
                }
                self.builder.bet(id, amount);
            }
            LineAction::RaiseTo => {
                let amount = self.amount(text)?;
                self.builder.raise_to(id, amount);
            }
            LineAction::AllIn => self.go_all_in(id, text)?,
            LineAction::GiveBack => {
                let amount = self.amount(text)?;
                self.builder.give_back(id, amount);
            }
            LineAction::Show => {
                // The line shows the best hand; the hole cards stand in a line before.
                let player = self.builder.take_part(id);
                player.shown.clone_from(&player.dealt);
            }
            LineAction::Muck => self.builder.muck(id, Cards::new()),
            LineAction::Collect => {
                let amount = self.amount(text)?;
                self.builder.collect(id, amount);
            }
        }
        Ok(())
    }

    fn deal(&mut self, id: PlayerId, text: &str) {
        self.posting = false;
        let cards = text.split_once('[').and_then(|(_, rest)| rest.split_once(']'));
        let cards = cards.map_or_else(Cards::new, |(cards, _)| find_cards(cards));
        if self.is_stud {
            if self.builder.moves.last().is_some_and(|last| last.event.is_betting()) {
                // Not every text marks the streets.
                self.builder.next_street();
            }
            self.builder.deal_more(id, cards);
        } else if !cards.is_empty() {
            self.builder.deal(id, cards);
        }
    }

    fn post_small_blind(&mut self, id: PlayerId, amount: Chips) {
        self.builder.post_small_blind(id, amount);
        if self.builder.small_blind == 0 {
            self.builder.small_blind = amount;
        }
    }

    fn post_big_blind(&mut self, id: PlayerId, amount: Chips) {
        if self.is_stud {
            self.builder.post_bring_in(id, amount);
        } else {
            self.builder.post_big_blind(id, amount);
        }
    }

    fn go_all_in(&mut self, id: PlayerId, text: &str) -> Result<(), BuildError> {
        let (first, last, count) = self.amounts(text)?;
        if self.posting {
            self.post_all_in(id, last);
        } else if count > 1 {
            self.builder.raise_to(id, last);
        } else {
            self.builder.put_in(id, first);
        }
        Ok(())
    }

    /// Reads a post that takes all of a stack: an ante, or the blind of a player who has paid an ante.
    fn post_all_in(&mut self, id: PlayerId, amount: Chips) {
        let antes = self.builder.players.iter().any(|player| player.ante != 0);
        let player = &self.builder.players[id];
        let owes_blind = player.ante != 0 || !antes;
        match &*player.name {
            "Small Blind" if owes_blind => self.post_small_blind(id, amount),
            "Big Blind" if owes_blind => self.post_big_blind(id, amount),
            _ => self.builder.post_ante(id, amount),
        }
    }

    fn read_summary(&mut self, line: &str) -> Result<(), BuildError> {
        if line.starts_with("Total Pot") {
            self.builder.pot_at = self.builder.at;
            let (total, rake) = line.split_once('|').unwrap_or((line, ""));
            self.builder.total_pot = Some(self.amounts(total)?.0);
            if rake.contains("Rake") {
                self.builder.rake = Some(self.amounts(rake)?.0);
            }
        } else if line.starts_with("Board") {
            self.deal_rest(&find_cards(line));
        }
        Ok(())
    }

    /// Deals what only the summary has: the board of players who were all-in, or of a text that names no streets.
    fn deal_rest(&mut self, cards: &[Card]) {
        for &place in &self.gaps {
            let lying = self.board.len();
            let count = if lying == 0 { 3 } else { 1 };
            let known = cards.get(lying..lying + count);
            let new =
                known.map_or_else(|| Cards::from_elem(Card::UNKNOWN, count), Cards::from_slice);
            self.board.extend_from_slice(&new);
            if let Some(made) = self.builder.moves.get_mut(place) {
                made.event = HandEvent::Board(new);
            }
        }
        self.gaps.clear();
        while self.board.len() < cards.len() {
            let lying = self.board.len();
            let end = cards.len().min((lying + 1).max(3));
            let new = Cards::from_slice(&cards[lying..end]);
            self.board.extend_from_slice(&new);
            self.builder.deal_board(new, 0);
        }
    }

    /// Numbers seats in the order of the text where their numbers are those of entrants.
    fn number_seats(&mut self) {
        let players = &self.builder.players;
        let number = |name: &str| self.builder.find(name).map(|id| players[id].number);
        let in_order = players.windows(2).all(|pair| pair[0].number <= pair[1].number);
        let dealer = number("Dealer");
        if in_order && (dealer.is_none() || dealer == self.builder.button) {
            return;
        }
        for (number, player) in (1..).zip(&mut self.builder.players) {
            player.number = number;
        }
        let place = |name: &str| self.builder.find(name).map(|id| id as u32 + 1);
        if let Some(dealer) = place("Dealer") {
            self.builder.button = Some(dealer);
        } else if let Some(small) = place("Small Blind") {
            self.builder.button = Some(small - 1);
        }
    }

    /// Finds out the bets of a stud game that the text does not name, by those that were made.
    fn find_bets(&mut self) {
        let builder = &mut self.builder;
        let mut street = 0;
        for (number, made) in builder.moves.iter().enumerate() {
            match made.event {
                HandEvent::Street => street += 1,
                HandEvent::RaiseTo(_, total) => {
                    let is_small = street < 2 && self.double_bet != Some(number);
                    builder.small_bet = if is_small { total } else { total / 2 };
                    break;
                }
                _ => {}
            }
        }
        if builder.small_bet == 0 {
            builder.small_bet = 2 * builder.bring_in;
        }
        builder.big_bet = 2 * builder.small_bet;
    }

    /// Tells whether half a cent is needed: for a small bet that is half of an odd big one, or for the bring-in, which
    /// is less than a small bet.
    fn has_half_cents(&self) -> bool {
        let builder = &self.builder;
        if builder.precision != Precision::CENTS {
            return false;
        }
        let mut streets = 0;
        let first = builder.moves.iter().find_map(|made| match made.event {
            HandEvent::Street => {
                streets += 1;
                None
            }
            HandEvent::RaiseTo(_, total) => Some((streets, total)),
            _ => None,
        });
        first.is_some_and(|(street, total)| street >= 2 && total % 2 != 0)
            || builder.bring_in == 0 && builder.small_bet == 1
    }
}

/// Returns the number, the name and the stack of a seat.
fn split_seat(line: &str) -> Option<(&str, &str, &str)> {
    let mut scan = Scan::new(line.strip_prefix("Seat")?);
    scan.text(" ");
    scan.text("+");
    let number = scan.digits()?;
    let (before, _) = cut(scan.rest, " in chips")?;
    let is_part = |letter: char| letter.is_ascii_digit() || matches!(letter, '.' | ',' | '$');
    let name = before.trim_end_matches(is_part);
    let stack = &before[name.len()..];
    if stack.is_empty() {
        return None;
    }
    Some((number, name.trim_matches([' ', ':', '(']), stack))
}

/// Returns a position without what marks the hero.
fn normalize_position(name: &str) -> Cow<'_, str> {
    let bytes = name.as_bytes();
    let is_normal =
        bytes.iter().all(|byte| byte.is_ascii_graphic() && *byte != b'[' || *byte == b' ')
            && !name.starts_with(' ')
            && !name.ends_with(' ')
            && !bytes.windows(2).any(|pair| pair == b"  ");
    if is_normal {
        return Cow::Borrowed(name);
    }
    let name = name.replace("[ME]", "");
    Cow::Owned(name.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Takes away what is said of time: `(timeout)`, `(auth)`, `-timeout`.
fn without_times(text: &str) -> Cow<'_, str> {
    if memchr::memchr2(b')', b'-', text.as_bytes()).is_none() {
        return Cow::Borrowed(text);
    }
    let mut lowered = text.to_ascii_lowercase();
    while let Some(end) = ["timeout)", "auth)", "disconnect)", "disconnected)"]
        .iter()
        .filter_map(|word| lowered.find(word).map(|place| place + word.len()))
        .min()
    {
        let Some(start) = lowered[..end].rfind('(') else { break };
        let start = lowered[..start].trim_end().len();
        lowered.replace_range(start..end, "");
    }
    Cow::Owned(lowered.replace("-timeout", ""))
}
