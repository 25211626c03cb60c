//! `stodola map static`: a copy of a site that opens from disk.

use super::changes::Reader;
use anyhow::Context;
use std::path::PathBuf;
use stodola_access::Moment;
use stodola_app::changes::stamp_at;
use stodola_app::static_copy::{StaticCopySettings, static_copy};
use stodola_terminal::lang::{language, text};
use stodola_terminal::output::RunOutcome;
use stodola_terminal::progress::Bar;
use stodola_terminal::talk::say;
use stodola_text::copy_lines;

/// Copy a site as it was at a time to files that open from disk.
///
/// Of each address the capture nearest to the time is copied, with the images, style sheets and scripts that its pages
/// need, from wherever they are. Links between the pages lead from file to file; links to other sites stay as they are.
/// Open index.html in the folder. What is missing, and why, is listed in copy.ndjson. A copy that was interrupted has a
/// file `unfinished` in its folder.
#[derive(clap::Args)]
#[command(
    after_help = "Exit codes: 0 done; 1 done, but something is missing; 2 could not run.\n\nExample:\n  \
    stodola map static www.example.cz --date 2015-06-30 --out copy --archive archive"
)]
pub(crate) struct Arguments {
    /// The host; *.DOMAIN for a domain with all its hosts, or the beginning of URLs
    #[arg(value_name = "SITE")]
    site: String,
    #[command(flatten)]
    reader: Reader,
    /// The time, for example 2015, 2015-06-30 or 20150630120000; by default now
    #[arg(long, value_name = "TIME", value_parser = super::which::moment)]
    date: Option<Moment>,
    /// Folder to write, which must be empty or not exist
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<RunOutcome> {
    let moment = arguments.date.unwrap_or_else(stodola_app::access::now);
    let as_of = stamp_at(moment).with_context(|| text!("map-no-such-time"))?;
    let settings = StaticCopySettings {
        archive: arguments.reader.archive.clone(),
        site: arguments.site.clone(),
        as_of,
        out: arguments.out.clone(),
        access: arguments.reader.access()?,
        collection: arguments.reader.collection.clone(),
    };
    let summary = static_copy(&settings, &Bar::default())?;
    copy_lines(language(), &summary).iter().for_each(say);
    Ok(RunOutcome { is_data_bad: summary.missing() > 0, ..RunOutcome::default() })
}
