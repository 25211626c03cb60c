//! Lists of hosts: hosts files, the lines of Adblock lists that name a whole host, and a host in each line.
//!
//! ```text
//! 0.0.0.0 ads.example.com tracker.example.com   # a hosts file: exactly these hosts
//! ||ads.example.net^$third-party                ! Adblock: the host and all below it
//! @@||good.ads.example.net^                     ! Adblock: an exception
//! ads.example.org                               # a host and all below it
//! ```
//!
//! Lines of Adblock lists that are about parts of pages, paths or patterns say nothing about hosts; they are counted as
//! such. Lines that cannot be read are counted, and the first of them are told.

use super::{FilterAnswer, FilterPage, PageFilter};
use std::collections::HashSet;
use std::io::Read;
use std::path::{Path, PathBuf};
use stodola_durable::PathError;

/// Most bytes of a file that are read.
const FILE_MAX: u64 = 64 << 20;
/// The longest line that is looked at.
const LINE_MAX: usize = 4096;
/// Most lines that are told.
const TOLD_MAX: usize = 10;

/// Options of Adblock that leave a rule about a host as a whole. Pages are documents of their own, so rules for other
/// kinds of documents do not matter here; those that name a kind are counted as being about something else.
const OPTIONS: [&str; 8] =
    ["third-party", "3p", "important", "all", "document", "doc", "popup", "match-case"];

/// Hosts that are not wanted, and exceptions.
#[derive(Clone, Debug, Default)]
pub struct HostList {
    /// Exactly these.
    exact: HashSet<Box<str>>,
    /// These and all below them.
    trees: HashSet<Box<str>>,
    /// These and all below them are wanted all the same.
    kept: HashSet<Box<str>>,
}

/// What was found in a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HostListReport {
    /// The file.
    pub path: PathBuf,
    /// Hosts that are not wanted.
    pub hosts: u64,
    /// Exceptions.
    pub exceptions: u64,
    /// Rules that are about something else than a host.
    pub others: u64,
    /// Lines that could not be read.
    pub wrong: u64,
    /// The numbers of the first of them, from 1.
    pub wrong_lines: Vec<u64>,
    /// Whether the file is longer than is read.
    pub is_cut: bool,
}

enum Line<'a> {
    Nothing,
    Exact(Vec<&'a str>),
    Tree(&'a str),
    Keep(&'a str),
    Other,
    Wrong,
}

impl HostList {
    /// Adds the lines of a file.
    pub fn read_file(&mut self, path: &Path) -> Result<HostListReport, PathError> {
        let failed = PathError::new("read", path);
        let mut bytes = Vec::new();
        let file = std::fs::File::open(path).map_err(PathError::new("open", path))?;
        file.take(FILE_MAX + 1).read_to_end(&mut bytes).map_err(failed)?;
        let is_cut = bytes.len() as u64 > FILE_MAX;
        if is_cut {
            // Half a line at the end would be another host.
            let whole = bytes.iter().rposition(|byte| *byte == b'\n').unwrap_or(0);
            bytes.truncate(whole);
        }
        Ok(HostListReport { path: path.to_owned(), is_cut, ..self.read(&bytes) })
    }

    /// Adds the lines of a list.
    pub fn read(&mut self, bytes: &[u8]) -> HostListReport {
        let mut report = HostListReport::default();
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        for (number, line) in (1..).zip(bytes.split(|byte| *byte == b'\n')) {
            let text = std::str::from_utf8(line).ok().filter(|it| it.len() <= LINE_MAX);
            let added = match text.map_or(Line::Wrong, understood) {
                Line::Nothing => Some(()),
                Line::Other => {
                    report.others += 1;
                    Some(())
                }
                Line::Exact(names) => names.into_iter().try_for_each(|name| {
                    self.exact.insert(HostList::name(name)?.into());
                    report.hosts += 1;
                    Some(())
                }),
                Line::Tree(name) => HostList::name(name).map(|name| {
                    self.trees.insert(name.into());
                    report.hosts += 1;
                }),
                Line::Keep(name) => HostList::name(name).map(|name| {
                    self.kept.insert(name.into());
                    report.exceptions += 1;
                }),
                Line::Wrong => None,
            };
            if added.is_none() {
                report.wrong += 1;
                if report.wrong_lines.len() < TOLD_MAX {
                    report.wrong_lines.push(number);
                }
            }
        }
        report
    }

    /// Adds hosts, and hosts that are wanted all the same, each with all below it.
    pub(super) fn add(&mut self, hosts: Vec<String>, keep: Vec<String>) {
        self.trees.extend(hosts.into_iter().map(Into::into));
        self.kept.extend(keep.into_iter().map(Into::into));
    }

    /// The entry that a host is on the list for; `None` if it is wanted.
    pub fn find(&self, host: &str) -> Option<&str> {
        let host = host.trim_end_matches('.');
        let above =
            || std::iter::successors(Some(host), |name| name.split_once('.').map(|it| it.1));
        if above().any(|name| self.kept.contains(name)) {
            return None;
        }
        let exact = self.exact.get(host);
        exact.or_else(|| above().find_map(|name| self.trees.get(name))).map(|it| &**it)
    }

    /// A host as it stands in normalised addresses; `None` if a text is none.
    pub(super) fn name(text: &str) -> Option<String> {
        let text = text.trim_end_matches('.');
        let is_fine = |it: char| it.is_alphanumeric() || matches!(it, '.' | '-' | '_');
        if text.is_empty() || text.len() > 253 || !text.chars().all(is_fine) {
            return None;
        }
        // Letters of other alphabets become what addresses have for them.
        let address = stodola_uri::normalise(format!("http://{text}/").as_bytes());
        let host = stodola_uri::host(&address)?.into_owned();
        let has_labels = host.split('.').all(|label| (1..=63).contains(&label.len()));
        (has_labels && host.is_ascii()).then_some(host)
    }
}

/// What a line says.
fn understood(line: &str) -> Line<'_> {
    let line = line.trim();
    if line.is_empty()
        || line.starts_with(['!', '#']) && !line.starts_with("##")
        || line.starts_with('[')
    {
        return Line::Nothing;
    }
    if let Some(rule) = line.strip_prefix("@@") {
        return adblock(rule).map_or(Line::Other, Line::Keep);
    }
    let is_rule = line.starts_with([
        '|', '/', '.', '-', '&', '?', '*', ':', '_', '^', '=', '+', '~', ',', ';', '@', '%',
    ]) || ["##", "#@#", "#?#", "#$#", "$", "^", "*", "/", "|", "="]
        .iter()
        .any(|it| line.contains(it));
    let before_comment = line.split_once(" #").map_or(line, |it| it.0).trim_end();
    let mut words = before_comment.split_ascii_whitespace();
    let Some(first) = words.next() else { return Line::Nothing };
    // An address that stands alone is wrong, so an address always has names behind it.
    if first.parse::<std::net::IpAddr>().is_ok() || first.contains("%") && first.contains(':') {
        let names: Vec<&str> = words.filter(|name| !is_own(name)).collect();
        let is_alone = before_comment.split_ascii_whitespace().nth(1).is_none();
        return if is_alone { Line::Wrong } else { Line::Exact(names) };
    }
    if is_rule {
        return adblock(line).map_or(Line::Other, Line::Tree);
    }
    match words.next() {
        None => Line::Tree(first),
        Some(_) => Line::Wrong,
    }
}

/// The host of a rule like `||example.com^$third-party`.
fn adblock(rule: &str) -> Option<&str> {
    let rule = rule.strip_prefix("||")?;
    let (rule, options) = rule.split_once('$').unwrap_or((rule, ""));
    let is_general = options.is_empty() || options.split(',').all(|it| OPTIONS.contains(&it));
    let host = rule.strip_suffix("^|").or_else(|| rule.strip_suffix('^')).unwrap_or(rule);
    let is_host = !host.is_empty() && !host.contains(['/', '*', '^', '|', '?', '=', ':']);
    (is_general && is_host).then_some(host)
}

/// Names of the own machine, which hosts files begin with.
fn is_own(name: &str) -> bool {
    let is_word = matches!(name, "localhost" | "local" | "broadcasthost" | "localhost.localdomain");
    is_word || name.starts_with("ip6-") || name.parse::<std::net::IpAddr>().is_ok()
}

/// Drops pages of listed hosts.
pub(super) struct HostFilter {
    list: HostList,
}

impl HostFilter {
    pub(super) fn new(list: HostList) -> HostFilter {
        HostFilter { list }
    }
}

impl PageFilter for HostFilter {
    fn name(&self) -> &str {
        "hosts"
    }

    fn judge(&mut self, page: &FilterPage<'_>) -> FilterAnswer {
        match self.list.find(page.host) {
            None => FilterAnswer::Keep,
            Some(entry) => {
                FilterAnswer::Drop { reason: format!("the list of hosts has '{entry}'") }
            }
        }
    }
}
