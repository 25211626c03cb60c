//! Moments and time spans for people.

use crate::{Language, decimal};
use std::time::Duration;
use stodola_frontier::Time;
use stodola_warc::date::Timestamp;

/// Returns a moment for people: `2026-11-15 14:03:07.250`, in UTC.
pub fn moment(time: Time) -> String {
    let text = Timestamp::from_unix_millis(time.millis()).iso8601().to_string();
    text.trim_end_matches('Z').replace('T', " ")
}

/// Returns a time span for people: `12 s`, `250 ms`, `2 h 5 min`.
pub fn span(language: Language, time: Duration) -> String {
    let millis = time.as_millis();
    match millis {
        0..1000 => format!("{millis} ms"),
        1000..10_000 => format!("{} s", decimal(language, millis as f64 / 1000.0, 1)),
        10_000..120_000 => format!("{} s", millis / 1000),
        120_000..7_200_000 => format!("{} min", millis / 60_000),
        _ => format!("{} h {} min", millis / 3_600_000, millis / 60_000 % 60),
    }
}
