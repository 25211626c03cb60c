//! Projects of whoever asks, and those that are shared.

use super::wire::{Done, ProjectBody, ProjectItem, ProjectPage};
use super::{ApiAnswer, ApiResult, Call, Problem, ProblemKind, cursor};
use stodola_access::people::{PersonError, Project, ProjectDraft, ProjectPart};

fn item(project: Project) -> ProjectItem {
    ProjectItem {
        id: project.id,
        owner: project.owner,
        name: project.name,
        note: project.note,
        shared: project.is_shared,
        parts: project.parts.iter().map(ToString::to_string).collect(),
        made: project.made.to_string(),
        version: project.version,
    }
}

fn draft(call: &Call) -> Result<ProjectDraft, Problem> {
    let ProjectBody { name, note, shared, parts } = call.json()?;
    let parts: Result<Vec<ProjectPart>, _> = parts.iter().map(|part| part.parse()).collect();
    Ok(ProjectDraft {
        name,
        note: note.unwrap_or_default(),
        is_shared: shared.unwrap_or(false),
        parts: parts.map_err(PersonError::Part)?,
    })
}

/// The answer with a project as it is now.
fn answer(call: &Call, id: i64) -> ApiResult {
    let person = call.person()?.id;
    let project = call.shared.people.store.made(|store| store.project(person, id))?;
    let project = project.ok_or_else(|| Problem::new(ProblemKind::NotFound))?;
    let version = project.version;
    Ok(ApiAnswer::new(&item(project))?.version(version))
}

pub(crate) fn list(call: &Call) -> ApiResult {
    let (limit, after) = (call.limit()?, cursor::number(call)?.unwrap_or(0));
    let person = call.person()?.id;
    let mut projects =
        call.shared.people.store.made(|store| store.projects(person, after, limit + 1))?;
    let is_more = projects.len() > limit;
    projects.truncate(limit);
    let next = projects.last().filter(|_| is_more).map(|project| cursor::of_number(project.id));
    ApiAnswer::new(&ProjectPage { items: projects.into_iter().map(item).collect(), next })
}

pub(crate) fn add(call: &Call) -> ApiResult {
    let (person, draft) = (call.person()?, draft(call)?);
    let id =
        call.shared.people.store.made(|store| store.add_project(person, &draft, &call.actor()))?;
    Ok(answer(call, id)?.made(format!("/api/v1/projects/{id}")))
}

pub(crate) fn one(call: &Call) -> ApiResult {
    answer(call, call.id()?)
}

pub(crate) fn edit(call: &Call) -> ApiResult {
    let (person, id, version) = (call.person()?, call.id()?, call.version()?);
    let draft = draft(call)?;
    call.shared
        .people
        .store
        .made(|store| store.edit_project(person, id, version, &draft, &call.actor()))?;
    answer(call, id)
}

pub(crate) fn remove(call: &Call) -> ApiResult {
    let (person, id, version) = (call.person()?, call.id()?, call.version()?);
    call.shared
        .people
        .store
        .made(|store| store.remove_project(person, id, version, &call.actor()))?;
    ApiAnswer::new(&Done { done: true })
}
