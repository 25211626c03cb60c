//! What a collection is: a name, and which captures belong to it.

use serde::Deserialize;
use stodola_access::{MimePattern, Moment, MomentSpan, RulePlace};

/// Names that mean something else in addresses.
const TAKEN: [&str; 12] = [
    "web",
    "cdx",
    "wayback",
    "static",
    "timemap",
    "index",
    "all",
    "captures",
    "replay",
    "compare",
    "collections",
    "api",
];
/// Characters of a name at most, and of the texts for people.
const MAX_NAME: usize = 64;
const MAX_TEXT: usize = 2000;

/// A collection: its name, and which captures belong to it. An empty list does not restrict.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CollectionDefinition {
    /// The name in addresses.
    pub name: String,
    /// The name for people.
    pub title: String,
    /// What it is about, for people.
    pub about: Option<String>,
    /// Addresses: one of them has to fit.
    pub places: Vec<RulePlace>,
    /// The same as they are written in the file.
    pub written_places: Vec<String>,
    /// Jobs: one of them has to have made the capture.
    pub jobs: Vec<String>,
    /// When captures were made.
    pub captured: MomentSpan,
    /// Media types: one of them has to fit.
    pub types: Vec<MimePattern>,
}

/// What is wrong with a definition.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DefinitionProblem {
    /// The file is no TOML, or a key or value of it is not known. The words of the parser, with the line.
    #[error("{0}")]
    Syntax(String),
    /// A name has other characters than small letters, digits and hyphens.
    #[error("'{0}' is no name: small letters, digits and hyphens, at most 64")]
    Name(String),
    /// A name means something else in addresses.
    #[error("the name '{0}' is taken by the program")]
    Taken(String),
    /// Two collections have the same name.
    #[error("there are two collections '{0}'")]
    Twice(String),
    /// A place cannot be read.
    #[error(
        "collection '{name}': '{text}' is no place: a URL, a URL ending in *, a host or *.DOMAIN"
    )]
    Place {
        /// The collection.
        name: String,
        /// The place as it is written.
        text: String,
    },
    /// A time cannot be read.
    #[error("collection '{name}': '{text}' is no time, for example 2015 or 2015-06-30")]
    Time {
        /// The collection.
        name: String,
        /// The time as it is written.
        text: String,
    },
    /// The end is before the beginning.
    #[error("collection '{0}': `to` is before `from`")]
    Span(String),
    /// A text is too long.
    #[error("collection '{0}': title and about have at most 2000 bytes")]
    Long(String),
}

/// The whole file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenFile {
    #[serde(default)]
    collection: Vec<WrittenCollection>,
}

/// A collection as the file has it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenCollection {
    name: String,
    title: Option<String>,
    about: Option<String>,
    #[serde(default)]
    places: Vec<String>,
    #[serde(default)]
    jobs: Vec<String>,
    from: Option<String>,
    to: Option<String>,
    #[serde(default)]
    types: Vec<MimePattern>,
}

impl CollectionDefinition {
    /// The collection that a job is by itself.
    pub(super) fn of_job(name: &str) -> CollectionDefinition {
        CollectionDefinition {
            name: name.to_owned(),
            title: name.to_owned(),
            jobs: vec![name.to_owned()],
            ..CollectionDefinition::default()
        }
    }

    /// Reads the text of a file of definitions.
    pub(super) fn read_all(text: &str) -> Result<Vec<CollectionDefinition>, DefinitionProblem> {
        let file: WrittenFile = toml::from_str(text)
            .map_err(|error| DefinitionProblem::Syntax(error.to_string().trim().to_owned()))?;
        let mut all: Vec<CollectionDefinition> = Vec::new();
        for written in file.collection {
            let definition = written.checked()?;
            if all.iter().any(|other| other.name == definition.name) {
                return Err(DefinitionProblem::Twice(definition.name));
            }
            all.push(definition);
        }
        Ok(all)
    }
}

impl WrittenCollection {
    fn checked(self) -> Result<CollectionDefinition, DefinitionProblem> {
        let name = self.name;
        let is_plain = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-');
        let is_name = !name.is_empty()
            && name.len() <= MAX_NAME
            && !name.starts_with('-')
            && name.bytes().all(is_plain)
            // A name of digits is the time of a capture.
            && name.bytes().any(|byte| byte.is_ascii_lowercase());
        if !is_name {
            return Err(DefinitionProblem::Name(name));
        }
        // Older names of the CDX server end so.
        let is_taken =
            TAKEN.contains(&&*name) || name.ends_with("-cdx") || name.ends_with("-index");
        if is_taken {
            return Err(DefinitionProblem::Taken(name));
        }
        let title = self.title.unwrap_or_else(|| name.clone());
        if title.len() > MAX_TEXT || self.about.as_ref().is_some_and(|it| it.len() > MAX_TEXT) {
            return Err(DefinitionProblem::Long(name));
        }
        let place = |text: &String| match text.parse() {
            Ok(place) => Ok(place),
            Err(_) => Err(DefinitionProblem::Place { name: name.clone(), text: text.clone() }),
        };
        let places = self.places.iter().map(place).collect::<Result<Vec<RulePlace>, _>>()?;
        let read = |text: Option<String>, parse: fn(&str) -> Option<Moment>| match text {
            None => Ok(None),
            Some(text) => match parse(&text) {
                Some(moment) => Ok(Some(moment)),
                None => Err(DefinitionProblem::Time { name: name.clone(), text }),
            },
        };
        let captured = MomentSpan {
            from: read(self.from, Moment::parse)?,
            to: read(self.to, Moment::parse_last)?,
        };
        if captured.from.zip(captured.to).is_some_and(|(from, to)| from > to) {
            return Err(DefinitionProblem::Span(name));
        }
        Ok(CollectionDefinition {
            title,
            about: self.about,
            places,
            written_places: self.places,
            jobs: self.jobs,
            captured,
            types: self.types,
            name,
        })
    }
}
