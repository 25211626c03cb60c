//! What was read from seed files, in words.

use crate::{Language, text};
use std::path::Path;
use stodola_app::seeds::SeedsSummary;
use stodola_crawl::seeds::{SeedFault, SeedTally};

/// Returns lines about what was read: the files and their kinds, the numbers, and the wrong lines.
pub fn seed_summary_lines(language: Language, summary: &SeedsSummary) -> Vec<String> {
    let mut lines: Vec<String> = summary
        .files
        .iter()
        .map(|(file, format)| {
            text!(language, "seeds-file", file = shown(file), format = format.name())
        })
        .collect();
    let SeedTally { lines: read, uris, other_batches, .. } = summary.tally;
    lines.push(text!(language, "seeds-read", lines = read, uris = uris));
    if other_batches > 0 {
        lines.push(text!(language, "seeds-other-batches", uris = other_batches));
    }
    lines.push(text!(language, "seeds-taken", uris = summary.taken));
    lines.extend(wrong_seed_lines(language, &summary.tally));
    lines
}

/// Returns lines about the lines that gave no seed: their number for each reason, and the first ones.
pub fn wrong_seed_lines(language: Language, tally: &SeedTally) -> Vec<String> {
    let mut lines = Vec::new();
    for (fault, number) in &tally.faults {
        let why = seed_fault_text(language, *fault);
        lines.push(text!(language, "seeds-wrong", lines = *number, why = why));
        for example in tally.examples.iter().filter(|example| example.fault == *fault) {
            let (file, line) = (shown(&example.file), example.line.to_string());
            lines.push(format!("    {file}:{line}: {}", example.text));
        }
    }
    lines
}

fn shown(file: &Path) -> String {
    file.display().to_string()
}

/// Returns why a line gives no seed.
pub fn seed_fault_text(language: Language, fault: SeedFault) -> String {
    text!(
        language,
        match fault {
            SeedFault::NoUri => "seeds-fault-no-address",
            SeedFault::Words => "seeds-fault-several-words",
            SeedFault::NotWeb => "seeds-fault-not-web",
            SeedFault::NoHost => "seeds-fault-no-host",
            SeedFault::TooLong => "seeds-fault-too-long",
            SeedFault::OtherFormat => "seeds-fault-other-format",
            SeedFault::Accepted => "seeds-fault-accepted",
            SeedFault::NoColumn => "seeds-fault-no-column",
            SeedFault::Damaged => "seeds-fault-damaged",
        }
    )
}
