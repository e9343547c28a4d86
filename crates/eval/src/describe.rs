//! Words for hands.

use croupier_cards::Rank;

use crate::category::Category;
use crate::ranking::{Method, Ranking, Strength};
use crate::shape::Shape;

const SIZES: [&str; 5] = ["no", "one", "two", "three", "four"];

impl Ranking {
    /// Returns the short name of the kind of hand, such as `Two pair`; `None` where no hand has this strength.
    #[must_use]
    pub fn label(&self, strength: Strength) -> Option<String> {
        Some(match &self.method {
            Method::Shape(shape) => {
                shape.kinds()[shape.unpack(strength)?.kind].category.label().to_owned()
            }
            Method::Special(special) => {
                special.categories()[usize::from(special.unpack(strength)?.kind)].label().to_owned()
            }
            Method::Badugi(badugi) => {
                let name = capitalised(SIZES[badugi.places(strength)?.len()]);
                format!("{name}-card badugi")
            }
            Method::Pips(pips) => {
                pips.standing(strength)?;
                match pips.total(strength) {
                    (_, Some(count)) => format!("{} of {count} cards", pips.total(strength).0),
                    (1, None) => "1 point".to_owned(),
                    (total, None) => format!("{total} points"),
                }
            }
            Method::OneCard(one) => {
                one.standing(strength)?;
                match one.card(strength) {
                    Some(card) => card.to_string(),
                    None => "No card of the suit".to_owned(),
                }
            }
        })
    }

    /// Describes a hand in English, such as `two pair, Aces and Kings, Queen kicker`; `None` where no hand has this strength.
    #[must_use]
    pub fn describe(&self, strength: Strength) -> Option<String> {
        Some(match &self.method {
            Method::Shape(shape) => {
                let placed = shape.unpack(strength)?;
                let ranks: Vec<Rank> = placed
                    .positions()
                    .iter()
                    .filter_map(|&position| Rank::from_index(shape.rank_at(position)))
                    .collect();
                describe_shape(shape, shape.kinds()[placed.kind].category, &ranks)
            }
            Method::Special(special) => {
                let hand = special.unpack(strength)?;
                let category = special.categories()[usize::from(hand.kind)];
                special.describe(category, hand.deciders())
            }
            Method::Badugi(badugi) => {
                let places = badugi.places(strength)?;
                let ranks =
                    places.iter().filter_map(|&place| Rank::from_index(badugi.rank_at(place)));
                format!("{}-card badugi, {}", SIZES[places.len()], dashed(ranks))
            }
            Method::Pips(pips) => {
                pips.standing(strength)?;
                match pips.total(strength) {
                    (total, Some(1)) => format!("{total} with one card"),
                    (total, Some(count)) => format!("{total} with {count} cards"),
                    (0, None) if pips.minimum == 0 => "no cards".to_owned(),
                    (1, None) => "1 point".to_owned(),
                    (total, None) => format!("{total} points"),
                }
            }
            Method::OneCard(one) => {
                one.standing(strength)?;
                match one.card(strength).and_then(|card| Some((card.rank()?, card.suit()?))) {
                    Some((rank, suit)) => format!("{} of {}", rank.name(), suit.name()),
                    None => "no card of the suit".to_owned(),
                }
            }
        })
    }
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

pub(crate) fn dashed(ranks: impl IntoIterator<Item = Rank>) -> String {
    let ranks: Vec<String> = ranks.into_iter().map(|rank| rank.character().to_string()).collect();
    ranks.join("-")
}

/// Adds the cards beside the hand: one by its name, several by their characters.
pub(crate) fn with_kickers(hand: String, kickers: &[Rank]) -> String {
    match kickers {
        [] => hand,
        [kicker] => format!("{hand}, {} kicker", kicker.name()),
        several => format!("{hand}, {} kickers", dashed(several.iter().copied())),
    }
}

fn describe_shape(shape: &Shape, category: Category, ranks: &[Rank]) -> String {
    match (category, ranks) {
        (Category::HighCard, _) if shape.has_low_ranks() => {
            // Low hands are read from the highest card down, an ace being the lowest where it is.
            format!("{} low", dashed(ranks.iter().copied()))
        }
        (Category::HighCard, [only]) => only.name().to_owned(),
        _ => describe_category(category, ranks),
    }
}

/// Describes a hand by its kind and the ranks that decide, most important first.
pub(crate) fn describe_category(category: Category, ranks: &[Rank]) -> String {
    let name = category.label().to_lowercase();
    match (category, ranks) {
        (Category::RoyalFlush, _) => name,
        (Category::HighCard | Category::Flush | Category::GrandFlush, _) => {
            format!("{name}, {}", dashed(ranks.iter().copied()))
        }
        (
            Category::Straight
            | Category::StraightFlush
            | Category::FourStraight
            | Category::LongStraight
            | Category::LongStraightFlush
            | Category::GrandStraight
            | Category::GrandStraightFlush,
            [top, kickers @ ..],
        ) => with_kickers(format!("{name}, {} high", top.name()), kickers),
        (Category::FullHouse | Category::Palace | Category::Mansion, [many, few, kickers @ ..]) => {
            with_kickers(format!("{name}, {} over {}", many.plural(), few.plural()), kickers)
        }
        (Category::Villa, [three, high, low]) => {
            format!("{name}, {} over {} and {}", three.plural(), high.plural(), low.plural())
        }
        (Category::TwoPair | Category::Hotel, [high, low, kickers @ ..]) => {
            with_kickers(format!("{name}, {} and {}", high.plural(), low.plural()), kickers)
        }
        (Category::ThreePair, [high, middle, low, kickers @ ..]) => with_kickers(
            format!("{name}, {}, {} and {}", high.plural(), middle.plural(), low.plural()),
            kickers,
        ),
        (_, [most, kickers @ ..]) => with_kickers(format!("{name}, {}", most.plural()), kickers),
        (_, []) => name,
    }
}
