//! The legal operations: which, by whom, and within which bounds.

use croupier_cards::Card;
use smallvec::SmallVec;

use crate::cards::zones::Deal;
use crate::chips::{Chips, FixedAmounts};
use crate::definition::{Arrangement, Declaration};
use crate::error::RuleError;
use crate::hooks::Hooks;
use crate::operation::{Cards, OperationKind, OperationKind as Kind};
use crate::seats::{Seat, Seats};
use crate::state::State;

/// An operation that is possible now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Legal {
    /// The operation that is legal.
    pub kind: OperationKind,
    /// By whom, or to whom; nobody where it concerns nobody in particular.
    pub seats: Seats,
    /// The smallest and the largest amount.
    pub amounts: Option<(Chips, Chips)>,
    /// The amount of the size of the pot, where it can be bet.
    pub pot: Option<Chips>,
    /// The amounts to choose from where bets are fixed, the smallest first; none where all between the bounds are
    /// possible.
    pub fixed: FixedAmounts,
    /// The smallest and the largest number: of cards, or of runs of the board.
    pub counts: Option<(usize, usize)>,
    /// The cards to choose from, where a player chooses.
    pub cards: SmallVec<[Card; 8]>,
    /// The numbers of declarations or choices to choose from; 0 for showing, and 1 for mucking.
    pub options: SmallVec<[u8; 4]>,
    /// The sets of cards of which one is chosen whole; none where any of the cards can be.
    pub sets: SmallVec<[Cards; 0]>,
}

/// The decisions that are legal now.
pub type LegalList = SmallVec<[Legal; 4]>;

impl Legal {
    fn new(kind: OperationKind, seats: Seats) -> Self {
        Self {
            kind,
            seats,
            amounts: None,
            pot: None,
            fixed: FixedAmounts::new(),
            counts: None,
            cards: SmallVec::new(),
            options: SmallVec::new(),
            sets: SmallVec::new(),
        }
    }

    fn amount(self, amount: Chips) -> Self {
        Self { amounts: Some((amount, amount)), ..self }
    }

    fn counts(self, fewest: usize, most: usize) -> Self {
        Self { counts: Some((fewest, most)), ..self }
    }

    fn cards(self, cards: &[Card]) -> Self {
        Self { cards: SmallVec::from_slice(cards), ..self }
    }
}

impl State {
    /// Lists everything that can be done now; what is odd, but possible, is left out.
    ///
    /// # Errors
    ///
    /// The caller's rake failed.
    pub fn legal(&self, hooks: &dyn Hooks) -> Result<LegalList, RuleError> {
        let mut list = LegalList::new();
        let one = |seat| Seats::of(self.player_count(), |other| other == seat);
        if !self.ante_pending.is_empty() {
            list.push(Legal::new(Kind::AntePosting, self.ante_pending));
        }
        if self.collect_pending {
            list.push(Legal::new(Kind::BetCollection, Seats::NONE));
        }
        if !self.blind_pending.is_empty() {
            list.push(Legal::new(Kind::BlindOrStraddlePosting, self.blind_pending));
        }
        self.list_deals(&mut list);
        if let (Some((seat, fewest, most)), Some(draw)) = (self.discard_bounds(), self.drawing()) {
            let cards = self.cards_at(seat, self.discardable(seat, draw.terms));
            let sets = self.discard_sets(seat, draw);
            let sets = sets.iter().map(|&set| self.cards_at(seat, set)).collect();
            let act = Legal { sets, ..Legal::new(Kind::StandingPatOrDiscarding, one(seat)) };
            list.push(act.counts(fewest, most).cards(&cards));
        }
        if !self.deciders.is_empty() {
            self.list_decisions(&mut list, hooks)?;
        }
        match self.arrangement() {
            Some(Arrangement::Roll { dice, .. }) => {
                list.push(Legal::new(Kind::DiceRolling, Seats::NONE).counts(*dice, *dice));
            }
            Some(Arrangement::RemoveLowest { .. }) => {
                list.push(Legal::new(Kind::BoardRemoval, Seats::NONE));
            }
            None => {}
        }
        if let Some(seat) = self.actor() {
            if self.verify_folding().is_ok_and(|(_, warnings)| warnings.is_empty()) {
                list.push(Legal::new(Kind::Folding, one(seat)));
            }
            if let Some(amount) = self.checking_or_calling_amount() {
                list.push(Legal::new(Kind::CheckingOrCalling, one(seat)).amount(amount));
            }
            if let Some(amount) = self.effective_bring_in() {
                list.push(Legal::new(Kind::BringInPosting, one(seat)).amount(amount));
            }
            if let Some((least, most)) = self.raise_bounds(hooks)?
                && least <= self.most_countable(seat)
            {
                let countable = self.most_countable(seat);
                let raise = Legal::new(Kind::CompletionBettingOrRaisingTo, one(seat));
                let fixed = self.fixed_amounts(seat).unwrap_or_default();
                list.push(match (fixed.first(), fixed.last()) {
                    (Some(&least), Some(&most)) => {
                        Legal { amounts: Some((least, most)), fixed, ..raise }
                    }
                    _ => {
                        let pot = self.pot_raise_to(hooks)?.map(|pot| pot.min(countable));
                        Legal { amounts: Some((least, most.min(countable))), pot, ..raise }
                    }
                });
            }
        }
        if !self.runout_pending.is_empty() {
            let most = self.most_runouts();
            list.push(Legal::new(Kind::RunoutCountSelection, self.runout_pending).counts(1, most));
        }
        if let Some(seat) = self.shower() {
            let can_muck = self.verify_mucking(seat, hooks).is_ok();
            let options = SmallVec::from_slice(if can_muck { &[0, 1] } else { &[0] });
            let act = Legal { options, ..Legal::new(Kind::HoleCardsShowingOrMucking, one(seat)) };
            list.push(act.cards(&self.hole[seat].cards));
        }
        for (kind, seats) in
            [(Kind::HandKilling, self.kill_pending), (Kind::ChipsPulling, self.pull_pending)]
        {
            if !seats.is_empty() {
                list.push(Legal::new(kind, seats));
            }
        }
        if !self.sub_pots.is_empty() {
            list.push(Legal::new(Kind::ChipsPushing, Seats::NONE));
        }
        Ok(list)
    }

    /// Returns the cards at some places of a player's hand.
    pub(crate) fn cards_at(&self, seat: Seat, places: u32) -> Cards {
        let cards = self.hole[seat].cards.iter().enumerate();
        cards.filter(|(place, _)| places >> place & 1 == 1).map(|(_, card)| *card).collect()
    }

    /// Lists what can be decided in turn beside bets and discards.
    fn list_decisions(&self, list: &mut LegalList, hooks: &dyn Hooks) -> Result<(), RuleError> {
        let one = |seat| Seats::of(self.player_count(), |other| other == seat);
        if let Some((kind, seat, amount)) = self.yes_or_no() {
            list.push(Legal::new(kind, one(seat)).amount(amount));
        }
        if let Some((seat, fewest, most)) = self.exposing_bounds() {
            let cards = self.cards_at(seat, !self.hole[seat].up);
            list.push(Legal::new(Kind::CardExposing, one(seat)).counts(fewest, most).cards(&cards));
        }
        if let Some((seat, count)) = self.passing_count() {
            let act = Legal::new(Kind::CardPassing, one(seat)).counts(count, count);
            list.push(act.cards(&self.hole[seat].cards));
        }
        if let Some((seat, separating)) = self.separating() {
            let asked: usize = separating.parts.iter().map(|&(_, count)| count).sum();
            let count = asked.min(self.hole[seat].cards.len());
            let act = Legal::new(Kind::CardSeparation, one(seat)).counts(count, count);
            list.push(act.cards(&self.hole[seat].cards));
        }
        if let Some((seat, declaring)) = self.declaring() {
            let pots = self.declarable_pots(seat, hooks)?;
            let options = Declaration::ALL.into_iter();
            let options = options.filter(|option| option.is_among(declaring.options));
            let options = options.map(|option| option as u8).collect();
            list.push(Legal {
                options,
                ..Legal::new(Kind::Declaration, one(seat)).counts(1, pots)
            });
        }
        if let Some((seat, choosing)) = self.choosing() {
            let options = (0..choosing.count).collect();
            list.push(Legal { options, ..Legal::new(Kind::Choosing, one(seat)) });
        }
        if let Some((seat, buying, cost)) = self.buying(hooks)? {
            let held = &self.hole[seat].cards;
            let count = if buying.discards { buying.count.min(held.len()) } else { 0 };
            let act = Legal::new(Kind::CardBuying, one(seat)).amount(cost).counts(count, count);
            list.push(act.cards(if buying.discards { held } else { &[] }));
        }
        if let Some((seat, count)) = self.replacing() {
            let cards: Cards = self.board.iter().map(|entry| entry.card).collect();
            let act = Legal::new(Kind::BoardReplacing, one(seat)).counts(count, count);
            list.push(act.cards(&cards));
        }
        Ok(())
    }

    fn list_deals(&self, list: &mut LegalList) {
        if self.can_burn() && self.has_cards(1) {
            list.push(Legal::new(Kind::CardBurning, Seats::NONE).counts(1, 1));
        }
        if self.hole_dealee().is_some() && self.has_cards(1) {
            // So many can be dealt to each of them.
            let pending = self.hole_pending.iter().map(|pending| usize::from(pending.count));
            let most = pending.filter(|&count| count > 0).min().unwrap_or(1);
            let most = (1..=most).rev().find(|&count| self.has_cards(count)).unwrap_or(1);
            let seats = Seats::of(self.player_count(), |seat| self.hole_pending[seat].count > 0);
            list.push(Legal::new(Kind::HoleDealing, seats).counts(1, most));
        }
        if let Some(count) = self.board_dealing_count()
            && self.verify_board_dealing(Some(&Deal::Count(count))).is_ok()
        {
            list.push(Legal::new(Kind::BoardDealing, Seats::NONE).counts(1, count));
        }
    }
}
