//! The work: addresses of the site are queued, and files written until no file is queued any more.

use super::choice::{Choices, QueuedFile, Wish, media_type};
use super::list::{CopyGap, List};
use super::relative::relative;
use super::{ENTRANCE, StaticCopyError, StaticCopySettings, StaticCopySummary};
use crate::Watch;
use std::borrow::Cow;
use std::fs::File;
use std::io::{BufWriter, Read, Write};
use std::path::Path;
use std::sync::Arc;
use stodola_archive::Key;
use stodola_extract::markup::unescaped;
use stodola_replay::{BodyKind, BodyRewriter, FileLinks, Modifier, ReplayContext};

/// Maximum size of a file in bytes, decoded.
const FILE_MAX: u64 = 4 << 30;
/// Bytes that tell what a body is, and bytes that are rewritten at once.
const START: u64 = 512;
const PIECE: u64 = 64 << 10;

/// Copies everything, and writes list and entrance.
pub(super) fn copy(
    choices: &Arc<Choices>,
    settings: &StaticCopySettings,
    watch: &dyn Watch,
) -> Result<StaticCopySummary, StaticCopyError> {
    let mut list = List::create(&settings.out)?;
    let home = select(choices, watch)?;
    let mut summary = StaticCopySummary::default();
    let mut done = 0;
    watch.begin("files", None);
    while let Some(file) = choices.next()? {
        if watch.is_stopped() {
            return Err(StaticCopyError::Stopped);
        }
        write_file(choices, &file, &settings.out, &mut summary, &mut list)?;
        for (uri, gap, page) in choices.gaps() {
            list.gap(&uri, gap, Some(&page).filter(|page| !page.is_empty()).map(|it| &**it))?;
        }
        done += 1;
        watch.at(done);
    }
    watch.end();
    for (uri, gap, page) in choices.gaps() {
        list.gap(&uri, gap, Some(&page).filter(|page| !page.is_empty()).map(|it| &**it))?;
    }
    let Some(home) = home.filter(|_| summary.pages + summary.parts > 0) else {
        return Err(StaticCopyError::Empty { site: settings.site.clone() });
    };
    summary.entrance = settings.out.join(ENTRANCE);
    stodola_durable::replace(&summary.entrance, entrance(&home).as_bytes())?;
    summary.redirects = choices.redirects();
    (summary.list, summary.gaps) = list.finish()?;
    Ok(summary)
}

/// Queues all addresses of the site, and returns the file of the first one: the home page, if it is archived.
fn select(choices: &Arc<Choices>, watch: &dyn Watch) -> Result<Option<String>, StaticCopyError> {
    let (mut home, mut seen) = (None, 0);
    watch.begin("selecting", None);
    for prefix in choices.prefixes() {
        let mut after = None;
        loop {
            let batch = next_addresses(choices, prefix, after.take())?;
            let Some((last, _)) = batch.last() else { break };
            after = Some(Key::end_of(last));
            for (_, uri) in batch {
                seen += 1;
                watch.at(seen);
                if watch.is_stopped() {
                    return Err(StaticCopyError::Stopped);
                }
                let file = choices.file_of(&uri, b"", Wish::Page);
                home = home.or(file);
            }
        }
    }
    watch.end();
    Ok(home)
}

/// Number of captures that are read from the catalogue at once. No connection is held while captures are looked for.
const BATCH: usize = 1000;

/// A key of the catalogue, and an address that has it.
type KeyedUri = (Vec<u8>, Vec<u8>);

/// Returns the next keys of the site, each with an address of it.
fn next_addresses(
    choices: &Choices,
    prefix: &[u8],
    after: Option<Key>,
) -> Result<Vec<KeyedUri>, StaticCopyError> {
    let catalogue = choices.captures().catalogue()?;
    let mut found: Vec<KeyedUri> = Vec::new();
    for entry in catalogue.prefix(prefix, after).take(BATCH) {
        let row = entry?.row;
        if found.last().is_none_or(|(key, _)| *key != row.key) {
            found.push((row.key, row.uri));
        }
    }
    Ok(found)
}

/// Writes one file.
fn write_file(
    choices: &Arc<Choices>,
    file: &QueuedFile,
    folder: &Path,
    summary: &mut StaticCopySummary,
    list: &mut List,
) -> Result<(), StaticCopyError> {
    let entry = &file.entry;
    let Ok(opened) = choices.captures().open(entry) else {
        return list.gap(&entry.row.uri, CopyGap::Unreadable, None);
    };
    let declared = opened.content.head().and_then(|head| head.field("Content-Type"));
    let declared = declared.map(|value| value.to_vec());
    let charset = declared.as_deref().and_then(charset_of);
    let media_type = media_type(declared, entry);
    let mut body = opened.content.into_decoded(FILE_MAX).take(FILE_MAX);
    let mut piece = Vec::new();
    // What cannot be decoded to its end is copied as far as it goes.
    let mut is_cut = (&mut body).take(START).read_to_end(&mut piece).is_err();
    let kind = kind_of(&media_type, &piece);
    let path = folder.join(&file.path);
    if let Some(parent) = path.parent() {
        std::fs::create_dir_all(parent).map_err(StaticCopyError::write(parent))?;
    }
    let failed = StaticCopyError::write(&path);
    let mut out = BufWriter::new(File::create_new(&path).map_err(&failed)?);
    let mut rewriter = kind.map(|kind| {
        let links = links(choices, file, kind, charset.as_deref());
        let context = ReplayContext::of_file(&entry.row.uri, links);
        BodyRewriter::new(kind, charset.as_deref(), &context)
    });
    let (mut rewritten, mut bytes) = (Vec::new(), 0u64);
    while !piece.is_empty() {
        let ready = match &mut rewriter {
            Some(rewriter) => {
                rewritten.clear();
                rewriter.write(&piece, &mut rewritten);
                &rewritten
            }
            None => &piece,
        };
        out.write_all(ready).map_err(&failed)?;
        bytes += ready.len() as u64;
        piece.clear();
        is_cut |= (&mut body).take(PIECE).read_to_end(&mut piece).is_err();
    }
    if let Some(rewriter) = rewriter {
        rewritten.clear();
        rewriter.end(&mut rewritten);
        out.write_all(&rewritten).map_err(&failed)?;
        bytes += rewritten.len() as u64;
    }
    out.flush().map_err(&failed)?;
    if is_cut || body.limit() == 0 {
        list.gap(&entry.row.uri, CopyGap::Cut, None)?;
    }
    match kind {
        Some(BodyKind::Html) => summary.pages += 1,
        _ => summary.parts += 1,
    }
    summary.bytes += bytes;
    list.file(&entry.row.uri, entry.row.time, &file.path)
}

/// What a file is rewritten as; `None` if it is copied as it is.
fn kind_of(media_type: &str, start: &[u8]) -> Option<BodyKind> {
    // XHTML is opened as HTML: its file has that extension.
    if media_type == "application/xhtml+xml" {
        return Some(BodyKind::Html);
    }
    let declared = (!media_type.is_empty()).then_some(media_type.as_bytes());
    match BodyKind::decide(Modifier::Page, declared, start) {
        kind @ (BodyKind::Html
        | BodyKind::Xml
        | BodyKind::Css
        | BodyKind::Manifest
        | BodyKind::Hls
        | BodyKind::Dash) => Some(kind),
        BodyKind::Script | BodyKind::Jsonp | BodyKind::Json | BodyKind::Opaque => None,
    }
}

/// Where the links of a file lead.
fn links(
    choices: &Arc<Choices>,
    file: &QueuedFile,
    kind: BodyKind,
    charset: Option<&[u8]>,
) -> FileLinks {
    let choices = Arc::clone(choices);
    let (uri, path) = (file.entry.row.uri.clone(), file.path.clone());
    let is_markup = matches!(kind, BodyKind::Html | BodyKind::Xml | BodyKind::Dash);
    let find = move |link: &[u8], modifier: Modifier| {
        let link = if is_markup { unescaped(Cow::Borrowed(link)) } else { Cow::Borrowed(link) };
        choices.link((&uri, &path), &link, modifier)
    };
    // From a disk, nothing else tells the charset.
    let markup = match charset.and_then(|label| str::from_utf8(label).ok()) {
        Some(label) => format!("<meta charset=\"{label}\">"),
        None => String::new(),
    };
    FileLinks::new(find, markup.as_bytes())
}

/// The charset of a `Content-Type`, if it is a plain word.
fn charset_of(content_type: &[u8]) -> Option<Vec<u8>> {
    let lower = content_type.to_ascii_lowercase();
    let at = lower.windows(8).position(|it| it == b"charset=")? + 8;
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.:+".contains(byte);
    let value = lower[at..].trim_ascii_start();
    let value = value.strip_prefix(b"\"").or(value.strip_prefix(b"'")).unwrap_or(value);
    let label: Vec<u8> = value.iter().copied().take_while(is_part).take(40).collect();
    (!label.is_empty()).then_some(label)
}

/// The page that opens the copy: it leads to the first page.
fn entrance(home: &str) -> String {
    let way = relative(ENTRANCE, home);
    format!(
        "<!doctype html>\n<meta charset=\"utf-8\">\n<meta http-equiv=\"refresh\" content=\"0; url={way}\">\n\
        <a href=\"{way}\">{way}</a>\n"
    )
}
