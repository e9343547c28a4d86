//! Open Hand History by version 1.4.7 of the official specification.

mod rounds;

use std::fmt::Write;

use croupier_cards::Card;
use croupier_engine::Chips;

use super::json::quote;
use super::pokerstars::write_card;
use super::{HandView, Money, WriteError, write_number};
use crate::extensions::{AbsentSeat, Extensions, Identity, find};
use crate::writers::transcript::{Event, EventKind, Transcript};
pub use rounds::{PotShares, Role, Round, Rounds};
use rounds::{has_room, refuse_game};

/// The games and limits of the specification by the codes of variants.
pub const GAMES: [(&str, &str, &str); 12] = [
    ("NT", "Holdem", "NL"),
    ("X:PT", "Holdem", "PL"),
    ("FT", "Holdem", "FL"),
    ("PO", "Omaha", "PL"),
    ("X:FO", "Omaha", "FL"),
    ("X:NO", "Omaha", "NL"),
    ("X:PO5", "Omaha", "PL"),
    ("X:PO6", "Omaha", "PL"),
    ("X:PO/8", "OmahaHiLo", "PL"),
    ("X:NO/8", "OmahaHiLo", "NL"),
    ("FO/8", "OmahaHiLo", "FL"),
    ("X:PO5/8", "OmahaHiLo", "PL"),
];
/// The version of the specification that is written.
pub const VERSION: &str = "1.4.7";
/// The name of the official form.
pub const FORMAT: &str = "ohh";
/// The name of the simplified form.
pub const SIMPLIFIED: &str = "ohh-simplified";

/// Writes a hand on one line, without a newline at the end.
///
/// # Errors
///
/// The format has no room for the hand.
pub fn write(
    hand: &HandView<'_>,
    time: Option<&str>,
    format: &'static str,
) -> Result<String, WriteError> {
    if !has_room(hand.variant) {
        return Err(refuse_game(hand, format));
    }
    let transcript = hand.transcribe()?;
    let rounds = Rounds::of(hand, &transcript, format)?;
    let mut writer = Writer {
        hand,
        transcript: &transcript,
        rounds: &rounds,
        money: Money { sign: "", digits: hand.digits },
        ids: Vec::new(),
        absent_ids: Vec::new(),
        out: String::with_capacity(4096),
    };
    writer.find_ids();
    writer.write(time);
    Ok(writer.out)
}

/// Returns the numbers that all players have in the room, and then those of absent players; nothing where somebody
/// has none.
pub fn find_numbers<'n>(
    names: impl Iterator<Item = &'n str>,
    extensions: &Extensions,
) -> Option<Vec<i64>> {
    let absent = extensions.sitting_out.iter().map(|one| one.player.as_str());
    let given = |name: &str| match find(&extensions.player_ids, name) {
        Some(Identity::Number(number)) => Some(*number),
        _ => None,
    };
    names.map(given).chain(absent.map(given)).collect()
}

struct Writer<'a, 'b> {
    hand: &'b HandView<'a>,
    transcript: &'b Transcript<'a>,
    rounds: &'b Rounds<'a>,
    money: Money<'b>,
    ids: Vec<i64>,
    absent_ids: Vec<i64>,
    out: String,
}

impl Writer<'_, '_> {
    /// Finds the players' numbers: those that they had, or new ones by seat.
    fn find_ids(&mut self) {
        let hand = self.hand;
        let extensions = hand.extensions;
        let absent = &extensions.sitting_out;
        let names = hand.names.iter().map(|name| &**name);
        if let Some(mut known) = find_numbers(names, extensions) {
            self.absent_ids = known.split_off(hand.names.len());
            self.ids = known;
            return;
        }
        let count = hand.names.len();
        let seat = |place: usize| match place.checked_sub(count) {
            None => hand.seats[place],
            Some(place) => absent[place].seat,
        };
        let mut order: Vec<usize> = (0..count + absent.len()).collect();
        order.sort_by_key(|&place| seat(place));
        let mut ids = vec![0; order.len()];
        for (number, place) in order.into_iter().enumerate() {
            ids[place] = number as i64;
        }
        self.absent_ids = ids.split_off(count);
        self.ids = ids;
    }

    fn text(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn quoted(&mut self, text: &str) {
        quote(text, &mut self.out);
    }

    fn money(&mut self, units: Chips) {
        self.money.write_full(units, &mut self.out);
    }

    fn member(&mut self, name: &str, text: &str) {
        let _ = write!(self.out, ",\"{name}\":");
        self.quoted(text);
    }

    fn write(&mut self, time: Option<&str>) {
        let hand = self.hand;
        let extensions = hand.extensions;
        let game = GAMES.iter().find(|(variant, _, _)| *variant == hand.variant);
        let (game, limit) = game.map_or(("", ""), |&(_, game, limit)| (game, limit));
        let site = hand.venue.as_deref().unwrap_or("");
        let network = extensions.network.as_deref().filter(|network| !network.is_empty());
        let _ = write!(
            self.out,
            "{{\"ohh\":{{\"spec_version\":\"{VERSION}\",\"internal_version\":\"1.0.0\""
        );
        self.member("site_name", site);
        self.member("network_name", network.unwrap_or(site));
        self.member("game_number", hand.hand.as_deref().unwrap_or(""));
        self.text(",\"start_date_utc\":");
        match time {
            Some(time) => self.quoted(time),
            None => self.text("null"),
        }
        self.member("table_name", hand.table.as_deref().unwrap_or(""));
        self.member("game_type", game);
        let _ = write!(self.out, ",\"bet_limit\":{{\"bet_type\":\"{limit}\",\"bet_cap\":");
        match extensions.cap {
            Some(cap) => self.money(cap),
            None => self.text("0"),
        }
        let _ = write!(self.out, "}},\"table_size\":{}", hand.table_size());
        let currency = hand.currency.as_deref().filter(|currency| !currency.is_empty());
        let currency = currency.or(extensions.currency.as_deref());
        self.member("currency", currency.unwrap_or(""));
        let _ = write!(self.out, ",\"dealer_seat\":{}", hand.button());
        self.stakes();
        let hero = extensions.hero.as_deref();
        let hero = hero.and_then(|hero| hand.names.iter().position(|name| name == hero));
        match hero {
            Some(seat) => {
                let _ = write!(self.out, ",\"hero_player_id\":{}", self.ids[seat]);
            }
            None => self.text(",\"hero_player_id\":null"),
        }
        self.flags();
        if let Some(number) = &extensions.tournament {
            self.text(",\"tournament\":true,\"tournament_info\":{\"tournament_number\":");
            self.quoted(number);
            self.text("}");
        }
        self.players();
        self.write_rounds();
        self.pots();
        self.text("}}");
    }

    fn stakes(&mut self) {
        let hand = self.hand;
        let blinds = hand.blinds();
        let of = |role: Role| {
            let seat = self.rounds.roles.iter().position(|one| *one == Some(role));
            seat.map(|seat| blinds[seat].abs())
        };
        let (small, big) = (of(Role::Small), of(Role::Big).filter(|&big| big != 0));
        let small = small.or(hand.extensions.small_blind);
        let big = big.or_else(|| hand.bets().next()).unwrap_or(0);
        self.text(",\"small_blind_amount\":");
        match small {
            Some(small) => self.money(small),
            None => self.text("null"),
        }
        self.text(",\"big_blind_amount\":");
        self.money(big);
        let antes = self.rounds.rounds[0].events.iter();
        let antes = antes.filter(|event| event.kind == EventKind::Ante);
        let ante = antes.map(|event| event.amount).max().unwrap_or(0);
        self.text(",\"ante_amount\":");
        self.money(ante);
    }

    fn flags(&mut self) {
        let extensions = self.hand.extensions;
        let mut flags: Vec<&str> = extensions.flags.iter().map(String::as_str).collect();
        for (flag, holds) in [
            ("Run_It_Twice", self.transcript.run_count > 1),
            ("Fast", extensions.zoom),
            ("Cap", extensions.cap.is_some()),
            ("Bomb_Pot", extensions.bomb_pot),
        ] {
            if holds && !flags.iter().any(|given| given.eq_ignore_ascii_case(flag)) {
                flags.push(flag);
            }
        }
        self.text(",\"flags\":[");
        for (place, flag) in flags.into_iter().enumerate() {
            if place > 0 {
                self.text(",");
            }
            self.quoted(flag);
        }
        self.text("]");
    }

    fn players(&mut self) {
        let hand = self.hand;
        let extensions = hand.extensions;
        let stacks = if extensions.stacks.len() == hand.names.len() {
            &extensions.stacks
        } else {
            hand.stacks
        };
        let mut rows: Vec<(u32, i64, &str, Chips, bool)> = Vec::with_capacity(hand.names.len());
        for (place, name) in hand.names.iter().enumerate() {
            rows.push((hand.seats[place], self.ids[place], name, stacks[place], false));
        }
        for (AbsentSeat { seat, player, stack }, &id) in
            extensions.sitting_out.iter().zip(&self.absent_ids)
        {
            rows.push((*seat, id, player, *stack, true));
        }
        rows.sort_by_key(|row| row.0);
        self.text(",\"players\":[");
        for (place, (seat, id, name, stack, out)) in rows.into_iter().enumerate() {
            if place > 0 {
                self.text(",");
            }
            let _ = write!(self.out, "{{\"id\":{id},\"seat\":{seat},\"name\":");
            self.quoted(name);
            self.text(",\"starting_stack\":");
            self.money(stack);
            self.text(if out { ",\"is_sitting_out\":true}" } else { "}" });
        }
        self.text("]");
    }

    // Rounds.

    fn write_rounds(&mut self) {
        let rounds = self.rounds;
        self.text(",\"rounds\":[");
        for (number, round) in rounds.rounds.iter().enumerate() {
            if number > 0 {
                self.text(",");
            }
            self.begin_round(number, round.street, round.cards);
            let mut count = 0;
            let mut events = round.events.iter().peekable();
            if number == 0 {
                if let Some(added) = self.hand.extensions.added.filter(|&added| added != 0) {
                    self.begin_action(&mut count, None, "Add to Pot");
                    self.text(",\"amount\":");
                    self.money(added);
                    self.text("}");
                }
                while let Some(event) = events.next_if(|event| is_forced(event.kind)) {
                    self.action(&mut count, event, round.street);
                }
                for &(seat, cards) in &rounds.dealt {
                    self.begin_action(&mut count, Some(seat), "Dealt Cards");
                    self.cards(cards);
                    self.text("}");
                }
            }
            for event in events {
                self.action(&mut count, event, round.street);
            }
            self.text("]}");
        }
        let late = self.find_late_shows();
        if !rounds.shows.is_empty() || !late.is_empty() {
            self.text(",");
            self.begin_round(rounds.rounds.len(), "Showdown", &[]);
            let mut count = 0;
            for event in &rounds.shows {
                let shown = event.kind == EventKind::Show;
                let name = if shown { "Shows Cards" } else { "Mucks Cards" };
                self.begin_action(&mut count, event.seat, name);
                if event.cards.iter().any(|card| !card.is_unknown()) {
                    self.cards(event.cards);
                }
                self.text("}");
            }
            for (seat, cards) in late {
                self.begin_action(&mut count, Some(seat), "Shows Cards");
                self.text(",\"cards\":[");
                for (place, card) in cards.as_bytes().chunks(2).enumerate() {
                    let card = String::from_utf8_lossy(card);
                    let _ = write!(self.out, "{}\"{card}\"", if place > 0 { "," } else { "" });
                }
                self.text("]}");
            }
            self.text("]}");
        }
        self.text("]");
    }

    /// Returns who showed cards where nobody had to.
    fn find_late_shows(&self) -> Vec<(usize, String)> {
        let extensions = self.hand.extensions;
        let mut late = Vec::new();
        for (name, cards) in extensions.shows.iter().chain(&extensions.shown_after) {
            let seat = self.hand.names.iter().position(|one| one == name);
            let are_cards =
                cards.len() % 2 == 0 && cards.bytes().all(|byte| byte.is_ascii_alphanumeric());
            let Some(seat) = seat.filter(|_| are_cards && !cards.is_empty()) else { continue };
            let shown =
                |event: &Event<'_>| event.seat == Some(seat) && event.kind == EventKind::Show;
            if !self.rounds.shows.iter().any(shown) && !late.iter().any(|(one, _)| *one == seat) {
                late.push((seat, cards.clone()));
            }
        }
        late
    }

    fn begin_round(&mut self, number: usize, street: &str, cards: &[Card]) {
        let _ = write!(self.out, "{{\"id\":{number},\"street\":\"{street}\"");
        if cards.iter().any(|card| !card.is_unknown()) {
            self.cards(cards);
        }
        self.text(",\"actions\":[");
    }

    fn begin_action(&mut self, count: &mut usize, seat: Option<usize>, name: &str) {
        if *count > 0 {
            self.text(",");
        }
        *count += 1;
        self.text("{\"action_number\":");
        write_number(*count as u64, &mut self.out);
        if let Some(seat) = seat {
            let _ = write!(self.out, ",\"player_id\":{}", self.ids[seat]);
        }
        self.text(",\"action\":\"");
        self.text(name);
        self.text("\"");
    }

    fn cards(&mut self, cards: &[Card]) {
        self.text(",\"cards\":[");
        let known = cards.iter().filter(|card| !card.is_unknown());
        for (place, card) in known.enumerate() {
            self.text(if place > 0 { ",\"" } else { "\"" });
            write_card(*card, &mut self.out);
            self.text("\"");
        }
        self.text("]");
    }

    fn action(&mut self, count: &mut usize, event: &Event<'_>, street: &str) {
        let role = event.seat.and_then(|seat| self.rounds.roles.get(seat).copied().flatten());
        let name = match event.kind {
            EventKind::Blind => match role {
                Some(Role::Small) => "Post SB",
                Some(Role::Straddle) => "Straddle",
                _ => "Post BB",
            },
            EventKind::Ante => "Post Ante",
            EventKind::Dead => "Post Dead",
            EventKind::Straddle => "Straddle",
            EventKind::Post => "Post Extra Blind",
            EventKind::Fold => "Fold",
            EventKind::Check => "Check",
            EventKind::Call => "Call",
            // The specification has no bet before the flop.
            EventKind::Bet if street != "Preflop" => "Bet",
            _ => "Raise",
        };
        self.begin_action(count, event.seat, name);
        if event.amount != 0 {
            self.text(",\"amount\":");
            self.money(event.amount);
        }
        self.text(if event.all_in { ",\"is_allin\":true}" } else { "}" });
    }

    // Pots.

    fn pots(&mut self) {
        let extensions = self.hand.extensions;
        let rounds = self.rounds;
        let hand = self.hand;
        self.text(",\"pots\":[");
        for (number, pot) in rounds.pots.iter().enumerate() {
            if number > 0 {
                self.text(",");
            }
            // Whatever else was taken is named with the first pot.
            let jackpot = if number == 0 { extensions.jackpot.unwrap_or(0) } else { 0 };
            let won: Chips = pot.wins.iter().map(|&(_, won)| won).sum();
            let _ = write!(self.out, "{{\"number\":{number},\"amount\":");
            self.money(won + pot.taken);
            self.text(",\"rake\":");
            self.money(pot.taken - jackpot);
            if jackpot != 0 {
                self.text(",\"jackpot\":");
                self.money(jackpot);
            }
            self.text(",\"player_wins\":[");
            let mut wins = pot.wins.clone();
            if number == 0 {
                // A player who lost the hand may have been paid out for it (a cash-out).
                let won = |seat: &usize| {
                    rounds.pots.iter().any(|pot| pot.wins.iter().any(|win| win.0 == *seat))
                };
                let paid = |seat: &usize| find(&extensions.cash_outs, &hand.names[*seat]).is_some();
                let losers = (0..hand.names.len()).filter(|seat| paid(seat) && !won(seat));
                wins.extend(losers.map(|seat| (seat, 0)));
            }
            wins.sort_by_key(|&(seat, _)| self.ids[seat]);
            for (place, (seat, won)) in wins.into_iter().enumerate() {
                if place > 0 {
                    self.text(",");
                }
                let _ = write!(self.out, "{{\"player_id\":{},\"win_amount\":", self.ids[seat]);
                self.money(won);
                if number == 0
                    && let Some(&paid) = find(&extensions.cash_outs, &hand.names[seat])
                {
                    self.text(",\"cashout_amount\":");
                    self.money(paid);
                }
                self.text("}");
            }
            self.text("]}");
        }
        self.text("]");
    }
}

const fn is_forced(kind: EventKind) -> bool {
    matches!(
        kind,
        EventKind::Ante
            | EventKind::Dead
            | EventKind::Blind
            | EventKind::Straddle
            | EventKind::Post
    )
}
