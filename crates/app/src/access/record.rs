//! Rules and changes as JSON output has them.

use serde::Serialize;
use stodola_access::{AccessRule, ChangeRow, ChangedRule, Moment, RuleId};

/// A rule and its number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RuleRecord {
    /// Its number.
    pub id: RuleId,
    /// The rule.
    #[serde(flatten)]
    pub rule: AccessRule,
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
}

impl From<ChangeRow> for ChangeRecord {
    fn from(row: ChangeRow) -> ChangeRecord {
        let (mut added, mut removed) = (Vec::new(), Vec::new());
        for ChangedRule { id, before, after } in row.rules {
            removed.extend(before.map(|rule| RuleRecord { id, rule }));
            added.extend(after.map(|rule| RuleRecord { id, rule }));
        }
        ChangeRecord {
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
