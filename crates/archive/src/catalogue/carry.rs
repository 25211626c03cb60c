//! Taking over what another catalogue knows of files that cannot be read any more.

use super::read::{Entry, Names};
use super::schema::CAPTURES;
use super::{Catalogue, CatalogueError, CatalogueWriter, FileFacts, Listed, PostedRow};
use std::collections::{BTreeMap, BTreeSet};

/// A capture, and the request with a body that it answers.
struct Answered {
    entry: Entry,
    posted: Option<PostedRow>,
}

impl CatalogueWriter {
    /// Takes over the files with these names and all their captures, if the other catalogue has them and this one does
    /// not.
    pub(crate) fn carry_over(
        &mut self,
        from: &Catalogue,
        names: &BTreeSet<String>,
    ) -> Result<(), CatalogueError> {
        let mut files = BTreeMap::new();
        for listed in from.files()? {
            let is_wanted = names.contains(&listed.name);
            if is_wanted && self.listed(&listed.name)?.is_none() {
                files.insert(from.file_id(&listed.name)?, listed);
            }
        }
        let mut waiting = files.clone();
        let mut current: Option<(Listed, Vec<Answered>)> = None;
        from.each_of_files(files.keys().copied(), &mut |entry| {
            let is_next = current.as_ref().is_none_or(|(file, _)| *file.name != *entry.file);
            if is_next {
                if let Some((file, entries)) = current.take() {
                    self.take_over(from, &file, entries)?;
                }
                current = waiting.remove(&entry.file_id).map(|file| (file, Vec::new()));
            }
            if let Some((_, entries)) = &mut current {
                let posted = from.posted(&entry)?;
                entries.push(Answered { entry, posted });
            }
            Ok(())
        })?;
        if let Some((file, entries)) = current {
            self.take_over(from, &file, entries)?;
        }
        // Files without a capture.
        waiting.values().try_for_each(|file| self.take_over(from, file, Vec::new()))
    }

    fn take_over(
        &mut self,
        from: &Catalogue,
        file: &Listed,
        entries: Vec<Answered>,
    ) -> Result<(), CatalogueError> {
        let conversions = from.conversions_in(from.file_id(&file.name)?)?;
        let mut adder = self.begin_file(&file.name)?;
        for Answered { entry, posted } in entries {
            if let Some(posted) = &posted {
                adder.push_posted(&(&entry.row).into(), posted)?;
            }
            adder.push(entry.row)?;
        }
        for conversion in &conversions {
            adder.push_conversion(conversion)?;
        }
        let facts = FileFacts {
            size: file.size,
            modified: file.modified,
            sha256: file.sha256,
            records: file.records,
            job: file.job.clone(),
        };
        match file.is_complete() {
            true => adder.finish(&facts),
            // The size of such a file is the number of bytes that were listed.
            false => adder.suspend(file.size, &facts),
        }
    }
}

impl Catalogue {
    /// Calls `on` with all captures of these files, file by file.
    fn each_of_files(
        &self,
        files: impl Iterator<Item = i64>,
        on: &mut dyn FnMut(Entry) -> Result<(), CatalogueError>,
    ) -> Result<(), CatalogueError> {
        let list: Vec<String> = files.map(|id| id.to_string()).collect();
        let list = format!("[{}]", list.join(","));
        let mut select = || {
            let transaction = self.moment()?;
            let segments = CAPTURES.valid(&transaction)?;
            let all = CAPTURES.select(&segments, "WHERE file IN (SELECT value FROM json_each(?1))");
            let mut statement = transaction.prepare(&format!("{all} ORDER BY 3, 4, 5"))?;
            let mut names = Names::new(&self.connection);
            let mut rows = statement.query([&list])?;
            while let Some(row) = rows.next()? {
                if let Err(error) = on(names.entry(row)?) {
                    return Ok(Err(error));
                }
            }
            Ok(Ok(()))
        };
        select().map_err(|error| self.explain(error))?
    }
}
