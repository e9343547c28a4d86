//! The showdown: players show or muck, in turn.

use croupier_cards::Card;
use smallvec::SmallVec;

use super::Verified;
use crate::cards::zones::Deal;
use crate::definition::{Mode, Step};
use crate::error::RuleError;
use crate::hooks::Hooks;
use crate::operation::{Cards, Operation};
use crate::seats::{Order, Seat};
use crate::state::{Phase, State};

/// The choices of a player for the hole cards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Showing {
    /// Show if all-in or if the hand can win, muck otherwise.
    Default,
    /// Show all cards.
    Show,
    /// Muck.
    Muck,
    /// Muck, whatever the rules say: it happened.
    MuckAsRecorded,
    /// Show these cards; the others stay face down.
    Cards(Cards),
}

/// A verified showing: the cards that are shown, and the hand as it lies then.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownHand {
    /// The player who shows or mucks.
    pub seat: Seat,
    /// Whether the hand stays in play.
    pub shows: bool,
    /// The cards as the operation names them.
    pub cards: Cards,
    /// The hole cards after the operation.
    pub hole: SmallVec<[Card; 16]>,
    /// How many of them lie face up: the first ones.
    pub up_count: usize,
}

impl State {
    pub(crate) fn begin_showdown(&mut self) {
        self.phase = Phase::Showdown;
        self.forget_pots();
        if self.contenders.is_empty() && self.definition.is_card_room() {
            // The betting is over, and the pots stay as they are, whoever mucks or loses.
            self.contenders = self.active;
        }
        self.board.iter_mut().for_each(|entry| entry.up = true);
        let mut dealings = self.steps_to_come().iter().filter_map(Step::dealing);
        let board_to_come = dealings.any(|dealing| dealing.board > 0);
        // Subsets of the board are not run more than once.
        let can_run = self.variant.is_none();
        if can_run
            && !self.runouts_chosen
            && self.definition.mode == Mode::CashGame
            && board_to_come
        {
            self.runout_pending = self.active;
        }
        let first = self.opener.unwrap_or(0);
        let hidden = self.active.filter(|seat| !self.hole[seat].all_up());
        self.showdown = Order::new(hidden, first);
    }

    pub(crate) fn leave_showdown(&mut self, hooks: &dyn Hooks) -> Result<(), RuleError> {
        if !self.runouts_chosen {
            self.runouts_chosen = true;
            if let (Some(count), Some(step)) = (self.runout_count, self.step) {
                self.ranks.clear();
                self.return_step = Some(step + 1);
                self.return_count = count - 1;
            }
        }
        if self.all_in && !self.steps_to_come().is_empty() {
            self.begin_next_step(hooks)
        } else {
            self.begin_kill(hooks)
        }
    }

    /// Returns who is to show or muck.
    #[must_use]
    pub fn shower(&self) -> Option<Seat> {
        self.showdown.first()
    }

    /// Returns what would be shown or mucked.
    ///
    /// # Errors
    ///
    /// Nobody, or not this player, is to show now, or the cards cannot be shown like this.
    pub fn verify_hole_cards_showing_or_mucking(
        &self,
        showing: &Showing,
        seat: Option<Seat>,
        hooks: &dyn Hooks,
    ) -> Verified<ShownHand> {
        if self.showdown.is_empty() && self.step.is_some() {
            return Err(RuleError::NoShowdownPending);
        }
        let seat = match (seat, self.step) {
            (Some(seat), _) => seat,
            (None, None) => return Err(RuleError::ShowdownPlayer),
            (None, Some(_)) => self.shower().ok_or(RuleError::NoShowdownPending)?,
        };
        self.verify_player(seat)?;
        if !self.active.contains(seat) {
            return Err(RuleError::NotActive(seat));
        }
        if self.step.is_some() && !self.showdown.seats.contains(seat) {
            return Err(RuleError::NoShowdown(seat));
        }
        let mut warnings = Vec::new();
        let held = &self.hole[seat].cards;
        if held.is_empty() {
            return Err(RuleError::NoShowdown(seat));
        }
        let all = |shows: bool| {
            let cards = if shows { Cards::from_slice(held) } else { Cards::new() };
            ShownHand { seat, shows, hole: cards.clone(), up_count: cards.len(), cards }
        };
        let shown = match showing {
            Showing::Show => all(true),
            Showing::Muck => {
                self.verify_mucking(seat, hooks)?;
                all(false)
            }
            Showing::MuckAsRecorded => all(false),
            Showing::Default if self.is_last_and_unknown(seat) => {
                self.show_cards(seat, &Cards::from_slice(held))?
            }
            Showing::Default => all(self.shows_by_default(seat, hooks)?),
            Showing::Cards(cards) => {
                let shown = self.show_cards(seat, cards)?;
                let mut new = Cards::new();
                for &card in &shown.hole {
                    if !held.contains(&card) && !new.contains(&card) {
                        new.push(card);
                    }
                }
                if !new.is_empty() {
                    self.choose_cards(&Deal::Cards(new), Some(seat), &mut warnings)?;
                }
                shown
            }
        };
        let known = shown.cards.iter().filter(|card| !card.is_unknown()).count();
        // The last live hand wins without being seen.
        let is_last = self.active.only().is_some() && self.definition.is_card_room();
        if self.definition.mode == Mode::Tournament && shown.shows && known < held.len() && !is_last
        {
            return Err(if self.all_in {
                RuleError::MustShowAllIn
            } else {
                RuleError::MustShowAll
            });
        }
        if shown.hole[..shown.up_count].iter().any(|card| card.is_unknown()) {
            return Err(RuleError::UnknownShown);
        }
        if self.step.is_none() && (!shown.shows || shown.up_count < shown.hole.len()) {
            return Err(RuleError::ShowEverything);
        }
        Ok((shown, warnings))
    }

    /// Tells whether a player holds the last live hand, which wins without being seen, and not all of it is known.
    fn is_last_and_unknown(&self, seat: Seat) -> bool {
        self.active.only().is_some()
            && self.definition.is_card_room()
            && self.hole[seat].cards.iter().any(|card| card.is_unknown())
    }

    /// Refuses to muck, as card rooms do: a pot has a live hand to the end, and in a tournament all hands are
    /// shown when somebody is all-in.
    pub(crate) fn verify_mucking(&self, seat: Seat, hooks: &dyn Hooks) -> Result<(), RuleError> {
        if !self.definition.is_card_room() {
            return Ok(());
        }
        if self.is_last_for_a_pot(seat, hooks)? {
            return Err(RuleError::LastLiveHand(seat));
        }
        let is_all_in = |seat: Seat| self.stacks[seat] == 0;
        if self.definition.mode == Mode::Tournament && self.active.iter().any(is_all_in) {
            return Err(RuleError::MustShowAllIn);
        }
        Ok(())
    }

    /// Puts the cards that are shown first; what is not shown stays what it was, or unknown at the end.
    fn show_cards(&self, seat: Seat, cards: &Cards) -> Result<ShownHand, RuleError> {
        let held = &self.hole[seat].cards;
        if cards.len() > held.len() {
            return Err(RuleError::TooManyShown { seat, held: held.len(), shown: cards.len() });
        }
        let mut named = cards.clone();
        named.resize(held.len(), Card::UNKNOWN);
        let mut hole: SmallVec<[Card; 16]> =
            named.iter().copied().filter(|card| !card.is_unknown()).collect();
        let up_count = hole.len();
        if !self.steps_to_come().is_empty() {
            let others = held.iter().copied().filter(|card| !card.is_unknown());
            let others: Vec<Card> = others.filter(|card| !hole.contains(card)).collect();
            hole.extend(others.into_iter().take(held.len() - up_count));
        }
        hole.resize(held.len(), Card::UNKNOWN);
        Ok(ShownHand { seat, shows: true, cards: named, hole, up_count })
    }

    #[inline(never)]
    pub(crate) fn apply_showing(
        &mut self,
        showing: &Showing,
        seat: Option<Seat>,
        hooks: &dyn Hooks,
    ) -> Result<(), RuleError> {
        self.refresh_ranks();
        let (shown, _) = self.verify_hole_cards_showing_or_mucking(showing, seat, hooks)?;
        let seat = shown.seat;
        if self.step.is_some() {
            self.showdown.seats.remove(seat);
        }
        if shown.shows {
            let before = self.hole[seat].cards;
            if before[..] != shown.hole[..] || self.duplicates {
                self.ranks.clear();
                self.produce_cards(&before);
                let known: Cards =
                    shown.hole.iter().copied().filter(|card| !card.is_unknown()).collect();
                self.consume_cards(&known);
                self.follow_cards(seat, &before, &shown.hole);
            }
            let hole = &mut self.hole[seat];
            hole.cards = shown.hole.into_iter().collect();
            hole.up = (1 << shown.up_count) - 1;
            self.refresh_shown_ranks(seat);
        } else {
            self.muck(seat);
        }
        self.record(|| Operation::HoleCardsShowingOrMucking { seat, cards: &shown.cards });
        Ok(())
    }

    /// Shows or mucks as the rules ask for it, where all cards are known.
    #[inline(never)]
    pub(crate) fn show_by_default(&mut self, hooks: &dyn Hooks) -> Result<(), RuleError> {
        let Some(seat) = self.shower() else { return Ok(()) };
        let hole = self.hole[seat];
        let has_own_cards = !hole.cards.is_empty() && !self.duplicates;
        if !has_own_cards || hole.cards.iter().any(|card| card.is_unknown()) {
            return self.apply_showing(&Showing::Default, None, hooks);
        }
        self.refresh_ranks();
        self.keep_pots(hooks)?;
        let shows = self.shows_by_default(seat, hooks)?;
        self.showdown.seats.remove(seat);
        if shows {
            self.hole[seat].up = (1 << hole.cards.len()) - 1;
            self.refresh_shown_ranks(seat);
            self.record(|| Operation::HoleCardsShowingOrMucking { seat, cards: &hole.cards });
        } else {
            self.muck(seat);
            self.record(|| Operation::HoleCardsShowingOrMucking { seat, cards: &[] });
        }
        Ok(())
    }

    /// Tells whether a player shows who does as the rules ask for it. The last one does not give a pot up.
    fn shows_by_default(&self, seat: Seat, hooks: &dyn Hooks) -> Result<bool, RuleError> {
        let is_last = self.active.only().is_some()
            && self.payoffs.iter().any(|&payoff| payoff != 0)
            && self.hole[seat].cards.iter().all(|card| !card.is_unknown());
        Ok(self.all_in
            || is_last
            || self.can_win_now(seat, hooks)?
            || self.can_share_now(seat, hooks)?)
    }

    /// Shows or mucks hole cards.
    ///
    /// # Errors
    ///
    /// As [`State::verify_hole_cards_showing_or_mucking`].
    pub fn show_or_muck_hole_cards(
        &mut self,
        showing: &Showing,
        seat: Option<Seat>,
        commentary: Option<String>,
        hooks: &dyn Hooks,
    ) -> Result<usize, RuleError> {
        self.perform(commentary, hooks, |state| state.apply_showing(showing, seat, hooks))
    }
}
