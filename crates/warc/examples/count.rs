//! Counts records: for profiling.
use std::io::BufRead;
fn main() {
    for path in std::env::args().skip(1) {
        let mut reader = stodola_warc::Reader::open(path.as_ref()).unwrap();
        let (mut n, mut bytes, mut w) = (0u64, 0u64, 0u64);
        let mut gaps = vec![];
        while let Some(mut r) = reader.next_record().unwrap() {
            let desc =
                format!("{} {:?} {:?}", r.offset(), r.kind(), r.uri().map(String::from_utf8_lossy));
            loop {
                let k = r.fill_buf().unwrap().len();
                if k == 0 {
                    break;
                }
                r.consume(k);
            }
            let end = r.finish().unwrap();
            n += 1;
            bytes += end.block_length;
            w += end.warnings.len() as u64;
            if std::env::var("V").is_ok() {
                println!(
                    "{desc} len={:?} block={} {:?}",
                    end.length, end.block_length, end.warnings
                );
                for g in reader.take_gaps() {
                    println!("   GAP {g:?}");
                }
            } else {
                gaps.extend(reader.take_gaps());
            }
        }
        gaps.extend(reader.take_gaps());
        println!("{path}: {n} records, {bytes} block bytes, {w} warnings, {} gaps", gaps.len());
        if std::env::var("V").is_ok() {
            for g in gaps {
                println!("   GAP {g:?}");
            }
        }
    }
}
