//! Copies records to new files.

use super::{InputProblem, InputsEnded, ReportNotice, WarcError, WarcInput, each_input};
use std::io::Read;
use std::path::{Path, PathBuf};
use stodola_warc::write::{Compression, Version, WarcFile, WriteError, WriterOptions, rewrite};
use stodola_warc::{Format, Reader, Record};

/// How records are compressed, and where they are written.
#[derive(Clone, Debug)]
pub struct RepackSettings {
    /// Folder to write to; created if it does not exist.
    pub out: PathBuf,
    /// Compression of the new files.
    pub compression: Compression,
    /// WARC version to write in each version line; `None` keeps it.
    pub version: Option<Version>,
    /// Size in bytes at which a new file is started; `None` makes one file of each input.
    pub split_size: Option<u64>,
}

impl RepackSettings {
    fn options(&self) -> WriterOptions {
        WriterOptions { compression: self.compression, digest: None, ..WriterOptions::default() }
    }
}

/// An input that was repacked.
#[derive(Clone, Debug)]
pub struct Repacked<'a> {
    /// The input, as the user named it.
    pub input: &'a str,
    /// Number of records copied.
    pub records: u64,
    /// The new files.
    pub files: Vec<PathBuf>,
}

/// Copies the records of each input to new files, and calls `done` with each finished input. Existing files are never
/// overwritten.
pub fn repack(
    paths: &[PathBuf],
    settings: &RepackSettings,
    watch: &dyn ReportNotice,
    done: &mut dyn FnMut(&Repacked<'_>),
) -> Result<InputsEnded, WarcError> {
    let folder = &settings.out;
    std::fs::create_dir_all(folder)
        .map_err(|source| WarcError::Create { path: folder.clone(), source })?;
    each_input(paths, watch, |input| repack_input(input, settings, done))
}

fn repack_input(
    input: &mut WarcInput<'_>,
    settings: &RepackSettings,
    done: &mut dyn FnMut(&Repacked<'_>),
) -> Result<u64, WarcError> {
    let mut target = Target::new(input.name, settings);
    let records = match copy_records(input, &mut target) {
        Ok(records) => records,
        Err(error) => {
            target.abandon();
            return Err(error);
        }
    };
    let files = target.close()?;
    if !files.is_empty() {
        done(&Repacked { input: input.name, records, files });
    }
    Ok(records)
}

fn copy_records(input: &mut WarcInput<'_>, target: &mut Target<'_>) -> Result<u64, WarcError> {
    let mut records = 0;
    while let Some(mut record) = input.reader.next_record()? {
        if let Format::Arc(_) = record.format() {
            return Err(WarcError::Arc);
        }
        records += 1;
        let offset = record.offset();
        let place = (offset, record.inner_offset());
        let mended = target.write(&mut record)?;
        let warnings = record.finish()?.warnings;
        input.report_damage(offset, &warnings);
        match mended {
            Copy::Exact => {}
            Copy::Mended(length) => {
                input.report(offset, InputProblem::LengthCorrected(length));
            }
            Copy::Failed => {
                // The wrong length was noticed only while the record was copied.
                let length = target.write_again(input.name, place)?;
                input.report(offset, InputProblem::LengthCorrected(length));
            }
        }
        input.after_record();
    }
    Ok(records)
}

/// How a record was copied.
enum Copy {
    Exact,
    /// With this corrected Content-Length.
    Mended(u64),
    /// Not yet: its block is shorter than declared.
    Failed,
}

/// The file, or the series of files, for one input.
struct Target<'a> {
    settings: &'a RepackSettings,
    stem: String,
    file: Option<WarcFile>,
    serial: u32,
    done: Vec<PathBuf>,
}

impl<'a> Target<'a> {
    fn new(name: &str, settings: &'a RepackSettings) -> Target<'a> {
        Target { settings, stem: stem(name), file: None, serial: 0, done: Vec::new() }
    }

    fn file(&mut self) -> Result<&mut WarcFile, WarcError> {
        let limit = self.settings.split_size.unwrap_or(u64::MAX);
        if self.file.as_ref().is_some_and(|f| f.size() >= limit) {
            self.finish_file()?;
        }
        match &mut self.file {
            Some(file) => Ok(file),
            none => {
                let extension = self.settings.options().compression.extension();
                let stem = &self.stem;
                let name = match self.serial {
                    0 => format!("{stem}{extension}"),
                    n => format!("{stem}-{n:05}{extension}"),
                };
                self.serial += 1;
                let path = self.settings.out.join(name);
                Ok(none.insert(WarcFile::create_bare(&path, self.settings.options())?))
            }
        }
    }

    fn finish_file(&mut self) -> Result<(), WarcError> {
        if let Some(file) = self.file.take() {
            self.done.push(file.close()?);
        }
        Ok(())
    }

    /// Removes the unfinished file, which would be in the way of another attempt.
    fn abandon(self) {
        if let Some(file) = self.file {
            let path = file.open_path().to_owned();
            drop(file);
            let _ = std::fs::remove_file(path);
        }
    }

    fn close(mut self) -> Result<Vec<PathBuf>, WarcError> {
        self.finish_file()?;
        Ok(self.done)
    }

    fn write<R: Read>(&mut self, record: &mut Record<'_, R>) -> Result<Copy, WarcError> {
        let length = record.expected_length();
        let is_exact = record.declared_length() == Some(length);
        // Only WARC records get here.
        let Some(header) = record.warc() else { return Ok(Copy::Exact) };
        let header = rewrite(header, self.settings.version, (!is_exact).then_some(length));
        match self.file()?.write_raw(&header, record, length) {
            Ok(_) if is_exact => Ok(Copy::Exact),
            Ok(_) => Ok(Copy::Mended(length)),
            Err(WriteError::BlockShort { .. }) => Ok(Copy::Failed),
            Err(e) => Err(e.into()),
        }
    }

    /// Copies a record whose block turned out to be cut, now that its length is known.
    fn write_again(&mut self, name: &str, (offset, inner): (u64, u64)) -> Result<u64, WarcError> {
        if name == "-" {
            return Err(WarcError::CutOnInput { offset });
        }
        let length = with_record(name, offset, inner, |record| {
            Ok(std::io::copy(record, &mut std::io::sink())?)
        })?;
        let version = self.settings.version;
        let file = self.file()?;
        with_record(name, offset, inner, |record| {
            let Some(header) = record.warc() else { return Ok(()) };
            let header = rewrite(header, version, Some(length));
            file.write_raw(&header, &mut record.take(length), length)?;
            Ok(())
        })?;
        Ok(length)
    }
}

fn with_record<T>(
    name: &str,
    offset: u64,
    inner: u64,
    work: impl FnOnce(&mut Record<'_, std::fs::File>) -> Result<T, WarcError>,
) -> Result<T, WarcError> {
    let mut reader = Reader::open_at(Path::new(name), offset)?;
    while let Some(mut record) = reader.next_record()? {
        if record.inner_offset() == inner {
            return work(&mut record);
        }
    }
    Err(WarcError::Gone { offset })
}

/// Returns the name of an input without folder and known endings.
fn stem(name: &str) -> String {
    let name = Path::new(name).file_name().map_or(name.into(), |n| n.to_string_lossy());
    let mut stem = name.as_ref();
    for ending in [".open", ".gz", ".zst", ".warc"] {
        stem = stem.strip_suffix(ending).unwrap_or(stem);
    }
    match stem {
        "" | "-" => "records".to_owned(),
        stem => stem.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_keep_what_is_not_a_known_ending() {
        assert_eq!(stem("a/b/x-2008.warc.gz"), "x-2008");
        assert_eq!(stem("x.warc.gz.open"), "x");
        assert_eq!(stem("x.tar"), "x.tar");
        assert_eq!(stem("-"), "records");
    }
}
