//! Quantities as people write them: `"250ms"`, `"1h30m"`, `"100MB"`, `"1GiB"`, `"unlimited"`.
//!
//! Each has one canonical spelling, which [`Display`](fmt::Display) writes and which parses as the same value.

use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;
use std::time::Duration;

use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::ser::{Serialize, Serializer};

/// The error for a text that is not a quantity.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{text}' is not {expected}")]
pub struct QuantityError {
    text: String,
    expected: &'static str,
}

/// A length of time, to the millisecond: `"1s"`, `"250ms"`, `"1h30m"`, `"7d"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Period(u64);

/// A number of bytes: `"100MB"` is a hundred million, `"1MiB"` is 1,048,576.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size(u64);

/// A bound that may be absent; in a job file `"unlimited"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit<T> {
    /// No bound.
    Unlimited,
    /// Not more than this.
    At(T),
}

const NO_LIMIT: &str = "unlimited";

impl Period {
    /// Returns a period of this number of milliseconds.
    pub const fn from_millis(millis: u64) -> Period {
        Period(millis)
    }

    /// Returns a period of this number of seconds.
    pub const fn from_secs(secs: u64) -> Period {
        Period(secs.saturating_mul(1000))
    }

    /// The period as a [`Duration`].
    pub const fn duration(self) -> Duration {
        Duration::from_millis(self.0)
    }
}

impl Size {
    /// Returns a size of this number of bytes.
    pub const fn from_bytes(bytes: u64) -> Size {
        Size(bytes)
    }

    /// The size in bytes.
    pub const fn bytes(self) -> u64 {
        self.0
    }
}

impl<T: Copy> Limit<T> {
    /// The bound; `None` if there is none.
    pub fn get(self) -> Option<T> {
        match self {
            Limit::Unlimited => None,
            Limit::At(bound) => Some(bound),
        }
    }
}

impl Limit<u64> {
    /// Whether `count` has reached the limit, so that not one more is allowed.
    pub fn is_reached(self, count: u64) -> bool {
        self.get().is_some_and(|bound| count >= bound)
    }
}

/// Units from the largest to the smallest, in the order in which canonical spellings use them.
const TIME_UNITS: [(&str, u64); 5] =
    [("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1)];

/// Both families; a canonical spelling uses the first that divides the number. The `i` distinguishes units of the two
/// families, never upper or lower case.
const SIZE_UNITS: [(&str, u64); 9] = [
    ("TiB", 1 << 40),
    ("TB", 1_000_000_000_000),
    ("GiB", 1 << 30),
    ("GB", 1_000_000_000),
    ("MiB", 1 << 20),
    ("MB", 1_000_000),
    ("KiB", 1 << 10),
    ("kB", 1000),
    ("B", 1),
];

impl FromStr for Period {
    type Err = QuantityError;

    fn from_str(text: &str) -> Result<Period, QuantityError> {
        sum_of_terms(text, &TIME_UNITS).map(Period).ok_or_else(|| Period::refuse(text))
    }
}

impl FromStr for Size {
    type Err = QuantityError;

    fn from_str(text: &str) -> Result<Size, QuantityError> {
        let (value, rest) = term(text.trim(), &SIZE_UNITS).ok_or_else(|| Size::refuse(text))?;
        if rest.is_empty() { Ok(Size(value)) } else { Err(Size::refuse(text)) }
    }
}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 0 {
            return f.write_str("0s");
        }
        let mut rest = self.0;
        for (unit, factor) in TIME_UNITS {
            if rest >= factor {
                write!(f, "{}{unit}", rest / factor)?;
                rest %= factor;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let exact =
            SIZE_UNITS.iter().find(|(_, factor)| self.0 > 0 && self.0.is_multiple_of(*factor));
        let (unit, factor) = exact.copied().unwrap_or(("B", 1));
        write!(f, "{}{unit}", self.0 / factor)
    }
}

impl<T: fmt::Display> fmt::Display for Limit<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Unlimited => f.write_str(NO_LIMIT),
            Limit::At(bound) => bound.fmt(f),
        }
    }
}

impl FromStr for Limit<u64> {
    type Err = QuantityError;

    fn from_str(text: &str) -> Result<Limit<u64>, QuantityError> {
        match text.parse() {
            Ok(number) => Ok(Limit::At(number)),
            Err(_) => Limit::from_text(text),
        }
    }
}

impl FromStr for Limit<Size> {
    type Err = QuantityError;

    /// A number alone is a number of bytes, as in a job file.
    fn from_str(text: &str) -> Result<Limit<Size>, QuantityError> {
        match text.parse() {
            Ok(bytes) => Ok(Limit::At(Size(bytes))),
            Err(_) => Limit::from_text(text),
        }
    }
}

impl FromStr for Limit<Period> {
    type Err = QuantityError;

    fn from_str(text: &str) -> Result<Limit<Period>, QuantityError> {
        Limit::from_text(text)
    }
}

/// Parses terms one after another: `1h30m`. `None` if there is no term, or if the sum does not fit.
fn sum_of_terms(text: &str, units: &[(&str, u64)]) -> Option<u64> {
    let (mut sum, mut rest) = term(text.trim(), units)?;
    while !rest.is_empty() {
        let (value, after) = term(rest, units)?;
        sum = sum.checked_add(value)?;
        rest = after;
    }
    Some(sum)
}

/// Parses one number with its unit; returns the value and the rest. A fraction (`1.5GB`) must give a whole number.
fn term<'a>(text: &'a str, units: &[(&str, u64)]) -> Option<(u64, &'a str)> {
    let number_len = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, rest) = text.split_at(number_len);
    let rest = rest.trim_start();
    let unit_len = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
    let (name, rest) = rest.split_at(unit_len);
    let (_, factor) = units.iter().find(|(unit, _)| unit.eq_ignore_ascii_case(name))?;

    let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
    // Nine digits of a fraction are more than any unit can use, and cannot overflow.
    if fraction.is_empty() || fraction.len() > 9 {
        return None;
    }
    let scale = 10_u128.pow(u32::try_from(fraction.len()).ok()?);
    let part = fraction.parse::<u128>().ok()? * u128::from(*factor);
    if !part.is_multiple_of(scale) {
        return None;
    }
    let value = whole.parse::<u64>().ok()?.checked_mul(*factor)?;
    Some((value.checked_add(u64::try_from(part / scale).ok()?)?, rest.trim_start()))
}

/// A value that a job file may write as a text, as an integer, or as either.
trait Quantity: Sized {
    const EXPECTED: &'static str;

    fn from_text(text: &str) -> Result<Self, QuantityError>;

    /// Returns the value for an integer; `None` if its unit would be unclear.
    fn from_integer(number: u64) -> Option<Self>;

    fn refuse(text: &str) -> QuantityError {
        QuantityError { text: text.to_owned(), expected: Self::EXPECTED }
    }
}

impl Quantity for Period {
    const EXPECTED: &'static str = "a length of time such as \"30s\", \"250ms\", \"2h\" or \"7d\"";

    fn from_text(text: &str) -> Result<Period, QuantityError> {
        text.parse()
    }

    fn from_integer(_: u64) -> Option<Period> {
        None
    }
}

impl Quantity for Size {
    const EXPECTED: &'static str = "a size such as \"100MB\", \"1GiB\" or a number of bytes";

    fn from_text(text: &str) -> Result<Size, QuantityError> {
        text.parse()
    }

    fn from_integer(number: u64) -> Option<Size> {
        Some(Size(number))
    }
}

impl Quantity for u64 {
    const EXPECTED: &'static str = "a whole number or \"unlimited\"";

    fn from_text(text: &str) -> Result<u64, QuantityError> {
        Err(Self::refuse(text))
    }

    fn from_integer(number: u64) -> Option<u64> {
        Some(number)
    }
}

impl<T: Quantity> Quantity for Limit<T> {
    const EXPECTED: &'static str = T::EXPECTED;

    fn from_text(text: &str) -> Result<Limit<T>, QuantityError> {
        if text == NO_LIMIT { Ok(Limit::Unlimited) } else { T::from_text(text).map(Limit::At) }
    }

    fn from_integer(number: u64) -> Option<Limit<T>> {
        T::from_integer(number).map(Limit::At)
    }
}

struct QuantityVisitor<T>(PhantomData<T>);

impl<T: Quantity> Visitor<'_> for QuantityVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(T::EXPECTED)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        T::from_text(text).map_err(E::custom)
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<T, E> {
        T::from_integer(number).ok_or_else(|| E::invalid_value(unexpected(number), &self))
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<T, E> {
        match u64::try_from(number) {
            Ok(number) => self.visit_u64(number),
            Err(_) => Err(E::invalid_value(de::Unexpected::Signed(number), &self)),
        }
    }
}

fn unexpected(number: u64) -> de::Unexpected<'static> {
    de::Unexpected::Unsigned(number)
}

macro_rules! serde_quantity {
    ($($name:ty),*) => {$(
        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                from.deserialize_any(QuantityVisitor(PhantomData))
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.collect_str(self)
            }
        }
    )*};
}

serde_quantity!(Period, Size, Limit<Period>, Limit<Size>);

impl<'de> Deserialize<'de> for Limit<u64> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(QuantityVisitor(PhantomData))
    }
}

impl Serialize for Limit<u64> {
    /// A count is written as an integer.
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Limit::Unlimited => to.serialize_str(NO_LIMIT),
            Limit::At(bound) => to.serialize_u64(*bound),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The canonical spelling of a text, or why there is none.
    fn check<T>(text: &str, expect: &str)
    where
        T: FromStr<Err = QuantityError> + fmt::Display + PartialEq + fmt::Debug,
    {
        match text.parse::<T>() {
            Ok(value) => {
                assert_eq!(value.to_string(), expect, "{text:?}");
                assert_eq!(value.to_string().parse::<T>().unwrap(), value, "{text:?} again");
            }
            Err(_) => assert_eq!(expect, "refused", "{text:?}"),
        }
    }

    #[test]
    fn periods_have_one_spelling() {
        for (text, expect) in [
            ("1s", "1s"),
            ("250ms", "250ms"),
            ("1000ms", "1s"),
            ("90m", "1h30m"),
            ("1h 30m", "1h30m"),
            ("1.5h", "1h30m"),
            ("7d", "7d"),
            (" 2 H ", "2h"),
            ("0s", "0s"),
            ("1s1ms", "1s1ms"),
            ("18446744073709551615ms", "213503982334d14h25m51s615ms"),
        ] {
            check::<Period>(text, expect);
        }
        for text in ["", "1", "s", "-1s", "1w", "1.2345ms", "1.s", "1..2s", "1e3s", "1sx", "1µs"] {
            check::<Period>(text, "refused");
        }
        check::<Period>("18446744073709551616ms", "refused");
        check::<Period>("213503982335d", "refused");
    }

    #[test]
    fn sizes_have_one_spelling() {
        for (text, expect) in [
            ("100MB", "100MB"),
            ("1gib", "1GiB"),
            ("1024KiB", "1MiB"),
            ("1000 kB", "1MB"),
            ("1.5GB", "1500MB"),
            ("512B", "512B"),
            ("0B", "0B"),
            ("65536B", "64KiB"),
        ] {
            check::<Size>(text, expect);
        }
        for text in ["", "100", "MB", "-1MB", "1MB1kB", "1.5B", "99999999TiB", "1 M B"] {
            check::<Size>(text, "refused");
        }
    }

    #[test]
    fn limits_are_written_as_in_a_job_file() {
        check::<Limit<u64>>("5000", "5000");
        check::<Limit<Size>>("10GB", "10GB");
        check::<Limit<Period>>("90m", "1h30m");
        check::<Limit<u64>>("unlimited", "unlimited");
        check::<Limit<Size>>("unlimited", "unlimited");
        check::<Limit<Period>>("unlimited", "unlimited");
        assert_eq!("1000".parse(), Ok(Limit::At(Size(1000))));
        for text in ["", "-1", "Unlimited", "none", "1.5"] {
            check::<Limit<u64>>(text, "refused");
        }
        check::<Limit<Period>>("60", "refused");
        check::<Limit<Size>>("much", "refused");
    }

    #[test]
    fn limit_is_reached_at_its_bound() {
        assert!(!Limit::Unlimited.is_reached(u64::MAX));
        assert!(!Limit::At(2).is_reached(1));
        assert!(Limit::At(2).is_reached(2));
    }
}
