//! What became of the lines of seed files.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;

/// Number of wrong lines that are kept as examples, for each fault.
const EXAMPLES: usize = 3;
/// Number of characters of a wrong line that are kept.
const SHOWN: usize = 120;

/// Why a line gives no seed. Not `#[non_exhaustive]`: whoever adds one must give it a text in each language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SeedFault {
    /// There is no address in the line.
    NoUri,
    /// There are several words in a line of a list.
    Words,
    /// The address is not one of the web: `dns:`, `mailto:`, `ftp:` and so on.
    NotWeb,
    /// The address has no host, or none that can exist.
    NoHost,
    /// The line or the address is too long.
    TooLong,
    /// The line is not one of this format.
    OtherFormat,
    /// The log says that the link was accepted: it belonged to that harvest.
    Accepted,
    /// The line has fewer columns, or a quotation mark that is not closed.
    NoColumn,
    /// The packed data are damaged or cut off here; what follows cannot be read.
    Damaged,
}

impl SeedFault {
    /// All faults.
    pub const ALL: [SeedFault; 9] = [
        SeedFault::NoUri,
        SeedFault::Words,
        SeedFault::NotWeb,
        SeedFault::NoHost,
        SeedFault::TooLong,
        SeedFault::OtherFormat,
        SeedFault::Accepted,
        SeedFault::NoColumn,
        SeedFault::Damaged,
    ];

    /// Returns its name, which never changes.
    pub fn name(self) -> &'static str {
        match self {
            SeedFault::NoUri => "no-address",
            SeedFault::Words => "several-words",
            SeedFault::NotWeb => "not-web",
            SeedFault::NoHost => "no-host",
            SeedFault::TooLong => "too-long",
            SeedFault::OtherFormat => "other-format",
            SeedFault::Accepted => "accepted",
            SeedFault::NoColumn => "no-column",
            SeedFault::Damaged => "damaged",
        }
    }
}

impl fmt::Display for SeedFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A line that gave no seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongSeedLine {
    /// The file.
    pub file: PathBuf,
    /// Number of the line, from 1.
    pub line: u64,
    /// Why it gave none.
    pub fault: SeedFault,
    /// The beginning of the line.
    pub text: String,
}

/// The numbers of what was read from seed files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeedTally {
    /// Number of lines, remarks and empty ones included.
    pub lines: u64,
    /// Number of lines that gave a URI.
    pub uris: u64,
    /// Number of lines whose URI belongs to another batch.
    pub other_batches: u64,
    /// Number of lines that gave none, by reason.
    pub faults: BTreeMap<SeedFault, u64>,
    /// The first wrong lines of each kind.
    pub examples: Vec<WrongSeedLine>,
}

impl SeedTally {
    /// Number of lines that gave no URI though they should have.
    pub fn wrong(&self) -> u64 {
        self.faults.values().sum()
    }

    pub(super) fn count(
        &mut self,
        file: &std::path::Path,
        line: u64,
        fault: SeedFault,
        text: &[u8],
    ) {
        let number = self.faults.entry(fault).or_default();
        *number += 1;
        if *number <= EXAMPLES as u64 {
            // A character has at most four bytes.
            let start = &text[..text.len().min(4 * SHOWN)];
            let shown: String = String::from_utf8_lossy(start).chars().take(SHOWN).collect();
            let text = shown.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
            self.examples.push(WrongSeedLine { file: file.to_owned(), line, fault, text });
        }
    }
}
