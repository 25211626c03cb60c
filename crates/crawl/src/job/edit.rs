//! Changes to a job file that leave everything else in it unchanged, including comments.
//!
//! The place of a value comes from the parser, the new text is put there, and the result is parsed again: a change is
//! accepted only if it gives exactly the wanted job.

use super::{Job, JobError, JobFileLine, SettingFault};
use serde::Deserialize;
use std::collections::{BTreeMap, HashSet};
use toml::Spanned;

/// A change to a job file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Sets one limit: `documents` to `5000`.
    Limit {
        /// Name of the limit under `[limits]`.
        key: String,
        /// Value as people write it.
        value: String,
    },
    /// Adds seeds that the file does not have yet.
    Seeds(Vec<String>),
}

/// Where the values that can be changed are in the text.
#[derive(Deserialize)]
struct Places {
    #[serde(default)]
    seeds: Option<Spanned<Vec<Spanned<String>>>>,
    #[serde(default)]
    limits: BTreeMap<String, Spanned<toml::Value>>,
}

impl Edit {
    /// Returns the text of a job file with the change. `file_name` is used in error messages.
    pub fn apply(&self, text: &str, file_name: &str) -> Result<String, JobError> {
        let job = Job::parse(text, file_name)?;
        let (mark, text) = match text.strip_prefix('\u{feff}') {
            Some(rest) => ("\u{feff}", rest),
            None => ("", text),
        };
        let invalid = |key, fault| {
            let place = JobFileLine { file: file_name.to_owned(), line: None };
            JobError::Invalid { place, key, fault }
        };
        let wanted = self.wanted(&job).map_err(|fault| invalid(self.section(), fault))?;
        wanted.validate()?;
        if wanted == job {
            return Ok(format!("{mark}{text}"));
        }
        let places: Places = toml::from_str(text).map_err(|error| {
            invalid(self.section(), SettingFault::Parser(error.message().to_owned()))
        })?;
        let candidates = match self {
            Edit::Limit { key, value } => limit(text, &places, key, value),
            Edit::Seeds(_) => seeds(text, &places, &wanted.seeds[job.seeds.len()..]),
        };
        let is_right = |new: &String| Job::parse(new, file_name).is_ok_and(|job| job == wanted);
        match candidates.into_iter().find(is_right) {
            Some(new) => Ok(format!("{mark}{new}")),
            None => Err(invalid(self.section(), SettingFault::NotEditable)),
        }
    }

    fn section(&self) -> &'static str {
        match self {
            Edit::Limit { .. } => "limits",
            Edit::Seeds(_) => "seeds",
        }
    }

    fn wanted(&self, job: &Job) -> Result<Job, SettingFault> {
        let mut wanted = job.clone();
        match self {
            Edit::Limit { key, value } => wanted.limits = job.limits.with(key, value)?,
            Edit::Seeds(seeds) => {
                let mut known: HashSet<&String> = job.seeds.iter().collect();
                wanted.seeds.extend(seeds.iter().filter(|seed| known.insert(seed)).cloned());
            }
        }
        Ok(wanted)
    }
}

/// Returns ways to write a limit, the best one first.
fn limit(text: &str, places: &Places, key: &str, value: &str) -> Vec<String> {
    let value = match value.parse::<i64>() {
        Ok(number) => number.to_string(),
        Err(_) => quoted(value),
    };
    if let Some(place) = places.limits.get(key) {
        let (before, after) = (&text[..place.span().start], &text[place.span().end..]);
        return vec![format!("{before}{value}{after}")];
    }
    let mut ways = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        start += line.len();
        if line.trim_start().starts_with("[limits]") && line.ends_with('\n') {
            ways.push(format!("{}{key} = {value}\n{}", &text[..start], &text[start..]));
        }
    }
    let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    ways.push(format!("{text}{end}\n[limits]\n{key} = {value}\n"));
    // If others are written as `limits.bytes = …`, this one has to be as well.
    ways.push(format!("limits.{key} = {value}\n{text}"));
    ways
}

/// Returns ways to write added seeds, the best one first.
fn seeds(text: &str, places: &Places, added: &[String]) -> Vec<String> {
    let words: Vec<String> = added.iter().map(|seed| quoted(seed)).collect();
    let Some(list) = &places.seeds else {
        // Keys without a section stand before all sections.
        return vec![format!("seeds = [{}]\n{text}", words.join(", "))];
    };
    let (at, words) = match list.get_ref().last() {
        Some(last) => (last.span().end, format!(",\n    {}", words.join(",\n    "))),
        None => (list.span().start + 1, words.join(", ")),
    };
    vec![format!("{}{words}{}", &text[..at], &text[at..])]
}

fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(text: &str, key: &str, value: &str) -> Result<String, String> {
        let edit = Edit::Limit { key: key.to_owned(), value: value.to_owned() };
        edit.apply(text, "job.toml").map_err(|error| error.to_string())
    }

    fn add(text: &str, seeds: &[&str]) -> Result<String, String> {
        let edit = Edit::Seeds(seeds.iter().map(|&seed| seed.to_owned()).collect());
        edit.apply(text, "job.toml").map_err(|error| error.to_string())
    }

    #[test]
    fn a_limit_is_changed_and_nothing_else() {
        for (text, expect) in [
            (
                "name = \"a\"\n[limits] # ours\ndocuments = 5 # few\nbytes = \"1GB\"\n",
                "name = \"a\"\n[limits] # ours\ndocuments = 12 # few\nbytes = \"1GB\"\n",
            ),
            (
                "[limits] # ours\nbytes = \"1GB\"\n[fetch]\nworkers = 3\n",
                "[limits] # ours\ndocuments = 12\nbytes = \"1GB\"\n[fetch]\nworkers = 3\n",
            ),
            ("# mine\nname = \"a\"", "# mine\nname = \"a\"\n\n[limits]\ndocuments = 12\n"),
            ("\u{feff}name = \"a\"\n", "\u{feff}name = \"a\"\n\n[limits]\ndocuments = 12\n"),
            ("", "\n[limits]\ndocuments = 12\n"),
            (
                "limits.bytes = \"1GB\" # dotted\n",
                "limits.documents = 12\nlimits.bytes = \"1GB\" # dotted\n",
            ),
            ("limits = { documents = 5 }\n", "limits = { documents = 12 }\n"),
            ("[limits]\ndocuments = 12 # as it is\n", "[limits]\ndocuments = 12 # as it is\n"),
        ] {
            assert_eq!(set(text, "documents", "12").as_deref(), Ok(expect), "{text}");
        }
        let text = "[limits]\ndocuments = 5\n";
        assert_eq!(
            set(text, "documents", "unlimited").unwrap(),
            text.replace('5', "\"unlimited\"")
        );
        assert_eq!(set(text, "time", "2h").unwrap(), "[limits]\ntime = \"2h\"\ndocuments = 5\n");
    }

    #[test]
    fn seeds_are_added_and_nothing_else() {
        let all = ["http://a.cz/", "http://b.cz/\"x\\", "http://a.cz/"];
        for (text, expect) in [
            (
                "seeds = [\n  \"http://a.cz/\", # first\n]\n[fetch]\nworkers = 3 # few\n",
                "seeds = [\n  \"http://a.cz/\",\n    'http://b.cz/\"x\\', # first\n]\n[fetch]\nworkers = 3 # few\n",
            ),
            ("seeds = [] # none\n", "seeds = [\"http://a.cz/\", 'http://b.cz/\"x\\'] # none\n"),
            (
                "# mine\n[fetch]\n",
                "seeds = [\"http://a.cz/\", 'http://b.cz/\"x\\']\n# mine\n[fetch]\n",
            ),
            (
                "seeds = [\"http://b.cz/\\\"x\\\\\", \"http://a.cz/\"]",
                "seeds = [\"http://b.cz/\\\"x\\\\\", \"http://a.cz/\"]",
            ),
        ] {
            assert_eq!(add(text, &all).as_deref(), Ok(expect), "{text}");
        }
    }

    #[test]
    fn what_cannot_be_changed_is_refused_with_the_reason() {
        let error = set("limits = { bytes = \"1GB\" }\n", "documents", "12").unwrap_err();
        assert!(error.contains("edit the file yourself"), "{error}");
        let error = set("name = ", "documents", "12").unwrap_err();
        assert!(error.contains("job.toml:1"), "{error}");
        let error = set("", "documets", "12").unwrap_err();
        assert!(error.contains("there is no limit `documets`"), "{error}");
        let error = set("", "documents", "many").unwrap_err();
        assert!(error.contains("many"), "{error}");
        let error = add("[polite]\n", &["http://a.cz/"]).unwrap_err();
        assert!(error.contains("polite"), "{error}");
    }
}
