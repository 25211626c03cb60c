//! Who links to a page, and with which words.

use crate::error::MapError;
use crate::name::uri_of;
use crate::shape::LinkShape;
use crate::snapshot::{MapSnapshot, PageNumber, PageState};
use crate::texts::PageTexts;

/// A link to a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InLink {
    /// The page that holds it.
    pub page: PageNumber,
    /// The address that it names, which may redirect to the page.
    pub target: PageNumber,
    /// The beginning of the text of the anchor; empty if there is none.
    pub text: String,
    /// How it stands on its page.
    pub shape: LinkShape,
}

/// Links to a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InLinks {
    /// The links, in the order of the pages that hold them; not more than were asked for.
    pub links: Vec<InLink>,
    /// Number of all links to it.
    pub count: u64,
    /// Number of pages that hold them.
    pub pages: u64,
}

impl MapSnapshot<'_> {
    /// Finds the links to a page, also those to addresses that redirect to it. Reads the links of all pages that `keep`
    /// chooses by their addresses.
    pub fn in_links(
        &self,
        page: PageNumber,
        limit: usize,
        keep: &dyn Fn(&[u8]) -> bool,
    ) -> Result<InLinks, MapError> {
        let wanted = self.trail(page).end;
        let leads_there = |target: PageNumber| match self.standing(target).state {
            PageState::Redirected => self.trail(target).end == wanted,
            PageState::Linked | PageState::Present | PageState::Failed => target == wanted,
        };
        let mut found = InLinks::default();
        self.each(true, |source| {
            let is_present = self.standing(source.number).state == PageState::Present;
            let Some(content) = source.content.filter(|_| is_present) else { return Ok(()) };
            let links = content.links.iter().enumerate();
            let mut links = links.filter(|(_, link)| leads_there(link.target)).peekable();
            if links.peek().is_none() || !keep(&uri_of(source.name)) {
                return Ok(());
            }
            found.pages += 1;
            let texts = PageTexts::decode(&content.texts);
            for (at, link) in links {
                found.count += 1;
                let Some(shape) = self.shape(link.shape).filter(|_| found.links.len() < limit)
                else {
                    continue;
                };
                found.links.push(InLink {
                    page: source.number,
                    target: link.target,
                    text: texts.links.get(at).map(|it| it.text.clone()).unwrap_or_default(),
                    shape: shape.clone(),
                });
            }
            Ok(())
        })?;
        Ok(found)
    }

    /// Calls `each` with every link of the kinds that `is_edge` chooses that has a text and leads to another page: the
    /// page that holds it, the page where it leads, at the end of redirects, and the beginning of its text. In the
    /// order of the pages that hold them.
    pub fn anchor_texts(
        &self,
        is_edge: &dyn Fn(&LinkShape) -> bool,
        each: &mut dyn FnMut(PageNumber, PageNumber, &str),
    ) -> Result<(), MapError> {
        self.each(true, |source| {
            let is_present = self.standing(source.number).state == PageState::Present;
            let Some(content) = source.content.filter(|_| is_present) else { return Ok(()) };
            let texts = PageTexts::decode(&content.texts);
            for (link, words) in content.links.iter().zip(&texts.links) {
                let target = self.trail(link.target).end;
                let is_other = target != source.number && !words.text.is_empty();
                if is_other && self.shape(link.shape).is_some_and(is_edge) {
                    each(source.number, target, &words.text);
                }
            }
            Ok(())
        })
    }
}
