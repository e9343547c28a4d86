//! Findings of a strict check at a hand.

use croupier_engine::{
    Chips, GivenError, Operation, OperationKind, PerSeat, Seats, State, UNKNOWN_STACK,
};

use crate::amounts::number::Number;
use crate::error::{Fault, Place};
use crate::limits;
use crate::phh::action::Action;
use crate::phh::check::{FieldRules, Severity, check_fields};
use crate::phh::document::Record;
use crate::phh::field::Field;
use crate::phh::hand::Hand;
use crate::phh::notation::{self, Style};
use crate::phh::violation::Violation;
use crate::replay::replayer::{BulkHouse, Rerun};
use crate::replay::settle::{Comparison, Settlement};
use crate::replay::table::House;
use crate::replay::{Outcome, Provider, Replay, ReplayOptions};
use crate::toml::{Name, Value};

/// One thing that a strict check found: an error or a warning, with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// The kind of the finding.
    pub code: Violation,
    /// The name of the field; an empty one where it is none of them.
    pub field: String,
    /// The action, counted from 1, if it is one.
    pub action: Option<usize>,
    /// The message.
    pub message: String,
    /// Where, if it is somewhere.
    pub place: Option<Place>,
}

impl Finding {
    /// Makes the finding for a field, or for an item of its list.
    #[must_use]
    pub fn of_field(
        record: &Record<'_>,
        severity: Severity,
        code: Violation,
        name: Name<'_>,
        item: Option<usize>,
        message: String,
    ) -> Self {
        let message = match item {
            Some(item) => format!("value {} {message}", item + 1),
            None => message,
        };
        let field = name.text().to_owned();
        Self { severity, code, field, action: None, message, place: record.find(name, item) }
    }

    /// Makes the finding for a hand that cannot be read.
    pub(crate) fn of_document(fault: &Fault, place: Place) -> Self {
        Self {
            severity: Severity::Error,
            code: Violation::Toml,
            field: String::new(),
            action: None,
            message: fault.to_string(),
            place: Some(place),
        }
    }

    /// Makes the finding for a hand whose game cannot be set up.
    pub(crate) fn of_setup(record: &Record<'_>, fault: &Fault) -> Self {
        let message = match fault {
            Fault::Setup(problems) => {
                problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
            }
            Fault::TooFine => GivenError::UncountableAmount.to_string(),
            fault => fault.to_string(),
        };
        // Several fields may be to blame: the place is that of the variant.
        let place = record.find(Name::Field(Field::Variant), None);
        Self {
            severity: Severity::Error,
            code: Violation::Setup,
            field: String::new(),
            action: None,
            message,
            place,
        }
    }
}

/// Checks the fields of a hand and the notation of its actions, which is not needed for the first `written_well` of them;
/// returns how many actions can be played, or nothing where fields are wrong.
pub(crate) fn check_record(
    record: &Record<'_>,
    written_well: Option<usize>,
    rules: &FieldRules,
    provider: Option<&dyn Provider>,
    is_zone: &mut dyn FnMut(&str) -> bool,
    found: &mut Vec<Finding>,
) -> Option<usize> {
    let mut is_configured = false;
    for problem in check_fields(record.fields, rules, is_zone) {
        if problem.code == Violation::Configured {
            is_configured = true;
            found.extend(provider.into_iter().flat_map(|one| one.check_configured(record)));
            continue;
        }
        let message = problem.text.text().unwrap_or_else(|| match provider {
            Some(provider) => provider.show_problem(record, &problem.text),
            None => problem.text.as_written(),
        });
        let (name, item) = (problem.name, problem.item);
        found.push(Finding::of_field(record, problem.severity, problem.code, name, item, message));
    }
    let is_broken = found.iter().any(|one| one.severity == Severity::Error);
    if let Some(count) = written_well {
        return (!is_broken).then_some(count);
    }
    let actions = record.fields.get(Name::Field(Field::Actions)).and_then(Value::items)?;
    let style = Style { strict: true, extended: is_configured };
    let (mut count, mut readable) = (0, None);
    for (number, action) in actions.enumerate() {
        count += 1;
        if let Some(text) = action.text()
            && let Err(error) = notation::read(text, style)
        {
            // Later checks depend on actions that cannot be read.
            readable = readable.or(Some(number));
            let message = format!("cannot be read: {error}");
            found.push(at_action(record, number, text, Violation::Notation, &message));
        }
    }
    (!is_broken).then_some(readable.unwrap_or(count))
}

/// Checks the play of a hand whose fields are right, and of whose actions the first `readable` can be played.
pub(crate) fn check_play(
    rerun: &mut Rerun<'_, '_>,
    house: &BulkHouse<'_, '_>,
    outcome: &Outcome,
    is_regular: bool,
    readable: usize,
    replay: &mut Replay,
    found: &mut Vec<Finding>,
) {
    let (hand, actions) = (rerun.hand, rerun.actions);
    let Some(record) = &hand.record else { return };
    let state = &rerun.start.state;
    let is_regular = is_regular
        && outcome.repairs.is_empty()
        && !has_odd_fold(state)
        && are_cards_right(actions, state);
    if is_regular {
        return check_results(found, record, hand, house, state, outcome.settlement);
    }
    // Once more, without any repair.
    let kept = &actions[..readable.min(actions.len())];
    let is_configured = rerun.scale.is_some();
    let mut rerun = rerun.with(kept, true);
    let (house, _) = match rerun.begin(replay) {
        Ok(begun) => begun,
        Err(fault) => return found.push(Finding::of_setup(record, &fault)),
    };
    replay.restart(ReplayOptions::checking(is_configured));
    let played = rerun.play(&house, replay);
    for report in &replay.reports {
        let text = hand.actions[report.action - 1];
        let code = if report.is_odd_fold { Violation::Odd } else { Violation::Rules };
        let mut finding = at_action(record, report.action - 1, text, code, &report.text);
        if report.is_odd_fold {
            finding.severity = Severity::Warning;
        }
        found.push(finding);
    }
    match played {
        Err((_, refusal)) => {
            let why = refusal.message(|amount| house.show(amount));
            found.push(Finding::of_setup(record, &Fault::Provided(why)));
        }
        Ok(false) => {
            let stopped = replay.reports.last().map_or(0, |report| report.action);
            let left = kept.len() - stopped;
            if left > 0 {
                let message = format!("the {left} actions after this one were not played");
                found.push(Finding {
                    severity: Severity::Warning,
                    code: Violation::Stopped,
                    field: Field::Actions.name().to_owned(),
                    action: Some(stopped),
                    message,
                    place: record.find(Name::Field(Field::Actions), Some(stopped - 1)),
                });
            }
        }
        Ok(true) if readable == hand.actions.len() => {
            check_results(found, record, hand, &house, &rerun.start.state, None);
        }
        Ok(true) => {}
    }
}

fn at_action(
    record: &Record<'_>,
    number: usize,
    text: &str,
    code: Violation,
    message: &str,
) -> Finding {
    let action = number + 1;
    Finding {
        severity: Severity::Error,
        code,
        field: Field::Actions.name().to_owned(),
        action: Some(action),
        message: format!("action {action}, {}, {message}", notation::quoted(text)),
        place: record.find(Name::Field(Field::Actions), Some(number)),
    }
}

/// Compares what is recorded of the end with the replay; what came of that is given where it is known.
fn check_results(
    found: &mut Vec<Finding>,
    record: &Record<'_>,
    hand: &Hand<'_>,
    house: &BulkHouse<'_, '_>,
    state: &State,
    settlement: Option<Settlement>,
) {
    if !hand.given.finishing_stacks && !hand.given.winnings {
        return;
    }
    let settlement = settlement.unwrap_or_else(|| Settlement::of(state, hand, &house.scale));
    let mut warn = |code, field: Field, message| {
        let (name, severity) = (Name::Field(field), Severity::Warning);
        found.push(Finding::of_field(record, severity, code, name, None, message));
    };
    let finishing = settlement.finishing;
    if let Some(comparison @ (Comparison::Less | Comparison::Different)) = finishing {
        let style = house.amount_style();
        let (code, why) = match (comparison, settlement.rake) {
            (Comparison::Less, rake) if !state.is_live() => {
                let rake = rake.map(|rake| format!("{} ", style.difference(rake, state, hand)));
                let rake = rake.unwrap_or_default();
                (Violation::Rake, format!("are {rake}less than were played for, as by a rake"))
            }
            _ => {
                let why = "are not those of the hand as it was played";
                (Violation::FinishingStacks, why.to_owned())
            }
        };
        let stacks: Vec<String> = state.stacks.iter().map(|&stack| style.stack(stack)).collect();
        warn(code, Field::FinishingStacks, format!("{why}: {}", stacks.join(", ")));
    }
    let winners = || {
        let mut winners = Seats::NONE;
        for operation in state.log.iter() {
            if let Operation::ChipsPulling { seat, .. } = operation {
                winners.insert(seat);
            }
        }
        winners.iter().map(|seat| format!("p{}", seat + 1)).collect::<Vec<_>>().join(", ")
    };
    let message = match settlement.winnings {
        Some(Comparison::OtherWinners) => {
            format!("name other winners than the hand as it was played, which {} won", winners())
        }
        Some(Comparison::Different) => {
            format!("are not what {} won as the hand was played, even with a rake", winners())
        }
        _ => return,
    };
    warn(Violation::Winnings, Field::Winnings, message);
}

/// Writes amounts as a state shows them: integers, or decimals with as many places as the amounts of the hand.
pub(crate) struct AmountStyle {
    scale: i64,
    /// Nothing where chips are not divided.
    places: Option<u32>,
}

/// How many digits are written of an amount without an end, as Python's decimals have them.
const MAX_DIGITS: u32 = 28;
/// The most places that an amount with an end can have.
const MAX_PLACES: u32 = 15;

impl AmountStyle {
    pub(crate) fn new(hand: &Hand<'_>, actions: &[Action], scale: i64) -> Self {
        let mut bets = actions.iter().filter_map(Action::amount);
        let is_divided = hand.amounts().any(Number::is_decimal)
            || bets.any(Number::is_decimal)
            || hand.records_fractions();
        let places = || hand.amounts().map(Number::fewest_places).max().unwrap_or(0);
        Self { scale, places: is_divided.then(places) }
    }

    /// Writes a stack, or any other amount.
    pub(crate) fn stack(&self, units: Chips) -> String {
        if units == UNKNOWN_STACK {
            return "inf".to_owned();
        }
        self.write(units, self.places_of(units))
    }

    /// Returns with how many places an amount is written.
    fn places_of(&self, units: Chips) -> u32 {
        let is_whole = |places: &u32| {
            let parts = 10_i128.pow(*places);
            i128::from(units) * parts % i128::from(self.scale) == 0
        };
        match (0..=MAX_PLACES).find(is_whole) {
            Some(fewest) => self.places.map_or(fewest, |places| fewest.max(places)),
            None => {
                let whole = (units / self.scale).unsigned_abs();
                MAX_DIGITS - whole.checked_ilog10().map_or(0, |digits| digits + 1)
            }
        }
    }

    fn write(&self, units: Chips, places: u32) -> String {
        let scale = i128::from(self.scale);
        let (whole, mut rest) = (i128::from(units).abs() / scale, i128::from(units).abs() % scale);
        let sign = if units < 0 { "-" } else { "" };
        let mut digits = whole.to_string();
        if places > 0 {
            digits.push('.');
        }
        for _ in 0..places {
            rest *= 10;
            digits.push(char::from(b'0' + (rest / scale) as u8));
            rest %= scale;
        }
        if rest * 2 > scale { round_up(&digits, sign) } else { format!("{sign}{digits}") }
    }

    /// Writes how much less stacks are recorded than were played for: as finely as the finest of both.
    fn difference(&self, rake: Chips, state: &State, hand: &Hand<'_>) -> String {
        let mut places = 0;
        for (&stack, given) in state.stacks.iter().zip(&hand.finishing_stacks) {
            places = places.max(u32::from(given.places()));
            if stack != UNKNOWN_STACK {
                places = places.max(self.places_of(stack));
            }
        }
        self.write(rake, places)
    }
}

/// Adds one to the last digit.
fn round_up(digits: &str, sign: &str) -> String {
    let mut carried = true;
    let mut last_first: Vec<char> = Vec::with_capacity(digits.len() + 1);
    for digit in digits.chars().rev() {
        let next = match digit {
            '9' if carried => '0',
            '.' => '.',
            _ if carried => {
                carried = false;
                char::from(digit as u8 + 1)
            }
            _ => digit,
        };
        last_first.push(next);
    }
    if carried {
        last_first.push('1');
    }
    format!("{sign}{}", last_first.iter().rev().collect::<String>())
}

/// Tells whether every card is one of the game's, and none is there twice.
fn are_cards_right(actions: &[Action], state: &State) -> bool {
    let deck =
        state.definition.deck.iter().fold(0_u64, |deck, card| deck | 1 << (card.code() & 63));
    let mut held = [0_u64; limits::MAX_PLAYERS as usize];
    let mut seen = 0;
    for action in actions {
        let (seat, cards) = match action {
            Action::DealBoard(cards) => (None, cards),
            Action::DealHole(seat, cards) | Action::Show(seat, cards) => (Some(*seat), cards),
            _ => continue,
        };
        let shown = matches!(action, Action::Show(..));
        for card in cards.iter().filter(|card| !card.is_unknown()) {
            let bit = 1 << (card.code() & 63);
            let own = seat.and_then(|seat| held.get_mut(seat));
            if shown && own.as_ref().is_some_and(|own| **own & bit != 0) {
                continue;
            }
            if deck & bit == 0 || seen & bit != 0 {
                return false;
            }
            seen |= bit;
            if let Some(own) = own {
                *own |= bit;
            }
        }
    }
    true
}

/// Tells whether somebody folded who had nothing to pay.
fn has_odd_fold(state: &State) -> bool {
    let mut bets: PerSeat<Chips> = PerSeat::all(0, state.player_count());
    let mut outlines = (0..state.log.len()).filter_map(|number| state.log.outline(number));
    outlines.any(|(kind, seat, amount, _)| {
        match kind {
            OperationKind::AntePosting | OperationKind::BetCollection => bets.fill(0),
            OperationKind::BlindOrStraddlePosting
            | OperationKind::BringInPosting
            | OperationKind::CheckingOrCalling => bets[seat] += amount,
            OperationKind::CompletionBettingOrRaisingTo => bets[seat] = amount,
            OperationKind::Folding => return bets.iter().all(|&bet| bet <= bets[seat]),
            _ => {}
        }
        false
    })
}
