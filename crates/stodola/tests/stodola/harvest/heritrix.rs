//! A reader of Heritrix's logs, written from the description of their formats and from nothing of ours:
//! what scripts that people have rely on.

/// The legend of progress-statistics.log.
const LEGEND: &str = "           timestamp  discovered      queued   downloaded       doc/s(avg)  KB/s(avg)   \
    dl-failures   busy-thread   mem-use-KB  heap-size-KB   congestion   max-depth   avg-depth";

/// A line of crawl.log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CrawlLine {
    pub(super) status: i32,
    pub(super) size: Option<u64>,
    pub(super) uri: String,
    pub(super) hops: String,
    pub(super) via: Option<String>,
    pub(super) mime: String,
    /// When the fetch began, as 17 digits, and how many milliseconds it took.
    pub(super) fetch: Option<(String, u64)>,
    pub(super) digest: Option<String>,
    pub(super) annotations: Vec<String>,
}

impl CrawlLine {
    /// Reads a line; any doubt ends the test.
    #[track_caller]
    pub(super) fn parse(line: &str) -> CrawlLine {
        let wrong = |what: &str| -> ! { panic!("{what}: {line:?}") };
        // As the scripts that come with it do.
        let fields: Vec<&str> = line.split_whitespace().collect();
        let [time, status, size, uri, hops, via, mime, thread, fetch, digest, tag, notes] =
            fields[..]
        else {
            wrong("not twelve fields")
        };
        // As the manual has it: fixed columns up to the URI, single spaces behind.
        if time.len() != 24 || !time.ends_with('Z') || time.as_bytes()[10] != b'T' {
            wrong("no time")
        }
        let expected = format!("{time} {status:>5} {size:>10} {}", fields[3..].join(" "));
        if line != expected {
            wrong("padded otherwise")
        }
        if !hops.chars().all(|c| "LEXRPIMS-+0123456789".contains(c)) {
            wrong("no hop path")
        }
        let is_thread = thread.len() == 4 && thread.starts_with('#');
        if !is_thread || !thread[1..].bytes().all(|byte| byte.is_ascii_digit()) {
            wrong("no thread")
        }
        if tag != "-" {
            wrong("a source tag")
        }
        let some = |word: &str| (word != "-").then(|| word.to_owned());
        let fetch = some(fetch).map(|fetch| {
            let Some((start, took)) = fetch.split_once('+') else { wrong("no start and duration") };
            if start.len() != 17 || !start.bytes().all(|byte| byte.is_ascii_digit()) {
                wrong("no start")
            }
            (start.to_owned(), took.parse().unwrap_or_else(|_| wrong("no duration")))
        });
        let digest = some(digest);
        let is_base32 = |text: &str| {
            text.len() == 32 && text.bytes().all(|byte| matches!(byte, b'A'..=b'Z' | b'2'..=b'7'))
        };
        if let Some(digest) = &digest
            && !digest.strip_prefix("sha1:").is_some_and(is_base32)
        {
            wrong("no digest")
        }
        let notes = some(notes).map(|notes| notes.split(',').map(str::to_owned).collect());
        CrawlLine {
            status: status.parse().unwrap_or_else(|_| wrong("no status")),
            size: some(size).map(|size| size.parse().unwrap_or_else(|_| wrong("no size"))),
            uri: uri.to_owned(),
            hops: some(hops).unwrap_or_default(),
            via: some(via),
            mime: mime.to_owned(),
            fetch,
            digest,
            annotations: notes.unwrap_or_default(),
        }
    }

    /// How often it was tried.
    pub(super) fn tries(&self) -> usize {
        let tries = self.annotations.iter().find_map(|note| note.strip_suffix('t')?.parse().ok());
        tries.unwrap_or(1)
    }
}

/// A line of progress-statistics.log behind the legend.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum ProgressLine {
    Note(String),
    Sample { discovered: u64, queued: u64, downloaded: u64, failures: u64 },
}

/// Reads all of progress-statistics.log.
#[track_caller]
pub(super) fn parse_progress(text: &str) -> Vec<ProgressLine> {
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some(LEGEND));
    lines
        .map(|line| {
            let (time, rest) = line.split_at(20);
            assert!(time.ends_with('Z') && time.as_bytes()[10] == b'T', "{line:?}");
            if let Some(note) = rest.strip_prefix(" CRAWL ") {
                return ProgressLine::Note(note.to_owned());
            }
            let ends = [32, 44, 57, 74, 85, 99, 113, 126, 140, 153, 165, 177];
            let mut start = 20;
            let mut values = Vec::new();
            for end in ends {
                values.push(line[start..end].trim());
                start = end;
            }
            assert_eq!(line.len(), 177, "{line:?}");
            let both = |value: &str| -> (f64, f64) {
                let (now, mean) = value.strip_suffix(')').unwrap().split_once('(').unwrap();
                (now.parse().unwrap(), mean.parse().unwrap())
            };
            both(values[3]);
            both(values[4]);
            assert!(values[9].parse::<f64>().unwrap() >= 0.0);
            let number = |at: usize| values[at].parse::<u64>().unwrap();
            assert!(number(7) > 0 && number(8) >= number(7), "memory of {line:?}");
            assert!(number(6) < 10_000 && number(10) >= number(11), "{line:?}");
            let (discovered, queued, downloaded) = (number(0), number(1), number(2));
            ProgressLine::Sample { discovered, queued, downloaded, failures: number(5) }
        })
        .collect()
}
