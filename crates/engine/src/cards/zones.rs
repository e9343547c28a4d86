//! Cards from zone to zone: deck, hands, boards, burnt, mucked and discarded cards.

use std::ops::Deref;

use croupier_cards::{Card, Shuffler};

use crate::cards::piles::{MAX_HOLE_CARDS, Numbered};
use crate::definition::{Action, Dealing, Deciding, Decision, Step};
use crate::error::{RuleError, Warning};
use crate::operation::Cards;
use crate::seats::Seat;
use crate::state::{Phase, State};

/// Cards to be dealt: these, or so many from the deck.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Deal {
    /// These cards.
    Cards(Cards),
    /// So many.
    Count(usize),
}

impl Deal {
    /// Returns the cards that were named.
    pub(crate) fn named(&self) -> Vec<Card> {
        match self {
            Self::Cards(cards) => cards.to_vec(),
            Self::Count(_) => Vec::new(),
        }
    }
}

/// Cards that are to be dealt: those that somebody named, or others.
pub(crate) enum Chosen<'a> {
    Named(&'a [Card]),
    Drawn(Cards),
}

impl Deref for Chosen<'_> {
    type Target = [Card];

    #[inline]
    fn deref(&self) -> &[Card] {
        match self {
            Self::Named(cards) => cards,
            Self::Drawn(cards) => cards,
        }
    }
}

impl Chosen<'_> {
    /// Returns the cards, for somebody who keeps them.
    pub(crate) fn keep(self) -> Cards {
        match self {
            Self::Named(cards) => Cards::from_slice(cards),
            Self::Drawn(cards) => cards,
        }
    }
}

impl State {
    /// Lists the known cards that were burnt, mucked and discarded.
    pub fn reserved_cards(&self) -> impl Iterator<Item = Card> {
        let discarded = self.discarded.iter().map(|entry| entry.card);
        let burnt_and_mucked = self.burnt.iter().chain(&self.mucked).copied();
        burnt_and_mucked.chain(discarded).filter(|card| !card.is_unknown())
    }

    /// Tells whether somebody who is still to be dealt cards in this draw has discarded a card in it: card rooms
    /// keep such cards out of the deck until nothing else is left.
    fn is_held_back(&self, entry: &Numbered) -> bool {
        let is_pending = |seat: u8| {
            self.hole_pending.get(usize::from(seat)).is_some_and(|pending| pending.count > 0)
        };
        self.definition.is_card_room()
            && self.has_hole_pending()
            && Some(usize::from(entry.number)) == self.street()
            && entry.seat.is_some_and(is_pending)
    }

    /// Returns the reserved cards in the order in which they are dealt again to a player, and how many of
    /// them anybody may get: the others are those of this draw, the player's own ones last.
    fn shuffle_reserved(&self, seat: Option<Seat>, shuffler: &mut Shuffler) -> (Vec<Card>, usize) {
        let known = |card: &Card| !card.is_unknown();
        let (mut others, mut own) = (Vec::new(), Vec::new());
        let mut cards: Vec<Card> =
            self.burnt.iter().chain(&self.mucked).copied().filter(known).collect();
        for entry in self.discarded.iter().filter(|entry| known(&entry.card)) {
            let pile = match self.is_held_back(entry) {
                false => &mut cards,
                true if entry.seat.map(usize::from) == seat => &mut own,
                true => &mut others,
            };
            pile.push(entry.card);
        }
        shuffler.shuffle(&mut cards);
        let free = cards.len();
        for mut pile in [others, own] {
            shuffler.shuffle(&mut pile);
            cards.extend(pile);
        }
        (cards, free)
    }

    /// Returns the cards that can be dealt when so many are: the deck, and the reserved cards where it is too short.
    #[must_use]
    pub fn dealable_cards(&self, count: Option<usize>) -> Vec<Card> {
        self.dealable_cards_for(count, self.hole_dealee())
    }

    fn dealable_cards_for(&self, count: Option<usize>, seat: Option<Seat>) -> Vec<Card> {
        let mut cards: Vec<Card> = self.deck.iter().collect();
        if count.is_none_or(|count| count > self.deck.len()) {
            // Asking changes nothing, so the order is that of a copy of the shuffler.
            cards.extend(self.shuffle_reserved(seat, &mut self.shuffler.clone()).0);
        }
        cards
    }

    /// Tells whether so many cards can be dealt.
    pub(crate) fn has_cards(&self, count: usize) -> bool {
        count <= self.deck.len() || count <= self.deck.len() + self.reserved_cards().count()
    }

    /// Puts another deck in the place of this one, from the top down.
    pub fn replace_deck(&mut self, cards: impl IntoIterator<Item = Card>) {
        self.deck = cards.into_iter().collect();
        // Its cards may lie elsewhere, too.
        self.duplicates = true;
    }

    /// Tells whether cards were dealt again, because the deck was too short, without anybody asking for it
    /// since this was last asked.
    pub fn take_replenished(&mut self) -> bool {
        std::mem::take(&mut *self.replenished)
    }

    /// Tells whether the deck may be too short for what is dealt before the next decision, after somebody discards so many
    /// cards, or any number.
    #[must_use]
    #[inline]
    pub fn may_replenish(&self, discarded: Option<usize>) -> bool {
        // While several players are still to act, whatever one of them does, nothing is dealt.
        let deals_later =
            self.phase == Phase::Bet && self.actors.seats.has_several() && self.active.has_many();
        !deals_later && !self.draw_pending.seats.has_several() && self.is_deck_short(discarded)
    }

    /// Tells whether the deck may be too short for what is dealt up to the next decision about cards.
    fn is_deck_short(&self, discarded: Option<usize>) -> bool {
        // Nobody knows yet how often the board is run.
        if !self.runout_pending.is_empty() {
            return true;
        }
        let pending = usize::from(self.hole_left)
            + self.board_pending.iter().map(|&count| usize::from(count)).sum::<usize>()
            + usize::from(self.burn_pending)
            + self.drawer().map_or(0, |seat| {
                let more = self.drawing().map_or(0, |draw| draw.terms.more.max(0));
                discarded.unwrap_or(self.hole[seat].cards.len()) + more.unsigned_abs() as usize
            });
        if self.variant.is_some() {
            // Cards are dealt after decisions, too: only a deck that is enough for everything is safe.
            let all: usize =
                self.definition.steps.iter().map(|step| self.cards_of_step(step)).sum();
            return self.deck.len() < pending + all;
        }
        let to_come = self.steps_to_come().iter().take_while(|step| !step.has_card_decision());
        let need = |deal: &Dealing| {
            let board = deal.board * self.definition.board_count;
            deal.hole.len() * self.active.len() + board + usize::from(deal.burn)
        };
        let to_come: usize = to_come.filter_map(Step::dealing).map(need).sum();
        let runs = 1 + self.return_count as usize;
        self.deck.len() < pending + to_come * runs
    }

    /// Returns how many cards a step takes at most.
    fn cards_of_step(&self, step: &Step) -> usize {
        let players = self.active.len();
        let decided = |deciding: &Deciding| {
            let after = deciding.then.map_or(0, |after| after.count);
            after
                + match &deciding.decision {
                    Decision::Buy(buying) => buying.count,
                    Decision::Replace { count } => *count,
                    _ => 0,
                }
        };
        match &step.action {
            Action::Deal(deal) => {
                let drawn = if deal.draw.is_some() { MAX_HOLE_CARDS } else { 0 };
                (deal.hole.len() + drawn) * players + deal.board + usize::from(deal.burn)
            }
            Action::Decide(deciding) => decided(deciding) * players,
            Action::Bet(_) | Action::Arrange(_) => 0,
        }
    }

    /// Checks cards that are to be dealt, perhaps to a player, and chooses them where only their number is given.
    pub(crate) fn choose_cards<'a>(
        &self,
        deal: &'a Deal,
        seat: Option<Seat>,
        warnings: &mut Vec<Warning>,
    ) -> Result<Chosen<'a>, RuleError> {
        match deal {
            Deal::Count(count) if *count <= self.deck.len() => {
                Ok(Chosen::Drawn(self.deck.iter().take(*count).collect()))
            }
            Deal::Count(count) => {
                warnings.push(Warning::Replenished);
                let cards = self.dealable_cards_for(Some(*count), seat);
                if cards.len() < *count {
                    return Err(RuleError::NotEnoughCards { asked: *count, left: cards.len() });
                }
                Ok(Chosen::Drawn(cards.into_iter().take(*count).collect()))
            }
            Deal::Cards(cards) => {
                let short = cards.len() > self.deck.len();
                if short {
                    warnings.push(Warning::Replenished);
                }
                for &card in cards {
                    let dealable = card.is_unknown()
                        || self.deck.contains(card)
                        || short && self.reserved_cards().any(|reserved| reserved == card);
                    if !dealable {
                        warnings.push(Warning::NotDealable(card));
                    }
                }
                Ok(Chosen::Named(cards))
            }
        }
    }

    /// Takes so many cards from the top, where the deck has them and no card lies in two places: nothing is to be looked
    /// for then.
    #[inline]
    pub(crate) fn draw_from_top(&mut self, count: usize) -> Option<Cards> {
        if self.duplicates || count > self.deck.len() {
            return None;
        }
        self.ranks.clear();
        Some(self.deck.draw(count))
    }

    /// Takes cards from wherever they are; the deck is made up again where it is not enough.
    pub(crate) fn consume_cards(&mut self, cards: &[Card]) {
        self.ranks.clear();
        let more_than_deck = self.deck.len() <= cards.len()
            && self.deck.iter().all(|card| cards.contains(&card))
            && cards.iter().any(|&card| !self.deck.contains(card));
        if more_than_deck {
            self.replenish(cards);
        }
        for &card in cards {
            // Cards are nearly always dealt from the top; those that nobody knows are in no deck of cards that are known.
            let top = self.deck.top();
            if top == Some(card) {
                self.deck.pop();
                if !self.duplicates {
                    continue;
                }
            } else if card.is_unknown()
                && !self.duplicates
                && top.is_some_and(|top| !top.is_unknown())
            {
                // Only elsewhere may there be others like it.
            } else if !self.deck.take(card) && !card.is_unknown() {
                self.duplicates = true;
            }
            if let Some(index) = self.burnt.iter().position(|&other| other == card) {
                self.burnt.remove(index);
            }
            if let Some(index) = self.mucked.iter().position(|&other| other == card) {
                self.mucked.remove(index);
            }
            if self.discarded.is_empty() {
                continue;
            }
            // One of each street leaves, as nothing tells which one it was.
            let mut street = None;
            self.discarded.retain(|entry| {
                let leaves = entry.card == card && street != Some(entry.number);
                if leaves {
                    street = Some(entry.number);
                }
                !leaves
            });
        }
    }

    /// Puts reserved cards under the deck, those among them that are taken now.
    fn replenish(&mut self, taken: &[Card]) {
        let mut shuffler = self.shuffler.clone();
        let (mut cards, free) = self.shuffle_reserved(None, &mut shuffler);
        self.shuffler = shuffler;
        let held_back = cards.split_off(free);
        self.produce_cards(&cards);
        self.mucked.clear();
        self.burnt.clear();
        let mut discarded = std::mem::take(&mut self.discarded);
        discarded.retain(|entry| self.is_held_back(entry) && !taken.contains(&entry.card));
        self.discarded = discarded;
        let needed: Cards = held_back.into_iter().filter(|card| taken.contains(card)).collect();
        self.produce_cards(&needed);
    }

    /// Puts known cards under the deck, unless they are there.
    pub(crate) fn produce_cards(&mut self, cards: &[Card]) {
        for &card in cards {
            if !card.is_unknown() && !self.deck.contains(card) {
                self.deck.put_under(card);
            }
        }
    }

    /// Takes a player out of the hand.
    pub(crate) fn muck(&mut self, seat: Seat) {
        let hole = &mut self.hole[seat];
        // Mostly a few cards, which lie there before a function is called that copies any number.
        self.mucked.extend(hole.cards.iter().copied());
        hole.clear();
        self.forget_cards(seat);
        self.active.remove(seat);
    }
}
