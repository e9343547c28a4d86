//! The builder of hands, for readers that are written in Python.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use croupier_engine::{Cards, Chips};
use croupier_histories::builder::{
    self, Games, HandProblem, LinePlace, PlayerId, Precision, find_cards,
};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyType};

use crate::errors::raise;
use crate::histories::built::{HandMaker, HandPlaces, make_error};
use crate::histories::{NamedGame, take_games};
use crate::working::lock;

/// The games of hands of readers in Python, and the maker of their histories.
#[pyclass(frozen, module = "croupier._native")]
pub struct BuilderGames {
    inner: Arc<Mutex<(Games, HandMaker)>>,
}

#[pymethods]
impl BuilderGames {
    /// Take the games, and the classes of histories, readings and notes; and the attributes of a history without any
    /// field.
    #[new]
    fn new(
        games: Vec<NamedGame<'_>>,
        history: Py<PyType>,
        attributes: Py<PyDict>,
        reading: Py<PyType>,
        note: Py<PyType>,
    ) -> Self {
        let maker = HandMaker::new(history, attributes, reading, note);
        let games = Games::new(&take_games(games));
        Self { inner: Arc::new(Mutex::new((games, maker))) }
    }
}

/// Collects what is said at a table in one hand. Players are known by any name that the caller has for them.
#[pyclass(subclass, module = "croupier._native")]
pub struct HandBuilder {
    core: builder::HandBuilder,
    games: Arc<Mutex<(Games, HandMaker)>>,
    /// The players by the caller's names for them.
    players: HashMap<String, PlayerId>,
    /// The name of the format, for errors.
    #[pyo3(get)]
    format: String,
}

impl HandBuilder {
    fn player(&self, py: Python<'_>, Text(key): &Text) -> PyResult<PlayerId> {
        match self.players.get(key) {
            Some(&id) => Ok(id),
            None => {
                let name = key.clone();
                Err(self.refuse(py, builder::BuildError::UnknownPlayer { name }))
            }
        }
    }

    /// Makes an error at what is being read.
    fn refuse(&self, py: Python<'_>, error: builder::BuildError) -> PyErr {
        let hand = self.core.hand.clone();
        let problem = HandProblem { hand, ..HandProblem::new(error, self.core.at) };
        self.raise(py, &problem)
    }

    fn raise(&self, py: Python<'_>, problem: &HandProblem) -> PyErr {
        raise(make_error(py, &self.format, problem, problem.at.byte))
    }
}

/// A text of the caller's; halves of characters, which are no text to the core, become marks.
#[derive(Clone, Default)]
struct Text(String);

impl FromPyObject<'_, '_> for Text {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        Ok(Self(object.cast::<PyString>()?.to_string_lossy().into_owned()))
    }
}

/// Reads cards; those that are not seen are `??`.
fn cards(Text(text): &Text) -> Cards {
    if text.contains('?') {
        let pairs = text.as_bytes().chunks(2);
        let card = |pair: &[u8]| match *pair {
            [rank, suit] => builder::card_of(rank, suit).unwrap_or(croupier_cards::Card::UNKNOWN),
            _ => croupier_cards::Card::UNKNOWN,
        };
        pairs.map(card).collect()
    } else {
        find_cards(text)
    }
}

macro_rules! amounts_of_players {
    ($($(#[doc = $doc:literal])* $name:ident;)*) => {
        #[pymethods]
        impl HandBuilder {
            $(
                $(#[doc = $doc])*
                fn $name(&mut self, py: Python<'_>, player: Text, amount: Chips) -> PyResult<()> {
                    let id = self.player(py, &player)?;
                    self.core.$name(id, amount);
                    Ok(())
                }
            )*
        }
    };
}

amounts_of_players! {
    /// Let a player post an ante.
    post_ante;
    /// Let a player pay into the pot what does not count as a bet.
    post_dead;
    /// Let a player post the small blind; anybody's after the first is dead.
    post_small_blind;
    /// Let a player post the big blind; anybody's after the first is a late post.
    post_big_blind;
    /// Let a player post a straddle, or any blind that the others must call.
    post_straddle;
    /// Let a player post out of turn: a bet that does not change who acts first.
    post_late;
    /// Let a player post both blinds: the small one is dead, the big one counts as a bet.
    post_both_blinds;
    /// Let a player bet or raise, and pay so much for it.
    bet;
    /// Let a player bet or raise to so much on this street.
    raise_to;
    /// Let a player pay so much, be it a call or a raise.
    put_in;
    /// Let a player come to so much on this street, be it with a call or a raise.
    put_in_to;
    /// Let a player bring it in.
    post_bring_in;
    /// Return to a player what nobody called.
    give_back;
    /// Let a player win from a pot.
    collect;
    /// Let the house pay a player, and get what the player's hand wins.
    cash_out;
}

macro_rules! attributes {
    ($($(#[doc = $doc:literal])* $name:ident, $set:ident: $type:ty;)*) => {
        #[pymethods]
        impl HandBuilder {
            $(
                $(#[doc = $doc])*
                #[getter]
                fn $name(&self) -> $type {
                    self.core.$name.clone()
                }

                #[setter]
                fn $set(&mut self, value: $type) {
                    self.core.$name = value;
                }
            )*
        }
    };
}

attributes! {
    /// The number of the button's seat.
    button, set_button: Option<u32>;
    /// The small blind of the table.
    small_blind, set_small_blind: Chips;
    /// The big blind of the table.
    big_blind, set_big_blind: Chips;
    /// The bring-in.
    bring_in, set_bring_in: Chips;
    /// The small bet; that of the big blind if nobody says otherwise.
    small_bet, set_small_bet: Chips;
    /// The big bet; twice the small one if nobody says otherwise.
    big_bet, set_big_bet: Chips;
    /// The most that a player can lose in the hand.
    cap, set_cap: Option<Chips>;
    /// The pot as it is recorded, without what was returned.
    total_pot, set_total_pot: Option<Chips>;
    /// The rake as it is recorded.
    rake, set_rake: Option<Chips>;
    /// The chips that somebody else than a player added to the pot.
    added, set_added: Chips;
}

#[pymethods]
impl HandBuilder {
    /// Begin a hand of a format and a game, in which amounts have so many digits behind the point.
    #[new]
    #[pyo3(signature = (games, format, variant, digits, *, hand=Text::default()))]
    fn new(games: &BuilderGames, format: Text, variant: Text, digits: u8, hand: Text) -> Self {
        let mut core = builder::HandBuilder::new(variant.0, Precision { digits: digits.min(9) });
        core.hand = hand.0;
        Self { core, games: Arc::clone(&games.inner), players: HashMap::new(), format: format.0 }
    }

    /// The number or name of the hand.
    #[getter]
    fn hand(&self) -> &str {
        &self.core.hand
    }

    #[setter]
    fn set_hand(&mut self, hand: Text) {
        self.core.hand = hand.0;
    }

    /// The code of the game.
    #[getter]
    fn variant(&self) -> &str {
        &self.core.variant
    }

    #[setter]
    fn set_variant(&mut self, variant: Text) {
        self.core.variant = variant.0.into();
    }

    /// How many boards the game has.
    #[getter]
    const fn board_count(&self) -> usize {
        self.core.board_count
    }

    #[setter]
    fn set_board_count(&mut self, count: usize) {
        self.core.board_count = count.clamp(1, 64);
    }

    /// The number of the line that is being read, from 1; 0 where there is none.
    #[getter]
    const fn line(&self) -> u32 {
        self.core.at.line
    }

    #[setter]
    fn set_line(&mut self, line: u32) {
        self.set_place((line, 1));
    }

    /// The line and the column of what is being read, both from 1.
    #[getter]
    const fn place(&self) -> (u32, u32) {
        (self.core.at.line, self.core.at.byte)
    }

    #[setter]
    fn set_place(&mut self, place: (u32, u32)) {
        let (line, column) = place;
        self.core.at = LinePlace { line, byte: column };
        // The first place that is read is that of the hand.
        if self.core.begins.line == 0 {
            self.core.begins = self.core.at;
        }
    }

    /// The names by which players are known, in the order of their sitting down.
    #[getter]
    fn players(&self) -> Vec<&str> {
        let mut players: Vec<_> = self.players.iter().collect();
        players.sort_unstable_by_key(|&(_, id)| id);
        players.into_iter().map(|(name, _)| name.as_str()).collect()
    }

    /// Return an amount of a text as whole units.
    fn read_amount(&self, py: Python<'_>, text: Text) -> PyResult<Chips> {
        self.core.precision.read(&text.0).map_err(|error| self.refuse(py, error))
    }

    /// Let a player sit down; `player` is what the player is known by here, if not the name.
    #[pyo3(signature = (number, name, stack, *, player=None))]
    fn sit(
        &mut self,
        py: Python<'_>,
        number: u32,
        name: Text,
        stack: Chips,
        player: Option<Text>,
    ) -> PyResult<()> {
        let Text(key) = player.unwrap_or_else(|| name.clone());
        if self.players.contains_key(&key) {
            return Err(self.refuse(py, builder::BuildError::SeatedTwice { name: key }));
        }
        self.players.insert(key, self.players.len());
        self.core.sit(number, &name.0, stack);
        Ok(())
    }

    /// Note something odd in what is being read.
    fn note(&mut self, kind: Text, message: Text) {
        let (kind, message) = (kind.0.into(), message.0);
        self.core.notes.push(builder::Note { kind, message, line: self.core.at.line });
    }

    /// Keep what else than a rake was taken from the pot: a jackpot, bingo, fortune or tax.
    fn take_fee(&mut self, name: Text, amount: Chips) {
        let known = ["jackpot", "bingo", "fortune", "tax"];
        let name = known.into_iter().find(|known| *known == name.0).unwrap_or("jackpot");
        self.core.fees.push((name, amount));
    }

    /// Let a player be seen to get the first hole cards; none if they are not seen.
    #[pyo3(signature = (player, cards=Text::default()), text_signature = "($self, player, cards='')")]
    fn deal(&mut self, py: Python<'_>, player: Text, cards: Text) -> PyResult<()> {
        let id = self.player(py, &player)?;
        self.core.deal(id, self::cards(&cards));
        Ok(())
    }

    /// Let a player be seen to get hole cards on a later street, or on any street of stud.
    fn deal_more(&mut self, py: Python<'_>, player: Text, cards: Text) -> PyResult<()> {
        let id = self.player(py, &player)?;
        self.core.deal_more(id, self::cards(&cards));
        Ok(())
    }

    /// Deal the next cards of a board, which are counted from 0.
    #[pyo3(signature = (cards, run=0))]
    fn deal_board(&mut self, cards: Text, run: usize) {
        self.core.deal_board(self::cards(&cards), run.min(63));
    }

    /// Begin another round of betting.
    fn next_street(&mut self) {
        self.core.next_street();
    }

    /// Let a player fold.
    fn fold(&mut self, py: Python<'_>, player: Text) -> PyResult<()> {
        let id = self.player(py, &player)?;
        self.core.fold(id);
        Ok(())
    }

    /// Let a player check.
    fn check(&mut self, py: Python<'_>, player: Text) -> PyResult<()> {
        let id = self.player(py, &player)?;
        self.core.check(id);
        Ok(())
    }

    /// Let a player call, and pay so much for it; what is due, if it is not known.
    #[pyo3(signature = (player, amount=None))]
    fn call(&mut self, py: Python<'_>, player: Text, amount: Option<Chips>) -> PyResult<()> {
        let id = self.player(py, &player)?;
        self.core.call(id, amount);
        Ok(())
    }

    /// Let a player discard; cards that are not seen are `??`, and none is standing pat.
    #[pyo3(signature = (player, cards=Text::default()), text_signature = "($self, player, cards='')")]
    fn discard(&mut self, py: Python<'_>, player: Text, cards: Text) -> PyResult<()> {
        let id = self.player(py, &player)?;
        self.core.discard(id, self::cards(&cards));
        Ok(())
    }

    /// Let a player show cards; those that are not seen are `??`.
    fn show(&mut self, py: Python<'_>, player: Text, cards: Text) -> PyResult<()> {
        let id = self.player(py, &player)?;
        self.core.show(id, self::cards(&cards));
        Ok(())
    }

    /// Let a player throw the hand away at the showdown; the cards may be known all the same.
    #[pyo3(signature = (player, cards=Text::default()), text_signature = "($self, player, cards='')")]
    fn muck(&mut self, py: Python<'_>, player: Text, cards: Text) -> PyResult<()> {
        let id = self.player(py, &player)?;
        self.core.muck(id, self::cards(&cards));
        Ok(())
    }

    /// Play the hand, prove its money, and return what came of it.
    fn play<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let core = self.core.clone();
        let line = core.begins.line.max(1);
        let hand = py.detach(|| {
            let mut inner = lock(&self.games);
            core.finish(&mut inner.0)
        });
        let mut hand = hand.map_err(|problem| self.raise(py, &problem))?;
        let places = HandPlaces::of_columns(std::mem::take(&mut hand.places));
        let mut inner = lock(&self.games);
        inner.1.read(py, &hand, line, places)
    }
}
