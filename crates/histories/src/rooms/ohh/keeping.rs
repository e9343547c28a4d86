//! Members of a record that a hand has no other place for, kept as JSON: writers put them back.

use super::records::{OhhRecord, is_zero};
use crate::amounts::number::Number;
use crate::rooms::json::{Member, write_list, write_members};
use crate::writers::json::quote;

/// Returns what is kept of a record; nothing where everything has its place.
pub(super) fn keep(
    record: &OhhRecord<'_>,
    names: &[String],
    talk: &[(usize, usize)],
) -> Option<String> {
    let mut kept = Kept { out: String::from("{"), is_first: true };
    kept.members("wrapper", &record.wrapper);
    let known = |(name, _): &&Member<'_>| !matches!(&**name, "spec_version" | "tournament_rebuys");
    let others: Vec<Member<'_>> = record.extra.iter().filter(known).cloned().collect();
    kept.members("hand", &others);
    let players = || names.iter().zip(&record.players);
    kept.by_name("displays", players(), |player, out| {
        let display = player.display.as_ref().filter(|text| !text.is_empty());
        display.map(|text| quote(text, out))
    });
    kept.by_name("bounties", players(), |player, out| {
        let bounty = player.bounty.filter(|&amount| !is_zero(amount));
        bounty.map(|amount| out.push_str(&written(amount)))
    });
    kept.by_name("players", players(), |player, out| {
        (!player.extra.is_empty()).then(|| write_members(&player.extra, out))
    });
    kept.wins(record, names);
    if record.pots.len() > 1 && record.pots.iter().any(|pot| !is_zero(pot.rake)) {
        kept.begin("rakes");
        write_list(&record.pots, &mut kept.out, |pot, out| out.push_str(&written(pot.rake)));
    }
    if !talk.is_empty() {
        kept.begin("table");
        write_list(talk, &mut kept.out, |&(at, place), out| {
            let round = &record.rounds[at];
            let action = &round.actions[place];
            let (street, name) = (round.street.name(), action.kind.name());
            out.push_str(&format!("{{\"street\":\"{street}\",\"place\":{place},"));
            out.push_str(&format!("\"action\":\"{name}\",\"player\":"));
            match action.player {
                Some(player) => quote(&names[player], out),
                None => out.push_str("null"),
            }
            if let Some(amount) = action.amount {
                out.push_str(&format!(",\"amount\":{}", written(amount)));
            }
            out.push('}');
        });
    }
    if let Some(info) = &record.tournament {
        kept.begin("tournament");
        info.write(&mut kept.out);
    }
    if !record.bounties.is_empty() {
        kept.begin("tournament_bounties");
        write_list(&record.bounties, &mut kept.out, |item, out| item.write(out));
    }
    kept.end()
}

/// Writes an amount with all of its digits.
pub(super) fn written(amount: Number) -> String {
    let Number::Finite { digits, places } = amount else { return "0".to_owned() };
    let width = usize::from(places);
    let sign = if digits < 0 { "-" } else { "" };
    let text = format!("{:0>width$}", digits.unsigned_abs(), width = width + 1);
    let (whole, part) = text.split_at(text.len() - width);
    let point = if width > 0 { "." } else { "" };
    format!("{sign}{whole}{point}{part}")
}

struct Kept {
    out: String,
    is_first: bool,
}

impl Kept {
    fn begin(&mut self, name: &str) {
        if !std::mem::replace(&mut self.is_first, false) {
            self.out.push(',');
        }
        quote(name, &mut self.out);
        self.out.push(':');
    }

    fn members(&mut self, name: &str, members: &[Member<'_>]) {
        if !members.is_empty() {
            self.begin(name);
            write_members(members, &mut self.out);
        }
    }

    /// Writes what `write` has for players, by their names; those of whom it has nothing are left out.
    fn by_name<'n, T>(
        &mut self,
        name: &str,
        players: impl Iterator<Item = (&'n String, T)>,
        write: impl Fn(T, &mut String) -> Option<()>,
    ) {
        let mut all = String::new();
        for (player, value) in players {
            let mut one = String::new();
            if write(value, &mut one).is_some() {
                all.push(if all.is_empty() { '{' } else { ',' });
                quote(player, &mut all);
                all.push(':');
                all.push_str(&one);
            }
        }
        if !all.is_empty() {
            self.begin(name);
            self.out.push_str(&all);
            self.out.push('}');
        }
    }

    fn wins(&mut self, record: &OhhRecord<'_>, names: &[String]) {
        let all = record.pots.iter().flat_map(|pot| pot.wins.iter().map(move |win| (pot, win)));
        let wins: Vec<_> =
            all.filter(|(_, win)| !win.extra.is_empty() || !win.amounts.is_empty()).collect();
        if wins.is_empty() {
            return;
        }
        self.begin("wins");
        write_list(&wins, &mut self.out, |(pot, win), out| {
            out.push_str(&format!("{{\"pot\":{},\"player\":", pot.number));
            quote(&names[win.player], out);
            for (name, amount) in &win.amounts {
                out.push_str(&format!(",\"{name}\":{}", written(*amount)));
            }
            let mut extra = String::new();
            write_members(&win.extra, &mut extra);
            if let Some(inner) = extra.strip_prefix('{').filter(|rest| rest.len() > 1) {
                out.push(',');
                out.push_str(inner);
            } else {
                out.push('}');
            }
        });
    }

    fn end(mut self) -> Option<String> {
        self.out.push('}');
        (!self.is_first).then_some(self.out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_keep_their_digits() {
        for (digits, places, text) in
            [(150, 2, "1.50"), (5, 2, "0.05"), (-5, 1, "-0.5"), (20, 0, "20"), (0, 0, "0")]
        {
            assert_eq!(written(Number::Finite { digits, places }), text);
        }
    }
}
