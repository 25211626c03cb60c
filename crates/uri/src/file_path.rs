//! URIs as paths of files, and back.
//!
//! ```text
//! http://www.example.cz/news/Today.html   http/www.example.cz/news/!today.html
//! https://example.cz:8080/                https/example.cz~3a8080/~index.html
//! http://a.cz/list.php?id=3&x=%C3%A9      http/a.cz/list.php~3fid=3~26x=@c3@a9~.html
//! http://a.cz/v1.2//.git/config           http/a.cz/v1~2e2/~_/~2egit/config~.file
//! urn:isbn:80-7                           ~other/urn~3aisbn~3a80-7~.file
//! ```
//!
//! Scheme and authority are folders, so are the segments of the path; the last segment, with the query, is the file.
//! Small letters, digits and `-_.=+,` stand for themselves. `!a` is a capital letter, `@c3` is `%C3`, and `~3f` is any
//! other byte, so a path is ASCII without capitals: file systems that do not tell case apart, and those that change
//! the spelling of accented letters, do no harm. Nothing has to be escaped in a link to such a file, except that its
//! first component must not look like a scheme, which it never does. Markers begin with `~` and no hexadecimal digit:
//!
//! | marker | meaning |
//! |---|---|
//! | `~_` | an empty segment that is a folder, or an empty authority |
//! | `~index.EXT` | an empty last segment: the address ends in `/` |
//! | `~.EXT` | at the end of a file: an extension that the address does not have |
//! | `~+` | at the end of a folder: the component was too long and goes on in the next one |
//! | `~other` | the first folder of addresses that are not `scheme://authority/path` |
//!
//! A file never has the name of a folder: every file has a dot in its name, and folders behind the authority have none
//! (`~2e` stands for it). Names that begin or end with a dot, and names of devices (`aux.txt`) are escaped as well, so
//! neither `..` nor `.git` can come of any address.

mod decode;

pub use decode::uri_of_file_path;

use crate::parts::{Split, split};
use crate::percent::escape_at;
use crate::without_fragment;

/// Maximum length of a component of a path that [`file_path`] gives, in bytes. Every common file system allows more.
pub const COMPONENT_MAX: usize = 200;

/// Maximum length of the extension that a caller asks for, in bytes.
const EXTENSION_MAX: usize = 16;
/// The extension of a file that needs one for its dot, if the caller asks for none.
const DEFAULT_EXTENSION: &str = "file";

const EMPTY: &str = "~_";
const INDEX: &str = "~index";
const ADDED: &str = "~.";
const GOES_ON: &str = "~+";
const OTHER: &str = "~other";

/// Names of devices on Windows, with any extension.
const DEVICES: [&str; 24] = [
    "con", "prn", "aux", "nul", "com0", "com1", "com2", "com3", "com4", "com5", "com6", "com7",
    "com8", "com9", "lpt0", "lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9",
];

/// Returns the relative path of the file in which the content of a URI is kept. The module's first lines show how it
/// is made; [`uri_of_file_path`] turns it back. The fragment does not count, everything else does: normalise first if
/// equivalent URIs are to be one file.
///
/// If `extension` is given, it is put behind the name, so that programs know what the file is; letters and digits of
/// it are used. Two URIs never have the same path, whatever extensions they get, nor does the path of one lie below
/// that of another, also where upper and lower case are the same.
///
/// A path has components of at most [`COMPONENT_MAX`] bytes, and is at most some four times as long as the URI. Most
/// systems refuse paths of more than 4,096 bytes; the caller decides what to do with such URIs.
///
/// ```
/// use stodola_uri::{file_path, uri_of_file_path};
///
/// let path = file_path(b"http://www.example.cz/a/Show.php?id=3#top", Some("html"));
/// assert_eq!(path, "http/www.example.cz/a/!show.php~3fid=3~.html");
/// assert_eq!(uri_of_file_path(&path).unwrap(), b"http://www.example.cz/a/Show.php?id=3");
/// assert_eq!(file_path(b"https://example.cz/img/logo.png", None), "https/example.cz/img/logo.png");
/// assert_eq!(file_path(b"http://a.cz/../AUX/", Some("html")), "http/a.cz/~2e~2e/!a!u!x/~index.html");
/// ```
pub fn file_path(uri: &[u8], extension: Option<&str>) -> String {
    let uri = without_fragment(uri);
    let extension = extension.map(plain_extension);
    let mut out = String::with_capacity(uri.len() + 16);
    let Split { scheme, authority, path, .. } = split(uri);
    let rest = match (scheme, authority) {
        (Some(scheme), Some(authority)) if path.starts_with(b"/") => {
            push_folder(&mut out, scheme, Dots::Escaped);
            push_folder(&mut out, authority, Dots::Kept);
            // Behind `scheme://authority/`.
            &uri[scheme.len() + 3 + authority.len() + 1..]
        }
        _ => {
            out.push_str(OTHER);
            out.push('/');
            uri
        }
    };
    let path_end = rest.iter().position(|&byte| byte == b'?').unwrap_or(rest.len());
    let file = rest[..path_end].iter().rposition(|&byte| byte == b'/').map_or(0, |at| at + 1);
    if file > 0 {
        for segment in rest[..file - 1].split(|&byte| byte == b'/') {
            push_folder(&mut out, segment, Dots::Escaped);
        }
    }
    push_file(&mut out, &rest[file..], extension.as_deref());
    out
}

/// Returns what can be used of an extension.
fn plain_extension(wanted: &str) -> String {
    let plain = wanted.bytes().filter(u8::is_ascii_alphanumeric).take(EXTENSION_MAX);
    let plain: String = plain.map(|byte| char::from(byte.to_ascii_lowercase())).collect();
    if plain.is_empty() { DEFAULT_EXTENSION.to_owned() } else { plain }
}

/// What becomes of dots within a component.
#[derive(Clone, Copy, PartialEq)]
enum Dots {
    Kept,
    Escaped,
}

/// Appends a segment as folders, with a slash behind each: one, or several if it is too long.
fn push_folder(out: &mut String, segment: &[u8], dots: Dots) {
    if segment.is_empty() {
        out.push_str(EMPTY);
        out.push('/');
        return;
    }
    let mut rest = segment;
    while !rest.is_empty() {
        let (component, len) = component(rest, dots, COMPONENT_MAX);
        if len == rest.len() {
            out.push_str(&component);
            out.push('/');
            return;
        }
        rest = push_part(out, rest, dots);
    }
}

/// Appends as much of a segment as fits into a folder that goes on in the next one, and returns the rest of it.
fn push_part<'a>(out: &mut String, rest: &'a [u8], dots: Dots) -> &'a [u8] {
    let (component, len) = component(rest, dots, COMPONENT_MAX - GOES_ON.len());
    out.push_str(&component);
    out.push_str(GOES_ON);
    out.push('/');
    &rest[len..]
}

/// Appends the last segment with its query as a file, perhaps below folders if it is too long.
fn push_file(out: &mut String, name: &[u8], extension: Option<&str>) {
    let mut rest = name;
    loop {
        if rest.is_empty() {
            out.push_str(INDEX);
            out.push('.');
            out.push_str(extension.unwrap_or(DEFAULT_EXTENSION));
            return;
        }
        let (mut component, len) = component(rest, Dots::Kept, COMPONENT_MAX);
        if len == rest.len() {
            let added = match extension {
                None if component.contains('.') => None,
                extension => Some(extension.unwrap_or(DEFAULT_EXTENSION)),
            };
            if let Some(added) = added {
                component.push_str(ADDED);
                component.push_str(added);
            }
            if component.len() <= COMPONENT_MAX {
                out.push_str(&component);
                return;
            }
        }
        rest = push_part(out, rest, Dots::Escaped);
    }
}

/// Returns the longest beginning of `bytes` whose component has at most `max` bytes, and how many bytes it is of.
fn component(bytes: &[u8], dots: Dots, max: usize) -> (String, usize) {
    let mut out = String::new();
    let mut at = 0;
    while at < bytes.len() {
        let byte = bytes[at];
        let is_end = at == 0 || at + 1 == bytes.len();
        let before = out.len();
        let next = match byte {
            b'.' if dots == Dots::Kept && !is_end => {
                out.push('.');
                at + 1
            }
            b'a'..=b'z' if at == 0 && is_device(bytes) => {
                push_hex(&mut out, '~', byte);
                at + 1
            }
            b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'=' | b'+' | b',' => {
                out.push(char::from(byte));
                at + 1
            }
            b'A'..=b'Z' => {
                out.push('!');
                out.push(char::from(byte.to_ascii_lowercase()));
                at + 1
            }
            _ => match escape_at(bytes, at) {
                // Only escapes with capital digits, the usual ones, have the short form.
                Some(meant) if !bytes[at..at + 3].iter().any(u8::is_ascii_lowercase) => {
                    push_hex(&mut out, '@', meant);
                    at + 3
                }
                _ => {
                    push_hex(&mut out, '~', byte);
                    at + 1
                }
            },
        };
        if out.len() > max {
            out.truncate(before);
            break;
        }
        at = next;
    }
    (out, at)
}

fn push_hex(out: &mut String, mark: char, byte: u8) {
    out.push(mark);
    for digit in [byte >> 4, byte & 15] {
        out.extend(char::from_digit(u32::from(digit), 16));
    }
}

/// Whether Windows would take a name for a device.
fn is_device(name: &[u8]) -> bool {
    let stem = name.split(|&byte| byte == b'.').next().unwrap_or_default();
    DEVICES.iter().any(|device| device.as_bytes() == stem)
}
