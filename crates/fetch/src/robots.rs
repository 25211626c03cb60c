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
use pattern::Pattern;
pub use rules::{RobotsVerdict, Rules};

/// Maximum number of bytes of a file that are read, as the RFC allows.
pub const PARSE_LIMIT: usize = 500 * 1024;

/// Longest crawl delay that is accepted.
const LONGEST_DELAY: Duration = Duration::from_secs(24 * 60 * 60);

/// A parsed `robots.txt`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Robots {
    groups: Vec<Group>,
    sitemaps: Vec<Vec<u8>>,
}

/// Rules for the agents that are named above them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Group {
    /// Agents in lower case; `*` for all.
    agents: Vec<String>,
    rules: Vec<Rule>,
    delay: Option<Duration>,
}

/// A line that allows or forbids.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Rule {
    allow: bool,
    pattern: Pattern,
    /// The line as written.
    line: Box<str>,
}

impl Robots {
    /// Parses a file. Never fails: lines that are not understood are ignored. Nothing beyond [`PARSE_LIMIT`] is read,
    /// and neither is the line that the limit cuts.
    pub fn parse(text: &[u8]) -> Robots {
        let mut robots = Robots::default();
        // Agents in consecutive lines share the rules that follow; lines that are neither `Allow` nor `Disallow` do
        // not end such a sequence.
        let mut in_agents = false;
        for line in lines(whole_lines(text)) {
            match line {
                Line::Agent(name) => {
                    if !in_agents {
                        robots.groups.push(Group::default());
                    }
                    in_agents = true;
                    if let (Some(group), Some(token)) = (robots.groups.last_mut(), token(name)) {
                        group.agents.push(token);
                    }
                }
                Line::Rule { allow, path, whole } => {
                    in_agents = false;
                    if let (Some(group), false) = (robots.groups.last_mut(), path.is_empty()) {
                        let line = String::from_utf8_lossy(whole).into();
                        group.rules.push(Rule { allow, pattern: Pattern::new(path), line });
                    }
                }
                Line::Delay(value) => {
                    if let Some(group) = robots.groups.last_mut() {
                        group.delay = group.delay.max(delay(value));
                    }
                }
                Line::Sitemap(uri) if !uri.is_empty() => robots.sitemaps.push(uri.to_vec()),
                Line::Sitemap(_) | Line::Other => (),
            }
        }
        robots
    }

    /// Returns the rules for a robot. `agent` is its product token, `stodola`; what follows a token, as in `Stodola/1.0
    /// (+https://…)`, is ignored.
    ///
    /// All groups that name the token count together; if none does, all groups for `*`. Of
    /// several delays the longest counts.
    pub fn for_agent(&self, agent: &str) -> Rules {
        let agent = token(agent.as_bytes()).unwrap_or_default();
        let named = |token: &str| {
            let names = move |group: &&Group| group.agents.iter().any(|agent| agent == token);
            self.groups.iter().filter(names).collect::<Vec<_>>()
        };
        let mut groups = named(&agent);
        if groups.is_empty() {
            groups = named("*");
        }
        let rules = groups.iter().flat_map(|group| group.rules.iter().cloned()).collect();
        Rules::new(rules, groups.iter().filter_map(|group| group.delay).max())
    }

    /// Sitemaps that the file names, anywhere in it, as written.
    pub fn sitemaps(&self) -> impl Iterator<Item = &[u8]> {
        self.sitemaps.iter().map(Vec::as_slice)
    }

    /// Whether the file has neither a group of rules nor a sitemap.
    pub fn is_empty(&self) -> bool {
        self.groups.is_empty() && self.sitemaps.is_empty()
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

/// Returns the product token at the start of an agent's name, in lower case; `*` for all. `None` if there is none.
fn token(name: &[u8]) -> Option<String> {
    if name == b"*" || (name.len() > 1 && name[0] == b'*' && name[1].is_ascii_whitespace()) {
        return Some("*".to_owned());
    }
    let is_token = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    let length = name.iter().take_while(is_token).count();
    (length > 0)
        .then(|| name[..length].iter().map(|b| char::from(b.to_ascii_lowercase())).collect())
}

/// Parses a number of seconds, possibly with a fraction; `None` if it is not a number.
fn delay(value: &[u8]) -> Option<Duration> {
    let digits = value.iter().take_while(|b| b.is_ascii_digit() || **b == b'.').count();
    let seconds: f64 = str::from_utf8(&value[..digits]).ok()?.parse().ok()?;
    Some(Duration::try_from_secs_f64(seconds).unwrap_or(LONGEST_DELAY).min(LONGEST_DELAY))
}

#[cfg(test)]
mod tests;
