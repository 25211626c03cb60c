//! HTTP as far as it has nothing to do with archives: sockets and their limits, who asks, bodies as streams.

mod answer;
mod body;
mod client;
mod compress;
mod conditions;
mod listen;
mod range;
mod work;

pub(crate) use answer::{answer, html, json, plain, redirect};
pub(crate) use body::{BodyWriters, ChunkBody, Chunks};
pub(crate) use client::ClientAddress;
pub(crate) use compress::{Gzip, accepts_gzip, is_worth_compressing};
pub(crate) use conditions::{EntityTag, is_not_modified};
pub(crate) use listen::{Limits, PeerAddress, listen};
pub(crate) use range::{RangeAnswer, range_of};
pub(crate) use work::{WorkFailed, work};
