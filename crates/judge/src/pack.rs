//! The data of a nation: a folder with a `pack.toml` and lists, or the same built into the program.
//!
//! A list is a text file with one entry per line; `#` begins a comment line. Every error in a pack is reported with
//! file and line before a page is judged.

pub(crate) mod build;
mod built_in;
mod hunspell;
mod list;
mod schema;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use regex::Regex;

pub use self::built_in::{BUILT_IN, EXAMPLES};
pub(crate) use self::list::Entry;
pub(crate) use self::schema::{Decide, Scale, compile};
use crate::criterion::phrases::PhraseList;
use crate::error::Error;
use crate::probability::Logistic;
use crate::rule::NationRule;
use crate::verdict::VerdictRule;

/// The data of a nation, validated.
#[derive(Clone, Debug)]
pub struct Pack {
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) language: String,
    /// Country codes, in two capital letters each.
    pub(crate) countries: Vec<String>,
    /// Domains in lower case, without a leading dot.
    pub(crate) domains: Vec<String>,
    pub(crate) minimum: i64,
    pub(crate) decide: Decide,
    pub(crate) threshold: f64,
    pub(crate) confidence: f64,
    /// The pack's own rule; present if it decides.
    pub(crate) expression: Option<NationRule>,
    /// Pattern of the nation's e-mail addresses; `None` if the pack has none.
    pub(crate) email: Option<Regex>,
    /// Pattern of phone numbers as they are written inside the country, without its code; its group is the number.
    pub(crate) home_number: Option<Regex>,
    /// Points of each criterion, in the order of [`CRITERIA`](crate::CRITERIA).
    pub(crate) scales: Vec<Scale>,
    pub(crate) logistic: Logistic,
    pub(crate) words: Vec<Entry>,
    pub(crate) places: Vec<Entry>,
    pub(crate) sites: Vec<Entry>,
    pub(crate) forbidden_words: Vec<Entry>,
    pub(crate) forbidden_links: Vec<Entry>,
    pub(crate) names: Vec<Entry>,
    pub(crate) vulgar_words: Vec<Entry>,
    pub(crate) pornographic_words: Vec<Entry>,
    pub(crate) racist_words: Vec<Entry>,
    pub(crate) offensive_sites: Vec<Entry>,
    pub(crate) url_words: Vec<Entry>,
    /// Patterns of addresses.
    pub(crate) url_patterns: Vec<Regex>,
}

impl Pack {
    /// Opens the built-in pack with this name, or the folder with this path. A built-in name is never looked for on
    /// disk; write a `/` to name a folder.
    pub fn open(name_or_folder: &str) -> Result<Pack, Error> {
        if let Some(files) = built_in::files(name_or_folder) {
            return schema::read(Path::new(&format!("packs/{name_or_folder}")), &|path| {
                built_in::read(files, path)
            });
        }
        let folder = Path::new(name_or_folder);
        if !folder.is_dir() {
            return Err(Error::NoPack {
                name: name_or_folder.to_owned(),
                built_in: [BUILT_IN, EXAMPLES].concat().join(", "),
            });
        }
        Pack::folder(folder)
    }

    /// Opens the pack in a folder.
    pub fn folder(folder: &Path) -> Result<Pack, Error> {
        schema::read(folder, &|path| list::read_file(path))
    }

    /// The rule that decides, unless a configuration of WebAnalyzer replaces it. `min_points` are those of a job;
    /// `None` lets the pack decide.
    pub fn rule(&self, min_points: Option<i64>) -> VerdictRule {
        match (min_points, self.decide) {
            (Some(minimum), _) => VerdictRule::Points { minimum },
            (None, Decide::Points) => VerdictRule::Points { minimum: self.minimum },
            (None, Decide::Probability) => VerdictRule::Probability { threshold: self.threshold },
            (None, Decide::Rule) => VerdictRule::Expression,
        }
    }

    /// Adds the lists in an operator's folder to those of the pack. A list has the name of its kind: `places.txt`,
    /// `vulgar-words.txt` and so on; a file with another name is an error. Returns each file with its number of
    /// entries.
    pub fn extend(&mut self, folder: &Path) -> Result<Vec<(String, u64)>, Error> {
        let unreadable = |source| Error::Read { path: folder.to_owned(), source };
        let mut added = Vec::new();
        let mut files = Vec::new();
        for entry in std::fs::read_dir(folder).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            files.push((entry.file_name().to_string_lossy().into_owned(), entry.path()));
        }
        files.sort();
        for (name, path) in files.into_iter().filter(|(name, _)| !name.starts_with('.')) {
            let Some(list) = self.list_mut(&name) else {
                return Err(at(&path, 1, format!("there is no list '{name}'; known: {LISTS}")));
            };
            let entries = match is_of_hosts(&name) {
                true => list::hosts(&path, &list::read_file(&path)?)?,
                false => list::entries(&path, &list::read_file(&path)?)?,
            };
            added.push((name, entries.len() as u64));
            list.extend(entries);
        }
        Ok(added)
    }

    fn list_mut(&mut self, name: &str) -> Option<&mut Vec<Entry>> {
        Some(match name {
            "words.txt" => &mut self.words,
            "places.txt" => &mut self.places,
            "names.txt" => &mut self.names,
            "sites.txt" => &mut self.sites,
            "forbidden-words.txt" => &mut self.forbidden_words,
            "forbidden-links.txt" => &mut self.forbidden_links,
            "vulgar-words.txt" => &mut self.vulgar_words,
            "pornographic-words.txt" => &mut self.pornographic_words,
            "racist-words.txt" => &mut self.racist_words,
            "offensive-sites.txt" => &mut self.offensive_sites,
            "url-words.txt" => &mut self.url_words,
            _ => return None,
        })
    }

    /// A list that is searched for in texts.
    pub(crate) fn phrases(&self, list: PhraseList) -> &[Entry] {
        match list {
            PhraseList::Places => &self.places,
            PhraseList::Names => &self.names,
            PhraseList::Forbidden => &self.forbidden_words,
            PhraseList::Vulgar => &self.vulgar_words,
            PhraseList::Pornographic => &self.pornographic_words,
            PhraseList::Racist => &self.racist_words,
        }
    }

    /// The most points, as an absolute value, that a criterion can give; `None` if there is no such criterion.
    pub fn most_points(&self, criterion: &str) -> Option<i64> {
        let mut known = crate::CRITERIA.iter().zip(&self.scales);
        known.find(|(it, _)| it.name == criterion).map(|(_, scale)| scale.cap)
    }

    /// Short name: `cz`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Name for people: `Czechia`.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Language of the nation, as a code of two or three letters.
    pub fn language(&self) -> &str {
        &self.language
    }

    /// The words that occur in the language of the nation only, in lower case.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.words.iter().flat_map(|entry| &entry.forms).map(|form| &**form)
    }

    /// Domains of the nation, without a leading dot.
    pub fn domains(&self) -> &[String] {
        &self.domains
    }
}

/// Names of the lists that [`Pack::extend`] knows.
const LISTS: &str = "words.txt, places.txt, names.txt, sites.txt, forbidden-words.txt, forbidden-links.txt, \
    vulgar-words.txt, pornographic-words.txt, racist-words.txt, offensive-sites.txt, url-words.txt";

/// Whether a list has domains and not words.
fn is_of_hosts(name: &str) -> bool {
    matches!(name, "sites.txt" | "forbidden-links.txt" | "offensive-sites.txt")
}

/// Reads a file of a pack, from disk or from the program.
pub(crate) type ReadFile<'a> = dyn Fn(&Path) -> Result<String, Error> + 'a;

fn at(path: &Path, line: usize, problem: impl Into<String>) -> Error {
    Error::At { path: PathBuf::from(path), line, problem: problem.into() }
}
