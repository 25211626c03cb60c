//! A store in memory, as simple as can be: what a version is, without git.

use std::collections::BTreeMap;
use std::io::{Cursor, Read};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use stodola_pages::{
    AdditionStart, AdditionWriter, BegunRound, DifferenceList, ObjectId, PageDomain, PageFileName,
    PageFileRow, PageList, PagePath, PagesError, PutPage, RoundStart, RoundWriter, TagName,
    VersionChange, VersionReader, VersionRow, VersionStore, WrittenRound,
};

type Pages = BTreeMap<String, BTreeMap<String, Vec<u8>>>;

/// One version of a domain.
#[derive(Clone, Debug)]
struct Version {
    tag: TagName,
    identity: (String, u64),
    pages: Pages,
    authors: Vec<String>,
}

/// The versions of each domain, oldest first.
#[derive(Clone, Debug, Default)]
pub(crate) struct MemoryStore(Arc<Mutex<BTreeMap<PageDomain, Vec<Version>>>>);

/// Ids mean nothing here.
fn no_id() -> ObjectId {
    ObjectId::parse(&"0".repeat(40)).unwrap()
}

impl VersionStore for MemoryStore {
    fn domains(&self) -> Result<Vec<PageDomain>, PagesError> {
        Ok(self.0.lock().unwrap().keys().cloned().collect())
    }

    fn begin_round(
        &self,
        domain: &PageDomain,
        start: &RoundStart,
        _wait: Duration,
    ) -> Result<BegunRound, PagesError> {
        let versions = self.0.lock().unwrap().get(domain).cloned().unwrap_or_default();
        let identity = (start.job.clone(), start.number);
        let same = versions.iter().find(|v| v.identity == identity && v.tag.time() == start.time);
        if let Some(same) = same {
            return Ok(BegunRound::Stored(same.tag.clone()));
        }
        let number =
            versions.iter().filter(|version| version.tag.time() == start.time).count() as u32 + 1;
        let base = format!("{domain}@{}", when(start.time));
        let text = if number > 1 { format!("{base}-{number}") } else { base };
        let tag = TagName::parse(&text)?;
        let version =
            Version { tag, identity, pages: Pages::new(), authors: vec!["Stodola".to_owned()] };
        let before = versions.last().map(|version| version.pages.clone()).unwrap_or_default();
        let counts = [0; 3];
        Ok(BegunRound::Open(Box::new(MemoryRound { store: self.clone(), before, version, counts })))
    }

    fn begin_addition(
        &self,
        tag: &TagName,
        start: &AdditionStart,
        _wait: Duration,
    ) -> Result<Box<dyn AdditionWriter>, PagesError> {
        let all = self.0.lock().unwrap();
        let versions = all.get(tag.domain()).map(Vec::as_slice).unwrap_or_default();
        let Some(last) =
            versions.last().filter(|_| versions.iter().any(|version| version.tag == *tag))
        else {
            return Err(PagesError::NoTag(tag.clone()));
        };
        if last.tag != *tag {
            return Err(PagesError::Outdated { tag: tag.clone(), current: Some(last.tag.clone()) });
        }
        let (store, pages, author) = (self.clone(), last.pages.clone(), start.author.clone());
        Ok(Box::new(MemoryAddition { store, tag: tag.clone(), pages, author }))
    }

    fn reader(&self, domain: &PageDomain) -> Result<Option<Box<dyn VersionReader>>, PagesError> {
        let versions = self.0.lock().unwrap().get(domain).cloned();
        Ok(versions.map(|versions| Box::new(MemoryReader(versions)) as Box<dyn VersionReader>))
    }
}

/// `20260102T030405Z`, for times of January 2026.
fn when(time: u64) -> String {
    let second = time - 1_767_225_600;
    let (day, hour) = (second / 86_400 + 1, second / 3600 % 24);
    format!("202601{day:02}T{hour:02}{:02}{:02}Z", second / 60 % 60, second % 60)
}

struct MemoryRound {
    store: MemoryStore,
    before: Pages,
    version: Version,
    counts: [u64; 3],
}

impl RoundWriter for MemoryRound {
    fn tag(&self) -> &TagName {
        &self.version.tag
    }

    fn put(
        &mut self,
        page: &PagePath,
        html: &[u8],
        describe: &mut dyn FnMut(&TagName) -> Vec<u8>,
    ) -> Result<PutPage, PagesError> {
        if self.version.pages.contains_key(page.as_str()) {
            return Err(PagesError::PageTwice(page.to_string()));
        }
        let before = self.before.get(page.as_str());
        let (put, files) = match before {
            Some(files) if files["data.html"] == html => (PutPage::Same, files.clone()),
            before => {
                let files =
                    [("data.html", html.to_vec()), ("data.xml", describe(&self.version.tag))];
                let put = if before.is_some() { PutPage::Changed } else { PutPage::New };
                (put, files.map(|(name, content)| (name.to_owned(), content)).into())
            }
        };
        self.version.pages.insert(page.to_string(), files);
        self.counts[put as usize] += 1;
        Ok(put)
    }

    fn finish(self: Box<Self>) -> Result<WrittenRound, PagesError> {
        let tag = self.version.tag.clone();
        let mut all = self.store.0.lock().unwrap();
        all.entry(tag.domain().clone()).or_default().push(self.version);
        let [new, changed, same] = self.counts;
        Ok(WrittenRound { tag, commit: no_id(), new, changed, same })
    }
}

struct MemoryAddition {
    store: MemoryStore,
    tag: TagName,
    pages: Pages,
    author: String,
}

impl MemoryAddition {
    fn page(&mut self, page: &PagePath) -> Result<&mut BTreeMap<String, Vec<u8>>, PagesError> {
        let missing = PagesError::NoPage { tag: self.tag.clone(), page: page.to_string() };
        self.pages.get_mut(page.as_str()).ok_or(missing)
    }
}

impl AdditionWriter for MemoryAddition {
    fn add_file(
        &mut self,
        page: &PagePath,
        name: &PageFileName,
        content: &mut dyn Read,
    ) -> Result<(), PagesError> {
        let files = self.page(page)?;
        if let Some(other) =
            files.keys().find(|other| other.to_lowercase() == name.as_str().to_lowercase())
        {
            return Err(PagesError::NameExists { page: page.to_string(), name: other.clone() });
        }
        let mut bytes = Vec::new();
        content.read_to_end(&mut bytes).unwrap();
        files.insert(name.to_string(), bytes);
        Ok(())
    }

    fn data(&self, page: &PagePath) -> Result<Vec<u8>, PagesError> {
        let missing = PagesError::NoPage { tag: self.tag.clone(), page: page.to_string() };
        Ok(self.pages.get(page.as_str()).ok_or(missing)?["data.xml"].clone())
    }

    fn replace_data(&mut self, page: &PagePath, data: &[u8]) -> Result<(), PagesError> {
        self.page(page)?.insert("data.xml".to_owned(), data.to_vec());
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<ObjectId, PagesError> {
        let mut all = self.store.0.lock().unwrap();
        let version = all.get_mut(self.tag.domain()).unwrap().last_mut().unwrap();
        if version.pages != self.pages {
            version.pages = self.pages;
            version.authors.insert(0, self.author);
        }
        Ok(no_id())
    }
}

struct MemoryReader(Vec<Version>);

impl MemoryReader {
    fn version(&self, tag: &TagName) -> Result<&Version, PagesError> {
        let version = self.0.iter().find(|version| version.tag == *tag);
        version.ok_or_else(|| PagesError::NoTag(tag.clone()))
    }

    fn page(
        &self,
        tag: &TagName,
        page: &PagePath,
    ) -> Result<&BTreeMap<String, Vec<u8>>, PagesError> {
        let missing = PagesError::NoPage { tag: tag.clone(), page: page.to_string() };
        self.version(tag)?.pages.get(page.as_str()).ok_or(missing)
    }
}

impl VersionReader for MemoryReader {
    fn tags(&self) -> Vec<TagName> {
        let mut tags: Vec<_> = self.0.iter().map(|version| version.tag.clone()).collect();
        tags.sort();
        tags
    }

    fn current(&self) -> Option<TagName> {
        self.0.last().map(|version| version.tag.clone())
    }

    fn history(&self, tag: &TagName) -> Result<Vec<VersionRow>, PagesError> {
        let authors = self.version(tag)?.authors.iter();
        let row = |author: &String| VersionRow {
            commit: no_id(),
            author: author.clone(),
            time: 0,
            message: String::new(),
        };
        Ok(authors.map(row).collect())
    }

    fn pages(&self, tag: &TagName) -> Result<PageList<'_>, PagesError> {
        let pages = self.version(tag)?.pages.keys();
        Ok(Box::new(pages.map(|page| PagePath::parse(page))))
    }

    fn files(&self, tag: &TagName, page: &PagePath) -> Result<Vec<PageFileRow>, PagesError> {
        let files = self.page(tag, page)?.iter();
        let row = |(name, content): (&String, &Vec<u8>)| PageFileRow {
            name: name.clone(),
            size: content.len() as u64,
            id: no_id(),
        };
        Ok(files.map(row).collect())
    }

    fn open_file(
        &self,
        tag: &TagName,
        page: &PagePath,
        name: &str,
    ) -> Result<(u64, Box<dyn Read + Send>), PagesError> {
        let missing = PagesError::NoFile { page: page.to_string(), name: name.to_owned() };
        let content = self.page(tag, page)?.get(name).ok_or(missing)?.clone();
        Ok((content.len() as u64, Box::new(Cursor::new(content))))
    }

    fn difference(&self, from: &TagName, to: &TagName) -> Result<DifferenceList<'_>, PagesError> {
        let (a, b) = (&self.version(from)?.pages, &self.version(to)?.pages);
        // The order of git: a folder's name ends in a slash.
        let paths: std::collections::BTreeSet<String> =
            a.keys().chain(b.keys()).map(|path| format!("{path}/")).collect();
        let changes = paths.into_iter().filter_map(move |path| {
            let path = path.trim_end_matches('/');
            let change = match (a.get(path), b.get(path)) {
                (None, _) => VersionChange::Added,
                (_, None) => VersionChange::Removed,
                (Some(x), Some(y)) if x == y => return None,
                (Some(x), Some(y)) if x["data.html"] == y["data.html"] => VersionChange::Annotated,
                _ => VersionChange::Changed,
            };
            Some(PagePath::parse(path).map(|page| (page, change)))
        });
        Ok(Box::new(changes))
    }
}
