//! `stodola job set`, `edit` and `rm`: what an operator changes of a job, whether it runs or not.

use crate::lang::{language, text};
use crate::output::{self, Outcome};
use anyhow::{Context, bail};
use std::io::Write;
use std::path::PathBuf;
use stodola_app::job::{ChangedSettings, remove_job, replace_file, set_settings};
use stodola_app::settings::{JobFile, SettingsDraft};
use stodola_text::changed_settings_words;

/// Set any setting of a job, running or not; remarks in its job.toml stay.
///
/// A running job takes over at once what it can: limits, pauses, workers, intervals, hours, disk and memory, alarms,
/// questions to name servers, the scope and new seeds. The command says what counts now and what counts from the next
/// run on.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    stodola job set news politeness.min_delay 3s --archive archive\n  \
    stodola job set news fetch.workers 20 --archive archive")]
pub(crate) struct Set {
    /// Name of the job
    #[arg(value_name = "NAME")]
    job: String,
    /// Name of the setting with its section, for example limits.documents
    #[arg(value_name = "KEY")]
    key: String,
    /// New value as in job.toml, without quotes; lists have a line for each entry
    #[arg(value_name = "VALUE")]
    value: String,
    /// Folder of the archive
    #[arg(long, value_name = "DIR")]
    archive: PathBuf,
}

/// Edit the job.toml of a job in your editor ($VISUAL or $EDITOR).
///
/// You edit a copy. It is checked before it replaces the file; a copy with an error is left where it is, and the
/// message says where. A running job takes over what it can, as with `job set`.
#[derive(clap::Args)]
pub(crate) struct Edit {
    /// Name of the job
    #[arg(value_name = "NAME")]
    job: String,
    /// Folder of the archive
    #[arg(long, value_name = "DIR")]
    archive: PathBuf,
}

/// Remove a job that is not running: its settings, logs and reports.
///
/// WARC files are never removed: what the job has archived stays in the archive and in its catalogue.
#[derive(clap::Args)]
pub(crate) struct Remove {
    /// Name of the job
    #[arg(value_name = "NAME")]
    job: String,
    /// Folder of the archive
    #[arg(long, value_name = "DIR")]
    archive: PathBuf,
    /// Really remove it; its logs cannot be restored
    #[arg(long, required = true)]
    yes: bool,
}

impl Set {
    pub(crate) fn run(&self) -> anyhow::Result<Outcome> {
        let mut draft = SettingsDraft::default();
        draft.set(&self.key, &self.value);
        say(&set_settings(&self.archive, &self.job, &draft)?)
    }
}

impl Edit {
    pub(crate) fn run(&self) -> anyhow::Result<Outcome> {
        let file = JobFile::read(&self.archive, &self.job)?;
        let copy =
            std::env::temp_dir().join(format!("stodola-{}-{}.toml", self.job, std::process::id()));
        std::fs::write(&copy, &file.text).with_context(|| copy.display().to_string())?;
        let editor = ["VISUAL", "EDITOR"].iter().find_map(std::env::var_os);
        let editor = editor.unwrap_or_else(|| "vi".into());
        // An editor may have arguments, as in `code --wait`: a shell reads them, as with other programs.
        let edited = std::process::Command::new("sh")
            .args(["-c", "$STODOLA_EDITOR \"$1\"", "sh"])
            .env("STODOLA_EDITOR", &editor)
            .arg(&copy)
            .status();
        if !edited.is_ok_and(|status| status.success()) {
            bail!(text!("job-edit-failed", editor = &*editor.to_string_lossy()));
        }
        let text = std::fs::read_to_string(&copy).with_context(|| copy.display().to_string())?;
        if text == file.text {
            output::say(text!("job-edit-unchanged"));
        } else {
            let changed = replace_file(&self.archive, &self.job, &text);
            say(&changed.with_context(|| copy.display().to_string())?)?;
        }
        // The copy has done its work.
        let _ = std::fs::remove_file(&copy);
        Ok(Outcome::default())
    }
}

impl Remove {
    pub(crate) fn run(&self) -> anyhow::Result<Outcome> {
        remove_job(&self.archive, &self.job)?;
        output::say(text!("job-removed", job = &self.job));
        Ok(Outcome::default())
    }
}

fn say(changed: &ChangedSettings) -> anyhow::Result<Outcome> {
    let words = changed_settings_words(language(), changed);
    if let ChangedSettings::Untold { .. } = changed {
        output::complain(words);
        return Ok(Outcome::default());
    }
    let mut out = output::stdout();
    writeln!(out, "{words}")?;
    out.flush()?;
    Ok(Outcome::default())
}
