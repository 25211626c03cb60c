//! Values of attributes, each rewritten by what it is.

use std::ops::Range;

use stodola_extract::markup::{Attribute, StartTag};

use super::Flow;
use super::element::{Action, action};
use crate::Modifier;
use crate::rewrite::attribute::{AttributeText, link_text, push_escaped};
use crate::rewrite::link::{Relative, script_of};
use crate::rewrite::refresh::refresh_address;
use crate::rewrite::{css, js};

impl Flow<'_> {
    /// Rewrites the attributes of a tag.
    pub(super) fn attributes(&mut self, tag: &StartTag<'_>) {
        // The name of the tag, which attributes are counted from, stands behind its angle bracket.
        let name_at = tag.position.start + 1;
        let page = self.links.page_modifier();
        for attribute in tag.attributes.iter() {
            let action = action(tag.name, attribute.name, &tag.attributes, tag.is_foreign, page);
            if action != Action::Nothing {
                self.attribute(name_at, &attribute, action);
            }
        }
    }

    pub(super) fn attribute(&mut self, name_at: u64, attribute: &Attribute<'_>, action: Action) {
        let place = |range: &Range<usize>| name_at + range.start as u64..name_at + range.end as u64;
        let (value, at) = (attribute.value, place(&attribute.value_at));
        if value.is_empty() && action != Action::Disable {
            return;
        }
        match action {
            Action::Nothing => {}
            Action::Link(modifier) => {
                self.link(value, at, modifier, self.links.relative_for(modifier));
            }
            Action::Base if self.links.is_for_files() => {
                // Links to files are relative to the file that they stand in.
                let name = place(&attribute.name_at);
                self.replace(name.start..name.start, b"data-stodola-");
                self.links.declare_base(&link_text(value));
            }
            Action::Base => {
                self.link(value, at, self.links.page_modifier(), Relative::Mark);
                self.links.declare_base(&link_text(value));
            }
            Action::ImageSet => {
                for range in image_set(value) {
                    let part_at = at.start + range.start as u64..at.start + range.end as u64;
                    self.link(&value[range], part_at, Modifier::Image, Relative::Keep);
                }
            }
            Action::List(modifier) => {
                for range in list(value) {
                    let part_at = at.start + range.start as u64..at.start + range.end as u64;
                    self.link(&value[range], part_at, modifier, Relative::Keep);
                }
            }
            Action::Style => self
                .edited(value, at, |text, flow, edit| css::rewrite_whole(text, flow.links, edit)),
            Action::Handler => self.script(value, at, 0),
            Action::Document => self.document(value, at),
            Action::Refresh => {
                let text = AttributeText::new(value, |_| true);
                if let Some(address) = refresh_address(&text.text) {
                    let range = text.place(address);
                    let part_at = at.start + range.start as u64..at.start + range.end as u64;
                    self.link(&value[range], part_at, self.links.page_modifier(), Relative::Keep);
                }
            }
            Action::Disable => {
                let at = place(&attribute.name_at);
                self.replace(at.start..at.start, b"data-stodola-");
            }
            Action::SpeculationRules => self.replace(at.start..at.start, b"data-stodola-"),
        }
    }

    /// The quote that a value at this place stands in.
    fn quote_before(&self, at: u64) -> Option<u8> {
        let range = self.in_piece(at.saturating_sub(1)..at);
        self.piece[range].first().copied().filter(|byte| matches!(byte, b'"' | b'\''))
    }

    fn replace(&mut self, at: Range<u64>, new: &[u8]) {
        self.copy_to(at.start);
        self.out.extend_from_slice(new);
        self.copied = at.end;
    }

    /// Rewrites an address, or the script of a `javascript:` link.
    fn link(&mut self, value: &[u8], at: Range<u64>, modifier: Modifier, relative: Relative) {
        let text = if needs_unescaping(value) { link_text(value) } else { value.into() };
        let mut head = std::mem::take(&mut self.page.head);
        if let Some(tail) = self.links.rewrite(&text, modifier, relative, &mut head) {
            self.copy_to(at.start);
            if memchr::memchr2(b'&', b'\'', &head).is_some() {
                push_escaped(&head, None, self.out);
            } else {
                self.out.extend_from_slice(&head);
            }
            self.out.extend_from_slice(&tail);
            self.copied = at.end;
        } else if let Some(script) = script_of(&text) {
            let scheme_len = text.len() - script.len();
            self.script(value, at, scheme_len);
        }
        self.page.head = head;
    }

    /// Rewrites a script in an attribute, behind the first bytes of its text.
    fn script(&mut self, value: &[u8], at: Range<u64>, scheme_len: usize) {
        if self.page.settings.client.is_none() {
            return;
        }
        self.edited(value, at, |text, flow, edit| {
            // A link may have been recognised by references that are not undone here.
            let start = scheme_len.min(text.len());
            let is_whole = js::rewrite_whole(&text[start..], flow.links, &mut |range, new| {
                edit(range.start + start..range.end + start, new);
            });
            flow.page.summary.broken_scripts += u64::from(!is_whole);
        });
    }

    /// Rewrites a text in an attribute by changes of its parts.
    fn edited(
        &mut self,
        value: &[u8],
        at: Range<u64>,
        rewrite: impl FnOnce(&[u8], &mut Flow<'_>, &mut dyn FnMut(Range<usize>, &[u8])),
    ) {
        let text = AttributeText::new(value, |_| true);
        let quote = self.quote_before(at.start);
        let mut edits: Vec<(Range<usize>, Vec<u8>)> = Vec::new();
        rewrite(&text.text, self, &mut |range, new| edits.push((range, new.to_vec())));
        for (range, new) in edits {
            let range = text.place(range);
            self.copy_to(at.start + range.start as u64);
            push_escaped(&new, quote, self.out);
            self.copied = at.start + range.end as u64;
        }
    }

    /// Rewrites a document in an attribute.
    fn document(&mut self, value: &[u8], at: Range<u64>) {
        let Some(mut within) = self.within(self.page.settings.client.clone()) else { return };
        let text = AttributeText::new(value, |_| true).text;
        let mut rewritten = Vec::with_capacity(text.len() + 256);
        // Its base is that of the page, unless it declares another, which is its own.
        let mut links = self.links.clone();
        within.take(&text, true, &mut links, &mut rewritten);
        if rewritten != *text {
            self.copy_to(at.start);
            let quote = self.quote_before(at.start);
            push_escaped(&rewritten, quote, self.out);
            self.copied = at.end;
        }
    }
}

/// Whether references to characters may hide what a link is.
fn needs_unescaping(value: &[u8]) -> bool {
    let Some(first) = memchr::memchr(b'&', value) else { return false };
    let start = value[..first].trim_ascii_start();
    // A name, a colon and slashes may go on behind the reference; anything else decides.
    start.iter().all(|byte| byte.is_ascii_alphanumeric() || b"+-.:/\\\t\r\n".contains(byte))
        && start.iter().filter(|byte| matches!(byte, b'/' | b'\\')).count() < 3
}

/// Where the addresses of a `srcset` stand, as the HTML standard takes it apart.
fn image_set(value: &[u8]) -> impl Iterator<Item = Range<usize>> + use<'_> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let is_gap = |byte: &u8| byte.is_ascii_whitespace() || *byte == b',';
        let start = at + value.get(at..)?.iter().position(|byte| !is_gap(byte))?;
        let mut end = value[start..]
            .iter()
            .position(u8::is_ascii_whitespace)
            .map_or(value.len(), |len| start + len);
        let commas = value[start..end].iter().rev().take_while(|byte| **byte == b',').count();
        at = end;
        if commas > 0 {
            end -= commas;
            return Some(start..end);
        }
        // Past the descriptors, in which a comma may stand in brackets.
        let mut depth = 0usize;
        let comma = value[at..].iter().position(|byte| {
            match byte {
                b'(' => depth += 1,
                b')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            *byte == b',' && depth == 0
        });
        at = comma.map_or(value.len(), |comma| at + comma);
        Some(start..end)
    })
}

/// Where the parts of a list between blanks and commas stand.
fn list(value: &[u8]) -> impl Iterator<Item = Range<usize>> + use<'_> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let is_gap = |byte: &u8| byte.is_ascii_whitespace() || *byte == b',';
        let start = at + value.get(at..)?.iter().position(|byte| !is_gap(byte))?;
        at = value[start..].iter().position(is_gap).map_or(value.len(), |len| start + len);
        Some(start..at)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn image_sets_are_taken_apart() {
        let check = |value: &str, expect: &[&str]| {
            let found: Vec<_> = image_set(value.as_bytes()).map(|range| &value[range]).collect();
            assert_eq!(found, expect, "{value}");
        };
        check("a 1x, b 2x", &["a", "b"]);
        check("a,b 2x", &["a,b"]);
        check(",a, b,c,, d 1w", &["a", "b,c", "d"]);
        check("a f(1,2) 2x , b", &["a", "b"]);
        check(" , ", &[]);
    }
}
