//! Named collections: parts of an archive that have an address of their own, `/NAME/…` beside `/web/…`.
//!
//! Each job is a collection by itself. Others are defined in `collections.toml` in the archive folder:
//!
//! ```toml
//! [[collection]]
//! name = "floods-2013"
//! title = "Floods of 2013"
//! about = "News and pages of towns along the Elbe"
//! places = ["*.voda.example", "http://podhradi.example/povodne/*"]
//! jobs = ["floods"]
//! from = "2013-05-30"
//! to = "2013-07"
//! types = ["text/html", "image/*"]
//! ```
//!
//! A capture belongs to it if it fits one of the places, one of the jobs, the time and one of the types; what is not
//! given does not restrict. A collection only narrows what is shown: rules of access hold in it as everywhere.
//!
//! [`Collections`] follows the file: a change holds from the next request on. [`CollectionScope`] says whether a
//! capture belongs to a collection; a reader's gate asks it before it asks the rules.

mod definition;
mod file;
mod project;
mod scope;
#[cfg(test)]
mod tests;

pub use definition::{CollectionDefinition, DefinitionProblem};
pub use file::CollectionFileError;
pub use project::ProjectScope;
pub use scope::CollectionScope;

use file::DefinitionFile;
use scope::JobsOfFiles;
use std::sync::Arc;
use stodola_archive::{Archive, CatalogueError};

/// The collections of an archive as they are now, for any number of threads.
pub struct Collections {
    file: DefinitionFile,
    jobs: Arc<JobsOfFiles>,
}

/// Errors from looking a collection up.
#[derive(Debug, thiserror::Error)]
pub enum CollectionError {
    /// The definitions could not be read.
    #[error(transparent)]
    File(#[from] CollectionFileError),
    /// The catalogue could not be asked for the names of jobs.
    #[error(transparent)]
    Catalogue(#[from] CatalogueError),
}

impl Collections {
    /// The collections of an archive. Nothing is opened yet.
    pub fn of_archive(archive: &Archive) -> Collections {
        Collections {
            file: DefinitionFile::in_folder(archive.folder()),
            jobs: Arc::new(JobsOfFiles::new(archive)),
        }
    }

    /// The definitions in the file, in its order; none if there is no file.
    pub fn defined(&self) -> Result<Arc<[Arc<CollectionDefinition>]>, CollectionFileError> {
        self.file.current()
    }

    /// Names of jobs that have captures; each is a collection by itself.
    pub fn jobs(&self) -> Result<Vec<String>, CollectionError> {
        Ok(self.jobs.names()?)
    }

    /// The collection with a name: one that is defined, or else a job. `None` if there is none.
    pub fn find(&self, name: &str) -> Result<Option<CollectionScope>, CollectionError> {
        let defined = self.defined()?;
        let definition = match defined.iter().find(|definition| definition.name == name) {
            Some(definition) => Arc::clone(definition),
            None if self.jobs.is_job(name)? => Arc::new(CollectionDefinition::of_job(name)),
            None => return Ok(None),
        };
        Ok(Some(CollectionScope::new(definition, Arc::clone(&self.jobs))))
    }
}
