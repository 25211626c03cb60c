//! Which part of the map a question is about, as of when, and whose rights count: what the packages of the map share.

use super::{FieldForm, PackageRun, QuestionField};
use crate::export::ExportAccess;
use crate::map::{MapArea, MapMoment, MapSettings, OpenedMap};
use crate::requests::PackageFault;
use stodola_access::Moment;
use stodola_work::WorkFailure;

/// The members that say so.
pub(super) const SITE: QuestionField = QuestionField::optional("site", FieldForm::Text);
pub(super) const COLLECTION: QuestionField = QuestionField::optional("collection", FieldForm::Text);
pub(super) const DATE: QuestionField = QuestionField::optional("date", FieldForm::Text);

/// Whose rights count.
pub(super) fn access(run: &PackageRun<'_>) -> ExportAccess {
    run.rights.visitor().map_or(ExportAccess::Everything, ExportAccess::Visitor)
}

/// Opens the map that the question is about, and returns how its part is called.
pub(super) fn open(run: &PackageRun<'_>) -> Result<(OpenedMap, String), WorkFailure> {
    let (area, name) = match (run.text("site"), run.text("collection")) {
        (Some(_), Some(_)) => return Err(WorkFailure::of(&PackageFault::TwoAreas)),
        (Some(site), None) => {
            let place = site.parse();
            let place = place.map_err(|_| WorkFailure::of(&PackageFault::NoPlace(site.clone())))?;
            (MapArea::Place(place), site)
        }
        (None, Some(name)) => (MapArea::Collection(name.clone()), name),
        (None, None) => (MapArea::Everything, String::new()),
    };
    let moment = match run.text("date") {
        None => MapMoment::Latest,
        Some(text) => {
            let moment = Moment::parse_last(&text);
            MapMoment::At(moment.ok_or_else(|| WorkFailure::of(&PackageFault::NoTime(text)))?)
        }
    };
    let archive = run.archive.to_owned();
    let settings = MapSettings { archive, access: access(run), moment, area };
    let opened = OpenedMap::open(&settings).map_err(|error| WorkFailure::of(&error))?;
    Ok((opened, name))
}
