//! What a crash left: files that were not finished are, with the whole records they hold.

use super::SinkError;
use super::files::{Files, folder_error};
use crate::trace;
use std::fs;
use std::path::Path;
use stodola_warc::write::{FileError, FileName, Resumed, WarcFile, WriterOptions, left_open};

/// An unfinished file that was found, and what became of it.
#[derive(Debug)]
pub struct Recovered {
    /// The file, relative to the sink's folder, by the name it has when it is finished.
    pub file: String,
    /// What became of it.
    pub outcome: Recovery,
}

/// What became of an unfinished file.
#[derive(Debug)]
pub enum Recovery {
    /// It was cut to whole records and is finished now.
    Finished(Resumed),
    /// It was whole, and only had its former name left, which is gone.
    WasFinished,
    /// Another process writes it: it was not left by a crash.
    InUse,
    /// It is left as it is.
    Failed(FileError),
}

impl Files {
    /// Finishes what was left. Files of other sinks are not touched.
    pub(super) fn recover(&self) -> Result<Vec<Recovered>, SinkError> {
        let name = FileName::new(&self.options.prefix, &self.options.host)?;
        let mut years = Vec::new();
        for entry in fs::read_dir(&self.folder).map_err(folder_error("list", &self.folder))? {
            let entry = entry.map_err(folder_error("list", &self.folder))?;
            if let Ok(year) = entry.file_name().into_string()
                && year.len() == 4
                && year.bytes().all(|b| b.is_ascii_digit())
                && entry.path().is_dir()
            {
                years.push(year);
            }
        }
        years.sort();
        let mut recovered = Vec::new();
        for year in years {
            for path in left_open(&self.folder.join(&year))? {
                let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
                let Some(compression) = name.recognise(stem) else { continue };
                let options = WriterOptions { compression, ..self.options.warc };
                let outcome = self.finish_left(&path, options)?;
                let found = Recovered { file: format!("{year}/{stem}"), outcome };
                trace::recovered(&found);
                recovered.push(found);
            }
        }
        Ok(recovered)
    }

    fn finish_left(&self, path: &Path, options: WriterOptions) -> Result<Recovery, SinkError> {
        let (warcinfo, _) = self.warcinfo()?;
        let resumed = WarcFile::resume(path, &warcinfo, options)
            .and_then(|(file, resumed)| file.close().map(|_| resumed));
        Ok(match resumed {
            Ok(resumed) => Recovery::Finished(resumed),
            Err(FileError::Finished(_)) => Recovery::WasFinished,
            Err(FileError::Locked(_)) => Recovery::InUse,
            Err(error) => Recovery::Failed(error),
        })
    }
}
