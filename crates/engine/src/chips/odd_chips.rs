//! Odd chips: the players who get the chips that cannot be split.

use std::cmp::Reverse;

use croupier_cards::Card;
use smallvec::SmallVec;

use crate::chips::Chips;
use crate::chips::pots::{Pot, SubPot};
use crate::definition::HandType;
use crate::error::RuleError;
use crate::hands::View;
use crate::hands::openers::{ace_high, ace_low};
use crate::hooks::Hooks;
use crate::seats::{Seat, Seats};
use crate::state::State;

/// The cards of a hand in the order in which they decide about an odd chip.
type Order = SmallVec<[(u8, u8); 8]>;
/// The players who share something, the one who gets an odd chip first.
pub(crate) type Sharers = SmallVec<[Seat; 8]>;

impl State {
    /// Divides what is left over when something was divided into parts: returns how many of the first
    /// parts get more, and how much more. Card rooms give nobody more than one odd chip.
    pub(crate) fn divide_rest(
        &self,
        rest: Chips,
        parts: usize,
        hooks: &dyn Hooks,
    ) -> Result<(usize, Chips), RuleError> {
        if rest != 0 && parts > 2 && self.definition.is_card_room() {
            // A chip need not be one unit: as many parts as possible get the same.
            for lucky in (2..parts).rev() {
                let (chip, rest) = hooks.divide(rest, lucky)?;
                if chip > 0 && rest == 0 {
                    return Ok((lucky, chip));
                }
            }
        }
        Ok((1, rest))
    }

    /// Returns what of a share goes to the contest with the odd chip, so that those who tie in all contests
    /// share the whole as evenly as possible.
    pub(crate) fn odd_of_share(
        &self,
        pot: (usize, &Pot),
        board: usize,
        types: &[usize],
        share: Chips,
        hooks: &dyn Hooks,
    ) -> Result<Chips, RuleError> {
        if types.len() < 2 || !self.definition.is_card_room() {
            return Ok(0);
        }
        let mut common = None;
        for &hand_type in types {
            let winners = self.find_winners(pot.1, pot.0, board, hand_type, hooks)?;
            if *common.get_or_insert(winners) != winners {
                return Ok(0);
            }
        }
        match common.map_or(0, Seats::len) {
            0 | 1 => Ok(0),
            count => Ok(hooks.divide(share, count)?.1),
        }
    }

    /// Returns who shares a part of a pot, those first who get its odd chips: by seat, and in stud, where there
    /// is no button, by the highest card of the hand, then by its suit.
    pub(crate) fn order_sharers(&self, part: &SubPot, winners: Seats, odd: bool) -> Sharers {
        let mut sharers: Sharers = winners.iter().collect();
        if odd
            && sharers.len() > 1
            && self.definition.is_card_room()
            && self.definition.is_stud()
            && let Some(hand_type) = part.hand_type
        {
            let board = part.board.map_or(0, usize::from);
            self.order_by_cards(board, usize::from(hand_type), &mut sharers);
        }
        sharers
    }

    #[cold]
    fn order_by_cards(&self, board: usize, hand_type: usize, sharers: &mut Sharers) {
        // Equal cards, such as those that are shared, leave the order as it was.
        sharers.sort_by_cached_key(|&seat| Reverse(self.odd_chip_order(board, hand_type, seat)));
    }

    /// Returns the cards of a player's best hand from the highest, aces low where low hands have them so.
    fn odd_chip_order(&self, board: usize, hand_type: usize, seat: Seat) -> Order {
        let known = |card: &Card| !card.is_unknown();
        let held: Vec<Card> = self.hole[seat].cards.iter().copied().filter(known).collect();
        let (cards, aces_low) = match self.definition.hand_types.get(hand_type) {
            Some(HandType::Lookup { shape, rule, low }) => {
                let board: Vec<Card> = self.board_cards(board).filter(known).collect();
                (shape.best_cards(&held, &board, rule, *low), shape.has_low_aces())
            }
            _ => match self.contest_hand(hand_type, seat, View::All) {
                Some(hand) => (hand.best.cards, hand.ranking.has_low_aces()),
                // Only the caller knows how such hands are formed: all cards count.
                None => (held, false),
            },
        };
        let place = if aces_low { ace_low } else { ace_high };
        let mut order: Order = cards.into_iter().filter_map(place).collect();
        order.sort_unstable_by(|one, other| other.cmp(one));
        order
    }
}
