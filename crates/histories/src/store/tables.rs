//! The tables, each with all of its columns, in one place: the document of the store is compared with it.

use std::borrow::Cow;

use croupier_engine::{Chips, State, UNKNOWN_STACK};

use super::columns::{Column, Day, Exported, Flags, Numbers, Optional, Strings, Timestamp, Words};
use super::hand_fields::HandFields;
use super::texture::{describe_flop, describe_runout};
use super::walk::Walk;
use crate::builder::write_cards;
use crate::identity::fingerprint::Mark;
use crate::phh::field::Field;
use crate::phh::hand::Hand;
use crate::statistics::count::{AllIn, CountedEnd, HandCount, SeatCount, count_and_watch};
use crate::statistics::counters::Statistic;
use crate::statistics::position;
use crate::toml::{Name, Value};

/// How many statistics happen in a hand once or not at all: all before this one.
pub const ONCE: usize = Statistic::CheckRaise as usize;

/// How many players a hand has, and how many things they do with chips, for room.
const TYPICAL_PLAYERS: usize = 6;
const TYPICAL_ACTIONS: usize = 10;

/// A column: its name, its type for SQL, whether values may be missing, and what it says.
pub type Described = (&'static str, &'static str, bool, &'static str);

/// A table that is given away.
pub struct ExportedTable {
    /// The name.
    pub name: Cow<'static, str>,
    /// How many rows there are.
    pub length: usize,
    /// The columns.
    pub columns: Vec<Exported>,
}

macro_rules! table {
    ($(#[$about:meta])* $table:ident $said_of:ident {
        $($column:ident: $kind:ty = $said:literal,)*
    }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Default)]
        struct $table {
            $($column: $kind,)*
        }

        const $said_of: &[Described] = &[$(
            (stringify!($column), <$kind as Column>::SQL, <$kind as Column>::NULLABLE, $said),
        )*];

        impl $table {
            fn reserve(&mut self, count: usize) {
                $(self.$column.reserve(count);)*
            }

            fn append(&mut self, other: &Self, kept: Option<&[bool]>) {
                $(self.$column.append(&other.$column, kept);)*
            }

            fn export(self) -> Vec<Exported> {
                vec![$(self.$column.export(stringify!($column)),)*]
            }
        }
    };
}

table! {
    /// A row for each hand.
    Hands HANDS {
        id: Numbers<u64> = "the first half of the hand's fingerprint: the same in every format and file",
        cards: Optional<u64> = "a hash of all hole cards, where all are known",
        number: Optional<i64> = "the number of the hand",
        label: Strings = "its name, where that is no number",
        file: Numbers<u32> = "the file: the place in the list of its part",
        line: Optional<u32> = "the line where the hand begins; of all formats but PHH",
        start: Optional<u64> = "where the hand begins in its file, in bytes; only of PHH",
        length: Optional<u32> = "how many bytes it has there",
        room: Words = "where it was played",
        game: Words = "the code of the game, as PHH has it",
        currency: Words = "the code or the sign of the currency; none in tournaments",
        place: Words = "the table",
        event: Words = "the tournament, by its name or number",
        scale: Numbers<i64> = "how many units a chip is: amounts of all tables are in units",
        bet: Numbers<i64> = "the smallest bet, which is the big blind where there is one",
        day: Optional<Day> = "the day, as it is written",
        clock: Optional<Timestamp> = "day and time, as they are written",
        zone: Words = "the zone of the time",
        player_count: Numbers<u8> = "how many players there are",
        board: Strings = "the board, the first one where there are several",
        run_count: Numbers<u8> = "how many boards there were",
        flop: Optional<u16> = "what the flop is like, as bits",
        runout: Optional<u16> = "what turn and river change, as bits",
        flop_stack: Optional<i64> = "the second largest stack of those who are there when the second round begins: what can be lost against one of them",
        raise_count: Numbers<u8> = "bets and raises in the first round: two are a 3-bet pot",
        flop_pot: Optional<i64> = "the pot when the second round begins",
        turn_pot: Optional<i64> = "the pot when the third round begins",
        river_pot: Optional<i64> = "the pot when the fourth round begins",
        pot: Numbers<i64> = "all that was paid, bets that nobody called left out",
        rake: Optional<i64> = "what the record says that the house took",
        showdown: Flags = "whether there was a showdown",
        hidden: Flags = "whether cards of a showdown stayed unknown",
    }
}

table! {
    /// A row for each player of each hand.
    Players PLAYERS {
        player: Numbers<u8> = "the player, from 0 in the order of the blinds",
        name: Words = "the player's name",
        person: Words = "who the player is, where the room says it: an @ and the id",
        position: Words = "BTN, SB, BB, CO and so on; missing in games without blinds",
        starting_stack: Optional<i64> = "the stack at the start",
        hole_cards: Strings = "the hole cards, where they are known",
        paid: Optional<i64> = "what the player paid into the pots",
        net: Optional<i64> = "what was won or lost; missing where the record does not say it",
        luck_numerator: Optional<i64> = "how much more was to be expected in an all-in hand: a fraction of units",
        luck_denominator: Optional<i64> = "the denominator of that",
        deeds: Numbers<u64> = "statistics that happen once in a hand, as bits",
        later_deeds: Numbers<u64> = "statistics that happen more often, a byte each",
    }
}

table! {
    /// A row for each thing that players do with chips.
    Actions ACTIONS {
        player: Numbers<u8> = "the player, from 0 in the order of the blinds",
        street: Numbers<u8> = "the round of betting, from 0",
        action: Words = "what was done: the name of the method of a state",
        amount: Numbers<i64> = "what was paid",
    }
}

/// The number of a hand, which is the first column of every table.
pub const HAND: Described = ("hand", "BIGINT", false, "the number of the hand in this store");
/// The number of an action in its hand.
pub const ACTION: Described =
    ("number", "USMALLINT", false, "the number of the action in its hand, from 0");

/// All tables with all of their columns.
pub const SCHEMA: &[(&str, &[Described])] =
    &[("hands", HANDS), ("players", PLAYERS), ("actions", ACTIONS)];

/// Puts what happens once in a hand into a number: the chances, what was taken of them, whether the player acts last on
/// the flop, as far as that is known, whether the player was there at the showdown, and whether it is the player whose
/// record the hand is.
fn pack(one: &SeatCount, in_position: Option<bool>, is_hero: bool) -> u64 {
    let mut bits = 0;
    for (number, [chance, done]) in one.counts.0[..ONCE].iter().enumerate() {
        bits |= u64::from(*chance) << number | u64::from(*done) << (ONCE + number);
    }
    bits | u64::from(in_position.is_some()) << (2 * ONCE)
        | u64::from(in_position == Some(true)) << (2 * ONCE + 1)
        | u64::from(one.showdown) << (2 * ONCE + 2)
        | u64::from(is_hero) << (2 * ONCE + 3)
}

/// Tells whether what happens once did so at most, and the rest fits into a byte.
fn fits(one: &SeatCount) -> bool {
    let (once, often) = one.counts.0.split_at(ONCE);
    // All at once, which machines do quickly.
    let (all, wrong) = once.iter().fold((0, 0), |(all, wrong), [chance, done]| {
        (all | chance | done, wrong | (done & !chance))
    });
    all <= 1 && wrong == 0 && often.as_flattened().iter().all(|&count| count <= u8::MAX.into())
}

/// The place of a hand in its file.
#[derive(Debug, Clone, Copy, Default)]
pub struct FileSpan {
    /// The file, by its place in the list.
    pub file: u32,
    /// The line.
    pub line: u32,
    /// Where it begins in the file, and how many bytes it has.
    pub span: Option<(u64, u32)>,
}

/// An all-in hand: its row, the game, how many units a chip is, for each player what was won net, gross and out of the pots.
#[derive(Debug, Clone)]
pub struct AllInRow {
    /// The row of the hand.
    pub row: usize,
    /// The code of the game.
    pub variant: String,
    /// How many units a chip is.
    pub scale: i64,
    /// For each player what was won net, gross and out of the pots.
    pub amounts: Vec<(Chips, Chips, Chips)>,
    /// The cards and the pots.
    pub dealt: AllIn,
}

/// Rows of all tables.
#[derive(Debug, Clone, Default)]
pub struct TableRows {
    hands: Hands,
    players: Players,
    actions: Actions,
    /// How many actions each hand has.
    action_counts: Vec<u16>,
    /// All-in hands whose luck is not known yet.
    pub all_ins: Vec<AllInRow>,
    /// The marks that the hands are known by.
    pub marks: Vec<Mark>,
    walk: Walk,
}

/// The fate of a hand that was to be added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Added {
    /// It is there.
    Row,
    /// It came to no end.
    Unfinished,
    /// It was there before.
    Repeated,
    /// Its amounts are too large, or something happened more often than there is room for.
    TooLarge,
}

/// Amounts have cents, if that is enough.
const CENTS: i64 = 100;

/// From units of the state to those of the tables.
#[derive(Debug, Clone, Copy)]
struct Units {
    factor: Chips,
    divisor: Chips,
}

impl Units {
    const fn of(self, amount: Chips) -> Chips {
        self.of_finer(amount * self.factor)
    }

    /// Turns an amount that has the factor already.
    const fn of_finer(self, amount: Chips) -> Chips {
        // Nearly always, and to divide takes its time.
        if self.divisor == 1 { amount } else { amount / self.divisor }
    }

    fn of_stack(self, stack: Chips) -> Option<Chips> {
        (stack != UNKNOWN_STACK).then(|| self.of(stack))
    }
}

const fn gcd(mut one: i64, mut other: i64) -> i64 {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one.abs()
}

impl TableRows {
    /// Returns how many hands there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.hands.id.0.len()
    }

    /// Tells whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Makes room for about so many more hands.
    pub fn expect(&mut self, hands: usize) {
        self.hands.reserve(hands);
        self.players.reserve(hands * TYPICAL_PLAYERS);
        self.actions.reserve(hands * TYPICAL_ACTIONS);
        self.action_counts.reserve(hands);
        self.marks.reserve(hands);
    }

    /// Adds a hand that was played; `is_new` is asked whether it is there already.
    pub fn add(
        &mut self,
        hand: &Hand<'_>,
        state: &State,
        record: CountedEnd<'_>,
        scale: i64,
        source: FileSpan,
        is_new: &mut dyn FnMut(Mark) -> bool,
    ) -> Added {
        self.walk.begin(state);
        let Some(counted) = count_and_watch(state, record, &mut self.walk) else {
            return Added::Unfinished;
        };
        let room = self.walk.actions.len() <= usize::from(u16::MAX);
        if !room || !counted.seats.iter().all(fits) {
            return Added::TooLarge;
        }
        let mark = Mark::of_any(hand);
        if !is_new(mark) {
            return Added::Repeated;
        }
        self.marks.push(mark);
        let row = self.len();
        let divisor = self.find_divisor(state, &counted, record.factor, scale);
        let units = Units { factor: record.factor, divisor };
        let scale = scale / divisor;
        let said = HandFields::of(hand);
        self.add_hand(hand, &said, state, &counted, (units, scale), source, mark);
        self.add_players(hand, &said, state, &counted, units);
        self.add_actions(units);
        if let Some(mut dealt) = counted.all_in {
            let of = |amount: Chips| units.of_finer(amount);
            let shown = |one: &SeatCount| (of(one.net), of(one.gross), of(one.received));
            let amounts = counted.seats.iter().map(shown).collect();
            // Pots come of amounts that were paid, so that they can be divided as those can.
            dealt.pots.iter_mut().for_each(|pot| pot.0 = of(pot.0));
            let variant = hand.variant.unwrap_or_default().to_owned();
            self.all_ins.push(AllInRow { row, variant, scale, amounts, dealt });
        }
        Added::Row
    }

    /// Returns by what all amounts of a hand can be divided, so that those of nearly all hands are in cents: units may be
    /// finer, for pots that are split.
    fn find_divisor(&self, state: &State, counted: &HandCount, factor: Chips, scale: i64) -> i64 {
        if scale == 1 {
            return 1;
        }
        let stacks = state.definition.starting_stacks.iter();
        let stacks = stacks.filter(|&&stack| stack != UNKNOWN_STACK).copied();
        let walk = &self.walk;
        let coarse = stacks
            .chain(walk.actions.iter().map(|one| one.amount))
            .chain(counted.paid.iter().copied())
            .map(|amount| amount * factor);
        let amounts = counted
            .seats
            .iter()
            .flat_map(|one| [one.net, one.gross, one.received])
            .chain([counted.bet])
            .chain(coarse);
        if scale == CENTS {
            return 1;
        }
        if scale % CENTS == 0 {
            let divisor = scale / CENTS;
            if amounts.clone().all(|amount| amount % divisor == 0) {
                return divisor;
            }
        }
        amounts.fold(scale, gcd).max(1)
    }

    #[allow(clippy::too_many_arguments)]
    fn add_hand(
        &mut self,
        hand: &Hand<'_>,
        said: &HandFields<'_>,
        state: &State,
        counted: &HandCount,
        (units, scale): (Units, i64),
        source: FileSpan,
        mark: Mark,
    ) {
        let Self { hands, walk, .. } = self;
        hands.id.push(mark.content());
        hands.cards.push(Some(mark.cards()).filter(|&cards| cards != 0));
        let is_number = !hand.name.is_empty()
            && !hand.name.starts_with('0')
            && hand.name.bytes().all(|byte| byte.is_ascii_digit());
        let number = if is_number { hand.name.parse().ok() } else { None };
        hands.number.push(number);
        hands.label.push(Some(hand.name).filter(|name| number.is_none() && !name.is_empty()));
        hands.file.push(source.file);
        hands.line.push(source.span.is_none().then_some(source.line));
        hands.start.push(source.span.map(|(start, _)| start));
        hands.length.push(source.span.map(|(_, length)| length));
        hands.room.push(said.text(Field::Venue));
        hands.game.push(hand.variant.unwrap_or_default());
        hands.currency.push(hand.money());
        hands.place.push(said.text(Field::Table));
        let event = said.text(Field::Event);
        let is_named = !event.is_empty() || !hand.is_tournament();
        hands.event.push(if is_named { event } else { hand.tournament });
        hands.scale.push(scale);
        hands.bet.push(units.of_finer(counted.bet));
        let day = said.day();
        hands.day.push(day.map(Day));
        let time = hand.time.and_then(|time| time.moment()?.time);
        let clock = day.zip(time).map(|(day, (hour, minute, second, micros))| {
            let seconds = (i64::from(hour) * 60 + i64::from(minute)) * 60 + i64::from(second);
            Timestamp((i64::from(day) * 86_400 + seconds) * 1_000_000 + i64::from(micros))
        });
        hands.clock.push(clock);
        said.zone(&mut walk.text);
        hands.zone.push(if clock.is_some() { &walk.text } else { "" });
        hands.player_count.push(counted.seats.len() as u8);
        let mut text = std::mem::take(&mut walk.text);
        let board = walk.first_board(state);
        text.clear();
        write_cards(board, &mut text);
        hands.board.push(Some(&*text).filter(|text| !text.is_empty()));
        hands.run_count.push(walk.count_boards(state));
        hands.flop.push(describe_flop(board));
        hands.runout.push(describe_runout(board));
        hands.flop_stack.push(walk.flop_stack().map(|stack| units.of(stack)));
        hands.raise_count.push(u8::try_from(walk.raises).unwrap_or(u8::MAX));
        let [flop, turn, river] = walk.pots.map(|pot| pot.map(|pot| units.of(pot)));
        hands.flop_pot.push(flop);
        hands.turn_pot.push(turn);
        hands.river_pot.push(river);
        hands.pot.push(units.of(counted.paid.iter().sum::<Chips>()));
        let settled = counted.seats.iter().all(|one| one.settled);
        let rake = || units.of_finer(counted.seats.iter().map(|one| one.gross - one.net).sum());
        hands.rake.push(settled.then(rake));
        hands.showdown.push(!state.folded);
        hands.hidden.push(counted.hidden);
        walk.text = text;
    }

    fn add_players(
        &mut self,
        hand: &Hand<'_>,
        said: &HandFields<'_>,
        state: &State,
        counted: &HandCount,
        units: Units,
    ) {
        let Self { players, walk, .. } = self;
        let names = hand.said_players();
        let ids = said.ids.and_then(Value::fields);
        let stacks = &state.definition.starting_stacks;
        for (seat, one) in counted.seats.iter().enumerate() {
            players.player.push(seat as u8);
            let given = hand.players.get(seat).copied().unwrap_or_default();
            let name = names.as_ref().and_then(|names| names.get(seat)).map_or(given, |name| name);
            players.name.push(name);
            // Where two have one name, nobody knows whose the id is.
            let is_one = hand.players.iter().filter(|&&name| name == given).count() == 1;
            let ids = ids.filter(|_| is_one);
            let id = ids.and_then(|ids| ids.get(Name::new(given))).and_then(Value::text);
            match id.filter(|id| !id.is_empty()) {
                None => players.person.push(""),
                Some(id) => {
                    walk.text.clear();
                    walk.text.extend(["@", id]);
                    players.person.push(&walk.text);
                }
            }
            let name = || position::name(one.position).into();
            players.position.push_numbered(one.position.into(), name);
            players.starting_stack.push(units.of_stack(stacks[seat]));
            let saw = walk.saw.contains(seat);
            let held = walk.hole_cards(seat);
            if held.is_empty() || held.iter().any(|card| card.is_unknown()) {
                players.hole_cards.push(None);
            } else {
                let mut text = std::mem::take(&mut walk.text);
                text.clear();
                write_cards(walk.hole_cards(seat), &mut text);
                players.hole_cards.push(Some(&text));
                walk.text = text;
            }
            let (paid, net) = (units.of(counted.paid[seat]), units.of_finer(one.net));
            // Most players lose what they paid.
            players.paid.push((!one.settled || paid != -net).then_some(paid));
            players.net.push(one.settled.then_some(net));
            let knows = saw && one.position != position::NOWHERE;
            let is_last = || !walk.saw.iter().any(|other| other > seat);
            let is_hero = !given.is_empty() && given == hand.hero;
            players.deeds.push(pack(one, knows.then(is_last), is_hero));
            let [calls, raises] = one.counts.0[Statistic::AggressionFactor as usize];
            let [all, _] = one.counts.0[Statistic::AggressionFrequency as usize];
            let [chances, done] = one.counts.0[Statistic::CheckRaise as usize];
            let bytes = [calls, raises, all - calls - raises, chances, done];
            let later = bytes.iter().rev().fold(0, |bits, &count| bits << 8 | u64::from(count));
            players.later_deeds.push(later);
        }
        // The expectations of all-in hands are found later.
        let rows = players.player.0.len();
        players.luck_numerator.fill(rows);
        players.luck_denominator.fill(rows);
    }

    fn add_actions(&mut self, units: Units) {
        let Self { actions, action_counts, walk, .. } = self;
        action_counts.push(walk.actions.len() as u16);
        for one in &walk.actions {
            actions.player.push(one.player);
            actions.street.push(one.street);
            actions.action.push_numbered(one.kind as usize, || one.kind.info().method.into());
            actions.amount.push(units.of(one.amount));
        }
    }

    /// Asks for each all-in hand how much more than they won its players could expect, as fractions of units.
    pub fn adjust(&mut self, mut find: impl FnMut(&AllInRow) -> Option<Vec<(i64, i64)>>) {
        let (mut row, mut first) = (0, 0);
        for one in std::mem::take(&mut self.all_ins) {
            let Some(luck) = find(&one) else { continue };
            let between = self.hands.player_count.0.get(row..one.row).unwrap_or_default();
            first += between.iter().map(|&count| usize::from(count)).sum::<usize>();
            row = one.row;
            for (seat, (numerator, denominator)) in luck.into_iter().enumerate() {
                self.players.luck_numerator.set(first + seat, numerator);
                self.players.luck_denominator.set(first + seat, denominator);
            }
        }
    }

    /// Adds the rows of other tables after these; only those of some hands, if it is said which.
    pub fn append(&mut self, other: &Self, kept: Option<&[bool]>) {
        let rows = self.len();
        let spread = |counts: &mut dyn Iterator<Item = usize>| {
            kept.map(|kept| {
                counts.zip(kept).flat_map(|(count, &one)| vec![one; count]).collect::<Vec<bool>>()
            })
        };
        let hands = &other.hands;
        let of_players = spread(&mut hands.player_count.0.iter().map(|&count| count.into()));
        let of_actions = spread(&mut other.action_counts.iter().map(|&count| count.into()));
        self.hands.append(hands, kept);
        self.players.append(&other.players, of_players.as_deref());
        self.actions.append(&other.actions, of_actions.as_deref());
        let counts = other.action_counts.iter().enumerate();
        let is_kept = |row: usize| kept.is_none_or(|kept| kept[row]);
        self.action_counts.extend(counts.filter(|(row, _)| is_kept(*row)).map(|(_, &count)| count));
        let moved = |row: usize| match kept {
            None => row,
            Some(kept) => kept[..row].iter().filter(|kept| **kept).count(),
        };
        let all_ins = other.all_ins.iter().filter(|one| is_kept(one.row));
        self.all_ins
            .extend(all_ins.map(|one| AllInRow { row: rows + moved(one.row), ..one.clone() }));
        let marks = other.marks.iter().enumerate().filter(|(row, _)| is_kept(*row));
        self.marks.extend(marks.map(|(_, &mark)| mark));
    }

    /// Gives the tables away. Hands are numbered from `first` on.
    #[must_use]
    pub fn export(self, first: i64) -> Vec<ExportedTable> {
        let Self { hands, players, actions, action_counts, .. } = self;
        let count = hands.id.0.len();
        let numbers = Numbers((first..).take(count).collect::<Vec<i64>>());
        let repeat = |counts: &mut dyn Iterator<Item = usize>, rows: usize| {
            let mut repeated = Vec::with_capacity(rows);
            for (hand, count) in (first..).zip(counts) {
                repeated.resize(repeated.len() + count, hand);
            }
            Numbers(repeated)
        };
        let player_rows = players.player.0.len();
        let action_rows = actions.player.0.len();
        let of_players =
            repeat(&mut hands.player_count.0.iter().map(|&count| count.into()), player_rows);
        let of_actions = repeat(&mut action_counts.iter().map(|&count| count.into()), action_rows);
        let mut orders = Numbers(Vec::with_capacity(action_rows));
        action_counts.iter().for_each(|&count| orders.0.extend(0..count));
        let mut of_hands = vec![numbers.export(HAND.0)];
        of_hands.extend(hands.export());
        let mut all_players = vec![of_players.export(HAND.0)];
        all_players.extend(players.export());
        let mut all_actions = vec![of_actions.export(HAND.0), orders.export(ACTION.0)];
        all_actions.extend(actions.export());
        vec![
            ExportedTable { name: "hands".into(), length: count, columns: of_hands },
            ExportedTable { name: "players".into(), length: player_rows, columns: all_players },
            ExportedTable { name: "actions".into(), length: action_rows, columns: all_actions },
        ]
    }
}
