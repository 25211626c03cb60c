//! The seeds of several files as one stream, with what is wanted of them.

use super::choice::Sample;
use super::{SeedBatch, SeedFormat, SeedReader, SeedTally};
use crate::job::{JobError, Limit};
use serde::{Deserialize, Serialize};
use std::collections::btree_map;
use std::path::PathBuf;

/// `[seeds_list]`: how a file with seeds is read, and which of them are taken.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SeedListSettings {
    /// The kind of the file.
    pub format: SeedFormat,
    /// The column of a table: its name, or its number from 1; empty if it is to be guessed.
    pub column: String,
    /// The part of the list to take.
    pub batch: SeedBatch,
    /// Number of URIs to take at random, of those of the batch.
    pub sample: Limit<u64>,
    /// The number that decides which ones these are.
    pub sample_seed: u64,
}

impl Default for SeedListSettings {
    fn default() -> SeedListSettings {
        SeedListSettings {
            format: SeedFormat::Auto,
            column: String::new(),
            batch: SeedBatch::ALL,
            sample: Limit::Unlimited,
            sample_seed: 1,
        }
    }
}

/// The seeds of files, in normal form, in the order of the files; a sample is in random order.
///
/// Lines that give no seed are not errors: [`tally`](SeedList::tally) counts them. A file that cannot be read is one.
pub struct SeedList {
    settings: SeedListSettings,
    files: std::vec::IntoIter<PathBuf>,
    reader: Option<SeedReader>,
    sample: Option<btree_map::IntoValues<[u8; 32], Vec<u8>>>,
    tally: SeedTally,
    /// Lines of the files that were read before.
    lines_before: u64,
    formats: Vec<(PathBuf, SeedFormat)>,
}

impl SeedList {
    /// Begins to read files. The first of them is opened at once.
    pub fn open(files: Vec<PathBuf>, settings: &SeedListSettings) -> Result<SeedList, JobError> {
        let mut list = SeedList {
            settings: settings.clone(),
            files: files.into_iter(),
            reader: None,
            sample: None,
            tally: SeedTally::default(),
            lines_before: 0,
            formats: Vec::new(),
        };
        list.open_next()?;
        Ok(list)
    }

    /// What was read so far.
    pub fn tally(&self) -> &SeedTally {
        &self.tally
    }

    /// The files that were opened so far, and their kinds.
    pub fn formats(&self) -> &[(PathBuf, SeedFormat)] {
        &self.formats
    }

    fn open_next(&mut self) -> Result<(), JobError> {
        self.lines_before = self.tally.lines;
        self.reader = match self.files.next() {
            Some(path) => Some(SeedReader::open(&path, &self.settings)?),
            None => None,
        };
        if let Some(reader) = &self.reader {
            self.formats.push((reader.path().to_owned(), reader.format()));
        }
        Ok(())
    }

    /// Returns the next URI of the batch; `None` at the end of the last file.
    fn read(&mut self) -> Result<Option<Vec<u8>>, JobError> {
        while let Some(reader) = &mut self.reader {
            let line = reader.next().transpose()?;
            self.tally.lines = self.lines_before + reader.lines();
            let Some(line) = line else {
                self.open_next()?;
                continue;
            };
            match line.found {
                Err((fault, text)) => self.tally.count(reader.path(), line.number, fault, &text),
                Ok(uri) if self.settings.batch.has(&uri) => {
                    self.tally.uris += 1;
                    return Ok(Some(uri));
                }
                Ok(_) => {
                    self.tally.uris += 1;
                    self.tally.other_batches += 1;
                }
            }
        }
        Ok(None)
    }

    fn take(&mut self) -> Result<Option<Vec<u8>>, JobError> {
        let Limit::At(size) = self.settings.sample else { return self.read() };
        if self.sample.is_none() {
            let mut sample = Sample::new(size, self.settings.sample_seed);
            while let Some(uri) = self.read()? {
                sample.offer(uri);
            }
            self.sample = Some(sample.into_uris());
        }
        Ok(self.sample.as_mut().and_then(Iterator::next))
    }
}

impl Iterator for SeedList {
    type Item = Result<Vec<u8>, JobError>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = self.take();
        if next.is_err() {
            // A file that failed is not read on.
            (self.reader, self.files) = (None, Vec::new().into_iter());
        }
        next.transpose()
    }
}
