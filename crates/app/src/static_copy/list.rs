//! The list of a copy: a line of JSON for every file, and for everything that is missing.

use super::{LIST, StaticCopyError};
use crate::json;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use stodola_archive::Stamp;

/// Why an address is not in a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CopyGap {
    /// The archive has no capture of it.
    NotArchived,
    /// The reader may not see it.
    Blocked,
    /// The server answered with an error at that time.
    Failed,
    /// It redirects to an address that is not in the copy, or in a circle.
    LostRedirect,
    /// Its record cannot be read.
    Unreadable,
    /// Its content cannot be decoded to its end, or is too large; the file has the beginning.
    Cut,
    /// Its path would be longer than systems allow.
    LongPath,
    /// The copy has too many addresses.
    TooMany,
}

impl CopyGap {
    /// A word that programs can rely on.
    pub fn code(self) -> &'static str {
        match self {
            CopyGap::NotArchived => "not-archived",
            CopyGap::Blocked => "blocked",
            CopyGap::Failed => "failed",
            CopyGap::LostRedirect => "lost-redirect",
            CopyGap::Unreadable => "unreadable",
            CopyGap::Cut => "cut",
            CopyGap::LongPath => "long-path",
            CopyGap::TooMany => "too-many",
        }
    }
}

/// A line of the list.
#[derive(Serialize)]
struct ListLine<'l> {
    uri: &'l str,
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'l str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    missing: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    page: Option<&'l str>,
}

/// The list that is being written.
pub(super) struct List {
    path: PathBuf,
    out: BufWriter<File>,
    pub(super) gaps: BTreeMap<CopyGap, u64>,
}

impl List {
    pub(super) fn create(folder: &Path) -> Result<List, StaticCopyError> {
        let path = folder.join(LIST);
        let file = File::create_new(&path).map_err(StaticCopyError::write(&path))?;
        Ok(List { path, out: BufWriter::new(file), gaps: BTreeMap::new() })
    }

    pub(super) fn file(
        &mut self,
        uri: &[u8],
        time: Option<Stamp>,
        file: &str,
    ) -> Result<(), StaticCopyError> {
        let uri = String::from_utf8_lossy(uri);
        let time = time.map(|time| time.to_string());
        self.write(&ListLine { uri: &uri, time, file: Some(file), missing: None, page: None })
    }

    /// Notes what is missing, with the page that has a link to it.
    pub(super) fn gap(
        &mut self,
        uri: &[u8],
        gap: CopyGap,
        page: Option<&[u8]>,
    ) -> Result<(), StaticCopyError> {
        *self.gaps.entry(gap).or_default() += 1;
        let uri = String::from_utf8_lossy(uri);
        let page = page.map(String::from_utf8_lossy);
        let (time, file, missing) = (None, None, Some(gap.code()));
        self.write(&ListLine { uri: &uri, time, file, missing, page: page.as_deref() })
    }

    fn write(&mut self, line: &ListLine<'_>) -> Result<(), StaticCopyError> {
        json::write_line(&mut self.out, line).map_err(StaticCopyError::write(&self.path))
    }

    /// Puts the list on disk for good.
    pub(super) fn finish(mut self) -> Result<(PathBuf, BTreeMap<CopyGap, u64>), StaticCopyError> {
        let failed = StaticCopyError::write(&self.path);
        self.out.flush().map_err(&failed)?;
        self.out.get_ref().sync_all().map_err(&failed)?;
        Ok((self.path, self.gaps))
    }
}
