//! From the bytes of a fetched document to its type, its charset and its links.
//!
//! [`extract()`] takes what is known of a document ([`Input`]), its body, and [`ExtractOptions`]; it calls a sink with
//! each [`Link`] and returns a [`DocumentSummary`]. Links say what they are for ([`LinkKind`]), so that the requisites
//! of a page can be distinguished from links to other pages.
//!
//! ```
//! use stodola_extract::{ExtractOptions, Input, LinkKind, Requisite, extract};
//!
//! let page = br#"<title>x</title><a href="../b?q#top">b</a> <img src=" /i.png ">"#;
//! let headers = [(&b"Content-Type"[..], &b"text/html; charset=utf-8"[..])];
//! let input = Input { headers: &headers, ..Input::new(b"http://example.org/a/") };
//!
//! let mut found = Vec::new();
//! let summary = extract(&input, &page[..], &ExtractOptions::default(), &mut |link| {
//!     found.push((String::from_utf8_lossy(link.uri).into_owned(), link.kind));
//! });
//!
//! assert_eq!(found, [
//!     ("http://example.org/b?q".into(), LinkKind::Navigation),
//!     ("http://example.org/i.png".into(), LinkKind::Requisite(Requisite::Image)),
//! ]);
//! assert!(summary.is_complete());
//! ```
//!
//! [`extract_page()`] also returns the text of the page, from the same pass: as lines, and as typed [`Block`]s with
//! their positions if [`ExtractOptions::max_blocks`] asks for them.
//!
//! ```
//! use stodola_extract::{BlockKind, ExtractOptions, Input, PageText, extract_page};
//!
//! let page = b"<!DOCTYPE html><h1>Barns</h1><ul><li>Old <a href=/new>and new</a></ul>";
//! let options = ExtractOptions { max_blocks: 10_000, anchor_text: 200, ..ExtractOptions::default() };
//! let mut text = PageText::default();
//! extract_page(&Input::new(b"http://example.org/"), &page[..], &options, &mut |_| {}, &mut text);
//!
//! assert_eq!(text.text, "Barns\nOld and new\n");
//! let blocks: Vec<_> = text.blocks().map(|block| (block.kind, block.text)).collect();
//! assert_eq!(blocks, [
//!     (BlockKind::H1, "Barns"),
//!     (BlockKind::ListItem, "Old and new"),
//!     (BlockKind::LinkText, "and new"),
//! ]);
//! ```
//!
//! It reads HTML, XHTML, SVG, CSS, sitemaps, feeds, robots.txt, the manifests of web applications and HTTP headers;
//! scripts and other JSON if guesses are wanted. The type is the declared one if that can be true, otherwise it is
//! found from the bytes; binary documents are not analysed. Any bytes are accepted: nothing panics, and time and memory
//! are limited.

mod blocks;
mod charset;
mod collect;
mod css;
mod extract;
mod fragments;
mod headers;
mod html;
mod input;
mod link;
mod manifest;
pub mod markup;
mod media_type;
mod options;
mod page_text;
mod pdf;
mod read;
mod rel;
mod resolve;
mod script;
mod sniff;
mod summary;
mod text;
#[cfg(feature = "tokens")]
pub mod tokens;
mod xml;

pub use blocks::{Block, BlockKind, BlockPositions, Within};
pub use charset::{Charset, CharsetSource};
pub use extract::{extract, extract_page, passes_over};
pub use fragments::FragmentList;
pub use input::{Expect, Input};
pub use link::{Link, LinkKind, LinkOrigin, Requisite};
pub use options::ExtractOptions;
pub use page_text::PageText;
pub use pdf::{PdfLimits, PdfProgram, PdfProgramError, PdfShortfall, PdfText};
pub use sniff::Type;
pub use summary::{DocumentSummary, PageRobots, PassedOver, Shortfall};
