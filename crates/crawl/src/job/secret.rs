//! Where a secret stands: never in the job file itself, which others may read.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use stodola_fetch::Secret;

/// Maximum length of a secret in bytes.
const SECRET_MAX: u64 = 16 << 10;

/// Where a secret stands: `env:NAME` or `file:PATH`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SecretSource {
    /// An environment variable.
    Variable(String),
    /// A file, whose first line it is.
    File(PathBuf),
}

/// Errors from getting a secret. None of them shows it.
#[derive(Debug, thiserror::Error)]
pub enum SecretError {
    /// The text does not say where the secret stands.
    #[error("write \"env:NAME\" or \"file:PATH\", never the secret itself")]
    Source,
    /// The environment variable is not set, or is not UTF-8.
    #[error("the environment variable {0} is not set")]
    Variable(String),
    /// The file could not be read.
    #[error("cannot read '{}': {source}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The secret is empty, too long, has more than one line, or lacks a part.
    #[error("the secret in {0} cannot be used: it must be one line that is not empty")]
    Unusable(String),
}

impl FromStr for SecretSource {
    type Err = SecretError;

    fn from_str(text: &str) -> Result<SecretSource, SecretError> {
        match text.split_once(':') {
            Some(("env", name)) if !name.is_empty() && !name.contains(['=', '\0']) => {
                Ok(SecretSource::Variable(name.to_owned()))
            }
            Some(("file", path)) if !path.is_empty() => Ok(SecretSource::File(path.into())),
            _ => Err(SecretError::Source),
        }
    }
}

impl fmt::Display for SecretSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SecretSource::Variable(name) => write!(f, "env:{name}"),
            SecretSource::File(path) => write!(f, "file:{}", path.display()),
        }
    }
}

impl SecretSource {
    /// Reads the secret. The path of a file is relative to `folder`.
    pub fn read(&self, folder: &Path) -> Result<Secret, SecretError> {
        let text = match self {
            SecretSource::Variable(name) => {
                std::env::var(name).map_err(|_| SecretError::Variable(name.clone()))?
            }
            SecretSource::File(path) => {
                let path = folder.join(path);
                let mut text = String::new();
                let file = File::open(&path)
                    .and_then(|file| file.take(SECRET_MAX + 1).read_to_string(&mut text));
                file.map_err(|source| SecretError::File { path, source })?;
                text
            }
        };
        let line = text.strip_suffix('\n').unwrap_or(&text);
        let line = line.strip_suffix('\r').unwrap_or(line);
        let is_fine = !line.is_empty()
            && text.len() as u64 <= SECRET_MAX
            && !line.chars().any(char::is_control);
        match is_fine {
            true => Ok(Secret::new(line)),
            false => Err(SecretError::Unusable(self.to_string())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_read_from_where_they_stand() {
        let folder = std::env::temp_dir().join(format!("stodola-secret-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        for (content, expected) in [
            ("sesame\n", Some("sesame")),
            ("sesame", Some("sesame")),
            ("open sesame\r\n", Some("open sesame")),
            ("", None),
            ("\n", None),
            ("two\nlines\n", None),
        ] {
            std::fs::write(folder.join("secret"), content).unwrap();
            let source: SecretSource = "file:secret".parse().unwrap();
            let found = source.read(&folder);
            assert!(!format!("{found:?}").contains("sesame"));
            assert_eq!(found.ok().as_ref().map(Secret::reveal), expected, "{content:?}");
        }
        let missing: SecretSource = "file:nothing".parse().unwrap();
        assert!(matches!(missing.read(&folder), Err(SecretError::File { .. })));
        let unset: SecretSource = "env:STODOLA_NO_SUCH_VARIABLE".parse().unwrap();
        assert!(matches!(unset.read(&folder), Err(SecretError::Variable(_))));
        for wrong in ["sesame", "env:", "file:", "https://a", ""] {
            assert!(wrong.parse::<SecretSource>().is_err(), "{wrong}");
        }
        std::fs::remove_dir_all(folder).unwrap();
    }
}
