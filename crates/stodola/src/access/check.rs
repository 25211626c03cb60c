//! `stodola access check`: which rule decides about an address.

use crate::lang::{language, text};
use crate::output::{self, Outcome};
use anyhow::Context;
use std::io::Write;
use std::net::IpAddr;
use std::path::PathBuf;
use stodola_access::Visitor;
use stodola_app::access::{AccessCheckSettings, check, group_names};
use stodola_app::json;
use stodola_archive::Stamp;
use stodola_text::write_access_check;

/// Tell what a visitor is shown of a URL, which rule decides, and why the others do not.
///
/// The rules are asked about the latest capture of the URL, or about the one nearest to --time. If the archive has no
/// capture of it, one of that time is supposed.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    stodola access check http://example.cz/ --archive archive\n  \
    stodola access check http://example.cz/ --as group:readers --address 10.1.2.3 --archive archive")]
pub(crate) struct Arguments {
    /// The URL
    #[arg(value_name = "URL")]
    url: String,
    /// Folder of the archive
    #[arg(long, value_name = "DIR")]
    archive: PathBuf,
    /// A group of the visitor, as group:NAME; several are possible
    #[arg(long = "as", value_name = "GROUP")]
    groups: Vec<String>,
    /// The IP address that the visitor comes from
    #[arg(long, value_name = "ADDRESS")]
    address: Option<IpAddr>,
    /// The capture nearest to this time: 4 to 14 digits, for example 2015 or 20150630120000
    #[arg(long, value_name = "TIME")]
    time: Option<String>,
    /// Suppose this media type
    #[arg(long = "type", value_name = "TYPE")]
    media_type: Option<String>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let groups = group_names(&arguments.groups)?;
    let time = match &arguments.time {
        None => None,
        Some(time) => {
            Some(Stamp::parse(time).with_context(|| text!("archive-lookup-no-time", time = time))?)
        }
    };
    let settings = AccessCheckSettings {
        archive: arguments.archive.clone(),
        url: arguments.url.clone(),
        visitor: Visitor { groups, address: arguments.address },
        time,
        mime: arguments.media_type.clone(),
    };
    let checked = check(&settings)?;
    let mut out = output::stdout();
    if arguments.json {
        json::write_line(&mut out, &checked)?;
    } else {
        write_access_check(&mut out, language(), &checked)?;
    }
    out.flush()?;
    Ok(Outcome::default())
}
