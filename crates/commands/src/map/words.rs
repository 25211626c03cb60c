//! `stodola map near` and `catalogue`: what pages are about, in their own words.

use std::io::Write;
use std::path::PathBuf;
use stodola_access::Visitor;
use stodola_app::access::group_names;
use stodola_app::export::ExportAccess;
use stodola_app::json;
use stodola_app::search::{NearQuery, NearSettings, TopicQuery, TopicSettings, near, topics};
use stodola_terminal::lang::text;
use stodola_terminal::output::{RunOutcome, stdout};
use stodola_terminal::talk::say;

/// Which documents are read, and seen by whom.
#[derive(clap::Args)]
pub(crate) struct DocumentChoice {
    /// Folder of the archive
    #[arg(long, value_name = "DIR")]
    archive: PathBuf,
    /// Only captures of this collection or job; all others are as if they did not exist
    #[arg(long, value_name = "NAME")]
    collection: Option<String>,
    /// Only documents in this language, such as cs
    #[arg(long, value_name = "TAG")]
    lang: Option<String>,
    /// Only documents captured then, such as 2007 or 2007..2009
    #[arg(long, value_name = "DATE")]
    date: Option<String>,
    /// What members of this group may see, as group:NAME; several are possible
    #[arg(long = "as", value_name = "GROUP", conflicts_with = "with_blocked")]
    groups: Vec<String>,
    /// Also captures that access rules block or hide
    #[arg(long)]
    with_blocked: bool,
}

/// List the words that stand near words, the most relevant first.
///
/// A word at most so many words away, in the same block of a page, counts 1/distance, in all its forms; stop words and
/// what stands in navigation and footers do not count. With several words, only what is near to all of them counts; if
/// nothing is, what is near to some. The words are a query, as for `stodola search`; the documents that fit best are
/// read. The archive needs a search index.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    stodola map near systém --archive archive --lang cs\n  \
    stodola map near library --site example.cz --date 2010..2015 --json --archive archive")]
pub(crate) struct NearWordArguments {
    /// The words
    #[arg(value_name = "WORD", required = true)]
    words: Vec<String>,
    #[command(flatten)]
    choice: DocumentChoice,
    /// Only documents of this host and those below it
    #[arg(long, value_name = "HOST")]
    site: Option<String>,
    /// Greatest distance in words; 1 is the next word
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..=50))]
    distance: u8,
    /// Read so many documents
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u16).range(1..=2000))]
    documents: u16,
    /// Show so many words
    #[arg(long, value_name = "N", default_value_t = 50)]
    limit: usize,
    /// Print one JSON object per word
    #[arg(long)]
    json: bool,
}

/// Group the pages of a site by their key words.
///
/// The key words of a page are the eight that count most there: those of titles and headings more than others, rare
/// ones more than frequent ones. The word that most pages have among them names the first group, and so on; pages
/// without a group are last. The archive needs a search index.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  \
    stodola map catalogue www.example.cz --date 2015 --archive archive")]
pub(crate) struct CatalogueArguments {
    /// The site: a host, with those below it
    #[arg(value_name = "SITE")]
    site: String,
    #[command(flatten)]
    choice: DocumentChoice,
    /// Read so many pages
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u16).range(1..=5000))]
    pages: u16,
    /// Make so many groups at most
    #[arg(long, value_name = "N", default_value_t = 40)]
    groups_max: usize,
    /// Print one JSON object per group
    #[arg(long)]
    json: bool,
}

pub(super) fn run_near(arguments: &NearWordArguments) -> anyhow::Result<RunOutcome> {
    let query = NearQuery {
        text: arguments.words.join(" "),
        narrowing: arguments.choice.narrowing(arguments.site.as_deref()),
        distance: usize::from(arguments.distance),
        documents: usize::from(arguments.documents),
        limit: arguments.limit,
    };
    let (archive, access) = (arguments.choice.archive.clone(), arguments.choice.access()?);
    let collection = arguments.choice.collection.clone();
    let found = near(&NearSettings { archive, query, access, collection })?;
    let mut out = stdout();
    for word in &found.words {
        match arguments.json {
            true => json::write_line(&mut out, word)?,
            false => writeln!(out, "{:>10.3}  {}", word.relevance, word.word)?,
        }
    }
    out.flush()?;
    if found.is_relaxed && arguments.words.len() > 1 {
        say(text!("map-near-relaxed"));
    }
    say(text!("map-documents-read", documents = found.documents, total = found.total));
    Ok(RunOutcome::default())
}

pub(super) fn run_catalogue(arguments: &CatalogueArguments) -> anyhow::Result<RunOutcome> {
    let query = TopicQuery {
        site: arguments.site.clone(),
        narrowing: arguments.choice.narrowing(None),
        pages: usize::from(arguments.pages),
        groups: arguments.groups_max,
    };
    let (archive, access) = (arguments.choice.archive.clone(), arguments.choice.access()?);
    let collection = arguments.choice.collection.clone();
    let found = topics(&TopicSettings { archive, query, access, collection })?;
    let mut out = stdout();
    for section in &found.sections {
        if arguments.json {
            json::write_line(&mut out, section)?;
            continue;
        }
        match section.name.as_str() {
            "" => writeln!(out, "{}", text!("map-topic-others"))?,
            name if section.words.is_empty() => writeln!(out, "{name}")?,
            name => writeln!(out, "{name}: {}", section.words.join(", "))?,
        }
        for page in &section.pages {
            writeln!(out, "  {}  {}", page.uri, page.title.as_deref().unwrap_or_default().trim())?;
        }
    }
    out.flush()?;
    say(text!("map-documents-read", documents = found.documents, total = found.total));
    Ok(RunOutcome::default())
}

impl DocumentChoice {
    fn access(&self) -> anyhow::Result<ExportAccess> {
        let groups = group_names(&self.groups)?;
        Ok(match self.with_blocked {
            true => ExportAccess::Everything,
            false => ExportAccess::Visitor(Visitor { groups, address: None }),
        })
    }

    /// The filters in the language of queries. Quoted, so that nothing in them means anything else.
    fn narrowing(&self, site: Option<&str>) -> String {
        let values =
            [("site", site), ("lang", self.lang.as_deref()), ("date", self.date.as_deref())];
        let filters = values.into_iter().filter_map(|(name, value)| {
            let value = value?.replace(['"', '„', '“', '”'], "");
            Some(format!("{name}:\"{value}\""))
        });
        filters.collect::<Vec<_>>().join(" ")
    }
}
