//! ARC files.

use super::*;

const V1: &str = "1 0 Ostrava\nURL IP-address Archive-date Content-type Archive-length\n";
const V1_1: &str =
    "1 1 Ostrava\nURL IP-address Archive-date Content-type Archive-length\n<arcmetadata/>\n";
const V2: &str = "2 0 Ostrava\nURL IP-address Archive-date Content-type Result-code Checksum \
                  Location Offset Filename Archive-length\n";
const FILEDESC: &str = "filedesc://a.arc 0.0.0.0 20240501120000 text/plain";
const FILEDESC_V2: &str = "filedesc://a.arc 0.0.0.0 20240501120000 text/plain 200 - - 0 a.arc";
const PAGE: (&str, &str) = (
    "http://example.cz/ 192.0.2.17 20240501120001 text/html",
    "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nhi",
);

/// Records as header line without length, and block.
type Records = &'static [(&'static str, &'static str)];

pub(super) const ROWS: &[(&str, Records, &str)] = &[
    ("version 1.0", &[(FILEDESC, V1), PAGE, ("dns:example.cz - 20240501120001 text/dns", "x")], ""),
    ("version 1.1", &[(FILEDESC, V1_1), PAGE], ""),
    (
        "version 2",
        &[
            (FILEDESC_V2, V2),
            (
                "http://example.cz/ 192.0.2.17 20240501120001 text/html 200 \
                 394efd61951494f279c4c8c7d47cdbdd - {offset} a.arc",
                PAGE.1,
            ),
        ],
        "",
    ),
    ("no filedesc", &[PAGE], "error arc-no-filedesc"),
    ("two filedescs", &[(FILEDESC, V1), PAGE, (FILEDESC, V1)], "recommendation arc-more-filedesc"),
    ("unknown version", &[(FILEDESC, "7 7 Ostrava\nURL\n"), PAGE], "error arc-version"),
    ("wrong list", &[(FILEDESC, "1 0 Ostrava\nURL IP\n"), PAGE], "error arc-field-list"),
    (
        "no metadata in 1.1",
        &[
            (FILEDESC, "1 1 Ostrava\nURL IP-address Archive-date Content-type Archive-length\n"),
            PAGE,
        ],
        "comment arc-metadata",
    ),
    (
        "unknown values",
        &[(FILEDESC, V1), ("http://example.cz/ - - -", PAGE.1)],
        "comment arc-date error arc-fields",
    ),
    (
        "control characters",
        &[(FILEDESC, V1), ("http://example.cz/\u{1} 192.0.2.17 20240501120001 text/html", PAGE.1)],
        "error arc-url",
    ),
    (
        "address",
        &[(FILEDESC, V1), ("http://example.cz/ 1.2.3.4.5 20240501120001 text/html", PAGE.1)],
        "error arc-address",
    ),
    (
        "short date",
        &[(FILEDESC, V1), ("http://example.cz/ 192.0.2.17 202405011200 text/html", PAGE.1)],
        "error arc-date",
    ),
    (
        "media type",
        &[(FILEDESC, V1), ("http://example.cz/ 192.0.2.17 20240501120001 html", PAGE.1)],
        "recommendation arc-media-type",
    ),
    (
        "version 2 fields",
        &[
            (FILEDESC_V2, V2),
            (
                "http://example.cz/ 192.0.2.17 20240501120001 text/html ok \
                 00000000000000000000000000000000 - 7 a.arc",
                PAGE.1,
            ),
        ],
        "error arc-result-code arc-offset comment arc-checksum",
    ),
    (
        "offset in words",
        &[
            (FILEDESC_V2, V2),
            ("http://example.cz/ 192.0.2.17 20240501120001 text/html 200 - - x a.arc", PAGE.1),
        ],
        "error arc-offset",
    ),
    ("no HTTP", &[(FILEDESC, V1), (PAGE.0, "hello")], "recommendation http-head"),
    (
        "HTTP length",
        &[(FILEDESC, V1), (PAGE.0, "HTTP/1.0 200 OK\r\nContent-Length: 7\r\n\r\nhi")],
        "comment http-length",
    ),
];

#[test]
fn an_arc_file_gives_its_findings() {
    assert_rows(rows());
}

/// Each row as its name, its file and what must be found.
pub(super) fn rows() -> impl Iterator<Item = (String, Vec<u8>, &'static str)> {
    ROWS.iter().map(|(what, records, expect)| {
        let mut file = Vec::new();
        for (line, block) in *records {
            let line = line.replace("{offset}", &file.len().to_string());
            file.extend_from_slice(format!("{line} {}\n{block}\n", block.len()).as_bytes());
        }
        ((*what).to_owned(), file, *expect)
    })
}
