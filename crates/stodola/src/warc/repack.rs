//! `stodola warc repack`: the same records in new files.

use crate::lang::text;
use crate::output::Outcome;
use crate::progress::Bar;
use std::path::PathBuf;
use stodola_app::warc::{RepackSettings, repack};
use stodola_warc::write::{self, Compression};

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
    fn settings(&self) -> RepackSettings {
        let compression = match self.compression {
            Packing::Gzip => Compression::Gzip,
            Packing::Zstd => Compression::Zstd,
            Packing::None => Compression::None,
        };
        let version = self.version.map(|version| match version {
            Version::V1_0 => write::Version::V1_0,
            Version::V1_1 => write::Version::V1_1,
        });
        let (out, split_size) = (self.out.clone(), self.split_size);
        RepackSettings { out, compression, version, split_size }
    }
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let bar = Bar::default();
    let ended = repack(&arguments.files, &arguments.settings(), &bar, &mut |done| {
        let files: Vec<String> = done.files.iter().map(|it| it.display().to_string()).collect();
        let files = files.join(", ");
        bar.say(text!("warc-repacked", input = done.input, records = done.records, files = files));
    })?;
    Ok(ended.into())
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
}
