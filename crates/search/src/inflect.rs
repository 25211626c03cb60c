//! Inflection: which other forms of a word a query looks for.
//!
//! Czech and Slovak have tables made from dictionaries of Hunspell, if those are installed; they lie with the index.
//! Words that no table has are compared by their stems. People can correct both in `inflection.txt` of the archive.

mod exceptions;
mod hunspell;
mod rules;
mod stem;
mod table;

pub(crate) use exceptions::Exceptions;
pub(crate) use stem::stemmer;
pub(crate) use table::Table;

use crate::error::SearchError;
use std::path::{Path, PathBuf};

/// Folders in which dictionaries of Hunspell are usually installed.
const DICTIONARY_FOLDERS: [&str; 2] = ["/usr/share/hunspell", "/usr/share/myspell/dicts"];
/// Languages that have tables, with the names of their dictionaries.
const TABLE_LANGUAGES: [(&str, &str); 2] = [("cs", "cs_CZ"), ("sk", "sk_SK")];

/// Returns the file of the table of a language.
pub(crate) fn table_path(search: &Path, language: &str) -> PathBuf {
    search.join(format!("inflection-{language}.tab"))
}

/// Makes the tables that are missing or older than their dictionaries. `folders`: where dictionaries are looked for, in
/// addition to the usual places. A dictionary that cannot be read is passed over: stems are used instead.
pub(crate) fn make_tables(search: &Path, folders: &[PathBuf]) -> Result<(), SearchError> {
    let usual = DICTIONARY_FOLDERS.iter().map(PathBuf::from);
    let folders: Vec<PathBuf> = folders.iter().cloned().chain(usual).collect();
    for (language, name) in TABLE_LANGUAGES {
        let dictionaries = folders.iter().map(|folder| folder.join(name).with_extension("dic"));
        let Some(dictionary) = dictionaries.into_iter().find(|path| path.is_file()) else {
            continue;
        };
        let table = table_path(search, language);
        if is_newer(&table, &dictionary) {
            continue;
        }
        let Ok(lines) = hunspell::table_of(&dictionary) else { continue };
        stodola_durable::replace(&table, lines.as_bytes()).map_err(|error| {
            SearchError::io("the table of inflection", std::io::Error::other(error.to_string()))
        })?;
    }
    Ok(())
}

fn is_newer(table: &Path, dictionary: &Path) -> bool {
    let time = |path: &Path| path.metadata().and_then(|about| about.modified()).ok();
    match (time(table), time(dictionary)) {
        (Some(table_time), Some(dictionary)) => {
            table_time >= dictionary && Table::read(table).is_some()
        }
        _ => false,
    }
}

/// Opens the table of a language; `None` if there is none that can be read.
pub(crate) fn open_table(search: &Path, language: &str) -> Option<Table> {
    Table::read(&table_path(search, language))
}
