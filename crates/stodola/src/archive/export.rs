//! `stodola archive export`: captures as one file for others.

use crate::lang::{language, text};
use crate::output::{self, Outcome};
use crate::progress::Bar;
use anyhow::{Context, bail};
use std::path::PathBuf;
use stodola_access::{Moment, Visitor};
use stodola_app::access::group_names;
use stodola_app::export::{ExportAccess, ExportFormat, ExportSelection, ExportSettings, export};
use stodola_archive::Stamp;
use stodola_text::export_lines;
use stodola_warc::date::Timestamp;

/// Export captures as a WACZ file, which replayweb.page opens, or as a WARC file.
///
/// Choose captures by the start of their URLs, by job, by time, or all of them; several conditions must all be met.
/// With --as-of you get a site as it was at a time: of each URL the latest capture at that time or before, and the
/// images, style sheets and scripts that its pages need, as far as the archive has them.
///
/// Records are copied as they are; records of ARC files are converted to WARC. The export is complete in itself: for
/// every revisit, the capture with its content is exported too, even if you did not choose it.
///
/// Captures that access rules block or hide from the public are left out. To export what a certain group may see, use
/// --as; to export everything, --with-blocked. Whatever was left out, for whatever reason, is listed in
/// OUT.left-out.ndjson.
///
/// The file gets its name when it is complete. Existing files are not overwritten.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    stodola archive export --wacz site.wacz --prefix http://www.example.cz/ --archive archive\n  \
    stodola archive export --wacz site.wacz --prefix '*.example.cz' --as-of 2015-06-30 --archive archive\n  \
    stodola archive export --warc may.warc.gz --job topics --from 2026-05 --to 2026-05 --archive archive")]
#[command(group(clap::ArgGroup::new("file").required(true).args(["wacz", "warc"])))]
#[command(group(
    clap::ArgGroup::new("choice").required(true).multiple(true).args(["prefix", "job", "from", "to", "all"])
))]
pub(crate) struct Arguments {
    /// Write a WACZ file of this name
    #[arg(long, value_name = "OUT")]
    wacz: Option<PathBuf>,
    /// Write a compressed WARC file of this name, which should end in .warc.gz
    #[arg(long, value_name = "OUT")]
    warc: Option<PathBuf>,
    /// Folder of the archive
    #[arg(long, value_name = "DIR")]
    archive: PathBuf,
    /// Captures whose URL starts like this: `http://example.cz/` for a host, `*.example.cz` for a domain; may be given
    /// more than once
    #[arg(long, value_name = "URL")]
    prefix: Vec<String>,
    /// Captures of this job
    #[arg(long, value_name = "NAME")]
    job: Option<String>,
    /// Captures from this time on, for example 2015, 2015-06-30 or 20150630120000
    #[arg(long, value_name = "TIME")]
    from: Option<String>,
    /// Captures up to the end of this time
    #[arg(long, value_name = "TIME")]
    to: Option<String>,
    /// All captures of the archive
    #[arg(long)]
    all: bool,
    /// The site as it was at the end of this time: of each URL the latest capture, with what its pages need
    #[arg(long, value_name = "TIME", requires = "prefix")]
    as_of: Option<String>,
    /// What members of this group may see, as group:NAME; several are possible
    #[arg(long = "as", value_name = "GROUP", conflicts_with = "with_blocked")]
    groups: Vec<String>,
    /// Also captures that access rules block or hide
    #[arg(long)]
    with_blocked: bool,
    /// Title of the WACZ file
    #[arg(long, value_name = "TEXT", requires = "wacz")]
    title: Option<String>,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let screen = Bar::default();
    let summary = export(&settings(arguments)?, &screen)?;
    export_lines(language(), &summary).iter().for_each(output::say);
    Ok(Outcome { is_data_bad: summary.is_data_bad(), ..Outcome::default() })
}

fn settings(arguments: &Arguments) -> anyhow::Result<ExportSettings> {
    let (out, format) = match (&arguments.wacz, &arguments.warc) {
        (Some(out), _) => (out, ExportFormat::Wacz),
        (None, Some(out)) => (out, ExportFormat::Warc),
        // The parser of arguments does not let that through.
        (None, None) => bail!("--wacz or --warc is missing"),
    };
    let groups = group_names(&arguments.groups)?;
    let access = match arguments.with_blocked {
        true => ExportAccess::Everything,
        false => ExportAccess::Visitor(Visitor { groups, address: None }),
    };
    Ok(ExportSettings {
        archive: arguments.archive.clone(),
        out: out.clone(),
        format,
        selection: ExportSelection {
            prefixes: arguments.prefix.clone(),
            job: arguments.job.clone(),
            from: time(arguments.from.as_deref(), Moment::parse)?,
            to: time(arguments.to.as_deref(), Moment::parse_last)?,
            as_of: time(arguments.as_of.as_deref(), Moment::parse_last)?,
            places: None,
        },
        access,
        title: arguments.title.clone(),
        software: concat!("stodola/", env!("CARGO_PKG_VERSION")).to_owned(),
    })
}

/// A time that somebody gave, to the second.
fn time(given: Option<&str>, parse: fn(&str) -> Option<Moment>) -> anyhow::Result<Option<Stamp>> {
    let Some(given) = given else { return Ok(None) };
    let seconds = parse(given).and_then(|moment| u64::try_from(moment.0).ok());
    let seconds = seconds.with_context(|| text!("archive-export-no-time", time = given))?;
    Ok(Some(Stamp::from(Timestamp::from_unix_seconds(seconds))))
}
