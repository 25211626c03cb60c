//! The NEDLIB form of web archives: pairs of a content file and a metadata file.
//!
//! The harvester of the NEDLIB project, which national libraries used around the year 2000, kept every page in two
//! files. No standard describes them; this is the layout that is accepted.
//!
//! # Files
//!
//! - The content file is named by an MD5, 32 hexadecimal digits in any case, then nothing or an
//!   extension of 1 to 8 letters and digits: `0cc93ecc4cf14297fcef4795becba9d8`, `0cc9….html`.
//! - The metadata file is named by the same MD5, or by the whole name of the content file, and
//!   `.meta` or `.metadata` in any case: `0cc93ecc4cf14297fcef4795becba9d8.meta`,
//!   `0cc9….html.meta`.
//!
//! Both are in the same folder. The MD5 in the name is that of the URL, as the harvester writes it, or that of the
//! content; see [`NameIs`]. If one MD5 has several files, a metadata file is paired with the content file that it is
//! named after, and the others are paired in the order of names; files of the same name in their order in the archive.
//!
//! The files are
//!
//! - loose in a folder. A folder is a source of its own, folders inside it are further sources; files with other names
//!   are ignored;
//! - in a tar (V7, POSIX or GNU), in any folders inside it, also one that is packed with gzip;
//! - in a zip, stored or deflated, in any folders inside it.
//!
//! Archives are recognised by their content, not by their names. Nothing is ever extracted under a name, so that names
//! like `../../x` do no harm.
//!
//! # Metadata
//!
//! A metadata file has at most 1 MiB and one of two forms. Names of fields are accepted in any letter case, with `-`,
//! `_` or space between their words. Of several fields with the same meaning the last counts, but one with `Arc-`
//! before all without it; other fields are ignored. The whole file is always returned too.
//!
//! **As the harvester writes it**: the head of the HTTP response, with the harvester's own fields among the server's.
//! Only names that begin with `Arc-` are the harvester's. No blank line is needed. The lines without those fields are
//! the HTTP head.
//!
//! ```text
//! HTTP/1.1 200 OK
//! Date: Sat, 11 Jan 2003 14:37:37 GMT
//! Content-Type: image/gif
//! Arc-Length: 6
//! Arc-Md5: 1ac2109d47dbc72551f71df89d01ed18
//! Arc-Url: http://www.example.cz:80/images/a.gif
//! ```
//!
//! **As lists of fields**: lines `Name: value` or `name=value`, which end in LF, CRLF, or all in
//! CR, with or without `Arc-` before the name; then, if wanted, an empty line and the head of the
//! HTTP response as it was sent.
//!
//! ```text
//! URL: http://www.example.cz/images/a.gif
//! Date: 2003-01-11T14:37:37Z
//! IP: 192.0.2.1
//!
//! HTTP/1.1 200 OK
//! Content-Type: image/gif
//! ```
//!
//! - URL, required: `URL`, `URI`, `Location`, `Target-URI`; as found.
//! - Date: `Date`, `Time`, `Timestamp`, `Fetched`, `Fetch-Date`, `Harvest-Date`, `Archive-Date`; in
//!   ISO 8601, as 14 digits, as seconds since 1970, or any date of HTTP; UTC if no zone is named.
//! - IP address: `IP`, `IP-Address`, `Address`; as found.
//! - Media type: `Content-Type`, `MIME`, `MIME-Type`, `Type`; as found.
//! - Length in bytes: `Content-Length`, `Length`, `Size`.
//! - Status: `Status`, `HTTP-Status`; as `200`, `200 OK`, or a whole status line.
//! - MD5 of the content: `MD5`, `Checksum`, `Digest`; hexadecimal, with `md5:` before it or not.
//!
//! What the fields do not say is taken from the HTTP head: date, media type, status. If there is no date at all, one is
//! taken from the innermost folder that is named by a date, `2003-01-11`; [`Item::date_source`] says which.
//!
//! # What comes out
//!
//! [`open`] returns a [`Source`], which iterates in the order of folders and names, so that the result does not depend
//! on the order in the file system. Every file of this form, and every file of an archive, is in exactly one [`Found`]:
//! as a part of an [`Item`], or as a [`Problem`] with its bytes, which the caller should keep. Damage to an archive
//! itself comes last. Memory is bounded: about 100 MiB for the list of files.

mod content;
mod date;
mod index;
mod metadata;
mod spool;
mod tar;
#[cfg(test)]
mod tests;
mod zip;

use std::collections::VecDeque;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use stodola_warc::date::Timestamp;
use stodola_warc::digest::{Algorithm, Digest};

pub use content::{ContentReader, NedlibContent};
use content::{Shared, Zipped};
use index::{Index, Member, Role, State};

/// Bytes of the longest metadata file that is read.
pub const MAX_METADATA: u64 = 1 << 20;

/// One page: a content file and what its metadata file says.
#[derive(Debug)]
#[non_exhaustive]
pub struct Item {
    /// Name of the content file as found; in an archive, with its folders.
    pub name: String,
    /// Name of the metadata file as found.
    pub metadata_name: String,
    /// The URL as found.
    pub url: Vec<u8>,
    /// When the page was fetched; `None` if no date was found.
    pub date: Option<Timestamp>,
    /// Where the date comes from.
    pub date_source: Option<DateSource>,
    /// The text of the date, even if it is not a date.
    pub raw_date: Option<Vec<u8>>,
    /// The address of the server, as found.
    pub ip: Option<Vec<u8>>,
    /// The declared media type as found.
    pub mime: Option<Vec<u8>>,
    /// The status of the response.
    pub status: Option<u16>,
    /// The head of the HTTP response as kept, without the harvester's fields, with a blank line at its end (added if
    /// the file has none, with the line ends of the head). The content follows it.
    pub http_head: Option<Vec<u8>>,
    /// The whole metadata file.
    pub metadata: Vec<u8>,
    /// The content file.
    pub content: NedlibContent,
    /// Bytes of the content, as the metadata says.
    pub declared_length: Option<u64>,
    /// The MD5 of the content as it is now.
    pub md5: Digest,
    /// Whether the content is unchanged: its MD5 is the one in the metadata. If the metadata has none: whether the name
    /// of the file does not contradict it.
    pub md5_is_right: bool,
    /// What the name of the file is the MD5 of.
    pub name_is: NameIs,
}

/// Where the date of an [`Item`] comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DateSource {
    /// From a field of the metadata: the harvester's clock.
    Metadata,
    /// From the HTTP head: the server's clock.
    Server,
    /// From the name of a folder: the day only.
    Folder,
}

/// What the MD5 in the name of a file is made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NameIs {
    /// From the content.
    Content,
    /// From the URL, as the harvester does it.
    Url,
    /// From neither: one of them was changed, or the file was renamed.
    Neither,
}

/// A file, or a part of an archive, that gives no [`Item`].
#[derive(Debug)]
pub struct Problem {
    /// Name of the file as found; empty for the archive itself.
    pub name: String,
    /// Why.
    pub reason: ProblemReason,
    /// The bytes of the file, to be kept; `None` if they cannot be read.
    pub bytes: Option<NedlibContent>,
}

/// Why a file gives no [`Item`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProblemReason {
    /// A content file alone.
    ContentWithoutMetadata,
    /// A metadata file alone.
    MetadataWithoutContent,
    /// The metadata names no URL.
    NoUrl,
    /// The metadata file has this many bytes, more than [`MAX_METADATA`].
    MetadataTooLarge(u64),
    /// One file too many for the same MD5 in the same folder.
    Duplicate,
    /// The other half of the pair has a problem, which is reported as well.
    PartnerUnusable,
    /// A file in an archive whose name is not of this form.
    Foreign,
    /// A link or a device.
    NotAFile,
    /// The archive ends within the file.
    Truncated,
    /// The file shares its bytes in the archive with another, as in a decompression bomb.
    Overlapping,
    /// Packed in a way that this program does not support.
    Unsupported(&'static str),
    /// The file cannot be read, or is not what the archive says it is.
    Unreadable(String),
    /// A part of the archive cannot be read.
    DamagedArchive(Damage),
}

impl fmt::Display for ProblemReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProblemReason::ContentWithoutMetadata => f.write_str("content without a metadata file"),
            ProblemReason::MetadataWithoutContent => f.write_str("metadata without a content file"),
            ProblemReason::NoUrl => f.write_str("metadata without a URL"),
            ProblemReason::MetadataTooLarge(len) => {
                write!(f, "metadata of {len} bytes, more than {MAX_METADATA}")
            }
            ProblemReason::Duplicate => f.write_str("one file too many for this MD5"),
            ProblemReason::PartnerUnusable => {
                f.write_str("the other file of the pair cannot be used")
            }
            ProblemReason::Foreign => f.write_str("not named by an MD5"),
            ProblemReason::NotAFile => f.write_str("a link or a device, not a file"),
            ProblemReason::Truncated => f.write_str("the archive ends within the file"),
            ProblemReason::Overlapping => f.write_str("shares its bytes with another file"),
            ProblemReason::Unsupported(what) => f.write_str(what),
            ProblemReason::Unreadable(error) => write!(f, "cannot be read: {error}"),
            ProblemReason::DamagedArchive(damage) => damage.fmt(f),
        }
    }
}

/// A part of an archive that cannot be read. In an archive that is packed with gzip, offsets are those after unpacking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damage {
    /// Offset of its first byte.
    pub offset: u64,
    /// Number of its bytes; 0 if something is missing.
    pub len: u64,
    /// What is wrong.
    pub what: &'static str,
}

impl Damage {
    /// Number of damaged parts that are reported one by one; all later ones are one part.
    const MAX: usize = 1000;

    fn note(list: &mut Vec<Damage>, damage: Damage) {
        if list.len() < Damage::MAX {
            list.push(damage);
        } else if let Some(last) = list.last_mut() {
            last.len = damage.offset.saturating_add(damage.len).saturating_sub(last.offset);
        }
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes at offset {}: {}", self.len, self.offset, self.what)
    }
}

/// What a [`Source`] finds.
#[derive(Debug)]
pub enum Found {
    /// A pair.
    Item(Box<Item>),
    /// Something else.
    Problem(Problem),
}

/// What a [`Source`] reads from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SourceKind {
    /// A folder with loose files.
    Folder,
    /// A tar.
    Tar,
    /// A tar packed with gzip.
    TarGz,
    /// A zip.
    Zip,
}

/// A folder, tar or zip with pairs; iterates over what it finds, in the order of names. A file that
/// cannot be read is a [`Problem`] and does not end the iteration.
#[derive(Debug)]
pub struct Source {
    kind: SourceKind,
    path: PathBuf,
    /// The archive; for a tar that is packed, the unpacked copy.
    archive: Option<Shared>,
    index: Index,
    /// Number of the first file without a plan.
    next: usize,
    plans: VecDeque<Plan>,
    partner: Option<Problem>,
    damage: std::vec::IntoIter<Damage>,
}

/// What is done with one or two files, by their numbers in the index.
#[derive(Clone, Copy, Debug)]
enum Plan {
    Pair { metadata: usize, content: usize },
    ContentAlone(usize),
    MetadataAlone(usize),
    Duplicate(usize),
    Foreign(usize),
}

/// Opens a folder, tar, packed tar or zip, if it contains at least one pair, judging by names. A packed tar is unpacked
/// into a nameless file in the system's folder for temporary files.
///
/// # Errors
///
/// If the path cannot be read, or contains too many files to be listed. For a path that is not of this form the result
/// is `None`, and damage to an archive is a [`Problem`].
pub fn open(path: &Path) -> io::Result<Option<Source>> {
    open_with_spool(path, &std::env::temp_dir())
}

/// Like [`open`], but a packed tar is unpacked into `spool_folder`.
///
/// # Errors
///
/// Those of [`open`]; also if the folder has no room for the unpacked tar.
pub fn open_with_spool(path: &Path, spool_folder: &Path) -> io::Result<Option<Source>> {
    let metadata = fs::metadata(path)?;
    if metadata.is_dir() {
        return list_folder(path, index::LIMIT);
    }
    // A pipe would wait for ever.
    if !metadata.is_file() {
        return Ok(None);
    }
    let mut file = File::open(path)?;
    let mut start = Vec::new();
    file.by_ref().take(tar::BLOCK).read_to_end(&mut start)?;
    file.seek(SeekFrom::Start(0))?;
    let len = metadata.len();
    if zip::is_start(&start) {
        list_archive(path, SourceKind::Zip, file, len, Vec::new())
    } else if tar::is_start(&start) {
        list_archive(path, SourceKind::Tar, file, len, Vec::new())
    } else if spool::is_gzip(&start) {
        let promising = |spooled: &mut File, len| {
            let mut index = Index::new(index::LIMIT);
            tar::index(&mut BufReader::new(spooled), len, &mut index)?;
            let names = (0..index.len()).map(|number| index.name(number));
            Ok(names.into_iter().any(|name| index::role(index::split(name).1) != Role::Foreign))
        };
        match spool::unpack(&file, len, spool_folder, promising)? {
            Some(unpacked) => {
                let damage = unpacked.damage.into_iter().collect();
                list_archive(path, SourceKind::TarGz, unpacked.file, unpacked.len, damage)
            }
            None => Ok(None),
        }
    } else {
        Ok(None)
    }
}

fn list_folder(path: &Path, limit: usize) -> io::Result<Option<Source>> {
    let mut index = Index::new(limit);
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        let name = entry.file_name();
        // The names of this form are plain letters and digits.
        let Some(name) = name.to_str() else { continue };
        if index::role(name.as_bytes()) == Role::Foreign {
            continue;
        }
        let kind = entry.file_type()?;
        if kind.is_dir() {
            continue;
        }
        let (len, state) = if kind.is_file() {
            (entry.metadata().map_or(0, |m| m.len()), State::Good)
        } else {
            (0, State::NotAFile)
        };
        index.push(name.as_bytes(), Member::new(0, len, state))?;
    }
    Ok(Source::new(SourceKind::Folder, path, None, index, Vec::new()))
}

fn list_archive(
    path: &Path,
    kind: SourceKind,
    file: File,
    len: u64,
    mut damage: Vec<Damage>,
) -> io::Result<Option<Source>> {
    let mut index = Index::new(index::LIMIT);
    let mut reader = BufReader::with_capacity(64 * 1024, &file);
    reader.seek(SeekFrom::Start(0))?;
    let found = match kind {
        SourceKind::Zip => zip::index(&mut reader, len, &mut index)?,
        SourceKind::Folder | SourceKind::Tar | SourceKind::TarGz => {
            tar::index(&mut reader, len, &mut index)?
        }
    };
    damage.splice(0..0, found);
    Ok(Source::new(kind, path, Some(Arc::new(Mutex::new(file))), index, damage))
}

impl Source {
    /// Makes a source of a list of files; `None` if there is no pair.
    fn new(
        kind: SourceKind,
        path: &Path,
        archive: Option<Shared>,
        mut index: Index,
        damage: Vec<Damage>,
    ) -> Option<Source> {
        index.sort();
        let mut start = 0;
        let mut paired = false;
        while start < index.len() && !paired {
            let end = index.group_end(start);
            let has = |role| (start..end).any(|n| index::role(file_name(&index, n)) == role);
            paired = has(Role::Content) && has(Role::Metadata);
            start = end;
        }
        paired.then(|| Source {
            kind,
            path: path.to_owned(),
            archive,
            index,
            next: 0,
            plans: VecDeque::new(),
            partner: None,
            damage: damage.into_iter(),
        })
    }

    /// Returns what is read: a folder, tar or zip.
    pub fn kind(&self) -> SourceKind {
        self.kind
    }

    /// Returns the number of files.
    pub fn files(&self) -> usize {
        self.index.len()
    }

    /// Returns the unpacked bytes of all files, for a progress bar. What a zip says about this may be wrong.
    pub fn bytes(&self) -> u64 {
        self.index.members().iter().fold(0, |sum, member| sum.saturating_add(member.len))
    }

    /// Plans what is done with the files of one MD5 in one folder.
    fn plan_group(&mut self) {
        let (start, end) = (self.next, self.index.group_end(self.next));
        self.next = end;
        let index = &self.index;
        let mut contents = Vec::new();
        let mut metadata = Vec::new();
        for number in start..end {
            match index::role(file_name(index, number)) {
                Role::Content => contents.push(number),
                Role::Metadata => metadata.push(number),
                Role::Foreign => self.plans.push_back(Plan::Foreign(number)),
            }
        }
        if contents.is_empty() || metadata.is_empty() {
            self.plans.extend(contents.into_iter().map(Plan::ContentAlone));
            self.plans.extend(metadata.into_iter().map(Plan::MetadataAlone));
            return;
        }
        // First those that are named after one another, then the rest as it comes.
        let base = |number: usize| index::base(file_name(index, number));
        let name = |number: usize| file_name(index, number);
        metadata.sort_by(|a, b| index::compare_folded(base(*a), base(*b)).then(a.cmp(b)));
        contents.sort_by(|a, b| index::compare_folded(name(*a), name(*b)).then(a.cmp(b)));
        let (mut other_contents, mut other_metadata) = (VecDeque::new(), VecDeque::new());
        let mut pairs = Vec::new();
        let mut left = contents.into_iter().peekable();
        for number in metadata {
            let compare = |content: &usize| index::compare_folded(name(*content), base(number));
            while let Some(before) = left.next_if(|content| compare(content).is_lt()) {
                other_contents.push_back(before);
            }
            match left.next_if(|content| compare(content).is_eq()) {
                Some(content) => pairs.push((content, number)),
                None => other_metadata.push_back(number),
            }
        }
        other_contents.extend(left);
        while let (Some(content), Some(number)) =
            (other_contents.front().copied(), other_metadata.front().copied())
        {
            other_contents.pop_front();
            other_metadata.pop_front();
            pairs.push((content, number));
        }
        pairs.sort_unstable();
        let pairs = pairs.into_iter();
        self.plans.extend(pairs.map(|(content, metadata)| Plan::Pair { metadata, content }));
        self.plans.extend(other_contents.into_iter().chain(other_metadata).map(Plan::Duplicate));
    }

    fn carry_out(&mut self, plan: Plan) -> Found {
        let (number, reason) = match plan {
            Plan::ContentAlone(number) => (number, ProblemReason::ContentWithoutMetadata),
            Plan::MetadataAlone(number) => (number, ProblemReason::MetadataWithoutContent),
            Plan::Duplicate(number) => (number, ProblemReason::Duplicate),
            Plan::Foreign(number) => (number, ProblemReason::Foreign),
            Plan::Pair { metadata, content } => match self.item(metadata, content) {
                Ok(item) => return Found::Item(Box::new(item)),
                Err((number, reason)) => {
                    let partner = if number == metadata { content } else { metadata };
                    self.partner = Some(self.problem(partner, ProblemReason::PartnerUnusable));
                    return Found::Problem(self.problem(number, reason));
                }
            },
        };
        Found::Problem(self.problem(number, reason))
    }

    /// Reads a pair. The error says which of the two files cannot be used, and why.
    fn item(&self, metadata: usize, content: usize) -> Result<Item, (usize, ProblemReason)> {
        for number in [metadata, content] {
            if let Some(reason) = reason(self.index.get(number).state) {
                return Err((number, reason));
            }
        }
        let length = self.index.get(metadata).len;
        if length > MAX_METADATA {
            return Err((metadata, ProblemReason::MetadataTooLarge(length)));
        }
        let unreadable =
            |number| move |e: io::Error| (number, ProblemReason::Unreadable(e.to_string()));
        let bytes = read_all(&self.content(metadata)).map_err(unreadable(metadata))?;
        let fields = metadata::parse(&bytes);
        let Some(url) = fields.url else { return Err((metadata, ProblemReason::NoUrl)) };
        let place = self.content(content);
        let md5 = digest(&place).map_err(unreadable(content))?;
        let stem = index::stem(file_name(&self.index, content)).unwrap_or_default();
        let named = Digest::parse_value(Algorithm::Md5, stem).ok();
        let name_is = if named == Some(md5) {
            NameIs::Content
        } else if named == Some(Algorithm::Md5.digest(&url)) {
            NameIs::Url
        } else {
            NameIs::Neither
        };
        let md5_is_right = match fields.md5 {
            Some(declared) => declared == md5,
            None => name_is != NameIs::Neither,
        };
        let dated = fields.date.or_else(|| Some((self.folder_date(content)?, DateSource::Folder)));
        Ok(Item {
            name: self.name(content),
            metadata_name: self.name(metadata),
            url,
            date: dated.map(|(date, _)| date),
            date_source: dated.map(|(_, source)| source),
            raw_date: fields.raw_date,
            ip: fields.ip,
            mime: fields.mime,
            status: fields.status,
            http_head: fields.http_head,
            metadata: bytes,
            content: place,
            declared_length: fields.length,
            md5,
            md5_is_right,
            name_is,
        })
    }

    /// Returns the date in the name of the innermost folder that has one.
    fn folder_date(&self, number: usize) -> Option<Timestamp> {
        let (folders, _) = index::split(self.index.name(number));
        let inside = folders.rsplit(|&b| b == b'/' || b == b'\\').find_map(date::parse_folder);
        inside.or_else(|| {
            self.path.components().rev().find_map(|component| {
                let name = component.as_os_str().to_str()?;
                date::parse_folder(name.split('.').next()?.as_bytes())
            })
        })
    }

    fn problem(&self, number: usize, reason: ProblemReason) -> Problem {
        let state = self.index.get(number).state;
        // What a file is goes before what it lacks.
        let reason = self::reason(state).unwrap_or(reason);
        let packed = matches!(reason, ProblemReason::Unsupported(_) | ProblemReason::Unreadable(_))
            || !matches!(state, State::Good | State::Truncated | State::Sparse);
        let bytes = match state {
            State::NotAFile | State::Overlapping => None,
            _ if packed && self.kind == SourceKind::Zip => self.raw(number),
            _ => Some(self.content(number)),
        };
        Problem { name: self.name(number), reason, bytes }
    }

    fn content(&self, number: usize) -> NedlibContent {
        let &Member { at, packed, len, crc, method, .. } = self.index.get(number);
        match &self.archive {
            Some(file) if self.kind == SourceKind::Zip => {
                NedlibContent::zipped(file, &Zipped { header: at, packed, len, method, crc })
            }
            Some(file) => NedlibContent::range(file, at, len),
            None => {
                let name = String::from_utf8_lossy(self.index.name(number));
                NedlibContent::file(self.path.join(&*name), len)
            }
        }
    }

    /// Returns the packed bytes of an entry of a zip, with its header.
    fn raw(&self, number: usize) -> Option<NedlibContent> {
        let &Member { at, packed, .. } = self.index.get(number);
        let file = self.archive.as_ref()?;
        let start = zip::data_start(file, at).ok()?;
        Some(NedlibContent::range(file, at, (start - at).checked_add(packed)?))
    }

    fn name(&self, number: usize) -> String {
        String::from_utf8_lossy(self.index.name(number)).into_owned()
    }
}

impl Iterator for Source {
    type Item = Found;

    fn next(&mut self) -> Option<Found> {
        if let Some(partner) = self.partner.take() {
            return Some(Found::Problem(partner));
        }
        if self.plans.is_empty() && self.next < self.index.len() {
            self.plan_group();
        }
        if let Some(plan) = self.plans.pop_front() {
            return Some(self.carry_out(plan));
        }
        let damage = self.damage.next()?;
        let whole = self.archive.as_ref().filter(|_| damage.len > 0);
        let bytes = whole.map(|file| NedlibContent::range(file, damage.offset, damage.len));
        let reason = ProblemReason::DamagedArchive(damage);
        Some(Found::Problem(Problem { name: String::new(), reason, bytes }))
    }
}

fn file_name(index: &Index, number: usize) -> &[u8] {
    index::split(index.name(number)).1
}

fn reason(state: State) -> Option<ProblemReason> {
    match state {
        State::Good => None,
        State::Truncated => Some(ProblemReason::Truncated),
        State::NotAFile => Some(ProblemReason::NotAFile),
        State::Sparse => Some(ProblemReason::Unsupported("a sparse file")),
        State::Encrypted => Some(ProblemReason::Unsupported("an encrypted file")),
        State::UnknownMethod => Some(ProblemReason::Unsupported("an unknown compression")),
        State::Overlapping => Some(ProblemReason::Overlapping),
    }
}

/// Reads metadata, whose length has been checked.
fn read_all(content: &NedlibContent) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    content.reader()?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn digest(content: &NedlibContent) -> io::Result<Digest> {
    let mut reader = content.reader()?;
    let mut hasher = Algorithm::Md5.hasher();
    let mut buffer = vec![0; 64 * 1024];
    loop {
        match reader.read(&mut buffer) {
            Ok(0) => return Ok(hasher.finish()),
            Ok(count) => hasher.update(&buffer[..count]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => (),
            Err(error) => return Err(error),
        }
    }
}
