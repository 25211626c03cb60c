//! `stodola search`: documents of an archive by their words.

use crate::lang::{language, text};
use crate::output::{self, Outcome};
use crate::progress::Bar;
use std::io::Write;
use std::path::PathBuf;
use stodola_access::Visitor;
use stodola_app::access::group_names;
use stodola_app::export::ExportAccess;
use stodola_app::json;
use stodola_app::search::{
    FindQuery, FindSettings, export_found, find, write_csv_head, write_csv_line,
};
use stodola_text::{found_lines, write_found_document};

/// Find documents of an archive by their words.
///
/// Words are found in all their forms, and with diacritics or without. All words have to be in the document; if no
/// document has all of them, those with most are shown. The archive needs a search index, which
/// `stodola archive rebuild --only search` makes and every harvest then extends.
///
/// "two words" in quotes: just so, one behind another. +word: must be there. -word: must not. word*: all words that
/// begin so. title:word, h1:word, url:word: in this part. site:example.cz, type:pdf, lang:cs, date:2007..2009,
/// job:NAME, status:404: only such documents. Put the whole query in quotes of the shell, or two hyphens before it.
///
/// Captures that access rules block or hide from the public are not found. To search as a member of a group, use --as;
/// to search everything, --with-blocked.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    stodola search 'knihovna praha' --archive archive\n  \
    stodola search '\"národní knihovna\" -hudební date:2007..2009' --archive archive\n  \
    stodola search 'site:example.cz type:pdf' --archive archive --csv > pdf.csv")]
pub(crate) struct Arguments {
    /// The words
    #[arg(value_name = "WORDS", required = true)]
    words: Vec<String>,
    /// Folder of the archive
    #[arg(long, value_name = "DIR")]
    archive: PathBuf,
    /// Show so many documents; by default 10, as a list for programs 1,000
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    limit: Option<u32>,
    /// Search pictures, by their descriptions and the text around them
    #[arg(long)]
    images: bool,
    /// Print one JSON object per document
    #[arg(long, group = "form")]
    json: bool,
    /// Print a table as CSV
    #[arg(long, group = "form")]
    csv: bool,
    /// Print addresses only, one a line
    #[arg(long, group = "form")]
    urls: bool,
    /// Write the captures found to a compressed WARC file of this name, which should end in .warc.gz
    #[arg(long, value_name = "OUT", group = "form")]
    warc: Option<PathBuf>,
    /// What members of this group may see, as group:NAME; several are possible
    #[arg(long = "as", value_name = "GROUP", conflicts_with = "with_blocked")]
    groups: Vec<String>,
    /// Also captures that access rules block or hide
    #[arg(long)]
    with_blocked: bool,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let settings = settings(arguments)?;
    if let Some(out) = &arguments.warc {
        let software = concat!("stodola/", env!("CARGO_PKG_VERSION")).to_owned();
        let summary = export_found(&settings, out.clone(), software, &Bar::default())?;
        output::say(text!("archive-captures", captures = summary.captures));
        return Ok(Outcome { is_data_bad: summary.is_data_bad(), ..Outcome::default() });
    }
    let found = find(&settings)?;
    let mut out = output::stdout();
    if arguments.csv {
        write_csv_head(&mut out)?;
    }
    for document in &found.documents {
        match (arguments.json, arguments.csv, arguments.urls) {
            (true, _, _) => json::write_line(&mut out, document)?,
            (_, true, _) => write_csv_line(&mut out, document)?,
            (_, _, true) => writeln!(out, "{}", json::text(&document.hit.uri))?,
            _ => write_found_document(&mut out, language(), document)?,
        }
    }
    out.flush()?;
    found_lines(language(), &found).iter().for_each(output::say);
    Ok(Outcome::default())
}

fn settings(arguments: &Arguments) -> anyhow::Result<FindSettings> {
    let groups = group_names(&arguments.groups)?;
    let access = match arguments.with_blocked {
        true => ExportAccess::Everything,
        false => ExportAccess::Visitor(Visitor { groups, address: None }),
    };
    let is_list = arguments.csv || arguments.urls || arguments.json || arguments.warc.is_some();
    let usual = if is_list { 1_000 } else { 10 };
    let query = FindQuery {
        text: arguments.words.join(" "),
        limit: arguments.limit.unwrap_or(usual) as usize,
        cursor: None,
        images: arguments.images,
        snippets: !arguments.urls && arguments.warc.is_none(),
        unfolded: arguments.warc.is_some(),
        ..FindQuery::default()
    };
    Ok(FindSettings { archive: arguments.archive.clone(), query, access })
}
