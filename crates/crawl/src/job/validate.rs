//! Which settings are allowed: ranges, and values that must fit together.

use super::quantity::Period;
use super::{Job, Limit, Size};

/// A key and the error message about its value.
pub(super) type Fault = (&'static str, String);

/// Returns the first setting that is not allowed; `None` if all are allowed.
pub(super) fn fault(job: &Job) -> Option<Fault> {
    let checks: [fn(&Job) -> Option<Fault>; 9] =
        [identity, limits, politeness, fetch, write, traps, scope, again, national];
    checks.iter().find_map(|check| check(job))
}

fn identity(job: &Job) -> Option<Fault> {
    if let Err(message) = check_name(&job.name) {
        return Some(("name", message));
    }
    let contact = job.contact.as_str();
    if !contact.is_empty() && !is_contact(contact) {
        let message = format!("is not an e-mail address or an http(s) URL: '{contact}'");
        return Some(("contact", message));
    }
    // Both are written to headers of requests and records.
    let lines = [
        ("operator", &job.operator),
        ("purpose", &job.purpose),
        ("fetch.user_agent_extra", &job.fetch.user_agent_extra),
    ];
    let broken = lines.iter().find(|(_, value)| value.chars().any(char::is_control))?;
    Some((broken.0, "must be one line without control characters".to_owned()))
}

fn scope(job: &Job) -> Option<Fault> {
    let (instances, instance) = (job.scope.instances, job.scope.instance);
    if instances == 0 {
        return Some(("scope.instances", "must be at least 1".to_owned()));
    }
    if instance == 0 || instance > instances {
        let message =
            format!("is {instance}, but must be 1 to {instances}, the number of instances");
        return Some(("scope.instance", message));
    }
    None
}

fn national(job: &Job) -> Option<Fault> {
    job.national.fault()
}

fn again(job: &Job) -> Option<Fault> {
    let again = &job.again;
    if again.min > again.max {
        let message = format!("must not be longer than again.max, which is {}", again.max);
        return Some(("again.min", message));
    }
    if again.min == Period::default() {
        return Some(("again.min", "must be longer than 0".to_owned()));
    }
    let is_host = |name: &str| {
        stodola_uri::host(format!("http://{name}/").as_bytes()).is_some_and(|host| host == name)
    };
    let bad = again.hosts.keys().find(|name| !is_host(name))?;
    Some((
        "again.hosts",
        format!("'{bad}' is not a host name in normal form, such as \"www.example.org\""),
    ))
}

/// Checks whether a name can be the name of a folder, on any system.
pub(super) fn check_name(name: &str) -> Result<(), String> {
    const MAX: usize = 100;
    // Names of devices; on Windows with any extension.
    const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "com", "lpt"];
    let stem = name.split('.').next().unwrap_or_default().to_ascii_lowercase();
    let is_device = DEVICES.contains(&stem.trim_end_matches(|c: char| c.is_ascii_digit()));
    let legal = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    if name.is_empty() {
        Err("must not be empty".to_owned())
    } else if name.len() > MAX {
        Err(format!("is longer than {MAX} bytes"))
    } else if let Some(bad) = name.chars().find(|&c| !legal(c)) {
        Err(format!(
            "is the name of a folder and cannot contain {bad:?}; use letters, digits, `-`, `_`, `.`"
        ))
    } else if name.starts_with(['.', '-']) || name.ends_with('.') {
        Err(format!(
            "is the name of a folder and cannot start with `.` or `-`, or end with `.`: '{name}'"
        ))
    } else if is_device {
        Err(format!("is the name of a device on some systems: '{name}'"))
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
        ("limits.documents", zero(limits.documents)),
        ("limits.bytes", no_size(limits.bytes)),
        ("limits.time", limits.time == Limit::At(Period::default())),
        ("limits.documents_per_host", zero(limits.documents_per_host)),
        ("limits.bytes_per_host", no_size(limits.bytes_per_host)),
        ("limits.documents_per_domain", zero(limits.documents_per_domain)),
        ("limits.hosts_per_domain", zero(limits.hosts_per_domain)),
        ("limits.queued_per_host", zero(limits.queued_per_host)),
    ]
    .into_iter()
    .find(|(_, is_zero)| *is_zero)
    .map(|(key, _)| (key, "is 0, so nothing could be fetched; write \"unlimited\"?".to_owned()))
}

fn politeness(job: &Job) -> Option<Fault> {
    let own = &job.politeness;
    let factor = own.delay_factor;
    if !(0.0..=1000.0).contains(&factor) {
        return Some(("politeness.delay_factor", format!("is {factor}, but must be 0 to 1000")));
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
        return Some((key, "is 0, so nothing could be fetched".to_owned()));
    }
    if own.header_limit < Size::from_bytes(1 << 10) {
        return Some((
            "fetch.header_limit",
            format!("is {}, but must be at least 1KiB", own.header_limit),
        ));
    }
    within("fetch.workers", own.workers, 1, 2000)
        .or_else(|| {
            not_above("fetch.idle_timeout", own.idle_timeout, "total_timeout", own.total_timeout)
        })
        .or_else(|| {
            let name = "total_timeout";
            not_above("fetch.connect_timeout", own.connect_timeout, name, own.total_timeout)
        })
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
        let message =
            "must be 1 to 64 ASCII letters, digits, `-`, `_`, `.`, and not start with `.`"
                .to_owned();
        return Some(("write.prefix", message));
    }
    let least = Size::from_bytes(1_000_000);
    (own.roll_bytes < least).then(|| {
        ("write.roll_bytes", format!("is {}, but must be at least {least}", own.roll_bytes))
    })
}

fn traps(job: &Job) -> Option<Fault> {
    let own = &job.traps;
    let share = own.min_yield;
    if !(0.0..=1.0).contains(&share) {
        return Some(("traps.min_yield", format!("is {share}, but must be 0 to 1")));
    }
    within("traps.window", own.window, 1, crate::trap::MAX_WINDOW)
        .or_else(|| within("traps.near_bits", own.near_bits, 0, 16))
        .or_else(|| within("traps.hosts", own.hosts, 1, 1_000_000))
        .or_else(|| within("traps.patterns_per_host", own.patterns_per_host, 1, 10_000))
}

fn within(key: &'static str, value: u32, least: u32, most: u32) -> Option<Fault> {
    let is_within = (least..=most).contains(&value);
    (!is_within).then(|| (key, format!("is {value}, but must be {least} to {most}")))
}

fn not_above(key: &'static str, low: Period, name: &str, high: Period) -> Option<Fault> {
    (low > high)
        .then(|| (key, format!("is {low}, but must not be longer than `{name}`, which is {high}")))
}
