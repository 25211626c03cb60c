//! `stodola warc cat`: one record by its offset.

use crate::output::{self, Outcome};
use std::path::PathBuf;
use stodola_app::warc::{PrintSettings, RecordPart, print_record};

/// Print one record, or a part of it, byte for byte.
///
/// `stodola warc ls` or an index gives the offsets. Without an option, the whole record is printed:
/// header and block.
#[derive(clap::Args)]
#[command(after_help = "Example: the page stored at offset 278\n  \
    stodola warc cat file.warc.gz --offset 278 --decoded")]
pub(crate) struct Arguments {
    /// ARC or WARC file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Offset of the record, or of the compressed member that contains it
    #[arg(long, value_name = "N")]
    offset: u64,
    /// Offset inside a member that contains several records: the `inner_offset` printed by `ls`
    #[arg(long, value_name = "N", default_value_t = 0)]
    inner: u64,
    #[command(flatten)]
    part: Part,
    /// With --joined: other files that may contain segments of the record
    #[arg(long, value_name = "FILE", requires = "joined")]
    also: Vec<PathBuf>,
    /// With --decoded: fail if the decoded payload is longer than this
    #[arg(long, value_name = "BYTES", default_value_t = 1 << 30)]
    max_decoded: u64,
}

#[derive(clap::Args)]
#[group(multiple = false)]
struct Part {
    /// Print only the record header
    #[arg(long)]
    headers: bool,
    /// Print only the block: for HTTP, the HTTP headers and the body
    #[arg(long)]
    block: bool,
    /// Print only the payload: for HTTP, the body without chunked encoding
    #[arg(long)]
    payload: bool,
    /// Print only the payload, without its content encoding (gzip, deflate, br, zstd)
    #[arg(long)]
    decoded: bool,
    /// Print the block of a record that is stored in segments, all segments joined
    #[arg(long)]
    joined: bool,
}

impl Arguments {
    fn settings(&self) -> PrintSettings {
        let part = match &self.part {
            Part { headers: true, .. } => RecordPart::Headers,
            Part { block: true, .. } => RecordPart::Block,
            Part { payload: true, .. } => RecordPart::Payload,
            Part { decoded: true, .. } => RecordPart::Decoded(self.max_decoded),
            Part { joined: true, .. } => RecordPart::Joined(self.also.clone()),
            Part { .. } => RecordPart::Whole,
        };
        PrintSettings { file: self.file.clone(), offset: self.offset, inner: self.inner, part }
    }
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let mut outcome = Outcome::default();
    for warning in print_record(&arguments.settings(), &mut output::stdout())? {
        outcome.is_data_bad |= warning.is_damage();
        output::complain(format_args!("{}: {warning}", arguments.file.display()));
    }
    Ok(outcome)
}
