//! Schemas that users have registered, in a folder.
//!
//! ```text
//! schemas/1f3a…c2-1.xsd     the first schema of a namespace: SHA-256 of the namespace, number
//! schemas/1f3a…c2-2.xsd     a later one, which counts for new nodes
//! ```
//!
//! Files are never changed or removed, so it stays known by which schema a node was checked. A file gets its name when
//! it is whole and safe on disk.

use super::{NodeSchema, PageNode, SchemaError, XsdSchema};
use crate::data::NodeRefusal;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use stodola_durable::{Draft, PathError, create_folders};

/// Most namespaces with a schema.
const NAMESPACES_MAX: usize = 1000;
/// Most schemas of one namespace.
const NUMBERS_MAX: u32 = 1000;
/// Most bytes that are read of a file; longer ones are not ours.
const FILE_MAX: u64 = 1 << 20;

/// All registered schemas. Whoever changes the shelf must be the only one: the caller has a lock.
#[derive(Debug)]
pub struct SchemaShelf {
    folder: PathBuf,
    /// The latest of each namespace, with its number.
    schemas: HashMap<String, (u32, Arc<XsdSchema>)>,
}

/// Errors from the folder of schemas.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ShelfError {
    /// A file or the folder could not be read or written.
    #[error(transparent)]
    Path(#[from] PathError),
    /// A file of the folder is not a schema of its namespace.
    #[error("'{}' is damaged: {what}", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// The schema is not accepted.
    #[error(transparent)]
    Schema(#[from] SchemaError),
    /// There are as many schemas as there may be.
    #[error("no more schemas are accepted: {0}")]
    Full(&'static str),
}

impl SchemaShelf {
    /// Reads the folder; one that is not there is empty.
    pub fn open(folder: &Path) -> Result<SchemaShelf, ShelfError> {
        let mut newest: HashMap<String, u32> = HashMap::new();
        let failed = PathError::new("read", folder);
        match std::fs::read_dir(folder) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => return Err(failed(error).into()),
            Ok(entries) => {
                for entry in entries {
                    let name = entry.map_err(&failed)?.file_name();
                    if let Some((digest, number)) = name.to_str().and_then(parts) {
                        let known = newest.entry(digest.to_owned()).or_default();
                        *known = number.max(*known);
                    }
                }
            }
        }
        let mut shelf = SchemaShelf { folder: folder.to_owned(), schemas: HashMap::new() };
        for (digest, number) in newest {
            let path = folder.join(format!("{digest}-{number}.xsd"));
            let mut bytes = Vec::new();
            let file = std::fs::File::open(&path).map_err(PathError::new("open", &path))?;
            file.take(FILE_MAX).read_to_end(&mut bytes).map_err(PathError::new("read", &path))?;
            let damaged = |what: String| ShelfError::Damaged { path: path.clone(), what };
            let schema = XsdSchema::parse(&bytes).map_err(|error| damaged(error.to_string()))?;
            if digest_of(schema.namespace()) != digest {
                return Err(damaged("it is the schema of another namespace".to_owned()));
            }
            shelf.schemas.insert(schema.namespace().to_owned(), (number, Arc::new(schema)));
        }
        Ok(shelf)
    }

    /// Registers a schema for its namespace; it counts for nodes that are added from now on. The one that counts
    /// already is not kept twice.
    pub fn register(&mut self, bytes: &[u8]) -> Result<Arc<XsdSchema>, ShelfError> {
        let schema = Arc::new(XsdSchema::parse(bytes)?);
        let number = match self.schemas.get(schema.namespace()) {
            Some((_, known)) if known.source() == schema.source() => return Ok(Arc::clone(known)),
            Some((number, _)) if *number >= NUMBERS_MAX => {
                return Err(ShelfError::Full("the namespace has 1,000 schemas"));
            }
            Some((number, _)) => number + 1,
            None if self.schemas.len() >= NAMESPACES_MAX => {
                return Err(ShelfError::Full("1,000 namespaces have one"));
            }
            None => 1,
        };
        create_folders(&self.folder)?;
        let path = self.folder.join(format!("{}-{number}.xsd", digest_of(schema.namespace())));
        let mut draft = Draft::create(&path)?;
        draft.write_all(bytes).map_err(PathError::new("write", &path))?;
        draft.publish()?;
        self.schemas.insert(schema.namespace().to_owned(), (number, Arc::clone(&schema)));
        Ok(schema)
    }

    /// The schema that counts for a namespace.
    pub fn schema(&self, namespace: &str) -> Option<&Arc<XsdSchema>> {
        self.schemas.get(namespace).map(|it| &it.1)
    }

    /// Namespaces with a schema, in the order of their names, with the number of the one that counts.
    pub fn namespaces(&self) -> Vec<(&str, u32)> {
        let mut list: Vec<_> = self.schemas.iter().map(|it| (it.0.as_str(), it.1.0)).collect();
        list.sort_unstable();
        list
    }

    /// Checks a node by the schema of its namespace; without one every node is fine.
    pub fn check(&self, node: &PageNode) -> Result<(), NodeRefusal> {
        self.schema(node.namespace()).map_or(Ok(()), |schema| schema.check(node))
    }
}

/// Digest and number in the name of a file.
fn parts(name: &str) -> Option<(&str, u32)> {
    let (digest, number) = name.strip_suffix(".xsd")?.split_once('-')?;
    let is_digest = digest.len() == 64 && digest.bytes().all(|it| it.is_ascii_hexdigit());
    let number = number.parse().ok().filter(|it| (1..=NUMBERS_MAX).contains(it))?;
    is_digest.then_some((digest, number))
}

fn digest_of(namespace: &str) -> String {
    Sha256::digest(namespace.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}
