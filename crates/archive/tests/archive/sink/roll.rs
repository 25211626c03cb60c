//! When one file ends and the next begins.

use super::*;

#[test]
fn a_file_ends_with_the_capture_that_fills_it() {
    let folder = Folder::new();
    let mut options = options();
    options.roll_bytes = 1;
    let sink = open(&folder, options);
    for number in 0..3 {
        write(&sink, number).unwrap();
    }
    sink.close().unwrap();
    assert_eq!(files(&folder).len(), 3);
    assert_eq!(captures(&folder).len(), 3);
}

#[test]
fn a_file_ends_at_its_age_and_the_next_goes_to_the_folder_of_its_year() {
    let folder = Folder::new();
    let mut options = options();
    options.roll_age = Some(Duration::from_secs(60));
    let (sources, time) = sources();
    let (sink, _) = WarcSink::open_with(&folder.0, options, sources).unwrap();
    let mut names = Vec::new();
    for number in 0..6 {
        names.push(write(&sink, number).unwrap().file);
        *time.lock().unwrap() += Duration::from_secs(30);
    }
    // Long without a capture: to sync is enough to finish it.
    sink.sync().unwrap();
    let of = |minute, serial, year| -> Arc<str> {
        format!("{year}/test-{minute}00-0000{serial}-harvester.warc.gz").into()
    };
    let expected = [
        of("202612312358", 0, "2026"),
        of("202612312359", 1, "2026"),
        of("202701010000", 2, "2027"),
    ];
    assert_eq!(names.iter().step_by(2).cloned().collect::<Vec<_>>(), expected);
    assert_eq!(names.iter().skip(1).step_by(2).cloned().collect::<Vec<_>>(), expected);
    assert_eq!(files(&folder), expected.map(|it| it.to_string()));
    sink.close().unwrap();
    assert_eq!(captures(&folder).len(), 6);
}

#[test]
fn a_name_that_is_taken_is_passed_over() {
    let folder = Folder::new();
    for _ in 0..3 {
        let (sink, _) = WarcSink::open_with(&folder.0, options(), sources().0).unwrap();
        write(&sink, 1).unwrap();
        sink.close().unwrap();
    }
    assert_eq!(files(&folder).len(), 3);
}

#[test]
fn a_sink_without_captures_leaves_no_file() {
    let folder = Folder::new();
    let sink = open(&folder, options());
    sink.sync().unwrap();
    sink.close().unwrap();
    assert!(files(&folder).is_empty());
}
