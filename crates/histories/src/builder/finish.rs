//! From what was collected to the hand: the stakes, the play, the money, the fields.

use croupier_engine::{Chips, Rules, State};

use super::error::{BuildError, HandProblem, LinePlace};
use super::forced::{find_forced_bets, order_players};
use super::games::{Games, StartAmounts};
use super::money::prove_money;
use super::play::HandPlayer;
use super::record::{BuiltHand, EventPlaces};
use super::{HandBuilder, HandEvent, PlacedEvent, Player, PlayerId};
use crate::bulk::texts::Texts;
use crate::extensions::AbsentSeat;

/// The most players of a hand.
const MAX_PLAYERS: usize = 23;

/// Plays a hand and returns it.
pub(super) fn play_hand(
    mut builder: HandBuilder,
    games: &mut Games,
    runs: usize,
) -> Result<BuiltHand, Box<HandProblem>> {
    let first = builder.begins;
    let refuse = |builder: &HandBuilder, error: BuildError, at: LinePlace| {
        Box::new(HandProblem { hand: builder.hand.clone(), ..HandProblem::new(error, at) })
    };
    let order = order_players(&mut builder.players, builder.button, &builder.moves);
    if order.len() < 2 {
        return Err(refuse(&builder, BuildError::TooFewPlayers { given: order.len() }, first));
    }
    if order.len() > MAX_PLAYERS {
        let error = BuildError::TooManyPlayers { given: order.len(), most: MAX_PLAYERS };
        return Err(refuse(&builder, error, first));
    }
    let Some(table) = games.find(&builder.variant) else {
        let error = BuildError::UnknownVariant { text: builder.variant.to_string() };
        return Err(refuse(&builder, error, first));
    };
    let shape = std::sync::Arc::clone(&table.shape);
    let (small, big) = (builder.small_blind, builder.big_blind);
    let forced = find_forced_bets(&mut builder.players, &order, small, big);
    let small_bet = if builder.small_bet == 0 { big } else { builder.small_bet };
    if shape.has_bring_in && builder.bring_in == 0 {
        // The player who had to bring it in bet more at once.
        builder.bring_in = (small_bet / 2).max(1);
        builder.note("bring-in", "nobody brings in, so how much that is is not known".to_owned());
    }
    let largest = |amounts: &[Chips]| amounts.iter().copied().max().unwrap_or(0);
    let min_bet = [big, largest(&forced.blinds), largest(&forced.antes)];
    let min_bet = min_bet.into_iter().find(|&bet| bet > 0).unwrap_or(0);
    let big_bet = if builder.big_bet == 0 { 2 * small_bet } else { builder.big_bet };
    let start = StartAmounts {
        antes: forced.antes,
        blinds: if shape.has_blinds { forced.blinds.clone() } else { vec![0; order.len()] },
        trims_antes: forced.trimmed,
        bring_in: if shape.has_bring_in { builder.bring_in } else { 0 },
        small_bet: if shape.has_small_bet { small_bet } else { min_bet },
        big_bet: if shape.has_big_bet { big_bet } else { min_bet },
        stacks: order.iter().map(|&id| builder.players[id].stack).collect(),
        board_count: builder.board_count,
        chooses_runs: runs > 1,
    };
    let cannot = |problems: Vec<croupier_engine::SetupError>| {
        let texts: Vec<String> = problems.iter().map(ToString::to_string).collect();
        BuildError::CannotBegin { text: texts.join("; ") }
    };
    let mut started = table.start(&start, Rules::CardRoom);
    let posted = |state: &State| {
        state.definition.has_short_forced_bet() && pay_what_was_posted(&builder, state)
    };
    if started.is_ok() && posted(table.state()) {
        started = table.start(&start, Rules::PokerKit);
    }
    if let Err(problems) = started {
        return Err(refuse(&builder, cannot(problems), first));
    }
    let moves = std::mem::take(&mut builder.moves);
    let count = order.len();
    let mut player = HandPlayer {
        order: &order,
        state: table.state_mut(),
        shape: &shape,
        runs,
        changes_hands: shape.is_draw || shape.is_stud,
        actions: Texts::default(),
        places: Vec::with_capacity(moves.len() + 2 * count),
        hidden: false,
        seen: vec![None; count],
        drawn: vec![0; count],
        shown: vec![false; count],
        at: first,
        operation: "deal_hole",
        builder: &mut builder,
    };
    player.actions.text.reserve(512);
    if let Err(wrong) = player.play(&moves) {
        return Err(Box::new(player.blame(wrong)));
    }
    player.keep_shows();
    let (actions, places, hidden) = (player.actions, player.places, player.hidden);
    builder.at = first;
    if !shape.is_draw
        && let Some((number, card)) = find_repeated(actions.iter())
    {
        builder.at = places[number];
        let message = format!("{card} is dealt twice, and there is one in the deck");
        builder.note("repeated-card", message);
    }
    let stacks = table.state().stacks;
    let proof = prove_money(&mut builder, &order, &stacks, hidden)
        .map_err(|error| refuse(&builder, error, builder.at))?;
    fill_extensions(&mut builder, &order);
    let end = builder.pot_at.or(builder.won_at.unwrap_or(first)).or(first);
    let given = |has: bool, amount: Chips| has.then_some(amount);
    let players = &mut builder.players;
    Ok(BuiltHand {
        precision: builder.precision,
        ante_trimming: start.trims_antes,
        antes: start.antes,
        blinds_or_straddles: shape.has_blinds.then_some(start.blinds),
        bring_in: given(shape.has_bring_in, builder.bring_in),
        small_bet: given(shape.has_small_bet, small_bet),
        big_bet: given(shape.has_big_bet, big_bet),
        min_bet: given(shape.has_min_bet, min_bet),
        starting_stacks: start.stacks,
        actions,
        seats: order.iter().map(|&id| players[id].number).collect(),
        players: order
            .iter()
            .map(|&id| std::mem::take(&mut players[id].name).into_string())
            .collect(),
        finishing_stacks: proof.finishing,
        winnings: proof.winnings,
        variant: builder.variant.into_owned(),
        metadata: builder.metadata,
        extensions: builder.extensions,
        notes: builder.notes,
        hand: builder.hand,
        places: EventPlaces { actions: places, end },
    })
}

/// Finds a card that is dealt to two places, and which action deals it again; what somebody shows was dealt before.
fn find_repeated<'t>(actions: impl Iterator<Item = &'t str>) -> Option<(usize, &'t str)> {
    let mut seen = 0_u64;
    for (number, action) in actions.enumerate() {
        let cards = match action.as_bytes() {
            [b'd', b' ', b'd', b'b', b' ', ..] => &action[5..],
            [b'd', b' ', b'd', b'h', b' ', ..] => {
                action[5..].split_once(' ').map_or("", |two| two.1)
            }
            _ => continue,
        };
        for place in (0..cards.len().saturating_sub(1)).step_by(2) {
            let Some(card) = cards.get(place..place + 2) else { break };
            let (rank, suit) = card.split_at(1);
            let (Some(rank), Some(suit)) = ("23456789TJQKA".find(rank), "cdhs".find(suit)) else {
                continue;
            };
            let bit = 1 << (4 * rank + suit);
            if seen & bit != 0 {
                return Some((number, card));
            }
            seen |= bit;
        }
    }
    None
}

/// Tells whether somebody calls less than a forced bet that was not posted in full.
fn pay_what_was_posted(builder: &HandBuilder, state: &State) -> bool {
    let definition = &state.definition;
    let blinds = definition.blinds.iter().copied().max().unwrap_or(0);
    let full = blinds.max(definition.bring_in);
    let (mut bets, mut stacks) = (state.bets, state.stacks);
    let mut playing = definition.players();
    for PlacedEvent { event, .. } in &builder.moves {
        match *event {
            HandEvent::Fold(id) => playing.remove(builder.players[id].index),
            HandEvent::CheckOrCall(id, Some(amount)) if amount != 0 => {
                let seat = builder.players[id].index;
                let others = playing.iter().filter(|&other| other != seat);
                let most = others.map(|other| bets[other] + stacks[other]).max().unwrap_or(0);
                bets[seat] += amount;
                stacks[seat] -= amount;
                if stacks[seat] > 0 && bets[seat] < full.min(most) {
                    return true;
                }
            }
            HandEvent::Board(_) | HandEvent::Street | HandEvent::RaiseTo(..) => break,
            _ => {}
        }
    }
    false
}

/// Fills in what follows from the rest.
fn fill_extensions(builder: &mut HandBuilder, order: &[PlayerId]) {
    let players = &builder.players;
    let extensions = &mut builder.extensions;
    extensions.board_count = (builder.board_count > 1).then_some(builder.board_count);
    extensions.button = builder.button;
    let posted = order.iter().any(|&id| players[id].blind == builder.small_blind);
    extensions.small_blind = (builder.small_blind > 0 && !posted).then_some(builder.small_blind);
    extensions.rake = builder.rake;
    for (name, amount) in std::mem::take(&mut builder.fees) {
        extensions.add_fee(name, amount);
    }
    extensions.added = (builder.added != 0).then_some(builder.added);
    if builder.cap.is_some() {
        extensions.cap = builder.cap;
        extensions.stacks =
            order.iter().map(|&id| players[id].stack + players[id].beyond).collect();
    }
    let name = |id: PlayerId| players[id].name.to_string();
    extensions.cash_outs = builder.cash_outs.iter().map(|&(id, paid)| (name(id), paid)).collect();
    extensions.said = std::mem::take(&mut builder.said);
    let dead = order.iter().filter(|&&id| players[id].dead != 0);
    extensions.dead_posts = dead.map(|&id| (name(id), players[id].dead)).collect();
    let out = players.iter().filter(|player| !player.playing);
    let absent = |player: &Player| AbsentSeat {
        seat: player.number,
        player: player.name.to_string(),
        stack: player.stack,
    };
    extensions.sitting_out = out.map(absent).collect();
}
