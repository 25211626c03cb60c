//! What is known of each page, as a record for programs: a line of JSON when it is serialised.

use crate::html::SimLink;
use crate::national::NationalPage;
use crate::truth::SimPage;
use crate::words::SiteLanguage;
use crate::world::World;
use serde::Serialize;

/// A page of the simulated web.
#[derive(Clone, Debug, Serialize)]
pub struct PageRecord {
    /// The whole address.
    pub uri: String,
    /// The status; `None` if the answer has none that can be read.
    pub status: Option<u16>,
    /// `Content-Type`.
    pub content_type: String,
    /// Bytes of the body without any coding.
    pub length: u64,
    /// SHA-256 of the same, in hexadecimal digits.
    pub sha256: String,
    /// Whether a polite and patient crawler must have the whole of it.
    pub harvestable: bool,
    /// What else is known of a page of the national web.
    #[serde(flatten)]
    pub national: Option<NationalRecord>,
    /// Where its links lead, in their order, repeated ones too.
    pub links: Vec<String>,
}

/// What is known of a page of the national web.
#[derive(Clone, Debug, Serialize)]
pub struct NationalRecord {
    /// Whether it belongs to the nation.
    pub national: bool,
    /// The code of its language; `None` if it has no text.
    pub language: Option<&'static str>,
    /// The code of the other language of a page in two.
    pub second_language: Option<&'static str>,
}

impl World {
    /// All pages of the finite part of the web, then those of the national web.
    pub fn page_records(&self) -> impl Iterator<Item = PageRecord> {
        self.truth().map(PageRecord::from).chain(self.national_pages().map(PageRecord::from))
    }
}

impl From<SimPage> for PageRecord {
    fn from(page: SimPage) -> PageRecord {
        PageRecord {
            uri: page.uri(),
            status: page.status,
            harvestable: page.is_harvestable(),
            content_type: page.content_type,
            length: page.length,
            sha256: hex(&page.sha256),
            national: None,
            links: uris(page.links),
        }
    }
}

impl From<NationalPage> for PageRecord {
    fn from(page: NationalPage) -> PageRecord {
        PageRecord {
            uri: page.uri(),
            status: Some(page.status),
            harvestable: true,
            content_type: page.content_type,
            length: page.length,
            sha256: hex(&page.sha256),
            national: Some(NationalRecord {
                national: page.is_national,
                language: page.language.map(SiteLanguage::code),
                second_language: page.second_language.map(SiteLanguage::code),
            }),
            links: uris(page.links),
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

fn uris(links: Vec<SimLink>) -> Vec<String> {
    links.into_iter().map(|link| link.uri).collect()
}
