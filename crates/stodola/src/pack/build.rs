//! `stodola pack build`: the words that occur in one language and not in its neighbours.

use crate::lang::text;
use crate::output::{self, Outcome};
use std::path::PathBuf;
use stodola_app::pack::{PackSettings, build_pack};

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
    let built = build_pack(&PackSettings {
        folder: arguments.folder.clone(),
        language: arguments.language.clone(),
        words: arguments.words.clone(),
        neighbours: arguments.neighbour.clone(),
        inflected: arguments.inflected,
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
    Ok(Outcome::default())
}
