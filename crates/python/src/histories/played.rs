//! Hands that were read and played in the core: histories and texts of them, when somebody asks.

use std::borrow::Cow;
use std::fmt::Write;
use std::sync::{Arc, Mutex};

use croupier_engine::{Chips, State as Core};
use croupier_histories::Extensions;
use croupier_histories::builder::{BuiltHand, HandName, StartTime};
use croupier_histories::extensions::Identity;
use croupier_histories::writers::{HandView, ohh, phh, pokerstars};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::errors::{OrRaise, unsupported_error};
use crate::histories::built::{HandMaker, HandPlaces};
use crate::imported::imported;
use crate::working::lock;

/// How a record says that a raise was another one than the rules have.
const RAISES_TO: &str = "raises to ";

/// A hand that was read and played.
#[pyclass(frozen, module = "croupier._native")]
pub struct PlayedHand {
    hand: BuiltHand,
    state: Option<Core>,
    maker: Arc<Mutex<HandMaker>>,
}

impl PlayedHand {
    pub const fn new(hand: BuiltHand, state: Option<Core>, maker: Arc<Mutex<HandMaker>>) -> Self {
        Self { hand, state, maker }
    }

    fn view<'a>(&'a self, py: Python<'_>, extensions: &'a Extensions) -> PyResult<HandView<'a>> {
        let Some(state) = &self.state else {
            return Err(unsupported_error(py, "the end of the hand is not known"));
        };
        let hand = &self.hand;
        let metadata = &hand.metadata;
        Ok(HandView {
            variant: &hand.variant,
            digits: u32::from(hand.precision.digits),
            state,
            stacks: &hand.starting_stacks,
            finishing_stacks: Some(&hand.finishing_stacks),
            winnings: Some(&hand.winnings),
            names: hand.players.iter().map(|name| Cow::Borrowed(name.as_str())).collect(),
            seats: Cow::Borrowed(&hand.seats),
            recorded_raises: self.recorded_raises(),
            hand: self.title().map(Cow::Borrowed),
            venue: metadata.venue.as_deref().map(Cow::Borrowed),
            table: metadata.table.as_deref().map(Cow::Borrowed),
            seat_count: metadata.seat_count,
            level: metadata.level,
            currency: metadata.currency.as_deref().map(Cow::Borrowed),
            currency_symbol: metadata.currency_symbol.as_deref().map(Cow::Borrowed),
            extensions,
        })
    }

    /// Returns what raises were raised to by the record, by how many raises there were before.
    fn recorded_raises(&self) -> Vec<(usize, Chips)> {
        let hand = &self.hand;
        let find = |(number, said): &(usize, String)| {
            let total = hand.precision.read(said.strip_prefix(RAISES_TO)?).ok()?;
            let is_raise = |action: &&str| action.contains(" cbr ");
            hand.actions.iter().nth(number.checked_sub(1)?).filter(is_raise)?;
            let before = hand.actions.iter().take(number - 1).filter(is_raise).count();
            Some((before, total))
        };
        hand.extensions.said.iter().filter_map(find).collect()
    }
}

#[pymethods]
impl PlayedHand {
    /// Return the hand as a history.
    fn history<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut maker = lock(&self.maker);
        maker.make(py, &self.hand)
    }

    /// Return what was odd.
    fn notes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        if self.hand.notes.is_empty() {
            return Ok(PyTuple::empty(py));
        }
        let maker = lock(&self.maker);
        maker.make_notes(py, &self.hand.notes)
    }

    /// Where its actions and its end are told.
    #[getter]
    fn places(&self) -> HandPlaces {
        HandPlaces::of_columns(self.hand.places.clone())
    }

    /// The players' names.
    #[getter]
    fn players(&self) -> &[String] {
        &self.hand.players
    }

    /// The names of players of whom a room knows more than that, and the ids that it knows them by.
    #[getter]
    fn people(&self) -> Vec<(&str, &str)> {
        let ids = self.hand.extensions.player_ids.iter();
        let people = ids.filter_map(|(name, id)| match id {
            Identity::Text(id) => Some((name.as_str(), id.as_str())),
            Identity::Number(_) => None,
        });
        people.collect()
    }

    /// The number or name of the hand.
    #[getter]
    fn title(&self) -> Option<&str> {
        match &self.hand.metadata.hand {
            Some(HandName::Number(name) | HandName::Text(name)) => Some(name),
            None => None,
        }
    }

    /// The name of the player whose record it is.
    #[getter]
    fn hero(&self) -> Option<&str> {
        self.hand.extensions.hero.as_deref()
    }

    /// The names of the optional fields that the hand has, in the order of a file.
    #[getter]
    fn field_names<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let hand = &self.hand;
        let metadata = &hand.metadata;
        let moment = metadata.moment.as_ref();
        let fields = [
            ("event", metadata.event.is_some()),
            ("venue", metadata.venue.is_some()),
            ("time", moment.is_some()),
            ("time_zone", moment.is_some_and(|moment| moment.zone.is_some())),
            ("day", moment.is_some()),
            ("month", moment.is_some()),
            ("year", moment.is_some()),
            ("hand", metadata.hand.is_some()),
            ("level", metadata.level.is_some()),
            ("seat_count", metadata.seat_count.is_some()),
            ("table", metadata.table.is_some()),
            ("currency", metadata.currency.is_some()),
            ("currency_symbol", metadata.currency_symbol.is_some()),
            ("time_zone_abbreviation", moment.is_some_and(|moment| moment.letters.is_some())),
        ];
        let fields = fields.into_iter().filter(|(_, given)| *given).map(|(name, _)| name);
        let known = hand.extensions.fields().map(|(name, _)| name);
        let names = fields.chain(known).map(|name| PyString::intern(py, name));
        PyTuple::new(py, names.collect::<Vec<_>>())
    }

    /// Whether all texts of the hand can be written on one line as they are.
    #[getter]
    fn is_visible(&self) -> bool {
        let metadata = &self.hand.metadata;
        let texts = [&metadata.table, &metadata.event, &metadata.venue];
        self.hand.players.iter().chain(texts.into_iter().flatten()).all(|text| is_visible(text))
    }

    /// Whether all players have numbers in the room.
    #[getter]
    fn has_numbers(&self) -> bool {
        let names = self.hand.players.iter().map(String::as_str);
        ohh::find_numbers(names, &self.hand.extensions).is_some()
    }

    /// Whether somebody's cards are known who neither showed them nor is the hero.
    #[getter]
    fn has_unshown_cards(&self) -> bool {
        let hand = &self.hand;
        let hero = hand.extensions.hero.as_deref();
        let (mut known, mut shown) = (0_u64, 0_u64);
        let seat = |text: &str| text.parse::<u32>().map_or(0, |seat| 1_u64 << (seat & 63));
        for action in hand.actions.iter() {
            if let Some((player, cards)) =
                action.strip_prefix("d dh p").and_then(|rest| rest.split_once(' '))
            {
                if cards.bytes().any(|byte| byte != b'?') {
                    known |= seat(player);
                }
            } else if let Some((player, _)) =
                action.strip_prefix('p').and_then(|rest| rest.split_once(" sm "))
            {
                shown |= seat(player);
            }
        }
        let mut players = (1_u32..).zip(&hand.players);
        let mine = players.find(|(_, name)| hero == Some(name)).map_or(0, |(seat, _)| 1 << seat);
        known & !shown & !mine != 0
    }

    /// Return the hand as a document of PHH, without a newline at the end.
    #[pyo3(signature = (hero=None))]
    fn write_phh(&self, hero: Option<String>) -> String {
        match hero.filter(|hero| self.hero() != Some(hero)) {
            None => phh::write(&self.hand),
            Some(hero) => {
                let mut hand = self.hand.clone();
                hand.extensions.hero = Some(hero);
                phh::write(&hand)
            }
        }
    }

    /// Return the hand as a record of Open Hand History, on one line.
    #[pyo3(signature = (hero=None))]
    fn write_ohh(&self, py: Python<'_>, hero: Option<String>) -> PyResult<String> {
        let mut extensions = Cow::Borrowed(&self.hand.extensions);
        if hero.is_some() {
            extensions.to_mut().hero = hero;
        }
        let view = self.view(py, &extensions)?;
        let time = self.hand.metadata.moment.as_ref().map(write_universal);
        ohh::write(&view, time.as_deref(), ohh::FORMAT).or_raise(py)
    }

    /// Return the hand as the text of PokerStars.
    #[pyo3(signature = (number, site, hero=None))]
    fn write_pokerstars(
        &self,
        py: Python<'_>,
        number: &str,
        site: &str,
        hero: Option<&str>,
    ) -> PyResult<String> {
        let mut extensions = Cow::Borrowed(&self.hand.extensions);
        let hidden = self.hand.players.iter().any(|name| !is_visible(name));
        if hidden {
            show_names(py, extensions.to_mut())?;
        }
        let mut view = self.view(py, &extensions)?;
        for name in &mut view.names {
            *name = show(py, name)?.into_owned().into();
        }
        for text in [&mut view.venue, &mut view.table].into_iter().flatten() {
            *text = show(py, text)?.into_owned().into();
        }
        let hero = hero.map(|hero| show(py, hero)).transpose()?;
        let time = self.hand.metadata.moment.as_ref().map_or_else(
            || "2000/01/01 0:00:00".to_owned(),
            |moment| {
                let date = format!("{}/{:02}/{:02}", moment.year, moment.month, moment.day);
                let clock = format!("{}:{:02}:{:02}", moment.hour, moment.minute, moment.second);
                let zone = moment.letters.as_deref().or(moment.zone).unwrap_or("");
                format!("{date} {clock} {zone}").trim_end().to_owned()
            },
        );
        let options = pokerstars::Options { hero: hero.as_deref(), site, number, time: &time };
        pokerstars::write(&view, &options).or_raise(py)
    }
}

/// Writes a moment of universal time.
fn write_universal(moment: &StartTime) -> String {
    let mut text = format!(
        "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}",
        moment.year, moment.month, moment.day, moment.hour, moment.minute, moment.second
    );
    if moment.microsecond != 0 {
        // Writing to a text cannot fail.
        let _ = write!(text, ".{:03}", moment.microsecond / 1000);
    }
    text.push('Z');
    text
}

fn is_visible(text: &str) -> bool {
    text.bytes().all(|byte| (0x20..0x7f).contains(&byte))
}

/// Returns a text in which everything can be seen, on one line, as `croupier.texts` has it.
fn show<'a>(py: Python<'_>, text: &'a str) -> PyResult<Cow<'a, str>> {
    if is_visible(text) {
        return Ok(Cow::Borrowed(text));
    }
    let show = imported!(py, "croupier.texts", "show_line")?;
    Ok(Cow::Owned(show.call1((text,))?.extract()?))
}

fn show_names(py: Python<'_>, extensions: &mut Extensions) -> PyResult<()> {
    let lists = [&mut extensions.dead_posts, &mut extensions.cash_outs];
    for (name, _) in lists.into_iter().flatten() {
        *name = show(py, name)?.into_owned();
    }
    for (name, _) in extensions.shows.iter_mut().chain(&mut extensions.shown_after) {
        *name = show(py, name)?.into_owned();
    }
    for one in &mut extensions.sitting_out {
        one.player = show(py, &one.player)?.into_owned();
    }
    if let Some(hero) = &mut extensions.hero {
        *hero = show(py, hero)?.into_owned();
    }
    Ok(())
}
