//! Requests for a part of a body ([RFC 9110], section 14).
//!
//! One range is answered with that part. Several ranges are answered with the whole body, which the standard allows:
//! no browser needs them, and lists of overlapping ranges have been used to overload servers.
//!
//! [RFC 9110]: https://www.rfc-editor.org/rfc/rfc9110#section-14

/// A range as it was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ByteRange {
    /// From a byte on, up to another one, included.
    From(u64, Option<u64>),
    /// The last bytes.
    Last(u64),
}

/// What a request for a range is answered with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RangeAnswer {
    /// Status 206: so many bytes from an offset.
    Part {
        /// The first byte.
        start: u64,
        /// How many.
        length: u64,
    },
    /// Status 416: the body has none of them.
    None,
}

/// The one range of a `Range` header; `None` if the header is to be ignored: another unit, several ranges, or nonsense.
pub(crate) fn range_of(header: &str) -> Option<ByteRange> {
    let (unit, ranges) = header.split_once('=')?;
    if !unit.trim().eq_ignore_ascii_case("bytes") || ranges.contains(',') {
        return None;
    }
    let (first, last) = ranges.trim().split_once('-')?;
    let number = |digits: &str| -> Option<u64> {
        let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        // More digits than a number can have mean the end in any case.
        is_number.then(|| digits.parse().unwrap_or(u64::MAX))
    };
    match (first, last) {
        ("", last) => number(last).map(ByteRange::Last),
        (first, "") => number(first).map(|first| ByteRange::From(first, None)),
        (first, last) => {
            let (first, last) = (number(first)?, number(last)?);
            (first <= last).then_some(ByteRange::From(first, Some(last)))
        }
    }
}

impl ByteRange {
    /// Which bytes of a body of that length are meant.
    pub(crate) fn of(self, length: u64) -> RangeAnswer {
        match self {
            ByteRange::From(first, _) if first >= length => RangeAnswer::None,
            ByteRange::From(first, last) => {
                let end = last.map_or(length, |last| last.saturating_add(1).min(length));
                RangeAnswer::Part { start: first, length: end - first }
            }
            ByteRange::Last(0) => RangeAnswer::None,
            ByteRange::Last(_) if length == 0 => RangeAnswer::None,
            ByteRange::Last(count) => {
                let count = count.min(length);
                RangeAnswer::Part { start: length - count, length: count }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_those_of_the_standard() {
        let part = |start, length| Some(RangeAnswer::Part { start, length });
        for (header, length, answer) in [
            ("bytes=0-499", 1270, part(0, 500)),
            ("bytes=10-200000", 1270, part(10, 1260)),
            ("bytes=-100", 1270, part(1170, 100)),
            ("bytes=-5000", 1270, part(0, 1270)),
            ("bytes=500-", 1270, part(500, 770)),
            ("Bytes = 1-1", 1270, part(1, 1)),
            ("bytes=1270-", 1270, Some(RangeAnswer::None)),
            ("bytes=99999999999999999999-", 1270, Some(RangeAnswer::None)),
            ("bytes=0-99999999999999999999", 1270, part(0, 1270)),
            ("bytes=-0", 1270, Some(RangeAnswer::None)),
            ("bytes=0-", 0, Some(RangeAnswer::None)),
            ("bytes=-1", 0, Some(RangeAnswer::None)),
            ("bytes=0-0,5-9", 1270, None),
            ("bytes=9-5", 1270, None),
            ("bytes=a-b", 1270, None),
            ("bytes=--1", 1270, None),
            ("bytes=", 1270, None),
            ("items=0-5", 1270, None),
            ("", 1270, None),
        ] {
            assert_eq!(range_of(header).map(|range| range.of(length)), answer, "{header}");
        }
    }
}
