//! Errors of requests, and what stands in their logs: English on disk, and told again in Czech.

use super::*;
use stodola_app::export::LeftOutReason;
use stodola_app::requests::{FieldFault, PackageFault, RequestNote, RequestsError, TemplateError};
use stodola_work::{QuestionError, QueueNote, RequestState, SiteFault, WorkError, WorkFailure};

pub(super) fn of_requests() -> Vec<Box<AnyError>> {
    let site = |what| WorkError::SitePath { name: x(), what };
    let field = |what| RequestsError::Field { package: "export", field: x(), what };
    let mut all = boxes([
        WorkError::Newer { path: path(), found: 99 },
        WorkError::Damaged { path: path(), what: x() },
        WorkError::OwnerLimit { waiting: 5, limit: 5 },
        WorkError::QueueFull { limit: 3 },
        WorkError::UnknownPackage(x()),
        WorkError::UnknownRequest(7),
        WorkError::NotActive { number: 7, state: RequestState::Done },
        WorkError::NoResult(7),
        WorkError::UnknownFavourite(x()),
        WorkError::FavouriteTaken(x()),
        WorkError::TooManyFavourites { limit: 9 },
        WorkError::Name(x()),
        WorkError::NoSite,
        site(SiteFault::TooLong),
        site(SiteFault::TooDeep),
        site(SiteFault::NotPlain),
        site(SiteFault::Ending),
        site(SiteFault::Link),
        site(SiteFault::Taken),
        WorkError::Busy { holder: x() },
        WorkError::Thread(missing()),
    ]);
    all.extend(boxes([
        QuestionError::TooLong { bytes: 99_999 },
        QuestionError::TooDeep,
        QuestionError::NotJson(x()),
        QuestionError::NotAnObject,
    ]));
    all.extend(boxes([
        RequestsError::Role { package: "export", role: PersonRole::Operator },
        RequestsError::Operators("save_to"),
        field(FieldFault::Unknown),
        field(FieldFault::Missing),
        field(FieldFault::NotText),
        field(FieldFault::NotNumber),
        field(FieldFault::NotFlag),
        field(FieldFault::NotChoice),
        RequestsError::Pair(x()),
        RequestsError::Refresh(x()),
        RequestsError::NotYours(7),
        RequestsError::OtherRights(7),
        RequestsError::RulesChanged(7),
    ]));
    all.extend(boxes([
        TemplateError::TooLong { bytes: 99_999 },
        TemplateError::Unclosed { at: 7 },
        TemplateError::Section { name: x() },
        TemplateError::TooDeep,
        TemplateError::TooMuch,
    ]));
    all.extend(of_request_logs());
    all
}

fn of_request_logs() -> Vec<Box<AnyError>> {
    let mut all = boxes([
        QueueNote::AskedFor { who: x() },
        QueueNote::Begins { run: 7 },
        QueueNote::Done,
        QueueNote::PutBack,
        QueueNote::Ended,
        QueueNote::Cancelled { who: x() },
        QueueNote::CancelledForAll,
        QueueNote::Unwanted { who: x() },
        QueueNote::RulesChanged,
        QueueNote::Lost,
        QueueNote::Hopeless,
        QueueNote::NoRoom,
        QueueNote::Fault,
        QueueNote::Saved { name: x() },
        QueueNote::NotSaved { name: x(), why: WorkError::NoSite },
    ]);
    all.extend(boxes([
        RequestNote::Waits { holder: x() },
        RequestNote::Exported { captures: 12_345, records: 7 },
        RequestNote::LeftOut { count: 7, reason: LeftOutReason::Blocked },
        RequestNote::Checked { files: 7, bad: 1 },
        RequestNote::NobodyHarvests,
        RequestNote::NotReadCompletely { file: x() },
        RequestNote::TemplateRows { most: 100_000 },
        RequestNote::MoreRows { rows: 7 },
        RequestNote::Relaxed,
    ]));
    all.extend(boxes([
        PackageFault::NothingToExport,
        PackageFault::NoTime(x()),
        PackageFault::NoPlace(x()),
        PackageFault::TwoAreas,
        PackageFault::NothingMapped(x()),
        PackageFault::NotDerived { only: x(), known: "y".to_owned() },
    ]));
    all
}

/// The log of a request is English on disk; whoever shows it tells it again.
#[test]
fn what_stands_in_the_log_of_a_request_is_told_again_in_czech() {
    for line in of_request_logs() {
        let (english, czech) = (line.to_string(), error_text(Language::Czech, &*line));
        if english.starts_with("left out: ") {
            // The reasons are words of their own.
            assert!(crate::retold(Language::Czech, &english).starts_with("vynecháno: 7"));
            continue;
        }
        assert_eq!(crate::retold(Language::Czech, &english), czech);
        assert_eq!(crate::retold(Language::English, &english), english);
    }
    // A failure comes with what it came from.
    let missing = PathError { doing: "write", path: path(), source: missing() };
    let WorkFailure::Failed(english) = WorkFailure::of(&missing) else { panic!("not a failure") };
    let czech = crate::retold(Language::Czech, &english);
    assert!(czech.starts_with("nelze zapsat '/some/file': "), "{czech}");
}
