//! Countries of addresses, from a database in MaxMind's format.
//!
//! Two layouts are supported: that of GeoLite and DB-IP (`country.iso_code`) and the flat layout of lists made from the
//! registries (`country_code`).

use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use maxminddb::{PathElement, Reader};

use crate::error::Error;

/// Maximum size of the file in bytes. No list of the world's countries is larger; a larger file is something else.
const MAX_SIZE: u64 = 512 << 20;

/// Number of days after which a database is old: every month some thousand ranges of addresses change hands.
const OLD: u64 = 180;

/// The age of a database of countries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GeoAge {
    /// When it was built, in seconds since 1970.
    pub built: u64,
    /// Number of days since then.
    pub days: u64,
    /// Whether a newer one should be used.
    pub is_old: bool,
}

impl GeoAge {
    /// The age at a time of a database that was built at another, in seconds since 1970.
    pub fn at(built: u64, now: SystemTime) -> GeoAge {
        let now = now.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        let days = now.saturating_sub(built) / 86_400;
        GeoAge { built, days, is_old: days > OLD }
    }

    /// Reads when a database was built.
    pub fn of_file(path: &Path, now: SystemTime) -> Result<GeoAge, Error> {
        Ok(GeoAge::at(Countries::open(path)?.built(), now))
    }
}

pub(crate) struct Countries {
    reader: Reader<Vec<u8>>,
}

impl Countries {
    pub(crate) fn open(path: &Path) -> Result<Countries, Error> {
        let unreadable = |source| Error::Read { path: path.to_owned(), source };
        let size = std::fs::metadata(path).map_err(unreadable)?.len();
        if size > MAX_SIZE {
            return Err(broken(path, format!("{size} bytes is too large")));
        }
        let bytes = std::fs::read(path).map_err(unreadable)?;
        let reader = Reader::from_source(bytes).map_err(|error| broken(path, error.to_string()))?;
        let countries = Countries { reader };
        // A truncated file lacks its description at the end, but a file with changed bytes may still have it.
        for probe in ["1.1.1.1", "193.0.6.139", "2001:67c:2e8::1"] {
            let address: IpAddr = match probe.parse() {
                Ok(address) => address,
                Err(_) => continue,
            };
            let is_old = countries.reader.metadata().ip_version == 4 && address.is_ipv6();
            if !is_old {
                countries.try_country(address).map_err(|error| broken(path, error.to_string()))?;
            }
        }
        Ok(countries)
    }

    /// When the database was built, in seconds since 1970.
    pub(crate) fn built(&self) -> u64 {
        self.reader.metadata().build_epoch
    }

    /// Returns the country of an address in two capital letters; `None` if the database does not know it.
    pub(crate) fn country(&self, address: IpAddr) -> Option<String> {
        self.try_country(address).ok().flatten()
    }

    fn try_country(&self, address: IpAddr) -> Result<Option<String>, maxminddb::MaxMindDbError> {
        let found = self.reader.lookup(address)?;
        let nested: Option<String> =
            found.decode_path(&[PathElement::Key("country"), PathElement::Key("iso_code")])?;
        let code = match nested {
            Some(code) => Some(code),
            None => found.decode_path(&[PathElement::Key("country_code")])?,
        };
        Ok(code.map(|code| code.to_ascii_uppercase()))
    }
}

fn broken(path: &Path, problem: String) -> Error {
    Error::Geo { path: PathBuf::from(path), problem }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn databases_grow_old_after_half_a_year() {
        let day = 86_400;
        for (built, now, days, is_old) in [
            (100 * day, 100 * day, 0, false),
            (100 * day, 280 * day + 5, 180, false),
            (100 * day, 281 * day, 181, true),
            // A clock that is wrong makes nothing old.
            (100 * day, 0, 0, false),
        ] {
            let now = UNIX_EPOCH + Duration::from_secs(now);
            assert_eq!(GeoAge::at(built, now), GeoAge { built, days, is_old });
        }
        let file = crate::geo_fixture::file("age", &crate::geo_fixture::database());
        assert_eq!(GeoAge::of_file(file.path(), UNIX_EPOCH).unwrap().built, 1);
    }
}
