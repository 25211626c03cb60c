//! The collector: every parser passes it what it finds; references are resolved, counted, limited and given to the
//! caller's sink.

use encoding_rs::{Encoding, UTF_8};

use crate::charset::to_utf8;
use crate::link::{Link, LinkKind, LinkOrigin};
use crate::options::ExtractOptions;
use crate::page_text::Writer;
use crate::resolve::{Base, Unresolved};
use crate::summary::{DocumentSummary, PassedOver};

/// A reference as a parser found it, in UTF-8.
pub(crate) struct Reference<'r> {
    pub(crate) raw: &'r [u8],
    pub(crate) kind: LinkKind,
    pub(crate) origin: LinkOrigin<'r>,
    pub(crate) rel: Option<&'r [u8]>,
    pub(crate) nofollow: bool,
    /// Text of the anchor; `None` if there is none.
    pub(crate) text: Option<&'r str>,
}

/// The caller's sink, and what the parsers share.
pub(crate) struct Collector<'a> {
    pub(crate) options: &'a ExtractOptions,
    pub(crate) summary: DocumentSummary,
    /// Charset of the page: for [`Collector::found_bytes`], and for queries.
    pub(crate) encoding: &'static Encoding,
    /// Where the text of the page goes; `None` if nobody asked for it.
    pub(crate) text: Option<Writer<'a>>,
    base: Base,
    sink: &'a mut dyn FnMut(&Link<'_>),
    uri: Vec<u8>,
    /// Bytes of the URIs that were given.
    given: u64,
}

impl<'a> Collector<'a> {
    pub(crate) fn new(
        uri: &[u8],
        options: &'a ExtractOptions,
        sink: &'a mut dyn FnMut(&Link<'_>),
    ) -> Collector<'a> {
        Collector {
            options,
            summary: DocumentSummary::default(),
            encoding: UTF_8,
            text: None,
            base: Base::new(uri).unwrap_or_else(Base::unknown),
            sink,
            uri: Vec::new(),
            given: 0,
        }
    }

    pub(crate) fn base(&self) -> &Base {
        &self.base
    }

    /// Whether the limit on links is reached, so that the rest need not be searched.
    pub(crate) fn is_full(&self) -> bool {
        self.summary.shortfall.links
    }

    /// Takes a reference in the charset of the page.
    pub(crate) fn found_bytes(&mut self, reference: &[u8], kind: LinkKind, origin: LinkOrigin<'_>) {
        let reference = to_utf8(reference, self.encoding);
        self.found(&reference, kind, origin);
    }

    /// Takes a reference in UTF-8, without further facts.
    pub(crate) fn found(&mut self, raw: &[u8], kind: LinkKind, origin: LinkOrigin<'_>) {
        self.found_reference(&Reference {
            raw,
            kind,
            origin,
            rel: None,
            nofollow: false,
            text: None,
        });
    }

    /// Takes a reference.
    pub(crate) fn found_reference(&mut self, found: &Reference<'_>) {
        let &Reference { raw: reference, kind, origin, rel, nofollow, text } = found;
        let max_uri = self.options.max_uri;
        // A guess that turns out to be nothing is not counted as a loss.
        let mut guesses = PassedOver::default();
        let passed_over = match kind {
            LinkKind::Speculative => &mut guesses,
            _ => &mut self.summary.passed_over,
        };
        if reference.len() > max_uri {
            // Pictures embedded in the page are usually long, and are not counted as a loss.
            let is_data = is_data_uri(reference);
            *(if is_data { &mut passed_over.scheme } else { &mut passed_over.too_long }) += 1;
            return;
        }
        match self.base.resolve(reference, self.encoding, &mut self.uri) {
            Err(Unresolved::SameDocument) => {
                passed_over.same_document += 1;
                if let Some(text) = &mut self.text {
                    text.own_fragment(reference);
                }
            }
            Err(Unresolved::Scheme) => {
                passed_over.scheme += 1;
                if let Some(text) = &mut self.text {
                    text.contact(reference);
                }
            }
            Err(Unresolved::Invalid) => passed_over.invalid += 1,
            Err(Unresolved::Port) => passed_over.port += 1,
            Ok(()) if self.uri.len() > max_uri => passed_over.too_long += 1,
            Ok(()) if self.summary.links >= self.options.max_links => {
                self.summary.shortfall.links = true;
            }
            Ok(()) if self.given + self.uri.len() as u64 > self.options.max_uris => {
                self.summary.shortfall.links = true;
            }
            Ok(()) => {
                self.given += self.uri.len() as u64;
                self.summary.links += 1;
                let block = self.text.as_mut().and_then(|it| it.blocks()).map(|it| it.here());
                let (uri, raw) = (&self.uri, reference);
                (self.sink)(&Link { uri, raw, kind, origin, rel, nofollow, text, block });
            }
        }
    }

    /// Sets the base that a document declares; the first one counts.
    pub(crate) fn declare_base(&mut self, reference: &[u8]) {
        if self.summary.base.is_none() && self.swap_base(reference).is_some() {
            self.summary.base = Some(self.base.as_bytes().to_vec());
        }
    }

    /// Sets a reference as the base and returns the former one, which [`Collector::set_base`] restores. `None` if the
    /// reference cannot be resolved.
    pub(crate) fn swap_base(&mut self, reference: &[u8]) -> Option<Base> {
        if reference.len() > self.options.max_uri {
            return None;
        }
        self.base.resolve(reference, self.encoding, &mut self.uri).ok()?;
        let new = Base::new(&self.uri)?;
        Some(std::mem::replace(&mut self.base, new))
    }

    /// Processes a document within this one, with its own base and its own instructions for robots.
    pub(crate) fn apart(&mut self, work: impl FnOnce(&mut Collector<'a>)) {
        let base = self.base.clone();
        let (declared, robots) = (self.summary.base.take(), self.summary.robots);
        work(self);
        self.base = base;
        (self.summary.base, self.summary.robots) = (declared, robots);
    }

    pub(crate) fn set_base(&mut self, base: Base) {
        self.base = base;
    }
}

fn is_data_uri(reference: &[u8]) -> bool {
    let start = &reference[..reference.len().min(64)];
    start.trim_ascii_start().get(..5).is_some_and(|it| it.eq_ignore_ascii_case(b"data:"))
}
