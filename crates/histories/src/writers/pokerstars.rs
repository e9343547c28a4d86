//! Hands as the text of PokerStars, in the one form that trackers and solvers import.

use std::borrow::Cow;
use std::fmt::Write;

use croupier_cards::{Card, parse};
use croupier_engine::Chips;

use super::words::HandWords;
use super::{Dealt, HandView, Money, WriteError, write_number};
use crate::extensions::find;
use crate::transcript::{Award, Event, EventKind, Transcript};

/// The games, and what headers call them.
pub const TITLES: [(&str, &str); 26] = [
    ("NT", "Hold'em No Limit"),
    ("FT", "Hold'em Limit"),
    ("X:PT", "Hold'em Pot Limit"),
    ("NS", "6+ Hold'em No Limit"),
    ("PO", "Omaha Pot Limit"),
    ("X:NO", "Omaha No Limit"),
    ("X:FO", "Omaha Limit"),
    ("FO/8", "Omaha Hi/Lo Limit"),
    ("X:PO/8", "Omaha Hi/Lo Pot Limit"),
    ("X:NO/8", "Omaha Hi/Lo No Limit"),
    ("X:PO5", "5 Card Omaha Pot Limit"),
    ("X:PO5/8", "5 Card Omaha Hi/Lo Pot Limit"),
    ("X:PO6", "6 Card Omaha Pot Limit"),
    ("X:PC", "Courchevel Pot Limit"),
    ("X:PC/8", "Courchevel Hi/Lo Pot Limit"),
    ("F7S", "7 Card Stud Limit"),
    ("F7S/8", "7 Card Stud Hi/Lo Limit"),
    ("FR", "Razz Limit"),
    ("FB", "Badugi Limit"),
    ("F2L3D", "Triple Draw 2-7 Lowball Limit"),
    ("X:P2L3D", "Triple Draw 2-7 Lowball Pot Limit"),
    ("X:N2L3D", "Triple Draw 2-7 Lowball No Limit"),
    ("N2L1D", "Single Draw 2-7 Lowball No Limit"),
    ("X:F5D", "5 Card Draw Limit"),
    ("X:P5D", "5 Card Draw Pot Limit"),
    ("X:N5D", "5 Card Draw No Limit"),
];
/// Rooms whose texts are those of PokerStars.
const SITES: [&str; 5] =
    ["PokerStars", "Full Tilt", "Run It Once Poker", "PokerMaster", "PokerBros"];
/// Signs of currencies by their codes.
const SYMBOLS: [(&str, &str); 8] = [
    ("USD", "$"),
    ("EUR", "€"),
    ("GBP", "£"),
    ("CNY", "¥"),
    ("INR", "₹"),
    ("RUB", "₽"),
    ("KRW", "₩"),
    ("UAH", "₴"),
];
const RUNS: [&str; 4] = ["FIRST", "SECOND", "THIRD", "FOURTH"];
const STUD_STREETS: [&str; 5] = ["3rd STREET", "4th STREET", "5th STREET", "6th STREET", "RIVER"];
const STUD_NAMES: [&str; 5] = ["3rd Street", "4th Street", "5th Street", "6th Street", "River"];
const FULL_BOARD: usize = 5;

/// What a caller decides.
#[derive(Debug, Clone, Copy)]
pub struct Options<'a> {
    /// Whose cards are told; that of the hand if nothing is said, or everybody's whose cards are known where it names
    /// nobody.
    pub hero: Option<&'a str>,
    /// The name of the room where the hand has none that is written so.
    pub site: &'a str,
    /// The number of the hand, in digits.
    pub number: &'a str,
    /// The date, the time, and letters for the zone.
    pub time: &'a str,
}

/// Writes a hand, with a newline at the end.
///
/// # Errors
///
/// There is no such game at PokerStars, the hand does not come to its end, or its money does not add up.
pub fn write(hand: &HandView<'_>, options: &Options<'_>) -> Result<String, WriteError> {
    let title = TITLES.iter().find(|(variant, _)| *variant == hand.variant);
    let Some(&(_, title)) = title else {
        return Err(WriteError::NoSuchRoomGame { variant: hand.variant.to_owned() });
    };
    let transcript = hand.transcribe()?;
    let mut writer = Writer::new(hand, &transcript, options, title);
    writer.write()?;
    writer.verify()?;
    Ok(writer.out)
}

struct Writer<'a, 'b> {
    hand: &'b HandView<'a>,
    transcript: &'b Transcript<'a>,
    options: &'b Options<'b>,
    title: &'static str,
    dealt: Dealt,
    is_tournament: bool,
    hero: Option<&'b str>,
    code: Cow<'b, str>,
    money: Money<'b>,
    is_limit: bool,
    /// What the header has: the blinds, or the bets where they are fixed.
    stakes: (Chips, Chips),
    /// How much small and big blinds are.
    post_sizes: (Chips, Chips),
    blinds: Vec<Chips>,
    out: String,
    boards: Vec<Vec<Card>>,
    /// For each player who folded, the street or the draw.
    folded: Vec<Option<usize>>,
    /// Who put chips into the pot that count as a bet.
    put: Vec<bool>,
    shown: Vec<Option<&'a [Card]>>,
    ends: Vec<Event<'a>>,
    ups: Vec<Vec<Card>>,
    /// The cards of players who were dealt any.
    known: Vec<Option<Vec<Card>>>,
    draws: usize,
    last: Option<EventKind>,
    street: usize,
    paid: Chips,
    returned: Chips,
    collected: Chips,
    words: Option<HandWords>,
    said: Vec<(usize, usize, String)>,
}

impl<'a, 'b> Writer<'a, 'b> {
    fn new(
        hand: &'b HandView<'a>,
        transcript: &'b Transcript<'a>,
        options: &'b Options<'b>,
        title: &'static str,
    ) -> Self {
        let count = hand.names.len();
        let extensions = hand.extensions;
        let currency = hand.currency.as_deref().filter(|code| !code.is_empty());
        let is_tournament =
            extensions.tournament.is_some() || (hand.level.is_some() && currency.is_none());
        let has_money = !is_tournament && (currency.is_some() || hand.digits > 0);
        let currency = currency.unwrap_or("USD");
        let symbol = || SYMBOLS.iter().find(|(code, _)| *code == currency).map_or("", |one| one.1);
        let sign = hand.currency_symbol.as_deref().filter(|sign| !sign.is_empty());
        let sign = if has_money { sign.unwrap_or_else(symbol) } else { "" };
        let is_limit = title.ends_with(" Limit")
            && !title.ends_with("No Limit")
            && !title.ends_with("Pot Limit");
        let mut writer = Self {
            hand,
            transcript,
            options,
            title,
            dealt: hand.dealt(),
            is_tournament,
            hero: options.hero.or(extensions.hero.as_deref()),
            code: if has_money { Cow::Borrowed(currency) } else { Cow::Borrowed("") },
            money: Money { sign, digits: hand.digits },
            is_limit,
            stakes: (0, 0),
            post_sizes: (0, 0),
            blinds: hand.blinds(),
            out: String::with_capacity(2048),
            boards: vec![Vec::new()],
            folded: vec![None; count],
            put: vec![false; count],
            shown: vec![None; count],
            ends: Vec::new(),
            ups: vec![Vec::new(); count],
            known: vec![None; count],
            draws: 0,
            last: None,
            street: 0,
            paid: 0,
            returned: 0,
            collected: 0,
            words: None,
            said: Vec::new(),
        };
        writer.stakes = writer.find_stakes();
        writer.post_sizes = writer.find_post_sizes();
        writer
    }

    // Amounts, names and cards.

    fn money(&mut self, units: Chips) {
        self.money.write(units, &mut self.out);
    }

    fn text(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn name(&mut self, seat: usize) {
        let hand = self.hand;
        if let Some(name) = hand.names.get(seat) {
            self.out.push_str(name);
        }
    }

    fn cards(&mut self, cards: &[Card]) {
        write_cards(cards, &mut self.out);
    }

    fn end_line(&mut self) {
        self.out.push('\n');
    }

    // The head.

    fn write(&mut self) -> Result<(), WriteError> {
        self.header();
        self.table();
        self.seats();
        self.posts();
        self.play()?;
        self.showdown()?;
        for remark in &self.hand.extensions.remarks {
            self.out.push_str(remark);
            self.out.push('\n');
        }
        self.summary();
        Ok(())
    }

    fn header(&mut self) {
        let hand = self.hand;
        let extensions = hand.extensions;
        let site = hand.venue.as_deref().filter(|venue| SITES.contains(venue));
        let options = self.options;
        self.text(site.unwrap_or(options.site));
        if extensions.zoom {
            self.text(" Zoom");
        }
        self.text(" Hand #");
        self.text(options.number);
        self.text(": ");
        if self.is_tournament {
            self.text("Tournament #");
            self.text(extensions.tournament.as_deref().unwrap_or("0"));
            self.text(", ");
            self.text(extensions.buy_in.as_deref().unwrap_or("Freeroll"));
        }
        self.text(" ");
        let mix = extensions.mix.as_deref().filter(|mix| !mix.is_empty());
        if let Some(mix) = mix {
            self.text(mix);
            self.text(" (");
        }
        if hand.state.definition.board_count > 1 {
            self.text("Split ");
        }
        self.text(self.title);
        if mix.is_some() {
            self.text(")");
        }
        if self.is_tournament
            && let Some(level) = hand.level.filter(|&level| level > 0)
        {
            self.text(" - ");
            if let Some(round) = extensions.round.filter(|&round| round > 0) {
                self.text("Match Round ");
                write_roman(round, &mut self.out);
                self.text(", ");
            }
            self.text("Level ");
            write_roman(level, &mut self.out);
        }
        self.text(" (");
        self.write_stakes();
        self.text(") - ");
        self.text(options.time);
        self.end_line();
    }

    fn write_stakes(&mut self) {
        let (small, big) = self.stakes;
        let extensions = self.hand.extensions;
        if self.hand.variant == "NS" {
            let ante = self.hand.state.definition.antes.iter().copied().max().unwrap_or(0);
            self.text("Button Blind ");
            self.money(big);
            self.text(" - Ante ");
            self.money(ante);
        } else {
            let scale = (10 as Chips).pow(self.hand.digits);
            // Where one has cents, both have.
            let full = small % scale != 0 || big % scale != 0;
            for (place, units) in [small, big].into_iter().enumerate() {
                if place > 0 {
                    self.text("/");
                }
                self.text(self.money.sign);
                if full {
                    self.money.write_full(units, &mut self.out);
                } else {
                    self.money.write_bare(units, &mut self.out);
                }
            }
            if let Some(cap) = extensions.cap {
                self.text(" - ");
                self.money(cap);
                self.text(if self.code.is_empty() { " Cap -" } else { " Cap - " });
            }
        }
        if !self.code.is_empty() {
            let code = std::mem::take(&mut self.code);
            self.text(" ");
            self.text(&code);
            self.code = code;
        }
    }

    fn find_stakes(&self) -> (Chips, Chips) {
        let hand = self.hand;
        let first = hand.bets().next().unwrap_or(0);
        if self.is_limit {
            return (first, hand.bets().next_back().unwrap_or(0));
        }
        if let Some(small) = hand.extensions.small_blind {
            return (small, first);
        }
        let posted = || self.blinds.iter().copied().filter(|&blind| blind > 0);
        let below = posted().filter(|&blind| blind < first).min();
        if below.is_none() && posted().filter(|&blind| blind == first).count() == 1 {
            // Nobody posted the small blind, and nobody says what it is: half of the big one.
            return (first / 2, first);
        }
        (below.or_else(|| posted().min()).unwrap_or(first), first)
    }

    fn find_post_sizes(&self) -> (Chips, Chips) {
        let posted: Vec<Chips> = self.blinds.iter().copied().filter(|&blind| blind > 0).collect();
        let Some(&first) = posted.first() else { return (0, 0) };
        if !self.is_limit {
            return self.stakes;
        }
        let mut sorted = posted.clone();
        sorted.sort_unstable();
        let big = sorted[1.min(sorted.len() - 1)];
        (if posted.len() > 1 { first } else { 0 }, big)
    }

    fn table(&mut self) {
        let hand = self.hand;
        let absent = hand.extensions.sitting_out.iter().map(|one| one.seat);
        let most = hand.seats.iter().copied().chain(absent).max().unwrap_or(2);
        let usual = || [2, 6, 9, 10].into_iter().find(|&size| size >= most).unwrap_or(most);
        let count = hand.seat_count.filter(|&count| count > 0).unwrap_or_else(usual);
        self.text("Table '");
        self.text(hand.table.as_deref().unwrap_or("1"));
        let _ = write!(self.out, "' {count}-max");
        if !self.is_tournament && self.code.is_empty() {
            self.text(" (Play Money)");
        }
        if !self.dealt.is_stud {
            let _ = write!(self.out, " Seat #{} is the button", hand.button());
        }
        self.end_line();
    }

    fn seats(&mut self) {
        let hand = self.hand;
        let extensions = hand.extensions;
        let stacks = if extensions.stacks.len() == hand.names.len() {
            &extensions.stacks
        } else {
            hand.stacks
        };
        // Who sits at the same seat as somebody else is told in the order of the text.
        let mut rows: Vec<(u32, String)> = Vec::with_capacity(hand.names.len());
        for ((&seat, name), &stack) in hand.seats.iter().zip(&hand.names).zip(stacks) {
            let mut row = format!("Seat {seat}: {name} (");
            self.money.write(stack, &mut row);
            row.push_str(" in chips");
            if let Some(bounty) = find(&extensions.bounties, name) {
                row.push_str(", ");
                row.push_str(bounty);
                row.push_str(" bounty");
            }
            row.push(')');
            rows.push((seat, row));
        }
        for one in &extensions.sitting_out {
            let mut row = format!("Seat {}: {} (", one.seat, one.player);
            self.money.write(one.stack, &mut row);
            row.push_str(" in chips) is sitting out");
            rows.push((one.seat, row));
        }
        rows.sort();
        for (_, row) in rows {
            self.text(&row);
            self.end_line();
        }
    }

    // The play.

    fn posts(&mut self) {
        let transcript = self.transcript;
        let rank = |kind: EventKind| match kind {
            EventKind::Ante => Some(0),
            EventKind::Blind => Some(1),
            EventKind::Straddle => Some(2),
            EventKind::Post | EventKind::Dead => Some(3),
            _ => None,
        };
        let mut posts: Vec<(i32, Chips, &Event<'a>)> = Vec::with_capacity(self.blinds.len());
        for event in &transcript.events {
            let Some(rank) = rank(event.kind) else { continue };
            let seat = event.seat.unwrap_or(0);
            let place = match event.kind {
                EventKind::Ante => self.hand.seats.get(seat).map_or(0, |&seat| Chips::from(seat)),
                EventKind::Blind => self.blinds.get(seat).copied().unwrap_or(0),
                _ => seat as Chips,
            };
            posts.push((rank, place, event));
        }
        posts.sort_by_key(|&(rank, place, _)| (rank, place));
        let of = |seat: Option<usize>, kind: EventKind| {
            transcript.events.iter().find(|event| event.kind == kind && event.seat == seat)
        };
        let (small, big) = self.post_sizes;
        let mut posted = 0;
        for (_, _, event) in posts {
            self.paid += event.amount;
            let seat = event.seat.unwrap_or(0);
            let mut amount = event.amount;
            let what = match event.kind {
                EventKind::Ante => "the ante",
                EventKind::Straddle => "straddle",
                EventKind::Blind => {
                    let nominal = self.blinds.get(seat).copied().unwrap_or(0);
                    posted += 1;
                    if self.hand.variant == "NS" {
                        "button blind"
                    } else if nominal == small && small == big {
                        if posted == 1 { "small blind" } else { "big blind" }
                    } else if nominal < big {
                        "small blind"
                    } else {
                        "big blind"
                    }
                }
                EventKind::Post => match of(event.seat, EventKind::Dead) {
                    Some(dead) => {
                        amount += dead.amount;
                        "small & big blinds"
                    }
                    None => "big blind",
                },
                _ => {
                    if of(event.seat, EventKind::Post).is_some() {
                        continue;
                    }
                    "dead blind"
                }
            };
            if event.kind != EventKind::Ante {
                self.put[seat] = true;
            }
            self.name(seat);
            self.text(": posts ");
            self.text(what);
            self.text(" ");
            self.money(amount);
            if event.all_in {
                self.text(" and is all-in");
            }
            self.end_line();
        }
    }

    fn play(&mut self) -> Result<(), WriteError> {
        let added = self.hand.extensions.added;
        self.text(if self.dealt.is_stud {
            "*** 3rd STREET ***\n"
        } else if self.dealt.is_draw() {
            "*** DEALING HANDS ***\n"
        } else {
            "*** HOLE CARDS ***\n"
        });
        if let Some(added) = added.filter(|&added| added != 0) {
            self.text("STP added: ");
            self.money(added);
            self.end_line();
        }
        let transcript = self.transcript;
        for event in &transcript.events {
            let seat = event.seat.unwrap_or(0);
            match event.kind {
                EventKind::Deal if self.dealt.is_stud => self.deal_stud(event, seat),
                EventKind::Deal => self.deal(event, seat),
                EventKind::Board => self.board(event),
                EventKind::Fold => {
                    self.folded[seat] =
                        Some(if self.dealt.is_draw() { self.draws } else { self.street });
                    self.name(seat);
                    self.text(": folds");
                    if let Some(cards) = self.find_show(seat)? {
                        self.text(" ");
                        self.cards(&cards);
                    }
                    self.end_line();
                }
                EventKind::Check => {
                    self.name(seat);
                    self.text(": checks\n");
                }
                EventKind::Call | EventKind::Bet | EventKind::Raise | EventKind::BringIn => {
                    self.bet(event, seat);
                }
                EventKind::Uncalled => {
                    self.returned += event.amount;
                    self.text("Uncalled bet (");
                    self.money(event.amount);
                    self.text(") returned to ");
                    self.name(seat);
                    self.end_line();
                }
                EventKind::Discard => self.discard(event, seat),
                EventKind::Show => {
                    self.shown[seat] = Some(event.cards);
                    self.ends.push(*event);
                }
                EventKind::Muck => self.muck(event, seat),
                EventKind::Ante
                | EventKind::Dead
                | EventKind::Blind
                | EventKind::Straddle
                | EventKind::Post => {}
            }
            let unsaid =
                matches!(event.kind, EventKind::Show | EventKind::Muck | EventKind::Uncalled);
            if !unsaid {
                self.last = Some(event.kind);
            }
        }
        Ok(())
    }

    /// Returns cards that somebody showed where nobody had to.
    fn find_show(&self, seat: usize) -> Result<Option<Vec<Card>>, WriteError> {
        let extensions = self.hand.extensions;
        if extensions.shows.is_empty() && extensions.shown_after.is_empty() {
            return Ok(None);
        }
        let Some(name) = self.hand.names.get(seat) else { return Ok(None) };
        let shown = find(&extensions.shows, name).filter(|cards| !cards.is_empty());
        let Some(cards) = shown.or_else(|| self.find_late(seat, name)) else { return Ok(None) };
        parse::cards(cards).map(Some).map_err(|_| WriteError::NoCards {
            player: name.clone().into_owned(),
            cards: cards.clone(),
        })
    }

    /// Returns cards that whoever won without a showdown showed when the hand was over.
    fn find_late(&self, seat: usize, name: &str) -> Option<&String> {
        let late = find(&self.hand.extensions.shown_after, name).filter(|cards| !cards.is_empty());
        late.filter(|_| self.folded.get(seat).is_some_and(Option::is_none) && !self.is_showdown())
    }

    fn muck(&mut self, event: &Event<'a>, seat: usize) {
        self.ends.push(*event);
        let is_blank = |event: &Event<'a>| {
            event.kind == EventKind::Board && event.cards.iter().all(|card| card.is_unknown())
        };
        if self.transcript.events.iter().any(is_blank) {
            // The room folded for somebody who was all-in, and dealt nothing more.
            self.folded[seat] = Some(self.street);
            self.name(seat);
            self.text(": folds\n");
        }
    }

    fn bet(&mut self, event: &Event<'a>, seat: usize) {
        self.paid += event.amount;
        self.put[seat] = true;
        self.name(seat);
        if event.kind == EventKind::Raise {
            self.text(": raises ");
            self.money(event.over);
            self.text(" to ");
            self.money(event.total);
        } else {
            self.text(match event.kind {
                EventKind::Call => ": calls ",
                EventKind::Bet => ": bets ",
                _ => ": brings in for ",
            });
            self.money(event.amount);
        }
        if event.all_in {
            self.text(" and is all-in");
        }
        self.end_line();
    }

    fn is_mine(&self, seat: usize) -> bool {
        self.hero.is_none_or(|hero| self.hand.names.get(seat).is_some_and(|name| name == hero))
    }

    fn deal(&mut self, event: &Event<'a>, seat: usize) {
        let mut known = self.known[seat].take().unwrap_or_default();
        // Cards that are not known are left out, unless there are discards to tell them from.
        let seen: Vec<Card> =
            event.cards.iter().copied().filter(|card| !card.is_unknown()).collect();
        let whole = seen.len() == event.cards.len();
        if !seen.is_empty() && (whole || !self.dealt.is_draw()) && self.is_mine(seat) {
            self.text("Dealt to ");
            self.name(seat);
            self.text(" ");
            if !known.is_empty() || self.draws > 0 {
                self.cards(&known);
                self.text(" ");
            }
            self.cards(&seen);
            self.end_line();
        }
        known.extend_from_slice(event.cards);
        self.known[seat] = Some(known);
    }

    fn deal_stud(&mut self, event: &Event<'a>, seat: usize) {
        if self.last != Some(EventKind::Deal) && self.known[seat].is_some() {
            self.street += 1;
            self.text("*** ");
            self.text(STUD_STREETS[self.street.min(4)]);
            self.text(" ***\n");
        }
        let mut known = self.known[seat].take().unwrap_or_default();
        let mut ups = std::mem::take(&mut self.ups[seat]);
        let cards = event.cards.iter().enumerate();
        let new: Vec<Card> =
            cards.filter(|(at, _)| event.up >> at & 1 == 1).map(|(_, card)| *card).collect();
        let are_known = |cards: &[Card]| cards.iter().all(|card| !card.is_unknown());
        let whole = self.is_mine(seat) && are_known(event.cards) && are_known(&known);
        let (seen, before): (&[Card], &[Card]) =
            if whole { (event.cards, &known) } else { (&new, &ups) };
        if !seen.is_empty() && are_known(seen) {
            self.text("Dealt to ");
            self.name(seat);
            self.text(" ");
            if !before.is_empty() {
                self.cards(before);
                self.text(" ");
            }
            self.cards(seen);
            self.end_line();
        }
        known.extend_from_slice(event.cards);
        ups.extend(new);
        self.known[seat] = Some(known);
        self.ups[seat] = ups;
    }

    fn discard(&mut self, event: &Event<'a>, seat: usize) {
        if self.last != Some(EventKind::Discard) {
            self.draws += 1;
            if self.dealt.draws > 1 {
                self.text("*** ");
                self.text(RUNS[(self.draws - 1).min(3)]);
                self.text(" DRAW ***\n");
            }
        }
        let mut known = self.known[seat].take().unwrap_or_default();
        let mine = self.is_mine(seat);
        let are_known = |cards: &[Card]| cards.iter().all(|card| !card.is_unknown());
        self.name(seat);
        if event.cards.is_empty() {
            self.text(": stands pat");
            if mine && !known.is_empty() && are_known(&known) {
                self.text(" on ");
                self.cards(&known);
            }
        } else {
            let count = event.cards.len();
            let _ = write!(self.out, ": discards {count} card{}", if count > 1 { "s" } else { "" });
            if mine && are_known(event.cards) {
                self.text(" ");
                self.cards(event.cards);
            }
            for card in event.cards {
                if let Some(place) = known.iter().position(|held| held == card) {
                    known.remove(place);
                }
            }
        }
        self.end_line();
        self.known[seat] = Some(known);
    }

    fn board(&mut self, event: &Event<'a>) {
        if event.cards.iter().all(|card| card.is_unknown()) {
            return;
        }
        let boards = self.hand.state.definition.board_count;
        while self.boards.len() <= event.board {
            // A later run has some cards of the first.
            let kept = if boards > 1 { 0 } else { FULL_BOARD.saturating_sub(self.count_late()) };
            let base = self.boards[0][..kept.min(self.boards[0].len())].to_vec();
            self.boards.push(base);
        }
        let before = self.boards[event.board].len();
        let (number, street) = match before + event.cards.len() {
            1 => (0, "PRE-FLOP"),
            4 => (2, "TURN"),
            5 => (3, "RIVER"),
            _ => (1, "FLOP"),
        };
        if event.board == 0 {
            self.street = number;
        }
        let many = self.transcript.run_count > 1 || boards > 1;
        let is_late = || {
            event.board > 0 || self.boards[0].len() >= FULL_BOARD.saturating_sub(self.count_late())
        };
        let is_run = many && (boards > 1 || is_late());
        self.text("*** ");
        if is_run {
            self.text(RUNS[event.board.min(3)]);
            self.text(" ");
        }
        self.text(street);
        self.text(" *** ");
        if before > 0 {
            let board = std::mem::take(&mut self.boards[event.board]);
            self.cards(&board);
            self.text(" ");
            self.boards[event.board] = board;
        }
        self.cards(event.cards);
        self.end_line();
        self.boards[event.board].extend_from_slice(event.cards);
    }

    /// Returns how many cards the second board is dealt.
    fn count_late(&self) -> usize {
        let events = self.transcript.events.iter();
        let later = events.filter(|event| event.kind == EventKind::Board && event.board == 1);
        later.map(|event| event.cards.len()).sum()
    }

    // The end.

    fn is_showdown(&self) -> bool {
        self.folded.iter().filter(|folded| folded.is_none()).count() > 1
    }

    fn showdown(&mut self) -> Result<(), WriteError> {
        let transcript = self.transcript;
        if !self.is_showdown() {
            self.collect(&transcript.awards);
            let winner = self.folded.iter().position(Option::is_none).unwrap_or(0);
            self.name(winner);
            match self.find_show(winner)? {
                Some(cards) => {
                    self.text(": shows ");
                    self.cards(&cards);
                }
                None => self.text(": doesn't show hand"),
            }
            self.end_line();
            return Ok(());
        }
        let boards = self.boards.len();
        for run in 0..boards {
            self.text("*** ");
            if boards > 1 {
                self.text(RUNS[run.min(3)]);
                self.text(" ");
            }
            self.text("SHOW DOWN ***\n");
            for event in self.ends.clone() {
                let seat = event.seat.unwrap_or(0);
                if event.kind == EventKind::Muck {
                    self.name(seat);
                    self.text(": mucks hand\n");
                } else if self.shown[seat].is_some_and(|cards| std::ptr::eq(cards, event.cards)) {
                    self.name(seat);
                    self.text(": shows ");
                    self.cards(event.cards);
                    let words = self.say(seat, run);
                    if !words.is_empty() {
                        self.text(" (");
                        self.text(&words);
                        self.text(")");
                    }
                    self.end_line();
                }
            }
            let awards: Vec<Award> = transcript
                .awards
                .iter()
                .copied()
                .filter(|award| boards == 1 || award.board == run)
                .collect();
            self.collect(&awards);
        }
        for (name, amount) in &self.hand.extensions.cash_outs {
            self.out.push_str(name);
            self.out.push_str(" cashed out the hand for ");
            self.money(*amount);
            self.end_line();
        }
        Ok(())
    }

    /// Says what somebody who showed has on a board.
    fn say(&mut self, seat: usize, run: usize) -> String {
        let known = self.said.iter().find(|(one, board, _)| (*one, *board) == (seat, run));
        if let Some((_, _, words)) = known {
            return words.clone();
        }
        if self.words.is_none() {
            self.words = HandWords::of(self.hand.variant);
        }
        let board = self.boards.get(run).map_or(&[] as &[Card], Vec::as_slice);
        let hole = self.shown[seat].unwrap_or_default();
        let words = self.words.as_ref().map(|words| words.describe(hole, board));
        let words = words.unwrap_or_default();
        self.said.push((seat, run, words.clone()));
        words
    }

    /// Returns how many pots somebody won anything of, and the pots' numbers with what was won of them.
    fn pots(&self) -> Vec<(usize, Chips)> {
        let mut pots: Vec<(usize, Chips)> = Vec::with_capacity(2);
        for award in &self.transcript.awards {
            match pots.iter_mut().find(|(pot, _)| *pot == award.pot) {
                Some((_, sum)) => *sum += award.amount,
                None => pots.push((award.pot, award.amount)),
            }
        }
        pots.sort_unstable();
        pots
    }

    fn collect(&mut self, awards: &[Award]) {
        let pots = self.pots().len();
        let mut awards = awards.to_vec();
        if pots > 1 {
            awards.sort_by_key(|award| std::cmp::Reverse(award.pot));
        }
        for award in awards {
            self.collected += award.amount;
            self.name(award.seat);
            self.text(" collected ");
            self.money(award.amount);
            self.text(" from ");
            if pots > 1 {
                self.text(if award.pot == 0 { "main pot" } else { "side pot" });
                if award.pot > 0 && pots > 2 {
                    let _ = write!(self.out, "-{}", award.pot);
                }
            } else {
                self.text("pot");
            }
            self.end_line();
        }
    }

    fn rake(&self) -> Chips {
        let extensions = self.hand.extensions;
        match extensions.rake {
            Some(rake) if !extensions.cash_outs.is_empty() => rake,
            _ => self.transcript.taken + extensions.added.unwrap_or(0),
        }
    }

    fn summary(&mut self) {
        let transcript = self.transcript;
        self.text("*** SUMMARY ***\nTotal pot ");
        self.money(transcript.total_pot + self.hand.extensions.added.unwrap_or(0));
        let pots = self.pots();
        if pots.len() > 1 {
            for &(pot, amount) in &pots {
                self.text(if pot == 0 { " Main pot" } else { " Side pot" });
                if pot > 0 && pots.len() > 2 {
                    let _ = write!(self.out, "-{pot}");
                }
                self.text(" ");
                self.money(amount);
                self.text(".");
            }
        }
        self.text(" | Rake ");
        self.money(self.rake());
        self.end_line();
        let boards: Vec<Vec<Card>> =
            self.boards.iter().filter(|board| !board.is_empty()).cloned().collect();
        if boards.len() > 1 && transcript.run_count > 1 {
            self.text("Hand was run ");
            self.text(match transcript.run_count {
                2 => "twice",
                3 => "three times",
                _ => "many times",
            });
            self.end_line();
        }
        for (run, board) in boards.iter().enumerate() {
            if boards.len() > 1 {
                self.text(RUNS[run.min(3)]);
                self.text(" ");
            }
            self.text("Board ");
            self.cards(board);
            self.end_line();
        }
        let mut order: Vec<usize> = (0..self.hand.names.len()).collect();
        order.sort_by_key(|&seat| self.hand.seats[seat]);
        for seat in order {
            self.summary_seat(seat);
            self.end_line();
        }
    }

    fn summary_seat(&mut self, seat: usize) {
        let transcript = self.transcript;
        self.text("Seat ");
        write_number(u64::from(self.hand.seats[seat]), &mut self.out);
        self.text(": ");
        self.name(seat);
        self.positions(seat);
        if let Some(street) = self.folded[seat] {
            self.fold_words(seat, street);
            return;
        }
        let mut won: Vec<Chips> = vec![0; self.boards.len()];
        for award in transcript.awards.iter().filter(|award| award.seat == seat) {
            let board = if award.board < won.len() { award.board } else { 0 };
            won[board] += award.amount;
        }
        if !self.is_showdown() {
            self.text(" collected (");
            self.money(won.iter().sum());
            self.text(")");
            return;
        }
        let Some(shown) = self.shown[seat] else {
            self.text(" mucked");
            let known = self.known[seat].clone().unwrap_or_default();
            let whole = !known.is_empty() && known.iter().all(|card| !card.is_unknown());
            if whole && !self.dealt.is_draw() {
                self.text(" ");
                self.cards(&known);
            }
            return;
        };
        self.text(" showed ");
        self.cards(shown);
        for (run, amount) in won.into_iter().enumerate() {
            self.text(if run > 0 { ", and " } else { " and " });
            if amount != 0 {
                self.text("won (");
                self.money(amount);
                self.text(")");
            } else {
                self.text("lost");
            }
            let words = self.say(seat, run);
            if !words.is_empty() {
                self.text(" with ");
                self.text(&words);
            }
        }
    }

    fn positions(&mut self, seat: usize) {
        if self.hand.seats[seat] == self.hand.button() && !self.dealt.is_stud {
            self.text(" (button)");
        }
        let nominal = self.blinds.get(seat).copied().unwrap_or(0);
        let (small, big) = self.post_sizes;
        if (0 < nominal && nominal < big) || (nominal == small && small == big && seat == 0) {
            self.text(" (small blind)");
        } else if nominal == big && big > 0 {
            self.text(" (big blind)");
        }
    }

    fn fold_words(&mut self, seat: usize, street: usize) {
        let idle = if self.put[seat] { "" } else { " (didn't bet)" };
        if self.dealt.is_stud {
            self.text(" folded on the ");
            self.text(STUD_NAMES[street.min(4)]);
            self.text(idle);
        } else if self.dealt.is_draw() {
            if street == 0 {
                self.text(" folded before the Draw");
                self.text(idle);
            } else {
                self.text(" folded after the ");
                if self.dealt.draws > 1 {
                    self.text(["1st ", "2nd ", "3rd "][(street - 1).min(2)]);
                }
                self.text("Draw");
            }
        } else if street == 0 {
            self.text(" folded before Flop");
            self.text(idle);
        } else {
            self.text(" folded on the ");
            self.text(["Flop", "Turn", "River"][(street - 1).min(2)]);
        }
    }

    /// Sees that what was written adds up.
    fn verify(&self) -> Result<(), WriteError> {
        let transcript = self.transcript;
        let pot = self.paid - self.returned;
        if pot != transcript.total_pot {
            return Err(WriteError::PotNotPaid {
                paid: self.money.text(pot),
                pot: self.money.text(transcript.total_pot),
            });
        }
        let taken = self.rake();
        let added = self.hand.extensions.added.unwrap_or(0);
        let cashed_out = !self.hand.extensions.cash_outs.is_empty();
        if !cashed_out && self.collected + taken != pot + added {
            return Err(WriteError::PotNotWon {
                won: self.money.text(self.collected),
                taken: self.money.text(taken),
                pot: self.money.text(pot),
            });
        }
        Ok(())
    }
}

/// Appends cards between brackets, with blanks between them.
fn write_cards(cards: &[Card], out: &mut String) {
    out.push('[');
    for (place, card) in cards.iter().enumerate() {
        if place > 0 {
            out.push(' ');
        }
        write_card(*card, out);
    }
    out.push(']');
}

/// Appends a card.
pub(crate) fn write_card(card: Card, out: &mut String) {
    match (card.rank(), card.suit()) {
        (Some(rank), Some(suit)) => {
            out.push(rank.character());
            out.push(suit.character());
        }
        _ => {
            let _ = write!(out, "{card}");
        }
    }
}

/// Appends a level in Roman digits; in others, where the Romans had none.
pub fn write_roman(level: u32, out: &mut String) {
    const STEPS: [(u32, &str); 13] = [
        (1000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ];
    if !(1..4000).contains(&level) {
        return write_number(u64::from(level), out);
    }
    let mut left = level;
    for (value, letters) in STEPS {
        while left >= value {
            out.push_str(letters);
            left -= value;
        }
    }
}
