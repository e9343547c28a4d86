//! What a strict look finds in a hand that was played to its end as it is written.

use croupier_engine::{Chips, Operation, PerSeat, Seats, State, UNKNOWN_STACK};

use crate::action::Action;
use crate::check::{CONFIGURED, FieldRules, Severity, check_fields};
use crate::error::Place;
use crate::field::Field;
use crate::hand::Hand;
use crate::limits;
use crate::number::Number;
use crate::replay::{Outcome, Repairs};
use crate::settle::Comparison;
use crate::toml::Name;

/// Something that is worth telling.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// The word for it.
    pub code: &'static str,
    /// The name of the field.
    pub field: String,
    /// What is wrong or odd.
    pub message: String,
    /// Where, if it is somewhere.
    pub place: Option<Place>,
}

/// Returns all that is to be said of a hand; nothing where somebody must look at it who knows more.
pub(crate) fn find(
    outcome: &Outcome,
    hand: &Hand<'_>,
    actions: &[Action],
    state: &State,
    rules: &FieldRules,
) -> Option<Vec<Finding>> {
    let recorded = hand.given.finishing_stacks || hand.given.winnings;
    let is_certain = outcome.repairs == Repairs::default()
        && !outcome.uncertain
        && (outcome.ended || !recorded)
        && !has_odd_fold(state)
        && are_cards_right(actions, state);
    if !is_certain {
        return None;
    }
    let record = hand.record?;
    let mut found = Vec::new();
    for problem in check_fields(record.fields, rules, &mut |zone| rules.zones.contains(zone)) {
        if problem.severity == Severity::Error || problem.code == CONFIGURED {
            return None;
        }
        let message = match problem.item {
            Some(item) => format!("value {} {}", item + 1, problem.said.text()?),
            None => problem.said.text()?,
        };
        found.push(Finding {
            severity: problem.severity,
            code: problem.code,
            field: problem.name.text().to_owned(),
            message,
            place: record.find(problem.name, problem.item),
        });
    }
    let mut warn = |code, field: Field, message| {
        let place = record.find(Name::Field(field), None);
        let field = field.name().to_owned();
        found.push(Finding { severity: Severity::Warning, code, field, message, place });
    };
    let finishing = outcome.settlement.finishing;
    if let Some(comparison @ (Comparison::Less | Comparison::Different)) = finishing {
        let shown = Shown::new(hand, actions, outcome.scale);
        let (code, why) = match (comparison, outcome.settlement.rake) {
            (Comparison::Less, Some(rake)) => {
                let rake = shown.difference(rake, state, hand)?;
                ("rake", format!("are {rake} less than were played for, as by a rake"))
            }
            (Comparison::Less, None) => {
                ("rake", "are less than were played for, as by a rake".to_owned())
            }
            _ => {
                let why = "are not those of the hand as it was played";
                ("finishing-stacks", why.to_owned())
            }
        };
        let stacks: Option<Vec<String>> =
            state.stacks.iter().map(|&stack| shown.stack(stack)).collect();
        warn(code, Field::FinishingStacks, format!("{why}: {}", stacks?.join(", ")));
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
    let message = match outcome.settlement.winnings {
        Some(Comparison::OtherWinners) => {
            format!("name other winners than the hand as it was played, which {} won", winners())
        }
        Some(Comparison::Different) => {
            format!("are not what {} won as the hand was played, even with a rake", winners())
        }
        _ => return Some(found),
    };
    warn("winnings", Field::Winnings, message);
    Some(found)
}

/// Writes amounts as a state shows them: integers, or decimals with as many places as the amounts of the hand.
struct Shown {
    scale: i64,
    /// Nothing where chips are not divided.
    places: Option<u32>,
}

/// More places are never written.
const MOST_PLACES: u32 = 15;

impl Shown {
    fn new(hand: &Hand<'_>, actions: &[Action], scale: i64) -> Self {
        let bets = actions.iter().filter_map(Action::amount);
        let is_divided =
            hand.amounts().chain(bets).any(Number::is_decimal) || hand.records_fractions();
        let places = || hand.amounts().map(fewest_places).max().unwrap_or(0);
        Self { scale, places: is_divided.then(places) }
    }

    fn stack(&self, units: Chips) -> Option<String> {
        if units == UNKNOWN_STACK {
            return Some("inf".to_owned());
        }
        self.write(units, self.places_of(units)?)
    }

    /// Returns with how many places an amount is written.
    fn places_of(&self, units: Chips) -> Option<u32> {
        let Some(places) = self.places else {
            return (units % self.scale == 0).then_some(0);
        };
        let is_whole = |places: &u32| {
            let parts = 10_i128.pow(*places);
            i128::from(units) * parts % i128::from(self.scale) == 0
        };
        (0..=MOST_PLACES).find(is_whole).map(|fewest| fewest.max(places))
    }

    fn write(&self, units: Chips, places: u32) -> Option<String> {
        let parts = 10_i128.pow(places);
        let product = i128::from(units) * parts;
        if product % i128::from(self.scale) != 0 {
            return None;
        }
        let digits = product / i128::from(self.scale);
        if places == 0 {
            return Some(digits.to_string());
        }
        let (whole, rest) = (digits.abs() / parts, digits.abs() % parts);
        let sign = if digits < 0 { "-" } else { "" };
        Some(format!("{sign}{whole}.{rest:0width$}", width = places as usize))
    }

    /// Writes how much less stacks are recorded than were played for: as finely as the finest of both.
    fn difference(&self, rake: Chips, state: &State, hand: &Hand<'_>) -> Option<String> {
        let mut places = 0;
        for (&stack, given) in state.stacks.iter().zip(&hand.finishing_stacks) {
            places = places.max(u32::from(given.places()));
            if stack != UNKNOWN_STACK {
                places = places.max(self.places_of(stack)?);
            }
        }
        self.write(rake, places)
    }
}

/// Returns how many decimal places an amount needs.
fn fewest_places(number: Number) -> u32 {
    let Number::Finite { mut digits, places } = number else { return 0 };
    let mut places = u32::from(places);
    while places > 0 && digits % 10 == 0 {
        digits /= 10;
        places -= 1;
    }
    places
}

/// Tells whether every card is one of the game's, and none is there twice.
fn are_cards_right(actions: &[Action], state: &State) -> bool {
    let deck =
        state.definition.deck.iter().fold(0_u64, |deck, card| deck | 1 << (card.code() & 63));
    let mut held = [0_u64; limits::MOST_PLAYERS as usize];
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
    state.log.iter().any(|operation| {
        match operation {
            Operation::AntePosting { .. } | Operation::BetCollection { .. } => bets.fill(0),
            Operation::BlindOrStraddlePosting { seat, amount }
            | Operation::BringInPosting { seat, amount }
            | Operation::CheckingOrCalling { seat, amount } => bets[seat] += amount,
            Operation::CompletionBettingOrRaisingTo { seat, amount } => bets[seat] = amount,
            Operation::Folding { seat } => return bets.iter().all(|&bet| bet <= bets[seat]),
            _ => {}
        }
        false
    })
}
