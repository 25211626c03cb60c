//! Which settings are allowed: ranges, and values that must fit together.

use super::quantity::Period;
use super::settings::user_agent_entry;
use super::{Job, Limit, Profile, SecretSource, SettingFault, Size};
use crate::seeds::MAX_SAMPLE;
use stodola_fetch::{Proxy, ProxyBypass, own_header};

/// A key and the error message about its value.
pub(super) type Fault = (&'static str, SettingFault);

/// Returns the first setting that is not allowed; `None` if all are allowed.
pub(super) fn fault(job: &Job) -> Option<Fault> {
    let checks: [fn(&Job) -> Option<Fault>; 14] = [
        identity, seeds_list, limits, politeness, fetch, dns, run, proxy, requests, write, traps,
        scope, again, national,
    ];
    checks.iter().find_map(|check| check(job))
}

fn identity(job: &Job) -> Option<Fault> {
    if let Err(fault) = check_name(&job.name) {
        return Some(("name", fault));
    }
    let contact = job.contact.as_str();
    if !contact.is_empty() && !is_contact(contact) {
        let contact = contact.to_owned();
        return Some(("contact", SettingFault::NotAContact { contact }));
    }
    // Both are written to headers of requests and records.
    let lines = [
        ("operator", &job.operator),
        ("purpose", &job.purpose),
        ("fetch.user_agent_extra", &job.fetch.user_agent_extra),
    ];
    let broken = lines.iter().find(|(_, value)| value.chars().any(char::is_control))?;
    Some((broken.0, SettingFault::NotOneLine))
}

fn seeds_list(job: &Job) -> Option<Fault> {
    let Limit::At(sample) = job.seeds_list.sample else { return None };
    let most = MAX_SAMPLE as u32;
    let is_within = (1..=MAX_SAMPLE).contains(&sample);
    (!is_within).then(|| ("seeds_list.sample", not_within(&sample, 1, most)))
}

fn scope(job: &Job) -> Option<Fault> {
    let (instances, instance) = (job.scope.instances, job.scope.instance);
    if instances == 0 {
        return Some(("scope.instances", SettingFault::AtLeast { least: 1 }));
    }
    if instance == 0 || instance > instances {
        return Some(("scope.instance", SettingFault::Instance { instance, instances }));
    }
    let domains = &job.scope.domains;
    if domains.is_empty() && job.scope.profile_rules && job.profile == Profile::COUNTRY {
        return Some(("scope.domains", SettingFault::NoDomains));
    }
    let bad = domains.iter().find(|name| !is_host(name.trim_start_matches('.')))?;
    Some(("scope.domains", SettingFault::NotAHost { host: bad.clone() }))
}

/// Whether a text is the name of a host or a domain, in normal form.
fn is_host(name: &str) -> bool {
    stodola_uri::host(format!("http://{name}/").as_bytes()).is_some_and(|host| host == name)
}

fn national(job: &Job) -> Option<Fault> {
    job.national.fault()
}

fn again(job: &Job) -> Option<Fault> {
    let again = &job.again;
    if again.min > again.max {
        let value = again.max.to_string();
        return Some(("again.min", SettingFault::LongerThan { name: "again.max", value }));
    }
    if again.min == Period::default() {
        return Some(("again.min", SettingFault::NotLongerThanZero));
    }
    let bad = again.hosts.keys().find(|name| !is_host(name))?;
    Some(("again.hosts", SettingFault::NotAHost { host: bad.clone() }))
}

/// Checks whether a name can be the name of a folder, on any system.
pub(super) fn check_name(name: &str) -> Result<(), SettingFault> {
    const MAX: usize = 100;
    // Names of devices; on Windows with any extension.
    const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "com", "lpt"];
    let stem = name.split('.').next().unwrap_or_default().to_ascii_lowercase();
    let is_device = DEVICES.contains(&stem.trim_end_matches(|c: char| c.is_ascii_digit()));
    let legal = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    if name.is_empty() {
        Err(SettingFault::Empty)
    } else if name.len() > MAX {
        Err(SettingFault::TooLong { most: MAX })
    } else if let Some(bad) = name.chars().find(|&c| !legal(c)) {
        Err(SettingFault::NameCharacter { character: format!("{bad:?}") })
    } else if name.starts_with(['.', '-']) || name.ends_with('.') {
        Err(SettingFault::NameEnds { name: name.to_owned() })
    } else if is_device {
        Err(SettingFault::NameOfDevice { name: name.to_owned() })
    } else {
        Ok(())
    }
}

/// Whether a text looks like a mail address or the address of a web page.
fn is_contact(text: &str) -> bool {
    if text.chars().any(|c| c.is_whitespace() || c.is_control() || matches!(c, '<' | '>' | '"')) {
        return false;
    }
    let web = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    if web.is_some() {
        return stodola_uri::host(text.as_bytes()).is_some_and(|host| host.contains(['.', ':']));
    }
    let mail = text.strip_prefix("mailto:").unwrap_or(text);
    mail.rsplit_once('@').is_some_and(|(user, domain)| {
        let labels_are_whole = domain.split('.').all(|label| !label.is_empty());
        !user.is_empty() && domain.contains('.') && labels_are_whole && !domain.contains('/')
    })
}

fn limits(job: &Job) -> Option<Fault> {
    let limits = &job.limits;
    let zero = |limit: Limit<u64>| limit == Limit::At(0);
    let no_size = |limit: Limit<Size>| limit == Limit::At(Size::default());
    [
        ("limits.bytes_per_document", limits.bytes_per_document == Size::default()),
        ("limits.bytes_per_whole_document", limits.bytes_per_whole_document == Size::default()),
        ("limits.documents", zero(limits.documents)),
        ("limits.bytes", no_size(limits.bytes)),
        ("limits.time", limits.time == Limit::At(Period::default())),
        ("limits.documents_per_host", zero(limits.documents_per_host)),
        ("limits.bytes_per_host", no_size(limits.bytes_per_host)),
        ("limits.documents_per_domain", zero(limits.documents_per_domain)),
        ("limits.bytes_per_domain", no_size(limits.bytes_per_domain)),
        ("limits.hosts_per_domain", zero(limits.hosts_per_domain)),
        ("limits.queued_per_host", zero(limits.queued_per_host)),
        ("limits.bandwidth", no_size(limits.bandwidth)),
        ("limits.bandwidth_per_host", no_size(limits.bandwidth_per_host)),
    ]
    .into_iter()
    .find(|(_, is_zero)| *is_zero)
    .map(|(key, _)| (key, SettingFault::LimitIsZero))
}

fn politeness(job: &Job) -> Option<Fault> {
    let own = &job.politeness;
    let factor = own.delay_factor;
    if !(0.0..=1000.0).contains(&factor) {
        return Some(("politeness.delay_factor", not_within(&factor, 0, 1000)));
    }
    not_above("politeness.min_delay", own.min_delay, "max_delay", own.max_delay)
        .or_else(|| {
            not_above("politeness.retry_wait", own.retry_wait, "retry_wait_max", own.retry_wait_max)
        })
        .or_else(|| within("politeness.connections_per_host", own.connections_per_host, 1, 16))
        .or_else(|| within("politeness.connections_per_ip", own.connections_per_ip, 1, 256))
        .or_else(|| within("politeness.attempts", own.attempts, 1, 100))
}

fn fetch(job: &Job) -> Option<Fault> {
    let own = &job.fetch;
    let no_time =
        [("fetch.connect_timeout", own.connect_timeout), ("fetch.idle_timeout", own.idle_timeout)]
            .into_iter()
            .find(|(_, period)| *period == Period::default());
    if let Some((key, _)) = no_time {
        return Some((key, SettingFault::TimeIsZero));
    }
    if own.header_limit < Size::from_bytes(1 << 10) {
        let (value, least) = (own.header_limit.to_string(), "1KiB".to_owned());
        return Some(("fetch.header_limit", SettingFault::TooSmall { value, least }));
    }
    within("fetch.workers", own.workers, 1, 2000)
        .or_else(|| within("fetch.active_hosts", own.active_hosts, 1, 1_000_000))
        .or_else(|| within("fetch.documents_per_stay", own.documents_per_stay, 1, 1_000_000_000))
        .or_else(|| {
            not_above("fetch.idle_timeout", own.idle_timeout, "total_timeout", own.total_timeout)
        })
        .or_else(|| {
            let name = "total_timeout";
            not_above("fetch.connect_timeout", own.connect_timeout, name, own.total_timeout)
        })
}

fn run(job: &Job) -> Option<Fault> {
    job.run.fault().or_else(|| job.alarms.fault()).or_else(|| job.hooks.fault())
}

fn proxy(job: &Job) -> Option<Fault> {
    let own = &job.fetch;
    if let Some(text) = &own.proxy
        && let Err(error) = text.parse::<Proxy>()
    {
        let (proxy, reason) = (error.text, error.reason);
        return Some(("fetch.proxy", SettingFault::NotAProxy { proxy, reason }));
    }
    if own.proxy_login.as_ref().is_some_and(|text| text.parse::<SecretSource>().is_err()) {
        return Some(("fetch.proxy_login", SettingFault::NotASecret));
    }
    let wrong = own.no_proxy.iter().find(|entry| entry.parse::<ProxyBypass>().is_err())?;
    Some(("fetch.no_proxy", SettingFault::NotABypass { entry: wrong.clone() }))
}

/// What is sent with requests beside the address.
fn requests(job: &Job) -> Option<Fault> {
    let own = &job.fetch;
    for line in &own.headers {
        if let Err(reason) = own_header(line) {
            // A value may be a secret, which stands here by mistake.
            let line = line.split(':').next().unwrap_or_default().to_owned();
            return Some(("fetch.headers", SettingFault::NotAHeader { line, reason }));
        }
    }
    if let Some(line) = own.user_agents.iter().find(|line| user_agent_entry(line).is_none()) {
        return Some(("fetch.user_agents", SettingFault::NotAUserAgent { line: line.clone() }));
    }
    let is_languages = own.accept_language.bytes().all(|byte| {
        byte.is_ascii_alphanumeric()
            || matches!(byte, b' ' | b',' | b';' | b'=' | b'.' | b'-' | b'*')
    });
    (!is_languages).then_some(("fetch.accept_language", SettingFault::NotALanguage))
}

fn dns(job: &Job) -> Option<Fault> {
    if job.dns.questions_per_second == Limit::At(0) {
        return Some(("dns.questions_per_second", SettingFault::AtLeast { least: 1 }));
    }
    within("dns.questions_at_once", job.dns.questions_at_once, 1, 1000)
}

fn write(job: &Job) -> Option<Fault> {
    let own = &job.write;
    let legal = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let prefix = own.prefix.as_str();
    if prefix.is_empty()
        || prefix.len() > 64
        || prefix.starts_with('.')
        || !prefix.chars().all(legal)
    {
        return Some(("write.prefix", SettingFault::NotAPrefix));
    }
    let least = Size::from_bytes(1_000_000);
    (own.roll_bytes < least).then(|| {
        let (value, least) = (own.roll_bytes.to_string(), least.to_string());
        ("write.roll_bytes", SettingFault::TooSmall { value, least })
    })
}

fn traps(job: &Job) -> Option<Fault> {
    let own = &job.traps;
    let share = own.min_yield;
    if !(0.0..=1.0).contains(&share) {
        return Some(("traps.min_yield", not_within(&share, 0, 1)));
    }
    within("traps.window", own.window, 1, crate::trap::MAX_WINDOW)
        .or_else(|| within("traps.near_bits", own.near_bits, 0, 16))
        .or_else(|| within("traps.hosts", own.hosts, 1, 1_000_000))
        .or_else(|| within("traps.patterns_per_host", own.patterns_per_host, 1, 10_000))
}

fn within(key: &'static str, value: u32, least: u32, most: u32) -> Option<Fault> {
    let is_within = (least..=most).contains(&value);
    (!is_within).then(|| (key, not_within(&value, least, most)))
}

fn not_within(value: &impl ToString, least: u32, most: u32) -> SettingFault {
    SettingFault::NotWithin { value: value.to_string(), least, most }
}

fn not_above(key: &'static str, low: Period, name: &'static str, high: Period) -> Option<Fault> {
    let (value, most) = (low.to_string(), high.to_string());
    (low > high).then_some((key, SettingFault::Above { value, name, most }))
}
