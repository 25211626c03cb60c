//! Sums over the catalogue. They are kept up with every file, so that no capture is looked at.

use super::{CaptureKind, Catalogue, CatalogueError};

/// By what captures are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// The year of the capture.
    Year,
    /// The media type.
    Type,
    /// The host, as its SURT.
    Host,
    /// The harvest.
    Job,
    /// The status of the answer.
    Status,
    /// The kind of record.
    Kind,
}

/// A part of the archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    /// Which; `None` if that is not known of these captures.
    pub name: Option<String>,
    /// Captures.
    pub captures: u64,
    /// Their stored bytes.
    pub bytes: u64,
}

/// The archive as a whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ArchiveTotals {
    /// Files.
    pub files: u64,
    /// Bytes of the files.
    pub file_bytes: u64,
    /// Records of any kind.
    pub records: u64,
    /// Captures.
    pub captures: u64,
    /// Hosts.
    pub hosts: u64,
    /// Harvests.
    pub jobs: u64,
    /// URIs that ended, and links that were not followed, in all rounds of the harvests.
    pub outcomes: u64,
}

impl Catalogue {
    /// Sums of everything.
    pub fn totals(&self) -> Result<ArchiveTotals, CatalogueError> {
        let ask = || {
            self.connection.query_row(
                "SELECT count(*), coalesce(sum(size), 0), coalesce(sum(records), 0),
                    coalesce(sum(captures), 0), (SELECT count(*) FROM hosts),
                    (SELECT count(*) FROM jobs),
                    (SELECT coalesce(sum(uris), 0) FROM outcome_tallies) FROM files",
                (),
                |row| {
                    let number = |i: usize| Ok::<_, rusqlite::Error>(row.get::<_, i64>(i)? as u64);
                    Ok(ArchiveTotals {
                        files: number(0)?,
                        file_bytes: number(1)?,
                        records: number(2)?,
                        captures: number(3)?,
                        hosts: number(4)?,
                        jobs: number(5)?,
                        outcomes: number(6)?,
                    })
                },
            )
        };
        ask().map_err(|e| self.explain(e))
    }

    /// The largest shares, at most `limit`: years in their order, all else by captures.
    pub fn shares(&self, by: By, limit: u32) -> Result<Vec<Share>, CatalogueError> {
        let (name, from, order) = match by {
            By::Year => ("nullif(year, 0)", "tallies", "1"),
            By::Type => ("mimes.name", "tallies LEFT JOIN mimes ON mimes.id = mime", "2 DESC, 1"),
            By::Status => ("nullif(status, 0)", "tallies", "2 DESC, 1"),
            By::Kind => ("kind", "tallies", "2 DESC, 1"),
            By::Job => (
                "jobs.name",
                "tallies JOIN files ON files.id = file LEFT JOIN jobs ON jobs.id = files.job",
                "2 DESC, 1",
            ),
            By::Host => ("host", "hosts", "2 DESC, 1"),
        };
        // A host stands in one row; sums of it would only cost.
        let (captures, bytes, group) = match by {
            By::Host => ("captures", "bytes", ""),
            _ => ("sum(tallies.captures)", "sum(bytes)", "GROUP BY 1"),
        };
        let sql = format!(
            "SELECT CAST({name} AS TEXT), {captures}, {bytes} FROM {from} {group}
             ORDER BY {order} LIMIT ?1"
        );
        let ask = || {
            let mut statement = self.connection.prepare_cached(&sql)?;
            let rows = statement.query_map([limit], |row| {
                Ok(Share {
                    name: row.get(0)?,
                    captures: row.get::<_, i64>(1)? as u64,
                    bytes: row.get::<_, i64>(2)? as u64,
                })
            })?;
            rows.collect::<rusqlite::Result<Vec<Share>>>()
        };
        let mut shares = ask().map_err(|e| self.explain(e))?;
        if by == By::Kind {
            for share in &mut shares {
                let code = share.name.as_deref().and_then(|code| code.parse().ok());
                share.name =
                    code.and_then(CaptureKind::from_code).map(|kind| kind.as_str().to_owned());
            }
        }
        Ok(shares)
    }
}
