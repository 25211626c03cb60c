//! Blocks and outputs that fail: what was there before stays, and nothing else.

use super::large::Endless;
use super::{ALL, Folder, ids, options, read_all, resource, warcinfo};
use crate::write::{WHOLE_MAX, WarcFile, WarcWriter, WriteError};
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};

/// Fails after so many bytes.
struct Failing {
    inner: Endless,
    left: u64,
}

impl Read for Failing {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 {
            return Err(io::Error::other("disk on fire"));
        }
        let n = buf.len().min(self.left as usize);
        let n = self.inner.read(&mut buf[..n])?;
        self.left -= n as u64;
        Ok(n)
    }
}

/// Gives other bytes from the second pass on.
struct Changing {
    inner: Endless,
    passes: u8,
}

impl Read for Changing {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let n = self.inner.read(buf)?;
        buf[..n].iter_mut().for_each(|b| *b = b.wrapping_add(self.passes));
        Ok(n)
    }
}

impl Seek for Changing {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.passes += u8::from(matches!(to, SeekFrom::Start(_)));
        self.inner.seek(to)
    }
}

#[test]
fn a_record_that_fails_leaves_the_file_as_before() {
    for compression in ALL {
        for length in [100, 2 * WHOLE_MAX] {
            let folder = Folder::new();
            let path = folder.join("x.warc");
            let open = folder.join("x.warc.open");
            let mut file = WarcFile::create(&path, &warcinfo(), options(compression)).unwrap();
            file.write(&resource(0), b"first").unwrap();
            let before = fs::read(&open).unwrap();
            let header = resource(1).compose(length).unwrap();
            let check = |error: Result<_, WriteError>, expected: &str| {
                let error = error.unwrap_err().to_string();
                assert!(error.contains(expected), "{error}");
                assert!(fs::read(&open).unwrap() == before, "{error}");
            };

            let short = &mut Endless::new(length - 1);
            let expected = format!("has {} bytes instead of {length}", length - 1);
            check(file.write_raw(&header, short, length), &expected);
            let long = &mut Endless::new(length + 1);
            let expected = format!("more than the {length} bytes");
            check(file.write_raw(&header, long, length), &expected);
            let failing = &mut Failing { inner: Endless::new(length), left: length - 1 };
            check(file.write_raw(&header, failing, length), "disk on fire");
            let failing = &mut Failing { inner: Endless::new(length), left: length };
            check(file.write_raw(&header, failing, length), "disk on fire");
            let short = &mut Endless::new(length - 1);
            check(file.write_stream(&resource(1), short, length), "instead of");
            let long = &mut Endless::new(length + 1);
            check(file.write_stream(&resource(1), long, length), "more than");
            if length > WHOLE_MAX {
                let changing = &mut Changing { inner: Endless::new(length), passes: 0 };
                check(file.write_stream(&resource(1), changing, length), "changed while");
            }

            assert_eq!(file.size(), before.len() as u64);
            file.write(&resource(2), b"second").unwrap();
            let found = read_all(File::open(file.close().unwrap()).unwrap());
            assert_eq!(ids(&found), ["urn:test:info", "urn:test:0", "urn:test:2"]);
        }
    }
}

/// Takes so many bytes and no more.
struct Full(usize);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let n = bytes.len().min(self.0);
        self.0 -= n;
        if n == 0 { Err(io::ErrorKind::StorageFull.into()) } else { Ok(n) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn nothing_is_written_behind_a_torn_record() {
    let mut writer = WarcWriter::new(Full(1000), options(ALL[0])).unwrap();
    let first = writer.write(&resource(0), &[b'x'; 100]).unwrap();
    let big = writer.write(&resource(1), &[b'x'; 1000]);
    assert!(matches!(big, Err(WriteError::Write(_))));
    assert!(matches!(writer.write(&resource(2), b"small"), Err(WriteError::Torn)));
    assert_eq!(writer.position(), first.length);
}

#[test]
fn records_that_belong_together_are_all_there_or_none() {
    for compression in ALL {
        let folder = Folder::new();
        let open = folder.join("x.warc.open");
        let path = folder.join("x.warc");
        let mut file = WarcFile::create(&path, &warcinfo(), options(compression)).unwrap();
        file.write(&resource(0), b"before").unwrap();
        let before = fs::read(&open).unwrap();
        let failed = file.together(|file| {
            file.write(&resource(1), b"first")?;
            file.write_stream(&resource(2), &mut Endless::new(99), 100)
        });
        assert!(matches!(failed, Err(WriteError::BlockShort { .. })));
        assert!(fs::read(&open).unwrap() == before);
        let both = file.together(|file| {
            let first = file.write(&resource(3), b"first")?;
            file.write_stream(&resource(4), &mut Endless::new(100), 100).map(|_| first)
        });
        assert_eq!(both.unwrap().offset, before.len() as u64);
        // Written between the two steps of a sync.
        let syncing = file.begin_sync().unwrap();
        file.write(&resource(5), b"last").unwrap();
        syncing.finish().unwrap();
        let found = read_all(File::open(file.close().unwrap()).unwrap());
        assert_eq!(ids(&found)[1..], ["urn:test:0", "urn:test:3", "urn:test:4", "urn:test:5"]);
    }
}
