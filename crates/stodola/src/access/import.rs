//! `stodola access import`: rules of other programs.

use super::change_settings;
use crate::lang::text;
use crate::output::{self, Outcome};
use std::path::PathBuf;
use stodola_access::AccessPolicy;
use stodola_access::import::ImportError;
use stodola_app::access::{AccessError, ImportFormat, ImportSettings, import};

/// Import the rules of pywb (.aclj) or OutbackCDX (JSON).
///
/// All rules of the file are imported as one change, or none: a rule that cannot be expressed here is named with its
/// line or number and the reason. Users of pywb and access points of OutbackCDX become groups.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    stodola access import access-rules.aclj --why 'rules of the old server' --archive archive\n  \
    stodola access import rules.json --policies policies.json --why 'rules of OutbackCDX' --archive archive")]
pub(crate) struct Arguments {
    /// The file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Folder of the archive
    #[arg(long, value_name = "DIR")]
    archive: PathBuf,
    /// The program that the rules come from; by default by the name of the file
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// pywb: what its configuration says under default_access
    #[arg(long, value_enum, default_value_t = DefaultAccess::Allow)]
    default_access: DefaultAccess,
    /// OutbackCDX: the file of its policies, if they are not in the same file
    #[arg(long, value_name = "FILE")]
    policies: Option<PathBuf>,
    /// OutbackCDX: the access point that everybody uses
    #[arg(long, value_name = "NAME", default_value = "public")]
    public_access_point: String,
    /// OutbackCDX: block what may not be seen, instead of hiding it
    #[arg(long)]
    block: bool,
    /// The reason, kept in the log
    #[arg(long, value_name = "REASON")]
    why: String,
    /// Who imports them, kept in the log; by default the user of the system
    #[arg(long, value_name = "NAME")]
    by: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// Access control files of pywb
    Aclj,
    /// Rules of OutbackCDX as JSON
    Outbackcdx,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum DefaultAccess {
    /// Everything is shown
    Allow,
    /// Everything is blocked
    Block,
    /// Everything is hidden
    Exclude,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let is_aclj = arguments.file.extension().is_some_and(|it| it.eq_ignore_ascii_case("aclj"));
    let format = arguments.format.unwrap_or(match is_aclj {
        true => Format::Aclj,
        false => Format::Outbackcdx,
    });
    let format = match format {
        Format::Aclj => ImportFormat::Aclj {
            default_access: match arguments.default_access {
                DefaultAccess::Allow => AccessPolicy::Allow,
                DefaultAccess::Block => AccessPolicy::Block,
                DefaultAccess::Exclude => AccessPolicy::Hide,
            },
        },
        Format::Outbackcdx => ImportFormat::OutbackCdx {
            policies: arguments.policies.clone(),
            public_access_point: arguments.public_access_point.clone(),
            denial: if arguments.block { AccessPolicy::Block } else { AccessPolicy::Hide },
        },
    };
    let change = change_settings(&arguments.archive, arguments.by.as_deref(), &arguments.why);
    let settings = ImportSettings { change, file: arguments.file.clone(), format };
    match import(&settings) {
        Ok(imported) => {
            let number = imported.number.to_string();
            let words = text!("access-imported", rules = imported.rules, change = number);
            output::say(format_args!("{words}"));
            Ok(Outcome::default())
        }
        Err(AccessError::Import {
            error: ImportError::Refused { count, refusals, .. }, ..
        }) => {
            let name = arguments.file.display();
            for refusal in refusals {
                output::complain(format_args!("{name}: {}: {}", refusal.place, refusal.what));
            }
            anyhow::bail!(text!("access-import-refused", rules = count))
        }
        Err(error) => Err(error.into()),
    }
}
