//! The events of a frontier, and how each is laid out in the log.
//!
//! ```text
//! event      kind 1 | length of body, a number | body | low half of the body's CRC-32, 2
//! found      host | level and marks 1 | standing, if marked | back to the page it was found on, 0 if none |
//!            hop path, a text | form 1 | the URI without what the form says
//! retry      host | back to where it was found | attempts so far | not before, ms
//! anew       the same, then back to the outcome that the next one replaces
//! whole      like anew: the whole document is wanted, whatever the limits on its length
//! done       host | level and mark 1 | back to the entry that was taken | outcome 1 | ms until the host may be
//!            asked again | bytes archived | if marked: print 16, standing, rank 1, back to the outcome that
//!            this replaces, 0 if none | if marked as such: back to the outcome that this replaces |
//!            detail: the rest
//! rejected   back to the page | rule, a text | URI: the rest
//! robots     host | holds until, ms | authority, a text | access 1 | body: the rest
//! host       name: the rest (its number is how many were there before)
//! beside     host | back to the URI it was fetched for | bytes archived | detail, a text | URI: the rest
//! raised     kept
//! again      host | level 1 | back to where it was found | kept
//! linked     host | level 1 | back to the entry that was taken | kept
//! kept       print 16 | standing | rank 1 | back to its outcome or to where it was found
//! ```
//!
//! The last three, and what is marked with a standing, exist only if the frontier has standings; the log then has
//! version 2. An *anew*, and an outcome marked to replace another, exist only in files of version 3; a *whole*, and an
//! outcome marked to replace an archived one, only in files of version 4. Such files begin when somebody asks for URIs
//! that had ended.
//!
//! *Back* is the distance in bytes from the event to an earlier one: a page and its links are written together, so it
//! is mostly short. The position of an event in the log is its *place*, which identifies a URI in a frontier.

use super::code::{number, put_number, put_text, small, text};
use super::seen::Print;
use super::standings::{Kept, Rank};
use crate::Time;
use crate::time::millis;
use std::time::Duration;

/// The position of an event in the log, in bytes from its beginning over all files. It identifies what the event
/// is about, such as a URI.
pub type LogPlace = u64;
/// Number of a host in its frontier, in the order in which hosts were found.
pub type HostId = u32;
/// Number of levels of a queue. Level 0 is served first; level 7 has URIs whose last attempt failed.
pub const LEVELS: usize = 8;
/// The level of URIs whose last attempt failed.
pub const RETRY_LEVEL: u8 = 7;

pub(super) const CHECK: usize = 2;

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Event<'a> {
    Host(&'a [u8]),
    Found(Found<'a>),
    Retry {
        host: HostId,
        found: LogPlace,
        attempts: u32,
        not_before: Time,
    },
    /// A URI that had ended waits again, because somebody asked for it.
    Anew {
        host: HostId,
        found: LogPlace,
        attempts: u32,
        not_before: Time,
        replaces: LogPlace,
        /// Whether the whole document is wanted, whatever the limits on its length.
        is_whole: bool,
    },
    Done(Done<'a>),
    Rejected {
        via: Option<LogPlace>,
        rule: &'a [u8],
        uri: &'a [u8],
    },
    Robots {
        host: HostId,
        until: Time,
        authority: &'a [u8],
        access: u8,
        body: &'a [u8],
    },
    Beside {
        host: HostId,
        cause: LogPlace,
        bytes: u64,
        detail: &'a [u8],
        uri: &'a [u8],
    },
    /// A URI that waits, or is out, was offered with a larger standing.
    Raised {
        print: Print,
        kept: Kept,
    },
    /// A URI that was settled waits again.
    Again {
        host: HostId,
        level: u8,
        found: LogPlace,
        print: Print,
        kept: Kept,
    },
    /// The links of an archived URI were offered again.
    Linked {
        host: HostId,
        level: u8,
        entry: LogPlace,
        print: Print,
        kept: Kept,
    },
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Found<'a> {
    pub(super) host: HostId,
    pub(super) level: u8,
    pub(super) is_seed: bool,
    pub(super) is_sitemap: bool,
    pub(super) standing: Option<u32>,
    pub(super) via: Option<LogPlace>,
    pub(super) hops: &'a [u8],
    pub(super) form: Form,
    pub(super) rest: &'a [u8],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Done<'a> {
    pub(super) host: HostId,
    pub(super) level: u8,
    pub(super) entry: LogPlace,
    pub(super) outcome: u8,
    pub(super) wait: Duration,
    pub(super) bytes: u64,
    pub(super) rest: Option<Rest>,
    /// The outcome that the URI had before somebody asked for it again.
    pub(super) replaces: Option<LogPlace>,
    /// Whether that outcome was that it is archived.
    pub(super) was_archived: bool,
    pub(super) detail: &'a [u8],
}

impl Done<'_> {
    /// The outcome of the URI that does not count any more; `None` if there is none.
    pub(super) fn replaced(&self) -> Option<LogPlace> {
        self.replaces.or(self.rest.and_then(|rest| rest.replaces))
    }

    /// What the URI had for an outcome before.
    pub(super) fn before(&self) -> Before {
        match self.replaced() {
            None => Before::Nothing,
            Some(_) if self.was_archived => Before::Archived,
            Some(_) => Before::Other,
        }
    }
}

/// What a URI had for an outcome before its last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Before {
    /// Nothing.
    Nothing,
    /// It was archived.
    Archived,
    /// Any other outcome.
    Other,
}

/// The final state of a URI with an outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rest {
    pub(super) print: Print,
    pub(super) standing: u32,
    pub(super) rank: Rank,
    /// The outcome that it had before; `None` if there was none.
    pub(super) replaces: Option<LogPlace>,
}

/// The beginning of a URI that is left out, because it follows from the host and this form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// `http://` and the host.
    Http,
    /// `https://` and the host.
    Https,
    /// Nothing is left out.
    Whole,
}

const FOUND: u8 = 1;
const RETRY: u8 = 2;
const DONE: u8 = 3;
const REJECTED: u8 = 4;
const ROBOTS: u8 = 5;
const HOST: u8 = 6;
const BESIDE: u8 = 7;
const RAISED: u8 = 8;
const AGAIN: u8 = 9;
const LINKED: u8 = 10;
const ANEW: u8 = 11;
const WHOLE: u8 = 12;
const LEVEL: u8 = LEVELS as u8 - 1;
const REST_MARK: u8 = 0x08;
const REPLACES_MARK: u8 = 0x10;
const ARCHIVED_MARK: u8 = 0x20;
const DONE_MARKS: u8 = LEVEL | REST_MARK | REPLACES_MARK | ARCHIVED_MARK;
const SEED_MARK: u8 = 0x08;
const SITEMAP_MARK: u8 = 0x10;
const STANDING_MARK: u8 = 0x20;
const FOUND_MARKS: u8 = LEVEL | SEED_MARK | SITEMAP_MARK | STANDING_MARK;

impl Event<'_> {
    /// Appends the event, whose first byte will be at `place`.
    pub(super) fn encode(&self, place: LogPlace, out: &mut Vec<u8>, body: &mut Vec<u8>) {
        body.clear();
        let back = |other: Option<LogPlace>| other.map_or(0, |other| place - other);
        let kind = match self {
            Event::Host(name) => {
                body.extend_from_slice(name);
                HOST
            }
            Event::Found(found) => {
                put_number(body, found.host.into());
                let seed = if found.is_seed { SEED_MARK } else { 0 };
                let sitemap = if found.is_sitemap { SITEMAP_MARK } else { 0 };
                let standing = if found.standing.is_some() { STANDING_MARK } else { 0 };
                body.push(found.level | seed | sitemap | standing);
                if let Some(standing) = found.standing {
                    put_number(body, standing.into());
                }
                put_number(body, back(found.via));
                put_text(body, found.hops);
                body.push(found.form as u8);
                body.extend_from_slice(found.rest);
                FOUND
            }
            Event::Retry { host, found, attempts, not_before } => {
                put_number(body, (*host).into());
                put_number(body, back(Some(*found)));
                put_number(body, (*attempts).into());
                put_number(body, not_before.millis());
                RETRY
            }
            Event::Anew { host, found, attempts, not_before, replaces, is_whole } => {
                put_number(body, (*host).into());
                put_number(body, back(Some(*found)));
                put_number(body, (*attempts).into());
                put_number(body, not_before.millis());
                put_number(body, back(Some(*replaces)));
                if *is_whole { WHOLE } else { ANEW }
            }
            Event::Done(done) => {
                put_number(body, done.host.into());
                let rest = if done.rest.is_some() { REST_MARK } else { 0 };
                let replaces = if done.replaces.is_some() { REPLACES_MARK } else { 0 };
                let archived = if done.was_archived { ARCHIVED_MARK } else { 0 };
                body.push(done.level | rest | replaces | archived);
                put_number(body, back(Some(done.entry)));
                body.push(done.outcome);
                put_number(body, millis(done.wait));
                put_number(body, done.bytes);
                if let Some(Rest { print, standing, rank, replaces }) = done.rest {
                    put_kept(body, print, standing, rank, back(replaces));
                }
                if done.replaces.is_some() {
                    put_number(body, back(done.replaces));
                }
                body.extend_from_slice(done.detail);
                DONE
            }
            Event::Rejected { via, rule, uri } => {
                put_number(body, back(*via));
                put_text(body, rule);
                body.extend_from_slice(uri);
                REJECTED
            }
            Event::Robots { host, until, authority, access, body: robots } => {
                put_number(body, (*host).into());
                put_number(body, until.millis());
                put_text(body, authority);
                body.push(*access);
                body.extend_from_slice(robots);
                ROBOTS
            }
            Event::Beside { host, cause, bytes, detail, uri } => {
                put_number(body, (*host).into());
                put_number(body, back(Some(*cause)));
                put_number(body, *bytes);
                put_text(body, detail);
                body.extend_from_slice(uri);
                BESIDE
            }
            Event::Raised { print, kept } => {
                put_kept(body, *print, kept.standing, kept.rank, back(Some(kept.place)));
                RAISED
            }
            Event::Again { host, level, found: other, print, kept }
            | Event::Linked { host, level, entry: other, print, kept } => {
                put_number(body, (*host).into());
                body.push(*level);
                put_number(body, back(Some(*other)));
                put_kept(body, *print, kept.standing, kept.rank, back(Some(kept.place)));
                if matches!(self, Event::Again { .. }) { AGAIN } else { LINKED }
            }
        };
        out.push(kind);
        put_text(out, body);
        out.extend_from_slice(&(libdeflater::crc32(body) as u16).to_be_bytes());
    }
}

/// The result of decoding an event.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Decoded<'a> {
    Event(Event<'a>, usize),
    /// The event is longer than the given bytes; with its length, if that is known.
    Short(Option<usize>),
    Damaged,
}

/// Decodes the event at the beginning of `bytes`, which are at `place` in the log.
pub(super) fn decode(bytes: &[u8], place: LogPlace) -> Decoded<'_> {
    let Some((&kind, mut rest)) = bytes.split_first() else { return Decoded::Short(None) };
    let Some(length) = small::<usize>(&mut rest) else {
        return if bytes.len() < 11 { Decoded::Short(None) } else { Decoded::Damaged };
    };
    let start = bytes.len() - rest.len();
    let Some(end) = length.checked_add(start + CHECK) else { return Decoded::Damaged };
    if bytes.len() < end {
        return Decoded::Short(Some(end));
    }
    let (body, sum) = (&bytes[start..end - CHECK], &bytes[end - CHECK..end]);
    if (libdeflater::crc32(body) as u16).to_be_bytes() != sum {
        return Decoded::Damaged;
    }
    event(kind, body, place).map_or(Decoded::Damaged, |event| Decoded::Event(event, end))
}

/// Decodes the event that `bytes` begin with and encodes it again. Returns its length in `bytes` and the new encoding;
/// `None` if the event is not whole or is damaged. Only the fuzz target calls this.
#[doc(hidden)]
pub fn recode_event(bytes: &[u8], place: LogPlace) -> Option<(usize, Vec<u8>)> {
    let Decoded::Event(event, length) = decode(bytes, place) else { return None };
    let mut again = Vec::new();
    event.encode(place, &mut again, &mut Vec::new());
    Some((length, again))
}

/// Decodes the body of an event. Returns `None` for everything that [`Event::encode`] does not write.
fn event(kind: u8, mut body: &[u8], place: LogPlace) -> Option<Event<'_>> {
    let rest = &mut body;
    let event = match kind {
        HOST => Event::Host(rest),
        FOUND => {
            let host = small(rest)?;
            let marks = byte(rest).filter(|&marks| marks & !FOUND_MARKS == 0)?;
            let standing = match marks & STANDING_MARK {
                0 => None,
                _ => Some(small(rest)?),
            };
            let via = back(place, number(rest)?)?;
            let hops = text(rest)?;
            let form = match byte(rest)? {
                0 => Form::Http,
                1 => Form::Https,
                2 => Form::Whole,
                _ => return None,
            };
            let (is_seed, is_sitemap) = (marks & SEED_MARK != 0, marks & SITEMAP_MARK != 0);
            Event::Found(Found {
                host,
                level: marks & LEVEL,
                is_seed,
                is_sitemap,
                standing,
                via,
                hops,
                form,
                rest,
            })
        }
        RETRY => Event::Retry {
            host: small(rest)?,
            found: back(place, number(rest)?)??,
            attempts: small(rest)?,
            not_before: Time::from_millis(number(rest)?),
        },
        ANEW | WHOLE => Event::Anew {
            host: small(rest)?,
            found: back(place, number(rest)?)??,
            attempts: small(rest)?,
            not_before: Time::from_millis(number(rest)?),
            replaces: back(place, number(rest)?)??,
            is_whole: kind == WHOLE,
        },
        DONE => {
            let host = small(rest)?;
            let level = byte(rest).filter(|&level| level & !DONE_MARKS == 0)?;
            Event::Done(Done {
                host,
                level: level & LEVEL,
                entry: back(place, number(rest)?)??,
                outcome: byte(rest)?,
                wait: Duration::from_millis(number(rest)?),
                bytes: number(rest)?,
                rest: match level & REST_MARK {
                    0 => None,
                    _ => {
                        let (print, standing, rank, replaces) = kept(rest, place)?;
                        Some(Rest { print, standing, rank, replaces })
                    }
                },
                replaces: match level & REPLACES_MARK {
                    0 => None,
                    _ => Some(back(place, number(rest)?)??),
                },
                was_archived: level & ARCHIVED_MARK != 0,
                detail: rest,
            })
        }
        REJECTED => {
            Event::Rejected { via: back(place, number(rest)?)?, rule: text(rest)?, uri: rest }
        }
        ROBOTS => Event::Robots {
            host: small(rest)?,
            until: Time::from_millis(number(rest)?),
            authority: text(rest)?,
            access: byte(rest)?,
            body: rest,
        },
        BESIDE => Event::Beside {
            host: small(rest)?,
            cause: back(place, number(rest)?)??,
            bytes: number(rest)?,
            detail: text(rest)?,
            uri: rest,
        },
        RAISED => {
            let (print, standing, rank, about) = kept(rest, place)?;
            Event::Raised { print, kept: Kept { standing, rank, place: about? } }
        }
        AGAIN | LINKED => {
            let host = small(rest)?;
            let level = byte(rest).filter(|&level| level <= LEVEL)?;
            let other = back(place, number(rest)?)??;
            let (print, standing, rank, about) = kept(rest, place)?;
            let kept = Kept { standing, rank, place: about? };
            match kind {
                AGAIN => Event::Again { host, level, found: other, print, kept },
                _ => Event::Linked { host, level, entry: other, print, kept },
            }
        }
        _ => return None,
    };
    // Events of these kinds have no text at their end.
    let is_whole =
        rest.is_empty() || !matches!(kind, RETRY | ANEW | WHOLE | RAISED | AGAIN | LINKED);
    is_whole.then_some(event)
}

/// Returns the place at this distance back: `Some(None)` for none (distance 0), `None` if it is before the log.
fn back(place: LogPlace, distance: u64) -> Option<Option<LogPlace>> {
    match distance {
        0 => Some(None),
        _ => place.checked_sub(distance).map(Some),
    }
}

fn put_kept(body: &mut Vec<u8>, print: Print, standing: u32, rank: Rank, back: u64) {
    body.extend_from_slice(&print.to_be_bytes());
    put_number(body, standing.into());
    body.push(rank as u8);
    put_number(body, back);
}

fn kept(rest: &mut &[u8], place: LogPlace) -> Option<(Print, u32, Rank, Option<LogPlace>)> {
    let (print, tail) = rest.split_first_chunk()?;
    *rest = tail;
    let print = Print::from_be_bytes(*print);
    Some((print, small(rest)?, Rank::from_code(byte(rest)?)?, back(place, number(rest)?)?))
}

fn byte(rest: &mut &[u8]) -> Option<u8> {
    let (&first, tail) = rest.split_first()?;
    *rest = tail;
    Some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_come_back_and_every_cut_is_noticed() {
        let found = Found {
            host: 300,
            level: 2,
            is_seed: true,
            is_sitemap: false,
            standing: Some(1_000_257),
            via: Some(17),
            hops: b"LLE",
            form: Form::Https,
            rest: b"/a?b",
        };
        let done = Done {
            host: 1,
            level: 7,
            entry: 900,
            outcome: 4,
            wait: Duration::from_secs(3),
            bytes: 1 << 40,
            rest: None,
            replaces: None,
            was_archived: false,
            detail: b"404",
        };
        let rest = Rest { print: 7, standing: 256, rank: Rank::Fetched, replaces: Some(800) };
        let kept = Kept { standing: 259, rank: Rank::WaitsForLinks, place: 999 };
        let anew = |is_whole| Event::Anew {
            host: 5,
            found: 1,
            attempts: 3,
            not_before: Time::MAX,
            replaces: 9,
            is_whole,
        };
        let all = [
            Event::Host(b"example.org"),
            Event::Found(found),
            Event::Found(Found { via: None, rest: b"", form: Form::Http, hops: b"", ..seedless() }),
            Event::Retry { host: 5, found: 1, attempts: 3, not_before: Time::MAX },
            Event::Done(Done { rest: Some(rest), ..done }),
            Event::Done(Done { rest: Some(Rest { replaces: None, ..rest }), ..done }),
            Event::Done(done),
            Event::Done(Done { rest: Some(rest), replaces: Some(700), ..done }),
            Event::Done(Done { replaces: Some(700), ..done }),
            Event::Done(Done { replaces: Some(700), was_archived: true, ..done }),
            anew(false),
            anew(true),
            Event::Raised { print: u128::MAX, kept },
            Event::Again { host: 1, level: 6, found: 12, print: 5, kept },
            Event::Linked { host: 1, level: 6, entry: 12, print: 5, kept },
            Event::Rejected { via: None, rule: b"scheme", uri: b"ftp://a/" },
            Event::Robots {
                host: 9,
                until: Time::from_millis(77),
                authority: b"https://a:8443",
                access: 1,
                body: b"x",
            },
            Event::Beside {
                host: 2,
                cause: 990,
                bytes: 77,
                detail: b"200 took=1",
                uri: b"http://a/robots.txt",
            },
        ];
        for event in all {
            let (mut bytes, place) = (Vec::new(), 1000);
            event.encode(place, &mut bytes, &mut Vec::new());
            for cut in 0..bytes.len() {
                let short = decode(&bytes[..cut], place);
                assert!(matches!(short, Decoded::Short(_)), "{event:?} cut at {cut}: {short:?}");
            }
            let length = bytes.len();
            assert_eq!(decode(&bytes, place), Decoded::Event(event, length));
            for at in 2..length {
                let mut wrong = bytes.clone();
                wrong[at] ^= 0x10;
                assert_eq!(decode(&wrong, place), Decoded::Damaged, "byte {at}");
            }
        }
    }

    /// A sound frame around a body of this kind.
    fn framed(kind: u8, body: &[u8]) -> Vec<u8> {
        let mut bytes = vec![kind];
        put_text(&mut bytes, body);
        bytes.extend_from_slice(&(libdeflater::crc32(body) as u16).to_be_bytes());
        bytes
    }

    #[test]
    fn what_is_never_written_is_damaged() {
        let sound = framed(RETRY, &[5, 1, 3, 9]);
        assert!(matches!(decode(&sound, 1000), Decoded::Event(Event::Retry { .. }, _)));
        for (kind, body, what) in [
            (RETRY, &[5, 1, 3, 9, 0][..], "bytes behind the last number"),
            (RETRY, &[0x85, 0, 1, 3, 9], "a number with a byte too many"),
            (FOUND, &[1, 0x40, 0, 0, 0, b'/'], "an unknown mark"),
        ] {
            assert_eq!(decode(&framed(kind, body), 1000), Decoded::Damaged, "{what}");
        }
    }

    fn seedless() -> Found<'static> {
        Found {
            host: 0,
            level: 0,
            is_seed: false,
            is_sitemap: true,
            standing: None,
            via: None,
            hops: b"",
            form: Form::Whole,
            rest: b"",
        }
    }
}
