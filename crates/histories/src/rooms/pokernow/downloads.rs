//! Downloads of hands: JSON with the events of each.

use super::error::{LogError, LogProblem};
use super::log::read_document;
use crate::builder::LinePlace;
use crate::rooms::json::{Item, JsonValue, TextPlaces};

/// Where a hand of a download begins, and each of its events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DownloadPlaces {
    /// The beginning of the hand.
    pub begins: LinePlace,
    /// The events.
    pub events: Vec<LinePlace>,
}

/// Finds the hands of a download.
///
/// # Errors
///
/// The text is no JSON, or has no list of hands.
pub fn find_places(text: &str) -> Result<Vec<DownloadPlaces>, LogProblem> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let places = TextPlaces::new(text, 1);
    let document = read_document(text, &places)?;
    let Some(hands) = list(document.get("hands")) else {
        return Err(LogProblem::new(LogError::NoDownload, places.find(document.at)));
    };
    let find = |hand: &Item<'_>| {
        let begins = places.find(hand.at);
        let events = list(hand.get("events")).unwrap_or_default();
        let events = events.iter().map(|event| places.find(event.at)).collect();
        DownloadPlaces { begins, events }
    };
    Ok(hands.iter().map(find).collect())
}

fn list<'i, 't>(item: Option<&'i Item<'t>>) -> Option<&'i [Item<'t>]> {
    match &item?.value {
        JsonValue::List(items) => Some(items),
        _ => None,
    }
}
