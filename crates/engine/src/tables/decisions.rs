//! The decision that is due at a table, and decisions as numbers.

use croupier_cards::Card;

use crate::chips::Chips;
use crate::definition::Declaration;
use crate::error::RuleError;
use crate::hooks::Hooks;
use crate::operation::{Cards, OperationKind};
use crate::seats::Seat;
use crate::state::State;

/// Lists the kinds of decisions with their numbers and names.
macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident = $number:literal $name:literal $(for $operation:ident)?,)*) => {
        /// The kind of a decision at a table.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Kind {
            $($(#[$doc])* $kind = $number,)*
        }

        impl Kind {
            /// The names of all kinds, by their numbers.
            pub const NAMES: &[&str] = &[$($name),*];

            const OPERATIONS: &[(Self, OperationKind)] =
                &[$($((Self::$kind, OperationKind::$operation),)?)*];
        }
    };
}

kinds! {
    /// Nothing: all hands were played.
    Nothing = 0 "nothing",
    /// A move of the menu.
    Bet = 1 "bet",
    /// Which cards to discard, as bits of their places.
    Discard = 2 "discard" for StandingPatOrDiscarding,
    /// Which cards to turn face up, as bits.
    Expose = 3 "expose" for CardExposing,
    /// Which cards to pass on, as bits.
    Pass = 4 "pass" for CardPassing,
    /// Into which subset each card goes: three bits for each place, 0 for none and otherwise the number of the subset,
    /// from 1.
    Separate = 5 "separate" for CardSeparation,
    /// For which part of the pots the hand plays: the number of the declaration.
    Declare = 6 "declare",
    /// Something about the game: the number of the option.
    Choose = 7 "choose",
    /// Whether cards are bought: 0 to decline, otherwise the cards to discard for them as bits, or 1 where none are.
    Buy = 8 "buy",
    /// Whether to pay for turning the last card face up, 1 or 0.
    Protect = 9 "protect" for CardProtecting,
    /// Whether to post the optional straddle, 1 or 0.
    Straddle = 10 "straddle" for StraddlePosting,
    /// Which cards of the board to replace, as bits.
    Replace = 11 "replace" for BoardReplacing,
}

impl Kind {
    /// Tells whether one of a few options is chosen by its number, and no cards.
    #[must_use]
    pub fn takes_option(self) -> bool {
        let operation = self.operation();
        matches!(self, Self::Declare | Self::Choose)
            || operation.is_some_and(|operation| operation.info().takes_status())
    }

    /// Returns the operation, if its methods take yes or no, or cards, and nothing else.
    #[must_use]
    pub fn operation(self) -> Option<OperationKind> {
        let found = Self::OPERATIONS.iter().find(|(kind, _)| *kind == self);
        found.map(|&(_, operation)| operation)
    }

    fn of(operation: OperationKind) -> Option<Self> {
        let found = Self::OPERATIONS.iter().find(|(_, other)| *other == operation);
        found.map(|&(kind, _)| kind)
    }
}

/// The bits of a subset in the number of a separation.
pub(super) const PART_BITS: u32 = 3;
/// The most cards of a hand that is separated.
const MAX_SEPARATED: usize = 21;

/// The decision that a player is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Asked {
    /// The kind of the decision.
    pub kind: Kind,
    /// By whom.
    pub seat: Seat,
    /// The places of the cards, or the options, to choose from, as bits.
    pub choices: u64,
    /// The fewest cards.
    pub fewest: usize,
    /// The most cards.
    pub most: usize,
}

/// The choice of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// Folds.
    Fold,
    /// Checks or calls.
    Call,
    /// Posts the bring-in.
    BringIn,
    /// Completes, bets or raises to an amount.
    RaiseTo(Chips),
    /// Decides something else, by its number.
    Other(i64),
}

impl State {
    /// Returns what is to be decided now, and by whom; `None` where nothing is.
    ///
    /// # Errors
    ///
    /// The caller's own code failed.
    #[inline]
    pub fn asked(&self, hooks: &dyn Hooks) -> Result<Option<Asked>, RuleError> {
        if (self.draw_pending.is_empty() && self.deciders.is_empty()) || !self.is_live() {
            let bet = |seat| Asked { kind: Kind::Bet, seat, choices: 0, fewest: 0, most: 0 };
            return Ok(self.actor().filter(|_| self.is_live()).map(bet));
        }
        self.asked_about_cards(hooks)
    }

    #[inline(never)]
    fn asked_about_cards(&self, hooks: &dyn Hooks) -> Result<Option<Asked>, RuleError> {
        let all = |count: usize| u64::MAX.unbounded_shr(64 - count.min(64) as u32);
        if let (Some((seat, fewest, most)), Some(draw)) = (self.discard_bounds(), self.drawing()) {
            let choices = u64::from(self.discardable(seat, draw.terms));
            return Ok(Some(Asked { kind: Kind::Discard, seat, choices, fewest, most }));
        }
        let Some(seat) = self.decider() else {
            let bet = |seat| Asked { kind: Kind::Bet, seat, choices: 0, fewest: 0, most: 0 };
            return Ok(self.actor().map(bet));
        };
        let held = self.hole[seat].cards.len();
        Ok(Some(if let Some((operation, seat, _)) = self.yes_or_no() {
            let kind = Kind::of(operation).ok_or(RuleError::Stuck)?;
            Asked { kind, seat, choices: 3, fewest: 0, most: 1 }
        } else if let Some((seat, fewest, most)) = self.exposing_bounds() {
            let choices = all(held) & !u64::from(self.hole[seat].up);
            Asked { kind: Kind::Expose, seat, choices, fewest, most }
        } else if let Some((seat, count)) = self.passing_count() {
            Asked { kind: Kind::Pass, seat, choices: all(held), fewest: count, most: count }
        } else if let Some((seat, separating)) = self.separating() {
            let asked: usize = separating.parts.iter().map(|&(_, count)| count).sum();
            let (choices, count) = (all(separating.parts.len()), asked.min(held));
            Asked { kind: Kind::Separate, seat, choices, fewest: count, most: count }
        } else if let Some((seat, declaring)) = self.declaring() {
            let options = Declaration::ALL.into_iter();
            let options = options.filter(|option| option.is_among(declaring.options));
            let choices = options.fold(0, |bits, option| bits | 1 << option as u64);
            Asked { kind: Kind::Declare, seat, choices, fewest: 1, most: 1 }
        } else if let Some((seat, choosing)) = self.choosing() {
            let choices = all(usize::from(choosing.count));
            Asked { kind: Kind::Choose, seat, choices, fewest: 1, most: 1 }
        } else if let Some((seat, buying, _)) = self.buying(hooks)? {
            let count = if buying.discards { buying.count.min(held) } else { 0 };
            match count {
                0 => Asked { kind: Kind::Buy, seat, choices: 3, fewest: 0, most: 0 },
                _ => Asked { kind: Kind::Buy, seat, choices: all(held), fewest: 0, most: count },
            }
        } else if let Some((seat, count)) = self.replacing() {
            let choices = all(self.board.len());
            Asked { kind: Kind::Replace, seat, choices, fewest: count, most: count }
        } else {
            return Err(RuleError::Stuck);
        }))
    }

    /// Returns the cards that a decision is about, in the order that it asks for.
    #[must_use]
    pub fn cards_of_decision(&self, asked: &Asked, number: i64) -> Option<Cards> {
        let bits = u64::try_from(number).ok()?;
        let held = &self.hole[asked.seat].cards;
        match asked.kind {
            Kind::Separate => {
                let parts = self.separating()?.1.parts.len() as u64;
                if held.len() > MAX_SEPARATED || bits >> (PART_BITS * held.len() as u32) != 0 {
                    return None;
                }
                let part = |place: usize| bits >> (PART_BITS * place as u32) & 7;
                if (0..held.len()).any(|place| part(place) > parts) {
                    return None;
                }
                let in_order = (1..=parts)
                    .flat_map(|one| (0..held.len()).filter(move |&place| part(place) == one));
                Some(in_order.map(|place| held[place]).collect())
            }
            Kind::Replace => {
                let lying: Cards = self.board.iter().map(|entry| entry.card).collect();
                pick(&lying, bits)
            }
            Kind::Buy if asked.most == 0 => (bits <= 1).then(Cards::new),
            Kind::Discard | Kind::Expose | Kind::Pass | Kind::Buy => pick(held, bits),
            _ => Some(Cards::new()),
        }
    }

    /// Returns the number of a separation that is what the game asks for; the first cards first.
    #[must_use]
    pub fn first_separation_number(&self, asked: &Asked) -> Option<i64> {
        let (_, separating) = self.separating()?;
        let held = self.hole[asked.seat].cards.len();
        let order = self.find_separation(asked.seat, separating);
        let order = order.unwrap_or_else(|| (0..asked.most.min(held)).collect());
        let parts = separating.parts.iter().enumerate();
        let digits = parts.flat_map(|(part, &(_, count))| std::iter::repeat_n(part + 1, count));
        let number = order.iter().zip(digits).fold(0, |number: u64, (&place, digit)| {
            number | (digit as u64).unbounded_shl(PART_BITS * place as u32)
        });
        i64::try_from(number).ok()
    }

    /// Tells whether somebody who is asked for something else than a bet can decide this.
    ///
    /// # Errors
    ///
    /// The number stands for nothing, or the rules forbid it.
    pub fn verify_decision(
        &self,
        asked: &Asked,
        number: i64,
        hooks: &dyn Hooks,
    ) -> Result<(), Option<RuleError>> {
        let cards = self.cards_of_decision(asked, number).ok_or(None)?;
        let is_option = (0..64).contains(&number) && asked.choices >> number & 1 == 1;
        let option = || if is_option { Ok(()) } else { Err(None) };
        match asked.kind {
            Kind::Discard => self.verify_standing_pat_or_discarding(&cards).map(drop),
            Kind::Expose => self.verify_card_exposing(&cards).map(drop),
            Kind::Pass => self.verify_card_passing(&cards).map(drop),
            Kind::Separate => {
                // Every subset has its number of cards.
                let sizes = self.separating().map(|(_, separating)| &separating.parts);
                let part = |place: u32| number as u64 >> (PART_BITS * place) & 7;
                let counts =
                    |one: usize| (0..21).filter(|&place| part(place) == one as u64).count();
                let fits = sizes.is_some_and(|parts| {
                    let full = |(one, &(_, count)): (usize, &(_, usize))| counts(one + 1) == count;
                    parts.iter().enumerate().all(full) || cards.len() < asked.most
                });
                if !fits {
                    return Err(None);
                }
                self.verify_card_separation(&cards).map(drop)
            }
            Kind::Buy => self.verify_card_buying(number != 0, &cards, hooks).map(drop),
            Kind::Replace => self.verify_board_replacing(&cards).map(drop),
            kind if kind.takes_option() => return option(),
            _ => return Err(None),
        }
        .map_err(Some)
    }

    /// Does what a player has decided.
    ///
    /// # Errors
    ///
    /// The rules forbid it, or the hand cannot go on.
    pub fn choose_for(
        &mut self,
        asked: &Asked,
        choice: Choice,
        hooks: &dyn Hooks,
    ) -> Result<(), RuleError> {
        let number = match choice {
            Choice::Fold => return self.fold(None, hooks).map(drop),
            Choice::Call => return self.check_or_call(None, hooks).map(drop),
            Choice::BringIn => return self.post_bring_in(None, hooks).map(drop),
            Choice::RaiseTo(to) => {
                return self.complete_bet_or_raise_to(Some(to), None, hooks).map(drop);
            }
            Choice::Other(number) => number,
        };
        let cards = self.cards_of_decision(asked, number).ok_or(RuleError::Stuck)?;
        match asked.kind {
            Kind::Declare => {
                let declaration = u8::try_from(number).ok().and_then(Declaration::from_number);
                self.declare(&[declaration.ok_or(RuleError::DeclarationOption)?], None, hooks)
            }
            Kind::Choose => self.choose(usize::try_from(number).unwrap_or(usize::MAX), None, hooks),
            Kind::Buy => self.buy_cards(number != 0, &cards, None, hooks),
            kind => {
                let operation = kind.operation().ok_or(RuleError::Stuck)?;
                let given = operation.info().given(|| number != 0, &cards);
                self.decide(operation, given.ok_or(RuleError::Stuck)?, None, hooks)
            }
        }
        .map(drop)
    }
}

/// Returns the cards at places; `None` where there is no card at one of them.
fn pick(cards: &[Card], places: u64) -> Option<Cards> {
    if cards.len() < 64 && places >> cards.len() != 0 {
        return None;
    }
    let places = cards.iter().enumerate().filter(|(place, _)| places >> place & 1 == 1);
    Some(places.map(|(_, &card)| card).collect())
}
