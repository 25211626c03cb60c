//! `stodola warc extract`: payloads as files.

use crate::lang::text;
use crate::output::{self, Outcome};
use crate::progress::Bar;
use std::path::PathBuf;
use stodola_app::warc::{ExtractSettings, extract};

/// Write payloads to files.
///
/// The payloads of responses, resources and conversions are written without transfer and content
/// encoding. A file name is a number and the end of the URL, and is safe on any file system. The file
/// `index.txt` gives the URL of each file (`name=URL`). Existing files are never overwritten.
#[derive(clap::Args)]
#[command(after_help = "Example: all pictures of a file\n  \
    stodola warc extract file.warc.gz --mime 'image/*' --out pictures")]
pub(crate) struct Arguments {
    /// Files to read; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Folder to write to; created if it does not exist
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Only URIs that start with this text
    #[arg(long, value_name = "PREFIX")]
    uri: Option<String>,
    /// Only this media type, for example `text/html` or `image/*`
    #[arg(long, value_name = "TYPE")]
    mime: Option<String>,
    /// Keep the content encoding (gzip, br …) as it was transferred
    #[arg(long)]
    raw: bool,
    /// Largest decoded payload; a larger one is cut there and reported
    #[arg(long, value_name = "BYTES", default_value_t = 1 << 30)]
    max_decoded: u64,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let settings = ExtractSettings {
        out: arguments.out.clone(),
        uri: arguments.uri.clone(),
        mime: arguments.mime.clone(),
        max_decoded: (!arguments.raw).then_some(arguments.max_decoded),
    };
    let bar = Bar::default();
    let extracted = extract(&arguments.files, &settings, &bar)?;
    let folder = arguments.out.display();
    output::say(text!("warc-extracted", payloads = extracted.payloads, folder = folder));
    Ok(extracted.ended.into())
}
