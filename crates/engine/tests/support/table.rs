//! A hand that is checked after every operation.

use std::sync::Arc;

use croupier_cards::{Card, CardSet, Shuffler};
use croupier_engine::{
    Legal, LegalList, Operation, OperationKind as Kind, Phase, Pot, RuleError, Seat, State, Step,
};

use super::games::Game;
use super::house::House;
use super::ledger::Ledger;
use super::request::Request;
use super::tape::Tape;

pub struct Table {
    pub state: State,
    house: House,
    seed: u64,
    ledger: Ledger,
    /// Whether somebody surely has a hand at the showdown.
    always_a_hand: bool,
    /// Whether cards are unknown or stand twice.
    pub confused: bool,
    /// Whether somebody gave away what they could have won.
    generous: bool,
}

impl Table {
    /// Begins a hand, unless the game is wrong.
    pub fn new(game: Game, tape: &mut Tape<'_>) -> Option<Self> {
        let Game { definition, always_a_hand } = game;
        let house = House::new(tape);
        let seed = u64::from(tape.byte());
        let count = definition.player_count();
        let deck: CardSet = definition.deck.iter().copied().collect();
        let confused = deck.len() as usize != definition.deck.len();
        let problems = definition.problems();
        let state = State::new(Arc::new(definition), Shuffler::from_seed(seed), &house);
        let state = match state {
            Ok(state) => state.unwrap(),
            Err(errors) => {
                assert!(errors == problems && !errors.is_empty());
                return None;
            }
        };
        assert_eq!(problems, []);
        let ledger = Ledger::new(count);
        Some(Self { state, house, seed, ledger, always_a_hand, confused, generous: false })
    }

    /// Checks chips, cards, copies and what players see.
    pub fn check(&mut self) {
        let state = &self.state;
        self.ledger.read(state);
        let pots = state.pots(&self.house).unwrap();
        self.ledger.check(state, pots.iter().map(Pot::amount).sum());
        if !self.confused {
            self.check_cards();
        }
        let restored = State::from_bytes(state.definition.0.clone(), &state.to_bytes()).unwrap();
        assert!(restored == *state, "what is written down is not what is read");
        let observers = state.player_count() + 1;
        let turn = state.log.len() % observers;
        self.check_observed((turn < state.player_count()).then_some(turn));
        let bets: i64 = state.bets.iter().sum();
        assert_eq!(state.total_pot_amount(&self.house), Ok(self.ledger.middle + bets));
        // The player to decide sees all legal decisions.
        if let Some(actor) = state.actor().or_else(|| state.drawer()) {
            self.check_observed(Some(actor));
            let seen = state.observe(Some(actor)).legal(&self.house);
            assert_eq!(seen, state.legal(&self.house), "the player does not see what is legal");
        }
        if let Some(chooser) = state.runout_pending.lowest() {
            let runs = |state: &State| {
                let legal = state.legal(&self.house).unwrap();
                legal.into_iter().find(|entry| entry.kind == Kind::RunoutCountSelection)
            };
            // The dealer knows which of the other cards are unknown.
            if !self.confused {
                assert_eq!(runs(&state.observe(Some(chooser))), runs(state));
            }
        }
        if !state.is_live() {
            self.check_end();
        }
    }

    /// Checks that every card is in exactly one place.
    fn check_cards(&self) {
        let mut cards: Vec<Card> = cards_of(&self.state).collect();
        let mut deck = self.state.definition.deck.to_vec();
        cards.sort_unstable();
        deck.sort_unstable();
        assert_eq!(cards, deck, "cards are lost or made");
        let on_boards: CardSet =
            (0..self.state.board_count()).flat_map(|board| self.state.board_cards(board)).collect();
        let dealt: CardSet = self.state.board.iter().map(|entry| entry.card).collect();
        assert_eq!(on_boards, dealt, "a card lies on no board");
    }

    /// Checks that all boards are complete.
    fn check_boards(&self) {
        let counts =
            (0..self.state.board_count()).map(|board| self.state.board_cards(board).count());
        let counts: Vec<usize> = counts.collect();
        let dealings = self.state.definition.steps.iter().filter_map(Step::dealing);
        let planned: usize = dealings.map(|dealing| dealing.board).sum();
        assert!(counts.iter().all(|&count| count >= planned), "{counts:?} of {planned} cards");
        assert!(counts.windows(2).all(|pair| pair[0] == pair[1]), "boards of {counts:?} cards");
    }

    /// Checks that an observer sees no card that always lay face down for them.
    fn check_observed(&self, observer: Option<Seat>) {
        let seen = self.state.observe(observer);
        let known = self.ledger.seen_by(observer);
        let hidden = |card: &Card| !card.is_unknown() && !known.contains(*card);
        let leaked = cards_of(&seen).find(hidden);
        assert_eq!(leaked, None, "{observer:?} sees a hidden card on the table");
        for operation in seen.log.iter() {
            let leaked = cards_in(&operation).iter().copied().find(hidden);
            assert_eq!(leaked, None, "{observer:?} sees a hidden card in {operation:?}");
        }
        // Whatever hidden cards are, the bytes are the same.
        let mut other = self.state.clone();
        other.deck = self.state.deck.iter().map(|_| Card::new(0)).collect();
        other.mucked.fill(Card::new(0));
        other.burnt.fill(Card::new(0));
        for seat in (0..self.state.player_count()).filter(|&seat| observer != Some(seat)) {
            let hole = self.state.hole[seat];
            let cards = hole.cards.iter().enumerate();
            other.hole[seat].cards = cards
                .map(|(place, &card)| if hole.is_up(place) { card } else { Card::new(0) })
                .collect();
        }
        assert!(other.observe(observer).to_bytes() == seen.to_bytes(), "hidden cards matter");
        if observer.is_none_or(|seat| seat >= self.state.player_count()) {
            assert!(seen.observe(observer) == seen);
        }
    }

    /// Checks what is left when the hand is over.
    fn check_end(&self) {
        let state = &self.state;
        assert!(state.legal(&self.house).unwrap().is_empty(), "something is legal after the end");
        assert!(state.bets.iter().all(|&bet| bet == 0));
        let pots = state.pots(&self.house).unwrap();
        let raked: i64 = pots.iter().map(|pot| pot.raked).sum();
        let unclaimed: i64 = pots.iter().map(|pot| pot.unraked).sum();
        assert_eq!(state.payoffs.iter().sum::<i64>(), -raked - unclaimed);
        // A player who mucks gives the pot up, even the last one.
        if !state.active.is_empty() {
            assert_eq!(unclaimed, 0, "nobody won {pots:?}");
        }
        // Antes that are not the same for all, or not trimmed, can be won by who paid less.
        let antes = &state.definition.antes;
        let fair = state.definition.trims_antes && antes.windows(2).all(|pair| pair[0] == pair[1]);
        if fair && self.always_a_hand && !self.confused && !self.generous {
            self.ledger.check_winnings();
        }
        if !state.folded && !self.confused {
            self.check_boards();
        }
        let definition = state.definition.0.clone();
        let new = State::new(definition, Shuffler::from_seed(self.seed), &self.house);
        let mut again = state.clone();
        again.restart(Shuffler::from_seed(self.seed), &self.house).unwrap();
        assert!(again == new.unwrap().unwrap(), "another hand does not begin like the first one");
    }

    /// Checks that what is legal is accepted, on copies, and returns it.
    pub fn check_legal(&self) -> LegalList {
        let legal = self.state.legal(&self.house).unwrap();
        let before = self.state.to_bytes();
        // Something between the bounds that is not the same each time.
        let between = [128 | self.state.log.len() as u8];
        for entry in &legal {
            if let (Kind::CompletionBettingOrRaisingTo, Some((least, most))) =
                (entry.kind, entry.amounts)
            {
                assert!(self.state.largest_bet() < least && least <= most, "{entry:?}");
            }
            for request in Request::promised(entry, &self.state, &mut Tape::new(&between)) {
                let verified = request.verify(&self.state, &self.house);
                assert!(verified.is_ok(), "{request:?}: {verified:?}, but {entry:?} is legal");
                let mut copy = self.state.clone();
                let done = request.apply(&mut copy, None, &self.house);
                assert!(done.is_ok(), "{request:?}: {done:?}, but {entry:?} is legal");
            }
        }
        assert!(self.state.to_bytes() == before, "a copy is not independent");
        if legal.is_empty() && self.state.is_live() {
            self.check_stuck();
        }
        legal
    }

    /// Checks that a hand which cannot go on really lacks cards.
    fn check_stuck(&self) {
        let state = &self.state;
        assert_eq!(state.phase, Phase::Deal, "the hand is stuck");
        let left = state.deck.len() + state.reserved_cards().count();
        let needed = if state.burn_pending { 1 } else { state.board_dealing_count().unwrap_or(1) };
        assert!(left < needed, "the hand is stuck with {left} cards");
    }

    /// Tries anything on a copy: it is done if and only if it is found possible.
    pub fn try_anything(&self, legal: &[Legal], tape: &mut Tape<'_>) {
        let request = Request::random(tape, &self.state, legal);
        let mut copy = self.state.clone();
        let verified = request.verify(&self.state, &self.house);
        let done = request.apply(&mut copy, None, &self.house);
        match (verified, done) {
            (Err(verified), Err(done)) => {
                assert_eq!(verified, done, "{request:?}");
                assert!(copy == self.state, "{request:?} was refused, but changed something");
                assert!(copy.to_bytes() == self.state.to_bytes(), "{request:?}");
            }
            (Ok(warnings), Ok(_)) => {
                // Decisions with a warning need not be listed.
                let listed = request.is_listed(legal, &self.state);
                assert!(listed || !warnings.is_empty(), "{request:?} is not in {legal:?}");
            }
            (verified, done) => panic!("{request:?} is {verified:?}, but {done:?}"),
        }
    }

    /// Does something: mostly something legal, whatever the bytes say.
    pub fn go_on(&mut self, legal: &[Legal], tape: &mut Tape<'_>) {
        let request = if legal.is_empty() || tape.once_in(4) {
            Request::random(tape, &self.state, legal)
        } else {
            let entry = &legal[tape.below(legal.len())];
            let requests = Request::promised(entry, &self.state, tape);
            match entry.counts {
                // Everybody must ask for the same number of runs.
                Some((_, most)) if entry.kind == Kind::RunoutCountSelection && !tape.once_in(4) => {
                    self.choose_runs(most)
                }
                _ => requests[tape.below(requests.len())].clone(),
            }
        };
        if self.house.arm(1 + tape.below(4) as u32) {
            let mut copy = self.state.clone();
            let done = request.apply(&mut copy, Some("a commentary".to_owned()), &self.house);
            self.house.disarm();
            if matches!(done, Err(RuleError::Hook(_))) {
                let same = copy == self.state && copy.to_bytes() == self.state.to_bytes();
                assert!(same, "{request:?} failed half way");
            }
        }
        self.perform(&request, tape.once_in(8));
    }

    /// Asks for as many runs of the board as everybody does in this hand.
    fn choose_runs(&self, most: usize) -> Request {
        Request::Runout(Some((2 + self.seed as i64 % 2).min(most as i64)), None)
    }

    /// Does something to the state, to a copy of it and to a copy that was written down, and compares.
    fn perform(&mut self, request: &Request, comments: bool) {
        let commentary = comments.then(|| "a commentary".to_owned());
        let before = self.state.to_bytes();
        let mut copy = self.state.clone();
        let mut read = State::from_bytes(self.state.definition.0.clone(), &before).unwrap();
        let number = self.state.log.len();
        let confuses = request.confuses_cards(&self.state);
        let generous = request.is_generous(&self.state);
        let done = request.apply(&mut self.state, commentary.clone(), &self.house);
        for other in [&mut copy, &mut read] {
            assert_eq!(request.apply(other, commentary.clone(), &self.house), done, "{request:?}");
            assert!(*other == self.state, "copies go on differently after {request:?}");
            assert!(other.to_bytes() == self.state.to_bytes(), "{request:?}");
        }
        if done.is_ok() {
            assert_eq!(done, Ok(number));
            assert!(self.state.log.len() > number);
            assert_eq!(self.state.log.commentary(number), commentary.as_deref());
            self.confused |= confuses;
            self.generous |= generous;
        } else {
            assert!(self.state.to_bytes() == before, "{request:?} was refused");
        }
    }

    /// Plays on without raising until the hand is over or lacks cards.
    pub fn finish(&mut self, most: usize) {
        while self.state.is_live() {
            let legal = self.state.legal(&self.house).unwrap();
            let Some(entry) =
                legal.iter().find(|entry| entry.kind == Kind::CheckingOrCalling).or(legal.first())
            else {
                return self.check_stuck();
            };
            let mut requests = Request::promised(entry, &self.state, &mut Tape::new(&[]));
            if let (Kind::RunoutCountSelection, Some((_, most))) = (entry.kind, entry.counts) {
                requests = vec![self.choose_runs(most)];
            }
            // Somebody shows, and cards are dealt as many as are due.
            let number = match entry.kind {
                Kind::HoleCardsShowingOrMucking => requests.len() - 1,
                Kind::BoardDealing => 1,
                _ => 0,
            };
            self.perform(&requests.swap_remove(number), false);
            self.check();
            assert!(self.state.log.len() < 2 * most, "the hand never ends");
        }
    }
}

/// Lists all cards on the table.
fn cards_of(state: &State) -> impl Iterator<Item = Card> {
    let piles = state.mucked.iter().chain(&state.burnt).copied();
    let numbered = state.board.iter().chain(&state.discarded).map(|entry| entry.card);
    let hole = state.hole.iter().flat_map(|hole| hole.cards.iter().copied());
    state.deck.iter().chain(piles).chain(numbered).chain(hole)
}

fn cards_in<'a>(operation: &'a Operation<'a>) -> &'a [Card] {
    match operation {
        Operation::CardBurning { card } => std::slice::from_ref(card),
        Operation::HoleDealing { cards, .. }
        | Operation::BoardDealing { cards, .. }
        | Operation::StandingPatOrDiscarding { cards, .. }
        | Operation::HoleCardsShowingOrMucking { cards, .. } => cards,
        _ => &[],
    }
}
