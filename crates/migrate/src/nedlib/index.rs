//! The list of the files in a folder or an archive, in little memory, and what their names say.

use std::cmp::Ordering;
use std::io;

use super::content::invalid;

/// Bytes of memory for a list. This is enough for about 900,000 files with names of 60 bytes.
pub(super) const LIMIT: usize = 96 << 20;

/// Length of an MD5 in hexadecimal digits.
pub(super) const STEM: usize = 32;

/// Extensions of metadata files.
const METADATA: [&[u8]; 2] = [b"meta", b"metadata"];

/// Longest extension that a content file may have.
const MAX_EXTENSION: usize = 8;

/// What a file is, judging by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Content,
    Metadata,
    /// Neither of them.
    Foreign,
}

/// One file of the list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Member {
    name_start: u32,
    name_len: u32,
    /// Offset of its data in a tar, or of its local header in a zip; 0 in a folder.
    pub(super) at: u64,
    /// Bytes in the archive.
    pub(super) packed: u64,
    /// Bytes after unpacking.
    pub(super) len: u64,
    pub(super) crc: u32,
    pub(super) method: u16,
    pub(super) state: State,
}

/// Whether a file can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Good,
    /// The archive ends within it.
    Truncated,
    /// A link, a device.
    NotAFile,
    Sparse,
    Encrypted,
    UnknownMethod,
    /// It shares bytes with another file.
    Overlapping,
}

impl Member {
    pub(super) fn new(at: u64, len: u64, state: State) -> Member {
        Member { name_start: 0, name_len: 0, at, packed: len, len, crc: 0, method: 0, state }
    }
}

/// Files with their names in one piece of memory.
#[derive(Debug)]
pub(super) struct Index {
    names: Vec<u8>,
    members: Vec<Member>,
    limit: usize,
}

impl Index {
    pub(super) fn new(limit: usize) -> Index {
        Index { names: Vec::new(), members: Vec::new(), limit }
    }

    pub(super) fn push(&mut self, name: &[u8], member: Member) -> io::Result<()> {
        let size = self.names.len()
            + name.len()
            + (self.members.len() + 1) * std::mem::size_of::<Member>();
        let start = u32::try_from(self.names.len());
        let (true, Ok(name_start), Ok(name_len)) =
            (size <= self.limit, start, u32::try_from(name.len()))
        else {
            return Err(invalid("contains too many files; split it"));
        };
        self.names.extend_from_slice(name);
        self.members.push(Member { name_start, name_len, ..member });
        Ok(())
    }

    pub(super) fn len(&self) -> usize {
        self.members.len()
    }

    pub(super) fn get(&self, number: usize) -> &Member {
        &self.members[number]
    }

    pub(super) fn members(&self) -> &[Member] {
        &self.members
    }

    pub(super) fn name(&self, number: usize) -> &[u8] {
        name_of(&self.names, &self.members[number])
    }

    /// Sorts by folder, then by name in lower case, so that the files of one MD5 come together.
    pub(super) fn sort(&mut self) {
        let names = &self.names;
        self.members.sort_unstable_by(|a, b| {
            let (name_a, name_b) = (name_of(names, a), name_of(names, b));
            let ((folder_a, file_a), (folder_b, file_b)) = (split(name_a), split(name_b));
            folder_a
                .cmp(folder_b)
                .then_with(|| compare_folded(file_a, file_b))
                .then_with(|| name_a.cmp(name_b))
                .then_with(|| a.at.cmp(&b.at))
        });
    }

    /// Marks files that share bytes with others. Decompression bombs are made like this, and no single file shows it.
    /// `gap` is the smallest number of bytes before the data of each file, `end` is where data ends.
    pub(super) fn mark_overlaps(&mut self, gap: u64, end: u64) {
        self.members.sort_unstable_by_key(|member| member.at);
        let mut reached = 0_u64;
        let mut previous = None;
        for number in 0..self.members.len() {
            let member = self.members[number];
            let own_end = member.at.saturating_add(gap).saturating_add(member.packed);
            if member.at < reached {
                self.members[number].state = State::Overlapping;
                if let Some(previous) = previous {
                    let previous: &mut Member = &mut self.members[previous];
                    previous.state = State::Overlapping;
                }
            }
            if own_end > end && self.members[number].state == State::Good {
                self.members[number].state = State::Truncated;
            }
            if own_end > reached {
                (reached, previous) = (own_end, Some(number));
            }
        }
    }

    /// Returns the number of the first file after `start` that has another folder or MD5.
    pub(super) fn group_end(&self, start: usize) -> usize {
        let (folder, file) = split(self.name(start));
        let Some(stem) = stem(file) else { return start + 1 };
        let same = |number: &usize| {
            let (other_folder, other) = split(self.name(*number));
            folder == other_folder
                && other.get(..STEM).is_some_and(|s| s.eq_ignore_ascii_case(stem))
        };
        (start + 1..self.len()).find(|number| !same(number)).unwrap_or(self.len())
    }
}

fn name_of<'a>(names: &'a [u8], member: &Member) -> &'a [u8] {
    let start = member.name_start as usize;
    &names[start..start + member.name_len as usize]
}

/// Compares names, letter case ignored.
pub(super) fn compare_folded(a: &[u8], b: &[u8]) -> Ordering {
    a.iter().map(u8::to_ascii_lowercase).cmp(b.iter().map(u8::to_ascii_lowercase))
}

/// Returns the folder, with its last separator, and the file name.
pub(super) fn split(name: &[u8]) -> (&[u8], &[u8]) {
    let file = name.iter().rposition(|&b| b == b'/' || b == b'\\').map_or(0, |at| at + 1);
    name.split_at(file)
}

/// Returns the MD5 that a file name begins with; `None` if it does not.
pub(super) fn stem(file: &[u8]) -> Option<&[u8]> {
    file.get(..STEM).filter(|stem| stem.iter().all(u8::is_ascii_hexdigit))
}

/// Returns what a file is, judging by its name without folders.
pub(super) fn role(file: &[u8]) -> Role {
    let Some(stem) = stem(file) else { return Role::Foreign };
    let rest = &file[stem.len()..];
    let (rest, role) = match without_metadata_extension(rest) {
        Some(rest) => (rest, Role::Metadata),
        None => (rest, Role::Content),
    };
    let extension = match rest {
        [] => true,
        [b'.', extension @ ..] => {
            (1..=MAX_EXTENSION).contains(&extension.len())
                && extension.iter().all(u8::is_ascii_alphanumeric)
        }
        _ => false,
    };
    if extension { role } else { Role::Foreign }
}

/// Returns the name of the content file that a metadata file is named after.
pub(super) fn base(file: &[u8]) -> &[u8] {
    without_metadata_extension(file).unwrap_or(file)
}

fn without_metadata_extension(name: &[u8]) -> Option<&[u8]> {
    let dot = name.iter().rposition(|&b| b == b'.')?;
    let extension = &name[dot + 1..];
    METADATA.iter().any(|m| m.eq_ignore_ascii_case(extension)).then_some(&name[..dot])
}
