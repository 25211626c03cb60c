//! The archiving rule of the national harvest (N4): which of the documents that were fetched are archived, and
//! what their links inherit. Pure code: it is told what a document is, and never asks.
//!
//! **The rule.** Every document that can be judged is judged. One that is *valid* is archived with depth D. A
//! page that is not valid is archived too if an archived page with depth d ≥ 1 links to it, and has depth
//! d − 1 then; of several ways to it the one that gives most counts. What an archived page links to at depth 0
//! is a *leaf*: archived if it is not HTML, else only judged. Requisites of an archived document are always
//! archived, their own requisites too; a frame has the depth of its page. With D = 0 there are no leaves: only
//! the valid page and its requisites are archived, and what it links to is only judged.
//!
//! Pages that are not archived lead on for `probe` links at most, counted from a seed or from what an archived
//! page links to, and only so that others may be judged; by default not at all.
//!
//! **Details that the requirement leaves open.** A redirect costs nothing: where it leads to inherits what the
//! redirecting URI had, and the redirect itself is archived like any document that is not HTML. A page that
//! sends its reader on (`Refresh`) links there. An error page is never valid and is archived like any other;
//! its links are not followed. Requisites that turn out to be HTML, but for frames, have depth 0. Links of a
//! leaf that is not HTML are followed no further than those of a page that is not archived, but for
//! requisites: a style sheet brings its pictures.
//!
//! Frames within frames and redirects to redirects cost no depth, so nothing here ends an endless chain of
//! them. The scope does, which bounds the runs of `E` and `R` in a hop path.
//!
//! **What to keep for each URI: one `u32`**, [`Standing::code`]. While the URI waits it says what was
//! inherited; once it has been fetched, what it came to ([`Settled::standing`]). The integers compare as the
//! standings do. Whether it was archived follows from its outcome.
//!
//! **What a frontier has to do** with a URI that is offered again, with a larger standing than the one kept:
//! - It waits: the larger one is kept, the place in the queue stays.
//! - It is out with a ticket: the larger one is kept, and looked at when the ticket comes back.
//! - It has been fetched: [`DepthRule::again`] tells. [`OfferAgain::No`]: forget the offer.
//!   [`OfferAgain::Links`]: it is in the archive, and its links have to be offered once more with what they inherit
//!   now; nothing is written. [`OfferAgain::Fetch`]: it was not kept, so it has to be fetched again as if it were new.
//!
//! Standings never shrink, so this ends, and in the end the archive holds the same whatever the order was; a
//! test compares it with brute force. A URI comes back least often if large standings are served first.

mod rule;
mod share;
mod standing;
#[cfg(test)]
mod tests;

pub use rule::{
    DEPTH_MAX, DepthDocument, DepthRule, DepthRuleError, DocumentKind, Hop, OfferAgain, Settled,
};
pub(crate) use share::{HostState, Share};
pub use standing::Standing;
