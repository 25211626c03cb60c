//! Countries of addresses, from a database in MaxMind's format.
//!
//! Two layouts are supported: that of GeoLite and DB-IP (`country.iso_code`) and the flat layout of lists made from the
//! registries (`country_code`).

use std::net::IpAddr;
use std::path::{Path, PathBuf};

use maxminddb::{PathElement, Reader};

use crate::error::Error;

/// Maximum size of the file in bytes. No list of the world's countries is larger; a larger file is something else.
const MAX_SIZE: u64 = 512 << 20;

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
