//! Actions as histories write them, done to a state.

use croupier_cards::Card;
use croupier_engine::units::MOST_UNITS;
use croupier_engine::{Cards, Deal, RuleError, Seat, Showing, State as Core};
use croupier_histories::{Action, Number};
use pyo3::prelude::*;

use super::State;
use super::hooks::SetupHooks;
use super::setup::Setup;

/// What Croupier's own actions begin with.
const EXTENSION_MARK: &str = "croupier: ";

/// How a history is played.
#[derive(Debug, Clone, Copy)]
pub struct Manner {
    /// Whether cards are burnt without being mentioned.
    pub burns: bool,
    /// Whether nothing is done that is merely odd.
    pub strict: bool,
    /// Whether who folds without need is to be told.
    pub reports: bool,
}

/// Does an action that can be done as it is written; if it cannot, or is odd, false is returned. Then nothing is
/// changed, except that a card may have been burnt.
pub fn act(state: &mut State, py: Python<'_>, text: &str, manner: Manner) -> bool {
    let setup = state.setup.bind(py);
    // The caller's own code is called where errors of it can be raised.
    if setup.get().foreign.is_some() || state.core.may_replenish() {
        return false;
    }
    let Some((said, remark)) = split(text) else { return false };
    let Some(action) = Action::parse(said) else { return false };
    // Amounts have no signs.
    if action.amount().is_some() && said.contains(['+', '-']) {
        return false;
    }
    let hooks = SetupHooks::new(setup);
    let actor = Actor { core: &mut state.core, setup: setup.get(), hooks: &hooks, manner };
    actor.act(action, remark).is_some()
}

/// Splits an action and the remark on it; nothing where the remark says more than that.
fn split(text: &str) -> Option<(&str, Option<&str>)> {
    let Some(start) = text.bytes().position(|byte| byte == b'#') else { return Some((text, None)) };
    let (said, remark) = (&text[..start], &text[start + 1..]);
    let remark = match remark.as_bytes().first() {
        Some(b' ' | b'\t') => &remark[1..],
        Some(byte) if !byte.is_ascii_graphic() => return None,
        _ => remark,
    };
    (!remark.starts_with(EXTENSION_MARK)).then_some((said, Some(remark)))
}

struct Actor<'a> {
    core: &'a mut Core,
    setup: &'a Setup,
    hooks: &'a SetupHooks<'a, 'a>,
    manner: Manner,
}

impl Actor<'_> {
    fn act(mut self, action: Action, remark: Option<&str>) -> Option<()> {
        let remark = remark.map(str::to_owned);
        match action {
            Action::Nothing => self.core.no_operate(remark, self.hooks).ok().map(drop),
            Action::DealBoard(cards) => {
                self.burn()?;
                self.check_deal(&cards)?;
                let deal = Deal::Cards(cards);
                done(self.core.deal_board(Some(&deal), remark, self.hooks))
            }
            Action::DealHole(seat, cards) => {
                self.player(seat)?;
                self.burn()?;
                self.check_deal(&cards)?;
                let deal = Deal::Cards(cards);
                done(self.core.deal_hole(&deal, Some(seat), remark, self.hooks))
            }
            Action::Fold(seat) => {
                self.turn(self.core.actor(), seat)?;
                if self.manner.reports {
                    let (_, warnings) = self.core.verify_folding().ok()?;
                    warnings.is_empty().then_some(())?;
                }
                done(self.core.fold(remark, self.hooks))
            }
            Action::CheckOrCall(seat) => {
                self.turn(self.core.actor(), seat)?;
                done(self.core.check_or_call(remark, self.hooks))
            }
            Action::BringIn(seat) => {
                self.turn(self.core.actor(), seat)?;
                done(self.core.post_bring_in(remark, self.hooks))
            }
            Action::RaiseTo(seat, amount) => {
                self.turn(self.core.actor(), seat)?;
                let units = self.units(amount)?;
                // Rooms have caps of their own.
                let (core, hooks) = (self.core, self.hooks);
                let raised = core.complete_bet_or_raise_to(Some(units), remark.clone(), hooks);
                done(match raised {
                    Err(RuleError::RaiseCap) => core.raise_beyond_cap(units, remark, hooks),
                    result => result,
                })
            }
            Action::Discard(seat, cards) => {
                self.turn(self.core.drawer(), seat)?;
                done(self.core.stand_pat_or_discard(&cards, remark, self.hooks))
            }
            Action::Show(seat, cards) if cards.is_empty() => {
                self.player(seat)?;
                self.show(seat, &Showing::MuckAsRecorded, remark)
            }
            Action::ShowDealt(seat) => {
                self.player(seat)?;
                self.show(seat, &Showing::Show, remark)
            }
            Action::Show(seat, cards) => {
                self.player(seat)?;
                self.check_shown(seat, &cards)?;
                let (core, hooks) = (&*self.core, self.hooks);
                let showing = Showing::Cards(cards);
                let verified =
                    core.verify_hole_cards_showing_or_mucking(&showing, Some(seat), hooks);
                verified.ok()?.1.is_empty().then_some(())?;
                self.show(seat, &showing, remark)
            }
        }
    }

    fn show(self, seat: Seat, showing: &Showing, remark: Option<String>) -> Option<()> {
        done(self.core.show_or_muck_hole_cards(showing, Some(seat), remark, self.hooks))
    }

    fn player(&self, seat: Seat) -> Option<()> {
        (seat < self.core.player_count()).then_some(())
    }

    fn turn(&self, next: Option<Seat>, named: Seat) -> Option<()> {
        (next == Some(named)).then_some(())
    }

    /// Burns a card that nobody knows, if one is to be burnt.
    fn burn(&mut self) -> Option<()> {
        if !self.core.burn_pending {
            return Some(());
        }
        let deal = Deal::Cards(Cards::from_slice(&[Card::UNKNOWN]));
        let Ok((_, warnings)) = self.core.verify_card_burning(&deal) else { return Some(()) };
        (self.manner.burns && warnings.is_empty()).then_some(())?;
        done(self.core.burn_card(&deal, None, self.hooks))?;
        (!self.core.may_replenish()).then_some(())
    }

    /// Returns an amount in units.
    fn units(&self, amount: Number) -> Option<i64> {
        let whole = self.setup.converter.is_none();
        let units =
            if whole && amount.is_decimal() { None } else { amount.units(self.setup.scale) };
        units.filter(|&units| units <= MOST_UNITS || whole)
    }

    /// Checks that cards are in the deck, and beyond that as strictly as is wanted.
    fn check_deal(&self, cards: &[Card]) -> Option<()> {
        let known = || cards.iter().filter(|card| !card.is_unknown());
        let deck = &self.core.deck;
        if cards.len() > deck.len() || !known().all(|&card| deck.contains(card)) {
            return None;
        }
        let fine = |card: &Card| known().filter(|&other| other == card).count() == 1;
        (!self.manner.strict || known().all(|card| fine(card) && self.is_new(*card))).then_some(())
    }

    /// Tells whether a card is in the deck and nowhere else.
    fn is_new(&self, card: Card) -> bool {
        let core = &self.core;
        let held = || core.hole.iter().any(|hole| hole.cards.contains(&card));
        let on_board =
            || (0..core.board_count()).any(|board| core.board_cards(board).any(|c| c == card));
        core.deck.contains(card)
            && !held()
            && !on_board()
            && core.reserved_cards().all(|reserved| reserved != card)
    }

    /// Checks that a player shows what the player holds, as far as it is known.
    fn check_shown(&self, seat: Seat, cards: &[Card]) -> Option<()> {
        let held = &self.core.hole[seat].cards;
        let unknown = held.iter().filter(|card| card.is_unknown()).count();
        let known = || cards.iter().filter(|card| !card.is_unknown());
        let strangers = || known().filter(|card| !held.contains(card));
        if strangers().count() > unknown {
            return None;
        }
        if self.manner.strict {
            let once = |card: &Card| strangers().filter(|&other| other == card).count() == 1;
            return strangers().all(|card| once(card) && self.is_new(*card)).then_some(());
        }
        // Where all cards are known, nobody needs to say which are shown.
        let all_known =
            |seat: Seat| self.core.hole[seat].cards.iter().all(|card| !card.is_unknown());
        let said = known().next().is_some();
        (said || !self.core.active.iter().all(all_known)).then_some(())
    }
}

fn done(result: Result<usize, RuleError>) -> Option<()> {
    result.ok().map(drop)
}
