//! The OpenAPI document, made from the table of routes.

use super::{ApiAnswer, ApiResult, Call, ProblemKind, SchemaSet};
use crate::routes::{Route, RouteAccess, RouteBody, RouteDoc, RouteParam, table};
use serde_json::{Map, Value, json};

pub(crate) fn document(call: &Call) -> ApiResult {
    ApiAnswer::new(&describe(&table(), call.shared.origins.app.as_str()))
}

/// The document for these routes.
fn describe(routes: &[Route], server: &str) -> Value {
    let mut set = SchemaSet::default();
    let mut paths: Map<String, Value> = Map::new();
    for route in routes {
        let Some(doc) = &route.doc else { continue };
        let path = paths.entry(route.path.to_owned()).or_insert_with(|| json!({}));
        path[route.method.as_str().to_ascii_lowercase()] = operation(route, doc, &mut set);
    }
    set.0.insert("Problem".to_owned(), problem());
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Stodola",
            "version": env!("CARGO_PKG_VERSION"),
            "description":
                "A web archive: captures, rules of access, jobs, people. Errors are problem details (RFC 9457).",
        },
        "servers": [{ "url": server }],
        "paths": paths,
        "components": {
            "schemas": set.0,
            "securitySchemes": {
                "token": { "type": "http", "scheme": "bearer" },
                "session": { "type": "apiKey", "in": "cookie", "name": "session" },
            },
        },
    })
}

/// The shape of an error.
fn problem() -> Value {
    let names: Vec<String> = ProblemKind::ALL
        .iter()
        .map(|kind| format!("urn:stodola:problem:{}", kind.facts().1))
        .collect();
    json!({
        "type": "object",
        "properties": {
            "type": { "type": "string", "enum": names },
            "title": { "type": "string" },
            "status": { "type": "integer" },
            "detail": { "type": "string" },
            "instance": { "type": "string" },
        },
        "required": ["type", "title", "status"],
    })
}

fn operation(route: &Route, doc: &RouteDoc, set: &mut SchemaSet) -> Value {
    let mut operation = json!({
        "summary": doc.summary,
        "operationId": operation_id(route),
        "responses": responses(doc, set),
        "security": security(route),
        "x-access": access_name(route.access),
    });
    if let Some(scope) = route.scope {
        operation["x-scope"] = scope.as_str().into();
    }
    let params: Vec<Value> = doc.params.iter().map(|it| parameter(route, it)).collect();
    if !params.is_empty() {
        operation["parameters"] = params.into();
    }
    if let (RouteBody::Json, Some(body)) = (route.body, doc.body) {
        let schema = body(set);
        operation["requestBody"] =
            json!({ "required": true, "content": { "application/json": { "schema": schema } } });
    }
    operation
}

/// `GET /api/v1/rules/{id}` is `get-rules-id`.
fn operation_id(route: &Route) -> String {
    let path = route.path.strip_prefix("/api/v1/").unwrap_or(route.path);
    let path: String = path.chars().filter(|it| !"{}".contains(*it)).collect();
    format!("{}-{}", route.method.as_str().to_ascii_lowercase(), path.replace(['/', '.'], "-"))
}

/// Who may use a route, in a word.
fn access_name(access: RouteAccess) -> String {
    match access {
        RouteAccess::Everybody => "everybody".to_owned(),
        RouteAccess::Reading => "reading".to_owned(),
        RouteAccess::Role(role) => role.to_string(),
        RouteAccess::LocalOr(role) => format!("local-or-{role}"),
    }
}

fn security(route: &Route) -> Value {
    let mut ways = Vec::new();
    if !matches!(route.access, RouteAccess::Role(_)) {
        ways.push(json!({}));
    }
    if route.scope.is_some() {
        ways.push(json!({ "token": [] }));
    }
    ways.push(json!({ "session": [] }));
    ways.into()
}

fn parameter(route: &Route, param: &RouteParam) -> Value {
    let is_in_path = route.path.contains(&format!("{{{}}}", param.name));
    let schema: Value = serde_json::from_str(param.schema).unwrap_or_default();
    json!({
        "name": param.name,
        "in": if is_in_path { "path" } else { "query" },
        "required": param.is_needed,
        "description": param.about,
        "schema": schema,
    })
}

fn responses(doc: &RouteDoc, set: &mut SchemaSet) -> Value {
    let mut responses = Map::new();
    if let Some(answer) = doc.answer {
        let content = match answer.schema {
            Some(schema) => json!({ answer.kind: { "schema": schema(set) } }),
            None => json!({ answer.kind: {} }),
        };
        responses.insert(
            answer.status.to_string(),
            json!({ "description": doc.summary, "content": content }),
        );
    }
    let problem = json!({ "$ref": "#/components/schemas/Problem" });
    responses.insert(
        "default".to_owned(),
        json!({ "description": "A problem.", "content": { "application/problem+json": { "schema": problem } } }),
    );
    Value::Object(responses)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_document_has_every_route_of_the_api_and_all_its_references() {
        let routes = table();
        let document = describe(&routes, "http://localhost:1");
        for route in routes.iter().filter(|route| route.path.starts_with("/api/")) {
            let method = route.method.as_str().to_ascii_lowercase();
            let operation = &document["paths"][route.path][&method];
            assert!(operation.is_object(), "{method} {}", route.path);
            let doc = route.doc.as_ref().unwrap();
            assert!(!doc.summary.is_empty() && doc.answer.is_some(), "{method} {}", route.path);
            assert_eq!(
                route.body == RouteBody::Json,
                doc.body.is_some(),
                "{method} {}",
                route.path
            );
            for part in route.path.split('/').filter(|part| part.starts_with('{')) {
                let is_told = doc.params.iter().any(|it| format!("{{{}}}", it.name) == part);
                assert!(is_told, "{part} of {}", route.path);
            }
            for param in &doc.params {
                assert!(serde_json::from_str::<Value>(param.schema).is_ok(), "{}", param.name);
            }
        }
        let text = document.to_string();
        for reference in text.split("#/components/schemas/").skip(1) {
            let name = reference.split('"').next().unwrap();
            assert!(document["components"]["schemas"][name].is_object(), "{name}");
        }
    }

    #[test]
    fn only_pages_that_lead_in_are_for_everybody() {
        let open: Vec<String> = table()
            .iter()
            .filter(|route| route.access == RouteAccess::Everybody)
            .map(|route| format!("{} {}", route.method, route.path))
            .collect();
        assert_eq!(
            open,
            [
                "GET /static/{name}",
                "GET /sign-in",
                "POST /sign-in",
                "POST /sign-out",
                "GET /start/{link}",
                "POST /start/{link}",
                "GET /api/v1/openapi.json",
                "GET /api/v1/me",
            ]
        );
    }
}
