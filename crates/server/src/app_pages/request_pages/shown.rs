//! A result in JSON as a part of the page: its facts, and its first rows as a table.

use super::named;
use crate::app_pages::PageFrame;
use crate::app_pages::sheet::{Block, Cell, TableView};
use serde_json::{Map, Value};
use std::io::Read;
use stodola_app::requests::{Asker, RequestRecord, Requests};
use stodola_text::error_text;

/// Longer results are not read for a page: they can be saved.
const BYTES_MAX: u64 = 8 << 20;
/// Rows and columns that are shown.
const ROWS: usize = 200;
const COLUMNS: usize = 12;
/// Characters of a value that are shown, and of the address that leads a row: other columns must stay in sight.
const CHARACTERS: usize = 300;
const LEAD_CHARACTERS: usize = 60;
/// Items of a list that are shown.
const ITEMS: usize = 20;

/// What is shown of the result of a request; nothing if it is no list in JSON. That it was looked at is counted.
pub(super) fn shown_result(
    page: &PageFrame,
    requests: &Requests,
    asker: &Asker,
    record: &RequestRecord,
) -> Vec<Block> {
    let is_small = |media: &str, length: u64| media == "application/json" && length <= BYTES_MAX;
    if !record.result.as_ref().is_some_and(|result| is_small(&result.media, result.length)) {
        return Vec::new();
    }
    // Rights and rules are asked again here.
    let shown = match requests.open_result(asker, record.number) {
        Ok(shown) => shown,
        Err(error) => return vec![Block::Text(error_text(page.language, &error))],
    };
    let mut bytes = Vec::new();
    if shown.reader().take(BYTES_MAX).read_to_end(&mut bytes).is_err() {
        return Vec::new();
    }
    let Ok(Value::Object(mut facts)) = serde_json::from_slice(&bytes) else { return Vec::new() };
    let rows = match facts.remove("rows") {
        Some(Value::Array(rows)) => rows,
        Some(_) | None => Vec::new(),
    };
    let mut blocks = vec![fact_table(page, &facts)];
    if !rows.is_empty() {
        blocks.push(row_table(page, &rows));
    }
    if rows.len() > ROWS {
        blocks.push(Block::Text(page.count("web-request-first-rows", ROWS as u64)));
    }
    blocks
}

/// What a member of a result is called.
fn column(page: &PageFrame, name: &str) -> String {
    named(page, "web-column-", name)
}

fn fact_table(page: &PageFrame, facts: &Map<String, Value>) -> Block {
    let row = |(name, value): (&String, &Value)| {
        vec![Cell::text(column(page, name)), Cell::text(plain(value))]
    };
    Block::Table(TableView {
        caption: page.t("web-request-facts"),
        head: ["web-name", "web-request-value"].map(|key| (page.t(key), false)).into(),
        rows: facts.iter().map(row).collect(),
        empty: "–".to_owned(),
    })
}

fn row_table(page: &PageFrame, rows: &[Value]) -> Block {
    let first = rows.first().and_then(Value::as_object);
    let mut names: Vec<&String> = first.into_iter().flat_map(Map::keys).collect();
    // What a row is about stands first.
    let about = ["uri", "word", "target", "title"];
    let place = |name: &str| about.iter().position(|it| *it == name).unwrap_or(about.len());
    names.sort_by_key(|name| place(name));
    names.truncate(COLUMNS);
    let cells = |row: &Value| {
        let cell = |(at, name): (usize, &&String)| {
            let text = plain(&row[*name]);
            Cell::text(if at == 0 { cut(text, LEAD_CHARACTERS) } else { text })
        };
        names.iter().enumerate().map(cell).collect()
    };
    Block::Table(TableView {
        caption: page.t("web-request-result"),
        head: names.iter().map(|name| (column(page, name), false)).collect(),
        rows: rows.iter().take(ROWS).map(cells).collect(),
        empty: "–".to_owned(),
    })
}

/// A value as text of bounded length.
fn plain(value: &Value) -> String {
    let text = match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Number(number) if number.is_f64() => {
            format!("{:.3}", number.as_f64().unwrap_or_default())
        }
        Value::Bool(_) | Value::Number(_) => value.to_string(),
        Value::Array(items) if items.is_empty() => "–".to_owned(),
        Value::Array(items) => {
            let shown: Vec<String> = items.iter().take(ITEMS).map(item).collect();
            let more = if items.len() > ITEMS { ", …" } else { "" };
            format!("{}{more}", shown.join(", "))
        }
        Value::Object(_) => item(value),
    };
    cut(text, CHARACTERS)
}

/// An item of a list: what it is about, and how many there are.
fn item(value: &Value) -> String {
    let Value::Object(members) = value else { return plain_or_json(value) };
    let about = ["name", "host", "uri"].iter().find_map(|name| members.get(*name)?.as_str());
    let count = ["count", "links"].iter().find_map(|name| members.get(*name)?.as_u64());
    match (about, count) {
        (Some(about), Some(count)) => {
            format!("{} {count}", if about.is_empty() { "–" } else { about })
        }
        (Some(about), None) => about.to_owned(),
        (None, _) => {
            let member =
                |(name, value): (&String, &Value)| format!("{name}: {}", plain_or_json(value));
            members.iter().take(ITEMS).map(member).collect::<Vec<_>>().join(", ")
        }
    }
}

fn plain_or_json(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn cut(text: String, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn values_are_told_in_bounded_words() {
        for (value, text) in [
            (json!(null), ""),
            (json!(3), "3"),
            (json!(0.5), "0.500"),
            (json!([]), "–"),
            (json!([1, 2]), "1, 2"),
            (
                json!([{ "name": "html", "count": 5, "bytes": 9 }, { "name": "", "count": 1 }]),
                "html 5, – 1",
            ),
            (json!([{ "uri": "http://a.cz/", "anchor": "x" }]), "http://a.cz/"),
            (json!({ "redirect": "http://b.cz/" }), "redirect: http://b.cz/"),
        ] {
            assert_eq!(plain(&value), text);
        }
        assert_eq!(plain(&json!("ž".repeat(500))).chars().count(), CHARACTERS + 1);
        assert!(plain(&json!(vec![1; 100])).ends_with(", 1, …"));
    }
}
