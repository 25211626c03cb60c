//! `stodola seeds`: what files of any kind give as seeds.

use crate::lang::language;
use crate::output::{self, Outcome};
use std::io::Write;
use std::path::PathBuf;
use stodola_app::seeds::{SeedFiles, read_seed_files};
use stodola_crawl::job::Limit;
use stodola_crawl::seeds::{MAX_SAMPLE, SeedBatch, SeedFormat, SeedListSettings};
use stodola_text::seed_summary_lines;

/// Show what files of any kind give as seeds: a list with each address once.
///
/// The files may be lists, logs of Heritrix 1 and 3 (crawl.log, local-errors.log, uri-errors.log, the log of scope
/// rules, the log for recovery), indexes (CDX, CDXJ), tables (CSV), lines of JSON, or any text with an address in each
/// line; packed (gzip, zstd, xz, bzip2) or not. The list goes to standard output; numbers, and lines that give no
/// address, to standard error. `stodola crawl --seeds FILE` harvests them.
#[derive(clap::Args)]
#[command(
    after_help = "Exit codes: 0 every line was understood; 1 some lines gave no address.\n\nExample: a thousand \
    addresses at random out of a log\n  \
    stodola seeds crawl.log.gz --sample 1000 > seeds.txt"
)]
pub(crate) struct Arguments {
    /// Files with addresses
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    choice: Choice,
    /// Only count: write no list
    #[arg(long)]
    dry_run: bool,
}

/// How files with seeds are read, and which of them are taken.
#[derive(clap::Args, Clone)]
pub(crate) struct Choice {
    /// Kind of the files; `auto` finds out by their first lines
    #[arg(long, value_name = "FORMAT", default_value = "auto", value_parser = SeedFormat::names())]
    seeds_format: String,
    /// Column of a table with the addresses: its name, or its number from 1; guessed by default
    #[arg(long, value_name = "COLUMN", default_value = "")]
    seeds_column: String,
    /// Take one of several parts, for example 2/10; all addresses of a domain are in the same part
    #[arg(long, value_name = "N/M", default_value = "1/1")]
    batch: SeedBatch,
    /// Take this many addresses at random
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MAX_SAMPLE))]
    sample: Option<u64>,
    /// The number that decides which ones; the same number gives the same addresses
    #[arg(long, value_name = "NUMBER", default_value = "1")]
    sample_seed: u64,
}

impl Choice {
    pub(crate) fn of(&self, files: &[PathBuf]) -> SeedFiles {
        let list = SeedListSettings {
            // The arguments take only names of formats.
            format: self.seeds_format.parse().unwrap_or_default(),
            column: self.seeds_column.clone(),
            batch: self.batch,
            sample: self.sample.map_or(Limit::Unlimited, Limit::At),
            sample_seed: self.sample_seed,
        };
        SeedFiles { files: files.to_vec(), list }
    }
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let mut out = output::stdout();
    let files = arguments.choice.of(&arguments.files);
    let summary = read_seed_files(&files, &std::env::temp_dir(), &mut |uri| {
        if arguments.dry_run {
            return Ok(());
        }
        out.write_all(uri)?;
        out.write_all(b"\n")
    })?;
    out.flush()?;
    output::say(seed_summary_lines(language(), &summary).join("\n"));
    Ok(Outcome { is_data_bad: summary.tally.wrong() > 0, ..Outcome::default() })
}
