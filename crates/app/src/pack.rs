//! The data of nations: building the dictionary of a pack.

mod harvested;

pub use harvested::{GatherSettings, Gathered, gather_links, gather_sites};
pub use stodola_judge::WordCoverage;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use stodola_durable::PathError;
use stodola_judge::{Built, Lexicon, Pack, build_words};

/// Name of the list of words in a pack.
const WORDS: &str = "words.txt";

/// What a dictionary is built from.
#[derive(Clone, Debug)]
pub struct PackSettings {
    /// Folder of the pack; created if it does not exist.
    pub folder: PathBuf,
    /// ISO 639 code of the language.
    pub language: String,
    /// Dictionaries of the language, or folders of texts in it.
    pub words: Vec<PathBuf>,
    /// Dictionaries of neighbouring languages, or folders of texts in them.
    pub neighbours: Vec<PathBuf>,
    /// Whether all forms made by the affix rules of the language are included.
    pub inflected: bool,
    /// Texts of the language, files or folders, of which the dictionary should know as much as possible; they tell its
    /// coverage. Empty if it is not wanted.
    pub check: Vec<PathBuf>,
}

/// A dictionary that was built.
#[derive(Clone, Debug)]
pub struct BuiltPack {
    /// Number of words that occur only in the language.
    pub exclusive: u64,
    /// Number of all words of the language.
    pub of_language: u64,
    /// Number of words shared with neighbours.
    pub shared: u64,
    /// How much of the texts for checking it covers; `None` if there are none.
    pub coverage: Option<WordCoverage>,
    /// The existing pack.toml and the language it names, if that is another one; otherwise `None`.
    pub other_language: Option<(PathBuf, String)>,
}

/// Errors from building a pack.
#[derive(Debug, thiserror::Error)]
pub enum PackError {
    /// The language is not a code of two or three lower-case letters.
    #[error("'{0}' is not a language code; give an ISO 639 code such as 'cs'")]
    Language(String),
    /// Every word occurs in a neighbouring language too.
    #[error("no word is left; are the dictionaries of the language and its neighbours the same?")]
    NoWord,
    /// A dictionary or the existing pack cannot be read.
    #[error("{0}")]
    Judge(#[from] stodola_judge::Error),
    /// The folder cannot be created.
    #[error("cannot create the folder '{}'", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// The new pack.toml cannot be created.
    #[error("cannot create '{}'", path.display())]
    Create {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// There is no WARC or ARC file among the inputs.
    #[error("no inputs: there is no WARC or ARC file")]
    NoInputs,
    /// What was gathered cannot be written.
    #[error("cannot write '{}'", path.display())]
    Output {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// The list of words cannot be written.
    #[error("{0}")]
    Write(#[from] PathError),
}

/// Writes the words that occur in one language and not in its neighbours, and a pack.toml to complete if there is none.
pub fn build_pack(settings: &PackSettings) -> Result<BuiltPack, PackError> {
    let PackSettings { folder, language, .. } = settings;
    let is_code =
        (2..=3).contains(&language.len()) && language.bytes().all(|byte| byte.is_ascii_lowercase());
    if !is_code {
        return Err(PackError::Language(language.clone()));
    }
    let lexicon = if settings.inflected { Lexicon::Inflected } else { Lexicon::Listed };
    let built = build_words(&settings.words, lexicon, &settings.neighbours)?;
    if built.words.is_empty() {
        return Err(PackError::NoWord);
    }
    let words = built.words.iter().map(|word| &**word);
    let coverage = match settings.check.is_empty() {
        true => None,
        false => Some(WordCoverage::of(words, &settings.check)?),
    };
    fs::create_dir_all(folder)
        .map_err(|source| PackError::Folder { path: folder.clone(), source })?;
    write_words(&folder.join(WORDS), settings, &built, coverage)?;
    let other_language = settle_toml(folder, language)?;
    let Built { words, of_language, shared } = &built;
    Ok(BuiltPack {
        exclusive: words.len() as u64,
        of_language: *of_language as u64,
        shared: *shared as u64,
        coverage,
        other_language,
    })
}

/// Creates the pack.toml. If there is one, returns it with its language if that is another one.
fn settle_toml(folder: &Path, language: &str) -> Result<Option<(PathBuf, String)>, PackError> {
    let path = folder.join("pack.toml");
    if path.exists() {
        let theirs = Pack::folder(folder)?.language().to_owned();
        return Ok((theirs != language).then_some((path, theirs)));
    }
    let written = fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(&path)
        .and_then(|mut file| file.write_all(starter(language).as_bytes()));
    written.map_err(|source| PackError::Create { path, source })?;
    Ok(None)
}

/// Writes the list completely or not at all.
fn write_words(
    path: &Path,
    settings: &PackSettings,
    built: &Built,
    coverage: Option<WordCoverage>,
) -> Result<(), PackError> {
    let mut text = String::from("# Words of this language only, made by `stodola pack build`.\n");
    for (what, files) in [("words", &settings.words), ("neighbour", &settings.neighbours)] {
        for file in files {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            text.push_str(&format!("# {what}: {name}\n"));
        }
    }
    text.push_str(&format!("# size: {} words\n", built.words.len()));
    if let Some(coverage) = coverage {
        let WordCoverage { running, different, different_known, .. } = coverage;
        text.push_str(&format!(
            "# coverage: {:.1} % of {running} words, {different_known} of {different} different ones\n",
            coverage.percent()
        ));
    }
    for word in &built.words {
        text.push_str(word);
        text.push('\n');
    }
    Ok(stodola_durable::replace(path, text.as_bytes())?)
}

/// Returns a pack to begin with: points and weights are those of the built-in packs, the data of the nation must be
/// filled in.
fn starter(language: &str) -> String {
    include_str!("pack/starter.toml").replace("LANGUAGE", language)
}
