//! Recovery after a crash: unfinished files are finished with the complete records they contain.

use super::SinkError;
use super::files::{Files, folder_error};
use crate::trace;
use std::fs;
use std::path::Path;
use stodola_warc::write::{FileError, FileName, Resumed, WarcFile, WriterOptions, left_open};

/// An unfinished file that was found, and what was done with it.
#[derive(Debug)]
pub struct Recovered {
    /// The file, relative to the sink's folder, under its final name.
    pub file: String,
    /// What was done with it.
    pub outcome: Recovery,
}

/// What was done with an unfinished file.
#[derive(Debug)]
pub enum Recovery {
    /// The file was cut to complete records and finished.
    Finished(Resumed),
    /// The file was complete and also had its name with `.open`, which was removed.
    WasFinished,
    /// Another process is writing the file: it was not left by a crash.
    InUse,
    /// The file could not be finished, and is left as it is.
    Failed(FileError),
}

impl Files {
    /// Finishes unfinished files of this sink. Files of other sinks are not touched.
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
