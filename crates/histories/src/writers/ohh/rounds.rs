//! A hand street by street: rounds, roles of blinds, and pots.

use croupier_cards::Card;
use croupier_engine::Chips;

use super::super::{HandView, WriteError};
use super::GAMES;
use crate::extensions::find;
use crate::writers::transcript::{Award, Event, EventKind, Transcript};

const FULL_BOARD: usize = 5;

/// The name of a blind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// The small blind.
    Small,
    /// The big blind.
    Big,
    /// Any blind after it.
    Straddle,
}

/// A street: its name, the cards that come, and what is done.
#[derive(Debug, Clone)]
pub struct Round<'a> {
    /// The name of the street.
    pub street: &'static str,
    /// The cards of the board that come.
    pub cards: &'a [Card],
    /// The events of the round.
    pub events: Vec<Event<'a>>,
}

/// A pot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PotShares {
    /// The chips that were taken from it.
    pub taken: Chips,
    /// The shares of players.
    pub wins: Vec<(usize, Chips)>,
}

/// A hand, street by street.
#[derive(Debug, Clone)]
pub struct Rounds<'a> {
    /// The streets.
    pub rounds: Vec<Round<'a>>,
    /// The cards that are shown and mucked.
    pub shows: Vec<Event<'a>>,
    /// The name of each player's blind, if there is one.
    pub roles: Vec<Option<Role>>,
    /// The cards of players who do not show them.
    pub dealt: Vec<(usize, &'a [Card])>,
    /// The pots.
    pub pots: Vec<PotShares>,
}

impl<'a> Rounds<'a> {
    /// Puts what happened into rounds.
    ///
    /// # Errors
    ///
    /// The format has no room for the game, or for what is dealt.
    pub fn of(
        hand: &HandView<'a>,
        transcript: &Transcript<'a>,
        format: &'static str,
    ) -> Result<Self, WriteError> {
        if !has_room(hand.variant) {
            return Err(refuse_game(hand, format));
        }
        let boards = hand.state.definition.board_count;
        let mut sizes: Vec<usize> = Vec::new();
        for event in transcript.events.iter().filter(|event| event.kind == EventKind::Board) {
            if sizes.len() <= event.board {
                sizes.resize(event.board + 1, 0);
            }
            sizes[event.board] += event.cards.len();
        }
        // A later run has some cards of the first.
        for (board, size) in sizes.iter_mut().enumerate() {
            *size = if board < boards { 0 } else { FULL_BOARD.saturating_sub(*size) };
        }
        let first = Round { street: "Preflop", cards: &[], events: Vec::with_capacity(16) };
        let mut made = Self {
            rounds: vec![first],
            shows: Vec::new(),
            roles: find_roles(hand),
            dealt: Vec::new(),
            pots: find_pots(hand, transcript),
        };
        let is_blank = |event: &Event<'_>| {
            event.kind == EventKind::Board && event.cards.iter().all(|card| card.is_unknown())
        };
        // The room folded for somebody who was all-in, and dealt nothing more.
        let gives_up = transcript.events.iter().any(is_blank);
        for event in &transcript.events {
            match event.kind {
                EventKind::Board if is_blank(event) => {}
                EventKind::Muck if gives_up => {
                    if let Some(round) = made.rounds.last_mut() {
                        round.events.push(Event { kind: EventKind::Fold, ..*event });
                    }
                }
                EventKind::Board => {
                    let size = &mut sizes[event.board];
                    *size += event.cards.len();
                    let street = match *size {
                        3 => "Flop",
                        4 => "Turn",
                        5 => "River",
                        count => return Err(WriteError::UnknownStreet { count }),
                    };
                    made.rounds.push(Round { street, cards: event.cards, events: Vec::new() });
                }
                EventKind::Deal => {
                    let seat = event.seat.unwrap_or(0);
                    match made.dealt.iter_mut().find(|(one, _)| *one == seat) {
                        Some((_, cards)) => *cards = event.cards,
                        None => made.dealt.push((seat, event.cards)),
                    }
                }
                EventKind::Show | EventKind::Muck => made.shows.push(*event),
                EventKind::Uncalled => {}
                _ => {
                    if let Some(round) = made.rounds.last_mut() {
                        round.events.push(*event);
                    }
                }
            }
        }
        let roles = &made.roles;
        made.rounds[0].events.sort_by_key(|event| rank(event, roles));
        let hero = hand.extensions.hero.as_deref();
        let shows = &made.shows;
        made.dealt.retain(|&(seat, cards)| {
            let shown =
                shows.iter().any(|event| event.kind == EventKind::Show && event.seat == Some(seat));
            let mine =
                || hero.is_some_and(|hero| hand.names.get(seat).is_some_and(|name| name == hero));
            cards.iter().any(|card| !card.is_unknown()) && (!shown || mine())
        });
        Ok(made)
    }
}

pub(super) fn has_room(variant: &str) -> bool {
    GAMES.iter().any(|(known, _, _)| *known == variant)
}

pub(super) fn refuse_game(hand: &HandView<'_>, format: &'static str) -> WriteError {
    let dealt = hand.dealt();
    let why = if dealt.is_stud {
        "; its streets are Preflop, Flop, Turn and River, four where stud has five, and no action brings in"
    } else if dealt.is_draw() {
        "; its streets are Preflop, Flop, Turn and River, and no action discards"
    } else {
        ""
    };
    let games = GAMES.map(|(variant, _, _)| variant).join(", ");
    WriteError::NoRoomForGame { format, variant: hand.variant.to_owned(), games, why }
}

/// Returns the place of a post among all posts; what is done after them stays in order.
fn rank(event: &Event<'_>, roles: &[Option<Role>]) -> u8 {
    match event.kind {
        EventKind::Ante => 0,
        EventKind::Blind => match event.seat.and_then(|seat| roles.get(seat).copied().flatten()) {
            Some(Role::Small) => 1,
            Some(Role::Straddle) => 3,
            _ => 2,
        },
        EventKind::Straddle => 3,
        EventKind::Post => 4,
        EventKind::Dead => 5,
        _ => 6,
    }
}

/// Returns whose blind is the small one, whose the big one, and who straddles.
fn find_roles(hand: &HandView<'_>) -> Vec<Option<Role>> {
    let blinds = hand.blinds();
    let mut order: Vec<usize> = (0..blinds.len()).filter(|&seat| blinds[seat] > 0).collect();
    if blinds.len() == 2 {
        // The first of two players is the big blind, unless a record has it the other way round.
        order.sort_by_key(|&seat| (blinds[seat], std::cmp::Reverse(seat)));
    }
    let smallest = order.iter().map(|&seat| blinds[seat]).min().unwrap_or(0);
    let mut kinds: Vec<Chips> = blinds.iter().copied().filter(|&blind| blind != 0).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let least = 0;
    // Nobody posts the small blind where there is one blind, or where all are at least the smallest bet.
    let alone = order.len() == 1 || least > 0 && smallest >= least && kinds.len() > 1;
    let mut roles = vec![None; blinds.len()];
    for (place, seat) in order.into_iter().enumerate() {
        roles[seat] = Some(match (place, alone) {
            (0, false) => Role::Small,
            (0, true) | (1, false) => Role::Big,
            _ => Role::Straddle,
        });
    }
    roles
}

fn find_pots(hand: &HandView<'_>, transcript: &Transcript<'_>) -> Vec<PotShares> {
    let awards = find_awards(hand, transcript);
    let mut gross: Vec<(usize, Chips)> = transcript.pushed.clone();
    let sum: Chips = gross.iter().map(|&(_, amount)| amount).sum();
    let total = transcript.total_pot + hand.extensions.added.unwrap_or(0);
    // Chips that the last player gets back of called bets are a part of the main pot, and so is what the house
    // adds.
    match gross.iter_mut().find(|(pot, _)| *pot == 0) {
        Some((_, amount)) => *amount += total - sum,
        None => gross.push((0, total - sum)),
    }
    let mut numbers: Vec<usize> = awards.iter().map(|award| award.pot).collect();
    numbers.extend(gross.iter().filter(|(_, amount)| *amount != 0).map(|&(pot, _)| pot));
    numbers.sort_unstable();
    numbers.dedup();
    let add = |wins: &mut Vec<(usize, Chips)>, award: &Award| match wins
        .iter_mut()
        .find(|(seat, _)| *seat == award.seat)
    {
        Some((_, sum)) => *sum += award.amount,
        None => wins.push((award.seat, award.amount)),
    };
    let mut pots = Vec::with_capacity(numbers.len());
    for number in numbers {
        let mut wins = Vec::with_capacity(2);
        awards.iter().filter(|award| award.pot == number).for_each(|award| add(&mut wins, award));
        let amount = gross.iter().find(|(pot, _)| *pot == number).map_or(0, |one| one.1);
        let taken = amount - wins.iter().map(|&(_, won)| won).sum::<Chips>();
        pots.push(PotShares { taken, wins });
    }
    // A jackpot is named with the first pot.
    let jackpot = hand.extensions.jackpot.unwrap_or(0);
    let is_short = pots.first().is_some_and(|pot: &PotShares| pot.taken < jackpot);
    if is_short || pots.iter().any(|pot| pot.taken < 0 || pot.wins.is_empty()) {
        // The record knows who won what, but not of which pot.
        let mut wins = Vec::new();
        awards.iter().for_each(|award| add(&mut wins, award));
        wins.sort_unstable();
        let taken = total - wins.iter().map(|&(_, won)| won).sum::<Chips>();
        return vec![PotShares { taken, wins }];
    }
    pots
}

/// Returns the awards, with what the hands of those won whom the house paid.
fn find_awards(hand: &HandView<'_>, transcript: &Transcript<'_>) -> Vec<Award> {
    let extensions = hand.extensions;
    let mut awards = transcript.awards.clone();
    if extensions.cash_outs.is_empty() {
        return awards;
    }
    let won: Chips = awards.iter().map(|award| award.amount).sum();
    let taken = extensions.rake.unwrap_or(0) + extensions.fees();
    let mut left = transcript.total_pot - taken - won;
    for (seat, name) in hand.names.iter().enumerate() {
        let paid = find(&extensions.cash_outs, name).is_some();
        let gross: Chips = (hand.state.stacks.get(seat).copied().unwrap_or(0))
            - hand.stacks.get(seat).copied().unwrap_or(0);
        let out = transcript
            .events
            .iter()
            .any(|event| event.kind == EventKind::Fold && event.seat == Some(seat));
        if paid && !out && gross > 0 && left > 0 {
            awards.push(Award { pot: 0, board: 0, seat, amount: left });
            left = 0;
        }
    }
    awards
}
