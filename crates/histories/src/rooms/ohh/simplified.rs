//! The simplified form, read into the objects of the official one.

use croupier_engine::Cards;

use super::members::{MemberError, MemberResult, Members, short};
use super::records::{
    ActionKind, GameType, NOTHING, OhhRecord, RecordedAction, RecordedPlayer, RecordedPot,
    RecordedRound, Street, Win, check_size, is_zero,
};
use crate::builder::BuildError;
use crate::rooms::json::Item;

/// The actions, and what they are.
const ACTIONS: [(&str, ActionKind); 11] = [
    ("fold", ActionKind::Fold),
    ("check", ActionKind::Check),
    ("call", ActionKind::Call),
    ("bet", ActionKind::Bet),
    ("raise", ActionKind::Raise),
    ("postSB", ActionKind::PostSmall),
    ("postBB", ActionKind::PostBig),
    ("postAnte", ActionKind::PostAnte),
    ("show", ActionKind::Shows),
    ("collect", ActionKind::Collect),
    ("uncalled", ActionKind::Uncalled),
];
/// The message about cards that nobody is known to hold.
const NOBODYS_CARDS: &str = "heroCards belong to nobody: no player is named as the hero";

impl<'t> OhhRecord<'t> {
    /// Reads a hand of the simplified form; `hero` is who has the cards that belong to nobody.
    pub(super) fn read_simplified(item: Item<'t>, hero: &str) -> MemberResult<Self> {
        let at = item.at;
        let mut members = Members::new(item, String::new())?;
        let mut blinds = members.inner("blinds")?;
        let mut dealer = members.inner("dealer")?;
        let mut players = read_players(&mut members)?;
        let is_repeated = |(place, one): (usize, &RecordedPlayer<'t>)| {
            players[..place].iter().any(|other| other.name == one.name)
        };
        if players.iter().enumerate().any(is_repeated) {
            return members.fail(BuildError::OhhSameName);
        }
        let mut rounds = read_rounds(&mut members, &players)?;
        let (mut wins, mut shown) = read_winners(&mut members, &players)?;
        if wins.is_empty() {
            wins = collected(&rounds);
        }
        let shows = rounds.iter_mut().flat_map(|round| &mut round.actions);
        for action in shows.filter(|action| action.kind == ActionKind::Shows) {
            if let Some(cards) = action.player.and_then(|player| shown[player].take()) {
                action.cards = cards;
            }
        }
        let hero_cards = members.cards("heroCards")?;
        let mut notes = Vec::new();
        let found = find_hero(&hero_cards, &rounds, &shown)
            .or_else(|| players.iter().position(|player| player.name == hero && !hero.is_empty()));
        match found.filter(|_| !hero_cards.is_empty()) {
            Some(player) => players[player].cards = hero_cards.clone(),
            None if !hero_cards.is_empty() => notes.push(NOBODYS_CARDS.to_owned()),
            None => {}
        }
        for (player, cards) in players.iter_mut().zip(shown) {
            if player.cards.is_empty() {
                player.cards = cards.unwrap_or_default();
            }
        }
        let (game, bet_type) = read_game(&mut members)?;
        let pot =
            RecordedPot { number: 0, amount: None, rake: NOTHING, jackpot: NOTHING, wins, at };
        let hero = found.filter(|_| !hero_cards.is_empty());
        Ok(Self {
            is_official: false,
            hand_number: members.text("handNumber")?.map(|text| text.into_owned()),
            number: members.text_or_empty("handId")?.into_owned(),
            game,
            bet_type: bet_type.to_owned(),
            bet_cap: NOTHING,
            site: String::new(),
            network: String::new(),
            table: members.text_or_empty("tableName")?.into_owned(),
            table_size: None,
            start: members.text_or_empty("startTime")?.into_owned(),
            currency: String::new(),
            dealer_seat: dealer.seat("seatNumber")?,
            small_blind: blinds.amount("smallBlind")?.unwrap_or(NOTHING),
            big_blind: blinds.amount("bigBlind")?.unwrap_or(NOTHING),
            ante: members.amount("ante")?.unwrap_or(NOTHING),
            hero,
            hero_cards,
            flags: Vec::new(),
            players,
            rounds,
            pots: if pot.wins.is_empty() { Vec::new() } else { vec![pot] },
            tournament: None,
            bounties: Vec::new(),
            extra: members.rest(),
            wrapper: Vec::new(),
            notes,
            at,
        })
    }
}

fn read_players<'t>(members: &mut Members<'t>) -> MemberResult<Vec<RecordedPlayer<'t>>> {
    let given = members.objects("players")?;
    check_size(members.at(), given.len(), 0)?;
    let mut players = Vec::new();
    for (place, mut inner) in given.into_iter().enumerate() {
        let (seat, stack) = (inner.seat("seatNumber")?, inner.amount("stack")?);
        let (Some(seat), Some(stack)) = (seat, stack) else {
            let path = inner.path().to_owned();
            let names = "seatNumber, name and stack";
            return inner.fail(BuildError::OhhPlayer { path, names });
        };
        players.push(RecordedPlayer {
            id: place as i64 + 1,
            seat,
            name: inner.text_or_empty("name")?.into_owned(),
            stack,
            display: None,
            bounty: None,
            sitting_out: false,
            cards: Cards::new(),
            extra: inner.rest(),
        });
    }
    if players.len() < 2 {
        return members.fail(BuildError::OhhTooFewPlayers { given: players.len() });
    }
    Ok(players)
}

fn find_player(inner: &mut Members<'_>, players: &[RecordedPlayer<'_>]) -> MemberResult<usize> {
    let said = inner.text_or_empty("player")?;
    match players.iter().position(|player| player.name == said) {
        Some(player) => Ok(player),
        None => {
            let (path, said) = (inner.path_of("player"), format!("'{}'", short(&said)));
            inner.fail(BuildError::OhhUnknownPlayer { path, said })
        }
    }
}

fn read_rounds(
    members: &mut Members<'_>,
    players: &[RecordedPlayer<'_>],
) -> MemberResult<Vec<RecordedRound>> {
    let mut board = members.inner("board")?;
    let mut rounds = Vec::new();
    for (street, name) in Street::ALL {
        let cards = match street {
            Street::Preflop | Street::Showdown => Cards::new(),
            _ => board.cards(&name.to_lowercase())?,
        };
        rounds.push(RecordedRound { street, cards, actions: Vec::new(), at: members.at() });
    }
    let given = members.objects("actions")?;
    check_size(members.at(), 0, given.len())?;
    for mut inner in given {
        let said = inner.text_or_empty("actionType")?;
        let known = ACTIONS.iter().find(|(name, _)| name.eq_ignore_ascii_case(&said));
        let Some(&(_, kind)) = known else {
            let names: Vec<&str> = ACTIONS.iter().map(|&(name, _)| name).collect();
            let (path, names) = (inner.path_of("actionType"), names.join(", "));
            return inner.fail(BuildError::OhhActionType { path, names });
        };
        let said = inner.text("street")?.unwrap_or("preflop".into());
        let known = Street::ALL.iter().find(|(_, name)| name.eq_ignore_ascii_case(&said));
        let Some(&(street, _)) = known else {
            let names: Vec<String> =
                Street::ALL.iter().map(|(_, name)| name.to_lowercase()).collect();
            let (path, names) = (inner.path_of("street"), names.join(", "));
            return inner.fail(BuildError::OhhStreet { path, names });
        };
        let player = Some(find_player(&mut inner, players)?);
        let amount = inner.amount("amount")?;
        inner.flag("isAllIn")?;
        let cards = inner.cards("cards")?;
        let action = RecordedAction { kind, player, amount, cards, at: inner.at() };
        rounds[street as usize].actions.push(action);
    }
    let says_something = |round: &RecordedRound| {
        round.street == Street::Preflop || !round.actions.is_empty() || !round.cards.is_empty()
    };
    rounds.retain(says_something);
    Ok(rounds)
}

/// Returns what players win, and the cards of each that are shown with it.
type Winners<'t> = (Vec<Win<'t>>, Vec<Option<Cards>>);

fn read_winners<'t>(
    members: &mut Members<'t>,
    players: &[RecordedPlayer<'_>],
) -> MemberResult<Winners<'t>> {
    let (mut wins, mut shown) = (Vec::new(), vec![None; players.len()]);
    let given = members.objects("winners")?;
    check_size(members.at(), 0, given.len())?;
    for mut inner in given {
        let player = find_player(&mut inner, players)?;
        let amount = inner.amount("amount")?.unwrap_or(NOTHING);
        let cards = inner.cards("handCards")?;
        if !cards.is_empty() {
            shown[player] = Some(cards);
        }
        if !is_zero(amount) {
            wins.push(win(player, amount));
        }
    }
    Ok((wins, shown))
}

const fn win<'t>(player: usize, amount: crate::amounts::number::Number) -> Win<'t> {
    Win { player, amount, cash_out: None, amounts: Vec::new(), extra: Vec::new() }
}

/// Returns what players win by the actions alone.
fn collected<'t>(rounds: &[RecordedRound]) -> Vec<Win<'t>> {
    let actions = rounds.iter().flat_map(|round| &round.actions);
    let collects = actions.filter(|action| action.kind == ActionKind::Collect);
    let made =
        |action: &RecordedAction| Some(win(action.player?, action.amount.unwrap_or(NOTHING)));
    collects.filter_map(made).collect()
}

/// Returns who has the hero's cards, by those that were shown.
fn find_hero(cards: &Cards, rounds: &[RecordedRound], shown: &[Option<Cards>]) -> Option<usize> {
    if cards.is_empty() {
        return None;
    }
    let are_same = |held: &Cards| {
        held.iter().all(|card| cards.contains(card)) && cards.iter().all(|card| held.contains(card))
    };
    let mut actions = rounds.iter().flat_map(|round| &round.actions);
    let by_action = actions.find(|action| !action.cards.is_empty() && are_same(&action.cards));
    by_action
        .and_then(|action| action.player)
        .or_else(|| shown.iter().position(|held| held.as_ref().is_some_and(are_same)))
}

fn read_game(members: &mut Members<'_>) -> MemberResult<(GameType, &'static str)> {
    let said = members.text_or_empty("gameType")?;
    let said = if said.is_empty() { "No Limit Texas Hold'em".into() } else { said };
    let name: String = said.to_lowercase().chars().filter(|sign| sign.is_alphanumeric()).collect();
    let limit = if name.contains("potlimit") || name.starts_with("pl") {
        "PL"
    } else if name.contains("nolimit") || name.starts_with("nl") {
        "NL"
    } else {
        "FL"
    };
    if name.contains("omaha") || name.starts_with("plo") {
        let low = name.contains("hilo") || name.contains("orbetter") || name.ends_with('8');
        return Ok((if low { GameType::OmahaHiLo } else { GameType::Omaha }, limit));
    }
    if name.contains("hold") {
        return Ok((GameType::Holdem, limit));
    }
    let error = BuildError::OhhUnknownGame { said: short(&said) };
    Err(Box::new(MemberError { error, at: members.at() }))
}
