//! The archiving rule of the national harvest (N4): which of the fetched documents are archived, and what their links
//! inherit. Pure code: the caller passes what a document is.
//!
//! **The rule.** A *valid* document is archived with depth D. A page that is not valid is archived too if an archived
//! page with depth d ≥ 1 links to it, and then has depth d − 1; of several paths to it the one that gives most counts.
//! A document that an archived page of depth 0 links to is a *leaf*: archived if it is not HTML. Requisites of an
//! archived document are always archived, and their own requisites too; a frame has the depth of its page. So with
//! D = 0 the valid page is archived, and everything it links to or embeds that is not HTML.
//!
//! **What is judged** is a setting. Usually every document that can be judged is, also what archived pages link to, and
//! a valid one begins a new depth. Otherwise (`judge_linked = false`, as WebAnalyzer did) only what a seed leads to
//! through pages that are not archived. A page may be on paths of both kinds: it gets what each of them gives. A leaf
//! that is HTML is not judged then; its links are followed as those of a page that is not valid only with D = 0. With a
//! larger depth they are not: whether a page is a leaf would depend on which of its paths was found first.
//!
//! **How far links of pages that are not archived are followed**, only to judge other pages, is another setting
//! ([`Follow`]): a number of links, counted from a seed or from what an archived page links to, or as far as the scope
//! allows; by default none.
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
//! **What is stored for each URI: one `u32`**, [`DepthRule::code`]. While the URI waits, it is the standing that was
//! inherited; after it was fetched, the one that was settled ([`Settled::standing`]). If everything is judged, a larger
//! standing gives all that a smaller one gives. Otherwise judging is a right of its own, and so is being a leaf, whose
//! links may be followed: the number has three parts, and the frontier keeps the larger of each. Whether the URI was
//! archived is known from its outcome.
//!
//! **What a frontier does** with a URI that is offered again with a standing that adds something to the stored one:
//! - It waits: both together are stored; the place in the queue stays.
//! - It is out with a ticket: both together are stored, and used when the ticket comes back.
//! - It has been fetched and archived: its links have to be offered again with what they inherit now, and it may have
//!   to be judged; nothing is written.
//! - It has been fetched and not archived: it has to be fetched again as if it were new.
//!
//! Standings never shrink, so this ends, and the final archive does not depend on the order; a test compares it with
//! brute force. URIs are fetched again least often if large standings are served first.

mod rule;
mod share;
mod standing;
#[cfg(test)]
mod tests;

pub use rule::{DEPTH_MAX, DepthDocument, DepthRule, DepthRuleError, DocumentKind, Hop, Settled};
pub(crate) use share::{HostState, Share};
pub use standing::{Follow, Standing};
