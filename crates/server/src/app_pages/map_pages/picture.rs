//! Pictures of a site as SVG: how far documents are from the home page, and which other hosts are near.

use super::{MapPart, MapSight};
use crate::app_pages::format::{escaped, grouped, short_number};
use std::fmt::Write as _;
use stodola_app::map::HostLinks;

/// Columns of the histogram; what is farther is summed in the last one.
const COLUMNS: usize = 12;
/// Height of the bars, room above them, and the height of the whole, in pixels.
const BARS: u64 = 100;
const TOP: u64 = 8;
/// Other hosts on each side of the picture.
const HOSTS: usize = 5;
/// Letters of a host in the picture.
const LETTERS: usize = 22;

/// Documents by clicks from the home page.
pub(super) fn clicks(sight: &MapSight<'_>) -> MapPart {
    let depths = &sight.survey.figures.depths;
    let mut columns: Vec<(String, u64)> = Vec::new();
    for (depth, count) in depths.iter().enumerate() {
        match columns.len() < COLUMNS {
            true if depth == 0 => columns.push((sight.page.t("web-map-home"), *count)),
            true => columns.push((depth.to_string(), *count)),
            false => {
                if let Some((name, sum)) = columns.last_mut() {
                    *name = format!("{}+", COLUMNS - 1);
                    *sum += count;
                }
            }
        }
    }
    let words: Vec<String> =
        columns.iter().map(|(name, count)| format!("{name}: {}", grouped(*count))).collect();
    let name = format!("{}: {}", sight.page.t("web-map-clicks-chart"), words.join(", "));
    let top = columns.iter().map(|(_, count)| *count).max().unwrap_or(1).max(2);
    let top = top.next_multiple_of(2);
    let mut svg = format!(
        "<svg class=\"bars\" width=\"100%\" height=\"132\" role=\"img\" aria-label=\"{}\">",
        escaped(&name)
    );
    for part in 0..=2 {
        let (value, y) = (top * part / 2, TOP + BARS - BARS * part / 2);
        let _ = write!(
            svg,
            "<line class=\"grid\" x1=\"0\" x2=\"100%\" y1=\"{y}\" y2=\"{y}\"/>\
             <text class=\"axis\" x=\"-8\" y=\"{}\" text-anchor=\"end\">{}</text>",
            y + 4,
            escaped(&short_number(sight.page.language, value))
        );
    }
    let width = 100.0 / columns.len().max(1) as f64;
    for (place, (label, count)) in columns.iter().enumerate() {
        let x = place as f64 * width;
        let height = (count * BARS).div_ceil(top);
        let _ = write!(
            svg,
            "<rect class=\"bar\" x=\"{:.2}%\" width=\"{:.2}%\" y=\"{}\" height=\"{height}\">\
             <title>{}: {}</title></rect>\
             <text class=\"axis\" x=\"{:.2}%\" y=\"128\" text-anchor=\"middle\">{}</text>",
            x + width * 0.05,
            width * 0.9,
            TOP + BARS - height,
            escaped(label),
            grouped(*count),
            x + width / 2.0,
            escaped(label),
        );
    }
    svg.push_str("</svg>");
    let body = format!("<figure>{svg}</figure>");
    let heading = sight.page.t("web-map-clicks-chart");
    MapPart { id: "clicks", heading, aside: String::new(), href: None, body }
}

/// The first hosts of a side, and the sum of the others.
fn side(sight: &MapSight<'_>, hosts: &[HostLinks]) -> Vec<(String, u64)> {
    let shorter = |host: &str| match host.chars().count() > LETTERS {
        true => host.chars().take(LETTERS - 1).chain(['…']).collect(),
        false => host.to_owned(),
    };
    let few = if hosts.len() > HOSTS { HOSTS - 1 } else { HOSTS };
    let mut rows: Vec<(String, u64)> =
        hosts.iter().take(few).map(|it| (shorter(&it.host), it.links)).collect();
    let others = hosts.get(few..).unwrap_or_default();
    if !others.is_empty() {
        let links = others.iter().map(|it| it.links).sum();
        rows.push((sight.page.count("web-map-others", others.len() as u64), links));
    }
    rows
}

/// Hosts that link here on the left, hosts that are linked from here on the right, as wide as there are links.
pub(super) fn neighbours(sight: &MapSight<'_>) -> MapPart {
    let (from, to) = (side(sight, &sight.survey.from_hosts), side(sight, &sight.survey.to_hosts));
    let heading = sight.page.t("web-map-neighbours");
    let aside = sight.page.t("web-map-neighbours-what");
    let href = Some(sight.link("/hosts", &[]));
    if from.is_empty() && to.is_empty() {
        let body = format!("<p>{}</p>", escaped(&sight.page.t("web-map-no-hosts")));
        return MapPart { id: "neighbours", heading, aside, href, body };
    }
    let most = from.iter().chain(&to).map(|(_, links)| *links).max().unwrap_or(1).max(1);
    let rows = from.len().max(to.len()).max(2);
    let (height, middle) = (rows * 42 + 6, rows * 21 + 3);
    let tell = |side: &[(String, u64)]| {
        let rows: Vec<String> =
            side.iter().map(|(host, links)| format!("{host} {}", grouped(*links))).collect();
        if rows.is_empty() { "–".to_owned() } else { rows.join(", ") }
    };
    let name = sight
        .page
        .say("web-map-neighbours-told", &[("from", tell(&from).into()), ("to", tell(&to).into())]);
    let mut svg = format!(
        "<svg class=\"near\" viewBox=\"0 0 600 {height}\" width=\"600\" height=\"{height}\" \
         role=\"img\" aria-label=\"{}\">",
        escaped(&name)
    );
    let wide = |links: u64| 1.3 + 9.0 * links as f64 / most as f64;
    for (place, (host, links)) in from.iter().enumerate() {
        let y = place * 42 + 24;
        let _ = write!(
            svg,
            "<path class=\"in\" d=\"M192 {y}C240 {y} 230 {middle} 270 {middle}\" stroke-width=\"{:.1}\"/>\
             <text x=\"184\" y=\"{}\" text-anchor=\"end\">{} <tspan class=\"strong\">{}</tspan></text>",
            wide(*links),
            y + 4,
            escaped(host),
            grouped(*links)
        );
    }
    for (place, (host, links)) in to.iter().enumerate() {
        let y = place * 42 + 24;
        let _ = write!(
            svg,
            "<path class=\"out\" d=\"M330 {middle}C370 {middle} 360 {y} 408 {y}\" stroke-width=\"{:.1}\"/>\
             <text x=\"416\" y=\"{}\"><tspan class=\"strong\">{}</tspan> {}</text>",
            wide(*links),
            y + 4,
            grouped(*links),
            escaped(host)
        );
    }
    let pages = sight.page.count("web-map-count-pages", sight.survey.figures.pages);
    let _ = write!(
        svg,
        "<rect x=\"256\" y=\"{}\" width=\"88\" height=\"40\"/>\
         <text class=\"strong\" x=\"300\" y=\"{}\" text-anchor=\"middle\">{}</text></svg>",
        middle - 20,
        middle + 4,
        escaped(&pages)
    );
    let label = escaped(&heading);
    let body = format!(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{label}\">{svg}</div>"
    );
    MapPart { id: "neighbours", heading, aside, href, body }
}
