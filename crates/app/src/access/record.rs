//! Rules and changes as JSON output has them.

use serde::Serialize;
use stodola_access::{
    AccessRule, ChangeRow, ChangedGroup, ChangedRule, GroupRange, Moment, RuleId,
};

/// A rule and its number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RuleRecord {
    /// Its number.
    pub id: RuleId,
    /// The rule.
    #[serde(flatten)]
    pub rule: AccessRule,
}

/// A range of addresses whose visitors belong to a group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GroupRecord {
    /// The name of the group.
    pub group: String,
    /// The addresses: `10.1.0.0/16`.
    pub range: String,
}

impl From<GroupRange> for GroupRecord {
    fn from(range: GroupRange) -> GroupRecord {
        GroupRecord { group: range.group, range: range.range.to_string() }
    }
}

/// A change in the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ChangeRecord {
    /// Its number.
    pub change: i64,
    /// When it was made.
    pub time: Moment,
    /// Who made it.
    pub who: String,
    /// Why.
    pub why: String,
    /// `add`, `remove`, `import` or `undo`.
    pub kind: &'static str,
    /// The change that it took back.
    pub undoes: Option<i64>,
    /// The rules that are new, or there again.
    pub added: Vec<RuleRecord>,
    /// The rules that are gone.
    pub removed: Vec<RuleRecord>,
    /// Ranges that were added to groups.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub group_added: Vec<GroupRecord>,
    /// Ranges that were removed from groups.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub group_removed: Vec<GroupRecord>,
}

impl From<ChangeRow> for ChangeRecord {
    fn from(row: ChangeRow) -> ChangeRecord {
        let (mut added, mut removed) = (Vec::new(), Vec::new());
        for ChangedRule { id, before, after } in row.rules {
            removed.extend(before.map(|rule| RuleRecord { id, rule }));
            added.extend(after.map(|rule| RuleRecord { id, rule }));
        }
        let (mut group_added, mut group_removed) = (Vec::new(), Vec::new());
        for ChangedGroup { range, is_member } in row.groups {
            if is_member { &mut group_added } else { &mut group_removed }.push(range.into());
        }
        ChangeRecord {
            group_added,
            group_removed,
            change: row.number,
            time: row.time,
            who: row.who,
            why: row.why,
            kind: row.kind.as_str(),
            undoes: row.undoes,
            added,
            removed,
        }
    }
}
