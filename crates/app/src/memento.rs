//! Memento ([RFC 7089]): links between the captures of a URL, lists of them, and the nearest one.
//!
//! Also what other web archives offer for the same purpose: the availability of a URL, and counts for calendars.
//!
//! [RFC 7089]: https://www.rfc-editor.org/rfc/rfc7089

mod available;
mod calendar;
mod date;
mod neighbours;
mod timemap;

pub use available::{AvailableCapture, nearest_available};
pub use calendar::{CalendarItem, CaptureCalendar, calendar_items};
pub use date::{http_date, read_http_date};
pub use neighbours::MementoNeighbours;
pub(crate) use neighbours::is_memento;
pub use timemap::{TimeMap, TimeMapAddresses, TimeMapPage};

use stodola_archive::Stamp;

/// A link to a capture, as it stands in a `Link` header or a TimeMap. `mementos` is the beginning of the addresses of
/// replay, up to the time.
pub fn memento_link(mementos: &str, time: Stamp, url: &str, rel: &str) -> String {
    let date = http_date(time);
    format!("<{mementos}{time}mp_/{}>; rel=\"{rel}\"; datetime=\"{date}\"", in_link(url))
}

/// A URL between angle brackets: what would end it, or the line, is percent-encoded.
pub fn in_link(url: &str) -> String {
    let mut safe = String::with_capacity(url.len());
    for byte in url.bytes() {
        match byte {
            b'<' | b'>' | b'"' | b'\\' | b'^' | b'`' | b'{' | b'|' | b'}' | 0..=0x20 | 0x7f.. => {
                safe.push_str(&format!("%{byte:02X}"));
            }
            _ => safe.push(byte.into()),
        }
    }
    safe
}
