//! How fast a harvest is: two lines over the last 90 minutes, and the same as a table.

use crate::api::tally::{SHOWN, samples};
use crate::app_pages::PageFrame;
use crate::app_pages::format::escaped;
use crate::app_pages::rate_chart::{ChartPoint, RateChart, clock};
use crate::app_pages::sheet::{Block, SheetSection};
use std::fmt::Write as _;
use stodola_app::job::{ProgressSample, StoredJob};
use stodola_text::decimal;

/// Seconds of a row of the table.
const ROW: u64 = 10 * 60;

/// A value that is drawn: the key of its sentence, its value, its digits behind the comma.
type Drawn = (&'static str, fn(&ProgressSample) -> f64, usize);

const LINES: [Drawn; 2] = [
    ("web-rate-documents", |sample| sample.documents, 1),
    ("web-rate-megabytes", |sample| sample.bytes / 1e6, 2),
];

/// The section with the two lines.
pub(super) fn rates(page: &PageFrame, job: &StoredJob, is_running: bool) -> SheetSection {
    let blocks = match samples(job, is_running) {
        Err(problem) => {
            let (_, title, words) = problem.told(page.language);
            vec![Block::Text(words.unwrap_or(title))]
        }
        Ok((_, samples)) if samples.is_empty() => vec![Block::Text(page.t("web-rates-none"))],
        Ok((to, samples)) => vec![Block::Markup(drawn(page, to, is_running, &samples))],
    };
    SheetSection { is_redrawn: true, ..SheetSection::new("rates", page.t("web-rates"), blocks) }
}

fn drawn(page: &PageFrame, to: u64, is_running: bool, samples: &[ProgressSample]) -> String {
    let from = to.saturating_sub(SHOWN);
    let mut html = "<div class=\"pair2\">".to_owned();
    for (key, value, digits) in LINES {
        let mean = samples.iter().map(value).sum::<f64>() / samples.len() as f64;
        let last = samples.last().map_or(0.0, value);
        let number = |value| decimal(page.language, value, digits);
        let heading = page.t(key);
        let sentence = page.say(
            if is_running { "web-rate-now" } else { "web-rate-then" },
            &[
                ("now", number(last).into()),
                ("mean", number(mean).into()),
                ("until", clock(to).into()),
            ],
        );
        let points: Vec<ChartPoint> =
            samples.iter().map(|it| (it.time, value(it), it.is_first)).collect();
        let name = format!("{heading}: {sentence}");
        let chart = RateChart { language: page.language, name: &name, from, to, points: &points };
        let _ = write!(
            html,
            "<figure><figcaption><b>{}</b>, {}</figcaption>{}</figure>",
            escaped(&heading),
            escaped(&sentence),
            chart.draw()
        );
    }
    html.push_str("</div>");
    html.push_str(&table(page, from, samples));
    html
}

/// The same in numbers, for those who do not see lines.
fn table(page: &PageFrame, from: u64, samples: &[ProgressSample]) -> String {
    let cell = |text: &str| format!("<th scope=\"col\" class=\"n\">{}</th>", escaped(text));
    let mut html = format!(
        "<details><summary>{}</summary><table><caption class=\"off\">{}</caption><thead><tr>\
         <th scope=\"col\">{}</th>{}{}</tr></thead><tbody>",
        escaped(&page.t("web-rates-table")),
        escaped(&page.t("web-rates")),
        escaped(&page.t("web-rates-until")),
        cell(&page.t(LINES[0].0)),
        cell(&page.t(LINES[1].0)),
    );
    let mut at = from;
    while at < from + SHOWN {
        let end = at + ROW;
        let row: Vec<&ProgressSample> =
            samples.iter().filter(|it| (at..end).contains(&it.time.saturating_sub(1))).collect();
        at = end;
        if row.is_empty() {
            continue;
        }
        let _ = write!(html, "<tr><th scope=\"row\">{}</th>", clock(end));
        for (_, value, digits) in LINES {
            let mean = row.iter().map(|it| value(it)).sum::<f64>() / row.len() as f64;
            let _ = write!(html, "<td class=\"n\">{}</td>", decimal(page.language, mean, digits));
        }
        html.push_str("</tr>");
    }
    html.push_str("</tbody></table></details>");
    html
}
