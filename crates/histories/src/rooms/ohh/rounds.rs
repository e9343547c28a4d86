//! From a record to a hand: a builder is told what happened.

use croupier_engine::Chips;

use super::conventions::{CountedChips, RecordedAmounts, expected, find_convention};
use super::keeping::{keep, written};
use super::members::{MemberError, MemberResult, short};
use super::records::{
    ActionKind, GameType, NOTHING, OhhRecord, RecordedAction, RecordedPlayer, RecordedRound,
    Street, is_zero,
};
use crate::amounts::number::Number;
use crate::builder::{
    BuildError, BuiltHand, Games, HandBuilder, HandName, HandProblem, Note, Precision, write_cards,
};
use crate::extensions::Identity;
use crate::rooms::json::JsonValue;
use crate::rooms::json::TextPlaces;
use crate::rooms::moments::read_moment;

/// Nobody takes more than such a part of a pot.
const SMALLEST_SHARE: Chips = 5;
/// Sums of smaller amounts can be counted.
const MAX_UNITS: Chips = 100_000_000_000_000;
/// The most boards of a hand.
const MAX_BOARDS: usize = 64;

/// Lets the engine play a hand; `hero` is the player whose cards are known, where the record does not say it.
pub(super) fn play_record(
    record: OhhRecord<'_>,
    hero: &str,
    places: &TextPlaces<'_>,
    games: &mut Games,
) -> Result<BuiltHand, Box<HandProblem>> {
    let (at, number) = (record.at, record.number.clone());
    let result = RoundReader::new(record, places).and_then(|reader| reader.fill_builder(hero));
    match result {
        Ok(table) => table.finish(games),
        Err(wrong) => {
            let MemberError { error, at: place } = *wrong;
            let place = if place == 0 { at } else { place };
            Err(Box::new(HandProblem {
                hand: number,
                ..HandProblem::new(error, places.find(place))
            }))
        }
    }
}

struct RoundReader<'a, 't> {
    record: OhhRecord<'t>,
    places: &'a TextPlaces<'a>,
    count: CountedChips,
    table: HandBuilder,
    /// The names of players.
    names: Vec<String>,
    /// The events at the table that are none of the hand: the round, the place in it.
    talk: Vec<(usize, usize)>,
    is_returned: bool,
    /// The winnings of players from the pots.
    won: Chips,
    /// How many have done something, and how many of them folded.
    seen: Vec<bool>,
    folds: usize,
}

impl<'a, 't> RoundReader<'a, 't> {
    fn new(record: OhhRecord<'t>, places: &'a TextPlaces<'a>) -> MemberResult<Self> {
        let precision = find_precision(&record);
        let amounts = RecordedAmounts {
            stacks: list_units(precision, record.players.iter().map(|one| (one.stack, record.at)))?,
            actions: { record.rounds.iter() }
                .map(|round| {
                    let amounts = round.actions.iter().map(|action| {
                        let amount = action.amount.filter(|_| !action.kind.is_table_talk());
                        (amount.unwrap_or(NOTHING), action.at)
                    });
                    list_units(precision, amounts)
                })
                .collect::<MemberResult<_>>()?,
            pots: sum_pots(&record, precision)?,
        };
        let count = find_convention(&record, &amounts);
        let mut table = HandBuilder::new(find_variant(&record)?, precision);
        table.hand = record.number.clone();
        table.begins = places.find(record.at);
        table.at = table.begins;
        let (names, seen) = (name_players(&record), vec![false; record.players.len()]);
        let (talk, is_returned, won, folds) = (Vec::new(), false, 0, 0);
        Ok(Self { record, places, count, table, names, talk, is_returned, won, seen, folds })
    }

    fn units(&self, number: Number) -> MemberResult<Chips> {
        units(self.table.precision, number, self.record.at)
    }

    fn fill_builder(mut self, hero: &str) -> MemberResult<HandBuilder> {
        if !is_zero(self.record.bet_cap) {
            self.table.cap = Some(self.units(self.record.bet_cap)?);
        }
        for place in 0..self.record.players.len() {
            let player = &self.record.players[place];
            let stack = self.units(player.stack)?;
            let sat = self.table.sit_by_name(player.seat, &self.names[place], stack);
            sat.map_err(|error| Box::new(MemberError { error, at: self.record.at }))?;
        }
        self.table.small_blind = self.units(self.record.small_blind)?;
        self.table.big_blind = self.units(self.record.big_blind)?;
        if self.record.bet_type == "FL" {
            self.table.small_bet = self.table.big_blind;
        }
        self.table.button = self.find_button();
        self.table.board_count = count_boards(&self.record.rounds).min(MAX_BOARDS);
        for (id, player) in self.record.players.iter().enumerate() {
            if !player.cards.is_empty() && !player.sitting_out {
                self.table.deal(id, player.cards.clone());
            }
        }
        let rounds = std::mem::take(&mut self.record.rounds);
        let mut runs = [0; Street::ALL.len()];
        for (at, round) in rounds.iter().enumerate() {
            self.begin(round, &mut runs[round.street as usize]);
            for (place, action) in round.actions.iter().enumerate() {
                self.table.at = self.places.find(action.at);
                self.add(at, place, action)?;
            }
        }
        self.record.rounds = rounds;
        self.table.at = self.table.begins;
        self.end()?;
        for note in std::mem::take(&mut self.record.notes) {
            self.table.note("odd-record", note);
        }
        if self.count.convention != expected(self.record.is_official) {
            self.table.note("amounts", format!("amounts are {}", self.count.convention.name));
        }
        self.describe(hero);
        Ok(self.table)
    }

    /// Returns the seat of the button, which is just before the small blind.
    fn find_button(&mut self) -> Option<u32> {
        let record = &self.record;
        let seat = |player: usize| record.players[player].seat;
        let actions = || record.rounds.iter().flat_map(|round| &round.actions);
        let button = record.dealer_seat;
        let small = actions().find(|action| action.kind == ActionKind::PostSmall);
        let Some(small) = small.and_then(|action| action.player).map(seat) else { return button };
        let mut active: Vec<u32> = actions()
            .filter(|action| !action.kind.is_table_talk())
            .filter_map(|action| action.player.map(seat))
            .collect();
        active.sort_unstable();
        active.dedup();
        let mut found = None;
        let expected = if active.len() == 2 {
            // At some rooms the big blind of two players has the button, and acts last on every street.
            let is_later = |round: &&RecordedRound| {
                !matches!(round.street, Street::Preflop | Street::Showdown)
            };
            let later = record.rounds.iter().filter(is_later).flat_map(|round| &round.actions);
            let mut later = later.filter(|action| !action.kind.is_table_talk());
            let first = later.find_map(|action| action.player.map(seat));
            let can_be = button.is_some_and(|button| active.contains(&button));
            if can_be && first == Some(small) {
                return button;
            }
            // Where nothing tells, it is as the record says, which is odd.
            found = button.filter(|_| can_be && first.is_none());
            small
        } else {
            let next =
                active.iter().copied().find(|&seat| button.is_none_or(|button| seat > button));
            if button.is_some() && next.or(active.first().copied()) == Some(small) {
                return button;
            }
            // Seats are circular: before the first comes the last.
            small.checked_sub(1).unwrap_or_else(|| active.last().copied().unwrap_or(0) + 1)
        };
        if button != Some(expected) {
            let said = match button {
                None => "missing".to_owned(),
                Some(seat) => format!("said to be on seat {seat}"),
            };
            let message = format!("the button is {said}; the small blind is on seat {small}");
            self.table.note("button", message);
        }
        found.or(Some(expected))
    }

    fn begin(&mut self, round: &RecordedRound, run: &mut usize) {
        if matches!(round.street, Street::Preflop | Street::Showdown) {
            return;
        }
        self.table.at = self.places.find(round.at);
        let left = self.seen.iter().filter(|&&seen| seen).count();
        if left.saturating_sub(self.folds) < 2 {
            if !round.cards.is_empty() {
                let mut message = String::new();
                write_cards(&round.cards, &mut message);
                message.push_str(" came after the hand and is left out");
                self.table.note("late-board", message);
            }
            return;
        }
        if *run == 0 {
            self.table.next_street();
        }
        if !round.cards.is_empty() {
            self.table.deal_board(round.cards.clone(), (*run).min(MAX_BOARDS - 1));
            *run += 1;
        }
    }

    fn add(&mut self, at: usize, place: usize, action: &RecordedAction) -> MemberResult<()> {
        let said = || units(self.table.precision, action.amount.unwrap_or(NOTHING), action.at);
        let Some(id) = action.player else {
            self.table.added += said()?;
            return Ok(());
        };
        if action.kind.is_table_talk() {
            self.talk.push((at, place));
            return Ok(());
        }
        let amount = said()?;
        let added = self.count.added[at][place];
        self.seen[id] = true;
        let table = &mut self.table;
        let cards = || action.cards.clone();
        match action.kind {
            ActionKind::PostSmall => table.post_small_blind(id, added),
            ActionKind::PostBig => table.post_big_blind(id, added),
            ActionKind::Straddle => table.post_straddle(id, added),
            ActionKind::PostExtra => table.post_late(id, added),
            ActionKind::PostAnte => table.post_ante(id, added),
            ActionKind::PostDead => table.post_dead(id, added),
            ActionKind::Fold => {
                self.folds += 1;
                table.fold(id);
            }
            ActionKind::Check => table.check(id),
            ActionKind::Call => table.call(id, action.amount.map(|_| added)),
            ActionKind::Bet | ActionKind::Raise => table.bet(id, added),
            ActionKind::AllIn => table.put_in(id, added),
            ActionKind::Dealt => table.deal(id, cards()),
            ActionKind::Shows if !action.cards.is_empty() => {
                table.show(id, cards());
                table.deal(id, cards());
            }
            ActionKind::Mucks => table.muck(id, cards()),
            ActionKind::AddToPot => table.post_dead(id, amount),
            ActionKind::Uncalled => {
                table.give_back(id, amount);
                self.is_returned = true;
            }
            _ => {}
        }
        Ok(())
    }

    // How it ends.

    fn end(&mut self) -> MemberResult<()> {
        let mut over = 0;
        if let Some((player, amount)) = self.count.uncalled
            && !self.is_returned
        {
            over = amount;
            self.table.give_back(player, amount);
        }
        if self.count.includes_uncalled {
            let message = "the pot holds a bet that nobody called; it is returned";
            self.table.note("uncalled", message.to_owned());
        } else {
            over = 0;
        }
        let Self { record, table, .. } = self;
        if record.pots.is_empty() {
            let actions = record.rounds.iter().flat_map(|round| &round.actions);
            for action in actions.filter(|action| action.kind == ActionKind::Collect) {
                if let Some(id) = action.player {
                    let amount = action.amount.unwrap_or(NOTHING);
                    table.collect(id, units(table.precision, amount, action.at)?);
                }
            }
            return Ok(());
        }
        table.pot_at = self.places.find(record.pots[0].at);
        if !record.is_official {
            self.win(0)?;
            return self.find_rake();
        }
        let total = sum_pots(record, table.precision)?;
        table.total_pot = total.map(|total| total - over);
        let (mut rake, mut jackpot) = (0, 0);
        for pot in &record.pots {
            rake += units(table.precision, pot.rake, pot.at)?;
            jackpot += units(table.precision, pot.jackpot, pot.at)?;
        }
        table.rake = Some(rake);
        if jackpot != 0 {
            table.fees.push(("jackpot", jackpot));
        }
        self.win(over)
    }

    /// Lets players win the pots, without a bet that is returned.
    fn win(&mut self, mut over: Chips) -> MemberResult<()> {
        let Self { record, table, count, won: all, .. } = self;
        for pot in &record.pots {
            for win in &pot.wins {
                if let Some(paid) = win.cash_out {
                    // The house pays the player, and gets what the hand wins.
                    table.cash_out(win.player, units(table.precision, paid, pot.at)?);
                    continue;
                }
                let mut won = units(table.precision, win.amount, pot.at)?;
                if count.uncalled.is_some_and(|(player, _)| player == win.player) {
                    let taken = won.min(over);
                    won -= taken;
                    over -= taken;
                }
                table.collect(win.player, won);
                *all += won;
            }
        }
        Ok(())
    }

    /// Takes what is missing from the pot for the rake, which the simplified form has not.
    fn find_rake(&mut self) -> MemberResult<()> {
        let Self { count, table, won, record, .. } = self;
        let returned = count.uncalled.map_or(0, |(_, amount)| amount);
        let pot = count.paid.iter().sum::<Chips>() - returned;
        let rake = pot - *won;
        let text = |units| table.precision.text(units);
        if rake < 0 || rake > pot / SMALLEST_SHARE {
            let error = BuildError::OhhNoRake { won: text(*won), pot: text(pot) };
            return Err(Box::new(MemberError { error, at: record.at }));
        }
        if rake != 0 {
            let message = format!("{} of the pot is won by nobody: it is the rake", text(rake));
            table.note("rake", message);
        }
        Ok(())
    }

    // Where and when it was played, and what else is known.

    fn describe(&mut self, hero: &str) {
        let Self { record, table, names, .. } = self;
        let filled = |text: &String| (!text.is_empty()).then(|| text.clone());
        let metadata = &mut table.metadata;
        match read_start(&record.start) {
            Some(moment) => metadata.moment = Some(moment),
            None if !record.start.is_empty() => {
                let message = format!("'{}' is no time", short(&record.start));
                table.note("time", message);
            }
            None => {}
        }
        let metadata = &mut table.metadata;
        metadata.venue = filled(&record.site);
        metadata.hand = filled(&record.number).map(HandName::Text);
        metadata.table = filled(&record.table);
        let size = record.table_size.and_then(|size| u32::try_from(size).ok());
        metadata.seat_count = size.filter(|&size| size > 0);
        let extensions = &mut table.extensions;
        if record.currency.len() == 3
            && record.currency.bytes().all(|sign| sign.is_ascii_uppercase())
        {
            metadata.currency = Some(record.currency.clone());
        } else {
            extensions.currency = filled(&record.currency);
        }
        let owner = match record.hero {
            Some(player) => Some(&names[player]),
            None => names.iter().find(|name| *name == hero),
        };
        extensions.hero = owner.cloned();
        extensions.network = filled(&record.network).filter(|network| *network != record.site);
        extensions.zoom = record.flags.iter().any(|flag| flag.eq_ignore_ascii_case("fast"));
        extensions.flags = record.flags.clone();
        let number = record.tournament.as_ref().and_then(|info| info.get("tournament_number"));
        extensions.tournament = match number.map(|item| &item.value) {
            Some(JsonValue::Text(text)) => Some(text.to_string()),
            Some(JsonValue::Number(written)) => Some((*written).to_owned()),
            _ => None,
        };
        if record.is_official {
            let ids = names.iter().zip(&record.players);
            let ids = ids.map(|(name, one)| (name.clone(), Identity::Number(one.id)));
            extensions.player_ids = ids.collect();
        }
        for (name, player) in names.iter().zip(&record.players) {
            if *name != player.name && !player.name.is_empty() {
                extensions.said_names.push((name.clone(), player.name.clone()));
                let message =
                    format!("{} is called {name} here, since two have the name", player.name);
                table.notes.push(Note { kind: "name".into(), message, line: table.at.line });
            }
        }
        let number = record.hand_number.take().filter(|number| *number != record.number);
        extensions.hand_number = number.filter(|text| !text.is_empty()).map(Identity::Text);
        if extensions.hero.is_none() && !record.hero_cards.is_empty() {
            let mut cards = String::new();
            write_cards(&record.hero_cards, &mut cards);
            extensions.hero_cards = Some(cards);
        }
        extensions.ohh = keep(record, names, &self.talk);
    }
}

fn units(precision: Precision, number: Number, at: usize) -> MemberResult<Chips> {
    match number.units(precision.scale()) {
        Some(units) if units.abs() < MAX_UNITS => Ok(units),
        _ => {
            let error = BuildError::AmountTooLarge { text: written(number) };
            Err(Box::new(MemberError { error, at }))
        }
    }
}

fn list_units(
    precision: Precision,
    amounts: impl Iterator<Item = (Number, usize)>,
) -> MemberResult<Vec<Chips>> {
    amounts.map(|(number, at)| units(precision, number, at)).collect()
}

/// Returns units that are as fine as the finest amount: chips, cents, or less.
fn find_precision(record: &OhhRecord<'_>) -> Precision {
    let mut places = 0;
    let mut look = |amount: Number| places = places.max(amount.fewest_places());
    let stakes = [record.small_blind, record.big_blind, record.ante, record.bet_cap];
    stakes.into_iter().for_each(&mut look);
    record.players.iter().for_each(|player| look(player.stack));
    for action in record.rounds.iter().flat_map(|round| &round.actions) {
        action.amount.filter(|_| !action.kind.is_table_talk()).into_iter().for_each(&mut look);
    }
    for pot in &record.pots {
        pot.amount.into_iter().chain([pot.rake, pot.jackpot]).for_each(&mut look);
        let wins = pot.wins.iter().flat_map(|win| win.cash_out.into_iter().chain([win.amount]));
        wins.for_each(&mut look);
    }
    let cents = u32::from(Precision::CENTS.digits);
    Precision { digits: if places == 0 { 0 } else { places.max(cents) as u8 } }
}

/// Returns all pots together, if there are any.
fn sum_pots(record: &OhhRecord<'_>, precision: Precision) -> MemberResult<Option<Chips>> {
    if record.pots.is_empty() {
        return Ok(None);
    }
    let mut total = 0;
    for pot in &record.pots {
        let parts = || {
            let wins = pot.wins.iter().map(|win| win.amount);
            wins.chain([pot.rake, pot.jackpot]).map(|amount| units(precision, amount, pot.at))
        };
        total += match pot.amount {
            Some(amount) => units(precision, amount, pot.at)?,
            None => parts().sum::<MemberResult<Chips>>()?,
        };
    }
    Ok(Some(total))
}

/// Returns the code of the game.
fn find_variant(record: &OhhRecord<'_>) -> MemberResult<&'static str> {
    let default = if record.game == GameType::Holdem { 2 } else { 4 };
    let seen = |action: &&RecordedAction| {
        matches!(action.kind, ActionKind::Dealt | ActionKind::Shows | ActionKind::Mucks)
    };
    let actions = record.rounds.iter().flat_map(|round| &round.actions);
    let shown = actions.filter(seen).map(|action| action.cards.len());
    let held = record.players.iter().map(|player| player.cards.len());
    let count = shown.chain(held).fold(default, usize::max);
    Ok(match (record.game, record.bet_type.as_str(), count) {
        (GameType::Holdem, "NL", 2) => "NT",
        (GameType::Holdem, "PL", 2) => "X:PT",
        (GameType::Holdem, "FL", 2) => "FT",
        (GameType::Omaha, "PL", 4) => "PO",
        (GameType::Omaha, "FL", 4) => "X:FO",
        (GameType::Omaha, "NL", 4) => "X:NO",
        (GameType::Omaha, "PL", 5) => "X:PO5",
        (GameType::Omaha, "PL", 6) => "X:PO6",
        (GameType::OmahaHiLo, "PL", 4) => "X:PO/8",
        (GameType::OmahaHiLo, "NL", 4) => "X:NO/8",
        (GameType::OmahaHiLo, "FL", 4) => "FO/8",
        (GameType::OmahaHiLo, "PL", 5) => "X:PO5/8",
        (game, limit, cards) => {
            let (game, limit) = (game.name(), short(limit));
            let error = BuildError::OhhUnplayableGame { game, limit, cards };
            return Err(Box::new(MemberError { error, at: record.at }));
        }
    })
}

/// Returns how many boards are bet on; boards that come after all bets are runs of one.
fn count_boards(rounds: &[RecordedRound]) -> usize {
    let mut streets = [0; Street::ALL.len()];
    let mut count = 1;
    for round in rounds {
        if !round.cards.is_empty() && round.street != Street::Showdown {
            streets[round.street as usize] += 1;
        }
        if round.actions.iter().any(|action| action.kind.is_decision()) {
            count = streets.into_iter().fold(count, usize::max);
        }
    }
    count
}

/// Returns what players are called; players of one name are told apart.
fn name_players(record: &OhhRecord<'_>) -> Vec<String> {
    let players = &record.players;
    let is_one = |name: &str| players.iter().filter(|other| other.name == name).count() == 1;
    let name = |player: &RecordedPlayer<'_>| match player.name.as_str() {
        "" => format!("Player @ {}", player.id),
        name if is_one(name) => name.to_owned(),
        name => format!("{name} @ {}", player.id),
    };
    players.iter().map(name).collect()
}

/// Reads when a hand began: a date with a time, or alone.
fn read_start(text: &str) -> Option<crate::builder::StartTime> {
    if text.len() == 10 {
        return read_moment(&format!("{text}T00:00:00")).map(|(moment, _)| moment);
    }
    read_moment(text).map(|(moment, _)| moment)
}
