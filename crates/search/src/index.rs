//! The inverted index on disk: opened to fill it, or to read it without any lock.

mod read_only;
mod tokeniser;

use crate::error::SearchError;
use crate::parts::{CONTENT, Fields, TOKENISER};
use read_only::ReadOnly;
use std::path::{Path, PathBuf};
use tantivy::directory::MmapDirectory;
use tantivy::indexer::{IndexWriterOptions, LogMergePolicy, NoMergePolicy};
use tantivy::query::doc_predicate_query::{DocPredicateQuery, FunctionPredicate};
use tantivy::{DocId, Index, IndexReader, IndexSettings, IndexWriter, ReloadPolicy, SegmentReader};
use tantivy::{TantivyDocument, TantivyError};
use tokeniser::Tokeniser;

/// Memory of documents that are not written yet, in bytes. What merging needs comes on top.
const MEMORY: usize = 64 << 20;
/// Segments of fewer documents than this are merged as if they were all alike.
const SMALL_SEGMENT: u32 = 2_000;
/// Indexes smaller than this are checked byte for byte whenever they are opened to be filled.
const CHECKED_BYTES: u64 = 256 << 20;

/// Returns the folder of the index in the folder of the search.
pub(crate) fn folder(folder: &Path) -> PathBuf {
    folder.join("index")
}

/// The index, opened to fill it.
pub(crate) struct IndexFiller {
    index: Index,
    /// `None` only behind an error.
    writer: Option<IndexWriter>,
    pub(crate) fields: Fields,
}

impl Drop for IndexFiller {
    fn drop(&mut self) {
        let _ = self.close();
    }
}

impl IndexFiller {
    /// Opens the index, or makes it. The process must have the lock of the archive.
    pub(crate) fn open(search: &Path) -> Result<IndexFiller, SearchError> {
        let folder = folder(search);
        stodola_durable::create_folders(&folder).map_err(|error| {
            SearchError::io("the search index", std::io::Error::other(error.to_string()))
        })?;
        let fields = Fields::new();
        let directory = MmapDirectory::open(&folder).map_err(SearchError::damaged)?;
        let settings = IndexSettings {
            // Nothing is stored, so a thread to compress it would have nothing to do.
            docstore_compress_dedicated_thread: false,
            ..IndexSettings::default()
        };
        let index = match Index::exists(&directory).map_err(SearchError::damaged)? {
            true => Index::open(directory).map_err(SearchError::damaged)?,
            false => Index::create(directory, fields.schema.clone(), settings)?,
        };
        if index.schema() != fields.schema {
            return Err(SearchError::damaged("its fields are others"));
        }
        index.tokenizers().register(TOKENISER, Tokeniser::default());
        check(&index, &folder)?;
        let writer = Some(writer_of(&index)?);
        Ok(IndexFiller { index, writer, fields })
    }

    fn writer(&mut self) -> Result<&mut IndexWriter, SearchError> {
        self.writer.as_mut().ok_or_else(|| SearchError::damaged("it could not be opened again"))
    }

    /// Returns the number of the last commit; 0 before the first one.
    pub(crate) fn commits(&self) -> Result<u64, SearchError> {
        let payload = self.index.load_metas().map_err(SearchError::damaged)?.payload;
        match payload {
            None => Ok(0),
            Some(number) => {
                number.parse().map_err(|_| SearchError::damaged("its commit has no number"))
            }
        }
    }

    pub(crate) fn add(&mut self, document: TantivyDocument) -> Result<(), SearchError> {
        self.writer()?.add_document(document)?;
        Ok(())
    }

    /// Writes what was added, and the number of the commit with it.
    pub(crate) fn commit(&mut self, number: u64) -> Result<(), SearchError> {
        let mut prepared = self.writer()?.prepare_commit()?;
        prepared.set_payload(&number.to_string());
        prepared.commit()?;
        Ok(())
    }

    /// Discards what was added since the last commit.
    pub(crate) fn roll_back(&mut self) -> Result<(), SearchError> {
        self.close()?;
        self.writer = Some(writer_of(&self.index)?);
        Ok(())
    }

    /// Removes the documents of contents for which `is_gone` says so. A commit makes it last.
    pub(crate) fn remove(
        &mut self,
        is_gone: impl Fn(u64) -> bool + Clone + Send + Sync + 'static,
    ) -> Result<(), SearchError> {
        let predicate = FunctionPredicate::from(move |segment: &SegmentReader| {
            let column = segment.fast_fields().column_first_or_default::<u64>(CONTENT)?;
            let is_gone = is_gone.clone();
            Ok(move |doc: DocId| is_gone(column.get_val(doc)))
        });
        self.writer()?.delete_query(Box::new(DocPredicateQuery::from(predicate)))?;
        Ok(())
    }

    /// Discards what was not committed, and waits for merges that are under way.
    ///
    /// A writer must not be dropped, nor rolled back, before that: if it is while a merge ends, tantivy 0.27 does not
    /// write that the merged segment takes the place of others, and removes the files of those all the same.
    fn close(&mut self) -> Result<(), SearchError> {
        if let Some(writer) = self.writer.take() {
            writer.set_merge_policy(Box::new(NoMergePolicy));
            writer.wait_merging_threads()?;
        }
        Ok(())
    }
}

fn writer_of(index: &Index) -> Result<IndexWriter, SearchError> {
    let options = IndexWriterOptions::builder()
        .num_worker_threads(1)
        .memory_budget_per_thread(MEMORY)
        .num_merge_threads(1)
        .build();
    let writer = index.writer_with_options(options).map_err(SearchError::damaged)?;
    let mut merging = LogMergePolicy::default();
    merging.set_min_layer_size(SMALL_SEGMENT);
    merging.set_del_docs_ratio_before_merge(0.3);
    writer.set_merge_policy(Box::new(merging));
    // What a kill left: lists of removed documents would get the same names again, and tantivy overwrites nothing.
    writer.garbage_collect_files().wait().map_err(SearchError::damaged)?;
    Ok(writer)
}

/// Looks whether all files of the index are there, and, if it is not too long, whether their bytes are right.
fn check(index: &Index, folder: &Path) -> Result<(), SearchError> {
    let files =
        std::fs::read_dir(folder).map_err(|error| SearchError::io("the search index", error))?;
    let bytes: u64 =
        files.flatten().filter_map(|file| file.metadata().ok()).map(|it| it.len()).sum();
    for segment in index.searchable_segments().map_err(SearchError::damaged)? {
        SegmentReader::open(&segment).map_err(SearchError::damaged)?;
    }
    if bytes <= CHECKED_BYTES {
        let damaged = index.validate_checksum().map_err(SearchError::damaged)?;
        if let Some(file) = damaged.iter().next() {
            return Err(SearchError::damaged(format!("'{}' has other bytes", file.display())));
        }
    }
    Ok(())
}

/// Opens the index to read it. Works without the right to write, and beside the process that fills it.
pub(crate) fn open_to_read(search: &Path) -> Result<(Index, IndexReader, Fields), SearchError> {
    let folder = folder(search);
    let mut attempt = 0;
    loop {
        let opened = try_open_to_read(&folder);
        match opened {
            // A merge may have removed a file between the reading of the list and of the file.
            Err(_) if attempt < 5 => attempt += 1,
            Err(error) => return Err(SearchError::damaged(error)),
            Ok(opened) => return Ok(opened),
        }
    }
}

fn try_open_to_read(folder: &Path) -> Result<(Index, IndexReader, Fields), TantivyError> {
    let directory = ReadOnly(MmapDirectory::open(folder)?);
    let index = Index::open(directory)?;
    let fields = Fields::new();
    if index.schema() != fields.schema {
        return Err(TantivyError::SchemaError("its fields are others".to_owned()));
    }
    index.tokenizers().register(TOKENISER, Tokeniser::default());
    let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into()?;
    Ok((index, reader, fields))
}
