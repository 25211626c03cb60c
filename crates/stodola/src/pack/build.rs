//! `stodola pack build`: the words that occur in one language and not in its neighbours.

use crate::lang::{decimal, text};
use crate::output::{self, Outcome};
use std::path::PathBuf;
use stodola_app::pack::{PackSettings, build_pack};

/// Build the dictionary of a pack: words that occur in one language only.
///
/// It contains the words of the language, without all words of the neighbouring languages in any form.
/// A dictionary is a Hunspell file (FILE.dic, with FILE.aff in the same folder), a list of words in UTF-8, or
/// a folder of texts in UTF-8, of which the words count that occur three times. The command writes words.txt,
/// and if the folder has no pack.toml, a pack.toml for you to fill in.
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
    /// Dictionaries of the language, or folders of texts
    #[arg(long, value_name = "FILE|DIR", required = true, num_args = 1..)]
    words: Vec<PathBuf>,
    /// Dictionaries of neighbouring languages, or folders of texts
    #[arg(long, value_name = "FILE|DIR", num_args = 1..)]
    neighbour: Vec<PathBuf>,
    /// Also include all forms made by the affix rules of the language: a much longer list
    #[arg(long)]
    inflected: bool,
    /// Other texts of the language, files or folders: print how many of their words the dictionary has
    #[arg(long, value_name = "FILE|DIR", num_args = 1..)]
    check: Vec<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let built = build_pack(&PackSettings {
        folder: arguments.folder.clone(),
        language: arguments.language.clone(),
        words: arguments.words.clone(),
        neighbours: arguments.neighbour.clone(),
        inflected: arguments.inflected,
        check: arguments.check.clone(),
    })?;
    if let Some((path, theirs)) = &built.other_language {
        let (path, ours) = (path.display(), &arguments.language);
        output::complain(text!("pack-other-language", path = path, theirs = theirs, ours = ours));
    }
    output::say(text!(
        "pack-built",
        words = built.exclusive,
        all = built.of_language,
        shared = built.shared
    ));
    if let Some(coverage) = built.coverage {
        output::say(text!(
            "pack-coverage",
            percent = decimal(coverage.percent(), 1),
            running = coverage.running,
            known = coverage.different_known,
            different = coverage.different
        ));
    }
    Ok(Outcome::default())
}
