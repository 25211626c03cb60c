//! The open elements that decide the kind of text.
//!
//! A browser knows this from the tree that it builds. Here only headings, items, cells, captions and the parts of a
//! page are kept, and the lists and tables that limit their scope. Omitted tags (`</li>`, `</td>`) are implied by the
//! rules of the HTML standard, as far as these elements allow.

use super::{BlockKind, Within};

/// Maximum depth of elements that are kept; the text of deeper ones has the kind of the last one kept.
const MAX_OPEN: usize = 128;

/// The open elements, the innermost last.
#[derive(Default)]
pub(super) struct Outline {
    open: Vec<Open>,
    /// Number of elements that are open beyond the depth that is kept.
    deeper: usize,
}

#[derive(Clone, Copy)]
struct Open {
    element: Element,
    /// Kind of the text directly in it.
    kind: BlockKind,
    within: Within,
}

/// The elements that are used.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Element {
    Heading(BlockKind),
    Li,
    /// `dt` and `dd`.
    Term,
    Cell,
    Caption,
    Figcaption,
    Legend,
    Address,
    Nav,
    Footer,
    Ul,
    Ol,
    Menu,
    Dl,
    Table,
    /// A row or a group of rows. It is not kept: it only ends cells.
    Rows,
}

impl Outline {
    /// Returns the kind of text at this place, and the parts of the page around it.
    pub(super) fn here(&self) -> (BlockKind, Within) {
        match self.open.last() {
            Some(open) => (open.kind, open.within),
            None => (BlockKind::Paragraph, Within::default()),
        }
    }

    /// Handles a start tag; the name is in lower case.
    pub(super) fn start(&mut self, name: &[u8]) {
        let Some(element) = Element::named(name) else { return };
        match element {
            Element::Heading(_) => {
                if self.open.last().is_some_and(|open| open.element.is_heading()) {
                    self.open.pop();
                }
            }
            Element::Li | Element::Term => self.end_item(element),
            Element::Cell | Element::Caption => {
                // Outside tables, browsers ignore them.
                if !self.back_to_table() {
                    return;
                }
            }
            Element::Rows => {
                self.back_to_table();
                return;
            }
            Element::Figcaption
            | Element::Legend
            | Element::Address
            | Element::Nav
            | Element::Footer
            | Element::Ul
            | Element::Ol
            | Element::Menu
            | Element::Dl
            | Element::Table => {}
        }
        self.push(element);
    }

    /// Handles an end tag; one without its start tag is ignored.
    pub(super) fn end(&mut self, name: &[u8]) {
        let Some(element) = Element::named(name) else { return };
        if element == Element::Rows {
            self.back_to_table();
            return;
        }
        if self.deeper > 0 {
            self.deeper -= 1;
            return;
        }
        for at in (0..self.open.len()).rev() {
            let open = self.open[at].element;
            if open == element || open.is_heading() && element.is_heading() {
                self.open.truncate(at);
                return;
            }
            if open.bounds(element) {
                return;
            }
        }
    }

    fn push(&mut self, element: Element) {
        if self.open.len() == MAX_OPEN {
            self.deeper += 1;
            return;
        }
        let (kind, mut within) = self.here();
        match element {
            Element::Nav => within.nav = true,
            Element::Footer => within.footer = true,
            Element::Address => within.address = true,
            _ => {}
        }
        self.open.push(Open { element, kind: element.kind().unwrap_or(kind), within });
    }

    /// Ends the item before the next one of the same list.
    fn end_item(&mut self, element: Element) {
        for at in (0..self.open.len()).rev() {
            match self.open[at].element {
                open if open == element => return self.cut(at),
                Element::Address => {}
                _ => return,
            }
        }
    }

    /// Closes everything that is open within the innermost table. Returns `false` if there is no table.
    fn back_to_table(&mut self) -> bool {
        let table = self.open.iter().rposition(|open| open.element == Element::Table);
        if let Some(at) = table {
            self.cut(at + 1);
        }
        table.is_some()
    }

    fn cut(&mut self, at: usize) {
        if at < self.open.len() {
            self.open.truncate(at);
            self.deeper = 0;
        }
    }
}

impl Element {
    fn named(name: &[u8]) -> Option<Element> {
        Some(match name {
            b"h1" => Element::Heading(BlockKind::H1),
            b"h2" => Element::Heading(BlockKind::H2),
            b"h3" => Element::Heading(BlockKind::H3),
            b"h4" => Element::Heading(BlockKind::H4),
            b"h5" => Element::Heading(BlockKind::H5),
            b"h6" => Element::Heading(BlockKind::H6),
            b"li" => Element::Li,
            b"dt" | b"dd" => Element::Term,
            b"td" | b"th" => Element::Cell,
            b"tr" | b"tbody" | b"thead" | b"tfoot" => Element::Rows,
            b"ul" => Element::Ul,
            b"ol" => Element::Ol,
            b"dl" => Element::Dl,
            b"menu" => Element::Menu,
            b"nav" => Element::Nav,
            b"table" => Element::Table,
            b"footer" => Element::Footer,
            b"address" => Element::Address,
            b"caption" => Element::Caption,
            b"figcaption" => Element::Figcaption,
            b"legend" => Element::Legend,
            _ => return None,
        })
    }

    fn is_heading(self) -> bool {
        matches!(self, Element::Heading(_))
    }

    /// Kind of its text; `None` if it does not decide the kind.
    fn kind(self) -> Option<BlockKind> {
        match self {
            Element::Heading(kind) => Some(kind),
            Element::Li | Element::Term => Some(BlockKind::ListItem),
            Element::Cell => Some(BlockKind::TableCell),
            Element::Caption | Element::Figcaption | Element::Legend => Some(BlockKind::Caption),
            Element::Address => Some(BlockKind::Address),
            Element::Nav
            | Element::Footer
            | Element::Ul
            | Element::Ol
            | Element::Menu
            | Element::Dl
            | Element::Table
            | Element::Rows => None,
        }
    }

    /// Whether an end tag within this element cannot end an element around it.
    fn bounds(self, ended: Element) -> bool {
        match self {
            Element::Table => ended != Element::Table,
            Element::Cell | Element::Caption => {
                !matches!(ended, Element::Table | Element::Cell | Element::Caption)
            }
            Element::Ul | Element::Ol | Element::Menu => ended == Element::Li,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_is_bounded_and_shallow_elements_are_found_again() {
        let mut outline = Outline::default();
        outline.start(b"address");
        for _ in 0..10_000 {
            outline.start(b"nav");
        }
        assert_eq!((outline.open.len(), outline.deeper), (MAX_OPEN, 10_001 - MAX_OPEN));
        for _ in 0..10_000 {
            outline.end(b"nav");
        }
        assert_eq!(outline.here().0, BlockKind::Address);
        assert!(!outline.here().1.nav && outline.here().1.address);
        outline.end(b"address");
        assert_eq!(outline.here(), (BlockKind::Paragraph, Within::default()));
    }
}
