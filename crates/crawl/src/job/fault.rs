//! What is wrong with the value of a setting. The English words, behind the name of the key, are its `Display`.

use std::fmt;

/// Why a value is not allowed. Not `#[non_exhaustive]`: whoever adds one must give it a text in each language.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "fields have the names of what a message shows")]
pub enum SettingFault {
    /// Neither an e-mail address nor the address of a web page.
    NotAContact { contact: String },
    /// Text with control characters.
    NotOneLine,
    /// Less than is possible.
    AtLeast { least: u32 },
    /// More than is possible.
    AtMost { most: u32 },
    /// The number of an instance that does not exist.
    Instance { instance: u32, instances: u32 },
    /// Longer than another setting allows.
    LongerThan { name: &'static str, value: String },
    /// No time at all.
    NotLongerThanZero,
    /// Not a host name in normal form.
    NotAHost { host: String },
    /// It is not a time of the week, such as `Mo-Fr 20:00-06:00`.
    NotHours { entry: String },
    /// It is neither the name of a time zone nor a distance from UTC.
    NotATimeZone { zone: String },
    /// It is neither a size nor a part of a disk.
    NotRoom { value: String },
    /// No text.
    Empty,
    /// Too long for a name.
    TooLong { most: usize },
    /// A character that no folder should have in its name.
    NameCharacter { character: String },
    /// A first or last character that no folder should have.
    NameEnds { name: String },
    /// The name of a device on some systems.
    NameOfDevice { name: String },
    /// A limit of zero.
    LimitIsZero,
    /// A time of zero.
    TimeIsZero,
    /// A number outside its range.
    NotWithin { value: String, least: u32, most: u32 },
    /// A size that is too small.
    TooSmall { value: String, least: String },
    /// A time that is longer than another one.
    Above { value: String, name: &'static str, most: String },
    /// Not a prefix for names of files.
    NotAPrefix,
    /// Not the address of a proxy.
    NotAProxy { proxy: String, reason: &'static str },
    /// Not a domain, an address or a network.
    NotABypass { entry: String },
    /// Not the place of a secret.
    NotASecret,
    /// Not a header field, or one that must not be set.
    NotAHeader { line: String, reason: &'static str },
    /// Not a host with a text for its User-Agent.
    NotAUserAgent { line: String },
    /// Not a value of Accept-Language.
    NotALanguage,
    /// Not the address of an RDAP server.
    NotRdap,
    /// Not the name of a whois server.
    NotWhois,
    /// The file has the setting in a form that cannot be changed by a program.
    NotEditable,
    /// There is no such limit.
    NoSuchLimit { limit: String, known: String },
    /// Not a URI that can be harvested.
    NotASeed { seed: String },
    /// Servers of others would be reached without a contact for their webmasters.
    NoContact,
    /// Servers of others would be reached without saying who harvests or what for.
    NoIdentity,
    /// The profile needs the domains of a country.
    NoDomains,
    /// There is no such setting.
    NoSuchSetting,
    /// Only a file on the server sets it.
    Kept,
    /// Not a whole number, or not a number at all.
    NotANumber { can_be_unlimited: bool },
    /// Not a time.
    NotATime { can_be_unlimited: bool },
    /// Not a number of bytes.
    NotASize { can_be_unlimited: bool },
    /// Not an interval of rounds.
    NotAnInterval { text: String },
    /// Not one of the words that it can be.
    NotOneOf { known: String },
    /// Something else than scope rules.
    NotRules,
    /// The parser of the file says so.
    Parser(String),
}

impl fmt::Display for SettingFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SettingFault::NotAContact { contact } => {
                write!(f, "is not an e-mail address or an http(s) URL: '{contact}'")
            }
            SettingFault::NotOneLine => f.write_str("must be one line without control characters"),
            SettingFault::AtLeast { least } => write!(f, "must be at least {least}"),
            SettingFault::AtMost { most } => write!(f, "must not be more than {most}"),
            SettingFault::Instance { instance, instances } => {
                write!(f, "is {instance}, but must be 1 to {instances}, the number of instances")
            }
            SettingFault::LongerThan { name, value } => {
                write!(f, "must not be longer than {name}, which is {value}")
            }
            SettingFault::NotLongerThanZero => f.write_str("must be longer than 0"),
            SettingFault::NotHours { entry } => {
                write!(f, "'{entry}' is not a time of the week, such as Mo-Fr 20:00-06:00")
            }
            SettingFault::NotATimeZone { zone } => {
                write!(f, "'{zone}' is not a time zone, such as Europe/Prague, UTC or +01:00")
            }
            SettingFault::NotRoom { value } => write!(
                f,
                "'{value}' is neither a size, such as 5GB, nor a part of a disk, such as 5%"
            ),
            SettingFault::NotAHost { host } => {
                write!(f, "'{host}' is not a host name in normal form, such as \"www.example.org\"")
            }
            SettingFault::Empty => f.write_str("must not be empty"),
            SettingFault::TooLong { most } => write!(f, "is longer than {most} bytes"),
            SettingFault::NameCharacter { character } => write!(
                f,
                "is the name of a folder and cannot contain {character}; use letters, digits, `-`, `_`, `.`"
            ),
            SettingFault::NameEnds { name } => write!(
                f,
                "is the name of a folder and cannot start with `.` or `-`, or end with `.`: '{name}'"
            ),
            SettingFault::NameOfDevice { name } => {
                write!(f, "is the name of a device on some systems: '{name}'")
            }
            SettingFault::LimitIsZero => {
                f.write_str("is 0, so nothing could be fetched; write \"unlimited\"?")
            }
            SettingFault::TimeIsZero => f.write_str("is 0, so nothing could be fetched"),
            SettingFault::NotWithin { value, least, most } => {
                write!(f, "is {value}, but must be {least} to {most}")
            }
            SettingFault::TooSmall { value, least } => {
                write!(f, "is {value}, but must be at least {least}")
            }
            SettingFault::Above { value, name, most } => {
                write!(f, "is {value}, but must not be longer than `{name}`, which is {most}")
            }
            SettingFault::NotAPrefix => f.write_str(
                "must be 1 to 64 ASCII letters, digits, `-`, `_`, `.`, and not start with `.`",
            ),
            SettingFault::NotWhois => f.write_str("must be the name of a server, or NAME:PORT"),
            SettingFault::NotAProxy { proxy, reason } => {
                write!(f, "'{proxy}' is not the address of a proxy: {reason}")
            }
            SettingFault::NotABypass { entry } => {
                write!(f, "'{entry}' is not a domain, an address or a network such as 192.0.2.0/24")
            }
            SettingFault::NotASecret => {
                f.write_str("must be \"env:NAME\" or \"file:PATH\", never the secret itself")
            }
            SettingFault::NotAHeader { line, reason } => {
                write!(f, "'{line}' cannot be sent with every request: it {reason}")
            }
            SettingFault::NotAUserAgent { line } => {
                write!(f, "'{line}' is not a host and a text, such as \"news.example: archive/1\"")
            }
            SettingFault::NotALanguage => {
                f.write_str("must be \"auto\", empty, or languages such as \"cs, en;q=0.5\"")
            }
            SettingFault::NotRdap => f.write_str("must be an http or https URI without a query"),
            SettingFault::NotEditable => f.write_str(
                "it is written in a way that this command cannot change; edit the file yourself",
            ),
            SettingFault::NoSuchLimit { limit, known } => {
                write!(f, "there is no limit `{limit}`; known: {known}")
            }
            SettingFault::NotASeed { seed } => {
                write!(f, "'{seed}' is not an http or https address with a host")
            }
            SettingFault::NoContact => {
                f.write_str("is missing: webmasters must be able to reach you")
            }
            SettingFault::NoIdentity => f.write_str(
                "is missing: a harvest of servers of others must say who harvests, and what for",
            ),
            SettingFault::NoDomains => f.write_str(
                "is empty: the profile `country` needs the domain of the country, such as \"cz\"",
            ),
            SettingFault::NoSuchSetting => f.write_str("there is no such setting"),
            SettingFault::Kept => f.write_str("can be changed in the file on the server only"),
            SettingFault::NotANumber { can_be_unlimited } => {
                write!(f, "must be a number, such as 5000{}", or_unlimited(*can_be_unlimited))
            }
            SettingFault::NotATime { can_be_unlimited } => {
                write!(
                    f,
                    "must be a time, such as 30s, 5m or 2h{}",
                    or_unlimited(*can_be_unlimited)
                )
            }
            SettingFault::NotASize { can_be_unlimited } => {
                write!(
                    f,
                    "must be a size, such as 100MB or 1GiB{}",
                    or_unlimited(*can_be_unlimited)
                )
            }
            SettingFault::NotAnInterval { text } => {
                write!(
                    f,
                    "'{text}' is not an interval; write a time such as 7d, adaptive, or never"
                )
            }
            SettingFault::NotOneOf { known } => write!(f, "must be one of: {known}"),
            SettingFault::NotRules => {
                f.write_str("must be a list of [[scope.rule]] and nothing else")
            }
            SettingFault::Parser(words) => f.write_str(words),
        }
    }
}

fn or_unlimited(can_be_unlimited: bool) -> &'static str {
    if can_be_unlimited { ", or unlimited" } else { "" }
}
