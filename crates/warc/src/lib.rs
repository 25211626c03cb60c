//! Reads every version of ARC and WARC, also damaged files, and writes WARC.
//!
//! [`Reader`] finds every record of a file, whatever its format and packing; a [`Record`] gives what its header says
//! and its block as a byte stream; [`Warning`]s and [`Gap`]s say, to the byte, what is wrong. No network, no clock, no
//! async; memory is bounded for any input.
//!
//! ```
//! use stodola_warc::Reader;
//! use std::io::Read;
//!
//! let file = b"WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://example.cz/\r\n\
//!     Content-Length: 5\r\n\r\nhello\r\n\r\n";
//! let mut reader = Reader::new(&file[..]);
//! while let Some(mut record) = reader.next_record()? {
//!     assert_eq!(record.uri(), Some(&b"http://example.cz/"[..]));
//!     let mut block = Vec::new();
//!     record.read_to_end(&mut block)?;
//!     assert_eq!(block, b"hello");
//!     let end = record.finish()?;
//!     assert!(end.warnings.is_empty());
//! }
//! assert!(reader.take_gaps().is_empty());
//! # Ok::<(), std::io::Error>(())
//! ```

mod arc;
pub mod check;
pub mod date;
pub mod decode;
pub mod digest;
mod gzip;
mod header;
pub mod http;
mod input;
mod payload;
pub mod post;
mod range;
mod reader;
mod record;
pub mod segments;
mod start;
mod stream;
mod warning;
mod wrapping;
pub mod write;
mod zst;

pub use arc::{ArcLine, ArcVersion};
pub use header::Header;
pub use payload::{Digests, HttpInfo, payload_digest_of};
pub use range::GapBytes;
pub use reader::{Account, LOOK_AHEAD, MAX_HEADER, Reader};
pub use record::{AnyHeader, Format, Record, RecordBlock, RecordEnd, RecordType, WarcVersion};
pub use stream::Container;
pub use warning::{Gap, GapReason, Grade, Warning};
pub use wrapping::Wrapping;
