//! Links of a page that were not followed because they are too long, too many, or lead to nothing that can be fetched,
//! counted by reason. All other links are found or rejected, each with its own event in the log.

use std::fmt::Write as _;

/// Why links of a page were not followed, or why a part of the page was not searched for links.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LinkLoss {
    /// `mailto:`, `javascript:`, `data:` and other schemes that cannot be harvested.
    Scheme,
    /// The link is longer than any URI that is kept.
    TooLong,
    /// The host, or the host with its port, is missing or cannot exist.
    InvalidHost,
    /// The port is above 65535.
    InvalidPort,
    /// The links of the page take more bytes than are kept for one page.
    LinkBytes,
    /// The page has more links than `extract.max_links`. The number counts the links that were extracted.
    CutMaxLinks,
    /// The page has more bytes than `extract.max_bytes`. The number counts the bytes that were read.
    CutMaxBytes,
    /// Pieces of markup were too large to be read. The number counts these pieces.
    CutMarkup,
    /// Pieces of markup were nested too deep. The number counts these pieces.
    CutDepth,
    /// The XML is not well-formed; nothing behind the error was read.
    CutXml,
    /// The body could not be decoded to its end.
    CutRead,
}

/// All variants, in the order of the enum.
const LOSSES: [LinkLoss; 11] = [
    LinkLoss::Scheme,
    LinkLoss::TooLong,
    LinkLoss::InvalidHost,
    LinkLoss::InvalidPort,
    LinkLoss::LinkBytes,
    LinkLoss::CutMaxLinks,
    LinkLoss::CutMaxBytes,
    LinkLoss::CutMarkup,
    LinkLoss::CutDepth,
    LinkLoss::CutXml,
    LinkLoss::CutRead,
];

impl LinkLoss {
    /// Name for logs and reports.
    pub fn name(self) -> &'static str {
        match self {
            LinkLoss::Scheme => "scheme",
            LinkLoss::TooLong => "too-long",
            LinkLoss::InvalidHost => "invalid-host",
            LinkLoss::InvalidPort => "invalid-port",
            LinkLoss::LinkBytes => "link-bytes",
            LinkLoss::CutMaxLinks => "cut-max-links",
            LinkLoss::CutMaxBytes => "cut-max-bytes",
            LinkLoss::CutMarkup => "cut-markup",
            LinkLoss::CutDepth => "cut-depth",
            LinkLoss::CutXml => "cut-xml",
            LinkLoss::CutRead => "cut-read",
        }
    }

    /// Whether a part of the page was not searched, so that any link may be missing.
    pub fn is_cut(self) -> bool {
        match self {
            LinkLoss::Scheme
            | LinkLoss::TooLong
            | LinkLoss::InvalidHost
            | LinkLoss::InvalidPort => false,
            LinkLoss::LinkBytes
            | LinkLoss::CutMaxLinks
            | LinkLoss::CutMaxBytes
            | LinkLoss::CutMarkup
            | LinkLoss::CutDepth
            | LinkLoss::CutXml
            | LinkLoss::CutRead => true,
        }
    }

    /// Whether the number counts links. If a part was not read, the number of its links is not known.
    pub fn counts_links(self) -> bool {
        !self.is_cut() || self == LinkLoss::LinkBytes
    }
}

/// Numbers of links of a page that were not followed, by reason.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unfollowed(Option<Box<[u64; LOSSES.len()]>>);

impl Unfollowed {
    /// Returns the number for a reason; 0 if there is none.
    pub fn get(&self, loss: LinkLoss) -> u64 {
        self.0.as_ref().map_or(0, |numbers| numbers[loss as usize])
    }

    /// Sets the number for a reason. 0 changes nothing.
    pub fn set(&mut self, loss: LinkLoss, number: u64) {
        // Most pages lose no link, and need no memory for it.
        if number > 0 {
            self.0.get_or_insert_default()[loss as usize] = number;
        }
    }

    /// Returns all reasons with a number above 0, in the order of [`LinkLoss`].
    pub fn iter(&self) -> impl Iterator<Item = (LinkLoss, u64)> {
        LOSSES.into_iter().map(|loss| (loss, self.get(loss))).filter(|(_, number)| *number > 0)
    }

    /// Whether no link was lost.
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// Returns the first reason why a part of the page was not searched, with its number; `None` if all of it was.
    pub fn cut(&self) -> Option<(LinkLoss, u64)> {
        self.iter().find(|(loss, _)| loss.is_cut())
    }

    /// Returns the word for the log: `scheme:12,cut-max-links:50000`.
    pub(crate) fn to_word(&self) -> String {
        let mut word = String::new();
        for (loss, number) in self.iter() {
            let comma = if word.is_empty() { "" } else { "," };
            // Writing to a string cannot fail.
            let _ = write!(word, "{comma}{}:{number}", loss.name());
        }
        word
    }

    /// Parses a word of the log. Reasons of later versions are ignored.
    pub(crate) fn parse(word: &str) -> Unfollowed {
        let mut unfollowed = Unfollowed::default();
        for part in word.split(',') {
            let Some((name, number)) = part.split_once(':') else { continue };
            let loss = LOSSES.into_iter().find(|loss| loss.name() == name);
            if let (Some(loss), Ok(number)) = (loss, number.parse()) {
                unfollowed.set(loss, number);
            }
        }
        unfollowed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_and_each_reason_stands_in_its_place() {
        let mut all = Unfollowed::default();
        for (place, loss) in LOSSES.into_iter().enumerate() {
            assert_eq!(loss as usize, place);
            all.set(loss, place as u64 + 1);
        }
        assert_eq!(Unfollowed::parse(&all.to_word()), all);
        assert_eq!(all.cut(), Some((LinkLoss::LinkBytes, 5)));
        let odd = Unfollowed::parse("scheme:3,later:4,too-long:x,,:");
        assert_eq!(odd.iter().collect::<Vec<_>>(), [(LinkLoss::Scheme, 3)]);
        assert!(Unfollowed::parse("").is_empty() && odd.cut().is_none());
    }
}
