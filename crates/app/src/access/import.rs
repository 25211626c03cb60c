//! Rules of other programs become rules of the archive.

use super::{AccessError, ChangeSettings};
use std::io::Read;
use std::path::{Path, PathBuf};
use stodola_access::import::{AcljOptions, IMPORT_MAX, OutbackOptions, read_aclj, read_outback};
use stodola_access::{AccessPolicy, ChangeKind, RuleEdit};

/// The program that the rules come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImportFormat {
    /// An `.aclj` file of pywb.
    Aclj {
        /// What pywb's configuration says under `default_access`.
        default_access: AccessPolicy,
    },
    /// Rules of OutbackCDX as JSON.
    OutbackCdx {
        /// The file of policies, if they do not stand in the same file.
        policies: Option<PathBuf>,
        /// The access point that everybody uses.
        public_access_point: String,
        /// What is done where a capture may not be seen.
        denial: AccessPolicy,
    },
}

/// What is imported.
#[derive(Clone, Debug)]
pub struct ImportSettings {
    /// Where to, by whom and why.
    pub change: ChangeSettings,
    /// The file.
    pub file: PathBuf,
    /// What kind of file it is.
    pub format: ImportFormat,
}

/// What was imported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImportedRules {
    /// The number of the change in the log.
    pub number: i64,
    /// How many rules are new.
    pub rules: usize,
}

/// Imports all rules of a file, or none.
pub fn import(settings: &ImportSettings) -> Result<ImportedRules, AccessError> {
    let file = read(&settings.file)?;
    let rules = match &settings.format {
        ImportFormat::Aclj { default_access } => {
            read_aclj(&file, AcljOptions { default_access: *default_access })
        }
        ImportFormat::OutbackCdx { policies, public_access_point, denial } => {
            let policies = policies.as_deref().map(read).transpose()?;
            let public_access_point = public_access_point.clone();
            let options = OutbackOptions { public_access_point, denial: *denial };
            read_outback(&file, policies.as_deref(), &options)
        }
    };
    let path = &settings.file;
    let rules = rules.map_err(|error| AccessError::Import { path: path.clone(), error })?;
    let edits: Vec<RuleEdit> = rules.into_iter().map(|rule| RuleEdit::Add(rule.into())).collect();
    let mut store = settings.change.open()?;
    let (number, added) = store.change(&settings.change.signed(), ChangeKind::Import, &edits)?;
    settings.change.tell(number);
    Ok(ImportedRules { number, rules: added.len() })
}

/// A file as far as it may be large.
fn read(path: &Path) -> Result<Vec<u8>, AccessError> {
    let failed = |error| AccessError::Read { path: path.to_owned(), error };
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(failed)?;
    file.take(IMPORT_MAX as u64 + 1).read_to_end(&mut bytes).map_err(failed)?;
    Ok(bytes)
}
