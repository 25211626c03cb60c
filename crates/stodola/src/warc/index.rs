//! `stodola warc index`: CDXJ and CDX lines, sorted bytewise.

use crate::output::{self, Outcome};
use crate::progress::Bar;
use std::io::Write;
use std::path::PathBuf;
use stodola_app::warc::{IndexSettings, index};
use stodola_archive::cdx::CdxFormat;

/// Print an index of the captures, sorted by bytes.
///
/// Responses, revisits, resources and metadata are indexed; records of type `application/warc-fields`
/// are not. If a record has no payload digest, it is computed (SHA-1). The keys are the same SURTs
/// that pywb and cdxj-indexer use.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  stodola warc index *.warc.gz > index.cdxj")]
pub(crate) struct Arguments {
    /// Files to index; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Format of the index
    #[arg(long, value_enum, default_value_t = LineFormat::Cdxj)]
    format: LineFormat,
    /// Add the method and body of POST and PUT requests to the key of their response
    #[arg(long)]
    post_append: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum LineFormat {
    /// Key, time and a JSON object on each line
    Cdxj,
    /// Eleven columns: ` CDX N b a m s k r M S V g`
    Cdx11,
    /// Nine columns: ` CDX N b a m s k r V g`
    Cdx9,
}

impl LineFormat {
    fn cdx(self) -> CdxFormat {
        match self {
            LineFormat::Cdxj => CdxFormat::Cdxj,
            LineFormat::Cdx11 => CdxFormat::Cdx11,
            LineFormat::Cdx9 => CdxFormat::Cdx9,
        }
    }
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let settings =
        IndexSettings { format: arguments.format.cdx(), appends_posts: arguments.post_append };
    let mut out = output::stdout();
    let ended = index(&arguments.files, settings, &Bar::default(), &mut out)?;
    out.flush()?;
    Ok(ended.into())
}
