//! The way of a reader: an address and a time, the nearest capture, its bytes rewritten so that a browser shows it
//! from the archive alone.

mod modifier;
mod rewrite;

pub use modifier::Modifier;
pub use rewrite::{
    BodyKind, BodyRewriter, ClientScript, ORIGINAL_FIELD_PREFIX, ReplayContext, RewriteSummary,
    SentField, rewrite_body, rewrite_head,
};
