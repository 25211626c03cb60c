//! Listing the captures of files in the catalogue, and showing them to the observer at the same time.
//!
//! A finished file is listed completely or not at all. An unfinished file is listed part by part, as its records become
//! safe, under its final name. When it is finished, the rest is read.
//!
//! | killed | left behind | then |
//! |---|---|---|
//! | while a finished file is listed | nothing of it | it is listed again |
//! | while a part is listed | the parts before | the next part begins there |
//! | before the observer has committed | its place is before that of the catalogue | it is shown the rest again |

use crate::catalogue::{Catalogue, CatalogueError, CatalogueWriter, FileFacts, Listed};
use crate::fixity;
use crate::folder::{Archive, Departure};
use crate::holdings;
use crate::intake::{FileWatch, TakenIn, read_error};
use crate::observe::{CaptureObserver, FilePlace, Needs};
use crate::scan::{self, Extent, Listeners, Scanned, Stretch, end_of_whole_records, scan};
use crate::source::hash_file;
use crate::trace;
use std::io;
use std::path::Path;

impl CatalogueWriter {
    /// Shows the captures of files that are listed from now on to an observer as well. The observer also returns titles
    /// and languages of pages; without an observer, rows have neither.
    pub fn observe_with(&mut self, observer: Box<dyn CaptureObserver>) {
        self.observer = Some(observer);
    }

    /// Lists a file of the archive in the catalogue, unless it is listed and has not changed. Later checks compare the
    /// file with its content at this time. A file that was moved is recognised by its bytes.
    pub fn list(
        &mut self,
        archive: &Archive,
        name: &str,
        watch: &mut dyn FileWatch,
    ) -> Result<TakenIn, CatalogueError> {
        self.enter(archive, name, FileOrigin::Own, watch)
    }

    /// Same as [`CatalogueWriter::list`], for a file whose origin is known.
    pub(crate) fn list_again(
        &mut self,
        archive: &Archive,
        name: &str,
        watch: &mut dyn FileWatch,
    ) -> Result<TakenIn, CatalogueError> {
        self.enter(archive, name, FileOrigin::Again, watch)
    }

    /// Shows all listed files to the observer, as far as it has not seen them yet.
    pub fn show_listed(
        &mut self,
        archive: &Archive,
        watch: &mut dyn FileWatch,
    ) -> Result<(), CatalogueError> {
        for file in self.files()?.into_iter().filter(Listed::is_complete) {
            if archive.path_of(&file.name).is_file() {
                self.show(archive, &file.name, watch)?;
            }
        }
        Ok(())
    }

    pub(crate) fn enter(
        &mut self,
        archive: &Archive,
        name: &str,
        origin: FileOrigin,
        watch: &mut dyn FileWatch,
    ) -> Result<TakenIn, CatalogueError> {
        if is_known(self, &archive.path_of(name), name)? {
            if origin == FileOrigin::Reference {
                archive.add_reference(name)?;
            }
            archive.note_returned(name)?;
            self.show(archive, name, watch)?;
            return Ok(TakenIn::known(name));
        }
        self.with_observer(|writer, observer| {
            writer.enter_new(archive, name, origin, observer, watch)
        })
    }

    /// Calls `work` with the observer. If `work` fails, the observer abandons what it was shown.
    fn with_observer<T>(
        &mut self,
        work: impl FnOnce(&mut CatalogueWriter, &mut Observer) -> Result<T, CatalogueError>,
    ) -> Result<T, CatalogueError> {
        let mut observer = Observer(self.observer.take());
        let result = work(self, &mut observer);
        if result.is_err() {
            observer.abandon();
        }
        self.observer = observer.0;
        result
    }

    fn enter_new(
        &mut self,
        archive: &Archive,
        name: &str,
        origin: FileOrigin,
        observer: &mut Observer,
        watch: &mut dyn FileWatch,
    ) -> Result<TakenIn, CatalogueError> {
        let failed = |error| read_error(&archive.path_of(name), error);
        let opened = archive.open_file(name).map_err(failed)?;
        if opened.is_unfinished {
            return Err(failed(io::ErrorKind::NotFound.into()));
        }
        let size = opened.file.metadata().map_err(failed)?.len();
        watch.begin(name, size);
        let listed = self.listed(name)?;
        if listed.as_ref().is_some_and(Listed::is_complete) {
            // The file has changed. Adding it removes the old captures.
            observer.forget(name);
        }
        self.forget_cut(name, size, observer)?;
        let hash = self.hashes.remove(name).filter(|hash| hash.size() <= size);
        let needs = observer.begin(name, true);
        let mut adder = self.begin_file(name)?;
        let stretch = Stretch {
            archive,
            name,
            extent: Extent::Whole,
            covered: adder.covered(),
            needs,
            hash: Some(hash.unwrap_or_default()),
        };
        let listeners = Listeners {
            observer: observer.inner(),
            on: &mut |item| Ok(adder.push_item(item)?),
            at: &mut |bytes| go_on(watch, bytes),
        };
        let scanned = scan(opened, stretch, listeners);
        if scanned.is_err() && watch.is_stopped() {
            return Err(CatalogueError::Stopped);
        }
        let (scanned, _) = scanned.map_err(explain(archive, name))?;
        let twin = match listed.is_none() && origin != FileOrigin::Again {
            true => adder.writer().twin(archive, name, origin, &scanned)?,
            false => None,
        };
        let end = FilePlace { offset: scanned.facts.size, is_end: true };
        let mut taken_in = TakenIn::known(name);
        match twin {
            Some(Twin::There(twin)) => {
                observer.abandon();
                taken_in.name = twin;
            }
            Some(Twin::Moved(from)) => {
                drop(adder);
                self.note_moved(archive, &from, name, origin, &scanned.facts)?;
                observer.forget(&from.name);
                observer.commit(name, end);
                taken_in.moved_from = Some(from.name);
            }
            None => {
                // Written before the catalogue: a kill in between must lose neither.
                note_entered(archive, name, origin, &scanned.facts)?;
                adder.finish(&scanned.facts)?;
                trace::listed(name, &scanned);
                observer.commit(name, end);
                taken_in.scanned = Some(scanned);
            }
        }
        watch.end();
        Ok(taken_in)
    }

    /// Lists the part of an unfinished file before the byte `until`, where a record ends and everything before is safe.
    /// Returns the first problem in it (byte offset and description), or `None`.
    pub(crate) fn list_part(
        &mut self,
        archive: &Archive,
        name: &str,
        until: u64,
    ) -> Result<Option<(u64, String)>, CatalogueError> {
        if self.listed(name)?.is_some_and(|listed| listed.is_complete()) {
            return Ok(None);
        }
        self.with_observer(|writer, observer| {
            let failed = |error| read_error(&archive.path_of(name), error);
            let opened = archive.open_file(name).map_err(failed)?;
            let size = opened.file.metadata().map_err(failed)?.len();
            writer.forget_cut(name, size, observer)?;
            let covered = writer.covered_of(name)?.unwrap_or(0);
            let needs = observer.begin(name, false);
            // A message may come late, when more of the file is already listed.
            if covered > until || covered == until && needs.is_none_or(|needs| needs.from >= until)
            {
                observer.abandon();
                return Ok(None);
            }
            let hash = writer.hashes.remove(name).filter(|hash| hash.size() <= until);
            let mut adder = writer.begin_file(name)?;
            let extent = Extent::Until(until);
            let hash = Some(hash.unwrap_or_default());
            let stretch = Stretch { archive, name, extent, covered, needs, hash };
            let listeners = Listeners {
                observer: observer.inner(),
                on: &mut |item| Ok(adder.push_item(item)?),
                at: &mut |_| Ok(()),
            };
            let (scanned, hash) =
                scan(opened, stretch, listeners).map_err(explain(archive, name))?;
            adder.suspend(until, &scanned.facts)?;
            trace::part_listed(name, &scanned);
            writer.hashes.extend(hash.map(|hash| (name.to_owned(), hash)));
            observer.commit(name, FilePlace { offset: until, is_end: false });
            Ok(scanned.problems.into_iter().next())
        })
    }

    /// Lists the complete records of a file that was left unfinished. Nobody may be writing it.
    pub(crate) fn list_left(
        &mut self,
        archive: &Archive,
        name: &str,
    ) -> Result<(), CatalogueError> {
        let failed = |error| read_error(&archive.path_of(name), error);
        let opened = archive.open_file(name).map_err(failed)?;
        if !opened.is_unfinished {
            return Ok(());
        }
        // Bytes that survived the end of a process may not survive the next power cut.
        opened.file.sync_data().map_err(failed)?;
        let end = end_of_whole_records(opened).map_err(failed)?;
        // Captures that are listed behind this end no longer exist.
        self.with_observer(|writer, observer| writer.forget_cut(name, end, observer))?;
        self.list_part(archive, name, end).map(|_| ())
    }

    /// Removes captures of an unfinished file that has become shorter than its listed part.
    fn forget_cut(
        &mut self,
        name: &str,
        size: u64,
        observer: &mut Observer,
    ) -> Result<(), CatalogueError> {
        if self.covered_of(name)?.is_some_and(|covered| covered > size) {
            self.hashes.remove(name);
            observer.forget(name);
            self.remove_file(name)?;
        }
        Ok(())
    }

    /// Shows a listed file, or the rest of it, to the observer, if it has not seen it.
    fn show(
        &mut self,
        archive: &Archive,
        name: &str,
        watch: &mut dyn FileWatch,
    ) -> Result<(), CatalogueError> {
        self.with_observer(|_, observer| {
            let Some(needs) = observer.begin(name, true) else { return Ok(()) };
            let failed = |error| read_error(&archive.path_of(name), error);
            let opened = archive.open_file(name).map_err(failed)?;
            let size = opened.file.metadata().map_err(failed)?.len();
            watch.begin(name, size);
            let (extent, covered) = (Extent::Whole, u64::MAX);
            let stretch =
                Stretch { archive, name, extent, covered, needs: Some(needs), hash: None };
            let listeners = Listeners {
                observer: observer.inner(),
                on: &mut |_| Ok(()),
                at: &mut |bytes| go_on(watch, bytes),
            };
            let scanned = scan(opened, stretch, listeners);
            if scanned.is_err() && watch.is_stopped() {
                return Err(CatalogueError::Stopped);
            }
            scanned.map_err(explain(archive, name))?;
            observer.commit(name, FilePlace { offset: size, is_end: true });
            watch.end();
            Ok(())
        })
    }

    /// Returns another file of the catalogue that has the same bytes as a new one; `None` if there is none.
    fn twin(
        &self,
        archive: &Archive,
        name: &str,
        origin: FileOrigin,
        scanned: &Scanned,
    ) -> Result<Option<Twin>, CatalogueError> {
        let FileFacts { size, sha256: Some(sha256), .. } = &scanned.facts else { return Ok(None) };
        // A file in the archive's own folder is always listed, even if another file has the same bytes.
        if origin == FileOrigin::Reference
            && let Some(twin) = self.sound_twin(archive, *size, sha256, Some(name))?
        {
            return Ok(Some(Twin::There(twin)));
        }
        let twins = self.twins(*size, sha256)?;
        let moved = twins.into_iter().find(|twin| holdings::is_missing(archive, &twin.name));
        Ok(moved.map(Twin::Moved))
    }

    /// Moves the captures of a file to another name. The steps stand in an order in which they can be repeated.
    fn note_moved(
        &mut self,
        archive: &Archive,
        from: &Listed,
        name: &str,
        origin: FileOrigin,
        facts: &FileFacts,
    ) -> Result<(), CatalogueError> {
        note_entered(archive, name, origin, facts)?;
        let sha256 = facts.sha256.map(|sha256| fixity::hex(&sha256));
        let old = (from.size, sha256.as_deref(), from.captures);
        archive.note_gone(&from.name, old, &Departure::Moved(name.to_owned()))?;
        archive.remove_reference(&from.name)?;
        self.rename_file(&from.name, name, facts.modified)
    }
}

/// Tells how far the reading is, and ends it if nobody wants it any more.
fn go_on(watch: &mut dyn FileWatch, bytes: u64) -> io::Result<()> {
    watch.at(bytes);
    if watch.is_stopped() { Err(io::ErrorKind::Interrupted.into()) } else { Ok(()) }
}

/// How a file comes into the catalogue.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum FileOrigin {
    /// The file is in the archive's folder, or in the list of references.
    Own,
    /// The file is elsewhere, and not in the list of references yet.
    Reference,
    /// The file was in the catalogue before the rebuild.
    Again,
}

/// A file with the same bytes as a new one.
enum Twin {
    /// The other file exists.
    There(String),
    /// The other file no longer exists: the file was moved.
    Moved(Listed),
}

/// The observer; does nothing if there is none.
struct Observer(Option<Box<dyn CaptureObserver>>);

impl Observer {
    fn inner(&mut self) -> Option<&mut dyn CaptureObserver> {
        match &mut self.0 {
            Some(observer) => Some(observer.as_mut()),
            None => None,
        }
    }

    fn begin(&mut self, file: &str, is_finished: bool) -> Option<Needs> {
        self.0.as_mut()?.begin(file, is_finished)
    }

    fn commit(&mut self, file: &str, place: FilePlace) {
        self.0.iter_mut().for_each(|it| it.commit(file, place));
    }

    fn abandon(&mut self) {
        self.0.iter_mut().for_each(|it| it.abandon());
    }

    fn forget(&mut self, file: &str) {
        self.0.iter_mut().for_each(|it| it.forget(file));
    }
}

/// Writes down that a file belongs to the archive: in `references.txt` or `fixity.tsv`, by its origin.
fn note_entered(
    archive: &Archive,
    name: &str,
    origin: FileOrigin,
    facts: &FileFacts,
) -> Result<(), CatalogueError> {
    if origin == FileOrigin::Reference {
        archive.add_reference(name)?;
    }
    if origin != FileOrigin::Again {
        fixity::note_added(archive, name, facts)?;
    }
    Ok(archive.note_returned(name)?)
}

enum ScanError {
    Io(io::Error),
    Catalogue(CatalogueError),
}

impl From<io::Error> for ScanError {
    fn from(error: io::Error) -> ScanError {
        ScanError::Io(error)
    }
}

impl From<CatalogueError> for ScanError {
    fn from(error: CatalogueError) -> ScanError {
        ScanError::Catalogue(error)
    }
}

fn explain(archive: &Archive, name: &str) -> impl Fn(ScanError) -> CatalogueError {
    let path = archive.path_of(name);
    move |error| match error {
        ScanError::Io(error) => read_error(&path, error),
        ScanError::Catalogue(error) => error,
    }
}

/// Whether the catalogue lists the file in its present state. If its time has changed, its content decides.
pub(crate) fn is_known(
    catalogue: &Catalogue,
    path: &Path,
    name: &str,
) -> Result<bool, CatalogueError> {
    let Some(listed) = catalogue.listed(name)?.filter(|listed| listed.is_complete()) else {
        return Ok(false);
    };
    let metadata = path.metadata().map_err(|error| read_error(path, error))?;
    if metadata.len() != listed.size {
        return Ok(false);
    }
    if listed.modified == scan::modified(&metadata) {
        return Ok(true);
    }
    let (_, sha256) = hash_file(path).map_err(|error| read_error(path, error))?;
    Ok(listed.sha256 == Some(sha256))
}
