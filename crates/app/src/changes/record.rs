//! A change as JSON.

use super::SiteChange;
use crate::json;
use serde::Serialize;

/// A change, as programs read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SiteChangeRecord {
    /// Address of the page.
    pub uri: String,
    /// `new`, `changed` or `gone`.
    pub kind: &'static str,
    /// Time of the capture that shows it, fourteen digits.
    pub time: String,
    /// Time of the capture before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// Title of the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Number of words that are new.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub added: Option<u64>,
    /// Number of words that are gone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub removed: Option<u64>,
}

impl From<&SiteChange> for SiteChangeRecord {
    fn from(change: &SiteChange) -> SiteChangeRecord {
        let difference = change.difference.as_ref();
        SiteChangeRecord {
            uri: json::text(&change.uri).into_owned(),
            kind: change.kind.code(),
            time: change.time.to_string(),
            before: change.before.map(|before| before.to_string()),
            title: change.title.clone(),
            added: difference.map(|difference| difference.added),
            removed: difference.map(|difference| difference.removed),
        }
    }
}
