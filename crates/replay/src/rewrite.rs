//! Rewriting: the header and the body of a capture, so that a browser that shows it stays in the archive.
//!
//! [`rewrite_head`] makes the header fields to send, [`BodyKind::decide`] tells what the body is, [`BodyRewriter`]
//! rewrites it piece by piece in bounded memory. [`ReplayContext`] says where the capture is replayed.
//!
//! What is not a link comes out byte for byte as it went in. Links are recognised by the rules of the language they
//! stand in, never by looking like an address.

mod attribute;
mod base;
mod body;
mod charset;
mod context;
mod css;
mod head;
mod hls;
mod html;
mod js;
mod json;
mod kind;
mod link;
mod pending;
mod refresh;
mod relation;
mod xml;

pub use body::{BodyRewriter, RewriteSummary, rewrite_body};
pub use context::{ClientScript, FileLink, FileLinks, ReplayContext};
pub use head::{ORIGINAL_FIELD_PREFIX, SentField, rewrite_head};
pub use kind::BodyKind;
