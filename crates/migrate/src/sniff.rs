//! Recognises the media type of a payload by its first bytes.
//!
//! Servers take the declared type from file names or from settings that nobody checks, or declare none. A record keeps
//! the declared type; the type that its bytes clearly show can be added as `WARC-Identified-Payload-Type`. [`identify`]
//! returns a type only if a magic number or the structure of the first bytes proves it; [`contradicts`] says whether
//! the type is worth adding.
//!
//! The bytes must be those of the decoded payload: a page that was sent with `Content-Encoding: gzip` would otherwise
//! be recognised as a gzip file.
//!
//! The table of HTML tags is that of the WHATWG MIME Sniffing standard, with one difference: a comment alone does not
//! make a page, because scripts of the nineties begin with one. It is skipped, and what follows decides.

mod kinds;

pub use kinds::contradicts;

/// Bytes of a payload that are read, as in the WHATWG MIME Sniffing standard.
pub const LOOK_AT: usize = 1445;

/// Returns the media type that the first bytes of a payload clearly show; `None` if they do not. Bytes after the first
/// [`LOOK_AT`] are ignored.
pub fn identify(head: &[u8]) -> Option<&'static str> {
    let head = &head[..head.len().min(LOOK_AT)];
    let magic = MAGIC.iter().find(|m| at(head, m.offset, m.bytes)).map(|m| m.media_type);
    magic
        .or_else(|| STRUCTURES.iter().find_map(|structure| structure(head)))
        .or_else(|| identify_markup(head))
}

struct Magic {
    offset: usize,
    bytes: &'static [u8],
    media_type: &'static str,
}

const fn magic(offset: usize, bytes: &'static [u8], media_type: &'static str) -> Magic {
    Magic { offset, bytes, media_type }
}

/// Magic numbers that are long or unusual enough to prove a format.
const MAGIC: &[Magic] = &[
    magic(0, b"%PDF-", "application/pdf"),
    magic(0, b"%!PS-Adobe-", "application/postscript"),
    magic(0, b"\xC5\xD0\xD3\xC6", "application/postscript"),
    magic(0, b"{\\rtf", "application/rtf"),
    magic(0, b"\x89PNG\r\n\x1A\n", "image/png"),
    magic(0, b"\xFF\xD8\xFF", "image/jpeg"),
    magic(0, b"GIF87a", "image/gif"),
    magic(0, b"GIF89a", "image/gif"),
    magic(0, b"II*\0", "image/tiff"),
    magic(0, b"MM\0*", "image/tiff"),
    magic(0, b"8BPS\0\x01", "image/vnd.adobe.photoshop"),
    magic(0, b"\0\0\0\x0CjP  \r\n\x87\n", "image/jp2"),
    magic(0, b"\x1F\x8B\x08", "application/gzip"),
    magic(0, b"PK\x05\x06", "application/zip"),
    magic(0, b"Rar!\x1A\x07", "application/vnd.rar"),
    magic(0, b"7z\xBC\xAF\x27\x1C", "application/x-7z-compressed"),
    magic(0, b"\xFD7zXZ\0", "application/x-xz"),
    magic(0, b"\x28\xB5\x2F\xFD", "application/zstd"),
    magic(0, b"MSCF\0\0\0\0", "application/vnd.ms-cab-compressed"),
    magic(257, b"ustar", "application/x-tar"),
    magic(0, b"OggS\0", "application/ogg"),
    magic(0, b"fLaC\0", "audio/flac"),
    magic(0, b"MThd\0\0\0\x06", "audio/midi"),
    magic(0, b".snd\0", "audio/basic"),
    magic(0, b".RMF\0\0\0", "application/vnd.rn-realmedia"),
    magic(0, b"\0\0\x01\xBA", "video/mpeg"),
    magic(0, b"\0\0\x01\xB3", "video/mpeg"),
    magic(0, b"FLV\x01", "video/x-flv"),
    magic(0, b"\x30\x26\xB2\x75\x8E\x66\xCF\x11\xA6\xD9\x00\xAA\x00\x62\xCE\x6C", "video/x-ms-asf"),
    magic(0, b"\0asm\x01\0\0\0", "application/wasm"),
    magic(0, b"wOFF", "font/woff"),
    magic(0, b"wOF2", "font/woff2"),
    magic(0, b"OTTO\0", "font/otf"),
    magic(0, b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "application/x-ole-storage"),
    magic(0, b"\x7FELF\x01", "application/x-elf"),
    magic(0, b"\x7FELF\x02", "application/x-elf"),
];

/// Recognises one kind of format.
type Structure = fn(&[u8]) -> Option<&'static str>;

/// Formats whose magic number is too short, or shared with others, so that more of the head must fit.
const STRUCTURES: &[Structure] = &[
    riff, form, bmp, icon, zip, bzip2, id3, iso_media, quicktime, matroska, mpeg_ts, flash,
    true_type, java_class, executable, mp3_frames,
];

fn riff(head: &[u8]) -> Option<&'static str> {
    if !at(head, 0, b"RIFF") {
        return None;
    }
    match head.get(8..12)? {
        b"WEBP" => Some("image/webp"),
        b"WAVE" => Some("audio/wav"),
        b"AVI " => Some("video/x-msvideo"),
        _ => None,
    }
}

fn form(head: &[u8]) -> Option<&'static str> {
    if at(head, 0, b"AT&TFORM") && (at(head, 12, b"DJVU") || at(head, 12, b"DJVM")) {
        return Some("image/vnd.djvu");
    }
    let aiff = at(head, 0, b"FORM") && (at(head, 8, b"AIFF") || at(head, 8, b"AIFC"));
    aiff.then_some("audio/aiff")
}

/// Recognises BMP. Many texts begin with `BM`, so the reserved bytes and the size of the second header must fit too.
fn bmp(head: &[u8]) -> Option<&'static str> {
    let fits = at(head, 0, b"BM")
        && at(head, 6, &[0; 4])
        && matches!(le32(head, 14)?, 12 | 16 | 40 | 52 | 56 | 64 | 108 | 124);
    fits.then_some("image/bmp")
}

/// Recognises icons and cursors by the number of images and the reserved byte of the first.
fn icon(head: &[u8]) -> Option<&'static str> {
    let kind = at(head, 0, &[0, 0, 1, 0]) || at(head, 0, &[0, 0, 2, 0]);
    let count = be16(head, 4)?.swap_bytes();
    let data = usize::try_from(le32(head, 18)?).ok()?;
    let fits = kind && (1..=256).contains(&count) && head.get(9) == Some(&0);
    (fits && data >= 6 + usize::from(count) * 16).then_some("image/x-icon")
}

/// The types that zip containers give in their first, uncompressed entry `mimetype`.
const ZIP_MIMETYPES: &[&str] = &[
    "application/epub+zip",
    "application/vnd.oasis.opendocument.text-template",
    "application/vnd.oasis.opendocument.text",
    "application/vnd.oasis.opendocument.spreadsheet",
    "application/vnd.oasis.opendocument.presentation",
    "application/vnd.oasis.opendocument.graphics",
    "application/vnd.oasis.opendocument.formula",
    "application/vnd.sun.xml.writer",
    "application/vnd.sun.xml.calc",
    "application/vnd.sun.xml.impress",
    "application/vnd.sun.xml.draw",
];

/// Names of entries that only one kind of container has.
const ZIP_ENTRIES: &[(&[u8], &str)] = &[
    (b"word/", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
    (b"xl/", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    (b"ppt/", "application/vnd.openxmlformats-officedocument.presentationml.presentation"),
    (b"META-INF/MANIFEST.MF", "application/java-archive"),
];

fn zip(head: &[u8]) -> Option<&'static str> {
    const LOCAL: &[u8] = b"PK\x03\x04";
    if !at(head, 0, LOCAL) {
        return None;
    }
    if let Some((b"mimetype", data)) = zip_entry(head) {
        // The name of a type may begin that of another, so the longer ones stand first.
        let known = ZIP_MIMETYPES.iter().find(|t| data.starts_with(t.as_bytes()));
        return known.copied().or(Some("application/zip"));
    }
    let entries = head.windows(LOCAL.len()).enumerate().filter(|(_, bytes)| *bytes == LOCAL);
    let kind = entries.filter_map(|(start, _)| zip_entry(&head[start..])).find_map(|(name, _)| {
        ZIP_ENTRIES.iter().find(|(prefix, _)| name.starts_with(prefix)).map(|(_, kind)| *kind)
    });
    kind.or(Some("application/zip"))
}

/// Returns name and data of the entry whose local header is at the start, as far as there are bytes.
fn zip_entry(header: &[u8]) -> Option<(&[u8], &[u8])> {
    let name_len = usize::from(be16(header, 26)?.swap_bytes());
    let extra_len = usize::from(be16(header, 28)?.swap_bytes());
    let name = header.get(30..30 + name_len)?;
    Some((name, header.get(30 + name_len + extra_len..).unwrap_or_default()))
}

fn bzip2(head: &[u8]) -> Option<&'static str> {
    let block =
        at(head, 4, b"\x31\x41\x59\x26\x53\x59") || at(head, 4, b"\x17\x72\x45\x38\x50\x90");
    let level = head.get(3)?.is_ascii_digit() && head.get(3) != Some(&b'0');
    (at(head, 0, b"BZh") && level && block).then_some("application/x-bzip2")
}

/// Recognises MPEG audio by the ID3 tag before it: a known version, and a size of seven-bit bytes.
fn id3(head: &[u8]) -> Option<&'static str> {
    let tag = head.get(..10)?;
    let fits = tag.starts_with(b"ID3")
        && (2..=4).contains(&tag[3])
        && tag[4] != 0xFF
        && tag[6..].iter().all(|b| b & 0x80 == 0);
    fits.then_some("audio/mpeg")
}

/// Major brands of ISO media files, by their beginning.
const BRANDS: &[(&[u8], &str)] = &[
    (b"qt  ", "video/quicktime"),
    (b"3gp", "video/3gpp"),
    (b"3g2", "video/3gpp2"),
    (b"M4A ", "audio/mp4"),
    (b"M4B ", "audio/mp4"),
    (b"M4V", "video/mp4"),
    (b"isom", "video/mp4"),
    (b"iso2", "video/mp4"),
    (b"iso4", "video/mp4"),
    (b"iso5", "video/mp4"),
    (b"iso6", "video/mp4"),
    (b"mp41", "video/mp4"),
    (b"mp42", "video/mp4"),
    (b"avc1", "video/mp4"),
    (b"dash", "video/mp4"),
    (b"MSNV", "video/mp4"),
    (b"avif", "image/avif"),
    (b"heic", "image/heic"),
    (b"heix", "image/heic"),
];

fn iso_media(head: &[u8]) -> Option<&'static str> {
    let size = be32(head, 0)?;
    if !at(head, 4, b"ftyp") || size < 12 || !size.is_multiple_of(4) {
        return None;
    }
    let brand = head.get(8..12)?;
    BRANDS.iter().find(|(prefix, _)| brand.starts_with(prefix)).map(|(_, kind)| *kind)
}

/// Recognises QuickTime films from the time before the `ftyp` box.
fn quicktime(head: &[u8]) -> Option<&'static str> {
    let movie = at(head, 4, b"moov") && (at(head, 12, b"mvhd") || at(head, 12, b"cmov"));
    let wide = at(head, 0, b"\0\0\0\x08wide") && at(head, 12, b"mdat");
    (movie || wide).then_some("video/quicktime")
}

/// Recognises Matroska and WebM: EBML names the kind of document in the element `42 82`.
fn matroska(head: &[u8]) -> Option<&'static str> {
    if !at(head, 0, b"\x1A\x45\xDF\xA3") {
        return None;
    }
    let element = head.windows(2).position(|w| w == b"\x42\x82")?;
    let name = head.get(element + 3..)?;
    if name.starts_with(b"webm") {
        Some("video/webm")
    } else if name.starts_with(b"matroska") {
        Some("video/x-matroska")
    } else {
        None
    }
}

/// Recognises an MPEG transport stream: five packets of 188 bytes, each with its sync byte.
fn mpeg_ts(head: &[u8]) -> Option<&'static str> {
    (0..5).all(|n| head.get(n * 188) == Some(&0x47)).then_some("video/mp2t")
}

/// Recognises Flash: three letters, a version, and a length that is not text.
fn flash(head: &[u8]) -> Option<&'static str> {
    let mark = [b"FWS", b"CWS", b"ZWS"].iter().any(|mark| at(head, 0, *mark));
    let fits = mark && (1..=50).contains(head.get(3)?) && (21..1 << 28).contains(&le32(head, 4)?);
    fits.then_some("application/x-shockwave-flash")
}

fn true_type(head: &[u8]) -> Option<&'static str> {
    if at(head, 0, b"ttcf\0") {
        return Some("font/collection");
    }
    // The first table name is four printable letters.
    let tables = be16(head, 4)?;
    let name = head.get(12..16)?.iter().all(|b| (0x20..0x7F).contains(b));
    let fits = at(head, 0, &[0, 1, 0, 0]) && (4..=64).contains(&tables) && name;
    fits.then_some("font/ttf")
}

/// Recognises a Java class. A fat binary has the same magic number, but never contains 45 programs.
fn java_class(head: &[u8]) -> Option<&'static str> {
    let fits = at(head, 0, b"\xCA\xFE\xBA\xBE") && (45..=100).contains(&be16(head, 6)?);
    fits.then_some("application/java-vm")
}

fn executable(head: &[u8]) -> Option<&'static str> {
    let header = usize::try_from(le32(head, 0x3C)?).ok()?;
    let fits = at(head, 0, b"MZ") && at(head, header, b"PE\0\0");
    fits.then_some("application/vnd.microsoft.portable-executable")
}

/// Recognises MPEG audio without a tag: a frame of layer III, and after its end another one like it.
fn mp3_frames(head: &[u8]) -> Option<&'static str> {
    let length = mp3_frame_len(head)?;
    let next = head.get(length..)?;
    mp3_frame_len(next)?;
    // Version, layer and sample rate stay the same throughout.
    let same = next[1] & 0xFE == head[1] & 0xFE && next[2] & 0x0C == head[2] & 0x0C;
    same.then_some("audio/mpeg")
}

fn mp3_frame_len(frame: &[u8]) -> Option<usize> {
    const RATES: [usize; 3] = [44_100, 48_000, 32_000];
    const MPEG1: [usize; 14] = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
    const MPEG2: [usize; 14] = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
    let &[0xFF, second, third, _, ..] = frame else { return None };
    if second & 0xE0 != 0xE0 || second & 0x06 != 0x02 {
        return None;
    }
    let (bit_rates, samples, slower) = match (second >> 3) & 3 {
        3 => (&MPEG1, 144, 1),
        2 => (&MPEG2, 72, 2),
        0 => (&MPEG2, 72, 4),
        _ => return None,
    };
    let bit_rate = bit_rates.get(usize::from(third >> 4).checked_sub(1)?)? * 1000;
    let rate = RATES.get(usize::from((third >> 2) & 3))? / slower;
    Some(samples * bit_rate / rate + usize::from((third >> 1) & 1))
}

/// Recognises HTML and XML, after a byte order mark and space.
fn identify_markup(head: &[u8]) -> Option<&'static str> {
    let narrowed;
    let text = match head {
        [0xEF, 0xBB, 0xBF, text @ ..] => text,
        [0xFE, 0xFF, text @ ..] => {
            narrowed = narrow(text, 0);
            &narrowed
        }
        [0xFF, 0xFE, text @ ..] => {
            narrowed = narrow(text, 1);
            &narrowed
        }
        text => text,
    };
    let text = text.trim_ascii_start();
    if let Some(rest) = text.strip_prefix(b"<?xml")
        && rest.first().is_some_and(u8::is_ascii_whitespace)
    {
        return Some(xml_kind(skip_misc(text), true).unwrap_or("application/xml"));
    }
    let text = skip_comments(text);
    if HTML_TAGS.iter().any(|tag| starts_with_tag(text, tag)) {
        return Some("text/html");
    }
    xml_kind(text, false)
}

/// Returns UTF-16 as ASCII, with a question mark for every other character. `high` is the position of the high byte in
/// each pair.
fn narrow(text: &[u8], high: usize) -> Vec<u8> {
    let unit = |pair: &[u8]| if pair[high] == 0 { pair[1 - high] } else { b'?' };
    text.chunks_exact(2).map(unit).collect()
}

/// Tags by which the standard recognises HTML; in any letter case, followed by space or `>`.
const HTML_TAGS: &[&str] = &[
    "<!DOCTYPE HTML",
    "<HTML",
    "<HEAD",
    "<SCRIPT",
    "<IFRAME",
    "<H1",
    "<DIV",
    "<FONT",
    "<TABLE",
    "<A",
    "<STYLE",
    "<TITLE",
    "<B",
    "<BODY",
    "<BR",
    "<P",
];

fn starts_with_tag(text: &[u8], tag: &str) -> bool {
    text.get(..tag.len()).is_some_and(|start| start.eq_ignore_ascii_case(tag.as_bytes()))
        && text.get(tag.len()).is_some_and(|&b| b == b'>' || b.is_ascii_whitespace())
}

/// Returns the text after comments and space; empty if a comment does not end.
fn skip_comments(mut text: &[u8]) -> &[u8] {
    while let Some(comment) = text.strip_prefix(b"<!--") {
        text = after(comment, b"-->").trim_ascii_start();
    }
    text
}

/// Returns the text after comments, processing instructions and space.
fn skip_misc(mut text: &[u8]) -> &[u8] {
    loop {
        text = skip_comments(text);
        let Some(instruction) = text.strip_prefix(b"<?") else { return text };
        text = after(instruction, b"?>").trim_ascii_start();
    }
}

/// A vocabulary of XML: its root element, and the evidence that the head must contain too if there is no XML
/// declaration.
struct Vocabulary {
    root: &'static str,
    evidence: &'static [&'static [u8]],
    /// Whether the evidence is always needed.
    always: bool,
    media_type: &'static str,
}

const fn vocabulary(
    root: &'static str,
    evidence: &'static [&'static [u8]],
    always: bool,
    media_type: &'static str,
) -> Vocabulary {
    Vocabulary { root, evidence, always, media_type }
}

const VOCABULARIES: &[Vocabulary] = &[
    vocabulary("html", &[b"http://www.w3.org/1999/xhtml"], false, "application/xhtml+xml"),
    vocabulary("svg", &[b"http://www.w3.org/2000/svg"], false, "image/svg+xml"),
    vocabulary("rss", &[b"version"], false, "application/rss+xml"),
    vocabulary(
        "rdf:RDF",
        &[b"http://purl.org/rss/1.0/", b"http://my.netscape.com/rdf/simple/0.9/"],
        true,
        "application/rss+xml",
    ),
    vocabulary(
        "rdf:RDF",
        &[b"http://www.w3.org/1999/02/22-rdf-syntax-ns#"],
        true,
        "application/rdf+xml",
    ),
    vocabulary(
        "feed",
        &[b"http://www.w3.org/2005/Atom", b"http://purl.org/atom/ns#"],
        true,
        "application/atom+xml",
    ),
];

/// Returns the type that the document type or the root element shows.
fn xml_kind(text: &[u8], declared: bool) -> Option<&'static str> {
    const DOCTYPE: &str = "<!DOCTYPE";
    let (name, rest, doctype) = if starts_with_tag(text, DOCTYPE) {
        let name = text[DOCTYPE.len()..].trim_ascii_start();
        (name, text, true)
    } else {
        (text.strip_prefix(b"<")?, text, false)
    };
    let found = VOCABULARIES.iter().find(|v| {
        let root = name.get(..v.root.len()).is_some_and(|n| {
            // HTML is written in capitals where nobody checks it.
            n == v.root.as_bytes() || doctype && n.eq_ignore_ascii_case(v.root.as_bytes())
        });
        let ends = name.get(v.root.len()).is_some_and(|b| !is_name_byte(*b));
        let certain = !v.always && (declared || doctype);
        root && ends && (certain || v.evidence.iter().any(|e| contains(rest, e)))
    });
    found.map(|v| v.media_type)
}

fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_:.-".contains(&byte) || byte >= 0x80
}

/// Returns whether these bytes are at this offset.
fn at(head: &[u8], offset: usize, bytes: &[u8]) -> bool {
    head.get(offset..).is_some_and(|rest| rest.starts_with(bytes))
}

fn be16(head: &[u8], offset: usize) -> Option<u16> {
    head.get(offset..)?.first_chunk().copied().map(u16::from_be_bytes)
}

fn be32(head: &[u8], offset: usize) -> Option<u32> {
    head.get(offset..)?.first_chunk().copied().map(u32::from_be_bytes)
}

fn le32(head: &[u8], offset: usize) -> Option<u32> {
    be32(head, offset).map(u32::swap_bytes)
}

/// Returns the text after the first occurrence; empty if there is none.
fn after<'a>(text: &'a [u8], mark: &[u8]) -> &'a [u8] {
    let found = text.windows(mark.len()).position(|w| w == mark);
    found.map_or(&[], |start| &text[start + mark.len()..])
}

fn contains(text: &[u8], part: &[u8]) -> bool {
    text.windows(part.len()).any(|w| w == part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_known_by_their_first_bytes() {
        let table: &[(&[u8], &str)] = &[
            (b"%PDF-1.4\n", "application/pdf"),
            (b"%!PS-Adobe-3.0\n", "application/postscript"),
            (b"{\\rtf1\\ansi", "application/rtf"),
            (b"\x89PNG\r\n\x1A\n\0\0", "image/png"),
            (b"\xFF\xD8\xFF\xE0\0\x10JFIF", "image/jpeg"),
            (b"GIF89a\x01\0", "image/gif"),
            (b"BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0", "image/bmp"),
            (b"RIFF\x10\0\0\0WEBPVP8 ", "image/webp"),
            (b"II*\0\x08\0", "image/tiff"),
            (b"MM\0*\0\0", "image/tiff"),
            (b"\0\0\x01\0\x01\0\x10\x10\0\0\x01\0\x08\0h\x05\0\0\x16\0\0\0", "image/x-icon"),
            (b"AT&TFORM\0\0\0\x10DJVU", "image/vnd.djvu"),
            (b"\0\0\0\x1Cftypavif\0", "image/avif"),
            (b"\x1F\x8B\x08\0", "application/gzip"),
            (b"PK\x05\x06\0\0", "application/zip"),
            (b"Rar!\x1A\x07\0", "application/vnd.rar"),
            (b"7z\xBC\xAF\x27\x1C", "application/x-7z-compressed"),
            (b"BZh9\x31\x41\x59\x26\x53\x59", "application/x-bzip2"),
            (b"\xFD7zXZ\0", "application/x-xz"),
            (b"\x28\xB5\x2F\xFD", "application/zstd"),
            (b"OggS\0\x02", "application/ogg"),
            (b"ID3\x03\0\0\0\0\x0F\x76", "audio/mpeg"),
            (b"fLaC\0\0\0\x22", "audio/flac"),
            (b"RIFF\x24\0\0\0WAVEfmt ", "audio/wav"),
            (b"FORM\0\0\0\x24AIFFCOMM", "audio/aiff"),
            (b"RIFF\x24\0\0\0AVI LIST", "video/x-msvideo"),
            (b"\0\0\0\x18ftypmp42\0", "video/mp4"),
            (b"\0\0\0\x14ftypqt  \0", "video/quicktime"),
            (b"\0\0\0\x14ftyp3gp4\0", "video/3gpp"),
            (b"\0\0\0\x20ftypM4A \0", "audio/mp4"),
            (b"\0\0\x02\x10moov\0\0\0\x6Cmvhd", "video/quicktime"),
            (b"\x1A\x45\xDF\xA3\x93\x42\x82\x84webm", "video/webm"),
            (b"\x1A\x45\xDF\xA3\x93\x42\x82\x88matroska", "video/x-matroska"),
            (b"\0\0\x01\xBA\x21", "video/mpeg"),
            (b"FLV\x01\x05", "video/x-flv"),
            (b"FWS\x05\x40\x02\0\0x", "application/x-shockwave-flash"),
            (b"CWS\x0A\x40\x02\0\0x", "application/x-shockwave-flash"),
            (b"\0asm\x01\0\0\0", "application/wasm"),
            (b"wOFF\0\x01", "font/woff"),
            (b"wOF2\0\x01", "font/woff2"),
            (b"\0\x01\0\0\0\x0C\0\x80\0\x03\0\x40OS/2", "font/ttf"),
            (b"OTTO\0\x0A", "font/otf"),
            (b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "application/x-ole-storage"),
            (b"\xCA\xFE\xBA\xBE\0\x03\0\x2D", "application/java-vm"),
            (b"\x7FELF\x02\x01", "application/x-elf"),
        ];
        for (head, expected) in table {
            assert_eq!(identify(head), Some(*expected), "{}", head.escape_ascii());
        }
    }

    #[test]
    fn markup_is_known_by_its_first_tag() {
        let table: &[(&str, &str)] = &[
            ("<!DOCTYPE html>", "text/html"),
            ("  \r\n<!doctype HTML PUBLIC \"-//W3C//DTD HTML 4.01//EN\">", "text/html"),
            ("\u{FEFF}<html>", "text/html"),
            ("<HTML\nlang=cs>", "text/html"),
            ("<!-- saved --> <!-- twice -->\n<body >", "text/html"),
            ("<a href=x>", "text/html"),
            ("<p>Dobrý den", "text/html"),
            ("<?xml version='1.0'?><x/>", "application/xml"),
            ("<?xml version='1.0'?>", "application/xml"),
            ("<?xml version='1.0'?><!-- a --><?b c?><html xmlns='x'>", "application/xhtml+xml"),
            ("<?xml version='1.0'?>\n<!DOCTYPE html PUBLIC 'x'>", "application/xhtml+xml"),
            ("<?xml version='1.0'?><svg >", "image/svg+xml"),
            ("<svg xmlns=\"http://www.w3.org/2000/svg\">", "image/svg+xml"),
            ("<!DOCTYPE svg PUBLIC 'x'>", "image/svg+xml"),
            ("<?xml version='1.0'?><rss version='0.91'>", "application/rss+xml"),
            ("<rss version=\"2.0\">", "application/rss+xml"),
            (
                "<?xml version='1.0'?><rdf:RDF \
                 xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' \
                 xmlns='http://purl.org/rss/1.0/'>",
                "application/rss+xml",
            ),
            (
                "<?xml version='1.0'?><rdf:RDF \
                 xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>",
                "application/rdf+xml",
            ),
            ("<feed xmlns='http://www.w3.org/2005/Atom'>", "application/atom+xml"),
            ("<?xml version='1.0'?><feeding >", "application/xml"),
            ("<?xml version='1.0'?><feed >", "application/xml"),
        ];
        for (head, expected) in table {
            assert_eq!(identify(head.as_bytes()), Some(*expected), "{head}");
            for big_endian in [true, false] {
                let mut wide = Vec::new();
                for unit in head.trim_start_matches('\u{FEFF}').encode_utf16() {
                    wide.extend(if big_endian { unit.to_be_bytes() } else { unit.to_le_bytes() });
                }
                let mark = if big_endian { [0xFE, 0xFF] } else { [0xFF, 0xFE] };
                let wide = [&mark[..], &wide].concat();
                assert_eq!(identify(&wide), Some(*expected), "UTF-16 of {head}");
            }
        }
    }

    #[test]
    fn what_is_not_certain_is_not_named() {
        let table: &[&[u8]] = &[
            b"",
            b" ",
            b"BMW has a new car that costs more",
            b"FWSomething else in plain text",
            b"MZ is a country code",
            b"ID3 is a tag format",
            b"RIFF is a container",
            b"plain text",
            b"<",
            b"<!--",
            b"<!--\nfunction hide() {}\n//-->",
            b"<!-- a --> plain",
            b"<pre>",
            b"<?php echo 1; ?>",
            b"<svg>",
            b"<feed>",
            b"<?xmlish?>",
            b"\xCA\xFE\xBA\xBE\0\0\0\x02",
            b"\0\0\x01\0",
            b"\0\0\0\x18ftypzzzz",
            b"\xFF\xFB\x90\0",
            b"\xFF\xFE",
            b"\xFE\xFFx",
            b"\x1A\x45\xDF\xA3\x42\x82",
        ];
        for head in table {
            assert_eq!(identify(head), None, "{}", head.escape_ascii());
        }
    }

    #[test]
    fn repeated_structures_are_known() {
        let packet = [&[0x47][..], &[0; 187]].concat();
        assert_eq!(identify(&packet.repeat(5)), Some("video/mp2t"));
        assert_eq!(identify(&packet.repeat(4)), None);
        // 128 kbit/s at 44,100 Hz: 417 bytes.
        let frame = [&[0xFF, 0xFB, 0x90, 0][..], &[0; 413]].concat();
        assert_eq!(identify(&frame.repeat(2)), Some("audio/mpeg"));
        assert_eq!(identify(&frame), None);
        let mut program = vec![0; 256];
        program[..2].copy_from_slice(b"MZ");
        program[0x3C] = 0x80;
        program[0x80..0x84].copy_from_slice(b"PE\0\0");
        let kind = "application/vnd.microsoft.portable-executable";
        assert_eq!(identify(&program), Some(kind));
        let mut tar = vec![b'a'; 512];
        tar[257..263].copy_from_slice(b"ustar\0");
        assert_eq!(identify(&tar), Some("application/x-tar"));
    }

    #[test]
    fn zip_containers_are_known_by_their_entries() {
        let entry = |name: &str, data: &str| {
            let mut bytes = b"PK\x03\x04\x14\0\0\0\0\0\0\0\0\0\0\0\0\0".to_vec();
            bytes.extend((data.len() as u32).to_le_bytes());
            bytes.extend((data.len() as u32).to_le_bytes());
            bytes.extend((name.len() as u16).to_le_bytes());
            bytes.extend([0, 0]);
            bytes.extend(name.as_bytes());
            bytes.extend(data.as_bytes());
            bytes
        };
        let table: &[(&[(&str, &str)], &str)] = &[
            (&[("mimetype", "application/epub+zip")], "application/epub+zip"),
            (
                &[("mimetype", "application/vnd.oasis.opendocument.text")],
                "application/vnd.oasis.opendocument.text",
            ),
            (&[("mimetype", "text/x-own")], "application/zip"),
            (&[("a.txt", "word/ in the text")], "application/zip"),
            (
                &[("[Content_Types].xml", "<a/>"), ("word/document.xml", "<b/>")],
                "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
            ),
            (
                &[("[Content_Types].xml", "<a/>"), ("_rels/.rels", "<b/>"), ("xl/x.xml", "")],
                "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            ),
            (&[("META-INF/MANIFEST.MF", "")], "application/java-archive"),
        ];
        for (entries, expected) in table {
            let bytes: Vec<u8> = entries.iter().flat_map(|(n, d)| entry(n, d)).collect();
            assert_eq!(identify(&bytes), Some(*expected), "{entries:?}");
        }
    }

    #[test]
    fn every_identified_type_agrees_with_itself() {
        let own = MAGIC.iter().map(|m| m.media_type).chain(BRANDS.iter().map(|(_, t)| *t));
        let own = own.chain(ZIP_MIMETYPES.iter().copied());
        let own = own.chain(ZIP_ENTRIES.iter().map(|(_, t)| *t));
        for media_type in own.chain(VOCABULARIES.iter().map(|v| v.media_type)) {
            assert!(!contradicts(Some(media_type.as_bytes()), media_type), "{media_type}");
        }
    }

    #[test]
    fn no_bytes_make_it_panic() {
        // A small generator, so that a failure can be repeated.
        let mut state = 0x2545_F491_u32;
        let mut random = move || {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            state
        };
        let starts: Vec<&[u8]> = MAGIC.iter().map(|m| m.bytes).collect();
        let more: [&[u8]; 9] = [
            b"PK\x03\x04",
            b"\xFF\xFB\x90",
            b"RIFF",
            b"BM",
            b"MZ",
            b"<?xml ",
            b"<!--",
            b"\xFF\xFE",
            b"\x1A\x45\xDF\xA3\x42\x82",
        ];
        for start in starts.iter().chain(&more) {
            for len in 0..64 {
                let mut bytes = start.to_vec();
                bytes.extend((0..len).map(|_| random() as u8));
                // A type that is found is a media type, and nobody who declared it is contradicted.
                for end in (0..start.len()).chain([bytes.len()]) {
                    if let Some(found) = identify(&bytes[..end]) {
                        let (kind, name) = found.split_once('/').expect("a media type");
                        assert!(!kind.is_empty() && !name.is_empty(), "{found}");
                        assert!(!contradicts(Some(found.as_bytes()), found), "{found}");
                    }
                }
            }
        }
    }
}
