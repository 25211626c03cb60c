//! A name server of a hundred lines: questions in, answers from a table out.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::net::UdpSocket;

/// What the server says of a name.
#[derive(Clone, Debug)]
pub(crate) enum Says {
    /// Addresses, with the TTL.
    At(Vec<IpAddr>, u32),
    /// An alias of another name.
    Alias(&'static str),
    /// There is such a name, but it has no address.
    Nothing,
    Fails,
    /// No answer at all.
    Silent,
}

pub(crate) struct NameServer {
    pub(crate) address: SocketAddr,
    asked: Arc<AtomicUsize>,
}

impl NameServer {
    pub(crate) async fn start(table: &[(&'static str, Says)]) -> NameServer {
        let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let address = socket.local_addr().unwrap();
        let asked = Arc::new(AtomicUsize::new(0));
        let table: HashMap<_, _> = table.iter().cloned().collect();
        let count = Arc::clone(&asked);
        tokio::spawn(async move {
            let mut buffer = [0; 2048];
            loop {
                let (length, from) = socket.recv_from(&mut buffer).await.unwrap();
                count.fetch_add(1, Ordering::Relaxed);
                if let Some(answer) = answer(&buffer[..length], &table) {
                    // Others who ask for the same have time to do so.
                    tokio::time::sleep(Duration::from_millis(10)).await;
                    socket.send_to(&answer, from).await.unwrap();
                }
            }
        });
        NameServer { address, asked }
    }

    /// How many questions came.
    pub(crate) fn asked(&self) -> usize {
        self.asked.load(Ordering::Relaxed)
    }
}

fn answer(question: &[u8], table: &HashMap<&'static str, Says>) -> Option<Vec<u8>> {
    let (mut name, end) = name_at(question, 12);
    let kind = u16::from_be_bytes([question[end], question[end + 1]]);
    let mut records = Vec::new();
    let mut code = 0;
    loop {
        match table.get(name.as_str()) {
            None => code = 3,
            Some(Says::Silent) => return None,
            Some(Says::Fails) => code = 2,
            Some(Says::Nothing) => (),
            Some(Says::Alias(other)) => {
                records.push(record(&name, 5, 60, &labels(other)));
                name = (*other).to_owned();
                continue;
            }
            Some(Says::At(addresses, ttl)) => {
                for address in addresses {
                    match address {
                        IpAddr::V4(v4) if kind == 1 => {
                            records.push(record(&name, 1, *ttl, &v4.octets()));
                        }
                        IpAddr::V6(v6) if kind == 28 => {
                            records.push(record(&name, 28, *ttl, &v6.octets()));
                        }
                        _ => (),
                    }
                }
            }
        }
        break;
    }
    let mut message = question[..2].to_vec();
    message.extend([0x81, 0x80 | code, 0, 1, 0, records.len() as u8, 0, 0, 0, 0]);
    message.extend_from_slice(&question[12..end + 4]);
    message.extend(records.concat());
    Some(message)
}

fn record(name: &str, kind: u8, ttl: u32, data: &[u8]) -> Vec<u8> {
    let mut record = labels(name);
    record.extend([0, kind, 0, 1]);
    record.extend(ttl.to_be_bytes());
    record.extend((data.len() as u16).to_be_bytes());
    record.extend_from_slice(data);
    record
}

fn labels(name: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    for label in name.split('.') {
        bytes.push(label.len() as u8);
        bytes.extend_from_slice(label.as_bytes());
    }
    bytes.push(0);
    bytes
}

/// The name at an offset, and where it ends.
fn name_at(message: &[u8], mut at: usize) -> (String, usize) {
    let mut labels = Vec::new();
    while message[at] != 0 {
        let length = usize::from(message[at]);
        labels.push(String::from_utf8_lossy(&message[at + 1..at + 1 + length]).to_lowercase());
        at += 1 + length;
    }
    (labels.join("."), at + 1)
}
