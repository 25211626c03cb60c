//! Addresses that rules of a site call equal: they count as one page.

use super::{MapSnapshot, PageNumber, PageState};
use crate::name::name_of;
use std::collections::BTreeMap;

impl MapSnapshot<'_> {
    /// Makes one page of addresses that are equal by rules of the caller, as if the others redirected to it: `counted`
    /// returns the address that counts instead of another one, or `None` if it counts itself. Returns the number of
    /// addresses that count no more.
    ///
    /// The page is the address that counts, if it has a content; otherwise the first equal one with a content.
    /// Addresses that the server itself redirects are left as they are.
    pub fn unite(&mut self, counted: &dyn Fn(&[u8]) -> Option<Vec<u8>>) -> u64 {
        let mut groups: BTreeMap<Vec<u8>, Vec<PageNumber>> = BTreeMap::new();
        for page in 0..self.pages() {
            if let Some(counts) = counted(&self.uri(page)) {
                groups.entry(name_of(&counts)).or_default().push(page);
            }
        }
        let mut united = 0;
        for (name, mut pages) in groups {
            let own = self.names.find(&name);
            pages.extend(own.filter(|own| !pages.contains(own)));
            let is = |page: PageNumber, state| self.standing(page).state == state;
            let present = |page: &PageNumber| is(*page, PageState::Present);
            let page = own.filter(present).or_else(|| pages.iter().copied().find(present));
            let page = page.or(own.filter(|own| !is(*own, PageState::Redirected)));
            let Some(page) = page else { continue };
            for other in pages.into_iter().filter(|other| *other != page) {
                let standing = &mut self.states[other as usize];
                if standing.state != PageState::Redirected {
                    standing.state = PageState::Redirected;
                    standing.redirect = page;
                    self.united.insert(other);
                    united += 1;
                }
            }
        }
        united
    }
}
