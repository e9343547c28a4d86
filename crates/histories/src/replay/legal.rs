//! The legal actions, in the notation.

use croupier_engine::definition::Declaration;
use croupier_engine::{Chips, Hooks, Legal, OperationKind as Kind, State};

use crate::phh::notation::{DECLINED, find_own};

/// Says in the notation what may be done now; `show` writes amounts.
pub fn describe_legal(state: &State, hooks: &dyn Hooks, show: &dyn Fn(Chips) -> String) -> String {
    // A rake of the caller's that fails says nothing about what is legal.
    let list = state.legal(hooks).unwrap_or_default();
    let mut said = Vec::new();
    for legal in &list {
        let players: Vec<String> =
            legal.seats.iter().map(|seat| format!("p{}", seat + 1)).collect();
        let first = players.first().map_or("", String::as_str);
        if find_own(legal.kind.info().word).is_some() {
            said.push(describe_own(state, legal, first, show));
            continue;
        }
        match legal.kind {
            Kind::HoleDealing => said.push(format!("d dh {first} with {}", count(legal, "card"))),
            Kind::BoardDealing => said.push(format!("d db with {}", count(legal, "card"))),
            Kind::StandingPatOrDiscarding => said.push(format!("{first} sd")),
            Kind::BringInPosting => said.push(format!("{first} pb")),
            Kind::Folding => said.push(format!("{first} f")),
            Kind::CheckingOrCalling => said.push(format!("{first} cc")),
            Kind::CompletionBettingOrRaisingTo => {
                let (least, most) = legal.amounts.unwrap_or_default();
                let amounts = match least == most {
                    true => show(least),
                    false => format!("{} to {}", show(least), show(most)),
                };
                said.push(format!("{first} cbr {amounts}"));
            }
            Kind::HoleCardsShowingOrMucking => {
                said.extend(players.iter().map(|player| format!("{player} sm")));
            }
            _ => {}
        }
    }
    if said.is_empty() { "nothing".to_owned() } else { said.join(", ") }
}

/// Says what only games of configurations have.
fn describe_own(
    state: &State,
    legal: &Legal,
    player: &str,
    show: &dyn Fn(Chips) -> String,
) -> String {
    let info = legal.kind.info();
    let said = format!("{} {}", if player.is_empty() { "d" } else { player }, info.word);
    let kinds: Vec<&str> = info.arguments.iter().map(|(_, kind, _)| *kind).collect();
    match kinds[..] {
        ["declarations" | "choice"] => {
            format!("{said} {}", option_names(state, legal).join(" or "))
        }
        ["status", ..] => {
            let is_many = legal.counts.is_some_and(|(_, most)| most > 0);
            let cards =
                if is_many { format!(" with {}", count(legal, "card")) } else { String::new() };
            let price = show(legal.amounts.unwrap_or_default().0);
            format!("{said}{cards} for {price} or {said} {DECLINED}")
        }
        ["dice"] => format!("{said} with {}", count(legal, "number")),
        [] => said,
        _ => format!("{said} with {}", count(legal, "card")),
    }
}

/// Returns the names of declarations or choices to choose from.
#[must_use]
pub fn option_names<'a>(state: &'a State, legal: &Legal) -> Vec<&'a str> {
    let options = legal.options.iter().copied();
    match legal.kind {
        Kind::Declaration => {
            options.filter_map(Declaration::from_number).map(declaration_name).collect()
        }
        Kind::HoleCardsShowingOrMucking => {
            let names = ["show", "muck"];
            options.filter_map(|option| names.get(usize::from(option)).copied()).collect()
        }
        _ => {
            let values = choice_names(state);
            options.filter_map(|value| values.get(usize::from(value))).map(String::as_str).collect()
        }
    }
}

/// Returns the names of all that can be chosen now.
#[must_use]
pub fn choice_names(state: &State) -> &[String] {
    let choosing = state.choosing();
    let choices = choosing.and_then(|(_, choosing)| {
        state.definition.variant_rules.choices.get(usize::from(choosing.key))
    });
    choices.map_or(&[], |(_, values)| values)
}

/// Returns the word for a declaration.
#[must_use]
pub const fn declaration_name(declaration: Declaration) -> &'static str {
    match declaration {
        Declaration::High => "high",
        Declaration::Low => "low",
        Declaration::Both => "high_low",
    }
}

/// Says how many cards, or whatever else, an operation may have.
fn count(legal: &Legal, what: &str) -> String {
    let (least, most) = legal.counts.unwrap_or_default();
    if least == most {
        format!("{most} {what}{}", if most == 1 { "" } else { "s" })
    } else {
        format!("{least} to {most} {what}s")
    }
}
