//! The form of a `pack.toml`, and its validation.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use regex::{Regex, RegexBuilder};
use serde::Deserialize;
use toml::Spanned;

use crate::criterion::CRITERIA;
use crate::error::Error;
use crate::pack::list::{self, Entry};
use crate::pack::{Pack, ReadFile, at};
use crate::probability::Logistic;
use crate::rule::{NationRule, RuleProblem};

/// Maximum number of points for one find. More would make all others pointless.
const MAX_POINTS: i64 = 1000;
/// Maximum number of points of a criterion.
const MAX_CAP: i64 = 1_000_000;
/// Maximum memory of a compiled pattern in bytes; a larger one is refused.
const MAX_PATTERN: usize = 1 << 20;
/// Maximum number of patterns of addresses.
const MAX_URL_PATTERNS: usize = 64;
/// Threshold of packs that have no probability.
const USUAL_THRESHOLD: f64 = 0.5;
/// Confidence of packs that name none.
const USUAL_CONFIDENCE: f64 = 0.8;

/// What decides whether a page is valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Decide {
    Points,
    Probability,
    Rule,
}

/// The points of a criterion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Scale {
    pub(crate) is_used: bool,
    /// Points for each valid element; may be negative.
    pub(crate) points: i64,
    /// Maximum of the absolute value for all elements.
    pub(crate) cap: i64,
    /// Number of valid elements from which on a page is not valid, whatever else it has.
    pub(crate) veto: Option<u64>,
}

impl Scale {
    pub(crate) fn points_for(&self, valid: u64) -> i64 {
        let valid = i64::try_from(valid).unwrap_or(i64::MAX);
        self.points.saturating_mul(valid).clamp(-self.cap, self.cap)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    name: String,
    title: String,
    language: Spanned<String>,
    #[serde(default)]
    #[allow(dead_code, reason = "said to people, and to `stodola pack build`")]
    neighbours: Vec<String>,
    countries: Spanned<Vec<String>>,
    domains: Spanned<Vec<String>>,
    minimum: Option<Spanned<i64>>,
    decide: Spanned<Decide>,
    rule: Option<Spanned<String>>,
    email: Option<EmailTable>,
    #[serde(default)]
    phone: PhoneTable,
    #[serde(default)]
    url: UrlTable,
    identification: Option<Identification>,
    criteria: BTreeMap<Spanned<String>, Worth>,
    probability: Option<Probability>,
    #[serde(default)]
    lists: Lists,
    #[serde(default)]
    #[allow(dead_code, reason = "where the data are from, for people")]
    data: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EmailTable {
    pattern: Spanned<String>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct PhoneTable {
    home: Option<Spanned<String>>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct UrlTable {
    #[serde(default)]
    patterns: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Identification {
    confidence: Spanned<f64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Worth {
    #[serde(rename = "use", default = "yes")]
    is_used: bool,
    points: Spanned<i64>,
    cap: Spanned<i64>,
    veto: Option<Spanned<i64>>,
}

fn yes() -> bool {
    true
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Probability {
    threshold: Spanned<f64>,
    bias: Spanned<f64>,
    weights: BTreeMap<Spanned<String>, [f64; 2]>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Lists {
    words: Option<Spanned<String>>,
    places: Option<Spanned<String>>,
    sites: Option<Spanned<String>>,
    forbidden_words: Option<Spanned<String>>,
    forbidden_links: Option<Spanned<String>>,
    names: Option<Spanned<String>>,
    vulgar_words: Option<Spanned<String>>,
    pornographic_words: Option<Spanned<String>>,
    racist_words: Option<Spanned<String>>,
    offensive_sites: Option<Spanned<String>>,
    url_words: Option<Spanned<String>>,
}

/// Reads and validates the pack in a folder.
pub(super) fn read(folder: &Path, read_file: &ReadFile<'_>) -> Result<Pack, Error> {
    let path = folder.join("pack.toml");
    let text = read_file(&path)?;
    let source = Source { folder, path: &path, text: &text, read_file };
    let file: File = toml::from_str(&text).map_err(|error| {
        source.error(error.span().unwrap_or_default(), error.message().replace('\n', ", "))
    })?;
    source.pack(file)
}

struct Source<'a> {
    folder: &'a Path,
    path: &'a Path,
    text: &'a str,
    read_file: &'a ReadFile<'a>,
}

impl Source<'_> {
    fn error(&self, span: Range<usize>, problem: impl Into<String>) -> Error {
        at(self.path, self.line(span.start), problem)
    }

    /// Returns the number of the line, from 1, that a byte is in.
    fn line(&self, offset: usize) -> usize {
        let before = &self.text.as_bytes()[..offset.min(self.text.len())];
        1 + before.iter().filter(|byte| **byte == b'\n').count()
    }

    fn pack(&self, file: File) -> Result<Pack, Error> {
        if let Some(minimum) = &file.minimum {
            self.in_range(minimum, -MAX_CAP..=MAX_CAP, "minimum")?;
        }
        if let Some(table) = &file.identification {
            self.share(&table.confidence, "confidence")?;
        }
        if let Some(table) = &file.probability {
            self.share(&table.threshold, "threshold")?;
        }
        if !file.language.get_ref().chars().all(|c| c.is_ascii_lowercase()) {
            let language = file.language.get_ref();
            return Err(self.error(
                file.language.span(),
                format!("'{language}' is not a language code; give an ISO 639 code such as 'cs'"),
            ));
        }
        self.has_what_decides(&file)?;
        let lists = &file.lists;
        Ok(Pack {
            email: file.email.as_ref().map(|table| self.pattern(&table.pattern)).transpose()?,
            home_number: self.home_number(&file.phone)?,
            url_patterns: self.url_patterns(&file.url)?,
            scales: self.scales(&file.criteria)?,
            logistic: self.logistic(file.probability.as_ref())?,
            expression: self.expression(&file)?,
            countries: self.countries(&file.countries)?,
            domains: self.domains(&file.domains)?,
            words: self.list(lists.words.as_ref())?,
            places: self.list(lists.places.as_ref())?,
            sites: self.hosts(lists.sites.as_ref())?,
            forbidden_words: self.list(lists.forbidden_words.as_ref())?,
            forbidden_links: self.hosts(lists.forbidden_links.as_ref())?,
            names: self.list(lists.names.as_ref())?,
            vulgar_words: self.list(lists.vulgar_words.as_ref())?,
            pornographic_words: self.list(lists.pornographic_words.as_ref())?,
            racist_words: self.list(lists.racist_words.as_ref())?,
            offensive_sites: self.hosts(lists.offensive_sites.as_ref())?,
            url_words: self.list(lists.url_words.as_ref())?,
            minimum: file.minimum.map_or(i64::MAX, Spanned::into_inner),
            confidence: file.identification.map_or(USUAL_CONFIDENCE, |it| *it.confidence.get_ref()),
            threshold: file.probability.map_or(USUAL_THRESHOLD, |it| *it.threshold.get_ref()),
            decide: file.decide.into_inner(),
            language: file.language.into_inner(),
            name: file.name,
            title: file.title,
        })
    }

    /// Whether the pack has what it decides by.
    fn has_what_decides(&self, file: &File) -> Result<(), Error> {
        let (is_there, lacks) = match file.decide.get_ref() {
            Decide::Points => (file.minimum.is_some(), "minimum"),
            Decide::Probability => (file.probability.is_some(), "[probability]"),
            Decide::Rule => (file.rule.is_some(), "rule"),
        };
        match is_there {
            true => Ok(()),
            false => Err(self.error(file.decide.span(), format!("the pack has no '{lacks}'"))),
        }
    }

    /// Reads the pack's own rule, also if it does not decide. Its criteria must have a line in the pack.
    fn expression(&self, file: &File) -> Result<Option<NationRule>, Error> {
        let Some(rule) = &file.rule else { return Ok(None) };
        let parsed = NationRule::parse(rule.get_ref()).map_err(|wrong| {
            let RuleProblem { offset, problem } = wrong;
            // The text behind the quotation marks; a line end directly behind three of them does not belong to it.
            let written = self.text.get(rule.span()).unwrap_or_default();
            let is_long = written.starts_with("\"\"\"") || written.starts_with("'''");
            let inner = written.trim_start_matches(['"', '\'']);
            let first_line = usize::from(is_long && inner.starts_with(['\n', '\r']));
            let before = rule.get_ref().get(..offset).unwrap_or_default();
            let line = self.line(rule.span().start) + first_line + before.matches('\n').count();
            at(self.path, line, problem)
        })?;
        for number in parsed.criteria() {
            let name = CRITERIA.get(number).map_or("", |known| known.name);
            if !file.criteria.keys().any(|it| it.get_ref() == name) {
                let problem = format!("the rule names '{name}', which [criteria] does not have");
                return Err(self.error(rule.span(), problem));
            }
        }
        Ok(Some(parsed))
    }

    fn url_patterns(&self, table: &UrlTable) -> Result<Vec<Regex>, Error> {
        if let Some(more) = table.patterns.get(MAX_URL_PATTERNS) {
            let problem = format!("more than {MAX_URL_PATTERNS} patterns of addresses");
            return Err(self.error(more.span(), problem));
        }
        table.patterns.iter().map(|pattern| self.pattern(pattern)).collect()
    }

    fn in_range(
        &self,
        value: &Spanned<i64>,
        range: std::ops::RangeInclusive<i64>,
        what: &str,
    ) -> Result<i64, Error> {
        let number = *value.get_ref();
        if range.contains(&number) {
            return Ok(number);
        }
        let (low, high) = (range.start(), range.end());
        let problem = format!("{what} '{number}' is out of range; give {low} to {high}");
        Err(self.error(value.span(), problem))
    }

    fn share(&self, value: &Spanned<f64>, what: &str) -> Result<(), Error> {
        let number = *value.get_ref();
        if (0.0..=1.0).contains(&number) {
            return Ok(());
        }
        let problem = format!("{what} '{number}' is out of range; give 0 to 1");
        Err(self.error(value.span(), problem))
    }

    fn pattern(&self, pattern: &Spanned<String>) -> Result<Regex, Error> {
        compile(pattern.get_ref()).map_err(|problem| self.error(pattern.span(), problem))
    }

    fn home_number(&self, table: &PhoneTable) -> Result<Option<Regex>, Error> {
        let Some(home) = &table.home else { return Ok(None) };
        let pattern = self.pattern(home)?;
        // `captures_len` also counts the whole match.
        if pattern.captures_len() != 2 {
            let problem = "the pattern must have exactly one group, the number: 'tel ([0-9]{9})'";
            return Err(self.error(home.span(), problem));
        }
        Ok(Some(pattern))
    }

    fn scales(&self, criteria: &BTreeMap<Spanned<String>, Worth>) -> Result<Vec<Scale>, Error> {
        if let Some(unknown) = criteria.keys().find(|name| !is_known(name.get_ref())) {
            return Err(self.error(unknown.span(), no_criterion(unknown.get_ref())));
        }
        CRITERIA
            .iter()
            .map(|known| {
                let named = criteria.iter().find(|(name, _)| name.get_ref() == known.name);
                let Some((_, worth)) = named else {
                    return Ok(Scale { is_used: false, points: 0, cap: 0, veto: None });
                };
                let points = self.in_range(&worth.points, -MAX_POINTS..=MAX_POINTS, "points")?;
                let cap = self.in_range(&worth.cap, 0..=MAX_CAP, "cap")?;
                let veto = match &worth.veto {
                    Some(veto) => Some(self.in_range(veto, 1..=MAX_CAP, "veto")?.unsigned_abs()),
                    None => None,
                };
                Ok(Scale { is_used: worth.is_used, points, cap, veto })
            })
            .collect()
    }

    fn logistic(&self, table: Option<&Probability>) -> Result<Logistic, Error> {
        let Some(table) = table else {
            return Ok(Logistic { bias: 0.0, weights: vec![[0.0; 2]; CRITERIA.len()] });
        };
        let is_sound = |number: f64| number.is_finite() && number.abs() <= 1000.0;
        if !is_sound(*table.bias.get_ref()) {
            return Err(self.error(table.bias.span(), "bias is out of range; give -1000 to 1000"));
        }
        for (name, weights) in &table.weights {
            if !is_known(name.get_ref()) {
                return Err(self.error(name.span(), no_criterion(name.get_ref())));
            }
            if !weights.iter().all(|weight| is_sound(*weight)) {
                return Err(self.error(name.span(), "weight is out of range; give -1000 to 1000"));
            }
        }
        let weights = CRITERIA.iter().map(|known| {
            let named = table.weights.iter().find(|(name, _)| name.get_ref() == known.name);
            named.map_or([0.0; 2], |(_, weights)| *weights)
        });
        Ok(Logistic { bias: *table.bias.get_ref(), weights: weights.collect() })
    }

    fn list(&self, name: Option<&Spanned<String>>) -> Result<Vec<Entry>, Error> {
        self.list_of(name, false)
    }

    /// Reads a list beside the `pack.toml`. Its name must not lead out of the folder, because packs are passed on.
    fn list_of(
        &self,
        name: Option<&Spanned<String>>,
        is_of_hosts: bool,
    ) -> Result<Vec<Entry>, Error> {
        let Some(name) = name else { return Ok(Vec::new()) };
        let file = name.get_ref();
        if file.is_empty() || file.contains(['/', '\\']) || file.starts_with('.') {
            let problem =
                format!("'{file}' is not a file name in this folder; give a name without '/'");
            return Err(self.error(name.span(), problem));
        }
        let path = self.folder.join(file);
        let text = (self.read_file)(&path)?;
        match is_of_hosts {
            true => list::hosts(&path, &text),
            false => list::entries(&path, &text),
        }
    }

    fn hosts(&self, name: Option<&Spanned<String>>) -> Result<Vec<Entry>, Error> {
        self.list_of(name, true)
    }

    fn countries(&self, countries: &Spanned<Vec<String>>) -> Result<Vec<String>, Error> {
        let is_code =
            |code: &&String| code.len() == 2 && code.bytes().all(|b| b.is_ascii_alphabetic());
        if let Some(wrong) = countries.get_ref().iter().find(|code| !is_code(code)) {
            let problem =
                format!("'{wrong}' is not a country code; give an ISO 3166 code such as 'CZ'");
            return Err(self.error(countries.span(), problem));
        }
        Ok(countries.get_ref().iter().map(|code| code.to_ascii_uppercase()).collect())
    }

    fn domains(&self, domains: &Spanned<Vec<String>>) -> Result<Vec<String>, Error> {
        let clean = |domain: &String| domain.trim_matches('.').to_ascii_lowercase();
        let domains_: Vec<String> = domains.get_ref().iter().map(clean).collect();
        if domains_.iter().any(String::is_empty) {
            return Err(self.error(domains.span(), "a domain is empty; give one such as 'cz'"));
        }
        Ok(domains_)
    }
}

fn is_known(name: &str) -> bool {
    CRITERIA.iter().any(|known| known.name == name)
}

fn no_criterion(name: &str) -> String {
    let known: Vec<_> = CRITERIA.iter().map(|known| known.name).collect();
    format!("there is no criterion '{name}'; known: {}", known.join(", "))
}

/// Compiles a pattern that ignores case; the error is one line.
pub(crate) fn compile(pattern: &str) -> Result<Regex, String> {
    RegexBuilder::new(pattern).case_insensitive(true).size_limit(MAX_PATTERN).build().map_err(
        |error| {
            let text = error.to_string();
            let reason = text.lines().last().unwrap_or_default().trim_start_matches("error: ");
            format!("invalid pattern '{pattern}': {reason}")
        },
    )
}
