//! progress-statistics.log: a line every 20 seconds in the columns of Heritrix 3, and notes on the start and end of
//! runs. Reports read from it for how long the job has run.

use super::LogsError;
use crate::Ended;
use crate::engine::Progress;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use stodola_frontier::{Depths, Time};
use stodola_warc::date::{Timestamp, parse_warc_date};

pub(super) const NAME: &str = "progress-statistics.log";

/// The first line of the file.
const LEGEND: &str = "           timestamp  discovered      queued   downloaded       doc/s(avg)  KB/s(avg)   \
    dl-failures   busy-thread   mem-use-KB  heap-size-KB   congestion   max-depth   avg-depth";
/// Columns at which the values behind the time end.
const COLUMNS: [usize; 12] = [32, 44, 57, 74, 85, 99, 113, 126, 140, 153, 165, 177];

/// Writes the log of one run.
pub(super) struct ProgressLog {
    file: File,
    path: PathBuf,
    /// The progress when the run began and at the last line, each with the time of the run.
    first: Progress,
    last: Progress,
}

impl ProgressLog {
    pub(super) fn open(folder: &Path) -> Result<ProgressLog, LogsError> {
        let path = folder.join(NAME);
        let failed = LogsError::new("open", &path);
        let file = OpenOptions::new().append(true).create(true).open(&path).map_err(failed)?;
        let is_new = file.metadata().map_err(LogsError::new("read", &path))?.len() == 0;
        let (first, last) = (Progress::default(), Progress::default());
        let mut log = ProgressLog { file, path, first, last };
        if is_new {
            log.write(LEGEND)?;
        }
        Ok(log)
    }

    /// Writes that a run begins.
    pub(super) fn begin(&mut self, now: Time, progress: Progress) -> Result<(), LogsError> {
        (self.first, self.last) = (progress, progress);
        self.write(&format!("{} CRAWL RUNNING - Running", seconds(now)))
    }

    /// Writes a line.
    pub(super) fn sample(
        &mut self,
        now: Time,
        progress: Progress,
        failures: u64,
        depths: &Depths,
    ) -> Result<(), LogsError> {
        let line =
            line(now, &progress, &self.first, &self.last, failures, depths, process_memory());
        self.last = progress;
        self.write(&line)
    }

    /// Writes that a run ends; `None` if it failed.
    pub(super) fn end(&mut self, now: Time, ended: Option<Ended>) -> Result<(), LogsError> {
        let (now, why) = (seconds(now), description(ended));
        self.write(&format!("{now} CRAWL ENDING - {why}\n{now} CRAWL ENDED - {why}"))
    }

    fn write(&mut self, line: &str) -> Result<(), LogsError> {
        let failed = LogsError::new("write", &self.path);
        self.file.write_all(format!("{line}\n").as_bytes()).map_err(failed)
    }
}

fn description(ended: Option<Ended>) -> &'static str {
    match ended {
        Some(Ended::Finished) => "Finished",
        Some(Ended::Stopped) => "Finished - Ended by operator",
        Some(Ended::Documents) => "Finished - Maximum number of documents limit hit",
        Some(Ended::Bytes) => "Finished - Maximum amount of data limit hit",
        Some(Ended::Time) => "Finished - Timelimit hit",
        Some(Ended::Memory) => "Finished - Memory limit hit",
        None => "Finished - Abnormal exit from crawling",
    }
}

fn seconds(now: Time) -> String {
    Timestamp::from_unix_seconds(now.seconds()).iso8601().to_string()
}

fn line(
    now: Time,
    progress: &Progress,
    first: &Progress,
    last: &Progress,
    failures: u64,
    depths: &Depths,
    (used, most): (u64, u64),
) -> String {
    let rate = |number: u64, since: &Progress| {
        let time = progress.elapsed.saturating_sub(since.elapsed).as_secs_f64();
        if time > 0.0 { number as f64 / time } else { 0.0 }
    };
    let documents = |since: &Progress| {
        rate(progress.counts.archived.saturating_sub(since.counts.archived), since)
    };
    let bytes = |since: &Progress| {
        rate(progress.received.saturating_sub(since.received), since) as u64 / 1024
    };
    let values: [String; 12] = [
        progress.counts.found.to_string(),
        progress.queued.to_string(),
        progress.counts.archived.to_string(),
        format!("{:.2}({:.2})", documents(last), documents(first)),
        format!("{}({})", bytes(last), bytes(first)),
        failures.to_string(),
        progress.in_flight.to_string(),
        used.to_string(),
        most.to_string(),
        format!("{:.2}", depths.congestion()),
        depths.deepest.to_string(),
        depths.average().to_string(),
    ];
    let mut line = seconds(now);
    for (value, column) in values.iter().zip(COLUMNS) {
        // A value that is too long for its column moves the others, but is always separated from them.
        let room = column.saturating_sub(line.len()).max(value.len() + 1);
        line.push_str(&format!("{value:>room$}"));
    }
    line
}

/// Returns the memory that the program uses, and the most that it ever used, in KiB; zero where the system does not
/// tell.
pub fn process_memory() -> (u64, u64) {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let number = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
        line.trim_start_matches(':').trim().trim_end_matches(" kB").parse().unwrap_or_default()
    };
    (number("VmRSS"), number("VmHWM"))
}

/// The runs of a job, read from its progress log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JobRuns {
    /// Number of runs.
    pub number: u64,
    /// Total duration of the runs in seconds.
    pub seconds: u64,
    /// Start of the first run, in seconds since 1970.
    pub began: u64,
    /// Time of the last line of the last run, in seconds since 1970.
    pub last: u64,
    /// How the last run ended; `None` if it still runs, or was killed.
    pub ended: Option<String>,
}

impl JobRuns {
    /// Reads the progress log in a job's folder of logs.
    pub fn read(folder: &Path) -> Result<JobRuns, LogsError> {
        let path = folder.join(NAME);
        match fs::read(&path) {
            Ok(text) => Ok(JobRuns::parse(&String::from_utf8_lossy(&text))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(JobRuns::default()),
            Err(error) => Err(LogsError::new("read", &path)(error)),
        }
    }

    fn parse(text: &str) -> JobRuns {
        let mut runs = JobRuns::default();
        for line in text.lines().skip(1) {
            let (time, rest) = line.split_once(' ').unwrap_or((line, ""));
            let Some(time) = parse_warc_date(time.as_bytes()).0 else { continue };
            let time = u64::try_from(time.to_unix()).unwrap_or_default();
            if rest.starts_with("CRAWL RUNNING - ") {
                runs.number += 1;
                runs.ended = None;
            } else {
                runs.seconds += time.saturating_sub(runs.last);
            }
            if let Some(why) = rest.strip_prefix("CRAWL ENDED - ") {
                runs.ended = Some(why.to_owned());
            }
            if runs.began == 0 {
                runs.began = time;
            }
            runs.last = time;
        }
        runs
    }
}

/// Bytes at the end of the log that are read for its last samples: more than two hours of lines.
const RECENT_BYTES: u64 = 96 << 10;

/// How fast a harvest was in the time before a moment: a line of its progress log.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProgressSample {
    /// The moment, in seconds since 1970.
    pub time: u64,
    /// Documents archived in a second, since the line before.
    pub documents: f64,
    /// Bytes received in a second, since the line before, to the next smaller KiB.
    pub bytes: f64,
    /// Whether it is the first line of a run: the harvest did not run between it and the sample before.
    pub is_first: bool,
}

impl ProgressSample {
    /// Returns the samples of the last runs from a moment on, oldest first: at most those of the last two hours, which
    /// is what is read of the log. Empty if there is no log yet.
    pub fn recent(folder: &Path, from: u64) -> Result<Vec<ProgressSample>, LogsError> {
        let path = folder.join(NAME);
        let failed = LogsError::new("read", &path);
        let mut file = match File::open(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            opened => opened.map_err(&failed)?,
        };
        let length = file.metadata().map_err(&failed)?.len();
        let start = length.saturating_sub(RECENT_BYTES);
        file.seek(SeekFrom::Start(start)).map_err(&failed)?;
        let mut bytes = Vec::new();
        file.take(RECENT_BYTES).read_to_end(&mut bytes).map_err(&failed)?;
        let text = String::from_utf8_lossy(&bytes);
        // The first line is a legend, or a part of a line; the last one may be in the making.
        let lines = text.split_inclusive('\n').skip(1).filter(|line| line.ends_with('\n'));
        Ok(ProgressSample::parse(lines, from))
    }

    fn parse<'l>(lines: impl Iterator<Item = &'l str>, from: u64) -> Vec<ProgressSample> {
        let (mut samples, mut is_first) = (Vec::new(), true);
        for line in lines {
            let words: Vec<&str> = line.split_whitespace().collect();
            // A note on the start or end of a run.
            if words.get(1) == Some(&"CRAWL") {
                is_first = true;
                continue;
            }
            let [time, _, _, _, documents, kilobytes, ..] = words[..] else { continue };
            let rate = |word: &str| word.split('(').next()?.parse::<f64>().ok();
            let time =
                parse_warc_date(time.as_bytes()).0.and_then(|it| it.to_unix().try_into().ok());
            let (Some(time), Some(documents), Some(kilobytes)) =
                (time, rate(documents), rate(kilobytes))
            else {
                continue;
            };
            if time >= from && documents.is_finite() && kilobytes.is_finite() {
                let bytes = kilobytes * 1024.0;
                samples.push(ProgressSample { time, documents, bytes, is_first });
                is_first = false;
            }
        }
        samples
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use stodola_frontier::Counts;

    #[test]
    fn values_end_where_the_legend_does() {
        let counts = Counts { found: 8, archived: 40, ..Counts::default() };
        let elapsed = Duration::from_secs(20);
        let now = Progress { counts, queued: 5, received: 4 << 20, elapsed, ..Progress::default() };
        let depths = Depths { queues: 3, engaged: 2, deepest: 9, waiting: 12 };
        let start = Progress::default();
        let line = line(
            Time::from_millis(1_308_849_129_591),
            &now,
            &start,
            &start,
            7,
            &depths,
            (1000, 2000),
        );
        assert_eq!(
            format!("{LEGEND}\n{line}"),
            "           timestamp  discovered      queued   downloaded       doc/s(avg)  KB/s(avg)   \
             dl-failures   busy-thread   mem-use-KB  heap-size-KB   congestion   max-depth   avg-depth\n\
             2011-06-23T17:12:09Z           8           5           40       2.00(2.00)   204(204)   \
             \x20         7             0         1000          2000         1.50           9           4"
        );
        assert_eq!(line.len(), LEGEND.len());
    }

    #[test]
    fn samples_are_read_back_from_the_end_of_the_log_and_runs_are_told_apart() {
        let folder = std::env::temp_dir().join(format!("stodola-samples-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        assert_eq!(ProgressSample::recent(&folder, 0).unwrap(), []);
        let mut log = ProgressLog::open(&folder).unwrap();
        let progress = |seconds: u64, archived: u64| Progress {
            counts: Counts { archived, ..Counts::default() },
            received: archived << 20,
            elapsed: Duration::from_secs(seconds),
            ..Progress::default()
        };
        let at = |seconds: u64| Time::from_millis(1_000_000_000_000 + seconds * 1000);
        log.begin(at(0), progress(0, 0)).unwrap();
        // Far more than is read.
        for line in 1..=1000 {
            log.sample(at(20 * line), progress(20 * line, 40 * line), 0, &Depths::default())
                .unwrap();
        }
        log.end(at(20_000), Some(Ended::Stopped)).unwrap();
        log.begin(at(30_000), progress(0, 0)).unwrap();
        log.sample(at(30_020), progress(20, 0), 0, &Depths::default()).unwrap();
        log.file.write_all(b"2001-09-09T10:07:00Z      9     9     9      9.00(9.00)").unwrap();
        let all = ProgressSample::recent(&folder, 0).unwrap();
        fs::remove_dir_all(&folder).unwrap();
        assert!(all.len() > 360 && all.len() < 1000, "{}", all.len());
        let sample = |time: u64, documents: f64, bytes: f64, is_first: bool| ProgressSample {
            time: 1_000_000_000 + time,
            documents,
            bytes,
            is_first,
        };
        let last = all.iter().rev().take(3).copied().collect::<Vec<_>>();
        let rate = f64::from(2 << 20);
        let expected = [
            sample(30_020, 0.0, 0.0, true),
            sample(20_000, 2.0, rate, false),
            sample(19_980, 2.0, rate, false),
        ];
        assert_eq!(last, expected);
        let lines = ["2001-09-09T01:46:40Z 1 2 3 x(1) 4(4)\n", "odd\n"];
        assert_eq!(ProgressSample::parse(lines.into_iter(), 0), []);
    }

    #[test]
    fn runs_are_read_back_whether_they_ended_or_were_killed() {
        let text = format!(
            "{LEGEND}\n\
             2026-11-15T10:00:00Z CRAWL RUNNING - Running\n\
             2026-11-15T10:00:20Z           8           5           40\n\
             2026-11-15T11:00:00Z CRAWL RUNNING - Running\n\
             2026-11-15T11:01:00Z CRAWL ENDING - Finished\n\
             2026-11-15T11:01:00Z CRAWL ENDED - Finished\n"
        );
        let runs = JobRuns::parse(&text);
        assert_eq!((runs.number, runs.seconds), (2, 80));
        assert_eq!(runs.ended.as_deref(), Some("Finished"));
        let killed = format!("{text}2026-11-15T12:00:00Z CRAWL RUNNING - Running\n2026-11");
        let runs = JobRuns::parse(&killed);
        assert_eq!((runs.number, runs.seconds, runs.ended), (3, 80, None));
    }
}
