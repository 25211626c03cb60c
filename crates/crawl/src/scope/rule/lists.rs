//! Rules that go by what a URI looks like: patterns, prefixes, domains, suffixes, schemes.
//!
//! All say which `action` they stand for, and with `not = true` fit what they would not fit
//! otherwise.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use regex::bytes::RegexBuilder;
use serde::{Deserialize, Serialize};

use super::{Action, Kind, Test};
use crate::scope::prefixes::{PrefixSet, PrefixSetBuilder};
use crate::scope::{ScopeError, key};

/// The memory a compiled pattern may take.
const REGEX_SIZE: usize = 1 << 20;

macro_rules! list_rule {
    (
        $(#[$doc:meta])* $name:ident, $word:literal { $($fields:tt)* }
        $describe:expr, $compile:expr
    ) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            /// What logs call it.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub name: Option<String>,
            /// What it does with a URI that fits.
            pub action: Action,
            /// Whether it fits what it would not fit otherwise.
            #[serde(default, skip_serializing_if = "is_false")]
            pub not: bool,
            $($fields)*
        }

        impl Kind for $name {
            fn word(&self) -> &'static str {
                $word
            }

            fn given_name(&self) -> Option<&str> {
                self.name.as_deref()
            }

            fn action(&self) -> Action {
                self.action
            }

            fn describe(&self) -> String {
                let describe: fn(&$name) -> String = $describe;
                format!("{}{}", if self.not { "all but " } else { "" }, describe(self))
            }

            fn compile(&self, folder: &Path) -> Result<Test, ScopeError> {
                let compile: fn(&$name, &Path) -> Result<Test, ScopeError> = $compile;
                let test = compile(self, folder)?;
                Ok(if self.not { Box::new(move |view| !test(view)) } else { test })
            }
        }
    };
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the form that serde asks for")]
fn is_false(flag: &bool) -> bool {
    !flag
}

list_rule!(
    /// A pattern, anywhere in the URI.
    Regex, "regex" {
        /// The pattern, in the syntax of the `regex` crate. `^` and `$` tie it to the ends.
        pub pattern: String,
    }
    |rule| format!("what fits the pattern `{}`", rule.pattern),
    |rule, _| {
        let regex = RegexBuilder::new(&rule.pattern)
            .size_limit(REGEX_SIZE)
            .dfa_size_limit(REGEX_SIZE)
            .build()
            .map_err(|source| ScopeError::Regex { rule: rule.given_name().unwrap_or("regex").to_owned(), source })?;
        Ok(Box::new(move |view| regex.is_match(view.candidate.uri)))
    }
);

list_rule!(
    /// Prefixes of SURTs.
    Surt, "surt" {
        /// The prefixes.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub prefixes: Vec<String>,
        /// A list of more, one a line.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub file: Option<PathBuf>,
    }
    |rule| format!("what begins with {}", listed("prefix", "prefixes", &rule.prefixes, rule.file.as_deref())),
    |rule, folder| {
        let set = read_set(rule.word(), &rule.prefixes, rule.file.as_deref(), folder, key::surt_prefix)?;
        Ok(Box::new(move |view| set.covers(view.key())))
    }
);

list_rule!(
    /// Domains with all below them.
    Domain, "domain" {
        /// The domains.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub domains: Vec<String>,
        /// A list of more, one a line.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub file: Option<PathBuf>,
    }
    |rule| format!("hosts in {}", listed("domain", "domains", &rule.domains, rule.file.as_deref())),
    |rule, folder| {
        let set = read_set(rule.word(), &rule.domains, rule.file.as_deref(), folder, key::domain_prefix)?;
        Ok(Box::new(move |view| set.covers(view.key())))
    }
);

list_rule!(
    /// Top-level domains.
    Tld, "tld" {
        /// The top-level domains, or other public suffixes.
        pub tlds: Vec<String>,
    }
    |rule| format!("hosts in {}", listed("top-level domain", "top-level domains", &rule.tlds, None)),
    |rule, folder| {
        let set = read_set(rule.word(), &rule.tlds, None, folder, key::domain_prefix)?;
        Ok(Box::new(move |view| set.covers(view.key())))
    }
);

list_rule!(
    /// What file names end in; letter case does not count.
    Suffix, "suffix" {
        /// The endings, without the dot.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub suffixes: Vec<String>,
        /// Known sets of endings.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub sets: Vec<SuffixSet>,
    }
    |rule| {
        let sets = rule.sets.iter().map(|set| format!("[{}]", set.word()));
        let all: Vec<String> = rule.suffixes.iter().cloned().chain(sets).collect();
        format!("names that end in {}", listed("suffix", "suffixes", &all, None))
    },
    |rule, _| {
        let own = rule.suffixes.iter().map(|suffix| suffix.trim_start_matches('.').to_ascii_lowercase());
        let known = rule.sets.iter().flat_map(|set| set.suffixes()).map(|&suffix| suffix.to_owned());
        let mut all: Vec<String> = own.chain(known).filter(|suffix| !suffix.is_empty()).collect();
        if all.is_empty() {
            return Err(ScopeError::EmptyList { rule: rule.word() });
        }
        all.sort_unstable();
        all.dedup();
        Ok(Box::new(move |view| {
            view.suffix().is_some_and(|suffix| is_listed(suffix, &all))
        }))
    }
);

list_rule!(
    /// Schemes.
    Scheme, "scheme" {
        /// The schemes, without the colon.
        pub schemes: Vec<String>,
    }
    |rule| format!("addresses of {}", listed("scheme", "schemes", &rule.schemes, None)),
    |rule, _| {
        let all: Vec<String> =
            rule.schemes.iter().map(|scheme| scheme.trim_end_matches(':').to_ascii_lowercase()).collect();
        if all.is_empty() {
            return Err(ScopeError::EmptyList { rule: rule.word() });
        }
        Ok(Box::new(move |view| {
            let scheme = view.parts.scheme.unwrap_or_default();
            all.iter().any(|known| known.as_bytes().eq_ignore_ascii_case(scheme))
        }))
    }
);

list_rule!(
    /// Links within a host. A seed is no link.
    SameHost, "same-host" {}
    |_| "links from a host to itself".to_owned(),
    |_, _| Ok(Box::new(|view| {
        view.candidate.via_host.is_some_and(|via| via == view.candidate.host)
    }))
);

/// Known sets of endings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SuffixSet {
    /// Pictures, sound, film.
    Media,
    /// Texts, tables and slides of office programs.
    Office,
    /// Programs and packages of them.
    Executable,
    /// Packed files.
    Archive,
}

impl SuffixSet {
    fn word(self) -> &'static str {
        match self {
            SuffixSet::Media => "media",
            SuffixSet::Office => "office",
            SuffixSet::Executable => "executable",
            SuffixSet::Archive => "archive",
        }
    }

    /// The endings in lower case.
    pub fn suffixes(self) -> &'static [&'static str] {
        match self {
            SuffixSet::Media => &[
                "3gp", "aac", "aif", "aiff", "apng", "asf", "au", "avi", "avif", "bmp", "cur",
                "eps", "flac", "flv", "gif", "heic", "ico", "jfif", "jpe", "jpeg", "jpg", "jxl",
                "m3u8", "m4a", "m4v", "mid", "midi", "mkv", "mov", "mp2", "mp3", "mp4", "mpa",
                "mpeg", "mpg", "oga", "ogg", "ogv", "opus", "png", "psd", "qt", "ra", "ram", "rm",
                "svg", "svgz", "swf", "tif", "tiff", "ts", "wav", "weba", "webm", "webp", "wma",
                "wmf", "wmv", "xbm",
            ],
            SuffixSet::Office => &[
                "csv", "doc", "docm", "docx", "dot", "dotx", "epub", "key", "numbers", "odf",
                "odg", "odp", "ods", "odt", "pages", "pdf", "pot", "potx", "pps", "ppsx", "ppt",
                "pptm", "pptx", "ps", "rtf", "sxc", "sxi", "sxw", "wpd", "wps", "xls", "xlsb",
                "xlsm", "xlsx", "xlt",
            ],
            SuffixSet::Executable => &[
                "apk", "app", "appimage", "bat", "bin", "class", "cmd", "com", "deb", "dll", "dmg",
                "exe", "img", "ipa", "iso", "jar", "msi", "msix", "pkg", "rpm", "scr", "snap",
                "so", "vhd", "vmdk", "xpi",
            ],
            SuffixSet::Archive => &[
                "7z", "ace", "arj", "bz2", "cab", "gz", "lha", "lz", "lzh", "lzma", "rar", "tar",
                "tbz", "tgz", "txz", "xz", "z", "zip", "zst",
            ],
        }
    }
}

/// Whether a suffix stands in a sorted list of lower-case ones.
fn is_listed(suffix: &[u8], sorted: &[String]) -> bool {
    let lower = |byte: &u8| byte.to_ascii_lowercase();
    sorted.binary_search_by(|known| known.bytes().cmp(suffix.iter().map(lower))).is_ok()
}

/// A short text for a list: its entries if they are few, else how many.
fn listed(one: &str, many: &str, entries: &[String], file: Option<&Path>) -> String {
    let inline = match entries {
        [] => None,
        [single] => Some(format!("the {one} {single}")),
        few if few.len() <= 8 => Some(format!("the {many} {}", few.join(", "))),
        all => Some(format!("{} {many}", all.len())),
    };
    let listed = file.map(|file| format!("the {many} listed in '{}'", file.display()));
    match (inline, listed) {
        (Some(inline), Some(listed)) => format!("{inline} or {listed}"),
        (one, two) => one.or(two).unwrap_or_else(|| format!("no {one}", one = many)),
    }
}

/// A set of prefixes out of a job's own entries and a list.
fn read_set(
    rule: &'static str,
    entries: &[String],
    file: Option<&Path>,
    folder: &Path,
    prefix: fn(&str) -> Vec<u8>,
) -> Result<PrefixSet, ScopeError> {
    let mut builder = PrefixSetBuilder::default();
    let too_large = |_| ScopeError::TooLarge { rule };
    for entry in entries {
        builder.push(&prefix(entry.trim())).map_err(too_large)?;
    }
    if let Some(file) = file {
        let path = folder.join(file);
        let fail = |source| ScopeError::List { path: path.clone(), source };
        for line in BufReader::new(File::open(&path).map_err(fail)?).split(b'\n') {
            let line = line.map_err(fail)?;
            let line = String::from_utf8_lossy(&line);
            let entry = line.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
            if !entry.starts_with('#') {
                builder.push(&prefix(entry)).map_err(too_large)?;
            }
        }
    }
    let set = builder.finish();
    // An empty list in a file may be meant: it is filled from elsewhere.
    if set.len() == 0 && file.is_none() { Err(ScopeError::EmptyList { rule }) } else { Ok(set) }
}
