//! The state that only some games keep: subsets of cards, dice, choices, declarations, wild ranks.

use croupier_cards::Card;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::cards::piles::MAX_HOLE_CARDS;
use crate::chips::Chips;
use crate::definition::{Declaration, Definition, SubsetId, SubsetMask};
use crate::seats::{MAX_PLAYERS, PerSeat, Seat, Seats};
use crate::state::State;

/// The mark of no subset, and of a choice that is not taken yet.
pub const NONE: u8 = u8::MAX;

/// The subsets of a player's cards, by their places in the hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Labels([u8; MAX_HOLE_CARDS]);

impl Default for Labels {
    fn default() -> Self {
        Self([NONE; MAX_HOLE_CARDS])
    }
}

impl Labels {
    /// Returns the subset of a card.
    #[must_use]
    pub fn get(&self, place: usize) -> Option<SubsetId> {
        self.0.get(place).copied().filter(|&label| label != NONE)
    }

    pub(crate) fn set(&mut self, place: usize, label: Option<SubsetId>) {
        if let Some(slot) = self.0.get_mut(place) {
            *slot = label.unwrap_or(NONE);
        }
    }

    fn remove(&mut self, place: usize) {
        self.0.copy_within(place + 1.., place);
        self.0[MAX_HOLE_CARDS - 1] = NONE;
    }
}

/// Two bits for each of as many pots as there can be players.
const DECLARED_BITS: u64 = (1 << (2 * MAX_PLAYERS)) - 1;

/// The declarations of a player for each pot, two bits a pot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Declared(u64);

impl Declared {
    /// Returns declarations for the pots in order; the last one is for all others, too.
    pub(crate) fn of(declarations: &[Declaration]) -> Self {
        let last = declarations.last().copied();
        let bits = (0..DECLARED_BITS.count_ones() / 2).filter_map(|pot| {
            let declaration = declarations.get(pot as usize).copied().or(last)?;
            Some((declaration as u64) << (2 * pot))
        });
        Self(bits.sum())
    }

    /// Returns it as a number.
    pub(crate) const fn to_number(self) -> Chips {
        (self.0 & DECLARED_BITS) as Chips
    }

    /// Returns what [`Declared::to_number`] was made of.
    pub(crate) const fn from_number(number: Chips) -> Self {
        Self(number as u64 & DECLARED_BITS)
    }

    /// Returns what was declared for a pot.
    #[must_use]
    pub fn for_pot(self, pot: usize) -> Option<Declaration> {
        let bits = self.0.checked_shr(2 * pot as u32).unwrap_or(0) & 3;
        Declaration::from_number(bits as u8)
    }
}

/// The part of a state that only some games have.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct VariantState {
    /// The subsets of hole cards.
    pub labels: PerSeat<Labels>,
    /// Which hole cards lay face up before hands were shown, as bits.
    pub dealt_up: PerSeat<u32>,
    /// The subsets of each card of the board.
    pub board: SmallVec<[SubsetMask; 16]>,
    /// The subsets of the board cards that are to be dealt next.
    pub(crate) board_next: SmallVec<[SubsetMask; 8]>,
    /// Dice, each with its subset.
    pub dice: SmallVec<[(SubsetId, u8); 2]>,
    /// Cards that players have chosen while others are still choosing, as bits.
    pub(crate) chosen: PerSeat<u32>,
    /// The declarations of players.
    pub declarations: PerSeat<Declared>,
    /// The choices that were made about the game.
    pub choices: SmallVec<[u8; 2]>,
    /// The rank that a step marked as wild.
    pub marked: Option<u8>,
    /// The rank that followed the trigger.
    pub following: Option<u8>,
    /// Whether the next card that is dealt face up follows the trigger.
    pub(crate) armed: bool,
    /// Whether somebody paid for cards.
    pub(crate) has_dues: bool,
    /// The players who have made the decision that comes with the bets of the round.
    pub(crate) done: Seats,
    /// The player who acted last.
    pub(crate) last_actor: Option<u8>,
    /// The operation with which a decision began of which others know nothing yet.
    pub(crate) secret: Option<u32>,
}

impl VariantState {
    /// Returns what a game begins with, if it keeps track of anything.
    pub(crate) fn start(definition: &Definition) -> Option<Box<Self>> {
        if !definition.variant_rules.keeps_variant_state {
            return None;
        }
        let count = definition.player_count();
        Some(Box::new(Self {
            labels: PerSeat::all(Labels::default(), count),
            dealt_up: PerSeat::all(0, count),
            chosen: PerSeat::all(0, count),
            declarations: PerSeat::all(Declared::default(), count),
            choices: SmallVec::from_elem(NONE, definition.variant_rules.choices.len()),
            ..Self::default()
        }))
    }

    /// Tells whether everything that is spoken of exists.
    pub(crate) fn is_sound(&self, state: &State) -> bool {
        let definition = &state.definition;
        let count = definition.player_count();
        let lengths =
            [self.labels.len(), self.dealt_up.len(), self.chosen.len(), self.declarations.len()];
        let subsets = definition.variant_rules.subsets.len();
        let known = |label: u8| label == NONE || usize::from(label) < subsets;
        lengths.iter().all(|&length| length == count)
            && self.choices.len() == definition.variant_rules.choices.len()
            && self.board.len() == state.board.len()
            && self.labels.iter().all(|labels| labels.0.iter().all(|&label| known(label)))
            && self.dice.iter().all(|&(subset, _)| known(subset))
            && self.board.len() <= 64
            && self.last_actor.is_none_or(|seat| usize::from(seat) < count)
            && (0..count).all(|seat| {
                let held = state.hole[seat].cards.len();
                (self.dealt_up[seat] | self.chosen[seat]) >> held == 0
            })
    }
}

impl State {
    /// Gives a card to a player.
    #[inline(always)]
    pub(crate) fn give_card(&mut self, seat: Seat, card: Card, up: bool) {
        if self.variant.is_some() {
            self.label_card(seat, card, up);
        }
        self.hole[seat].push(card, up);
    }

    /// Writes down what a game keeps track of about a card that a player is dealt.
    #[cold]
    fn label_card(&mut self, seat: Seat, card: Card, up: bool) {
        let label = match self.drawing() {
            Some(draw) => draw.terms.joins,
            None => self.dealing().and_then(|dealing| dealing.hole_subset),
        };
        self.note_card(seat, card, up, label);
    }

    /// Writes down what a game keeps track of about the next card of a player.
    pub(crate) fn note_card(&mut self, seat: Seat, card: Card, up: bool, label: Option<SubsetId>) {
        let place = self.hole[seat].cards.len();
        let trigger = self.definition.variant_rules.trigger;
        let Some(variant) = &mut self.variant else { return };
        variant.labels[seat].set(place, label);
        variant.dealt_up[seat] |= u32::from(up) << place;
        if let (Some(trigger), true, Some(rank)) = (trigger, up, card.rank()) {
            if rank == trigger {
                (variant.following, variant.armed) = (None, true);
            } else if variant.armed {
                (variant.following, variant.armed) = (Some(rank.index()), false);
            }
        }
    }

    /// Takes a card from a player and tells whether it lay face up.
    pub(crate) fn take_card(&mut self, seat: Seat, place: usize) -> bool {
        if let Some(variant) = &mut self.variant {
            let below = (1_u32 << place) - 1;
            variant.labels[seat].remove(place);
            for bits in [&mut variant.dealt_up[seat], &mut variant.chosen[seat]] {
                *bits = *bits & below | *bits >> 1 & !below;
            }
        }
        self.hole[seat].remove(place)
    }

    /// Forgets what is kept track of about a player's cards, which are gone.
    pub(crate) fn forget_cards(&mut self, seat: Seat) {
        if let Some(variant) = &mut self.variant {
            variant.labels[seat] = Labels::default();
            variant.dealt_up[seat] = 0;
            variant.chosen[seat] = 0;
        }
    }

    /// Follows cards that lie in another order now, some of which may have become known.
    pub(crate) fn follow_cards(&mut self, seat: Seat, before: &[Card], after: &[Card]) {
        let Some(variant) = &mut self.variant else { return };
        let (labels, dealt_up) = (variant.labels[seat], variant.dealt_up[seat]);
        let mut left: Vec<usize> = (0..before.len()).collect();
        let mut origins: Vec<Option<usize>> = after
            .iter()
            .map(|card| {
                let index = left.iter().position(|&place| before[place] == *card)?;
                Some(left.remove(index))
            })
            .collect();
        let mut left = left.into_iter();
        origins
            .iter_mut()
            .filter(|origin| origin.is_none())
            .for_each(|origin| *origin = left.next());
        (variant.labels[seat], variant.dealt_up[seat]) = (Labels::default(), 0);
        for (place, origin) in origins.into_iter().enumerate() {
            let Some(origin) = origin else { continue };
            variant.labels[seat].set(place, labels.get(origin));
            variant.dealt_up[seat] |= (dealt_up >> origin & 1) << place;
        }
    }

    /// Takes a payment that is no bet for the pot.
    pub(crate) fn pay_due(&mut self, seat: Seat, amount: Chips) {
        crate::chips::take(&mut self.stacks[seat], amount);
        self.payoffs[seat] -= amount;
        if let Some(variant) = &mut self.variant {
            variant.has_dues = true;
        }
    }

    /// Returns the subsets of a card of the board; none where nothing is kept track of.
    #[must_use]
    pub fn board_subsets(&self, place: usize) -> SubsetMask {
        let variant = self.variant.as_ref();
        variant.and_then(|kept| kept.board.get(place)).copied().unwrap_or(0)
    }

    /// Returns the subset of a hole card.
    #[must_use]
    pub fn hole_subset(&self, seat: Seat, place: usize) -> Option<SubsetId> {
        self.variant.as_ref()?.labels.get(seat)?.get(place)
    }

    /// Returns which hole cards of a player lay face up before hands were shown, as bits.
    pub(crate) fn dealt_up(&self, seat: Seat) -> u32 {
        self.variant.as_ref().map_or(self.hole[seat].up, |kept| kept.dealt_up[seat])
    }
}
