//! The state of a hand: data, and questions about it that no phase owns.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use croupier_cards::{Card, Seed, Shuffler};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::cards::piles::{Hole, Pending, Pile, Stock};
use crate::chips::pots::{PotCache, Pots, SubPots};
use crate::chips::{Chips, UNKNOWN_STACK};
use crate::definition::{Betting, Dealing, Definition, Step};
use crate::hands::RankCache;
use crate::operation::Log;
use crate::seats::{Order, PerSeat, Seat, Seats};
use crate::variants::state::VariantState;

/// A phase of a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Phase {
    /// Antes are posted.
    Ante,
    /// Bets are collected.
    Collect,
    /// Blinds and straddles are posted.
    Blind,
    /// Cards are burnt, discarded and dealt.
    Deal,
    /// Players bet.
    Bet,
    /// Players decide about their cards, or about the game.
    Decide,
    /// The dealer does something with the boards.
    Arrange,
    /// Players show or muck, and choose how often the board is run.
    Showdown,
    /// Lost hands are killed.
    Kill,
    /// Chips are pushed to the winners.
    Push,
    /// Winners pull their chips in.
    Pull,
    /// The hand is over.
    End,
}

/// A value that is left out when states are compared.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Uncompared<T>(pub T);

impl<T> PartialEq for Uncompared<T> {
    fn eq(&self, _other: &Self) -> bool {
        true
    }
}

impl<T> Deref for Uncompared<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for Uncompared<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

/// The state of a hand. States are equal that have the same on the table and the same behind them, whatever the
/// randomness to come.
///
/// The fields lie in this order, because thousands of states are more than is kept near the processor: what is looked at
/// together lies together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs)]
#[repr(C)]
pub struct State {
    // Fields that every decision reads.
    /// The game, which is kept apart from what happens in it.
    #[serde(skip)]
    pub definition: Uncompared<Arc<Definition>>,
    /// The part of the state that only some games have.
    pub variant: Option<Box<VariantState>>,
    /// The step that is being done.
    pub step: Option<usize>,
    /// The player who opened the round, or bet or raised last.
    pub opener: Option<Seat>,
    /// The largest of the bets.
    pub(crate) largest_bet: Chips,
    /// The full cost of the forced bets of the round, however little of them was posted; 0 where that does not matter.
    pub(crate) forced: Chips,
    /// The part of the round's blinds that was not posted.
    pub(crate) unposted: Chips,
    /// The largest bet or raise of the round.
    pub raise_amount: Chips,
    pub pushed: Chips,
    /// The players still to act, in order.
    pub actors: Order,
    /// The players still to decide, in order.
    pub deciders: Order,
    /// The players still to stand pat or discard, in order.
    pub draw_pending: Order,
    /// The players still to show or muck, in order.
    pub showdown: Order,
    pub active: Seats,
    pub acted: Seats,
    pub raise_count: u32,
    pub return_count: u32,
    pub ante_pending: Seats,
    pub blind_pending: Seats,
    /// The players who were in when the betting was over, where the pots stay what they were then; none before that.
    pub(crate) contenders: Seats,
    pub kill_pending: Seats,
    pub pull_pending: Seats,
    pub runout_pending: Seats,
    pub phase: Phase,
    pub bring_in_pending: bool,
    pub completion_pending: bool,
    pub all_in: bool,
    pub folded: bool,
    pub collect_pending: bool,
    pub burn_pending: bool,
    /// Whether the dealer is still to do something with the boards.
    pub(crate) arrange_pending: bool,
    /// How many hole cards are still to be dealt to anybody.
    pub(crate) hole_left: u16,
    /// Whether a card may lie in two places, because somebody dealt it twice.
    pub(crate) duplicates: bool,
    /// Whether cards were dealt again without anybody asking for it, which is to be told.
    pub(crate) replenished: Uncompared<bool>,
    pub runouts_chosen: bool,
    /// The step with which further runs of the board begin.
    pub return_step: Option<usize>,

    // Cards and chips by player.
    pub hole: PerSeat<Hole>,
    pub hole_pending: PerSeat<Pending>,
    pub bets: PerSeat<Chips>,
    pub stacks: PerSeat<Chips>,
    pub payoffs: PerSeat<Chips>,

    // Fields that a street reads.
    /// The cards of all boards, each with its position on the board.
    pub board: Pile,
    pub deck: Stock,
    pub board_pending: SmallVec<[u8; 8]>,
    /// For each step, how many hole cards were dealt to the boards instead.
    pub(crate) shared: SmallVec<[u8; 8]>,
    pub short_all_ins: SmallVec<[Chips; 2]>,

    // Fields that only the start and the end of a hand use.
    pub log: Log,
    pub mucked: SmallVec<[Card; 32]>,
    pub burnt: SmallVec<[Card; 16]>,
    /// The cards that were discarded, each with its street.
    pub discarded: Pile,
    pub pots: Option<Pots>,
    pub sub_pots: SubPots,
    /// Pots of the showdown.
    #[serde(skip)]
    pub(crate) showdown_pots: Uncompared<PotCache>,
    pub runout_count: Option<u32>,
    /// Hands that were ranked since cards last moved.
    #[serde(skip)]
    pub(crate) ranks: Uncompared<RankCache>,
    pub(crate) shuffler: Uncompared<Shuffler>,
}

impl State {
    /// Returns the seed of the randomness of the hand, with all its bits.
    #[must_use]
    pub fn seed(&self) -> Seed {
        self.shuffler.seed()
    }

    /// Returns how many players there are.
    #[must_use]
    pub fn player_count(&self) -> usize {
        self.definition.player_count()
    }

    /// Tells whether the hand is still going on.
    #[must_use]
    pub fn is_live(&self) -> bool {
        self.phase != Phase::End
    }

    /// Returns the step that is being done.
    #[must_use]
    #[inline]
    pub fn current_step(&self) -> Option<&Step> {
        self.definition.steps.get(self.step?)
    }

    /// Returns the betting round that is being played.
    #[inline]
    pub(crate) fn betting(&self) -> Option<&Betting> {
        self.current_step()?.betting()
    }

    /// Returns the cards that are being dealt.
    #[inline]
    pub(crate) fn dealing(&self) -> Option<&Dealing> {
        self.current_step()?.dealing()
    }

    /// Returns the number of the street that is being played.
    #[must_use]
    pub fn street(&self) -> Option<usize> {
        Some(self.current_step()?.street)
    }

    /// Returns the number of the street with which further runs of the board begin.
    #[must_use]
    pub fn return_street(&self) -> Option<usize> {
        Some(self.definition.steps.get(self.return_step?)?.street)
    }

    /// Tells whether the last step is being done.
    #[inline]
    pub(crate) fn is_last_step(&self) -> bool {
        self.step.is_some_and(|step| step + 1 == self.definition.steps.len())
    }

    /// Lists the steps that are still to come.
    pub(crate) fn steps_to_come(&self) -> &[Step] {
        let next = self.step.map_or(0, |step| step + 1);
        self.definition.steps.get(next..).unwrap_or_default()
    }

    /// Returns how many boards there are, runs of the board included.
    #[must_use]
    pub fn board_count(&self) -> usize {
        let runs = if self.return_step.is_some() { self.runout_count.unwrap_or(1) } else { 1 };
        self.definition.board_count * runs as usize
    }

    /// Lists the cards of one board.
    pub fn board_cards(&self, board: usize) -> impl Iterator<Item = Card> {
        // Cards before the all-in are shared by all runs of a board.
        let shared = self.return_step.map_or(0, |step| self.board_cards_before(step));
        let runs = self.runout_count.unwrap_or(1).max(1) as usize;
        let is_only = board == 0 && self.board_count() == 1;
        let mut position = None;
        let mut passed = 0;
        self.board.iter().filter_map(move |entry| {
            if is_only {
                return Some(entry.card);
            }
            let number = usize::from(entry.number);
            // Cards of one position lie together, in the order of the boards.
            passed = if position == Some(number) { passed + 1 } else { 0 };
            position = Some(number);
            let index = if number < shared { board / runs } else { board };
            (passed == index).then_some(entry.card)
        })
    }

    /// Returns how many cards lie on a board when a step begins.
    pub(crate) fn board_cards_before(&self, step: usize) -> usize {
        let steps = &self.definition.steps[..step];
        let planned: usize = steps.iter().filter_map(Step::dealing).map(|deal| deal.board).sum();
        let shared = self.shared.iter().take(step).map(|&count| usize::from(count));
        planned + shared.sum::<usize>()
    }

    /// Returns the largest bet.
    #[must_use]
    #[inline]
    pub fn largest_bet(&self) -> Chips {
        self.largest_bet
    }

    /// Returns what a player must have bet to stay in the hand: the largest bet, or the whole of the largest blind,
    /// straddle or bring-in, even if who owed it did not have as much.
    #[must_use]
    #[inline]
    pub fn price(&self) -> Chips {
        self.largest_bet.max(self.forced)
    }

    /// Finds the largest bet again, because bets were taken away.
    pub(crate) fn find_largest_bet(&mut self) {
        self.largest_bet = self.bets.iter().copied().fold(0, Chips::max);
    }

    /// Returns what a player can still win or lose in this betting round.
    #[must_use]
    pub fn effective_stack(&self, seat: Seat) -> Chips {
        if self.step.is_none() || !self.active.contains(seat) {
            return 0;
        }
        let second = self.second_largest_total();
        if second == UNKNOWN_STACK {
            return self.stacks[seat];
        }
        self.stacks[seat].min((second - self.bets[seat]).max(0))
    }

    /// Returns what a player has in front and behind; unknown where the stack is.
    #[inline]
    pub(crate) fn chips_of(&self, seat: Seat) -> Chips {
        let stack = self.stacks[seat];
        if stack == UNKNOWN_STACK { stack } else { stack + self.bets[seat] }
    }

    /// Returns the second largest of what active players have in front of them and behind.
    #[inline]
    pub(crate) fn second_largest_total(&self) -> Chips {
        let (mut first, mut second) = (0, 0);
        for seat in self.active.iter() {
            let total = self.chips_of(seat);
            second = second.max(total.min(first));
            first = first.max(total);
        }
        second
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, Value, json};

    use super::*;
    use crate::definition::Betting;
    use crate::definition::{Action, Automations, HandType, Mode, Opening, Rules, Structure};
    use crate::hooks::DefaultHooks;

    /// The fields of a state that are written down, and that equal states may differ in.
    const NOT_COMPARED: [&str; 2] = ["shuffler", "replenished"];

    /// Starts a hand in which nothing is automated.
    fn start() -> State {
        let dealing = Dealing { hole: vec![false; 2], ..Dealing::default() };
        let betting = Betting::new(Opening::Position, 2, None);
        let actions = [Action::Deal(dealing), Action::Bet(betting)];
        let definition = Definition {
            automations: Automations::default(),
            deck: croupier_cards::Deck::Standard.cards(0).into(),
            hand_types: [HandType::Foreign].into(),
            steps: actions.into_iter().map(|action| Step::new(0, action)).collect(),
            structure: Structure::NoLimit,
            antes: vec![1; 3],
            blinds: vec![0; 3],
            starting_stacks: vec![200; 3],
            mode: Mode::CashGame,
            rules: Rules::CardRoom,
            board_count: 1,
            ..Definition::default()
        };
        State::new(Arc::new(definition), Shuffler::from_seed(1), &DefaultHooks).unwrap().unwrap()
    }

    /// Lists other values than a given one, some of which are of its type.
    fn others(value: &Value) -> Vec<Value> {
        match value {
            Value::Null => {
                let variant = serde_json::to_value(VariantState::default()).unwrap();
                vec![json!(1), json!([]), variant]
            }
            Value::Bool(flag) => vec![json!(!flag)],
            Value::Number(_) => vec![json!(value.as_u64().unwrap_or(0) + 1)],
            Value::String(_) => vec![json!("End")],
            Value::Array(list) if list.is_empty() => {
                let numbered = json!({ "number": 0, "card": 0, "seat": null, "up": true });
                let part = json!({ "amount": 1, "pot": 0, "board": null, "hand_type": null });
                vec![json!([1]), json!([numbered]), json!([part])]
            }
            Value::Array(list) => {
                let first = |other: Value| {
                    let others = list.iter().skip(1).cloned();
                    Value::Array([other].into_iter().chain(others).collect())
                };
                others(&list[0]).into_iter().map(first).collect()
            }
            Value::Object(fields) => {
                let changed = |(name, value): (&String, &Value)| -> Vec<Value> {
                    let with = |other: Value| {
                        let mut fields: Map<String, Value> = fields.clone();
                        fields.insert(name.clone(), other);
                        Value::Object(fields)
                    };
                    others(value).into_iter().map(with).collect()
                };
                fields.iter().flat_map(changed).collect()
            }
        }
    }

    #[test]
    fn every_field_of_a_state_is_compared() {
        let state = start();
        let Value::Object(fields) = serde_json::to_value(&state).unwrap() else { panic!("no map") };
        // A new field is either compared or listed above.
        assert!(fields.len() > 45);
        for (name, value) in &fields {
            let with = |other: Value| {
                let mut fields = fields.clone();
                fields.insert(name.clone(), other);
                serde_json::from_value::<State>(Value::Object(fields)).ok()
            };
            assert_eq!(with(value.clone()).as_ref(), Some(&state), "{name}");
            let differs = others(value).into_iter().filter_map(with).any(|other| other != state);
            assert_eq!(differs, !NOT_COMPARED.contains(&name.as_str()), "{name}");
        }
    }

    #[test]
    fn randomness_and_the_game_are_not_compared() {
        let state = start();
        let mut other = state.clone();
        other.shuffler.0 = Shuffler::from_seed(2);
        other.definition.0 = Arc::new(Definition::default());
        other.replenished.0 = true;
        assert_eq!(state, other);
        other.duplicates = true;
        assert_ne!(state, other);
    }
}
