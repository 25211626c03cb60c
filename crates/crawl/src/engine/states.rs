//! The states of a URI on its way through the stages, each with only what the next stage needs.
//!
//! ```text
//! Discovered ─▶ (frontier) ─▶ Scheduled ─▶ Permitted ─▶ Fetched ─▶ Examined ─▶ Settlement ─▶ TicketEnd
//!  post          offer, next   visit        prefetch     visit      examine     policy        post
//! ```
//!
//! A state is made once and not changed. The [`Ticket`](stodola_frontier::Ticket) of the URI goes with all of them.

use super::HarvestError;
use crate::contracts::EarlierCapture;
use std::ops::ControlFlow;
use std::time::Duration;
use stodola_extract::LinkKind;
use stodola_fetch::{Exchange, Session};
use stodola_frontier::{CaptureChange, Detail, Outcome, Owed, Pause, Reason};

/// The result of a stage: the next state, or the end of the way. `Break(None)` means that the stage has settled the
/// ticket itself.
pub(super) type Step<T> = Result<ControlFlow<Option<TicketEnd>, T>, HarvestError>;

/// A URI found on a page and accepted by scope and policy: what is offered to the frontier.
pub(super) struct Discovered {
    /// URI in normal form, without its fragment.
    pub(super) uri: Vec<u8>,
    pub(super) host: String,
    pub(super) kind: LinkKind,
    /// Letter for the hop path.
    pub(super) hop: char,
    pub(super) standing: u32,
}

/// A URI whose turn has come, and which is due, with what is known of it from earlier.
#[derive(Default)]
pub(super) struct Scheduled {
    /// Whether earlier captures matter, so that they were looked up.
    pub(super) is_looked_up: bool,
    /// The last capture; `None` if there is none, or if it was not looked up.
    pub(super) earlier: Option<EarlierCapture>,
}

/// A URI that may be fetched now.
pub(super) struct Permitted {
    /// The session to fetch it with.
    pub(super) session: Session,
    /// The pause that robots.txt asks for; `None` if it asks for none.
    pub(super) crawl_delay: Option<Duration>,
}

/// The response to the request for a URI.
pub(super) struct Fetched {
    pub(super) exchange: Exchange,
    /// What the archive had of it before; `None` if that was not looked up.
    pub(super) before: Option<Before>,
    /// The capture that is still valid, after an answer 304; otherwise `None`.
    pub(super) not_modified: Option<EarlierCapture>,
    /// URI of the page that links to it; `None` for a seed.
    pub(super) via: Option<Vec<u8>>,
    /// What the answer means for the ticket, unless the policy decides otherwise.
    pub(super) end: TicketEnd,
    /// Pause of its host.
    pub(super) wait: Duration,
}

/// What the archive had of a URI.
pub(super) enum Before {
    Nothing,
    Capture { status: Option<u16>, digest: Option<String> },
}

impl Before {
    pub(super) fn new(earlier: Option<&EarlierCapture>) -> Before {
        match earlier {
            None => Before::Nothing,
            Some(EarlierCapture { status, digest, .. }) => {
                Before::Capture { status: *status, digest: digest.clone() }
            }
        }
    }

    /// Returns how a capture with this status and digest differs from the last one.
    pub(super) fn change(
        &self,
        status: Option<u16>,
        is_not_modified: bool,
        digest: &str,
    ) -> CaptureChange {
        let hash = |digest: &str| digest.rsplit(':').next().unwrap_or_default().to_owned();
        match self {
            Before::Nothing => CaptureChange::New,
            Before::Capture { .. } if is_not_modified => CaptureChange::Unchanged,
            Before::Capture { status: Some(before), .. }
                if matches!(status, Some(404 | 410)) && *before < 400 =>
            {
                CaptureChange::Gone
            }
            Before::Capture { status: before, digest: Some(had) }
                if *before == status && hash(had) == hash(digest) =>
            {
                CaptureChange::Unchanged
            }
            Before::Capture { .. } => CaptureChange::Changed,
        }
    }
}

/// How a ticket ends. `wait` is the pause of its host; `None` if the host was not asked.
pub(super) enum TicketEnd {
    /// The URI has its outcome.
    Finish { outcome: Outcome, detail: Detail, bytes: u64, wait: Option<Duration> },
    /// The attempt failed; the URI is tried again when `wait` is over.
    Retry { detail: Detail, wait: Duration },
    /// The URI was not requested; it is the first of its host in the next turn.
    GiveBack { wait: Option<Duration> },
    /// Like a retry after `later`, but the other URIs of the host do not have to wait for that long.
    Later { detail: Detail, wait: Option<Duration>, later: Duration },
}

impl TicketEnd {
    /// Returns the end of a URI whose host was not asked.
    pub(super) fn ended(outcome: Outcome, reason: Reason) -> TicketEnd {
        TicketEnd::Finish { outcome, detail: Detail::new(reason), bytes: 0, wait: None }
    }

    /// Lengthens the pause of a host that was asked.
    pub(super) fn wait_at_least(&mut self, (least, owed): (Duration, Owed)) {
        let wait = match self {
            TicketEnd::Finish { wait: Some(wait), .. }
            | TicketEnd::Retry { wait, .. }
            | TicketEnd::Later { wait: Some(wait), .. }
            | TicketEnd::GiveBack { wait: Some(wait) } => wait,
            TicketEnd::Finish { wait: None, .. }
            | TicketEnd::Later { wait: None, .. }
            | TicketEnd::GiveBack { wait: None } => return,
        };
        if *wait < least {
            *wait = least;
            if let Some(detail) = self.detail() {
                detail.pause = Some(Pause::new(least, owed));
            }
        }
    }

    /// The detail for the log; `None` if nothing is logged.
    pub(super) fn detail(&mut self) -> Option<&mut Detail> {
        match self {
            TicketEnd::Finish { detail, .. }
            | TicketEnd::Retry { detail, .. }
            | TicketEnd::Later { detail, .. } => Some(detail),
            TicketEnd::GiveBack { .. } => None,
        }
    }
}
