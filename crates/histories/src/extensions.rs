//! Fields that formats have beyond those of PHH, the same for all of them.
//!
//! Each field stands in a PHH file as a user-defined field, by its name with an underscore before it. Amounts are in
//! units of the hand, like all of its chips; players are known by their names in the hand.

use croupier_engine::Chips;

/// Somebody who sits at the table and is not dealt in.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct AbsentSeat {
    pub seat: u32,
    pub player: String,
    pub stack: Chips,
}

/// The identity of a player in a room, whatever the player's name is.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Identity {
    Text(String),
    Number(i64),
}

/// Values by the names of players, in the order in which they were found.
pub type ByName<T> = Vec<(String, T)>;

/// The value of a field, for writers.
#[derive(Debug, Clone, Copy, PartialEq)]
#[allow(missing_docs)]
pub enum Value<'a> {
    Text(&'a str),
    Texts(&'a [String]),
    Integer(i64),
    Flag(bool),
    Amount(Chips),
    Amounts(&'a [Chips]),
    AmountByName(&'a [(String, Chips)]),
    Said(&'a [(usize, String)]),
    TextByName(&'a [(String, String)]),
    IdentityByName(&'a [(String, Identity)]),
    Seats(&'a [AbsentSeat]),
    Name(&'a Identity),
}

/// How a field becomes a [`Value`]; nothing if it says nothing.
trait Valued {
    fn value(&self) -> Option<Value<'_>>;
}

macro_rules! valued {
    ($($type:ty: |$given:ident| $value:expr;)*) => {
        $(impl Valued for $type {
            fn value(&self) -> Option<Value<'_>> {
                let $given = self;
                $value
            }
        })*
    };
}

valued! {
    Option<String>: |one| one.as_deref().map(Value::Text);
    Option<u32>: |one| one.map(|number| Value::Integer(i64::from(number)));
    Option<usize>: |one| one.and_then(|number| Some(Value::Integer(i64::try_from(number).ok()?)));
    Option<Chips>: |one| one.map(Value::Amount);
    Option<Identity>: |one| one.as_ref().map(Value::Name);
    bool: |one| one.then_some(Value::Flag(true));
    Vec<String>: |many| (!many.is_empty()).then_some(Value::Texts(many));
    Vec<Chips>: |many| (!many.is_empty()).then_some(Value::Amounts(many));
    ByName<Chips>: |many| (!many.is_empty()).then_some(Value::AmountByName(many));
    Vec<(usize, String)>: |many| (!many.is_empty()).then_some(Value::Said(many));
    ByName<String>: |many| (!many.is_empty()).then_some(Value::TextByName(many));
    ByName<Identity>: |many| (!many.is_empty()).then_some(Value::IdentityByName(many));
    Vec<AbsentSeat>: |many| (!many.is_empty()).then_some(Value::Seats(many));
}

macro_rules! extensions {
    ($($(#[$doc:meta])* $field:ident: $type:ty = $name:literal,)*) => {
        /// The facts of a hand beyond the fields of PHH. Nothing of it is needed to play the hand but the number of
        /// boards.
        #[derive(Debug, Clone, PartialEq, Eq, Default)]
        pub struct Extensions {
            $($(#[$doc])* pub $field: $type,)*
        }

        impl Extensions {
            /// The names of all fields, as files have them, in the order of a file.
            pub const NAMES: &'static [&'static str] = &[$($name),*];

            /// Returns the fields that say something, in the order of a file.
            pub fn fields(&self) -> impl Iterator<Item = (&'static str, Value<'_>)> {
                let all = [$(($name, Valued::value(&self.$field))),*];
                all.into_iter().filter_map(|(name, value)| Some((name, value?)))
            }
        }
    };
}

extensions! {
    /// How many boards there are from the start, where there are several.
    board_count: Option<usize> = "_board_count",
    /// The name of the player whose record it is.
    hero: Option<String> = "_hero",
    /// The cards of that player, where nobody knows who it is.
    hero_cards: Option<String> = "_hero_cards",
    /// The seat of the button, which may be empty.
    button: Option<u32> = "_button",
    /// The small blind of the table, where nobody posted it.
    small_blind: Option<Chips> = "_small_blind",
    /// The rake that was taken from the pot.
    rake: Option<Chips> = "_rake",
    /// The chips that were taken for a jackpot.
    jackpot: Option<Chips> = "_jackpot",
    /// The chips that were taken for a bingo.
    bingo: Option<Chips> = "_bingo",
    /// The chips that were taken for a wheel of fortune.
    fortune: Option<Chips> = "_fortune",
    /// The chips that were taken as a tax.
    tax: Option<Chips> = "_tax",
    /// The chips that the house added to the pot.
    added: Option<Chips> = "_added",
    /// The most that a player can lose in the hand.
    cap: Option<Chips> = "_cap",
    /// The stacks with what is beyond the cap, in the order of the players.
    stacks: Vec<Chips> = "_stacks",
    /// The chips that the house paid players instead of what their hands win.
    cash_outs: ByName<Chips> = "_cash_outs",
    /// The posts of players that do not count as bets; they are a part of the antes.
    dead_posts: ByName<Chips> = "_dead_posts",
    /// The words of the record where the rules played something else: the number of the action, from 1 (0 where it is
    /// none), and the words.
    said: Vec<(usize, String)> = "_said",
    /// Cards that were shown where nobody had to.
    shows: ByName<String> = "_shows",
    /// Cards that were shown when the hand was over.
    shown_after: ByName<String> = "_shown_after",
    /// The players at the table who are not dealt in.
    sitting_out: Vec<AbsentSeat> = "_sitting_out",
    /// The identities of players in the room.
    player_ids: ByName<Identity> = "_player_ids",
    /// The names of players in the record, where they go by other names here.
    said_names: ByName<String> = "_said_names",
    /// The number of the hand at the table, where the hand's name is something else.
    hand_number: Option<Identity> = "_hand_number",
    /// The number of the tournament.
    tournament: Option<String> = "_tournament",
    /// The buy-in of the tournament, as it is written.
    buy_in: Option<String> = "_buy_in",
    /// The match round of the tournament.
    round: Option<u32> = "_round",
    /// The bounties on players, as they are written.
    bounties: ByName<String> = "_bounties",
    /// Lines on bounties, places and rebuys, as they are.
    remarks: Vec<String> = "_remarks",
    /// The chips that players paid (negative) or got for winning with seven and deuce.
    seven_deuce: ByName<Chips> = "_seven_deuce",
    /// Whether it is a bomb pot.
    bomb_pot: bool = "_bomb_pot",
    /// Whether it is a fast table.
    zoom: bool = "_zoom",
    /// The name of a mixed game.
    mix: Option<String> = "_mix",
    /// Whether chips are play money.
    play_money: bool = "_play_money",
    /// The flags of the hand, as Open Hand History has them.
    flags: Vec<String> = "_flags",
    /// The network of the room.
    network: Option<String> = "_network",
    /// A currency that has no code of ISO 4217.
    currency: Option<String> = "_currency",
    /// The members of a record of Open Hand History beyond all that, as JSON.
    ohh: Option<String> = "_ohh",
}

impl Extensions {
    /// Keeps what else than a rake was taken from the pot; nothing happens where nobody knows the name.
    pub fn add_fee(&mut self, name: &str, amount: Chips) {
        let fee = match name {
            "jackpot" => &mut self.jackpot,
            "bingo" => &mut self.bingo,
            "fortune" => &mut self.fortune,
            "tax" => &mut self.tax,
            _ => return,
        };
        *fee = Some(fee.unwrap_or(0) + amount);
    }

    /// Returns what else than a rake was taken from the pot.
    #[must_use]
    pub fn fees(&self) -> Chips {
        [self.jackpot, self.bingo, self.fortune, self.tax].into_iter().flatten().sum()
    }
}

/// Returns what a list has for a player.
#[must_use]
pub fn find<'a, T>(values: &'a [(String, T)], name: &str) -> Option<&'a T> {
    values.iter().find(|(one, _)| one == name).map(|(_, value)| value)
}

/// Adds to what a list has for a player.
pub fn add(values: &mut ByName<Chips>, name: &str, amount: Chips) {
    match values.iter_mut().find(|(one, _)| one == name) {
        Some((_, value)) => *value += amount,
        None => values.push((name.to_owned(), amount)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_that_say_nothing_are_left_out() {
        let mut extensions = Extensions::default();
        assert_eq!(extensions.fields().count(), 0);
        extensions.hero = Some("Ann".to_owned());
        extensions.zoom = true;
        extensions.add_fee("tax", 4);
        assert_eq!(extensions.fees(), 4);
        add(&mut extensions.dead_posts, "Ann", 2);
        add(&mut extensions.dead_posts, "Ann", 3);
        assert_eq!(find(&extensions.dead_posts, "Ann"), Some(&5));
        let names: Vec<_> = extensions.fields().map(|(name, _)| name).collect();
        assert_eq!(names, ["_hero", "_tax", "_dead_posts", "_zoom"]);
    }

    #[test]
    fn names_are_those_of_the_fields() {
        assert!(Extensions::NAMES.iter().all(|name| name.starts_with('_')));
        assert_eq!(Extensions::NAMES.len(), 36);
    }
}
