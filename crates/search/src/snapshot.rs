//! The index as it was at one moment: what one query sees.

use crate::error::SearchError;
use crate::index::open_to_read;
use crate::inflect::{Exceptions, Table, open_table, table_path};
use crate::links::{LinkSignals, path as links_path};
use crate::parts::{FACTS, Facts, Fields};
use crate::run::facets_highest;
use crate::span::{CHUNK, Span};
use crate::store::{NameKind, Store};
use std::collections::HashMap;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use tantivy::{IndexReader, Searcher};

/// Languages in which words of queries are inflected at most.
const LANGUAGES_MAX: usize = 3;
/// A language with a smaller share of documents than one in this number is left out.
const LANGUAGE_SHARE: u64 = 50;

/// Languages that may have a table.
const TABLES: [&str; 2] = ["cs", "sk"];

/// Spans of contents, by their number.
#[derive(Clone, Default)]
pub(crate) struct Spans {
    chunks: Vec<Option<Arc<Vec<Span>>>>,
}

impl Spans {
    /// The span of a content; an empty one if it is not known.
    pub(crate) fn get(&self, content: u64) -> Span {
        let chunk = self.chunks.get((content / CHUNK) as usize).and_then(Option::as_ref);
        chunk.and_then(|chunk| chunk.get((content % CHUNK) as usize)).copied().unwrap_or_default()
    }

    fn set(&mut self, first: u64, spans: Vec<Span>) {
        let chunk = (first / CHUNK) as usize;
        if chunk >= self.chunks.len() {
            self.chunks.resize(chunk + 1, None);
        }
        self.chunks[chunk] = Some(Arc::new(spans));
    }
}

/// The index at one moment.
#[derive(Clone)]
pub(crate) struct Snapshot {
    pub(crate) searcher: Searcher,
    pub(crate) spans: Spans,
    /// Contents from this number on do not count.
    pub(crate) next: u64,
    /// Languages of most documents, the most frequent first.
    pub(crate) languages: Arc<Vec<String>>,
    batch: u64,
    /// Documents when the languages were counted.
    counted: u64,
}

/// An index that is kept open.
pub(crate) struct OpenIndex {
    archive: PathBuf,
    search: PathBuf,
    files: FilesRead,
    /// Connections that are not in use.
    stores: Mutex<Vec<Store>>,
    reader: IndexReader,
    pub(crate) fields: Fields,
    current: Mutex<Option<Snapshot>>,
    pub(crate) tables: HashMap<String, Table>,
    pub(crate) exceptions: Exceptions,
    /// What links tell of pages; `None` if nobody has told it.
    pub(crate) links: Option<LinkSignals>,
}

impl OpenIndex {
    pub(crate) fn open(archive: &Path, search: &Path) -> Result<OpenIndex, SearchError> {
        // Before they are read: what changes meanwhile is read again.
        let files = FilesRead::of(archive, search)?;
        let store = Store::open_to_read(search)?;
        let (_, reader, fields) = open_to_read(search)?;
        let tables = TABLES.into_iter();
        let tables = tables
            .filter_map(|language| Some((language.to_owned(), open_table(search, language)?)))
            .collect();
        Ok(OpenIndex {
            archive: archive.to_owned(),
            search: search.to_owned(),
            files,
            stores: Mutex::new(vec![store]),
            reader,
            fields,
            current: Mutex::new(None),
            tables,
            exceptions: Exceptions::read(archive),
            links: LinkSignals::open(search),
        })
    }

    /// Whether the folder still has the index that was opened, and people have not changed how words are inflected.
    pub(crate) fn is_current(&self) -> bool {
        FilesRead::of(&self.archive, &self.search).is_ok_and(|files| files == self.files)
    }

    /// Calls `work` with the database.
    pub(crate) fn with_store<T>(
        &self,
        work: impl FnOnce(&Store) -> Result<T, SearchError>,
    ) -> Result<T, SearchError> {
        let lock = || self.stores.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let free = lock().pop();
        let store = match free {
            Some(store) => store,
            None => Store::open_to_read(&self.search)?,
        };
        let result = work(&store);
        lock().push(store);
        result
    }

    /// Returns the index of this moment.
    pub(crate) fn snapshot(&self) -> Result<Snapshot, SearchError> {
        self.with_store(|store| self.snapshot_of(store))
    }

    fn snapshot_of(&self, store: &Store) -> Result<Snapshot, SearchError> {
        let mut current = self.current.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let batch = store.batch()?;
        if let Some(known) = &*current
            && known.batch == batch
        {
            return Ok(known.clone());
        }
        let known = current.take();
        let (since, mut spans) = match &known {
            Some(known) => (known.batch, known.spans.clone()),
            None => (0, Spans::default()),
        };
        // The database first: the index may be ahead of it, but never behind.
        let (batch, next) = store.together(|store| {
            store.spans_since(since, &mut |first, rows| spans.set(first, rows.collect()))?;
            Ok((store.batch()?, store.next()?))
        })?;
        self.reload()?;
        let searcher = self.reader.searcher();
        let documents = searcher.num_docs();
        let (languages, counted) = match known {
            // Counting costs some milliseconds for a million documents.
            Some(known) if documents < known.counted + known.counted / 10 + 1 => {
                (known.languages, known.counted)
            }
            _ => (Arc::new(languages_of(&searcher, store)?), documents),
        };
        let snapshot = Snapshot { searcher, spans, next, languages, batch, counted };
        *current = Some(snapshot.clone());
        Ok(snapshot)
    }

    fn reload(&self) -> Result<(), SearchError> {
        // A merge may remove a file between the reading of the list and of the file.
        for _ in 0..5 {
            if self.reader.reload().is_ok() {
                return Ok(());
            }
        }
        match self.is_current() {
            true => Ok(self.reader.reload()?),
            false => Err(SearchError::Busy),
        }
    }
}

/// The files that are read when the index is opened, and not again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FilesRead {
    /// Which file the database is: another one means that the index was made anew.
    database: (u64, u64),
    /// Exceptions and tables of inflection, and what links tell, as they are now: file, time of the last change,
    /// length.
    others: [Option<(u64, i64, i64, u64)>; 4],
}

impl FilesRead {
    fn of(archive: &Path, search: &Path) -> Result<FilesRead, SearchError> {
        let database = Store::metadata(search)?;
        let state = |path: PathBuf| {
            let about = path.metadata().ok()?;
            Some((about.ino(), about.mtime(), about.mtime_nsec(), about.len()))
        };
        let [cs, sk] = TABLES.map(|language| state(table_path(search, language)));
        let others = [state(Exceptions::path(archive)), cs, sk, state(links_path(search))];
        Ok(FilesRead { database: (database.dev(), database.ino()), others })
    }
}

/// The languages of most documents.
fn languages_of(searcher: &Searcher, store: &Store) -> Result<Vec<String>, SearchError> {
    let mut counts = vec![0_u32; 1024];
    for segment in searcher.segment_readers() {
        let facts = segment.fast_fields().column_first_or_default::<u64>(FACTS)?;
        for doc in 0..segment.max_doc() {
            counts[usize::from(Facts::unpack(facts.get_val(doc)).language)] += 1;
        }
    }
    counts[0] = 0;
    let all: u64 = counts.iter().map(|count| u64::from(*count)).sum();
    let mut languages = Vec::new();
    for (number, count) in facets_highest(&counts, LANGUAGES_MAX) {
        if count * LANGUAGE_SHARE >= all {
            languages.extend(store.name_of(NameKind::Language, number)?);
        }
    }
    Ok(languages)
}
