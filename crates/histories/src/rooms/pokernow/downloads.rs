//! Downloads of hands: JSON with the events of each.

use std::borrow::Cow;

use croupier_cards::Card;
use croupier_engine::Cards;
use croupier_engine::seats::MAX_PLAYERS;

use super::error::{LogError, LogProblem};
use super::hands::{LoggedHand, LoggedStep};
use super::lines::{Flag, Line, LineKind};
use super::log::read_document;
use crate::builder::{LinePlace, card_of};
use crate::rooms::json::{Item, JsonValue, TextPlaces};
use crate::rooms::moments::date_since_epoch;

/// The most digits of an amount before the point, and of one that is read.
const MAX_WHOLE: usize = 15;
const MAX_DIGITS: usize = 40;
/// The seconds of a day.
const DAY: i64 = 86_400;

/// A hand of a download.
#[derive(Debug, Clone, Default)]
pub struct DownloadedHand {
    number: String,
    name: String,
    game: String,
    dealer: String,
    at: String,
    begins: LinePlace,
    seats: Vec<(u32, String, String)>,
    steps: Vec<DownloadedStep>,
    shown: Vec<DownloadedStep>,
    hero: String,
    hero_cards: Cards,
    strange: Vec<(u32, String)>,
    bomb_pot: bool,
    double_board: bool,
}

#[derive(Debug, Clone)]
struct DownloadedStep {
    kind: LineKind,
    player: String,
    amount: Option<String>,
    cards: Cards,
    flag: Flag,
    at: LinePlace,
}

impl DownloadedStep {
    fn view(&self) -> LoggedStep<'_> {
        let Self { kind, player, amount, cards, flag, at } = self;
        let (amount, cards) = (amount.as_deref(), cards.clone());
        LoggedStep { line: Line { kind: *kind, player, amount, cards, flag: *flag }, at: *at }
    }
}

impl DownloadedHand {
    /// Returns the hand as logs have it.
    #[must_use]
    pub fn view(&self) -> LoggedHand<'_> {
        let seat = |(number, player, stack): &'_ (u32, String, String)| {
            (Some(*number), Cow::Owned(player.clone()), Cow::Owned(stack.clone()))
        };
        LoggedHand {
            number: Cow::Borrowed(&self.number),
            name: Cow::Borrowed(&self.name),
            game: Cow::Borrowed(&self.game),
            dealer: Cow::Borrowed(&self.dealer),
            at: Cow::Borrowed(&self.at),
            begins: self.begins,
            row: 0,
            seats: self.seats.iter().map(seat).collect(),
            steps: self.steps.iter().map(DownloadedStep::view).collect(),
            shown: self.shown.iter().map(DownloadedStep::view).collect(),
            hero: Cow::Borrowed(&self.hero),
            hero_cards: self.hero_cards.clone(),
            renamed: Vec::new(),
            strange: self.strange.iter().map(|(line, text)| (*line, text.into())).collect(),
            bomb_pot: self.bomb_pot,
            double_board: self.double_board,
        }
    }
}

/// A hand, or where it begins and what is wrong with it.
pub type Downloaded = Result<DownloadedHand, (LinePlace, LogProblem)>;

/// Reads the hands of a download.
///
/// # Errors
///
/// The text is no JSON, or has no list of hands.
pub fn read_download(text: &str) -> Result<Vec<Downloaded>, LogProblem> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let places = TextPlaces::new(text, 1);
    let document = read_document(text, &places)?;
    let Some(JsonValue::List(hands)) = document.get("hands").map(|hands| &hands.value) else {
        return Err(LogProblem::new(LogError::NoDownload, places.find(document.at)));
    };
    let owner = told(document.get("playerId"));
    let read = |(number, item): (usize, &Item<'_>)| {
        let hand = DownloadedHand { begins: places.find(item.at), ..DownloadedHand::default() };
        let (begins, at) = (hand.begins, item.at);
        let mut reader = DownloadReader {
            places: &places,
            hand,
            owner: &owner,
            at,
            cents: false,
            has_flop: false,
        };
        reader.read(item, number + 1).map_err(|why| {
            let at = places.find(reader.at);
            let name = Some(told(item.get("id"))).filter(|name| !name.is_empty());
            let hand = name.unwrap_or_else(|| (number + 1).to_string());
            let error = LogError::NoDownloadedHand { why };
            (begins, LogProblem { hand, ..LogProblem::new(error, at) })
        })?;
        Ok(reader.hand)
    };
    Ok(hands.iter().enumerate().map(read).collect())
}

/// What was read; or what is wrong.
type Read<T> = Result<T, String>;

struct DownloadReader<'d, 't> {
    places: &'d TextPlaces<'t>,
    hand: DownloadedHand,
    /// The number of the player whose download it is.
    owner: &'d str,
    /// The byte where the player or the event begins that is being read.
    at: usize,
    /// Whether amounts are cents.
    cents: bool,
    /// Whether the flop lies on the table.
    has_flop: bool,
}

impl DownloadReader<'_, '_> {
    fn read(&mut self, item: &Item<'_>, number: usize) -> Read<()> {
        self.cents = is_true(item.get("cents"));
        self.hand.number = match item.get("number") {
            Some(number) => told(Some(number)),
            None => number.to_string(),
        };
        self.hand.name = told(item.get("id"));
        self.hand.game = name_game(&told(item.get("gameType")));
        self.hand.at = item.get("startedAt").map(write_moment).transpose()?.unwrap_or_default();
        self.hand.bomb_pot = is_true(item.get("bombPot"));
        self.hand.double_board = is_true(item.get("doubleBoard"));
        let dealer = item.get("dealerSeat").and_then(|seat| whole(seat).ok());
        let players = list(need(item, "players")?)?;
        if players.len() > MAX_PLAYERS {
            return Err(format!("{} players are more than {MAX_PLAYERS}", players.len()));
        }
        for player in players {
            self.at = player.at;
            self.sit(player, dealer)?;
        }
        let mut ended = false;
        for event in list(need(item, "events")?)? {
            self.at = event.at;
            let payload = need(event, "payload")?;
            let kind = need(payload, "type")?;
            let number = whole(kind).ok();
            let step = match number {
                Some(number) => self.read_event(payload, number)?,
                None => {
                    self.note(format!("an event of the type {}", kind.shown()));
                    None
                }
            };
            ended |= number == Some(FINISHED);
            match step {
                Some(step) if ended && step.kind == LineKind::Show => self.hand.shown.push(step),
                step => self.hand.steps.extend(step),
            }
        }
        Ok(())
    }

    fn sit(&mut self, player: &Item<'_>, dealer: Option<i64>) -> Read<()> {
        let id = told(Some(need(player, "id")?));
        if id.is_empty() {
            return Err("a player has no id".to_owned());
        }
        let seat = need(player, "seat")?;
        let number = u32::try_from(whole(seat)?).ok().filter(|&number| number < 1 << 31);
        let number = number.ok_or_else(|| format!("{} is no number of a seat", seat.shown()))?;
        let token = format!("{} @ {id}", told(player.get("name")));
        let stack = self.money(need(player, "stack")?)?;
        let cards = cards(player.get("hand"), false)?;
        if dealer == Some(number.into()) {
            self.hand.dealer.clone_from(&token);
        }
        if cards.is_empty() {
        } else if id == self.owner {
            self.hand.hero = id;
            self.hand.hero_cards = cards;
        } else {
            let dealt = self.step(LineKind::Dealt, &token, None, cards, Flag::None);
            self.hand.steps.push(dealt);
        }
        self.hand.seats.push((number, token, stack));
        Ok(())
    }

    fn read_event(&mut self, payload: &Item<'_>, kind: i64) -> Read<Option<DownloadedStep>> {
        let seat = payload.get("seat").and_then(|seat| whole(seat).ok());
        let sits = |one: &&(u32, String, String)| seat == Some(one.0.into());
        let player = self.hand.seats.iter().rev().find(sits).map(|one| one.1.clone());
        let amount = match payload.get("value").filter(|value| is_true(Some(value))) {
            Some(value) => self.money(value)?,
            None => "0".to_owned(),
        };
        let run = payload.get("run").or_else(|| payload.get("runNumber"));
        let second = if told(run) == "2" { Flag::Second } else { Flag::None };
        if kind == BOARD {
            let street = need(payload, "turn")?;
            let kind = match whole(street)? {
                1 => LineKind::Flop,
                2 => LineKind::Turn,
                3 => LineKind::River,
                _ => return Err(format!("{} is no street", street.shown())),
            };
            let cards = cards(Some(need(payload, "cards")?), false)?;
            self.has_flop |= kind == LineKind::Flop;
            return Ok(Some(self.step(kind, "", None, cards, second)));
        }
        let Some(name) = find_event(kind) else {
            match kind {
                BOUNTY => self.note("a bounty for seven and deuce was paid".to_owned()),
                RUNS | FINISHED | OVER => {}
                _ => self.note(format!("an event of the type {kind}")),
            }
            return Ok(None);
        };
        let player = match player {
            Some(player) => player,
            None if matches!(name, LineKind::Collect | LineKind::Show) => String::new(),
            None => return Err(format!("an event of the type {kind} has no player of the hand")),
        };
        let step = match name {
            LineKind::Collect => {
                let half = match &*told(payload.get("hiLo")) {
                    "hi" => Flag::High,
                    "lo" => Flag::Low,
                    _ => Flag::None,
                };
                let flag = if second == Flag::None { half } else { second };
                self.step(name, &player, Some(amount), Cards::new(), flag)
            }
            LineKind::Show => {
                self.step(name, &player, None, cards(payload.get("cards"), true)?, Flag::None)
            }
            _ => {
                let opens = name == LineKind::Bet && self.hand.bomb_pot && !self.has_flop;
                let is_bomb = opens || is_true(payload.get("bombPot"));
                let kind = if is_bomb { LineKind::BombPot } else { name };
                let flag = if is_true(payload.get("allIn")) { Flag::AllIn } else { Flag::None };
                self.step(kind, &player, Some(amount), Cards::new(), flag)
            }
        };
        Ok(Some(step))
    }

    fn step(
        &self,
        kind: LineKind,
        player: &str,
        amount: Option<String>,
        cards: Cards,
        flag: Flag,
    ) -> DownloadedStep {
        let at = self.places.find(self.at);
        DownloadedStep { kind, player: player.to_owned(), amount, cards, flag, at }
    }

    fn note(&mut self, text: String) {
        let line = self.places.find_line(self.at);
        self.hand.strange.push((line, text));
    }

    /// Returns an amount as a log would have it.
    fn money(&self, item: &Item<'_>) -> Read<String> {
        let shifted = match item.value {
            JsonValue::Number(written) => shift(written, if self.cents { -2 } else { 0 }),
            _ => None,
        };
        shifted.ok_or_else(|| format!("{} is no amount", item.shown()))
    }
}

/// Writes a number that is not negative with its point elsewhere, and without an exponent.
fn shift(written: &str, places: i64) -> Option<String> {
    let (mantissa, power) = written.split_once(['e', 'E']).unwrap_or((written, "0"));
    let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let power: i64 = power.parse().ok().filter(|power| (-40..=40).contains(power))?;
    let mut digits = format!("{whole}{part}");
    if digits.len() > MAX_DIGITS || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let behind = part.len() as i64 - power - places;
    if behind <= 0 {
        digits.extend(std::iter::repeat_n('0', behind.unsigned_abs() as usize));
    } else {
        let lacking = (behind as usize + 1).saturating_sub(digits.len());
        digits.insert_str(0, &"0".repeat(lacking));
        digits.insert(digits.len() - behind as usize, '.');
    }
    let zeros = digits.bytes().take_while(|&byte| byte == b'0').count();
    let end = digits.find('.').unwrap_or(digits.len());
    let bare = digits.split_off(zeros.min(end - 1));
    let size = bare.find('.').unwrap_or(bare.len());
    (size <= MAX_WHOLE).then_some(bare)
}

fn need<'i, 't>(item: &'i Item<'t>, name: &str) -> Read<&'i Item<'t>> {
    item.get(name).ok_or_else(|| format!("'{name}' is missing"))
}

fn list<'i, 't>(item: &'i Item<'t>) -> Read<&'i [Item<'t>]> {
    match &item.value {
        JsonValue::List(items) => Ok(items),
        _ => Err(format!("{} is no list", item.shown())),
    }
}

/// Returns what an item says: a text, or a number as it is written.
fn told(item: Option<&Item<'_>>) -> String {
    match item.map(|item| &item.value) {
        Some(JsonValue::Text(text)) => text.to_string(),
        Some(JsonValue::Number(written)) => (*written).to_owned(),
        _ => String::new(),
    }
}

/// Tells whether an item is there and neither false, zero nor empty.
fn is_true(item: Option<&Item<'_>>) -> bool {
    item.is_some_and(|item| match &item.value {
        JsonValue::Truth(truth) => *truth,
        JsonValue::Number(written) => written.bytes().any(|byte| matches!(byte, b'1'..=b'9')),
        _ => !item.is_empty(),
    })
}

fn whole(item: &Item<'_>) -> Read<i64> {
    let number = match item.value {
        JsonValue::Number(written) => written.parse().ok(),
        _ => None,
    };
    number.ok_or_else(|| format!("{} is no whole number", item.shown()))
}

/// Reads cards; those that are not seen are left out, unless it is asked for them.
fn cards(item: Option<&Item<'_>>, hidden: bool) -> Read<Cards> {
    let mut cards = Cards::new();
    let Some(item) = item.filter(|item| !item.is_empty()) else { return Ok(cards) };
    for card in list(item)? {
        let text = match &card.value {
            JsonValue::Null => {
                cards.extend(hidden.then_some(Card::UNKNOWN));
                continue;
            }
            JsonValue::Text(text) => text.replace("10", "T"),
            _ => String::new(),
        };
        let found = match *text.as_bytes() {
            [rank, suit] => card_of(rank.to_ascii_uppercase(), suit.to_ascii_lowercase()),
            _ => None,
        };
        cards.push(found.ok_or_else(|| format!("{} is no card such as Ah", card.shown()))?);
    }
    Ok(cards)
}

/// Writes a moment in milliseconds as logs have it; nothing where it is none.
fn write_moment(item: &Item<'_>) -> Read<String> {
    let Ok(milliseconds) = whole(item) else { return Ok(String::new()) };
    let seconds = milliseconds.div_euclid(1000);
    let (year, month, day) = date_since_epoch(seconds.div_euclid(DAY));
    if !(1..10_000).contains(&year) {
        return Err(format!("{} is no moment", item.shown()));
    }
    let clock = seconds.rem_euclid(DAY);
    let (hour, minute, second) = (clock / 3600, clock / 60 % 60, clock % 60);
    let part = milliseconds.rem_euclid(1000);
    Ok(format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{part:03}Z"))
}

/// Returns a game by the name that logs have for it.
fn name_game(code: &str) -> String {
    let name = code.to_lowercase();
    if !name.contains("omaha") && !name.contains("plo") {
        return "No Limit Texas Hold'em".to_owned();
    }
    let five = if name.contains('5') || name.contains("five") { " 5" } else { "" };
    let is_low = name.replace(['_', '-'], "").contains("hilo") || name.contains('8');
    let low = if is_low { "/Lo 8 or Better" } else { "" };
    format!("Pot Limit Omaha{five} Hi{low}")
}

// Types of events.
const BOARD: i64 = 9;
const RUNS: i64 = 14;
const FINISHED: i64 = 15;
const OVER: i64 = 17;
const BOUNTY: i64 = 18;

/// Returns what an event is that somebody does.
const fn find_event(kind: i64) -> Option<LineKind> {
    Some(match kind {
        0 => LineKind::Check,
        1 => LineKind::Bet,
        2 => LineKind::BigBlind,
        3 => LineKind::SmallBlind,
        4 => LineKind::MissedBigBlind,
        5 => LineKind::MissingSmallBlind,
        6 => LineKind::Straddle,
        7 => LineKind::Call,
        8 => LineKind::Raise,
        10 => LineKind::Collect,
        11 => LineKind::Fold,
        12 => LineKind::Show,
        13 => LineKind::Ante,
        16 => LineKind::Uncalled,
        19 => LineKind::Rake,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::shift;

    #[test]
    fn points_are_moved() {
        for (written, places, expected) in [
            ("50", -2, Some("0.50")),
            ("1234", -2, Some("12.34")),
            ("12.5", -2, Some("0.125")),
            ("0", -2, Some("0.00")),
            ("0.05", 0, Some("0.05")),
            ("1e3", 0, Some("1000")),
            ("1.5E3", -2, Some("15")),
            ("0e5", 0, Some("0")),
            ("-3", 0, None),
            ("1e15", 0, None),
            ("1e15", -2, Some("10000000000000")),
            ("1e99", 0, None),
        ] {
            assert_eq!(shift(written, places).as_deref(), expected, "{written}");
        }
    }
}
