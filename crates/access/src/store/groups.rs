//! Groups by address: ranges are added and removed, each with a line in the log.

use super::change::{check, note};
use super::error::explain;
use super::{ChangeKind, PeopleError, PeopleStore, Signed, schema};
use crate::group::GroupRange;
use crate::rule::{AddressRange, RuleAudience};
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior};

/// What a change did to a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedGroup {
    /// The group and the range.
    pub range: GroupRange,
    /// Whether the range was added; else it was removed.
    pub is_member: bool,
}

impl PeopleStore {
    /// All groups with their ranges, by name.
    pub fn group_ranges(&self) -> Result<Vec<GroupRange>, PeopleError> {
        let read = |connection: &Connection| -> rusqlite::Result<Vec<(String, String)>> {
            if !schema::has_groups(connection)? {
                return Ok(Vec::new());
            }
            let mut statement = connection
                .prepare_cached("SELECT name, range FROM group_ranges ORDER BY name, range")?;
            statement.query_map((), |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
        };
        let rows = read(&self.connection).map_err(|error| explain(&self.path, error))?;
        rows.into_iter().map(|(group, range)| self.read_range(group, &range)).collect()
    }

    /// Adds a range to a group, or removes it. Returns the number of the change, or `None` if it was so already. When
    /// it returns, it is on disk, and every process sees it.
    pub fn change_group(
        &mut self,
        signed: &Signed<'_>,
        group: &str,
        range: AddressRange,
        is_member: bool,
    ) -> Result<Option<i64>, PeopleError> {
        check(signed)?;
        // A name that rules can be made for.
        if !matches!(format!("group:{group}").parse(), Ok(RuleAudience::Group(_))) {
            return Err(PeopleError::GroupName(group.to_owned()));
        }
        let path = self.path.clone();
        let failed = |error| explain(&path, error);
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(failed)?;
        let range = range.to_string();
        if is_in(&transaction, group, &range).map_err(failed)? == is_member {
            return Ok(None);
        }
        let kind = if is_member { ChangeKind::Add } else { ChangeKind::Remove };
        let number = note(&transaction, signed, kind, None).map_err(failed)?;
        put(&transaction, number, group, &range, is_member).map_err(failed)?;
        transaction.commit().map_err(failed)?;
        Ok(Some(number))
    }

    /// What a change did to groups.
    pub(super) fn changed_groups(&self, number: i64) -> Result<Vec<ChangedGroup>, PeopleError> {
        let rows =
            groups_of(&self.connection, number).map_err(|error| explain(&self.path, error))?;
        rows.into_iter()
            .map(|(group, range, is_member)| {
                Ok(ChangedGroup { range: self.read_range(group, &range)?, is_member })
            })
            .collect()
    }

    /// A range that cannot be read must not be passed over: rules may forbid something for its group.
    fn read_range(&self, group: String, range: &str) -> Result<GroupRange, PeopleError> {
        match range.parse() {
            Ok(range) => Ok(GroupRange { group, range }),
            Err(error) => Err(PeopleError::Damaged {
                path: self.path.clone(),
                what: format!("group '{group}' cannot be read: {error}"),
            }),
        }
    }
}

/// Takes back what a change did to groups, as a part of another change. Returns a group that was changed since, if
/// there is one: then nothing may be kept.
pub(super) fn take_back(
    transaction: &Transaction<'_>,
    number: i64,
    by: i64,
) -> rusqlite::Result<Option<String>> {
    for (group, range, is_member) in groups_of(transaction, number)? {
        if is_in(transaction, &group, &range)? != is_member {
            return Ok(Some(group));
        }
        put(transaction, by, &group, &range, !is_member)?;
    }
    Ok(None)
}

fn groups_of(
    connection: &Connection,
    number: i64,
) -> rusqlite::Result<Vec<(String, String, bool)>> {
    if !schema::has_groups(connection)? {
        return Ok(Vec::new());
    }
    let mut statement = connection.prepare_cached(
        "SELECT name, range, is_member FROM changed_groups WHERE change = ?1 ORDER BY name, range",
    )?;
    statement.query_map([number], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?.collect()
}

fn is_in(transaction: &Transaction<'_>, group: &str, range: &str) -> rusqlite::Result<bool> {
    let sql = "SELECT 1 FROM group_ranges WHERE name = ?1 AND range = ?2";
    Ok(transaction.query_row(sql, (group, range), |_| Ok(())).optional()?.is_some())
}

fn put(
    transaction: &Transaction<'_>,
    change: i64,
    group: &str,
    range: &str,
    is_member: bool,
) -> rusqlite::Result<()> {
    let sql = match is_member {
        true => "INSERT INTO group_ranges VALUES (?1, ?2)",
        false => "DELETE FROM group_ranges WHERE name = ?1 AND range = ?2",
    };
    transaction.execute(sql, (group, range))?;
    let sql = "INSERT INTO changed_groups VALUES (?1, ?2, ?3, ?4)";
    transaction.execute(sql, (change, group, range, is_member)).map(|_| ())
}
