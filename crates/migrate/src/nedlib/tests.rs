//! Sources of every layout, whole and damaged.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder};

use super::*;

/// A folder that is gone at the end of the test.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static COUNTER: AtomicU64 = AtomicU64::new(0);
        let number = COUNTER.fetch_add(1, Ordering::Relaxed);
        let path =
            std::env::temp_dir().join(format!("stodola-nedlib-{}-{number}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn write(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, bytes).unwrap();
        path
    }

    fn open(&self, name: &str, bytes: &[u8]) -> Option<Source> {
        open_with_spool(&self.write(name, bytes), &self.0).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

type Files = Vec<(String, Vec<u8>)>;

fn md5(bytes: &[u8]) -> String {
    Algorithm::Md5.digest(bytes).value()
}

/// A pair as the harvester writes it.
fn pair(folder: &str, url: &str, content: &[u8]) -> Files {
    let name = format!("{folder}{}", md5(url.as_bytes()));
    let head = format!(
        "HTTP/1.1 200 OK\nDate: Sat, 11 Jan 2003 14:37:37 GMT\nContent-Type: text/html\n\
         Arc-Length: {}\nArc-Md5: {}\nArc-Url: {url}\n",
        content.len(),
        md5(content)
    );
    vec![(name.clone(), content.to_vec()), (format!("{name}.meta"), head.into_bytes())]
}

fn pairs(folder: &str) -> Files {
    let mut files = Files::new();
    for number in 0..5 {
        let content = format!("content {number} ").repeat(number * 30);
        files.extend(pair(folder, &format!("http://a.example/{number}"), content.as_bytes()));
    }
    files
}

fn tar_header(name: &[u8], size: &[u8], kind: u8) -> Vec<u8> {
    let mut block = vec![0; 512];
    block[..name.len()].copy_from_slice(name);
    block[100..107].copy_from_slice(b"0000644");
    block[124..124 + size.len()].copy_from_slice(size);
    block[156] = kind;
    block[257..263].copy_from_slice(b"ustar\0");
    block[148..156].fill(b' ');
    let sum: u32 = block.iter().map(|&b| u32::from(b)).sum();
    block[148..155].copy_from_slice(format!("{sum:06o}\0").as_bytes());
    block
}

fn tar_member(name: &str, kind: u8, data: &[u8]) -> Vec<u8> {
    let mut bytes = tar_header(name.as_bytes(), format!("{:011o}", data.len()).as_bytes(), kind);
    bytes.extend(data);
    bytes.resize(bytes.len().next_multiple_of(512), 0);
    bytes
}

fn tar(files: &Files) -> Vec<u8> {
    let members = files.iter().flat_map(|(name, data)| tar_member(name, b'0', data));
    members.chain([0; 1024]).collect()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// An entry of a zip, with the means to lie about it.
struct Entry {
    name: String,
    data: Vec<u8>,
    method: u16,
    flags: u16,
    len: u32,
    crc: u32,
    /// The entry whose bytes it has, instead of its own.
    same_as: Option<usize>,
}

fn entry(name: &str, content: &[u8], deflated: bool) -> Entry {
    let mut crc = flate2::Crc::new();
    crc.update(content);
    let data = if deflated {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(content).unwrap();
        encoder.finish().unwrap()
    } else {
        content.to_vec()
    };
    let method = if deflated { 8 } else { 0 };
    let (len, crc) = (content.len() as u32, crc.sum());
    Entry { name: name.to_owned(), data, method, flags: 0, len, crc, same_as: None }
}

fn zip_of(entries: &[Entry]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut offsets = Vec::new();
    let common = |entry: &Entry| {
        let mut bytes = Vec::new();
        bytes.extend([20, 0]);
        bytes.extend(entry.flags.to_le_bytes());
        bytes.extend(entry.method.to_le_bytes());
        bytes.extend([0; 4]);
        bytes.extend(entry.crc.to_le_bytes());
        bytes.extend((entry.data.len() as u32).to_le_bytes());
        bytes.extend(entry.len.to_le_bytes());
        bytes.extend((entry.name.len() as u16).to_le_bytes());
        bytes.extend([0; 2]);
        bytes
    };
    for entry in entries {
        if let Some(other) = entry.same_as {
            offsets.push(offsets[other]);
            continue;
        }
        offsets.push(bytes.len() as u32);
        bytes.extend(b"PK\x03\x04");
        bytes.extend(common(entry));
        bytes.extend(entry.name.as_bytes());
        bytes.extend(&entry.data);
    }
    let start = bytes.len();
    for (entry, offset) in entries.iter().zip(offsets) {
        bytes.extend(b"PK\x01\x02\x14\x03");
        bytes.extend(common(entry));
        bytes.extend([0; 10]);
        bytes.extend(offset.to_le_bytes());
        bytes.extend(entry.name.as_bytes());
    }
    let len = bytes.len() - start;
    bytes.extend(b"PK\x05\x06\0\0\0\0");
    bytes.extend((entries.len() as u16).to_le_bytes());
    bytes.extend((entries.len() as u16).to_le_bytes());
    bytes.extend((len as u32).to_le_bytes());
    bytes.extend((start as u32).to_le_bytes());
    bytes.extend([0; 2]);
    bytes
}

fn zip(files: &Files) -> Vec<u8> {
    let deflated =
        |(number, (name, data)): (usize, &(String, Vec<u8>))| entry(name, data, number % 3 != 0);
    zip_of(&files.iter().enumerate().map(deflated).collect::<Vec<_>>())
}

fn bytes_of(content: &NedlibContent) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    content.reader()?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// One line for each thing found.
fn report(source: Source) -> Vec<String> {
    source
        .map(|found| match found {
            Found::Item(item) => {
                let content = bytes_of(&item.content).unwrap();
                assert_eq!(content.len() as u64, item.content.len());
                assert_eq!(md5(&content), item.md5.value());
                format!(
                    "{} {} {:?} {}",
                    item.name,
                    String::from_utf8_lossy(&item.url),
                    item.name_is,
                    item.md5_is_right
                )
            }
            Found::Problem(problem) => {
                let kept = problem.bytes.map_or("no".to_owned(), |b| b.len().to_string());
                format!("{}: {}, {kept} bytes", problem.name, problem.reason)
            }
        })
        .collect()
}

fn items(source: Source) -> Vec<Item> {
    let item = |found| match found {
        Found::Item(item) => *item,
        Found::Problem(problem) => panic!("{problem:?}"),
    };
    source.map(item).collect()
}

/// What loose files in a folder give.
fn folder_report(files: &Files) -> Vec<String> {
    let folder = Folder::new();
    for (name, data) in files {
        folder.write(name, data);
    }
    report(open(&folder.0).unwrap().unwrap())
}

#[test]
fn every_layout_gives_the_same_pairs() {
    let folder = Folder::new();
    let files = pairs("");
    let expected = folder_report(&files);
    assert_eq!(expected.len(), 5);
    assert!(expected.iter().all(|line| line.ends_with("Url true")), "{expected:?}");
    assert!(expected.is_sorted());
    let mut reversed = files.clone();
    reversed.reverse();
    for files in [files, reversed] {
        let table = [
            ("a.tar", tar(&files), SourceKind::Tar),
            ("a.tgz", gzip(&tar(&files)), SourceKind::TarGz),
            ("a.zip", zip(&files), SourceKind::Zip),
        ];
        for (name, bytes, kind) in table {
            let source = folder.open(name, &bytes).unwrap();
            assert_eq!((source.kind(), source.files()), (kind, 10));
            assert_eq!(report(source), expected, "{name}");
        }
        assert_eq!(folder_report(&files), expected);
    }
    let left: Vec<_> = fs::read_dir(&folder.0).unwrap().collect();
    assert_eq!(left.len(), 3, "the unpacked tar has no name: {left:?}");
}

#[test]
fn a_pair_gives_all_that_is_known() {
    let folder = Folder::new();
    let url = "http://www.example.cz:80/a.gif";
    let name = format!("2003-1-12/x/{}", md5(url.as_bytes()));
    let head = "HTTP/1.0 200 OK\r\nContent-Type: image/gif\r\n";
    let metadata = format!("{head}Arc-Url: {url}\r\nArc-Length: 3\r\nArc-Ip: 192.0.2.1\r\n");
    let files =
        vec![(format!("{name}.META"), metadata.clone().into()), (name.clone(), b"GIF".to_vec())];
    let [item] = items(folder.open("a.tar", &tar(&files)).unwrap()).try_into().unwrap();
    assert_eq!((item.name, item.metadata_name), (name.clone(), format!("{name}.META")));
    assert_eq!(item.url, url.as_bytes());
    assert_eq!(item.date.map(|d| d.iso8601().to_string()).as_deref(), Some("2003-01-12"));
    assert_eq!((item.date_source, item.raw_date), (Some(DateSource::Folder), None));
    assert_eq!(item.ip.as_deref(), Some(&b"192.0.2.1"[..]));
    assert_eq!(item.mime.as_deref(), Some(&b"image/gif"[..]));
    assert_eq!((item.status, item.declared_length), (Some(200), Some(3)));
    assert_eq!(item.http_head, Some(format!("{head}\r\n").into_bytes()));
    assert_eq!(item.metadata, metadata.as_bytes());
    assert_eq!(bytes_of(&item.content).unwrap(), b"GIF");
    assert_eq!((item.md5.value(), item.md5_is_right), (md5(b"GIF"), true));
    assert_eq!(item.name_is, NameIs::Url);
    // Read twice at once.
    let (mut one, mut two) = (item.content.reader().unwrap(), item.content.reader().unwrap());
    let mut byte = [0];
    one.read_exact(&mut byte).unwrap();
    two.read_exact(&mut byte).unwrap();
    assert_eq!(&byte, b"G");
    one.read_exact(&mut byte).unwrap();
    assert_eq!(&byte, b"I");
}

#[test]
fn the_folder_of_the_source_may_tell_the_day() {
    let folder = Folder::new();
    let name = md5(b"x");
    folder.write(&format!("2001-02-03/deep/{name}"), b"x");
    folder.write(&format!("2001-02-03/deep/{name}.meta"), b"url=http://a.example/");
    let source = open(&folder.0.join("2001-02-03/deep")).unwrap().unwrap();
    let [item] = items(source).try_into().unwrap();
    assert_eq!(item.date.map(|d| d.iso8601().to_string()).as_deref(), Some("2001-02-03"));
    assert_eq!(item.name_is, NameIs::Content);
    // Folders inside are sources of their own.
    assert!(open(&folder.0).unwrap().is_none());
    assert!(open(&folder.0.join("2001-02-03")).unwrap().is_none());
}

#[test]
fn md5s_are_checked_against_metadata_name_and_url() {
    let url = "http://a.example/";
    let (of_url, of_content, of_nothing) = (md5(url.as_bytes()), md5(b"x"), md5(b"y"));
    let table = [
        (&of_content, "", "Content true"),
        (&of_content, of_content.as_str(), "Content true"),
        (&of_content, of_nothing.as_str(), "Content false"),
        (&of_url, "", "Url true"),
        (&of_url, of_content.as_str(), "Url true"),
        (&of_url, of_nothing.as_str(), "Url false"),
        (&of_nothing, "", "Neither false"),
        (&of_nothing, of_content.as_str(), "Neither true"),
        (&of_nothing, "no md5", "Neither false"),
    ];
    for (name, declared, expected) in table {
        let metadata = format!("url={url}\nmd5={declared}");
        let files =
            vec![(name.clone(), b"x".to_vec()), (format!("{name}.meta"), metadata.into_bytes())];
        assert_eq!(folder_report(&files), [format!("{name} {url} {expected}")], "{declared}");
    }
}

#[test]
fn names_are_paired_and_nothing_is_left_out() {
    let stem = md5(b"x");
    let metadata = b"url=http://a.example/".to_vec();
    let table: &[(&[&str], &[&str])] = &[
        (&["", ".meta"], &["+"]),
        (&[".html", ".meta"], &[".html+"]),
        (&["", ".html.meta"], &["+"]),
        (&[".html", ".html.METADATA"], &[".html+"]),
        (&["", ".html", ".html.meta", ".meta"], &["+", ".html+"]),
        (&["", ".html", ".meta"], &["+", ".html-one file too many for this MD5"]),
        (&["", ".meta", ".metadata"], &["+", ".metadata-one file too many for this MD5"]),
        (&["", ".meta", "-x", "x"], &["-x-not named by an MD5", "x-not named by an MD5", "+"]),
        (&["", ".meta", ".123456789"], &[".123456789-not named by an MD5", "+"]),
    ];
    let folder = Folder::new();
    for (names, expected) in table {
        let data = |name: &str| {
            if name.to_ascii_lowercase().contains(".meta") {
                metadata.clone()
            } else {
                b"x".to_vec()
            }
        };
        let files: Files = names.iter().map(|n| (format!("d/{stem}{n}"), data(n))).collect();
        let source = folder.open("a.tar", &tar(&files)).unwrap();
        let found: Vec<String> = source
            .map(|found| match found {
                Found::Item(item) => format!("{}+", item.name),
                Found::Problem(problem) => format!("{}-{}", problem.name, problem.reason),
            })
            .collect();
        let expected: Vec<String> = expected.iter().map(|e| format!("d/{stem}{e}")).collect();
        assert_eq!(found, expected, "{names:?}");
    }
}

#[test]
fn the_same_name_twice_in_a_tar_is_two_captures() {
    let folder = Folder::new();
    let url = "http://a.example/";
    let files = [pair("", url, b"first"), pair("", url, b"second")].concat();
    let found = items(folder.open("a.tar", &tar(&files)).unwrap());
    assert!(found.iter().all(|item| item.md5_is_right));
    let contents: Vec<_> = found.iter().map(|i| bytes_of(&i.content).unwrap()).collect();
    assert_eq!(contents, [&b"first"[..], b"second"]);
}

#[test]
fn every_problem_is_reported_with_its_bytes() {
    let good = pair("", "http://a.example/", b"good");
    let line = format!("{} http://a.example/ Url true", good[0].0);
    let name = "ffffffffffffffffffffffffffffffff";
    let meta = format!("{name}.meta");
    let large = vec![b'x'; (MAX_METADATA + 1) as usize];
    let owned = |n: &str, d: &[u8]| (n.to_owned(), d.to_vec());
    let table: &[(Files, &[String])] = &[
        (vec![owned(name, b"abc")], &[format!("{name}: content without a metadata file, 3 bytes")]),
        (
            vec![owned(&meta, b"url=x")],
            &[format!("{meta}: metadata without a content file, 5 bytes")],
        ),
        (
            vec![owned(name, b"abc"), owned(&meta, b"HTTP/1.0 200 OK\nurl: x")],
            &[
                format!("{meta}: metadata without a URL, 22 bytes"),
                format!("{name}: the other file of the pair cannot be used, 3 bytes"),
            ],
        ),
        (
            vec![owned(name, b"abc"), owned(&meta, b"")],
            &[
                format!("{meta}: metadata without a URL, 0 bytes"),
                format!("{name}: the other file of the pair cannot be used, 3 bytes"),
            ],
        ),
        (
            vec![owned(name, b"abc"), (meta.clone(), large)],
            &[
                format!("{meta}: metadata of 1048577 bytes, more than 1048576, 1048577 bytes"),
                format!("{name}: the other file of the pair cannot be used, 3 bytes"),
            ],
        ),
    ];
    let folder = Folder::new();
    for (bad, expected) in table {
        let files = [&good[..], bad].concat();
        let mut all = vec![line.clone()];
        all.extend_from_slice(expected);
        assert_eq!(folder_report(&files), all);
        assert_eq!(report(folder.open("a", &tar(&files)).unwrap()), all);
        assert_eq!(report(folder.open("a", &zip(&files)).unwrap()), all);
        assert_eq!(report(folder.open("a", &gzip(&tar(&files))).unwrap()), all);
        // A problem alone is no pair; two files without a URL are.
        let paired = folder.open("a", &tar(bad)).is_some();
        assert_eq!(paired, bad.len() == 2);
    }
    let mut files = good.clone();
    files.push(("../../README".to_owned(), b"hello".to_vec()));
    let foreign = "../../README: not named by an MD5, 5 bytes".to_owned();
    let expected = [line.clone(), foreign];
    assert_eq!(report(folder.open("a", &tar(&files)).unwrap()), expected);
    assert_eq!(report(folder.open("a", &zip(&files)).unwrap()), expected);
}

#[cfg(unix)]
#[test]
fn links_are_not_followed() {
    let good = pair("", "http://a.example/", b"good");
    let folder = Folder::new();
    for (name, data) in &good {
        folder.write(name, data);
    }
    let name = "ffffffffffffffffffffffffffffffff";
    std::os::unix::fs::symlink("/dev/zero", folder.0.join(name)).unwrap();
    folder.write(&format!("{name}.meta"), b"url=http://b.example/");
    fs::create_dir(folder.0.join("eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee")).unwrap();
    let found = report(open(&folder.0).unwrap().unwrap());
    assert_eq!(found.len(), 3);
    assert_eq!(found[1], format!("{name}: a link or a device, not a file, no bytes"));
    let mut bytes = tar_member(name, b'2', b"");
    bytes.extend(tar(&good));
    let found = report(folder.open("a.tar", &bytes).unwrap());
    assert_eq!(found[1], format!("{name}: a link or a device, not a file, no bytes"));
}

#[test]
fn what_is_not_of_this_form_is_none() {
    let folder = Folder::new();
    assert!(open(&folder.0).unwrap().is_none());
    let other = vec![("README".to_owned(), b"hello".to_vec())];
    let table: &[&[u8]] = &[
        b"",
        b"x",
        b"PK",
        b"PK\x03\x04",
        b"PK\x05\x06",
        b"\x1F\x8B\x08",
        &[0; 2048],
        &gzip(b"WARC/1.0\r\n"),
        &gzip(&[b'x'; 5000]),
        &tar(&other),
        &gzip(&tar(&other)),
        &zip(&other),
        &zip(&Files::new()),
    ];
    for bytes in table {
        assert!(folder.open("a", bytes).is_none(), "{}", bytes.escape_ascii());
    }
    assert!(open(&folder.0.join("missing")).is_err());
    assert!(open(Path::new("")).is_err());
}

#[test]
fn long_names_and_large_sizes_of_tars_are_read() {
    let folder = Folder::new();
    let deep = "2003-01-11/".repeat(12);
    let files = pair(&deep, "http://a.example/", b"hello");
    let expected = report(folder.open("a", &zip(&files)).unwrap());
    assert_eq!(expected.len(), 1);
    let (mut gnu, mut pax, mut posix) = (Vec::new(), Vec::new(), Vec::new());
    for (name, data) in &files {
        gnu.extend(tar_member("././@LongLink", b'L', format!("{name}\0").as_bytes()));
        gnu.extend(tar_member(&name[..99], b'0', data));
        let line = format!(" path={name}\n");
        let line = format!("{}{line}", line.len() + 3);
        let size = format!("{} size={}\n", 8 + data.len().to_string().len(), data.len());
        pax.extend(tar_member("global", b'g', b"18 comment=nothing\n"));
        pax.extend(tar_member("x", b'x', format!("{line}{size}").as_bytes()));
        let mut wrong_size = tar_member("short", b'0', data);
        let header = tar_header(b"short", b"00000000000", b'0');
        wrong_size[..512].copy_from_slice(&header);
        pax.extend(wrong_size);
        let (prefix, file) = name.split_at(deep.len() - 1);
        let mut binary = vec![0x80; 1];
        binary.extend([0; 3]);
        binary.extend((data.len() as u64).to_be_bytes());
        let mut header = tar_header(&file.as_bytes()[1..], &binary, b'0');
        header[345..345 + prefix.len()].copy_from_slice(prefix.as_bytes());
        header[148..156].fill(b' ');
        let sum: u32 = header.iter().map(|&b| u32::from(b)).sum();
        header[148..155].copy_from_slice(format!("{sum:06o}\0").as_bytes());
        header.extend(data);
        header.resize(header.len().next_multiple_of(512), 0);
        posix.extend(header);
    }
    for mut bytes in [gnu, pax, posix] {
        bytes.extend(tar_member("folder/", b'5', b""));
        bytes.extend([0; 1024]);
        assert_eq!(report(folder.open("a", &bytes).unwrap()), expected);
        // Two tars in one.
        let twice = [&bytes[..], &bytes].concat();
        assert_eq!(folder.open("a", &twice).unwrap().count(), 2);
    }
}

#[test]
fn tars_cut_at_every_block_give_what_is_left() {
    let folder = Folder::new();
    let whole = tar(&pairs("d/"));
    let all = report(folder.open("a", &whole).unwrap());
    for cut in (0..whole.len()).step_by(512).chain([700, 1000, 1025, whole.len() - 1]) {
        let Some(source) = folder.open("a", &whole[..cut]) else { continue };
        let files = source.files();
        let found: Vec<Found> = source.collect();
        let mut seen = 0;
        let mut problems = 0;
        for found in &found {
            match found {
                Found::Item(item) => {
                    assert!(item.md5_is_right && all.iter().any(|l| l.starts_with(&item.name)));
                    seen += 2;
                }
                Found::Problem(problem) => {
                    if let Some(bytes) = &problem.bytes {
                        assert_eq!(bytes_of(bytes).unwrap().len() as u64, bytes.len());
                    }
                    seen += usize::from(!problem.name.is_empty());
                    problems += 1;
                }
            }
        }
        assert_eq!(seen, files, "each file in one place, cut at {cut}");
        let complete = cut >= whole.len() - 512;
        assert_eq!(problems == 0, complete && cut % 512 == 0, "cut at {cut}: {found:?}");
    }
    let cut_gzip = gzip(&whole);
    for cut in (0..cut_gzip.len()).step_by(7) {
        if let Some(source) = folder.open("a", &cut_gzip[..cut]) {
            assert!(source.filter(|f| matches!(f, Found::Problem(_))).count() > 0, "cut at {cut}");
        }
    }
}

#[test]
fn a_damaged_header_costs_one_member() {
    let folder = Folder::new();
    let mut bytes = tar(&pairs("d/"));
    let all = report(folder.open("a", &bytes).unwrap());
    bytes[5] ^= 1;
    let found = report(folder.open("a", &bytes).unwrap());
    assert_eq!(found.len(), all.len() + 1);
    let problems: Vec<_> = found.iter().filter(|line| !line.ends_with("Url true")).collect();
    assert!(problems[0].contains("metadata without a content file"), "{problems:?}");
    let damage = ": 512 bytes at offset 0: a header is missing, 512 bytes";
    assert_eq!(problems[1], damage);
}

#[test]
fn zips_that_lie_are_found_out() {
    let good = pair("", "http://a.example/", b"good");
    let name = "ffffffffffffffffffffffffffffffff";
    let meta = format!("{name}.meta");
    let make = |change: &dyn Fn(&mut Entry)| {
        let content = vec![b'x'; 200_000];
        let mut entries: Vec<Entry> = good.iter().map(|(n, d)| entry(n, d, true)).collect();
        entries.push(entry(name, &content, true));
        entries.push(entry(&meta, b"url=http://b.example/", true));
        change(&mut entries[2]);
        zip_of(&entries)
    };
    let folder = Folder::new();
    let found = report(folder.open("a", &make(&|_| ())).unwrap());
    assert_eq!(found.len(), 2);
    type Change<'a> = (&'a dyn Fn(&mut Entry), &'a str);
    let table: &[Change<'_>] = &[
        (&|e| e.len = 10, "cannot be read: more bytes than announced"),
        (&|e| e.len = 400_000, "cannot be read: fewer bytes than announced"),
        (&|e| e.crc ^= 1, "cannot be read: wrong checksum"),
        (&|e| e.data[0] = 0xFF, "cannot be read: "),
        (&|e| e.method = 12, "an unknown compression"),
        (&|e| e.flags = 1, "an encrypted file"),
        (&|e| e.same_as = Some(0), "shares its bytes with another file"),
    ];
    for (change, expected) in table {
        let found = report(folder.open("a", &make(change)).unwrap());
        let line = found.iter().find(|l| l.starts_with(&format!("{name}:"))).unwrap();
        assert!(line.starts_with(&format!("{name}: {expected}")), "{line}");
        // Whoever shares bytes takes others down with it.
        if !expected.starts_with("shares") {
            let partner = format!("{meta}: the other file of the pair cannot be used, 21 bytes");
            assert!(found.contains(&partner), "{found:?}");
        }
    }
    // Metadata that swells.
    let mut entries: Vec<Entry> = good.iter().map(|(n, d)| entry(n, d, true)).collect();
    entries[1] = entry(&good[1].0, &vec![b'\n'; 2_000_000], true);
    entries[1].len = 100;
    let found = report(folder.open("a", &zip_of(&entries)).unwrap());
    assert!(found[0].contains("more bytes than announced"), "{found:?}");
}

#[test]
fn zips_are_read_without_their_directory_and_after_something_else() {
    let folder = Folder::new();
    let whole = zip(&pairs("d/"));
    let all = report(folder.open("a", &whole).unwrap());
    let cut = whole.windows(4).position(|w| w == b"PK\x01\x02").unwrap();
    let found = report(folder.open("a", &whole[..cut]).unwrap());
    assert_eq!(found[..all.len()], all[..]);
    assert_eq!(found.len(), all.len() + 1);
    assert!(found[all.len()].contains("the directory is missing"), "{found:?}");
    for cut in (0..whole.len()).step_by(7) {
        if let Some(source) = folder.open("a", &whole[..cut]) {
            assert!(source.filter(|f| matches!(f, Found::Problem(_))).count() > 0, "cut at {cut}");
        }
    }
    let mut early = entry("x", b"something", false);
    early.len = 9;
    let before = zip_of(&[early]);
    let local = &before[..before.windows(4).position(|w| w == b"PK\x01\x02").unwrap()];
    let shifted = [local, &whole].concat();
    assert_eq!(report(folder.open("a", &shifted).unwrap()), all);
}

#[test]
fn flipped_bytes_make_nothing_panic() {
    let folder = Folder::new();
    let files = pairs("d/");
    for whole in [tar(&files), zip(&files)] {
        for at in (0..whole.len()).step_by(31) {
            let mut damaged = whole.clone();
            damaged[at] ^= 0x5A;
            if let Some(source) = folder.open("a", &damaged) {
                for found in source {
                    let Found::Problem(problem) = found else { continue };
                    if let Some(bytes) = problem.bytes {
                        let _ = bytes_of(&bytes);
                    }
                }
            }
        }
    }
}

#[test]
fn too_many_files_are_refused_before_memory_is() {
    let folder = Folder::new();
    for (name, data) in pairs("") {
        folder.write(&name, &data);
    }
    let error = list_folder(&folder.0, 500).unwrap_err();
    assert_eq!(error.to_string(), "contains too many files; split it");
    assert!(list_folder(&folder.0, 5000).unwrap().is_some());
}

#[test]
fn a_file_that_changes_is_noticed() {
    let folder = Folder::new();
    let files = pair("", "http://a.example/", b"good");
    for (name, data) in &files {
        folder.write(name, data);
    }
    for (now, expected) in [(&b"longer"[..], "more bytes"), (b"x", "fewer bytes")] {
        folder.write(&files[0].0, b"good");
        let source = open(&folder.0).unwrap().unwrap();
        folder.write(&files[0].0, now);
        let found = source.map(|f| format!("{f:?}")).collect::<Vec<_>>();
        assert!(found[0].contains(expected), "{found:?}");
    }
}
