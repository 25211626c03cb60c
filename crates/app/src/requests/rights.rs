//! With whose rights a result is made, and whether it may still be shown.

use super::RequestsError;
use std::path::Path;
use stodola_access::{Moment, PeopleStore, RuleSet, Visitor};
use stodola_work::ResultRow;

/// Results are not shown for longer, if there are rules by the age of captures: what they decide changes every day.
const DAY: i64 = 86_400;

/// What whoever asks may see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RequestRights {
    /// All captures: somebody who has the files of the archive.
    Everything,
    /// What members of these groups may see; sorted, each once.
    Groups(Vec<String>),
}

impl RequestRights {
    /// The rights of a visitor: groups, also those that the address belongs to. The address itself is not kept, so
    /// rules for single addresses do not count.
    pub fn of(visitor: Visitor, rules: &RuleSet) -> RequestRights {
        RequestRights::of_groups(rules.recognise(visitor).groups)
    }

    /// The rights of members of groups.
    pub fn of_groups(mut groups: Vec<String>) -> RequestRights {
        groups.sort_unstable();
        groups.dedup();
        RequestRights::Groups(groups)
    }

    /// The same rights have the same text.
    pub fn key(&self) -> String {
        match self {
            RequestRights::Everything => "everything".to_owned(),
            // No name of a group has a space.
            RequestRights::Groups(groups) => format!("groups {}", groups.join(" ")),
        }
    }

    /// The rights that a text stands for. Whatever is not known has none beyond those of everybody.
    pub(super) fn parse(key: &str) -> RequestRights {
        match key {
            "everything" => RequestRights::Everything,
            key => {
                let groups = key.strip_prefix("groups ").unwrap_or("").split_whitespace();
                RequestRights::of_groups(groups.map(str::to_owned).collect())
            }
        }
    }

    /// A visitor with these rights; `None` if rules do not count.
    pub(super) fn visitor(&self) -> Option<Visitor> {
        match self {
            RequestRights::Everything => None,
            RequestRights::Groups(groups) => {
                Some(Visitor { groups: groups.clone(), address: None })
            }
        }
    }
}

/// What a result remembers of the rules that it was made by. Taken before the work begins.
pub(super) fn rules_stamp(archive: &Path) -> Result<String, RequestsError> {
    let store = PeopleStore::open_to_read(&PeopleStore::path_in(archive))?;
    let last = store.map_or(Ok(0), |store| store.last_change())?;
    Ok(format!("rules {last}"))
}

/// Whether the rules that a result was made by still decide the same.
pub(super) fn do_rules_hold(
    archive: &Path,
    result: &ResultRow,
    now: Moment,
) -> Result<bool, RequestsError> {
    if rules_stamp(archive)? != result.stamp {
        return Ok(false);
    }
    let Some(store) = PeopleStore::open_to_read(&PeopleStore::path_in(archive))? else {
        return Ok(true);
    };
    // The work may have begun long before its result was there.
    let begun = result.made.0 - result.took;
    let is_between =
        |moment: Option<Moment>| moment.is_some_and(|it| it.0 >= begun && it.0 <= now.0);
    let turns = |rule: &stodola_access::AccessRule| {
        let is_old = now.0 - begun > DAY;
        is_between(rule.valid.from) || is_between(rule.valid.to) || (rule.age.is_some() && is_old)
    };
    Ok(!store.rules()?.iter().any(|(_, rule)| turns(rule)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_rights_have_one_text() {
        let groups = |names: &[&str]| {
            RequestRights::of_groups(names.iter().map(|it| (*it).to_owned()).collect())
        };
        assert_eq!(groups(&["b", "a", "b"]).key(), groups(&["a", "b"]).key());
        assert_ne!(groups(&["a"]).key(), groups(&[]).key());
        assert_ne!(groups(&[]).key(), RequestRights::Everything.key());
        for rights in
            [groups(&[]), groups(&["everything"]), groups(&["a", "b"]), RequestRights::Everything]
        {
            assert_eq!(RequestRights::parse(&rights.key()), rights);
        }
        assert_eq!(RequestRights::parse("anything"), groups(&[]));
    }
}
