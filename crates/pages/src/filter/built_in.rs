//! Filters by type, size, language and pattern.

use super::settings::{
    LanguageFilterSettings, PatternFilterSettings, PatternTarget, SizeFilterSettings,
    TypeFilterSettings,
};
use super::{FilterAnswer, FilterPage, PageFilter};
use regex::{RegexSet, RegexSetBuilder};

/// The largest compiled set of patterns, in bytes.
const PATTERNS_MAX: usize = 16 << 20;

fn dropped(reason: String) -> FilterAnswer {
    FilterAnswer::Drop { reason }
}

pub(super) struct TypeFilter {
    keep: Vec<String>,
    drop: Vec<String>,
}

impl TypeFilter {
    pub(super) fn new(settings: &TypeFilterSettings) -> TypeFilter {
        TypeFilter { keep: lower(&settings.keep), drop: lower(&settings.drop) }
    }
}

impl PageFilter for TypeFilter {
    fn name(&self) -> &str {
        "type"
    }

    fn judge(&mut self, page: &FilterPage<'_>) -> FilterAnswer {
        let media = page.media.unwrap_or_default().to_ascii_lowercase();
        let is_one = |list: &[String]| list.iter().any(|pattern| is_type(&media, pattern));
        if is_one(&self.drop) || !(self.keep.is_empty() || is_one(&self.keep)) {
            return dropped(match media.as_str() {
                "" => "it has no media type".to_owned(),
                _ => format!("the media type is {media}"),
            });
        }
        FilterAnswer::Keep
    }
}

/// Whether a media type is one that a pattern like `text/*` stands for.
fn is_type(media: &str, pattern: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(start) => media.starts_with(start),
        None => media == pattern,
    }
}

pub(super) struct SizeFilter {
    min: u64,
    max: u64,
}

impl SizeFilter {
    pub(super) fn new(settings: &SizeFilterSettings) -> Result<SizeFilter, String> {
        let (min, max) = (settings.min.unwrap_or(0), settings.max.unwrap_or(u64::MAX));
        match min > max {
            true => Err(format!("min {min} is larger than max {max}")),
            false => Ok(SizeFilter { min, max }),
        }
    }
}

impl PageFilter for SizeFilter {
    fn name(&self) -> &str {
        "size"
    }

    fn judge(&mut self, page: &FilterPage<'_>) -> FilterAnswer {
        match (self.min..=self.max).contains(&page.length) {
            true => FilterAnswer::Keep,
            false => dropped(format!("it has {} bytes", page.length)),
        }
    }
}

pub(super) struct LanguageFilter {
    keep: Vec<String>,
    drop: Vec<String>,
    drops_unknown: bool,
}

impl LanguageFilter {
    pub(super) fn new(settings: &LanguageFilterSettings) -> LanguageFilter {
        LanguageFilter {
            keep: lower(&settings.keep),
            drop: lower(&settings.drop),
            drops_unknown: settings.drop_unknown,
        }
    }
}

impl PageFilter for LanguageFilter {
    fn name(&self) -> &str {
        "language"
    }

    fn judge(&mut self, page: &FilterPage<'_>) -> FilterAnswer {
        let Some(language) = page.language.map(str::to_ascii_lowercase) else {
            return match self.drops_unknown {
                true => dropped("the language is not known".to_owned()),
                false => FilterAnswer::Keep,
            };
        };
        let is_one = |list: &[String]| {
            list.iter().any(|tag| {
                language
                    .strip_prefix(tag)
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
            })
        };
        match is_one(&self.drop) || !(self.keep.is_empty() || is_one(&self.keep)) {
            true => dropped(format!("the language is {language}")),
            false => FilterAnswer::Keep,
        }
    }
}

pub(super) struct PatternFilter {
    of: PatternTarget,
    keep: RegexSet,
    drop: RegexSet,
}

impl PatternFilter {
    pub(super) fn new(settings: &PatternFilterSettings) -> Result<PatternFilter, String> {
        Ok(PatternFilter {
            of: settings.of,
            keep: set(&settings.keep)?,
            drop: set(&settings.drop)?,
        })
    }
}

impl PageFilter for PatternFilter {
    fn name(&self) -> &str {
        "pattern"
    }

    fn judge(&mut self, page: &FilterPage<'_>) -> FilterAnswer {
        let (text, of) = match self.of {
            PatternTarget::Url => (page.url, "address"),
            PatternTarget::Title => (page.title.unwrap_or_default(), "title"),
            PatternTarget::Content => (page.content, "content"),
        };
        if let Some(found) = self.drop.matches(text).iter().next() {
            let pattern = self.drop.patterns().get(found).map_or("", String::as_str);
            return dropped(format!("'{pattern}' is found in the {of}"));
        }
        match self.keep.is_empty() || self.keep.is_match(text) {
            true => FilterAnswer::Keep,
            false => dropped(format!("no pattern is found in the {of}")),
        }
    }
}

fn set(patterns: &[String]) -> Result<RegexSet, String> {
    // Each alone first, for a message that names it.
    for pattern in patterns {
        regex::RegexBuilder::new(pattern)
            .size_limit(PATTERNS_MAX)
            .build()
            .map_err(|error| format!("the pattern '{pattern}' cannot be used: {error}"))?;
    }
    RegexSetBuilder::new(patterns)
        .size_limit(PATTERNS_MAX)
        .build()
        .map_err(|error| format!("the patterns cannot be used together: {error}"))
}

fn lower(list: &[String]) -> Vec<String> {
    list.iter().map(|it| it.to_ascii_lowercase()).collect()
}
