//! Operations with their arguments, as data: right and wrong ones.

use croupier_cards::Card;
use croupier_engine::{
    Cards, Chips, Deal, Hooks, Legal, OperationKind as Kind, Phase, RuleError, Seat, Showing,
    State, UNKNOWN_STACK, Warning, chips,
};

use super::tape::Tape;

/// An operation that somebody asks for.
#[derive(Debug, Clone, PartialEq)]
pub enum Request {
    PostAnte(Option<Seat>),
    CollectBets,
    PostBlind(Option<Seat>),
    Straddle(bool),
    Burn(Deal),
    DealHole(Deal, Option<Seat>),
    DealBoard(Option<Deal>),
    Draw(Cards),
    Fold,
    CheckOrCall,
    BringIn,
    Raise(Option<Chips>),
    Runout(Option<i64>, Option<Seat>),
    Show(Showing, Option<Seat>),
    Kill(Option<Seat>),
    Push,
    Pull(Option<Seat>),
}

use Request as R;

/// The kinds of requests.
const KINDS: [Kind; 17] = [
    Kind::AntePosting,
    Kind::BetCollection,
    Kind::BlindOrStraddlePosting,
    Kind::StraddlePosting,
    Kind::CardBurning,
    Kind::HoleDealing,
    Kind::BoardDealing,
    Kind::StandingPatOrDiscarding,
    Kind::Folding,
    Kind::CheckingOrCalling,
    Kind::BringInPosting,
    Kind::CompletionBettingOrRaisingTo,
    Kind::RunoutCountSelection,
    Kind::HoleCardsShowingOrMucking,
    Kind::HandKilling,
    Kind::ChipsPushing,
    Kind::ChipsPulling,
];

impl Request {
    /// Asks whether the operation is possible.
    pub fn verify(&self, state: &State, hooks: &dyn Hooks) -> Result<Vec<Warning>, RuleError> {
        fn no_warnings<T>(_: T) -> Vec<Warning> {
            Vec::new()
        }
        fn warnings<T>(verified: (T, Vec<Warning>)) -> Vec<Warning> {
            verified.1
        }
        match self {
            R::PostAnte(seat) => state.verify_ante_posting(*seat).map(no_warnings),
            R::CollectBets => state.verify_bet_collection().map(no_warnings),
            R::PostBlind(seat) => state.verify_blind_or_straddle_posting(*seat).map(no_warnings),
            R::Straddle(posts) => state.verify_straddle_posting(*posts).map(no_warnings),
            R::Burn(deal) => state.verify_card_burning(deal).map(warnings),
            R::DealHole(deal, seat) => state.verify_hole_dealing(deal, *seat).map(warnings),
            R::DealBoard(deal) => state.verify_board_dealing(deal.as_ref()).map(warnings),
            R::Draw(cards) => state.verify_standing_pat_or_discarding(cards).map(no_warnings),
            R::Fold => state.verify_folding().map(warnings),
            R::CheckOrCall => state.verify_checking_or_calling().map(no_warnings),
            R::BringIn => state.verify_bring_in_posting().map(no_warnings),
            R::Raise(amount) => {
                state.verify_completion_betting_or_raising_to(*amount, hooks).map(no_warnings)
            }
            R::Runout(count, seat) => {
                state.verify_runout_count_selection(*count, *seat).map(no_warnings)
            }
            R::Show(showing, seat) => {
                state.verify_hole_cards_showing_or_mucking(showing, *seat, hooks).map(warnings)
            }
            R::Kill(seat) => state.verify_hand_killing(*seat).map(no_warnings),
            R::Push => state.verify_chips_pushing().map(no_warnings),
            R::Pull(seat) => state.verify_chips_pulling(*seat).map(no_warnings),
        }
    }

    /// Does the operation.
    pub fn apply(
        &self,
        state: &mut State,
        commentary: Option<String>,
        hooks: &dyn Hooks,
    ) -> Result<usize, RuleError> {
        match self {
            R::PostAnte(seat) => state.post_ante(*seat, commentary, hooks),
            R::CollectBets => state.collect_bets(commentary, hooks),
            R::PostBlind(seat) => state.post_blind_or_straddle(*seat, commentary, hooks),
            R::Straddle(posts) => state.post_straddle(*posts, commentary, hooks),
            R::Burn(deal) => state.burn_card(deal, commentary, hooks),
            R::DealHole(deal, seat) => state.deal_hole(deal, *seat, commentary, hooks),
            R::DealBoard(deal) => state.deal_board(deal.as_ref(), commentary, hooks),
            R::Draw(cards) => state.stand_pat_or_discard(cards, commentary, hooks),
            R::Fold => state.fold(commentary, hooks),
            R::CheckOrCall => state.check_or_call(commentary, hooks),
            R::BringIn => state.post_bring_in(commentary, hooks),
            R::Raise(amount) => state.complete_bet_or_raise_to(*amount, commentary, hooks),
            R::Runout(count, seat) => state.select_runout_count(*count, *seat, commentary, hooks),
            R::Show(showing, seat) => {
                state.show_or_muck_hole_cards(showing, *seat, commentary, hooks)
            }
            R::Kill(seat) => state.kill_hand(*seat, commentary, hooks),
            R::Push => state.push_chips(commentary, hooks),
            R::Pull(seat) => state.pull_chips(*seat, commentary, hooks),
        }
    }

    /// Lists requests that this entry of the list of legal operations promises to be accepted.
    pub fn promised(legal: &Legal, state: &State, tape: &mut Tape<'_>) -> Vec<Self> {
        let seats = || legal.seats.iter().map(Some).chain([None]);
        let (least, most) = legal.counts.unwrap_or_default();
        let numbers = [least, most, tape.between(least as i64, most as i64) as usize];
        match legal.kind {
            Kind::AntePosting => seats().map(R::PostAnte).collect(),
            Kind::BetCollection => vec![R::CollectBets],
            Kind::BlindOrStraddlePosting => seats().map(R::PostBlind).collect(),
            Kind::StraddlePosting => [true, false].map(R::Straddle).to_vec(),
            Kind::CardBurning => numbers.map(|count| R::Burn(Deal::Count(count))).to_vec(),
            Kind::HoleDealing => {
                let deal =
                    |seat: Option<Seat>| numbers.map(|count| R::DealHole(Deal::Count(count), seat));
                seats().flat_map(deal).collect()
            }
            Kind::BoardDealing => {
                let deals = numbers.map(|count| R::DealBoard(Some(Deal::Count(count))));
                deals.into_iter().chain([R::DealBoard(None)]).collect()
            }
            Kind::StandingPatOrDiscarding => numbers
                .map(|count| {
                    // Not the first ones each time.
                    let skipped = (legal.cards.len() - count) / 2;
                    R::Draw(legal.cards.iter().copied().skip(skipped).take(count).collect())
                })
                .to_vec(),
            Kind::Folding => vec![R::Fold],
            Kind::CheckingOrCalling => vec![R::CheckOrCall],
            Kind::BringInPosting => vec![R::BringIn],
            Kind::CompletionBettingOrRaisingTo => {
                let (least, most) = legal.amounts.unwrap();
                // Unknown stacks have no largest bet.
                let most = if most == UNKNOWN_STACK { least + 10 } else { most };
                let amounts =
                    [Some(least), Some(most), legal.pot.map(|pot| pot.clamp(least, most))];
                let between = Some(tape.between(least, most));
                amounts.into_iter().chain([None, between]).map(R::Raise).collect()
            }
            Kind::RunoutCountSelection => {
                let choose = |seat| {
                    let counts = numbers.map(|count| R::Runout(Some(count as i64), seat));
                    counts.into_iter().chain([R::Runout(None, seat)])
                };
                seats().flat_map(choose).collect()
            }
            Kind::HoleCardsShowingOrMucking => {
                let unknown = state
                    .shower()
                    .is_none_or(|seat| state.hole[seat].cards.iter().any(|card| card.is_unknown()));
                let can_muck = legal.options.contains(&1);
                let showings = [Showing::Muck, Showing::Default, Showing::Show];
                let showings = showings.into_iter().take(if unknown { 1 } else { 3 });
                let showings = showings.filter(|showing| can_muck || *showing != Showing::Muck);
                // Nobody can show what is not known.
                let recorded = (unknown && !can_muck).then_some(Showing::MuckAsRecorded);
                let showings = showings.chain(recorded);
                showings
                    .flat_map(|showing| seats().map(move |seat| R::Show(showing.clone(), seat)))
                    .collect()
            }
            Kind::HandKilling => seats().map(R::Kill).collect(),
            Kind::ChipsPushing => vec![R::Push],
            Kind::ChipsPulling => seats().map(R::Pull).collect(),
            // These games have no such decisions.
            _ => unreachable!("{legal:?}"),
        }
    }

    /// Tells whether an accepted request is one that the list of legal operations must have.
    pub fn is_listed(&self, legal: &[Legal], state: &State) -> bool {
        let entry = |kind: Kind| legal.iter().find(|entry| entry.kind == kind);
        let has = |kind: Kind| entry(kind).is_some();
        let by = |kind: Kind, seat: Option<Seat>| {
            entry(kind).is_some_and(|entry| seat.is_none_or(|seat| entry.seats.contains(seat)))
        };
        let counts = |kind: Kind, count: usize| {
            let counts = entry(kind).and_then(|entry| entry.counts);
            counts.is_some_and(|(least, most)| (least..=most).contains(&count))
        };
        match self {
            R::PostAnte(seat) => by(Kind::AntePosting, *seat),
            R::CollectBets => has(Kind::BetCollection),
            R::PostBlind(seat) => by(Kind::BlindOrStraddlePosting, *seat),
            R::Straddle(_) => has(Kind::StraddlePosting),
            R::Burn(Deal::Count(count)) => counts(Kind::CardBurning, *count),
            R::DealHole(Deal::Count(_), seat) => by(Kind::HoleDealing, *seat),
            // Where not all cards of a board can be dealt, none need be.
            R::DealBoard(Some(Deal::Count(count))) => {
                !has(Kind::BoardDealing) || counts(Kind::BoardDealing, *count)
            }
            R::DealBoard(None) => has(Kind::BoardDealing),
            // Cards that are named are dealt wherever they come from.
            R::Burn(_) | R::DealHole(..) | R::DealBoard(_) => true,
            R::Draw(cards) => counts(Kind::StandingPatOrDiscarding, cards.len()),
            R::Fold => has(Kind::Folding),
            R::CheckOrCall => has(Kind::CheckingOrCalling),
            R::BringIn => has(Kind::BringInPosting),
            R::Raise(amount) => entry(Kind::CompletionBettingOrRaisingTo).is_some_and(|entry| {
                let (least, most) = entry.amounts.unwrap();
                amount.is_none_or(|amount| (least..=most).contains(&amount))
            }),
            R::Runout(count, seat) => {
                by(Kind::RunoutCountSelection, *seat)
                    && count.is_none_or(|count| counts(Kind::RunoutCountSelection, count as usize))
            }
            // Hands may be shown out of turn, and after the showdown.
            R::Show(_, seat) => {
                let in_turn = seat.is_none() || *seat == state.shower();
                state.phase != Phase::Showdown
                    || !in_turn
                    || by(Kind::HoleCardsShowingOrMucking, *seat)
            }
            R::Kill(seat) => by(Kind::HandKilling, *seat),
            R::Push => has(Kind::ChipsPushing),
            R::Pull(seat) => by(Kind::ChipsPulling, *seat),
        }
    }

    /// Returns any request; half of them are of a kind that is legal now.
    pub fn random(tape: &mut Tape<'_>, state: &State, legal: &[Legal]) -> Self {
        let kind = match legal.len() {
            count if count > 0 && tape.once_in(2) => legal[tape.below(count)].kind,
            _ => tape.pick(&KINDS),
        };
        match kind {
            Kind::AntePosting => R::PostAnte(any_seat(tape, state)),
            Kind::BetCollection => R::CollectBets,
            Kind::BlindOrStraddlePosting => R::PostBlind(any_seat(tape, state)),
            Kind::CardBurning => R::Burn(any_deal(tape, state)),
            Kind::HoleDealing => R::DealHole(any_deal(tape, state), any_seat(tape, state)),
            Kind::BoardDealing => R::DealBoard(tape.once_in(2).then(|| any_deal(tape, state))),
            Kind::StraddlePosting => R::Straddle(tape.once_in(2)),
            Kind::StandingPatOrDiscarding => R::Draw(any_cards(tape, state)),
            Kind::Folding => R::Fold,
            Kind::CheckingOrCalling => R::CheckOrCall,
            Kind::BringInPosting => R::BringIn,
            Kind::CompletionBettingOrRaisingTo => R::Raise(any_amount(tape, state)),
            Kind::RunoutCountSelection => {
                let counts = [None, Some(1), Some(2), Some(3), Some(0), Some(-1), Some(i64::MAX)];
                R::Runout(tape.pick(&counts), any_seat(tape, state))
            }
            Kind::HoleCardsShowingOrMucking => {
                let showing = match tape.below(5) {
                    0 => Showing::Default,
                    1 => Showing::Show,
                    2 => Showing::Muck,
                    _ => Showing::Cards(any_cards(tape, state)),
                };
                R::Show(showing, any_seat(tape, state))
            }
            Kind::HandKilling => R::Kill(any_seat(tape, state)),
            Kind::ChipsPushing => R::Push,
            _ => R::Pull(any_seat(tape, state)),
        }
    }

    /// Tells whether somebody gives away what they could win.
    pub fn is_generous(&self, state: &State) -> bool {
        match self {
            R::Fold => state.verify_folding().is_ok_and(|(_, warnings)| !warnings.is_empty()),
            R::Show(showing, _) => *showing == Showing::Muck,
            _ => false,
        }
    }

    /// Tells whether cards come into the game or go, because some are unknown or stand twice.
    pub fn confuses_cards(&self, state: &State) -> bool {
        match self {
            R::Burn(Deal::Cards(cards))
            | R::DealHole(Deal::Cards(cards), _)
            | R::DealBoard(Some(Deal::Cards(cards))) => {
                let there: Vec<Card> = state.deck.iter().chain(state.reserved_cards()).collect();
                let mut distinct = cards.to_vec();
                distinct.sort_unstable();
                distinct.dedup();
                distinct.len() < cards.len()
                    || cards.iter().any(|card| card.is_unknown() || !there.contains(card))
            }
            R::Show(Showing::Cards(cards), seat) => {
                let held = |seat: Seat| {
                    let mut held = state.hole[seat].cards.to_vec();
                    let mut named = cards.to_vec();
                    held.sort_unstable();
                    named.sort_unstable();
                    held == named
                };
                let seat = seat.or_else(|| state.shower());
                !seat.filter(|&seat| seat < state.player_count()).is_some_and(held)
            }
            _ => false,
        }
    }
}

fn any_seat(tape: &mut Tape<'_>, state: &State) -> Option<Seat> {
    match tape.below(4) {
        0 | 1 => None,
        2 => Some(tape.below(state.player_count())),
        _ => Some(tape.pick(&[0, state.player_count(), 24, 200, usize::MAX])),
    }
}

/// Returns cards of a hand or of the deck, or any.
fn any_cards(tape: &mut Tape<'_>, state: &State) -> Cards {
    let from: Vec<Card> = match tape.below(4) {
        0 => state.hole[state.drawer().or_else(|| state.shower()).unwrap_or(0)].cards.to_vec(),
        1 => state.deck.iter().collect(),
        2 => state.reserved_cards().collect(),
        _ => (0..=73).map(Card::new).collect(),
    };
    let count = tape.below(6);
    let start = tape.below(74);
    from.iter().copied().cycle().skip(start).take(if from.is_empty() { 0 } else { count }).collect()
}

fn any_deal(tape: &mut Tape<'_>, state: &State) -> Deal {
    match tape.below(8) {
        0..=2 => Deal::Count(1),
        3 => Deal::Count(tape.below(6)),
        4 => Deal::Count(tape.pick(&[52, 200, usize::MAX])),
        _ => Deal::Cards(any_cards(tape, state)),
    }
}

fn any_amount(tape: &mut Tape<'_>, state: &State) -> Option<Chips> {
    let least = state.minimum_raise_to().unwrap_or(2);
    let odd = [0, -1, -least, i64::MIN, i64::MAX, UNKNOWN_STACK, chips::LIMIT + 1];
    match tape.below(4) {
        0 => None,
        1 => Some(least + tape.below(40) as Chips - 1),
        2 => Some(tape.below(256) as Chips),
        _ => Some(tape.pick(&odd)),
    }
}
