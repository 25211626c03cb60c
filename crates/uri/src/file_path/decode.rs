//! The way back: from the path of a file to the URI that it was made of.

use super::{ADDED, DEFAULT_EXTENSION, EMPTY, GOES_ON, INDEX, OTHER, file_path};
use crate::percent::push_escape;

/// Returns the URI whose file has this path, without its fragment; `None` if [`file_path`] gives this path to no URI.
///
/// Any text is accepted: names of files may come from elsewhere.
pub fn uri_of_file_path(path: &str) -> Option<Vec<u8>> {
    let (folders, file) = path.rsplit_once('/')?;
    let mut folders = folders.split('/');
    let mut uri = Vec::with_capacity(path.len());
    let first = folders.next()?;
    if first != OTHER {
        push_segment(&mut uri, first, &mut folders)?;
        uri.extend_from_slice(b"://");
        let authority = folders.next()?;
        push_segment(&mut uri, authority, &mut folders)?;
        uri.push(b'/');
    }
    // Whether the component before goes on, so that no slash stands between the two.
    let mut goes_on = false;
    let mut is_first = true;
    for folder in folders {
        if !goes_on && !is_first {
            uri.push(b'/');
        }
        is_first = false;
        goes_on = push_component(&mut uri, folder)?;
    }
    if !goes_on && !is_first {
        uri.push(b'/');
    }
    let extension = push_file(&mut uri, file)?;
    // Many spellings could be read, but only one is written.
    (file_path(&uri, extension) == path).then_some(uri)
}

/// Appends what a folder stands for, and what those stand for in which it goes on.
fn push_segment<'a>(
    uri: &mut Vec<u8>,
    first: &str,
    more: &mut impl Iterator<Item = &'a str>,
) -> Option<()> {
    let mut goes_on = push_component(uri, first)?;
    while goes_on {
        goes_on = push_component(uri, more.next()?)?;
    }
    Some(())
}

/// Appends what a folder stands for, and returns whether it goes on in the next component.
fn push_component(uri: &mut Vec<u8>, component: &str) -> Option<bool> {
    if component == EMPTY {
        return Some(false);
    }
    match component.strip_suffix(GOES_ON) {
        Some(component) => push_bytes(uri, component).map(|()| true),
        None => push_bytes(uri, component).map(|()| false),
    }
}

/// Appends what a file stands for, and returns the extension that was added to it.
fn push_file<'a>(uri: &mut Vec<u8>, file: &'a str) -> Option<Option<&'a str>> {
    if let Some(extension) = file.strip_prefix(INDEX).and_then(|rest| rest.strip_prefix('.')) {
        return Some((extension != DEFAULT_EXTENSION).then_some(extension));
    }
    match file.rsplit_once(ADDED) {
        Some((name, extension)) => push_bytes(uri, name).map(|()| Some(extension)),
        None => push_bytes(uri, file).map(|()| None),
    }
}

/// Appends the bytes that the characters of a component stand for; `None` if they stand for nothing.
fn push_bytes(uri: &mut Vec<u8>, component: &str) -> Option<()> {
    let mut rest = component.as_bytes();
    while let Some((&first, behind)) = rest.split_first() {
        rest = match first {
            b'!' => {
                let (letter, behind) = behind.split_first()?;
                uri.push(letter.to_ascii_uppercase());
                behind
            }
            b'~' | b'@' => {
                let digits = str::from_utf8(behind.get(..2)?).ok()?;
                let byte = u8::from_str_radix(digits, 16).ok()?;
                match first {
                    b'~' => uri.push(byte),
                    _ => push_escape(uri, byte),
                }
                &behind[2..]
            }
            byte => {
                uri.push(byte);
                behind
            }
        };
    }
    Some(())
}
