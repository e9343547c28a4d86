//! Letting the engine play a hand that was collected from a text, and writing it down as it goes.

use std::fmt::Write;

use croupier_cards::Card;
use croupier_cards::coded::{Coded, Value};
use croupier_engine::{
    Cards, Chips, Deal, OperationKind, Plain, RuleError, Rules, Seat, Showing, State,
};

use super::error::{At, BuildError, Problem, Wrong};
use super::forced::{find_forced_bets, order_players};
use super::games::{Games, Shape, Start};
use super::money::prove_money;
use super::record::BuiltHand;
use super::{Deed, HandBuilder, Move, Note, PlayerId, write_cards};
use crate::texts::Texts;

/// How often players may say nothing, one after the other.
const MOST_SILENT: usize = 24;
/// The most players of a hand.
const MOST_PLAYERS: usize = 23;

/// Plays a hand and returns it.
pub(super) fn play_hand(
    mut builder: HandBuilder,
    games: &mut Games,
    runs: usize,
) -> Result<BuiltHand, Box<Problem>> {
    let first = builder.begins;
    let refuse = |builder: &HandBuilder, error: BuildError, at: At| {
        Box::new(Problem { hand: builder.hand.clone(), ..Problem::new(error, at) })
    };
    let order = order_players(&mut builder.players, builder.button);
    if order.len() < 2 {
        return Err(refuse(&builder, BuildError::TooFewPlayers { given: order.len() }, first));
    }
    if order.len() > MOST_PLAYERS {
        let error = BuildError::TooManyPlayers { given: order.len(), most: MOST_PLAYERS };
        return Err(refuse(&builder, error, first));
    }
    let Some(table) = games.find(&builder.variant) else {
        let error = BuildError::NoSuchGame { text: builder.variant.to_string() };
        return Err(refuse(&builder, error, first));
    };
    let shape = std::sync::Arc::clone(&table.shape);
    let (small, big) = (builder.small_blind, builder.big_blind);
    let forced = find_forced_bets(&mut builder.players, &order, small, big);
    let small_bet = if builder.small_bet == 0 { big } else { builder.small_bet };
    if shape.has_bring_in && builder.bring_in == 0 {
        // Whoever had to bring it in bet more at once.
        builder.bring_in = (small_bet / 2).max(1);
        builder.note("bring-in", "nobody brings in, so how much that is is not known".to_owned());
    }
    let largest = |amounts: &[Chips]| amounts.iter().copied().max().unwrap_or(0);
    let min_bet = [big, largest(&forced.blinds), largest(&forced.antes)];
    let min_bet = min_bet.into_iter().find(|&bet| bet > 0).unwrap_or(0);
    let big_bet = if builder.big_bet == 0 { 2 * small_bet } else { builder.big_bet };
    let start = Start {
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
    if started.is_ok() && posted(&table.state) {
        started = table.start(&start, Rules::PokerKit);
    }
    if let Err(problems) = started {
        return Err(refuse(&builder, cannot(problems), first));
    }
    let moves = std::mem::take(&mut builder.moves);
    let count = order.len();
    let mut player = HandPlayer {
        order: &order,
        state: &mut table.state,
        shape: &shape,
        runs,
        changes_hands: shape.is_draw || shape.is_stud,
        actions: Texts::default(),
        hidden: false,
        seen: vec![None; count],
        drawn: vec![0; count],
        shown: vec![false; count],
        at: first,
        builder: &mut builder,
    };
    player.actions.text.reserve(512);
    if let Err(wrong) = player.play(&moves) {
        return Err(Box::new(player.blame(wrong)));
    }
    player.keep_shows();
    let (actions, hidden) = (player.actions, player.hidden);
    builder.at = first;
    let stacks = table.state.stacks;
    let proof = prove_money(&mut builder, &order, &stacks, hidden)
        .map_err(|error| refuse(&builder, error, builder.at))?;
    fill_extensions(&mut builder, &order);
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
    })
}

/// Tells whether somebody calls less than a forced bet that was not posted in full.
fn pay_what_was_posted(builder: &HandBuilder, state: &State) -> bool {
    let definition = &state.definition;
    let blinds = definition.blinds.iter().copied().max().unwrap_or(0);
    let full = blinds.max(definition.bring_in);
    let (mut bets, mut stacks) = (state.bets, state.stacks);
    let mut playing = definition.players();
    for Move { deed, .. } in &builder.moves {
        match *deed {
            Deed::Fold(id) => playing.remove(builder.players[id].index),
            Deed::CheckOrCall(id, Some(amount)) if amount != 0 => {
                let seat = builder.players[id].index;
                let others = playing.iter().filter(|&other| other != seat);
                let most = others.map(|other| bets[other] + stacks[other]).max().unwrap_or(0);
                bets[seat] += amount;
                stacks[seat] -= amount;
                if stacks[seat] > 0 && bets[seat] < full.min(most) {
                    return true;
                }
            }
            Deed::Board(_) | Deed::Street | Deed::RaiseTo(..) => break,
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
    extensions.fees = std::mem::take(&mut builder.fees);
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
    extensions.sitting_out =
        out.map(|player| (player.number, player.name.to_string(), player.stack)).collect();
}

impl From<RuleError> for Wrong {
    fn from(error: RuleError) -> Self {
        Self::Rule { said: String::new(), error }
    }
}

type Done = Result<(), Wrong>;

/// Plays moves in a state, and writes them down.
struct HandPlayer<'a> {
    builder: &'a mut HandBuilder,
    order: &'a [PlayerId],
    state: &'a mut State,
    shape: &'a Shape,
    runs: usize,
    changes_hands: bool,
    /// What was done, in the notation of histories.
    actions: Texts,
    /// Whether somebody won, or could have, whose cards are not known.
    hidden: bool,
    /// Cards that were seen before the state has room for them.
    seen: Vec<Option<Cards>>,
    /// How many cards players drew.
    drawn: Vec<usize>,
    /// Who showed or mucked.
    shown: Vec<bool>,
    at: At,
}

impl HandPlayer<'_> {
    /// Says what is wrong, and where.
    fn blame(&self, mut wrong: Wrong) -> Problem {
        if let Wrong::Rule { error, said } = &mut wrong {
            *said = self.describe(error);
        }
        let early = matches!(wrong, Wrong::Text(BuildError::EndsEarly { .. }));
        let legal = (!early).then(|| self.describe_legal());
        let action = (!early).then_some(self.actions.len() + 1);
        let hand = self.builder.hand.clone();
        Problem { wrong, at: self.at, legal, action, hand, excerpt: None }
    }

    /// Says why the rules refuse something, with amounts as the text has them.
    fn describe(&self, error: &RuleError) -> String {
        let code = error.code();
        let values = error.values();
        let kind = RuleError::KINDS.iter().find(|kind| kind.code() == code);
        let has_chips = values.iter().any(|(_, value)| matches!(value, Value::Chips(_)));
        let Some(kind) = kind.filter(|_| has_chips) else {
            return error.to_string().trim_end_matches('.').to_owned();
        };
        let mut text = kind.text.to_owned();
        for (name, value) in values {
            let shown = match value {
                Value::Chips(chips) => self.builder.text(chips),
                value => value.to_string(),
            };
            text = text.replace(&format!("{{{name}}}"), &shown);
        }
        text.trim_end_matches('.').to_owned()
    }

    /// Says in the notation what may be done now.
    fn describe_legal(&self) -> String {
        let Ok(list) = self.state.legal(&Plain) else { return "nothing".to_owned() };
        let count = |counts: Option<(usize, usize)>| match counts {
            Some((least, most)) if least != most => format!("{least} to {most} cards"),
            Some((1, _)) => "1 card".to_owned(),
            Some((count, _)) => format!("{count} cards"),
            None => "cards".to_owned(),
        };
        let mut said = Vec::new();
        for one in list {
            let player =
                one.seats.lowest().map_or_else(String::new, |seat| format!("p{}", seat + 1));
            match one.kind {
                OperationKind::HoleDealing => {
                    said.push(format!("d dh {player} with {}", count(one.counts)));
                }
                OperationKind::BoardDealing => {
                    said.push(format!("d db with {}", count(one.counts)))
                }
                OperationKind::StandingPatOrDiscarding => said.push(format!("{player} sd")),
                OperationKind::BringInPosting => said.push(format!("{player} pb")),
                OperationKind::Folding => said.push(format!("{player} f")),
                OperationKind::CheckingOrCalling => said.push(format!("{player} cc")),
                OperationKind::CompletionBettingOrRaisingTo => {
                    let (least, most) = one.amounts.unwrap_or_default();
                    let (low, high) = (self.builder.text(least), self.builder.text(most));
                    let amounts = if least == most { low } else { format!("{low} to {high}") };
                    said.push(format!("{player} cbr {amounts}"));
                }
                OperationKind::HoleCardsShowingOrMucking => {
                    said.extend(one.seats.iter().map(|seat| format!("p{} sm", seat + 1)));
                }
                _ => {}
            }
        }
        if said.is_empty() { "nothing".to_owned() } else { said.join(", ") }
    }

    fn note(&mut self, kind: &'static str, message: String) {
        self.builder.notes.push(Note { kind, message, line: self.at.line });
    }

    fn name(&self, seat: Seat) -> String {
        self.builder.players[self.order[seat]].name.to_string()
    }

    // Writing down.

    fn write(&mut self, write: impl FnOnce(&mut String)) {
        let text = &mut self.actions.text;
        let before = text.len();
        write(text);
        let length = text.len() - before;
        self.actions.lengths.push(length as u32);
    }

    fn write_deed(&mut self, seat: Seat, deed: &str) {
        self.write(|text| write_player(seat, deed, text));
    }

    fn write_dealt(&mut self, seat: Seat, cards: &[Card]) {
        self.write(|text| {
            text.push_str("d dh p");
            write_number(seat + 1, text);
            text.push(' ');
            write_cards(cards, text);
        });
    }

    fn write_with_cards(&mut self, seat: Seat, deed: &str, cards: &[Card]) {
        self.write(|text| {
            write_player(seat, deed, text);
            if !cards.is_empty() {
                text.push(' ');
                write_cards(cards, text);
            }
        });
    }

    fn write_raise(&mut self, seat: Seat, amount: Chips) {
        let precision = self.builder.precision;
        self.write(|text| {
            write_player(seat, "cbr ", text);
            precision.write(amount, text);
        });
    }

    // Playing.

    fn play(&mut self, moves: &[Move]) -> Done {
        if !self.shape.is_stud {
            self.deal_first()?;
        }
        for made in moves {
            self.at = made.at;
            if let Some(said) = &made.said {
                self.builder.said.push((self.actions.len() + 1, said.to_string()));
            }
            self.do_deed(&made.deed)?;
        }
        self.end()
    }

    fn deal_first(&mut self) -> Done {
        let count = self.shape.hole_counts[0];
        for seat in 0..self.order.len() {
            let player = &self.builder.players[self.order[seat]];
            let mut cards = player.dealt.clone();
            if cards.is_empty() && !self.shape.is_draw {
                cards.clone_from(&player.thrown);
            }
            while cards.len() < count {
                cards.push(Card::UNKNOWN);
            }
            self.write_dealt(seat, &cards);
            self.state.deal_hole(&Deal::Cards(cards), Some(seat), None, &Plain)?;
        }
        Ok(())
    }

    fn do_deed(&mut self, deed: &Deed) -> Done {
        let (id, amount) = match deed {
            Deed::Board(cards) => return self.deal_board(cards),
            Deed::Street if self.changes_hands => return self.begin_street(),
            Deed::Street => return Ok(()),
            Deed::Deal(id, cards) => {
                self.seen[self.builder.players[*id].index] = Some(cards.clone());
                return Ok(());
            }
            Deed::Discard(id, cards) => return self.discard(*id, cards),
            Deed::CheckOrCall(id, amount) => (*id, *amount),
            Deed::Fold(id) | Deed::RaiseTo(id, _) | Deed::BringIn(id) => (*id, None),
        };
        let seat = self.builder.players[id].index;
        if self.state.actor() != Some(seat) {
            let passed = match deed {
                Deed::Fold(_) => self.gives_up(seat),
                Deed::CheckOrCall(..) => self.is_idle(seat, amount),
                _ => false,
            };
            if passed {
                return Ok(());
            }
            self.reach(seat)?;
        }
        self.builder.players[id].left -= 1;
        match deed {
            Deed::Fold(_) => {
                self.state.fold(None, &Plain)?;
                self.write_deed(seat, "f");
            }
            Deed::RaiseTo(_, total) => return self.raise(seat, *total),
            Deed::BringIn(_) => {
                self.state.post_bring_in(None, &Plain)?;
                self.write_deed(seat, "pb");
            }
            _ => {
                if let Some(amount) = amount
                    && Some(amount) != self.state.checking_or_calling_amount()
                {
                    return self.call_otherwise(seat, amount);
                }
                self.state.check_or_call(None, &Plain)?;
                self.write_deed(seat, "cc");
            }
        }
        Ok(())
    }

    /// Bets or raises; too small a raise that leaves nobody a chip counts as the smallest one.
    fn raise(&mut self, seat: Seat, total: Chips) -> Done {
        let Some(least) = self.state.minimum_raise_to() else {
            return self.raise_alone(seat, total);
        };
        if total < least {
            let others = self.state.active.iter().filter(|&other| other != seat);
            let most = others.map(|other| self.state.bets[other] + self.state.stacks[other]).max();
            if most.is_some_and(|most| total >= most)
                && self.state.complete_bet_or_raise_to(Some(least), None, &Plain).is_ok()
            {
                let (said, played) = (self.builder.text(total), self.builder.text(least));
                self.write_raise(seat, least);
                let name = self.name(seat);
                self.builder.said.push((self.actions.len(), format!("raises to {said}")));
                let message = format!(
                    "{name} raises to {said}, too little, but it puts everybody else all-in: played as a raise to {played}"
                );
                self.note("raise-all-in", message);
                return Ok(());
            }
        }
        self.raise_as_told(seat, total)
    }

    /// Bets or raises, against the rules if the text says so: rooms have other ones.
    fn raise_as_told(&mut self, seat: Seat, total: Chips) -> Done {
        if self.state.complete_bet_or_raise_to(Some(total), None, &Plain).is_err() {
            self.state.raise_as_recorded(total, None, &Plain)?;
            let (name, text) = (self.name(seat), self.builder.text(total));
            self.note("odd-raise", format!("{name} raises to {text}, against the rules"));
        }
        self.write_raise(seat, total);
        Ok(())
    }

    /// Calls more than is due: all of a blind of which others have only a part.
    fn call_otherwise(&mut self, seat: Seat, amount: Chips) -> Done {
        let (name, text) = (self.name(seat), self.builder.text(amount));
        let Some(due) = self.state.checking_or_calling_amount() else {
            return Err(BuildError::NothingToCall { name, amount: text }.into());
        };
        let total = self.state.bets[seat] + amount;
        if !(due < amount && amount <= self.state.stacks[seat] && total <= self.state.price()) {
            let due = self.builder.text(due);
            return Err(BuildError::OtherCall { name, amount: text, due }.into());
        }
        self.state.check_or_call(None, &Plain)?;
        self.write_deed(seat, "cc");
        self.builder.said.push((self.actions.len(), format!("calls {text}")));
        let message = format!("{name} calls more than anybody else has: the rest comes back");
        self.note("short-blind", message);
        Ok(())
    }

    /// Raises where everybody else is all-in: all of it comes back, so it is a call.
    fn raise_alone(&mut self, seat: Seat, total: Chips) -> Done {
        let state = &*self.state;
        let others = state.active.iter().filter(|&other| other != seat);
        let most = others.map(|other| state.bets[other] + state.stacks[other]).max().unwrap_or(0);
        let due = state.checking_or_calling_amount();
        if due.is_none_or(|due| total - state.bets[seat] < due) || most > state.price() {
            return self.raise_as_told(seat, total);
        }
        self.state.check_or_call(None, &Plain)?;
        self.write_deed(seat, "cc");
        let (name, text) = (self.name(seat), self.builder.text(total));
        self.builder.said.push((self.actions.len(), format!("raises to {text}")));
        let message = format!("{name} raises where everybody else is all-in: played as a call");
        self.note("raise-alone", message);
        Ok(())
    }

    /// Tells whether somebody folds who is all-in, as rooms do for players who sit out.
    fn gives_up(&mut self, seat: Seat) -> bool {
        if self.state.stacks[seat] != 0 || !self.state.active.contains(seat) {
            return false;
        }
        let player = &mut self.builder.players[self.order[seat]];
        player.left -= 1;
        player.mucked = true;
        player.given_up = true;
        let message = format!("{} folds all-in: played as a hand that is mucked", player.name);
        self.note("all-in-fold", message);
        true
    }

    /// Tells whether somebody checks although nobody is left to bet against.
    fn is_idle(&mut self, seat: Seat, amount: Option<Chips>) -> bool {
        let state = &*self.state;
        if amount.unwrap_or(0) != 0 || state.actor().is_some() || !state.active.contains(seat) {
            return false;
        }
        if state.active.iter().filter(|&other| state.stacks[other] != 0).count() > 1 {
            return false;
        }
        let player = &mut self.builder.players[self.order[seat]];
        player.left -= 1;
        let message = format!("{} checks where everybody else is all-in: passed over", player.name);
        self.note("idle-check", message);
        true
    }

    /// Says whose turn it is.
    fn turn(&self, next: Option<Seat>) -> String {
        next.map_or_else(|| "nobody is".to_owned(), |seat| format!("{} is", self.name(seat)))
    }

    /// Does what is not written before a player can act.
    fn reach(&mut self, seat: Seat) -> Done {
        self.deal_seen()?;
        for _ in 0..MOST_SILENT {
            match self.state.actor() {
                Some(actor) if actor != seat => {
                    if !self.fold_silently(actor)? {
                        break;
                    }
                }
                _ => break,
            }
        }
        let actor = self.state.actor();
        if actor == Some(seat) {
            return Ok(());
        }
        Err(BuildError::NotToAct { name: self.name(seat), turn: self.turn(actor) }.into())
    }

    /// Folds for somebody of whom nothing more is said.
    fn fold_silently(&mut self, seat: Seat) -> Result<bool, Wrong> {
        let player = &self.builder.players[self.order[seat]];
        let speaks = player.left > 0 || player.collected != 0 || player.mucked;
        if speaks || !player.shown.is_empty() {
            return Ok(false);
        }
        self.state.fold(None, &Plain)?;
        self.write_deed(seat, "f");
        let message = format!("{} says nothing and folds", self.name(seat));
        self.note("silent-fold", message);
        Ok(true)
    }

    /// Keeps the cards of those who showed where nobody had to: no action says it.
    fn keep_shows(&mut self) {
        for (seat, &id) in self.order.iter().enumerate() {
            let player = &self.builder.players[id];
            if player.shown.is_empty() || self.shown[seat] {
                continue;
            }
            let mut text = String::new();
            write_cards(&player.shown, &mut text);
            let name = player.name.to_string();
            let shows = &mut self.builder.extensions.shows;
            match shows.iter_mut().find(|(other, _)| *other == name) {
                Some(known) => known.1 = text,
                None => shows.push((name, text)),
            }
        }
    }

    // Cards.

    fn burn(&mut self) -> Done {
        let card = Deal::Cards(Cards::from_slice(&[Card::UNKNOWN]));
        if self.state.burn_pending && self.state.verify_card_burning(&card).is_ok() {
            self.state.burn_card(&card, None, &Plain)?;
        }
        Ok(())
    }

    /// Deals hole cards of a later street: those that were seen, and unknown ones.
    fn deal_seen(&mut self) -> Done {
        if !self.changes_hands {
            return Ok(());
        }
        self.burn()?;
        while let Some(seat) = self.state.hole_dealee() {
            let mut count = std::mem::take(&mut self.drawn[seat]);
            if count == 0 {
                let street = self.state.street().unwrap_or(0);
                count = self.shape.hole_counts.get(street).copied().unwrap_or(0).max(1);
            }
            let seen = self.seen[seat].take().unwrap_or_default();
            let last = &seen[seen.len().saturating_sub(count)..];
            // Cards face up come last.
            let mut cards = Cards::from_elem(Card::UNKNOWN, count - last.len());
            cards.extend_from_slice(last);
            self.write_dealt(seat, &cards);
            self.state.deal_hole(&Deal::Cards(cards), Some(seat), None, &Plain)?;
        }
        if self.drawn.iter().all(|&count| count == 0) {
            self.seen.fill(None);
        }
        Ok(())
    }

    /// Deals what was to be dealt on the street before.
    fn begin_street(&mut self) -> Done {
        if self.state.actor().is_some() {
            self.pass_round()?;
        }
        self.show(false)?;
        if self.seen.iter().any(Option::is_some) || self.drawn.iter().any(|&count| count > 0) {
            self.deal_seen()?;
        }
        Ok(())
    }

    fn discard(&mut self, id: PlayerId, cards: &Cards) -> Done {
        if self.state.drawer().is_none() {
            if self.state.actor().is_some() {
                self.pass_round()?;
            }
            self.deal_seen()?;
        }
        self.show(false)?;
        let player = &mut self.builder.players[id];
        let seat = player.index;
        let is_unknown = |cards: &Cards| cards.iter().any(|card| card.is_unknown());
        if is_unknown(cards) && !player.dealt.is_empty() && !is_unknown(&player.dealt) {
            return Err(BuildError::UnknownDiscard { name: player.name.to_string() }.into());
        }
        let drawer = self.state.drawer();
        if drawer != Some(seat) {
            let (name, turn) = (self.name(seat), self.turn(drawer));
            return Err(BuildError::NotToDiscard { name, turn }.into());
        }
        player.left -= 1;
        self.state.stand_pat_or_discard(cards, None, &Plain)?;
        self.drawn[seat] = cards.len();
        self.write_with_cards(seat, "sd", cards);
        Ok(())
    }

    fn deal_board(&mut self, cards: &Cards) -> Done {
        if self.state.actor().is_some() {
            self.pass_round()?;
        }
        self.show(false)?;
        self.select_runs()?;
        self.burn()?;
        let street = self.state.street().unwrap_or(0);
        let full = self.shape.board_counts.get(street).copied().unwrap_or(0);
        let lying = self.state.board_cards(0).count();
        let plain = self.state.board.is_empty() || lying < full;
        self.state.deal_board(Some(&Deal::Cards(cards.clone())), None, &Plain)?;
        self.write(|text| {
            // Cards of another board are no actions of the standard.
            text.push_str(if plain { "d db " } else { "# croupier: d db " });
            write_cards(cards, text);
        });
        Ok(())
    }

    /// Closes a round of betting in which nobody is said to do anything more.
    fn pass_round(&mut self) -> Done {
        for _ in 0..MOST_SILENT {
            let Some(actor) = self.state.actor() else { return Ok(()) };
            if self.state.checking_or_calling_amount().is_some_and(|amount| amount != 0) {
                if !self.fold_silently(actor)? {
                    return Err(BuildError::DealtTooEarly { name: self.name(actor) }.into());
                }
                continue;
            }
            self.state.check_or_call(None, &Plain)?;
            self.write_deed(actor, "cc");
            let rich = self.state.stacks.iter().filter(|&&stack| stack != 0).count();
            let out = self.order.len() - self.state.active.len();
            if rich > out + 1 {
                let message = format!("{} says nothing and checks", self.name(actor));
                self.note("silent-check", message);
            }
        }
        Ok(())
    }

    fn select_runs(&mut self) -> Done {
        if self.runs == 1 || self.state.runout_pending.is_empty() {
            return Ok(());
        }
        let runs = self.runs as i64;
        for seat in 0..self.order.len() {
            if self.state.verify_runout_count_selection(Some(runs), Some(seat)).is_ok() {
                self.state.select_runout_count(Some(runs), Some(seat), None, &Plain)?;
                self.write(|text| {
                    let _ = write!(text, "# croupier: p{} rc {runs}", seat + 1);
                });
            }
        }
        Ok(())
    }

    // Showdown.

    /// Shows what players show; before the last card, others keep their cards face down.
    fn show(&mut self, last: bool) -> Done {
        let mut count = 0;
        while let Some(seat) = self.state.shower() {
            let player = &self.builder.players[self.order[seat]];
            let held = &self.state.hole[seat].cards;
            let is_unknown = held.iter().any(|card| card.is_unknown());
            let mut cards = player.shown.clone();
            if cards.is_empty() && player.collected != 0 && !player.mucked && !is_unknown {
                cards = Cards::from_slice(held);
            }
            if !last && self.changes_hands {
                cards.clear();
            }
            if !cards.is_empty() && cards.len() < held.len() {
                cards = complete(&cards, held);
            }
            if player.given_up || cards.is_empty() && last && player.collected == 0 {
                let muck = Showing::MuckAsRecorded;
                self.state.show_or_muck_hole_cards(&muck, None, None, &Plain)?;
                self.write_deed(seat, "sm");
            } else {
                if cards.is_empty() {
                    cards = Cards::from_elem(Card::UNKNOWN, held.len());
                }
                self.hidden |= last && cards.iter().any(|card| card.is_unknown());
                let shown = Showing::Cards(cards.clone());
                self.state.show_or_muck_hole_cards(&shown, None, None, &Plain)?;
                self.write_with_cards(seat, "sm", &cards);
            }
            self.shown[seat] = true;
            count += 1;
            if !last && count >= self.order.len() {
                break;
            }
        }
        Ok(())
    }

    fn end(&mut self) -> Done {
        self.deal_seen()?;
        while self.state.is_live() {
            if let Some(actor) = self.state.actor() {
                if self.fold_silently(actor)? {
                    continue;
                }
                let next = format!("{} is still to act", self.name(actor));
                return Err(BuildError::EndsEarly { next }.into());
            }
            if self.state.shower().is_some() {
                let last =
                    self.state.street() == self.state.definition.street_count().checked_sub(1);
                self.show(last)?;
                self.deal_seen()?;
            } else if self.state.active.len() == 1 && self.state.burn_pending {
                self.deal_for_nobody()?;
            } else {
                let next = format!("next is {}", self.describe_legal());
                return Err(BuildError::EndsEarly { next }.into());
            }
        }
        Ok(())
    }

    /// Deals what the engine wants where everybody else has mucked.
    fn deal_for_nobody(&mut self) -> Done {
        self.burn()?;
        let count = self.state.board_dealing_count().unwrap_or(1).max(1);
        let cards = Cards::from_elem(Card::UNKNOWN, count);
        self.state.deal_board(Some(&Deal::Cards(cards.clone())), None, &Plain)?;
        self.write(|text| {
            text.push_str("d db ");
            write_cards(&cards, text);
        });
        Ok(())
    }
}

/// Returns a hand of which only some cards are shown, with what else is known of it.
fn complete(shown: &Cards, held: &[Card]) -> Cards {
    let mut hidden = shown.clone();
    for card in held {
        if let Some(place) = hidden.iter().position(|other| other == card) {
            hidden.remove(place);
        }
    }
    let mut hidden = hidden.into_iter();
    held.iter()
        .map(|&card| if card == Card::UNKNOWN { hidden.next().unwrap_or(card) } else { card })
        .collect()
}

fn write_number(number: usize, text: &mut String) {
    if number >= 10 {
        text.push(char::from(b'0' + (number / 10 % 10) as u8));
    }
    text.push(char::from(b'0' + (number % 10) as u8));
}

fn write_player(seat: Seat, deed: &str, text: &mut String) {
    text.push('p');
    write_number(seat + 1, text);
    text.push(' ');
    text.push_str(deed);
}
