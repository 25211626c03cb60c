//! The rules of a `robots.txt` for one robot, in little more memory than their lines take.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use super::lines::{Line, lines};
use super::pattern::{Path, Pattern, spell_pattern};
use super::{Groups, delay, token};

/// The rules for one robot. Cheap to clone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    /// The lines as written, one behind the other, each followed by its pattern if that is spelt in another way.
    text: Arc<[u8]>,
    /// The rules, longest pattern first, of equal ones those that allow first: so the first that matches decides.
    rules: Arc<[RuleSpan]>,
    delay: Option<Duration>,
}

/// Where a line that allows or forbids stands in the text, and its pattern. Files are short enough for four bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct RuleSpan {
    line: [u32; 2],
    pattern: [u32; 2],
    is_anchored: bool,
    allow: bool,
}

/// Whether a path may be fetched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RobotsVerdict {
    /// Whether the path may be fetched.
    pub allowed: bool,
    /// The line that decided, as written; `None` if no line matches the path.
    pub rule: Option<String>,
}

impl RuleSpan {
    fn pattern<'a>(&self, text: &'a [u8]) -> Pattern<'a> {
        Pattern { text: &text[range(self.pattern)], is_anchored: self.is_anchored }
    }
}

fn range([start, end]: [u32; 2]) -> Range<usize> {
    start as usize..end as usize
}

/// Rules while a file is read, in the order of their lines.
#[derive(Default)]
pub(super) struct RuleList {
    text: Vec<u8>,
    rules: Vec<RuleSpan>,
    delay: Option<Duration>,
}

impl RuleList {
    /// Adds a line; `path` is a part of it.
    fn push(&mut self, allow: bool, path: &[u8], line: &[u8]) {
        let start = self.text.len();
        self.text.extend(line);
        let end = self.text.len();
        let (spelt, is_anchored) = spell_pattern(path);
        let pattern = match spelt {
            // The path is the last word of its line.
            Cow::Borrowed(spelt) => {
                let from = end - path.len();
                from..from + spelt.len()
            }
            Cow::Owned(spelt) => {
                self.text.extend(&spelt);
                end..self.text.len()
            }
        };
        let span = |range: Range<usize>| [range.start as u32, range.end as u32];
        let (line, pattern) = (span(start..end), span(pattern));
        self.rules.push(RuleSpan { line, pattern, is_anchored, allow });
    }

    fn into_rules(self) -> Rules {
        let RuleList { text, mut rules, delay } = self;
        rules.sort_by_key(|rule| (Reverse(rule.pattern(&text).length()), !rule.allow));
        Rules { text: text.into(), rules: rules.into(), delay }
    }
}

impl Rules {
    /// Reads the rules for a robot, see [`Robots::for_agent`](super::Robots::for_agent).
    pub(super) fn read(text: &[u8], agent: &str) -> Rules {
        let agent = token(agent.as_bytes()).unwrap_or_default();
        let mut groups = Groups::default();
        // Agents in consecutive lines share the rules that follow; lines that are neither `Allow` nor `Disallow` do
        // not end such a sequence.
        let mut in_agents = false;
        let mut ours = (false, false);
        // A delay may stand between the agents of a group, and is for all of them.
        let mut longest = None;
        for line in lines(text) {
            match line {
                Line::Agent(name) => {
                    if !in_agents {
                        (ours, longest) = ((false, false), None);
                    }
                    in_agents = true;
                    if let Some(token) = token(name) {
                        ours.0 |= token.eq_ignore_ascii_case(agent);
                        ours.1 |= token == b"*";
                        groups.each(ours, |list| list.delay = list.delay.max(longest));
                    }
                }
                Line::Rule { allow, path, whole } => {
                    in_agents = false;
                    if !path.is_empty() {
                        groups.each(ours, |list| list.push(allow, path, whole));
                    }
                }
                Line::Delay(value) => {
                    longest = longest.max(delay(value));
                    groups.each(ours, |list| list.delay = list.delay.max(longest));
                }
                Line::Sitemap(_) | Line::Other => (),
            }
        }
        groups.named.or(groups.all).map(RuleList::into_rules).unwrap_or_default()
    }

    /// Returns whether a path may be fetched: path and query of a URI, without the fragment.
    ///
    /// The longest pattern that matches decides; of equally long ones the one that allows.
    /// `/robots.txt` itself is always allowed.
    pub fn verdict(&self, path_and_query: &[u8]) -> RobotsVerdict {
        let path = Path::new(path_and_query);
        let rule = match path.is_robots_txt() {
            true => None,
            false => self.rules.iter().find(|rule| rule.pattern(&self.text).matches(&path)),
        };
        let line = |rule: &RuleSpan| String::from_utf8_lossy(&self.text[range(rule.line)]);
        RobotsVerdict {
            allowed: rule.is_none_or(|rule| rule.allow),
            rule: rule.map(|rule| line(rule).into_owned()),
        }
    }

    /// Time to wait between requests, at most a day; `None` if the file does not ask for one.
    pub fn crawl_delay(&self) -> Option<Duration> {
        self.delay
    }

    /// Whether there is no rule at all.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// Number of bytes in memory.
    pub fn size(&self) -> usize {
        self.text.len() + size_of_val(&*self.rules)
    }
}
