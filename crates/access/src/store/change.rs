//! Changes: each is one transaction, with its line in the log.

use super::error::explain;
use super::{PeopleError, PeopleStore, groups};
use crate::moment::Moment;
use crate::rule::{AccessRule, RuleId, TEXT_MAX};
use rusqlite::{OptionalExtension, Transaction, TransactionBehavior};
use std::collections::HashMap;

/// Who changes something, when and why. Name and reason must not be empty.
#[derive(Clone, Copy, Debug)]
pub struct Signed<'s> {
    /// The name of the person, or of the program.
    pub who: &'s str,
    /// The reason, for those who ask in ten years.
    pub why: &'s str,
    /// Now.
    pub time: Moment,
}

/// What is done to one rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RuleEdit {
    /// It is new.
    Add(Box<AccessRule>),
    /// It goes.
    Remove(RuleId),
}

/// What kind of change it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeKind {
    /// Rules were added.
    Add,
    /// Rules were removed.
    Remove,
    /// Rules of another program were imported.
    Import,
    /// A change was taken back.
    Undo,
}

impl ChangeKind {
    /// Its name in the log.
    pub fn as_str(self) -> &'static str {
        match self {
            ChangeKind::Add => "add",
            ChangeKind::Remove => "remove",
            ChangeKind::Import => "import",
            ChangeKind::Undo => "undo",
        }
    }

    pub(super) fn parse(name: &str) -> Option<ChangeKind> {
        [ChangeKind::Add, ChangeKind::Remove, ChangeKind::Import, ChangeKind::Undo]
            .into_iter()
            .find(|kind| kind.as_str() == name)
    }
}

impl PeopleStore {
    /// Makes all edits or none. Returns the number of the change, and the rules that are new, in the order of the
    /// edits. When it returns, it is on disk, and every process sees it.
    pub fn change(
        &mut self,
        signed: &Signed<'_>,
        kind: ChangeKind,
        edits: &[RuleEdit],
    ) -> Result<(i64, Vec<RuleId>), PeopleError> {
        check(signed)?;
        for edit in edits {
            if let RuleEdit::Add(rule) = edit
                && let Some(what) = rule.too_long()
            {
                return Err(PeopleError::TooLong { what });
            }
        }
        let path = self.path.clone();
        let failed = |error| explain(&path, error);
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(failed)?;
        let number = note(&transaction, signed, kind, None).map_err(failed)?;
        let mut added = Vec::new();
        for edit in edits {
            match edit {
                RuleEdit::Add(rule) => {
                    let text = serde_json::to_string(rule).map_err(|error| {
                        PeopleError::Damaged { path: path.clone(), what: error.to_string() }
                    })?;
                    let id = insert(&transaction, number, &text).map_err(failed)?;
                    added.push(id);
                }
                RuleEdit::Remove(id) => {
                    let before = text_of(&transaction, *id).map_err(failed)?;
                    let before = before.ok_or(PeopleError::UnknownRule(*id))?;
                    put(&transaction, number, *id, Some(&before), None).map_err(failed)?;
                }
            }
        }
        transaction.commit().map_err(failed)?;
        Ok((number, added))
    }

    /// Takes a change back, or the latest one that was not taken back yet. Returns its number and the number of the
    /// change that this is. Fails if a later change was about the same rule.
    pub fn undo(
        &mut self,
        number: Option<i64>,
        signed: &Signed<'_>,
    ) -> Result<(i64, i64), PeopleError> {
        check(signed)?;
        let path = self.path.clone();
        let failed = |error| explain(&path, error);
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(failed)?;
        let undone = undone_by(&transaction).map_err(failed)?;
        let number = match number {
            Some(number) => number,
            None => latest_kept(&transaction, &undone)
                .map_err(failed)?
                .ok_or(PeopleError::NothingToUndo)?,
        };
        if let Some(&by) = undone.get(&number) {
            return Err(PeopleError::Undone { number, by });
        }
        let rules = rules_of(&transaction, number).map_err(failed)?;
        let rules = rules.ok_or(PeopleError::UnknownChange(number))?;
        let by = note(&transaction, signed, ChangeKind::Undo, Some(number)).map_err(failed)?;
        for (rule, before, after) in rules {
            if text_of(&transaction, rule).map_err(failed)? != after {
                let later = last_change_of(&transaction, rule, by).map_err(failed)?;
                return Err(PeopleError::ChangedAgain { number, rule, by: later });
            }
            put(&transaction, by, rule, after.as_deref(), before.as_deref()).map_err(failed)?;
        }
        if let Some(group) = groups::take_back(&transaction, number, by).map_err(failed)? {
            return Err(PeopleError::GroupChangedAgain { number, group });
        }
        transaction.commit().map_err(failed)?;
        Ok((number, by))
    }
}

pub(super) fn check(signed: &Signed<'_>) -> Result<(), PeopleError> {
    let Signed { who, why, .. } = signed;
    match (who.trim().is_empty(), why.trim().is_empty()) {
        (true, _) => Err(PeopleError::NoName),
        (_, true) => Err(PeopleError::NoReason),
        _ if who.len() > TEXT_MAX => Err(PeopleError::TooLong { what: "name" }),
        _ if why.len() > TEXT_MAX => Err(PeopleError::TooLong { what: "reason" }),
        _ => Ok(()),
    }
}

/// Begins a change in the log.
pub(super) fn note(
    transaction: &Transaction<'_>,
    signed: &Signed<'_>,
    kind: ChangeKind,
    undoes: Option<i64>,
) -> rusqlite::Result<i64> {
    let Signed { who, why, time } = signed;
    transaction.execute(
        "INSERT INTO changes (time, who, why, kind, undoes) VALUES (?1, ?2, ?3, ?4, ?5)",
        (time.0, who.trim(), why.trim(), kind.as_str(), undoes),
    )?;
    Ok(transaction.last_insert_rowid())
}

fn text_of(transaction: &Transaction<'_>, id: RuleId) -> rusqlite::Result<Option<String>> {
    transaction
        .prepare_cached("SELECT rule FROM rules WHERE id = ?1")?
        .query_row([id.0], |row| row.get(0))
        .optional()
}

/// Adds a rule with a number of its own.
fn insert(transaction: &Transaction<'_>, change: i64, text: &str) -> rusqlite::Result<RuleId> {
    let id = transaction.prepare_cached("INSERT INTO rules (rule) VALUES (?1)")?.insert([text])?;
    log(transaction, change, RuleId(id), None, Some(text))?;
    Ok(RuleId(id))
}

/// Makes the rule of a number what it should be, `None` for none.
fn put(
    transaction: &Transaction<'_>,
    change: i64,
    id: RuleId,
    before: Option<&str>,
    after: Option<&str>,
) -> rusqlite::Result<()> {
    match after {
        Some(text) => transaction
            .prepare_cached("INSERT OR REPLACE INTO rules (id, rule) VALUES (?1, ?2)")?
            .execute((id.0, text))?,
        None => transaction.prepare_cached("DELETE FROM rules WHERE id = ?1")?.execute([id.0])?,
    };
    log(transaction, change, id, before, after)
}

fn log(
    transaction: &Transaction<'_>,
    change: i64,
    id: RuleId,
    before: Option<&str>,
    after: Option<&str>,
) -> rusqlite::Result<()> {
    transaction
        .prepare_cached("INSERT INTO changed_rules VALUES (?1, ?2, ?3, ?4)")?
        .execute((change, id.0, before, after))
        .map(|_| ())
}

/// Which changes were taken back, and by which. One that was taken back by a change that was itself taken back is not.
fn undone_by(transaction: &Transaction<'_>) -> rusqlite::Result<HashMap<i64, i64>> {
    let mut statement = transaction.prepare(
        "SELECT number, undoes FROM changes WHERE undoes IS NOT NULL ORDER BY number DESC",
    )?;
    let mut rows = statement.query(())?;
    let mut undone = HashMap::new();
    while let Some(row) = rows.next()? {
        let (number, undoes): (i64, i64) = (row.get(0)?, row.get(1)?);
        // Later changes come first, so this is known.
        if !undone.contains_key(&number) {
            undone.insert(undoes, number);
        }
    }
    Ok(undone)
}

/// The latest change that is neither taken back nor takes one back.
fn latest_kept(
    transaction: &Transaction<'_>,
    undone: &HashMap<i64, i64>,
) -> rusqlite::Result<Option<i64>> {
    let mut statement = transaction
        .prepare("SELECT number FROM changes WHERE undoes IS NULL ORDER BY number DESC")?;
    let mut rows = statement.query(())?;
    while let Some(row) = rows.next()? {
        let number = row.get(0)?;
        if !undone.contains_key(&number) {
            return Ok(Some(number));
        }
    }
    Ok(None)
}

/// A rule, what it was and what it became.
type Edited = (RuleId, Option<String>, Option<String>);

/// What a change did; `None` if there is no such change.
fn rules_of(transaction: &Transaction<'_>, number: i64) -> rusqlite::Result<Option<Vec<Edited>>> {
    let known = transaction
        .query_row("SELECT 1 FROM changes WHERE number = ?1", [number], |_| Ok(()))
        .optional()?;
    if known.is_none() {
        return Ok(None);
    }
    let mut statement = transaction
        .prepare("SELECT rule, before, after FROM changed_rules WHERE change = ?1 ORDER BY rule")?;
    let rules = statement
        .query_map([number], |row| Ok((RuleId(row.get(0)?), row.get(1)?, row.get(2)?)))?
        .collect::<rusqlite::Result<_>>()?;
    Ok(Some(rules))
}

/// The latest change of a rule before that number.
fn last_change_of(
    transaction: &Transaction<'_>,
    rule: RuleId,
    before: i64,
) -> rusqlite::Result<i64> {
    let sql = "SELECT max(change) FROM changed_rules WHERE rule = ?1 AND change < ?2";
    let found: Option<i64> = transaction.query_row(sql, (rule.0, before), |row| row.get(0))?;
    Ok(found.unwrap_or_default())
}
