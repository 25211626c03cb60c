//! The configuration of WebAnalyzer, `webanalyzer.properties`, taken over whole.
//!
//! Two generations of keys are in use, `webanalyzer.emailsearcher.point` and `webanalyzer.searcher.email.point`, and
//! two names of the patterns, `regexp` and `regex`; with or without `cz.webarchiv.` before them, in upper or lower
//! case. These settings replace the criteria and points of the pack: every find counts each time, there is no maximum,
//! and the sum decides.
//!
//! A value that is not allowed is an error with file and line. What has no effect here, or another one than its author
//! may expect, is a [`PropertyNotice`]: nothing of the file is passed over silently.

mod file;
mod pattern;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use regex::Regex;

use self::file::PropertyLine;
use self::pattern::{Against, from_java};
use crate::error::Error;
use crate::pack::{BUILT_IN, Entry, Pack, Scale};

/// Range of points that WebAnalyzer allowed for a find.
const POINTS: RangeInclusive<i64> = 0..=10;
const DEPTH: RangeInclusive<i64> = 0..=1_000_000;
/// Range of a `long` of Java.
const LONG: RangeInclusive<i64> = i64::MIN..=i64::MAX;
/// Minimum of points that WebAnalyzer used in its study, unless configured.
const MIN_POINTS: i64 = 200;
const MAX_SIZE: u64 = 1 << 20;
/// Maximum length in characters of a value in a notice.
const MAX_SHOWN: usize = 80;

/// An imported configuration.
#[derive(Clone, Debug)]
pub struct Properties {
    /// Number of points from which on a page is valid.
    pub min_points: i64,
    /// Depth to which links of a valid page are archived; `None` if it is not set.
    pub depth: Option<u32>,
    /// What has no effect, or one that the author may not expect, in the order of the file.
    pub notices: Vec<PropertyNotice>,
    pub(crate) country: Option<String>,
    pub(crate) email: Option<Regex>,
    pub(crate) phone: Option<Regex>,
    pub(crate) language_tag: Option<Regex>,
    /// The dictionary that is named, and where.
    dictionary: Option<(usize, String)>,
    path: PathBuf,
    searchers: [Searcher; 5],
}

/// Something in a configuration that people have to be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PropertyNotice {
    /// Number of the line, from 1.
    pub line: usize,
    /// The key as it is written.
    pub key: String,
    /// The value, cut if it is long.
    pub value: String,
    /// What is to be told of it.
    pub kind: PropertyNoticeKind,
}

/// What is to be told of a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PropertyNoticeKind {
    /// WebAnalyzer has no such key; the setting is ignored.
    Unknown,
    /// The same setting is made again further down; this one is ignored.
    Replaced,
    /// The criterion is switched on but has no points, so it counts nothing.
    NoPoints,
    /// The criterion has points or a pattern but is switched off.
    SwitchedOff,
    /// The pattern ends with a blank, which has to be found too.
    BlankAtEnd,
}

/// A kind of evidence that WebAnalyzer could search for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Geo = 0,
    Dictionary = 1,
    Email = 2,
    Phone = 3,
    LanguageTag = 4,
}

#[derive(Clone, Copy, Debug, Default)]
struct Searcher {
    is_used: Option<bool>,
    points: Option<i64>,
}

/// A setting, whatever its key is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Setting {
    MinPoints,
    Depth,
    DictionaryLanguage,
    Use(u8),
    Points(u8),
    Pattern(u8),
    Country,
}

impl Kind {
    fn from_name(name: &str) -> Option<Kind> {
        Some(match name {
            "geoip" => Kind::Geo,
            "dictionary" => Kind::Dictionary,
            "email" => Kind::Email,
            "phone" => Kind::Phone,
            "htmllang" => Kind::LanguageTag,
            _ => return None,
        })
    }

    fn of_criterion(name: &str) -> Option<Kind> {
        Some(match name {
            "server" => Kind::Geo,
            "dictionary" => Kind::Dictionary,
            "email" => Kind::Email,
            "phone" => Kind::Phone,
            "language-tag" => Kind::LanguageTag,
            _ => return None,
        })
    }
}

impl Properties {
    /// Reads a file. An error if it cannot be read or a value is not valid.
    pub fn open(path: &Path) -> Result<Properties, Error> {
        let unreadable = |source| Error::Read { path: path.to_owned(), source };
        let size = std::fs::metadata(path).map_err(unreadable)?.len();
        if size > MAX_SIZE {
            let problem = format!("the file is too large ({size} bytes)");
            return Err(Error::At { path: path.to_owned(), line: 1, problem });
        }
        Properties::parse(path, &std::fs::read(path).map_err(unreadable)?)
    }

    /// Parses the text of a file; the path is used in error messages.
    pub fn parse(path: &Path, bytes: &[u8]) -> Result<Properties, Error> {
        let at = |line, problem| Error::At { path: path.to_owned(), line, problem };
        let lines = file::lines(bytes).map_err(|(line, problem)| at(line, problem))?;
        let mut out = Properties {
            min_points: MIN_POINTS,
            depth: None,
            notices: Vec::new(),
            country: None,
            email: None,
            phone: None,
            language_tag: None,
            dictionary: None,
            path: path.to_owned(),
            searchers: Default::default(),
        };
        // The last line of a setting counts, as in Java.
        let settings: Vec<Option<Setting>> = lines.iter().map(|it| setting_of(&it.key)).collect();
        let last: HashMap<Setting, usize> = settings
            .iter()
            .zip(&lines)
            .filter_map(|(it, line)| Some((*it.as_ref()?, line.number)))
            .collect();
        for (setting, line) in settings.into_iter().zip(&lines) {
            let Some(setting) = setting else {
                out.note(line, PropertyNoticeKind::Unknown);
                continue;
            };
            if last.get(&setting) != Some(&line.number) {
                out.note(line, PropertyNoticeKind::Replaced);
                continue;
            }
            out.set(setting, line).map_err(|problem| at(line.number, problem))?;
        }
        out.note_switches(&lines);
        out.notices.sort_by_key(|notice| notice.line);
        Ok(out)
    }

    /// Returns the points of a criterion in this configuration.
    pub(crate) fn scale(&self, criterion: &str) -> Scale {
        let searcher = Kind::of_criterion(criterion).map(|kind| self.searchers[kind as usize]);
        let searcher = searcher.unwrap_or_default();
        // Files of the first generation have no flags: a criterion with points is used.
        let is_used = searcher.is_used.unwrap_or(searcher.points.is_some());
        Scale { is_used, points: searcher.points.unwrap_or(0), cap: i64::MAX, veto: None }
    }

    /// Whether the source of pages is searched, not only their text.
    pub(crate) fn reads_source(&self) -> bool {
        self.language_tag.is_some() && self.scale("language-tag").is_used
    }

    /// Returns the words of the dictionary that the configuration names, if they are not those of the pack; the error
    /// says that nobody has them.
    pub(crate) fn words(&self, pack: &Pack) -> Result<Option<Vec<Entry>>, Error> {
        let Some((line, wanted)) = &self.dictionary else { return Ok(None) };
        let is_of = |pack: &Pack| {
            let codes = pack.countries.iter().chain([&pack.name, &pack.language]);
            codes.into_iter().any(|code| code.eq_ignore_ascii_case(wanted))
        };
        if is_of(pack) || !self.scale("dictionary").is_used {
            return Ok(None);
        }
        for name in BUILT_IN {
            let other = Pack::open(name)?;
            if is_of(&other) {
                return Ok(Some(other.words));
            }
        }
        let problem = format!(
            "there is no dictionary '{wanted}': the pack is '{}', and the built-in ones are {}; give a pack with \
             --pack",
            pack.name,
            BUILT_IN.join(", ")
        );
        Err(Error::At { path: self.path.clone(), line: *line, problem })
    }

    fn note(&mut self, line: &PropertyLine, kind: PropertyNoticeKind) {
        let value = line.value.chars().take(MAX_SHOWN).collect();
        let key = line.key.chars().take(MAX_SHOWN).collect();
        self.notices.push(PropertyNotice { line: line.number, key, value, kind });
    }

    /// Notes criteria that are used without points, and settings of criteria that are not used.
    fn note_switches(&mut self, lines: &[PropertyLine]) {
        for line in lines {
            match setting_of(&line.key) {
                Some(Setting::Use(kind)) => {
                    let Searcher { is_used, points } = self.searchers[usize::from(kind)];
                    let has_pattern = lines.iter().any(|it| {
                        matches!(setting_of(&it.key), Some(Setting::Pattern(of)) if of == kind)
                    });
                    match (is_used, points.unwrap_or(0)) {
                        (Some(true), 0) => self.note(line, PropertyNoticeKind::NoPoints),
                        (Some(false), points) if points > 0 || has_pattern => {
                            self.note(line, PropertyNoticeKind::SwitchedOff);
                        }
                        _ => {}
                    }
                }
                Some(Setting::Pattern(_)) if line.value.ends_with([' ', '\t']) => {
                    self.note(line, PropertyNoticeKind::BlankAtEnd);
                }
                _ => {}
            }
        }
    }

    /// Applies one setting; the error says what is wrong with the value.
    fn set(&mut self, setting: Setting, line: &PropertyLine) -> Result<(), String> {
        let PropertyLine { key, value, number: at } = line;
        let trimmed = value.trim();
        match setting {
            Setting::MinPoints => self.min_points = number(key, trimmed, LONG)?,
            Setting::Depth => self.depth = u32::try_from(number(key, trimmed, DEPTH)?).ok(),
            Setting::DictionaryLanguage => self.dictionary = Some((*at, trimmed.to_owned())),
            Setting::Use(kind) => {
                self.searchers[usize::from(kind)].is_used = Some(switch(key, trimmed)?);
            }
            Setting::Points(kind) => {
                self.searchers[usize::from(kind)].points = Some(number(key, trimmed, POINTS)?);
            }
            Setting::Country => {
                if trimmed.len() != 2 || !trimmed.bytes().all(|b| b.is_ascii_alphabetic()) {
                    return Err(format!(
                        "{key} '{trimmed}' is not a country code; give two letters such as 'CZ'"
                    ));
                }
                self.country = Some(trimmed.to_ascii_uppercase());
            }
            Setting::Pattern(kind) => {
                let named = |problem| format!("{key}: {problem}");
                if value.is_empty() {
                    return Err(named("the pattern is empty".to_owned()));
                }
                if kind == Kind::Email as u8 {
                    self.email = Some(from_java(value, Against::Address).map_err(named)?);
                } else if kind == Kind::Phone as u8 {
                    self.phone = Some(from_java(value, Against::Text).map_err(named)?);
                } else {
                    self.language_tag = Some(from_java(value, Against::Text).map_err(named)?);
                }
            }
        }
        Ok(())
    }
}

/// Returns the setting of a key; `None` if WebAnalyzer has no such key.
fn setting_of(key: &str) -> Option<Setting> {
    let key = key.to_lowercase();
    let key = key.strip_prefix("cz.webarchiv.").unwrap_or(&key);
    let key = key.strip_prefix("webanalyzer.")?;
    match key {
        "urlanalyzer.min.valid.points" => return Some(Setting::MinPoints),
        "urlanalyzer.depth.toarchive" => return Some(Setting::Depth),
        "manager.dictionary.language" | "dictionarymanager.language" | "dictionary.language" => {
            return Some(Setting::DictionaryLanguage);
        }
        _ => {}
    }
    let (searcher, setting) = key.rsplit_once('.')?;
    let name = searcher.strip_prefix("searcher.").or_else(|| searcher.strip_suffix("searcher"))?;
    let kind = Kind::from_name(name)?;
    let number = kind as u8;
    match (setting, kind) {
        ("point", _) => Some(Setting::Points(number)),
        ("use", _) => Some(Setting::Use(number)),
        ("countrycode", Kind::Geo) => Some(Setting::Country),
        ("regex" | "regexp", Kind::Email | Kind::Phone | Kind::LanguageTag) => {
            Some(Setting::Pattern(number))
        }
        _ => None,
    }
}

fn number(key: &str, value: &str, range: RangeInclusive<i64>) -> Result<i64, String> {
    let (low, high) = (range.start(), range.end());
    match value.parse::<i64>() {
        Ok(number) if range.contains(&number) => Ok(number),
        Ok(_) => Err(format!("{key} '{value}' is out of range; give {low} to {high}")),
        Err(_) => Err(format!("{key} '{value}' is not a number; give {low} to {high}")),
    }
}

fn switch(key: &str, value: &str) -> Result<bool, String> {
    match value {
        "1" => Ok(true),
        "0" => Ok(false),
        _ => Err(format!("{key} '{value}' is neither 0 nor 1")),
    }
}
