//! The start of a hand, from its fields.

use std::sync::Arc;

use croupier_cards::Shuffler;
use croupier_engine::chips::units::{self, Amount, MIN_PLACES};
use croupier_engine::{
    Automation, Chips, DefaultHooks, Definition, Mode, RuleError, Rules, SetupError, State,
};

use crate::amounts::number::Number;
use crate::amounts::scale::Scale;
use crate::error::Fault;
use crate::phh::action::Action;
use crate::phh::field::Field;
use crate::phh::hand::Hand;

use super::replayer::Game;

/// The operations that a history does not write down.
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
    /// Sets a game up; nothing where that is not possible.
    pub(crate) fn new(game: &Game) -> Option<Self> {
        let automations = AUTOMATIONS.into_iter().collect();
        let definition =
            Definition { automations, mode: Mode::CashGame, ..(*game.definition).clone() };
        let mut made = Self::of(&game.code, Arc::new(definition))?;
        for name in &game.required {
            made.required |= Field::find(name).map_or(0, |field| 1 << field as u32);
        }
        Some(made)
    }

    /// Sets a game up that came with its stakes.
    pub(crate) fn of(code: &str, definition: Arc<Definition>) -> Option<Self> {
        let bets = || definition.steps.iter().filter_map(|step| step.betting());
        let smallest = bets().map(|betting| betting.minimum_bet).min();
        let small_bets = bets().map(|betting| Some(betting.minimum_bet) == smallest).collect();
        let state = State::new(definition, Shuffler::from_seed(0), &DefaultHooks).ok()?.ok()?;
        Some(Self { code: code.to_owned(), state, small_bets, required: 0 })
    }

    /// Starts a hand, and returns how many units a chip is.
    pub(crate) fn begin(
        &mut self,
        hand: &Hand<'_>,
        actions: &[Action],
        rules: Rules,
    ) -> Result<Scale, Fault> {
        self.check_fields(hand)?;
        // Amounts of the end are counted exactly, too, where the units have room for it.
        let records: [&[Number]; 2] = [&hand.finishing_stacks, &hand.winnings];
        let first = self.start_in(choose_scale(hand, actions, records), hand, actions, rules);
        let Err(fault) = first else { return first };
        let records: [&[Number]; 2] = if hand.records_fractions() { records } else { [&[], &[]] };
        match self.start_in(choose_scale(hand, actions, records), hand, actions, rules) {
            Err(Fault::TooFine) => Err(fault),
            second => second,
        }
    }

    /// Starts a hand whose chips are so many units each, if that can be.
    fn start_in(
        &mut self,
        chip: Option<i64>,
        hand: &Hand<'_>,
        actions: &[Action],
        rules: Rules,
    ) -> Result<Scale, Fault> {
        let scale = Scale::new(chip.ok_or(Fault::TooFine)?);
        self.start(hand, actions, rules, &scale).map(|()| scale)
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
        // Players are asked for runouts where the record has their answers.
        let asks = actions.iter().any(|action| matches!(action, Action::SelectRunouts(..)))
            && hand.actions.iter().any(|text| text.contains('#'));
        let count = hand.starting_stacks.len();
        let list = |numbers: &[Number], into: &mut Vec<Chips>| -> Option<()> {
            into.clear();
            for &number in numbers.iter().take(count) {
                into.push(scale.stack(number)?);
            }
            into.resize(count, 0);
            Some(())
        };
        // Fields that the game has no use for are left out.
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
        let mut exact = Some(());
        let terms = StartTerms {
            rules,
            board_count: hand.board_count,
            trims_antes: hand.ante_trimming_status,
            bring_in,
            small_bet: small,
            big_bet: big,
            asks_for_runs: asks,
        };
        let started = self.restart(&terms, |definition| {
            exact = (|| {
                list(&hand.antes, &mut definition.antes)?;
                let blinds: &[Number] = if has_blinds { &hand.blinds_or_straddles } else { &[] };
                list(blinds, &mut definition.blinds)?;
                list(&hand.starting_stacks, &mut definition.starting_stacks)
            })();
        });
        exact.ok_or(Fault::TooFine)?;
        match started {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => Err(Fault::Rule(error)),
            Err(problems) if problems == [SetupError::TooManyChips] => Err(Fault::TooFine),
            Err(problems) => Err(Fault::Setup(problems)),
        }
    }

    /// Starts a hand of the same game; `fill` sets antes, blinds and stacks.
    pub(crate) fn restart(
        &mut self,
        terms: &StartTerms,
        fill: impl FnOnce(&mut Definition),
    ) -> Result<Result<(), RuleError>, Vec<SetupError>> {
        let is_done =
            |one: &Automation| !terms.asks_for_runs || *one != Automation::RunoutCountSelection;
        let Self { state, small_bets, .. } = self;
        state.restart_changed(
            |definition| {
                definition.automations = AUTOMATIONS.into_iter().filter(is_done).collect();
                definition.rules = terms.rules;
                definition.board_count = terms.board_count;
                definition.trims_antes = terms.trims_antes;
                definition.bring_in = terms.bring_in;
                fill(definition);
                let steps = Arc::make_mut(&mut definition.steps).iter_mut();
                let bets = steps.filter_map(|step| match &mut step.action {
                    croupier_engine::Action::Bet(betting) => Some(betting),
                    _ => None,
                });
                for (betting, &is_small) in bets.zip(&*small_bets) {
                    betting.minimum_bet = if is_small { terms.small_bet } else { terms.big_bet };
                }
            },
            &DefaultHooks,
        )
    }
}

/// The rules and stakes of a hand, but for what differs from player to player; amounts in units.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StartTerms {
    pub(crate) rules: Rules,
    pub(crate) board_count: usize,
    pub(crate) trims_antes: bool,
    pub(crate) bring_in: Chips,
    pub(crate) small_bet: Chips,
    pub(crate) big_bet: Chips,
    /// Whether players say how often the board is run.
    pub(crate) asks_for_runs: bool,
}

/// Chooses how many units a chip of a hand is: one where no amount has a point.
fn choose_scale(hand: &Hand<'_>, actions: &[Action], recorded: [&[Number]; 2]) -> Option<i64> {
    let bets = || actions.iter().filter_map(Action::amount);
    let places = |numbers: &[Number]| numbers.iter().fold(0, |most, one| one.places().max(most));
    let Hand { antes, blinds_or_straddles, starting_stacks, .. } = hand;
    let lists = [antes, blinds_or_straddles, starting_stacks, recorded[0], recorded[1]];
    let single = [hand.bring_in, hand.small_bet, hand.big_bet, hand.min_bet];
    let most = lists.into_iter().map(places).fold(0, u8::max);
    let most = single.into_iter().flatten().chain(bets()).map(Number::places).fold(most, u8::max);
    match most {
        0 => Some(1),
        1..=MIN_PLACES => {
            let (mut sum, mut has_unknown) = (0_i128, false);
            hand.amounts().for_each(|number| match number {
                Number::Finite { digits, places } => {
                    let factor = [100, 10, 1][usize::from(places.min(2))];
                    sum += i128::from(digits.unsigned_abs()) * factor;
                }
                Number::Infinite => has_unknown = true,
            });
            units::choose_scale_of_cents(sum, has_unknown)
        }
        _ => {
            let others = bets().chain(recorded.into_iter().flatten().copied());
            units::choose(hand.amounts().map(Amount::from), others.map(Amount::from))
                .map(|unit| unit.scale)
        }
    }
}
