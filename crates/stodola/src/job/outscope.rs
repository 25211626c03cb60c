//! `stodola job outscope`: the links that a job did not follow, as seeds for another.

use super::stored::Which;
use crate::lang::text;
use crate::output::{self, Outcome};
use std::num::NonZeroU64;
use std::path::PathBuf;
use stodola_app::job::{OutscopeSettings, OutscopeSummary, outscope};

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
    let Arguments { rule, split, out, plain, all, .. } = arguments;
    let job = arguments.job.find()?;
    let settings = OutscopeSettings {
        rules: rule.clone(),
        folder: out.clone().or_else(|| split.map(|_| PathBuf::from("."))),
        split: *split,
        is_plain: *plain,
        has_unusable: *all,
    };
    let OutscopeSummary { links, files, unusable } =
        outscope(&job, &settings, &mut output::stdout())?;
    let mut parts = text!("job-outscope-links", links = links);
    if let Some(files) = files {
        parts = format!("{parts}, {}", text!("job-outscope-files", files = files));
    }
    if unusable > 0 {
        parts = format!("{parts}; {}", text!("job-outscope-unusable", links = unusable));
    }
    output::say(format_args!("{}: {parts}", job.name));
    Ok(Outcome::default())
}
