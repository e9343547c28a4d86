//! The objects of the official specification, as producers write them.

use croupier_engine::Cards;

use super::members::{MemberError, MemberResult, Members, short};
use crate::amounts::number::Number;
use crate::builder::BuildError;
use crate::rooms::MAX_HAND_LINES;
use crate::rooms::json::{Item, JsonValue, Member};

/// The most players of a record, those who sit out included.
const MAX_SEATED: usize = 100;
/// No chips.
pub(super) const NOTHING: Number = Number::Finite { digits: 0, places: 0 };

/// Makes what actions there are, with the names that the specification has for them.
macro_rules! kinds {
    ($($kind:ident = $name:literal,)*) => {
        /// The kind of an action.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(super) enum ActionKind { $($kind),* }

        impl ActionKind {
            pub(super) const fn name(self) -> &'static str {
                match self { $(Self::$kind => $name),* }
            }
        }
    };
}

kinds! {
    Dealt = "Dealt Cards",
    Mucks = "Mucks Cards",
    Shows = "Shows Cards",
    PostAnte = "Post Ante",
    PostSmall = "Post SB",
    PostBig = "Post BB",
    Straddle = "Straddle",
    PostDead = "Post Dead",
    PostExtra = "Post Extra Blind",
    Fold = "Fold",
    Check = "Check",
    Bet = "Bet",
    Raise = "Raise",
    Call = "Call",
    AddedChips = "Added Chips",
    SitsDown = "Sits Down",
    StandsUp = "Stands Up",
    AddToPot = "Add to Pot",
    Adjustment = "Player Adjustment",
    AllIn = "All-in",
    Collect = "Collect",
    Uncalled = "Uncalled",
}

impl ActionKind {
    /// Finds an action by what producers call it: with small or large letters, blanks or underscores.
    fn find(said: &str) -> Option<Self> {
        let lowered = said.replace('_', " ").to_lowercase();
        let words: Vec<&str> = lowered.split_whitespace().collect();
        Some(match words.join(" ").as_str() {
            "dealt cards" => Self::Dealt,
            "mucks cards" | "mucks" | "muck" => Self::Mucks,
            "shows cards" | "show cards" | "shows" | "show" => Self::Shows,
            "post ante" => Self::PostAnte,
            "post sb" | "post small blind" => Self::PostSmall,
            "post bb" | "post big blind" => Self::PostBig,
            "straddle" | "post straddle" => Self::Straddle,
            "post dead" => Self::PostDead,
            "post extra blind" => Self::PostExtra,
            "fold" => Self::Fold,
            "check" => Self::Check,
            "bet" => Self::Bet,
            "raise" => Self::Raise,
            "call" => Self::Call,
            "added chips" => Self::AddedChips,
            "sits down" => Self::SitsDown,
            "stands up" => Self::StandsUp,
            "add to pot" | "added to pot" => Self::AddToPot,
            "player adjustment" => Self::Adjustment,
            "allin" | "all-in" | "all in" => Self::AllIn,
            "collect" | "payout" => Self::Collect,
            "uncalled" | "return bet" => Self::Uncalled,
            _ => return None,
        })
    }

    /// Tells whether it happens at the table and not in the hand.
    pub(super) const fn is_table_talk(self) -> bool {
        matches!(self, Self::AddedChips | Self::SitsDown | Self::StandsUp | Self::Adjustment)
    }

    /// Tells whether somebody decides something.
    pub(super) const fn is_decision(self) -> bool {
        matches!(
            self,
            Self::Fold | Self::Check | Self::Call | Self::Bet | Self::Raise | Self::AllIn
        )
    }
}

/// A part of a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Street {
    Preflop,
    Flop,
    Turn,
    River,
    Showdown,
}

impl Street {
    pub(super) const ALL: [(Self, &'static str); 5] = [
        (Self::Preflop, "Preflop"),
        (Self::Flop, "Flop"),
        (Self::Turn, "Turn"),
        (Self::River, "River"),
        (Self::Showdown, "Showdown"),
    ];

    pub(super) const fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    pub(super) fn find(said: &str) -> Option<Self> {
        find_name(said, &Self::ALL)
    }
}

/// The family of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum GameType {
    Holdem,
    Omaha,
    OmahaHiLo,
    Stud,
    StudHiLo,
    Draw,
}

impl GameType {
    const ALL: [(Self, &'static str); 6] = [
        (Self::Holdem, "Holdem"),
        (Self::Omaha, "Omaha"),
        (Self::OmahaHiLo, "OmahaHiLo"),
        (Self::Stud, "Stud"),
        (Self::StudHiLo, "StudHiLo"),
        (Self::Draw, "Draw"),
    ];

    pub(super) const fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }
}

/// Returns what a name stands for, without regard to small and large letters and to other signs.
fn find_name<T: Copy>(said: &str, names: &[(T, &str)]) -> Option<T> {
    let letters: String = said.chars().filter(|sign| sign.is_alphabetic()).collect();
    names.iter().find(|(_, name)| name.eq_ignore_ascii_case(&letters)).map(|&(found, _)| found)
}

/// A player.
#[derive(Debug)]
pub(super) struct RecordedPlayer<'t> {
    /// The number that the record calls the player by.
    pub(super) id: i64,
    pub(super) seat: u32,
    pub(super) name: String,
    pub(super) stack: Number,
    /// The name that is shown instead of the name.
    pub(super) display: Option<String>,
    pub(super) bounty: Option<Number>,
    pub(super) sitting_out: bool,
    /// The cards, where a producer has them here.
    pub(super) cards: Cards,
    pub(super) extra: Vec<Member<'t>>,
}

/// An action; players are known by their places in the list of players.
#[derive(Debug)]
pub(super) struct RecordedAction {
    pub(super) kind: ActionKind,
    pub(super) player: Option<usize>,
    /// How much, by the convention of the producer.
    pub(super) amount: Option<Number>,
    pub(super) cards: Cards,
    pub(super) at: usize,
}

/// A round.
#[derive(Debug)]
pub(super) struct RecordedRound {
    pub(super) street: Street,
    /// The cards of the board that come in it.
    pub(super) cards: Cards,
    pub(super) actions: Vec<RecordedAction>,
    pub(super) at: usize,
}

/// The share of a player in a pot.
#[derive(Debug)]
pub(super) struct Win<'t> {
    pub(super) player: usize,
    pub(super) amount: Number,
    pub(super) cash_out: Option<Number>,
    /// Fees, bonuses and the contributed rake.
    pub(super) amounts: Vec<(&'static str, Number)>,
    pub(super) extra: Vec<Member<'t>>,
}

/// A pot.
#[derive(Debug)]
pub(super) struct RecordedPot<'t> {
    pub(super) number: i64,
    /// The amount of the pot, with the rake; what was won and taken, where it is not said.
    pub(super) amount: Option<Number>,
    pub(super) rake: Number,
    pub(super) jackpot: Number,
    pub(super) wins: Vec<Win<'t>>,
    pub(super) at: usize,
}

/// A hand as it is recorded.
#[derive(Debug)]
pub(super) struct OhhRecord<'t> {
    pub(super) is_official: bool,
    pub(super) number: String,
    pub(super) game: GameType,
    /// NL, PL or FL.
    pub(super) bet_type: String,
    pub(super) bet_cap: Number,
    pub(super) site: String,
    pub(super) network: String,
    pub(super) table: String,
    pub(super) table_size: Option<i64>,
    pub(super) start: String,
    pub(super) currency: String,
    pub(super) dealer_seat: Option<u32>,
    pub(super) small_blind: Number,
    pub(super) big_blind: Number,
    pub(super) ante: Number,
    pub(super) hero: Option<usize>,
    /// The number of the hand at the table, and the cards that belong to nobody: what only the simplified form has.
    pub(super) hand_number: Option<String>,
    pub(super) hero_cards: Cards,
    pub(super) flags: Vec<String>,
    pub(super) players: Vec<RecordedPlayer<'t>>,
    pub(super) rounds: Vec<RecordedRound>,
    pub(super) pots: Vec<RecordedPot<'t>>,
    /// Nothing in a cash game.
    pub(super) tournament: Option<Item<'t>>,
    pub(super) bounties: Vec<Item<'t>>,
    pub(super) extra: Vec<Member<'t>>,
    /// The members beside the hand.
    pub(super) wrapper: Vec<Member<'t>>,
    /// The notes on what was odd.
    pub(super) notes: Vec<String>,
    /// Where it begins.
    pub(super) at: usize,
}

/// Returns what a record calls its hand, for errors.
pub(super) fn name_of(item: &Item<'_>, name: &str) -> String {
    match item.get(name).map(|item| &item.value) {
        Some(JsonValue::Text(text)) => short(text),
        Some(JsonValue::Number(written)) => short(written),
        _ => String::new(),
    }
}

/// Refuses records with more players or actions than any hand has.
pub(super) fn check_size(at: usize, players: usize, actions: usize) -> MemberResult<()> {
    let error = if players > MAX_SEATED {
        BuildError::TooManyPlayers { given: players, most: MAX_SEATED }
    } else if actions > MAX_HAND_LINES {
        BuildError::OhhTooLong { given: actions, most: MAX_HAND_LINES }
    } else {
        return Ok(());
    };
    Err(Box::new(MemberError { error, at }))
}

impl<'t> OhhRecord<'t> {
    /// Reads a hand: an object with the member `ohh`, or what that member is.
    pub(super) fn read(item: Item<'t>) -> MemberResult<Self> {
        let at = item.at;
        let (inner, wrapper) = if item.get("ohh").is_some() {
            let mut outer = Members::new(item, String::new())?;
            let inner = outer.take("ohh").unwrap_or(Item { value: JsonValue::Null, at });
            (inner, outer.rest())
        } else {
            (item, Vec::new())
        };
        let mut members = Members::new(inner, String::new())?;
        let mut notes = Vec::new();
        let mut limit = members.inner("bet_limit")?;
        let seated = members.objects("players")?;
        check_size(members.at(), seated.len(), 0)?;
        let players: Vec<RecordedPlayer<'t>> =
            seated.into_iter().map(read_player).collect::<MemberResult<_>>()?;
        let is_repeated = |(place, one): (usize, &RecordedPlayer<'t>)| {
            players[..place].iter().any(|other| other.id == one.id)
        };
        if players.iter().enumerate().any(is_repeated) {
            return members.fail(BuildError::OhhSameId);
        }
        if players.len() < 2 {
            return members.fail(BuildError::OhhTooFewPlayers { given: players.len() });
        }
        let rounds = members.objects("rounds")?;
        let rounds: Vec<RecordedRound> = rounds
            .into_iter()
            .map(|one| read_round(one, &players, &mut notes))
            .collect::<MemberResult<_>>()?;
        check_size(members.at(), 0, rounds.iter().map(|one| one.actions.len() + 1).sum())?;
        let pots = members.objects("pots")?.into_iter().enumerate();
        let pots = pots
            .map(|(place, one)| read_pot(one, place, &players))
            .collect::<MemberResult<Vec<_>>>()?;
        check_size(members.at(), 0, pots.iter().map(|pot| pot.wins.len() + 1).sum())?;
        let said = members.text("game_type")?.unwrap_or("Holdem".into());
        let Some(game) = find_name(&said, &GameType::ALL) else {
            let names: Vec<&str> = GameType::ALL.iter().map(|&(_, name)| name).collect();
            return members.fail(BuildError::OhhGameType { names: names.join(", ") });
        };
        let info = members.take("tournament_info").filter(|item| !item.is_empty());
        if info.as_ref().is_some_and(|item| !matches!(item.value, JsonValue::Object(_))) {
            return members.fail(BuildError::OhhTournamentInfo);
        }
        members.flag("tournament")?;
        let said = members.integer("hero_player_id")?;
        let hero = said.and_then(|id| find_player(&players, id));
        if let (Some(id), None) = (said, hero) {
            notes.push(format!("hero_player_id {id} is no player of the hand"));
        }
        let bounties = members.items("tournament_bounties")?;
        let bounties = bounties
            .into_iter()
            .filter(|item| matches!(item.value, JsonValue::Object(_)))
            .collect();
        let bet_type = limit.text("bet_type")?.filter(|text| !text.is_empty());
        Ok(Self {
            is_official: true,
            number: members.text_or_empty("game_number")?.into_owned(),
            game,
            bet_type: bet_type.map_or("NL".to_owned(), |text| text.to_uppercase()),
            bet_cap: limit.amount("bet_cap")?.unwrap_or(NOTHING),
            site: members.text_or_empty("site_name")?.into_owned(),
            network: members.text_or_empty("network_name")?.into_owned(),
            table: members.text_or_empty("table_name")?.into_owned(),
            table_size: members.integer("table_size")?,
            start: members.text_or_empty("start_date_utc")?.into_owned(),
            currency: members.text_or_empty("currency")?.into_owned(),
            dealer_seat: members.seat("dealer_seat")?,
            small_blind: members.amount("small_blind_amount")?.unwrap_or(NOTHING),
            big_blind: members.amount("big_blind_amount")?.unwrap_or(NOTHING),
            ante: members.amount("ante_amount")?.unwrap_or(NOTHING),
            hero,
            hand_number: None,
            hero_cards: Cards::new(),
            flags: members.texts("flags")?,
            players,
            rounds,
            pots,
            tournament: info,
            bounties,
            extra: members.rest(),
            wrapper,
            notes,
            at,
        })
    }
}

/// Returns the place of the player of a number.
fn find_player(players: &[RecordedPlayer<'_>], id: i64) -> Option<usize> {
    players.iter().position(|player| player.id == id)
}

fn read_player(mut members: Members<'_>) -> MemberResult<RecordedPlayer<'_>> {
    let (id, seat) = (members.integer("id")?, members.seat("seat")?);
    let stack = members.amount("starting_stack")?;
    let (Some(id), Some(seat), Some(stack)) = (id, seat, stack) else {
        let path = members.path().to_owned();
        return members.fail(BuildError::OhhPlayer { path, names: "id, seat and starting_stack" });
    };
    Ok(RecordedPlayer {
        id,
        seat,
        name: members.text_or_empty("name")?.into_owned(),
        stack,
        display: members.text("display")?.map(|text| text.into_owned()),
        bounty: members.amount("player_bounty")?,
        sitting_out: members.flag("is_sitting_out")?.unwrap_or(false),
        cards: members.cards("cards")?,
        extra: members.rest(),
    })
}

fn read_round(
    mut members: Members<'_>,
    players: &[RecordedPlayer<'_>],
    notes: &mut Vec<String>,
) -> MemberResult<RecordedRound> {
    let Some(street) = Street::find(&members.text_or_empty("street")?) else {
        let names: Vec<&str> = Street::ALL.iter().map(|&(_, name)| name).collect();
        let (path, names) = (members.path_of("street"), names.join(", "));
        return members.fail(BuildError::OhhStreet { path, names });
    };
    members.integer("id")?;
    let cards = members.cards("cards")?;
    let mut actions = Vec::new();
    for one in members.objects("actions")? {
        actions.extend(read_action(one, players, notes)?);
    }
    Ok(RecordedRound { street, cards, actions, at: members.at() })
}

fn read_action(
    mut members: Members<'_>,
    players: &[RecordedPlayer<'_>],
    notes: &mut Vec<String>,
) -> MemberResult<Option<RecordedAction>> {
    let said = members.text_or_empty("action")?;
    let kind = ActionKind::find(&said);
    let least = if kind == Some(ActionKind::Adjustment) { -1_000_000_000_000_000 } else { 0 };
    let amount = members.amount_from("amount", least)?;
    let path = members.path().to_owned();
    let Some(kind) = kind else {
        let said = short(&said);
        if amount.is_some_and(|amount| !is_zero(amount)) {
            return members.fail(BuildError::OhhAction { path, said });
        }
        notes.push(format!("{path}: '{said}' is no action, and is passed over"));
        return Ok(None);
    };
    let player = match members.integer("player_id")? {
        None if kind == ActionKind::AddToPot => None,
        None => return members.fail(BuildError::OhhNoPlayerId { path, action: kind.name() }),
        Some(id) => match find_player(players, id) {
            None => return members.fail(BuildError::OhhUnknownPlayer { path, said: unknown(id) }),
            found => found,
        },
    };
    members.flag("is_allin")?;
    let cards = members.cards("cards")?;
    Ok(Some(RecordedAction { kind, player, amount, cards, at: members.at() }))
}

fn unknown(id: i64) -> String {
    format!("player_id {id}")
}

fn read_pot<'t>(
    mut members: Members<'t>,
    place: usize,
    players: &[RecordedPlayer<'_>],
) -> MemberResult<RecordedPot<'t>> {
    let number = members.integer("number")?.unwrap_or(place as i64);
    let amount = members.amount("amount")?;
    let rake = members.amount("rake")?.unwrap_or(NOTHING);
    let jackpot = members.amount("jackpot")?.unwrap_or(NOTHING);
    // The name was misspelt in early versions.
    let mut given = members.objects("player_wins")?;
    if given.is_empty() {
        given = members.objects("players_wins")?;
    }
    check_size(members.at(), 0, given.len())?;
    let mut wins = Vec::new();
    for mut inner in given {
        let (id, won) = (inner.integer("player_id")?, inner.amount("win_amount")?);
        let Some(player) = id.and_then(|id| find_player(players, id)) else {
            let path = inner.path().to_owned();
            let said = id.map_or("no player_id".to_owned(), unknown);
            return inner.fail(BuildError::OhhUnknownPlayer { path, said });
        };
        let cash_out = inner.amount("cashout_amount")?.filter(|&amount| !is_zero(amount));
        let mut amounts = Vec::new();
        for name in ["cashout_fee", "bonus_amount", "contributed_rake"] {
            let amount = inner.amount(name)?.filter(|&amount| !is_zero(amount));
            amounts.extend(amount.map(|amount| (name, amount)));
        }
        let amount = won.unwrap_or(NOTHING);
        wins.push(Win { player, amount, cash_out, amounts, extra: inner.rest() });
    }
    Ok(RecordedPot { number, amount, rake, jackpot, wins, at: members.at() })
}

pub(super) const fn is_zero(amount: Number) -> bool {
    matches!(amount, Number::Finite { digits: 0, .. })
}
