//! The fields of a hand that a replay does not need: where and when it was played.

use crate::phh::field::Field;
use crate::phh::hand::{Hand, written};
use crate::toml::{Kind, Name, Value};

/// The fields of a hand that a replay does not need, found in one go.
#[derive(Default)]
pub(super) struct HandFields<'a> {
    values: [Option<Value<'a>>; FIELDS.len()],
    /// The identities of the players, where the room has them.
    pub(super) ids: Option<Value<'a>>,
}

const FIELDS: [Field; 11] = [
    Field::Venue,
    Field::Table,
    Field::Event,
    Field::Year,
    Field::Month,
    Field::Day,
    Field::TimeZone,
    Field::City,
    Field::Region,
    Field::Country,
    Field::TimeZoneAbbreviation,
];

/// The place of each field in that list.
const PLACES: [Option<usize>; Field::ALL.len()] = {
    let mut places = [None; Field::ALL.len()];
    let mut place = 0;
    while place < FIELDS.len() {
        places[FIELDS[place] as usize] = Some(place);
        place += 1;
    }
    places
};

impl<'a> HandFields<'a> {
    /// Looks at all that a hand says.
    pub(super) fn of(hand: &Hand<'a>) -> Self {
        let mut said = Self::default();
        let Some(record) = hand.record else { return said };
        for (name, value) in record.fields {
            let place = match name {
                Name::Field(field) => match PLACES[field as usize] {
                    Some(place) => &mut said.values[place],
                    None => continue,
                },
                Name::Other("_player_ids") => &mut said.ids,
                Name::Other(_) => continue,
            };
            place.get_or_insert(value);
        }
        said
    }

    fn get(&self, field: Field) -> Option<Value<'a>> {
        self.values[PLACES[field as usize]?]
    }

    /// Returns a text, or a number as it is written; empty where there is none.
    pub(super) fn text(&self, field: Field) -> &'a str {
        self.get(field).map_or("", written)
    }

    fn number(&self, field: Field) -> Option<i64> {
        let value = self.get(field)?;
        (value.kind() == Kind::Integer).then(|| value.written().parse().ok()).flatten()
    }

    /// Returns the day, counted from the first of 1970.
    pub(super) fn day(&self) -> Option<i32> {
        let year = self.number(Field::Year).filter(|year| (1..=9999).contains(year))?;
        let month = self.number(Field::Month).filter(|month| (1..=12).contains(month))?;
        let day = self.number(Field::Day)?;
        let leap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0;
        let most = match month {
            2 => 28 + i64::from(leap),
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        };
        if !(1..=most).contains(&day) {
            return None;
        }
        // Years begin in March here, so that the day that is not always there comes last.
        let shifted = if month > 2 { year } else { year - 1 };
        let (era, of_era) = (shifted.div_euclid(400), shifted.rem_euclid(400));
        let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
        let days = era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468;
        i32::try_from(days).ok()
    }

    /// Writes down all that may tell the zone: its name, the place, and an abbreviation, with tabs between them.
    pub(super) fn zone(&self, text: &mut String) {
        text.clear();
        let fields = [
            Field::TimeZone,
            Field::City,
            Field::Region,
            Field::Country,
            Field::TimeZoneAbbreviation,
        ];
        for (number, field) in fields.into_iter().enumerate() {
            if number > 0 {
                text.push('\t');
            }
            text.push_str(self.text(field));
        }
    }
}
