//! Every error has a text in each language; in English it is that of its library.
//!
//! The matches of the texts have no catch-all, so the compiler sees that none is missing. That each text is there with
//! its arguments, and is Czech, is seen here: the samples are all variants but those that only hand on another error.

mod requests;

use super::*;
use requests::of_requests;
use std::path::PathBuf;
use stodola_access::import::{ImportError, ImportRefusal};
use stodola_access::people::PersonRole;
use stodola_access::{PeopleError, RuleId, RuleTextError};
use stodola_app::access::AccessError;
use stodola_app::archive::{
    AddError, ChangeError, CheckError, DependentsError, MoveError, ReadError,
};
use stodola_app::bare::BareError;
use stodola_app::changes::ChangesError;
use stodola_app::control::AskError;
use stodola_app::crawl::CrawlError;
use stodola_app::export::ExportError;
use stodola_app::job::JobsError;
use stodola_app::map::{MapQueryError, SiteError};
use stodola_app::migrate::MigrationError;
use stodola_app::pack::PackError;
use stodola_app::recognise::RecogniseError;
use stodola_app::search::{LinkSignalsError, TextSearchError};
use stodola_app::static_copy::StaticCopyError;
use stodola_app::visits::VisitsError;
use stodola_app::warc::WarcError;
use stodola_app::why::WhyError;
use stodola_archive::{
    ArchiveError, CaptureError, CatalogueError, DedupError, ForgetError, Holder, IntakeError,
    KeeperError, SinkError,
};
use stodola_crawl::job::{JobError, JobFileLine, LoginsError, SecretError, SettingFault};
use stodola_crawl::logs::LogsError;
use stodola_crawl::scope::ScopeError;
use stodola_crawl::site_rules::{
    FailedRuleTest, SiteRuleFault, SiteRuleTest, SiteRulesError, TestedUri,
};
use stodola_crawl::{ControlError, HarvestError};
use stodola_extract::{PdfProgramError, PdfShortfall};
use stodola_fetch::{
    ConnectToError, CookieFileError, DnsFailure, Failure, ProxyBypassError, ProxyError,
    ProxyFailure, RdapError, SetupError,
};
use stodola_follow::OpenError;
use stodola_frontier::FrontierError;
use stodola_frontier::rounds::RoundsError;
use stodola_map::MapError;
use stodola_migrate::{MigrateError, RebuildError, RestoreError, RunError, VerifyError};
use stodola_search::SearchError;
use stodola_search::query::QueryError;
use stodola_table::TableError;
use stodola_warc::decode::LimitExceeded;
use stodola_warc::segments::SegmentError;
use stodola_warc::write::{FileError, HeadError, WriteError};
use stodola_warc::{RecordType, Wrapping};

fn path() -> PathBuf {
    PathBuf::from("/some/file")
}

fn x() -> String {
    "x".to_owned()
}

fn missing() -> io::Error {
    io::Error::from_raw_os_error(2)
}

fn boxes<E: Error + 'static>(all: impl IntoIterator<Item = E>) -> Vec<Box<AnyError>> {
    all.into_iter().map(|error| Box::new(error) as Box<AnyError>).collect()
}

fn samples() -> Vec<Box<AnyError>> {
    let mut all = of_archives();
    all.extend(of_access());
    all.extend(of_requests());
    all.extend(of_files());
    all.extend(of_fetching());
    all.extend(of_jobs());
    all.extend(of_migrations());
    all.extend(of_recognition());
    all.extend(boxes([PathError { doing: "write", path: path(), source: missing() }]));
    all.extend(boxes([LockError::Held { path: path(), holder: String::new() }]));
    all
}

fn of_access() -> Vec<Box<AnyError>> {
    let refusal = ImportRefusal { place: x(), what: x() };
    let refusals = vec![refusal.clone()];
    let mut all = boxes([
        PeopleError::Newer { path: path(), found: 99 },
        PeopleError::Damaged { path: path(), what: x() },
        PeopleError::NoReason,
        PeopleError::NoName,
        PeopleError::TooLong { what: "note" },
        PeopleError::UnknownRule(RuleId(7)),
        PeopleError::UnknownChange(7),
        PeopleError::NothingToUndo,
        PeopleError::Undone { number: 7, by: 8 },
        PeopleError::ChangedAgain { number: 7, rule: RuleId(3), by: 8 },
    ]);
    all.extend(boxes([
        ImportError::Format(x()),
        ImportError::TooLarge,
        ImportError::Refused { count: 1, first: refusal, refusals },
    ]));
    all.extend(boxes([AccessError::Read { path: path(), error: missing() }]));
    all.extend(boxes([RuleTextError { what: "media type", text: x() }]));
    all.extend(boxes([
        ExportError::Exists(path()),
        ExportError::Empty,
        ExportError::Stopped,
        ExportError::Write { path: path(), error: missing() },
        ExportError::Scratch(missing()),
    ]));
    all.extend(boxes([ChangesError::Stopped]));
    all.extend(boxes([
        StaticCopyError::NotEmpty(path()),
        StaticCopyError::Empty { site: x() },
        StaticCopyError::Stopped,
        StaticCopyError::Write { path: path(), error: missing() },
    ]));
    all.extend(boxes([BareError::Folder { folder: path(), error: missing() }, BareError::Nothing]));
    all
}

fn of_archives() -> Vec<Box<AnyError>> {
    let holder = Holder { process: Some(7), command: Some(x()), since: Some(x()) };
    let mut all = boxes([
        ArchiveError::NotOne(path()),
        ArchiveError::Locked { folder: path(), holder },
        ArchiveError::Newer { path: path(), found: 99 },
        ArchiveError::Unreadable { path: path(), what: x() },
        ArchiveError::Name(path()),
        ArchiveError::Io { what: "read", path: path(), error: missing() },
    ]);
    all.extend(boxes([
        CatalogueError::Missing(path()),
        CatalogueError::Unfinished(path()),
        CatalogueError::Busy(path()),
        CatalogueError::Changing(path()),
        CatalogueError::Stopped,
        CatalogueError::Damaged { path: path(), what: x() },
        CatalogueError::Newer { path: path(), found: 99 },
        CatalogueError::Full(path()),
        CatalogueError::UnknownFile(x()),
        CatalogueError::Archive(ArchiveError::NotOne(path())),
        CatalogueError::Read { path: path(), error: missing() },
    ]));
    all.extend(boxes([
        CaptureError::Catalogue(CatalogueError::Missing(path())),
        CaptureError::Missing(path()),
        CaptureError::Changed { path: path(), offset: 7 },
        CaptureError::NoOriginal { path: path(), offset: 7 },
        CaptureError::Read { path: path(), offset: 7, error: missing() },
    ]));
    all.extend(boxes([
        DedupError::Locked { folder: path(), holder: None },
        DedupError::Locked { folder: path(), holder: Some(x()) },
        DedupError::Newer { path: path(), found: 9, known: 2 },
        DedupError::Damaged { path: path(), what: x() },
        DedupError::Differs(x()),
        DedupError::Name(70_000),
        DedupError::TooLarge { what: "offset", value: u64::MAX },
        DedupError::TooLarge { what: "length", value: u64::MAX },
        DedupError::Doubtful(path()),
        DedupError::OnlyRead(path()),
        DedupError::Io { what: "remove", path: path(), error: missing() },
    ]));
    all.extend(boxes([
        ForgetError::Unknown(x()),
        ForgetError::Ambiguous { given: x(), names: vec![x(), x()] },
        ForgetError::Present(x()),
        ForgetError::NoReason,
        ForgetError::Archive(ArchiveError::NotOne(path())),
    ]));
    all.extend(boxes([
        IntakeError::NotRecords(path()),
        IntakeError::Wrapped { path: path(), wrapping: Wrapping::Zip },
        IntakeError::WaczByReference(path()),
        IntakeError::Wacz { path: path(), what: x() },
        IntakeError::Taken(path()),
    ]));
    all.extend(boxes([
        KeeperError::Archive(ArchiveError::NotOne(path())),
        KeeperError::Payloads(DedupError::Differs(x())),
        KeeperError::ReadBack { file: x(), offset: 7, what: x() },
    ]));
    all.extend(boxes([
        SinkError::File(FileError::Exists(path())),
        SinkError::Capture(WriteError::Torn),
        SinkError::Append { path: path(), error: WriteError::BlockChanged },
        SinkError::Folder { what: "create", path: path(), error: missing() },
        SinkError::Random(missing()),
        SinkError::Doubtful(path()),
    ]));
    all.extend(boxes([OpenError::Unknown { name: x(), names: vec!["catalogue"] }]));
    all.extend(boxes([ReadError::Archive(ArchiveError::NotOne(path()))]));
    all.extend(boxes([ChangeError::File(ForgetError::NoReason)]));
    all.extend(boxes([AddError::Folder { path: path(), error: missing() }]));
    all.extend(boxes([
        MoveError::NoFolder(path()),
        MoveError::Neither { from: path(), to: path() },
        MoveError::OtherDisk { from: path(), to: path(), error: missing() },
        MoveError::Move { from: path(), to: path(), error: missing() },
        MoveError::OtherBytes { name: x(), to: path() },
    ]));
    all.extend(boxes([CheckError::NotWritable(CatalogueError::Full(path()))]));
    all.extend(boxes([
        DependentsError::NothingHere(path()),
        DependentsError::NotInIndex(x()),
        DependentsError::Open { path: path(), error: missing() },
        DependentsError::Record { path: path(), offset: 7, error: missing() },
    ]));
    all
}

fn of_files() -> Vec<Box<AnyError>> {
    let mut all = boxes([
        HeadError::Name(x()),
        HeadError::Value(x()),
        HeadError::Id(x()),
        HeadError::Reserved(x()),
        HeadError::Type(RecordType::Other),
        HeadError::TooLong(7),
        HeadError::Raw("gives no length"),
    ]);
    all.extend(boxes([
        WriteError::Head(HeadError::Name(x())),
        WriteError::BlockShort { declared: 7, found: 5 },
        WriteError::BlockLong { declared: u64::MAX },
        WriteError::BlockChanged,
        WriteError::Read(missing()),
        WriteError::Write(missing()),
        WriteError::Torn,
    ]));
    all.extend(boxes([
        FileError::Exists(path()),
        FileError::Locked(path()),
        FileError::Finished(path()),
        FileError::Foreign(path()),
        FileError::Name(path()),
        FileError::Warcinfo { path: path(), error: WriteError::Torn },
        FileError::Io { what: "sync", path: path(), error: missing() },
    ]));
    all.extend(boxes([
        SegmentError::Unknown,
        SegmentError::Field { offset: 7, field: "WARC-Segment-Number" },
        SegmentError::Missing { number: 7 },
        SegmentError::Twice { number: 7 },
        SegmentError::Unfinished { number: 7 },
        SegmentError::Total { declared: 7, found: 5 },
        SegmentError::Short { number: 2, declared: 7, found: 5 },
        SegmentError::TooMany { budget: 7 },
    ]));
    all.extend(boxes([LimitExceeded { limit: 7 }]));
    all.extend(boxes([
        TableError::Damaged { path: path(), what: x() },
        TableError::Newer { path: path(), found: 9, known: 2 },
        TableError::Merge,
        TableError::Io { what: "open", path: path(), error: missing() },
    ]));
    all.extend(boxes([
        WarcError::Open { path: path(), source: missing() },
        WarcError::Create { path: path(), source: missing() },
        WarcError::Write { path: path(), source: missing() },
        WarcError::Exists { path: path(), source: missing() },
        WarcError::Read(missing()),
        WarcError::Output(missing()),
        WarcError::NewFile(FileError::Exists(path())),
        WarcError::NewRecord(WriteError::Torn),
        WarcError::Wrapped { path: path(), wrapping: Wrapping::Lz4 },
        WarcError::NoRecord { path: path(), offset: 7, inner: 0 },
        WarcError::NoRecord { path: path(), offset: 7, inner: 9 },
        WarcError::NoRecordId,
        WarcError::Segment { path: path(), error: SegmentError::Unknown },
        WarcError::Segments(SegmentError::Unknown),
        WarcError::RevisitPayload,
        WarcError::Arc,
        WarcError::CutOnInput { offset: 7 },
        WarcError::Gone { offset: 7 },
    ]));
    all
}

fn of_fetching() -> Vec<Box<AnyError>> {
    let address = std::net::IpAddr::from([127, 0, 0, 1]);
    let mut all = boxes([
        Failure::Uri { uri: x(), reason: "it has a byte that is not printable ASCII" },
        Failure::Header { name: x(), reason: "has an invalid name" },
        Failure::Dns(DnsFailure::NoSuchName),
        Failure::AddressRefused(address),
        Failure::NameRefused(x()),
        Failure::Proxy(ProxyFailure::Login),
        Failure::ProxyRefused("by its rules".to_owned()),
        Failure::Http2Only,
        Failure::Connect(missing()),
        Failure::ConnectTimeout,
        Failure::Tls(x()),
        Failure::Send(missing()),
        Failure::Closed,
        Failure::Unheard,
        Failure::ResponseTimeout,
        Failure::Spool(missing()),
    ]);
    all.extend(boxes([
        DnsFailure::NoSuchName,
        DnsFailure::NoAddress,
        DnsFailure::Server(x()),
        DnsFailure::Timeout,
    ]));
    all.extend(boxes([
        SetupError::HeaderValue { setting: "operator", value: x() },
        SetupError::HeaderField { name: x(), reason: "cannot be set for every request" },
        SetupError::Dns(x()),
        SetupError::Tls(x()),
        SetupError::SpoolFolder { path: path(), source: missing() },
    ]));
    all.extend(boxes([
        RdapError::Base(x()),
        RdapError::Whois(x()),
        RdapError::Format(path()),
        RdapError::Cache { path: path(), source: missing() },
    ]));
    all.extend(boxes([ConnectToError { text: x(), reason: "a port is too large" }]));
    all.extend(boxes([
        ProxyFailure::Dns(DnsFailure::NoSuchName),
        ProxyFailure::Connect(missing()),
        ProxyFailure::Timeout,
        ProxyFailure::Login,
        ProxyFailure::Protocol,
    ]));
    all.extend(boxes(
        [
            "it has no scheme",
            "its scheme is not http, socks5 or socks5h",
            "user name and password do not belong here",
            "something follows the port",
            "its host or port is not valid",
        ]
        .map(|reason| ProxyError { text: x(), reason }),
    ));
    all.extend(boxes([ProxyBypassError(x())]));
    all.extend(boxes([CookieFileError { line: 3 }]));
    let secrets = || {
        [
            SecretError::Source,
            SecretError::Variable(x()),
            SecretError::File { path: path(), source: missing() },
            SecretError::Unusable(x()),
        ]
    };
    all.extend(boxes(secrets()));
    all.extend(boxes(secrets().map(|source| LoginsError::Secret { origin: x(), source })));
    all.extend(boxes([
        LoginsError::Read { path: path(), source: missing() },
        LoginsError::Format { path: path(), message: x() },
        LoginsError::Origin { origin: x() },
        LoginsError::Twice { origin: x() },
        LoginsError::Key { origin: x(), key: "url" },
        LoginsError::Form { origin: x() },
        LoginsError::Sign { origin: x(), sign: x() },
    ]));
    all
}

fn settings() -> Vec<SettingFault> {
    vec![
        SettingFault::NotAContact { contact: x() },
        SettingFault::NotOneLine,
        SettingFault::AtLeast { least: 1 },
        SettingFault::AtMost { most: 9 },
        SettingFault::Instance { instance: 7, instances: 3 },
        SettingFault::LongerThan { name: "again.max", value: x() },
        SettingFault::NotLongerThanZero,
        SettingFault::NotAHost { host: x() },
        SettingFault::NotHours { entry: x() },
        SettingFault::NotATimeZone { zone: x() },
        SettingFault::NotRoom { value: x() },
        SettingFault::Empty,
        SettingFault::TooLong { most: 100 },
        SettingFault::NameCharacter { character: x() },
        SettingFault::NameEnds { name: x() },
        SettingFault::NameOfDevice { name: x() },
        SettingFault::LimitIsZero,
        SettingFault::TimeIsZero,
        SettingFault::NotWithin { value: x(), least: 1, most: 2 },
        SettingFault::TooSmall { value: x(), least: x() },
        SettingFault::Above { value: x(), name: "max_delay", most: x() },
        SettingFault::NotAPrefix,
        SettingFault::NotAProxy { proxy: x(), reason: "it has no scheme" },
        SettingFault::NotABypass { entry: x() },
        SettingFault::NotASecret,
        SettingFault::NotAHeader { line: x(), reason: "has no colon" },
        SettingFault::NotAHeader { line: x(), reason: "has a value that is not ASCII" },
        SettingFault::NotAUserAgent { line: x() },
        SettingFault::NotALanguage,
        SettingFault::NotRdap,
        SettingFault::NotWhois,
        SettingFault::NotEditable,
        SettingFault::NoSuchLimit { limit: x(), known: x() },
        SettingFault::NotASeed { seed: x() },
        SettingFault::NoContact,
        SettingFault::NoIdentity,
        SettingFault::NoDomains,
        SettingFault::NoSuchSetting,
        SettingFault::Kept,
        SettingFault::NotANumber { can_be_unlimited: true },
        SettingFault::NotATime { can_be_unlimited: true },
        SettingFault::NotASize { can_be_unlimited: false },
        SettingFault::NotAnInterval { text: x() },
        SettingFault::NotOneOf { known: x() },
        SettingFault::NotRules,
    ]
}

fn of_jobs() -> Vec<Box<AnyError>> {
    let place = || JobFileLine { file: "job.toml".to_owned(), line: Some(3) };
    let invalid = |fault| JobError::Invalid { place: place(), key: "name", fault };
    let mut all = boxes(settings().into_iter().map(invalid));
    all.extend(boxes([
        JobError::UnknownKey { place: place(), key: x(), nearest: Some(x()), known: vec![] },
        JobError::UnknownKey { place: place(), key: x(), nearest: None, known: vec![x(), x()] },
        JobError::UnknownKey { place: place(), key: x(), nearest: None, known: vec![] },
        JobError::UnknownValue { place: place(), value: x(), nearest: None, known: vec![x()] },
        JobError::NoContact,
        JobError::NoIdentity { key: "operator" },
        JobError::Seeds { path: path(), source: missing() },
        JobError::SeedsPacked { path: path(), packing: "xz" },
        JobError::SeedColumn { path: path(), column: x() },
        JobError::SeedColumn { path: path(), column: String::new() },
    ]));
    all.extend(boxes([
        CrawlError::NoJobGiven,
        CrawlError::NoSeedForNewJob { job: x(), archive: path() },
        CrawlError::NoSuchJob { job: x(), archive: path() },
        CrawlError::NoJobs { archive: path() },
        CrawlError::JobExists { job: x(), folder: path() },
        CrawlError::NotASeed(x()),
        CrawlError::NoContact(HarvestError::NoSeeds),
        CrawlError::NoIdentity { key: "operator", source: HarvestError::NoSeeds.into() },
        CrawlError::NoIdentity { key: "purpose", source: HarvestError::NoSeeds.into() },
        CrawlError::Toml(x()),
        CrawlError::Thread(missing()),
        CrawlError::StoreBusy,
        CrawlError::Panicked,
        CrawlError::Job(JobError::NoContact),
        CrawlError::Harvest(HarvestError::NoSeeds),
    ]));
    let verbs = [
        "create",
        "find",
        "listen at",
        "listen in",
        "mend",
        "protect",
        "read",
        "read the job file",
        "write",
    ];
    all.extend(boxes(verbs.map(|what| CrawlError::File { what, path: path(), source: missing() })));
    all.extend(boxes([
        JobsError::NoJobs { archive: path(), source: missing() },
        JobsError::NoSuchJob { job: x(), archive: path() },
        JobsError::NoSuchRound { job: x(), round: 3, last: 2 },
        JobsError::NoSuchReport { job: x(), report: x() },
        JobsError::NotAHost(x()),
        JobsError::NoSuchOutcome(x()),
        JobsError::Running { job: x() },
        JobsError::HasArchives { job: x(), file: path() },
        JobsError::Settings { path: path(), source: missing() },
        JobsError::Read { path: path(), source: missing() },
        JobsError::Create { what: "write", path: path(), source: missing() },
        JobsError::Output(missing()),
    ]));
    all.extend(boxes([
        AskError::NotASeed { place: 2, seed: x() },
        AskError::TooLong { size: 5_000_000 },
        AskError::NotRunning { folder: path(), source: None },
        AskError::Refused("the harvest has ended".to_owned()),
        AskError::Send(missing()),
        AskError::Receive(missing()),
        AskError::Ended,
    ]));
    all.extend(boxes([ControlError::Ended]));
    all.extend(boxes([
        HarvestError::Store(Box::new(missing())),
        HarvestError::Past(Box::new(missing())),
        HarvestError::Observer(Box::new(missing())),
        HarvestError::Seed(x()),
        HarvestError::NoSeeds,
        HarvestError::Secret(SecretError::Source),
        HarvestError::Cookies { path: path(), source: CookieFileError { line: 3 } },
        HarvestError::Io { what: "list", path: path(), error: missing() },
        HarvestError::Worker(x()),
    ]));
    all.extend(boxes([
        ScopeError::List { path: path(), source: missing() },
        ScopeError::EmptyList { rule: "surt" },
        ScopeError::TooLarge { rule: "surt" },
    ]));
    let place = || JobFileLine { file: x(), line: Some(3) };
    let faults = [
        SiteRuleFault::NotAHost(x()),
        SiteRuleFault::HostTwice(x()),
        SiteRuleFault::NoHosts,
        SiteRuleFault::NotAPath(x()),
        SiteRuleFault::NotAName(x()),
        SiteRuleFault::NotStable { path: x(), counts: x() },
        SiteRuleFault::NotAParameter(x()),
        SiteRuleFault::ParameterTwice(x()),
        SiteRuleFault::NotAUrl(x()),
        SiteRuleFault::UnclearTest,
    ];
    all.extend(boxes(faults.map(|fault| SiteRulesError::Rule { place: place(), fault })));
    all.extend(boxes([
        SiteRulesError::Read { path: path(), source: missing() },
        SiteRulesError::Large { path: path() },
        SiteRulesError::Test(Box::new(FailedRuleTest {
            test: SiteRuleTest { place: place(), url: x(), expected: TestedUri::Becomes(x()) },
            found: TestedUri::Ignored(x()),
        })),
    ]));
    all.extend(boxes([LogsError::Io { what: "write", path: path(), error: missing() }]));
    all.extend(boxes([
        FrontierError::Locked { folder: path(), holder: None },
        FrontierError::Locked { folder: path(), holder: Some(x()) },
        FrontierError::Newer { path: path(), found: 9, known: 2 },
        FrontierError::Damaged { path: path(), what: x() },
        FrontierError::Doubtful(path()),
        FrontierError::Io { what: "lock", path: path(), error: missing() },
        FrontierError::Table(TableError::Merge),
    ]));
    all.extend(boxes([
        RoundsError::Io { what: "read", path: path(), error: missing() },
        RoundsError::Unreadable { path: path(), what: x() },
        RoundsError::Newer { path: path(), found: 99 },
    ]));
    all.extend(boxes([WhyError::NoHost(x())]));
    all
}

fn of_migrations() -> Vec<Box<AnyError>> {
    let mut all = boxes([
        MigrateError::Read(missing()),
        MigrateError::NotAnArchive,
        MigrateError::Wrapped(Wrapping::Wacz),
        MigrateError::File(FileError::Exists(path())),
        MigrateError::Write { offset: 7, error: WriteError::Torn },
        MigrateError::Head { offset: 7, error: HeadError::Name(x()) },
        MigrateError::Quarantine { path: path(), error: missing() },
        MigrateError::Verify(VerifyError::Unaccounted(7)),
        MigrateError::Changed,
        MigrateError::ResultChanged { result: x(), what: x() },
        MigrateError::Occupied { result: x(), error: VerifyError::Unaccounted(7) },
        MigrateError::SameName(x()),
        MigrateError::Dedup(DedupError::Differs(x())),
        MigrateError::OriginalMissing { path: path(), offset: 7 },
    ]);
    all.extend(boxes([
        VerifyError::Io(missing()),
        VerifyError::Differs { number: 1, offset: 7, what: x() },
        VerifyError::Unmarked { number: 1, offset: 7, reason: x() },
        VerifyError::Count { source_records: 7, result_records: 5 },
        VerifyError::Damaged("at 7: not a WARC record".to_owned()),
        VerifyError::Unaccounted(u64::MAX),
    ]));
    all.extend(boxes([
        RebuildError::Io { path: path(), error: missing() },
        RebuildError::Dedup(DedupError::Differs(x())),
    ]));
    all.extend(boxes([
        RestoreError::Io { path: path(), error: missing() },
        RestoreError::NotFromArc { offset: 7 },
        RestoreError::Elsewhere { offset: 7, refers_to: x() },
    ]));
    all.extend(boxes([
        RunError::NotOurs(path()),
        RunError::Locked(path()),
        RunError::Output { path: path(), error: missing() },
        RunError::Dedup(DedupError::Differs(x())),
        RunError::Rebuild(RebuildError::Dedup(DedupError::Differs(x()))),
        RunError::NothingFound,
    ]));
    all.extend(boxes([
        MigrationError::Run(RunError::NothingFound),
        MigrationError::Open { path: path(), source: missing() },
        MigrationError::Report { path: path(), source: missing() },
        MigrationError::Index(DedupError::Differs(x())),
        MigrationError::Restore(RestoreError::NotFromArc { offset: 7 }),
    ]));
    all
}

fn of_recognition() -> Vec<Box<AnyError>> {
    let mut all = boxes([
        stodola_judge::Error::NoPack { name: x(), built_in: x() },
        stodola_judge::Error::Read { path: path(), source: missing() },
        stodola_judge::Error::Geo { path: path(), problem: x() },
    ]);
    all.extend(boxes([
        PackError::Language(x()),
        PackError::NoWord,
        PackError::Folder { path: path(), source: missing() },
        PackError::Create { path: path(), source: missing() },
        PackError::NoInputs,
        PackError::Output { path: path(), source: missing() },
    ]));
    all.extend(boxes([
        RecogniseError::Veto(stodola_judge::NoVeto("x".to_owned())),
        RecogniseError::NoContact,
        RecogniseError::NoInputs,
        RecogniseError::List { path: path(), source: missing() },
        RecogniseError::ListLine { path: path(), line: 7, source: missing() },
        RecogniseError::Start(missing()),
        RecogniseError::Read(missing()),
        RecogniseError::Output(missing()),
        RecogniseError::Wrapped(Wrapping::Lz4),
        RecogniseError::NoRecords,
        RecogniseError::NoStatus,
        RecogniseError::NoHead,
        RecogniseError::NoLocation,
        RecogniseError::BadRedirect(x()),
        RecogniseError::Status(404),
        RecogniseError::TooManyRedirects(5),
        RecogniseError::NoHost,
        RecogniseError::Forbidden("Disallow: /".to_owned()),
        RecogniseError::Fetch(Failure::Closed),
    ]));
    all.extend(boxes([
        MapQueryError::NoCollection(x()),
        MapQueryError::RoundOpen { job: x(), round: 3 },
        MapQueryError::Thread(missing()),
        MapQueryError::NoHome,
    ]));
    all.extend(boxes([SiteError::NoHost(x()), SiteError::Ask(x())]));
    all.extend(boxes([
        MapError::NoMap,
        MapError::Commit { path: path(), what: x() },
        MapError::Newer { path: path() },
        MapError::NoPage { uri: x() },
        MapError::Write(missing()),
    ]));
    all.extend(boxes([TextSearchError::Cursor]));
    all.extend(boxes([
        LinkSignalsError::Missing,
        LinkSignalsError::TooLarge { bytes: 1 << 40 },
        LinkSignalsError::Sort(missing()),
    ]));
    all.extend(boxes([
        VisitsError::Unknown { path: path() },
        VisitsError::Remove { path: path(), error: missing() },
    ]));
    all.extend(boxes([
        SearchError::NoIndex,
        SearchError::Damaged { reason: x() },
        SearchError::Unknown { path: path() },
        SearchError::Io { context: x(), source: missing() },
        SearchError::Busy,
    ]));
    all.extend(boxes([
        QueryError::Empty,
        QueryError::OnlyExcluded,
        QueryError::TooLong,
        QueryError::Date(x()),
        QueryError::Type { value: x() },
        QueryError::Part { value: x() },
        QueryError::Status(x()),
        QueryError::NoValue(x()),
    ]));
    all.extend(boxes([
        PdfProgramError::Start { executable: path(), source: missing() },
        PdfProgramError::Limits(missing()),
        PdfProgramError::Body(missing()),
        PdfProgramError::Wait(missing()),
    ]));
    let second = std::time::Duration::from_secs(1);
    all.extend(boxes([
        PdfShortfall::Text(7),
        PdfShortfall::Bytes(7),
        PdfShortfall::Time(second),
        PdfShortfall::CpuTime(second),
    ]));
    all
}

#[test]
fn english_texts_are_those_of_the_libraries() {
    for error in samples() {
        let told = known(Language::English, &*error).unwrap_or_else(|| panic!("{error:?}"));
        assert_eq!(told, error.to_string());
    }
}

#[test]
fn czech_texts_are_czech() {
    for error in samples() {
        let english = error.to_string();
        let czech = known(Language::Czech, &*error).unwrap_or_else(|| panic!("{error:?}"));
        assert_ne!(czech, english);
        // A key or an argument that is missing shows as itself.
        assert!(!czech.contains("error-") && !czech.contains("{$"), "{czech}");
        assert!(!czech.contains("setting-"), "{czech}");
    }
}

#[test]
fn errors_of_the_system_are_told_in_czech() {
    // Those that Linux numbers; each has a kind, or is known by its number.
    let codes = [1, 2, 4, 5, 12, 13, 17, 18, 20, 21, 23, 24, 27, 28, 30, 32, 39, 98, 99];
    let codes = codes.into_iter().chain([100, 101, 103, 104, 107, 110, 111, 113, 122]);
    for code in codes {
        let error = io::Error::from_raw_os_error(code);
        let czech = system_text(Language::Czech, &error);
        assert_ne!(czech, error.to_string());
        assert!(czech.ends_with(&format!(" (os error {code})")), "{czech}");
        assert_eq!(system_text(Language::English, &error), error.to_string());
    }
    let error = io::Error::from(ErrorKind::UnexpectedEof);
    assert_eq!(system_text(Language::Czech, &error), "neočekávaný konec souboru");
    // What has no text stays as the system says it.
    let error = io::Error::from_raw_os_error(29);
    assert_eq!(system_text(Language::Czech, &error), error.to_string());
}

#[test]
fn what_an_error_came_from_is_told_once_in_every_language() {
    let error = CatalogueError::Read { path: path(), error: missing() };
    assert_eq!(
        error_text(Language::Czech, &error),
        "nelze číst '/some/file': soubor nebo složka neexistuje (os error 2)"
    );
    let error = WarcError::Open { path: path(), source: missing() };
    assert_eq!(
        error_text(Language::Czech, &error),
        "/some/file: nelze otevřít: soubor nebo složka neexistuje (os error 2)"
    );
    let error = KeeperError::Payloads(DedupError::Differs(x()));
    let told = error_text(Language::English, &error);
    assert_eq!(told.matches("was committed before").count(), 1, "{told}");
    let unknown = io::Error::other("no words for this");
    assert_eq!(error_text(Language::Czech, &unknown), "no words for this");
    let wrapped = io::Error::other(SegmentError::Missing { number: 3 });
    assert_eq!(error_text(Language::Czech, &wrapped), "segment 3 chybí");
}
