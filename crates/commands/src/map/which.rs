//! Which map is meant: the arguments that all commands under `stodola map` have.

use std::path::PathBuf;
use stodola_access::{Moment, RulePlace, Visitor};
use stodola_app::access::group_names;
use stodola_app::export::ExportAccess;
use stodola_app::map::{MapArea, MapMoment, MapSettings, OpenedMap};

/// Which archive, which part of it, as of when, and seen by whom.
#[derive(clap::Args)]
pub(super) struct Which {
    /// Folder of the archive
    #[arg(long, value_name = "DIR")]
    archive: PathBuf,
    /// Only pages of this site: a host, *.DOMAIN with all its hosts, or the beginning of a URL with * at its end
    #[arg(long, value_name = "PLACE", value_parser = place)]
    site: Option<RulePlace>,
    /// Only captures of this collection or job; all others are as if they did not exist
    #[arg(long, value_name = "NAME", conflicts_with = "site")]
    collection: Option<String>,
    /// The map as it was at this time, for example 2015, 2015-06-30 or 20150630120000; by default as it is now
    #[arg(long, value_name = "TIME", value_parser = moment)]
    date: Option<Moment>,
    /// The map as it was at the end of this round of a job, for example news/3
    #[arg(long, value_name = "JOB/N", value_parser = round, conflicts_with = "date")]
    round: Option<(String, u32)>,
    /// What members of this group may see, as group:NAME; several are possible
    #[arg(long = "as", value_name = "GROUP", conflicts_with = "with_blocked")]
    groups: Vec<String>,
    /// Also captures that access rules block or hide
    #[arg(long)]
    with_blocked: bool,
}

impl Which {
    pub(super) fn open(&self) -> anyhow::Result<OpenedMap> {
        let groups = group_names(&self.groups)?;
        let access = match self.with_blocked {
            true => ExportAccess::Everything,
            false => ExportAccess::Visitor(Visitor { groups, address: None }),
        };
        let area = match (&self.site, &self.collection) {
            (Some(place), _) => MapArea::Place(place.clone()),
            (None, Some(name)) => MapArea::Collection(name.clone()),
            (None, None) => MapArea::Everything,
        };
        let moment = match (self.date, self.round.clone()) {
            (Some(moment), _) => MapMoment::At(moment),
            (None, Some((job, round))) => MapMoment::RoundEnd { job, round },
            (None, None) => MapMoment::Latest,
        };
        Ok(OpenedMap::open(&MapSettings { archive: self.archive.clone(), access, moment, area })?)
    }
}

fn place(text: &str) -> Result<RulePlace, String> {
    text.parse().map_err(|_| format!("'{text}' is no host, *.DOMAIN or URL with * at its end"))
}

pub(super) fn moment(text: &str) -> Result<Moment, String> {
    Moment::parse_last(text).ok_or_else(|| format!("'{text}' is no time, for example 2015-06-30"))
}

fn round(text: &str) -> Result<(String, u32), String> {
    let parts = text.rsplit_once('/').filter(|(job, _)| !job.is_empty());
    let parts = parts.and_then(|(job, round)| Some((job.to_owned(), round.parse().ok()?)));
    parts.filter(|(_, round)| *round > 0).ok_or_else(|| "a job and a number: news/3".to_owned())
}
