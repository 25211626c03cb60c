//! Who runs the jobs of the archive, and what can be asked of a job that does not run.

use super::address;
use crate::api::Call;
use crate::app_pages::PageFrame;
use crate::app_pages::sheet::{Block, ButtonLook, FieldView, FormView, SheetSection};
use stodola_app::crawl::JobWish;
use stodola_app::harvest::{HarvestsRunBy, run_by, wish_of};
use stodola_app::job::{JobRow, JobState};
use stodola_text::holder_text;

/// A sentence on who runs the jobs; a second one if another process has the archive.
pub(super) fn words(call: &Call, page: &PageFrame) -> String {
    let HarvestsRunBy { runner, holder } = run_by(call.shared.captures.archive());
    let told = |holder| holder_text(page.language, holder);
    let mut words = match &runner {
        Some(runner) if runner.is_here() => page.t("web-duty-here"),
        Some(runner) => page.say("web-duty-elsewhere", &[("holder", told(runner).into())]),
        None => page.t("web-duty-nobody"),
    };
    // Whoever runs the jobs has the archive while one runs.
    let process = runner.as_ref().and_then(|it| it.process);
    if let Some(holder) = holder.filter(|holder| !holder.is_here() && holder.process != process) {
        words.push(' ');
        words.push_str(&page.say("web-duty-held", &[("holder", told(&holder).into())]));
    }
    words
}

/// What can be asked of a job that does not run.
pub(super) fn start_acts(call: &Call, page: &PageFrame, row: &JobRow) -> Vec<FormView> {
    if row.state == JobState::Running {
        return Vec::new();
    }
    let at = address(&row.job);
    let act = |path: &str, key: &str, look| {
        FormView::post(call, format!("{at}/{path}"), page.t(key), look)
    };
    match (row.state, wish_of(&call.shared.archive, &row.job)) {
        // It was asked for already.
        (_, Some(JobWish::Start | JobWish::Again)) => Vec::new(),
        (JobState::Finished, _) => vec![act("again", "web-job-again", ButtonLook::Quiet)],
        (JobState::New, _) => vec![act("start", "web-job-start", ButtonLook::Main)],
        _ => vec![act("start", "web-job-continue", ButtonLook::Main)],
    }
}

/// What can be asked of hosts of a harvest that runs.
pub(super) fn hosts_acts(call: &Call, page: &PageFrame, job: &str) -> SheetSection {
    let at = address(job);
    let pace = FormView::post(call, format!("{at}/pace"), page.t("web-pace"), ButtonLook::Quiet)
        .field(
            FieldView::new("host", page.t("web-host"), "").help(page.t("web-pace-help")).needed(),
        );
    let rescope =
        FormView::post(call, format!("{at}/rescope"), page.t("web-rescope"), ButtonLook::Quiet);
    let blocks =
        vec![Block::Form(pace), Block::Text(page.t("web-rescope-about")), Block::Form(rescope)];
    SheetSection::new("acts", page.t("web-hosts-acts"), blocks)
}
