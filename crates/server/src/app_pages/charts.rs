//! Charts as SVG: bars by year, and years day by day. Widths are per cent or stretch; text never scales.

use super::format::{escaped, grouped, month_shape, short_number};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use stodola_app::reading::DayTally;
use stodola_text::Language;

/// Height of the bars of a chart, in pixels.
const BARS: u64 = 120;
/// Room above them for half of the topmost label, in pixels. Labels stand in the padding at the left.
const TOP: u64 = 8;
/// Heights of a strip and of its marks, in units.
const STRIP: u32 = 18;

/// Captures by year as bars, with three lines across.
pub(crate) fn year_bars(language: Language, years: &BTreeMap<u16, u64>, name: &str) -> String {
    let (Some(first), Some(last)) = (years.keys().next(), years.keys().next_back()) else {
        return String::new();
    };
    let span = u64::from(last - first) + 1;
    let top = round_up(years.values().copied().max().unwrap_or(1));
    let mut svg = format!(
        "<svg class=\"bars\" width=\"100%\" height=\"152\" role=\"img\" aria-label=\"{}\">",
        escaped(name)
    );
    for part in 0..=3 {
        let value = top * part / 3;
        let y = TOP + BARS - BARS * part / 3;
        let label = short_number(language, value);
        let _ = write!(
            svg,
            "<line class=\"grid\" x1=\"0\" x2=\"100%\" y1=\"{y}\" y2=\"{y}\"/>\
             <text class=\"axis\" x=\"-8\" y=\"{}\" text-anchor=\"end\">{label}</text>",
            y + 4
        );
    }
    let width = 100.0 / span as f64;
    let step = (span / 6).max(1);
    for (i, year) in (*first..=*last).enumerate() {
        let count = years.get(&year).copied().unwrap_or(0);
        // Few years have narrow bars, in the middle of their places.
        let bar = (width * 0.8).min(6.0);
        let x = i as f64 * width + (width - bar) / 2.0;
        if count > 0 {
            let height = (BARS * count).div_ceil(top.max(1));
            let _ = write!(
                svg,
                "<rect class=\"bar\" x=\"{x:.2}%\" y=\"{}\" width=\"{:.2}%\" height=\"{height}\">\
                 <title>{year}: {}</title></rect>",
                TOP + BARS - height,
                bar,
                grouped(count)
            );
        }
        if (i as u64).is_multiple_of(step) {
            let middle = x + bar / 2.0;
            let _ = write!(
                svg,
                "<text class=\"axis\" x=\"{middle:.2}%\" y=\"146\" text-anchor=\"middle\">{year}</text>"
            );
        }
    }
    svg.push_str("</svg>");
    svg
}

/// The next number that can be divided by three with a round result.
fn round_up(most: u64) -> u64 {
    let mut step = 1;
    loop {
        for factor in [1, 2, 5] {
            if step * factor * 3 >= most {
                return step * factor * 3;
            }
        }
        if step > u64::MAX / 1000 {
            return most;
        }
        step *= 10;
    }
}

/// A year as a strip of 366 days: a mark for each day with captures, taller for more, with a tip if the content
/// changed; days on which only errors were captured apart.
pub(crate) fn strip(year: u16, days: &BTreeMap<u32, DayTally>) -> String {
    let (mut marks, mut tips, mut errors) = (Steps::default(), Steps::default(), Steps::default());
    let start = u32::from(year) * 10_000;
    let mut at = 0;
    for month in 1..=12 {
        let (_, length) = month_shape(u32::from(year), month);
        for day in 1..=length {
            let tally = days.get(&(start + month * 100 + day)).copied().unwrap_or_default();
            let height = match tally.captures {
                0 => 0,
                1 => 8,
                2 => 11,
                3..=6 => 14,
                _ => STRIP,
            };
            let is_error = tally.is_error_only();
            errors.push(at, if is_error { height } else { 0 }, STRIP);
            marks.push(at, if is_error { 0 } else { height }, STRIP);
            let tip = if tally.changes > 0 { 3 } else { 0 };
            tips.push(at, tip, (STRIP + 3).saturating_sub(height));
            at += 1;
        }
    }
    let mut svg = format!(
        "<svg class=\"strip\" viewBox=\"0 0 366 {STRIP}\" preserveAspectRatio=\"none\" aria-hidden=\"true\">"
    );
    for (class, steps) in [("mk", marks), ("tip", tips), ("err", errors)] {
        let path = steps.finish(at);
        if !path.is_empty() {
            let _ = write!(svg, "<path class=\"{class}\" d=\"{path}\"/>");
        }
    }
    svg.push_str("</svg>");
    svg
}

/// Rectangles beside each other as one path: neighbours of the same height are one.
#[derive(Default)]
struct Steps {
    path: String,
    /// Where the rectangle at hand begins, its height and its foot.
    open: Option<(u32, u32, u32)>,
}

impl Steps {
    fn push(&mut self, at: u32, height: u32, foot: u32) {
        let now = (height > 0).then_some((height, foot));
        if self.open.map(|(_, height, foot)| (height, foot)) != now {
            self.close(at);
            self.open = now.map(|(height, foot)| (at, height, foot));
        }
    }

    fn close(&mut self, at: u32) {
        if let Some((from, height, foot)) = self.open.take() {
            let _ = write!(self.path, "M{from} {foot}v-{height}h{}v{height}z", at - from);
        }
    }

    fn finish(mut self, at: u32) -> String {
        self.close(at);
        self.path
    }
}

/// Years as narrow bars that are links, for the banner.
pub(crate) fn banner_bars(years: &[(u16, u64, String)], shown: u16) -> String {
    let (Some(first), Some(last)) = (years.first(), years.last()) else { return String::new() };
    let span = u32::from(last.0 - first.0) + 1;
    let most = years.iter().map(|(_, count, _)| *count).max().unwrap_or(1).max(1);
    let mut svg = format!(
        "<svg class=\"years\" viewBox=\"0 0 {} 26\" preserveAspectRatio=\"none\">",
        span * 10
    );
    for (year, count, href) in years {
        let height = (24 * count).div_ceil(most).max(2);
        let class = if *year == shown { "now" } else { "mk" };
        let _ = write!(
            svg,
            "<a href=\"{}\" aria-label=\"{year}\"><title>{year}: {}</title>\
             <rect class=\"hit\" x=\"{x}\" width=\"10\" height=\"26\"/>\
             <rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"8\" height=\"{height}\"/></a>",
            escaped(href),
            grouped(*count),
            u32::from(year - first.0) * 10 + 1,
            26 - height,
            x = u32::from(year - first.0) * 10,
        );
    }
    svg.push_str("</svg>");
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_alike_are_one_shape() {
        let day = |captures, changes| DayTally { captures, changes, ..DayTally::default() };
        let days = [(20200101, day(1, 0)), (20200102, day(1, 0)), (20200103, day(9, 1))].into();
        let svg = strip(2020, &days);
        assert!(svg.contains("d=\"M0 18v-8h2v8zM2 18v-18h1v18z\""), "{svg}");
        assert!(svg.contains("class=\"tip\" d=\"M2 3v-3h1v3z\""), "{svg}");
        assert!(!svg.contains("class=\"err\""), "{svg}");
    }

    #[test]
    fn axes_end_at_round_numbers() {
        for (most, top) in [(1, 3), (4, 6), (16, 30), (28_000_000, 30_000_000), (900, 1500)] {
            assert_eq!(round_up(most), top);
        }
    }
}
