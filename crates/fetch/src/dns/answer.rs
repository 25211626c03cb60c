//! An answer of a name server, as it is used and as it is archived.

use std::fmt::Write;
use std::net::IpAddr;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use hickory_resolver::proto::rr::{RData, Record};
use stodola_warc::date::Timestamp;

/// Maximum number of records that are kept: no host needs more, and an answer may have thousands.
const RECORD_LIMIT: usize = 64;

/// An answer of a name server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DnsAnswer {
    /// Time when it was received.
    pub date: SystemTime,
    /// The name that was asked for.
    pub host: String,
    /// Records in the form of zone files, aliases first: name, TTL, class, type and data, separated by tabs. At most
    /// 64.
    pub records: Vec<String>,
    /// Addresses in the records.
    pub addresses: Vec<IpAddr>,
    /// The shortest TTL of the records.
    pub ttl: Duration,
}

impl DnsAnswer {
    pub(super) fn new(host: &str, date: SystemTime, answers: &[Record]) -> DnsAnswer {
        let answers = &answers[..answers.len().min(RECORD_LIMIT)];
        let records = answers.iter().map(|record| {
            let Record { name, ttl, dns_class, data, .. } = record;
            let kind = record.record_type();
            // Names may contain any bytes; escaped they stay on their line.
            format!("{name}\t{ttl}\t{dns_class}\t{kind}\t{data}").replace(['\r', '\n'], " ")
        });
        let addresses = answers.iter().filter_map(|record| match &record.data {
            RData::A(address) => Some(IpAddr::V4(address.0)),
            RData::AAAA(address) => Some(IpAddr::V6(address.0)),
            _ => None,
        });
        let ttl = answers.iter().map(|record| record.ttl).min().unwrap_or_default();
        DnsAnswer {
            date,
            host: host.to_owned(),
            records: records.collect(),
            addresses: addresses.collect(),
            ttl: Duration::from_secs(ttl.into()),
        }
    }

    /// Returns the block of a `dns:` record of the type `text/dns`: the date, then the records, each on its own line.
    pub fn record_block(&self) -> String {
        let since = self.date.duration_since(UNIX_EPOCH).unwrap_or_default();
        let mut block = Timestamp::from_unix_seconds(since.as_secs()).digits14().to_string();
        block.push('\n');
        for record in &self.records {
            // Writing to a string does not fail.
            let _ = writeln!(block, "{record}");
        }
        block
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_block_of_a_record_has_a_date_and_a_line_for_each() {
        let answer = DnsAnswer {
            date: UNIX_EPOCH + Duration::from_secs(1_200_000_000),
            host: "www.example.cz".to_owned(),
            records: vec![
                "www.example.cz.\t60\tIN\tCNAME\texample.cz.".to_owned(),
                "example.cz.\t60\tIN\tA\t192.0.2.1".to_owned(),
            ],
            addresses: Vec::new(),
            ttl: Duration::ZERO,
        };
        assert_eq!(
            answer.record_block(),
            "20080110212000\nwww.example.cz.\t60\tIN\tCNAME\texample.cz.\n\
             example.cz.\t60\tIN\tA\t192.0.2.1\n"
        );
    }
}
