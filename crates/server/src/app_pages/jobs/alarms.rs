//! Alarms of a harvest: places on its page, and a cell in the list of harvests.

use super::address;
use crate::app_pages::PageFrame;
use crate::app_pages::live_texts;
use crate::app_pages::sheet::{AlarmLine, Cell};
use stodola_app::crawl::Alarm;
use stodola_text::alarm_words;

/// Alarms that a cell names; of others it tells the number.
const NAMED: usize = 2;

/// The places for alarms on the page of a harvest. While it runs, there is one for every alarm that can come.
pub(super) fn lines(
    page: &PageFrame,
    job: &str,
    alarms: &[Alarm],
    is_running: bool,
) -> Vec<AlarmLine> {
    let at = address(job);
    let mut lines = Vec::new();
    if is_running {
        let places = live_texts::alarms(page.language, alarms);
        lines.extend(places.map(|(live, text)| {
            let (href, key) = match live {
                "alarm-rate" => ("#rates".to_owned(), "web-alarm-rate-look"),
                "alarm-errors" => ("#troubles".to_owned(), "web-alarm-errors-look"),
                "alarm-host" => (format!("{at}/hosts?order=bytes"), "web-alarm-host-look"),
                _ => (format!("{at}/settings"), "web-alarm-disk-look"),
            };
            AlarmLine { live, text, href, link: page.t(key) }
        }));
    }
    let fallen = alarms.iter().filter(|alarm| matches!(alarm, Alarm::Completeness(_)));
    lines.extend(fallen.map(|alarm| AlarmLine {
        live: "",
        text: live_texts::alarm_sentence(page.language, alarm),
        href: "#sources".to_owned(),
        link: page.t("web-alarm-completeness-look"),
    }));
    lines
}

/// The alarms of a harvest in the list of harvests.
pub(super) fn cell(page: &PageFrame, alarms: &[Alarm]) -> Cell {
    if alarms.is_empty() {
        return Cell::text("–");
    }
    let named = alarms.iter().take(NAMED).map(|alarm| alarm_words(page.language, alarm));
    let mut words = named.collect::<Vec<_>>().join("; ");
    let others = alarms.len().saturating_sub(NAMED) as u64;
    if others > 0 {
        words.push_str("; ");
        words.push_str(&page.count("web-alarms-more", others));
    }
    Cell::state("bad", words)
}
