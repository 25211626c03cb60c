//! The index of a WACZ file: CDXJ lines in gzip members of 3,000 lines, and a list of these members.

use super::measured::{Measure, Measured};
use super::{ExportError, scratch, sorted};
use crate::LineSorter;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::fs::File;
use std::io::{self, BufRead, Seek, Write};
use stodola_warc::digest::Algorithm;

/// Lines in a member.
const LINES: usize = 3000;

/// The two files of an index.
pub(super) struct IndexFiles {
    /// `index.cdx.gz`.
    pub(super) lines: (File, Measure),
    /// `index.idx`.
    pub(super) members: (File, Measure),
}

/// Makes the index of sorted lines.
pub(super) fn write_index(lines: LineSorter) -> Result<IndexFiles, ExportError> {
    write(lines).map_err(ExportError::Scratch)
}

fn write(lines: LineSorter) -> io::Result<IndexFiles> {
    let mut lines = sorted(lines)?;
    let mut out = Measured::new(scratch()?);
    let mut members = Measured::new(io::BufWriter::new(scratch()?));
    members
        .write_all(b"!meta 0 {\"format\": \"cdxj-gzip-1.0\", \"filename\": \"index.cdx.gz\"}\n")?;
    let mut text = Vec::new();
    loop {
        text.clear();
        for _ in 0..LINES {
            if lines.read_until(b'\n', &mut text)? == 0 {
                break;
            }
        }
        if text.is_empty() {
            break;
        }
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(&text)?;
        let member = encoder.finish()?;
        members.write_all(beginning(&text))?;
        let (offset, length) = (out.bytes(), member.len());
        let digest = Algorithm::Sha256.digest(&member);
        writeln!(
            members,
            " {{\"offset\": {offset}, \"length\": {length}, \"digest\": \"{digest}\"}}"
        )?;
        out.write_all(&member)?;
    }
    let (members, measure) = members.finish();
    let members = members.into_inner().map_err(io::IntoInnerError::into_error)?;
    Ok(IndexFiles { lines: rewound(out.finish())?, members: rewound((members, measure))? })
}

fn rewound((mut file, measure): (File, Measure)) -> io::Result<(File, Measure)> {
    file.rewind()?;
    Ok((file, measure))
}

/// Key and time of the first line.
fn beginning(text: &[u8]) -> &[u8] {
    let mut spaces = text.iter().enumerate().filter(|(_, byte)| **byte == b' ').map(|(at, _)| at);
    let end = spaces.nth(1).unwrap_or(text.len());
    &text[..end]
}
