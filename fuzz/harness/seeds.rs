//! Any bytes may be given as a file with seeds, of any kind. Every line that is read gives nothing, an address of the
//! web in normal form with a host, or a fault; reading it again gives the same.

use std::io::Cursor;
use std::path::Path;
use stodola_crawl::seeds::{SeedFault, SeedFormat, SeedListSettings, SeedReader, seed_uri};

/// Takes the first byte for the kind of the file and the rest for its content.
pub(crate) fn run(bytes: &[u8]) {
    let Some((first, content)) = bytes.split_first() else { return };
    let names = SeedFormat::names();
    let name = names[usize::from(*first) % names.len()];
    let column = if first & 0x80 == 0 { "" } else { "2" };
    let settings = SeedListSettings {
        format: name.parse().unwrap_or_default(),
        column: column.to_owned(),
        ..SeedListSettings::default()
    };
    let read = || {
        let source = Box::new(Cursor::new(content.to_vec()));
        let reader = SeedReader::new(Path::new("x"), source, &settings).ok()?;
        reader.map(|line| line.ok()).collect::<Option<Vec<_>>>()
    };
    let lines = read();
    assert_eq!(lines, read());
    let mut last = 0;
    for line in lines.iter().flatten() {
        assert!(line.number > last);
        last = line.number;
        match &line.found {
            Ok(uri) => {
                assert!(uri.starts_with(b"http://") || uri.starts_with(b"https://"));
                assert!(stodola_uri::host(uri).is_some_and(|host| !host.is_empty()));
                assert_eq!(seed_uri(uri).as_deref(), Ok(&uri[..]));
            }
            Err((fault, _)) => assert!(SeedFault::ALL.contains(fault)),
        }
    }
}
