//! Dates and ranges in queries.

use super::QueryError;

/// Returns the first and the last moment of a range, in fourteen digits.
pub(super) fn range(text: &str) -> Result<(u64, u64), QueryError> {
    let wrong = || QueryError::Date(text.to_owned());
    let (from, to) = match text.split_once("..") {
        Some((from, to)) => (from, to),
        None => (text, text),
    };
    if from.is_empty() && to.is_empty() {
        return Err(wrong());
    }
    let first = if from.is_empty() { 0 } else { moment(from, Edge::First).ok_or_else(wrong)? };
    let last = if to.is_empty() {
        99_991_231_235_959
    } else {
        moment(to, Edge::Last).ok_or_else(wrong)?
    };
    if first > last { Err(wrong()) } else { Ok((first, last)) }
}

#[derive(Clone, Copy)]
enum Edge {
    First,
    Last,
}

/// Returns the first or the last moment of a year, month, day or time, in fourteen digits.
fn moment(text: &str, edge: Edge) -> Option<u64> {
    let is_known = |c: char| c.is_ascii_digit() || "-/.:T ".contains(c);
    if text.len() > 32 || !text.chars().all(is_known) {
        return None;
    }
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    if !matches!(digits.len(), 4 | 6 | 8 | 10 | 12 | 14) {
        return None;
    }
    let part = |from: usize| digits.get(from..from + 2).and_then(|it| it.parse::<u8>().ok());
    let is_right = part(4).is_none_or(|month| (1..=12).contains(&month))
        && part(6).is_none_or(|day| (1..=31).contains(&day))
        && part(8).is_none_or(|hour| hour < 24)
        && part(10).is_none_or(|minute| minute < 60)
        && part(12).is_none_or(|second| second < 61);
    if !is_right {
        return None;
    }
    let fill = match edge {
        Edge::First => "00000101000000",
        // The 31st of every month: later than all of its days is late enough.
        Edge::Last => "00001231235959",
    };
    format!("{digits}{}", &fill[digits.len()..]).parse().ok()
}

#[cfg(test)]
mod tests {
    use super::range;

    #[test]
    fn dates_are_ranges() {
        for (text, expected) in [
            ("2007", Some((20070101000000, 20071231235959))),
            ("2007..2009", Some((20070101000000, 20091231235959))),
            ("2007-02", Some((20070201000000, 20070231235959))),
            ("2007-02-15..", Some((20070215000000, 99991231235959))),
            ("..20070215", Some((0, 20070215235959))),
            ("20070215120000", Some((20070215120000, 20070215120000))),
            ("2009..2007", None),
            ("..", None),
            ("", None),
            ("200", None),
            ("2007-13", None),
            ("2007-1", None),
            ("yesterday", None),
            ("²⁰⁰⁷", None),
        ] {
            assert_eq!(range(text).ok(), expected, "{text}");
        }
    }
}
