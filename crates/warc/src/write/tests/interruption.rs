//! Interrupted files, cut at every byte.

use super::{ALL, Folder, Found, date, ids, options, read_all, resource, warcinfo};
use crate::RecordType;
use crate::write::{
    Compression, FileError, RecordHead, Resumed, WarcFile, WarcWriter, WriterOptions, resume,
};
use std::fs::{self, File};
use std::io::Cursor;

/// A file with blocks that can be taken for records, and where its records end. Short headers: every
/// byte is a cut.
fn sample(compression: Compression) -> (Vec<u8>, Vec<u64>) {
    let bare =
        |compression| WriterOptions { compression, digest: None, ..WriterOptions::default() };
    let head = |n: usize| RecordHead::new(RecordType::Resource, &format!("urn:test:{n}"), date());
    let archived = |compression| {
        let mut writer = WarcWriter::new(Vec::new(), bare(compression)).unwrap();
        writer.write(&head(100), b"archived").unwrap();
        writer.into_inner()
    };
    let (packed, plain) = (archived(Compression::Gzip), archived(Compression::None));
    let blocks: [&[u8]; 5] = [b"first", &packed, b"", &plain, b"\r\n\r\n"];
    let mut writer = WarcWriter::new(Vec::new(), bare(compression)).unwrap();
    let mut ends = vec![0];
    writer.write_warcinfo(&warcinfo(), None).unwrap();
    ends.push(writer.position());
    for (i, block) in blocks.into_iter().enumerate() {
        writer.write(&head(i), block).unwrap();
        ends.push(writer.position());
    }
    (writer.into_inner(), ends)
}

#[test]
fn whole_records_before_any_cut_are_kept() {
    for compression in ALL {
        let (bytes, ends) = sample(compression);
        let all = read_all(&bytes[..]);
        for cut in 0..=bytes.len() {
            let whole = ends.iter().filter(|end| **end <= cut as u64).count() - 1;
            let mut file = Cursor::new(&bytes[..cut]);
            let scan = resume::scan(&mut file, cut as u64, compression.container()).unwrap();
            assert_eq!((scan.records, scan.end), (whole as u64, ends[whole]), "cut at {cut}");
            assert!(!scan.is_foreign, "cut at {cut}");
            assert_eq!(scan.warcinfo_id.is_some(), whole > 0);
        }
        // What follows depends on the records that are kept, not on the cut.
        for (whole, end) in ends.iter().enumerate() {
            let kept = bytes[..*end as usize].to_vec();
            let mut writer = WarcWriter::with_offset(kept, *end, options(compression)).unwrap();
            let appended = writer.write(&resource(50), b"after the crash").unwrap();
            let found = read_all(&writer.out[..]);
            assert_eq!(found[..whole], all[..whole]);
            assert_eq!(ids(&found[whole..]), ["urn:test:50"]);
            assert_eq!(found[whole].offset, appended.offset);
        }
    }
}

/// The same on disk, where each cut costs several syncs: cuts around every record end, and some.
#[test]
fn an_interrupted_file_is_continued_and_closed() {
    for compression in ALL {
        let folder = Folder::new();
        let (path, open) = (folder.join("x.warc"), folder.join("x.warc.open"));
        let (bytes, ends) = sample(compression);
        let all = read_all(&bytes[..]);
        let near = |cut: u64| ends.iter().any(|end| end.abs_diff(cut) <= 1);
        for cut in (0..=bytes.len()).filter(|cut| near(*cut as u64) || cut % 97 == 0) {
            fs::write(&open, &bytes[..cut]).unwrap();
            let whole = ends.iter().filter(|end| **end <= cut as u64).count() - 1;
            let (mut file, resumed) =
                WarcFile::resume(&open, &warcinfo(), options(compression)).unwrap();
            let kept = ends[whole];
            let saved = resumed.saved.clone();
            let expected = Resumed { records: whole as u64, kept, cut: cut as u64 - kept, saved };
            assert_eq!(resumed, expected);
            assert_eq!(file.warcinfo_id(), Some("urn:test:info"));
            file.write(&resource(50), b"after the crash").unwrap();
            assert_eq!(file.close().unwrap(), path);
            let found = read_all(File::open(&path).unwrap());
            let mut expected: Vec<&str> = ids(&all[..whole]);
            if whole == 0 {
                expected.push("urn:test:info");
            }
            expected.push("urn:test:50");
            assert_eq!(ids(&found), expected, "cut at {cut}");
            assert!(!open.exists());
            fs::remove_file(&path).unwrap();
        }
    }
}

#[test]
fn a_hole_in_the_middle_costs_no_record_behind_it() {
    for compression in ALL {
        let (mut bytes, ends) = sample(compression);
        let size = bytes.len() as u64;
        bytes[ends[2] as usize..ends[3] as usize - 1].fill(0);
        bytes.extend([0; 300]);
        let mut file = Cursor::new(&bytes[..]);
        let scan = resume::scan(&mut file, bytes.len() as u64, compression.container()).unwrap();
        assert_eq!((scan.records, scan.end), (ends.len() as u64 - 2, size), "{compression:?}");
    }
}

#[test]
fn damage_in_a_member_is_not_taken_for_a_whole_record() {
    for compression in [Compression::Gzip, Compression::Zstd] {
        let (mut bytes, ends) = sample(compression);
        let last = ends[ends.len() - 2];
        let checksum = bytes.len() - if compression == Compression::Gzip { 8 } else { 1 };
        bytes[checksum] ^= 1;
        let mut file = Cursor::new(&bytes[..]);
        let scan = resume::scan(&mut file, bytes.len() as u64, compression.container()).unwrap();
        assert_eq!((scan.records, scan.end), (ends.len() as u64 - 2, last), "{compression:?}");
    }
}

#[test]
fn nothing_but_nul_is_started_anew() {
    let folder = Folder::new();
    let open = folder.join("x.warc.gz.open");
    fs::write(&open, [0; 5000]).unwrap();
    let (file, resumed) = WarcFile::resume(&open, &warcinfo(), options(ALL[1])).unwrap();
    assert_eq!(resumed, Resumed { records: 0, kept: 0, cut: 5000, saved: None });
    let found: Vec<Found> = read_all(File::open(file.close().unwrap()).unwrap());
    assert_eq!(ids(&found), ["urn:test:info"]);
}

#[test]
fn what_is_no_warc_file_of_that_packing_is_left_alone() {
    let folder = Folder::new();
    let open = folder.join("x.warc.gz.open");
    let (gzip, _) = sample(Compression::Gzip);
    let (plain, _) = sample(Compression::None);
    let mixed = [&gzip[..], &plain].concat();
    let dictionary = b"\x5d\x2a\x4d\x18\x02\0\0\0ab".to_vec();
    let table = [
        (b"Dear diary".to_vec(), Compression::None),
        (b"Dear diary".to_vec(), Compression::Gzip),
        (gzip, Compression::Zstd),
        (plain, Compression::Gzip),
        (mixed, Compression::Gzip),
        (dictionary, Compression::Zstd),
    ];
    for (bytes, compression) in table {
        fs::write(&open, &bytes).unwrap();
        let result = WarcFile::resume(&open, &warcinfo(), options(compression));
        assert!(matches!(result, Err(FileError::Foreign(path)) if path == open));
        assert_eq!(fs::read(&open).unwrap(), bytes);
    }
}

#[test]
fn what_may_be_whole_records_is_put_beside_before_it_is_cut() {
    let (bytes, ends) = sample(Compression::None);
    let folder = Folder::new();
    let open = folder.join("x.warc.open");
    // A digit more in one length: the record seems to reach beyond the file, others stand behind.
    let at = bytes[ends[2] as usize..].windows(16).position(|w| w == b"Content-Length: ").unwrap();
    let at = ends[2] as usize + at + 16;
    let damaged = [&bytes[..at], b"99", &bytes[at..]].concat();
    fs::write(&open, &damaged).unwrap();
    let resume = || WarcFile::resume(&open, &warcinfo(), options(Compression::None)).unwrap();
    let (file, resumed) = resume();
    assert_eq!((resumed.records, resumed.kept), (2, ends[2]));
    let saved = resumed.saved.unwrap();
    assert_eq!(fs::read(&saved).unwrap(), damaged[ends[2] as usize..]);
    drop(file);
    assert_eq!(resume().1.saved, None);
}
