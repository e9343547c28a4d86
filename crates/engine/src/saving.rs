//! States as bytes, and back: what was saved may come from anywhere.

use std::sync::Arc;

use crate::chips::{Chips, UNKNOWN_STACK};
use crate::definition::Definition;
use crate::seats::PerSeat;
use crate::state::{Phase, State, Uncompared};

/// How many bytes a seal has.
const SEAL_LENGTH: usize = size_of::<u64>();

impl State {
    /// Writes down everything but the game, with a number behind it that tells whether it is still the same.
    #[must_use]
    pub fn save(&self) -> Vec<u8> {
        let mut bytes = self.to_bytes();
        let seal = seal(&bytes);
        bytes.extend_from_slice(&seal);
        bytes
    }

    /// Reads what [`State::save`] wrote, for the same game; `None` where it is something else, or was damaged since.
    #[must_use]
    pub fn restore(definition: Arc<Definition>, bytes: &[u8]) -> Option<Self> {
        let (inner, given) = bytes.split_last_chunk::<SEAL_LENGTH>()?;
        (seal(inner) == *given).then(|| Self::from_bytes(definition, inner)).flatten()
    }

    /// Writes down everything but the game.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        // Writing to memory cannot fail.
        postcard::to_allocvec(self).unwrap_or_default()
    }

    /// Reads what [`State::to_bytes`] wrote, for the same game; `None` where it is something else.
    #[must_use]
    pub fn from_bytes(definition: Arc<Definition>, bytes: &[u8]) -> Option<Self> {
        let state: Self = postcard::from_bytes(bytes).ok()?;
        let (count, steps) = (definition.player_count(), definition.steps.len());
        let seats = [state.bets.len(), state.stacks.len(), state.payoffs.len()];
        let fits = seats
            .iter()
            .chain([&state.hole.len(), &state.hole_pending.len()])
            .all(|&len| len == count)
            && state.board_pending.len() == definition.board_count
            && state.shared.len() == steps
            && state.step.is_none_or(|step| step < steps)
            && state.return_step.is_none_or(|step| step < steps);
        let state = Self { definition: Uncompared(definition), ..state };
        (fits && state.is_sound()).then_some(state)
    }

    /// Tells whether everybody and everything that is spoken of exists.
    fn is_sound(&self) -> bool {
        let all = self.definition.players();
        let sets = [
            self.active,
            self.ante_pending,
            self.blind_pending,
            self.draw_pending.seats,
            self.deciders.seats,
            self.actors.seats,
            self.acted,
            self.runout_pending,
            self.showdown.seats,
            self.kill_pending,
            self.contenders,
            self.pull_pending,
        ];
        let pots = self.pots.as_deref().unwrap_or_default();
        let boards = self.board_count();
        let pending: usize =
            self.hole_pending.iter().map(|pending| usize::from(pending.count)).sum();
        let in_room = |amount: &Chips| amount.unsigned_abs() <= UNKNOWN_STACK.unsigned_abs();
        let amounts = self.bets.iter().chain(self.stacks.iter()).chain(self.payoffs.iter());
        let dealing = matches!(self.phase, Phase::Deal);
        sets.iter().all(|set| set.is_subset(all))
            && pots.iter().all(|pot| pot.seats.is_subset(all))
            && self.opener.is_none_or(|seat| all.contains(seat))
            && self.runout_count.is_none_or(|count| (1..=255).contains(&count))
            && self.return_count < 255
            && self.hole.iter().all(|hole| hole.up >> hole.cards.len() == 0)
            && usize::from(self.hole_left) == pending
            && amounts.clone().all(in_room)
            && self.are_chips_conserved()
            && self.is_every_card_in_one_place()
            && self.largest_bet == self.bets.iter().copied().fold(0, Chips::max)
            && [self.forced, self.unposted].iter().all(in_room)
            && self.sub_pots.iter().all(|part| {
                usize::from(part.pot) < pots.len()
                    && part.board.is_none_or(|board| usize::from(board) < boards)
                    && part.hand_type.is_none_or(|hand_type| {
                        usize::from(hand_type) < self.definition.hand_types.len()
                    })
            })
            && (!dealing || self.dealing().is_some())
            && self.variant.is_some() == self.definition.variant_rules.keeps_variant_state
            && self.variant.as_ref().is_none_or(|kept| kept.is_sound(self))
            && self.log.is_sound()
    }

    /// Tells whether stacks are what players began with and what they won or lost since, and bets come from there.
    fn are_chips_conserved(&self) -> bool {
        let starting = &self.definition.starting_stacks;
        let known = || (0..self.stacks.len()).filter(|&seat| starting[seat] != UNKNOWN_STACK);
        let sum =
            |amounts: &PerSeat<Chips>| amounts.iter().map(|&each| i128::from(each)).sum::<i128>();
        known().all(|seat| {
            self.stacks[seat] >= 0
                && starting[seat].checked_add(self.payoffs[seat]) == Some(self.stacks[seat])
        }) && self.bets.iter().all(|&bet| bet >= 0)
            && sum(&self.bets) + sum(&self.payoffs) <= 0
    }

    /// Tells whether no card that is known is there more often than in the deck of the game.
    fn is_every_card_in_one_place(&self) -> bool {
        if self.duplicates {
            // The caller dealt cards that were not there.
            return true;
        }
        let mut left = [0_i16; 256];
        for card in self.definition.deck.iter() {
            left[usize::from(card.code())] += 1;
        }
        let held = self.hole.iter().flat_map(|hole| hole.cards.iter().copied());
        let lying = self.board.iter().chain(self.discarded.iter()).map(|entry| entry.card);
        let gone = self.mucked.iter().chain(&self.burnt).copied();
        held.chain(lying).chain(gone).chain(self.deck.iter()).all(|card| {
            let count = &mut left[usize::from(card.code())];
            *count -= 1;
            card.is_unknown() || *count >= 0
        })
    }
}

/// Mixes all bytes into one number, so that a change of any of them shows.
fn seal(bytes: &[u8]) -> [u8; SEAL_LENGTH] {
    let start = 0xCBF2_9CE4_8422_2325_u64 ^ bytes.len() as u64;
    let mix = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
    bytes.iter().fold(start, mix).to_le_bytes()
}
