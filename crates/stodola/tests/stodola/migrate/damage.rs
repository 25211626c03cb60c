//! Damaged sources: nothing that comes out of them passes as sound.

use super::*;

#[test]
fn a_record_whose_checksum_fails_is_marked_kept_aside_and_not_verified() {
    let session = Session::new();
    let plain = arc(1, 5);
    let starts = record_starts(&plain);
    let members: Vec<Vec<u8>> = starts
        .iter()
        .zip(starts.iter().skip(1).copied().chain([plain.len()]))
        .map(|(start, end)| gzip(&plain[*start..end]))
        .collect();
    // The checksum of the third page is wrong: any byte of it may be.
    let mut damaged = members.clone();
    let n = damaged[3].len();
    damaged[3][n - 8] ^= 0x55;
    let at = damaged[..3].concat().len();
    session.write("x/d.arc.gz", &damaged.concat());
    let ran = session.run("migrate x --out out").expect(1);
    assert_has(
        &ran.stderr,
        &[&format!("at {at}: damaged record http://a1/2: gzip member at {at}: the CRC-32")],
    );
    assert_has(&ran.stderr, &["0 files migrated and verified, 1 migrated with damage"]);
    // The mark is in the WARC, on that record and no other; the file is valid, and says so.
    let result = "out/arc2warc-d.arc.gz.warc.gz";
    let all = records(&session, result);
    let kept = format!("quarantine/d.arc.gz.{at}.bin");
    assert_eq!(all.iter().filter(|r| r.contains("Source-Damage")).count(), 1);
    assert_has(
        &all[4],
        &[
            "WARC-Target-URI: http://a1/2\r\n",
            "Source-Damage: gzip-crc; gzip member at ",
            "Source-File: d.arc.gz\r\n",
            &format!("Source-Offset: {at}\r\n"),
            &format!("Source-Quarantine: {kept}\r\n"),
        ],
    );
    let ran = session.run(&format!("warc check --grade error {result}")).expect(0);
    assert_has(ran.text(), &["0 errors"]);
    let ran = session.run(&format!("warc check {result}")).expect(0);
    assert_has(ran.text(), &["comment: the record was migrated from damaged bytes: 'gzip-crc; "]);
    // The stored bytes of the member are kept.
    assert_eq!(fs::read(session.path(&format!("out/{kept}"))).unwrap(), damaged[3]);
    // Both reports have file, offset and reason, and do not call it verified.
    let line = &report(&session)[0];
    assert_has(
        line,
        &[
            "\"verified\":false",
            "\"damages\":1",
            "\"records_verified\":5",
            &format!(
                "\"damaged\":[{{\"offset\":{at},\"inner\":0,\"uri\":\"http://a1/2\",\"rules\":[\"gzip-crc\"]"
            ),
            &format!("\"file\":\"{kept}\""),
        ],
    );
    let text = fs::read_to_string(session.path("out/migration.txt")).unwrap();
    assert_has(
        &text,
        &[
            "0 sources migrated and verified, 1 migrated with damage",
            "NOT VERIFIED",
            &format!("damaged: record at {at}, http://a1/2: gzip member at {at}"),
        ],
    );
    // Later the same is said.
    let ran = session.run(&format!("migrate verify x/d.arc.gz {result}")).expect(1);
    assert_has(
        &ran.stderr,
        &["5 records in the result", &format!("at {at}: not verified"), "CRC-32"],
    );
    let ran = session.run("migrate x --out out").expect(1);
    assert_has(&ran.stderr, &["1 done before (1 of them with damage)"]);
    // The way back tells of it, too.
    let ran = session.run(&format!("migrate {result} --to-arc back.arc")).expect(0);
    assert_has(&ran.stderr, &["1 of them were read from damaged bytes"]);
    assert_eq!(fs::read(session.path("back.arc")).unwrap(), plain);
    // A mark may be neither taken away nor added.
    session.run(&format!("warc repack {result} --compression none --out plain")).expect(0);
    let marked = fs::read(session.path("plain/arc2warc-d.arc.gz.warc")).unwrap();
    let text = String::from_utf8(marked).unwrap();
    session.write("changed.warc", text.replace("Source-Damage:", "Source-Demage:").as_bytes());
    let ran = session.run("migrate verify x/d.arc.gz changed.warc").expect(1);
    assert_has(&ran.stderr, &["was read from damaged bytes", "does not say so"]);
    session.write("sound.arc.gz", &members.concat());
    let ran = session.run("migrate verify sound.arc.gz plain/arc2warc-d.arc.gz.warc").expect(1);
    assert_has(&ran.stderr, &["its source is sound"]);
}

#[test]
fn all_records_of_a_damaged_member_are_marked() {
    let session = Session::new();
    let plain = arc(1, 5);
    let mut whole = gzip(&plain);
    let n = whole.len();
    whole[n - 8] ^= 0x55;
    session.write("w.arc.gz", &whole);
    session.run("migrate w.arc.gz --out out").expect(1);
    let result = "out/arc2warc-w.arc.gz.warc.gz";
    let all = records(&session, result);
    // All but the warcinfo, which is ours: nobody can tell which of them was hit.
    assert_eq!(all.iter().filter(|r| r.contains("Source-Damage: gzip-crc")).count(), all.len() - 1);
    assert_has(&all[3], &["Source-Offset: 0\r\n", "Source-Inner-Offset: "]);
    assert_eq!(fs::read(session.path("out/quarantine/w.arc.gz.0.bin")).unwrap(), whole);
    assert_eq!(fs::read_dir(session.path("out/quarantine")).unwrap().count(), 1);
    assert_has(&report(&session)[0], &["\"records_verified\":0", "\"damages\":6"]);
    session.run(&format!("warc check --grade error {result}")).expect(0);
    session.run(&format!("migrate verify w.arc.gz {result}")).expect(1);
    // Once more with two members, the first of them sound.
    let sound = gzip(&arc(2, 3));
    session.write("v.arc.gz", &[&sound[..], &whole].concat());
    session.run("migrate v.arc.gz --out out2").expect(1);
    let all = records(&session, "out2/arc2warc-v.arc.gz.warc.gz");
    let marked: Vec<bool> = all.iter().map(|r| r.contains("Source-Damage")).collect();
    assert_eq!(marked, [&[false; 5][..], &[true; 6]].concat());
    let kept = format!("out2/quarantine/v.arc.gz.{}.bin", sound.len());
    assert_eq!(fs::read(session.path(&kept)).unwrap(), whole);
}

/// Damage of every kind, wherever it falls: what is not what was archived is marked or put aside.
#[test]
fn no_damage_passes_as_sound() {
    let session = Session::new();
    let plain = arc(1, 6);
    let starts = record_starts(&plain);
    let gz = packed(&plain, &starts);
    let whole = gzip(&plain);
    let sound: Vec<String> = {
        session.write("s.arc", &plain);
        session.run("migrate s.arc --out sound").expect(0);
        let sound = records(&session, "sound/arc2warc-s.arc.warc.gz");
        sound.iter().skip(1).map(|r| contents(r)).collect()
    };
    let mut cases: Vec<(String, Vec<u8>)> = Vec::new();
    for (name, bytes) in [("gz", &gz), ("whole", &whole)] {
        for k in 0..12 {
            let at = 12 + k * (bytes.len() - 20) / 12;
            let mut flipped = bytes.clone();
            flipped[at] ^= 0x10;
            cases.push((format!("{name}-flip-{at}"), flipped));
            cases.push((format!("{name}-cut-{at}"), bytes[..at].to_vec()));
        }
    }
    for by in [-20i64, -7, -1, 1, 2, 7, 20, 400] {
        let text = String::from_utf8(plain.clone()).unwrap();
        let line = text.lines().find(|l| l.starts_with("http://a1/2 ")).unwrap();
        let (front, length) = line.rsplit_once(' ').unwrap();
        let length: i64 = length.parse().unwrap();
        let wrong = text.replace(line, &format!("{front} {}", length + by));
        cases.push((format!("plain-length-{by}"), wrong.into_bytes()));
    }
    for (name, bytes) in cases {
        session.write("in.arc", &bytes);
        let out = format!("out-{name}");
        let ran = session.run(&format!("migrate in.arc --out {out}"));
        if ran.code == 2 {
            // Nothing of it can be read, which is told; and nothing of it is there.
            assert_has(&ran.stderr, &["contains no ARC or WARC record"]);
            assert!(results(&session.path(&out)).is_empty(), "{name}");
            continue;
        }
        let result = format!("{out}/arc2warc-in.arc.warc.gz");
        let all = records(&session, &result);
        // Whatever is not marked is what was archived.
        for record in all.iter().skip(1).filter(|r| !r.contains("\r\nSource-Damage: ")) {
            assert!(sound.contains(&contents(record)), "{name}: {record}");
        }
        if ran.code == 0 {
            assert_eq!(all.len(), sound.len() + 1, "{name}: nothing is said of what is missing");
        } else {
            assert_eq!(ran.code, 1, "{name}: {}", ran.stderr);
            let text =
                fs::read_to_string(session.path(&format!("{out}/migration.ndjson"))).unwrap();
            assert!(
                text.contains("\"verified\":false") && !text.contains("\"damages\":0"),
                "{name}"
            );
        }
        session.run(&format!("warc check --grade error {result}")).expect(0);
        session.run(&format!("migrate verify in.arc {result}")).expect(ran.code);
        fs::remove_dir_all(session.path(&out)).unwrap();
    }
}

/// What a record made from ARC says: URI, date and block.
fn contents(record: &str) -> String {
    let (header, block) = record.split_once("\r\n\r\n").unwrap();
    let fields: Vec<&str> = header
        .lines()
        .filter(|l| l.starts_with("WARC-Target-URI") || l.starts_with("WARC-Date"))
        .collect();
    format!("{fields:?} {block}")
}

#[test]
fn a_gzip_arc_that_is_cut_in_the_first_line_of_a_member_counts_as_damaged() {
    let session = Session::new();
    let plain = arc(1, 3);
    let starts = record_starts(&plain);
    let gz = packed(&plain, &starts);
    let last = packed(&plain, &starts[..]).len() - gzip(&plain[starts[3]..]).len();
    // So few bytes of the last member that they decode to less than its first line.
    session.write("c.arc.gz", &gz[..last + 24]);
    session.run("migrate c.arc.gz --out out").expect(1);
    let line = &report(&session)[0];
    assert!(!line.contains("\"damages\":0"), "{line}");
    assert_has(line, &["\"verified\":false", "\"filedesc\":1,\"response\":2"]);
    assert!(line.contains("\"quarantined\":[{"), "{line}");
    // The records before it are sound.
    let all = records(&session, "out/arc2warc-c.arc.gz.warc.gz");
    assert_eq!(all.iter().filter(|r| r.contains("Source-Damage")).count(), 0);
}

#[test]
fn a_damaged_warc_keeps_its_header_and_tells() {
    let session = Session::new();
    let source = fs::read(fixture("hello.warc.gz")).unwrap();
    let mut reader = stodola_warc::Reader::open(&fixture("hello.warc.gz")).unwrap();
    let mut places = Vec::new();
    while let Some(record) = reader.next_record().unwrap() {
        let offset = record.offset() as usize;
        places.push((offset, offset + record.finish().unwrap().length.unwrap() as usize));
    }
    let (start, end) = places[1];
    let mut damaged = source.clone();
    damaged[end - 8] ^= 1;
    session.write("d.warc.gz", &damaged);
    session.run("migrate d.warc.gz --out out").expect(1);
    let result = "out/warc11-d.warc.gz.warc.gz";
    let all = records(&session, result);
    assert_eq!(all.len(), places.len());
    assert_has(
        &all[1],
        &[
            "Source-Damage: gzip-crc; ",
            &format!("Source-Offset: {start}\r\n"),
            "Original-Header-Base64: ",
        ],
    );
    assert_eq!(all.iter().filter(|r| r.contains("Source-Damage")).count(), 1);
    let kept = session.path(&format!("out/quarantine/d.warc.gz.{start}.bin"));
    assert_eq!(fs::read(kept).unwrap(), damaged[start..end]);
    session.run(&format!("migrate verify d.warc.gz {result}")).expect(1);
    // What it was made from alone does not do: the mark is missing.
    let ran = session.run("migrate verify d.warc.gz @hello.warc.gz").expect(1);
    assert_has(&ran.stderr, &["older versions did not mark such records"]);
    // Cut, it has a right length and says that something is missing.
    let cut = start + (end - start) * 2 / 3;
    session.write("c.warc.gz", &source[..cut]);
    session.run("migrate c.warc.gz --out out2").expect(1);
    let all = records(&session, "out2/warc11-c.warc.gz.warc.gz");
    assert_has(&all[1], &["Source-Damage: ", "WARC-Truncated: unspecified\r\n"]);
    assert_eq!(
        fs::read(session.path(&format!("out2/quarantine/c.warc.gz.{start}.bin"))).unwrap(),
        source[start..cut]
    );
}
