//! Sums over the catalogue. They are updated with every file, so that reading them looks at no capture.

use super::{CaptureKind, Catalogue, CatalogueError};

/// By which property captures are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// The year of the capture.
    Year,
    /// The media type.
    Type,
    /// The host, as a SURT.
    Host,
    /// The job.
    Job,
    /// The HTTP status of the answer.
    Status,
    /// The type of record.
    Kind,
}

/// A part of the archive, counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    /// Value of the property; `None` if it is not known for these captures.
    pub name: Option<String>,
    /// Number of captures.
    pub captures: u64,
    /// Stored bytes of these captures.
    pub bytes: u64,
}

/// The numbers of the whole archive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ArchiveTotals {
    /// Number of files.
    pub files: u64,
    /// Bytes of the files.
    pub file_bytes: u64,
    /// Number of records of any type.
    pub records: u64,
    /// Number of captures.
    pub captures: u64,
    /// Number of hosts.
    pub hosts: u64,
    /// Number of jobs.
    pub jobs: u64,
    /// Number of URIs with an outcome, and of links that were not followed, in all rounds of all jobs.
    pub outcomes: u64,
}

impl Catalogue {
    /// Returns the numbers of the whole archive.
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

    /// Returns the largest shares, at most `limit`: years in order of time, all others by number of captures.
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
        // Each host has one row; summing would only cost time.
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
