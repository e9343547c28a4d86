//! Hands as the text of PokerStars, in the one form that trackers and solvers import.
//!
//! | module | what is in it |
//! |---|---|
//! | `heading` | the first line, the table and the seats |
//! | `dealing` | cards: those of players, discards, boards |
//! | `ending` | the showdown, the summary, and whether it adds up |

mod dealing;
mod ending;
mod heading;

use std::borrow::Cow;
use std::fmt::Write;

use croupier_cards::{Card, parse};
use croupier_engine::Chips;

use super::words::HandWords;
use super::{Dealt, HandView, Money, WriteError};
use crate::builder::currency_of;
use crate::extensions::find;
use crate::writers::transcript::{Event, EventKind, Transcript};

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

/// The options of a caller.
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
        return Err(WriteError::UnknownGame { variant: hand.variant.to_owned() });
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
    /// Whether amounts are money, and no chips of a tournament or of play.
    has_money: bool,
    hero: Option<&'b str>,
    /// Whether cards are told when they are dealt, where nobody is the hero.
    tells_dealt: bool,
    code: Cow<'b, str>,
    money: Money<'b>,
    is_limit: bool,
    /// The stakes of the header: the blinds, or the bets where they are fixed.
    stakes: (Chips, Chips),
    /// How much small and big blinds are.
    post_sizes: (Chips, Chips),
    blinds: Vec<Chips>,
    out: String,
    boards: Vec<Vec<Card>>,
    /// For each player who folded, the street or the draw.
    folded: Vec<Option<usize>>,
    /// The players who put chips into the pot that count as a bet.
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
        let sign = hand.currency_symbol.as_deref().filter(|sign| !sign.is_empty());
        let has_money = !is_tournament
            && (currency.is_some() || hand.digits > 0 || sign.is_some() && !extensions.play_money);
        // The text has signs of one letter, and each of them stands for one currency.
        let by_sign = sign.map(|sign| currency_of(sign).unwrap_or(""));
        let currency = currency.unwrap_or_else(|| by_sign.unwrap_or("USD"));
        let symbol = || SYMBOLS.iter().find(|(code, _)| *code == currency).map_or("", |one| one.1);
        let sign = sign.filter(|sign| currency_of(sign).is_some());
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
            has_money,
            hero: options.hero.or(extensions.hero.as_deref()),
            tells_dealt: true,
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
        writer.tells_dealt = writer.deals_cards_not_shown();
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
        parse::cards(cards).map(Some).map_err(|_| WriteError::CardSyntax {
            player: name.clone().into_owned(),
            cards: cards.clone(),
        })
    }

    /// Returns cards that a winner without a showdown showed when the hand was over.
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

    /// Tells whether somebody's cards are told when they are dealt: those of the hero, or where nobody is, those that
    /// are known otherwise than from a show after the hand.
    fn is_mine(&self, seat: usize) -> bool {
        let Some(name) = self.hand.names.get(seat) else { return false };
        self.hero.map_or_else(|| self.tells_dealt && !self.shows_late(seat), |hero| name == hero)
    }

    /// Tells whether somebody showed cards where nobody had to.
    fn shows_late(&self, seat: usize) -> bool {
        let Some(name) = self.hand.names.get(seat) else { return false };
        let extensions = self.hand.extensions;
        find(&extensions.shows, name).is_some() || find(&extensions.shown_after, name).is_some()
    }

    /// Tells whether cards are told when they are dealt: not those of one player alone, who would be the hero, where
    /// the showdown tells them.
    fn deals_cards_not_shown(&self) -> bool {
        let events = &self.transcript.events;
        let is_known = |event: &&Event<'_>| {
            event.kind == EventKind::Deal && event.cards.iter().any(|card| !card.is_unknown())
        };
        let known = events.iter().filter(is_known).filter_map(|event| event.seat);
        let mut known = known.filter(|&seat| !self.shows_late(seat));
        let first = known.next();
        let is_shown =
            || events.iter().any(|event| event.kind == EventKind::Show && event.seat == first);
        let is_alone = known.all(|seat| Some(seat) == first);
        self.dealt.is_stud || self.dealt.is_draw() || !is_alone || !is_shown()
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
