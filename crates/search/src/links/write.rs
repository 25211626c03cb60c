//! Making `links.db`: pages with their ranks and the texts of links to them come in, one after another.

use super::{APPLICATION, CHUNK, TABLES, VERSION, code_of, path, put, steps_of};
use crate::error::SearchError;
use crate::follower::{Address, site_of};
use crate::store::{NameKind, Store};
use crate::words::Words;
use rusqlite::{Connection, OpenFlags};
use std::collections::{BTreeMap, HashMap};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::Duration;
use stodola_archive::{Archive, key_of};
use stodola_durable::{Lock, PathError};

/// Words of one text of a link that are taken.
const WORDS_MAX: usize = 16;
/// Contents of one address that are found by the texts of links to it, the newest ones.
const CONTENTS_MAX: usize = 64;
/// Entries that are kept in memory before they are written.
const BATCH: usize = 1_000_000;
/// Sites whose numbers are remembered.
const SITES_MAX: usize = 100_000;

/// What links tell of a page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PageLinks {
    /// Its addresses: its own, and those that redirect to it.
    pub uris: Vec<Vec<u8>>,
    /// Its rank; the mean of all pages is 1.
    pub rank: f64,
    /// Texts of links to it.
    pub anchors: Vec<PageAnchor>,
}

/// The text of a link to a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageAnchor {
    /// The text.
    pub text: String,
    /// The address of a page that holds the link. Only readers who may see all pages of its site find by it.
    pub from: Vec<u8>,
}

/// Makes what the ranking knows of links. It counts when it is finished; until then, the one before.
pub struct LinkSignalsWriter {
    search: PathBuf,
    /// Which database the numbers are from.
    made_for: (u64, u64),
    store: Store,
    /// `None` only at the end.
    connection: Option<Connection>,
    making: PathBuf,
    ranks: Vec<u8>,
    sites: HashMap<String, u64>,
    /// For each word: content, site, how many texts.
    entries: BTreeMap<String, Vec<(u64, u64, u64)>>,
    count: usize,
    batches: i64,
    _lock: Lock,
}

impl LinkSignalsWriter {
    /// Begins, for the search index of an archive. Waits while another process does the same.
    pub fn begin(archive: &Archive) -> Result<LinkSignalsWriter, SearchError> {
        let search = Store::folder(archive);
        let store = Store::open_to_read(&search)?;
        let words = format!("process {}\n", std::process::id());
        let lock = Lock::take_in_turn(&search.join("links.lock"), &words)
            .map_err(|error| failed(&error))?;
        let made_for = identity(&search)?;
        let making = search.join("links.db.making");
        for ending in ["", "-journal"] {
            remove(&search.join(format!("links.db.making{ending}")))?;
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let connection =
            Connection::open_with_flags(&making, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
        // What a kill leaves is removed, so nothing has to be safe before the end.
        connection.pragma_update(None, "journal_mode", "off")?;
        connection.pragma_update(None, "synchronous", "off")?;
        connection.execute_batch(&format!(
            "{TABLES} PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION}; BEGIN"
        ))?;
        let ranks = vec![0; usize::try_from(store.next()?).unwrap_or_default()];
        Ok(LinkSignalsWriter {
            search,
            made_for,
            store,
            connection: Some(connection),
            making,
            ranks,
            sites: HashMap::new(),
            entries: BTreeMap::new(),
            count: 0,
            batches: 0,
            _lock: lock,
        })
    }

    /// Adds a page. All its addresses get its rank, and are found by the texts of links to it.
    pub fn add(&mut self, page: &PageLinks) -> Result<(), SearchError> {
        let mut addresses: Vec<i64> =
            page.uris.iter().map(|uri| Address::of(&key_of(uri)).number()).collect();
        addresses.sort_unstable();
        addresses.dedup();
        let mut contents = Vec::new();
        for address in addresses {
            contents.extend(self.store.contents_of(address, CONTENTS_MAX)?);
        }
        contents.sort_unstable();
        if contents.is_empty() {
            return Ok(());
        }
        let code = code_of(page.rank);
        for content in &contents {
            if let Some(rank) = self.ranks.get_mut(*content as usize) {
                *rank = (*rank).max(code);
            }
        }
        let mut counts: BTreeMap<(String, u64), u64> = BTreeMap::new();
        for anchor in &page.anchors {
            let site = self.site(&anchor.from)?;
            for word in words_of(&anchor.text) {
                *counts.entry((word, site)).or_default() += 1;
            }
        }
        for ((word, site), count) in counts {
            let entries = self.entries.entry(word).or_default();
            entries.extend(contents.iter().map(|content| (*content, site, count)));
            self.count += contents.len();
        }
        match self.count >= BATCH {
            true => self.write(),
            false => Ok(()),
        }
    }

    /// Raises the rank of an address that readers have opened so often, a little: to twice as many visits belongs one
    /// step of ranks, and at most as many steps as the mean rank has. To be called when all pages were added, once for
    /// each address.
    pub fn visited(&mut self, uri: &[u8], visits: u64) -> Result<(), SearchError> {
        let address = Address::of(&key_of(uri)).number();
        for content in self.store.contents_of(address, CONTENTS_MAX)? {
            if let Some(rank) = self.ranks.get_mut(content as usize) {
                *rank = rank.saturating_add(steps_of(visits));
            }
        }
        Ok(())
    }

    /// The number of the site of a page; 0 if the index does not know it.
    fn site(&mut self, uri: &[u8]) -> Result<u64, SearchError> {
        let name = site_of(&key_of(uri));
        if let Some(number) = self.sites.get(&name) {
            return Ok(*number);
        }
        if self.sites.len() >= SITES_MAX {
            self.sites.clear();
        }
        let number = self.store.number_of(NameKind::Site, &name)?.map_or(0, u64::from);
        self.sites.insert(name, number);
        Ok(number)
    }

    /// Writes what is in memory.
    fn write(&mut self) -> Result<(), SearchError> {
        let entries = std::mem::take(&mut self.entries);
        let mut statement = connected(self.connection.as_ref())?
            .prepare_cached("INSERT INTO anchors (word, batch, data) VALUES (?1, ?2, ?3)")?;
        for (word, mut entries) in entries {
            entries.sort_unstable();
            let (mut data, mut before) = (Vec::new(), 0);
            for (content, site, count) in entries {
                put(&mut data, content - before);
                put(&mut data, site);
                put(&mut data, count);
                before = content;
            }
            statement.execute((word, self.batches, data))?;
        }
        self.batches += 1;
        self.count = 0;
        Ok(())
    }

    /// Notes what it is made of, and how long that took.
    pub fn note(&mut self, source: &str, cost: Duration) -> Result<(), SearchError> {
        let milliseconds = i64::try_from(cost.as_millis()).unwrap_or(i64::MAX);
        connected(self.connection.as_ref())?.execute(
            "INSERT INTO note (source, milliseconds) VALUES (?1, ?2)",
            (source, milliseconds),
        )?;
        Ok(())
    }

    /// Makes it count: from now on searches use it.
    pub fn finish(mut self) -> Result<(), SearchError> {
        self.write()?;
        let connection = self.connection.take();
        let connection = connected(connection)?;
        for (chunk, ranks) in self.ranks.chunks(CHUNK).enumerate() {
            if ranks.iter().any(|rank| *rank > 0) {
                connection
                    .prepare_cached("INSERT INTO ranks (chunk, data) VALUES (?1, ?2)")?
                    .execute((chunk as i64, ranks))?;
            }
        }
        connection.execute_batch("COMMIT")?;
        connection.close().map_err(|(_, error)| error)?;
        // Numbers of an index that was made anew meanwhile are others.
        if identity(&self.search)? != self.made_for {
            return Err(SearchError::Busy);
        }
        let file = std::fs::File::open(&self.making).and_then(|file| file.sync_all());
        file.map_err(|error| SearchError::io("links.db", error))?;
        stodola_durable::rename(&self.making, &path(&self.search)).map_err(|error| failed(&error))
    }
}

impl Drop for LinkSignalsWriter {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.making);
    }
}

fn connected<C>(connection: Option<C>) -> Result<C, SearchError> {
    connection.ok_or_else(|| SearchError::damaged("links.db is finished"))
}

fn failed(error: &PathError) -> SearchError {
    SearchError::io("links.db", std::io::Error::other(error.to_string()))
}

fn identity(search: &Path) -> Result<(u64, u64), SearchError> {
    let database = Store::metadata(search)?;
    Ok((database.dev(), database.ino()))
}

/// Removes a file, if it is there.
fn remove(file: &Path) -> Result<(), SearchError> {
    match std::fs::remove_file(file) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(SearchError::io("links.db", error))
        }
        _ => Ok(()),
    }
}

/// The words of the text of a link, each once.
fn words_of(text: &str) -> Vec<String> {
    let (mut words, mut word) = (Words::new(text), String::new());
    let mut all: Vec<String> = Vec::new();
    while all.len() < WORDS_MAX && words.next_into(&mut word).is_some() {
        if !word.is_empty() && !all.contains(&word) {
            all.push(word.clone());
        }
    }
    all
}
