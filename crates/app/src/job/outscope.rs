//! Writes the links that a job did not follow, as seeds for another job.

use super::outcomes::Pages;
use super::{JobsError, StoredJob};
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use stodola_crawl::site_rules::{SITE_RULE_SAME, counted_rule};
use stodola_frontier::{Happened, LogPlace};

/// Which links are written, and where.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OutscopeSettings {
    /// Only links that one of these rules rejected; all links if it is empty.
    pub rules: Vec<String>,
    /// Folder for the files `outscope-00001.txt` and so on, which must not exist; `None` writes no files.
    pub folder: Option<PathBuf>,
    /// Number of URIs in a file; `None` writes all to one file.
    pub split: Option<NonZeroU64>,
    /// Whether the lines with rules and pages are left out.
    pub is_plain: bool,
    /// Whether URIs that no job can fetch are written too.
    pub has_unusable: bool,
}

/// The numbers of what was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutscopeSummary {
    /// Number of links.
    pub links: u64,
    /// Number of files; `None` if the list was not written to files.
    pub files: Option<u64>,
    /// Number of links that were left out because no job can fetch them.
    pub unusable: u64,
}

/// Writes the links that a job rejected, each once, in the order in which they were found: to files, or to `out` if the
/// settings name no folder. Lines that start with `#` have the rule that rejected the following links, and the page
/// where they were found.
pub fn outscope(
    job: &StoredJob,
    settings: &OutscopeSettings,
    out: &mut dyn Write,
) -> Result<OutscopeSummary, JobsError> {
    let mut history = job.history()?;
    // The names of hosts are read first: pages need them.
    history.read(|_| Ok(()))?;
    let mut batches = Batches::new(settings, out)?;
    let mut pages = Pages { history: &history, last: None };
    let mut told: Option<(Option<LogPlace>, Vec<u8>)> = None;
    let (mut links, mut unusable, mut failed) = (0u64, 0u64, None);
    let read = job.history()?.read(|happened| {
        let Happened::Rejected { uri, via, rule, .. } = happened else { return Ok(()) };
        let name = String::from_utf8_lossy(rule);
        let name = counted_rule(&name);
        let is_wanted = match settings.rules.is_empty() {
            // The same page under another address was followed.
            true => name != SITE_RULE_SAME,
            false => settings.rules.iter().any(|wanted| wanted == name),
        };
        if !is_wanted || failed.is_some() {
            return Ok(());
        }
        if !settings.has_unusable && !is_usable(uri) {
            unusable += 1;
            return Ok(());
        }
        let is_news = told.as_ref().is_none_or(|(page, by)| (*page, &by[..]) != (via, rule));
        let remark = if settings.is_plain || !(is_news || batches.is_full()) {
            None
        } else {
            told = Some((via, rule.to_vec()));
            Some([b"# ", rule, b" ", pages.uri(via)?.unwrap_or(b"-")].concat())
        };
        links += 1;
        failed = batches.add(remark.as_deref(), uri).err();
        Ok(())
    });
    if let Some(error) = failed {
        return Err(error);
    }
    read?;
    let files = batches.finish()?;
    Ok(OutscopeSummary { links, files: settings.folder.is_some().then_some(files), unusable })
}

/// Whether a job accepts the URI as a seed.
fn is_usable(uri: &[u8]) -> bool {
    let is_web = uri.starts_with(b"http://") || uri.starts_with(b"https://");
    is_web
        && !uri.iter().any(|byte| *byte <= b' ')
        && stodola_uri::host(uri).is_some_and(|host| !host.is_empty())
}

/// Files of a number of URIs each, or one list.
struct Batches<'a> {
    folder: Option<&'a Path>,
    split: u64,
    list: &'a mut dyn Write,
    file: Option<BufWriter<File>>,
    in_file: u64,
    /// Number of files or lists begun.
    begun: u64,
}

impl<'a> Batches<'a> {
    fn new(
        settings: &'a OutscopeSettings,
        list: &'a mut dyn Write,
    ) -> Result<Batches<'a>, JobsError> {
        let folder = settings.folder.as_deref();
        if let Some(folder) = folder {
            fs::create_dir_all(folder).map_err(creating("create", folder))?;
        }
        // A list cannot be split.
        let split = settings.split.filter(|_| folder.is_some());
        let split = split.map_or(u64::MAX, NonZeroU64::get);
        Ok(Batches { folder, split, list, file: None, in_file: 0, begun: 0 })
    }

    /// Whether the next URI begins a new file.
    fn is_full(&self) -> bool {
        self.begun == 0 || self.in_file >= self.split
    }

    fn add(&mut self, remark: Option<&[u8]>, uri: &[u8]) -> Result<(), JobsError> {
        if self.is_full() {
            self.flush()?;
            (self.begun, self.in_file) = (self.begun + 1, 0);
            self.file = self.folder.map(|folder| open(folder, self.begun)).transpose()?;
        }
        let mut write = |bytes: &[u8]| match &mut self.file {
            Some(file) => file.write_all(bytes),
            None => self.list.write_all(bytes),
        };
        let mut line = |bytes: &[u8]| write(bytes).and_then(|()| write(b"\n"));
        remark.map_or(Ok(()), &mut line).and_then(|()| line(uri)).map_err(JobsError::Output)?;
        self.in_file += 1;
        Ok(())
    }

    fn flush(&mut self) -> Result<(), JobsError> {
        match &mut self.file {
            Some(file) => file.flush(),
            None => self.list.flush(),
        }
        .map_err(JobsError::Output)
    }

    /// Returns the number of files.
    fn finish(mut self) -> Result<u64, JobsError> {
        self.flush()?;
        Ok(self.begun)
    }
}

fn open(folder: &Path, number: u64) -> Result<BufWriter<File>, JobsError> {
    let path = folder.join(format!("outscope-{number:05}.txt"));
    // Files with seeds that somebody worked on are not overwritten.
    let file = File::create_new(&path).map_err(creating("write", &path))?;
    Ok(BufWriter::with_capacity(256 << 10, file))
}

fn creating(what: &'static str, path: &Path) -> impl FnOnce(std::io::Error) -> JobsError {
    let path = path.to_owned();
    move |source| JobsError::Create { what, path, source }
}
