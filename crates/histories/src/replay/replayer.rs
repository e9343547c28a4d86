//! Many hands, one after the other.

use std::collections::HashMap;
use std::sync::Arc;

use croupier_engine::{
    Chips, DefaultHooks, Definition, Hooks, Operation, OperationKind, PerSeat, RuleError, Rules,
    Seats, State,
};

use super::refusal::{RecordError, Refusal};
use super::repair::{Repair, Repaired};
use super::rules::{Choice, Fit, choose_rules};
use super::start::Start;
use super::steps::{Replay, ReplayOptions, Step, describe};
use super::table::{Direct, House};
use crate::amounts::number::Number;
use crate::amounts::scale::Scale;
use crate::error::{ActionFault, Fault, Place};
use crate::phh::action::{Action, amount_text};
use crate::phh::check::{FieldRules, ProblemText};
use crate::phh::document::{Record, Unread};
use crate::phh::hand::Hand;
use crate::phh::notation::{NotationError, Style};
use crate::replay::findings::{AmountStyle, Finding, check_play, check_record};
use crate::replay::settle::Settlement;

/// So many time zones are remembered: more than there are.
const MAX_ZONES: usize = 1024;
/// Names of time zones are shorter.
const MAX_ZONE_LENGTH: usize = 64;

/// A game by its code. Its smaller bets are where the small or only bet of a hand is meant.
#[derive(Debug, Clone)]
pub struct Game {
    /// The code.
    pub code: String,
    /// The game.
    pub definition: Arc<Definition>,
    /// The fields that a hand of it must have.
    pub required: Vec<String>,
}

/// A game that only the caller knows, with stakes and stacks.
#[derive(Debug, Clone)]
pub struct Provided {
    /// The game.
    pub definition: Arc<Definition>,
    /// How many units a chip is.
    pub scale: i64,
}

/// Answers to what this crate does not know: games that are not in the list, time zones, how values are shown.
pub trait Provider: Sync {
    /// Returns the game of a hand, with its stakes and stacks; nothing where it has none.
    ///
    /// # Errors
    ///
    /// The hand cannot begin.
    fn provide(&self, hand: &Hand<'_>) -> Option<Result<Provided, Fault>>;

    /// Lists what is wrong with the fields by which a hand says which game it is.
    fn check_configured(&self, record: &Record<'_>) -> Vec<Finding> {
        let _ = record;
        Vec::new()
    }

    /// Writes what is wrong with a field where a value must be shown as only the caller shows it.
    fn show_problem(&self, record: &Record<'_>, text: &ProblemText<'_>) -> String {
        let _ = record;
        text.as_written()
    }

    /// Tells whether there is a time zone of this name.
    fn is_zone(&self, name: &str) -> bool {
        let _ = name;
        true
    }
}

/// The outcome of a hand.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// How many units a chip is.
    pub scale: i64,
    /// The stacks at the end, in units.
    pub stacks: PerSeat<Chips>,
    /// The payoff of everybody, in units.
    pub payoffs: PerSeat<Chips>,
    /// Whether the hand came to its end.
    pub ended: bool,
    /// Whether there was a showdown.
    pub showdown: bool,
    /// Whether the cards of somebody in the showdown stayed unknown.
    pub hidden: bool,
    /// How many actions were done.
    pub applied: usize,
    /// The repairs that were made.
    pub repairs: Vec<Repaired>,
    /// The end by the record, where that is asked for.
    pub settlement: Option<Settlement>,
}

/// Why a hand could not be played.
#[derive(Debug, Clone, PartialEq)]
pub struct Failure {
    /// The fault itself.
    pub fault: Fault,
    /// Where.
    pub place: Place,
    /// The outcome of the actions before it, if the hand was set up.
    pub outcome: Option<Outcome>,
}

/// Plays hands of many games, one after the other.
pub struct Replayer<'p> {
    /// The games that can be played.
    known: Vec<Game>,
    /// Those that were played.
    games: Vec<Start>,
    /// The game that was provided last.
    other: Option<Start>,
    provider: Option<&'p dyn Provider>,
    /// The actions of a hand, as far as they can be read.
    actions: Vec<Action>,
    replay: Replay,
    /// The rules of a strict check, if there is to be one.
    rules: Option<Arc<FieldRules>>,
    /// The findings of the strict check at the last hand.
    findings: Vec<Finding>,
    /// Time zones that were asked for, and whether there are such.
    zones: HashMap<String, bool>,
    settles: bool,
}

impl<'p> Replayer<'p> {
    /// Takes the games that can be played; one that cannot be set up is not known.
    #[must_use]
    pub fn new(games: &[Game]) -> Self {
        Self {
            known: games.to_vec(),
            games: Vec::new(),
            other: None,
            provider: None,
            actions: Vec::new(),
            replay: Replay::new(ReplayOptions::DEFAULT),
            rules: None,
            findings: Vec::new(),
            zones: HashMap::new(),
            settles: true,
        }
    }

    /// Leaves out the comparison of what records say of the end with the replay, for those who do not ask for it.
    #[must_use]
    pub const fn without_settlement(mut self) -> Self {
        self.settles = false;
        self
    }

    /// Checks hands strictly: [`Self::take_findings`] has what was found in the last one.
    #[must_use]
    pub fn strict(mut self, rules: Arc<FieldRules>) -> Self {
        self.rules = Some(rules);
        self
    }

    /// Asks somebody for games that are not in the list.
    #[must_use]
    pub fn with(mut self, provider: Option<&'p dyn Provider>) -> Self {
        self.provider = provider;
        self
    }

    /// Returns the hand of this game that was played last.
    #[must_use]
    pub fn played(&self, variant: &str) -> Option<&State> {
        let all = self.games.iter().chain(&self.other);
        { all }.find(|start| start.code == variant).map(|start| &start.state)
    }

    /// Plays a hand; what is wrong with it has its place.
    ///
    /// # Errors
    ///
    /// The hand cannot be set up, or an action is none or not allowed. What came of the actions before it
    /// is there, too.
    pub fn replay(&mut self, hand: &Hand<'_>) -> Result<Outcome, Box<Failure>> {
        let (unread, is_strict) = self.read_actions(hand);
        let readable = hand
            .record
            .as_ref()
            .and_then(|record| self.check_record(record, is_strict.then_some(hand.actions.len())));
        let Self { known, games, other, provider, actions, replay, settles, findings, .. } = self;
        let mut refuse = |fault: Fault| {
            let record = hand.record.as_ref().filter(|_| readable.is_some());
            findings.extend(record.map(|record| Finding::of_setup(record, &fault)));
            let place = Place { line: hand.span.line, ..Place::default() };
            Box::new(Failure { fault, place, outcome: None })
        };
        let (start, scale) =
            find_start(known, games, other, *provider, hand).map_err(&mut refuse)?;
        let mut rerun = Rerun { start, scale, hand, actions, is_whole: unread.is_none() };
        let (house, proved) = rerun.begin(replay).map_err(refuse)?;
        replay.restart(ReplayOptions::DEFAULT);
        let mut played = rerun.play(&house, replay).map(drop);
        if let (Ok(()), Some((number, error))) = (&played, unread) {
            played = Err((number, Refusal::Notation(error)));
        }
        if !proved && played.is_ok() {
            replay.repairs.push((Repair::ShortBlind, None));
        }
        let applied = played.as_ref().map_or_else(|(number, _)| *number, |()| actions.len());
        let mut outcome = outcome(&rerun.start.state, &house.scale, applied);
        outcome.repairs.append(&mut replay.repairs);
        if *settles && outcome.ended {
            outcome.settlement = Some(Settlement::of(&rerun.start.state, hand, &house.scale));
        }
        let failure = played.err().map(|(number, refusal)| {
            let fault = rerun.refused(&house, number, &refusal);
            (fault, hand.action_place(number))
        });
        if let Some(readable) = readable {
            // Games of the caller may have more decks than one.
            let is_regular = failure.is_none() && is_strict && rerun.scale.is_none();
            check_play(&mut rerun, &house, &outcome, is_regular, readable, replay, findings);
        }
        match failure {
            None => Ok(outcome),
            Some((fault, place)) => Err(Box::new(Failure { fault, place, outcome: Some(outcome) })),
        }
    }

    /// Takes the findings of the last hand out, where hands are checked strictly.
    pub fn take_findings(&mut self) -> impl Iterator<Item = Finding> {
        self.findings.drain(..)
    }

    /// Reports a hand that cannot be read to the strict check.
    pub fn refuse(&mut self, unread: &Unread<'_>) {
        let Unread { fault, place, record } = unread;
        match record {
            Some(record) if self.check_record(record, None).is_some() => {
                self.findings.push(Finding::of_setup(record, fault));
            }
            Some(_) => {}
            None => {
                self.findings.clear();
                self.findings
                    .extend(self.rules.is_some().then(|| Finding::of_document(fault, *place)));
            }
        }
    }

    /// Looks at the fields and the actions of a hand, of which so many may be known to be right, where hands are looked at
    /// strictly; returns how many actions can be played, or nothing where that does not matter.
    pub fn check_record(
        &mut self,
        record: &Record<'_>,
        written_well: Option<usize>,
    ) -> Option<usize> {
        let Self { rules, provider, findings, zones, .. } = self;
        let rules = rules.as_deref()?;
        findings.clear();
        let is_zone = &mut |name: &str| {
            if let Some(&is_zone) = zones.get(name) {
                return is_zone;
            }
            let is_zone = provider.is_none_or(|provider| provider.is_zone(name));
            // Files may name more than there are, and longer ones.
            if zones.len() < MAX_ZONES && name.len() <= MAX_ZONE_LENGTH {
                zones.insert(name.to_owned(), is_zone);
            }
            is_zone
        };
        check_record(record, written_well, rules, *provider, is_zone, findings)
    }

    /// Reads actions up to one that is none, which is returned by its number from 0, with the reason; tells whether all
    /// of them are written as the standard has them.
    fn read_actions(&mut self, hand: &Hand<'_>) -> (Option<(usize, NotationError)>, bool) {
        self.actions.clear();
        let mut is_strict = true;
        for (number, &text) in hand.actions.iter().enumerate() {
            if let Some((action, _)) = Action::parse(text) {
                self.actions.push(action);
                continue;
            }
            is_strict = false;
            match Action::read(text, Style::LOOSE) {
                Ok((action, _)) => self.actions.push(action),
                Err(error) => return (Some((number, error)), false),
            }
        }
        (None, is_strict)
    }
}

/// Finds where a hand is played, and how many units a chip is where its game comes with stakes.
fn find_start<'a>(
    known: &[Game],
    games: &'a mut Vec<Start>,
    other: &'a mut Option<Start>,
    provider: Option<&dyn Provider>,
    hand: &Hand<'_>,
) -> Result<(&'a mut Start, Option<Scale>), Fault> {
    let variant = hand.variant.ok_or(Fault::MissingField("variant"))?;
    let place = games.iter().position(|start| start.code == variant).or_else(|| {
        let game = known.iter().find(|game| game.code == variant)?;
        games.push(Start::new(game)?);
        Some(games.len() - 1)
    });
    if let Some(start) = place.and_then(|place| games.get_mut(place)) {
        return Ok((start, None));
    }
    let unknown = || Fault::UnknownVariant(variant.to_owned());
    let asked = provider.and_then(|provider| provider.provide(hand));
    let provided = asked.ok_or_else(unknown)??;
    *other = Start::of(variant, provided.definition);
    Ok((other.as_mut().ok_or_else(unknown)?, Some(Scale::new(provided.scale))))
}

/// A hand that is played again, once or more often.
pub(crate) struct Rerun<'a, 't> {
    pub(crate) start: &'a mut Start,
    /// How many units a chip is, where the game came with its stakes.
    pub(crate) scale: Option<Scale>,
    pub(crate) hand: &'a Hand<'t>,
    pub(crate) actions: &'a [Action],
    /// Whether these are all actions.
    is_whole: bool,
}

impl<'a, 't> Rerun<'a, 't> {
    /// Starts the hand under the rules that fit the record; tells whether it shows which they are.
    pub(crate) fn begin(
        &mut self,
        replay: &mut Replay,
    ) -> Result<(BulkHouse<'a, 't>, bool), Fault> {
        let default = self.start.state.definition.rules;
        let default = if self.scale.is_some() { default } else { Rules::CardRoom };
        let house = self.begin_under(default)?;
        if !self.start.state.definition.has_short_forced_bet() || self.hand.actions.is_empty() {
            return Ok((house, true));
        }
        let Choice { rules, proved } = choose_rules(default, |rules| {
            let house = self.begin_under(rules)?;
            replay.restart(ReplayOptions::DEFAULT);
            if self.play(&house, replay).is_err() || !self.is_whole {
                return Ok((Fit::Refused, 0, None));
            }
            let state = &self.start.state;
            let settlement = Settlement::of(state, self.hand, &house.scale);
            let fit = Fit::of(&settlement, !state.is_live());
            Ok((fit, replay.repairs.len(), Some(state.stacks)))
        })?;
        Ok((self.begin_under(rules)?, proved))
    }

    fn begin_under(&mut self, rules: Rules) -> Result<BulkHouse<'a, 't>, Fault> {
        let Self { start, hand, actions, .. } = self;
        let Some(scale) = self.scale else {
            let scale = start.begin(hand, actions, rules)?;
            return Ok(BulkHouse::new(hand, actions, scale));
        };
        let started =
            start.state.restart_changed(|definition| definition.rules = rules, &DefaultHooks);
        match started {
            Ok(Ok(())) => Ok(BulkHouse::new(hand, actions, scale)),
            Ok(Err(error)) => Err(Fault::Rule(error)),
            Err(problems) => Err(Fault::Setup(problems)),
        }
    }

    /// Plays all actions; tells whether it came to the end of them.
    ///
    /// # Errors
    ///
    /// The number of an action that is refused, from 0, and why.
    pub(crate) fn play(
        &mut self,
        house: &BulkHouse<'_, '_>,
        replay: &mut Replay,
    ) -> Result<bool, (usize, Refusal)> {
        let table = &mut Direct { state: &mut self.start.state, house };
        for (number, action) in self.actions.iter().enumerate() {
            let text = self.hand.actions[number];
            loop {
                match replay.act(table, number + 1, text, action, None) {
                    Ok(Step::Silent) => {}
                    Ok(Step::Acted) => break,
                    Ok(Step::Stopped) => return Ok(false),
                    Err(refusal) => return Err((number, refusal)),
                }
            }
        }
        if self.is_whole {
            let count = self.actions.len();
            while replay.end(table).map_err(|refusal| (count, refusal))? {}
        }
        Ok(true)
    }

    /// Returns the same hand with some of its actions.
    pub(crate) fn with<'b>(&'b mut self, actions: &'b [Action], is_whole: bool) -> Rerun<'b, 't>
    where
        'a: 'b,
    {
        let Self { start, scale, hand, .. } = self;
        Rerun { start, scale: *scale, hand, actions, is_whole }
    }

    fn refused(&mut self, house: &BulkHouse<'_, '_>, number: usize, refusal: &Refusal) -> Fault {
        let why = refusal.message(|amount| house.show(amount)).trim_end_matches('.').to_owned();
        let legal = match refusal {
            Refusal::Notation(_) => None,
            _ => Some(describe(&Direct { state: &mut self.start.state, house })),
        };
        let (code, values) = (refusal.code(), refusal.values());
        Fault::Action(Box::new(ActionFault { action: number + 1, why, legal, code, values }))
    }
}

/// How pots are divided, and amounts written.
pub(crate) struct BulkHouse<'a, 't> {
    pub(crate) scale: Scale,
    hand: &'a Hand<'t>,
    actions: &'a [Action],
    /// The units of which shares of pots are multiples: those of the record's unit, or those of a chip where everything is
    /// bet in whole chips.
    share: i64,
}

impl<'a, 't> BulkHouse<'a, 't> {
    fn new(hand: &'a Hand<'t>, actions: &'a [Action], scale: Scale) -> Self {
        let bets = actions.iter().filter_map(Action::amount);
        let unit = hand.unit.and_then(|unit| scale.units(unit)).filter(|&units| units > 0);
        let share = match unit {
            Some(units) => units,
            // Where a chip is one unit, nothing has a point.
            None if scale.chip == 1 || !hand.are_chips_divided(bets) => scale.chip,
            None => 1,
        };
        Self { scale, hand, actions, share }
    }

    /// Returns how amounts are written, which few hands need to know.
    pub(crate) fn amount_style(&self) -> AmountStyle {
        AmountStyle::new(self.hand, self.actions, self.scale.chip)
    }
}

impl Hooks for BulkHouse<'_, '_> {
    fn divide(&self, amount: Chips, parts: usize) -> Result<(Chips, Chips), RuleError> {
        let chip = self.share;
        if chip == 1 || amount % chip != 0 {
            return DefaultHooks.divide(amount, parts);
        }
        let (share, rest) = DefaultHooks.divide(amount / chip, parts)?;
        Ok((share * chip, rest * chip))
    }
}

impl House for BulkHouse<'_, '_> {
    fn hooks(&self) -> &dyn Hooks {
        self
    }

    fn units(&self, number: Option<Number>, action: &str) -> Result<Chips, Refusal> {
        let units = number.and_then(|number| self.scale.units(number));
        units.ok_or_else(|| RecordError::UncountableAmount(amount_text(action).to_owned()).into())
    }

    fn show(&self, amount: Chips) -> String {
        self.amount_style().stack(amount)
    }
}

/// Tells whether somebody's cards were neither shown nor mucked in the end.
pub(crate) fn is_hidden(state: &State) -> bool {
    let mut hidden = Seats::NONE;
    let shows = |&number: &usize| {
        let outline = state.log.outline(number);
        outline.is_some_and(|(kind, ..)| kind == OperationKind::HoleCardsShowingOrMucking)
    };
    for number in (0..state.log.len()).filter(shows) {
        if let Some(Operation::HoleCardsShowingOrMucking { seat, cards }) = state.log.get(number) {
            if cards.iter().any(|card| card.is_unknown()) {
                hidden.insert(seat);
            } else {
                hidden.remove(seat);
            }
        }
    }
    hidden != Seats::NONE
}

fn outcome(state: &State, scale: &Scale, applied: usize) -> Outcome {
    let ended = !state.is_live();
    let showdown = ended && !state.folded;
    Outcome {
        scale: scale.chip,
        stacks: state.stacks,
        payoffs: state.payoffs,
        ended,
        showdown,
        hidden: showdown && is_hidden(state),
        applied,
        repairs: Vec::new(),
        settlement: None,
    }
}
