//! `stodola job outscope`: the links that a job did not follow, as seeds for another.

use super::outcomes::Pages;
use super::stored::Which;
use crate::lang::{count, pick};
use crate::output::{self, Outcome};
use anyhow::Context;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use stodola_frontier::{Happened, LogPlace};

/// List the links that a job rejected, for use as seeds of another job.
///
/// Each URI is written once, in the order in which it was found. Lines that start with "#" give the rule that
/// rejected the following links, and the page they were found on; the `seeds_file` of a job may contain such
/// lines. URIs that cannot be fetched (`mailto:` and similar) are left out, unless --all is given. The list goes to
/// standard output, or to several files with --split.
#[derive(clap::Args)]
#[command(after_help = "Example: the links out of scope, a million in each file\n  \
    stodola job outscope cz2026 --archive archive --rule out-of-scope --split 1000000 --out seeds")]
pub(crate) struct Arguments {
    #[command(flatten)]
    job: Which,
    /// Only links that this rule rejected; may be given more than once
    #[arg(long, value_name = "RULE")]
    rule: Vec<String>,
    /// Write files of N URIs each: outscope-00001.txt, outscope-00002.txt …
    #[arg(long, value_name = "N")]
    split: Option<NonZeroU64>,
    /// Folder for the files; with --split, the current folder by default
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write only URIs, without rules and pages
    #[arg(long)]
    plain: bool,
    /// Also write URIs that are not http or https
    #[arg(long)]
    all: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let job = arguments.job.find()?;
    let mut history = job.history()?;
    // The names of hosts come first: pages are looked up by them.
    history.read(|_| Ok(()))?;
    let mut batches = Batches::new(arguments)?;
    let mut pages = Pages { history: &history, last: None };
    let mut told: Option<(Option<LogPlace>, Vec<u8>)> = None;
    let (mut written, mut unusable, mut failed) = (0u64, 0u64, None);
    let read = job.history()?.read(|happened| {
        let Happened::Rejected { uri, via, rule, .. } = happened else { return Ok(()) };
        let is_wanted = arguments.rule.is_empty()
            || arguments.rule.iter().any(|wanted| wanted.as_bytes() == rule);
        if !is_wanted || failed.is_some() {
            return Ok(());
        }
        if !arguments.all && !is_usable(uri) {
            unusable += 1;
            return Ok(());
        }
        let is_news = told.as_ref().is_none_or(|(page, by)| (*page, &by[..]) != (via, rule));
        let remark = if arguments.plain || !(is_news || batches.is_full()) {
            None
        } else {
            told = Some((via, rule.to_vec()));
            Some([b"# ", rule, b" ", pages.uri(via)?.unwrap_or(b"-")].concat())
        };
        written += 1;
        failed = batches.add(remark.as_deref(), uri).err();
        Ok(())
    });
    if let Some(error) = failed {
        return Err(error);
    }
    read?;
    let is_in_files = batches.folder.is_some();
    let files = batches.finish()?;
    let written = count(written, ["link", "links"], ["odkaz", "odkazy", "odkazů"]);
    let files = match is_in_files {
        true => format!(", {}", count(files, ["file", "files"], ["soubor", "soubory", "souborů"])),
        false => String::new(),
    };
    let unusable = match unusable {
        0 => String::new(),
        number => pick(
            format!("; {number} left out: no job can fetch them"),
            format!("; vynecháno {number}, které žádná úloha nestáhne"),
        ),
    };
    output::say(format_args!("{}: {written}{files}{unusable}", job.name));
    Ok(Outcome::default())
}

/// Whether a job takes it for a seed.
fn is_usable(uri: &[u8]) -> bool {
    let is_web = uri.starts_with(b"http://") || uri.starts_with(b"https://");
    is_web
        && !uri.iter().any(|byte| *byte <= b' ')
        && stodola_uri::host(uri).is_some_and(|host| !host.is_empty())
}

/// Files of so many URIs each, or standard output.
struct Batches {
    folder: Option<PathBuf>,
    split: u64,
    out: Option<Box<dyn Write>>,
    in_file: u64,
    files: u64,
}

impl Batches {
    fn new(arguments: &Arguments) -> anyhow::Result<Batches> {
        let folder = match (&arguments.out, arguments.split) {
            (Some(folder), _) => Some(folder.clone()),
            (None, Some(_)) => Some(PathBuf::from(".")),
            (None, None) => None,
        };
        if let Some(folder) = &folder {
            fs::create_dir_all(folder)
                .with_context(|| format!("cannot create '{}'", folder.display()))?;
        }
        let split = arguments.split.map_or(u64::MAX, NonZeroU64::get);
        Ok(Batches { folder, split, out: None, in_file: 0, files: 0 })
    }

    /// Whether the next URI begins a file.
    fn is_full(&self) -> bool {
        self.out.is_none() || self.in_file >= self.split
    }

    fn add(&mut self, remark: Option<&[u8]>, uri: &[u8]) -> anyhow::Result<()> {
        if self.is_full() {
            self.flush()?;
            self.out = Some(match &self.folder {
                Some(folder) => open(folder, self.files + 1)?,
                None => Box::new(output::stdout()),
            });
            (self.files, self.in_file) = (self.files + 1, 0);
        }
        if let Some(out) = &mut self.out {
            if let Some(remark) = remark {
                out.write_all(remark)?;
                out.write_all(b"\n")?;
            }
            out.write_all(uri)?;
            out.write_all(b"\n")?;
        }
        self.in_file += 1;
        Ok(())
    }

    fn flush(&mut self) -> anyhow::Result<()> {
        match &mut self.out {
            Some(out) => Ok(out.flush()?),
            None => Ok(()),
        }
    }

    /// How many files there are.
    fn finish(mut self) -> anyhow::Result<u64> {
        self.flush()?;
        Ok(self.files)
    }
}

fn open(folder: &Path, number: u64) -> anyhow::Result<Box<dyn Write>> {
    let path = folder.join(format!("outscope-{number:05}.txt"));
    // Seeds that somebody worked on are not written over.
    let file =
        File::create_new(&path).with_context(|| format!("cannot write '{}'", path.display()))?;
    Ok(Box::new(BufWriter::with_capacity(256 << 10, file)))
}
