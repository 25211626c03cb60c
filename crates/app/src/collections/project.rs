//! Which captures belong to a person's project.

use super::{CollectionError, CollectionScope, Collections};
use stodola_access::people::{Project, ProjectPart};
use stodola_archive::Entry;

/// The collection with everything.
const EVERYTHING: &str = "web";

/// A project that can be asked whether a capture belongs to it. It only narrows what is shown: rules of access hold in
/// it as everywhere.
#[derive(Clone, Debug)]
pub struct ProjectScope {
    project: Project,
    collections: Vec<CollectionScope>,
    has_everything: bool,
}

impl ProjectScope {
    /// The project.
    pub fn project(&self) -> &Project {
        &self.project
    }

    /// Whether a capture belongs to it: to one of its places, or to one of its collections.
    pub fn contains(&self, entry: &Entry) -> bool {
        self.has_everything
            || self.project.has_key(&entry.row.key)
            || self.collections.iter().any(|collection| collection.contains(entry))
    }
}

impl Collections {
    /// The captures of a project. A collection that is not there any more has none.
    pub fn of_project(&self, project: Project) -> Result<ProjectScope, CollectionError> {
        let mut scope = ProjectScope { project, collections: Vec::new(), has_everything: false };
        for part in &scope.project.parts {
            match part {
                ProjectPart::Place(_) => {}
                ProjectPart::Collection(name) if name == EVERYTHING => scope.has_everything = true,
                ProjectPart::Collection(name) => scope.collections.extend(self.find(name)?),
            }
        }
        Ok(scope)
    }
}
