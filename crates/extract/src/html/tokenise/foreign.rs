//! Whether a tag is in HTML or in SVG or MathML, where other rules apply to text.
//!
//! A browser knows this from the tree it builds. Here only those open elements are kept between which the rules change:
//! `svg`, `math`, and the integration points within them, in which HTML begins again. Start tags that break out of
//! foreign content are those of the standard.
//!
//! Some rules are only approximated, since the other open elements are not known: the end tag of one of the kept
//! elements closes it even if an unclosed HTML element within it would make a browser ignore the tag; an end tag of an
//! element that would break out (`</div>`) ends foreign content, as if that element were open around it; directly in an
//! integration point CDATA sections are not recognised, as they are not in the HTML elements that usually stand there.
//! In doubt the page is treated as HTML again: to miss that could hide the links behind it.

use super::scan::Attributes;

/// Maximum depth of elements that are kept; deeper ones are ignored.
const MAX_LEVELS: usize = 64;

/// The open elements that are kept, the innermost last.
#[derive(Default)]
pub(super) struct Foreign {
    levels: Vec<Level>,
}

#[derive(Clone, Copy)]
struct Level {
    name: &'static [u8],
    space: Space,
    content: Content,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Space {
    Svg,
    Math,
}

/// The rules for the tags directly within an element.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Content {
    Foreign,
    /// Like `Foreign`, except for `svg`.
    Annotation,
    Html,
    /// Like `Html`, except for two elements.
    MathText,
}

impl Foreign {
    /// Whether the current text is in foreign content, where CDATA sections are recognised.
    pub(super) fn is_inside(&self) -> bool {
        self.levels.last().is_some_and(Level::is_foreign)
    }

    /// Handles a start tag. Returns whether its element is one of HTML.
    #[inline]
    pub(super) fn start(
        &mut self,
        name: &[u8],
        attributes: Attributes<'_>,
        is_self_closing: bool,
    ) -> bool {
        if self.levels.is_empty() && !matches!(name, b"svg" | b"math") {
            return true;
        }
        self.start_within(name, attributes, is_self_closing)
    }

    fn start_within(
        &mut self,
        name: &[u8],
        attributes: Attributes<'_>,
        is_self_closing: bool,
    ) -> bool {
        let top = self.levels.last().copied();
        let content = top.map_or(Content::Html, |level| level.content);
        let by_html_rules = match content {
            Content::Html => true,
            Content::MathText => !matches!(name, b"mglyph" | b"malignmark"),
            Content::Annotation => name == b"svg",
            Content::Foreign => false,
        };
        let level = match (by_html_rules, top) {
            (true, _) | (_, None) => match name {
                b"svg" => Level::foreign(b"svg", Space::Svg),
                b"math" => Level::foreign(b"math", Space::Math),
                _ => return true,
            },
            (false, Some(top)) => {
                if breaks_out(name) || (name == b"font" && is_html_font(attributes)) {
                    self.leave();
                    return true;
                }
                match Level::within(top.space, name, attributes) {
                    Some(level) => level,
                    None => return false,
                }
            }
        };
        if !is_self_closing && self.levels.len() < MAX_LEVELS {
            self.levels.push(level);
        }
        false
    }

    /// Handles an end tag.
    #[inline]
    pub(super) fn end(&mut self, name: &[u8]) {
        if !self.levels.is_empty() {
            self.end_within(name);
        }
    }

    fn end_within(&mut self, name: &[u8]) {
        if let Some(at) = self.levels.iter().rposition(|level| level.name == name) {
            self.levels.truncate(at);
        } else if breaks_out(name) {
            self.leave();
        }
    }

    /// Closes elements until the content is HTML.
    fn leave(&mut self) {
        while self.is_inside() {
            self.levels.pop();
        }
    }
}

impl Level {
    fn is_foreign(&self) -> bool {
        matches!(self.content, Content::Foreign | Content::Annotation)
    }

    fn foreign(name: &'static [u8], space: Space) -> Level {
        Level { name, space, content: Content::Foreign }
    }

    /// Returns the level that an element within foreign content begins; `None` if it begins none.
    fn within(space: Space, name: &[u8], attributes: Attributes<'_>) -> Option<Level> {
        const SVG: [&[u8]; 3] = [b"foreignobject", b"desc", b"title"];
        const MATH: [&[u8]; 5] = [b"mi", b"mo", b"mn", b"ms", b"mtext"];
        const EITHER: [&[u8]; 2] = [b"svg", b"math"];
        let among = |names: &[&'static [u8]]| names.iter().copied().find(|it| *it == name);
        if let Some(name) = among(&EITHER) {
            return Some(Level::foreign(name, space));
        }
        match space {
            Space::Svg => Some(Level { name: among(&SVG)?, space, content: Content::Html }),
            Space::Math if name == b"annotation-xml" => {
                let is_html = attributes.get(b"encoding").is_some_and(|encoding| {
                    encoding.eq_ignore_ascii_case(b"text/html")
                        || encoding.eq_ignore_ascii_case(b"application/xhtml+xml")
                });
                let content = if is_html { Content::Html } else { Content::Annotation };
                Some(Level { name: b"annotation-xml", space, content })
            }
            Space::Math => Some(Level { name: among(&MATH)?, space, content: Content::MathText }),
        }
    }
}

fn is_html_font(attributes: Attributes<'_>) -> bool {
    [&b"color"[..], b"face", b"size"].iter().any(|name| attributes.get(name).is_some())
}

/// Whether an element cannot be in foreign content: its tags end it.
fn breaks_out(name: &[u8]) -> bool {
    const NAMES: [&[u8]; 44] = [
        b"b",
        b"big",
        b"blockquote",
        b"body",
        b"br",
        b"center",
        b"code",
        b"dd",
        b"div",
        b"dl",
        b"dt",
        b"em",
        b"embed",
        b"h1",
        b"h2",
        b"h3",
        b"h4",
        b"h5",
        b"h6",
        b"head",
        b"hr",
        b"i",
        b"img",
        b"li",
        b"listing",
        b"menu",
        b"meta",
        b"nobr",
        b"ol",
        b"p",
        b"pre",
        b"ruby",
        b"s",
        b"small",
        b"span",
        b"strike",
        b"strong",
        b"sub",
        b"sup",
        b"table",
        b"tt",
        b"u",
        b"ul",
        b"var",
    ];
    NAMES.binary_search(&name).is_ok()
}
