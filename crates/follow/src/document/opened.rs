//! A capture whose content was opened apart, as a source of a document.

use super::Source;
use std::io::{self, BufRead, Read};
use stodola_archive::{BLOCK_MAX, CaptureRow, Content, FileSource, Payload};
use stodola_warc::{HttpInfo, RecordBlock, RecordType};

/// Fields of the head that say something about the content. Its codings are undone.
const FIELDS: [&str; 2] = ["Content-Type", "Content-Language"];

/// A capture in memory, without codings.
pub(super) struct OpenedContent {
    file: String,
    row: CaptureRow,
    http: HttpInfo,
    block: Vec<u8>,
}

impl OpenedContent {
    pub(super) fn read(
        file: &str,
        row: &CaptureRow,
        content: Content<impl BufRead>,
    ) -> io::Result<OpenedContent> {
        let mut block = b"HTTP/1.1 200 OK\r\n".to_vec();
        let mut content_type = None;
        if let Some(head) = content.head() {
            for name in FIELDS {
                let Some(value) = head.field(name) else { continue };
                let value: Vec<u8> = value
                    .iter()
                    .map(|byte| if byte.is_ascii_control() { b' ' } else { *byte })
                    .collect();
                block.extend_from_slice(format!("{name}: ").as_bytes());
                block.extend_from_slice(&value);
                block.extend_from_slice(b"\r\n");
                if name == FIELDS[0] {
                    content_type = Some(value);
                }
            }
        }
        block.extend_from_slice(b"\r\n");
        let head_len = block.len();
        content.into_decoded(BLOCK_MAX).take(BLOCK_MAX).read_to_end(&mut block)?;
        let mut row = row.clone();
        row.mime = content_type.as_deref().map(|value| {
            String::from_utf8_lossy(stodola_warc::http::media_type(value)).into_owned()
        });
        let http = HttpInfo { status: row.status, content_type, head_len, is_chunked: false };
        Ok(OpenedContent { file: file.to_owned(), row, http, block })
    }
}

impl Source for OpenedContent {
    fn file(&self) -> &str {
        &self.file
    }

    fn row(&self) -> &CaptureRow {
        &self.row
    }

    /// It has a content, as the original has.
    fn kind(&self) -> RecordType {
        RecordType::Response
    }

    fn http(&self) -> Option<&HttpInfo> {
        Some(&self.http)
    }

    fn field(&self, _: &str) -> Option<&[u8]> {
        None
    }

    fn declared_length(&self) -> Option<u64> {
        Some(self.block.len() as u64)
    }

    fn beginning(&mut self, n: usize) -> io::Result<&[u8]> {
        Ok(&self.block[..n.min(self.block.len())])
    }

    fn block(&mut self) -> io::Result<Option<&[u8]>> {
        Ok(Some(&self.block))
    }

    fn read_again(&self) -> io::Result<RecordBlock<FileSource>> {
        Err(io::Error::other("the content is in memory"))
    }

    fn payload_key(&mut self) -> Option<Payload> {
        None
    }
}
