//! `stodola warc`: tools for ARC and WARC files, one small file each.

mod cat;
mod check;
mod extract;
mod index;
mod inputs;
mod ls;
mod repack;
mod sniff;

use crate::output::Outcome;
use clap::Subcommand;

/// The commands under `stodola warc`.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// List the records of ARC and WARC files
    Ls(ls::Arguments),
    /// Print one record, or a part of it
    Cat(cat::Arguments),
    /// Verify digests, lengths, compression and every rule of the formats
    Check(check::Arguments),
    /// Make a CDXJ or CDX index, sorted
    Index(index::Arguments),
    /// Write payloads to files
    Extract(extract::Arguments),
    /// Write the same records anew: one member per record, another compression, other file sizes
    Repack(repack::Arguments),
}

impl Command {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        match self {
            Command::Ls(arguments) => ls::run(&arguments),
            Command::Cat(arguments) => cat::run(&arguments),
            Command::Check(arguments) => check::run(&arguments),
            Command::Index(arguments) => index::run(&arguments),
            Command::Extract(arguments) => extract::run(&arguments),
            Command::Repack(arguments) => repack::run(&arguments),
        }
    }
}
