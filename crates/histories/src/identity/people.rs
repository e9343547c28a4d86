//! Names by which the players of a hand can be told apart. Players are people, not names.

use std::borrow::Cow;

/// Returns the names of players: those of one name have the numbers of their seats behind it, from 1 on where seats are
/// not known. Whose name is not known has none.
///
/// ```
/// use croupier_histories::identity::people::distinct_names;
///
/// assert_eq!(distinct_names(&["Bob", "Ann", "Bob"], &[4, 5, 6]), ["Bob @ seat 4", "Ann", "Bob @ seat 6"]);
/// assert_eq!(distinct_names(&["", "Ann", ""], &[]), ["", "Ann", ""]);
/// ```
#[must_use]
pub fn distinct_names<'a>(names: &[&'a str], seats: &[u32]) -> Vec<Cow<'a, str>> {
    let mut made: Vec<Cow<'a, str>> = names.iter().map(|&name| Cow::Borrowed(name)).collect();
    if are_distinct(names) {
        return made;
    }
    for (place, &name) in names.iter().enumerate() {
        if name.is_empty() || names.iter().filter(|&&other| other == name).count() < 2 {
            continue;
        }
        let number = if seats.len() == names.len() { seats[place] } else { place as u32 + 1 };
        let mut longer = format!("{name} @ seat {number}");
        while made.iter().any(|other| *other == longer) {
            longer.push('\'');
        }
        made[place] = Cow::Owned(longer);
    }
    made
}

/// Tells whether nobody has the name of another.
#[must_use]
pub fn are_distinct(names: &[&str]) -> bool {
    let is_new = |(place, name): (usize, &&str)| name.is_empty() || !names[..place].contains(name);
    names.iter().enumerate().all(is_new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_becomes_somebody_else() {
        let names = distinct_names(&["Bob", "Bob @ seat 1", "Bob", "Bob"], &[1, 2, 3, 3]);
        assert_eq!(names, ["Bob @ seat 1'", "Bob @ seat 1", "Bob @ seat 3", "Bob @ seat 3'"]);
        assert!(are_distinct(&["", "", "Ann"]) && !are_distinct(&["Ann", "Bob", "Ann"]));
    }
}
