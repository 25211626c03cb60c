//! Rows as bytes, in the form that a query asks for.

use super::field::CdxField;
use super::query::{CdxDialect, CdxQuery, Output};
use super::resume;
use super::row::Row;
use stodola_archive::Key;

/// The bytes before the first row, or before the end if there is none.
pub(super) fn begin(query: &CdxQuery, is_empty: bool, out: &mut Vec<u8>) {
    match query.output {
        Output::Arrays | Output::Objects if is_empty => out.push(b'['),
        Output::Arrays => {
            out.extend_from_slice(b"[[");
            for (i, field) in query.fields.iter().enumerate() {
                separate(out, i, b",");
                string(field.name(query.dialect), out);
            }
            out.extend_from_slice(b"],\n");
        }
        Output::Objects => out.push(b'['),
        Output::Text | Output::Lines | Output::Cdxj | Output::Links => {}
    }
}

/// The bytes between two rows.
pub(super) fn between(query: &CdxQuery, out: &mut Vec<u8>) {
    out.extend_from_slice(match query.output {
        Output::Arrays | Output::Objects | Output::Links => b",\n",
        Output::Text | Output::Lines | Output::Cdxj => b"\n",
    });
}

/// The bytes behind the last row, with the key by which the next request continues.
pub(super) fn end(query: &CdxQuery, is_empty: bool, resume: Option<&Key>, out: &mut Vec<u8>) {
    let key = resume.map(|key| form_encoded(&resume::written(key)));
    match (query.output, key) {
        (Output::Arrays, Some(key)) => {
            out.extend_from_slice(b",\n[],\n[");
            string(&key, out);
            out.extend_from_slice(b"]]\n");
        }
        (Output::Objects, Some(key)) => {
            out.extend_from_slice(b",\n{\"resumeKey\":");
            string(&key, out);
            out.extend_from_slice(b"}]\n");
        }
        (Output::Arrays | Output::Objects, None) => out.extend_from_slice(b"]\n"),
        (Output::Lines, Some(key)) => {
            out.extend_from_slice(b"\n{\"resumeKey\": ");
            string(&key, out);
            out.extend_from_slice(b"}\n");
        }
        (Output::Text | Output::Cdxj, Some(key)) => {
            out.extend_from_slice(b"\n\n");
            out.extend_from_slice(key.as_bytes());
            out.push(b'\n');
        }
        (Output::Text | Output::Lines | Output::Cdxj | Output::Links, _) if !is_empty => {
            out.push(b'\n');
        }
        (Output::Text | Output::Lines | Output::Cdxj | Output::Links, _) => {}
    }
}

/// One row. `mementos` is the beginning of the addresses of replay, up to the time.
pub(super) fn row(query: &CdxQuery, row: &Row, mementos: &str, out: &mut Vec<u8>) {
    let CdxQuery { dialect, fields, .. } = query;
    match query.output {
        Output::Text => columns(row, fields, *dialect, out),
        Output::Arrays => {
            out.push(b'[');
            for (i, field) in fields.iter().enumerate() {
                separate(out, i, b",");
                element(row, *field, *dialect, out);
            }
            out.push(b']');
        }
        Output::Objects | Output::Lines => object(row, fields, *dialect, out),
        Output::Cdxj => {
            columns(row, &[CdxField::UrlKey, CdxField::Timestamp], *dialect, out);
            out.push(b' ');
            let others: Vec<CdxField> = fields
                .iter()
                .copied()
                .filter(|field| !matches!(field, CdxField::UrlKey | CdxField::Timestamp))
                .collect();
            object(row, &others, *dialect, out);
        }
        Output::Links => link(row, mementos, out),
    }
}

fn columns(row: &Row, fields: &[CdxField], dialect: CdxDialect, out: &mut Vec<u8>) {
    for (i, field) in fields.iter().enumerate() {
        separate(out, i, b" ");
        let value = row.value(*field, dialect);
        let value = value.as_deref().filter(|value| !value.is_empty()).unwrap_or("-");
        // A line end in a media type would begin another row.
        match value.bytes().any(|byte| byte <= b' ') {
            true => out.extend(value.bytes().map(|byte| if byte <= b' ' { b'_' } else { byte })),
            false => out.extend_from_slice(value.as_bytes()),
        }
    }
}

fn element(row: &Row, field: CdxField, dialect: CdxDialect, out: &mut Vec<u8>) {
    let value = row.value(field, dialect);
    let is_number = dialect == CdxDialect::Outback && field.is_number();
    match (value, is_number) {
        (Some(value), true) => out.extend_from_slice(value.as_bytes()),
        (None, true) => out.extend_from_slice(b"null"),
        (Some(value), false) => string(&value, out),
        (None, false) => string("-", out),
    }
}

/// An object with the fields that are known. All values are strings, but for OutbackCDX.
fn object(row: &Row, fields: &[CdxField], dialect: CdxDialect, out: &mut Vec<u8>) {
    out.push(b'{');
    let mut count = 0;
    for field in fields {
        if row.value(*field, dialect).is_none() {
            continue;
        }
        separate(out, count, b", ");
        count += 1;
        string(field.name(dialect), out);
        out.extend_from_slice(b": ");
        element(row, *field, dialect, out);
    }
    out.push(b'}');
}

fn link(row: &Row, mementos: &str, out: &mut Vec<u8>) {
    let Some(time) = row.entry.row.time else { return };
    let url = row.value(CdxField::Url, CdxDialect::Pywb).unwrap_or_default();
    let line = crate::memento::memento_link(mementos, time, &url, "memento");
    out.extend_from_slice(line.as_bytes());
}

fn separate(out: &mut Vec<u8>, i: usize, with: &[u8]) {
    if i > 0 {
        out.extend_from_slice(with);
    }
}

/// A JSON string.
pub(super) fn string(text: &str, out: &mut Vec<u8>) {
    // Writing to memory does not fail.
    let _ = serde_json::to_writer(out, text);
}

/// A text percent-encoded as the value of a form; a space becomes `+`.
pub fn form_encoded(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len() + 16);
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'.' | b'-' | b'_' | b'*' => {
                encoded.push(byte.into());
            }
            b' ' => encoded.push('+'),
            _ => encoded.push_str(&format!("%{byte:02X}")),
        }
    }
    encoded
}
