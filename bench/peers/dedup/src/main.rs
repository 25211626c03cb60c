//! Commits payloads to an index in files of 25,000, looks up known and unknown ones in random
//! order, and prints one line of JSON with what that took.
//!
//!     peer-dedup stodola|fjall FOLDER PAYLOADS LOOKUPS

use std::error::Error;
use std::path::{Path, PathBuf};
use std::time::Instant;
use stodola_archive::{DedupIndex, Payload};

const PER_FILE: u64 = 25_000;

/// What is measured: one file of payloads is taken in, safe on disk; a payload is looked up.
trait Store {
    fn commit(&mut self, file: u64, payloads: &[(Payload, u64)]) -> Result<(), Box<dyn Error>>;
    /// The offset it was committed with.
    fn lookup(&self, payload: &Payload) -> Result<Option<u64>, Box<dyn Error>>;
}

struct Stodola(DedupIndex);

impl Store for Stodola {
    fn commit(&mut self, file: u64, payloads: &[(Payload, u64)]) -> Result<(), Box<dyn Error>> {
        self.0.commit_file(&format!("warc/2026/{file:08}.warc.gz"), payloads, &[])?;
        Ok(())
    }

    fn lookup(&self, payload: &Payload) -> Result<Option<u64>, Box<dyn Error>> {
        Ok(self.0.lookup(payload)?.map(|copies| copies.first.offset))
    }
}

/// Only what is needed for the figures: one copy, no names, no references. It need not even look
/// whether a payload is known before it takes it in.
struct Fjall {
    database: fjall::Database,
    payloads: fjall::Keyspace,
}

fn key(payload: &Payload) -> [u8; 38] {
    let mut key = [0; 38];
    key[..32].copy_from_slice(&payload.sha256);
    key[32..].copy_from_slice(&payload.length.to_be_bytes()[2..]);
    key
}

impl Store for Fjall {
    fn commit(&mut self, file: u64, payloads: &[(Payload, u64)]) -> Result<(), Box<dyn Error>> {
        let mut batch = self.database.batch();
        for (payload, offset) in payloads {
            let mut place = [0; 10];
            place[..4].copy_from_slice(&(file as u32).to_be_bytes());
            place[4..].copy_from_slice(&offset.to_be_bytes()[2..]);
            batch.insert(&self.payloads, key(payload), place);
        }
        batch.commit()?;
        self.database.persist(fjall::PersistMode::SyncAll)?;
        Ok(())
    }

    fn lookup(&self, payload: &Payload) -> Result<Option<u64>, Box<dyn Error>> {
        let found = self.payloads.get(key(payload))?;
        Ok(found.map(|place| place[4..].iter().fold(0, |sum, &byte| sum << 8 | u64::from(byte))))
    }
}

/// SplitMix64: spreads numbers evenly.
fn mixed(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

fn payload(number: u64) -> Payload {
    let mut sha256 = [0; 32];
    for (part, word) in sha256.chunks_exact_mut(8).zip(0..) {
        part.copy_from_slice(&mixed(number * 4 + word).to_be_bytes());
    }
    Payload { sha256, length: mixed(number) % 1_000_000 }
}

fn offset(number: u64) -> u64 {
    number % PER_FILE * 12_345
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [kind, folder, payloads, lookups] = &words[..] else {
        return Err("usage: peer-dedup stodola|fjall FOLDER PAYLOADS LOOKUPS".into());
    };
    let (folder, payloads, lookups) = (PathBuf::from(folder), payloads.parse()?, lookups.parse()?);
    let mut store = open(kind, &folder)?;

    let begun = Instant::now();
    let mut longest = 0.0_f64;
    for (file, start) in (0..payloads).step_by(PER_FILE as usize).enumerate() {
        let end = payloads.min(start + PER_FILE);
        let stored: Vec<_> = (start..end).map(|number| (payload(number), offset(number))).collect();
        let begun = Instant::now();
        store.commit(file as u64, &stored)?;
        longest = longest.max(begun.elapsed().as_secs_f64());
    }
    let inserts = payloads as f64 / begun.elapsed().as_secs_f64();

    // As the next run of the program finds it.
    drop(store);
    let begun = Instant::now();
    let store = open(kind, &folder)?;
    let opened = begun.elapsed().as_secs_f64();

    let (begun, busy) = (Instant::now(), processor_seconds()?);
    for number in 0..lookups {
        let random = mixed(number ^ 0x5EED);
        let wanted = (random >> 1) % payloads;
        let (number, expected) = match random % 2 {
            0 => (wanted, Some(offset(wanted))),
            _ => (payloads + wanted, None),
        };
        if store.lookup(&payload(number))? != expected {
            return Err(format!("wrong answer for payload {number}").into());
        }
    }
    let found = lookups as f64 / begun.elapsed().as_secs_f64();
    let found_busy = lookups as f64 / (processor_seconds()? - busy);

    let bytes = size(&folder)? as f64 / payloads as f64;
    let peak = peak_memory()?;
    println!(
        "{{\"payloads\": {payloads}, \"inserts\": {inserts:.0}, \"longest\": {longest:.2}, \
         \"opened\": {opened:.3}, \"lookups\": {found:.0}, \"lookups_busy\": {found_busy:.0}, \
         \"bytes\": {bytes:.1}, \"peak\": {peak}}}"
    );
    Ok(())
}

fn open(kind: &str, folder: &Path) -> Result<Box<dyn Store>, Box<dyn Error>> {
    Ok(match kind {
        "stodola" => Box::new(Stodola(DedupIndex::open(folder)?)),
        "fjall" => {
            // As little memory as it does well with.
            let database = fjall::Database::builder(folder).cache_size(64 << 20).open()?;
            let options = || {
                fjall::KeyspaceCreateOptions::default()
                    .max_memtable_size(16 << 20)
                    // Hashes cannot be compressed.
                    .data_block_compression_policy(fjall::config::CompressionPolicy::disabled())
            };
            let payloads = database.keyspace("payloads", options)?;
            Box::new(Fjall { database, payloads })
        }
        other => return Err(format!("'{other}' is no store").into()),
    })
}

fn size(folder: &Path) -> Result<u64, std::io::Error> {
    let mut bytes = 0;
    for item in std::fs::read_dir(folder)? {
        let item = item?;
        let about = item.metadata()?;
        bytes += if about.is_dir() { size(&item.path())? } else { about.len() };
    }
    Ok(bytes)
}

/// In bytes, as the system saw it.
fn peak_memory() -> Result<u64, Box<dyn Error>> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).ok_or("no VmHWM")?;
    Ok(line.trim().trim_end_matches(" kB").parse::<u64>()? * 1024)
}

/// What this thread, the one that looks up, has had of a processor.
fn processor_seconds() -> Result<f64, Box<dyn Error>> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat")?;
    let spent: u64 = text.split(' ').next().ok_or("no schedstat")?.parse()?;
    Ok(spent as f64 / 1e9)
}
