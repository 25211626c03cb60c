//! Texts for people, in Czech and English.
//!
//! A text is a key with arguments. The sentences stand in `locales/en.ftl` and `locales/cs.ftl`, those of the reader's
//! pages in `locales/pages.en.ftl` and `locales/pages.cs.ftl`.
//! Programs say which language they want; the text comes back as a `String`:
//!
//! ```
//! use stodola_text::{Language, text};
//!
//! let lost = text!(Language::English, "archive-file-missing", name = "a.warc.gz", captures = 2u64);
//! assert_eq!(lost, "a.warc.gz: the file is missing, 2 captures in it");
//! ```
//!
//! What the libraries return as data becomes words here too: errors ([`error_text`]), findings ([`fault_text`]), the
//! answer of `why` ([`write_why`]). Whoever shows them, a terminal or a web page, only says in which language:
//!
//! ```
//! use stodola_text::{Language, error_text};
//!
//! let error = std::io::Error::from_raw_os_error(2);
//! let told = error_text(Language::Czech, &error);
//! assert_eq!(told, "soubor nebo složka neexistuje (os error 2)");
//! ```
//!
//! Data, JSON and names of commands are the same in every language and do not come from here.

mod access;
mod archive_stats;
mod bundle;
mod control;
mod errors;
mod exported;
mod failed_seeds;
mod findings;
mod found;
mod harvest_event;
mod harvest_progress;
mod harvest_summary;
mod inputs;
mod job_overview;
mod map;
mod migration;
mod number;
mod requests;
mod retold;
mod seeds;
mod settings;
mod shell;
mod site;
#[cfg(test)]
mod tests;
mod time;
mod trouble;
mod verdict;
mod warc_check;
mod why;

pub use access::{access_rule_conditions, access_rule_words, write_access_check};
pub use archive_stats::write_archive_stats;
pub use bundle::{Argument, help_keys, help_text, tell};
pub use control::{changed_settings_words, control_words, host_wait_words};
pub use errors::{error_text, holder_text, setting_text, system_text};
pub use exported::export_lines;
pub use failed_seeds::failed_seed_lines;
pub use findings::{
    fault_text, gap_text, grade_text, rule_explanation, rule_meaning, warning_text,
};
pub use found::{found_lines, write_found_document};
pub use harvest_event::{geo_age_line, harvest_event_line, property_notice_line};
pub use harvest_progress::harvest_progress_line;
pub use harvest_summary::harvest_summary_lines;
pub use inputs::{notice_text, wrapping_of, wrapping_text};
pub use job_overview::{alarm_words, hold_words, job_overview_lines};
pub use map::{
    link_problem_words, map_complete_line, map_dead_lines, map_rank_lines, map_sheet_lines,
    map_tree_lines, write_map_complete, write_map_dead, write_map_dead_by_page, write_map_folders,
    write_map_links, write_map_near, write_map_ranks, write_map_sheet, write_map_tree,
    write_site_page, write_site_report,
};
pub use migration::{damage_lines, headers_line, migrated_lines, passed_over_line};
pub use number::{decimal, size, size_word};
pub use requests::{package_line, request_line, request_lines};
pub use retold::retold;
pub use seeds::{seed_fault_text, seed_summary_lines, wrong_seed_lines};
pub use settings::{setting_help, setting_label, setting_section};
pub use shell::shell_word;
pub use site::{
    change_feed_words, change_lines, change_remarks, change_words, copy_lines, rules_check_lines,
    suggested_rule_lines,
};
pub use time::{moment, span};
pub use trouble::{trouble_follows_words, trouble_words};
pub use verdict::{
    findings_against, shortest_decimal, strongest_findings, write_demo_examples, write_rule_parts,
    write_verdict_table,
};
pub use warc_check::{check_finding_line, check_summary_line, wrapped};
pub use why::{RoundWords, WhyWords, round_title, why_words, write_why};

/// A language that people can read the program in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Language {
    /// British English.
    English,
    /// Czech.
    Czech,
}

impl Language {
    /// All languages.
    pub const ALL: [Language; 2] = [Language::English, Language::Czech];

    /// The language that the environment asks for: `LC_ALL`, `LC_MESSAGES` or `LANG`, the first of them that is set.
    /// English if it is one that is not known here.
    pub fn of_environment() -> Language {
        let value = ["LC_ALL", "LC_MESSAGES", "LANG"]
            .into_iter()
            .filter_map(|name| std::env::var(name).ok())
            .find(|value| !value.is_empty());
        Language::of_locale(value.as_deref().unwrap_or(""))
    }

    /// The language of a locale such as `cs_CZ.UTF-8` or of a language tag such as `cs-CZ`. English if it is not known.
    pub fn of_locale(locale: &str) -> Language {
        match locale.split(['_', '-', '.', '@']).next() {
            Some("cs") => Language::Czech,
            _ => Language::English,
        }
    }

    /// The language tag, as in the `lang` attribute of HTML.
    pub fn tag(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Czech => "cs",
        }
    }
}

/// Returns the text of a key in a language: `text!(language, "key", name = value, …)`.
///
/// Values are strings, or whole numbers that plural forms can depend on.
#[macro_export]
macro_rules! text {
    ($language:expr, $key:expr $(, $name:ident = $value:expr)* $(,)?) => {
        $crate::tell(
            $language,
            $key,
            &[$((stringify!($name), $crate::Argument::from($value))),*],
        )
    };
}

/// The same for arguments that are shown as they are: `phrase!(language, "key", name, …)` puts in what the variables of
/// these names display. Large numbers keep all their digits.
macro_rules! phrase {
    ($language:expr, $key:expr $(, $name:ident)* $(,)?) => {
        $crate::tell(
            $language,
            $key,
            &[$((stringify!($name), $crate::Argument::from($name.to_string()))),*],
        )
    };
}
pub(crate) use phrase;
