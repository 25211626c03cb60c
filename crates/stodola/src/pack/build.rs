//! `stodola pack build`: the words that occur in one language and not in its neighbours.

use crate::lang;
use crate::output::{self, Outcome};
use anyhow::{Context, bail};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use stodola_judge::{Built, Lexicon, Pack, build_words};

/// The list of words in a pack.
const WORDS: &str = "words.txt";

/// Build the dictionary of a pack: words that occur in one language only.
///
/// It contains the words of the language, without all words of the neighbouring languages in any form.
/// A dictionary is a Hunspell file (FILE.dic, with FILE.aff in the same folder) or a list of words in
/// UTF-8. The command writes words.txt, and if the folder has no pack.toml, a pack.toml for you to fill in.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  \
    stodola pack build mypack --language cs --words /usr/share/hunspell/cs_CZ.dic \\\n    \
    --neighbour /usr/share/hunspell/sk_SK.dic --neighbour /usr/share/hunspell/pl_PL.dic")]
pub(crate) struct Arguments {
    /// Folder of the pack; created if it does not exist
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// ISO 639 code of the language, for example `cs`
    #[arg(long, value_name = "CODE")]
    language: String,
    /// Dictionaries of the language
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    words: Vec<PathBuf>,
    /// Dictionaries of neighbouring languages
    #[arg(long, value_name = "FILE", num_args = 1..)]
    neighbour: Vec<PathBuf>,
    /// Also include all forms made by the affix rules of the language: a much longer list
    #[arg(long)]
    inflected: bool,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let Arguments { folder, language, .. } = arguments;
    let is_code =
        (2..=3).contains(&language.len()) && language.bytes().all(|byte| byte.is_ascii_lowercase());
    if !is_code {
        bail!("'{language}' is not a language code; give an ISO 639 code such as 'cs'");
    }
    let lexicon = if arguments.inflected { Lexicon::Inflected } else { Lexicon::Listed };
    let built = build_words(&arguments.words, lexicon, &arguments.neighbour)?;
    if built.words.is_empty() {
        bail!("no word is left; are the dictionaries of the language and its neighbours the same?");
    }
    fs::create_dir_all(folder)
        .with_context(|| format!("cannot create the folder '{}'", folder.display()))?;
    write_words(&folder.join(WORDS), arguments, &built)?;
    let pack = folder.join("pack.toml");
    if pack.exists() {
        let stored = Pack::folder(folder)?;
        if stored.language() != language {
            let theirs = stored.language();
            output::complain(format_args!(
                "{}: the pack has the language '{theirs}', but the words are '{language}'",
                pack.display()
            ));
        }
    } else {
        write_new(&pack, &starter(language))?;
    }
    let Built { words, of_language, shared } = &built;
    let exclusive = words.len();
    output::say(format_args!(
        "{}",
        lang::pick(
            format!(
                "{exclusive} words: {of_language} of the language, {shared} shared with neighbours"
            ),
            format!("slov: {exclusive}; jazyk jich má {of_language}, se sousedy sdílí {shared}"),
        )
    ));
    Ok(Outcome::default())
}

/// Writes the list under another name first, so that there is never half of it.
fn write_words(path: &Path, arguments: &Arguments, built: &Built) -> anyhow::Result<()> {
    let mut text = String::from("# Words of this language only, made by `stodola pack build`.\n");
    for (what, files) in [("words", &arguments.words), ("neighbour", &arguments.neighbour)] {
        for file in files {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            text.push_str(&format!("# {what}: {name}\n"));
        }
    }
    for word in &built.words {
        text.push_str(word);
        text.push('\n');
    }
    Ok(stodola_durable::replace(path, text.as_bytes())?)
}

fn write_new(path: &Path, text: &str) -> anyhow::Result<()> {
    let mut file = fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(path)
        .with_context(|| format!("cannot create '{}'", path.display()))?;
    Ok(file.write_all(text.as_bytes())?)
}

/// A pack to begin with: points and weights are those of the packs that are built in, what is the
/// nation's own must be filled in.
fn starter(language: &str) -> String {
    include_str!("build/starter.toml").replace("LANGUAGE", language)
}
