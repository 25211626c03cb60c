//! `links.db`, beside the index: what links tell of the pages that they lead to, for the ranking.
//!
//! ```text
//! ranks     a byte for each content: how important its page is among all pages
//! anchors   word ─ contents whose pages are linked to with this word, and the sites whose pages say it
//! note      what it was made of, and how long that took; files of earlier versions of the program have none
//! ```
//!
//! Documents of the index cannot be changed, and links to a page come and go while it stays as it is. So this stands
//! apart: it is made from a link map in one go, by whoever knows one, and takes the place of the one before. It goes
//! with the index, whose numbers it uses; contents that came later have no rank and no anchors until it is made again.
//! Without it, everything is found that the pages themselves say.

mod note;
mod read;
mod write;

pub use note::{LinkSignalsNote, link_signals_note};
pub(crate) use read::{AnchorWorths, LinkSignals};
pub use write::{LinkSignalsWriter, PageAnchor, PageLinks};

use std::path::{Path, PathBuf};

const FILE: &str = "links.db";
/// "Stol": tells this kind of database from others.
const APPLICATION: i32 = 0x5374_6F6C;
/// Version of the tables.
const VERSION: i32 = 1;
/// Contents in one row of ranks.
const CHUNK: usize = 4_096;

const TABLES: &str = "
    CREATE TABLE ranks (chunk INTEGER PRIMARY KEY, data BLOB NOT NULL);
    CREATE TABLE note (source TEXT NOT NULL, milliseconds INTEGER NOT NULL);
    CREATE TABLE anchors (word TEXT NOT NULL, batch INTEGER NOT NULL, data BLOB NOT NULL,
        PRIMARY KEY (word, batch)) WITHOUT ROWID;";

/// Returns the file in the folder of the search.
pub(crate) fn path(search: &Path) -> PathBuf {
    search.join(FILE)
}

/// A rank as a byte: eight steps for each doubling. 0 is a page of which nothing is known.
fn code_of(rank: f64) -> u8 {
    let steps = ((1.0 + rank.max(0.0)).log2() * 8.0).round();
    // A rank that is no number is none.
    if steps >= 1.0 { steps.min(255.0) as u8 } else { 0 }
}

/// Steps that visits of readers raise a rank by: one for the first, at most eight.
fn steps_of(visits: u64) -> u8 {
    ((1.0 + visits as f64).log2().round()).min(8.0) as u8
}

/// What a page is worth because of its rank, from 1 to 2: a page of the mean rank 1.12, one of the hundredfold 1.8.
fn worth_of(code: u8) -> f32 {
    (1.0 + 0.015 * f32::from(code)).min(2.0)
}

/// Writes a number in groups of seven bits, the lowest first.
fn put(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Reads a number, and moves on; `None` at the end, and for what is no number.
fn take(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn higher_ranks_are_worth_more_within_limits() {
        let worth = |rank: f64| worth_of(code_of(rank));
        assert_eq!((worth(0.0), worth(-1.0), worth(f64::NAN)), (1.0, 1.0, 1.0));
        let ranks = [0.15, 1.0, 2.0, 10.0, 100.0];
        assert!(ranks.is_sorted_by(|a, b| worth(*a) < worth(*b)));
        assert!((worth(1.0) - 1.12).abs() < 1e-6);
        assert_eq!((worth(1e300), worth(f64::INFINITY)), (2.0, 2.0));
        assert_eq!([0, 1, 3, 1_000, u64::MAX].map(steps_of), [0, 1, 2, 8, 8]);
    }

    #[test]
    fn numbers_come_back() {
        let numbers = [0, 1, 127, 128, 300, u64::from(u32::MAX), u64::MAX];
        let mut bytes = Vec::new();
        numbers.iter().for_each(|number| put(&mut bytes, *number));
        let mut rest = &bytes[..];
        numbers.iter().for_each(|number| assert_eq!(take(&mut rest), Some(*number)));
        assert_eq!(take(&mut rest), None);
        assert_eq!(take(&mut &[0xff; 20][..]), None);
    }
}
