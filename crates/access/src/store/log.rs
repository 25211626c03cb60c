//! Reading the log of changes.

use super::error::explain;
use super::{ChangeKind, ChangedGroup, PeopleError, PeopleStore};
use crate::moment::Moment;
use crate::rule::{AccessRule, RuleId};
use std::collections::BTreeMap;

/// A change in the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangeRow {
    /// Its number.
    pub number: i64,
    /// When it was made.
    pub time: Moment,
    /// Who made it.
    pub who: String,
    /// Why.
    pub why: String,
    /// What it was.
    pub kind: ChangeKind,
    /// The change that it took back.
    pub undoes: Option<i64>,
    /// What it did to rules.
    pub rules: Vec<ChangedRule>,
    /// What it did to groups.
    pub groups: Vec<ChangedGroup>,
}

/// What a change did to a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedRule {
    /// The rule.
    pub id: RuleId,
    /// What it was; `None` if it is new.
    pub before: Option<AccessRule>,
    /// What it became; `None` if it was removed.
    pub after: Option<AccessRule>,
}

impl PeopleStore {
    /// The changes after a number, 0 for all, in their order, at most `limit`.
    pub fn log(&self, after: i64, limit: usize) -> Result<Vec<ChangeRow>, PeopleError> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let failed = |error| explain(&self.path, error);
        let read = || -> rusqlite::Result<Vec<(ChangeRow, String)>> {
            let mut statement = self.connection.prepare_cached(
                "SELECT number, time, who, why, kind, undoes FROM changes WHERE number > ?1
                 ORDER BY number LIMIT ?2",
            )?;
            let rows = statement.query_map((after, limit), |row| {
                let change = ChangeRow {
                    number: row.get(0)?,
                    time: Moment(row.get(1)?),
                    who: row.get(2)?,
                    why: row.get(3)?,
                    kind: ChangeKind::Add,
                    undoes: row.get(5)?,
                    rules: Vec::new(),
                    groups: Vec::new(),
                };
                Ok((change, row.get(4)?))
            })?;
            rows.collect()
        };
        let mut changes = Vec::new();
        for (mut change, kind) in read().map_err(failed)? {
            change.kind = ChangeKind::parse(&kind).ok_or_else(|| PeopleError::Damaged {
                path: self.path.clone(),
                what: format!("change {} is of the unknown kind '{kind}'", change.number),
            })?;
            change.rules = self.changed_rules(change.number)?;
            change.groups = self.changed_groups(change.number)?;
            changes.push(change);
        }
        Ok(changes)
    }

    fn changed_rules(&self, number: i64) -> Result<Vec<ChangedRule>, PeopleError> {
        type Texts = (i64, Option<String>, Option<String>);
        let read = || -> rusqlite::Result<Vec<Texts>> {
            let mut statement = self.connection.prepare_cached(
                "SELECT rule, before, after FROM changed_rules WHERE change = ?1 ORDER BY rule",
            )?;
            let rows =
                statement.query_map([number], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
            rows.collect()
        };
        let rows = read().map_err(|error| explain(&self.path, error))?;
        let rule =
            |id: i64, text: Option<String>| text.map(|text| self.read(id, &text)).transpose();
        rows.into_iter()
            .map(|(id, before, after)| {
                Ok(ChangedRule {
                    id: RuleId(id),
                    before: rule(id, before)?,
                    after: rule(id, after)?,
                })
            })
            .collect()
    }

    /// The rules that follow from the log alone. They must be those of [`PeopleStore::rules`].
    pub fn rules_by_log(&self) -> Result<Vec<(RuleId, AccessRule)>, PeopleError> {
        let mut rules = BTreeMap::new();
        for change in self.log(0, usize::MAX)? {
            for ChangedRule { id, before, after } in change.rules {
                if rules.remove(&id) != before {
                    return Err(PeopleError::Damaged {
                        path: self.path.clone(),
                        what: format!("change {} of rule {id} does not follow", change.number),
                    });
                }
                rules.extend(after.map(|rule| (id, rule)));
            }
        }
        Ok(rules.into_iter().collect())
    }
}
