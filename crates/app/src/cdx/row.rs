//! A capture on its way to the answer.

use super::field::CdxField;
use super::query::CdxDialect;
use std::borrow::Cow;
use std::path::Path;
use stodola_archive::cdx::CdxLine;
use stodola_archive::{CaptureKind, Entry, PostedRow, Stamp};

/// The media type of revisits in CDX files.
const REVISIT: &str = "warc/revisit";

/// A row with everything that fields may ask of it.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) entry: Entry,
    line: CdxLine,
    /// Of a revisit, if it was looked for: the capture that has the content.
    pub(super) original: Option<Entry>,
    /// Whether the media type and status of the capture with the content stand for those of a revisit.
    pub(super) is_resolved: bool,
    /// The request, if it had a body.
    pub(super) posted: Option<PostedRow>,
    pub(super) is_blocked: bool,
    pub(super) dupes: u64,
    pub(super) skipped: u64,
    pub(super) end: Option<Stamp>,
    pub(super) group: u64,
    pub(super) uniq: u64,
}

impl Row {
    pub(super) fn new(entry: Entry) -> Row {
        let line = CdxLine::of(&entry.row);
        Row {
            entry,
            line,
            original: None,
            is_resolved: false,
            posted: None,
            is_blocked: false,
            dupes: 0,
            skipped: 0,
            end: None,
            group: 1,
            uniq: 1,
        }
    }

    /// The value of a field; `None` if it is not known.
    pub(super) fn value(&self, field: CdxField, dialect: CdxDialect) -> Option<Cow<'_, str>> {
        let number = |number: u64| Some(Cow::Owned(number.to_string()));
        let original = || self.original.as_ref();
        match field {
            CdxField::UrlKey => Some(String::from_utf8_lossy(&self.line.key)),
            CdxField::Timestamp => self.line.time.as_deref().map(Cow::Borrowed),
            CdxField::Url => Some(Cow::Borrowed(&self.line.url)),
            CdxField::Mime => self.mime().map(Cow::Borrowed),
            CdxField::Status => self.status().and_then(|status| number(status.into())),
            // Whoever has the content could otherwise tell that it is this one.
            CdxField::Digest if self.is_blocked => None,
            CdxField::Digest => self.line.digest.as_deref().map(|it| digest(it, dialect)),
            CdxField::Redirect | CdxField::RobotFlags => None,
            CdxField::Length => self.line.length.and_then(number),
            CdxField::Offset => number(self.line.offset),
            CdxField::Filename => Some(file_name(&self.entry)),
            CdxField::Method => self.posted.as_ref().map(|it| Cow::Borrowed(&*it.method)),
            CdxField::RequestBody => self.posted.as_ref().map(|it| Cow::Borrowed(&*it.query)),
            CdxField::Access => self.is_blocked.then_some(Cow::Borrowed("block")),
            CdxField::DupeCount => number(self.dupes),
            CdxField::SkipCount => number(self.skipped),
            CdxField::EndTimestamp => self.end.map(|end| Cow::Owned(end.to_string())),
            CdxField::GroupCount => number(self.group),
            CdxField::UniqCount => number(self.uniq),
            CdxField::OriginalLength => original().and_then(|it| it.row.length).and_then(number),
            CdxField::OriginalOffset => original().and_then(|it| number(it.row.offset)),
            CdxField::OriginalFilename => original().map(file_name),
        }
    }

    /// The media type: of a revisit that of its content, if that was looked for.
    fn mime(&self) -> Option<&str> {
        match (&self.original, self.entry.row.kind) {
            (Some(original), _) if self.is_resolved => {
                original.row.mime.as_deref().or(Some(REVISIT))
            }
            (_, CaptureKind::Revisit) => Some(REVISIT),
            (..) => self.line.mime.as_deref(),
        }
    }

    fn status(&self) -> Option<u16> {
        let own = self.line.status;
        let original = self.original.as_ref().filter(|_| self.is_resolved);
        own.or_else(|| original.and_then(|original| original.row.status))
    }
}

/// SHA-1 digests stand without their algorithm, as other tools write them.
fn digest(digest: &str, dialect: CdxDialect) -> Cow<'_, str> {
    let bare = digest.strip_prefix("sha1:");
    let bare = match dialect {
        CdxDialect::Pywb => bare.unwrap_or(digest),
        CdxDialect::InternetArchive | CdxDialect::Outback => {
            bare.unwrap_or_else(|| digest.rsplit(':').next().unwrap_or(digest))
        }
    };
    match bare.contains(char::is_whitespace) {
        // A space would end the column.
        true => Cow::Owned(bare.split_whitespace().collect::<Vec<_>>().join("%20")),
        false => Cow::Borrowed(bare),
    }
}

/// The name of the file without its folders.
fn file_name(entry: &Entry) -> Cow<'_, str> {
    let name = Path::new(&*entry.file).file_name().unwrap_or_default().to_string_lossy();
    match name.contains(char::is_whitespace) {
        true => Cow::Owned(name.replace(char::is_whitespace, "%20")),
        false => name,
    }
}
