//! `stodola map changes`: pages that are new, changed or gone.

use anyhow::Context;
use std::io::Write;
use std::path::PathBuf;
use stodola_access::{Moment, Visitor};
use stodola_app::access::{group_names, now};
use stodola_app::changes::{
    CHANGES_MAX, ChangesQuery, ChangesSettings, FeedFormat, FeedTexts, SiteChange,
    SiteChangeRecord, site_changes, stamp_at, write_feed,
};
use stodola_app::export::ExportAccess;
use stodola_app::json;
use stodola_terminal::lang::{language, text};
use stodola_terminal::output::{RunOutcome, stdout};
use stodola_terminal::progress::Bar;
use stodola_terminal::talk::say;
use stodola_text::{change_feed_words, change_lines, change_remarks, change_words};

/// Which archive, and seen by whom.
#[derive(clap::Args)]
pub(super) struct Reader {
    /// Folder of the archive
    #[arg(long, value_name = "DIR")]
    pub(super) archive: PathBuf,
    /// Only captures of this collection or job; all others are as if they did not exist
    #[arg(long, value_name = "NAME")]
    pub(super) collection: Option<String>,
    /// What members of this group may see, as group:NAME; several are possible
    #[arg(long = "as", value_name = "GROUP", conflicts_with = "with_blocked")]
    groups: Vec<String>,
    /// Also captures that access rules block or hide
    #[arg(long)]
    with_blocked: bool,
}

impl Reader {
    pub(super) fn access(&self) -> anyhow::Result<ExportAccess> {
        let groups = group_names(&self.groups)?;
        Ok(match self.with_blocked {
            true => ExportAccess::Everything,
            false => ExportAccess::Visitor(Visitor { groups, address: None }),
        })
    }
}

/// List pages of a site that are new, changed or gone, the newest first.
///
/// A page is new with its first capture, changed if its content is another one than before, and gone when the server
/// says so. Parts of pages do not count. As a feed for news readers with --atom or --rss: entries have the same numbers
/// each time the feed is made.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    stodola map changes www.example.cz --from 2015 --archive archive\n  \
    stodola map changes www.example.cz --newest 100 --atom --archive archive > changes.atom")]
pub(crate) struct Arguments {
    /// The host; *.DOMAIN for a domain with all its hosts, or the beginning of URLs
    #[arg(value_name = "SITE")]
    site: String,
    #[command(flatten)]
    reader: Reader,
    /// Changes from this time on, for example 2015, 2015-06-30 or 20150630120000
    #[arg(long, value_name = "TIME", value_parser = start)]
    from: Option<Moment>,
    /// Changes up to the end of this time
    #[arg(long, value_name = "TIME", value_parser = super::which::moment)]
    to: Option<Moment>,
    /// Show so many changes, at most 1,000; by default 50
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=CHANGES_MAX as i64))]
    newest: Option<u32>,
    /// Print one JSON object per change
    #[arg(long, group = "form")]
    json: bool,
    /// Print a feed in Atom
    #[arg(long, group = "form")]
    atom: bool,
    /// Print a feed in RSS 2.0
    #[arg(long, group = "form")]
    rss: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<RunOutcome> {
    let query = ChangesQuery {
        site: arguments.site.clone(),
        from: arguments.from.and_then(stamp_at),
        to: arguments.to.and_then(stamp_at),
        newest: arguments.newest.unwrap_or_default() as usize,
        captures_max: None,
    };
    let (archive, access) = (arguments.reader.archive.clone(), arguments.reader.access()?);
    let collection = arguments.reader.collection.clone();
    let settings = ChangesSettings { archive, query, access, collection };
    let changes = site_changes(&settings, &Bar::default())?;
    let mut out = stdout();
    match (arguments.json, arguments.atom, arguments.rss) {
        (true, _, _) => {
            let records = changes.changes.iter().map(SiteChangeRecord::from);
            records.into_iter().try_for_each(|record| json::write_line(&mut out, &record))?;
        }
        (_, true, _) | (_, _, true) => {
            let format = if arguments.atom { FeedFormat::Atom } else { FeedFormat::Rss };
            let (title, about) = change_feed_words(language(), &arguments.site);
            let texts = FeedTexts {
                title,
                about,
                author: "Stodola".to_owned(),
                language: language().tag(),
                home: home(&arguments.site),
                own_address: None,
                made: stamp_at(now()).with_context(|| text!("map-no-such-time"))?,
                entry: &|change| change_words(language(), change),
                link: &address,
            };
            write_feed(&changes, format, &texts, &mut out)?;
        }
        _ => change_lines(language(), &changes)
            .iter()
            .try_for_each(|line| writeln!(out, "{line}"))?,
    }
    out.flush()?;
    change_remarks(language(), &changes).iter().for_each(say);
    Ok(RunOutcome::default())
}

/// Where an entry leads: to the page itself.
fn address(change: &SiteChange) -> String {
    json::text(&change.uri).into_owned()
}

/// The address of the site.
fn home(site: &str) -> String {
    match site.contains("://") {
        true => site.to_owned(),
        false => format!("http://{}/", site.trim_start_matches("*.").trim_end_matches('/')),
    }
}

fn start(text: &str) -> Result<Moment, String> {
    Moment::parse(text).ok_or_else(|| format!("'{text}' is no time, for example 2015-06-30"))
}
