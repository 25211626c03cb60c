//! `stodola warc repack`: the same records in new files.

use super::inputs::{self, Input, Worked};
use crate::lang;
use crate::output::{self, Outcome};
use anyhow::{Context, bail};
use std::io::Read;
use std::path::{Path, PathBuf};
use stodola_warc::write::{self, Compression, Options, WarcFile, WriteError, rewrite};
use stodola_warc::{Format, Reader, Record};

/// Copy the records to new files: one member per record, another compression, other file sizes.
///
/// Headers and blocks are copied byte for byte. `--version` changes only the version line. If the
/// length of a record is wrong, it is corrected and reported. The new file has the name of the input.
/// Existing files are never overwritten. Until a file is complete and on disk, its name ends in
/// `.open`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// WARC files to read; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Folder to write to; created if it does not exist
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Compression of the new files
    #[arg(long, value_enum, default_value_t = Packing::Gzip)]
    compression: Packing,
    /// WARC version to write in each version line
    #[arg(long, value_enum)]
    version: Option<Version>,
    /// Start a new file when a file reaches this size, for example `1GB` or `500MiB`
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    split_size: Option<u64>,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Packing {
    /// One gzip member per record
    Gzip,
    /// One zstd frame per record
    Zstd,
    /// No compression
    None,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Version {
    /// WARC/1.0
    #[value(name = "1.0")]
    V1_0,
    /// WARC/1.1
    #[value(name = "1.1")]
    V1_1,
}

impl Arguments {
    fn options(&self) -> Options {
        let compression = match self.compression {
            Packing::Gzip => Compression::Gzip,
            Packing::Zstd => Compression::Zstd,
            Packing::None => Compression::None,
        };
        Options { compression, digest: None, ..Options::default() }
    }

    fn version(&self) -> Option<write::Version> {
        self.version.map(|version| match version {
            Version::V1_0 => write::Version::V1_0,
            Version::V1_1 => write::Version::V1_1,
        })
    }
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let folder = &arguments.out;
    std::fs::create_dir_all(folder)
        .with_context(|| format!("{}: cannot be created", folder.display()))?;
    inputs::each(&arguments.files, |input| repack(input, arguments))
}

fn repack(input: &mut Input<'_>, arguments: &Arguments) -> anyhow::Result<Worked> {
    let mut target = Target::new(input.name, arguments);
    let records = match copy_records(input, &mut target) {
        Ok(Worked { records }) => records,
        Err(error) => {
            target.abandon();
            return Err(error);
        }
    };
    if let Some(done) = target.close()? {
        let count = lang::count(records, ["record", "records"], ["záznam", "záznamy", "záznamů"]);
        output::say(format_args!("{}: {count} → {done}", input.name));
    }
    Ok(Worked { records })
}

fn copy_records(input: &mut Input<'_>, target: &mut Target<'_>) -> anyhow::Result<Worked> {
    let mut records = 0;
    while let Some(mut record) = input.reader.next_record()? {
        if let Format::Arc(_) = record.format() {
            bail!("this is an ARC file; repack works with WARC only");
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
                input.report(offset, &format!("Content-Length corrected to {length}"));
            }
            Copy::Failed => {
                // The length was found to be wrong only while it was being copied.
                let length = target.write_again(input.name, place)?;
                input.report(offset, &format!("Content-Length corrected to {length}"));
            }
        }
        input.after_record();
    }
    Ok(Worked { records })
}

/// How a record was copied.
enum Copy {
    Exact,
    /// With another Content-Length.
    Mended(u64),
    /// Not yet: its block is shorter than it seemed.
    Failed,
}

/// The file, or the row of files, that one input becomes.
struct Target<'a> {
    arguments: &'a Arguments,
    stem: String,
    file: Option<WarcFile>,
    serial: u32,
    done: Vec<String>,
}

impl<'a> Target<'a> {
    fn new(name: &str, arguments: &'a Arguments) -> Target<'a> {
        Target { arguments, stem: stem(name), file: None, serial: 0, done: Vec::new() }
    }

    fn file(&mut self) -> anyhow::Result<&mut WarcFile> {
        let limit = self.arguments.split_size.unwrap_or(u64::MAX);
        if self.file.as_ref().is_some_and(|f| f.size() >= limit) {
            self.finish_file()?;
        }
        match &mut self.file {
            Some(file) => Ok(file),
            none => {
                let extension = self.arguments.options().compression.extension();
                let stem = &self.stem;
                let name = match self.serial {
                    0 => format!("{stem}{extension}"),
                    n => format!("{stem}-{n:05}{extension}"),
                };
                self.serial += 1;
                let path = self.arguments.out.join(name);
                Ok(none.insert(WarcFile::create_bare(&path, self.arguments.options())?))
            }
        }
    }

    fn finish_file(&mut self) -> anyhow::Result<()> {
        if let Some(file) = self.file.take() {
            self.done.push(file.close()?.display().to_string());
        }
        Ok(())
    }

    /// Removes the file in the making: it is of no use, and would be in the way of another try.
    fn abandon(self) {
        if let Some(file) = self.file {
            let path = file.open_path().to_owned();
            drop(file);
            let _ = std::fs::remove_file(path);
        }
    }

    fn close(mut self) -> anyhow::Result<Option<String>> {
        self.finish_file()?;
        Ok((!self.done.is_empty()).then(|| self.done.join(", ")))
    }

    fn write<R: Read>(&mut self, record: &mut Record<'_, R>) -> anyhow::Result<Copy> {
        let length = record.expected_length();
        let is_exact = record.declared_length() == Some(length);
        // Only WARC records come here.
        let Some(header) = record.warc() else { return Ok(Copy::Exact) };
        let header = rewrite(header, self.arguments.version(), (!is_exact).then_some(length));
        match self.file()?.write_raw(&header, record, length) {
            Ok(_) if is_exact => Ok(Copy::Exact),
            Ok(_) => Ok(Copy::Mended(length)),
            Err(WriteError::BlockShort { .. }) => Ok(Copy::Failed),
            Err(e) => Err(e.into()),
        }
    }

    /// Copies a record whose block turned out to be cut, now that its length can be counted.
    fn write_again(&mut self, name: &str, (offset, inner): (u64, u64)) -> anyhow::Result<u64> {
        if name == "-" {
            bail!("the record at {offset} is cut, and standard input cannot be read again");
        }
        let length = with_record(name, offset, inner, |record| {
            Ok(std::io::copy(record, &mut std::io::sink())?)
        })?;
        let version = self.arguments.version();
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
    work: impl FnOnce(&mut Record<'_, std::fs::File>) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    let mut reader = Reader::open_at(Path::new(name), offset)?;
    while let Some(mut record) = reader.next_record()? {
        if record.inner_offset() == inner {
            return work(&mut record);
        }
    }
    bail!("the record at {offset} is no longer there");
}

/// The name of an input without folder and known endings.
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

/// Reads `1GB`, `500MiB`, `1000000`.
fn parse_size(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = &text[digits.len()..];
    let factor = match unit.to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "k" | "kb" => 1_000,
        "kib" => 1 << 10,
        "m" | "mb" => 1_000_000,
        "mib" => 1 << 20,
        "g" | "gb" => 1_000_000_000,
        "gib" => 1 << 30,
        _ => return Err(format!("unknown unit '{unit}'; use kB, MB, GB, KiB, MiB or GiB")),
    };
    let number: u64 = digits.trim().parse().map_err(|_| format!("'{digits}' is not a number"))?;
    number.checked_mul(factor).filter(|n| *n > 0).ok_or("must be more than 0".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_with_their_units() {
        assert_eq!(parse_size("1GB"), Ok(1_000_000_000));
        assert_eq!(parse_size("2 MiB"), Ok(2 << 20));
        assert_eq!(parse_size("77"), Ok(77));
        assert!(parse_size("0").is_err());
        assert!(parse_size("1 parsec").is_err());
        assert!(parse_size("99999999999999999999").is_err());
    }

    #[test]
    fn names_keep_what_is_not_a_known_ending() {
        assert_eq!(stem("a/b/x-2008.warc.gz"), "x-2008");
        assert_eq!(stem("x.warc.gz.open"), "x");
        assert_eq!(stem("x.tar"), "x.tar");
        assert_eq!(stem("-"), "records");
    }
}
