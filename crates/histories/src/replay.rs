//! Hands through the rules.

use std::sync::Arc;

use croupier_cards::{Card, Shuffler};
use croupier_engine::units::{self, Amount, Unit};
use croupier_engine::{
    Automation, Automations, Cards, Chips, Deal, Definition, Hooks, Mode, Operation, PerSeat,
    Plain, RuleError, Seat, Seats, Showing, State,
};

use crate::action::Action;
use crate::check::FieldRules;
use crate::error::{Fault, Place};
use crate::findings::{Finding, find};
use crate::hand::Hand;
use crate::number::Number;
use crate::scale::Scale;
use crate::settle::Settlement;

/// What a history does not write down.
const AUTOMATIONS: [Automation; 7] = [
    Automation::AntePosting,
    Automation::BetCollection,
    Automation::BlindOrStraddlePosting,
    Automation::RunoutCountSelection,
    Automation::HandKilling,
    Automation::ChipsPushing,
    Automation::ChipsPulling,
];
/// What a remark begins with that is an action which the standard does not have.
pub(crate) const OWN_ACTIONS: &str = "croupier:";

/// A game by its code. Its smaller bets are where the small or only bet of a hand is meant.
#[derive(Debug, Clone)]
pub struct Game {
    /// The code.
    pub code: String,
    /// The game.
    pub definition: Definition,
    /// The fields that a hand of it must have.
    pub required: Vec<String>,
}

/// What came of a hand.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// How many units a chip is.
    pub scale: i64,
    /// The stacks at the end, in units.
    pub stacks: PerSeat<Chips>,
    /// What everybody won or lost, in units.
    pub payoffs: PerSeat<Chips>,
    /// Whether the hand came to its end.
    pub ended: bool,
    /// Whether there was a showdown.
    pub showdown: bool,
    /// Whether the cards of somebody in the showdown stayed unknown.
    pub hidden: bool,
    /// How many actions were done.
    pub applied: usize,
    /// What was repaired.
    pub repairs: Repairs,
    /// What the record says of the end.
    pub settlement: Settlement,
    /// All that is to be said of the hand; nothing where somebody must look at it who knows more, or nobody wants to know.
    pub findings: Option<Vec<Finding>>,
    /// Whether something in it is beyond this crate, and what came of it is not certain.
    pub uncertain: bool,
}

/// How often the record left out what cannot have been otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Repairs {
    /// Cards that are known were neither shown nor mucked at the last showdown: they are shown.
    pub shown: u32,
    /// The record ends before the showdown, and all cards are known: they are shown.
    pub missing_show: u32,
}

/// Why a hand could not be played.
#[derive(Debug, Clone, PartialEq)]
pub struct Failure {
    /// What is wrong.
    pub fault: Fault,
    /// Where.
    pub place: Place,
    /// What came of the actions before it, if the hand was set up.
    pub outcome: Option<Outcome>,
}

/// Plays hands of many games, one after the other.
pub struct Replayer {
    games: Vec<Table>,
    actions: Vec<Action>,
    /// What a strict look wants, if there is to be one.
    rules: Option<Arc<FieldRules>>,
}

/// Where one game is played.
struct Table {
    code: String,
    state: State,
    /// For each betting round, whether the small bet is the smallest one.
    small_bets: Vec<bool>,
    required: Vec<String>,
}

impl Replayer {
    /// Takes the games that can be played; one that cannot be set up is left out.
    #[must_use]
    pub fn new(games: &[Game]) -> Self {
        let automations: Automations = AUTOMATIONS.into_iter().collect();
        let start = |game: &Game| {
            let definition =
                Definition { automations, mode: Mode::CashGame, ..game.definition.clone() };
            let bets = || definition.steps.iter().filter_map(|step| step.betting());
            let smallest = bets().map(|betting| betting.minimum_bet).min();
            let small_bets = bets().map(|betting| Some(betting.minimum_bet) == smallest).collect();
            let state = State::new(Arc::new(definition), Shuffler::from_seed(0), &Plain);
            let (code, required) = (game.code.clone(), game.required.clone());
            Some(Table { code, state: state.ok()?.ok()?, small_bets, required })
        };
        let games = games.iter().filter_map(start).collect();
        Self { games, actions: Vec::new(), rules: None }
    }

    /// Looks strictly at hands: what is found is in their outcome.
    #[must_use]
    pub fn strict(mut self, rules: Arc<FieldRules>) -> Self {
        self.rules = Some(rules);
        self
    }

    /// Returns the hand of this game that was played last.
    #[must_use]
    pub fn played(&self, variant: &str) -> Option<&State> {
        self.games.iter().find(|table| table.code == variant).map(|table| &table.state)
    }

    /// Plays a hand; what is wrong with it is said with its place.
    ///
    /// # Errors
    ///
    /// The hand cannot be set up, or an action is none or not allowed. What came of the actions before it
    /// is there, too.
    pub fn replay(&mut self, hand: &Hand<'_>) -> Result<Outcome, Box<Failure>> {
        let Self { games, actions, rules } = self;
        let fail = |fault: Fault, place: Place| Box::new(Failure { fault, place, outcome: None });
        let here = Place { line: hand.span.line, ..Place::default() };
        let at = |action: usize| hand.action_place(action);
        let variant = hand.variant.ok_or_else(|| fail(Fault::MissingField("variant"), here))?;
        let table = games.iter_mut().find(|table| table.code == variant);
        let table = table.ok_or_else(|| fail(Fault::UnknownVariant(variant.to_owned()), here))?;
        actions.clear();
        for (number, &text) in hand.actions.iter().enumerate() {
            let action = Action::parse(text);
            let fault = || fail(Fault::Notation(text.to_owned()), at(number));
            let action = action.ok_or_else(fault)?;
            // No amount has a sign.
            if action.amount().is_some() && text.contains(['+', '-']) {
                return Err(fault());
            }
            actions.push(action);
        }
        let scale = set_up(table, hand, actions).map_err(|fault| fail(fault, here))?;
        let state = &mut table.state;
        let is_whole = |number: Number| !number.is_decimal();
        let bets = || actions.iter().filter_map(Action::amount);
        let whole = hand.bets().chain(bets()).all(is_whole) && !hand.records_fractions();
        let house = House { scale, whole };
        let mut repairs = Repairs::default();
        for (number, action) in actions.iter().enumerate() {
            if let Err(fault) = apply(state, action, &house, &mut repairs) {
                let outcome = Some(outcome(state, hand, &scale, number, repairs));
                return Err(Box::new(Failure { fault, place: at(number), outcome }));
            }
        }
        let count = actions.len();
        if let Err(fault) = finish(state, &house, &mut repairs) {
            let outcome = Some(outcome(state, hand, &scale, count, repairs));
            return Err(Box::new(Failure { fault, place: at(count), outcome }));
        }
        let mut outcome = outcome(state, hand, &scale, count, repairs);
        outcome.findings =
            rules.as_ref().and_then(|rules| find(&outcome, hand, actions, state, rules));
        Ok(outcome)
    }
}

/// How pots are divided.
struct House {
    scale: Scale,
    /// Whether everything is bet in whole chips: then pots are split in whole chips, too.
    whole: bool,
}

impl Hooks for House {
    fn divide(&self, amount: Chips, parts: usize) -> Result<(Chips, Chips), RuleError> {
        let chip = self.scale.chip;
        if !self.whole || amount % chip != 0 {
            return Plain.divide(amount, parts);
        }
        let (share, rest) = Plain.divide(amount / chip, parts)?;
        Ok((share * chip, rest * chip))
    }
}

/// Starts the hand, and returns how many units a chip is.
fn set_up(table: &mut Table, hand: &Hand<'_>, actions: &[Action]) -> Result<Scale, Fault> {
    check_fields(hand, &table.required)?;
    let bets = || actions.iter().filter_map(Action::amount);
    let recorded = || hand.finishing_stacks.iter().chain(&hand.winnings).copied();
    let mut fault = Fault::TooFine;
    // What is recorded of the end is counted exactly, too, if there is room for it.
    for with_records in [true, false] {
        let records = recorded().filter(|_| with_records || hand.records_fractions());
        let unit = choose_unit(hand.amounts(), bets().chain(records));
        let Some(scale) = unit.map(|unit| Scale::new(unit.scale)) else { continue };
        match start(table, hand, &scale) {
            Ok(()) => return Ok(scale),
            Err(Fault::TooFine) => {}
            Err(other) => fault = other,
        }
    }
    Err(fault)
}

/// Chooses what the amounts of a hand are counted in: whole chips where no amount has a point.
fn choose_unit(
    amounts: impl Iterator<Item = Number> + Clone,
    others: impl Iterator<Item = Number> + Clone,
) -> Option<Unit> {
    if !amounts.clone().chain(others.clone()).any(Number::is_decimal) {
        return Some(Unit::WHOLE);
    }
    units::choose(amounts.map(Amount::from), others.map(Amount::from))
}

fn check_fields(hand: &Hand<'_>, required: &[String]) -> Result<(), Fault> {
    let given = hand.given;
    let fields = [
        ("antes", given.antes),
        ("blinds_or_straddles", given.blinds_or_straddles),
        ("bring_in", hand.bring_in.is_some()),
        ("small_bet", hand.small_bet.is_some()),
        ("big_bet", hand.big_bet.is_some()),
        ("min_bet", hand.min_bet.is_some()),
        ("starting_stacks", given.starting_stacks),
        ("actions", given.actions),
    ];
    let is_required = |field: &str| required.iter().any(|name| name == field);
    let missing = fields.into_iter().find(|&(field, given)| !given && is_required(field));
    if let Some((field, _)) = missing {
        return Err(Fault::MissingField(field));
    }
    let count = hand.starting_stacks.len();
    let lists = [
        ("antes", given.antes, hand.antes.len()),
        ("blinds_or_straddles", given.blinds_or_straddles, hand.blinds_or_straddles.len()),
        ("finishing_stacks", given.finishing_stacks, hand.finishing_stacks.len()),
        ("winnings", given.winnings, hand.winnings.len()),
    ];
    for (field, _, length) in lists.into_iter().filter(|(_, given, _)| *given) {
        if length != count {
            return Err(Fault::WrongLength { field, given: length, count });
        }
    }
    Ok(())
}

fn start(table: &mut Table, hand: &Hand<'_>, scale: &Scale) -> Result<(), Fault> {
    let units = |number: Number| scale.stack(number);
    let list = |numbers: &[Number], into: &mut Vec<Chips>| -> Option<()> {
        into.clear();
        for &number in numbers {
            into.push(units(number)?);
        }
        Some(())
    };
    let single = |number: Option<Number>| number.map_or(Some(0), units);
    let Table { state, small_bets, .. } = table;
    let mut exact = Some(());
    let started = state.restart_changed(
        |definition| {
            exact = (|| {
                list(&hand.antes, &mut definition.antes)?;
                list(&hand.blinds_or_straddles, &mut definition.blinds)?;
                list(&hand.starting_stacks, &mut definition.starting_stacks)?;
                definition.antes.resize(definition.starting_stacks.len(), 0);
                definition.blinds.resize(definition.starting_stacks.len(), 0);
                definition.bring_in = single(hand.bring_in)?;
                definition.trims_antes = hand.ante_trimming_status;
                let small = single(hand.small_bet.or(hand.min_bet))?;
                let big = single(hand.big_bet.or(hand.min_bet))?;
                let bets = definition.steps.iter_mut().filter_map(|step| match &mut step.action {
                    croupier_engine::Action::Bet(betting) => Some(betting),
                    _ => None,
                });
                for (betting, &is_small) in bets.zip(&*small_bets) {
                    betting.minimum_bet = if is_small { small } else { big };
                }
                Some(())
            })();
        },
        &Plain,
    );
    exact.ok_or(Fault::TooFine)?;
    let too_many = |problems: &[croupier_engine::SetupError]| {
        problems == [croupier_engine::SetupError::TooManyChips]
    };
    match started {
        Ok(Ok(())) => Ok(()),
        Ok(Err(error)) => Err(Fault::Rule(error)),
        Err(problems) if too_many(&problems) => Err(Fault::TooFine),
        Err(problems) => Err(Fault::Setup(problems)),
    }
}

/// Does one action.
fn apply(
    state: &mut State,
    action: &Action,
    house: &House,
    repairs: &mut Repairs,
) -> Result<(), Fault> {
    // Histories do not say that cards are burnt, not even where nobody draws one afterwards.
    burn(state)?;
    let hooks = house;
    let rule = |result: Result<usize, RuleError>| result.map(drop).map_err(Fault::Rule);
    match action {
        Action::Nothing => Ok(()),
        Action::DealBoard(cards) => {
            rule(state.deal_board(Some(&Deal::Cards(cards.clone())), None, hooks))
        }
        Action::DealHole(seat, cards) => {
            let seat = player(state, *seat)?;
            rule(state.deal_hole(&Deal::Cards(cards.clone()), Some(seat), None, hooks))
        }
        Action::Fold(seat) => {
            turn(state.actor(), *seat, state)?;
            rule(state.fold(None, hooks))
        }
        Action::CheckOrCall(seat) => {
            turn(state.actor(), *seat, state)?;
            rule(state.check_or_call(None, hooks))
        }
        Action::BringIn(seat) => {
            turn(state.actor(), *seat, state)?;
            rule(state.post_bring_in(None, hooks))
        }
        Action::RaiseTo(seat, amount) => {
            turn(state.actor(), *seat, state)?;
            let amount = house.scale.units(*amount).ok_or(Fault::TooFine)?;
            rule(match state.complete_bet_or_raise_to(Some(amount), None, hooks) {
                Err(RuleError::RaiseCap) => state.raise_beyond_cap(amount, None, hooks),
                result => result,
            })
        }
        Action::Discard(seat, cards) => {
            turn(state.drawer(), *seat, state)?;
            rule(state.stand_pat_or_discard(cards, None, hooks))
        }
        Action::Show(seat, cards) => {
            let seat = player(state, *seat)?;
            show(state, seat, cards, house, repairs)
        }
        Action::ShowDealt(seat) => {
            let seat = player(state, *seat)?;
            rule(state.show_or_muck_hole_cards(&Showing::Show, Some(seat), None, hooks))
        }
    }
}

/// Shows cards, or mucks them.
fn show(
    state: &mut State,
    seat: Seat,
    cards: &Cards,
    house: &House,
    repairs: &mut Repairs,
) -> Result<(), Fault> {
    let known = || cards.iter().filter(|card| !card.is_unknown());
    let held = &state.hole[seat].cards;
    let hidden = held.iter().filter(|card| card.is_unknown()).count();
    if known().filter(|&card| !held.contains(card)).count() > hidden {
        return Err(Fault::NotHeld(seat + 1));
    }
    let is_hidden = !cards.is_empty() && known().next().is_none();
    let is_known = is_hidden && is_last_showdown(state) && are_known(state);
    let showing = match cards.is_empty() {
        true => Showing::MuckAsRecorded,
        false if is_known => Showing::Show,
        false => Showing::Cards(cards.clone()),
    };
    let shown = state.show_or_muck_hole_cards(&showing, Some(seat), None, house);
    repairs.shown += u32::from(is_known);
    shown.map(drop).map_err(Fault::Rule)
}

/// Tells whether somebody's cards were neither shown nor mucked in the end.
pub(crate) fn is_hidden(state: &State) -> bool {
    let mut hidden = Seats::NONE;
    for operation in state.log.iter() {
        if let Operation::HoleCardsShowingOrMucking { seat, cards } = operation {
            if cards.iter().any(|card| card.is_unknown()) {
                hidden.insert(seat);
            } else {
                hidden.remove(seat);
            }
        }
    }
    hidden != Seats::NONE
}

/// Does what the record leaves out at its end, if it cannot have been otherwise.
fn finish(state: &mut State, house: &House, repairs: &mut Repairs) -> Result<(), Fault> {
    while state.is_live() {
        let deals = || {
            state.board_pending.iter().any(|&count| count > 0)
                || state.hole_pending.iter().any(|pending| pending.count > 0)
        };
        if state.burn_pending {
            // Nobody knows whether the hand went on.
            if deals() {
                break;
            }
            burn(state)?;
            if state.burn_pending {
                break;
            }
        } else if is_last_showdown(state) && are_known(state) {
            let shown = state.show_or_muck_hole_cards(&Showing::Show, None, None, house);
            shown.map_err(Fault::Rule)?;
            repairs.missing_show += 1;
        } else {
            break;
        }
    }
    Ok(())
}

fn is_last_showdown(state: &State) -> bool {
    let last = state.definition.street_count().checked_sub(1);
    state.shower().is_some() && state.street() == last && state.return_count == 0
}

/// Tells whether all cards of all who can win are known.
fn are_known(state: &State) -> bool {
    state.active.iter().all(|seat| !state.hole[seat].cards.iter().any(|card| card.is_unknown()))
}

/// Burns a card that nobody knows, if one is to be burnt: histories do not say so.
fn burn(state: &mut State) -> Result<(), Fault> {
    let card = Deal::Cards(Cards::from_slice(&[Card::UNKNOWN]));
    if state.burn_pending && state.verify_card_burning(&card).is_ok() {
        state.burn_card(&card, None, &Plain).map_err(Fault::Rule)?;
    }
    Ok(())
}

fn player(state: &State, seat: Seat) -> Result<Seat, Fault> {
    let count = state.player_count();
    if seat < count { Ok(seat) } else { Err(Fault::NoSuchPlayer { player: seat + 1, count }) }
}

/// Checks that it is this player's turn.
fn turn(next: Option<Seat>, named: Seat, state: &State) -> Result<(), Fault> {
    player(state, named)?;
    match next {
        Some(seat) if seat == named => Ok(()),
        Some(seat) => Err(Fault::OutOfTurn { player: seat + 1, named: named + 1 }),
        None => Err(Fault::NobodyToAct),
    }
}

fn outcome(
    state: &State,
    hand: &Hand<'_>,
    scale: &Scale,
    applied: usize,
    repairs: Repairs,
) -> Outcome {
    let ended = !state.is_live();
    let showdown = ended && !state.folded;
    let own = |text: &&str| {
        text.split_once('#').is_some_and(|(_, remark)| remark.trim_start().starts_with(OWN_ACTIONS))
    };
    Outcome {
        scale: scale.chip,
        stacks: state.stacks,
        payoffs: state.payoffs,
        ended,
        showdown,
        hidden: showdown && is_hidden(state),
        applied,
        repairs,
        settlement: if ended { Settlement::of(state, hand, scale) } else { Settlement::default() },
        findings: None,
        // What a short blind costs others is found out by playing the hand more than once.
        uncertain: hand.extended
            || hand.has_remarks && hand.actions.iter().any(own)
            || state.definition.has_short_forced_bet(),
    }
}
