//! `stodola archive visits`: which results of searches readers open, if that is recorded.

use std::io::Write;
use std::path::PathBuf;
use stodola_app::access::now;
use stodola_app::json;
use stodola_app::visits::{SectionVisits, VisitLog, require_archive};
use stodola_terminal::lang::text;
use stodola_terminal::output::{RunOutcome, stdout};
use stodola_terminal::talk::say;

/// Show how often readers have opened results of searches, by section of a site, if that is recorded.
///
/// Nothing is recorded unless you switch it on. Then the query, the address that was opened, its place among the
/// results and the day are kept: nothing about the reader. Visits are erased after the number of days that you set.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    stodola archive visits --on --keep-days 90 --archive archive\n  \
    stodola archive visits --site example.cz --archive archive\n  \
    stodola archive visits --off --archive archive")]
pub struct VisitArguments {
    /// Folder of the archive
    #[arg(long, value_name = "DIR")]
    archive: PathBuf,
    /// Record from now on what readers open
    #[arg(long, group = "switch")]
    on: bool,
    /// Record nothing from now on, and erase what was recorded
    #[arg(long, group = "switch")]
    off: bool,
    /// Keep visits for so many days
    #[arg(long, value_name = "N", default_value_t = 90, requires = "on",
        value_parser = clap::value_parser!(u32).range(1..=3650))]
    keep_days: u32,
    /// Only this host and those below it
    #[arg(long, value_name = "HOST", conflicts_with = "switch")]
    site: Option<String>,
    /// Print one JSON object per section
    #[arg(long, conflicts_with = "switch")]
    json: bool,
}

impl VisitArguments {
    /// Runs the command.
    pub fn run(&self) -> anyhow::Result<RunOutcome> {
        let folder = &*self.archive;
        require_archive(folder)?;
        if self.on {
            VisitLog::switch_on(folder, self.keep_days, now())?;
            say(text!("visits-on", days = self.keep_days));
            return Ok(RunOutcome::default());
        }
        if self.off {
            VisitLog::switch_off(folder)?;
            say(text!("visits-off"));
            return Ok(RunOutcome::default());
        }
        let Some(sections) = SectionVisits::count(folder, self.site.as_deref())? else {
            say(text!("visits-none"));
            return Ok(RunOutcome::default());
        };
        let mut out = stdout();
        for section in &sections {
            match self.json {
                true => json::write_line(&mut out, section)?,
                false => writeln!(
                    out,
                    "{:>8} {:>8}  {}",
                    section.visits, section.pages, section.section
                )?,
            }
        }
        out.flush()?;
        Ok(RunOutcome::default())
    }
}
