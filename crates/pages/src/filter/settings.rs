//! Settings of filters, as they stand in `job.toml`. Unknown keys are refused.

use super::built_in::{LanguageFilter, PatternFilter, SizeFilter, TypeFilter};
use super::hosts::{HostFilter, HostList};
use super::program::ProgramFilter;
use super::{HostListReport, PageFilter};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use stodola_durable::PathError;

/// One filter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum FilterSettings {
    /// Drops pages of listed hosts.
    Hosts(HostFilterSettings),
    /// Keeps or drops media types.
    Type(TypeFilterSettings),
    /// Drops pages that are too short or too long.
    Size(SizeFilterSettings),
    /// Keeps or drops languages.
    Language(LanguageFilterSettings),
    /// Keeps or drops by regular expressions.
    Pattern(PatternFilterSettings),
    /// Asks a program.
    Program(ProgramFilterSettings),
}

/// Drops pages of hosts that are on lists.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct HostFilterSettings {
    /// Files with lists: hosts files, Adblock lists, or a host in each line.
    pub files: Vec<PathBuf>,
    /// Hosts in addition, each with all below it.
    pub hosts: Vec<String>,
    /// Hosts that are kept whatever the lists say, each with all below it.
    pub keep: Vec<String>,
}

/// Keeps or drops media types; `text/*` stands for all that begin so.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TypeFilterSettings {
    /// Only these are kept; empty for all.
    pub keep: Vec<String>,
    /// These are dropped.
    pub drop: Vec<String>,
}

/// Drops pages that are too short or too long, by the bytes of the payload.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SizeFilterSettings {
    /// The least that is kept.
    pub min: Option<u64>,
    /// The most that is kept.
    pub max: Option<u64>,
}

/// Keeps or drops languages; `en` stands for `en-GB` too.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LanguageFilterSettings {
    /// Only these are kept; empty for all.
    pub keep: Vec<String>,
    /// These are dropped.
    pub drop: Vec<String>,
    /// Whether pages are dropped whose language is not known.
    pub drop_unknown: bool,
}

/// What patterns are looked for in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PatternTarget {
    /// The address.
    #[default]
    Url,
    /// The title; a page without one has an empty title.
    Title,
    /// The payload as text.
    Content,
}

/// Keeps or drops by regular expressions, which are found anywhere in the text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PatternFilterSettings {
    /// Where they are looked for.
    pub of: PatternTarget,
    /// Only pages where one of these is found are kept; empty for all.
    pub keep: Vec<String>,
    /// Pages where one of these is found are dropped.
    pub drop: Vec<String>,
}

/// What becomes of a page when the program does not answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProgramFailure {
    /// It is kept: nothing is lost by an error of a program.
    #[default]
    Keep,
    /// It is dropped, with the error as the reason.
    Drop,
}

/// Asks a program, which reads a line of JSON for each page and answers with one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProgramFilterSettings {
    /// The name that the log has.
    pub name: String,
    /// The program and its arguments; no shell is involved.
    pub command: Vec<String>,
    /// How many seconds an answer may take.
    #[serde(default = "ten")]
    pub seconds: u32,
    /// Whether the program gets the payload as text, in `content`.
    #[serde(default)]
    pub content: bool,
    /// What becomes of a page when it does not answer.
    #[serde(default)]
    pub on_failure: ProgramFailure,
}

fn ten() -> u32 {
    10
}

/// Errors from settings of filters.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FilterSettingsError {
    /// A value cannot be used.
    #[error("filter {number} ({kind}) cannot be used: {what}")]
    Value {
        /// Which filter, from 1.
        number: usize,
        /// Its kind.
        kind: &'static str,
        /// What is wrong.
        what: String,
    },
    /// A list of hosts could not be read.
    #[error(transparent)]
    Path(#[from] PathError),
}

impl FilterSettings {
    /// The word for the kind in `job.toml`.
    pub fn kind(&self) -> &'static str {
        match self {
            FilterSettings::Hosts(_) => "hosts",
            FilterSettings::Type(_) => "type",
            FilterSettings::Size(_) => "size",
            FilterSettings::Language(_) => "language",
            FilterSettings::Pattern(_) => "pattern",
            FilterSettings::Program(_) => "program",
        }
    }

    /// Makes the filter; what was found in lists of hosts is told too.
    pub(super) fn make(
        &self,
        number: usize,
        reports: &mut Vec<HostListReport>,
    ) -> Result<Box<dyn PageFilter>, FilterSettingsError> {
        let wrong = |what| FilterSettingsError::Value { number, kind: self.kind(), what };
        Ok(match self {
            FilterSettings::Hosts(settings) => {
                let mut list = HostList::default();
                for path in &settings.files {
                    reports.push(list.read_file(path)?);
                }
                let plain = |names: &[String]| {
                    let name = |it: &String| {
                        HostList::name(it).ok_or_else(|| format!("'{it}' is not a host"))
                    };
                    names.iter().map(name).collect::<Result<Vec<_>, _>>().map_err(wrong)
                };
                list.add(plain(&settings.hosts)?, plain(&settings.keep)?);
                Box::new(HostFilter::new(list))
            }
            FilterSettings::Type(settings) => Box::new(TypeFilter::new(settings)),
            FilterSettings::Size(settings) => Box::new(SizeFilter::new(settings).map_err(wrong)?),
            FilterSettings::Language(settings) => Box::new(LanguageFilter::new(settings)),
            FilterSettings::Pattern(settings) => {
                Box::new(PatternFilter::new(settings).map_err(wrong)?)
            }
            FilterSettings::Program(settings) => {
                Box::new(ProgramFilter::new(settings).map_err(wrong)?)
            }
        })
    }
}
