//! The fields of a row, with the names that they have in each dialect.

use super::CdxError;
use super::params::short;
use super::query::CdxDialect;

/// A column of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CdxField {
    /// The SURT of the URL.
    UrlKey,
    /// Fourteen digits.
    Timestamp,
    /// The URL.
    Url,
    /// The media type.
    Mime,
    /// The status of the answer.
    Status,
    /// The payload digest.
    Digest,
    /// Where a redirect leads to; never known here.
    Redirect,
    /// Flags of robots; never known here.
    RobotFlags,
    /// Stored bytes.
    Length,
    /// Where the record starts.
    Offset,
    /// The name of the file.
    Filename,
    /// The method of the request, if it had a body.
    Method,
    /// The body of the request as a query.
    RequestBody,
    /// `block` for a capture that may not be shown.
    Access,
    /// How often this digest came before, for this URL.
    DupeCount,
    /// How many rows were left out behind this one.
    SkipCount,
    /// The time of the last row that was left out behind this one.
    EndTimestamp,
    /// How many captures were collapsed into this one, itself included.
    GroupCount,
    /// How many different digests these have.
    UniqCount,
    /// Of a revisit: stored bytes of the capture with the content.
    OriginalLength,
    /// Of a revisit: where that starts.
    OriginalOffset,
    /// Of a revisit: the file of that.
    OriginalFilename,
}

use CdxField::*;

/// Every field with its names: that of pywb, that of the Internet Archive and OutbackCDX, and others that are accepted.
const NAMES: &[(CdxField, &str, &str, &[&str])] = &[
    (UrlKey, "urlkey", "urlkey", &["N"]),
    (Timestamp, "timestamp", "timestamp", &["b"]),
    (Url, "url", "original", &["a"]),
    (Mime, "mime", "mimetype", &["m"]),
    (Status, "status", "statuscode", &["s"]),
    (Digest, "digest", "digest", &["k"]),
    (Redirect, "redirect", "redirecturl", &["r"]),
    (RobotFlags, "robotflags", "robotflags", &["M"]),
    (Length, "length", "length", &["S"]),
    (Offset, "offset", "offset", &["V"]),
    (Filename, "filename", "filename", &["file", "g"]),
    (Method, "method", "method", &[]),
    (RequestBody, "requestBody", "requestBody", &[]),
    (Access, "access", "access", &[]),
    (DupeCount, "dupecount", "dupecount", &[]),
    (SkipCount, "skipcount", "skipcount", &[]),
    (EndTimestamp, "endtimestamp", "endtimestamp", &[]),
    (GroupCount, "groupcount", "groupcount", &[]),
    (UniqCount, "uniqcount", "uniqcount", &[]),
    (OriginalLength, "orig.length", "orig.length", &["originalLength"]),
    (OriginalOffset, "orig.offset", "orig.offset", &["originalOffset", "originalCompressedoffset"]),
    (OriginalFilename, "orig.filename", "orig.filename", &["originalFilename"]),
];

/// The fields of an answer if the query names none.
pub(super) const PYWB: &[CdxField] = &[
    UrlKey,
    Timestamp,
    Url,
    Mime,
    Status,
    Digest,
    Length,
    Offset,
    Filename,
    Method,
    RequestBody,
    Access,
];
pub(super) const INTERNET_ARCHIVE: &[CdxField] =
    &[UrlKey, Timestamp, Url, Mime, Status, Digest, Length];
pub(super) const OUTBACK: &[CdxField] =
    &[UrlKey, Timestamp, Url, Mime, Status, Digest, Redirect, RobotFlags, Length, Offset, Filename];

/// What is added where revisits are resolved.
pub(super) const ORIGINAL: &[CdxField] = &[OriginalLength, OriginalOffset, OriginalFilename];

impl CdxField {
    /// The field with this name, in any dialect.
    pub(super) fn parse(parameter: &'static str, name: &str) -> Result<CdxField, CdxError> {
        let known = NAMES.iter().find(|(_, pywb, archive, others)| {
            *pywb == name || *archive == name || others.contains(&name)
        });
        known.map(|(field, ..)| *field).ok_or_else(|| {
            CdxError::parameter(parameter, format!("there is no field '{}'", short(name)))
        })
    }

    /// Its name in a dialect.
    pub(super) fn name(self, dialect: CdxDialect) -> &'static str {
        let known = NAMES.iter().find(|(field, ..)| *field == self);
        match (known, dialect) {
            // The last three of OutbackCDX's fourteen columns.
            (Some((_, _, _, [own, ..])), CdxDialect::Outback) if ORIGINAL.contains(&self) => own,
            (Some((_, pywb, ..)), CdxDialect::Pywb) => pywb,
            (Some((_, _, archive, _)), _) => archive,
            (None, _) => "",
        }
    }

    /// Whether OutbackCDX writes it as a number.
    pub(super) fn is_number(self) -> bool {
        match self {
            Timestamp | Status | Length | Offset | DupeCount | SkipCount | EndTimestamp
            | GroupCount | UniqCount | OriginalLength | OriginalOffset => true,
            UrlKey | Url | Mime | Digest | Redirect | RobotFlags | Filename | Method
            | RequestBody | Access | OriginalFilename => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_spellings_are_read() {
        for (one, other) in [
            ("url", "original"),
            ("mime", "mimetype"),
            ("status", "statuscode"),
            ("filename", "file"),
        ] {
            let read = |name| CdxField::parse("fl", name).unwrap();
            assert_eq!(read(one), read(other));
        }
        assert!(CdxField::parse("fl", "nothing").is_err());
        assert_eq!(CdxField::OriginalOffset.name(CdxDialect::Outback), "originalOffset");
        for (field, pywb, archive, _) in NAMES {
            assert_eq!(field.name(CdxDialect::Pywb), *pywb);
            assert_eq!(field.name(CdxDialect::InternetArchive), *archive);
        }
    }
}
