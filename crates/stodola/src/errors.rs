//! Errors in the language of the user. Those of the libraries below stay in English.

use crate::lang::text;
use std::error::Error;
use stodola_app::control::AskError;
use stodola_app::crawl::CrawlError;
use stodola_app::job::JobsError;

/// Returns what an error says itself, without what it came from.
pub(crate) fn words(error: &(dyn Error + 'static)) -> String {
    let known = error.downcast_ref().and_then(crawl);
    let known = known.or_else(|| error.downcast_ref().and_then(jobs));
    let known = known.or_else(|| error.downcast_ref().and_then(ask));
    known.unwrap_or_else(|| error.to_string())
}

fn crawl(error: &CrawlError) -> Option<String> {
    Some(match error {
        CrawlError::NoJobGiven => text!("crawl-error-no-job-given"),
        CrawlError::NoSeedForNewJob { job, archive } => {
            text!("crawl-error-no-seed", job = job, archive = archive.display())
        }
        CrawlError::NoSuchJob { job, archive } => {
            text!("job-error-no-such-job", job = job, archive = archive.display())
        }
        CrawlError::NoJobs { archive } => {
            text!("crawl-error-no-jobs", archive = archive.display())
        }
        CrawlError::JobExists { job, folder } => {
            text!("crawl-error-job-exists", job = job, folder = folder.display())
        }
        CrawlError::NotASeed(seed) => text!("crawl-error-not-a-seed", seed = seed),
        CrawlError::NoContact(_) => text!("crawl-error-no-contact"),
        CrawlError::File { what, path, .. } => {
            text!("crawl-error-file", what = action(what), path = path.display())
        }
        CrawlError::Thread(_) => text!("crawl-error-thread"),
        CrawlError::StoreBusy => text!("crawl-error-store-busy"),
        CrawlError::Panicked => text!("crawl-error-panicked"),
        _ => return None,
    })
}

fn jobs(error: &JobsError) -> Option<String> {
    Some(match error {
        JobsError::NoJobs { archive, .. } => {
            text!("job-error-no-jobs", archive = archive.display())
        }
        JobsError::NoSuchJob { job, archive } => {
            text!("job-error-no-such-job", job = job, archive = archive.display())
        }
        JobsError::NoSuchRound { job, round, last } => {
            text!("job-error-no-such-round", job = job, round = *round, last = *last)
        }
        JobsError::NoSuchReport { job, report } => {
            text!("job-error-no-such-report", job = job, report = report)
        }
        JobsError::NotAHost(host) => text!("job-error-not-a-host", host = host),
        JobsError::Settings { path, .. } => {
            text!("crawl-error-file", what = action("read the job file"), path = path.display())
        }
        JobsError::Read { path, .. } => {
            text!("crawl-error-file", what = action("read"), path = path.display())
        }
        JobsError::Create { what, path, .. } => {
            text!("crawl-error-file", what = action(what), path = path.display())
        }
        JobsError::Output(_) => text!("job-error-output"),
        _ => return None,
    })
}

fn ask(error: &AskError) -> Option<String> {
    Some(match error {
        AskError::NotASeed { place, seed } => {
            text!("job-error-not-a-seed", place = *place, seed = seed)
        }
        AskError::NotRunning { folder, .. } => {
            text!("job-error-not-running", folder = folder.display())
        }
        AskError::Send(_) => text!("job-error-send"),
        AskError::Receive(_) => text!("job-error-receive"),
        AskError::Ended => text!("job-error-ended"),
        _ => return None,
    })
}

/// What was to be done to a file; words that nobody has translated stay as they are.
fn action(what: &str) -> String {
    match what {
        "create" => text!("crawl-error-create"),
        "find" => text!("crawl-error-find"),
        "listen at" => text!("crawl-error-listen-at"),
        "listen in" => text!("crawl-error-listen-in"),
        "mend" => text!("crawl-error-mend"),
        "protect" => text!("crawl-error-protect"),
        "read" => text!("crawl-error-read"),
        "read the job file" => text!("crawl-error-read-job-file"),
        "write" => text!("crawl-error-write"),
        other => other.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io;

    /// The texts are those of the errors themselves, as long as nobody asks for another language.
    #[test]
    fn english_words_are_those_of_the_libraries() {
        let io = || io::Error::other("no");
        let file = |what| CrawlError::File { what, path: "a/b".into(), source: io() };
        let (job, archive) = ("x".to_owned(), std::path::PathBuf::from("a"));
        let crawl = [
            CrawlError::NoJobGiven,
            CrawlError::NoSeedForNewJob { job: job.clone(), archive: archive.clone() },
            CrawlError::NoSuchJob { job: job.clone(), archive: archive.clone() },
            CrawlError::NoJobs { archive: archive.clone() },
            CrawlError::JobExists { job: job.clone(), folder: archive.clone() },
            CrawlError::NotASeed("y".to_owned()),
            CrawlError::NoContact(stodola_crawl::HarvestError::NoSeeds),
            CrawlError::Thread(io()),
            CrawlError::StoreBusy,
            CrawlError::Panicked,
        ];
        let actions = ["create", "find", "listen at", "listen in", "mend", "protect", "read"];
        let actions = actions.into_iter().chain(["read the job file", "write"]).map(file);
        let jobs = [
            JobsError::NoJobs { archive: archive.clone(), source: io() },
            JobsError::NoSuchJob { job: job.clone(), archive: archive.clone() },
            JobsError::NoSuchRound { job: job.clone(), round: 3, last: 2 },
            JobsError::NoSuchReport { job, report: "r".to_owned() },
            JobsError::NotAHost("h".to_owned()),
            JobsError::Settings { path: archive.clone(), source: io() },
            JobsError::Read { path: archive.clone(), source: io() },
            JobsError::Create { what: "write", path: archive.clone(), source: io() },
            JobsError::Output(io()),
        ];
        let ask = [
            AskError::NotASeed { place: 2, seed: "s".to_owned() },
            AskError::NotRunning { folder: archive, source: None },
            AskError::Refused("why".to_owned()),
            AskError::Send(io()),
            AskError::Receive(io()),
            AskError::Ended,
        ];
        let crawl = crawl.into_iter().chain(actions).map(|it| Box::new(it) as Box<dyn Error>);
        let jobs = jobs.into_iter().map(|it| Box::new(it) as Box<dyn Error>);
        let ask = ask.into_iter().map(|it| Box::new(it) as Box<dyn Error>);
        for error in crawl.chain(jobs).chain(ask) {
            assert_eq!(words(&*error), error.to_string());
        }
    }
}
