//! The archive as a harvest sees it: stores captures in WARC files, and knows earlier captures.

mod past;
mod verdicts;

use super::keep::FileBytes;
use super::{CrawlError, HarvestWatch};
use past::Past;
use std::fs;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use stodola_archive::{
    Capture, DnsLookup, Keeper, PackedResponse, PayloadCopies, Recovered, SinkOptions, WarcSink,
};
use stodola_crawl::job::{DedupSetting, Job, Limit, Profile, WarcVersionSetting};
use stodola_crawl::{
    CaptureStore, ContractError, EarlierCapture, KeptCapture, NewCapture, Observer,
};
use stodola_fetch::{DnsAnswer, TlsInfo};
use stodola_judge::Verdict;
use stodola_warc::write::Version;
use verdicts::Verdicts;

/// Address of the descriptions of the standard, one for each version.
const SPECIFICATIONS: &str =
    "http://iipc.github.io/warc-specifications/specifications/warc-format/";

/// Writes the captures of a harvest to WARC files.
pub(super) struct Store {
    warc: WarcSink,
    /// Folder of the WARC files.
    folder: PathBuf,
    recovered: Vec<Recovered>,
    past: Past,
    /// The log of verdicts, a line of JSON for each document; `None` if nothing is judged.
    verdicts: Option<Mutex<Verdicts>>,
    watch: Arc<dyn HarvestWatch>,
}

impl Store {
    /// Opens the WARC files of an archive for a job.
    pub(super) fn open(
        keeper: &Arc<Keeper>,
        job: &Job,
        watch: &Arc<dyn HarvestWatch>,
    ) -> Result<Store, CrawlError> {
        let host = crawl_host();
        let mut options = SinkOptions::new(&format!("{}-{}", job.write.prefix, job.name), &host);
        options.roll_bytes = job.write.roll_bytes.bytes();
        options.roll_age = match job.write.roll_age {
            Limit::At(age) => Some(age.duration()),
            Limit::Unlimited => None,
        };
        options.warc = job.write.options();
        options.version = match job.write.version {
            WarcVersionSetting::V1_0 => Version::V1_0,
            WarcVersionSetting::V1_1 => Version::V1_1,
        };
        let more = job.write.more_digests.iter().map(|digest| digest.algorithm());
        options.more_digests = more.collect();
        options.copies = match job.write.dedup {
            DedupSetting::On => PayloadCopies::One,
            DedupSetting::Twice => PayloadCopies::Two,
            DedupSetting::Off => PayloadCopies::All,
        };
        options.warcinfo = warcinfo(job, &host);
        let (warc, recovered) = keeper.sink(options, &mut FileBytes(watch.as_ref()))?;
        let is_judged = job.profile == Profile::NATIONAL;
        let past = Past::open(keeper, is_judged)?;
        let logs = keeper.archive().folder().join("jobs").join(&job.name).join("logs");
        let verdicts = match is_judged {
            true => Some(Mutex::new(Verdicts::open(&logs)?)),
            false => None,
        };
        let folder = keeper.archive().folder().join("warc");
        let watch = Arc::clone(watch);
        Ok(Store { warc, folder, recovered, past, verdicts, watch })
    }

    /// Files that a crash left unfinished, and what was done with them.
    pub(super) fn recovered(&self) -> &[Recovered] {
        &self.recovered
    }

    /// After a crash: removes verdicts of pages that will be fetched again. `folder` is that of the job.
    pub(super) fn forget_unfinished(&self, folder: &Path) -> Result<(), CrawlError> {
        let Some(verdicts) = &self.verdicts else { return Ok(()) };
        let mut verdicts = verdicts.lock().unwrap_or_else(PoisonError::into_inner);
        verdicts.forget_unfinished(&folder.join("frontier"))
    }

    /// Finishes the last file.
    pub(super) fn close(self) -> Result<(), CrawlError> {
        Ok(self.warc.close()?)
    }
}

impl CaptureStore for Store {
    fn folder(&self) -> Option<&Path> {
        Some(&self.folder)
    }

    fn write(&self, capture: &NewCapture<'_>) -> Result<KeptCapture, ContractError> {
        let exchange = capture.exchange;
        let tls = exchange.tls.as_deref();
        let protocol: &[&str] = match tls.map(|tls| tls.protocol.as_str()) {
            Some("TLSv1_3") => &["http/1.1", "tls/1.3"],
            Some("TLSv1_2") => &["http/1.1", "tls/1.2"],
            _ => &["http/1.1"],
        };
        let mut metadata = capture.metadata.to_vec();
        if let Some(TlsInfo { problem: Some(problem), .. }) = tls {
            metadata.push(("tlsProblem", problem.as_bytes()));
        }
        let not_modified = match capture.not_modified {
            Some(earlier) => self.past.original(earlier)?,
            None => None,
        };
        let is_not_modified = not_modified.is_some();
        let mut packed = exchange.response.packed();
        let packed = packed.as_mut();
        let known_digest = not_modified.as_ref().and_then(|(_, digest)| digest.clone());
        let stored = self.warc.write(Capture {
            uri: capture.uri,
            date: exchange.started,
            address: exchange.address.map(|address| address.ip()),
            request: &exchange.request,
            response: &mut BufReader::new(exchange.response.reader()),
            packed: packed.map(|(block, deflated)| PackedResponse { block, deflated }),
            length: exchange.response.len(),
            head_length: exchange.head_length,
            truncated: exchange.truncated.map(|truncated| truncated.as_str()),
            protocol,
            cipher_suite: tls.map(|tls| tls.cipher.as_str()),
            payload_type: None,
            not_modified,
            metadata: &metadata,
        })?;
        self.past.note(capture.uri, &stored);
        let own_digest = stored.payload_digest.to_string();
        let payload_digest = known_digest.filter(|_| is_not_modified).unwrap_or(own_digest);
        Ok(KeptCapture { payload_digest, is_revisit: stored.is_revisit })
    }

    fn write_dns(&self, answer: &DnsAnswer) -> Result<(), ContractError> {
        self.warc.write_dns(&DnsLookup {
            host: &answer.host,
            date: answer.date,
            server: None,
            answer: answer.record_block().as_bytes(),
        })?;
        Ok(())
    }

    fn sync(&self) -> Result<(), ContractError> {
        self.past.let_go_of_listed()?;
        Ok(self.warc.sync()?)
    }
}

impl stodola_crawl::Past for Store {
    fn may_have(&self, uri: &[u8]) -> bool {
        self.past.may_have(uri)
    }

    fn earlier(&self, uri: &[u8]) -> Result<Option<EarlierCapture>, ContractError> {
        Ok(self.past.earlier(uri)?)
    }

    fn reread(
        &self,
        earlier: &EarlierCapture,
        read: &mut dyn FnMut(&mut dyn Read),
    ) -> Result<bool, ContractError> {
        Ok(self.past.reread(earlier, read))
    }
}

impl Observer for Store {
    fn judged(&self, uri: &[u8], verdict: &Verdict) -> Result<(), ContractError> {
        self.watch.judged(uri, verdict);
        let Some(verdicts) = &self.verdicts else { return Ok(()) };
        let mut verdicts = verdicts.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(verdicts.add(uri, verdict)?)
    }

    fn flush(&self) -> Result<(), ContractError> {
        if let Some(verdicts) = &self.verdicts {
            verdicts.lock().unwrap_or_else(PoisonError::into_inner).flush()?;
        }
        Ok(())
    }
}

fn warcinfo(job: &Job, host: &str) -> Vec<(String, String)> {
    let robots = match job.politeness.robots {
        stodola_crawl::job::RobotsSetting::Obey => "obey (RFC 9309)",
        stodola_crawl::job::RobotsSetting::Ignore => "ignore",
    };
    let version = env!("CARGO_PKG_VERSION");
    let standard = match job.write.version {
        WarcVersionSetting::V1_0 => "1.0",
        WarcVersionSetting::V1_1 => "1.1",
    };
    let fields = [
        ("software", format!("stodola/{version}")),
        ("hostname", host.to_owned()),
        ("format", format!("WARC File Format {standard}")),
        ("conformsTo", format!("{SPECIFICATIONS}warc-{standard}/")),
        ("operator", job.operator.clone()),
        ("isPartOf", job.name.clone()),
        ("description", job.description.clone()),
        ("purpose", job.purpose.clone()),
        ("robots", robots.to_owned()),
        ("http-header-user-agent", stodola_crawl::user_agent(job)),
        (
            "http-header-from",
            if job.contact.contains('@') { job.contact.clone() } else { String::new() },
        ),
    ];
    fields
        .into_iter()
        .filter(|(_, value)| !value.is_empty())
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}

/// Returns the name of this machine, with the characters that are allowed in a file name.
pub(super) fn crawl_host() -> String {
    let name = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let name: String = name
        .trim()
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '.'))
        .collect();
    match name.trim_start_matches('.') {
        "" => "localhost".to_owned(),
        name => name.to_owned(),
    }
}
