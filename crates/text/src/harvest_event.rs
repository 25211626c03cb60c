//! Lines about what happens during harvests.

use crate::job_overview::{alarm_words, hold_words};
use crate::{Language, error_text, holder_text, seed_summary_lines, text, wrong_seed_lines};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};
use stodola_app::crawl::{CrawlError, HarvestEvent, OpenFiles};
use stodola_archive::{Recovered, Recovery};
use stodola_judge::{GeoAge, PropertyNotice, PropertyNoticeKind};
use stodola_warc::date::Timestamp;

/// Returns the line about an event that is told in one line; `None` for others.
pub fn harvest_event_line(language: Language, event: &HarvestEvent<'_>) -> Option<String> {
    Some(match event {
        HarvestEvent::Listed { file } => text!(language, "crawl-file-listed", file = *file),
        HarvestEvent::Unreadable { file, error } => {
            format!(
                "stodola: {}",
                text!(language, "crawl-file-unreadable", file = *file, error = *error)
            )
        }
        HarvestEvent::UserInfoRemoved { seed } => {
            text!(language, "crawl-user-info-removed", seed = *seed)
        }
        HarvestEvent::Property { path, notice } => {
            format!("stodola: {}", property_notice_line(language, path, notice))
        }
        HarvestEvent::GeoAge(age) => geo_age_line(language, age),
        HarvestEvent::SeedsRead { job, summary } => {
            format!("{job}: {}", seed_summary_lines(language, summary).join("\n"))
        }
        HarvestEvent::WrongSeedLines { job, tally } => {
            format!("{job}: {}", wrong_seed_lines(language, tally).join("\n"))
        }
        HarvestEvent::TriedAgain { job, round } => {
            text!(language, "crawl-tried-again", job = *job, round = *round)
        }
        HarvestEvent::NotDue { job, due } => {
            text!(language, "crawl-not-due", job = *job, due = date(*due))
        }
        HarvestEvent::AlreadyFinished { job } => {
            text!(language, "crawl-already-finished", job = *job)
        }
        HarvestEvent::Recovered(recovered) => recovered_line(language, recovered),
        HarvestEvent::FewerWorkers(files) => fewer_workers(language, files),
        HarvestEvent::OutcomesUnread { job, error } => format!("stodola: {job}: {error}"),
        HarvestEvent::LinksUntold { job, error } => {
            let error = error_text(language, *error);
            format!("stodola: {job}: {}", text!(language, "search-links-untold", error = error))
        }
        HarvestEvent::Failed { job, error } => failed(language, *job, error),
        HarvestEvent::RunElsewhere { holder } => {
            text!(language, "harvest-elsewhere", holder = holder_text(language, holder))
        }
        HarvestEvent::Alarm { job, alarm, is_over } => {
            let words = alarm_words(language, alarm);
            match is_over {
                true => format!("{job}: {}", text!(language, "alarm-over", alarm = words)),
                false => {
                    format!("stodola: {job}: {}", text!(language, "alarm-raised", alarm = words))
                }
            }
        }
        HarvestEvent::Held { job, hold: Some(hold) } => {
            format!("stodola: {job}: {}", hold_words(language, hold))
        }
        HarvestEvent::Held { job, hold: None } => {
            format!("{job}: {}", text!(language, "hold-over"))
        }
        HarvestEvent::HookFailed { job, event, why } => {
            let words = text!(language, "hook-failed", event = *event, why = *why);
            format!("stodola: {job}: {words}")
        }
        HarvestEvent::GivingWay => text!(language, "harvest-giving-way"),
        HarvestEvent::Idle { next: Some((due, job)) } => {
            text!(language, "harvest-idle-until", due = date(*due), job = *job)
        }
        HarvestEvent::Idle { next: None } => text!(language, "harvest-idle"),
        _ => return None,
    })
}

/// Returns the line about the age of a database of countries, with advice if it is old.
pub fn geo_age_line(language: Language, age: &GeoAge) -> String {
    let date = Timestamp::from_unix_millis(age.built.saturating_mul(1000)).iso8601().to_string();
    let date = date.chars().take(10).collect::<String>();
    match age.is_old {
        true => text!(language, "geo-old", date = date, days = age.days),
        false => text!(language, "geo-age", date = date, days = age.days),
    }
}

/// Returns the line about a setting of WebAnalyzer in the file at `path`: file, line, key, value, and what is with it.
pub fn property_notice_line(language: Language, path: &Path, notice: &PropertyNotice) -> String {
    let key = match notice.kind {
        PropertyNoticeKind::Unknown => "property-unknown",
        PropertyNoticeKind::Replaced => "property-replaced",
        PropertyNoticeKind::NoPoints => "property-no-points",
        PropertyNoticeKind::SwitchedOff => "property-switched-off",
        PropertyNoticeKind::BlankAtEnd => "property-blank-at-end",
    };
    let place = format!("{}:{}", path.display(), notice.line);
    let setting = format!("{} = {}", notice.key, notice.value).escape_debug().to_string();
    text!(language, key, place = place, setting = setting)
}

fn recovered_line(language: Language, recovered: &Recovered) -> String {
    let Recovered { file, outcome } = recovered;
    match outcome {
        Recovery::Finished(_) | Recovery::WasFinished => {
            text!(language, "crawl-file-finished", file = file)
        }
        Recovery::InUse => text!(language, "crawl-file-in-use", file = file),
        Recovery::Failed(error) => {
            text!(
                language,
                "crawl-file-unfinished",
                file = file,
                error = error_text(language, error)
            )
        }
    }
}

fn fewer_workers(language: Language, files: &OpenFiles) -> String {
    let OpenFiles { workers, needed, limit, possible } = *files;
    text!(
        language,
        "crawl-fewer-workers",
        workers = workers,
        needed = needed,
        limit = limit,
        possible = possible
    )
}

fn failed(language: Language, job: Option<&str>, error: &CrawlError) -> String {
    let error = error_text(language, error);
    match job {
        Some(job) => format!("stodola: {job}: {error}"),
        None => format!("stodola: {error}"),
    }
}

/// A time to the second, in UTC.
fn date(time: SystemTime) -> String {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    let text = Timestamp::from_unix_seconds(since.as_secs()).iso8601().to_string();
    text.trim_end_matches('Z').replace('T', " ")
}
