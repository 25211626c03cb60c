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

/// What a stage comes to: the next state, or the end of the way. `Break(None)` means that the stage has settled the
/// ticket itself.
pub(super) type Step<T> = Result<ControlFlow<Option<TicketEnd>, T>, HarvestError>;

/// A URI found on a page that scope and policy accept: what the frontier is offered.
pub(super) struct Discovered {
    /// In normal form, without its fragment.
    pub(super) uri: Vec<u8>,
    pub(super) host: String,
    pub(super) kind: LinkKind,
    /// The letter for the hop path.
    pub(super) hop: char,
    pub(super) standing: u32,
}

/// A URI whose turn has come, and which is due: what is known of it from earlier.
#[derive(Default)]
pub(super) struct Scheduled {
    /// Whether earlier captures matter, so that they were looked up.
    pub(super) is_looked_up: bool,
    /// The last capture; None if there is none, or if nobody looked.
    pub(super) earlier: Option<EarlierCapture>,
}

/// A URI that may be fetched now.
pub(super) struct Permitted {
    /// What to fetch it with.
    pub(super) session: Session,
    /// The pause that robots.txt asks for.
    pub(super) crawl_delay: Option<Duration>,
}

/// What came for a URI.
pub(super) struct Fetched {
    pub(super) exchange: Exchange,
    /// What the archive had of it before; None if nobody looked.
    pub(super) before: Option<Before>,
    /// The capture that the server says is still the same.
    pub(super) not_modified: Option<EarlierCapture>,
    /// The URI of the page that named it; None for a seed.
    pub(super) via: Option<Vec<u8>>,
    /// What the answer means for the ticket, unless the policy decides otherwise.
    pub(super) end: TicketEnd,
    /// How long its host is left alone.
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

    /// What is new about a capture with that status and digest.
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

/// What is done with a ticket in the end. `wait` is how long its host is left alone; None if it was not asked.
pub(super) enum TicketEnd {
    /// The URI has its outcome.
    Finish { outcome: Outcome, detail: Detail, bytes: u64, wait: Option<Duration> },
    /// The attempt failed; the URI is tried again when `wait` is over.
    Retry { detail: Detail, wait: Duration },
    /// The URI was not asked for; it comes first when its host's turn comes.
    GiveBack { wait: Option<Duration> },
    /// As a retry after `later`, but the host's other URIs do not have to wait for so long.
    Later { detail: Detail, wait: Option<Duration>, later: Duration },
}

impl TicketEnd {
    /// The outcome of a URI whose host was not asked.
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

    /// What the log says of it; None if it says nothing.
    pub(super) fn detail(&mut self) -> Option<&mut Detail> {
        match self {
            TicketEnd::Finish { detail, .. }
            | TicketEnd::Retry { detail, .. }
            | TicketEnd::Later { detail, .. } => Some(detail),
            TicketEnd::GiveBack { .. } => None,
        }
    }
}
