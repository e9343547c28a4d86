//! Hands as texts, from what Python knows of them: transcripts, PokerStars, Open Hand History.

use std::borrow::Cow;

use croupier_engine::{Chips, State as Core};
use croupier_histories::Extensions;
use croupier_histories::extensions::{AbsentSeat, ByName, Identity};
use croupier_histories::writers::transcript::{Award, Event, EventKind};
use croupier_histories::writers::{HandView, ohh, pokerstars};
use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use crate::cards;
use crate::errors::OrRaise;
use crate::state::State;

/// Events, awards, what was in each pot, the whole pot, how often the board was run, and what was taken.
type Transcribed<'py> = (
    Vec<Bound<'py, PyTuple>>,
    Vec<(usize, usize, usize, Chips)>,
    Vec<(usize, Chips)>,
    Chips,
    usize,
    Chips,
);

/// A hand as Python gives it: `croupier.histories.formats.describe.WritableHand`.
#[derive(FromPyObject)]
struct WritableHand {
    variant: String,
    digits: u32,
    stacks: Vec<Chips>,
    finishing_stacks: Option<Vec<Chips>>,
    winnings: Option<Vec<Chips>>,
    names: Vec<String>,
    seats: Vec<u32>,
    recorded_raises: Vec<(usize, Chips)>,
    hand: Option<String>,
    venue: Option<String>,
    table: Option<String>,
    seat_count: Option<u32>,
    level: Option<u32>,
    currency: Option<String>,
    currency_symbol: Option<String>,
}

impl WritableHand {
    fn view<'a>(&'a self, state: &'a Core, extensions: &'a Extensions) -> HandView<'a> {
        let text = |text: &'a Option<String>| text.as_deref().map(Cow::Borrowed);
        HandView {
            variant: &self.variant,
            digits: self.digits,
            state,
            stacks: &self.stacks,
            finishing_stacks: self.finishing_stacks.as_deref(),
            winnings: self.winnings.as_deref(),
            names: self.names.iter().map(|name| Cow::Borrowed(name.as_str())).collect(),
            seats: Cow::Borrowed(&self.seats),
            recorded_raises: self.recorded_raises.clone(),
            hand: text(&self.hand),
            venue: text(&self.venue),
            table: text(&self.table),
            seat_count: self.seat_count,
            level: self.level,
            currency: text(&self.currency),
            currency_symbol: text(&self.currency_symbol),
            extensions,
        }
    }
}

/// Takes the state of a hand whose chips are units.
fn core_of<'a>(state: &'a PyRef<'_, State>) -> PyResult<&'a Core> {
    if state.setup.get().converter.is_some() {
        return Err(PyValueError::new_err("chips must be whole to be told"));
    }
    Ok(&state.core)
}

/// Return what happened in a hand, with awards as the record has them.
#[pyfunction]
pub fn transcribe<'py>(
    py: Python<'py>,
    state: PyRef<'py, State>,
    writable: &Bound<'py, PyAny>,
) -> PyResult<Transcribed<'py>> {
    let (writable, extensions) = take(writable)?;
    let view = writable.view(core_of(&state)?, &extensions);
    let made = view.transcribe().or_raise(py)?;
    let nothing = PyTuple::empty(py);
    let events = made.events.iter().map(|event| write_event(py, event, &nothing));
    let awards = made.awards.iter();
    let awards = awards.map(|&Award { pot, board, seat, amount }| (pot, board, seat, amount));
    let events = events.collect::<PyResult<_>>()?;
    Ok((events, awards.collect(), made.pushed, made.total_pot, made.run_count, made.taken))
}

/// Return a hand as the text of PokerStars.
#[pyfunction]
#[pyo3(signature = (state, writable, *, hero, site, number, time))]
pub fn write_pokerstars(
    py: Python<'_>,
    state: PyRef<'_, State>,
    writable: &Bound<'_, PyAny>,
    hero: Option<&str>,
    site: &str,
    number: &str,
    time: &str,
) -> PyResult<String> {
    let (writable, extensions) = take(writable)?;
    let view = writable.view(core_of(&state)?, &extensions);
    let options = pokerstars::Options { hero, site, number, time };
    pokerstars::write(&view, &options).or_raise(py)
}

/// Return a hand as a record of Open Hand History, on one line.
#[pyfunction]
pub fn write_ohh(
    py: Python<'_>,
    state: PyRef<'_, State>,
    writable: &Bound<'_, PyAny>,
    time: Option<&str>,
    format: &str,
) -> PyResult<String> {
    let format = if format == ohh::SIMPLIFIED { ohh::SIMPLIFIED } else { ohh::FORMAT };
    let (writable, extensions) = take(writable)?;
    let view = writable.view(core_of(&state)?, &extensions);
    ohh::write(&view, time, format).or_raise(py)
}

fn take(writable: &Bound<'_, PyAny>) -> PyResult<(WritableHand, Extensions)> {
    let extensions = writable.getattr(intern!(writable.py(), "extensions"))?;
    Ok((writable.extract()?, read_extensions(&extensions)?))
}

/// Reads the record that Python has of what formats know, with amounts in units.
fn read_extensions(given: &Bound<'_, PyAny>) -> PyResult<Extensions> {
    let get = |name: &str| given.getattr(name);
    let identity = |value: &Bound<'_, PyAny>| {
        if value.is_instance_of::<PyString>() {
            Ok(Identity::Text(value.extract()?))
        } else {
            value.extract().map(Identity::Number)
        }
    };
    let amounts = |name: &str| read_pairs(&get(name)?, |value| value.extract());
    let texts = |name: &str| read_pairs(&get(name)?, |value| value.extract());
    let mut sitting_out = Vec::new();
    for one in get("sitting_out")?.try_iter()? {
        let (seat, player, stack) = one?.extract()?;
        sitting_out.push(AbsentSeat { seat, player, stack });
    }
    let hand_number = get("hand_number")?;
    Ok(Extensions {
        board_count: get("board_count")?.extract()?,
        hero: get("hero")?.extract()?,
        hero_cards: get("hero_cards")?.extract()?,
        button: get("button")?.extract()?,
        small_blind: get("small_blind")?.extract()?,
        rake: get("rake")?.extract()?,
        jackpot: get("jackpot")?.extract()?,
        bingo: get("bingo")?.extract()?,
        fortune: get("fortune")?.extract()?,
        tax: get("tax")?.extract()?,
        added: get("added")?.extract()?,
        cap: get("cap")?.extract()?,
        stacks: get("stacks")?.extract()?,
        cash_outs: amounts("cash_outs")?,
        dead_posts: amounts("dead_posts")?,
        said: get("said")?.extract()?,
        shows: texts("shows")?,
        shown_after: texts("shown_after")?,
        sitting_out,
        player_ids: read_pairs(&get("player_ids")?, identity)?,
        said_names: texts("said_names")?,
        hand_number: if hand_number.is_none() { None } else { Some(identity(&hand_number)?) },
        tournament: get("tournament")?.extract()?,
        buy_in: get("buy_in")?.extract()?,
        round: get("round")?.extract()?,
        bounties: texts("bounties")?,
        remarks: get("remarks")?.extract()?,
        seven_deuce: amounts("seven_deuce")?,
        bomb_pot: get("bomb_pot")?.extract()?,
        zoom: get("zoom")?.extract()?,
        mix: get("mix")?.extract()?,
        play_money: get("play_money")?.extract()?,
        flags: get("flags")?.extract()?,
        network: get("network")?.extract()?,
        currency: get("currency")?.extract()?,
        ohh: get("ohh")?.extract()?,
    })
}

fn read_pairs<'py, T>(
    given: &Bound<'py, PyAny>,
    read: impl Fn(&Bound<'py, PyAny>) -> PyResult<T>,
) -> PyResult<ByName<T>> {
    let dict = given.cast::<PyDict>()?;
    dict.iter().map(|(name, value)| Ok((name.extract()?, read(&value)?))).collect()
}

fn write_event<'py>(
    py: Python<'py>,
    event: &Event<'_>,
    nothing: &Bound<'py, PyTuple>,
) -> PyResult<Bound<'py, PyTuple>> {
    let cards =
        if event.cards.is_empty() { nothing.clone() } else { cards::to_tuple(py, event.cards)? };
    let faces = if event.kind == EventKind::Deal {
        let faces = (0..event.cards.len()).map(|index| event.up >> index & 1 == 1);
        PyTuple::new(py, faces.collect::<Vec<bool>>())?
    } else {
        nothing.clone()
    };
    (
        name(py, event.kind),
        event.street,
        event.seat,
        event.amount,
        event.total,
        event.over,
        event.all_in,
        cards,
        faces,
        event.board,
    )
        .into_pyobject(py)
}
fn name(py: Python<'_>, kind: EventKind) -> &Bound<'_, PyString> {
    match kind {
        EventKind::Ante => intern!(py, "ante"),
        EventKind::Dead => intern!(py, "dead"),
        EventKind::Blind => intern!(py, "blind"),
        EventKind::Straddle => intern!(py, "straddle"),
        EventKind::Post => intern!(py, "post"),
        EventKind::BringIn => intern!(py, "bring_in"),
        EventKind::Deal => intern!(py, "deal"),
        EventKind::Board => intern!(py, "board"),
        EventKind::Fold => intern!(py, "fold"),
        EventKind::Check => intern!(py, "check"),
        EventKind::Call => intern!(py, "call"),
        EventKind::Bet => intern!(py, "bet"),
        EventKind::Raise => intern!(py, "raise"),
        EventKind::Discard => intern!(py, "discard"),
        EventKind::Uncalled => intern!(py, "uncalled"),
        EventKind::Show => intern!(py, "show"),
        EventKind::Muck => intern!(py, "muck"),
    }
}
