//! Shapes of what operators ask for: settings, the scope, who runs harvests, checks, migrations, collections; and of
//! requests of users.

use crate::api::schema::wire;
use serde_json::{Map, Value};

wire! {
    /// A job that does not run is to be started.
    StartWish {
        /// Whether a finished job begins another round, also if none is due.
        again: Option<bool>,
    }

    /// A process of this machine.
    ProcessItem {
        /// Whether it is this server.
        here: bool,
        /// Its number.
        process: Option<u32>,
        /// What it was started with.
        command: Option<String>,
        /// Since when.
        since: Option<String>,
    }

    /// Who runs the jobs of the archive.
    HarvestDuty {
        /// The process that runs jobs when they are due; null if nobody does.
        runner: Option<ProcessItem>,
        /// The process that writes to the archive now; null if nobody does.
        holder: Option<ProcessItem>,
    }

    /// Settings to be changed.
    SettingsChange {
        /// New values by name, as `limits.documents`; null for the usual value.
        set: Map<String, Value>,
    }

    /// A whole job.toml.
    SettingsText {
        /// Its text.
        toml: String,
    }

    /// The settings of a job after a change, and from when on it counts.
    ChangedJobSettings {
        /// Its name.
        job: String,
        /// Its job.toml.
        toml: String,
        /// Changes with the file; the tag of the answer has it too.
        revision: String,
        /// All its settings by name, as forms have them: lists line by line.
        settings: Map<String, Value>,
        /// Names of the changed settings that count at once, in the harvest that runs.
        now: Vec<String>,
        /// Names of the changed settings that count from the next run on: of a job that does not run, all of them.
        later: Vec<String>,
        /// The same in words.
        words: String,
    }

    /// Something that an operator should know of.
    AlarmItem {
        /// rate, errors, host, disk or completeness.
        alarm: String,
        /// The host or the source that it is about; null for others.
        detail: Option<String>,
        /// What is unusual, in words.
        words: String,
    }

    /// What was archived of a host.
    HostPart {
        /// Its name.
        host: String,
        /// Documents archived.
        archived: u64,
        /// Their bytes.
        bytes: u64,
        /// Its part of all bytes, from 0 to 1.
        share: f64,
        /// Addresses in its queue.
        waiting: u64,
    }

    /// What was archived of a media type.
    TypePart {
        /// The type as servers declare it; empty for all that are not told apart.
        media_type: String,
        /// Documents archived.
        archived: u64,
        /// Their bytes.
        bytes: u64,
        /// Its part of all bytes, from 0 to 1.
        share: f64,
    }

    /// The largest parts of a harvest.
    LargestAnswer {
        /// Whether a long log is still being counted for the first time: then everything else is empty.
        counting: bool,
        /// The hosts with the most bytes, the largest first.
        by_host: Vec<HostPart>,
        /// The media types with the most bytes, the largest first.
        by_type: Vec<TypePart>,
    }

    /// How complete a source is: the host of seeds, with the hosts that only its pages have led to.
    SourceItem {
        /// Host of the seeds that it began with.
        source: String,
        /// Part of what was not left out that is archived, from 0 to 1.
        share: f64,
        /// The same in the round before; null if that did not have the source.
        share_before: Option<f64>,
        /// Whether the share has fallen since the round before.
        fallen: bool,
        /// Addresses found.
        found: u64,
        /// Documents archived with a status below 400.
        archived: u64,
        /// Addresses that failed, or were archived with status 400 and above.
        failed: u64,
        /// Those of them that pages need: pictures, styles, scripts.
        missing_requisites: u64,
        /// Addresses that were left out on purpose.
        left_out: u64,
        /// Addresses without an outcome.
        waiting: u64,
    }

    /// How complete the sources of a job were in the last round that has ended.
    SourceList {
        /// The number of that round; null if none has ended.
        round: Option<u32>,
        /// How many sources there are.
        total: u64,
        /// Some of them: those whose share has fallen most first, then the least complete.
        items: Vec<SourceItem>,
        /// Where the next page begins; null on the last one.
        next: Option<String>,
    }

    /// A setting of jobs.
    SettingItem {
        /// Its name with that of its section.
        key: String,
        /// Its section; empty for those before all sections.
        section: String,
        /// Its name for people.
        label: String,
        /// What it does.
        help: String,
        /// What its value is: text, list, flag, integer, number, time, size, interval, choice, intervals or rules.
        kind: String,
        /// Words that it can be; empty if it can be others.
        choices: Vec<String>,
        /// Whether it can be `unlimited` as well.
        unlimited: bool,
        /// Its usual value.
        default: String,
        /// Whether only a file on the server sets it.
        kept: bool,
        /// Whether a change counts at once in a harvest that runs (of seeds, those that are added); otherwise from its
        /// next run on.
        live: bool,
    }

    /// All settings of jobs.
    SettingList {
        /// In the order of job.toml.
        items: Vec<SettingItem>,
    }

    /// Something that a new job can begin with.
    BeginningItem {
        /// Its name.
        name: String,
        /// What it says about itself.
        description: String,
        /// Whether it is a file in the folder `profiles` of the archive; otherwise it is a kind of harvest.
        file: bool,
    }

    /// What a new job can begin with.
    BeginningList {
        /// Kinds of harvests, then files.
        items: Vec<BeginningItem>,
    }

    /// An address that the scope of a job is asked about. Nothing is fetched.
    ScopeQuestion {
        /// The job; one that is not made yet without it.
        job: Option<String>,
        /// What a job that is not made yet begins with.
        begin_with: Option<String>,
        /// Settings that differ, by name.
        set: Option<Map<String, Value>>,
        /// The address.
        url: String,
        /// Links from a seed to it; 1 without it.
        links: Option<u32>,
        /// Whether it is a part of a page there.
        part: Option<bool>,
    }

    /// A rule that matches an address.
    TriedRuleItem {
        /// Its place among all rules.
        number: u64,
        /// Its name in logs.
        name: String,
        /// What it does.
        words: String,
        /// Whether it accepts.
        accepts: bool,
        /// Whether the job has it; otherwise it comes with the kind of harvest.
        own: bool,
    }

    /// What the scope of a job says about an address.
    ScopeAnswer {
        /// The address in normal form.
        uri: String,
        /// Whether it belongs to the harvest.
        accepted: bool,
        /// Whether it is a seed.
        seed: bool,
        /// The name of what decided.
        rule: String,
        /// All rules that match; the last one decides.
        matching: Vec<TriedRuleItem>,
    }

    /// The last check of a file.
    CheckItem {
        /// The file.
        file: String,
        /// added, sound, flawed, changed, missing or unreadable.
        condition: String,
        /// Whether somebody has to do something about it.
        bad: bool,
        /// When it was checked.
        time: Option<String>,
        /// Errors in its records.
        errors: u64,
        /// Its expected size in bytes.
        size: u64,
    }

    /// The last checks of all files.
    CheckSummary {
        /// Files on record.
        files: u64,
        /// Those that are as expected.
        sound: u64,
        /// Those that are not.
        not_sound: u64,
        /// Files by months since their last check; the last number is of older ones.
        by_month: Vec<u64>,
        /// Files that are not as expected.
        bad: Vec<CheckItem>,
        /// Files that were checked last.
        latest: Vec<CheckItem>,
    }

    /// A run of a migration.
    MigrationItem {
        /// The name of its folder below `migrations`.
        name: String,
        /// Whether a process works on it.
        running: bool,
        /// Sources that have a result.
        sources: u64,
        /// Those that were compared and have no damage.
        verified: u64,
        /// Those with damage.
        damaged: u64,
        /// Sources that could not be migrated.
        failed: u64,
        /// Files that are no archives.
        passed_over: u64,
        /// Bytes of the sources.
        bytes_in: u64,
        /// Bytes of the results.
        bytes_out: u64,
    }

    /// Runs of migrations.
    MigrationList {
        /// By name.
        items: Vec<MigrationItem>,
    }

    /// A run of a migration with its summary.
    MigrationDetail {
        /// In numbers.
        run: MigrationItem,
        /// For people.
        summary: String,
    }

    /// A named part of the archive.
    CollectionItem {
        /// Its name in addresses.
        name: String,
        /// Its name for people.
        title: String,
        /// What it is.
        about: String,
        /// Whether it is a harvest; otherwise it is defined in collections.toml.
        job: bool,
    }

    /// The collections of the archive.
    CollectionList {
        /// Those that are defined, then harvests.
        items: Vec<CollectionItem>,
    }

    /// What somebody asks for.
    NewRequestBody {
        /// The kind of work.
        package: String,
        /// The question; its members depend on the package.
        question: Map<String, Value>,
        /// From -10 to 10; more than 0 is for operators.
        priority: Option<i64>,
        /// Whether people with equal rights see it.
        shared: Option<bool>,
        /// When the result is made anew: never, idle, or an interval such as 12h, 7d, 2w.
        refresh: Option<String>,
        /// The file of a site that gets the result; for operators.
        save_to: Option<String>,
        /// Whether the work is done although there is a young result.
        fresh: Option<bool>,
    }

    /// The result of a request.
    RequestResult {
        /// The media type.
        media: String,
        /// The name of the file.
        name: String,
        /// Bytes.
        length: u64,
        /// When it was made.
        made: String,
        /// Its age in seconds.
        age: i64,
        /// How often it, and those before it, were looked at.
        views: i64,
        /// When it is made anew by itself.
        next: Option<String>,
    }

    /// A request.
    RequestItem {
        /// Its number.
        number: i64,
        /// The kind of work.
        package: String,
        /// The question.
        question: Map<String, Value>,
        /// Who has asked.
        owners: Vec<String>,
        /// waiting, running, done, failed or cancelled.
        state: String,
        /// From -10 to 10.
        priority: i64,
        /// Whether people with equal rights see it.
        shared: bool,
        /// Its place in the line of its package, from 1 on; null if it does not wait.
        place: Option<u32>,
        /// The part that is done, from 0 to 1.
        share: Option<f64>,
        /// What is being done.
        words: String,
        /// When it was asked for.
        asked: String,
        /// When work on it began.
        begun: Option<String>,
        /// When it ended.
        ended: Option<String>,
        /// About how many seconds it will still take; null if that cannot be told.
        left: Option<i64>,
        /// Why it failed last.
        error: Option<String>,
        /// When its result is made anew: never, idle, or an interval.
        refresh: String,
        /// The file of a site that gets the result.
        save_to: Option<String>,
        /// Its result.
        result: Option<RequestResult>,
    }

    /// A page of requests.
    RequestPage {
        /// The newest first.
        items: Vec<RequestItem>,
        /// Where the next page begins; null on the last one.
        next: Option<String>,
    }

    /// A line of a log.
    RequestLogItem {
        /// When it was written.
        time: String,
        /// What it says.
        text: String,
    }

    /// A request with its log.
    RequestDetail {
        /// The request.
        request: RequestItem,
        /// The oldest line first.
        log: Vec<RequestLogItem>,
    }

    /// The state of a request.
    RequestNow {
        /// Its number.
        number: i64,
        /// waiting, running, done, failed or cancelled.
        state: String,
    }

    /// A kind of work.
    PackageItem {
        /// Its name.
        package: String,
        /// Its version.
        version: u32,
        /// How many of its requests may run at the same time.
        at_once: u32,
        /// Requests that run.
        running: u32,
        /// Requests that wait.
        waiting: u32,
        /// The role that is needed.
        role: String,
        /// People who see and may cancel all its requests.
        administrators: Vec<String>,
        /// Its settings, for those who look after it; null for others.
        settings: Option<Map<String, Value>>,
    }

    /// A question with a name.
    FavouriteItem {
        /// Its name, which none of your other favourites has.
        name: String,
        /// The kind of work.
        package: String,
        /// The question.
        question: Map<String, Value>,
        /// When it was made.
        made: String,
    }

    /// Your favourites.
    FavouriteList {
        /// By name.
        items: Vec<FavouriteItem>,
    }

    /// What a favourite is to be: a question, or that of a request.
    FavouriteChange {
        /// The kind of work.
        package: Option<String>,
        /// The question.
        question: Option<Map<String, Value>>,
        /// The number of a request that you may see, in place of the two others.
        request: Option<i64>,
    }

    /// Another name.
    NewName {
        /// The name.
        name: String,
    }

    /// The kinds of work that you may ask for.
    PackageList {
        /// In the order of pages.
        items: Vec<PackageItem>,
    }
}
