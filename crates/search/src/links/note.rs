//! The note in `links.db`: what it was made of. Whoever makes it by itself learns from it whether that is worth its
//! cost.

use super::{APPLICATION, VERSION, path};
use crate::store::Store;
use rusqlite::{Connection, OpenFlags};
use std::time::{Duration, SystemTime};
use stodola_archive::Archive;

/// What the ranking knows of links was made of, when, and how long that took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkSignalsNote {
    /// The state of the link map, in words of the one who made it; empty if it was not made from a map.
    pub source: String,
    /// How long making it took.
    pub cost: Duration,
    /// When it was made.
    pub made: SystemTime,
}

/// Returns what the ranking of an archive knows of links was made of; `None` if there is nothing that can be used, or
/// if an earlier version of the program made it.
pub fn link_signals_note(archive: &Archive) -> Option<LinkSignalsNote> {
    let file = path(&Store::folder(archive));
    let made = std::fs::metadata(&file).ok()?.modified().ok()?;
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(&file, flags).ok()?;
    let number = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
    if number("application_id").ok()? != APPLICATION || number("user_version").ok()? != VERSION {
        return None;
    }
    let row = |row: &rusqlite::Row<'_>| Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?));
    let sql = "SELECT source, milliseconds FROM note";
    let (source, milliseconds) = connection.query_row(sql, (), row).ok()?;
    let cost = Duration::from_millis(milliseconds.try_into().unwrap_or_default());
    Some(LinkSignalsNote { source, cost, made })
}
