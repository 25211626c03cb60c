//! Goes over the records of a file with the library's reader, skips their blocks, and prints their
//! number.

use std::io::BufRead;

fn main() {
    let path = std::env::args_os().nth(1).expect("a file");
    let mut reader = stodola_warc::Reader::open(path.as_ref()).expect("readable");
    let (mut records, mut bytes) = (0u64, 0u64);
    while let Some(mut record) = reader.next_record().expect("readable") {
        loop {
            let n = record.fill_buf().expect("readable").len();
            if n == 0 {
                break;
            }
            record.consume(n);
        }
        bytes += record.finish().expect("readable").block_length;
        records += 1;
    }
    println!("{records} records, {bytes} block bytes");
}
