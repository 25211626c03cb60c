//! Reads every record of the given `.warc.gz` with its body, and counts.

use std::error::Error;
use std::io::Read;
use warc::{WarcHeader, WarcReader};

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args_os().nth(1).ok_or("usage: peer-warc-crate FILE")?;
    let mut reader = WarcReader::from_path_gzip(path)?;
    let mut records = reader.stream_records();
    let (mut count, mut with_uri, mut bytes) = (0u64, 0u64, 0u64);
    let mut body = Vec::new();
    while let Some(record) = records.next_item() {
        let mut record = record?;
        count += 1;
        with_uri += u64::from(record.header(WarcHeader::TargetURI).is_some());
        body.clear();
        record.read_to_end(&mut body)?;
        bytes += body.len() as u64;
    }
    println!("{count} records, {with_uri} with a URI, {bytes} bytes in blocks");
    Ok(())
}
