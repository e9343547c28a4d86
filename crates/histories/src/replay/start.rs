//! The start of a hand, from its fields.

use croupier_engine::units::{self, Amount, Unit};
use croupier_engine::{Automation, Automations, Chips, Plain, Rules, SetupError, State};

use crate::action::Action;
use crate::error::Fault;
use crate::field::Field;
use crate::hand::Hand;
use crate::number::Number;
use crate::scale::Scale;

/// What a history does not write down.
pub(crate) const AUTOMATIONS: [Automation; 7] = [
    Automation::AntePosting,
    Automation::BetCollection,
    Automation::BlindOrStraddlePosting,
    Automation::RunoutCountSelection,
    Automation::HandKilling,
    Automation::ChipsPushing,
    Automation::ChipsPulling,
];

/// Where hands of one game are played.
pub(crate) struct Start {
    pub(crate) code: String,
    pub(crate) state: State,
    /// For each betting round, whether the small bet is the smallest one.
    pub(crate) small_bets: Vec<bool>,
    /// The fields that a hand of it must have, as bits.
    pub(crate) required: u64,
    /// Room for the amounts of a hand.
    pub(crate) amounts: Vec<Number>,
}

/// The fields that say what a game is played for.
const STAKES: [Field; 8] = [
    Field::Antes,
    Field::BlindsOrStraddles,
    Field::BringIn,
    Field::SmallBet,
    Field::BigBet,
    Field::MinBet,
    Field::StartingStacks,
    Field::Actions,
];

impl Start {
    /// Starts a hand, and returns how many units a chip is.
    pub(crate) fn begin(
        &mut self,
        hand: &Hand<'_>,
        actions: &[Action],
        rules: Rules,
    ) -> Result<Scale, Fault> {
        self.check_fields(hand)?;
        let mut fault = Fault::TooFine;
        // What is recorded of the end is counted exactly, too, if there is room for it.
        for with_records in [true, false] {
            let amounts = &mut self.amounts;
            amounts.clear();
            for list in [&hand.antes, &hand.blinds_or_straddles, &hand.starting_stacks] {
                amounts.extend_from_slice(list);
            }
            let single = [hand.bring_in, hand.small_bet, hand.big_bet, hand.min_bet];
            amounts.extend(single.into_iter().flatten());
            let count = amounts.len();
            amounts.extend(actions.iter().filter_map(Action::amount));
            if with_records || hand.records_fractions() {
                amounts.extend_from_slice(&hand.finishing_stacks);
                amounts.extend_from_slice(&hand.winnings);
            }
            let unit = choose_unit(amounts, count);
            let Some(scale) = unit.map(|unit| Scale::new(unit.scale)) else { continue };
            match self.start(hand, actions, rules, &scale) {
                Ok(()) => return Ok(scale),
                Err(Fault::TooFine) => {}
                Err(other) => fault = other,
            }
        }
        Err(fault)
    }

    const fn needs(&self, field: Field) -> bool {
        self.required >> field as u32 & 1 != 0
    }

    fn check_fields(&self, hand: &Hand<'_>) -> Result<(), Fault> {
        let given = hand.given;
        let is_given = |field: Field| match field {
            Field::Antes => given.antes,
            Field::BlindsOrStraddles => given.blinds_or_straddles,
            Field::BringIn => hand.bring_in.is_some(),
            Field::SmallBet => hand.small_bet.is_some(),
            Field::BigBet => hand.big_bet.is_some(),
            Field::MinBet => hand.min_bet.is_some(),
            Field::StartingStacks => given.starting_stacks,
            _ => given.actions,
        };
        match STAKES.into_iter().find(|&field| self.needs(field) && !is_given(field)) {
            Some(field) => Err(Fault::MissingField(field.name())),
            None => Ok(()),
        }
    }

    fn start(
        &mut self,
        hand: &Hand<'_>,
        actions: &[Action],
        rules: Rules,
        scale: &Scale,
    ) -> Result<(), Fault> {
        // Who says how often the board is run is asked.
        let asks = actions.iter().any(|action| matches!(action, Action::SelectRunouts(..)))
            && hand.actions.iter().any(|text| text.contains('#'));
        let is_done = |one: &Automation| !asks || *one != Automation::RunoutCountSelection;
        let automations: Automations = AUTOMATIONS.into_iter().filter(is_done).collect();
        let count = hand.starting_stacks.len();
        let list = |numbers: &[Number], into: &mut Vec<Chips>| -> Option<()> {
            into.clear();
            for &number in numbers.iter().take(count) {
                into.push(scale.stack(number)?);
            }
            into.resize(count, 0);
            Some(())
        };
        // What a game has no use for says nothing.
        let single = |field: Field, number: Option<Number>| match number {
            Some(number) if self.needs(field) => scale.stack(number).map(Some),
            _ => Some(None),
        };
        let has_blinds = self.needs(Field::BlindsOrStraddles);
        let bets = (|| {
            let bring_in = single(Field::BringIn, hand.bring_in)?.unwrap_or(0);
            let smallest = single(Field::MinBet, hand.min_bet)?;
            let small = single(Field::SmallBet, hand.small_bet)?.or(smallest).unwrap_or(0);
            let big = single(Field::BigBet, hand.big_bet)?.or(smallest).unwrap_or(small);
            Some((bring_in, small, big))
        })();
        let (bring_in, small, big) = bets.ok_or(Fault::TooFine)?;
        let Self { state, small_bets, .. } = self;
        let mut exact = Some(());
        let started = state.restart_changed(
            |definition| {
                definition.automations = automations;
                definition.rules = rules;
                definition.board_count = hand.board_count;
                definition.trims_antes = hand.ante_trimming_status;
                definition.bring_in = bring_in;
                exact = (|| {
                    list(&hand.antes, &mut definition.antes)?;
                    let blinds: &[Number] =
                        if has_blinds { &hand.blinds_or_straddles } else { &[] };
                    list(blinds, &mut definition.blinds)?;
                    list(&hand.starting_stacks, &mut definition.starting_stacks)
                })();
                let bets = definition.steps.iter_mut().filter_map(|step| match &mut step.action {
                    croupier_engine::Action::Bet(betting) => Some(betting),
                    _ => None,
                });
                for (betting, &is_small) in bets.zip(&*small_bets) {
                    betting.minimum_bet = if is_small { small } else { big };
                }
            },
            &Plain,
        );
        exact.ok_or(Fault::TooFine)?;
        match started {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => Err(Fault::Rule(error)),
            Err(problems) if problems == [SetupError::TooManyChips] => Err(Fault::TooFine),
            Err(problems) => Err(Fault::Setup(problems)),
        }
    }
}

/// Chooses what the amounts of a hand are counted in, of which so many are on the table together: whole chips where no
/// amount has a point.
fn choose_unit(amounts: &[Number], count: usize) -> Option<Unit> {
    if !amounts.iter().any(|amount| amount.is_decimal()) {
        return Some(Unit::WHOLE);
    }
    let (amounts, others) = amounts.split_at(count);
    units::choose(
        amounts.iter().map(|&amount| Amount::from(amount)),
        others.iter().map(|&amount| Amount::from(amount)),
    )
}
