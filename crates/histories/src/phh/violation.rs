//! The kinds of things that a check finds, each with its code and its meaning: the one list of them.

macro_rules! violations {
    ($($name:ident = $code:literal, $meaning:literal;)*) => {
        /// The kind of a violation of the standard.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Violation {
            $(#[doc = $meaning] $name,)*
            /// Nothing by itself: what the game of a file finds in its own fields belongs here.
            Configured,
        }

        impl Violation {
            /// All kinds.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// Returns the kind with this word.
            #[must_use]
            pub fn find(code: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|one| one.code() == code)
            }

            /// Returns the stable word for it.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self {
                    $(Self::$name => $code,)*
                    Self::Configured => "configured",
                }
            }

            /// Says what it means.
            #[must_use]
            pub const fn meaning(self) -> &'static str {
                match self {
                    $(Self::$name => $meaning,)*
                    Self::Configured => "a field of a game of a file",
                }
            }
        }
    };
}

violations! {
    Toml = "toml", "no TOML, or no hands";
    Size = "size", "a file that is too large";
    File = "file", "a file that cannot be read";
    Mark = "mark", "a byte order mark";
    Type = "type", "a field has a value of the wrong type";
    Value = "value", "a field has a value that cannot be";
    Length = "length", "a field has not one value for each player";
    Missing = "missing", "a field is missing";
    Variant = "variant", "a game that is not known";
    Superfluous = "superfluous", "a field has no meaning in the game";
    Unknown = "unknown", "a field is none of the standard's";
    Antes = "antes", "antes are trimmed, although they differ";
    Post = "post", "a negative blind, which is a late post";
    Zone = "zone", "a time zone that is none";
    Currency = "currency", "a currency that is none";
    Symbol = "symbol", "a currency symbol of more than one character";
    Url = "url", "an address without a protocol";
    Date = "date", "a day that is none";
    Seats = "seats", "more seats or players than there are seats";
    Repeated = "repeated", "a seat or a name is there twice";
    Notation = "notation", "an action that cannot be read";
    Setup = "setup", "a hand that cannot begin";
    Rules = "rules", "an action that the rules refuse";
    Odd = "odd", "a fold where checking costs nothing";
    Stopped = "stopped", "actions after one that was refused";
    Rake = "rake", "recorded stacks are less, as by a rake";
    FinishingStacks = "finishing-stacks", "recorded stacks are not those of the replay";
    Winnings = "winnings", "recorded winnings are not those of the replay";
    Read = "read", "what cannot be read or played, in a format other than PHH";
    Note = "note", "what is odd in a format other than PHH";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_differ() {
        let mut codes: Vec<&str> = Violation::ALL.iter().map(|one| one.code()).collect();
        codes.push(Violation::Configured.code());
        let count = codes.len();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), count);
    }
}
