//! The people of a log. Players are people, not names: two of one name stay two, and who changes the name or gets
//! another number stays one.

use std::collections::HashMap;

use super::hands::{LoggedHand, split_player};

/// The people of a log.
#[derive(Debug, Clone, Default)]
pub struct People {
    /// The number that a number became.
    numbers: HashMap<String, String>,
    /// The names of people, by their numbers.
    names: HashMap<String, String>,
}

impl People {
    /// Finds out who sits in the hands of a log.
    #[must_use]
    pub fn of<'a>(hands: impl Iterator<Item = &'a LoggedHand<'a>> + Clone) -> Self {
        let mut people = Self::default();
        for hand in hands.clone() {
            for &(new, old) in &hand.renamed {
                // The person with the old number has the new one from here on; a cycle of numbers is left out.
                if people.find(new) != people.find(old) {
                    let old = people.find(old).to_owned();
                    people.numbers.insert(old, people.find(new).to_owned());
                }
            }
        }
        // The last name of somebody is the one that is known today.
        let mut last: HashMap<String, &str> = HashMap::new();
        for hand in hands {
            for (_, player, _) in &hand.seats {
                let (name, number) = split_player(player);
                match last.get_mut(people.find(number)) {
                    Some(known) => *known = name,
                    None => {
                        last.insert(people.find(number).to_owned(), name);
                    }
                }
            }
        }
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for name in last.values() {
            *counts.entry(name).or_default() += 1;
        }
        for (number, name) in &last {
            let only = !name.is_empty() && counts.get(name) == Some(&1);
            let made = if only { (*name).to_owned() } else { format!("{name} @ {number}") };
            people.names.insert(number.clone(), made);
        }
        people
    }

    /// Returns the number that somebody has at the end of the log.
    #[must_use]
    pub fn find<'b>(&'b self, number: &'b str) -> &'b str {
        let mut number = number;
        while let Some(next) = self.numbers.get(number) {
            number = next;
        }
        number
    }

    /// Returns what somebody is called.
    #[must_use]
    pub fn name(&self, number: &str) -> Option<&str> {
        self.names.get(self.find(number)).map(String::as_str)
    }
}
