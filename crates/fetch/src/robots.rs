//! `robots.txt` by RFC 9309: what a site asks of robots.
//!
//! [`Robots`] is a parsed file, [`Rules`] the part of it for one robot. If the RFC leaves a choice, the file is read as
//! the large search engines do, and if these differ, in the stricter way: keys with the usual spelling errors count,
//! and so do lines without a colon. `Crawl-delay` is not in the RFC and is read nevertheless.
//!
//! ```
//! use stodola_fetch::robots::Robots;
//!
//! let robots = Robots::parse(b"User-agent: *\nDisallow: /private\nAllow: /private/open");
//! let rules = robots.for_agent("stodola");
//! assert!(!rules.verdict(b"/private/x").allowed);
//! assert!(rules.verdict(b"/private/open").allowed);
//! ```

mod access;
mod lines;
mod pattern;
mod rules;

use std::time::Duration;

pub use access::{Access, RobotsAnswer, RobotsStep, RobotsTrail, Then};
pub(crate) use access::{fetch, redirect};
use lines::{Line, lines};
use rules::RuleList;
pub use rules::{RobotsVerdict, Rules};

/// Maximum number of bytes of a file that are read, as the RFC allows.
pub const PARSE_LIMIT: usize = 500 * 1024;

/// Longest crawl delay that is accepted.
const LONGEST_DELAY: Duration = Duration::from_secs(24 * 60 * 60);

/// A `robots.txt`. It is read again for each question: that is cheaper than to keep all of its groups, of which one
/// robot needs one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Robots {
    text: Box<[u8]>,
}

/// The groups of a file that count for one robot: those that name it, and those for all.
#[derive(Default)]
struct Groups {
    named: Option<RuleList>,
    all: Option<RuleList>,
}

impl Groups {
    /// Adds to the lists of the groups that the present lines belong to.
    fn each(&mut self, (is_named, is_all): (bool, bool), mut add: impl FnMut(&mut RuleList)) {
        if is_named {
            add(self.named.get_or_insert_default());
        }
        if is_all {
            add(self.all.get_or_insert_default());
        }
    }
}

impl Robots {
    /// Takes a file. Never fails: lines that are not understood are ignored. Nothing beyond [`PARSE_LIMIT`] is read,
    /// and neither is the line that the limit cuts.
    pub fn parse(text: &[u8]) -> Robots {
        Robots { text: whole_lines(text).into() }
    }

    /// Returns the rules for a robot. `agent` is its product token, `stodola`; what follows a token, as in `Stodola/1.0
    /// (+https://…)`, is ignored.
    ///
    /// All groups that name the token count together; if none does, all groups for `*`. Of
    /// several delays the longest counts.
    pub fn for_agent(&self, agent: &str) -> Rules {
        Rules::read(&self.text, agent)
    }

    /// Sitemaps that the file names, anywhere in it, as written.
    pub fn sitemaps(&self) -> impl Iterator<Item = &[u8]> {
        lines(&self.text).filter_map(|line| match line {
            Line::Sitemap(uri) if !uri.is_empty() => Some(uri),
            _ => None,
        })
    }

    /// Whether the file has neither a group of rules nor a sitemap.
    pub fn is_empty(&self) -> bool {
        let mut lines = lines(&self.text);
        !lines.any(|line| match line {
            Line::Agent(_) => true,
            Line::Sitemap(uri) => !uri.is_empty(),
            Line::Rule { .. } | Line::Delay(_) | Line::Other => false,
        })
    }
}

/// Returns the text up to the limit; without the last line if the limit cuts it.
fn whole_lines(text: &[u8]) -> &[u8] {
    match text.get(..PARSE_LIMIT) {
        Some(start) if text.len() > PARSE_LIMIT => without_last_line(start),
        _ => text,
    }
}

/// Returns the text without its last line, if that has no end.
fn without_last_line(text: &[u8]) -> &[u8] {
    let end = memchr::memrchr2(b'\r', b'\n', text);
    &text[..end.map_or(0, |end| end + 1)]
}

/// Returns the product token at the start of an agent's name, as written; `*` for all. `None` if there is none.
fn token(name: &[u8]) -> Option<&[u8]> {
    if name == b"*" || (name.len() > 1 && name[0] == b'*' && name[1].is_ascii_whitespace()) {
        return Some(b"*");
    }
    let is_token = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    let length = name.iter().take_while(is_token).count();
    (length > 0).then(|| &name[..length])
}

/// Parses a number of seconds, possibly with a fraction; `None` if it is not a number.
fn delay(value: &[u8]) -> Option<Duration> {
    let digits = value.iter().take_while(|b| b.is_ascii_digit() || **b == b'.').count();
    let seconds: f64 = str::from_utf8(&value[..digits]).ok()?.parse().ok()?;
    Some(Duration::try_from_secs_f64(seconds).unwrap_or(LONGEST_DELAY).min(LONGEST_DELAY))
}

#[cfg(test)]
mod tests;
