//! The rules of a `robots.txt` for one robot.

use std::cmp::Reverse;
use std::sync::Arc;
use std::time::Duration;

use super::Rule;
use super::pattern::Path;

/// The rules for one robot. Cheap to clone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    /// The rules, longest pattern first, of equal ones those that allow first: so the first that matches decides.
    rules: Arc<[Rule]>,
    delay: Option<Duration>,
}

/// Whether a path may be fetched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RobotsVerdict {
    /// Whether the path may be fetched.
    pub allowed: bool,
    /// The line that decided, as written; `None` if no line matches the path.
    pub rule: Option<String>,
}

impl Rules {
    pub(super) fn new(mut rules: Vec<Rule>, delay: Option<Duration>) -> Rules {
        rules.sort_by_key(|rule| (Reverse(rule.pattern.length()), !rule.allow));
        Rules { rules: rules.into(), delay }
    }

    /// Returns whether a path may be fetched: path and query of a URI, without the fragment.
    ///
    /// The longest pattern that matches decides; of equally long ones the one that allows.
    /// `/robots.txt` itself is always allowed.
    pub fn verdict(&self, path_and_query: &[u8]) -> RobotsVerdict {
        let path = Path::new(path_and_query);
        let rule = match path.is_robots_txt() {
            true => None,
            false => self.rules.iter().find(|rule| rule.pattern.matches(&path)),
        };
        RobotsVerdict {
            allowed: rule.is_none_or(|rule| rule.allow),
            rule: rule.map(|rule| rule.line.to_string()),
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
}
