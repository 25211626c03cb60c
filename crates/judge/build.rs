//! Writes the numbering plans of all countries out of libphonenumber's metadata, as the criterion
//! on phone numbers needs them.
//!
//! The crate that carries the metadata stays out of the program: it reads all of it at once (75 ms),
//! compiles patterns again and again behind one lock (a millisecond a number if countries change),
//! and finds no country for Italian numbers, which begin with a zero.
//!
//! A line is a region: calling code, region, what is dialled before a number at home, pattern of the
//! first digits (of regions that share a code), pattern of all numbers. The main region of a code
//! comes first.

use std::error::Error;
use std::path::Path;

use phonenumber::Metadata;
use phonenumber::metadata::{DATABASE, Descriptor};

/// Calling codes that belong to no country: freephone, satellites.
const NOWHERE: &str = "001";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=build.rs");
    let mut plans = String::new();
    for code in 1..1000u16 {
        for region in DATABASE.by_code(&code).unwrap_or_default() {
            if region.id() == NOWHERE {
                continue;
            }
            let prefix = region.national_prefix().unwrap_or_default();
            let leading = region.leading_digits().map(|it| bare(it.as_str())).unwrap_or_default();
            let numbers = numbers(region);
            plans += &format!("{code}\t{}\t{prefix}\t{leading}\t{numbers}\n", region.id());
        }
    }
    let out = std::env::var_os("OUT_DIR").ok_or("cargo gives no OUT_DIR")?;
    Ok(std::fs::write(Path::new(&out).join("plans.tsv"), plans)?)
}

/// The pattern of all numbers that somebody can have.
fn numbers(region: &Metadata) -> String {
    let it = region.descriptors();
    let kinds = [
        it.fixed_line(),
        it.mobile(),
        it.toll_free(),
        it.premium_rate(),
        it.shared_cost(),
        it.personal_number(),
        it.voip(),
        it.pager(),
        it.uan(),
        it.voicemail(),
    ];
    let pattern = |kind: &Descriptor| bare(kind.national_number().as_str());
    let patterns: Vec<String> = kinds.into_iter().flatten().map(pattern).collect();
    patterns.join("|")
}

/// A pattern without the white space it is laid out with.
fn bare(pattern: &str) -> String {
    pattern.split_whitespace().collect()
}
