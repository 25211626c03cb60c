//! Which addresses may be connected to.
//!
//! A page can name any address, and a name can resolve to any: a crawler that follows them all is a way into the
//! network it stands in. The tables are those of IANA for special-purpose addresses; of IPv6 only what is assigned as
//! global unicast is public. Addresses that contain an IPv4 address (mapped, NAT64) are treated like that address.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Which addresses may be connected to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AddressPolicy {
    /// Only addresses that are reachable from everywhere.
    #[default]
    Public,
    /// All addresses except the metadata services of clouds, which give keys to anyone who asks.
    AnyButMetadata,
}

impl AddressPolicy {
    /// Whether this address may be connected to.
    pub fn permits(self, address: IpAddr) -> bool {
        match kind_of(address) {
            AddressKind::Public => true,
            AddressKind::Special => self == AddressPolicy::AnyButMetadata,
            AddressKind::Metadata => false,
        }
    }

    /// Whether this name may be handed to a proxy that resolves it. The address stays unknown here, so only names that
    /// are certainly not of the public internet are refused: the proxy has to refuse private addresses itself.
    pub fn permits_name(self, host: &str) -> bool {
        let host = host.strip_suffix('.').unwrap_or(host).to_ascii_lowercase();
        let is_below = |domain: &&str| {
            host.strip_suffix(*domain).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
        };
        if METADATA_NAMES.iter().any(is_below) {
            return false;
        }
        let is_special = !host.contains('.') || SPECIAL_NAMES.iter().any(is_below);
        !is_special || self == AddressPolicy::AnyButMetadata
    }
}

/// Names of metadata services of clouds.
const METADATA_NAMES: &[&str] = &[
    "metadata.google.internal",
    "metadata.goog",
    "metadata",
    "instance-data",
    "instance-data.ec2.internal",
];

/// Domains that are not of the public internet (RFC 6761, RFC 6762, RFC 8375, and `internal` by ICANN).
const SPECIAL_NAMES: &[&str] =
    &["localhost", "local", "internal", "home.arpa", "test", "invalid", "onion", "alt"];

/// What an address is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddressKind {
    /// A host on the internet.
    Public,
    /// Private, local, reserved, documentation or multicast.
    Special,
    /// A service that gives a virtual machine its secrets.
    Metadata,
}

/// Known metadata services of clouds; one of them has a public address.
const METADATA_V4: &[Ipv4Addr] = &[
    Ipv4Addr::new(169, 254, 169, 254), // most
    Ipv4Addr::new(169, 254, 170, 2),   // Amazon, containers
    Ipv4Addr::new(169, 254, 170, 23),  // Amazon, pods
    Ipv4Addr::new(100, 100, 100, 200), // Alibaba
    Ipv4Addr::new(192, 0, 0, 192),     // Oracle
    Ipv4Addr::new(168, 63, 129, 16),   // Azure
];

const METADATA_V6: &[Ipv6Addr] = &[
    Ipv6Addr::new(0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x254), // Amazon
    Ipv6Addr::new(0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x23),  // Amazon, pods
    Ipv6Addr::new(0xfd20, 0xce, 0, 0, 0, 0, 0, 0x254),  // Google
];

/// IPv4 networks that are not public: address and prefix length in bits.
const SPECIAL_V4: &[(Ipv4Addr, u32)] = &[
    (Ipv4Addr::new(0, 0, 0, 0), 8),       // this network
    (Ipv4Addr::new(10, 0, 0, 0), 8),      // private
    (Ipv4Addr::new(100, 64, 0, 0), 10),   // shared by customers of one provider
    (Ipv4Addr::new(127, 0, 0, 0), 8),     // loopback
    (Ipv4Addr::new(169, 254, 0, 0), 16),  // link-local
    (Ipv4Addr::new(172, 16, 0, 0), 12),   // private
    (Ipv4Addr::new(192, 0, 0, 0), 24),    // protocol assignments
    (Ipv4Addr::new(192, 0, 2, 0), 24),    // documentation
    (Ipv4Addr::new(192, 88, 99, 0), 24),  // relays of 6to4
    (Ipv4Addr::new(192, 168, 0, 0), 16),  // private
    (Ipv4Addr::new(198, 18, 0, 0), 15),   // benchmarks
    (Ipv4Addr::new(198, 51, 100, 0), 24), // documentation
    (Ipv4Addr::new(203, 0, 113, 0), 24),  // documentation
    (Ipv4Addr::new(224, 0, 0, 0), 4),     // multicast
    (Ipv4Addr::new(240, 0, 0, 0), 4),     // reserved, broadcast
];

/// IPv6 networks within 2000::/3 that are not public: address and prefix length in bits.
const SPECIAL_V6: &[(Ipv6Addr, u32)] = &[
    (Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 23), // protocol assignments, Teredo among them
    (Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 0), 32), // documentation
    (Ipv6Addr::new(0x2002, 0, 0, 0, 0, 0, 0, 0), 16), // 6to4: given up, and carries any IPv4
    (Ipv6Addr::new(0x3fff, 0, 0, 0, 0, 0, 0, 0), 20), // documentation
];

/// Returns what an address is for.
pub fn kind_of(address: IpAddr) -> AddressKind {
    match address {
        IpAddr::V4(address) => kind_of_v4(address),
        IpAddr::V6(address) => kind_of_v6(address),
    }
}

fn kind_of_v4(address: Ipv4Addr) -> AddressKind {
    let within = |&(network, length): &(Ipv4Addr, u32)| {
        (address.to_bits() ^ network.to_bits()) >> (32 - length) == 0
    };
    if METADATA_V4.contains(&address) {
        AddressKind::Metadata
    } else if SPECIAL_V4.iter().any(within) {
        AddressKind::Special
    } else {
        AddressKind::Public
    }
}

fn kind_of_v6(address: Ipv6Addr) -> AddressKind {
    if METADATA_V6.contains(&address) {
        return AddressKind::Metadata;
    }
    let bits = address.to_bits();
    let within = |network: Ipv6Addr, length: u32| (bits ^ network.to_bits()) >> (128 - length) == 0;
    // The last four bytes, where mapped, compatible and NAT64 addresses have the IPv4 address.
    let inner = kind_of_v4(Ipv4Addr::from_bits((bits & 0xffff_ffff) as u32));
    let mapped = within(Ipv6Addr::new(0, 0, 0, 0, 0, 0xffff, 0, 0), 96);
    let nat64 = within(Ipv6Addr::new(0x64, 0xff9b, 0, 0, 0, 0, 0, 0), 96);
    if mapped || nat64 {
        return inner;
    }
    let compatible = within(Ipv6Addr::UNSPECIFIED, 96);
    let local_nat64 = within(Ipv6Addr::new(0x64, 0xff9b, 1, 0, 0, 0, 0, 0), 48);
    let six_to_four = within(Ipv6Addr::new(0x2002, 0, 0, 0, 0, 0, 0, 0), 16);
    let six_to_four_inner = kind_of_v4(Ipv4Addr::from_bits((bits >> 80 & 0xffff_ffff) as u32));
    if (compatible || local_nat64) && inner == AddressKind::Metadata
        || six_to_four && six_to_four_inner == AddressKind::Metadata
    {
        return AddressKind::Metadata;
    }
    let global = within(Ipv6Addr::new(0x2000, 0, 0, 0, 0, 0, 0, 0), 3);
    if global && !SPECIAL_V6.iter().any(|&(network, length)| within(network, length)) {
        AddressKind::Public
    } else {
        AddressKind::Special
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_not_public_go_to_no_proxy() {
        let table = [
            ("www.example.cz", true, true),
            ("localhost.example.cz", true, true),
            ("mylocal", false, true),
            ("localhost", false, true),
            ("LOCALHOST.", false, true),
            ("a.localhost", false, true),
            ("printer.local", false, true),
            ("db.internal", false, true),
            ("metadata.google.internal", false, false),
            ("metadata", false, false),
            ("metadata.goog", false, false),
            ("instance-data.ec2.internal", false, false),
            ("notmetadata.goog", true, true),
        ];
        for (name, public, any) in table {
            assert_eq!(AddressPolicy::Public.permits_name(name), public, "{name}");
            assert_eq!(AddressPolicy::AnyButMetadata.permits_name(name), any, "{name}");
        }
    }

    #[test]
    fn addresses_are_told_apart() {
        use AddressKind::*;
        let table = [
            ("93.184.216.34", Public),
            ("1.1.1.1", Public),
            ("8.8.8.8", Public),
            ("100.63.255.255", Public),
            ("100.128.0.0", Public),
            ("172.15.255.255", Public),
            ("172.32.0.0", Public),
            ("192.0.1.0", Public),
            ("223.255.255.255", Public),
            ("0.0.0.0", Special),
            ("0.1.2.3", Special),
            ("10.255.255.255", Special),
            ("100.64.0.0", Special),
            ("100.127.255.255", Special),
            ("127.0.0.1", Special),
            ("127.255.255.254", Special),
            ("169.254.0.1", Special),
            ("172.16.0.1", Special),
            ("172.31.255.255", Special),
            ("192.0.0.1", Special),
            ("192.0.2.1", Special),
            ("192.88.99.1", Special),
            ("192.168.1.1", Special),
            ("198.18.0.1", Special),
            ("198.19.255.255", Special),
            ("198.51.100.7", Special),
            ("203.0.113.7", Special),
            ("224.0.0.1", Special),
            ("239.255.255.250", Special),
            ("240.0.0.1", Special),
            ("255.255.255.255", Special),
            ("169.254.169.254", Metadata),
            ("169.254.170.2", Metadata),
            ("100.100.100.200", Metadata),
            ("168.63.129.16", Metadata),
            ("192.0.0.192", Metadata),
            ("2606:4700::1111", Public),
            ("2a00:1450:4014::200e", Public),
            ("2001:4860:4860::8888", Public),
            ("::", Special),
            ("::1", Special),
            ("::7f00:1", Special),
            ("::808:808", Special),
            ("::ffff:127.0.0.1", Special),
            ("::ffff:10.0.0.1", Special),
            ("::ffff:8.8.8.8", Public),
            ("::ffff:169.254.169.254", Metadata),
            ("::a9fe:a9fe", Metadata),
            ("64:ff9b::8.8.8.8", Public),
            ("64:ff9b::127.0.0.1", Special),
            ("64:ff9b::169.254.169.254", Metadata),
            ("64:ff9b:1::8.8.8.8", Special),
            ("2002:7f00:1::", Special),
            ("2002:808:808::1", Special),
            ("2002:a9fe:a9fe::1", Metadata),
            ("2001::1", Special),
            ("2001:2::1", Special),
            ("2001:10::1", Special),
            ("2001:db8::1", Special),
            ("3fff::1", Special),
            ("100::1", Special),
            ("5f00::1", Special),
            ("fc00::1", Special),
            ("fd12:3456::1", Special),
            ("fe80::1", Special),
            ("fec0::1", Special),
            ("ff02::1", Special),
            ("fd00:ec2::254", Metadata),
            ("fd20:ce::254", Metadata),
        ];
        for (address, kind) in table {
            let address: IpAddr = address.parse().unwrap();
            assert_eq!(kind_of(address), kind, "{address}");
            assert_eq!(AddressPolicy::Public.permits(address), kind == Public, "{address}");
            let any = AddressPolicy::AnyButMetadata.permits(address);
            assert_eq!(any, kind != Metadata, "{address}");
        }
    }
}
