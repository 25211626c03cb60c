//! A year by months: a number in a cell for each day.

use crate::app_pages::format::{escaped, grouped, month, month_shape};
use crate::app_pages::page::PageFrame;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use stodola_app::reading::DayTally;

/// A month: its name, how many captures it has, and its days as HTML.
pub(super) struct MonthGrid {
    pub(super) name: String,
    pub(super) captures: String,
    pub(super) days: String,
}

/// The months of a year.
pub(super) fn months_of(
    page: &PageFrame,
    year: u16,
    shown: u32,
    days: &BTreeMap<u32, DayTally>,
    link: &dyn Fn(u32) -> Option<String>,
) -> Vec<MonthGrid> {
    let mut all = Vec::new();
    for number in 1..=12 {
        let start = u32::from(year) * 10_000 + number * 100;
        let captures: u64 =
            days.range(start..start + 100).map(|(_, it)| u64::from(it.captures)).sum();
        let (weekday, length) = month_shape(u32::from(year), number);
        let mut html = String::new();
        for day in 1..=length {
            let tally = days.get(&(start + day));
            html.push_str(if day == 1 { "<li class=\"w" } else { "<li>" });
            if day == 1 {
                let _ = write!(html, "{weekday}\">");
            }
            match tally {
                Some(tally) => {
                    cell(page, day, tally, start + day == shown, link(start + day), &mut html);
                }
                None => {
                    let _ = write!(html, "{day}");
                }
            }
        }
        all.push(MonthGrid {
            name: month(page.language, number),
            captures: if captures == 0 { String::new() } else { grouped(captures) },
            days: html,
        });
    }
    all
}

/// A day with captures. The number of captures is told by the title, too.
fn cell(
    page: &PageFrame,
    day: u32,
    tally: &DayTally,
    is_shown: bool,
    href: Option<String>,
    html: &mut String,
) {
    let level = match tally.captures {
        0 | 1 => 1,
        2 => 2,
        3 | 4 => 3,
        5 | 6 => 4,
        _ => 5,
    };
    let mut class = if tally.is_error_only() { "e".to_owned() } else { format!("k{level}") };
    let mut title = page.count("web-n-captures", tally.captures.into());
    let mut add = |is: bool, name: &str, key: &str| {
        if is {
            class.push_str(name);
            title.push_str(", ");
            title.push_str(&page.t(key));
        }
    };
    add(tally.changes > 0, " c", "web-legend-changed");
    add(tally.is_error_only(), "", "web-legend-error");
    add(tally.blocked > 0, " b", "web-legend-blocked");
    let current = if is_shown { " aria-current=\"date\"" } else { "" };
    let title = escaped(&title);
    let _ = match href {
        Some(href) => {
            let href = escaped(&href);
            write!(
                html,
                "<a class=\"{class}\" href=\"{href}\" title=\"{title}\"{current}>{day}</a>"
            )
        }
        None => write!(html, "<span class=\"{class}\" title=\"{title}\">{day}</span>"),
    };
}
