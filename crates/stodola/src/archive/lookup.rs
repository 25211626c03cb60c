//! `stodola archive lookup`: the captures of a URL.

use super::open;
use crate::job::stored::moment;
use crate::json;
use crate::lang::{count, pick};
use crate::output::{self, Outcome};
use anyhow::Context;
use std::io::Write;
use std::path::{Path, PathBuf};
use stodola_archive::cdx::{CdxFormat, CdxLine};
use stodola_archive::{Archive, Catalogue, Entry, Stamp};

/// List the captures of a URL, in order of time.
///
/// Spellings that web archives treat as equal (with or without `www.`, http or https, capital letters …)
/// are found together. If there is no capture but a job found the URL, its outcome is shown.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    stodola archive lookup http://www.example.cz/ --archive archive\n  \
    stodola archive lookup http://www.example.cz/ --archive archive --closest 2015\n  \
    stodola archive lookup '*.example.cz' --archive archive --prefix --json")]
pub(crate) struct Arguments {
    /// The URL; with --prefix, the start of URLs
    #[arg(value_name = "URL")]
    url: String,
    /// Folder of the archive
    #[arg(long, value_name = "DIR")]
    archive: PathBuf,
    /// List all captures whose URL starts like this: `http://example.cz/` for a host, `*.example.cz` for a domain
    #[arg(long, conflicts_with = "closest")]
    prefix: bool,
    /// Only the capture nearest to this time: 4 to 14 digits, for example 2015 or 20150630120000
    #[arg(long, value_name = "TIME")]
    closest: Option<String>,
    /// Print one JSON object per capture
    #[arg(long, conflicts_with = "cdxj")]
    json: bool,
    /// Print CDXJ lines, as `stodola warc index` does
    #[arg(long)]
    cdxj: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let (archive, catalogue) = open(&arguments.archive)?;
    let mut out = output::stdout();
    let url = arguments.url.as_bytes();
    let (mut found, mut lost) = (0, 0);
    let mut print = |entry: &Entry| {
        found += 1;
        lost += u64::from(!is_there(&archive, entry));
        match (arguments.json, arguments.cdxj) {
            (true, _) => print_json(&mut out, &archive, entry),
            (_, true) => print_cdxj(&mut out, entry),
            _ => print_line(&mut out, &archive, entry),
        }
    };
    if let Some(time) = &arguments.closest {
        let time = Stamp::parse(time)
            .with_context(|| format!("'{time}' is not a time; give 4 to 14 digits"))?;
        catalogue.closest(url, time)?.iter().try_for_each(print)?;
    } else if arguments.prefix {
        for prefix in prefixes_of(&arguments.url) {
            for entry in catalogue.prefix(&prefix, None) {
                print(&entry?)?;
            }
        }
    } else {
        catalogue.lookup(url)?.iter().try_for_each(print)?;
    }
    out.flush()?;
    output::say(format_args!(
        "{}",
        count(found, ["capture", "captures"], ["záznam", "záznamy", "záznamů"],)
    ));
    if lost > 0 {
        output::say(format_args!(
            "{}",
            pick(
                format!(
                    "{lost} of them lost: the file is missing (stodola archive check tells more)"
                ),
                format!("z toho ztraceno: {lost}, soubor chybí (více poví stodola archive check)"),
            )
        ));
    }
    if found == 0 && !arguments.prefix {
        tell_outcome(&catalogue, url)?;
    }
    Ok(Outcome::default())
}

/// Says what became of a URL that has no capture: the last time it was taken, or else the last link to it.
fn tell_outcome(catalogue: &Catalogue, url: &[u8]) -> anyhow::Result<()> {
    let outcomes = catalogue.outcomes(url)?;
    let last = outcomes.iter().rev().find(|(_, row)| row.taken.is_some()).or(outcomes.last());
    let Some((round, row)) = last else { return Ok(()) };
    let (job, when, uri) = (&round.job, moment(row.time), json::text(&row.uri));
    let reason = match &row.detail {
        Some(detail) => format!("{} ({detail})", row.outcome),
        None => row.outcome.clone(),
    };
    let number = round.number;
    output::say(format_args!(
        "{}",
        pick(
            format!(
                "job '{job}', round {number}, {when}: {uri}: {reason}; for more, run stodola why"
            ),
            format!("úloha '{job}', kolo {number}, {when}: {uri}: {reason}; více poví stodola why"),
        )
    ));
    Ok(())
}

/// The beginnings of the keys that are meant, in their order.
fn prefixes_of(url: &str) -> Vec<Vec<u8>> {
    let key = stodola_uri::surt(url.trim_start_matches("*.").as_bytes());
    if url.starts_with("*.") {
        // The host itself and those below it: `cz,example)` and `cz,example,`, not `cz,example2)`.
        let end = key.iter().position(|&byte| byte == b')').unwrap_or(key.len());
        return [b")", b","].iter().map(|last| [&key[..end], &last[..]].concat()).collect();
    }
    // The slash at the end of a folder is not part of its key.
    match url.ends_with('/') && !key.ends_with(b"/") {
        true => vec![[&key[..], b"/"].concat()],
        false => vec![key],
    }
}

fn is_there(archive: &Archive, entry: &Entry) -> bool {
    archive.find(&entry.file).is_some()
}

fn time_of(entry: &Entry) -> String {
    entry.row.time.map_or("-".to_owned(), |time| time.to_string())
}

fn print_line(out: &mut impl Write, archive: &Archive, entry: &Entry) -> anyhow::Result<()> {
    let row = &entry.row;
    let missing = if is_there(archive, entry) { "" } else { " (file is missing)" };
    writeln!(
        out,
        "{} {:8} {:>3} {:24} {:>9} {} {} {}{missing}",
        time_of(entry),
        row.kind.as_str(),
        row.status.map_or("-".to_owned(), |status| status.to_string()),
        row.mime.as_deref().unwrap_or("-"),
        row.length.map_or("-".to_owned(), |length| length.to_string()),
        json::text(&row.uri),
        entry.file,
        row.offset,
    )?;
    Ok(())
}

fn print_json(out: &mut impl Write, archive: &Archive, entry: &Entry) -> anyhow::Result<()> {
    let row = &entry.row;
    out.write_all(b"{\"uri\":")?;
    json::string(out, &json::text(&row.uri))?;
    json::member(out, "key", Some(&row.key))?;
    json::member(out, "time", row.time.map(|time| time.to_string()).as_deref().map(str::as_bytes))?;
    json::member(out, "kind", Some(row.kind.as_str().as_bytes()))?;
    json::number(out, "status", row.status.map(u64::from))?;
    json::member(out, "mime", row.mime.as_deref().map(str::as_bytes))?;
    json::member(out, "digest", row.digest.as_deref().map(str::as_bytes))?;
    json::member(out, "file", Some(entry.file.as_bytes()))?;
    json::number(out, "offset", Some(row.offset))?;
    json::number(out, "inner_offset", Some(row.inner_offset))?;
    json::number(out, "length", row.length)?;
    json::member(out, "language", row.language.as_deref().map(str::as_bytes))?;
    json::member(out, "title", row.title.as_deref().map(str::as_bytes))?;
    write!(out, ",\"missing\":{}}}", !is_there(archive, entry))?;
    out.write_all(b"\n")?;
    Ok(())
}

fn print_cdxj(out: &mut impl Write, entry: &Entry) -> anyhow::Result<()> {
    let name = Path::new(&*entry.file).file_name().unwrap_or_default();
    CdxLine::of(&entry.row).write(out, CdxFormat::Cdxj, &name.to_string_lossy())?;
    Ok(out.write_all(b"\n")?)
}

#[cfg(test)]
mod tests {
    use super::prefixes_of;

    #[test]
    fn domain_has_its_hosts_and_no_other_domain() {
        for (url, keys) in [
            ("*.example.cz", &[&b"cz,example)"[..], b"cz,example,"][..]),
            ("http://www.example.cz/", &[b"cz,example)/"]),
            ("http://example.cz/a/", &[b"cz,example)/a/"]),
            ("http://example.cz/a", &[b"cz,example)/a"]),
        ] {
            assert_eq!(prefixes_of(url), keys, "{url}");
        }
    }
}
