//! Cursors: where a page of a list begins. To programs they are words without meaning.

use super::{Call, Problem, ProblemKind};
use data_encoding::BASE64URL_NOPAD;
use stodola_archive::{Entry, Key};

fn wrong() -> Problem {
    Problem::with(ProblemKind::BadRequest, "cursor: not one of ours")
}

/// The number behind which a page begins.
pub(crate) fn number(call: &Call) -> Result<Option<i64>, Problem> {
    let Some(cursor) = call.query.get("cursor") else { return Ok(None) };
    let bytes = BASE64URL_NOPAD.decode(cursor.as_bytes()).map_err(|_| wrong())?;
    let text = String::from_utf8(bytes).map_err(|_| wrong())?;
    text.strip_prefix("n").and_then(|it| it.parse().ok()).map(Some).ok_or_else(wrong)
}

/// The cursor of the page behind a number.
pub(crate) fn of_number(number: i64) -> String {
    BASE64URL_NOPAD.encode(format!("n{number}").as_bytes())
}

/// The range and the capture behind which a page begins.
pub(super) fn place(call: &Call) -> Result<Option<(usize, Key)>, Problem> {
    let Some(cursor) = call.query.get("cursor") else { return Ok(None) };
    let bytes = BASE64URL_NOPAD.decode(cursor.as_bytes()).map_err(|_| wrong())?;
    read_place(&bytes).map(Some).ok_or_else(wrong)
}

fn read_place(bytes: &[u8]) -> Option<(usize, Key)> {
    let mut parts = bytes.strip_prefix(b"c")?.splitn(6, |byte| *byte == b' ');
    let mut number = || std::str::from_utf8(parts.next()?).ok()?.parse::<u64>().ok();
    let (range, time, file, offset, inner) =
        (number()?, number()?, number()?, number()?, number()?);
    // SQLite compares signed numbers.
    let is_signed = [time, file, offset, inner].iter().all(|it| i64::try_from(*it).is_ok());
    let surt = parts.next()?.to_vec();
    let key = Key { surt, time, file: i64::try_from(file).ok()?, offset, inner };
    is_signed.then_some((usize::try_from(range).ok()?, key))
}

/// The cursor of the page behind a capture.
pub(super) fn of_place(range: usize, entry: &Entry) -> String {
    let Key { surt, time, file, offset, inner } = entry.key();
    let mut bytes = format!("c{range} {time} {file} {offset} {inner} ").into_bytes();
    bytes.extend_from_slice(&surt);
    BASE64URL_NOPAD.encode(&bytes)
}
