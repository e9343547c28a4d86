//! The fields of the standard.

macro_rules! fields {
    ($($name:ident = $text:literal,)*) => {
        /// A field of the standard, in the order in which they are written.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(missing_docs)]
        pub enum Field {
            $($name,)*
        }

        impl Field {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$name,)*];
            const NAMES: &[&str] = &[$($text,)*];
            const ASSIGNED: &[&str] = &[$(concat!($text, " = "),)*];
        }
    };
}

fields! {
    Variant = "variant",
    AnteTrimmingStatus = "ante_trimming_status",
    Antes = "antes",
    BlindsOrStraddles = "blinds_or_straddles",
    BringIn = "bring_in",
    SmallBet = "small_bet",
    BigBet = "big_bet",
    MinBet = "min_bet",
    StartingStacks = "starting_stacks",
    Actions = "actions",
    Author = "author",
    Event = "event",
    Url = "url",
    Venue = "venue",
    Address = "address",
    City = "city",
    Region = "region",
    PostalCode = "postal_code",
    Country = "country",
    Time = "time",
    TimeZone = "time_zone",
    Day = "day",
    Month = "month",
    Year = "year",
    Hand = "hand",
    Level = "level",
    Seats = "seats",
    SeatCount = "seat_count",
    Table = "table",
    Players = "players",
    FinishingStacks = "finishing_stacks",
    Winnings = "winnings",
    Currency = "currency",
    CurrencySymbol = "currency_symbol",
    TimeLimit = "time_limit",
    TimeBanks = "time_banks",
    TimeZoneAbbreviation = "time_zone_abbreviation",
}

const SLOTS: usize = 128;
const NOTHING: u8 = u8::MAX;

/// The fields by a number that each name has for itself.
static BY_HASH: [u8; SLOTS] = {
    let mut slots = [NOTHING; SLOTS];
    let mut at = 0;
    while at < Field::NAMES.len() {
        slots[hash(Field::NAMES[at].as_bytes())] = at as u8;
        at += 1;
    }
    slots
};

#[inline]
const fn hash(name: &[u8]) -> usize {
    if name.is_empty() {
        return 0;
    }
    (name.len() + name[0] as usize * 10 + name[name.len() / 2] as usize * 8) % SLOTS
}

impl Field {
    /// Returns the name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// Returns the name and what stands between it and a value, as nearly all write it.
    #[inline]
    pub(crate) const fn assigned(self) -> &'static str {
        Self::ASSIGNED[self as usize]
    }

    /// Tells whether one hand after the other has the same value, where they come from one table.
    pub(crate) const fn is_common(self) -> bool {
        !matches!(
            self,
            Self::Actions
                | Self::Time
                | Self::Hand
                | Self::Seats
                | Self::Players
                | Self::FinishingStacks
                | Self::Winnings
        )
    }

    /// Returns the field of a name; nothing where the standard has none.
    #[must_use]
    #[inline]
    pub fn find(name: &str) -> Option<Self> {
        let place = usize::from(BY_HASH[hash(name.as_bytes())]);
        let found = *Self::ALL.get(place)?;
        (found.name() == name).then_some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_fields_are_found() {
        for &field in Field::ALL {
            assert_eq!(Field::find(field.name()), Some(field));
        }
        for other in ["", "_x", "Variant", "antes_", "hands"] {
            assert_eq!(Field::find(other), None);
        }
    }
}
