//! Ranges of IP addresses.

use super::RuleTextError;
use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

/// A range of addresses: `10.1.0.0/16`, `2001:db8::/32`, or one address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AddressRange {
    address: IpAddr,
    bits: u8,
}

/// IPv4 in IPv6 is IPv4.
fn plain(address: IpAddr) -> IpAddr {
    address.to_canonical()
}

/// As a number, its highest bit first, and how many bits it has.
fn number(address: IpAddr) -> (u128, u8) {
    match address {
        IpAddr::V4(address) => (u128::from(u32::from(address)), 32),
        IpAddr::V6(address) => (u128::from(address), 128),
    }
}

impl AddressRange {
    /// Whether an address lies in it.
    pub fn contains(&self, address: IpAddr) -> bool {
        let ((own, length), (other, other_length)) = (number(self.address), number(plain(address)));
        let rest = u32::from(length - self.bits);
        // All bits shifted out: every address of the kind.
        let start = |number: u128| number.checked_shr(rest).unwrap_or(0);
        length == other_length && start(own) == start(other)
    }

    /// How many bits are given: the more, the narrower. A range of IPv4 counts as one within IPv6.
    pub(crate) fn narrowness(&self) -> u16 {
        let (_, length) = number(self.address);
        u16::from(self.bits) + 128 - u16::from(length)
    }
}

impl FromStr for AddressRange {
    type Err = RuleTextError;

    fn from_str(text: &str) -> Result<AddressRange, RuleTextError> {
        let read = || {
            let (address, bits) = match text.split_once('/') {
                Some((address, bits)) => (address, Some(bits)),
                None => (text, None),
            };
            let address: IpAddr = address.trim().parse().ok()?;
            let (_, length) = number(address);
            let bits = match bits {
                Some(bits) if bits.bytes().all(|it| it.is_ascii_digit()) => bits.parse().ok()?,
                Some(_) => return None,
                None => length,
            };
            (bits <= length).then_some(AddressRange { address, bits })
        };
        let range = read().ok_or_else(|| RuleTextError::new("address range", text))?;
        // `::ffff:10.0.0.0/104` is `10.0.0.0/8`.
        Ok(match plain(range.address) {
            address @ IpAddr::V4(_) if range.address.is_ipv6() && range.bits >= 96 => {
                AddressRange { address, bits: range.bits - 96 }
            }
            _ => range,
        })
    }
}

impl fmt::Display for AddressRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.bits == number(self.address).1 {
            true => write!(f, "{}", self.address),
            false => write!(f, "{}/{}", self.address, self.bits),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::AddressRange;

    #[test]
    fn ranges_hold_addresses() {
        for (range, address, holds) in [
            ("10.0.0.0/8", "10.255.1.2", true),
            ("10.0.0.0/8", "11.0.0.0", false),
            ("10.0.0.0/8", "::ffff:10.1.1.1", true),
            ("0.0.0.0/0", "203.0.113.9", true),
            ("0.0.0.0/0", "2001:db8::1", false),
            ("2001:db8::/32", "2001:db8:ffff::1", true),
            ("2001:db8::/32", "2001:db9::1", false),
            ("::/0", "2001:db9::1", true),
            ("192.0.2.7", "192.0.2.7", true),
            ("192.0.2.7", "192.0.2.8", false),
            ("::ffff:10.0.0.0/104", "10.9.9.9", true),
        ] {
            let parsed: AddressRange = range.parse().unwrap();
            assert_eq!(parsed.contains(address.parse().unwrap()), holds, "{range} {address}");
            assert_eq!(parsed.to_string().parse(), Ok(parsed));
        }
        for text in ["", "10.0.0.0/33", "10.0.0/8", "::/129", "10.0.0.0/+8", "10.0.0.0/", "x/8"] {
            assert!(text.parse::<AddressRange>().is_err(), "{text}");
        }
    }
}
