//! Drawing: players stand pat or discard, in turn.

use croupier_cards::{Card, Rank};
use smallvec::SmallVec;

use crate::cards::piles::Numbered;
use crate::definition::{AfterBet, DiscardChoice, DiscardPlace, DrawTerms, Drawing, SubsetMask};
use crate::error::RuleError;
use crate::hooks::Hooks;
use crate::operation::{Cards, Operation};
use crate::seats::Seat;
use crate::state::State;

/// Sets of cards, as bits of their places in a hand.
pub type DiscardSets = SmallVec<[u32; 4]>;

impl State {
    /// Returns who is to stand pat or discard.
    #[must_use]
    pub fn drawer(&self) -> Option<Seat> {
        if self.draw_pending.is_empty() { None } else { self.draw_pending.first() }
    }

    /// Returns what may be discarded now.
    #[must_use]
    pub fn drawing(&self) -> Option<Drawing> {
        match (self.dealing(), self.betting()) {
            (Some(dealing), _) => dealing.draw,
            (_, Some(betting)) if !self.draw_pending.is_empty() => match betting.terms.then {
                Some(AfterBet::Discard(draw)) => Some(draw),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns who would discard these cards.
    ///
    /// # Errors
    ///
    /// Nobody is to discard now, the player does not hold the cards, or they are too few or too many.
    pub fn verify_standing_pat_or_discarding(&self, cards: &Cards) -> Result<Seat, RuleError> {
        let Some(seat) = self.drawer() else { return Err(RuleError::NoDrawPending) };
        let places = self.find_cards(seat, cards)?;
        let Some(draw) = self.drawing() else { return Err(RuleError::NoDrawPending) };
        let (minimum, maximum) = self.bounds_of_discard(seat, &draw);
        let given = cards.len();
        // Nobody knows how many unknown cards must go.
        let forced = matches!(draw.terms.choice, DiscardChoice::MatchingRanks(_));
        if !forced && !(minimum..=maximum).contains(&given) {
            return Err(RuleError::DiscardCount { seat, minimum, maximum, given });
        }
        self.verify_draw_terms(seat, places, draw)?;
        Ok(seat)
    }

    /// Returns the cards that a player must discard, as bits; none where it is the player's choice.
    fn forced_discards(&self, seat: Seat, terms: DrawTerms) -> Option<u32> {
        let DiscardChoice::MatchingRanks(subsets) = terms.choice else { return None };
        let ranks: Vec<Rank> = self.cards_of_subsets(subsets).filter_map(Card::rank).collect();
        let held = self.hole[seat].cards.iter().enumerate();
        let goes = |card: &Card| card.rank().is_some_and(|rank| ranks.contains(&rank));
        Some(held.filter(|(_, card)| goes(card)).fold(0, |bits, (place, _)| bits | 1 << place))
    }

    /// Returns the cards that a player can choose from, as bits.
    #[must_use]
    pub fn discardable(&self, seat: Seat, terms: DrawTerms) -> u32 {
        let all = (1 << self.hole[seat].cards.len()) - 1;
        let label = |place| self.hole_subset(seat, place).map_or(0, |subset| 1 << subset);
        match self.forced_discards(seat, terms) {
            Some(forced) => forced,
            None if terms.from == 0 => all,
            None => {
                let places = 0..self.hole[seat].cards.len();
                places.filter(|&place| label(place) & terms.from != 0).map(|place| 1 << place).sum()
            }
        }
    }

    /// Returns the fewest and the most cards that the player whose turn it is can discard.
    #[must_use]
    pub fn discard_bounds(&self) -> Option<(Seat, usize, usize)> {
        let (seat, draw) = (self.drawer()?, self.drawing()?);
        let (fewest, most) = self.bounds_of_discard(seat, &draw);
        Some((seat, fewest, most))
    }

    /// Returns the fewest and the most cards that a player can discard.
    #[inline]
    fn bounds_of_discard(&self, seat: Seat, draw: &Drawing) -> (usize, usize) {
        let choices = self.discardable(seat, draw.terms).count_ones() as usize;
        if matches!(draw.terms.choice, DiscardChoice::MatchingRanks(_)) {
            return (choices, choices);
        }
        let most = draw.maximum.unwrap_or(choices).min(choices);
        let fewest = draw.minimum.min(choices);
        if draw.terms.choice == DiscardChoice::WholeSubset {
            let sets = self.discard_sets(seat, *draw);
            let sizes = || sets.iter().map(|set| set.count_ones() as usize);
            return (sizes().min().unwrap_or(fewest), sizes().max().unwrap_or(most));
        }
        (fewest, most)
    }

    /// Returns the sets of cards, as bits, of which a player who discards whole subsets lets one go; none where
    /// any cards can go.
    #[must_use]
    pub fn discard_sets(&self, seat: Seat, draw: Drawing) -> DiscardSets {
        let mut sets = DiscardSets::new();
        if draw.terms.choice != DiscardChoice::WholeSubset {
            return sets;
        }
        let choices = self.discardable(seat, draw.terms);
        let places = 0..self.hole[seat].cards.len();
        let available = choices.count_ones() as usize;
        let (fewest, most) = (draw.minimum.min(available), draw.maximum.unwrap_or(available));
        if fewest == 0 {
            sets.push(0);
        }
        for place in places.clone() {
            let subset = self.hole_subset(seat, place);
            let members = places.clone().filter(|&other| self.hole_subset(seat, other) == subset);
            let set: u32 = members.map(|other| 1 << other).sum();
            let fits =
                set & !choices == 0 && (fewest..=most).contains(&(set.count_ones() as usize));
            if fits && !sets.contains(&set) {
                sets.push(set);
            }
        }
        sets
    }

    /// Refuses cards that the game does not let go, beside their number.
    fn verify_draw_terms(&self, seat: Seat, places: u32, draw: Drawing) -> Result<(), RuleError> {
        let terms = draw.terms;
        if terms == DrawTerms::NONE {
            return Ok(());
        }
        let known = self.hole[seat].cards.iter().all(|card| !card.is_unknown());
        if let Some(forced) = self.forced_discards(seat, terms)
            && forced != places
            && known
        {
            return Err(RuleError::ForcedDiscard { seat });
        }
        if places & !self.discardable(seat, terms) != 0 {
            return Err(RuleError::DiscardSubset { seat });
        }
        if terms.choice == DiscardChoice::WholeSubset
            && !self.discard_sets(seat, draw).contains(&places)
        {
            return Err(RuleError::WholeSubset { seat });
        }
        Ok(())
    }

    fn apply_draw(&mut self, cards: &Cards) -> Result<(), RuleError> {
        let seat = self.verify_standing_pat_or_discarding(cards)?;
        let street = self.street().unwrap_or(0) as u8;
        let (replaces, terms) =
            self.drawing().map_or((false, DrawTerms::NONE), |draw| (draw.replaces, draw.terms));
        self.draw_pending.seats.remove(seat);
        self.ranks.clear();
        for card in cards {
            if let Some(index) = self.hole[seat].cards.iter().position(|other| other == card) {
                let up = self.take_card(seat, index);
                if replaces {
                    self.hole_pending[seat].push(terms.up.unwrap_or(up));
                    self.hole_left += 1;
                }
                if let DiscardPlace::Board(subsets) = terms.to {
                    self.put_on_board(*card, subsets);
                } else {
                    let (seat, up) = (Some(seat as u8), terms.to == DiscardPlace::Up);
                    self.discarded.push(Numbered { number: street, card: *card, seat, up });
                }
            }
        }
        if replaces && terms.more != 0 {
            self.change_replacements(seat, terms);
        }
        let up = if terms.to == DiscardPlace::Down { 0 } else { u32::MAX };
        self.record(|| Operation::StandingPatOrDiscarding { seat, cards, up });
        Ok(())
    }

    /// Deals more cards, or fewer, than were discarded.
    fn change_replacements(&mut self, seat: Seat, terms: DrawTerms) {
        let room = self.room_for_cards(seat) - usize::from(self.hole_pending[seat].count);
        for _ in 0..usize::try_from(terms.more).unwrap_or(0).min(room) {
            self.ask_for_card(seat, terms.up.unwrap_or(false));
        }
        for _ in 0..terms.more.min(0).unsigned_abs().min(self.hole_pending[seat].count) {
            self.hole_pending[seat].pop();
            self.hole_left -= 1;
        }
    }

    /// Puts a card on the board, beside those that are dealt there.
    fn put_on_board(&mut self, card: Card, subsets: SubsetMask) {
        let number = self.board.len() as u8;
        self.board.push(Numbered { number, card, seat: None, up: true });
        if let Some(variant) = &mut self.variant {
            variant.board.push(subsets);
        }
    }

    /// Stands pat, or discards these cards.
    ///
    /// # Errors
    ///
    /// As [`State::verify_standing_pat_or_discarding`].
    pub fn stand_pat_or_discard(
        &mut self,
        cards: &Cards,
        commentary: Option<String>,
        hooks: &dyn Hooks,
    ) -> Result<usize, RuleError> {
        self.perform(commentary, hooks, |state| state.apply_draw(cards))
    }
}
