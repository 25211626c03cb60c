//! Seeds out of files of any kind: lists, zone files, logs of Heritrix, indexes of archives, tables, any text with
//! addresses.
//!
//! A [`SeedList`] reads one file after another as a stream, packed or not, and returns the URIs in normal form; its
//! [`SeedTally`] counts the lines that gave none, by reason, and shows the first of them. Which kind of file it is
//! follows from its content, unless the caller says so. A part of the URIs can be chosen: one of several
//! [batches](SeedBatch), or a random sample. Both follow from the URIs alone, so that they are the same each time.
//!
//! Memory does not depend on the files: lines and URIs have a longest length, and a sample has as many URIs as the
//! caller asks for. A URI that stands in a file several times is returned several times, except in a sample: whoever
//! takes the URIs knows which ones it has.

mod address;
mod choice;
mod column;
mod format;
mod index;
mod lines;
mod list;
mod log;
mod reader;
mod tally;
#[cfg(test)]
mod tests;
mod zone;

pub use address::seed_uri;
pub use choice::{MAX_SAMPLE, SeedBatch, SeedBatchError};
pub use format::SeedFormat;
pub use list::{SeedList, SeedListSettings};
pub use reader::{SeedLine, SeedReader};
pub use tally::{SeedFault, SeedTally, WrongSeedLine};
