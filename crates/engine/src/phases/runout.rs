//! How often the board is run when everybody is all-in: by agreement, once otherwise.

use crate::definition::Step;
use crate::error::RuleError;
use crate::hooks::Hooks;
use crate::operation::Operation;
use crate::seats::Seat;
use crate::state::State;

/// The most runs of the board that anybody can ask for.
const MAX_RUNS: i64 = 255;

impl State {
    /// Returns who would choose, and how many runs of the board.
    ///
    /// # Errors
    ///
    /// Nobody, or not this player, can choose now, or the number is none.
    pub fn verify_runout_count_selection(
        &self,
        count: Option<i64>,
        seat: Option<Seat>,
    ) -> Result<(Seat, Option<u32>), RuleError> {
        seat.map_or(Ok(()), |seat| self.verify_player(seat))?;
        let first = self.runout_pending.lowest().ok_or(RuleError::NoRunoutPending)?;
        let seat = seat.unwrap_or(first);
        if !self.runout_pending.contains(seat) {
            return Err(RuleError::NoRunout(seat));
        }
        let Some(count) = count else { return Ok((seat, None)) };
        if !(1..=MAX_RUNS).contains(&count) {
            return Err(RuleError::RunoutCount(count as isize));
        }
        let (asked, left) = self.cards_for_runs(count as usize);
        if count > 1 && asked > left {
            return Err(RuleError::NotEnoughCards { asked, left });
        }
        Ok((seat, Some(count as u32)))
    }

    /// Returns how many cards so many runs of the board take, and how many there are.
    fn cards_for_runs(&self, count: usize) -> (usize, usize) {
        // Burnt cards are dealt again when the deck runs out, even the last one.
        let asked = count * self.board_cards_to_come();
        // An observer who does not know the deck does not know the other cards either, but they are there.
        let unknown_deck = match self.deck.is_empty() {
            false => self.deck.iter().any(|card| card.is_unknown()),
            true => {
                let discarded = self.discarded.iter().map(|entry| &entry.card);
                let others = self.burnt.iter().chain(&self.mucked).chain(discarded);
                others.into_iter().any(|card| card.is_unknown())
            }
        };
        let all = self.burnt.len() + self.mucked.len() + self.discarded.len();
        let reserved = if unknown_deck { all } else { self.reserved_cards().count() };
        (asked, self.deck.len() + reserved)
    }

    /// Returns how often the board can be run.
    pub(crate) fn most_runouts(&self) -> usize {
        let most = (1..=MAX_RUNS as usize).rev();
        most.into_iter()
            .find(|&count| {
                let (asked, left) = self.cards_for_runs(count);
                asked <= left
            })
            .unwrap_or(1)
    }

    /// Returns how many board cards one run takes; hole cards may have to go to the boards, too.
    fn board_cards_to_come(&self) -> usize {
        let dealings = self.steps_to_come().iter().filter_map(Step::dealing);
        let cards: usize = dealings.map(|dealing| dealing.board + dealing.hole.len()).sum();
        cards * self.definition.board_count
    }

    #[cold]
    pub(crate) fn apply_runout(
        &mut self,
        count: Option<i64>,
        seat: Option<Seat>,
    ) -> Result<(), RuleError> {
        let (seat, count) = self.verify_runout_count_selection(count, seat)?;
        self.runout_pending.remove(seat);
        if let Some(count) = count {
            self.runout_count = match self.runout_count {
                Some(agreed) if agreed != count => Some(1),
                _ => Some(count),
            };
        }
        self.record(|| Operation::RunoutCountSelection { seat, count });
        Ok(())
    }

    /// Chooses how often the board is run; no number is no preference.
    ///
    /// # Errors
    ///
    /// As [`State::verify_runout_count_selection`].
    pub fn select_runout_count(
        &mut self,
        count: Option<i64>,
        seat: Option<Seat>,
        commentary: Option<String>,
        hooks: &dyn Hooks,
    ) -> Result<usize, RuleError> {
        self.perform(commentary, hooks, |state| state.apply_runout(count, seat))
    }
}
