//! The archiving rule of the national harvest (N4): which of the fetched documents are archived, and what their links
//! inherit. Pure code: the caller passes what a document is.
//!
//! **The rule.** Every document that can be judged is judged. A *valid* one is archived with depth D. A page that is
//! not valid is archived too if an archived page with depth d ≥ 1 links to it, and then has depth d − 1; of several
//! paths to it the one that gives most counts. A document that an archived page of depth 0 links to is a *leaf*:
//! archived if it is not HTML, otherwise only judged. Requisites of an archived document are always archived, and their
//! own requisites too; a frame has the depth of its page. With D = 0 there are no leaves: only the valid page and its
//! requisites are archived, and what it links to is only judged.
//!
//! From pages that are not archived at most `probe` links are followed, counted from a seed or from what an archived
//! page links to, and only to judge other pages; by default none.
//!
//! **Details that the requirement leaves open.** A redirect costs nothing: its target inherits the standing of the
//! redirecting URI, and the redirect itself is archived like any document that is not HTML. A page with `Refresh` links
//! to the target. An error page is never valid and is archived like any other; its links are not followed. Requisites
//! that turn out to be HTML, except for frames, have depth 0. Links of a leaf that is not HTML are followed like those
//! of a page that is not archived, except for requisites: a style sheet brings its pictures.
//!
//! Frames within frames and redirects to redirects cost no depth, so nothing here ends an endless chain of them. The
//! scope does: it limits consecutive `E` and `R` in a hop path.
//!
//! **What is stored for each URI: one `u32`**, [`Standing::code`]. While the URI waits, it is the standing that was
//! inherited; after it was fetched, the one that was settled ([`Settled::standing`]). The integers compare like the
//! standings. Whether the URI was archived is known from its outcome.
//!
//! **What a frontier does** with a URI that is offered again with a larger standing than the stored one:
//! - It waits: the larger standing is stored; the place in the queue stays.
//! - It is out with a ticket: the larger standing is stored, and used when the ticket comes back.
//! - It has been fetched: [`DepthRule::again`] decides. [`OfferAgain::No`]: the offer is ignored.
//!   [`OfferAgain::Links`]: it is archived, and its links have to be offered again with what they inherit now; nothing
//!   is written. [`OfferAgain::Fetch`]: it was not archived, so it has to be fetched again as if it were new.
//!
//! Standings never shrink, so this ends, and the final archive does not depend on the order; a test compares it with
//! brute force. URIs are fetched again least often if large standings are served first.

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
