//! The way of a reader: an address and a time, the nearest capture, its bytes rewritten so that a browser shows it
//! from the archive alone.

mod address;
mod client;
mod find;
mod modifier;
mod rewrite;

pub use address::{ADDRESS_MAX, AskedTime, ReplayAddress, ReplayAddressError, earliest, latest};
pub use client::client_script;
pub use find::{
    FindError, FindLimits, FindOutcome, KeyMatch, PassReason, ReplayCapture, RequestBody, Wanted,
    WantedForm, find, is_self_redirect, redirect_target,
};
pub use modifier::Modifier;
pub use rewrite::{
    BodyKind, BodyRewriter, ClientScript, FileLink, FileLinks, ORIGINAL_FIELD_PREFIX,
    ReplayContext, RewriteSummary, SentField, rewrite_body, rewrite_head,
};
