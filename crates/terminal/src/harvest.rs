//! Tells people what harvests do: [`Teller`], with lines that change while they [run](show) and [close](closing).

mod closing;
mod show;

use crate::interrupts::Interrupts;
use crate::lang::{language, text};
use crate::progress::Progress;
use crate::talk;
use closing::Closing;
pub use show::Company;
use show::Show;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use stodola_app::Watch;
use stodola_app::crawl::{ClosingStep, HarvestEvent, HarvestWatch, StartedHarvest};
use stodola_archive::Holder;
use stodola_text::{harvest_event_line, harvest_summary_lines};

/// Says on standard error what harvests do. If there is only one, signals stop it.
pub struct Teller {
    company: Company,
    shown: Mutex<Shown>,
}

/// What is on the screen.
#[derive(Default)]
struct Shown {
    /// Files that are being read, with the size of the current one.
    files: Option<(Progress, u64)>,
    /// What is shown of each harvest.
    jobs: BTreeMap<String, Stage>,
    interrupts: Option<Interrupts>,
}

enum Stage {
    Running(Show),
    Closing(Closing),
}

impl Teller {
    /// Shows nothing yet.
    pub fn new(company: Company) -> Teller {
        Teller { company, shown: Mutex::default() }
    }

    fn shown(&self) -> MutexGuard<'_, Shown> {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn start(&self, started: &StartedHarvest<'_>) {
        show::begin(started);
        let stage = Stage::Running(Show::start(started, self.company));
        let mut shown = self.shown();
        shown.jobs.insert(started.job.to_owned(), stage);
        // Where there are several, whoever runs them listens.
        if self.company == Company::Alone {
            let control = started.control.clone();
            match Interrupts::listen(move || control.stop()) {
                Ok(interrupts) => shown.interrupts = Some(interrupts),
                Err(error) => talk::complain(&error),
            }
        }
    }

    fn close(&self, job: &str, step: ClosingStep) {
        let before = self.shown().jobs.remove(job);
        let stage = match before {
            Some(Stage::Closing(closing)) => {
                closing.step(step);
                closing
            }
            running => {
                stop(running);
                Closing::start(step, self.company.label(job))
            }
        };
        self.shown().jobs.insert(job.to_owned(), Stage::Closing(stage));
    }
}

fn stop(stage: Option<Stage>) {
    if let Some(Stage::Running(show)) = stage {
        show.stop();
    }
}

impl Watch for Teller {
    fn begin(&self, _stage: &str, total: Option<u64>) {
        let mut shown = self.shown();
        let files = shown.files.get_or_insert_with(|| (Progress::new(None), 0));
        files.1 = total.unwrap_or(0);
    }

    fn at(&self, done: u64) {
        if let Some((progress, _)) = &mut self.shown().files {
            progress.at(done);
        }
    }

    fn end(&self) {
        if let Some((progress, size)) = &mut self.shown().files {
            progress.next_input(*size);
        }
    }

    fn waiting(&self, archive: &Path, holder: &Holder) {
        let (archive, holder) = (archive.display(), holder.to_string());
        talk::say(text!("crawl-waiting", archive = archive, holder = holder));
    }
}

impl HarvestWatch for Teller {
    fn tell(&self, event: &HarvestEvent<'_>) {
        // The files are read by now.
        self.shown().files = None;
        match event {
            HarvestEvent::Started(started) => self.start(started),
            HarvestEvent::Closing { job, step } => self.close(job, *step),
            HarvestEvent::Closed { job } => {
                let (stage, interrupts) = {
                    let mut shown = self.shown();
                    (shown.jobs.remove(*job), shown.interrupts.take())
                };
                stop(stage);
                drop(interrupts);
            }
            HarvestEvent::Ended { job, archive, report } => {
                talk::say(harvest_summary_lines(language(), job, archive, report).join("\n"));
            }
            _ => {
                if let Some(line) = harvest_event_line(language(), event) {
                    talk::say(&line);
                }
            }
        }
    }
}
