//! Pages whose addresses are nearest to one that does not exist: what a site can offer instead of "not found".

use crate::error::MapError;
use crate::name::{host_of, name_of, uri_of};
use crate::snapshot::{MapSnapshot, PageNumber, PageState};
use crate::texts::PageTexts;
use std::collections::HashSet;

/// Number of letters of an address that are compared.
const LETTERS_MAX: usize = 400;

/// A page whose address is near to another.
#[derive(Clone, Debug, PartialEq)]
pub struct NearPage {
    /// The page.
    pub page: PageNumber,
    /// Its title; empty if there is none.
    pub title: String,
    /// How near it is, from 0 to 1: the share of pieces of three letters that both addresses have.
    pub nearness: f64,
}

/// An address that pages are compared with.
pub struct WantedAddress(HashSet<[char; 3]>);

impl WantedAddress {
    /// Takes an address apart.
    pub fn new(uri: &[u8]) -> WantedAddress {
        WantedAddress(pieces(&words_of(uri)))
    }

    /// Returns how near a page is by its address and title, from 0 to 1.
    pub fn nearness(&self, uri: &[u8], title: &str) -> f64 {
        let of_address = likeness(&self.0, &pieces(&words_of(uri)));
        of_address.max(likeness(&self.0, &pieces(&title.to_lowercase())))
    }
}

impl MapSnapshot<'_> {
    /// Returns the pages of the same host whose addresses and titles are nearest to an address, the nearest first. The
    /// address itself is none of them.
    pub fn nearest(&self, uri: &[u8], limit: usize) -> Result<Vec<NearPage>, MapError> {
        let name = name_of(uri);
        let host = host_of(&name);
        let wanted = WantedAddress::new(uri);
        let mut near: Vec<NearPage> = Vec::new();
        self.each(true, |page| {
            let is_candidate = self.standing(page.number).state == PageState::Present
                && page.name != name
                && matches!(&*self.word(page.capture.mime), "text/html" | "application/xhtml+xml")
                && host_of(page.name) == host;
            if !is_candidate {
                return Ok(());
            }
            let title = page.content.map(|it| PageTexts::decode(&it.texts).title);
            let title = title.unwrap_or_default();
            let nearness = wanted.nearness(&uri_of(page.name), &title);
            if nearness > 0.0 {
                near.push(NearPage { page: page.number, title, nearness });
            }
            // Only the best are kept, however many there are.
            if near.len() >= 2 * limit.max(50) {
                best(&mut near, limit);
            }
            Ok(())
        })?;
        best(&mut near, limit);
        Ok(near)
    }
}

fn best(near: &mut Vec<NearPage>, limit: usize) {
    near.sort_by(|a, b| b.nearness.total_cmp(&a.nearness).then(a.page.cmp(&b.page)));
    near.truncate(limit);
}

/// The path and query of an address as words in lower case, without the ending of its name.
fn words_of(uri: &[u8]) -> String {
    let text = String::from_utf8_lossy(uri).to_lowercase();
    let path = text.split_once("://").map_or(&*text, |(_, rest)| rest);
    let path = path.split_once('/').map_or("", |(_, path)| path);
    let path = match path.rsplit_once('.') {
        Some((before, ending)) if ending.len() <= 5 && !ending.contains('/') => before,
        _ => path,
    };
    path.chars().take(LETTERS_MAX).map(|c| if c.is_alphanumeric() { c } else { ' ' }).collect()
}

/// Pieces of three letters of each word, with a blank before and behind it.
fn pieces(text: &str) -> HashSet<[char; 3]> {
    let mut pieces = HashSet::new();
    for word in text.split_whitespace().take(LETTERS_MAX) {
        let letters: Vec<char> =
            [' '].into_iter().chain(word.chars().take(LETTERS_MAX)).chain([' ']).collect();
        pieces.extend(letters.windows(3).map(|it| [it[0], it[1], it[2]]));
    }
    pieces
}

/// The share of pieces that both have.
fn likeness(a: &HashSet<[char; 3]>, b: &HashSet<[char; 3]>) -> f64 {
    let common = a.intersection(b).count();
    let all = a.len() + b.len() - common;
    if all == 0 { 0.0 } else { common as f64 / all as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_become_words_and_likeness_is_between_none_and_all() {
        assert_eq!(words_of(b"http://a.cz/Old-Barns/index.html"), "old barns index");
        assert_eq!(words_of(b"http://a.cz"), "");
        let like = |a: &str, b: &str| likeness(&pieces(a), &pieces(b));
        assert_eq!((like("barn", "barn"), like("barn", "xyz"), like("", "")), (1.0, 0.0, 0.0));
        assert!(like("old barns", "old barn") > like("old barns", "new barn"));
    }
}
