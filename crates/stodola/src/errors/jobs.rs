//! Errors of jobs and harvests in the user's language.

use std::error::Error;
use stodola_app::control::AskError;
use stodola_app::crawl::CrawlError;
use stodola_app::job::JobsError;
use stodola_text::{Language, text};

/// Returns the text of an error that is known here, without what it came from.
pub(super) fn known(language: Language, error: &(dyn Error + 'static)) -> Option<String> {
    let known = error.downcast_ref().and_then(|error| crawl(language, error));
    let known = known.or_else(|| error.downcast_ref().and_then(|error| jobs(language, error)));
    known.or_else(|| error.downcast_ref().and_then(|error| ask(language, error)))
}

fn crawl(language: Language, error: &CrawlError) -> Option<String> {
    Some(match error {
        CrawlError::NoJobGiven => text!(language, "crawl-error-no-job-given"),
        CrawlError::NoSeedForNewJob { job, archive } => {
            text!(language, "crawl-error-no-seed", job = job, archive = archive.display())
        }
        CrawlError::NoSuchJob { job, archive } => {
            text!(language, "job-error-no-such-job", job = job, archive = archive.display())
        }
        CrawlError::NoJobs { archive } => {
            text!(language, "crawl-error-no-jobs", archive = archive.display())
        }
        CrawlError::JobExists { job, folder } => {
            text!(language, "crawl-error-job-exists", job = job, folder = folder.display())
        }
        CrawlError::NotASeed(seed) => text!(language, "crawl-error-not-a-seed", seed = seed),
        CrawlError::NoContact(_) => text!(language, "crawl-error-no-contact"),
        CrawlError::File { what, path, .. } => {
            text!(
                language,
                "crawl-error-file",
                what = action(language, what),
                path = path.display()
            )
        }
        CrawlError::Thread(_) => text!(language, "crawl-error-thread"),
        CrawlError::StoreBusy => text!(language, "crawl-error-store-busy"),
        CrawlError::Panicked => text!(language, "crawl-error-panicked"),
        _ => return None,
    })
}

fn jobs(language: Language, error: &JobsError) -> Option<String> {
    Some(match error {
        JobsError::NoJobs { archive, .. } => {
            text!(language, "job-error-no-jobs", archive = archive.display())
        }
        JobsError::NoSuchJob { job, archive } => {
            text!(language, "job-error-no-such-job", job = job, archive = archive.display())
        }
        JobsError::NoSuchRound { job, round, last } => {
            text!(language, "job-error-no-such-round", job = job, round = *round, last = *last)
        }
        JobsError::NoSuchReport { job, report } => {
            text!(language, "job-error-no-such-report", job = job, report = report)
        }
        JobsError::NotAHost(host) => text!(language, "job-error-not-a-host", host = host),
        JobsError::Settings { path, .. } => {
            text!(
                language,
                "crawl-error-file",
                what = action(language, "read the job file"),
                path = path.display()
            )
        }
        JobsError::Read { path, .. } => {
            text!(
                language,
                "crawl-error-file",
                what = action(language, "read"),
                path = path.display()
            )
        }
        JobsError::Create { what, path, .. } => {
            text!(
                language,
                "crawl-error-file",
                what = action(language, what),
                path = path.display()
            )
        }
        JobsError::Output(_) => text!(language, "job-error-output"),
        _ => return None,
    })
}

fn ask(language: Language, error: &AskError) -> Option<String> {
    Some(match error {
        AskError::NotASeed { place, seed } => {
            text!(language, "job-error-not-a-seed", place = *place, seed = seed)
        }
        AskError::NotRunning { folder, .. } => {
            text!(language, "job-error-not-running", folder = folder.display())
        }
        AskError::Send(_) => text!(language, "job-error-send"),
        AskError::Receive(_) => text!(language, "job-error-receive"),
        AskError::Ended => text!(language, "job-error-ended"),
        _ => return None,
    })
}

/// What was to be done to a file; words that nobody has translated stay as they are.
fn action(language: Language, what: &str) -> String {
    match what {
        "create" => text!(language, "crawl-error-create"),
        "find" => text!(language, "crawl-error-find"),
        "listen at" => text!(language, "crawl-error-listen-at"),
        "listen in" => text!(language, "crawl-error-listen-in"),
        "mend" => text!(language, "crawl-error-mend"),
        "protect" => text!(language, "crawl-error-protect"),
        "read" => text!(language, "crawl-error-read"),
        "read the job file" => text!(language, "crawl-error-read-job-file"),
        "write" => text!(language, "crawl-error-write"),
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
            let told = known(Language::English, &*error).unwrap_or_else(|| error.to_string());
            assert_eq!(told, error.to_string());
        }
    }
}
