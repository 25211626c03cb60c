//! Resumption keys: where the next request continues.
//!
//! `SURT TIME FILE OFFSET INNER!`, percent-encoded as a whole. The short form `SURT TIME!` of the Internet Archive is
//! read too; it continues behind all captures of that second.

use super::CdxError;
use super::params::short;
use stodola_archive::Key;

/// The text of the place of a capture, without percent-encoding.
pub(super) fn written(key: &Key) -> String {
    let Key { surt, time, file, offset, inner } = key;
    format!("{} {time:014} {file} {offset} {inner}!", String::from_utf8_lossy(surt))
}

/// The place that a resumption key names. It came percent-decoded once; clients that encode it again are understood.
pub(super) fn read(text: &str) -> Result<Key, CdxError> {
    let wrong = || {
        let problem = format!("'{}' was not given by this server", short(text));
        CdxError::parameter("resumeKey", problem)
    };
    let text = text.strip_suffix('!').ok_or_else(wrong)?;
    let parts: Vec<&str> = text.rsplitn(5, ' ').collect();
    let number = |text: &str| text.parse::<u64>().ok().filter(|number| *number <= i64::MAX as u64);
    if let [inner, offset, file, time, surt] = parts[..]
        && let (Some(inner), Some(offset)) = (number(inner), number(offset))
        && let (Some(file), Some(time)) = (number(file), number(time))
    {
        let surt = surt.as_bytes().to_vec();
        return Ok(Key { surt, time, file: file as i64, offset, inner });
    }
    let (surt, time) = text.rsplit_once(' ').ok_or_else(wrong)?;
    let time = number(time).ok_or_else(wrong)?;
    let (file, offset, inner) = (i64::MAX, i64::MAX as u64, i64::MAX as u64);
    Ok(Key { surt: surt.as_bytes().to_vec(), time, file, offset, inner })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_come_back_and_the_short_form_is_read() {
        let key =
            Key { surt: b"cz,a)/x".to_vec(), time: 20200101000000, file: 3, offset: 4, inner: 5 };
        assert_eq!(written(&key), "cz,a)/x 20200101000000 3 4 5!");
        assert_eq!(read(&written(&key)).unwrap(), key);
        let short = read("org,archive)/ 19980109140106!").unwrap();
        assert_eq!((&*short.surt, short.time), (&b"org,archive)/"[..], 19980109140106));
        assert!(short.file == i64::MAX);
        for text in ["", "!", "x", "cz,a)/ x!", "cz,a)/ 99999999999999999999999!"] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
