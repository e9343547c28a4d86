//! From what is said at a table to a hand: the one way in for every room's text.
//!
//! A reader tells a [`HandBuilder`] what it finds, line by line: who sits where, who posts what, which cards are dealt,
//! what players do, what they show and collect. [`HandBuilder::finish`] puts the players in order, lets the engine play
//! the hand, proves the money, and returns a [`BuiltHand`]; or a [`HandProblem`] with its place and code.
//!
//! | module | what is in it |
//! |---|---|
//! | `cards` | cards in texts |
//! | `precision` | amounts of texts as whole units, and back |
//! | `forced` | who plays, in which order, and what they must post |
//! | `games` | the games, and where they are played |
//! | `finish` | from what was collected to the hand |
//! | `play`, `showdown`, `notation` | the hand through the rules, written down as it goes |
//! | `money` | what was paid, returned, won and taken |
//! | `record` | the hand that comes of it, with what formats know beyond the standard |
//! | `error` | why there is none, and where |

mod cards;
mod error;
mod finish;
mod forced;
mod games;
mod money;
mod notation;
mod play;
mod precision;
mod record;
mod showdown;

use std::borrow::Cow;

use croupier_engine::{Cards, Chips};

pub(crate) use cards::write_cards;
pub use cards::{card_of, find_cards};
pub(crate) use error::shorten;
pub use error::{BuildError, HandProblem, LinePlace, ProblemCause};
pub use games::{GameShape, Games};
pub(crate) use notation::write_player;
pub use precision::{CURRENCIES, Precision, currency_of};
pub use record::{BuiltHand, EventPlaces, HandName, Metadata, Note, StartTime};

use crate::extensions::Extensions;

/// A player of a hand: the place in [`HandBuilder::players`]. Two of one name stay two.
pub type PlayerId = usize;

/// A player as the text of a hand has it. Amounts are units.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Player {
    /// The number of the seat.
    pub number: u32,
    /// The name.
    pub name: Box<str>,
    /// The chips that the player can lose in the hand.
    pub stack: Chips,
    /// The chips beyond that, where a game has a cap.
    pub beyond: Chips,
    /// Whether the player posted, was dealt cards or acted.
    pub playing: bool,
    /// The ante.
    pub ante: Chips,
    /// The dead money: posted to the pot without counting as a bet.
    pub dead: Chips,
    /// The blind or straddle.
    pub blind: Chips,
    /// The post out of turn that counts as a bet.
    pub late: Chips,
    /// The chips that were paid in the hand, bets that nobody called included.
    pub paid: Chips,
    /// The chips that were paid on this street and count as a bet.
    pub bet: Chips,
    /// The part of a bet that was returned because nobody called it.
    pub returned: Chips,
    /// The winnings from the pots.
    pub collected: Chips,
    /// The hole cards that were seen when they were dealt.
    pub dealt: Cards,
    /// The hole cards that were shown.
    pub shown: Cards,
    /// The cards of a hand that was mucked or folded, where they are known.
    pub thrown: Cards,
    /// Whether the text says that the hand was mucked.
    pub mucked: bool,
    /// Where it is told which cards were dealt, and which were shown.
    dealt_at: LinePlace,
    shown_at: LinePlace,
    /// Whether the hand was folded all-in, which only rooms do.
    given_up: bool,
    /// How many decisions are still to come, while the hand is played.
    left: usize,
    /// The number of the player, from 0, once the players are in order.
    index: usize,
}

/// Something that happens in the hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HandEvent {
    /// A player folds.
    Fold(PlayerId),
    /// A player checks or calls, and pays so much for it, if it is said.
    CheckOrCall(PlayerId, Option<Chips>),
    /// A player bets or raises to so much on this street.
    RaiseTo(PlayerId, Chips),
    /// A player brings it in.
    BringIn(PlayerId),
    /// A player discards; cards that are not seen are unknown.
    Discard(PlayerId, Cards),
    /// A player gets cards after the first ones.
    Deal(PlayerId, Cards),
    /// The next cards of a board.
    Board(Cards),
    /// Another round of betting.
    Street,
}

impl HandEvent {
    /// Tells whether it is a bet or a fold.
    #[must_use]
    pub const fn is_betting(&self) -> bool {
        matches!(self, Self::Fold(_) | Self::CheckOrCall(..) | Self::RaiseTo(..))
    }
}

/// An event, and where it is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlacedEvent {
    /// The event.
    pub event: HandEvent,
    /// Where the text says so.
    pub at: LinePlace,
    /// The words of the text, where they were found to be wrong.
    said: Option<Box<str>>,
}

/// The last raise of a street: its place among the moves, and what the player had bet before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct LastRaise {
    place: usize,
    before: Chips,
}

/// Collects what is said at a table in one hand, and makes a hand of it. Amounts are units of `precision`.
///
/// ```
/// use croupier_histories::builder::{HandBuilder, Precision};
///
/// let mut table = HandBuilder::new("NT", Precision::CENTS);
/// let [ann, bob] = [("Ann", 1), ("Bob", 2)].map(|(name, number)| table.sit(number, name, 100_00));
/// table.button = Some(1);
/// table.post_small_blind(ann, 50);
/// table.post_big_blind(bob, 1_00);
/// table.fold(ann);
/// table.give_back(bob, 50);
/// table.collect(bob, 1_00);
/// assert_eq!(table.moves.len(), 1);
/// ```
#[derive(Debug, Clone)]
pub struct HandBuilder {
    /// The code of the game.
    pub variant: Cow<'static, str>,
    /// How finely chips are counted.
    pub precision: Precision,
    /// The number or name of the hand.
    pub hand: String,
    /// The place that is being read; readers keep it up to date.
    pub at: LinePlace,
    /// Where the hand begins.
    pub begins: LinePlace,
    /// The number of the button's seat.
    pub button: Option<u32>,
    /// The small blind of the table.
    pub small_blind: Chips,
    /// The big blind of the table.
    pub big_blind: Chips,
    /// The bring-in.
    pub bring_in: Chips,
    /// The small bet; that of the big blind if nobody says otherwise.
    pub small_bet: Chips,
    /// The big bet; twice the small one if nobody says otherwise.
    pub big_bet: Chips,
    /// How many boards the game has.
    pub board_count: usize,
    /// The most that a player can lose in the hand.
    pub cap: Option<Chips>,
    /// The pot as it is recorded, without what was returned.
    pub total_pot: Option<Chips>,
    /// Where the pot is recorded.
    pub pot_at: LinePlace,
    /// The rake as it is recorded.
    pub rake: Option<Chips>,
    /// The other fees that were taken from the pot, by their names in PHH.
    pub fees: Vec<(&'static str, Chips)>,
    /// The chips that somebody else than a player added to the pot.
    pub added: Chips,
    /// The chips that the house paid players instead of what their hands win.
    pub cash_outs: Vec<(PlayerId, Chips)>,
    /// The winnings of players by a summary, where there is one.
    pub summary_wins: Vec<(PlayerId, Chips)>,
    /// Where and when it is played.
    pub metadata: Metadata,
    /// The facts beyond the standard; what follows from the rest is filled in at the end.
    pub extensions: Extensions,
    /// The notes on what was odd.
    pub notes: Vec<Note>,
    /// The players at the table.
    pub players: Vec<Player>,
    /// The moves of the hand, in order.
    pub moves: Vec<PlacedEvent>,
    /// Further runs of the board, each with its number.
    late_runs: Vec<(usize, PlacedEvent)>,
    /// Where something was won last.
    won_at: Option<LinePlace>,
    has_small_blind: bool,
    has_big_blind: bool,
    high: Chips,
    raised: Option<LastRaise>,
    /// The words of the text where something else is right.
    said: Vec<(usize, String)>,
}

impl HandBuilder {
    /// Begins a hand.
    #[must_use]
    pub fn new(variant: impl Into<Cow<'static, str>>, precision: Precision) -> Self {
        Self {
            variant: variant.into(),
            precision,
            hand: String::new(),
            at: LinePlace::default(),
            begins: LinePlace::default(),
            button: None,
            small_blind: 0,
            big_blind: 0,
            bring_in: 0,
            small_bet: 0,
            big_bet: 0,
            board_count: 1,
            cap: None,
            total_pot: None,
            pot_at: LinePlace::default(),
            rake: None,
            fees: Vec::new(),
            added: 0,
            cash_outs: Vec::new(),
            summary_wins: Vec::new(),
            metadata: Metadata::default(),
            extensions: Extensions::default(),
            notes: Vec::new(),
            players: Vec::with_capacity(10),
            moves: Vec::with_capacity(32),
            late_runs: Vec::new(),
            won_at: None,
            has_small_blind: false,
            has_big_blind: false,
            high: 0,
            raised: None,
            said: Vec::new(),
        }
    }

    // Seats.

    /// Lets a player sit down. Whether two may have one name is for the reader to know.
    pub fn sit(&mut self, number: u32, name: &str, stack: Chips) -> PlayerId {
        let beyond = self.cap.map_or(0, |cap| (stack - cap).max(0));
        let stack = stack - beyond;
        self.players.push(Player { number, name: name.into(), stack, beyond, ..Player::default() });
        self.players.len() - 1
    }

    /// Lets a player sit down who is known by the name alone.
    ///
    /// # Errors
    ///
    /// The name is there already.
    pub fn sit_by_name(
        &mut self,
        number: u32,
        name: &str,
        stack: Chips,
    ) -> Result<PlayerId, BuildError> {
        if self.find(name).is_some() {
            return Err(BuildError::SeatedTwice { name: name.to_owned() });
        }
        Ok(self.sit(number, name, stack))
    }

    /// Returns the player of a name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<PlayerId> {
        self.players.iter().position(|player| *player.name == *name)
    }

    /// Returns the player of a name.
    ///
    /// # Errors
    ///
    /// Nobody of this name sits at the table.
    pub fn known(&self, name: &str) -> Result<PlayerId, BuildError> {
        self.find(name)
            .ok_or_else(|| BuildError::UnknownPlayer { name: shorten(name, 80).to_owned() })
    }

    /// Returns who sits in a seat.
    ///
    /// # Errors
    ///
    /// Nobody does.
    pub fn in_seat(&self, number: u32) -> Result<PlayerId, BuildError> {
        let found = self.players.iter().position(|player| player.number == number);
        found.ok_or(BuildError::EmptySeat { number })
    }

    /// Returns a player who takes part.
    pub fn take_part(&mut self, id: PlayerId) -> &mut Player {
        let player = &mut self.players[id];
        player.playing = true;
        player
    }

    /// Notes something odd in what is being read.
    pub fn note(&mut self, kind: &'static str, message: String) {
        self.notes.push(Note { kind: kind.into(), message, line: self.at.line });
    }

    // Forced bets.

    /// Lets a player post an ante.
    pub fn post_ante(&mut self, id: PlayerId, amount: Chips) {
        let player = self.take_part(id);
        player.ante += amount;
        player.paid += amount;
    }

    /// Lets a player pay into the pot what does not count as a bet.
    pub fn post_dead(&mut self, id: PlayerId, amount: Chips) {
        let player = self.take_part(id);
        player.dead += amount;
        player.paid += amount;
    }

    /// Lets a player post the small blind; anybody's after the first is dead.
    pub fn post_small_blind(&mut self, id: PlayerId, amount: Chips) {
        if self.has_small_blind {
            self.post_dead(id, amount);
            return;
        }
        self.has_small_blind = true;
        self.post_straddle(id, amount);
        if self.players[id].paid < self.players[id].stack {
            // The header may be that of another level.
            self.small_blind = amount;
        }
    }

    /// Lets a player post the big blind; anybody's after the first is a late post.
    pub fn post_big_blind(&mut self, id: PlayerId, amount: Chips) {
        if self.has_big_blind {
            self.post_late(id, amount);
            return;
        }
        self.has_big_blind = true;
        self.post_straddle(id, amount);
        if self.players[id].paid < self.players[id].stack || self.big_blind == 0 {
            self.big_blind = amount;
        }
    }

    /// Lets a player post a straddle, or any blind that the others must call.
    pub fn post_straddle(&mut self, id: PlayerId, amount: Chips) {
        self.take_part(id).blind += amount;
        self.pay(id, amount);
    }

    /// Lets a player post out of turn: a bet that does not change who acts first. What is more than the big blind and
    /// fresh is a straddle.
    pub fn post_late(&mut self, id: PlayerId, amount: Chips) {
        if amount > self.big_blind && self.big_blind > 0 {
            let (name, text) = (&self.players[id].name, self.precision.text(amount));
            let message = format!("{name} posts {text}, which is a straddle");
            self.note("straddle", message);
            self.post_straddle(id, amount);
            return;
        }
        self.take_part(id).late += amount;
        self.pay(id, amount);
    }

    /// Lets a player post both blinds: the small one is dead, the big one counts as a bet.
    pub fn post_both_blinds(&mut self, id: PlayerId, amount: Chips) {
        let live = if self.big_blind == 0 { amount } else { amount.min(self.big_blind) };
        self.post_late(id, live);
        if amount > live {
            self.post_dead(id, amount - live);
        }
    }

    fn pay(&mut self, id: PlayerId, amount: Chips) {
        let player = &mut self.players[id];
        player.paid += amount;
        player.bet += amount;
        self.high = self.high.max(player.bet);
    }

    // Cards that are dealt.

    /// Lets a player be seen to get the first hole cards; none if they are not seen.
    pub fn deal(&mut self, id: PlayerId, cards: Cards) {
        let at = self.at;
        let player = self.take_part(id);
        if !cards.is_empty() {
            player.dealt = cards;
            player.dealt_at = at;
        }
    }

    /// Lets a player be seen to get hole cards on a later street, or on any street of stud.
    pub fn deal_more(&mut self, id: PlayerId, cards: Cards) {
        self.take_part(id);
        self.add(HandEvent::Deal(id, cards));
    }

    /// Deals the next cards of a board, which are counted from 0.
    pub fn deal_board(&mut self, cards: Cards, run: usize) {
        let made = PlacedEvent { event: HandEvent::Board(cards), at: self.at, said: None };
        if run < self.board_count.max(1) {
            self.moves.push(made);
        } else {
            // Boards of all-in players are run one after the other.
            self.late_runs.push((run, made));
        }
    }

    /// Begins another round of betting.
    pub fn next_street(&mut self) {
        self.players.iter_mut().for_each(|player| player.bet = 0);
        self.high = 0;
        self.raised = None;
        self.add(HandEvent::Street);
    }

    // Decisions of players.

    /// Lets a player fold.
    pub fn fold(&mut self, id: PlayerId) {
        self.act(id, HandEvent::Fold(id));
    }

    /// Lets a player check.
    pub fn check(&mut self, id: PlayerId) {
        self.act(id, HandEvent::CheckOrCall(id, Some(0)));
    }

    /// Lets a player call, and pay so much for it; what is due, if it is not known.
    pub fn call(&mut self, id: PlayerId, amount: Option<Chips>) {
        if let (Some(amount), Some(raised)) = (amount, self.raised) {
            self.mend_raise(raised, amount - (self.high - self.players[id].bet));
        }
        self.act(id, HandEvent::CheckOrCall(id, amount));
        let player = &self.players[id];
        let due = (self.high - player.bet).min(player.stack - player.paid).max(0);
        self.pay(id, amount.unwrap_or(due));
    }

    /// Lets a player bet or raise, and pay so much for it.
    pub fn bet(&mut self, id: PlayerId, amount: Chips) {
        self.pay(id, amount);
        self.act(id, HandEvent::RaiseTo(id, self.players[id].bet));
    }

    /// Lets a player bet or raise to so much on this street.
    pub fn raise_to(&mut self, id: PlayerId, total: Chips) {
        let before = self.players[id].bet;
        self.raised = Some(LastRaise { place: self.moves.len(), before });
        self.pay(id, total - before);
        self.act(id, HandEvent::RaiseTo(id, total));
    }

    /// Raises by what the player had bet before, where a call shows that a text left it out.
    fn mend_raise(&mut self, LastRaise { place, before }: LastRaise, missing: Chips) {
        let Some(PlacedEvent { event: HandEvent::RaiseTo(id, total), .. }) = self.moves.get(place)
        else {
            return;
        };
        let (id, total) = (*id, *total);
        if missing <= 0 || missing != before || total != self.high {
            return;
        }
        self.pay(id, before);
        let (said, right) = (self.precision.text(total), self.precision.text(total + before));
        let name = &self.players[id].name;
        let message = format!("{name} raises not to {said} but {right}, as the call says");
        self.note("raise-paid", message);
        self.moves[place].event = HandEvent::RaiseTo(id, total + before);
        self.moves[place].said = Some(format!("raises to {said}").into());
    }

    /// Lets a player pay so much, be it a call or a raise.
    pub fn put_in(&mut self, id: PlayerId, amount: Chips) {
        let before = self.high;
        self.pay(id, amount);
        let total = self.players[id].bet;
        let raises = total > before;
        self.act(
            id,
            if raises {
                HandEvent::RaiseTo(id, total)
            } else {
                HandEvent::CheckOrCall(id, Some(amount))
            },
        );
    }

    /// Lets a player come to so much on this street, be it with a call or a raise.
    pub fn put_in_to(&mut self, id: PlayerId, total: Chips) {
        self.put_in(id, total - self.players[id].bet);
    }

    /// Lets a player bring it in.
    pub fn post_bring_in(&mut self, id: PlayerId, amount: Chips) {
        self.bring_in = self.bring_in.max(amount);
        self.pay(id, amount);
        self.act(id, HandEvent::BringIn(id));
    }

    /// Lets a player discard; cards that are not seen are unknown, and none is standing pat.
    pub fn discard(&mut self, id: PlayerId, cards: Cards) {
        if self.moves.last().is_some_and(|last| last.event.is_betting()) {
            // Not every text marks the draw.
            self.next_street();
        }
        self.act(id, HandEvent::Discard(id, cards));
    }

    fn act(&mut self, id: PlayerId, event: HandEvent) {
        self.take_part(id).left += 1;
        self.add(event);
    }

    fn add(&mut self, event: HandEvent) {
        self.moves.push(PlacedEvent { event, at: self.at, said: None });
    }

    // How it ends.

    /// Lets a player show cards; those that are not seen are unknown.
    pub fn show(&mut self, id: PlayerId, cards: Cards) {
        let at = self.at;
        let player = self.take_part(id);
        if cards.len() >= player.shown.len() {
            player.shown = cards;
            player.shown_at = at;
        }
    }

    /// Lets a player throw the hand away at the showdown; the cards may be known all the same.
    pub fn muck(&mut self, id: PlayerId, cards: Cards) {
        let at = self.at;
        let player = self.take_part(id);
        player.mucked = true;
        player.shown_at = at;
        if !cards.is_empty() {
            player.thrown = cards;
        }
    }

    /// Returns to a player what nobody called.
    pub fn give_back(&mut self, id: PlayerId, amount: Chips) {
        self.take_part(id).returned += amount;
    }

    /// Lets a player win from a pot.
    pub fn collect(&mut self, id: PlayerId, amount: Chips) {
        self.take_part(id).collected += amount;
        self.won_at = Some(self.at);
    }

    /// Lets the house pay a player, and get what the player's hand wins.
    pub fn cash_out(&mut self, id: PlayerId, amount: Chips) {
        self.take_part(id);
        match self.cash_outs.iter_mut().find(|(other, _)| *other == id) {
            Some((_, paid)) => *paid += amount,
            None => self.cash_outs.push((id, amount)),
        }
    }

    /// Returns what was taken from the pot beside the rake.
    pub(crate) fn all_fees(&self) -> Chips {
        self.fees.iter().map(|&(_, amount)| amount).sum()
    }

    /// Writes an amount.
    pub(crate) fn text(&self, amount: Chips) -> String {
        self.precision.text(amount)
    }

    /// Plays the hand, proves its money, and returns it.
    ///
    /// # Errors
    ///
    /// The hand cannot be played, or its money is wrong.
    pub fn finish(mut self, games: &mut Games) -> Result<BuiltHand, Box<HandProblem>> {
        self.late_runs.sort_by_key(|&(run, _)| run);
        let runs = 1 + self.late_runs.last().map_or(0, |&(run, _)| run);
        let late = std::mem::take(&mut self.late_runs);
        self.moves.extend(late.into_iter().map(|(_, made)| made));
        finish::play_hand(self, games, runs)
    }
}
