//! From a hand of a log to one that was played and whose money is right.

use std::borrow::Cow;
use std::collections::HashMap;

use croupier_cards::Card;
use croupier_engine::chips::units::{self, Amount};
use croupier_engine::{Cards, Chips};

use super::error::{LogError, LogProblem, quote};
use super::hands::{LoggedHand, split_player};
use super::lines::{Flag, Line, LineKind};
use super::people::People;
use crate::builder::{
    BuiltHand, Games, HandBuilder, HandName, HandProblem, LinePlace, Note, PlayerId, Precision,
    shorten, write_cards,
};
use crate::extensions::{Identity, add};
use crate::rooms::moments::read_moment;

/// The codes of the games by PokerNow's names.
pub const VARIANTS: [(&str, &str); 5] = [
    ("No Limit Texas Hold'em", "NT"),
    ("Pot Limit Omaha Hi", "PO"),
    ("Pot Limit Omaha Hi/Lo 8 or Better", "X:PO/8"),
    ("Pot Limit Omaha 5 Hi", "X:PO5"),
    ("Pot Limit Omaha 5 Hi/Lo 8 or Better", "X:PO5/8"),
];
const VENUE: &str = "PokerNow";
/// No amount has more characters.
const MAX_DIGITS: usize = 15;
/// How much is shown of a line that says something unknown.
const SHOWN: usize = 80;

/// The reason why a hand of a log is refused.
#[derive(Debug, Clone, PartialEq)]
pub enum LogRefusal {
    /// The log says something that makes no hand.
    Log(LogProblem),
    /// The hand cannot be played, or its money is wrong.
    Hand(Box<HandProblem>),
}

/// The facts that all hands of a log share.
#[derive(Debug, Clone, Default)]
pub struct Log {
    /// The number of the player whose log it is; empty if that is not known.
    pub owner: String,
    /// The name of the table; empty if that is not known.
    pub table: String,
    /// The people behind the names of the log.
    pub people: People,
    /// The last small blind that was posted beside each big blind: a hand with a dead one does not say its size.
    small_blinds: HashMap<LogAmount, LogAmount>,
}

/// An amount without zeros at its end: its digits, and how many of them stand behind the point.
type LogAmount = (i64, u8);

impl Log {
    /// Looks at all hands of a log. Cards that were shown know better than a name whose log it is.
    #[must_use]
    pub fn of<'a>(
        hands: impl Iterator<Item = &'a LoggedHand<'a>> + Clone,
        hero: &str,
        table: &str,
    ) -> Self {
        let named = hands.clone().flat_map(|hand| &hand.seats).find_map(|(_, player, _)| {
            let (name, number) = split_player(player);
            let is_hero = !hero.is_empty() && [player, name, number].contains(&hero);
            is_hero.then_some(number)
        });
        Self {
            owner: find_owner(hands.clone(), named.unwrap_or("")).to_owned(),
            table: table.to_owned(),
            people: People::of(hands.clone()),
            small_blinds: find_small_blinds(hands),
        }
    }

    /// Plays a hand.
    ///
    /// # Errors
    ///
    /// It cannot be played, or its money is wrong.
    pub fn read(&self, hand: &LoggedHand<'_>, games: &mut Games) -> Result<BuiltHand, LogRefusal> {
        let blame = |error: LogError, at: LinePlace| {
            let hand = hand.title().to_owned();
            LogRefusal::Log(LogProblem { error, at, hand, excerpt: String::new() })
        };
        let Some(&(_, variant)) = VARIANTS.iter().find(|(name, _)| *name == hand.game) else {
            let games = VARIANTS.map(|(name, _)| name).join(", ");
            let game = quote(&hand.game, 60);
            return Err(blame(LogError::UnknownGame { game, games }, hand.begins));
        };
        if hand.seats.is_empty() {
            return Err(blame(LogError::NoStacks, hand.begins));
        }
        let precision = find_precision(hand).map_err(|(error, at)| blame(error, at))?;
        let mut reader = LineReader {
            table: HandBuilder::new(variant, precision),
            log: self,
            hand,
            players: Vec::with_capacity(hand.seats.len()),
            is_bomb: hand.bomb_pot
                || hand.steps.iter().any(|step| step.line.kind == LineKind::BombPot),
        };
        let result = reader.fill_builder();
        let at = reader.table.at;
        result.map_err(|error| blame(error, at))?;
        reader.table.finish(games).map_err(LogRefusal::Hand)
    }
}

/// Returns the number of the player whose log it is, as far as shown cards tell.
///
/// The log says which cards its owner holds, not who that is. Who showed these cards in some hands and never others is
/// the owner.
fn find_owner<'a>(hands: impl Iterator<Item = &'a LoggedHand<'a>>, named: &'a str) -> &'a str {
    let mut fitting: Vec<&str> = Vec::new();
    let mut excluded: Vec<&str> = Vec::new();
    for hand in hands {
        if !hand.hero.is_empty() {
            return &hand.hero;
        }
        let held = &hand.hero_cards;
        if held.is_empty() {
            continue;
        }
        for step in hand.steps.iter().chain(&hand.shown) {
            if step.line.kind != LineKind::Show {
                continue;
            }
            let player = hand.who(step.line.player);
            let list = if !step.line.cards.iter().all(|card| held.contains(card)) {
                &mut excluded
            } else if step.line.cards.len() == held.len() {
                &mut fitting
            } else {
                continue;
            };
            if !list.contains(&player) {
                list.push(player);
            }
        }
    }
    fitting.retain(|player| !excluded.contains(player));
    match *fitting {
        [owner] => owner,
        _ if excluded.contains(&named) => "",
        _ => named,
    }
}

fn find_small_blinds<'a>(
    hands: impl Iterator<Item = &'a LoggedHand<'a>>,
) -> HashMap<LogAmount, LogAmount> {
    let mut blinds = HashMap::new();
    for hand in hands {
        let mut small = None;
        for step in &hand.steps {
            let line = &step.line;
            let amount = || line.amount.and_then(|text| read_amount(text).ok());
            match line.kind {
                LineKind::SmallBlind if line.flag != Flag::AllIn => small = amount(),
                LineKind::BigBlind if line.flag != Flag::AllIn => {
                    if let (Some(small), Some(big)) = (small.filter(|small| small.0 > 0), amount())
                    {
                        blinds.insert(big, small);
                        break;
                    }
                }
                _ => {}
            }
        }
    }
    blinds
}

/// Reads an amount.
fn read_amount(text: &str) -> Result<LogAmount, LogError> {
    let bytes = text.as_bytes();
    if bytes.len() > MAX_DIGITS {
        return Err(if bytes.iter().all(u8::is_ascii_digit) {
            LogError::LogAmountTooLong { given: bytes.len(), most: MAX_DIGITS }
        } else {
            LogError::AmountSyntax { text: quote(text, 40) }
        });
    }
    let (mut digits, mut places, mut behind) = (0_i64, 0_u8, false);
    for &byte in bytes {
        match byte {
            b'0'..=b'9' => {
                digits = digits * 10 + i64::from(byte - b'0');
                places += u8::from(behind);
            }
            b',' if !behind => {}
            b'.' if !behind => behind = true,
            _ => return Err(LogError::AmountSyntax { text: quote(text, 40) }),
        }
    }
    while places > 0 && digits % 10 == 0 {
        digits /= 10;
        places -= 1;
    }
    Ok((digits, places))
}

/// Finds how fine the chips of a hand are; or which line has an amount that is none.
fn find_precision(hand: &LoggedHand<'_>) -> Result<Precision, (LogError, LinePlace)> {
    let mut finest = 0;
    let mut look = |text: &str, at: LinePlace| {
        let (_, places) = read_amount(text).map_err(|error| (error, at))?;
        finest = finest.max(places);
        Ok(())
    };
    for (_, _, stack) in &hand.seats {
        look(stack, hand.begins)?;
    }
    for step in &hand.steps {
        if let Some(amount) = step.line.amount {
            look(amount, step.at)?;
        }
    }
    let finest = Amount::Decimal { digits: 1, places: finest };
    match units::places([finest]) {
        Some(digits) => Ok(Precision { digits }),
        None => Err((LogError::LogAmountTooFine, hand.begins)),
    }
}

/// Tells a builder what happened in a hand.
struct LineReader<'a, 'b> {
    table: HandBuilder,
    log: &'b Log,
    hand: &'b LoggedHand<'a>,
    /// The players by what lines call them.
    players: Vec<(&'b str, PlayerId)>,
    is_bomb: bool,
}

impl<'b> LineReader<'_, 'b> {
    fn fill_builder(&mut self) -> Result<(), LogError> {
        let hand = self.hand;
        self.table.hand = hand.title().to_owned();
        self.table.at = hand.begins;
        self.table.begins = hand.begins;
        if hand.double_board || self.is_bomb && self.has_second_board() {
            self.table.board_count = 2;
        }
        self.sit_down()?;
        self.table.button = self.find_button()?;
        if !hand.hero_cards.is_empty() {
            self.deal_hero();
        }
        if self.is_bomb {
            self.post_bomb_pot()?;
        }
        for step in &hand.steps {
            self.table.at = step.at;
            self.add(&step.line)?;
        }
        self.show_late()?;
        self.table.at = hand.begins;
        // The log has no rake: whatever is missing is a fault.
        self.table.rake = self.table.rake.or(Some(0));
        for (line, text) in &hand.strange {
            let message = format!("this is passed over: {}", shorten(text, SHOWN));
            self.table.notes.push(Note {
                kind: Cow::Borrowed("not-understood"),
                message,
                line: *line,
            });
        }
        self.describe()
    }

    // People and seats.

    fn sit_down(&mut self) -> Result<(), LogError> {
        let hand = self.hand;
        let people = &self.log.people;
        for (place, (number, player, stack)) in (1_u32..).zip(&hand.seats) {
            let (said, id) = split_player(player);
            let known = people.name(id).map_or_else(|| Cow::Borrowed(said), Cow::Borrowed);
            let taken = self.table.find(&known).is_some();
            let name = if taken { Cow::Owned(format!("{said} @ {id}")) } else { known };
            let units = self.units(stack)?;
            let sat = self.table.sit_by_name(number.unwrap_or(place), &name, units);
            sat.map_err(|_| LogError::SeatedTwice { text: quote(player, 60) })?;
            self.players.push((player, self.table.players.len() - 1));
            let number = Identity::Text(people.find(id).to_owned());
            self.table.extensions.player_ids.push((name.to_string(), number));
            if *name != *said {
                let message = format!("{said} is called {name} here, as everywhere in the log");
                self.table.note("name", message);
                self.table.extensions.said_names.push((name.into_owned(), said.to_owned()));
            }
        }
        Ok(())
    }

    fn find(&mut self, player: &'b str) -> Result<PlayerId, LogError> {
        if let Some(&(_, id)) = self.players.iter().find(|(token, _)| *token == player) {
            return Ok(id);
        }
        let number = self.hand.who(player);
        let seats = &self.hand.seats;
        let found = seats.iter().position(|(_, token, _)| split_player(token).1 == number);
        let id = found.ok_or_else(|| LogError::NotSeated { text: quote(player, 60) })?;
        self.players.push((player, id));
        Ok(id)
    }

    fn units(&self, text: &str) -> Result<Chips, LogError> {
        let (digits, places) = read_amount(text)?;
        Ok(digits * (10 as Chips).pow(u32::from(self.table.precision.digits - places)))
    }

    fn amount(&self, line: &Line<'_>) -> Result<Chips, LogError> {
        line.amount.map_or(Ok(0), |text| self.units(text))
    }

    /// Returns the seat of the button; a dead one is just before the first player to post.
    fn find_button(&mut self) -> Result<Option<u32>, LogError> {
        let hand = self.hand;
        if !hand.dealer.is_empty() {
            let number = split_player(&hand.dealer).1;
            let seats = &hand.seats;
            let found = seats.iter().position(|(_, token, _)| split_player(token).1 == number);
            if let Some(player) = found.and_then(|id| self.table.players.get(id)) {
                return Ok(Some(player.number));
            }
        }
        for kind in [LineKind::SmallBlind, LineKind::BigBlind] {
            if let Some(step) = hand.steps.iter().find(|step| step.line.kind == kind) {
                self.table.note("dead-button", "the button is dead".to_owned());
                let id = self.find(step.line.player)?;
                return Ok(Some(self.table.players[id].number.saturating_sub(1)));
            }
        }
        Ok(None)
    }

    // Chips that are paid.

    fn add(&mut self, line: &'b Line<'_>) -> Result<(), LogError> {
        let amount = self.amount(line)?;
        match line.kind {
            LineKind::Flop | LineKind::Turn | LineKind::River => {
                if line.flag == Flag::None {
                    self.table.next_street();
                }
                let run = usize::from(line.flag != Flag::None);
                self.table.deal_board(line.cards.clone(), run);
                return Ok(());
            }
            LineKind::Undealt
            | LineKind::Runs
            | LineKind::DeadSmallBlind
            | LineKind::DeadBigBlind
            | LineKind::Hand => return Ok(()),
            LineKind::Rake => {
                self.table.rake = Some(self.table.rake.unwrap_or(0) + amount);
                return Ok(());
            }
            kind if kind.is_post() && self.is_bomb => return Ok(()),
            _ => {}
        }
        let id = self.find(line.player)?;
        let table = &mut self.table;
        match line.kind {
            LineKind::Fold => table.fold(id),
            LineKind::Check => table.check(id),
            // The log names all of the street.
            LineKind::Call | LineKind::Bet | LineKind::Raise => table.put_in_to(id, amount),
            LineKind::Uncalled => table.give_back(id, amount),
            LineKind::Collect => table.collect(id, amount),
            LineKind::Show => self.show(id, &line.cards),
            LineKind::Dealt => table.deal(id, line.cards.clone()),
            LineKind::PaidBounty | LineKind::WonBounty => {
                let units = if line.kind == LineKind::PaidBounty { -amount } else { amount };
                let name = table.players[id].name.to_string();
                add(&mut table.extensions.seven_deuce, &name, units);
            }
            LineKind::SmallBlind => {
                table.small_blind = table.small_blind.max(amount);
                table.post_small_blind(id, amount);
            }
            LineKind::BigBlind => {
                if table.small_blind == 0 {
                    let small = line.amount.and_then(|text| read_amount(text).ok());
                    let small = small.and_then(|big| self.log.small_blinds.get(&big));
                    let digits = u32::from(table.precision.digits);
                    table.small_blind = small.map_or(0, |&(units, places)| {
                        let places = u32::from(places);
                        // One that is finer than the chips of the hand is not known here.
                        digits.checked_sub(places).map_or(0, |more| units * (10 as Chips).pow(more))
                    });
                }
                table.post_big_blind(id, amount);
            }
            LineKind::Ante => table.post_ante(id, amount),
            LineKind::Straddle => table.post_straddle(id, amount),
            LineKind::MissingSmallBlind => table.post_dead(id, amount),
            LineKind::MissedBigBlind => table.post_late(id, amount),
            _ => {}
        }
        Ok(())
    }

    /// Lets everybody pay the same before the flop, which is an ante; nobody bets then.
    fn post_bomb_pot(&mut self) -> Result<(), LogError> {
        let hand = self.hand;
        let mut paid: Vec<(PlayerId, Chips, Chips)> = Vec::new();
        for step in &hand.steps {
            let line = &step.line;
            if line.kind == LineKind::Flop {
                break;
            }
            if !line.kind.is_post() {
                continue;
            }
            let (id, amount) = (self.find(line.player)?, self.amount(line)?);
            let place = match paid.iter().position(|one| one.0 == id) {
                Some(place) => place,
                None => {
                    paid.push((id, 0, 0));
                    paid.len() - 1
                }
            };
            if line.kind == LineKind::Ante {
                paid[place].2 += amount;
            } else {
                // The amount that the line names is all that the player has put in.
                paid[place].1 = paid[place].1.max(amount);
            }
        }
        for (id, bet, ante) in paid {
            self.table.post_ante(id, bet + ante);
        }
        let players = &self.table.players;
        let able = |&id: &PlayerId| players[id].playing && players[id].paid < players[id].stack;
        let mut left: Vec<PlayerId> = (0..players.len()).filter(able).collect();
        if left.len() > 1 {
            let button = self.table.button.unwrap_or(0);
            left.sort_by_key(|&id| (players[id].number <= button, players[id].number));
            left.into_iter().for_each(|id| self.table.check(id));
        }
        self.table.extensions.bomb_pot = true;
        let message = "the bets of the bomb pot count as antes, and everybody checks";
        self.table.note("bomb-pot", message.to_owned());
        Ok(())
    }

    // Cards.

    fn show(&mut self, id: PlayerId, cards: &Cards) {
        let player = &self.table.players[id];
        let (dealt, shown) = (&player.dealt, &player.shown);
        let known = || cards.iter().filter(|card| !card.is_unknown());
        let is_known = |cards: &[Card]| cards.iter().all(|card| !card.is_unknown());
        let mut made = cards.clone();
        if is_known(dealt) && dealt.len() > known().count() {
            // All cards are known, although not all of them are shown.
            if known().all(|card| dealt.contains(card)) {
                made = dealt.clone();
            }
        } else if !shown.is_empty() && !shown.windows(cards.len()).any(|some| some == &cards[..]) {
            // Somebody shows one card, and then another.
            made = shown.iter().chain(cards).copied().collect();
        }
        self.table.show(id, made.clone());
        self.table.deal(id, made);
    }

    /// Takes note of cards that were shown when the hand was over.
    fn show_late(&mut self) -> Result<(), LogError> {
        let hand = self.hand;
        for step in &hand.shown {
            self.table.at = step.at;
            let id = self.find(step.line.player)?;
            let cards = &step.line.cards;
            let dealt = &self.table.players[id].dealt;
            if cards.is_empty() || dealt.windows(cards.len()).any(|some| some == &cards[..]) {
                continue;
            }
            let all: Cards = dealt.iter().chain(cards).copied().collect();
            self.table.deal(id, all);
            let name = self.table.players[id].name.to_string();
            let mut text = String::with_capacity(4);
            write_cards(cards, &mut text);
            let late = &mut self.table.extensions.shown_after;
            match late.iter_mut().find(|(one, _)| *one == name) {
                Some((_, known)) => known.push_str(&text),
                None => late.push((name, text)),
            }
        }
        Ok(())
    }

    fn deal_hero(&mut self) {
        let hand = self.hand;
        let seats = &hand.seats;
        let owner = &self.log.owner;
        let found = seats.iter().position(|(_, token, _)| split_player(token).1 == owner);
        let Some(id) = found.filter(|_| !owner.is_empty()) else {
            let mut cards = String::with_capacity(4);
            write_cards(&hand.hero_cards, &mut cards);
            self.table.note("unknown-hero", format!("it is not known whose cards {cards} are"));
            self.table.extensions.hero_cards = Some(cards);
            return;
        };
        self.table.deal(id, hand.hero_cards.clone());
        self.table.extensions.hero = Some(self.table.players[id].name.to_string());
    }

    /// Returns whether there is a second flop before anybody bets on one.
    fn has_second_board(&self) -> bool {
        let mut flops = 0;
        for step in &self.hand.steps {
            match step.line.kind {
                LineKind::Flop => flops += 1,
                LineKind::Runs => return false,
                kind if flops == 1 && kind.is_decision() => return false,
                _ => {}
            }
        }
        flops == 2
    }

    fn describe(&mut self) -> Result<(), LogError> {
        let hand = self.hand;
        let table = &mut self.table;
        table.metadata.venue = Some(VENUE.to_owned());
        let moment = read_moment(&hand.at);
        let number = || HandName::Number(hand.number.to_string());
        if hand.number.is_empty() || !hand.number.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(LogError::NoHandNumber { text: quote(&hand.number, 40) });
        }
        let name = match &moment {
            _ if !hand.name.is_empty() => Some(hand.name.to_string()),
            // Every table has a hand of this number, so that others would take them for one.
            Some((_, milliseconds)) => Some(format!("{}-{milliseconds}", hand.number)),
            None => None,
        };
        if name.is_some() {
            let number = hand.number.parse().map(Identity::Number);
            let number = number.unwrap_or_else(|_| Identity::Text(hand.number.to_string()));
            table.extensions.hand_number = Some(number);
        }
        table.metadata.hand = Some(name.map_or_else(number, HandName::Text));
        table.metadata.moment = moment.map(|(moment, _)| moment);
        if !self.log.table.is_empty() {
            table.metadata.table = Some(self.log.table.clone());
        }
        if !table.extensions.seven_deuce.is_empty() {
            let message = "a bounty was paid outside of the pot; the stacks are without it";
            table.note("bounty", message.to_owned());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_have_no_zeros_at_their_ends() {
        assert_eq!(read_amount("1,250.50"), Ok((12_505, 1)));
        assert_eq!(read_amount("20"), Ok((20, 0)));
        assert_eq!(read_amount("20.00"), Ok((20, 0)));
        assert!(read_amount(&"9".repeat(16)).is_err());
        assert!(read_amount("1.2.3").is_err());
    }
}
